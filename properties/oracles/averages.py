"""Scores of a list of cases, one case and one unit at a time, straight from the sentences.

`None` is "undefined"; a unit that skips a component gives `None` too, and leaves the mean.
"""

from collections.abc import Sequence
from fractions import Fraction

from properties.oracles.units import (
    ONE,
    ZERO,
    Case,
    Only,
    Options,
    component,
    f_of,
    looked_at,
    pooled,
    scored,
)

Part = tuple[Fraction, list[Case], Only]


def score(metric: str, cases: Sequence[Case], options: Options) -> Fraction | None:
    """Score by precision, recall, f, jaccard, exact_match or accuracy; no sample has no score.

    Cases that weigh nothing count for nothing; of classes that nobody names there is no score.
    The statistic `variance_population` or `variance_sample` is the stdev of that name, squared.
    """
    answered = scored(cases, options.missing)
    if not answered:
        return None
    kept = [case for case in answered if case.weight > 0]
    if not kept or (options.only is not None and not seen(kept, options.only)):
        result = None
    elif metric == "f" and options.aggregate == "harmonic":
        result = f_of_means(kept, options)
    else:
        keys = keys_of(options)
        if metric in {"exact_match", "accuracy"} and "sample" not in keys:
            keys = (*keys, "sample")  # they are shares of samples, whatever the average
        result = averaged(metric, kept, options.only, keys, options, options.statistic)
    if result is None and options.undefined == "zero":
        return ZERO
    return result


def keys_of(options: Options) -> tuple[str, ...]:
    """Name the levels of the mean, outer first; micro has none."""
    return () if options.average == "micro" else options.keys


def f_of_means(cases: Sequence[Case], options: Options) -> Fraction | None:
    """Average P, average R, and take F of the two."""
    if options.statistic != "mean":
        raise ValueError("F of means is one number: it has no spread")
    precision = averaged("precision", cases, options.only, keys_of(options), options, "mean")
    recall = averaged("recall", cases, options.only, keys_of(options), options, "mean")
    if options.undefined == "zero":
        precision = ZERO if precision is None else precision
        recall = ZERO if recall is None else recall
    if precision is None or recall is None:
        return None
    return f_of(precision, recall, options.beta)


def averaged(
    metric: str,
    cases: Sequence[Case],
    only: Only,
    keys: tuple[str, ...],
    options: Options,
    statistic: str,
) -> Fraction | None:
    """Average over the first key what the later keys give within it; without keys, one unit."""
    if not keys:
        whole = component(metric, pooled(cases, only), options)
        return None if whole is None else summarised([ONE], [whole], statistic)
    weights: list[Fraction] = []
    values: list[Fraction] = []
    for plain, members, label in parts(cases, only, keys[0], options):
        weight = pooled(members, label)[2] if options.average == "weighted" else plain
        if weight == 0:
            continue
        value = averaged(metric, members, label, keys[1:], options, "mean")
        if value is None and len(keys) > 1:
            if options.undefined == "propagate":
                return None
            if options.undefined == "zero":
                value = ZERO
        if value is not None:
            weights.append(weight)
            values.append(value)
    return summarised(weights, values, statistic)


def parts(cases: Sequence[Case], only: Only, key: str, options: Options) -> list[Part]:
    """Split the cases by a key into (weight, cases, the class looked at)."""
    if key == "sample":
        return [(case.weight, [case], only) for case in cases]
    if key == "class":
        return [(ONE, list(cases), label) for label in classes(cases, only, options.over)]
    names = sorted({case.groups[key] for case in cases})
    return [(ONE, [case for case in cases if case.groups[key] == name], only) for name in names]


def seen(cases: Sequence[Case], only: Only) -> bool:
    """Say whether a class that is looked at is named on either side."""
    return any(looked_at(only, label) for label in classes(cases, None, "union"))


def classes(cases: Sequence[Case], only: Only, over: str | tuple[str, ...]) -> list[str]:
    """List the classes to average over: seen in gold, in predictions, in either, or declared."""
    found: set[str] = set()
    if isinstance(over, tuple):
        found.update(over)
    for case in cases:
        for label, _, predicted, gold in case.rows:
            if over in ("gold", "union") and gold > 0:
                found.add(label)
            if over in ("predicted", "union") and predicted > 0:
                found.add(label)
    return sorted(label for label in found if looked_at(only, label))


def summarised(
    weights: Sequence[Fraction], values: Sequence[Fraction], statistic: str
) -> Fraction | None:
    """Take the weighted mean or the variance; None when nothing is left."""
    whole = sum(weights, ZERO)
    if whole == 0:
        return None
    mean = sum((w * v for w, v in zip(weights, values, strict=True)), ZERO) / whole
    if statistic == "mean":
        return mean
    squares = sum((w * (v - mean) ** 2 for w, v in zip(weights, values, strict=True)), ZERO)
    if statistic == "variance_population":
        return squares / whole
    if statistic != "variance_sample":
        raise ValueError(
            f"a statistic is mean, variance_population or variance_sample: got {statistic!r}"
        )
    if any(weight != 1 for weight in weights):
        raise ValueError("no sentence says what a sample variance of weighted units is")
    return squares / (whole - 1) if whole > 1 else None
