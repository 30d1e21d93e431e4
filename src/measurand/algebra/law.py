"""A guarantee as a value: its name, its sentence, and the check that decides one case."""

from collections.abc import Callable
from typing import Generic, TypeVar

from attrs import frozen

S = TypeVar("S")
C = TypeVar("C")


@frozen
class Holds:
    """The law holds in this case.

    >>> Holds()
    Holds()
    """


@frozen
class Broken:
    """The law is broken in this case, and how.

    >>> Broken("1/2 became 1/3").because
    '1/2 became 1/3'
    """

    because: str


Outcome = Holds | Broken


@frozen
class Law(Generic[S, C]):
    """A sentence about every case of a subject.

    >>> even = Law("even", "doubling gives an even number",
    ...            lambda f, n: Holds() if f(n) % 2 == 0 else Broken(f"{f(n)} is odd"))
    >>> even.check(lambda n: n + n, 3), even.check(lambda n: n + 1, 2)
    (Holds(), Broken(because='3 is odd'))
    """

    name: str
    says: str
    check: Callable[[S, C], Outcome]
