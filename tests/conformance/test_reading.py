"""The real records are read by a mapping alone, without code."""

import json
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import read
from measurand.edges.files.sources.sniff import sniff
from measurand.evidence.source import Fields, Source
from measurand.values.sample import Sample

RUN = (("run", "run"),)
COST = (("cost", "cost"),)
FINAL = Source(
    path="got/samples.jsonl",
    where=(("task", ("eif_selection",)),),
    items="text",
    pattern="{pred} <-> {gold} ({similarity})",
    fields=Fields(id="run+sample_id", pairs="scores.matches", groups=RUN, amounts=COST),
)
FIRST = evolve(FINAL, fields=evolve(FINAL.fields, pred="evals[0].pred", pairs="evals[0].matches"))
JUDGED = evolve(
    FINAL,
    where=(("task", ("eif_judge",)),),
    items="label",
    pattern="",
    fields=Fields(id="run+sample_id", groups=RUN, amounts=COST),
)


def samples(source: Source, data: Path) -> list[Sample]:
    return [event for event in read(source, root=data) if isinstance(event, Sample)]


@pytest.mark.parametrize(("source", "count"), [(FINAL, 96), (FIRST, 96), (JUDGED, 160)])
def test_all_records_of_a_task_are_samples(source: Source, count: int, data: Path) -> None:
    assert len(samples(source, data)) == count


def test_every_stored_match_is_read_by_the_pattern(data: Path) -> None:
    lines = (data / FINAL.path).read_text(encoding="utf-8").splitlines()
    scores = [json.loads(line)["scores"] for line in lines]

    found = [len(sample.similarities) for sample in samples(FINAL, data)]

    assert found == [len(score["matches"]) for score in scores if score]


def test_a_first_look_finds_what_tells_the_records_apart(data: Path) -> None:
    found = sniff(data / FINAL.path)

    assert found.source is not None
    assert found.source.fields.id == "run+sample_id"
    assert (found.looked, found.faults) == (256, ())


def test_tag_columns_of_every_system_are_aligned_with_gold(data: Path) -> None:
    path = "hipe/data.json"
    systems = json.loads((data / path).read_bytes())["systems"]

    for name in systems:
        columns = (("gold", "gold"), ("pred", f"systems.{name}"))
        source = Source(path=path, format="json", columns=columns, items="iob2")
        found = samples(source, data)

        assert [sample.id for sample in found] == [str(number) for number in range(10)]
        assert sum(len(sample.gold) for sample in found) == 471
