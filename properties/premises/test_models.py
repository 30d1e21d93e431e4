"""LAW: true tables of models stand, and a statistic that is not that of its row is odd."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.values.verdict import TableVerdict
from properties.premises.asking import quickly, shown, told
from properties.premises.layouts import TrueTable
from properties.premises.model_tables import (
    coefficient_tables,
    ratio_tables,
    standardised_tables,
    tables_of_tests,
)


@given(st.one_of(coefficient_tables(), ratio_tables()))
def test_tables_of_models_by_the_normal_law_are_possible(table: TrueTable) -> None:
    found = quickly(table)

    assert not told(found).refuted + told(found).odd, shown(table, (), found)


@given(standardised_tables())
def test_an_interval_beside_standardised_coefficients_is_of_those_that_it_fits(
    table: TrueTable,
) -> None:
    found = quickly(table)

    assert not told(found).refuted + told(found).odd, shown(table, (), found)


@given(standardised_tables(least=4), st.data())
def test_an_interval_far_from_all_coefficients_of_its_row_is_told(
    table: TrueTable, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(table.rows) - 1))
    far = {"95% CI": "(41.00, 42.00)", "95% CI low": "41.00", "95% CI high": "42.00"}
    cells = zip(table.head, table.rows[at], strict=True)
    row = tuple(far.get(head, cell) for head, cell in cells)
    rows = (*table.rows[:at], row, *table.rows[at + 1 :])

    found = told(quickly(evolve(table, rows=rows)))

    assert [one for one in found.odd if f"x{at} / " in one], rows


@given(tables_of_tests())
def test_tables_of_tests_with_p_values_below_a_level_are_possible(table: TrueTable) -> None:
    found = quickly(table)

    assert not told(found).refuted + told(found).odd, shown(table, (), found)


@given(ratio_tables(skewed=True))
def test_other_intervals_and_other_tests_are_never_refuted(table: TrueTable) -> None:
    found = quickly(table)

    assert found.outcome is not TableVerdict.NOT_REPRODUCIBLE, shown(table, (), found)


@given(tables_of_tests(), st.data())
def test_a_p_value_below_a_level_that_its_statistic_misses_is_told(
    table: TrueTable, data: st.DataObject
) -> None:
    places = [at for at, row in enumerate(table.rows) if "1.00" not in row and "-" not in row]
    row = data.draw(st.sampled_from(places)) if places else 0
    cells = [f"y{row}", "1.00", *table.rows[row][2:-1], "<.001"]
    rows = (*table.rows[:row], tuple(cells), *table.rows[row + 1 :])

    found = told(quickly(evolve(table, rows=rows)))

    surely = found.odd if "z" in table.head else found.refuted
    assert [one for one in surely if f"y{row} / " in one], rows
