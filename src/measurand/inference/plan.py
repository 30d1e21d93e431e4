"""What is asked of the resampling: which interval, which test, which stream, which family."""

from enum import Enum
from fractions import Fraction

from attrs import field, frozen, validators

from measurand.inference.interval import LEVEL, Ends
from measurand.inference.multiple import Correction


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


REPLICATES = 10_000
"""How many resamples are drawn where no number is asked for."""


@frozen(kw_only=True, cache_hash=True)
class Plan:
    """One way to make intervals and p-values.

    `cluster` names the group key whose groups are resampled and exchanged whole; None takes
    samples. `family` is part of the names of the streams: two families draw apart. `patterns`
    bounds the work of an exact sign-flip test.

    >>> Plan().test.value, Plan().ends.value, Plan().replicates
    ('sign_flip', 'percentile', 10000)

    Raises ValueError for no replicates, or a level or alpha outside (0, 1).
    """

    ends: Ends = Ends.PERCENTILE
    level: Fraction = field(default=LEVEL)
    test: Test = Test.SIGN_FLIP
    correction: Correction = Correction.HOLM
    alpha: Fraction = field(default=Fraction(1, 20))
    replicates: int = field(default=REPLICATES, validator=validators.ge(1))
    patterns: int = field(default=200_000, validator=validators.ge(1))
    seed: int = field(default=0, validator=validators.ge(0))
    stream: Stream = Stream.NUMPY
    cluster: str | None = None
    family: str = ""

    @level.validator
    @alpha.validator
    def _share(self, _attribute: object, value: Fraction) -> None:
        if not 0 < value < 1:
            message = f"a level and an alpha lie between 0 and 1: got {value}"
            raise ValueError(message)
