"""How lm-evaluation-harness makes its numbers: of rows, of printed numbers, of tasks of a group.

With rows a number is aggregated anew, and its error to the last bit (`inference/lm_eval`). Without
them the error of a mean of zeros and ones still follows from the mean and the number of rows; the
harness prints `sample_len`, the largest number of any metric of the task, so a smaller one may be
meant. A group follows from its tasks alone; how it weighs them is not in the file, and tried.

Some print four digits and no more. Numbers are then known to half a unit of the last, and what is
computed of them lies in an interval.
"""

from collections.abc import Iterator, Sequence
from math import isnan, nan, sqrt

from attrs import evolve, field, frozen

from measurand.evidence.runs import Computed, Denominators, Run, Total, Unknown, Value, near
from measurand.inference.lm_eval import (
    Aggregation,
    Grouping,
    UnfitRowsError,
    aggregate,
    error,
    group,
    group_error,
    signature,
    softmax,
)
from measurand.inference.lm_eval import Value as Row
from measurand.values.score import Undefined

HARNESS = "lm-eval"
READ = "0.4.13"
"""The version whose source was read."""
NO_ROWS = "no samples_*.jsonl of the task stands beside the results"
ZERO_OR_ONE = frozenset({"acc", "acc_norm", "acc_bytes", "acc_mutual_info", "exact_match"})
"""Metrics that are 0 or 1 of every row, as far as their names tell."""

_FEWEST = 2
_HALF, _FLAT = 0.5, 0.25
_MOST_TRIED = 1_000_000


def rows_of(how: Aggregation, values: Sequence[Value]) -> list[Row]:
    """Take the values of rows as an aggregation does: lists are rows of several values.

    >>> rows_of(Aggregation.F1, [[1, 0]]), rows_of(Aggregation.BRIER, [[0, [0.0, 0.0]]])
    ([(1, 0)], [(0, (0.5, 0.5))])
    """
    found = [_fixed(one) for one in values]
    return [_shares(one) for one in found] if how is Aggregation.BRIER else found


def _fixed(value: Value) -> Row:
    if isinstance(value, str | float | int) or value is None:
        return value
    return tuple(map(_fixed, value))


def _shares(row: Row) -> Row:
    """Turn log-likelihoods beside a label to probabilities."""
    match row:
        case (int() as gold, tuple() as logs):
            return gold, softmax([float(one) for one in logs if isinstance(one, float | int)])
        case _:
            return row


@frozen(kw_only=True)
class RowsRecipe:
    """An aggregate of the rows of a metric behind a filter; with `iters` its error.

    >>> RowsRecipe(column="acc,none", how=Aggregation.MEAN).signature
    'lm-eval[0.4.13]:mean(acc,none)'
    """

    column: str
    how: Aggregation
    iters: int | None = None
    version: str = READ
    planned: int | None = None

    @property
    def signature(self) -> str:
        """Name the aggregation, and of which column."""
        return signature(self.how, self.iters, self.version, self.column)

    def compute(self, run: Run) -> Computed | Unknown:
        """Aggregate the rows."""
        if self.column not in run.values:
            return Unknown(NO_ROWS)
        values = rows_of(self.how, [value for _, value in run.values[self.column]])
        try:
            found = (
                aggregate(self.how, values)
                if self.iters is None
                else error(self.how, values, self.iters)
            )
        except UnfitRowsError as wrong:
            return Unknown(f"rows that are no {self.how.value}: expected {wrong}")
        chain = Denominators(
            planned=self.planned,
            logged=len(run.attempts or ()),
            with_score=len(values),
            scored=len(values),
        )
        if isinstance(found, Undefined):
            if self.iters is None or _is_left_open(found):
                return Unknown(found.reason)
            return Computed(value=nan, low=nan, high=nan, denominators=chain, note=found.reason)
        numbers = [float(one) for one in values if isinstance(one, float | int)]
        size = max(map(abs, numbers), default=0.0)
        return near(
            found,
            terms=len(values),
            size=size if self.how is Aggregation.MEAN else 0.0,
            denominators=chain,
            total=self._total(numbers) if self.iters is None else None,
        )

    def _total(self, numbers: Sequence[float]) -> Total | None:
        """Sum what lies between 0 and 1, where there is a mean of it."""
        plain = self.how is Aggregation.MEAN and self.planned is not None and bool(numbers)
        if not plain or not all(0 <= one <= 1 for one in numbers):
            return None
        planned = max(self.planned or 0, len(numbers))
        return Total(sum=sum(numbers), scored=len(numbers), planned=planned)


def _is_left_open(found: Undefined) -> bool:
    """Tell an error that we do not compute from one that the tool does not print."""
    return " here" in found.reason


@frozen(kw_only=True)
class RowCountRecipe:
    """`sample_len`: the largest number of rows that have a metric.

    >>> RowCountRecipe(columns=("acc,none",)).signature
    'lm-eval:sample_len(rows of acc,none)'
    """

    columns: tuple[str, ...]

    @property
    def signature(self) -> str:
        """Name what is counted."""
        return f"{HARNESS}:sample_len(rows of {', '.join(self.columns)})"

    def compute(self, run: Run) -> Computed | Unknown:
        """Count rows, of each metric in turn."""
        counts = [len(run.values[one]) for one in self.columns if one in run.values]
        return near(float(max(counts))) if counts else Unknown(NO_ROWS)


@frozen(kw_only=True)
class ErrorOfMeanRecipe:
    """The error of a mean of zeros and ones, from the printed mean: sqrt(x (1 - x) / (n - 1)).

    `rows` is `sample_len`, which the number of rows of one metric may be below: where it does not
    fit and a smaller one does, that one is meant. `slack` is half a unit of the last digit printed.

    >>> made = ErrorOfMeanRecipe(mean=0.5, printed=0.5, rows=4)
    >>> made.compute(Run(file="a", harness="lm-eval")).note
    'of 2 rows, as the mean and its error say; sample_len is 4'
    """

    mean: float
    printed: float
    rows: int
    slack: float = 0.0
    column: str = ""
    certain: bool = True

    @property
    def signature(self) -> str:
        """Name the formula."""
        return f"{HARNESS}:stderr(mean of zeros and ones, n={self.rows})({self.column})"

    def compute(self, _run: Run) -> Computed | Unknown:
        """Compute the error for so many rows, or for fewer where that alone fits."""
        if self.rows < _FEWEST:
            return Computed(value=nan, low=nan, high=nan, note="one row alone")
        found = self._of(self.rows)
        if found.fits(self.printed):
            return found
        fewer = [
            n for n in fitting(self.mean, self.printed, self.rows, self.slack) if n < self.rows
        ]
        if fewer:
            note = f"of {fewer[-1]} rows, as the mean and its error say; sample_len is {self.rows}"
            return evolve(self._of(fewer[-1]), note=note)
        if not self.certain and self.printed**2 * (self.rows - 1) <= self.mean * (1 - self.mean):
            return Unknown(f"{NO_ROWS}; possible where its values lie between 0 and 1")
        return found

    def _of(self, rows: int) -> Computed:
        low, middle, high = (
            sqrt(max(0.0, x * (1 - x)) / (rows - 1)) for x in around(self.mean, self.slack)
        )
        # The largest deviation is at one half.
        if abs(self.mean - _HALF) <= self.slack:
            high = max(high, _HALF / sqrt(rows - 1))
        close = near(middle)
        return Computed(
            value=middle,
            low=min(low, high, close.low) - self.slack,
            high=max(low, high, close.high) + self.slack,
        )


def around(value: float, slack: float) -> tuple[float, float, float]:
    """Give the least and the largest share that prints as a number, and the number.

    >>> around(0.5, 0.25)
    (0.25, 0.5, 0.75)
    """
    return max(0.0, value - slack), value, min(1.0, value + slack)


def fitting(mean: float, printed: float, most: int, slack: float = 0.0) -> list[int]:
    """List the numbers of rows, up to `most`, of which a mean of zeros and ones has an error.

    >>> fitting(20 / 24, sqrt(20 / 24 * 4 / 24 / 23), 30)
    [24]
    >>> fitting(0.5, 0.0, 1000)
    []
    """
    if not 0 < mean < 1:
        return list(range(_FEWEST, most + 1)) if printed <= slack else []
    if printed <= slack:
        return []
    # n - 1 is x (1 - x) / s^2: only numbers near that are looked at.
    low, middle, high = around(mean, slack)
    spread = [x * (1 - x) for x in (low, middle, high)] + [_FLAT] * (low <= _HALF <= high)
    least = min(spread) / (printed + slack) ** 2
    largest = max(spread) / max(printed - slack, 1e-300) ** 2
    start, end = max(_FEWEST, int(least * (1 - 1e-8))), min(most, int(largest * (1 + 1e-8)) + 2)
    found = []
    for n in range(start, min(end, start + _MOST_TRIED) + 1):
        hits = round(mean * n)
        if abs(hits - mean * n) <= n * (slack + 1e-9) and hits in range(n + 1):
            exact = sqrt(hits / n * (1 - hits / n) / (n - 1))
            if abs(exact - printed) <= slack + 1e-9 * exact:
                found.append(n)
    return found


def hits_of(mean: float, rows: int, slack: float = 0.0) -> int | None:
    """Say how many of so many rows a mean of zeros and ones counts; None where no number does.

    >>> hits_of(0.3333, 198, 0.00005), hits_of(0.34, 3)
    (66, None)
    """
    if not 0 <= mean <= 1:
        return None
    hits = round(mean * rows)
    return hits if 0 <= hits <= rows and abs(hits - mean * rows) <= rows * (slack + 1e-9) else None


@frozen(kw_only=True)
class Task:
    """What a group sees of a task: its number, the error (NaN: N/A), and its `sample_len`.

    >>> Task(name="a", value=0.5, error=0.1, rows=26).rows
    26
    """

    name: str
    value: float
    error: float
    rows: int | None


@frozen(kw_only=True)
class GroupRecipe:
    """The number of a group from those of its tasks; with `of_error` its error.

    >>> tasks = [Task(name=str(rows), value=rows // 3, error=0, rows=rows) for rows in (3, 1)]
    >>> made = GroupRecipe(column="acc,none", tasks=tuple(tasks), how=Grouping.WEIGHTED)
    >>> made.signature, made.compute(Run(file="a", harness="lm-eval")).value
    ('lm-eval[0.4.13]:group(weighted, 2 tasks)(acc,none)', 0.75)
    """

    column: str
    tasks: tuple[Task, ...] = field()
    how: Grouping
    of_error: bool = False
    slack: float = 0.0
    version: str = READ

    @property
    def signature(self) -> str:
        """Name how tasks are weighed."""
        what = "stderr of group" if self.of_error else "group"
        tasks = f"{len(self.tasks)} tasks"
        return f"{HARNESS}[{self.version}]:{what}({self.how.value}, {tasks})({self.column})"

    def compute(self, _run: Run) -> Computed | Unknown:
        """Compute the number, with the least and the largest that rounded tasks allow."""
        if not self.tasks:
            return Unknown("no task of the group has this metric")
        sizes = [one.rows for one in self.tasks]
        needed = self.how is not Grouping.PLAIN and (self.of_error or self.how is Grouping.WEIGHTED)
        if needed and None in sizes:
            return Unknown("the sizes of its tasks are not printed")
        rows = [size or 0 for size in sizes]
        if not self.of_error:
            found = near(group(self.how, [one.value for one in self.tasks], rows))
            wide = 2 * self.slack
            return Computed(value=found.value, low=found.low - wide, high=found.high + wide)
        errors = [one.error for one in self.tasks]
        if any(map(isnan, errors)):
            return Computed(value=nan, low=nan, high=nan, note="a task has no error")
        lows = group_error(self.how, [max(0.0, one - self.slack) for one in errors], rows)
        middle = group_error(self.how, errors, rows)
        highs = group_error(self.how, [one + self.slack for one in errors], rows)
        if isinstance(middle, Undefined) or isinstance(lows, Undefined):
            return Unknown("tasks of one row each")
        if isinstance(highs, Undefined):
            return Unknown(highs.reason)
        close = near(middle)
        zeros = [one.name for one in self.tasks if one.error == 0 and 0 < one.value < 1]
        note = f"it follows from its tasks, of which {len(zeros)} print 0" if zeros else ""
        return Computed(
            value=middle,
            low=min(close.low, lows - self.slack),
            high=max(close.high, highs + self.slack),
            note=note,
        )


@frozen(kw_only=True)
class GroupCountRecipe:
    """`sample_len` of a group: the sum of those of its tasks.

    >>> GroupCountRecipe(rows=(3, 4)).compute(Run(file="a", harness="lm-eval")).value
    7.0
    """

    rows: tuple[int, ...]

    @property
    def signature(self) -> str:
        """Name what is added."""
        return f"{HARNESS}:sample_len(sum of {len(self.rows)} tasks)"

    def compute(self, _run: Run) -> Computed | Unknown:
        """Add up."""
        return near(float(sum(self.rows)))


GROUPINGS = (Grouping.WEIGHTED, Grouping.PLAIN, Grouping.PLAIN_POOLED)


def group_recipes(
    column: str, tasks: tuple[Task, ...], *, of_error: bool, slack: float, version: str
) -> Iterator[GroupRecipe]:
    """List the ways to make a number of a group, in the same order for all numbers of a column."""
    for how in GROUPINGS:
        yield GroupRecipe(
            column=column, tasks=tasks, how=how, of_error=of_error, slack=slack, version=version
        )
