"""Which numbers of other tools print a table: by definition, then by running what the tool does.

A definition is not yet the tool's number: the tool also reads, splits and labels. `recognised` says
which numbers could be meant; only what `confirmed` keeps is named, as the tool's whole contract was
run on the samples and gave the number.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from attrs import define, evolve, field, frozen

from measurand.auditing.claims.audit_result import Misfit, Recognised, TableAudit
from measurand.auditing.claims.cells import slice_of
from measurand.auditing.claims.judge import Judge, compare_printed
from measurand.auditing.claims.model import Column, Row, Table
from measurand.auditing.claims.space import Candidate, space_columns
from measurand.auditing.claims.table_check import computed_cells
from measurand.metrics.compat.equivalents import known_as, known_tools, nearly_known_as
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition, F, name_of
from measurand.metrics.finalise import Scored
from measurand.metrics.needs import Need, Slice, Where, joined
from measurand.values.printed import Printed
from measurand.values.sample import Sample
from measurand.values.score import Defined
from measurand.values.verdict import Verdict

MOST_RUN = 100_000
"""Samples of a source up to which a tool's number is run: beyond, no tool is named."""

SamplesOf = Callable[[str, Where], Sequence[Sample] | None]
"""The samples of a source in some groups; None where there are more than may be run."""

_MOST_TOOLS = 3


@frozen
class TriedCell:
    """A cell by its column, and under each candidate its place and whether the cell is printed.

    What is declared is the one candidate of a cell outside the space.
    """

    column: str
    places: tuple[tuple[Slice, Definition], ...]
    prints: tuple[bool, ...]


@define
class _Count:
    """The cells that a number prints, and the candidates that are this number."""

    printed: set[int] = field(factory=set)
    candidates: dict[Candidate | None, None] = field(factory=dict)


_Key = tuple[str, str, Compatible, bool]
"""A column, the data of a candidate, a number, and whether it is the candidate's here alone."""


def recognised(
    cells: Sequence[TriedCell], candidates: Sequence[Candidate | None], judge: Judge
) -> tuple[Recognised, ...]:
    """List the numbers of other tools that print a cell, column by column.

    A number that differs from a definition in nothing but the rules for empty cases counts where
    both have one score: it is said to be `here` alone. Of numbers of one call that differ in
    zero_division the one that prints most cells is listed, of equals the tool's default.

    >>> from measurand.metrics.needs import Gathered
    >>> from measurand.metrics.signature import parse
    >>> micro = parse("f(average=micro,both_empty=0+0)")
    >>> cell = TriedCell("F1", ((Slice("d", (), micro.observation), micro),), (True,))
    >>> [counts] = recognised([cell], [Candidate()], Judge(Gathered({}, {})))
    >>> counts.column, counts.number.tool, counts.printed, counts.cells, counts.here
    ('F1', 'scikit-learn', 1, 1, False)
    """
    counts: dict[_Key, _Count] = {}
    for at, cell in enumerate(cells):
        tried = zip(candidates, cell.places, cell.prints, strict=bool(cell.places))
        for candidate, place, prints in tried:
            if not prints:
                continue
            data = candidate.data if candidate else ""
            for number, here in _numbers(*place, judge):
                count = counts.setdefault((cell.column, data, number, here), _Count())
                count.printed.add(at)
                count.candidates[candidate] = None
    in_column = Counter(cell.column for cell in cells)
    return tuple(
        Recognised(
            column=column,
            number=number,
            printed=len(count.printed),
            cells=in_column[column],
            candidates=tuple(one for one in count.candidates if one is not None),
            here=here,
        )
        for (column, _, number, here), count in _one_of_each_call(counts).items()
    )


def _numbers(
    part: Slice, definition: Definition, judge: Judge
) -> Iterator[tuple[Compatible, bool]]:
    """List the numbers that a definition is on any data, then those that it is on these alone."""
    pool = judge.gathered.pools.get(part)
    alone = pool is not None and pool.scored() == 1
    for number in known_as(definition):
        if alone or not number.of_one:
            yield number, False
    score = judge.scored(part, definition).score
    for number, under in nearly_known_as(definition):
        same = isinstance(score, Defined) and judge.scored(part, under).score == score
        if same and (alone or not number.of_one):
            yield number, True


def _one_of_each_call(counts: dict[_Key, _Count]) -> dict[_Key, _Count]:
    """Keep one of the numbers of a call that differ in zero_division, in the order found."""
    best: dict[tuple[str, str, str, str], _Key] = {}
    for key, count in counts.items():
        column, data, number, _ = key
        family = column, data, number.tool, number.call.replace(_ONE, "")
        known = best.get(family)
        if known is None or _rank(key, count) < _rank(known, counts[known]):
            best[family] = key
    kept = set(best.values())
    return {key: count for key, count in counts.items() if key in kept}


_ONE = ", zero_division=1"


def _rank(key: _Key, count: _Count) -> tuple[int, bool, bool]:
    return -len(count.printed), _ONE in key[2].call, key[3]


def confirmed(table: Table, audited: TableAudit, samples: SamplesOf) -> TableAudit:
    """Keep the numbers of tools that a run of the tool's contract on these samples gives.

    >>> from measurand.auditing.claims.model import Table
    >>> audit = TableAudit(name="1", source="", candidates=0, cells=(), groups=(), findings=(),
    ...                    without=(), checked=())
    >>> confirmed(Table(name="1", data="d", columns=(), rows=()), audit, lambda *_: ()) == audit
    True
    """
    return evolve(
        audited,
        recognised=tuple(_confirmed_by_running(table, audited.recognised, samples)),
        tools=tuple(_confirmed_by_running(table, audited.tools, samples)),
    )


def _confirmed_by_running(
    table: Table, candidates: Iterable[Recognised], samples: SamplesOf
) -> Iterator[Recognised]:
    spots = list(computed_cells(table))
    for one in candidates:
        data = one.candidates[0].data if one.candidates else ""
        own = [
            (samples(data or row.data or table.data, row.where), number)
            for row, column, number in spots
            if column.name == one.column
        ]
        ran = [_gives(one.number, of, number) for of, number in own]
        # What the tool refuses anywhere it did not print: the column is not under its name.
        if None not in ran and any(ran):
            called = one.number.called(sample for of, _ in own for sample in of or ())
            yield evolve(one, number=called, printed=ran.count(True))


def _gives(number: Compatible, samples: Sequence[Sample] | None, printed: Printed) -> bool | None:
    """Tell whether a tool's number of samples prints a cell; None where it refuses them."""
    if not samples:
        return False
    try:
        score = number.score(samples)
    except (ValueError, TypeError):
        return None
    return compare_printed(Scored(score, 0, 0), printed).verdict is Verdict.HOLDS


def tool_needs(table: Table) -> tuple[Need, ...]:
    """Say what evidence it takes to try every known tool on the columns of a space.

    >>> tool_needs(Table(name="1", data="d", columns=(), rows=()))
    ()
    """
    return joined(
        (slice_of(table, row, number.definition), number.definition)
        for row, column, _ in computed_cells(table)
        if column in space_columns(table)
        for number in _of_metric(column)
    )


def with_tools(table: Table, audited: TableAudit, judge: Judge) -> TableAudit:
    """Try every known tool where the space does not fit: three a column, those that print most.

    >>> audit = TableAudit(name="1", source="", candidates=0, cells=(), groups=(), findings=(),
    ...                    without=(), checked=())
    >>> from measurand.metrics.needs import Gathered
    >>> with_tools(Table(name="1", columns=(), rows=()), audit, Judge(Gathered({}, {}))).tools
    ()
    """
    spots = [spot for spot in computed_cells(table) if spot[1] in space_columns(table)]
    tools = (
        one
        for column in space_columns(table)
        for one in _best(table, column, [spot for spot in spots if spot[1] == column], judge)
    )
    printed = {
        (row.label, column.name)
        for row, column, number in spots
        if any(_prints(table, row, one, number, judge) for one in _of_metric(column))
    }
    fits = tuple(evolve(fit, misses=_also_printed(fit.misses, printed)) for fit in audited.fits)
    return evolve(audited, tools=tuple(tools), fits=fits)


def _also_printed(
    misses: Sequence[Misfit], printed: AbstractSet[tuple[str, str]]
) -> tuple[Misfit, ...]:
    return tuple(
        evolve(miss, elsewhere=miss.elsewhere or (miss.row, miss.column) in printed)
        for miss in misses
    )


def _prints(table: Table, row: Row, number: Compatible, printed: Printed, judge: Judge) -> bool:
    place = slice_of(table, row, number.definition), number.definition
    return judge.compare(*place, printed).verdict is Verdict.HOLDS


def _best(
    table: Table, column: Column, spots: Sequence[tuple[Row, Column, Printed]], judge: Judge
) -> Iterator[Recognised]:
    counts = {
        number: sum(_prints(table, row, number, printed, judge) for row, _, printed in spots)
        for number in _of_metric(column)
    }
    most = max(counts.values(), default=0)
    best = [number for number, count in counts.items() if count == most and count]
    for number in best[:_MOST_TOOLS]:
        yield Recognised(column=column.name, number=number, printed=most, cells=len(spots))


def _of_metric(column: Column) -> Iterator[Compatible]:
    for number in known_tools():
        beta = number.definition.beta == 1 if isinstance(number.definition, F) else True
        if name_of(number.definition) == column.metric and beta:
            yield number
