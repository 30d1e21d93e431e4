"""Weighted kappa: two raters on a scale, where labels that are far apart count more.

Unlike the numbers of `agreement`, it asks who said what: there are two raters, gold and predicted.
Penalties by chance need no table of all pairs of labels: linear ones are added up gap by gap,
quadratic ones are both spreads and the squared distance of both means.
"""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from attrs import field, frozen

from measurand.algebra.functional import Rows
from measurand.algebra.number import Number
from measurand.evidence.evidence import Evidence, Excluded, Fact
from measurand.evidence.facts import Reads
from measurand.evidence.keying import UnfitSampleError
from measurand.metrics.empty_rules import named
from measurand.metrics.families.ratings import Rating, Scale, known_number, number_of, ratings, said
from measurand.metrics.family import About, Family
from measurand.values.sample import GOLD, PREDICTED, Sample


@frozen
class TwoLabels(Reads):
    """What two raters said of a unit, the first before the second.

    >>> TwoLabels("gold", "predicted").see(Sample(id="1", gold=("b",), predicted=("a",)))
    ('b', 'a')
    """

    gold: str
    answer: str
    scale: Scale = Scale.WORDS

    def see(self, sample: Sample) -> Fact | Excluded:
        """Read both labels.

        Raises UnfitSampleError where a rater said several, or no number where one is asked for.
        """
        both = tuple(said(sample, name) for name in (self.gold, self.answer))
        many = next((some for some in both if len(some) > 1), None)
        if many is not None:
            message = f"one rating of each rater: got {len(many)}"
            raise UnfitSampleError(message)
        if not all(both):
            return Excluded("no rating of both raters")
        texts = (both[0][0], both[1][0])
        return (
            texts if self.scale is Scale.WORDS else tuple(number_of(t, self.scale) for t in texts)
        )


class Penalty(Enum):
    """How a disagreement grows with the steps between two categories."""

    LINEAR = "linear"
    QUADRATIC = "quadratic"


class Steps(Enum):
    """How far apart categories are: as numbers, or one step from each that occurs to the next."""

    VALUES = "values"
    OCCURRING = "occurring"


@frozen(kw_only=True, cache_hash=True)
class WeightedKappa(Family):
    """Cohen's weighted kappa: 1 less the penalties of two raters, as a share of those by chance.

    `1 - sum(w_ij o_ij) / sum(w_ij r_i c_j / n)`, where o counts pairs of labels, r and c are what
    each rater said, and w_ij is the distance of both labels (linear) or its square (quadratic). The
    distance is that of the labels as numbers (`steps=values`), or of their places among the labels
    that occur (`steps=occurring`: numbers by value, then texts in their order), where a label
    that nobody gives brings its neighbours together.

    From -1 to 1. A unit without both labels is left out. Undefined where there is none, and where
    both raters give one label alone.

    >>> from measurand.metrics.finalise import evaluate
    >>> pairs = ["11", "12", "22", "33", "31"]
    >>> samples = [Sample(id=str(n), gold=(a,), predicted=(b,)) for n, (a, b) in enumerate(pairs)]
    >>> evaluate(WeightedKappa(), samples)
    Defined(value=Fraction(2, 7))

    Raises ValueError without names.
    """

    about = About(
        name="weighted_kappa",
        says="agreement of two raters beyond that of chance, where far labels count more",
        formula="1 - sum(w_ij*o_ij) / sum(w_ij*r_i*c_j/n)",
        source="Cohen 1968",
        low=-1,
        high=1,
        better=1,
        words=(
            *("weighted_cohens_kappa", "cohens_weighted_kappa", "qwk", "quadratic_kappa"),
            *("quadratic_weighted_kappa", "linear_weighted_kappa", "linear_kappa", "weighted_κ"),
            *("κ_w", "kappa_w"),
        ),
        undefined="no unit has both labels, or both raters give one label alone",
        peers=(
            (
                "sklearn.metrics.cohen_kappa_score(weights=...)",
                "equal with steps=occurring; nan where undefined",
            ),
            ("statsmodels.stats.inter_rater.cohens_kappa(wt=...)", "equal; nan where undefined"),
        ),
        tried=(
            ("weights", (Penalty.QUADRATIC.value, Penalty.LINEAR.value)),
            ("steps", tuple(one.value for one in Steps)),
        ),
    )
    gold: str = field(default=GOLD, validator=named)
    answer: str = field(default=PREDICTED, validator=named)
    weights: Penalty = Penalty.QUADRATIC
    steps: Steps = Steps.VALUES

    @property
    def reading(self) -> TwoLabels:
        """Say what is observed of a unit: both labels."""
        scale = Scale.NUMBERS if self.steps is Steps.VALUES else Scale.WORDS
        return TwoLabels(self.gold, self.answer, scale)

    def value(self, rows: Rows[Evidence]) -> Number:
        """Compare the penalties with those by chance."""
        n = rows.weight
        pairs = rows.weights(lambda row: [(_two(row), 1)])
        first = rows.weights(lambda row: [(_two(row)[0], 1)])
        second = rows.weights(lambda row: [(_two(row)[1], 1)])
        labels = sorted({*first, *second}, key=_place)
        given = (
            [first.get(c, rows.zero) for c in labels],
            [second.get(c, rows.zero) for c in labels],
        )
        places = (
            _places(rows, given)
            if self.steps is Steps.OCCURRING
            else [rows.zero + known_number(c) for c in labels]
        )
        at = dict(zip(labels, places, strict=True))
        apart = {pair: abs(at[pair[0]] - at[pair[1]]) for pair in pairs}
        if self.weights is Penalty.LINEAR:
            said = sum((pairs[pair] * far for pair, far in apart.items()), rows.zero)
            chance = _linear(n, places, given)
        else:
            said = sum((pairs[pair] * far * far for pair, far in apart.items()), rows.zero)
            chance = _quadratic(n, places, given)
        return 1 - said.over(chance, "both raters give one label alone")


Given = tuple[Sequence[Number], Sequence[Number]]
"""How often each of two raters gives each label, in the order of labels."""


def _two(row: Evidence) -> tuple[Rating, Rating]:
    first, second = ratings(row)
    return first, second


def _place(label: Rating) -> tuple[bool, int | Fraction, str]:
    if not isinstance(label, str):
        return False, label, ""
    try:
        return False, number_of(label, Scale.NUMBERS), label
    except UnfitSampleError:
        return True, Fraction(0), label


def _places(rows: Rows[Evidence], given: Given) -> Sequence[Number]:
    """Count labels that occur up to each one; one that does not stands where the last one does."""
    places, place = list[Number](), rows.zero
    for one, two in zip(*given, strict=True):
        place = place + (one + two).if_zero(0, 1)
        places.append(place)
    return places


def _linear(n: Number, places: Sequence[Number], given: Given) -> Number:
    """Add up distances by chance, gap by gap: how many pairs lie on both sides of it."""
    chance = below = under = n - n
    ends = zip(places, places[1:], *given, strict=False)
    for here, there, one, two in ends:
        below, under = below + one, under + two
        chance = chance + (there - here) * (below * (n - under) + under * (n - below))
    return chance.over(n, "no unit has both labels")


def _quadratic(n: Number, places: Sequence[Number], given: Given) -> Number:
    """Add up squared distances by chance: both spreads, and the squared distance of both means."""
    means = [
        sum((one * place for one, place in zip(side, places, strict=True)), n - n).over(
            n, "no unit has both labels"
        )
        for side in given
    ]
    chance = n * (means[0] - means[1]) * (means[0] - means[1])
    for side, mean in zip(given, means, strict=True):
        for one, place in zip(side, places, strict=True):
            chance = chance + one * (place - mean) * (place - mean)
    return chance
