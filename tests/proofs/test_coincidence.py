"""Rows that do not fit what their siblings fit to the last digit, and rows that need not."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.auditing.proofs.closed.ranges import within_range
from measurand.auditing.proofs.coincidence import chance_of_fit, coincidences
from measurand.auditing.proofs.prove import Proved, lint
from measurand.auditing.proofs.repairs import MOST, slips
from measurand.auditing.proofs.sheet import Column, Kind, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import TableVerdict, Verdict

ROLES = {"P": Role.PRECISION, "R": Role.RECALL, "F1": Role.F}
SOUND = (
    ("71.2", "64.9", "67.9"),
    ("78.4", "75.1", "76.7"),
    ("86.1", "85.4", "85.7"),
    ("66.0", "70.3", "68.1"),
)
# R and F1 in each other's place.
EXCHANGED = ("84.6", "83.7", "82.9")


def sheet(*rows: tuple[str, str, str]) -> Sheet:
    """Make up a table of precision, recall and F1 in percent."""
    return Sheet(
        columns=tuple(Column(name=name, role=role) for name, role in ROLES.items()),
        rows=tuple(
            Row(
                label=str(at),
                cells=tuple(
                    (name, Printed.parse(f"{text}%")) for name, text in zip(ROLES, row, strict=True)
                ),
            )
            for at, row in enumerate(rows)
        ),
    )


def odd(proved: Proved) -> list[str]:
    return [one.name for one in proved.questions if one.outcome is TableVerdict.ODD]


def test_recall_and_f1_that_changed_places_are_odd() -> None:
    proved = lint(sheet(*SOUND, EXCHANGED))

    [name] = odd(proved)
    [question] = [one for one in proved.questions if one.name == name]
    assert question.coincidence is not None
    assert question.coincidence.siblings == ("0", "1", "2", "3")
    assert question.coincidence.chance < 1 / 1000
    assert question.verdict is Verdict.UNDECIDED
    # No digit of one number explains it.
    assert question.repairs == ()


def test_what_would_fit_is_named_exchanged_digits_first() -> None:
    # 86.2 was printed as 68.2.
    proved = lint(sheet(*SOUND, ("80.2", "68.2", "83.1")))

    [question] = [one for one in proved.questions if one.name in odd(proved)]
    assert question.repairs[0] == "86.2% in place of 68.2% (4 / R)"
    assert len(question.repairs) <= MOST
    assert [one.text for one in slips(Printed.parse("-1.02"))][:2] == ["-0.12", "-1.20"]


def test_what_would_fit_is_in_the_range_of_its_column() -> None:
    shares = Sheet(
        columns=(Column(name="share", role=Role.SHARE),),
        rows=tuple(
            Row(label=str(at), cells=(("share", Printed.parse(text)),))
            for at, text in enumerate(("0.2937", "0.7164"))
        ),
    )
    assert within_range(shares, shares.columns[0])(Printed.parse("0.2936"))
    assert not within_range(shares, shares.columns[0])(Printed.parse("2.0937"))


def test_slips_out_of_range_leave_room_for_those_that_fit() -> None:
    rows = (("0.712", "0.649", "0.679"), ("0.784", "0.751", "0.767"), ("0.590", "0.580", "0.779"))
    shares = Sheet(
        columns=tuple(Column(name=name, role=role) for name, role in ROLES.items()),
        rows=tuple(
            Row(
                label=str(at),
                cells=tuple(zip(ROLES, map(Printed.parse, row), strict=True)),
            )
            for at, row in enumerate(rows)
        ),
    )
    [repairs] = [one.repairs for one in lint(shares).questions if one.repairs]
    assert "0.579 in place of 0.779 (2 / F1)" in repairs
    assert all(one.startswith("0.") for one in repairs)


def test_a_table_of_one_definition_has_no_odd_row() -> None:
    assert odd(lint(sheet(*SOUND))) == []


def test_one_coarse_sibling_shows_nothing() -> None:
    assert odd(lint(sheet(("71", "65", "68"), ("85", "84", "83")))) == []


@pytest.mark.parametrize(("decades", "many"), [(1, 1), (3, 1), (40, 0)])
def test_how_odd_it_has_to_be_can_be_said(decades: int, many: int) -> None:
    assert len(odd(lint(sheet(*SOUND, EXCHANGED), odd_at=decades))) == many


def test_a_coincidence_refutes_nothing_whatever_its_chance() -> None:
    for decades in range(8):
        proved = lint(sheet(*SOUND, EXCHANGED), odd_at=decades)
        assert not any(one.outcome is TableVerdict.NOT_REPRODUCIBLE for one in proved.questions)


def test_where_many_rows_miss_the_formula_is_not_theirs() -> None:
    many = (EXCHANGED, ("60.2", "50.4", "53.1"), ("75.0", "65.2", "68.0"))

    assert coincidences(lint(sheet(*SOUND[:1], *many)).questions) == {}


def test_an_average_that_does_not_add_up_is_odd_beside_columns_that_do() -> None:
    names = ("a", "b", "c")
    rows = (("10.1", "20.2", "30.3"), ("20.5", "40.4", "60.7"))
    mean = ("15.3", "30.3", "54.5")
    made = tuple(
        Row(
            label=label,
            kind=kind,
            of=("x", "y") if kind is Kind.AVERAGE else (),
            cells=tuple(zip(names, map(Printed.parse, texts), strict=True)),
        )
        for label, texts, kind in (
            ("x", rows[0], Kind.BODY),
            ("y", rows[1], Kind.BODY),
            ("Mean", mean, Kind.AVERAGE),
        )
    )
    table = Sheet(columns=tuple(Column(name=name) for name in names), rows=made)

    assert odd(lint(table)) == ["average: Mean / c"]


LINES = st.integers(1, 3).flatmap(
    lambda cells: st.lists(
        st.tuples(*[st.one_of(st.integers(-3, 5), st.none())] * cells), min_size=1, max_size=6
    ).map(lambda lines: [tuple(0 for _ in lines[0]), *lines])
)


def made_up_cells(lines: Sequence[Sequence[int | None]]) -> list[tuple[int, ...]]:
    """List all cells between the least and the greatest number of each."""
    spans = []
    for cell in zip(*lines, strict=True):
        numbers = sorted(one for one in cell if one is not None)
        spans.append(range(numbers[0], numbers[-1] + 1))
    return list(product(*spans))


@given(LINES)
def test_the_chance_of_a_fit_is_the_share_of_made_up_cells_that_a_line_prints(
    lines: list[tuple[int | None, ...]],
) -> None:
    made_up = made_up_cells(lines)

    chance = chance_of_fit(lines, among=len(lines[0]))

    assert chance == Fraction(sum(one in lines for one in made_up), len(made_up))


@given(LINES, st.integers(0, 2))
def test_the_chance_of_a_fit_bounds_that_of_any_choice_of_cells(
    lines: list[tuple[int | None, ...]], more: int
) -> None:
    wide = [line + (line[0],) * more for line in lines]
    cells = len(lines[0])
    made_up = made_up_cells(wide)
    fitting = sum(
        any(sum(a == b for a, b in zip(one, line, strict=True)) >= cells for line in wide)
        for one in made_up
    )
    # The bound of the narrowest choice of as many cells holds for the best of all choices.
    narrow = max(
        chance_of_fit([tuple(line[at] for at in chosen) for line in wide], among=cells + more)
        for chosen in combinations(range(cells + more), cells)
    )

    assert Fraction(fitting, len(made_up)) <= narrow


def parted(columns: Sequence[Sequence[int]], last: Sequence[int]) -> Sheet:
    """Make up a table of unknown columns, with a row of totals."""
    names = [f"c{at}" for at in range(len(columns))]
    body = [(str(at), line, Kind.BODY) for at, line in enumerate(zip(*columns, strict=True))]
    return Sheet(
        columns=tuple(Column(name=name, role=Role.VALUE) for name in names),
        rows=tuple(
            Row(
                label=label,
                cells=tuple(
                    (name, Printed.parse(str(one))) for name, one in zip(names, line, strict=True)
                ),
                kind=kind,
            )
            for label, line, kind in (*body, ("Total", tuple(last), Kind.TOTAL))
        ),
    )


SIZES = st.lists(st.integers(1, 10**7), min_size=3, max_size=3)


@given(SIZES, SIZES, SIZES, SIZES)
def test_a_mean_beside_sums_in_a_row_of_totals_is_not_odd(
    first: list[int], second: list[int], sizes: list[int], weights: list[int]
) -> None:
    total = sum(map(int.__mul__, sizes, weights)) // sum(weights)

    table = parted([first, second, sizes], [sum(first), sum(second), total])
    assert odd(lint(table)) == []


def test_what_is_neither_a_sum_nor_a_mean_of_its_parts_is_no_total() -> None:
    columns = [[120345, 22411, 31090], [7713, 1009, 1542]]

    [_, question] = lint(parted(columns, [sum(columns[0]), 10624])).questions
    assert question.outcome is TableVerdict.NOT_REPRODUCIBLE
