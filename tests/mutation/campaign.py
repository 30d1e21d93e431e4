"""A plugin of pytest that runs the chosen tests against mutants, each in a fork of one process.

The tests are collected once. A mutant is put in place by giving the function that is there the
code of the mutated one, so that every name that was imported of it is reached.
"""

import ast
import gc
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from attrs import define, evolve, field, frozen
from coverage import Coverage

from tests.mutation.mutants import SOURCE, Mutant, lines_of
from tests.mutation.reach import PROPERTIES, ROOM, Reach, Test, in_order, read

WORKERS = 2
STARTS = {ROOM: 0.4, PROPERTIES: 0.8}
"""The share of its time after which no test of a stage starts; the last stage has the rest."""

MOST_WALL = 1200
MEMORY = 6 * 2**30
LINE = 2000
KILLED, UNPLACED = 1, 3
STORES = (("measurand.metrics.signature", "_SCHEMAS"),)
"""What keeps the results of functions besides `lru_cache`."""


@frozen
class Outcome:
    """What became of a mutant, by which test, and how many tests it took."""

    mutant: Mutant
    verdict: str
    """`killed`, `timeout`, `survived`, `untested` (no test runs its lines) or `unplaced`."""

    killer: str = ""
    tests: int = 0
    seconds: float = 0.0
    skipped: int = 0
    """Tests that ran its lines and were not started for want of time."""


@define(eq=False)
class Mapper:
    """Run every test once, alone, and note its seconds and the lines of the core that it runs."""

    folder: Path
    known: frozenset[str] = frozenset()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Share the tests out to forks."""
        new = [item for item in session.items if item.nodeid not in self.known]
        stamp = f"{time.time_ns()}"
        children = []
        for at in range(WORKERS):
            child = os.fork()
            if not child:
                _quiet()
                self._map(new[at::WORKERS], self.folder / f"{stamp}-{at}")
                os._exit(0)
            children.append(child)
        for child in children:
            os.waitpid(child, 0)
        return True

    def _map(self, items: Sequence[pytest.Item], name: Path) -> None:
        watch = Watch()
        items[0].config.pluginmanager.register(watch)
        data = str(name.with_suffix(".sqlite"))
        cover = Coverage(data_file=data, config_file=False, include=[f"{SOURCE}/*"])
        seconds = {}
        caches = list(_caches())
        cover.start()
        for item in items:
            _forget(caches)
            cover.switch_context(item.nodeid)
            start, watch.failed = time.process_time(), False
            item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
            if not watch.failed:
                seconds[item.nodeid] = time.process_time() - start
        cover.stop()
        cover.save()
        name.with_suffix(".json").write_text(json.dumps(seconds), encoding="utf-8")


@define(eq=False)
class Watch:
    """Note that a test failed, and end the process there where a mutant is in place."""

    ends: Callable[[str], None] | None = None
    failed: bool = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport | None:
        """Look at what a phase of a test raised, before it is written down at length."""
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            self.failed = True
            if self.ends is not None:
                self.ends(item.nodeid)
        return None


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
        trial = Trial(items, _functions(), list(_caches()), self.seconds)
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
                self._note(Outcome(mutant, "untested"))
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


def _quiet() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


@frozen
class Trial:
    """What a fork needs: the tests, the functions that may be changed, and all caches."""

    items: Mapping[str, pytest.Item]
    places: Mapping[tuple[str, str], Sequence[FunctionType]]
    caches: Sequence["_lru_cache_wrapper[object]"]
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
            _quiet()
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.alarm(MOST_WALL)
            try:
                put(mutant, self.places)
            except (LookupError, SyntaxError, ValueError) as error:
                tell(f"[{type(error).__name__}: {error}]")
                os._exit(UNPLACED)
            _forget(self.caches)
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


def put(mutant: Mutant, places: Mapping[tuple[str, str], Sequence[FunctionType]]) -> None:
    """Give the functions that are there the code of the mutant, and its defaults.

    Raises LookupError where no such function is there.
    """
    file = str(SOURCE / mutant.module)
    code = compile(mutant.text, file, "exec", dont_inherit=True)
    new = [one for one in _codes(code) if one.co_qualname == mutant.function]
    there = places.get((file, mutant.function), ())
    if len(new) != 1 or not there:
        message = f"a function of a module: got {mutant.key}"
        raise LookupError(message)
    for one in there:
        one.__code__ = new[0]
        positional, named = _defaults(mutant, one)
        one.__defaults__, one.__kwdefaults__ = positional, named


def _defaults(
    mutant: Mutant, there: FunctionType
) -> tuple[tuple[object, ...] | None, dict[str, object] | None]:
    """Evaluate the defaults of the mutated function where they are simple; the others stay."""
    first = there.__code__.co_firstlineno
    for node in ast.walk(ast.parse(mutant.text)):
        if isinstance(node, ast.FunctionDef) and node.lineno == first:
            old = there.__defaults__ or ()
            positional = [
                _value(one, there, was) for one, was in zip(node.args.defaults, old, strict=False)
            ]
            kept = there.__kwdefaults__ or {}
            named = {
                arg.arg: _value(one, there, kept.get(arg.arg))
                for arg, one in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
                if one is not None
            }
            return tuple(positional) or None, named or None
    return there.__defaults__, there.__kwdefaults__


def _value(node: ast.expr, there: FunctionType, was: object) -> object:
    if isinstance(node, ast.Constant):
        return node.value
    return there.__globals__.get(node.id, was) if isinstance(node, ast.Name) else was


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


def _functions() -> dict[tuple[str, str], list[FunctionType]]:
    """Find every function of the core that is alive, whatever wraps it."""
    found: dict[tuple[str, str], list[FunctionType]] = {}
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename.startswith(f"{SOURCE}/"):
            found.setdefault((one.__code__.co_filename, one.__code__.co_qualname), []).append(one)
    return found


def _caches() -> Iterator["_lru_cache_wrapper[object]"]:
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith("measurand"):
            yield one


def _forget(caches: Iterable["_lru_cache_wrapper[object]"]) -> None:
    """Empty what is kept of earlier calls."""
    for cache in caches:
        cache.cache_clear()
    for module, name in STORES:
        getattr(sys.modules[module], name).clear()


def collect(plugin: object, paths: Sequence[str]) -> int:
    """Collect the tests and hand them to a plugin."""
    options = ["-q", "--doctest-modules", "--assert=plain", "--tb=native", "--capture=sys"]
    off = ["-p", "no:cacheprovider", "-p", "no:xdist"]
    return int(pytest.main([*options, *off, *paths], plugins=[plugin]))
