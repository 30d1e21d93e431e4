"""P-values and intervals printed from real ones are never refuted; what is refuted, none gives."""

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull, rounded
from measurand.auditing.proofs.finding import Clash, questions
from measurand.auditing.proofs.sheet import Column, Fact, Role, Row, Sheet
from measurand.auditing.proofs.significance.adjusted_p_values import fit, holm
from measurand.auditing.proofs.significance.intervals import directions, interval_and_p, intervals
from measurand.auditing.proofs.significance.p_values import (
    adjusted_order,
    probabilities,
    replicates,
)
from measurand.inference.adjustment import adjust
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.verdict import Verdict
from properties.strategies.effort import third

modes = st.sampled_from([mode for mode in Rounding if mode is not Rounding.FLOAT64])
probabilities_ = st.integers(0, 2000).map(lambda k: Fraction(k, 2000)) | st.integers(0, 60).map(
    lambda k: Fraction(k, 60)
)
families = st.lists(st.lists(probabilities_, min_size=2, max_size=2), min_size=1, max_size=3)


def shown(value: Fraction, mode: Rounding, decimals: int) -> Printed:
    """Print an exact value."""
    return Printed(rounded(value, decimals, mode), decimals, Unit.NONE, mode)


def sheet(*groups: tuple[list[Printed], list[Printed]]) -> Sheet:
    """Put raw and adjusted p-values of each group side by side."""
    columns = [
        Column(name=f"{at}{name}", role=role, group=str(at))
        for at in range(len(groups))
        for name, role in (("p", Role.P), ("adj", Role.P_HOLM))
    ]
    rows = [
        Row(
            label=str(row),
            cells=tuple(
                cell
                for at, (raw, adjusted) in enumerate(groups)
                for cell in ((f"{at}p", raw[row]), (f"{at}adj", adjusted[row]))
            ),
        )
        for row in range(len(groups[0][0]))
    ]
    return Sheet(columns=tuple(columns), rows=tuple(rows))


def adjusted_by(raw: list[list[Fraction]], reading: str) -> list[list[Fraction]]:
    """Adjust columns of p-values: each alone, all together, or each row of them."""
    match reading:
        case "column":
            return [list(adjust(column)) for column in raw]
        case "table":
            flat = iter(adjust([p for column in raw for p in column]))
            return [[next(flat) for _ in column] for column in raw]
        case _:
            rows = [adjust([column[at] for column in raw]) for at in range(len(raw[0]))]
            return [[row[at] for row in rows] for at in range(len(raw))]


@third
@given(families, st.sampled_from(["column", "table", "row"]), modes, st.integers(0, 6))
def test_p_values_adjusted_in_any_family_are_never_refuted(
    raw: list[list[Fraction]], reading: str, mode: Rounding, decimals: int
) -> None:
    adjusted = adjusted_by(raw, reading)
    printed = sheet(
        *(
            ([shown(p, mode, decimals) for p in one], [shown(p, mode, decimals) for p in other])
            for one, other in zip(raw, adjusted, strict=True)
        )
    )

    found = list(holm(printed))
    named = [one.verdict for one in found if one.reading == f"family={reading}"]
    assert Verdict.REFUTED not in named
    assert len(raw) == 1 or named
    order = {one.verdict for one in adjusted_order(printed)}
    assert order <= ({Verdict.HOLDS, Verdict.UNDECIDED} if reading == "row" else {Verdict.HOLDS})
    assert all(one.verdict is Verdict.HOLDS for one in probabilities(printed))


@third
@given(
    st.lists(probabilities_, min_size=1, max_size=6), st.integers(0, 5), modes, st.integers(0, 6)
)
def test_holm_of_printed_p_values_finds_raw_ones_that_give_them(
    raw: list[Fraction], hidden: int, mode: Rounding, decimals: int
) -> None:
    size = len(raw) + hidden
    spans = [
        (inside(shown(p, mode, decimals)), inside(shown(q, mode, decimals)))
        for p, q in zip(raw, adjust(raw, m=size), strict=True)
    ]
    found = fit(spans, size)

    # One number of decimals: the order of the printed digits is an order to try.
    assert len(found.raw) == len(raw)
    exact = adjust(found.raw, m=size)
    for (low, high), p, q in zip(spans, found.raw, exact, strict=True):
        assert low.holds(p)
        assert high.holds(q)


def inside(printed: Printed) -> Interval:
    """Give what of [0, 1] prints so."""
    span = hull(printed)
    return Interval(max(span.low, Fraction(0)), min(span.high, Fraction(1)))


steps = st.integers(0, 10)
pairs_of_steps = st.tuples(steps, st.integers(0, 3), steps, st.integers(0, 3))


@third
@given(st.lists(pairs_of_steps, min_size=1, max_size=3), st.integers(0, 2))
def test_no_raw_p_values_of_a_grid_fit_what_is_refuted(
    drawn: list[tuple[int, int, int, int]], hidden: int
) -> None:
    tenth = Fraction(1, 10)
    spans = [
        (
            Interval(low * tenth, min(low + wide, 10) * tenth),
            Interval(least * tenth, min(least + more, 10) * tenth),
        )
        for low, wide, least, more in drawn
    ]
    size = len(spans) + hidden
    found = fit(spans, size)
    # The ends of all bounds on raw p-values are tenths over whole numbers up to 5.
    grid = [Fraction(k, 120) * 2 for k in range(61)]
    there = any(
        all(q.holds(value) for (_, q), value in zip(spans, adjust(raw, m=size), strict=True))
        for raw in product(*([p for p in grid if raw.holds(p)] for raw, _ in spans))
    )

    assert bool(found.raw) or not there or not (found.clash or found.ended)
    if found.raw:
        exact = adjust(found.raw, m=size)
        assert all(raw.holds(p) for (raw, _), p in zip(spans, found.raw, strict=True))
        assert all(q.holds(value) for (_, q), value in zip(spans, exact, strict=True))


COUNTS = {
    "p=r/B": (1, 0),
    "p=2r/B": (2, 0),
    "p=(r+1)/(B+1)": (1, 1),
    "p=2(r+1)/(B+1)": (2, 1),
}


@given(st.integers(1, 300), st.data(), st.sampled_from([*COUNTS]), modes, st.integers(0, 7))
def test_p_values_counted_over_replicates_are_never_refuted(
    number: int, data: st.DataObject, how: str, mode: Rounding, decimals: int
) -> None:
    sides, more = COUNTS[how]
    r = data.draw(st.integers(0, number))
    p = min(Fraction(sides * (r + more), number + more), Fraction(1))
    found = {one.reading: one for one in replicates(one_p(shown(p, mode, decimals), number))}

    assert found[how].verdict is Verdict.HOLDS


@given(st.integers(1, 60), st.integers(0, 1000), st.sampled_from([*COUNTS]))
def test_a_p_value_is_refuted_exactly_if_no_count_prints_so(
    number: int, digits: int, how: str
) -> None:
    sides, more = COUNTS[how]
    printed = Printed(Fraction(digits, 1000), 3)
    found = {one.reading: one for one in replicates(one_p(printed, number))}
    there = any(
        hull(printed).holds(min(Fraction(sides * (r + more), number + more), Fraction(1)))
        for r in range(number + 1)
    )

    assert (found[how].verdict is Verdict.HOLDS) is there


@given(st.integers(1, 300), st.data())
def test_p_values_as_full_floats_are_never_refuted(number: int, data: st.DataObject) -> None:
    r = data.draw(st.integers(0, number))
    printed = Printed.parse(f"{r / number:.20f}", rounding=Rounding.FLOAT64)

    (found,) = (one for one in replicates(one_p(printed, number)) if one.reading == "p=r/B")
    assert found.verdict is Verdict.HOLDS


def one_p(printed: Printed, number: int) -> Sheet:
    """Put one p-value beside its number of replicates."""
    return Sheet(
        columns=(Column(name="p", role=Role.P, options=(("test", "resampling"),)),),
        rows=(Row(label="a", cells=(("p", printed),)),),
        facts=((Fact.REPLICATES, number),),
    )


numbers = st.integers(-200, 200).map(lambda k: Fraction(k, 90))
ends = st.lists(numbers, min_size=3, max_size=3).map(sorted)


@third
@given(ends, modes, st.integers(0, 3), probabilities_)
def test_estimates_inside_their_interval_are_never_refuted(
    drawn: list[Fraction], mode: Rounding, decimals: int, p: Fraction
) -> None:
    low, estimate, high = drawn
    claimed = (("direction", "positive" if estimate >= 0 else "negative"),)
    columns = (
        Column(name="d", role=Role.MEAN, options=claimed),
        Column(name="low", role=Role.LOW),
        Column(name="high", role=Role.HIGH),
        Column(name="p", role=Role.P),
    )
    cells = {"d": estimate, "low": low, "high": high, "p": p}
    row = Row(
        label="a",
        cells=tuple((name, shown(value, mode, decimals)) for name, value in cells.items()),
    )
    printed = Sheet(columns=columns, rows=(row,))

    assert [one.verdict for one in intervals(printed)] == [Verdict.HOLDS]
    assert Verdict.REFUTED not in {one.verdict for one in directions(printed)}
    assert all(one.verdict is Verdict.HOLDS for one in interval_and_p(printed))


@given(st.lists(st.integers(-20, 20), min_size=3, max_size=3), st.integers(0, 2))
def test_an_interval_is_refuted_by_a_clash_that_holds(digits: list[int], decimals: int) -> None:
    names = (("low", Role.LOW), ("d", Role.MEAN), ("high", Role.HIGH))
    cells = tuple(
        (name, Printed(Fraction(number, 10**decimals), decimals))
        for (name, _), number in zip(names, digits, strict=True)
    )
    columns = tuple(Column(name=name, role=role) for name, role in names)
    (found,) = questions(intervals(Sheet(columns=columns, rows=(Row(label="a", cells=cells),))))
    low, estimate, high = digits

    assert (found.verdict is Verdict.REFUTED) is (
        low - high > 1 or low - estimate > 1 or estimate - high > 1
    )
    for one in found.findings:
        assert all(isinstance(ground, Clash) and ground.holds for ground in one.grounds)
