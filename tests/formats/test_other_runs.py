"""`measurand check` of logs of alpaca_eval, openai-evals, promptfoo and Every Eval Ever."""

import json
import random
from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev

import pytest

from measurand.auditing.runs.check import RunCheck, check_run
from measurand.auditing.runs.small_harnesses import half_sample_deviation
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.runs import logs_at, runs_of
from measurand.evidence.runs import Computed
from measurand.values.verdict import Verdict


def checked(path: Path) -> list[RunCheck]:
    found = logs_at(str(path))
    assert found is not None
    return [check_run(run) for log in found.logs for run in runs_of(log, ReadOptions())]


def verdicts(check: RunCheck) -> dict[str, str]:
    return {one.aggregate.name: one.outcome.value for one in check.aggregates}


def differing(check: RunCheck) -> list[str]:
    return [name for name, told in verdicts(check).items() if told == "differs"]


def kinds(check: RunCheck) -> dict[str, str]:
    return {one.kind: one.says for one in check.remarks}


# Two wins, a loss and a draw: (1 + .8 + .2 + .5) / 4, and the deviation by hand.
ROW = {
    "win_rate": 62.5,
    "standard_error": 100 * sqrt((0.375**2 + 0.175**2 + 0.425**2 + 0.125**2) / 3 / 4),
    "n_wins": 2,
    "n_wins_base": 1,
    "n_draws": 1,
    "n_total": 4,
    "discrete_win_rate": 62.5,
}
PREFERENCES: Sequence[float | None] = (2, 1.8, 1.2, 0, None)


def alpaca(folder: Path, row: Mapping[str, float]) -> Path:
    rows = [
        {"instruction": f"i{at}", "generator_2": "ours", "preference": one}
        for at, one in enumerate(PREFERENCES)
    ]
    (folder / "annotations.json").write_text(json.dumps(rows))
    path = folder / "leaderboard.csv"
    path.write_text(f",{','.join(row)}\nours,{','.join(map(repr, row.values()))}\n")
    return path


def test_a_leaderboard_of_alpaca_eval_follows_from_its_annotations(tmp_path: Path) -> None:
    [found] = checked(alpaca(tmp_path, ROW))

    assert found.verdict is Verdict.HOLDS
    assert (found.run.system, len(verdicts(found))) == ("ours", 7)


@pytest.mark.parametrize("name", ROW)
def test_each_number_of_a_leaderboard_is_held(tmp_path: Path, name: str) -> None:
    [found] = checked(alpaca(tmp_path, {**ROW, name: ROW[name] + 0.5}))

    assert differing(found) == [name]


def test_counts_that_cannot_stand_together_are_impossible_without_rows(tmp_path: Path) -> None:
    path = tmp_path / "leaderboard.csv"
    row = {**ROW, "n_wins": 3, "standard_error": 40.0, "length_controlled_winrate": 50.0}
    path.write_text(f",{','.join(row)}\nours,{','.join(map(repr, row.values()))}\n")

    [found] = checked(path)

    told = [one.says for one in found.remarks]
    assert told[0] == "3 wins, 1 losses and 1 draws are 5, not n_total 4"
    assert any("of 4 shares it is at most 27.9508" in says for says in told)
    lost = next(one for one in found.aggregates if "length" in one.aggregate.name)
    assert lost.because == "it asks for the fitted model of lengths"


def events(
    folder: Path, correct: Sequence[bool], report: Mapping[str, float] | None, *more: object
) -> Path:
    lines: list[object] = [{"spec": {"eval_name": "toy", "run_id": "r", "completion_fns": ["m"]}}]
    lines += [
        {"run_id": "r", "sample_id": f"s.{at}", "type": "match", "data": {"correct": one}}
        for at, one in enumerate(correct)
    ]
    lines += [*more, *([] if report is None else [{"final_report": report}])]
    path = folder / "log.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def test_a_log_of_openai_evals_follows_from_its_events(tmp_path: Path) -> None:
    # 20 values, half of them 1: the deviation of half samples is sqrt(5/19/20) = .1147.
    report = {"accuracy": 0.5, "boostrap_std": 0.113}
    [found] = checked(events(tmp_path, [True, False] * 10, report))

    assert found.verdict is Verdict.HOLDS
    assert verdicts(found) == {
        "accuracy": "reproduced",
        "boostrap_std": "reproduced as far as an unseeded bootstrap can be",
    }


def test_what_does_not_follow_from_events_is_found(tmp_path: Path) -> None:
    report = {"accuracy": 0.55, "boostrap_std": 0.16}
    [found] = checked(events(tmp_path, [True, False] * 10, report))

    assert differing(found) == ["accuracy", "boostrap_std"]


def test_a_log_without_a_last_report_is_unfinished(tmp_path: Path) -> None:
    error = {"run_id": "r", "sample_id": "s.9", "type": "error", "data": {}}
    [found] = checked(events(tmp_path, [True], None, error))

    assert found.verdict is Verdict.UNDECIDED
    assert "did not end" in kinds(found)["unfinished"]
    assert kinds(found)["errors"] == "1 samples ended in an error, and have no event"


def test_accuracy_is_of_events_and_not_of_samples(tmp_path: Path) -> None:
    again = {"run_id": "r", "sample_id": "s.0", "type": "match", "data": {"correct": True}}
    [found] = checked(events(tmp_path, [True, False], {"accuracy": 2 / 3}, again))

    assert found.verdict is Verdict.HOLDS
    assert "1 are of a sample that has one before" in kinds(found)["events"]


@pytest.mark.parametrize("size", [7, 20, 33])
def test_what_half_samples_give_lies_where_it_may(size: int) -> None:
    values = [float(at % 3 == 0) for at in range(size)]
    found = half_sample_deviation(values)
    assert isinstance(found, Computed)

    for seed in range(30):
        source = random.Random(seed)  # noqa: S311  what the tool does, with a seed
        means = [fmean(source.sample(values, size // 2)) for _ in range(1000)]
        assert found.fits(pstdev(means)), seed


def promptfoo(folder: Path, failures: int, errors: int | None) -> Path:
    states = [(True, 0), (True, 0), (False, 1), (False, 2)]
    rows = [
        {"testIdx": at, "promptIdx": 0, "success": ok, "score": float(ok), "failureReason": why}
        for at, (ok, why) in enumerate(states)
    ]
    counts = {"testPassCount": 2, "testFailCount": failures, "score": 2}
    stats = {"successes": 2, "failures": failures, **({} if errors is None else {"errors": errors})}
    prompts = [{"provider": "invented", "metrics": counts}]
    tree = {"evalId": "e", "results": {"prompts": prompts, "results": rows, "stats": stats}}
    path = folder / "output.json"
    path.write_text(json.dumps(tree))
    return path


@pytest.mark.parametrize(("failures", "errors"), [(1, 1), (2, None)])
def test_results_of_promptfoo_follow_with_errors_apart_or_as_failures(
    tmp_path: Path, failures: int, errors: int | None
) -> None:
    found = checked(promptfoo(tmp_path, failures, errors))

    assert [one.verdict for one in found] == [Verdict.HOLDS, Verdict.HOLDS]


def test_a_count_that_does_not_follow_is_found(tmp_path: Path) -> None:
    found = checked(promptfoo(tmp_path, 3, 1))

    assert [differing(one) for one in found] == [["testFailCount"], ["failures"]]


def test_a_test_of_two_prompts_is_an_item_of_each_and_errors_keep_their_reason(
    tmp_path: Path,
) -> None:
    path = promptfoo(tmp_path, 1, 1)
    tree = json.loads(path.read_text())
    results = tree["results"]
    results["prompts"] *= 2
    results["results"] += [one | {"promptIdx": 1} for one in results["results"]]
    results["results"][3]["error"] = "it sank\n    at sea.js:4"
    results["stats"] = {"successes": 4, "failures": 2, "errors": 2}
    path.write_text(json.dumps(tree | {"metadata": {"promptfooVersion": "0.121.20"}}))

    found = checked(path)

    assert [one.verdict for one in found] == [Verdict.HOLDS] * 3
    assert found[0].run.version == "0.121.20"
    assert kinds(found[0]) == {"errors": "1 sample ended in an error, most often 'it sank'"}


Details = Mapping[str, object]


def record(
    folder: Path,
    results: Sequence[Details],
    rows: Sequence[tuple[str, str, float]] = (),
    *,
    tool: str = "inspect",
    said: Mapping[str, object] | None = None,
) -> Path:
    lines = [
        {"sample_id": item, "evaluation_result_id": name, "evaluation": {"score": score}}
        for name, item, score in rows
    ]
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    (folder / "rows.jsonl").write_text(text)
    about = {
        "file_path": "data/rows.jsonl",
        "checksum": sha256(text.encode()).hexdigest(),
        "total_rows": len(lines),
        **(said or {}),
    }
    tree = {
        "schema_version": "0.3.0",
        "evaluation_id": "e",
        "eval_library": {"name": tool},
        "evaluation_results": list(results),
        **({"detailed_evaluation_results": about} if rows else {}),
    }
    path = folder / "record.json"
    path.write_text(json.dumps(tree))
    return path


def result(name: str, score: float, error: float | None = None, **more: object) -> Details:
    uncertainty: dict[str, object] = {
        key: more.pop(key) for key in ("num_samples", "confidence_interval") if key in more
    }
    if error is not None:
        uncertainty["standard_error"] = {"value": error}
    config = {"metric_unit": "proportion", "min_score": 0, "max_score": 1, **more}
    details = {"score": score, "uncertainty": uncertainty}
    return {"evaluation_result_id": name, "metric_config": config, "score_details": details}


FOUR = [("acc", f"s{at}", float(at < 3)) for at in range(4)]


@pytest.mark.parametrize(("lower", "less"), [(True, {"acc"}), (False, set()), (None, set())])
def test_a_record_says_which_scores_are_better(
    tmp_path: Path, lower: object, less: set[str]
) -> None:
    path = record(tmp_path, [result("acc", 0.75, lower_is_better=lower)], FOUR)
    found = logs_at(str(path))

    assert found is not None
    assert [run.less for log in found.logs for run in runs_of(log, ReadOptions())] == [less]


def test_a_record_follows_from_its_instances(tmp_path: Path) -> None:
    [found] = checked(record(tmp_path, [result("acc", 0.75, 0.25, num_samples=4)], FOUR))

    assert found.verdict is Verdict.HOLDS
    assert len(verdicts(found)) == 4


@pytest.mark.parametrize(
    ("made", "more", "kind"),
    [
        (result("acc", 1.5, min_score=0, max_score=1), {}, "range"),
        (result("acc", 1.0, 0.1), {}, "range"),
        (result("acc", 0.75, 0.6), {}, "range"),
        (result("acc", 0.75, confidence_interval={"lower": 0.8, "upper": 0.9}), {}, "range"),
        (result("acc_stderr", 0.02), {}, "error as score"),
        (result("acc", 0.75), {"checksum": "0" * 64}, "checksum"),
    ],
)
def test_what_is_impossible_in_a_record_is_named(
    tmp_path: Path, made: Details, more: Mapping[str, object], kind: str
) -> None:
    [found] = checked(record(tmp_path, [made], FOUR, said=more))

    assert kind in kinds(found)
    assert found.verdict is Verdict.REFUTED


# SWE-bench.github.io, pull request 60: headlines of a leaderboard, and instances that are right.
@pytest.mark.parametrize(
    ("headline", "right", "verdict"),
    [
        (69.60, 0, Verdict.REFUTED),
        (52.80, 51, Verdict.REFUTED),
        (69.60, 348, Verdict.HOLDS),
        # One instance more or less is how it was rounded, or counted last.
        (69.60, 347, Verdict.HOLDS),
        (69.60, 346, Verdict.REFUTED),
    ],
)
def test_a_headline_is_held_to_its_own_instances(
    tmp_path: Path, headline: float, right: int, verdict: Verdict
) -> None:
    made = result("resolved", headline, metric_unit="percent", max_score=100)
    rows = [("resolved", f"i{at}", float(at < right)) for at in range(500)]

    [found] = checked(record(tmp_path, [made], rows))

    [score] = [one for one in found.aggregates if one.aggregate.name == "resolved"]
    assert found.verdict is verdict
    assert score.computed == pytest.approx(right / 5)
    assert score.total is not None
    assert (score.total.sum, score.total.scored) == (right, 500)


def test_an_error_in_percent_is_that_of_percents(tmp_path: Path) -> None:
    made = result("acc", 75.0, 25.0, metric_unit="percent", max_score=100, num_samples=4)

    [found] = checked(record(tmp_path, [made], FOUR))

    assert found.verdict is Verdict.HOLDS


def test_rows_and_samples_that_are_not_as_many_as_said_differ(tmp_path: Path) -> None:
    made = [result("acc", 0.75, num_samples=5)]
    [found] = checked(record(tmp_path, made, FOUR, said={"total_rows": 9}))

    assert differing(found) == ["acc: num_samples", "total_rows"]


def test_one_error_of_numbers_that_differ_is_impossible(tmp_path: Path) -> None:
    made = [result("s:accuracy", 0.75, 0.2), result("s:salt", 0.5, 0.2)]

    [found] = checked(record(tmp_path, made))

    assert "stands beside numbers that differ" in kinds(found)["shared error"]


def test_one_error_of_a_rate_and_its_complement_is_none(tmp_path: Path) -> None:
    made = [result("s:right", 0.75, 0.25), result("s:wrong", 0.25, 0.25)]

    assert "shared error" not in kinds(checked(record(tmp_path, made))[0])


def test_an_error_that_may_be_clustered_or_pooled_is_not_accused(tmp_path: Path) -> None:
    made = [result("acc", 0.75, 0.3, num_samples=4)]

    [with_rows] = checked(record(tmp_path, made, FOUR))
    assert verdicts(with_rows)["acc: standard_error"] == "not recomputable"

    # A converter of lm-eval has no clusters to speak of.
    [plain] = checked(record(tmp_path, made, FOUR, tool="lm_eval"))
    assert differing(plain) == ["acc: standard_error"]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("record.json", '{"evaluation_id": "e", "evaluation_results": [{}]}', "score_details"),
        ("leaderboard.csv", ",win_rate,standard_error,n_wins,n_total\na,1,2\n", "expected 5"),
        ("leaderboard.csv", f",win_rate,standard_error,n_wins,n_total\n{'a' * 140_000},", "limit"),
        ("log.jsonl", '{"spec": {"eval_name": "a"}}\n{"type": "match", "data": {}}\n', "2: .*true"),
        ("out.json", '{"results": {"prompts": [], "testIdx": 0, "promptIdx": 0}}', "results"),
    ],
)
def test_what_is_no_log_is_refused_with_its_place(
    tmp_path: Path, name: str, text: str, told: str
) -> None:
    path = tmp_path / name
    path.write_text(text)

    with pytest.raises(FaultError, match=told):
        checked(path)
