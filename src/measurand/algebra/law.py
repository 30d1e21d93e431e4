"""A guarantee as a value: its name, its sentence, and the check that decides one case.

A law is stated once and used three times: as a sentence for people, as a check of generated cases,
and as a test that is written out for somebody else's code. A check has three outcomes and not two,
for a law with a premise says nothing where that does not hold, and such cases are not evidence.
"""

from collections.abc import Callable
from enum import Enum
from typing import Generic, TypeVar

from attrs import frozen

S = TypeVar("S")
C = TypeVar("C")


class Algebra(Enum):
    """The body of laws that a law belongs to.

    >>> Algebra("empty rules").name
    'EMPTY_RULES'
    """

    BOUNDS = "bounds"
    IDENTITY = "identity"
    SYMMETRY = "symmetry"
    ORDER = "order"
    MULTISET = "multiset"
    MONOTONE = "monotone"
    MERGE = "merge"
    EMPTY_RULES = "empty rules"
    STATISTICS = "statistics"
    MULTIPLE_TESTING = "multiple testing"
    TRANSFORMS = "transforms"
    GRAPHS = "graphs"
    SIGNATURES = "signatures"


@frozen
class Holds:
    """The law holds in this case.

    >>> Holds()
    Holds()
    """


@frozen
class Broken:
    """The law is broken in this case, and how; `calls` are what was asked, as lines of code.

    >>> Broken("1/2 became 1/3").because
    '1/2 became 1/3'
    """

    because: str
    calls: tuple[str, ...] = ()


@frozen
class Silent:
    """The law says nothing about this case, and why.

    >>> Silent("no sample").because
    'no sample'
    """

    because: str


Outcome = Holds | Broken | Silent


@frozen
class Law(Generic[S, C]):
    """A sentence about every case of a subject.

    A law that has needs applies only to subjects that claim all of them; `algebra` says of which
    kind it is.

    >>> even = Law("even", "Doubling gives an even number.",
    ...            lambda f, n: Holds() if f(n) % 2 == 0 else Broken(f"{f(n)} is odd"))
    >>> even.check(lambda n: n + n, 3), even.check(lambda n: n + 1, 2)
    (Holds(), Broken(because='3 is odd', calls=()))
    """

    name: str
    says: str
    check: Callable[[S, C], Outcome]
    algebra: Algebra = Algebra.BOUNDS
    needs: frozenset[str] = frozenset()

    @property
    def id(self) -> str:
        """Give the name under which the law is called from outside; it never changes.

        >>> Law("sample order", "", lambda f, n: Holds()).id
        'sample-order'
        """
        return self.name.replace(" ", "-")


def law(
    name: str, says: str, algebra: Algebra = Algebra.BOUNDS, *needs: str
) -> Callable[[Callable[[S, C], Outcome]], Law[S, C]]:
    """Make a check a law, for subjects that make all the claims it needs.

    >>> law("two ways", "", Algebra.ORDER, "even")(lambda f, n: Holds()).needs
    frozenset({'even'})
    """
    return lambda check: Law(name, says, check, algebra, frozenset(needs))
