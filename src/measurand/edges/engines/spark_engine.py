"""The Spark engine: shards are read by the executors of a cluster, or of this machine."""

import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from toolz import partition_all

from measurand.edges.engines.cluster import ClusterError, answer, here, needs_extra, reason
from measurand.edges.engines.partial import Lost, Partial
from measurand.edges.engines.partial_bytes import decoded_partial, encoded_partial
from measurand.edges.engines.run import Engine, Watch
from measurand.edges.engines.tasks import Task
from measurand.values.fault import Fault, visible

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.java_gateway import Gateway

LOCAL = "local[*]"
_LOOPBACK = "127.0.0.1"
_LONGEST = 300

Answer = tuple[bytes, str]
"""A partial result as bytes; or none, and why."""

_SETTINGS = {
    "spark.app.name": "measurand",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
}
_ALONE = {"spark.driver.host": _LOOPBACK, "spark.driver.bindAddress": _LOOPBACK}


@contextmanager
def spark(master: str = LOCAL) -> Iterator[Engine]:
    """Give an engine over Spark: processes of this machine (`local[*]`), or a master's address.

    Spark is started when the engine is first asked, which takes seconds, and ended with the block;
    it needs Java. Settings other than the master are those of `spark-defaults.conf`. `local[4]`
    listens to this machine alone. A master at an address, such as `spark://10.0.0.5:7077`, is
    trusted: what goes to it is pickled. Its executors need this version of measurand, and the files
    at the same paths: on a shared disk, or on each of them.

    Shards are read in waves, one task each; counts come back as bytes of their own, not pickled. A
    shard that raises is tried twice. Where a worker dies, Spark gives up the wave: its shards are
    read again, one at a time. A shard that ends its worker again is lost.

    >>> from measurand.edges.engines.run import unwatched
    >>> with spark() as engine:
    ...     list(engine((), unwatched))
    []

    Raises ClusterError, when the engine is asked, where pyspark is not installed, or Spark does not
    start.
    """
    with ExitStack() as stack:
        context = cache(lambda: stack.enter_context(_context(master)))

        def engine(tasks: Sequence[Task], _watch: Watch) -> Iterator[Partial | Lost]:
            return _read(context(), tasks) if tasks else iter(())

        yield engine


@contextmanager
def _context(master: str) -> Iterator["SparkContext"]:
    try:
        from pyspark import SparkConf, SparkContext
        from pyspark.sql import SparkSession
    except ModuleNotFoundError as missing:
        raise needs_extra(missing, "spark") from missing
    session = SparkSession.getActiveSession()
    if session is not None:
        yield session.sparkContext
        return
    conf = SparkConf(loadDefaults=False).setMaster(master)
    local = master.startswith("local")
    for name, value in (_SETTINGS | (_ALONE if local else {})).items():
        conf.set(name, value)
    with _own_interrupts():
        try:
            with _same_python() if local else nullcontext():
                context = SparkContext(conf=conf, gateway=_java())
        except Exception as error:
            expected = "a Spark that starts: it needs Java, and a master that answers"
            raise ClusterError(Fault(path=master, got=_told(error), expected=expected)) from error
        try:
            yield context
        finally:
            with suppress(Exception):
                context.cancelAllJobs()
            context.stop()


@cache
def _java() -> "Gateway":
    """Start Java once for this process, which ends it; what it logs is dropped."""
    from pyspark.java_gateway import launch_gateway

    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return launch_gateway(None, quiet)


@contextmanager
def _own_interrupts() -> Iterator[None]:
    """Give control-C back to who had it: Spark takes it, and keeps it."""
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, before)


@contextmanager
def _same_python() -> Iterator[None]:
    """Let workers of this machine run this Python, unless somebody said another."""
    said = {"SPARK_LOCAL_IP": _LOOPBACK, "PYSPARK_PYTHON": sys.executable}
    new = {name: value for name, value in said.items() if name not in os.environ}
    os.environ.update(new)
    try:
        yield
    finally:
        for name in new:
            del os.environ[name]


def _read(context: "SparkContext", tasks: Sequence[Task]) -> Iterator[Partial | Lost]:
    suspects: list[Task] = []
    size = max(2, context.defaultParallelism)
    for wave, found in _waves(context, [*partition_all(size, tasks)]):
        if isinstance(found, Exception):
            suspects += wave
        else:
            yield from map(_result, wave, found)
    for wave, found in _waves(context, [(task,) for task in suspects], at_once=1):
        if isinstance(found, Exception):
            yield Lost(wave[0], f"its worker failed, twice: {_told(found)}")
        else:
            yield from map(_result, wave, found)


def _waves(
    context: "SparkContext", waves: Sequence[Sequence[Task]], *, at_once: int = 2
) -> Iterator[tuple[Sequence[Task], list[Answer] | Exception]]:
    """Read waves of shards, two at once: while the last of one are read, the next begins."""
    waiting, asked = iter(waves), deque[tuple[Sequence[Task], Future[list[Answer]]]]()
    with ThreadPoolExecutor(at_once) as threads:
        try:
            while True:
                for wave in islice(waiting, at_once - len(asked)):
                    asked.append((wave, threads.submit(_job, context, wave)))
                if not asked:
                    return
                wave, future = asked.popleft()
                error = future.exception()
                if error is None:
                    yield wave, future.result()
                elif isinstance(error, Exception):
                    yield wave, error
        except BaseException:
            context.cancelAllJobs()
            raise


def _job(context: "SparkContext", wave: Sequence[Task]) -> list[Answer]:
    slices = context.parallelize(wave, len(wave))
    return slices.mapPartitions(partial(answers, asking=here())).collect()


def answers(tasks: Iterable[Task], asking: str) -> Iterator[Answer]:
    """Read shards for somebody of the version `asking`, each at most twice.

    >>> list(answers((), "9"))
    []
    """
    return (_tried(task, asking) for task in tasks)


def _tried(task: Task, asking: str) -> Answer:
    with suppress(Exception):  # whatever it was, the shard has a second chance
        return _encoded(task, asking)
    try:
        return _encoded(task, asking)
    except Exception as error:  # noqa: BLE001  # one shard must not end the job of the others
        return b"", reason(error)


def _encoded(task: Task, asking: str) -> Answer:
    return encoded_partial(answer(task, asking)), ""


def _result(task: Task, found: Answer) -> Partial | Lost:
    encoded, because = found
    return Lost(task, because) if because else decoded_partial(encoded)


def _told(error: BaseException) -> str:
    """Say what was raised in the end: Java names every hand that it went through."""
    lines = [line for line in str(error).splitlines() if line.startswith(": ")]
    if not lines:
        return reason(error)
    return visible(lines[0].rpartition("Exception: ")[2].partition(". ")[0][:_LONGEST])
