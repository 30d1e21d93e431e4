"""Which numbers of other tools are among the definitions that print a table."""

from collections import Counter
from collections.abc import Sequence

from attrs import define, field

from measurand.claims.audited import Recognised
from measurand.claims.check import CellCheck
from measurand.claims.space import Candidate
from measurand.metrics.compat.known import known_as
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition
from measurand.values.verdict import Verdict

Tried = tuple[str, tuple[tuple[Definition | None, bool], ...]]
"""A cell by its column: the definition of each candidate, None for none, and whether it prints."""


@define
class _Count:
    """The cells that a number prints, and the candidates that are this number."""

    printed: set[int] = field(factory=set)
    candidates: dict[Candidate, None] = field(factory=dict)


def recognised(
    cells: Sequence[Tried], candidates: Sequence[Candidate], checked: Sequence[CellCheck]
) -> tuple[Recognised, ...]:
    """List the numbers of other tools that print a cell, column by column.

    >>> from measurand.metrics.signature import parse
    >>> micro = parse("f(average=micro,both_empty=0+0)")
    >>> [found] = recognised([("F1", ((micro, True),))], [Candidate()], [])
    >>> found.column, found.number.tool, found.printed, found.cells
    ('F1', 'scikit-learn', 1, 1)
    """
    found: dict[tuple[str, str, Compatible], _Count] = {}
    for at, (column, tried) in enumerate(cells):
        for candidate, (definition, prints) in zip(candidates, tried, strict=True):
            if definition is None or not prints:
                continue
            for number in known_as(definition):
                count = found.setdefault((column, candidate.data, number), _Count())
                count.printed.add(at)
                count.candidates[candidate] = None
    in_column = Counter(column for column, _ in cells)
    return (
        *(
            Recognised(
                column=column,
                number=number,
                printed=len(count.printed),
                cells=in_column[column],
                candidates=tuple(count.candidates),
            )
            for (column, _, number), count in found.items()
        ),
        *_declared(checked),
    )


def _declared(checked: Sequence[CellCheck]) -> list[Recognised]:
    """Recognise the definitions of cells outside the space, which are as declared."""
    cells = Counter(cell.column for cell in checked)
    printed = Counter(
        (cell.column, number)
        for cell in checked
        if cell.definition is not None and cell.verdict is Verdict.HOLDS
        for number in known_as(cell.definition)
    )
    return [
        Recognised(column=column, number=number, printed=count, cells=cells[column])
        for (column, number), count in printed.items()
    ]
