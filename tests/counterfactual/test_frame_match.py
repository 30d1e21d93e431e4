"""Matched frames: worked by hand, with the cases of the appendix, sections 1.6 and 2."""

from fractions import Fraction

import pytest
from attrs import evolve, fields

from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.studies.counterfactual.frame_match import (
    READS,
    FrameMatch,
    Gate,
    Pairing,
    PolarityAgreement,
    Weights,
    match_frames,
    similarity,
    tally,
)
from measurand.studies.counterfactual.parts import SamplePart
from measurand.studies.counterfactual.polarity import Polarity
from measurand.values.frames import Frame
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined
from measurand.values.tally import Tally
from tests.counterfactual.scenes import GOLD, WHOLE_DEMO

AFTER = FrameMatch(pairing=Pairing.AFTER)
MOST = FrameMatch(pairing=Pairing.MOST)


def frame(
    finding: str, polarity: str = "present", location: str = "RUL", laterality: str = "left"
) -> Frame:
    return Frame(finding=finding, polarity=polarity, location=location, laterality=laterality)


def f1(counted: Tally, rule: str = "0+0") -> Score:
    definition = parse(f"f(match=given,both_empty={rule})")
    return evaluate(definition, [Sample(id="1", counts=(("", counted),))])


NODULE = frame("nodule")
NAMES = tuple(field.name for field in fields(Weights))


def test_the_demo_has_the_f1_of_the_appendix() -> None:
    # Section 5, row orig: 0.8. The opacity has no partner left.
    for how in (None, MOST, AFTER):
        found = tally(WHOLE_DEMO.generation.frames, GOLD, how)

        assert found == Tally(hits=2, predicted=3, gold=2)
        assert f1(found) == Defined(Fraction(4, 5))


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (frame("nodule"), "1"),
        (frame("NODULE"), "1"),
        (frame("Lung_Nodule"), "0.85"),
        (frame("mass"), "0.6"),
        (frame("nodule", "absent"), "0.85"),
        (frame("nodule", "Present"), "0.85"),
        (frame("nodule", "positive"), "0.85"),
        (frame("nodule", location="LLL"), "0.75"),
        (frame("nodule", location="rul"), "0.75"),
        (frame("nodule", location="unspecified"), "0.85"),
        (frame("nodule", laterality="right"), "0.8"),
        (frame("nodule", laterality="unspecified"), "0.9"),
        (frame("mass", "absent", "LLL", "right"), "0"),
        (frame("mass", "absent", "unspecified", "unspecified"), "0.2"),
    ],
)
def test_likeness_adds_what_two_frames_have_in_common(other: Frame, expected: str) -> None:
    # Spec 1.6: .40 (.25 for an alias) + .25 (.10) + .20 (.10) + .15.
    assert similarity(NODULE, other) == similarity(other, NODULE) == Fraction(expected)


def test_two_that_are_unspecified_are_equal() -> None:
    bare = Frame(finding="nodule", polarity="present")

    assert similarity(bare, bare) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("effusion", "pleural effusion"),
        ("effusion", "pleural_effusion"),
        ("nodule", "suspicious_nodule"),
        ("lung_nodule", "pulmonary_nodule"),
        ("atelectasis", "lung_collapse"),
        ("collapse", "atelectasis"),
        ("pneumonia", "infiltrate"),
        ("consolidation", "pneumonia"),
    ],
)
def test_aliases_stand_for_each_other(one: str, other: str) -> None:
    assert similarity(frame(one), frame(other)) == Fraction("0.85")
    assert similarity(frame(one), frame(other), FrameMatch(aliases=())) == Fraction("0.6")


def test_without_gates_another_finding_is_a_match() -> None:
    # B8: "nodule present" against "effusion present" has F1 = 1, as .25 + .20 + .15 >= .3.
    other = [frame("effusion")]

    assert f1(tally([NODULE], other)) == Defined(Fraction(1))
    for gate in (Gate.FINDING, Gate.BOTH):
        assert tally([NODULE], other, FrameMatch(gate=gate)) == Tally(0, 1, 1)
    assert tally([NODULE], other, FrameMatch(gate=Gate.POLARITY)) == Tally(1, 1, 1)


def test_without_gates_the_opposite_is_a_match() -> None:
    # B8: pneumothorax absent against present has F1 = 1.
    one, other = [frame("pneumothorax", "absent")], [frame("pneumothorax")]

    assert tally(one, other) == Tally(1, 1, 1)
    for gate in (Gate.POLARITY, Gate.BOTH):
        assert tally(one, other, FrameMatch(gate=gate)) == Tally(0, 1, 1)
    assert tally(one, other, FrameMatch(gate=Gate.FINDING)) == Tally(1, 1, 1)


@pytest.mark.parametrize("pairing", Pairing)
def test_gates_let_aliases_and_cases_pass(pairing: Pairing) -> None:
    how = FrameMatch(gate=Gate.BOTH, pairing=pairing)

    assert tally([frame("Pleural_Effusion")], [frame("effusion")], how) == Tally(1, 1, 1)


@pytest.mark.parametrize("pairing", Pairing)
def test_gates_hold_for_every_pairing(pairing: Pairing) -> None:
    how = FrameMatch(gate=Gate.FINDING, pairing=pairing)

    assert tally([NODULE], [frame("mass")], how) == Tally(0, 1, 1)


def test_two_words_for_one_side_agree_if_asked() -> None:
    # A12, C4: present and positive.
    other = frame("nodule", "positive")
    side = FrameMatch(gate=Gate.POLARITY, same=PolarityAgreement.SIDE)

    assert tally([NODULE], [other], FrameMatch(gate=Gate.POLARITY)) == Tally(0, 1, 1)
    assert tally([NODULE], [other], side) == Tally(1, 1, 1)
    assert similarity(NODULE, other, side) == 1
    assert similarity(frame("nodule", "absent"), frame("nodule", "negative"), side) == 1
    assert similarity(NODULE, frame("nodule", "negative"), side) == 0
    assert similarity(frame("nodule", "maybe"), frame("nodule", "perhaps"), side) == 0


def test_sides_know_the_words_of_the_polarity() -> None:
    how = FrameMatch(same=PolarityAgreement.SIDE, polarity=Polarity(any_case=True))

    assert similarity(NODULE, frame("nodule", "POSITIVE"), how) == 1


def test_the_threshold_is_inclusive() -> None:
    # .10 + .20 is the threshold of .3; in floats it is a little more.
    one, other = frame("mass", location="unspecified"), frame("opacity", "absent")

    for pairing in Pairing:
        how = FrameMatch(pairing=pairing)
        assert tally([one], [other], how) == Tally(1, 1, 1)
        above = FrameMatch(pairing=pairing, threshold=Fraction(31, 100))
        assert tally([one], [other], above) == Tally(0, 1, 1)


def test_the_largest_total_of_all_pairs_may_have_none_above_the_threshold() -> None:
    # B9: likenesses [[.25, .10], [.30, .25]].
    predicted = [frame("opacity", "present", "LLL", "right"), frame("opacity", "absent", "LLL")]
    gold = [
        frame("mass", location="unspecified"),
        frame("mass", "absent", laterality="unspecified"),
    ]
    table = [[similarity(one, other) for other in gold] for one in predicted]
    assert table == [
        [Fraction("0.25"), Fraction("0.1")],
        [Fraction("0.3"), Fraction("0.25")],
    ]

    assert f1(tally(predicted, gold, AFTER)) == Defined(Fraction(0))
    assert f1(tally(predicted, gold)) == Defined(Fraction(1, 2))
    assert match_frames(predicted, gold) == ((1, 0),)


def test_with_the_threshold_at_the_end_the_order_decides_ties() -> None:
    # B9: likenesses [[.35, .10], [.25, 0]].
    predicted = [
        frame("opacity", location="LLL", laterality="unspecified"),
        frame("opacity", location="LLL", laterality="right"),
    ]
    gold = [frame("mass", location="unspecified"), frame("mass", "absent")]
    table = [[similarity(one, other) for other in gold] for one in predicted]
    assert table == [[Fraction("0.35"), Fraction("0.1")], [Fraction("0.25"), Fraction(0)]]

    assert f1(tally(predicted, gold, AFTER)) == Defined(Fraction(1, 2))
    assert f1(tally(predicted[::-1], gold, AFTER)) == Defined(Fraction(0))
    for order in (predicted, predicted[::-1]):
        assert f1(tally(order, gold)) == Defined(Fraction(1, 2))


def test_the_most_pairs_may_be_asked_for_first() -> None:
    # Likenesses [[.25, .35], [.35, .85]]: one pair of .85, or two that add to .70.
    predicted = [
        frame("fracture", location="LLL"),
        frame("opacity", "absent", "unspecified", "unspecified"),
    ]
    gold = [
        frame("mass", "absent", "LLL", "right"),
        frame("opacity", "absent", "LLL", "unspecified"),
    ]
    table = [[similarity(one, other) for other in gold] for one in predicted]
    assert table == [
        [Fraction("0.25"), Fraction("0.35")],
        [Fraction("0.35"), Fraction("0.85")],
    ]

    assert match_frames(predicted, gold) == ((1, 1),)
    assert match_frames(predicted, gold, MOST) == ((0, 1), (1, 0))


def test_of_two_equal_totals_the_one_with_more_pairs_is_taken() -> None:
    # Likenesses [[.6, .3], [.3, 0]].
    third, none = Fraction(3, 10), Fraction(0)
    weights = Weights(
        finding=third,
        location=third,
        location_open=none,
        laterality=none,
        laterality_open=none,
        polarity=none,
        alias=none,
    )
    how = FrameMatch(weights=weights)
    predicted, gold = [frame("mass"), frame("opacity")], [frame("mass"), frame("mass", "x", "LLL")]

    for order in (predicted, predicted[::-1]):
        assert tally(order, gold, how) == Tally(2, 2, 2)


@pytest.mark.parametrize("stranger", ["mass", "opacity"])
@pytest.mark.parametrize("alias", ["lung_nodule", "suspicious_nodule"])
def test_a_larger_total_comes_before_more_pairs(stranger: str, alias: str) -> None:
    # Likenesses [[.6, .3], [.2, 0]]: one pair of .6, or two that add to .5, the next lower total.
    some = (Fraction(number, 10) for number in (4, 3, 2, 0, 0, 0, 0))
    how = FrameMatch(
        weights=Weights(**dict(zip(NAMES, some, strict=True))), threshold=Fraction(1, 10)
    )
    one, other = [NODULE, frame(stranger)], [NODULE, frame(alias, location="LLL")]

    assert tally(one, other, how) == tally(other, one, how) == Tally(1, 2, 2)
    assert tally(one, other, evolve(how, pairing=Pairing.MOST)) == Tally(2, 2, 2)


def test_frames_that_are_alike_are_paired_once() -> None:
    assert tally([NODULE, NODULE, NODULE], [NODULE, NODULE]) == Tally(2, 3, 2)


def test_what_nothing_against_nothing_is_belongs_to_the_f1() -> None:
    # B10: 0 as in the original, 1 as for texts, or no score.
    found = tally([], [])

    assert found == Tally(0, 0, 0)
    assert f1(found, "0+0") == Defined(Fraction(0))
    assert f1(found, "1+1") == Defined(Fraction(1))
    assert isinstance(f1(found, "drop"), Undefined)


def test_one_side_empty_is_no_hit() -> None:
    for how in (None, MOST, AFTER):
        assert tally([NODULE], [], how) == Tally(0, 1, 0)
        assert tally([], [NODULE], how) == Tally(0, 0, 1)


def test_only_frames_are_read() -> None:
    assert {SamplePart.FRAMES} == READS
