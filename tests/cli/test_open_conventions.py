"""What a file or a definition leaves open is asked about, or said beside the number."""

import json

import pytest

from tests.cli.running import Shell

GAP = ((1, 1.0), (0, 0.0), (1, None), (1, 1.0), (0, 1.0), (1, 1.0))
LABELS = (("pos", "pos"), ("neg", "pos"), ("neg", "neg"))
DECLARED = "f(average=macro[class],class=item,over=declared[NEG,neg,pos]{more})"
CLAIMS = """\
schema = 1

[data.runs]
path = "runs.jsonl"
{where}
[[table]]
name = "1"
data = "runs"

[table.columns.F1]
definition = "{definition}"

[[table.rows]]
label = "ours"
cells = {{ F1 = {value} }}
"""


def lines(pairs: tuple[tuple[object, object], ...], **more: object) -> str:
    """Write JSON Lines of gold and a prediction."""
    rows = ({"id": at, "gold": gold, "pred": pred, **more} for at, (gold, pred) in enumerate(pairs))
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def gaps(shell: Shell) -> Shell:
    """Write one table, whose predictions are floats because one is missing, as lines and as CSV."""
    shell.write("gap.jsonl", lines(GAP))
    cells = (f"{at},{gold},{'' if pred is None else pred}" for at, (gold, pred) in enumerate(GAP))
    shell.write("gap.csv", "\n".join(("id,gold,pred", *cells)))
    return shell


@pytest.mark.parametrize("words", [("gap.jsonl",), ("gap.csv", "--input", "empty=null")])
def test_integers_beside_floats_are_asked_about_and_scored_as_is_said(
    gaps: Shell, words: tuple[str, ...]
) -> None:
    asked = gaps("score", *words, "-d", "accuracy")
    by_value, as_text = (
        gaps("score", *words, "-d", "accuracy", "--input", f"labels={how}", "--format", "json")
        for how in ("value", "text")
    )

    assert asked.code == 2
    assert "expected labels of one type, got gold with integers, such as 1; pred with" in asked.err
    assert "--input labels=value" in asked.err
    numbers = [json.loads(ran.out)["scores"][0]["score"]["value"] for ran in (by_value, as_text)]
    assert numbers == ["4/5", "0"]


def test_skipping_bad_records_skips_no_doubt(gaps: Shell) -> None:
    ran = gaps("score", "gap.jsonl", "-d", "accuracy", "--on-error", "skip")

    assert (ran.code, ran.out) == (2, "")
    assert "expected labels of one type" in ran.err


@pytest.mark.parametrize(("unit", "code"), [("aspect", 0), ("aspect+stars", 2), ("whole", 2)])
def test_slots_that_a_definition_does_not_look_at_are_not_in_doubt(
    shell: Shell, unit: str, code: int
) -> None:
    gold, pred = ([{"aspect": "a", "stars": stars}] for stars in (1, 1.0))
    shell.write("runs.jsonl", lines(((gold, pred),)))

    assert shell("score", "runs.jsonl", "-d", f"f(average=micro,unit={unit})").code == code


@pytest.mark.parametrize("fmt", ["text", "csv", "md"])
def test_declared_classes_that_occur_nowhere_stand_beside_the_denominators(
    shell: Shell, fmt: str
) -> None:
    shell.write("runs.jsonl", lines(LABELS))
    definitions = ("-d", DECLARED.format(more=""), "-d", "f(average=micro)")

    ran = shell("score", "runs.jsonl", *definitions, "--format", fmt)
    tree = json.loads(shell("score", "runs.jsonl", *definitions, "--format", "json").out)

    assert "absent classes" in ran.out
    assert [line["denominators"].get("absent") for line in tree["scores"]] == [["NEG"], None]


@pytest.mark.parametrize(
    ("definition", "value", "code"),
    [
        (DECLARED.format(more=""), "0.78", 3),
        (DECLARED.format(more=""), "0.50", 3),
        (DECLARED.format(more=",both_empty=1+1"), "0.78", 0),
        (DECLARED.format(more=",both_empty=0+0"), "0.78", 1),
        (DECLARED.format(more=",both_empty=drop"), "0.67", 0),
        (DECLARED.format(more="").replace("NEG,", ""), "0.67", 0),
        (DECLARED.format(more="").replace("macro", "weighted"), "0.67", 0),
        ("f(average=micro,class=item,only=class[neg,pos])", "0.67", 0),
    ],
)
def test_a_check_is_open_where_a_declared_class_occurs_nowhere_and_nothing_scores_it(
    shell: Shell, definition: str, value: str, code: int
) -> None:
    shell.write("runs.jsonl", lines(LABELS))
    shell.write("claims.toml", CLAIMS.format(definition=definition, value=value, where=""))

    ran = shell("check", "claims.toml")

    assert ran.code == code
    assert ("'NEG' is declared and occurs nowhere" in " ".join(ran.out.split())) == (code == 3)


@pytest.mark.parametrize(("space", "code"), [("gold_empty", 3), ("both_empty", 0)])
def test_an_audit_is_open_where_no_candidate_says_what_a_class_scores_that_occurs_nowhere(
    shell: Shell, space: str, code: int
) -> None:
    shell.write("runs.jsonl", lines(LABELS))
    claims = CLAIMS.format(definition=DECLARED.format(more=""), value="0.78", where="")
    admissible = f'[table.space]\ncolumns = ["F1"]\n{space} = ["0+0", "1+1"]\n\n[[table.rows]]'
    shell.write("claims.toml", claims.replace("[[table.rows]]", admissible))

    assert shell("audit", "claims.toml").code == code


@pytest.mark.parametrize("words", [(), ("--engine", "processes", "--workers", "1")])
def test_values_of_a_filter_that_no_record_has_are_named(
    shell: Shell, words: tuple[str, ...]
) -> None:
    shell.write("runs.jsonl", lines((("a", "a"),), run="a"))
    where = ("--where", "run=a", "--where", "run=b", "--where", "run=c")

    ran = shell("score", "runs.jsonl", "-d", "accuracy", *where, *words)
    tree = json.loads(
        shell("score", "runs.jsonl", "-d", "accuracy", *where, *words, "--format", "json").out
    )

    assert ran.code == 0
    assert "of runs.jsonl no record was kept that has run=b, run=c" in ran.out
    assert tree["sources"]["runs.jsonl"]["unmatched"] == ["run=b", "run=c"]


@pytest.mark.parametrize("more", [(), ("--by", "class")])
def test_a_score_of_nothing_as_no_record_has_what_was_asked_is_open(
    shell: Shell, more: tuple[str, ...]
) -> None:
    shell.write("runs.jsonl", lines((("a", "a"),), run="a"))
    definition = ("-d", "f1(class=item,average=macro[class])")

    ran = shell("score", "runs.jsonl", *definition, "--where", "run=b", *more)

    assert ran.code == 3
    assert "of runs.jsonl no record was kept that has run=b" in ran.out


def test_an_option_of_one_value_is_not_given_two(shell: Shell) -> None:
    shell.write("runs.jsonl", lines((("a", "a"),), run="a"))

    ran = shell("score", "runs.jsonl", "-d", "accuracy", "--by", "run", "--by", "task")

    assert ran.code == 2
    assert "argument --by: expected one, got run and task" in ran.err
    same = (
        "--field",
        "groups.run=run",
        "--by",
        "run",
        "--by",
        "run",
        "--format",
        "json",
        "--format",
        "text",
    )
    assert shell("score", "runs.jsonl", "-d", "accuracy", *same).code == 0


@pytest.mark.parametrize(("printed", "told"), [("1.0 ± 9.9", 1), ("1.0", 0)])
def test_a_second_number_of_which_nothing_is_said_is_held_to_nothing(
    shell: Shell, printed: str, told: int
) -> None:
    shell.write("runs.jsonl", lines((("a", "a"),), run="a"))
    claims = CLAIMS.format(definition="accuracy", value=f'"{printed}"', where="")
    shell.write("claims.toml", claims)

    ran = shell("check", "claims.toml")

    assert ran.code == 0
    assert ran.out.count("Held to nothing: 1 number in F1 ±.") == told


@pytest.mark.parametrize("command", ["check", "audit"])
def test_a_claims_file_whose_filter_matches_nothing_is_told(shell: Shell, command: str) -> None:
    shell.write("runs.jsonl", lines((("a", "a"),), run="a"))
    where = 'where = { run = ["a", "b"] }'
    shell.write("claims.toml", CLAIMS.format(definition="accuracy", value="1.0", where=where))

    ran = shell(command, "claims.toml")

    assert "of runs no record was kept that has run=b" in ran.out
