"""LAW: true tables of models stand, and a statistic that is not that of its row is odd."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.values.verdict import TableVerdict
from properties.premises.asking import quickly, shown, told
from properties.premises.layouts import TrueTable
from properties.premises.model_tables import (
    OTHER_TESTS,
    OTHER_TESTS_OF_RATIOS,
    PLAIN,
    coefficient_tables,
    one_sided_tables,
    ratio_tables,
    standardised_tables,
    tables_of_other_tests,
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


@given(one_sided_tables())
def test_one_sided_p_values_of_both_sides_are_possible_where_words_say_so(table: TrueTable) -> None:
    found = quickly(table)

    assert not told(found).refuted + told(found).odd, shown(table, (), found)


@given(one_sided_tables(least=2), st.sampled_from(("", "t-tests.", "Two-sided tests.")))
def test_p_values_of_the_other_side_are_told_where_no_words_say_so(
    table: TrueTable, caption: str
) -> None:
    lower = [at for at, row in enumerate(table.rows) if "<" not in row[-1] and float(row[-1]) > 0.8]
    far = [at for at in lower if abs(float(table.rows[at][1])) > 1]

    found = told(quickly(evolve(table, caption=caption)))

    for at in far:
        assert [one for one in found.odd + found.refuted if f"x{at} / " in one], table.text


@given(st.one_of(tables_of_other_tests(OTHER_TESTS), tables_of_other_tests(OTHER_TESTS_OF_RATIOS)))
def test_a_p_that_words_say_is_of_another_test_is_held_to_nothing(table: TrueTable) -> None:
    found = quickly(table)

    assert not told(found).refuted + told(found).odd, shown(table, (), found)


@given(
    st.one_of(
        tables_of_other_tests(PLAIN, p="0.610"),
        tables_of_other_tests(("", "Results by group.", "No interaction was tested."), p="0.610"),
    )
)
def test_a_p_that_is_not_of_its_row_is_told_where_no_words_say_so(table: TrueTable) -> None:
    found = told(quickly(table))

    for at in range(len(table.rows)):
        assert [one for one in found.odd + found.refuted if f"x{at} / " in one], table.text
