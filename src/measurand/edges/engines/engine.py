"""What an engine is: whoever turns tasks into partial results, in whatever order."""

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from measurand.edges.engines.partial import Lost, Partial
from measurand.edges.engines.tasks import Task


@frozen(kw_only=True)
class Progress:
    """How far a run is: shards that are done of all, bytes of all, and records so far.

    >>> Progress(done=1, shards=4, bytes=10, size=40, records=3).shards
    4
    """

    done: int
    shards: int
    bytes: int
    size: int
    records: int


Watch = Callable[[Progress], None]
"""Is told how far a run is: after every shard, and by an engine that knows more in between."""

Engine = Callable[[Sequence[Task], Watch], Iterator[Partial | Lost]]
"""Gives a partial result for every task, or says that it is lost; in any order, each once.

The driver tells the watch after every result, so an engine need not. Closing the iterator ends
what is under way. What an engine raises ends the run.
"""


def unwatched(_progress: Progress) -> None:
    """Tell nobody."""
