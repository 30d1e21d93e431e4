"""COCO: an image is a sample, and pairs of boxes are as alike as their exact IoU says."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from measurand.edges.files import Bad, read
from measurand.edges.files.formats.coco import sniff
from measurand.edges.files.samples.opening import Head
from measurand.evidence.evidence import Observed
from measurand.evidence.matching import Greedy, Optimal
from measurand.evidence.observation import Observation
from measurand.evidence.observe import observe
from measurand.evidence.source import Source
from measurand.values.items import Item, Slots
from measurand.values.tally import Tally
from tests.formats.coco_data import annotation, found_in, gold, one, only, result, said
from tests.formats.reading import faults, samples

FOLDER = Path("docs/examples/formats/coco")
EXAMPLE = Source(path="instances.json", predictions="results.json", format="coco")


def slot(item: Item, name: str) -> str:
    """Give what a slot of an item holds."""
    assert isinstance(item, Slots)
    return item.get(name) or ""


def test_the_iou_of_every_pair_is_that_of_pycocotools() -> None:
    mask = pytest.importorskip("pycocotools.mask")
    boxes = {str(one["id"]): one for one in read_json("instances.json", "annotations")}
    results = read_json("results.json")

    for sample in samples(read(EXAMPLE, root=FOLDER)):
        given = {(one.predicted, one.gold): one.value for one in sample.similarities}
        for mine in sample.predicted or ():
            for right in sample.gold:
                theirs = mask.iou(
                    [results[int(slot(mine, "result"))]["bbox"]],
                    [boxes[slot(right, "annotation")]["bbox"]],
                    [0],
                )[0][0]
                same = slot(mine, "category") == slot(right, "category")
                ours = given.get((mine, right), Fraction(0))
                assert float(ours) == pytest.approx(theirs if same else 0.0, rel=1e-15)


def test_forty_boxes_of_decimals_share_what_pycocotools_says(tmp_path: Path) -> None:
    mask = pytest.importorskip("pycocotools.mask")
    mine, right = (
        [[(at * 37 + axis * 101 + start) % 400 / 8 for axis in range(4)] for at in range(20)]
        for start in (5, 44)
    )
    first = gold(*[annotation(at, box) for at, box in enumerate(right)])

    found = only(tmp_path, first, [result(box) for box in mine], said(box="xywh"))

    theirs = mask.iou(mine, right, [0] * 20)
    given = {(one.predicted, one.gold): float(one.value) for one in found.similarities}
    assert len(given) > 50
    for p, item in enumerate(found.predicted or ()):
        for g, other in enumerate(found.gold):
            assert given.get((item, other), 0.0) == pytest.approx(theirs[p][g], rel=1e-14)


def read_json(name: str, key: str = "") -> list[dict[str, list[float]]]:
    """Read an example by itself: a list, or the one under a key."""
    found = json.loads((FOLDER / name).read_text())
    listed: list[dict[str, list[float]]] = found[key] if key else found
    return listed


def test_every_image_is_a_sample_even_where_nothing_is() -> None:
    found = samples(read(EXAMPLE, root=FOLDER))

    assert [(sample.id, len(sample.gold), len(sample.predicted or ())) for sample in found] == [
        ("1", 2, 3),
        ("2", 1, 1),
        ("3", 0, 0),
    ]


def test_decimals_are_exact(tmp_path: Path) -> None:
    # 0.1 wide of 0.3: a third, which no sum of doubles gives.
    found = only(tmp_path, gold(annotation(7, [0, 0, 0.3, 1])), [result([0.2, 0, 0.1, 1])])

    [pair] = found.similarities
    assert pair.value == Fraction(1, 3)


def test_results_stand_by_their_scores_and_keep_their_numbers(tmp_path: Path) -> None:
    box = [0, 0, 10, 10]
    second = [result(box, 0.2), result(box, 0.9), result(box, 0.2)]

    found = only(tmp_path, gold(annotation(7, box)), second)

    assert [slot(item, "result") for item in found.predicted or ()] == ["1", "0", "2"]
    assert found.gold == (Slots.of({"category": "cat", "annotation": "7"}),)


@pytest.mark.parametrize("match", [Greedy(), Optimal()])
def test_matchers_pair_boxes_that_are_alike_enough(match: Greedy | Optimal) -> None:
    how = Observation(match=match)

    rows = [observe(how, sample) for sample in samples(read(EXAMPLE, root=FOLDER))]
    tallies = [row.tallies[0][1] if isinstance(row, Observed) else None for row in rows[:2]]

    # plate 18 x 20 of 22 x 20, and fork 30 x 30 of 30 x 40: credit is their IoU
    assert tallies == [Tally(Fraction(9, 11) + Fraction(3, 4), 3, 2), Tally(0, 1, 1)]


def test_boxes_of_different_categories_are_not_compared(tmp_path: Path) -> None:
    box = [0, 0, 10, 10]

    found = only(tmp_path, gold(annotation(7, box)), [result(box, category_id=2)])

    assert found.similarities == ()


def test_results_that_can_be_corners_alone_are_refused(tmp_path: Path) -> None:
    first = gold(annotation(7, [60, 40, 30, 30]))
    second = [result([60, 40, 90, 70])]

    assert one(tmp_path, first, second) == (
        "a.json: expected to be told what the four numbers of a box are in the results, got boxes "
        "that can be corners alone: say --input results_box=xywh|xyxy, "
        'or input = { results_box = "..." } in a claims file'
    )
    [pair] = only(tmp_path, first, second, said(results_box="xyxy")).similarities
    assert pair.value == 1
    [pair] = only(tmp_path, first, second, said(results_box="xywh")).similarities
    assert pair.value == Fraction(900, 90 * 70)


def test_gold_is_asked_about_by_itself(tmp_path: Path) -> None:
    first = gold(annotation(7, [60, 40, 90, 70]))

    assert one(tmp_path, first, []).startswith(
        "a.json: expected to be told what the four numbers of a box are in gold, got boxes that"
    )
    assert only(tmp_path, first, [], said(box="xyxy")).predicted == ()


@pytest.mark.parametrize("box", [[2, 2, 98.5, 78.5], [0, 0, 5, 5], [60, 40, 90, 30]])
def test_rounding_and_boxes_that_fit_no_other_reading_are_taken_as_the_format_says(
    tmp_path: Path, box: list[float]
) -> None:
    assert len(only(tmp_path, gold(annotation(7, box)), []).gold) == 1


def test_without_a_size_nothing_leaves_the_image(tmp_path: Path) -> None:
    first = gold(annotation(7, [60, 40, 90, 70]), images=[{"id": 1}])

    assert len(only(tmp_path, first, []).gold) == 1


def test_crowds_are_refused_until_it_is_said_what_becomes_of_them(tmp_path: Path) -> None:
    crowd = annotation(8, [0, 0, 50, 50], iscrowd=1, segmentation={"counts": "x", "size": [1, 1]})
    first = gold(annotation(7, [0, 0, 10, 10]), crowd)

    assert one(tmp_path, first, []) == (
        "a.json: expected to be told what becomes of gold regions marked iscrowd, got annotations "
        'with iscrowd: say --input crowd=keep|drop, or input = { crowd = "..." } in a claims file'
    )
    assert len(only(tmp_path, first, [], said(crowd="drop")).gold) == 1
    assert len(only(tmp_path, first, [], said(crowd="keep")).gold) == 2


@pytest.mark.parametrize(("least", "kept"), [("0.5", 2), ("0.51", 1), ("all", 3)])
def test_results_below_the_least_score_do_not_count(tmp_path: Path, least: str, kept: int) -> None:
    second = [result([0, 0, 9, 9], score) for score in (0.2, 0.5, 0.9)]

    found = only(tmp_path, gold(), second, said(score=least))

    assert len(found.predicted or ()) == kept


def test_a_score_that_is_no_number_is_refused(tmp_path: Path) -> None:
    assert one(tmp_path, gold(), [], said(score="half")) == (
        "a.json: expected score=NUMBER or score=all, got score=half"
    )


def test_a_result_for_no_image_is_a_fault_and_the_images_are_read(tmp_path: Path) -> None:
    found = found_in(tmp_path, gold(), [result([0, 0, 1, 1], image_id=9)])

    assert faults(found) == [
        "b.json: $[0].image_id: expected the id of an image of the data set, got 9"
    ]
    [bad] = [event for event in found if isinstance(event, Bad)]
    assert json.loads(bad.raw)["image_id"] == 9
    assert [sample.id for sample in samples(found)] == ["1"]


def test_the_format_is_told_by_its_keys() -> None:
    guess = sniff(Head(name="a.json", document=json.loads((FOLDER / "instances.json").read_text())))

    assert guess is not None
    assert guess.source == Source(path="a.json", format="coco")
    begun = b'{"images": [{"id": 1, "file_name": "a.jpg"'
    assert sniff(Head(name="a.json", raw=begun, more=True)) is not None
    assert sniff(Head(name="a.json", document={"images": []})) is None


def test_boxes_that_can_be_sizes_or_corners_are_asked_about(tmp_path: Path) -> None:
    first = gold(annotation(7, [10, 10, 20, 20], area=400))
    second = [result([10, 10, 30, 30])]

    assert one(tmp_path, first, second) == (
        "a.json: expected to be told what the four numbers of a box are in the results, got boxes "
        "that can be sizes or corners: say --input results_box=xywh|xyxy, "
        'or input = { results_box = "..." } in a claims file'
    )
    [pair] = only(tmp_path, first, second, said(results_box="xyxy")).similarities
    assert pair.value == 1


def test_both_sides_are_asked_about_where_neither_tells(tmp_path: Path) -> None:
    found = found_in(tmp_path, gold(annotation(7, [1, 1, 3, 3])), [result([1, 1, 3, 3])])

    assert [fault.partition(", got")[0].rpartition(" in ")[2] for fault in faults(found)] == [
        "gold",
        "the results",
    ]


@pytest.mark.parametrize(
    "other",
    [[50, 50, 20, 20], [0, 0, 5, 5]],
    ids=["one box that is no two corners", "boxes that share nothing either way"],
)
def test_nothing_is_asked_where_it_changes_nothing(tmp_path: Path, other: list[int]) -> None:
    first = gold(annotation(7, [50, 40, 20, 20]), annotation(8, other, category_id=2))

    assert len(only(tmp_path, first, [result([1, 1, 2, 2])]).gold) == 2
