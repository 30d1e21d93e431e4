"""A plugin of pytest that runs the chosen tests against mutants, each in a fork of one process.

The tests are collected once. A mutant is put in place by giving the function that is there the
code of the mutated one, so that every name that was imported of it is reached.
"""

import ast
import gc
import os
import resource
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FunctionType

import pytest
from attrs import define, evolve, field, frozen

from tests.mutation import fresh
from tests.mutation.mapper import WORKERS, Watch, quiet
from tests.mutation.mutants import Mutant, lines_of
from tests.mutation.place import Cache, caches, forget, functions, put
from tests.mutation.reach import PROPERTIES, ROOM, Reach, Test, in_order, read

STARTS = {ROOM: 0.4, PROPERTIES: 0.8}
"""The share of its time after which no test of a stage starts; the last stage has the rest."""

MOST_WALL = 1200
MEMORY = 6 * 2**30
LINE = 2000
KILLED, UNPLACED = 1, 3


@frozen
class Outcome:
    """What became of a mutant, by which test, and how many tests it took."""

    mutant: Mutant
    verdict: str
    """`killed`, `timeout`, `survived`, `untested` or `unplaced`.

    Untested is what no test runs the lines of, nor fails on in a fresh process.
    """

    killer: str = ""
    tests: int = 0
    seconds: float = 0.0
    skipped: int = 0
    """Tests that ran its lines and were not started for want of time."""


@frozen
class Batch:
    """The mutants of a family that are tried, of how many, and the room that its tests have."""

    name: str
    room: str
    many: int
    mutants: tuple[Mutant, ...]


@define(eq=False)
class Campaign:
    """Run the tests against every mutant; `found` lists what became of them."""

    batches: Sequence[Batch]
    folder: Path
    seconds: float
    """How long a mutant may live, in seconds of processor."""

    say: Callable[[str], None]
    done: Callable[[Batch, Sequence[Outcome]], None]
    found: list[Outcome] = field(factory=list)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Fork once for every mutant, so many at a time as there are workers."""
        reach, items = read(self.folder), {item.nodeid: item for item in session.items}
        trial = Trial(items, functions(), list(caches()), self.seconds)
        gc.collect()
        gc.freeze()
        for batch in self.batches:
            self.found = []
            self._batch(batch, trial, reach)
            self.done(batch, self.found)
        return True

    def _batch(self, batch: Batch, trial: "Trial", reach: Reach) -> None:
        running: dict[int, tuple[Mutant, int, int]] = {}
        for at, mutant in enumerate(batch.mutants):
            if at % 50 == 0:
                self.say(f"{batch.name}: {at} of {len(batch.mutants)}")
            tests = chosen(reach, mutant, batch.room)
            tests = [(stage, test) for stage, test in tests if test.name in trial.items]
            if not tests:
                found = "killed" if fresh.killed(mutant, batch.room) else "untested"
                self._note(Outcome(mutant, found, "[in a fresh process]"))
                continue
            if len(running) >= WORKERS:
                self._wait(running)
            notes = os.memfd_create("notes")
            child = os.fork()
            if not child:
                trial(mutant, tests, notes)
            running[child] = (mutant, notes, len(tests))
        while running:
            self._wait(running)

    def _wait(self, running: dict[int, tuple[Mutant, int, int]]) -> None:
        child, status = os.wait()
        mutant, notes, many = running.pop(child)
        told = os.pread(notes, LINE, 0).decode(errors="replace").partition("\n")[0]
        os.close(notes)
        last = told.split("\t") if told else ["", "0", "0"]
        tests, seconds = int(last[1]), float(last[2])
        if os.WIFSIGNALED(status):
            slow = os.WTERMSIG(status) in {signal.SIGPROF, signal.SIGALRM}
            verdict = "timeout" if slow else "killed"
            self._note(Outcome(mutant, verdict, last[0], tests, seconds))
        elif os.WEXITSTATUS(status) == UNPLACED:
            self._note(Outcome(mutant, "unplaced", last[0]))
        elif os.WEXITSTATUS(status):
            self._note(Outcome(mutant, "killed", last[0], tests, seconds))
        else:
            self._note(Outcome(mutant, "survived", "", tests, seconds, many - tests))

    def _note(self, outcome: Outcome) -> None:
        self.found.append(evolve(outcome, mutant=evolve(outcome.mutant, text="")))
        mutant = outcome.mutant
        if outcome.verdict in {"survived", "untested", "unplaced"}:
            self.say(
                f"{outcome.verdict} {mutant.key} line {mutant.line}: "
                f"{' / '.join(mutant.before)} -> {' / '.join(mutant.after)}"
            )


def chosen(reach: Reach, mutant: Mutant, room: str) -> list[tuple[int, Test]]:
    """List the tests that run the changed lines; those of the whole function where none does.

    A default of an argument is not run by a test, but by the import.
    """
    text = mutant.whole
    lines = lines_of(text, mutant.line, len(mutant.after))
    head = mutant.line + max(len(mutant.before), 1)
    tests = reach.of(mutant.module, {*lines, *range(mutant.line, head)})
    if not tests:
        tests = reach.of(mutant.module, _body(text, mutant.line))
    return in_order(tests, mutant.module, room)


def _body(text: str, line: int) -> range:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or line):
            return range(node.body[0].lineno, (node.end_lineno or line) + 1)
    return range(0)


@frozen
class Trial:
    """What a fork needs: the tests, the functions that may be changed, and all caches."""

    items: Mapping[str, pytest.Item]
    places: Mapping[tuple[str, str], Sequence[FunctionType]]
    caches: Sequence[Cache]
    seconds: float

    def __call__(self, mutant: Mutant, tests: Sequence[tuple[int, Test]], notes: int) -> None:
        """Put a mutant in place, run tests until one fails, and end the process."""
        start, done = time.process_time(), 0

        def tell(name: str) -> None:
            line = f"{name}\t{done}\t{time.process_time() - start:.3f}\n"
            os.pwrite(notes, line.encode().ljust(LINE), 0)

        def ends(name: str) -> None:
            tell(name)
            os._exit(KILLED)

        try:
            quiet()
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.alarm(MOST_WALL)
            try:
                put(mutant, self.places)
            except (LookupError, SyntaxError, ValueError) as error:
                tell(f"[{type(error).__name__}: {error}]")
                os._exit(UNPLACED)
            forget(self.caches)
            next(iter(self.items.values())).config.pluginmanager.register(Watch(ends))
            for stage, test in tests:
                if time.process_time() - start > STARTS.get(stage, 1.0) * self.seconds:
                    continue
                done += 1
                tell(test.name)
                signal.setitimer(signal.ITIMER_PROF, 5 + 8 * test.seconds)
                item = self.items[test.name]
                item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        except BaseException as error:  # noqa: BLE001 (whatever it is, the mutant did it)
            ends(f"[{type(error).__name__}]")
        tell("")
        os._exit(0)
