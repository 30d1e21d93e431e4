"""Hand-worked conflicts, and the tuples that represent a term; + and - are the polarities."""

from fractions import Fraction

import pytest

from measurand.edges.files.json.value import Json, Number
from tests.review.worked import record, says, value

TASTE = says("맛", "positive")
BAD = says("맛", "negative")
PRICE = says("값", "positive")
REP = "tuple_f1_s2_after_rep"
RAW = "polarity_conflict_rate_raw"


def grounded(term: str, polarity: str, grounding: str, sure: str, drop: str = "") -> Json:
    more: dict[str, Json] = {
        "grounding": grounding,
        "confidence": Number(sure),
        "drop_reason": drop,
    }
    return says(term, polarity, **more)


@pytest.mark.parametrize(("scope", "expected"), [("before", 1), ("after", 0)])
def test_a_conflict_before_and_after_representatives(scope: str, expected: int) -> None:
    """맛 is + and -; one of them represents it, and one alone cannot conflict."""
    row = record(
        final=[
            grounded("맛", "positive", "explicit", "0.9"),
            grounded("맛", "negative", "implicit", "0.1", "weak"),
        ]
    )

    assert value(RAW, row, conflict_scope=scope) == 1
    assert value("polarity_conflict_rate", row, conflict_scope=scope) == expected
    assert value("polarity_conflict_rate_after_rep", row, conflict_scope=scope) == expected


@pytest.mark.parametrize(("rule", "expected"), [("group", 1), ("skip", 0)])
def test_predictions_without_a_term_in_conflict(rule: str, expected: int) -> None:
    """Two final tuples are marked implicit, + and -: one group, or no group at all."""
    final = [
        says("", "positive", is_implicit=True),
        says("", "negative", is_implicit=True),
    ]
    row = record(final=final)

    assert value(RAW, row, conflict_empty_term=rule) == expected


def test_two_terms_do_not_conflict() -> None:
    """맛 is - and 값 is +: no conflict."""
    row = record(final=[BAD, PRICE])

    assert value(RAW, row) == 0


def test_a_conflict_is_seen_through_marks_and_case() -> None:
    """`Battery!` is + and `battery` is -: one term, two polarities."""
    row = record(final=[says("Battery!", "positive"), says("battery", "negative")])

    assert value(RAW, row) == 1


def test_conflicts_are_a_share_of_all_rows() -> None:
    """One row in conflict, three not, two of the four without gold: 1/4."""
    rows = (
        record(final=[TASTE, BAD]),
        record(final=[TASTE]),
        record(gold=[TASTE], final=[TASTE]),
        record(gold=[TASTE], final=[]),
    )

    assert value(RAW, *rows) == Fraction(1, 4)


@pytest.mark.parametrize(("rule", "expected"), [("invalid", 0), ("neutral", 1)])
def test_an_unknown_polarity_in_conflict(rule: str, expected: int) -> None:
    """맛 is + and `unknown`: that is no second polarity, or it is neutral."""
    row = record(final=[TASTE, says("맛", "unknown")])

    assert value(RAW, row, unknown_polarity=rule) == expected


def test_explicit_represents_before_implicit() -> None:
    """맛- is surer but implicit; 맛+ is explicit and represents 맛: right."""
    final = [
        grounded("맛", "negative", "implicit", "0.9"),
        grounded("맛", "positive", "explicit", "0.1"),
    ]

    assert value(REP, record(gold=[TASTE], final=final)) == 1


def test_the_surer_one_represents() -> None:
    """Both are explicit; 맛+ is surer (0.8 > 0.75): right."""
    final = [
        grounded("맛", "negative", "explicit", "0.75"),
        grounded("맛", "positive", "explicit", "0.8", "weak"),
    ]

    assert value(REP, record(gold=[TASTE], final=final)) == 1


def test_the_one_not_dropped_represents() -> None:
    """Both are explicit and as sure; 맛- has a reason to be dropped: 맛+ represents."""
    final = [
        grounded("맛", "negative", "explicit", "0.5", "weak"),
        grounded("맛", "positive", "explicit", "0.5"),
    ]

    assert value(REP, record(gold=[TASTE], final=final)) == 1


@pytest.mark.parametrize(("rule", "expected"), [("first", 1), ("error", None)])
def test_a_tie_with_the_right_one_first(rule: str, expected: int | None) -> None:
    """맛+ and 맛- have nothing between them: the first represents, or the row is left out."""
    row = record(gold=[TASTE], final=[TASTE, BAD])

    assert value(REP, row, representative_tie=rule) == expected


def test_a_tie_with_the_wrong_one_first() -> None:
    """As before in the other order: 맛- represents, and is wrong."""
    row = record(gold=[TASTE], final=[BAD, TASTE])

    assert value(REP, row, representative_tie="first") == 0


@pytest.mark.parametrize("rule", ["first", "error"])
def test_a_tie_of_equals_does_not_matter(rule: str) -> None:
    """맛+ twice: either represents, and the other no longer counts: P = R = 1."""
    row = record(gold=[TASTE], final=[TASTE, TASTE])

    assert value(REP, row, representative_tie=rule) == 1


@pytest.mark.parametrize(("source", "expected"), [("own", 1), ("final", 0)])
def test_representatives_from_another_list(source: str, expected: int) -> None:
    """The final tuple has a reference and no term; a final aspect is 값-, as gold is.

    Its own source passes over the tuple and takes the aspect: right. The source of F1 is the
    tuple, + without a term: wrong.
    """
    row = record(
        gold=[says("값", "negative")],
        final=[says("", "positive", aspect_ref="맛")],
        aspects=[says("값", "negative")],
    )

    assert value(REP, row, representative_source=source) == expected


@pytest.mark.parametrize(("source", "expected"), [("own", 1), ("final", 0)])
def test_a_representative_marked_implicit(source: str, expected: int) -> None:
    """The final tuple is 맛+, marked implicit: its own source keeps the words, F1 does not."""
    row = record(gold=[TASTE], final=[says("맛", "positive", is_implicit=True)])

    assert value(REP, row, representative_source=source) == expected


@pytest.mark.parametrize(("key", "expected"), [("term", 0), ("pred_key", 1)])
def test_representatives_by_term_or_as_predictions_are(key: str, expected: int) -> None:
    """Gold is 배터리+, the final tuple battery+ with the reference 배터리, matched by reference.

    Raw it is right. A representative matched by its term is wrong, by the same key right.
    """
    row = record(
        gold=[says("배터리", "positive")],
        final=[says("battery", "positive", aspect_ref="배터리")],
    )
    options = {"pred_key": "ref_or_term", "representative_key": key}

    assert value("tuple_f1_s2_raw", row, **options) == 1
    assert value(REP, row, **options) == expected
