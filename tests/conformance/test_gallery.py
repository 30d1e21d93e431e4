"""The gallery has the published figures, and true published tables are not accused."""

import csv
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from returns.pipeline import is_successful

from measurand.auditing.claims.model import Claims, Related, Scalar
from measurand.auditing.proofs.closed.f import LEFT_OUT
from measurand.auditing.proofs.finding import Question
from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Column, Fact, Role, Row, Sheet
from measurand.edges.claims.load import load_claims
from measurand.values.printed import Printed, Unit
from measurand.values.verdict import Verdict

GALLERY = Path(__file__).parents[2] / "docs" / "examples" / "gallery" / "claims.toml"
UNITS = {"number": Unit.NONE, "percent": Unit.PERCENT, "usd": Unit.DOLLAR}
SELECTION = {
    "m_total": Role.HITS,
    "precision": Role.PRECISION,
    "recall": Role.RECALL,
    "f1": Role.F,
    "cost": Role.VALUE,
}
SEED = {**SELECTION, "n_pred": Role.PREDICTED, "n_truth": Role.GOLD}
JUDGED = {
    "tp": Role.TP,
    "tn": Role.TN,
    "fp": Role.FP,
    "fn": Role.FN,
    "accuracy": Role.ACCURACY,
    "precision": Role.PRECISION,
    "recall": Role.RECALL,
    "f1": Role.F,
}
SPANS = {
    "P": Role.PRECISION,
    "R": Role.RECALL,
    "F1": Role.F,
    "P_std": Role.SD,
    "R_std": Role.SD,
    "F1_std": Role.SD,
    "TP": Role.TP,
    "FP": Role.FP,
    "FN": Role.FN,
}
COUNTS = {Role.TP, Role.FP, Role.FN}
SKIPPING = {"both_empty": "drop", "gold_empty": "0+skip", "pred_empty": "skip+0"}


@pytest.fixture(scope="module")
def claims() -> Claims:
    found = load_claims(GALLERY)
    assert is_successful(found)
    return found.unwrap()


def printed(claims: Claims, table: str) -> list[tuple[str, ...]]:
    """List the digits of a table, row by row."""
    found = next(one for one in claims.tables if one.name == table)
    return [tuple(_digits(cell) for _, cell in row.cells) for row in found.rows]


def _digits(cell: Printed) -> str:
    return cell.text.removesuffix("%")


def test_the_figures_of_the_gallery_are_the_published_ones(claims: Claims, data: Path) -> None:
    tree = json.loads((data / "published" / "gallery.json").read_text(encoding="utf-8"))
    cases = {case["id"]: case for case in tree}
    numbers = {one.id: _digits(one.printed) for one in claims.claims if isinstance(one, Scalar)}
    relations = {one.id: one for one in claims.claims if isinstance(one, Related)}

    for name in ("skillopt-livemath", "skillopt-docvqa"):
        table = next(one for one in claims.tables if one.name == name)
        assert printed(claims, name) == [(text,) for text in cases[name]["values"]]
        assert table.facts == ((Fact.SAMPLES, cases[name]["n_stated"]),)
    for name in ("videorlvr-sokoban", "gerbil-kore50"):
        assert printed(claims, name) == [tuple(cases[name][key] for key in ("p", "r", "f1"))]
    telemanom = [
        tuple(row[key] for key in ("p", "r", "f0.5")) for row in cases["telemanom"]["rows"]
    ]
    assert printed(claims, "telemanom") == telemanom
    for at, row in enumerate(cases["coref-readme"]["rows"], start=1):
        one = relations[f"coref-readme {at}"]
        assert isinstance(one.left, Printed)
        assert isinstance(one.right, Printed)
        assert f"{one.left.text}/{one.right.text}" == row["fraction"]
        assert one.value == Printed.parse(row["printed"])
    for value in cases["gdpval"]["values"]:
        number, _, over = value.partition(" over ")
        assert numbers[f"gdpval over {over}"] == number
    for at, (cells, mean) in enumerate(cases["sdfflow-means"]["pairs"], start=1):
        assert numbers[f"sdfflow-means {at}, of cells"] == cells
        assert numbers[f"sdfflow-means {at}, printed"] == mean
    assert {name.split(",")[0] for name in [one.name for one in claims.tables]} | {
        name.split(" ")[0] for name in relations
    } == {*cases}


def table_of(data: Path, table: str, roles: Mapping[str, Role], **options: str) -> Sheet:
    """Read a printed table of the first project; `options` are said of all columns."""
    claims = json.loads((data / "got" / "claims.json").read_text(encoding="utf-8"))
    rows: dict[str, list[tuple[str, Printed]]] = {}
    for claim in claims:
        if claim["table"] == table and claim["metric"] in roles:
            cell = Printed.parse(
                claim["value"], decimals=claim["decimals"], unit=UNITS[claim["unit"]]
            )
            label = f"{claim['label']} {claim['run']}"
            rows.setdefault(label, []).append((claim["metric"], cell))
    body = (Row(label=label, cells=tuple(cells)) for label, cells in rows.items())
    return Sheet(columns=columns_of(roles, options), rows=tuple(body))


def columns_of(roles: Mapping[str, Role], options: Mapping[str, str]) -> tuple[Column, ...]:
    said = tuple(options.items())
    return tuple(Column(name=name, role=role, options=said) for name, role in roles.items())


def refuted(sheet: Sheet) -> list[Question]:
    return [one for one in lint(sheet).questions if one.verdict is Verdict.REFUTED]


def asked(sheet: Sheet) -> Counter[str]:
    return Counter(one.verdict.value for one in lint(sheet).questions)


@pytest.mark.parametrize("table", ["5-2", "5-2 @4caad3f"])
def test_no_row_of_a_selection_table_is_accused(data: Path, table: str) -> None:
    sheet = table_of(data, table, SELECTION)
    assert len(sheet.rows) == 16
    assert refuted(sheet) == []
    assert asked(sheet)["holds"] >= 16


def test_the_seed_rows_are_refuted_only_where_micro_is_said(data: Path) -> None:
    assert refuted(table_of(data, "seed", SEED)) == []
    said = table_of(data, "seed", SEED, average="micro")
    # Spec 4.2: hits / predicted and hits / gold, twice each; their F, and both asked together.
    assert Counter(one.name.partition(":")[0] for one in refuted(said)) == {
        "counts": 6,
        "pooled": 2,
    }


@pytest.mark.parametrize("table", ["5-3", "5-3 @4caad3f"])
def test_no_row_of_a_judge_table_is_accused_though_some_are_false(data: Path, table: str) -> None:
    known = ((Fact.SAMPLES, 10),)
    plain = table_of(data, table, JUDGED)
    sheet = Sheet(columns=plain.columns, rows=plain.rows, facts=known)
    assert len(sheet.rows) == 16
    # Five of these rows are not what their samples give: they are consistent, so nothing shows.
    assert refuted(sheet) == []
    assert asked(sheet)["holds"] >= 16 * len(JUDGED) / 2


def spans(data: Path, kind: str, **options: str) -> Sheet:
    """Read the published span scores whose evaluation is of a kind: micro or macro by document."""
    tree = json.loads((data / "hipe" / "data.json").read_text(encoding="utf-8"))
    rows = []
    for system in tree["published"].values():
        for one in system:
            if kind in one["Evaluation"]:
                cells = tuple(
                    (name, Printed.parse(one[name], decimals=3 if role not in COUNTS else None))
                    for name, role in SPANS.items()
                    if one[name]
                )
                label = " ".join(one[key] for key in ("System", "Evaluation", "Label"))
                rows.append(Row(label=label, cells=cells))
    return Sheet(columns=columns_of(SPANS, options), rows=tuple(rows))


def test_no_row_of_the_48_span_scores_is_accused(data: Path) -> None:
    micro = spans(data, "-micro-", average="micro")
    macro = spans(data, "-macro_doc-", average="macro[document]", **SKIPPING)
    assert (len(micro.rows), len(macro.rows)) == (24, 24)
    assert refuted(micro) == []
    assert refuted(macro) == []
    assert asked(micro)["holds"] >= 24 * 4


def test_two_span_scores_of_which_nothing_is_said_may_be_means_over_other_documents(
    data: Path,
) -> None:
    # Macro F1 of persons: documents without any leave the means of P, of R and of F each for
    # itself. Of the same documents the three means are not reproducible, and a table need not say.
    sheet = spans(data, "-")
    assert refuted(sheet) == []
    asked_f = [one for one in lint(sheet).questions if one.findings[0].rule == "f-from-p-and-r"]
    odd = [one for one in asked_f if one.verdict is Verdict.UNDECIDED]
    assert [one.name.split(" / ")[0].split("-")[3:5] for one in odd] == [
        ["macro_doc", "fuzzy"],
        ["macro_doc", "strict"],
    ]
    assert [one.name.split(" / ")[0].split(" ")[-1] for one in odd] == ["PER", "PER"]
    for one in odd:
        *same, other = one.findings
        assert {finding.verdict for finding in same} == {Verdict.REFUTED}
        assert other.reading == LEFT_OUT
    said = spans(data, "-macro_doc-", gold_empty="0+0", pred_empty="0+0")
    assert len(refuted(said)) == len(odd)


REVIEWED = {
    "n": Role.SAMPLES,
    "severe_polarity_error_L3_rate": Role.RATE,
    "stage_mismatch_rate": Role.RATE,
    "risk_flagged_rate": Role.RATE,
    "tuple_f1_s1": Role.F,
    "tuple_f1_s2": Role.F,
    "delta_f1": Role.DIFFERENCE,
}


def test_no_metric_of_12_review_runs_is_accused(data: Path) -> None:
    rows = []
    for file in sorted((data / "cr" / "expected").glob("*_proposed/structural_metrics.csv")):
        [run] = csv.DictReader(file.read_text(encoding="utf-8").splitlines())
        cells = ((name, Printed.parse(run[name])) for name in REVIEWED if run[name])
        rows.append(Row(label=file.parent.name, cells=tuple(cells)))
    columns = tuple(
        Column(
            name=name,
            role=role,
            of=("tuple_f1_s2", "tuple_f1_s1") if role is Role.DIFFERENCE else (),
            group=name if name.startswith("tuple") else "",
        )
        for name, role in REVIEWED.items()
    )
    sheet = Sheet(columns=columns, rows=tuple(rows))
    assert len(sheet.rows) == 12
    assert [one.name for one in refuted(sheet)] == []
    assert asked(sheet)["holds"] >= 12 * 4
