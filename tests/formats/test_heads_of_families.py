"""Heads of tables that name metrics of families, as papers write them, and what is said of them."""

import pytest

from measurand.auditing.proofs.sheet import Column
from measurand.edges.tables.grid import Overrides, RawTable, column_override
from measurand.edges.tables.sheet import ReadTable, sheet_of
from measurand.edges.tables.vocabulary import head_of


def read(header: str, *rows: str, said: tuple[str, ...] = ()) -> ReadTable:
    table = RawTable(
        header=tuple(header.split("|")), rows=tuple(tuple(row.split("|")) for row in rows)
    )
    return sheet_of(table, Overrides(columns=tuple(map(column_override, said)))).unwrap()


def whats(found: ReadTable) -> list[str]:
    return [column.what for column in found.sheet.columns]


@pytest.mark.parametrize(
    ("head", "name", "options"),
    [
        ("MAP@100", "mean_average_precision", {"k": "100"}),
        ("MRR@10", "reciprocal_rank", {"k": "10"}),
        ("Hit@1", "hit_rate", {"k": "1"}),
        ("HR@10 (%)", "hit_rate", {"k": "10"}),
        ("Success@5", "hit_rate", {"k": "5"}),
        ("R@5", "recall_at", {"k": "5"}),
        ("Recall@50", "recall_at", {"k": "50"}),
        ("P@1", "precision_at", {"k": "1"}),
        ("Prec@5", "precision_at", {"k": "5"}),
        ("nDCG@10", "ndcg", {"k": "10"}),
        ("ndcg_cut_10", "ndcg", {"k": "10"}),
        ("Acc@5", "top_k_accuracy", {"k": "5"}),
        ("Top-1", "top_k_accuracy", {"k": "1"}),
        ("AUPRC", "average_precision", {}),
        ("Krippendorff α", "krippendorff_alpha", {}),
        ("Krippendorff's α", "krippendorff_alpha", {}),
        ("Fleiss' κ", "fleiss_kappa", {}),
        ("Gwet's AC1", "gwet_ac1", {}),
        ("Scott's π", "scott_pi", {}),
        ("κ_w", "weighted_kappa", {}),
        ("Weighted κ", "weighted_kappa", {}),
        ("QWK", "weighted_kappa", {"weights": "quadratic"}),
        ("Linear kappa", "weighted_kappa", {"weights": "linear"}),
        ("Pearson's r", "pearson", {}),
        ("Spearman's ρ", "spearman", {}),
        ("Kendall τ", "kendall", {}),
        ("Lin's CCC", "concordance", {}),
        ("Mean error", "bias", {}),
        ("MAPE (%)", "mape", {}),
        ("MedAE", "medae", {}),
        ("Lower LoA", "limit_of_agreement", {"side": "lower"}),
        ("LoA (upper)", "limit_of_agreement", {"side": "upper"}),
        ("Brier", "brier", {}),
        ("ECE (%)", "ece", {}),
        ("NLL", "log_loss", {}),
    ],
)
def test_a_head_names_a_metric_and_says_its_options(
    head: str, name: str, options: dict[str, str]
) -> None:
    found = head_of(head)

    assert found.metric is not None
    assert found.metric.name == name
    assert dict(found.options) == options


@pytest.mark.parametrize(
    ("head", "role"),
    [
        ("AUROC", "auc"),
        ("Cohen's κ", "kappa"),
        ("Cohen's kappa", "kappa"),
        ("R²", "r2"),
        ("LR+", "lr_positive"),
        ("LR-", "lr_negative"),
        ("LR\u2212", "lr_negative"),
        ("DOR", "odds_ratio"),
        ("G-Mean", "g_mean"),
        ("Fowlkes-Mallows", "fowlkes_mallows"),
        ("Bal. Acc.", "balanced_accuracy"),
        ("Youden's J", "informedness"),
    ],
)
def test_a_head_names_a_role(head: str, role: str) -> None:
    assert head_of(head).role.value == role


@pytest.mark.parametrize("head", ["ρ", "τ", "α", "Bias", "Reliability", "Uncertainty", "ME", "φ"])
def test_a_letter_or_a_common_word_alone_names_nothing(head: str) -> None:
    assert whats(read(f"system|{head}", "ours|0.41")) == ["value"]


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("system|r|ρ|τ", ["pearson", "spearman", "kendall"]),
        ("system|Pearson|ρ", ["pearson", "spearman"]),
        ("system|MAE|Bias", ["mae", "bias"]),
        ("system|α|Fleiss' κ", ["krippendorff_alpha", "fleiss_kappa"]),
        ("system|Bias|τ", ["value", "value"]),
        ("system|Brier|Resolution", ["brier", "brier_resolution"]),
        # P and F beside it say that R is recall.
        ("system|P|R|F1|ρ", ["precision", "recall", "f", "value"]),
    ],
)
def test_a_letter_names_a_metric_beside_those_that_go_with_it(
    header: str, names: list[str]
) -> None:
    cells = "|".join("0.41" for _ in names)

    assert whats(read(header, f"ours|{cells}", f"theirs|{cells}")) == names


def test_what_is_said_of_a_column_is_a_metric_with_its_options() -> None:
    found = read("system|x|y", "ours|0.41|4.1", said=("x=ndcg(k=10)", "y=ece(bins=15):unit=%"))

    first, second = found.sheet.columns
    assert (first.what, first.options) == ("ndcg", (("k", "10"),))
    assert (second.what, second.options) == ("ece", (("bins", "15"),))
    assert found.sheet.rows[0].cells[1][1].text == "4.1%"


def test_what_the_head_says_of_the_same_metric_stays() -> None:
    [same] = read("system|nDCG@10", "a|0.4", said=("nDCG@10=ndcg(gain=linear)",)).sheet.columns
    [other] = read("system|nDCG@10", "a|0.4", said=("nDCG@10=brier",)).sheet.columns

    assert same.options == (("k", "10"), ("gain", "linear"))
    assert (other.what, other.options) == ("brier", ())


@pytest.mark.parametrize("text", ["x=ndcg(kk=1)", "x=ndcg(k=ten)", "x=ndgc"])
def test_a_metric_that_is_said_wrongly_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"unknown option 'kk'|a number|did you mean 'ndcg'"):
        column_override(text)


def test_what_settles_a_metric_can_be_said() -> None:
    found = read("system|nDCG@10", "ours|0.41")
    [settle] = [one.settle for one in found.premises if one.columns]

    assert settle == "--column 'nDCG@10=ndcg(k=10)'"
    override = column_override("nDCG@10=ndcg(k=10)")
    assert override.metric == found.sheet.columns[0].metric
    assert isinstance(found.sheet.columns[0], Column)
