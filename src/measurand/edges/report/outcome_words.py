"""The sentence that every place of work shows for one claim."""

from collections.abc import Sequence
from functools import lru_cache

from measurand.auditing.claims.outcomes import Outcome
from measurand.metrics.grammar import SignatureError
from measurand.metrics.signature import brief, parse
from measurand.values.english import counted
from measurand.values.fault import visible
from measurand.values.verdict import Verdict

WORDS = {
    Verdict.HOLDS: "holds",
    Verdict.REFUTED: "not reproduced",
    Verdict.UNDECIDED: "undecided",
}
_MOST_NAMES = 10
_MOST_TEXT = 4000
"""Characters up to which a definition is shortened."""


def title_of(outcome: Outcome) -> str:
    """Name a claim and its verdict on one line.

    >>> title_of(Outcome(id="1/ours/F1", kind="cell", verdict=Verdict.REFUTED))
    '1/ours/F1: not reproduced'
    """
    return visible(f"{outcome.id}: {WORDS[outcome.verdict]}")


def message_of(outcome: Outcome, *, whole: bool = False) -> str:
    r"""Say what was printed, what came out, why, and what moved; one line for each.

    The definition is shown by the options that are not their defaults; `whole` shows all.

    >>> print(message_of(Outcome(id="1/ours/F1", kind="cell", verdict=Verdict.REFUTED,
    ...                          printed="63.3%", computed="51.43%",
    ...                          definition="f/1(beta=1,average=micro)",
    ...                          samples=("a", "b"))))
    printed: 63.3%
    computed: 51.43%
    definition: f/1(average=micro)
    samples: a, b
    """
    told = (
        ("printed", outcome.printed),
        ("computed", outcome.computed),
        ("because", outcome.because),
        ("expected to fail", outcome.expected_to_fail),
        ("definition", outcome.definition if whole else short_definition(outcome.definition)),
        ("samples", _names(outcome.samples)),
        ("options", _names(outcome.options)),
    )
    lines = [f"{name}: {visible(text)}" for name, text in told if text]
    return "\n".join(lines) if lines else WORDS[outcome.verdict]


@lru_cache(maxsize=2**10)
def short_definition(text: str) -> str:
    """Leave out of a signature what is the default; a text that is none stays as it is.

    >>> short_definition("f/1(beta=1,average=micro)")
    'f/1(average=micro)'
    >>> short_definition("column/1(name=cost,reduce=sum)"), short_definition("gone/1(beta=1)")
    ('column/1(name=cost)', 'gone/1(beta=1)')
    """
    if not text or len(text) > _MOST_TEXT:
        return text
    try:
        return brief(parse(text))
    except SignatureError:
        return text


def _names(names: tuple[str, ...]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def left_out(rows: Sequence[tuple[str, int]]) -> list[str]:
    """Say how many printed numbers are in rows that are left out; nothing where there are none.

    >>> left_out([("Median", 3), ("Gain", 1)]), left_out([])
    (['4 cells of 2 rows are not checked: Median, Gain.'], [])
    """
    if not rows:
        return []
    total = sum(number for _, number in rows)
    names = [label for label, _ in rows]
    more = len(names) - _MOST_ROWS
    named = ", ".join(names[:_MOST_ROWS]) + (f" and {more} more" if more > 0 else "")
    are = "is" if total == 1 else "are"
    return [f"{counted(total, 'cell')} of {counted(len(rows), 'row')} {are} not checked: {named}."]


_MOST_ROWS = 8
