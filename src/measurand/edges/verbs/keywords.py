"""Which arguments say something of which cells: one that would say nothing is refused.

Whoever names classes, an end or a scheme asks for another number than without; where cells of the
kind that is there are read without it, the number would be the old one under the new name. One
table says what has an effect on what, and each argument names what does the thing elsewhere.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from measurand.edges.verbs.cells import cells
from measurand.edges.verbs.columns import Columns, listing_of
from measurand.edges.verbs.definitions import DefinitionLike, Kind, label_text, meant
from measurand.edges.verbs.errors import invalid
from measurand.edges.verbs.kinds import tells_kind
from measurand.edges.verbs.samples import numbers_alone
from measurand.edges.verbs.shapes import classifies, ranks, reads_of
from measurand.evidence.observation import Observation
from measurand.evidence.texts import AgainstReferences
from measurand.metrics.codec import word
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.grammar import Term
from measurand.metrics.options import CLASS
from measurand.metrics.signature import option_values
from measurand.values.fault import shown

Read = (
    Kind | Literal["rankings", "chances", "chances by name", "texts", "ratings", "cells of a tool"]
)
"""What cells are read as: their kind, or the shape that a definition asks for."""

_APPLY: Mapping[Read, frozenset[str]] = {
    "labels": frozenset({"positive", "labels"}),
    "indicators": frozenset({"positive", "classes"}),
    "sets": frozenset({"positive", "labels"}),
    "tuples": frozenset({"slots", "labels"}),
    "spans": frozenset({"positive", "end"}),
    "tags": frozenset({"positive", "scheme"}),
    "rows": frozenset({"end", "labels"}),
    "numbers": frozenset({"positive"}),
    "rankings": frozenset(),
    "chances": frozenset({"classes"}),
    "chances by name": frozenset(),
    "texts": frozenset(),
    "ratings": frozenset({"labels"}),
    "cells of a tool": frozenset(),
}
"""The arguments that have an effect on what is read."""

_UNSAID: Mapping[str, object] = {
    "slots": (),
    "classes": (),
    "end": "",
    "positive": None,
    "labels": "ask",
    "scheme": "",
}


def asked_of(
    columns: Columns, asked: Sequence[DefinitionLike]
) -> tuple[Definition | Compatible, ...]:
    """Give the definitions that are asked for, of which some is another by each argument.

    >>> len(asked_of(Columns(gold=["a"], predicted=["b"], positive="a"), ["f1", "accuracy"]))
    2
    >>> asked_of(Columns(gold=["a"], predicted=["b"], end="inclusive"), ["accuracy"])
    Traceback (most recent call last):
    measurand.errors.InvalidInputError: end: expected nothing of labels, which are read without \
it, got 'inclusive': it is of spans: kind='spans' reads (start, end, label)

    Raises InvalidInputError for an argument that has no effect on any, and as `meant` does.
    """
    every = tuple(meant(one, lambda: columns.told, columns.positive) for one in asked)
    said = {name: value for name in _UNSAID if (value := getattr(columns, name)) != _UNSAID[name]}
    if said and (columns.kind is not None or tells_kind(columns.gold, columns.predicted)):
        read = [_read_as(one, columns) for one in every]
        for name, value in said.items():
            if not any(
                name in _APPLY[how] and (name != "positive" or _counts(one, columns))
                for one, how in zip(every, read, strict=True)
            ):
                raise _idle(name, value, tuple(dict.fromkeys(read)))
    return every


def _read_as(asked: Definition | Compatible, columns: Columns) -> Read:
    """Say what the cells of columns are to a definition."""
    definition = asked.definition if isinstance(asked, Compatible) else asked
    how = observing(definition)
    if isinstance(asked, Compatible) and isinstance(how, Observation):
        return "cells of a tool"
    if isinstance(how, Observation):
        return columns.told
    if numbers_alone(how):
        return "numbers"
    if ranks(how):
        return "rankings"
    if classifies(how):
        return "chances by name" if _named(columns) else "chances"
    texts = any(isinstance(one, AgainstReferences) for one in reads_of(how))
    return "texts" if texts else "ratings"


def _named(columns: Columns) -> bool:
    """Tell whether rows of numbers name their classes themselves."""
    if getattr(columns.predicted, "ndim", 1) > 1 or hasattr(columns.predicted, "columns"):
        return False
    rows = [row for row in cells("predicted", columns.predicted) if row is not None]
    return bool(rows) and all(isinstance(row, Mapping) for row in rows)


def _counts(asked: Definition | Compatible, columns: Columns) -> bool:
    """Tell whether the positive label has a say in a definition."""
    definition = asked.definition if isinstance(asked, Compatible) else asked
    if numbers_alone(observing(definition)):
        return True
    one = word(CLASS, Term(label_text(columns.positive)))
    return option_values(definition).get("only") == one


def _idle(name: str, value: object, read: Sequence[Read]) -> Exception:
    expected = f"nothing of {' and '.join(read)}, which are read without it"
    if name == "positive" and any(name in _APPLY[how] for how in read):
        expected = "a metric of one label that says no average itself, such as f1"
    return invalid(name, shown(value), expected, _INSTEAD[name](value))


def _of_classes(said: object) -> str:
    return f"it names the columns of indicators and of probabilities; {listing_of(said)}"


_INSTEAD: Mapping[str, Callable[[object], str]] = {
    "classes": _of_classes,
    "positive": lambda said: listing_of([said]),
    "slots": lambda _: "it names the parts of tuples: kind='tuples'",
    "end": lambda _: "it is of spans: kind='spans' reads (start, end, label)",
    "scheme": lambda _: "it is of lists of tags, one for each token: kind='tags'",
    "labels": lambda _: "it says how 1 and '1' compare where both are there",
}
"""What does elsewhere what an argument would have done."""
