"""Our numbers of spans are nervaluate's, bit for bit, where it pairs as we do."""

import struct
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.metrics.compat.nervaluate import as_nervaluate, samples_of_entities
from measurand.metrics.compat.seqeval import samples_of_tags
from measurand.values.items import Span
from measurand.values.tagging import Scheme, beyond_iob
from properties.strategies.effort import third
from properties.strategies.tags import spans_apart, tagged_twice

nervaluate = pytest.importorskip("nervaluate")

LABELS = ("A", "B")
MODES = ("strict", "exact", "partial", "ent_type")
METRICS = ("precision", "recall", "f1")
SIDE = spans_apart(LABELS)
WIDE = spans_apart(LABELS, longest=9)
"""Spans that overlap several of the other side."""
Document = tuple[tuple[Span, ...], tuple[Span, ...]]
DOCUMENTS = st.lists(st.tuples(SIDE, SIDE | WIDE) | st.tuples(WIDE, SIDE), min_size=1, max_size=3)


def entities(spans: Sequence[Span]) -> list[dict[str, str | int]]:
    """Write spans as the tool reads them."""
    return [{"label": span.label, "start": span.start, "end": span.end - 1} for span in spans]


def bits(numbers: Sequence[float]) -> list[bytes]:
    """Write floats so that equal bytes are equal bits."""
    return [struct.pack("<d", number) for number in numbers]


@pytest.mark.parametrize("mode", MODES)
@third
@given(documents=DOCUMENTS)
def test_every_score_has_the_bits_of_nervaluate(mode: str, documents: list[Document]) -> None:
    gold = [entities(one) for one, _ in documents]
    predicted = [entities(other) for _, other in documents]
    samples = samples_of_entities(gold, predicted)

    results = nervaluate.Evaluator(gold, predicted, list(LABELS), loader="dict").evaluate()

    for label, found in {None: results["overall"], **results["entities"]}.items():
        theirs = [getattr(found[mode], metric) for metric in METRICS]
        ours = [as_nervaluate(mode, metric, label=label).number(samples) for metric in METRICS]
        assert bits(ours) == bits(theirs)


@pytest.mark.parametrize("mode", ["strict", "exact"])
@third
@given(documents=DOCUMENTS, data=st.data())
def test_the_order_of_lists_matters_to_neither_where_only_equal_places_are_hits(
    mode: str, documents: list[Document], data: st.DataObject
) -> None:
    gold, predicted = (
        [entities(data.draw(st.permutations(pair[side]))) for pair in documents]
        for side in range(2)
    )

    results = nervaluate.Evaluator(gold, predicted, list(LABELS), loader="dict").evaluate()

    ours = as_nervaluate(mode, "f1").number(samples_of_entities(gold, predicted))
    assert bits([ours]) == bits([results["overall"][mode].f1])


@third
@given(data=st.data(), mode=st.sampled_from(MODES), metric=st.sampled_from(METRICS))
def test_spans_of_another_label_do_not_matter_to_the_score_of_one(
    data: st.DataObject, mode: str, metric: str
) -> None:
    apart, beside = spans_apart(("A",), longest=4), spans_apart(("B",))
    gold, predicted = (
        entities(sorted(data.draw(apart) + data.draw(beside))) for _side in ("gold", "predicted")
    )
    both = [*gold, *predicted]

    results = nervaluate.Evaluator([gold], [predicted], list(LABELS), loader="dict").evaluate()

    for label in sorted({str(one["label"]) for one in both}):
        ours = as_nervaluate(mode, metric, label=label)
        theirs = getattr(results["entities"][label][mode], metric)
        assert bits([ours.number(samples_of_entities([gold], [predicted]))]) == bits([theirs])


@given(tagged=tagged_twice(Scheme.IOB2), mode=st.sampled_from(MODES))
def test_tags_have_the_bits_of_nervaluate(tagged: tuple[list[str], list[str]], mode: str) -> None:
    gold, predicted = tagged
    labels = sorted({tag[2:] for tag in gold + predicted if tag != "O"})

    results = nervaluate.Evaluator([gold], [predicted], labels, loader="list").evaluate()

    ours = as_nervaluate(mode, "f1").number(samples_of_tags([gold], [predicted]))
    assert bits([ours]) == bits([results["overall"][mode].f1])


ODD_TAGS = ("O", "B-A", "I-A", "E-A", "S-A", "B-B", "I-B", "B--A", "I-", "B", "BA-B", "OA", "O-A")
SIDES = st.lists(st.sampled_from(ODD_TAGS) | st.sampled_from(ODD_TAGS[:3]), min_size=1, max_size=6)


@given(data=st.data(), gold=SIDES, mode=st.sampled_from(MODES))
def test_no_number_of_tags_has_other_bits_than_nervaluate(
    data: st.DataObject, gold: list[str], mode: str
) -> None:
    predicted = [data.draw(st.just(tag) | st.sampled_from(ODD_TAGS)) for tag in gold]
    labels = sorted({tag[2:] for tag in gold + predicted if tag != "O"})
    try:
        ours = as_nervaluate(mode, "f1").number(samples_of_tags([gold], [predicted]))
    except ValueError as error:
        # It is refused for a tag that the tool need not refuse: it looks at some prefixes alone.
        assert "tags that are O, or B- or I- and a label" in str(error)  # noqa: PT017
        assert beyond_iob(gold + predicted)
        return

    results = nervaluate.Evaluator([gold], [predicted], labels, loader="list").evaluate()
    assert bits([ours]) == bits([results["overall"][mode].f1])
