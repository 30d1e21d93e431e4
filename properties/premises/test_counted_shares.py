"""LAW: a column of shares beside counts and totals is held to them, and no true one is told."""

from fractions import Fraction

from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from properties.premises.asking import quickly, shown, told
from properties.premises.layouts import Ink, TrueTable, Way

HEADS = st.sampled_from(
    (
        ("k", "n", "%"),
        ("Correct", "Total", "Accuracy"),
        ("Solved", "Attempts", "Success rate"),
        ("Passed", "n", "Accuracy"),
        ("Events", "N", "%"),
    )
)
COUNTS = st.integers(20, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
WAYS = st.sampled_from((Way.HALF_UP, Way.HALF_EVEN, Way.PRINTF, Way.TRUNCATE))


@frozen
class Layout:
    """How shares are written, and whether they stand before their counts."""

    ink: Ink
    first: bool
    other: bool


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Draw how a table is written."""
    percent = draw(st.booleans())
    places = draw(st.integers(1, 2)) + 2 * (not percent)
    ink = Ink(places, draw(WAYS), percent=percent, sign=percent and draw(st.booleans()))
    return Layout(ink, draw(st.booleans()), draw(st.booleans()))


def table_of(
    heads: tuple[str, str, str], counts: list[tuple[int, int]], shares: list[str], layout: Layout
) -> TrueTable:
    """Write counts, totals and shares, perhaps beside another column."""
    rows = []
    for at, ((k, n), share) in enumerate(zip(counts, shares, strict=True)):
        cells = [str(k), str(n)]
        cells = [share, *cells] if layout.first else [*cells, share]
        rows.append((f"s{at}", *cells, *([str(7 + 3 * at)] if layout.other else [])))
    names = [heads[2], *heads[:2]] if layout.first else [*heads]
    return TrueTable(
        family="counted",
        head=("System", *names, *(["Minutes"] if layout.other else [])),
        rows=tuple(rows),
    )


@given(HEADS, st.lists(COUNTS, min_size=1, max_size=8), layouts(), st.data())
def test_true_shares_of_counts_are_possible(
    heads: tuple[str, str, str],
    counts: list[tuple[int, int]],
    layout: Layout,
    data: st.DataObject,
) -> None:
    ink = layout.ink
    marks = ("", "", "", "*", "†")
    shares = [ink(Fraction(k, n)) + data.draw(st.sampled_from(marks)) for k, n in counts]
    table = table_of(heads, counts, shares, layout)

    found = quickly(table, (("--rounding", ink.way.value),) if ink.way is Way.TRUNCATE else ())

    assert not told(found).refuted + told(found).odd, shown(table, (), found)


@given(HEADS, st.lists(COUNTS, min_size=5, max_size=8), layouts(), st.data())
def test_a_share_that_is_not_that_of_its_counts_is_told(
    heads: tuple[str, str, str],
    counts: list[tuple[int, int]],
    layout: Layout,
    data: st.DataObject,
) -> None:
    counts = [(1 + (k + 11 * at) % (n - 1), n + at) for at, (k, n) in enumerate(counts)]
    wrong = data.draw(st.integers(0, len(counts) - 1))
    values = [Fraction(k, n) for k, n in counts]
    values[wrong] += Fraction(1, 10) if values[wrong] < Fraction(1, 2) else Fraction(-1, 10)
    table = table_of(heads, counts, [layout.ink(value) for value in values], layout)

    guessed = told(quickly(table, (("--rounding", layout.ink.way.value),)))
    of = f"{heads[2]}=rate[{heads[0]},{heads[1]}]"
    known = told(quickly(table, (("--column", of), ("--rounding", layout.ink.way.value))))

    assert not guessed.refuted, table.text
    assert [one for one in guessed.odd if one.startswith(f"share: s{wrong} ")], table.text
    told_of = known.refuted + known.odd
    assert [one for one in told_of if one.startswith(f"share: s{wrong} ")], table.text
