"""The checker of proofs: small, exact, and apart from the solver that finds them."""

from collections.abc import Sequence
from fractions import Fraction

from measurand.algebra.program import Bound, Certificate, Leaf, Program, Split, Unknown

_DEEP = 1000


def verify(program: Program, certificate: Certificate, *, most: int = 100_000) -> str:
    """Say why a certificate does not prove that no point meets a program: empty where it does.

    Exact: a proof with floats proves nothing. At most `most` nodes are looked at, 1000 halves deep;
    what is larger is not accepted.

    >>> one = Program((Unknown(name="x"),), (Bound(((0, Fraction(2)),), Fraction(-1)),))
    >>> verify(one, Leaf(((0, Fraction(1)),)))
    ''
    >>> verify(one, Leaf(()))
    'leaf: the sum is at least 0, and may be 0'
    """
    waiting: list[tuple[Certificate, tuple[Bound, ...]]] = [(certificate, ())]
    for _ in range(most):
        if not waiting:
            return ""
        proof, halves = waiting.pop()
        if len(halves) > _DEEP:
            return f"deeper than {_DEEP} halves"
        if isinstance(proof, Leaf):
            problem = _leaf(proof, program.unknowns, (*program.bounds, *halves))
        else:
            problem = _split(proof, program.unknowns)
            below, above = proof.halves
            waiting += [(proof.above, (*halves, above)), (proof.below, (*halves, below))]
        if problem:
            return problem
    return f"larger than {most} nodes"


def _split(split: Split, unknowns: Sequence[Unknown]) -> str:
    """Look whether the form takes whole numbers only: its coefficients and unknowns must."""
    if not _exact(split.at) or Fraction(split.at).denominator != 1:
        return f"split: between {split.at} and 1 more, a whole number may lie"
    for at, factor in split.form:
        known = _place(at, unknowns) and unknowns[at].whole
        if not (known and _exact(factor) and factor.denominator == 1):
            return f"split: {factor} times unknown {at} need not be whole"
    return ""


def _leaf(leaf: Leaf, unknowns: Sequence[Unknown], bounds: Sequence[Bound]) -> str:
    """Look whether the sum of bounds is a contradiction: at least more than what it allows."""
    most, summed = Fraction(0), dict[int, Fraction]()
    for at, weight in leaf.weights:
        if not (_place(at, bounds) and _exact(weight) and weight > 0):
            return f"leaf: no bound {at} of {len(bounds)} times {weight}"
        most += weight * bounds[at].most
        for place, factor in bounds[at].terms:
            summed[place] = summed.get(place, Fraction(0)) + weight * factor
    least = Fraction(0)
    for place, factor in summed.items():
        end = unknowns[place].low if factor >= 0 else unknowns[place].high
        if end is None:
            return f"leaf: the sum falls without end in unknown {place}"
        least += factor * end
    return "" if least > most else f"leaf: the sum is at least {least}, and may be {most}"


def _exact(number: object) -> bool:
    return isinstance(number, int | Fraction)


def _place(at: object, among: Sequence[object]) -> bool:
    return isinstance(at, int) and 0 <= at < len(among)
