"""Runs with bad lines: what stops, what is skipped and kept, and that nothing is half written."""

import sys
from pathlib import Path

import pytest

from tests.cli.reviewing import METRICS, RESULT, RUN, card, lines, output, said
from tests.cli.running import Ran, Shell

FILE = f"{RUN}.jsonl"
COMMANDS = pytest.mark.parametrize("stage", ["aggregate", "report", "seeds"])
ALL = pytest.mark.parametrize("stage", ["score", "aggregate", "report", "seeds"])


def one_bad(changes: dict[str, object]) -> bytes:
    return lines([card(1), card(2, changes), card(3)])


def refused(ran: Ran) -> list[str]:
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    return ran.err.splitlines()


@COMMANDS
def test_as_run_skips_bad_lines_and_says_so(shell: Shell, stage: str) -> None:
    shell.write(FILE, lines([card(1)]) + b"{broken\n")

    ran = shell("review", stage, FILE, "--profile", "as-run")

    assert (ran.code, ran.err) == (0, "")
    assert f"{RUN}: 1 bad line was skipped" in ran.out


@COMMANDS
def test_the_json_of_as_run_says_what_was_skipped(shell: Shell, stage: str) -> None:
    shell.write(FILE, lines([card(1)]) + b"{broken\n" * 2)

    tree = shell("review", stage, FILE, "--profile", "as-run", "--format", "json").json

    assert tree["notes"] == [f"{RUN}: 2 bad lines were skipped"]


def test_as_run_may_be_told_to_stop(shell: Shell) -> None:
    shell.write(FILE, lines([card(1)]) + b"{broken\n")

    assert refused(shell("review", "aggregate", FILE, "--profile", "as-run", "--on-error", "stop"))


@COMMANDS
def test_bad_lines_may_be_kept_byte_for_byte(shell: Shell, stage: str) -> None:
    shell.write(FILE, b"{broken\n" + lines([card(1)]) + b"[]\r\n")

    ran = shell("review", stage, FILE, "--on-error", "quarantine=bad.jsonl")

    assert ran.code == 0
    assert shell.read("bad.jsonl") == b"{broken\n[]\r\n"


def test_bad_outputs_of_all_runs_are_kept(shell: Shell) -> None:
    shell.write("one.jsonl", b"{one\n" + lines([output(1)]))
    shell.write("two.jsonl", lines([output(1)]) + b"{two\n")

    ran = shell("review", "score", "one.jsonl", "two.jsonl", "--on-error", "quarantine=bad.jsonl")

    assert ran.code == 0
    assert shell.read("bad.jsonl") == b"{one\n{two\n"
    assert "one: 1 bad line was skipped" in ran.out


def test_bad_lines_are_kept_once_where_a_run_is_read_twice(shell: Shell) -> None:
    shell.write(FILE, lines([card(1)]) + b"{broken\n")
    more = ("--where", "profile=none", "--set", "no_match=all")

    shell("review", "aggregate", FILE, "--on-error", "quarantine=bad.jsonl", *more)

    assert shell.read("bad.jsonl") == b"{broken\n"


@pytest.mark.parametrize(
    ("option", "changes"),
    [
        ("unknown_polarity=error", {f"{RESULT}.final_tuples": [said("soup", "great")]}),
        ("missing_polarity=error", {f"{RESULT}.final_tuples": [{"aspect_term": "soup"}]}),
        ("stage1_missing=error", {f"{RESULT}.stage1_tuples": None}),
    ],
)
@COMMANDS
def test_what_an_option_refuses_is_a_fault_of_its_line(
    shell: Shell, stage: str, option: str, changes: dict[str, object]
) -> None:
    shell.write(FILE, one_bad(changes))

    [fault] = refused(shell("review", stage, FILE, "--set", option))

    assert fault.startswith(f"{FILE}:2: sample 'd2': expected ")


@COMMANDS
def test_what_an_option_refuses_may_be_skipped(shell: Shell, stage: str) -> None:
    shell.write(FILE, one_bad({f"{RESULT}.final_tuples": [said("soup", "great")]}))

    ran = shell("review", stage, FILE, "--set", "unknown_polarity=error", "--on-error", "skip")

    assert (ran.code, ran.err) == (0, "")
    assert f"{RUN}: 1 bad line was skipped" in ran.out


def test_an_output_that_an_option_refuses_is_a_fault_of_its_line(shell: Shell) -> None:
    bad = output(2, {"final_result.final_tuples": [said("soup", "great")]})
    shell.write("outputs.jsonl", lines([output(1), bad]))

    [fault] = refused(shell("review", "score", "outputs.jsonl", "--set", "unknown_polarity=error"))

    assert fault.startswith("outputs.jsonl:2: ")
    assert fault.endswith("expected a polarity of mixed, negative, neutral, positive, got 'great'")


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        (
            {"final_result.final_tuples": [{"polarity": 3}]},
            "$.final_result.final_tuples[0].polarity",
        ),
        ({"meta": "x"}, "$.meta"),
        (
            {"stage1_validator": {"structural_risks": [None]}},
            "$.stage1_validator.structural_risks[0]",
        ),
        ({"stage1_ate": {"aspects": [3]}}, "$.stage1_ate.aspects[0]"),
        ({"inputs.gold_tuples": "soup"}, "$.inputs.gold_tuples"),
        ({"final_result": "x"}, "$.final_result"),
    ],
)
def test_an_output_at_fault_is_told_by_its_own_places(
    shell: Shell, changes: dict[str, object], place: str
) -> None:
    shell.write("outputs.jsonl", lines([output(1), output(2, changes)]))

    [fault, *_] = refused(shell("review", "score", "outputs.jsonl"))

    assert fault.startswith(f"outputs.jsonl:2: {place}: expected ")
    assert shell.names() == {"outputs.jsonl"}


def test_copies_of_a_stage_that_differ_are_a_finding(shell: Shell) -> None:
    other = {"final_result.final_tuples_post_review": [said("soup", "negative")]}
    shell.write("outputs.jsonl", lines([output(1), output(2, other)]))

    ran = shell("review", "score", "outputs.jsonl", "--out", "out")

    assert (ran.code, ran.err) == (1, "")
    assert "outputs.jsonl:2: final_tuples_post_review is not what it copies" in ran.out


def test_a_page_tells_copies_that_differ(shell: Shell) -> None:
    other: dict[str, object] = {f"{RESULT}.final_tuples_pre_review": []}
    shell.write(FILE, lines([card(1), card(2, other)]))

    ran = shell("review", "report", FILE, "--format", "json")

    assert ran.code == 1
    told = [f"{FILE}:2: final_tuples_pre_review is not what it copies"]
    assert ran.json["findings"] == told


def test_copies_that_are_copies_are_no_finding(shell: Shell) -> None:
    same = {
        f"{RESULT}.final_tuples_pre_review": [said("soup", "negative")],
        f"{RESULT}.final_tuples_post_review": [said("soup", "positive")],
    }
    shell.write(FILE, lines([card(1, same)]))

    assert shell("review", "report", FILE).code == 0


@pytest.fixture
def before(shell: Shell) -> dict[str, bytes]:
    """Write the files of a run, spoil it, and say what the files were."""
    shell.write(FILE, lines([card(1)]))
    shell.write("outputs.jsonl", lines([output(1)]))
    for stage in ("aggregate", "report", "seeds"):
        assert shell("review", stage, FILE).code == 0
    assert shell("review", "score", "outputs.jsonl").code == 0
    shell.write(FILE, lines([card(1), card(2)]) + b"{broken\n")
    shell.write("outputs.jsonl", lines([output(1), output(2)]) + b"{broken\n")
    return contents(shell.folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@ALL
def test_what_was_written_before_stays_where_a_run_is_at_fault(
    shell: Shell, before: dict[str, bytes], stage: str
) -> None:
    assert refused(shell("review", stage, "outputs.jsonl" if stage == "score" else FILE))

    assert contents(shell.folder) == before


@ALL
def test_a_target_that_cannot_be_written_is_refused(shell: Shell, stage: str) -> None:
    shell.write(FILE, lines([output(1) if stage == "score" else card(1)]))
    shell.write("taken", "a file, not a folder")

    [fault] = refused(shell("review", stage, FILE, "--out", "taken"))

    assert fault.startswith("taken/")
    assert shell.names() == {FILE, "taken"}


@pytest.mark.parametrize("name", ["jinja2", "matplotlib"])
def test_a_page_needs_no_package(shell: Shell, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    shell.write(FILE, lines([card(1)]))

    assert shell("review", "report", FILE).code == 0


@pytest.mark.parametrize("name", ["jinja2", "matplotlib"])
def test_metrics_need_no_extra(shell: Shell, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    shell.write(FILE, lines([card(1)]))

    assert shell("review", "aggregate", FILE).code == 0
    assert (shell.folder / METRICS).is_file()
