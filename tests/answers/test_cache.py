"""Answers are kept: a run that was stopped asks only for what it has not got."""

import errno
import os
import signal
import subprocess
import sys
from io import FileIO
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files.append_log import AppendLog
from measurand.studies.counterfactual.asking import Origin, Question, Reply
from measurand.studies.counterfactual.edge.answers.cache import KIND, Found, Kept, open_kept
from measurand.studies.counterfactual.edge.answers.program import Limits, Program
from measurand.studies.counterfactual.edge.answers.wire import answer_line
from measurand.values.frames import Generation
from tests.answers.asked import program, questions, texts

ROOT = Path(__file__).parents[2]


class Counting:
    """Answers with how often it was asked before, in all."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, question: Question) -> Reply:
        self.asked.append(question.place.sample_id)
        return Reply(
            question=question, generation=Generation(text=f"seen {question.place.sample_id}")
        )


def kept(folder: Path, asker: Counting, *, by: str = "counting") -> Kept:
    """Open the file of kept answers."""
    return open_kept(folder / "kept.jsonl", asker, by=by, name="kept.jsonl").unwrap()


def run(folder: Path, number: int, *, by: str = "counting") -> tuple[Counting, list[Reply]]:
    """Ask so many questions of a new generator."""
    asker = Counting()
    with kept(folder, asker, by=by) as asked:
        return asker, [asked.reply(question) for question in questions(number)]


def test_a_second_run_asks_nothing(tmp_path: Path) -> None:
    first, replies = run(tmp_path, 3)
    before = (tmp_path / "kept.jsonl").read_bytes()

    second, again = run(tmp_path, 3)

    assert first.asked == ["0", "1", "2"]
    assert second.asked == []
    assert texts(again) == texts(replies) == ["seen 0", "seen 1", "seen 2"]
    assert {one.origin for one in again} == {Origin.KEPT}
    assert (tmp_path / "kept.jsonl").read_bytes() == before


def test_a_question_is_asked_once_in_one_run(tmp_path: Path) -> None:
    asker = Counting()

    with kept(tmp_path, asker) as asked:
        found = [asked.reply(questions(1)[0]), asked.reply(questions(1)[0])]

    assert asker.asked == ["0"]
    assert texts(found) == ["seen 0", "seen 0"]


def test_more_questions_are_asked_and_the_known_ones_are_not(tmp_path: Path) -> None:
    run(tmp_path, 2)

    second, replies = run(tmp_path, 4)

    assert second.asked == ["2", "3"]
    assert texts(replies) == ["seen 0", "seen 1", "seen 2", "seen 3"]


def test_another_seed_is_another_question(tmp_path: Path) -> None:
    run(tmp_path, 1)
    asker = Counting()

    with kept(tmp_path, asker) as asked:
        asked.reply(questions(1, seed=8)[0])

    assert asker.asked == ["0"]


def test_what_another_generator_answered_is_not_used_and_stays(tmp_path: Path) -> None:
    run(tmp_path, 2)

    other, _ = run(tmp_path, 2, by="another")
    first, _ = run(tmp_path, 2)

    assert other.asked == ["0", "1"]
    assert first.asked == []
    with kept(tmp_path, Counting(), by="third") as third:
        noticed = third.noticed
    assert [fault.text() for fault in noticed] == [
        (
            "kept.jsonl: expected answers by third, got 4 by others: "
            "the others stay in the file and are not used"
        )
    ]


def test_no_answer_is_not_kept(tmp_path: Path) -> None:
    [question] = questions(1)

    with open_kept(tmp_path / "kept.jsonl", lambda one: Reply(question=one), by="").unwrap() as it:
        it.reply(question)

    assert (tmp_path / "kept.jsonl").read_bytes() == b""


def test_a_torn_last_line_is_asked_for_again_and_noted(tmp_path: Path) -> None:
    run(tmp_path, 3)
    path = tmp_path / "kept.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])

    with kept(tmp_path, Counting()) as again:
        noticed = again.noticed
    second, replies = run(tmp_path, 3)

    assert [fault.text() for fault in noticed] == [
        (
            "kept.jsonl:3: expected a whole line, got an end after "
            '\'":"counting","gen":{"frames":[\': the run before was stopped while it wrote this '
            "answer: it is asked for again"
        )
    ]
    assert second.asked == ["2"]
    assert texts(replies) == ["seen 0", "seen 1", "seen 2"]
    assert path.read_bytes() == whole


@pytest.mark.parametrize("left", [1, 5, 60])
def test_a_line_torn_anywhere_is_taken_away(tmp_path: Path, left: int) -> None:
    run(tmp_path, 2)
    path = tmp_path / "kept.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:left])

    second, _ = run(tmp_path, 2)

    assert second.asked == []
    assert path.read_bytes() == whole


def test_a_whole_last_line_without_its_end_gets_one(tmp_path: Path) -> None:
    run(tmp_path, 2)
    path = tmp_path / "kept.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])

    second, _ = run(tmp_path, 2)
    third, _ = run(tmp_path, 3)

    assert second.asked == []
    assert third.asked == ["2"]
    assert path.read_bytes().startswith(whole)


@pytest.mark.parametrize("raw", [b'{"id": 1}\n', b"notes", b"{,\n", b'{"schema":"cf-sample/1"}'])
def test_a_file_of_something_else_is_refused_and_stays_as_it_is(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "kept.jsonl").write_bytes(raw)

    result = open_kept(tmp_path / "kept.jsonl", Counting(), by="", name="kept.jsonl")

    assert result.failure()[0].line == 1
    assert "is this the file of kept answers" in result.failure()[-1].text()
    assert (tmp_path / "kept.jsonl").read_bytes() == raw


def test_of_two_kept_answers_the_first_counts(tmp_path: Path) -> None:
    [question] = questions(1)
    lines = [answer_line(question.place, Generation(text=text), by="counting") for text in "ab"]
    (tmp_path / "kept.jsonl").write_bytes(b"".join(lines))

    _, replies = run(tmp_path, 1)

    assert texts(replies) == ["a"]


def test_a_folder_or_a_file_that_cannot_be_made_is_a_fault(tmp_path: Path) -> None:
    folder = open_kept(tmp_path, Counting(), by="", name="here")
    nowhere = open_kept(tmp_path / "no" / "kept.jsonl", Counting(), by="", name="kept.jsonl")

    assert folder.failure()[0].text() == "here: expected a file, got a directory"
    assert nowhere.failure()[0].text() == (
        "kept.jsonl: expected a file that can be opened, got No such file or directory"
    )


def test_a_full_disk_costs_no_answer_and_leaves_whole_lines(tmp_path: Path) -> None:
    run(tmp_path, 1)
    whole = (tmp_path / "kept.jsonl").read_bytes()
    file = Full(tmp_path / "kept.jsonl", "ab")

    with Kept(AppendLog("kept.jsonl", file, KIND), Counting(), Found("counting")) as asked:
        replies = [asked.reply(question) for question in questions(3)]

    assert texts(replies) == ["seen 0", "seen 1", "seen 2"]
    assert (tmp_path / "kept.jsonl").read_bytes() == whole
    assert [fault.text() for fault in asked.noticed] == [
        (
            "kept.jsonl: sample '0', token_perm: expected a file that can grow, got No space left "
            "on device: the answers from here on are used, but not kept"
        )
    ]


class Full(FileIO):
    """A file on a disk that takes ten more bytes and no more."""

    def write(self, data: object, /) -> int:
        assert isinstance(data, bytes)
        super().write(data[:10])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


SLOW = """
import sys, time
from pathlib import Path
from measurand.studies.counterfactual.edge.answers.cache import open_kept
from measurand.studies.counterfactual.asking import Reply
from measurand.values.frames import Generation
from tests.answers.asked import questions

def asker(question):
    if question.place.sample_id == "2":
        print("two are kept", flush=True)
        time.sleep(60)
    return Reply(question=question, generation=Generation(text="seen " + question.place.sample_id))

with open_kept(Path(sys.argv[1]), asker, by="counting").unwrap() as kept:
    for question in questions(4):
        kept.reply(question)
"""


def test_what_a_killed_run_has_finished_is_used_by_the_next(tmp_path: Path) -> None:
    killed = subprocess.Popen(
        (sys.executable, "-c", SLOW, str(tmp_path / "kept.jsonl")),
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )
    with killed:
        assert killed.stdout is not None
        assert killed.stdout.readline() == b"two are kept\n"
        killed.send_signal(signal.SIGKILL)

    second, replies = run(tmp_path, 4)

    assert killed.returncode == -signal.SIGKILL
    assert second.asked == ["2", "3"]
    assert texts(replies) == ["seen 0", "seen 1", "seen 2", "seen 3"]


def test_a_program_is_not_even_started_where_all_is_kept(tmp_path: Path) -> None:
    working = program(tmp_path, "for question in asked():\n    say(answer(question))\n")
    with working, open_kept(tmp_path / "k", working.reply, by=working.name).unwrap() as first:
        before = [first.reply(question) for question in questions(3)]
    broken = Program(("/no/such/program",), Limits(tries=1))

    with broken, open_kept(tmp_path / "k", broken.reply, by=working.name).unwrap() as second:
        after = [second.reply(question) for question in questions(4)]

    assert texts(after) == [*texts(before), None]
    assert [len(one.faults) for one in after] == [0, 0, 0, 1]


def test_the_answers_before_a_program_died_are_kept(tmp_path: Path) -> None:
    dying = program(
        tmp_path,
        "for question in asked():\n"
        "    if question['sample_id'] == '2':\n        sys.exit(1)\n"
        "    say(answer(question))\n",
        evolve(Limits(), tries=1, restarts=0),
    )
    with dying, open_kept(tmp_path / "kept.jsonl", dying.reply, by="counting").unwrap() as first:
        died = [first.reply(question) for question in questions(4)]

    second, replies = run(tmp_path, 4)

    assert texts(died) == ["seen 0", "seen 1", None, None]
    assert second.asked == ["2", "3"]
    assert texts(replies) == ["seen 0", "seen 1", "seen 2", "seen 3"]


def test_two_runs_do_not_share_a_file(tmp_path: Path) -> None:
    with kept(tmp_path, Counting()):
        second = open_kept(tmp_path / "kept.jsonl", Counting(), by="counting", name="kept.jsonl")

    assert second.failure()[0].text() == (
        "kept.jsonl: expected a file, got one that another run has open: two runs at once would "
        "ask for the same answers twice: wait, or name another file"
    )
