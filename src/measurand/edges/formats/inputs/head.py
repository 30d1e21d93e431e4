"""The beginning of a file, as far as it is looked at to tell its format."""

from collections.abc import Sequence

from attrs import frozen

from measurand.edges.formats.json_value import Json


@frozen(kw_only=True)
class Head:
    """The first bytes of a file, decompressed, and what they are.

    `lines` are its first lines; `document` is the value of the whole file, None where it is no JSON
    or longer; `entries` are the names of the files of a folder, or of the members of an archive;
    `more` tells whether bytes follow.

    >>> Head(name="a.csv", raw=b"id,gold\\n", lines=(b"id,gold",)).document is None
    True
    """

    name: str
    raw: bytes = b""
    lines: Sequence[bytes] = ()
    document: Json = None
    entries: Sequence[str] = ()
    more: bool = False
