"""A line of `cf-sample/1` as plain dictionaries, which the oracles of cf_*.py read."""

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Lesion, Token
from measurand.values.regions import Boxes, Packed, Region, Runs


class TokenRow(TypedDict):
    token_id: int
    cell_id: str
    level: int
    score: float
    uncertainty: float
    embedding: list[float] | None


class FrameRow(TypedDict):
    finding: str
    polarity: str
    laterality: NotRequired[str]
    location: NotRequired[str]
    size_bin: NotRequired[str]
    severity: NotRequired[str]
    uncertain: NotRequired[bool]
    confidence: NotRequired[float]
    citations: NotRequired[list[int] | None]
    q: NotRequired[float | None]
    refusal: NotRequired[bool]


class GenRow(TypedDict):
    frames: list[FrameRow]
    text: str


class Rle(TypedDict):
    order: str
    counts: list[int]


class LesionRow(TypedDict):
    lesion_id: int
    boxes: NotRequired[list[list[int]]]
    rle: NotRequired[Rle]


class Gold(TypedDict):
    frames: list[FrameRow]
    report_text: NotRequired[str | None]


class Sample(TypedDict):
    sample_id: str
    seed: int
    volume_shape: list[int]
    tokens: list[TokenRow]
    gen: GenRow
    lesions: list[LesionRow]
    gold: NotRequired[Gold | None]
    relevance: NotRequired[dict[str, list[float]] | None]
    regenerated: NotRequired[dict[str, GenRow]]


POSITIVE = ("present", "positive")
NEGATIVE = ("absent", "negative")


def says(frame: FrameRow, words: Sequence[str], *, any_case: bool = False) -> bool:
    """Decide whether the polarity of a frame is one of the words."""
    if any_case:
        return frame["polarity"].lower() in [word.lower() for word in words]
    return frame["polarity"] in words


def has_entry(frame: FrameRow) -> bool:
    """Decide whether a frame has citations at all; an empty list is an entry."""
    return frame.get("citations") is not None


def cited(frame: FrameRow) -> list[int]:
    return list(frame.get("citations") or [])


def refused(frame: FrameRow) -> bool:
    return frame.get("refusal", False)


def resolved(sample: Sample, ids: Sequence[int]) -> list[TokenRow]:
    """Look ids up as often as they are named, dropping the unknown; of two alike, the last."""
    by_id = {token["token_id"]: token for token in sample["tokens"]}
    return [by_id[one] for one in ids if one in by_id]


def row(sample: Grounded) -> Sample:
    """Write a value of the library as such a line; a mask becomes one box for every voxel."""
    made = Sample(
        sample_id=sample.id,
        seed=sample.seed,
        volume_shape=list(sample.shape),
        tokens=[token_row(token) for token in sample.tokens],
        gen=gen_row(sample.generation),
        lesions=[lesion_row(lesion) for lesion in sample.lesions],
        gold=None,
        relevance=None,
        regenerated={name: gen_row(answer) for name, answer in sample.regenerated},
    )
    if sample.gold is not None:
        frames = [frame_row(frame) for frame in sample.gold]
        made["gold"] = Gold(frames=frames, report_text=sample.report)
    if sample.relevance is not None:
        made["relevance"] = {name: list(query) for name, query in sample.relevance}
    return made


def token_row(token: Token) -> TokenRow:
    return TokenRow(
        token_id=token.id,
        cell_id=token.cell.id,
        level=token.cell.level,
        score=token.score,
        uncertainty=token.uncertainty,
        embedding=None if token.embedding is None else list(token.embedding),
    )


def gen_row(generation: Generation) -> GenRow:
    return GenRow(frames=[frame_row(one) for one in generation.frames], text=generation.text)


def frame_row(frame: Frame) -> FrameRow:
    return FrameRow(
        finding=frame.finding,
        polarity=frame.polarity,
        laterality=frame.laterality,
        location=frame.location,
        size_bin=frame.size_bin,
        severity=frame.severity,
        uncertain=frame.uncertain,
        confidence=frame.confidence,
        citations=None if frame.citations is None else list(frame.citations),
        q=frame.q,
        refusal=frame.refused,
    )


def lesion_row(lesion: Lesion) -> LesionRow:
    region: Region = lesion.region
    match region:
        case Boxes(boxes):
            return LesionRow(lesion_id=lesion.id, boxes=[list(box.bounds) for box in boxes])
        case Runs(counts, order):
            rle = Rle(order=order.value, counts=list(counts))
            return LesionRow(lesion_id=lesion.id, rle=rle)
        case Packed(shape, data):
            return LesionRow(lesion_id=lesion.id, boxes=voxel_boxes(shape, data))


def voxel_boxes(shape: tuple[int, int, int], data: bytes) -> list[list[int]]:
    depth, height, width = shape
    stride = (width + 7) // 8
    found: list[list[int]] = []
    for z in range(depth):
        for y in range(height):
            for x in range(width):
                byte = data[(z * height + y) * stride + x // 8]
                if byte & (0b10000000 >> (x % 8)):
                    found.append([z, z + 1, y, y + 1, x, x + 1])
    return found
