"""Faulty records that are skipped or kept aside: counted, and never a reason to be sure."""

import json

import pytest

from tests.cli.running import (
    OTHERS,
    RIGHT,
    RUNS,
    SECOND,
    WRONG,
    Shell,
    claims,
    of_two_sources,
)

BAD = b'{"id": "3", "gold": ["a"]}\r\n'
CUT = b'{"id": "4", "gold": ["a"], "pr'
SKIPPED = "1 faulty records were skipped; without them: "
SPACE = 'space = { columns = ["F1"], beta = [1, 2] }'


def denominators(cell: dict[str, object]) -> dict[str, object]:
    found = cell["denominators"]
    assert isinstance(found, dict)
    return found


def test_a_faulty_record_stops_the_command_by_default(shell: Shell) -> None:
    shell.write("claims.toml", claims())
    shell.write("runs.jsonl", RUNS + BAD)

    assert shell("check", "claims.toml").code == 2
    assert shell("check", "claims.toml", "--on-error", "stop").code == 2


@pytest.mark.parametrize("how", ["skip", "quarantine=bad.jsonl"])
@pytest.mark.parametrize(("printed", "would"), [("50.0", "holds"), ("51.0", "refuted")])
def test_with_skipped_records_nothing_is_decided(
    shell: Shell, how: str, printed: str, would: str
) -> None:
    shell.write("claims.toml", claims(printed))
    shell.write("runs.jsonl", RUNS + BAD)

    ran = shell("check", "claims.toml", "--on-error", how, "--format", "json")

    [cell] = ran.cells()
    assert ran.code == 3
    assert (cell["verdict"], cell["because"]) == ("undecided", SKIPPED + would)


def test_the_count_of_skipped_records_stands_in_the_report(shell: Shell) -> None:
    shell.write("claims.toml", claims())
    shell.write("runs.jsonl", RIGHT + BAD + WRONG + CUT)

    ran = shell("check", "claims.toml", "--on-error", "skip", "--format", "json")

    numbers = denominators(ran.cells()[0])
    assert (numbers["read"], numbers["skipped"], numbers["scored"]) == (4, 2, 2)


def test_the_text_names_what_was_skipped(shell: Shell) -> None:
    shell.write("claims.toml", claims())
    shell.write("runs.jsonl", RUNS + BAD)

    ran = shell("check", "claims.toml", "--on-error", "skip")

    assert SKIPPED + "holds" in ran.out
    assert "1 cell: 1 undecided." in ran.out


def test_what_was_skipped_in_one_source_does_not_touch_another(shell: Shell) -> None:
    shell.write("claims.toml", of_two_sources("51.0"))
    shell.write("runs.jsonl", RUNS)
    shell.write("others.jsonl", RUNS + BAD)

    ran = shell("check", "claims.toml", "--on-error", "skip", "--format", "json")

    assert [cell["verdict"] for cell in ran.cells()] == ["holds", "undecided"]
    assert ran.code == 3


def test_an_audit_with_skipped_records_has_no_survivors(shell: Shell) -> None:
    shell.write("claims.toml", claims(table=SPACE))
    shell.write("runs.jsonl", RUNS + BAD)

    ran = shell("audit", "claims.toml", "--on-error", "skip", "--format", "json")

    assert ran.code == 3
    assert ran.table["verdict"] == "undecided"
    assert ran.table["definitions_that_survive"] == 0


def test_a_definition_that_cannot_exist_is_a_fault_even_then(shell: Shell) -> None:
    impossible = 'space = { columns = ["F1"], statistic = ["sample_stdev"], aggregate = ["mean"] }'
    text = claims(table=impossible).replace('"mean"]', '"harmonic"]')
    shell.write("claims.toml", text)
    shell.write("runs.jsonl", RUNS + BAD)

    ran = shell("audit", "claims.toml", "--on-error", "skip", "--format", "json")

    assert ran.code == 2
    assert "a value of statistic that some cell can have" in ran.err


def test_the_quarantine_keeps_the_bytes_of_every_bad_record(shell: Shell) -> None:
    shell.write("claims.toml", claims())
    shell.write("runs.jsonl", RIGHT + BAD + WRONG + b"\xff\n" + CUT)

    shell("check", "claims.toml", "--on-error", "quarantine=bad.jsonl")

    assert shell.read("bad.jsonl") == BAD + b"\xff\n" + CUT


def test_the_quarantine_keeps_a_line_that_is_too_long_to_be_held(shell: Shell) -> None:
    long = b'{"id": "' + b"9" * (9 * 2**20) + b'"}\n'
    shell.write("claims.toml", claims())
    shell.write("runs.jsonl", RIGHT + long + WRONG)

    shell("check", "claims.toml", "--on-error", "quarantine=bad.jsonl")

    assert shell.read("bad.jsonl") == long


def test_the_quarantine_of_good_data_is_empty(shell: Shell) -> None:
    shell.write("claims.toml", claims())
    shell.write("runs.jsonl", RUNS)

    ran = shell("check", "claims.toml", "--on-error", "quarantine=bad.jsonl")

    assert ran.code == 0
    assert shell.read("bad.jsonl") == b""


def test_bad_records_of_two_sources_do_not_run_into_one_line(shell: Shell) -> None:
    shell.write("claims.toml", of_two_sources())
    shell.write("runs.jsonl", RUNS + CUT)
    shell.write("others.jsonl", RUNS + BAD)

    shell("check", "claims.toml", "--on-error", "quarantine=bad.jsonl")

    assert shell.read("bad.jsonl") == CUT + b"\n" + BAD


def test_an_audit_that_reads_twice_keeps_the_quarantine(shell: Shell) -> None:
    shell.write("claims.toml", claims(data=OTHERS, table=SPACE) + SECOND)
    shell.write("runs.jsonl", RUNS)
    shell.write("others.jsonl", RUNS + BAD)

    ran = shell("audit", "claims.toml", "--on-error", "quarantine=bad.jsonl")

    assert "2 of 2 admissible definitions fit the one cell" in ran.out
    assert shell.read("bad.jsonl") == BAD


def test_no_quarantine_is_written_when_the_command_fails(shell: Shell) -> None:
    shell.write("claims.toml", of_two_sources())
    shell.write("runs.jsonl", RUNS + BAD)
    shell.write("bad.jsonl", "as it was")

    ran = shell("check", "claims.toml", "--on-error", "quarantine=bad.jsonl")

    assert (ran.code, ran.out) == (2, "")
    assert (
        ran.err
        == "others.jsonl: expected a file, got nothing of that name: data.others.path names it\n"
    )
    assert shell.read("bad.jsonl") == b"as it was"


def test_a_quarantine_that_cannot_be_written_stops_the_command(shell: Shell) -> None:
    shell.write("claims.toml", claims())
    shell.write("runs.jsonl", RUNS + BAD)

    ran = shell("check", "claims.toml", "--on-error", "quarantine=no/such/bad.jsonl")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "no/such/bad.jsonl: expected a file that can be opened, got No such file or directory\n"
    )
    assert shell.names() == {"claims.toml", "runs.jsonl"}


def test_what_is_wrong_with_a_whole_file_cannot_be_skipped(shell: Shell) -> None:
    shell.write("claims.toml", claims())
    shell.write("runs.jsonl", "")

    ran = shell("check", "claims.toml", "--on-error", "skip")

    assert (ran.code, ran.out) == (2, "")


def test_a_file_of_which_every_record_is_skipped_is_a_fault(shell: Shell) -> None:
    shell.write("claims.toml", claims("0"))
    shell.write("runs.jsonl", BAD)

    ran = shell("check", "claims.toml", "--on-error", "skip")

    assert ran.code == 2
    assert "expected samples, got faulty records alone (1), all skipped" in ran.err


def test_scores_show_how_many_records_were_skipped(shell: Shell) -> None:
    shell.write("runs.jsonl", RUNS + BAD)

    ran = shell("score", "runs.jsonl", "-d", "f", "--on-error", "skip", "--format", "json")

    [line] = json.loads(ran.out)["scores"]
    assert line["score"]["value"] == "1/2"
    assert [line["denominators"][name] for name in ("read", "skipped", "scored")] == [3, 1, 2]


@pytest.mark.parametrize("how", ["ignore", "quarantine", "quarantine=", "SKIP", ""])
def test_any_other_word_is_bad_usage(shell: Shell, how: str) -> None:
    ran = shell("check", "claims.toml", "--on-error", how)

    assert (ran.code, ran.out) == (2, "")
    assert f"stop, skip or quarantine=FILE: got {how!r}" in ran.err
