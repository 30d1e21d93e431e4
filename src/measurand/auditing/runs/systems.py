"""Runs side by side: what each item is worth to each system, what each lacks, and other readings.

Runs are joined by item, which has to be the same one: same input and target, as their digests say.
An item is worth the mean of its attempts that have a score, as harnesses reduce epochs. What lacks
a score is left out, with its reason. That is one reading of several that are defensible: missing
items may count as wrong, epochs may be reduced otherwise, a mean may be of attempts or of groups,
another scorer may be asked. Each of these gives scores of its own, and maybe another order.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isfinite

from attrs import frozen

from measurand.auditing.runs.inspect_metrics import HARNESS as INSPECT
from measurand.auditing.runs.inspect_reducers import understood
from measurand.evidence.runs import Attempt, Run, Value

ERROR, UNSCORED, ABSENT, OTHER = "error", "no score", "not there", "another input or target"
_SHOWN = 1000


@frozen(kw_only=True)
class System:
    """A run as one system of several.

    `attempts` are those that have a score, by item, in the order of epochs; `missing` are the
    reasons why items have none; `planned` is how many attempts an item was to have.
    """

    name: str
    run: Run
    attempts: Mapping[str, Sequence[Fraction]]
    missing: Mapping[str, str]
    planned: int
    labels: Mapping[str, Mapping[str, str]]

    @property
    def scores(self) -> dict[str, Fraction]:
        """Give the mean of the attempts of each item."""
        return {item: _mean(values) for item, values in self.attempts.items()}

    @property
    def lacks(self) -> Mapping[str, int]:
        """Count items without a score by reason."""
        return dict(Counter(self.missing.values()))


def columns_of(run: Run) -> tuple[str, ...]:
    """Name what may be compared of a run: its scorers, and keys of those that score several things.

    >>> run = Run(file="a", harness="b", attempts=(Attempt(item="x", scores={"s": {"k": 1.0}}),))
    >>> columns_of(run)
    ('s/k',)
    """
    found: dict[str, None] = {}
    for attempt in run.attempts or ():
        for name, value in attempt.scores.items():
            if isinstance(value, Mapping):
                found |= dict.fromkeys(f"{name}/{key}" for key in value)
            elif not isinstance(value, Sequence) or isinstance(value, str):
                found[name] = None
    return tuple(found)


def _value(attempt: Attempt, column: str, harness: str) -> Fraction | None:
    """Take the number of an attempt; None where it has none."""
    found: Value = attempt.scores.get(column)
    if column not in attempt.scores:
        name, _, key = column.rpartition("/")
        inner = attempt.scores.get(name)
        found = inner.get(key) if isinstance(inner, Mapping) else None
    if found is None or isinstance(found, Mapping):
        return None
    if isinstance(found, str):
        number = understood(found) if harness == INSPECT else None
    elif isinstance(found, Sequence):
        return None
    else:
        number = float(found)
    return Fraction(number) if number is not None and isfinite(number) else None


def systems_of(runs: Mapping[str, Run], column: str) -> tuple[System, ...]:
    """Put runs side by side under one column.

    An item whose input or target is another one in some run is none that all have: there it counts
    as missing in the runs that differ from the first that has it.

    >>> runs = {name: Run(file=name, harness="b", attempts=(Attempt(item="x", scores={"s": 1.0}),))
    ...         for name in "ab"}
    >>> [one.scores for one in systems_of(runs, "s")]
    [{'x': Fraction(1, 1)}, {'x': Fraction(1, 1)}]
    """
    contents: dict[str, bytes] = {}
    every: dict[str, None] = {}
    for run in runs.values():
        for attempt in run.attempts or ():
            every[attempt.item] = None
            if attempt.content:
                contents.setdefault(attempt.item, attempt.content)
        every |= dict.fromkeys(run.items or ())
    return tuple(_system(name, run, column, contents, every) for name, run in runs.items())


def _system(
    name: str, run: Run, column: str, contents: Mapping[str, bytes], every: Mapping[str, None]
) -> System:
    attempts: dict[str, list[Fraction]] = {}
    missing = dict.fromkeys(every, ABSENT)
    labels: dict[str, Mapping[str, str]] = {}
    for one in run.attempts or ():
        item = one.item
        if one.content and contents.get(item, one.content) != one.content:
            missing[item] = OTHER
            continue
        labels.setdefault(item, {key: str(value) for key, value in one.labels.items()})
        value = _value(one, column, run.harness)
        if value is not None:
            attempts.setdefault(item, []).append(value)
        else:
            missing[item] = ERROR if one.error else UNSCORED
    for item in attempts:
        missing.pop(item, None)
    return System(
        name=name,
        run=run,
        attempts=attempts,
        missing=missing,
        planned=max(run.epochs, max(map(len, attempts.values()), default=1)),
        labels=labels,
    )


def clusters_of(systems: Sequence[System], key: str) -> dict[str, str]:
    """Name the cluster of each item by a label; items without one are clusters of their own.

    >>> clusters_of([], "topic")
    {}
    """
    found: dict[str, str] = {}
    for one in systems:
        for item, labels in one.labels.items():
            if key in labels:
                found.setdefault(item, f"{key}: {labels[key]}")
    return (
        {item: found.get(item, f"item {item}") for one in systems for item in one.attempts}
        if found
        else {}
    )


def label_names(systems: Sequence[System]) -> tuple[str, ...]:
    """Name the labels that items have.

    >>> label_names([])
    ()
    """
    return tuple(
        dict.fromkeys(key for one in systems for labels in one.labels.values() for key in labels)
    )


Reading = Callable[[System], Fraction | None]


def readings_of(
    systems: Sequence[System], key: str | None = None
) -> dict[str, dict[str, Fraction]]:
    """Score all systems under other readings than the one that was asked for.

    Those that cannot differ are left out: epochs where there is one attempt of an item, missing
    items where none is missing.

    >>> runs = {"a": Run(file="a", harness="b", attempts=(
    ...     Attempt(item="x", scores={"s": 1.0}), Attempt(item="y", error="cut off")))}
    >>> readings_of(systems_of(runs, "s"))
    {'missing as wrong': {'a': Fraction(1, 2)}}
    """
    found: dict[str, Reading] = {}
    if any(one.missing for one in systems):
        found["missing as wrong"] = _as_wrong
    together = _common(systems)
    if together and any(len(one.attempts) > len(together) for one in systems):
        found["items that all have"] = lambda one: _mean([one.scores[item] for item in together])
    times = {len(values) for one in systems for values in one.attempts.values()}
    if times - {1}:
        found["first attempt of an item"] = _reduced(lambda values: values[0])
        found["best attempt of an item"] = _reduced(max)
        found["worst attempt of an item"] = _reduced(min)
    if len(times) > 1:
        found["mean of attempts"] = lambda one: _mean(
            [value for values in one.attempts.values() for value in values]
        )
    if key is not None:
        found[f"mean of groups ({key})"] = lambda one: _of_groups(one, key)
    scored = {
        name: {one.name: score for one in systems if (score := reading(one)) is not None}
        for name, reading in found.items()
    }
    return {name: scores for name, scores in scored.items() if scores}


def _common(systems: Sequence[System]) -> list[str]:
    if not systems:
        return []
    return [item for item in systems[0].attempts if all(item in one.attempts for one in systems)]


def _as_wrong(one: System) -> Fraction | None:
    """Give the mean with all attempts that were planned and have no score as 0."""
    items = len(one.attempts) + len(one.missing)
    if not items:
        return None
    total = sum((value for some in one.attempts.values() for value in some), start=Fraction(0))
    return total / (items * one.planned)


def _reduced(how: Callable[[Sequence[Fraction]], Fraction]) -> Reading:
    return lambda one: _mean([how(values) for values in one.attempts.values()])


def _of_groups(one: System, key: str) -> Fraction | None:
    groups: dict[str, list[Fraction]] = {}
    for item, score in one.scores.items():
        groups.setdefault(one.labels.get(item, {}).get(key, ""), []).append(score)
    return _mean([_mean(some) for some in groups.values()])


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, start=Fraction(0)) / len(values) if values else Fraction(0)


def missing_item_lines(systems: Sequence[System]) -> Iterator[str]:
    """Say which systems lack items, and why.

    >>> runs = {"a": Run(file="a", harness="b", attempts=(
    ...     Attempt(item="x", scores={"s": 1.0}), Attempt(item="y", error="cut off")))}
    >>> list(missing_item_lines(systems_of(runs, "s")))
    ['a lacks 1 of 2 items: error 1']
    """
    for one in systems:
        if one.missing:
            number = len(one.attempts) + len(one.missing)
            why = ", ".join(f"{reason} {count}" for reason, count in one.lacks.items())
            yield f"{one.name} lacks {len(one.missing)} of {number} items: {why}"
