"""LAW: saying more never frees. What is refuted with a part of it said is refuted with all of it.

What is said is true of the table before one of its digits was changed, and open in it: to say what
contradicts a default (`runs=3` of a table of one run) adds nothing, it takes something back.
"""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from properties.premises.asking import quickly, shown, told
from properties.premises.families import seeded, true_table
from properties.premises.layouts import slip, some_of
from properties.premises.test_truth import SEEDS
from properties.strategies.effort import third


@third
@given(SEEDS, st.randoms(use_true_random=False))
def test_what_is_refuted_stays_so_when_more_is_said(seed: int, rng: Random) -> None:
    table = slip(seeded(seed), true_table(seed)) or true_table(seed)
    more = some_of(rng, table.said)
    less = some_of(rng, more)

    first, second = quickly(table, less), quickly(table, more)

    lost = {*told(first).refuted} - {*told(second).refuted}
    assert not lost, (lost, less, shown(table, more, second))
