"""Texts, items, samples and corpora; pools are small, so that things repeat, overlap and tie."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import product

from attrs import evolve
from hypothesis import strategies as st

from measurand.values.items import Item, Slots, Span
from measurand.values.sample import Sample, Similarity
from measurand.values.tally import Tally

Corpus = tuple[Sample, ...]


class Shape(Enum):
    """What the items of a corpus are, so that a definition can observe it.

    >>> Shape("spans").name
    'SPANS'
    """

    TEXTS = "texts"
    SLOTS = "slots"
    SPANS = "spans"
    COUNTS = "counts"


TASTE = "맛"
SPLIT_TASTE = unicodedata.normalize("NFD", TASTE)
WORDS = ("a", "b", "A", "a b", " a", "(a) b", "the b", "", TASTE, SPLIT_TASTE, "口味", "🍜", "ß")
LABELS = ("A", "B")
GROUPS = {"document": ("d1", "d2"), "run": ("r1", "r2")}
MARKS = "aAtThHeEnN\"\\=+()[]（）【】［］.,'-_ \t\n\u3000\u0301口🍜éßﬁİΣς①Ａ" + TASTE + SPLIT_TASTE

words = st.sampled_from(WORDS)
nested = st.sampled_from(("a (b [c]) d", "((a) b", "(a (b) c", "(a [b) c]", "e(x)\u0301", "t.he"))
texts = words | nested | st.text(alphabet=MARKS, max_size=9) | st.text(max_size=6)
named_slots = st.builds(
    lambda aspect, polarity, target: Slots.of(
        {"aspect": aspect, "polarity": polarity, "target": target}
    ),
    st.sampled_from(("a", "b", "", None)) | words,
    st.sampled_from(("good", "good", "good", "Good", "bad", None)),
    st.sampled_from((None, None, None, "", "a", "b")),
)
spans = st.builds(
    lambda start, size, label: Span(start, start + size, label),
    st.integers(0, 5),
    st.integers(1, 3),
    st.sampled_from(LABELS),
)
shares = st.sampled_from([Fraction(n, 20) for n in (0, 5, 10, 12, 14, 15, 16, 17, 18, 20)])
weights = st.just(Fraction(1)) | st.sampled_from([Fraction(n, 2) for n in (0, 1, 2, 4, 5)])
amounts = st.integers(-50, 5000).map(lambda n: Fraction(n, 1000))
flags = st.sampled_from((Fraction(0), Fraction(1), Fraction(1)))
COST = "cost"


def items(shape: Shape) -> st.SearchStrategy[Item]:
    """Draw one item of a shape.

    >>> from measurand.edges.trials.strategies.first import first
    >>> first(items(Shape.SPANS)).label in LABELS
    True
    """
    match shape:
        case Shape.TEXTS | Shape.COUNTS:
            return words
        case Shape.SLOTS:
            return named_slots
        case Shape.SPANS:
            return spans


@st.composite
def tallies(draw: st.DrawFn, most: int = 4) -> Tally:
    """Draw a tally; hits may be fractions of an item.

    >>> from measurand.edges.trials.strategies.first import first
    >>> first(tallies(), lambda tally: tally.predicted == 2).predicted
    2
    """
    predicted, gold = draw(st.integers(0, most)), draw(st.integers(0, most))
    hits = Fraction(draw(st.integers(0, 20 * min(predicted, gold))), 20)
    return Tally(hits.numerator if hits.denominator == 1 else hits, predicted, gold)


@st.composite
def answers(draw: st.DrawFn, gold: tuple[Item, ...], shape: Shape, most: int) -> tuple[Item, ...]:
    """Draw predictions near gold items: the same, in another order, or some of them and others.

    >>> from measurand.edges.trials.strategies.first import first
    >>> first(answers(("a",), Shape.TEXTS, 3), lambda items: len(items) == 1)
    ('a',)
    """
    if not gold:
        return tuple(draw(st.lists(items(shape), max_size=most)))
    near = st.sampled_from(gold).flatmap(nearly)
    some = st.lists(st.sampled_from(gold) | near | items(shape), max_size=most)
    return tuple(draw(st.permutations(gold) | some | some))


def nearly(item: Item) -> st.SearchStrategy[Item]:
    """Draw an item of which one slot is another; what has no slots stays.

    >>> from measurand.edges.trials.strategies.first import first
    >>> first(nearly("a"))
    'a'
    """
    if not isinstance(item, Slots):
        return st.just(item)
    return st.tuples(st.sampled_from(("aspect", "target")), st.sampled_from(("", None, "a"))).map(
        lambda change: Slots.of({**dict(item.entries), change[0]: change[1]})
    )


@st.composite
def given_similarities(
    draw: st.DrawFn, predicted: Sequence[Item], gold: Sequence[Item]
) -> tuple[Similarity, ...]:
    """Draw similarities of most pairs; now and then one is given twice.

    >>> from measurand.edges.trials.strategies.first import first
    >>> first(given_similarities("a", "b"), lambda given: len(given) == 1)[0].value <= 1
    True
    """
    pairs = list(dict.fromkeys(product(predicted, gold)))[:9]
    values = draw(st.tuples(*(st.none() | shares for _ in pairs)))
    alike = zip(pairs, values, strict=True)
    found = [Similarity(p, g, value) for (p, g), value in alike if value is not None]
    if not found:
        return ()
    again = st.builds(evolve, st.sampled_from(found), value=shares)
    return (*found, *draw(st.lists(again, max_size=1)))


@dataclass(frozen=True)
class More:
    """The names of what samples have beside gold and predictions: more lists, and numbers.

    Of the numbers `labels` are 0 or 1.

    >>> More(numbers=("cost", "right"), labels=("right",)).lists
    ()
    """

    lists: tuple[str, ...] = ()
    numbers: tuple[str, ...] = (COST,)
    labels: tuple[str, ...] = ()

    def number(self, name: str) -> st.SearchStrategy[Fraction]:
        """Draw a number."""
        if name in self.labels:
            return st.sampled_from((Fraction(0), Fraction(1)))
        return amounts if name == COST else flags | amounts


COSTED = More()


@st.composite
def samples(
    draw: st.DrawFn,
    shape: Shape = Shape.TEXTS,
    *,
    most: int = 4,
    alike: bool = True,
    more: More = COSTED,
) -> Sample:
    """Draw a sample with every group key, and at most `most` items on each side.

    Now and then it has no answer. It has similarities only if `alike`; of more lists and of numbers
    it has those that are named, and some of them are not there, now and then for a reason.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(samples(), lambda sample: len(sample.gold) == 2).gold)
    2
    """
    columns = {name: draw(st.none() | more.number(name)) for name in sorted(more.numbers)}
    bare = Sample(
        id="",
        groups=tuple((key, draw(st.sampled_from(names))) for key, names in GROUPS.items()),
        weight=draw(weights),
        amounts=tuple((name, value) for name, value in columns.items() if value is not None),
    )
    if shape is Shape.COUNTS:
        several = 3 if most > 1 else 1
        labels = st.sampled_from(("", *LABELS))
        counts = draw(st.dictionaries(labels, tallies(most), max_size=several))
        return evolve(bare, counts=tuple(sorted(counts.items())))
    gold = tuple(draw(st.lists(items(shape), max_size=most)))
    lists = {name: draw(given_answers(gold, shape, most)) for name in sorted(more.lists)}
    gone = [name for name, value in (columns | lists).items() if value is None]
    why = draw(st.sampled_from((None, "cut off"))) if gone and more != COSTED else None
    answer = draw(given_answers(gold, shape, most))
    beside = [item for some in lists.values() for item in some or ()]
    said, against = (*(answer or ()), *beside), (*gold, *beside)
    given = draw(given_similarities(said, against)) if alike else ()
    return evolve(
        bare,
        gold=gold,
        predicted=answer,
        similarities=given,
        lists=tuple(lists.items()),
        reasons=() if why is None else tuple((name, why) for name in sorted(gone)),
    )


def given_answers(
    gold: tuple[Item, ...], shape: Shape, most: int
) -> st.SearchStrategy[tuple[Item, ...] | None]:
    """Draw predictions near gold items; now and then there is no answer.

    >>> from measurand.edges.trials.strategies.first import first
    >>> first(given_answers(("a",), Shape.TEXTS, 3), lambda answer: answer is None)
    """
    return st.integers(0, 6).flatmap(lambda n: answers(gold, shape, most) if n else st.none())


def named(corpus: Sequence[Sample]) -> Corpus:
    """Give each sample an id of its own.

    >>> [sample.id for sample in named([Sample(id=""), Sample(id="")])]
    ['0', '1']
    """
    return tuple(evolve(sample, id=str(at)) for at, sample in enumerate(corpus))


def corpora(
    shape: Shape = Shape.TEXTS,
    *,
    most: int = 4,
    size: int = 4,
    alike: bool = True,
    more: More = COSTED,
) -> st.SearchStrategy[Corpus]:
    """Draw a corpus of samples of one shape, see there.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(first(corpora(), lambda corpus: len(corpus) == 2))
    2
    """
    one = samples(shape, most=most, alike=alike, more=more)
    return st.lists(one, max_size=size).map(named)
