"""`measurand gate`: whether a run is worse than its base, as one of many looks at a branch."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Protocol

from attrs import evolve, frozen
from toolz import unique

from measurand.auditing.runs.systems import missing_item_lines, systems_of
from measurand.edges.cli.converters import file_named, seed, share
from measurand.edges.cli.definitions import OwnMetrics, definitions_of
from measurand.edges.cli.exit_codes import Undecided, code_where
from measurand.edges.cli.faults import StopError, check_kept, stop
from measurand.edges.cli.file_conflicts import check_files, check_folders, files_of
from measurand.edges.cli.joined_files import Files, compare_joined, group_names, join, read_all
from measurand.edges.cli.output import Output, show, summarise
from measurand.edges.cli.ranking import (
    better_by,
    better_of,
    clusters_by,
    items_of,
    logged,
    scorers_of,
)
from measurand.edges.cli.reading import Reading, Running, read_options
from measurand.edges.cli.request import (
    Arguments,
    argument,
    choice,
    command,
    option,
    part,
    repeated,
    required_option,
)
from measurand.edges.cli.sources import Samples
from measurand.edges.cli.workflow_commands import WorkflowCommands, write_commands
from measurand.edges.files.gate_histories import History, PastLook, take_look
from measurand.edges.files.json.value import FaultError
from measurand.edges.report.ci import annotation
from measurand.edges.report.gate_view import Gates, gate_document, gate_json, sentences
from measurand.edges.report.markdown import markdown
from measurand.evidence.pairs import Pairs
from measurand.evidence.runs import Run
from measurand.inference.comparison import Comparison
from measurand.inference.gates import (
    DROPS,
    Gate,
    Look,
    Outcome,
    Terms,
    Tolerance,
    digest,
    gate,
    gate_of_pair,
)
from measurand.inference.interval import Ends
from measurand.inference.jackknife import t_quantile
from measurand.inference.leaderboards import Better, Paired, Scores
from measurand.inference.plan import Plan
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.signature import brief, signature
from measurand.values.fault import visible
from measurand.values.score import Undefined

ABOUT = """\
Say whether a run is worse than its base: better, equal, worse, or too few items to tell, and which
drop would have been seen with which power. Both are logs of a harness, or files of samples with a
definition (-d), joined item by item as `measurand compare` joins them. A branch is looked at after
every run; the looks before this one stand in the file of --history, and all of them together call a
run that is as good as its base different with a chance of alpha at most. Nothing is tolerated but
what --tolerance declares, with a reason.

exit codes: 0 not worse; 1 worse; 2 bad input or usage; 3 too few items to tell.
"""
EXAMPLES = """\
examples:
  measurand gate run.eval --against main.eval --history looks.json
  measurand gate ours.jsonl --against theirs.jsonl -d exact_match
  measurand gate run.eval --against main.eval --tolerance .02 --because 'reruns differ by so much'
  measurand gate run.eval --against main.eval --history looks.json --format md --output comment.md
"""
_RUN, _BASE = "run", "base"


@frozen(kw_only=True)
class Accepted(Arguments):
    """What is tolerated, and why."""

    TITLE = "what is tolerated"

    tolerance: Fraction | None = option(
        share, metavar="SHARE", says="how much worse a run may be, such as 0.01; with --because"
    )
    because: str | None = option(str, metavar="TEXT", says="why so much is tolerated")

    @property
    def declared(self) -> Tolerance | None:
        """Give what is tolerated.

        Raises StopError where it is said without a reason, or a reason without it.
        """
        if self.tolerance is None and self.because is None:
            return None
        if self.tolerance is None:
            raise stop("--because", "no --tolerance", "what it is the reason of")
        if not (self.because or "").strip():
            hint = "--because 'reruns of the base differ by so much'"
            raise stop("--tolerance", "no --because", "the reason why so much is tolerated", hint)
        return Tolerance(self.tolerance, self.because or "")


@frozen(kw_only=True)
class Request(Arguments):
    """A run, its base, and what is known of the looks before."""

    run: Path = argument(
        file_named, metavar="RUN", says="a harness's log, or a file of samples with -d"
    )
    against: Path = required_option(
        file_named, metavar="BASE", says="the run that it is held against, of the same items"
    )
    definition: tuple[str, ...] = repeated(
        str,
        "-d",
        "--definition",
        metavar="SIGNATURE",
        says="what files of samples are scored by; several share what a look may spend",
    )
    scorers: tuple[str, ...] = repeated(
        str,
        "--scorer",
        metavar="NAME",
        says="what logs are held to, NAME/KEY or METRIC,FILTER (default: the first); several share",
    )
    tasks: tuple[str, ...] = repeated(
        str, "--task", metavar="NAME", says="of logs with several tasks, one (default: all)"
    )
    history: Path | None = option(
        file_named, metavar="FILE", says="the looks before this one, to which it is added"
    )
    accepted: Accepted = part(Accepted)
    better: Better | None = choice(
        tuple(Better),
        says="which scores are better (default: as -d or logs say, else high)",
        rare=True,
    )
    cluster: str | None = option(
        str, metavar="KEY", says="items with the same value of a group key, or label, go together"
    )
    alpha: Fraction = option(
        share,
        metavar="SHARE",
        default=Look().alpha,
        says="the chance of any false alarm, over all looks (default: 0.05)",
    )
    drop: tuple[Fraction, ...] = repeated(
        share,
        metavar="SHARE",
        says="a drop to tell the power of (default: 0.01, 0.02, 0.05, beyond what is tolerated)",
    )
    seed: int = option(
        seed, metavar="N", default=0, rare=True, says="what draws start from, if any (default: 0)"
    )
    gold: Path | None = option(
        file_named,
        metavar="FILE",
        rare=True,
        says="where gold of both stands, if RUN and BASE are predictions beside it",
    )
    metrics: OwnMetrics = part(OwnMetrics)
    samples: Samples = part(Samples)
    reading: Reading = part(Reading)
    undecided: Undecided = part(Undecided)
    runner: WorkflowCommands = part(WorkflowCommands)
    output: Output = part(Output)

    @property
    def plan(self) -> Plan:
        """Say how differences are tested."""
        return Plan(seed=self.seed, cluster=self.cluster, alpha=self.alpha)


class Measured(Protocol):
    """A measure of run and base: its name, what tells the data of each, and what a look gives."""

    @property
    def name(self) -> str:
        """Name the measure."""

    @property
    def digests(self) -> tuple[str, str]:
        """Give what tells the run, and what tells the base."""

    @property
    def better(self) -> Better:
        """Say which scores are better."""

    def look(self, plan: Plan, terms: Terms) -> Gate:
        """Look at the run."""


@frozen(kw_only=True)
class _ByItems:
    """A measure that is a mean of items."""

    name: str
    run: Scores
    base: Scores
    better: Better
    clusters: Mapping[str, str] | None = None
    lacks: tuple[str, ...] = ()

    @property
    def digests(self) -> tuple[str, str]:
        return digest(self.run), digest(self.base)

    def look(self, plan: Plan, terms: Terms) -> Gate:
        every = (*self.run.values(), *self.base.values())
        if terms.tolerance is not None and not all(0 <= score <= 1 for score in every):
            raise stop("--tolerance", f"scores of {self.name} beyond that", "scores from 0 to 1")
        return gate(
            self.run,
            self.base,
            plan,
            terms,
            clusters=self.clusters,
            measure=self.name,
            lacks=self.lacks,
        )


@frozen(kw_only=True)
class _ByPairs:
    """A measure that is a formula of all samples together."""

    name: str
    definition: Definition
    joined: Pairs
    better: Better
    digests: tuple[str, str]
    lacks: tuple[str, ...] = ()

    def look(self, plan: Plan, terms: Terms) -> Gate:
        if terms.tolerance is not None:
            got = f"{self.name}, which is none"
            raise stop("--tolerance", got, "a score that is a mean of items")
        key = signature(self.definition)
        usual = evolve(terms.plan(plan), ends=Ends.JACKKNIFE)
        found = compare_joined(self.definition, self.joined, usual, key)
        bags = self.joined.keyed.bags.values()
        same = all(one == other for bag in bags for (one, other), _ in bag)
        paired = Paired(
            found=found,
            items=sum(map(len, bags)),
            error=_error(found),
            units=((Fraction(0), found.units),) if same else (),
        )
        why = Undefined("the score is no mean of items")
        return gate_of_pair(paired, why, terms, measure=self.name, lacks=self.lacks)


def _error(found: Comparison) -> float | Undefined:
    """Take the error of a difference off its interval, which is of t errors to either side."""
    interval = found.interval
    if isinstance(interval, Undefined):
        return interval
    return (interval.high - interval.low) / 2 / t_quantile(interval.level, found.units - 1)


def run(request: Request) -> int:
    """Look at a run, write down that it was, print what came of it, and return the exit code."""
    declared = request.accepted.declared
    _check(request)
    measured = tuple(_of_samples(request) if request.definition else _of_logs(request))
    gates, looks = _taken(request, declared, measured)
    return _report(request, gates, looks)


def _taken(
    request: Request, declared: Tolerance | None, measured: Sequence[Measured]
) -> tuple[Sequence[Gate], Sequence[PastLook]]:
    """Take the next look of the history, or the first one where none is kept."""
    run_digest, base_digest = (
        sha256("\n".join(one.digests[side] for one in measured).encode()).hexdigest()
        for side in (0, 1)
    )
    gates: list[Gate] = []

    def look_at(number: int) -> PastLook:
        terms = _terms(request, declared, Look(number=number, alpha=request.alpha, measures=many))
        gates.extend(one.look(request.plan, evolve(terms, better=one.better)) for one in measured)
        return PastLook(
            number=number,
            run=run_digest,
            file=visible(request.run.name),
            outcomes=tuple(one.outcome.value for one in gates),
            tolerance=terms.tolerated,
            because="" if declared is None else visible(declared.because),
        )

    many = len(measured)
    if request.history is None:
        look_at(1)
        return gates, ()
    ways = [one.better.value for one in measured]
    begun = History(
        base=base_digest,
        alpha=request.alpha,
        measures=tuple(one.name for one in measured),
        better=", ".join(ways if len(set(ways)) > 1 else ways[:1]),
        cluster=request.cluster or "",
    )
    try:
        history = take_look(request.history, begun, run_digest, look_at)
    except FaultError as error:
        raise StopError((error.fault,)) from error
    return gates, history.looks[: gates[0].look.number]


def _terms(request: Request, declared: Tolerance | None, look: Look) -> Terms:
    tolerated = Fraction(0) if declared is None else declared.amount
    usual = tuple(tolerated + drop for drop in DROPS if tolerated + drop < 1)
    return Terms(
        look=look,
        tolerance=declared,
        drops=tuple(unique(request.drop)) or usual,
    )


def _report(request: Request, found: Sequence[Gate], looks: Sequence[PastLook]) -> int:
    outcomes = {one.outcome for one in found}
    code = code_where(finding=Outcome.WORSE in outcomes, left_open=Outcome.TOO_FEW in outcomes)
    code = request.undecided.code(code, unchecked=any(not one.items for one in found))
    shown = Gates(
        exit_code=code,
        run=str(request.run),
        base=str(request.against),
        gates=tuple(found),
        looks=tuple(looks),
        history="" if request.history is None else str(request.history),
        cluster=request.cluster,
    )
    show(request.output, tree=lambda: gate_json(shown), document=lambda: gate_document(shown))
    if request.runner.annotated:
        levels = {Outcome.WORSE: "error", Outcome.TOO_FEW: "warning"}
        write_commands(
            "".join(
                annotation(levels[one.outcome], "measurand gate", " ".join(sentences(one)))
                for one in found
                if one.outcome in levels
            )
        )
        summarise(markdown(gate_document(shown)))
    return code


def _check(request: Request) -> None:
    named = (("RUN", request.run), ("--against", request.against), ("--gold", request.gold))
    reads = [one for name, path in named if path for one in files_of(name, path)]
    writes = [("--history", request.history)]
    check_files(request, reads, writes)
    check_folders(writes)
    if request.definition:
        for name, values in (("--scorer", request.scorers), ("--task", request.tasks)):
            if values:
                raise stop(name, "-d", "logs; of samples, -d says what counts")
    elif request.gold:
        raise stop("--gold", "no -d", "files of samples")


def _of_logs(request: Request) -> Iterator[Measured]:
    mine, its = (_tasks(path, request) for path in (request.run, request.against))
    names = tuple(unique(request.tasks)) or tuple(unique((*its, *mine)))
    for task in names:
        for side, runs in ((request.run, mine), (request.against, its)):
            if task not in runs:
                got = f"{side} without it: it has {', '.join(runs) or 'none'}"[:300]
                hint = "" if request.tasks else "or say which tasks count: --task NAME"
                raise stop("--task", got, f"{task!r} in the run and in its base", hint)
        runs = {_BASE: its[task], _RUN: mine[task]}
        for column in scorers_of(task, runs, request.scorers):
            unlike = any(column in one.unlike for one in runs.values())
            said = f"mean over items of {column}" if unlike else column
            name = f"{task}: {said}" if len(names) > 1 else said
            yield _of_column(name, column, runs, request)


def _tasks(path: Path, request: Request) -> dict[str, Run]:
    """Read a log, which has one run of each task."""
    found: dict[str, Run] = {}
    for one in logged([path], read_options(request.reading)):
        if one.task in found:
            got = f"two: {found[one.task].name}, {one.name}"
            raise stop(str(path), got, f"one run of {one.task or 'a task'}")
        found[one.task] = one
    if not found:
        raise stop(str(path), "none", "samples with scores")
    return found


def _of_column(name: str, column: str, runs: Mapping[str, Run], request: Request) -> Measured:
    # The base comes first: where an item has another text in both, it is the run that lacks it.
    systems = systems_of(runs, column)
    base, mine = systems
    return _ByItems(
        name=name,
        run=mine.scores,
        base=base.scores,
        better=better_by(runs, column, request.better),
        clusters=clusters_by(systems, request.cluster),
        lacks=tuple(missing_item_lines(systems)),
    )


def _of_samples(request: Request) -> Iterator[Measured]:
    definitions = tuple(unique(definitions_of(request, request.definition)))
    paths = str(request.run), str(request.against)
    files = Files(
        names=paths,
        asked=request.definition,
        samples=request.samples,
        reading=request.reading,
        running=Running(),
        gold=request.gold,
    )
    (mine, its), readings = read_all(files, definitions)
    check_kept(readings)
    ids = {sample.id for sample in mine}, {sample.id for sample in its}
    every = ids[0] | ids[1]
    lacks = tuple(
        f"{side} lacks {len(every - those)} of {len(every)} samples"
        for side, those in zip((_RUN, _BASE), ids, strict=True)
        if every - those
    )
    for one in definitions:
        better = better_of([one], request.better)
        names = group_names(one, request.plan)
        joined = join(paths, mine, its, observing(one), names)
        items = [items_of(one, corpus) for corpus in (mine, its)]
        run_items, base_items = items
        if run_items is not None and base_items is not None:
            clusters = None
            if request.cluster is not None:
                clusters = {
                    sample.id: sample.group(request.cluster) or "" for sample in (*mine, *its)
                }
            yield _ByItems(
                name=brief(one),
                run=run_items,
                base=base_items,
                better=better,
                clusters=clusters,
                lacks=lacks,
            )
        else:
            yield _ByPairs(
                name=brief(one),
                definition=one,
                joined=joined,
                better=better,
                digests=(_bytes(request.run, request), _bytes(request.against, request)),
                lacks=lacks,
            )


def _bytes(path: Path, request: Request) -> str:
    """Digest a file, or every file of a folder or pattern, and gold that stands beside it."""
    mark = sha256()
    for _, one in (*files_of(_RUN, path), *(files_of(_RUN, request.gold) if request.gold else ())):
        if one.is_file():
            with one.open("rb") as file:
                mark.update(file_digest(file, "sha256").digest())
    return mark.hexdigest()


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
