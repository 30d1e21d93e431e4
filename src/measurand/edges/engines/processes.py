"""Several processes on this machine: a worker killed is replaced, and its shard is tried again.

Workers come from a fork server, where there is one: a small process that has loaded what workers
need, and nothing else. So they start in milliseconds, share that memory, and hold no lock, thread
or data of this process. Elsewhere each is started anew (spawn). A worker ends when this process
does, however it ends, since then nobody holds the other end of a pipe that it waits on.
"""

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from threading import Thread
from time import sleep
from types import ModuleType, TracebackType
from typing import Self

from measurand.edges.engines.partial import Lost, Partial
from measurand.edges.engines.run import Engine, Watch
from measurand.edges.engines.tasks import Task
from measurand.edges.engines.work import work

_AHEAD = 2
_TRIES = 2
_STARTS = 5
_PAUSE = 0.05
"""Seconds: half of the first wait before workers are started again; each is twice the last."""
_KILLED = "the process that read it ended, twice: was it killed for want of memory?"


def processes(workers: int | None = None) -> Engine:
    """Make an engine of so many worker processes: by default as many as there are cores.

    >>> processes(2) is processes(2)
    False

    Raises ValueError where there would be none.
    """
    number = cores() if workers is None else workers
    if number < 1:
        message = f"at least one worker: got {number}"
        raise ValueError(message)

    def run(tasks: Sequence[Task], _watch: Watch) -> Iterator[Partial | Lost]:
        return _Crew(min(number, len(tasks))).results(tasks)

    return run


def cores() -> int:
    """Count the cores that this process may use.

    >>> cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class _Crew:
    """Some workers, the tasks that wait for them, and how often those have failed."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.waiting: deque[Task] = deque()
        self.suspects: deque[Task] = deque()
        self.failed: dict[int, int] = {}
        self.missed = 0

    def results(self, tasks: Sequence[Task]) -> Iterator[Partial | Lost]:
        """Give results as they come."""
        self.waiting.extend(tasks)
        while self.waiting or self.suspects:
            with _Pool(self.number) as pool:
                yield from self._until_broken(pool)

    def _until_broken(self, pool: "_Pool") -> Iterator[Partial | Lost]:
        """Keep the workers busy, with little more than they can do."""
        flying: dict[Future[Partial], Task] = {}
        broken = False
        while flying or (not broken and (self.waiting or self.suspects)):
            while not broken and (task := self._next(len(flying))) is not None:
                try:
                    flying[pool.submit(task)] = task
                except BrokenExecutor:
                    self._back(task)
                    broken = True
                except (EOFError, OSError) as missed:
                    yield from self._unstarted(task, missed)
                    broken = True
            done, _ = wait(flying, return_when=FIRST_COMPLETED)
            for future in done:
                task = flying.pop(future)
                error = future.exception()
                broken = broken or isinstance(error, BrokenExecutor)
                if error is None:
                    self.missed = 0
                    yield future.result()
                elif isinstance(error, Exception):
                    yield from self._again(task, error)
                else:
                    raise error

    def _next(self, flying: int) -> Task | None:
        """Take the next task; one that has failed is read alone, so that no other fails with it."""
        if self.suspects:
            return None if flying else self.suspects.popleft()
        if self.waiting and flying < self.number * _AHEAD:
            return self.waiting.popleft()
        return None

    def _back(self, task: Task) -> None:
        """Put back a task that nobody began."""
        (self.suspects if task.index in self.failed else self.waiting).appendleft(task)

    def _unstarted(self, task: Task, why: Exception) -> Iterator[Lost]:
        """Wait a little where no worker can be started, as when the fork server was killed.

        It is started again when it is seen to be gone. After some waits in vain, shards are lost.
        """
        self.missed += 1
        if self.missed < _STARTS:
            sleep(_PAUSE * 2**self.missed)
            self._back(task)
        else:
            yield Lost(task, f"no process could be started to read it: {why}"[:200])

    def _again(self, task: Task, error: Exception) -> Iterator[Lost]:
        tries = self.failed.get(task.index, 0) + 1
        self.failed[task.index] = tries
        if tries < _TRIES:
            self.suspects.append(task)
        elif isinstance(error, BrokenExecutor):
            yield Lost(task, _KILLED)
        else:
            yield Lost(task, f"{type(error).__name__}: {error}"[:200])


class _Pool:
    """An executor whose workers end at once when it is left by an error."""

    def __init__(self, number: int) -> None:
        context = _context()
        self._ends, self._ours = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(
            number, mp_context=context, initializer=_begin, initargs=(self._ends,)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            self._ours.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._ours.close()
        self._ends.close()

    def submit(self, task: Task) -> Future[Partial]:
        with _no_main():
            return self._executor.submit(work, task)


def _context() -> BaseContext:
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([work.__module__])
    return context


@contextmanager
def _no_main() -> Iterator[None]:
    """Hide the program that runs: workers would load it, whatever it does when it is loaded."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _begin(ends: Connection) -> None:
    """Begin as a worker: leave interrupts to the process that started it, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(ends,), daemon=True).start()


def _end_with(ends: Connection) -> None:
    ends.poll(None)
    os._exit(1)
