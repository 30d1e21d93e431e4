"""The sentence that every place of work shows for one claim."""

from measurand.claims.outcomes import Outcome
from measurand.values.fault import visible
from measurand.values.verdict import Verdict

WORDS = {
    Verdict.HOLDS: "holds",
    Verdict.REFUTED: "not reproduced",
    Verdict.UNDECIDED: "undecided",
}
_MOST_NAMES = 10


def title_of(outcome: Outcome) -> str:
    """Name a claim and its verdict on one line.

    >>> title_of(Outcome(id="1/ours/F1", kind="cell", verdict=Verdict.REFUTED))
    '1/ours/F1: not reproduced'
    """
    return visible(f"{outcome.id}: {WORDS[outcome.verdict]}")


def message_of(outcome: Outcome) -> str:
    r"""Say what was printed, what came out, why, and what moved; one line for each.

    >>> print(message_of(Outcome(id="1/ours/F1", kind="cell", verdict=Verdict.REFUTED,
    ...                          printed="63.3%", computed="51.43%", definition="f/1(beta=1)",
    ...                          samples=("a", "b"))))
    printed: 63.3%
    computed: 51.43%
    definition: f/1(beta=1)
    samples: a, b
    """
    told = (
        ("printed", outcome.printed),
        ("computed", outcome.computed),
        ("because", outcome.because),
        ("expected to fail", outcome.expected_to_fail),
        ("definition", outcome.definition),
        ("samples", _names(outcome.samples)),
        ("options", _names(outcome.options)),
    )
    lines = [f"{name}: {visible(text)}" for name, text in told if text]
    return "\n".join(lines) if lines else WORDS[outcome.verdict]


def _names(names: tuple[str, ...]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
