"""Labels, beyond what is a formula of one class: the best of many classes, and several at once.

Top-k accuracy needs a number for each class of a sample (`Sample.graded`) and the one class that is
so; the hamming loss needs sets of labels, and how many labels there are.
"""

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction

from attrs import field, frozen

from measurand.algebra.functional import Number, Rows
from measurand.evidence.evidence import Evidence, Excluded, Fact, Facts
from measurand.evidence.facts import Reads
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.matching import SetMatch
from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.metrics.empty_rules import named
from measurand.metrics.family import About, Family, MeanOf, tallies
from measurand.metrics.options import Over, OverKind
from measurand.values.sample import Sample


@frozen(cache_hash=True)
class GoldRank(Reads):
    """Where the class that is so stands among all classes, by the numbers of a graded list.

    The fact is how many other classes have a larger number, how many the same, and how many of
    these are later by name; None where the class that is so has no number.

    >>> grades = (("cat", Fraction(1, 2)), ("dog", Fraction(1, 2)), ("eel", Fraction(0)))
    >>> GoldRank("p").see(Sample(id="1", gold=("cat",), graded=(("p", grades),)))
    (Fraction(0, 1), Fraction(1, 1), Fraction(1, 1))
    """

    scores: str

    def see(self, sample: Sample) -> Fact | Excluded:
        """Compare the number of the class that is so with all others.

        Raises UnfitSampleError for a sample with no gold class, or several.
        """
        grades = sample.grades(self.scores)
        if grades is None:
            return Excluded(sample.reason(self.scores) or f"no list {self.scores!r}")
        match sample.gold:
            case (str(gold),):
                pass
            case _:
                message = f"one gold class, a text: got {len(sample.gold)} items"
                raise UnfitSampleError(message)
        own = dict(grades).get(gold)
        if own is None:
            return None
        ties = [name for name, number in grades if number == own and name != gold]
        above = sum(number > own for _, number in grades)
        later = sum(name > gold for name in ties)
        return Fraction(above), Fraction(len(ties)), Fraction(later)


class Ties(Enum):
    """Which of classes with the same number come first.

    SHARE: each order is as likely, so that a sample may be right in part. LAST: later names come
    first, as in scikit-learn. FIRST: earlier names. BEST and WORST: the gold class first, or last.
    """

    SHARE = "share"
    LAST = "last"
    FIRST = "first"
    BEST = "best"
    WORST = "worst"


@frozen(kw_only=True, cache_hash=True)
class TopKAccuracy(MeanOf):
    """The share of samples whose gold class is among the `k` with the largest numbers.

    `scores` names the list of classes with their numbers (probabilities, or any). What is right of
    a sample whose gold class is tied with others about the last place is said by `ties`. A gold
    class without a number is in no list, however long. Undefined where no sample has the list.

    >>> from measurand.metrics.finalise import evaluate
    >>> grades = (("cat", Fraction(1, 5)), ("dog", Fraction(1, 2)), ("eel", Fraction(3, 10)))
    >>> corpus = [Sample(id=one, gold=(one,), graded=(("p", grades),)) for one in ("cat", "eel")]
    >>> evaluate(TopKAccuracy(scores="p", k=2), corpus)
    Defined(value=Fraction(1, 2))

    Raises ValueError without a name, and for k below 1.
    """

    about = About(
        name="top_k_accuracy",
        says="the share of samples whose class is among the k with the largest numbers",
        formula="mean(rank(gold) <= k)",
        low=0,
        high=1,
        better=1,
        words=("top_k_acc", "top_k", "accuracy@k", "acc@k"),
        example="scores=p",
        undefined="no sample has the list of classes",
        peers=(
            (
                "sklearn.metrics.top_k_accuracy_score",
                "equal with ties=last, of more than two classes",
            ),
        ),
        tried=(
            ("k", ("1", "2", "3", "5")),
            ("ties", ("share", "last", "first", "best", "worst")),
        ),
    )
    scores: str = field(validator=named)
    k: int = field(default=5)
    ties: Ties = Ties.SHARE

    @k.validator
    def _positive(self, _attribute: object, value: int) -> None:
        if value < 1:
            message = f"k is at least 1: got {value}"
            raise ValueError(message)

    @property
    def reading(self) -> GoldRank:
        """Say what is observed of a sample: the rank of the class that is so."""
        return GoldRank(self.scores)

    def score(self, row: Evidence) -> Fraction:
        """Say how far one sample is right."""
        match row:
            case Facts((Fraction() as above, Fraction() as tied, Fraction() as later)):
                room = self.k - above
                return self._right(room, tied, later)
            case _:
                return Fraction(0)

    def _right(self, room: Fraction, tied: Fraction, later: Fraction) -> Fraction:
        """Say how much of a class is in the places that are left to it and those tied with it."""
        match self.ties:
            case Ties.SHARE:
                return min(max(room, Fraction(0)) / (tied + 1), Fraction(1))
            case Ties.LAST:
                return Fraction(room > later)
            case Ties.FIRST:
                return Fraction(room > tied - later)
            case Ties.BEST:
                return Fraction(room > 0)
            case Ties.WORST:
                return Fraction(room > tied)


_LABELS = Observation(classes=ClassOf(ClassKind.ITEM))


@frozen(kw_only=True, cache_hash=True)
class HammingLoss(Family):
    """The share of wrong decisions, of one decision for each sample and each label.

    A label is wrong where it is predicted and not so, or so and not predicted. How many labels
    there are is said by `over`: those that occur in samples that weigh anything (in gold or
    predicted, or one of them), or those that are declared; all others are left out. Undefined
    where there is no sample, or no label.

    >>> from measurand.metrics.finalise import evaluate
    >>> corpus = [Sample(id="1", gold=("a", "b"), predicted=("b", "c"))]
    >>> evaluate(HammingLoss(), corpus)
    Defined(value=Fraction(2, 3))

    Raises ValueError but for sets of items that are their own classes.
    """

    about = About(
        name="hamming_loss",
        says="the share of labels that are wrong, of all samples and labels",
        formula="sum(fp + fn) / (n * labels)",
        source="Schapire and Singer 1999",
        low=0,
        high=1,
        better=-1,
        words=("hamming",),
        undefined="no label occurs",
        peers=(
            (
                "sklearn.metrics.hamming_loss",
                "equal with over=declared[...], the columns of its matrix",
            ),
        ),
        tried=(("over", ("union", "gold", "predicted")),),
    )
    observation: Observation = _LABELS
    over: Over = field(factory=Over)

    def __attrs_post_init__(self) -> None:
        how = self.observation
        if how.classes.kind is not ClassKind.ITEM or not isinstance(how.match, SetMatch):
            message = "labels are items of a set: write class=item and match=set"
            raise ValueError(message)

    @property
    def reading(self) -> Observation:
        """Say what is observed of a sample: its labels."""
        return self.observation

    def value(self, rows: Rows[Evidence]) -> Number:
        """Count wrong decisions, label by label, for the labels that there are."""
        occurring = rows.weights(self._occurring)
        declared = dict.fromkeys(self.over.classes, rows.zero + 1)
        there = declared or {name: w.if_zero(0, 1) for name, w in occurring.items()}
        wrong = rows.weights(_wrong)
        labels = sum(there.values(), rows.zero)
        total = sum((wrong[name] * one for name, one in there.items() if name in wrong), rows.zero)
        return total.over(rows.weight * labels, self.about.undefined)

    def _occurring(self, row: Evidence) -> Iterator[tuple[str, int]]:
        for name, tally in tallies(row):
            match self.over.kind:
                case OverKind.GOLD:
                    there = tally.gold > 0
                case OverKind.PREDICTED:
                    there = tally.predicted > 0
                case _:
                    there = True
            yield name, int(there)


def _wrong(row: Evidence) -> Iterator[tuple[str, Fraction]]:
    for name, tally in tallies(row):
        yield name, Fraction(tally.gold + tally.predicted - 2 * tally.hits)
