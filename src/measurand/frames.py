"""Samples and pools from data frames and from columns: pandas, polars, pyarrow, numpy, lists.

None of these libraries is needed to import.

>>> from measurand.frames import samples_of
>>> samples_of([{"id": 1, "gold": ["milk"], "pred": []}]).unwrap()[0].gold
('milk',)
"""

from measurand.edges.files.sources.arrays import (
    pool_of_indicators,
    pool_of_labels,
    pool_of_numbers,
)
from measurand.edges.files.sources.frames import events_of, samples_of
from measurand.edges.files.sources.pooled_frames import pool_of
from measurand.edges.files.sources.rankings import pool_of_rankings
from measurand.edges.files.sources.ratings import pool_of_ratings

__all__ = [
    "events_of",
    "pool_of",
    "pool_of_indicators",
    "pool_of_labels",
    "pool_of_numbers",
    "pool_of_rankings",
    "pool_of_ratings",
    "samples_of",
]
