"""`measurand score`: numbers of a file of samples, each with its signature and denominators."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve
from returns.pipeline import is_successful

from measurand.audit.claims.judge import denominators
from measurand.edges.cli.arguments import StopError, add_output, add_reading, emit, file_named
from measurand.edges.cli.definitions import add_metrics, asked_definitions
from measurand.edges.cli.dry_run import dry_run
from measurand.edges.cli.guard import check_files, files_of
from measurand.edges.cli.planned import add_plan, plan_of, planned, unplannable
from measurand.edges.cli.reads import reading
from measurand.edges.cli.recording import recording
from measurand.edges.cli.running import add_running
from measurand.edges.cli.sources import add_source, as_read, described
from measurand.edges.engines.per_sample import Whole
from measurand.edges.engines.serial import Counting, gather
from measurand.edges.report import render, to_json
from measurand.edges.report.score_json import score_json
from measurand.edges.report.score_view import Named, ScoreLine, score_document
from measurand.evidence.pool import Pool, pool
from measurand.inference.compare import estimate
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.metrics.compat.named import named
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.grammar import write_value
from measurand.metrics.needs import Gathered, Need, Slice, merged, misfits
from measurand.metrics.signature import option_values, signature
from measurand.values.fault import Fault
from measurand.values.items import Item
from measurand.values.sample import Sample
from measurand.values.score import Undefined

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
  measurand score runs.jsonl -d 'f(unit=aspect+polarity)' -d 'total(of=hits)' --format json
  measurand score runs.jsonl -d 'f(average=micro)' --interval --ends bca --cluster document
  measurand score runs.jsonl -d 'auc(score=cf,label=correct)' --number cf --number correct
  measurand score docs/examples/urgency/tickets.jsonl --like sklearn:f1:macro
  measurand score 'logs/samples_*.jsonl' -d accuracy --input-format lm-eval --input filter=none
  measurand score big.jsonl -d 'f(average=micro)' --engine processes --resume state --dry-run
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file", metavar="FILE", type=file_named, help="a file, folder or pattern of samples, or -"
    )
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument(
        "-d",
        "--definition",
        action="append",
        default=[],
        metavar="SIGNATURE",
        help="for example 'f(average=macro[sample],match=multiset)'; may be repeated",
    )
    add_metrics(parser)
    asked.add_argument(
        "--like",
        action="append",
        default=[],
        metavar="TOOL:SCORE",
        help="a number of another tool: sklearn:f1:macro, seqeval:f1; may be repeated",
    )
    parser.add_argument("--by", metavar="GROUP", help="one score for each value of a group key")
    parser.add_argument(
        "--interval", action="store_true", help="give every score an interval, as the options say"
    )
    add_plan(parser)
    add_source(parser)
    add_reading(parser)
    add_running(parser)
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Score, print, and return the exit code."""
    parsed_ones = asked_definitions(arguments)
    definitions = [*parsed_ones, *(_like(one).definition for one in arguments.like)]
    by = () if arguments.by is None else (arguments.by,)
    _check_by(arguments.by, definitions)
    plan = _plan(arguments)
    cluster = () if plan is None or plan.cluster is None else (plan.cluster,)
    check_files(arguments, files_of("FILE", arguments.file))
    file = str(arguments.file)
    needs = merged(
        Need(_slice(file, definition), (*by, *cluster, *group_keys(definition)))
        for definition in definitions
    )
    source = described(arguments, file, definitions)
    sources = {file: source}
    with recording(arguments) as recorder, reading(arguments, Path()) as how:
        names = [*map(signature, definitions)]
        if arguments.dry_run:
            return dry_run(arguments, sources, needs, how, names)
        recorder.meant, recorder.definitions = (sources, needs, how), names
        kept: list[Whole] = []
        found = gather(sources, needs, how, counting=_keeping(kept) if arguments.like else None)
        if not is_successful(found):
            raise StopError(found.failure())
        gathered = recorder.gathered = found.unwrap()
        if wrong := misfits(needs, gathered):
            raise StopError(wrong)
    read = [one for whole in kept for one in as_read(whole.samples, source, whole.kinds)]
    lines = list(_lines(gathered, parsed_ones, arguments.by, plan))
    was = [one for whole in kept for one in whole.samples]
    own = gathered if list(map(_sides, was)) == list(map(_sides, read)) else _again(gathered, read)
    lines += _like_lines(own, arguments, read, plan)
    if arguments.format == "json":
        emit(arguments, to_json(score_json(lines, gathered.readings, plan)))
    else:
        emit(arguments, render(score_document(lines, gathered.readings, plan), arguments.format))
    return 0


def _sides(sample: Sample) -> tuple[Sequence[Item], Sequence[Item] | None]:
    return sample.gold, sample.predicted


def _again(gathered: Gathered, samples: Sequence[Sample]) -> Gathered:
    """Pool samples whose labels are now what they are to a tool."""
    pools = {
        part: pool(part.observing, samples, names=was.names) for part, was in gathered.pools.items()
    }
    return evolve(gathered, pools=pools)


def _keeping(kept: list[Whole]) -> Counting:
    """Keep the samples of a source while they are counted."""

    def counting(wanted: Sequence[Need]) -> Whole:
        kept.append(Whole(wanted))
        return kept[-1]

    return counting


def _like(text: str) -> Compatible:
    try:
        return named(text)
    except ValueError as error:
        told = str(error)
        fault = Fault(path="--like", got=text[:60], expected="a number of another tool", hint=told)
        raise StopError((fault,)) from error


def _like_lines(
    gathered: Gathered, arguments: argparse.Namespace, samples: Sequence[Sample], plan: Plan | None
) -> Iterator[ScoreLine]:
    """Score what a tool takes, as the tool does.

    Raises StopError for samples that it does not take.
    """
    [(file, reading)], by = gathered.readings.items(), arguments.by
    for text in arguments.like:
        number = _like(text)
        for group, own in _parts(gathered.pools[_slice(file, number.definition)], by):
            part = [one for one in samples if by is None or one.group(by) == group]
            try:
                given = number.given(part)
            except ValueError as error:
                wanted, _, got = str(error).partition(": got ")
                hint = "-d says the definition itself, without the name"
                fault = Fault(
                    path=f"--like {text}", got=got or "others", expected=wanted, hint=hint
                )
                raise StopError((fault,)) from error
            numbers = denominators(reading, own, Finaliser(own).score(given.definition))
            interval = None if plan is None else _interval(given.definition, own, plan)
            named = Named(text, given.says, given.number)
            yield ScoreLine(group, given.definition, given.score, numbers, interval, named)


def _plan(arguments: argparse.Namespace) -> Plan | None:
    """Make the plan of the intervals; None where none were asked for."""
    if not arguments.interval:
        if asked := planned(arguments):
            hint = "say --interval too"
            fault = Fault(path=asked[0], got="no --interval", expected="an interval", hint=hint)
            raise StopError((fault,))
        return None
    if arguments.cluster is not None and arguments.cluster == arguments.by:
        fault = Fault(
            path="--cluster",
            got=f"{arguments.by}, and --by {arguments.by}",
            expected="another group than that of --by, which has one group in each score",
        )
        raise StopError((fault,))
    return plan_of(arguments)


def _check_by(by: str | None, definitions: Sequence[Definition]) -> None:
    wrong = next((one for one in definitions if by in group_keys(one)), None)
    if wrong is not None:
        average = write_value(option_values(wrong)["average"])
        fault = Fault(
            path="--by",
            got=f"{by}, and average={average}",
            expected="a group over which no definition averages",
            hint="leave out --by for the mean over the groups, or average within each",
        )
        raise StopError((fault,))


def _slice(file: str, definition: Definition) -> Slice:
    return Slice(file, (), observing(definition))


def _lines(
    gathered: Gathered, definitions: list[Definition], by: str | None, plan: Plan | None
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
            yield ScoreLine(group, definition, scored.score, numbers, interval)


def _parts(whole: Pool, by: str | None) -> list[tuple[str, Pool]]:
    return [("", whole)] if by is None else list(whole.split(by).items())


def _interval(definition: Definition, own: Pool, plan: Plan) -> Interval | Undefined:
    """Resample; the stream is named by the definition alone: nothing else moves the draws."""
    try:
        return estimate(definition, own, plan, key=signature(definition)).interval
    except ValueError as error:
        raise unplannable(definition, plan.cluster, error) from error
