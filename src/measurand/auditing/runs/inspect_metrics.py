"""The metrics of inspect_ai as functions of the rows of a view: means, errors, intervals, groups.

Those that hold others (of groups, of keys) ask for them again. What draws at random gives bounds.

Sources: inspect_ai 0.3.285 and 0.3.137, `scorer/_metrics`. What its source computes of sums that
may cancel is told apart from rounding by `near`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import exp, fsum, inf, isfinite, isnan, nan, sqrt
from statistics import NormalDist
from typing import TypeGuard

from attrs import evolve, frozen

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
from measurand.auditing.runs.inspect_reducers import is_nan, number_of
from measurand.auditing.runs.inspect_views import Seen, told_beside
from measurand.evidence.runs import Computed, Value, near
from measurand.metrics.families.agreement import Alpha, Level
from measurand.metrics.finalise import evaluate
from measurand.values.fault import shown
from measurand.values.sample import Sample
from measurand.values.score import Defined

HARNESS = "inspect_ai"
_FEW = 2
_HUGE = 1e70
"""The fourth power of what is no larger is a float."""

PERPLEXITY = ("num_tokens", "sum_log_probs")
"""What perplexity is made of: a scorer tells both beside its value."""


Options = Mapping[str, Value]


def computed(found: Seen, metric: str, options: Options, part: str) -> Computed | str:
    """Compute a metric of rows; a text says why it cannot be.

    `part` is which number it is, of a metric that has several.

    >>> from measurand.evidence.runs import Denominators
    >>> rows = Seen("match", (), Denominators(), labelled=True)
    >>> computed(rows, "accuracy", {}, "").value
    nan
    """
    if "to_float" in options or "value_to_float" in options:
        return "it reads values by a function that is not in the log"
    if of_rows := _OF_ROWS.get(metric):
        return of_rows(found, options, part)
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


def _grouped(found: Seen, options: Options, part: str) -> Computed | str:
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
        return computed(evolve(found, rows=rows), *inner, "")

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


def _aggregated(found: Seen, options: Options, part: str) -> Computed | str:
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
    return computed(evolve(found, rows=tuple(rows)), *inner, part)


def _frequency(found: Seen, options: Options, part: str) -> Computed | str:
    if not found.rows:
        return Computed(value=nan, low=0.0, high=0.0)
    count = sum(str(row.value) == part for row in found.rows)
    if options.get("normalize", True) is False:
        return near(float(count))
    return near(count / len(found.rows), terms=1, size=1.0)


def _per_token(found: Seen, _options: Options, _part: str) -> Computed | str:
    told = _log_probabilities(found)
    if isinstance(told, str):
        return told
    tokens = sum(count for count, _ in told)
    return _exp_of(-fsum(one for _, one in told) / tokens if tokens else nan, len(told))


def _per_sequence(found: Seen, _options: Options, _part: str) -> Computed | str:
    told = _log_probabilities(found)
    if isinstance(told, str):
        return told
    each = [-one / count for count, one in told if count > 0]
    return _exp_of(mean(each) if each else nan, len(each))


def _log_probabilities(found: Seen) -> list[tuple[int, float]] | str:
    """Take how many tokens a row has, and their log probabilities; without both it counts none."""
    names = [told_beside(found.scorer, key) for key in PERPLEXITY]
    if not found.labelled:
        return f"it needs what the scorer tells of its samples: {', '.join(PERPLEXITY)}"
    told = []
    for row in found.rows:
        count, one = (row.labels.get(name) for name in names)
        if count is None or one is None:
            continue
        if not isinstance(count, int | float) or not isinstance(one, int | float):
            return f"{' or '.join(PERPLEXITY)} of a sample is no number"
        if not isfinite(count) or not isfinite(one):
            return f"{' or '.join(PERPLEXITY)} of a sample is not finite"
        told.append((int(count), float(one)))
    return told


def _exp_of(value: float, terms: int) -> Computed:
    """Take a power of e; the roundings of the exponent grow with it."""
    if isnan(value):
        return Computed(value=nan, low=nan, high=nan)
    try:
        found = exp(value)
    except OverflowError:
        return Computed(value=inf, low=inf, high=inf)
    return near(found, terms=terms, size=abs(value) * found)


def _alpha(found: Seen, options: Options, _part: str) -> Computed | str:
    """Compute Krippendorff's alpha of rows that are lists of ratings; others take no part."""
    named = options.get("level", "nominal")
    if named not in {"nominal", "ordinal", "interval"}:
        return f"the level {shown(str(named))} is none that inspect_ai has"
    units = [row.value for row in found.rows if _is_list(row.value)]
    level, several = Level(named), [tuple(one) for one in units if len(one) >= _FEW]
    ratings = [one for unit in several for one in unit]
    if not ratings:
        return Computed(value=nan, low=nan, high=nan)
    texts = {id(one): _rating(one, level) for one in ratings}
    if not all(texts.values()):
        return f"a rating is none of the level {named}"
    samples = [
        Sample(id=str(at), gold=tuple(str(texts[id(one)]) for one in unit))
        for at, unit in enumerate(several)
    ]
    if len(set(texts.values())) == 1:
        rounded = level is Level.INTERVAL
        return "all ratings are one number, and rounding decides" if rounded else near(1.0)
    score = evaluate(Alpha(level=level), samples)
    if not isinstance(score, Defined):
        return score.reason
    return near(float(score.value), terms=len(ratings), size=1.0)


def _is_list(value: Value) -> TypeGuard[Sequence[Value]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _rating(value: Value, level: Level) -> str | None:
    """Write a rating so that ratings are alike that Python takes for equal."""
    if isinstance(value, int | float):
        return str(Fraction(value)) if isfinite(value) else None
    return f"text {value}" if isinstance(value, str) and level is Level.NOMINAL else None


_OF_ROWS: Mapping[str, Callable[[Seen, Options, str], Computed | str]] = {
    "grouped": _grouped,
    "aggregate": _aggregated,
    "frequency": _frequency,
    "perplexity_per_token": _per_token,
    "perplexity_per_seq": _per_sequence,
    "krippendorff_alpha": _alpha,
}
