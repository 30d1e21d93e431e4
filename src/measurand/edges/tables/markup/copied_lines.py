"""Lines of a text that was copied: words, and cells that stand at the end of a row."""

import re
from collections.abc import Iterator, Sequence

from attrs import field, frozen

from measurand.edges.tables.grid import MOST_CHARACTERS
from measurand.edges.tables.heads import numeric
from measurand.edges.tables.plain_text import western

_BLANK = re.compile(r"[ \t\u00a0\u2000-\u2008\u200a\u3000\f\v]")
_THIN = "\u2009\u202f"
_ONE = (
    rf"[-+\u2212]?[$€£¥]?(?:[0-9][0-9.,{_THIN}'’]{{0,40}}|\.[0-9]{{1,40}})(?<![,{_THIN}'’])"
    r"(?:[eE][-+\u2212]?[0-9]{1,3}|[ ]?[×·x][ ]?10\^?[-+\u2212]?[0-9]{1,2})?(?:[ ]?%)?"
)
_SPREAD = rf"[ ]?(?:±|\+/?[-\u2212])[ ]?{_ONE}"
_INSIDE = (
    rf"[ ]?[\[(][ ]?(?:±[ ]?)?{_ONE}(?:[ ]?(?:[,;\u2013\u2014-]|to)[ ]?{_ONE})?[ ]?[\])](?:[ ]?%)?"
)
_MARK = r"(?:[ ]?[*†‡§¶⁎↑↓▲▼]{1,4}|\^\{[^{}]{1,6}\}|[¹²³⁴⁵\u1d43-\u1d5b]{1,3}){0,2}"
_NUMBER = rf"(?:[<>≤≥~≈]=?[ ]?)?{_ONE}(?:{_SPREAD}|{_INSIDE})?{_MARK}"
_NOTHING = r"[-\u2013\u2014\u2212]{1,3}|n/?a|N/?A|[✓✔✗✘×•◦]|…|\.\.\."
# What starts as a number does, and may be one that is not read: 12/15, 110M, 80.1a.
_LIKE = r"[-+\u2212±<>≤≥~≈$€£¥]{0,3}\.?[0-9][^ A-Za-z]{0,40}(?:[A-Za-z%]|ms)?"
_TOKEN = re.compile(rf"(?:({_NUMBER}|{_NOTHING}|{_LIKE})|[^ ]{{1,10000}})(?![^ ])")
_SIZES = re.compile(r"(?<![^ (])\(?[ ]?[nN][ ]?=[ ]?[0-9][0-9,]{0,12}(?:[ ]?\)|(?![^ ]))")
"""How many of a group there are, as in a head: (n = 64), n = 64."""
# A blank after the point, as in 0. 788.
_BROKEN = re.compile(r"(?:.*[^0-9.,])?[0-9]{1,3}[.,]")
_REST = re.compile(r"[0-9]+(?![0-9.,])")
_DIGITS = re.compile(r"[0-9][0-9.,]{0,40}")
_CAPTION = re.compile(r"(?:table|tab\.|표|表)[ ]*(?:[0-9]|[ivx]+\b|[a-z]?\.?[0-9])", re.IGNORECASE)
_TOLD = 40


@frozen
class Token:
    """A word or a cell of a line, and where it starts and ends."""

    text: str
    cell: bool = field(default=False, kw_only=True)
    start: int = field(kw_only=True)

    @property
    def end(self) -> int:
        """Give the place after its last letter."""
        return self.start + len(self.text)


@frozen
class Line:
    """A line: its number, its text, its tokens, and how many cells stand at its end.

    `counted` tells whether one of the cells is a number: others are dashes and the like.
    """

    number: int
    text: str
    tokens: tuple[Token, ...] = field(repr=False)
    cells: int
    counted: bool = field(default=False, kw_only=True)

    @property
    def words(self) -> int:
        """Count the words before the cells."""
        return len(self.tokens) - self.cells

    @property
    def captioned(self) -> bool:
        """Tell whether it begins as a caption does."""
        return _CAPTION.match(self.text.strip()) is not None

    def label(self, width: int) -> str:
        """Give what stands before the cells."""
        return self.text[: self.tokens[-width].start].strip()


def copied_line(number: int, text: str) -> Line:
    """Part a line into words and cells; one that is too long stays whole, and is refused later.

    >>> copied_line(1, "Llama 2 80.1 ± 0.4 (ours) 70.2 74.8*").cells
    2
    >>> [one.text for one in copied_line(1, "ours 0.6 0. 788").tokens if one.cell]
    ['0.6', '0. 788']
    >>> copied_line(1, "Placebo (n = 64)   Drug (n = 61)").cells
    0
    """
    plain = _BLANK.sub(" ", text.replace("\t", "    ")).rstrip()
    if len(plain) > MOST_CHARACTERS:
        return Line(number, plain, (Token(plain, start=0),), 0)
    tokens = tuple(_tokens(plain))
    if _heads_sizes(plain):
        return Line(number, plain, tuple(_with_sizes(plain, tokens)), 0)
    cells = next((at for at, one in enumerate(reversed(tokens)) if not one.cell), len(tokens))
    only = tokens[len(tokens) - cells :]
    return Line(number, plain, tokens, cells, counted=any(numeric(one.text) for one in only))


def _tokens(text: str) -> Iterator[Token]:
    """Part a text; a number with a blank after its point is one cell, which nobody can read."""
    last: Token | None = None
    for one in _TOKEN.finditer(western(text)):
        cell = one[1] is not None
        new = Token(one[0] if cell else text[one.start() : one.end()], cell=cell, start=one.start())
        if last is not None and _breaks(last, new):
            last = Token(f"{last.text} {new.text}", cell=True, start=last.start)
            continue
        if last is not None:
            yield last
        last = new
    if last is not None:
        yield last


def _breaks(one: Token, following: Token) -> bool:
    beside = one.cell and following.cell and one.end + 1 == following.start
    if not beside or _REST.match(following.text) is None:
        return False
    return _BROKEN.fullmatch(one.text) is not None


def _heads_sizes(text: str) -> bool:
    """Tell whether a line is heads with sizes of groups, in which alone numbers stand."""
    rest = _SIZES.sub("", text)
    return rest != text and not any(one[1] is not None for one in _TOKEN.finditer(rest))


def _with_sizes(text: str, tokens: Sequence[Token]) -> Iterator[Token]:
    """Join the size of a group with the word before it."""
    ends = {one.start(): one.end() for one in _SIZES.finditer(text)}
    until = 0
    for at, one in enumerate(tokens):
        if one.start < until:
            continue
        following = tokens[at + 1].start if at + 1 < len(tokens) else -1
        until = ends.get(one.start, 0)
        if not until and following == one.end + 1:
            until = ends.get(following, 0)
        yield Token(text[one.start : max(until, one.end)], start=one.start)


def sized(name: str) -> bool:
    """Tell whether a head ends with how many of a group there are.

    >>> sized("Drug (n = 61)"), sized("Drug")
    (True, False)
    """
    found = [*_SIZES.finditer(name)]
    return bool(found) and found[-1].end() == len(name)


def segments(line: Line) -> list[Token]:
    """Part a line at runs of spaces; a segment is a cell where all of it is one."""
    parts: list[Token] = []
    for one in line.tokens:
        if parts and one.start - parts[-1].end < 2:  # noqa: PLR2004  # one space parts words
            text = line.text[parts[-1].start : one.end]
            parts[-1] = Token(text, start=parts[-1].start)
        else:
            parts.append(one)
    return parts


def left_out(lines: Sequence[Line], why: str = "no row of a table") -> Iterator[str]:
    """Name lines that are no part of a table, if they have numbers."""
    numbers = [(one.number, digits) for one in lines for digits in _DIGITS.findall(one.text)]
    if not numbers:
        return
    first, last = numbers[0][0], numbers[-1][0]
    where = f"line {first}" if first == last else f"lines {first} to {last}"
    some = ", ".join(digits for _, digits in numbers[:_TOLD])
    more = f" and {len(numbers) - _TOLD} more" if len(numbers) > _TOLD else ""
    yield f"{where}: {why}: left out with {some}{more}"
