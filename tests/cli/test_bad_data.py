"""Data as it should not be, end to end: exit code 2, one line for each fault, nothing printed."""

from hashlib import sha256

import pytest

from tests.cli.running import RIGHT, RUNS, WRONG, Ran, Shell, claims, of_two_sources

# The first is read by the hot loop, the second by the general road.
ONE = claims()
TWO = claims(table='columns.hits = { definition = "total(match=multiset)" }').replace(
    "F1 = 50.0", "F1 = 50.0, hits = 1"
)
CUT = "the last line has no end of line: was the file cut off?"


@pytest.fixture(params=[ONE, TWO], ids=["hot", "general"])
def road(request: pytest.FixtureRequest, shell: Shell) -> Shell:
    shell.write("claims.toml", request.param)
    return shell


def refused(shell: Shell, raw: bytes, *more: str) -> list[str]:
    """Check bad data, hold what every refusal has in common, give the faults."""
    shell.write("runs.jsonl", raw)
    ran = shell("check", "claims.toml", *more)
    assert_refused(ran)
    return ran.err.splitlines()


def assert_refused(ran: Ran) -> None:
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    for line in ran.err.splitlines():
        assert line.startswith("runs.jsonl")
        assert ": expected " in line
        assert ", got " in line


def test_both_roads_check_good_data(road: Shell) -> None:
    road.write("runs.jsonl", RUNS)

    assert road("check", "claims.toml").code == 0


def test_text_that_is_not_utf8_is_refused(road: Shell) -> None:
    [fault] = refused(road, RUNS + b'{"id": "caf\xe9", "gold": [], "pred": []}\n')

    assert fault == (
        "runs.jsonl:3: expected UTF-8, got the byte 0xe9 at byte 12: save the file as UTF-8"
    )


def test_a_last_line_that_is_cut_off_is_refused(road: Shell) -> None:
    [fault] = refused(road, RUNS[:-9])

    assert fault.startswith("runs.jsonl:2: expected ")
    assert fault.endswith(f": {CUT}")


def test_duplicate_keys_are_refused_when_asked_to_be_strict(road: Shell) -> None:
    doubled = RIGHT.replace(b'"pred"', b'"pred": ["b"], "pred"')

    [fault] = refused(road, doubled + WRONG, "--strict")

    assert fault.startswith("runs.jsonl:1: ")
    assert "'pred'" in fault


def test_of_duplicate_keys_the_last_counts_when_nobody_asks(road: Shell) -> None:
    road.write("runs.jsonl", RIGHT.replace(b'"pred"', b'"pred": ["b"], "pred"') + WRONG)

    assert road("check", "claims.toml").code == 0


def test_duplicate_ids_are_refused(road: Shell) -> None:
    [fault] = refused(road, RUNS + RIGHT)

    assert fault == (
        "runs.jsonl:3: $.id: expected ids that differ, got the id '1' again, first in line 1: "
        "if an id may repeat, join it with what tells the records apart: "
        '--field id=run+id ("run+id" in a claims file)'
    )


def test_digests_of_ids_refuse_duplicates_too(road: Shell) -> None:
    [fault] = refused(road, RUNS + RIGHT, "--ids", "digest")

    assert "the id '1' again" in fault


def test_ids_may_repeat_where_they_are_not_looked_at(road: Shell) -> None:
    road.write("runs.jsonl", RIGHT + RIGHT.replace(b'["a"]}', b'["b"]}'))

    assert road("check", "claims.toml", "--ids", "off").code == 0


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_in_json_is_refused(road: Shell, word: str) -> None:
    weighed = RIGHT.replace(b"}", f', "sample_weight": {word}}}'.encode())

    [fault] = refused(road, weighed + WRONG)

    assert fault == (
        f"runs.jsonl:1: expected JSON, got {word}: "
        "JSON has no NaN and no Infinity: write null where there is no number"
    )


def test_a_number_as_a_string_is_refused(road: Shell) -> None:
    [fault] = refused(road, RIGHT.replace(b"}", b', "sample_weight": "0.5"}') + WRONG)

    assert fault == (
        "runs.jsonl:1: $.sample_weight: expected a number, got '0.5': "
        "a number stands without quotes"
    )


def test_a_line_of_10_megabytes_is_refused(road: Shell) -> None:
    [fault] = refused(road, RIGHT.replace(b"}", b', "x": "' + b"x" * 10**7 + b'"}') + WRONG)

    assert fault == (
        "runs.jsonl:1: expected a line of at most 8388608 bytes, got more: "
        "is this JSON Lines, one record a line?"
    )


@pytest.mark.parametrize("brackets", [200, 10_000])
def test_deep_nesting_is_refused(road: Shell, brackets: int) -> None:
    deep = b"[" * brackets + b"1" + b"]" * brackets

    [fault] = refused(road, RIGHT.replace(b"}", b', "x": ' + deep + b"}") + WRONG)

    assert fault == (
        f"runs.jsonl:1: expected nesting of at most 200 levels, got {brackets + 1} levels: "
        "a record of samples is flat: is this the right file?"
    )


def test_a_byte_order_mark_is_no_fault(road: Shell) -> None:
    road.write("runs.jsonl", b"\xef\xbb\xbf" + RUNS)

    assert road("check", "claims.toml").code == 0


def test_windows_line_ends_are_no_fault(road: Shell) -> None:
    road.write("runs.jsonl", RUNS.replace(b"\n", b"\r\n"))

    assert road("check", "claims.toml").code == 0


def test_a_line_separator_inside_a_string_is_no_fault(road: Shell) -> None:
    road.write("runs.jsonl", RUNS.replace(b'"a"', '"a\u2028b"'.encode()))

    assert road("check", "claims.toml").code == 0


@pytest.mark.parametrize("raw", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_refused(road: Shell, raw: bytes) -> None:
    assert refused(road, raw) == ["runs.jsonl: expected samples, got a file without records"]


def test_a_folder_without_files_is_refused(road: Shell) -> None:
    (road.folder / "runs.jsonl").mkdir()

    ran = road("check", "claims.toml")

    assert_refused(ran)
    assert ran.err == "runs.jsonl: expected samples, got a folder without files in it\n"


def test_a_missing_file_is_refused(road: Shell) -> None:
    ran = road("check", "claims.toml")

    assert_refused(ran)
    assert (
        ran.err
        == "runs.jsonl: expected a file, got nothing of that name: data.runs.path names it\n"
    )


def test_a_wrong_digest_is_refused(shell: Shell) -> None:
    shell.write("claims.toml", claims(data=f'sha256 = "{"0" * 64}"'))

    [fault] = refused(shell, RUNS)

    assert fault == (
        f"runs.jsonl: expected sha256 {'0' * 64}, got {sha256(RUNS).hexdigest()}: "
        "the file is not the one that was described: get that one, or correct the digest"
    )


def test_the_right_digest_is_no_fault(shell: Shell) -> None:
    shell.write("claims.toml", claims(data=f'sha256 = "{sha256(RUNS).hexdigest()}"'))
    shell.write("runs.jsonl", RUNS)

    assert shell("check", "claims.toml").code == 0


def test_every_fault_of_every_source_is_listed(shell: Shell) -> None:
    shell.write("claims.toml", of_two_sources())
    shell.write("runs.jsonl", RUNS + b'[]\n{"id": 3, "gold": []}\n')

    ran = shell("check", "claims.toml")

    assert (ran.code, ran.out) == (2, "")
    assert [line.partition(": ")[0] for line in ran.err.splitlines()] == [
        "runs.jsonl:3",
        "runs.jsonl:4",
        "others.jsonl",
    ]


def test_what_samples_lack_is_said_once_with_the_first_id_and_their_number(shell: Shell) -> None:
    shell.write("claims.toml", claims(definition="f(unit=aspect)"))

    faults = refused(shell, RUNS.replace(b"b", b"a"))

    assert faults == [
        (
            "runs.jsonl: sample '1': expected items with named slots for unit=aspect, got 'a': "
            "2 samples lack it"
        )
    ]


def test_a_sample_without_the_group_of_a_mean_is_refused(shell: Shell) -> None:
    shell.write("claims.toml", claims(definition="f(average=macro[document])"))

    assert refused(shell, RIGHT) == [
        "runs.jsonl: sample '1': expected a group 'document' of the sample, got groups none"
    ]


@pytest.mark.parametrize("command", ["check", "audit"])
def test_audit_and_check_refuse_the_same(shell: Shell, command: str) -> None:
    shell.write("claims.toml", claims(table='space = { columns = ["F1"], beta = [1, 2] }'))
    shell.write("runs.jsonl", RUNS + b"{}\n")

    ran = shell(command, "claims.toml")

    assert_refused(ran)
    assert ran.err.startswith("runs.jsonl:3: ")
