"""Equations against structure, and what no verdict may depend on, on graphs with rules to read."""

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.causal.equations import Beyond, Equations
from measurand.studies.causal.graphs.nodes import Reading, targets
from measurand.studies.causal.graphs.quantity import amount
from measurand.studies.causal.judging import Decided, Kind, Question, Undecided, Unscored, Verdict
from measurand.studies.causal.solving.solve import Domain
from measurand.studies.causal.structural import Structural
from measurand.values.reasoning import Known, Link, Problem, ReasoningGraph
from properties.strategies.effort import third

NODES = ("n0", "n1", "n2", "n3", "n4", "n5")
SHAPES = ("{}", "-{}", "({})**2", "({})**3", "sqrt({})", "sin({})", "abs({})", "2*({})", "1/({})")
DOMAINS = st.sampled_from(list(Domain))


@st.composite
def rules(draw: st.DrawFn, causes: list[str]) -> str:
    """Write a rule that speaks of all its causes, some of them twice; now and then prose."""
    if not draw(st.integers(0, 9)):
        return "it follows from what is there"
    parts = [*causes, *draw(st.lists(st.sampled_from(causes), max_size=1))]
    text = ""
    for part in parts:
        shaped = draw(st.sampled_from(SHAPES)).format(part)
        sign = draw(st.sampled_from([" + ", " - ", "*", "/"]))
        text = f"({text}{sign}{shaped})" if text else shaped
    return text


@st.composite
def links(draw: st.DrawFn, place: int) -> Link:
    """Draw a link to a node; one in eight goes anywhere, the others from lower nodes."""
    free = not draw(st.integers(0, 7))
    some = st.sampled_from(NODES if free else NODES[:place])
    causes = draw(st.lists(some, min_size=1, max_size=3, unique=True))
    effect = NODES[place]
    left = draw(st.sampled_from([f"{effect} = ", ""]))
    return Link(causes=tuple(causes), effects=(effect,), rule=left + draw(rules(causes)))


@st.composite
def graphs(draw: st.DrawFn) -> ReasoningGraph:
    """Draw a graph that leads to n5, the rules of which speak of exactly what is declared."""
    places = [*draw(st.lists(st.integers(1, 4), max_size=4)), 5]
    given_ = draw(st.lists(st.sampled_from(NODES[:5]), min_size=1, max_size=4, unique=True))
    numbers = st.none() | st.integers(-3, 9).map(Fraction)
    return ReasoningGraph(
        targets=("n5", *draw(st.sampled_from([(), ("n4",)]))),
        knowns=tuple(Known(name=name, number=draw(numbers)) for name in given_),
        links=tuple(draw(links(place)) for place in places),
    )


def verdict(
    graph: ReasoningGraph, subject: str, judge: Equations | Structural | None = None
) -> Verdict:
    problem = Problem(id="1", graph=graph)
    question = Question(problem=problem, kind=Kind.ABDUCTION, subject=subject)
    return (judge or Equations())(question)


def share(found: Verdict) -> Fraction | str:
    """Say what was decided, or why nothing was."""
    match found:
        case Decided():
            return found.share
        case Undecided() | Unscored():
            return found.reason


def renamed(graph: ReasoningGraph, names: Mapping[str, str]) -> ReasoningGraph:
    def text(rule: str) -> str:
        for old in names:
            rule = rule.replace(old, f"<{old}>")
        for old, new in names.items():
            rule = rule.replace(f"<{old}>", new)
        return rule

    def every(some: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names[one] for one in some)

    return evolve(
        graph,
        targets=every(graph.targets),
        knowns=tuple(evolve(known, name=names[known.name]) for known in graph.knowns),
        links=tuple(
            Link(causes=every(one.causes), effects=every(one.effects), rule=text(one.rule))
            for one in graph.links or ()
        ),
    )


@third
@given(graphs(), DOMAINS)
def test_structure_allows_whatever_equations_solve(graph: ReasoningGraph, domain: Domain) -> None:
    judge = Equations(domain=domain)
    for known in graph.knowns:
        # `told` does not ask the structure first.
        found = judge.decide_by_rules(graph, known.name)
        if isinstance(found, Decided) and found.share and known.name not in graph.targets:
            assert share(verdict(graph, known.name, Structural())) == 1


@third
@given(graphs(), st.permutations(["F", "zeta", "b", "Amount", "k_1", "x"]))
def test_names_play_no_part(graph: ReasoningGraph, others: list[str]) -> None:
    names = dict(zip(NODES, others, strict=True))
    twin = renamed(graph, names)

    for known in graph.knowns:
        first, other = verdict(graph, known.name), verdict(twin, names[known.name])
        assert share(first) == share(other)


@third
@given(graphs(), st.data())
def test_the_order_of_links_and_knowns_plays_no_part(
    graph: ReasoningGraph, data: st.DataObject
) -> None:
    assert graph.links is not None
    turned = evolve(
        graph,
        links=tuple(data.draw(st.permutations(graph.links))),
        knowns=tuple(data.draw(st.permutations(graph.knowns))),
    )

    for known in graph.knowns:
        assert verdict(graph, known.name) == verdict(turned, known.name)


@third
@given(graphs())
def test_what_is_told_on_the_line_is_told_above_zero(graph: ReasoningGraph) -> None:
    for known in graph.knowns:
        if known.number is not None and known.number > 0:
            real = verdict(graph, known.name, Equations(domain=Domain.REAL))
            if share(real) == 1:
                above = verdict(graph, known.name, Equations(domain=Domain.POSITIVE))
                assert share(above) == 1


@third
@given(graphs(), DOMAINS)
def test_verdicts_are_yes_no_or_open_with_a_reason(graph: ReasoningGraph, domain: Domain) -> None:
    for known in graph.knowns:
        found = verdict(graph, known.name, Equations(domain=domain))
        assert isinstance(found, Decided | Undecided)
        assert isinstance(found, Undecided) or found.share in {0, 1}
        assert isinstance(found, Decided) or found.reason


@third
@given(graphs())
def test_the_structural_verdict_stands_in_only_where_nothing_was_decided(
    graph: ReasoningGraph,
) -> None:
    both = Equations(beyond=Beyond.STRUCTURAL)
    for known in graph.knowns:
        plain, filled = verdict(graph, known.name), verdict(graph, known.name, both)
        if isinstance(plain, Decided):
            assert filled == plain
        else:
            assert filled == verdict(graph, known.name, Structural())


@third
@given(graphs())
def test_a_repeated_link_changes_nothing(graph: ReasoningGraph) -> None:
    assert graph.links is not None
    twice = evolve(graph, links=graph.links * 2)

    for known in graph.knowns:
        assert verdict(graph, known.name) == verdict(twice, known.name)


@third
@given(graphs(), st.integers(-3, 9))
def test_a_known_that_no_link_speaks_of_changes_no_other_verdict(
    graph: ReasoningGraph, number: int
) -> None:
    more = evolve(graph, knowns=(*graph.knowns, Known(name="other", number=Fraction(number))))

    assert targets(more, Reading()) == targets(graph, Reading())
    for known in graph.knowns:
        assert verdict(graph, known.name) == verdict(more, known.name)


DEGREES = (
    "{} deg",
    "{}°",
    "{} º",
    "{}˚",
    "{} deg.",
    "{} degrees up",
    "{}-degrees",
    "angle of {} degrees",
)


@given(
    st.integers(1, 89), st.sampled_from(DEGREES), st.sampled_from(DEGREES), st.sampled_from("vgAB")
)
def test_degrees_give_the_same_verdict_however_they_are_written(
    angle: int, first: str, second: str, subject: str
) -> None:
    def verdict(spelling: str) -> Verdict:
        texts = {
            "v": "20",
            "g": "9.8",
            "A": spelling.format(angle),
            "B": spelling.format(90 - angle),
        }
        read = {name: amount(text) for name, text in texts.items()}
        knowns = tuple(
            Known(name=name, text=texts[name], number=one.number, unit=one.unit)
            for name, one in read.items()
        )
        link = Link(
            causes=("v", "g", "A", "B"), effects=("R",), rule="v**2/g*(sin(2*A) - sin(2*B))"
        )
        graph = ReasoningGraph(targets=("R",), knowns=knowns, links=(link,))
        problem = Problem(id="1", graph=graph)
        return Equations()(Question(problem=problem, kind=Kind.ABDUCTION, subject=subject))

    assert verdict(first) == verdict(second)
