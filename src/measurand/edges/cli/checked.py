"""Checking a claims file without a command line: load, read the data, compare, say it."""

from datetime import UTC, date, datetime
from pathlib import Path

from attrs import evolve, frozen
from returns.result import Failure, Result, Success

from measurand.audit.claims.check import (
    Checks,
    check_all,
    reproducer_needs,
    unreproduced_tables,
    with_all_reproducers,
)
from measurand.audit.claims.outcomes import Outcome, outcomes
from measurand.audit.claims.table_check import check_needs
from measurand.audit.claims.text_check import paper_files
from measurand.edges.claims.file import Located
from measurand.edges.claims.load import load_located, read_texts
from measurand.edges.cli.exits import exit_code
from measurand.edges.cli.faults import with_places
from measurand.edges.cli.groups import grouped
from measurand.edges.engines.run import Run, ignored, unwatched
from measurand.edges.engines.serial import gather
from measurand.metrics.needs import Gathered, merged, misfits
from measurand.values.fault import Fault

Faults = tuple[Fault, ...]


@frozen(kw_only=True)
class Checked:
    """A claims file with its data, and everything that was said of it.

    `code` is that of the command: 0 where all holds, 1 for a finding, 3 where something is open.
    """

    located: Located
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
    located: Located, run: Run, *, today: date | None = None, gathered: Gathered | None = None
) -> Result[Checked, Faults]:
    """Check claims that are loaded already, perhaps on evidence that is gathered already.

    Paths start at the root of the run.

    >>> from measurand.audit.claims.model import Claims
    >>> checked_of(Located(Claims(sources=(), tables=())), Run(root=Path())).unwrap().code
    3
    """
    if gathered is not None:
        return Success(_checked(located, run, gathered, today))
    needs = check_needs(located.claims)
    read = gather(dict(located.claims.sources), merged(needs), run)
    return read.alt(lambda faults: with_places(faults, located.claims)).bind(
        lambda met: (
            Failure(wrong)
            if (wrong := misfits(needs, met))
            else Success(_checked(located, run, met, today))
        )
    )


def _checked(located: Located, run: Run, gathered: Gathered, today: date | None) -> Checked:
    claims = located.claims
    groups = grouped(dict(claims.sources), check_needs(claims), gathered, run)
    gathered = evolve(gathered, groups=groups) if groups else gathered
    texts = read_texts(paper_files(claims), run.root)
    found = check_all(claims, gathered, texts, located.metrics.values())
    found = _explained(located, found, run)
    day = datetime.now(UTC).date() if today is None else today
    said = outcomes(claims, found, today=day.isoformat(), locate=located.locate)
    code = exit_code(one.verdict for one in said)
    return Checked(located=located, gathered=gathered, checks=found, outcomes=said, code=code)


def _explained(located: Located, found: Checks, run: Run) -> Checks:
    """Read the data once more, where something is not reproduced and a space may know why."""
    tables = unreproduced_tables(located.claims, found.tables)
    if not tables:
        return found
    quiet = evolve(run, sink=ignored, tick=ignored, watch=unwatched, resume=None)
    read = gather(dict(located.claims.sources), merged(reproducer_needs(tables)), quiet)
    # What speaks of other data than the numbers do explains nothing.
    whole = read.value_or(Gathered({}, {}))
    if not whole.readings or any(one.lost for one in whole.readings.values()):
        return found
    return with_all_reproducers(located.claims, found, whole)
