"""Cutting files: ranges begin at the beginnings of lines, and what cannot be cut stays whole."""

import gzip
from io import BytesIO
from pathlib import Path

import pytest

from measurand.edges.engines.run import Run
from measurand.edges.engines.serial import gather, serial
from measurand.edges.engines.shards import lines_in, planned, starts
from measurand.edges.engines.tasks import Plan, Shard
from measurand.edges.files import ReadOptions
from measurand.evidence.observation import Missing, Observation
from measurand.evidence.source import Fields, Source
from measurand.metrics.definitions import observing
from measurand.metrics.needs import Need, Slice, merged
from measurand.studies.review.metrics import definitions
from measurand.studies.review.options import PROFILES
from properties.review.records import FULL, line, removed, replaced

LINE = b'{"id": 1}\n'
NEED = Need(Slice("runs", (), Observation()))


def plan(folder: Path, source: Source, run: Run | None = None, need: Need = NEED) -> Plan:
    claims = {"runs": source}
    how = run or Run(root=folder, shard_bytes=len(LINE))
    return planned(claims, {"runs": (need,)}, how).plan


def shards(folder: Path, source: Source) -> list[str]:
    return [task.shard.text() for task in plan(folder, source).tasks]


def test_a_range_begins_where_a_line_begins() -> None:
    text = b"a\nbb\nccc\ndddd\n"
    begins = [0, 2, 5, 9]

    for step in range(1, 20):
        found = list(starts(BytesIO(text), len(text), step))
        assert found[0] == 0
        assert set(found) <= set(begins)
    assert list(starts(BytesIO(text), len(text), 1)) == begins


def test_a_boundary_in_a_line_is_moved_to_the_next_one() -> None:
    text = b"a\nbb\nccc\ndddd\n"

    # 3 is in the second line, 6 in the third, 9 at the beginning of the fourth.
    assert list(starts(BytesIO(text), len(text), 3)) == [0, 5, 9]
    assert list(starts(BytesIO(text), len(text), 9)) == [0, 9]


def test_a_line_may_be_longer_than_a_shard_and_than_what_is_looked_through_at_once() -> None:
    long = b"x" * 200_000 + b"\n"

    assert list(starts(BytesIO(long + b"y\n"), len(long) + 2, 10)) == [0, len(long)]
    assert list(starts(BytesIO(long), len(long), 10)) == [0]


def test_a_file_without_a_last_end_of_line_is_cut_alike() -> None:
    assert list(starts(BytesIO(b"a\nb"), 3, 1)) == [0, 2]
    assert list(starts(BytesIO(b""), 0, 1)) == []


def test_lines_are_cut_and_the_last_range_reaches_the_end(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(LINE * 3)

    assert shards(tmp_path, Source(path="a.jsonl")) == [
        "a.jsonl (bytes 0 to 10)",
        "a.jsonl (bytes 10 to 20)",
        "a.jsonl (bytes 20 to the end)",
    ]
    sizes = [task.shard.size for task in plan(tmp_path, Source(path="a.jsonl")).tasks]
    assert sizes == [10, 10, 10]


def test_a_short_file_is_one_shard(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(LINE)

    assert shards(tmp_path, Source(path="a.jsonl")) == ["a.jsonl"]


def test_files_of_a_folder_are_cut_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for name in ("b.jsonl", "a.jsonl"):
        (tmp_path / "runs" / name).write_bytes(LINE * 2)

    assert shards(tmp_path, Source(path="runs")) == [
        "runs/a.jsonl (bytes 0 to 10)",
        "runs/a.jsonl (bytes 10 to the end)",
        "runs/b.jsonl (bytes 0 to 10)",
        "runs/b.jsonl (bytes 10 to the end)",
    ]


def test_a_compressed_file_stays_whole(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(LINE * 100))

    assert shards(tmp_path, Source(path="a.jsonl.gz")) == ["a.jsonl.gz"]


def test_a_file_with_predictions_beside_it_stays_whole(tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_bytes(LINE * 9)
    (tmp_path / "pred.jsonl").write_bytes(LINE * 9)

    assert shards(tmp_path, Source(path="gold.jsonl", predictions="pred.jsonl")) == ["gold.jsonl"]


def test_a_file_of_a_row_for_each_rating_stays_whole(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(LINE * 9)
    rows = Source(path="a.jsonl", fields=Fields(rater="who"), items="ratings")

    assert shards(tmp_path, rows) == ["a.jsonl"]


@pytest.mark.parametrize("kind", ["conll", "json", "csv", "quads", "trec"])
def test_what_is_not_read_line_by_line_stays_whole(tmp_path: Path, kind: str) -> None:
    (tmp_path / "a").write_bytes(LINE * 9)

    assert shards(tmp_path, Source(path="a", format=kind)) == ["a"]


def test_row_groups_are_joined_to_shards(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    rows = [{"id": str(at), "gold": ["a"], "pred": ["a"]} for at in range(40)]
    table = pa.Table.from_pylist(rows)
    pa.parquet = pytest.importorskip("pyarrow.parquet")
    pa.parquet.write_table(table, tmp_path / "a.parquet", row_group_size=10)
    source = Source(path="a.parquet", format="parquet")
    size = (tmp_path / "a.parquet").stat().st_size

    each, half, all_ = (
        plan(tmp_path, source, Run(root=tmp_path, shard_bytes=step))
        for step in (1, size // 2, size)
    )

    assert [task.shard.text() for task in each.tasks] == [
        f"a.parquet (row groups {at} to {at + 1})" for at in range(4)
    ]
    assert [task.shard.text() for task in half.tasks] == [
        f"a.parquet (row groups {at} to {at + 1})" for at in range(4)
    ] or [task.shard.text() for task in half.tasks] == [
        "a.parquet (row groups 0 to 2)",
        "a.parquet (row groups 2 to 4)",
    ]
    assert [task.shard.text() for task in all_.tasks] == ["a.parquet"]


def test_the_lines_of_a_range_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"a\n\nb\nc")

    assert lines_in(path, 0, 6) == 3
    assert lines_in(path, 2, 4) == 1
    assert lines_in(path, 0, 2) == 1


def test_a_shard_names_the_file_and_its_range() -> None:
    assert Shard(source="runs", place="a.jsonl").text() == "a.jsonl"
    late = Shard(source="runs", place="a.jsonl", start=5)
    assert late.text() == "a.jsonl (bytes 5 to the end)"


def test_plans_of_one_digest_read_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(LINE * 3)
    source = Source(path="a.jsonl")
    one = plan(tmp_path, source)

    assert one.digest == plan(tmp_path, source).digest
    others = [
        plan(tmp_path, source, Run(root=tmp_path, shard_bytes=99)),
        plan(tmp_path, source, Run(root=tmp_path, shard_bytes=10, skip=True)),
        plan(tmp_path, source, Run(root=tmp_path, shard_bytes=10, options=ReadOptions(ids="off"))),
        plan(tmp_path, Source(path="a.jsonl", items="label")),
        plan(tmp_path, source, need=Need(Slice("runs", (), Observation(missing=Missing.EMPTY)))),
        plan(tmp_path, source, need=Need(NEED.slice, ("run",))),
    ]
    assert len({one.digest, *(other.digest for other in others)}) == len(others) + 1


def test_scorecards_are_cut_between_lines_and_nothing_else_differs(tmp_path: Path) -> None:
    cards = [
        replaced(FULL, ("meta", "text_id"), f"row {at}") if at % 3 else removed(FULL, ("meta",))
        for at in range(9)
    ]
    (tmp_path / "cards.jsonl").write_bytes(b"".join(map(line, cards)) + b"{bad\n")
    source = Source(path="cards.jsonl", format="scorecards")
    claims = {"runs": source}
    parts = {observing(one) for one in definitions(PROFILES["documented"]).values()}
    needs = merged(Need(Slice("runs", (), part)) for part in parts)
    for skip in (False, True):
        whole = Run(root=tmp_path, skip=skip)
        cut = Run(root=tmp_path, skip=skip, engine=serial, shard_bytes=len(line(FULL)))

        assert len(planned(claims, {"runs": needs}, cut).plan.tasks) > 5
        assert gather(claims, needs, cut) == gather(claims, needs, whole)


def test_a_file_that_cannot_be_opened_is_told_as_it_is_told_without_shards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.jsonl").write_bytes(LINE * 9)
    claims = {"runs": Source(path="a.jsonl")}

    def refuse(_path: Path, *_arguments: object, **_named: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    found = gather(claims, [NEED], Run(root=tmp_path, engine=serial, shard_bytes=10))

    assert [fault.text() for fault in found.failure()] == [
        "a.jsonl: expected a file that can be opened, got Permission denied"
    ]
