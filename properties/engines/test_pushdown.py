"""DuckDB and the ordinary road give the same pools, counts and faults of any Parquet file."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq
from attrs import evolve, frozen
from hypothesis import event, given
from hypothesis import strategies as st
from returns.pipeline import is_successful

from measurand.edges.engines.fast_counts import hot
from measurand.edges.engines.run import Run
from measurand.edges.engines.serial import gather
from measurand.edges.files import ReadOptions
from measurand.evidence.observation import Missing, Observation, Observing, Together
from measurand.evidence.sides import Sides
from measurand.evidence.source import Fields, Source
from measurand.metrics.needs import Gathered, Need, Slice
from properties.engines.files import sources_of
from properties.strategies.effort import part

ASKED = Source(
    path="0.parquet",
    format="parquet",
    input=(("pushdown", "duckdb"),),
    fields=Fields(lists=(("second", "pred_b"),)),
)
OFF = ReadOptions(ids="off")
# A file is written and a database opened for each example.
few = part(12, least=8)
# Few texts, so that items repeat and hit; some look alike, or are what SQL might take for another.
texts = st.sampled_from(("a", "A", "a ", "é", "e\u0301", "", "a\x00", "null", "1", "01", "화"))
UNIT = ("aspect", "polarity")
slots = st.fixed_dictionaries(dict.fromkeys(UNIT, st.none() | texts))
KINDS = {
    (): (pa.list_(pa.string()), st.lists(texts, max_size=4)),
    UNIT: (
        pa.list_(pa.struct([(name, pa.string()) for name in UNIT])),
        st.lists(slots, max_size=3),
    ),
}


@st.composite
def files(draw: st.DrawFn, unit: tuple[str, ...]) -> pa.Table:
    """Draw a table whose columns may lack gold, answers or items, or hold them as large lists."""
    kind, lists = KINDS[unit]
    rows = draw(st.integers(1, 12))
    odd = draw(st.sampled_from((False,) * 5 + (True,)))
    found: dict[str, pa.Array] = {"id": pa.array(range(rows))}
    for name in ("gold", "pred", "pred_b"):
        cells = lists if name == "gold" and not odd else st.none() | lists
        held = cells if not odd else cells | st.just([None])
        values = draw(st.lists(held, min_size=rows, max_size=rows))
        found[name] = pa.array(values, kind)
    return pa.table(found)


@st.composite
def observed(draw: st.DrawFn, unit: tuple[str, ...]) -> list[Observing]:
    """Draw observations of the answers, alone or together."""
    how = Observation(unit=unit, missing=draw(st.sampled_from(Missing)))
    other = evolve(how, sides=Sides(answer="second"))
    choices: Sequence[list[Observing]] = (
        [how],
        [other],
        [Together((how, other))],
        [Together((other, how)), how],
    )
    return draw(st.sampled_from(choices))


@few
@given(st.data(), st.sampled_from(((), UNIT)), st.integers(1, 5))
def test_columns_counted_by_duckdb_are_those_of_the_ordinary_road(
    data: st.DataObject, unit: tuple[str, ...], size: int
) -> None:
    table, hows = data.draw(files(unit)), data.draw(observed(unit))
    needs = [Need(Slice("0", (), how)) for how in hows]
    plain = evolve(ASKED, input=())
    assert hot(ASKED, needs, OFF) is not None
    assert hot(plain, needs, OFF) is None

    with TemporaryDirectory() as folder:
        pq.write_table(table, Path(folder) / "0.parquet", row_group_size=size)
        run = Run(root=Path(folder), options=OFF)
        pushed, read = (_outcome(source, needs, run) for source in (ASKED, plain))

    event("faults" if isinstance(pushed, Faults) else "read")
    assert pushed == read


@frozen
class Faults:
    """What was wrong with a file."""

    texts: tuple[str, ...]


def _outcome(source: Source, needs: Sequence[Need], run: Run) -> object:
    found = gather(sources_of(source), needs, run)
    if not is_successful(found):
        return Faults(tuple(fault.text() for fault in found.failure()))
    told: Gathered = found.unwrap()
    return [told.pools[need.slice] for need in needs], told.readings
