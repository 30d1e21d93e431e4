"""Logs of inspect_ai: status and epochs first, scores that are words, errors that are no zeros."""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Filtered, read
from measurand.evidence.source import Fields
from measurand.values.sample import Sample
from tests.formats.archives import EXAMPLE, eval_file
from tests.formats.inspect_logs import PLAIN, SCORED, entry, fault, log, only, said
from tests.formats.reading import events, samples


def test_the_example_gives_the_accuracy_that_its_header_reports() -> None:
    choices = {"epoch": "all", "answer": "scorer"}
    source = said(evolve(SCORED, path=str(EXAMPLE)), **choices)
    own = json.loads(EXAMPLE.read_text())["results"]

    found = samples(read(source, root=Path()))
    scored = [value for sample in found if (value := sample.amount("match")) is not None]

    assert [sample.id for sample in found][:4] == ["soup/1", "fish/1", "tart/1", "soup/2"]
    assert (len(found), len(scored)) == (own["total_samples"], own["completed_samples"])
    accuracy = own["scores"][0]["metrics"]["accuracy"]["value"]
    assert float(sum(scored, Fraction(0)) / len(scored)) == accuracy


def test_the_archive_and_the_document_give_the_same_samples(tmp_path: Path) -> None:
    source = said(evolve(SCORED, path="a.eval"), epoch="all", answer="completion")
    alike = evolve(source, path="b.json")

    packed = samples(events(tmp_path, eval_file(), source))
    plain = samples(events(tmp_path, EXAMPLE.read_bytes(), alike))

    assert sorted(packed, key=lambda one: one.id) == sorted(plain, key=lambda one: one.id)
    assert [sample.id for sample in packed] == sorted(sample.id for sample in plain)


def test_several_epochs_are_refused_and_the_flag_is_named(tmp_path: Path) -> None:
    assert fault(tmp_path, log(entry(), entry(epoch=2))) == (
        "a.json: expected to be told which epoch is read, got 2: '1', '2': "
        'say --input epoch=..., or input = { epoch = "..." } in a claims file'
    )


def test_one_epoch_may_be_read_and_the_others_are_dropped(tmp_path: Path) -> None:
    raw = log(entry(), entry(epoch=2, target="no"))

    found = events(tmp_path, raw, said(epoch="2"))

    assert [type(event) for event in found] == [Filtered, Sample]
    assert samples(found)[0].id == "a"


def test_all_epochs_may_be_read_joined_with_the_id_and_as_a_group(tmp_path: Path) -> None:
    found = samples(events(tmp_path, log(entry(), entry(epoch=2)), said(epoch="all")))

    assert [(one.id, one.group("epoch")) for one in found] == [("a/1", "1"), ("a/2", "2")]


@pytest.mark.parametrize(
    ("epoch", "expected"),
    [
        ("3", "a.json: expected which epoch is read: one of '1', '2', got '3'"),
        ("last", "a.json: expected epoch=NUMBER or epoch=all, got epoch=last"),
    ],
)
def test_an_epoch_that_is_not_there_is_refused(tmp_path: Path, epoch: str, expected: str) -> None:
    raw = log(entry(), entry(epoch=2))

    assert fault(tmp_path, raw, said(epoch=epoch)).startswith(expected)


@pytest.mark.parametrize("status", ["error", "started", "cancelled"])
def test_the_log_of_a_run_that_did_not_succeed_is_refused(tmp_path: Path, status: str) -> None:
    raw = log(entry(), status=status)

    assert fault(tmp_path, raw) == (
        "a.json: expected to be told whether a log of a run that did not succeed is read, got the "
        f"status '{status}': say --input unfinished=refuse|read, "
        'or input = { unfinished = "..." } in a claims file'
    )
    assert only(tmp_path, raw, said(unfinished="read")).id == "a"


VALUES: Mapping[str, object] = {
    "C": Fraction(1),
    "I": Fraction(0),
    "true": Fraction(1),
    "0.25": Fraction(1, 4),
    "NaN": None,
}


@pytest.mark.parametrize("value", VALUES)
def test_scores_that_are_clear_are_numbers(tmp_path: Path, value: str) -> None:
    written = value if value in {"C", "I"} else json.loads(value)
    raw = log(entry(scores={"match": {"value": written}}))

    assert only(tmp_path, raw, SCORED).amount("match") == VALUES[value]


def test_what_was_not_scored_says_so_and_is_never_zero(tmp_path: Path) -> None:
    found = only(tmp_path, log(entry(scores={"match": {"value": float("nan")}})), SCORED)

    assert (found.amount("match"), found.reason("match")) == (None, "not scored")
    assert only(tmp_path, log(entry(scores=None)), SCORED).reason("match") == "not scored"


@pytest.mark.parametrize(
    ("word", "choice", "about"),
    [
        ("P", "partial", "what the score P (partial) is: a number, or none"),
        ("N", "noanswer", "what the score N (no answer) is: a number, or none"),
    ],
)
def test_p_and_n_are_refused_until_somebody_says_what_they_count(
    tmp_path: Path, word: str, choice: str, about: str
) -> None:
    # inspect_ai itself takes P as 0.5 and N as 0, unless a task says otherwise.
    raw = log(entry(scores={"match": {"value": word, "answer": "yes"}}))

    assert fault(tmp_path, raw, SCORED) == (
        f"a.json: expected to be told {about}, got '{word}' at $.numbers.match: say "
        f'--input {choice}=..., or input = {{ {choice} = "..." }} in a claims file'
    )
    assert only(tmp_path, raw, PLAIN).id == "a"
    assert only(tmp_path, raw, said(SCORED, **{choice: "0.5"})).amount("match") == Fraction(1, 2)
    lost = only(tmp_path, raw, said(SCORED, **{choice: "none"}))
    assert (lost.amount("match"), lost.reason("match")) == (None, "not scored")
    assert fault(tmp_path, raw, said(SCORED, **{choice: "half"})) == (
        f"a.json: expected {choice}=NUMBER or none, got {choice}=half"
    )


def test_scores_of_several_parts_are_reached_by_their_names(tmp_path: Path) -> None:
    parts = {"value": {"tone": "C", "length": 3}}
    fields = Fields(amounts=(("first", "numbers.two[0]"), ("tone", "numbers.parts.tone")))
    raw = log(entry(scores={"parts": parts, "two": {"value": [0.5, 1]}}))

    found = only(tmp_path, raw, evolve(PLAIN, fields=fields))

    assert found.amounts == (("first", Fraction(1, 2)), ("tone", Fraction(1)))


def test_another_word_is_no_number(tmp_path: Path) -> None:
    raw = log(entry(scores={"match": {"value": "yes"}}))

    assert fault(tmp_path, raw, SCORED) == (
        "a.json: $.samples[0].numbers.match: expected a number, got 'yes': say what it stands for: "
        "--word yes=NUMBER (or none), or words in the fields of a claims file"
    )


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"error": {"message": "out of\nmemory", "traceback": ""}}, "error: out of"),
        ({"invalidation": {"author": "x"}}, "invalidated"),
    ],
)
def test_a_sample_that_failed_has_no_answer_and_no_number(
    tmp_path: Path, more: Mapping[str, object], why: str
) -> None:
    found = only(tmp_path, log(entry(**more)), SCORED)

    assert (found.predicted, found.amounts) == (None, ())
    assert found.reasons == (("match", why), ("predicted", why))
