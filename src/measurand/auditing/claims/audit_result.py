"""The values of an audit: cells, groups of candidates, findings, and the verdict on a table."""

from fractions import Fraction

from attrs import frozen

from measurand.auditing.claims.model import Author
from measurand.auditing.claims.space import Candidate
from measurand.auditing.claims.table_check import CellCheck
from measurand.auditing.proofs.premises import Standing
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition
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
    candidate gives a number. `nearest` is the best miss where no candidate prints the cell. What
    candidates that are made up do not print is not refuted: nobody said that one of them is meant.
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
    author: Author = Author.PERSON

    @property
    def verdict(self) -> Verdict:
        """Decide whether some candidate prints this cell."""
        if self.reproduced:
            return Verdict.HOLDS
        sure = self.tried and not self.undecided and self.author is Author.PERSON
        return Verdict.REFUTED if sure else Verdict.UNDECIDED

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
class Misfit:
    """A cell that a definition does not print, and what it gives instead.

    `elsewhere` tells that another definition prints it, of the space or of a tool: then it is no
    slip of the pen.
    """

    row: str
    column: str
    printed: Printed
    score: Score
    elsewhere: bool = False


@frozen(kw_only=True)
class Fit:
    """The definition that prints most cells of some columns, and the cells that it does not.

    `independent` counts the cells it prints as a group does; `definitions` say in full what it is
    of each column, in the first row; `by_row` tells whether rows are about different classes.
    `chance` bounds how likely some candidate prints as many made-up numbers, each uniform between
    the least and the greatest that candidates give; None where no cell that tells is printed.
    `chance_of_any` bounds the same of shares made up from 0 to 1: where a paper names its metric
    and leaves only options open, candidates are near each other, and that they are so tells much.

    >>> Fit(columns=("F1",), candidate=Candidate(), cells=1).fits
    True
    """

    columns: tuple[str, ...]
    candidate: Candidate
    cells: int
    definitions: tuple[tuple[str, Definition], ...] = ()
    by_row: bool = False
    independent: int = 0
    misses: tuple[Misfit, ...] = ()
    chance: Fraction | None = None
    chance_of_any: Fraction | None = None

    @property
    def fits(self) -> bool:
        """Tell whether the definition prints every cell of the columns."""
        return not self.misses

    @property
    def sharp(self) -> bool:
        """Tell whether it fits by no accident: several cells that tell definitions apart."""
        return self.fits and self.independent > 1


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
class Choosing:
    """How the value of one option of some columns is known: said, read, or a default.

    It is `read` off the name of a column, or off the numbers where they leave one value of several;
    of the `others` each prints all cells as well. A `default` is what a definition says that
    nobody wrote; where that prints not all cells, the first of what does is `guessed`, if any.
    """

    option: str
    columns: tuple[str, ...]
    standing: Standing
    value: str
    because: str
    others: tuple[str, ...] = ()


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


LIKELY = Fraction(1, 20)
"""A fit as likely as this by chance is no find."""


@frozen(kw_only=True)
class TableAudit:
    """The audit of one table.

    `groups` are ranked: first those that print every cell, else by what they explain. `findings`
    and `without` (rows that no single candidate prints in full) follow from them. `checked` are the
    cells outside the space, held against their own definitions; `declared` the cells of the space
    that have one of their own too. `recognised` are numbers of other tools among the definitions,
    `tools` those that were tried beside the space as it does not fit. `fits` name the definition of
    all columns, or where each has its own, those. `untried` are options that the space leaves as
    they are. `no_data` are rows of which no samples were given, `left` rows of the
    printed table that are left out, with how many numbers each. `author` is that of the space,
    and `choices` say of a space of `Author.METRICS` how each option is known.
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
    tools: tuple[Recognised, ...] = ()
    fits: tuple[Fit, ...] = ()
    untried: tuple[str, ...] = ()
    author: Author = Author.PERSON
    choices: tuple[Choosing, ...] = ()
    no_data: tuple[str, ...] = ()
    left: tuple[tuple[str, int], ...] = ()

    @property
    def survivors(self) -> tuple[Group, ...]:
        """List the groups that print every cell."""
        return tuple(group for group in self.groups if not group.missed and not group.undecided)

    @property
    def verdict(self) -> Verdict:
        """Hold where some candidate prints the whole table, and the other cells are reproduced.

        That one definition holds for all columns is a person's word: of a space that is made up,
        each column may have its own, where more than one cell speaks for it. What made-up numbers
        would as likely fit as not stays open.
        """
        parts = [cell.verdict for cell in self.checked]
        if self.cells:
            found = self.survivors or self.apart
            accident = bool(found) and any(map(self.accidental, self.fits))
            parts.append(Verdict.HOLDS if found and not accident else self._none)
        return overall(parts)

    def accidental(self, fit: Fit) -> bool:
        """Tell whether numbers made up might well fit a space that nobody declared."""
        chance = self.chance_of(fit)
        return chance is not None and chance >= LIKELY

    def chance_of(self, fit: Fit) -> Fraction | None:
        """Bound the chance that made-up numbers fit as well; None for a space that is declared."""
        chances = {Author.TOOL: fit.chance, Author.METRICS: fit.chance_of_any}
        return chances.get(self.author)

    @property
    def apart(self) -> bool:
        """Tell whether columns of a space that is made up each have a definition that fits."""
        made_up = self.author.made_up and bool(self.fits)
        return made_up and not self.survivors and all(fit.sharp for fit in self.fits)

    @property
    def _none(self) -> Verdict:
        open_ones = any(group.undecided and not group.missed for group in self.groups)
        sure = self.author is Author.PERSON and bool(self.groups) and not open_ones
        return Verdict.REFUTED if sure else Verdict.UNDECIDED
