"""Scores of labels: one gold label and one predicted label for every item.

Three kinds: `label-score`, with what micro, macro, weighted and balanced averages are, to the
number; `declared-labels`, scores over a list of labels: what the list may and may not change; and
`weighted-labels`, where a weight is how often an item counts, so it has an effect.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, law
from measurand.laws.kinds.checks import (
    Ask,
    Check,
    answered_unless,
    between,
    claiming,
    equal_to,
    in_batches,
    needing,
    never_above,
    refused,
    repeated,
    stated,
    unchanged,
    where,
)
from measurand.laws.kinds.compare import broken, silent
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Call, Number, Subject, answered, asked, number

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

    def repeated(self) -> "LabelsCase":
        """Give the items several times over."""
        return LabelsCase(list(self.gold) * self.times, list(self.predicted) * self.times)

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


LabelAsk = Ask[[Labels, Labels], LabelsCase]
LabelCheck = Check[[Labels, Labels], LabelsCase]
_NO_BATCHES = "it takes no batches, or there is no item"


def _of(pick: Callable[[LabelsCase], tuple[Labels, Labels]]) -> LabelAsk:
    return lambda subject, case: asked(subject, number, *pick(case))


_HERE = _of(lambda case: (case.gold, case.predicted))
_ITSELF = _of(lambda case: (case.gold, case.gold))
_NOTHING = _of(lambda _: ([], []))


def _reordered(case: LabelsCase) -> tuple[Labels, Labels]:
    if case.other % 2:
        return case.gold[::-1], case.predicted[::-1]
    first = 1 + case.one % max(1, len(case.gold) - 1)
    gold = [*case.gold[first:], *case.gold[:first]]
    return gold, [*case.predicted[first:], *case.predicted[:first]]


def _corrected(case: LabelsCase) -> tuple[Labels, Labels]:
    pairs = zip(case.gold, case.predicted, strict=True)
    wrong = [place for place, (gold, predicted) in enumerate(pairs) if gold != predicted]
    place = wrong[case.one % len(wrong)]
    better = list(case.predicted)
    better[place] = case.gold[place]
    return case.gold, better


def _with_items(check: LabelCheck) -> LabelCheck:
    return needing(lambda case: case.gold, "there is no item", check)


def _without_items(check: LabelCheck) -> LabelCheck:
    return needing(lambda case: not case.gold, "there are items", check)


def _labelled(least: int) -> LabelCheck:
    """Hold gold against itself to 1, where it has so many labels."""
    enough = equal_to(_ITSELF, 1)
    return needing(lambda case: len(set(case.gold)) >= least, "there are too few labels", enough)


def _below_one(subject: LabelScore, case: LabelsCase) -> Outcome:
    call = _HERE(subject, case)
    if raised := silent(call):
        return raised
    if isinstance(call.answer, Fraction | float) and call.answer >= 1:
        return broken(f"no label is right, and the score is {answered(call.answer)}", call)
    return Holds()


_DEFINED = answered_unless(UNDEFINED, _HERE)
LabelLaw = Law[LabelScore, LabelsCase]
LABEL_LAWS: tuple[LabelLaw, ...] = (
    law("defined", "All items together have a number.")(
        claiming(
            {EMPTY_ONE, EMPTY_ZERO},
            _DEFINED,
            needing(
                lambda case: case.gold,
                "there is no item, and no claim says what that scores",
                _DEFINED,
            ),
        )
    ),
    law(
        "repeatable",
        "Asked again, it answers the same, and leaves the lists alone.",
        Algebra.IDENTITY,
    )(repeated(_HERE)),
    law("range", "A score lies between 0 (-1 where signed) and 1.")(
        claiming({SIGNED}, between(_HERE, -1, 1), between(_HERE, 0, 1))
    ),
    law("identity", "Gold against itself scores 1.", Algebra.IDENTITY)(
        claiming({SIGNED}, _labelled(2), _labelled(1))
    ),
    law(
        "discernment",
        "Where gold and predictions share no label, the score is below 1.",
        Algebra.IDENTITY,
        NOMINAL,
    )(
        needing(
            lambda case: case.gold and set(case.gold).isdisjoint(case.predicted),
            "gold and predictions share a label, or there is no item",
            _below_one,
        )
    ),
    law("item order", "The order of the items changes nothing.", Algebra.ORDER)(
        _with_items(unchanged(_HERE, _of(_reordered)))
    ),
    law(
        "renaming",
        "Exchanging two labels on both sides changes nothing.",
        Algebra.SYMMETRY,
        NOMINAL,
    )(unchanged(_HERE, lambda subject, case: _HERE(subject, case.renamed(case.names)))),
    law("swap", "Exchanging gold and predictions changes nothing.", Algebra.SYMMETRY, SYMMETRIC)(
        unchanged(_HERE, _of(lambda case: (case.predicted, case.gold)))
    ),
    law(
        "correction",
        "Putting a prediction right (all, where signed) never lowers a score.",
        Algebra.MONOTONE,
    )(
        needing(
            lambda case: case.gold != case.predicted,
            "there is nothing to put right",
            # One more that is right moves what chance would give, and so can lower a signed score.
            claiming({SIGNED}, never_above(_HERE, _ITSELF), never_above(_HERE, _of(_corrected))),
        )
    ),
    law(
        "replication",
        "Repeating all items changes nothing (gold against itself, where few items count).",
        Algebra.MULTISET,
    )(
        _with_items(
            claiming(
                {SMALL},
                unchanged(_ITSELF, lambda subject, case: _ITSELF(subject, case.repeated())),
                unchanged(_HERE, lambda subject, case: _HERE(subject, case.repeated())),
            )
        )
    ),
    law("merge", "Batches, however cut, give the score of the whole.", Algebra.MERGE, MERGEABLE)(
        needing(
            lambda case: case.gold, _NO_BATCHES, in_batches(_HERE, LabelsCase.batches, _NO_BATCHES)
        )
    ),
    law("lengths", "Lists of different lengths are refused.", Algebra.BOUNDS, LENGTHS)(
        refused(
            _of(lambda case: ([*case.gold, "a"], case.predicted)),
            "gold and predictions are not equally long, and that is accepted",
        )
    ),
    law("empty is one", "No item at all scores 1.", Algebra.EMPTY_RULES, EMPTY_ONE)(
        _without_items(stated(_NOTHING, 1))
    ),
    law("empty is zero", "No item at all scores 0.", Algebra.EMPTY_RULES, EMPTY_ZERO)(
        _without_items(stated(_NOTHING, 0))
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


def _averaged(
    name: str, says: str, value: Callable[[Labels, Labels], Fraction], claim: str
) -> LabelLaw:
    check = _with_items(equal_to(_HERE, lambda case: value(case.gold, case.predicted)))
    return law(name, says, Algebra.MERGE, claim)(check)


AVERAGE_LAWS: tuple[LabelLaw, ...] = (
    _averaged(
        "micro",
        "Micro F1 over all labels is accuracy: the share of right items.",
        share_right,
        MICRO,
    ),
    _averaged(
        "macro f1",
        "Macro F1 is the mean of F1 over the labels in gold or predictions.",
        mean_f1,
        MACRO_F1,
    ),
    _averaged(
        "weighted f1",
        "Weighted F1 is the mean over gold items of their label's F1.",
        weighted_f1,
        WEIGHTED_F1,
    ),
    _averaged(
        "balanced",
        "Balanced accuracy is the mean of recall over the labels in gold.",
        mean_recall,
        BALANCED,
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


DeclaredAsk = Ask[[Labels, Labels, Labels], DeclaredCase]


def _over(pick: Callable[[DeclaredCase], Labels]) -> DeclaredAsk:
    return lambda subject, case: asked(subject, number, case.gold, case.predicted, pick(case))


_DECLARED = _over(lambda case: case.declared)


def _with_unseen(subject: DeclaredScore, case: DeclaredCase) -> Call[Number]:
    more = DeclaredCase([*case.gold, NEVER_SEEN], [*case.predicted, NEVER_SEEN], case.declared)
    return _DECLARED(subject, more)


def _unsaid(case: DeclaredCase) -> str:
    """Say nothing where no declared label occurs: an empty rule would speak."""
    apart = {*case.gold, *case.predicted}.isdisjoint(case.declared)
    return "no declared label occurs" if apart else ""


DeclaredLaw = Law[DeclaredScore, DeclaredCase]
DECLARED_LAWS: tuple[DeclaredLaw, ...] = (
    law("defined", "Where a declared label occurs there is a number.")(
        where(_unsaid, answered_unless(UNDEFINED, _DECLARED))
    ),
    law("range", "A score lies between 0 and 1.")(where(_unsaid, between(_DECLARED, 0, 1))),
    law("label order", "The order in which labels are declared changes nothing.", Algebra.ORDER)(
        where(_unsaid, unchanged(_DECLARED, _over(lambda case: [*case.declared][::-1])))
    ),
    law("label twice", "Declaring a label twice changes nothing, or is refused.", Algebra.MULTISET)(
        where(
            _unsaid,
            unchanged(_DECLARED, _over(lambda case: [*case.declared, case.declared[case.one]])),
        )
    ),
    law(
        "absent label",
        "Declaring a label that never occurs changes nothing.",
        Algebra.MERGE,
        ABSENT_INERT,
    )(where(_unsaid, unchanged(_DECLARED, _over(lambda case: [*case.declared, NEVER_SEEN])))),
    law(
        "outside",
        "An item whose labels are not declared changes nothing.",
        Algebra.MERGE,
        RESTRICTED,
    )(where(_unsaid, unchanged(_DECLARED, _with_unseen))),
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


WeightedCheck = Check[[Labels, Labels, Weights], WeightedCase]


def _some_weight(check: WeightedCheck) -> WeightedCheck:
    return needing(lambda case: any(case.weights), "no item has a weight", check)


def _all_counted(case: WeightedCase) -> WeightedCase:
    return WeightedCase(case.gold, case.predicted, [max(1, weight) for weight in case.weights])


def _none_zero(case: WeightedCase) -> WeightedCase:
    rows = zip(case.gold, case.predicted, case.weights, strict=True)
    kept = [row for row in rows if row[2]]
    return WeightedCase([g for g, _, _ in kept], [p for _, p, _ in kept], [w for *_, w in kept])


def _changed(
    change: Callable[[WeightedCase], WeightedCase],
) -> Ask[[Labels, Labels, Weights], WeightedCase]:
    return lambda subject, case: weighted_score(subject, change(case))


WeightedLaw = Law[WeightedScore, WeightedCase]
WEIGHTED_LAWS: tuple[WeightedLaw, ...] = (
    law("defined", "Where some item has a weight there is a number.")(
        _some_weight(answered_unless(UNDEFINED, weighted_score))
    ),
    law("range", "A score lies between 0 (-1 where signed) and 1.")(
        _some_weight(
            claiming({SIGNED}, between(weighted_score, -1, 1), between(weighted_score, 0, 1))
        )
    ),
    law("double weights", "Doubling all weights changes nothing.", Algebra.MULTISET)(
        _some_weight(unchanged(weighted_score, _changed(lambda case: case.times(2))))
    ),
    law(
        "weight is repetition",
        "A weight of 2 is the item twice: an accepted parameter has an effect.",
        Algebra.MULTISET,
    )(
        _some_weight(
            unchanged(_changed(_all_counted), _changed(lambda case: _all_counted(case).repeated))
        )
    ),
    law(
        "weight zero",
        "An item of weight 0 is left out: an accepted parameter has an effect.",
        Algebra.MULTISET,
    )(_some_weight(unchanged(weighted_score, _changed(_none_zero)))),
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
