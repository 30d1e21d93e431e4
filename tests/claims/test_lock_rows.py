"""What a lock keeps of one sample: a short text that reads back, and nothing else does."""

from fractions import Fraction

import pytest

from measurand.auditing.lock.evidence import digest, pool_from_texts, read_row, row_text
from measurand.evidence.evidence import Amount, Evidence, Excluded, Joint, Observed
from measurand.evidence.observation import ColumnOf, Observation, Observing, Together
from measurand.values.tally import Tally

LABELS = {digest("PER"): "PER", digest("LOC"): "LOC"}


@pytest.mark.parametrize(
    "row",
    [
        Observed(()),
        Observed((("", Tally(1, 2, 2)),), Fraction(1, 2)),
        Observed((("", Tally(Fraction(3, 4), 2, 1)),), Fraction(0)),
        Observed((("LOC", Tally(0, 0, 1)), ("PER", Tally(2, 2, 2)))),
        Amount(Fraction(-1, 8)),
        Amount(Fraction(10**400), Fraction(1, 3)),
        Excluded("no answer; it says: x2 [1]"),
        Joint((Amount(Fraction(1)), Excluded('no "gold"'))),
    ],
)
def test_what_was_observed_reads_back(row: Evidence) -> None:
    assert read_row(row_text(row), LABELS) == row


def test_a_class_that_is_not_known_any_more_keeps_its_digest() -> None:
    row = Observed((("ORG", Tally(0, 1, 0)),))

    assert read_row(row_text(row), LABELS) == Observed(((digest("ORG"), Tally(0, 1, 0)),))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1,2",
        "1,2,2 ",
        "3,2,2",
        "-1,2,2",
        "1,2,2 x",
        "1,2,2 x-1",
        "1/0,2,2",
        "=",
        "=1e9",
        "=" + "9" * 4301,
        "#abc=1,2,2",
        "1,2,2 1,2,2",
        "[]",
        "[1]",
        '["[]"]',
        "[" * 100_000,
        '{"a": 1}',
        "\u0661,2,2",
    ],
)
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"got|classes are sorted|hits lie|>="):
        read_row(text, LABELS)


@pytest.mark.parametrize(
    ("how", "text"),
    [
        (Observation(), "=1"),
        (ColumnOf("cost"), "1,1,1"),
        (Observation(), '["1,1,1"]'),
        (Together((ColumnOf("a"), ColumnOf("b"))), '["=1"]'),
        (Together((ColumnOf("a"), ColumnOf("b"))), "!no answer"),
    ],
)
def test_evidence_of_another_kind_than_the_definition_observes_is_refused(
    how: Observing, text: str
) -> None:
    with pytest.raises(ValueError, match="what was observed of a sample"):
        pool_from_texts({((), text): 1}, (), how, lambda row: read_row(row, LABELS))
