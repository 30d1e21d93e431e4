"""A value as JSON: valid for any text, and safe to show in a terminal."""

import json
import re

from measurand.edges.files.json.converter import plain

_OTHERS = re.compile(r"[^\n\x20-\x7e]")


def to_json(value: object) -> str:
    r"""Write a value as JSON; what is not printable is escaped, other scripts stay as they are.

    >>> print(to_json({"맛": ["\x1b\u202e", 1]}), end="")
    {
      "맛": [
        "\u001b\u202e",
        1
      ]
    }

    Raises ValueError for a float that is no number.
    """
    written = json.dumps(plain(value), ensure_ascii=False, indent=2, allow_nan=False)
    return _OTHERS.sub(lambda found: _escaped(found[0]), written) + "\n"


def _escaped(char: str) -> str:
    return char if char.isprintable() else json.dumps(char)[1:-1]
