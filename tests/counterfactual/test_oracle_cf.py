"""The counterfactual oracle has the examples that speak for each of its readings."""

from fractions import Fraction
from itertools import product

import pytest

from measurand.values.cells import Box, Cell
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Lesion, Token
from measurand.values.regions import Boxes, Order, Packed, Runs
from properties.oracles import cf_attention, cf_frames, cf_grounding, cf_transforms, cf_verifier
from properties.oracles.cf_sample import FrameRow, GenRow, LesionRow, Sample, TokenRow, row

ONCE = cf_verifier.Options(duplicates="once")


def token(at: int, cell: str = "L1:0,0,0", **more: float) -> TokenRow:
    return TokenRow(
        token_id=at,
        cell_id=cell,
        level=int(cell[1]),
        score=more.get("score", 0.9),
        uncertainty=more.get("uncertainty", 0.1),
        embedding=None,
    )


def frame(
    citations: list[int] | None = None,
    *,
    finding: str = "opacity",
    polarity: str = "present",
    laterality: str = "unspecified",
    confidence: float = 0.6,
) -> FrameRow:
    return FrameRow(
        finding=finding,
        polarity=polarity,
        laterality=laterality,
        confidence=confidence,
        citations=citations,
    )


def refusing(one: FrameRow) -> FrameRow:
    one["refusal"] = True
    return one


def sample(
    tokens: list[TokenRow],
    frames: list[FrameRow],
    boxes: list[list[int]] | None = None,
    *,
    text: str = "",
    shape: tuple[int, int, int] = (8, 8, 8),
) -> Sample:
    lesions = [LesionRow(lesion_id=at, boxes=[box]) for at, box in enumerate(boxes or [])]
    return Sample(
        sample_id="s",
        seed=0,
        volume_shape=list(shape),
        tokens=tokens,
        gen=GenRow(frames=frames, text=text),
        lesions=lesions,
    )


def rules(of: Sample, options: cf_verifier.Options | None = None) -> list[str]:
    return [issue.rule for issue in cf_verifier.verify(of, options=options)[0]]


def backwards(size: int) -> list[int]:
    return list(reversed(range(size)))


# Transforms.


def test_within_its_level_a_lone_token_stays_and_among_all_it_may_go() -> None:
    two = sample([token(0, "L1:0,0,0"), token(1, "L2:1,1,1")], [])
    kept = cf_transforms.omega_perm(two, backwards)
    moved = cf_transforms.omega_perm(two, backwards, within="all")
    assert [one["cell_id"] for one in kept["tokens"]] == ["L1:0,0,0", "L2:1,1,1"]
    assert [one["cell_id"] for one in moved["tokens"]] == ["L2:1,1,1", "L1:0,0,0"]
    assert [one["level"] for one in moved["tokens"]] == [2, 1]


def test_lists_move_whole_or_are_dealt_out() -> None:
    two = sample([], [frame([1, 2, 3]), frame(), frame([4])], text="words")
    whole = cf_transforms.cite_swap(two, backwards)
    dealt = cf_transforms.cite_swap(two, backwards, lists="dealt", text="kept")
    assert [one.get("citations") for one in whole["gen"]["frames"]] == [[4], None, [1, 2, 3]]
    assert [one.get("citations") for one in dealt["gen"]["frames"]] == [[4, 3, 2], None, [1]]
    assert (whole["gen"]["text"], dealt["gen"]["text"]) == ("", "words")


def test_one_list_has_none_to_trade_with_and_keeps_the_text() -> None:
    one = sample([], [frame([1, 2]), frame()], text="words")
    assert cf_transforms.cite_swap(one, backwards) == one


def test_tokens_that_are_left_have_new_numbers_or_their_own() -> None:
    two = sample([token(5), token(9)], [frame([5, 77]), frame([9], polarity="absent")])
    two["gen"]["frames"].pop()
    assert [one["token_id"] for one in cf_transforms.evidence_drop(two)["tokens"]] == [0]
    kept = cf_transforms.evidence_drop(two, ids="stable")
    assert [one["token_id"] for one in kept["tokens"]] == [9]


def test_evidence_of_frames_that_deny_is_dropped_or_not() -> None:
    two = sample([token(5), token(9)], [frame([5]), frame([9], polarity="absent")])
    assert cf_transforms.evidence_drop(two)["tokens"] == []
    kept = cf_transforms.evidence_drop(two, cited_by="positive", ids="stable")
    assert [one["token_id"] for one in kept["tokens"]] == [9]


def test_without_citations_an_entry_is_empty_and_none_is_still_none() -> None:
    found = cf_transforms.no_cite(sample([], [frame([1]), frame()], text="words"))
    assert [one.get("citations") for one in found["gen"]["frames"]] == [[], None]
    assert not found["gen"]["text"]


def test_orders_without_fixed_points_are_the_derangements() -> None:
    counts = [len(list(cf_transforms.orders(n, fixed="none"))) for n in range(1, 6)]
    assert counts == [1, 1, 2, 9, 44]
    assert len(list(cf_transforms.orders(4))) == 24


# Grounding.


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("L1:0,0,1", (1, 0, 0, 1)),
        ("L01: (1, 0,0)\n", (1, 1, 0, 0)),
        ("L2:-2,0,0", (2, -2, 0, 0)),
        (" L1:0,0,0", None),
        ("l1:0,0,0", None),
        ("L1:+1,0,0", None),
        ("L1:(0,0,0", None),
        ("L1:0,0", None),
    ],
)
def test_a_cell_id_is_read_or_is_none(text: str, read: tuple[int, ...] | None) -> None:
    assert cf_grounding.cell(text) == read


def test_cells_out_of_range_wrap_around_or_are_empty() -> None:
    wide = (1, 1, 64)
    assert {x for _, _, x in cf_grounding.cell_voxels("L2:-2,0,0", wide)} == set(range(32, 48))
    assert cf_grounding.cell_voxels("L1:-1,0,0", wide) == set()
    assert cf_grounding.cell_voxels("L1:2,0,0", wide) == set()


def test_cells_smaller_than_a_voxel_share_it() -> None:
    thin = (1, 1, 4)
    first, second = (cf_grounding.cell_voxels(f"L3:{x},0,0", thin) for x in (0, 1))
    assert first == second == {(0, 0, 0)}


def test_a_cell_is_the_box_of_the_library() -> None:
    for level, x, y, z in product((1, 2), (0, 1), (0, 1), (0, 1)):
        found = Cell(level, x, y, z)
        box = found.box((3, 5, 7))
        listed = LesionRow(lesion_id=0, boxes=[list(box.bounds)])
        wanted = cf_grounding.lesion_voxels(listed, (3, 5, 7))
        assert cf_grounding.cell_voxels(found.id, (3, 5, 7)) == wanted


def test_the_best_single_token_is_not_the_best_single_frame() -> None:
    # Two lesions, each hit perfectly by a token of one frame.
    two = sample(
        [token(0, "L1:0,0,0"), token(1, "L1:1,1,1")],
        [frame([0, 1])],
        [[0, 4, 0, 4, 0, 4], [4, 8, 4, 8, 4, 8]],
    )
    by_token = cf_grounding.measure(two)
    by_frame = cf_grounding.measure(two, largest_of="frame")
    assert by_token["iou_max"] == Fraction(1, 2)
    assert by_frame["iou_max"] == 1
    assert by_token["iou_union"] == by_token["dice_union"] == by_token["hit"] == 1
    assert by_token["dice_max"] == Fraction(2, 3)
    assert by_token["hit_lesion_coverage"] == 1


def test_nothing_to_find_is_nought_or_undefined() -> None:
    nobody = sample([token(0)], [frame([0], polarity="Present"), frame([7])])
    assert cf_grounding.measure(nobody)["iou_union"] == 0
    assert cf_grounding.measure(nobody, nothing="undefined")["iou_union"] is None
    loud = sample([token(0)], [frame([0], polarity="Present")], [[0, 4, 0, 4, 0, 4]])
    assert cf_grounding.measure(loud, any_case=True)["iou_union"] == 1


def test_refused_frames_count_or_not() -> None:
    one = sample([token(0)], [refusing(frame([0]))], [[0, 4, 0, 4, 0, 4]])
    assert cf_grounding.measure(one)["iou_union"] == 1
    assert cf_grounding.measure(one, refusals="skipped")["iou_union"] == 0


def test_leaves_that_tile_the_volume_gain_nothing_over_its_root() -> None:
    cells = [f"L1:{x},{y},{z}" for x, y, z in product((0, 1), repeat=3)]
    tiles = sample([token(at, cell) for at, cell in enumerate(cells)], [], [[0, 1, 0, 1, 0, 1]])
    assert cf_grounding.mask_sanity(tiles) == 0


def test_every_kind_of_region_is_the_same_voxels() -> None:
    shape = (1, 2, 4)
    regions = (
        Boxes((Box(0, 1, 0, 2, 1, 3),)),
        Runs((1, 2, 2, 2, 1), Order.C),
        Runs((2, 4, 2), Order.F),
        Packed(shape, bytes([0b01100000, 0b01100000])),
    )
    for region in regions:
        one = Grounded(id="s", shape=shape, lesions=(Lesion(id=0, region=region),))
        found = cf_grounding.lesion_voxels(row(one)["lesions"][0], shape)
        assert found == {(0, y, x) for y in (0, 1) for x in (1, 2)}


def test_a_line_of_a_value_keeps_what_is_missing_apart_from_what_is_empty() -> None:
    frames = (
        Frame(finding="mass", polarity="present"),
        Frame(finding="mass", polarity="present", citations=(), refused=True),
    )
    tokens = (Token(id=3, cell=Cell(1, 0, 0, 1), score=0.5, uncertainty=0.5, embedding=(1.0,)),)
    line = row(
        Grounded(
            id="s",
            shape=(2, 2, 2),
            tokens=tokens,
            generation=Generation(frames, "words"),
            relevance=(("mass", (2.0,)),),
            gold=frames[:1],
        )
    )
    assert [one.get("citations") for one in line["gen"]["frames"]] == [None, []]
    assert [one.get("refusal") for one in line["gen"]["frames"]] == [False, True]
    assert line["tokens"][0]["cell_id"] == "L1:0,0,1"
    assert line["relevance"] == {"mass": [2.0]}
    gold = line.get("gold")
    assert gold is not None
    assert len(gold["frames"]) == 1


# The verifier.


def test_one_doubtful_token_is_three_issues_of_one_frame() -> None:
    one = sample([token(0, "L3:0,0,0", score=0.1, uncertainty=0.9)], [frame([0])])
    issues, skipped = cf_verifier.verify(one)
    assert [issue.rule for issue in issues] == ["U1.1", "U1.2", "U1.3", "M1.0"]
    assert [(found.rule, found.why) for found in skipped] == [
        ("U1.4", "a token without an embedding")
    ]
    assert cf_verifier.rate(issues, one, "U1") == 3
    assert cf_verifier.rate(issues, one, "U1", over="flagged/frames") == 1
    one["gen"]["frames"].append(frame([0], polarity="absent"))
    assert cf_verifier.rate(issues, one, "U1", over="flagged/frames") == Fraction(1, 2)
    assert cf_verifier.rate(issues, one, "U1", over="flagged/positive") == 1


def test_a_claim_without_citations_is_seen_by_the_first_rule_alone() -> None:
    bare = sample([token(0)], [frame()])
    assert cf_verifier.verify(bare, ["U1.4"]) == ([], [])
    issues, _ = cf_verifier.verify(bare, cf_verifier.RELEVANCE)
    assert issues == [cf_verifier.Issue(0, "U1", 3, "U1.0")]


def test_without_frames_a_rate_is_nought_or_undefined() -> None:
    none = sample([], [])
    assert cf_verifier.rate([], none, "U1") == 0
    assert cf_verifier.rate([], none, "U1", no_frame="undefined") is None


def test_a_citation_of_nothing_evades_every_rule_but_ours() -> None:
    lost = sample([token(0)], [frame([99], laterality="left")])
    assert rules(lost) == []
    issues, _ = cf_verifier.verify(lost, [cf_verifier.DANGLING])
    assert issues == [cf_verifier.Issue(0, "D1", 2, "D1.0")]


def test_what_is_cited_twice_counts_twice_or_once() -> None:
    deep = sample([token(0, "L2:0,0,0")], [frame([0, 0, 0, 0], laterality="left")])
    assert "U1.3" not in rules(deep)
    assert "U1.3" in rules(deep, ONCE)
    both = sample([token(0)], [frame([0, 0], laterality="bilateral")])
    assert "I1.0" not in rules(both)
    assert "I1.0" in rules(both, ONCE)


def test_attention_to_what_is_cited_twice_counts_twice_or_once() -> None:
    # Twelve tokens alike: each has a twelfth of the attention.
    alike = sample([token(at) for at in range(12)], [frame([0]), frame([0, 0, 0])])
    for each in alike["tokens"]:
        each["embedding"] = [1.0, -1.0]
    alike["relevance"] = {"opacity": [0.5, 0.5]}
    once, thrice = alike["gen"]["frames"]
    for one, times in ((once, 1), (thrice, 3)):
        recall, mass = cf_verifier.relevance(alike, one)
        assert recall == 1
        assert mass == pytest.approx(times / 12, rel=1e-6)
    assert [issue.frame for issue in cf_verifier.verify(alike, ["U1.4"])[0]] == [0]
    assert [issue.frame for issue in cf_verifier.verify(alike, ["U1.4"], ONCE)[0]] == [0, 1]


def test_a_bias_by_score_moves_attention() -> None:
    two = sample([token(0, score=0.0), token(1, score=1.0)], [])
    for one in two["tokens"]:
        one["embedding"] = [0.0]
    two["relevance"] = {"opacity": [1.0]}
    assert cf_attention.attention(two, "Opacity") == [0.5, 0.5]
    assert cf_attention.attention(two, "opacity", 1.0)[1] == pytest.approx(0.7310586, abs=1e-6)


@pytest.mark.parametrize(
    ("cell", "by_parity", "by_half"),
    [
        ("L0:0,0,0", set(), set()),
        ("L1:0,0,0", {"right"}, {"right"}),
        ("L1:1,0,0", {"left"}, {"left"}),
        ("L2:2,0,0", {"right"}, {"left"}),
        ("L2:1,0,0", {"left"}, {"right"}),
    ],
)
def test_a_cell_contradicts_the_side_that_it_is_not_on(
    cell: str, by_parity: set[str], by_half: set[str]
) -> None:
    for sides, wanted in (("parity", by_parity), ("half", by_half)):
        options = cf_verifier.Options(sides=sides)
        found = {
            side
            for side in ("left", "right")
            if "I1.1" in rules(sample([token(0, cell)], [frame([0], laterality=side)]), options)
        }
        assert found == wanted


def test_two_words_for_yes_are_in_conflict_or_not() -> None:
    two = sample(
        [token(0)],
        [frame([0], laterality="left"), frame([0], polarity="positive", finding="Opacity")],
    )
    agree = cf_verifier.Options(synonyms="agree")
    assert rules(two).count("I1.2") == 2
    assert rules(two, agree).count("I1.2") == 0
    two["gen"]["frames"][1]["polarity"] = "absent"
    assert rules(two, agree).count("I1.2") == 2
    refusing(two["gen"]["frames"][1])
    assert rules(two).count("I1.2") == 0


def test_the_remaining_rules_one_frame_each() -> None:
    coarse = frame([0], laterality="left")
    assert rules(sample([token(0, "L0:0,0,0")], [coarse])) == ["O1.0"]
    proud = frame([0], finding="mass", confidence=0.9, laterality="left")
    assert rules(sample([token(0, score=0.4)], [proud])) == ["O1.1"]
    denied = frame([0], polarity="absent", confidence=0.95)
    assert rules(sample([token(0)], [denied])) == ["I1.3"]
    nameless = frame([0], finding="unknown", laterality="left")
    assert rules(sample([token(0)], [nameless])) == ["M1.1"]
    unsure = frame([0], confidence=0.4, laterality="left")
    assert rules(sample([token(0)], [unsure])) == ["M1.2"]
    refused = refusing(frame(confidence=0.4))
    assert rules(sample([token(0)], [refused])) == []


def test_the_text_says_the_frames_or_is_no_such_text() -> None:
    cites = frame([0], laterality="left")
    cites["q"] = 0.25
    line = (
        "FRAME 0 finding=opacity polarity=present laterality=left location=unspecified "
        "size_bin=unspecified severity=unspecified uncertain=0 confidence=0.6 q=0.25 "
        "refusal=0 cites=[0]"
    )
    for text, fine in ((line, True), ("  ", True), ("An opacity.", False)):
        found = rules(sample([token(0)], [cites], text=text))
        assert found == ([] if fine else ["I1.4"])
    for wrong in (line.replace("0.6", "0.61"), line.replace("[0]", "[1]"), line + "\n" + line):
        assert rules(sample([token(0)], [cites], text=wrong)) == ["I1.4"]


def test_a_rule_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"a rule is one of .*: got 'U9\.9'"):
        cf_verifier.verify(sample([], [frame()]), ["U9.9"])


# Frames.


def test_a_gate_makes_strangers_of_other_findings_and_polarities() -> None:
    nodule, effusion = frame(finding="nodule"), frame(finding="effusion")
    loose = cf_frames.table([nodule], [effusion])
    assert loose == [[Fraction(60, 100)]]
    assert cf_frames.possible_hits(loose) == {1}
    assert cf_frames.table([nodule], [effusion], gate="finding") == [[0]]
    denied = frame(finding="Lung_Nodule", polarity="absent")
    assert cf_frames.similarity(nodule, denied) == Fraction(70, 100)
    assert cf_frames.similarity(nodule, denied, gate="finding") == Fraction(70, 100)
    assert cf_frames.similarity(nodule, denied, gate="both") == 0


def test_the_largest_sum_is_not_the_most_pairs_that_count() -> None:
    sims = [[Fraction(25, 100), Fraction(10, 100)], [Fraction(30, 100), Fraction(25, 100)]]
    assert cf_frames.possible_hits(sims) == {0}
    assert cf_frames.possible_hits(sims, when="before") == {1}
    assert cf_frames.possible_hits(sims, objective="count_then_sum") == {1}


def test_a_tie_leaves_open_how_many_pairs_count() -> None:
    sims = [[Fraction(35, 100), Fraction(10, 100)], [Fraction(25, 100), Fraction(0)]]
    assert cf_frames.possible_hits(sims) == {0, 1}
    assert cf_frames.possible_hits(sims, when="before") == {1}


def test_no_frames_at_all_have_the_f1_that_is_asked_for() -> None:
    assert cf_frames.frame_f1([], []) == 0
    assert cf_frames.f1(0, 0, 0, both_empty="one") == 1
    assert cf_frames.f1(0, 0, 0, both_empty="undefined") is None
    assert cf_frames.frame_f1([], [frame()]) == cf_frames.frame_f1([frame()], []) == 0
    assert cf_frames.f1(2, 3, 2) == Fraction(8, 10)


def test_frames_in_words_leave_out_what_is_unspecified() -> None:
    whole = frame(finding="nodule", laterality="right")
    whole["location"], whole["size_bin"] = "RUL", "6-8mm"
    denied = frame(finding="effusion", polarity="absent", laterality="left")
    said = "There is right nodule (6-8mm) in the RUL. No effusion. There is opacity."
    assert cf_frames.wording([whole, denied, frame()]) == said
