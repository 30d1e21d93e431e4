"""What a transform may change in a sample, and what a metric may read of it.

One list of parts for both: a metric that reads none of what a transform changes cannot move, which
is known before anything is measured.
"""

from enum import Enum

from attrs import evolve

from measurand.values.grounded import Grounded


class Key(Enum):
    """The five transforms, in the order of the tables."""

    OMEGA_PERM = "omega_perm"
    TOKEN_PERM = "token_perm"  # noqa: S105 - a name, no password
    CITE_SWAP = "cite_swap"
    EVIDENCE_DROP = "evidence_drop"
    NO_CITE = "no_cite"


class SamplePart(Enum):
    """A part of a sample: together they are its tokens and its answer, and nothing besides.

    TOKENS is which token ids there are, in order; FRAMES are the frames without their citations,
    SCORES the scores and uncertainties. LEVELS are part of CELLS.
    """

    CELLS = "cells"
    LEVELS = "levels"
    EMBEDDINGS = "embeddings"
    SCORES = "scores"
    TOKENS = "tokens"
    FRAMES = "frames"
    CITATIONS = "citations"
    TEXT = "text"


def part_of(sample: Grounded, part: SamplePart) -> tuple[object, ...]:
    """Take one part of a sample: a value for each token or frame, in order; one for the text.

    >>> from measurand.values.frames import Frame, Generation
    >>> answer = Generation((Frame(finding="mass", polarity="present", citations=(4, 1)),))
    >>> part_of(Grounded(id="1", shape=(8, 8, 8), generation=answer), SamplePart.CITATIONS)
    ((4, 1),)
    """
    tokens, frames = sample.tokens, sample.generation.frames
    match part:
        case SamplePart.CELLS:
            return tuple(token.cell for token in tokens)
        case SamplePart.LEVELS:
            return tuple(token.cell.level for token in tokens)
        case SamplePart.EMBEDDINGS:
            return tuple(token.embedding for token in tokens)
        case SamplePart.SCORES:
            return tuple((token.score, token.uncertainty) for token in tokens)
        case SamplePart.TOKENS:
            return tuple(token.id for token in tokens)
        case SamplePart.FRAMES:
            return tuple(evolve(frame, citations=None) for frame in frames)
        case SamplePart.CITATIONS:
            return tuple(frame.citations for frame in frames)
        case SamplePart.TEXT:
            return (sample.generation.text,)
