"""Annotations and the summary of a step, as GitHub reads them."""

from attrs import evolve

from measurand.edges.report.ci import MOST_ANNOTATIONS, MOST_ROWS, annotations, step_summary
from tests.report.sample_outcomes import HOLDS, HOSTILE, OUTCOMES, REFUTED


def test_a_refuted_claim_is_an_error_at_its_line_and_in_the_paper() -> None:
    message = "printed: 63.3%25%0Acomputed: 51.43%25%0Abecause: not reproduced%0Adefinition: f/1"
    title = "title=1/quiet/F1%3A not reproduced"

    assert annotations([HOLDS, REFUTED]).splitlines() == [
        f"::error file=paper%2C v2/c.toml,line=14,{title}::{message}",
        f"::error file=paper/main.tex,line=212,{title}::{message}",
    ]


def test_what_holds_is_not_annotated() -> None:
    assert annotations([HOLDS]) == ""


def test_texts_of_claims_start_no_command_of_their_own() -> None:
    (line,) = annotations([HOSTILE]).splitlines()
    place, message = line.removeprefix("::warning ").split("::")[:2]

    assert place == (
        "file=c d.toml,line=3,title=a%3A%3Aerror%3A%3A\\r\\nb<c>&\\x00\\u202e%3A undecided"
    )
    assert message == "because: 100%25 open\\n"
    assert line.endswith("::stop-commands::x")


def test_a_place_that_is_no_line_is_not_annotated() -> None:
    found = annotations([evolve(REFUTED, where="section 4")])

    assert len(found.splitlines()) == 1


def test_the_last_annotation_says_how_many_more_there_are() -> None:
    many = [evolve(REFUTED, where="")] * (MOST_ANNOTATIONS + 5)

    lines = annotations(many).splitlines()

    assert len(lines) == MOST_ANNOTATIONS
    assert lines[-1] == "::error title=measurand::6 more are in the summary of this step"


def test_exactly_as_many_as_are_shown_are_all_shown() -> None:
    lines = annotations([evolve(REFUTED, where="")] * MOST_ANNOTATIONS).splitlines()

    assert all("line=14" in line for line in lines)


def test_the_summary_counts_all_and_lists_what_does_not_hold() -> None:
    text = step_summary(OUTCOMES, title="A <b> check")

    assert text.startswith(
        "# A &lt;b&gt; check\n\n3 claims: 1 holds, 1 not reproduced, 1 undecided"
    )
    assert "| 1/quiet/F1 | not reproduced | 63.3% | 51.43% |" in text
    assert "1/quiet/P" not in text
    assert "b&lt;c&gt;&amp;" in text


def test_the_summary_of_many_claims_is_cut_and_says_so() -> None:
    text = step_summary([REFUTED] * (MOST_ROWS + 2), title="")

    assert text.startswith("# measurand\n")
    assert text.endswith("and 2 more\n")
