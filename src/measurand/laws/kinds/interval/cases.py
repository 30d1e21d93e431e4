"""Intervals of the mean of values between 0 and 1: what every interval must do.

What an interval is held to by its claims is in `interval_claims`.
"""

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import broken, close, silent
from measurand.laws.kinds.number_rows import Row, numbers, row, steady, told_row
from measurand.laws.kinds.subject import Absent, Call, Number, Raised, Subject, asked

Values = Sequence[float]
IntervalFunction = Subject[...]
TwoEnds = tuple[Number, Number]

UNDEFINED, DETERMINISTIC, SEEDED = "undefined", "deterministic", "seeded"
LEVELLED, PROPORTION = "levelled", "proportion"

LEVEL = 0.95
MORE, MANY, HALF = 4, 120, 0.5


@frozen
class IntervalCase:
    """Values between 0 and 1 that an interval is tried on, and their places in another order.

    >>> IntervalCase([0, 1]).seed
    0
    """

    values: Values
    order: Sequence[int] = (0, 1)
    seed: int = 0


def values_for(subject: IntervalFunction, values: Values) -> Values:
    """Give values as the subject takes them: 0 or 1 where it claims to be one of proportions.

    >>> values_for(Subject("f", abs, {"proportion"}), [0.25, 0.5])
    [0, 1]
    """
    if PROPORTION in subject.claims:
        return [int(value >= HALF) for value in values]
    return values


def interval_of(
    subject: IntervalFunction, values: Values, level: float = LEVEL, seed: int = 1
) -> Call[Row]:
    """Ask for an interval: of values, at a level and with a seed where these are claimed.

    >>> interval_of(Subject("f", lambda values, seed: (0, 1), {"seeded"}), [1]).line()
    'f([1], 1)  # [0, 1]'
    """
    levels = [level] if LEVELLED in subject.claims else []
    seeds = [seed] if SEEDED in subject.claims else []
    return asked(subject, row, values_for(subject, values), *levels, *seeds)


def ends(call: Call[Row]) -> TwoEnds | Silent:
    """Give both ends; silent where they are not there.

    >>> ends(Call("f", (), (0.25, 0.5)))
    (0.25, 0.5)
    """
    found = numbers(call)
    if isinstance(found, Silent):
        return found
    if len(found) == 2:  # noqa: PLR2004  # both ends
        return found[0], found[1]
    return Silent("not two ends")


def _defined(subject: IntervalFunction, case: IntervalCase) -> Outcome:
    call = interval_of(subject, case.values)
    return _two_ends(subject, call)


def _two_ends(subject: IntervalFunction, call: Call[Row]) -> Outcome:
    match call.answer:
        case Raised():
            return broken(call.answer.told(), call)
        case Absent():
            there = UNDEFINED in subject.claims
            return Holds() if there else broken("there is no interval", call)
        case (low, high):
            missing = isinstance(low, Absent) or isinstance(high, Absent)
            if missing and UNDEFINED not in subject.claims:
                return broken(f"an end is missing: {told_row(call.answer)}", call)
            return Holds()
        case _:
            return broken("an interval has two ends", call)


def _repeatable(subject: IntervalFunction, case: IntervalCase) -> Outcome:
    first = interval_of(subject, case.values)
    return steady(first, interval_of(subject, case.values))


def _history(subject: IntervalFunction, case: IntervalCase) -> Outcome:
    first = interval_of(subject, case.values)
    between = interval_of(subject, [0, 1, 1, 0, 1, 1, 1], seed=2)
    outcome = steady(first, interval_of(subject, case.values))
    if isinstance(outcome, Broken):
        return broken(f"asked again after another question: {outcome.because}", first, between)
    return outcome


def _ordered(subject: IntervalFunction, case: IntervalCase) -> Outcome:
    call = interval_of(subject, case.values)
    found = ends(call)
    if isinstance(found, Silent):
        return found
    return Holds() if found[0] <= found[1] else broken("the lower end is above the upper", call)


def width(call: Call[Row]) -> float | Silent:
    """Give the width of an interval; silent where it has none.

    >>> width(Call("f", (), (0.25, 0.75)))
    0.5
    """
    found = ends(call)
    if isinstance(found, Silent):
        return found
    low, high = found
    return float(high) - float(low) if low <= high else Silent("the ends are out of order")


def _narrows(subject: IntervalFunction, case: IntervalCase) -> Outcome:
    few = interval_of(subject, case.values)
    more = interval_of(subject, [*case.values] * MORE)
    wide, narrow = width(few), width(more)
    if isinstance(wide, Silent) or isinstance(narrow, Silent):
        return wide if isinstance(wide, Silent) else Silent("the longer row has no interval")
    if narrow <= wide or close(narrow, wide):
        return Holds()
    return broken(f"{MORE} times the values, and wider: {wide:.6g} to {narrow:.6g}", few, more)


def _learns(subject: IntervalFunction, case: IntervalCase) -> Outcome:
    values = [*case.values] * -(-MANY // len(case.values))
    call = interval_of(subject, values)
    wide = width(call)
    if isinstance(wide, Silent):
        return wide
    if wide <= HALF:
        return Holds()
    return broken(f"{len(values)} values, and {wide:.6g} wide", call)


def _every_seed(subject: IntervalFunction, case: IntervalCase) -> Outcome:
    first = interval_of(subject, case.values, seed=case.seed)
    return steady(first, interval_of(subject, case.values, seed=case.seed))


def mean_of(subject: IntervalFunction, values: Values) -> Fraction:
    """Give the mean of the values as the subject takes them.

    >>> mean_of(Subject("f", abs), [0, 0.5])
    Fraction(1, 4)
    """
    taken = values_for(subject, values)
    return sum((Fraction(value) for value in taken), Fraction(0)) / len(taken)


def seen(call: Call[Row]) -> Silent:
    """Say why an answer has no ends.

    >>> seen(Call("f", (), Raised("E", "no"))).because
    'it raises E: no'
    """
    return silent(call) or Silent("there are no ends")


INTERVAL_LAWS: tuple[Law[IntervalFunction, IntervalCase], ...] = (
    Law("defined", "Any values get an interval of two ends.", _defined),
    Law("repeatable", "The same values get the same ends, and are left alone.", _repeatable),
    Law("history", "Ends do not depend on what was asked before.", _history, Algebra.STATISTICS),
    Law("ordered", "The lower end is not above the upper one.", _ordered, Algebra.ORDER),
    Law(
        "narrows",
        "Four times the same values give no wider interval.",
        _narrows,
        Algebra.MONOTONE,
    ),
    Law(
        "learns",
        "The same values again and again, 120 of them or more, give an interval at most one half "
        "wide.",
        _learns,
        Algebra.STATISTICS,
    ),
    Law(
        "every-seed",
        "The same seed gives the same ends, 0 too.",
        _every_seed,
        Algebra.STATISTICS,
        frozenset({SEEDED}),
    ),
)
