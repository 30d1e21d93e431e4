"""No command writes over a file that it reads, or two things to one file, by whatever name."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.reviewing import DETAIL, METRICS, PAGE, RUN, TABLE, card, output
from tests.cli.reviewing import lines as texts
from tests.cli.running import RUNS, Shell, claims
from tests.cli.studying import FILE, refused, samples

QUARANTINE = "--on-error=quarantine="
SEEDS = "results/demo_aggregated/aggregated_mean_std"
Link = Callable[[Path, Path], None]


@pytest.fixture
def full(shell: Shell) -> Shell:
    """Give a folder with files for every command."""
    shell.write("runs.jsonl", RUNS)
    shell.write("others.jsonl", RUNS)
    shell.write("theirs.jsonl", RUNS)
    second = '[data.others]\npath = "theirs.jsonl"\npredictions = "others.jsonl"'
    shell.write("claims.toml", claims(data=second))
    shell.write(FILE, samples(1))
    shell("cf", "score", FILE, "--output", "rows.jsonl")
    shell.write(f"{RUN}.jsonl", texts([card(1)]))
    shell.write("outputs.jsonl", texts([output(1)]))
    shell.write("allow.json", "[]")
    return shell


def content(shell: Shell) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in shell.folder.rglob("*") if path.is_file()}


CF = ("cf", "run", FILE, "--generator", "toy")
COMMANDS = [
    (("score", "runs.jsonl", "-d", "f"), "runs.jsonl", "FILE"),
    (("compare", "runs.jsonl", "others.jsonl", "-d", "f"), "runs.jsonl", "FIRST"),
    (("compare", "runs.jsonl", "others.jsonl", "-d", "f"), "others.jsonl", "SECOND"),
    *(
        ((command, "claims.toml"), file, name)
        for command in ("check", "audit")
        for file, name in (
            ("claims.toml", "CLAIMS"),
            ("runs.jsonl", "data.runs"),
            ("theirs.jsonl", "data.others"),
            ("others.jsonl", "data.others"),
        )
    ),
    *(
        (("review", stage, f"{RUN}.jsonl", "--out", "new"), f"{RUN}.jsonl", "FILE")
        for stage in ("aggregate", "report", "seeds")
    ),
    (("review", "score", "outputs.jsonl"), "outputs.jsonl", "FILE"),
    (("review", "score", "outputs.jsonl", "--allow", "allow.json"), "allow.json", "--allow"),
    (CF, FILE, "SAMPLES"),
    (("cf", "stats", "rows.jsonl"), "rows.jsonl", "ROWS"),
]
RECORDED = [one for one in COMMANDS if one[0][0] in {"score", "check", "audit"}]
WRITERS = [
    *COMMANDS,
    (("cf", "score", FILE, "--output", "out"), FILE, "SAMPLES"),
    (("cf", "emit", FILE, "--output", "out"), FILE, "SAMPLES"),
]


@pytest.mark.parametrize(
    ("words", "file", "name"), [*COMMANDS, (("sniff", "runs.jsonl"), "runs.jsonl", "FILE")]
)
def test_the_output_is_not_a_file_that_is_read(
    full: Shell, words: tuple[str, ...], file: str, name: str
) -> None:
    before = content(full)

    told = refused(full(*words, "--output", f"./{file}"))

    assert told == [f"--output: expected another file, got {file}, the file of {name}"]
    assert content(full) == before


@pytest.mark.parametrize(("words", "file", "name"), WRITERS)
def test_the_quarantine_is_not_a_file_that_is_read(
    full: Shell, words: tuple[str, ...], file: str, name: str
) -> None:
    before = content(full)

    told = refused(full(*words, f"{QUARANTINE}{file}"))

    wanted = f"expected another file, got {file}, the file of {name}"
    assert told == [f"--on-error: {wanted}"]
    assert content(full) == before


@pytest.mark.parametrize("words", [words for words, _, _ in COMMANDS])
def test_the_output_is_not_the_quarantine(full: Shell, words: tuple[str, ...]) -> None:
    before = content(full)

    told = refused(full(*words, "--output", "new.txt", f"{QUARANTINE}./new.txt"))

    assert told == ["--output: expected another file, got new.txt, the file of --on-error"]
    assert content(full) == before


def symlink(new: Path, old: Path) -> None:
    new.symlink_to(old)


@pytest.mark.parametrize("link", [symlink, os.link])
def test_another_name_of_the_file_is_the_file(full: Shell, link: Link) -> None:
    file = full.folder / "runs.jsonl"
    other = full.folder / "other-name.jsonl"
    if link is symlink:
        symlink(other, file)
    else:
        os.link(file, other)

    told = refused(full("score", "runs.jsonl", "-d", "f", "--output", other.name))

    assert told == [f"--output: expected another file, got {other.name}, the file of FILE"]
    assert full.read("runs.jsonl") == RUNS


def test_two_links_to_where_nothing_is_are_one_file(full: Shell) -> None:
    for name in ("one", "two"):
        (full.folder / name).symlink_to("new.txt")

    told = refused(full("score", "runs.jsonl", "-d", "f", "--output", "one", f"{QUARANTINE}two"))

    assert told == ["--output: expected another file, got one, the file of --on-error"]


READERS = [
    ("score", "{data}", "-d", "f"),
    ("compare", "{data}", "others.jsonl", "-d", "f"),
    ("compare", "others.jsonl", "{data}", "-d", "f"),
    ("check", "claims.toml"),
    ("audit", "claims.toml"),
]
PARTS = ("data", "data/*.jsonl")


@pytest.mark.parametrize("data", PARTS)
@pytest.mark.parametrize("words", READERS)
def test_no_file_of_a_folder_or_a_pattern_is_written_over(
    full: Shell, words: tuple[str, ...], data: str
) -> None:
    (full.folder / "data").mkdir()
    full.write("data/runs.jsonl", RUNS)
    full.write("claims.toml", claims().replace("runs.jsonl", data))
    before = content(full)

    for option in ("--output=", QUARANTINE):
        done = full(*(word.format(data=data) for word in words), f"{option}data/runs.jsonl")

        [told] = refused(done)
        assert "expected another file, got data/runs.jsonl, the file of" in told
    assert content(full) == before


@pytest.mark.parametrize(("words", "file", "name"), RECORDED)
def test_the_record_is_not_a_file_that_is_read_or_written(
    full: Shell, words: tuple[str, ...], file: str, name: str
) -> None:
    before = content(full)

    assert refused(full(*words, "--record", file)) == [
        f"--record: expected another file, got {file}, the file of {name}"
    ]
    assert refused(full(*words, "--output=new.txt", "--record=new.txt")) == [
        "--record: expected another file, got new.txt, the file of --output"
    ]
    assert content(full) == before


def test_a_run_is_not_kept_among_its_data(full: Shell) -> None:
    (full.folder / "data").mkdir()
    full.write("data/runs.jsonl", RUNS)
    before = content(full)

    assert refused(full("score", "data", "-d", "f", "--resume", "data")) == [
        "--resume: expected another file, got data, the file of FILE"
    ]
    assert content(full) == before
    assert full("score", "data", "-d", "f", "--resume", "data/state").code == 0


def test_data_paths_are_relative_to_their_root(full: Shell) -> None:
    (full.folder / "data").mkdir()
    full.write("data/runs.jsonl", RUNS)
    full.write("claims.toml", claims())

    words = ("check", "claims.toml", "--root", "data", "--output")

    assert refused(full(*words, "data/runs.jsonl")) == [
        "--output: expected another file, got data/runs.jsonl, the file of data.runs"
    ]
    assert full(*words, "runs.jsonl").code == 0


@pytest.mark.parametrize(
    ("stage", "target"),
    [
        *(("aggregate", target) for target in (METRICS, TABLE, DETAIL)),
        ("report", PAGE),
        *(("seeds", f"{SEEDS}.{end}") for end in ("csv", "md", "json")),
    ],
)
def test_what_a_review_writes_is_not_what_it_reads_or_writes_beside(
    full: Shell, stage: str, target: str
) -> None:
    path = full.folder / target
    path.parent.mkdir(parents=True)
    words = ("review", stage, f"{RUN}.jsonl")

    assert refused(full(*words, "--output", target)) == [
        f"--output: expected another file, got {target}, the file of --out"
    ]
    assert not path.exists()
    path.symlink_to(full.folder / f"{RUN}.jsonl")
    assert refused(full(*words)) == [
        f"--out: expected another file, got {target}, the file of FILE"
    ]


def test_seeds_of_one_run_share_their_files(full: Shell) -> None:
    full.write("demo__seed2_proposed.jsonl", texts([card(1)]))

    assert full("review", "seeds", f"{RUN}.jsonl", "demo__seed2_proposed.jsonl").code == 0
