"""What is said of a tested measure: whether less of it is better, and what came of its test."""

from collections.abc import Iterable, Iterator

from measurand.inference.family import Judged, Verdict
from measurand.studies.causal.comparing.adjustment import Adjustment

LESS = frozenset(
    {
        "undeclared_nodes",
        "unread_rules",
        "unused_knowns",
        "shd",
        "shd_normalised",
        *(f"{how.value}_aid{end}" for how in Adjustment for end in ("", "_normalised")),
    }
)
"""The measures that count what is amiss: the better graph has less."""
NO_SCORE = "no score"


def less_note(names: Iterable[str]) -> Iterator[str]:
    """Say of which tested measures less is better, where there are any.

    >>> list(less_note(["edge_f1", "shd", "unused_knowns"]))
    ['less is better: shd, unused_knowns']
    >>> list(less_note(["cf"]))
    []
    """
    less = [name for name in names if name in LESS]
    if less:
        yield f"less is better: {', '.join(less)}"


def verdict_text(test: Judged) -> str:
    """Write a verdict; a test is only null here where neither system has a score.

    >>> from measurand.studies.causal.options import Options
    >>> from measurand.studies.causal.study import compare_systems
    >>> [test] = compare_systems([], [], Options(tested=("logic",))).tests
    >>> verdict_text(test)
    'no score'
    """
    return NO_SCORE if test.verdict is Verdict.STRUCTURALLY_NULL else test.verdict.value
