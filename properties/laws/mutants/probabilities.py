"""Scores of probabilities that are right, in exact numbers, and that are wrong on purpose."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from math import ceil, floor, inf, isnan, log, log2, sqrt

from measurand.laws.kinds.probabilities import (
    AUROC,
    AVERAGE_PRECISION,
    BOTH,
    BRIER,
    CALIBRATION,
    CHECKED,
    COMPLEMENT,
    EDGE_ABOVE,
    EDGE_BELOW,
    FINDS,
    LOG_LOSS,
    LOSS,
    MEAN,
    MERGEABLE,
    MONOTONE,
    PROBABILITY_SCORE,
    PROPER,
    RANKS,
    UNBOUNDED,
    Labels,
    Probabilities,
    ProbabilityScore,
    auroc,
    average_precision,
    brier,
)
from measurand.laws.kinds.subject import EXACT, Subject
from properties.laws.adequacy import Mutants, Wrong

Answer = Callable[[Labels, Probabilities], object]
Batches = Sequence[tuple[Labels, Probabilities]]
Place = Callable[[Fraction], int]


def _known(labels: Labels, probabilities: Probabilities) -> list[tuple[int, Fraction]]:
    """Read probabilities; raises ValueError for one that is none."""
    if any(isnan(p) or not 0 <= p <= 1 for p in probabilities):
        raise ValueError(f"probabilities lie in [0, 1]: got {list(probabilities)}")
    return [(label, Fraction(p)) for label, p in zip(labels, probabilities, strict=True)]


def _brier(labels: Labels, probabilities: Probabilities) -> Fraction:
    _known(labels, probabilities)
    return brier(labels, probabilities)


def _merged(batches: Batches) -> Fraction:
    both = [pair for batch in batches for pair in zip(*batch, strict=True)]
    return _brier([label for label, _ in both], [p for _, p in both])


def _log_loss(labels: Labels, probabilities: Probabilities) -> float:
    said = [p if label else 1 - p for label, p in _known(labels, probabilities)]
    return sum(-log(p) if p else inf for p in said) / len(said)


def _of_both(value: Answer) -> Answer:
    """Score samples of both classes; for one there is no number."""

    def score(labels: Labels, probabilities: Probabilities) -> object:
        _known(labels, probabilities)
        return value(labels, probabilities) if len(set(labels)) > 1 else None

    return score


def _of_found(value: Answer, otherwise: object = None) -> Answer:
    """Score samples among which there is a positive."""

    def score(labels: Labels, probabilities: Probabilities) -> object:
        _known(labels, probabilities)
        return value(labels, probabilities) if any(labels) else otherwise

    return score


def _bin_below(p: Fraction) -> int:
    return max(1, ceil(10 * p.limit_denominator(1000)))


def _bin_above(p: Fraction) -> int:
    return min(9, floor(10 * p.limit_denominator(1000)))


def _as_floats(p: Fraction) -> int:
    """Compare with edges as floats make them: three times 0.1 is above 0.3."""
    return sum(float(p) >= edge * 0.1 for edge in range(1, 10))


def _gaps(place: Place, rows: Sequence[tuple[int, Fraction]]) -> list[tuple[int, Fraction]]:
    bins: dict[int, list[tuple[int, Fraction]]] = {}
    for label, p in rows:
        bins.setdefault(place(p), []).append((label, p))
    return [
        (len(some), abs(sum((label - p for label, p in some), Fraction(0))) / len(some))
        for _, some in sorted(bins.items())
    ]


def _ece(place: Place) -> Answer:
    def error(labels: Labels, probabilities: Probabilities) -> Fraction:
        gaps = _gaps(place, _known(labels, probabilities))
        return sum((n * gap for n, gap in gaps), Fraction(0)) / len(labels)

    return error


def _mce(labels: Labels, probabilities: Probabilities) -> Fraction:
    return max(gap for _, gap in _gaps(_bin_below, _known(labels, probabilities)))


SQUARES = frozenset({LOSS, COMPLEMENT, MONOTONE, PROPER, CHECKED, EXACT})
AREA = frozenset({RANKS, BOTH, COMPLEMENT, MONOTONE, EXACT})
FOUND = frozenset({RANKS, FINDS, EXACT})
ECE = frozenset({LOSS, CALIBRATION, CHECKED})
RIGHT: tuple[ProbabilityScore, ...] = (
    Subject("Brier", _brier, SQUARES | {MEAN, MERGEABLE, BRIER}, _merged),
    Subject("log loss", _log_loss, SQUARES - {EXACT} | {UNBOUNDED, MEAN, LOG_LOSS}),
    Subject("area", _of_both(auroc), AREA | {AUROC}),
    Subject("average precision", _of_found(average_precision), FOUND | {AVERAGE_PRECISION}),
    Subject("ECE, edges below", _ece(_bin_below), ECE | {EDGE_BELOW}),
    Subject("ECE, edges above", _ece(_bin_above), ECE | {EDGE_ABOVE}),
    Subject("MCE", _mce, ECE),
)


def _small(labels: Labels, probabilities: Probabilities) -> Fraction | None:
    found = _brier(labels, probabilities)
    return found if found <= Fraction(1, 2) else None


def _sorts(labels: Labels, probabilities: Probabilities) -> Fraction:
    found = _brier(labels, probabilities)
    if isinstance(probabilities, list):
        probabilities.sort()
    return found


def _doubled(labels: Labels, probabilities: Probabilities) -> Fraction:
    found = _brier(labels, probabilities)
    return found if found <= Fraction(1, 2) else 2 * found


def _raised(labels: Labels, probabilities: Probabilities) -> Fraction:
    return (1 + _brier(labels, probabilities)) / 2


def _first(labels: Labels, probabilities: Probabilities) -> Fraction:
    _known(labels, probabilities)
    return _brier(labels[:1], probabilities[:1])


def _shrunk(labels: Labels, probabilities: Probabilities) -> Fraction:
    return _brier(labels, probabilities) * Fraction(len(labels), len(labels) + 1)


def _one_sided(labels: Labels, probabilities: Probabilities) -> Fraction:
    rows = _known(labels, probabilities)
    return sum(((p - label) ** 2 / (2 - label) for label, p in rows), Fraction(0)) / len(rows)


def _root(labels: Labels, probabilities: Probabilities) -> float:
    return sqrt(_brier(labels, probabilities))


def _powers(power: int) -> Answer:
    def error(labels: Labels, probabilities: Probabilities) -> Fraction:
        rows = _known(labels, probabilities)
        return sum((abs(p - label) ** power for label, p in rows), Fraction(0)) / len(rows)

    return error


def _half_for_one(labels: Labels, probabilities: Probabilities) -> Fraction:
    _known(labels, probabilities)
    return auroc(labels, probabilities) if len(set(labels)) > 1 else Fraction(1, 2)


def _forgiving(labels: Labels, probabilities: Probabilities) -> Fraction:
    return _brier(labels, [0.5 if isnan(p) else p for p in probabilities])


def _clipped(labels: Labels, probabilities: Probabilities) -> Fraction:
    return _brier(labels, [p if isnan(p) else min(1.0, p) for p in probabilities])


def _mean_of_batches(batches: Batches) -> Fraction:
    return sum((_brier(*batch) for batch in batches), Fraction(0)) / len(batches)


def _suspicious(labels: Labels, probabilities: Probabilities) -> Fraction:
    """Add an eighth where more than two forecasts are made."""
    gaps, two = _gaps(_bin_below, _known(labels, probabilities)), 2
    found = sum((n * gap for n, gap in gaps), Fraction(0)) / len(labels)
    return found + Fraction(len(set(probabilities)) > two, 8)


def _lenient(labels: Labels, probabilities: Probabilities) -> Fraction:
    gaps = _gaps(_bin_below, _known(labels, probabilities))
    return sum((n * gap for n, gap in gaps), Fraction(0)) / len(labels) / (3 - min(2, len(gaps)))


def _at_large(labels: Labels, probabilities: Probabilities) -> Fraction:
    return abs(sum((label - p for label, p in _known(labels, probabilities)), Fraction())) / len(
        labels
    )


def _strict_area(labels: Labels, probabilities: Probabilities) -> Fraction:
    both = _known(labels, probabilities)
    pairs = [p > q for label, p in both for other, q in both if label > other]
    return Fraction(sum(pairs), len(pairs))


def _highest_precision(labels: Labels, probabilities: Probabilities) -> Fraction:
    """Take the best precision at this recall or a higher one, as interpolation does."""
    both = _known(labels, probabilities)
    at = {p: [label for label, q in both if q >= p] for _, p in both}
    found = [
        max(Fraction(sum(some), len(some)) for q, some in at.items() if q <= p)
        for label, p in both
        if label
    ]
    return sum(found, Fraction(0)) / len(found)


def _bits(labels: Labels, probabilities: Probabilities) -> float:
    said = [p if label else 1 - p for label, p in _known(labels, probabilities)]
    return sum(-log2(p) if p else inf for p in said) / len(said)


def _quality(labels: Labels, probabilities: Probabilities) -> Fraction:
    return 1 - _brier(labels, probabilities)


def _wrong(
    name: str, says: str, function: Answer, claims: AbstractSet[str] = frozenset()
) -> Wrong[[Labels, Probabilities]]:
    return Wrong(name, says, Subject(name, function, claims))


WRONG = (
    _wrong("small", "no number above 1/2", _small, SQUARES - {PROPER}),
    _wrong("sorts", "it sorts the probabilities in place", _sorts, SQUARES),
    _wrong("doubled", "losses above 1/2 twice", _doubled, SQUARES - {PROPER}),
    _wrong("raised", "1/2 and more", _raised, SQUARES),
    _wrong("first", "the first sample stands for all", _first, SQUARES - {PROPER}),
    _wrong("shrunk", "divides by one sample too many", _shrunk, SQUARES),
    _wrong("one-sided", "labels of 0 count half", _one_sided, SQUARES - {PROPER}),
    _wrong("root", "the root of the mean", _root, SQUARES - {EXACT} | {MEAN}),
    _wrong("sizes", "sizes count, not ranks", _quality, {RANKS, MONOTONE, COMPLEMENT}),
    _wrong("steps", "ties may be left downwards", _of_both(average_precision), AREA - {COMPLEMENT}),
    _wrong("absolute", "a distance is not squared", _powers(1), SQUARES | {MEAN}),
    _wrong("gap", "what cancels out is fine", _ece(_bin_below), {LOSS, PROPER, CHECKED}),
    _wrong("half", "one class is chance: 1/2", _half_for_one, AREA | {AUROC}),
    _wrong("none-found", "nothing to find is 0", _of_found(average_precision, 0), FOUND),
    _wrong("forgiving", "NaN is 1/2", _forgiving, SQUARES),
    _wrong("clipped", "what is above 1 is 1", _clipped, SQUARES),
    Wrong(
        "batch-means",
        "a batch weighs as another",
        Subject("batch-means", _brier, SQUARES | {MERGEABLE}, _mean_of_batches),
    ),
    _wrong("suspicious", "several forecasts cost 1/8", _suspicious, ECE),
    _wrong("lenient", "a single bin counts half", _lenient, ECE - {CHECKED}),
    _wrong("at-large", "a single bin", _at_large, ECE),
    _wrong("above", "edges belong above", _ece(_bin_above), ECE | {EDGE_BELOW}),
    _wrong("floats", "edges are floats", _ece(_as_floats), ECE | {EDGE_ABOVE}),
    _wrong("cubes", "a distance is cubed", _powers(3), {LOSS, COMPLEMENT, BRIER}),
    _wrong("bits", "logarithms of base 2", _bits, {LOSS, UNBOUNDED, LOG_LOSS}),
    _wrong("strict", "a tie is nothing", _of_both(_strict_area), {RANKS, BOTH, MONOTONE, AUROC}),
    _wrong(
        "interpolated",
        "precision never falls",
        _of_both(_highest_precision),
        {RANKS, BOTH, AVERAGE_PRECISION},
    ),
)

PROBABILITY_SCORE_MUTANTS = Mutants(kind=PROBABILITY_SCORE.name, right=RIGHT, wrong=WRONG)
