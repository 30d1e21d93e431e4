"""Definitions as metrics of inspect_ai: what they take of its scores, and what they refuse."""

import json
from math import isnan
from pathlib import Path

import pytest
from attrs import define, field
from sklearn.metrics import cohen_kappa_score, f1_score

from measurand import InvalidInputError
from measurand.edges.verbs.inspect_metrics import inspect_metric, keep_target
from measurand.edges.verbs.log_checks import check_beside
from properties.oracles.inspect_ai import Tried, document_bytes, log

GOLD = ["calm", "rough", "rough", "calm", "foggy", "rough"]
SAID = ["calm", "rough", "calm", "calm", "rough", "foggy"]


@define
class Score:
    """A score as inspect_ai hands it to metrics."""

    value: object = "C"
    answer: str | None = None
    explanation: str | None = None
    metadata: dict[str, object] | None = None


@define
class SampleScore:
    """A score of a sample."""

    score: Score
    sample_id: str | int | None = "s"
    sample_metadata: dict[str, object] | None = field(factory=dict)


def scores(gold: list[str], said: list[str | None]) -> list[SampleScore]:
    return [
        SampleScore(Score(answer=answer, metadata={"target": target}), sample_id=f"s{at}")
        for at, (target, answer) in enumerate(zip(gold, said, strict=True))
    ]


def test_targets_and_answers_are_labels() -> None:
    [(name, value)] = inspect_metric("f1(average=macro[class])")(scores(GOLD, [*SAID])).items()

    assert name == "f/1(class=item,missing=empty,average=macro[class])"
    assert value == pytest.approx(f1_score(GOLD, SAID, average="macro"), abs=1e-15)


def test_several_definitions_are_several_numbers() -> None:
    found = inspect_metric(["kappa", "sklearn:f1:weighted"])(scores(GOLD, [*SAID]))

    assert found == {
        "kappa/1(class=item,missing=empty)": pytest.approx(cohen_kappa_score(GOLD, SAID)),
        "sklearn:f1:weighted": f1_score(GOLD, SAID, average="weighted"),
    }


@pytest.mark.parametrize("nothing", [None, ""])
def test_no_answer_is_not_right_unless_it_is_said_to_be_left_out(nothing: str | None) -> None:
    every = scores(["a", "a"], ["a", nothing])

    assert inspect_metric("accuracy")(every) == {"accuracy/1(missing=empty)": 0.5}
    assert inspect_metric("accuracy(missing=skip)")(every) == {"accuracy/1": 1.0}


def test_numbers_are_values_beside_metadata_of_the_data_set() -> None:
    every = [
        SampleScore(Score(value=value), sample_metadata={"tons": tons})
        for value, tons in ((1.5, 1), (2, 4))
    ]

    found = inspect_metric("mae", gold="sample_metadata.tons", predicted="value")(every)

    assert list(found.values()) == [1.25]


def test_groups_and_weights_are_parts_too() -> None:
    every = scores(["a", "a", "b"], ["a", "b", "b"])
    for one, (quay, weight) in zip(every, (("n", 1), ("n", 1), ("s", 3)), strict=True):
        one.sample_metadata = {"quay": quay, "weight": weight}

    [by_quay] = inspect_metric(
        "accuracy(average=macro[quay])", groups={"quay": "sample_metadata.quay"}
    )(every).values()
    [weighted] = inspect_metric("accuracy", weights="sample_metadata.weight")(every).values()

    assert (by_quay, weighted) == (0.75, 0.8)


def test_what_is_undefined_is_no_number_and_so_is_nothing() -> None:
    assert isnan(*inspect_metric("kappa")(scores(["a"], ["a"])).values())
    assert isnan(*inspect_metric("kappa")([]).values())


@pytest.mark.parametrize(
    ("asked", "parts", "says"),
    [
        ("f2of", {}, "definition: expected a definition"),
        ("f1", {}, "expected an average, or a positive label"),
        ("accuracy", {"gold": "target"}, "gold: expected one of answer, value, explanation"),
        ("accuracy", {"predicted": "answer.text"}, "predicted: expected one of answer"),
        ("accuracy", {"groups": {"quay": "quay"}}, r"groups\['quay'\]: expected one of"),
    ],
)
def test_what_is_no_metric_is_refused_before_anything_runs(
    asked: str, parts: dict[str, str], says: str
) -> None:
    with pytest.raises(InvalidInputError, match=says):
        inspect_metric(asked, **parts)  # type: ignore[arg-type]  # what callers may write


def test_a_score_without_its_target_names_the_sample_and_the_way_out() -> None:
    every = [*scores(["a"], ["a"]), SampleScore(Score(answer="b"), sample_id="s9")]

    with pytest.raises(InvalidInputError, match="'target' in each sample, also in 's9'") as error:
        inspect_metric("accuracy")(every)

    assert "wrap the scorer in with_target(...)" in str(error.value)


def test_a_definition_is_a_text_since_a_log_keeps_it() -> None:
    with pytest.raises(InvalidInputError, match="expected a text"):
        inspect_metric([3])  # type: ignore[list-item]  # what callers may write


def test_the_target_is_kept_beside_what_the_scorer_wrote() -> None:
    one, both = Score(metadata={"seen": 1}), Score()

    keep_target(one, ("calm",))
    keep_target(both, ("calm", "still"))

    assert one.metadata == {"seen": 1, "target": "calm"}
    assert both.metadata == {"target": ["calm", "still"]}


def written(folder: Path) -> Path:
    tried = [Tried(id=f"s{at}", scores={"match": one}) for at, one in enumerate("CCI")]
    document = log([*tried, Tried(id="e", error="it sank")], {"match": [("accuracy", {})]})
    path = folder / "2026-11-27T10-00-00-00-00_sums_1.json"
    path.write_bytes(document_bytes(document))
    return path


def test_a_log_is_checked_beside_itself(tmp_path: Path) -> None:
    found = check_beside(written(tmp_path))

    assert found.code == 0
    assert found.says in found.markdown.read_text()
    tree = json.loads(found.json.read_text())
    assert [tree["command"], tree["exit_code"], tree["runs"][0]["says"]] == ["check", 0, found.says]
    assert str(tmp_path) not in found.markdown.read_text() + found.json.read_text()
    assert sorted(one.name[:14] for one in tmp_path.iterdir()) == [
        "2026-11-27T10-",
        "measurand_2026",
        "measurand_2026",
    ]


def test_a_number_that_does_not_follow_is_a_finding(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_text(path.read_text().replace("0.6666666666666666", "0.75"))

    found = check_beside(path)

    assert found.code == 1
    assert "accuracy is printed as 0.75, and is 0.6666666666666666" in found.says


@pytest.mark.parametrize(
    "content", [None, "id,gold\n", '{"version": 2, "status": "success", "eval": ']
)
def test_what_is_no_log_is_refused_and_leaves_nothing_beside(
    tmp_path: Path, content: str | None
) -> None:
    path = tmp_path / "2026.json"
    if content is not None:
        path.write_text(content)

    with pytest.raises(InvalidInputError, match=r"2026\.json"):
        check_beside(path)

    assert not list(tmp_path.glob("measurand*"))
