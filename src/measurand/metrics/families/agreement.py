"""Agreement of raters: how far the ratings of one unit are alike, beyond what chance would give.

A sample is a unit, and what is observed of it is which ratings it got, not from whom: the ratings
are all items of the lists that `raters` names. They may be one list (`{"ratings": ["a", "b"]}`) or
a list for each rater (the columns of a table); a list that is not there (None) is a rater who did
not rate.

A unit with one rating cannot be paired. It is no unit of `percent_agreement` and
`krippendorff_alpha`, whose chance is that of paired ratings alone. In `fleiss_kappa` and
`gwet_ac1` it counts in the shares of the categories, and `single=leave` leaves it out there too. A
unit without any rating is excluded.

The weight of a sample says how many units it stands for. All chances here but that of alpha are of
shares, which stay as they are where every unit is there twice. Alpha draws two ratings without
putting the first back (n - 1), so it changes.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from itertools import combinations

from attrs import field, frozen

from measurand.algebra.functional import Rows
from measurand.algebra.number import Number
from measurand.evidence.evidence import Evidence
from measurand.metrics.families.ratings import (
    Rating,
    Ratings,
    Scale,
    alike,
    known_number,
    ratings,
)
from measurand.metrics.family import About, Family, SampleMean
from measurand.metrics.options import Over, OverKind
from measurand.values.sample import GOLD, PREDICTED, Sample


def _raters(_instance: object, _attribute: object, value: tuple[str, ...]) -> None:
    if not value or len(set(value)) < len(value) or "" in value:
        message = f"names of lists that differ, at least one: got {value}"
        raise ValueError(message)


@frozen(kw_only=True, cache_hash=True)
class PercentAgreement(SampleMean):
    """The mean over units of the share of pairs of ratings that are alike.

    A share, in [0, 1]. A unit of fewer than two ratings has none and is left out of the mean.

    >>> PercentAgreement(raters=("r1", "r2")).raters
    ('r1', 'r2')

    Raises ValueError where names of raters repeat or there is none.
    """

    about = About(
        name="percent_agreement",
        says="the share of the pairs of ratings of a unit that are alike, on average",
        formula="sum(alike / pairs) / n",
        source="Fleiss 1971 (the mean of P_i)",
        low=0,
        high=1,
        better=1,
        words=("observed_agreement", "raw_agreement", "agreement"),
        undefined="no unit has two ratings",
        peers=(("irrCAC.raw.CAC(...).gwet()['pa']", "equal"),),
    )
    raters: tuple[str, ...] = field(default=(GOLD,), validator=_raters)

    @property
    def reading(self) -> Ratings:
        """Say what is observed of a unit: its ratings."""
        return Ratings(self.raters)

    def of_sample(self, row: Evidence) -> Fraction | None:
        """Say how far the ratings of one unit are alike."""
        return alike(ratings(row))

    @property
    def nobody(self) -> str:
        """Say why there is no mean."""
        return "no unit has two ratings"


class Level(Enum):
    """How far apart two ratings are: whether they differ, in ranks, in numbers, in proportions."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    RATIO = "ratio"


_SCALES = {Level.NOMINAL: Scale.WORDS, Level.RATIO: Scale.SIZES}
_NOBODY = "no unit has two ratings"
_ALIKE = "all ratings are alike"
_LIGHT = "the ratings weigh no more than one"


@frozen(kw_only=True, cache_hash=True)
class Alpha(Family):
    """Krippendorff's alpha: 1 less the disagreement within units, as a share of that by chance.

    `alpha = 1 - D_o / D_e`. A unit of m ratings gives each of its ordered pairs 1 / (m - 1); D_o
    is their mean distance, and D_e that of all ordered pairs of two of the n ratings. The distance
    of c and k is 1 where they differ (nominal), (c - k)^2 (interval), ((c - k) / (c + k))^2 (ratio,
    of numbers that are not below 0), or the square of the difference of their mid-ranks (ordinal,
    of numbers that are compared alone). Ratings that are missing, and units with one, take no part.

    From -1 (never reached) to 1. Undefined where no unit has two ratings, where all ratings are
    alike, and where by weights of samples n is not above 1.

    >>> from measurand.metrics.finalise import evaluate
    >>> units = ["aa", "aa", "ab", "bb"]
    >>> samples = [Sample(id=str(n), gold=tuple(unit)) for n, unit in enumerate(units)]
    >>> evaluate(Alpha(), samples)
    Defined(value=Fraction(8, 15))

    Raises ValueError where names of raters repeat or there is none.
    """

    about = About(
        name="krippendorff_alpha",
        says="agreement of any number of raters beyond that of chance, with missing ratings",
        formula="1 - (n - 1)*sum(o_ck*d_ck) / sum(n_c*n_k*d_ck)",
        source="Krippendorff 2004, chapter 11",
        low=-1,
        high=1,
        better=1,
        words=("krippendorffs_alpha", "kripp_alpha", "krippendorff_α", "krippendorffs_α"),
        undefined=f"{_NOBODY}, or {_ALIKE}",
        peers=(("krippendorff.alpha", "equal; a ValueError or nan where undefined"),),
        tried=(("level", tuple(level.value for level in Level)),),
        breaks=(("replication", (Sample(id="1", gold=("a", "b")),)),),
    )
    raters: tuple[str, ...] = field(default=(GOLD,), validator=_raters)
    level: Level = Level.NOMINAL

    @property
    def reading(self) -> Ratings:
        """Say what is observed of a unit: its ratings, as numbers where their distance is one."""
        return Ratings(self.raters, _SCALES.get(self.level, Scale.NUMBERS))

    def value(self, rows: Rows[Evidence]) -> Number:
        """Compare the distances within units with those of all."""
        counts = rows.weights(lambda row: Counter(_paired(row)).items())
        n = sum(counts.values(), rows.zero)
        within, among = _distances(self.level, rows, dict(sorted(counts.items())), n)
        chance = among.over(n * (n - 1).larger(0), _LIGHT)
        return 1 - within.over(n, _NOBODY).over(chance, _ALIKE)


def _paired(row: Evidence) -> tuple[Rating, ...]:
    some = ratings(row)
    return some if len(some) > 1 else ()


def _distances(
    level: Level, rows: Rows[Evidence], counts: Mapping[Rating, Number], n: Number
) -> tuple[Number, Number]:
    """Add up the distances of ordered pairs within units, and of all ratings with all.

    Where the distance is the square of a difference, the sum over all pairs is 2n times that of the
    squares around the mean, which costs as many steps as there are categories, not their square.
    """
    match level:
        case Level.NOMINAL:
            within = rows.sum(_unlike)
            return within, sum((n_c * (n - n_c) for n_c in counts.values()), rows.zero)
        case Level.RATIO:
            pairs = combinations(counts.items(), 2)
            among = sum((a * b * _proportion(c, k) for (c, a), (k, b) in pairs), rows.zero)
            return rows.sum(lambda row: _of_pairs(row, _proportion)), among * 2
        case Level.INTERVAL:
            within = rows.sum(_squared)
            places = {c: rows.zero + known_number(c) for c in counts}
        case Level.ORDINAL:
            places, before = dict[Rating, Number](), rows.zero
            for c, n_c in counts.items():
                places[c] = before + n_c * Fraction(1, 2)
                before = before + n_c
            together = rows.weights(lambda row: _shares_of_pairs(row).items())
            within = rows.zero
            for (c, k), weight in together.items():
                apart = places[c] - places[k]
                within = within + weight * apart * apart
    return within, 2 * n * _spread(places, counts, n)


def _spread(places: Mapping[Rating, Number], counts: Mapping[Rating, Number], n: Number) -> Number:
    """Add up the squares of the distances from the mean."""
    mean = sum((n_c * places[c] for c, n_c in counts.items()), n - n).over(n, _NOBODY)
    apart = {c: place - mean for c, place in places.items()}
    return sum((n_c * apart[c] * apart[c] for c, n_c in counts.items()), n - n)


def _proportion(c: Rating, k: Rating) -> Fraction:
    low, high = known_number(c), known_number(k)
    return Fraction(low - high, low + high) ** 2 if low != high else Fraction(0)


def _unlike(row: Evidence) -> Fraction | int:
    """Share the ordered pairs of a unit that differ among its ratings."""
    some = _paired(row)
    alike_ = sum([n * n for n in Counter(some).values()])
    return _shared(len(some) ** 2 - alike_, len(some))


def _squared(row: Evidence) -> Fraction | int:
    """Share the squares of the differences of the ordered pairs of a unit among its ratings.

    They are twice m times the sum of squares, less twice the square of the sum.
    """
    some = list(map(known_number, _paired(row)))
    squares = sum([one * one for one in some])
    return _shared(2 * (len(some) * squares - sum(some) ** 2), len(some))


def _shared(amount: Fraction | int, ratings_: int) -> Fraction | int:
    """Divide by one less than there are ratings."""
    return Fraction(amount, ratings_ - 1) if amount else 0


def _shares_of_pairs(row: Evidence) -> Mapping[tuple[Rating, Rating], Fraction]:
    """Give each pair of categories its share of the ordered pairs of a unit, both orders in one."""
    counts = Counter(_paired(row))
    rest = counts.total() - 1
    return {
        (c, k): Fraction(2 * counts[c] * counts[k], rest)
        for c, k in combinations(sorted(counts), 2)
    }


def _of_pairs(row: Evidence, distance: Callable[[Rating, Rating], Fraction | int]) -> Fraction:
    shares = _shares_of_pairs(row)
    return sum((share * distance(c, k) for (c, k), share in shares.items()), Fraction(0))


class Single(Enum):
    """Whether a unit with one rating counts in the shares of categories."""

    COUNT = "count"
    LEAVE = "leave"


class Shares(Enum):
    """How the shares of categories are taken: the mean of those of units, or of all ratings."""

    UNITS = "units"
    RATINGS = "ratings"


class OfShares(Family):
    """Agreement of pairs beyond a chance that is a function of the shares of categories."""

    raters: tuple[str, ...]

    @property
    def reading(self) -> Ratings:
        """Say what is observed of a unit: its ratings."""
        return Ratings(self.raters)

    def agreement(
        self, rows: Rows[Evidence], single: Single, shares: Shares
    ) -> tuple[Number, Mapping[str, Number]]:
        """Give the agreement of pairs in the mean of units, and the share of each category."""
        pairs = rows.sum(lambda row: int(len(ratings(row)) > 1))
        observed = rows.sum(lambda row: alike(ratings(row)) or Fraction(0)).over(pairs, _NOBODY)

        def parts(row: Evidence) -> Iterator[tuple[str, Fraction | int]]:
            some = _paired(row) if single is Single.LEAVE else ratings(row)
            whole = 1 if shares is Shares.RATINGS else len(some)
            return ((str(c), Fraction(n, whole)) for c, n in Counter(some).items())

        weights = rows.weights(parts)
        whole = sum(weights.values(), rows.zero)
        return observed, {c: weight.over(whole, _NOBODY) for c, weight in sorted(weights.items())}


def _beyond(observed: Number, chance: Number) -> Number:
    return (observed - chance).over(1 - chance, _ALIKE)


def _squares(rows: Rows[Evidence], shares: Mapping[str, Number]) -> Number:
    return sum((share * share for share in shares.values()), rows.zero)


@frozen(kw_only=True, cache_hash=True)
class FleissKappa(OfShares):
    """Fleiss' kappa: agreement of pairs beyond that of two ratings drawn of all, put back.

    `(P - P_e) / (1 - P_e)`, where P is the mean over units of the share of pairs that are alike,
    and P_e the sum of the squares of the shares of categories. Scott's pi of many raters is this.

    Fleiss has as many ratings for every unit, and then no option changes anything, and it is from
    -1 to 1. Where numbers of ratings differ, `shares` says whether a unit or a rating counts alike
    in the shares of categories, and `single` whether units of one rating count there; it has then
    no lower end. Undefined where no unit has two ratings, and where all ratings are alike.

    >>> from measurand.metrics.finalise import evaluate
    >>> units = ["aa", "aa", "ab", "bb"]
    >>> samples = [Sample(id=str(n), gold=tuple(unit)) for n, unit in enumerate(units)]
    >>> evaluate(FleissKappa(), samples)
    Defined(value=Fraction(7, 15))

    Raises ValueError where names of raters repeat or there is none.
    """

    about = About(
        name="fleiss_kappa",
        says="agreement of many raters beyond that of chance, by the shares of categories",
        formula="(P - sum(p_c**2)) / (1 - sum(p_c**2))",
        source="Fleiss 1971; Gwet 2014 for numbers of ratings that differ",
        high=1,
        better=1,
        words=("fleiss_κ", "kappa_fleiss", "multi_pi", "scotts_pi_of_many_raters"),
        undefined=f"{_NOBODY}, or {_ALIKE}",
        peers=(
            (
                "statsmodels.stats.inter_rater.fleiss_kappa",
                "equal; refuses units with fewer ratings than others; nan where all are alike",
            ),
            ("irrCAC.raw.CAC(...).fleiss()", "equal, rounded to 5 digits"),
        ),
        tried=(
            ("shares", tuple(one.value for one in Shares)),
            ("single", tuple(one.value for one in Single)),
        ),
    )
    raters: tuple[str, ...] = field(default=(GOLD,), validator=_raters)
    shares: Shares = Shares.UNITS
    single: Single = Single.COUNT

    def value(self, rows: Rows[Evidence]) -> Number:
        """Compare the agreement of pairs with that of two draws."""
        observed, shares = self.agreement(rows, self.single, self.shares)
        return _beyond(observed, _squares(rows, shares))


@frozen(kw_only=True, cache_hash=True)
class ScottPi(OfShares):
    """Scott's pi: agreement of two raters beyond that of two ratings drawn of all, put back.

    `(P - P_e) / (1 - P_e)`: P_e is the sum of the squares of the shares of categories, of the
    ratings of both raters together; in [-1, 1]. A unit with one rating takes no part, and one with
    three is refused: for many raters it is `fleiss_kappa`. Undefined where no unit has two ratings,
    and where all ratings are alike.

    >>> from measurand.metrics.finalise import evaluate
    >>> units = ["aa", "aa", "ab", "bb"]
    >>> samples = [Sample(id=str(n), gold=(a,), predicted=(b,)) for n, (a, b) in enumerate(units)]
    >>> evaluate(ScottPi(), samples)
    Defined(value=Fraction(7, 15))

    Raises ValueError where names of raters repeat or there is none.
    """

    about = About(
        name="scott_pi",
        says="agreement of two raters beyond that of chance, by the shares of categories",
        formula="(P - sum(p_c**2)) / (1 - sum(p_c**2))",
        source="Scott 1955",
        low=-1,
        high=1,
        better=1,
        words=("scotts_pi", "scott_π", "scotts_π"),
        undefined=f"{_NOBODY}, or {_ALIKE}",
        peers=(("irrCAC.raw.CAC(...).fleiss()", "equal for two raters, rounded to 5 digits"),),
    )
    raters: tuple[str, ...] = field(default=(GOLD, PREDICTED), validator=_raters)

    @property
    def reading(self) -> Ratings:
        """Say what is observed of a unit: two ratings."""
        return Ratings(self.raters, most=2)

    def value(self, rows: Rows[Evidence]) -> Number:
        """Compare the agreement with that of two draws."""
        observed, shares = self.agreement(rows, Single.LEAVE, Shares.UNITS)
        return _beyond(observed, _squares(rows, shares))


def _categories(_instance: object, _attribute: object, value: Over) -> None:
    if value.kind not in {OverKind.UNION, OverKind.DECLARED}:
        message = f"over: union (those that occur) or declared[...]: got {value.kind.value}"
        raise ValueError(message)


@frozen(kw_only=True, cache_hash=True)
class GwetAc1(OfShares):
    """Gwet's AC1: agreement of pairs beyond that of ratings which were given at random.

    `(P - P_e) / (1 - P_e)`, where P is as in `fleiss_kappa`, and P_e is the sum of `p_c (1 - p_c)`
    over the categories, divided by q - 1. q is the number of categories: those that occur
    (`over=union`), or those that are declared, whether they occur or not, which makes another
    number of the same ratings. The shares p_c are means over units.

    From -1 to 1. Undefined where no unit has two ratings, and where there are fewer than two
    categories.

    >>> from measurand.metrics.finalise import evaluate
    >>> units = ["aa", "aa", "ab", "bb"]
    >>> samples = [Sample(id=str(n), gold=tuple(unit)) for n, unit in enumerate(units)]
    >>> evaluate(GwetAc1(), samples)
    Defined(value=Fraction(9, 17))

    Raises ValueError where names of raters repeat or there is none, or categories are said to be
    those of one side.
    """

    about = About(
        name="gwet_ac1",
        says="agreement of many raters beyond that of random ratings",
        formula="(P - P_e) / (1 - P_e), P_e = sum(p_c*(1 - p_c)) / (q - 1)",
        source="Gwet 2008",
        low=-1,
        high=1,
        better=1,
        words=("gwets_ac1", "ac1", "gwet_ac"),
        undefined=f"{_NOBODY}, or there are fewer than two categories",
        peers=(
            (
                "irrCAC.raw.CAC(...).gwet()",
                "equal, rounded to 5 digits, with its categories said: else it counts nan as one",
            ),
        ),
        tried=(("single", tuple(one.value for one in Single)),),
    )
    raters: tuple[str, ...] = field(default=(GOLD,), validator=_raters)
    over: Over = field(default=Over(), validator=_categories)
    single: Single = Single.COUNT

    @property
    def reading(self) -> Ratings:
        """Say what is observed of a unit: its ratings, of those that are declared."""
        return Ratings(self.raters, among=self.over.classes)

    def value(self, rows: Rows[Evidence]) -> Number:
        """Compare the agreement of pairs with that of random ratings."""
        observed, shares = self.agreement(rows, self.single, Shares.UNITS)
        seen = sum((share.if_zero(0, 1) for share in shares.values()), rows.zero)
        several = seen.if_zero(0, len(self.over.classes)) if self.over.classes else seen
        random = sum((share * (1 - share) for share in shares.values()), rows.zero)
        return _beyond(observed, random.over(several - 1, "there are fewer than two categories"))
