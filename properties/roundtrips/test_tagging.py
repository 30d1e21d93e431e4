"""Tags are read as an obvious reader does, and what is written is read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.values.items import Span
from measurand.values.tagging import Odd, Scheme, read_tags, tags_of
from properties.oracles import tagging
from properties.strategies.effort import third
from properties.strategies.tags import spans_apart, tags

MIRRORS = ((Scheme.IOB1, Scheme.IOE1), (Scheme.IOB2, Scheme.IOE2))


@pytest.mark.parametrize("scheme", Scheme)
@third
@given(data=st.data())
def test_tags_are_read_as_the_patterns_of_their_scheme_say(
    scheme: Scheme, data: st.DataObject
) -> None:
    line = data.draw(st.lists(tags(scheme, ("A", "B-2")), max_size=8))

    found = [(span.start, span.end, span.label) for span in read_tags(line, scheme).spans]

    assert found == tagging.read(line, scheme.value)


@pytest.mark.parametrize("scheme", Scheme)
@third
@given(spans=spans_apart(), more=st.integers(0, 2), data=st.data())
def test_spans_that_are_written_are_read_back_and_nothing_is_odd(
    scheme: Scheme, spans: tuple[Span, ...], more: int, data: st.DataObject
) -> None:
    length = max((span.end for span in spans), default=0) + more

    line = tags_of(data.draw(st.permutations(spans)), length, scheme)

    assert len(line) == length
    assert (read_tags(line, scheme).spans, read_tags(line, scheme).odd) == (spans, ())


@pytest.mark.parametrize("scheme", [one for one in Scheme if one is not Scheme.BILOU])
@third
@given(spans=spans_apart())
def test_the_lenient_reader_reads_what_a_strict_one_writes(
    scheme: Scheme, spans: tuple[Span, ...]
) -> None:
    length = max((span.end for span in spans), default=0)

    assert read_tags(tags_of(spans, length, scheme)).spans == spans


@pytest.mark.parametrize(("starts", "ends"), MIRRORS)
@given(data=st.data())
def test_schemes_that_mark_ends_are_those_that_mark_starts_read_from_the_right(
    starts: Scheme, ends: Scheme, data: st.DataObject
) -> None:
    line = data.draw(st.lists(tags(starts), max_size=8))
    turned = [tag.replace("B-", "E-", 1) if tag[0] == "B" else tag for tag in reversed(line)]

    found = read_tags(line, starts).spans

    size = len(line)
    mirrored = [Span(size - span.end, size - span.start, span.label) for span in reversed(found)]
    assert list(read_tags(turned, ends).spans) == mirrored


@given(data=st.data(), scheme=st.sampled_from(Scheme))
def test_every_tag_is_outside_or_in_one_span_or_noted(data: st.DataObject, scheme: Scheme) -> None:
    line = data.draw(st.lists(tags(scheme), max_size=8))

    read = read_tags(line, scheme)

    inside = [at for span in read.spans for at in range(span.start, span.end)]
    lost = [one.at for one in read.odd if one.why is Odd.LOST]
    outside = [at for at, tag in enumerate(line) if tag == "O"]
    assert sorted(inside + lost + outside) == list(range(len(line)))
