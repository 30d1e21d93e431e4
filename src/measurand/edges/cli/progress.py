"""Progress on standard error, only where a person looks at it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def ticking(stream: TextIO) -> Iterator[Callable[[int], None]]:
    """Give a function that shows how many records were read; silent when piped.

    >>> import io
    >>> with ticking(io.StringIO()) as tick:
    ...     tick(10_000)
    """
    if not stream.isatty():
        yield lambda _count: None
        return
    from rich.console import Console

    console = Console(file=stream)
    with console.status("reading") as status:
        yield lambda count: status.update(f"reading: {count:,} records")
