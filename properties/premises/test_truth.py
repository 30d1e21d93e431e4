"""LAW: truth is never refuted, whatever true thing is said of it or kept back."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from properties.premises.asking import linted, shown, told
from properties.premises.families import true_table
from properties.premises.layouts import some_of

MANY, MOST_ODD = 400, 2
SEEDS = st.integers(0, 2**40)


@given(SEEDS, st.randoms(use_true_random=False))
def test_a_true_table_is_never_refuted_whatever_true_is_said_of_it(seed: int, rng: Random) -> None:
    table = true_table(seed)
    said = some_of(rng, table.said)

    found = linted(table, said)

    assert told(found).refuted == (), shown(table, said, found)


def test_of_true_tables_none_is_refuted_and_hardly_any_is_odd() -> None:
    odd = []
    for seed in range(MANY):
        table = true_table(seed)

        found = linted(table)

        assert told(found).refuted == (), shown(table, (), found)
        odd += [shown(table, (), found)] if told(found).odd else []
    assert len(odd) <= MOST_ODD, "\n\n".join(odd)
