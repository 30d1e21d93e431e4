"""What a row's siblings show: they fit a sharp formula to the last digit, and this row does not.

Rows of a column are made alike. Where F of the printed P and R gives F to the last digit in four
rows, nobody has to say that the column was made so; and a fifth row in which it does not is odd,
although a mean of the samples' F might be there too. How odd depends on how likely the four would
fit by chance, had they been made another way. A sibling of width w (of what prints as its cell, and
of what the formula leaves open) that could lie as far off as g fits by chance with w / (g + w).
Here g is how far the odd row is off: true means of F crowd near F of P and R, so a chance that is
uniform over all that a mean of F may be accuses true tables. For an average g is the range of what
is averaged, since other weights would reach that far.

A coincidence makes numbers odd. It refutes nothing, whatever its chance, and names no definition.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, prod

from attrs import frozen
from toolz import groupby

from measurand.auditing.proofs.finding import Coincidence, Finding, Question, Sharp
from measurand.values.verdict import Verdict

DEFAULT_ODD_AT = 3
"""Decades: a chance of at most 1 in 10^3 makes a row odd."""

_FEW = 3


@frozen
class _SharpFinding:
    """A finding that says something sharp, with its question."""

    question: Question
    finding: Finding
    sharp: Sharp


def coincidences(
    questions: Iterable[Question], odd_at: int = DEFAULT_ODD_AT
) -> Mapping[str, Coincidence]:
    """Find the questions whose siblings fit what they miss, each with the least chance.

    Siblings are the other rows of the same columns, and the other columns of the same row where a
    row is made of others. Nothing is said where more than one of them and a third miss too, or
    where the row fits another sharp formula.

    >>> coincidences(())
    {}
    """
    speaking = [
        _SharpFinding(question, finding, finding.sharp)
        for question in questions
        for finding in question.findings
        if finding.sharp is not None and finding.sharp.width > 0
    ]
    by_question: dict[str, Coincidence] = {}
    for same in (*_by_columns(speaking), *_by_rows(speaking), *_by_rule(speaking)):
        for name, one in _odd(same):
            if one.chance <= Fraction(1, 10**odd_at) and (
                name not in by_question or one.chance < by_question[name].chance
            ):
                by_question[name] = one
    return by_question


def _by_columns(speaking: Sequence[_SharpFinding]) -> Iterator[list[_SharpFinding]]:
    yield from groupby(
        lambda one: (one.finding.rule, one.finding.reading, one.finding.columns), speaking
    ).values()


def _by_rows(speaking: Sequence[_SharpFinding]) -> Iterator[list[_SharpFinding]]:
    across = [one for one in speaking if one.sharp.reach is not None]
    yield from groupby(
        lambda one: (one.finding.rule, one.finding.reading, one.finding.rows), across
    ).values()


_ALIKE = frozenset({"rates-of-counts"})
"""Rules whose columns are made alike: precision, recall and F of the counts beside them."""


def _by_rule(speaking: Sequence[_SharpFinding]) -> Iterator[list[_SharpFinding]]:
    """Take columns that are made alike together, where one row alone misses what others fit."""
    alike = [one for one in speaking if one.finding.rule in _ALIKE]
    for same in groupby(lambda one: one.finding.reading, alike).values():
        missing = [one.finding for one in same if one.sharp.miss]
        fitting = {one.finding.columns for one in same if not one.sharp.miss}
        if len({one.rows for one in missing}) == 1 and {one.columns for one in missing} <= fitting:
            yield same


def _odd(same: Sequence[_SharpFinding]) -> Iterator[tuple[str, Coincidence]]:
    fitting = [one for one in same if not one.sharp.miss]
    missing = [one for one in same if one.sharp.miss]
    if len(missing) > max(1, len(same) // _FEW) or not fitting:
        return
    for one in missing:
        if not _explained(one.question):
            names = tuple(_name(other.finding, one.finding) for other in fitting)
            chance = prod((_chance(other.sharp, one.sharp) for other in fitting), start=Fraction(1))
            yield one.question.name, Coincidence(one.finding.reading, names, chance, one.finding)


def _chance(fits: Sharp, misses: Sharp) -> Fraction:
    reach = misses.miss + misses.width / 2 if fits.reach is None else fits.reach
    if fits.most is not None:
        reach = min(reach, fits.most)
    return fits.width / (reach + fits.width)


def _explained(question: Question) -> bool:
    return any(
        one.sharp is not None and not one.sharp.miss and one.verdict is not Verdict.REFUTED
        for one in question.findings
    )


def _name(finding: Finding, missing: Finding) -> str:
    """Name a sibling by its row, or by its column in the same row."""
    same = finding.rows == missing.rows
    return ", ".join(finding.columns if same else finding.rows)


def chance_of_fit(
    lines: Iterable[Sequence[int | None]], among: int, most: Sequence[int | None] = ()
) -> Fraction:
    """Bound the chance that one of many lines of numbers fits as many made-up cells.

    Each line gives one number a cell, in last digits, or None; some line gives a number of each. A
    made-up number is uniform from the least to the greatest that lines give of its cell, or from 0
    to the `most` of a cell where that is known and holds them all. Where the cells were picked of
    `among`, as those that fit, all choices of as many count: C(among, cells) times the different
    lines, over the product of what may be made up; at most 1.

    >>> chance_of_fit([(3,), (5,), (5,), (12,)], among=1)
    Fraction(3, 10)
    >>> chance_of_fit([(3,), (5,), (5,), (12,)], among=1, most=[99])
    Fraction(3, 100)
    """
    every = list(lines)
    different = {tuple(line) for line in every if None not in line}
    cells = [[one for one in cell if one is not None] for cell in zip(*every, strict=True)]
    ends = most or [None] * len(cells)
    rooms = prod(_room(cell, end) for cell, end in zip(cells, ends, strict=True))
    return min(Fraction(1), Fraction(comb(among, len(cells)) * len(different), rooms))


def _room(given: Sequence[int], most: int | None) -> int:
    known = most is not None and min(given) >= 0 and max(given) <= most
    return most + 1 if most is not None and known else max(given) - min(given) + 1
