"""Samples from data frames: pandas, polars, pyarrow and duckdb, none of which is needed to import.

>>> from measurand.frames import samples_of
>>> samples_of([{"id": 1, "gold": ["milk"], "pred": []}]).unwrap()[0].gold
('milk',)
"""

from measurand.edges.formats.inputs.frames import events_of, samples_of

__all__ = ["events_of", "samples_of"]
