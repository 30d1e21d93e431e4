"""Numbers of our own definitions in the logs of harnesses are computed of the log's own pairs."""

import json
from collections.abc import Mapping, Sequence
from math import nan
from pathlib import Path

import pytest

from measurand.auditing.runs.check import AggregateCheck, Reproduction, RunCheck, check_run
from measurand.auditing.runs.own_definitions import PairsRecipe, announced
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.runs import logs_at, runs_of
from measurand.evidence.runs import Run, Unknown
from properties.oracles.inspect_ai import Tried, document_bytes, log
from tests.formats.lm_eval_files import Task, write

GOLD = ["calm", "rough", "rough", "calm", "foggy", "rough"]
SAID = ["calm", "rough", "calm", "calm", "rough", ""]
MACRO = "f/1(class=item,missing=empty,average=macro[class])"
# By hand: calm 2 of 3 said and 2 gold, rough 1 of 2 and 3, foggy 0: F 4/5, 2/5, 0.
VALUE = 0.4


def inspect_log(
    printed: Mapping[str, float],
    params: Mapping[str, object],
    errors: Sequence[int] = (),
    scored: int = len(GOLD),
) -> dict[str, object]:
    """Write a log with numbers of ours, which its samples have the pairs of."""
    tried = [
        Tried(id=f"s{at}", scores={"sea": "C"}, error="late" if at in errors else "")
        for at in range(len(GOLD))
    ]
    document = json.loads(document_bytes(log(tried, {"sea": [("accuracy", {})]})))
    for one, gold, said in zip(document["samples"], GOLD, SAID, strict=True):
        one["scores"]["sea"] |= {"answer": said, "metadata": {"target": gold}}
        one["metadata"] = {"label": gold, "size": len(gold)}
    metrics = {
        name: {"name": name, "group": "measurand", "value": value, "params": params}
        for name, value in printed.items()
    }
    row = {"name": "sea", "scorer": "sea", "scored_samples": scored, "unscored_samples": 0}
    document["results"]["scores"][0]["scored_samples"] = scored
    document["results"]["scores"].append({**row, "metrics": metrics})
    declared = document["eval"]["scorers"][0]["metrics"]
    declared.append({"name": "measurand/measurand", "options": params})
    return dict(document)


def checked(path: Path) -> RunCheck:
    found = logs_at(str(path))
    assert found is not None
    [one] = found.logs
    [run] = runs_of(one, ReadOptions())
    return check_run(run)


def of_inspect(folder: Path, document: Mapping[str, object]) -> RunCheck:
    path = folder / "log.json"
    path.write_text(json.dumps(document))
    return checked(path)


def number(found: RunCheck, name: str) -> AggregateCheck:
    return next(one for one in found.aggregates if one.aggregate.name == name)


def test_a_number_of_ours_follows_from_answers_and_targets(tmp_path: Path) -> None:
    found = of_inspect(tmp_path, inspect_log({MACRO: VALUE}, {"definition": "f1"}))

    one = number(found, f"sea: {MACRO}")
    assert (one.outcome, one.definition) == (Reproduction.REPRODUCED, f"measurand:{MACRO}")
    assert one.denominators.scored == 6


def test_another_number_is_accused(tmp_path: Path) -> None:
    found = of_inspect(tmp_path, inspect_log({MACRO: 0.5}, {"definition": "f1"}))

    one = number(found, f"sea: {MACRO}")
    assert (one.outcome, one.computed) == (Reproduction.DIFFERS, VALUE)


@pytest.mark.parametrize(
    ("name", "value", "params"),
    [
        (MACRO, VALUE, {"gold": "sample_metadata.label"}),
        ("sklearn:accuracy", 0.5, {}),
        (
            "mae/1(gold=gold,predicted=predicted)",
            0.0,
            {"gold": "sample_metadata.size", "predicted": "sample_metadata.size"},
        ),
    ],
)
def test_other_parts_and_tools_and_numbers_are_computed(
    tmp_path: Path, name: str, value: float, params: dict[str, object]
) -> None:
    found = of_inspect(tmp_path, inspect_log({name: value}, {"definition": name, **params}))

    assert number(found, f"sea: {name}").outcome is Reproduction.REPRODUCED


def test_errors_that_have_a_score_count_either_way(tmp_path: Path) -> None:
    kept = of_inspect(tmp_path, inspect_log({MACRO: VALUE}, {}, errors=[4, 5]))
    # By hand without the last two: calm 2 of 3 and 2, rough 1 of 1 and 2.
    left = of_inspect(
        tmp_path, inspect_log({MACRO: (4 / 5 + 2 / 3) / 2}, {}, errors=[4, 5], scored=4)
    )

    for found, scored in ((kept, 6), (left, 4)):
        one = number(found, f"sea: {MACRO}")
        assert (one.outcome, one.denominators.scored) == (Reproduction.REPRODUCED, scored)


@pytest.mark.parametrize(
    ("params", "name", "because"),
    [
        ({"groups": {"quay": "sample_metadata.quay"}}, MACRO, "the metric was told groups"),
        ({"kind": "spans"}, MACRO, "the metric was told kind"),
        ({"gold": "metadata.other"}, MACRO, "is no label"),
        ({}, "f/9(class=item)", "f has revision 1: got 9"),
        ({}, "rouge_l/1(missing=empty)", "it is no definition of labels or of numbers"),
        ({}, "accuracy/1(average=macro[quay])", "it groups by quay, which is not kept"),
    ],
)
def test_what_cannot_be_computed_is_not_accused(
    tmp_path: Path, params: dict[str, object], name: str, because: str
) -> None:
    one = number(of_inspect(tmp_path, inspect_log({name: 0.7}, params)), f"sea: {name}")

    assert one.outcome is Reproduction.NOT_RECOMPUTABLE
    assert because in one.because


def test_a_metric_of_that_name_which_is_not_ours_is_not_computed(tmp_path: Path) -> None:
    document = inspect_log({MACRO: 0.7}, {})
    text = json.dumps(document).replace("measurand/measurand", "harbour/measurand")

    one = number(of_inspect(tmp_path, json.loads(text)), f"sea: {MACRO}")

    assert one.outcome is Reproduction.NOT_RECOMPUTABLE


def test_without_samples_there_are_no_pairs(tmp_path: Path) -> None:
    document = inspect_log({MACRO: VALUE}, {}) | {"samples": None}

    one = number(of_inspect(tmp_path, document), f"sea: {MACRO}")

    assert one.because == "the log has no pairs of gold and predicted"


def test_why_a_number_is_undefined_is_told(tmp_path: Path) -> None:
    name = "kappa/1(class=item,missing=empty)"
    document = inspect_log({name: nan}, {"gold": "answer"})
    for one in document["samples"]:  # type: ignore[attr-defined]  # a list, as the oracle writes it
        one["scores"]["sea"]["answer"] = "calm"

    found = of_inspect(tmp_path, document)

    assert number(found, f"sea: {name}").outcome is Reproduction.REPRODUCED
    [says] = [one.says for one in found.remarks if one.kind == "undefined"]
    assert says.startswith(f"sea: {name} has no value: ")


@pytest.mark.parametrize("value", [None, 1.0, "ab", ["a"], [["a"], "b"], ["a" * 2000, "b"]])
def test_what_is_no_pair_is_unknown(value: list[object] | str | float | None) -> None:
    run = Run(file="a", harness="toy", values={"sea": [("s", value)]})  # type: ignore[list-item]  # rubbish

    assert isinstance(PairsRecipe(text=MACRO, column="sea").compute(run), Unknown)


def of_lm_eval(folder: Path, text: str, printed: Mapping[str, object]) -> RunCheck:
    said = [*SAID[:-1], "[invalid]"]
    rows = [{"sea": [gold, answer]} for gold, answer in zip(GOLD, said, strict=True)]
    metric = {"metric": text, "aggregation": text}
    return checked(write(folder, [Task(name="t", printed=printed, rows=rows, metrics=[metric])]))


def test_a_number_of_ours_in_results_of_lm_eval_follows_from_their_rows(tmp_path: Path) -> None:
    text = f"measurand: sea = {MACRO}"

    found = of_lm_eval(tmp_path, text, {"sea,none": VALUE, "sea_stderr,none": "N/A"})
    wrong = of_lm_eval(tmp_path, text, {"sea,none": 0.5, "sea_stderr,none": 0.1})

    assert [one.outcome for one in found.aggregates] == [Reproduction.REPRODUCED] * 2
    assert [one.outcome for one in wrong.aggregates] == [Reproduction.DIFFERS] * 2


@pytest.mark.parametrize("text", [f"measurand: sea = {MACRO} | unanswered=['none']", "<function>"])
def test_what_was_told_otherwise_in_lm_eval_is_not_accused(tmp_path: Path, text: str) -> None:
    found = of_lm_eval(tmp_path, text, {"sea,none": 0.5})

    assert number(found, "sea,none").outcome is Reproduction.NOT_RECOMPUTABLE


@pytest.mark.parametrize(
    "text", ["", "mean", "measurand: a", "measurand: a b = f/1", "<function f>"]
)
def test_other_aggregations_are_not_ours(text: str) -> None:
    assert announced(text) is None
