"""Scores of labels: one gold label and one predicted label for every item."""

from collections.abc import Mapping, Sequence
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
