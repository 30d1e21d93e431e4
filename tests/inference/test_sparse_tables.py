"""Little that is not 0 is summed without the zeros, long tables in parts, all to the same bits."""

from fractions import Fraction
from operator import mul

import numpy as np

from measurand.algebra.expression import At
from measurand.inference.table import Table

WIDE = 300


def test_sums_of_rows_of_one_of_many_classes_are_those_of_a_product() -> None:
    rows = tuple(
        tuple(Fraction(at, 3) if place == at % WIDE else 0 for place in range(WIDE))
        for at in range(1, 400)
    )
    counts = np.random.default_rng(1).integers(0, 9, size=(5, len(rows)))

    summed = Table(rows, (1,) * len(rows), (At(0),)).summed(counts)

    slow = [[float(sum(n * row[at] for n, row in zip(line, rows, strict=True))) for at in (0, 7)]
            for line in counts.tolist()]  # fmt: skip
    assert summed[:, [0, 7]].tolist() == slow


def test_columns_of_zeros_alone_sum_to_0() -> None:
    rows = tuple(tuple(int(place == 1) for place in range(WIDE)) for _ in range(400))

    summed = Table(rows, (1,) * 400, (At(0),)).summed(np.ones((2, 400), dtype=np.int64))

    assert summed[:, :3].tolist() == [[0.0, 400.0, 0.0]] * 2


def test_sums_of_many_resamples_of_a_long_table_are_those_of_whole_numbers() -> None:
    rows = tuple(tuple((at * place) % 7 - 3 for place in range(90)) for at in range(1, 1501))
    counts = np.random.default_rng(1).integers(0, 9, size=(40, len(rows)))
    held = Table(rows, (1,) * len(rows), (At(0),))

    summed = held.summed(counts)

    slow = [
        [sum(map(mul, line, column)) for column in zip(*rows, strict=True)]
        for line in counts.tolist()
    ]
    assert held.is_wide
    assert summed.tolist() == slow


def test_ones_of_many_classes_are_counted() -> None:
    rows = tuple(tuple(int(place == at % WIDE) for place in range(WIDE)) for at in range(400))
    counts = np.random.default_rng(1).integers(0, 9, size=(3, len(rows)))

    summed = Table(rows, (1,) * 400, (At(0),)).summed(counts)

    slow = [[sum(line[at::WIDE]) for at in range(WIDE)] for line in counts.tolist()]
    assert summed.tolist() == slow
