"""The Dask engine: shards are read by the workers of a cluster, in this machine or in many."""

import logging
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from itertools import islice
from multiprocessing import resource_tracker
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from measurand.edges.engines.cluster import ClusterError, answer, here, needs_extra, reason
from measurand.edges.engines.partial import Lost, Partial
from measurand.edges.engines.run import Engine, Watch
from measurand.edges.engines.tasks import Task
from measurand.values.fault import Fault

if TYPE_CHECKING:
    from distributed import Client, Future

_SECONDS = 30
_LOOPBACK = "127.0.0.1"
# A worker that dies is noticed at once: what it held is tried again, one by one.
_SCHEDULER = {
    "allowed_failures": 0,
    "dashboard": False,
    "dashboard_address": f"{_LOOPBACK}:0",
}
_LOGGERS = ("distributed", "tornado", "asyncio")
_TWICE = "its worker ended, twice: was it killed for want of memory?"
_GONE = "start it again, and go on with --resume"


@contextmanager
def dask(workers: int = 2, *, address: str = "") -> Iterator[Engine]:
    """Give an engine over Dask: so many processes of this machine, or the scheduler at `address`.

    The cluster is started when the engine is first asked, which takes seconds, and ended with the
    block. It listens to this machine alone. A script that starts one needs
    `if __name__ == "__main__":`, as with `multiprocessing`.

    A scheduler at an address, such as `tcp://10.0.0.5:8786`, is trusted: what goes to and comes
    from it is pickled. Its workers need this version of measurand, and the files at the same paths.

    A shard that raises is tried twice. Where a worker dies, nobody knows which shard did it: what
    the worker held is tried again at the end, one shard at a time. A shard that ends its worker
    again is lost.

    >>> from measurand.edges.engines.run import unwatched
    >>> with dask(workers=2) as engine:
    ...     list(engine((), unwatched))
    []

    Raises ClusterError, when the engine is asked, where dask is not installed, no scheduler
    answers, or the scheduler goes away.
    """
    with ExitStack() as stack:
        client = cache(lambda: stack.enter_context(_client(workers, address)))

        def engine(tasks: Sequence[Task], _watch: Watch) -> Iterator[Partial | Lost]:
            return _read(client(), tasks) if tasks else iter(())

        yield engine


@contextmanager
def _client(workers: int, address: str) -> Iterator["Client"]:
    try:
        from dask import config
        from distributed import Client, LocalCluster
    except ModuleNotFoundError as missing:
        raise needs_extra(missing, "dask") from missing
    with ExitStack() as stack:
        stack.enter_context(_silence())
        if not address:
            folder = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            stack.enter_context(config.set({"temporary-directory": folder}))
            with _uninterrupted():
                cluster = LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    host=_LOOPBACK,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                    scheduler_kwargs=_SCHEDULER,
                )
            place: str | LocalCluster = stack.enter_context(cluster)
        else:
            place = address
        try:
            client = Client(place, timeout=_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            expected = "a Dask scheduler that answers, such as tcp://10.0.0.5:8786"
            fault = Fault(path=address, got=reason(error), expected=expected)
            raise ClusterError(fault) from error
        yield stack.enter_context(client)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold interrupts back in threads that are started here, and so in the processes they start.

    A control-C goes to all processes of a terminal: who started the workers ends them.
    """
    if sys.platform == "win32":
        yield
        return
    # Where it starts later, it lets interrupts through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _silence() -> Iterator[None]:
    """Keep what a cluster logs to itself: what matters of it is told as a result."""
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _read(client: "Client", tasks: Sequence[Task]) -> Iterator[Partial | Lost]:
    suspects = []
    for task, found in _asked(client, tasks, partial(_room, client)):
        if found is None:
            suspects.append(task)
        else:
            yield found
    for task, found in _asked(client, suspects, lambda: 1):
        yield Lost(task, _TWICE) if found is None else found


def _room(client: "Client") -> int:
    """Say how many shards are under way at once: one that is read, and one that waits, for each."""
    return 2 * max(1, sum(client.nthreads().values()))


def _asked(
    client: "Client", tasks: Sequence[Task], room: Callable[[], int]
) -> Iterator[tuple[Task, Partial | Lost | None]]:
    """Ask for some shards at a time; None stands for what its worker died over."""
    from distributed import as_completed

    waiting, asked = iter(tasks), dict[str, Task]()
    ready: as_completed[Partial] = as_completed(loop=client.loop)
    while True:
        for task in islice(waiting, max(0, room() - len(asked))):
            future = client.submit(answer, task, here(), pure=False, retries=1)
            asked[future.key] = task
            ready.add(future)
        if not asked:
            return
        future = next(ready)
        task = asked.pop(future.key)
        yield task, _outcome(task, future)


def _outcome(task: Task, future: "Future[Partial]") -> Partial | Lost | None:
    """Take what was found; what a worker found and took with it when it died is found again."""
    from distributed import KilledWorker

    try:
        error = future.exception()
        if error is None:
            return future.result()
    except CancelledError as gone:
        got = "none: it went away while shards were read"
        fault = Fault(path="dask", got=got, expected="a scheduler", hint=_GONE)
        raise ClusterError(fault) from gone
    return None if isinstance(error, KilledWorker) else Lost(task, reason(error))
