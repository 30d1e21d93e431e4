"""Orders without fixed points are equally likely, and so are all orders where some may stay."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.counterfactual.parts import Key
from measurand.studies.counterfactual.transforms import (
    FixedPoints,
    Order,
    Stream,
    derangements,
    draw_for,
    shuffled,
)
from measurand.values.grounded import Grounded
from properties.strategies.effort import third

MANY = 900


def has_fixed_point(order: Order) -> bool:
    return any(at == other for at, other in enumerate(order))


@pytest.mark.parametrize(("size", "draws"), [(2, 5), (3, 3), (4, 2)])
def test_each_order_without_fixed_points_comes_from_as_many_draws(size: int, draws: int) -> None:
    # All sequences of so many draws, each as likely as the other; then no draw does any more.
    orders = list(permutations(range(size)))
    nobody = tuple(range(size))
    found: Counter[Order] = Counter()
    for sequence in product(orders, repeat=draws):
        if not all(map(has_fixed_point, sequence)):

            def draw(sizes: Sequence[int], given: tuple[Order, ...] = sequence) -> list[Order]:
                return [*given, *[nobody] * len(sizes)][: len(sizes)]

            found.update(derangements([size], draw))

    wanted = {order for order in orders if not has_fixed_point(order)}
    assert set(found) == wanted
    assert len(set(found.values())) == 1


@pytest.mark.parametrize(("fixed", "number"), [(FixedPoints.ALLOWED, 24), (FixedPoints.NONE, 9)])
def test_over_many_samples_all_orders_of_four_come_about_as_often(
    fixed: FixedPoints, number: int
) -> None:
    # The draws are a function of the names, so that this either always holds or never.
    found: Counter[Order] = Counter()
    for at in range(MANY):
        one = Grounded(id=f"scan-{at}", shape=(1, 1, 1))
        draw = draw_for(one, Key.CITE_SWAP, seed=0, stream=Stream.SAMPLE)
        found[shuffled("aaaa", draw, fixed)] += 1

    expected = MANY / number
    assert len(found) == number
    # 49.7 is the point that chi-square with 23 degrees of freedom passes once in a thousand times.
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 49.7


@third
@given(
    labels=st.lists(st.sampled_from("abc"), max_size=9),
    seed=st.integers(0, 2**40),
    name=st.text(max_size=3),
)
def test_without_fixed_points_everybody_moves_within_the_label_but_who_is_alone(
    labels: list[str], seed: int, name: str
) -> None:
    sample = Grounded(id=name, shape=(1, 1, 1))

    draw = draw_for(sample, Key.OMEGA_PERM, seed=seed, stream=Stream.SAMPLE)
    free, strict = (shuffled(labels, draw, fixed) for fixed in FixedPoints)

    for order in (free, strict):
        assert sorted(order) == list(range(len(labels)))
        assert [labels[other] for other in order] == labels
    alone = [at for at, label in enumerate(labels) if labels.count(label) == 1]
    assert [at for at, other in enumerate(strict) if at == other] == alone
