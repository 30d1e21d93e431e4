"""Definitions of every kind, through their constructors, and corpora that they can score."""

from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from measurand.edges.trials.strategies.samples import COST, Corpus, Shape, named, texts
from measurand.evidence.observation import (
    ClassKind,
    ClassOf,
    Observation,
)
from measurand.evidence.sides import (
    Condition,
    Filling,
    First,
    Holds,
    Keep,
    Other,
    Sides,
    Slot,
    Wildcard,
    WildKind,
)
from measurand.metrics.definitions import (
    Accuracy,
    Auc,
    Averaged,
    Column,
    Definition,
    Difference,
    ExactMatch,
    F,
    Jaccard,
    Measure,
    Paired,
    Precision,
    Ratio,
    Recall,
    Shift,
    Total,
    Transition,
    observing,
)
from measurand.metrics.empty_rules import Averaging, EmptyRules
from measurand.metrics.options import (
    Aggregate,
    Among,
    Average,
    AverageKind,
    Base,
    Change,
    Chosen,
    ChosenKind,
    Direction,
    Drop,
    EmptyRule,
    EmptyValue,
    Of,
    Only,
    Over,
    OverKind,
    Parts,
    Policy,
    Statistic,
    Summing,
    Zero,
)
from measurand.values.sample import Sample
from properties.strategies.observations import BY_ITEM, EARLIER, LATER, corpora_seen, observations

KEYS = (
    ("sample",),
    ("class",),
    ("document",),
    ("document", "sample"),
    ("run", "document", "sample"),
    ("class", "sample"),
    ("document", "class"),
    ("class", "document"),
)
AVERAGES = (
    Average(),
    *(Average(AverageKind.MACRO, keys) for keys in KEYS),
    *(Average(AverageKind.WEIGHTED, keys) for keys in (*KEYS[:4], ("class", "sample"))),
)
CLASSLESS = tuple(average for average in AVERAGES if "class" not in average.keys)
OVERS = (Over(), Over(OverKind.GOLD), Over(OverKind.PREDICTED))
DECLARED = Over(OverKind.DECLARED, ("A", "a", "b"))
onlys: st.SearchStrategy[Only] = st.sampled_from(
    (
        *(None, None, None, "A", "a", "", "good"),
        Chosen(ChosenKind.CLASS, ("", "a")),
        Chosen(ChosenKind.CLASS, ("A", "a", "good")),
        Chosen(ChosenKind.BUT, ("a",)),
        Chosen(ChosenKind.BUT, ("", "b", "good")),
    )
)
empty_rules: st.SearchStrategy[EmptyRule] = st.just(Drop()) | st.builds(
    Parts, st.sampled_from(EmptyValue), st.sampled_from(EmptyValue)
)
rule_tables = st.builds(
    EmptyRules, both_empty=empty_rules, gold_empty=empty_rules, pred_empty=empty_rules
)
numbers = st.sampled_from((EmptyValue.ZERO, EmptyValue.ONE))
full_rules = st.builds(Parts, numbers, numbers)
full_tables = st.builds(
    EmptyRules, both_empty=full_rules, gold_empty=full_rules, pred_empty=full_rules
)
betas = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(1, 3)])


def averaging_of(
    average: Average, only: Only, over: Over, undefined: Policy, statistic: Statistic
) -> Averaging:
    """Say how to average; over which classes is left unsaid where no mean is over classes."""
    said = over if "class" in average.keys else Over()
    return Averaging(
        average=average, only=only, over=said, undefined=undefined, statistic=statistic
    )


@cache
def averagings(
    statistics: tuple[Statistic, ...] = tuple(Statistic), *, classed: bool
) -> st.SearchStrategy[Averaging]:
    """Draw how the scores of units become one score; of classes only where items have some."""
    return st.builds(
        averaging_of,
        average=st.sampled_from(AVERAGES if classed else CLASSLESS),
        only=onlys if classed else st.none(),
        over=st.sampled_from((*OVERS, DECLARED)),
        undefined=st.sampled_from(Policy),
        statistic=st.sampled_from(statistics),
    )


def averaged_by(
    metric: type[Averaged], shape: Shape, *, classed: bool
) -> st.SearchStrategy[Averaged]:
    """Draw a definition of one metric that averages over units."""
    seen, how = observations(shape, classed=classed, listed=True), averagings(classed=classed)
    rules = rule_tables
    if metric is Precision:
        return st.builds(Precision, observation=seen, averaging=how, empty=rules)
    if metric is Recall:
        return st.builds(Recall, observation=seen, averaging=how, empty=rules)
    if metric is Jaccard:
        return st.builds(
            Jaccard, observation=seen, averaging=how, both_empty=st.sampled_from(EmptyValue)
        )
    if metric is ExactMatch:
        return st.builds(ExactMatch, observation=seen, averaging=how)
    if metric is Accuracy:
        return st.builds(Accuracy, observation=seen, averaging=how)
    means, harmonic = averagings((Statistic.MEAN,), classed=classed), st.just(Aggregate.HARMONIC)
    return st.builds(F, beta=betas, observation=seen, averaging=how, empty=rules) | st.builds(
        F, beta=betas, observation=seen, averaging=means, empty=rules, aggregate=harmonic
    )


METRICS: tuple[type[Averaged], ...] = (Precision, Recall, F, Jaccard, ExactMatch, Accuracy)
AVERAGED = {
    (metric, shape, classed): averaged_by(metric, shape, classed=classed)
    for metric in METRICS
    for shape in Shape
    for classed in (False, True)
}
averaged = st.one_of(list(AVERAGED.values()))
totals = st.one_of(
    [
        st.builds(
            Total,
            of=st.sampled_from(Of),
            observation=observations(shape, classed=classed, listed=True),
            only=onlys if classed else st.none(),
        )
        for shape in Shape
        for classed in (False, True)
    ]
)
columns = st.builds(Column, name=st.just(COST), reduce=st.sampled_from(Summing))
FLAG, HITS, TRIES, RIGHT = "changed", "hits", "tries", "right"
zeros, earlier = st.sampled_from(Zero), st.sampled_from((EARLIER, LATER))
ratios = st.builds(Ratio, top=st.just(HITS), bottom=st.sampled_from((TRIES, HITS)), zero=zeros)
aucs = st.builds(Auc, score=st.sampled_from((HITS, COST)), label=st.just(RIGHT))
paired_observations = st.one_of(
    [observations(shape, classed=False, listed=True) for shape in Shape]
)
transitions = st.builds(
    Transition,
    of=st.sampled_from(Change),
    before=earlier,
    over=st.sampled_from(Base),
    observation=paired_observations,
)
shifts = st.builds(
    Shift,
    of=st.sampled_from(Direction),
    before=earlier,
    where=st.just(FLAG),
    over=st.sampled_from(Among),
    zero=zeros,
    beta=betas,
    observation=paired_observations,
    empty=rule_tables,
)


def _only_f(found: Averaged) -> F:
    assert isinstance(found, F)
    return found


differences = st.builds(
    Difference,
    before=earlier,
    f=st.one_of([AVERAGED[F, shape, classed] for shape in Shape for classed in (False, True)]).map(
        _only_f
    ),
)
paired: st.SearchStrategy[Paired] = st.one_of(ratios, transitions, shifts, differences, aucs)
kinds: tuple[st.SearchStrategy[Definition], ...] = (
    *(averaged, averaged, averaged, averaged),
    *(totals, columns, paired, paired),
)
kind_of_definition = st.sampled_from(kinds)


@st.composite
def any_scorable(draw: st.DrawFn) -> Definition:
    """Draw a definition that a corpus can be drawn for.

    Not `one_of`: that would give every branch of `averaged` as much room as all of `paired`. And
    not `flatmap`: Hypothesis writes all of a strategy out whenever a filter of it draws again.
    """
    return draw(draw(kind_of_definition))


scorable: st.SearchStrategy[Definition] = any_scorable()
names = texts.filter(bool)
firsts = st.builds(First, st.lists(names, unique=True, min_size=2, max_size=3).map(tuple[str, ...]))
named_conditions: st.SearchStrategy[Condition] = st.builds(
    Holds, st.sampled_from(Filling), names
) | st.builds(
    Other, names, st.sets(texts, min_size=1, max_size=3).map(lambda some: tuple(sorted(some)))
)
named_keeps: st.SearchStrategy[Keep] = st.lists(named_conditions, max_size=2).map(tuple)
freely_sided = st.builds(
    Sides, gold=names, answer=names, gold_keep=named_keeps, answer_keep=named_keeps
)


def _unlike_same(unit: tuple[Slot, ...]) -> bool:
    return unit != ("same",)


def _is_group(name: str) -> bool:
    return name not in {"sample", "class"}


freely_only: st.SearchStrategy[Only] = texts | st.builds(
    Chosen,
    st.sampled_from(ChosenKind),
    st.sets(texts, min_size=2, max_size=3).map(lambda some: tuple(sorted(some))),
)
freely_named: st.SearchStrategy[Definition] = st.one_of(
    st.builds(Column, name=names),
    st.builds(Ratio, top=names, bottom=names),
    st.builds(Auc, score=names, label=names),
    st.builds(Transition, of=st.sampled_from(Change), before=names),
    st.builds(Shift, of=st.sampled_from(Direction), before=names, where=names),
    st.builds(Difference, before=names),
    st.builds(Total, observation=st.builds(Observation, sides=freely_sided)),
    st.builds(
        Total,
        observation=names.filter("whole".__ne__).flatmap(
            lambda name: st.builds(
                Observation,
                unit=st.just((name,)),
                wildcard=st.builds(Wildcard, st.just(WildKind.GOLD), st.just(name)),
                sides=st.builds(Sides, answer_unit=st.tuples(names | firsts).filter(_unlike_same)),
            )
        ),
    ),
    st.builds(Total, observation=st.just(Observation(classes=BY_ITEM)), only=freely_only),
    st.builds(
        Recall,
        observation=st.builds(
            Observation,
            unit=st.lists(names.filter("whole".__ne__), unique=True, max_size=3).map(tuple),
            classes=st.builds(ClassOf, st.just(ClassKind.FIELD), names),
        ),
        averaging=st.builds(
            Averaging,
            average=st.lists(names.filter(_is_group), unique=True, max_size=2).map(
                lambda keys: Average(AverageKind.MACRO, (*keys, "class"))
            ),
            only=freely_only,
            over=st.sets(texts, min_size=1, max_size=3).map(
                lambda labels: Over(OverKind.DECLARED, tuple(sorted(labels)))
            ),
        ),
    ),
)
definitions = st.integers(0, 3).flatmap(lambda kind: scorable if kind else freely_named)


one_of_two: st.SearchStrategy[tuple[str, ...]] = st.sampled_from((("a",), ("b",)))
there_or_not: st.SearchStrategy[tuple[str, ...]] = st.sampled_from((("a",), ()))
one_or_none: st.SearchStrategy[tuple[str, ...]] = st.sampled_from((("a",), ("b",), ("a",), ()))
twice_at_times = st.sampled_from((Fraction(1), Fraction(1), Fraction(1), Fraction(2)))


def labelled(definition: Measure) -> bool:
    """Say whether a metric is of all classes at once, so that each sample needs one gold label."""
    how = definition.averaging
    return how.only is None and not how.average.keys and definition.metric.together is not None


@cache
def judgements(
    gold: st.SearchStrategy[tuple[str, ...]],
    said: st.SearchStrategy[tuple[str, ...]],
    *,
    most: int,
) -> st.SearchStrategy[Corpus]:
    """Draw judgements: an item or none on either side.

    Weights are mostly 1, so that a few samples fill every cell of the table of a class.
    """
    one = st.builds(
        lambda right, answer, weight, group: Sample(
            id="", gold=right, predicted=answer, weight=weight, groups=(("document", group),)
        ),
        gold,
        said,
        twice_at_times,
        st.sampled_from(("d1", "d2")),
    )
    return st.lists(one, max_size=most).map(named)


def corpora_for(definition: Definition, *, size: int = 4) -> st.SearchStrategy[Corpus]:
    """Draw a corpus that a definition can score."""
    if isinstance(definition, Measure):
        classes = definition.observation.classes.kind is not ClassKind.NONE
        said = one_or_none if classes else there_or_not
        gold = one_of_two if labelled(definition) and classes else said
        return judgements(gold, said, most=size + 3)
    judged = isinstance(definition, Accuracy)
    seen = corpora_seen(observing(definition), size=size, judged=judged)
    if isinstance(definition, Accuracy) and definition.observation == Observation():
        return seen | judgements(one_or_none, one_or_none, most=size)
    return seen
