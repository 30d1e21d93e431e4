"""Where a paper prints a number, and whether it is still there."""

import re
from collections.abc import Iterable, Sequence

from attrs import field, frozen

from measurand.values.printed import Printed

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
        found = _LINES.fullmatch(text)
        if found is None:
            return Spot(text)
        first = int(found["first"])
        if not first:
            message = f"lines from 1 to {MOST_LINES}: got 0"
            raise ValueError(message)
        return Spot(found["path"], first, int(found["last"] or first))

    def of(self, lines: Sequence[str]) -> Sequence[str]:
        """Take the lines that are meant.

        >>> Spot("a", 2, 3).of(["x", "y", "z", "u"])
        ['y', 'z']
        """
        return lines[self.first - 1 : self.last] if self.first else lines


@frozen
class Numbers:
    """The numbers that some lines print: whole ones, and those before a power of ten.

    >>> found = Numbers.of(["63.3 of 1,024, at 1.5e-3"])
    >>> sorted(found.plain), sorted(found.powers)
    (['1.024', '1.5', '1024', '3', '63.3'], ['1.5'])
    """

    plain: frozenset[str]
    powers: frozenset[str]

    @staticmethod
    def of(lines: Iterable[str]) -> "Numbers":
        """Collect the numbers of lines; thousands may be grouped, and a comma be the point."""
        written = "\n".join(lines)
        text = _GROUPING.sub("", written)
        commas = {found.replace(",", ".") for found in _COMMA.findall(written)}
        return Numbers(
            frozenset(_PLAIN.findall(text)) | commas, frozenset(_BEFORE_POWER.findall(text))
        )

    def have(self, printed: Printed, *, dropped: bool = False) -> bool:
        """Tell whether a number is among them; signs and units are not looked at.

        A leading zero may be left out, and digits before a power of ten will do. With `dropped`,
        zeros at the end may be left out too.

        >>> Numbers.of(["p = .63"]).have(Printed.parse("0.63"))
        True
        """
        digits = printed.text.lstrip("-$€£¥").removesuffix("%")
        forms = {digits}
        if dropped and "." in digits:
            forms.add(digits.rstrip("0").rstrip("."))
        forms |= {form.removeprefix("0") for form in forms if form.startswith("0.")}
        return not forms.isdisjoint(self.plain) or _mantissa(digits) in self.powers


def _mantissa(digits: str) -> str:
    """Write the digits as a number with a power of ten begins: 0.00150 as 1.50."""
    significant = digits.replace(".", "").lstrip("0") or "0"
    return f"{significant[0]}.{significant[1:]}" if significant[1:] else significant


def says(lines: Iterable[str], phrase: str) -> bool:
    """Tell whether a phrase stands in the lines, however it is broken and spaced.

    >>> says(["a cost that is about", "  11x lower"], "about 11x")
    True
    """
    return _spaced(phrase) in _spaced(" ".join(lines))


def _spaced(text: str) -> str:
    return _SPACE.sub(" ", text).strip()
