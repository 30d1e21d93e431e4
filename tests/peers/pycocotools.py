"""pycocotools: overlap of boxes, given by corner and size."""

from collections.abc import Callable

from measurand.edges.trials.suites import BOX_IOU_2026_1 as BOX_IOU
from measurand.laws.kinds.boxes import Box
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Peer

IMPORTS = ("from pycocotools import mask",)


def sized(box: Box) -> list[float]:
    """Give a box by its corner and its size."""
    return [box[0], box[1], box[2] - box[0], box[3] - box[1]]


def _overlap(crowd: int) -> Callable[[Box, Box], object]:
    def overlap(one: Box, other: Box) -> object:
        from pycocotools import mask

        found: object = mask.iou([sized(one)], [sized(other)], [crowd])[0][0]
        return found

    return overlap


def _written(crowd: int) -> Callable[[Box, Box], str]:
    def write(one: Box, other: Box) -> str:
        return f"mask.iou([{written(sized(one))}], [{written(sized(other))}], [{crowd}])[0][0]"

    return write


def _peer(name: str, crowd: int, claims: frozenset[str]) -> Peer:
    subject = Subject(name, _overlap(crowd), claims, None, _written(crowd), IMPORTS)
    return Peer(suite=BOX_IOU, subject=subject)


def _peers() -> tuple[Peer, ...]:
    return (
        _peer("mask.iou", 0, frozenset({"iou", "symmetric", "distance"})),
        _peer("mask.iou, crowd", 1, frozenset()),
    )


LIBRARY = Library(name="pycocotools", package="pycocotools", peers=_peers)
