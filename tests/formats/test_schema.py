"""The canonical sample: its schema is the one that is documented, and the writer keeps to it."""

from fractions import Fraction
from pathlib import Path

import pytest

from measurand.values.items import Slots, Span
from measurand.values.sample import Sample, Similarity
from measurand.values.tally import Tally
from tests.formats.canonical import sample_line, sample_schema, schema_text

DOCUMENTED = Path(__file__).parents[2] / "docs" / "reference" / "sample.schema.json"


def test_the_documented_schema_is_fresh() -> None:
    assert DOCUMENTED.read_text(encoding="utf-8") == schema_text()


def test_the_schema_names_every_key_that_is_read_without_a_mapping() -> None:
    assert sample_schema()["required"] == ["id", "gold", "pred"]
    assert list(sample_schema()["properties"]) == [  # type: ignore[call-overload]  # a plain tree
        "id",
        "gold",
        "pred",
        "groups",
        "pairs",
        "sample_weight",
    ]


def test_a_sample_is_one_line() -> None:
    sample = Sample(
        id="1\n",
        gold=("a\u2028b", Slots.of({"aspect": "x", "polarity": None})),
        predicted=(Span(0, 2, "X"),),
        similarities=(Similarity("p", "g", Fraction(17, 20)),),
        groups=(("run", "r"),),
        weight=Fraction(5, 2),
    )

    assert sample_line(sample).decode() == (
        '{"id":"1\\n","gold":["a\u2028b",{"aspect":"x","polarity":null}],'
        '"pred":[{"start":0,"end":2,"label":"X"}],"groups":{"run":"r"},'
        '"pairs":[{"pred":"p","gold":"g","similarity":0.85}],"sample_weight":2.5}\n'
    )


@pytest.mark.parametrize(
    "sample",
    [
        Sample(id="1", weight=Fraction(1, 3)),
        Sample(id="1", amounts=(("cost", Fraction(1)),)),
        Sample(id="1", counts=(("", Tally()),)),
    ],
)
def test_what_the_canonical_form_cannot_hold_is_refused(sample: Sample) -> None:
    with pytest.raises(ValueError, match=r"finite decimal|items only"):
        sample_line(sample)
