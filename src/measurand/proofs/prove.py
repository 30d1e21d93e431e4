"""Every rule on one table: the cheap ones alone, or all of them and the search for a data set."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import frozen

from measurand.proofs.closed.accuracy import RULES as ACCURACY
from measurand.proofs.closed.averages import RULES as AVERAGES
from measurand.proofs.closed.counts import RULES as COUNTS
from measurand.proofs.closed.derived import RULES as DERIVED
from measurand.proofs.closed.errors import RULES as ERRORS
from measurand.proofs.closed.f import RULES as F
from measurand.proofs.closed.ranges import RULES as RANGES
from measurand.proofs.closed.shares import RULES as SHARES
from measurand.proofs.confusion.rule import RULES as CONFUSION
from measurand.proofs.doubts import doubts, softened
from measurand.proofs.feasible.asking import FEASIBLE
from measurand.proofs.feasible.asking import RULES as SEARCH
from measurand.proofs.feasible.identify import Identified, identify
from measurand.proofs.feasible.reading import Reading
from measurand.proofs.feasible.search import Effort
from measurand.proofs.finding import Finding, Question, questions
from measurand.proofs.grain.counts import RULES as SIZES
from measurand.proofs.grain.empty import RULES as EMPTY
from measurand.proofs.grain.grim import RULES as GRIM
from measurand.proofs.grain.moments import RULES as MOMENTS
from measurand.proofs.rule import Rule
from measurand.proofs.sheet import Sheet
from measurand.proofs.significance.direction import RULES as DIRECTION
from measurand.proofs.significance.holm import RULES as HOLM
from measurand.proofs.significance.interval import RULES as INTERVAL
from measurand.proofs.significance.p import RULES as P
from measurand.values.verdict import Verdict, overall

RULES: tuple[Rule, ...] = (
    *RANGES,
    *F,
    *ACCURACY,
    *COUNTS,
    *CONFUSION,
    *AVERAGES,
    *DERIVED,
    *SHARES,
    *ERRORS,
    *GRIM,
    *SIZES,
    *EMPTY,
    *MOMENTS,
    *P,
    *HOLM,
    *INTERVAL,
    *DIRECTION,
    *SEARCH,
)
"""Every rule, in the order in which a report names them."""


@frozen(slots=False)
class Proved:
    """What the rules found in a table; `identified` what a search says of each test set.

    >>> Proved(Sheet(columns=(), rows=()), ()).verdict
    <Verdict.UNDECIDED: 'undecided'>
    """

    sheet: Sheet
    findings: tuple[Finding, ...]
    identified: tuple[Identified, ...] = ()

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """Gather the findings by what they ask."""
        return questions(self.findings)

    @property
    def verdict(self) -> Verdict:
        """Join the questions: nothing asked decides nothing."""
        return overall(question.verdict for question in self.questions)


def lint(sheet: Sheet, sure: Sheet | None = None) -> Proved:
    """Ask the rules that need no search.

    `sure` is the sheet without doubtful guesses: what it does not refute is not refuted.

    >>> from measurand.proofs.sheet import Column, Role, Row
    >>> from measurand.values.printed import Printed
    >>> cells = {"P": "80.0%", "R": "80.0%", "F1": "29.4%"}
    >>> columns = zip(cells, (Role.PRECISION, Role.RECALL, Role.F), strict=True)
    >>> row = Row(label="a", cells=tuple((k, Printed.parse(v)) for k, v in cells.items()))
    >>> lint(Sheet(columns=tuple(Column(name=n, role=r) for n, r in columns), rows=(row,))).verdict
    <Verdict.REFUTED: 'refuted'>
    """
    return Proved(sheet, _held(sheet, sure, [rule for rule in RULES if rule.cheap]))


def prove(
    sheet: Sheet,
    readings: Sequence[Reading] | None = None,
    *,
    effort: Effort | None = None,
    sure: Sheet | None = None,
) -> Proved:
    """Ask every rule, and search for data sets: under the readings given, or the default ones.

    A data set that is found settles what other rules could not decide about the cells it prints.
    `sure` is the sheet without doubtful guesses: the search asks about it alone, and what it does
    not refute is not refuted.

    >>> prove(Sheet(columns=(), rows=())).findings
    ()
    """
    asked = [rule for rule in RULES if rule.id != FEASIBLE]
    known = tuple(identify(sheet if sure is None else sure, readings, effort=effort))
    searched = tuple(finding for one in known for finding in one.findings)
    found = _held(sheet, sure, asked)
    return Proved(sheet, (*found, *_settled(found, searched), *searched), known)


def _settled(found: Sequence[Finding], searched: Sequence[Finding]) -> Iterator[Finding]:
    """Answer open questions whose cells are all printed by one data set."""
    held = [finding for finding in searched if finding.verdict is Verdict.HOLDS]
    for question in questions(found):
        if question.verdict is not Verdict.UNDECIDED:
            continue
        rows = {row for one in question.findings for row in one.rows}
        columns = {column for one in question.findings for column in one.columns}
        for one in held:
            if rows <= {*one.rows} and columns <= {*one.columns}:
                yield Finding(
                    rule=FEASIBLE,
                    question=question.name,
                    verdict=Verdict.HOLDS,
                    rows=question.findings[0].rows,
                    columns=question.findings[0].columns,
                    reading=one.reading,
                    assumes=one.assumes,
                    because="a data set that prints every cell prints these",
                    grounds=one.grounds,
                )
                break


def _held(sheet: Sheet, sure: Sheet | None, rules: Sequence[Rule]) -> tuple[Finding, ...]:
    """Ask rules, and take back what only doubtful guesses refute."""
    found = tuple(_found(sheet, rules))
    if sure is None or sure == sheet:
        return found
    return softened(found, tuple(_found(sure, rules)), doubts(sheet, sure))


def _found(sheet: Sheet, rules: Sequence[Rule]) -> Iterator[Finding]:
    for rule in rules:
        yield from rule.check(sheet)
