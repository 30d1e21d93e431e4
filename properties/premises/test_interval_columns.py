"""LAW: an interval in a column of its own is that of the score beside it, or is held to none."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from properties.premises.asking import quickly, shown, told
from properties.premises.interval_tables import Between, betweens, interval_tables, other_tables
from properties.premises.layouts import TrueTable, number


@given(interval_tables())
def test_a_score_inside_of_the_interval_beside_it_is_possible(table: TrueTable) -> None:
    found = quickly(table)

    assert not told(found).refuted + told(found).odd, shown(table, (), found)


@given(other_tables())
def test_an_interval_of_something_else_is_held_to_no_score(table: TrueTable) -> None:
    found = quickly(table)

    assert not told(found).refuted + told(found).odd, shown(table, (), found)


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
