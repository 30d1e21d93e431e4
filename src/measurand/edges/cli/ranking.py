"""Three systems or more, of files of samples or of logs, as leaderboards."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from attrs import evolve, frozen

from measurand.auditing.runs.systems import (
    System,
    clusters_of,
    columns_of,
    label_names,
    missing_item_lines,
    readings_of,
    systems_of,
)
from measurand.edges.cli.faults import StopError, check_kept, stop
from measurand.edges.cli.file_conflicts import check_folders
from measurand.edges.cli.joined_files import (
    Corpus,
    Files,
    compare_joined,
    group_names,
    join,
    read_all,
)
from measurand.edges.cli.output import Output, emit, page_option, show, write
from measurand.edges.cli.request import Arguments, choice, option, repeated, switch
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import unreadable
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.rank_certificates import read_certificates, write_certificates
from measurand.edges.files.runs import logs_at, runs_of
from measurand.edges.report import to_json
from measurand.edges.report.leaderboard_view import (
    Board,
    leaderboard_document,
    leaderboard_json,
    leaderboard_page,
)
from measurand.evidence.runs import Run
from measurand.inference.family import Verdict
from measurand.inference.leaderboards import (
    Better,
    Leaderboard,
    Paired,
    certified,
    in_order,
    leaderboard,
    ranked,
    reordered,
)
from measurand.inference.plan import Plan, Test
from measurand.inference.rank_certificate import RankCertificate, faults, taken
from measurand.metrics.definitions import Definition, metric_of, observing
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import brief, signature
from measurand.values.fault import Fault
from measurand.values.score import Defined, Score, Undefined
from measurand.values.suggest import did_you_mean

_OPEN = {Verdict.UNDECIDED, Verdict.TOO_FEW}
_DRAWN = {Test.BOOTSTRAP_SIGN, Test.BOOTSTRAP_PLUS_ONE}
_FEWEST = 2
_MOST_ALONE = 200_000
"""Samples that are scored one by one."""


@frozen(kw_only=True)
class RankOptions(Arguments):
    """What is asked of ranks."""

    TITLE = "ranks"

    scorers: tuple[str, ...] = repeated(
        str,
        "--scorer",
        metavar="NAME",
        says="what ranks logs, NAME/KEY or METRIC,FILTER; twice: two of one log",
    )
    better: Better | None = choice(
        tuple(Better), says="which scores are better (default: as -d says, else high)", rare=True
    )
    certificate: Path | None = option(
        Path,
        metavar="FILE",
        rare=True,
        says="write what verdicts are made of, for --verify and for others",
    )
    html: Path | None = page_option("a forest plot")
    verify: bool = switch(
        rare=True,
        says="SYSTEM is a file that --certificate wrote: compute its verdicts anew, of it alone",
    )

    @property
    def files(self) -> Iterator[tuple[str, Path | None]]:
        """Name the files that are written beside the result."""
        yield from (("--certificate", self.certificate), ("--html", self.html))

    @property
    def written(self) -> tuple[str, ...]:
        """List the options that were written.

        >>> RankOptions(scorers=("match",)).written
        ('--scorer',)
        """
        named = (
            ("--scorer", self.scorers),
            ("--better", self.better),
            ("--certificate", self.certificate),
            ("--html", self.html),
        )
        return tuple(name for name, value in named if value)


def _told(boards: Sequence[Board], asked: RankOptions, output: Output) -> int:
    """Print leaderboards, write what was asked for beside them, and give the exit code."""
    if drawn := next((t for board in boards if (t := board.found.plan.test) in _DRAWN), None):
        hint = "sign_flip is McNemar's exact test where items are right or wrong"
        raise stop("--test", drawn.value, "sign_flip or wilcoxon, which draw no items", hint)
    left = any(
        one.judged.verdict in _OPEN for board in boards for one in board.found.differences
    ) or any(board.lacks for board in boards)
    code = 3 if left else 0
    check_folders(asked.files)
    if asked.certificate is not None:
        made = [certified(board.found, board.title) for board in boards]
        why = next((one.reason for one in made if isinstance(one, Undefined)), None)
        if why is not None:
            raise stop("--certificate", why, "means of items, exchanged, and Holm's adjustment")
        listed = [one for one in made if isinstance(one, RankCertificate)]
        write(asked.certificate, to_json(write_certificates(listed)))
    if asked.html is not None:
        write(asked.html, leaderboard_page(boards))
    show(
        output,
        tree=lambda: leaderboard_json(boards, code),
        document=lambda: leaderboard_document(boards),
    )
    return code


def ranked_samples(
    files: Files,
    definitions: Sequence[Definition],
    asked: RankOptions,
    plan: Plan,
    output: Output,
) -> int:
    """Rank systems by their files of samples; give the exit code.

    Raises StopError where they cannot be read or joined.
    """
    if asked.scorers:
        raise stop("--scorer", "files of samples", "logs; of samples, -d says what ranks")
    if files.systems:
        several = len(dict(files.systems)) > 1
        names = ["=".join(one) if several else one[1] for one in files.systems]
    elif len({Path(name).name for name in files.names}) == len(files.names):
        names = [Path(name).name for name in files.names]
    else:
        names = list(files.names)
    if len(set(names)) < len(names):
        raise stop("SYSTEM", "one file twice", "a file for each system")
    corpora, read = read_all(files, definitions)
    check_kept(read)
    systems = dict(zip(names, corpora, strict=True))
    paths = dict(zip(names, files.names, strict=True))
    first, *others = definitions
    better = better_of(definitions, asked.better)
    found = _ranked_by(first, systems, paths, plan, better)
    readings = {}
    for one in others:
        scores = {name: _exact(evaluate(one, corpus)) for name, corpus in systems.items()}
        readings[brief(one)] = {k: v for k, v in scores.items() if v is not None}
    base = {one.name: v for one in found.standings if (v := _exact(one.score)) is not None}
    ids = {name: {sample.id for sample in corpus} for name, corpus in systems.items()}
    every = set().union(*ids.values())
    lacks = tuple(
        f"{name} lacks {len(every - mine)} of {len(every)} samples"
        for name, mine in ids.items()
        if every - mine
    )
    board = Board(
        title=f"{len(names)} systems",
        measure=brief(first),
        definitions={brief(one): signature(one) for one in definitions},
        found=found,
        lacks=lacks,
        readings=readings,
        swaps=reordered(base, readings, better),
        cluster=plan.cluster,
    )
    return _told([board], asked, output)


def better_of(definitions: Sequence[Definition], asked: Better | None) -> Better:
    """Say which scores are better: as is asked, else as metrics say.

    Raises StopError where more is better of one, and less of another; and where none says.
    """
    if asked is not None:
        return asked
    told = {sign: one for one in definitions if (sign := metric_of(one).better)}
    if len(told) > 1:
        got = f"{brief(told[1])}, of which more is better, and {brief(told[-1])}, of which less is"
        raise stop("-d", got, "definitions in one direction", "rank by each for itself")
    if not told:
        got = f"{brief(definitions[0])}, which may go either way"
        raise stop("--better", got, "which scores are better", "--better high, or --better low")
    return Better.LOW if -1 in told else Better.HIGH


def _ranked_by(
    definition: Definition,
    systems: Mapping[str, Corpus],
    paths: Mapping[str, str],
    plan: Plan,
    better: Better,
) -> Leaderboard:
    """Rank by the items where the score is a mean of theirs; else by the pairs of evidence."""
    alone = {name: items_of(definition, corpus) for name, corpus in systems.items()}
    items = {name: one for name, one in alone.items() if one is not None}
    how, names = observing(definition), group_names(definition, plan)
    scores = {name: evaluate(definition, corpus) for name, corpus in systems.items()}
    joined = {
        (one, other): join((paths[one], paths[other]), systems[one], systems[other], how, names)
        for one, other in combinations(in_order(scores, better), _FEWEST)
    }
    if len(items) == len(systems):
        clusters = None
        if plan.cluster is not None:
            clusters = {
                sample.id: sample.group(plan.cluster) or ""
                for corpus in systems.values()
                for sample in corpus
            }
        return leaderboard(items, plan, clusters=clusters, better=better)
    key = signature(definition)
    compared = {pair: compare_joined(definition, both, plan, key) for pair, both in joined.items()}
    paired = {pair: Paired(found=one, items=one.units) for pair, one in compared.items()}
    counts = {name: len(corpus) for name, corpus in systems.items()}
    return ranked(scores, counts, paired, plan, better=better)


def items_of(definition: Definition, corpus: Corpus) -> dict[str, Fraction] | None:
    """Score each sample alone; None where the score of all is no mean of these."""
    if len(corpus) > _MOST_ALONE:
        return None
    total = _exact(evaluate(definition, corpus))
    alone = {sample.id: _exact(evaluate(definition, [sample])) for sample in corpus}
    scored = {name: value for name, value in alone.items() if value is not None}
    if total is None or len(alone) < len(corpus) or not scored:
        return None
    plain = all(sample.weight == 1 for sample in corpus)
    mean = sum(scored.values(), start=Fraction(0)) / len(scored)
    return scored if plain and mean == total else None


def _exact(score: Score) -> Fraction | None:
    if isinstance(score, Undefined):
        return None
    value = score.value
    return value if isinstance(value, Fraction) else Fraction(float(value))


def ranked_logs(
    paths: Sequence[Path],
    asked: RankOptions,
    plan: Plan,
    options: ReadOptions,
    output: Output,
) -> int:
    """Rank the systems of logs, task by task; give the exit code.

    Raises StopError where a file is no log, or no task has two systems.
    """
    tasks = _tasks(paths, options)
    boards = [
        _board(task, runs, asked, plan)
        for task, runs in tasks.items()
        if len(runs) >= _FEWEST or len(asked.scorers) >= _FEWEST
    ]
    if not boards:
        hint = "say what ranks files of samples: -d 'f(average=micro)'"
        got = ", ".join(f"{task} by {', '.join(runs)}" for task, runs in tasks.items())
        raise stop("SYSTEM", got[:300] or "no task", "one task with two systems or more", hint)
    return _told(boards, asked, output)


def _tasks(paths: Sequence[Path], options: ReadOptions) -> dict[str, dict[str, Run]]:
    tasks: dict[str, list[Run]] = {}
    for run in logged(paths, options):
        tasks.setdefault(run.task, []).append(run)
    return {task: _named(runs) for task, runs in tasks.items()}


def logged(paths: Sequence[Path], options: ReadOptions) -> list[Run]:
    """Read the runs of logs that have samples.

    Raises StopError where a file is no log, or cannot be read.
    """
    every: list[Run] = []
    wrong: list[Fault] = []
    for path in paths:
        try:
            found = logs_at(str(path))
            if found is None:
                expected = "the log of an evaluation harness, or a definition for samples"
                hint = "say what ranks files of samples: -d 'f(average=micro)'"
                kind = "a folder without any" if path.is_dir() else "another file"
                got = kind if path.exists() else "nothing of that name"
                wrong.append(Fault(file=str(path), got=got, expected=expected, hint=hint))
                continue
            every += [run for log in found.logs for run in runs_of(log, options)]
        except FaultError as error:
            wrong.append(error.fault)
        except OSError as error:
            wrong.append(unreadable(error, str(path)))
    if wrong:
        raise StopError(tuple(wrong))
    return [run for run in every if run.attempts]


def _named(runs: Sequence[Run]) -> dict[str, Run]:
    """Name runs by their systems, or by their files where a system ran twice."""
    systems = [run.system for run in runs]
    names = [
        run.system if run.system and systems.count(run.system) == 1 else Path(run.file).name
        for run in runs
    ]
    if len(set(names)) < len(names):
        names = [run.name for run in runs]
    return dict(zip(names, runs, strict=True))


def _shared(runs: Mapping[str, Run]) -> list[str]:
    first, *others = (columns_of(run) for run in runs.values())
    return [name for name in first if all(name in one for one in others)]


def scorers_of(task: str, runs: Mapping[str, Run], asked: Sequence[str]) -> tuple[str, ...]:
    """Take the scorers that are asked for, or the first one that all runs have.

    Raises StopError for one that some run has not.
    """
    shared = _shared(runs)
    named = tuple(asked) or tuple(shared[:1])
    got = next((one for one in named if one not in shared), None if named else "none")
    if got is not None:
        expected = f"a scorer that all logs of {task} have, of {', '.join(shared) or 'none'}"
        raise stop("--scorer", got, expected, did_you_mean(got, shared).removeprefix(": "))
    return named


def better_by(runs: Mapping[str, Run], column: str, asked: Better | None) -> Better:
    """Say which scores are better: as is asked, else as logs say; high ones if they do not."""
    less = any(column in run.less for run in runs.values())
    return asked or (Better.LOW if less else Better.HIGH)


def clusters_by(systems: Sequence[System], key: str | None) -> dict[str, str] | None:
    """Name the cluster of each item by a label; None where none is asked for.

    Raises StopError where no item has the label.
    """
    if key is None:
        return None
    clusters = clusters_of(systems, key)
    if not clusters:
        known = ", ".join(label_names(systems)) or "none"
        raise stop("--cluster", key, f"a label of items, of {known}")
    return clusters


def _board(task: str, runs: Mapping[str, Run], asked: RankOptions, plan: Plan) -> Board:
    shared = _shared(runs)
    named = scorers_of(task, runs, asked.scorers)
    column = named[0]
    better = better_by(runs, column, asked.better)
    if len(runs) < _FEWEST:
        # Scorers of one log are systems on the same items.
        systems = tuple(evolve(one, name=name) for name in named for one in systems_of(runs, name))
        shared = []
    else:
        systems = systems_of(runs, column)
    clusters = clusters_by(systems, plan.cluster)
    found = leaderboard(
        {one.name: one.scores for one in systems}, plan, clusters=clusters, better=better
    )
    readings = readings_of(systems, plan.cluster)
    for other in shared:
        if other != column and better_by(runs, other, None) is better_by(runs, column, None):
            scored = {one.name: one.scores for one in systems_of(runs, other)}
            readings[f"scorer {other}"] = {
                name: sum(scores.values(), start=Fraction(0)) / len(scores)
                for name, scores in scored.items()
                if scores
            }
    base = {
        one.name: one.score.value
        for one in found.standings
        if isinstance(one.score, Defined) and isinstance(one.score.value, Fraction)
    }
    return Board(
        title=task or "systems",
        measure=f"the mean of {column if shared else 'each scorer'} over items",
        found=found,
        lacks=tuple(missing_item_lines(systems)),
        readings=readings,
        swaps=reordered(base, readings, better),
        usage={name: run.usage for name, run in runs.items() if run.usage},
        cluster=plan.cluster,
    )


def verified(paths: Sequence[Path], output: Output) -> int:
    """Compute the verdicts of certificates anew; give the exit code.

    Raises StopError where a file is no certificate.
    """
    lines: list[str] = []
    wrong = left = 0
    for path in paths:
        try:
            found = read_certificates(path.read_bytes())
        except FaultError as error:
            raise StopError((error.fault.at(file=str(path)),)) from None
        except OSError as error:
            raise StopError((unreadable(error, str(path)),)) from error
        for one in found:
            if isinstance(one, Fault):
                raise StopError(tuple(f.at(file=str(path)) for f in found if isinstance(f, Fault)))
            told, random = faults(one), taken(one)
            wrong, left = wrong + len(told), left + random
            verdict = "does not hold" if told else "holds"
            pairs = f"{len(one.pairs)} pairs of {len(one.systems)} systems"
            more = f"; {random} p-values are taken as they stand" if random else ""
            lines += [f"{path}: {one.title}: {pairs}: {verdict}{more}", *map(str, told)]
    emit(output, "".join(f"{line}\n" for line in lines))
    return 1 if wrong else 3 if left else 0
