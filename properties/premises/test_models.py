"""LAW: true tables of models stand, and a statistic that is not that of its row is odd."""

from hypothesis import given
from hypothesis import strategies as st

from measurand.values.verdict import TableVerdict
from properties.premises.asking import quickly, shown, told
from properties.premises.layouts import TrueTable
from properties.premises.model_tables import coefficient_tables, ratio_tables


@given(st.one_of(coefficient_tables(), ratio_tables()))
def test_tables_of_models_by_the_normal_law_are_possible(table: TrueTable) -> None:
    found = quickly(table)

    assert not told(found).refuted + told(found).odd, shown(table, (), found)


@given(ratio_tables(skewed=True))
def test_other_intervals_and_other_tests_are_never_refuted(table: TrueTable) -> None:
    found = quickly(table)

    assert found.outcome is not TableVerdict.NOT_REPRODUCIBLE, shown(table, (), found)
