"""`measurand cf stats`: rows were measured under the options of their header, and no others."""

import json

import pytest

from tests.cli.running import Shell
from tests.cli.studying import EXACT, FILE, ONE, lines, refused, samples, verdicts

ROWS = "rows.jsonl"
NULL = "structurally null"
RATE = ("--only-tests", "overclaim_rate")
UNKNOWN = "do not say under which options they were measured"


def scored(shell: Shell, *options: str, header: bool = True) -> None:
    """Write the rows of some samples, with or without their first line."""
    shell.write(FILE, samples())
    shell("cf", "score", FILE, *options, "--output", ROWS)
    if not header:
        shell.write(ROWS, b"".join(shell.read(ROWS).splitlines(keepends=True)[1:]))


@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize(
    "name", ["grounding.each", "seed", "stream", "full.U1.3.below", "full.rules", "omega_perm"]
)
def test_an_option_of_measuring_cannot_act_on_rows(
    shell: Shell, name: str, *, header: bool
) -> None:
    scored(shell, header=header)
    known = "rows were measured under documented" if header else f"the rows {UNKNOWN}"

    told = refused(shell("cf", "stats", ROWS, "--set", f" {name} =frame", "--html", "page.html"))

    assert told == [
        (
            "--set: expected an option of the tests (plan.*, tested, nulls, pooling), "
            f"got {name}: {known}; measure them again with cf score"
        )
    ]
    assert "page.html" not in shell.names()


@pytest.mark.parametrize(
    "text", ["plan.seed=4", "tested=hit", "nulls=kept", "pooling=sums", "plan.cluster=none"]
)
def test_an_option_of_the_tests_acts_on_rows(shell: Shell, text: str) -> None:
    scored(shell)
    name, _, value = text.partition("=")

    options = shell("cf", "stats", ROWS, "--set", text, "--format", "json").json["options"]

    assert isinstance(options, dict)
    assert options[name] == value


@pytest.mark.parametrize(
    ("measured", "asked", "null"),
    [
        # Cells change places within their level, or any two of them do: then levels move.
        ("recommended", "documented", True),
        ("documented", "recommended", False),
    ],
)
def test_what_is_structurally_null_is_said_by_the_options_of_measuring(
    shell: Shell, measured: str, asked: str, *, null: bool
) -> None:
    scored(shell, "--profile", measured)

    ran = shell("cf", "stats", ROWS, "--profile", asked, *RATE, "--format", "json")

    assert (verdicts(ran, "overclaim_rate")["omega_perm"] == NULL) is null
    options = ran.json["options"]
    assert isinstance(options, dict)
    assert options["omega_perm.within"] == ("level" if null else "all")
    assert options["plan.test"] == ("bootstrap_sign" if asked == "documented" else "sign_flip")
    assert ran.json["notes"] == [
        f"The rows were measured under {measured}: the tests alone are as asked for."
    ]


def test_a_profile_that_the_rows_were_measured_under_needs_no_note(shell: Shell) -> None:
    scored(shell, "--set", "plan.seed=4")

    ran = shell("cf", "stats", ROWS, "--profile", "documented", *ONE[:2])

    assert "\nProfile: documented tested=iou_union.\n" in ran.out
    assert "The rows" not in ran.out


@pytest.mark.parametrize("profile", ["documented", "recommended"])
def test_rows_without_a_header_are_assumed_to_be_of_a_profile(shell: Shell, profile: str) -> None:
    scored(shell, header=False)
    words = () if profile == "documented" else ("--profile", profile)

    tree = shell("cf", "stats", ROWS, *words, "--format", "json").json
    text = shell("cf", "stats", ROWS, *words).out

    note = f"The rows {UNKNOWN}: those of {profile} are assumed for what is structurally null."
    assert (tree["profile"], tree["notes"], tree["samples"]) == (profile, [note], 8)
    assert f"\nProfile of the tests: {profile}.\n{note}\n" in text
    assert "\nProfile: " not in text


def test_a_row_that_was_deleted_is_seen(shell: Shell) -> None:
    shell.write(FILE, samples())
    whole = shell("cf", "run", FILE, *EXACT, "--rows", ROWS)
    header, *rows = [json.loads(line) for line in shell.read(ROWS).splitlines()]
    [gone] = [row for row in rows if (row["sample_id"], row["key"]) == ("3", "cite_swap")]
    shell.write(ROWS, lines([header, *(row for row in rows if row is not gone)]))

    ran = shell("cf", "stats", ROWS, "--format", "json")

    assert (whole.code, ran.code) == (0, 3)
    assert ran.json["without_a_number"] == [
        {"key": "cite_swap", "samples": 1, "metrics": [], "why": "there is no row"}
    ]
