"""Logs that inspect_ai wrote: every number is recomputed, and only what was broken is accused."""

import csv
from math import isclose, isnan, nan
from pathlib import Path

from measurand.auditing.runs.check import AggregateCheck, Reproduction, RunCheck, check_run
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.runs import logs_at, runs_of
from measurand.values.verdict import Verdict

NUMBERS = 644
BROKEN = {"stale_edit.eval", "tampered_dropped.json", "tampered_zero_se_nosamples.json"}


def checked(path: Path) -> RunCheck:
    found = logs_at(str(path))
    assert found is not None
    [log] = found.logs
    [run] = runs_of(log, ReadOptions())
    return check_run(run)


def expected(data: Path) -> dict[str, dict[str, tuple[float, float]]]:
    rows: dict[str, dict[str, tuple[float, float]]] = {}
    with (data / "logs/expected_inspect.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            numbers = (number(row["printed"]), number(row["recomputed"]))
            rows.setdefault(row["file"], {})[row["scorer/key/reducer metric"]] = numbers
    return rows


def number(text: str) -> float:
    return nan if text in {"", "None", "stochastic"} else float(text)


def found_under(name: str, check: RunCheck) -> AggregateCheck:
    """Find a number by the name that the table has: scorer/key/reducer metric."""
    view, _, metric = name.rpartition(" ")
    scorer, key, reducer = view.split("/") if view else ("", "", "None")
    reduced = "" if reducer in {"None", "mean"} else f"/{reducer}"
    column = f"{scorer}{f'/{key}' if key else ''}{reduced}"
    wanted = f"{column}: {metric}" if view else metric
    return next(one for one in check.aggregates if one.aggregate.name == wanted)


def test_every_number_is_recomputed(data: Path) -> None:
    rows = expected(data)
    checks = {file: checked(data / "logs" / file) for file in rows}

    together = [
        (file, name, numbers, found_under(name, checks[file]))
        for file, of_file in rows.items()
        for name, numbers in of_file.items()
    ]

    assert len(together) == NUMBERS
    for file, name, (printed, recomputed), check in together:
        assert same(check.aggregate.printed, printed), (file, name)
        if check.outcome is Reproduction.NOT_RECOMPUTABLE:
            assert "nosamples" in file, (file, name, check.because)
        elif check.outcome is not Reproduction.DRAWN:
            assert check.computed is not None
            nothing = isnan(check.computed) and recomputed == 0
            assert nothing or same(check.computed, recomputed), (file, name, check.computed)


def same(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=1e-9, abs_tol=1e-14) or (isnan(one) and isnan(other))


def test_what_was_broken_is_found_and_nothing_else(data: Path) -> None:
    logs = [one for one in (data / "logs/inspect").rglob("*") if one.is_file()]

    refuted = {one.name for one in logs if checked(one).verdict is Verdict.REFUTED}

    assert refuted == BROKEN
