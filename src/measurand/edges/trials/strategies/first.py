"""One drawn value, for examples: the first that will do, not the smallest."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.strategies import SearchStrategy

T = TypeVar("T")
ONCE = settings(
    max_examples=500,
    database=None,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)


def first(strategy: SearchStrategy[T], such: Callable[[T], bool] = lambda _value: True) -> T:
    """Give a drawn value that is such, the same in every run.

    >>> from hypothesis import strategies as st
    >>> first(st.integers(0, 9), lambda n: n > 8)
    9

    Raises NoSuchExample of Hypothesis where none is drawn.
    """
    return find(strategy, such, settings=ONCE, random=Random(0))  # noqa: S311  # no secret
