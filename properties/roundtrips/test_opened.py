"""Whatever is compressed, and however: the same lines, or a fault; and a look never fails."""

import gzip
import json
from collections.abc import Callable, Mapping
from functools import partial
from io import BytesIO
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.files import read
from measurand.edges.files.files import BrokenFileError
from measurand.edges.files.samples.compression import compression_of
from measurand.edges.files.samples.opening import opened, opening, unpacked
from measurand.edges.files.sources.recognition import recognised
from measurand.edges.files.sources.sniff import sniff, sniff_bytes
from properties.strategies.bytes import anything
from properties.strategies.effort import third
from tests.formats.zstandard import zstd

PIECES = st.lists(st.binary(max_size=90), max_size=4)
COMPRESS: Mapping[str, Callable[[bytes], bytes]] = {
    "gzip": partial(gzip.compress, mtime=0),
    "zstd": zstd.compress,
}
KINDS = st.sampled_from(sorted(COMPRESS))
MAGICS = st.sampled_from((
    b"", b"PAR1", b"ARROW1", b"\xff\xff\xff\xff", b"PK\x03\x04", b"\x1f\x8b\x08",
    b"\x28\xb5\x2f\xfd",
    b"<?xml ", b"<sentences>", b"a####[", b"{", b"[", b'{"images":[', b'{"version":2,"data":[',
    b'{"results":{"version":3,"results":[{', b'{"doc_id":0,"target":"1","filtered_resps":[',
    b"id,gold,pred\n", b"a\tB-X\tO\n", b'{"columns":["a"],"data":[[1],', b"\x80\x04", b"\xff\xfe",
))  # fmt: skip
TREES = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)


def read_back(raw: bytes) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a"
        path.write_bytes(raw)
        with opened(path) as file:
            return b"".join(file.readlines())


def slowly(raw: bytes, sizes: list[int]) -> Callable[[int], bytes]:
    """Give bytes as a pipe does: as many as there are just now."""
    rest, steps = BytesIO(raw), cycle(sizes)
    return lambda size: rest.read(min(size, next(steps)))


@third
@given(st.lists(anything, max_size=3), KINDS)
def test_any_bytes_in_any_pieces_are_read_back(pieces: list[bytes], kind: str) -> None:
    raw = b"".join(COMPRESS[kind](piece) for piece in pieces)

    assert read_back(raw) == b"".join(pieces)


@third
@given(anything, KINDS, st.lists(st.integers(1, 9), min_size=1, max_size=5))
def test_how_slowly_bytes_come_does_not_matter(raw: bytes, kind: str, sizes: list[int]) -> None:
    packed = COMPRESS[kind](raw)

    assert unpacked(slowly(packed, sizes), packed[:4]).read() == raw
    if not compression_of(raw):
        assert unpacked(slowly(raw, sizes), raw[:4]).read() == raw


@given(PIECES, KINDS, st.data())
def test_no_cut_is_a_silent_end(pieces: list[bytes], kind: str, data: st.DataObject) -> None:
    packed = [COMPRESS[kind](piece) for piece in pieces]
    raw = b"".join(packed)
    ends = {sum(map(len, packed[:at])): at for at in range(len(packed) + 1)}
    cut = data.draw(st.integers(0, len(raw)))
    head = raw[:cut]

    if cut in ends:
        assert unpacked(BytesIO(head).read, head[:4]).read() == b"".join(pieces[: ends[cut]])
    elif compression_of(head):
        with pytest.raises(BrokenFileError):
            unpacked(BytesIO(head).read, head[:4]).read()


@given(st.binary(min_size=1, max_size=60), KINDS, st.data())
def test_bytes_that_are_hurt_are_a_fault_or_as_they_were(
    raw: bytes, kind: str, data: st.DataObject
) -> None:
    """A CRC stands behind gzip; Zstandard has one where it was asked for, as here."""
    if kind == "gzip":
        packed = COMPRESS[kind](raw)
    else:
        packed = zstd.compress(raw, options={zstd.CompressionParameter.checksum_flag: 1})
    at = data.draw(st.integers(4, len(packed) - 1))
    hurt = (
        packed[:at] + bytes([packed[at] ^ (1 << data.draw(st.integers(0, 7)))]) + packed[at + 1 :]
    )

    try:
        found = unpacked(BytesIO(hurt).read, hurt[:4]).read()
    except BrokenFileError:
        return
    assert found == raw


@third
@given(MAGICS, anything)
def test_a_look_at_any_bytes_is_no_error(magic: bytes, rest: bytes) -> None:
    raw = magic + rest

    for more in (False, True):
        assert sniff_bytes(raw, "a", more=more).file == "a"


@third
@given(MAGICS, anything)
def test_any_file_is_looked_at_and_read_without_an_error(magic: bytes, rest: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a"
        path.write_bytes(magic + rest)

        found = sniff(path)
        source = recognised(Path("a"), Path(folder))
        events = [] if source is None else list(read(source, root=Path(folder)))

    assert found.file == str(path)
    assert (source is None) == (found.format is None)
    assert events or source is None


@given(TREES, st.data())
def test_the_beginning_of_a_document_is_one(tree: object, data: st.DataObject) -> None:
    raw = json.dumps(tree, ensure_ascii=False).encode()
    head = raw[: data.draw(st.integers(0, len(raw)))]

    found = opening(head)

    assert not found or isinstance(json.loads(found), list | dict)
    assert head.startswith(found.rstrip(b"]}").rstrip())
