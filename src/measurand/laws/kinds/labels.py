"""Scores of labels: one gold label and one predicted label for every item.

Averages of label scores: what micro, macro, weighted and balanced scores are, to the number.

Scores over a declared list of labels: what the list may and may not change.

Scores of labels with weights: a weight is how often an item counts, so it has an effect.

The kinds of label scores: `label-score`, `declared-labels` and `weighted-labels`.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from attrs import frozen

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import (
    at_most,
    broken,
    defined,
    inside,
    is_number,
    repeatable,
    same,
    silent,
)
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import (
    Absent,
    Call,
    Number,
    Raised,
    Subject,
    answered,
    asked,
    asked_in_batches,
    number,
)

Labels = Sequence[str]
LabelScore = Subject[[Labels, Labels]]
NOMINAL, SYMMETRIC, SIGNED, MERGEABLE = "nominal", "symmetric", "signed", "mergeable"
UNDEFINED, EMPTY_ONE, EMPTY_ZERO, LENGTHS = "undefined", "empty=1", "empty=0", "lengths"
SMALL = "small-sample"


@frozen
class LabelsCase:
    """Items that a score is tried on, and what is done to them.

    `one` and `other` say how items are reordered, and `one` which is put right; `names` exchanges
    labels; `cuts` say before which items a new batch begins; `times` is how often the whole is
    repeated.

    >>> LabelsCase(["a", "b"], ["a", "a"]).renamed({"a": "b", "b": "a"}).gold
    ['b', 'a']
    """

    gold: Labels
    predicted: Labels
    one: int = 0
    other: int = 0
    names: Mapping[str, str] = {}
    cuts: Sequence[int] = ()
    times: int = 2

    def renamed(self, names: Mapping[str, str]) -> "LabelsCase":
        """Give the items with other labels."""
        gold = [names.get(label, label) for label in self.gold]
        return LabelsCase(gold, [names.get(label, label) for label in self.predicted])

    def batches(self) -> list[tuple[Labels, Labels]]:
        """Cut the items into batches, none of them empty.

        >>> LabelsCase(["a", "b"], ["a", "a"], cuts=[1]).batches()
        [(['a'], ['a']), (['b'], ['a'])]
        """
        ends = [0, *sorted(self.cuts), len(self.gold)]
        return [
            (self.gold[low:high], self.predicted[low:high])
            for low, high in pairwise(ends)
            if low < high
        ]


def label_score(subject: LabelScore, gold: Labels, predicted: Labels) -> Call[Number]:
    """Ask for the score of labels.

    >>> label_score(Subject("always", lambda gold, predicted: 1), [], []).answer
    Fraction(1, 1)
    """
    return asked(subject, number, gold, predicted)


def _label_score(subject: LabelScore, case: LabelsCase) -> Call[Number]:
    return label_score(subject, case.gold, case.predicted)


def _labels_defined(subject: LabelScore, case: LabelsCase) -> Outcome:
    if not case.gold and not subject.claims & {EMPTY_ONE, EMPTY_ZERO}:
        return Silent("there is no item, and no claim says what that scores")
    return defined(_label_score(subject, case), absent=UNDEFINED in subject.claims)


def _labels_repeatable(subject: LabelScore, case: LabelsCase) -> Outcome:
    return repeatable(subject, _label_score(subject, case), _label_score(subject, case))


def _labels_range(subject: LabelScore, case: LabelsCase) -> Outcome:
    return inside(_label_score(subject, case), -1 if SIGNED in subject.claims else 0, 1)


def _labels_identity(subject: LabelScore, case: LabelsCase) -> Outcome:
    if len(set(case.gold)) < (2 if SIGNED in subject.claims else 1):
        return Silent("there are too few labels")
    return is_number(subject, label_score(subject, case.gold, case.gold), Fraction(1))


def _labels_discern(subject: LabelScore, case: LabelsCase) -> Outcome:
    if not case.gold or set(case.gold) & set(case.predicted):
        return Silent("gold and predictions share a label, or there is no item")
    call = _label_score(subject, case)
    if raised := silent(call):
        return raised
    if isinstance(call.answer, Fraction | float) and call.answer >= 1:
        return broken(f"no label is right, and the score is {answered(call.answer)}", call)
    return Holds()


def _labels_order(subject: LabelScore, case: LabelsCase) -> Outcome:
    if not case.gold:
        return Silent("there is no item")
    first = 1 + case.one % max(1, len(case.gold) - 1)
    gold = [*case.gold[first:], *case.gold[:first]]
    predicted = [*case.predicted[first:], *case.predicted[:first]]
    if case.other % 2:
        gold, predicted = list(case.gold[::-1]), list(case.predicted[::-1])
    return same(subject, _label_score(subject, case), label_score(subject, gold, predicted))


def _labels_rename(subject: LabelScore, case: LabelsCase) -> Outcome:
    return same(
        subject, _label_score(subject, case), _label_score(subject, case.renamed(case.names))
    )


def _labels_swap(subject: LabelScore, case: LabelsCase) -> Outcome:
    here = _label_score(subject, case)
    return same(subject, here, label_score(subject, case.predicted, case.gold))


def _labels_correction(subject: LabelScore, case: LabelsCase) -> Outcome:
    pairs = zip(case.gold, case.predicted, strict=True)
    wrong = [place for place, (gold, predicted) in enumerate(pairs) if gold != predicted]
    if not wrong:
        return Silent("there is nothing to put right")
    place = wrong[case.one % len(wrong)]
    better = list(case.gold if SIGNED in subject.claims else case.predicted)
    better[place] = case.gold[place]
    return at_most(subject, _label_score(subject, case), label_score(subject, case.gold, better))


def _labels_repetition(subject: LabelScore, case: LabelsCase) -> Outcome:
    gold, predicted = list(case.gold) * case.times, list(case.predicted) * case.times
    if not gold:
        return Silent("there is no item")
    if SMALL in subject.claims:  # even so gold against itself is as good when it comes again
        return same(
            subject,
            label_score(subject, case.gold, case.gold),
            label_score(subject, gold, gold),
        )
    return same(subject, _label_score(subject, case), label_score(subject, gold, predicted))


def _labels_merge(subject: LabelScore, case: LabelsCase) -> Outcome:
    parts: Call[Number] | None = asked_in_batches(subject, number, case.batches())
    if parts is None or not case.gold:
        return Silent("it takes no batches, or there is no item")
    return same(subject, _label_score(subject, case), parts)


def _labels_lengths(subject: LabelScore, case: LabelsCase) -> Outcome:
    call = label_score(subject, [*case.gold, "a"], case.predicted)
    if isinstance(call.answer, Raised):
        return Holds()
    return broken("gold and predictions are not equally long, and that is accepted", call)


def _labels_empty(subject: LabelScore, value: Fraction) -> Outcome:
    call = label_score(subject, [], [])
    if isinstance(call.answer, Raised | Absent):
        return Broken(f"{answered(call.answer)}, expected {value}", (call.line(),))
    return is_number(subject, call, value)


def _labels_empty_one(subject: LabelScore, case: LabelsCase) -> Outcome:
    return _labels_empty(subject, Fraction(1)) if not case.gold else Silent("there are items")


def _labels_empty_zero(subject: LabelScore, case: LabelsCase) -> Outcome:
    return _labels_empty(subject, Fraction(0)) if not case.gold else Silent("there are items")


LabelLaw = Law[LabelScore, LabelsCase]
LABEL_LAWS: tuple[LabelLaw, ...] = (
    Law("defined", "All items together have a number.", _labels_defined),
    Law(
        "repeatable",
        "Asked again, it answers the same, and leaves the lists alone.",
        _labels_repeatable,
        Algebra.IDENTITY,
    ),
    Law("range", "A score lies between 0 (-1 where signed) and 1.", _labels_range),
    Law("identity", "Gold against itself scores 1.", _labels_identity, Algebra.IDENTITY),
    Law(
        "discernment",
        "Where gold and predictions share no label, the score is below 1.",
        _labels_discern,
        Algebra.IDENTITY,
        frozenset({NOMINAL}),
    ),
    Law("item order", "The order of the items changes nothing.", _labels_order, Algebra.ORDER),
    Law(
        "renaming",
        "Exchanging two labels on both sides changes nothing.",
        _labels_rename,
        Algebra.SYMMETRY,
        frozenset({NOMINAL}),
    ),
    Law(
        "swap",
        "Exchanging gold and predictions changes nothing.",
        _labels_swap,
        Algebra.SYMMETRY,
        frozenset({SYMMETRIC}),
    ),
    Law(
        "correction",
        "Putting a prediction right (all, where signed) never lowers a score.",
        _labels_correction,
        Algebra.MONOTONE,
    ),
    Law(
        "replication",
        "Repeating all items changes nothing (gold against itself, where few items count).",
        _labels_repetition,
        Algebra.MULTISET,
    ),
    Law(
        "merge",
        "Batches, however cut, give the score of the whole.",
        _labels_merge,
        Algebra.MERGE,
        frozenset({MERGEABLE}),
    ),
    Law(
        "lengths",
        "Lists of different lengths are refused.",
        _labels_lengths,
        Algebra.BOUNDS,
        frozenset({LENGTHS}),
    ),
    Law(
        "empty is one",
        "No item at all scores 1.",
        _labels_empty_one,
        Algebra.EMPTY_RULES,
        frozenset({EMPTY_ONE}),
    ),
    Law(
        "empty is zero",
        "No item at all scores 0.",
        _labels_empty_zero,
        Algebra.EMPTY_RULES,
        frozenset({EMPTY_ZERO}),
    ),
)


MICRO, MACRO_F1 = "micro", "macro-f1"
WEIGHTED_F1, BALANCED = "weighted-f1", "balanced"


def share_right(gold: Labels, predicted: Labels) -> Fraction:
    """Divide the right predictions by the items; over all labels this is micro F1 too.

    >>> share_right(["a", "b"], ["a", "a"])
    Fraction(1, 2)
    """
    return Fraction(_hits(gold, predicted), len(gold))


def label_f1(label: str, gold: Labels, predicted: Labels) -> Fraction:
    """Give F1 of one label that occurs.

    >>> label_f1("a", ["a", "b"], ["a", "a"])
    Fraction(2, 3)
    """
    right = sum(1 for g, p in zip(gold, predicted, strict=True) if g == p == label)
    return Fraction(2 * right, list(gold).count(label) + list(predicted).count(label))


def mean_f1(gold: Labels, predicted: Labels) -> Fraction:
    """Average F1 over the labels that occur in gold or predictions.

    >>> mean_f1(["a", "b"], ["a", "a"])
    Fraction(1, 3)
    """
    labels = sorted({*gold, *predicted})
    return sum((label_f1(label, gold, predicted) for label in labels), Fraction(0)) / len(labels)


def weighted_f1(gold: Labels, predicted: Labels) -> Fraction:
    """Average F1 over the gold items, each with the F1 of its label.

    >>> weighted_f1(["a", "b", "b"], ["a", "a", "b"])
    Fraction(2, 3)
    """
    return sum((label_f1(g, gold, predicted) for g in gold), Fraction(0)) / len(gold)


def mean_recall(gold: Labels, predicted: Labels) -> Fraction:
    """Average recall over the labels that occur in gold.

    >>> mean_recall(["a", "b"], ["a", "a"])
    Fraction(1, 2)
    """
    labels = sorted(set(gold))
    pairs = list(zip(gold, predicted, strict=True))
    shares = [
        Fraction(sum(g == p == label for g, p in pairs), list(gold).count(label))
        for label in labels
    ]
    return sum(shares, Fraction(0)) / len(labels)


def _hits(gold: Labels, predicted: Labels) -> int:
    return sum(1 for g, p in zip(gold, predicted, strict=True) if g == p)


def _average(value: Callable[[Labels, Labels], Fraction]) -> Callable[..., Outcome]:
    def check(subject: LabelScore, case: LabelsCase) -> Outcome:
        if not case.gold:
            return Silent("there is no item")
        call = label_score(subject, case.gold, case.predicted)
        return is_number(subject, call, value(case.gold, case.predicted))

    return check


AVERAGE_LAWS: tuple[LabelLaw, ...] = (
    Law(
        "micro",
        "Micro F1 over all labels is accuracy: the share of right items.",
        _average(share_right),
        Algebra.MERGE,
        frozenset({MICRO}),
    ),
    Law(
        "macro f1",
        "Macro F1 is the mean of F1 over the labels in gold or predictions.",
        _average(mean_f1),
        Algebra.MERGE,
        frozenset({MACRO_F1}),
    ),
    Law(
        "weighted f1",
        "Weighted F1 is the mean over gold items of their label's F1.",
        _average(weighted_f1),
        Algebra.MERGE,
        frozenset({WEIGHTED_F1}),
    ),
    Law(
        "balanced",
        "Balanced accuracy is the mean of recall over the labels in gold.",
        _average(mean_recall),
        Algebra.MERGE,
        frozenset({BALANCED}),
    ),
)


DeclaredScore = Subject[[Sequence[str], Sequence[str], Sequence[str]]]
ABSENT_INERT, RESTRICTED = "absent-inert", "restricted"
NEVER_SEEN = "z"


@frozen
class DeclaredCase:
    """Items, a list of labels that differ, and a place in that list.

    >>> DeclaredCase(["a"], ["b"], ["a", "b"]).declared
    ['a', 'b']
    """

    gold: Sequence[str]
    predicted: Sequence[str]
    declared: Sequence[str]
    one: int = 0

    @property
    def silence(self) -> Silent | None:
        """Say nothing where no declared label occurs: an empty rule would speak."""
        if {*self.gold, *self.predicted}.isdisjoint(self.declared):
            return Silent("no declared label occurs")
        return None


def declared_score(
    subject: DeclaredScore, case: DeclaredCase, declared: Sequence[str]
) -> Call[Number]:
    """Ask for the score over these labels.

    >>> always = Subject("always", lambda gold, predicted, labels: 1)
    >>> declared_score(always, DeclaredCase(["a"], ["a"], ["a"]), ["a"]).answer
    Fraction(1, 1)
    """
    return asked(subject, number, case.gold, case.predicted, declared)


def _declared_defined(subject: DeclaredScore, case: DeclaredCase) -> Outcome:
    absent = UNDEFINED in subject.claims
    return case.silence or defined(declared_score(subject, case, case.declared), absent=absent)


def _declared_range(subject: DeclaredScore, case: DeclaredCase) -> Outcome:
    return case.silence or inside(declared_score(subject, case, case.declared), 0, 1)


def _declared_order(subject: DeclaredScore, case: DeclaredCase) -> Outcome:
    other = list(reversed(case.declared))
    return case.silence or same(
        subject,
        declared_score(subject, case, case.declared),
        declared_score(subject, case, other),
    )


def _declared_twice(subject: DeclaredScore, case: DeclaredCase) -> Outcome:
    here = declared_score(subject, case, case.declared)
    more = [*case.declared, case.declared[case.one]]
    return case.silence or same(subject, here, declared_score(subject, case, more))


def _declared_absent(subject: DeclaredScore, case: DeclaredCase) -> Outcome:
    here = declared_score(subject, case, case.declared)
    more = [*case.declared, NEVER_SEEN]
    return case.silence or same(subject, here, declared_score(subject, case, more))


def _declared_outside(subject: DeclaredScore, case: DeclaredCase) -> Outcome:
    more = DeclaredCase([*case.gold, NEVER_SEEN], [*case.predicted, NEVER_SEEN], case.declared)
    here = declared_score(subject, case, case.declared)
    return case.silence or same(subject, here, declared_score(subject, more, case.declared))


DeclaredLaw = Law[DeclaredScore, DeclaredCase]
DECLARED_LAWS: tuple[DeclaredLaw, ...] = (
    Law("defined", "Where a declared label occurs there is a number.", _declared_defined),
    Law("range", "A score lies between 0 and 1.", _declared_range),
    Law(
        "label order",
        "The order in which labels are declared changes nothing.",
        _declared_order,
        Algebra.ORDER,
    ),
    Law(
        "label twice",
        "Declaring a label twice changes nothing, or is refused.",
        _declared_twice,
        Algebra.MULTISET,
    ),
    Law(
        "absent label",
        "Declaring a label that never occurs changes nothing.",
        _declared_absent,
        Algebra.MERGE,
        frozenset({ABSENT_INERT}),
    ),
    Law(
        "outside",
        "An item whose labels are not declared changes nothing.",
        _declared_outside,
        Algebra.MERGE,
        frozenset({RESTRICTED}),
    ),
)


Weights = Sequence[int]
WeightedScore = Subject[[Sequence[str], Sequence[str], Weights]]


@frozen
class WeightedCase:
    """Items with a whole number as the weight of each; at least one is not 0.

    >>> WeightedCase(["a", "b"], ["a", "a"], [2, 0]).repeated
    WeightedCase(gold=['a', 'a'], predicted=['a', 'a'], weights=[1, 1])
    """

    gold: Sequence[str]
    predicted: Sequence[str]
    weights: Sequence[int]

    @property
    def repeated(self) -> "WeightedCase":
        """Repeat every item as often as its weight says."""
        rows = list(zip(self.gold, self.predicted, self.weights, strict=True))
        gold = [label for label, _, weight in rows for _ in range(weight)]
        predicted = [label for _, label, weight in rows for _ in range(weight)]
        return WeightedCase(gold, predicted, [1] * len(gold))

    def times(self, factor: int) -> "WeightedCase":
        """Multiply all weights."""
        weights = [weight * factor for weight in self.weights]
        return WeightedCase(self.gold, self.predicted, weights)


def weighted_score(subject: WeightedScore, case: WeightedCase) -> Call[Number]:
    """Ask for the score of weighted items.

    >>> always = Subject("always", lambda gold, predicted, weights: 1)
    >>> weighted_score(always, WeightedCase(["a"], ["a"], [1])).answer
    Fraction(1, 1)
    """
    return asked(subject, number, case.gold, case.predicted, case.weights)


def _weighted_nothing(case: WeightedCase) -> Silent | None:
    return None if any(case.weights) else Silent("no item has a weight")


def _weighted_defined(subject: WeightedScore, case: WeightedCase) -> Outcome:
    absent = UNDEFINED in subject.claims
    return _weighted_nothing(case) or defined(weighted_score(subject, case), absent=absent)


def _weighted_range(subject: WeightedScore, case: WeightedCase) -> Outcome:
    low = -1 if SIGNED in subject.claims else 0
    return _weighted_nothing(case) or inside(weighted_score(subject, case), low, 1)


def _weighted_double(subject: WeightedScore, case: WeightedCase) -> Outcome:
    here = weighted_score(subject, case)
    return _weighted_nothing(case) or same(subject, here, weighted_score(subject, case.times(2)))


def _weighted_repeated(subject: WeightedScore, case: WeightedCase) -> Outcome:
    some = WeightedCase(case.gold, case.predicted, [max(1, weight) for weight in case.weights])
    here = weighted_score(subject, some)
    return _weighted_nothing(case) or same(subject, here, weighted_score(subject, some.repeated))


def _weighted_left_out(subject: WeightedScore, case: WeightedCase) -> Outcome:
    rows = zip(case.gold, case.predicted, case.weights, strict=True)
    kept = [row for row in rows if row[2]]
    left = WeightedCase([g for g, _, _ in kept], [p for _, p, _ in kept], [w for *_, w in kept])
    here = weighted_score(subject, case)
    return _weighted_nothing(case) or same(subject, here, weighted_score(subject, left))


WeightedLaw = Law[WeightedScore, WeightedCase]
WEIGHTED_LAWS: tuple[WeightedLaw, ...] = (
    Law("defined", "Where some item has a weight there is a number.", _weighted_defined),
    Law("range", "A score lies between 0 (-1 where signed) and 1.", _weighted_range),
    Law(
        "double weights",
        "Doubling all weights changes nothing.",
        _weighted_double,
        Algebra.MULTISET,
    ),
    Law(
        "weight is repetition",
        "A weight of 2 is the item twice: an accepted parameter has an effect.",
        _weighted_repeated,
        Algebra.MULTISET,
    ),
    Law(
        "weight zero",
        "An item of weight 0 is left out: an accepted parameter has an effect.",
        _weighted_left_out,
        Algebra.MULTISET,
    ),
)


LABEL_SCORE_LAWS = (*LABEL_LAWS, *AVERAGE_LAWS)
LABEL_SCORE: Kind[[Labels, Labels], LabelsCase] = Kind(
    name="label-score",
    takes="two equally long sequences of labels, gold and predicted, and gives a number, which "
    "is 1 for gold against itself",
    claims={
        "nominal": "labels are only names: exchanging two of them on both sides changes nothing",
        "symmetric": "exchanging gold and predictions changes nothing",
        "signed": "the score may fall to -1, and may be undefined for a single label",
        "small-sample": "it is corrected for how few items there are: repeating them counts",
        "mergeable": "`batched` gives for batches what the function gives for all items",
        "lengths": "sequences of different lengths are refused",
        "undefined": "some items together may have no number: None or NaN",
        "empty=1": "no item at all scores 1",
        "empty=0": "no item at all scores 0",
        "micro": "it is accuracy, or F1 pooled over all labels",
        "macro-f1": "it is the mean of F1 over the labels that occur in gold or predictions",
        "weighted-f1": "it is the mean of F1 over labels, weighted by their gold items",
        "balanced": "it is the mean of recall over the labels in gold",
    },
    laws=LABEL_SCORE_LAWS,
    apart=(
        frozenset({"empty=1", "empty=0"}),
        frozenset({"micro", "signed"}),
        frozenset({"macro-f1", "signed"}),
        frozenset({"symmetric", "weighted-f1"}),
        frozenset({"symmetric", "balanced"}),
    ),
)


DECLARED_LABELS: Kind[[Labels, Labels, Labels], DeclaredCase] = Kind(
    name="declared-labels",
    takes="gold labels, predicted labels and a list of labels to score, and gives a number",
    claims={
        "absent-inert": "a declared label that never occurs changes nothing",
        "restricted": "items whose two labels are not declared change nothing",
        "undefined": "some items together may have no number: None or NaN",
    },
    laws=DECLARED_LAWS,
)


WEIGHTED_LABELS: Kind[[Labels, Labels, Weights], WeightedCase] = Kind(
    name="weighted-labels",
    takes="gold labels, predicted labels and a whole weight for every item, and gives a number",
    claims={
        "signed": "the score may fall to -1",
        "undefined": "some items together may have no number: None or NaN",
    },
    laws=WEIGHTED_LAWS,
)
