"""Assertions in a user's test file: from measurand.testing import assert_reproduces."""

import pytest

from measurand import Printed, Sample, SignatureError, observing, parse, pool
from measurand.testing import NotReproducedError, assert_reproduces

SAMPLES = (
    Sample(id="1", gold=("a",), predicted=("a", "b")),
    Sample(id="2", gold=("a",), predicted=()),
)


def test_a_number_that_is_reproduced_passes() -> None:
    assert_reproduces("33.3%", "f(average=macro[sample])", SAMPLES)
    assert_reproduces("0.5", "f(average=micro)", SAMPLES)
    assert_reproduces(Printed.parse("0.33"), parse("f(average=macro[sample])"), SAMPLES)


def test_a_pool_serves_as_well_as_samples() -> None:
    found = pool(observing(parse("f(average=micro)")), SAMPLES)

    assert_reproduces("50%", "f(average=micro)", found)


def test_a_number_that_is_not_reproduced_says_by_how_much() -> None:
    with pytest.raises(NotReproducedError) as caught:
        assert_reproduces("50.0%", "f(average=macro[sample])", SAMPLES)

    assert str(caught.value).splitlines()[:3] == [
        "50.0% is not reproduced",
        "  printed:    50.0%, which is any value in [49.95%, 50.05%]",
        "  computed:   33.333% (exactly 1/3), off by -16.667",
    ]


def test_an_undefined_score_reproduces_nothing() -> None:
    with pytest.raises(NotReproducedError, match="computed:   undefined: "):
        assert_reproduces("0.0", "f(average=macro[sample])", ())


def test_a_number_that_is_no_text_and_a_sample_that_is_none_are_said() -> None:
    with pytest.raises(TypeError) as caught:
        assert_reproduces(0.873, "f(average=micro)", SAMPLES)  # type: ignore[arg-type]  # on purpose
    assert str(caught.value) == "write the number as text, with the digits that it has: '0.873'"

    rows = [{"gold": ["a"], "predicted": []}]
    with pytest.raises(TypeError) as caught:
        assert_reproduces("0.5", "f(average=micro)", rows)  # type: ignore[arg-type]  # on purpose
    assert str(caught.value) == "samples are measurand.Sample: got dict"


def test_what_is_no_number_or_no_definition_is_said() -> None:
    with pytest.raises(ValueError, match="a printed number such as"):
        assert_reproduces("about half", "f(average=micro)", SAMPLES)
    with pytest.raises(SignatureError, match="did you mean"):
        assert_reproduces("0.5", "f(avrage=micro)", SAMPLES)
