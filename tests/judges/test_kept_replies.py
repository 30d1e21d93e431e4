"""Replies are kept: a run that was stopped, however it was, asks only for what it has not got."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from io import FileIO
from pathlib import Path

import pytest
from attrs import evolve
from returns.result import Failure

from measurand.studies.causal.edge.judges.model import judge_with_model
from measurand.studies.causal.edge.judges.records import open_kept
from measurand.studies.causal.edge.judges.settings import Usage
from measurand.studies.causal.judging import Decided, Unscored
from tests.judges.asked import QUICK, asked, many, question
from tests.judges.serving import Asked, Said, Saying, sensible, serving

ROOT = Path(__file__).parents[2]


def kept(folder: Path) -> Path:
    return folder / "kept.jsonl"


def digests(path: Path) -> list[str]:
    """Give the digests of the replies on record, as far as lines are whole."""
    lines = [line for line in path.read_bytes().split(b"\n")[:-1] if line]
    return [json.loads(line)["digest"] for line in lines]


def slowly(asked: Asked, _number: int) -> Said:
    return evolve(sensible(asked), after=0.01)


def stopped(folder: Path, saying: Saying, stop: Callable[[subprocess.Popen[bytes]], None]) -> int:
    """Stop a run of 200 questions when it has 60; then run it again. Give the calls of the first.

    It is held that no finished call was made again, and that in the end all are there.
    """
    file = kept(folder)
    command = (sys.executable, "-m", "tests.judges.driver")
    with serving(saying) as server:
        words = (*command, server.url, str(file), "200")
        with subprocess.Popen(
            words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as run:
            while not file.exists() or file.read_bytes().count(b"\n") < 60:
                assert run.poll() is None, run.communicate()
                time.sleep(0.005)
            stop(run)
            run.communicate()
        first, finished = len(server.asked), set(digests(file))
        users = {one.user for one in server.asked}
        answered = asked(folder, server.url, many(200))
        second = server.asked[first:]
        third = asked(folder, server.url, many(200))

    assert len(finished) < 200, "it was stopped too late to show anything"
    assert len(second) == 200 - len(finished)
    # What was asked again was under way when the run was stopped.
    assert len(users & {one.user for one in second}) <= QUICK.concurrency
    assert len(set(digests(file))) == len(digests(file)) == 200
    assert all(isinstance(answered.judge(one), Decided) for one in many(200))
    assert third.usage == Usage(kept=200)
    return first


def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    def kill(run: subprocess.Popen[bytes]) -> None:
        run.send_signal(signal.SIGKILL)

    assert stopped(tmp_path, slowly, kill) < 200


def test_ctrl_c_ends_a_run_soon_and_keeps_what_was_finished(tmp_path: Path) -> None:
    took: list[float] = []

    def interrupt(run: subprocess.Popen[bytes]) -> None:
        begun = time.monotonic()
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=10)
        took.append(time.monotonic() - begun)
        assert run.returncode == -signal.SIGINT
        assert errors.splitlines()[-1] == b"KeyboardInterrupt"

    stopped(tmp_path, slowly, interrupt)

    assert took[0] < 8


def test_a_torn_last_line_is_taken_away_and_asked_again(tmp_path: Path) -> None:
    with serving(sensible) as server:
        asked(tmp_path, server.url, many(3))
        whole = kept(tmp_path).read_bytes()
        kept(tmp_path).write_bytes(whole[:-40])
        again = asked(tmp_path, server.url, many(3))

    assert len(server.asked) == 4
    [note] = again.notes
    assert note.text().startswith("kept.jsonl:3: expected a whole line, got an end after")
    assert note.hint == (
        "the run before was stopped while it wrote this reply: the question is asked again"
    )
    assert len(digests(kept(tmp_path))) == 3


@pytest.mark.parametrize("cut", [1, 5, 30])
def test_a_line_may_be_torn_anywhere(tmp_path: Path, cut: int) -> None:
    with serving(sensible) as server:
        asked(tmp_path, server.url, many(2))
        first, second, _ = kept(tmp_path).read_bytes().split(b"\n")
        kept(tmp_path).write_bytes(first + b"\n" + second[:cut])
        asked(tmp_path, server.url, many(2))

    assert len(server.asked) == 3
    assert len(digests(kept(tmp_path))) == 2


def test_a_last_line_without_its_end_is_a_reply(tmp_path: Path) -> None:
    with serving(sensible) as server:
        asked(tmp_path, server.url, many(1))
        kept(tmp_path).write_bytes(kept(tmp_path).read_bytes().rstrip())
        again = asked(tmp_path, server.url, many(2))

    assert again.usage.kept == 1
    assert len(digests(kept(tmp_path))) == 2


@pytest.mark.parametrize(
    "content",
    [b"my notes\n", b"my notes", b'{"schema": "cf-answer/1"}\n', b'{"id": 1}\n{"schema":"cau'],
)
def test_a_file_of_another_kind_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    kept(tmp_path).write_bytes(content)

    with serving(sensible) as server:
        found = judge_with_model(
            many(1), evolve(QUICK, base_url=server.url), kept(tmp_path), name="kept.jsonl"
        )

    assert isinstance(found, Failure)
    assert "is this the file of a model's replies?" in found.failure()[0].text()
    assert kept(tmp_path).read_bytes() == content
    assert server.asked == []


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    found = open_kept(tmp_path, QUICK.run, name="it")

    assert [fault.text() for fault in found.failure()] == ["it: expected a file, got a directory"]


def test_two_runs_at_once_are_one_too_many(tmp_path: Path) -> None:
    with open_kept(kept(tmp_path), QUICK.run).unwrap():
        found = open_kept(kept(tmp_path), QUICK.run, name="it")

    assert (
        found.failure()[0]
        .text()
        .startswith("it: expected a file, got one that another run has open")
    )
    with open_kept(kept(tmp_path), QUICK.run).unwrap() as free:
        assert free.noticed == ()


@pytest.mark.parametrize(
    "other",
    [
        evolve(QUICK, model="large-1"),
        evolve(QUICK, seed=8),
        evolve(QUICK, seed=None),
        evolve(QUICK, temperature=None),
    ],
)
def test_replies_of_other_runs_are_not_used(tmp_path: Path, other: object) -> None:
    with serving(sensible) as server:
        asked(tmp_path, server.url, many(2), QUICK)
        assert isinstance(other, type(QUICK))
        again = asked(tmp_path, server.url, many(2), other)

    assert len(server.asked) == 4
    [note] = again.notes
    assert note.text() == (
        "kept.jsonl: expected replies of this run, got 2 others: another model, endpoint, "
        "temperature, seed or version of the prompts: they stay and are not used"
    )


def test_more_votes_ask_only_for_those_that_are_missing(tmp_path: Path) -> None:
    with serving(sensible) as server:
        asked(tmp_path, server.url, many(2), evolve(QUICK, votes=1))
        again = asked(tmp_path, server.url, many(2), evolve(QUICK, votes=3))

    assert again.usage.calls == 4
    assert again.usage.kept == 2


def test_a_failed_call_is_on_record_and_asked_again(tmp_path: Path) -> None:
    def saying(asked: Asked, number: int) -> Said:
        return Said(status=500, body=b"oh no") if number <= QUICK.tries else sensible(asked)

    with serving(saying) as server:
        first = asked(tmp_path, server.url, many(1))
        [line] = kept(tmp_path).read_text().splitlines()
        again = asked(tmp_path, server.url, many(1))

    record = json.loads(line)
    assert record["error"].startswith("status 500")
    assert "reply" not in record
    assert isinstance(first.judge(question()), Unscored)
    assert isinstance(again.judge(question()), Decided)
    assert len(digests(kept(tmp_path))) == 2


def test_a_record_says_all_but_the_prompt(tmp_path: Path) -> None:
    with serving(sensible) as server:
        asked(tmp_path, server.url, many(1), evolve(QUICK, seed=7))

    record = json.loads(kept(tmp_path).read_text())
    digest = record.pop("digest")
    assert len(digest) == 64
    assert json.loads(record.pop("reply"))["level"] == "critical"
    assert record == {
        "schema": "causal-answer/1",
        "sample_id": "problem-0",
        "kind": "intervention",
        "subject": "m",
        "vote": 0,
        "model": "small-1",
        "endpoint": server.url.removeprefix("http://").removesuffix("/v1"),
        "prompts": "1",
        "temperature": 0.0,
        "seed": 7,
        "max_tokens": 2000,
        "structured": "schema",
        "answered_by": "small-1-0613",
        "finish": "stop",
        "usage": {"prompt_tokens": 100, "completion_tokens": 10},
    }


def test_a_full_disk_is_noted_and_the_replies_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(FileIO):
        def write(self, _data: object, /) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def full(path: Path, mode: str = "r", **_options: int) -> FileIO:
        return Full(path, "ab") if mode == "ab" else FileIO(path, "rb")

    monkeypatch.setattr(Path, "open", full)
    with serving(sensible) as server:
        answered = asked(tmp_path, server.url, many(3))

    [note] = answered.notes
    assert note.text() == (
        "kept.jsonl: expected a file that can grow, got No space left on device: the replies from "
        "here on are used, but not kept"
    )
    assert isinstance(answered.judge(question()), Decided)
