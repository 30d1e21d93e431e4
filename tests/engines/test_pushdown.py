"""Parquet files counted by DuckDB: the same counts as row by row, or the ordinary road instead."""

import builtins
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from attrs import evolve
from returns.result import Success

from measurand.edges.engines import pushdown
from measurand.edges.engines.fast_counts import hot
from measurand.edges.engines.run import Run
from measurand.edges.engines.serial import gather
from measurand.edges.files import Part, ReadOptions, part_events
from measurand.evidence.matching import MultisetMatch
from measurand.evidence.normalise import Step
from measurand.evidence.observation import Missing, Observation, Observing, Together
from measurand.evidence.sides import Sides
from measurand.evidence.source import Fields, Source
from measurand.metrics.needs import Gathered, Need, Slice

ASKED = Source(path="a.parquet", format="parquet", input=(("pushdown", "duckdb"),))
LISTED = evolve(ASKED, fields=Fields(lists=(("second", "pred_b"),)))
PLAIN = Observation()
BOTH = Together((PLAIN, Observation(sides=Sides(answer="second"))))
OFF = ReadOptions(ids="off")
SLOT = pa.struct([("aspect", pa.string()), ("polarity", pa.string())])
Columns = dict[str, object]


def need(how: Observing = PLAIN) -> Need:
    return Need(Slice("a", (), how))


def is_pushed(*hows: Observing, source: Source = ASKED, options: ReadOptions = OFF) -> bool:
    return hot(source, [need(how) for how in hows], options) is not None


@pytest.fixture
def roads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the parts that the ordinary road was asked to read."""
    taken: list[str] = []

    def noted(part: Part) -> object:
        taken.append(part.name)
        return part_events(part)

    monkeypatch.setattr(pushdown, "part_events", noted)
    return taken


def write(folder: Path, columns: Columns, name: str = "a.parquet", rows: int = 1000) -> None:
    pq.write_table(pa.table(columns), folder / name, row_group_size=rows)


def gathered(folder: Path, how: Observing, source: Source, run: Run | None = None) -> object:
    claims = {"a": source}
    match gather(claims, [need(how)], run or Run(root=folder, options=OFF)):
        case Success(Gathered(pools=pools, readings=readings)):
            return dict(pools[need(how).slice].keyed.flat().counts), readings["a"].read
        case failure:
            return tuple(fault.text() for fault in failure.failure())


def both(folder: Path, how: Observing, source: Source = ASKED) -> tuple[object, object]:
    """Gather by DuckDB, and row by row."""
    return gathered(folder, how, source), gathered(folder, how, evolve(source, input=()))


TEXTS: Columns = {
    "id": ["1", "2", "3", "4"],
    "gold": [["a", "b", "a"], [], ["é", "e\u0301", "a\x00b", "화"], ["A"]],
    "pred": [["a", "a", "c"], None, ["é", "a", "화", ""], []],
    "pred_b": [[], ["x"], None, ["A", "a"]],
}


def test_strings_are_counted_as_row_by_row(tmp_path: Path, roads: list[str]) -> None:
    write(tmp_path, TEXTS)

    pushed, plain = both(tmp_path, BOTH, LISTED)

    assert pushed == plain
    assert roads == []


def test_tuples_of_strings_are_counted_as_row_by_row(tmp_path: Path, roads: list[str]) -> None:
    some = [
        {"aspect": "a", "polarity": None},
        {"aspect": "a", "polarity": None},
        {"aspect": None, "polarity": "a"},
        {"aspect": "a", "polarity": "b"},
    ]
    lists = pa.array([some, some[:1], [], some[2:]], pa.list_(SLOT))
    answers = pa.array([some[1:3], some[2:3], some, None], pa.list_(SLOT))
    write(tmp_path, {"id": [1, 2, 3, 4], "gold": lists, "pred": answers})

    for unit in (("aspect", "polarity"), ("polarity", "aspect")):
        pushed, plain = both(tmp_path, Observation(unit=unit, missing=Missing.EMPTY))
        assert pushed == plain
    assert roads == []


def test_row_groups_are_counted_apart(tmp_path: Path, roads: list[str]) -> None:
    write(tmp_path, TEXTS, rows=1)
    found = hot(LISTED, [need(BOTH)], OFF)
    assert found is not None
    path = tmp_path / "a.parquet"
    part = Part(source=LISTED, root=tmp_path, name="a.parquet", path=path, options=OFF)

    _, [whole] = found.count_part(part, _none)
    first, *rest = [
        found.count_part(evolve(part, start=at, end=at + 1), _none)[1][0] for at in range(4)
    ]

    assert whole == first | rest[0] | rest[1] | rest[2]
    assert [sum(bag.values()) for bag in (first, *rest)] == [1] * 4
    assert found.count_part(evolve(part, start=2), _none) == (2, [rest[1] | rest[2]])
    assert roads == []


def _none(event: object) -> None:
    pytest.fail(str(event))


@pytest.mark.parametrize(
    "columns",
    [
        {**TEXTS, "sample_weight": [1.0, 2.0, 1.0, 1.0]},
        {**TEXTS, "pairs": [[], [], [], []]},
        {**TEXTS, "groups": [{"run": "a"}] * 4},
        {**TEXTS, "gold": [["a"], None, [], []]},
        {**TEXTS, "gold": [["a", None], [], [], []]},
        {**TEXTS, "pred": [["a", None], [], [], []]},
        {**TEXTS, "id": ["1", None, "2", "3"]},
        {**TEXTS, "id": [1.5, 2.5, 3.5, 4.5]},
        {**TEXTS, "gold": ["a", "b", "c", "d"]},
        {**TEXTS, "gold": [[1], [2], [], []]},
        {**TEXTS, "gold": [[b"a"], [], [], []]},
        {**TEXTS, "gold": [[{"aspect": "a"}], [], [], []]},
        {**TEXTS, "Gold": [["a"], [], [], []]},
        {**TEXTS, "file_row_number": [1, 2, 3, 4]},
        {"id": ["1"], "Gold": [["a"]], "pred": [["a"]], "pred_b": [["a"]]},
        {"id": ["1"], "gold": [["a"]], "pred": [["a"]]},
    ],
)
def test_what_sql_would_read_otherwise_is_read_row_by_row(
    tmp_path: Path, roads: list[str], columns: Columns
) -> None:
    write(tmp_path, columns)

    pushed, plain = both(tmp_path, BOTH, LISTED)

    assert pushed == plain
    assert roads == ["a.parquet"]


@pytest.mark.parametrize(
    ("name", "raw"),
    [("a.parquet", b"PAR1 and no more"), ("a.parquet", b""), ("a.parquet", b'{"id": 1}')],
)
def test_a_file_that_is_none_is_the_fault_of_the_ordinary_road(
    tmp_path: Path, roads: list[str], name: str, raw: bytes
) -> None:
    (tmp_path / name).write_bytes(raw)

    pushed, plain = both(tmp_path, PLAIN)

    assert pushed == plain
    assert isinstance(pushed, tuple)
    assert roads == ["a.parquet"]


def test_a_file_that_becomes_too_long_is_the_fault_of_the_ordinary_road(
    tmp_path: Path, roads: list[str]
) -> None:
    write(tmp_path, {**TEXTS, "gold": [["a" * 10**6], [], [], []]})
    options = ReadOptions(ids="off", max_expansion=1)

    found = gathered(tmp_path, PLAIN, ASKED, Run(root=tmp_path, options=options))

    assert isinstance(found, tuple)
    assert roads == ["a.parquet"]


def test_lists_that_do_not_fit_into_memory_are_left_to_the_ordinary_road(
    tmp_path: Path, roads: list[str]
) -> None:
    write(tmp_path, TEXTS)
    options = ReadOptions(ids="off", max_document_bytes=1)

    found = gathered(tmp_path, BOTH, LISTED, Run(root=tmp_path, options=options))

    assert found == gathered(tmp_path, BOTH, evolve(LISTED, input=()))
    assert roads == ["a.parquet"]


def test_nothing_is_written_beside_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, TEXTS)
    monkeypatch.chdir(tmp_path)

    both(tmp_path, BOTH, LISTED)

    assert [path.name for path in tmp_path.iterdir()] == ["a.parquet"]


def test_a_name_is_no_pattern_and_a_folder_no_column(tmp_path: Path, roads: list[str]) -> None:
    folder = tmp_path / "pred_b=x"
    folder.mkdir()
    write(folder, TEXTS, "a[1].parquet")
    write(folder, TEXTS, "b.parquet")
    patterned = evolve(LISTED, path="a[1].parquet")
    plain = evolve(LISTED, path="b.parquet")

    assert gathered(folder, BOTH, patterned) == gathered(folder, BOTH, evolve(patterned, input=()))
    assert roads == ["a[1].parquet"]
    assert gathered(folder, BOTH, plain) == gathered(folder, BOTH, evolve(plain, input=()))
    assert roads == ["a[1].parquet"]


def test_without_the_library_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, TEXTS)
    known = builtins.__import__

    def absent(name: str, *rest: object) -> object:
        if name == "duckdb":
            raise ImportError(name)
        return known(name, *rest)  # type: ignore[arg-type] # passed on as it came

    monkeypatch.setattr(builtins, "__import__", absent)

    told = (
        "a.parquet: expected the library that pushdown=duckdb asks for, got no duckdb: "
        "pip install 'measurand[duckdb]'"
    )
    assert gathered(tmp_path, PLAIN, ASKED) == (told,)


def test_only_plain_counts_without_ids_are_pushed_down() -> None:
    assert is_pushed(PLAIN)
    assert is_pushed(PLAIN, BOTH, source=LISTED)
    assert is_pushed(Observation(unit=("aspect",)))
    assert not is_pushed(PLAIN, options=ReadOptions())
    assert not is_pushed(PLAIN, options=ReadOptions(ids="off", limit=3))
    assert not is_pushed(PLAIN, source=evolve(ASKED, input=()))
    assert not is_pushed(PLAIN, source=evolve(ASKED, where=(("a", ("b",)),)))
    assert not is_pushed(PLAIN, source=evolve(ASKED, items="label"))
    assert not is_pushed(PLAIN, source=evolve(ASKED, fields=Fields(pred="systems.a")))
    assert not is_pushed(Observation(match=MultisetMatch()))
    assert not is_pushed(Observation(normalise=(Step.LOWER,)))
    assert not is_pushed(Observation(unit=("aspect",)), Observation(unit=("polarity",)))
