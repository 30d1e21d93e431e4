"""CoNLL columns in one file, read leniently."""

from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Bad, ReadOptions, Rest
from measurand.evidence.source import ConllColumns, Source
from measurand.values.items import Span
from tests.formats.reading import events, faults, samples

TABS = Source(path="a.tsv", format="conll")
TWO = b"EU\tNNP\tB-ORG\tB-ORG\nrejects\tVBZ\tO\tI-ORG\n\n\nGerman\tJJ\tB-MISC\tI-LOC\n"


def test_a_blank_line_ends_a_sample(tmp_path: Path) -> None:
    first, second = samples(events(tmp_path, TWO, TABS))

    assert (first.id, first.gold, first.predicted) == (
        "0",
        (Span(0, 1, "ORG"),),
        (Span(0, 2, "ORG"),),
    )
    assert (second.id, second.gold, second.predicted) == (
        "1",
        (Span(0, 1, "MISC"),),
        (Span(0, 1, "LOC"),),
    )


def test_documents_are_groups(tmp_path: Path) -> None:
    raw = b"-DOCSTART-\tX\tO\tO\n\n" + TWO + b"-DOCSTART-\n\na\tx\tO\tO\n"

    found = samples(events(tmp_path, raw, TABS))

    assert [sample.groups for sample in found] == [
        (("document", "1"),),
        (("document", "1"),),
        (("document", "2"),),
    ]


def test_columns_may_be_chosen(tmp_path: Path) -> None:
    columns = ConllColumns(gold=1, pred=2, separator="space")

    [found] = samples(events(tmp_path, b"EU  B-ORG O x\r\n", evolve(TABS, conll=columns)))

    assert (found.gold, found.predicted) == ((Span(0, 1, "ORG"),), ())


def test_comments_are_skipped_where_they_are_named(tmp_path: Path) -> None:
    raw = b"# id = 1\nEU\tB-ORG\tO\n# more\n#\tO\tB-ORG\n"
    named = evolve(TABS, conll=ConllColumns(comment="# "))

    [found] = samples(events(tmp_path, raw, named))

    assert (found.gold, found.predicted) == ((Span(0, 1, "ORG"),), (Span(1, 2, "ORG"),))
    assert samples(events(tmp_path, raw, TABS)) == []


def test_a_token_may_be_a_white_space_character(tmp_path: Path) -> None:
    [found] = samples(events(tmp_path, "a\u2028b\tO\tO\n\u00a0\tB-X\tO\n".encode(), TABS))

    assert found.gold == (Span(1, 2, "X"),)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (
            b"a\tb\tO\tc\n",
            (
                ":1: column -1: expected a tag of the scheme lenient: O, or B, E, I or S, "
                "a hyphen and a label, got 'c'"
            ),
        ),
        (
            b"a\tO\tO\nb\tO\n",
            (
                ":2: expected 3, as in the lines before, got 2 columns: "
                "columns are separated by one tab"
            ),
        ),
        (
            b"a O O\n",
            (
                ":1: expected a line with a column -2, got 1 column: "
                "columns are separated by one tab"
            ),
        ),
        (
            b"a\tO\tU-X\n",
            (
                ":1: column -1: expected a tag of the scheme lenient: O, or B, E, I or S, "
                "a hyphen and a label, got 'U-X': "
                "say --input pred_scheme=bilou if its column is written so"
            ),
        ),
        (
            b"a\tO\t\xff\n",
            ":1: expected UTF-8, got the byte 0xff at byte 5: save the file as UTF-8",
        ),
        (b"", ": expected samples, got a file without records"),
    ],
)
def test_a_line_says_what_is_wrong_with_it(tmp_path: Path, raw: bytes, text: str) -> None:
    assert faults(events(tmp_path, raw, TABS)) == [f"a.tsv{text}"]


def test_a_bad_sample_keeps_all_its_lines_and_the_next_is_read(tmp_path: Path) -> None:
    bad = b"a\tO\tO\nb\tX\tY\nc\tZ\tO\r\n \n"

    found = events(tmp_path, bad + TWO.replace(b"NNP\t", b"").replace(b"VBZ\t", b""), TABS)

    assert next(event.raw for event in found if isinstance(event, Bad)) == bad
    assert [len(event.faults) for event in found if isinstance(event, Bad)] == [2, 1]
    assert samples(found)[0].id == "1"


def test_a_sample_without_an_end_is_bounded(tmp_path: Path) -> None:
    long = b"a\tO\tO\n" * 100 + b"\n"

    found = events(tmp_path, long + b"b\tO\tO\n", TABS, ReadOptions(max_line_bytes=60))

    assert faults(found) == [
        "a.tsv:11: expected a sample of at most 60 bytes, got more: a blank line ends a sample"
    ]
    assert b"".join(event.raw for event in found if isinstance(event, Bad | Rest)) == long
    assert [sample.id for sample in samples(found)] == ["1"]
