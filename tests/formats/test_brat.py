"""brat: annotations of texts in two folders, whose offsets are checked against the text."""

from hashlib import sha256
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Bad, Event, ReadOptions, read
from measurand.edges.files.formats.brat import gold_events, left_out, sniff
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part
from measurand.evidence.source import Source
from measurand.values.items import Slots, Span
from tests.formats.reading import faults, samples

EXAMPLES = Path(__file__).parents[2] / "docs/examples/formats/brat"
SOURCE = Source(path="gold", predictions="pred", format="brat")
RELATIONS = evolve(SOURCE, input=(("of", "relations"),))
PAIN = b"T1\tSymptom 5 9\tpain\n"
TEXT = b"back pain, arm pain\n"


def both(
    folder: Path, ann: bytes, text: bytes = TEXT, source: Source = SOURCE, pred: bytes = b""
) -> list[Event]:
    """Write a folder of gold and one of predictions with one document, and read them."""
    for name, raw in (("gold", ann), ("pred", pred)):
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "a.ann").write_bytes(raw)
    (folder / "gold" / "a.txt").write_bytes(text)
    return list(read(source, root=folder))


def reported(folder: Path, ann: bytes, text: bytes = TEXT, source: Source = SOURCE) -> str:
    """Read one document of gold that has one fault."""
    [found, *rest] = both(folder, ann, text, source)
    assert isinstance(found, Bad)
    assert len(rest) <= 1, "the rest is the prediction that has no gold"
    [fault] = found.faults
    return fault.text()


def read_apart(folder: str, name: str) -> list[tuple[str, str]]:
    """Read entities another way: labels, and the words that the text has there."""
    text = (EXAMPLES / "gold" / f"{name}.txt").read_text()
    lines = (EXAMPLES / folder / f"{name}.ann").read_text().splitlines()
    rows = [line.split("\t") for line in lines]
    places = [row[1].split() for row in rows if row[0].startswith("T")]
    return [(label, text[int(start) : int(end)]) for label, start, end in places]


def test_the_example_is_read_as_it_is_read_another_way() -> None:
    found = samples(read(SOURCE, root=EXAMPLES))

    assert [(one.id, one.groups) for one in found] == [
        ("ward-1", (("document", "ward-1"),)),
        ("ward-2", (("document", "ward-2"),)),
    ]
    for one in found:
        text = (EXAMPLES / "gold" / f"{one.id}.txt").read_text()
        for folder, items in (("gold", one.gold), ("pred", one.predicted or ())):
            spans = [item for item in items if isinstance(item, Span)]
            words = [(span.label, text[span.start : span.end]) for span in spans]
            assert words == read_apart(folder, one.id)


def test_relations_are_the_same_whatever_their_annotations_are_called() -> None:
    first, second = samples(read(RELATIONS, root=EXAMPLES))

    treats = Slots.of({"type": "Treats", "arg1": "Drug 42 53", "arg2": "Symptom 80 84"})
    assert first.gold == first.predicted == (treats,)
    assert second.gold == second.predicted == ()


def test_roles_name_the_slots_and_events_stand_for_their_triggers(tmp_path: Path) -> None:
    ann = PAIN + b"T2\tSymptom 15 19\tpain\nE1\tHurts:T2 Where:T1\nR1\tSame Later:E1 First:T1\n"

    [found] = samples(both(tmp_path, ann, source=RELATIONS))

    assert found.gold == (
        Slots.of({"type": "Same", "first": "Symptom 5 9", "later": "Symptom 15 19"}),
    )


def test_relations_of_pieces_need_no_decision(tmp_path: Path) -> None:
    ann = b"T1\tS 0 4;15 19\tback pain\nT2\tS 5 9\tpain\nR1\tSame Arg1:T1 Arg2:T2\n"

    [found] = samples(both(tmp_path, ann, source=RELATIONS))

    assert isinstance(found.gold[0], Slots)
    assert found.gold[0].get("arg1") == "S 0 4;15 19"


@pytest.mark.parametrize(
    ("said", "spans"),
    [("hull", (Span(0, 19, "S"),)), ("each", (Span(0, 4, "S"), Span(15, 19, "S")))],
)
def test_pieces_are_read_as_it_was_said(tmp_path: Path, said: str, spans: tuple[Span, ...]) -> None:
    source = evolve(SOURCE, input=(("pieces", said),))

    [found] = samples(both(tmp_path, b"T1\tS 0 4;15 19\tback pain\n", source=source))

    assert found.gold == spans


def test_pieces_of_which_nothing_was_said_are_refused_once(tmp_path: Path) -> None:
    found = both(tmp_path, PAIN + b"T2\tS 0 4;15 19\tback pain\n")

    assert faults(found) == [
        (
            "gold/a.ann:2: expected to be told how an annotation in several pieces is read: one "
            "span over all, or each piece, got T2 in 2 pieces: say --input pieces=hull|each, "
            'or input = { pieces = "..." } in a claims file'
        )
    ]
    assert [event.raw for event in found if isinstance(event, Bad)] == [b""]


@pytest.mark.parametrize(
    ("text", "start", "end", "hint"),
    [
        (
            b"one\r\ntwo\r\npain\r\n",
            8,
            12,
            "the offsets count CR LF as one character: save the text with LF alone",
        ),
        (
            b"\xef\xbb\xbfmy pain",
            3,
            7,
            "the offsets do not count the byte order mark: save the text without it",
        ),
        (
            b"\xef\xbb\xbfmy\r\npain",
            3,
            7,
            (
                "the offsets count CR LF as one character: save the text with LF alone, "
                "and without its byte order mark"
            ),
        ),
        (
            "\U0001f642 my pain".encode(),
            6,
            10,
            "the offsets count UTF-16 units, as JavaScript does: count characters",
        ),
        (
            "caf\u00e9 pain".encode(),
            6,
            10,
            "the offsets count bytes of UTF-8: count characters",
        ),
        (
            b"one\ntwo\npain",
            10,
            14,
            "the offsets count CR LF at the end of a line, where the text has LF alone",
        ),
        (b"my pain", 4, 8, "the offsets count a byte order mark that the text does not have"),
        (b"my pain, no more", 9, 13, "is this the text that was annotated?"),
    ],
)
def test_offsets_of_another_text_are_refused_with_a_guess(
    tmp_path: Path, text: bytes, start: int, end: int, hint: str
) -> None:
    found = reported(tmp_path, f"T1\tSymptom {start} {end}\tpain\n".encode(), text)

    assert found.startswith(f"gold/a.ann:1: expected 'pain' at {start} {end}, got ")
    assert found.endswith(f": {hint}")


@pytest.mark.parametrize(
    ("text", "start", "words"),
    [
        (b"one\r\ntwo\r\npain\r\n", 10, "pain"),
        (b"\xef\xbb\xbfmy pain", 4, "pain"),
        ("\U0001f642 my pain".encode(), 5, "pain"),
        (b"my\npain", 0, "my pain"),
        (b"my\r\npain", 0, "my  pain"),
    ],
)
def test_offsets_count_the_characters_of_the_text_as_it_stands(
    tmp_path: Path, text: bytes, start: int, words: str
) -> None:
    end = start + len(words)

    [found] = samples(both(tmp_path, f"T1\tS {start} {end}\t{words}\r\n".encode(), text))

    assert found.gold == (Span(start, end, "S"),)


@pytest.mark.parametrize(
    ("ann", "text"),
    [
        (
            PAIN + b"what?\n",
            "2: expected a line of brat: T, R, E, A, M, N, # or * before a tab, got 'what?'",
        ),
        (PAIN + PAIN, "2: expected every name once, got 'T1'"),
        (
            b"T1\tSymptom 5\tpain",
            "1: expected a label, a start and an end: {}, got 'Symptom 5'".format(
                "Symptom 14 18, or Symptom 14 18;23 27"
            ),
        ),
        (b"T1\tS 9 5\tpain", "1: expected a piece that ends after it starts, got '9 5'"),
        (
            b"T1\tS 0 4;3 9\tback pain",
            "1: expected pieces that share nothing, got '0 4;3 9'",
        ),
        (
            b"T1\tS 5 99\tpain",
            "1: expected 'pain' at 5 99, got a text of 20 characters: {}".format(
                "is this the text that was annotated?"
            ),
        ),
        (
            b"T1\tS 5 99",
            "1: expected offsets up to 20, got a text of 20 characters: {}".format(
                "is this the text that was annotated?"
            ),
        ),
        (
            b"E1\tHurts",
            "1: expected an event and its trigger: Treatment:T1 Drug:T2, got 'Hurts'",
        ),
        (
            b"R1\tSame Arg1:T1",
            "1: expected a relation of two: Treats Arg1:T1 Arg2:T2, got 'Same Arg1:T1'",
        ),
        (
            b"R1\tSame A:T1 a:T2",
            "1: expected two roles that differ, none of them type, got 'Same A:T1 a:T2'",
        ),
        (
            b"\nT1\tS 5 9\tp\xe9in",
            "2: expected UTF-8, got the byte 0xe9 at byte 11: save the file as UTF-8",
        ),
    ],
)
def test_a_line_that_cannot_be_read_says_why(tmp_path: Path, ann: bytes, text: str) -> None:
    assert reported(tmp_path, ann) == f"gold/a.ann:{text}"


def test_a_relation_of_what_is_not_there_is_a_fault(tmp_path: Path) -> None:
    assert reported(tmp_path, PAIN + b"R1\tSame Arg1:T1 Arg2:T7\n", source=RELATIONS) == (
        "gold/a.ann:2: expected an annotation as arg2 of Same, got 'T7', which is not there"
    )


def test_other_lines_are_passed_over_and_told_to_who_looks(tmp_path: Path) -> None:
    ann = (
        PAIN + b"A1\tNegated T1\nM1\tSure T1 high\nN1\tReference T1 W:1\tpain\n"
        b"#1\tAnnotatorNotes T1\tsure?\n*\tEquiv T1 T2\nR1\tSame Arg1:T1 Arg2:T1\nE1\tX:T1\n\n"
    )

    [found] = samples(both(tmp_path, ann))
    part = Part(source=SOURCE, root=tmp_path, name="gold", path=tmp_path / "gold")

    assert found.gold == (Span(5, 9, "Symptom"),)
    assert left_out(part) == (
        "relations are not scored: 1 of them",
        "events are not scored: 1 of them",
        "attributes are not scored: 2 of them",
        "references are not scored: 1 of them",
        "notes are not scored: 1 of them",
        "sets are not scored: 1 of them",
    )


def test_both_folders_have_the_same_documents(tmp_path: Path) -> None:
    both(tmp_path, PAIN)
    for name in ("gold/in/b", "gold/c", "pred/c", "pred/d"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.ann").write_bytes(b"")
        (tmp_path / f"{name}.txt").write_bytes(b"text")

    found = list(read(SOURCE, root=tmp_path))

    assert [one.id for one in samples(found)] == ["a", "c"]
    assert faults(found) == [
        "gold: id 'in/b': expected predictions for every id, got not in pred",
        "pred: id 'd': expected only ids of the gold file, got not in gold",
    ]


def test_two_files_go_together_whatever_their_names(tmp_path: Path) -> None:
    (tmp_path / "one.ann").write_bytes(PAIN)
    (tmp_path / "one.txt").write_bytes(TEXT)
    (tmp_path / "other.ann").write_bytes(b"T1\tSymptom 15 19\tpain\n")

    [found] = samples(read(evolve(SOURCE, path="one.ann", predictions="other.ann"), root=tmp_path))

    assert (found.id, found.gold, found.predicted) == (
        "one",
        (Span(5, 9, "Symptom"),),
        (Span(15, 19, "Symptom"),),
    )


def test_a_digest_is_that_of_a_file(tmp_path: Path) -> None:
    both(tmp_path, PAIN, pred=PAIN)
    files = evolve(SOURCE, path="gold/a.ann", predictions="pred/a.ann")
    digest = sha256(PAIN).hexdigest()

    good = evolve(files, sha256=digest, predictions_sha256=digest)
    wrong = evolve(files, predictions_sha256="0" * 64)
    folder = evolve(SOURCE, sha256=digest)

    assert faults(read(good, root=tmp_path)) == []
    assert faults(read(wrong, root=tmp_path))[0].startswith(
        f"pred/a.ann: expected sha256 {'0' * 64}"
    )
    assert faults(read(folder, root=tmp_path)) == [
        "gold: expected one of a file, got a digest of a folder"
    ]


def test_texts_are_the_same_on_both_sides(tmp_path: Path) -> None:
    both(tmp_path, PAIN)
    (tmp_path / "pred" / "a.txt").write_bytes(TEXT.replace(b"\n", b"\r\n"))

    found = list(read(SOURCE, root=tmp_path))

    assert faults(found)[0] == (
        "pred/a.ann: expected annotations of the same text, got another a.txt than that of gold"
    )


def test_texts_that_are_not_there_are_asked_for(tmp_path: Path) -> None:
    both(tmp_path, b"T1\tSymptom 500 509\tanything\n")
    (tmp_path / "gold" / "a.txt").unlink()

    refused = faults(read(SOURCE, root=tmp_path))
    [found] = samples(read(evolve(SOURCE, input=(("text", "absent"),)), root=tmp_path))

    assert refused[0] == (
        "pred/a.ann: expected the text beside it, a.txt, got none: say --input text=absent if "
        "texts may not be passed on: no offset is checked then"
    )
    assert found.gold == (Span(500, 509, "Symptom"),)


def test_a_text_without_annotations_is_a_fault(tmp_path: Path) -> None:
    both(tmp_path, PAIN)
    (tmp_path / "gold" / "b.txt").write_bytes(b"more")

    assert faults(read(SOURCE, root=tmp_path)) == [
        (
            "gold: expected annotations beside b.txt, got no b.ann: "
            "an empty file says that nothing is annotated"
        )
    ]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("nowhere", "nowhere: expected a folder of .ann and .txt files, got nothing of that name"),
        ("empty", "empty: expected files that end with .ann, got a folder without any"),
        (
            "a.doc",
            "a.doc: expected a folder, or a file .ann, got a file that does not end with .ann",
        ),
        ("-", "-: expected a folder of .ann and .txt files, got standard input"),
    ],
)
def test_what_is_no_folder_of_annotations_is_a_fault(tmp_path: Path, path: str, text: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "a.doc").write_bytes(b"")

    assert faults(read(evolve(SOURCE, path=path), root=tmp_path)) == [text]


def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    both(tmp_path, PAIN)
    (tmp_path / "secret.txt").write_bytes(b"secret")
    (tmp_path / "gold" / "b.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "gold" / "b.ann").write_bytes(b"T1\tX 0 1\ta\n")

    assert faults(read(SOURCE, root=tmp_path)) == [
        "gold/b.txt: expected a file in gold, got a link that leads out"
    ]


def test_a_file_that_is_too_long_is_one_fault(tmp_path: Path) -> None:
    both(tmp_path, PAIN)
    (tmp_path / "gold" / "a.txt").write_bytes(b" " * 200)

    found = list(read(SOURCE, root=tmp_path, options=ReadOptions(max_document_bytes=100)))

    assert faults(found)[0].startswith("pred/a.ann: expected a document of at most 100 bytes")


def test_gold_alone_is_refused_but_can_be_looked_at() -> None:
    alone = evolve(SOURCE, predictions="")
    part = Part(source=alone, root=EXAMPLES, name="gold", path=EXAMPLES / "gold")

    assert [len(one.gold) for one in samples(gold_events(part))] == [5, 0]
    assert all(one.predicted is None for one in samples(gold_events(part)))
    assert faults(read(alone, root=EXAMPLES)) == [
        (
            "gold: expected predictions beside gold, got gold alone: "
            'say --predictions FILE, or predictions = "FILE" in a claims file'
        )
    ]


def test_a_folder_of_annotations_is_known_by_its_files() -> None:
    assert sniff(Head(name="gold", entries=("a.txt", "b.json"))) is None
    guess = sniff(Head(name="gold", entries=("a.txt", "a.ann")))
    assert guess is not None
    assert guess.source == Source(path="gold", format="brat")
