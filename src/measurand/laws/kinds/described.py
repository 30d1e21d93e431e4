"""A kind as it is listed: its claims and its laws, as texts."""

from collections.abc import Mapping
from typing import ParamSpec, TypeVar

from attrs import frozen

from measurand.algebra.law import Algebra, Law
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import EXACT

P = ParamSpec("P")
C = TypeVar("C")
S = TypeVar("S")


@frozen(kw_only=True)
class Listed:
    """A law as it is listed; `of` says whose it is: the name of a kind, or `definitions`.

    >>> Listed(of="set-f1", id="swap", says="", algebra=Algebra.SYMMETRY).needs
    frozenset()
    """

    of: str
    id: str
    says: str
    algebra: Algebra
    needs: frozenset[str] = frozenset()


@frozen(kw_only=True)
class Described:
    """A kind as it is listed.

    >>> Described(name="mine", takes="a number", claims={}, laws=()).claims
    {}
    """

    name: str
    takes: str
    claims: Mapping[str, str]
    laws: tuple[Listed, ...]
    apart: tuple[frozenset[str], ...] = ()
    suites: tuple[str, ...] = ()
    names: str = ""

    @property
    def about_name(self) -> str:
        """Say what the name of the kind claims; empty where it is not named after a metric."""
        said = f"Its name is the claim {self.names}, made unless one apart from it is."
        return said if self.names else ""


def claims_listed(kind: Described) -> Mapping[str, str]:
    """Give the claims that functions of a kind can make, the one of every kind last.

    >>> [*claims_listed(Described(name="mine", takes="", claims={"even": ""}, laws=()))]
    ['even', 'exact']
    """
    return {**kind.claims, EXACT: "answers are equal to the last bit, not only nearly"}


def listed(of: str, law: Law[S, C]) -> Listed:
    """List a law.

    >>> listed("numbers", Law("sample order", "", lambda f, n: Holds())).id
    'sample-order'
    """
    return Listed(of=of, id=law.id, says=law.says, algebra=law.algebra, needs=law.needs)


def described(kind: Kind[P, C], *suites: str) -> Described:
    """List a kind, with the names of its suites.

    >>> described(Kind(name="mine", takes="a number", claims={}, laws=()), "MINE_1").suites
    ('MINE_1',)
    """
    return Described(
        name=kind.name,
        takes=kind.takes,
        claims=kind.claims,
        laws=tuple(listed(kind.name, law) for law in kind.laws),
        apart=kind.apart,
        suites=suites,
        names=kind.names,
    )
