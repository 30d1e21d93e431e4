"""What a record of Every Eval Ever says of its numbers: means and errors of instance rows, ranges.

A record is what a converter made of the log of another tool, so each number may have been made in
several ways, and rows are of attempts: several epochs of an item are several rows. A mean is of
rows, or of items after their epochs. A standard error is the plain one of either, or that of zeros
and ones; it may also be clustered or pooled, which the record does not say, so one that fits
nothing plain is left open. What no list of values in the range of the metric can have is refuted.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from math import fsum, isnan, sqrt

from attrs import evolve, frozen

from measurand.auditing.runs.arithmetic import mean, standard_error
from measurand.evidence.runs import Computed, Denominators, Run, Total, Unknown, near

HARNESS = "every_eval_ever"
NO_ROWS = "the record has no instance rows of this number"

_HALF, _LOOSE = 0.5, 1e-6
_FEWEST = 2


class Units(Enum):
    """What a number is of: instance rows, or items after the mean of their epochs."""

    ROWS = "rows"
    ITEMS = "items"


def values_of(run: Run, name: str, units: Units) -> list[float]:
    """List the values of a number, by row or by item.

    >>> run = Run(file="a", harness="b", values={"acc": [("x", 1.0), ("x", 0.0), ("y", 1.0)]})
    >>> values_of(run, "acc", Units.ROWS), values_of(run, "acc", Units.ITEMS)
    ([1.0, 0.0, 1.0], [0.5, 1.0])
    """
    rows = [
        (item, float(value))
        for item, value in run.values.get(name, ())
        if isinstance(value, float | int) and not isnan(value)
    ]
    if units is Units.ROWS:
        return [value for _, value in rows]
    items: dict[str, list[float]] = {}
    for item, value in rows:
        items.setdefault(item, []).append(value)
    return [mean(some) for some in items.values()]


@frozen(kw_only=True)
class MeanRecipe:
    """The mean of the instance rows that name a result, or of its items; `percent` of it.

    A percent stands on leaderboards, which round it: it may be off by as much as one instance is.

    >>> MeanRecipe(result="acc", units=Units.ITEMS).signature
    'every_eval_ever:mean(items)(acc)'
    """

    result: str
    units: Units
    printed: float | None = None
    open_as: str = ""
    percent: bool = False

    @property
    def signature(self) -> str:
        """Name what is averaged."""
        what = "percent of mean" if self.percent else "mean"
        return f"{HARNESS}:{what}({self.units.value})({self.result})"

    def compute(self, run: Run) -> Computed | Unknown:
        """Average the rows; where the metric may be no mean of them, only what fits is one."""
        values = values_of(run, self.result, self.units)
        if not values:
            return Unknown(NO_ROWS)
        shares = all(0 <= one <= 1 for one in values)
        plain = near(mean(values), terms=len(values), size=max(map(abs, values)))
        if self.percent and shares:
            plain = _percent(values)
        if self.open_as and (self.printed is None or not plain.fits(self.printed)):
            return Unknown(
                f"{self.open_as}; the mean of its {self.units.value} is {plain.value:.6g}"
            )
        rows = len(run.values.get(self.result, ()))
        chain = Denominators(logged=rows, with_score=rows, scored=len(values))
        total = Total(sum=fsum(values), scored=len(values), planned=len(values))
        return evolve(plain, denominators=chain, total=total if shares else None)


def _percent(values: Sequence[float]) -> Computed:
    """Give a percent, to as much as one instance is of it."""
    value, one = 100 * mean(values), 100 / len(values) + 1e-9
    return Computed(value=value, low=value - one, high=value + one)


@frozen(kw_only=True)
class CountRecipe:
    """`num_samples`: how many rows, or items, a number is of.

    >>> CountRecipe(result="acc", units=Units.ROWS).signature
    'every_eval_ever:num_samples(rows)(acc)'
    """

    result: str
    units: Units

    @property
    def signature(self) -> str:
        """Name what is counted."""
        return f"{HARNESS}:num_samples({self.units.value})({self.result})"

    def compute(self, run: Run) -> Computed | Unknown:
        """Count."""
        values = values_of(run, self.result, self.units)
        return near(float(len(values))) if values else Unknown(NO_ROWS)


@frozen(kw_only=True)
class ErrorRecipe:
    """A standard error as the plain one of rows or items; `clustered` where another may be meant.

    Without rows it is that of zeros and ones, if it is that of `number` of them.

    >>> made = ErrorRecipe(result="acc", units=Units.ROWS, printed=0.25, score=0.75, number=4)
    >>> made.compute(Run(file="a", harness="b")).value
    0.25
    """

    result: str
    units: Units
    printed: float
    score: float
    number: int | None
    clustered: bool = True
    percent: bool = False

    @property
    def signature(self) -> str:
        """Name the formula."""
        return f"{HARNESS}:stderr({self.units.value}, sd=n-1)({self.result})"

    def compute(self, run: Run) -> Computed | Unknown:
        """Compute the error; leave it open where it may be clustered."""
        values = values_of(run, self.result, self.units)
        if self.percent and all(0 <= one <= 1 for one in values):
            values = [100 * one for one in values]
        if values:
            found = near(standard_error(values), terms=len(values), size=1e-6)
            return found if found.fits(self.printed) or not self.clustered else self._other(values)
        most = 100 if self.percent else 1
        if self.number is not None and self.number >= _FEWEST and 0 <= self.score <= most:
            plain = near(sqrt(self.score * (most - self.score) / (self.number - 1)))
            if plain.fits(self.printed):
                return plain
        return Unknown(f"{NO_ROWS}; it may be pooled, clustered or drawn")

    def _other(self, values: Sequence[float]) -> Unknown:
        plain = standard_error(values)
        return Unknown(
            f"the plain error of {len(values)} {self.units.value} is {plain:.6g}; "
            "it may be clustered, and the record does not say of what"
        )


@frozen(kw_only=True)
class FileRecipe:
    """The number of rows of the file of instances.

    >>> FileRecipe(rows=3).compute(Run(file="a", harness="b")).value
    3.0
    """

    rows: int | None

    @property
    def signature(self) -> str:
        """Name what is counted."""
        return f"{HARNESS}:total_rows"

    def compute(self, _run: Run) -> Computed | Unknown:
        """Give the count."""
        return Unknown(NO_ROWS) if self.rows is None else near(float(self.rows))


@frozen(kw_only=True)
class Result:
    """A number of a record with what stands beside it; None where nothing does.

    Of a number that `falls` less is better.

    >>> Result(name="acc", scorer="", metric="acc", score=0.5).number is None
    True
    """

    name: str
    scorer: str
    metric: str
    score: float
    place: str = "$"
    low: float | None = None
    high: float | None = None
    error: float | None = None
    deviation: float | None = None
    lower: float | None = None
    upper: float | None = None
    number: int | None = None
    share: bool = False
    percent: bool = False
    falls: bool = False


def impossible(one: Result) -> Sequence[str]:
    """Say what no list of values in the range of the metric can have.

    >>> impossible(Result(name="a", scorer="", metric="a", score=1.5, low=0.0, high=1.0))
    ['a is 1.5, outside of 0 to 1']
    """
    return [*_of_score(one), *(_of_error(one, one.error) if one.error is not None else ())]


def _of_score(one: Result) -> Iterator[str]:
    low, high = one.low, one.high
    if (low is not None and one.score < low) or (high is not None and one.score > high):
        yield f"{one.name} is {one.score:g}, outside of {_ends(low, high)}"
    if one.lower is not None and one.upper is not None:
        if not one.lower <= one.upper:
            yield f"the interval of {one.name} ends below its start"
        elif not one.lower <= one.score <= one.upper:
            yield f"{one.name} is {one.score:g}, outside of its interval"


def _of_error(one: Result, error: float) -> Iterator[str]:
    said = f"the standard error of {one.name} is {error:g}"
    if error < 0:
        yield f"{said}, below 0"
    elif one.low is not None and one.high is not None:
        if error > _HALF * (one.high - one.low) * (1 + 1e-9):
            yield f"{said}, above half of its range"
        if error > 0 and one.score in {one.low, one.high}:
            yield f"{said} although all values are {one.score:g}"
    if one.deviation is not None and one.number:
        plain = one.deviation / sqrt(one.number)
        if abs(plain - error) > _LOOSE * max(plain, abs(error)):
            yield f"{said}, and {one.deviation:g} over the root of {one.number} is {plain:.6g}"


def _ends(low: float | None, high: float | None) -> str:
    return f"{'-inf' if low is None else f'{low:g}'} to {'inf' if high is None else f'{high:g}'}"


def shared_errors(results: Sequence[Result]) -> Sequence[str]:
    """Say which numbers of one scorer, that differ, stand beside one and the same error.

    Numbers whose spread is the same (p and 1 - p) may have one error.

    >>> one = Result(name="a", scorer="", metric="a", score=1.0, error=0.1)
    >>> shared_errors([one, Result(name="b", scorer="", metric="b", score=0.5, error=0.1)])
    ['one standard error, 0.1, stands beside numbers that differ: a (1), b (0.5)']
    """
    by_error: dict[tuple[str, float], list[Result]] = {}
    for one in results:
        if one.error:
            by_error.setdefault((one.scorer, one.error), []).append(one)
    told = []
    for (_, error), same in by_error.items():
        spreads = {round(one.score * (1 - one.score), 9) for one in same}
        if len(spreads) > 1:
            names = ", ".join(f"{one.name} ({one.score:.6g})" for one in same[:6])
            told.append(
                f"one standard error, {error!r}, stands beside numbers that differ: {names}"
            )
    return told


def copied_rows(run: Run, results: Sequence[Result]) -> Mapping[str, str]:
    """Name, for a number that is not the mean of its rows, another one whose rows these are.

    >>> rows = [("x", 1.0), ("y", 0.0)]
    >>> run = Run(file="a", harness="b", values={"all": rows, "some": rows})
    >>> two = [Result(name=n, scorer="", metric=n, score=s) for n, s in (("all", .5), ("some", 1))]
    >>> copied_rows(run, two)
    {'some': 'all'}
    """
    means = {
        one.name: mean(values)
        for one in results
        if (values := values_of(run, one.name, Units.ROWS))
    }
    right = [one for one in results if one.name in means and near(means[one.name]).fits(one.score)]
    return {
        one.name: other.name
        for one in results
        if one.name in means and one not in right
        for other in right[:1]
        if list(run.values[one.name]) == list(run.values[other.name])
    }
