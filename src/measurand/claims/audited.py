"""The values of an audit: cells, groups of candidates, findings, and the verdict on a table."""

from fractions import Fraction

from attrs import frozen

from measurand.claims.check import CellCheck
from measurand.claims.space import Candidate
from measurand.metrics.compat.tool import Compatible
from measurand.values.printed import Printed
from measurand.values.score import Quantity, Score
from measurand.values.verdict import Verdict, overall


@frozen(kw_only=True)
class End:
    """One end of a spread: a value, and the candidates that give it.

    >>> End(value=Fraction(1), candidates=(Candidate(),)).value
    Fraction(1, 1)
    """

    value: Quantity
    candidates: tuple[Candidate, ...]


@frozen(kw_only=True)
class CellAudit:
    """What the space says of one cell.

    `reproduced` of `tried` candidates print this cell; where all do, the cell is not informative.
    `low` and `high` are the ends of the definitional uncertainty (VIM 2.27); None where no
    candidate gives a number. `nearest` is the best miss where no candidate prints the cell.
    """

    row: str
    column: str
    printed: Printed
    reproduced: int
    undecided: int
    tried: int
    ties: int = 0
    low: End | None = None
    high: End | None = None
    nearest: tuple[Candidate, Score, Fraction] | None = None

    @property
    def verdict(self) -> Verdict:
        """Decide whether some candidate prints this cell."""
        if self.reproduced:
            return Verdict.HOLDS
        return Verdict.UNDECIDED if self.undecided or not self.tried else Verdict.REFUTED

    @property
    def informative(self) -> bool:
        """Decide whether the cell tells candidates apart."""
        return 0 < self.reproduced < self.tried


@frozen(kw_only=True)
class Group:
    """Candidates that give the same score in every cell.

    `explained` counts the cells they print, `independent` those among them with different outcomes
    over the space (and not printed by every candidate): what is explained by no accident.
    """

    candidates: tuple[Candidate, ...]
    explained: int
    independent: int
    missed: int
    undecided: int
    distance: Fraction


@frozen(kw_only=True)
class Finding:
    """What the table reveals of one option: the values that survive, of those considered.

    A survivor from a product without this option leaves it `open`: it has no value there.
    """

    option: str
    survive: tuple[str, ...]
    considered: tuple[str, ...]
    open: bool = False

    @property
    def identified(self) -> bool:
        """Decide whether one value is left of several."""
        return len(self.survive) == 1 and len(self.considered) > 1 and not self.open


@frozen(kw_only=True)
class Recognised:
    """A number of another tool that prints cells of a column: as declared, where no candidates.

    `printed` of `cells` cells of the column are what the tool's definition gives; `here` where it
    differs from ours in the rules for empty cases, which make no difference on these data.
    """

    column: str
    number: Compatible
    printed: int
    cells: int
    candidates: tuple[Candidate, ...] = ()
    here: bool = False


@frozen(kw_only=True)
class TableAudit:
    """The audit of one table.

    `groups` are ranked: first those that print every cell, else by what they explain. `findings`
    and `without` (rows that no single candidate prints in full) follow from them. `checked` are the
    cells outside the space, held against their own definitions; `declared` the cells of the space
    that have one of their own too. `recognised` are numbers of other tools among the definitions.
    """

    name: str
    source: str
    candidates: int
    cells: tuple[CellAudit, ...]
    groups: tuple[Group, ...]
    findings: tuple[Finding, ...]
    without: tuple[str, ...]
    checked: tuple[CellCheck, ...]
    declared: tuple[CellCheck, ...] = ()
    recognised: tuple[Recognised, ...] = ()

    @property
    def survivors(self) -> tuple[Group, ...]:
        """List the groups that print every cell."""
        return tuple(group for group in self.groups if not group.missed and not group.undecided)

    @property
    def verdict(self) -> Verdict:
        """Hold where some candidate prints the whole table, and the other cells are reproduced."""
        parts = [cell.verdict for cell in self.checked]
        if self.cells:
            open_ones = any(group.undecided and not group.missed for group in self.groups)
            none = Verdict.UNDECIDED if open_ones else Verdict.REFUTED
            parts.append(Verdict.HOLDS if self.survivors else none)
        return overall(parts)
