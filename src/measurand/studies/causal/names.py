"""What the numbers of one graph are called in rows, reports and studies."""

from collections.abc import Mapping
from types import MappingProxyType

from measurand.studies.causal.comparing.measures import AGAINST, ALONE
from measurand.studies.causal.components import Part

CF, LOW, HIGH, COVERAGE = "cf", "cf_low", "cf_high", "coverage"

SHORT: Mapping[Part, str] = MappingProxyType(
    {
        Part.INTERVENTION: "intervention",
        Part.ABDUCTION: "abductive",
        Part.LOGIC: "logic",
        Part.GRAPH: "graph",
    }
)
"""The name of each component as a metric."""

FACTS = ("acyclic", "graph_coverage", "ruled", "connected")
"""What graph quality is made of."""

JUDGED = (Part.INTERVENTION, Part.ABDUCTION, Part.LOGIC)
"""The components that judges are asked about: subjects may stay open."""

BOUNDS = tuple(f"{SHORT[part]}_{end}" for part in JUDGED for end in ("low", "high"))
"""What bounds them whatever is open."""

NAMES = (CF, LOW, HIGH, COVERAGE, *SHORT.values(), *FACTS, *BOUNDS)
"""The metrics of every row, in the order of the tables."""

TESTED = (CF, *SHORT.values())
"""The metrics that two systems are compared by."""

MEASURES = (*NAMES, *ALONE, *AGAINST)
"""All metrics that a study may be asked for: also those of graphs alone and against a reference."""

UNHELD: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(AGAINST, ": graphs have it that are held against a reference")
    | dict.fromkeys(ALONE, ": causal graph measures it")
)
"""Why no row may have a number: what has to be done for it."""

COUNTED = "counted as 1/2: "
"""What opens the note of a component that has no score and counts as 1/2; the reason follows."""
