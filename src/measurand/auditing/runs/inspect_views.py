"""Which list of values a metric of inspect_ai sees: a scorer, its key, epochs reduced or not.

The rows are those that have a score of the scorer, one value an item after its epochs were reduced,
those dropped that are NaN. So three things shape a number before its formula: whether attempts that
ended in an error keep their score, which reducer makes one value of several epochs, and that an
epoch without a value is no part of its item.

Source: inspect_ai 0.3.285 and 0.3.137, `_eval/task/results.py`.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from math import comb, fsum, nan
from weakref import WeakKeyDictionary

from attrs import evolve, frozen

from measurand.auditing.runs.inspect_reducers import (
    COUNTING,
    Clash,
    is_nan,
    number_of,
    of_epochs,
    reducer_of,
    understood,
)
from measurand.evidence.runs import Attempt, Column, Denominators, Run, Total, Value
from measurand.values.fault import shown


class Errored(Enum):
    """Whether an attempt that ended in an error counts where it has a score all the same."""

    KEPT = "kept"
    DROPPED = "dropped"


UNREDUCED = ""


@frozen(kw_only=True)
class View:
    """Which values a metric sees: of a scorer, or a key of its values, epochs reduced or not.

    `reducer` is named as logs do, such as `pass_at_2`; empty: each attempt is a value of its own.
    `short` is what pass@k gives where fewer than k epochs have a value: it was 1 by mistake, and is
    no value now. An epoch is right whose value is at least `threshold`, which reducers that count
    have, and no log names.

    >>> View(scorer="match", reducer="mean").column
    'match'
    """

    scorer: str
    key: str | None = None
    reducer: str = "mean"
    errored: Errored = Errored.KEPT
    short: float | None = None
    threshold: float = 1.0

    @property
    def column(self) -> str:
        """Name the list of values, before it is known whether errors are in it."""
        named = self.scorer if self.key is None else f"{self.scorer}/{self.key}"
        return named if self.reducer in {"mean", UNREDUCED} else f"{named}/{self.reducer}"


@frozen
class Row:
    """A value that a metric sees, and the labels of its item.

    >>> Row(1.0, {"topic": "salt"}).value
    1.0
    """

    value: Value
    labels: Mapping[str, Value]


@frozen
class Seen:
    """The rows that a metric of a scorer sees, and whether they have the labels of their items.

    >>> Seen("match", (), Denominators(), labelled=True).rows
    ()
    """

    scorer: str
    rows: tuple[Row, ...]
    denominators: Denominators
    labelled: bool


_MOST_KEPT = 8
_MOST_ALIKE = 10_000
_kept: WeakKeyDictionary[Run, dict[View, Seen | str]] = WeakKeyDictionary()
"""The views that were asked for last, of runs that are still there: numbers of a row share them."""


def _reduced(run: Run, view: View) -> Seen | str:
    """Give the values of a scorer after epochs, whatever the key, or why there are none."""
    kept = _kept.setdefault(run, {})
    if view not in kept:
        if len(kept) >= _MOST_KEPT:
            del kept[next(iter(kept))]
        kept[view] = _reduced_anew(run, view)
    return kept[view]


def _reduced_anew(run: Run, view: View) -> Seen | str:
    if run.attempts is None:
        return _stored(run, view.scorer, view.reducer)
    kept = [one for one in run.attempts if view.scorer in one.scores and _counts(one, view.errored)]
    rows = _rows(kept, view)
    if isinstance(rows, str):
        return rows
    chain = Denominators(
        planned=run.planned,
        logged=len(run.attempts),
        completed=sum(not one.error for one in run.attempts),
        with_score=len(kept),
        reduced=len(rows),
    )
    return Seen(view.scorer, rows, chain, labelled=True)


def _rows(kept: Sequence[Attempt], view: View) -> tuple[Row, ...] | str:
    """Make one row of each item, or of each attempt; rows that are alike are one value."""
    alike: dict[tuple[object, ...], Row] = {}

    def row(value: Value, labels: Mapping[str, Value]) -> Row:
        if isinstance(value, Mapping | list):
            return Row(value, labels)
        key = type(value), value, id(labels)
        if len(alike) < _MOST_ALIKE:
            return alike.setdefault(key, Row(value, labels))
        return alike.get(key) or Row(value, labels)

    if view.reducer == UNREDUCED:
        return tuple(row(one.scores[view.scorer], one.labels) for one in kept)
    reduce = reducer_of(view.reducer, threshold=view.threshold, short=view.short)
    if reduce is None:
        return f"the reducer {shown(view.reducer)} is none of inspect_ai's own"
    rows = []
    for same in _by_item(kept):
        value = of_epochs([one.scores[view.scorer] for one in same], reduce)
        if isinstance(value, Clash):
            return value.because
        rows.append(row(value, same[0].labels))
    return tuple(rows)


def _by_item(kept: Sequence[Attempt]) -> Iterator[Sequence[Attempt]]:
    """Give the attempts of each item, items as they come."""
    if len({one.item for one in kept}) == len(kept):
        yield from ([one] for one in kept)
        return
    items: dict[str, list[Attempt]] = {}
    for one in kept:
        items.setdefault(one.item, []).append(one)
    yield from items.values()


def _counts(one: Attempt, errored: Errored) -> bool:
    return errored is Errored.KEPT or not one.error


def _stored(run: Run, scorer: str, reducer: str) -> Seen | str:
    stored = run.values.get(f"{scorer}/{reducer}")
    if stored is None:
        return "the log has neither samples nor what they were reduced to"
    chain = Denominators(planned=run.planned, completed=run.completed, reduced=len(stored))
    return Seen(scorer, tuple(Row(value, {}) for _, value in stored), chain, labelled=False)


def told_beside(scorer: str, key: str) -> str:
    """Name what a scorer tells beside its value, as a label of the attempt.

    >>> told_beside("perplexity", "num_tokens")
    'perplexity: num_tokens'
    """
    return f"{scorer}: {key}"


def seen(run: Run, view: View) -> Seen | str:
    """Give the values that a metric sees in a view, those that are no score dropped.

    A text says why there are none.

    >>> seen(Run(file="a", harness="inspect_ai"), View(scorer="match"))
    'the log has neither samples nor what they were reduced to'
    """
    found = _reduced(run, evolve(view, key=None))
    if isinstance(found, str):
        return found
    rows = found.rows
    if view.key is not None:
        keyed: list[Row] = []
        for row in rows:
            if is_nan(row.value):
                continue
            if not isinstance(row.value, Mapping) or view.key not in row.value:
                return f"a value of {shown(view.scorer)} has no key {shown(view.key)}"
            keyed.append(Row(row.value[view.key], row.labels))
        rows = tuple(keyed)
    rows = tuple(row for row in rows if not is_nan(row.value))
    return evolve(found, rows=rows, denominators=evolve(found.denominators, scored=len(rows)))


def total_of(run: Run, view: View) -> Total | None:
    """Add the values of all attempts, where they are of the kind that can be counted as wrong.

    >>> total_of(Run(file="a", harness="inspect_ai"), View(scorer="match")) is None
    True
    """
    if run.attempts is None or view.reducer not in {"mean", UNREDUCED} or not run.planned:
        return None
    scores = (
        one.scores.get(view.scorer, nan) for one in run.attempts if _counts(one, view.errored)
    )
    keyed = (_key(one, view.key) for one in scores)
    numbers = [number_of(one) for one in keyed if not is_nan(one)]
    if not numbers or not all(0 <= one <= 1 for one in numbers) or len(numbers) > run.planned:
        return None
    return Total(sum=fsum(numbers), scored=len(numbers), planned=run.planned)


def _key(value: Value, key: str | None) -> Value:
    if key is None:
        return value
    return value.get(key, nan) if isinstance(value, Mapping) else nan


def values_given(run: Run, view: View) -> Iterator[Value]:
    """Give every value that a scorer gave, or those under a key.

    >>> run = Run(file="a", harness="inspect_ai", attempts=(Attempt(item="1", scores={"f1": 0.5}),))
    >>> list(values_given(run, View(scorer="f1")))
    [0.5]
    """
    for one in run.attempts or ():
        if view.scorer in one.scores:
            yield _key(one.scores[view.scorer], view.key)


def not_understood(run: Run, view: View) -> Iterator[str]:
    """Give each value of a view that counts as 0 since no number was understood of it.

    >>> run = Run(file="a", harness="inspect_ai",
    ...           attempts=(Attempt(item="1", scores={"judge": "mostly"}),))
    >>> list(not_understood(run, View(scorer="judge")))
    ['mostly']
    """
    for value in values_given(run, view):
        if isinstance(value, str) and understood(value) is None:
            yield value


_RIGHT_OR_WRONG = frozenset(("match", "includes", "exact", "pattern", "answer", "choice", "math"))
_GRADED = frozenset(("model_graded_qa", "model_graded_fact"))
_MOST_GRAIN = 10**6


def column_of(view: View, run: Run, *, scored: int | None, partial: bool) -> Column:
    """Say what is known of the values of a view without looking at them: by the scorer's name.

    Epochs keep the grain only where every attempt came through, and the scorer always gives a
    number. `partial` tells whether a grader may give half a point.

    >>> run = Run(file="a", harness="inspect_ai", planned=9, completed=9, epochs=3)
    >>> column_of(View(scorer="match"), run, scored=3, partial=False).grain
    3
    """
    graded = view.scorer in _GRADED
    known = view.key is None and (view.scorer in _RIGHT_OR_WRONG or graded)
    grain = 0 if not known else 2 if partial else 1
    if run.epochs > 1 and view.reducer != UNREDUCED:
        whole = not graded and run.planned is not None and run.planned == run.completed
        grain *= _epochs_grain(view.reducer, run.epochs) if whole else 0
    halves = " or 1/2" if partial else ""
    return Column(
        name=view.column,
        values=view.scorer if view.key is None else f"{view.scorer}/{view.key}",
        reducer=view.reducer,
        scored=scored,
        grain=grain if 0 < grain <= _MOST_GRAIN else None,
        binary=bool(grain) and not partial,
        premise=f"{view.scorer} gives 0 or 1{halves}" if grain else "",
        independent=grain == 1,
    )


def _epochs_grain(reducer: str, epochs: int) -> int:
    kind, _, k = reducer.rpartition("_")
    if reducer == "mean":
        return epochs
    if reducer == "median":
        return 2 - epochs % 2
    if reducer in {"mode", "max", "majority"} or kind == "at_least":
        return 1
    counted = kind in COUNTING and k.isdigit() and int(k) <= epochs <= _MOST_EPOCHS
    return comb(epochs, int(k)) if counted else 0


_MOST_EPOCHS = 1000
