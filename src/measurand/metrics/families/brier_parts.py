"""The parts of the Brier score: what is lost by miscalibration, and won by telling cases apart.

Murphy 1973. With bins k of weight w, of mean probability p and a share y that happened, and y of
all: reliability = mean w (p - y)^2, resolution = mean w (y - y of all)^2, and uncertainty = y (1 -
y) of all. Where all probabilities of a bin are equal, as in bins of distinct probabilities,

    brier = reliability - resolution + uncertainty;

else there is one more part, within bins: the mean variance of their probabilities less twice the
covariance with what happens (Stephenson, Coelho and Jolliffe 2008). `calibration` has the bins.
"""

from attrs import frozen

from measurand.algebra.functional import Rows
from measurand.algebra.monoid import add_all
from measurand.algebra.number import Number
from measurand.evidence.evidence import Evidence
from measurand.metrics.families.calibration import BINS_TRIED, Binning, OfBins, squares_off
from measurand.metrics.families.probabilities import EXAMPLE, NOBODY, OfProbabilities
from measurand.metrics.family import About, numbers

_ONE_CLASS = "all samples have one label"
_DECOMPOSED = (
    ("binning", ("distinct", "width", "mass")),
    *((name, values) for name, values in BINS_TRIED if name != "binning"),
)
_MURPHY = "Murphy 1973, A New Vector Partition of the Probability Score"


@frozen(kw_only=True, cache_hash=True)
class BrierReliability(OfBins):
    """The part of the Brier score that is lost by miscalibration: 0 where all bins are calibrated.

    The mean square of what bins are off: the mean probability less the share that happened. Where
    bins are distinct probabilities, reliability - resolution + uncertainty is the Brier score.

    >>> from fractions import Fraction
    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(p=("0.9", "0.9", "0.1"), rain=(1, 0, 0))
    >>> evaluate(BrierReliability(score="p", label="rain"), corpus)
    Defined(value=Fraction(11, 100))

    Raises ValueError without names, and for fewer bins than 1.
    """

    about = About(
        name="brier_reliability",
        says="the part of the Brier score that is lost by miscalibration",
        formula="sum over bins of w / n * (mean(p) - mean(y))^2",
        source=_MURPHY,
        low=0,
        high=1,
        better=-1,
        words=("murphy_reliability",),
        example=EXAMPLE,
        undefined=NOBODY,
        tried=_DECOMPOSED,
    )
    binning: Binning = Binning.DISTINCT

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean square over bins."""
        return squares_off(self.parts(rows), rows.weight).over(rows.weight, NOBODY)


@frozen(kw_only=True, cache_hash=True)
class BrierResolution(OfBins):
    """The part of the Brier score that is won as bins differ in what happens.

    The mean square of what the share that happened in a bin is off that of all; from 0 to 1/4, and
    never more than the uncertainty.

    >>> from fractions import Fraction
    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(p=("0.9", "0.9", "0.1"), rain=(1, 0, 0))
    >>> evaluate(BrierResolution(score="p", label="rain"), corpus)
    Defined(value=Fraction(1, 18))

    Raises ValueError without names, and for fewer bins than 1.
    """

    about = About(
        name="brier_resolution",
        says="the part of the Brier score that is won as bins differ in what happens",
        formula="sum over bins of w / n * (mean(y) - mean(y of all))^2",
        source=_MURPHY,
        low=0,
        high=1,
        better=1,
        words=("murphy_resolution",),
        example=EXAMPLE,
        undefined=NOBODY,
        tried=_DECOMPOSED,
    )
    binning: Binning = Binning.DISTINCT

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean square over bins."""
        share = _share(rows)
        apart = ((one, one.so - one.weight * share) for one in self.parts(rows))
        squares = add_all((one.shared(off * off) for one, off in apart), rows.zero)
        return squares.over(rows.weight, NOBODY)


def _share(rows: Rows[Evidence]) -> Number:
    """Take the share of samples in which it happened."""
    return rows.sum(lambda row: numbers(row)[1]).over(rows.weight, NOBODY)


@frozen(kw_only=True, cache_hash=True)
class BrierWithin(OfBins):
    """The part of the Brier score that bins hide: what differs between probabilities of one bin.

    The mean variance of the probabilities of a bin, less twice their covariance with what happens:
    what there is beside reliability - resolution + uncertainty. From -1/4 (probabilities tell apart
    what bins do not) to 3/4; 0 where bins are distinct probabilities. Resolution less this is the
    generalised resolution.

    >>> from fractions import Fraction
    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(p=("0.9", "0.7", "0.1"), rain=(1, 0, 0))
    >>> evaluate(BrierWithin(score="p", label="rain", bins=2), corpus)
    Defined(value=Fraction(-3, 50))

    Raises ValueError without names, and for fewer bins than 1.
    """

    about = About(
        name="brier_within",
        says="the part of the Brier score that is of differences inside bins",
        formula="sum over bins of w / n * (variance(p) - 2 * covariance(p, y))",
        source="Stephenson, Coelho and Jolliffe 2008, Two Extra Components in the Brier Score "
        "Decomposition, Weather and Forecasting 23",
        low=-1,
        high=1,
        better=-1,
        words=("brier_within_bins",),
        example=EXAMPLE,
        undefined=NOBODY,
        tried=(
            ("binning", ("width", "mass", "distinct")),
            *((name, values) for name, values in BINS_TRIED if name != "binning"),
        ),
    )

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take away from all squares those of what bins are off, and those of what happens in them.

        Of a bin, the sum of (p - y)^2 is w (mean(p) - mean(y))^2 + w (variance(p) - 2 covariance +
        variance(y)), and the variance of what is 0 or 1 is mean(y) (1 - mean(y)).
        """
        bins = self.parts(rows)
        squares = rows.sum(lambda row: (numbers(row)[0] - numbers(row)[1]) ** 2)
        happens = add_all([one.so - one.shared(one.so * one.so) for one in bins], rows.zero)
        return (squares - squares_off(bins, rows.weight) - happens).over(rows.weight, NOBODY)


@frozen(kw_only=True, cache_hash=True)
class BrierUncertainty(OfProbabilities):
    """The Brier score of who always says how often it happens; from 0 to 1/4.

    >>> from fractions import Fraction
    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(p=("0.9", "0.9", "0.1"), rain=(1, 0, 0))
    >>> evaluate(BrierUncertainty(score="p", label="rain"), corpus)
    Defined(value=Fraction(2, 9))

    Raises ValueError without names.
    """

    about = About(
        name="brier_uncertainty",
        says="the Brier score of who always says how often it happens",
        formula="mean(y) * (1 - mean(y))",
        source=_MURPHY,
        low=0,
        high=1,
        words=("murphy_uncertainty",),
        example=EXAMPLE,
        undefined=NOBODY,
    )

    def value(self, rows: Rows[Evidence]) -> Number:
        """Multiply both shares."""
        share = _share(rows)
        return share * (1 - share)


@frozen(kw_only=True, cache_hash=True)
class BrierSkill(OfProbabilities):
    """The Brier skill score: which part of the uncertainty of these samples is taken away.

    At most 1, which is perfect; 0 is as good as who always says how often it happens in these same
    samples. Undefined where all samples have one label.

    >>> from fractions import Fraction
    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import of_numbers
    >>> corpus = of_numbers(p=("0.9", "0.2", "0.6"), rain=(1, 0, 0))
    >>> evaluate(BrierSkill(score="p", label="rain"), corpus)
    Defined(value=Fraction(77, 200))

    Raises ValueError without names.
    """

    about = About(
        name="brier_skill",
        says="which part of the uncertainty of these samples is taken away",
        formula="1 - brier / uncertainty",
        source="Murphy 1973, Hedging and Skill Scores for Probability Forecasts",
        high=1,
        better=1,
        words=("brier_skill_score", "bss"),
        example=EXAMPLE,
        undefined=_ONE_CLASS,
    )

    def value(self, rows: Rows[Evidence]) -> Number:
        """Compare with who always says how often it happens."""
        share = _share(rows)
        off = rows.sum(lambda row: (numbers(row)[0] - numbers(row)[1]) ** 2)
        return 1 - off.over(rows.weight * share * (1 - share), _ONE_CLASS)
