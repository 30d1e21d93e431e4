"""A kind of function: what it takes, what it can claim, and its laws.

`Described` is a kind as it is listed, its claims and its laws as texts.
"""

from collections.abc import Iterable, Mapping
from typing import Generic, ParamSpec, TypeVar

from attrs import frozen

from measurand.algebra.law import Algebra, Law
from measurand.laws.kinds.subject import EXACT, Subject
from measurand.values.suggest import did_you_mean

P = ParamSpec("P")
S = TypeVar("S")
C = TypeVar("C")


class ClaimError(ValueError):
    """A claim that the kind does not know, or two that exclude each other."""


@frozen(kw_only=True)
class Kind(Generic[P, C]):
    """What functions of one kind take and give, and the laws that they can be held to.

    `claims` says in one sentence what each claim means; `apart` lists claims of which a subject has
    at most one. A kind that is named after a metric `names` the claim to be it: newer suites take
    it as made, unless a function claims what is apart from it.

    >>> Kind(name="mine", takes="nothing", claims={}, laws=()).knows("exact")
    True
    """

    name: str
    takes: str
    claims: Mapping[str, str]
    laws: tuple[Law[Subject[P], C], ...]
    apart: tuple[frozenset[str], ...] = ()
    names: str = ""

    def __attrs_post_init__(self) -> None:
        """Refuse claims that say nothing, and laws that no function can be held to.

        Raises TypeError, ValueError or ClaimError.
        """
        claims: object = self.claims
        if not isinstance(claims, Mapping):
            got = type(claims).__name__
            message = f"kind {self.name}: claims map each claim to what it says: got a {got}"
            raise TypeError(message)
        if self.names and not self.knows(self.names):
            raise ClaimError(self._unknown(self.names))
        self.held(self.laws, f"kind {self.name}")

    def held(self, laws: Iterable[Law[Subject[P], C]], where: str) -> None:
        """Refuse two laws of one name, and a law that needs a claim which the kind does not know.

        >>> law = Law("even", "", lambda f, n: Broken(""), needs=frozenset({"evne"}))
        >>> Kind(name="mine", takes="nothing", claims={"even": ""}, laws=(law,))
        ... # doctest: +ELLIPSIS
        Traceback (most recent call last):
        measurand.laws.kinds.kind.ClaimError: law even: no claim 'evne' in kind mine: ...

        Raises ValueError.
        """
        seen: set[str] = set()
        for law in laws:
            if law.id in seen:
                raise ValueError(f"{where}: two laws are called {law.id!r}")
            seen.add(law.id)
            for claim in sorted(law.needs):
                if not self.knows(claim):
                    raise ClaimError(f"law {law.id}: {self._unknown(claim)}")

    def _unknown(self, claim: str) -> str:
        known = [*self.claims, EXACT]
        hint = did_you_mean(claim, known) or f"; it knows {', '.join(known)}"
        return f"no claim {claim[:80]!r} in kind {self.name}{hint}"

    def knows(self, claim: str) -> bool:
        """Say whether functions of this kind can claim it."""
        return claim == EXACT or claim in self.claims

    def checked(self, claims: Iterable[str]) -> frozenset[str]:
        """Give claims as a set.

        >>> Kind(name="mine", takes="nothing", claims={"macro": ""}, laws=()).checked(["marco"])
        Traceback (most recent call last):
        measurand.laws.kinds.kind.ClaimError: no claim 'marco' in kind mine: did you mean 'macro'?

        Raises ClaimError.
        """
        found = frozenset(claims)
        for claim in sorted(found):
            if not self.knows(claim):
                raise ClaimError(self._unknown(claim))
        for one_of in self.apart:
            if len(both := sorted(found & one_of)) > 1:
                raise ClaimError(f"kind {self.name}: claim one of {' and '.join(both)}, not both")
        return found

    def with_name(self, claims: frozenset[str]) -> frozenset[str]:
        """Add the claim that the name of the kind makes, where none is made that is apart from it.

        >>> Kind(name="mine", takes="", claims={"f1": "", "recall": ""}, laws=(), names="f1",
        ...      apart=(frozenset({"f1", "recall"}),)).with_name(frozenset())
        frozenset({'f1'})
        """
        rivals = frozenset[str]().union(*(group for group in self.apart if self.names in group))
        return claims | {self.names} if self.names and not rivals & claims else claims

    def applying(self, claims: frozenset[str]) -> tuple[Law[Subject[P], C], ...]:
        """Give the laws that a function with these claims is held to.

        >>> Kind(name="mine", takes="nothing", claims={}, laws=()).applying(frozenset())
        ()
        """
        return tuple(law for law in self.laws if law.needs <= claims)


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
