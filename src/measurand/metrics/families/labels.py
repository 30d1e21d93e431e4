"""Labels, beyond what is a formula of one class: the best of many classes, and several at once.

Top-k accuracy needs a number for each class of a sample (`Sample.graded`) and the one class that is
so; the hamming loss needs sets of labels, and how many labels there are.
"""

from collections.abc import Iterator
from fractions import Fraction

from attrs import field, frozen

from measurand.algebra.functional import Rows
from measurand.algebra.number import Number
from measurand.evidence.class_scores import GoldRank, Place, Ties
from measurand.evidence.evidence import Evidence, Facts
from measurand.evidence.matching import SetMatch
from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.metrics.empty_rules import named
from measurand.metrics.family import About, Family, SampleMean, tallies
from measurand.metrics.options import Over, OverKind


@frozen(kw_only=True, cache_hash=True)
class TopKAccuracy(SampleMean):
    """The share of samples whose gold class is among the `k` with the largest numbers.

    `scores` names the list of classes with their numbers (probabilities, or any). What is right of
    a sample whose gold class is tied with others about the last place is said by `ties`. A gold
    class without a number is in no list, however long. Undefined where no sample has the list.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
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
            ("k", ("5", "1", "2", "3")),
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

    def of_sample(self, row: Evidence) -> Fraction:
        """Say how far one sample is right."""
        match row:
            case Facts((Fraction() as above, Fraction() as tied, Fraction() as later)):
                return self.ties.right(self.k, Place(above, tied, later))
            case _:
                return Fraction(0)


_LABELS = Observation(classes=ClassOf(ClassKind.ITEM))


@frozen(kw_only=True, cache_hash=True)
class HammingLoss(Family):
    """The share of wrong decisions, of one decision for each sample and each label.

    A label is wrong where it is predicted and not so, or so and not predicted. How many labels
    there are is said by `over`: those that occur in samples that weigh anything (in gold or
    predicted, or one of them), or those that are declared; all others are left out. Undefined
    where there is no sample, or no label.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
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
