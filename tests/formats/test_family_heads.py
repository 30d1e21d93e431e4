"""Heads that name metrics of families: read where nothing else is known of them."""

import pytest

from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Role
from measurand.edges.tables.grid import Overrides, RawTable
from measurand.edges.tables.sheet import ReadTable, sheet_of
from measurand.edges.tables.vocabulary import _WORDS, head_of
from measurand.metrics.families import ours
from measurand.values.printed import Unit
from measurand.values.verdict import TableVerdict


def read(header: str, *rows: str) -> ReadTable:
    table = RawTable(
        header=tuple(header.split("|")), rows=tuple(tuple(row.split("|")) for row in rows)
    )
    return sheet_of(table, Overrides()).unwrap()


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("Spearman", "spearman"),
        ("spearman", "spearman"),
        ("Spearman's ρ", "spearman"),
        ("Spearman’s rho ↑", "spearman"),
        ("Spearman (%)", "spearman"),
        ("Kendall's τ", "kendall"),
        ("Kendall τ_b", "kendall"),
        ("MAPE (%)", "mape"),
        ("Median absolute error", "medae"),
        ("Explained variance score", "explained_variance"),
    ],
)
def test_a_head_is_a_metric_by_its_name_or_a_word(head: str, name: str) -> None:
    found = head_of(head)

    assert found.metric is not None
    assert found.metric.name == name


@pytest.mark.parametrize(
    ("head", "name", "depth"),
    [
        ("nDCG@10", "ndcg", "10"),
        ("NDCG@05 (%)", "ndcg", "5"),
        ("Recall@100", "recall_at", "100"),
        ("Hits@3", "hit_rate", "3"),
        ("Top-5 accuracy", "top_k_accuracy", "5"),
        ("Pass@10 (%)", "pass_at_k", "10"),
        ("pass^4", "pass_all_k", "4"),
        ("pass^{8}", "pass_all_k", "8"),
    ],
)
def test_a_head_says_how_deep_a_list_is_read(head: str, name: str, depth: str) -> None:
    found = head_of(head)

    assert found.metric is not None
    assert (found.metric.name, found.options) == (name, (("k", depth),))


@pytest.mark.parametrize(
    ("head", "name", "options"),
    [
        ("BLEU", "bleu", ()),
        ("BLEU-4", "bleu", (("order", "4"),)),
        ("SacreBLEU ↑", "bleu", ()),
        ("chrF", "chrf", ()),
        ("chrF2++", "chrf_pp", ()),
        ("ROUGE-2 (%)", "rouge_n", (("n", "2"),)),
        ("ROUGE-L", "rouge_l", ()),
        ("WER ↓", "wer", ()),
        ("CER (%)", "cer", ()),
    ],
)
def test_a_head_names_a_metric_of_generated_text(
    head: str, name: str, options: tuple[tuple[str, str], ...]
) -> None:
    found = head_of(head)

    assert found.metric is not None
    assert (found.metric.name, found.options) == (name, options)


@pytest.mark.parametrize("head", ["pass 4", "Spearman@10", "men", "ranks", "spearmans of 2020", ""])
def test_other_heads_are_none(head: str) -> None:
    assert head_of(head).metric is None


def test_no_word_of_a_family_has_a_meaning_already() -> None:
    taken = {word for words in _WORDS.values() for word in words}
    said = {word.replace("_", "") for kind in ours().values() for word in kind.about.words}

    assert not said & taken


def test_numbers_out_of_the_range_of_a_metric_are_doubtful() -> None:
    found = read("|Spearman", "a|51.0", "b|-130.0", "c|62.0")

    assert [column.what for column in found.sheet.columns] == ["spearman"]
    assert lint(found.sheet, premises=found.premises).outcome is TableVerdict.ODD


def test_numbers_in_the_range_are_possible() -> None:
    found = read("|Spearman|Kendall|MAPE", "a|0.51|-0.3|1.7", "b|-0.91|0.1|12.5", "c|0.62|0|3")

    assert lint(found.sheet, premises=found.premises).outcome is TableVerdict.POSSIBLE


def test_percent_is_told_from_numbers_above_one() -> None:
    found = read("|Spearman", "a|51.2", "b|70.1")

    assert [column.role for column in found.sheet.columns] == [Role.VALUE]
    assert {cell.unit for row in found.sheet.rows for _, cell in row.cells} == {Unit.PERCENT}
