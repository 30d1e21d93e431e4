"""What is asked of the resampling: which interval, which test, which stream, which family.

A plan is a frozen value, so an interval or a p-value can say all of what it depends on beside the
data, and who has both gets the same digits. Everything has a default here and nowhere else. Limits
are counts of work (replicates, patterns), never seconds.
"""

from enum import Enum
from fractions import Fraction

from attrs import Attribute, Factory, field, frozen, validators

from measurand.inference.adjustment import Correction
from measurand.inference.interval import LEVEL, Ends


class Test(Enum):
    """How a p-value is found; all are two-sided.

    `sign_flip` exchanges the two systems unit by unit: exact where the patterns are few, else by
    Monte Carlo with p = (r + 1) / (B + 1). `bootstrap_sign` is twice the smaller share of
    resampled differences on either side of 0, as in the seed document; it does not hold its level
    where units are few. `bootstrap_plus_one` counts the observed sample as one resample more.
    `wilcoxon` ranks the differences of units.
    """

    __test__ = False  # nothing that pytest should collect where users import it

    SIGN_FLIP = "sign_flip"
    BOOTSTRAP_SIGN = "bootstrap_sign"
    BOOTSTRAP_PLUS_ONE = "bootstrap_plus_one"
    WILCOXON = "wilcoxon"


class Stream(Enum):
    """Where random integers come from.

    `numpy` draws multinomials from Philox through numpy, whose releases may move them; `raw`
    derives every integer here from Philox words, slowly; `legacy` draws row numbers from numpy's
    old generator in the order of the rows, as older programs did. `exact` draws nothing: the law of
    the resamples is computed, where that is feasible.
    """

    NUMPY = "numpy"
    RAW = "raw"
    LEGACY = "legacy"
    EXACT = "exact"


class Overflow(Enum):
    """What is done where a slice has more distinct rows than memory holds.

    `refuse` makes no interval. `poisson` reads the rows one at a time, and gives a row that
    occurred n times a Poisson number of mean n in every resample, from a stream of the row's own;
    the number of samples in a resample is random then, and sums are scaled back to the true one.
    """

    REFUSE = "refuse"
    POISSON = "poisson"


REPLICATES = 10_000
"""How many resamples are drawn where no number is asked for."""


MOST_REPLICATES = 100_000_000


class AtAlpha(Enum):
    """Whether an adjusted p-value of exactly alpha is significant."""

    SIGNIFICANT = "significant"
    NOT_SIGNIFICANT = "not_significant"


_of = validators.instance_of


def _whole(_plan: object, attribute: "Attribute[int]", value: object) -> None:
    """Refuse what is no whole number, and truth values."""
    if not isinstance(value, int) or isinstance(value, bool):
        message = f"{attribute.name} is a whole number: got {value!r}"
        raise TypeError(message)


def _usual(plan: "Plan") -> Ends:
    return Ends.JACKKNIFE if plan.ends is Ends.PERCENTILE else plan.ends


@frozen(kw_only=True, cache_hash=True)
class Plan:
    """One way to make intervals and p-values.

    An interval has the confidence `level`, in (0, 1), and its `ends` are read off so many
    `replicates`. A p-value is found by `test`, adjusted by `correction`, and significant at
    `alpha`. Draws start from `seed` in a `stream`; `overflow` says what is done where rows are too
    many. `cluster` names the group key whose groups are resampled and exchanged whole; None takes
    samples. `family` is part of the names of the streams: two families draw apart. `patterns`
    bounds the work of an exact sign-flip test. `at_alpha` says what an adjusted p-value of exactly
    alpha is. `labelled_ends` are those of estimates from a labelled part: of the jackknife where
    `ends` are percentiles, as these hold what is true too seldom there; else as `ends`.

    >>> Plan().test.value, Plan().ends.value, Plan().replicates
    ('sign_flip', 'percentile', 10000)

    Raises ValueError for no replicates or more than 100 million, or a level or alpha outside
    (0, 1); and TypeError for a value of another type.
    """

    ends: Ends = field(default=Ends.PERCENTILE, validator=_of(Ends))
    labelled_ends: Ends = field(default=Factory(_usual, takes_self=True), validator=_of(Ends))
    level: Fraction = field(default=LEVEL, validator=_of(Fraction))
    test: Test = field(default=Test.SIGN_FLIP, validator=_of(Test))
    correction: Correction = field(default=Correction.HOLM, validator=_of(Correction))
    alpha: Fraction = field(default=Fraction(1, 20), validator=_of(Fraction))
    at_alpha: AtAlpha = field(default=AtAlpha.SIGNIFICANT, validator=_of(AtAlpha))
    replicates: int = field(
        default=REPLICATES,
        validator=[_whole, validators.ge(1), validators.le(MOST_REPLICATES)],
    )
    patterns: int = field(default=200_000, validator=[_whole, validators.ge(1)])
    seed: int = field(default=0, validator=[_whole, validators.ge(0)])
    stream: Stream = field(default=Stream.NUMPY, validator=_of(Stream))
    overflow: Overflow = field(default=Overflow.REFUSE, validator=_of(Overflow))
    cluster: str | None = None
    family: str = ""

    @level.validator
    @alpha.validator
    def _share(self, _attribute: object, value: Fraction) -> None:
        if not 0 < value < 1:
            message = f"a level and an alpha lie between 0 and 1: got {value}"
            raise ValueError(message)
