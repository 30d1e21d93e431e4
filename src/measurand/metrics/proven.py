"""What is proved of a metric for every count of tp, fp, fn and tn, and every value of a parameter.

Each claim comes down to polynomials that must not be below 0 while their variables are not: its
`obligations`. They follow from the normal form alone, so a checker makes them again and multiplies
out the proof that it is given (`checks`). All claims are about units where the metric is defined.
"""

from collections.abc import Mapping
from fractions import Fraction

from attrs import frozen

from measurand.algebra.positivity import NotBelowZero, not_below_zero
from measurand.algebra.quotient import Quotient, normal, slope, upright
from measurand.algebra.terms import NOTHING, Terms, divided, number, variable
from measurand.metrics.metric import EXCHANGED, FREE, Metric
from measurand.metrics.numeric import EXCHANGED as EXCHANGED_SUMS
from measurand.metrics.numeric import FREE_SUMS, SUMMED
from measurand.metrics.standard import STANDARD


@frozen
class AtLeast:
    """The metric is never below a whole number of at most 0."""

    low: int


@frozen
class AtMost:
    """The metric is never above a whole number of at least 0."""

    high: int


@frozen
class Moves:
    """The metric never falls (`up`), or never rises, as a cell grows and the others stay.

    The cells `instead` fall by as much: as a hit takes the place of what was missed.
    """

    cell: str
    up: bool
    instead: tuple[str, ...] = ()


@frozen
class Mirrors:
    """Exchanging gold and predictions turns the metric into another one, or into itself.

    Of a metric with parameters that is about their usual values: of F, about F1.
    """

    other: str


@frozen
class Between:
    """The metric lies between two others."""

    first: str
    second: str


@frozen
class Scaleless:
    """Counting every sample as often as the others, k times, changes nothing."""


@frozen
class Where:
    """The metric is a whole number wherever some cells are 0."""

    zero: tuple[str, ...]
    value: int


Claim = AtLeast | AtMost | Moves | Mirrors | Between | Scaleless | Where


@frozen
class Proof:
    """A claim about a metric with a proof of each polynomial that it comes down to."""

    metric: str
    claim: Claim
    parts: tuple[NotBelowZero, ...]


Known = Mapping[str, Metric]
"""The metrics that claims may name."""


def proved(metric: Metric, claim: Claim, known: Known = STANDARD) -> Proof | None:
    """Prove a claim about a metric; None where no proof is proofs, which refutes nothing.

    >>> proved(STANDARD["mcc"], AtMost(1)) is None, proved(STANDARD["mcc"], AtMost(0)) is None
    (False, True)
    """
    parts = [not_below_zero(one) for one in obligations(metric, claim, known)]
    proofs = tuple(one for one in parts if one is not None)
    return Proof(metric.name, claim, proofs) if len(proofs) == len(parts) else None


def checks(metric: Metric, proof: Proof, known: Known = STANDARD) -> bool:
    """Check a proof: it is of what the claim comes down to, and multiplies out.

    >>> proof = proved(STANDARD["kappa"], AtMost(1))
    >>> checks(STANDARD["kappa"], proof), checks(STANDARD["mcc"], proof)
    (True, False)
    """
    due = obligations(metric, proof.claim, known)
    made = tuple(part.polynomial for part in proof.parts)
    return proof.metric == metric.name and due == made and all(part.holds for part in proof.parts)


def obligations(metric: Metric, claim: Claim, known: Known = STANDARD) -> tuple[Terms, ...]:
    """List the polynomials that must not be below 0 for a claim to hold.

    >>> obligations(STANDARD["tp"], AtLeast(0))[0] == variable("tp")
    True

    Raises KeyError for a claim that names an unknown metric, ValueError for a claim about a metric
    with a root that cannot be said in squares, for one about a metric that declares what 0/0 is and
    that is not about its range, for a bound of a root on the wrong side of 0, for a direction where
    the metric may have a pole on the way, and for cells of which one is always needed.
    """
    one = free_form(metric)
    match claim:
        case AtLeast(low=bound) | AtMost(high=bound):
            return _bound(one, claim, bound), *_declared(one.zero, claim, bound), *_sides(one)
        case Moves(cell, up, instead):
            _undeclared(claim, one)
            _without_poles(claim, one)
            steep = slope(one, cell)
            for other in instead:
                steep -= slope(one, other)
            return steep if up else -steep, *_sides(one)
        case Where(zero, value):
            _undeclared(claim, one)
            if not has_a_value(metric, zero):
                message = f"a claim about units of which some have a value: got {claim}"
                raise ValueError(message)
            there = one.put(dict.fromkeys(zero, NOTHING))
            return _equal(there, Quotient(number(value)))
        case Between(first, second):
            below, above = free_form(known[first]), free_form(known[second])
            _undeclared(claim, one, below, above)
            _without_roots(claim, one, below, above)
            gap = _less(one, below) * _less(above, one)
            return gap, *_sides(one), *_sides(below), *_sides(above)
        case Mirrors(other):
            counted = metric.statistics != SUMMED
            names = EXCHANGED if counted else EXCHANGED_SUMS
            swapped = {name: variable(to) for name, to in names.items()}
            _undeclared(claim, one, known[other].at())
            free = {} if counted else FREE_SUMS
            return _equal(metric.at().put(swapped).put(free), known[other].at().put(free))
        case Scaleless():
            _undeclared(claim, one)
            scaled = one.variables - set(dict(metric.params))
            return _equal(one.put({name: variable("k") * variable(name) for name in scaled}), one)


def free_form(metric: Metric) -> Quotient:
    """Give the normal form in tp, fp, fn and tn, and in the parameters, with bottoms not below 0.

    Sums of numbers that may be below 0 are written as differences of two that are not.

    >>> free_form(STANDARD["precision"]).bottom == variable("tp") + variable("fp")
    True
    """
    free = FREE_SUMS if metric.statistics == SUMMED else FREE
    return upright(normal(metric.formula).put(free), {})


def _bound(one: Quotient, claim: AtLeast | AtMost, bound: int) -> Terms:
    low = isinstance(claim, AtLeast)
    if not one.rooted:
        gap = one.top - number(bound) * one.bottom
        return gap if low else -gap
    if bound > 0 if low else bound < 0:
        message = f"a bound of a root on the side of 0: got {claim}"
        raise ValueError(message)
    if low and not bound:
        return one.top
    # |value| <= |bound|, said in squares; what stands under the root is among the sides.
    square = one.bottom * one.bottom * one.root_bottom
    return number(bound**2) * square - one.top * one.top * one.root_top


def _declared(zero: Fraction | None, claim: AtLeast | AtMost, bound: int) -> tuple[Terms, ...]:
    """Say that what 0/0 is declared to be lies within a bound, too."""
    if zero is None:
        return ()
    gap = zero.numerator - bound * zero.denominator
    return (number(gap if isinstance(claim, AtLeast) else -gap),)


def _sides(one: Quotient) -> tuple[Terms, ...]:
    """List what a fraction was multiplied with, which must not be below 0."""
    return (one.bottom, one.root_top, one.root_bottom) if one.rooted else (one.bottom,)


def _less(one: Quotient, other: Quotient) -> Terms:
    """Make the top of a difference over both bottoms, or over one that the other divides."""
    if (more := divided(one.bottom, other.bottom)) is not None:
        return one.top - other.top * more
    if (more := divided(other.bottom, one.bottom)) is not None:
        return one.top * more - other.top
    return one.top * other.bottom - other.top * one.bottom


def _equal(one: Quotient, other: Quotient) -> tuple[Terms, ...]:
    """Say that two fractions are equal: no difference is above 0, nor below.

    Of fractions with roots that is said of what is before the root and under it, or else of their
    squares, and that they have one sign.
    """
    if not (one.rooted or other.rooted):
        plain = _less(one, other)
        return plain, -plain
    before, roots = (
        _less(*pair) for pair in ((_plain(one), _plain(other)), (_root(one), _root(other)))
    )
    if before == roots == NOTHING:
        return before, roots
    squares = _less(_squared(one), _squared(other))
    return squares, -squares, one.top * one.bottom * other.top * other.bottom


def _plain(one: Quotient) -> Quotient:
    return Quotient(one.top, one.bottom)


def _root(one: Quotient) -> Quotient:
    return Quotient(one.root_top, one.root_bottom)


def _squared(one: Quotient) -> Quotient:
    return Quotient(one.top * one.top * one.root_top, one.bottom * one.bottom * one.root_bottom)


def _undeclared(claim: Claim, *every: Quotient) -> None:
    if any(one.zero is not None for one in every):
        message = f"a claim about metrics that do not declare what 0/0 is: got {claim}"
        raise ValueError(message)


def _without_poles(claim: Claim, one: Quotient) -> None:
    """Refuse a bottom that may be 0 between two units that have a value.

    With no term below 0 it is 0 only where cells are 0 that are not so on the way: a slope of one
    sign says nothing of two units with a pole between them.
    """
    if -1 in one.bottom.signs | one.root_bottom.signs:
        message = f"a claim about a metric with no term below 0 at its bottom: got {claim}"
        raise ValueError(message)


def has_a_value(metric: Metric, zero: tuple[str, ...]) -> bool:
    """Decide whether some unit has a value of which some cells are 0.

    >>> has_a_value(STANDARD["recall"], ("tp",)), has_a_value(STANDARD["odds_ratio"], ("fn",))
    (True, False)
    """
    there = free_form(metric).put(dict.fromkeys(zero, NOTHING))
    return bool(there.bottom.terms and there.root_bottom.terms)


def _without_roots(claim: Claim, *every: Quotient) -> None:
    if any(one.rooted for one in every):
        message = f"a claim about metrics without a root: got {claim}"
        raise ValueError(message)
