"""What items are compared by, how they are paired, and the exact words of what does not fit."""

import re
from collections.abc import Callable
from fractions import Fraction

import pytest

from measurand.evidence.alignment import jaccard, keyed, links
from measurand.evidence.keying import UnfitSampleError, answer_key, class_of, key, keys, slot_text
from measurand.evidence.matching import (
    GivenCounts,
    Greedy,
    Link,
    MultisetMatch,
    Optimal,
    SimilarityKind,
    greedy_links,
    multiset_links,
    optimal_links,
)
from measurand.evidence.observation import (
    ClassKind,
    ClassOf,
    ColumnOf,
    Observation,
    Values,
)
from measurand.evidence.observe import (
    observe,
    ready_tallies,
)
from measurand.evidence.pool import place_of
from measurand.evidence.sides import First, Sides
from measurand.evidence.span_matching import (
    Assign,
    Mode,
    Scope,
    SpanMatch,
    iou,
    span_credit,
    span_links,
)
from measurand.values.items import Item, Slots, Span
from measurand.values.sample import Sample, Similarity

HALF, THIRD, ONE, NONE = Fraction(1, 2), Fraction(1, 3), Fraction(1), Fraction(0)
ASPECT = Slots.of({"aspect": "price", "polarity": "pos"})
BY_ASPECT = Observation(unit=("aspect",))


def refused(kind: type[Exception], message: str) -> "pytest.RaisesExc[Exception]":
    return pytest.raises(kind, match=f"^{re.escape(message)}$")


# Keys.


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: key(BY_ASPECT, "a"), "items with named slots for unit=aspect: got 'a'"),
        (
            lambda: key(Observation(unit=("a", "b")), Span(0, 2, "A")),
            "items with named slots for unit=a+b: got 'A[0, 2)'",
        ),
        (
            lambda: answer_key(Observation(unit=("a",), sides=Sides(answer_unit=("b",))), "plain"),
            "items with named slots for unit=a: got 'plain'",
        ),
        (
            lambda: key(Observation(unit=("aspct",)), ASPECT),
            "items with a slot 'aspct' (did you mean 'aspect'?): got slots aspect, polarity",
        ),
        (
            lambda: key(Observation(unit=("zzz",)), ASPECT),
            "items with a slot 'zzz': got slots aspect, polarity",
        ),
        (lambda: key(BY_ASPECT, Slots(())), "items with a slot 'aspect': got slots none"),
        (
            lambda: slot_text(Observation(), "plain", "aspect"),
            "items with a slot 'aspect': got 'plain'",
        ),
        (
            lambda: class_of(Observation(classes=ClassOf(ClassKind.LABEL)), "plain", "plain"),
            "items for which class=label has a meaning: got 'plain'",
        ),
        (
            lambda: class_of(
                Observation(classes=ClassOf(ClassKind.FIELD, "aspect")), Span(0, 2, "A"), None
            ),
            "items for which class=field has a meaning: got 'A[0, 2)'",
        ),
        (
            lambda: links(
                Observation(match=SpanMatch()),
                Sample(id="1"),
                [(Span(0, 1), None), ("plain", None)],
                [],
            ),
            "items with start and end for match=spans: got 'plain'",
        ),
        (
            lambda: place_of(Sample(id="1", groups=(("run", "a"), ("site", "b"))), ("runs",)),
            "a group 'runs' of the sample (did you mean 'run'?): got groups run, site",
        ),
        (
            lambda: place_of(Sample(id="1"), ("run",)),
            "a group 'run' of the sample: got groups none",
        ),
        (
            lambda: observe(ColumnOf("hit", values=Values.BINARY), amounts(hit=HALF)),
            "a number 'hit' that is 0 or 1: got 1/2",
        ),
        (
            lambda: observe(Observation(sides=Sides(answer="draft")), Sample(id="1")),
            "a list 'draft' of the sample: got lists none beside gold and predicted",
        ),
        (
            lambda: observe(
                Observation(sides=Sides(answer="draft")),
                Sample(id="1", lists=(("first", ()), ("second", ()))),
            ),
            "a list 'draft' of the sample: got lists first, second",
        ),
        (
            lambda: ready_tallies(Observation(match=GivenCounts()), Sample(id="1")),
            "ready-made tallies for match=given: got items",
        ),
        (
            lambda: observe(Observation(), Sample(id="1", counts=())),
            "items, or match=given for ready-made tallies: got ready-made tallies",
        ),
    ],
)
def test_a_sample_that_does_not_fit_is_refused(ask: Callable[[], object], message: str) -> None:
    with refused(UnfitSampleError, message):
        ask()


def amounts(**values: Fraction) -> Sample:
    return Sample(id="1", amounts=tuple(sorted(values.items())))


def test_the_first_slot_that_is_filled_is_the_key() -> None:
    how = Observation(unit=("term",), sides=Sides(answer_unit=(First(("ref", "alt", "term")),)))
    texts = [("", "b", "c"), (None, None, "c"), ("a", "b", "c"), ("", None, ""), ("", "", None)]
    items = [Slots.of({"ref": r, "alt": a, "term": t}) for r, a, t in texts]

    assert [answer_key(how, item) for item in items] == [("b",), ("c",), ("a",), ("",), (None,)]
    assert keys(Observation(unit=("term",)), items[:2]) == [("c",), ("c",)]


@pytest.mark.parametrize(
    ("item", "name"),
    [
        (Slots.of({"a": "x y_z-1", "b": None}), "(x y_z-1, -)"),
        (Slots.of({"a": "-", "b": ""}), '("-", "")'),
        (Slots.of({"a": " x", "b": "x, y"}), '(" x", "x, y")'),
        (Slots.of({"a": "맛X", "b": "XX"}), "(맛X, XX)"),
        (Slots.of({"a": 'q"', "b": "x."}), '("q\\"", "x.")'),
        ("plain", "plain"),
        (Span(0, 2, "A"), "A[0, 2)"),
    ],
)
def test_items_that_are_classes_have_names_that_differ(item: Item, name: str) -> None:
    how = Observation(classes=ClassOf(ClassKind.ITEM))

    assert class_of(how, item, key(how, item)) == name


def test_the_class_of_a_chosen_unit_is_written_by_the_names_of_its_slots() -> None:
    how = Observation(unit=("polarity", "aspect"), classes=ClassOf(ClassKind.ITEM))

    assert class_of(how, ASPECT, key(how, ASPECT)) == "(price, pos)"


def test_an_empty_slot_has_the_plain_class() -> None:
    how = Observation(classes=ClassOf(ClassKind.FIELD, "aspect"))

    assert class_of(how, Slots.of({"aspect": None}), None) == ""
    assert class_of(how, ASPECT, None) == "price"


# Alignment.


def test_items_stand_in_the_order_of_their_matcher() -> None:
    items = ("b", "a", "b")

    assert keyed(Observation(match=MultisetMatch()), items, items) == [
        ("a", "a"),
        ("b", "b"),
        ("b", "b"),
    ]
    assert keyed(Observation(match=Greedy()), items, items) == [("b", "b"), ("a", "a"), ("b", "b")]
    with pytest.raises(ValueError, match="zip"):
        keyed(Observation(), items, items[:2])


@pytest.mark.parametrize(
    ("kind", "worth"),
    [
        # {c, a, r, space, p, k} and {c, a, r, p, k, space, s}: 6 of 7 characters;
        # {car, park} and {car, parks}: 1 of 3 words.
        (SimilarityKind.CHARACTERS, Fraction(6, 7)),
        (SimilarityKind.TOKENS, THIRD),
    ],
)
@pytest.mark.parametrize("matcher", [Greedy, Optimal])
def test_texts_are_alike_by_their_characters_or_words(
    kind: SimilarityKind, worth: Fraction, matcher: "type[Greedy | Optimal]"
) -> None:
    how = Observation(match=matcher(similarity=kind, threshold=Fraction(1, 4)))
    mine, right = keyed(how, ["car park"], ["car park"]), keyed(how, ["car parks"], ["car parks"])

    assert links(how, Sample(id="1"), mine, right) == (Link(0, 0, worth, exact=False),)


def test_the_text_of_slots_is_their_values_with_a_space_between() -> None:
    match = Greedy(similarity=SimilarityKind.TOKENS, threshold=NONE)
    one, other = Slots.of({"a": "x", "b": "y", "c": None}), Slots.of({"a": "y", "b": "z"})

    for how, share in (
        (Observation(match=match), THIRD),
        (Observation(match=match, unit=("a", "b")), THIRD),
    ):
        mine, right = [(one, key(how, one))], [(other, key(how, other))]
        assert links(how, Sample(id="1"), mine, right) == (Link(0, 0, share, exact=False),)


def test_the_largest_of_several_given_similarities_counts() -> None:
    sample = Sample(
        id="1",
        similarities=(
            Similarity("a", "b", Fraction(3, 4)),
            Similarity("a", "b", Fraction(2, 3)),
            Similarity("b", "a", ONE),
        ),
    )
    how = Observation(match=Greedy())

    assert links(how, sample, [("a", "a")], [("b", "b")]) == (
        Link(0, 0, Fraction(3, 4), exact=False),
    )
    assert links(how, sample, [("a", "a")], [("c", "c")]) == ()


def test_two_empty_texts_are_alike() -> None:
    assert jaccard(frozenset(), frozenset()) == 1
    assert jaccard(frozenset("a"), frozenset()) == 0


# Matchers.


def test_equal_keys_are_paired_first_with_first() -> None:
    assert multiset_links("aba", "xaa") == (Link(0, 1), Link(2, 2))


def test_greedy_pairing_goes_on_after_an_exact_pair() -> None:
    def alike(p: int, g: int) -> Fraction:
        return Fraction(3 + p, 5) if g else HALF

    assert greedy_links("ab", "ac", alike, HALF) == (
        Link(0, 0),
        Link(1, 1, Fraction(4, 5), exact=False),
    )
    assert greedy_links("b", "a", lambda _p, _g: HALF, HALF) == ()
    assert greedy_links("bc", "a", lambda p, _g: Fraction(2 + p, 4), HALF) == (
        Link(1, 0, Fraction(3, 4), exact=False),
    )


def test_the_first_of_equally_like_gold_items_is_taken() -> None:
    found = greedy_links("x", "ab", lambda _p, _g: ONE, HALF)

    assert found == (Link(0, 0, ONE, exact=False),)


def test_optimal_pairing_takes_the_largest_total() -> None:
    table = {(0, 0): Fraction(9, 10), (0, 1): Fraction(8, 10), (1, 0): Fraction(8, 10)}

    def alike(p: int, g: int) -> Fraction:
        return table.get((p, g), NONE)

    found = optimal_links("xy", "uv", alike, HALF)

    assert [(one.predicted, one.gold, one.exact) for one in found] == [
        (0, 1, False),
        (1, 0, False),
    ]
    assert optimal_links("x", "u", lambda _p, _g: HALF, HALF) == ()


def test_an_exact_pair_weighs_one_whatever_the_threshold() -> None:
    assert optimal_links("a", "a", lambda _p, _g: NONE, ONE) == (Link(0, 0, ONE),)


@pytest.mark.parametrize("make", [Greedy, Optimal])
@pytest.mark.parametrize("value", [Fraction(-1, 100), Fraction(101, 100)])
def test_a_threshold_lies_in_the_unit_interval(
    make: "type[Greedy | Optimal]", value: Fraction
) -> None:
    assert [make(threshold=Fraction(end)).threshold for end in (0, 1)] == [0, 1]
    with refused(ValueError, f"a threshold lies in [0, 1]: got {value}"):
        make(threshold=value)


# Spans.


@pytest.mark.parametrize("value", [Fraction(0), Fraction(101, 100)])
def test_a_threshold_of_overlap_is_positive_and_at_most_one(value: Fraction) -> None:
    assert SpanMatch(threshold=ONE).threshold == 1
    with refused(ValueError, f"an IoU threshold lies in (0, 1]: got {value}"):
        SpanMatch(threshold=value)


@pytest.mark.parametrize(
    ("mode", "worth"),
    [
        # The same place and label, the same place, an overlap of 2 in 4 with the same label.
        (Mode.STRICT, [1, 0, 0]),
        (Mode.EXACT, [1, 1, 0]),
        (Mode.PARTIAL, [1, 1, HALF]),
        (Mode.TYPE, [1, 0, 1]),
        (Mode.IOU, [1, 0, 1]),
    ],
)
def test_a_pair_of_spans_is_judged_by_the_mode(mode: Mode, worth: list[Fraction]) -> None:
    gold = Span(0, 3, "A")
    found = [Span(0, 3, "A"), Span(0, 3, "B"), Span(1, 4, "A")]

    assert [span_credit(SpanMatch(mode=mode), one, gold) for one in found] == worth
    assert iou(Span(1, 4), gold) == HALF


def test_a_pair_below_the_threshold_of_overlap_is_none() -> None:
    match = SpanMatch(mode=Mode.IOU, threshold=Fraction(51, 100))

    assert span_links(match, [Span(1, 4, "A")], [Span(0, 3, "A")]) == ()
    assert span_credit(match, Span(1, 4, "A"), Span(0, 3, "A")) == 0


def test_a_link_of_spans_says_whether_they_are_the_same() -> None:
    found = span_links(
        SpanMatch(mode=Mode.PARTIAL),
        [Span(0, 2, "A"), Span(5, 8, "A")],
        [Span(0, 2, "A"), Span(5, 7, "A")],
    )

    assert [one.exact for one in found] == [True, False]


def test_spans_that_touch_do_not_overlap() -> None:
    assert span_links(SpanMatch(mode=Mode.PARTIAL), [Span(0, 3)], [Span(3, 5)]) == ()


def test_greedy_spans_take_the_first_that_overlaps_and_optimal_ones_the_best() -> None:
    predicted = [Span(4, 9, "A"), Span(0, 5, "A")]
    gold = [Span(4, 8, "A"), Span(0, 2, "B")]

    def paired(assign: Assign, scope: Scope = Scope.JOINT) -> list[tuple[int, int]]:
        match = SpanMatch(mode=Mode.TYPE, assign=assign, scope=scope)
        return [(one.predicted, one.gold) for one in span_links(match, predicted, gold)]

    # In text order [0, 5) comes first, and takes [0, 2) though its label differs.
    assert paired(Assign.GREEDY) == [(0, 0), (1, 1)]
    assert paired(Assign.GREEDY, Scope.BY_TYPE) == [(1, 0)]
    assert paired(Assign.OPTIMAL) == [(0, 0), (1, 1)]
    assert paired(Assign.OPTIMAL, Scope.BY_TYPE) == [(0, 0)]


def test_credit_comes_before_overlap() -> None:
    # Two credits with little overlap against one credit with much.
    predicted = [Span(0, 10, "A"), Span(9, 11, "A")]
    gold = [Span(0, 10, "B"), Span(9, 20, "A")]
    match = SpanMatch(mode=Mode.TYPE, assign=Assign.OPTIMAL)

    found = span_links(match, predicted, gold)

    assert [(one.predicted, one.gold, one.similarity) for one in found] == [
        (0, 0, NONE),
        (1, 1, ONE),
    ]
