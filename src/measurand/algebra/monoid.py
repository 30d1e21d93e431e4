"""Things that add, in any grouping, with a nothing to start from."""

from collections.abc import Iterable
from typing import Protocol, Self, TypeVar


class Adds(Protocol):
    """What has a plus: the law is (a + b) + c == a + (b + c)."""

    def __add__(self, other: Self, /) -> Self:
        """Combine two of a kind."""
        ...


A = TypeVar("A", bound=Adds)


def add_all(parts: Iterable[A], nothing: A) -> A:
    """Add up, two by two, so that no part is copied more than log2(n) times.

    >>> add_all([1, 2, 3], 0)
    6
    """
    level = list(parts)
    while len(level) > 1:
        pairs = [level[i] + level[i + 1] for i in range(0, len(level) - 1, 2)]
        level = pairs + level[len(level) - len(level) % 2 :]
    return level[0] if level else nothing
