"""The printed selection tables, asked without their samples: not pooled, and over six documents."""

import json
from pathlib import Path

import pytest

from measurand.algebra.rounding import hull
from measurand.auditing.proofs.finding import questions
from measurand.auditing.proofs.grain.grim import both_empty, silent
from measurand.auditing.proofs.grain.pooled_sizes import pooled
from measurand.auditing.proofs.sheet import Column, Fact, Role, Row, Sheet
from measurand.values.printed import Printed, Unit
from measurand.values.verdict import Verdict

ROLES = {
    "m_total": Role.HITS,
    "n_pred": Role.PREDICTED,
    "n_truth": Role.GOLD,
    "precision": Role.PRECISION,
    "recall": Role.RECALL,
    "f1": Role.F,
}
UNITS = {"number": Unit.NONE, "percent": Unit.PERCENT}


def sheet(data: Path, table: str, *metrics: str, **options: str) -> Sheet:
    """Read the rows of a printed table; `options` are those of its columns."""
    claims = json.loads((data / "got" / "claims.json").read_text(encoding="utf-8"))
    rows: dict[str, list[tuple[str, Printed]]] = {}
    for claim in claims:
        if claim["table"] == table and claim["metric"] in metrics:
            printed = Printed.parse(
                claim["value"], decimals=claim["decimals"], unit=UNITS[claim["unit"]]
            )
            rows.setdefault(claim["label"], []).append((claim["metric"], printed))
    columns = (Column(name=name, role=ROLES[name], options=(*options.items(),)) for name in metrics)
    cells = (Row(label=label, cells=tuple(found)) for label, found in rows.items())
    return Sheet(columns=tuple(columns), rows=tuple(cells), name=table)


def test_fifteen_of_sixteen_rows_are_proven_not_pooled_without_any_size(data: Path) -> None:
    of = sheet(data, "5-2", "m_total", "precision", "recall", average="micro")
    found = questions(pooled(of))

    assert len(found) == 16
    assert [one.findings[0].rows[0] for one in found if one.verdict is not Verdict.REFUTED] == [
        "r1-7b_cot_2025-12-22_15-35-51"
    ]


def test_the_two_seed_rows_are_proven_not_pooled_and_a_mean_stays_open(data: Path) -> None:
    of = sheet(data, "seed", "m_total", "n_pred", "n_truth", "precision", "recall", "f1")
    found = questions(pooled(of))

    assert [one.verdict for one in found] == [Verdict.HOLDS] * 2
    assert [[finding.verdict.value for finding in one.findings] for one in found] == [
        ["refuted", "refuted", "undecided"]
    ] * 2


def test_sixteen_rows_of_mean_recall_fit_six_documents_and_say_how_many_are_empty(
    data: Path,
) -> None:
    of = sheet(data, "5-2", "m_total", "recall")
    spans = [
        tuple(hull(row.cell(name) or Printed.parse("0")) for name in ("m_total", "recall"))
        for row in of.rows
    ]
    found = both_empty([(hits, recall) for hits, recall in spans], 60)

    # Samples with gold and prediction empty, by row: as counted in the records.
    assert [one.samples for one in found] == [6]
    assert [list(k) for k in found[0].empty] == [
        [k] for k in (2, 3, 1, 2, 1, 2, 2, 2, 2, 2, 1, 3, 0, 0, 0, 0)
    ]


@pytest.mark.parametrize(("samples", "verdict"), [(6, Verdict.HOLDS), (10, Verdict.REFUTED)])
def test_six_documents_are_possible_and_ten_are_not(
    data: Path, samples: int, verdict: Verdict
) -> None:
    known = {"average": "macro[sample]", "gold_items": "one"}
    of = sheet(data, "seed", "m_total", "recall", **known)
    stated = Sheet(columns=of.columns, rows=of.rows, facts=((Fact.SAMPLES, samples),))

    assert [one.verdict for one in silent(stated)] == [verdict]
    assert [one.verdict for one in silent(of)] == [Verdict.HOLDS]
