"""Columns whose gold nobody named: what they may be by names and values, and what that offers.

Nothing is taken for what it may be: a command says `if`, and which columns it reads as what.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from measurand.auditing.claims.default_space import MOST_CLASSES
from measurand.auditing.proofs.sheet import Role
from measurand.edges.cli.offered import next_step
from measurand.edges.files.json.value import FaultError, Json, Number, exact, spelled_number
from measurand.edges.files.samples.guesses import Rows, guessed_path
from measurand.edges.registry import NextStep, Unlock
from measurand.edges.tables.vocabulary import head_of

Steps = Iterator[NextStep | Unlock]
"""Commands that can be run, and what would unlock others."""

MOST_NAMED = 4
"""How many columns or rows are named; the others are counted."""

NO_IDS = "ids: --field id=COLUMN, where a column differs in all records (A+B joins two)"
IDS = ("id", "sample_id", "doc_id", "example_id", "uid", "qid", "idx")
"""What a column of ids is called, in small letters."""

_CALLED_GOLD = ("label", "labels", "y_true", "true", "truth", "actual", "correct", "target", "gold")
_CALLED_PRED = ("y_pred", "yhat", "y_hat", "guess", "response", "predicted", "prediction", "pred")


def called_sides(rows: Rows) -> tuple[str, str] | None:
    """Name two columns of labels that are called as gold and predictions often are.

    >>> called_sides([{"y_true": "a", "y_pred": "b"}]), called_sides([{"a": "a", "b": "b"}])
    (('y_true', 'y_pred'), None)
    """
    called = {
        side: [key for key in rows[0] if not _parts(key).isdisjoint(names)]
        for side, names in (("gold", _CALLED_GOLD), ("pred", _CALLED_PRED))
    }
    # A predicted label is called both: it is predicted.
    golds = [key for key in called["gold"] if key not in called["pred"]]
    if len(golds) != 1 or len(called["pred"]) != 1:
        return None
    sides = golds[0], called["pred"][0]
    texts = [[row.get(key) for row in rows] for key in sides]
    filled = all(isinstance(value, str) and value.strip() for side in texts for value in side)
    classes = len({str(value) for value in texts[0]}) <= MOST_CLASSES
    return sides if filled and classes and not _with_scores(rows, sides) else None


def _with_scores(rows: Rows, sides: Sequence[str]) -> bool:
    """Tell whether one side alone is numbers that are not whole: these are scores, no labels."""
    broken = [any(one.denominator > 1 for one in numbers_in(rows, side)) for side in sides]
    return any(broken) and not all(broken)


def _parts(key: str) -> set[str]:
    """Part the name of a column: `gold_label` and `Gold Label` are called gold, and label.

    >>> sorted(_parts("Gold Label"))
    ['gold', 'gold_label', 'label']
    """
    plain = plain_name(key)
    return {plain, *plain.split("_")}


def plain_name(key: str) -> str:
    """Write the name of a column in small letters, its words parted by one line.

    >>> plain_name("Sample ID")
    'sample_id'
    """
    return "_".join(re.findall(r"[^\W_]+", key.lower()))


def of_raters(file: str, words: tuple[str, ...], rows: Rows) -> Steps:
    """Ask for the agreement of columns that hold the same few labels.

    >>> rows = [{"ann": "a", "bob": "b"}, {"ann": "b", "bob": "a"}]
    >>> [step.does for step in of_raters("a.csv", (), rows)]
    ['how far ann, bob agree, if they are raters']
    """
    labels = {name: {str(row.get(name)) for row in rows} for name in rows[0] if name.isidentifier()}
    alike = {name: found for name, found in labels.items() if len(found) <= MOST_CLASSES}
    raters = [
        name
        for name, found in alike.items()
        if name not in IDS
        and len(found) > 1
        and any(
            len(found & other) * 2 > len(found | other)
            for key, other in alike.items()
            if key != name
        )
    ]
    if len(raters) > 1:
        read = ("--items", "ratings", "--field", f"gold={'+'.join(map(guessed_path, raters))}")
        does = f"how far {few(raters)} agree, if they are raters"
        yield next_step(does, "score", file, *read, *words, "-d", "krippendorff_alpha")


def of_numbers(
    file: str, words: tuple[str, ...], columns: Mapping[str, Sequence[Fraction]]
) -> Steps:
    """Score two columns of numbers where no third could be meant: a chance and what came of it.

    >>> columns = {"p": (Fraction(1, 2), Fraction(1, 4)), "y": (Fraction(1), Fraction(0))}
    >>> [step.does for step in of_numbers("a.csv", (), columns)]
    ['how well p foretells y, if y is gold']
    """
    numbers = {name: found for name, found in columns.items() if found and name not in IDS}
    chances = [name for name, found in numbers.items() if _are_chances(found)]
    events = [name for name, found in numbers.items() if set(found) == {0, 1}]
    others = [
        name
        for name in numbers
        if name not in {*chances, *events} and head_of(name).role is not Role.SAMPLES
    ]
    if len(chances) == len(events) == 1:
        gold, predicted = events[0], chances[0]
        said, tested = f"score={predicted},label={gold}", ("auc", "brier")
    elif len(others) == len(("gold", "predicted")):
        gold, predicted = others
        said, tested = f"gold={gold},predicted={predicted}", ("spearman", "mae")
    else:
        return
    definitions = (word for name in tested for word in ("-d", f"{name}({said})"))
    read = ("--number", gold, "--number", predicted)
    does = f"how well {predicted} foretells {gold}, if {gold} is gold"
    yield next_step(does, "score", file, *words, *read, *definitions)


def id_key(rows: Rows) -> str:
    """Find the key of ids: one that is called so, or the first of texts that all differ.

    >>> id_key([{"n": 1, "Sample ID": 7}]), id_key([{"n": 1}])
    ('Sample ID', '')
    """
    named = [key for key in rows[0] if plain_name(key) in IDS]
    texts = [key for key in rows[0] if all(isinstance(row.get(key), str) for row in rows)]
    unlike = (key for key in texts if len({row[key] for row in rows}) == len(rows))
    return next(chain(named, unlike), "")


def of_battles(file: str, rows: Rows) -> Steps:
    """Offer to rank systems where records say which of two has won.

    >>> [*of_battles("a.csv", [{"model_a": "x", "model_b": "y"}])]
    []
    """
    if rows and all({"model_a", "model_b", "winner"} <= row.keys() for row in rows):
        yield next_step("which system is strongest, by who won", "arena", file)


def of_judges(file: str, rows: Rows) -> Steps:
    """Offer the judge's worth where one column is called a judge's, and one a human's.

    >>> rows = [{"id": "1", "judge": 1, "human": 0}]
    >>> [step.command for step in of_judges("a.csv", rows) if isinstance(step, NextStep)]
    ['measurand judge a.csv --judge judge --human human']
    """
    keys = [*dict.fromkeys(key for row in rows for key in row)]
    judges = [key for key in keys if _is_called(key, "judge", "llm") and _verdicts(rows, key)]
    humans = [key for key in keys if _is_called(key, "human") and _verdicts(rows, key)]
    if len(judges) == len(humans) == 1:
        key, both = id_key(rows), (judges[0], humans[0])
        if not key or key in both:
            yield Unlock("judge", NO_IDS)
            return
        judge, human = map(guessed_path, both)
        said = () if key == "id" else ("--field", f"id={guessed_path(key)}")
        meant = [("--word", f"{word}={_WORDS[word.lower()]}") for word in _words_in(rows, both)]
        words = ("--judge", judge, "--human", human, *said, *chain.from_iterable(meant))
        yield next_step("what the judge is worth, and the corrected score", "judge", file, *words)
    elif judges:
        yield Unlock("judge", f"human verdicts beside {judges[0]}, or a file of labels")


_WORDS = {
    **dict.fromkeys(("yes", "pass", "passed", "correct", "good"), 1),
    **dict.fromkeys(("no", "fail", "failed", "incorrect", "bad"), 0),
}
"""Words that verdicts are often, and what they stand for: offered, and never taken unsaid."""
_TRUTH = {"true", "false"}


def _is_called(key: str, *words: str) -> bool:
    return any(word in key.lower() for word in words)


def _words_in(rows: Rows, keys: Sequence[str]) -> Sequence[str]:
    """List the words that verdicts are, as they stand, each once."""
    texts = (value for row in rows for key in keys if isinstance(value := row.get(key), str))
    return [*dict.fromkeys(text.strip() for text in texts if text.strip().lower() in _WORDS)]


def _verdicts(rows: Rows, key: str) -> bool:
    """Tell verdicts: 1 and 0, shares between, or words; empty where there is none."""
    there = [row.get(key) for row in rows if row.get(key) not in (None, "")]
    return bool(there) and all(map(_is_verdict, there))


def _is_verdict(value: Json) -> bool:
    if isinstance(value, str) and value.strip().lower() in _WORDS.keys() | _TRUTH:
        return True
    number = _number(value)
    return number is not None and 0 <= number <= 1


def numbers_in(rows: Rows, key: str) -> tuple[Fraction, ...]:
    """Give a column of numbers; nothing where it has anything else.

    >>> numbers_in([{"n": "0.5"}, {"n": 1}], "n"), numbers_in([{"n": "a"}], "n")
    ((Fraction(1, 2), Fraction(1, 1)), ())
    """
    found = tuple(_number(row.get(key)) for row in rows)
    numbers = tuple(one for one in found if one is not None)
    return numbers if key.isidentifier() and len(numbers) == len(found) else ()


def _are_chances(values: Sequence[Fraction]) -> bool:
    return all(0 <= value <= 1 for value in values) and not set(values) <= {0, 1}


def _number(value: Json) -> Fraction | None:
    if isinstance(value, bool):
        return Fraction(value)
    if not isinstance(value, str | int | float | Number):
        return None
    try:
        return exact(spelled_number(str(value)))
    except FaultError:
        return None


def few(names: Sequence[str]) -> str:
    """Name the first few, and count the others.

    >>> few("abcdef")
    'a, b, c, d and 2 more'
    """
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
