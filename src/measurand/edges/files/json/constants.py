"""NaN and Infinity, which Python programs write bare, and JSON does not have.

What they become is for the reader to say: null where a value that is not there is meant, or a
number that nobody writes where the two have to be told apart. Texts stay as they are.
"""

import re
from collections.abc import Mapping

# A string without its end runs to the end, so that no byte is looked at twice.
_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)'
_CONSTANT = re.compile(_STRING + rb"|-?Infinity|NaN", re.DOTALL)
AS_NULL = {b"NaN": b"null", b"Infinity": b'"Infinity"', b"-Infinity": b'"-Infinity"'}
"""NaN is null, and infinities are texts that are no number."""


def with_constants(raw: bytes, spellings: Mapping[bytes, bytes]) -> bytes:
    """Put something else where NaN and infinities stand outside of strings.

    >>> with_constants(b'{"a": NaN, "b": "NaN", "c": -Infinity}', AS_NULL)
    b'{"a": null, "b": "NaN", "c": "-Infinity"}'
    """
    if b"NaN" not in raw and b"Infinity" not in raw:
        return raw
    return _CONSTANT.sub(lambda found: spellings.get(found.group(), found.group()), raw)
