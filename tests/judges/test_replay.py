"""Papers can be checked again without a model: the same judge over the records of a run."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from measurand.studies.causal.asking.prompts import Limits
from measurand.studies.causal.asking.replies import Average
from measurand.studies.causal.edge.judges.model import replayed
from measurand.studies.causal.edge.judges.settings import Usage
from measurand.studies.causal.judging import Decided, Kind, Unscored
from tests.judges.asked import QUICK, asked, many, question
from tests.judges.serving import Asked, Said, said, sensible, serving

THREE = [question("m"), question("colour", Kind.ABDUCTION), question("", Kind.LOGIC)]


def record(folder: Path, **changed: object) -> None:
    """Write a record on; the place alone fits the question."""
    tree = {
        "schema": "causal-answer/1",
        "sample_id": "problem-0",
        "kind": "intervention",
        "subject": "m",
        "vote": 0,
        "model": "small-1",
        "prompts": "1",
        "digest": "4f53",
        "temperature": 0,
        "seed": 0,
        "reply": '{"level": "critical", "share": 1}',
    }
    with (folder / "kept.jsonl").open("a") as file:
        file.write(json.dumps(tree | changed) + "\n")


def test_a_replay_gives_the_verdicts_of_the_run(tmp_path: Path) -> None:
    with serving(sensible) as server:
        live = asked(tmp_path, server.url, THREE, evolve(QUICK, votes=3))

    again = replayed(tmp_path / "kept.jsonl").unwrap()

    assert [again.judge(one) for one in THREE] == [live.judge(one) for one in THREE]
    assert again.judge.signature == (
        "replay/1(model=small-1,prompts=1,votes=3,average=median,temperature=0,seed=0,"
        "text=20000,reasoning=60000,graph=60000)"
    )
    assert again.usage == Usage(kept=9, prompt_tokens=900, completion_tokens=90)


def test_a_replay_leaves_its_file_alone_even_where_it_is_torn(tmp_path: Path) -> None:
    with serving(sensible) as server:
        asked(tmp_path, server.url, many(2))
    file = tmp_path / "kept.jsonl"
    torn = file.read_bytes()[:-9]
    file.write_bytes(torn)

    again = replayed(file).unwrap()

    assert file.read_bytes() == torn
    assert len(again.notes) == 1
    reasons = [type(again.judge(one)) for one in many(2)]
    assert sorted(one.__name__ for one in reasons) == ["Decided", "Unscored"]


def test_the_mean_may_be_taken_of_votes_that_were_given(tmp_path: Path) -> None:
    def saying(asked: Asked, _number: int) -> Said:
        shares = [0.7, 0.8, 1.0]
        share = shares[int(str(asked.body["seed"]))]
        return said(json.dumps({"level": "critical", "share": share}))

    with serving(saying) as server:
        asked(tmp_path, server.url, [question()], evolve(QUICK, votes=3))

    mean = replayed(tmp_path / "kept.jsonl", average=Average.MEAN).unwrap().judge(question())
    median = replayed(tmp_path / "kept.jsonl").unwrap().judge(question())
    assert isinstance(mean, Decided)
    assert isinstance(median, Decided)
    assert (mean.share, median.share) == (Fraction(5, 6), Fraction(4, 5))


def test_a_question_without_a_record_is_not_answered(tmp_path: Path) -> None:
    record(tmp_path)

    found = replayed(tmp_path / "kept.jsonl").unwrap().judge(question("v"))

    assert found == Unscored(reason="not answered", because="no reply is on record")


def test_a_record_whose_prompt_has_changed_answers_another_one(tmp_path: Path) -> None:
    record(tmp_path)

    found = replayed(tmp_path / "kept.jsonl").unwrap().judge(question("m"))

    assert isinstance(found, Unscored)
    assert found.reason == "answers another prompt"


def test_other_limits_are_another_prompt_only_where_they_cut(tmp_path: Path) -> None:
    with serving(sensible) as server:
        asked(tmp_path, server.url, [question()])

    wide = replayed(tmp_path / "kept.jsonl", limits=Limits(text=99)).unwrap()
    tight = replayed(tmp_path / "kept.jsonl", limits=Limits(text=3)).unwrap()

    assert isinstance(wide.judge(question()), Decided)
    assert tight.judge(question()) == Unscored(
        reason="answers another prompt",
        because="the problem, the limits or the prompts have changed since the reply was given",
    )


def test_votes_that_are_missing_are_unscored(tmp_path: Path) -> None:
    with serving(sensible) as server:
        asked(tmp_path, server.url, [question()], evolve(QUICK, votes=1))
        asked(tmp_path, server.url, [question("v")], evolve(QUICK, votes=3))

    judge = replayed(tmp_path / "kept.jsonl").unwrap().judge

    found = judge(question())
    assert isinstance(found, Unscored)
    assert found.because == "1 of 3 votes scored: not answered (2)"


def test_several_runs_in_one_file_are_told_apart_by_their_model(tmp_path: Path) -> None:
    record(tmp_path)
    record(tmp_path, model="large-1", temperature=None)
    file = tmp_path / "kept.jsonl"

    [fault] = replayed(file, name="kept.jsonl").failure()

    assert fault.text() == (
        "kept.jsonl: expected the replies of one run, got small-1 (temperature 0, seed 0, "
        "prompts 1); large-1 (temperature none, seed 0, prompts 1): name its model, temperature, "
        "seed or endpoint (--model, --model-set, --base-url), or split the file"
    )
    assert (
        replayed(file, among=lambda run: run.model == "large-1")
        .unwrap()
        .judge.signature.startswith(
            "replay/1(model=large-1,prompts=1,votes=1,average=median,temperature=none,seed=0,"
        )
    )
    assert "got small-1" in replayed(file, among=lambda _run: False).failure()[0].text()


def test_an_empty_file_is_no_run(tmp_path: Path) -> None:
    (tmp_path / "kept.jsonl").write_bytes(b"")

    [fault] = replayed(tmp_path / "kept.jsonl", name="kept.jsonl").failure()

    assert fault.text() == (
        "kept.jsonl: expected the replies of one run, got no replies: was anything asked yet?"
    )


def test_replies_to_prompts_of_another_version_are_refused(tmp_path: Path) -> None:
    record(tmp_path, prompts="0")

    [fault] = replayed(tmp_path / "kept.jsonl", name="kept.jsonl").failure()

    assert fault.text().startswith(
        "kept.jsonl: expected version '1', got prompts of version '0': replies are read only"
    )


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"vote": -1}, "$.vote: expected a whole number from 0 to 98, got -1"),
        ({"vote": 99}, "$.vote: expected a whole number from 0 to 98, got 99"),
        ({"vote": 10**6}, "$.vote: expected a whole number from 0 to 98, got 1000000"),
        ({"vote": True}, "$.vote: expected a whole number from 0 to 98, got true"),
        (
            {"kind": "graph"},
            "$.kind: expected one of intervention, abductive, logic, got 'graph'",
        ),
        ({"temperature": "0"}, "$.temperature: expected a number, got '0'"),
        ({"reply": None}, "$.reply: expected a string, got null"),
        ({"limits": {"text": 0}}, "$.limits.text: expected a whole number from 1 to "),
        ({"endpoint": 3}, "$.endpoint: expected a string, got 3"),
        ({"usage": [3]}, "$.usage: expected an object, got a list of 1"),
    ],
)
def test_a_bad_record_is_named(tmp_path: Path, changed: dict[str, object], said: str) -> None:
    record(tmp_path)
    record(tmp_path, **changed)

    [fault] = replayed(tmp_path / "kept.jsonl", name="kept.jsonl").failure()

    assert fault.text().startswith(f"kept.jsonl:2: {said}")


def test_the_first_reply_stands(tmp_path: Path) -> None:
    with serving(sensible) as server:
        asked(tmp_path, server.url, [question()])
    line = json.loads((tmp_path / "kept.jsonl").read_text())
    same = {"digest": line["digest"], "endpoint": line["endpoint"]}
    record(tmp_path, **same, reply='{"level": "critical", "share": 0.75}')

    found = replayed(tmp_path / "kept.jsonl").unwrap().judge(question())

    assert isinstance(found, Decided)
    assert found.share == Fraction(9, 10)
