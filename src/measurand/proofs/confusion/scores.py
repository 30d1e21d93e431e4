"""The scores of one confusion matrix, as exact ratios of whole numbers.

Every one of them grows with both numbers of right answers, or falls with both: that is what makes
the search in `confusion_search` short. Formulas: see the table in `docs/reference/peer-tables.md`;
the prevalence threshold is that of J. Balayla (2020), P4 that of M. Sitarz (2022).
"""

from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction

from attrs import frozen

from measurand.algebra.preimage import Preimage
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


@frozen(eq=False)
class MatrixScore:
    """A score of a confusion matrix.

    `ratio` takes tp, tn, p, n and the square of beta as a numerator and a denominator; a
    denominator of 0 means that the score is undefined there. `grows` with tp and with tn, or falls
    with both. Numerator and denominator of a `bilinear` one have no squares of tp or tn. `parts`
    of an average over the classes may be undefined alone.

    >>> SCORES["ppv"].within(Matrix(tp=3, tn=5, p=4, n=6), Preimage(Fraction(3, 4), Fraction(1)))
    True
    """

    name: str
    ratio: Callable[[int, int, int, int, Ratio], Ratio]
    scale: Scale = Scale.PLAIN
    grows: bool = True
    bilinear: bool = True
    parts: bool = False

    def within(self, matrix: Matrix, span: Preimage, beta: Fraction = Fraction(1)) -> bool | None:
        """Decide exactly whether the score prints so; None where it is undefined."""
        side = self.side(matrix, span, beta)
        return None if side is None else side == 0

    def side(self, matrix: Matrix, span: Preimage, beta: Fraction = Fraction(1)) -> int | None:
        """Say whether the score lies below (-1), inside or above (1) of what prints so."""
        square = (beta**2).as_integer_ratio()
        above, below = self.ratio(matrix.tp, matrix.tn, matrix.p, matrix.n, square)
        if not below:
            return None
        value, low, high = Fraction(above, below), self.scale.of(span.low), self.scale.of(span.high)
        if value < low or (value == low and not span.low_closed):
            return -1
        return int(value > high or (value == high and not span.high_closed))


def _f(right: int, actual: int, wrong: int, square: Ratio) -> Ratio:
    """F of one class: right answers, how many of the class there are, wrong calls of it."""
    above, below = square
    return (above + below) * right, below * (right + wrong) + above * actual


def _mean(first: Ratio, second: Ratio, weights: tuple[int, int] = (1, 1)) -> Ratio:
    """Average two scores; undefined where one of them is."""
    one, other = weights
    above = one * first[0] * second[1] + other * second[0] * first[1]
    return above, (one + other) * first[1] * second[1]


def _f_of_means(first: Ratio, second: Ratio, square: Ratio) -> Ratio:
    """F of a mean precision and a mean recall; 0 where both are."""
    (p, below_p), (r, below_r), (above, below) = first, second, square
    bottom = above * p * below_r + below * r * below_p
    whole = bottom or (below_p * below_r and 1)
    return (above + below) * p * r, whole


def _kappa(tp: int, tn: int, p: int, n: int) -> Ratio:
    called = tp + n - tn
    return 2 * (n * tp + p * tn - p * n), n * called + p * (p + n - called)


def _mcc(tp: int, tn: int, p: int, n: int) -> Ratio:
    above, called = n * tp + p * tn - p * n, tp + n - tn
    return above * abs(above), p * n * called * (p + n - called)


def _markedness(tp: int, tn: int, p: int, n: int) -> Ratio:
    called = tp + n - tn
    return n * tp + p * tn - p * n, called * (p + n - called)


def _fm(tp: int, tn: int, p: int, n: int) -> Ratio:
    return tp * tp, p * (tp + n - tn)


def _p4(tp: int, tn: int, p: int, n: int) -> Ratio:
    return 4 * tp * tn, 4 * tp * tn + (tp + tn) * (p + n - tp - tn)


_ONE: Ratio = (1, 1)

_ALL = (
    MatrixScore("acc", lambda tp, tn, p, n, _: (tp + tn, p + n)),
    MatrixScore("sens", lambda tp, _tn, p, _n, _: (tp, p)),
    MatrixScore("spec", lambda _tp, tn, _p, n, _: (tn, n)),
    MatrixScore("ppv", lambda tp, tn, _p, n, _: (tp, tp + n - tn)),
    MatrixScore("npv", lambda tp, tn, p, _n, _: (tn, tn + p - tp)),
    MatrixScore("bacc", lambda tp, tn, p, n, _: (n * tp + p * tn, 2 * p * n)),
    MatrixScore("f1p", lambda tp, tn, p, n, _: _f(tp, p, n - tn, _ONE)),
    MatrixScore("f1n", lambda tp, tn, p, n, _: _f(tn, n, p - tp, _ONE)),
    MatrixScore("fbp", lambda tp, tn, p, n, square: _f(tp, p, n - tn, square)),
    MatrixScore("fbn", lambda tp, tn, p, n, square: _f(tn, n, p - tp, square)),
    MatrixScore("fm", lambda tp, tn, p, n, _: _fm(tp, tn, p, n), Scale.ROOT, bilinear=False),
    MatrixScore("gm", lambda tp, tn, p, n, _: (tp * tn, p * n), Scale.ROOT),
    MatrixScore("upm", lambda tp, tn, p, n, _: _p4(tp, tn, p, n), bilinear=False),
    MatrixScore("mcc", lambda tp, tn, p, n, _: _mcc(tp, tn, p, n), Scale.ROOT, bilinear=False),
    MatrixScore("bm", lambda tp, tn, p, n, _: (n * tp + p * tn - p * n, p * n)),
    MatrixScore("mk", lambda tp, tn, p, n, _: _markedness(tp, tn, p, n), bilinear=False),
    MatrixScore("lrp", lambda tp, tn, p, n, _: (n * tp, p * (n - tn))),
    MatrixScore("lrn", lambda tp, tn, p, n, _: (n * (p - tp), p * tn), grows=False),
    MatrixScore("dor", lambda tp, tn, p, n, _: (tp * tn, (n - tn) * (p - tp))),
    MatrixScore(
        "pt",
        lambda tp, tn, p, n, _: (p * (n - tn), p * n and p * (n - tn) + n * tp),
        scale=Scale.THRESHOLD,
        grows=False,
    ),
    MatrixScore("ji", lambda tp, tn, p, n, _: (tp, p + n - tn)),
    MatrixScore("kappa", lambda tp, tn, p, n, _: _kappa(tp, tn, p, n)),
    MatrixScore("prevalence", lambda _tp, _tn, p, n, _: (p, p + n)),
    MatrixScore("tp", lambda tp, _tn, _p, _n, _: (tp, 1)),
    MatrixScore("tn", lambda _tp, tn, _p, _n, _: (tn, 1)),
    MatrixScore("fp", lambda _tp, tn, _p, n, _: (n - tn, 1), grows=False),
    MatrixScore("fn", lambda tp, _tn, p, _n, _: (p - tp, 1), grows=False),
    # averages over the two classes, equal or weighted by their sizes
    MatrixScore(
        "ppv_macro",
        lambda tp, tn, p, n, _: _mean((tp, tp + n - tn), (tn, tn + p - tp)),
        bilinear=False,
        parts=True,
    ),
    MatrixScore(
        "ppv_weighted",
        lambda tp, tn, p, n, _: _mean((tp, tp + n - tn), (tn, tn + p - tp), (p, n)),
        bilinear=False,
        parts=True,
    ),
    MatrixScore("sens_macro", lambda tp, tn, p, n, _: (n * tp + p * tn, 2 * p * n), parts=True),
    MatrixScore(
        "fb_macro",
        lambda tp, tn, p, n, square: _mean(_f(tp, p, n - tn, square), _f(tn, n, p - tp, square)),
        bilinear=False,
        parts=True,
    ),
    MatrixScore(
        "fb_weighted",
        lambda tp, tn, p, n, square: _mean(
            _f(tp, p, n - tn, square), _f(tn, n, p - tp, square), (p, n)
        ),
        bilinear=False,
        parts=True,
    ),
    MatrixScore(
        "fb_of_macro",
        lambda tp, tn, p, n, square: _f_of_means(
            _mean((tp, tp + n - tn), (tn, tn + p - tp)), (n * tp + p * tn, 2 * p * n), square
        ),
        bilinear=False,
        parts=True,
    ),
    MatrixScore(
        "fb_of_weighted",
        lambda tp, tn, p, n, square: _f_of_means(
            _mean((tp, tp + n - tn), (tn, tn + p - tp), (p, n)), (tp + tn, p + n), square
        ),
        bilinear=False,
        parts=True,
    ),
)

SCORES: Mapping[str, MatrixScore] = {score.name: score for score in _ALL}
"""Every score by its short name."""
