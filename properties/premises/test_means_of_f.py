"""LAW: a mean of F may lie below F of the means where words say that it is one; never above."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from properties.premises.asking import quickly, shown, told
from properties.premises.layouts import TrueTable, number

_PLACES = 1
MACRO = ("Macro P", "Macro R", "Macro F1")
PLAIN = ("P", "R", "F1")
MEANS = st.sampled_from(
    (
        (MACRO, ""),
        (PLAIN, "Means over 5 seeds."),
        (PLAIN, "Macro averages."),
        (PLAIN, "Results of 10-fold cross-validation."),
        (PLAIN, "All scores are averaged over folds."),
    )
)
NO_MEANS = st.sampled_from(
    (
        (PLAIN, ""),
        (PLAIN, "Results on the test set."),
        (PLAIN, "Micro-averaged scores."),
        (("Micro P", "Micro R", "Micro F1"), ""),
    )
)
Words = tuple[tuple[str, ...], str]
Row = tuple[Fraction, Fraction, Fraction]


def f_of(precision: Fraction, recall: Fraction) -> Fraction:
    """Give F, by hand."""
    return 2 * precision * recall / (precision + recall)


def table_of(rows: Sequence[Row], words: Words) -> TrueTable:
    """Print rows of P, R and F."""
    head, caption = words
    return TrueTable(
        family="means of f",
        head=("Model", *head),
        rows=tuple(
            (f"m{at}", *(number(100 * size, _PLACES) for size in row))
            for at, row in enumerate(rows)
        ),
        caption=caption,
    )


@st.composite
def alike_rows(draw: st.DrawFn) -> Row:
    """Draw a system that is as good on all members: F is F of the means, to the last digit."""
    precision, recall = (Fraction(draw(st.integers(600, 950)), 1000) for _ in range(2))
    return precision, recall, f_of(precision, recall)


@st.composite
def uneven_rows(draw: st.DrawFn) -> Row:
    """Draw a system whose members differ, with the means of their P, R and F."""
    members = draw(st.lists(st.tuples(*[st.integers(30, 990)] * 2), min_size=2, max_size=6))
    shares = [(Fraction(p, 1000), Fraction(r, 1000)) for p, r in members]
    every = (*zip(*shares, strict=True), [f_of(*one) for one in shares])
    precision, recall, f = (sum(one, Fraction(0)) / len(shares) for one in every)
    return precision, recall, f


@given(st.lists(alike_rows(), min_size=4, max_size=8), uneven_rows(), st.data(), MEANS)
def test_a_mean_of_f_below_f_of_the_means_is_as_its_siblings(
    rows: list[Row], uneven: Row, data: st.DataObject, words: Words
) -> None:
    at = data.draw(st.integers(0, len(rows)))
    table = table_of([*rows[:at], uneven, *rows[at:]], words)

    found = quickly(table)

    assert not told(found).refuted + told(found).odd, shown(table, (), found)


def sharp(row: Row) -> bool:
    """Tell a row that shows how F was made: P and R are far apart."""
    return abs(row[0] - row[1]) > Fraction(1, 10)


@given(st.lists(alike_rows().filter(sharp), min_size=5, max_size=8), NO_MEANS)
def test_f_below_that_of_p_and_r_is_told_where_no_words_say_that_it_is_a_mean(
    rows: list[Row], words: Words
) -> None:
    precision, recall, f = rows[0]
    table = table_of([(precision, recall, f - Fraction(1, 50)), *rows[1:]], words)

    assert [one for one in told(quickly(table)).odd if "m0 / " in one], table.text


@given(st.lists(alike_rows().filter(sharp), min_size=5, max_size=8), MEANS)
def test_f_above_that_of_p_and_r_is_told_whatever_words_say(rows: list[Row], words: Words) -> None:
    precision, recall, f = rows[0]
    table = table_of([(precision, recall, f + Fraction(1, 50)), *rows[1:]], words)

    found = told(quickly(table))

    assert [one for one in found.odd + found.refuted if "m0 / " in one], table.text
