"""Rules O1, I1 and M1 of the counterfactual appendix, section 1.5; weaknesses C2, C3 and C4."""

import pytest
from attrs import evolve

from measurand.studies.counterfactual.rules import Duplicates, Reading, Refused
from measurand.studies.counterfactual.rules_claims import (
    CoarseSide,
    Conflict,
    Left,
    LowConfidence,
    NoFinding,
    NoSide,
    Overconfident,
    SharedConflict,
    Sides,
    SizeClaim,
    ThinBilateral,
    ThinNegative,
    WrongSide,
)
from measurand.studies.counterfactual.verifier import RuleSet, verify
from tests.counterfactual.judged import ABSENT, PRESENT, answered, broken, token

BOTH = evolve(PRESENT, laterality="bilateral")
ONCE = Reading(duplicates=Duplicates.ONCE)
MEANING = SharedConflict(conflict=Conflict.MEANING)


@pytest.mark.parametrize(
    ("level", "cells", "expected"),
    [
        (0, ("L0:0,0,0",), [0, 1, 2]),
        (0, ("L0:0,0,0", "L1:0,0,0"), []),
        (1, ("L0:0,0,0", "L1:0,0,0"), [0, 1, 2]),
        (1, ("L0:0,0,0", "L2:0,0,0"), []),
    ],
)
def test_a_side_needs_a_cell_finer_than_the_coarse_level(
    level: int, cells: tuple[str, ...], expected: list[int]
) -> None:
    sided = (evolve(PRESENT, laterality=side) for side in ("left", "right", "bilateral"))
    no_side = evolve(PRESENT, laterality="unspecified")
    frames = [evolve(one, citations=(0, 1)) for one in (*sided, no_side, ABSENT)]

    sample = answered([token(cell) for cell in cells], *frames)

    assert broken(CoarseSide(level=level), sample) == expected


def test_a_frame_that_cites_no_token_is_no_coarse_claim() -> None:
    sample = answered([token("L0:0,0,0")], evolve(PRESENT, citations=()))

    assert broken(CoarseSide(), sample) == []


@pytest.mark.parametrize(
    ("finding", "confidence", "scores", "expected"),
    [
        ("mass", 0.81, (0.3, 0.6), [0]),
        ("Nodule", 0.81, (0.49,), [0]),
        ("mass", 0.8, (0.3, 0.6), []),
        ("mass", 0.81, (0.4, 0.6), []),
        ("mass", 0.81, (), []),
        ("opacity", 0.99, (0.1,), []),
        ("atelectasis", 0.99, (0.1,), []),
        ("something else", 0.99, (0.1,), []),
    ],
)
def test_a_sure_claim_of_a_grave_finding_needs_good_scores(
    finding: str, confidence: float, scores: tuple[float, ...], expected: list[int]
) -> None:
    cites = tuple(range(len(scores)))
    claim = evolve(PRESENT, finding=finding, confidence=confidence, citations=cites)
    denial = evolve(claim, polarity="absent")

    sample = answered([token(score=one) for one in scores], claim, denial)

    assert broken(Overconfident(), sample) == expected


def test_how_grave_a_finding_is_can_be_said() -> None:
    claim = evolve(PRESENT, finding="opacity")
    sample = answered([token(score=0.1)], claim)

    assert broken(Overconfident(grave=1), sample) == [0]
    assert broken(Overconfident(gravity=(("opacity", 2),)), sample) == [0]
    assert broken(Overconfident(gravity=(("opacity", 2),), grave=3), sample) == []


def test_no_claim_of_a_size_is_judged_yet() -> None:
    claim = evolve(PRESENT, size_bin="<3mm", citations=())

    assert broken(SizeClaim(), answered([token("L0:0,0,0")], claim)) == []


@pytest.mark.parametrize(
    ("citations", "expected"), [((), [0, 1]), ((0,), [0, 1]), ((0, 1), []), ((0, 9), [])]
)
def test_both_sides_need_two_citations_whatever_the_polarity(
    citations: tuple[int, ...], expected: list[int]
) -> None:
    frames = [evolve(BOTH, citations=citations, polarity=word) for word in ("present", "absent")]

    sample = answered([token(), token()], *frames, evolve(PRESENT, citations=()))

    assert broken(ThinBilateral(), sample) == expected


def test_one_token_cited_twice_is_no_evidence_of_both_sides() -> None:
    """C2: I1.0 is satisfied by [0, 0]."""
    sample = answered([token()], evolve(BOTH, citations=(0, 0)))

    assert broken(ThinBilateral(), sample) == []
    assert broken(ThinBilateral(), sample, ONCE) == [0]


@pytest.mark.parametrize(
    ("side", "cells", "expected"),
    [
        ("left", ("L1:1,0,0",), [0]),
        ("left", ("L1:1,0,0", "L1:0,0,0"), []),
        ("left", ("L1:1,0,0", "L0:0,0,0"), []),
        ("left", ("L0:0,0,0",), []),
        ("right", ("L1:0,0,0", "L1:0,1,1"), [0]),
        ("right", ("L1:1,0,0",), []),
        ("right", ("L0:0,0,0",), []),
        ("bilateral", ("L1:0,0,0",), []),
        ("unspecified", ("L1:0,0,0",), []),
        ("left", (), []),
    ],
)
@pytest.mark.parametrize("sides", Sides)
def test_a_side_is_wrong_where_all_that_is_cited_is_on_the_other(
    sides: Sides, side: str, cells: tuple[str, ...], expected: list[int]
) -> None:
    claim = evolve(PRESENT, laterality=side, citations=tuple(range(len(cells))))
    denial = evolve(claim, polarity="absent")

    sample = answered([token(cell) for cell in cells], claim, denial)

    assert broken(WrongSide(sides=sides), sample) == expected


@pytest.mark.parametrize(
    ("cell", "by_parity", "by_half"),
    [
        ("L2:0,0,0", "left", "left"),
        ("L2:1,0,0", "right", "left"),  # x in [1/4, 1/2)
        ("L2:2,0,0", "left", "right"),  # x in [1/2, 3/4)
        ("L2:3,0,0", "right", "right"),
        ("L3:3,7,7", "right", "left"),
        ("L3:4,0,0", "left", "right"),
    ],
)
def test_from_level_two_on_parity_is_not_the_side_of_a_cell(
    cell: str, by_parity: str, by_half: str
) -> None:
    """C3: L2 with x = 2 is in the right half but even; L2 with x = 1 in the left half but odd."""
    frames = [evolve(PRESENT, laterality=side) for side in ("left", "right")]
    sample = answered([token(cell)], *frames)

    wrong = {"left": [1], "right": [0]}
    assert broken(WrongSide(sides=Sides.PARITY), sample) == wrong[by_parity]
    assert broken(WrongSide(sides=Sides.HALF), sample) == wrong[by_half]


def test_the_tokens_on_the_wrong_side_are_named_in_the_order_of_citing() -> None:
    sample = answered([token("L1:1,0,0")] * 3, evolve(PRESENT, citations=(2, 0, 2)))

    found = [verify(RuleSet((WrongSide(),), how), sample).issues for how in (Reading(), ONCE)]

    evidence = [issue.evidence for [issue] in found]
    assert evidence == [(("tokens", (2, 0, 2)),), (("tokens", (2, 0)),)]


@pytest.mark.parametrize("sides", Sides)
def test_the_left_of_the_patient_may_be_at_high_x(sides: Sides) -> None:
    """C3: which of patient and image is meant is not said."""
    frames = [evolve(PRESENT, laterality=side) for side in ("left", "right")]
    sample = answered([token("L1:0,0,0")], *frames)

    assert broken(WrongSide(sides=sides), sample) == [1]
    assert broken(WrongSide(sides=sides, left=Left.HIGH_X), sample) == [0]
    whole = answered([token("L0:0,0,0")], *frames)
    assert broken(WrongSide(sides=sides, left=Left.HIGH_X), whole) == []


def test_two_polarities_of_one_finding_from_the_same_evidence_conflict() -> None:
    frames = (
        evolve(PRESENT, citations=(0, 1)),
        evolve(ABSENT, finding="Nodule", citations=(1, 2)),
        evolve(ABSENT, citations=(2,)),
        evolve(ABSENT, finding="mass", citations=(0,)),
    )
    sample = answered([token()] * 3, *frames)

    assert broken(SharedConflict(), sample) == [0, 1]
    [first, second] = verify(RuleSet((SharedConflict(),)), sample).issues
    assert first.evidence == (("frames", (0, 1)), ("citations", (1,)))
    assert second.evidence == (("frames", (1, 0)), ("citations", (1,)))


def test_of_several_frames_that_conflict_the_first_is_named() -> None:
    lists = (ABSENT, (1,)), (ABSENT, (0,)), (PRESENT, (0, 1))
    frames = [evolve(frame, citations=ids) for frame, ids in lists]

    *_, last = verify(RuleSet((SharedConflict(),)), answered([token()] * 2, *frames)).issues

    assert last.evidence == (("frames", (2, 0)), ("citations", (1,)))


def test_a_refused_frame_conflicts_with_nothing_unless_it_is_judged() -> None:
    sample = answered([token()], PRESENT, evolve(ABSENT, refused=True))

    assert broken(SharedConflict(), sample) == []
    assert broken(SharedConflict(), sample, Reading(refused=Refused.JUDGED)) == [0, 1]


def test_ids_that_name_no_token_are_shared_too() -> None:
    frames = (evolve(one, citations=(9,)) for one in (PRESENT, ABSENT))

    assert broken(SharedConflict(), answered([token()], *frames)) == [0, 1]


def test_present_and_positive_conflict_by_words_but_not_by_meaning() -> None:
    """C4: I1.2 treats present and positive as conflicting."""
    synonyms = answered([token()], PRESENT, evolve(PRESENT, polarity="positive"))
    opposites = answered([token()], PRESENT, evolve(ABSENT, polarity="negative"))
    unknown = answered([token()], PRESENT, evolve(PRESENT, polarity="unknown"))

    assert broken(SharedConflict(), synonyms) == [0, 1]
    assert broken(MEANING, synonyms) == []
    assert broken(MEANING, opposites) == [0, 1]
    assert broken(SharedConflict(), unknown) == [0, 1]
    assert broken(MEANING, unknown) == []


@pytest.mark.parametrize(
    ("confidence", "many", "expected"),
    [(0.91, 4, [0]), (0.91, 5, []), (0.9, 0, []), (0.91, 0, [0])],
)
def test_a_sure_denial_needs_five_citations(
    confidence: float, many: int, expected: list[int]
) -> None:
    denial = evolve(ABSENT, confidence=confidence, citations=tuple(range(many)))

    sample = answered([token()] * 5, denial, evolve(denial, polarity="present"))

    assert broken(ThinNegative(), sample) == expected


def test_a_positive_frame_names_a_side() -> None:
    sides = ("unspecified", "left", "Unspecified")
    frames = [evolve(PRESENT, laterality=side) for side in sides]

    sample = answered([token()], *frames, evolve(frames[0], polarity="absent"))

    assert broken(NoSide(), sample) == [0]


def test_a_frame_names_a_finding() -> None:
    names = ("", "unknown", "Unspecified", "nodule", "unknown nodule")
    frames = [evolve(ABSENT, finding=name) for name in names]

    assert broken(NoFinding(), answered([token()], *frames)) == [0, 1, 2]


@pytest.mark.parametrize("refused", Refused)
def test_a_frame_of_low_confidence_is_refused(refused: Refused) -> None:
    low = evolve(ABSENT, confidence=0.49)
    frames = (low, evolve(low, refused=True), evolve(low, confidence=0.5))

    sample = answered([token()], *frames)

    assert broken(LowConfidence(), sample, Reading(refused=refused)) == [0]
