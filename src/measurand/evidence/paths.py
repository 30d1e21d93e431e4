"""Where a value stands in a JSON record: `a.b[0].c`, `evals[-1].pred`, `evals[op=final].pred`.

A path is steps from the record down. A name may hold any character but `. [ ] " + =`; other keys
are written as JSON strings in brackets: `["odd.key"]`. An index counts from 0, or from the end when
it is negative. `[key=value]` takes the one element of a list whose key has that value, as JSON
text, strings without their quotes.

The last step may put together what stands apart: `p_{cat,dog}` is an object of the values of
`p_cat` and `p_dog`, under `cat` and `dog`; `p[cat,dog]` names the two elements of a list so.
"""

import json
import re

from attrs import frozen

_MARKS = frozenset('.[]"+=')
_MOST = 1000
_BRACES = re.compile(r"([^.\[\]\"+={},]*)\{([^.\[\]\"+={},]+(?:,[^.\[\]\"+={},]+)+)\}")
"""A start of names, and two ends or more."""
_DIGITS = 9


@frozen
class Key:
    """The value under a key of an object."""

    name: str

    @property
    def text(self) -> str:
        """Write it as it follows other steps.

        >>> Key("gold").text, Key("a.b").text
        ('.gold', '["a.b"]')
        """
        return f".{self.name}" if _plain(self.name) else f"[{_quoted(self.name)}]"


@frozen
class Index:
    """The element of a list at a position; negative ones count from the end."""

    at: int

    @property
    def text(self) -> str:
        """Write it as it follows other steps.

        >>> Index(-1).text
        '[-1]'
        """
        return f"[{self.at}]"


@frozen
class Match:
    """The one element of a list whose key has a value, as JSON text."""

    key: str
    value: str

    @property
    def text(self) -> str:
        """Write it as it follows other steps.

        >>> Match("op", "final").text
        '[op=final]'
        """
        sides = (side if _plain(side) else _quoted(side) for side in (self.key, self.value))
        return f"[{'='.join(sides)}]"


@frozen
class Names:
    """Values under keys that start alike, as an object by their ends; what is null is not in it.

    >>> Names("p_", ("cat", "dog")).keys
    ('p_cat', 'p_dog')
    """

    start: str
    ends: tuple[str, ...]

    @property
    def text(self) -> str:
        """Write it as it follows other steps.

        >>> Names("p_", ("cat", "dog")).text
        '.p_{cat,dog}'
        """
        return f".{self.start}{{{','.join(self.ends)}}}"

    @property
    def keys(self) -> tuple[str, ...]:
        """List the keys."""
        return tuple(self.start + end for end in self.ends)


@frozen
class Listed:
    """The elements of a list, as an object by these names; what is null is not in it."""

    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """Write it as it follows other steps.

        >>> Listed(("cat", "dog")).text
        '[cat,dog]'
        """
        return f"[{','.join(self.names)}]"


Step = Key | Index | Match | Names | Listed


@frozen
class Path:
    """Steps from a record down to a value; no step is the record itself.

    >>> Path.parse("evals[op=final].pred").steps
    (Key(name='evals'), Match(key='op', value='final'), Key(name='pred'))
    >>> Path.parse("evals[-1]").text, Path.parse("evals[-1]").place
    ('evals[-1]', '$.evals[-1]')
    """

    steps: tuple[Step, ...] = ()

    @property
    def text(self) -> str:
        """Write it; parsing gives it back."""
        return "".join(step.text for step in self.steps).removeprefix(".")

    @property
    def place(self) -> str:
        """Write it from the root of the record, as faults show it."""
        return "$" + "".join(step.text for step in self.steps)

    @staticmethod
    def parse(text: str) -> "Path":
        """Read a path; the empty text is the record itself.

        Raises ValueError where the text is no path.
        """
        if len(text) > _MOST:
            message = f"a path of at most {_MOST} characters: got {len(text)}"
            raise ValueError(message)
        steps: list[Step] = []
        at = 0
        while at < len(text):
            step, at = _step(text, at)
            steps.append(step)
        return Path(tuple(steps))


def parse_joined(text: str) -> tuple[Path, ...]:
    """Read paths joined by a plus sign: together they name a record.

    >>> [path.text for path in parse_joined("run+meta.id")]
    ['run', 'meta.id']

    Raises ValueError where one of them is no path or is empty.
    """
    paths: list[Path] = []
    start = at = 0
    while at < len(text):
        if text[at] == "+":
            paths.append(_whole(text[start:at], text))
            start = at = at + 1
        else:
            at = _quote_end(text, at) if text[at] == '"' else at + 1
    return (*paths, _whole(text[start:], text))


def _whole(part: str, text: str) -> Path:
    if not part:
        raise _wrong(text, 0, "a path")
    return Path.parse(part)


def _step(text: str, at: int) -> tuple[Step, int]:
    if text[at] == "[":
        return _selector(text, at + 1)
    start = at + 1 if text[at] == "." and at else at
    name, end = _name(text, start)
    if (braced := _BRACES.fullmatch(name)) and end == len(text) and (start > at or not at):
        return Names(braced[1], _differing(braced[2], text)), end
    if start == at and at:
        raise _wrong(text, at, "a dot or a bracket")
    return Key(name), end


def _selector(text: str, at: int) -> tuple[Step, int]:
    word, end = _word(text, at)
    if end < len(text) and text[end] == "=":
        value, end = _word(text, end + 1)
        return Match(word, value), _closed(text, end)
    if text[at : at + 1] == '"':
        return Key(word), _closed(text, end)
    if "," in word and end == len(text) - 1:
        return Listed(_differing(word, text)), _closed(text, end)
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS):
        raise _wrong(text, at, 'an index, key=value or a "key"')
    return Index(int(word)), _closed(text, end)


def _differing(joined: str, text: str) -> tuple[str, ...]:
    names = tuple(joined.split(","))
    if len({*names, ""}) <= len(names):
        message = f"names that differ, with a comma between them: got {text[:60]!r}"
        raise ValueError(message)
    return names


def _closed(text: str, at: int) -> int:
    if text[at : at + 1] != "]":
        raise _wrong(text, at, "a closing bracket")
    return at + 1


def _word(text: str, at: int) -> tuple[str, int]:
    return _string(text, at) if text[at : at + 1] == '"' else _name(text, at)


def _name(text: str, start: int) -> tuple[str, int]:
    end = next((i for i in range(start, len(text)) if text[i] in _MARKS), len(text))
    if end == start:
        raise _wrong(text, start, "a name")
    return text[start:end], end


def _string(text: str, at: int) -> tuple[str, int]:
    end = _quote_end(text, at)
    try:
        value = json.loads(text[at:end])
    except ValueError:
        raise _wrong(text, at, "a JSON string") from None
    return str(value), end


def _quote_end(text: str, at: int) -> int:
    """Give the position behind the quote that closes the one at a position."""
    end = at + 1
    while end < len(text) and text[end] != '"':
        end += 2 if text[end] == "\\" else 1
    return min(end + 1, len(text))


def _wrong(text: str, at: int, expected: str) -> ValueError:
    short = text[:60]
    # Keys that end in a point, or have one before a space, are no path but a name.
    named = not {"[", '"', "+"}.intersection(short) and len(short) == len(text)
    one = f"; one key of that name is written {Key(text).text}" if named else ""
    place = f"where {expected} is due at character {at + 1}"
    return ValueError(f"a path such as a.b[0].c: got {short!r}, {place}{one}")


def _plain(name: str) -> bool:
    return bool(name) and _MARKS.isdisjoint(name) and not _BRACES.fullmatch(name)


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)
