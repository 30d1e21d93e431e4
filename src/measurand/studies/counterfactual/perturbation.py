"""Transforms applied to a sample, and taken back.

Draws depend on the seed, the transform and the sample's id, and on nothing that a transform moves.
So the order that was drawn can be drawn again from the result, and its inverse puts all back.
"""

from itertools import islice

from attrs import evolve, frozen

from measurand.studies.counterfactual.polarity import POSITIVE, Polarity
from measurand.studies.counterfactual.transforms import (
    CitedBy,
    CiteSwap,
    EvidenceDrop,
    Ids,
    Lists,
    NoCite,
    OmegaPerm,
    Order,
    Reordering,
    Stream,
    Text,
    TokenPerm,
    Transform,
    Within,
    draw_for,
    inverse,
    invertible,
    key_of,
    reorder,
    shuffled,
)
from measurand.values.frames import Generation
from measurand.values.grounded import Grounded

_TWO = 2
"""Entries that a swap needs."""


@frozen
class Perturbed:
    """A changed sample; where `asks`, the generator must answer again, and the answer is empty.

    >>> Perturbed(Grounded(id="1", shape=(8, 8, 8)), asks=True).sample.generation.frames
    ()
    """

    sample: Grounded
    asks: bool


def perturb(
    transform: Transform,
    sample: Grounded,
    *,
    seed: int = 0,
    stream: Stream = Stream.SAMPLE,
    positive: Polarity = POSITIVE,
) -> Perturbed:
    """Apply a transform; only tokens and the answer change, and `sample` itself stays as it is.

    The draws come from `seed`, the transform and the sample's id, or as `stream` says. `positive`
    says which frames claim a finding to be there, for a drop of what those cite.

    >>> from measurand.values.frames import Frame
    >>> answer = Generation((Frame(finding="mass", polarity="present", citations=(4, 1)),))
    >>> one = Grounded(id="1", shape=(8, 8, 8), generation=answer)
    >>> perturb(NoCite(), one).sample.generation.frames[0].citations
    ()

    Raises ValueError where a legacy stream would start from a seed of 2**32 or more.
    """
    match transform:
        case OmegaPerm() | CiteSwap():
            order = _drawn(transform, sample, seed, stream)
            return Perturbed(_reordered(transform, sample, order), asks=False)
        case TokenPerm():
            order = _drawn(transform, sample, seed, stream)
            return Perturbed(_unanswered(_reordered(transform, sample, order)), asks=True)
        case EvidenceDrop():
            return Perturbed(_unanswered(_dropped(transform, sample, positive)), asks=True)
        case NoCite(text):
            none = tuple(() for _ in _entries(sample.generation))
            cleared = _with_entries(sample.generation, none, text)
            return Perturbed(evolve(sample, generation=cleared), asks=False)


def restore(
    transform: Transform,
    sample: Grounded,
    *,
    seed: int = 0,
    stream: Stream = Stream.SAMPLE,
) -> Grounded:
    """Put back what a transform moved, given its result and the same seed and stream.

    Where the generator answers again, only the tokens are put back; the answer stays as it is.

    >>> from measurand.values.cells import read_cell
    >>> from measurand.values.grounded import Token
    >>> one = Grounded(id="1", shape=(8, 8, 8), tokens=tuple(
    ...     Token(id=x, cell=read_cell(f"L3:{x},0,0"), score=0, uncertainty=0) for x in range(8)))
    >>> restore(OmegaPerm(), perturb(OmegaPerm(), one).sample) == one
    True

    Raises ValueError for a transform that nothing undoes, see `invertible`.
    """
    if not isinstance(transform, Reordering) or not invertible(transform):
        which = key_of(transform).value
        message = f"what can be undone draws an order and clears no text: got {which}"
        raise ValueError(message)
    return _reordered(transform, sample, inverse(_drawn(transform, sample, seed, stream)))


def _drawn(transform: Reordering, sample: Grounded, seed: int, stream: Stream) -> Order:
    """Draw an order of the tokens, entries or citations; what it depends on, no transform moves."""
    draw = draw_for(sample, key_of(transform), seed=seed, stream=stream)
    match transform:
        case OmegaPerm(Within.LEVEL, fixed) | TokenPerm(Within.LEVEL, fixed):
            return shuffled([token.cell.level for token in sample.tokens], draw, fixed)
        case OmegaPerm(_, fixed) | TokenPerm(_, fixed):
            return shuffled([0] * len(sample.tokens), draw, fixed)
        case CiteSwap(Lists.WHOLE, fixed):
            return shuffled([0] * len(_entries(sample.generation)), draw, fixed)
        case CiteSwap(_, fixed):
            return shuffled([0] * sum(map(len, _entries(sample.generation))), draw, fixed)


def _reordered(transform: Reordering, sample: Grounded, order: Order) -> Grounded:
    tokens = sample.tokens
    match transform:
        case OmegaPerm():
            cells = reorder([token.cell for token in tokens], order)
            placed = zip(tokens, cells, strict=True)
            return evolve(sample, tokens=tuple(evolve(one, cell=cell) for one, cell in placed))
        case TokenPerm():
            rows = reorder([token.embedding for token in tokens], order)
            filled = zip(tokens, rows, strict=True)
            return evolve(sample, tokens=tuple(evolve(one, embedding=row) for one, row in filled))
        case CiteSwap():
            return evolve(sample, generation=_swapped(transform, sample.generation, order))


Entries = tuple[tuple[int, ...], ...]
"""The citations of those frames that have an entry, in the order of the frames."""


def _entries(answer: Generation) -> Entries:
    return tuple(frame.citations for frame in answer.frames if frame.citations is not None)


def _swapped(transform: CiteSwap, answer: Generation, order: Order) -> Generation:
    entries = _entries(answer)
    if len(entries) < _TWO:
        return answer
    if transform.lists is Lists.WHOLE:
        return _with_entries(answer, reorder(entries, order), transform.text)
    pool = iter(reorder([cited for entry in entries for cited in entry], order))
    dealt = tuple(tuple(islice(pool, len(entry))) for entry in entries)
    return _with_entries(answer, dealt, transform.text)


def _with_entries(answer: Generation, entries: Entries, text: Text) -> Generation:
    """Give the frames that have an entry other ones."""
    left = iter(entries)
    frames = tuple(
        frame if frame.citations is None else evolve(frame, citations=next(left))
        for frame in answer.frames
    )
    return Generation(frames, answer.text if text is Text.KEPT else "")


def _dropped(transform: EvidenceDrop, sample: Grounded, positive: Polarity) -> Grounded:
    everyone = transform.cited_by is CitedBy.ALL
    cited = {
        which
        for frame in sample.generation.frames
        if everyone or positive.is_positive(frame)
        for which in frame.cited
    }
    kept = [token for token in sample.tokens if token.id not in cited]
    if transform.ids is Ids.RENUMBERED:
        kept = [evolve(token, id=at) for at, token in enumerate(kept)]
    return evolve(sample, tokens=tuple(kept))


def _unanswered(sample: Grounded) -> Grounded:
    return evolve(sample, generation=Generation())
