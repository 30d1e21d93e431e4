"""The readings of a question: those that are possible first, equal reasons together."""

import re
from collections.abc import Iterator, Sequence

from toolz import groupby

from measurand.audit.proofs.finding import Clash, Finding, Question, Witness
from measurand.edges.report.document import Block, Grid
from measurand.edges.report.prove_grounds import grounds_text
from measurand.edges.report.prove_parts import differing, shared, short_reading
from measurand.values.verdict import TableVerdict, Verdict

WORDS = {
    Verdict.HOLDS: "possible",
    Verdict.REFUTED: "not reproducible",
    Verdict.UNDECIDED: "open",
}
"""What a finding says of numbers under one reading; open: nothing speaks against it."""

_NOR = re.compile(r" \(nor under [^()]{0,300}\)")
_ABOVE = "see above"
_MOST = 12
_TOGETHER = 3
_MORE = " more"
_BOUNDS = "what is printed and what may be share no point"
_NO = frozenset({Verdict.REFUTED})
_ORDER = (Verdict.HOLDS, Verdict.UNDECIDED, Verdict.REFUTED)
Line = tuple[str, str, str, str]


def telling(question: Question) -> bool:
    """Tell whether the readings differ in a way that says something.

    >>> telling(Question("f: ours", ()))
    True
    """
    refuted = any(one.verdict is Verdict.REFUTED for one in question.findings)
    return refuted or question.outcome is not TableVerdict.POSSIBLE


def short_because(finding: Finding) -> str:
    """Say why, without the reading and the verdict that stand beside it.

    >>> short_because(Finding(rule="r", question="q", verdict=Verdict.REFUTED, rows=(), columns=(),
    ...                       reading="a=1", because="not reproducible under a=1: no sizes fit"))
    'no sizes fit'
    """
    because = finding.because
    if finding.reading:
        because = because.replace(f" under {finding.reading}", "")
    if finding.verdict is Verdict.REFUTED:
        because = because.removeprefix("not reproducible").lstrip(" :")
    return _NOR.sub("", because)


def few_readings(asked: Sequence[Question]) -> Iterator[Block]:
    """List the readings of questions that have few of them, in one table.

    >>> list(few_readings(()))
    []
    """
    if not asked:
        return
    rows = [
        ("" if at else question.name, *line)
        for question in asked
        for at, line in enumerate(_lines(question))
    ]
    names = ("question", "reading", "verdict", "why", "proof")
    proven = any(row[-1] for row in rows)
    yield Grid(
        "Readings",
        names if proven else names[:-1],
        tuple(row if proven else row[:-1] for row in rows),
        notes=("a question is possible if one of its readings is",),
    )


def many_readings(asked: Sequence[Question]) -> Iterator[Grid]:
    """List the readings of each question as far as there is room, equal lists once.

    >>> [grid.title for grid in many_readings((Question("f: ours", ()), Question("f: all", ())))]
    ['Readings of f: ours, all']
    """
    same = groupby(_listed, asked)
    for (rows, notes), alike in same.items():
        yield Grid(
            f"Readings of {_names(alike)}",
            ("reading", "verdict", "why", "proof"),
            rows,
            notes=notes,
        )


def _listed(question: Question) -> tuple[tuple[Line, ...], tuple[str, ...]]:
    """List readings that are possible first; all of them, unless they are many."""
    found = question.findings
    lines = _lines(question)
    kept = [line for line in lines if line[1] == WORDS[Verdict.HOLDS]]
    others = [line for line in lines if line[1] != WORDS[Verdict.HOLDS]]
    room = max(_MOST - len(kept), _MOST // 2)
    left = len(others) - room
    counts = [
        f"{sum(one.verdict is verdict for one in found)} {WORDS[verdict]}" for verdict in _ORDER
    ]
    told = f"{len(found)} readings: {', '.join(counts)}"
    some = left > 0 or any(_MORE in line[0] for line in kept)
    notes = (f"{told}; some are not shown: --format json has all",) if some else (told,)
    return (*kept, *others[:room]), (*notes, *shared(found))


def _names(alike: Sequence[Question]) -> str:
    """Name questions that differ in their rows only by what they share, and the rows."""
    parts = [re.fullmatch(r"(.*?: )?(.*?)( / .*)?", one.name) for one in alike]
    ends = {(part[1], part[3]) for part in parts if part is not None}
    names = [part[2] for part in parts if part is not None] if len(ends) == 1 else []
    first, last = next(iter(ends)) if names else ("", "")
    shown = names or [one.name for one in alike]
    more = f" and {len(shown) - _MOST} more" if len(shown) > _MOST else ""
    return f"{first or ''}{', '.join(shown[:_MOST])}{more}{last or ''}"


def _lines(question: Question) -> list[Line]:
    """Put readings of equal reasons together; only where all are refuted does each have a proof."""
    apart = differing(question.findings)
    seen = {finding.verdict for finding in question.findings}
    verdict = next(iter(seen)) if len(seen) == 1 else None
    ranked = sorted(question.findings, key=lambda one: _ORDER.index(one.verdict))
    many = sum(one.verdict is Verdict.HOLDS for one in ranked) > _MOST
    same = groupby(lambda one: _key(one, verdict, many=many), ranked)
    return [_line(key, some, apart) for key, some in same.items()]


def _key(one: Finding, verdict: Verdict | None, *, many: bool) -> Line:
    """Say what readings have in common that stand together: possible ones do only if many are."""
    holds = one.verdict is Verdict.HOLDS
    shown = verdict is Verdict.REFUTED or holds
    proof = "; ".join(map(grounds_text, one.grounds)) if shown else ""
    alone = one.reading if holds and not many else ""
    told = verdict is one.verdict is Verdict.UNDECIDED
    word = WORDS[one.verdict] + (", but unusual" if one.unusual and one.verdict not in _NO else "")
    made = holds and any(isinstance(ground, Witness) and ground.samples for ground in one.grounds)
    clash = many and any(isinstance(ground, Clash) for ground in one.grounds)
    because = "" if made and many else _BOUNDS if clash else short_because(one)
    return alone, word, _ABOVE if told else because, proof


def _line(key: Line, same: Sequence[Finding], apart: frozenset[str]) -> Line:
    names = [short_reading(one.reading, apart) or one.rule for one in same]
    more = [f"{len(names) - _TOGETHER}{_MORE}"] if len(names) > _TOGETHER else []
    return ("; ".join([*names[:_TOGETHER], *more]), *key[1:])
