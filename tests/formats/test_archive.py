"""Archives from outside: nothing they say of themselves is believed before it is counted."""

import sys
import zlib
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from struct import pack_into, unpack_from
from zipfile import ZIP_BZIP2, ZIP_STORED, ZipFile, ZipInfo

import pytest

from measurand.edges.files import ReadOptions
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.samples.compression import CENTRAL, END, LOCAL, members_of, read_member
from measurand.evidence.source import Source
from tests.formats.archives import eval_file, example_members, zipped
from tests.formats.reading import events, faults, samples
from tests.formats.zstandard import zip_files

LOG = Source(path="a.eval", format="inspect", input=(("epoch", "all"), ("answer", "completion")))
NAME = "samples/soup_epoch_1.json"


def fault(folder: Path, raw: bytes, options: ReadOptions | None = None) -> str:
    """Read an archive that has one fault."""
    found = faults(events(folder, raw, LOG, options))
    assert found
    return found[0]


def patched(raw: bytes, header: bytes, at: int, code: str, value: int) -> bytes:
    """Change a number in the entry of the sample: in its directory, or where it stands."""
    found = bytearray(raw)
    start = next(i for i in places(raw, header) if NAME.encode() in raw[i : i + 90])
    pack_into(code, found, start + at, value)
    return bytes(found)


def places(raw: bytes, mark: bytes) -> list[int]:
    return [i for i in range(len(raw)) if raw.startswith(mark, i)]


def test_members_are_listed_and_read_as_the_zip_module_of_python_does() -> None:
    raw = eval_file()
    file = BytesIO(raw)

    with ZipFile(BytesIO(raw)) as archive:
        assert [one.name for one in members_of(file)] == archive.namelist()
        for one in members_of(file):
            assert read_member(file, one, most=2**20, expansion=9) == archive.read(one.name)


def test_members_may_be_compressed_by_zstandard(tmp_path: Path) -> None:
    held = BytesIO()
    with zip_files.ZipFile(held, "w", zip_files.ZIP_ZSTANDARD) as archive:
        for name, raw in example_members().items():
            archive.writestr(name, raw)

    found = events(tmp_path, held.getvalue(), LOG)

    assert b"\x28\xb5\x2f\xfd" in held.getvalue()
    assert samples(found) == samples(events(tmp_path, eval_file(), LOG))
    assert len(samples(found)) == 6


def test_without_what_reads_zstandard_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = BytesIO()
    with zip_files.ZipFile(held, "w", zip_files.ZIP_ZSTANDARD) as archive:
        archive.writestr("header.json", b"{}")
    monkeypatch.setitem(sys.modules, "backports", None)
    monkeypatch.setitem(sys.modules, "compression", None)

    assert fault(tmp_path, held.getvalue()).endswith("pip install backports.zstd")


def test_an_archive_may_be_compressed_again_and_come_by_standard_input(tmp_path: Path) -> None:
    raw = zlib.compress(eval_file(), wbits=31)

    assert len(samples(events(tmp_path, raw, LOG))) == 6


def test_names_are_never_paths(tmp_path: Path) -> None:
    names = ("samples/../../evil_epoch_1.json", "/samples/a_epoch_1.json", "..\\a_epoch_1.json")
    members = example_members() | dict.fromkeys(names, b'{"id": "evil", "epoch": 1}')

    found = events(tmp_path, zipped(members), LOG)

    assert [path.name for path in tmp_path.iterdir()] == ["a.eval"]
    assert not list(tmp_path.parent.glob("evil*"))
    assert len(faults(found)) == 1
    assert faults(found)[0].startswith(
        "a.eval: samples/../../evil_epoch_1.json: $: expected a sample"
    )


BROKEN: Mapping[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut off": (
        lambda raw: raw[:-30],
        "a.eval: expected a whole zip archive, got no end of its directory: was it cut off?",
    ),
    "with its directory cut out": (
        lambda raw: raw[: raw.index(CENTRAL)] + raw[raw.rindex(END) :],
        (
            "a.eval: expected a whole zip archive, got a directory that is not where it should be: "
            "was it cut off?"
        ),
    ),
    "with a directory that is none": (
        lambda raw: raw.replace(CENTRAL, b"PK\x01\x03", 1),
        (
            "a.eval: expected a whole zip archive, got an entry of its directory that is none: "
            "was it cut off?"
        ),
    ),
    "encrypted": (
        lambda raw: patched(raw, CENTRAL, 8, "<H", 1),
        f"a.eval: {NAME}: expected one without a password, got an encrypted member",
    ),
    "with a wrong checksum": (
        lambda raw: patched(raw, CENTRAL, 16, "<L", 7),
        f"a.eval: {NAME}: expected those whose checksum its directory gives, got other bytes",
    ),
    "longer than it says": (
        lambda raw: patched(raw, CENTRAL, 24, "<L", 5),
        f"a.eval: {NAME}: expected those whose checksum its directory gives, got other bytes",
    ),
    "shorter than it says": (
        lambda raw: patched(raw, CENTRAL, 24, "<L", 9999),
        f"a.eval: {NAME}: expected those whose checksum its directory gives, got other bytes",
    ),
    "in a method that nobody has": (
        lambda raw: patched(raw, CENTRAL, 10, "<H", 12),
        (
            f"a.eval: {NAME}: expected stored, Deflate (8) or Zstandard (93), "
            "got compression method 12"
        ),
    ),
    "of bytes that are not compressed": (
        lambda raw: patched(raw, CENTRAL, 10, "<H", 93),
        f"a.eval: {NAME}: expected a whole zstd file, got zstd data that is not: ",
    ),
    "that begins elsewhere": (
        lambda raw: patched(raw, LOCAL, 0, "<L", 1),
        f"a.eval: {NAME}: expected a member where its directory says, got no header",
    ),
    "under another name": (
        lambda raw: patched(raw, LOCAL, 30, "<B", 0x54),
        (
            f"a.eval: {NAME}: expected the name that its directory gives, got the name "
            f"'T{NAME[1:]}' at its bytes"
        ),
    ),
    "as long as the rest": (
        lambda raw: patched(raw, CENTRAL, 20, "<L", 4000),
        (
            f"a.eval: expected members that do not overlap, got '{NAME}', which reaches into what "
            "follows it"
        ),
    ),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_member_or_an_archive_is_refused(tmp_path: Path, how: str) -> None:
    change, expected = BROKEN[how]

    assert fault(tmp_path, change(eval_file())).startswith(expected)


def test_a_member_that_two_entries_share_is_refused(tmp_path: Path) -> None:
    raw = eval_file()
    first = unpack_from("<L", raw, places(raw, CENTRAL)[0] + 42)[0]

    assert "expected members that do not overlap" in fault(
        tmp_path, patched(raw, CENTRAL, 42, "<L", first)
    )


def test_a_member_that_grows_too_much_is_refused_before_it_is_decompressed(tmp_path: Path) -> None:
    bomb = zipped(example_members() | {NAME: b" " * (2**24 + 2**17)})

    assert fault(tmp_path, bomb, ReadOptions(max_expansion=2)).startswith(
        f"a.eval: {NAME}: expected at most 168"
    )
    assert fault(tmp_path, bomb, ReadOptions(max_document_bytes=300)).startswith(
        "a.eval: samples/fish_epoch_1.json: expected at most 300, got "
    )


def test_a_bomb_that_lies_about_its_size_is_not_decompressed_whole() -> None:
    raw = patched(zipped({NAME: b" " * 2**23}), CENTRAL, 24, "<L", 10)
    [member] = members_of(BytesIO(raw))

    with pytest.raises(FaultError, match="got other bytes"):
        read_member(BytesIO(raw), member, most=2**30, expansion=1000)


def test_a_name_twice_is_refused(tmp_path: Path) -> None:
    held = BytesIO(eval_file())
    with pytest.warns(UserWarning, match="Duplicate name"), ZipFile(held, "a") as archive:
        archive.writestr(ZipInfo(NAME), b"{}")

    assert fault(tmp_path, held.getvalue()) == (
        f"a.eval: expected names that differ, got '{NAME}' twice"
    )


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        (
            {"a.txt": b""},
            "expected header.json of a log of inspect_ai, got an archive with 'a.txt'",
        ),
        ({}, "expected header.json of a log of inspect_ai, got an archive with nothing"),
        (
            {"_journal/start.json": b"{}"},
            (
                "expected to be told whether a log of a run that did not "
                "succeed is read, got the status 'started'"
            ),
        ),
        ({"header.json": b"["}, "header.json: expected the rest of a JSON value"),
        (
            {"header.json": b'{"status": "success", "eval": {}}'},
            "expected samples: was the run told not to log them?, got none among 1 members",
        ),
        (
            {
                "header.json": b'{"status": "success", "eval": {}, "version": 3}',
                "samples/a_epoch_1/sample.json": b"{}",
            },
            (
                "expected a member for every sample, got "
                "'samples/a_epoch_1/sample.json', a sample in pieces"
            ),
        ),
    ],
)
def test_an_archive_that_is_no_finished_log_is_refused(
    tmp_path: Path, members: Mapping[str, bytes], expected: str
) -> None:
    assert fault(tmp_path, zipped(members)).startswith(f"a.eval: {expected}")


def test_a_sample_of_another_epoch_than_its_name_says_is_a_fault(tmp_path: Path) -> None:
    members = example_members()
    members["samples/soup_epoch_3.json"] = members.pop(NAME)

    [found] = faults(events(tmp_path, zipped(members), LOG))

    assert found == (
        "a.eval: samples/soup_epoch_3.json: $.epoch: expected the epoch 3, as its name says, got 1"
    )


def test_other_methods_of_the_zip_module_are_refused_or_read(tmp_path: Path) -> None:
    assert len(samples(events(tmp_path, zipped(example_members(), ZIP_STORED), LOG))) == 6
    assert "got compression method 12" in fault(tmp_path, zipped(example_members(), ZIP_BZIP2))


def test_long_numbers_of_the_directory_are_read() -> None:
    held = BytesIO()
    with ZipFile(held, "w") as archive, archive.open("a", "w", force_zip64=True) as member:
        member.write(b"abc")
    raw = bytearray(held.getvalue())
    at = raw.index(CENTRAL)
    # The same entry with its sizes in the extra field, as writers of long archives have it.
    extra = b"\x01\x00\x10\x00" + (3).to_bytes(8, "little") * 2
    entry = bytearray(raw[at : at + 46])
    pack_into("<2L", entry, 20, 0xFFFFFFFF, 0xFFFFFFFF)
    pack_into("<H", entry, 30, len(extra))
    directory = bytes(entry) + b"a" + extra
    ends = b"PK\x06\x06" + (44).to_bytes(8, "little") + bytes(4) + bytes(8)
    ends += (1).to_bytes(8, "little") * 2
    ends += len(directory).to_bytes(8, "little") + at.to_bytes(8, "little")
    site = b"PK\x06\x07" + bytes(4) + (at + len(directory)).to_bytes(8, "little") + bytes(4)
    end = END + bytes(8) + b"\xff" * 8 + bytes(2)
    file = BytesIO(bytes(raw[:at]) + directory + ends + site + end)

    [found] = members_of(file)

    assert (found.size, found.packed) == (3, 3)
    assert read_member(file, found, most=9, expansion=9) == b"abc"
    with ZipFile(file) as archive:
        assert archive.read("a") == b"abc"
