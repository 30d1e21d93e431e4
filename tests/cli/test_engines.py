"""Who reads, how much, and what is only planned: arguments of commands that read samples."""

import json
from hashlib import sha256
from itertools import product

import pytest

from tests.cli.running import RUNS, Shell, claims

MANY = "".join(
    json.dumps({"id": at, "gold": [str(at % 3)], "pred": [str(at % 2)]}) + "\n" for at in range(200)
)
MICRO = ("-d", "f(average=micro)", "-d", "f(average=macro[sample])", "--format", "json")


@pytest.fixture
def many(shell: Shell) -> Shell:
    shell.write("many.jsonl", MANY)
    return shell


def test_every_engine_prints_the_same(many: Shell) -> None:
    words = ("score", "many.jsonl", *MICRO, "--interval", "--replicates", "50")

    here = many(*words)
    apart = many(*words, "--engine", "processes", "--workers", "2", "--shard-bytes", "1K")

    assert (here.code, apart.code, apart.err) == (0, 0, "")
    assert apart.out == here.out


def test_a_limit_ends_reading_and_is_told(many: Shell) -> None:
    ran = many("score", "many.jsonl", "-d", "total(of=samples)", "--limit", "30")

    assert ran.out.splitlines()[3].split()[1] == "30"
    assert "of many.jsonl only a part was asked for: the first 30 records" in ran.out


def test_a_sample_is_the_same_whatever_the_order(many: Shell) -> None:
    lines = MANY.splitlines(keepends=True)
    many.write("turned.jsonl", "".join(reversed(lines)))
    many.write("half1.jsonl", "".join(lines[::2]))
    many.write("half2.jsonl", "".join(lines[1::2]))

    words = ("-d", "total(of=samples)", "-d", "f(average=micro)", "--sample", ".3", "--format")
    one, other, parts = (
        json.loads(many("score", name, *words, "json").out)["scores"]
        for name in ("many.jsonl", "turned.jsonl", "half?.jsonl")
    )

    assert [line["score"] for line in one] == [line["score"] for line in other]
    assert [line["score"] for line in one] == [line["score"] for line in parts]
    # 200 ids, three tenths: 60 are expected, with a deviation of 6.5.
    assert 35 < int(one[0]["score"]["value"]) < 85


def test_a_larger_sample_holds_the_smaller(many: Shell) -> None:
    def gold(share: str) -> int:
        ran = many("score", "many.jsonl", "-d", "total(of=gold)", "--sample", share, *MICRO[-2:])
        return int(json.loads(ran.out)["scores"][0]["score"]["value"])

    assert gold(".1") < gold(".5") < gold(".9") < 200


def test_a_dry_run_reads_nothing_and_says_what_it_would(many: Shell) -> None:
    ran = many(
        "score", "many.jsonl", "-d", "total", "--dry-run", "--engine", "processes", "--workers", "2"
    )

    assert ran.code == 0
    assert ran.out.splitlines()[3].split() == ["many.jsonl", "jsonl", "1", f"{len(MANY):,}", "1"]
    assert "Engine: processes, 2 processes." in ran.out
    assert "About 200 records" in ran.out


def test_a_dry_run_counts_shards(many: Shell) -> None:
    words = ("--dry-run", "--engine", "processes", "--shard-bytes", "1000", "--format", "json")
    ran = many("score", "many.jsonl", "-d", "total", *words)

    [source] = json.loads(ran.out)["sources"]
    assert source["bytes"] == len(MANY)
    assert source["shards"] == len(MANY) // 1000 + 1


@pytest.mark.parametrize("command", ["check", "audit"])
def test_claims_are_planned_too(shell: Shell, command: str) -> None:
    shell.write("runs.jsonl", RUNS)
    shell.write(
        "claims.toml",
        'schema = 1\n[data.runs]\npath = "runs.jsonl"\n[[table]]\nname = "1"\ndata = "runs"\n'
        '[table.columns.F]\ndefinition = "f(average=micro)"\n'
        '[[table.rows]]\nlabel = "a"\ncells = { F = 0.50 }\n',
    )

    ran = shell(command, "claims.toml", "--dry-run")

    assert ran.code == 0
    assert ran.out.splitlines()[3].split() == ["runs", "jsonl", "1", str(len(RUNS)), "1"]


def test_check_reads_by_any_engine(shell: Shell) -> None:
    shell.write("runs.jsonl", RUNS)
    shell.write(
        "claims.toml",
        'schema = 1\n[data.runs]\npath = "runs.jsonl"\n[[table]]\nname = "1"\ndata = "runs"\n'
        '[table.columns.F]\ndefinition = "f(average=micro)"\n'
        '[[table.rows]]\nlabel = "a"\ncells = { F = 0.50 }\n',
    )

    ran = shell("check", "claims.toml", "--engine", "processes", "--shard-bytes", "10")

    assert ran.code == 0
    assert "1 cell: 1 reproduced" in ran.out or "1 reproduced" in ran.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("--workers", "2"),
            "--workers: expected --engine processes, dask or spark, got --engine serial\n",
        ),
        (
            ("--engine", "processes", "--cluster-address", "tcp://x"),
            "--cluster-address: expected --engine dask or spark, got --engine processes\n",
        ),
        (
            ("--engine", "processes", "--limit", "5"),
            "--limit: expected --engine serial, got --engine processes\n",
        ),
        (
            ("--limit", "5", "--resume", "state"),
            "--limit: expected a run that reads all, got --resume\n",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(
    many: Shell, words: tuple[str, ...], told: str
) -> None:
    ran = many("score", "many.jsonl", "-d", "f", *words)

    assert (ran.code, ran.out, ran.err) == (2, "", told)


@pytest.mark.parametrize(
    ("option", "value"), [*product(("--workers", "--limit"), ("0", "-1", "x")), ("--sample", "1")]
)
def test_numbers_out_of_range_are_refused(many: Shell, option: str, value: str) -> None:
    ran = many("score", "many.jsonl", "-d", "f", f"{option}={value}")

    assert ran.code == 2
    assert f"argument {option}: " in ran.err


@pytest.mark.parametrize("text", ["0", "1X", "MiB", "1e9", "-5"])
def test_sizes_are_numbers_with_a_unit(many: Shell, text: str) -> None:
    ran = many("score", "many.jsonl", "-d", "f", f"--shard-bytes={text}")

    assert ran.code == 2
    assert f"a number of bytes, such as 64MiB: got '{text}'" in ran.err


def test_a_record_says_what_a_run_was(many: Shell) -> None:
    ran = many("score", "many.jsonl", "-d", "total", "--record", "run.json")
    record = json.loads(many.read("run.json"))

    assert ran.code == 0
    assert record["schema"] == "measurand-run/1"
    assert record["definitions"][0].startswith("total/1(")
    assert record["inputs"] == [
        {
            "name": "many.jsonl",
            "bytes": len(MANY),
            "digest": sha256(MANY.encode()).hexdigest(),
            "kind": "sha256",
        }
    ]
    assert (record["read"], record["engine"], record["shards"]) == (200, "serial", 1)
    assert {"python", "measurand", "msgspec"} <= record["versions"].keys()


def test_a_record_of_a_run_that_was_interrupted_says_so(
    many: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_arguments: object, **_named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("measurand.edges.cli.score.gather", interrupted)

    assert many("score", "many.jsonl", "-d", "total", "--record", "run.json").code == 130
    assert json.loads(many.read("run.json"))["faults"] == [
        "expected a run that ends by itself, got an interrupt"
    ]


@pytest.mark.parametrize("command", ["check", "audit"])
def test_a_record_counts_the_shards_that_were_read(shell: Shell, command: str) -> None:
    shell.write("runs.jsonl", RUNS)
    shell.write("claims.toml", claims())

    shell(command, "claims.toml", "--record", "run.json", "--resume", "kept", "--shard-bytes", "1")

    kept = sorted(path.name for path in (shell.folder / "kept").glob("shard-*"))
    assert json.loads(shell.read("run.json"))["shards"] == len(kept) == 2


def test_a_record_is_written_of_a_run_that_failed(many: Shell) -> None:
    many.write("bad.jsonl", MANY + "{")

    ran = many("score", "bad.jsonl", "-d", "total", "--record", "run.json")
    record = json.loads(many.read("run.json"))

    assert ran.code == 2
    [fault] = record["faults"]
    assert fault.startswith("bad.jsonl:201: ")


TWO = "".join(
    json.dumps({"id": at, "gold": [str(at % 3)], "pred": [str(at % 2)], "b": [str(at % 5)]}) + "\n"
    for at in range(200)
)


def test_two_answers_are_compared_by_any_engine(shell: Shell) -> None:
    shell.write("two.jsonl", TWO)
    words = ("compare", "two.jsonl", "--answer", "pred", "--answer", "b", "-d", "f(average=micro)")

    here = shell(*words, "--format", "json")
    apart = shell(*words, "--format", "json", "--engine", "processes", "--shard-bytes", "1K")

    assert (here.code, apart.err) == (0, "")
    assert apart == here


def test_a_comparison_is_planned_and_recorded(shell: Shell) -> None:
    shell.write("two.jsonl", TWO)
    words = ("compare", "two.jsonl", "--answer", "pred", "--answer", "b", "-d", "f(average=micro)")

    planned = shell(*words, "--dry-run")
    ran = shell(*words, "--record", "run.json")

    assert planned.out.splitlines()[3].split()[:3] == ["two.jsonl", "jsonl", "1"]
    assert ran.code == 0
    assert json.loads(shell.read("run.json"))["read"] == 200


@pytest.mark.parametrize(
    ("option", "value"),
    [("--engine", "processes"), ("--resume", "state"), ("--record", "r.json"), ("--dry-run", "")],
)
def test_two_files_are_read_here(shell: Shell, option: str, value: str) -> None:
    shell.write("a.jsonl", RUNS)
    shell.write("b.jsonl", RUNS)

    ran = shell("compare", "a.jsonl", "b.jsonl", "-d", "f", *filter(None, (option, value)))

    assert (ran.code, ran.out) == (2, "")
    assert ": expected one file with both answers, by --answer, got two files\n" in ran.err


COSTS = "".join(json.dumps({"id": at, "cost": at / 7}) + "\n" for at in range(60))
MEAN = ("score", "costs.jsonl", "-d", "column(name=cost,reduce=mean)", "--number", "cost")


def test_rows_beyond_the_bound_give_the_same_score(shell: Shell) -> None:
    shell.write("costs.jsonl", COSTS)

    held = shell(*MEAN)
    stored = shell(*MEAN, "--most-rows", "10")

    assert held.code == 0
    assert stored == held


def test_an_interval_of_too_many_rows_is_refused_or_asked_for(shell: Shell) -> None:
    shell.write("costs.jsonl", COSTS)
    words = (*MEAN, "--most-rows", "10", "--interval", "--replicates", "200")

    refused = shell(*words)
    asked = shell(*words, "--overflow", "poisson")

    assert (refused.code, asked.code) == (0, 0)
    assert "60 distinct rows" in refused.out
    assert "--overflow poisson" in refused.out
    assert "Poisson" in asked.out


def test_a_folder_for_rows_that_is_not_there_is_a_fault(shell: Shell) -> None:
    shell.write("costs.jsonl", COSTS)

    ran = shell(*MEAN, "--most-rows", "10", "--scratch", "nowhere")

    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert "nowhere" in ran.err
