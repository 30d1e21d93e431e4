"""What a strategy draws, drawn once and asked many questions.

It is drawn in batches, and no more of them than it takes to find what is asked for: that something
is reached is as true after 20 values as after 1000.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

T = TypeVar("T")
BATCH, ENOUGH = 100, 2000


@cache
def _batch(strategy: st.SearchStrategy[T], number: int, which: int) -> tuple[T, ...]:
    """Draw some values, the same ones in every run."""
    found: list[T] = []

    @seed(which)
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value: T) -> None:
        found.append(value)

    collect()
    return tuple(found)


def drawn(
    strategy: st.SearchStrategy[T], number: int = ENOUGH, *, batch: int = BATCH
) -> Iterator[T]:
    """Draw so many values, a batch when it is asked for; always the same ones."""
    for which in range(number // batch):
        yield from _batch(strategy, batch, which)


def reached(strategy: st.SearchStrategy[T], wanted: Callable[[T], bool]) -> bool:
    """Say whether a strategy draws what is wanted."""
    return any(wanted(value) for value in drawn(strategy))
