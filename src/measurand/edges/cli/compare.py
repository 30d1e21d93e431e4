"""`measurand compare`: systems on the same samples, with intervals, p-values and ranks."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen
from returns.pipeline import is_successful
from toolz import unique

from measurand.edges.cli.converters import file_named, named
from measurand.edges.cli.definitions import OwnMetrics, check_single, definitions_of
from measurand.edges.cli.exit_codes import code_where
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.file_conflicts import check_files, files_of
from measurand.edges.cli.interval_plan import IntervalPlan, Significance, plan_of
from measurand.edges.cli.joined_files import (
    Files,
    compare_joined,
    group_names,
    join,
    read_all,
)
from measurand.edges.cli.output import Output, show
from measurand.edges.cli.ranking import RankOptions, ranked_logs, ranked_samples, verified
from measurand.edges.cli.reading import PartlyRunning, Reading, read_options, reading
from measurand.edges.cli.request import (
    Arguments,
    arguments,
    command,
    option,
    part,
    repeated,
)
from measurand.edges.cli.run_report import RunPlan, dry_run, recording
from measurand.edges.cli.sources import HumanLabels, LabelReading, Samples, described
from measurand.edges.engines.serial import gather
from measurand.edges.report.compare_view import Compared, compare_document
from measurand.edges.report.inference_json import compare_json
from measurand.evidence.matching import Greedy, Optimal, SimilarityKind
from measurand.evidence.observation import Observation, Observing, Together
from measurand.evidence.pairs import Pairs, paired_parts
from measurand.evidence.sides import Sides
from measurand.evidence.source import Named, Source, Sources
from measurand.inference.family import Hypothesis, Verdict, judge
from measurand.inference.plan import Plan
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.needs import Gathered, Need, Slice, merged, misfits
from measurand.metrics.needs import Reading as SourceReading
from measurand.metrics.signature import signature
from measurand.values.fault import Fault
from measurand.values.sample import GOLD, PREDICTED

ABOUT = """\
Compare systems that answered the same samples: files of any format that `measurand score` reads,
joined by id; or one file, whose records hold both answers (--answer) or are those of several
systems (--system). Of two systems every definition gives a difference (first less second) with an
interval, a p-value, one adjusted for the number of definitions, and a verdict: different, not
significant, too few to be, or undecided. What one system alone has is counted and left out. Gold
lists, weights and groups have to be the same.
Three systems or more, and logs of harnesses (without -d), are ranked from 1 + those significantly
better to N - those significantly worse; all pairs are one family. What changes the order is named.

exit codes: 0 done; 1 a certificate fails; 2 bad input; 3 something is undecided, few or missing.
"""
EXAMPLES = """\
examples:
  measurand compare ours.jsonl theirs.jsonl -d 'f(average=micro)'
  measurand compare runs.jsonl --answer pred --answer pred_b -d 'f(average=micro)'
  measurand compare runs.jsonl --system model=north --system model=east -d accuracy
  measurand compare north.eval south.eval east.eval --scorer includes --html ranks.html
"""
_PRED = "pred"
_NUMBER = 2
_OPEN = {Verdict.UNDECIDED, Verdict.TOO_FEW}


@frozen(kw_only=True)
class LabelsOfEach(LabelReading):
    """Where the labels of humans stand, of all systems alike or of each."""

    human: tuple[str, ...] = repeated(
        str,
        metavar="PATH",
        rare=True,
        says="where the label stands that definitions call human, or FILE:PATH, in a file of labels"
        " that is joined by id; once for all systems, or once for each, in their order",
    )

    def of(self, systems: int) -> tuple[HumanLabels, ...]:
        """Give the labels of so many systems.

        >>> [one.human for one in LabelsOfEach(human=("a.csv:says", "b.csv:says")).of(2)]
        ['a.csv:says', 'b.csv:says']

        Raises StopError where they are neither those of all nor of each.
        """
        every = self.human * systems if len(self.human) == 1 else self.human
        if every and len(every) != systems:
            expected = f"one for all {systems} systems, or one for each"
            raise stop("--human", f"{len(every)} places", expected)
        return tuple(map(self.at, every or ("",) * systems))


@frozen(kw_only=True)
class Request(Arguments):
    """Two systems, under which definitions they are compared, and how."""

    systems: tuple[Path, ...] = arguments(
        file_named,
        metavar="SYSTEM",
        says="a file of samples, or a harness's log",
    )
    answer: tuple[str, ...] = repeated(
        str,
        metavar="PATH",
        rare=True,
        says="where in the records of one file one of two answers stands: `pred` is its "
        "prediction; given twice",
    )
    system: Named = repeated(
        named,
        metavar="PATH=VALUE",
        says="what records of a system have in one file of several, such as model=north; twice or"
        " more",
    )
    gold: Path | None = option(
        file_named,
        metavar="FILE",
        says="where gold of all stands, if SYSTEMs are predictions beside it",
    )
    definition: tuple[str, ...] = repeated(
        str,
        "-d",
        "--definition",
        metavar="SIGNATURE",
        says="such as 'f(average=micro)'; may be repeated: one family of tests",
    )
    ranks: RankOptions = part(RankOptions)
    metrics: OwnMetrics = part(OwnMetrics)
    intervals: IntervalPlan = part(IntervalPlan)
    tests: Significance = part(Significance)
    samples: Samples = part(Samples)
    labels: LabelsOfEach = part(LabelsOfEach)
    reading: Reading = part(Reading)
    running: PartlyRunning = part(PartlyRunning)
    output: Output = part(Output)

    @property
    def first(self) -> Path:
        """Give the first system."""
        return self.systems[0]

    @property
    def number(self) -> int:
        """Count the systems.

        >>> Request(systems=(Path("a"),), system=(("model", "n"), ("model", "e"))).number
        2
        """
        return len(self.system or self.systems)

    @property
    def second(self) -> Path | None:
        """Give the second of two systems; None where one file is given."""
        return self.systems[1] if len(self.systems) > 1 else None


@frozen
class Answers:
    """Two answers in the records of one file: which lists of a sample they are.

    >>> [part.sides.answer for part in Answers(("predicted", "b")).together(Observation()).parts]
    ['predicted', 'b']
    """

    lists: tuple[str, str]

    def together(self, how: Observation) -> Together:
        """Observe both answers in place of the prediction."""
        return Together(
            tuple(evolve(how, sides=evolve(how.sides, answer=name)) for name in self.lists)
        )

    def needs(
        self, file: str, asked: Sequence[tuple[Definition, tuple[str, ...]]]
    ) -> tuple[Need, ...]:
        """Say what is needed of the file for definitions with the group keys they ask for."""
        return merged(
            Need(Slice(file, (), self.together(observed(one))), names) for one, names in asked
        )

    def pairs(self, file: str, definition: Definition, gathered: Gathered) -> Pairs:
        """Take the pairs of a definition, as two files would have given them."""
        how = observed(definition)
        pool = gathered.pools[Slice(file, (), self.together(how))]
        return evolve(paired_parts(pool, 0, 1), observing=how)


def run(request: Request) -> int:
    """Compare, print, and return the exit code."""
    if request.ranks.verify:
        return verified(request.systems, request.output)
    if not request.definition and not (request.answer or request.system):
        return ranked_logs(
            request.systems,
            request.ranks,
            plan_of(request.intervals, request.tests),
            read_options(request.reading, request.running),
            request.output,
        )
    if not request.definition:
        raise stop("--definition", "none", "a definition, such as 'f(average=micro)'")
    _check_systems(request)
    if request.number > _NUMBER:
        return _ranked(request)
    if request.ranks.written:
        raise stop(request.ranks.written[0], "two files", "three systems or more, or logs")
    definitions = tuple(unique(definitions_of(request, request.definition)))
    plan = plan_of(request.intervals, request.tests)
    answers = answers_of(request)
    read = (("FIRST", request.first), ("SECOND", request.second), ("--gold", request.gold))
    labels = request.labels.of(request.number)
    reads = [one for name, path in read if path for one in files_of(name, path)]
    check_files(request, [*reads, *(("--human", one.file) for one in labels)])
    if answers is None:
        _check_plain(request)
        systems = _of_files(request, definitions, plan)
    elif request.running.dry_run:
        return _planned(request, answers, definitions, plan)
    else:
        systems = _of_answers(request, answers, definitions, plan)
    hypotheses = [
        Hypothesis(name=name, found=compare_joined(definition, joined, plan, name))
        for definition, joined in zip(definitions, systems.pairs, strict=True)
        for name in (signature(definition),)
    ]
    judged = judge(hypotheses, plan)
    compared = Compared(
        tests=tuple(zip(definitions, judged, strict=True)),
        plan=plan,
        files=systems.files,
        answers=answers or (),
        alone=systems.pairs[0].alone,
        readings=systems.readings,
    )
    code = code_where(left_open=any(one.verdict in _OPEN for one in judged))
    show(
        request.output,
        tree=lambda: compare_json(compared, code),
        document=lambda: compare_document(compared),
    )
    return code


def _ranked(request: Request) -> int:
    """Rank three systems or more."""
    if request.answer:
        raise stop(
            "--answer", f"{len(request.systems)} files", "one file, which holds both answers"
        )
    definitions = tuple(unique(definitions_of(request, request.definition)))
    read = [(f"SYSTEM {at}", path) for at, path in enumerate(request.systems, 1)]
    read += [("--gold", request.gold)] if request.gold else []
    check_files(
        request,
        [
            *(one for name, path in read for one in files_of(name, path)),
            *(("--human", one.file) for one in request.labels.of(request.number)),
        ],
        request.ranks.files,
    )
    _check_plain(request)
    plan = plan_of(request.intervals, request.tests)
    return ranked_samples(_files(request), definitions, request.ranks, plan, request.output)


def _check_plain(request: Request) -> None:
    """Refuse what only goes with files that are read once, in shards.

    Raises StopError naming the options.
    """
    running = request.running
    asked = {
        f"--engine {running.engine}": running.engine != "serial",
        "--resume": running.resume,
        "--record": running.record,
        "--dry-run": running.dry_run,
        "--predictions": request.samples.predictions,
    }
    expected = "one file with both answers, by --answer"
    if faults := [
        Fault(path=name, got="two files", expected=expected) for name in asked if asked[name]
    ]:
        raise StopError(tuple(faults))


@frozen
class _Systems:
    """Two systems: the files of their answers, and the pairs of each definition."""

    files: tuple[str, str]
    pairs: Sequence[Pairs]
    readings: Mapping[str, SourceReading]


def _of_files(request: Request, definitions: Sequence[Definition], plan: Plan) -> _Systems:
    asked = _files(request)
    files = asked.names[0], asked.names[1]
    (first, second), readings = read_all(asked, definitions)
    joined: dict[tuple[Observing, tuple[str, ...]], Pairs] = {}
    for need in _needs(definitions, plan):
        if need not in joined:
            joined[need] = join(files, first, second, *need)
    return _Systems(files, [joined[need] for need in _needs(definitions, plan)], readings)


def _files(request: Request) -> Files:
    return Files(
        names=_names(request),
        file=str(request.first),
        systems=request.system,
        asked=request.definition,
        samples=request.samples,
        reading=request.reading,
        running=request.running,
        gold=request.gold,
        labels=request.labels.of(request.number),
    )


def _names(request: Request) -> tuple[str, ...]:
    """Name the systems by their files, or by what their records have in one file."""
    if not request.system:
        return tuple(map(str, request.systems))
    return tuple(f"{request.first} ({path}={value})" for path, value in request.system)


def _check_systems(request: Request) -> None:
    """Refuse what does not go with the records of several systems in one file.

    Raises StopError naming it.
    """
    if not request.system:
        return
    if len(request.systems) > 1:
        raise stop("--system", f"{len(request.systems)} files", "one file, which holds all systems")
    if request.number < _NUMBER or len({*request.system}) < request.number:
        got = " and ".join(map("=".join, request.system))
        raise stop("--system", got, "two systems or more, that differ")
    beside = {
        "--answer": request.answer,
        "--gold": request.gold,
        "--where": [path for path, _ in request.samples.where if path in dict(request.system)],
    }
    if both := next((name for name, value in beside.items() if value), None):
        raise stop("--system", f"{both} too", f"one of --system and {both}")


def _needs(
    definitions: Sequence[Definition], plan: Plan
) -> list[tuple[Observing, tuple[str, ...]]]:
    return [(observing(definition), group_names(definition, plan)) for definition in definitions]


def _of_answers(
    request: Request,
    asked: tuple[str, str],
    definitions: Sequence[Definition],
    plan: Plan,
) -> _Systems:
    """Read one file once: no sample is kept."""
    file = str(request.first)
    sources, needs, answers = _asked(request, asked, definitions, plan)
    with (
        recording(request.running) as recorder,
        reading(request.reading, Path(), request.running) as how,
    ):
        recorder.plan = RunPlan(sources, needs, how, [*map(signature, definitions)])
        found = gather(sources, needs, how)
        if not is_successful(found):
            raise StopError(found.failure())
        gathered = recorder.gathered = found.unwrap()
        if wrong := misfits(needs, gathered):
            raise StopError(wrong)
    check_single(request.definition, definitions, gathered.readings)
    pairs_of = [answers.pairs(file, definition, gathered) for definition in definitions]
    return _Systems((file, file), pairs_of, gathered.readings)


def _asked(
    request: Request,
    asked: tuple[str, str],
    definitions: Sequence[Definition],
    plan: Plan,
) -> tuple[Sources, Sequence[Need], Answers]:
    file = str(request.first)
    found = described(request.samples, file, definitions, *request.labels.of(1))
    source, answers = answered(found, asked)
    needs = answers.needs(file, [(one, group_names(one, plan)) for one in definitions])
    return {file: source}, needs, answers


def _planned(
    request: Request,
    asked: tuple[str, str],
    definitions: Sequence[Definition],
    plan: Plan,
) -> int:
    sources, needs, _ = _asked(request, asked, definitions, plan)
    names = [*map(signature, definitions)]
    with reading(request.reading, Path(), request.running) as how:
        return dry_run(request.running, request.output, RunPlan(sources, needs, how, names))


def answers_of(request: Request) -> tuple[str, str] | None:
    """Read which two answers of one file are compared; None where there are two files.

    >>> answers_of(Request(systems=(Path("a"),), answer=("pred", "b"), definition=("f",)))
    ('pred', 'b')

    Raises StopError where there is neither, or both.
    """
    asked = request.answer
    if not asked:
        if request.second is None and not request.system:
            hint = (
                "say where the two answers of one file stand: --answer pred --answer PATH; or "
                "which records are of which system: --system PATH=VALUE, twice"
            )
            raise stop("SECOND", "none", "a second file", hint)
        return None
    if request.second is not None:
        raise stop("--answer", "two files", "one file, which holds both answers")
    if request.gold is not None:
        raise stop("--gold", "one file", "two files of predictions beside it")
    if len(asked) != _NUMBER or asked[0] == asked[1]:
        got = asked[0] if len(asked) == 1 else " and ".join(asked)
        hint = f"--answer {_PRED} --answer PATH"
        raise stop("--answer", got, "two answers, that differ", hint)
    if request.samples.number:
        expected = "two files: the numbers of a record are the same for both its answers"
        raise stop("--number", "two answers of one file", expected)
    return asked[0], asked[1]


def answered(source: Source, paths: tuple[str, str]) -> tuple[Source, Answers]:
    """Map two answers of the records of a file: the prediction where it is one of them, and lists.

    `pred` is what the file calls its prediction; any other name is a path in the record.

    >>> source, found = answered(Source(path="runs.jsonl"), ("one", "two"))
    >>> source.fields.pred, source.fields.lists, found.lists
    ('one', (('second', 'two'),), ('predicted', 'second'))

    Raises StopError where the file cannot have answers there.
    """
    known = dict(source.fields.lists)
    first, second = (
        source.fields.pred if path == _PRED else known.get(path, path) for path in paths
    )
    if first == second:
        raise stop("--answer", " and ".join(paths), "two answers, that differ")
    turned = second == source.fields.pred
    pred, other = (second, first) if turned else (first, second)
    name = "first" if turned else "second"
    try:
        fields = evolve(source.fields, pred=pred, lists=((name, other),))
        mapped = evolve(source, fields=fields)
    except ValueError as error:
        expected, _, got = str(error).partition(": got ")
        raise stop("--answer", got or other, expected) from error
    return mapped, Answers((name, PREDICTED) if turned else (PREDICTED, name))


def observed(definition: Definition) -> Observation:
    """Give what a definition observes of gold and one answer.

    >>> from measurand.metrics.definitions import Total
    >>> observed(Total()).sides.answer
    'predicted'

    Raises StopError where that is anything else: then its answers cannot be exchanged.
    """
    how = observing(definition)
    name = signature(definition)
    if not isinstance(how, Observation):
        expected = "with --answer, a definition of gold and one answer"
        raise stop("--definition", name[:60], expected)
    plain = how.sides.gold == GOLD and how.sides.answer == Sides().answer
    if not plain:
        hint = "leave out its gold and answer: --answer says what stands for the answer"
        got = f"gold={how.sides.gold}, answer={how.sides.answer}"
        raise stop("--definition", got, "with --answer, gold and the prediction", hint)
    if isinstance(how.match, Greedy | Optimal) and how.match.similarity is SimilarityKind.GIVEN:
        expected = "with --answer, similarities that are computed"
        hint = "pairs of a record are judged for one answer: compare two files"
        raise stop("--definition", "similarity=given", expected, hint)
    return how


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
