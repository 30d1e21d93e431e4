"""What plays no part in a result: the order of rows, of files, of hashes, and how a run is cut."""

import random
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest

from measurand.edges.cli.parser import parsed
from measurand.studies.review.edge.cli.runs import RunPools, RunsRequest, chosen, gather_runs
from measurand.studies.review.metrics import definitions
from measurand.studies.review.options import PROFILES
from measurand.values.score import Defined
from tests.cli.reviewing import RESULT, Tree, card, changed, lines, said
from tests.cli.running import Shell

SEEDS = ("0", "4242")
PROFILE = pytest.mark.parametrize("profile", PROFILES)
ONES = ("맛", "값", "soup", "bread", "view", "맛!", "( 값 )", "")
POLARITIES = ("positive", "negative", "neutral", "mixed", "great", "")


def tuples(chance: random.Random, most: int) -> list[Tree]:
    """Make tuples; ties for the representative of a term are frequent."""
    return [
        said(chance.choice(ONES), chance.choice(POLARITIES))
        | {"is_implicit": chance.random() < 0.2, "confidence": chance.choice([0, 0.5, 0.5, 1])}
        for _ in range(chance.randint(0, most))
    ]


def row(number: int) -> Tree:
    """Make a scorecard that differs from its neighbours; every list may be missing."""
    chance = random.Random(number)  # noqa: S311 - data, not a secret
    parts: dict[str, object] = {
        "inputs.gold_tuples": tuples(chance, 3),
        "inputs.aspect_sentiments": tuples(chance, 4),
        f"{RESULT}.stage1_tuples": tuples(chance, 3),
        f"{RESULT}.final_tuples": tuples(chance, 4),
        f"{RESULT}.final_aspects": tuples(chance, 2),
        "stage_delta.changed": chance.choice([True, False, None]),
        "validator": [
            {"stage": stage, "structural_risks": [{"risk_id": chance.choice(["NEGATION", "x"])}]}
            for stage in chance.sample(["stage1", "stage2", "stage2"], chance.randint(0, 3))
        ],
    }
    left = {name: part for name, part in parts.items() if chance.random() < 0.8}
    return changed(card(number), left | {f"{RESULT}.final_tuples": parts[f"{RESULT}.final_tuples"]})


ROWS = [row(number) for number in range(40)]


def shuffled(rows: Iterable[Tree], seed: int) -> list[Tree]:
    found = list(rows)
    random.Random(seed).shuffle(found)  # noqa: S311 - an order, not a secret
    return found


def written(folder: Path) -> dict[str, bytes]:
    """Give all files below a folder, by their places."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@PROFILE
@pytest.mark.parametrize("stage", ["aggregate", "seeds"])
def test_shuffled_rows_give_the_same_files(shell: Shell, profile: str, stage: str) -> None:
    for seed in range(4):
        shell.write("demo__seed1_proposed.jsonl", lines(shuffled(ROWS, seed)))
        out = ("--out", f"out{seed}", "--profile", profile)
        assert shell("review", stage, "demo__seed1_proposed.jsonl", *out).code == 0

    first = written(shell.folder / "out0")
    assert all(written(shell.folder / f"out{seed}") == first for seed in range(1, 4))


def test_shuffled_rows_give_the_same_text(shell: Shell) -> None:
    told = set()
    for seed in range(3):
        shell.write("demo.jsonl", lines(shuffled(ROWS, seed)))
        told.add(shell("review", "aggregate", "demo.jsonl").out)

    assert len(told) == 1


def test_hashes_play_no_part(shell: Shell) -> None:
    shell.write("demo__seed1_proposed.jsonl", lines(ROWS))
    shell.write("demo__seed2_proposed.jsonl", lines(ROWS[:7]))
    runs = ("demo__seed1_proposed.jsonl", "demo__seed2_proposed.jsonl")
    told: list[list[str]] = []
    for place, seed in enumerate(SEEDS):
        commands = [
            ("review", stage, *runs, "--profile", profile, "--out", f"out{place}/{profile}", *fmt)
            for profile in PROFILES
            for stage, *fmt in (
                ("aggregate", "--format", "json"),
                ("seeds", "--format", "csv"),
                ("report",),
            )
        ]
        ran = shell.several_apart(commands, env={"PYTHONHASHSEED": seed})
        assert [(one.code, one.err) for one in ran] == [(0, "")] * len(commands)
        told.append([one.out.replace(f"out{place}/", "out/") for one in ran])

    first = written(shell.folder / "out0")
    for profile in PROFILES:
        names = [name for name in first if name.startswith(f"{profile}/")]
        assert len(names) == 3 * 2 + 3 + 2
        assert len([name for name in names if name.endswith("/metric_report.html")]) == 2
    assert all(written(shell.folder / f"out{place}") == first for place in range(1, len(SEEDS)))
    assert told[1:] == told[:-1]


def test_a_page_written_twice_is_the_same(shell: Shell) -> None:
    shell.write("demo.jsonl", lines(ROWS))
    for name in ("one", "two"):
        assert shell("review", "report", "demo.jsonl", "--out", name).code == 0

    assert written(shell.folder / "one") == written(shell.folder / "two")


def pools(shell: Shell, rows: Iterable[Tree], profile: str, name: str = "part.jsonl") -> RunPools:
    """Read rows as a run."""
    shell.write(name, lines(rows))
    request = parsed(RunsRequest, [name, "--profile", profile], name="aggregate")
    [run] = gather_runs(request, chosen(request.reading))
    return run


@PROFILE
@pytest.mark.parametrize("cut", [1, 13, 20, 39])
def test_the_parts_of_a_run_add_up_to_the_whole(shell: Shell, profile: str, cut: int) -> None:
    whole = pools(shell, ROWS, profile)

    added = pools(shell, ROWS[:cut], profile) + pools(shell, ROWS[cut:], profile)

    assert added.pools == whole.pools
    asked = definitions(PROFILES[profile])
    assert added.lines(asked) == whole.lines(asked)


@PROFILE
def test_parts_of_one_row_each_add_up_to_the_whole(shell: Shell, profile: str) -> None:
    whole = pools(shell, ROWS[:12], profile)

    first, *rest = (pools(shell, [one], profile) for one in shuffled(ROWS[:12], 3))
    for part in rest:
        first += part

    assert first.pools == whole.pools


def test_lines_that_were_skipped_add_up(shell: Shell) -> None:
    shell.write("one.jsonl", lines(ROWS[:2]) + b"{broken\n")
    words = ["one.jsonl", "--on-error", "skip"]
    request = parsed(RunsRequest, words, name="aggregate")
    [run] = gather_runs(request, chosen(request.reading))

    assert (run + run).skipped == 2


@PROFILE
def test_the_order_of_seeds_plays_no_part(shell: Shell, profile: str) -> None:
    names = [f"demo__seed{seed}_proposed.jsonl" for seed in (3, 11, 2)]
    for place, name in enumerate(names):
        shell.write(name, lines(ROWS[place * 9 : place * 9 + 13]))
    for number, order in enumerate((names, names[::-1], [names[1], names[2], names[0]])):
        out = ("--out", f"out{number}", "--profile", profile)
        assert shell("review", "seeds", *order, *out).code == 0

    first = written(shell.folder / "out0")
    assert first
    assert written(shell.folder / "out1") == written(shell.folder / "out2") == first


def test_the_seeds_merged_are_the_rows_pooled(shell: Shell) -> None:
    one, two = ROWS[:15], ROWS[15:]
    asked = definitions(PROFILES["documented"])
    merged = pools(shell, one, "documented") + pools(shell, two, "documented")
    whole = pools(shell, ROWS, "documented")

    line = merged.lines(asked)["tuple_f1_s2"].score
    assert line == whole.lines(asked)["tuple_f1_s2"].score
    assert isinstance(line, Defined)
    assert isinstance(line.value, Fraction)
