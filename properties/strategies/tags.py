"""Tags of tokens, and spans over tokens that share none."""

from collections.abc import Sequence
from functools import cache

from hypothesis import strategies as st

from measurand.values.items import Span
from measurand.values.tagging import Scheme

PREFIXES = {
    Scheme.LENIENT: "BIES",
    Scheme.IOB1: "BI",
    Scheme.IOB2: "BI",
    Scheme.IOE1: "IE",
    Scheme.IOE2: "IE",
    Scheme.IOBES: "BIES",
    Scheme.BILOU: "BILU",
}
LABELS = ("A", "B-2", "PER")


@cache
def tags(scheme: Scheme, labels: tuple[str, ...] = LABELS) -> st.SearchStrategy[str]:
    """Draw a tag of a scheme, more often one of few labels."""
    words = [f"{prefix}-{label}" for prefix in PREFIXES[scheme] for label in labels]
    return st.sampled_from(["O", *words])


@cache
def _pieces(labels: tuple[str, ...], longest: int) -> st.SearchStrategy[list[tuple[int, int, str]]]:
    one = st.tuples(st.integers(0, 2), st.integers(1, longest), st.sampled_from(labels))
    return st.lists(one, max_size=5)


@st.composite
def spans_apart(
    draw: st.DrawFn, labels: Sequence[str] = LABELS, *, longest: int = 3
) -> tuple[Span, ...]:
    """Draw spans in the order of the text of which no two share a token."""
    at, found = 0, []
    for gap, size, label in draw(_pieces(tuple(labels), longest)):
        found.append(Span(at + gap, at + gap + size, label))
        at += gap + size
    return tuple(found)


@st.composite
def tagged_twice(draw: st.DrawFn, scheme: Scheme) -> tuple[list[str], list[str]]:
    """Draw two tag sequences over the same tokens; many tags are the same."""
    gold = draw(_tagged(scheme))
    others = draw(_others(scheme, len(gold)))
    return gold, [tag if other is None else other for tag, other in zip(gold, others, strict=True)]


@cache
def _tagged(scheme: Scheme) -> st.SearchStrategy[list[str]]:
    return st.lists(tags(scheme), max_size=6)


@cache
def _others(scheme: Scheme, count: int) -> st.SearchStrategy[tuple[str | None, ...]]:
    return st.tuples(*[st.none() | tags(scheme)] * count)
