"""Progress on standard error, only where a person looks at it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from measurand.edges.engines.run import Progress as Far
from measurand.edges.engines.run import Watch, unwatched


@contextmanager
def ticking(stream: TextIO) -> Iterator[Callable[[int], None]]:
    """Give a function that shows how many records were read, and how fast; silent when piped.

    >>> import io
    >>> with ticking(io.StringIO()) as tick:
    ...     tick(10_000)
    """
    if not stream.isatty():
        yield lambda _count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("reading"),
        BarColumn(),
        TextColumn("{task.completed:,} records"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(file=stream), transient=True) as bar:
        task = bar.add_task("reading", total=None)
        yield lambda count: bar.update(task, completed=count)


@contextmanager
def watching(stream: TextIO) -> Iterator[Watch]:
    """Give a watch that shows bytes, rate, time left, shards and records; silent when piped.

    >>> import io
    >>> with watching(io.StringIO()) as watch:
    ...     watch(Far(done=1, shards=4, bytes=10, size=40, records=3))
    """
    if not stream.isatty():
        yield unwatched
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    columns = (
        TextColumn("reading"),
        BarColumn(),
        DownloadColumn(binary_units=True),
        TransferSpeedColumn(),
        TextColumn("shard {task.fields[done]} of {task.fields[shards]}"),
        TextColumn("{task.fields[records]:,} records"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(file=stream), transient=True) as bar:
        task = bar.add_task("reading", total=None, done=0, shards=0, records=0)

        def watch(far: Far) -> None:
            bar.update(
                task,
                total=far.size or None,
                completed=far.bytes,
                done=far.done,
                shards=far.shards,
                records=far.records,
            )

        yield watch


@contextmanager
def searching(stream: TextIO) -> Iterator[Callable[[str, int, int], None]]:
    """Give a watch that shows which rows of a table are searched, and how far; silent when piped.

    >>> import io
    >>> with searching(io.StringIO()) as watch:
    ...     watch("ours", 3, 110)
    """
    if not stream.isatty():
        yield lambda _rows, _at, _of: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}: reading"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(file=stream), transient=True) as bar:
        task = bar.add_task("searching", total=None)

        def watch(rows: str, at: int, of: int) -> None:
            shown = "".join(filter(str.isprintable, rows[:_WIDE]))
            bar.update(task, description=escape(shown), completed=at, total=of)

        yield watch


_WIDE = 40
