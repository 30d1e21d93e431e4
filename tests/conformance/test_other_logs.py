"""Logs of alpaca_eval and records of Every Eval Ever as their own tools wrote them."""

from pathlib import Path

from measurand.auditing.runs.check import RunCheck, check_run
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.runs import logs_at, runs_of
from measurand.values.verdict import Verdict


def checks(path: Path) -> list[RunCheck]:
    found = logs_at(str(path))
    assert found is not None
    return [check_run(run) for log in found.logs for run in runs_of(log, ReadOptions())]


def test_a_leaderboard_of_alpaca_eval_is_reproduced(data: Path) -> None:
    [found] = checks(data / "logs/alpaca_eval")

    printed = {one.aggregate.name: one.aggregate.printed for one in found.aggregates}
    assert (printed["n_wins"], printed["n_wins_base"], printed["n_draws"]) == (5, 3, 2)
    assert round(printed["standard_error"], 6) == 12.806248
    assert found.verdict is Verdict.HOLDS


# The first fault of the converter: the harness printed errors of its own for each of these.
def test_numbers_that_share_one_error_are_found_and_the_log_they_came_from_holds(
    data: Path,
) -> None:
    [record] = checks(data / "logs/every_eval_ever/inspect/counts")
    [source] = checks(data / "logs/every_eval_ever/inspect/source_log.json")

    [shared] = [one.says for one in record.remarks if one.kind == "shared error"]
    assert "includes:salt (1)" in shared
    assert "0.0481125224" in shared
    salt = next(one for one in record.aggregates if one.aggregate.name == "includes:salt")
    assert salt.because == (
        "its rows are those of includes:accuracy, value for value, and it is another number than"
        " their mean; the mean of its items is 0.833333"
    )
    assert record.verdict is Verdict.REFUTED
    assert source.verdict is Verdict.HOLDS


# The second: 30 rows are said, 24 have the metric, and the error is of these.
def test_a_number_of_more_rows_than_there_are_is_found(data: Path) -> None:
    [found] = checks(data / "logs/every_eval_ever/inv_part")

    wrong = {one.aggregate.name: one for one in found.aggregates if "differs" in one.outcome.value}
    assert set(wrong) == {"near: num_samples"}
    assert (wrong["near: num_samples"].aggregate.printed, wrong["near: num_samples"].computed) == (
        30,
        24,
    )


def test_a_group_whose_error_is_pooled_is_not_accused(data: Path) -> None:
    [found] = checks(data / "logs/every_eval_ever/inv_group")

    assert found.verdict is Verdict.UNDECIDED
    assert [one.kind for one in found.remarks] == ["no samples"]
