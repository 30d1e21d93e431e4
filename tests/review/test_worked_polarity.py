"""Hand-worked polarities: unknown, missing, mixed, and answers to implicit gold."""

from fractions import Fraction

import pytest

from measurand.edges.files.json.value import Json
from tests.review.worked import record, says, value

F1 = "tuple_f1_s2"
TASTE = says("맛", "positive")
BAD = says("맛", "negative")
PRICE = says("값", "positive")
RUDE = says("", "negative")
NICE = says("", "positive")
RATE = "implicit_invalid_pred_rate"


@pytest.mark.parametrize(("rule", "expected"), [("invalid", 0), ("neutral", 1)])
def test_an_unknown_polarity_predicted(rule: str, expected: int) -> None:
    """Gold is 맛 neutral; the prediction says `unknown`: never right, or neutral."""
    row = record(gold=[says("맛", "neutral")], final=[says("맛", "unknown")])

    assert value(F1, row, unknown_polarity=rule) == expected


@pytest.mark.parametrize(("rule", "expected"), [("invalid", 0), ("neutral", 1)])
def test_a_missing_polarity_predicted(rule: str, expected: int) -> None:
    """Gold is 맛 neutral; the prediction has no polarity: never right, or neutral."""
    row = record(gold=[says("맛", "neutral")], final=[says("맛", None)])

    assert value(F1, row, missing_polarity=rule) == expected


def test_an_invalid_prediction_stays() -> None:
    """맛+ is right and 값 has a polarity nobody knows: P = 1/2, R = 1, F = 2/3."""
    row = record(gold=[TASTE], final=[TASTE, says("값", "sarcastic")])

    assert value(F1, row, unknown_polarity="invalid") == Fraction(2, 3)


def test_an_invalid_prediction_is_no_wildcard() -> None:
    """Gold is + without a term; the only prediction has an unknown polarity: 0."""
    row = record(gold=[NICE], final=[says("맛", "unknown")])

    assert value(F1, row, unknown_polarity="invalid", wildcard="both") == 0


@pytest.mark.parametrize(("rule", "expected"), [("invalid", 1), ("neutral", Fraction(2, 3))])
def test_an_unknown_polarity_in_gold(rule: str, expected: Fraction) -> None:
    """Gold is 값+ and 맛 with `conflict`; the prediction is 값+.

    Dropped, gold is 값+ alone: 1. As neutral it is missed: P = 1, R = 1/2, F = 2/3.
    """
    row = record(gold=[PRICE, says("맛", "conflict")], final=[PRICE])

    assert value(F1, row, unknown_polarity=rule) == expected


@pytest.mark.parametrize(("rule", "expected"), [("invalid", 1), ("neutral", Fraction(2, 3))])
def test_a_missing_polarity_in_gold(rule: str, expected: Fraction) -> None:
    """As before, with no polarity at all on 맛."""
    row = record(gold=[PRICE, says("맛", None)], final=[PRICE])

    assert value(F1, row, missing_polarity=rule) == expected


@pytest.mark.parametrize(("rule", "expected"), [("invalid", 0), ("neutral", 1)])
def test_gold_of_which_nothing_can_be_used(rule: str, expected: int) -> None:
    """All gold there is has an unknown polarity: the row has no gold, or a neutral one."""
    row = record(gold=[says("맛", "conflict")], final=[])

    assert value("N_gold", row, unknown_polarity=rule) == expected


@pytest.mark.parametrize(("table", "expected"), [("english", 0), ("english_korean", 1)])
@pytest.mark.parametrize(
    ("word", "polarity"), [("긍정", "positive"), ("부정", "negative"), ("중립", "neutral")]
)
def test_korean_names_of_polarities(table: str, expected: int, word: str, polarity: str) -> None:
    """A Korean name is unknown (and invalid), or one of the three."""
    row = record(gold=[says("맛", polarity)], final=[says("맛", word)])

    assert value(F1, row, polarity_aliases=table) == expected


@pytest.mark.parametrize(
    ("short", "polarity"), [(" NEG ", "negative"), ("pos", "positive"), ("Neu", "neutral")]
)
def test_short_names_of_polarities(short: str, polarity: str) -> None:
    """Short names are read without case and outer space."""
    row = record(gold=[says("맛", polarity)], final=[says("맛", short)])

    assert value(F1, row) == 1


def test_mixed_is_a_polarity_like_the_others() -> None:
    """Gold and prediction are 맛 mixed: right."""
    row = record(gold=[says("맛", "mixed")], final=[says("맛", "mixed")])

    assert value(F1, row) == 1


def test_no_tuple_does_not_answer_implicit_gold() -> None:
    """Implicit gold, nothing predicted: 1 of 1 is invalid."""
    row = record(gold=[RUDE], final=[])

    assert value(RATE, row) == 1


def test_any_polarity_answers_implicit_gold() -> None:
    """Implicit gold is -, the prediction 맛+ is wrong but a valid polarity: 0 of 1."""
    row = record(gold=[RUDE], final=[TASTE])

    assert value(RATE, row) == 0


@pytest.mark.parametrize(("rule", "expected"), [("drop", 1), ("keep", 0)])
def test_mixed_alone_as_an_answer(rule: str, expected: int) -> None:
    """Implicit gold is -, the only prediction is mixed: no polarity that counts, or one."""
    row = record(gold=[RUDE], final=[says("맛", "mixed")])

    assert value(RATE, row, implicit_only_mixed=rule) == expected


@pytest.mark.parametrize(("rule", "expected"), [("invalid", 1), ("neutral", 0)])
def test_an_unknown_polarity_as_an_answer(rule: str, expected: int) -> None:
    """Implicit gold is neutral, the only prediction says `unknown`."""
    row = record(gold=[says("", "neutral")], final=[says("맛", "unknown")])

    assert value(RATE, row, unknown_polarity=rule) == expected


@pytest.mark.parametrize("flag", ["parse_failed", "generate_failed"])
def test_a_flag_makes_the_answer_invalid(flag: str) -> None:
    """The prediction would do, but the flag says that reading or writing failed: 1 of 1."""
    row = record(gold=[RUDE], final=[BAD], flags={flag: True})

    assert value(RATE, row) == 1


def test_flags_of_the_run_time_count_too() -> None:
    """No flags at the top; those of the run time say that reading failed: 1 of 1."""
    row = record(gold=[RUDE], final=[BAD], runtime={"flags": {"parse_failed": True}})

    assert value(RATE, row) == 1


@pytest.mark.parametrize(("error", "expected"), [("timeout", 1), ("  ", 0)])
def test_an_error_makes_the_answer_invalid(error: str, expected: int) -> None:
    """The run time names an error; a blank one is none."""
    row = record(gold=[RUDE], final=[BAD], runtime={"error": error})

    assert value(RATE, row) == expected


@pytest.mark.parametrize(
    ("notes", "expected"), [("atsa_parse: retry", 1), ("json_parse", 1), ("slow", 0)]
)
def test_notes_of_the_trace_make_the_answer_invalid(notes: str, expected: int) -> None:
    """A note of the trace tells of a failed reading, or of something else."""
    trace: list[Json] = [{"stage": "stage2", "agent": "ATSA", "output": {}, "notes": notes}]
    row = record(gold=[RUDE], final=[BAD], trace=trace)

    assert value(RATE, row) == expected


@pytest.mark.parametrize("rule", ["invalid", "neutral"])
def test_a_blank_polarity_makes_the_answer_invalid(rule: str) -> None:
    """값+ would do, but 맛 has no polarity, which must not pass for neutral: 1 of 1."""
    row = record(gold=[RUDE], final=[PRICE, says("맛", None)])

    assert value(RATE, row, missing_polarity=rule) == 1


def test_a_blank_polarity_in_the_list_not_used() -> None:
    """The final tuples would do; a final aspect, not read for F1, has a blank polarity: 1 of 1."""
    row = record(gold=[RUDE], final=[BAD], aspects=[says("맛", "")])

    assert value(RATE, row) == 1


@pytest.mark.parametrize(("rule", "expected"), [("undefined", None), ("zero", 0)])
def test_no_implicit_gold_to_answer(rule: str, expected: int | None) -> None:
    """Gold is there, none of it implicit: nothing to divide by."""
    row = record(gold=[TASTE], final=[TASTE])

    assert value(RATE, row, zero_denominator=rule) == expected


@pytest.mark.parametrize("rule", ["undefined", "zero"])
def test_no_gold_to_answer(rule: str) -> None:
    """No row has gold: undefined under both."""
    row = record(final=[TASTE])

    assert value(RATE, row, zero_denominator=rule) is None


def test_only_rows_of_implicit_gold_are_counted() -> None:
    """Implicit gold twice, once unanswered; explicit gold unanswered: 1 of 2."""
    rows = (
        record(gold=[RUDE], final=[]),
        record(gold=[RUDE], final=[BAD]),
        record(gold=[TASTE], final=[]),
    )

    assert value("implicit_gold_sample_n", *rows) == 2
    assert value("implicit_invalid_sample_n", *rows) == 1
    assert value(RATE, *rows) == Fraction(1, 2)
