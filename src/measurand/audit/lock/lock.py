"""A lock: every computed number of a claims file, frozen with what it was computed from."""

from collections.abc import Mapping

from attrs import field, frozen

from measurand.audit.claims.cells import Denominators
from measurand.audit.lock.rows import KeptRow
from measurand.metrics.needs import Where
from measurand.values.score import Score

MOST_SAMPLES = 200_000
"""How many samples a lock keeps, unless another number is asked for."""

Named = tuple[tuple[str, str], ...]


@frozen(kw_only=True)
class LockedNumber:
    """One number as it was: its score, its definition in full, its evidence and denominators.

    `evidence` names the entry of the lock that holds what was observed.

    >>> from measurand.values.score import Undefined
    >>> LockedNumber(score=Undefined("no sample"), definition="total/1()", printed="3",
    ...              data="runs", evidence="e").where
    ()
    """

    score: Score
    definition: str
    printed: str
    data: str
    evidence: str
    where: Where = ()
    denominators: Denominators = field(factory=Denominators)


@frozen(kw_only=True)
class LockedSource:
    """One source as it was: digests of its files, and how many records it had.

    >>> LockedSource(sha256="0" * 64).files[1]
    ''
    """

    sha256: str
    predictions_sha256: str = ""
    read: int = 0
    dropped: int = 0
    skipped: int = 0

    @property
    def files(self) -> tuple[str, str]:
        """Give the digests of both files."""
        return self.sha256, self.predictions_sha256


@frozen(kw_only=True)
class LockedEvidence:
    """What was observed of a slice: a digest of it all, how many samples, and each, if kept.

    >>> LockedEvidence(digest="0" * 64).samples is None
    True
    """

    digest: str
    count: int = 0
    samples: tuple[KeptRow, ...] | None = None


@frozen(kw_only=True)
class Lock:
    """Numbers by their ids, the sources and the evidence they stand on, and the environment.

    With `hashed`, ids of samples and their groups are kept as digests. `statements` are all that
    the claims file says; a lock of an older release has none.

    >>> Lock().hashed
    False
    """

    numbers: Mapping[str, LockedNumber] = field(factory=dict)
    sources: Mapping[str, LockedSource] = field(factory=dict)
    evidence: Mapping[str, LockedEvidence] = field(factory=dict)
    environment: Named = ()
    statements: Mapping[str, str] | None = None
    hashed: bool = False


@frozen(kw_only=True)
class Keeping:
    """What a lock keeps of samples: how many at most, and whether ids are kept as digests.

    >>> Keeping().most
    200000
    """

    most: int | None = MOST_SAMPLES
    hashed: bool = False
