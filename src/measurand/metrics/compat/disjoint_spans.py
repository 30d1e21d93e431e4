"""Spans that share no position with another of their side, as tags write them."""

from collections.abc import Sequence
from itertools import pairwise

from measurand.values.items import Item, Span, item_text
from measurand.values.sample import Sample


def sides_apart(sample: Sample, tool: str, *, label: str | None = None) -> tuple[list[Span], ...]:
    """Give the gold and the predicted spans in the order listed; of one label, where it is named.

    >>> sides_apart(Sample(id="1", gold=(Span(0, 2, "A"),), predicted=()), "seqeval")
    ([Span(start=0, end=2, label='A')], [])

    Raises ValueError where an item is no span, no answer is there, or two spans of one side share a
    position (which two equal ones do).
    """
    if sample.predicted is None:
        raise ValueError(f"a sample with an answer, if it is empty: {sample.id!r} has none")
    return (
        _apart(sample.gold, f"gold spans of {sample.id!r}", tool, label),
        _apart(sample.predicted, f"predicted spans of {sample.id!r}", tool, label),
    )


def _apart(items: Sequence[Item], what: str, tool: str, label: str | None) -> list[Span]:
    spans = [item for item in items if isinstance(item, Span)]
    if len(spans) < len(items):
        other = next(item for item in items if not isinstance(item, Span))
        raise ValueError(f"{what}: got {item_text(other)!r}")
    kept = [span for span in spans if label in {None, span.label}]
    for before, span in pairwise(sorted(kept)):
        if span.start < before.end:
            raise ValueError(
                f"{what} share no position where they are scored as {tool} does: "
                f"got {item_text(before)} and {item_text(span)}"
            )
    return kept
