"""Whether an equation tells a known, at the numbers of the other knowns.

Where all names have numbers that is one question at one point. Where some have none, it is asked
at numbers of no meaning, and two choices have to agree on what comes out; a choice at which the
equation has no value is passed over. Where the sign of the known is not known the verdict has to
stand on both sides of 0. What does not agree is open.
"""

from collections.abc import Mapping
from enum import Enum

from measurand.algebra.polynomial import Work
from measurand.studies.causal.graphs.quantity import is_positive
from measurand.studies.causal.rules.tree import Call, Name, nodes
from measurand.studies.causal.solving.compose import ComposedEquation
from measurand.studies.causal.solving.inverse import (
    MOST_WORK,
    Inversion,
    Inverted,
    Open,
    Range,
    Several,
    Unique,
)
from measurand.studies.causal.solving.numeric_equation import ANGLES, NumericEquation, is_in_degrees
from measurand.studies.causal.solving.relations import CYCLIC
from measurand.values.reasoning import Known

__all__ = ["ANGLES", "DEGREES", "Domain", "is_in_degrees", "range_of", "solve", "solved"]

DEGREES = "degrees in an angle"
DEPENDS = "depends on the numbers"
IGNORED = "rule ignores the known"
SIGN = "sign not known"


class Domain(Enum):
    """Where a missing known is looked for.

    `POSITIVE` looks above 0 unless the known is a number that is not; `BY_SIGN` looks above 0
    where the known is above 0, by its number or by its words (a width, the speed of light), and
    on the whole line where its number is not. Of other words the sign is not known: where
    that decides, nothing is decided.
    """

    REAL = "real"
    POSITIVE = "positive"
    BY_SIGN = "by_sign"


def range_of(known: Known, domain: Domain) -> Range:
    """Say where a known is looked for.

    >>> range_of(Known(name="x"), Domain.BY_SIGN), range_of(Known(name="mass"), Domain.BY_SIGN)
    (<Range.REAL: 'real'>, <Range.POSITIVE: 'positive'>)
    """
    match domain:
        case Domain.REAL:
            return Range.REAL
        case Domain.POSITIVE:
            above = known.number is None or known.number > 0
        case Domain.BY_SIGN:
            above = is_positive(known)
    return Range.POSITIVE if above else Range.REAL


def solve(
    equation: ComposedEquation, name: str, knowns: Mapping[str, Known], domain: Domain
) -> Inverted | None:
    """Tell whether an equation leaves one value for a name; None where the name does not occur.

    >>> from measurand.studies.causal.rules.tree import Negative
    >>> solve(ComposedEquation(effect="y", made=Negative(Name("x"))), "x", {}, Domain.REAL)
    Unique(answer=Negative(inner=Name(text='y')), through='undoing')
    """
    return solved(NumericEquation(equation, knowns), name, domain, MOST_WORK)


def solved(numeric: NumericEquation, name: str, domain: Domain, most: int) -> Inverted | None:
    """Tell it of an equation the values of which are shared with other questions.

    Where names have no number two choices of numbers have to agree; the work that may be done is
    shared by them.

    >>> equation = NumericEquation(ComposedEquation(effect="y", made=Name("x")), {})
    >>> solved(equation, "z", Domain.REAL, 0) is None
    True
    """
    equation = numeric.equation
    there = numeric.occurrences.holds(equation.made, name)
    if equation.effect == name:
        if there:
            return Open(reason=CYCLIC)
        return Unique(answer=equation.made, through="its own rule")
    if not there:
        return None
    if numeric.in_degrees:
        return Open(reason=DEGREES)
    known = numeric.knowns.get(name, Known(name=name))
    within, work = range_of(known, domain), Work(most)
    verdict = _agreed(numeric, name, within, work)
    unsigned = domain is Domain.BY_SIGN and known.number is None and within is Range.REAL
    return _by_either_sign(numeric, name, verdict, work) if unsigned else verdict


def _by_either_sign(numeric: NumericEquation, name: str, found: Inverted, work: Work) -> Inverted:
    """Look whether it stands by the sign, which is not known: `y = x**2`, `y = max(x, 0)`."""
    if isinstance(found, Several):
        above = _agreed(numeric, name, Range.POSITIVE, work)
        return Open(reason=SIGN) if isinstance(above, Unique) else above
    folds = any(
        isinstance(node, Call) and node.function in _FOLDS for node in nodes(numeric.equation.made)
    )
    if isinstance(found, Unique) and folds:
        below = _agreed(numeric, name, Range.REAL, work, below=True)
        return Open(reason=SIGN) if isinstance(below, Several) else found
    return found


_FOLDS = frozenset({"abs", "min", "max", "sign", "cosh"})


def _agreed(
    numeric: NumericEquation, name: str, within: Range, work: Work, *, below: bool = False
) -> Inverted:
    """Tell it where two choices of numbers agree, for names that have none.

    `below` takes a name without a number at numbers below 0.
    """
    last: Inverted = Open(reason=DEPENDS)
    first: Inverted | None = None
    for choice in range(numeric.choices):
        values = numeric.values(choice, below=name if below else "")
        if isinstance(values, Open):
            last = values
        else:
            wanted = Name(numeric.equation.effect)
            last = Inversion(name, values, numeric.occurrences, within, work)(wanted)
        if isinstance(last, Open) and last.reason == "domain":
            continue
        if isinstance(last, Open):
            return last
        if first is not None:
            return first if type(first) is type(last) else Open(reason=DEPENDS)
        first = last
    return first or last
