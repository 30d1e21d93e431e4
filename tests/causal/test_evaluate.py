"""One problem through its components: the guide's examples, and what is open."""

from fractions import Fraction
from math import log, sqrt

import pytest
from attrs import evolve

from measurand.studies.causal.evaluate import evaluate, judge_of, questions, unread
from measurand.studies.causal.judging import (
    ComponentName,
    Decided,
    Judge,
    Kind,
    Undecided,
    Unscored,
    Verdict,
)
from measurand.studies.causal.options import (
    AS_RUN,
    DOCUMENTED,
    PROFILES,
    RECOMMENDED,
    WEIGHTS,
    Bands,
    Counts,
    Missing,
    Open,
    Options,
    Weights,
)
from measurand.studies.causal.sampling import Sampling
from measurand.values.reasoning import Known, Link, Problem, ReasoningGraph
from measurand.values.score import Undefined
from measurand.values.share import Share
from tests.causal.guide_examples import NEWTON, PRINTED, Opinion, newton, opaque, points

PROSE = Undecided(reason="prose rule", layer="equations")
FAILED = Unscored(reason="timeout")


def scores(problem: Problem, judge: Judge, options: Options) -> dict[str, Fraction | str]:
    found = evaluate(problem, judge, options)
    return {
        one.part.value: one.measured.value
        if isinstance(one.measured, Share)
        else one.measured.reason
        for one in found.components
    }


def test_the_worked_example_of_the_guide() -> None:
    # seed 001: intervention (48 + 49)/100, abductive 1, logic 0.85; graph quality by its formula
    found = scores(newton(), PRINTED, DOCUMENTED)

    assert found == {
        "causal_intervention": Fraction(97, 100),
        "abductive_reasoning": 1,
        "logic_quality": Fraction(85, 100),
        "graph_quality": 1,
    }


def test_four_way_and_three_way_means_of_the_worked_example() -> None:
    # (0.97 + 1 + 0.85 + 1)/4 and (0.97 + 0.85 + 1)/3, by hand
    four = evaluate(newton(), PRINTED, DOCUMENTED).cf
    three = evaluate(newton(), PRINTED, evolve(DOCUMENTED, weights=WEIGHTS["three-way"])).cf

    assert four == Share(Fraction(955, 1000))
    assert three == Share(Fraction(94, 100))


@pytest.mark.parametrize("judge", ["structural", "equations"])
@pytest.mark.parametrize("options", PROFILES.values(), ids=PROFILES)
def test_offline_judges_give_the_worked_example_full_marks(judge: str, options: Options) -> None:
    found = scores(newton(), judge_of(judge, options), options)

    assert found["causal_intervention"] == 1
    assert found["abductive_reasoning"] == 1
    assert found["graph_quality"] == 1


def test_the_opaque_function_is_undecided_by_equations_and_zero_as_documented() -> None:
    # seed 001: "when is 0 returned"; issue 5
    recommended = scores(opaque(), judge_of("equations", RECOMMENDED), RECOMMENDED)
    documented = scores(opaque(), judge_of("equations", DOCUMENTED), DOCUMENTED)

    assert recommended["abductive_reasoning"] == "nothing was decided: opaque function"
    assert documented["abductive_reasoning"] == 0


def test_the_opaque_function_as_printed_names_no_target() -> None:
    # seed 001: the printed graph has no target_variable; equations have nothing to start from
    printed = evolve(opaque(), graph=evolve(opaque().graph, targets=()))

    recommended = scores(printed, judge_of("equations", RECOMMENDED), RECOMMENDED)
    documented = scores(printed, judge_of("equations", DOCUMENTED), DOCUMENTED)

    assert recommended["abductive_reasoning"] == "nothing was decided: no target"
    assert documented["abductive_reasoning"] == 0


def test_the_opaque_function_leaves_the_mean_to_what_is_decided() -> None:
    found = evaluate(opaque(), judge_of("equations", RECOMMENDED), RECOMMENDED)

    assert found.cf == Share(Fraction(1))
    assert found.coverage == Fraction(1, 2)
    # there is no text: it is not open, and three components are left
    assert (found.low, found.high) == (Fraction(2, 3), Fraction(1))


@pytest.mark.parametrize(
    ("options", "logic"),
    [
        (DOCUMENTED, Fraction(1, 2)),  # FAQ Q2
        (AS_RUN, Fraction(1, 2)),
        (RECOMMENDED, "no reasoning text"),
    ],
)
@pytest.mark.parametrize("text", ["", "  \n "])
def test_a_problem_without_reasoning(options: Options, logic: Fraction | str, text: str) -> None:
    assert scores(newton(text), PRINTED, options)["logic_quality"] == logic


def test_half_marks_of_a_component_are_no_part_of_the_coverage() -> None:
    found = evaluate(newton(""), PRINTED, DOCUMENTED)

    assert found.coverage == Fraction(3, 4)
    assert found.component(ComponentName.LOGIC).note == "counted as 1/2: no reasoning text"
    # (0.97 + 1 + 0.5 + 1)/4; nothing is open, as there is no text
    assert found.cf == Share(Fraction(8675, 10000))
    assert (found.low, found.high) == (Fraction(8675, 10000), Fraction(8675, 10000))


def test_without_reasoning_the_mean_stands_over_the_other_weights() -> None:
    found = evaluate(newton(""), PRINTED, RECOMMENDED)

    # by hand: the mean of 0.97, 1 and 1
    assert found.cf == Share(Fraction(99, 100))
    assert found.coverage == Fraction(3, 4)


def test_nothing_is_asked_about_a_text_that_is_not_there() -> None:
    asked = [(one.kind, one.subject) for one in questions(newton(""), RECOMMENDED)]

    assert asked == [
        (Kind.INTERVENTION, "F"),
        (Kind.INTERVENTION, "m"),
        (Kind.ABDUCTION, "F"),
        (Kind.ABDUCTION, "m"),
    ]


def test_a_graph_without_knowns_or_nodes() -> None:
    bare = Problem(id="1", graph=ReasoningGraph(targets=("a",)))

    # spec 1.3 to 1.6: the program gives 0.5 to each; no causal graph is 0.5 too
    assert set(scores(bare, PRINTED, AS_RUN).values()) == {Fraction(1, 2)}
    assert list(scores(bare, PRINTED, RECOMMENDED).values())[:3] == [
        "no node beside the target",
        "no known",
        "no reasoning text",
    ]


def test_an_empty_list_of_links_has_the_score_of_the_formula() -> None:
    # spec 1.6: 0.3 for an empty list, as nothing runs in a circle
    empty = Problem(id="1", graph=ReasoningGraph(targets=("a",), links=()))

    assert scores(empty, PRINTED, AS_RUN)["graph_quality"] == Fraction(3, 10)


def test_a_graph_that_names_no_target_has_the_target_result_as_run() -> None:
    # spec 1.3: T = "result", nothing is excluded
    nameless = Problem(id="1", graph=evolve(NEWTON, targets=()))

    as_run = [one.subject for one in questions(nameless, AS_RUN) if one.kind is Kind.INTERVENTION]
    assert as_run == ["F", "acceleration", "m"]


def test_blank_names_are_nodes_as_run() -> None:
    blank = Problem(id="1", graph=evolve(NEWTON, knowns=(*NEWTON.knowns, Known(name=" "))))

    counts = [
        sum(one.kind is Kind.ABDUCTION for one in questions(blank, options))
        for options in (AS_RUN, DOCUMENTED)
    ]
    assert counts == [3, 2]


@pytest.mark.parametrize(
    ("way", "score"),
    [
        (Counts.LEFT_OUT, Fraction(1)),
        (Counts.ZERO, Fraction(1, 2)),
        (Counts.HALF, Fraction(3, 4)),
        (Counts.FULL, Fraction(1)),
        (Counts.UNDECIDED, "not all was decided: prose rule"),
    ],
)
def test_an_undecided_known_counts_as_the_options_say(way: Counts, score: Fraction | str) -> None:
    judge = Opinion({(Kind.ABDUCTION, "m"): PROSE})
    options = Options(knowns=Open(undecided=way))

    assert scores(newton(), judge, options)["abductive_reasoning"] == score


@pytest.mark.parametrize(
    ("way", "score"),
    [
        (Counts.LEFT_OUT, Fraction(3, 5)),
        (Counts.ZERO, Fraction(3, 10)),
        (Counts.HALF, Fraction(11, 20)),
        (Counts.FULL, Fraction(4, 5)),
        (Counts.UNDECIDED, "not all was decided: timeout"),
    ],
)
def test_a_failed_call_counts_as_the_options_say(way: Counts, score: Fraction | str) -> None:
    judge = Opinion({(Kind.INTERVENTION, "F"): points("3/5"), (Kind.INTERVENTION, "m"): FAILED})
    options = Options(nodes=Open(unscored=way))

    assert scores(newton(), judge, options)["causal_intervention"] == score


def test_open_subjects_bound_the_component() -> None:
    judge = Opinion({(Kind.INTERVENTION, "F"): points("3/5"), (Kind.INTERVENTION, "m"): FAILED})

    found = evaluate(newton(), judge, RECOMMENDED).component(ComponentName.INTERVENTION)

    assert (found.low, found.high) == (Fraction(3, 10), Fraction(4, 5))
    assert (found.decided, found.unscored) == (1, 1)


@pytest.mark.parametrize(
    ("open_verdict", "nodes", "knowns"),
    [(PROSE, Fraction(1, 2), 1), (FAILED, Fraction(1, 2), 1)],
)
def test_as_run_an_open_node_has_half_marks_and_an_open_known_full(
    open_verdict: Verdict, nodes: Fraction, knowns: Fraction
) -> None:
    # spec 1.3 and 1.4: defaults m/2 and 1
    judge = Opinion(kinds=dict.fromkeys(Kind, open_verdict))

    found = scores(newton(), judge, AS_RUN)

    assert found["causal_intervention"] == nodes
    assert found["abductive_reasoning"] == knowns
    assert found["logic_quality"] == Fraction(1, 2)


def test_no_client_at_all_as_run() -> None:
    # spec A6: the guide's example without a client: (0.5 + 0.5 + 1)/3, and four ways 0.75
    judge = Opinion(kinds=dict.fromkeys(Kind, FAILED))

    assert evaluate(newton(), judge, AS_RUN).cf == Share(Fraction(2, 3))
    four = evolve(AS_RUN, weights=WEIGHTS["four-way"])
    assert evaluate(newton(), judge, four).cf == Share(Fraction(3, 4))


def test_reasons_are_listed_the_most_frequent_first() -> None:
    judge = Opinion(
        {(Kind.ABDUCTION, "A"): PROSE, (Kind.ABDUCTION, "B"): FAILED, (Kind.ABDUCTION, "C"): FAILED}
    )

    told = scores(opaque(), judge, RECOMMENDED)["abductive_reasoning"]

    assert told == "nothing was decided: timeout (2), prose rule (1)"


def test_one_component_alone() -> None:
    # seed 001: advanced use 1
    options = Options(parts=(ComponentName.INTERVENTION,))

    found = evaluate(newton(), PRINTED, options)

    assert [one.part for one in found.components] == [ComponentName.INTERVENTION]
    assert found.component(ComponentName.INTERVENTION).measured == Share(
        Fraction(97, 50), Fraction(2)
    )
    assert found.cf == Undefined("not asked for: abductive_reasoning, logic_quality, graph_quality")
    assert (found.low, found.high) == (Fraction(97, 400), Fraction(397, 400))
    assert {one.kind for one in questions(newton(), options)} == {Kind.INTERVENTION}


def test_the_components_with_a_weight_are_enough() -> None:
    options = Options(
        parts=(ComponentName.GRAPH, ComponentName.INTERVENTION),
        weights=Weights(
            intervention=Fraction(3), abductive=Fraction(0), logic=Fraction(0), graph=Fraction(1)
        ),
    )

    # by hand: three times 0.97 and once 1, over four
    assert evaluate(newton(), PRINTED, options).cf == Share(Fraction(9775, 10000))


def test_an_item_that_could_not_be_read_has_no_score_under_any_profile() -> None:
    for options in PROFILES.values():
        found = unread("no object", options)

        assert found.cf == Undefined("no component with a weight has a score")
        assert {one.measured for one in found.components} == {Undefined("no object")}
        assert [found.low, found.high, found.coverage] == [0, 1, 0]


@pytest.mark.parametrize(
    ("score", "band"),
    [
        ("1", "excellent"),
        ("9/10", "excellent"),
        ("899/1000", "good"),
        ("7/10", "good"),
        ("699/1000", "fair"),
        ("1/2", "fair"),
        ("499/1000", "poor"),
        ("0", "poor"),
    ],
)
def test_a_score_on_the_border_of_two_bands_is_in_the_better(score: str, band: str) -> None:
    judge = Opinion({(Kind.LOGIC, ""): points(score)})
    logic = Weights(
        intervention=Fraction(0), abductive=Fraction(0), logic=Fraction(1), graph=Fraction(0)
    )

    assert evaluate(newton(), judge, Options(weights=logic)).band == band
    assert Bands().of(Fraction(score)) == band


@pytest.mark.parametrize("options", PROFILES.values(), ids=PROFILES)
def test_a_judge_who_answers_nothing_names_no_band(options: Options) -> None:
    lost = Unscored(reason="call failed", because="no connection")

    found = evaluate(newton(), Opinion({}, dict.fromkeys(Kind, lost)), options)

    assert found.component(ComponentName.GRAPH).measured == Share(Fraction(1))
    assert isinstance(found.cf, Share)
    assert found.band == "open"


def test_a_graph_with_nothing_odd_has_no_findings() -> None:
    assert evaluate(newton(), PRINTED, RECOMMENDED).findings == ()


def test_a_sample_asks_so_many_of_each_kind_and_bounds_the_rest() -> None:
    # seed 001, FAQ Q3: only some of the nodes; the two not drawn may be anything
    options = Options(sampling=Sampling(size=1, seed=5))
    judge = Opinion(kinds={Kind.INTERVENTION: points("1/2"), Kind.ABDUCTION: points("0")})

    found = evaluate(opaque(), judge, options)

    nodes, knowns = (
        found.component(ComponentName.INTERVENTION),
        found.component(ComponentName.ABDUCTION),
    )
    assert len(questions(opaque(), options)) == 2
    assert (nodes.measured, knowns.measured) == (
        Share(Fraction(3, 2), Fraction(3)),
        Share(Fraction(0), Fraction(3)),
    )
    assert (nodes.low, nodes.high) == (Fraction(1, 6), Fraction(5, 6))
    assert (nodes.unasked, knowns.unasked) == (2, 2)
    # of three knowns, two that hold are likely for one draw that does not: 1/3 > 1/40
    assert dict(knowns.facts) == {
        "sampled_low": Share(Fraction(0)),
        "sampled_high": Share(Fraction(2, 3)),
    }


def test_verdicts_of_a_model_may_be_any_share() -> None:
    # the interval of a sample of three of 40 nodes rests on the inequality, not on three levels
    many = Problem(
        id="1",
        graph=ReasoningGraph(
            targets=("a",),
            links=(Link(causes=tuple(f"n{n}" for n in range(40)), effects=("a",), rule="a = 1"),),
        ),
    )
    options = Options(sampling=Sampling(size=20))
    model = Opinion(kinds={Kind.INTERVENTION: Decided(share=Fraction(1), layer="model")})
    offline = Opinion(kinds={Kind.INTERVENTION: Decided(share=Fraction(1), layer="structural")})

    lows = [
        dict(evaluate(many, judge, options).component(ComponentName.INTERVENTION).facts)[
            "sampled_low"
        ]
        for judge in (model, offline)
    ]

    # rho = min(1 - 19/40, 1/2 * 21/20) = 21/40; three levels have 1/80 on a side each
    by_inequality, by_counts = lows
    assert isinstance(by_inequality, Share)
    assert isinstance(by_counts, Share)
    assert float(by_inequality.value) == pytest.approx(1 - sqrt(0.525 * log(40) / 40))
    assert by_counts.value > by_inequality.value


def test_a_known_is_recoverable_or_not_whoever_says_so() -> None:
    # five of ten, all recoverable: two levels rule six out, 6/252 < 1/40, three would not
    ten = tuple(Known(name=f"k{n}") for n in range(10))
    problem = Problem(id="1", graph=ReasoningGraph(targets=("a",), knowns=ten))
    options = Options(sampling=Sampling(size=5))

    for layer in ("model", "structural"):
        judge = Opinion(kinds={Kind.ABDUCTION: Decided(share=Fraction(1), layer=layer)})
        found = evaluate(problem, judge, options).component(ComponentName.ABDUCTION)

        assert dict(found.facts)["sampled_low"] == Share(Fraction(7, 10))


def test_verdicts_stay_with_their_subjects() -> None:
    found = evaluate(newton(), PRINTED, RECOMMENDED).component(ComponentName.INTERVENTION)

    assert [
        (one.subject, one.verdict.share)
        for one in found.answers
        if isinstance(one.verdict, Decided)
    ] == [("F", Fraction(24, 25)), ("m", Fraction(49, 50))]


def test_missing_is_what_a_component_without_a_score_counts_as() -> None:
    judge = Opinion(kinds={Kind.LOGIC: PROSE})

    half = evaluate(newton(), judge, Options(missing=Missing.HALF))

    assert half.cf == Share(Fraction(7, 8))


def test_odd_graphs_are_told_of() -> None:
    odd = Problem(
        id="1",
        graph=ReasoningGraph(
            targets=("x",),
            knowns=(Known(name="color"), Known(name="F")),
            links=(
                Link(causes=("F", "m"), effects=("a",)),
                Link(causes=("a",), effects=("b",)),
                Link(causes=("b",), effects=("a",)),
            ),
        ),
    )

    found = evaluate(odd, PRINTED, Options(parts=(ComponentName.GRAPH,)))

    assert found.findings == (
        ("target_not_linked", "no link speaks of the target x"),
        ("cycle", "the links run in a circle: a -> b -> a"),
        ("root_not_known", "nothing gives a value to m"),
        ("unused_known", "no chain of links leads from F, color to the target"),
    )


@pytest.mark.parametrize(
    ("graph", "told"),
    [
        (ReasoningGraph(targets=("a",)), ("no_graph", "there is no causal graph")),
        (evolve(NEWTON, targets=()), ("no_target", "no target is named")),
        (
            evolve(NEWTON, knowns=(*NEWTON.knowns, Known(name="acceleration", text="5"))),
            ("target_known", "the target acceleration is among the knowns: it is given"),
        ),
    ],
)
def test_what_a_graph_lacks_is_told_of(graph: ReasoningGraph, told: tuple[str, str]) -> None:
    found = evaluate(Problem(id="1", graph=graph), PRINTED, Options(parts=(ComponentName.GRAPH,)))

    assert found.findings == (told,)


def chain(length: int) -> Problem:
    links = tuple(
        Link(causes=(f"n{place}",), effects=(f"n{place + 1}",)) for place in range(length)
    )
    graph = ReasoningGraph(targets=(f"n{length}",), knowns=(Known(name="n0"),), links=links)
    return Problem(id="long", graph=graph)


def test_a_graph_that_is_too_large_for_all_its_questions_is_undecided() -> None:
    # 5,000 nodes are asked about, each by 5,001 nodes and 10,000 ends: more than 20,000,000
    found = evaluate(chain(5_000), judge_of("structural", RECOMMENDED), RECOMMENDED)

    reason = "nothing was decided: graph too large"
    assert found.component(ComponentName.INTERVENTION).measured == Undefined(reason)
    assert found.component(ComponentName.INTERVENTION).undecided == 5_000
    assert isinstance(found.component(ComponentName.ABDUCTION).measured, Share)


def test_of_a_graph_that_is_too_large_a_sample_can_be_judged() -> None:
    few = evolve(RECOMMENDED, sampling=Sampling(size=3))

    found = evaluate(chain(5_000), judge_of("structural", few), few)

    assert found.component(ComponentName.INTERVENTION).measured == Share(
        Fraction(5_000), Fraction(5_000)
    )
