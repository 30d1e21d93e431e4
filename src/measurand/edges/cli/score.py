"""`measurand score`: numbers of a file of samples, each with its signature and denominators."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen
from returns.pipeline import is_successful

from measurand.edges.cli.converters import file_named
from measurand.edges.cli.definitions import OwnMetrics, check_single, definitions_of
from measurand.edges.cli.exit_codes import code_where
from measurand.edges.cli.faults import StopError, note_golds, stop
from measurand.edges.cli.file_conflicts import check_files, files_of
from measurand.edges.cli.interval_plan import IntervalPlan, plan_of, unplannable
from measurand.edges.cli.output import Output, page_option, show, write
from measurand.edges.cli.reading import PartlyRunning, Reading, reading
from measurand.edges.cli.request import (
    Arguments,
    argument,
    command,
    option,
    part,
    repeated,
    switch,
)
from measurand.edges.cli.run_report import RunPlan, dry_run, recording
from measurand.edges.cli.sources import HumanLabels, Samples, as_read, described, format_of
from measurand.edges.engines.serial import Counting, gather
from measurand.edges.report.score_view import Named, ScoreLine, score_document
from measurand.evidence.pool import Pool, pool
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.metrics.by_class import under_means
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.finalise import Finaliser, denominators
from measurand.metrics.grammar import write_value
from measurand.metrics.needs import Gathered, Need, Slice, merged, misfits
from measurand.metrics.options import CLASS
from measurand.metrics.ruled import ruled
from measurand.metrics.signature import option_values, signature
from measurand.values.items import Item
from measurand.values.sample import Sample
from measurand.values.score import Undefined

if TYPE_CHECKING:
    from measurand.edges.engines.per_sample import Whole
    from measurand.edges.files.json.shapes import Tree
    from measurand.inference.score_curves import ScoreCurve
    from measurand.metrics.compat.tool import Compatible

ABOUT = """\
Score samples under one or more definitions: JSON Lines of {"id", "gold", "pred", "groups"?,
"pairs"?, "sample_weight"?}, or any other format that `measurand formats` lists; a file, a folder of
files, a pattern such as 'runs/*.jsonl.gz', or - for standard input. Options that a definition does
not write take their defaults; the result shows them all. With --interval every score has one, from
resampled samples.
"""
EXAMPLES = """\
examples:
  measurand score docs/examples/silence/menus.jsonl -d 'f(average=micro)' --by system
  measurand score tickets.jsonl -d 'f1(class=item,average=macro[class])' --by class
  measurand score runs.jsonl -d 'f(unit=aspect+polarity)' -d 'total(of=hits)' --format json
  measurand score runs.jsonl -d 'f(average=micro)' --interval --ends bca --cluster document
  measurand score runs.jsonl -d 'auc(score=cf,label=correct)' --number cf --number correct
  measurand score runs.csv -d 'ece(score=p,label=rain)' --number p --number rain --html page.html
  measurand score docs/examples/judged/north.csv -d 'ppi(judge=judge,human=human)' --number judge \\
      --human docs/examples/judged/labels.csv:verdict --human-id question --interval
  measurand score docs/examples/urgency/tickets.jsonl --like sklearn:f1:macro
  measurand score 'logs/samples_*.jsonl' -d accuracy --input-format lm-eval --input filter=none
  measurand score big.jsonl -d 'f(average=micro)' --engine processes --resume state --dry-run
"""
_SCORED = "what is scored"


@frozen(kw_only=True)
class Request(Arguments):
    """The samples, under which definitions they are scored, and how."""

    file: Path = argument(
        file_named, metavar="FILE", says="a file, folder or pattern of samples, or -"
    )
    definition: tuple[str, ...] = repeated(
        str,
        "-d",
        "--definition",
        metavar="SIGNATURE",
        either=_SCORED,
        required=True,
        says="for example 'f(average=macro[sample],match=multiset)'; may be repeated",
    )
    like: tuple[str, ...] = repeated(
        str,
        metavar="TOOL:SCORE",
        either=_SCORED,
        required=True,
        says="a number of another tool: sklearn:f1:macro, seqeval:f1; may be repeated",
    )
    by: str | None = option(
        str,
        metavar="GROUP",
        says="one score for each value of a group key; class: a table of classes",
    )
    interval: bool = switch(says="give every score an interval, as the options say")
    curves: bool = switch(says="show the bins of calibration, and in JSON all curves behind scores")
    html: Path | None = page_option("the curves behind scores")
    metrics: OwnMetrics = part(OwnMetrics)
    intervals: IntervalPlan = part(IntervalPlan)
    samples: Samples = part(Samples)
    labels: HumanLabels = part(HumanLabels)
    reading: Reading = part(Reading)
    running: PartlyRunning = part(PartlyRunning)
    output: Output = part(Output)


def run(request: Request) -> int:
    """Score, print, and return the exit code."""
    defined = definitions_of(request, request.definition)
    file = str(request.file)
    made = (format_of(request.samples, file).format or "") if request.like else ""
    likes = [(one, _like(one, made)) for one in request.like]
    definitions = [*defined, *(number.definition for _, number in likes)]
    by = () if request.by in {None, CLASS} else (request.by,)
    _check_by(request.by, definitions)
    if request.by == CLASS:
        _check_classes(request, definitions)
    plan = _plan(request)
    cluster = () if plan is None or plan.cluster is None else (plan.cluster,)
    reads = (*files_of("FILE", request.file), ("--human", request.labels.file))
    check_files(request, reads, writes=(("--html", request.html),))
    needs = merged(
        Need(_slice(file, definition), (*by, *cluster, *group_keys(definition)))
        for definition in definitions
    )
    source = described(request.samples, file, definitions, request.labels)
    running = request.running
    with (
        recording(running) as recorder,
        reading(request.reading, Path(), running) as how,
    ):
        names = [*map(signature, definitions)]
        recorder.plan = RunPlan({file: source}, needs, how, names)
        if running.dry_run:
            return dry_run(running, request.output, recorder.plan)
        kept: list[Whole] = []
        read = gather({file: source}, needs, how, counting=_keeping(kept) if request.like else None)
        if not is_successful(read):
            raise StopError(read.failure())
        gathered = recorder.gathered = read.unwrap()
        if wrong := misfits(needs, gathered):
            raise StopError(wrong)
    check_single(request.definition, defined, gathered.readings)
    if by:
        note_golds([(file, source)], Path())
    code = code_where(left_open=any(one.empty for one in gathered.readings.values()))
    if request.by == CLASS:
        _show_classes(request, gathered, defined, plan)
        return code
    drawn = request.curves or request.html is not None
    lines = list(_lines(gathered, defined, request.by, plan, curves=drawn))
    as_written = [one for whole in kept for one in whole.samples]
    as_tools = [one for whole in kept for one in as_read(whole.samples, source, whole.kinds)]
    same = list(map(_sides, as_written)) == list(map(_sides, as_tools))
    own = gathered if same else _again(gathered, as_tools)
    lines += _like_lines(own, likes, request.by, as_tools, plan)
    if request.html is not None:
        from measurand.edges.report.score_page import score_page

        write(request.html, score_page(lines, gathered.readings, plan, source=file))
    shown = lines if request.curves else [evolve(line, curves=()) for line in lines]
    show(
        request.output,
        tree=lambda: _tree(shown, gathered, plan),
        document=lambda: score_document(shown, gathered.readings, plan),
    )
    return code


def _show_classes(
    request: Request, gathered: Gathered, definitions: Sequence[Definition], plan: Plan | None
) -> None:
    """Show each class by itself, and the means over classes."""
    from measurand.edges.report.class_view import class_column, class_document, column_names

    def ends(definition: Definition, own: Pool) -> Interval | Undefined | None:
        return None if plan is None else _interval(definition, own, plan)

    [(file, reading)] = gathered.readings.items()
    pools = {how: Finaliser(own) for how, own in gathered.pools.items()}
    columns = [class_column(one, pools[_slice(file, one)], reading, ends) for one in definitions]
    show(
        request.output,
        tree=lambda: _tree([line for one in columns for line in one.lines], gathered, plan),
        document=lambda: class_document(
            columns, column_names(definitions), gathered.readings, plan
        ),
    )


def _tree(lines: Sequence[ScoreLine], gathered: Gathered, plan: Plan | None) -> "Tree":
    # What writes JSON loads cattrs and every noun that it can write: text does not wait for them.
    from measurand.edges.report.score_json import score_json

    return score_json(lines, gathered.readings, plan)


def _sides(sample: Sample) -> tuple[Sequence[Item], Sequence[Item] | None]:
    return sample.gold, sample.predicted


def _again(gathered: Gathered, samples: Sequence[Sample]) -> Gathered:
    """Pool samples whose labels are now what they are to a tool."""
    pools = {
        part: pool(part.observing, samples, names=was.names) for part, was in gathered.pools.items()
    }
    return evolve(gathered, pools=pools)


def _keeping(kept: "list[Whole]") -> Counting:
    """Keep the samples of a source while they are counted."""
    from measurand.edges.engines.per_sample import Whole

    def counting(wanted: Sequence[Need]) -> "Whole":
        kept.append(Whole(wanted))
        return kept[-1]

    return counting


def _like(text: str, read: str) -> "Compatible":
    from measurand.metrics.compat.short_names import named

    try:
        return named(text, read)
    except ValueError as error:
        raise stop("--like", text[:60], "a number of another tool", str(error)) from error


def _like_lines(
    gathered: Gathered,
    likes: "Sequence[tuple[str, Compatible]]",
    by: str | None,
    samples: Sequence[Sample],
    plan: Plan | None,
) -> Iterator[ScoreLine]:
    """Score what a tool takes, as the tool does.

    Raises StopError for samples that it does not take.
    """
    [(file, reading)] = gathered.readings.items()
    for text, number in likes:
        for group, own in _parts(gathered.pools[_slice(file, number.definition)], by):
            part = [one for one in samples if by is None or one.group(by) == group]
            try:
                given = number.given(part)
            except ValueError as error:
                wanted, _, got = str(error).partition(": got ")
                hint = "-d says the definition itself, without the name"
                raise stop(f"--like {text}", got or "others", wanted, hint) from error
            ours = Finaliser(own).score(given.definition)
            numbers, rules = (
                denominators(reading, own, ours),
                ruled(given.definition, Finaliser(own), ours),
            )
            interval = None if plan is None else _interval(given.definition, own, plan)
            named = Named(text, given.says, given.number, number.near or None)
            yield ScoreLine(
                group, given.definition, given.score, numbers, interval, named, ruled=rules
            )


def _plan(request: Request) -> Plan | None:
    """Make the plan of the intervals; None where none were asked for."""
    intervals = request.intervals
    if not request.interval:
        if intervals.written:
            hint = "say --interval too"
            raise stop(intervals.written[0], "no --interval", "an interval", hint)
        return None
    if intervals.cluster is not None and intervals.cluster == request.by:
        got = f"{request.by}, and --by {request.by}"
        expected = "another group than that of --by, which has one group in each score"
        raise stop("--cluster", got, expected)
    return plan_of(intervals)


def _check_by(by: str | None, definitions: Sequence[Definition]) -> None:
    wrong = next((one for one in definitions if by in group_keys(one)), None)
    if wrong is not None:
        average = write_value(option_values(wrong)["average"])
        hint = "leave out --by for the mean over the groups, or average within each"
        expected = "a group over which no definition averages"
        raise stop("--by", f"{by}, and average={average}", expected, hint)


def _check_classes(request: Request, definitions: Sequence[Definition]) -> None:
    """Refuse what has no classes, and what a table of classes does not show."""
    beside = {"--like": request.like, "--curves": request.curves, "--html": request.html}
    for named, value in beside.items():
        if value:
            raise stop("--by", f"class, and {named}", f"one of --by class and {named}")
    for one in definitions:
        try:
            under_means(one)
        except ValueError as error:
            expected, _, got = str(error).partition(": got ")
            raise stop("--by", f"class, and -d {got}", expected) from error


def _slice(file: str, definition: Definition) -> Slice:
    return Slice(file, (), observing(definition))


def _lines(
    gathered: Gathered,
    definitions: list[Definition],
    by: str | None,
    plan: Plan | None,
    *,
    curves: bool,
) -> Iterator[ScoreLine]:
    [(file, reading)] = gathered.readings.items()
    parts = {part: _parts(pool, by) for part, pool in gathered.pools.items()}
    finalisers = {
        (part, group): Finaliser(own) for part, pools in parts.items() for group, own in pools
    }
    for definition in definitions:
        part = _slice(file, definition)
        for group, own in parts[part]:
            scored = finalisers[part, group].score(definition)
            numbers = denominators(reading, own, scored)
            interval = None if plan is None else _interval(definition, own, plan)
            behind = _curves(definition, own) if curves else ()
            rules = ruled(definition, finalisers[part, group], scored)
            yield ScoreLine(
                group, definition, scored.score, numbers, interval, curves=behind, ruled=rules
            )


def _curves(definition: Definition, own: Pool) -> "tuple[ScoreCurve, ...]":
    # What makes curves loads families and intervals: scores alone do not wait for it.
    from measurand.inference.score_curves import score_curves

    return score_curves(definition, own)


def _parts(whole: Pool, by: str | None) -> list[tuple[str, Pool]]:
    return [("", whole)] if by is None else list(whole.split(by).items())


def _interval(definition: Definition, own: Pool, plan: Plan) -> Interval | Undefined:
    """Resample; the stream is named by the definition alone: nothing else moves the draws."""
    from measurand.inference.comparison import estimate

    try:
        return estimate(definition, own, plan, key=signature(definition)).interval
    except ValueError as error:
        raise unplannable(definition, plan.cluster, error) from error


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
