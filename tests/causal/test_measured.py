"""What was measured of a sample becomes its amounts, or the reasons why there are none."""

from fractions import Fraction

import pytest

from measurand.evidence.measurements import measured_sample
from measurand.values.score import Undefined
from measurand.values.share import share


def test_a_share_is_three_amounts() -> None:
    found = measured_sample("1", [("rate", share(3, 4))], groups=[("run", "a"), ("doc", "b")])

    assert found.amounts == (
        ("rate", Fraction(3, 4)),
        ("rate.bottom", Fraction(4)),
        ("rate.top", Fraction(3)),
    )
    assert found.groups == (("doc", "b"), ("run", "a"))
    assert found.reasons == ()


def test_what_is_undefined_says_why_under_all_three_names() -> None:
    found = measured_sample("1", [("rate", Undefined("no node")), ("cost", share(0))])

    assert found.reasons == (
        ("rate", "no node"),
        ("rate.bottom", "no node"),
        ("rate.top", "no node"),
    )
    assert found.amount("rate") is None
    assert found.amount("cost") == 0


def test_a_metric_stands_once() -> None:
    with pytest.raises(ValueError, match="amounts are sorted by name and differ"):
        measured_sample("1", [("rate", share(0)), ("rate", share(1))])
