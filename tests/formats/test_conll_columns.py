"""Two columns of tags that are not gold and predictions of one thing: no number is made of them."""

from pathlib import Path

from measurand.edges.files import Bad, read
from measurand.evidence.source import Source
from measurand.values.sample import Sample

# The four columns of CoNLL-2003: token, part of speech, chunk, name; there are no predictions.
SENTENCE = "EU NNP B-NP B-ORG\nrejects VBZ B-VP O\nPeter NNP B-NP B-PER\n\n"
SPACED = (("separator", "space"),)


def faults(folder: Path, text: str, said: tuple[tuple[str, str], ...] = SPACED) -> list[str]:
    (folder / "a.conll").write_text(text)
    source = Source(path="a.conll", format="conll", input=said)
    events = list(read(source, root=folder))
    return [fault.text() for one in events if isinstance(one, Bad) for fault in one.faults]


def test_chunks_and_names_are_no_gold_and_predictions(tmp_path: Path) -> None:
    [told] = faults(tmp_path, SENTENCE * 8)

    assert told.startswith("a.conll: expected to be told which column holds gold, ")
    assert "got a column of 'NP', 'VP' and one of 'ORG', 'PER': say --input gold=..." in told


def test_what_was_said_is_done(tmp_path: Path) -> None:
    assert faults(tmp_path, SENTENCE * 8, (*SPACED, ("gold", "2"), ("pred", "3"))) == []


def test_a_few_wrong_labels_are_mistakes(tmp_path: Path) -> None:
    assert faults(tmp_path, SENTENCE) == []
    assert faults(tmp_path, SENTENCE * 8 + "a NN B-PER B-PER\n") == []


def test_one_label_against_another_is_a_bad_system(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text("a\tB-PER\tB-LOC\n\n" * 30)

    events = list(read(Source(path="a.conll", format="conll"), root=tmp_path))

    assert all(isinstance(event, Sample) for event in events)
