"""The scores of one confusion matrix, as exact ratios of whole numbers: the formulas of metrics.

Every one of them grows with both numbers of right answers, or falls with both: that is what makes
the search in `confusion.search` short, and it is proved here by the signs of coefficients. A metric
is brought to its normal form first and then told the counts of the matrix; the other way round, F
would lose the matrices without a right answer. The prevalence threshold is that of Balayla (2020).
"""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import isqrt

from attrs import field, frozen

from measurand.algebra.formula import Formula, Stat, rebuilt, substituted
from measurand.algebra.interval import Interval
from measurand.algebra.preimage import Preimage
from measurand.algebra.quotient import Quotient, normal, slope, upright
from measurand.algebra.terms import Plane, Table, Terms, combined, padded, plane, table, variable
from measurand.metrics.metric import COUNTED, Metric
from measurand.metrics.standard import STANDARD, F
from measurand.values.printed import Added

Ratio = tuple[int, int]
OF_RATES = Added(number=1000, size=Fraction(1))
"""What a program adds for a score: rates up to 1, as in 1 - specificity, however small the score.

Some are divided by what is left of 1 (kappa): the number of terms leaves room for that.
"""


class Scale(Enum):
    """What the ratio of whole numbers stands for: the score, or something that grows with it.

    PLAIN is the score itself, ROOT its square with its sign, THRESHOLD the share FPR / (FPR + TPR)
    in the place of sqrt(FPR) / (sqrt(FPR) + sqrt(TPR)).

    >>> Scale.ROOT.of(Fraction(-1, 2))
    Fraction(-1, 4)
    """

    PLAIN = "plain"
    ROOT = "root"
    THRESHOLD = "threshold"

    def of(self, bound: Fraction) -> Fraction:
        """Carry a bound on the score over to the ratio; bounds out of reach stay out of reach."""
        match self:
            case Scale.PLAIN:
                return bound
            case Scale.ROOT:
                return bound * abs(bound)
            case Scale.THRESHOLD:
                inside = 0 <= bound <= 1
                return bound**2 / (bound**2 + (1 - bound) ** 2) if inside else bound


@frozen(cache_hash=True)
class Matrix:
    """Counts of one confusion matrix: right positives, right negatives, positives, negatives.

    >>> Matrix(tp=3, tn=5, p=4, n=6).fp
    1

    Raises ValueError for more right answers than there are answers, and for negative counts.
    """

    tp: int
    tn: int
    p: int
    n: int

    def __attrs_post_init__(self) -> None:
        if not (0 <= self.tp <= self.p and 0 <= self.tn <= self.n):
            raise ValueError(f"0 <= tp <= p and 0 <= tn <= n: got {self}")

    @property
    def fp(self) -> int:
        """Count the negatives that were called positive."""
        return self.n - self.tn

    @property
    def fn(self) -> int:
        """Count the positives that were called negative."""
        return self.p - self.tp


Row = Mapping[str, Terms]

_TP, _TN, _P, _N = map(variable, ("tp", "tn", "p", "n"))
_POSITIVE: Row = {"hits": _TP, "predicted": _TP + _N - _TN, "gold": _P, "judged": _P + _N}
_NEGATIVE: Row = {"hits": _TN, "predicted": _TN + _P - _TP, "gold": _N, "judged": _P + _N}
_CLASSES: Row = {
    **{f"{name}_p": terms for name, terms in _POSITIVE.items()},
    **{f"{name}_n": terms for name, terms in _NEGATIVE.items()},
}
FREE: Row = {"p": _TP + variable("fn"), "n": _TN + variable("fp")}
"""Numbers that are free of each other: the signs of coefficients in them prove a direction."""

_MOST_KEPT = 256


@frozen(eq=False)
class MatrixScore:
    """A score of a confusion matrix: a formula of the counts of its classes.

    `counts` says what these are in terms of tp, tn, p and n. It is undefined where the bottom of
    the normal form is 0. `parts` of an average over the classes may be undefined alone. `metric`
    names the metric that it is of one class. A `threshold` has the formula FPR / (FPR + TPR).

    >>> SCORES["ppv"].within(Matrix(tp=3, tn=5, p=4, n=6), Preimage(Fraction(3, 4), Fraction(1)))
    True
    """

    name: str
    formula: Formula
    counts: Row = field(default=_POSITIVE, repr=False)
    parts: bool = False
    metric: str = ""
    threshold: bool = False

    @cached_property
    def _normals(self) -> dict[Fraction, Quotient]:
        return {}

    @cached_property
    def _sized(self) -> dict[tuple[int, int, Fraction], "Sized"]:
        return {}

    def form(self, beta: Fraction = Fraction(1)) -> Quotient:
        """Give the normal form in tp, tn, p and n; its bottoms are of one sign where they can be.

        >>> sorted(SCORES["sens"].form().bottom.variables)
        ['p']
        """
        if beta not in self._normals:
            plain = substituted(self.formula, {"beta": beta})
            self._normals[beta] = upright(normal(plain).put(self.counts), FREE)
        return self._normals[beta]

    @cached_property
    def scale(self) -> Scale:
        """Say what its ratio stands for."""
        if self.threshold:
            return Scale.THRESHOLD
        return Scale.ROOT if self.form(Fraction(1)).rooted else Scale.PLAIN

    @cached_property
    def grows(self) -> bool:
        """Decide whether it grows with tp and with tn, at given sizes; else it falls with both.

        Raises ValueError where neither is proved.
        """
        one = self.form(Fraction(1))
        signs = [slope(one, name).put(FREE).signs for name in ("tp", "tn")]
        every = frozenset[int]().union(*signs)
        if len(every) <= 1:
            return every <= {1}
        message = f"a score that grows with tp and tn, or falls with both: got {self.name}"
        raise ValueError(message)

    @cached_property
    def linear(self) -> bool:
        """Decide whether it is a sum of tp and tn, each times a number, at given sizes."""
        one = self.form(Fraction(1))
        cells = {"tp", "tn"}
        return (
            not (self.parts or one.rooted)
            and not cells & one.bottom.variables
            and one.top.degree(cells) == 1
        )

    def weights(self, p: int, n: int) -> tuple[Fraction, Fraction, Fraction] | None:
        """Say what a right positive and a right negative add to a linear score, and what is there.

        None where the score of such a matrix is undefined.

        >>> SCORES["bm"].weights(2, 4)
        (Fraction(1, 2), Fraction(1, 4), Fraction(-1, 1))

        Raises ValueError for a score that is not linear.
        """
        plain = self.at(p, n).plain
        if plain is None or not self.linear:
            message = f"a score that is linear in tp and tn: got {self.name}"
            raise ValueError(message)
        ((none, second), (first, _)), ((bottom, *_), *_) = plain
        if not bottom:
            return None
        return Fraction(first, bottom), Fraction(second, bottom), Fraction(none, bottom)

    def at(self, p: int, n: int, beta: Fraction = Fraction(1)) -> "Sized":
        """Give the score of all matrices with so many positives and negatives, ready to compute."""
        key = (p, n, beta)
        if key not in self._sized:
            if len(self._sized) >= _MOST_KEPT:
                self._sized.clear()
            self._sized[key] = _at_sizes(self.form(beta), self.scale, {"p": p, "n": n})
        return self._sized[key]

    def ratio(self, matrix: Matrix, beta: Fraction = Fraction(1)) -> Ratio:
        """Compute a numerator and a denominator; a denominator of 0 means that it is undefined.

        It is that of the score on its scale: of a root, its square with its sign.

        >>> SCORES["acc"].ratio(Matrix(tp=3, tn=5, p=4, n=6))
        (8, 10)
        """
        return self.at(matrix.p, matrix.n, beta).ratio(matrix.tp, matrix.tn)

    def within(self, matrix: Matrix, span: Preimage, beta: Fraction = Fraction(1)) -> bool | None:
        """Decide exactly whether the score prints so; None where it is undefined."""
        side = self.side(matrix, span, beta)
        return None if side is None else side == 0

    def side(self, matrix: Matrix, span: Preimage, beta: Fraction = Fraction(1)) -> int | None:
        """Say whether the score lies below (-1), inside or above (1) of what prints so."""
        above, below = self.ratio(matrix, beta)
        if not below:
            return None
        value, low, high = Fraction(above, below), self.scale.of(span.low), self.scale.of(span.high)
        if value < low or (value == low and not span.low_closed):
            return -1
        return int(value > high or (value == high and not span.high_closed))


Form = tuple[int, int, int, int]
"""Coefficients of tp tn, tp, tn and 1."""


@frozen(eq=False)
class Sized:
    """A score at given sizes, as a function of tp and tn.

    `plain` are top and bottom where they are polynomials, without a root or a declared 0/0 between
    them: any bound on the score is then one polynomial. `bilinear` ones have no squares in it.
    """

    ratio: Callable[[int, int], Ratio]
    plain: tuple[Table, Table] | None = None
    bilinear: bool = False

    def bound(self, weight: int, other: int, open_by: int) -> tuple[Plane, Form | None]:
        """Give `weight * top - other * bottom - open_by` as a function, and its coefficients.

        None where they are not those of a bilinear one.
        """
        if self.plain is None:
            ratio = self.ratio

            def value(tp: int, tn: int) -> int:
                top, bottom = ratio(tp, tn)
                return weight * top - other * bottom - open_by

            return value, None
        polynomial = combined(self.plain[0], weight, self.plain[1], -other, -open_by)
        if not self.bilinear:
            return plane(polynomial), None
        (none, second), (first, both) = polynomial
        return lambda tp, tn: none + second * tn + (first + both * tn) * tp, (
            both,
            first,
            second,
            none,
        )


_LINEAR = 2


def _at_sizes(one: Quotient, scale: Scale, known: Mapping[str, int]) -> Sized:
    def tables(*terms: Terms) -> Iterator[Table]:
        return (table(part, "tp", "tn", known) for part in terms)

    if scale is Scale.ROOT:
        if {"tp", "tn"} & (one.top.variables | one.bottom.variables):
            return _signed(*map(plane, tables(one.top, one.bottom, one.root_top, one.root_bottom)))
        one = Quotient(one.top * one.top * one.root_top, one.bottom * one.bottom * one.root_bottom)
    if one.zero is not None:
        return _declared(one.zero, *map(plane, tables(one.top, one.bottom, one.domain)))
    above, below = tables(one.top, one.bottom)
    size = max(len(side) for part in (above, below) for side in (part, part[0]))
    above, below = (padded(part, max(size, _LINEAR)) for part in (above, below))
    top, bottom = plane(above), plane(below)
    return Sized(lambda tp, tn: (top(tp, tn), bottom(tp, tn)), (above, below), size <= _LINEAR)


def _signed(top: Plane, bottom: Plane, above: Plane, below: Plane) -> Sized:
    """Give the square of top / bottom * root, with its sign."""

    def ratio(tp: int, tn: int) -> Ratio:
        over, under = top(tp, tn), bottom(tp, tn)
        return over * abs(over) * above(tp, tn), under * under * below(tp, tn)

    return Sized(ratio)


def _declared(zero: Fraction, top: Plane, bottom: Plane, domain: Plane) -> Sized:
    """Give top / bottom, and where that is 0/0 inside the domain, what is declared."""

    def ratio(tp: int, tn: int) -> Ratio:
        if under := bottom(tp, tn):
            return top(tp, tn), under
        return zero.numerator, zero.denominator * bool(domain(tp, tn))

    return Sized(ratio)


def _of(short: str, name: str, counts: Row = _POSITIVE, **params: Fraction) -> MatrixScore:
    metric = STANDARD[name]
    formula = substituted(metric.formula, params)
    return MatrixScore(short, formula, counts, metric=name)


def _by_class(name: str) -> tuple[Formula, Formula]:
    """Say a metric of the positive and of the negative class."""
    formula = STANDARD[name].formula

    def of(ending: str) -> Formula:
        return rebuilt(formula, lambda one: Stat(one.name + ending) if one.name in COUNTED else one)

    return of("_p"), of("_n")


def _macro(name: str) -> Formula:
    first, second = _by_class(name)
    return (first + second) / 2


def _weighted(name: str) -> Formula:
    (first, second), p, n = _by_class(name), Stat("gold_p"), Stat("gold_n")
    return (p * first + n * second) / (p + n)


def _mean(short: str, formula: Formula) -> MatrixScore:
    return MatrixScore(short, formula, _CLASSES, parts=True)


def _of_means(metric: Metric, precision: Formula, recall: Formula) -> Formula:
    """Say a metric of a mean precision and a mean recall."""
    return substituted(metric.sides or metric.formula, {"precision": precision, "recall": recall})


_ONE = Fraction(1)
_FPR, _TPR = 1 - STANDARD["specificity"].formula, STANDARD["recall"].formula

_ALL = (
    _of("acc", "accuracy"),
    _of("sens", "recall"),
    _of("spec", "specificity"),
    _of("ppv", "precision"),
    _of("npv", "npv"),
    _of("bacc", "balanced_accuracy"),
    _of("f1p", "f", beta=_ONE),
    _of("f1n", "f", _NEGATIVE, beta=_ONE),
    _of("fbp", "f"),
    _of("fbn", "f", _NEGATIVE),
    _of("fm", "fowlkes_mallows"),
    _of("gm", "g_mean"),
    _of("upm", "p4"),
    _of("mcc", "mcc"),
    _of("bm", "informedness"),
    _of("mk", "markedness"),
    _of("lrp", "lr_positive"),
    _of("lrn", "lr_negative"),
    _of("dor", "odds_ratio"),
    MatrixScore("pt", _FPR / (_FPR + _TPR), threshold=True),
    _of("ji", "jaccard"),
    _of("kappa", "kappa"),
    _of("prevalence", "prevalence"),
    _of("tp", "tp"),
    _of("tn", "tn"),
    _of("fp", "fp"),
    _of("fn", "fn"),
    # averages over the two classes, equal or weighted by their sizes
    _mean("ppv_macro", _macro("precision")),
    _mean("ppv_weighted", _weighted("precision")),
    _mean("sens_macro", _macro("recall")),
    _mean("fb_macro", _macro("f")),
    _mean("fb_weighted", _weighted("f")),
    _mean("fb_of_macro", _of_means(F, _macro("precision"), _macro("recall"))),
    _mean("fb_of_weighted", _of_means(F, _weighted("precision"), _weighted("recall"))),
)

SCORES: Mapping[str, MatrixScore] = {score.name: score for score in _ALL}
"""Every score by its short name."""


# Search and rules compare squares, which are exact. Only a mean of roots has to know the roots, so
# these are enclosed, from below and from above, and a proof has to hold for both ends.

DIGITS = 12
"""Decimal digits to which a root is enclosed."""


def enclosed(
    score: MatrixScore, matrix: Matrix, beta: Fraction = Fraction(1), *, digits: int = DIGITS
) -> Interval | None:
    """Enclose a score; both ends are the score where it is rational. None where it is undefined.

    >>> from measurand.auditing.proofs.confusion.scores import SCORES
    >>> enclosed(SCORES["acc"], Matrix(tp=1, tn=1, p=2, n=1))
    Interval(low=Fraction(2, 3), high=Fraction(2, 3))
    >>> enclosed(SCORES["gm"], Matrix(tp=1, tn=1, p=2, n=1), digits=2)
    Interval(low=Fraction(7, 10), high=Fraction(71, 100))
    """
    above, below = score.ratio(matrix, beta)
    if not below:
        return None
    value = Fraction(above, below)
    match score.scale:
        case Scale.PLAIN:
            return Interval(value, value)
        case Scale.ROOT:
            root = _root(abs(value), digits)
            return root if value >= 0 else Interval(-root.high, -root.low)
        case Scale.THRESHOLD:
            first, second = _root(value, digits), _root(1 - value, digits)
            return Interval(
                first.low / (first.low + second.high), first.high / (first.high + second.low)
            )


def _root(value: Fraction, digits: int) -> Interval:
    scale = 10**digits
    below = isqrt(value.numerator * scale**2 // value.denominator)
    low = Fraction(below, scale)
    return Interval(low, low if low**2 == value else Fraction(below + 1, scale))
