"""A suite: the laws of a kind as they stood when it was named, and what they are tried on."""

from collections.abc import Callable, Iterable
from typing import Generic, ParamSpec, Protocol, TypeVar, runtime_checkable

from attrs import evolve, frozen
from hypothesis.strategies import SearchStrategy

from measurand.algebra.law import Algebra, Law
from measurand.edges.trials.search import Effort, searched, searched_all
from measurand.laws.kinds.judged import Fate, Judged, Judgement
from measurand.laws.kinds.kind import ClaimError, Described, Kind, described
from measurand.laws.kinds.subject import Subject

P = ParamSpec("P")
C = TypeVar("C")


@frozen
class Trial:
    """One law about to be tried on one function.

    >>> from measurand.edges.trials.suites import SET_F1
    >>> [trial.law for trial in SET_F1.trials(Subject("one", lambda gold, predicted: 1.0))][0]
    'defined'
    """

    subject: str
    law: str
    run: Callable[[Effort], Judged]


@runtime_checkable
class Trying(Protocol):
    """What every suite can do, whatever its kind."""

    @property
    def name(self) -> str:
        """Give the name of the suite, with its version."""

    @property
    def kind_name(self) -> str:
        """Give the name of the kind."""

    @property
    def takes(self) -> str:
        """Say what functions of the kind take and give."""

    @property
    def listing(self) -> Described:
        """List the kind, with the laws of this suite alone."""

    def value(self, law: str) -> object:
        """Give the law of an id; raises KeyError."""

    def checked(self, claims: Iterable[str]) -> frozenset[str]:
        """Give claims that the kind knows; raises ClaimError."""

    def trials(self, subject: Subject[...]) -> tuple[Trial, ...]:
        """Give the laws that apply."""

    def judge(self, subject: Subject[...], effort: Effort) -> Judgement:
        """Try every law."""


@frozen
class Suite(Generic[P, C]):
    """The laws of a suite never change; a new law comes in a suite of another name.

    A kind of your own: build a `Kind` and a `Suite` with a strategy that draws its cases.

    >>> from hypothesis import strategies as st
    >>> from measurand.algebra.law import Broken, Holds
    >>> odd = Law("odd", "An odd number stays odd.",
    ...           lambda f, n: Holds() if f.function(n) % 2 else Broken("even", (f"f({n})",)))
    >>> mine = Suite("MINE_1", Kind(name="mine", takes="a number", claims={}, laws=(odd,)),
    ...              st.integers().map(lambda n: 2 * n + 1), (odd,))
    >>> mine.judge(Subject("double", lambda n: n + n), Effort(seed=1)).laws[0].fate.value
    'broken'
    """

    name: str
    kind: Kind[P, C]
    cases: SearchStrategy[C]
    laws: tuple[Law[Subject[P], C], ...]
    named: bool = False
    """Whether a function is taken to claim what the name of the kind says."""

    def __attrs_post_init__(self) -> None:
        """Refuse two laws of one name, and claims that the kind does not know; as `Kind` does."""
        self.kind.held(self.laws, self.name)

    @property
    def kind_name(self) -> str:
        """Give the name of the kind."""
        return self.kind.name

    @property
    def takes(self) -> str:
        """Say what functions of the kind take and give."""
        return self.kind.takes

    @property
    def listing(self) -> Described:
        """List the kind, with the laws of this suite alone.

        >>> from measurand.edges.trials.suites import SET_F1_2026_1
        >>> SET_F1_2026_1.listing.suites
        ('SET_F1_2026_1',)
        """
        return described(evolve(self.kind, laws=self.laws), self.name)

    def value(self, law: str) -> Law[Subject[P], C]:
        """Give the law of an id; raises KeyError."""
        return {one.id: one for one in self.laws}[law]

    def checked(self, claims: Iterable[str]) -> frozenset[str]:
        """Give claims that the kind knows; raises ClaimError."""
        if isinstance(claims, str):
            raise ClaimError(f"claims are several words: got the text {claims[:80]!r}")
        found = self.kind.checked(claims)
        return self.kind.with_name(found) if self.named else found

    def trials(self, subject: Subject[P]) -> tuple[Trial, ...]:
        """Give the laws that apply to what a function claims; raises ClaimError."""
        claims = self.checked(subject.claims)
        honest = evolve(subject, claims=claims)
        return tuple(
            Trial(subject.name, law.id, self._run(honest, law))
            for law in self.laws
            if law.needs <= claims
        )

    def _run(self, subject: Subject[P], law: Law[Subject[P], C]) -> Callable[[Effort], Judged]:
        return lambda effort: searched(subject, law, self.cases, effort=effort, suite=self.name)

    def judge(self, subject: Subject[P], effort: Effort) -> Judgement:
        """Try every law that applies, all on the same cases; raises ClaimError."""
        claims = self.checked(subject.claims)
        honest = evolve(subject, claims=claims)
        applying = [law for law in self.laws if law.needs <= claims]
        judged = searched_all(honest, applying, self.cases, effort=effort, suite=self.name)
        return Judgement(
            subject=subject.name,
            suite=self.name,
            kind=self.kind.name,
            claims=claims,
            without="" if self.kind.names in claims else self.kind.names,
            laws=tuple(
                judged.get(law.id) or unclaimed(law.id, law.says, law.algebra, law.needs, claims)
                for law in self.laws
            ),
        )


def unclaimed(
    law: str, says: str, algebra: Algebra, needs: frozenset[str], claims: frozenset[str]
) -> Judged:
    """Say that a law does not apply, for want of which claims.

    >>> unclaimed("swap", "", Algebra.SYMMETRY, frozenset({"symmetric"}), frozenset()).because
    'needs the claim symmetric'
    """
    because = f"needs the claim {' and '.join(sorted(needs - claims))}"
    return Judged(
        law=law, says=says, algebra=algebra, fate=Fate.NOT_CLAIMED, needs=needs, because=because
    )
