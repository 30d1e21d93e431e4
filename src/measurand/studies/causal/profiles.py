"""Three named readings of causal faithfulness; no code asks which one it runs under."""

from collections.abc import Mapping
from types import MappingProxyType

from measurand.studies.causal.choices import WEIGHTS, Counts, Missing, Open
from measurand.studies.causal.graphs.nodes import Blank, NoTarget, Reading
from measurand.studies.causal.options import Options

DOCUMENTED = Options(
    weights=WEIGHTS["four-way"],
    missing=Missing.HALF,
    nodes=Open(undecided=Counts.LEFT_OUT, unscored=Counts.LEFT_OUT),
    knowns=Open(undecided=Counts.ZERO, unscored=Counts.LEFT_OUT),
)
"""The guide: four components at 1/4 each, 1/2 for one that cannot be judged, and a known that
cannot be shown to be recoverable is not. Where it is silent, the sound reading."""

AS_RUN = Options(
    reading=Reading(blank=Blank.KEPT, no_target=NoTarget.RESULT),
    weights=WEIGHTS["three-way"],
    missing=Missing.HALF,
    nodes=Open(undecided=Counts.HALF, unscored=Counts.HALF),
    knowns=Open(undecided=Counts.FULL, unscored=Counts.FULL),
)
"""What the program of the guide's time computed: abduction beside a mean of three, half marks for
a node and full marks for a known without an answer."""

RECOMMENDED = Options(
    weights=WEIGHTS["four-way"],
    missing=Missing.LEFT_OUT,
    nodes=Open(undecided=Counts.LEFT_OUT, unscored=Counts.LEFT_OUT),
    knowns=Open(undecided=Counts.LEFT_OUT, unscored=Counts.LEFT_OUT),
)
"""What we would defend: what is open is left out, counted, and bounded."""

DEFAULT = "recommended"

PROFILES: Mapping[str, Options] = MappingProxyType(
    {"documented": DOCUMENTED, "as-run": AS_RUN, DEFAULT: RECOMMENDED}
)
"""The profiles by name."""
