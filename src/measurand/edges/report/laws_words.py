"""Laws that a function breaks, told to whoever wrote the function."""

from collections.abc import Iterator, Sequence
from textwrap import indent

from measurand.laws.kinds.expected import Expected, surprises
from measurand.laws.kinds.judged import Fate, Judged, Judgement
from measurand.values.fault import visible


def broken_text(judgement: Judgement, expected: Expected) -> str:
    """Tell of every law that came out otherwise than expected.

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
    return "\n\n".join([lead, *(law_text(row, judgement, expected) for row in rows)])


def law_text(row: Judged, judgement: Judgement, expected: Expected) -> str:
    """Tell of one law that came out otherwise than expected, and what to do about it."""
    return "\n".join((f"{row.law}: {row.says}", *_told(row, visible(judgement.subject), expected)))


def _told(row: Judged, name: str, expected: Expected) -> Iterator[str]:
    if row.fate is not Fate.BROKEN:
        reason = visible(expected.get(row.law, ""))
        yield f"  It held in {row.examples} cases and was expected to break: {reason}"
        yield "  Where it is mended, take the law out of expected_failures."
        return
    yield from _shown(row)
    if row.needs:
        yield f"  It is asked of {name}, as it claims {' and '.join(sorted(row.needs))}."
        yield f"  Mend {name}, or leave {'the' if len(row.needs) == 1 else 'a'} claim out."
    else:
        yield f"  It is asked of every function of the kind. Mend {name}."
    yield f"  Where it is meant: expected_failures={{{row.law!r}: 'the reason'}}"


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


def brief(judgement: Judgement, expected: Expected) -> str:
    """Say in one line how many laws hold.

    >>> brief(Judgement(subject="f", suite="SET_F1_2026_1", kind="k", claims=frozenset()), {})
    'SET_F1_2026_1: 0 of 0 hold'
    """
    held = judgement.of(Fate.HELD)
    broken = judgement.of(Fate.BROKEN)
    meant = sum(row.law in expected for row in broken)
    parts = [f"{len(held)} of {len(held) + len(broken)} hold"]
    if meant:
        parts.append(f"{meant} broken as expected")
    if judgement.untested:
        parts.append(f"{len(judgement.untested)} untested")
    return f"{judgement.suite}: {', '.join(parts)}"


def claims_text(claims: Sequence[str] | frozenset[str]) -> str:
    """Write claims.

    >>> claims_text(frozenset({"macro", "exact"})), claims_text(())
    ('exact, macro', 'nothing')
    """
    return ", ".join(sorted(claims)) or "nothing"
