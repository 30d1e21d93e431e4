"""A suite: the laws of a kind as they stood when it was named, and what they are tried on."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Generic, ParamSpec, Protocol, TypeVar

from attrs import frozen
from hypothesis.strategies import SearchStrategy

from measurand.algebra.law import Algebra, Law
from measurand.edges.trials.search import Effort, searched
from measurand.laws.kinds.judged import Fate, Judged, Judgement
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Subject

P = ParamSpec("P")
C = TypeVar("C")


@frozen
class Trial:
    """One law about to be tried on one function.

    >>> from measurand.edges.trials.suites import SET_F1
    >>> [trial.law for trial in SET_F1.trials(Subject("one", lambda gold, predicted: 1.0))][:2]
    ['defined', 'range']
    """

    subject: str
    law: str
    run: Callable[[Effort], Judged]


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

    def checked(self, claims: AbstractSet[str]) -> frozenset[str]:
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

    @property
    def kind_name(self) -> str:
        """Give the name of the kind."""
        return self.kind.name

    @property
    def takes(self) -> str:
        """Say what functions of the kind take and give."""
        return self.kind.takes

    def checked(self, claims: AbstractSet[str]) -> frozenset[str]:
        """Give claims that the kind knows; raises ClaimError."""
        return self.kind.checked(claims)

    def trials(self, subject: Subject[P]) -> tuple[Trial, ...]:
        """Give the laws that apply to what a function claims; raises ClaimError."""
        claims = self.checked(subject.claims)
        return tuple(
            Trial(subject.name, law.id, self._run(subject, law))
            for law in self.laws
            if law.needs <= claims
        )

    def _run(self, subject: Subject[P], law: Law[Subject[P], C]) -> Callable[[Effort], Judged]:
        return lambda effort: searched(subject, law, self.cases, effort=effort, suite=self.name)

    def judge(self, subject: Subject[P], effort: Effort) -> Judgement:
        """Try every law that applies; raises ClaimError."""
        trials = {trial.law: trial for trial in self.trials(subject)}
        return Judgement(
            subject=subject.name,
            suite=self.name,
            kind=self.kind.name,
            claims=frozenset(subject.claims),
            laws=tuple(
                trials[law.id].run(effort)
                if law.id in trials
                else unclaimed(law.id, law.says, law.algebra, law.needs, frozenset(subject.claims))
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
