"""What a first look tells of annotated text, which readers read without a word."""

from pathlib import Path

from measurand.edges.files.sources.sniff import sniff

EXAMPLES = Path(__file__).parents[2] / "docs/examples/formats"


def test_tags_that_continue_nothing_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_bytes(b"EU\tO\tI-ORG\n\nb\tI-X\tO\nc\tI-Y\tO\n")
    (tmp_path / "b.tsv").write_bytes(b"EU\tI-ORG\n\nb\tB-X\n")
    odd = "opened there; strict schemes read this otherwise"

    both, gold = sniff(tmp_path / "a.tsv"), sniff(tmp_path / "b.tsv")

    assert both.warnings == (
        f"column -2: 2 tags continue no span, so that one is {odd} (first in line 3)",
        f"column -1: 1 tag continues no span, so that one is {odd} (first in line 1)",
    )
    assert gold.warnings == (
        f"column -1: 1 tag continues no span, so that one is {odd} (first in line 1)",
    )


def test_tags_whose_label_is_another_in_strict_schemes_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_bytes(b"EU\tB-ORG\nin\tB--X\nit\tI--X\nis\tO\n")

    [told] = sniff(tmp_path / "a.tsv").warnings

    odd = "another label in strict schemes, for their hyphens"
    assert told == f"column -1: 2 tags have {odd} (first in line 2)"


def test_what_a_folder_has_that_is_not_scored_is_told() -> None:
    found = sniff(EXAMPLES / "brat" / "gold")

    assert found.warnings == (
        "relations are not scored: 1 of them",
        "attributes are not scored: 1 of them",
        "notes are not scored: 1 of them",
    )


def test_examples_are_otherwise_as_usual() -> None:
    for name in ("conll/gold.conll", "quads/gold.txt", "absa-xml/gold.xml", "trec/qrels.txt"):
        assert sniff(EXAMPLES / name).warnings == ()
