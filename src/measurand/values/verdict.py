"""Three-valued verdicts, and how the verdicts of parts become one."""

from collections.abc import Iterable
from enum import Enum


class Verdict(Enum):
    """Whether a claim holds, is refuted, or could not be decided."""

    HOLDS = "holds"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


def overall(parts: Iterable[Verdict]) -> Verdict:
    """Join verdicts: one refuted part refutes; nothing checked is undecided, never a pass.

    >>> overall([Verdict.HOLDS, Verdict.UNDECIDED]), overall([])
    (<Verdict.UNDECIDED: 'undecided'>, <Verdict.UNDECIDED: 'undecided'>)
    >>> overall([Verdict.UNDECIDED, Verdict.REFUTED])
    <Verdict.REFUTED: 'refuted'>
    """
    seen = set(parts)
    if Verdict.REFUTED in seen:
        return Verdict.REFUTED
    return Verdict.HOLDS if seen == {Verdict.HOLDS} else Verdict.UNDECIDED
