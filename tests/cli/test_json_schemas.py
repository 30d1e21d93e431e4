"""What commands print as JSON fits the schema that `measurand schema` prints of it.

The commands are those of the pages, one after another as a reader runs them: each is asked for
JSON, and its document has to have the keys that its schema names, and no others. Of commands with
the same options on the same kinds of files the first is asked.
"""

import json
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from itertools import filterfalse, pairwise
from pathlib import Path

import pytest

from conftest import commands
from measurand.edges.cli import main
from measurand.edges.cli.schema import every_document
from tests.cli.running import RUNS, Shell
from tests.formats.json_schema import Validator, tree

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMES = frozenset(one.command for one in every_document())
FORMAT = re.compile(r" --format [a-z]+")
ELSEWHERE = frozenset({"-o", "--output", "--badge", "--help", "--sentence"})
SHORT = {"judge": ("--replicates", "200")}
"""What makes a command shorter, and its document no other."""


def of_page(page: Path) -> Iterator[tuple[str, ...]]:
    """Give the words of the commands of a page, with `--format json` where they print a result."""
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        for command in commands(block):
            if command.program == "measurand":
                yield tuple(shlex.split(FORMAT.sub("", command.line)))[1:]


def name_of(words: tuple[str, ...]) -> str:
    """Name the command of some words; nothing where it prints something else."""
    known = (name for name in (" ".join(words[:2]), words[0] if words else "") if name in NAMES)
    return "" if ELSEWHERE.intersection(words) else next(known, "")


def prints_alone(words: tuple[str, ...]) -> bool:
    """Say whether a command prints something that is no JSON, and makes nothing."""
    return not {"--help", "--sentence"}.isdisjoint(words) or ("--badge", "-") in pairwise(words)


def form_of(words: tuple[str, ...]) -> tuple[str, ...]:
    """Say which options a command has, and of which kinds its files are."""
    options = {word.partition("=")[0] for word in words if word.startswith("-")}
    kinds = {Path(word).suffix for word in words if not word.startswith("-")}
    return (name_of(words), *sorted(options), *sorted(kinds))


def asked_of_pages() -> dict[Path, list[tuple[str, ...]]]:
    """List what is run of each page: all that makes something, and one command of each form."""
    pages: dict[Path, list[tuple[str, ...]]] = {}
    seen: set[tuple[str, ...]] = set()
    for page in PAGES:
        for words in filterfalse(prints_alone, of_page(page)):
            makes = name_of(words) in {"", "init", "lock"} or any("build" in one for one in words)
            if makes or form_of(words) not in seen:
                pages.setdefault(page, []).append(words)
            seen.add(form_of(words))
    return {page: words for page, words in pages.items() if any(map(name_of, words))}


ASKED = asked_of_pages()


@cache
def validator_of(name: str) -> Validator:
    """Read the schema of a command as `measurand schema` prints it."""
    with redirect_stdout(StringIO()) as printed:
        assert main(["schema", *name.split()]) == 0
    return Validator(tree(json.loads(printed.getvalue())))


def faults(name: str, printed: str) -> list[str]:
    validator = validator_of(name)
    document = json.loads(printed)
    return [*validator.errors(document), *validator.unnamed(document)]


@pytest.mark.parametrize("page", ASKED, ids=lambda one: one.stem)
def test_the_commands_of_a_page_print_what_their_schemas_say(page: Path, shell: Shell) -> None:
    (shell.folder / "docs").symlink_to(ROOT / "docs")
    (shell.folder / "build").mkdir()

    for words in ASKED[page]:
        name = name_of(words)
        asked = ("--format", "json", *SHORT.get(name, ())) if name else ()
        ran = shell(*words, *asked)
        if name and ran.out:
            assert faults(name, ran.out) == [], words


def test_the_files_that_commands_write_are_what_their_schemas_say(shell: Shell) -> None:
    shell.write("runs.jsonl", RUNS)
    shell.write("t.md", "| x | P | R | F1 |\n|---|---|---|---|\n| a | 50.0 | 50.0 | 90.0 |\n")
    shell("score", "runs.jsonl", "-d", "f", "--record", "record.json")
    pooled = ("--column", "F1=f:average=micro")
    shell("lint", "t.md", *pooled, "--certificates", "proofs.json")

    record, proofs = (shell.read(name).decode() for name in ("record.json", "proofs.json"))

    assert json.loads(record)["read"] == 2
    assert json.loads(proofs)["certificates"]
    assert faults("record", record) == []
    assert faults("prove certificates", proofs) == []


def test_a_command_without_a_schema_is_named_with_the_nearest_that_has_one(shell: Shell) -> None:
    ran = shell("schema", "causal", "rum")

    assert ran.code == 2
    assert ran.err == (
        "COMMAND: expected a command that prints JSON, got causal rum: did you mean 'causal run'?\n"
    )


def test_without_a_command_those_are_listed_that_have_a_schema(shell: Shell) -> None:
    assert set(shell("schema").out.splitlines()) == NAMES
