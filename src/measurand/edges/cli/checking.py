"""Checking a claims file without a command line: load, read the data, compare, say it."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path

from attrs import evolve, frozen
from returns.result import Failure, Result, Success

from measurand.auditing.claims.check import (
    Checks,
    check_all,
    reproducer_needs,
    unreproduced_tables,
    with_all_reproducers,
)
from measurand.auditing.claims.model import Table
from measurand.auditing.claims.outcomes import Outcome, outcomes
from measurand.auditing.claims.table_check import TableCheck, check_needs
from measurand.auditing.claims.text_check import paper_files, table_files
from measurand.auditing.proofs.prove import Proved
from measurand.edges.claims.file import LocatedClaims, LocatedDraft
from measurand.edges.claims.load import load_located, read_texts
from measurand.edges.cli.exit_codes import exit_code
from measurand.edges.cli.faults import StopError, with_places
from measurand.edges.engines.run import Run, ignored
from measurand.edges.engines.serial import gather
from measurand.edges.files import read
from measurand.edges.report.prove_view import STATEMENTS
from measurand.edges.tables.printed_tables import printed_tables
from measurand.evidence.formats import Records
from measurand.evidence.source import Source, Sources
from measurand.metrics.metric import Metric
from measurand.metrics.needs import Gathered, Groups, Need, merged, misfits
from measurand.values.fault import Fault
from measurand.values.sample import Sample

Faults = tuple[Fault, ...]
_MOST_GROUPS = 100
_MOST_VALUES = 1000


@frozen(kw_only=True)
class Checked:
    """A claims file with its data, and everything that was said of it.

    `code` is that of the command: 0 where all holds, 1 for a finding, 3 where something is open.
    """

    located: LocatedClaims
    gathered: Gathered
    checks: Checks
    outcomes: tuple[Outcome, ...]
    code: int


def checked(
    path: Path,
    *,
    root: Path | None = None,
    today: date | None = None,
    run: Run | None = None,
) -> Result[Checked, Faults]:
    """Check a claims file: every cell, claim, rule and place, or the faults of file and data.

    Data and paper are looked for in `root`, by default the folder of the file. `today` decides
    which reviews are due, by default by the clock (UTC). `run` says how data is read.

    >>> checked(Path("no/such.toml")).failure()[0].text()
    'no/such.toml: expected a file, got nothing of that name'
    """
    folder = path.parent if root is None else root
    how = Run(root=folder) if run is None else evolve(run, root=folder)
    return load_located(path, folder).bind(lambda found: checked_of(found, how, today=today))


def checked_of(
    located: LocatedClaims, run: Run, *, today: date | None = None, gathered: Gathered | None = None
) -> Result[Checked, Faults]:
    """Check claims that are loaded already, perhaps on evidence that is gathered already.

    Paths start at the root of the run.

    >>> from measurand.auditing.claims.model import Claims
    >>> checked_of(LocatedClaims(Claims(sources=(), tables=())), Run(root=Path())).unwrap().code
    3
    """
    if gathered is not None:
        return _checked(located, run, gathered, today)
    needs = check_needs(located.claims)
    read = gather(dict(located.claims.sources), merged(needs), run)
    return read.alt(lambda faults: with_places(faults, located.claims)).bind(
        lambda met: (
            Failure(wrong) if (wrong := misfits(needs, met)) else _checked(located, run, met, today)
        )
    )


def _checked(
    located: LocatedClaims, run: Run, gathered: Gathered, today: date | None
) -> Result[Checked, Faults]:
    claims = located.claims
    groups = grouped(dict(claims.sources), check_needs(claims), gathered, run)
    gathered = evolve(gathered, groups=groups) if groups else gathered
    texts = read_texts(paper_files(claims), run.root)
    tables = {
        path: printed_tables(Path(path), "\n".join(lines))
        for path in table_files(claims)
        if not isinstance(lines := texts[path], Fault)
    }
    found = check_all(claims, gathered, texts, located.metrics.values(), tables)
    found = _explained(located, found, run)
    try:
        located, found = _as_printed(located, found, run.root)
    except StopError as error:
        return Failure(tuple(error.faults))
    day = datetime.now(UTC).date() if today is None else today
    said = outcomes(located.claims, found, today=day.isoformat(), locate=located.locate)
    code = exit_code(one.verdict for one in said)
    return Success(
        Checked(located=located, gathered=gathered, checks=found, outcomes=said, code=code)
    )


def _as_printed(located: LocatedClaims, found: Checks, root: Path) -> tuple[LocatedClaims, Checks]:
    """Ask of tables whose guesses nobody confirmed what `lint` asks of them as they are printed.

    What stands beside them there (statements, tables that are not in the file) is asked as well.

    Raises StopError with the faults of what cannot be read.
    """
    for one in located.drafts:
        for name, proved in _linted(one, located.metrics, root):
            names = [table.name for table in located.claims.tables]
            at = names.index(name) if name in one.tables and name in names else len(names)
            new = at == len(names)
            if new and not one.whole:
                continue
            if new:
                sheet = proved.sheet
                table = Table(name=name, columns=(), rows=(), source=sheet.source)
                check = TableCheck(name=name, source=sheet.source, cells=())
                claims = evolve(located.claims, tables=(*located.claims.tables, table))
                located = evolve(located, claims=claims, tables=(*located.tables, one.origin))
                found = evolve(found, tables=(*found.tables, check))
            tables = list(found.tables)
            tables[at] = evolve(tables[at], proved=proved)
            found = evolve(found, tables=tuple(tables))
    return located, found


def _linted(
    one: LocatedDraft, metrics: Mapping[str, Metric], root: Path
) -> Iterator[tuple[str, Proved]]:
    """Ask what `lint` asks, by the name that a claims file gives each table.

    Raises StopError with the faults of what cannot be read.
    """
    from measurand.edges.cli.prove import lint_of, not_read
    from measurand.edges.cli.tables import file_of_draft

    for shown in lint_of(file_of_draft(one.draft, root), metrics):
        name = shown.proved.sheet.name or (STATEMENTS if shown.what == STATEMENTS else "1")
        yield name, shown.proved
        if not_read(shown):
            yield f"{name}: not read", Proved(shown.proved.sheet, ())


def _explained(located: LocatedClaims, found: Checks, run: Run) -> Checks:
    """Read the data once more, where something is not reproduced and a space may know why."""
    tables = unreproduced_tables(located.claims, found.tables)
    if not tables:
        return found
    again = evolve(run, sink=ignored, resume=None)
    read = gather(dict(located.claims.sources), merged(reproducer_needs(tables)), again)
    # What speaks of other data than the numbers do explains nothing.
    whole = read.value_or(Gathered({}, {}))
    if not whole.readings or any(one.lost for one in whole.readings.values()):
        return found
    return with_all_reproducers(located.claims, found, whole)


def empty_sources(needs: Iterable[Need], gathered: Gathered) -> tuple[str, ...]:
    """Name the sources of which some slice found no sample, each once.

    >>> empty_sources((), Gathered({}, {}))
    ()
    """
    found = (
        need.slice.data
        for need in needs
        if need.slice.where and not _any(gathered, need) and not gathered.misfit(need.slice)
    )
    return tuple(dict.fromkeys(found))


def _any(gathered: Gathered, need: Need) -> bool:
    pool = gathered.pools.get(need.slice)
    return pool is not None and bool(pool.keyed.bags)


def groups_of(source: Source, run: Run) -> Groups:
    """Read the names and values of the groups of a source, up to a hundred and a thousand.

    Records that are read by rules of their own have none.

    >>> from pathlib import Path
    >>> groups_of(Source(path="missing.jsonl"), Run(root=Path()))
    {}
    """
    found: dict[str, dict[str, None]] = {}
    if source.kind.records is Records.OWN_RULES:
        return {}
    for event in read(source, root=run.root, options=run.options):
        for name, value in event.groups if isinstance(event, Sample) else ():
            if name in found or len(found) < _MOST_GROUPS:
                values = found.setdefault(name, {})
                if value in values or len(values) < _MOST_VALUES:
                    values[value] = None
    return {name: tuple(values) for name, values in found.items()}


def grouped(
    sources: Sources, needs: Iterable[Need], gathered: Gathered, run: Run
) -> Mapping[str, Groups]:
    """Read the groups of every source of which some slice found no sample.

    >>> from pathlib import Path
    >>> grouped({}, (), Gathered({}, {}), Run(root=Path()))
    {}
    """
    return {name: groups_of(sources[name], run) for name in empty_sources(needs, gathered)}
