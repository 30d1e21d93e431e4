"""Texts, items, samples and corpora; pools are small, so that things repeat, overlap and tie.

A strategy costs more to make than to draw from, since Hypothesis checks each anew. So none is made
for a drawn value: answers are drawn as places in gold, whatever stands there.
"""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import product
from operator import itemgetter

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


@lru_cache(maxsize=64)
def _twentieths(most: int) -> st.SearchStrategy[Fraction]:
    return st.integers(0, 20 * most).map(lambda n: Fraction(n, 20))


@st.composite
def tallies(draw: st.DrawFn, most: int = 4) -> Tally:
    """Draw a tally; hits may be fractions of an item.

    >>> from measurand.edges.trials.strategies.first import first
    >>> first(tallies(), lambda tally: tally.predicted == 2).predicted
    2
    """
    predicted, gold = draw(st.integers(0, most)), draw(st.integers(0, most))
    hits = draw(_twentieths(min(predicted, gold)))
    return Tally(hits.numerator if hits.denominator == 1 else hits, predicted, gold)


Pick = Callable[[tuple[Item, ...]], Item]
"""An item, given the gold items: one of them, one nearly so, or any."""


def _same(at: int) -> Pick:
    return itemgetter(at)


def _nearly(at: int, change: tuple[str, str | None]) -> Pick:
    return lambda gold: changed(gold[at], *change)


def _other(item: Item) -> Pick:
    return lambda _gold: item


def changed(item: Item, slot: str, value: str | None) -> Item:
    """Fill a slot of an item anew; what has no slots stays.

    >>> changed("a", "aspect", "b")
    'a'
    """
    return Slots.of({**dict(item.entries), slot: value}) if isinstance(item, Slots) else item


changes = st.tuples(st.sampled_from(("aspect", "target")), st.sampled_from(("", None, "a")))


@lru_cache(maxsize=256)
def _picks(shape: Shape, count: int, most: int) -> st.SearchStrategy[list[Pick]]:
    """Draw how answers to so many gold items come about."""
    others = items(shape).map(_other)
    if not count:
        return st.lists(others, max_size=most)
    places = st.integers(0, count - 1)
    near = st.builds(_nearly, places, changes) if shape is Shape.SLOTS else places.map(_same)
    some = st.lists(places.map(_same) | near | others, max_size=most)
    again = st.permutations(range(count)).map(lambda order: [_same(at) for at in order])
    return again | some | some


def _picked(picks: Sequence[Pick] | None, gold: tuple[Item, ...]) -> tuple[Item, ...] | None:
    return None if picks is None else tuple(pick(gold) for pick in picks)


def answers(gold: tuple[Item, ...], shape: Shape, most: int) -> st.SearchStrategy[tuple[Item, ...]]:
    """Draw predictions near gold items: the same, in another order, or some of them and others.

    >>> from measurand.edges.trials.strategies.first import first
    >>> first(answers(("a",), Shape.TEXTS, 3), lambda items: len(items) == 1)
    ('a',)
    """
    return _picks(shape, len(gold), most).map(lambda picks: _picked(picks, gold) or ())


@lru_cache(maxsize=256)
def _given_picks(shape: Shape, count: int, most: int) -> st.SearchStrategy[list[Pick] | None]:
    """Draw how answers come about; now and then there are none."""
    return st.integers(0, 6).flatmap(lambda n: _picks(shape, count, most) if n else st.none())


@lru_cache(maxsize=64)
def _values(count: int) -> st.SearchStrategy[tuple[Fraction | None, ...]]:
    return st.tuples(*[st.none() | shares] * count)


@lru_cache(maxsize=64)
def _second_values(count: int) -> st.SearchStrategy[list[tuple[int, Fraction]]]:
    return st.lists(st.tuples(st.integers(0, count - 1), shares), max_size=1)


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
    alike = zip(pairs, draw(_values(len(pairs))), strict=True)
    found = [Similarity(p, g, value) for (p, g), value in alike if value is not None]
    if not found:
        return ()
    again = [evolve(found[at], value=value) for at, value in draw(_second_values(len(found)))]
    return (*found, *again)


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


groups = {key: st.sampled_from(names) for key, names in GROUPS.items()}
reasons = st.sampled_from((None, "cut off"))


@lru_cache(maxsize=64)
def _perhaps(more: More, name: str) -> st.SearchStrategy[Fraction | None]:
    return st.none() | more.number(name)


@lru_cache(maxsize=64)
def _lists(shape: Shape, most: int) -> st.SearchStrategy[list[Item]]:
    return st.lists(items(shape), max_size=most)


@lru_cache(maxsize=16)
def _counts(most: int) -> st.SearchStrategy[dict[str, Tally]]:
    labels = st.sampled_from(("", *LABELS))
    return st.dictionaries(labels, tallies(most), max_size=3 if most > 1 else 1)


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
    columns = {name: draw(_perhaps(more, name)) for name in sorted(more.numbers)}
    bare = Sample(
        id="",
        groups=tuple((key, draw(names)) for key, names in groups.items()),
        weight=draw(weights),
        amounts=tuple((name, value) for name, value in columns.items() if value is not None),
    )
    if shape is Shape.COUNTS:
        return evolve(bare, counts=tuple(sorted(draw(_counts(most)).items())))
    gold = tuple(draw(_lists(shape, most)))
    picks = _given_picks(shape, len(gold), most)
    lists = {name: _picked(draw(picks), gold) for name in sorted(more.lists)}
    gone = [name for name, value in (columns | lists).items() if value is None]
    why = draw(reasons) if gone and more != COSTED else None
    answer = _picked(draw(picks), gold)
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
    return _corpora(shape, most, size, more, alike=alike)


@lru_cache(maxsize=256)
def _corpora(
    shape: Shape, most: int, size: int, more: More, *, alike: bool
) -> st.SearchStrategy[Corpus]:
    one = samples(shape, most=most, alike=alike, more=more)
    return st.lists(one, max_size=size).map(named)
