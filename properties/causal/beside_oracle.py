"""What the oracle makes of a graph, and every number of the library held to it."""

from collections.abc import Mapping
from fractions import Fraction

from attrs import field, frozen
from hypothesis import strategies as st

from measurand.studies.causal.graphs.nodes import Blank, NoTarget
from measurand.studies.causal.identifiability import Roots
from measurand.studies.causal.judging import (
    Component,
    ComponentName,
    Decided,
    Faithfulness,
    Kind,
    Question,
    Undecided,
    Unscored,
    Verdict,
)
from measurand.studies.causal.options import Options
from measurand.studies.causal.structural import Underivable
from measurand.values.reasoning import Problem, ReasoningGraph
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share
from properties.causal.oracle_cases import Case
from properties.oracles import causal_abductive, causal_graph, causal_intervention, causal_score
from properties.oracles.causal_graph import Arrow, Drawn
from properties.oracles.causal_score import Found, Name, Rules, Said, Ways

PARTS: Mapping[ComponentName, Name] = {
    ComponentName.INTERVENTION: "intervention",
    ComponentName.ABDUCTION: "abductive",
    ComponentName.LOGIC: "logic",
    ComponentName.GRAPH: "graph",
}
KINDS: Mapping[Kind, Name] = {
    Kind.INTERVENTION: "intervention",
    Kind.ABDUCTION: "abductive",
    Kind.LOGIC: "logic",
}
IF_NEVER: Mapping[Underivable, Said] = {
    Underivable.CRITICAL: Fraction(1),
    Underivable.MEANINGFUL: Fraction(1, 2),
    Underivable.UNDECIDED: "undecided",
}
TEXT: Ways = Ways("left out", "left out")


def seen(graph: ReasoningGraph, options: Options) -> Drawn:
    """Show a graph to the oracle as the options read it."""
    links = graph.links
    plain = Drawn(
        graph.targets,
        tuple(known.name for known in graph.knowns),
        None if links is None else tuple(Arrow(k.causes, k.effects, k.rule) for k in links),
    )
    if options.reading.blank is Blank.KEPT:
        return causal_graph.without_empty_effects(plain)
    return causal_graph.without_blanks(plain)


def asked_for(problem: Problem, options: Options) -> Drawn:
    """Name the target of interventions, where none is named: `result`, if so read."""
    graph = seen(problem.graph, options)
    if not problem.graph.targets and options.reading.no_target is NoTarget.RESULT:
        return graph._replace(targets=("result",))
    return graph


def subjects(problem: Problem, options: Options) -> dict[Name, list[str]]:
    graph = seen(problem.graph, options)
    return {
        "intervention": sorted(causal_graph.nodes(graph) - {*asked_for(problem, options).targets}),
        "abductive": sorted(graph.knowns),
        "logic": [""] if problem.reasoning.strip() else [],
    }


def structurally(problem: Problem, options: Options) -> dict[Name, list[Said]]:
    """Answer all questions as the structural judge must."""
    graph = asked_for(problem, options)
    asked = subjects(problem, options)
    judged = graph.targets and problem.graph.links is not None
    never = causal_intervention.never_derivable(graph)
    nodes: list[Said] = []
    for node in asked["intervention"]:
        level = causal_intervention.level(graph, node)
        if not judged:
            nodes.append("undecided")
        elif never and level != causal_intervention.PERIPHERAL:
            nodes.append(IF_NEVER[options.offline.underivable])
        else:
            nodes.append(causal_intervention.SHARES[level])
    given_roots = options.offline.roots is Roots.GIVEN
    return {
        "intervention": nodes,
        "abductive": ["undecided" for _ in asked["abductive"]]
        if not judged
        else [
            Fraction(causal_abductive.fixed_by_rank(graph, known, roots_given=given_roots))
            for known in asked["abductive"]
        ],
        "logic": ["undecided" for _ in asked["logic"]],
    }


def found_by_oracle(
    problem: Problem, said: Mapping[Name, list[Said]], case: Case
) -> dict[Name, Found]:
    """Make all components that are asked for."""
    options, rules = case
    how = {"intervention": rules.nodes, "abductive": rules.knowns, "logic": TEXT}
    made: dict[Name, Found] = {}
    for part in options.parts:
        name = PARTS[part]
        if name == "graph":
            parts = causal_graph.quality(seen(problem.graph, options))
            weights = options.graph
            by = (weights.acyclic, weights.coverage, weights.ruled, weights.connected)
            made[name] = causal_score.counted(
                None if parts is None else causal_graph.weighed(parts, by)
            )
        else:
            made[name] = causal_score.component(said[name], how[name])
    return made


def value(measured: Measured) -> Fraction | None:
    return None if isinstance(measured, Undefined) else measured.value


def told(verdict: Verdict | None) -> Said:
    match verdict:
        case Decided(share=share):
            return share
        case Undecided():
            return "undecided"
        case Unscored():
            return "unscored"
        case None:
            message = "every subject is asked"
            raise AssertionError(message)


def check(
    problem: Problem, found: Faithfulness, said: Mapping[Name, list[Said]], case: Case
) -> None:
    """Hold every number of the library to the oracle's."""
    options, rules = case
    wanted = found_by_oracle(problem, said, case)
    whole = causal_score.together(wanted, rules)
    assert {PARTS[one.part] for one in found.components} == set(wanted)
    for one in found.components:
        name = PARTS[one.part]
        if name != "graph":
            assert [a.subject for a in one.answers] == subjects(problem, options)[name]
            assert [told(a.verdict) for a in one.answers] == said[name]
        check_component(one, wanted[name], rules)
    assert value(found.cf) == whole.cf
    assert found.coverage == whole.coverage
    assert (found.low, found.high) == (whole.low, whole.high)
    assert found.band == whole.band


def check_component(one: Component, wanted: Found, rules: Rules) -> None:
    if wanted.score is None:
        assert value(one.measured) == rules.missing
    else:
        assert wanted.size is not None
        assert one.measured == Share(wanted.score * wanted.size, Fraction(wanted.size))
    if wanted.size is None and rules.missing is not None:
        assert one.low == one.high == rules.missing
    elif wanted.score is None and rules.missing is not None:
        assert one.low == min(wanted.low, rules.missing)
        assert one.high == max(wanted.high, rules.missing)
    else:
        assert (one.low, one.high) == (wanted.low, wanted.high)


SURE: Mapping[Kind, list[Said]] = {
    Kind.INTERVENTION: [Fraction(n, 6) for n in range(7)],
    Kind.ABDUCTION: [Fraction(0), Fraction(1)],
    Kind.LOGIC: [Fraction(n, 6) for n in range(7)],
}
OPEN: list[Said] = ["undecided", "unscored"]


@frozen
class Dice:
    """A judge whose verdicts were thrown before, and dealt to the names by their letters."""

    thrown: Mapping[Kind, list[Said]] = field(hash=False)
    signature: str = "dice/1"

    def says(self, kind: Kind, subject: str) -> Said:
        return self.thrown[kind][sum(map(ord, subject)) % len(self.thrown[kind])]

    def __call__(self, question: Question, /) -> Verdict:
        said = self.says(question.kind, question.subject)
        if said == "undecided":
            return Undecided(reason="a cloud", layer="dice")
        return Unscored(reason="lost") if said == "unscored" else Decided(share=said, layer="dice")

    def all(self, problem: Problem, options: Options) -> dict[Name, list[Said]]:
        asked = subjects(problem, options)
        return {
            name: [self.says(kind, subject) for subject in asked[name]]
            for kind, name in KINDS.items()
        }


def thrown(kind: Kind) -> st.SearchStrategy[list[Said]]:
    return st.lists(st.sampled_from(SURE[kind] + OPEN * 2), min_size=5, max_size=5)


dice = st.fixed_dictionaries({kind: thrown(kind) for kind in Kind}).map(Dice)
