"""Of classes by themselves: the means over classes are the means of what each class scores."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from measurand.evidence.pool import pool
from measurand.metrics.by_class import OfClass, by_class
from measurand.metrics.definitions import observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined

ITEMS = st.frozensets(st.sampled_from("abcd"), max_size=3)
NAMES = st.sampled_from(["precision", "recall", "f", "f2", "jaccard", "specificity"])
OVER = st.sampled_from(["union", "gold", "predicted"])


@st.composite
def corpora(draw: st.DrawFn) -> list[Sample]:
    """Draw samples of sets, of labels, or of anything between, some with weights."""
    sides = draw(st.lists(st.tuples(ITEMS, ITEMS, st.sampled_from([1, 1, 2])), max_size=8))
    return [
        Sample(
            id=str(at),
            gold=sorted_items(gold),
            predicted=sorted_items(said),
            weight=Fraction(weight),
        )
        for at, (gold, said, weight) in enumerate(sides)
    ]


def sorted_items(items: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(items))


def scored(text: str, samples: Sequence[Sample]) -> tuple[Score, tuple[OfClass, ...]]:
    definition = parse(text)
    finaliser = Finaliser(pool(observing(definition), samples))
    return finaliser.score(definition).score, by_class(definition, finaliser)


def numbers(found: Sequence[OfClass]) -> list[tuple[Fraction, Fraction]]:
    return [
        (one.scored.score.value, Fraction(one.counts.gold))
        for one in found
        if isinstance(one.scored.score, Defined) and isinstance(one.scored.score.value, Fraction)
    ]


@given(corpora(), NAMES, OVER)
def test_the_macro_mean_is_the_mean_of_its_classes(
    samples: list[Sample], name: str, over: str
) -> None:
    mean, found = scored(f"{name}(class=item,average=macro[class],over={over})", samples)

    values = [value for value, _ in numbers(found)]
    assert mean == (Defined(Fraction(sum(values), len(values))) if values else mean)
    assert bool(values) == isinstance(mean, Defined)


@given(corpora(), NAMES)
def test_the_weighted_mean_weighs_each_class_by_its_gold(samples: list[Sample], name: str) -> None:
    mean, found = scored(f"{name}(class=item,average=weighted[class])", samples)

    weight = sum(gold for _, gold in numbers(found))
    total = sum(value * gold for value, gold in numbers(found))
    assert mean == (Defined(Fraction(total, weight)) if weight else mean)
    assert bool(weight) == isinstance(mean, Defined)


@given(corpora())
def test_counts_are_those_of_sets(samples: list[Sample]) -> None:
    _, found = scored("f(class=item,average=macro[class])", samples)

    counted: dict[str, list[Fraction]] = {}
    for sample in samples:
        gold, said = {*sample.gold}, {*(sample.predicted or ())}
        for item in gold | said:
            sums = counted.setdefault(str(item), [Fraction(0)] * 3)
            for at, side in enumerate((gold & said, said, gold)):
                sums[at] += sample.weight * (item in side)
    assert counted == {
        one.label: [one.counts.hits, one.counts.predicted, one.counts.gold] for one in found
    }


@given(corpora())
def test_a_class_of_nobody_has_no_number(samples: list[Sample]) -> None:
    _, found = scored("f(class=item,average=macro[class],over=declared[zz])", samples)

    assert [one.label for one in found] == ["zz"]
    assert isinstance(found[0].scored.score, Undefined)
