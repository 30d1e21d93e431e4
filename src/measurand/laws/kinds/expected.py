"""Laws that a function is expected to break, each with its reason; they must break."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from measurand.laws.kinds.judged import Fate, Judged, Judgement
from measurand.values.suggest import did_you_mean
from measurand.values.verdict import Verdict

Expected = Mapping[str, str]
"""Why a law is expected to break, by its id."""


class ExpectationError(ValueError):
    """What is expected to break is no law of the suite, or does not apply, or has no reason."""


def checked_expected(
    expected: Expected,
    *,
    suite: str,
    laws: Mapping[str, AbstractSet[str]],
    applying: Iterable[str],
) -> Expected:
    """Give what is expected to break, where all of it can; `laws` are ids with what they need.

    >>> checked_expected({"swpa": "by design"}, suite="MINE_1", laws={"swap": {"symmetric"}},
    ...                  applying=["swap"])
    Traceback (most recent call last):
    measurand.laws.kinds.expected.ExpectationError: no law 'swpa' in MINE_1: did you mean 'swap'?

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
