"""What is asked of runs of a review, and the runs: their files, their rows, their metrics."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path
from typing import Literal

from attrs import evolve, frozen
from returns.pipeline import is_successful

from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.output import Output, write
from measurand.edges.cli.reading import FaultyRecords, Reading, on_error, reading
from measurand.edges.cli.request import (
    Arguments,
    arguments,
    choice,
    option,
    part,
    repeated,
)
from measurand.edges.engines.serial import Run, gather
from measurand.edges.files import Bad, Rest
from measurand.edges.files.samples.filters import Filters
from measurand.edges.report.document import Prose
from measurand.evidence.observation import Observing
from measurand.evidence.paths import Path as FieldPath
from measurand.evidence.pool import Pool
from measurand.evidence.source import Source
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.finalise import Scored
from measurand.metrics.grammar import SignatureError
from measurand.metrics.needs import Gathered, Need, Slice, merged, misfits
from measurand.metrics.signature import signature
from measurand.studies.review.choices import BadLine, NoMatch
from measurand.studies.review.edge.files.folders import folder_of
from measurand.studies.review.metrics import definitions, scores
from measurand.studies.review.options import DOCUMENTED, PROFILES, Options, with_values
from measurand.studies.review.page import Line
from measurand.values.fault import Fault


@frozen(kw_only=True)
class CardReading(FaultyRecords):
    """How rows are read: a profile, what is set beside it, which rows."""

    TITLE = "reading"

    profile: str = choice(tuple(PROFILES), says="default: documented", default=DOCUMENTED)
    set: tuple[str, ...] = repeated(
        str,
        metavar="OPTION=VALUE",
        says="change one option of the profile; may be repeated",
    )
    where: tuple[str, ...] = repeated(
        str,
        metavar="FIELD=VALUE",
        says="keep the rows whose FIELD (a path such as meta.profile) is VALUE; may be repeated",
    )
    on_error: str | None = option(
        on_error,
        metavar="stop|skip|quarantine=FILE",
        says="what a bad line does (default: as the profile says)",
    )

    @property
    def label(self) -> str:
        """Name the reading: the profile, and what was set beside it."""
        return " ".join((self.profile, *self.set))

    def careful(self, plain: str) -> Reading:
        """Say how carefully is read, where `plain` is what the profile says of bad lines."""
        return Reading(on_error=self.on_error or plain, ids="off")


@frozen(kw_only=True)
class RunsRequest(Arguments):
    """Files of runs, how they are read, and where what is made of them is written."""

    files: tuple[Path, ...] = arguments(Path, metavar="FILE", says="a run, or its file")
    out: Path = option(
        Path, metavar="DIR", default=Path(), says="the folder to write below (default: here)"
    )
    reading: CardReading = part(CardReading)
    output: Output = part(Output)


@frozen(kw_only=True)
class ScoreRequest(RunsRequest):
    """Outputs of which scorecards are made."""

    allow: Path | None = option(
        Path,
        metavar="FILE",
        says="more terms that are always targets: a JSON list, lines '- term', or words",
    )
    stop: Path | None = option(
        Path,
        metavar="FILE",
        says="the terms that are never targets, in place of our own list; a file as above",
    )


@frozen(kw_only=True)
class ReportRequest(RunsRequest):
    """Runs of which pages are written."""

    lang: Literal["en", "ko", "zh"] = choice(
        ("en", "ko", "zh"), default="en", says="the language of labels"
    )


@frozen(kw_only=True)
class ProfilesRequest(Arguments):
    """The options that are shown side by side."""

    output: Output = part(Output)


STAGE_FILE = {"outputs": "outputs.jsonl", "scorecards": "scorecards.jsonl"}


@frozen
class RunPools:
    """A run: the name of its folder, its file, and its evidence under every observation."""

    name: str
    file: Path
    pools: Mapping[Observing, Pool]
    skipped: int
    where: Filters = ()

    def lines(self, asked: Mapping[str, Definition]) -> dict[str, Line]:
        """Score every metric."""
        return {
            name: Line(
                name,
                scored.score,
                signature(asked[name]),
                denominator(self.pools[observing(asked[name])], scored),
            )
            for name, scored in scores(asked, self.pools).items()
        }

    def __add__(self, other: "RunPools") -> "RunPools":
        """Pool two runs into one."""
        pools = {part: pool + other.pools[part] for part, pool in self.pools.items()}
        return evolve(self, pools=pools, skipped=self.skipped + other.skipped)


def denominator(pool: Pool, scored: Scored) -> str:
    """Say what a score was divided by, of how many samples, and how many are left out and why."""
    left = "; ".join(f"{number} left out: {why}" for why, number in pool.excluded().items())
    samples = f"{scored.units} sample{'' if scored.units == 1 else 's'}"
    if scored.divisor not in {None, scored.units}:
        samples = f"{scored.divisor} of {samples}"
    return f"{samples}; {left}" if left else samples


def chosen(how: CardReading) -> Options:
    """Give the options that the arguments ask for: a profile, with some values set.

    Raises StopError for an unknown option or value.
    """
    values: dict[str, str] = {}
    for text in how.set:
        name, mark, value = text.partition("=")
        if not mark:
            raise stop("--set", text[:60], "OPTION=VALUE")
        values[name.strip()] = value.strip()
    try:
        return with_values(PROFILES[how.profile], values)
    except SignatureError as error:
        expected = "an option of a review and a value that it has"
        raise stop("--set", ", ".join(how.set)[:80], expected, str(error)) from error


def filters(how: CardReading) -> Filters:
    """Read the row filters: the same field may be given several values.

    Raises StopError for a filter that is none.
    """
    found: dict[str, list[str]] = {}
    for text in how.where:
        field, mark, value = text.partition("=")
        if not mark or not field.strip():
            raise stop("--where", text[:60], "FIELD=VALUE")
        try:
            FieldPath.parse(field.strip())
        except ValueError as error:
            raise stop("--where", text[:60], str(error)) from error
        found.setdefault(field.strip(), []).append(value)
    return tuple((field, tuple(values)) for field, values in found.items())


def where_text(where: Filters) -> str:
    """Say in words what a filter keeps.

    >>> where_text((("profile", ("a", "b")), ("run_id", ("x",))))
    'profile=a or b; run_id=x'
    """
    return "; ".join(f"{field}={' or '.join(accepted)}" for field, accepted in where)


def all_text(how: CardReading) -> str:
    """Say that the filters matched nothing, and are left out."""
    return f"no row has {where_text(filters(how))}: all rows were taken"


def file_of(given: Path, stage: str) -> Path:
    """Find the file of a stage: the file itself, or in the folder of a run."""
    return given / STAGE_FILE[stage] if given.is_dir() else given


def run_name(path: Path) -> str:
    """Name the folder of a run.

    Raises StopError where its file gives no name.
    """
    try:
        return folder_of(path)
    except ValueError as error:
        raise StopError((Fault(file=str(path), got="no name", expected=str(error)),)) from error


@contextmanager
def reading_cards(how: CardReading, options: Options) -> Iterator[Run]:
    """Read scorecards as the arguments and the options say: bad lines stop, or are counted.

    `bad_line=skip` is about lines that are no JSON; `--on-error skip` about all that is bad.
    """
    skip = "skip" if options.bad_line is BadLine.SKIP else "stop"
    with reading(how.careful(skip), Path()) as run:
        yield evolve(run, only_no_json=True) if how.on_error is None else run


def gather_runs(request: RunsRequest, options: Options) -> list[RunPools]:
    """Read the runs that are asked for, once each.

    Raises StopError with the faults of the data; also where two runs have one name, or a filter
    leaves nothing.
    """
    files = named_files(request, "scorecards")
    asked, where = definitions(options), filters(request.reading)
    parts = tuple(dict.fromkeys(observing(definition) for definition in asked.values()))
    with reading_cards(request.reading, options) as run:
        found = _gathered(files.values(), parts, where, run)
        empty = [file for file in files.values() if where and not found.readings[str(file)].kept]
        everything = bool(empty) and takes_all(request.reading, options, empty)
        if everything:
            # Their bad lines were handed on when they were read first.
            again = _gathered(empty, parts, (), evolve(run, sink=_ignore))
            found = evolve(
                found,
                pools={**found.pools, **again.pools},
                readings={**found.readings, **again.readings},
            )
    return [
        RunPools(
            name,
            file,
            {part: found.pools[Slice(str(file), (), part)] for part in parts},
            found.readings[str(file)].skipped,
            () if everything and file in empty else where,
        )
        for name, file in files.items()
    ]


def named_files(request: RunsRequest, stage: str) -> dict[str, Path]:
    """Find the files of a stage, by the names of their runs.

    Raises StopError where a file has no name, or two have the same.
    """
    found: dict[str, Path] = {}
    for given in request.files:
        file = file_of(given, stage)
        name = run_name(file)
        if name in found:
            raise stop("FILE", f"{name!r} twice", "runs whose names differ")
        found[name] = file
    return found


def skipped_text(number: int) -> str:
    """Say how many lines were skipped.

    >>> skipped_text(2)
    '2 bad lines were skipped'
    """
    return f"{number} bad line{' was' if number == 1 else 's were'} skipped"


def prose(notes: Sequence[str]) -> tuple[Prose, ...]:
    """Lay out notes; nothing where there are none.

    >>> prose(()), prose(["a"])
    ((), (Prose(lines=('a',), aside=False, code=False, short=None),))
    """
    return (Prose(tuple(notes)),) if notes else ()


def _ignore(_event: Bad | Rest) -> None:
    """Do nothing with what is bad."""


def _gathered(
    files: Iterable[Path], parts: Sequence[Observing], where: Filters, run: Run
) -> Gathered:
    read = tuple(files)
    sources = {str(file): Source(path=str(file), format="scorecards", where=where) for file in read}
    needs = merged(Need(Slice(str(file), (), part)) for file in read for part in parts)
    found = gather(sources, needs, run)
    if not is_successful(found):
        raise StopError(found.failure())
    met = found.unwrap()
    if wrong := misfits(needs, met):
        raise StopError(wrong)
    return met


def takes_all(how: CardReading, options: Options, empty: Iterable[Path]) -> bool:
    """Tell whether files in which the filters match nothing are read without the filters.

    Raises StopError where they must match something.
    """
    if options.no_match is not NoMatch.ERROR:
        return options.no_match is NoMatch.ALL
    wanted = where_text(filters(how))
    hint = "set no_match=empty to take none, no_match=all to take all"
    raise StopError(
        tuple(
            Fault(file=str(file), got="no row", expected=f"rows with {wanted}", hint=hint)
            for file in empty
        )
    )


def digest_of(path: Path) -> str:
    """Digest a file.

    Raises StopError where it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        reason = error.strerror or str(error)
        raise StopError((Fault(file=str(path), got=reason, expected="a file"),)) from error


def write_below(path: Path, content: str | Iterable[bytes]) -> None:
    """Write a file whole or not at all, and its folder.

    Raises StopError where that cannot be.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        fault = Fault(file=str(path.parent), got=reason, expected="a folder to write in")
        raise StopError((fault,)) from error
    write(path, content)
