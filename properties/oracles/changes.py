"""Ratios of columns, and what became better or worse between two answers; plain counting.

`None` is "undefined".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from properties.oracles.units import ONE, ZERO, Options, Tally, component


@dataclass(frozen=True)
class Pair:
    """One sample: its tallies before and after (None: left out), its weight, its column."""

    before: Tally | None
    after: Tally | None
    weight: Fraction = ONE
    column: Fraction | None = None


def quotient(top: Fraction, bottom: Fraction, zero: str) -> Fraction | None:
    """Divide; where there is nothing to divide by, the option `zero` speaks."""
    if bottom != 0:
        return top / bottom
    return ZERO if zero == "zero" else None


def ratio(
    tops: Sequence[Fraction | None],
    bottoms: Sequence[Fraction | None],
    weights: Sequence[Fraction],
    zero: str,
) -> Fraction | None:
    """Divide the weighed sum of one column by that of another, over the samples that have both."""
    top = bottom = ZERO
    some = False
    for above, below, weight in zip(tops, bottoms, weights, strict=True):
        if above is not None and below is not None:
            some = True
            top += above * weight
            bottom += below * weight
    return quotient(top, bottom, zero) if some else None


def right(tally: Tally) -> bool:
    """Say whether a sample is right: all that was wanted, and nothing else."""
    hits, predicted, gold = tally
    return hits == predicted and hits == gold


def transition(of: str, pairs: Sequence[Pair], over: str) -> Fraction | None:
    """Count or divide the samples that were fixed, broken, still wrong, kept right."""
    fixed = broken = still = kept = read = ZERO
    for pair in pairs:
        if pair.before is None or pair.after is None:
            read += 1  # what is left out has no weight
            continue
        read += pair.weight
        if right(pair.before) and right(pair.after):
            kept += pair.weight
        elif right(pair.before):
            broken += pair.weight
        elif right(pair.after):
            fixed += pair.weight
        else:
            still += pair.weight
    if of == "fix":
        return fixed
    if of == "break":
        return broken
    if of == "still":
        return still
    if of == "keep":
        return kept
    if of == "fix_rate":
        return quotient(fixed, fixed + still, "undefined")
    if of == "break_rate":
        return quotient(broken, broken + kept, "undefined")
    if of != "net_gain":
        raise ValueError(f"unknown change {of!r}")
    everybody = read if over == "all" else fixed + broken + still + kept
    return quotient(fixed - broken, everybody, "undefined")


def shift(
    of: str, pairs: Sequence[Pair], *, over: str, zero: str, options: Options
) -> Fraction | None:
    """Divide the flagged samples whose F rose (or fell) by all that have a flag, or the flagged."""
    top = bottom = ZERO
    some = False
    for pair in pairs:
        if pair.column is None:
            continue
        some = True
        if pair.column != 0 or over == "all":
            bottom += pair.weight
        if pair.column == 0 or pair.before is None or pair.after is None:
            continue
        before, after = (component("f", tally, options) for tally in (pair.before, pair.after))
        if before is None or after is None:
            continue
        if (of == "improved" and after > before) or (of == "degraded" and after < before):
            top += pair.weight
    return quotient(top, bottom, zero) if some else None


def difference(before: Fraction | None, after: Fraction | None) -> Fraction | None:
    """Take the earlier score from the later one."""
    return None if before is None or after is None else after - before
