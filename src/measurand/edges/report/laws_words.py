"""Laws that a function breaks, told to whoever wrote the function."""

import re
from collections.abc import Iterator, Sequence
from textwrap import indent

from measurand.laws.kinds.judged import Expected, Fate, Judged, Judgement, surprises
from measurand.values.fault import visible

EXPECTED_FAILURES = "expected_failures"
"""The argument that says what is meant to break; of the command line, one that starts with -."""

_UNFIT = re.compile(
    r"^(?P<name>\w+)\(.*  # raises TypeError: "
    r"(?P<said>(?:.*\.)?(?:(?P=name)|<lambda>|__call__)\(\) "
    r"(?:takes |missing |got an unexpected keyword|got some positional-only).*)$"
)


def unfit(judgement: Judgement) -> str:
    """Say that a function does not take what its kind gives, where no law of it could hold.

    >>> unfit(Judgement(subject="f", suite="S", kind="k", claims=frozenset()))
    ''
    """
    if judgement.of(Fate.HELD):
        return ""
    first = (call for row in judgement.of(Fate.BROKEN) if row.found for call in row.found.calls)
    found = next(filter(None, map(_UNFIT.match, first)), None)
    if found is None:
        return ""
    name, said = visible(judgement.subject), visible(found["said"])
    return f"{name} does not take what kind {judgement.kind} gives: {said}"


def broken_text(judgement: Judgement, expected: Expected, meant: str = EXPECTED_FAILURES) -> str:
    """Tell of every law that came out otherwise than expected, and how to say that it is meant.

    >>> from measurand.algebra.law import Algebra
    >>> from measurand.laws.kinds.judged import Counterexample
    >>> found = Counterexample("0 and 1 differ", ("f([1])  # 0", "f([2])  # 1"))
    >>> swap = Judged(law="swap", says="Order is nothing.", algebra=Algebra.SYMMETRY,
    ...               fate=Fate.BROKEN, needs=frozenset({"symmetric"}), examples=3, found=found)
    >>> judgement = Judgement(subject="f", suite="MINE_1", kind="mine", laws=(swap,),
    ...                       claims=frozenset({"symmetric"}))
    >>> print(broken_text(judgement, {}))
    f breaks a law of MINE_1
    <BLANKLINE>
    swap: Order is nothing.
      found at case 3, then cut down:
    <BLANKLINE>
        f([1])  # 0
        f([2])  # 1
        # 0 and 1 differ
    <BLANKLINE>
      It is asked of f, as it claims symmetric.
      Mend f, or leave the claim out.
      Where it is meant: expected_failures={'swap': 'the reason'}
    """
    rows = surprises(judgement, expected)
    broken = sum(row.fate is Fate.BROKEN for row in rows)
    judged = len(judgement.of(Fate.HELD)) + len(judgement.of(Fate.BROKEN))
    name = visible(judgement.subject)
    many = "a law" if judged == 1 else f"{broken} of {judged} laws"
    lead = f"{name} breaks {many} of {judgement.suite}"
    if not broken:
        lead = f"{name} keeps what it was expected to break, of {judgement.suite}"
    if said := unfit(judgement):
        lead = f"{lead}\n{said}"
    return "\n\n".join([lead, *(law_text(row, judgement, expected, meant) for row in rows)])


def law_text(row: Judged, judgement: Judgement, expected: Expected, meant: str) -> str:
    """Tell of one law that came out otherwise than expected, and what to do about it."""
    name = visible(judgement.subject)
    return "\n".join((f"{row.law}: {row.says}", *_told(row, name, expected, meant)))


def _told(row: Judged, name: str, expected: Expected, meant: str) -> Iterator[str]:
    if row.fate is not Fate.BROKEN:
        reason = visible(expected.get(row.law, ""))
        yield f"  It held in {row.examples} cases and was expected to break: {reason}"
        yield f"  Where it is mended, take the law out of {meant}."
        return
    yield from _shown(row)
    if row.needs:
        yield f"  It is asked of {name}, as it claims {' and '.join(sorted(row.needs))}."
        yield f"  Mend {name}, or leave {'the' if len(row.needs) == 1 else 'a'} claim out."
    else:
        yield f"  It is asked of every function of the kind. Mend {name}."
    option = f"{meant} '{row.law}=the reason'"
    told = option if meant.startswith("-") else f"{meant}={{{row.law!r}: 'the reason'}}"
    yield f"  Where it is meant: {told}"


def _shown(row: Judged) -> Iterator[str]:
    if row.found is None:
        return
    yield f"  found at case {row.examples}, then cut down:"
    yield ""
    yield indent(row.found.code(), "    ")
    yield ""


def nothing_text(judgement: Judgement) -> str:
    """Tell that no law could be judged, and why.

    >>> print(nothing_text(Judgement(subject="f", suite="S", kind="k", claims=frozenset())))
    no law of S could be judged for f
    """
    lead = f"no law of {judgement.suite} could be judged for {visible(judgement.subject)}"
    because = (f"  {row.law}: {visible(row.because)}" for row in judgement.of(Fate.UNTESTED))
    return "\n".join([lead, *because])


def untested_text(judgement: Judgement) -> str:
    """Tell what could not be judged, and why.

    >>> print(untested_text(Judgement(subject="f", suite="S", kind="k", claims=frozenset())))
    of S could not be judged for f:
    """
    lead = f"of {judgement.suite} could not be judged for {visible(judgement.subject)}:"
    why = {row.law: f": {visible(row.because)}" for row in judgement.of(Fate.UNTESTED)}
    idle = ": no law that was judged needs it"
    return "\n".join([lead, *(f"  {name}{why.get(name, idle)}" for name in judgement.untested)])


def brief(judgement: Judgement, expected: Expected) -> str:
    """Say in one line how many laws hold, and what became of the others that apply.

    >>> brief(Judgement(subject="f", suite="SET_F1_2026_1", kind="k", claims=frozenset()), {})
    'SET_F1_2026_1: 0 hold'
    """
    held, broken = judgement.of(Fate.HELD), judgement.of(Fate.BROKEN)
    kept = sum(row.law in expected for row in held)
    meant = sum(row.law in expected for row in broken)
    silent = len(judgement.of(Fate.UNTESTED))
    idle = len(judgement.untested) - silent
    counts = (
        (len(broken) - meant, "broken"),
        (kept, "held though expected to break"),
        (meant, "broken as expected"),
        (silent, "untested"),
        (idle, f"{'claim' if idle == 1 else 'claims'} untested"),
    )
    told = (f"{many} {words}" for many, words in counts if many)
    without = f" without {judgement.without}" if judgement.without else ""
    return f"{judgement.suite}{without}: {', '.join((f'{len(held) - kept} hold', *told))}"


def claims_text(claims: Sequence[str] | frozenset[str]) -> str:
    """Write claims.

    >>> claims_text(frozenset({"macro", "exact"})), claims_text(())
    ('exact, macro', 'nothing')
    """
    return ", ".join(sorted(claims)) or "nothing"
