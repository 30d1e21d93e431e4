"""A source names a file, a folder of files or a pattern; each file is read, or a fault names it."""

import gzip
import os
from hashlib import sha256
from pathlib import Path
from socket import AF_UNIX, socket

import pytest

from measurand.edges.files import Bad, read
from measurand.edges.files.samples.source_files import Place, places
from measurand.evidence.source import Source
from measurand.values.fault import Fault
from measurand.values.sample import Sample


def line(name: str) -> bytes:
    return b'{"id": "%s", "gold": [], "pred": []}\n' % name.encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        "b.jsonl",
        "a.jsonl",
        "a.txt",
        "10.jsonl",
        "runs[1].jsonl",
        "runs1.jsonl",
        "_part.jsonl",
        ".crc.jsonl",
        "deep/c.jsonl",
        "deep/er/d.jsonl",
        ".git/e.jsonl",
        "odd[2]/f.jsonl",
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(line(name))
    return tmp_path


def named(path: str, root: Path, sha256: str = "") -> list[str]:
    """Name the places of a path; a fault is what was got."""
    found = places(Source(path=path, sha256=sha256), root)
    return [one.got if isinstance(one, Fault) else one.name for one in found]


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("a.jsonl", ["a.jsonl"]),
        ("*.txt", ["a.txt"]),
        ("?.jsonl", ["a.jsonl", "b.jsonl"]),
        ("[!a].jsonl", ["b.jsonl"]),
        ("*.jsonl", ["10.jsonl", "a.jsonl", "b.jsonl", "runs1.jsonl", "runs[1].jsonl"]),
        (".", ["10.jsonl", "a.jsonl", "a.txt", "b.jsonl", "runs1.jsonl", "runs[1].jsonl"]),
        ("deep", ["deep/c.jsonl"]),
        ("deep/*", ["deep/c.jsonl"]),
        ("deep/**/*.jsonl", ["deep/c.jsonl", "deep/er/d.jsonl"]),
        ("**/**/d.*", ["deep/er/d.jsonl"]),
        ("**/e.jsonl", ["a pattern that no file has"]),
        (".git/e.*", [".git/e.jsonl"]),
        ("**/er/*", ["deep/er/d.jsonl"]),
        ("*/c.jsonl", ["deep/c.jsonl"]),
        ("runs[1].jsonl", ["runs[1].jsonl"]),
        ("runs[1]*", ["runs1.jsonl"]),
        ("odd[2]/*", ["odd[2]/f.jsonl"]),
        ("_*.jsonl", ["_part.jsonl"]),
        (".*.jsonl", [".crc.jsonl"]),
        ("_part.jsonl", ["_part.jsonl"]),
        ("deep/../a*.jsonl", ["deep/../a.jsonl"]),
        ("*.parquet", ["a pattern that no file has"]),
        ("deep/**", ["deep/c.jsonl", "deep/er/d.jsonl"]),
        ("none", ["nothing of that name"]),
        ("none/*", ["a pattern that no file has"]),
        ("a.jsonl/*", ["a pattern that no file has"]),
        ("deep/er/..", ["deep/er/../c.jsonl"]),
        ("a**b", ["a pattern that no file has"]),
        ("[", ["a pattern that no file has"]),
        ("x" * 300, ["File name too long"]),
        ("x" * 300 + "*", ["File name too long"]),
        ("a\0b", ["nothing of that name"]),
        ("a\0b*", ["a pattern that no file has"]),
    ],
)  # fmt: skip
def test_a_path_names_these_files(folder: Path, path: str, names: list[str]) -> None:
    assert named(path, folder) == names


def test_an_absolute_pattern_gives_absolute_names(folder: Path) -> None:
    assert named(f"{folder}/?.jsonl", Path("elsewhere")) == [
        str(folder / name) for name in ("a.jsonl", "b.jsonl")
    ]


def test_a_file_called_minus_is_read_by_its_whole_path_alone(tmp_path: Path) -> None:
    (tmp_path / "-").write_bytes(line("a"))

    assert places(Source(path="-"), tmp_path) == (Place("-", None),)
    assert named(str(tmp_path / "-"), Path()) == [str(tmp_path / "-")]


@pytest.mark.parametrize("path", [".", "*", "**/l*"])
def test_a_link_that_leads_nowhere_is_not_left_out(tmp_path: Path, path: str) -> None:
    (tmp_path / "a.jsonl").write_bytes(line("a"))
    (tmp_path / "lost.jsonl").symlink_to("nowhere")

    found = places(Source(path=path), tmp_path)

    assert [fault.text() for fault in found if isinstance(fault, Fault)] == [
        ("lost.jsonl: expected a file, got nothing of that name")
    ]


def test_what_is_no_file_in_a_folder_is_not_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(line("a"))
    os.mkfifo(tmp_path / "pipe")

    assert named(".", tmp_path) == ["neither a file nor a directory"]


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket(AF_UNIX) as one:
        one.bind("socket")

    assert named("socket", tmp_path) == ["neither a file nor a directory"]


def test_links_to_folders_are_followed_where_they_are_named_alone(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_bytes(line("a"))
    (tmp_path / "in" / "round").symlink_to(tmp_path / "in")

    assert named("**/*.jsonl", tmp_path) == ["in/a.jsonl"]
    assert named("in/round/round/*.jsonl", tmp_path) == ["in/round/round/a.jsonl"]


def test_a_digest_is_of_one_file(folder: Path) -> None:
    digest = sha256(line("deep/c.jsonl")).hexdigest()

    assert named("deep/*.jsonl", folder, digest) == ["deep/c.jsonl"]
    assert named("*.jsonl", folder, digest) == ["a digest beside 5 files"]
    assert named("deep/e*/*", folder, digest) == [sha256(line("deep/er/d.jsonl")).hexdigest()]


def test_predictions_stand_beside_one_file_of_gold(folder: Path) -> None:
    found = places(Source(path="?.jsonl", predictions="a.txt"), folder)

    assert [fault.text() for fault in found if isinstance(fault, Fault)] == [
        (
            "?.jsonl: expected one file, got predictions beside 2 files: "
            "put the files together, or name each with its own predictions"
        )
    ]


def test_compressed_files_and_plain_ones_make_one_source(folder: Path) -> None:
    (folder / "a.jsonl").write_bytes(gzip.compress(line("a")))

    events = list(read(Source(path="?.jsonl"), root=folder))

    assert [event.id for event in events if isinstance(event, Sample)] == ["a", "b.jsonl"]


def test_a_fault_in_one_of_several_files_names_that_file(folder: Path) -> None:
    (folder / "a.jsonl").write_bytes(gzip.compress(line("a"))[:-9])
    (folder / "b.jsonl").write_bytes(b"{}\n")

    events = list(read(Source(path="?.jsonl"), root=folder))

    assert [(f.file, f.line) for e in events if isinstance(e, Bad) for f in e.faults[:1]] == [
        ("a.jsonl", 0),
        ("b.jsonl", 1),
    ]


def test_an_id_that_two_files_have_is_named_with_both_places(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_bytes(line("same"))

    [_, bad] = read(Source(path="*.jsonl"), root=tmp_path)

    assert isinstance(bad, Bad)
    assert bad.faults[0].text().startswith("b.jsonl:1: ")
    assert "a.jsonl" in bad.faults[0].text()
