"""Rows of which little is not 0 are summed without the zeros, to the same bits."""

from fractions import Fraction

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
