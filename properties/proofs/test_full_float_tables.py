"""Tables that numpy printed in full are possible: means, deviations, differences, sums of rows."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Fact
from measurand.edges.tables.grid import Overrides, RawTable, column_override
from measurand.edges.tables.sheet import sheet_of
from measurand.values.verdict import TableVerdict

Rows = list[tuple[object, ...]]
ONE_RUN = ((Fact.RUNS, 1),)
BAD = {TableVerdict.NOT_REPRODUCIBLE, TableVerdict.ODD}

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
scales = st.sampled_from((1, 100))


def flagged(header: Sequence[str], rows: Rows, *columns: str) -> list[str]:
    """Lint a table of numbers in full; give the questions that stand badly."""
    cells = tuple(
        tuple(repr(float(part)) if isinstance(part, float) else str(part) for part in row)
        for row in rows
    )
    said = Overrides(columns=tuple(map(column_override, columns)), facts=ONE_RUN)
    read = sheet_of(RawTable(header=tuple(header), rows=cells), said).unwrap()
    return [one.name for one in lint(read.sheet, read.premises).questions if one.outcome in BAD]


def running(values: Sequence[float]) -> float:
    """Add up one by one."""
    total = 0.0
    for value in values:
        total += value
    return total


def one_pass(values: "np.ndarray[tuple[int], np.dtype[np.float64]]", ddof: int) -> float:
    """Take the squared mean from the mean square."""
    total, squares = running(values.tolist()), running((values * values).tolist())
    return float(np.sqrt(max(0.0, squares - total**2 / len(values)) / (len(values) - ddof)))


def in_numpy(values: "np.ndarray[tuple[int], np.dtype[np.float64]]", ddof: int) -> float:
    """Ask numpy."""
    return float(values.std(ddof=ddof))


Spread = Callable[["np.ndarray[tuple[int], np.dtype[np.float64]]", int], float]


@given(rng=seeds, scale=scales, number=st.integers(2, 30))
def test_f_of_p_and_r_with_their_means(rng: np.random.Generator, scale: int, number: int) -> None:
    hits = rng.integers(1, 50, number)
    p, r = hits / (hits + rng.integers(0, 90, number)), hits / (hits + rng.integers(0, 90, number))
    f = 2 * p * r / (p + r)
    rows: Rows = [
        (f"s{at}", float(x), float(y), float(z))
        for at, (x, y, z) in enumerate(zip(p * scale, r * scale, f * scale, strict=True))
    ]
    means = tuple(float((one * scale).mean()) for one in (p, r, f))

    assert flagged(("", "P", "R", "F1"), [*rows, ("Average", *means)]) == []


@given(rng=seeds, scale=scales, number=st.integers(2, 30), near=st.sampled_from((1e-9, 1.0)))
def test_differences_and_ratios(
    rng: np.random.Generator, scale: int, number: int, near: float
) -> None:
    a = rng.random(number) * scale
    b = a * (1 + near * rng.random(number))
    rows: Rows = [
        (f"s{at}", float(x), float(y), float(x - y), float(x / y))
        for at, (x, y) in enumerate(zip(a, b, strict=True))
    ]
    last = ("Average", float(a.mean()), float(b.mean()), float((a - b).mean()), "")

    assert (
        flagged(
            ("", "Acc A", "Acc B", "Diff", "Quotient"),
            [*rows, last],
            "Diff=difference[Acc A,Acc B]",
            "Quotient=ratio[Acc A,Acc B]",
        )
        == []
    )


@settings(max_examples=20)
@given(value=st.floats(0.01, 0.99), number=st.integers(100, 1000))
def test_a_running_sum_of_many_rows_that_are_alike(value: float, number: int) -> None:
    total = running([value] * number)
    rows: Rows = [(f"s{at}", value) for at in range(number)]

    assert flagged(("", "Acc"), [*rows, ("Average", total / number)]) == []
    assert flagged(("", "cost"), [*rows, ("Total", total)]) == []


@pytest.mark.parametrize("spread", [in_numpy, one_pass])
@pytest.mark.parametrize("ddof", [0, 1])
@given(rng=seeds, number=st.integers(3, 200), away=st.sampled_from((0, 1000, 10**6)))
def test_deviations_of_whole_numbers(
    spread: Spread, ddof: int, rng: np.random.Generator, number: int, away: int
) -> None:
    values = rng.integers(1, 8, number).astype(np.float64) + away
    rows: Rows = [("a", float(values.mean()), spread(values, ddof), number)]

    assert flagged(("", "Mean", "SD", "N"), rows, "Mean=mean:whole=true", "N=samples") == []


@pytest.mark.parametrize("ddof", [0, 1])
@given(rng=seeds, scale=scales, number=st.integers(3, 2000))
@example(rng=np.random.default_rng(10552), scale=100, number=1134)  # 0.97 % is below 1
def test_deviations_and_errors_of_shares(
    ddof: int, rng: np.random.Generator, scale: int, number: int
) -> None:
    values = (rng.random(number) < rng.random()).astype(np.float64)
    mean, deviation = float(values.mean()) * scale, float(values.std(ddof=ddof)) * scale
    error = deviation / float(np.sqrt(number))

    said = ("Acc=accuracy", "N=samples")
    deviations: Rows = [("a", mean, deviation, number)]
    errors: Rows = [("a", mean, error, number)]

    assert flagged(("", "Acc", "SD", "N"), deviations, *said, "SD=sd:over=samples") == []
    if scale == 1 or mean > 1:  # a column that stays below 1 is read as shares
        assert flagged(("", "Acc", "Stderr", "N"), errors, *said, "Stderr=se[Acc]") == []
