"""Values as Python writes them (`[('a', 1), {'b': None}]`), read by counting: never evaluated."""

import re
from collections.abc import Mapping

from measurand.edges.files.json.value import FaultError, Json, Number, wrong
from measurand.values.fault import shown

MOST_DEEP = 50
_MOST_DIGITS = 4000
_NAMES: Mapping[str, Json] = {"None": None, "True": True, "False": False}
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORD = re.compile(r"[A-Za-z_]+")
_PLAIN = {"'": re.compile(r"[^'\\\n\r]*"), '"': re.compile(r'[^"\\\n\r]*')}
_ESCAPED = re.compile(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})")
_SHORT = {
    **{mark: mark for mark in "\\'\""},
    **dict(zip("abfnrtv", "\a\b\f\n\r\t\v", strict=True)),
}
_BLANK = " \t"
_HALF_FIRST, _HALF_LAST, _TOP = 0xD800, 0xDFFF, 0x10FFFF


def read_literal(text: str, at: int = 0, *, max_depth: int = MOST_DEEP) -> Json:
    r"""Read one value, and nothing behind it; tuples become lists.

    Read are lists, tuples, dictionaries with strings as keys, strings in one pair of quotes,
    whole and decimal numbers, None, True and False. Whatever else Python allows (prefixes,
    strings side by side, names, calls, sets) is refused. `at` says where the value starts.

    >>> read_literal(r"[([0, 1], 'it\'s'), {'a': None}, -0.50]")
    [[[0, 1], "it's"], {'a': None}, Number('-0.50')]

    Raises FaultError naming the column, counted from 1.
    """
    reader = _Reader(text, at, max_depth)
    value = reader.value(0)
    reader.blanks()
    if reader.at < len(text):
        raise reader.wrong("the end of the line")
    return value


class _Reader:
    """A text, and how far it was read."""

    def __init__(self, text: str, at: int, max_depth: int) -> None:
        self.text = text
        self.at = at
        self.max_depth = max_depth

    def wrong(self, expected: str, *, got: str = "", hint: str = "") -> FaultError:
        """Make the fault of what stands here."""
        rest = self.text[self.at :]
        got = got or (shown(rest, most=40) if rest else "the end of the line")
        return wrong(got, expected, hint, path=f"column {self.at + 1}")

    def blanks(self) -> None:
        """Pass over blanks."""
        while self.at < len(self.text) and self.text[self.at] in _BLANK:
            self.at += 1

    def value(self, depth: int) -> Json:
        """Read the value that stands here."""
        self.blanks()
        mark = self.text[self.at : self.at + 1]
        if mark and mark in "[({":
            if depth >= self.max_depth:
                raise self.wrong(f"at most {self.max_depth} levels", got="more")
            return self._dict(depth) if mark == "{" else self._list(depth, mark)
        if mark and mark in "'\"":
            return self._string(mark)
        if number := _NUMBER.match(self.text, self.at):
            return self._number(number)
        word = _WORD.match(self.text, self.at)
        if word and word[0] in _NAMES:
            self.at = word.end()
            return _NAMES[word[0]]
        raise self.wrong("a list, a tuple, a string or a number")

    def _list(self, depth: int, mark: str) -> Json:
        close = {"[": "]", "(": ")"}[mark]
        self.at += 1
        items: list[Json] = []
        commas = 0
        while not self._closed(close):
            if len(items) > commas:
                raise self.wrong(f"a comma or {close}")
            items.append(self.value(depth + 1))
            commas += self._comma()
        return items[0] if mark == "(" and len(items) == 1 and not commas else items

    def _dict(self, depth: int) -> Json:
        self.at += 1
        found: dict[str, Json] = {}
        entries = commas = 0
        while not self._closed("}"):
            if entries > commas:
                raise self.wrong("a comma or }")
            mark = self.text[self.at : self.at + 1]
            if mark not in {"'", '"'}:
                raise self.wrong("a key in quotes")
            key = self._string(mark)
            self.blanks()
            if not self._passed(":"):
                raise self.wrong("a colon")
            found[key] = self.value(depth + 1)
            entries += 1
            commas += self._comma()
        return found

    def _closed(self, close: str) -> bool:
        self.blanks()
        return self._passed(close)

    def _comma(self) -> bool:
        self.blanks()
        return self._passed(",")

    def _passed(self, mark: str) -> bool:
        there = self.text.startswith(mark, self.at)
        self.at += there
        return there

    def _number(self, found: re.Match[str]) -> Json:
        text = found[0]
        behind = self.text[found.end() : found.end() + 1]
        if len(text) > _MOST_DIGITS:
            raise self.wrong(f"numbers of at most {_MOST_DIGITS} digits", got=f"{len(text)}")
        if behind and (behind.isalnum() or behind in "_."):
            raise self.wrong("a whole or a decimal number")
        self.at = found.end()
        return Number(text) if found[2] or found[3] else int(text)

    def _string(self, quote: str) -> str:
        self.at += 1
        pieces = []
        while True:
            plain = _PLAIN[quote].match(self.text, self.at)
            pieces.append(plain[0] if plain else "")
            self.at += len(pieces[-1])
            if self._passed(quote):
                return "".join(pieces)
            if not self._passed("\\"):
                raise self.wrong(f"{quote} behind a string")
            pieces.append(self._escaped())

    def _escaped(self) -> str:
        mark = self.text[self.at : self.at + 1]
        if mark and mark in _SHORT:
            self.at += 1
            return _SHORT[mark]
        escape = _ESCAPED.match(self.text, self.at)
        if not escape:
            raise self.wrong("an escape that Python knows", hint=r"a backslash is written \\")
        code = int(escape[4], 8) if escape[4] else int(escape[1] or escape[2] or escape[3], 16)
        if _HALF_FIRST <= code <= _HALF_LAST or code > _TOP:
            raise self.wrong("an escape of a whole character")
        self.at = escape.end()
        return chr(code)
