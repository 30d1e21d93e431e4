"""Tests of two paired rows of scores: what they are held to by what they claim."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import sqrt

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import broken, is_number, repeatable, silent
from measurand.laws.kinds.paired.cases import (
    BINARY,
    CHANCE,
    DETERMINISTIC,
    GREATER,
    SEEDED,
    TWO_SIDED,
    UNDEFINED,
    PairedCase,
    PairedTest,
    Scores,
    alike_p,
    p_of,
)
from measurand.laws.kinds.subject import Absent, Subject, answered

SIGN_FLIP = "sign-flip"
SHIFT, PAIRED, SCALE, TIES_OUT = "shift", "paired", "scale", "ties-out"
CALIBRATED = "calibrated"

NULL_PAIRS, NULL_ITEMS, NULL_LEVELS = 300, 12, (0.05, 0.2)


def _self(subject: PairedTest, case: PairedCase) -> Outcome:
    call = p_of(subject, case.first, case.first)
    if isinstance(call.answer, Absent) and UNDEFINED in subject.claims:
        return Holds()
    return is_number(subject, call, Fraction(1))


def _swap(subject: PairedTest, case: PairedCase) -> Outcome:
    here, there = (case.first, case.second), (case.second, case.first)
    return alike_p(subject, p_of(subject, *here), p_of(subject, *there))


def _both_ways(subject: PairedTest, case: PairedCase) -> Outcome:
    here = p_of(subject, case.first, case.second)
    there = p_of(subject, case.second, case.first)
    one, other = here.answer, there.answer
    if not isinstance(one, Fraction | float) or not isinstance(other, Fraction | float):
        return silent(here, there) or Silent("there is no p-value")
    dust = 1e-9 if DETERMINISTIC in subject.claims else CHANCE
    if float(one) + float(other) >= 1 - dust:
        return Holds()
    return broken(f"{answered(one)} one way and {answered(other)} the other", here, there)


def _moved(subject: PairedTest, case: PairedCase, shifts: Sequence[float]) -> Outcome:
    first, second = (
        [score + by for score, by in zip(row, shifts, strict=True)] for row in _rows(case)
    )
    return alike_p(subject, p_of(subject, case.first, case.second), p_of(subject, first, second))


def _rows(case: PairedCase) -> tuple[Scores, Scores]:
    return case.first, case.second


def _common_shift(subject: PairedTest, case: PairedCase) -> Outcome:
    return _moved(subject, case, [*case.shifts[:1]] * len(case.first))


def _pair_shift(subject: PairedTest, case: PairedCase) -> Outcome:
    return _moved(subject, case, case.shifts)


def _scale(subject: PairedTest, case: PairedCase) -> Outcome:
    rows = first, second = tuple([score * case.scale for score in row] for row in _rows(case))
    exactly = all(
        Fraction(large) == Fraction(small) * Fraction(case.scale)
        for row, scaled in zip(_rows(case), rows, strict=True)
        for small, large in zip(row, scaled, strict=True)
    )
    if not exactly:
        return Silent("the scaled scores are rounded")
    return alike_p(subject, p_of(subject, case.first, case.second), p_of(subject, first, second))


def _ties_out(subject: PairedTest, case: PairedCase) -> Outcome:
    longer = p_of(subject, [*case.first, case.shifts[0]], [*case.second, case.shifts[0]])
    return alike_p(subject, p_of(subject, case.first, case.second), longer)


def flipped(first: Scores, second: Scores) -> Fraction:
    """Enumerate the sign-flip test, two-sided: Fisher (1935), The Design of Experiments, ch. 3.

    >>> flipped([1, 1, 1], [0, 0, 0])
    Fraction(1, 4)
    """
    apart = [Fraction(a) - Fraction(b) for a, b in zip(first, second, strict=True)]
    start = Fraction(0)
    observed = abs(sum(apart, start))
    extreme = sum(
        abs(sum((sign * size for sign, size in zip(signs, apart, strict=True)), start)) >= observed
        for signs in product((-1, 1), repeat=len(apart))
    )
    return Fraction(extreme, 2 ** len(apart))


def _sign_flip(subject: PairedTest, case: PairedCase) -> Outcome:
    call = p_of(subject, case.first, case.second)
    first, second = (
        [int(score) % 2 for score in row] if BINARY in subject.claims else row
        for row in _rows(case)
    )
    expected = flipped(first, second)
    outcome = is_number(subject, call, expected)
    drawn = DETERMINISTIC not in subject.claims and isinstance(call.answer, Fraction | float)
    if drawn and isinstance(call.answer, Fraction | float):
        near = abs(float(call.answer) - float(expected)) <= CHANCE
        return Holds() if near else outcome
    return outcome


def _every_seed(subject: PairedTest, case: PairedCase) -> Outcome:
    first = p_of(subject, case.first, case.second, case.seed)
    return repeatable(subject, first, p_of(subject, case.first, case.second, case.seed))


def exchangeable(many: int) -> tuple[tuple[Scores, Scores], ...]:
    """Give pairs of rows of which neither is better: all scores come from one urn, seeded.

    >>> exchangeable(1)[0][0]
    [2, 1, 2, 4, 0, 1, 2, 2, 2, 2, 4, 0]
    """
    state, drawn = 20261122, list[int]()
    for _ in range(2 * NULL_ITEMS * many):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        drawn.append((0, 1, 2, 4)[state >> 62])
    rows = [drawn[at : at + NULL_ITEMS] for at in range(0, len(drawn), NULL_ITEMS)]
    return tuple(zip(rows[::2], rows[1::2], strict=True))


def _false_alarms(function: Callable[..., object], name: str, claims: frozenset[str]) -> Outcome:
    subject = Subject(name, function, claims)
    calls = [p_of(subject, first, second) for first, second in exchangeable(NULL_PAIRS)]
    answers = [call.answer for call in calls]
    for level in NULL_LEVELS:
        alarms = [p for p in answers if isinstance(p, Fraction | float) and p <= level]
        most = NULL_PAIRS * level + 5 * sqrt(NULL_PAIRS * level * (1 - level))
        if len(alarms) > most:
            return Broken(
                f"of {NULL_PAIRS} pairs of which neither is better {len(alarms)} have a p-value "
                f"of at most {level}; {most:.0f} would be too many by five standard errors"
            )
    return Holds()


_alarms_once = lru_cache(maxsize=64)(_false_alarms)


def _calibrated(subject: PairedTest, case: PairedCase) -> Outcome:
    """Judge a function once for all cases: the pairs are always the same."""
    del case
    claims = frozenset(subject.claims & {SEEDED, BINARY})
    try:
        return _alarms_once(subject.function, subject.name, claims)
    except TypeError:  # a callable that cannot be hashed
        return _false_alarms(subject.function, subject.name, claims)


def _law(
    claim: str,
    name: str,
    says: str,
    check: Callable[[PairedTest, PairedCase], Outcome],
    algebra: Algebra = Algebra.STATISTICS,
) -> Law[PairedTest, PairedCase]:
    return Law(name, says, check, algebra, frozenset({claim}))


CLAIMED_PAIRED_LAWS: tuple[Law[PairedTest, PairedCase], ...] = (
    _law(
        TWO_SIDED,
        "self",
        "A system against itself has the p-value 1, or none where that may be.",
        _self,
        Algebra.IDENTITY,
    ),
    _law(
        TWO_SIDED,
        "swap",
        "Exchanging the two systems keeps the p-value.",
        _swap,
        Algebra.SYMMETRY,
    ),
    _law(GREATER, "both-ways", "The p-values of both ways add up to 1 or more.", _both_ways),
    _law(
        SHIFT,
        "common-shift",
        "Adding the same number to all scores keeps the p-value.",
        _common_shift,
    ),
    _law(
        PAIRED,
        "pair-shift",
        "Adding to both scores of an item as much keeps the p-value: pairs count by their "
        "difference.",
        _pair_shift,
    ),
    _law(SCALE, "scale", "Multiplying all scores by a number keeps the p-value.", _scale),
    _law(TIES_OUT, "ties-out", "An item on which both score the same plays no part.", _ties_out),
    _law(SIGN_FLIP, "sign-flip", "The p-value is that of all exchanges of signs.", _sign_flip),
    _law(SEEDED, "every-seed", "The same seed gives the same p-value, 0 too.", _every_seed),
    _law(
        CALIBRATED,
        "calibrated",
        "Where neither system is better, p-values of at most a level are not more frequent than "
        "the level.",
        _calibrated,
    ),
)
