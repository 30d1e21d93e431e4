"""What was proven in words: findings and their grounds, readings of a question, what follows.

A ground is what can be checked again: two intervals that do not meet, the cases that were tried, a
witness, or Farkas certificates, which are verified once more before they are shown. Numbers in it
are shortened for reading alone: the verdict was reached on the exact ones.

The readings of a question come with those that are possible first; equal reasons stand together.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from toolz import groupby

from measurand.algebra.certificate import verify
from measurand.algebra.highs import NOBODY
from measurand.algebra.interval import Interval
from measurand.algebra.program import Certificate, Leaf, Program
from measurand.auditing.proofs.feasible.feasibility import NOT_SEARCHED
from measurand.auditing.proofs.feasible.identify import Identified, Possible
from measurand.auditing.proofs.finding import (
    Certified,
    Clash,
    Exhausted,
    Finding,
    Grounds,
    Question,
    Witness,
)
from measurand.edges.files.json.exact import short_text
from measurand.edges.report.document import Block, Grid
from measurand.values.sample import Sample
from measurand.values.tally import Tally
from measurand.values.verdict import TableVerdict, Verdict

_MOST = 12
_MOST_SAMPLES = 40


def short_reading(reading: str, apart: frozenset[str]) -> str:
    """Write only the options of a reading that tell it apart.

    >>> short_reading("average=micro,credit=binary", frozenset({"credit=binary"}))
    'credit=binary'
    """
    return ", ".join(part for part in reading.split(",") if part in apart)


def differing(findings: Sequence[Finding]) -> frozenset[str]:
    """List the options that not all readings have.

    >>> differing(())
    frozenset()
    """
    parts = [one.reading.split(",") for one in findings]
    return frozenset(part for some in parts for part in some) - _common(findings)


def _common(findings: Sequence[Finding]) -> frozenset[str]:
    parts = [frozenset(one.reading.split(",")) for one in findings]
    return frozenset.intersection(*parts) if len(parts) > 1 else frozenset()


def shared(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Say once what all readings share.

    >>> shared(())
    ()
    """
    if not findings:
        return ()
    common = _common(findings)
    words = [part for part in findings[0].reading.split(",") if part in common]
    return (f"all of them: {', '.join(words)}",) if words else ()


def revealed_grids(found: Sequence[Identified]) -> Iterator[Block]:
    """Lay out which options a table identifies, and which numbers follow reading by reading.

    What test sets share is said once; where there are several, notes name their rows.

    >>> list(revealed_grids(()))
    []
    """
    known = [one for one in found if one.feasible and _options(one)]
    for rows, alike in groupby(_options, known).items():
        names = ("option", "identified", "not refuted", "asked")
        notes = (*_of_rows(alike), *_unsearched(alike)) if len(known) > 1 else _unsearched(alike)
        settled = any(option.identified for one in alike for option in one.options)
        yield Grid("What the table identifies", names, rows, notes=notes, aside=not settled)
    told = [one for one in found if _numbers(one)]
    for (rows, more), alike in groupby(lambda one: (_numbers(one), _more(one)), told).items():
        heads = ("reading", "number", "possible", "undecided", "proven not to be")
        title = "What follows for the test set, reading by reading"
        yield Grid(title, heads, rows, notes=(*more, *(_of_rows(alike) if len(told) > 1 else ())))


def _unsearched(alike: Sequence[Identified]) -> tuple[str, ...]:
    """Say of how many readings nothing was searched, as enough of others are possible."""
    every = [finding for one in alike for finding in one.findings]
    left = sum(finding.because == NOT_SEARCHED.because for finding in every)
    return (f"{left} of {len(every)} readings {NOT_SEARCHED.because}",) if left else ()


def _options(one: Identified) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            option.name,
            "yes" if option.identified else "no",
            ", ".join(option.values),
            ", ".join(option.considered),
        )
        for option in one.options
        if len(option.considered) > 1
    )


def _numbers(one: Identified) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (short_reading(revealed.reading.text, differing(one.findings)), *_number(number))
        for revealed in one.revealed[:_MOST]
        for number in revealed.numbers
    )


def _more(one: Identified) -> tuple[str, ...]:
    more = len(one.revealed) - _MOST
    return (f"{more} more readings: --format json has all",) if more > 0 else ()


def _of_rows(alike: Sequence[Identified]) -> tuple[str, ...]:
    rows = dict.fromkeys(row for one in alike for row in one.findings[0].rows)
    return (f"of {_few(list(rows))}",)


def _number(number: Possible) -> tuple[str, str, str, str]:
    values = _few(number.values) + (" (certain)" if number.certain else "")
    many = len(number.refuted)
    refuted = "1 other" if many == 1 else f"{many} others" if many else "none"
    beyond = "" if number.bounded else "; larger ones were not asked"
    return number.what, values, _few(number.undecided), f"{refuted}{beyond}"


def _few(words: Sequence[str]) -> str:
    more = len(words) - _MOST
    return ", ".join(words[:_MOST]) + (f" and {more} more" if more > 0 else "")


def data_set(findings: Iterable[Finding]) -> tuple[str, tuple[tuple[str, tuple[Sample, ...]], ...]]:
    """Find the first synthetic data set, and the reading under which it prints the table.

    >>> data_set(())
    ('', ())
    """
    for one in findings:
        for ground in one.grounds:
            if isinstance(ground, Witness) and ground.samples:
                return one.reading, ground.samples
    return "", ()


def data_grid(findings: Iterable[Finding]) -> Iterator[Block]:
    """Lay out the first data set that was found.

    >>> list(data_grid(()))
    []
    """
    reading, samples = data_set(findings)
    if not samples:
        return
    rows = [(label, sample.id, *_counts(sample)) for label, some in samples for sample in some]
    more = len(rows) - _MOST_SAMPLES
    notes = [f"scored under {reading} it prints every cell; it is made up, not the real data"]
    if more > 0:
        notes.append(f"{more} more samples: --witness FILE writes all")
    yield Grid(
        "A data set that prints the table",
        ("row", "sample", "hits", "predicted", "gold"),
        tuple(rows[:_MOST_SAMPLES]),
        notes=tuple(notes),
        aside=True,
    )


def _counts(sample: Sample) -> tuple[str, str, str]:
    tally = dict(sample.counts or ()).get("", Tally())
    hits, predicted, gold = map(Fraction, (tally.hits, tally.predicted, tally.gold))
    return short_text(hits, 6), short_text(predicted, 6), short_text(gold, 6)


_MOST_VALUES = 6
_DIGITS = 6


def grounds_text(ground: Grounds) -> str:
    """Say what a finding stands on, in a few words; certificates are verified here again.

    >>> from fractions import Fraction
    >>> grounds_text(Exhausted("k/374 for k = 327..328", 2))
    '2 cases tried: k/374 for k = 327..328'
    >>> one, other = Interval(Fraction(1), Fraction(2)), Interval(Fraction(3), Fraction(4))
    >>> grounds_text(Clash("F1", one, other))
    'F1: printed [1, 2], allowed [3, 4], disjoint'
    """
    match ground:
        case Clash(what, printed, allowed):
            how = "disjoint" if ground.holds else "NOT DISJOINT"
            return f"{what}: printed {_span(printed)}, allowed {_span(allowed)}, {how}"
        case Exhausted(cases, tried):
            return f"{tried} {'case' if tried == 1 else 'cases'} tried: {cases}"
        case Certified(programs):
            return _certified(programs)
        case Witness(values, samples):
            return _witness(values, samples)


def _span(interval: Interval) -> str:
    return f"[{short_text(interval.low, _DIGITS)}, {short_text(interval.high, _DIGITS)}]"


def _witness(values: tuple[tuple[str, object], ...], samples: tuple[object, ...]) -> str:
    from fractions import Fraction

    parts = [
        f"{name} = {short_text(value, _DIGITS)}"
        for name, value in values[:_MOST_VALUES]
        if isinstance(value, Fraction)
    ]
    more = ["..."] if len(values) > _MOST_VALUES else []
    data = ["a data set"] if samples else []
    return ", ".join([*data, *parts, *more])


def _certified(programs: tuple[tuple[str, Program, Certificate], ...]) -> str:
    count = sum(leaves(certificate) for _, _, certificate in programs)
    wrong = [name for name, program, proof in programs if verify(program, proof)]
    how = f"NOT VERIFIED: {', '.join(wrong)}" if wrong else "verified"
    many = "1 program" if len(programs) == 1 else f"{len(programs)} programs"
    ends = "1 leaf" if count == 1 else f"{count} leaves"
    return f"{many} without a solution, certificates of {ends}, {how}"


def leaves(certificate: Certificate) -> int:
    """Count the Farkas vectors of a certificate.

    >>> leaves(Leaf(()))
    1
    """
    waiting, count = [certificate], 0
    while waiting:
        one = waiting.pop()
        if isinstance(one, Leaf):
            count += 1
        else:
            waiting += [one.below, one.above]
    return count


def guessed_text(solver: str) -> str:
    """Say who guessed in a search, and what hangs on it.

    >>> guessed_text("scipy")
    'Guesses: scipy. With another solver other questions may be undecided; no verdict turns.'
    """
    if solver == NOBODY:
        return (
            "Guesses: none, as neither scipy nor another solver is there. With one fewer questions "
            "may be undecided; no verdict turns."
        )
    other = "With another solver other questions may be undecided; no verdict turns."
    return f"Guesses: {solver}. {other}"


WORDS = {
    Verdict.HOLDS: "possible",
    Verdict.REFUTED: "not reproducible",
    Verdict.UNDECIDED: "open",
}
"""What a finding says of numbers under one reading; open: nothing speaks against it."""

_NOR = re.compile(r" \(nor under [^()]{0,300}\)")
_ABOVE = "see above"
_MOST_READINGS = 12
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


def few_readings(asked: Sequence[Question]) -> Iterator[Grid]:
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
    room = max(_MOST_READINGS - len(kept), _MOST_READINGS // 2)
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
    more = f" and {len(shown) - _MOST_READINGS} more" if len(shown) > _MOST_READINGS else ""
    return f"{first or ''}{', '.join(shown[:_MOST_READINGS])}{more}{last or ''}"


def _lines(question: Question) -> list[Line]:
    """Put readings of equal reasons together; only where all are refuted does each have a proof."""
    apart = differing(question.findings)
    seen = {finding.verdict for finding in question.findings}
    verdict = next(iter(seen)) if len(seen) == 1 else None
    ranked = sorted(question.findings, key=lambda one: _ORDER.index(one.verdict))
    many = sum(one.verdict is Verdict.HOLDS for one in ranked) > _MOST_READINGS
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
