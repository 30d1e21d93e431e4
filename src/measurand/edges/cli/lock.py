"""`measurand lock`: freeze a claims file, with every number, its evidence and the environment.

`check --locked` holds the state of now against it, which is gathered here in the same way.
"""

import platform
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path

from attrs import evolve, frozen
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from measurand.auditing.claims.model import Claims
from measurand.auditing.lock.compare import all_needs, compare
from measurand.auditing.lock.lock import (
    MOST_SAMPLES,
    Environment,
    Keeping,
    Lock,
    State,
    lock_needs,
    make_lock,
)
from measurand.auditing.lock.messages import score_figure
from measurand.auditing.lock.moves import LockCheck, Move
from measurand.edges.cli.claims import ClaimsFile, Selection, load_claims
from measurand.edges.cli.converters import whole
from measurand.edges.cli.definitions import OwnMetrics
from measurand.edges.cli.exit_codes import code_where
from measurand.edges.cli.faults import StopError, with_places
from measurand.edges.cli.file_conflicts import check_files
from measurand.edges.cli.output import Target, emit
from measurand.edges.cli.reading import Reading, read_options, reading
from measurand.edges.cli.request import Arguments, argument, command, option, part, switch
from measurand.edges.engines.per_sample import PerSample, per_sample
from measurand.edges.engines.run import ignored
from measurand.edges.engines.serial import Run, gather
from measurand.edges.files.files import DIGEST, Faults
from measurand.edges.files.locks import read_lock, source_digests, write_lock
from measurand.edges.files.runs import Found
from measurand.evidence.matching import Optimal
from measurand.evidence.observation import Observation, Observing, Together
from measurand.evidence.source import without_digests
from measurand.evidence.span_matching import SpanMatch
from measurand.metrics.needs import Gathered, Need, merged, misfits
from measurand.values.fault import Fault

ABOUT = """\
Freeze all that a claims file says, and every number that it computes: its exact value,
its definition in full, what was observed of each sample, and digests of the files. `measurand check
--locked` then names what is claimed otherwise, and the cause when a number moves: which samples,
which option, or another version of measurand.
A lock keeps ids of samples, and no texts. The claims file is never changed. Of the log of an
evaluation harness, or a folder of them, each number is locked as it is printed and computed.
"""
EXAMPLES = """\
examples:
  measurand lock claims.toml                       writes claims.lock.json
  measurand lock claims.toml -o ci/numbers.json
  measurand lock claims.toml --hash-ids            where ids of samples are not to be shown
  measurand check claims.toml --locked
"""
_NUMBER = whole(0, 10**13 - 1, "all, none or a number")
_SUFFIX = ".lock.json"
_KEPT: int | None = MOST_SAMPLES
_ROOM = 2
_MOST_TOLD = 3
_NOTHING = (
    "no number is frozen: say the definitions that are unknown (`measurand audit` tries which fit)"
)
_UNSAID = (".known", "False")


def samples(text: str) -> int | None:
    """Read how many samples are kept: all of them (None), none, or up to a number.

    >>> samples("all") is None, samples("none"), samples("500")
    (True, 0, 500)

    Raises ValueError for anything else.
    """
    if text == "all":
        return None
    if text == "none":
        return 0
    return _NUMBER(text)


@frozen(kw_only=True)
class LockFile(Target):
    """The file of a lock."""

    TITLE = ""

    file: Path | None = option(
        Path,
        "-o",
        "--output",
        metavar="FILE",
        says="the lock (default: the claims file with .lock.json for its ending)",
    )


@frozen(kw_only=True)
class Request(Arguments):
    """What is locked, and what is kept of it."""

    claims: Path = argument(Path, metavar="CLAIMS", says="a claims file (TOML), or a log")
    samples: int | None = option(
        samples,
        metavar="all|none|N",
        default=_KEPT,
        says="of how many samples the lock keeps what was observed; of others it keeps a digest "
        f"of all (default: {MOST_SAMPLES})",
    )
    hash_ids: bool = switch(says="keep digests of sample ids and of groups")
    root: Path | None = option(
        Path,
        metavar="DIR",
        says="the folder that data paths are relative to (default: that of the claims file)",
    )
    output: LockFile = part(LockFile)
    metrics: OwnMetrics = part(OwnMetrics)
    reading: Reading = part(Reading)


def run(request: Request) -> int:
    """Lock, say what is in the lock, and return the exit code."""
    from measurand.edges.cli.check_runs import logs_among

    logs = logs_among([request.claims])
    if logs is not None:
        return _lock_logs(request, logs)
    path, lock = lock_written(request)
    emit(Target(), f"{path}: {summary_of(lock)}\n")
    unsaid = undefined_columns(lock)
    if unsaid and not lock.numbers:
        sys.stderr.write(f"{request.claims}: {_NOTHING}: {', '.join(unsaid)}\n")
    return code_where(left_open=not lock.numbers and bool(unsaid or not lock.statements))


def _lock_logs(request: Request, logs: Found) -> int:
    """Lock the numbers of logs of harnesses, each as it is printed and computed."""
    from measurand.edges.cli.check_runs import checked_runs, lock_runs, run_lock_path

    path = request.output.file or run_lock_path(request.claims)
    aimed = evolve(request, output=LockFile(file=path))
    check_files(aimed, [("RUN", log.path) for log in logs.logs])
    checked = checked_runs(logs.logs, read_options(request.reading))
    count = lock_runs(checked.runs, path)
    runs = f"{len(checked.runs)} run{'' if len(checked.runs) == 1 else 's'}"
    emit(Target(), f"{path}: {count} numbers of {runs} are locked.\n")
    return code_where(left_open=not count)


def lock_written(request: Request) -> tuple[Path, Lock]:
    """Write the lock of a claims file, whole or not at all; give its path and what is in it.

    Raises StopError with every fault of the file and of the data.
    """
    path = request.output.file or lock_path(request.claims)
    file = ClaimsFile(request.claims, Selection(root=request.root))
    claims = load_claims(evolve(request, output=LockFile(file=path)), file).claims
    with reading(request.reading, file.root) as how:
        state = state_of(claims, lock_needs(claims), how, most=request.samples)
        if not is_successful(state):
            raise StopError(state.failure())
    lock = make_lock(state.unwrap(), Keeping(most=request.samples, hashed=request.hash_ids))
    written = write_lock(path, lock)
    if not is_successful(written):
        raise StopError(written.failure())
    return path, lock


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)


@frozen
class Locked:
    """A lock held against the data of now; `gathered` serves a check of the same claims.

    >>> Locked(Gathered({}, {}), LockCheck(moves=())).compared.moves
    ()
    """

    gathered: Gathered
    compared: LockCheck


def lock_path(claims: Path) -> Path:
    """Name the lock of a claims file, beside it.

    >>> lock_path(Path("paper/claims.toml")).as_posix()
    'paper/claims.lock.json'
    """
    return claims.with_name(claims.stem + _SUFFIX)


def locked(
    claims: Claims, run: Run, path: Path, *, partly: bool = False, more: Sequence[Need] = ()
) -> Result[Locked, Faults]:
    """Read a lock and the data, and hold the one against the other.

    The evidence is that of a check, and what the locked definitions need beside it. `partly` says
    that not all claims of the file are looked at: numbers of the lock that are not are passed over.
    `more` is gathered too, for others to use; it need not fit the samples.

    >>> locked(Claims(sources=(), tables=()), Run(root=Path()), Path("no.json")).failure()[0].got
    'nothing of that name'
    """
    found = read_lock(path)
    if not is_successful(found):
        return Failure(_unlocked(found.failure(), path))
    lock = found.unwrap()
    kept = [one.count for one in lock.evidence.values() if one.samples is not None]
    most = max(MOST_SAMPLES, _ROOM * max(kept)) if kept else 0
    state = state_of(claims, merged((*all_needs(lock, claims), *more)), run, most=most)
    if not is_successful(state):
        return Failure(with_places(state.failure(), claims))
    try:
        compared = compare(lock, state.unwrap(), partly=partly)
    except ValueError as error:
        expected, _, got = str(error).partition(": got ")
        return Failure((Fault(file=str(path), got=got or "another", expected=expected),))
    return Success(Locked(state.unwrap().gathered, compared))


def with_moves(
    faults: Faults, claims: Claims, run: Run, path: Path, *, partly: bool = False
) -> Faults:
    """Say beside files that are not those described what moved, as they are now.

    Faults of another kind are given back as they are.

    >>> nothing = Claims(sources=(), tables=())
    >>> with_moves((Fault(got="x", expected="y"),), nothing, Run(root=Path()), Path("no"))[0].text()
    'expected y, got x'
    """
    if not faults or not all(one.expected.startswith(DIGEST) for one in faults):
        return faults
    sources = tuple((name, without_digests(source)) for name, source in claims.sources)
    bare = evolve(claims, sources=sources)
    held = locked(bare, evolve(run, sink=ignored, resume=None), path, partly=partly)
    if not is_successful(held):
        return faults
    *others, last = faults
    hint = f"{last.hint}; as it is now, {_moves_told(held.unwrap().compared)}"
    return (*others, evolve(last, hint=hint))


def with_way(faults: Faults, path: Path) -> Faults:
    """Name what says more of files that are not those described, where there is a lock.

    >>> with_way((), Path("no"))
    ()
    """
    if not faults or not faults[-1].expected.startswith(DIGEST) or not path.exists():
        return faults
    *others, last = faults
    return (*others, evolve(last, hint=f"{last.hint}; --locked says what moved"))


def _moves_told(compared: LockCheck) -> str:
    """Count the numbers that are not as locked, and name the causes of the first."""
    moved, count = compared.findings, len(compared.moves)
    if not moved:
        return f"all {count} numbers are as locked"
    told = [f"{one.id} ({_because(one)})" for one in moved[:_MOST_TOLD]]
    more = f" and {len(moved) - _MOST_TOLD} more" if len(moved) > _MOST_TOLD else ""
    are = "is" if len(moved) == 1 else "are"
    return f"{len(moved)} of {count} numbers {are} not as locked: {', '.join(told)}{more}"


def _because(move: Move) -> str:
    """Say what a number was and is, and the causes without digests, which are told already."""
    scores = [score_figure(one.score) for one in (move.before, move.now) if one is not None]
    causes = (reason.says.partition("; sha256: ")[0] for reason in move.reasons)
    return "; ".join((" -> ".join(scores), *causes))


def _unlocked(faults: Faults, path: Path) -> Faults:
    """Say how to make a lock, where there is none."""
    if path.exists():
        return faults
    return tuple(evolve(fault, hint="run `measurand lock` first") for fault in faults)


def state_of(
    claims: Claims, needs: Sequence[Need], run: Run, *, most: int | None
) -> Result[State, Faults]:
    """Gather what there is now; samples one by one where `most` is not 0.

    What the claims themselves need must fit the samples; what is needed beside it need not.
    """
    sources = dict(claims.sources)
    found: Result[PerSample, Faults] = (
        gather(sources, needs, run).map(lambda met: PerSample(met, {}))
        if most == 0
        else per_sample(sources, needs, run, most=most)
    )
    if not is_successful(found):
        return Failure(found.failure())
    read = found.unwrap()
    own = lock_needs(claims)
    if wrong := misfits(own, read.gathered):
        return Failure(wrong)
    files = {}
    for name in sorted({need.slice.data for need in needs}):
        digests = source_digests(claims.source(name), run.root)
        if not is_successful(digests):
            return Failure(digests.failure())
        files[name] = digests.unwrap()
    return Success(State(claims, read.gathered, read.samples, files, environment(own)))


def environment(needs: Iterable[Need]) -> Environment:
    """Say by what numbers are computed: nothing of the machine, no time.

    Pairs that weigh alike are chosen by scipy, so its version is told where pairs are chosen.

    >>> [name for name, _ in environment(())]
    ['measurand', 'python']
    """
    names = ["measurand"]
    if any(_chooses(need.slice.observing) for need in needs):
        names += ["numpy", "scipy"]
    found = [(name, version(name)) for name in names]
    return tuple(sorted((*found, ("python", platform.python_version()))))


def _chooses(how: Observing) -> bool:
    parts = how.parts if isinstance(how, Together) else (how,)
    return any(
        isinstance(part, Observation) and isinstance(part.match, Optimal | SpanMatch)
        for part in parts
    )


def undefined_columns(lock: Lock) -> tuple[str, ...]:
    """List where a locked claims file says that a definition is unknown.

    >>> undefined_columns(Lock(statements={"tables[1].columns[F1].known": "False"}))
    ('tables[1].columns[F1]',)
    """
    ending, unknown = _UNSAID
    stated = (lock.statements or {}).items()
    return tuple(
        place.removesuffix(ending)
        for place, text in stated
        if place.endswith(ending) and text == unknown
    )


def summary_of(lock: Lock) -> str:
    """Say in a sentence what a lock holds.

    >>> summary_of(Lock())
    '0 numbers are locked, on 0 sources; samples: none. 0 statements of the claims file.'
    """
    numbers, sources, stated = len(lock.numbers), len(lock.sources), len(lock.statements or {})
    rows = [one for one in lock.evidence.values() if one.samples is not None]
    kept = sum(one.count for one in rows)
    bare = sum(one.count for one in lock.evidence.values() if one.samples is None)
    how = "digests of ids" if lock.hashed else "ids"
    told = [f"{kept} kept by their {how}"] if kept else []
    told += [f"{bare} as one digest, so that those that move cannot be named"] if bare else []
    return (
        f"{numbers} {'number is' if numbers == 1 else 'numbers are'} locked, on {sources} "
        f"{'source' if sources == 1 else 'sources'}; samples: {', '.join(told) or 'none'}. "
        f"{stated} {'statement' if stated == 1 else 'statements'} of the claims file."
    )
