"""`measurand prove`: possible with a data set, not reproducible with proofs, or undecided."""

import json

from tests.cli.running import Shell

# One sample with one gold item: recall is 0 or 1, never a half.
HALF = """\
schema = 1
[[table]]
name = "1"
facts = { samples = 1 }
computed = false
columns.n = { role = "gold" }
columns.P = { definition = "unknown", metric = "precision", unit = "%" }
columns.R = { definition = "unknown", metric = "recall", unit = "%" }
rows = [{ label = "ours", cells = { n = 1, P = 100, R = 100 } }]
[table.space]
columns = ["P", "R"]
average = ["macro[sample]"]
both_empty = ["1+1"]
gold_empty = ["0+0"]
pred_empty = ["0+0"]
credit = ["binary"]
"""
SMALL = ("--nodes", "200", "--most-samples", "3")


def test_what_is_possible_comes_with_a_data_set_that_scores_to_the_table(shell: Shell) -> None:
    shell.write("c.toml", HALF)

    ran = shell("prove", "c.toml", *SMALL, "--witness", "w.jsonl", "--format", "json")

    assert ran.table["verdict"] != "not reproducible"
    [line] = shell.read("w.jsonl").decode().splitlines()
    record = json.loads(line)
    assert record["id"] == "ours/1"
    assert record["groups"] == {"system": "ours"}
    assert (record["hits"], record["predicted"], record["gold_count"]) == (1, 1, 1)
    shell.write(
        "again.toml",
        """\
schema = 1
[data.made]
path = "w.jsonl"
fields = { hits = "hits", predicted = "predicted", gold_count = "gold_count" }
[[table]]
name = "1"
data = "made"
columns.P = { definition = "precision(match=given)", unit = "%" }
columns.R = { definition = "recall(match=given)", unit = "%" }
rows = [{ label = "ours", where = { system = "ours" }, cells = { P = 100, R = 100 } }]
""",
    )
    assert shell("check", "again.toml").code == 0


def test_what_is_not_reproducible_comes_with_a_proof_and_no_data_set(shell: Shell) -> None:
    shell.write("c.toml", HALF.replace("R = 100 }", "R = 50 }"))

    ran = shell("prove", "c.toml", *SMALL, "--witness", "w.jsonl", "--certificates", "proofs.json")

    assert ran.code == 1
    assert "not reproducible" in ran.out
    assert ran.err == "no synthetic data set was found: w.jsonl is not written\n"
    assert "w.jsonl" not in shell.names()
    assert json.loads(shell.read("proofs.json"))["schema"] == 2


def test_the_space_of_a_claims_file_says_which_readings_are_asked(shell: Shell) -> None:
    shell.write("c.toml", HALF)

    ran = shell("prove", "c.toml", *SMALL, "--format", "json")

    assert readings(ran.table) == [
        (
            "average=macro[sample],both_empty=1+1,gold_empty=0+0,pred_empty=0+0,aggregate=mean,"
            "credit=binary"
        )
    ]


def test_readings_that_are_said_are_the_only_ones(shell: Shell) -> None:
    shell.write("t.csv", "system,|Gold|,P,R\nours,1,100,100\n")

    ran = shell(
        *("prove", "t.csv", "--fact", "samples=1", "--reading", "average=micro"),
        *("--reading", "credit=binary", "--reading", "credit=similarity", "--format", "json"),
    )

    assert {name for name in readings(ran.table) if name} == {
        "average=micro,credit=binary",
        "average=micro,credit=similarity",
    }
    assert shell("prove", "t.csv", "--reading", "average=mirco").err == (
        "--reading: expected one of average=micro, average=macro[sample], got average=mirco\n"
    )
    assert "expected one of average, " in shell("prove", "t.csv", "--reading", "x=y").err


def readings(table: dict[str, object]) -> list[str]:
    """List the readings of the search in a result in JSON."""
    questions = table["questions"]
    assert isinstance(questions, list)
    return [
        finding["reading"]
        for question in questions
        for finding in question["findings"]
        if finding["rule"] == "feasible"
    ]


def test_help_has_examples(shell: Shell) -> None:
    for name in ("prove", "lint", "init"):
        ran = shell(name, "--help")

        assert ran.code == 0
        assert "examples:" in ran.out


def test_numbers_and_files_that_cannot_be_used_are_refused(shell: Shell) -> None:
    shell.write("c.toml", HALF)

    assert "a whole number above 0: got '0'" in shell("prove", "c.toml", "--nodes", "0").err
    assert shell("prove", "c.toml", "--witness", "c.toml").err == (
        "--witness: expected another file, got c.toml, the file of TABLE\n"
    )
    assert shell("prove", "c.toml", "--certificates", "no/c.json").err == (
        "--certificates: expected a file in a folder that is there, got no/c.json\n"
    )
