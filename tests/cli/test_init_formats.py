"""`measurand init --data` with data that are no JSON Lines: what was guessed is written."""

from pathlib import Path

from measurand.edges.claims.load import load_claims
from measurand.evidence.source import Source
from tests.cli.running import Shell

TABLE = "| system | P | R | F1 |\n|---|---|---|---|\n| ours | 50.0 | 50.0 | 50.0 |\n"


def source_of(shell: Shell, data: str) -> Source:
    """Write claims about data, and give the source that they name."""
    shell.write("t.md", TABLE)
    ran = shell("init", "t.md", "--data", data, "-o", "claims.toml")
    assert ran.code == 0
    [(_, source)] = load_claims(Path("claims.toml")).unwrap().sources
    return source


def test_the_blanks_between_columns_are_written(shell: Shell) -> None:
    shell.write("tags.conll", "EU B-ORG O\nsays O O\n")

    source = source_of(shell, "tags.conll")

    assert (source.format, source.input) == ("conll", (("separator", "space"),))


def test_a_folder_has_no_digest(shell: Shell) -> None:
    Path("gold").mkdir()
    Path("gold/a.txt").write_bytes(b"my pain")
    Path("gold/a.ann").write_bytes(b"T1\tSymptom 3 7\tpain\n")

    source = source_of(shell, "gold")

    assert (source.path, source.format, source.sha256) == ("gold", "brat", "")
