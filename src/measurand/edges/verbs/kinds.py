"""What cells are, told from their types and never guessed from their text.

A text or a number is a label, a list or a set holds items, a row of an array of 0 and 1 is
indicators, a dictionary is read by its keys. Where a type can be read in two ways (tags in lists,
rows of 0 and 1) it is refused, and `kind` says it.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from math import isfinite

from measurand.algebra.distinct import is_array
from measurand.edges.files.samples.items import tag_in
from measurand.edges.verbs.cells import Column, cells
from measurand.edges.verbs.definitions import KINDS, Kind
from measurand.edges.verbs.errors import (
    invalid,
)
from measurand.values.fault import shown
from measurand.values.items import Slots, Span
from measurand.values.suggest import did_you_mean

_LOOKED = 1000


def kind_of(gold: Column, predicted: Column, said: Kind | None = None) -> Kind:
    """Tell what cells are by their types; what was said goes first.

    >>> kind_of(["a", "b"], ["a", None])
    'labels'
    >>> kind_of([{"a"}], [["a", "b"]])
    'sets'

    Raises InvalidInputError for a kind that there is not, and where types say several.
    """
    if said is not None:
        if said not in KINDS:
            hint = did_you_mean(str(said), KINDS).removeprefix(": ")
            raise invalid("kind", repr(said), f"one of {', '.join(KINDS)}", hint)
        return said
    kinds: dict[Kind, tuple[str, object]] = {
        kind: (name, cell)
        for name, column in (("predicted", predicted), ("gold", gold))
        for kind, cell in _kinds(name, column).items()
    }
    if len(kinds) > 1:
        told = ", ".join(f"{kind} ({name}: {shown(cell)})" for kind, (name, cell) in kinds.items())
        hint = f"say which: kind={' or kind='.join(map(repr, kinds))}"
        if set(kinds) == {"labels", "sets"} and kinds["labels"][0] == "predicted":
            hint = (
                "a text against several that are right is scored by text_match, token_f1, rouge_l "
                "and other metrics of texts; where predictions are sets of one, write lists"
            )
        raise invalid("kind", told, "cells of one kind", hint)
    found: Kind = next(iter(kinds), "labels")
    if not kinds and _empty(gold, predicted):
        found = "sets"
    if found == "sets":
        _refuse_indicators(gold)
    return found


def tells_kind(gold: Column, predicted: Column) -> bool:
    """Tell whether some cell says by its type what cells are: nothing does, of empty columns.

    >>> tells_kind(["a"], [None]), tells_kind([[]], [[]])
    (True, False)
    """
    return any(_kinds(name, one) for name, one in (("gold", gold), ("predicted", predicted)))


def _empty(*columns: Column) -> bool:
    """Tell whether some cell holds items, of which there are none."""
    first = (one for column in columns for one in islice(cells("gold", column), _LOOKED))
    return any(isinstance(one, Sequence | AbstractSet) for one in first)


def _refuse_indicators(gold: Column) -> None:
    """Refuse lists of 0 and 1 of one length, of which nobody said what they are.

    Raises InvalidInputError.
    """
    rows = [row for row in islice(cells("gold", gold), _LOOKED) if isinstance(row, list)]
    widths = {len(row) for row in rows}
    if len(widths) == 1 and all(one in (0, 1) for row in rows for one in row) and any(rows):
        got = f"lists of {widths.pop()}, of 0 and 1"
        hint = "a column for each class is kind='indicators', sets of classes are kind='sets'"
        raise invalid("kind", got, "cells that can be read in one way", hint)


def refuse_scores(gold: Column, predicted: Column) -> None:
    """Refuse labels where one side has fractions and the other has none: these are scores.

    >>> refuse_scores([0, 1], [0.1, 0.9])
    Traceback (most recent call last):
    measurand.errors.InvalidInputError: predicted: expected labels, as gold has, got 0.1: scores \
become labels by a threshold, or by the class of the greatest; labels='value' takes them as labels

    Raises InvalidInputError.
    """
    sides = {"gold": gold, "predicted": predicted}
    seen = {name: _fraction(name, column, _LOOKED) for name, column in sides.items()}
    for name, other in (("gold", "predicted"), ("predicted", "gold")):
        score = seen[name]
        if score is None or seen[other] is not None:
            continue
        if _fraction(other, sides[other], None) is None:
            hint = (
                "scores become labels by a threshold, or by the class of the greatest; "
                "labels='value' takes them as labels"
            )
            raise invalid(name, str(score), f"labels, as {other} has", hint)


def refuse_tags(gold: Column) -> None:
    """Refuse labels that are tags of tokens, as lists of tags are: nobody said that O is a class.

    >>> refuse_tags(["B-12", "C"])
    >>> refuse_tags(["B-PER", "O"])
    Traceback (most recent call last):
    measurand.errors.InvalidInputError: kind: expected to be told what they are, got tags such as \
'B-PER': spans are read of a list of tags for each sentence, with kind='tags'; kind='labels' \
scores token by token, O as a class among others

    Raises InvalidInputError.
    """
    if getattr(getattr(gold, "dtype", None), "kind", "O") in {"i", "u", "b", "f"}:
        return
    tag = tag_in([[one for one in islice(cells("gold", gold), _LOOKED) if one is not None]])
    if tag:
        hint = (
            "spans are read of a list of tags for each sentence, with kind='tags'; kind='labels' "
            "scores token by token, O as a class among others"
        )
        raise invalid("kind", f"tags such as {shown(tag)}", "to be told what they are", hint)


def _fraction(name: str, column: Column, most: int | None) -> float | None:
    """Give the first number of a column that is not whole, of so many cells."""
    if getattr(getattr(column, "dtype", None), "kind", "f") in {"i", "u", "b", "U"}:
        return None
    numbers = (one for one in islice(cells(name, column), most) if isinstance(one, float))
    return next((one for one in numbers if isfinite(one) and not one.is_integer()), None)


def _kinds(name: str, column: Column) -> dict[Kind, object]:
    """Give a cell of each kind that the first cells of a column have."""
    if getattr(column, "ndim", 1) > 1 and not hasattr(column, "columns"):
        if getattr(column, "shape", ())[1:] == (1,):
            hint = "labels in one column are .ravel(); one class of indicators is kind='indicators'"
            got = f"{name} of the shape {getattr(column, 'shape', ())}"
            raise invalid("kind", got, "cells that can be read in one way", hint)
        return {"indicators": column}
    found: dict[Kind, object] = {}
    for cell in islice(cells(name, column), _LOOKED):
        kind = _kind(cell)
        if kind is not None:
            found.setdefault(kind, cell)
    return found


def _kind(cell: object) -> Kind | None:
    match cell:
        case None:
            return None
        case str() | int() | float():
            return "labels"
        case Mapping():
            return "rows"
        case tuple() if all(isinstance(one, str | None) for one in cell):
            got = f"the tuple {shown(cell)}"
            hint = "a set of texts is kind='sets'; a list of such tuples is kind='tuples'"
            raise invalid("kind", got, "cells that can be read in one way", hint)
        case bytes() | bytearray():
            raise invalid("kind", "bytes", "texts or numbers", ".decode() makes texts of bytes")
        case Sequence() | AbstractSet():
            return _kind_of_items(next(iter(cell), None))
        case _ if is_array(cell) and getattr(cell, "ndim", 0) == 1:
            return _kind(cell.tolist())
        case _:
            return "labels"


def _kind_of_items(first: object) -> Kind | None:
    match first:
        case Span():
            return "spans"
        case Slots() | tuple():
            return "tuples"
        case Mapping():
            return "rows"
        case None:
            return None
        case _:
            return "sets"
