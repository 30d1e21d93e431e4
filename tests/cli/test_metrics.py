"""`measurand metrics`: those that there are, and those of a file with their laws."""

import json
import re

import pytest

from measurand.edges.report.document import Grid
from measurand.edges.report.metrics_view import metric_document, metric_json, metric_named
from measurand.metrics.definitions import kinds
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.standard import STANDARD
from tests.cli.running import Shell

OWN = """\
[metrics.dice]
formula = "2*hits / (gold + predicted)"
range = ["0", "1"]
falls = ["fp"]
mirror = "self"
says = "hits on both sides"
"""


@pytest.mark.parametrize("fmt", ["text", "json", "md", "csv", "latex"])
def test_all_metrics_are_listed_in_every_form(shell: Shell, fmt: str) -> None:
    ran = shell("metrics", "--format", fmt)

    assert (ran.code, ran.err) == (0, "")
    assert all(name.replace("_", "\\_" if fmt == "latex" else "_") in ran.out for name in STANDARD)


def test_our_metrics_are_shown_as_latex(shell: Shell) -> None:
    assert r"\frac{\mathrm{hits}}{\mathrm{gold}}" in shell("metrics", "--latex").out


def test_a_metric_that_keeps_its_laws_exits_with_0(shell: Shell) -> None:
    shell.write("own.toml", OWN)

    ran = shell("metrics", "own.toml")

    assert (ran.code, ran.err) == (0, "")
    assert "normal form: 2*hits / (gold + predicted)" in ran.out
    assert "refuted" not in ran.out


def test_a_refuted_law_exits_with_1_and_its_counterexample(shell: Shell) -> None:
    shell.write("own.toml", OWN.replace('"1"]', '"0"]'))

    ran = shell("metrics", "own.toml", "--format", "json")

    [metric] = json.loads(ran.out)["metrics"]
    laws = {(law["law"], law["says"]): (law["outcome"], law["of"]) for law in metric["laws"]}
    assert ran.code == 1
    assert metric["range"] == ["0", "0"]
    assert metric["latex"] == r"\frac{2\,\mathrm{hits}}{\mathrm{gold} + \mathrm{predicted}}"
    assert laws["range", "at most 0"] == ("refuted", "tp 1 fp 0 fn 0 tn 0 gives 1, above 0")
    assert laws["direction", "never rises with fp"] == ("proved", "all counts")
    assert laws["floats", "floats give the value within 1e-12"] == ("tested", "120 small units")


def test_latex_is_shown_beside_the_laws(shell: Shell) -> None:
    shell.write("own.toml", OWN)

    assert r"\frac{2\,\mathrm{hits}}" in shell("metrics", "own.toml", "--latex").out
    assert r"\frac" not in shell("metrics", "own.toml").out


def test_bad_input_exits_with_2(shell: Shell) -> None:
    shell.write("own.toml", OWN.replace("says", "sayz"))

    ran = shell("metrics", "own.toml")

    assert (ran.code, ran.out) == (2, "")
    assert "own.toml:6: metrics.dice.sayz: expected a known key" in ran.err
    assert shell("metrics", "none.toml").code == 2


def test_a_file_is_not_written_over(shell: Shell) -> None:
    shell.write("own.toml", OWN)

    assert shell("metrics", "own.toml", "--output", "own.toml").code == 2
    assert shell.read("own.toml") == OWN.encode()


LABELS = "id,gold,pred\n1,cat,cat\n2,dog,cat\n3,dog,dog\n4,cow,cat\n5,cat,cat\n6,cow,cow\n"
CAT = "dice(class=item,only=class[cat])"
# Twice two hits, over two gold and four predicted cats.
CLAIMS = """\
schema = 1
title = "own"
[data.labels]
path = "labels.csv"
format = "csv"
[[table]]
name = "1"
data = "labels"
[table.columns.Dice]
definition = 'formula(of="2*hits / (gold + predicted)",class=item,only=class[cat])'
[[table.rows]]
label = "a"
cells = { Dice = 0.67 }
"""


def test_an_own_metric_is_scored_with_an_interval_and_on_two_processes(shell: Shell) -> None:
    shell.write("own.toml", OWN)
    shell.write("labels.csv", LABELS)
    asked = ("score", "labels.csv", "--metrics", "own.toml", "-d", CAT, "--format", "json")

    drawn = (*asked, "--interval", "--replicates", "200")
    one = json.loads(shell(*drawn).out)
    two = json.loads(shell(*drawn, "--engine", "processes").out)

    assert one == two
    [line] = one["scores"]
    assert line["score"]["value"] == "2/3"
    assert 0 <= line["interval"]["low"] <= line["interval"]["high"] <= 1
    assert line["definition"].startswith('formula/1(of="2*hits / (gold + predicted)",')


def test_an_own_metric_that_breaks_a_law_is_not_scored(shell: Shell) -> None:
    shell.write("own.toml", OWN.replace("2*hits", "3*hits"))
    shell.write("labels.csv", LABELS)

    ran = shell("score", "labels.csv", "--metrics", "own.toml", "-d", CAT)

    assert (ran.code, ran.out) == (2, "")
    assert "expected range: at most 1, got tp 1 fp 0 fn 0 tn 0 gives 3/2, above 1" in ran.err


def test_two_systems_are_compared_by_an_own_metric(shell: Shell) -> None:
    shell.write("own.toml", OWN)
    shell.write("labels.csv", LABELS)
    shell.write("other.csv", LABELS.replace("4,cow,cat", "4,cow,cow"))

    ran = shell("compare", "labels.csv", "other.csv", "--metrics", "own.toml", "-d", CAT)

    assert (ran.code, ran.err) == (0, "")
    assert "-0.1333" in ran.out


def test_a_formula_is_checked_and_locked_in_a_claims_file(shell: Shell) -> None:
    shell.write("labels.csv", LABELS)
    shell.write("claims.toml", CLAIMS)

    assert shell("check", "claims.toml").code == 0
    assert shell("lock", "claims.toml").code == 0
    assert shell("check", "claims.toml", "--locked").code == 0
    shell.write("claims.toml", CLAIMS.replace("2*hits", "hits").replace("0.67", "0.33"))
    assert shell("check", "claims.toml").code == 0
    assert shell("check", "claims.toml", "--locked").code == 1


NAMED = CLAIMS.replace('formula(of="2*hits / (gold + predicted)"', "dice(class=item").replace(
    "class=item,class=item", "class=item"
)
WORDS = OWN.replace("says", 'words = ["sorensen"]\nsays')
TABLE = "| system | Sorensen (%) |\n| --- | --- |\n| cat | {cat} |\n| dog | 66.7 |\n"


def test_a_metric_in_a_claims_file_is_checked_as_its_formula_is(shell: Shell) -> None:
    shell.write("labels.csv", LABELS)
    shell.write("named.toml", f"{NAMED}\n{OWN}")
    shell.write("claims.toml", CLAIMS)

    by_name, by_formula = (
        shell("check", name, "--format", "json") for name in ("named.toml", "claims.toml")
    )

    assert by_name.code == 0
    assert by_name.out.replace("named.toml", "claims.toml") == by_formula.out


def test_a_lock_holds_the_formula_and_not_the_file_of_it(shell: Shell) -> None:
    shell.write("labels.csv", LABELS)
    shell.write("own.toml", OWN)
    shell.write("claims.toml", NAMED)
    assert shell("lock", "claims.toml", "--metrics", "own.toml").code == 0
    locked = ("check", "claims.toml", "--locked")

    assert shell(*locked, "--metrics", "own.toml").code == 0
    shell.write("claims.toml", CLAIMS)
    assert shell(*locked).code == 0
    shell.write("claims.toml", f"{NAMED}\n{OWN}")
    assert shell(*locked).code == 0
    shell.write("claims.toml", NAMED.replace("0.67", "0.33"))
    shell.write("own.toml", OWN.replace("2*hits", "hits"))
    moved = shell(*locked, "--metrics", "own.toml")
    assert moved.code == 1
    assert 'of "2*hits / (gold + predicted)" -> "hits / (gold +' in moved.out


@pytest.mark.parametrize("command", ["check", "audit", "lint", "prove", "lock", "table"])
def test_a_metric_that_breaks_a_law_is_bad_input_wherever_claims_are_read(
    shell: Shell, command: str
) -> None:
    shell.write("labels.csv", LABELS)
    shell.write("own.toml", OWN.replace("2*hits", "3*hits"))
    shell.write("claims.toml", f"{NAMED}\n{OWN}")

    ran = shell(command, "claims.toml", "--metrics", "own.toml")

    assert (ran.code, ran.out) == (2, "")
    assert "own.toml:1: metrics.dice: expected range: at most 1, got tp 1 fp 0" in ran.err


@pytest.mark.parametrize("command", ["check", "audit", "lint", "prove", "init", "score"])
def test_a_file_of_metrics_is_not_written_over(shell: Shell, command: str) -> None:
    shell.write("labels.csv", LABELS)
    shell.write("own.toml", OWN)
    shell.write("claims.toml", f"{NAMED}\n{OWN}")
    shell.write("table.md", TABLE.format(cat="66.7"))
    file = {"init": "table.md", "score": "labels.csv"}.get(command, "claims.toml")
    more = {"init": ("--force",), "score": ("-d", CAT)}.get(command, ())

    assert shell(command, file, *more, "--metrics", "own.toml", "--output", "own.toml").code == 2
    assert shell.read("own.toml") == OWN.encode()


def test_a_column_of_an_own_metric_is_audited_by_a_word_of_it(shell: Shell) -> None:
    shell.write("labels.csv", LABELS)
    shell.write("own.toml", WORDS)
    shell.write("table.md", TABLE.format(cat="66.7"))
    asked = ("audit", "table.md", "--data", "labels.csv", "-o", "made.toml", "--format", "json")

    ran = shell(*asked, "--metrics", "own.toml")
    again = shell("audit", "made.toml", "--format", "json")
    nothing = shell("audit", "table.md", "--data", "labels.csv", "--format", "json")

    assert ran.code == again.code == 0
    assert ran.table["verdict"] == again.table["verdict"] == "holds"
    assert b"[metrics.dice]" in shell.read("made.toml")
    assert nothing.code == 3


def test_a_column_of_an_own_metric_is_linted_by_its_range(shell: Shell) -> None:
    shell.write("own.toml", WORDS)
    shell.write("table.md", TABLE.format(cat="66.7"))
    shell.write("wrong.md", TABLE.format(cat="166.7"))
    said = ("--metrics", "own.toml", "--column", "Sorensen (%)=score")

    for command in ("lint", "prove"):
        assert shell(command, "table.md", "--metrics", "own.toml").code == 0
        wrong = shell(command, "wrong.md", *said)
        assert wrong.code == 1
        assert "dice is at most 1; cat prints 166.7%" in wrong.out
        odd = shell(command, "wrong.md", "--metrics", "own.toml")
        assert odd.code == 3
        assert "dice is at most 1; cat prints 166.7%" in odd.out
        assert "dice" not in shell(command, "wrong.md").out


def test_a_claims_file_that_is_made_of_a_table_has_the_metrics(shell: Shell) -> None:
    shell.write("own.toml", WORDS)
    shell.write("wrong.md", TABLE.format(cat="66.7").replace("dog | 66.7", "dog | 70.0"))

    assert shell("init", "wrong.md", "--metrics", "own.toml", "-o", "made.toml").code == 0

    assert shell("lint", "made.toml").code == 0
    confirmed = re.sub(rb"(?s)\[unconfirmed\].*?(?=\[)", b"", shell.read("made.toml"))
    changed = confirmed.replace(b"70.0", b"170.0")
    shell.write("made.toml", changed)
    for command in ("lint", "check"):
        wrong = shell(command, "made.toml")
        assert wrong.code == 1
        assert "dice is at most 1; dog prints 170.0%" in wrong.out.replace("\n  ", " ")


def test_the_name_of_a_metric_is_answered_with_what_it_is(shell: Shell) -> None:
    ran = shell("metrics", "f1")

    assert (ran.code, ran.err) == (0, "")
    for said in (
        "precision and recall in one",
        "range: 0 to 1",
        "van Rijsbergen 1979",
        "undefined: ",
    ):
        assert said in ran.out
    assert "zero_division" not in ran.out
    assert len(ran.out.splitlines()) < 20
    assert "pred_empty" in shell("metrics", "f1", "--full").out


def test_each_metric_of_a_family_has_its_formula_and_options(shell: Shell) -> None:
    ran = shell("metrics", "brier")

    assert ran.code == 0
    assert "formula: sum((p - y)^2) / n" in ran.out
    assert "has to be said" in ran.out
    assert "undefined: where no sample has a score and a label" in ran.out


# A formula is that of who writes it.
@pytest.mark.parametrize("name", sorted({*STANDARD, *kinds()} - {"formula"}))
def test_every_metric_can_be_described(name: str) -> None:
    found = metric_named(name)

    assert found is not None
    document, tree = metric_document(found, mathematics=True), metric_json(found)
    assert isinstance(document[1], Grid)
    several = {"column", "total", "transition"}
    assert (len(tree["metrics"]) + len(tree["families"]) == 1) == (name not in several)  # type: ignore[arg-type]
    assert document[0].blocks  # type: ignore[union-attr]


def test_an_unknown_name_names_the_nearest(shell: Shell) -> None:
    ran = shell("metrics", "acuracy")

    assert ran.code == 2
    assert "a file, or the name of a metric" in ran.err
    assert "did you mean 'accuracy'" in ran.err


@pytest.mark.parametrize(
    ("asked", "ours"),
    [
        ("roc_auc", "auc"),
        ("mean_absolute_error", "mae"),
        ("pearson_r", "pearson"),
        ("rmsee", "rmse"),
    ],
)
def test_what_others_call_a_metric_of_numbers_names_ours(
    shell: Shell, asked: str, ours: str
) -> None:
    assert f"did you mean {ours!r}?" in shell("metrics", asked).err


def test_what_has_to_be_said_and_what_is_undefined_is_said_of_a_metric_of_numbers(
    shell: Shell,
) -> None:
    ran = shell("metrics", "auc")

    assert ran.code == 0
    assert "-d 'auc(score=...,label=...)'" in ran.out
    assert "undefined: where it would divide by 0\n" in ran.out
    assert "option says what that is worth" in shell("metrics", "ratio").out
    assert "undefined" not in shell("metrics", "total").out


def test_a_file_of_that_name_comes_first(shell: Shell) -> None:
    shell.write("f1", OWN)

    assert "metric.dice" not in shell("metrics", "f1").err
    assert "2*hits / (gold + predicted)" in shell("metrics", "f1").out


def test_metrics_of_numbers_are_listed_beside_those_of_counts(shell: Shell) -> None:
    out = shell("metrics").out

    for name in NUMERIC:
        assert f"\n{name} " in out
