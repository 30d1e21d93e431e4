"""What printed numbers alone exclude: rules between a mean, its error, its intervals, its groups.

They ask for no sample. A mean of n values that are multiples of 1/g is a multiple of 1/(n g); a
standard error of n values of 0 and 1 follows from their mean; an interval of Student's t is
centred at it. What a rule takes for granted stands in the premise of its column, and is told.

Harnesses print floats in full, so a number that is off by more than rounding is another number.
Where a log rounds (`Run.decimals`), half a unit of its last decimal is allowed. A mean may miss the
grid by 1e-9 of n; beyond n g = 10**7 the grid is too fine to say anything, and is not asked.

Source of the rule of means: Brown and Heathers (2017), doi 10.1177/1948550616673876.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import isnan, sqrt

from attrs import frozen
from toolz import groupby

from measurand.auditing.runs.arithmetic import t_interval
from measurand.evidence.runs import Aggregate, Column, Remark, Run, Statistic, Weight

_RELATIVE = 1e-9
_FINEST = 10**7
_MOST_SIZE = 10**6
_MOST_GROUPED = 3000
_LEVEL = 0.95


@frozen
class _Printed:
    """The numbers of one column, and how far rounding may have moved each."""

    column: Column
    numbers: tuple[Aggregate, ...]
    rounding: float

    def plain(self, statistic: Statistic) -> Aggregate | None:
        """Find the number of a kind that has no options."""
        found = (one for one in self.numbers if one.statistic is statistic and not one.options)
        return next((one for one in found if not isnan(one.printed)), None)

    def off(self, one: float, other: float) -> bool:
        """Tell whether two numbers are apart by more than rounding."""
        return abs(one - other) > self.rounding + _RELATIVE * max(abs(one), abs(other), 1e-6)


def impossible(numbers: Sequence[Aggregate], *, decimals: int | None = None) -> Iterator[Remark]:
    """Give what printed numbers exclude of one another, column by column.

    `decimals` are those to which the log rounds; None: floats in full.

    >>> column = Column(name="match", scored=12, grain=1, premise="match gives 0 or 1")
    >>> off = Aggregate(name="match: accuracy", metric="accuracy", printed=0.7, place="$",
    ...                 column=column, statistic=Statistic.MEAN)
    >>> [one.kind for one in impossible([off])]
    ['I1 grain']
    """
    rounding = 0.0 if decimals is None else 0.5 * 10.0**-decimals * (1 + _RELATIVE)
    named = [one for one in numbers if one.column is not None]
    for same in groupby(lambda one: one.column and one.column.name, named).values():
        column = same[0].column
        if column is not None:
            printed = _Printed(column, tuple(same), rounding)
            for rule in _RULES:
                yield from rule(printed)


def _remark(kind: str, says: str, printed: _Printed, one: Aggregate) -> Remark:
    premise = printed.column.premise
    tail = f", as {premise}" if premise else ""
    return Remark(kind=kind, says=f"{says}{tail}", weight=Weight.REFUTES, place=one.place)


def _grain(printed: _Printed) -> Iterator[Remark]:
    """I1: a mean of n multiples of 1/g is a multiple of 1/(n g)."""
    middle, column = printed.plain(Statistic.MEAN), printed.column
    if middle is None or not column.grain or not column.scored:
        return
    steps = column.scored * column.grain
    slack = _RELATIVE * steps + printed.rounding * steps
    if slack >= 0.25 or steps > _FINEST:  # noqa: PLR2004 # half of half a step says nothing
        return
    if abs(middle.printed * steps - round(middle.printed * steps)) > slack:
        says = f"{middle.name} {middle.printed!r} is no mean of {column.scored} values"
        yield _remark("I1 grain", says + _sizes(printed), printed, middle)


def _sizes(printed: _Printed) -> str:
    """Name the one number of values that the mean and its error have, where there is one."""
    middle, error = printed.plain(Statistic.MEAN), printed.plain(Statistic.STDERR)
    if middle is None or error is None or printed.column.grain != 1 or not error.printed:
        return ""
    size = middle.printed * (1 - middle.printed) / error.printed**2 + 1
    near = round(size)
    if near > _MOST_SIZE or near < 2 or abs(size - near) > 1e-6 * near:  # noqa: PLR2004
        return ""
    hits = middle.printed * near
    return f" (they fit {near})" if abs(hits - round(hits)) <= 1e-6 * near else ""


def _error(printed: _Printed) -> Iterator[Remark]:
    """I2: the standard error of n values of 0 and 1 is sqrt(x(1-x)/(n-1)), else at most that."""
    middle, error = printed.plain(Statistic.MEAN), printed.plain(Statistic.STDERR)
    column = printed.column
    if middle is None or error is None or column.grain is None or not column.scored:
        return
    if not 0 <= middle.printed <= 1 or column.scored < 2:  # noqa: PLR2004 # an error needs two
        return
    most = sqrt(middle.printed * (1 - middle.printed) / (column.scored - 1))
    exact = column.grain == 1 and column.independent
    wide = printed.rounding + _moved(printed, middle.printed, column.scored)
    low = most if exact else 0.0
    if not low * (1 - 1e-7) - wide <= error.printed <= most * (1 + 1e-7) + wide + 1e-12:
        way = "is" if exact else "is at most"
        says = (
            f"{error.name} {error.printed!r} beside a mean of {middle.printed!r}: "
            f"of {column.scored} values it {way} {most!r}"
        )
        yield _remark("I2 standard error", says + _sizes(printed), printed, error)


def _moved(printed: _Printed, middle: float, size: int) -> float:
    """Say how far the rounding of a mean moves the error that follows from it."""
    ends = (max(0.0, middle - printed.rounding), min(1.0, middle + printed.rounding))
    errors = [sqrt(end * (1 - end) / (size - 1)) for end in (*ends, middle)]
    return max(errors) - min(errors)


def _spreads(printed: _Printed) -> Iterator[Remark]:
    """I3: var = std^2 and std = stderr sqrt(n)."""
    std, var = printed.plain(Statistic.STD), printed.plain(Statistic.VAR)
    error, size = printed.plain(Statistic.STDERR), printed.column.scored
    if std and var and printed.off(sqrt(max(var.printed, 0.0)), std.printed):
        says = f"{var.name} {var.printed!r} is not the square of {std.name} {std.printed!r}"
        yield _remark("I3 spread", says, printed, var)
    if std and error and size and printed.off(std.printed / sqrt(size), error.printed):
        says = (
            f"{error.name} {error.printed!r} is not {std.name} {std.printed!r} over the root of "
            f"{size}"
        )
        yield _remark("I3 spread", says, printed, error)


def _intervals(printed: _Printed) -> Iterator[Remark]:
    """I3: bounds are in order about the mean; those of t are centred, Wilson's within 0 and 1."""
    middle, error = printed.plain(Statistic.MEAN), printed.plain(Statistic.STDERR)
    bounds = [one for one in printed.numbers if one.statistic in _BOUNDS]
    for same in groupby(lambda one: (one.metric, repr(one.options)), bounds).values():
        by_kind = {one.statistic: one for one in same}
        lower, upper = by_kind.get(Statistic.LOWER), by_kind.get(Statistic.UPPER)
        if lower is None or upper is None or isnan(lower.printed) or isnan(upper.printed):
            continue
        ends = f"{lower.name} {lower.printed!r} and {upper.name} {upper.printed!r}"
        if lower.printed > upper.printed + printed.rounding:
            yield _remark("I3 interval", f"{ends} are in the wrong order", printed, lower)
            continue
        if lower.metric == "ci_wilson" and not 0 <= lower.printed <= upper.printed <= 1:
            yield _remark("I3 interval", f"{ends} leave 0 to 1", printed, lower)
        other = lower.options.get("method", "t") != "t" or "to_float" in lower.options
        if middle is None or other or middle.printed == 0 == lower.printed == upper.printed:
            continue
        if lower.metric == "ci" and printed.off(
            (lower.printed + upper.printed) / 2, middle.printed
        ):
            says = f"{ends} are not centred at {middle.name} {middle.printed!r}"
            yield _remark("I3 interval", says, printed, lower)
        elif lower.metric == "ci" and error and _plain_t(lower):
            yield from _width(printed, lower, upper, error)


_BOUNDS = {Statistic.LOWER, Statistic.UPPER}


def _plain_t(one: Aggregate) -> bool:
    return not set(one.options) - {"method"}


def _width(
    printed: _Printed, lower: Aggregate, upper: Aggregate, error: Aggregate
) -> Iterator[Remark]:
    size = printed.column.scored
    if not size or size < 2:  # noqa: PLR2004 # an interval needs two
        return
    low, high = t_interval(0.0, error.printed, freedom=size - 1, level=_LEVEL)
    if printed.off(high - low, upper.printed - lower.printed):
        says = (
            f"{lower.name} and {upper.name} are {upper.printed - lower.printed!r} apart: from "
            f"{error.name} {error.printed!r} of {size} values it would be {high - low!r}"
        )
        yield _remark("I3 interval", says, printed, lower)


def _groups(printed: _Printed) -> Iterator[Remark]:
    """I4: the number of all groups is one that groups of some sizes have together."""
    grouped = [one for one in printed.numbers if one.statistic is Statistic.GROUP]
    for same in groupby(lambda one: repr(one.options), grouped).values():
        options = same[0].options
        label, how = str(options.get("all_label", "all")), options.get("all", "samples")
        every = next((one for one in same if one.part == label), None)
        parts = [one for one in same if one is not every and not isnan(one.printed)]
        inner = options.get("metric")
        name = inner.get("name") if isinstance(inner, Mapping) else ""
        plain = str(name).rpartition("/")[2] in {"accuracy", "mean"}
        if every is None or not parts or isnan(every.printed) or how is False:
            continue
        if how == "groups":
            middle = sum(one.printed for one in parts) / len(parts)
            if printed.off(middle, every.printed):
                says = f"{every.name} {every.printed!r}: the mean of its groups is {middle!r}"
                yield _remark("I4 groups", says, printed, every)
        elif plain and not _mixes(printed, [one.printed for one in parts], every.printed):
            says = f"{every.name} {every.printed!r} is no mean of groups of any sizes"
            yield _remark("I4 groups", says, printed, every)


def _mixes(printed: _Printed, parts: Sequence[float], every: float) -> bool:
    """Tell whether groups of some sizes have this mean together, of as many values as there are."""
    slack = printed.rounding + _RELATIVE * max(1.0, abs(every))
    if not min(parts) - slack <= every <= max(parts) + slack:
        return False
    size = printed.column.scored
    if printed.column.grain != 1 or not size or size > _MOST_GROUPED or printed.rounding:
        return True
    shares = [Fraction(one).limit_denominator(size) for one in parts]
    if any(abs(float(share) - one) > slack for share, one in zip(shares, parts, strict=True)):
        return False
    hits = round(every * size)
    return bool(_reachable(shares, size) >> hits & 1)


def _reachable(shares: Sequence[Fraction], size: int) -> int:
    """Give, as bits, the hits that groups of these shares can have together in so many values.

    A group of share p/q has q, 2q, 3q... values. So the sums are those of a knapsack that may be
    filled with each group again and again, once at least; its bits are moved by p for each q.
    """
    reach = [0] * (size + 1)
    reach[0] = 1
    for share in shares:
        step, hits = share.denominator, share.numerator
        filled = [0] * (size + 1)
        for at in range(step, size + 1):
            filled[at] = (reach[at - step] | filled[at - step]) << hits
        reach = filled
    return reach[size]


def _shares(printed: _Printed) -> Iterator[Remark]:
    """I4: shares of categories add up to 1, each of them of whole counts."""
    found = [one for one in printed.numbers if one.statistic is Statistic.SHARE]
    for same in groupby(lambda one: repr(one.options), found).values():
        if same[0].options.get("normalize") is False or any(isnan(one.printed) for one in same):
            continue
        total = sum(one.printed for one in same)
        if abs(total - 1) > _RELATIVE + printed.rounding * len(same) and total:
            says = f"the shares of {printed.column.name} add up to {total!r}"
            yield _remark("I4 shares", says, printed, same[0])
        yield from _whole(printed, same)


def _whole(printed: _Printed, same: Sequence[Aggregate]) -> Iterator[Remark]:
    size = printed.column.scored or 0
    slack = (_RELATIVE + printed.rounding) * size
    for one in same if size <= _FINEST and slack < 0.25 else ():  # noqa: PLR2004 # as for means
        if abs(one.printed * size - round(one.printed * size)) > slack:
            says = f"{one.name} {one.printed!r} is no share of {size} values"
            yield _remark("I4 shares", says, printed, one)


_RULES = (_grain, _error, _spreads, _intervals, _groups, _shares)


def across_reducers(
    numbers: Sequence[Aggregate], *, decimals: int | None = None
) -> Iterator[Remark]:
    """Give what the means of several reducers of the same values exclude (I5).

    For values of 0 and 1: pass^k is at most the mean, pass@k at least, the maximum at least; that
    at least k epochs are right becomes rarer as k grows. Only means of as many items are held
    against each other.
    """
    rounding = 0.0 if decimals is None else 0.5 * 10.0**-decimals
    means = [
        one
        for one in numbers
        if one.statistic is Statistic.MEAN
        and one.column is not None
        and one.column.binary
        and not one.options
        and not isnan(one.printed)
    ]
    for same in groupby(_values, means).values():
        by_reducer = {one.column.reducer: one for one in same if one.column is not None}
        for low, high in _ordered(by_reducer):
            if low.printed > high.printed + _RELATIVE + 2 * rounding:
                says = f"{low.name} {low.printed!r} is above {high.name} {high.printed!r}"
                yield Remark(kind="I5 reducers", says=says, weight=Weight.REFUTES, place=low.place)


def _values(one: Aggregate) -> tuple[str, int | None, str]:
    column = one.column
    return ("", None, "") if column is None else (column.values, column.scored, one.metric)


def _ordered(by_reducer: dict[str, Aggregate]) -> Iterator[tuple[Aggregate, Aggregate]]:
    """Pair the means of which the first is at most the second."""
    middle = by_reducer.get("mean")
    counted: list[tuple[int, Aggregate]] = []
    for name, one in by_reducer.items():
        kind, _, k = name.rpartition("_")
        if kind == "at_least" and k.isdigit():
            counted.append((int(k), one))
        if middle is not None and kind == "pass_k":
            yield one, middle
        if middle is not None and (kind == "pass_at" or name == "max"):
            yield middle, one
    counted.sort(key=lambda pair: pair[0])
    for (_, fewer), (_, more) in pairwise(counted):
        yield more, fewer


def of_counts(run: Run) -> Iterator[Remark]:
    """Give what the counts of a run exclude (I5): more completed than planned, more items than ids.

    >>> [one.kind for one in of_counts(Run(file="a", harness="toy", planned=2, completed=3))]
    ['I5 counts']
    """
    if run.planned is not None and run.completed is not None and run.completed > run.planned:
        says = f"{run.completed} attempts are completed of {run.planned}"
        yield Remark(kind="I5 counts", says=says, weight=Weight.REFUTES, place="$.results")
    counts = [one for one in run.aggregates if one.statistic is Statistic.COUNT and one.column]
    for same in groupby(
        lambda one: one.column and (one.column.name, one.column.place), counts
    ).values():
        by_metric = {one.metric: one.printed for one in same}
        total = by_metric.get("scored", 0.0) + by_metric.get("unscored", 0.0)
        most = None if run.items is None else len(set(run.items)) * _most_epochs(run, same[0])
        if most is not None and total > most:
            says = f"{same[0].name}: {total:.0f} values are scored or not, of {most} that can be"
            yield Remark(kind="I5 counts", says=says, weight=Weight.REFUTES, place=same[0].place)


def _most_epochs(run: Run, one: Aggregate) -> int:
    """Say how many values an item can have: one a reduction, or one an epoch."""
    reduced = one.column is not None and one.column.reducer
    return 1 if reduced else run.epochs
