"""The hot loop: taken for plain definitions, and only for those."""

from pathlib import Path

import pytest
from returns.result import Success

from measurand.claims.model import Claims
from measurand.claims.needs import Need, Slice
from measurand.claims.source import Fields, Source
from measurand.edges.engines.hot import hot
from measurand.edges.engines.serial import Run, gather
from measurand.edges.formats import ReadOptions
from measurand.evidence.evidence import Excluded
from measurand.evidence.matching import Greedy, MultisetMatch, SetMatch
from measurand.evidence.normalise import Step
from measurand.evidence.observation import (
    ClassKind,
    ClassOf,
    ColumnOf,
    Credit,
    Missing,
    Observation,
    Observing,
)
from measurand.evidence.observe import plain_evidence
from measurand.evidence.pool import Pool

RUNS = Source(path="runs.jsonl")
OTHER_POLARITY = (
    '"gold": [{"aspect": "a", "polarity": "p"}], "pred": [{"aspect": "a", "polarity": "n"}]'
)
OTHER_CASE = (
    '"gold": [{"aspect": null, "polarity": "P"}], "pred": [{"aspect": null, "polarity": "p"}]'
)
FIELDS = Fields(amounts=(("cost", "cost"),))


def need(how: Observing | None = None, *names: str, run: str = "") -> Need:
    where = (("run", run),) if run else ()
    return Need(Slice("runs", where, how or Observation()), names)


def is_hot(*needs: Need, source: Source = RUNS, options: ReadOptions | None = None) -> bool:
    return hot(source, needs, options or ReadOptions()) is not None


@pytest.mark.parametrize(
    "how",
    [
        Observation(),
        Observation(match=MultisetMatch()),
        Observation(unit=("aspect", "polarity")),
        Observation(normalise=(Step.NFC, Step.LOWER)),
        Observation(missing=Missing.EMPTY),
        Observation(credit=Credit.EXACT),
    ],
)
def test_a_plain_definition_takes_the_hot_loop(how: Observation) -> None:
    assert is_hot(need(how))


@pytest.mark.parametrize(
    "how",
    [
        Observation(match=Greedy()),
        Observation(classes=ClassOf(ClassKind.ITEM)),
        Observation(credit=Credit.FUZZY),
        Observation(unit=("start",)),
        ColumnOf("cost"),
    ],
)
def test_a_definition_that_looks_closer_takes_the_general_road(how: Observing) -> None:
    assert not is_hot(need(how))


def test_two_needs_take_the_general_road() -> None:
    assert not is_hot(need(), need(Observation(match=MultisetMatch())))
    assert not is_hot()


def test_a_need_of_groups_takes_the_general_road() -> None:
    assert not is_hot(need(None, "run"))
    assert not is_hot(need(run="x"))


@pytest.mark.parametrize(
    "source",
    [
        Source(path="runs.jsonl", predictions="pred.jsonl"),
        Source(path="runs.json", format="json"),
        Source(path="runs.conll", format="conll"),
        Source(path="runs.jsonl", where=(("run", ("x",)),)),
        Source(path="runs.jsonl", items="label"),
        Source(path="runs.jsonl", fields=Fields(gold="answer.gold")),
        Source(path="runs.jsonl", fields=Fields(id="run+id")),
        Source(path="runs.jsonl", fields=FIELDS),
    ],
)
def test_a_source_that_needs_a_mapping_takes_the_general_road(source: Source) -> None:
    assert not is_hot(need(), source=source)


def test_strict_reading_takes_the_general_road() -> None:
    assert not is_hot(need(), options=ReadOptions(strict=True))


def test_keys_of_other_names_keep_the_hot_loop() -> None:
    assert is_hot(need(), source=Source(path="runs.jsonl", fields=Fields(id="key", pred="answer")))


def gathered(folder: Path, text: str, how: Observation) -> Pool:
    (folder / "runs.jsonl").write_text(text, encoding="utf-8")
    one = need(how)
    assert is_hot(one)
    match gather(Claims(sources=(("runs", RUNS),), tables=()), [one], Run(root=folder)):
        case Success(found):
            pool = found.pools[one.slice]
            assert isinstance(pool, Pool)
            return pool
        case failure:
            pytest.fail(str(failure))


@pytest.mark.parametrize(
    ("record", "how", "counts"),
    [
        ('"gold": ["a", "a", "b"], "pred": ["a", "a", "c"]', Observation(), (1, 2, 2)),
        (
            '"gold": ["a", "a", "b"], "pred": ["a", "a", "c"]',
            Observation(match=MultisetMatch()),
            (2, 3, 3),
        ),
        (
            '"gold": ["A ", "b"], "pred": ["a", "a"]',
            Observation(normalise=(Step.TRIM, Step.LOWER)),
            (1, 1, 2),
        ),
        (
            OTHER_POLARITY,
            Observation(unit=("aspect",)),
            (1, 1, 1),
        ),
        (
            OTHER_POLARITY,
            Observation(unit=("aspect", "polarity")),
            (0, 1, 1),
        ),
        (
            OTHER_CASE,
            Observation(unit=("aspect", "polarity"), normalise=(Step.LOWER,)),
            (1, 1, 1),
        ),
        ('"gold": ["a"], "pred": null', Observation(missing=Missing.EMPTY), (0, 0, 1)),
    ],
)
def test_what_the_hot_loop_counts_is_what_a_definition_means(
    tmp_path: Path, record: str, how: Observation, counts: tuple[int, int, int]
) -> None:
    found = gathered(tmp_path, f'{{"id": 1, {record}}}\n', how)

    assert dict(found.keyed.flat().counts) == {plain_evidence(*counts): 1}


def test_a_sample_without_an_answer_is_excluded(tmp_path: Path) -> None:
    found = gathered(
        tmp_path, '{"id": 1, "gold": ["a"], "pred": null}\n', Observation(match=SetMatch())
    )

    assert dict(found.keyed.flat().counts) == {Excluded("no answer"): 1}


def test_a_weighted_sample_keeps_its_weight(tmp_path: Path) -> None:
    record = '{"id": 1, "gold": ["a"], "pred": ["a"], "sample_weight": 0.5}\n'

    [(row, count)] = gathered(tmp_path, record, Observation()).keyed.flat()

    assert count == 1
    assert str(getattr(row, "weight", None)) == "1/2"
