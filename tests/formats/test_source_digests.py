"""Digests of what a source names: a file, or several as a list of their digests."""

import subprocess
from hashlib import sha256
from pathlib import Path

from measurand.edges.files.locks import source_digests
from measurand.evidence.source import Source


def test_a_file_has_its_own_digest(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"{}")

    found = source_digests(Source(path="a.jsonl"), tmp_path).unwrap()

    assert found == (sha256(b"{}").hexdigest(), "")


def test_a_pattern_has_the_digest_of_what_sha256sum_lists(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for name in ("b.jsonl", "a.jsonl", ".hidden", "other.txt"):
        (tmp_path / "runs" / name).write_text(name)

    by_pattern = source_digests(Source(path="runs/*.jsonl"), tmp_path).unwrap()
    listed = subprocess.run(
        ("sha256sum", "runs/a.jsonl", "runs/b.jsonl"),
        cwd=tmp_path,
        capture_output=True,
        check=True,
    ).stdout

    assert by_pattern == (sha256(listed).hexdigest(), "")


def test_a_folder_of_annotations_has_the_digest_of_all_of_it(tmp_path: Path) -> None:
    for folder in ("gold", "said"):
        (tmp_path / folder / "deep").mkdir(parents=True)
        (tmp_path / folder / "1.txt").write_text("a")
        (tmp_path / folder / "deep" / "1.ann").write_text(folder)
    source = Source(path="gold", predictions="said", format="brat")

    before = source_digests(source, tmp_path).unwrap()
    (tmp_path / "said" / "deep" / "1.ann").write_text("other")
    after = source_digests(source, tmp_path).unwrap()

    assert before[0] == after[0]
    assert before[1] != after[1]


def test_nothing_and_streams_are_refused(tmp_path: Path) -> None:
    nothing = source_digests(Source(path="*.jsonl"), tmp_path).failure()[0]
    stream = source_digests(Source(path="-"), tmp_path).failure()[0]

    assert nothing.text() == (
        "*.jsonl: expected a file that can be opened, got a pattern that no file has"
    )
    assert stream.text() == "-: expected a file, which can be read again, got a stream"
