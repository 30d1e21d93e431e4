"""Texts of a command line become values, or a ValueError says what was expected.

Each is the `read` of a field of a request; the message is shown after the name of its argument.
"""

import re
from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path

from measurand.values.suggest import did_you_mean

_DECIMAL = re.compile(r"0?\.[0-9]{1,30}")
_SIZE = re.compile(r"([0-9]{1,15})([KMG]i?B?|B)?")
_UNITS = {"": 1, "B": 1, "K": 10**3, "M": 10**6, "G": 10**9}
_BINARY = {"K": 2**10, "M": 2**20, "G": 2**30}


def file_named(text: str) -> Path:
    """Read the name of a file; an empty one would be the folder that we are in.

    >>> str(file_named("runs.jsonl"))
    'runs.jsonl'

    Raises ValueError where it is empty.
    """
    if not text:
        message = f"the name of a file: got {text!r}"
        raise ValueError(message)
    return Path(text)


def named(text: str) -> tuple[str, str]:
    """Read NAME=VALUE.

    >>> named("filter=strict-match")
    ('filter', 'strict-match')

    Raises ValueError where there is no name or no value.
    """
    name, mark, value = text.partition("=")
    if not (name and mark and value):
        message = f"NAME=VALUE: got {text[:60]!r}"
        raise ValueError(message)
    return name, value


def share(text: str) -> Fraction:
    """Read a number between 0 and 1.

    >>> share(".95")
    Fraction(19, 20)

    Raises ValueError for anything else.
    """
    value = Fraction(text) if _DECIMAL.fullmatch(text) else Fraction(0)
    if not 0 < value < 1:
        message = f"a number between 0 and 1: got {text[:40]!r}"
        raise ValueError(message)
    return value


def whole(least: int, most: int, expected: str = "") -> Callable[[str], int]:
    """Make what reads a whole number from `least` to `most`.

    >>> whole(1, 100)("12")
    12

    The reader raises ValueError for anything else, and says what was `expected`.
    """
    wanted = expected or f"a whole number from {least} to {most}"

    def read(text: str) -> int:
        # Its length is looked at first: to read a number of many digits takes long.
        digits = text.strip()
        short = digits.isascii() and digits.isdecimal() and len(digits) <= len(str(most))
        number = int(digits) if short else -1
        if not least <= number <= most:
            message = f"{wanted}: got {text[:40]!r}"
            raise ValueError(message)
        return number

    return read


count = whole(1, 10**16 - 1, "a whole number above 0")
seed = whole(0, 2**64 - 1)


def size(text: str) -> int:
    """Read a number of bytes.

    >>> size("64MiB"), size("1000"), size("2G")
    (67108864, 1000, 2000000000)

    Raises ValueError for anything else.
    """
    match = _SIZE.fullmatch(text)
    unit = (match[2] or "") if match else ""
    factor = _BINARY[unit[0]] if unit[1:2] == "i" else _UNITS[unit[:1]]
    number = int(match[1]) * factor if match else 0
    if number < 1:
        message = f"a number of bytes, such as 64MiB: got {text[:40]!r}"
        raise ValueError(message)
    return number


def day(text: str) -> date:
    """Read a date.

    >>> day("2027-03-01")
    datetime.date(2027, 3, 1)

    Raises ValueError for anything else.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        message = f"a date such as 2027-03-01: got {text[:40]!r}"
        raise ValueError(message) from None


def refuse_choice(text: str, known: Sequence[str]) -> str:
    """Say that a word is none of those that are known, and which is near.

    >>> refuse_choice("chekc", ["check", "audit"])
    "invalid choice: 'chekc' (choose from 'check', 'audit'): did you mean 'check'?"
    """
    names = ", ".join(map(repr, known))
    return f"invalid choice: {text!r} (choose from {names}){did_you_mean(text, known)}"
