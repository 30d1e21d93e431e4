"""Work that is counted, not timed: the same on every machine."""

from collections.abc import Iterator
from contextlib import contextmanager

_PLENTY = 10**15


class Steps:
    """How many steps are left. One that was begun is finished, so it may fall below none.

    >>> steps = Steps(9)
    >>> with steps.at_most(3):
    ...     steps.take(2)
    ...     steps.left
    1
    >>> steps.left, steps.spent
    (7, False)
    """

    def __init__(self, left: int = _PLENTY) -> None:
        self.left = left

    def take(self, count: int) -> None:
        """Use some up."""
        self.left -= count

    @property
    def spent(self) -> bool:
        """Tell whether none is left."""
        return self.left <= 0

    @contextmanager
    def at_most(self, count: int) -> Iterator[None]:
        """Allow no more than so many for a while; what is not used stays."""
        before = self.left
        own = min(before, count)
        self.left = own
        try:
            yield
        finally:
            self.left = before - (own - self.left)
