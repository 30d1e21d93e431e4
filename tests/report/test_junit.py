"""JUnit XML: it parses whatever claims hold, and its counts are those of the claims."""

from xml.etree.ElementTree import fromstring

from measurand.edges.report.ci import junit
from tests.report.sample_outcomes import OUTCOMES


def test_claims_are_cases_of_their_file() -> None:
    top = fromstring(junit(OUTCOMES))

    assert top.attrib == {
        "name": "measurand",
        "tests": "3",
        "failures": "1",
        "skipped": "1",
        "errors": "0",
    }
    assert [suite.get("name") for suite in top] == ["c.toml", "paper, v2/c.toml", "c d.toml"]
    assert [case.get("line") for case in top.iter("testcase")] == ["9", "14", "3"]


def test_a_refuted_claim_failed_and_an_open_one_was_skipped() -> None:
    holds, refuted, hostile = fromstring(junit(OUTCOMES)).iter("testcase")

    assert list(holds) == []
    assert [(told.tag, told.get("message")) for told in refuted] == [
        ("failure", "1/quiet/F1: not reproduced")
    ]
    assert refuted[0].text is not None
    assert "printed: 63.3%\ncomputed: 51.43%" in refuted[0].text
    assert [told.tag for told in hostile] == ["skipped"]


def test_letters_that_xml_does_not_have_are_replaced() -> None:
    assert "\x00" not in junit(OUTCOMES)
    assert [case.get("name") for case in fromstring(junit(OUTCOMES)).iter("testcase")][2] == (
        "a::error::\r\nb<c>&\ufffd\u202e"
    )
