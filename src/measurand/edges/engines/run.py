"""How a run reads: from where, how carefully, by which engine, and whom it tells.

An engine is whoever turns tasks into partial results, in whatever order: the driver adds them up,
and sums of counts do not know in which order they came.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from attrs import field, frozen, validators

from measurand.edges.engines.partial import Lost, Partial
from measurand.edges.engines.spilled_counts import MOST_ROWS, Held
from measurand.edges.engines.tasks import SHARD_BYTES, Task
from measurand.edges.files import Bad, ReadOptions, Rest


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


OnLost = Literal["stop", "leave_out"]


def ignored(_event: object) -> None:
    """Do nothing with what is passed."""


@frozen(kw_only=True)
class Run:
    """How to read: the folder that paths are relative to, what to do with bad records.

    `options` say how careful reading is, and its bounds. `skip` goes on behind bad records and
    counts them; otherwise they fail the run, all of them named, up to a thousand. With
    `only_no_json`, those that are JSON fail it nevertheless. `sink` is handed every bad record,
    `tick` the number of records so far.

    Without an `engine`, every file is read here, one after the other. An engine is given shards of
    about `shard_bytes`; the numbers are the same, to the bit. A shard that it loses fails the run,
    or is left out and told beside every number (`lost`). With `resume`, a folder, a shard that is
    done is kept there, and a run of the same plan goes on where the last one ended. `watch` is told
    how far the run is.

    Past `most_rows` distinct rows of a slice, they go to a temporary file, in `folder`, by default
    that of the system for such files.

    >>> Run(root=Path(".")).skip
    False
    """

    root: Path
    options: ReadOptions = field(factory=ReadOptions)
    skip: bool = False
    only_no_json: bool = False
    sink: Callable[[Bad | Rest], None] = ignored
    tick: Callable[[int], None] = ignored
    engine: Engine | None = None
    shard_bytes: int = field(default=SHARD_BYTES, validator=validators.ge(1))
    lost: OnLost = field(default="stop", validator=validators.in_(("stop", "leave_out")))
    resume: Path | None = None
    watch: Watch = unwatched
    most_rows: int = field(default=MOST_ROWS, validator=validators.ge(0))
    folder: Path | None = None

    def held(self) -> Held:
        """Start counts of one slice."""
        return Held(most_rows=self.most_rows, folder=self.folder)

    def skips(self, bad: Bad) -> bool:
        """Tell whether the run goes on behind a bad record.

        >>> run = Run(root=Path("."), skip=True, only_no_json=True)
        >>> run.skips(Bad((), b"7")), run.skips(Bad((), b"{", no_json=True))
        (False, True)
        """
        return self.skip and (bad.no_json or not self.only_no_json)

    @property
    def sharded(self) -> bool:
        """Tell whether files are read in shards."""
        return self.engine is not None or self.resume is not None or self.lost == "leave_out"
