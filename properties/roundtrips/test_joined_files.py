"""Predictions that hold no answer have one cause, however many samples wait for one."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.files import Bad, read
from measurand.evidence.source import Source
from properties.strategies.effort import third

IDS = st.lists(st.integers(0, 99), min_size=1, max_size=30, unique=True)
NOTHING = {
    "csv": ["", "id,pred\n", "id,yhat\n{rows}", '{{"id": 1, "pred": "a"}}\n', "PAR1\x15"],
    "jsonl": ["", "\n", "id,pred\n1,a\n", "PAR1\x15", '{{"pred": "a"}}\n', '{{"id": 1, "pred\n'],
}


@given(IDS, st.sampled_from([(kind, text) for kind in NOTHING for text in NOTHING[kind]]))
@third
def test_without_any_answer_no_sample_is_at_fault(ids: list[int], second: tuple[str, str]) -> None:
    kind, text = second
    rows = "".join(f"{one},a\n" for one in ids)
    gold = "".join(f'{{"id": {one}, "gold": "a"}}\n' for one in ids)
    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "gold").write_text(f"id,gold\n{rows}" if kind == "csv" else gold, encoding="utf-8")
        (root / "pred").write_text(text.format(rows=rows), encoding="utf-8")

        events = [*read(Source(path="gold", predictions="pred", format=kind), root=root)]

    faults = [fault for event in events if isinstance(event, Bad) for fault in event.faults]
    assert len(events) <= 2
    assert {fault.file for fault in faults} == {"pred"}
    assert any(isinstance(event, Bad) and not event.raw for event in events)
