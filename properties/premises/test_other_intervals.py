"""An interval that is none of the known ones is odd beside such, and not among its like."""

from math import sqrt
from operator import itemgetter

from hypothesis import given
from hypothesis import strategies as st

from measurand.auditing.proofs.prove import lint
from measurand.edges.tables.grid import RawTable
from measurand.edges.tables.sheet import sheet_of
from measurand.values.verdict import TableVerdict
from properties.strategies.effort import part

Z = 1.959964
counts = st.tuples(st.integers(60, 400), st.floats(0.25, 0.75)).map(
    lambda one: (round(one[0] * one[1]), one[0])
)
tables = st.lists(counts, min_size=4, max_size=5, unique_by=itemgetter(0))


def row(label: str, k: int, n: int, width: float) -> tuple[str, ...]:
    """Print a share with Wilson's interval, whose half width is so many times its own."""
    share = k / n
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = width * Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    ends = f"[{100 * (middle - half):.1f}, {100 * (middle + half):.1f}]"
    return label, str(k), str(n), f"{100 * share:.1f}", ends


def judged(rows: list[tuple[str, ...]]) -> TableVerdict:
    """Judge a table of counts, shares and intervals."""
    header = ("Model", "Correct", "n", "Accuracy (%)", "95% CI")
    read = sheet_of(RawTable(header=header, rows=tuple(rows))).unwrap()
    return lint(read.sheet, read.premises).outcome


@part(10)
@given(tables, st.floats(1.2, 1.6))
def test_intervals_of_clusters_are_not_odd(shares: list[tuple[int, int]], width: float) -> None:
    rows = [row(f"model {at}", k, n, width) for at, (k, n) in enumerate(shares)]

    assert judged(rows) is TableVerdict.POSSIBLE


@part(10)
@given(tables, st.floats(1.2, 1.6))
def test_one_such_interval_beside_others_is_odd(
    shares: list[tuple[int, int]], width: float
) -> None:
    rows = [row(f"model {at}", k, n, 1.0) for at, (k, n) in enumerate(shares)]
    assert judged(rows) is TableVerdict.POSSIBLE

    rows[1] = row("model 1", *shares[1], width)

    assert judged(rows) is TableVerdict.ODD
