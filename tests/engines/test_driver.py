"""Reading in shards tells what reading whole files tells, word for word."""

import json
from collections.abc import Iterator, Sequence

import pytest
from attrs import evolve
from returns.result import Failure, Result, Success

from measurand.edges.engines.cluster import ClusterError
from measurand.edges.engines.partial import Lost, Partial
from measurand.edges.engines.run import Progress, Watch
from measurand.edges.engines.serial import serial
from measurand.edges.engines.tasks import Task
from measurand.edges.files import ReadOptions
from measurand.evidence.observation import Observation
from measurand.metrics.needs import Gathered
from measurand.values.fault import Fault
from properties.engines.shards import NEEDS, Asked, given_by, in_order, of

BACKWARDS = in_order(lambda tasks: tasks[::-1])
NOWHERE = (("nowhere", ("x",)),)


def record(number: object, **more: object) -> str:
    return json.dumps({"id": number, "gold": ["a"], "pred": ["a"], **more})


def asked(*files: str, shard_bytes: int = 20) -> Asked:
    return Asked(files=tuple(file.encode() for file in files), shard_bytes=shard_bytes)


def faults(wanted: Asked) -> list[str]:
    """Give the faults of reading in shards, which are those of reading whole files."""
    apart, whole = given_by(wanted, BACKWARDS), given_by(wanted)
    assert apart == whole
    match apart.found:
        case Failure(found):
            return [fault.text() for fault in found]
        case other:
            pytest.fail(repr(other))


def met(wanted: Asked) -> Gathered:
    """Give what reading in shards gives, which is what reading whole files gives."""
    apart, whole = given_by(wanted, BACKWARDS), given_by(wanted)
    assert apart == whole
    return success(apart.found)


def success(found: Result[Gathered, tuple[Fault, ...]]) -> Gathered:
    match found:
        case Success(Gathered() as gathered):
            return gathered
        case other:
            pytest.fail(repr(other))


def test_a_path_that_no_record_has_is_told_with_the_first_line() -> None:
    text = "\n\n\n" + "\n".join(record(at) for at in range(4))

    [found] = faults(evolve(asked(text), where=NOWHERE))
    assert found.startswith("0.jsonl:4: $: expected the key 'nowhere', got an object with 3 keys")


def test_a_path_that_some_record_has_drops_the_others() -> None:
    some = "\n".join([record(1), record(2), record(3, nowhere="x")])

    reading = met(evolve(asked(some), where=NOWHERE)).readings["runs"]

    assert (reading.read, reading.dropped) == (3, 2)


@pytest.mark.parametrize("files", [("",), ("\n" * 50,), ("", "\n\n"), ("\ufeff\n",)])
def test_files_without_records_are_told_once(files: tuple[str, ...]) -> None:
    [found] = faults(asked(*files))
    assert found.endswith("expected samples, got a file without records")


def test_an_empty_file_beside_others_is_no_fault() -> None:
    for needs in NEEDS[:3]:
        found = met(
            evolve(asked("", record(1, groups={"run": "x"}) + "\n", "\n" * 30), needs=needs)
        )
        assert found.readings["runs"].read == 1


def test_faults_name_lines_of_the_file() -> None:
    text = "\n".join([*(record(at) for at in range(9)), "{bad", "", "[1]"])

    assert [found.partition(": ")[0] for found in faults(asked(text))] == [
        "0.jsonl:10",
        "0.jsonl:12",
    ]


def test_a_thousand_faults_are_told_however_many_shards_have_them() -> None:
    text = "\n".join(["{bad"] * 1500)

    found = faults(asked(text, shard_bytes=900))

    assert len(found) == 1000
    assert found[-1].startswith("0.jsonl:1000: ")


def test_what_samples_lack_is_told_of_the_first_and_counted() -> None:
    rows = [record(at, gold=[{"aspect": "a"}], pred=[{"aspect": "a"}]) for at in range(6)]
    texts = [record(at) for at in range(6, 9)]
    need = of(Observation(unit=("aspect",)), "run")

    found = met(evolve(asked("\n".join([*rows, *texts])), needs=(need,)))

    assert found.unfit[need.slice].text().endswith("3 samples lack it")
    assert found.unfit[need.slice].text().startswith("0.jsonl: sample '6': ")
    assert found.lacking[need.slice, "run"].text().endswith("6 samples lack it")


def test_an_id_is_told_where_it_stood_first_in_another_file() -> None:
    first = "\n".join([record(1), record(2), record("x")])
    second = "\n".join([record(3), record("x"), record("x")])

    again = "again, first in line 3 of 0.jsonl"
    assert [
        found.partition("'x' ")[2].partition(":")[0] for found in faults(asked(first, second))
    ] == [again, again]
    digests = faults(evolve(asked(first, second), options=ReadOptions(ids="digest")))
    assert [found.partition("'x' ")[2].partition(":")[0] for found in digests] == [
        "again, first in an earlier line",
        "again, first in an earlier line",
    ]
    assert (
        met(evolve(asked(first, second), options=ReadOptions(ids="off"))).readings["runs"].read == 6
    )


def test_a_record_that_repeats_an_id_is_not_counted() -> None:
    text = "\n".join([record(1), record(2), record(1, pred=[]), record(3), record(1, pred=["b"])])

    reading = met(evolve(asked(text), skip=True)).readings["runs"]

    assert (reading.read, reading.skipped) == (5, 2)


def test_nothing_is_read_twice_that_need_not_be() -> None:
    rounds: list[list[int]] = []

    def counting(tasks: Sequence[Task], watch: Watch) -> Iterator[Partial | Lost]:
        rounds.append([task.index for task in tasks])
        return serial(tasks, watch)

    text = "\n".join(record(at) for at in range(9))
    given_by(asked(text, shard_bytes=80), counting)
    assert rounds == [[0, 1, 2, 3, 4]]
    rounds.clear()

    # The first shard and the last have an id in common: both say where, the last is read anew.
    given_by(evolve(asked(f"{text}\n{record(1)}", shard_bytes=80), skip=True), counting)
    assert rounds == [[0, 1, 2, 3, 4], [0, 4], [4]]


def test_a_watch_is_told_of_every_shard() -> None:
    wanted = asked("\n".join(record(at) for at in range(6)), shard_bytes=80)
    told: list[Progress] = []
    ticks: list[int] = []

    with wanted.written() as root:
        size = (root / "0.jsonl").stat().st_size
        run = evolve(wanted.run(root), engine=serial, watch=told.append, tick=ticks.append)
        success(wanted.gather(run))

    assert [(one.done, one.shards, one.records) for one in told] == [
        (1, 3, 2),
        (2, 3, 4),
        (3, 3, 6),
    ]
    assert told[-1].bytes == told[-1].size == size
    assert ticks == [2, 4, 6]


def test_a_cluster_that_cannot_be_used_is_a_fault() -> None:
    def failing(_tasks: Sequence[Task], _watch: Watch) -> Iterator[Partial | Lost]:
        raise ClusterError(Fault(got="nobody", expected="a scheduler"))

    found = given_by(asked(record(1)), failing).found

    assert found == Failure((Fault(got="nobody", expected="a scheduler"),))


def test_an_engine_is_closed_when_a_run_ends_early() -> None:
    closed: list[int] = []

    def closing(tasks: Sequence[Task], watch: Watch) -> Iterator[Partial | Lost]:
        try:
            yield from serial(tasks, watch)
        finally:
            closed.append(len(closed))

    def interrupted(_progress: Progress) -> None:
        raise KeyboardInterrupt

    wanted = asked("\n".join(record(at) for at in range(6)))
    with wanted.written() as root, pytest.raises(KeyboardInterrupt) as error:
        wanted.gather(evolve(wanted.run(root), engine=closing, watch=interrupted))

    assert error.value.args == ()
    assert closed == [0]


def test_labels_of_two_types_are_in_doubt_also_where_they_stand_in_two_shards() -> None:
    text = "\n".join(record(at, gold=[{"a": value}], pred=[]) for at, value in enumerate((1, 1.0)))

    [fault] = faults(asked(text))

    assert "of one type, got gold.a with integers, such as 1; gold.a with floats" in fault


def test_values_that_a_filter_met_in_any_shard_are_met() -> None:
    text = "\n".join(record(at, run=run) for at, run in enumerate("aab"))
    filters = (("run", ("a", "b", "c")),)

    assert met(evolve(asked(text), where=filters)).readings["runs"].unmatched == ("run=c",)
