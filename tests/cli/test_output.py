"""What is printed or written: whole or not at all, in every format, for every reader."""

import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import RUNS, SECONDS, Shell, claims, with_row

# Unbuffered, Python writes a long text once and does not see that only a part was taken.
PLAIN = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
FORMATS = ("text", "json", "md", "csv", "latex")
SPACE = 'space = { columns = ["F1"], beta = [1, 2] }'
COMMANDS = pytest.mark.parametrize("command", ["check", "audit"])
ALL = pytest.mark.parametrize("fmt", FORMATS)


@pytest.fixture
def ready(shell: Shell) -> Shell:
    """Give a folder in which a check finds one cell wrong, and an audit every definition."""
    shell.write("runs.jsonl", RUNS)
    shell.write("claims.toml", claims("51.0", table=SPACE))
    return shell


@COMMANDS
@ALL
def test_every_format_says_what_was_printed_and_exits_alike(
    ready: Shell, command: str, fmt: str
) -> None:
    ran = ready(command, "claims.toml", "--format", fmt)

    assert ran.code == 1
    assert ran.err == ""
    assert "51.0" in ran.out
    assert "ours" in ran.out


@COMMANDS
@pytest.mark.parametrize(
    ("printed", "row", "verdict"),
    [
        ("50.0", "", "holds"),
        ("51.0", "", "refuted"),
        ("50.0", 'where = { run = "none" }', "undecided"),
    ],
)
def test_verdict_and_exit_code_of_json_agree(
    shell: Shell, command: str, printed: str, row: str, verdict: str
) -> None:
    shell.write("runs.jsonl", RUNS)
    shell.write("claims.toml", claims(printed, row=row, table=SPACE))

    ran = shell(command, "claims.toml", "--format", "json")

    assert ran.code == {"holds": 0, "refuted": 1, "undecided": 3}[verdict]
    assert (ran.json["exit_code"], ran.table["verdict"]) == (ran.code, verdict)
    assert [cell["verdict"] for cell in ran.cells()] == [verdict]


def test_text_and_json_of_a_check_count_the_same_verdicts(shell: Shell) -> None:
    wrong = '{ label = "theirs", cells = { F1 = 51.0 } }'
    shell.write("runs.jsonl", RUNS)
    shell.write("claims.toml", with_row(claims(), wrong))

    text = shell("check", "claims.toml").out
    tree = shell("check", "claims.toml", "--format", "json")

    assert [cell["verdict"] for cell in tree.cells()] == ["holds", "refuted"]
    assert "2 cells: 1 reproduced, 1 not reproduced." in text


def test_csv_of_a_check_has_the_rows_of_the_matrix(ready: Shell) -> None:
    ran = ready("check", "claims.toml", "--format", "csv")

    rows = list(csv.reader(io.StringIO(ran.out)))
    assert ["row", "F1"] in rows
    assert ["ours", "51.0% != 50.0%"] in rows


@COMMANDS
@ALL
def test_output_is_what_would_have_been_printed(ready: Shell, command: str, fmt: str) -> None:
    printed = ready(command, "claims.toml", "--format", fmt).out

    ran = ready(command, "claims.toml", "--format", fmt, "--output", "report")

    assert (ran.code, ran.out) == (1, "")
    assert ready.read("report") == printed.encode()


@COMMANDS
def test_output_into_a_folder_that_does_not_exist_leaves_nothing(
    ready: Shell, command: str
) -> None:
    before = ready.names()

    ran = ready(command, "claims.toml", "--output", "no/such/report.md")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "no/such/report.md: expected a file that can be opened, got No such file or directory\n"
    )
    assert ready.names() == before


def test_output_into_a_directory_is_refused(ready: Shell) -> None:
    ran = ready("check", "claims.toml", "--output", ".")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == ".: expected a file, got a directory\n"


@COMMANDS
@pytest.mark.parametrize("broken", ["claims.toml", "runs.jsonl"])
def test_an_output_file_stays_as_it_was_when_the_command_fails(
    ready: Shell, command: str, broken: str
) -> None:
    ready.write(broken, "{")
    ready.write("report", "as it was")

    ran = ready(command, "claims.toml", "--output", "report")

    assert (ran.code, ran.out) == (2, "")
    assert ready.read("report") == b"as it was"
    assert ready.names() == {"claims.toml", "runs.jsonl", "report"}


def test_an_output_file_is_replaced_when_the_command_ends_well(ready: Shell) -> None:
    ready.write("report", "as it was, and much longer than what comes " * 1000)

    ready("check", "claims.toml", "--output", "report")

    assert b"as it was" not in ready.read("report")
    assert ready.names() == {"claims.toml", "runs.jsonl", "report"}


def test_piped_output_has_no_escape_codes(ready: Shell) -> None:
    every = [
        (command, "claims.toml", "--format", fmt)
        for command in ("check", "audit")
        for fmt in FORMATS
    ]

    for ran in ready.several_apart(every, env={"FORCE_COLOR": "1"}):
        assert ran.code == 1
        assert "51.0" in ran.out
        assert "\x1b" not in ran.out
        assert ran.err == ""


def test_control_characters_of_the_data_do_not_reach_the_output(shell: Shell) -> None:
    shell.write("runs.jsonl", RUNS)
    shell.write("claims.toml", claims().replace('"ours"', '"\\u001b[31mours"'))

    for fmt in FORMATS:
        assert "\x1b" not in shell("check", "claims.toml", "--format", fmt).out


def test_output_and_faults_are_utf8_where_the_locale_is_not(shell: Shell) -> None:
    env = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    shell.write("runs.jsonl", RUNS)
    shell.write("claims.toml", claims().replace("ours", "맛 🍜"))
    shell.write("bad.toml", claims(definition="맛"))

    *printed, refused = shell.several_apart(
        [
            ("check", "claims.toml", "--format", "text"),
            ("check", "claims.toml", "--format", "json"),
            ("check", "bad.toml"),
        ],
        env=env,
    )

    assert [(ran.code, "맛 🍜" in ran.out) for ran in printed] == [(0, True)] * 2
    assert (refused.code, refused.out) == (2, "")
    assert "'맛'" in refused.err


def test_a_reader_that_is_gone_gives_no_traceback(ready: Shell) -> None:
    reader, writer = os.pipe()
    os.close(reader)

    ran = subprocess.run(
        (sys.executable, "-m", "measurand", "check", "claims.toml"),
        cwd=ready.folder,
        env=PLAIN,
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=SECONDS,
        check=False,
    )

    os.close(writer)
    assert (ran.returncode, ran.stderr) == (2, b"")


def test_a_fault_that_nobody_reads_is_no_finding(ready: Shell) -> None:
    reader, writer = os.pipe()
    os.close(reader)

    ran = subprocess.run(
        (sys.executable, "-m", "measurand", "check", "absent.toml"),
        cwd=ready.folder,
        env=PLAIN,
        stdout=writer,
        stderr=writer,
        timeout=SECONDS,
        check=False,
    )

    os.close(writer)
    assert ran.returncode == 2


def test_a_reader_that_takes_one_line_of_many_gives_no_traceback(shell: Shell) -> None:
    rows = ", ".join(f'{{ label = "row {at}", cells = {{ F1 = 50.0 }} }}' for at in range(1000))
    shell.write("runs.jsonl", RUNS)
    shell.write("claims.toml", with_row(claims(), rows))

    with subprocess.Popen(
        (sys.executable, "-m", "measurand", "check", "claims.toml", "--full"),
        cwd=shell.folder,
        env=PLAIN,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        first = running.stdout.readline()
        running.stdout.close()
        told = running.stderr.read()

    assert first == b"check\n"
    assert told == b""
    assert running.returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_bad_input_and_no_finding(ready: Shell) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            (sys.executable, "-m", "measurand", "check", "claims.toml"),
            cwd=ready.folder,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=SECONDS,
            check=False,
        )

    assert ran.returncode == 2
    assert ran.stderr.decode() == (
        "standard output: expected room for the result, got No space left on device\n"
    )


def test_a_standard_output_that_is_closed_is_a_fault(shell: Shell) -> None:
    shell.write("claims.toml", "schema = 1\n")
    command = f'exec "{sys.executable}" -m measurand check claims.toml >&-'

    done = subprocess.run(
        ("sh", "-c", command), cwd=shell.folder, capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert done.stderr == "standard output: expected room for the result, got not writable\n"
