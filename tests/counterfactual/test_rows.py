"""Rows of scores: what was measured of one sample under one key."""

from fractions import Fraction

import pytest

from measurand.studies.counterfactual.evaluate import ORIGINAL, ScoreRow, Status
from measurand.values.score import Undefined
from measurand.values.share import share


def test_a_row_is_of_the_sample_as_it_is_unless_it_says_otherwise() -> None:
    row = ScoreRow(sample="scan-1")

    assert (row.key, row.status, row.metrics, row.issues) == (ORIGINAL, Status.OK, (), ())


def test_a_metric_is_found_by_its_name() -> None:
    row = ScoreRow(sample="1", metrics=(("b", share(1, 2)), ("a", Undefined("why"))))

    assert row.metric("a") == Undefined("why")
    assert row.metric("b") == share(Fraction(1), Fraction(2))
    with pytest.raises(KeyError):
        row.metric("c")


@pytest.mark.parametrize("names", [("a", "b", "a"), ("",)])
def test_metrics_have_names_that_differ(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="metrics have names that differ: got"):
        ScoreRow(sample="1", metrics=tuple((name, share(1)) for name in names))


def test_a_row_that_was_not_evaluated_has_no_numbers() -> None:
    held = ScoreRow(sample="1", status=Status.NOT_EVALUATED, metrics=(("a", Undefined("none")),))

    assert held.metric("a") == Undefined("none")
    with pytest.raises(ValueError, match="not evaluated has no numbers: got one for 'a'"):
        ScoreRow(sample="1", status=Status.NOT_EVALUATED, metrics=(("a", share(0)),))


def test_a_row_has_a_key() -> None:
    with pytest.raises(ValueError, match="key"):
        ScoreRow(sample="1", key="")
