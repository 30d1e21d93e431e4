"""Verdicts: of a claim against its data, of a table alone, and how those of parts become one."""

from collections.abc import Iterable
from enum import Enum


class Verdict(Enum):
    """Whether a claim holds, is refuted, or could not be decided."""

    HOLDS = "holds"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


class TableVerdict(Enum):
    """What the numbers of a table alone say of it.

    `odd` numbers are possible, but only if something unusual was done, or fit otherwise than all
    that stand beside them. It is a question to the authors, never an accusation.
    """

    POSSIBLE = "possible"
    NOT_REPRODUCIBLE = "not reproducible"
    ODD = "odd"
    UNDECIDED = "undecided"

    @property
    def verdict(self) -> Verdict:
        """Give it as the verdict on a claim: what is odd is open.

        >>> TableVerdict.ODD.verdict
        <Verdict.UNDECIDED: 'undecided'>
        """
        match self:
            case TableVerdict.POSSIBLE:
                return Verdict.HOLDS
            case TableVerdict.NOT_REPRODUCIBLE:
                return Verdict.REFUTED
            case TableVerdict.ODD | TableVerdict.UNDECIDED:
                return Verdict.UNDECIDED


def worst(parts: Iterable[TableVerdict]) -> TableVerdict:
    """Join the verdicts of questions: the gravest of them; nothing asked is undecided.

    >>> worst([TableVerdict.POSSIBLE, TableVerdict.ODD]), worst([])
    (<TableVerdict.ODD: 'odd'>, <TableVerdict.UNDECIDED: 'undecided'>)
    """
    seen = set(parts)
    order = (TableVerdict.NOT_REPRODUCIBLE, TableVerdict.ODD, TableVerdict.UNDECIDED)
    open_ones = TableVerdict.POSSIBLE if seen else TableVerdict.UNDECIDED
    return next((one for one in order if one in seen), open_ones)


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
