"""`measurand sniff`: what a file holds, and exit code 2 where that is no samples."""

import gzip
import io
import sys

import pytest

from tests.cli.running import RUNS, Shell


def test_what_was_understood_is_shown(shell: Shell) -> None:
    shell.write("runs.jsonl", RUNS)

    ran = shell("sniff", "runs.jsonl")

    assert (ran.code, ran.err) == (0, "")
    assert "Format: jsonl. Items: strings." in ran.out
    assert "Looked at 2 records (all of it)." in ran.out


@pytest.mark.parametrize("fmt", ["text", "json", "md", "latex"])
def test_every_format_is_written(shell: Shell, fmt: str) -> None:
    shell.write("runs.jsonl", RUNS)

    ran = shell("sniff", "runs.jsonl", "--format", fmt)

    assert ran.code == 0
    assert "jsonl" in ran.out


@pytest.mark.parametrize(
    ("raw", "got"),
    [(b"\x80\x04]", "a pickle, which is never read"), (b"BZh91AY", "a file packed by bzip2")],
)
def test_a_file_that_is_never_read_is_named_by_score_too(
    shell: Shell, raw: bytes, got: str
) -> None:
    shell.write("a.jsonl", raw)

    ran = shell("score", "a.jsonl", "-d", "f")

    assert ran.code == 2
    assert f"a.jsonl: expected a format that `measurand formats` lists, got {got}" in ran.err


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe\x00", b"no samples at all\n", b"{}\n"])
def test_a_file_without_samples_exits_with_2(shell: Shell, raw: bytes) -> None:
    shell.write("runs.jsonl", raw)

    ran = shell("sniff", "runs.jsonl")

    assert ran.code == 2
    assert "Traceback" not in ran.out + ran.err
    assert "First samples" not in ran.out


def test_a_missing_file_exits_with_2(shell: Shell) -> None:
    ran = shell("sniff", "runs.jsonl")

    assert ran.code == 2
    assert "runs.jsonl: expected a file, got nothing of that name" in ran.out


def test_a_byte_order_mark_is_reported(shell: Shell) -> None:
    shell.write("runs.jsonl", b"\xef\xbb\xbf" + RUNS)

    ran = shell("sniff", "runs.jsonl")

    assert ran.code == 0
    assert "byte order mark" in ran.out


def test_duplicate_keys_are_reported(shell: Shell) -> None:
    shell.write("runs.jsonl", RUNS.replace(b'"pred"', b'"pred": [], "pred"'))

    ran = shell("sniff", "runs.jsonl")

    assert "'pred'" in ran.out.partition("Warnings")[2]


def test_what_has_to_be_said_is_shown_with_its_words(shell: Shell) -> None:
    rows = [
        f'{{"doc_id": 0, "target": "4", "filtered_resps": ["4"], "filter": "{name}"}}\n'
        for name in ("strict", "flexible")
    ]
    shell.write("runs.jsonl", "".join(rows).encode())

    ran = shell("sniff", "runs.jsonl")

    assert "Format: lm-eval." in ran.out
    assert "What can be said: `measurand formats lm-eval`" in ran.out
    said = ran.out.partition("To be said")[2].replace("\n", " ")
    assert "which filter's answers are read: say --input filter=..." in said


def test_the_words_that_read_a_file_are_printed(shell: Shell) -> None:
    shell.write("runs.jsonl", b'{"id": 1, "target": ["a b"], "model output": 1, "output": []}\n')

    ran = shell("sniff", "runs.jsonl")

    assert "Read so: --input-format jsonl --field gold=target --field pred=output" in ran.out


def test_a_folder_is_looked_at_by_its_first_file(shell: Shell) -> None:
    shell.write("b.jsonl", b"poem")
    shell.write("a.jsonl", RUNS)

    ran = shell("sniff", ".")

    assert ran.code == 0
    assert "Format: jsonl." in ran.out


def test_standard_input_is_looked_at(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(RUNS))))

    ran = shell("sniff", "-")

    assert ran.code == 0
    assert "Looked at 2 records (all of it)." in ran.out


def test_labels_with_one_that_says_nothing_is_there_are_scored_without_it(shell: Shell) -> None:
    rows = zip("abnnab", "abnabn", strict=True)
    names = {"a": "born_in", "b": "works_for", "n": "no_relation"}
    lines = (f"{at},{names[one]},{names[other]}\n" for at, (one, other) in enumerate(rows))
    shell.write("d.csv", "id,gold,pred\n" + "".join(lines))

    ran = shell("sniff", "d.csv")

    assert "'f(average=micro,class=item,only=but[no_relation])'" in ran.out
    shell.write("d.csv", "id,gold,pred\n0,0,1\n1,1,1\n2,2,0\n")
    assert "only=but" not in shell("sniff", "d.csv").out
