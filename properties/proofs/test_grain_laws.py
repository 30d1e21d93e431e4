"""Numbers printed from real data are never refuted, and what is refuted no data gives."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import isqrt

from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull, rounded
from measurand.auditing.proofs.finding import questions
from measurand.auditing.proofs.grain.grim import both_empty, common_size, compatible, grim
from measurand.auditing.proofs.grain.grimmer import (
    binary_moments,
    deviations,
    least_squares,
    reachable,
    whole_moments,
)
from measurand.auditing.proofs.grain.pooled_sizes import Pooled, gold_sizes, hits_of, pooled, sizes
from measurand.auditing.proofs.sheet import Column, Fact, Role, Row, Sheet
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.score import square_root
from measurand.values.verdict import Verdict
from properties.strategies.effort import third

modes = st.sampled_from([mode for mode in Rounding if mode is not Rounding.FLOAT64])
units = st.sampled_from([Unit.NONE, Unit.PERCENT])
places = st.integers(0, 4)
whole_data = st.lists(st.integers(-6, 6), min_size=2, max_size=9)


def shown(value: Fraction, mode: Rounding, decimals: int, unit: Unit = Unit.NONE) -> Printed:
    """Print an exact value."""
    scaled = value / unit.scale
    return Printed(rounded(scaled, decimals, mode), decimals, unit, mode)


def moment(square: Fraction, mode: Rounding, decimals: int) -> Printed:
    """Print the root of a square."""
    return Printed(rounded(square_root(square), decimals, mode), decimals, Unit.NONE, mode)


def table(role: Role, *cells: Printed, facts: tuple[tuple[Fact, int], ...] = ()) -> Sheet:
    rows = tuple(Row(label=str(at), cells=(("x", cell),)) for at, cell in enumerate(cells))
    whole = (("whole", "true"),) if role is Role.MEAN else ()
    return Sheet(columns=(Column(name="x", role=role, options=whole),), rows=rows, facts=facts)


@st.composite
def counts(draw: st.DrawFn) -> tuple[int, tuple[Printed, ...]]:
    """Draw shares of one number of samples, as printed."""
    number = draw(st.integers(1, 60))
    hits = draw(st.lists(st.integers(0, number), min_size=1, max_size=4))
    mode, decimals, unit = draw(modes), draw(places), draw(units)
    return number, tuple(shown(Fraction(k, number), mode, decimals, unit) for k in hits)


@third
@given(counts())
def test_printed_counts_are_never_refuted_and_their_number_fits(
    drawn: tuple[int, tuple[Printed, ...]],
) -> None:
    number, cells = drawn
    sheet = table(Role.RATE, *cells, facts=((Fact.SAMPLES, number),))

    assert {one.verdict for one in grim(sheet)} == {Verdict.HOLDS}
    assert number in compatible([hull(cell) for cell in cells], 60)
    assert {one.verdict for one in common_size(table(Role.RATE, *cells))} == {Verdict.HOLDS}


@given(st.integers(0, 1000), places.filter(bool), st.integers(1, 40), modes)
def test_a_count_is_refuted_only_if_no_count_prints_so(
    digits: int, decimals: int, number: int, mode: Rounding
) -> None:
    value = Fraction(digits, 10**decimals)
    printed = Printed(min(value, Fraction(1)), decimals, Unit.NONE, mode)
    (found,) = grim(table(Role.RATE, printed, facts=((Fact.SAMPLES, number),)))
    prints = [shown(Fraction(k, number), mode, decimals) for k in range(number + 1)]

    assert found.verdict is Verdict.HOLDS or printed not in prints
    assert found.verdict is Verdict.REFUTED or any(
        hull(printed).holds(Fraction(k, number)) for k in range(number + 1)
    )


flags = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=1, max_size=40)


@given(flags, st.integers(8, 12))
def test_mean_differences_of_counted_flags_as_floats_are_never_refuted(
    pairs: list[tuple[int, int]], items: int
) -> None:
    differences = [one / items - other / items for one, other in pairs]
    mean = sum(differences) / len(pairs)
    text = f"{mean:.25f}"
    facts = ((Fact.SAMPLES, len(pairs)), (Fact.ITEMS, items))
    cell = Printed.parse(text, rounding=Rounding.FLOAT64)

    assert {one.verdict for one in grim(table(Role.MEAN, cell, facts=facts))} == {Verdict.HOLDS}


def squares_reached(number: int, total: int, most: int) -> set[int]:
    """Enumerate the sums of squares up to `most` of so many integers with a sum."""
    reach = isqrt(most)
    found = set()
    for head in product(range(-reach, reach + 1), repeat=number - 1):
        squares = sum(x * x for x in head) + (total - sum(head)) ** 2
        if squares <= most:
            found.add(squares)
    return found


def test_sums_of_squares_are_those_that_enumeration_finds() -> None:
    # Every sum and every sum of squares there can be, for up to five integers.
    for number, most in ((1, 40), (2, 60), (3, 60), (4, 40), (5, 14)):
        for total in range(-isqrt(number * most) - 1, isqrt(number * most) + 2):
            there = squares_reached(number, total, most)
            assert {q for q in range(most + 1) if reachable(number, total, q)} == there


@given(whole_data)
def test_sums_of_squares_of_data_are_reachable_and_the_least_is_least(data: list[int]) -> None:
    total, squares = sum(data), sum(x * x for x in data)

    assert reachable(len(data), total, squares)
    assert least_squares(len(data), total) <= squares


@st.composite
def described(draw: st.DrawFn) -> tuple[Sheet, str]:
    """Draw whole numbers and print their mean and one of their two deviations."""
    data = draw(whole_data)
    kind, number = draw(st.sampled_from(["sample", "population"])), len(data)
    mode, decimals = draw(modes), draw(st.integers(0, 3))
    mean = Fraction(sum(data), number)
    divisor = number - 1 if kind == "sample" else number
    square = sum(((x - mean) ** 2 for x in data), Fraction(0)) / divisor
    cells = (("M", shown(mean, mode, decimals)), ("SD", moment(square, mode, decimals)))
    binary = set(data) <= {0, 1}
    options = (("binary" if binary else "whole", "true"),)
    columns = (Column(name="M", role=Role.MEAN, options=options), Column(name="SD", role=Role.SD))
    facts = ((Fact.SAMPLES, number),)
    return Sheet(columns=columns, rows=(Row(label="a", cells=cells),), facts=facts), kind


@given(described())
def test_deviations_printed_from_whole_numbers_are_never_refuted(drawn: tuple[Sheet, str]) -> None:
    sheet, kind = drawn
    (found,) = (one for one in deviations(sheet) if one.reading == f"sd={kind}")

    assert found.verdict is Verdict.HOLDS


@given(st.lists(st.integers(0, 1), min_size=2, max_size=30), modes, st.integers(0, 3))
def test_deviations_printed_from_zeros_and_ones_are_never_refuted(
    data: list[int], mode: Rounding, decimals: int
) -> None:
    number, ones = len(data), sum(data)
    square = Fraction(ones * (number - ones), number * (number - 1))
    mean = hull(shown(Fraction(ones, number), mode, decimals))
    sd = hull(moment(square, mode, decimals))

    assert binary_moments(number, mean, sd, number - 1).sums is not None


def deviating(number: int, mean: Interval, sd: Interval, divisor: int, reach: int) -> bool:
    """Enumerate whole numbers up to a reach that have a mean and a deviation."""
    for data in product(range(-reach, reach + 1), repeat=number):
        average = Fraction(sum(data), number)
        square = sum(((x - average) ** 2 for x in data), Fraction(0)) / divisor
        if mean.holds(average) and sd.holds(square_root(square)):
            return True
    return False


@third
@given(
    st.integers(2, 3),
    st.integers(-10, 10),
    st.integers(0, 20),
    st.booleans(),
)
def test_a_deviation_is_possible_exactly_if_enumeration_finds_data(
    number: int,
    mean: int,
    sd: int,
    sample: bool,  # noqa: FBT001
) -> None:
    # Means within 1 and deviations within 2: with three numbers none lies further out than 5.
    near = hull(Printed(Fraction(mean, 10), 1))
    spread = hull(Printed(Fraction(sd, 10), 1))
    divisor = number - 1 if sample else number

    found = whole_moments(number, near, spread, divisor)

    assert found.ended
    assert (found.sums is not None) is deviating(number, near, spread, divisor, 5)


@given(st.integers(2, 30), st.integers(0, 100), st.integers(0, 60), st.booleans())
def test_ones_are_found_exactly_if_enumeration_finds_them(
    number: int,
    mean: int,
    sd: int,
    sample: bool,  # noqa: FBT001
) -> None:
    near, spread = hull(Printed(Fraction(mean, 100), 2)), hull(Printed(Fraction(sd, 100), 2))
    divisor = number - 1 if sample else number
    there = any(
        near.holds(Fraction(k, number))
        and spread.holds(square_root(Fraction(k * (number - k), number * divisor)))
        for k in range(number + 1)
    )

    assert (binary_moments(number, near, spread, divisor).sums is not None) is there


@st.composite
def pools(draw: st.DrawFn) -> Sheet:
    """Draw rows of pooled scores of one test set, some sizes printed and some not."""
    gold = draw(st.integers(1, 12))
    mode, decimals = draw(modes), draw(st.integers(0, 3))
    soft = draw(st.booleans())
    names = draw(st.sampled_from([("M", "P", "R", "F1"), ("gold", "P", "F1"), ("gold", "F1")]))
    rows = []
    for at in range(draw(st.integers(1, 3))):
        predicted = draw(st.integers(1, 12))
        hits = Fraction(draw(st.integers(1, 4 * min(gold, predicted))), 4)
        hits = hits if soft else Fraction(int(hits) or 1)
        pairs = {
            "M": shown(hits, mode, 2),
            "gold": Printed(Fraction(gold), 0),
            "P": shown(hits / predicted, mode, decimals),
            "R": shown(hits / gold, mode, decimals),
            "F1": shown(2 * hits / (predicted + gold), mode, decimals),
        }
        rows.append(Row(label=str(at), cells=tuple((name, pairs[name]) for name in names)))
    roles = {"M": Role.HITS, "gold": Role.GOLD, "P": Role.PRECISION, "R": Role.RECALL}
    known = (("average", "micro"), ("credit", "similarity" if soft else "binary"))
    columns = (Column(name=n, role=roles.get(n, Role.F), options=known) for n in names)
    return Sheet(columns=tuple(columns), rows=tuple(rows))


@third
@given(pools())
def test_pooled_scores_printed_from_counts_are_never_refuted(sheet: Sheet) -> None:
    assert {one.verdict for one in pooled(sheet)} <= {Verdict.HOLDS}


@third
@given(
    st.integers(1, 20),
    st.integers(0, 20),
    st.integers(1, 20),
    st.integers(1, 5),
    st.sampled_from([("precision", "recall"), ("precision", "f"), ("recall", "f"), ("f",)]),
)
def test_sizes_are_refuted_exactly_if_no_counts_print_so(
    precision: int, recall: int, f: int, gold: int, given_: Sequence[str]
) -> None:
    cells = {"precision": precision, "recall": recall, "f": f}
    spans = {
        name: hull(Printed(Fraction(value, 20), 2)) if name in given_ else None
        for name, value in cells.items()
    }
    row = Pooled(precision=spans["precision"], recall=spans["recall"], f=spans["f"], gold=gold)
    found = sizes(row, gold)
    # Of more than 46 times the gold items, precision and F are below .045: not printed as .05.
    there = any(hits_of(row, predicted, gold) is not None for predicted in range(46 * gold + 1))

    assert found.ended
    assert (found.sizes is not None) is there


@given(st.integers(1, 20), st.data(), modes, places)
def test_mean_recalls_printed_from_samples_of_one_item_fit_their_number(
    number: int, data: st.DataObject, mode: Rounding, decimals: int
) -> None:
    rows, empties = [], []
    for _ in range(data.draw(st.integers(1, 3))):
        empty = data.draw(st.integers(0, number))
        rest = data.draw(st.lists(st.integers(0, 10), max_size=number - empty))
        hits = sum((Fraction(x, 10) for x in rest), Fraction(0))
        empties.append(empty)
        recall = shown((hits + empty) / number, mode, decimals)
        rows.append((hull(shown(hits, mode, 2)), hull(recall)))
    found = {one.samples: one.empty for one in both_empty(rows, 20)}

    assert all(k in there for k, there in zip(empties, found[number], strict=True))


@third
@given(pools())
def test_gold_sizes_hold_the_one_there_is(sheet: Sheet) -> None:
    for question in questions(pooled(sheet)):
        assert question.verdict is Verdict.HOLDS
    for row in sheet.rows:
        hits, recall = row.cell("M"), row.cell("R")
        if hits is not None and recall is not None:
            there = gold_sizes(Pooled(hits=hull(hits), recall=hull(recall)))
            assert there is None or there
