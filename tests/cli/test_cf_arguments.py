"""Arguments of `measurand cf` that are none: refused before anything is done."""

import sys

import pytest

from tests.cli.running import Shell
from tests.cli.studying import FILE, refused, samples

GIVEN = "answers.jsonl"


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (
            ("--set", "plan.sede=1"),
            (
                "--set: expected options and their values, got plan.sede=1: "
                "unknown option 'plan.sede': did you mean 'plan.seed'?"
            ),
        ),
        (
            ("--set", "plan.test=signflip"),
            (
                "--set: expected options and their values, got plan.test=signflip: plan.test: one "
                "of sign_flip, bootstrap_sign, bootstrap_plus_one, wilcoxon: got 'signflip': "
                "did you mean 'sign_flip'?"
            ),
        ),
        (
            ("--set", "full.rules=U1.9"),
            (
                "--set: expected options and their values, got full.rules=U1.9: full.rules: "
                "unknown rule 'U1.9': did you mean 'U1.4'?"
            ),
        ),
        (
            ("--only-tests", "iou_unoin"),
            (
                "--only-tests: expected options and their values, got iou_unoin: "
                "unknown metric 'iou_unoin': did you mean 'iou_union'?"
            ),
        ),
        (("--set", "plan.seed"), "--set: expected OPTION=VALUE, got plan.seed"),
        (("--set", ""), "--set: expected OPTION=VALUE, got nothing"),
        (
            ("--set", "seed=1", "--set", "seed=2"),
            "--set: expected every option once, got seed twice",
        ),
        (
            ("--set", "tested=hit", "--only-tests", "hit"),
            "--only-tests: expected one of them, got it and --set tested=",
        ),
        (
            ("--profile", "as-run", "--set", "plan.cluster=group"),
            (
                "--set: expected options and their values, got plan.cluster=group: "
                "the legacy stream resamples samples: got plan.cluster=group"
            ),
        ),
        (
            ("--keep", "kept.jsonl"),
            "--keep: expected --program or --generator beside it, got nobody to ask",
        ),
        (
            ("--answers", GIVEN, "--keep", "kept.jsonl"),
            "--keep: expected --program or --generator beside it, got --answers",
        ),
        (("--rows", FILE), f"--rows: expected another file, got {FILE}, the file of SAMPLES"),
        (
            ("--rows", "out", "--html", "./out"),
            "--html: expected another file, got out, the file of --rows",
        ),
        (
            ("--rows", "no/such/rows.jsonl"),
            "--rows: expected a file in a folder that is there, got no/such/rows.jsonl",
        ),
    ],
)
def test_bad_arguments_are_refused(shell: Shell, words: tuple[str, ...], wanted: str) -> None:
    shell.write(FILE, samples())

    assert refused(shell("cf", "run", FILE, *words)) == [wanted]
    assert shell.names() == {FILE}


@pytest.mark.parametrize(
    "words",
    [
        ("--profile", "as-ran"),
        ("--generator", "other"),
        ("--generator", "toy", "--answers", GIVEN),
        ("--seconds", "0"),
        ("--seconds", "nan"),
        ("--seconds", "soon"),
        ("--format", "yaml"),
        ("--on-error", "ignore"),
    ],
)
def test_bad_usage_exits_with_2(shell: Shell, words: tuple[str, ...]) -> None:
    shell.write(FILE, samples())

    ran = shell("cf", "run", FILE, *words)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("usage: measurand cf run ")


@pytest.mark.parametrize("stage", ["emit", "score"])
def test_a_stage_that_writes_a_file_needs_its_name(shell: Shell, stage: str) -> None:
    shell.write(FILE, samples())

    ran = shell("cf", stage, FILE)

    assert ran.code == 2
    assert "--output" in ran.err


@pytest.mark.parametrize("stage", ["emit", "score"])
def test_a_stage_that_meets_bad_lines_writes_nothing(shell: Shell, stage: str) -> None:
    shell.write(FILE, samples() + b"{broken\n")
    shell.write("out", "as it was")

    [line] = refused(shell("cf", stage, FILE, "--output", "out"))

    assert line.startswith(f"{FILE}:9: ")
    assert shell.read("out") == b"as it was"
    assert shell.names() == {FILE, "out"}


def test_the_page_needs_no_package(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    shell.write(FILE, samples())

    shell("cf", "run", FILE, "--html", "page.html", "--rows", "rows.jsonl")

    assert shell.names() == {FILE, "page.html", "rows.jsonl"}
