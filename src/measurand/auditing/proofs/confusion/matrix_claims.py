"""The scores of one confusion matrix as data: whole numbers of right answers never have them all.

A score is the quotient of two polynomials of the counts (`scores`), times a root for some. So it is
claimed that the bottom times the number is the top, which holds of an undefined score whatever is
printed for it; and where neither 0 nor 1 is printed, that the bottom is at least 1, as it is whole.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.quotient import Quotient
from measurand.algebra.rounding import hull
from measurand.algebra.terms import Terms
from measurand.auditing.proofs.claim import Claim, Given, Relation, Tree, folded, square
from measurand.auditing.proofs.confusion.scores import FREE, OF_RATES, MatrixScore, Scale
from measurand.values.printed import Printed

_RIGHT, _OTHERS, _POSITIVES = "TP", "TN", "positives"
_ZERO, _ONE = Fraction(0), Fraction(1)


@frozen
class NamedScore:
    """A cell by the name of its column, and the score that it is taken for."""

    name: str
    cell: Printed
    score: MatrixScore
    beta: Fraction


def matrix_claim(scores: Sequence[NamedScore], sizes: range, samples: int) -> Claim | None:
    """Claim that some matrix of so many samples has the scores; `sizes` may be the positives.

    None where a score is no quotient of polynomials, nor one times a root.

    >>> matrix_claim((), range(3, 4), 10).never[-1]
    ('<=', 'TP', Fraction(3, 1))
    """
    known = len(sizes) == 1
    p: Tree = Fraction(sizes[0]) if known else _POSITIVES
    n: Tree = Fraction(samples - sizes[0]) if known else ("-", Fraction(samples), _POSITIVES)
    counts = {"tp": _RIGHT, "tn": _OTHERS, "p": p, "n": n}
    never: list[Relation] = []
    for one in scores:
        said = _said(one, counts)
        if said is None:
            return None
        never += said
    wholes = [
        Given(name, low=_ZERO, high=Fraction(samples), whole=True)
        for name in (_RIGHT, _OTHERS, *(() if known else (_POSITIVES,)))
    ]
    cells = [Given(one.name, one.cell, added=OF_RATES) for one in scores]
    ends: list[Relation] = [("<=", _OTHERS, n), ("<=", _RIGHT, p)]
    return Claim((*cells, *wholes), (*never, *ends))


def _said(one: NamedScore, counts: Mapping[str, Tree]) -> list[Relation] | None:
    form = one.score.form(one.beta)
    if one.score.scale is Scale.THRESHOLD or form.zero is not None:
        return None
    top, bottom = _tree(form.top, counts), _tree(form.bottom, counts)
    relations = [*_equal(one.name, form, counts, (top, bottom))]
    span = hull(one.cell, OF_RATES)
    if not span.low <= 0 <= span.high and not span.low <= 1 <= span.high:
        bottoms = (form.bottom, form.root_bottom)
        upright = (one for one in bottoms if one.variables and one.put(FREE).signs == {1})
        relations += [("<=", _ONE, _tree(one, counts)) for one in upright]
    return relations


def _equal(
    name: str, form: Quotient, counts: Mapping[str, Tree], sides: tuple[Tree, Tree]
) -> Iterator[Relation]:
    top, bottom = sides
    if not form.rooted:
        yield "==", top, ("*", name, bottom)
        return
    above, below = (_tree(one, counts) for one in (form.root_top, form.root_bottom))
    left: Tree = ("*", square(top), above)
    yield "==", left, ("*", ("*", square(name), square(bottom)), below)
    # The root is not below 0, so that the number has the sign of the quotient before it.
    yield "<=", _ZERO, ("*", ("*", name, bottom), top)


def _tree(terms: Terms, counts: Mapping[str, Tree]) -> Tree:
    """Write a polynomial as a tree."""
    products: list[Tree] = []
    for monomial, factor in terms.terms:
        powers = [counts[name] for name, power in monomial for _ in range(power)]
        products.append(
            folded("*", powers if factor == 1 and powers else [Fraction(factor), *powers])
        )
    return folded("+", products) if products else _ZERO
