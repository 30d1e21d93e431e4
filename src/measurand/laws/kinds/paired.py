"""Tests of two paired rows of scores: what every p-value must do.

The kind `paired-test`: p-values of two systems scored on the same items. A test that draws is held
to what it says only within `CHANCE`: it makes 999 draws or more.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from attrs import frozen

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent, law
from measurand.laws.kinds.checks import (
    Check,
    answered_unless,
    between,
    drawn,
    once,
    repeated,
    too_many,
)
from measurand.laws.kinds.compare import (
    answers,
    at_most,
    broken,
    is_number,
    repeatable,
    same,
)
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Absent, Call, Number, Subject, answered, asked, number

Scores = Sequence[float]
Rows = tuple[Scores, Scores]
PairedTest = Subject[...]
_NO_P_VALUE = "there is no p-value"
UNDEFINED, DETERMINISTIC, SEEDED, BINARY = "undefined", "deterministic", "seeded", "binary"
CHANCE = 0.12
"""How far apart two p-values of 999 draws come by chance once in ten million times."""


TWO_SIDED, GREATER = "two-sided", "greater"
CLEAR, MANY = 0.05, 12


@frozen
class PairedCase:
    """Scores of two systems on the same items.

    `order` are the places of the items in another order, `shifts` as many numbers to be added to
    both scores of an item, `scale` a number above 0 to multiply all of them by.

    >>> PairedCase([1, 0], [0, 0]).seed
    0
    """

    first: Scores
    second: Scores
    order: Sequence[int] = (0, 1)
    shifts: Sequence[float] = (1, 2)
    scale: float = 2
    seed: int = 0


def p_of(subject: PairedTest, first: Scores, second: Scores, seed: int = 1) -> Call[Number]:
    """Ask for a p-value; the seed is the third argument where the subject claims to be seeded.

    Binary subjects are asked of scores that are 0 or 1.

    >>> p_of(Subject("never", lambda a, b: 1, {"binary"}), [2, 1], [4, 4]).line()
    'never([0, 1], [0, 0])  # 1'
    """
    rows = _taken(subject, (first, second))
    seeds = [seed] if SEEDED in subject.claims else []
    return asked(subject, number, *rows, *seeds)


def _taken(subject: PairedTest, rows: Rows) -> Rows:
    if BINARY not in subject.claims:
        return rows
    first, second = ([int(score) % 2 for score in row] for row in rows)
    return first, second


def alike_p(subject: PairedTest, one: Call[Number], other: Call[Number]) -> Outcome:
    """Hold where two p-values are the same, within chance where the subject draws.

    >>> first, second = Call("f", (1,), 0.5), Call("f", (2,), 0.55)
    >>> alike_p(Subject("f", abs), first, second)
    Holds()
    """
    return _within_chance(subject, same(subject, one, other), one.answer, other.answer)


def _within_chance(subject: PairedTest, outcome: Outcome, one: object, other: object) -> Outcome:
    """Forgive a difference that chance may make, where the subject draws."""
    if not isinstance(outcome, Broken) or DETERMINISTIC in subject.claims:
        return outcome
    if not isinstance(one, Fraction | float) or not isinstance(other, Fraction | float):
        return outcome
    return Holds() if abs(float(one) - float(other)) <= CHANCE else outcome


def lower_p(subject: PairedTest, low: Call[Number], high: Call[Number]) -> Outcome:
    """Hold where a p-value is not above another, within chance where the subject draws.

    >>> first, second = Call("f", (1,), 0.55), Call("f", (2,), 0.5)
    >>> lower_p(Subject("f", abs, {"deterministic"}), first, second).because
    '0.55 is above 0.5'
    """
    return _within_chance(subject, at_most(subject, low, high), low.answer, high.answer)


def wins(many: int) -> tuple[Scores, Scores]:
    """Give scores of which the first is higher by 1 on every item.

    >>> wins(2)
    ([1, 1], [0, 0])
    """
    return [1] * many, [0] * many


PairedCheck = Check[..., PairedCase]


def _rows(case: PairedCase) -> Rows:
    return case.first, case.second


def _here(subject: PairedTest, case: PairedCase) -> Call[Number]:
    return p_of(subject, *_rows(case))


def _seeded(subject: PairedTest, case: PairedCase) -> Call[Number]:
    return p_of(subject, *_rows(case), case.seed)


def _keeps(change: Callable[[PairedCase], Rows]) -> PairedCheck:
    """Hold where other scores have the same p-value, within chance where the subject draws."""
    return lambda subject, case: alike_p(
        subject, _here(subject, case), p_of(subject, *change(case))
    )


def _moved(rows: Rows, shifts: Sequence[float]) -> Rows:
    first, second = ([a + by for a, by in zip(row, shifts, strict=True)] for row in rows)
    return first, second


@law("history", "A p-value does not depend on what was asked before.", Algebra.STATISTICS)
def _history(subject: PairedTest, case: PairedCase) -> Outcome:
    first = _here(subject, case)
    between = p_of(subject, *wins(3), seed=2)
    again = _here(subject, case)
    outcome = repeatable(subject, first, again)
    if isinstance(outcome, Holds | Silent):
        return outcome
    because = f"asked again after another question, {answered(again.answer)}"
    return broken(f"{answered(first.answer)}; {because}", first, between)


@law("never-zero", "A p-value is never 0.", Algebra.STATISTICS)
def _never_zero(subject: PairedTest, case: PairedCase) -> Outcome:
    for rows in ((case.first, case.second), wins(MANY + len(case.first))):
        call = p_of(subject, *rows)
        if call.answer == 0:
            return broken("what was observed cannot have the probability 0", call)
    return Holds()


@law(
    "clear",
    "A system that is better on more than 12 items, on all by as much, has a p-value of at "
    "most 0.05.",
    Algebra.STATISTICS,
)
def _clear(subject: PairedTest, case: PairedCase) -> Outcome:
    """Ask both ways round where no claim says which system is to be the better one."""
    first, second = wins(MANY + len(case.first))
    calls = [p_of(subject, first, second)]
    if subject.claims.isdisjoint({TWO_SIDED, GREATER}):
        calls.append(p_of(subject, second, first))
    answers = [call.answer for call in calls if isinstance(call.answer, Fraction | float)]
    if len(answers) < len(calls):
        return Silent(_NO_P_VALUE)
    if min(answers) <= CLEAR:
        return Holds()
    return broken(f"better on all of {MANY + len(case.first)} items, and not significant", *calls)


@law(
    "more-wins",
    "Where all items are won by as much, one more of them raises no p-value.",
    Algebra.MONOTONE,
)
def _more_wins(subject: PairedTest, case: PairedCase) -> Outcome:
    many = len(case.first)
    return lower_p(subject, p_of(subject, *wins(many + 1)), p_of(subject, *wins(many)))


PAIRED_LAWS: tuple[Law[PairedTest, PairedCase], ...] = (
    law("defined", "Any two rows of scores get a p-value.")(answered_unless(UNDEFINED, _here)),
    law("repeatable", "The same scores get the same p-value, and are left alone.")(repeated(_here)),
    _history,
    law("range", "A p-value lies between 0 and 1.")(between(_here, 0, 1)),
    _never_zero,
    _clear,
    _more_wins,
    law("order-of-pairs", "The order in which items are listed plays no part.", Algebra.ORDER)(
        _keeps(
            lambda case: ([case.first[i] for i in case.order], [case.second[i] for i in case.order])
        )
    ),
)


SIGN_FLIP = "sign-flip"
SHIFT, PAIRED, SCALE, TIES_OUT = "shift", "paired", "scale", "ties-out"
CALIBRATED = "calibrated"
NULL_PAIRS, NULL_ITEMS, NULL_LEVELS = 300, 12, (0.05, 0.2)


def _self(subject: PairedTest, case: PairedCase) -> Outcome:
    call = p_of(subject, case.first, case.first)
    if isinstance(call.answer, Absent) and UNDEFINED in subject.claims:
        return Holds()
    return is_number(subject, call, Fraction(1))


def _both_ways(subject: PairedTest, case: PairedCase) -> Outcome:
    here, there = _here(subject, case), p_of(subject, case.second, case.first)
    found = answers(here, there, lacking=_NO_P_VALUE)
    if isinstance(found, Silent):
        return found
    dust = 1e-9 if DETERMINISTIC in subject.claims else CHANCE
    if sum(map(float, found)) >= 1 - dust:
        return Holds()
    one, other = map(answered, found)
    return broken(f"{one} one way and {other} the other", here, there)


def _scale(subject: PairedTest, case: PairedCase) -> Outcome:
    rows = first, second = tuple([score * case.scale for score in row] for row in _rows(case))
    exactly = all(
        Fraction(large) == Fraction(small) * Fraction(case.scale)
        for row, scaled in zip(_rows(case), rows, strict=True)
        for small, large in zip(row, scaled, strict=True)
    )
    if not exactly:
        return Silent("the scaled scores are rounded")
    return alike_p(subject, _here(subject, case), p_of(subject, first, second))


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
    call = _here(subject, case)
    expected = flipped(*_taken(subject, _rows(case)))
    return _within_chance(subject, is_number(subject, call, expected), call.answer, expected)


def exchangeable(many: int) -> tuple[tuple[Scores, Scores], ...]:
    """Give pairs of rows of which neither is better: all scores come from one urn, seeded.

    >>> exchangeable(1)[0][0]
    [2, 1, 2, 4, 0, 1, 2, 2, 2, 2, 4, 0]
    """
    draws = drawn(20261122)
    scores = [(0, 1, 2, 4)[next(draws) >> 62] for _ in range(2 * NULL_ITEMS * many)]
    rows = [scores[at : at + NULL_ITEMS] for at in range(0, len(scores), NULL_ITEMS)]
    return tuple(zip(rows[::2], rows[1::2], strict=True))


def _false_alarms(subject: PairedTest) -> Outcome:
    answers = [p_of(subject, *rows).answer for rows in exchangeable(NULL_PAIRS)]
    for level in NULL_LEVELS:
        alarms = [p for p in answers if isinstance(p, Fraction | float) and p <= level]
        most = too_many(NULL_PAIRS, level)
        if len(alarms) > most:
            return Broken(
                f"of {NULL_PAIRS} pairs of which neither is better {len(alarms)} have a p-value "
                f"of at most {level}; {most:.0f} would be too many by five standard errors"
            )
    return Holds()


def _law(
    claim: str,
    name: str,
    says: str,
    check: Callable[[PairedTest, PairedCase], Outcome],
    algebra: Algebra = Algebra.STATISTICS,
) -> Law[PairedTest, PairedCase]:
    return law(name, says, algebra, claim)(check)


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
        _keeps(lambda case: (case.second, case.first)),
        Algebra.SYMMETRY,
    ),
    _law(GREATER, "both-ways", "The p-values of both ways add up to 1 or more.", _both_ways),
    _law(
        SHIFT,
        "common-shift",
        "Adding the same number to all scores keeps the p-value.",
        _keeps(lambda case: _moved(_rows(case), [*case.shifts[:1]] * len(case.first))),
    ),
    _law(
        PAIRED,
        "pair-shift",
        "Adding to both scores of an item as much keeps the p-value: pairs count by their "
        "difference.",
        _keeps(lambda case: _moved(_rows(case), case.shifts)),
    ),
    _law(SCALE, "scale", "Multiplying all scores by a number keeps the p-value.", _scale),
    _law(
        TIES_OUT,
        "ties-out",
        "An item on which both score the same plays no part.",
        _keeps(lambda case: ([*case.first, case.shifts[0]], [*case.second, case.shifts[0]])),
    ),
    _law(SIGN_FLIP, "sign-flip", "The p-value is that of all exchanges of signs.", _sign_flip),
    _law(SEEDED, "every-seed", "The same seed gives the same p-value, 0 too.", repeated(_seeded)),
    _law(
        CALIBRATED,
        "calibrated",
        "Where neither system is better, p-values of at most a level are not more frequent than "
        "the level.",
        once(_false_alarms, SEEDED, BINARY),
    ),
)


EVERY_PAIRED_LAW = (*PAIRED_LAWS, *CLAIMED_PAIRED_LAWS)
PAIRED_TEST: Kind[..., PairedCase] = Kind(
    name="paired-test",
    takes="two equally long lists of scores (and a seed, where it is claimed), and gives a "
    "p-value; a test that draws makes 999 draws or more",
    claims={
        DETERMINISTIC: "nothing is drawn",
        SEEDED: "the third argument is a seed, which settles the p-value",
        BINARY: "scores are 0 or 1",
        UNDEFINED: "some scores may have no p-value: None or NaN",
        TWO_SIDED: "small where either system is better, 1 (or undefined) for one against itself",
        GREATER: "small where the first scores are higher, and what is as extreme counts",
        SHIFT: "adding the same to all scores changes nothing",
        PAIRED: "a pair counts by its difference alone",
        SCALE: "multiplying all scores by a number changes nothing",
        TIES_OUT: "items on which both score the same play no part",
        SIGN_FLIP: "the test of all exchanges of signs, two-sided, or draws of them",
        CALIBRATED: "a p-value of at most a level is as rare as the level where no one is better",
    },
    laws=EVERY_PAIRED_LAW,
    apart=(
        frozenset({TWO_SIDED, GREATER}),
        frozenset({SIGN_FLIP, GREATER}),
        frozenset({DETERMINISTIC, SEEDED}),
        *(frozenset({BINARY, other}) for other in (SHIFT, PAIRED, SCALE)),
    ),
)
