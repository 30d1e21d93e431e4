"""Cases of items: sets, lists of tuples, labels, ratings, answers in turn, rankings.

Items, labels, codes, documents and grades are few, so that they meet, miss, repeat, tie and are
absent often, and samples are empty often; of three answers in turn some agree.
"""

from collections.abc import Sequence
from itertools import combinations, product

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from measurand.laws.kinds.changes import ChangesCase
from measurand.laws.kinds.labels import DeclaredCase, LabelsCase, WeightedCase
from measurand.laws.kinds.ranking import RankingCase
from measurand.laws.kinds.raters import RatersCase
from measurand.laws.kinds.set_scores import Item, SetsCase

Bag = tuple[Item, ...]
Pair = tuple[Bag, Bag]

ITEMS: tuple[Item, ...] = ("a", "b", "A", "bb")
"""Items of sets; some differ in case or in length only."""

SETS: tuple[Bag, ...] = tuple(
    chosen for size in range(len(ITEMS) + 1) for chosen in combinations(ITEMS, size)
)
"""Every set of items, the smallest first."""


def cases_of(bags: Sequence[Bag], *, listed: bool) -> SearchStrategy[SetsCase]:
    """Draw cases of one to five samples, whose sides are among `bags`.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(cases_of([("a",)], listed=True), lambda case: len(case.gold) == 1)
    >>> len(case.gold) == 1
    True
    """
    sample = st.sampled_from(pairs(bags))
    several = st.lists(sample, min_size=1, max_size=5)
    few = st.lists(sample, min_size=1, max_size=2)
    return st.builds(_case, several, few, st.integers(0, 59), listed=st.just(listed))


def pairs(bags: Sequence[Bag]) -> tuple[Pair, ...]:
    """Pair each with each, the smallest first; a tenth has nothing on either side.

    >>> pairs([("a",), ("b", "b")])[:3]
    (((), ()), (('a',), ('a',)), (('a',), ('b', 'b')))
    """
    each = sorted(product(bags, bags), key=lambda pair: len(pair[0]) + len(pair[1]))
    nothing: list[Pair] = [((), ())] * max(1, len(each) // 10)
    return (*nothing, *each)


def _case(here: list[Pair], there: list[Pair], place: int, *, listed: bool) -> SetsCase:
    gold, predicted, other_gold, other_predicted = (
        [list(sample[side]) for sample in samples] for samples in (here, there) for side in (0, 1)
    )
    return SetsCase(gold, predicted, other_gold, other_predicted, place, listed)


def sets_cases() -> SearchStrategy[SetsCase]:
    """Draw cases for scores of sets.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(sets_cases(), lambda case: len(case.gold) > 1)
    >>> len(case.gold) > 1
    True
    """
    return cases_of(SETS, listed=False)


TUPLES: tuple[Item, ...] = (("a", "x"), ("a", "yy"), ("A", "x"))
"""Items of lists, such as aspects with a polarity; some begin alike or differ in case only."""

LISTS: tuple[Bag, ...] = (
    (),
    *(items for size in (1, 2) for items in product(TUPLES, repeat=size)),
    *((TUPLES[0], one, TUPLES[0]) for one in TUPLES),
)
"""Every list of up to two items, and some of three with copies."""


def tuples_cases() -> SearchStrategy[SetsCase]:
    """Draw cases for scores of lists of tuples.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(tuples_cases(), lambda case: case.gold != case.predicted)
    >>> case.gold != case.predicted
    True
    """
    return cases_of(LISTS, listed=True)


label_names = ("a", "b", "A", "c")
labels = st.sampled_from(label_names)
_label_turns = st.sampled_from([False, False, False, True])
_pairs = st.tuples(labels, st.none() | labels)


@st.composite
def labels_cases(draw: st.DrawFn, most: int = 5) -> LabelsCase:
    """Draw a case for scores of labels, of at most `most` items.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(labels_cases(), lambda case: case.gold != case.predicted)
    >>> case.gold != case.predicted
    True
    """
    gold, predicted = draw(_items(most))
    last = max(0, len(gold) - 1)
    one, other = draw(labels), draw(labels)
    return LabelsCase(
        gold,
        predicted,
        one=draw(st.integers(0, last)),
        other=draw(st.integers(0, last)),
        names={one: other, other: one},
        cuts=draw(st.lists(st.integers(0, len(gold)), max_size=2)),
        times=draw(st.integers(2, 3)),
    )


@st.composite
def _items(draw: st.DrawFn, most: int = 5) -> tuple[list[str], list[str]]:
    pairs = draw(st.lists(_pairs, max_size=most))
    gold = [gold for gold, _ in pairs]
    if draw(_label_turns):
        return gold, [*gold[1:], *gold[:1]]
    return gold, [gold if label is None else label for gold, label in pairs]


@st.composite
def declared_cases(draw: st.DrawFn, most: int = 4) -> DeclaredCase:
    """Draw a case for scores over a declared list of labels, which differ.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(declared_cases(), lambda case: len(case.declared) > 1)
    >>> len(case.declared) > 1
    True
    """
    gold, predicted = draw(_items(most))
    declared = draw(st.lists(labels, min_size=1, max_size=3, unique=True))
    return DeclaredCase(gold, predicted, declared, one=draw(st.integers(0, len(declared) - 1)))


@st.composite
def weighted_cases(draw: st.DrawFn, most: int = 4) -> WeightedCase:
    """Draw a case for scores of labels with a whole number as the weight of each item.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(weighted_cases(), lambda case: sum(case.weights) > 1)
    >>> sum(case.weights) > 1
    True
    """
    gold, predicted = draw(_items(most))
    weights = st.lists(st.integers(0, 2), min_size=len(gold), max_size=len(gold))
    return WeightedCase(gold, predicted, draw(weights))


_answers = st.sets(st.sampled_from("abc"), max_size=2)
_NAMES = ({"a": "b", "b": "c", "c": "a"}, {"a": "c", "c": "a"}, {"a": "b", "b": "a"})


@st.composite
def changes_cases(draw: st.DrawFn, most: int = 3) -> ChangesCase:
    """Draw a case for changes, of at most `most` samples.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(changes_cases(), lambda case: case.before != case.after)
    >>> case.before != case.after
    True
    """
    gold = draw(st.lists(_answers, max_size=most))

    def side() -> list[set[str]]:
        return [set(draw(st.just(right) | _answers)) for right in gold]

    return ChangesCase(
        gold,
        side(),
        side(),
        side(),
        draw(st.integers(0, 2)),
        draw(st.permutations(range(len(gold)))),
        draw(st.sampled_from(_NAMES)),
    )


documents = st.sampled_from("abcde")
grades = st.sampled_from((1, 0, 2, 3))
scores = st.sampled_from((1.0, 2.0, 0.5, 0.0))
judgements = st.dictionaries(documents, grades, min_size=1, max_size=4)
rankings = st.dictionaries(documents, scores, min_size=1, max_size=4)


@st.composite
def ranking_cases(draw: st.DrawFn, most: int = 3) -> RankingCase:
    """Draw a case for scores of rankings, of one to `most` queries.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(ranking_cases(), lambda case: len(case.qrels) > 1)
    >>> len(case.qrels) > 1
    True
    """
    queries = [f"q{i + 1}" for i in range(draw(st.integers(1, most)))]
    return RankingCase(
        {query: draw(judgements) for query in queries},
        {query: draw(rankings) for query in queries},
        place=draw(st.integers(0, 3)),
        names=dict(zip("abcde", draw(st.permutations("abcde")), strict=True)),
    )


codes = st.sampled_from((1, 2, 1, 2, 4, None))
_CODES = ({1: 2, 2: 1}, {1: 4, 4: 1}, {1: 7, 2: 1}, {2: 4, 4: 2})


@st.composite
def raters_cases(draw: st.DrawFn, most: int = 5) -> RatersCase:
    """Draw a table of ratings, of two or three raters and of one to `most` units.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(raters_cases(), lambda case: case.varied())
    >>> case.varied()
    True
    """
    raters = draw(st.sampled_from((2, 3)))
    unit = st.lists(codes, min_size=raters, max_size=raters)
    return RatersCase(
        draw(st.lists(unit, min_size=1, max_size=most)),
        place=draw(st.integers(0, 3)),
        names=draw(st.sampled_from(_CODES)),
        times=draw(st.integers(2, 3)),
    )
