"""COCO: what cannot be read is told with its file and its place, and an image is all or nothing."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from measurand.edges.files.formats.coco_boxes import MOST_PAIRS
from tests.formats.coco_data import annotation, found_in, gold, result
from tests.formats.reading import faults, samples

FAULTS: Mapping[str, tuple[object, object, str]] = {
    "no data set": ([], [], "a.json: $: expected a data set of COCO, got a list of 0"),
    "no results": (gold(), {}, "b.json: $: expected a list of results, one a box, got an object "),
    "no list": (gold(images=1), [], "a.json: $.images: expected a list, got 1"),
    "an image twice": (
        gold(images=[{"id": 1}, {"id": 1}]),
        [],
        (
            "a.json: $.images[1].id: expected ids that differ, got the id '1' again, first in "
            "record [0]"
        ),
    ),
    "a category twice": (
        gold(categories=[{"id": 1, "name": "a"}, {"id": 2, "name": "a"}]),
        [],
        "a.json: $.categories[1].name: expected a name of its own, got 'a'",
    ),
    "an annotation twice": (
        gold(annotation(7, [0, 0, 1, 1]), annotation(7, [0, 0, 1, 1])),
        [],
        "a.json: $.annotations[1].id: expected an id of its own, got 7",
    ),
    "a box of three": (
        gold(annotation(7, [0, 0, 1])),
        [],
        "a.json: $.annotations[0].bbox: expected a box of four numbers, got a list of 3",
    ),
    "a box of a text": (
        gold(annotation(7, [0, 0, 1, "1"])),
        [],
        "a.json: $.annotations[0].bbox[3]: expected a number, got '1'",
    ),
    "a negative side": (
        gold(),
        [result([5, 5, -1, 2])],
        (
            "b.json: $[0].bbox: expected sides that are not negative, got -1 by 2: the box is "
            "read as xywh"
        ),
    ),
    "no score": (
        gold(),
        [{"image_id": 1, "category_id": 1, "bbox": [0, 0, 1, 1]}],
        "b.json: $[0]: expected a result, with the key 'score', got an object with 3 keys",
    ),
    "a mask": (
        gold(),
        [{"image_id": 1, "category_id": 1, "segmentation": {}, "score": 1}],
        (
            "b.json: $[0]: expected the key 'bbox', got an object with 4 keys: masks and "
            "key points are not read: give every result its bbox"
        ),
    ),
    "no such category": (
        gold(),
        [result([0, 0, 1, 1], category_id=9)],
        "b.json: $[0].category_id: expected the id of a category of the data set, got 9",
    ),
    "too many pairs": (
        gold(*[annotation(at, [0, 0, 1, 1]) for at in range(1100)]),
        [result([0, 0, 1, 1])] * 1000,
        f"a.json: expected at most {MOST_PAIRS} in an image, got 1100000 pairs of boxes",
    ),
}


@pytest.mark.parametrize("how", FAULTS)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, how: str) -> None:
    first, second, expected = FAULTS[how]

    found = found_in(tmp_path, first, second)

    assert [fault[: len(expected)] for fault in faults(found)] == [expected]
    assert not samples(found)
