"""Tables of an analysis of variance: F is a mean square over that of an error.

A mean square is its sum of squares over its degrees of freedom: a ratio of two columns, which
`closed.arithmetic` asks. F is that of its row over that of another row: most often the one that has
no F, in nested designs any other. What is the error of no printed row stays an unusual reading.
"""

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.closed.derivation import Derived, Subject
from measurand.auditing.proofs.finding import Finding, Rule
from measurand.auditing.proofs.sheet import Column, Kind, Role, Row, Sheet
from measurand.values.printed import Printed

_OTHER_ERROR = "the error is of no row that is printed"
_MOST_ROWS = 40


def f_of_mean_squares(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each F whether it is the mean square of its row over that of some other row.

    Nothing is asked of a table all rows of which have an F: their error is not printed.

    >>> roles = {"SS": Role.VALUE, "df": Role.DF, "MS": Role.RATIO, "F": Role.F_RATIO}
    >>> columns = tuple(Column(name=name, role=role, of=("SS", "df") if name == "MS" else ())
    ...                 for name, role in roles.items())
    >>> rows = (Row(label="A", cells=(("MS", Printed.parse("6.0")), ("F", Printed.parse("7.0")))),
    ...         Row(label="Error", cells=(("MS", Printed.parse("1.0")),)))
    >>> [found.verdict.value for found in f_of_mean_squares(Sheet(columns=columns, rows=rows))]
    ['refuted', 'undecided']
    """
    for column in sheet.having(Role.F_RATIO):
        squares = mean_squares(sheet, column.group)
        if squares is None:
            continue
        rows = [
            (row, cell)
            for row in sheet.rows
            if row.kind is Kind.BODY and (cell := row.cell(squares.name)) is not None
        ]
        errors = [one for one in rows if one[0].cell(column.name) is None]
        if errors and len(rows) <= _MOST_ROWS:
            tested = [one for one in rows if one not in errors]
            for row, cell in tested:
                others = [*errors, *(one for one in tested if one[0] is not row)]
                yield from _ratios((squares, column), row, cell, others)


def mean_squares(sheet: Sheet, group: str) -> Column | None:
    """Find the column of mean squares of a group: a ratio to degrees of freedom.

    >>> mean_squares(Sheet(columns=(), rows=()), "") is None
    True
    """
    for column in sheet.having(Role.RATIO):
        if column.group == group and any(sheet.column(n).role is Role.DF for n in column.of):
            return column
    return None


def _ratios(
    columns: tuple[Column, Column],
    row: Row,
    cell: Printed,
    others: list[tuple[Row, Printed]],
) -> Iterator[Finding]:
    printed = row.cell(columns[1].name)
    if printed is None:
        return
    subject = Subject(
        rule="f-of-mean-squares",
        what="F of mean squares",
        rows=(row.label,),
        columns=tuple(one.name for one in columns),
        assumes=("the mean square of its error is printed",),
    )
    top = hull(cell)
    for other, below in others:
        bottom = hull(below)
        if min(top.low, bottom.low) <= 0:
            yield subject.undecided("one of the two may be 0", _over(other))
            continue
        yield Derived(
            name=columns[1].name,
            printed=printed,
            given=((row.label, cell), (other.label, below)),
            ends=_ends(top, bottom),
            formula=lambda point: point[0] / point[1],
            says=f"the mean square of {row.label} over that of {other.label}",
        ).settle(subject, _over(other))
    yield evolve(subject.undecided(_OTHER_ERROR, _OTHER_ERROR), unusual=True)


def _over(error: Row) -> str:
    return f"error={error.label}"


def _ends(top: Interval, bottom: Interval) -> tuple[tuple[Fraction, Fraction], ...]:
    return (top.low, top.high), (bottom.high, bottom.low)


MEAN_SQUARES_RULES = (
    Rule(
        id="f-of-mean-squares",
        says="F is the mean square of its row over that of another row, its error.",
        assumes="Both are of one analysis of variance, and the error is printed.",
        source="Fisher 1925, Statistical Methods for Research Workers",
        check=f_of_mean_squares,
    ),
)
