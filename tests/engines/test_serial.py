"""The serial engine: each source read once, a pool for each slice, every fault named."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import frozen
from returns.pipeline import is_successful

from measurand.edges.engines.serial import MOST_FAULTS, Run, gather
from measurand.edges.files import Bad, ReadOptions, Rest
from measurand.evidence.observation import ColumnOf, Missing, Observation, Observing
from measurand.evidence.pool import pool
from measurand.evidence.source import Fields, Source
from measurand.metrics.needs import Gathered, Need, Reading, Slice
from measurand.values.sample import Sample

GOOD = (
    '{"id": 1, "gold": ["a"], "pred": ["a"], "groups": {"run": "x"}}\n'
    '{"id": 2, "gold": ["a"], "pred": ["b"], "groups": {"run": "y"}}\n'
)
ONE = Sample(id="1", gold=("a",), predicted=("a",), groups=(("run", "x"),))
TWO = Sample(id="2", gold=("a",), predicted=("b",), groups=(("run", "y"),))
SETS = Observation()
RUNS = {"runs": Source(path="runs.jsonl")}
EMPTY = Observation(missing=Missing.EMPTY)


def of(how: Observing = SETS, *names: str, data: str = "runs", run: str | None = None) -> Need:
    where = () if run is None else (("run", run),)
    return Need(Slice(data, where, how), names)


@frozen
class Folder:
    """Files of samples, and how they are read."""

    path: Path

    def write(self, text: str | bytes, name: str = "runs.jsonl") -> None:
        (self.path / name).write_bytes(text.encode() if isinstance(text, str) else text)

    def gather(self, needs: Sequence[Need], run: Run | None = None, **sources: Source) -> Gathered:
        found = gather(
            sources or {"runs": Source(path="runs.jsonl")}, needs, run or Run(root=self.path)
        )
        assert is_successful(found), found
        return found.unwrap()

    def faults(self, needs: Sequence[Need], run: Run | None = None, **sources: Source) -> list[str]:
        found = gather(
            sources or {"runs": Source(path="runs.jsonl")}, needs, run or Run(root=self.path)
        )
        return [fault.text() for fault in found.failure()]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path)
    made.write(GOOD)
    return made


def test_a_pool_holds_what_was_observed_of_every_sample(folder: Folder) -> None:
    need = of()

    found = folder.gather([need])

    assert found.pools[need.slice] == pool(SETS, [ONE, TWO])


def test_each_need_has_a_pool_of_its_own(folder: Folder) -> None:
    sets, empty, runs = of(), of(EMPTY), of(SETS, "run", run="x")

    found = folder.gather([sets, empty, runs])

    assert found.pools == {
        sets.slice: pool(SETS, [ONE, TWO]),
        empty.slice: pool(EMPTY, [ONE, TWO]),
        runs.slice: pool(SETS, [ONE], names=("run",)),
    }


def test_a_slice_takes_the_samples_of_its_groups(folder: Folder) -> None:
    x, y, z = of(run="x"), of(run="y"), of(run="z")

    found = folder.gather([x, y, z])

    assert found.pools[x.slice] == pool(SETS, [ONE])
    assert found.pools[y.slice] == pool(SETS, [TWO])
    assert found.pools[z.slice] == pool(SETS, [])


def test_a_column_of_numbers_is_gathered_beside_items(folder: Folder) -> None:
    folder.write('{"id": 1, "gold": ["a"], "pred": ["a"], "cost": 0.25}\n')
    costs, sets = of(ColumnOf("cost")), of()
    source = Source(path="runs.jsonl", fields=Fields(amounts=(("cost", "cost"),)))

    found = folder.gather([costs, sets], runs=source)

    assert found.pools[costs.slice].scored() == 1
    assert found.pools[sets.slice] == pool(SETS, [ONE])


def test_sources_are_gathered_apart(folder: Folder) -> None:
    folder.write(GOOD.splitlines()[0], "others.jsonl")
    runs, others = of(), of(data="others")

    found = folder.gather(
        [runs, others], runs=Source(path="runs.jsonl"), others=Source(path="others.jsonl")
    )

    assert found.pools[runs.slice].scored() == 2
    assert found.pools[others.slice].scored() == 1
    assert {name: reading.read for name, reading in found.readings.items()} == {
        "runs": 2,
        "others": 1,
    }


def test_a_source_that_nothing_needs_is_not_read(folder: Folder) -> None:
    found = folder.gather([of()], runs=Source(path="runs.jsonl"), lost=Source(path="none.jsonl"))

    assert set(found.readings) == {"runs"}


@pytest.mark.parametrize("more", [(), (of(EMPTY),)], ids=["hot", "general"])
def test_what_was_read_is_counted(folder: Folder, more: tuple[Need, ...]) -> None:
    folder.write(f"\n{GOOD}{{}}\n \n")

    found = folder.gather([of(), *more], Run(root=folder.path, skip=True))

    assert found.readings["runs"] == Reading(read=3, skipped=1)


def test_records_that_a_filter_drops_are_counted(folder: Folder) -> None:
    source = Source(path="runs.jsonl", where=(("groups.run", ("x",)),))

    found = folder.gather([of()], runs=source)

    assert found.readings["runs"] == Reading(read=2, dropped=1)
    assert found.readings["runs"].kept == 1


def test_a_reading_says_how_ids_were_looked_for(folder: Folder) -> None:
    run = Run(root=folder.path, options=ReadOptions(ids="digest"))

    assert folder.gather([of()], run).readings["runs"].ids == "digest"


def test_faults_of_all_sources_come_together(folder: Folder) -> None:
    folder.write("[]\n")
    runs, lost = Source(path="runs.jsonl"), Source(path="none.jsonl")

    found = folder.faults([of(), of(data="lost")], runs=runs, lost=lost)

    assert found == [
        "runs.jsonl:1: $: expected an object, got a list of 0",
        "none.jsonl: expected a file, got nothing of that name",
    ]


@pytest.mark.parametrize("more", [(), (of(EMPTY),)], ids=["hot", "general"])
def test_faults_are_named_up_to_a_thousand(folder: Folder, more: tuple[Need, ...]) -> None:
    folder.write("[]\n" * (MOST_FAULTS + 5))

    assert len(folder.faults([of(), *more])) == MOST_FAULTS == 1000


@pytest.mark.parametrize("more", [(), (of(EMPTY),)], ids=["hot", "general"])
def test_the_sink_is_handed_every_bad_record(folder: Folder, more: tuple[Need, ...]) -> None:
    handed: list[Bad | Rest] = []
    folder.write(f"{{}}\n{GOOD}[]\r\n")

    folder.gather([of(), *more], Run(root=folder.path, skip=True, sink=handed.append))

    assert [event.raw for event in handed] == [b"{}\n", b"[]\r\n"]


def test_what_is_wrong_with_a_whole_file_is_not_skipped(folder: Folder) -> None:
    folder.write("")

    found = folder.faults([of()], Run(root=folder.path, skip=True))

    assert found == ["runs.jsonl: expected samples, got a file without records"]


@pytest.mark.parametrize("more", [(), (of(EMPTY),)], ids=["hot", "general"])
def test_a_tick_tells_how_many_records_were_read(
    folder: Folder, more: tuple[Need, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("measurand.edges.engines.counting.TICK", 100)
    told: list[int] = []
    lines = (f'{{"id": {at}, "gold": [], "pred": [], "sample_weight": 2}}\n' for at in range(250))
    folder.write("".join(lines))

    folder.gather([of(), *more], Run(root=folder.path, tick=told.append))

    assert told == [100, 200]


def test_a_slice_that_samples_do_not_fit_is_named_even_when_skipping(folder: Folder) -> None:
    need = of(Observation(unit=("aspect",)))

    found = folder.gather([need], Run(root=folder.path, skip=True))

    assert (
        found.unfit[need.slice]
        .text()
        .startswith(
            "runs.jsonl: sample '1': expected items with named slots for unit=aspect, got 'a'"
        )
    )


def test_a_sample_outside_a_slice_may_be_of_another_shape(folder: Folder) -> None:
    folder.write(
        GOOD + '{"id": 3, "gold": [{"aspect": "a"}], "pred": [], "groups": {"run": "z"}}\n'
    )
    aspects = of(Observation(unit=("aspect",)), run="z")

    found = folder.gather([aspects])

    assert found.pools[aspects.slice].scored() == 1


def test_a_group_that_samples_lack_is_told_and_the_rest_is_gathered(folder: Folder) -> None:
    need = of(SETS, "document", "run")

    found = folder.gather([need])

    lack = found.lacking[need.slice, "document"].text()
    assert lack == (
        "runs.jsonl: sample '1': expected a group 'document' of the sample, got groups run: "
        "2 samples lack it"
    )
    assert (need.slice, "run") not in found.lacking
    assert found.pools[need.slice].keyed.flat() == pool(SETS, [ONE, TWO]).keyed.flat()


def test_a_definition_is_only_misfit_by_the_groups_that_it_averages_over(folder: Folder) -> None:
    need = of(SETS, "document", "run")

    found = folder.gather([need])

    assert found.misfit(need.slice) is None
    assert found.misfit(need.slice, ("run",)) is None
    assert found.misfit(need.slice, ("run", "document")) is not None
