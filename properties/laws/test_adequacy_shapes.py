"""The suites of shapes, changes, transforms, tables and clusters catch what is wrong."""

from measurand.edges.trials.suites import (
    BOX_IOU_2026_1,
    CHANGE_2026_1,
    CLUSTERED_ERROR_2026_1,
    GRAPH_DISTANCE_2026_1,
    SCORE_TABLE_2026_1,
    TRANSFORM_2026_1,
)
from properties.laws.adequate import assert_adequate, judged, overlooked


def test_overlaps_of_boxes() -> None:
    found = judged(BOX_IOU_2026_1, 120)

    assert_adequate(found)
    assert overlooked(BOX_IOU_2026_1, found) == []


def test_changes() -> None:
    found = judged(CHANGE_2026_1, 100)

    assert_adequate(found)
    assert overlooked(CHANGE_2026_1, found) == []


def test_distances_of_graphs() -> None:
    found = judged(GRAPH_DISTANCE_2026_1, 150)

    assert_adequate(found)
    assert overlooked(GRAPH_DISTANCE_2026_1, found) == []


def test_transforms() -> None:
    found = judged(TRANSFORM_2026_1, 100)

    assert_adequate(found)
    assert overlooked(TRANSFORM_2026_1, found) == []


def test_tables_of_scores() -> None:
    found = judged(SCORE_TABLE_2026_1, 120)

    assert_adequate(found)
    assert overlooked(SCORE_TABLE_2026_1, found) == []


def test_clustered_errors() -> None:
    found = judged(CLUSTERED_ERROR_2026_1, 120)

    assert_adequate(found)
    assert overlooked(CLUSTERED_ERROR_2026_1, found) == []
