"""Definitions of every kind, through their constructors, and corpora that they can score."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from measurand.evidence.matching import Greedy, MultisetMatch, Optimal, SetMatch, SimilarityKind
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
    kinds = st.just(SimilarityKind.GIVEN) if shape is Shape.SPANS else kinds_of_similarity
    plain = st.one_of(
        st.just(SetMatch()),
        st.just(MultisetMatch()),
        st.builds(Greedy, similarity=kinds, threshold=thresholds),
        st.builds(Optimal, similarity=kinds, threshold=thresholds),
    )
    return plain | span_matches if shape is Shape.SPANS else plain


pipelines = st.lists(st.sampled_from(Step), max_size=4).map(tuple)
BY_ITEM, BY_LABEL = ClassOf(ClassKind.ITEM), ClassOf(ClassKind.LABEL)
BY_POLARITY = ClassOf(ClassKind.FIELD, "polarity")
CLASSES = {
    Shape.TEXTS: (ClassOf(), BY_ITEM),
    Shape.SLOTS: (ClassOf(), BY_ITEM, BY_POLARITY),
    Shape.SPANS: (ClassOf(), BY_ITEM, BY_LABEL),
}
WHOLE: tuple[str, ...] = ()
UNITS = {
    Shape.TEXTS: (WHOLE,),
    Shape.SLOTS: (WHOLE, ("aspect",), ("polarity", "aspect")),
    Shape.SPANS: (WHOLE,),
}


def observations(shape: Shape) -> st.SearchStrategy[Observation]:
    """Draw the observation part of a definition."""
    return st.builds(
        Observation,
        unit=st.sampled_from(UNITS[shape]),
        normalise=pipelines,
        match=matchers(shape),
        credit=st.sampled_from(Credit),
        charge=st.sampled_from(Charge),
        classes=st.sampled_from(CLASSES[shape]),
        missing=st.sampled_from(Missing),
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
OVERS = (
    Over(),
    Over(OverKind.GOLD),
    Over(OverKind.PREDICTED),
    Over(OverKind.DECLARED, ("A", "a", "b")),
)
averages = st.sampled_from(AVERAGES)
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


def averagings(statistics: Sequence[Statistic] = tuple(Statistic)) -> st.SearchStrategy[Averaging]:
    """Draw how the scores of units become one score."""
    return st.builds(
        Averaging,
        average=averages,
        only=onlys,
        over=st.sampled_from(OVERS),
        undefined=st.sampled_from(Policy),
        statistic=st.sampled_from(statistics),
    )


def averaged_by(metric: type[Averaged], shape: Shape) -> st.SearchStrategy[Averaged]:
    """Draw a definition of one metric that averages over units."""
    seen, how, rules = observations(shape), averagings(), rule_tables
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
    means = averagings((Statistic.MEAN,))
    harmonic = st.just(Aggregate.HARMONIC)
    return st.one_of(
        st.builds(F, beta=betas, observation=seen, averaging=how, empty=rules),
        st.builds(
            F, beta=betas, observation=seen, averaging=means, empty=rules, aggregate=harmonic
        ),
    )


METRICS: tuple[type[Averaged], ...] = (Precision, Recall, F, Jaccard, ExactMatch, Accuracy)


def averaged(shape: Shape = Shape.TEXTS) -> st.SearchStrategy[Averaged]:
    """Draw a definition that averages over units."""
    return st.one_of([averaged_by(metric, shape) for metric in METRICS])


def totals(shape: Shape = Shape.TEXTS) -> st.SearchStrategy[Total]:
    """Draw a total."""
    return st.builds(Total, of=st.sampled_from(Of), observation=observations(shape), only=onlys)


columns = st.builds(Column, name=st.just("cost"), reduce=st.sampled_from(Summing))
shapes = st.sampled_from(Shape)
scorable: st.SearchStrategy[Definition] = st.one_of(
    shapes.flatmap(averaged), shapes.flatmap(totals), columns
)
names = texts.filter(bool)
freely_named: st.SearchStrategy[Definition] = st.one_of(
    st.builds(Column, name=names),
    st.builds(Total, only=texts),
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
definitions = scorable | freely_named


def shape_of(how: Observation) -> Shape:
    """Say which items an observation asks for."""
    if isinstance(how.match, SpanMatch) or how.classes.kind is ClassKind.LABEL:
        return Shape.SPANS
    if how.unit or how.classes.kind is ClassKind.FIELD:
        return Shape.SLOTS
    return Shape.TEXTS


def corpora_for(definition: Definition, *, size: int = 4) -> st.SearchStrategy[Corpus]:
    """Draw a corpus that a definition can score."""
    if isinstance(definition, Column):
        return corpora(most=1, size=size)
    judged = isinstance(definition, Accuracy)
    shape = shape_of(definition.observation)
    return corpora(shape, most=1 if judged else 4, size=size, counted=not judged)
