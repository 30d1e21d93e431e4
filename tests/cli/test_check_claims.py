"""`measurand check` on everything that a claims file may claim, end to end."""

from datetime import date
from pathlib import Path

import pytest
from returns.pipeline import is_successful

from measurand.edges.cli.checking import checked
from measurand.values.verdict import Verdict
from tests.cli.claiming import ALL, EXPECTED, FILE, NUMBER, outcomes, write
from tests.cli.running import RUNS, Shell


def test_claims_beside_tables_are_checked_and_shown(shell: Shell) -> None:
    write(shell, ALL)

    ran = shell("check", "claims.toml")

    assert (ran.code, ran.err) == (0, "")
    [line] = [line for line in ran.out.splitlines() if line.startswith("pairs")]
    assert line.split() == ["pairs", "2", "computed", "numbers", "2", "holds"]
    assert "5 claims: 5 hold." in ran.out


@pytest.mark.parametrize(
    ("old", "new"),
    [("value = 2\n", "value = 3\n"), ("right = 40", "right = 60"), ("twice as", "thrice as")],
)
def test_a_claim_that_is_not_so_is_a_finding(shell: Shell, old: str, new: str) -> None:
    write(shell, ALL.replace(old, new))

    ran = shell("check", "claims.toml")

    assert ran.code == 1
    assert "5 claims: 4 hold, 1 refuted." in ran.out


def test_a_file_of_claims_alone_is_checked(shell: Shell) -> None:
    write(shell, FILE[: FILE.index("[[table]]")] + NUMBER)

    ran = shell("check", "claims.toml")

    assert ran.code == 0
    assert "1 claim: 1 holds." in ran.out
    assert "cells" not in ran.out


def test_a_file_of_tables_alone_reads_as_before(shell: Shell) -> None:
    write(shell, FILE)

    ran = shell("check", "claims.toml")

    assert ran.code == 0
    assert ran.out.endswith("2 cells: 2 reproduced.\n")
    assert "Claims" not in ran.out


@pytest.mark.parametrize("form", ["text", "md", "csv", "latex", "json"])
def test_every_format_shows_claims(shell: Shell, form: str) -> None:
    write(shell, ALL + EXPECTED.format(value=51.0))

    ran = shell("check", "claims.toml", "--format", form, "--today", "2027-01-01")

    assert ran.code == 0
    for word in ("pairs", "phrase", "version 1"):
        assert word in ran.out


def test_json_has_an_outcome_for_every_claim_with_its_line(shell: Shell) -> None:
    write(shell, ALL)

    found = outcomes(shell)

    assert {name: (one["kind"], one["line"]) for name, one in found.items()} == {
        "1/ours/F1": ("cell", 20),
        "1/ours/hits": ("cell", 20),
        "pairs": ("number", 22),
        "more": ("relation", 28),
        "phrase": ("prose", 35),
    }
    assert found["pairs"]["file"] == "claims.toml"


@pytest.mark.parametrize(
    ("value", "today", "code"),
    [
        ("51.0", "2027-02-28", 0),
        ("51.0", "2027-03-01", 0),
        ("51.0", "2027-03-02", 3),
        ("50.0", "2027-02-28", 1),
        ("50.0", "2027-03-02", 1),
    ],
)
def test_an_expected_failure_is_strict_and_has_a_day(
    shell: Shell, value: str, today: str, code: int
) -> None:
    write(shell, FILE + EXPECTED.format(value=value))

    assert shell("check", "claims.toml", "--today", today).code == code


def test_the_expected_failure_of_a_cell_is_shown_in_its_table(shell: Shell) -> None:
    cells = "cells = { F1 = 50.0, hits = 3 }"
    expect = '\nexpect = { hits = { mismatch = "version 1", review = 2027-03-01 } }'
    write(shell, FILE.replace("cells = { F1 = 50.0, hits = 1 }", cells + expect))

    ran = shell("check", "claims.toml", "--today", "2027-01-01")

    assert ran.code == 0
    assert "3 != 1 (expected)" in ran.out
    assert "2 claims: 2 hold (1 expected not to be reproduced)" in ran.out


def test_a_tolerance_is_shown_with_its_reason(shell: Shell) -> None:
    text = FILE.replace(
        'definition = "total(of=hits)"',
        'definition = "total(of=hits)"\ntolerance = { value = 1, reason = "by hand" }',
    )
    write(shell, text.replace("hits = 1 }", "hits = 2 }"))

    ran = shell("check", "claims.toml")

    assert ran.code == 0
    assert "2 ok (tolerated)" in ran.out
    assert "within the declared tolerance 1: by hand" in ran.out
    assert "2 hold (1 within a declared tolerance)" in ran.out


def test_a_day_that_is_none_is_refused(shell: Shell) -> None:
    write(shell, FILE)

    ran = shell("check", "claims.toml", "--today", "soon")

    assert ran.code == 2
    assert "a date such as 2027-03-01: got 'soon'" in ran.err


def test_the_paper_is_looked_up(shell: Shell) -> None:
    write(shell, FILE.replace('data = "runs"\n', 'data = "runs"\nat = "paper.md:2"\n', 1))
    shell.write("paper.md", "# Paper\nours: F1 of 50.0, 1 hit\n")
    found = shell("check", "claims.toml")
    shell.write("paper.md", "# Paper\nours: F1 of 51.0, 1 hit\n")
    stale = shell("check", "claims.toml")
    (Path.cwd() / "paper.md").unlink()
    gone = shell("check", "claims.toml")

    assert (found.code, stale.code, gone.code) == (0, 1, 3)
    assert "not printed there: 50.0%" in stale.out
    assert "expected a file, got" in gone.out


def test_a_table_that_is_asked_for_leaves_the_other_claims_out(shell: Shell) -> None:
    write(shell, ALL.replace("value = 2\n", "value = 3\n"))

    ran = shell("check", "claims.toml", "--table", "1")

    assert ran.code == 0
    assert "pairs" not in ran.out


def test_a_result_is_not_written_over_an_included_file_or_the_paper(shell: Shell) -> None:
    text = FILE.replace("schema = 1\n", 'schema = 1\ninclude = ["more.toml"]\n')
    write(shell, text.replace('data = "runs"\n', 'data = "runs"\nat = "paper.md"\n', 1))
    shell.write("more.toml", "schema = 1\n")
    shell.write("paper.md", "50.0 1\n")

    for name, of in (("more.toml", "include"), ("paper.md", "at")):
        ran = shell("check", "claims.toml", "--output", name)

        assert ran.code == 2
        assert f"the file of {of}" in ran.err


def test_what_would_reproduce_a_missed_cell_is_named(shell: Shell) -> None:
    space = '\n[table.space]\ncolumns = ["F1"]\nbeta = [1, 2]\ncharge = ["gold", "both"]\n'
    text = FILE.replace("F1 = 50.0", "F1 = 33.3").replace(
        "\n[[table.rows]]", space + "\n[[table.rows]]"
    )
    write(shell, text)

    ran = shell("check", "claims.toml")
    found = outcomes(shell)["1/ours/F1"]

    assert ran.code == 1
    assert "reproduced by" not in ran.out
    assert found["because"] == "50.0% is computed, off by +16.700"


def test_a_missed_cell_names_its_definition_where_one_is_admissible(shell: Shell) -> None:
    # Sample by sample with the F of nothing against something at 0: (1 + 0) / 2 either way; the
    # recall of both is 1/2, and the count of false positives 1.
    space = '\n[table.space]\ncolumns = ["hits"]\nof = ["hits", "gold", "samples"]\n'
    text = FILE.replace("hits = 1 }", "hits = 2 }").replace(
        "\n[[table.rows]]", space + "\n[[table.rows]]"
    )
    write(shell, text)

    ran = shell("check", "claims.toml")

    assert ran.code == 1
    assert "reproduced by: of=gold | of=samples" in " ".join(ran.out.split())


def test_bad_records_of_the_second_look_are_kept_once(shell: Shell) -> None:
    # The first cell is not reproduced from clean data, so the other source is tried for it too.
    space = '\n[table.space]\ncolumns = ["hits"]\ndata = ["runs", "dirty"]\n'
    text = FILE.replace("hits = 1 }", "hits = 2 }").replace(
        "\n[[table.rows]]", space + "\n[[table.rows]]"
    )
    second = NUMBER.replace('"runs"', '"dirty"') + '\n[data.dirty]\npath = "dirty.jsonl"\n'
    write(shell, text + second)
    shell.write("dirty.jsonl", RUNS + b"[\n")

    ran = shell("check", "claims.toml", "--on-error", "quarantine=bad.jsonl")

    assert ran.code == 1
    assert (Path.cwd() / "bad.jsonl").read_bytes() == b"[\n"


def test_a_check_needs_no_command_line(shell: Shell) -> None:
    write(shell, ALL + EXPECTED.format(value=51.0))

    found = checked(Path("claims.toml"), today=date(2027, 3, 2)).unwrap()

    assert found.code == 3
    assert [one.id for one in found.outcomes if one.verdict is not Verdict.HOLDS] == ["old"]
    assert not is_successful(checked(Path("claims.toml"), root=Path("elsewhere")))


def test_an_included_file_is_checked_with_its_own_data(shell: Shell) -> None:
    write(shell, 'schema = 1\ninclude = ["part/more.toml"]\n')
    (Path.cwd() / "part").mkdir()
    shell.write("part/more.toml", ALL)
    shell.write("part/runs.jsonl", RUNS)

    ran = shell("check", "claims.toml")
    found = outcomes(shell)

    assert ran.code == 0
    assert {one["file"] for one in found.values()} == {"part/more.toml"}
    assert found["pairs"]["line"] == 22


def test_the_audit_reads_the_same_files(shell: Shell) -> None:
    write(shell, ALL)

    ran = shell("audit", "claims.toml")

    assert ran.code == 3
    assert (
        "Nothing was audited: undecided; declare what is admissible, in a [table.space]." in ran.out
    )
    assert "As checked: holds." in ran.out


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ('sytem = "bert"', "no group is named sytem: did you mean 'system'?"),
        ('system = "brt"', "system is never brt: did you mean 'bert'?"),
        ('system = "llama"', "system is one of bert, gpt"),
        ('system = "bert", fold = "2"', "each of these is there, but not in one sample"),
    ],
)
def test_a_where_that_nothing_has_names_what_there_is(shell: Shell, where: str, told: str) -> None:
    write(shell, FILE.replace('label = "ours"', f'label = "ours"\nwhere = {{ {where} }}'))
    shell.write(
        "runs.jsonl",
        '{"id": "1", "gold": ["a"], "pred": ["a"], "groups": {"system": "bert", "fold": "1"}}\n'
        '{"id": "2", "gold": ["a"], "pred": ["a"], "groups": {"system": "gpt", "fold": "2"}}\n',
    )

    found = outcomes(shell)["1/ours/F1"]

    assert str(found["because"]).endswith(f" ({told})")


def test_the_sum_stands_at_the_top_and_claims_before_definitions_where_something_fails(
    shell: Shell,
) -> None:
    write(shell, ALL.replace("value = 2\n", "value = 3\n"))

    lines = shell("check", "claims.toml").out.splitlines()

    total = "5 claims: 4 hold, 1 refuted."
    assert lines.index(total) < lines.index("Claims") < lines.index("Definitions")
    assert (lines.count(total), lines[-1]) == (2, total)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_number_that_is_very_far_off_is_said_to_be(shell: Shell, form: str) -> None:
    write(shell, FILE.replace("F1 = 50.0", "F1 = 1e-999"))

    ran = shell("check", "claims.toml", "--format", form)

    assert ran.code == 1
    assert "more than 10^" in ran.out


@pytest.mark.parametrize("option", ["--junit", "--sarif", "--output"])
def test_no_result_is_written_over_the_lock_beside_the_file(shell: Shell, option: str) -> None:
    write(shell, FILE)
    assert shell("lock", "claims.toml").code == 0
    before = shell.read("claims.lock.json")

    ran = shell("check", "claims.toml", option, "claims.lock.json")

    assert (ran.code, ran.out) == (2, "")
    assert "the lock" in ran.err
    assert shell.read("claims.lock.json") == before
