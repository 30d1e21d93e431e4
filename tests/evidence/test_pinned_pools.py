"""Wildcards, what a sample gives, and pools and pairs of samples, at their edges."""

import re
from fractions import Fraction

import pytest

from measurand.evidence.evidence import Excluded, Observed
from measurand.evidence.matching import (
    Link,
    MultisetMatch,
    Optimal,
    SetMatch,
    multiset_links,
)
from measurand.evidence.observation import (
    Charge,
    ClassKind,
    ClassOf,
    ColumnOf,
    Credit,
    Missing,
    Observation,
    Together,
)
from measurand.evidence.observe import (
    aside_by_keys,
    counts_aside,
    credit,
    key_counts,
    observe,
    tallies,
)
from measurand.evidence.pairs import Pairs, UnpairedError, paired_parts, pairs
from measurand.evidence.pool import Pool, pool
from measurand.evidence.sides import Filling, Holds, Sides, Wildcard, WildKind
from measurand.evidence.span_matching import SpanMatch
from measurand.evidence.wildcards import wildcard_counts, wildcard_links
from measurand.values.items import Slots, Span
from measurand.values.sample import Sample
from measurand.values.tally import Tally

HALF, THIRD, ONE, NONE = Fraction(1, 2), Fraction(1, 3), Fraction(1), Fraction(0)
ASPECT = Slots.of({"aspect": "price", "polarity": "pos"})
BY_ASPECT = Observation(unit=("aspect",))


def refused(kind: type[Exception], message: str) -> "pytest.RaisesExc[Exception]":
    return pytest.raises(kind, match=f"^{re.escape(message)}$")


def amounts(**values: Fraction) -> Sample:
    return Sample(id="1", amounts=tuple(sorted(values.items())))


# Wildcards, and items that do not count.


def wild(kind: WildKind = WildKind.GOLD) -> Observation:
    return Observation(unit=("term", "polarity"), wildcard=Wildcard(kind, "term"))


def test_empty_slots_take_what_is_left_one_to_one() -> None:
    predicted = [("a", "+"), ("b", "+"), ("", "+"), ("c", "-")]
    gold = [("", "+"), ("a", "+"), ("", "-"), ("d", "+")]

    def found(kind: WildKind) -> list[tuple[int, int]]:
        equal = multiset_links(predicted, gold)
        return sorted(
            (x.predicted, x.gold) for x in wildcard_links(wild(kind), predicted, gold, equal)
        )

    assert found(WildKind.GOLD) == [(0, 1), (1, 0), (3, 2)]
    assert found(WildKind.BOTH) == [(0, 1), (1, 0), (2, 3), (3, 2)]
    assert wildcard_counts(wild(), predicted, gold) == (3, 4, 4)
    assert wildcard_counts(wild(WildKind.BOTH), predicted, gold) == (4, 4, 4)


def test_without_an_empty_slot_equal_items_alone_count() -> None:
    named, other = [("a", "+"), ("a", "+"), ("b", "-")], [("a", "+"), ("b", "+")]

    assert wildcard_counts(wild(), named, other) == (1, 3, 2)
    assert wildcard_counts(wild(WildKind.BOTH), [("", "+"), ("", "+")], other) == (2, 2, 2)
    assert wildcard_counts(wild(), [("", "+")], other) == (0, 1, 2)


@pytest.mark.parametrize("kind", [WildKind.GOLD, WildKind.BOTH])
def test_empty_slots_on_both_sides_answer_each_other_last(kind: WildKind) -> None:
    predicted, gold = [("", "+"), ("", "+"), ("a", "+")], [("", "+"), ("", "+"), ("", "+")]
    equal = multiset_links(predicted, gold)

    found = wildcard_links(wild(kind), predicted, gold, equal)

    assert sorted((one.predicted, one.gold) for one in found) == [(0, 1), (1, 2), (2, 0)]
    assert wildcard_counts(wild(kind), predicted, gold) == (3, 3, 3)
    assert wildcard_counts(wild(kind), predicted[:1], gold[:1]) == (1, 1, 1)


def test_only_filled_slots_tell_gold_aside_by_keys() -> None:
    filled = (Holds(Filling.FILLED, "term"),)
    kept = Sides(gold_keep=filled)

    assert aside_by_keys(Observation(unit=("term",), sides=kept))
    assert aside_by_keys(
        Observation(unit=("x", "term"), sides=kept, wildcard=Wildcard(WildKind.GOLD, "term"))
    )
    for other in (
        Observation(unit=("x", "term"), sides=kept),
        Observation(sides=kept),
        Observation(unit=("term",), sides=Sides(gold_keep=(Holds(Filling.EMPTY, "term"),))),
        Observation(unit=("term",), sides=kept, wildcard=Wildcard(WildKind.BOTH, "term")),
        Observation(unit=("term",), sides=kept, match=Optimal()),
    ):
        assert not aside_by_keys(other)


def test_answers_that_other_gold_takes_are_left_out() -> None:
    how = Observation(unit=("term",), match=MultisetMatch())
    answers, asked, whole = [("a",), ("a",), ("b",), ("c",)], [("a",)], [("a",), ("b",), ("b",)]

    assert counts_aside(how, answers, asked, whole) == (1, 3, 1)
    assert counts_aside(Observation(unit=("term",)), answers, asked, whole) == (1, 2, 1)


def test_keys_are_counted_as_sets_or_with_duplicates() -> None:
    assert key_counts(Observation(match=SetMatch()), "aab", "aac") == (1, 2, 2)
    assert key_counts(Observation(match=MultisetMatch()), "aab", "aac") == (2, 3, 3)


# Observing.


def test_what_a_sample_lacks_is_said() -> None:
    no_answer = Sample(id="1", gold=("a",), predicted=None)
    told = Sample(id="1", predicted=None, reasons=(("cost", "free"), ("predicted", "timed out")))
    stage = Sample(id="1", lists=(("stage", None),), reasons=())
    skip = Observation(missing=Missing.SKIP)

    assert observe(skip, no_answer) == Excluded("no answer")
    assert observe(skip, told) == Excluded("timed out")
    assert observe(ColumnOf("cost"), told) == Excluded("free")
    assert observe(ColumnOf("hit"), told) == Excluded("no number 'hit'")
    assert observe(Observation(sides=Sides(gold="stage")), stage) == Excluded("no gold")
    assert observe(Observation(missing=Missing.EMPTY), no_answer) == Observed(
        (("", Tally(0, 0, 1)),)
    )


@pytest.mark.parametrize(
    ("kind", "worth"),
    [
        (Credit.SIMILARITY, [HALF, 1, 0]),
        (Credit.BINARY, [1, 1, 0]),
        (Credit.FUZZY, [HALF, 0, 0]),
        (Credit.EXACT, [0, 1, 0]),
    ],
)
def test_a_link_is_worth_what_the_definition_says(kind: Credit, worth: list[Fraction]) -> None:
    made = [Link(0, 0, HALF, exact=False), Link(0, 0), Link(0, 0, NONE, exact=False)]

    assert [credit(Observation(credit=kind), link) for link in made] == worth


@pytest.mark.parametrize(
    ("charge", "by_class"),
    [
        (Charge.GOLD, {"A": Tally(0, 1, 1), "C": Tally(0, 1, 0), "D": Tally(0, 0, 1)}),
        (Charge.PREDICTED, {"B": Tally(0, 1, 1), "C": Tally(0, 1, 0), "D": Tally(0, 0, 1)}),
        (
            Charge.BOTH,
            {
                "A": Tally(0, 0, 1),
                "B": Tally(0, 1, 0),
                "C": Tally(0, 1, 0),
                "D": Tally(0, 0, 1),
            },
        ),
    ],
)
def test_a_confusion_is_charged_to_one_class_or_both(
    charge: Charge, by_class: dict[str, Tally]
) -> None:
    how = Observation(match=SpanMatch(), classes=ClassOf(ClassKind.LABEL), charge=charge)
    sample = Sample(
        id="1",
        gold=(Span(0, 2, "A"), Span(20, 22, "D")),
        predicted=(Span(0, 2, "B"), Span(10, 12, "C")),
    )

    assert tallies(how, sample) == by_class


# Pools and pairs.


def test_pools_and_pairs_of_different_groups_or_observations_do_not_add() -> None:
    cost, time = ColumnOf("cost"), ColumnOf("time")

    with refused(ValueError, "pools of the same group keys add: got ('a',) and ('b',)"):
        Pool(("a",)) + Pool(("b",))
    with refused(ValueError, f"pools of one observation add: got {cost} and {time}"):
        pool(cost, []) + pool(time, [])
    with refused(ValueError, "pairs of the same group keys add: got ('a',) and ('b',)"):
        Pairs(("a",)) + Pairs(("b",))
    with refused(ValueError, f"pairs of one observation add: got {cost} and {time}"):
        pairs(cost, [], []) + pairs(time, [], [])
    assert (Pool() + pool(cost, [])).observing == cost
    assert (pairs(cost, [], []) + Pairs()).observing == cost


def test_pairs_of_shards_count_who_answered_alone() -> None:
    total = Pairs(alone=(1, 2)) + Pairs(alone=(3, 5))

    assert (total.alone, total.swapped().alone) == ((4, 7), (7, 4))


def test_a_pool_is_split_by_one_of_its_groups() -> None:
    samples = [
        Sample(id=str(at), gold=("a",), groups=(("run", run), ("site", site)))
        for at, (run, site) in enumerate((("1", "A"), ("2", "A"), ("1", "B")))
    ]
    parts = pool(Observation(), samples, names=("run", "site")).split("run")

    assert {name: (one.names, one.scored()) for name, one in parts.items()} == {
        "1": (("site",), 2),
        "2": (("site",), 1),
    }
    assert set(parts["1"].keyed.bags) == {("A",), ("B",)}


def test_samples_that_are_not_scored_are_counted_by_reason() -> None:
    samples = [Sample(id="1"), Sample(id="2"), amounts(cost=ONE)]
    found = pool(Together((ColumnOf("cost"), ColumnOf("time"))), samples)

    assert found.excluded() == {"no number 'cost'": 2, "no number 'time'": 1}
    assert found.scored() == 0
    assert found.project(0).scored() == 0
    assert found.project(1).observing == ColumnOf("time")


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("11", "1", "ids that differ within the first system: got '1' twice"),
        ("1", "11", "ids that differ within the second system: got '1' twice"),
    ],
)
def test_ids_differ_within_a_system(first: str, second: str, message: str) -> None:
    with refused(UnpairedError, message):
        pairs(Observation(), [Sample(id=i) for i in first], [Sample(id=i) for i in second])


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (Sample(id="1", gold=("b",)), "gold list"),
        (Sample(id="1", gold=("a", "a")), "gold list"),
        (Sample(id="1", gold=("a",), weight=Fraction(2)), "weight"),
        (Sample(id="1", gold=("a",), groups=(("run", "2"),)), "group 'run'"),
    ],
)
def test_what_belongs_to_the_sample_is_the_same_in_both_systems(other: Sample, what: str) -> None:
    one = Sample(id="1", gold=("a",), groups=(("run", "1"),))

    with refused(UnpairedError, f"the same {what} in both systems: got two for sample '1'"):
        pairs(Observation(), [one], [other], names=("run",))


def test_the_second_system_may_name_no_group_and_answer_less() -> None:
    first = [Sample(id=i, groups=(("run", "1"),)) for i in "123"]
    second = [Sample(id=i) for i in "2456"]

    found = pairs(Observation(), first, second, names=("run",))

    assert (found.alone, list(found.keyed.bags)) == ((2, 3), [("1",)])


def test_parts_of_a_pool_are_named_by_number() -> None:
    cost = ColumnOf("cost")
    both = pool(Together((cost, ColumnOf("time"))), [])

    with refused(ValueError, "two of the parts 0 to 1 of a pool: got 0 and 2"):
        paired_parts(both, 0, 2)
    with refused(ValueError, "two of the parts 0 to 1 of a pool: got -1 and 0"):
        paired_parts(both, -1, 0)
    with refused(ValueError, "a pool of several observations: got one of one"):
        paired_parts(pool(cost, []), 0, 0)
    with refused(
        ValueError,
        f"parts that differ in the list of answers alone: got {cost} and {ColumnOf('time')}",
    ):
        paired_parts(both, 0, 1)
