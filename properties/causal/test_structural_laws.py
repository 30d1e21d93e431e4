"""Structural verdicts: oracles that apply the definitions, and what must not change them."""

from fractions import Fraction
from itertools import pairwise

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.causal import derivability, identifiability
from measurand.studies.causal.graphs.nodes import (
    Reading,
    cut_off,
    knowns,
    next_hops,
    nodes,
    others,
    path,
    unused_knowns,
)
from measurand.studies.causal.identifiability import Roots
from measurand.studies.causal.judging import Decided, Kind, Question, Undecided
from measurand.studies.causal.structural import SHARES, Level, Structural
from measurand.values.reasoning import Problem, ReasoningGraph
from properties.oracles import causal_structure as oracle
from properties.strategies.effort import third
from properties.strategies.reasoning import NAMES, graphs, renamed, shuffled, written_graphs

HOW = Reading()
LONGEST = 4_000


def judged(graph: ReasoningGraph, kind: Kind, subject: str, judge: Structural) -> Decided:
    question = Question(problem=Problem(id="1", graph=graph), kind=kind, subject=subject)
    verdict = judge(question)
    assert isinstance(verdict, Decided)
    return verdict


def verdicts(graph: ReasoningGraph, judge: Structural) -> dict[tuple[Kind, str], str]:
    asked = [(Kind.INTERVENTION, name) for name in others(graph, HOW)]
    asked += [(Kind.ABDUCTION, name) for name in knowns(graph, HOW)]
    return {(kind, name): judged(graph, kind, name, judge).level for kind, name in asked}


@given(graphs())
def test_interventions_agree_with_the_definition_applied_slowly(graph: ReasoningGraph) -> None:
    for node in others(graph, HOW):
        verdict = judged(graph, Kind.INTERVENTION, node, Structural())

        assert verdict.level == oracle.level(graph, node)


@given(graphs())
def test_what_is_derived_and_lost_agrees_with_naive_fixed_points(graph: ReasoningGraph) -> None:
    there = derivability.derive(graph, HOW)
    everything = oracle.derived(graph)

    assert set(there.by) == everything
    for node in nodes(graph, HOW):
        lost = derivability.remove_node(there, node).lost

        assert lost == everything - oracle.derived(graph, without=node)


@given(graphs(), st.integers(0, 2**32), st.sampled_from(Roots))
def test_recoveries_agree_with_the_rank_of_random_equations(
    graph: ReasoningGraph, seed: int, roots: Roots
) -> None:
    given_roots = roots is Roots.GIVEN
    for known in knowns(graph, HOW):
        if known in graph.targets:
            continue
        level = judged(graph, Kind.ABDUCTION, known, Structural(roots=roots)).level
        told = oracle.told(graph, known, roots_given=given_roots, seed=seed)

        assert (level == "recoverable") is told


@given(graphs(), st.sampled_from(Roots))
def test_a_recovery_is_told_link_by_link(graph: ReasoningGraph, roots: Roots) -> None:
    there = identifiability.system(graph, HOW, roots)
    for known in knowns(graph, HOW):
        found = identifiability.recovery(there, known)
        if not found.recoverable:
            continue
        steps = identifiability.solution_order(there, found.told_by)
        told = set(there.given) - {known}
        for step in steps:
            told |= set(step)
            for name in step:
                assert told.issuperset(there.over[found.told_by[name]])

        assert known in steps[-1]
        assert len(set(found.told_by.values())) == sum(map(len, steps)) == len(found.told_by)


@given(graphs(), st.sampled_from(Roots))
def test_an_open_block_has_one_unknown_more_than_links(graph: ReasoningGraph, roots: Roots) -> None:
    there = identifiability.system(graph, HOW, roots)
    for known in knowns(graph, HOW):
        found = identifiability.recovery(there, known)
        if found.recoverable:
            continue
        about = {place for name in found.block for place in there.speak_of[name]}

        assert known in found.block
        assert len(found.block) == len(found.links) + 1
        assert about == set(found.links)


@given(graphs())
def test_a_critical_node_breaks_a_link_that_needs_it(graph: ReasoningGraph) -> None:
    there = derivability.derive(graph, HOW)
    for node in others(graph, HOW):
        removal = derivability.remove_node(there, node)
        for target in removal.lost.intersection(graph.targets):
            causes, effect = derivability.broken_link(there, removal, target)

            assert node in causes
            assert effect in removal.lost
            assert oracle.reaches(evolve(graph, targets=(target,)), effect) or effect == target


@given(graphs())
def test_the_other_road_gets_to_the_target_without_the_node(graph: ReasoningGraph) -> None:
    there = derivability.derive(graph, HOW)
    for node in others(graph, HOW):
        removal = derivability.remove_node(there, node)
        kept = [end for end in graph.targets if end in there.by and end not in removal.lost]
        got = oracle.start(graph) - {node}
        for causes, effect in derivability.remaining_links(there, removal, kept, most=99):
            assert causes <= got
            got.add(effect)

        assert got.issuperset(kept)


@given(graphs())
def test_do_cuts_off_what_reaches_the_target_only_through_the_node(graph: ReasoningGraph) -> None:
    above = {name for name in others(graph, HOW) if oracle.reaches(graph, name)}
    for node in above:
        cut = {n for n in above if n != node and not oracle.reaches(graph, n, cut=node)}

        assert cut_off(graph, HOW, node) == cut


@given(graphs())
def test_the_way_shown_to_a_target_follows_links(graph: ReasoningGraph) -> None:
    edges = {(cause, effect) for causes, effect in oracle.arrows(graph) for cause in causes}
    hops = next_hops(graph, HOW)
    for node in others(graph, HOW):
        way = path(hops, node, most=99)

        assert set(pairwise(way)) <= edges
        assert (way[-1] in graph.targets) is oracle.reaches(graph, node)


@given(graphs(), st.permutations(NAMES), st.sampled_from(Roots))
def test_new_names_change_no_verdict(graph: ReasoningGraph, mixed: list[str], roots: Roots) -> None:
    to = dict(zip(NAMES, mixed, strict=True))
    judge = Structural(roots=roots)
    before = verdicts(graph, judge)

    assert verdicts(renamed(graph, to), judge) == {
        (kind, to[name]): level for (kind, name), level in before.items()
    }


@third
@given(st.data(), graphs())
def test_another_order_changes_nothing_at_all(data: st.DataObject, graph: ReasoningGraph) -> None:
    other = data.draw(shuffled(graph))
    judge = Structural()

    for kind, name in verdicts(graph, judge):
        one, two = (judged(each, kind, name, judge) for each in (graph, other))
        assert (one.share, one.level) == (two.share, two.level)
        if len(graph.targets) == 1:
            assert one == two


def removed(graph: ReasoningGraph, node: str) -> ReasoningGraph:
    links = [
        evolve(link, effects=tuple(name for name in link.effects if name != node))
        for link in graph.links or ()
        if node not in link.causes
    ]
    kept = tuple(known for known in graph.knowns if known.name != node)
    return evolve(graph, knowns=kept, links=tuple(links))


@given(graphs())
def test_taking_out_a_peripheral_node_changes_no_other_intervention(graph: ReasoningGraph) -> None:
    judge = Structural()
    levels = {n: judged(graph, Kind.INTERVENTION, n, judge).level for n in others(graph, HOW)}
    for node, level in levels.items():
        if level != "peripheral":
            continue
        without = removed(graph, node)
        for name in others(without, HOW):
            assert judged(without, Kind.INTERVENTION, name, judge).level == levels[name]


@given(graphs())
def test_more_that_is_given_never_makes_a_known_harder_to_tell(graph: ReasoningGraph) -> None:
    for known in knowns(graph, HOW):
        free = judged(graph, Kind.ABDUCTION, known, Structural(roots=Roots.FREE))
        given_too = judged(graph, Kind.ABDUCTION, known, Structural(roots=Roots.GIVEN))

        assert free.share <= given_too.share


@third
@given(graphs(), graphs())
def test_more_links_never_make_a_known_harder_to_tell(
    graph: ReasoningGraph, more: ReasoningGraph
) -> None:
    # With all roots free, so that a link takes nothing given away.
    judge = Structural(roots=Roots.FREE)
    richer = evolve(graph, links=(*(graph.links or ()), *(more.links or ())))
    for known in knowns(graph, HOW):
        before = judged(graph, Kind.ABDUCTION, known, judge)

        assert before.share <= judged(richer, Kind.ABDUCTION, known, judge).share


@given(graphs())
def test_an_unused_known_reaches_no_target(graph: ReasoningGraph) -> None:
    unused = set(unused_knowns(graph, HOW))

    for known in knowns(graph, HOW):
        used = oracle.reaches(graph, known) or known in graph.targets
        assert (known in unused) is not used


@third
@given(written_graphs(), st.sampled_from(NAMES), st.sampled_from(Kind))
def test_every_question_gets_a_verdict_of_bounded_length(
    graph: ReasoningGraph, subject: str, kind: Kind
) -> None:
    question = Question(problem=Problem(id="1", graph=graph), kind=kind, subject=subject)
    verdict = Structural()(question)

    assert isinstance(verdict, Decided | Undecided)
    assert len(verdict.because) < LONGEST
    if isinstance(verdict, Decided):
        assert verdict.share == SHARES[Level(verdict.level)]
        assert verdict.share in {Fraction(0), Fraction(1, 2), Fraction(1)}
        assert verdict.because


@given(graphs(acyclic=True))
def test_without_cycles_all_targets_follow(graph: ReasoningGraph) -> None:
    assert set(graph.targets) <= derivability.derive(graph, HOW).by.keys()
