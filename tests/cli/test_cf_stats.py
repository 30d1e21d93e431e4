"""`measurand cf stats`, which reads rows alone, and what shows options and help."""

import json
from collections.abc import Callable

import pytest

from tests.cli.reviewing import Tree
from tests.cli.running import Shell
from tests.cli.studying import EXACT, FILE, lines, refused, samples

ROWS = "rows.jsonl"
Change = Callable[[list[Tree]], list[Tree]]
STAGES = ("run", "emit", "answer", "score", "stats", "profiles")


def test_stats_of_written_rows_are_those_of_the_run(shell: Shell) -> None:
    shell.write(FILE, samples())
    whole = shell("cf", "run", FILE, *EXACT, "--rows", ROWS, "--format", "csv")

    ran = shell("cf", "stats", ROWS, "--format", "csv")

    assert (ran.code, ran.out) == (0, whole.out)


def test_stats_take_the_options_that_the_rows_name(shell: Shell) -> None:
    shell.write(FILE, samples())
    shell("cf", "score", FILE, "--profile", "recommended", "--output", ROWS)

    tree = shell("cf", "stats", ROWS, "--set", "plan.seed=4", "--format", "json").json

    options = tree["options"]
    assert isinstance(options, dict)
    assert (options["plan.test"], options["plan.seed"]) == ("sign_flip", "4")
    assert tree["profile"] == "recommended plan.seed=4"
    assert tree["notes"] == []


def test_stats_under_another_profile_say_so(shell: Shell) -> None:
    shell.write(FILE, samples())
    shell("cf", "score", FILE, "--output", ROWS)

    tree = shell("cf", "stats", ROWS, "--profile", "as-run", "--format", "json").json

    assert tree["profile"] == "as-run"
    assert tree["notes"] == [
        "The rows were measured under documented: the tests alone are as asked for."
    ]


def test_stats_write_the_page(shell: Shell) -> None:
    shell.write(FILE, samples())
    shell("cf", "score", FILE, "--output", ROWS)

    assert shell("cf", "stats", ROWS, "--html", "page.html").code in {0, 1, 3}
    assert shell.read("page.html").startswith(b"<!doctype html>")


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (
            lambda rows: [*rows, {**rows[0], "key": "nocite"}],
            (
                "rows.jsonl: expected a key of orig, omega_perm, token_perm, cite_swap, "
                "evidence_drop, no_cite, got 'nocite' of '0'"
            ),
        ),
        (
            lambda rows: [row for row in rows if row["key"] != "orig"],
            "rows.jsonl: expected a row 'orig' of every sample, got '0' under omega_perm alone",
        ),
        (
            lambda rows: [*rows, rows[-1]],
            (
                "rows.jsonl:14: $.key: expected names that differ, "
                "got 'no_cite of 1' again, first in line 13"
            ),
        ),
        (
            lambda rows: [
                {**rows[0], "metrics": {"hit": "high"}, "exact": {}, "undefined": {}},
                *rows[1:],
            ],
            (
                "rows.jsonl:2: $.metrics.hit: expected a number, got 'high': "
                "a number stands without quotes"
            ),
        ),
    ],
)
def test_rows_of_which_no_study_can_be_made_are_refused(
    shell: Shell, change: Change, wanted: str
) -> None:
    shell.write(FILE, samples(2))
    shell("cf", "score", FILE, "--output", ROWS)
    header, *rows = [json.loads(line) for line in shell.read(ROWS).splitlines()]
    shell.write(ROWS, lines([header, *change(rows)]))

    told = refused(shell("cf", "stats", ROWS, "--output", "out.txt"))

    assert told[0] == wanted
    assert "out.txt" not in shell.names()


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"plan.sede": "1"}, "unknown option 'plan.sede': did you mean 'plan.seed'?"),
        ({"plan.seed": "one"}, "plan.seed: a whole number: got 'one'"),
    ],
)
def test_options_that_rows_name_wrongly_are_refused(
    shell: Shell, options: dict[str, str], wanted: str
) -> None:
    shell.write(ROWS, lines([{"schema": "cf-dataset/1", "options": options}]))

    told = refused(shell("cf", "stats", ROWS))

    assert told == [
        f"rows.jsonl:1: $.options: expected options of a study, got 1 of them: {wanted}"
    ]


def test_options_that_are_no_texts_are_refused(shell: Shell) -> None:
    shell.write(ROWS, lines([{"schema": "cf-dataset/1", "options": {"plan.seed": 1}}]))

    told = refused(shell("cf", "stats", ROWS))

    assert told == ["rows.jsonl:1: $.options: expected texts, got 1 for 'plan.seed'"]


def test_profiles_stand_side_by_side(shell: Shell) -> None:
    ran = shell("cf", "profiles", "plan.test")

    assert ran.code == 0
    assert ran.out.splitlines()[2] == "plan.test  bootstrap_sign  bootstrap_sign  sign_flip *"


def test_profiles_list_every_option(shell: Shell) -> None:
    tree = shell("cf", "profiles", "--format", "json").json["options"]

    assert isinstance(tree, dict)
    assert list(tree) == ["documented", "as-run", "recommended"]
    assert tree["as-run"]["full.U1.3.below"] == "0.05"
    assert "full.I1.4.tolerance" not in tree["recommended"]


def test_a_group_of_options_that_is_none_is_refused(shell: Shell) -> None:
    told = refused(shell("cf", "profiles", "plam"))

    assert told == ["PART: expected an option or a group of them, got 'plam': did you mean 'plan'?"]


@pytest.mark.parametrize("stage", STAGES)
def test_the_help_of_a_stage_has_examples(shell: Shell, stage: str) -> None:
    ran = shell("cf", stage, "--help")

    assert ran.code == 0
    assert f"examples:\n  measurand cf {stage}" in ran.out


def test_the_help_of_the_command_names_every_stage(shell: Shell) -> None:
    ran = shell("cf", "--help")

    assert ran.code == 0
    assert all(f"  {stage} " in ran.out for stage in STAGES)
    assert "exit codes:" in ran.out
