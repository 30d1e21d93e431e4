"""Tests of two paired rows of scores: what every p-value must do.

A test that draws is held to what it says only within `CHANCE`: it makes 999 draws or more.
What a test is held to by its claims is in `paired_claims`.
"""

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import at_most, broken, defined, inside, repeatable, same
from measurand.laws.kinds.subject import (
    Call,
    Number,
    Subject,
    answered,
    asked,
    number,
)

Scores = Sequence[float]
PairedTest = Subject[...]

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
    rows = [first, second]
    if BINARY in subject.claims:
        rows = [[int(score) % 2 for score in scores] for scores in rows]
    seeds = [seed] if SEEDED in subject.claims else []
    return asked(subject, number, *rows, *seeds)


def alike_p(subject: PairedTest, one: Call[Number], other: Call[Number]) -> Outcome:
    """Hold where two p-values are the same, within chance where the subject draws.

    >>> first, second = Call("f", (1,), 0.5), Call("f", (2,), 0.55)
    >>> alike_p(Subject("f", abs), first, second)
    Holds()
    """
    outcome = same(subject, one, other)
    if isinstance(outcome, Holds) or DETERMINISTIC in subject.claims:
        return outcome
    left, right = one.answer, other.answer
    if isinstance(left, Fraction | float) and isinstance(right, Fraction | float):
        near = abs(float(left) - float(right)) <= CHANCE
        return Holds() if near else outcome
    return outcome


def lower_p(subject: PairedTest, low: Call[Number], high: Call[Number]) -> Outcome:
    """Hold where a p-value is not above another, within chance where the subject draws.

    >>> first, second = Call("f", (1,), 0.55), Call("f", (2,), 0.5)
    >>> lower_p(Subject("f", abs, {"deterministic"}), first, second).because
    '0.55 is above 0.5'
    """
    outcome = at_most(subject, low, high)
    if isinstance(outcome, Holds | Silent):
        return outcome
    near = isinstance(alike_p(subject, low, high), Holds)
    return Holds() if near else outcome


def wins(many: int) -> tuple[Scores, Scores]:
    """Give scores of which the first is higher by 1 on every item.

    >>> wins(2)
    ([1, 1], [0, 0])
    """
    return [1] * many, [0] * many


def _defined(subject: PairedTest, case: PairedCase) -> Outcome:
    call = p_of(subject, case.first, case.second)
    return defined(call, absent=UNDEFINED in subject.claims)


def _repeatable(subject: PairedTest, case: PairedCase) -> Outcome:
    first = p_of(subject, case.first, case.second)
    return repeatable(subject, first, p_of(subject, case.first, case.second))


def _history(subject: PairedTest, case: PairedCase) -> Outcome:
    first = p_of(subject, case.first, case.second)
    between = p_of(subject, *wins(3), seed=2)
    again = p_of(subject, case.first, case.second)
    outcome = repeatable(subject, first, again)
    if isinstance(outcome, Holds | Silent):
        return outcome
    because = f"asked again after another question, {answered(again.answer)}"
    return broken(f"{answered(first.answer)}; {because}", first, between)


def _range(subject: PairedTest, case: PairedCase) -> Outcome:
    return inside(p_of(subject, case.first, case.second), 0, 1)


def _never_zero(subject: PairedTest, case: PairedCase) -> Outcome:
    for rows in ((case.first, case.second), wins(MANY + len(case.first))):
        call = p_of(subject, *rows)
        if call.answer == 0:
            return broken("what was observed cannot have the probability 0", call)
    return Holds()


def _clear(subject: PairedTest, case: PairedCase) -> Outcome:
    """Ask both ways round where no claim says which system is to be the better one."""
    first, second = wins(MANY + len(case.first))
    calls = [p_of(subject, first, second)]
    if subject.claims.isdisjoint({TWO_SIDED, GREATER}):
        calls.append(p_of(subject, second, first))
    answers = [call.answer for call in calls if isinstance(call.answer, Fraction | float)]
    if len(answers) < len(calls):
        return Silent("there is no p-value")
    if min(answers) <= CLEAR:
        return Holds()
    return broken(f"better on all of {MANY + len(case.first)} items, and not significant", *calls)


def _more_wins(subject: PairedTest, case: PairedCase) -> Outcome:
    many = len(case.first)
    return lower_p(subject, p_of(subject, *wins(many + 1)), p_of(subject, *wins(many)))


def _order_of_pairs(subject: PairedTest, case: PairedCase) -> Outcome:
    first, second = ([row[at] for at in case.order] for row in (case.first, case.second))
    return alike_p(subject, p_of(subject, case.first, case.second), p_of(subject, first, second))


PAIRED_LAWS: tuple[Law[PairedTest, PairedCase], ...] = (
    Law("defined", "Any two rows of scores get a p-value.", _defined),
    Law("repeatable", "The same scores get the same p-value, and are left alone.", _repeatable),
    Law(
        "history",
        "A p-value does not depend on what was asked before.",
        _history,
        Algebra.STATISTICS,
    ),
    Law("range", "A p-value lies between 0 and 1.", _range),
    Law("never-zero", "A p-value is never 0.", _never_zero, Algebra.STATISTICS),
    Law(
        "clear",
        "A system that is better on more than 12 items, on all by as much, has a p-value of at "
        "most 0.05.",
        _clear,
        Algebra.STATISTICS,
    ),
    Law(
        "more-wins",
        "Where all items are won by as much, one more of them raises no p-value.",
        _more_wins,
        Algebra.MONOTONE,
    ),
    Law(
        "order-of-pairs",
        "The order in which items are listed plays no part.",
        _order_of_pairs,
        Algebra.ORDER,
    ),
)
