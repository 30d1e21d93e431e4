"""The worked examples beside the oracles, read as samples and definitions of measurand."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from attrs import evolve

from measurand.evidence.matching import GivenCounts, MultisetMatch
from measurand.evidence.observation import ClassKind, ClassOf, Missing, Observation
from measurand.metrics.definitions import (
    Accuracy,
    Averaged,
    ExactMatch,
    F,
    Jaccard,
    Precision,
    Recall,
)
from measurand.metrics.empty_rules import Averaging, EmptyRules
from measurand.metrics.options import (
    Aggregate,
    Average,
    AverageKind,
    Chosen,
    ChosenKind,
    Drop,
    EmptyRule,
    EmptyValue,
    Over,
    OverKind,
    Parts,
    Policy,
    Statistic,
)
from measurand.values.sample import Sample
from measurand.values.tally import Tally
from properties.oracles.units import DROP, Case, Only, Options, Rule

PARTS = {0: EmptyValue.ZERO, 1: EmptyValue.ONE, None: EmptyValue.SKIP}
STATISTICS = {
    "mean": Statistic.MEAN,
    "variance_population": Statistic.POPULATION,
    "variance_sample": Statistic.SAMPLE,
}
BY_CLASS = ClassOf(ClassKind.ITEM)


def rule(given: Rule) -> EmptyRule:
    """Read the rule of an empty case."""
    precision, recall = given
    return Drop() if given == DROP else Parts(PARTS[precision], PARTS[recall])


def unanswered(cases: Iterable[Case]) -> bool:
    """Say whether a sample has no answer: ready counts cannot say so, items can."""
    return not all(case.answered for case in cases)


def observation(cases: Sequence[Case], options: Options | None = None) -> Observation:
    """Observe ready counts by class, or items that are their own class."""
    by_item = unanswered(cases)
    missing = Missing(options.missing) if options else Missing.SKIP
    match = MultisetMatch() if by_item else GivenCounts()
    return Observation(match=match, classes=BY_CLASS, missing=missing)


def samples(cases: Sequence[Case]) -> list[Sample]:
    """Read cases as samples."""
    by_item = unanswered(cases)
    return [sample(str(at), case, by_item=by_item) for at, case in enumerate(cases)]


def sample(name: str, case: Case, *, by_item: bool) -> Sample:
    """Read one case."""
    bare = Sample(id=name, groups=tuple(sorted(case.groups.items())), weight=case.weight)
    if not by_item:
        rows: dict[str, Tally] = {}
        for label, hits, predicted, gold in case.rows:
            counts = Tally(Fraction(hits), int(predicted), int(gold))
            rows[label] = rows.get(label, Tally()) + counts
        return evolve(bare, counts=tuple(sorted(rows.items())))
    asked = tuple(label for label, _, _, gold in case.rows for _ in range(int(gold)))
    found = tuple(label for label, _, predicted, _ in case.rows for _ in range(int(predicted)))
    return evolve(bare, gold=asked, predicted=found if case.answered else None)


def only(given: Only) -> str | Chosen | None:
    """Read which classes are looked at."""
    if given is None or isinstance(given, str):
        return given
    word, names = given
    return Chosen(ChosenKind(word), names)


def averaging(options: Options) -> Averaging:
    """Read the average."""
    kind = AverageKind(options.average)
    declared = options.over if isinstance(options.over, tuple) else ()
    over = Over(OverKind.DECLARED, declared) if declared else Over(OverKind(options.over))
    return Averaging(
        average=Average(kind, () if kind is AverageKind.MICRO else options.keys),
        only=only(options.only),
        over=over,
        undefined=Policy(options.undefined),
        statistic=STATISTICS[options.statistic],
    )


def definition(metric: str, cases: Sequence[Case], options: Options) -> Averaged:
    """Read a metric with its options."""
    seen, how = observation(cases, options), averaging(options)
    rules = EmptyRules(
        both_empty=rule(options.both_empty),
        gold_empty=rule(options.gold_empty),
        pred_empty=rule(options.pred_empty),
    )
    match metric:
        case "precision":
            return Precision(observation=seen, averaging=how, empty=rules)
        case "recall":
            return Recall(observation=seen, averaging=how, empty=rules)
        case "f":
            aggregate = Aggregate(options.aggregate)
            beta = options.beta
            return F(beta=beta, observation=seen, averaging=how, empty=rules, aggregate=aggregate)
        case "jaccard":
            both = PARTS[options.both_empty[0]]
            return Jaccard(observation=seen, averaging=how, both_empty=both)
        case "exact_match":
            return ExactMatch(observation=seen, averaging=how)
        case "accuracy":
            return Accuracy(observation=seen, averaging=how)
        case _:
            raise ValueError(metric)
