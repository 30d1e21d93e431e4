"""The five transforms as values: what each changes, and what it leaves alone."""

from enum import Enum

from attrs import frozen

from measurand.studies.counterfactual.parts import Key, Part
from measurand.studies.counterfactual.shuffle import FixedPoints


class Within(Enum):
    """Which tokens change places with one another: those of one level, or all of the sample."""

    LEVEL = "level"
    ALL = "all"


class Lists(Enum):
    """How citations are swapped.

    WHOLE: lists change frames, so a frame may get a longer or a shorter one. DEALT: the citations
    of all frames are shuffled and dealt again, and every frame keeps the number of its citations.
    """

    WHOLE = "whole"
    DEALT = "dealt"


class Text(Enum):
    """Whether the text of an answer is kept when its citations change, or becomes empty."""

    KEPT = "kept"
    CLEARED = "cleared"


class CitedBy(Enum):
    """Which frames make a token a cited one: all, or those that claim a finding to be there.

    In both cases a refused frame is like any other.
    """

    ALL = "all"
    POSITIVE = "positive"


class Ids(Enum):
    """Whether the tokens that are left keep their ids, or are numbered from 0 again."""

    STABLE = "stable"
    RENUMBERED = "renumbered"


@frozen
class OmegaPerm:
    """Tokens change cells; scores, embeddings and the answer stay, so citations point elsewhere.

    >>> OmegaPerm().within.value
    'level'
    """

    within: Within = Within.LEVEL
    fixed: FixedPoints = FixedPoints.ALLOWED


@frozen
class TokenPerm:
    """Tokens change embeddings, cells and scores stay, and the generator answers again.

    >>> TokenPerm().within.value
    'all'
    """

    within: Within = Within.ALL
    fixed: FixedPoints = FixedPoints.ALLOWED


@frozen
class CiteSwap:
    """Frames change citations; a frame without an entry takes no part.

    With `fixed` NONE no list keeps its frame (WHOLE), or no citation its place (DEALT): a citation
    may then move within its frame, and equal lists or ids may stand for one another.
    An answer with fewer than two entries stays as it is, its text too.

    >>> CiteSwap(lists=Lists.DEALT).text.value
    'kept'
    """

    lists: Lists = Lists.WHOLE
    fixed: FixedPoints = FixedPoints.ALLOWED
    text: Text = Text.KEPT


@frozen
class EvidenceDrop:
    """Cited tokens are taken away, and the generator answers again from those that are left.

    With RENUMBERED ids the places of the tokens that are left become their ids, so that an old id
    may name another token.

    >>> EvidenceDrop().ids.value
    'stable'
    """

    cited_by: CitedBy = CitedBy.ALL
    ids: Ids = Ids.STABLE


@frozen
class NoCite:
    """Every list of citations becomes empty; a frame without an entry still has none.

    >>> NoCite(text=Text.CLEARED).text.value
    'cleared'
    """

    text: Text = Text.KEPT


Transform = OmegaPerm | TokenPerm | CiteSwap | EvidenceDrop | NoCite
Reordering = OmegaPerm | TokenPerm | CiteSwap
"""The transforms that draw an order."""


def key_of(transform: Transform) -> Key:
    """Name a transform, whatever its options.

    >>> key_of(NoCite()).value
    'no_cite'
    """
    match transform:
        case OmegaPerm():
            return Key.OMEGA_PERM
        case TokenPerm():
            return Key.TOKEN_PERM
        case CiteSwap():
            return Key.CITE_SWAP
        case EvidenceDrop():
            return Key.EVIDENCE_DROP
        case NoCite():
            return Key.NO_CITE


_EVERY = frozenset(Part)
_OF_THE_ANSWER = frozenset({Part.FRAMES, Part.CITATIONS, Part.TEXT})


def leaves_alone(transform: Transform) -> frozenset[Part]:
    """List the parts that are equal before and after, in every sample and for every draw.

    A metric that reads only these cannot change. Where the generator answers again, nothing of the
    answer is left alone.

    >>> sorted(part.value for part in leaves_alone(TokenPerm()))
    ['cells', 'levels', 'scores', 'tokens']
    """
    match transform:
        case OmegaPerm(within=Within.LEVEL):
            return _EVERY - {Part.CELLS}
        case OmegaPerm():
            return _EVERY - {Part.CELLS, Part.LEVELS}
        case TokenPerm():
            return _EVERY - _OF_THE_ANSWER - {Part.EMBEDDINGS}
        case CiteSwap(text=Text.KEPT) | NoCite(text=Text.KEPT):
            return _EVERY - {Part.CITATIONS}
        case CiteSwap() | NoCite():
            return _EVERY - {Part.CITATIONS, Part.TEXT}
        case EvidenceDrop():
            return frozenset()


def invertible(transform: Transform) -> bool:
    """Decide whether what a transform changes can be put back, see `undo`.

    It can where an order was drawn and no text was cleared.

    >>> invertible(OmegaPerm()), invertible(CiteSwap(text=Text.CLEARED)), invertible(NoCite())
    (True, False, False)
    """
    match transform:
        case OmegaPerm() | TokenPerm() | CiteSwap(text=Text.KEPT):
            return True
        case _:
            return False
