"""What came out when laws were tried on a function.

A law that a function is expected to break, for a reason that is said, must break.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from enum import Enum

from attrs import frozen

from measurand.algebra.law import Algebra
from measurand.values.fault import visible
from measurand.values.suggest import did_you_mean
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

    `imports` are the lines that its calls need.

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
    something to say; `because` says why it is untested, or which needs are not claimed; `found` is
    the counterexample of a broken one.

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
    """What became of every law of a suite (`laws`) for one function.

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


Expected = Mapping[str, str]
"""Why a law is expected to break, by its id."""


class ExpectationError(ValueError):
    """What is expected to break is no law of the suite, or does not apply, or has no reason."""


def checked_expected(
    expected: Expected, *, suite: str, laws: Mapping[str, AbstractSet[str]], applying: Iterable[str]
) -> Expected:
    """Give what is expected to break, where all of it can; `laws` are ids with what they need.

    >>> checked_expected({"swpa": "by design"}, suite="MINE_1", laws={"swap": {"symmetric"}},
    ...                  applying=["swap"])
    Traceback (most recent call last):
    measurand.laws.kinds.judged.ExpectationError: no law 'swpa' in MINE_1: did you mean 'swap'?

    Raises ExpectationError.
    """
    known, judged = dict(laws), frozenset(applying)
    for law, reason in expected.items():
        if law not in known:
            hint = did_you_mean(law, known) or f"; it has {', '.join(known)}"
            raise ExpectationError(f"no law {law[:80]!r} in {suite}{hint}")
        if law not in judged:
            needs = " and ".join(sorted(known[law]))
            raise ExpectationError(f"law {law!r} does not apply: it needs the claim {needs}")
        if not reason.strip():
            raise ExpectationError(f"law {law!r} is expected to break: say why")
    return expected


def reasoned(expected: object) -> None:
    """Refuse expectations that say no reason.

    >>> reasoned({"swap"})
    Traceback (most recent call last):
    TypeError: expected_failures says why, as in {'swap': 'the reason'}: got a set

    Raises TypeError.
    """
    if not isinstance(expected, Mapping):
        got = type(expected).__name__
        message = f"expected_failures says why, as in {{'swap': 'the reason'}}: got a {got}"
        raise TypeError(message)


def surprises(judgement: Judgement, expected: Expected) -> tuple[Judged, ...]:
    """Give the laws that break and should not, and those that should and do not.

    >>> surprises(Judgement(subject="f", suite="S", kind="k", claims=frozenset()), {})
    ()
    """
    return tuple(row for row in judgement.laws if surprising(row, expected))


def surprising(row: Judged, expected: Expected) -> bool:
    """Say whether a law came out otherwise than expected; one that is untested did not.

    >>> from measurand.algebra.law import Algebra
    >>> held = Judged(law="swap", says="", algebra=Algebra.SYMMETRY, fate=Fate.HELD)
    >>> surprising(held, {}), surprising(held, {"swap": "by design"})
    (False, True)
    """
    wanted = Fate.BROKEN if row.law in expected else Fate.HELD
    return row.fate in {Fate.HELD, Fate.BROKEN} and row.fate is not wanted


def verdict_of(judgement: Judgement, expected: Expected) -> Verdict:
    """Refuted where something is surprising, undecided where something is untested, else holds.

    >>> verdict_of(Judgement(subject="f", suite="S", kind="k", claims=frozenset()), {}).value
    'undecided'
    """
    if surprises(judgement, expected):
        return Verdict.REFUTED
    judged = judgement.of(Fate.HELD) or judgement.of(Fate.BROKEN)
    return Verdict.HOLDS if judged and not judgement.untested else Verdict.UNDECIDED
