"""Texts, items, samples and corpora; pools are small, so that things repeat, overlap and tie."""

import unicodedata
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from attrs import evolve
from hypothesis import strategies as st

from measurand.values.items import Item, Slots, Span
from measurand.values.sample import Sample, Similarity
from measurand.values.tally import Tally

Corpus = tuple[Sample, ...]


class Shape(Enum):
    """What the items of a corpus are, so that a definition can observe it."""

    TEXTS = "texts"
    SLOTS = "slots"
    SPANS = "spans"


TASTE = "맛"
SPLIT_TASTE = unicodedata.normalize("NFD", TASTE)
WORDS = ("a", "b", "A", "a b", " a", "(a) b", "the b", "", TASTE, SPLIT_TASTE, "口味", "🍜", "ß")
LABELS = ("A", "B")
GROUPS = {"document": ("d1", "d2"), "run": ("r1", "r2")}
MARKS = "aAtThHeEnN()[]（）【】［］.,'-_ \t\n\u3000\u0301" + TASTE + SPLIT_TASTE + "口🍜éßﬁİΣς①Ａ"

words = st.sampled_from(WORDS)
texts = words | st.text(alphabet=MARKS, max_size=9) | st.text(max_size=6)
named_slots = st.builds(
    lambda aspect, polarity: Slots.of({"aspect": aspect, "polarity": polarity}),
    words | st.none(),
    st.sampled_from(("good", "Good", "bad", None)),
)
spans = st.builds(
    lambda start, size, label: Span(start, start + size, label),
    st.integers(0, 5),
    st.integers(1, 3),
    st.sampled_from(LABELS),
)
shares = st.integers(0, 20).map(lambda n: Fraction(n, 20))
weights = st.just(Fraction(1)) | st.sampled_from([Fraction(n, 2) for n in (0, 1, 2, 4, 5)])
amounts = st.integers(-50, 5000).map(lambda n: Fraction(n, 1000))


def items(shape: Shape) -> st.SearchStrategy[Item]:
    """Draw one item of a shape."""
    match shape:
        case Shape.TEXTS:
            return words
        case Shape.SLOTS:
            return named_slots
        case Shape.SPANS:
            return spans


@st.composite
def tallies(draw: st.DrawFn) -> Tally:
    """Draw a tally; hits may be fractions of an item."""
    predicted, gold = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    hits = Fraction(draw(st.integers(0, 20 * min(predicted, gold))), 20)
    return Tally(hits.numerator if hits.denominator == 1 else hits, predicted, gold)


@st.composite
def answers(draw: st.DrawFn, gold: tuple[Item, ...], shape: Shape, most: int) -> tuple[Item, ...]:
    """Draw predictions near gold items: the same, in another order, or some of them and others."""
    if not gold:
        return tuple(draw(st.lists(items(shape), max_size=most)))
    some = st.lists(st.sampled_from(gold) | items(shape), max_size=most)
    return tuple(draw(st.permutations(gold) | some | some))


@st.composite
def given_similarities(
    draw: st.DrawFn, predicted: Sequence[Item], gold: Sequence[Item]
) -> tuple[Similarity, ...]:
    """Draw similarities of some pairs; a pair may be given twice."""
    if not predicted or not gold:
        return ()
    pairs = st.builds(Similarity, st.sampled_from(predicted), st.sampled_from(gold), shares)
    return tuple(draw(st.lists(pairs, max_size=6)))


@st.composite
def samples(
    draw: st.DrawFn, shape: Shape = Shape.TEXTS, *, most: int = 4, counted: bool = True
) -> Sample:
    """Draw a sample with every group key; now and then without an answer, or ready counted."""
    kind = draw(st.sampled_from(("full", "full", "full", "silent", "counted")))
    gold = tuple(draw(st.lists(items(shape), max_size=most)))
    answer = draw(answers(gold, shape, most))
    cost = draw(st.none() | amounts)
    sample = Sample(
        id="",
        gold=gold,
        predicted=None if kind == "silent" else answer,
        similarities=() if kind == "silent" else draw(given_similarities(answer, gold)),
        groups=tuple((key, draw(st.sampled_from(names))) for key, names in GROUPS.items()),
        weight=draw(weights),
        amounts=() if cost is None else (("cost", cost),),
    )
    if kind != "counted" or not counted:
        return sample
    counts = draw(st.dictionaries(st.sampled_from(("", *LABELS)), tallies(), max_size=3))
    rows = tuple(sorted(counts.items()))
    return evolve(sample, gold=(), predicted=(), similarities=(), counts=rows)


def named(corpus: Sequence[Sample]) -> Corpus:
    """Give each sample an id of its own."""
    return tuple(evolve(sample, id=str(at)) for at, sample in enumerate(corpus))


def corpora(
    shape: Shape = Shape.TEXTS, *, most: int = 4, size: int = 4, counted: bool = True
) -> st.SearchStrategy[Corpus]:
    """Draw a corpus of items of one shape, at most `most` on each side of a sample."""
    return st.lists(samples(shape, most=most, counted=counted), max_size=size).map(named)
