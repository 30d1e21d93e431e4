"""True statements are never refuted, however they are printed; planted errors are found."""

from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.auditing.proofs.prove import lint_apart
from measurand.edges.statements.plain import plain
from measurand.edges.statements.sheets import ReadText, statements_of
from measurand.edges.statements.significance import reported_tests
from measurand.values.printed import Rounding
from measurand.values.verdict import TableVerdict
from properties.statements.printing import (
    NEAREST,
    Made,
    Style,
    digits,
    is_tie,
    made_tests,
    modes,
    styles,
    written,
)
from properties.strategies.effort import half

bounds = st.sampled_from(["0.05", "0.01", "0.001", "0.10"])


def read(text: str) -> ReadText:
    """Read a text that was written here."""
    return statements_of(text).unwrap()


def outcome(text: str) -> TableVerdict:
    """Judge a text."""
    found = read(text)
    return lint_apart(found.sheet, found.parts).outcome


@given(
    made=made_tests(),
    style=styles,
    mode=modes,
    places=st.tuples(st.integers(1, 3), st.integers(2, 4)),
)
def test_what_is_true_is_never_refuted(
    made: Made, style: Style, mode: Rounding, places: tuple[int, int]
) -> None:
    """Rounded to the nearest it is possible; cut off it is at most odd."""
    assume(not is_tie(made.p, places[1]) and not (made.kind == "r" and mode is Rounding.TRUNCATE))
    statistic = digits(made.statistic, places[0] + (made.kind == "r"), mode)
    text = written(made, style, style.equals, digits(made.p, places[1], mode), statistic)

    verdict = outcome(f"We found it ({text}).")

    allowed = {TableVerdict.POSSIBLE} | (set() if mode in NEAREST else {TableVerdict.ODD})
    assert verdict in allowed


@given(
    made=made_tests(),
    style=styles,
    p=st.integers(1, 999),
    words=st.sampled_from(
        [
            "{head}, Levene's {p}",
            "{head} (Shapiro-Wilk {p})",
            "{head}; interaction {p}",
            "Fisher's exact test: {head}, {p}",
            "{head}, {p} (permutation test)",
            "{head}, exact {p}",
            "Monte Carlo: {head}, {p}",
            "{head} in women but in men {p}",
        ]
    ),
)
def test_any_p_of_another_test_or_of_an_exact_one_is_no_accusation(
    made: Made, style: Style, p: int, words: str
) -> None:
    """What is said of p in words, it need not follow from the statistic."""
    head = written(made, style, "=", "0.5", digits(made.statistic, 2, Rounding.HALF_EVEN))
    head = head.rpartition(style.comma)[0]

    verdict = outcome(f"We saw {words.format(head=head, p=f'p = 0.{p:03}')}.")

    assert verdict in {TableVerdict.POSSIBLE, TableVerdict.UNDECIDED}


ELSEWHERE = (
    "Categorical variables were compared with Fisher's exact test",
    "Sex was compared by Fisher’s exact test, p = .41",
    "Exact tests were used for counts, and mid-p values for pairs",
    "The exact binomial test gave P = 0.20",
)


@given(
    made=made_tests(),
    style=styles,
    words=st.sampled_from(ELSEWHERE),
    order=st.sampled_from((1, -1)),
    factor=st.integers(2, 5),
)
def test_an_exact_test_of_another_sentence_opens_no_other_p(
    made: Made, style: Style, words: str, order: int, factor: int
) -> None:
    """What is true stays possible beside it; of t and F a p that cannot be is found as without.

    Premise: an exact test of counts has neither a t nor an F.
    """
    places = 5
    statistic = digits(made.statistic, 3, Rounding.HALF_UP)
    assume(not is_tie(made.p, places))

    def beside(p: Fraction) -> tuple[TableVerdict, TableVerdict]:
        said = f"We saw {written(made, style, '=', digits(p, places, Rounding.HALF_UP), statistic)}"
        both = ". ".join((words, said)[::order])
        return outcome(f"{both}."), outcome(f"{said}.")

    assert beside(made.p) == (TableVerdict.POSSIBLE, TableVerdict.POSSIBLE)
    if made.kind in {"t", "F"} and Fraction(2, 100) < made.p < Fraction(98, 100):
        found, alone = beside(made.p / (10 * factor))
        assert found is alone
        assert found is not TableVerdict.POSSIBLE


@given(made=made_tests(), style=styles, bound=bounds)
def test_a_true_bound_is_possible(made: Made, style: Style, bound: str) -> None:
    """What p is below or above is never refuted."""
    statistic = digits(made.statistic, 3, Rounding.HALF_EVEN)
    sign = "<" if made.p < Fraction(bound) else ">"

    text = written(made, style, sign, bound, statistic)

    assert outcome(f"It was so, {text}, we saw.") is TableVerdict.POSSIBLE


@half
@given(made=made_tests(), style=styles)
def test_every_style_reads_the_same(made: Made, style: Style) -> None:
    """Fonts, signs, spaces and brackets change nothing of what is read."""
    statistic, p = digits(made.statistic, 2, Rounding.HALF_UP), digits(made.p, 3, Rounding.HALF_UP)
    plainly = written(made, Style(), "=", p, statistic)

    texts = (plainly, written(made, style, "=", p, statistic))
    one, other = (list(reported_tests(plain(f"So {text}."))) for text in texts)

    assert [statement.parts for statement in one] == [statement.parts for statement in other]
    assert len(one) == 1


@half
@given(made=made_tests(), factor=st.integers(2, 5))
def test_a_p_value_that_is_far_too_small_is_found(made: Made, factor: int) -> None:
    """No usual reading makes p less than a twentieth of what it is."""
    assume(Fraction(2, 100) < made.p < Fraction(98, 100))
    statistic = digits(made.statistic, 3, Rounding.HALF_UP)
    p = digits(made.p / (10 * factor), 4, Rounding.HALF_UP)

    text = written(made, Style(), "=", p, statistic)

    assert outcome(f"So {text}.") is not TableVerdict.POSSIBLE


PIECES = (
    *("t(", "28", ")", "=", " ", "2.20", ",", "p", "<", ".05", "F(1", "χ2", "r(", "z", "\n", "ns"),
    *("*", "_{", "}", "\\", "$", "<i>", "n = ", "^", "x10-", "&lt;", ". "),
)
hostile = st.text(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@given(text=hostile)
def test_any_text_is_read_or_left(text: str) -> None:
    """Nothing that can be written makes reading fail, and lines stay where they are."""
    found = read(text)

    assert plain(text).count("\n") <= text.count("\n") + text.count("&")
    assert len(found.parts) == len(found.sheet.rows)
