"""Definitions of every kind, through their constructors, and corpora that they can score."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from measurand.evidence.matching import (
    GivenCounts,
    Greedy,
    MultisetMatch,
    Optimal,
    SetMatch,
    SimilarityKind,
)
from measurand.evidence.normalise import Step
from measurand.evidence.observation import (
    Charge,
    ClassKind,
    ClassOf,
    Credit,
    Match,
    Missing,
    Observation,
)
from measurand.evidence.spans import Assign, Mode, Scope, SpanMatch
from measurand.metrics.definitions import (
    Accuracy,
    Averaged,
    Averaging,
    Column,
    Definition,
    EmptyRules,
    ExactMatch,
    F,
    Jaccard,
    Precision,
    Recall,
    Total,
)
from measurand.metrics.options import (
    Aggregate,
    Average,
    AverageKind,
    Drop,
    EmptyRule,
    Of,
    Over,
    OverKind,
    Part,
    Parts,
    Policy,
    Statistic,
    Summing,
)
from properties.strategies.samples import Corpus, Shape, corpora, texts

thresholds = st.sampled_from([Fraction(n, 20) for n in (0, 5, 7, 10, 14, 20)])
kinds_of_similarity = st.sampled_from(SimilarityKind)
span_matches = st.builds(
    SpanMatch,
    mode=st.sampled_from(Mode),
    threshold=thresholds.filter(bool),
    scope=st.sampled_from(Scope),
    assign=st.sampled_from(Assign),
)


def matchers(shape: Shape) -> st.SearchStrategy[Match]:
    """Draw a matcher that has a meaning for items of a shape."""
    if shape is Shape.COUNTS:
        return st.just(GivenCounts())
    kinds = st.just(SimilarityKind.GIVEN) if shape is Shape.SPANS else kinds_of_similarity
    plain = st.one_of(
        st.just(SetMatch()),
        st.just(MultisetMatch()),
        st.builds(Greedy, similarity=kinds, threshold=thresholds),
        st.builds(Optimal, similarity=kinds, threshold=thresholds),
    )
    return plain | span_matches | span_matches if shape is Shape.SPANS else plain


pipelines = st.lists(st.sampled_from(Step), max_size=4).map(tuple)
BY_ITEM, BY_LABEL = ClassOf(ClassKind.ITEM), ClassOf(ClassKind.LABEL)
BY_POLARITY = ClassOf(ClassKind.FIELD, "polarity")
CLASSES = {
    Shape.TEXTS: (BY_ITEM,),
    Shape.SLOTS: (BY_ITEM, BY_POLARITY),
    Shape.SPANS: (BY_ITEM, BY_LABEL, BY_LABEL),
    Shape.COUNTS: (BY_ITEM,),
}
WHOLE: tuple[str, ...] = ()
UNITS = {
    Shape.TEXTS: (WHOLE,),
    Shape.SLOTS: (WHOLE, ("aspect",), ("polarity", "aspect")),
    Shape.SPANS: (WHOLE,),
    Shape.COUNTS: (WHOLE,),
}


def observations(shape: Shape, *, classed: bool) -> st.SearchStrategy[Observation]:
    """Draw the observation part of a definition, with classes of items or without."""
    return st.builds(
        Observation,
        unit=st.sampled_from(UNITS[shape]),
        normalise=pipelines,
        match=matchers(shape),
        credit=st.sampled_from(Credit),
        charge=st.sampled_from(Charge),
        classes=st.sampled_from(CLASSES[shape] if classed else (ClassOf(),)),
        missing=st.sampled_from(Missing),
    )


any_observation = st.one_of(
    [observations(shape, classed=classed) for shape in Shape for classed in (False, True)]
)
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
onlys = st.sampled_from((None, None, None, "A", "a", "", "good"))
empty_rules: st.SearchStrategy[EmptyRule] = st.just(Drop()) | st.builds(
    Parts, st.sampled_from(Part), st.sampled_from(Part)
)
rule_tables = st.builds(
    EmptyRules, both_empty=empty_rules, gold_empty=empty_rules, pred_empty=empty_rules
)
numbers = st.sampled_from((Part.ZERO, Part.ONE))
full_rules = st.builds(Parts, numbers, numbers)
full_tables = st.builds(
    EmptyRules, both_empty=full_rules, gold_empty=full_rules, pred_empty=full_rules
)
betas = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(1, 3)])


def averagings(
    statistics: Sequence[Statistic] = tuple(Statistic), *, classed: bool
) -> st.SearchStrategy[Averaging]:
    """Draw how the scores of units become one score; of classes only where items have some."""
    return st.builds(
        Averaging,
        average=st.sampled_from(AVERAGES if classed else CLASSLESS),
        only=onlys if classed else st.none(),
        over=st.sampled_from((*OVERS, DECLARED) if classed else OVERS),
        undefined=st.sampled_from(Policy),
        statistic=st.sampled_from(statistics),
    )


def averaged_by(
    metric: type[Averaged], shape: Shape, *, classed: bool
) -> st.SearchStrategy[Averaged]:
    """Draw a definition of one metric that averages over units."""
    seen, how = observations(shape, classed=classed), averagings(classed=classed)
    rules = rule_tables
    if metric is Precision:
        return st.builds(Precision, observation=seen, averaging=how, empty=rules)
    if metric is Recall:
        return st.builds(Recall, observation=seen, averaging=how, empty=rules)
    if metric is Jaccard:
        return st.builds(Jaccard, observation=seen, averaging=how, both_empty=st.sampled_from(Part))
    if metric is ExactMatch:
        return st.builds(ExactMatch, observation=seen, averaging=how)
    if metric is Accuracy:
        return st.builds(Accuracy, observation=seen, averaging=how)
    means, harmonic = averagings((Statistic.MEAN,), classed=classed), st.just(Aggregate.HARMONIC)
    return st.builds(F, beta=betas, observation=seen, averaging=how, empty=rules) | st.builds(
        F, beta=betas, observation=seen, averaging=means, empty=rules, aggregate=harmonic
    )


METRICS: tuple[type[Averaged], ...] = (Precision, Recall, F, Jaccard, ExactMatch, Accuracy)
averaged = st.one_of(
    [
        averaged_by(metric, shape, classed=classed)
        for metric in METRICS
        for shape in Shape
        for classed in (False, True)
    ]
)
totals = st.one_of(
    [
        st.builds(
            Total,
            of=st.sampled_from(Of),
            observation=observations(shape, classed=classed),
            only=onlys if classed else st.none(),
        )
        for shape in Shape
        for classed in (False, True)
    ]
)
columns = st.builds(Column, name=st.just("cost"), reduce=st.sampled_from(Summing))
scorable: st.SearchStrategy[Definition] = averaged | averaged | totals | columns
names = texts.filter(bool)
freely_named: st.SearchStrategy[Definition] = st.one_of(
    st.builds(Column, name=names),
    st.builds(Total, observation=st.just(Observation(classes=BY_ITEM)), only=texts),
    st.builds(
        Recall,
        observation=st.builds(
            Observation,
            unit=st.lists(names.filter("whole".__ne__), unique=True, max_size=3).map(tuple),
            classes=st.builds(ClassOf, st.just(ClassKind.FIELD), names),
        ),
        averaging=st.builds(
            Averaging,
            average=st.lists(
                names.filter("sample".__ne__), unique=True, min_size=1, max_size=3
            ).map(lambda keys: Average(AverageKind.MACRO, tuple(keys))),
            only=texts,
            over=st.sets(texts, min_size=1, max_size=3).map(
                lambda labels: Over(OverKind.DECLARED, tuple(sorted(labels)))
            ),
        ),
    ),
)
definitions = st.integers(0, 3).flatmap(lambda kind: scorable if kind else freely_named)


def shape_of(how: Observation) -> Shape:
    """Say which items an observation asks for."""
    if isinstance(how.match, GivenCounts):
        return Shape.COUNTS
    if isinstance(how.match, SpanMatch) or how.classes.kind is ClassKind.LABEL:
        return Shape.SPANS
    if how.unit or how.classes.kind is ClassKind.FIELD:
        return Shape.SLOTS
    return Shape.TEXTS


def given_alike(how: Observation) -> bool:
    """Say whether an observation asks for similarities that are given."""
    match how.match:
        case Greedy(similarity=kind) | Optimal(similarity=kind):
            return kind is SimilarityKind.GIVEN
        case _:
            return False


def corpora_for(definition: Definition, *, size: int = 4) -> st.SearchStrategy[Corpus]:
    """Draw a corpus that a definition can score."""
    if isinstance(definition, Column):
        return corpora(most=1, size=size, alike=False)
    judged, how = isinstance(definition, Accuracy), definition.observation
    return corpora(
        shape_of(how),
        most=1 if judged else 4,
        size=size,
        alike=given_alike(how),
    )
