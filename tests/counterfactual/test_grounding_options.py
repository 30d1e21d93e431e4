"""Grounding: what each option changes, by hand on small volumes."""

from fractions import Fraction

import pytest

from measurand.metrics.options import Zero
from measurand.studies.counterfactual.grounding import (
    NAMES,
    BothEmpty,
    CitationUnit,
    Citing,
    Grounding,
    Refused,
    grounding_metrics,
)
from measurand.studies.counterfactual.polarity import Polarity
from measurand.values.frames import Frame
from measurand.values.regions import Boxes, Runs
from measurand.values.score import Undefined
from measurand.values.share import share
from tests.counterfactual.scenes import (
    BESIDE,
    CORNER,
    LESION,
    boxes,
    claim,
    one,
    scene,
    value,
)


def test_one_citation_is_a_token_or_all_those_of_a_frame() -> None:
    # A10: two cells that are two separate lesions, cited by one frame.
    two = scene([CORNER, "L1:1,1,1"], [claim(0, 1)], LESION, boxes((2, 4, 2, 4, 2, 4)))

    assert value(two, "iou_max") == Fraction(1, 2)
    assert value(two, "iou_max", Grounding(each=CitationUnit.FRAME)) == 1


def test_frames_are_each_on_their_own() -> None:
    two = scene([CORNER, BESIDE], [claim(0), claim(0, 1)], LESION)

    assert one(two, "iou_max", Grounding(each=CitationUnit.FRAME)) == share(8, 8)
    assert one(two, "iou_union", Grounding(each=CitationUnit.FRAME)) == share(8, 16)


def test_a_polarity_in_another_case_is_not_positive() -> None:
    # A12: "Present".
    sample = scene([CORNER], [claim(0, polarity="Present")], LESION)

    assert value(sample, "iou_union") == 0
    assert value(sample, "iou_union", Grounding(polarity=Polarity(any_case=True))) == 1
    assert value(sample, "iou_union", Grounding(citing=Citing.ALL)) == 1


def test_a_synonym_is_positive() -> None:
    assert value(scene([CORNER], [claim(0, polarity="positive")], LESION), "iou_union") == 1


def test_frames_of_what_is_absent_do_not_count() -> None:
    sample = scene([CORNER, BESIDE], [claim(0), claim(1, polarity="absent")], LESION)

    assert value(sample, "iou_union") == 1
    assert value(sample, "iou_union", Grounding(citing=Citing.ALL)) == Fraction(1, 2)


def test_refused_frames_count_or_are_left_out() -> None:
    # A12: the original counts a refused frame here and passes it over in its rules.
    sample = scene([CORNER, BESIDE], [claim(0), claim(1, refused=True)], LESION)

    assert value(sample, "iou_union") == Fraction(1, 2)
    assert value(sample, "iou_union", Grounding(refused=Refused.LEFT_OUT)) == 1


NOTHING = {
    "no frame counts": [claim(0, polarity="absent")],
    "nothing is cited": [claim(), Frame(finding="mass", polarity="present")],
    "no cited token is there": [claim(99)],
}


@pytest.mark.parametrize("why", NOTHING)
def test_nothing_cited_is_zero_or_undefined(why: str) -> None:
    sample = scene([CORNER], NOTHING[why], LESION)

    assert {name: one(sample, name) for name in NAMES} == {
        "iou_union": share(0, 8),
        "iou_max": share(0, 8),
        "dice_union": share(0, 8),
        "dice_max": share(0, 8),
        "overlap_union": share(0),
        "overlap_ratio": share(0),
        "overlap_ratio_max": share(0),
        "hit": share(0),
        "hit_any_intersection": share(0),
        "hit_lesion_coverage": share(0),
        "lesions_touched": share(0),
    }
    undefined = grounding_metrics(
        sample, Grounding(nothing=Zero.UNDEFINED, both_empty=BothEmpty.ONE)
    )
    assert set(undefined) == {(name, Undefined(why)) for name in NAMES}


@pytest.mark.parametrize("regions", [(), (Boxes(),), (Boxes(), Runs((64,)))])
def test_no_lesion_is_zero_or_undefined(regions: tuple[Boxes | Runs, ...]) -> None:
    sample = scene([CORNER], [claim(0)], *regions)

    assert one(sample, "iou_union") == one(sample, "iou_max") == share(0, 8)
    assert value(sample, "hit") == value(sample, "hit_lesion_coverage") == 0
    how = Grounding(no_lesion=Zero.UNDEFINED, both_empty=BothEmpty.ONE)
    assert set(grounding_metrics(sample, how)) == {(name, Undefined("no lesion")) for name in NAMES}


def test_nothing_cited_and_no_lesion_has_a_rule_of_its_own() -> None:
    # B10: 0 as in the original, 1 as for two empty texts, or undefined.
    sample = scene([CORNER], [claim()])

    assert {one(sample, name) for name in NAMES} == {share(0)}
    found = grounding_metrics(sample, Grounding(both_empty=BothEmpty.ONE, nothing=Zero.UNDEFINED))
    assert set(found) == {(name, share(1)) for name in NAMES}
    found = grounding_metrics(sample, Grounding(both_empty=BothEmpty.UNDEFINED))
    why = Undefined("nothing is cited and no lesion")
    assert set(found) == {(name, why) for name in NAMES}


@pytest.mark.parametrize("least", [Fraction(0), Fraction(-1, 2), Fraction(3, 2)])
def test_a_hit_needs_some_share(least: Fraction) -> None:
    with pytest.raises(ValueError, match="hit_from"):
        Grounding(hit_from=least)
