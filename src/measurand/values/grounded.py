"""A sample whose claims cite cells of a volume: tokens, an answer, lesions and gold frames."""

from collections.abc import Iterable
from functools import cached_property
from math import isfinite

from attrs import field, frozen, validators

from measurand.values.cells import Cell, Shape
from measurand.values.frames import Frame, Generation
from measurand.values.regions import Region, misfit

Vector = tuple[float, ...]


def finite(numbers: Iterable[float]) -> bool:
    """Decide whether all numbers are finite.

    >>> finite([0.5, float("nan")])
    False
    """
    return all(isfinite(number) for number in numbers)


@frozen(kw_only=True)
class Token:
    """One piece of evidence: a cell, how relevant and how uncertain it is, and its embedding.

    >>> Token(id=0, cell=Cell(1, 0, 0, 0), score=0.12, uncertainty=0.88).embedding is None
    True

    Raises ValueError for a number that is not finite, or a negative id.
    """

    id: int = field(validator=validators.ge(0))
    cell: Cell
    score: float
    uncertainty: float
    embedding: Vector | None = None

    def __attrs_post_init__(self) -> None:
        if not finite((self.score, self.uncertainty, *(self.embedding or ()))):
            message = f"the numbers of token {self.id} are finite"
            raise ValueError(message)


@frozen(kw_only=True)
class Lesion:
    """A region that a radiologist marked.

    >>> from measurand.values.regions import Boxes
    >>> Lesion(id=0, region=Boxes()).id
    0
    """

    id: int
    region: Region


@frozen(kw_only=True)
class Grounded:
    """One sample: a volume's tokens, what was generated from them, and what is true of it.

    `group` is the unit that samples share (a patient), `seed` what the sample's own program drew
    from. `relevance` gives the query vector of a finding (its name in lower case), sorted by
    finding; None where the sample has none. `regenerated` holds answers by the name of a transform,
    made outside from its transformed tokens, sorted by name. `gold` is None where the truth is not
    known, `report` where there is no text to compare with.

    >>> one = Grounded(id="1", shape=(8, 8, 8), tokens=(
    ...     Token(id=3, cell=Cell(0, 0, 0, 0), score=0.5, uncertainty=0.5),))
    >>> one.token(3).cell.id, one.token(4)
    ('L0:0,0,0', None)

    Raises ValueError where token ids repeat, embeddings differ in length, a volume has no voxels,
    or a lesion does not fit the volume.
    """

    id: str = field(validator=validators.instance_of(str))
    group: str | None = None
    seed: int = field(default=0, validator=validators.ge(0))
    shape: Shape = field()
    tokens: tuple[Token, ...] = ()
    generation: Generation = field(factory=Generation)
    lesions: tuple[Lesion, ...] = ()
    gold: tuple[Frame, ...] | None = None
    report: str | None = None
    relevance: tuple[tuple[str, Vector], ...] | None = None
    regenerated: tuple[tuple[str, Generation], ...] = ()

    @shape.validator
    def _has_voxels(self, _attribute: object, value: Shape) -> None:
        if min(value) < 1:
            message = f"a volume has voxels along every axis: got {value}"
            raise ValueError(message)

    def __attrs_post_init__(self) -> None:
        ids = [token.id for token in self.tokens]
        if len(set(ids)) < len(ids):
            twice = sorted({one for one in ids if ids.count(one) > 1})
            message = f"token ids that differ: got {twice[0]} twice"
            raise ValueError(message)
        lengths = {len(token.embedding) for token in self.tokens if token.embedding is not None}
        if len(lengths) > 1:
            message = f"embeddings of one length: got {min(lengths)} and {max(lengths)}"
            raise ValueError(message)
        for lesion in self.lesions:
            why = misfit(lesion.region, self.shape)
            if why is not None:
                message = f"lesion {lesion.id} has {why}"
                raise ValueError(message)

    @cached_property
    def _by_id(self) -> dict[int, Token]:
        return {token.id: token for token in self.tokens}

    def token(self, which: int) -> Token | None:
        """Find a token by its id."""
        return self._by_id.get(which)

    def query(self, finding: str) -> Vector | None:
        """Find the query vector of a finding, whatever its case."""
        wanted = finding.lower()
        return next((vector for name, vector in self.relevance or () if name == wanted), None)
