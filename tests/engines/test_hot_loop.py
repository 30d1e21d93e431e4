"""The hot loop: taken for plain definitions, and only for those."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import evolve
from returns.result import Success

from measurand.edges.engines.fast_counts import hot
from measurand.edges.engines.serial import Run, gather
from measurand.edges.files import ReadOptions
from measurand.evidence.evidence import Excluded, Joint
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
    Together,
)
from measurand.evidence.observe import plain_evidence
from measurand.evidence.pool import Pool
from measurand.evidence.sides import Sides
from measurand.evidence.source import Fields, Source
from measurand.metrics.needs import Gathered, Need, Slice

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


PLAIN = Observation()


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


LISTED = Source(path="runs.jsonl", fields=Fields(lists=(("first", "pred_a"), ("second", "pred_b"))))


def answering(name: str, how: Observation = PLAIN) -> Observation:
    return evolve(how, sides=Sides(answer=name))


def test_several_needs_keep_the_hot_loop() -> None:
    assert is_hot(need(), need(Observation(match=MultisetMatch())))
    assert is_hot(need(Observation(unit=("aspect",))), need(Observation(unit=("polarity",))))
    assert not is_hot()


def test_needs_of_whole_strings_and_of_slots_take_the_general_road() -> None:
    assert not is_hot(need(), need(Observation(unit=("aspect",))))


def test_one_need_that_looks_closer_closes_the_hot_loop_for_all() -> None:
    assert not is_hot(need(), need(Observation(match=Greedy())))
    assert not is_hot(need(Together((PLAIN, ColumnOf("cost")))))


def test_a_list_beside_gold_and_predictions_keeps_the_hot_loop_where_it_is_mapped() -> None:
    both = Together((PLAIN, answering("second")))

    assert is_hot(need(answering("first")), need(both), source=LISTED)
    assert not is_hot(need(answering("third")), source=LISTED)
    assert not is_hot(need(both))
    assert not is_hot(need(Observation(sides=Sides(gold="first"))), source=LISTED)


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
        Source(path="runs.jsonl", fields=Fields(lists=(("b", "systems.b"),))),
    ],
)
def test_a_source_that_needs_a_mapping_takes_the_general_road(source: Source) -> None:
    assert not is_hot(need(), source=source)


def test_strict_reading_takes_the_general_road() -> None:
    assert not is_hot(need(), options=ReadOptions(strict=True))


def test_keys_of_other_names_keep_the_hot_loop() -> None:
    assert is_hot(need(), source=Source(path="runs.jsonl", fields=Fields(id="key", pred="answer")))


def gathered(folder: Path, text: str, how: Observing, source: Source = RUNS) -> Pool:
    [pool] = all_gathered(folder, text, [how], source)
    return pool


def all_gathered(
    folder: Path, text: str, hows: Sequence[Observing], source: Source = RUNS
) -> list[Pool]:
    (folder / "runs.jsonl").write_text(text, encoding="utf-8")
    needs = [need(how) for how in hows]
    assert is_hot(*needs, source=source)
    match gather({"runs": source}, needs, Run(root=folder)):
        case Success(Gathered(pools=pools)):
            return [pools[one.slice] for one in needs]
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
            '"gold": ["a", "a", "a", "b"], "pred": ["a", "b", "c"]',
            Observation(match=MultisetMatch()),
            (2, 3, 4),
        ),
        (
            '"gold": ["a", "b"], "pred": ["a", "a", "c"]',
            Observation(match=MultisetMatch()),
            (1, 3, 2),
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


TWO_ANSWERS = """\
{"id": 1, "gold": ["a", "b"], "pred": ["a"], "pred_a": [], "pred_b": ["a", "b", "b", "c"]}
{"id": 2, "gold": ["a"], "pred": null, "pred_a": [], "pred_b": ["a"]}
{"id": 3, "gold": ["a", "b"], "pred": ["b"], "pred_a": null, "pred_b": ["b", "a", "d"]}
"""


def test_two_answers_to_a_sample_are_counted_side_by_side(tmp_path: Path) -> None:
    how = Together((PLAIN, answering("second")))

    found = gathered(tmp_path, TWO_ANSWERS, how, LISTED)

    assert dict(found.keyed.flat().counts) == {
        Joint((plain_evidence(1, 1, 2), plain_evidence(2, 3, 2))): 2,
        Joint((Excluded("no answer"), plain_evidence(1, 1, 1))): 1,
    }


def test_every_need_has_the_counts_of_its_own_answers_and_matches(tmp_path: Path) -> None:
    multiset = Observation(match=MultisetMatch(), missing=Missing.EMPTY)
    hows = [answering("first"), answering("second", multiset), multiset, PLAIN]

    found = all_gathered(tmp_path, TWO_ANSWERS, hows, LISTED)

    silent = Excluded("no answer")
    assert [dict(pool.keyed.flat().counts) for pool in found] == [
        {plain_evidence(0, 0, 2): 1, plain_evidence(0, 0, 1): 1, silent: 1},
        {plain_evidence(2, 4, 2): 1, plain_evidence(1, 1, 1): 1, plain_evidence(2, 3, 2): 1},
        {plain_evidence(1, 1, 2): 2, plain_evidence(0, 0, 1): 1},
        {plain_evidence(1, 1, 2): 2, silent: 1},
    ]


def test_needs_of_other_units_are_counted_by_their_own_slots(tmp_path: Path) -> None:
    text = f'{{"id": 1, {OTHER_POLARITY}}}\n'
    units = [("aspect",), ("polarity",), ("polarity", "aspect")]

    found = all_gathered(tmp_path, text, [Observation(unit=unit) for unit in units])

    assert [dict(pool.keyed.flat().counts) for pool in found] == [
        {plain_evidence(1, 1, 1): 1},
        {plain_evidence(0, 1, 1): 1},
        {plain_evidence(0, 1, 1): 1},
    ]


def test_rows_are_moved_to_bags_before_they_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("measurand.edges.engines.fast_counts._MOST", 2)
    size = 20_000
    text = "".join(
        f'{{"id": {at}, "gold": ["a"], "pred": {json.dumps(["a", "b", "c", "d"][: at % 5])}}}\n'
        for at in range(size)
    )

    found = gathered(tmp_path, text, PLAIN)

    assert dict(found.keyed.flat().counts) == {
        plain_evidence(min(given, 1), given, 1): size // 5 for given in range(5)
    }
