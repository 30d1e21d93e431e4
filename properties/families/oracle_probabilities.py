"""What metrics of probabilities and of thresholds are, slowly: lists of (score, label, weight)."""

from collections.abc import Iterable
from fractions import Fraction
from math import inf, log

from measurand.values.sample import Sample

Row = tuple[Fraction, Fraction, Fraction]
Rows = list[Row]
How = tuple[int, str, str]


def listed(corpus: Iterable[Sample]) -> Rows:
    """List the samples that have both, and weigh something."""
    rows = [(one.amount("p"), one.amount("rain"), one.weight) for one in corpus]
    return [(p, y, w) for p, y, w in rows if p is not None and y is not None and w]


def weight(rows: Rows) -> Fraction:
    """Weigh all."""
    return sum((w for _, _, w in rows), Fraction(0))


def mean(values: list[Fraction], rows: Rows) -> Fraction:
    """Take the weighted mean of as many values as there are rows."""
    total = Fraction(0)
    for value, (_, _, w) in zip(values, rows, strict=True):
        total += value * w
    return total / weight(rows)


def brier(rows: Rows) -> Fraction | None:
    """Take the mean square of p - y."""
    return mean([(p - y) ** 2 for p, y, _ in rows], rows) if rows else None


def log_loss(rows: Rows, clip: Fraction) -> float | None:
    """Take the mean of -log of the probability of what happened."""
    total = 0.0
    for p, y, w in rows:
        chance = min(max(p, clip), 1 - clip)
        chance = chance if y == 1 else 1 - chance
        total -= float(w) * (log(chance) if chance else -inf)
    return None if not rows or total == inf else total / float(weight(rows))


def cost(rows: Rows, threshold: Fraction, false_negative: Fraction) -> Fraction | None:
    """Take the mean cost; a false alarm costs 1."""
    costs = []
    for p, y, _ in rows:
        if p >= threshold and y == 0:
            costs.append(Fraction(1))
        elif p < threshold and y == 1:
            costs.append(false_negative)
        else:
            costs.append(Fraction(0))
    return mean(costs, rows) if rows else None


def bins_of(rows: Rows, how: How) -> list[Rows]:
    """Put rows into bins: try each, by its two ends."""
    bins, binning, closed = how
    if binning == "distinct":
        return [[row for row in rows if row[0] == p] for p in {p for p, _, _ in rows}]
    shares = []
    for p, _, _ in rows:
        if binning == "width":
            shares.append(p)
        elif closed == "upper":
            shares.append(weight([row for row in rows if row[0] <= p]) / weight(rows))
        else:
            shares.append(weight([row for row in rows if row[0] < p]) / weight(rows))
    parts = []
    for at in range(bins):
        low, high = Fraction(at, bins), Fraction(at + 1, bins)
        parts.append(
            [
                row
                for row, share in zip(rows, shares, strict=True)
                if (
                    low < share <= high or share == low == 0
                    if closed == "upper"
                    else low <= share < high or (closed == "lower" and share == high == 1)
                )
            ]
        )
    if closed == "each_lower":
        parts.append([row for row, share in zip(rows, shares, strict=True) if share == 1])
    return [part for part in parts if part]


def gap(part: Rows) -> Fraction:
    """Say how far a bin is off."""
    return abs(mean([p for p, _, _ in part], part) - mean([y for _, y, _ in part], part))


def ece(rows: Rows, how: How) -> Fraction | None:
    """Take the mean gap of bins."""
    if not rows:
        return None
    parts = bins_of(rows, how)
    return sum((weight(part) / weight(rows) * gap(part) for part in parts), Fraction(0))


def reliability(rows: Rows, how: How) -> Fraction | None:
    """Take the mean squared gap of bins."""
    if not rows:
        return None
    parts = bins_of(rows, how)
    return sum((weight(part) / weight(rows) * gap(part) ** 2 for part in parts), Fraction(0))


def mce(rows: Rows, how: How) -> Fraction | None:
    """Take the largest gap of bins."""
    if not rows:
        return None
    return max(gap(part) for part in bins_of(rows, how))


def happens(rows: Rows) -> Fraction:
    """Say how often it happens."""
    return mean([y for _, y, _ in rows], rows)


def resolution(rows: Rows, how: How) -> Fraction | None:
    """Take the mean squared distance of what happens in bins from what happens at all."""
    if not rows:
        return None
    total = Fraction(0)
    for part in bins_of(rows, how):
        total += weight(part) / weight(rows) * (happens(part) - happens(rows)) ** 2
    return total


def curve(rows: Rows) -> list[tuple[Fraction, Fraction]]:
    """List recall and precision at each threshold, the highest first."""
    points = []
    for threshold in sorted({p for p, _, _ in rows}, reverse=True):
        called = [row for row in rows if row[0] >= threshold]
        hits = weight([row for row in called if row[1] == 1])
        points.append((hits / weight([row for row in rows if row[1] == 1]), hits / weight(called)))
    return points


def average_precision(rows: Rows, area: str) -> Fraction | None:
    """Add up rectangles, trapezoids, or rectangles under the envelope."""
    if not any(y == 1 for _, y, _ in rows):
        return None
    points = [(Fraction(0), Fraction(1)), *curve(rows)]
    total = Fraction(0)
    for at in range(1, len(points)):
        (before, last), (recall, precision) = points[at - 1], points[at]
        if area == "trapezoid":
            precision = (last + precision) / 2
        elif area == "envelope":
            precision = max(one for _, one in points[at:])
        total += (recall - before) * precision
    return total


def precision_at(rows: Rows, least: Fraction) -> Fraction | None:
    """Take the best precision where recall is high enough."""
    if not any(y == 1 for _, y, _ in rows):
        return None
    return max(precision for recall, precision in curve(rows) if recall >= least)


def recall_at(rows: Rows, least: Fraction) -> Fraction | None:
    """Take the best recall where precision is high enough; None where it is nowhere."""
    if not any(y == 1 for _, y, _ in rows):
        return None
    reached = [recall for recall, precision in curve(rows) if precision >= least]
    return max(reached) if reached else None


def uncertainty(rows: Rows) -> Fraction | None:
    """Take the Brier score of who says how often it happens."""
    return mean([(happens(rows) - y) ** 2 for _, y, _ in rows], rows) if rows else None


def skill(rows: Rows) -> Fraction | None:
    """Take 1 less the Brier score as a share of that of who says how often it happens."""
    least, own = uncertainty(rows), brier(rows)
    return 1 - own / least if own is not None and least else None


def within(rows: Rows, how: How) -> Fraction | None:
    """Take the mean over bins of the variance of what is said, less twice the covariance."""
    if not rows:
        return None
    total = Fraction(0)
    for part in bins_of(rows, how):
        said, so = mean([p for p, _, _ in part], part), happens(part)
        spread = mean([(p - said) ** 2 for p, _, _ in part], part)
        together = mean([(p - said) * (y - so) for p, y, _ in part], part)
        total += weight(part) / weight(rows) * (spread - 2 * together)
    return total
