"""The two rows of seed document 003 over the default readings: what they identify."""

from time import process_time

import pytest

from measurand.auditing.proofs.feasible.identify import identify
from measurand.auditing.proofs.finding import Certified, Clash, Exhausted, Witness
from measurand.auditing.proofs.sheet import Column, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

pytestmark = pytest.mark.conformance

COLUMNS = (
    ("M_total", Role.HITS),
    ("Pred", Role.PREDICTED),
    ("Truth", Role.GOLD),
    ("P", Role.PRECISION),
    ("R", Role.RECALL),
    ("F1", Role.F),
)
ROWS = (
    ("CoT", "1.80", "4", "3", "63.3%", "63.3%", "63.3%"),
    ("IO", "1.80", "7", "3", "39.6%", "46.7%", "42.8%"),
)
SEED = Sheet(
    columns=tuple(Column(name=name, role=role) for name, role in COLUMNS),
    rows=tuple(
        Row(
            label=label,
            cells=tuple(
                (name, Printed.parse(text)) for (name, _), text in zip(COLUMNS, texts, strict=True)
            ),
        )
        for label, *texts in ROWS
    ),
)


def test_two_rows_identify_all_but_one_option_within_a_minute() -> None:
    started = process_time()
    (found,) = identify(SEED)
    assert process_time() - started < 60
    assert found.identified == {
        "average": "macro[sample]",
        "both_empty": "1+1",
        "gold_empty": "0+0",
        "aggregate": "harmonic",
        "credit": "similarity",
    }
    assert (len(found.feasible), len(found.refuted), found.undecided) == (3, 107, ())
    (free,) = [one for one in found.options if len(one.values) > 1]
    assert (free.name, free.values) == ("pred_empty", ("0+0", "1+0", "skip+0"))
    for finding in found.findings:
        kinds = Certified | Clash | Exhausted if finding.verdict is Verdict.REFUTED else Witness
        assert finding.grounds
        assert all(isinstance(one, kinds) for one in finding.grounds)
    for numbers in found.revealed:
        assert [(one.what, one.values, one.certain) for one in numbers.numbers] == [
            ("samples", ("6",), True),
            ("gold sizes", ("1 1 1 0 0 0",), True),
            ("silent: CoT", ("2 of 6",), True),
            ("silent: IO", ("1 of 6",), True),
        ]
