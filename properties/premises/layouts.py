"""A true table as cells, how it is written as a text, and one digit of it changed.

What may be said of a table is kept beside it as options of the command line, each of them true.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from fractions import Fraction
from math import floor
from random import Random
from typing import Literal

from attrs import evolve, frozen

Markup = Literal["markdown", "csv", "latex"]
Option = tuple[str, str]


class Place(Enum):
    """Over which of its columns a group head is written: with blanks beside it, or over each."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"
    EACH = "each"


class Way(Enum):
    """How numbers are rounded: to the nearest with a half up or to even, by a float, cut off."""

    HALF_UP = "half_up"
    HALF_EVEN = "half_even"
    PRINTF = "printf"
    TRUNCATE = "truncate"


@frozen
class Ink:
    """How a number is written: its decimals, its rounding, in percent, with a sign."""

    places: int
    way: Way
    percent: bool = True
    sign: bool = False

    def __call__(self, value: Fraction) -> str:
        """Write a score."""
        return number(value * 100 if self.percent else value, self.places, self.way) + (
            "%" if self.sign else ""
        )

    def read(self, value: Fraction) -> Fraction:
        """Give what a reader of the number has in hand."""
        return Fraction(self(value).rstrip("%")) / (100 if self.percent else 1)


def number(value: Fraction, places: int, way: Way = Way.HALF_UP) -> str:
    """Write a number with so many decimals.

    >>> [number(Fraction(-25, 1000), 2, way) for way in Way]
    ['-0.03', '-0.02', '-0.03', '-0.02']
    """
    size = abs(value) * 10**places
    whole = floor(size)
    match way:
        case Way.HALF_UP:
            whole = floor(size + Fraction(1, 2))
        case Way.HALF_EVEN:
            whole = round(size)
        case Way.PRINTF:
            return f"{float(value):.{places}f}"
        case Way.TRUNCATE:
            pass
    digits = str(whole).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if value < 0 and whole else text


@frozen(kw_only=True)
class TrueTable:
    """A table whose numbers are true.

    The first `labels` columns name rows. `over` are heads over several columns, each with its
    width, of all columns after the labels; `blocks` has the first label of each block of rows once,
    as multirow does. `said` is all that may be said of it.
    """

    family: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    said: tuple[Option, ...] = ()
    caption: str = ""
    over: tuple[tuple[str, int], ...] = ()
    place: Place = Place.LEFT
    markup: Markup = "markdown"
    labels: int = 1

    @property
    def text(self) -> str:
        """Write it in its markup."""
        match self.markup:
            case "markdown":
                return "\n".join(_markdown(self))
            case "csv":
                return "\n".join(_csv(self))
            case "latex":
                return "\n".join(_latex(self))


def _markdown(table: TrueTable) -> Iterator[str]:
    if table.caption:
        yield f"{table.caption}\n"
    heads = [*_over(table), table.head]
    rule = [":--"] * table.labels + ["--:"] * (len(table.head) - table.labels)
    for row in (heads[0], rule, *heads[1:], *table.rows):
        cells = (cell.replace("|", r"\|") for cell in row)
        yield f"| {' | '.join(cells)} |"


def _csv(table: TrueTable) -> Iterator[str]:
    for row in (*_over(table), table.head, *table.rows):
        yield ",".join(f'"{cell}"' if "," in cell else cell for cell in row)


def _over(table: TrueTable) -> Iterator[tuple[str, ...]]:
    """Write heads over columns, where the markup cannot say how far they reach."""
    if not table.over:
        return
    cells = [""] * table.labels
    for head, width in table.over:
        at = {Place.LEFT: 0, Place.CENTRE: width // 2, Place.RIGHT: width - 1}.get(table.place)
        cells += [head if at in {None, here} else "" for here in range(width)]
    yield tuple(cells)


def _latex(table: TrueTable) -> Iterator[str]:
    yield r"\begin{table}"
    if table.caption:
        yield rf"\caption{{{_escaped(table.caption)}}}"
    yield rf"\begin{{tabular}}{{{'l' * table.labels}{'r' * (len(table.head) - table.labels)}}}"
    yield r"\toprule"
    if table.over:
        heads = [""] * table.labels
        heads += [rf"\multicolumn{{{width}}}{{c}}{{{head}}}" for head, width in table.over]
        yield f"{' & '.join(heads)} \\\\"
    yield f"{' & '.join(map(_escaped, table.head))} \\\\"
    yield r"\midrule"
    before = ""
    for row in table.rows:
        cells = [_escaped(cell) for cell in row]
        if table.labels > 1:
            block = sum(other[0] == row[0] for other in table.rows)
            cells[0] = "" if row[0] == before else rf"\multirow{{{block}}}{{*}}{{{cells[0]}}}"
            before = row[0]
        yield f"{' & '.join(cells)} \\\\"
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield r"\end{table}"


def _escaped(cell: str) -> str:
    for sign in "%&#_":
        cell = cell.replace(sign, f"\\{sign}")
    return cell.replace("±", r"$\pm$").replace("Δ", r"$\Delta$")


def some_of(rng: Random, said: Sequence[Option]) -> tuple[Option, ...]:
    """Draw a part of what may be said."""
    chance = rng.random()
    return tuple(one for one in said if rng.random() < chance)


def slip(rng: Random, table: TrueTable) -> TrueTable | None:
    """Change one digit of one cell; None where no cell has any."""
    places = [
        (row, column, at)
        for row, cells in enumerate(table.rows)
        for column, cell in enumerate(cells)
        if column >= table.labels
        for at in _digits(cell)
    ]
    if not places:
        return None
    row, column, at = rng.choice(places)
    cell = table.rows[row][column]
    other = rng.choice([digit for digit in "0123456789" if digit != cell[at]])
    if other == "0" and at == 0 and len(cell) > 1 and cell[1].isdigit():
        other = next(digit for digit in "123456789" if digit != cell[at])
    cells = list(table.rows[row])
    cells[column] = f"{cell[:at]}{other}{cell[at + 1 :]}"
    rows = (*table.rows[:row], tuple(cells), *table.rows[row + 1 :])
    return evolve(table, rows=rows)


def _digits(cell: str) -> list[int]:
    """Give the places of the digits of the first number of a cell."""
    main = cell
    for sign in ("±", "(", "["):
        main = main.partition(sign)[0]
    return [at for at, char in enumerate(main) if char in "0123456789"]
