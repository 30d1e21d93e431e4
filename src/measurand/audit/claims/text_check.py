"""Whether the places of a paper that a claims file names still print what they are said to."""

from collections.abc import Iterator, Mapping, Sequence

from attrs import field, frozen

from measurand.audit.claims.claim import Claim, Related, Said, Scalar
from measurand.audit.claims.model import Claims, Row, Table
from measurand.audit.claims.names import Within
from measurand.audit.claims.printed_at import Numbers, Spot, says
from measurand.values.fault import Fault
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

Texts = Mapping[str, Sequence[str] | Fault]
"""The lines of the files of a paper by their paths, or why they cannot be read."""

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


def spots(claims: Claims) -> tuple[str, ...]:
    """List the files of the paper that are named, each once.

    >>> spots(Claims(sources=(), tables=()))
    ()
    """
    return tuple(dict.fromkeys(Spot.parse(one.at).path for one in _wanted(claims)))


def check_texts(claims: Claims, texts: Texts) -> tuple[TextCheck, ...]:
    """Look up every place that is named, in at most 256 million characters altogether.

    >>> check_texts(Claims(sources=(), tables=()), {})
    ()
    """
    looking = _Looking()
    return tuple(_checked(wanted, texts, looking) for wanted in _wanted(claims))


@frozen(eq=False)
class _Looking:
    """The numbers of places, each looked through once, and how much was looked through."""

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
        numbers = tuple(
            number for row in table.rows if not row.at for number in _numbers(table, row)
        )
        yield _Wanted(table.name, table.at, ("table", at, "at"), numbers)
    for number, row in enumerate(table.rows):
        if row.at:
            place = ("table", at, "rows", number, "at")
            yield _Wanted(f"{table.name}/{row.label}", row.at, place, _numbers(table, row))


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


def _checked(wanted: _Wanted, texts: Texts, looking: _Looking) -> TextCheck:
    spot = Spot.parse(wanted.at)
    found = texts.get(spot.path)
    verdict, because = Verdict.UNDECIDED, "its file was not read"
    if isinstance(found, Fault):
        because = found.text()
    elif found is not None:
        verdict, because = _looked_up(wanted, spot, found, looking)
    return TextCheck(
        id=f"{wanted.name} @ {wanted.at}",
        at=wanted.at,
        verdict=verdict,
        place=wanted.place,
        because=because,
        claimed=_told([printed.text for printed, _ in wanted.numbers], wanted.phrases),
    )


def _looked_up(
    wanted: _Wanted, spot: Spot, lines: Sequence[str], looking: _Looking
) -> tuple[Verdict, str]:
    if not wanted.numbers and not wanted.phrases:
        return Verdict.UNDECIDED, "nothing is said to be printed there"
    if spot.last > len(lines):
        return Verdict.REFUTED, f"{spot.path} has only {len(lines)} lines"
    here = spot.of(lines)
    there = looking.numbers(spot, here)
    if there is None or (wanted.phrases and not looking.afford(here)):
        return Verdict.UNDECIDED, "not looked up: the places that are named have too much text"
    missing = [
        printed.text
        for printed, dropped in wanted.numbers
        if not there.have(printed, dropped=dropped)
    ]
    unsaid = [phrase for phrase in wanted.phrases if not says(here, phrase)]
    if missing or unsaid:
        return Verdict.REFUTED, f"not printed there: {_told(missing, tuple(unsaid))}"
    return Verdict.HOLDS, ""


def _told(numbers: Sequence[str], phrases: Sequence[str]) -> str:
    named = [*numbers, *map(repr, phrases)]
    more = len(named) - _MOST_NAMED
    return ", ".join(named[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
