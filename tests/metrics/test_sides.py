"""Worked by hand: wildcards, units and lists of one side, items that do not count."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.pool import pool
from measurand.metrics.definitions import observing
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.items import Item, Slots
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined

PAIR = "unit=aspect+polarity"


def said(aspect: str | None, polarity: str = "pos", target: str | None = None) -> Slots:
    """Make an opinion."""
    return Slots.of({"aspect": aspect, "polarity": polarity, "target": target})


def one(gold: Sequence[Item], predicted: Sequence[Item]) -> list[Sample]:
    """Make a corpus of one sample."""
    return [Sample(id="1", gold=tuple(gold), predicted=tuple(predicted))]


def exactly(top: int, bottom: int = 1) -> Score:
    """Write an expected score."""
    return Defined(Fraction(top, bottom))


WILD, PRICE, FOOD = said(""), said("price"), said("food")


@pytest.mark.parametrize(
    ("wildcard", "gold", "predicted", "expected"),
    [
        # hits, predictions, gold items: F = 2 h / (p + g)
        ("off", [WILD], [PRICE], exactly(0)),
        ("gold[aspect]", [WILD], [PRICE], exactly(1)),
        ("both[aspect]", [WILD], [PRICE], exactly(1)),
        # an empty slot of the answer is wild for `both` alone
        ("gold[aspect]", [PRICE], [WILD], exactly(0)),
        ("both[aspect]", [PRICE], [WILD], exactly(1)),
        # the other slots must agree
        ("gold[aspect]", [said("", "neg")], [PRICE], exactly(0)),
        # null and the empty text are both empty; without a wildcard they are not equal
        ("off", [said(None)], [WILD], exactly(0)),
        ("gold[aspect]", [said(None)], [WILD], exactly(1)),
        # one to one: the second answer is left, 2 * 1 / (2 + 1)
        ("gold[aspect]", [WILD], [PRICE, FOOD], exactly(2, 3)),
        # equal items first: price takes price, food takes the wild one
        ("gold[aspect]", [WILD, PRICE], [FOOD, PRICE], exactly(1)),
        # and where nothing is left the wild one is missed: 2 * 1 / (1 + 2)
        ("gold[aspect]", [WILD, PRICE], [PRICE], exactly(2, 3)),
        # the wild answer goes to food, the wild gold item takes price, not each other: 2 of 2
        ("both[aspect]", [WILD, FOOD], [WILD, PRICE], exactly(1)),
        # named items that differ never match
        ("both[aspect]", [FOOD], [PRICE], exactly(0)),
    ],
)
@pytest.mark.parametrize("match", ["set", "multiset"])
def test_wildcards(
    match: str, wildcard: str, gold: list[Item], predicted: list[Item], expected: Score
) -> None:
    definition = parse(f"f({PAIR},match={match},wildcard={wildcard})")

    assert evaluate(definition, one(gold, predicted)) == expected


def test_wild_duplicates_collapse_in_sets_alone() -> None:
    corpus = one([WILD, WILD], [PRICE, FOOD])

    # as sets: one gold item, two answers, one hit; as multisets two of two
    assert evaluate(parse(f"f({PAIR},wildcard=gold[aspect])"), corpus) == exactly(2, 3)
    assert evaluate(parse(f"f({PAIR},match=multiset,wildcard=gold[aspect])"), corpus) == exactly(1)


def test_a_wild_hit_is_charged_to_the_class_of_gold() -> None:
    corpus = one([said("", "pos")], [PRICE])
    hits = f"total(of=hits,{PAIR},class=item,wildcard=gold[aspect],"

    assert evaluate(parse(f'{hits}only=class["(\\"\\", pos)"])'), corpus) == exactly(1)
    assert evaluate(parse(f'{hits}only=class["(price, pos)"])'), corpus) == exactly(0)


def test_an_answer_may_be_compared_by_the_first_of_several_slots() -> None:
    definition = parse(f"recall({PAIR},answer_unit=first[target,aspect]+polarity)")
    gold = [PRICE, FOOD]

    # price by its target, food by its aspect, because its target is empty
    both = [said("?", target="price"), said("food", target="")]
    # the target stands first: it is wrong, however right the aspect is
    wrong = [said("price", target="staff"), said("food", target=None)]

    assert evaluate(definition, one(gold, both)) == exactly(1)
    assert evaluate(definition, one(gold, wrong)) == exactly(1, 2)


def test_an_answer_whose_slots_are_all_empty_holds_what_the_last_one_holds() -> None:
    definition = parse("recall(unit=aspect,answer_unit=first[target,aspect])")

    assert evaluate(definition, one([WILD], [said("", target=None)])) == exactly(1)
    assert evaluate(definition, one([WILD], [said(None, target="")])) == exactly(0)


def test_the_class_of_an_answer_is_what_it_is_compared_by() -> None:
    definition = parse(
        "f(unit=aspect,answer_unit=first[target,aspect],class=item,average=macro[class])"
    )

    # One class, (price), seen and hit: not a second one, (?), for the aspect that is not compared.
    assert evaluate(definition, one([PRICE], [said("?", target="price")])) == exactly(1)
    # Two classes, (price) missed and (staff) false: 0 and 0.
    assert evaluate(
        parse(
            "total(of=predicted,unit=aspect,answer_unit=first[target,aspect],"
            'class=item,only=class["(staff)"])'
        ),
        one([PRICE], [said("?", target="staff")]),
    ) == exactly(1)


IMPLICIT, EXPLICIT = said("price", target=""), said("food", target="soup")


@pytest.mark.parametrize(
    ("options", "predicted", "expected"),
    [
        # all: both hit
        ("", [IMPLICIT, EXPLICIT], exactly(1)),
        # gold that names a target: 1 of 2 answers hits 1 of 1: 2 * 1 / (2 + 1)
        (",gold_keep=filled[target]", [IMPLICIT, EXPLICIT], exactly(2, 3)),
        # the answer to gold that does not count is left out: 1 of 1
        (",gold_keep=filled[target],dropped_hits=leave_out", [IMPLICIT, EXPLICIT], exactly(1)),
        # but not an answer to nothing: 2 * 1 / (2 + 1)
        (
            ",gold_keep=filled[target],dropped_hits=leave_out",
            [said("staff"), EXPLICIT],
            exactly(2, 3),
        ),
        # conditions of both sides: the implicit answer goes too
        (",gold_keep=filled[target],answer_keep=filled[target]", [IMPLICIT, EXPLICIT], exactly(1)),
        (",gold_keep=empty[target]", [IMPLICIT], exactly(1)),
        (",gold_keep=not[aspect,price,staff]", [EXPLICIT], exactly(1)),
        # every condition must hold: no gold item is left, one answer
        (",gold_keep=filled[target]+not[aspect,food]", [EXPLICIT], exactly(0)),
        # and none on either side is nothing against nothing
        (
            ",gold_keep=filled[target]+not[aspect,food],answer_keep=empty[aspect]",
            [EXPLICIT],
            exactly(1),
        ),
    ],
)
def test_items_that_do_not_count(options: str, predicted: list[Item], expected: Score) -> None:
    definition = parse(f"f({PAIR}{options})")

    assert evaluate(definition, one([IMPLICIT, EXPLICIT], predicted)) == expected


def test_conditions_speak_of_normalised_slots() -> None:
    spaces = said("price", target="  ")

    plain, trimmed = (
        parse(f"total(of=gold,normalise={steps},gold_keep=filled[target])")
        for steps in ("none", "trim")
    )

    assert evaluate(plain, one([spaces], [])) == exactly(1)
    assert evaluate(trimmed, one([spaces], [])) == exactly(0)


def test_gold_that_counts_is_answered_before_answers_are_left_out() -> None:
    definition = parse(
        "f(unit=aspect,match=multiset,gold_keep=filled[target],dropped_hits=leave_out)"
    )
    gold = [said("price", target=""), said("price", target="it")]

    # One answer: it is a hit of the gold item that counts, not left out with the other.
    assert evaluate(definition, one(gold, [said("price")])) == exactly(1)
    # Three answers: one hit, one left out, one false: 2 * 1 / (2 + 1).
    assert evaluate(definition, one(gold, 3 * [said("price")])) == exactly(2, 3)


def test_which_answer_is_left_out_does_not_depend_on_their_order() -> None:
    definition = parse(
        "f(unit=aspect,match=multiset,class=field[polarity],average=macro[class],"
        "gold_keep=filled[target],dropped_hits=leave_out)"
    )
    gold = [said("price", target=""), said("food", "neg", "soup")]
    answers = [said("price", "pos"), said("price", "neg"), said("food", "neg")]

    scores = {evaluate(definition, one(gold, order)) for order in (answers, [*reversed(answers)])}

    assert len(scores) == 1


def test_another_list_is_compared() -> None:
    sample = Sample(
        id="1", gold=("a",), predicted=("a",), lists=(("revised", ("b",)), ("stage1", ("a", "b")))
    )

    assert evaluate(parse("precision(answer=stage1)"), [sample]) == exactly(1, 2)
    assert evaluate(parse("precision(gold=revised,answer=stage1)"), [sample]) == exactly(1, 2)
    assert evaluate(parse("recall(gold=revised)"), [sample]) == exactly(0)
    assert evaluate(parse("recall(gold=predicted,answer=gold)"), [sample]) == exactly(1)


def test_a_sample_without_the_list_is_left_out_for_its_reason() -> None:
    cut = Sample(id="1", gold=("a",), lists=(("stage1", None),), reasons=(("stage1", "cut off"),))
    bare = Sample(id="2", gold=("a",), lists=(("stage1", None),))
    definition = parse("f(answer=stage1)")

    found = pool(observing(definition), [cut, bare, bare])

    assert found.excluded() == {"cut off": 1, "no answer": 2}
    assert evaluate(definition, [cut, bare]) == Undefined("no sample was scored")


def test_a_missing_list_of_answers_may_be_the_empty_answer_but_missing_gold_is_not() -> None:
    sample = Sample(id="1", gold=("a",), lists=(("stage1", None),))

    assert evaluate(parse("recall(answer=stage1,missing=empty)"), [sample]) == exactly(0)
    assert pool(
        observing(parse("recall(gold=stage1,answer=gold,missing=empty)")), [sample]
    ).excluded() == {"no gold": 1}


def test_a_list_that_the_sample_cannot_have_is_refused() -> None:
    sample = Sample(id="1", gold=("a",), lists=(("stage1", ()),))

    with pytest.raises(UnfitSampleError) as refused:
        evaluate(parse("f(answer=stage2)"), [sample])
    assert str(refused.value) == "a list 'stage2' of the sample: got lists stage1"
    with pytest.raises(UnfitSampleError) as refused:
        evaluate(parse("f(answer=stage2)"), [Sample(id="1")])
    assert str(refused.value) == (
        "a list 'stage2' of the sample: got lists none beside gold and predicted"
    )


def test_conditions_ask_for_slots() -> None:
    with pytest.raises(UnfitSampleError) as refused:
        evaluate(parse("f(gold_keep=filled[target])"), [Sample(id="1", gold=("a",), predicted=())])
    assert str(refused.value) == "items with a slot 'target': got 'a'"


@pytest.mark.parametrize(
    ("steps", "passes", "expected"),
    [
        # one pass leaves "a ", and another one "a"
        ("trim+brackets", "once", exactly(0)),
        ("trim+brackets", "settle", exactly(1)),
        ("brackets+trim", "once", exactly(1)),
    ],
)
def test_steps_run_once_or_until_nothing_changes(steps: str, passes: str, expected: Score) -> None:
    definition = parse(f"f(normalise={steps},passes={passes})")

    assert evaluate(definition, [Sample(id="1", gold=("a",), predicted=("a (b)",))]) == expected


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("(taste!)", "taste"),
        ("...", ""),
        ("a.b", "a.b"),
        ("“taste”", "“taste”"),  # marks of ASCII alone
        ("( taste )", " taste "),
    ],
)
def test_marks_are_taken_from_both_ends(text: str, left: str) -> None:
    definition = parse("f(normalise=edges,passes=once)")

    assert evaluate(definition, [Sample(id="1", gold=(left,), predicted=(text,))]) == exactly(1)
