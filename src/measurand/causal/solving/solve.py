"""Whether an equation tells a known, at the numbers of the other knowns."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction

from measurand.algebra.polynomial import Work
from measurand.causal.rules.tree import Name
from measurand.causal.solving.compose import Composed
from measurand.causal.solving.inverse import MOST_WORK, Inversion, Inverted, Open, Range, Unique
from measurand.causal.solving.posed import ANGLES, Posed, is_degree
from measurand.causal.solving.relations import CYCLIC
from measurand.values.reasoning import Known

__all__ = ["ANGLES", "DEGREES", "Domain", "is_degree", "range_of", "solve", "solved"]

DEGREES = "degrees in an angle"
DEPENDS = "depends on the numbers"
IGNORED = "rule ignores the known"


class Domain(Enum):
    """Where a missing known is looked for.

    `POSITIVE` looks above 0 unless the known is a number that is not; `BY_SIGN` looks above 0
    where the known is a number above 0, and everywhere else on the whole line.
    """

    REAL = "real"
    POSITIVE = "positive"
    BY_SIGN = "by_sign"


def range_of(number: Fraction | None, domain: Domain) -> Range:
    """Say where a known is looked for.

    >>> range_of(None, Domain.BY_SIGN), range_of(Fraction(2), Domain.BY_SIGN)
    (<Range.REAL: 'real'>, <Range.POSITIVE: 'positive'>)
    """
    match domain:
        case Domain.REAL:
            return Range.REAL
        case Domain.POSITIVE:
            return Range.POSITIVE if number is None or number > 0 else Range.REAL
        case Domain.BY_SIGN:
            return Range.POSITIVE if number is not None and number > 0 else Range.REAL


def solve(
    equation: Composed, name: str, knowns: Mapping[str, Known], domain: Domain
) -> Inverted | None:
    """Tell whether an equation leaves one value for a name; None where the name does not occur.

    >>> from measurand.causal.rules.tree import Negative
    >>> solve(Composed(effect="y", made=Negative(Name("x"))), "x", {}, Domain.REAL)
    Unique(answer=Negative(inner=Name(text='y')), through='undoing')
    """
    return solved(Posed(equation, knowns), name, domain, MOST_WORK)


def solved(posed: Posed, name: str, domain: Domain, most: int) -> Inverted | None:
    """Tell it of an equation the values of which are shared with other questions.

    Where names have no number two choices of numbers have to agree; the work that may be done is
    shared by them.

    >>> solved(Posed(Composed(effect="y", made=Name("x")), {}), "z", Domain.REAL, 0) is None
    True
    """
    equation = posed.equation
    there = posed.holding.holds(equation.made, name)
    if equation.effect == name:
        if there:
            return Open(reason=CYCLIC)
        return Unique(answer=equation.made, through="its own rule")
    if not there:
        return None
    if posed.in_degrees:
        return Open(reason=DEGREES)
    within, work = range_of(posed.number(name), domain), Work(most)
    last: Inverted = Open(reason=DEPENDS)
    first: Inverted | None = None
    for choice in range(posed.choices):
        values = posed.values(choice)
        if isinstance(values, Open):
            last = values
        else:
            last = Inversion(name, values, posed.holding, within, work)(Name(equation.effect))
        if isinstance(last, Open) and last.reason == "domain":
            continue
        if isinstance(last, Open):
            return last
        if first is not None:
            return first if type(first) is type(last) else Open(reason=DEPENDS)
        first = last
    return first or last
