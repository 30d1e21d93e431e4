"""Cells of two numbers in claims files: where the second goes, and what it is."""

from measurand.values.printed import Printed
from tests.formats.whole_claims import faults, loaded

START = 'schema = 1\n[[table]]\nname = "1"\ncomputed = false\n'
ROW = '[[table.rows]]\nlabel = "a"\ncells = {{ "{}" = "{}" }}\n'


def test_an_undeclared_second_number_is_a_value_in_the_unit_of_the_first() -> None:
    text = START + '[table.columns.F1]\nrole = "f"\nunit = "%"\n' + ROW.format("F1", "63.3 ± 0.4")

    [table] = loaded(text).tables

    assert [(one.name, one.role, one.unit.value) for one in table.columns] == [
        ("F1", "f", "%"),
        ("F1 ±", "value", "%"),
    ]
    assert [cell.text for _, cell in table.rows[0].cells] == ["63.3%", "0.4%"]


def test_a_declared_one_keeps_its_definition() -> None:
    columns = '[table.columns.F1]\nrole = "f"\n[table.columns."F1 ±"]\nrole = "sd"\n'

    [table] = loaded(START + columns + ROW.format("F1", "63.3+-0.4")).tables

    assert [one.role for one in table.columns] == ["f", "sd"]
    assert dict(table.rows[0].cells)["F1 ±"] == Printed.parse("0.4")


def test_brackets_are_a_deviation_where_the_name_says_so() -> None:
    columns = '[table.columns."F1 (SD)"]\nrole = "f"\n'

    [table] = loaded(START + columns + ROW.format("F1 (SD)", "63.3 (0.4)")).tables

    assert [(one.name, one.role, one.of) for one in table.columns][1] == (
        "F1 (SD) ±",
        "sd",
        ("F1 (SD)",),
    )


def test_brackets_are_no_number_where_nothing_says_so() -> None:
    [fault] = faults(START + '[table.columns.F1]\nrole = "f"\n' + ROW.format("F1", "63.3 (0.4)"))

    assert "a printed number such as" in fault
    assert "table[0].rows[0].cells.F1" in fault


def test_floats_of_a_column_are_read_together() -> None:
    rows = ROW.format("F1", "0.8571428571428571") + ROW.format("F1", "0.123456789")
    columns = '[table.columns.F1]\nrole = "f"\n'

    [table] = loaded(START + columns + rows.replace('label = "a"', 'label = "b"', 1)).tables

    assert [cell.rounding.value for row in table.rows for _, cell in row.cells] == ["float64"] * 2
