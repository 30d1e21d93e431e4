"""Observations of every kind, and corpora that they have something to see in.

Strategies are made once for what they are asked, since making one costs more than drawing from it.
"""

from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from measurand.edges.trials.strategies.samples import COST, Corpus, More, Shape, corpora
from measurand.evidence.facts import Reads
from measurand.evidence.matching import (
    GivenCounts,
    Greedy,
    MultisetMatch,
    Optimal,
    SetMatch,
    SimilarityKind,
)
from measurand.evidence.normalise import Passes, Step
from measurand.evidence.observation import (
    Charge,
    ClassKind,
    ClassOf,
    ColumnOf,
    Credit,
    Match,
    Missing,
    Observation,
    Observing,
    Together,
    Values,
)
from measurand.evidence.sides import (
    Condition,
    DroppedHits,
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
from measurand.evidence.span_matching import Assign, Mode, Scope, SpanMatch
from measurand.values.sample import GOLD, PREDICTED

thresholds = st.sampled_from([Fraction(n, 20) for n in (0, 5, 7, 10, 14, 20)])
kinds_of_similarity = st.sampled_from(SimilarityKind)
span_matches = st.builds(
    SpanMatch,
    mode=st.sampled_from(Mode),
    threshold=thresholds.filter(bool),
    scope=st.sampled_from(Scope),
    assign=st.sampled_from(Assign),
)


@cache
def matchers(shape: Shape) -> st.SearchStrategy[Match]:
    """Draw a matcher that has a meaning for items of a shape."""
    if shape is Shape.COUNTS:
        return st.just(GivenCounts())
    plain = st.one_of(list(plain_matchers(shape).values()))
    return plain | span_matches | span_matches if shape is Shape.SPANS else plain


def plain_matchers(shape: Shape) -> dict[type, st.SearchStrategy[Match]]:
    """Draw the matchers that are not of spans alone, by their kind."""
    kinds = st.just(SimilarityKind.GIVEN) if shape is Shape.SPANS else kinds_of_similarity
    return {
        SetMatch: st.just(SetMatch()),
        MultisetMatch: st.just(MultisetMatch()),
        Greedy: st.builds(Greedy, similarity=kinds, threshold=thresholds),
        Optimal: st.builds(Optimal, similarity=kinds, threshold=thresholds),
    }


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


SLOTS = ("aspect", "polarity", "target")
OFF, ALL_ALIKE = Wildcard(), Sides()
conditions: st.SearchStrategy[Condition] = st.builds(
    Holds, st.sampled_from(Filling), st.sampled_from(SLOTS)
) | st.builds(
    Other,
    st.sampled_from(SLOTS),
    st.sets(st.sampled_from(("", "a", "bad", "good")), min_size=1, max_size=2).map(
        lambda values: tuple(sorted(values))
    ),
)
keeps: st.SearchStrategy[Keep] = st.just(()) | st.lists(conditions, max_size=2).map(tuple)
slots: st.SearchStrategy[Slot] = st.sampled_from(SLOTS) | st.sampled_from(
    (First(("target", "aspect")), First(("aspect", "polarity", "target")))
)
EARLIER, LATER = "first", "second"
"""The names of the lists that samples are given beside gold and predictions."""


@cache
def answer_units(unit: tuple[str, ...]) -> st.SearchStrategy[tuple[Slot, ...] | None]:
    """Draw the slots by which answers are compared: those of gold, or as many others."""
    if not unit:
        return st.none()
    others = st.lists(slots, min_size=len(unit), max_size=len(unit)).map(tuple)
    near = st.just(tuple(First(("target", name)) if name == "aspect" else name for name in unit))
    return st.none() | near | others


@cache
def sides(
    shape: Shape, unit: tuple[str, ...], *, listed: bool, tied: bool
) -> st.SearchStrategy[Sides]:
    """Draw what differs between gold and answers; another list only if `listed`."""
    names = {
        "gold": st.sampled_from((GOLD, GOLD, LATER) if listed else (GOLD,)),
        "answer": st.sampled_from((PREDICTED, LATER, GOLD) if listed else (PREDICTED,)),
    }
    if shape is Shape.COUNTS:
        return st.just(ALL_ALIKE)
    if shape is not Shape.SLOTS:
        return st.builds(Sides, **names)
    dropped = (DroppedHits.COUNT,) if tied else tuple(DroppedHits)
    return st.builds(
        Sides,
        **names,
        answer_unit=answer_units(unit),
        gold_keep=keeps,
        answer_keep=keeps,
        dropped_hits=st.sampled_from(dropped),
    )


def wildcards(unit: tuple[str, ...], match: Match) -> st.SearchStrategy[Wildcard]:
    """Draw whose empty slots match anything; only equal items are matched so."""
    return wild(unit) if unit and isinstance(match, SetMatch | MultisetMatch) else off


off = st.just(OFF)


@cache
def wild(unit: tuple[str, ...]) -> st.SearchStrategy[Wildcard]:
    """Draw whose empty slots match anything, those of a unit."""
    kinds = st.sampled_from((WildKind.GOLD, WildKind.BOTH))
    return off | st.builds(Wildcard, kinds, st.sampled_from(unit))


units = {shape: st.sampled_from(some) for shape, some in UNITS.items()}
classes = {shape: st.sampled_from(some) for shape, some in CLASSES.items()}
passes, some_credit = st.sampled_from(Passes), st.sampled_from(Credit)
charges, missing = st.sampled_from(Charge), st.sampled_from(Missing)
whether = st.booleans()


@st.composite
def observations(
    draw: st.DrawFn,
    shape: Shape,
    *,
    classed: bool,
    listed: bool = False,
    matched: st.SearchStrategy[Match] | None = None,
) -> Observation:
    """Draw the observation part of a definition, with classes of items or without.

    It asks for other lists than gold and predictions only if `listed`; `matched` draws the matcher.
    """
    unit = draw(units[shape])
    match = draw(matchers(shape) if matched is None else matched)
    differ = draw(whether)
    tied = isinstance(match, Optimal)
    return Observation(
        unit=unit,
        normalise=draw(pipelines),
        passes=draw(passes),
        match=match,
        wildcard=draw(wildcards(unit, match)),
        credit=draw(some_credit),
        charge=draw(charges),
        classes=draw(classes[shape]) if classed else ClassOf(),
        missing=draw(missing),
        sides=draw(sides(shape, unit, listed=listed, tied=tied)) if differ else ALL_ALIKE,
    )


any_observation = st.one_of(
    [observations(shape, classed=classed) for shape in Shape for classed in (False, True)]
)


def shape_of(how: Observation) -> Shape:
    """Say which items an observation asks for."""
    if isinstance(how.match, GivenCounts):
        return Shape.COUNTS
    if isinstance(how.match, SpanMatch) or how.classes.kind is ClassKind.LABEL:
        return Shape.SPANS
    kept = how.sides.gold_keep or how.sides.answer_keep
    if how.unit or kept or how.classes.kind is ClassKind.FIELD:
        return Shape.SLOTS
    return Shape.TEXTS


def given_alike(how: Observation) -> bool:
    """Say whether an observation asks for similarities that are given."""
    match how.match:
        case Greedy(similarity=kind) | Optimal(similarity=kind):
            return kind is SimilarityKind.GIVEN
        case _:
            return False


def parts_of(how: Observing) -> tuple[Observation | ColumnOf | Reads, ...]:
    """List what is observed side by side."""
    return how.parts if isinstance(how, Together) else (how,)


def lists_of(how: Observing) -> tuple[str, ...]:
    """List the names of the lists that are asked for beside gold and predictions."""
    seen = [part.sides for part in parts_of(how) if isinstance(part, Observation)]
    named = {name for side in seen for name in (side.gold, side.answer)}
    return tuple(sorted(named - {GOLD, PREDICTED}))


def corpora_seen(
    how: Observing, *, size: int = 4, judged: bool = False
) -> st.SearchStrategy[Corpus]:
    """Draw a corpus that an observation has something to see in."""
    asked = [part for part in parts_of(how) if isinstance(part, ColumnOf)]
    numbers = tuple(sorted({COST, *(part.name for part in asked)}))
    labels = tuple(part.name for part in asked if part.values is Values.BINARY)
    items = [part for part in parts_of(how) if isinstance(part, Observation)]
    if not items:
        return corpora(most=1, size=size, alike=False, more=More((), numbers, labels))
    return corpora(
        shape_of(items[0]),
        most=1 if judged else 4,
        size=size,
        alike=given_alike(items[0]),
        more=More(lists_of(how), numbers, labels),
    )
