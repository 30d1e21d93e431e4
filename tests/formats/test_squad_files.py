"""SQuAD: a data set and predictions by id, scored as the scripts of the data set score them."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Event, ReadOptions, read
from measurand.edges.files.formats.squad import sniff
from measurand.edges.files.samples.opening import Head
from measurand.evidence.source import Source
from measurand.metrics.compat.squad import as_squad
from measurand.values.score import Defined
from properties.oracles import squad as oracle
from tests.formats.reading import faults, samples

FOLDER = Path("docs/examples/formats/squad")
EXAMPLE = Source(path="kitchen.json", predictions="predictions.json", format="squad")
PLAIN = Source(path="a.json", predictions="b.json", format="squad")
ANSWER = {"text": "rye", "answer_start": 0}


def questions(*asked: object, version: str | None = "v2.0") -> bytes:
    """Write a data set of one paragraph."""
    article = {"title": "Hall", "paragraphs": [{"context": "", "qas": list(asked)}]}
    return json.dumps({"version": version, "data": [article]}).encode()


def ask(name: object, *answers: object) -> dict[str, object]:
    """Write a question."""
    return {"id": name, "question": "?", "answers": list(answers)}


def found_in(folder: Path, gold: bytes, second: object, source: Source = PLAIN) -> list[Event]:
    """Write two files and read them."""
    (folder / "a.json").write_bytes(gold)
    raw = second if isinstance(second, bytes) else json.dumps(second).encode()
    (folder / "b.json").write_bytes(raw)
    return list(read(source, root=folder))


def one(folder: Path, gold: bytes, second: object, source: Source = PLAIN) -> str:
    """Read two files that have one fault."""
    [fault] = faults(found_in(folder, gold, second, source))
    return fault


def told(source: Source, version: str) -> Source:
    """Say a version."""
    return evolve(source, input=(("version", version),))


@pytest.mark.parametrize("version", ["1.1", "2.0"])
@pytest.mark.parametrize("score", ["f1", "exact_match"])
def test_the_numbers_are_those_of_the_script_of_the_version(version: str, score: str) -> None:
    # The oracle reads the example by itself, and follows evaluate-v1.1.py and evaluate-v2.0.py.
    predictions = json.loads((FOLDER / "predictions.json").read_text())
    articles = json.loads((FOLDER / "kitchen.json").read_text())["data"]
    asked = [qa for one in articles for text in one["paragraphs"] for qa in text["qas"]]
    answers = {qa["id"]: [one["text"] for one in qa["answers"]] for qa in asked}
    if version == "1.1":
        answers = {name: texts for name, texts in answers.items() if texts}
    expected = dict(
        zip(("f1", "exact_match"), oracle.squad(predictions, answers, version=version), strict=True)
    )

    ours = as_squad(score, version)
    found = samples(read(told(EXAMPLE, version), root=FOLDER))

    assert ours.number(tuple(found)) == expected[score]
    assert isinstance(ours.score(tuple(found)), Defined)


def test_the_version_is_that_of_the_data_set_unless_it_is_said() -> None:
    own = list(read(EXAMPLE, root=FOLDER))

    assert own == list(read(told(EXAMPLE, "2.0"), root=FOLDER))
    assert own != list(read(told(EXAMPLE, "1.1"), root=FOLDER))


@pytest.mark.parametrize(("version", "got"), [(None, "nothing said"), ("3", "the version '3'")])
def test_a_data_set_that_names_no_version_is_refused(
    tmp_path: Path, version: str | None, got: str
) -> None:
    assert one(tmp_path, questions(version=version), {}) == (
        "a.json: expected to be told whose rules for empty answers and lost predictions, got "
        f'{got}: say --input version=1.1|2.0, or input = {{ version = "..." }} in a claims file'
    )


def test_a_question_without_a_prediction_is_wrong_or_left_out_by_version(tmp_path: Path) -> None:
    gold = questions(ask("q", ANSWER))

    [two] = samples(found_in(tmp_path, gold, {}))
    [first] = samples(found_in(tmp_path, gold, {}, told(PLAIN, "1.1")))

    assert (two.predicted, two.items("predicted_text")) == (None, None)
    assert two.reasons == (("predicted", "no prediction"), ("predicted_text", "no prediction"))
    assert (first.predicted, first.items("predicted_text"), first.reasons) == ((), (), ())


def test_the_article_and_whether_there_is_an_answer_are_groups(tmp_path: Path) -> None:
    gold = questions(ask("q", ANSWER), ask("r"))

    found = samples(found_in(tmp_path, gold, {"q": "Rye!", "r": ""}))

    assert [sample.group("answerable") for sample in found] == ["yes", "no"]
    assert [sample.group("title") for sample in found] == ["Hall", "Hall"]
    assert [sample.gold == sample.predicted for sample in found] == [True, True]


def test_a_prediction_for_no_question_is_a_fault(tmp_path: Path) -> None:
    assert one(tmp_path, questions(ask("q", ANSWER)), {"q": "rye", "z": "x"}) == (
        "b.json: expected only ids of a.json, got a prediction for 'z', which is not asked"
    )


def test_without_predictions_the_source_is_refused(tmp_path: Path) -> None:
    assert one(tmp_path, questions(), {}, evolve(PLAIN, predictions="")) == (
        "a.json: expected predictions beside gold, got gold alone: say --predictions FILE, or "
        'predictions = "FILE" in a claims file'
    )


FAULTS: Mapping[bytes, str] = {
    b"7": "a.json: expected to be told whose rules for empty answers and lost predictions",
    b'{"version": "1.1"}': "a.json: $.data: expected the list 'data' of SQuAD, got null",
    b'{"version": "1.1", "data": [{}]}': (
        "a.json: $.data[0].paragraphs: expected the list 'paragraphs' of SQuAD, got null"
    ),
    questions(7): "a.json: $.data[0].paragraphs[0].qas[0]: expected a question, got 7",
    questions({"id": "q"}): (
        "a.json: $.data[0].paragraphs[0].qas[0].answers: expected the list 'answers' of SQuAD, got "
        "null"
    ),
    questions(ask("q", {"text": 1})): (
        "a.json: $.data[0].paragraphs[0].qas[0].answers[0]: expected an answer with its text, got "
        "an object with 1 keys"
    ),
    questions(ask(1.5)): (
        "a.json: $.data[0].paragraphs[0].qas[0].id: expected an id: a string or an integer, got 1.5"
    ),
    questions(ask("q"), ask("q")): (
        "a.json: $.data[0].paragraphs[0].qas[1].id: expected ids that differ, got the id 'q' again"
    ),
    questions(ask("q"), version="1.1"): (
        "a.json: $.data[0].paragraphs[0].qas[0].answers: expected at least one answer to a question"
        " in 1.1, got none to 'q': questions without an answer are of version 2.0: say --input "
        "version=2.0"
    ),
}


@pytest.mark.parametrize("gold", FAULTS)
def test_faults_name_the_place_in_the_data_set(tmp_path: Path, gold: bytes) -> None:
    assert one(tmp_path, gold, {}).startswith(FAULTS[gold])


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (b"[]", "b.json: expected predictions: an object of texts by id, got a list of 0"),
        (b"{", "b.json: expected the rest of a JSON value, got an end after '{'"),
        (
            {"q": 4},
            (
                "a.json: $.data[0].paragraphs[0].qas[0].id: expected a text as the prediction "
                "for this id, got 4: leave the id out where there is no prediction"
            ),
        ),
    ],
)
def test_faults_of_predictions_name_their_file(
    tmp_path: Path, second: object, expected: str
) -> None:
    assert one(tmp_path, questions(ask("q", ANSWER)), second).replace("$: ", "") == expected


def test_comparing_is_bounded_by_counting(tmp_path: Path) -> None:
    many = questions(ask("q", *[ANSWER] * 1000))

    assert one(tmp_path, many, {"q": "x" * 20_000}) == (
        "a.json: $.data[0].paragraphs[0].qas[0].answers: expected at most 16777216 characters to "
        "compare, got 1000 answers beside a prediction of 20000 characters"
    )


def test_a_document_of_predictions_is_bounded(tmp_path: Path) -> None:
    found_in(tmp_path, questions(), {"q": "x" * 999})

    [fault] = faults(read(PLAIN, root=tmp_path, options=ReadOptions(max_document_bytes=500)))

    assert "500 bytes" in fault


def test_the_format_is_told_by_its_keys() -> None:
    document = json.loads(questions())

    guess = sniff(Head(name="a.json", document=document))

    assert guess is not None
    assert guess.source == Source(path="a.json", format="squad")
    assert sniff(Head(name="a.json", raw=questions(), more=True)) is not None
    assert sniff(Head(name="a.json", document={"data": []})) is None
