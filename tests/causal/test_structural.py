"""The structural judge on the guide's examples and on small graphs: levels, and why."""

from fractions import Fraction

import pytest

from measurand.studies.causal.graphs.nodes import NoTarget, Reading, label, link_text, listed, names
from measurand.studies.causal.identifiability import Roots
from measurand.studies.causal.judging import Decided, Judge, Kind, Question, Undecided, Verdict
from measurand.studies.causal.structural import Structural, Underivable
from measurand.values.reasoning import Known, Link, Problem, ReasoningGraph
from tests.causal.guide_examples import newton, opaque

DEFAULT = Structural()


def graph(*links: str, target: str = "t", given: str = "") -> Problem:
    """Write links as `ab>c`: a letter is a name."""
    there = ReasoningGraph(
        targets=tuple(target),
        knowns=tuple(Known(name=name) for name in given),
        links=tuple(
            Link(causes=tuple(link.split(">")[0]), effects=tuple(link.split(">")[1]))
            for link in links
        ),
    )
    return Problem(id="1", graph=there)


def asked(problem: Problem, kind: Kind, subject: str, judge: Judge = DEFAULT) -> Verdict:
    return judge(Question(problem=problem, kind=kind, subject=subject))


def decided(problem: Problem, kind: Kind, subject: str, judge: Judge = DEFAULT) -> Decided:
    verdict = asked(problem, kind, subject, judge)
    assert isinstance(verdict, Decided)
    return verdict


def said(problem: Problem, kind: Kind, subject: str, judge: Judge = DEFAULT) -> tuple[str, str]:
    verdict = decided(problem, kind, subject, judge)
    return verdict.level, verdict.because


@pytest.mark.parametrize("subject", ["F", "m"])
def test_both_nodes_of_the_guide_s_example_are_critical(subject: str) -> None:
    verdict = decided(newton(), Kind.INTERVENTION, subject)

    assert verdict == Decided(
        share=Fraction(1),
        layer="structural",
        level="critical",
        because=f"without {subject} nothing gives acceleration: F, m -> acceleration breaks",
        details=(
            ("breaks", "F, m -> acceleration"),
            ("path", f"{subject} -> acceleration"),
            ("do_cuts_links_from", ""),
            ("do_cuts_off", "0 of 2 nodes above the target"),
            ("lost_without", "1 of 2 nodes above the target"),
        ),
    )


@pytest.mark.parametrize("subject", ["F", "m"])
def test_both_knowns_of_the_guide_s_example_are_recoverable(subject: str) -> None:
    verdict = decided(newton(), Kind.ABDUCTION, subject)

    assert (verdict.share, verdict.level) == (Fraction(1), "recoverable")
    assert verdict.because == f"{subject} from (F, m -> acceleration)"


def test_structure_alone_does_not_see_that_a_function_is_opaque() -> None:
    assert decided(opaque(), Kind.ABDUCTION, "B").share == 1


def test_a_node_with_another_road_beside_it_is_meaningful() -> None:
    problem = graph("a>c", "b>c", "c>t")

    assert said(problem, Kind.INTERVENTION, "a") == (
        "meaningful",
        "t still follows without a: b -> c; c -> t",
    )
    assert decided(problem, Kind.INTERVENTION, "a").share == Fraction(1, 2)
    assert dict(decided(problem, Kind.INTERVENTION, "a").details)["other_road"] == "b -> c; c -> t"


def test_a_target_that_was_given_still_follows_without_anything() -> None:
    assert said(graph("a>t", given="t"), Kind.INTERVENTION, "a") == (
        "meaningful",
        "t still follows without a: it is given",
    )


def test_a_node_that_leads_nowhere_is_peripheral() -> None:
    assert said(graph("a>t", "a>x"), Kind.INTERVENTION, "x") == (
        "peripheral",
        "no chain of links leads from x to t",
    )
    assert decided(graph("a>t", "a>x"), Kind.INTERVENTION, "x").share == 0


def test_all_nodes_are_peripheral_where_no_link_makes_the_target() -> None:
    assert decided(graph("a>b"), Kind.INTERVENTION, "a").level == "peripheral"


def test_with_two_targets_losing_either_is_critical() -> None:
    problem = graph("a>s", "b>t", "c>t", target="st")

    assert said(problem, Kind.INTERVENTION, "a") == (
        "critical",
        "without a nothing gives s: a -> s breaks",
    )
    assert decided(problem, Kind.INTERVENTION, "b").level == "meaningful"


@pytest.mark.parametrize(
    ("option", "share"),
    [(Underivable.CRITICAL, Fraction(1)), (Underivable.MEANINGFUL, Fraction(1, 2))],
)
def test_a_target_that_never_follows_is_counted_as_told_and_said_so(
    option: Underivable, share: Fraction
) -> None:
    verdict = decided(
        graph("a>b", "b>a", "b>t"), Kind.INTERVENTION, "a", Structural(underivable=option)
    )

    assert verdict.share == share
    assert verdict.because == (
        f"t does not follow from what is given, even with a: counted as {option.value}"
    )


def test_a_target_that_never_follows_may_leave_it_undecided() -> None:
    judge = Structural(underivable=Underivable.UNDECIDED)

    assert asked(graph("a>a", "a>t"), Kind.INTERVENTION, "a", judge) == Undecided(
        reason="target does not follow",
        layer="structural",
        because="t does not follow from what is given, even with a",
    )
    assert decided(graph("a>a", "a>t", "t>x"), Kind.INTERVENTION, "x", judge).share == 0


def test_details_tell_what_do_cuts_and_what_is_lost() -> None:
    details = dict(decided(graph("xy>a", "ab>t", "y>b"), Kind.INTERVENTION, "a").details)

    assert details == {
        "breaks": "a, b -> t",
        "path": "a -> t",
        "do_cuts_links_from": "x, y",
        "do_cuts_off": "1 of 4 nodes above the target",
        "lost_without": "1 of 4 nodes above the target",
    }


def test_a_recovery_names_the_links_in_the_order_in_which_they_tell() -> None:
    problem = graph("ab>c", "cd>e", "ef>t", given="abdf")

    assert said(problem, Kind.ABDUCTION, "a") == (
        "recoverable",
        "e from (e, f -> t); c from (c, d -> e); a from (a, b -> c)",
    )
    assert decided(problem, Kind.ABDUCTION, "a").details == (("links", "3"),)


def test_links_that_tell_only_together_are_named_together() -> None:
    judge = Structural(roots=Roots.FREE)

    assert said(graph("ax>t", "ax>b", given="ab"), Kind.ABDUCTION, "a", judge) == (
        "recoverable",
        "a, x together from (a, x -> t), (a, x -> b)",
    )


def test_of_a_longer_recovery_the_first_steps_and_the_last_are_shown() -> None:
    problem = graph(*(f"{x}>{y}" for x, y in zip("abcdefg", "bcdefgt", strict=True)), given="a")

    assert said(problem, Kind.ABDUCTION, "a")[1] == (
        "g from (g -> t); f from (f -> g); e from (e -> f); and 3 more; a from (a -> b)"
    )


def test_of_a_recovery_by_many_links_only_the_last_is_shown() -> None:
    links = tuple(Link(causes=(f"x{i}",), effects=(f"x{i + 1}",)) for i in range(31))
    there = ReasoningGraph(targets=("x31",), knowns=(Known(name="x0"),), links=links)

    assert said(Problem(id="1", graph=there), Kind.ABDUCTION, "x0")[1] == (
        "x0 from (x0 -> x1), with 30 other links"
    )


def test_an_open_block_is_named_with_its_links() -> None:
    verdict = decided(graph("ax>t", given="a"), Kind.ABDUCTION, "a", Structural(roots=Roots.FREE))

    assert (verdict.share, verdict.level) == (Fraction(0), "not recoverable")
    assert verdict.because == "1 link for 2 unknown quantities (a, x): a, x -> t"
    assert verdict.details == (("open", "a, x"), ("links", "1"))


def test_a_known_that_no_link_speaks_of_is_not_recoverable() -> None:
    assert said(graph("F>t", given="Fc"), Kind.ABDUCTION, "c") == (
        "not recoverable",
        "no link speaks of c",
    )


def test_a_target_among_the_knowns_is_recoverable_as_it_is_given() -> None:
    assert said(graph("F>t", given="t"), Kind.ABDUCTION, "t") == (
        "recoverable",
        "t is a target: its value is given",
    )


@pytest.mark.parametrize(
    ("problem", "kind", "subject", "reason"),
    [
        (newton(), Kind.LOGIC, "", "no judge of texts"),
        (newton(), Kind.INTERVENTION, "v", "not a node"),
        (newton(), Kind.ABDUCTION, "acceleration", "not a known"),
        (graph("a>b", target=""), Kind.INTERVENTION, "a", "no target"),
        (graph("a>b", target="", given="a"), Kind.ABDUCTION, "a", "no target"),
    ],
)
def test_what_the_graph_cannot_say_is_undecided(
    problem: Problem, kind: Kind, subject: str, reason: str
) -> None:
    verdict = asked(problem, kind, subject)

    assert isinstance(verdict, Undecided)
    assert (verdict.reason, verdict.layer) == (reason, "structural")


def test_a_target_called_result_where_none_is_named() -> None:
    judge = Structural(reading=Reading(no_target=NoTarget.RESULT))

    problem = graph("a>result".replace("result", "r"), target="")
    assert decided(problem, Kind.INTERVENTION, "a", judge).level == "peripheral"
    named = Problem(id="1", graph=ReasoningGraph(links=(Link(causes=("a",), effects=("result",)),)))
    assert decided(named, Kind.INTERVENTION, "a", judge).level == "critical"


def test_a_target_asked_about_is_critical_itself() -> None:
    assert said(graph("a>t"), Kind.INTERVENTION, "t") == ("critical", "t is a target itself")


def test_the_signature_names_every_option() -> None:
    judge = Structural(
        reading=Reading(no_target=NoTarget.RESULT),
        roots=Roots.FREE,
        underivable=Underivable.UNDECIDED,
    )

    assert judge.signature == (
        "structural/1(blank=dropped,no_target=result,roots=free,underivable=undecided)"
    )


def test_long_names_and_lists_are_cut() -> None:
    assert label("x" * 41) == "x" * 39 + "…"
    assert label("a\nb") == "a\\nb"
    assert label("") == "''"
    assert listed(["a", "b"]) == "a, b"
    assert names("abcdefgh") == "a, b, c, d, e, f, and 2 more"
    assert link_text((frozenset("abcdef"), "t")) == "a, b, c, d, and 2 more -> t"


@pytest.mark.parametrize("kind", [Kind.INTERVENTION, Kind.ABDUCTION])
def test_without_a_causal_graph_nothing_is_decided(kind: Kind) -> None:
    bare = ReasoningGraph(targets=("t",), knowns=(Known(name="x"),))
    question = Question(problem=Problem(id="1", graph=bare), kind=kind, subject="x")

    verdict = Structural()(question)

    assert verdict == Undecided(reason="no causal graph", layer="structural")
