"""The assignment of largest total weight: held against every assignment there is."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from measurand.algebra.assignment import assign
from measurand.edges.trials.strategies.samples import shares

Table = list[list[Fraction]]


def tables(weights: st.SearchStrategy[Fraction]) -> st.SearchStrategy[Table]:
    """Draw a table of weights, up to four by four."""
    return st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
        lambda size: st.lists(
            st.lists(weights, min_size=size[1], max_size=size[1]),
            min_size=size[0],
            max_size=size[0],
        )
    )


def largest(table: Table) -> Fraction:
    """Try every assignment of the shorter side to the longer one."""
    rows, columns = len(table), len(table[0])
    if rows > columns:
        table, rows, columns = [list(row) for row in zip(*table, strict=True)], columns, rows
    return max(
        sum((table[row][column] for row, column in enumerate(chosen)), Fraction(0))
        for chosen in permutations(range(columns), rows)
    )


def total(table: Table, pairs: Sequence[tuple[int, int]]) -> Fraction:
    """Add the weights of some pairs."""
    return sum((table[row][column] for row, column in pairs), Fraction(0))


@given(table=tables(shares))
def test_the_total_is_the_largest_there_is(table: Table) -> None:
    assert total(table, assign(table)) == largest(table)


@given(table=tables(shares))
def test_no_row_and_no_column_is_used_twice_and_no_pair_weighs_nothing(table: Table) -> None:
    pairs = assign(table)

    assert len({row for row, _ in pairs}) == len({column for _, column in pairs}) == len(pairs)
    assert all(table[row][column] > 0 for row, column in pairs)


@given(table=tables(st.fractions(0, 1)))
def test_weights_of_any_denominator_are_assigned_within_forty_bits(table: Table) -> None:
    assert largest(table) - total(table, assign(table)) <= Fraction(len(table), 2**40)


@settings(max_examples=10)
@given(table=tables(st.sampled_from([Fraction(1, 3), Fraction(1, 7), Fraction(1, 11)])))
def test_small_weights_of_odd_denominators_are_assigned_exactly(table: Table) -> None:
    assert total(table, assign(table)) == largest(table)
