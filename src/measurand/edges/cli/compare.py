"""`measurand compare`: two systems on the same samples, with intervals and p-values."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import frozen
from returns.pipeline import is_successful
from toolz import unique

from measurand.edges.cli.arguments import StopError, add_output, add_reading, emit, file_named
from measurand.edges.cli.compare_answers import Answers, answered, answers_of
from measurand.edges.cli.definitions import add_metrics, asked_definitions
from measurand.edges.cli.dry_run import dry_run
from measurand.edges.cli.exits import CODES
from measurand.edges.cli.guard import check_files, files_of
from measurand.edges.cli.planned import add_plan, add_tests, plan_of, unplannable
from measurand.edges.cli.reads import reading
from measurand.edges.cli.recording import recording
from measurand.edges.cli.running import add_running, alone
from measurand.edges.cli.sources import add_source, described
from measurand.edges.engines.serial import MOST_FAULTS, collect, gather
from measurand.edges.engines.tallies import unfit
from measurand.edges.report import render, to_json
from measurand.edges.report.compare_view import Compared, compare_document
from measurand.edges.report.inference_json import compare_json
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observing
from measurand.evidence.observe import observe
from measurand.evidence.pairs import Pairs, UnpairedError, pairs
from measurand.evidence.pool import place_of
from measurand.evidence.source import Sources
from measurand.inference.compare import Comparison, compare
from measurand.inference.family import Hypothesis, Judged, Verdict, judge
from measurand.inference.plan import Plan
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.needs import Need, Reading, misfits
from measurand.metrics.signature import signature
from measurand.values.fault import Fault
from measurand.values.sample import Sample
from measurand.values.verdict import Verdict as Claimed

ABOUT = """\
Compare two systems that answered the same samples: two files of any format that `measurand score`
reads, joined by id; or one file whose records hold both answers, which is then read once, in
constant memory. Every definition gives a difference (first less second) with an interval, a
p-value, the p-value adjusted for the number of definitions, and a verdict:
  different          the adjusted p-value is at most alpha
  not significant    it is not
  too few            so few samples could not have been significant, whatever they say
  undecided          there is no p-value
A sample that only one file has is counted and left out. Gold lists, weights and groups that are
asked for must be the same in both files.

exit codes: 0 done; 2 bad input; 3 some difference is undecided, or has too few samples.
"""
EXAMPLES = """\
examples:
  measurand compare ours.jsonl theirs.jsonl -d 'f(average=micro)'
  measurand compare ours.jsonl theirs.jsonl -d exact_match -d 'f(unit=aspect)' --cluster document
  measurand compare ours.jsonl theirs.jsonl -d exact_match --ends bca --test wilcoxon --level .9
  measurand compare ours.jsonl theirs.jsonl -d exact_match --stream exact --format json
  measurand compare runs.jsonl --answer pred --answer pred_b -d 'f(average=micro)'
"""
OPEN = CODES[Claimed.UNDECIDED]
_OPEN = {Verdict.UNDECIDED, Verdict.TOO_FEW}
Corpus = Sequence[Sample]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "first", metavar="FIRST", type=file_named, help="samples, as `score` reads them"
    )
    parser.add_argument(
        "second",
        metavar="SECOND",
        nargs="?",
        type=file_named,
        help="the same samples, as another system did; left out where FIRST holds both answers",
    )
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="PATH",
        help="where in the records of FIRST one of two answers stands: `pred` is its prediction; "
        "given twice, without SECOND",
    )
    add_metrics(parser)
    parser.add_argument(
        "-d",
        "--definition",
        action="append",
        required=True,
        metavar="SIGNATURE",
        help="for example 'f(average=micro)'; may be repeated: all given are one family of tests",
    )
    add_plan(parser)
    add_tests(parser)
    add_source(parser)
    add_reading(parser)
    add_running(parser)
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare, print, and return the exit code."""
    definitions = tuple(unique(asked_definitions(arguments)))
    plan = plan_of(arguments)
    asked = answers_of(arguments)
    named = (("FIRST", arguments.first), ("SECOND", arguments.second))
    check_files(arguments, [one for name, path in named if path for one in files_of(name, path)])
    if asked is None:
        alone(arguments, "one file with both answers, by --answer")
        systems = _of_files(arguments, definitions, plan)
    elif arguments.dry_run:
        return _planned(arguments, asked, definitions, plan)
    else:
        systems = _of_answers(arguments, asked, definitions, plan)
    found = [
        Hypothesis(name=name, found=_compared(definition, joined, plan, name))
        for definition, joined in zip(definitions, systems.pairs, strict=True)
        for name in (signature(definition),)
    ]
    judged = judge(found, plan)
    compared = Compared(
        tests=tuple(zip(definitions, judged, strict=True)),
        plan=plan,
        files=systems.files,
        answers=asked or (),
        alone=systems.pairs[0].alone,
        readings=systems.readings,
    )
    code = exit_code(judged)
    if arguments.format == "json":
        emit(arguments, to_json(compare_json(compared, code)))
    else:
        emit(arguments, render(compare_document(compared), arguments.format))
    return code


def exit_code(judged: Iterable[Judged]) -> int:
    """Return 3 where something is undecided or has too few samples, else 0.

    >>> exit_code([])
    0
    """
    return OPEN if any(one.verdict in _OPEN for one in judged) else 0


@frozen
class _Systems:
    """Two systems: the files of their answers, and the pairs of each definition."""

    files: tuple[str, str]
    pairs: Sequence[Pairs]
    readings: Mapping[str, Reading]


def _of_files(
    arguments: argparse.Namespace, definitions: Sequence[Definition], plan: Plan
) -> _Systems:
    files = str(arguments.first), str(arguments.second)
    (first, second), readings = _read(arguments, files, definitions)
    joined: dict[tuple[Observing, tuple[str, ...]], Pairs] = {}
    for need in _needs(definitions, plan):
        if need not in joined:
            joined[need] = _joined(files, first, second, *need)
    return _Systems(files, [joined[need] for need in _needs(definitions, plan)], readings)


def _needs(
    definitions: Sequence[Definition], plan: Plan
) -> list[tuple[Observing, tuple[str, ...]]]:
    return [(observing(definition), _names(definition, plan)) for definition in definitions]


def _of_answers(
    arguments: argparse.Namespace,
    asked: tuple[str, str],
    definitions: Sequence[Definition],
    plan: Plan,
) -> _Systems:
    """Read one file once: no sample is kept."""
    file = str(arguments.first)
    sources, needs, answers = _asked(arguments, asked, definitions, plan)
    with recording(arguments) as recorder, reading(arguments, Path()) as how:
        recorder.meant = (sources, needs, how)
        recorder.definitions = [*map(signature, definitions)]
        found = gather(sources, needs, how)
        if not is_successful(found):
            raise StopError(found.failure())
        gathered = recorder.gathered = found.unwrap()
        if wrong := misfits(needs, gathered):
            raise StopError(wrong)
    pairs_of = [answers.pairs(file, definition, gathered) for definition in definitions]
    return _Systems((file, file), pairs_of, gathered.readings)


def _asked(
    arguments: argparse.Namespace,
    asked: tuple[str, str],
    definitions: Sequence[Definition],
    plan: Plan,
) -> tuple[Sources, Sequence[Need], Answers]:
    file = str(arguments.first)
    source, answers = answered(described(arguments, file, definitions), asked)
    needs = answers.needs(file, [(one, _names(one, plan)) for one in definitions])
    return {file: source}, needs, answers


def _planned(
    arguments: argparse.Namespace,
    asked: tuple[str, str],
    definitions: Sequence[Definition],
    plan: Plan,
) -> int:
    sources, needs, _ = _asked(arguments, asked, definitions, plan)
    with reading(arguments, Path()) as how:
        return dry_run(arguments, sources, needs, how, [*map(signature, definitions)])


def _read(
    arguments: argparse.Namespace, files: tuple[str, str], definitions: Sequence[Definition]
) -> tuple[tuple[Corpus, Corpus], dict[str, Reading]]:
    with reading(arguments, Path()) as how:
        sources = [described(arguments, file, definitions) for file in files]
        found = [collect(source, how) for source in sources]
        faults = [fault for one in found if not is_successful(one) for fault in one.failure()]
        if faults:
            raise StopError(tuple(unique(faults[:MOST_FAULTS])))
    (first, mine), (second, other) = (one.unwrap() for one in found)
    return (first, second), dict(zip(files, (mine, other), strict=True))


def _names(definition: Definition, plan: Plan) -> tuple[str, ...]:
    more = () if plan.cluster is None else (plan.cluster,)
    return tuple(sorted({*group_keys(definition), *more}))


def _joined(
    files: tuple[str, str],
    first: Corpus,
    second: Corpus,
    how: Observing,
    names: tuple[str, ...],
) -> Pairs:
    try:
        return pairs(how, first, second, names=names)
    except UnpairedError as error:
        expected, _, got = str(error).partition(": got ")
        fault = Fault(file=f"{files[0]}, {files[1]}", got=got, expected=expected)
        raise StopError((fault,)) from error
    except UnfitSampleError as error:
        sides = ((files[0], first), (files[1], second))
        raise StopError(
            tuple(fault for file, samples in sides for fault in _unfit(file, samples, how, names))
        ) from error


def _unfit(file: str, samples: Corpus, how: Observing, names: tuple[str, ...]) -> Iterable[Fault]:
    """Name the first sample of a file that does not have what is asked for."""
    for sample in samples:
        try:
            place_of(sample, names)
            observe(how, sample)
        except UnfitSampleError as error:
            return (unfit(sample, error).at(file=file),)
    return ()


def _compared(definition: Definition, joined: Pairs, plan: Plan, key: str) -> Comparison:
    try:
        return compare(definition, joined, plan, key=key)
    except ValueError as error:
        raise unplannable(definition, plan.cluster, error) from error
