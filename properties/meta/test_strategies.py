"""The strategies reach the cases that matter, and what they draw is valid."""

import unicodedata
from collections import Counter
from collections.abc import Callable

import pytest

from measurand.edges.trials.strategies.samples import (
    SPLIT_TASTE,
    TASTE,
    Corpus,
    More,
    Shape,
    corpora,
    samples,
    texts,
)
from measurand.values.items import Item, Slots, Span
from measurand.values.sample import Sample
from properties.meta.drawing import reached


def sides(sample: Sample) -> tuple[Counter[Item], Counter[Item]]:
    """Count the items of both sides."""
    return Counter(sample.gold), Counter(sample.predicted or ())


def strings(sample: Sample) -> str:
    """Write all texts of a sample one after the other."""
    return "".join(
        item for item in (*sample.gold, *(sample.predicted or ())) if isinstance(item, str)
    )


def tied(sample: Sample) -> bool:
    """Say whether a prediction is equally like two gold items."""
    likes = Counter(
        (pair.predicted, pair.value)
        for pair in {*sample.similarities}
        if pair.predicted != pair.gold and pair.value
    )
    return any(count > 1 for count in likes.values())


COUNTED_SAMPLES = samples(Shape.COUNTS)
TEXT_SAMPLES = samples()
SAMPLES: dict[str, Callable[[Sample], bool]] = {
    "nothing on either side": lambda s: not s.gold and s.predicted == () and s.counts is None,
    "no gold": lambda s: not s.gold and bool(s.predicted),
    "no prediction": lambda s: bool(s.gold) and s.predicted == (),
    "no answer": lambda s: s.predicted is None and bool(s.gold),
    "identical": lambda s: len(s.gold) > 1 and s.gold == s.predicted,
    "the same in another order": lambda s: (
        len(s.gold) > 1 and sides(s)[0] == sides(s)[1] and s.gold != s.predicted
    ),
    "disjoint": lambda s: bool(s.gold) and bool(s.predicted) and not sides(s)[0] & sides(s)[1],
    "overlapping": lambda s: bool(sides(s)[0] & sides(s)[1]) and bool(sides(s)[1] - sides(s)[0]),
    "a repeated gold item": lambda s: max(sides(s)[0].values(), default=0) > 1,
    "a repeated prediction": lambda s: max(sides(s)[1].values(), default=0) > 1,
    "a repeated hit": lambda s: max((sides(s)[0] & sides(s)[1]).values(), default=0) > 1,
    "tied similarities": tied,
    "a pair given twice": lambda s: (
        len({(p.predicted, p.gold) for p in s.similarities}) < len(s.similarities)
    ),
    "a weight of nothing": lambda s: s.weight == 0,
    "a broken weight": lambda s: s.weight.denominator > 1,
    "an amount": lambda s: bool(s.amounts),
    "composed Korean against decomposed": lambda s: (
        TASTE in s.gold and SPLIT_TASTE in (s.predicted or ())
    ),
    "Chinese": lambda s: any("CJK UNIFIED" in unicodedata.name(c, "") for c in strings(s)),
    "emoji": lambda s: any(ord(c) > 0xFFFF for c in strings(s)),
    "white space at an end": lambda s: any(
        isinstance(item, str) and item != item.strip() for item in s.gold
    ),
    "the empty text": lambda s: "" in s.gold,
}


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_reach(name: str) -> None:
    assert reached(TEXT_SAMPLES, SAMPLES[name])


COUNTS: dict[str, Callable[[Sample], bool]] = {
    "nothing counted": lambda s: s.counts == (),
    "several classes": lambda s: len(s.counts or ()) > 1,
    "half a hit": lambda s: any(t.hits != int(t.hits) for _, t in s.counts or ()),
    "predictions without gold": lambda s: any(
        t.predicted and not t.gold for _, t in s.counts or ()
    ),
    "gold without predictions": lambda s: any(
        t.gold and not t.predicted for _, t in s.counts or ()
    ),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counted_samples_reach(name: str) -> None:
    assert reached(COUNTED_SAMPLES, COUNTS[name])


def spans_of(sample: Sample) -> list[tuple[Span, Span]]:
    """List every prediction with every gold item, where both are spans."""
    return [
        (p, g)
        for p in sample.predicted or ()
        for g in sample.gold
        if isinstance(p, Span) and isinstance(g, Span)
    ]


SPAN_SAMPLES = samples(Shape.SPANS)
SPANS: dict[str, Callable[[Span, Span], bool]] = {
    "the same place and label": lambda p, g: p == g,
    "the same place, another label": lambda p, g: p != g and (p.start, p.end) == (g.start, g.end),
    "an overlap": lambda p, g: (p.start, p.end) != (g.start, g.end) and p.overlap(g) > 0,
    "spans that touch": lambda p, g: p.end == g.start,
    "one inside the other": lambda p, g: g.start < p.start and p.end < g.end,
}


@pytest.mark.parametrize("name", SPANS)
def test_spans_reach(name: str) -> None:
    assert reached(SPAN_SAMPLES, lambda s: any(SPANS[name](p, g) for p, g in spans_of(s)))


LISTED_SAMPLES = samples(more=More(lists=("first", "second"), numbers=("changed", "cost")))
LISTED: dict[str, Callable[[Sample], bool]] = {
    "a list that is not there": lambda s: None in dict(s.lists).values(),
    "a reason for it": lambda s: s.items("first") is None and s.reason("first") is not None,
    "none for it": lambda s: s.items("first") is None and s.reason("first") is None,
    "a number that is not there, for a reason": lambda s: (
        s.amount("changed") is None and s.reason("changed") is not None
    ),
    "a flag that is off": lambda s: s.amount("changed") == 0,
    "a later list that is right where the earlier was not": lambda s: (
        bool(s.gold) and s.items("second") == s.gold != s.items("first")
    ),
    "lists that are alike": lambda s: bool(s.items("first")) and s.items("first") == s.predicted,
}


@pytest.mark.parametrize("name", LISTED)
def test_samples_of_several_lists_reach(name: str) -> None:
    assert reached(LISTED_SAMPLES, LISTED[name])


SLOTS: dict[str, Callable[[Slots, Slots], bool]] = {
    "gold that is wild": lambda p, g: (
        not g.get("aspect") and bool(p.get("aspect")) and p.get("polarity") == g.get("polarity")
    ),
    "an answer that is wild": lambda p, g: (
        not p.get("aspect") and bool(g.get("aspect")) and p.get("polarity") == g.get("polarity")
    ),
    "both wild, spelt in two ways": lambda p, g: {p.get("aspect"), g.get("aspect")} == {"", None},
    "an answer whose target is the aspect of gold": lambda p, g: (
        p.get("target") == g.get("aspect") != p.get("aspect") and bool(p.get("target"))
    ),
    "a filled target": lambda _p, g: bool(g.get("target")),
}
SLOT_SAMPLES = samples(Shape.SLOTS)


@pytest.mark.parametrize("name", SLOTS)
def test_slots_reach(name: str) -> None:
    assert reached(
        SLOT_SAMPLES,
        lambda s: any(
            SLOTS[name](p, g)
            for p in s.predicted or ()
            for g in s.gold
            if isinstance(p, Slots) and isinstance(g, Slots)
        ),
    )


TEXTS: dict[str, Callable[[str], bool]] = {
    "what NFC changes": lambda t: unicodedata.normalize("NFC", t) != t,
    "what NFKC changes and NFC does not": lambda t: (
        unicodedata.normalize("NFC", t) == t != unicodedata.normalize("NFKC", t)
    ),
    "what casefold changes and lower does not": lambda t: t.lower() == t != t.casefold(),
    "nested brackets": lambda t: "(" in t and "[" in t[t.index("(") :].partition(")")[0],
    "a lone bracket": lambda t: "[" in t and "]" not in t,
    "an article": lambda t: "the" in t.lower().split(),
    "a wide space": lambda t: "\u3000" in t,
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts_reach(name: str) -> None:
    assert reached(texts, TEXTS[name])


TEXT_CORPORA = corpora()
CORPORA: dict[str, Callable[[Corpus], bool]] = {
    "no sample": lambda c: not c,
    "one sample": lambda c: len(c) == 1,
    "two documents": lambda c: len({s.group("document") for s in c}) > 1,
    "samples that count alike": lambda c: (
        len({(s.gold, s.predicted, s.groups, s.weight) for s in c}) < len(c)
    ),
    "no answer at all": lambda c: bool(c) and all(s.predicted is None for s in c),
}


@pytest.mark.parametrize("name", CORPORA)
def test_corpora_reach(name: str) -> None:
    assert reached(TEXT_CORPORA, CORPORA[name])
