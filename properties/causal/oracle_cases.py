"""Options near the profiles with what they mean to the oracle, and graphs to read by them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from attrs import evolve
from hypothesis import strategies as st

from measurand.studies.causal.graphs.nodes import Blank, NoTarget
from measurand.studies.causal.identifiability import Roots
from measurand.studies.causal.judging import ComponentName
from measurand.studies.causal.options import (
    PROFILES,
    Bands,
    Counts,
    Missing,
    Open,
    Options,
    Weights,
)
from measurand.studies.causal.quality import GraphWeights
from measurand.studies.causal.structural import Underivable
from measurand.values.reasoning import Known, Link, Problem, ReasoningGraph
from properties.oracles import causal_score
from properties.oracles.causal_score import Rules, Way, Ways
from properties.strategies.reasoning import graphs, written_graphs

WAYS: Mapping[Counts, Way] = {
    Counts.LEFT_OUT: "left out",
    Counts.ZERO: Fraction(0),
    Counts.HALF: Fraction(1, 2),
    Counts.FULL: Fraction(1),
    Counts.UNDECIDED: "spoils",
}
READINGS: Mapping[str, Rules] = {
    "documented": causal_score.DOCUMENTED,
    "as-run": causal_score.AS_RUN,
    "recommended": causal_score.RECOMMENDED,
}


class Case(NamedTuple):
    """Options of the library, and what they mean to the oracle."""

    options: Options
    rules: Rules


def open_ways(how: Open) -> Ways:
    return Ways(WAYS[how.undecided], WAYS[how.unscored])


def rules_of(options: Options) -> Rules:
    weights, bands = options.weights, options.bands
    return Rules(
        weights={
            "intervention": weights.intervention,
            "abductive": weights.abductive,
            "logic": weights.logic,
            "graph": weights.graph,
        },
        missing=Fraction(1, 2) if options.missing is Missing.HALF else None,
        nodes=open_ways(options.nodes),
        knowns=open_ways(options.knowns),
        bands=(bands.excellent, bands.good, bands.fair),
    )


profiles = st.sampled_from(sorted(PROFILES)).map(lambda name: Case(PROFILES[name], READINGS[name]))
few = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1), Fraction(5, 2)])
four = st.tuples(few, few, few, few).map(lambda some: some if any(some) else (Fraction(1),) * 4)
opens = st.builds(Open, undecided=st.sampled_from(Counts), unscored=st.sampled_from(Counts))


@st.composite
def near_profiles(draw: st.DrawFn) -> Case:
    """Draw a profile with some of its options changed."""
    base = PROFILES[draw(st.sampled_from(sorted(PROFILES)))]
    first, second = draw(four), draw(four)
    least = sorted(draw(st.tuples(*[st.sampled_from([Fraction(n, 6) for n in range(7)])] * 3)))
    changed = evolve(
        base,
        reading=evolve(
            base.reading,
            blank=draw(st.sampled_from(Blank)),
            no_target=draw(st.sampled_from(NoTarget)),
        ),
        weights=Weights(intervention=first[0], abductive=first[1], logic=first[2], graph=first[3]),
        graph=GraphWeights(
            acyclic=second[0], coverage=second[1], ruled=second[2], connected=second[3]
        ),
        missing=draw(st.sampled_from(Missing)),
        nodes=draw(opens),
        knowns=draw(opens),
        bands=Bands(excellent=least[2], good=least[1], fair=least[0]),
        offline=evolve(
            base.offline,
            roots=draw(st.sampled_from(Roots)),
            underivable=draw(st.sampled_from(Underivable)),
        ),
        parts=tuple(draw(st.lists(st.sampled_from(ComponentName), min_size=1, unique=True))),
    )
    return Case(changed, rules_of(changed))


NAMED = "abcdef"
letters = st.sampled_from(NAMED)
some_rules = st.sampled_from(["p", " p", "q"])
some_links = st.builds(
    Link,
    causes=st.lists(letters, min_size=1, max_size=2).map(tuple),
    effects=st.lists(letters, min_size=1, max_size=1).map(tuple)
    | st.lists(letters, max_size=2).map(tuple),
    rule=some_rules,
)


few_names = st.lists(letters, max_size=3, unique=True)


@st.composite
def tangled(draw: st.DrawFn) -> ReasoningGraph:
    """Draw a graph of few names, where most leads somewhere and links are written twice."""
    links = draw(st.lists(some_links, min_size=1, max_size=6))
    again = [
        evolve(one, rule=draw(some_rules))
        for one in draw(st.lists(st.sampled_from(links), max_size=2))
    ]
    made = sorted({effect for link in links for effect in link.effects})
    targets = st.lists(st.sampled_from(made or NAMED), min_size=1, max_size=2, unique=True)
    return ReasoningGraph(
        targets=tuple(draw(targets)),
        knowns=tuple(Known(name=name) for name in draw(few_names)),
        links=(*links, *again),
    )


cases = profiles | near_profiles()
problems = st.builds(
    Problem,
    id=st.just("1"),
    graph=graphs() | graphs(acyclic=True) | written_graphs(),
    reasoning=st.sampled_from(["", " \n", "because"]),
)
