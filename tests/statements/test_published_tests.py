"""Tests that papers printed, as figures: what is possible, what is odd, what cannot be.

The figures of Nuijten and others (2016), doi:10.3758/s13428-015-0664-2, are those that their paper
shows, with their own judgement of each. The others are of five papers whose tests the authors of
statcheck wrote down by hand.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand import lint
from measurand.auditing.proofs.prove import Proved, lint_apart
from measurand.edges.statements.sheets import statements_of
from measurand.values.verdict import TableVerdict

POSSIBLE, ODD, NOT = (
    TableVerdict.POSSIBLE,
    TableVerdict.ODD,
    TableVerdict.NOT_REPRODUCIBLE,
)

NUIJTEN = (
    ("t(37) = -4.93, p < .001", POSSIBLE),
    ("χ2(1, N = 226) = 6.90, p < .01", POSSIBLE),
    ("F(2, 70) = 4.48, MSE = 6.61, p < .02", POSSIBLE),
    # 2.0 gives 0.055, but 2.05 is printed so and gives 0.0498.
    ("t(28) = 2.0, p < .05", POSSIBLE),
    ("F(2, 56) = 12.03, p < .001", POSSIBLE),
    ("F(2, 56) = 1.203, p < .001", NOT),
    ("F(1, 76) = 23.95, p < .001", POSSIBLE),
    ("G2(1) = 6.53, p = .011", POSSIBLE),
    # An error there, and none if the test was one-tailed.
    ("t(14) = 2.0, p < .03", ODD),
)
CHUNG = (  # doi:10.1037/0012-1649.42.2.319
    *("t(604) = 6.88, p < .001", "χ2(374, N = 488) = 1,224.08, p < .001", "t(68) = 1.69, ns"),
    *("χ2(17, N = 310) = 28.05, p < .05", "χ2(20) = 17.08, ns", "z = -2.07, p < .05"),
    *("χ2(71, N = 488) = 77.45, ns", "t(309) = 3.25, p < .01", "t(68) = .03, ns"),
)
MAUSBACH = (  # doi:10.1037/a0027783
    *("t(261.38) = -2.27, p = .024", "t(112.23) = -2.02, p = .046", "t(142.71) = 0.01, p = .990"),
    *("t(254.16) = -1.45, p = .149", "t(185.73) = 1.97, p = .050", "t(188.83) = 2.90, p = .004"),
)
SANDOVAL = (  # doi:10.1111/cdev.12723
    *("t(28.30) = 1.14, p > .25", "F(1, 35) = 5.63, p = .02", "r(17) = .07, p > .25"),
    *("F(1, 36) = 4.03, p = .05", "t(19) = 0.0, p > .25", "F(1, 35) = 14.04, p = .001"),
)
TODD = (  # doi:10.1016/j.jesp.2010.08.001
    *("χ2 (14, N= 1008)= 11.91, p= .61", "F(14, 726)=1.35, p=.18", "F(2, 726)=7.20, pb.001"),
    *("χ2 (56, N= 2143)= 69.29, p= .11", "F(1, 726)=.75, p=.39", "t(44)= 14.73, pb.001"),
)
ALOE = (  # doi:10.3102/0013189X09353939
    *("QT(26) = 252.78, p < .001", "QWithin(12) = 9.20, p = .69", "z = 0.197, p = .84"),
    *("QBetween(3) = 7.03, p = .07", "QWithin(15) = 31.71, p < .05", "z = 0.17, p > .5"),
)


def judged(text: str) -> Proved:
    """Judge the statements of a text."""
    read = statements_of(text).unwrap()
    return lint_apart(read.sheet, read.parts)


@pytest.mark.parametrize(("text", "verdict"), NUIJTEN)
def test_the_figures_of_the_paper_on_statcheck(text: str, verdict: TableVerdict) -> None:
    assert judged(text).outcome is verdict


@pytest.mark.parametrize("text", [*CHUNG, *MAUSBACH, *SANDOVAL, *TODD, *ALOE])
def test_what_papers_print_is_possible(text: str) -> None:
    assert judged(text).outcome is POSSIBLE


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        # mausbach: 0.402 is its p, and half of it is 0.201.
        ("t(94.95) = -0.84, p = .189", NOT),
        # sandoval: 0.012 two-tailed, 0.006 one-tailed, as it may have been.
        ("t(18) = 2.80, p = .006", ODD),
        # aloe: 0.053.
        ("QError(16) = 26.05, p = .10", NOT),
        # costa: 0.018, of which the first digits are 0.01.
        ("F(1, 186) ¼ 5.73, p ¼ .01", ODD),
    ],
)
def test_what_papers_print_that_is_not_so(text: str, verdict: TableVerdict) -> None:
    assert judged(text).outcome is verdict


def rules(text: str) -> set[str]:
    """Name the rules under which a text is not reproducible."""
    return {
        one.findings[0].rule
        for one in judged(text).questions
        if one.outcome is TableVerdict.NOT_REPRODUCIBLE
    }


@pytest.mark.parametrize(
    "text",
    [
        *("t(28) = 2.20, p = .06", "t(28) = 1.20, p = .03", "F(2, 28) = 22.20, p = .06"),
        *("F(2, 28) = 2.20, p = .03", "r(28) = .22, p = .03", "r(28) = .52, p = .06"),
        *("chi2(28) = 2.20, p = .03", "chi2(28) = 52.20, p = .06", "z = 1.20, p = .03"),
        *("z = 2.20, p = .06", "Q(28) = 2.20, p = .03", "Q(28) = 52.20, p = .06"),
    ],
)
def test_decision_errors_are_told_from_others(text: str) -> None:
    assert judged(text).outcome is not POSSIBLE
    assert rules(text) in ({"p-of-test", "decision-of-test"}, set())


def test_an_error_that_changes_no_decision_is_one_of_the_p_value_alone() -> None:
    assert rules("t(28) = 2.20, p = .026") == {"p-of-test"}


# What statcheck accuses although a careful reader would not.


def test_a_one_tailed_test_is_possible_where_the_text_says_so_and_odd_else() -> None:
    assert judged("t(28) = 1.80, p = .041").outcome is ODD
    assert judged("All tests are one-tailed. We saw t(28) = 1.80, p = .041.").outcome is POSSIBLE
    assert judged("단측 검정을 사용하였다. t(28) = 1.80, p = .041").outcome is POSSIBLE


def test_a_two_tailed_test_that_is_said_to_be_so_closes_the_reading() -> None:
    assert judged("All tests are two-tailed. We saw t(28) = 1.80, p = .041.").outcome is NOT


def test_p_corrected_for_sphericity_beside_plain_degrees_of_freedom_is_no_accusation() -> None:
    # With a factor of 0.75 the degrees of freedom are 2.25 and 42.75, and p is 0.0426.
    text = "F(3, 57) = 3.30, p = .043"

    assert judged(text).outcome is ODD
    assert judged(f"Greenhouse-Geisser corrected, {text}.").outcome is POSSIBLE
    assert judged("Sphericity was corrected for, F(3, 57) = 3.30, p = .243").outcome is NOT


def test_an_adjusted_p_is_possible_beside_the_words_and_odd_far_from_them() -> None:
    text = "t(28) = 2.50, p = .110"

    assert judged(f"After Bonferroni correction it was gone, {text}.").outcome is POSSIBLE
    assert judged(f"We used Bonferroni. {'It is so. ' * 60} Then {text}.").outcome is ODD
    assert judged("t(28) = 2.50, p_adj = .110").outcome is POSSIBLE
    assert judged("So t(28) = 2.50, p = .150.").outcome is NOT
    # Three tests would give it.
    assert judged("So t(28) = 2.50, p = .055.").outcome is ODD
    # An adjusted p is no smaller than its own.
    assert judged("After Bonferroni correction, t(28) = 2.50, p = .001.").outcome is NOT


@pytest.mark.parametrize(
    "text",
    [
        "χ2(1) = 4.20, Fisher's exact p = .061",
        "χ2(1, N = 24) = 4.20, p = .061 (Fisher's exact test)",
        "McNemar's χ2(1) = 4.00, p = .077 (binomial)",
        "χ2(4) = 9.70, p = .051 (Monte Carlo)",
        "Wilcoxon signed-rank test, Z = -2.20, p = .031 (exact)",
        "t(46) = 2.41, p = .025, bootstrapped",
        "F(1, 46) = 5.81 (Levene p = .45), p = .020",
        "F(1, 46) = 5.81, Mauchly's p = .45, p = .020",
        "t(46) = 2.41 with p = .020",
        "Kendall's r(48) = .31, p = .002",
        "Dickey-Fuller t = -2.9, df = 48, p = .045",
        "Non-inferiority was shown, z = 2.41, p = .008",
        "z = 2.41, p = .008 (right-tailed)",
        "z = 2.3, p = .021",
        "Kolmogorov-Smirnov Z = 1.42, p = .035",
        "Z = 4.32, cluster-level p = .012",
        "t(46) = 2,41, p = 0,020",
        "F(2; 56) = 5,21; p = 0,008",
        "t(10) = 8.21, p < 10−4",
    ],
)
def test_ways_to_print_a_true_test_are_possible(text: str) -> None:
    assert judged(text).outcome is POSSIBLE


@pytest.mark.parametrize(
    "text",
    [
        "The group had t(46) = 2.41, interaction p = .45",
        "t(46) = 2.41; Levene's test p = .45",
        "t(46) = 2.41 (Shapiro-Wilk p = .45)",
        "At redshift z = 0.3, p = 0.002.",
        "Sample size: Z = 1.96, p = 0.5, e = 0.05.",
        "We set z = 1.96, p = 0.5 and e = 0.05",
        "z = 1.0, p = 0.9 for nucleus sampling",
        "z = 3x + 2, p = 2q",
        "clusters determined by Z > 2.3 and p = 0.05",
        "x = 3, y = 4, z = 5, p = 0.1",
        "at z = 10 m, p = 0.9 atm",
        "compressibility Z = 0.95, P = 0.54 MPa",
        "```\nz = 3; p = 0.5\n```",
    ],
)
def test_a_p_of_another_test_or_of_none_is_left(text: str) -> None:
    assert not statements_of(text).unwrap().parts


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Groups differed, t(46) = 1.72, p = .003. Fisher's exact test was used for sex.", NOT),
        ("Sex was compared by Fisher's exact test. F(2, 28) = 2.20, p = .03 was found.", NOT),
        # In one sentence with it, it may be one that has no name of its own.
        ("Age, t(46) = 1.72, p = .003, and the sexes of all were compared by exact tests.", ODD),
        ("An exact test: t(46) = 1.72, p = .003.", POSSIBLE),
        ("It rose, t(46) = 1.72, p = .003. P-values are from permutations.", POSSIBLE),
        # Its own p is beside it.
        ("χ² = 11.38, df = 1, P = 0.07; Fisher's exact test, P = 0.0009", ODD),
        ("χ² = 11.38, df = 1, P = 0.0007; Fisher's exact test, P = 0.0009", POSSIBLE),
        ("χ² = 11.38, df = 1, P = 0.0009 (Fisher's exact test)", POSSIBLE),
        ("χ² = 4.20, df = 1, P = 0.061. All P are of Fisher's exact test.", ODD),
    ],
)
def test_an_exact_test_opens_only_what_it_can_be_of(text: str, verdict: TableVerdict) -> None:
    assert judged(text).outcome is verdict


def test_an_exact_p_is_not_said_to_be_that_of_the_statistic() -> None:
    found = judged("χ2(1) = 4.20, Fisher's exact p = .061").questions[-1].findings[0]

    assert "does not say it" in found.because


def test_few_ranks_give_another_p_than_their_z() -> None:
    assert judged("Mann-Whitney U = 0, z = -2.31, p = .029").outcome is POSSIBLE
    # The sharpest of all sums of ranks: 2 against 2, and 4 against 12.
    assert judged("Mann-Whitney U = 0, z = -1.55, p = .333").outcome is POSSIBLE
    assert judged("Mann-Whitney U = 0, z = -2.91, p = .0011").outcome is POSSIBLE
    assert judged("Mann-Whitney U = 0, z = -2.31, p = .069").outcome is ODD
    assert judged("Spearman's rank correlation, r(8) = .62, p = .060").outcome is POSSIBLE
    assert judged("Mann-Whitney U = 0, z = -2.31, p = .210").outcome is NOT
    assert judged("The exact wording: z = -2.31, p = .029").outcome is not POSSIBLE


def test_a_decimal_comma_is_no_thousand() -> None:
    assert judged("t(46) = 2,41, p = 0,046").outcome is NOT
    assert judged("χ2(374) = 1,224.08, p < .001").outcome is POSSIBLE


@pytest.mark.parametrize(
    "text",
    [
        "t(46) = 2,41; p = 0,020",
        "t(46) = 2,41, p = ,020",
        "t(46)=2·41, p=0·020",
        "t₄₆ = 2.41, P = .020",
        "t(46) = 2.41, with a p value of .020",
        "t(46) = 2.41 (P-value: 0.020)",
        "F(1,46) = 5,81, p = 0,020",
        "F(1; 46) = 5,81; p = 0,020",
        "F1,46 = 5.81, P = .020",
        "F₁,₄₆ = 5.81, P = .020",
        "Beide (35/75; 46,7 %) gingen, t(46) = 2,41; p = 0,020; M = 34,4, 95%-KI [31,2; 37,6]",
        "Of these, 100 of 217 (46.1%, 95% CI 39.6% to 52.7%), t(46) = 2.41, p's < .05.",
    ],
)
def test_other_ways_to_write_the_same_are_read_wholly(text: str) -> None:
    # t(46) = 2.41 and F(1, 46) = 5.81 give 0.0200; 2.42 and 5.91 would give 0.0195 and 0.0190.
    assert judged(text).outcome is POSSIBLE
    wrong = text.replace("20", "70").replace("p's < .05", "p's < .01").replace("46.1%", "96.1%")
    assert judged(wrong).outcome is NOT


@pytest.mark.parametrize(
    "text",
    [
        "F (1,046) = 5.81, p = .80",
        "M = 3,44, n = 1.204 and SD = 2.4, 95% CI [2,21; 2,67]",
        "```python\nF(1, 2) = 3\nassert p < .05\n```",
        "<pre>F(1, 2) = 3; p < .05</pre>",
        "N = 2: 30 women and 18 men",
        "N = 24 (24 women, 24 men)",
    ],
)
def test_what_may_be_something_else_is_left_wholly(text: str) -> None:
    assert judged(text).outcome in {POSSIBLE, TableVerdict.UNDECIDED}


def test_p_below_a_bound_that_it_reaches_is_no_accusation() -> None:
    # 1.9600 gives 0.0499958, 1.9599 gives 0.0500075.
    assert judged("z = 1.96, p < .05").outcome is POSSIBLE
    assert judged("z = 1.959900, p < .05").outcome is ODD
    assert judged("z = 1.959900, p = .05").outcome is POSSIBLE
    assert judged("z = 1.60, p < .05").outcome is NOT


def test_p_of_zero_is_one_that_rounds_to_it() -> None:
    assert judged("t(28) = 5.20, p = .000").outcome is POSSIBLE
    assert judged("t(28) = 3.20, p = .000").outcome is NOT


def test_the_number_in_brackets_of_a_correlation_may_be_one_of_pairs() -> None:
    # On 10 degrees of freedom 0.0500, on 8 0.0819.
    assert judged("r(10) = .576, p = .082").outcome is ODD
    assert judged("r = .576, n = 12, p = .050").outcome is POSSIBLE


def test_a_correlation_beyond_one_and_f_below_zero_cannot_be() -> None:
    assert judged("r(48) = 1.31, p = .03").outcome is NOT
    assert judged("F(1, 48) = -3.31, p = .07").outcome is NOT


def test_p_values_that_nobody_can_place_are_left() -> None:
    read = statements_of("t(10) = 1.2 and t(28) = 2.2, p = .03 and .04, respectively").unwrap()

    assert not read.parts
    assert "which p-value" in read.notes[0].text


def test_a_text_without_statistics_says_so() -> None:
    read = statements_of("There was no difference at all.").unwrap()

    assert [note.text for note in read.notes] == ["nothing found here to check"]


@pytest.mark.parametrize(
    ("head", "row", "note"),
    [
        ("F | df1 | df2 | p", "5.21 | 2 | 92 | .014", "p values are Greenhouse-Geisser corrected."),
        ("t | df | p", "2.41 | 46 | .060", "p values are Bonferroni corrected."),
        ("t | df | p", "2.41 | 46 | .010", "All tests are one-tailed."),
        ("z | p", "-2.31 | .019", "Wilcoxon signed-rank test, exact p."),
    ],
)
def test_words_beside_a_table_are_about_its_tests(head: str, row: str, note: str) -> None:
    table = f"| Name | {head} |\n|{'---|' * (head.count('|') + 2)}\n| A | {row} |\n| B | {row} |\n"
    said = f"{table}\n{note}\n"

    assert (lint(table).code, lint(said).code) == (3, 0)


def test_an_adjustment_in_a_long_text_is_not_about_each_of_its_tables() -> None:
    table = "| Name | t | df | p |\n|---|---|---|---|\n| A | 2.41 | 46 | .060 |\n"

    assert lint(f"{table}\nWe used Bonferroni. {'It is so. ' * 500}\n").code == 3


@given(
    df=st.integers(1000, 999_999),
    form=st.sampled_from(
        (
            "t({df}) = 2.00, p = .046",
            "t = 2.00, df = {df}, p = .046",
            "F(1, {df}) = 4.00, p = .046",
            "F(1; {df}) = 4.00, p = .046",
            "F = 4.00, num df = 1, denom df = {df}, p-value = .046",
        )
    ),
    mark=st.sampled_from((",", ".", "'", "\u2019", "\u2009", "\u202f", " ")),
)
def test_thousands_in_any_writing_are_no_few(df: int, form: str, mark: str) -> None:
    # At 1000 and more degrees of freedom t = 2.00 gives p from 0.0455 to 0.0458.
    text = form.replace(".", ",") if mark == "." else form
    assert judged(text.format(df=f"{df:,}".replace(",", mark))).outcome is not NOT


@pytest.mark.parametrize("number", ["2 720", "2'720", "2\u2009720"])
def test_a_number_of_thousands_is_no_n_of_its_first_digits(number: str) -> None:
    # 3.45 is no mean of two whole numbers.
    assert judged(f"On a 7-point scale, M = 3.45, n = {number}.").outcome not in {ODD, NOT}
    assert judged("On a 7-point scale, M = 3.45, n = 2.").outcome is ODD


@pytest.mark.parametrize(
    "text",
    [
        "t(38) = 2.43, which is significant at the p = .05 level",
        "t(38) = 2.43, significant at p = .05",
        "t(38) = 2.43; a p value of 0.05 was considered significant",
        "t(38) = 1.20; p < .05 was considered significant",
        "t(38) = 2.43, where p is .05 by convention",
    ],
)
def test_a_level_of_tests_is_no_p_of_one(text: str) -> None:
    assert judged(text).outcome is TableVerdict.UNDECIDED
