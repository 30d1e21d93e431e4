"""Survivors print every cell by the definition of agreement, worked again in exact arithmetic."""

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve
from hypothesis import assume, event, given
from hypothesis import strategies as st

from measurand.auditing.claims.model import Row
from measurand.auditing.claims.space import Candidate
from measurand.values.printed import Printed, Rounding
from measurand.values.quantity import Quantity, bounds, rational
from measurand.values.score import Defined, Score
from measurand.values.verdict import Verdict
from properties.audits.printing import of_digits, prints, scale
from properties.audits.tables import Audited, tables
from properties.strategies.effort import half


def decimal(made: Audited) -> Audited:
    """Take every printed number as a decimal, of fewer digits than floats have."""
    return made.printed([_decimal(row) for row in made.table.rows])


def _decimal(row: Row) -> Row:
    return evolve(
        row,
        cells=tuple((name, _short(cell)) for name, cell in row.cells),
    )


def _short(cell: Printed) -> Printed:
    decimals = min(cell.decimals, _MOST)
    value = Fraction(round(cell.value * 10**decimals), 10**decimals)
    return evolve(cell, value=value, decimals=decimals, rounding=Rounding.DECIMAL)


_MOST = 6


decimal_tables = tables.map(decimal)


def agrees(score: Score | None, shown: Printed) -> bool:
    return isinstance(score, Defined) and prints(score.value, shown)


def by_hand(made: Audited, one: Candidate) -> Sequence[Verdict]:
    """Judge every cell under a candidate, from the samples alone."""
    return [
        Verdict.HOLDS if agrees(made.score(row, column, one), shown) else Verdict.REFUTED
        for row, column, shown in made.spots()
    ]


@half
@given(decimal_tables)
def test_survivors_are_what_prints_every_cell(made: Audited) -> None:
    assume(made.spots())

    alive = made.alive()

    event(f"{len(alive)} of {len(made.tried)} survive")
    assert alive == {one for one in made.tried if set(by_hand(made, one)) == {Verdict.HOLDS}}


@half
@given(decimal_tables)
def test_a_cell_counts_the_candidates_that_print_it(made: Audited) -> None:
    found = made.audit()

    counts = [
        sum(agrees(made.score(row, column, one), shown) for one in made.tried)
        for row, column, shown in made.spots()
    ]

    assert [cell.reproduced for cell in found.cells] == counts
    for cell, count in zip(found.cells, counts, strict=True):
        assert cell.informative == (0 < count < len(made.tried))
        assert (cell.nearest is None) or not count


@half
@given(decimal_tables)
def test_groups_part_the_candidates_by_their_scores(made: Audited) -> None:
    assume(made.spots())

    found = made.audit()

    members = [one for group in found.groups for one in group.candidates]
    assert len(members) == len(set(members))
    assert set(members) == set(made.tried)
    for group in found.groups:
        told = by_hand(made, group.candidates[0])
        assert group.explained == told.count(Verdict.HOLDS)
        assert group.explained + group.missed + group.undecided == len(found.cells)
        assert group.independent <= group.explained
        for one in group.candidates:
            assert by_hand(made, one) == told


def widened(shown: Printed, dropped: int) -> Printed:
    """Drop digits, rounding to the nearest; the interval that is left holds the one before."""
    places = max(shown.decimals - dropped, 0)
    lost = 10 ** (shown.decimals - places)
    whole = int(shown.value * 10**shown.decimals)
    # Half way no shorter number would do: then leave all as it is.
    if lost > 1 and whole % lost == lost // 2:
        return shown
    return of_digits((whole + lost // 2) // lost, places, shown.unit, shown.rounding)


@half
@given(decimal_tables, st.integers(1, 4))
def test_fewer_decimals_never_remove_a_survivor(made: Audited, dropped: int) -> None:
    assume(made.spots())
    rows = [
        evolve(row, cells=tuple((name, widened(cell, dropped)) for name, cell in row.cells))
        for row in made.table.rows
    ]

    before, after = made.alive(), made.printed(rows).alive()

    event(f"{len(after) - len(before)} more")
    assert before <= after


@half
@given(tables, st.data())
def test_one_cell_less_never_removes_a_survivor(made: Audited, data: st.DataObject) -> None:
    assume(len(made.spots()) > 1)
    full = [row for row in made.table.rows if row.cells]
    chosen = data.draw(st.sampled_from(full))
    rows = [evolve(row, cells=row.cells[1:]) if row is chosen else row for row in made.table.rows]

    assert made.alive() <= made.printed(rows).alive()


@half
@given(tables)
def test_the_spread_of_a_cell_holds_the_score_of_every_candidate(made: Audited) -> None:
    found = made.audit()

    for cell, (row, column, _) in zip(found.cells, made.spots(), strict=True):
        values = [
            score.value
            for one in made.tried
            if isinstance(score := made.score(row, column, one), Defined)
        ]
        assert bool(values) == (cell.low is not None) == (cell.high is not None)
        if cell.low is not None and cell.high is not None:
            event("wide" if cell.low.value != cell.high.value else "narrow")
            assert all(between(cell.low.value, value, cell.high.value) for value in values)


@half
@given(tables)
def test_the_ends_of_a_spread_are_reached_by_the_candidates_named_there(made: Audited) -> None:
    found = made.audit()

    for cell, (row, column, _) in zip(found.cells, made.spots(), strict=True):
        for end in (cell.low, cell.high):
            if end is not None:
                scores = {made.score(row, column, one) for one in end.candidates}
                assert scores == {Defined(end.value)}


def between(low: Quantity, value: Quantity, high: Quantity) -> bool:
    squares = [rational(one * one) for one in (low, value, high)]
    return squares == sorted(squares)


@half
@given(decimal_tables)
def test_no_candidate_is_nearer_than_the_nearest(made: Audited) -> None:
    for cell, (row, column, shown) in zip(made.audit().cells, made.spots(), strict=True):
        if cell.nearest is None:
            continue
        distances = [
            abs(off(score.value, shown))
            for one in made.tried
            if isinstance(score := made.score(row, column, one), Defined)
        ]
        event("nearest")
        # Irrational scores are compared to a thousandth of the last digit.
        assert abs(cell.nearest[2]) <= min(distances) + Fraction(1, 1000)


def off(value: Quantity, shown: Printed) -> Fraction:
    return (bounds(value, 20)[0] * scale(shown.unit) - shown.value) * Fraction(10**shown.decimals)
