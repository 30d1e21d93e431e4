"""Pairs of numbers, beyond what is a formula of sums: relative errors, ranks, limits, medians.

`gold` is what is so, `predicted` what was said of it. Ranks are those of the weighted samples. The
mid-rank of a number is all weight below it and half of the weight that is equal to it, and 1/2 more
where weights are whole. Correlations do not see what is added to all ranks, so the 1/2 is left out,
and with it the question of what it is where weights are not whole: a sample of weight 2 ranks as
two samples, one of weight 1/2 as half a sample, and to double all weights changes nothing. Twice
such a rank, less the weight of all, is the weight below less the weight above: that is what is
used here, as its mean is 0.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction

from attrs import Attribute, field, frozen

from measurand.algebra.functional import Rows
from measurand.algebra.number import Number, Vector
from measurand.algebra.order import places
from measurand.evidence.evidence import Evidence
from measurand.evidence.observation import ColumnOf, Together
from measurand.metrics.empty_rules import named
from measurand.metrics.family import About, Family, SampleMean, numbers
from measurand.values.sample import Sample


@frozen(kw_only=True, cache_hash=True)
class OfPairs(Family):
    """A metric of two columns of numbers: a base.

    Samples that lack one of the two are left out. Raises ValueError without names.
    """

    gold: str = field(validator=named)
    predicted: str = field(validator=named)

    @property
    def reading(self) -> Together:
        """Say what is observed of a sample: both numbers."""
        return Together((ColumnOf(self.gold), ColumnOf(self.predicted)))


_EXAMPLE = "gold=price,predicted=guess"


def _error(row: Evidence) -> Fraction:
    """Say how far a prediction is above what is so."""
    so, said = numbers(row)
    return said - so


@frozen(kw_only=True, cache_hash=True)
class Mape(OfPairs, SampleMean):
    """The mean absolute percentage error: how far off predictions are, as a share of what is so.

    A share, not a percentage: 0.2 where predictions are a fifth off. A sample where 0 is so has
    none, and is left out of the mean.

    >>> Mape(gold="price", predicted="guess").gold
    'price'

    Raises ValueError without names.
    """

    about = About(
        name="mape",
        says="how far predictions are off, as a share of what is so, on average",
        formula="sum(abs(y - x) / abs(x)) / n",
        source="de Myttenaere, Golden, Le Grand and Rossi 2016",
        low=0,
        better=-1,
        words=("mean_absolute_percentage_error",),
        example=_EXAMPLE,
        undefined="no sample has a number other than 0 that is so",
        peers=(
            (
                "sklearn.metrics.mean_absolute_percentage_error",
                "equal but for samples where 0 is so: it divides by 2.2e-16 there",
            ),
        ),
    )

    def of_sample(self, row: Evidence) -> Fraction | None:
        """Say how far off one prediction is."""
        so = numbers(row)[0]
        return abs(_error(row)) / abs(so) if so else None


_FLAT = "a column has one value alone"
_NOBODY = "no sample has both numbers"


@frozen(kw_only=True, cache_hash=True)
class Spearman(OfPairs):
    """Spearman's rank correlation: Pearson's, of the ranks; equal numbers share their mid-rank.

    From -1 to 1: 1 where predictions are in the order of what is so, ties where ties are. It is a
    ratio by a root, and exact. Undefined where one column has one value alone, or is empty.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(guess=(1, 3, 2, 4), price=(1, 2, 3, 4))
    >>> evaluate(Spearman(gold="price", predicted="guess"), corpus)
    Defined(value=Fraction(4, 5))

    Raises ValueError without names.
    """

    about = About(
        name="spearman",
        says="the correlation of the ranks of predictions with those of what is so",
        formula="pearson(rank(x), rank(y))",
        source="Spearman 1904",
        low=-1,
        high=1,
        better=1,
        words=(
            *("spearman_rho", "spearman_r", "spearman_correlation", "spearman_rank_correlation"),
            *("spearmans_rho", "spearmans_r", "spearman_ρ", "spearmans_ρ", "rank_correlation"),
            *("spearman_corr", "spearman_correlation_coefficient", "srcc", "srocc"),
        ),
        example=_EXAMPLE,
        undefined=_FLAT,
        peers=(("scipy.stats.spearmanr", "equal; it has no weights"),),
    )

    def value(self, rows: Rows[Evidence]) -> Number:
        """Correlate the ranks."""
        pairs, weights = rows.column(numbers)
        (x, x_spread), (y, y_spread) = (
            _ranked(weights, _Places.of(column)) for column in _columns(pairs)
        )
        return (weights * x * y).sum() * (rows.zero + 1).over(x_spread * y_spread, _FLAT).root()


Pairs = Sequence[tuple[Fraction, ...]]


def _columns(pairs: Pairs) -> tuple[list[Fraction], list[Fraction]]:
    return [first for first, _ in pairs], [second for _, second in pairs]


@frozen
class _Places:
    """The place of each number of a column among those that differ, and how many these are."""

    at: Sequence[int]
    size: int

    @staticmethod
    def of(column: Sequence[Fraction]) -> "_Places":
        return _Places(*places(column))

    def below(self, weights: Vector) -> tuple[Vector, Vector, Vector]:
        """Weigh each place: itself, what is below it, what is above it."""
        own = weights.grouped(self.at, self.size)
        running = own.running()
        below = running.taken(range(self.size))
        through = running.taken(range(1, self.size + 1))
        return own, below, running.taken([self.size] * self.size) - through


def _ranked(weights: Vector, places: _Places) -> tuple[Vector, Number]:
    """Rank the numbers of a column: the weight below each less that above; sum their squares."""
    own, below, above = places.below(weights)
    ranks = below - above
    return ranks.taken(places.at), (own * ranks * ranks).sum()


def _below(
    rows: Rows[Evidence], ordered: Iterable[Fraction], weights: Mapping[Fraction, Number]
) -> Mapping[Fraction, Number]:
    """Weigh, for each number, those that come before it."""
    before, weight = {}, rows.zero
    for number in ordered:
        before[number] = weight
        weight = weight + weights[number]
    return before


def _sum(rows: Rows[Evidence], terms: Iterable[Number]) -> Number:
    return sum(terms, rows.zero)


@frozen(kw_only=True, cache_hash=True)
class Kendall(OfPairs):
    """Kendall's tau-b: pairs of samples in the same order, less those in the opposite one.

    As a share of the geometric mean of the pairs that are no ties in one column and those that are
    none in the other. From -1 to 1; a ratio by a root, and exact. A pair of samples weighs the
    product of their weights, and a sample makes no pair with itself. Undefined where one column has
    one value alone, or is empty.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(guess=(1, 3, 2, 4), price=(1, 2, 3, 4))
    >>> evaluate(Kendall(gold="price", predicted="guess"), corpus)
    Defined(value=Fraction(2, 3))

    Raises ValueError without names.
    """

    about = About(
        name="kendall",
        says="pairs in the same order less those in the opposite one, ties left out (tau-b)",
        formula="(concordant - discordant) / sqrt(untied(x) * untied(y))",
        source="Kendall 1945",
        low=-1,
        high=1,
        better=1,
        words=(
            *("kendall_tau", "kendalls_tau", "kendall_tau_b", "kendalls_tau_b", "tau_b", "krcc"),
            *("kendall_τ", "kendalls_τ", "kendall_τ_b", "kendalls_τ_b", "kendall_correlation"),
        ),
        example=_EXAMPLE,
        undefined=_FLAT,
        peers=(("scipy.stats.kendalltau", "equal with variant=b; it has no weights"),),
    )

    def value(self, rows: Rows[Evidence]) -> Number:
        """Weigh pairs of samples by their order."""
        pairs, weights = rows.column(numbers)
        x, y = (_Places.of(column) for column in _columns(pairs))
        untied = _untied(weights, x) * _untied(weights, y)
        balance = sum(_concordances(weights, x, y), rows.zero)
        return balance * (rows.zero + 1).over(untied, _FLAT).root()


def _untied(weights: Vector, places: _Places) -> Number:
    """Weigh the pairs of samples that differ in a column."""
    own, below, _ = places.below(weights)
    return (own * below).sum()


def _concordances(weights: Vector, x: _Places, y: _Places) -> Iterator[Number]:
    """Weigh the pairs of samples in the same order less those in the opposite one, by parts.

    Places of x are halved again and again, as a merge sort does, and each two of them are parted by
    one halving. There the samples of the lower half stand by y, so that running sums say of each
    sample of the upper half what weighs less than it, and what weighs more.
    """
    half = 1
    while half < x.size:
        lower, upper = list[tuple[int, int]](), list[int]()
        for at, (column, row) in enumerate(zip(x.at, y.at, strict=True)):
            if column // half % 2:
                upper.append(at)
            else:
                lower.append((column // (2 * half) * y.size + row, at))
        lower.sort()
        keys = [key for key, _ in lower]
        running = weights.taken([at for _, at in lower]).running()
        blocks = [x.at[at] // (2 * half) * y.size for at in upper]
        rows = [block + y.at[at] for block, at in zip(blocks, upper, strict=True)]

        def through(ends: Iterable[int], keys: Sequence[int] = keys) -> list[int]:
            return [bisect_left(keys, end) for end in ends]

        less = running.taken(through(rows)) - running.taken(through(blocks))
        most = running.taken(through(block + y.size for block in blocks))
        more = most - running.taken(through(row + 1 for row in rows))
        yield (weights.taken(upper) * (less - more)).sum()
        half *= 2


class Side(Enum):
    """Which limit of agreement: below the mean difference, or above it."""

    LOWER = "lower"
    UPPER = "upper"


def _pair(name: str, price: int, guess: int) -> Sample:
    return Sample(id=name, amounts=(("guess", Fraction(guess)), ("price", Fraction(price))))


@frozen(kw_only=True, cache_hash=True)
class LimitOfAgreement(OfPairs):
    """One of the limits between which most differences of two measurements lie.

    The mean of predicted less gold, less or plus `z` of their standard deviations; in the unit of
    the numbers, and exact (a rational and a root). `ddof` is taken from the number of samples in
    the variance: 1 is the usual estimate; weights count samples there. With ddof=1, to list all
    samples twice changes it. Undefined where no more samples are there than `ddof`.

    >>> from measurand.metrics.finalise import evaluate
    >>> corpus = [_pair("a", 1, 1), _pair("b", 1, 3), _pair("c", 1, 5)]
    >>> evaluate(LimitOfAgreement(gold="price", predicted="guess", z=Fraction(2)), corpus)
    Defined(value=Fraction(6, 1))

    Raises ValueError without names, and where z or ddof is below 0.
    """

    about = About(
        name="limit_of_agreement",
        says="where predicted less gold mostly lies below (upper), or above (lower)",
        formula="mean(y - x) + z * sd(y - x)",
        source="Bland and Altman 1986",
        words=("limits_of_agreement", "loa", "bland_altman"),
        example=_EXAMPLE,
        undefined="no more samples than ddof",
        tried=(("side", ("upper", "lower")), ("z", ("1.96", "2")), ("ddof", ("1", "0"))),
        breaks=(("replication", (_pair("a", 0, 0), _pair("b", 0, 1))),),
    )
    side: Side = Side.UPPER
    z: Fraction = field(default=Fraction(49, 25))
    ddof: int = field(default=1)

    @z.validator
    @ddof.validator
    def _positive(self, attribute: "Attribute[Fraction | int]", value: Fraction | int) -> None:
        if value < 0:
            message = f"{attribute.name} is not below 0: got {value}"
            raise ValueError(message)

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean and the deviation of the differences."""
        weight, total = rows.weight, rows.sum(_error)
        mean = total.over(weight, _NOBODY)
        squares = rows.sum(lambda row: _error(row) ** 2) - total * mean
        degrees = (weight - self.ddof).larger(0)
        far = squares.over(degrees, f"no more samples than ddof={self.ddof}").root() * self.z
        return mean + far if self.side is Side.UPPER else mean - far


class Middle(Enum):
    """What the median of an even number is: the mean of the two in the middle, or one of them."""

    MEAN = "mean"
    LOWER = "lower"
    UPPER = "upper"


@frozen(kw_only=True, cache_hash=True)
class MedianAbsoluteError(OfPairs):
    """The median of how far predictions are off; in the unit of the numbers.

    The lower median is the least error that half of all weight does not exceed, the upper one the
    least that more than half does not; `middle` takes their mean, or one. Undefined where no sample
    has both numbers.

    >>> from measurand.metrics.finalise import evaluate
    >>> corpus = [_pair("a", 1, 1), _pair("b", 1, 3), _pair("c", 1, 9), _pair("d", 1, 5)]
    >>> evaluate(MedianAbsoluteError(gold="price", predicted="guess"), corpus)
    Defined(value=Fraction(3, 1))

    Raises ValueError without names.
    """

    about = About(
        name="medae",
        says="how far predictions are off, in the median",
        formula="median(abs(y - x))",
        low=0,
        better=-1,
        words=("median_absolute_error", "medianae"),
        example=_EXAMPLE,
        undefined=_NOBODY,
        peers=(
            (
                "sklearn.metrics.median_absolute_error",
                "equal with middle=mean, weights too (1.9.1)",
            ),
        ),
        tried=(("middle", ("mean", "lower", "upper")),),
    )
    middle: Middle = Middle.MEAN

    def value(self, rows: Rows[Evidence]) -> Number:
        """Find the error in the middle of the weight.

        All errors are gone through from the largest down, and each becomes the median where enough
        weight is up to it: so the least such error is left, without a branch on numbers.
        """
        weights = rows.weights(lambda row: [(abs(_error(row)), 1)])
        before = _below(rows, sorted(weights), weights)
        lower = upper = rows.zero
        for error in sorted(weights, reverse=True):
            through = 2 * (before[error] + weights[error])
            lower = (rows.weight - through).larger(0).if_zero(error, lower)
            upper = (through - rows.weight).larger(0).if_zero(upper, error)
        match self.middle:
            case Middle.MEAN:
                median = (lower + upper) * Fraction(1, 2)
            case Middle.LOWER:
                median = lower
            case Middle.UPPER:
                median = upper
        return rows.weight.if_zero(rows.zero.nothing(_NOBODY), median)


@frozen(kw_only=True, cache_hash=True)
class ExplainedVariance(OfPairs):
    """The share of the variance of what is so that errors do not have: R2, but for a constant bias.

    At most 1, which is where predictions are off by the same everywhere. Undefined where what is so
    has one value alone, or nothing is.

    >>> from measurand.metrics.finalise import evaluate
    >>> corpus = [_pair("a", 1, 2), _pair("b", 2, 3), _pair("c", 3, 4)]
    >>> evaluate(ExplainedVariance(gold="price", predicted="guess"), corpus)
    Defined(value=Fraction(1, 1))

    Raises ValueError without names.
    """

    about = About(
        name="explained_variance",
        says="1 less the variance of errors, as a share of the variance of what is so",
        formula="1 - var(y - x) / var(x)",
        high=1,
        better=1,
        words=("evs",),
        example=_EXAMPLE,
        undefined="what is so has one value alone",
        peers=(
            (
                "sklearn.metrics.explained_variance_score",
                "equal where what is so varies; elsewhere it is 1 or 0, or not finite",
            ),
        ),
    )

    def value(self, rows: Rows[Evidence]) -> Number:
        """Compare the two variances."""
        off = _spread(rows, _error)
        return 1 - off.over(_spread(rows, lambda row: numbers(row)[0]), self.about.undefined)


def _spread(rows: Rows[Evidence], what: Callable[[Evidence], Fraction]) -> Number:
    """Give the variance of a number, times the square of all weight."""
    total = rows.sum(what)
    return rows.weight * rows.sum(lambda row: what(row) ** 2) - total * total
