"""Whether the places of a paper that a claims file names still print what they are said to.

The cells of a table are held to a table that stands there, by label and head (`printed_table`).
Any other number is looked up by its digits among all numbers of those lines, each of which serves
once: thousands may be grouped, a comma may be the point, a leading zero left out, a power of ten
written beside. Signs and units are not looked at, for typesetting moves them about; so this finds
numbers that are gone, and proves no number right.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from attrs import evolve, field, frozen

from measurand.auditing.claims.ids import Within
from measurand.auditing.claims.model import Claim, Claims, Related, Row, Said, Scalar, Table
from measurand.auditing.claims.printed_table import PrintedRow, PrintedTable, differences
from measurand.values.english import counted
from measurand.values.fault import Fault
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

MOST_LINES = 1_000_000
_LINES = re.compile(r"(?P<path>.*?):(?P<first>[0-9]{1,7})(?:-(?P<last>[0-9]{1,7}))?", re.DOTALL)
_GROUPING = re.compile(r"(?<=[0-9])(?:,|\{,\}|\\,|[\u00a0\u2009\u202f])(?=[0-9]{3}(?![0-9]))")
_POWER = r"\s?\$?\s?(?:[eE]-?[0-9]|(?:×|·|\\times|\\cdot)\s?\$?\s?10)"
_PLAIN = re.compile(r"(?<![0-9.])(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?![0-9]|\.[0-9])")
_COMMA = re.compile(r"(?<![0-9.,])[0-9]+,[0-9]+(?![0-9]|[.,][0-9])")
_BEFORE_POWER = re.compile(rf"(?<![0-9.])([0-9](?:\.[0-9]+)?){_POWER}")
_SPACE = re.compile(r"[\s~\u00a0]+")


@frozen
class Spot:
    """A file of the paper, and the lines that are meant: from `first` to `last`; 0 for all.

    >>> Spot.parse("paper/main.tex:212"), Spot.parse("main.tex:3-9").last, Spot.parse("a.md").first
    (Spot(path='paper/main.tex', first=212, last=212), 9, 0)

    Raises ValueError where there is no path, or the lines run backwards.
    """

    path: str = field()
    first: int = 0
    last: int = 0

    def __attrs_post_init__(self) -> None:
        if not self.path:
            message = "a path, as in paper/main.tex:212: got none"
            raise ValueError(message)
        if self.first > self.last or self.last > MOST_LINES:
            message = f"lines from 1 to {MOST_LINES}: got {self.first}-{self.last}"
            raise ValueError(message)

    @staticmethod
    def parse(text: str) -> "Spot":
        """Read a path, perhaps with the number of a line, or of two."""
        match = _LINES.fullmatch(text)
        if match is None:
            return Spot(text)
        first = int(match["first"])
        if not first:
            message = f"lines from 1 to {MOST_LINES}: got 0"
            raise ValueError(message)
        return Spot(match["path"], first, int(match["last"] or first))

    def of(self, lines: Sequence[str]) -> Sequence[str]:
        """Take the lines that are meant.

        >>> Spot("a", 2, 3).of(["x", "y", "z", "u"])
        ['y', 'z']
        """
        return lines[self.first - 1 : self.last] if self.first else lines


@frozen
class Numbers:
    """How often some lines print each number: whole ones, and those before a power of ten.

    >>> found = Numbers.of(["63.3 of 1,024, at 1.5e-3"])
    >>> sorted(found.plain), sorted(found.powers)
    (['1.024', '1.5', '1024', '3', '63.3'], ['1.5'])
    """

    plain: Mapping[str, int]
    powers: Mapping[str, int]

    @staticmethod
    def of(lines: Iterable[str]) -> "Numbers":
        """Collect the numbers of lines; thousands may be grouped, and a comma be the point."""
        written = "\n".join(lines)
        text = _GROUPING.sub("", written)
        commas = Counter(number.replace(",", ".") for number in _COMMA.findall(written))
        return Numbers(Counter(_PLAIN.findall(text)) + commas, Counter(_BEFORE_POWER.findall(text)))

    def have(self, printed: Printed, *, dropped: bool = False) -> bool:
        """Tell whether a number is among them; signs and units are not looked at.

        >>> Numbers.of(["p = .63"]).have(Printed.parse("0.63"))
        True
        """
        return self.times(printed, dropped=dropped) > 0

    def times(self, printed: Printed, *, dropped: bool = False) -> int:
        """Count how often a number may be among them.

        A leading zero may be left out, and digits before a power of ten will do. With `dropped`,
        zeros at the end may be left out too.

        >>> Numbers.of(["p = .63, 0.63 and 63"]).times(Printed.parse("0.63"))
        2
        """
        digits = printed.text.lstrip("-$€£¥").removesuffix("%")
        forms = {digits}
        if dropped and "." in digits:
            forms.add(digits.rstrip("0").rstrip("."))
        forms |= {form.removeprefix("0") for form in forms if form.startswith("0.")}
        plain = sum(self.plain.get(form, 0) for form in forms)
        return plain + self.powers.get(_mantissa(digits), 0)


def _mantissa(digits: str) -> str:
    """Write the digits as a number with a power of ten begins: 0.00150 as 1.50."""
    significant = digits.replace(".", "").lstrip("0") or "0"
    return f"{significant[0]}.{significant[1:]}" if significant[1:] else significant


def contains_phrase(lines: Iterable[str], phrase: str) -> bool:
    """Tell whether a phrase stands in the lines, however it is broken and spaced.

    >>> contains_phrase(["a cost that is about", "  11x lower"], "about 11x")
    True
    """
    return _spaced(phrase) in _spaced(" ".join(lines))


def _spaced(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


Texts = Mapping[str, Sequence[str] | Fault]
"""The lines of the files of a paper by their paths, or why they cannot be read."""

PrintedTables = Mapping[str, Sequence[PrintedTable]]
"""The tables of the files of a paper by their paths."""

_NO_TABLES: PrintedTables = MappingProxyType({})

_MOST_NAMED = 5
MOST_CHARACTERS = 2**28


@frozen(kw_only=True)
class TextCheck:
    """The verdict on one place of the paper: refuted where a number is not printed there.

    `place` leads to the `at` of the claims file, within all its tables or claims.

    >>> TextCheck(id="a @ b.tex:2", at="b.tex:2", verdict=Verdict.HOLDS, place=()).because
    ''
    """

    id: str
    at: str
    verdict: Verdict
    place: Within
    because: str = ""
    claimed: str = ""


@frozen
class _Wanted:
    """What is to be found at a place: numbers, each perhaps without its last zeros, and phrases."""

    name: str
    at: str
    place: Within
    numbers: tuple[tuple[Printed, bool], ...]
    phrases: tuple[str, ...] = ()
    table: Table | None = None
    rows: tuple[Row, ...] = ()


def paper_files(claims: Claims) -> tuple[str, ...]:
    """List the files of the paper that are named, each once.

    >>> paper_files(Claims(sources=(), tables=()))
    ()
    """
    return tuple(dict.fromkeys(Spot.parse(one.at).path for one in _wanted(claims)))


def table_files(claims: Claims) -> tuple[str, ...]:
    """List the files of the paper in which tables are named, each once.

    >>> table_files(Claims(sources=(), tables=()))
    ()
    """
    tables = (one for one in _wanted(claims) if one.table is not None)
    return tuple(dict.fromkeys(Spot.parse(one.at).path for one in tables))


def check_texts(
    claims: Claims, texts: Texts, printed: PrintedTables = _NO_TABLES
) -> tuple[TextCheck, ...]:
    """Look up every place that is named, in at most 256 million characters altogether.

    Cells of a table are held to that of the `printed` ones which stands there.

    >>> check_texts(Claims(sources=(), tables=()), {})
    ()
    """
    looking = _LookUp(printed)
    return tuple(_checked(wanted, texts, looking) for wanted in _wanted(claims))


@frozen(eq=False)
class _LookUp:
    """Tables and numbers of places, each looked through once, and how much was looked through."""

    printed: PrintedTables
    _numbers: dict[Spot, Numbers] = field(factory=dict)
    _spent: list[int] = field(factory=lambda: [0])

    def numbers(self, spot: Spot, lines: Sequence[str]) -> Numbers | None:
        """Give the numbers of a place; None where too much was looked through already."""
        if spot not in self._numbers:
            if not self.afford(lines):
                return None
            self._numbers[spot] = Numbers.of(lines)
        return self._numbers[spot]

    def afford(self, lines: Sequence[str]) -> bool:
        """Count the characters of a place; tell whether there is room for them."""
        self._spent[0] += sum(len(line) + 1 for line in lines)
        return self._spent[0] <= MOST_CHARACTERS


def _wanted(claims: Claims) -> Iterator[_Wanted]:
    for at, table in enumerate(claims.tables):
        yield from _of_table(table, at)
    for at, claim in enumerate(claims.claims):
        if claim.at:
            numbers, phrases = _of_claim(claim)
            yield _Wanted(claim.id, claim.at, ("claim", at, "at"), numbers, phrases)


def _of_table(table: Table, at: int) -> Iterator[_Wanted]:
    if table.at:
        rows = tuple(row for row in table.rows if not row.at)
        numbers = tuple(number for row in rows for number in _numbers(table, row))
        yield _Wanted(table.name, table.at, ("table", at, "at"), numbers, (), table, rows)
    for number, row in enumerate(table.rows):
        if row.at:
            place = ("table", at, "rows", number, "at")
            name = f"{table.name}/{row.label}"
            yield _Wanted(name, row.at, place, _numbers(table, row), (), table, (row,))


def _numbers(table: Table, row: Row) -> tuple[tuple[Printed, bool], ...]:
    return tuple((printed, table.column(name).decimals is not None) for name, printed in row.cells)


def _of_claim(claim: Claim) -> tuple[tuple[tuple[Printed, bool], ...], tuple[str, ...]]:
    match claim:
        case Scalar():
            return ((claim.printed, False),), ()
        case Related():
            return () if claim.value is None else ((claim.value, False),), ()
        case Said():
            return (), (claim.says,)


def _checked(wanted: _Wanted, texts: Texts, looking: _LookUp) -> TextCheck:
    spot = Spot.parse(wanted.at)
    lines = texts.get(spot.path)
    verdict, because = Verdict.UNDECIDED, "its file was not read"
    if isinstance(lines, Fault):
        because = lines.text()
    elif lines is not None:
        verdict, because = _looked_up(wanted, spot, lines, looking)
    return TextCheck(
        id=f"{wanted.name} @ {wanted.at}",
        at=wanted.at,
        verdict=verdict,
        place=wanted.place,
        because=because,
        claimed=_named([printed.text for printed, _ in wanted.numbers], wanted.phrases),
    )


def _looked_up(
    wanted: _Wanted, spot: Spot, lines: Sequence[str], looking: _LookUp
) -> tuple[Verdict, str]:
    if not wanted.numbers and not wanted.phrases:
        return Verdict.UNDECIDED, "nothing is said to be printed there"
    if spot.last > len(lines):
        return Verdict.REFUTED, f"{spot.path} has only {counted(len(lines), 'line')}"
    here = spot.of(lines)
    otherwise = _otherwise(wanted, spot, looking)
    if otherwise is not None:
        verdict = Verdict.REFUTED if otherwise else Verdict.HOLDS
        return verdict, _listed(otherwise, "; ")
    there = looking.numbers(spot, here)
    if there is None or (wanted.phrases and not looking.afford(here)):
        return Verdict.UNDECIDED, "not looked up: the places that are named have too much text"
    missing = list(_missing(wanted, there))
    unsaid = [phrase for phrase in wanted.phrases if not contains_phrase(here, phrase)]
    if missing or unsaid:
        return Verdict.REFUTED, f"not printed there: {_named(missing, tuple(unsaid))}"
    return Verdict.HOLDS, ""


def _missing(wanted: _Wanted, there: Numbers) -> Iterator[str]:
    """List the numbers for which none is left: each that is printed serves once."""
    asked: Counter[str] = Counter()
    for printed, dropped in wanted.numbers:
        asked[printed.text] += 1
        if there.times(printed, dropped=dropped) < asked[printed.text]:
            yield printed.text


def _named(numbers: Sequence[str], phrases: Sequence[str]) -> str:
    return _listed([*numbers, *map(repr, phrases)], ", ")


def _listed(named: Sequence[str], between: str) -> str:
    more = len(named) - _MOST_NAMED
    return between.join(named[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _otherwise(wanted: _Wanted, spot: Spot, looking: _LookUp) -> tuple[str, ...] | None:
    """List the cells that a table in these lines prints otherwise; None where none stands there."""
    if wanted.table is None or not wanted.numbers:
        return None
    tables = [one for one in looking.printed.get(spot.path, ()) if one.meets(spot.first, spot.last)]
    if len(wanted.rows) < len(wanted.table.rows) and spot.first:
        tables = [evolve(one, rows=_within(one, spot)) for one in tables]
    return differences(wanted.table, wanted.rows, tables)


def _within(table: PrintedTable, spot: Spot) -> tuple[PrintedRow, ...]:
    return tuple(row for row in table.rows if spot.first <= row.line <= spot.last)
