"""Audit: which definitions reproduce a table, what that identifies, how far its numbers move.

Every candidate of the space is scored on every cell. Candidates with the same score in all cells
are one group: no table can tell them apart. A cell that every candidate prints says nothing, and
cells with the same outcomes over the space say one thing once, so a group is ranked by how many
*independent* cells it prints. Failing is only a refutation where a person said what is admissible:
a list that a tool made up proves nothing by failing (`Author`).
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cmp_to_key

from attrs import evolve
from toolz import groupby

from measurand.algebra.interval import compare
from measurand.auditing.claims.audit_fits import Line, Spot, fits_of
from measurand.auditing.claims.audit_result import (
    CellAudit,
    Choosing,
    End,
    Finding,
    Fit,
    Group,
    TableAudit,
)
from measurand.auditing.claims.cells import slice_of, written_options
from measurand.auditing.claims.judge import Comparison, Judge, leave_absent_open
from measurand.auditing.claims.model import Author, Claims, Table
from measurand.auditing.claims.space import (
    DATA,
    Candidate,
    admissible,
    candidate_places,
    space_columns,
    space_needs,
    untried_options,
    values_considered,
    values_of_column,
)
from measurand.auditing.claims.table_check import CellCheck, check_table, computed_cells
from measurand.auditing.claims.tools import TriedCell, recognised
from measurand.auditing.proofs.premises import Standing
from measurand.auditing.proofs.sheet import Kind
from measurand.metrics.grammar import read_value, write_value
from measurand.metrics.needs import Gathered, Need
from measurand.metrics.signature import defaults, options
from measurand.values.score import Defined, Quantity, Score
from measurand.values.verdict import Verdict


def audit_needs(claims: Claims) -> tuple[Need, ...]:
    """Say what evidence the spaces of all tables need.

    >>> audit_needs(Claims(sources=(), tables=()))
    ()
    """
    return tuple(need for table in claims.tables for need in space_needs(table))


def audit(claims: Claims, gathered: Gathered) -> tuple[TableAudit, ...]:
    """Audit every table.

    >>> audit(Claims(sources=(), tables=()), Gathered({}, {}))
    ()
    """
    judge = Judge(gathered)
    return tuple(audit_table(table, judge) for table in claims.tables)


def audit_table(table: Table, judge: Judge) -> TableAudit:
    """Audit one table.

    >>> audit_table(Table(name="1", data="d", columns=(), rows=()), Judge(Gathered({}, {}))).groups
    ()
    """
    columns = {column.name for column in space_columns(table)}
    spots = [spot for spot in computed_cells(table) if spot[1].name in columns]
    tried = admissible(table) if spots else ()
    by_spot = [_compared(table, spot, judge) for spot in spots]
    lines = dict(zip(tried, zip(*by_spot, strict=True), strict=True)) if tried else {}
    author = table.space.author if table.space else Author.PERSON
    audited = tuple(_cell(spot, index, lines, author) for index, spot in enumerate(spots))
    groups = _groups(lines, audited)
    checks = check_table(table, judge).cells
    declared = tuple(
        _declared(table, spot, cell)
        for spot, cell in zip(computed_cells(table), checks, strict=True)
        if cell.column not in columns
    )
    checked = tuple(cell for cell in checks if cell.column not in columns)
    tried_cells = (
        _tried_cell(table, spot, line) for spot, line in zip(spots, by_spot, strict=True)
    )
    return TableAudit(
        name=table.name,
        source=table.source,
        candidates=len(tried),
        cells=audited,
        groups=groups,
        findings=_findings(table, groups),
        without=_without(spots, lines),
        checked=checked,
        declared=tuple(
            cell for cell in checks if cell.column in columns and cell.definition is not None
        ),
        recognised=(
            *recognised(tuple(tried_cells), tried, judge),
            *recognised(declared, [None], judge),
        ),
        fits=tuple(_defined(table, spots, tried, fit) for fit in fits_of(spots, lines, audited)),
        untried=untried_options(table),
        author=author,
        choices=tuple(_choosing(table, groups)) if author is Author.METRICS else (),
        no_data=_no_data(table),
        left=table.left or (),
    )


def _no_data(table: Table) -> tuple[str, ...]:
    """List the rows of a computed table that are no mean of others and have no samples."""
    known = any(row.computed for row in table.rows)
    return tuple(
        row.label
        for row in table.rows
        if table.computed and known and not row.computed and row.kind == Kind.BODY.value
    )


def _choosing(table: Table, groups: Sequence[Group]) -> Iterator[Choosing]:
    """Say of each option of the columns of a space how its value is known."""
    found = {one.option: one for one in _findings(table, groups)}
    spoken: dict[tuple[str, str, Standing, str], list[str]] = {}
    for column in space_columns(table):
        said = {**dict(table.options), **dict(column.options)}
        for name, value in said.items():
            if name in options(column.metric):
                standing = Standing.READ if name in column.read else Standing.SAID
                because = "the name of the column" if name in column.read else "the claims file"
                key = (name, write_value(value), standing, because)
                spoken.setdefault(key, []).append(column.name)
    for (name, text, standing, because), known in spoken.items():
        yield Choosing(
            option=name, columns=tuple(known), standing=standing, value=text, because=because
        )
    tried = {one.name: values_of_column(table, one) for one in space_columns(table)}
    for option, values in values_considered(table.space).items() if table.space else ():
        columns = tuple(name for name, of in tried.items() if option in of)
        left = found[option].survive if option in found else ()
        yield _open(option, columns, values, left, _plain(table, option) or values[:1])


def _plain(table: Table, option: str) -> tuple[str, ...]:
    """List what an option is by default, for the metrics of a space."""
    usual = (defaults(one.metric).get(option) for one in space_columns(table))
    return tuple(write_value(one) for one in usual if one is not None)


def _open(
    option: str,
    columns: tuple[str, ...],
    values: tuple[str, ...],
    left: tuple[str, ...],
    plain: Sequence[str],
) -> Choosing:
    """Say how an option is known that was tried: by the numbers, where they leave one value.

    Where they leave several, one that is `plain`, which a definition has by default, is a default.
    """
    first = next((one for one in left if one in plain), (*left, *values)[0])
    if len(left) == 1:
        standing, because = Standing.READ, "the numbers: no other value prints all cells"
    elif left:
        standing = Standing.DEFAULT if first in plain else Standing.GUESSED
        because = "nothing: others print all cells too"
    else:
        standing, because = Standing.GUESSED, "nothing: no value that was tried prints all cells"
    return Choosing(
        option=option,
        columns=columns,
        standing=standing,
        value=first,
        because=because,
        others=tuple(one for one in left if one != first),
    )


def _defined(table: Table, spots: Sequence[Spot], tried: Sequence[Candidate], fit: Fit) -> Fit:
    """Say in full what the candidate of a fit is of each column, in its first row."""
    at = tried.index(fit.candidate)
    first = {column.name: (row, column) for row, column, _ in reversed(spots)}
    return evolve(
        fit,
        by_row=len({row.options for row, _, _ in spots}) > 1,
        definitions=tuple(
            (name, candidate_places(table, *first[name])[at][1]) for name in fit.columns
        ),
    )


def _compared(table: Table, spot: Spot, judge: Judge) -> tuple[Comparison, ...]:
    row, column, printed = spot
    said = written_options(table, column, row).keys()
    return tuple(
        leave_absent_open(judge.compare(*place, printed), place[1], said | one.texts.keys())
        for one, place in zip(admissible(table), candidate_places(table, row, column), strict=True)
    )


def _tried_cell(table: Table, spot: Spot, line: Line) -> TriedCell:
    """Say of a cell which definition each candidate is, and whether it prints the cell."""
    row, column, _ = spot
    return TriedCell(
        column=column.name,
        places=candidate_places(table, row, column),
        prints=tuple(one.verdict is Verdict.HOLDS for one in line),
    )


def _declared(table: Table, spot: Spot, cell: CellCheck) -> TriedCell:
    """Say the same of a cell outside the space: its one definition is as declared."""
    row, _, _ = spot
    known = cell.definition
    if known is None:
        return TriedCell(cell.column, (), ())
    return TriedCell(
        cell.column, ((slice_of(table, row, known), known),), (cell.verdict is Verdict.HOLDS,)
    )


def _cell(spot: Spot, index: int, lines: Mapping[Candidate, Line], author: Author) -> CellAudit:
    row, column, printed = spot
    here = {candidate: line[index] for candidate, line in lines.items()}
    verdicts = [comparison.verdict for comparison in here.values()]
    reproduced = verdicts.count(Verdict.HOLDS)
    low, high = _ends(here)
    return CellAudit(
        row=row.label,
        column=column.name,
        printed=printed,
        reproduced=reproduced,
        undecided=verdicts.count(Verdict.UNDECIDED),
        tried=len(here),
        ties=sum(one.fit is not None and one.fit.value == "tie" for one in here.values()),
        low=low,
        high=high,
        nearest=None if reproduced else _nearest(here),
        author=author,
    )


def _ends(here: Mapping[Candidate, Comparison]) -> tuple[End | None, End | None]:
    by_value: dict[Quantity, list[Candidate]] = {}
    for candidate, comparison in here.items():
        match comparison.scored.score:
            case Defined(value):
                by_value.setdefault(value, []).append(candidate)
            case _:
                pass
    if not by_value:
        return None, None
    in_order = cmp_to_key(compare)
    low, high = min(by_value, key=in_order), max(by_value, key=in_order)
    return (
        End(value=low, candidates=tuple(by_value[low])),
        End(value=high, candidates=tuple(by_value[high])),
    )


def _nearest(
    here: Mapping[Candidate, Comparison],
) -> tuple[Candidate, Score, Fraction] | None:
    misses = [
        (abs(comparison.off), order, candidate, comparison)
        for order, (candidate, comparison) in enumerate(here.items())
        if comparison.off is not None
    ]
    if not misses:
        return None
    _, _, candidate, comparison = min(misses, key=lambda miss: miss[:2])
    return candidate, comparison.scored.score, comparison.off or Fraction(0)


def _groups(lines: Mapping[Candidate, Line], audited: Sequence[CellAudit]) -> tuple[Group, ...]:
    if not audited:
        return ()
    outcomes = [
        tuple(line[index].verdict for line in lines.values()) for index in range(len(audited))
    ]
    alike = groupby(
        lambda one: tuple((cell.scored.score, cell.verdict) for cell in lines[one]), lines
    )
    groups = [_group(tuple(members), lines, outcomes, audited) for members in alike.values()]
    return tuple(
        sorted(
            groups,
            key=lambda group: (
                group.missed + group.undecided > 0,
                -group.independent,
                -group.explained,
                group.distance,
            ),
        )
    )


def _group(
    members: tuple[Candidate, ...],
    lines: Mapping[Candidate, Line],
    outcomes: Sequence[tuple[Verdict, ...]],
    audited: Sequence[CellAudit],
) -> Group:
    line = lines[members[0]]
    explained = [index for index, cell in enumerate(line) if cell.verdict is Verdict.HOLDS]
    missed = [cell for cell in line if cell.verdict is Verdict.REFUTED]
    return Group(
        candidates=members,
        explained=len(explained),
        independent=len({outcomes[index] for index in explained if audited[index].informative}),
        missed=len(missed),
        undecided=len(line) - len(explained) - len(missed),
        distance=sum((abs(cell.off) for cell in missed if cell.off is not None), Fraction(0)),
    )


def _findings(table: Table, groups: Sequence[Group]) -> tuple[Finding, ...]:
    alive = [
        one
        for group in groups
        if not group.missed and not group.undecided
        for one in group.candidates
    ]
    if table.space is None or not alive:
        return ()
    tried = [one for group in groups for one in group.candidates]
    kept = (
        (option, tuple(value for value in values if _occurs(option, value, tried)))
        for option, values in values_considered(table.space).items()
    )
    return tuple(
        _finding(option, values, alive) for option, values in kept if _is_open(option, alive)
    )


def _is_open(option: str, alive: Sequence[Candidate]) -> bool:
    """Tell whether there is something to find: who chooses no classes scores all of them."""
    return option != _ONLY or any(_value(one, option) is not None for one in alive)


_ONLY = "only"


def _occurs(option: str, value: str, candidates: Sequence[Candidate]) -> bool:
    """Tell whether some definition has a value: none has where it can never exist."""
    meant = _canonical(option, value)
    return any(_value(one, option) == meant for one in candidates)


def _finding(option: str, values: tuple[str, ...], alive: Sequence[Candidate]) -> Finding:
    left = {_value(one, option) for one in alive}
    return Finding(
        option=option,
        survive=tuple(value for value in values if _canonical(option, value) in left),
        considered=values,
        open=None in left,
    )


def _value(candidate: Candidate, option: str) -> object:
    return candidate.data or None if option == DATA else dict(candidate.options).get(option)


def _canonical(option: str, value: str) -> object:
    return value if option == DATA else read_value(value)


def _without(spots: Sequence[Spot], lines: Mapping[Candidate, Line]) -> tuple[str, ...]:
    rows: dict[int, tuple[str, list[int]]] = {}
    for index, (row, _, _) in enumerate(spots):
        rows.setdefault(id(row), (row.label, []))[1].append(index)
    return tuple(
        label
        for label, indexes in rows.values()
        if not any(
            all(line[index].verdict is Verdict.HOLDS for index in indexes)
            for line in lines.values()
        )
    )
