"""What a number was computed from: records of its source, samples of its slice, units of its mean.

They come from three places (the reading of the source, the pool, the score), and stand together
beside every number that is shown: a score is no more than what it was computed from.
"""

from collections.abc import Mapping

from attrs import field, frozen

from measurand.evidence.pool import Pool
from measurand.metrics.finalise import Scored
from measurand.metrics.needs import Reading


@frozen(kw_only=True)
class Denominators:
    """What a number was computed from.

    `read`, `dropped` and `skipped` count records of the source; `scored` and `excluded` samples of
    the slice; `units` those in the mean and `left_out` those whose score was undefined or skipped.
    `lost` counts shards of the source that could not be read: the number says nothing of them.
    `absent` are the declared classes of a mean over classes that occur nowhere.

    >>> Denominators(read=6, scored=6, units=6).excluded
    {}
    """

    read: int = 0
    dropped: int = 0
    skipped: int = 0
    scored: int = 0
    excluded: Mapping[str, int] = field(factory=dict, hash=False)
    units: int = 0
    left_out: int = 0
    lost: int = 0
    absent: tuple[str, ...] = ()


def denominators(reading: Reading, pool: Pool, scored: Scored) -> Denominators:
    """Say what a score of a pool was computed from.

    >>> from measurand.values.score import Undefined
    >>> denominators(Reading(read=6), Pool(), Scored(Undefined("no sample"), 0, 0)).read
    6
    """
    return Denominators(
        read=reading.read,
        dropped=reading.dropped,
        skipped=reading.skipped,
        scored=pool.scored(),
        excluded=dict(pool.excluded()),
        units=scored.units,
        left_out=scored.left_out,
        lost=len(reading.lost),
        absent=scored.absent,
    )
