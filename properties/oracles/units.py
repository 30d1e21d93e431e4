"""One unit of an average: its pooled tally, and the component that it contributes.

`None` is "skipped". Defaults here are the oracle's own: a test names the options it means.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

Row = tuple[str, Fraction | int, Fraction | int, Fraction | int]
Rule = tuple[int | None, int | None]
Tally = tuple[Fraction, Fraction, Fraction]
Only = str | tuple[str, tuple[str, ...]] | None
"""All classes, one, or `class` and those that are looked at, or `but` and those that are not."""

ZERO = Fraction(0)
ONE = Fraction(1)
DROP: Rule = (None, None)


@dataclass(frozen=True)
class Case:
    """One sample: rows of (class, hits, predicted, gold); several rows of a class add."""

    rows: tuple[Row, ...] = ()
    weight: Fraction = ONE
    groups: Mapping[str, str] = field(default_factory=dict)
    answered: bool = True


@dataclass(frozen=True)
class Options:
    """The aggregation part of a definition; a rule is (P, R) with None for `skip`."""

    average: str = "macro"
    keys: tuple[str, ...] = ("sample",)
    only: Only = None
    over: str | tuple[str, ...] = "union"
    both_empty: Rule = (1, 1)
    gold_empty: Rule = (0, 0)
    pred_empty: Rule = (0, 0)
    aggregate: str = "mean"
    undefined: str = "propagate"
    statistic: str = "mean"
    beta: Fraction = ONE
    missing: str = "empty"


def scored(cases: Sequence[Case], missing: str) -> list[Case]:
    """Leave out the cases without an answer under `skip`; under `empty` they predicted nothing."""
    if missing == "skip":
        return [case for case in cases if case.answered]
    return list(cases)


def looked_at(only: Only, label: str) -> bool:
    """Say whether a class is looked at."""
    if only is None or isinstance(only, str):
        return only is None or label == only
    word, names = only
    return label in names if word == "class" else label not in names


def pooled(cases: Sequence[Case], only: Only) -> Tally:
    """Add hits, predicted and gold, each case times its weight."""
    hits = predicted = gold = ZERO
    for case in cases:
        for label, h, p, g in case.rows:
            if looked_at(only, label):
                hits += case.weight * h
                predicted += case.weight * p
                gold += case.weight * g
    return hits, predicted, gold


def component(metric: str, tally: Tally, options: Options) -> Fraction | None:
    """Judge one unit; None means that this component leaves its mean."""
    hits, predicted, gold = tally
    if metric in ("exact_match", "accuracy"):
        return ONE if hits == predicted == gold else ZERO
    if metric == "jaccard" and (predicted > 0 or gold > 0):
        return hits / (predicted + gold - hits)
    if predicted == 0 and gold == 0:
        return by_rule(metric, options.both_empty, options.beta)
    if gold == 0:
        return by_rule(metric, options.gold_empty, options.beta)
    if predicted == 0:
        return by_rule(metric, options.pred_empty, options.beta)
    if metric == "precision":
        return hits / predicted
    if metric == "recall":
        return hits / gold
    if metric == "f":
        return (1 + options.beta**2) * hits / (options.beta**2 * gold + predicted)
    raise ValueError(f"unknown metric {metric!r}")


def by_rule(metric: str, rule: Rule, beta: Fraction) -> Fraction | None:
    """Read a component off the rule of an empty case; jaccard reads the first number."""
    precision, recall = rule
    if metric in ("precision", "jaccard"):
        return None if precision is None else Fraction(precision)
    if metric == "recall":
        return None if recall is None else Fraction(recall)
    if precision is None or recall is None:
        return None
    return f_of(Fraction(precision), Fraction(recall), beta)


def f_of(precision: Fraction, recall: Fraction, beta: Fraction) -> Fraction:
    """Combine P and R; nothing right at all is 0."""
    if precision == 0 and recall == 0:
        return ZERO
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
