"""Our numbers of tags are seqeval's, bit for bit, under every scheme, average and rule."""

import struct
from collections.abc import Callable
from math import isnan

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.metrics.compat.seqeval import as_seqeval, samples_of_tags
from measurand.values.tagging import Scheme, read_tags
from properties.strategies.effort import third
from properties.strategies.tags import tagged_twice, tags

seqeval = pytest.importorskip("seqeval.metrics")
schemes = pytest.importorskip("seqeval.scheme")
labelling = pytest.importorskip("seqeval.metrics.sequence_labeling")

# The tool warns of every division by nothing, and numpy of a mean of nothing.
pytestmark = pytest.mark.filterwarnings("ignore")

SCHEMES = (Scheme.LENIENT, *(one for one in Scheme if one not in {Scheme.LENIENT, Scheme.IOE1}))
METRICS = st.sampled_from(("precision", "recall", "f1"))
ZEROS = st.sampled_from((0, 1, "warn"))
ODD = ("O", "B", "I-", "E-X", "S", "BIRD", "BI-RD", "B--X", "B-X-", "O-X", "OX", "I-X-Y", "B-X")
MANY = tuple(f"T{number}" for number in range(12))
"""More types than numpy adds from left to right."""


def bits(number: float) -> bytes:
    """Write a float so that equal bytes are equal bits; one NaN is as good as another."""
    return b"NaN" if isnan(number) else struct.pack("<d", number)


def as_option(scheme: Scheme) -> dict[str, object]:
    """Say a scheme to the tool."""
    if scheme is Scheme.LENIENT:
        return {}
    return {"mode": "strict", "scheme": getattr(schemes, scheme.name)}


def ours(metric: str, scheme: Scheme, average: str, zero: int | str) -> Callable[..., float]:
    """Say a score of the tool in our words."""
    strict = scheme is not Scheme.LENIENT
    return as_seqeval(
        metric,
        average=average,
        zero_division=zero,
        mode="strict" if strict else None,
        scheme=scheme if strict else None,
    ).number


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("average", ["micro", "macro", "weighted"])
@third
@given(data=st.data(), metric=METRICS, zero=ZEROS)
def test_every_score_has_the_bits_of_seqeval(
    average: str, scheme: Scheme, data: st.DataObject, metric: str, zero: int | str
) -> None:
    documents = data.draw(st.lists(tagged_twice(scheme), min_size=1, max_size=3))
    gold, predicted = [one for one, _ in documents], [other for _, other in documents]
    samples = samples_of_tags(gold, predicted, scheme)
    # Where nothing is gold, its weighted mean is zero_division: with 1 ours is undefined.
    assume(average != "weighted" or zero != 1 or any(sample.gold for sample in samples))

    theirs = getattr(seqeval, f"{metric}_score")(
        gold, predicted, average=average, zero_division=zero, **as_option(scheme)
    )

    assert bits(ours(metric, scheme, average, zero)(samples)) == bits(theirs)


@pytest.mark.parametrize("average", ["macro", "weighted"])
@given(tagged=st.lists(st.tuples(*(2 * [tags(Scheme.LENIENT, MANY)])), min_size=20, max_size=30))
def test_a_mean_over_many_types_is_added_in_numpys_order(
    average: str, tagged: list[tuple[str, str]]
) -> None:
    gold, predicted = [one for one, _ in tagged], [other for _, other in tagged]

    theirs = seqeval.f1_score([gold], [predicted], average=average)

    found = ours("f1", Scheme.LENIENT, average, "warn")(samples_of_tags([gold], [predicted]))
    assert bits(found) == bits(theirs)


@given(documents=st.lists(tagged_twice(Scheme.LENIENT), min_size=1, max_size=2), metric=METRICS)
def test_the_score_of_each_type_has_the_bits_of_seqeval(
    documents: list[tuple[list[str], list[str]]], metric: str
) -> None:
    gold, predicted = [one for one, _ in documents], [other for _, other in documents]
    samples = samples_of_tags(gold, predicted)
    spans = [span for line in gold + predicted for span in read_tags(line).spans]

    theirs = getattr(seqeval, f"{metric}_score")(gold, predicted, average=None)

    labels = sorted({span.label for span in spans})
    found = [as_seqeval(metric, average=None, label=label).number(samples) for label in labels]
    assert [bits(number) for number in found] == [bits(number) for number in theirs]


@given(line=st.lists(st.sampled_from(ODD), max_size=6))
def test_odd_tags_are_the_spans_that_seqeval_makes_of_them(line: list[str]) -> None:
    def spans(scheme: Scheme) -> list[tuple[str, int, int]]:
        return [(span.label, span.start, span.end) for span in read_tags(line, scheme).spans]

    lenient = [(label, first, last + 1) for label, first, last in labelling.get_entities(line)]
    strict = [entity.to_tuple() for entity in schemes.Tokens(line, schemes.IOBES).entities]

    assert spans(Scheme.LENIENT) == lenient
    assert spans(Scheme.IOBES) == [(tag, start, end) for _, tag, start, end in strict]
