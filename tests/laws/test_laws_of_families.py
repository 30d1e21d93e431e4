"""What the laws of ratings, probabilities and numbers say of cases worked by hand."""

from fractions import Fraction

import pytest

from measurand.algebra.law import Broken, Holds, Silent
from measurand.laws.kinds.numbers import (
    NUMBER_SCORE,
    Numbers,
    NumbersCase,
    concordance_of_pairs,
    correlation,
    mid_ranks,
)
from measurand.laws.kinds.probabilities import (
    PROBABILITY_SCORE,
    Labels,
    Probabilities,
    ProbabilityCase,
    auroc,
    average_precision,
    brier,
)
from measurand.laws.kinds.raters import (
    RATER_AGREEMENT,
    RatersCase,
    Units,
    fleiss_kappa,
    gwet_ac1,
    nominal_alpha,
    weighted_kappa,
)
from measurand.laws.kinds.subject import Subject

RATERS = {law.id: law.check for law in RATER_AGREEMENT.laws}
PROBABILITIES = {law.id: law.check for law in PROBABILITY_SCORE.laws}
NUMBERS = {law.id: law.check for law in NUMBER_SCORE.laws}

FLEISS_1971 = [[0] * a + [1] * b + [2] * c for a, b, c in ((3, 0, 0), (0, 3, 0), (1, 1, 1))]


def test_kappas_by_hand() -> None:
    # Of three units with three ratings one has all three codes: (1 + 1 + 0) / 3 agree. Shares of
    # the codes are 4/9, 4/9, 1/9, so 33/81 by chance: (2/3 - 11/27) / (1 - 11/27) = 7/16.
    assert fleiss_kappa(FLEISS_1971) == Fraction(7, 16)
    # Chance of AC1: (20/81 + 20/81 + 8/81) / 2 = 8/27, so (18/27 - 8/27) / (19/27).
    assert gwet_ac1(FLEISS_1971) == Fraction(10, 19)
    # 3 ratings of 9 differ from the others of their unit; by chance 48 of 72 pairs do.
    assert nominal_alpha(FLEISS_1971) == Fraction(1, 2)


def test_weights_of_kappa_by_hand() -> None:
    # Apart by 0, 2, 2; by chance (0+1+3 + 1+0+2 + 3+2+0) / 9: both are 4/3. Of squares: 8/3 and
    # (0+1+9 + 1+0+4 + 9+4+0) / 9 = 28/9.
    assert weighted_kappa([[1, 1], [2, 4], [4, 2]], 1) == 0
    assert weighted_kappa([[1, 1], [2, 4], [4, 2]], 2) == Fraction(1, 7)


def test_scores_of_probabilities_by_hand() -> None:
    labels, said = [1, 0, 1, 0], [0.75, 0.75, 0.5, 0.25]

    assert brier(labels, said) == Fraction(1 + 9 + 4 + 1, 4 * 16)
    assert auroc(labels, said) == Fraction(1 + 2 + 0 + 2, 8)  # a tie, a win; a loss, a win
    assert average_precision(labels, said) == Fraction(1, 2) * (Fraction(1, 2) + Fraction(2, 3))


def test_correlations_by_hand() -> None:
    assert mid_ranks([3.0, 1.0, 3.0]) == [Fraction(5, 2), 1, Fraction(5, 2)]
    assert correlation([Fraction(n) for n in (1, 2, 3)], [Fraction(n) for n in (1, 3, 2)]) == 0.5
    # One tie on the left: 2 pairs in order of 2 and 3 that are not tied, 2 / sqrt(6).
    assert concordance_of_pairs([1.0, 1.0, 2.0], [1.0, 2.0, 3.0]) == pytest.approx(2 / 6**0.5)


def test_a_function_without_the_claim_gets_no_table_with_gaps() -> None:
    seen: list[Units] = []

    def remember(units: Units) -> int:
        seen.append(units)
        return 1

    RATERS["defined"](Subject("f", remember), RatersCase([[1, None, 2], [2, 2, 2]]))

    assert seen == [[[1, 1, 2], [2, 2, 2]]]


def test_two_raters_are_all_that_a_function_of_two_gets() -> None:
    seen: list[Units] = []

    def remember(units: Units) -> int:
        seen.append(units)
        return 1

    RATERS["defined"](Subject("f", remember, {"two-raters"}), RatersCase([[1, 2, 2], [2, 2, 1]]))

    assert seen == [[[1, 2], [2, 2]]]


def test_a_number_for_ratings_that_are_all_alike_is_made_up() -> None:
    zero = Subject("zero", lambda units: 0 * len(units), {"alike=undefined"})

    found = RATERS["alike-is-undefined"](zero, RatersCase([[1, 2], [2, 2]]))

    line = "zero([[1, 1], [1, 1]])  # 0"
    assert found == Broken("all ratings are alike, and there is a number: 0", (line,))


def test_absolute_errors_are_not_proper() -> None:
    def distance(labels: Labels, said: Probabilities) -> Fraction:
        both = zip(labels, said, strict=True)
        return sum((abs(label - Fraction(p)) for label, p in both), Fraction(0)) / len(labels)

    proper = PROBABILITIES["proper"]
    case = ProbabilityCase([1], [0.5])

    assert proper(Subject("brier", brier, {"loss"}), case) == Holds()
    assert isinstance(proper(Subject("distance", distance, {"loss"}), case), Broken)


def test_a_constant_forecast_is_perfect_to_a_calibration_error_and_so_it_is_not_proper() -> None:
    def at_large(labels: Labels, said: Probabilities) -> Fraction:
        return abs(sum(labels) - sum(map(Fraction, said), Fraction(0))) / len(labels)

    found = PROBABILITIES["proper"](
        Subject("at_large", at_large, {"loss"}), ProbabilityCase([1], [0.5])
    )

    assert isinstance(found, Broken)


def test_labels_of_one_class_are_silent_where_both_are_needed() -> None:
    half = Subject("half", lambda *_: 0.5, {"both-classes"})

    assert isinstance(PROBABILITIES["range"](half, ProbabilityCase([1, 1], [0.5, 1.0])), Silent)
    assert isinstance(PROBABILITIES["one-class"](half, ProbabilityCase([1], [0.5])), Broken)


def test_ten_times_a_tenth_has_no_spread() -> None:
    def spread(gold: Numbers, predicted: Numbers) -> float | None:
        mean = sum(gold) / len(gold)
        variance = sum((x - mean) ** 2 for x in gold)
        return sum((x - mean) * y for x, y in zip(gold, predicted, strict=True)) / variance

    case = NumbersCase([0.0, 1.0, 2.0], [1.0, 2.0, 4.0], alike=0.1)

    assert isinstance(NUMBERS["alike"](Subject("f", spread), case), Broken)


def test_numbers_far_from_zero_show_a_difference_of_squares() -> None:
    def variance(gold: Numbers, predicted: Numbers) -> float:
        n = len(gold)
        return sum(x * x for x in gold) / n - (sum(gold) / n) ** 2 + 0 * len(predicted)

    case = NumbersCase([0.0, 1.0, 1.0], [0.0, 1.0, 2.0], shift=2**16)

    assert isinstance(NUMBERS["shift"](Subject("variance", variance), case), Broken)
