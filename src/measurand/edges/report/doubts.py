"""What one would ask authors of a table: each question whose numbers are not simply possible.

A proof is a pair of intervals of fractions, and a person reads decimals: so each end is written in
as many digits as show that the two do not meet, rounded outwards, with the fractions beside it.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import frozen
from toolz import unique

from measurand.algebra.interval import Interval
from measurand.auditing.proofs.finding import Clash, Finding, Question
from measurand.auditing.proofs.sheet import Sheet
from measurand.edges.files.json.exact import decimal_text, exact_text
from measurand.edges.report.prove_view import ProvedTable, other_ways
from measurand.edges.report.prove_words import grounds_text, short_because
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.verdict import TableVerdict, Verdict

_OPTION = re.compile(r"^if |: say [a-z_]{1,40}(?: and [a-z_]{1,40})?$")
"""What stands around a condition: of the sentence, and the options that would say it."""
_MOST_DIGITS = 60
_MORE_DIGITS = 2
_GRAVEST = (TableVerdict.NOT_REPRODUCIBLE, TableVerdict.ODD, TableVerdict.UNDECIDED)


@frozen(kw_only=True)
class PrintedAgainst:
    """What is printed and what may be, in decimals, on the scale that the column is printed in.

    Each is a pair of ends; `cell` is what is printed, where `printed` is what one cell can stand
    for (of what is computed from cells, as a side of 0.05, there is none), and `exact` has the same
    in fractions.
    """

    row: str
    column: str
    cell: str
    unit: str
    printed: tuple[str, str]
    allowed: tuple[str, str]
    exact: str


@frozen(kw_only=True)
class Doubt:
    """A question whose numbers are not simply possible: why, under what, and what would settle it.

    `chance` is how often what stands beside fits so well by chance (one in so many), `only_if` how
    it could be all the same, `fits` what would fit instead, `readings` how many were tried.
    """

    name: str
    verdict: TableVerdict
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    because: tuple[str, ...]
    cause: str = ""
    readings: int = 0
    clashes: tuple[PrintedAgainst, ...] = ()
    proofs: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    chance: str = ""
    only_if: tuple[str, ...] = ()
    fits: tuple[str, ...] = ()
    settle: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        """Name the cells: the row, and its columns.

        >>> Doubt(name="f: all", verdict=TableVerdict.ODD, rows=(), columns=(), because=()).where
        'all'
        """
        if len(self.rows) == 1:
            return f"{self.rows[0] or '-'} / {', '.join(self.columns)}"
        return self.name.partition(": ")[2] or self.name


def doubts_of(table: ProvedTable) -> tuple[Doubt, ...]:
    """List the doubts about a table, the gravest first.

    >>> from measurand.auditing.proofs.prove import Proved
    >>> doubts_of(ProvedTable(proved=Proved(Sheet(columns=(), rows=()), ())))
    ()
    """
    told = [one for one in table.proved.questions if one.outcome is not TableVerdict.POSSIBLE]
    ranked = sorted(told, key=lambda one: _GRAVEST.index(one.outcome))
    return tuple(_doubt(one, table.proved.sheet) for one in ranked)


def telling_findings(question: Question) -> Sequence[Finding]:
    """Give the findings that a verdict is told by: those that refute, else all that are open.

    >>> list(telling_findings(Question("f: ours", ())))
    []
    """
    if question.coincidence is not None:
        return [question.coincidence.finding]
    refuted = [one for one in question.findings if one.verdict is Verdict.REFUTED]
    return refuted or question.findings


def _doubt(question: Question, sheet: Sheet) -> Doubt:
    telling = telling_findings(question)
    coincidence, cause = question.coincidence, question.why_undecided
    refuted = [one for one in telling if one.verdict is Verdict.REFUTED]
    return Doubt(
        name=question.name,
        verdict=question.outcome,
        rows=tuple(unique(row for one in telling for row in one.rows)),
        columns=tuple(unique(name for one in telling for name in one.columns)),
        because=tuple(unique(map(short_because, telling))),
        cause="" if cause is None else cause.value,
        readings=len(question.findings),
        clashes=tuple(unique(clash for one in telling for clash in _clashes(one, sheet))),
        proofs=tuple(unique(grounds_text(some) for one in refuted for some in one.grounds)),
        assumes=tuple(unique(text for one in telling for text in one.assumes)),
        chance="" if coincidence is None else str(int(1 / coincidence.chance)),
        only_if=tuple(_only_if(question)),
        fits=question.repairs,
        settle=question.settle,
    )


def _only_if(question: Question) -> Iterator[str]:
    if question.outcome is TableVerdict.ODD and question.coincidence is None:
        open_ones = [one for one in question.findings if one.verdict is not Verdict.REFUTED]
        yield from unique(_OPTION.sub("", one.because) for one in open_ones if one.unusual)
        yield from other_ways(question)


def _clashes(finding: Finding, sheet: Sheet) -> Iterator[PrintedAgainst]:
    for ground in finding.grounds:
        if not isinstance(ground, Clash):
            continue
        there = [row for row in sheet.rows if row.label in finding.rows and row.cell(ground.what)]
        cell = there[0].cell(ground.what) if len(there) == 1 else None
        unit = Unit.NONE if cell is None else cell.unit
        digits = (0 if cell is None else cell.decimals) + _MORE_DIGITS
        printed, allowed = decimals(
            ground.printed, ground.allowed, scale=1 / unit.scale, digits=digits
        )
        yield PrintedAgainst(
            row="" if cell is None else there[0].label,
            column=ground.what,
            cell=cell.text if cell is not None and _stands_for(cell, ground.printed) else "",
            unit="%" if unit is Unit.PERCENT else "",
            printed=printed,
            allowed=allowed,
            exact=f"{_fractions(ground.printed)} ∩ {_fractions(ground.allowed)} = ∅",
        )


def _stands_for(cell: Printed, span: Interval) -> bool:
    """Tell whether an interval is of values that print as a cell, however they were rounded."""
    unit = cell.unit.scale * Fraction(1, 10**cell.decimals)
    value = cell.value * cell.unit.scale
    return value - unit <= span.low <= value <= span.high <= value + unit


def _fractions(interval: Interval) -> str:
    ends = list(dict.fromkeys((exact_text(interval.low), exact_text(interval.high))))
    return f"[{', '.join(ends)}]" if len(ends) > 1 else f"{{{ends[0]}}}"


Ends = tuple[str, str]


def decimals(
    printed: Interval, allowed: Interval, *, scale: Fraction, digits: int
) -> tuple[Ends, Ends]:
    """Write two intervals in decimals, outwards, with as many digits as show that they do not meet.

    >>> decimals(Interval(Fraction(1773, 2000), Fraction(71, 80)),
    ...          Interval(Fraction(67, 75), Fraction(67, 75)), scale=Fraction(100), digits=3)
    (('88.65', '88.75'), ('89.333', '89.334'))
    """
    while True:
        mine, other = _ends(printed, scale, digits), _ends(allowed, scale, digits)
        apart = Fraction(mine[1]) < Fraction(other[0]) or Fraction(other[1]) < Fraction(mine[0])
        if apart or digits >= _MOST_DIGITS:
            return mine, other
        digits += 1


def _ends(interval: Interval, scale: Fraction, digits: int) -> Ends:
    low = decimal_text(interval.low * scale, digits, Rounding.FLOOR)
    high = decimal_text(interval.high * scale, digits, Rounding.CEILING)
    return _short(low), _short(high)


def _short(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text
