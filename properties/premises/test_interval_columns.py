"""LAW: an interval in a column of its own is that of the score beside it, or is held to none."""

from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from properties.premises.asking import quickly, shown, told
from properties.premises.interval_tables import (
    Between,
    betweens,
    difference_tables,
    interval_tables,
    other_tables,
)
from properties.premises.layouts import Option, TrueTable, number


@given(interval_tables())
def test_a_score_inside_of_the_interval_beside_it_is_possible(table: TrueTable) -> None:
    found = quickly(table)

    assert not told(found).refuted + told(found).odd, shown(table, (), found)


@given(other_tables())
def test_an_interval_of_something_else_is_held_to_no_score(table: TrueTable) -> None:
    found = quickly(table)

    assert not told(found).refuted + told(found).odd, shown(table, (), found)


@given(difference_tables())
def test_ends_are_counted_in_the_unit_of_their_estimate(table: TrueTable) -> None:
    change = table.head[3]
    ends = [(head, head.split()[-1]) for head in table.head if head.endswith(("low", "high"))]
    said: list[Option] = [("--column", f"{head}={end}[{change}]") for head, end in ends]

    for known in ((), said):
        found = quickly(table, known)

        assert not told(found).refuted + told(found).odd, shown(table, known, found)


@given(difference_tables(), st.integers(0, 5))
def test_a_difference_outside_of_its_interval_is_told(table: TrueTable, at: int) -> None:
    many, places = len(table.rows), len(table.head)
    apart = places - table.head.index("SE") - 1 if "SE" in table.head else places - 4
    if many < 4 or apart != 2:
        return
    row = table.rows[at % many]
    beyond = f"{float(row[3]) - 1:.1f}", f"{float(row[3]) - 0.5:.1f}"
    rows = tuple((*one[:-2], *beyond) if one is row else one for one in table.rows)

    found = told(quickly(evolve(table, rows=rows)))

    assert [one for one in found.odd if f"y{at % many} / " in one], rows


LAYOUTS = st.sampled_from(
    (
        (("Accuracy (%)", "95% CI"), ("{m}", "{l}-{h}")),
        (("95% CI", "Accuracy"), ("({l}; {h})", "{m}%")),
        (("Accuracy", "p", "CI low", "CI high"), ("{m}%", ".04", "{l}", "{h}")),
        (("Accuracy", "LL", "UL"), ("{m}", "{l}", "{h}")),
        (("BLEU", "Accuracy", "Accuracy 95% CI"), ("12.1", "{m}%", "{l} to {h}%")),
        (("AUC", "95% CI", "Accuracy", "95% CI"), ("70.1", "[69.0, 71.2]", "{m}%", "[{l}, {h}]")),
    )
)
FAR = Fraction(1, 20)


@given(st.lists(betweens(), min_size=4, max_size=6), LAYOUTS, st.data())
def test_a_score_outside_of_the_interval_beside_it_is_told(
    scores: list[Between], layout: tuple[tuple[str, ...], tuple[str, ...]], data: st.DataObject
) -> None:
    wrong = data.draw(st.integers(0, len(scores) - 1))
    heads, cells = layout
    rows = []
    for at, one in enumerate(scores):
        value = one.high + FAR if one.high + FAR < 1 else one.low - FAR
        numbers = (one.low, value if at == wrong else one.value, one.high)
        low, middle, high = (number(100 * size, 1) for size in numbers)
        rows.append((f"m{at}", *(cell.format(l=low, m=middle, h=high) for cell in cells)))
    table = TrueTable(family="slip", head=("Model", *heads), rows=tuple(rows))

    guessed = told(quickly(table))
    score = next(head for head in heads if head in {"Accuracy", "Accuracy (%)"})
    known = told(quickly(table, [("--column", f"{score}=rate")]))

    assert [one for one in guessed.odd if f"m{wrong} / " in one], table.text
    assert [one for one in known.refuted if f"m{wrong} / " in one], table.text
