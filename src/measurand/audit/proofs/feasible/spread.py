"""How gold items may be spread over samples."""

from collections.abc import Iterable, Iterator


def spread(gold: int, samples: Iterable[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """List the ways to spread gold items over samples, the empty ones written too.

    >>> list(spread(2, [2]))
    [(2, (2, 0)), (2, (1, 1))]
    """
    for number in samples:
        for parts in _parts(gold, number, gold):
            yield number, (*parts, *(0,) * (number - len(parts)))


def _parts(total: int, most: int, largest: int) -> Iterator[tuple[int, ...]]:
    """List partitions of a whole number into at most so many parts, the largest part first."""
    waiting: list[tuple[tuple[int, ...], int]] = [((), total)]
    while waiting:
        parts, rest = waiting.pop()
        if not rest:
            yield parts
        elif len(parts) < most:
            top = min(rest, parts[-1] if parts else largest)
            waiting += [((*parts, part), rest - part) for part in range(1, top + 1)]
