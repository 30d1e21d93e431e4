"""A lock of runs: every number that logs print, as it was printed, computed and defined.

A log holds its own samples, so a lock of it is short: a digest of the file tells whether the log
is the one that was locked, and the numbers tell what moved if it is not. Where the file is the
same and a number moved all the same, it is this program that reads it otherwise.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import field, frozen

from measurand.auditing.claims.outcomes import Outcome
from measurand.auditing.runs.check import RunCheck
from measurand.values.verdict import Verdict


@frozen(kw_only=True)
class LockedAggregate:
    """One number of a run as it was; numbers are texts, so that NaN is one too.

    >>> LockedAggregate(printed="0.5", outcome="reproduced").computed
    ''
    """

    printed: str
    outcome: str
    computed: str = ""
    definition: str = ""


@frozen(kw_only=True)
class LockedRun:
    """One run as it was: its file beside the lock, the digest of that, and its numbers by name.

    >>> LockedRun(file="a.eval", sha256="0" * 64, harness="inspect_ai").numbers
    {}
    """

    file: str
    sha256: str
    harness: str
    part: str = ""
    version: str = ""
    numbers: Mapping[str, LockedAggregate] = field(factory=dict)

    @property
    def name(self) -> str:
        """Name the file, and which of its runs this is."""
        return f"{self.file}: {self.part}" if self.part else self.file


def locked_run(checked: RunCheck, *, file: str, sha256: str) -> LockedRun:
    """Make what a lock keeps of a checked run.

    >>> from measurand.auditing.runs.check import check_run
    >>> from measurand.evidence.runs import Run
    >>> locked_run(check_run(Run(file="a", harness="toy")), file="a", sha256="0").harness
    'toy'
    """
    return LockedRun(
        file=file,
        sha256=sha256,
        harness=checked.run.harness,
        part=checked.run.part,
        version=checked.run.version,
        numbers={
            one.aggregate.name: LockedAggregate(
                printed=repr(one.aggregate.printed),
                outcome=one.outcome.value,
                computed="" if one.computed is None else repr(one.computed),
                definition=one.definition,
            )
            for one in checked.aggregates
        },
    )


def runs_against(lock: Sequence[LockedRun], now: Sequence[LockedRun]) -> tuple[Outcome, ...]:
    """Hold runs of now against those of a lock: what moved, and what may be the cause.

    A number that moved or is gone is refuted, one that is new undecided, for nobody locked it.

    >>> then = LockedRun(file="a", sha256="0", harness="toy",
    ...                  numbers={"accuracy": LockedAggregate(printed="0.5", outcome="differs")})
    >>> [one.because for one in runs_against([then], [])]
    ['the run is gone']
    """
    return tuple(_held(lock, now))


def _held(lock: Sequence[LockedRun], now: Sequence[LockedRun]) -> Iterator[Outcome]:
    by_name = {one.name: one for one in now}
    for then in lock:
        run = by_name.pop(then.name, None)
        if run is None:
            yield _outcome(then, "", Verdict.REFUTED, "the run is gone")
            continue
        yield from _numbers(then, run)
    for run in by_name.values():
        yield _outcome(run, "", Verdict.UNDECIDED, "the run is new: no lock has it")


def _numbers(then: LockedRun, run: LockedRun) -> Iterator[Outcome]:
    same = then.sha256 == run.sha256
    cause = "the log is the same: it is read otherwise" if same else "the log is another"
    for name, before in then.numbers.items():
        number = run.numbers.get(name)
        if number is None:
            yield _outcome(run, name, Verdict.REFUTED, f"it is gone; {cause}", before.printed)
        elif moved := "; ".join(_moved(before, number)):
            yield _outcome(run, name, Verdict.REFUTED, f"{moved}; {cause}", number.printed)
        else:
            yield _outcome(run, name, Verdict.HOLDS, "", number.printed)
    for name in run.numbers.keys() - then.numbers.keys():
        printed = run.numbers[name].printed
        yield _outcome(run, name, Verdict.UNDECIDED, "it is new: no lock has it", printed)


def _moved(before: LockedAggregate, now: LockedAggregate) -> Iterator[str]:
    if before.printed != now.printed:
        yield f"printed {now.printed}, locked {before.printed}"
    if before.computed != now.computed:
        yield f"computed {now.computed or 'not'}, locked {before.computed or 'not'}"
    if before.definition != now.definition:
        yield f"defined as {now.definition or 'nothing'}, locked {before.definition or 'nothing'}"
    if before.outcome != now.outcome:
        yield f"{now.outcome}, locked as {before.outcome}"


def _outcome(
    run: LockedRun, name: str, verdict: Verdict, because: str, printed: str = ""
) -> Outcome:
    whole = f"{run.name}: {name}" if name else run.name
    return Outcome(
        id=f"{whole} (locked)",
        kind="locked",
        verdict=verdict,
        title=f"{whole}, held to its lock",
        printed=printed,
        because=because,
        file=run.file,
    )
