"""TOML to a tree whose numbers keep their digits, and the line on which each key stands."""

import re
import tomllib
from collections.abc import Iterator, Mapping

from attrs import frozen
from returns.result import Failure, Result, Success

from measurand.values.fault import Fault

Place = tuple[str | int, ...]
"""Keys and indexes from the top of a tree to a value."""

MOST_PARTS = 32
_MOST_LINES = 200
_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+"""
# The time that a dotted key takes grows with the square of its parts.
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-])(?:{_PART}\.[ \t]*+){{{MOST_PARTS}}}")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SIGNED = re.compile(r"=\s*([-+]?[$€£¥]?\d{1,40}(?:\.\d{1,40})?\s?%|[$€£¥]\d{1,40}(?:\.\d{1,40})?)")
_WHERE = re.compile(r"line (\d+), column (\d+)\)")


@frozen
class Digits:
    """A number with a point or an exponent, as it is written: 63.30 keeps its zero.

    >>> str(Digits("63.30"))
    '63.30'
    """

    text: str

    def __str__(self) -> str:
        return self.text


def read_tree(text: str) -> Result[Mapping[str, object], tuple[Fault, ...]]:
    r"""Read TOML; the fault says where the text stops being TOML.

    >>> read_tree("f1 = 63.30").unwrap()
    {'f1': Digits(text='63.30')}
    >>> [fault] = read_tree("f1 = 1\nf1 = [").failure()
    >>> fault.line, fault.got, fault.hint
    (2, 'an error at the end', 'Invalid value')
    >>> read_tree("F1 = 87.3%").failure()[0].hint
    'write it in quotes: "87.3%"'
    >>> read_tree("{}").failure()[0].got
    'an object in braces, as JSON has them'
    """
    long_key = _LONG_KEY.search(text)
    if long_key is not None:
        line, most = (
            text.count("\n", 0, long_key.start()) + 1,
            f"keys of at most {MOST_PARTS} parts",
        )
        return Failure((Fault(line=line, got="a longer one", expected=most),))
    try:
        return Success(tomllib.loads(text, parse_float=_digits))
    except RecursionError:
        hint = "a claims file is at most six levels deep"
        fault = Fault(got="brackets nested too deep", expected="valid TOML", hint=hint)
    except ValueError as error:
        fault = _not_toml(str(error), text)
    return Failure((fault,))


def _digits(text: str) -> Digits:
    return Digits(text.replace("_", ""))


def _not_toml(message: str, text: str) -> Fault:
    if text.lstrip()[:1] == "{":
        hint = "`measurand sniff FILE` says what a file is; `measurand init TABLE` writes claims"
        got = "an object in braces, as JSON has them"
        return Fault(line=1, got=got, expected="statements of TOML, such as schema = 1", hint=hint)
    if message.startswith("Exceeds the limit"):
        return Fault(got="a longer one", expected="integers of at most 4300 digits")
    what, _, where = message.rpartition(" (at ")
    found = _WHERE.fullmatch(where)
    if what.startswith("Cannot overwrite"):
        what += ": this key is written twice"
    if found is not None:
        line, got = int(found[1]), f"an error in column {found[2]}"
        what = _unquoted(text, line) or what
    elif where == "end of document)":
        line, got = text.rstrip().count("\n") + 1, "an error at the end"
    else:
        line, got, what = 0, "an error", message
    return Fault(line=line, got=got, expected="valid TOML", hint=what)


def _unquoted(text: str, line: int) -> str:
    """Say how a number with its sign is written, where one stands without quotes."""
    found = _SIGNED.search(text.splitlines()[line - 1] if line <= text.count("\n") + 1 else "")
    return f'write it in quotes: "{found[1]}"' if found else ""


def place_text(place: Place) -> str:
    """Write a place as TOML writes keys; elements of lists count from 0.

    >>> place_text(("table", 0, "columns", "f1 (macro)", "unit"))
    'table[0].columns."f1 (macro)".unit'
    """
    parts = (f"[{part}]" if isinstance(part, int) else f".{_key(part)}" for part in place)
    return "".join(parts).removeprefix(".")


def _key(name: str) -> str:
    if _BARE.fullmatch(name):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def line_of(place: Place, lines: Mapping[Place, int]) -> int:
    """Find the line of a place: that of its key, or of the nearest key around it; 0 if none.

    >>> line_of(("table", 0, "rows"), {("table",): 3, ("table", 0): 3})
    3
    """
    around = (place[:end] for end in range(len(place), 0, -1))
    return next((lines[part] for part in around if part in lines), 0)


def key_lines(text: str) -> Mapping[Place, int]:
    r"""Map every key of a valid TOML text to the line on which its statement starts.

    Every statement is read again on its own, so what stands in a multi-line text is no key. Empty
    where a statement spans more than 200 lines: then no line is sure.

    >>> key_lines("schema = 1\n[[table]]\nname = 'a'")[("table", 0, "name")]
    3
    """
    lines: dict[Place, int] = {}
    sizes: dict[Place, int] = {}
    base: Place = ()
    for line, first, tree in _statements(text.replace("\r\n", "\n").split("\n")):
        if tree is None:
            return {}
        keys = _chain(tree)
        if first.startswith("["):
            base = _opened(keys, sizes, new=first.startswith("[["))
            keys = []
        place = (*base, *keys)
        for end in range(1, len(place) + 1):
            lines.setdefault(place[:end], line)
    return lines


def _statements(lines: list[str]) -> Iterator[tuple[int, str, Mapping[str, object] | None]]:
    """Give every statement: its line, its beginning, and what it says; None where it is lost."""
    at = 0
    while at < len(lines):
        for end in range(at + 1, min(at + _MOST_LINES, len(lines)) + 1):
            tree = _parsed("\n".join(lines[at:end]))
            if tree is not None:
                break
        else:
            yield at + 1, "", None
            return
        if tree:
            yield at + 1, lines[at].lstrip(" \t"), tree
        at = end


def _parsed(text: str) -> Mapping[str, object] | None:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None


def _chain(tree: Mapping[str, object]) -> list[str]:
    """List the keys that lead down as long as there is one way."""
    keys: list[str] = []
    found: object = tree
    while isinstance(found, dict) and len(found) == 1:
        [(key, found)] = found.items()
        keys.append(key)
    return keys


def _opened(keys: list[str], sizes: dict[Place, int], *, new: bool) -> Place:
    """Say which table a header opens; elements of arrays of tables are counted."""
    place: Place = ()
    for key in keys[:-1]:
        place = _last((*place, key), sizes)
    place = (*place, keys[-1])
    if new:
        sizes[place] = sizes.get(place, 0) + 1
    return _last(place, sizes)


def _last(place: Place, sizes: Mapping[Place, int]) -> Place:
    return (*place, sizes[place] - 1) if place in sizes else place
