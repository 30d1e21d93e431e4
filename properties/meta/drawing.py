"""What a strategy draws, drawn once and asked many questions."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

T = TypeVar("T")
ENOUGH = 1000


@cache
def drawn(strategy: st.SearchStrategy[T], number: int = ENOUGH) -> tuple[T, ...]:
    """Draw many values, the same ones in every run."""
    found: list[T] = []

    @settings(
        max_examples=number,
        database=None,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value: T) -> None:
        found.append(value)

    collect()
    return tuple(found)


def reached(strategy: st.SearchStrategy[T], wanted: Callable[[T], bool]) -> bool:
    """Say whether a strategy draws what is wanted."""
    return any(wanted(value) for value in drawn(strategy))
