"""Which numbers of other tools are among the definitions that print a table."""

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from measurand.claims.audited import Recognised
from measurand.claims.judge import Judge
from measurand.claims.needs import Slice
from measurand.claims.space import Candidate
from measurand.metrics.compat.known import known_as, nearly_known_as
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition
from measurand.values.score import Defined


@frozen
class Tried:
    """A cell by its column, and under each candidate its place and whether the cell is printed.

    A place is None where the definition cannot exist. What is declared is the one candidate of a
    cell outside the space.
    """

    column: str
    places: tuple[tuple[Slice, Definition] | None, ...]
    prints: tuple[bool, ...]


@define
class _Count:
    """The cells that a number prints, and the candidates that are this number."""

    printed: set[int] = field(factory=set)
    candidates: dict[Candidate | None, None] = field(factory=dict)


_Key = tuple[str, str, Compatible, bool]
"""A column, the data of a candidate, a number, and whether it is the candidate's here alone."""


def recognised(
    cells: Sequence[Tried], candidates: Sequence[Candidate | None], judge: Judge
) -> tuple[Recognised, ...]:
    """List the numbers of other tools that print a cell, column by column.

    A number that differs from a definition in nothing but the rules for empty cases counts where
    both have one score: it is said to be `here` alone. Of numbers of one call that differ in
    zero_division the one that prints most cells is listed, of equals the tool's default.

    >>> from measurand.claims.needs import Gathered
    >>> from measurand.metrics.signature import parse
    >>> micro = parse("f(average=micro,both_empty=0+0)")
    >>> cell = Tried("F1", ((Slice("d", (), micro.observation), micro),), (True,))
    >>> [found] = recognised([cell], [Candidate()], Judge(Gathered({}, {})))
    >>> found.column, found.number.tool, found.printed, found.cells, found.here
    ('F1', 'scikit-learn', 1, 1, False)
    """
    found: dict[_Key, _Count] = {}
    for at, cell in enumerate(cells):
        for candidate, place, prints in zip(candidates, cell.places, cell.prints, strict=True):
            if place is None or not prints:
                continue
            data = candidate.data if candidate else ""
            for number, here in _numbers(*place, judge):
                count = found.setdefault((cell.column, data, number, here), _Count())
                count.printed.add(at)
                count.candidates[candidate] = None
    in_column = Counter(cell.column for cell in cells)
    return tuple(
        Recognised(
            column=column,
            number=number,
            printed=len(count.printed),
            cells=in_column[column],
            candidates=tuple(one for one in count.candidates if one is not None),
            here=here,
        )
        for (column, _, number, here), count in _plainest(found).items()
    )


def _numbers(
    part: Slice, definition: Definition, judge: Judge
) -> Iterator[tuple[Compatible, bool]]:
    """List the numbers that a definition is on any data, then those that it is on these alone."""
    pool = judge.gathered.pools.get(part)
    alone = pool is not None and pool.scored() == 1
    for number in known_as(definition):
        if alone or not number.of_one:
            yield number, False
    score = judge.scored(part, definition).score
    for number, under in nearly_known_as(definition):
        same = isinstance(score, Defined) and judge.scored(part, under).score == score
        if same and (alone or not number.of_one):
            yield number, True


def _plainest(found: dict[_Key, _Count]) -> dict[_Key, _Count]:
    """Keep one of the numbers of a call that differ in zero_division, in the order found."""
    best: dict[tuple[str, str, str, str], _Key] = {}
    for key, count in found.items():
        column, data, number, _ = key
        family = column, data, number.tool, number.call.replace(_ONE, "")
        known = best.get(family)
        if known is None or _rank(key, count) < _rank(known, found[known]):
            best[family] = key
    kept = set(best.values())
    return {key: count for key, count in found.items() if key in kept}


_ONE = ", zero_division=1"


def _rank(key: _Key, count: _Count) -> tuple[int, bool, bool]:
    return -len(count.printed), _ONE in key[2].call, key[3]
