"""Files as a whole: what is written is whole, and the quarantine is byte for byte."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Bad, ReadOptions, atomic_write, quarantined
from tests.formats.reading import GOOD, PLAIN, events


def test_the_quarantine_holds_the_bad_lines_byte_for_byte(tmp_path: Path) -> None:
    lines = [
        b"\xef\xbb\xbf{,\r\n",
        GOOD,
        b"\xff\xfe\n",
        b"\n",
        b'{"id": ' + b"9" * 300 + b"\n",
        b"[",
    ]

    found = events(tmp_path, b"".join(lines), options=ReadOptions(max_line_bytes=100))

    assert b"".join(quarantined(found)) == lines[0] + lines[2] + lines[4] + lines[5]


def test_bad_lines_of_two_files_do_not_run_together(tmp_path: Path) -> None:
    source = evolve(PLAIN, predictions="b.jsonl")
    (tmp_path / "b.jsonl").write_bytes(b'{"id": "1", "pred": ["a"]}\n[')

    found = events(tmp_path, b"{\n", source)

    assert b"".join(quarantined(found)) == b'[\n{\n{"id": "1", "pred": ["a"]}\n'


def test_a_file_is_written_with_all_its_parts(tmp_path: Path) -> None:
    path = tmp_path / "out.md"
    path.write_bytes(b"old")

    result = atomic_write(path, [b"a", b"", b"bc"])

    assert result.unwrap() == 3
    assert path.read_bytes() == b"abc"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.md"]


def test_what_raises_on_the_way_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out.md"
    path.write_bytes(b"old")

    def broken() -> Iterator[bytes]:
        yield b"new"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        atomic_write(path, broken())

    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.md"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")

    atomic_write(tmp_path / "link", [b"new"])

    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_what_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    in_nothing = atomic_write(tmp_path / "no" / "out.md", [b"a"])
    on_folder = atomic_write(tmp_path, [b"a"])
    on_device = atomic_write(Path("/dev/null"), [b"a"])

    assert in_nothing.failure()[0].text() == (
        f"{tmp_path}/no/out.md: expected a file that can be opened, got No such file or directory"
    )
    assert on_folder.failure()[0].got == "a directory"
    assert on_device.failure()[0].got == "neither a file nor a directory"
    assert not Path("/dev/null").is_file()


def test_a_fault_of_a_whole_file_has_no_bytes(tmp_path: Path) -> None:
    found = events(tmp_path, b"")

    assert isinstance(found[0], Bad)
    assert list(quarantined(found)) == []
