"""Bad samples of `measurand cf`: clear faults, and nothing half written."""

import json
from collections.abc import Mapping

import pytest

from tests.cli.comparing import exactly
from tests.cli.reviewing import Tree
from tests.cli.running import Shell
from tests.cli.studying import (
    EXACT,
    FILE,
    answer,
    found_in,
    lines,
    refused,
    sample,
    samples,
)

NUMBERS = {"score": 0.5, "uncertainty": 0.5}
WRITTEN = ("--rows", "rows.jsonl", "--html", "page.html", "--output", "out.txt")


def token(which: int = 0, cell: str = "L1:0,0,0", level: int = 1, **more: object) -> Tree:
    return {"token_id": which, "cell_id": cell, "level": level, **NUMBERS, **more}


BAD: Mapping[str, Tree] = {
    "two tokens of one id": {"tokens": [token(), token()]},
    "a cell out of range": {"tokens": [token(cell="L1:0,0,2")]},
    "a negative index": {"tokens": [token(cell="L1:0,0,-1")]},
    "a level that is not the cell's": {"tokens": [token(level=2)]},
    "embeddings of two lengths": {
        "tokens": [token(embedding=[1, 2]), token(1, "L0:0,0,0", 0, embedding=[1])]
    },
    "a lesion outside of the volume": {
        "lesions": [{"lesion_id": 0, "boxes": [[0, 5, 0, 2, 0, 2]]}]
    },
    "a mask of another shape": {
        "lesions": [{"lesion_id": 0, "rle": {"order": "C", "counts": [1, 2]}}]
    },
    "a mask that is not there": {"lesions": [{"lesion_id": 0, "npy": {"path": "mask.npy"}}]},
    "other axes": {"axes": "xyz"},
    "another schema": {"schema": "cf-score/2"},
    "no shape": {"volume_shape": None},
    "a number that is none": {"tokens": [token(score="high")]},
}


@pytest.mark.parametrize("changes", BAD.values(), ids=BAD)
def test_a_bad_sample_is_refused_with_its_line(shell: Shell, changes: Tree) -> None:
    shell.write(FILE, lines([sample("0"), sample("1", changes), sample("2")]))

    told = refused(shell("cf", "run", FILE, *WRITTEN))

    assert told
    assert all(line.startswith(f"{FILE}:2: $") for line in told)
    assert shell.names() == {FILE}


def test_all_faults_of_all_lines_are_told_at_once(shell: Shell) -> None:
    bad = [sample(str(at), changes) for at, changes in enumerate(BAD.values())]
    shell.write(FILE, lines(bad))

    told = refused(shell("cf", "run", FILE))

    assert len({line.split(" ")[0] for line in told}) == len(BAD)


@pytest.mark.parametrize("stage", ["run", "emit"])
def test_a_seed_that_the_old_generator_has_not_is_refused(shell: Shell, stage: str) -> None:
    shell.write(FILE, samples(2, {"seed": 2**32 - 1}))

    told = refused(shell("cf", stage, FILE, "--profile", "as-run", "--output", "out"))

    assert told == [
        (
            f"{FILE}: sample '{name}': expected one below 4294964296, for stream=legacy, "
            "got the seed 4294967295"
        )
        for name in "01"
    ]
    assert shell.names() == {FILE}


def test_the_seed_of_a_sample_may_be_large(shell: Shell) -> None:
    shell.write(FILE, samples(8, {"seed": 2**64 - 1}))

    assert shell("cf", "run", FILE, *EXACT).code == 0


def test_two_samples_of_one_name_are_refused(shell: Shell) -> None:
    shell.write(FILE, lines([sample("a"), sample("a")]))

    told = refused(shell("cf", "run", FILE))

    assert told == [
        f"{FILE}:2: $.sample_id: expected names that differ, got 'a' again, first in line 1"
    ]


def test_a_citation_of_an_unknown_token_is_an_issue(shell: Shell) -> None:
    shell.write(FILE, samples(8, {"gen": answer(0, 9)}))

    shell("cf", "score", FILE, "--output", "rows.jsonl")

    first = json.loads(shell.read("rows.jsonl").splitlines()[1])
    assert ("orig", "D1.0") in {(first["key"], issue["rule"]) for issue in first["issues"]}


def test_a_citation_of_an_unknown_token_is_a_fault_where_all_is_strict(shell: Shell) -> None:
    shell.write(FILE, samples(1, {"gen": answer(0, 9)}))

    [line] = refused(shell("cf", "run", FILE, "--strict"))

    assert line.startswith(f"{FILE}:1: $.gen.frames[0].citations")


def test_an_answer_without_a_positive_frame_measures_0(shell: Shell) -> None:
    absent = answer(0)
    frames = absent["frames"]
    assert isinstance(frames, list)
    frames[0]["polarity"] = "absent"
    shell.write(FILE, samples(8, {"gen": absent}))

    ran = shell("cf", "run", FILE, *EXACT, "--format", "json")

    # 0 as it is; asked again it cites token 0, then token 1: 1 and 1/8.
    wanted = [0.0, -1.0, 0.0, -0.125, 0.0]
    assert [float(exactly(one["difference"])) for one in found_in(ran)] == wanted
    assert ran.code == 1


def test_bad_lines_may_be_skipped(shell: Shell) -> None:
    shell.write(FILE, samples(8) + b"{broken\n" + lines([{"schema": "cf-sample/1"}]))

    ran = shell("cf", "run", FILE, *EXACT, "--on-error", "skip", "--format", "json")

    assert (ran.code, ran.err) == (0, "")
    assert (ran.json["samples"], ran.json["notes"]) == (8, ["2 bad lines were skipped"])


@pytest.mark.parametrize("stage", ["run", "score", "emit"])
def test_bad_lines_may_be_kept_byte_for_byte(shell: Shell, stage: str) -> None:
    shell.write(FILE, b"{broken\r\n" + samples(2) + b"[]")

    ran = shell("cf", stage, FILE, "--output", "out", "--on-error", "quarantine=bad.jsonl")

    assert ran.code in {0, 3}
    assert shell.read("bad.jsonl") == b"{broken\r\n[]"


def test_bad_rows_may_be_kept_too(shell: Shell) -> None:
    shell.write(FILE, samples(8))
    shell("cf", "score", FILE, "--output", "rows.jsonl")
    shell.write("rows.jsonl", shell.read("rows.jsonl") + b"{broken\n")

    ran = shell("cf", "stats", "rows.jsonl", "--on-error", "quarantine=bad.jsonl")

    assert "1 bad line was skipped" in ran.out
    assert shell.read("bad.jsonl") == b"{broken\n"


def test_where_all_lines_are_bad_nothing_is_decided(shell: Shell) -> None:
    shell.write(FILE, b"{broken\n")

    ran = shell("cf", "run", FILE, "--on-error", "skip")

    assert ran.code == 3
    assert ran.out.startswith("0 samples, 0 groups; ")


@pytest.mark.parametrize("name", ["nothing.jsonl", "."])
@pytest.mark.parametrize("on_error", ["stop", "skip"])
def test_a_file_that_is_none_is_refused(shell: Shell, name: str, on_error: str) -> None:
    [line] = refused(shell("cf", "run", name, "--on-error", on_error))

    assert line.startswith(f"{name}: expected a file, got ")
