"""Progress on standard error, only where a person looks at it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


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
