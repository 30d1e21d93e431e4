"""Metrics of one's own in claims files: named by definitions, bounded, refused where untrue."""

from pathlib import Path

import pytest

from measurand.auditing.claims.table_sheet import sheet_of
from measurand.auditing.proofs.sheet import Column, Role
from measurand.edges.claims.load import load_claims, load_located
from measurand.edges.claims.metrics import MOST_METRICS
from measurand.metrics.grammar import read, write_value
from measurand.metrics.user_metric import bounding
from tests.formats.test_claims_include import file
from tests.formats.whole_claims import faults, loaded

DICE = "[metrics.dice]\nformula = '2*hits/(gold+predicted)'\nrange = [0, 1]\nsays = 'both'\n"
ODDS = "[metrics.odds]\nformula = 'hits/(gold-hits)'\nrange = [0, 'inf']\nsays = 'odds'\n"
FORMULA = 'formula(of="2*hits / (gold + predicted)")'


def table(column: str, *, more: str = "") -> str:
    return f"""
[data.runs]
path = "runs.jsonl"
[[table]]
name = "1"
data = "runs"
columns.x = {{ {column} }}
rows = [{{ label = "a", cells = {{ x = 0.5 }} }}]
{more}
"""


def whole(column: str, metrics: str = DICE, *, more: str = "") -> str:
    return f"schema = 1\n{metrics}{table(column, more=more)}"


def on_sheet(folder: Path, text: str) -> Column:
    path = file(folder, "on_sheet.toml", text.removeprefix("schema = 1\n"))
    found = load_located(path).unwrap()
    return sheet_of(found.claims.tables[0], found.metrics.values()).columns[0]


@pytest.mark.parametrize(
    "column", ["definition = 'dice'", "definition = 'unknown', metric = 'dice'"]
)
def test_a_definition_may_name_a_metric_of_the_file(column: str) -> None:
    [found] = loaded(whole(column)).tables[0].columns

    assert found.metric == "formula"
    assert found.options == read(FORMULA).options


def test_f2_is_f_with_that_beta() -> None:
    short, long = (
        loaded(whole(f"definition = '{text}'"))
        for text in ("f2(average=micro)", "f(beta=2,average=micro)")
    )

    assert short.tables[0].columns == long.tables[0].columns


def test_a_named_definition_may_name_a_metric_of_the_file() -> None:
    text = whole("definition = '@d'", f"definitions.d = 'dice(class=item)'\n{DICE}")

    [found] = loaded(text).tables[0].columns
    assert found.options == (*read(FORMULA).options, *read("dice(class=item)").options)


def test_a_formula_in_another_spelling_is_the_metric(tmp_path: Path) -> None:
    column = on_sheet(
        tmp_path, whole("definition = 'formula(of=\"2*hits/(gold+predicted)\",class=item)'")
    )

    assert (column.what, column.role) == ("dice", Role.SCORE)
    assert column.options == (("class", "item"),)


def test_a_metric_without_both_ends_is_a_value_in_its_range(tmp_path: Path) -> None:
    column = on_sheet(tmp_path, whole("definition = 'odds'", ODDS))

    assert (column.what, column.role) == ("odds", Role.VALUE)


@pytest.mark.parametrize(
    ("column", "more"),
    [
        ("definition = 'odds(statistic=sample_stdev,average=macro[sample])'", ""),
        ("definition = 'odds', role = 'value'", ""),
    ],
)
def test_what_may_lie_out_of_its_range_has_none(tmp_path: Path, column: str, more: str) -> None:
    assert on_sheet(tmp_path, whole(column, ODDS, more=more)).metric is None


@pytest.mark.parametrize("more", ["", "options = { zero_division = '1' }"])
def test_what_0_by_0_may_be_lies_in_every_range(tmp_path: Path, more: str) -> None:
    low = "[metrics.low]\nformula = '0-hits/gold'\nrange = [-1, 0]\nsays = 'low'\n"
    metric = on_sheet(tmp_path, whole("definition = 'low'", low, more=more)).metric

    assert metric is not None
    assert (bounding(metric).low, bounding(metric).high) == (-1, 1)


def test_a_broken_law_is_a_fault_with_its_smallest_counterexample() -> None:
    [fault] = faults(whole("definition = 'dice'", DICE.replace("2*", "3*")))

    expected = "range: at most 1, got tp 1 fp 0 fn 0 tn 0 gives 3/2, above 1"
    assert fault == f"c.toml:2: metrics.dice: expected {expected}"


def test_who_names_a_metric_that_is_none_adds_no_fault() -> None:
    found = faults(whole("definition = 'dice(class=item)'", DICE.replace("2*hits", "2*hots")))

    assert [fault.split(":")[2] for fault in found] == [" metrics.dice.formula"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("definition = 'dise'", "unknown metric 'dise'"),
        ("definition = 'dice/2'", "a metric of one's own has no revision: got dice/2"),
        ("definition = 'dice(beta=1)'", "unknown option 'beta' of formula"),
        ("definition = 'unknown', metric = 'dice(beta=1)'", "unknown option 'beta' of formula"),
    ],
)
def test_a_definition_that_does_not_fit_is_told(text: str, told: str) -> None:
    [fault] = faults(whole(text))

    assert told in fault


def test_a_pinned_file_asks_for_the_formula() -> None:
    text = whole("definition = 'dice'").replace("schema = 1", "schema = 1\npin = true")

    assert "got 'dice': write formula/1(of=" in faults(text)[-1]


def test_metrics_of_an_included_file_may_be_named(tmp_path: Path) -> None:
    file(tmp_path, "mine.toml", DICE)
    path = file(tmp_path, "c.toml", table("definition = 'dice'"), include='"mine.toml"')

    found = load_located(path).unwrap()

    assert list(found.metrics) == ["dice"]
    assert found.claims.tables[0].columns[0].options == read(FORMULA).options


def test_two_included_files_have_metrics_of_other_names(tmp_path: Path) -> None:
    file(tmp_path, "a.toml", DICE)
    file(tmp_path, "b.toml", DICE)
    path = file(tmp_path, "c.toml", include='"a.toml", "b.toml"')

    [fault] = load_claims(path).failure()

    assert "metric 'dice' again" in fault.text()


def test_metrics_that_are_given_are_seen_by_every_file(tmp_path: Path) -> None:
    given = load_located(file(tmp_path, "mine.toml", DICE)).unwrap().metrics
    file(tmp_path, "b.toml", table("definition = 'dice'"))
    path = file(tmp_path, "c.toml", DICE, include='"b.toml"')

    [column] = load_located(path, metrics=given).unwrap().claims.tables[0].columns
    assert column.options == read(FORMULA).options
    assert not load_located(tmp_path / "b.toml").value_or(None)


def test_a_metric_that_is_given_in_another_form_is_refused(tmp_path: Path) -> None:
    given = load_located(file(tmp_path, "mine.toml", DICE)).unwrap().metrics
    path = file(tmp_path, "c.toml", DICE.replace("both", "other"))

    [fault] = load_located(path, metrics=given).failure()

    assert "got 'dice', which is of dice" in fault.text()


def test_metrics_of_all_files_are_bounded(tmp_path: Path) -> None:
    half = MOST_METRICS // 2 + 1
    text = "[metrics.own_{}]\nformula = 'hits'\nsays = ''\n"
    names = [str(at) for at in range(2 * half)]
    given = (
        load_located(file(tmp_path, "a.toml", "".join(map(text.format, names[:half]))))
        .unwrap()
        .metrics
    )

    path = file(tmp_path, "b.toml", "".join(map(text.format, names[half:])))

    [fault] = load_located(path, metrics=given).failure()
    assert fault.text().endswith(f"expected at most {MOST_METRICS} metrics, got {2 * half}")


def test_a_formula_writes_its_options_as_they_are() -> None:
    [column] = loaded(whole("definition = 'dice(class=item)'")).tables[0].columns

    assert {name: write_value(value) for name, value in column.options} == {
        "of": '"2*hits / (gold + predicted)"',
        "class": "item",
    }
