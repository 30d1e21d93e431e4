"""How inspect_ai makes its numbers: views of scores, reducers of epochs, metrics.

A metric of inspect_ai sees one list of values. Which one is its `View`: the rows that have a score
of the scorer, one value an item after its epochs were reduced, those dropped that are NaN. So three
things shape a number before its formula: whether attempts that ended in an error keep their score,
which reducer makes one value of several epochs, and that an epoch without a value is left out of
its item rather than counted. All three are written in the signature of a recipe.

Sources: inspect_ai 0.3.285 and 0.3.137, `_eval/task/results.py`, `scorer/_reducer/reducer.py`,
`scorer/_metrics`; pass@k: Chen et al. (2021), arXiv 2107.03374, equation 1; pass^k: Yao et al.
(2024), arXiv 2406.12045.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from math import comb, fsum, isfinite, isnan, nan, sqrt
from statistics import NormalDist, median
from typing import TypeAlias

from attrs import evolve, field, frozen

from measurand.auditing.runs.arithmetic import (
    by_group,
    clustered_error,
    mean,
    normal_quantile,
    standard_error,
    t_interval,
    variance,
    wilson,
)
from measurand.evidence.runs import (
    Attempt,
    Column,
    Computed,
    Denominators,
    Run,
    Total,
    Unknown,
    Value,
    near,
)
from measurand.metrics.grammar import Call, Term, write
from measurand.values.fault import shown

HARNESS = "inspect_ai"
_LABELS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
_WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
_LONGEST_NUMBER = 400
_FEW = 2
_LONGEST_K = 8
_HUGE = 1e70
"""The fourth power of what is no larger is a float."""

Scalar: TypeAlias = "float | str | bool | None"


def understood(value: Value) -> float | None:
    """Read a value as a number as inspect_ai does; None where it would warn, and take 0.

    >>> [understood(one) for one in ("C", "P", "no", "0.5", True, 3, "maybe", None)]
    [1.0, 0.5, 0.0, 0.5, 1.0, 3.0, None, None]
    """
    if isinstance(value, str):
        if value in _LABELS:
            return _LABELS[value]
        lower = value.lower()
        return _WORDS.get(lower, _numeral(lower))
    return float(value) if isinstance(value, float | int) else None


def _numeral(text: str) -> float | None:
    try:
        number = float(text) if len(text) <= _LONGEST_NUMBER else nan
    except ValueError:
        return None
    return number if isfinite(number) else None


def number_of(value: Value) -> float:
    """Read a value as a number as inspect_ai does: what it does not understand is 0.

    >>> number_of("C"), number_of("maybe")
    (1.0, 0.0)
    """
    return understood(value) or 0.0


def is_nan(value: Value) -> bool:
    """Tell whether a value is NaN, which stands for no score.

    >>> is_nan(float("nan")), is_nan("nan")
    (True, False)
    """
    return isinstance(value, float) and isnan(value)


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
    """A value that a metric sees, and the labels of its item."""

    value: Value
    labels: Mapping[str, Value]


@frozen
class _Seen:
    rows: tuple[Row, ...]
    denominators: Denominators
    labelled: bool


@lru_cache(maxsize=8)
def _reduced(run: Run, view: View) -> _Seen | str:
    """Give the values of a scorer after epochs, whatever the key, or why there are none."""
    scorer, reducer, errored = view.scorer, view.reducer, view.errored
    if run.attempts is None:
        return _stored(run, scorer, reducer)
    kept = [one for one in run.attempts if scorer in one.scores and _counts(one, errored)]
    items: dict[str, list[Attempt]] = {}
    for one in kept:
        items.setdefault(one.item, []).append(one)
    if reducer == UNREDUCED:
        rows = [Row(one.scores[scorer], one.labels) for one in kept]
    else:
        reduce = _reducer(view)
        if reduce is None:
            return f"the reducer {shown(reducer)} is none of inspect_ai's own"
        rows = []
        for same in items.values():
            value = _of_epochs([one.scores[scorer] for one in same], reduce)
            if isinstance(value, _Clash):
                return value.because
            rows.append(Row(value, same[0].labels))
    chain = Denominators(
        planned=run.planned,
        logged=len(run.attempts),
        completed=sum(not one.error for one in run.attempts),
        with_score=len(kept),
        reduced=len(rows),
    )
    return _Seen(tuple(rows), chain, labelled=True)


def _counts(one: Attempt, errored: Errored) -> bool:
    return errored is Errored.KEPT or not one.error


def _stored(run: Run, scorer: str, reducer: str) -> _Seen | str:
    stored = run.values.get(f"{scorer}/{reducer}")
    if stored is None:
        return "the log has neither samples nor what they were reduced to"
    chain = Denominators(planned=run.planned, completed=run.completed, reduced=len(stored))
    return _Seen(tuple(Row(value, {}) for _, value in stored), chain, labelled=False)


@frozen
class _Clash:
    because: str


_Reduce = Callable[[Sequence[Value], int], Value]
"""Makes one value of those epochs that have one, of so many epochs."""


def _of_epochs(values: Sequence[Value], reduce: _Reduce) -> "Value | _Clash":
    """Reduce the values of one item: key by key, index by index, or alone."""
    scored = [one for one in values if not is_nan(one)]
    if not scored:
        return nan
    first, whole = scored[0], len(values)
    if isinstance(first, Mapping):
        if not all(isinstance(one, Mapping) and set(one) == set(first) for one in scored):
            return _Clash("the epochs of an item have values of other keys")
        return {
            key: reduce([one[key] for one in scored if isinstance(one, Mapping)], whole)
            for key in first
        }
    if isinstance(first, Sequence) and not isinstance(first, str):
        lists = [one for one in scored if isinstance(one, Sequence) and not isinstance(one, str)]
        if len(lists) < len(scored) or any(len(one) != len(first) for one in lists):
            return _Clash("the epochs of an item have lists of other lengths")
        return [reduce([one[at] for one in lists], whole) for at in range(len(first))]
    return reduce(scored, whole)


def _reducer(view: View) -> _Reduce | None:
    """Find a reducer by its name in a log."""
    plain: Mapping[str, _Reduce] = {
        "mean": _numbers(lambda numbers: mean(numbers) if numbers else nan),
        "median": _numbers(lambda numbers: median(numbers) if numbers else nan),
        "max": _max,
        "mode": _mode,
        "majority": _majority,
        "collect": _collect,
    }
    if view.reducer in plain:
        return plain[view.reducer]
    kind, _, digits = view.reducer.rpartition("_")
    named = kind in COUNTING and digits.isascii() and digits.isdigit()
    if not named or len(digits) > _LONGEST_K:
        return None
    k = int(digits)

    def of(numbers: Sequence[float]) -> float:
        right = sum(one >= view.threshold for one in numbers)
        short = nan if view.short is None else view.short
        return _by_k(kind, k, right, len(numbers), short) if numbers else nan

    return _numbers(of)


COUNTING = ("at_least", "pass_at", "pass_k")
"""The reducers that count the epochs which are right."""


def _by_k(
    kind: str, k: int, right: int, epochs: int, short: float
) -> float:  # the symbols of the formulas
    if kind == "at_least":
        return float(right >= k)
    if epochs < k:
        return short if kind == "pass_at" else nan
    if kind == "pass_at":
        return 1 - comb(epochs - right, k) / comb(epochs, k)
    return comb(right, k) / comb(epochs, k)


def _numbers(of: Callable[[Sequence[float]], float]) -> _Reduce:
    def reduce(values: Sequence[Value], _whole: int) -> Value:
        return of([one for one in map(number_of, values) if not isnan(one)])

    return reduce


def _max(values: Sequence[Value], _whole: int) -> Value:
    return max((one for one in values if _there(one)), key=number_of, default=nan)


def _there(value: Value) -> bool:
    return value is not None and not is_nan(value)


def _mode(values: Sequence[Value], _whole: int) -> Value:
    return _most_common(values)[0]


def _majority(values: Sequence[Value], whole: int) -> Value:
    value, count = _most_common(values)
    return value if 2 * count > whole else nan


def _most_common(values: Sequence[Value]) -> tuple[Value, int]:
    counted: Counter[Scalar] = Counter(
        one for one in values if _there(one) and isinstance(one, float | int | str)
    )
    return counted.most_common(1)[0] if counted else (nan, 0)


def _collect(values: Sequence[Value], _whole: int) -> Value:
    return [one for one in values if _there(one)] or nan


def seen(run: Run, view: View) -> _Seen | str:
    """Give the values that a metric sees in a view, those that are no score dropped."""
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
    return _Seen(rows, evolve(found.denominators, scored=len(rows)), found.labelled)


Options = Mapping[str, Value]


@frozen(kw_only=True)
class InspectRecipe:
    """A metric of inspect_ai over a view; `part` is which of its numbers, where it has several.

    >>> InspectRecipe(view=View(scorer="match"), metric="accuracy").signature
    'inspect_ai:accuracy/1(scorer=match,reducer=mean,errored=kept)'
    """

    view: View
    metric: str
    options: Options = field(factory=dict)
    part: str = ""

    @property
    def signature(self) -> str:
        """Write the metric, its options and its view."""
        view = self.view
        said = {"scorer": view.scorer, "key": view.key, "reducer": view.reducer or "none"}
        said |= {"errored": view.errored.value, "part": self.part or None}
        if view.reducer.startswith("pass_at_"):
            said["short"] = "none" if view.short is None else "1"
        if view.reducer.rpartition("_")[0] in COUNTING:
            said["threshold"] = f"{view.threshold:g}"
        terms = [(name, (Term(text),)) for name, text in said.items() if text is not None]
        terms += [(_bare(name), (_term(value),)) for name, value in self.options.items()]
        return f"{HARNESS}:{write(Call(self.metric, 1, tuple(terms)))}"

    def compute(self, run: Run) -> Computed | Unknown:
        """Compute the number of a run, with its denominators."""
        found = seen(run, self.view)
        if isinstance(found, str):
            return Unknown(found)
        computed = _computed(found, self.metric, self.options, self.part)
        if isinstance(computed, str):
            return Unknown(computed)
        total = _total(run, self.view) if self.metric in {"accuracy", "mean"} else None
        return evolve(computed, denominators=found.denominators, total=total)


def _bare(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)


def _term(value: Value) -> Term:
    """Write an option of a metric; a metric among them by its name."""
    if isinstance(value, Mapping):
        inner = value.get("params")
        shown_options = inner.items() if isinstance(inner, Mapping) else ()
        named = str(value.get("name", "")).rpartition("/")[2]
        return Term(named, tuple((_bare(key), (Term(_text(one)),)) for key, one in shown_options))
    return Term(_text(value))


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)[:200]


def _total(run: Run, view: View) -> Total | None:
    """Add the values of all attempts, where they are of the kind that can be counted as wrong."""
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


def _computed(found: _Seen, metric: str, options: Options, part: str) -> Computed | str:
    """Compute a metric of rows; a text says why it cannot be."""
    if "to_float" in options or "value_to_float" in options:
        return "it reads values by a function that is not in the log"
    if metric == "grouped":
        return _grouped(found, options, part)
    if metric == "aggregate":
        return _aggregated(found, options, part)
    if metric == "frequency":
        return _frequency(found, options, part)
    simple = _METRICS.get(metric)
    if simple is None:
        return f"the metric {shown(metric)} is none of inspect_ai's own that can be computed"
    cluster = options.get("cluster")
    if cluster is not None and not found.labelled:
        return f"it needs the metadata {shown(str(cluster))} of the samples"
    if cluster is not None and not all(str(cluster) in row.labels for row in found.rows):
        return f"a sample has no metadata {shown(str(cluster))}"
    numbers = [number_of(row.value) for row in found.rows]
    if not numbers:
        return Computed(value=nan, low=0.0, high=0.0)
    if not all(abs(one) <= _HUGE for one in numbers):
        return _of_huge(metric, numbers)
    clusters = None if cluster is None else [row.labels[str(cluster)] for row in found.rows]
    return simple(numbers, _Clusters(clusters), options, part)


def _of_huge(metric: str, numbers: Sequence[float]) -> Computed | str:
    """Add what is infinite, or so large that its powers are."""
    if metric not in {"accuracy", "mean"}:
        return "a value is infinite, or its powers are"
    value = sum(numbers) / len(numbers)
    if isnan(value):
        return Computed(value=nan, low=nan, high=nan)
    return near(value, terms=len(numbers), size=min(_size(numbers), _HUGE))


@frozen
class _Clusters:
    of: Sequence[Value] | None

    @property
    def keys(self) -> list[str | float]:
        """Give the clusters as keys that are equal where Python's values are."""
        return [one if isinstance(one, str | float | int) else repr(one) for one in self.of or ()]

    @property
    def number(self) -> int:
        return len(set(self.keys))


_Metric = Callable[[Sequence[float], _Clusters, Options, str], Computed | str]


def _size(numbers: Sequence[float]) -> float:
    return max(map(abs, numbers))


def _about(numbers: Sequence[float], value: float, power: int = 1) -> Computed:
    return near(value, terms=len(numbers), size=_size(numbers) ** power)


def _mean(numbers: Sequence[float], _c: _Clusters, _o: Options, _p: str) -> Computed:
    return _about(numbers, mean(numbers))


def _var(numbers: Sequence[float], _c: _Clusters, _o: Options, _p: str) -> Computed:
    return _about(numbers, variance(numbers), 2)


def _std(numbers: Sequence[float], _c: _Clusters, _o: Options, _p: str) -> Computed:
    return _about(numbers, sqrt(variance(numbers)))


def _error(numbers: Sequence[float], clusters: _Clusters) -> float:
    if clusters.of is None:
        return standard_error(numbers)
    return clustered_error(numbers, clusters.keys)


def _stderr(numbers: Sequence[float], clusters: _Clusters, _o: Options, _p: str) -> Computed:
    return _about(numbers, _error(numbers, clusters))


def _draws(options: Options) -> int:
    said = options.get("num_samples", 1000)
    return said if isinstance(said, int) and said > 0 else 1000


def _level(options: Options) -> float:
    said = options.get("level", 0.95)
    return said if isinstance(said, float) and 0 < said < 1 else 0.95


_SIGMAS = 5


def _bootstrap(numbers: Sequence[float], _c: _Clusters, options: Options, _p: str) -> Computed:
    """Bound a standard error of random draws by five of its own standard deviations.

    The variance of so many means has a relative standard deviation of sqrt((2 + k/n)/draws), where
    k is the excess kurtosis of the values; that of its root is half of it.
    """
    size, draws = len(numbers), _draws(options)
    value = sqrt((size - 1) / size) * standard_error(numbers)
    spread = variance(numbers) * (size - 1) / size
    middle = mean(numbers)
    fourth = fsum((one - middle) ** 4 for one in numbers) / size
    excess = max(0.0, fourth / spread**2 - 3) if spread else 0.0
    slack = _SIGMAS * sqrt((2 + excess / size) / (4 * draws)) * value
    slack += 1e-12 * _size(numbers)
    return Computed(value=value, low=max(0.0, value - slack), high=value + slack, draws=draws)


def _ci(
    numbers: Sequence[float], clusters: _Clusters, options: Options, part: str
) -> Computed | str:
    if len(numbers) < _FEW:
        return _about(numbers, numbers[0])
    level, error, middle = _level(options), _error(numbers, clusters), mean(numbers)
    if options.get("method", "t") == "t":
        freedom = (clusters.number if clusters.of is not None else len(numbers)) - 1
        lower, upper = t_interval(middle, error, freedom=freedom, level=level)
        return _about(numbers, lower if part == "lower" else upper)
    return _quantile(numbers, error, part, level, _draws(options))


def _quantile(
    numbers: Sequence[float], error: float, part: str, level: float, draws: int
) -> Computed:
    """Bound a quantile of random means: in the range of the values, about where a normal one is.

    Means of few or skewed values are no normal ones, so a whole standard error is allowed for that
    besides six standard deviations of the quantile of so many draws.
    """
    tail, middle, rounding = (1 - level) / 2, mean(numbers), 1e-12 * _size(numbers)
    z = normal_quantile(level)
    slack = 1 + 6 * sqrt(tail * (1 - tail) / draws) / NormalDist().pdf(z)
    sign = -1 if part == "lower" else 1
    value = middle + sign * z * error
    ends = sorted((middle - sign * slack * error, middle + sign * (z + slack) * error))
    low = max(min(numbers), ends[0]) - rounding
    high = min(max(numbers), ends[1]) + rounding
    return Computed(value=min(max(value, low), high), low=low, high=high, draws=draws)


def _ci_wilson(
    numbers: Sequence[float], clusters: _Clusters, options: Options, part: str
) -> Computed | str:
    if not all(0 <= one <= 1 for one in numbers):
        return "Wilson's interval is one of shares, and a value is none"
    level, share, size = _level(options), mean(numbers), float(len(numbers))
    critical = normal_quantile(level)
    if clusters.of is not None:
        spread, plain = clustered_error(numbers, clusters.keys) ** 2, share * (1 - share)
        if plain > 0 and spread > 0:
            size = min(plain / spread, size)
        low, high = t_interval(0.0, 1.0, freedom=clusters.number - 1, level=level)
        critical = (high - low) / 2
    lower, upper = wilson(share, size, critical)
    return _about(numbers, lower if part == "lower" else upper)


_METRICS: Mapping[str, _Metric] = {
    "accuracy": _mean,
    "mean": _mean,
    "var": _var,
    "std": _std,
    "stderr": _stderr,
    "bootstrap_stderr": _bootstrap,
    "bootstrap_std": _bootstrap,
    "ci": _ci,
    "ci_wilson": _ci_wilson,
}


def _inner(value: Value) -> tuple[str, Options] | None:
    """Read a metric that is an option of another: its name and its own options."""
    if not isinstance(value, Mapping) or not isinstance(value.get("name"), str):
        return None
    package, _, name = str(value["name"]).rpartition("/")
    params = value.get("params", {})
    if package not in {"", HARNESS} or not isinstance(params, Mapping):
        return None
    return name, params


def _grouped(found: _Seen, options: Options, part: str) -> Computed | str:
    inner, key = _inner(options.get("metric")), options.get("group_key")
    template = str(options.get("name_template", "{group_name}"))
    if inner is None or not isinstance(key, str):
        return "it groups by a metric that is none of inspect_ai's own"
    if not found.labelled:
        return f"it needs the metadata {shown(key)} of the samples"
    if any(brace in template.replace("{group_name}", "") for brace in "{}"):
        return f"the names of its groups are made as {shown(template)}"
    if not all(key in row.labels for row in found.rows):
        return f"a sample has no metadata {shown(key)}"
    if not found.rows:
        return Computed(value=nan, low=nan, high=nan)
    groups = by_group([str(row.labels[key]) for row in found.rows])
    named = {template.replace("{group_name}", group): at for group, at in groups.items()}

    def within(places: Iterable[int]) -> Computed | str:
        rows = tuple(found.rows[at] for at in places)
        return _computed(evolve(found, rows=rows), *inner, "")

    if part in named:
        return within(named[part])
    if part != str(options.get("all_label", "all")) or options.get("all") is False:
        return f"no sample is in the group {shown(part)}"
    if options.get("all", "samples") == "samples":
        return within(range(len(found.rows)))
    return _mean_of([within(at) for at in named.values()])


def _mean_of(found: Sequence[Computed | str]) -> Computed | str:
    parts = [one for one in found if isinstance(one, Computed)]
    if len(parts) < len(found):
        return next(one for one in found if isinstance(one, str))
    value = mean([one.value for one in parts])
    if any(one.draws for one in parts):
        low, high = mean([one.low for one in parts]), mean([one.high for one in parts])
        return Computed(value=value, low=low, high=high, draws=max(one.draws for one in parts))
    return near(value, terms=len(parts), size=max(abs(one.value) for one in parts))


def _aggregated(found: _Seen, options: Options, part: str) -> Computed | str:
    inner, key, missing = _inner(options.get("agg")), options.get("key"), options.get("on_missing")
    if inner is None or not isinstance(key, str):
        return "it aggregates by a metric that is none of inspect_ai's own"
    rows = []
    for row in found.rows:
        if not isinstance(row.value, Mapping):
            return f"a value has no key {shown(key)}"
        value = row.value.get(key)
        if is_nan(value) or (value is None and missing == "skip"):
            continue
        if value is None and missing != "zero":
            return f"a value has no key {shown(key)}"
        rows.append(evolve(row, value=0.0 if value is None else value))
    if not rows:
        return Computed(value=nan, low=nan, high=nan)
    return _computed(evolve(found, rows=tuple(rows)), *inner, part)


def _frequency(found: _Seen, options: Options, part: str) -> Computed | str:
    if not found.rows:
        return Computed(value=nan, low=0.0, high=0.0)
    count = sum(str(row.value) == part for row in found.rows)
    if options.get("normalize", True) is False:
        return near(float(count))
    return near(count / len(found.rows), terms=1, size=1.0)


@frozen(kw_only=True)
class CountRecipe:
    """What inspect_ai counts: attempts, those completed, values scored and dropped.

    >>> CountRecipe(what="scored", view=View(scorer="match")).signature
    'inspect_ai:scored/1(scorer=match,reducer=mean,errored=kept)'
    """

    what: str
    view: View | None = None

    @property
    def signature(self) -> str:
        """Write what is counted, and in which view."""
        if self.view is None:
            return f"{HARNESS}:{write(Call(self.what, 1, ()))}"
        return evolve(InspectRecipe(view=self.view, metric=self.what)).signature

    def compute(self, run: Run) -> Computed | Unknown:
        """Count in a run."""
        count = self._count(run)
        if isinstance(count, str):
            return Unknown(count)
        return Computed(value=float(count), low=float(count), high=float(count))

    def _count(self, run: Run) -> int | str:
        if self.view is None:
            return _attempts(run, self.what)
        found = seen(run, self.view)
        if isinstance(found, str):
            return found
        reduced = found.denominators.reduced or 0
        return len(found.rows) if self.what == "scored" else reduced - len(found.rows)


def _attempts(run: Run, what: str) -> int | str:
    if what == "planned_samples" or (what == "total_samples" and run.attempts is None):
        return len(run.items) * run.epochs if run.items else "the log lists no ids of samples"
    if run.attempts is None:
        return "the log has no samples"
    if run.status != "success":
        return f"the run did not end well: its status is {shown(run.status)}"
    if what == "completed_samples":
        return sum(not one.error for one in run.attempts)
    return len(run.attempts)


def values_given(run: Run, view: View) -> Iterator[Value]:
    """Give every value that a scorer gave, or those under a key.

    >>> run = Run(file="a", harness=HARNESS, attempts=(Attempt(item="1", scores={"f1": 0.5}),))
    >>> list(values_given(run, View(scorer="f1")))
    [0.5]
    """
    for one in run.attempts or ():
        if view.scorer in one.scores:
            yield _key(one.scores[view.scorer], view.key)


def not_understood(run: Run, view: View) -> Iterator[str]:
    """Give each value of a view that counts as 0 since no number was understood of it.

    >>> run = Run(file="a", harness=HARNESS,
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

    >>> run = Run(file="a", harness=HARNESS, planned=9, completed=9, epochs=3)
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
