"""What reading gives: samples, and what else a line can turn out to be."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal

from attrs import field, frozen, validators

from measurand.values.fault import Fault
from measurand.values.sample import Sample

IdIndex = Literal["exact", "digest", "off"]


@frozen(kw_only=True)
class ReadOptions:
    """How careful reading is, and its bounds.

    `ids`: repeated ids are found with every id kept (exact), with an 8-byte digest of each (digest:
    less memory, and the earlier line is not named), or not at all (off). `strict` makes duplicate
    keys a fault. A line is at most `max_line_bytes` long and nests at most `max_depth` levels deep.
    For CoNLL the first bound also holds for a whole sample, for JSON the second for the document.
    A document that is held in memory has at most `max_document_bytes`; compressed bytes become at
    most `max_expansion` times as many. With `sample` only that share of the samples is read, chosen
    by their ids alone: the same ones in any order, from any file. With `limit` reading ends after
    so many records of a source. `misfit` says what is wrong with a sample that is none for who
    asks: such a record is faulty, at its line.

    >>> ReadOptions(ids="digest").max_line_bytes
    8388608
    """

    ids: IdIndex = field(default="exact", validator=validators.in_(("exact", "digest", "off")))
    strict: bool = False
    max_line_bytes: int = field(default=8 * 2**20, validator=validators.ge(1))
    max_depth: int = field(default=200, validator=[validators.ge(1), validators.le(500)])
    max_document_bytes: int = field(default=2**31, validator=validators.ge(1))
    max_expansion: int = field(default=1000, validator=validators.ge(1))
    sample: Fraction | None = field(default=None)
    limit: int | None = field(default=None, validator=validators.optional(validators.ge(1)))
    misfit: Callable[[Sample], Sequence[Fault]] | None = field(default=None)

    @sample.validator
    def _share(self, _attribute: object, value: Fraction | None) -> None:
        if value is not None and not 0 < value < 1:
            message = f"a share of samples lies between 0 and 1: got {value}"
            raise ValueError(message)


@frozen(kw_only=True)
class Filtered:
    """A record that `where` dropped; `absent` names the path that it does not have, if so.

    `id` is that of its sample, where it was looked for.

    >>> Filtered(line=3, file="a.jsonl").absent
    ''
    """

    line: int
    file: str = ""
    absent: str = ""
    id: str | None = None


@frozen
class Bad:
    """A record that cannot be read: all that is wrong with it, and its bytes as they stand.

    `raw` holds the line with its end, for the quarantine. It is empty where a fault is the whole
    file's. A record of a JSON document is written as one line. `no_json` says of a line of a review
    that it is not even JSON. `part_of` is the id of the sample that the record is a part of, where
    several make one. `lost_label` says that it is a label of an id that no sample has, while others
    are of samples.

    >>> Bad((Fault(got="an empty file", expected="samples"),)).raw
    b''
    """

    faults: tuple[Fault, ...]
    raw: bytes = b""
    no_json: bool = False
    part_of: str = ""
    lost_label: bool = field(default=False, repr=False)


@frozen
class Rest:
    """More bytes of the bad record just given, which is too long to be held at once.

    >>> Rest(b"...").raw
    b'...'
    """

    raw: bytes


Event = Sample | Filtered | Bad | Rest
