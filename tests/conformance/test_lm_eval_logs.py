"""Results that lm-evaluation-harness wrote: every number is recomputed, and no log is accused."""

import csv
from math import isclose, isnan, nan
from pathlib import Path

from measurand.auditing.runs.check import AggregateCheck, Reproduction, RunCheck, check_run
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.runs import logs_at, runs_of
from measurand.values.verdict import Verdict

NUMBERS = 111


def checks(path: Path) -> dict[str, RunCheck]:
    found = logs_at(str(path))
    assert found is not None
    runs = [run for log in found.logs for run in runs_of(log, ReadOptions())]
    return {run.task: check_run(run) for run in runs}


def same(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=1e-9) or (isnan(one) and isnan(other))


def number(text: str) -> float:
    return nan if text == "'N/A'" else float(text)


def test_every_number_is_recomputed_and_none_is_accused(data: Path) -> None:
    with (data / "logs/expected_lm_eval.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    files = {row["file"] for row in rows}
    found = {file: checks(data / "logs" / file) for file in files}

    for row in rows:
        task, name = row["task metric,filter [aggregation] n"].split()[:2]
        check = next(
            one for one in found[row["file"]][task].aggregates if one.aggregate.name == name
        )
        assert same(check.aggregate.printed, number(row["printed"])), row
        assert check.outcome is Reproduction.REPRODUCED, row
        assert check.computed is not None
        assert same(check.computed, number(row["recomputed"])), (row, check.computed)

    assert len(rows) == NUMBERS
    verdicts = {one.verdict for runs in found.values() for one in runs.values()}
    assert Verdict.REFUTED not in verdicts


def test_groups_say_how_they_weigh_their_tasks(data: Path) -> None:
    def how(folder: str, group: str) -> set[str]:
        found = checks(data / "logs/lm_eval" / folder)[group].aggregates
        return {one.definition.partition("(")[2].partition(",")[0] for one in found[1:]}

    assert how("full", "inv_group") == {"weighted"}
    assert how("unweighted", "inv_group_u") == {"plain"}


def of(check: RunCheck, name: str) -> AggregateCheck:
    return next(one for one in check.aggregates if one.aggregate.name == name)


# lm-evaluation-harness, issues 3966 and 2091.
def test_errors_of_zero_are_found_and_rounded_numbers_are_not(data: Path) -> None:
    zero = checks(data / "logs/constructed/results_zero_stderr.json")
    rounded = checks(data / "logs/constructed/results_gpqa_rounded.json")

    errors = {
        of(one, "exact_match_stderr,none").computed: of(one, "exact_match_stderr,none").outcome
        for one in zero.values()
    }
    expected = {0.011926, 0.01145, 0.010673, 0.007929, 0.017941, 0.014385}
    assert {round(value or nan, 6) for value in errors} == expected
    assert set(errors.values()) == {Reproduction.DIFFERS}
    group = rounded["leaderboard_gpqa"]
    assert group.verdict is Verdict.HOLDS
    assert round(of(group, "acc_norm_stderr,none").computed or nan, 6) == 0.013629
    assert all(one.verdict is not Verdict.REFUTED for one in rounded.values())
