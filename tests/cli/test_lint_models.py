"""Tables of models: worked by hand, one slip each, and what must stay silent."""

import json

import pytest

from tests.cli.running import Shell


def table(heads: str, *rows: str) -> str:
    """Write a table in Markdown."""
    lines = [heads, "|".join("-" * (heads.count("|") + 1)), *rows]
    return "".join(f"| {line} |\n" for line in lines)


def linted(shell: Shell, text: str, *words: str) -> tuple[int, str]:
    """Lint a table; give the exit code and the text without its lines."""
    shell.write("t.md", text)
    ran = shell("lint", "t.md", *words)
    return ran.code, " ".join(ran.out.split())


# 0.041/0.007 = 5.86, 0.512/0.141 = 3.63, 0.020/0.017 = 1.18, 3.210/0.510 = 6.29
COEFFICIENTS = (
    "Predictor | B | SE | t | p",
    "(Intercept) | 3.210 | 0.510 | 6.29 | <.001",
    "Age | 0.041 | 0.007 | 5.86 | <.001",
    "Female | 0.512 | 0.141 | 3.63 | .010",
    "BMI | 0.020 | 0.017 | 1.18 | .24",
)
# 1.10 * 2.05 = 2.255 = 1.50^2, 1.12 * 2.89 = 3.24 = 1.80^2, 1.01 * 1.43 = 1.44 = 1.20^2;
# p: z = ln 1.5 / (ln(2.05/1.10) / 3.92) = 2.553, p = .011; 2.431, .015; 2.056, .040
RATIOS = (
    "Variable | OR (95% CI) | p-value",
    "Age | 1.50 (1.10-2.05) | 0.011",
    "Sex | 1.80 (1.12-2.89) | 0.015",
    "BMI | 1.20 (1.01-1.43) | 0.040",
    "CKD | 1.90 (1.19-3.04) | 0.007",
)


@pytest.mark.parametrize("rows", [COEFFICIENTS, RATIOS], ids=["coefficients", "ratios"])
def test_a_true_table_is_possible(shell: Shell, rows: tuple[str, ...]) -> None:
    assert linted(shell, table(*rows))[0] == 0


def test_a_t_that_is_not_the_coefficient_over_its_error_is_odd_beside_others(shell: Shell) -> None:
    code, out = linted(shell, table(*COEFFICIENTS).replace("3.63", "9.63"))

    assert code == 3
    assert "Odd: Female / B, SE, t: the 3 others beside it fit to the last digit" in out
    assert "3.63 in place of 9.63 (Female / t) would fit" in out


@pytest.mark.parametrize(("head", "code"), [("z", 1), ("t value", 3), ("Wald", 3)])
def test_other_statistics_are_read_by_their_heads(shell: Shell, head: str, code: int) -> None:
    # z gives p by itself: 9.63 no .010. The others want degrees of freedom.
    text = table(*COEFFICIENTS).replace("| t |", f"| {head} |").replace("3.63", "9.63")
    if head == "Wald":
        for value, square in (("6.29", "39.61"), ("5.86", "34.31"), ("1.18", "1.38")):
            text = text.replace(value, square).replace("9.63", "93.63")

    assert linted(shell, text)[0] == code


def test_a_lone_row_may_be_of_another_model_until_it_is_said(shell: Shell) -> None:
    text = table(COEFFICIENTS[0], COEFFICIENTS[3].replace("3.63", "9.63"))
    said = ("--column", "B=coefficient", "--column", "SE=se[B]", "--column", "t=t")

    assert linted(shell, text)[0] == 0
    code, _ = linted(shell, text, *said, "--certificates", "proof.json")

    assert code == 1
    assert shell("verify", "proof.json").code == 0
    assert json.loads(shell.read("proof.json"))


def test_standardised_coefficients_fit_in_no_row_and_are_possible(shell: Shell) -> None:
    text = table(*COEFFICIENTS).replace("0.041", "0.310").replace("0.512", "0.220")
    text = text.replace("0.020", "0.080").replace("3.210", "0.000").replace("| B |", "| β |")

    assert linted(shell, text)[0] == 0


def test_an_interval_that_is_lopsided_beside_others_that_are_not_is_odd(shell: Shell) -> None:
    code, out = linted(shell, table(*RATIOS).replace("1.43) | 0.040", "2.43) | 0.3"))

    assert code == 3
    assert "Odd: BMI / OR (95% CI), OR (95% CI) low, OR (95% CI) high: the 3 others" in out


def test_a_p_value_far_from_what_the_interval_gives_is_odd_alone(shell: Shell) -> None:
    code, out = linted(shell, table(RATIOS[0], RATIOS[3].replace("0.040", "0.84")))

    assert code == 3
    assert "1.20 [1.01, 1.43] gives p from 0.0312 to 0.04993; printed 0.84" in out
    assert "possible only if p is of another test than the interval" in out


@pytest.mark.parametrize(
    "row",
    [
        "BMI | 1.20 (1.01-1.43) | 0.09",
        "BMI | 1.20 (0.98-1.52) | 0.2",
        "BMI | 1.20 (0.90-1.43) | 0.04",
    ],
    ids=["another test", "by profile", "nearly one"],
)
def test_another_test_or_interval_is_possible_alone(shell: Shell, row: str) -> None:
    assert linted(shell, table(RATIOS[0], row))[0] == 0


def test_heart_rates_are_no_hazard_ratios(shell: Shell) -> None:
    text = table("Group | HR (95% CI) | p-value", "a | 72 (68-76) | 0.8", "b | 75 (70-80) | 0.9")

    assert linted(shell, text)[0] == 0


def test_each_ratio_is_held_to_its_own_interval(shell: Shell) -> None:
    heads = "Variable | Crude OR (95% CI) | Adjusted OR (95% CI)"
    rows = (
        "Age | 1.50 (1.10-2.05) | 1.80 (1.12-2.89)",
        "Sex | 1.20 (1.01-1.43) | 1.50 (1.10-2.05)",
    )

    code, out = linted(shell, table(heads, *rows))

    assert code == 0
    assert "read as effect_ratio" in out


# 2 * 0.667 / 1.667 = 0.800 and 0.900 / 1.100 = 0.818
OVERLAPS = (
    "Model | Dice | IoU",
    "a | 0.800 | 0.667",
    "b | 0.900 | 0.818",
    "c | 0.700 | 0.538",
)


@pytest.mark.parametrize(
    ("printed", "says"),
    [
        ("0.800 | 0.667", ""),
        ("0.800 | 0.790", ""),
        ("0.800 | 0.900", "IoU <= Dice"),
        ("0.800 | 0.467", "Dice/(2 - Dice) <= IoU"),
    ],
    ids=["true", "a mean beside pooled ones", "above", "below what means allow"],
)
def test_iou_lies_between_what_dice_allows(shell: Shell, printed: str, says: str) -> None:
    code, out = linted(shell, table(*OVERLAPS).replace("0.800 | 0.667", printed))

    assert code == (3 if says else 0)
    assert says in out


def test_a_mean_of_iou_is_possible_in_every_row(shell: Shell) -> None:
    rows = ("a | 0.800 | 0.690", "b | 0.900 | 0.830", "c | 0.700 | 0.560")

    assert linted(shell, table(OVERLAPS[0], *rows))[0] == 0


# Each p is that of the statistic before it: 2.41 on 46 is .020, 1.10 is .277, 4.2 is below .001.
SEVERAL_P = {
    "one of Levene before": (
        " | F | Sig. | t | df | Sig. (2-tailed) | Mean Difference",
        "Score | .120 | .730 | 2.41 | 46 | .020 | 1.2",
        "Time | 4.20 | .046 | -1.10 | 46 | .277 | -0.3",
        "Age | 1.20 | .279 | 4.2 | 46 | <.001 | -0.3",
    ),
    "one of Levene between": (
        " | t | df | p (Levene) | p",
        "Score | 2.41 | 46 | .5 | .020",
        "Time | -1.10 | 46 | <.001 | .277",
        "Age | 4.2 | 46 | <.05 | <.001",
    ),
    "one before its statistic": (
        " | p | t | df | p (Levene)",
        "Score | .020 | 2.41 | 46 | <.001",
        "Time | .277 | -1.10 | 46 | .5",
        "Age | <.001 | 4.2 | 46 | <.05",
    ),
    "two models": (
        "Predictor | B | SE | t | p | B | SE | t | p",
        "a | 3.210 | 0.510 | 6.29 | <.001 | 0.041 | 0.007 | 5.86 | <.001",
        "b | 0.041 | 0.007 | 5.86 | <.001 | 0.020 | 0.017 | 1.18 | .24",
        "c | 0.020 | 0.017 | 1.18 | .24 | 3.210 | 0.510 | 6.29 | <.001",
    ),
    "two ratios": (
        "Variable | OR | 95% CI | p | aOR | 95% CI | p",
        "Age | 1.50 | 1.10-2.05 | 0.011 | 1.20 | 0.80-1.80 | 0.38",
        "Sex | 1.80 | 1.12-2.89 | 0.015 | 1.60 | 0.99-2.59 | 0.055",
        "BMI | 1.20 | 0.80-1.80 | 0.38 | 2.50 | 1.60-3.91 | <.001",
    ),
    "two statistics": (
        "Effect | χ² | df | p | z | p",
        "a | 3.84 | 1 | .050 | 1.00 | .317",
        "b | 15.2 | 1 | <.001 | 2.58 | .010",
        "c | 1.00 | 1 | .317 | 3.9 | <.001",
    ),
}


@pytest.mark.parametrize("rows", SEVERAL_P.values(), ids=SEVERAL_P)
def test_a_p_value_of_another_test_is_held_to_none(shell: Shell, rows: tuple[str, ...]) -> None:
    assert linted(shell, table(*rows))[0] == 0


def test_each_statistic_of_several_is_held_to_the_p_value_after_it(shell: Shell) -> None:
    rows = ("x | t | df | p | t | df | p", "a | 2.41 | 46 | <.05 | 1.10 | 46 | <.001")

    code, out = linted(shell, table(*rows))

    assert code == 1
    assert "p: a / t (2), df (2), p (2) <" in out
    assert "p: a / t, df, p <" not in out.partition("Readings")[0]
