"""Logs of inspect_ai: whose answer counts, what targets are, attachments, and what is wrong."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Bad, Event
from measurand.edges.files.formats import inspect_samples as inspect_sample
from measurand.edges.files.formats.inspect_log import sniff
from measurand.edges.files.samples.opening import Head
from measurand.evidence.source import Fields, Source
from tests.formats.archives import EXAMPLE
from tests.formats.inspect_logs import MATCH, PLAIN, entry, fault, log, only, said
from tests.formats.reading import events, faults


def test_a_completion_that_differs_from_the_answer_of_a_scorer_is_refused(tmp_path: Path) -> None:
    raw = log(entry(scores={"match": {"value": "C", "answer": "y"}}))

    assert fault(tmp_path, raw) == (
        "a.json: expected to be told what was predicted: the completion, or the answer that a "
        "scorer took from it, got the completion 'yes' and the answer 'y': say "
        '--input answer=completion|scorer, or input = { answer = "..." } in a claims file'
    )
    assert only(tmp_path, raw, said(answer="completion")).predicted == ("yes",)
    assert only(tmp_path, raw, said(answer="scorer")).predicted == ("y",)


def test_of_several_scorers_the_one_whose_answer_counts_is_named(tmp_path: Path) -> None:
    scores = {"match": {"value": "C", "answer": "y"}, "judge": {"value": "I"}}
    raw, source = log(entry(scores=scores)), said(answer="scorer")

    assert fault(tmp_path, raw, source).startswith(
        "a.json: expected to be told whose answer is read, got 2: 'match', 'judge': "
    )
    assert only(tmp_path, raw, said(source, scorer="match")).predicted == ("y",)
    lost = only(tmp_path, raw, said(source, scorer="judge"))
    assert (lost.predicted, lost.reason("predicted")) == (None, "no answer")


OUTPUTS: Mapping[str, str | None] = {
    '{"choices": [{"message": {"content": "b"}}]}': "b",
    '{"choices": [{"message": {"content": [{"type": "reasoning", "reasoning": "x"},'
    ' {"type": "text", "text": "b"}, {"type": "text", "text": "c"}]}}], "completion": ""}': "bc",
    '{"model": "m", "choices": []}': None,
    "null": None,
}


@pytest.mark.parametrize("output", OUTPUTS)
def test_the_completion_is_that_of_the_first_choice(tmp_path: Path, output: str) -> None:
    raw = log(entry(output=json.loads(output), scores={}))
    wanted = OUTPUTS[output]

    assert only(tmp_path, raw).predicted == (None if wanted is None else (wanted,))


def test_several_targets_are_refused_until_it_is_said_what_they_are(tmp_path: Path) -> None:
    raw = log(entry(target=["no", "yes"]))

    assert fault(tmp_path, raw) == (
        "a.json: expected to be told what several targets are: all of them gold, or any of them "
        "right, got 2: 'no', 'yes': say --input targets=all|any, "
        'or input = { targets = "..." } in a claims file'
    )
    assert only(tmp_path, raw, said(targets="all")).gold == ("no", "yes")
    assert only(tmp_path, raw, said(targets="any")).gold == ("yes",)
    assert only(tmp_path, log(entry(target=["no", "so"])), said(targets="any")).gold == ("no",)
    assert only(tmp_path, log(entry(target=["no"]))).gold == ("no",)


def test_attachments_are_put_where_they_are_referred_to(tmp_path: Path) -> None:
    pool = {"1f": "yes", "2e": "a long question"}
    more = {"target": "attachment://1f", "metadata": {"deep": ["tc://2e"]}, "attachments": pool}
    fields = Fields(groups=(("asked", "metadata.deep[0]"),))

    found = only(tmp_path, log(entry(**more)), evolve(PLAIN, fields=fields))

    assert (found.gold, found.group("asked")) == (("yes",), "a long question")


def test_an_attachment_that_is_not_there_is_a_fault_where_it_is_used(tmp_path: Path) -> None:
    raw = log(entry(target="attachment://1f", input="attachment://2e"))

    assert fault(tmp_path, raw) == (
        "a.json: $.samples[0].target: expected the text of an attachment, got 'attachment://1f'"
    )
    assert only(tmp_path, raw, evolve(PLAIN, items="none")).id == "a"
    groups = evolve(PLAIN, items="none", fields=Fields(groups=(("asked", "input"),)))
    assert "expected the text of an attachment, got 'attachment://2e'" in fault(
        tmp_path, raw, groups
    )


def test_attachments_are_bounded_by_counting_them_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspect_sample, "MOST_ATTACHED", 8)
    twice = ["attachment://1f"] * 2

    assert fault(tmp_path, log(entry(metadata={"of": twice}, attachments={"1f": "12345"}))) == (
        "a.json: $.samples[0].attachments: expected shorter attachments, got more than 8 characters"
    )
    assert only(tmp_path, log(entry(metadata=twice, attachments={"1f": "1234"}))).id == "a"


FAULTS: Mapping[bytes, str] = {
    b"[]": "a.json: $: expected a log of inspect_ai, got a list of 0",
    b'{"status": "success", "eval": {}}': "a.json: $.samples: expected samples: was the run told "
    "not to log them?, got null",
    log(7): "a.json: $.samples[0]: expected a sample of inspect_ai, got 7",
    log({"id": "a"}): "a.json: $.samples[0]: expected a sample of inspect_ai, with the key 'epoch'"
    ", got an object with 1 keys: its keys are 'id'",
    log(entry(id=None)): "a.json: $.samples[0].id: expected an id: a string or an integer, got "
    "null",
    log(entry(epoch="1")): "a.json: $.samples[0].epoch: expected an integer, got '1'",
    log(entry(scores=[])): "",
    log(entry(scores=[1])): "a.json: $.samples[0].scores: expected an object of scores by scorer, "
    "got a list of 1",
    log(entry(target=[1])): "a.json: $.samples[0].target: expected a text or a list of texts, got "
    "a list of 1",
    log(entry(), entry()): "a.json: $.samples[1].id: expected ids that differ, got the id 'a' "
    "again, first in record [0]: if an id may repeat, join it with what tells the records apart: "
    '--field id=run+id ("run+id" in a claims file)',
}


@pytest.mark.parametrize("raw", FAULTS)
def test_faults_name_the_place_in_the_log(tmp_path: Path, raw: bytes) -> None:
    found: list[Event] = events(tmp_path, raw, PLAIN)

    assert faults(found) == ([FAULTS[raw]] if FAULTS[raw] else [])
    assert all(
        event.raw.endswith(b"\n") or b"[0]" not in raw for event in found if isinstance(event, Bad)
    )


def test_the_format_is_told_by_members_or_by_the_first_keys() -> None:
    names = ("header.json", "samples/a_epoch_1.json")
    guess = sniff(Head(name="a.eval", entries=names))
    document = sniff(
        Head(name="a.json", raw=EXAMPLE.read_bytes()[:400], document=json.loads(log(entry())))
    )

    assert guess is not None
    assert guess.source == Source(path="a.eval", format="inspect")
    assert document is not None
    assert document.source == evolve(PLAIN, fields=MATCH)
    assert sniff(Head(name="a.zip", entries=("x.txt",))) is None
    assert sniff(Head(name="a.json", raw=b'{"id": 1}')) is None
