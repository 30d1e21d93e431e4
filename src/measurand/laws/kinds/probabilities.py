"""Scores of probabilities: of each sample whether it is so (1 or 0), and how probable that was.

The kind `probability-score` is the Brier score, log loss, calibration errors, the area under the
ROC curve, average precision and others. A score is a loss (0 is best) or a quality (1 is best).
Some look at the order of the probabilities alone, some at their size; a proper one is best where
what is said is the truth, and a law tries that on two forecasts, whose truth is known, against all
others of a grid. Some need samples of both classes: there a number for one class is made up.

A calibration error depends on bins. Whatever these are, it is 0 where each probability comes true
as often as it says; for a single forecast it is how far that is from the share that came true; and
two forecasts at the far ends, each wrong in its own direction, do not cancel out. Of ten bins of
equal width a forecast on an edge belongs to the one below or above, as claimed: two tenths that are
read as floats are the usual place where it does not.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import inf, log, nan

from attrs import evolve, frozen

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent, law
from measurand.laws.kinds.checks import (
    Ask,
    Check,
    answered_unless,
    between,
    claiming,
    equal_to,
    in_batches,
    needing,
    refused,
    repeated,
    unanswered,
    unchanged,
)
from measurand.laws.kinds.compare import answers, at_most, broken, close, is_mean
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Call, Number, Subject, answered, asked, number

Labels = Sequence[int]
Probabilities = Sequence[float]
ProbabilityScore = Subject[[Labels, Probabilities]]
LOSS, UNBOUNDED, BOTH, RANKS = "loss", "unbounded", "both-classes", "ranks"
UNDEFINED, FINDS = "undefined", "some-positive"
COMPLEMENT, MEAN, MONOTONE, PROPER = "complement", "mean", "monotone", "proper"
CHECKED, MERGEABLE, CALIBRATION = "checked", "mergeable", "calibration"
EDGE_BELOW, EDGE_ABOVE = "edge-below", "edge-above"
BRIER, LOG_LOSS, AUROC, AVERAGE_PRECISION = "brier", "log-loss", "auroc", "average-precision"


@frozen
class ProbabilityCase:
    """Labels and probabilities, and what is done to them.

    `place` picks a sample, an order, a forecast or an edge; `cuts` say before which samples a new
    batch begins; `times` is how often all are repeated.

    >>> ProbabilityCase([1, 0], [0.75, 0.25]).complement()
    ([0, 1], [0.25, 0.75])
    """

    labels: Labels
    probabilities: Probabilities
    place: int = 0
    cuts: Sequence[int] = ()
    times: int = 2

    def complement(self) -> tuple[Labels, Probabilities]:
        """Ask the other way round, how probable it is that it is not so."""
        return [1 - label for label in self.labels], [1 - p for p in self.probabilities]

    def both(self) -> bool:
        """Say whether there are samples of both classes."""
        return len(set(self.labels)) > 1

    def batches(self) -> list[tuple[Labels, Probabilities]]:
        """Cut the samples into batches, none of them empty.

        >>> ProbabilityCase([1, 0], [0.75, 0.25], cuts=[1]).batches()
        [([1], [0.75]), ([0], [0.25])]
        """
        ends = [0, *sorted(self.cuts), len(self.labels)]
        return [
            (self.labels[low:high], self.probabilities[low:high])
            for low, high in pairwise(ends)
            if low < high
        ]


Asking = Ask[[Labels, Probabilities], ProbabilityCase]
Checking = Check[[Labels, Probabilities], ProbabilityCase]
ProbabilityLaw = Law[ProbabilityScore, ProbabilityCase]


def _of(pick: Callable[[ProbabilityCase], tuple[Labels, Probabilities]]) -> Asking:
    return lambda subject, case: asked(subject, number, *pick(case))


def _with(change: Callable[[ProbabilityCase], Probabilities]) -> Asking:
    return _of(lambda case: (case.labels, change(case)))


_HERE = _of(lambda case: (case.labels, case.probabilities))


def _owed(check: Checking) -> Checking:
    """Ask for a number where one is owed: of both classes, or of a positive, where needed."""
    both = needing(ProbabilityCase.both, "all labels are alike", check)
    some = needing(lambda case: any(case.labels), "there is no positive", check)
    return claiming({BOTH}, both, claiming({FINDS}, some, check))


def _turned(case: ProbabilityCase) -> tuple[Labels, Probabilities]:
    first = 1 + case.place % max(1, len(case.labels) - 1)
    labels, probabilities = case.labels, case.probabilities
    return [*labels[first:], *labels[:first]], [*probabilities[first:], *probabilities[:first]]


def _again(case: ProbabilityCase) -> tuple[Labels, Probabilities]:
    return list(case.labels) * case.times, list(case.probabilities) * case.times


def _at(case: ProbabilityCase, change: Callable[[int, float], float]) -> Probabilities:
    """Change the probability of one sample."""
    here, both = case.place % len(case.labels), zip(case.labels, case.probabilities, strict=True)
    return [change(label, p) if i == here else p for i, (label, p) in enumerate(both)]


def _closer(case: ProbabilityCase) -> Probabilities:
    """Move the probability of one sample a quarter of the way to its label: exact in quarters."""
    return _at(case, lambda label, p: (3 * p + label) / 4)


def _never_worse(subject: ProbabilityScore, case: ProbabilityCase) -> Outcome:
    """Move each of the probabilities, one at a time."""
    here = _HERE(subject, case)
    outcome: Outcome = Silent("there is no sample")
    for place in range(len(case.labels)):
        there = _with(_closer)(subject, evolve(case, place=place))
        low, high = (there, here) if LOSS in subject.claims else (here, there)
        outcome = at_most(subject, low, high)
        if isinstance(outcome, Broken):
            return outcome
    return outcome


def _of_one_class(case: ProbabilityCase) -> tuple[Labels, Probabilities]:
    return [case.place % 2] * len(case.labels), case.probabilities


def _mean_of_singles(subject: ProbabilityScore, case: ProbabilityCase) -> Outcome:
    singles: list[Call[Number]] = [
        asked(subject, number, [label], [p])
        for label, p in zip(case.labels, case.probabilities, strict=True)
    ]
    return is_mean(subject, _HERE(subject, case), singles, "some sample has no score")


_QUARTERS = (0.25, 0.5, 0.75)
_TRUTHS = tuple(pair for pair in product(_QUARTERS, repeat=2) if pair[0] < pair[1])


def _two(subject: ProbabilityScore, truth: Sequence[float], said: Sequence[float]) -> Call[Number]:
    """Ask about eight samples of two groups, of which these shares are so, and this is said."""
    labels = [int(i < 4 * share) for share in truth for i in range(4)]
    return asked(subject, number, labels, [p for p in said for _ in range(4)])


def _proper(subject: ProbabilityScore, case: ProbabilityCase) -> Outcome:
    truth = _TRUTHS[case.place % len(_TRUTHS)]
    best = _two(subject, truth, truth)
    for other in product(_QUARTERS, repeat=2):
        said = _two(subject, truth, other)
        found = answers(best, said)
        if not isinstance(found, tuple):
            return found
        true, false = found if LOSS in subject.claims else found[::-1]
        if other != truth and (true >= false or close(true, false)):
            shares = " and ".join(map(str, truth))
            return broken(f"of two groups {shares} are so, and to say so is not best", best, said)
    return Holds()


_BEST = claiming(
    {LOSS},
    equal_to(_with(lambda case: [float(label) for label in case.labels]), 0),
    equal_to(_with(lambda case: [float(label) for label in case.labels]), 1),
)
_RANGE = claiming({UNBOUNDED}, between(_HERE, 0, inf), between(_HERE, 0, 1))

PROBABILITY_LAWS: tuple[ProbabilityLaw, ...] = (
    law("defined", "Samples (of both classes, where both are needed) have a number.")(
        _owed(answered_unless(UNDEFINED, _HERE))
    ),
    law(
        "repeatable",
        "Asked again, it answers the same, and leaves the lists alone.",
        Algebra.IDENTITY,
    )(repeated(_HERE)),
    law("range", "A score lies between 0 and 1, or has no upper end.")(_owed(_RANGE)),
    law("perfect", "Probabilities that are the labels are best: 0, or 1.", Algebra.IDENTITY)(
        _owed(_BEST)
    ),
    law("sample order", "The order of the samples changes nothing.", Algebra.ORDER)(
        unchanged(_HERE, _of(_turned))
    ),
    law("replication", "Taking every sample again changes nothing.", Algebra.MULTISET)(
        unchanged(_HERE, _of(_again))
    ),
    law("complement", "Asking for the opposite changes nothing.", Algebra.SYMMETRY, COMPLEMENT)(
        unchanged(_HERE, _of(ProbabilityCase.complement))
    ),
    law("mean of samples", "The score is the mean of that of each sample.", Algebra.MERGE, MEAN)(
        _mean_of_singles
    ),
    law(
        "rescaled",
        "Only the order of probabilities counts: their squares have the same score.",
        Algebra.TRANSFORMS,
        RANKS,
    )(unchanged(_HERE, _with(lambda case: [p * p for p in case.probabilities]))),
    law(
        "closer",
        "A probability that moves towards its label never makes the score worse.",
        Algebra.MONOTONE,
        MONOTONE,
    )(_never_worse),
    law("proper", "To say the truth is best, and nothing else is as good.", Algebra.BOUNDS, PROPER)(
        _proper
    ),
    law(
        "one class",
        "Where all labels are alike no number is made up.",
        Algebra.EMPTY_RULES,
        BOTH,
    )(unanswered(_of(_of_one_class), "all labels are alike, and there is a number")),
    law(
        "no positive",
        "Where there is nothing to find no number is made up.",
        Algebra.EMPTY_RULES,
        FINDS,
    )(
        unanswered(
            _of(lambda case: ([0] * len(case.labels), case.probabilities)),
            "there is no positive, and there is a number",
        )
    ),
    law("nan", "No number is made of a probability that is NaN.", Algebra.EMPTY_RULES)(
        unanswered(_with(lambda case: _at(case, lambda _, __: nan)), "a probability is NaN")
    ),
    law("outside", "A probability above 1 is refused.", Algebra.BOUNDS, CHECKED)(
        refused(_with(lambda case: _at(case, lambda _, __: 1.5)), "a probability is 1.5")
    ),
    law("merge", "Batches, however cut, give the score of the whole.", Algebra.MERGE, MERGEABLE)(
        in_batches(_HERE, ProbabilityCase.batches, "it takes no batches")
    ),
)


def _calibrated(case: ProbabilityCase) -> tuple[Labels, Probabilities]:
    """Let every forecast come true as often as it says, in quarters."""
    said = sorted({0.25, *(round(4 * p) / 4 for p in case.probabilities)})
    labels = [int(i < 4 * p) for p in said for i in range(4)]
    return labels, [p for p in said for _ in range(4)]


def _one_forecast(case: ProbabilityCase) -> Fraction:
    return abs(_forecast(case) - Fraction(sum(case.labels), len(case.labels)))


def _forecast(case: ProbabilityCase) -> Fraction:
    return Fraction(case.probabilities[case.place % len(case.probabilities)])


def _tenths(case: ProbabilityCase) -> tuple[Labels, Probabilities]:
    """Put one forecast on an edge of ten bins, and another into the bin below it."""
    edge = 1 + case.place % 9
    return [1, 0], [edge / 10, edge / 10 - 0.05]


def _together(case: ProbabilityCase) -> Fraction:
    return abs(Fraction(1, 2) - (Fraction(1 + case.place % 9, 10) - Fraction(1, 40)))


def _one_by_one(case: ProbabilityCase) -> Fraction:
    edge = Fraction(1 + case.place % 9, 10)
    return (1 - edge + edge - Fraction(1, 20)) / 2


CALIBRATION_LAWS: tuple[ProbabilityLaw, ...] = (
    law(
        "calibrated",
        "Where forecasts come true as often as they say, the error is 0.",
        Algebra.IDENTITY,
        CALIBRATION,
    )(equal_to(_of(_calibrated), 0)),
    law(
        "one forecast",
        "Of forecasts that are alike the error is how far they are from what came true.",
        Algebra.IDENTITY,
        CALIBRATION,
    )(equal_to(_with(lambda case: [float(_forecast(case))] * len(case.labels)), _one_forecast)),
    law(
        "two forecasts",
        "Two forecasts far apart that are wrong the other way round do not cancel out.",
        Algebra.IDENTITY,
        CALIBRATION,
    )(equal_to(_of(lambda _: ([1, 0], [0.125, 0.875])), lambda _: Fraction(7, 8))),
    law(
        "edge below",
        "Of ten bins of equal width an edge belongs to the one below it.",
        Algebra.BOUNDS,
        EDGE_BELOW,
    )(equal_to(_of(_tenths), _together)),
    law(
        "edge above",
        "Of ten bins of equal width an edge belongs to the one above it.",
        Algebra.BOUNDS,
        EDGE_ABOVE,
    )(equal_to(_of(_tenths), _one_by_one)),
)


def brier(labels: Labels, probabilities: Probabilities) -> Fraction:
    """Give the mean squared distance of probabilities from labels (Brier 1950, of one class).

    >>> brier([1, 0], [0.75, 0.5])
    Fraction(5, 32)
    """
    both = zip(labels, probabilities, strict=True)
    return sum(((Fraction(p) - label) ** 2 for label, p in both), Fraction(0)) / len(labels)


def auroc(labels: Labels, probabilities: Probabilities) -> Fraction:
    """Give the share of pairs of a positive and a negative that are in order, a tie as half.

    >>> auroc([1, 1, 0], [0.75, 0.5, 0.5])
    Fraction(3, 4)
    """
    both = list(zip(labels, probabilities, strict=True))
    pairs = [(p, q) for label, p in both for other, q in both if label > other]
    return Fraction(sum(2 * (p > q) + (p == q) for p, q in pairs), 2 * len(pairs))


def average_precision(labels: Labels, probabilities: Probabilities) -> Fraction:
    """Give the mean over positives of the precision at their probability, equal ones together.

    >>> average_precision([1, 0, 1], [0.75, 0.5, 0.5])
    Fraction(5, 6)
    """
    both = list(zip(labels, probabilities, strict=True))
    found = [[label for label, q in both if q >= p] for label, p in both if label]
    return sum((Fraction(sum(some), len(some)) for some in found), Fraction(0)) / len(found)


def _surprise(case: ProbabilityCase) -> float:
    both = zip(case.labels, case.probabilities, strict=True)
    return sum(-log(p if label else 1 - p) for label, p in both) / len(case.labels)


def _log_loss(subject: ProbabilityScore, case: ProbabilityCase) -> Outcome:
    call = _HERE(subject, case)
    found = answers(call)
    if not isinstance(found, tuple):
        return found
    expected = _surprise(case)
    near = close(found[0], expected)
    return Holds() if near else broken(f"{answered(found[0])}, expected {expected}", call)


def _inner(case: ProbabilityCase) -> ProbabilityCase:
    """Leave 0 and 1 out, of which the logarithm has an end of its own."""
    return evolve(case, probabilities=[min(0.875, max(0.125, p)) for p in case.probabilities])


def _valued(
    name: str, says: str, value: Callable[[Labels, Probabilities], Fraction], claim: str
) -> ProbabilityLaw:
    """Hold the score to a number; that of an order needs both classes, claimed or not."""
    check = equal_to(_HERE, lambda case: value(case.labels, case.probabilities))
    ordered = needing(ProbabilityCase.both, "all labels are alike", check)
    return law(name, says, Algebra.IDENTITY, claim)(check if claim == BRIER else ordered)


VALUE_LAWS: tuple[ProbabilityLaw, ...] = (
    _valued("brier", "It is the mean squared distance from the labels.", brier, BRIER),
    law(
        "log loss",
        "It is the mean of minus the natural logarithm of what was said of what is so.",
        Algebra.IDENTITY,
        LOG_LOSS,
    )(lambda subject, case: _log_loss(subject, _inner(case))),
    _valued(
        "area",
        "It is the share of pairs of a positive and a negative in order, a tie as half.",
        auroc,
        AUROC,
    ),
    _valued(
        "average precision",
        "It is the mean precision at each positive, equal probabilities together.",
        average_precision,
        AVERAGE_PRECISION,
    ),
)


PROBABILITY_SCORE_LAWS = (*PROBABILITY_LAWS, *CALIBRATION_LAWS, *VALUE_LAWS)
PROBABILITY_SCORE: Kind[[Labels, Probabilities], ProbabilityCase] = Kind(
    name="probability-score",
    takes="labels (1 or 0) and as many probabilities that the label is 1, and gives a number, "
    "which is 1 where the probabilities are the labels, or 0 for a loss",
    claims={
        LOSS: "less is better, and 0 is best",
        UNBOUNDED: "a score has no upper end",
        UNDEFINED: "some samples may have no number: None or NaN",
        BOTH: "samples of both classes are needed; without them there is no number",
        FINDS: "a positive is needed; without one there is no number",
        RANKS: "only the order of probabilities counts",
        COMPLEMENT: "exchanging the classes, and p for 1 - p, changes nothing",
        MEAN: "the score is the mean of that of each sample",
        MONOTONE: "a probability closer to its label never makes the score worse",
        PROPER: "it is strictly proper: the truth is best, and nothing else is as good",
        CHECKED: "a probability above 1 is refused",
        MERGEABLE: "`batched` gives for batches what the function gives for all samples",
        CALIBRATION: "it is a calibration error: of bins, their mean or largest gap",
        EDGE_BELOW: "its ten bins have equal width, an edge belongs to the bin below, and it is "
        "the mean over samples",
        EDGE_ABOVE: "its ten bins have equal width, an edge belongs to the bin above, and it is "
        "the mean over samples",
        BRIER: "it is the Brier score of one class, in [0, 1]",
        LOG_LOSS: "it is log loss, in natural units",
        AUROC: "it is the area under the ROC curve",
        AVERAGE_PRECISION: "it is average precision, of steps and not interpolated",
    },
    laws=PROBABILITY_SCORE_LAWS,
    apart=(
        frozenset({RANKS, PROPER}),
        frozenset({BOTH, FINDS}),
        frozenset({EDGE_BELOW, EDGE_ABOVE}),
        frozenset({BRIER, LOG_LOSS, AUROC, AVERAGE_PRECISION}),
    ),
)
