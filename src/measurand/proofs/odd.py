"""Rows that stand out: they are possible, but not the way in which all the others are."""

from collections.abc import Iterable, Iterator, Sequence

from toolz import groupby

from measurand.proofs.finding import Finding, Question, questions
from measurand.values.verdict import Verdict

_FEW = 2


def odd_rows(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Say of each row that fits other readings than the rest what it fits, and what they do.

    A row is odd where at least two other rows were asked the same, all of these share a reading,
    and it is refuted under some reading that they share. It proves nothing: a table may mix
    definitions. But a slip in one row often looks like this.

    >>> def found(row, reading, verdict):
    ...     return Finding(rule="f", question=f"f: {row}", verdict=verdict, rows=(row,),
    ...                    columns=("P", "R", "F1"), because="", reading=reading)
    >>> rows = [found(row, "micro", Verdict.HOLDS) for row in "ab"]
    >>> odd_rows([*rows, found("c", "micro", Verdict.REFUTED), found("c", "mean", Verdict.HOLDS)])
    ('c / P, R, F1 fits only mean; the 2 other rows fit micro',)
    >>> odd_rows([*rows, found("c", "micro", Verdict.REFUTED), found("c", "x", Verdict.UNDECIDED)])
    ('c / P, R, F1 fits none of these; the 2 other rows fit micro',)
    """
    asked = groupby(_kind, questions(findings))
    return tuple(line for same in asked.values() for line in _odd(same))


def _kind(question: Question) -> tuple[str, tuple[str, ...]]:
    first = question.findings[0]
    return first.rule, first.columns


def _odd(same: Sequence[Question]) -> Iterator[str]:
    fitting = [_readings(question, Verdict.HOLDS) for question in same]
    for at, question in enumerate(same):
        others = [fit for place, fit in enumerate(fitting) if place != at]
        if len(others) < _FEW or question.verdict is Verdict.REFUTED:
            continue
        refuted = set(_readings(question, Verdict.REFUTED))
        shared = [one for one in others[0] if all(one in fit for fit in others)]
        lost = [one for one in shared if one in refuted]
        if lost:
            first = question.findings[0]
            fits = f"fits only {' or '.join(fitting[at])}" if fitting[at] else "fits none of these"
            yield (
                f"{', '.join(first.rows)} / {', '.join(first.columns)} {fits}; "
                f"the {len(others)} other rows fit {' or '.join(lost)}"
            )


def _readings(question: Question, verdict: Verdict) -> list[str]:
    found = (one.reading for one in question.findings if one.verdict is verdict and one.reading)
    return list(dict.fromkeys(found))
