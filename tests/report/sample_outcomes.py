"""Outcomes of a made-up check: one of each verdict, with texts that try to break out."""

from measurand.auditing.claims.outcomes import Outcome
from measurand.values.verdict import Verdict

HOLDS = Outcome(id="1/quiet/P", kind="cell", verdict=Verdict.HOLDS, file="c.toml", line=9)
REFUTED = Outcome(
    id="1/quiet/F1",
    kind="cell",
    verdict=Verdict.REFUTED,
    printed="63.3%",
    computed="51.43%",
    because="not reproduced",
    definition="f/1(beta=1)",
    file="paper, v2/c.toml",
    line=14,
    where="paper/main.tex:212",
)
HOSTILE = Outcome(
    id="a::error::\r\nb<c>&\x00\u202e",
    kind="claim",
    verdict=Verdict.UNDECIDED,
    because="100% open\n::stop-commands::x",
    file="c d.toml",
    line=3,
)
OUTCOMES = (HOLDS, REFUTED, HOSTILE)
