"""Two-stage review from Python: the outputs of runs in, every metric and its table out.

A run is a file, its folder, or its records in memory: outputs, of which scorecards are made on the
way, or scorecards. Nothing is written. The numbers are those of `measurand review aggregate`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Literal

from attrs import evolve, field, frozen

from measurand.edges.cli.exit_codes import code_where
from measurand.edges.files import Bad, Filtered, ReadOptions
from measurand.edges.files.formats.arrow_values import plain
from measurand.edges.files.json.value import FaultError, Json
from measurand.edges.files.samples.filters import Filters, Where
from measurand.edges.files.samples.record import Record
from measurand.edges.report.score_view import ScoreLine
from measurand.edges.verbs.cells import records_of
from measurand.edges.verbs.errors import InvalidInputError, invalid
from measurand.edges.verbs.reports import Report
from measurand.edges.verbs.results import Number
from measurand.edges.verbs.settings import NO_SETTINGS, Settings, set_options, written
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.paths import Path as FieldPath
from measurand.evidence.pool import pool
from measurand.inference.interval import Interval
from measurand.inference.pvalue import PValue
from measurand.metrics.definitions import observing
from measurand.metrics.finalise import Finaliser, denominators
from measurand.metrics.needs import Reading
from measurand.studies.review.aspect_filter import AspectFilter
from measurand.studies.review.choices import BadLine, NoMatch
from measurand.studies.review.edge.cli.runs import RunPools, skipped_text, where_text
from measurand.studies.review.edge.cli.score import aspect_filter, scored_output
from measurand.studies.review.edge.files.cards import NewCard, refused
from measurand.studies.review.edge.files.folders import folder_of
from measurand.studies.review.edge.files.format import PLACES
from measurand.studies.review.edge.files.scorecards import read_scorecard
from measurand.studies.review.edge.files.scoring import read_rows
from measurand.studies.review.edge.page.json import AGGREGATED, RunMetrics
from measurand.studies.review.edge.page.view import metrics_document, tests_grid
from measurand.studies.review.metrics import definitions
from measurand.studies.review.options import PROFILES, Options, with_values
from measurand.studies.review.page import Line
from measurand.studies.review.quantities import Quantities
from measurand.studies.review.scorecard import Scorecard, review_copies_differ
from measurand.studies.review.study import (
    PLAN,
    SeedStatistics,
    seed_statistics,
    with_inference,
)
from measurand.values.fault import Fault
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined

Run = str | PathLike[str] | Iterable[Mapping[str, object]]
"""A run: its file or folder, or its records; outputs or scorecards."""
Wanted = Mapping[str, str | Sequence[str]]
EVERY_ROW: Wanted = {}
_MEMORY = "the records"


@frozen(kw_only=True)
class Reviews(Report):
    """The metrics of runs side by side: a number by its name, a table, JSON."""

    runs: tuple[RunPools, ...] = field(repr=False)
    options: Options = field(repr=False)
    lines: Mapping[str, Mapping[str, Line]] = field(repr=False, eq=False)

    def __getitem__(self, name: str | tuple[str, str]) -> Number:
        """Give a metric by its name; where there are several runs, by that of the run before it.

        Raises KeyError for a name that there is not.
        """
        run, metric = (next(iter(self.lines)), name) if isinstance(name, str) else name
        if isinstance(name, str) and len(self.lines) > 1:
            several = f"{name!r} of which run: found[{run!r}, {name!r}]"
            raise KeyError(several)
        pools = next(one for one in self.runs if one.name == run)
        definition = definitions(self.options)[metric]
        of = pools.pools[observing(definition)]
        scored = Finaliser(of).score(definition)
        read = Reading(read=of.scored() + sum(of.excluded().values()))
        counted = denominators(read, of, scored)
        interval = self.lines[run][metric].interval
        line = ScoreLine("", definition, scored.score, counted, interval)
        return Number(line=line, plan=None if interval is None else PLAN)

    @property
    def rows(self) -> list[dict[str, object]]:
        """Give a row for each run and metric: its float, or None and why; what it is a share of.

        `pandas.DataFrame(found.rows)` is the table of them.
        """
        return [
            {"run": run, "metric": name, **_cells(line)}
            for run, lines in self.lines.items()
            for name, line in lines.items()
        ]

    def tested(self) -> "Reviews":
        """Add intervals, and tests of "the review changed nothing", as the page of a run has them.

        10,000 resamples of samples, from one seed; p-values are exact or of exchanges of the
        stages.
        """
        asked = definitions(self.options)
        lines = {
            run.name: with_inference(self.lines[run.name], asked, run.pools) for run in self.runs
        }
        tests = [
            (run, line)
            for run, every in lines.items()
            for line in every.values()
            if line.p_value is not None
        ]
        return evolve(self, lines=lines, document=(*self.document, tests_grid(tests, PLAN)))

    def over_runs(self) -> dict[str, SeedStatistics]:
        """Give mean and deviation of every metric over the runs, such as the seeds of one."""
        scores = [
            {name: line.score for name, line in lines.items()} for lines in self.lines.values()
        ]
        return {one.name: one for one in seed_statistics(scores, self.options.ddof)}


def _cells(line: Line) -> dict[str, object]:
    cells: dict[str, object] = {"value": None, "why": "", "of": line.denominator}
    match line.score:
        case Defined(value):
            cells["value"] = float(value)
        case Undefined(reason):
            cells["why"] = reason
    if isinstance(line.interval, Interval):
        cells |= {"ci_low": line.interval.low, "ci_high": line.interval.high}
    if isinstance(line.p_value, PValue):
        cells["p_value"] = float(line.p_value.value)
    return cells


def review(
    runs: Run | Mapping[str, Run],
    *,
    profile: Literal["documented", "as-run", "recommended"] = "documented",
    settings: Settings = NO_SETTINGS,
    where: Wanted = EVERY_ROW,
) -> Reviews:
    """Compute every metric of a two-stage review: of one run, or of several by their names.

    A run is its file or folder, or its records: outputs, or scorecards that were made of them.
    `settings` sets options of the study, as `--set` does on the command line; `where` keeps the
    rows whose field is one of some values (`{"meta.profile": "demo"}`). Copies of a stage that are
    not what they copy are a finding.

    >>> found = review("docs/examples/review/results/demo__seed1_proposed")
    >>> print(found["tuple_f1_s1"], found["tuple_f1_s2"], f"{found['delta_f1']:+.4f}")
    0.75 0.683333 -0.0667
    >>> found["fix_rate"].value, found["fix_rate"].denominators.scored
    (Fraction(1, 3), 8)

    Raises InvalidInputError with all that is wrong with the records, where no row is left, and for
    an unknown profile or setting.
    """
    options = set_options(PROFILES, profile, settings, with_values)
    several = runs if isinstance(runs, Mapping) else {_name(runs): runs}
    if not several:
        raise invalid("runs", "no run", "at least one")
    filters = tuple(map(_filter, where.items()))
    several = {name: _again(run) for name, run in several.items()}
    alone = not isinstance(runs, Mapping)
    read = [_read(name, run, options, filters, alone=alone) for name, run in several.items()]
    faults = tuple(fault for one in read for fault in one.faults)
    if faults:
        raise InvalidInputError(faults)
    found = tuple(_pooled(one, options) for one in read)
    notes = [note for one in read for note in one.notes]
    asked = definitions(options)
    lines = {run.name: run.lines(asked) for run in found}
    body = [
        RunMetrics(
            run=run.name,
            file=str(run.file),
            skipped=run.skipped,
            metrics=tuple(lines[run.name].values()),
        )
        for run in found
    ]
    told = tuple(f"{name}={text}" for name, text in written(settings).items())
    return Reviews(
        code=code_where(finding=any(one.differing for one in read)),
        document=metrics_document(lines, notes),
        tree=lambda: AGGREGATED.tree(profile=profile, set=told, runs=body, notes=notes),
        runs=found,
        options=options,
        lines=lines,
    )


def _filter(wanted: tuple[str, str | Sequence[str]]) -> tuple[str, tuple[str, ...]]:
    name, accepted = wanted
    try:
        FieldPath.parse(name)
    except ValueError as error:
        raise invalid("where", repr(name), str(error)) from error
    return name, (accepted,) if isinstance(accepted, str) else tuple(accepted)


def _name(run: Run) -> str:
    """Name a run after its file, as the command does; what is in memory has no name."""
    return folder_of(_file(run)) if isinstance(run, str | PathLike) else "run"


def _again(run: Run) -> Run:
    """Give a run that can be read twice, as where no row fits."""
    return list(run) if isinstance(run, Iterator) else run


def _file(run: str | PathLike[str]) -> Path:
    path = Path(run)
    if not path.is_dir():
        return path
    cards = path / "scorecards.jsonl"
    return cards if cards.exists() else path / "outputs.jsonl"


@frozen(kw_only=True)
class _Read:
    """What was read of a run: its scorecards, and what was met on the way."""

    name: str
    file: Path
    cards: tuple[tuple[Record, Scorecard], ...]
    faults: tuple[Fault, ...]
    notes: tuple[str, ...]
    differing: bool
    skipped: int
    where: Filters


def _read(name: str, run: Run, options: Options, where: Filters, *, alone: bool) -> _Read:
    """Read a run; `alone` where it has no name that the caller gave."""
    path = _file(run) if isinstance(run, str | PathLike) else None
    at = "runs" if alone else f"runs[{name!r}]"
    events = _in_memory(at, run, where) if path is None else read_rows(path, where, ReadOptions())
    by = aspect_filter(options)
    cards: list[tuple[Record, Scorecard]] = []
    faults: list[Fault] = []
    notes: list[str] = []
    skipped = differing = dropped = 0
    for event in events:
        match event:
            case Record():
                made = _card(event, options, by)
                if not isinstance(made, Scorecard):
                    faults += made
                    continue
                cards.append((event, made))
                copies = review_copies_differ(made)
                differing += len(copies)
                notes += [f"{_place(event)}: {copy} is not what it copies" for copy in copies]
            case Bad(no_json=True) if options.bad_line is BadLine.SKIP:
                skipped += 1
            case Bad():
                faults += event.faults
            case Filtered():
                dropped += 1
            case _:
                pass
    if dropped and not cards and not faults and options.no_match is NoMatch.ALL:
        everything = _read(name, run, options, (), alone=alone)
        told = f"{name}: no row has {where_text(where)}: all rows were taken"
        return evolve(everything, notes=(told, *everything.notes))
    if not cards and not faults and not skipped and options.no_match is NoMatch.ERROR:
        wanted = f"rows with {where_text(where)}" if where else "records"
        faults.append(Fault(path=at, got="no row", expected=wanted))
    said = [f"{name}: rows with {where_text(where)} alone"] if where else []
    said += [f"{name}: {skipped_text(skipped)}"] if skipped else []
    return _Read(
        name=name,
        file=Path(_MEMORY) if path is None else path,
        cards=tuple(cards),
        faults=tuple(faults),
        notes=(*said, *notes),
        differing=bool(differing),
        skipped=skipped,
        where=where,
    )


def _in_memory(at: str, run: Run, filters: Filters) -> Iterator[Record | Bad | Filtered]:
    if isinstance(run, str | PathLike):
        return
    where = Where(filters, PLACES)
    for number, record in enumerate(records_of(at, run)):
        place = f"{at}[{number}]"
        try:
            here = Record(value=plain(record), file="", bases=(("$", place),))
            yield where.drops(here) or here
        except FaultError as error:
            yield Bad((Record(value={}, file="", bases=(("$", place),)).placed(error.fault),))


def _card(record: Record, options: Options, by: AspectFilter) -> Scorecard | tuple[Fault, ...]:
    """Read a scorecard, or make the one of an output."""
    try:
        value = record.value
        card = value if _is_card(value) else scored_output(value, options, by)
        found = read_scorecard(card, name=_place(record))
    except FaultError as error:
        found = (error.fault,)
    except UnfitSampleError as error:
        found = _unfit(error, _place(record))
    if isinstance(found, Scorecard):
        return found
    return tuple(record.placed(fault) for fault in found)


def _is_card(record: Json) -> bool:
    return isinstance(record, dict) and "final_result" not in record and "runtime" in record


def _place(record: Record) -> str:
    return record.bases[0][1] if record.bases else f"line {record.line}"


def _unfit(error: UnfitSampleError, name: str) -> tuple[Fault, ...]:
    card = NewCard(Scorecard(id=name), 0, b"")
    return tuple(evolve(fault, line=0) for fault in refused(card, error, "").faults)


def _pooled(read: _Read, options: Options) -> RunPools:
    """Pool what every metric observes of the scorecards.

    Raises InvalidInputError with all that the options refuse.
    """
    parts = tuple(dict.fromkeys(map(observing, definitions(options).values())))
    wanted = Quantities.of(parts)
    samples: list[Sample] = []
    faults: list[Fault] = []
    for record, card in read.cards:
        try:
            samples.append(wanted.sample(card))
        except UnfitSampleError as error:
            faults += map(record.placed, _unfit(error, card.id))
    if faults:
        raise InvalidInputError(tuple(faults))
    pools = {part: pool(part, samples) for part in parts}
    return RunPools(read.name, read.file, pools, read.skipped, read.where)
