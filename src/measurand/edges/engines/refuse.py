"""The bytes of bad records, kept outside memory until it is their turn."""

from collections.abc import Callable, Iterator
from struct import Struct
from typing import Self

from measurand.edges.engines.partial import Partial
from measurand.edges.engines.scratch import Scratch
from measurand.edges.files import Bad, Rest

_FRAME = Struct("<?Q")


class Refuse:
    r"""Bad records of shards, each shard known by its index.

    >>> with Refuse() as refuse:
    ...     refuse.keep(Partial(index=1, bad=((1, (Bad((), b"{\n"),)),)))
    ...     refuse.keep(Partial(index=0, bad=((0, (Bad((), b"["), Rest(b"[\n"))),)))
    ...     refuse.hand(print)
    Bad(faults=(), raw=b'[', no_json=False)
    Rest(raw=b'[\n')
    Bad(faults=(), raw=b'{\n', no_json=False)
    """

    def __init__(self) -> None:
        """Start with none."""
        self._kept = Scratch()
        self._runs: dict[int, tuple[int, int]] = {}

    def __enter__(self) -> Self:
        """Be closed at the end."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Forget them."""
        self._kept.__exit__()

    def keep(self, partial: Partial) -> None:
        """Keep the bad records of a shard, in place of those of another reading of it."""
        self._runs.pop(partial.index, None)
        for index, events in partial.bad:
            start = self._kept.size
            for event in events:
                self._kept.add(_FRAME.pack(isinstance(event, Bad), len(event.raw)))
                self._kept.add(event.raw)
            self._runs[index] = (start, self._kept.size)

    def hand(self, sink: Callable[[Bad | Rest], None]) -> None:
        """Hand them on, in the order of the shards."""
        if not self._runs:
            return
        with self._kept.view() as whole:
            for _, (start, end) in sorted(self._runs.items()):
                for event in _events(whole, start, end):
                    sink(event)


def _events(whole: memoryview, at: int, end: int) -> Iterator[Bad | Rest]:
    while at < end:
        bad, length = _FRAME.unpack_from(whole, at)
        at += _FRAME.size + length
        raw = bytes(whole[at - length : at])
        yield Bad((), raw) if bad else Rest(raw)
