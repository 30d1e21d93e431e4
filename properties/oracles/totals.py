"""Totals of counts and columns of amounts: plain sums."""

from collections.abc import Sequence
from fractions import Fraction

from properties.oracles.units import Case, Only, looked_at, scored

ZERO = Fraction(0)


def total(of: str, cases: Sequence[Case], *, only: Only = None, missing: str = "empty") -> Fraction:
    """Add up hits, predicted, gold, fp, fn, tn or samples; weights play no part."""
    answer = ZERO
    for case in scored(cases, missing):
        hits = predicted = gold = ZERO
        for label, h, p, g in case.rows:
            if looked_at(only, label):
                hits, predicted, gold = hits + h, predicted + p, gold + g
        if of == "hits":
            answer += hits
        elif of == "predicted":
            answer += predicted
        elif of == "gold":
            answer += gold
        elif of == "fp":
            answer += predicted - hits
        elif of == "fn":
            answer += gold - hits
        elif of == "tn":
            answer += 1 if predicted == 0 and gold == 0 else 0
        elif of == "samples":
            answer += 1
        else:
            raise ValueError(
                f"a total is of hits, predicted, gold, fp, fn, tn or samples: got {of!r}"
            )
    return answer


def column(amounts: Sequence[Fraction], statistic: str) -> Fraction | None:
    """Add or average a column; no amounts have neither a sum nor a mean."""
    if not amounts:
        return None
    added = ZERO
    for amount in amounts:
        added += amount
    if statistic == "sum":
        return added
    if statistic == "mean":
        return added / len(amounts)
    raise ValueError(f"a column has a sum or a mean: got {statistic!r}")
