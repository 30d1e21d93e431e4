"""Metrics of inspect_ai that are made of more than one number a sample, by hand."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import exp, isclose, isnan, log, nan, sqrt

import pytest

from measurand.auditing.runs.inspect_metrics import computed
from measurand.auditing.runs.inspect_views import Row, Seen, told_beside
from measurand.evidence.runs import Computed, Denominators, Value

COUNT, LOGS = (told_beside("toy", key) for key in ("num_tokens", "sum_log_probs"))


def seen(*rows: Row, labelled: bool = True) -> Seen:
    return Seen("toy", rows, Denominators(), labelled=labelled)


def told(*pairs: tuple[object, object]) -> Seen:
    def labels(pair: tuple[object, object]) -> Mapping[str, Value]:
        named = zip((COUNT, LOGS), pair, strict=True)
        return {name: one for name, one in named if isinstance(one, int | float | str)}

    return seen(*(Row(0.5, labels(one)) for one in pairs))


def rated(*units: Sequence[Value]) -> Seen:
    return seen(*(Row(list(unit), {}) for unit in units))


def number(found: Computed | str) -> float:
    assert isinstance(found, Computed)
    return found.value


# Two tokens of a half each have a perplexity of 2, six of a quarter one of 4.
TWO = told((2, -2 * log(2)), (6, -6 * log(4)))


def test_perplexity_by_tokens_and_by_sequences() -> None:
    by_tokens, by_sequences = (
        number(computed(TWO, f"perplexity_per_{what}", {}, "")) for what in ("token", "seq")
    )

    assert isclose(by_tokens, 2 ** (14 / 8), rel_tol=1e-12)
    assert isclose(by_sequences, sqrt(8), rel_tol=1e-12)


def test_a_sample_without_tokens_counts_in_neither() -> None:
    more = told((2, -2 * log(2)), (6, -6 * log(4)), (None, -3.0), (0, 0.0))

    for what in ("token", "seq"):
        name = f"perplexity_per_{what}"
        assert isclose(number(computed(more, name, {}, "")), number(computed(TWO, name, {}, "")))


def test_no_token_has_no_perplexity_and_some_are_beyond_floats() -> None:
    assert isnan(number(computed(told((None, None)), "perplexity_per_token", {}, "")))
    assert isnan(number(computed(told((0, 0.0)), "perplexity_per_seq", {}, "")))
    assert number(computed(told((1, -1e9)), "perplexity_per_seq", {}, "")) == float("inf")
    assert isclose(number(computed(told((1, -700.0)), "perplexity_per_seq", {}, "")), exp(700))


@pytest.mark.parametrize("pair", [(2, "much"), (2, nan), (float("inf"), 1.0)])
def test_what_is_no_number_of_tokens_is_told(pair: tuple[object, object]) -> None:
    assert isinstance(computed(told(pair), "perplexity_per_token", {}, ""), str)


def test_perplexity_needs_the_samples() -> None:
    assert isinstance(computed(seen(labelled=False), "perplexity_per_token", {}, ""), str)


# By hand: of aa, aa, ab, bb the pairs that differ are 2 of 8, by chance 30 of 56.
def test_agreement_of_labels() -> None:
    units = rated(["C", "C"], ["C", "C"], ["C", "I"], ["I", "I"], ["I"])

    found = number(computed(units, "krippendorff_alpha", {}, ""))

    assert isclose(found, Fraction(8, 15), rel_tol=1e-12)


# Within, one of two units has a pair that is 1 apart: D_o = 2/4. By chance it is any of 12 pairs.
@pytest.mark.parametrize(
    ("level", "squares"),
    [
        # 0-1 twice, 0-2 twice, 1-2: 2 * (1 + 1 + 4 + 4 + 1).
        ("interval", Fraction(22)),
        # Mid-ranks 1, 1, 5/2, 7/2: 2 * (9/4 + 9/4 + 25/4 + 25/4 + 1).
        ("ordinal", Fraction(36)),
    ],
)
def test_agreement_of_numbers(level: str, squares: Fraction) -> None:
    units = rated([0, 0.0], [1, 2])

    found = number(computed(units, "krippendorff_alpha", {"level": level}, ""))

    assert isclose(found, 1 - Fraction(2, 4) / (squares / 12), rel_tol=1e-12)


def test_true_and_one_are_one_rating_and_a_text_is_another() -> None:
    alike = rated([True, 1], [1.0, True], ["1", "1"])

    assert number(computed(alike, "krippendorff_alpha", {}, "")) == 1


@pytest.mark.parametrize(
    ("units", "level"),
    [
        (rated(["C", "I"]), "ordinal"),
        (rated([[1], 2]), "nominal"),
        (rated([1, nan]), "interval"),
        (rated([0.1, 0.1], [0.1, 0.1]), "interval"),
        (rated([1, 2]), "ratio"),
    ],
)
def test_ratings_of_another_kind_are_told(units: Seen, level: str) -> None:
    assert isinstance(computed(units, "krippendorff_alpha", {"level": level}, ""), str)


def test_nobody_agrees_where_nobody_rates_twice() -> None:
    lone = seen(Row([1], {}), Row("C", {}), Row(0.5, {}))

    assert isnan(number(computed(lone, "krippendorff_alpha", {}, "")))
