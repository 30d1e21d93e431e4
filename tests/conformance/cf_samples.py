"""Reads the reference samples: only what transforms, verifier and grounding need."""

from pathlib import Path

import msgspec

from measurand.values.cells import Shape, read_cell
from measurand.values.frames import UNSPECIFIED, Frame, Generation
from measurand.values.grounded import Grounded, Token, Vector


class FrameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A frame as its file writes it."""

    finding: str
    polarity: str
    laterality: str
    confidence: float
    location: str = UNSPECIFIED
    size_bin: str = UNSPECIFIED
    severity: str = UNSPECIFIED
    uncertain: bool = False
    citations: tuple[int, ...] | None = None
    q: float | None = None
    refusal: bool = False


class AnswerRow(msgspec.Struct, frozen=True):
    """An answer as its file writes it."""

    frames: tuple[FrameRow, ...]
    text: str


class TokenRow(msgspec.Struct, frozen=True):
    """A token as its file writes it."""

    token_id: int
    cell_id: str
    score: float
    uncertainty: float
    embedding: Vector


class SampleRow(msgspec.Struct, frozen=True):
    """A sample as its file writes it."""

    sample_id: str
    seed: int
    volume_shape: Shape
    tokens: tuple[TokenRow, ...]
    gen: AnswerRow
    regenerated: dict[str, AnswerRow]


class ChangedRow(msgspec.Struct, frozen=True):
    """What the original program made of a sample: citations by the number of their frame."""

    token_ids: tuple[int, ...]
    cell_ids: tuple[str, ...]
    embedding_first: tuple[float, ...]
    citations: dict[int, tuple[int, ...]]
    text: str


class ExpectedRow(msgspec.Struct, frozen=True):
    """What the original program computed for a sample, by the name of the transform."""

    sample_id: str
    transforms: dict[str, ChangedRow]


def answer(row: AnswerRow) -> Generation:
    """Make the value of an answer."""
    frames = (
        Frame(
            finding=one.finding,
            polarity=one.polarity,
            laterality=one.laterality,
            confidence=one.confidence,
            location=one.location,
            size_bin=one.size_bin,
            severity=one.severity,
            uncertain=one.uncertain,
            citations=one.citations,
            q=one.q,
            refused=one.refusal,
        )
        for one in row.frames
    )
    return Generation(tuple(frames), row.text)


def sample(row: SampleRow) -> Grounded:
    """Make the value of a sample."""
    tokens = (
        Token(
            id=one.token_id,
            cell=read_cell(one.cell_id),
            score=one.score,
            uncertainty=one.uncertainty,
            embedding=one.embedding,
        )
        for one in row.tokens
    )
    return Grounded(
        id=row.sample_id,
        seed=row.seed,
        shape=row.volume_shape,
        tokens=tuple(tokens),
        generation=answer(row.gen),
        regenerated=tuple(sorted((key, answer(one)) for key, one in row.regenerated.items())),
    )


def samples(data: Path) -> list[Grounded]:
    """Read the reference samples."""
    lines = (data / "cf" / "samples.jsonl").read_bytes().splitlines()
    return [sample(msgspec.json.decode(line, type=SampleRow)) for line in lines]


def expected(data: Path) -> dict[str, dict[str, ChangedRow]]:
    """Read what the original program made of the samples."""
    lines = (data / "cf" / "expected.jsonl").read_bytes().splitlines()
    rows = (msgspec.json.decode(line, type=ExpectedRow) for line in lines)
    return {row.sample_id: row.transforms for row in rows}
