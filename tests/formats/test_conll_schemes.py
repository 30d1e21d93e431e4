"""CoNLL columns: schemes of tags, and gold and predictions in two files."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from attrs import evolve
from seqeval.scheme import BILOU, IOB2, IOBES, IOE2, Entities

from measurand.edges.files import Bad, Event, ReadOptions, read
from measurand.edges.files.formats.conll import oddities, sniff
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part
from measurand.evidence.conll import columns_of, conll_of
from measurand.evidence.source import ConllColumns, Source
from measurand.values.items import Span
from tests.formats.reading import events, faults, samples

ONE = Source(path="a.tsv", format="conll")
TWO = Source(path="a.tsv", predictions="b.tsv", format="conll")
EXAMPLES = Path(__file__).parents[2] / "docs/examples/formats/conll"


def tagged(*tags: str) -> bytes:
    """Write tags of one sentence, which are gold and predicted at once."""
    return "".join(f"w\t{tag}\t{tag}\n" for tag in tags).encode()


def both(
    folder: Path, gold: bytes, pred: bytes, source: Source = TWO, most: int = 999
) -> list[Event]:
    """Write two files and read them."""
    (folder / "a.tsv").write_bytes(gold)
    (folder / "b.tsv").write_bytes(pred)
    return list(read(source, root=folder, options=ReadOptions(max_line_bytes=most)))


def told(*said: tuple[str, str]) -> Source:
    """Say something of two files."""
    return evolve(TWO, input=said)


# seqeval, test_v1.py and README: `I-NP I-NP O` is an entity by default and none under strict IOB2.
def test_what_a_strict_scheme_does_not_allow_is_in_no_span(tmp_path: Path) -> None:
    raw = tagged("I-NP", "I-NP", "O")

    [lenient] = samples(events(tmp_path, raw, ONE))
    [strict] = samples(events(tmp_path, raw, evolve(ONE, conll=ConllColumns(scheme="iob2"))))
    [first] = samples(events(tmp_path, raw, evolve(ONE, input=(("scheme", "iob1"),))))

    assert lenient.gold == first.gold == (Span(0, 2, "NP"),)
    assert strict.gold == ()


@pytest.mark.parametrize(
    ("scheme", "tags", "spans"),
    [
        ("lenient", ("B-A", "E-A", "S-A"), (Span(0, 2, "A"), Span(2, 3, "A"))),
        ("iobes", ("B-A", "I-A", "S-A"), (Span(2, 3, "A"),)),
        ("iobes", ("B-A", "E-A", "E-A"), (Span(0, 2, "A"),)),
        ("bilou", ("B-A", "L-A", "U-A"), (Span(0, 2, "A"), Span(2, 3, "A"))),
        ("ioe2", ("I-A", "E-A", "I-A"), (Span(0, 2, "A"),)),
        ("ioe1", ("I-A", "E-A", "I-A"), (Span(0, 2, "A"), Span(2, 3, "A"))),
        ("iob1", ("I-A", "B-A"), (Span(0, 1, "A"), Span(1, 2, "A"))),
        ("lenient", ("B", "I"), (Span(0, 2, ""),)),
        ("iob2", ("B", "I", "B-"), (Span(0, 2, ""), Span(2, 3, ""))),
    ],
)
def test_tags_are_read_by_the_scheme_that_was_said(
    tmp_path: Path, scheme: str, tags: Sequence[str], spans: tuple[Span, ...]
) -> None:
    [found] = samples(events(tmp_path, tagged(*tags), evolve(ONE, input=(("scheme", scheme),))))

    assert found.gold == found.predicted == spans


@pytest.mark.parametrize(
    ("scheme", "tag", "text"),
    [
        (
            "iob2",
            "E-A",
            "iob2: O, or B or I, a hyphen and a label, got 'E-A': {}".format(
                "say --input gold_scheme=lenient|ioe1|ioe2|iobes if its column is written so"
            ),
        ),
        (
            "bilou",
            "S-A",
            "bilou: O, or B, I, L or U, a hyphen and a label, got 'S-A': {}".format(
                "say --input gold_scheme=lenient|iobes if its column is written so"
            ),
        ),
        ("ioe1", "Other", "ioe1: O, or E or I, a hyphen and a label, got 'Other'"),
        ("lenient", "", "lenient: O, or B, E, I or S, a hyphen and a label, got ''"),
    ],
)
def test_a_prefix_that_the_scheme_lacks_is_a_fault_that_names_it(
    tmp_path: Path, scheme: str, tag: str, text: str
) -> None:
    found = events(tmp_path, tagged("O", tag), evolve(ONE, input=(("scheme", scheme),)))

    assert faults(found)[0] == f"a.tsv:2: column -2: expected a tag of the scheme {text}"


@pytest.mark.parametrize(
    ("name", "scheme"),
    [("iob2", IOB2), ("iobes", IOBES), ("ioe2", IOE2), ("bilou", BILOU)],
)
@pytest.mark.parametrize("seed", range(6))
def test_strict_schemes_agree_with_seqeval(
    tmp_path: Path, name: str, scheme: type[IOB2], seed: int
) -> None:
    prefixes = {"iob2": "BI", "iobes": "BIES", "ioe2": "IE", "bilou": "BILU"}[name]
    words = ["O", *(f"{prefix}-{label}" for prefix in prefixes for label in "AB")]
    line = [words[(seed * 7 + at * at * (seed + 3)) % len(words)] for at in range(24)]

    [found] = samples(events(tmp_path, tagged(*line), evolve(ONE, input=(("scheme", name),))))

    theirs = [one.to_tuple()[1:] for one in Entities([line], scheme).entities[0]]
    assert list(found.gold) == [Span(start, end, label) for label, start, end in theirs]


def test_sniffing_counts_what_is_odd() -> None:
    raw = tagged("B-A", "I-B", "I-B", "O") + b"\n" + tagged("I-A")
    said = {}
    for scheme in ("iob2", "lenient"):
        source = evolve(ONE, input=(("scheme", scheme),))
        part = Part(source=source, root=Path(), name="a.tsv", path=None)
        said[scheme] = oddities(BytesIO(raw), part)

    assert said["iob2"] == tuple(
        f"column {column}: 3 tags are in no span, for iob2 does not allow them there "
        "(first in line 2)"
        for column in (-2, -1)
    )
    assert said["lenient"][0] == (
        "column -2: 2 tags continue no span, so that one is opened there; "
        "strict schemes read this otherwise (first in line 2)"
    )


def test_two_files_are_joined_sentence_by_sentence() -> None:
    source = Source(
        path="gold.conll",
        predictions="pred.conll",
        format="conll",
        conll=ConllColumns(separator="space"),
    )

    found = samples(read(source, root=EXAMPLES))

    assert [(one.id, one.gold, one.predicted, one.groups) for one in found] == [
        (
            "0",
            (Span(0, 2, "PER"), Span(3, 4, "LOC")),
            (Span(0, 2, "PER"), Span(3, 4, "LOC")),
            (("document", "1"),),
        ),
        (
            "1",
            (Span(1, 4, "ORG"),),
            (Span(1, 2, "LOC"), Span(2, 4, "ORG")),
            (("document", "1"),),
        ),
        ("2", (), (Span(0, 1, "ORG"),), (("document", "2"),)),
    ]


@pytest.mark.parametrize(
    ("gold", "pred", "texts"),
    [
        (
            b"EU\tO\nsays\tO\n",
            b"\nEU\tO\nsaid\tO\n",
            ["a.tsv:2: expected the same token in both files, got 'says' here, 'said' at b.tsv:3"],
        ),
        (
            b"EU\tO\nsays\tO\n",
            b"EU\tO\n",
            [
                (
                    "a.tsv:2: expected the same token in both files, "
                    "got 'says' here, the end of the sentence at b.tsv:2"
                )
            ],
        ),
        (
            b"EU\tO\n",
            b"EU\tO\nsays\tO\n",
            [
                (
                    "a.tsv:2: expected the same token in both files, "
                    "got the end of the sentence here, 'says' at b.tsv:2"
                )
            ],
        ),
        (
            b"EU\tO\n\nb\tO\n",
            b"EU\tO\n",
            [
                (
                    "a.tsv:3: expected as many sentences in both files, "
                    "got sentence 2, which b.tsv does not have"
                )
            ],
        ),
        (
            b"EU\tO\n",
            b"EU\tO\n\nb\tO\n",
            [
                (
                    "b.tsv:3: expected as many sentences in both files, "
                    "got sentence 2, which a.tsv does not have"
                )
            ],
        ),
        (
            b"-DOCSTART-\n\nEU\tO\n",
            b"EU\tO\n",
            [
                (
                    "a.tsv:3: expected sentences of the same document in both files, "
                    "got document 1 here, 0 at b.tsv:1"
                )
            ],
        ),
        (
            b"EU\tX\n",
            b"EU\tO\tO\nb\n",
            [
                (
                    "a.tsv:1: column -1: expected a tag of the scheme lenient: "
                    "O, or B, E, I or S, a hyphen and a label, got 'X'"
                ),
                (
                    "b.tsv:2: expected 3, as in the lines before, got 1 column: "
                    "columns are separated by one tab"
                ),
            ],
        ),
    ],
)
def test_files_that_differ_are_refused_with_both_places(
    tmp_path: Path, gold: bytes, pred: bytes, texts: list[str]
) -> None:
    found = both(tmp_path, gold, pred)

    assert faults(found) == texts
    assert all(event.raw for event in found if isinstance(event, Bad))


def test_a_sentence_that_differs_leaves_the_others(tmp_path: Path) -> None:
    found = both(tmp_path, b"a\tO\n\nb\tO\n\nc\tB-X\n", b"a\tO\n\nB\tO\n\nc\tB-X\n")

    assert [one.id for one in samples(found)] == ["0", "2"]


def test_tokens_may_stand_in_another_column(tmp_path: Path) -> None:
    gold, pred = b"1\tEU\tB-ORG\tx\n", b"1\teu\tB-ORG\tx\n"
    ids = told(("gold", "2"), ("pred", "2"))

    assert len(samples(both(tmp_path, gold, pred, ids))) == 1
    assert faults(both(tmp_path, gold, pred, evolve(ids, input=(*ids.input, ("token", "1"))))) == [
        "a.tsv:1: expected the same token in both files, got 'EU' here, 'eu' at b.tsv:1"
    ]


def test_files_of_tags_alone_are_joined_by_counts_only_where_that_is_said(tmp_path: Path) -> None:
    gold, pred = b"B-X\nO\n", b"O\nO\n"

    refused = both(tmp_path, gold, pred)
    [found] = samples(both(tmp_path, gold, pred, told(("aligned", "counts"))))
    shorter = both(tmp_path, gold, b"O\n", told(("aligned", "counts")))

    assert faults(refused)[0] == (
        "a.tsv:1: expected a token in column 0, beside the tags, got tags there: "
        "say --input aligned=counts to match the lines of two files by their counts alone"
    )
    assert (found.gold, found.predicted) == ((Span(0, 1, "X"),), ())
    assert faults(shorter) == [
        "a.tsv:1: expected as many tags in both files, got 2 here, 1 at b.tsv:1"
    ]


def test_a_file_of_one_column_is_gold_and_predicted_where_both_are_said(tmp_path: Path) -> None:
    source = evolve(ONE, conll=ConllColumns(gold=0, pred=0))

    [found] = samples(events(tmp_path, b"B-X\n", source))

    assert found.gold == found.predicted == (Span(0, 1, "X"),)


def test_gold_of_two_files_is_the_last_column_unless_another_is_said(tmp_path: Path) -> None:
    gold, pred = b"a\tB-X\tO\n", b"a\tO\tB-Y\n"

    [last] = samples(both(tmp_path, gold, pred))
    [said] = samples(both(tmp_path, gold, pred, told(("gold", "-2"))))

    assert (last.gold, said.gold) == ((), (Span(0, 1, "X"),))
    assert last.predicted == said.predicted == (Span(0, 1, "Y"),)


def test_windows_files_and_comments_are_read_alike_in_both(tmp_path: Path) -> None:
    gold = b"\xef\xbb\xbf# id = 1\r\nEU\tB-X\r\n\r\n# id = 2\r\n\r\nb\tO\r\n"
    pred = b"EU\tB-X\n\nb\tO\n"

    found = samples(both(tmp_path, gold, pred, told(("comment", "# "))))

    assert [(one.id, one.gold) for one in found] == [("0", (Span(0, 1, "X"),)), ("1", ())]


def test_a_tab_is_one_column_and_blanks_are_a_run(tmp_path: Path) -> None:
    tabs = events(tmp_path, b"a\t\tO\tB-X\n", ONE)
    blanks = events(tmp_path, b"a   O  B-X\n", evolve(ONE, input=(("separator", "space"),)))

    assert samples(tabs)[0].predicted == samples(blanks)[0].predicted == (Span(0, 1, "X"),)


def test_a_sentence_of_the_first_file_that_is_too_long_is_one_fault(tmp_path: Path) -> None:
    found = both(tmp_path, b"a\tO\n" * 20 + b"\nb\tO\n", b"a\tO\n\nb\tO\n", most=40)

    assert faults(found) == [
        "a.tsv:11: expected a sample of at most 40 bytes, got more: a blank line ends a sample"
    ]
    assert [one.id for one in samples(found)] == ["1"]


def test_samples_of_several_files_have_the_name_of_theirs(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for name in ("a", "b"):
        (tmp_path / "runs" / name).write_bytes(tagged("O"))

    alone = samples(read(evolve(ONE, path="runs"), root=tmp_path))
    assert [one.id for one in alone] == ["runs/a:0", "runs/b:0"]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (("gold", "x"), "input.gold: {} from the end, got 'x'"),
        (("pred", "²"), "input.pred: {} from the end, got '²'"),
        (("token", "1.5"), "input.token: {} from the end, got '1.5'"),
    ],
)
def test_a_column_that_is_no_number_is_a_fault(
    tmp_path: Path, said: tuple[str, str], text: str
) -> None:
    number = "expected the number of a column, from 0 or negative"

    found = both(tmp_path, b"", b"", told(said))

    assert faults(found) == [f"a.tsv: {text.format(number)}"]
    assert [event.raw for event in found if isinstance(event, Bad)] == [b""]


def test_what_input_says_goes_before_what_conll_says() -> None:
    source = Source(
        path="a",
        format="conll",
        conll=ConllColumns(gold=1, pred=3, comment="#"),
        input=(("gold", "2"), ("separator", "space"), ("document", "%doc"), ("scheme", "bilou")),
    )

    assert columns_of(source) == ConllColumns(
        gold=2, pred=3, comment="#", separator="space", document="%doc", scheme="bilou"
    )
    with pytest.raises(ValueError, match="separator: tab or space: got 'comma'"):
        conll_of((("separator", "comma"),))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            (b"EU\tB-ORG", b"a\tU-X"),
            (
                "columns are separated by one tab",
                "the last column holds the tags",
                "predictions stand in a second file: say --predictions FILE",
                "tags have the prefixes B and U: read as bilou",
            ),
        ),
        (
            (b"-DOCSTART- X O O", b"", b"EU NNP I-ORG O\r"),
            (
                "columns are separated by one space",
                "the last column but one is gold, the last is predicted",
                "tags have the prefixes I: read leniently; say --input scheme=iob1 to be strict",
            ),
        ),
    ],
)
def test_the_first_lines_say_what_columns_there_are(
    lines: Sequence[bytes], said: tuple[str, ...]
) -> None:
    guess = sniff(Head(name="a", lines=lines))

    assert guess is not None
    assert guess.assumptions == said


def test_lines_that_are_no_tags_are_no_columns() -> None:
    assert sniff(Head(name="a", lines=(b'{"id": 1}', b"some words and more", b"\xff"))) is None


def test_each_column_has_a_scheme_of_its_own(tmp_path: Path) -> None:
    raw = b"a\tB-X\tB-X\nb\tI-X\tL-X\nc\tB-Y\tU-Y\n"
    said = (("gold_scheme", "iob2"), ("pred_scheme", "bilou"))

    [found] = samples(events(tmp_path, raw, evolve(ONE, input=said)))

    assert found.gold == found.predicted == (Span(0, 2, "X"), Span(2, 3, "Y"))


def test_columns_that_differ_are_told_apart() -> None:
    lines = (b"a\tB-X\tB-X", b"b\tI-X\tL-X", b"", b"c\tB-Y\tU-Y")

    guess = sniff(Head(name="a", lines=lines))

    assert guess is not None
    assert guess.source is not None
    assert guess.source.input == (("pred_scheme", "bilou"),)
    assert guess.assumptions[2:] == (
        "the columns are written by different schemes",
        (
            "tags of gold have the prefixes B and I: read leniently; "
            "say --input gold_scheme=iob2 to be strict"
        ),
        "predicted tags have the prefixes B, L and U: read as bilou",
    )


def test_no_scheme_is_advised_that_keeps_no_tag() -> None:
    guess = sniff(Head(name="a", lines=(b"a\tI-X\tL-X", b"b\tI-X\tI-X")))

    assert guess is not None
    assert guess.source is not None
    assert guess.source.input == ()
    assert guess.assumptions[-1] == "predicted tags have the prefixes I and L: read leniently"
