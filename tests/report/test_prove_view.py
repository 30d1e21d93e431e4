"""What was proven is shown with its proofs: intervals, cases, certificates, a data set."""

import json
from fractions import Fraction

from attrs import evolve

from measurand.algebra.interval import Interval
from measurand.algebra.program import Bound, Leaf, Program, Split, Unknown
from measurand.auditing.proofs.finding import (
    Certified,
    Clash,
    Exhausted,
    Finding,
    Grounds,
    Question,
    Witness,
    questions,
)
from measurand.auditing.proofs.premises import Alternative, Cause, Premise, World
from measurand.auditing.proofs.prove import Proved
from measurand.auditing.proofs.sheet import Sheet
from measurand.edges.report import to_json
from measurand.edges.report.document import Grid, Prose, Section
from measurand.edges.report.prove_json import certificates_json, prove_json
from measurand.edges.report.prove_view import ProvedTable, headline, prove_document
from measurand.edges.report.prove_words import data_set, grounds_text, leaves
from measurand.values.sample import Sample
from measurand.values.tally import Tally
from measurand.values.verdict import Verdict

ONE = Fraction(1)
# 2x <= -1 of x >= 0 has no solution: the bound itself is the proof.
PROGRAM = Program((Unknown(name="x"),), (Bound(((0, Fraction(2)),), -ONE, "low"),))
PROOF = Leaf(((0, ONE),))
DATA = Witness(samples=(("ours", (Sample(id="1", counts=(("", Tally(Fraction(1, 3), 1, 2)),)),)),))


def finding(verdict: Verdict, *grounds: Grounds, question: str = "q", reading: str = "") -> Finding:
    return Finding(
        rule="rule",
        question=question,
        verdict=verdict,
        rows=("ours",),
        columns=("F1",),
        because=f"because {verdict.value}",
        reading=reading,
        assumes=("all is well",),
        grounds=grounds,
    )


def table(*findings: Finding) -> ProvedTable:
    sheet = Sheet(columns=(), rows=(), name="2", source="t.md:3")
    return ProvedTable(proved=Proved(sheet, questions(findings)), notes=(("row 'a'", "left out"),))


def grids(*findings: Finding) -> dict[str, Grid]:
    [section] = prove_document([table(*findings)])
    assert isinstance(section, Section)
    inner = section.blocks[0]
    assert isinstance(inner, Section)
    assert inner.title == "Table 2 (t.md:3)"
    return {block.title: block for block in inner.blocks if isinstance(block, Grid)}


def test_a_verdict_is_said_in_words_that_accuse_nobody() -> None:
    refuted, holds = finding(Verdict.REFUTED), finding(Verdict.HOLDS)

    assert list(headline(table(refuted))) == [
        "Verdict: not reproducible under what is assumed below.",
        "1 question: 1 not reproducible.",
    ]
    assert next(headline(table(holds))) == (
        "Verdict: possible. No contradiction was found in what was checked."
    )
    assert next(headline(table())) == "Verdict: undecided, as nothing could be asked of it."
    assert next(headline(table(finding(Verdict.UNDECIDED)))).startswith("Verdict: possible.")
    open_ = evolve(finding(Verdict.UNDECIDED), cause=Cause.SAMPLES)
    assert next(headline(table(open_))) == (
        "Verdict: undecided, as something could not be decided."
    )


def test_every_kind_of_proof_is_shown() -> None:
    clash = Clash("F1", Interval(ONE, ONE * 2), Interval(ONE * 3, ONE * 4))
    proofs = (clash, Exhausted("k = 1..2", 2), Certified((("case", PROGRAM, PROOF),)))

    found = grids(finding(Verdict.REFUTED, *proofs))

    assert found["Not reproducible"].rows == (
        (
            "q",
            "rule",
            "because refuted",
            (
                "F1: printed [1, 2], allowed [3, 4], disjoint; 2 cases tried: k = 1..2; "
                "1 program without a solution, certificates of 1 leaf, verified"
            ),
        ),
    )
    assert found["What is assumed"].rows == (("rule", "all is well"),)
    assert found["Guessed, or not understood"].rows == (("row 'a'", "left out"),)


def test_a_proof_that_does_not_hold_is_told() -> None:
    meets = Clash("F1", Interval(ONE, ONE * 3), Interval(ONE * 3, ONE * 4))

    assert grounds_text(meets).endswith("NOT DISJOINT")
    assert grounds_text(Certified((("case", PROGRAM, Leaf(())),))) == (
        "1 program without a solution, certificates of 1 leaf, NOT VERIFIED: case"
    )


def test_leaves_are_counted_without_recursion() -> None:
    proof: Leaf | Split = PROOF
    for _ in range(5000):
        proof = Split(((0, ONE),), 0, PROOF, proof)

    assert leaves(proof) == 5001


def test_readings_that_are_not_all_possible_are_listed() -> None:
    one, two = finding(Verdict.HOLDS, reading="a=1,b=2"), finding(Verdict.REFUTED, reading="a=2")

    assert "Readings" not in grids(one, finding(Verdict.HOLDS, reading="a=2"))
    assert grids(one, two)["Readings"].rows == (
        ("q", "a=1, b=2", "possible", "because holds"),
        ("", "a=2", "not reproducible", "because refuted"),
    )


def test_of_many_readings_all_possible_ones_are_shown_and_the_rest_counted() -> None:
    many = [finding(Verdict.REFUTED, reading=f"a={at}") for at in range(30)]

    found = grids(*many, finding(Verdict.HOLDS, reading="b"))["Readings of q"]

    assert found.rows[0][:2] == ("b", "possible")
    assert found.rows[1:] == (
        ("a=0; a=1; a=2; 27 more", "not reproducible", "because refuted", ""),
    )
    assert found.notes == ("31 readings: 1 possible, 0 open, 30 not reproducible",)


def test_readings_of_a_refuted_question_have_their_proofs_as_far_as_there_is_room() -> None:
    many = [
        finding(Verdict.REFUTED, Exhausted(f"k = {at}", 1), reading=f"a={at}") for at in range(30)
    ]

    found = grids(*many)["Readings of q"]

    assert [row[3] for row in found.rows] == [f"1 case tried: k = {at}" for at in range(12)]
    assert found.notes == (
        (
            "30 readings: 0 possible, 0 open, 30 not reproducible; some are not shown: "
            "--format json has all"
        ),
    )


def test_an_odd_question_says_what_else_it_may_be_and_what_would_decide_it() -> None:
    other = Alternative(name="N is something else", usual=False)
    premise = Premise(
        id="role",
        alternatives=(Alternative(name="samples"), other),
        settle="--column N=samples",
        because="a head",
    )
    asked = Question(
        "q: a / F1",
        (finding(Verdict.REFUTED),),
        freed=(World(((premise, other),), ()),),
        settle=(premise.settle,),
        repairs=("86.2 in place of 68.2 (a / R)",),
    )
    shown = ProvedTable(proved=Proved(Sheet(columns=(), rows=()), (asked,), (premise,)))

    said = list(headline(shown))

    assert said[0] == "Verdict: odd. It is possible, but in an unusual way, or unlike its siblings."
    assert said[2:] == [
        (
            "Odd: a / F1: because refuted; possible only if N is something else; 86.2 in place "
            "of 68.2 (a / R) would fit."
        ),
        "What would settle most: --column N=samples (or what is true instead).",
    ]
    [section] = prove_document([shown])
    assert isinstance(section, Section)
    assert isinstance(section.blocks[0], Section)
    found = {one.title: one for one in section.blocks[0].blocks if isinstance(one, Grid)}
    assert found["Odd"].rows[0][-1] == "--column N=samples"
    assert found["Premises"].rows == (
        ("role", "samples", "N is something else (unusual)", "guessed", "--column N=samples"),
    )
    assert found["Odd"].columns[-1] == "what would settle it"


def test_an_undecided_question_names_its_one_cause() -> None:
    open_ = evolve(finding(Verdict.UNDECIDED), cause=Cause.BUDGET)

    assert grids(open_)["Undecided"] == Grid(
        "Undecided",
        ("question", "rule", "cause", "why"),
        (("q", "rule", "beyond the budget", "because undecided"),),
    )


def test_what_a_newcomer_needs_first_comes_first() -> None:
    one, two = finding(Verdict.REFUTED), finding(Verdict.UNDECIDED, question="r")
    two = evolve(two, cause=Cause.PROOF)
    held = finding(Verdict.HOLDS, DATA, question="s", reading="a=1")

    assert list(grids(one, two, held)) == [
        "Not reproducible",
        "Undecided",
        "A data set that prints the table",
        "Possible",
        "Guessed, or not understood",
        "What is assumed",
    ]


def test_the_data_set_is_shown_as_made_up() -> None:
    found = grids(finding(Verdict.HOLDS, DATA, reading="a=1"))["A data set that prints the table"]

    assert found.rows == (("ours", "1", "0.333333", "1", "2"),)
    assert found.notes == (
        "scored under a=1 it prints every cell; it is made up, not the real data",
    )
    assert data_set([finding(Verdict.HOLDS, DATA, reading="a=1")]) == ("a=1", DATA.samples)


def test_the_limit_is_said_at_the_end() -> None:
    [section] = prove_document([table()], brief="Left out: 3.")
    assert isinstance(section, Section)

    assert section.blocks[-2:] == (
        Prose(("Rows that are consistent but false cannot be seen from a table.",), aside=True),
        Prose(("Left out: 3.",)),
    )


def test_json_has_every_finding_with_its_grounds() -> None:
    clash = Clash("F1", Interval(ONE, ONE * 2), Interval(ONE * 3, ONE * 4))
    findings = (finding(Verdict.REFUTED, clash), finding(Verdict.HOLDS, DATA))

    tree = prove_json([table(*findings)], command="prove", title="t", code=0)

    [one] = tree["tables"] if isinstance(tree["tables"], list) else []
    [question] = one["questions"]
    assert (one["verdict"], question["verdict"]) == ("possible", "possible")
    assert [part["grounds"] for part in question["findings"]] == [
        [{"clash": "F1", "printed": ["1", "2"], "allowed": ["3", "4"]}],
        [
            {
                "witness": {},
                "samples": {"ours": [{"id": "1", "hits": "1/3", "predicted": "1", "gold": "2"}]},
            }
        ],
    ]


def test_certificates_are_written_so_that_others_can_check_them() -> None:
    split = Split(((0, ONE),), 0, PROOF, Leaf(((0, ONE), (1, Fraction(1, 2)))))

    tree = certificates_json([table(finding(Verdict.REFUTED, Certified((("c", PROGRAM, split),))))])

    [one] = json.loads(to_json(tree))["certificates"]
    assert (one["table"], one["question"], one["cells"]) == ("2", "q", [])
    [case] = one["cases"]
    assert case["unknowns"] == [
        {"name": "x", "cell": None, "low": "0", "high": None, "whole": True}
    ]
    assert case["bounds"] == [{"name": "low", "form": [[0, "2"]], "most": "-1"}]
    assert case["proof"] == [
        {"split": [[0, "1"]], "at": 0},
        {"leaf": [[0, "1"]]},
        {"leaf": [[0, "1"], [1, "1/2"]]},
    ]
