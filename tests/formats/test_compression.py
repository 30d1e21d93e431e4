"""Compressed bytes become the bytes they were, or a fault; what is read once is not read twice."""

import gzip
import io
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from struct import pack

import pytest

from measurand.edges.files import Bad, ReadOptions, read
from measurand.edges.files.samples.opening import beginning, opened
from measurand.evidence.source import Source
from measurand.values.sample import Sample
from tests.formats.zstandard import zstd


def packed(raw: bytes) -> bytes:
    """Compress without the time, so that names of tests stay the same."""
    return gzip.compress(raw, mtime=0)


LINES = b"".join(b'{"id": %d, "gold": ["a"], "pred": ["b"]}\n' % at for at in range(200))
SKIPPABLE = pack("<II", 0x184D2A53, 5) + b"notes"
BOMB = packed(bytes(2**26))


def got(raw: bytes, folder: Path) -> bytes:
    path = folder / "a.jsonl"
    path.write_bytes(raw)
    with opened(path) as file:
        return file.read()


def told(raw: bytes, folder: Path, options: ReadOptions | None = None) -> list[str]:
    """Read a file of samples, and give the faults."""
    (folder / "a.jsonl").write_bytes(raw)
    events = read(Source(path="a.jsonl"), root=folder, options=options)
    return [fault.text() for event in events if isinstance(event, Bad) for fault in event.faults]


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(LINES, id="plain"),
        pytest.param(packed(LINES), id="gzip"),
        pytest.param(packed(LINES[:99]) + packed(LINES[99:]), id="two members"),
        pytest.param(packed(b"") + packed(LINES), id="an empty member first"),
        pytest.param(packed(LINES) + bytes(512), id="padding"),
        pytest.param(packed(LINES) + bytes(2**18 + 9), id="much padding"),
        pytest.param(zstd.compress(LINES), id="zstd"),
        pytest.param(zstd.compress(LINES[:99]) + zstd.compress(LINES[99:]), id="two frames"),
        pytest.param(SKIPPABLE + zstd.compress(LINES), id="a frame of notes first"),
        pytest.param(zstd.compress(LINES) + SKIPPABLE, id="a frame of notes last"),
    ],
)  # fmt: skip
def test_what_was_compressed_is_what_is_read(tmp_path: Path, raw: bytes) -> None:
    assert got(raw, tmp_path) == LINES
    assert told(raw, tmp_path) == []


def test_the_bytes_decide_and_not_the_name(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(zstd.compress(LINES))

    with opened(path) as file:
        assert file.readline() == LINES[: LINES.index(b"\n") + 1]


# RFC 1952, section 2.3.1: a member ends with the CRC of its content, and its length.
@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (packed(LINES)[:-1], "whole gzip file, got gzip data that ends too early"),
        (packed(LINES)[:8], "whole gzip file, got gzip data that ends too early"),
        (packed(LINES)[:-8] + bytes(8), "that is not: Error -3 while .* data check"),
        (packed(LINES)[:-4] + bytes(4), "that is not: Error -3 .* length check"),
        (packed(LINES) + b"more", "gzip bytes behind it that are not: Error -3"),
        (packed(LINES) + b"\0\0more", "got gzip bytes behind it that are not: Error -3"),
        (packed(LINES) + packed(LINES)[:30], "gzip data that ends too early"),
        (b"\x1f\x8b\x08\xff" + bytes(90), "gzip data that"),
        (zstd.compress(LINES)[:-1], "whole zstd file, got zstd data that ends too early"),
        (zstd.compress(LINES)[:9], "whole zstd file, got zstd data that ends too early"),
        (zstd.compress(LINES) + b"more", "got zstd bytes behind it that are not: Unable to"),
        (zstd.compress(LINES)[:-3] + b"abc", "zstd data that"),
        (b"\x28\xb5\x2f\xfd" + b"\xff" * 90, "zstd data that is not"),
    ],
)  # fmt: skip
def test_what_is_cut_or_spoilt_is_a_fault_that_names_the_file(
    tmp_path: Path, raw: bytes, text: str
) -> None:
    [*_, last] = told(raw, tmp_path)

    assert last.startswith("a.jsonl: ")
    assert re.search(text, last), last


def test_samples_before_the_cut_are_no_silent_answer(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(packed(LINES)[:-9])

    events = list(read(Source(path="a.jsonl"), root=tmp_path))

    assert isinstance(events[0], Sample)
    assert isinstance(events[-1], Bad)
    assert events[-1].raw == b""


def test_a_bomb_is_a_fault_that_names_the_bound_and_the_way_out(tmp_path: Path) -> None:
    assert told(BOMB, tmp_path, ReadOptions(max_expansion=100))[-1:] == [
        (
            "a.jsonl: expected at most 100 times, got more than 100 times as many bytes as the "
            "compressed ones: if you trust the file, say more with --max-expansion, or decompress "
            "it first"
        )
    ]


@pytest.mark.parametrize("compress", [packed, zstd.compress])
def test_a_bomb_of_one_document_is_never_held(
    tmp_path: Path, compress: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(compress(b" " * 2**26))
    source = Source(path="a.json", format="json")
    options = ReadOptions(max_document_bytes=2**20)

    [event] = read(source, root=tmp_path, options=options)

    assert isinstance(event, Bad)
    assert event.faults[0].text() == (
        "a.json: expected a document of at most 1048576 bytes, for it is held in memory, got more "
        "than 1048576 bytes: JSON Lines, one record a line, may be as long as they like"
    )


def test_a_document_of_just_the_length_is_read(tmp_path: Path) -> None:
    raw = b'[{"id": 1, "gold": [], "pred": []}]'
    (tmp_path / "a.json").write_bytes(raw)
    source = Source(path="a.json", format="json")

    options = [ReadOptions(max_document_bytes=len(raw) - less) for less in (0, 1)]

    found = [list(read(source, root=tmp_path, options=one)) for one in options]
    assert [isinstance(events[0], Sample) for events in found] == [True, False]


def test_zstandard_without_its_package_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "backports", None)
    monkeypatch.setitem(sys.modules, "compression", None)

    assert told(zstd.compress(LINES), tmp_path) == [
        (
            "a.jsonl: expected what reads it, got a file compressed by Zstandard: "
            "pip install backports.zstd"
        )
    ]


def test_a_range_of_a_plain_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\ntwo\nthree\n")

    with opened(path, start=4, end=8) as two, opened(path, start=4) as rest:
        assert (two.read(), rest.read()) == (b"two\n", b"two\nthree\n")


def test_a_file_that_became_shorter_than_its_range_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"one\ntwo\n")

    with opened(path, start=4, end=99) as file, pytest.raises(OSError, match="became shorter"):
        file.read()


def test_a_range_inside_a_compressed_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(packed(LINES))

    with (
        pytest.raises(ValueError, match="a range from the beginning of a compressed file: got"),
        opened(path, start=4),
    ):
        pass


class Drip(io.RawIOBase):
    """A pipe whose writer is slow: one byte a time."""

    def __init__(self, raw: bytes) -> None:
        self.rest = io.BytesIO(raw)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        return self.rest.read(min(size, 1))


def stdin(monkeypatch: pytest.MonkeyPatch, file: object) -> None:
    class Input:
        buffer = file

    monkeypatch.setattr(sys, "stdin", Input())


@pytest.mark.parametrize("raw", [LINES, packed(LINES), zstd.compress(LINES), b"", b"a"])
def test_standard_input_is_read_however_slowly_it_comes(
    monkeypatch: pytest.MonkeyPatch, raw: bytes
) -> None:
    stdin(monkeypatch, Drip(raw))

    with opened(None) as file:
        assert file.read() == (LINES if len(raw) > 1 else raw)


def test_looking_at_standard_input_takes_nothing_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin(monkeypatch, io.BytesIO(LINES))

    assert beginning(None, 9) == (LINES[:9], True)
    assert beginning(Path("-"), 2**20) == (LINES, False)
    with opened(None) as file:
        assert file.readlines() == LINES.splitlines(keepends=True)


def test_the_beginning_of_compressed_input_is_told_though_it_is_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noise = b"".join(b"%d\n" % (at * 7919 % 99991) for at in range(20000))
    stdin(monkeypatch, io.BytesIO(packed(noise)))

    head, more = beginning(None, 2**14)

    assert noise.startswith(head)
    assert len(head) > 2**13
    assert more


def test_standard_input_is_not_read_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin(monkeypatch, io.BytesIO(LINES))
    source = Source(path="-")

    first, second = (list(read(source, root=Path())) for _ in range(2))

    assert len(first) == 200
    assert [
        fault.text() for event in second if isinstance(event, Bad) for fault in event.faults
    ] == [
        (
            "-: expected a file, which can be read again, got standard input for a second time: "
            "standard input can be read once: write it to a file first"
        )
    ]


def test_a_closed_standard_input_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)

    [event] = read(Source(path="-"), root=Path())

    assert isinstance(event, Bad)
    assert event.faults[0].text() == ("-: expected one that is open, got a closed standard input")


def test_input_that_has_nothing_yet_is_not_taken_for_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Later:
        def __init__(self) -> None:
            self.given = [LINES, None]

        def read(self, _size: int) -> bytes | None:
            return self.given.pop(0)

    stdin(monkeypatch, Later())

    [*_, last] = read(Source(path="-"), root=Path())

    assert isinstance(last, Bad)
    assert last.faults[0].got == "a stream that has nothing yet"


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(packed(LINES),))
    writer.start()
    yield path
    writer.join()


def test_a_pipe_that_has_a_name_is_read_once(pipe: Path) -> None:
    source = Source(path="pipe")

    first, second = (list(read(source, root=pipe.parent)) for _ in range(2))

    assert sum(isinstance(event, Sample) for event in first) == 200
    [last] = second
    assert isinstance(last, Bad)
    assert last.faults[0].text() == (
        "pipe: expected a file, which can be read again, got a pipe for a second time: "
        "a pipe can be read once: write it to a file first"
    )


def test_a_pipe_of_the_shell_is_read() -> None:
    reads, writes = os.pipe()
    os.write(writes, LINES[:400])
    os.close(writes)
    path = Path(f"/dev/fd/{reads}")

    assert beginning(path, 3) == (LINES[:3], True)
    with opened(path) as file:
        assert file.read() == LINES[:400]
    os.close(reads)


def test_an_empty_device_has_no_sample() -> None:
    [event] = read(Source(path="/dev/null"), root=Path())

    assert isinstance(event, Bad)
    assert event.faults[0].got == "a file without records"


@pytest.mark.parametrize("path", ["-", "pipe"])
def test_what_is_read_once_has_no_digest(pipe: Path, path: str) -> None:
    [event] = read(Source(path=path, sha256="0" * 64), root=pipe.parent)

    assert isinstance(event, Bad)
    assert event.faults[0].text() == (
        f"{path}: expected none: it is read once, got a digest: "
        "write it to a file first, or leave out the digest"
    )
    assert pipe.read_bytes()


def test_gold_and_predictions_may_come_by_a_pipe(pipe: Path) -> None:
    (pipe.parent / "gold").write_bytes(LINES)
    source = Source(path="gold", predictions="pipe")

    found = list(read(source, root=pipe.parent))

    assert len(found) == 200
    assert all(isinstance(event, Sample) for event in found)


def test_of_two_files_only_one_comes_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin(monkeypatch, io.BytesIO(LINES))

    [*_, last] = read(Source(path="-", predictions="-"), root=Path())

    assert isinstance(last, Bad)
    assert last.faults[0].got == "standard input for a second time"
