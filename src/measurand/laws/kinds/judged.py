"""What came out when laws were tried on a function."""

from enum import Enum

from attrs import frozen

from measurand.algebra.law import Algebra
from measurand.values.fault import visible
from measurand.values.verdict import Verdict


class Fate(Enum):
    """What became of a law.

    >>> Fate("broken").name
    'BROKEN'
    """

    HELD = "held"
    BROKEN = "broken"
    UNTESTED = "untested"
    NOT_CLAIMED = "not claimed"


@frozen
class Counterexample:
    """The smallest case that was found in which a law breaks; its text is code that runs.

    >>> calls = ("f([1])  # 0.5", "f([2])  # 0.25")
    >>> shown = Counterexample("0.5 and 0.25 differ", calls, ("from my import f",))
    >>> print(shown.code())
    from my import f
    f([1])  # 0.5
    f([2])  # 0.25
    # 0.5 and 0.25 differ
    """

    because: str
    calls: tuple[str, ...]
    imports: tuple[str, ...] = ()

    def code(self) -> str:
        """Write it as code, with the imports that it needs."""
        text = "\n".join(self.calls)
        fractions = ["from fractions import Fraction"] if "Fraction(" in text else []
        lines = [visible(line) for call in self.calls for line in call.split("\n")]
        return "\n".join([*fractions, *self.imports, *lines, f"# {visible(self.because)}"])


@frozen(kw_only=True)
class Judged:
    """One law and what became of it.

    `needs` are the claims that the law asks for; `examples` counts the cases in which it had
    something to say; `because` says why it is untested, or which needs are not claimed.

    >>> Judged(law="range", says="A score lies between 0 and 1.", algebra=Algebra.BOUNDS,
    ...        fate=Fate.HELD, examples=100).fate.value
    'held'
    """

    law: str
    says: str
    algebra: Algebra
    fate: Fate
    needs: frozenset[str] = frozenset()
    because: str = ""
    examples: int = 0
    found: Counterexample | None = None


@frozen(kw_only=True)
class Judgement:
    """What became of every law of a suite for one function.

    >>> Judgement(subject="f", suite="SET_F1_2026_1", kind="set-f1", claims=frozenset()).verdict
    <Verdict.UNDECIDED: 'undecided'>
    """

    subject: str
    suite: str
    kind: str
    claims: frozenset[str]
    laws: tuple[Judged, ...] = ()
    without: str = ""
    """The metric after which the kind is named, where the function does not claim to be it."""

    def of(self, fate: Fate) -> tuple[Judged, ...]:
        """Give the laws with one fate."""
        return tuple(judged for judged in self.laws if judged.fate is fate)

    @property
    def untested(self) -> tuple[str, ...]:
        """Name the laws that apply and could not be judged, and the claims that no law judged.

        A claim that no law of the suite needs only changes what laws ask for: it is none of these.
        """
        judged = (*self.of(Fate.HELD), *self.of(Fate.BROKEN))
        needed = frozenset[str]().union(*(row.needs for row in self.laws))
        answered = frozenset[str]().union(*(row.needs for row in judged))
        idle = tuple(f"claim {claim}" for claim in sorted(self.claims & needed - answered))
        return (*(row.law for row in self.of(Fate.UNTESTED)), *idle)

    @property
    def verdict(self) -> Verdict:
        """Refuted where a law is broken, undecided where something is untested, else holds."""
        if self.of(Fate.BROKEN):
            return Verdict.REFUTED
        if self.untested or not self.of(Fate.HELD):
            return Verdict.UNDECIDED
        return Verdict.HOLDS
