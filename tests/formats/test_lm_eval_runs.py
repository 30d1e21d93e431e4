"""`measurand check` of results of lm-evaluation-harness: what follows, differs, is open."""

import json
from math import sqrt
from pathlib import Path

import pytest

from measurand.auditing.runs.check import RunCheck, check_run
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.runs import logs_at, runs_of
from measurand.values.verdict import Verdict
from tests.formats.lm_eval_files import DATE, Task, write

ROWS = [{"acc": float(at < 3)} for at in range(4)]
RIGHT = {"acc,none": 0.75, "acc_stderr,none": 0.25, "sample_len": 4}


def checked(path: Path) -> dict[str, RunCheck]:
    found = logs_at(str(path))
    assert found is not None
    runs = [run for log in found.logs for run in runs_of(log, ReadOptions())]
    return {run.task: check_run(run) for run in runs}


def verdicts(check: RunCheck) -> dict[str, str]:
    return {one.aggregate.name: one.outcome.value for one in check.aggregates}


def kinds(check: RunCheck) -> dict[str, str]:
    return {one.kind: one.says for one in check.remarks}


def test_what_the_rows_give_is_reproduced_in_a_file_and_in_a_folder(tmp_path: Path) -> None:
    path = write(tmp_path, [Task(printed=RIGHT, rows=ROWS)])

    for asked in (path, tmp_path):
        found = checked(asked)["toy"]

        assert found.verdict is Verdict.HOLDS
        assert set(verdicts(found).values()) == {"reproduced"}
        assert found.aggregates[1].denominators.text.endswith("scored 4")


@pytest.mark.parametrize(
    ("name", "value"),
    [("acc,none", 0.7500001), ("acc_stderr,none", 0.2165), ("sample_len", 5)],
)
def test_a_number_that_does_not_follow_is_found(tmp_path: Path, name: str, value: float) -> None:
    write(tmp_path, [Task(printed={**RIGHT, name: value}, rows=ROWS)])

    found = checked(tmp_path)["toy"]

    assert [one for one, told in verdicts(found).items() if told == "differs"] == [name]


def test_rows_that_were_dropped_or_moved_are_missed(tmp_path: Path) -> None:
    write(tmp_path, [Task(printed=RIGHT, rows=ROWS)])
    rows = tmp_path / f"samples_toy_{DATE}.jsonl"
    lines = rows.read_text().splitlines(keepends=True)
    rows.write_text("".join((lines[1], lines[0], *lines[2:])))

    found = checked(tmp_path)["toy"]

    assert "rows were dropped, added, moved or changed" in kinds(found)["other rows"]
    assert found.verdict is Verdict.REFUTED


def test_rows_of_another_name_are_known_by_their_hashes(tmp_path: Path) -> None:
    write(tmp_path, [Task(printed=RIGHT, rows=ROWS)])
    (tmp_path / f"samples_toy_{DATE}.jsonl").rename(tmp_path / "samples_toy_old.jsonl")
    (tmp_path / "samples_toy_again.jsonl").write_text("")

    assert checked(tmp_path)["toy"].verdict is Verdict.HOLDS


def test_a_metric_of_fewer_rows_than_sample_len_is_told_and_not_accused(tmp_path: Path) -> None:
    rows = [{"hit": 1.0, "near": float(at % 2)} if at < 4 else {"hit": 1.0} for at in range(6)]
    printed = {"near,none": 0.5, "near_stderr,none": sqrt(1 / 12), "hit,none": 1, "sample_len": 6}
    write(tmp_path, [Task(printed=printed, rows=rows)])

    found = checked(tmp_path)["toy"]

    assert found.verdict is Verdict.HOLDS
    assert "near,none is of 4 rows, and sample_len is 6" in kinds(found)["fewer rows"]


# The same numbers without rows: n = 4 alone fits the error.
def test_without_rows_the_number_of_rows_is_found_from_mean_and_error(tmp_path: Path) -> None:
    printed = {"acc,none": 0.5, "acc_stderr,none": sqrt(1 / 12), "sample_len": 6}
    write(tmp_path, [Task(printed=printed, size=6)])

    found = checked(tmp_path)["toy"]

    error = next(one for one in found.aggregates if "stderr" in one.aggregate.name)
    assert error.outcome.value == "reproduced"
    assert error.because == "of 4 rows, as the mean and its error say; sample_len is 6"
    assert found.verdict is Verdict.UNDECIDED


# lm-evaluation-harness, issue 3966: rows, right ones, mean, and the error in closed form.
@pytest.mark.parametrize(
    ("rows", "right", "error"),
    [
        (307, 14, 0.011926),
        (123, 2, 0.011450),
        (132, 2, 0.010673),
        (280, 5, 0.007929),
        (154, 8, 0.017941),
        (193, 8, 0.014385),
        (307, 263, 0.020031),
    ],
)
def test_an_error_of_0_is_impossible_between_0_and_1(
    tmp_path: Path, rows: int, right: int, error: float
) -> None:
    printed = {"exact_match,none": right / rows, "exact_match_stderr,none": 0.0}
    write(tmp_path, [Task(printed=printed, size=rows)])

    found = checked(tmp_path)["toy"].aggregates[1]

    assert found.outcome.value == "differs"
    assert round(found.computed or 0, 6) == error


def test_the_error_of_a_group_of_such_tasks_follows_from_them(tmp_path: Path) -> None:
    def task(name: str) -> Task:
        return Task(name=name, printed={"acc,none": 0.25, "acc_stderr,none": 0.0}, size=8)

    group = Task(name="all", printed={"acc,none": 0.25, "acc_stderr,none": 0.0})
    write(tmp_path, [task("a"), task("b"), group], groups={"all": ["a", "b"]})

    found = checked(tmp_path)["all"]

    assert found.verdict is Verdict.HOLDS
    assert found.aggregates[1].because == "it follows from its tasks, of which 2 print 0"


@pytest.mark.parametrize(
    ("value", "error", "how"),
    [
        (0.65, sqrt((10 * 9 * 0.01 + 30 * 29 * 0.04) / 38 / 40), "weighted"),
        (0.6, sqrt(0.05) / 2, "plain"),
        (0.6, sqrt((10 * 9 * 0.01 + 30 * 29 * 0.04) / 38 / 40), "plain, error pooled"),
    ],
)
def test_a_group_says_how_it_weighs_its_tasks(
    tmp_path: Path, value: float, error: float, how: str
) -> None:
    one = Task(name="a", printed={"hit,none": 0.5, "hit_stderr,none": 0.1}, size=10)
    two = Task(name="b", printed={"hit,none": 0.7, "hit_stderr,none": 0.2}, size=30)
    group = Task(name="all", printed={"hit,none": value, "hit_stderr,none": error})
    write(tmp_path, [one, two, group], groups={"all": ["a", "b"]})

    found = checked(tmp_path)["all"]

    assert found.verdict is Verdict.HOLDS
    assert all(f"group({how}, 2 tasks)" in made.definition for made in found.aggregates)


# lm-evaluation-harness, issue 2091: four digits, and a group of 1192 questions.
def test_rounded_results_are_consistent_and_say_which_counts_are_possible(tmp_path: Path) -> None:
    figures = {"diamond": (0.3333, 0.0336, 198), "extended": (0.3168, 0.0199, 546)}
    figures["main"] = (0.3438, 0.0225, 448)
    tasks = [
        Task(name=name, printed={"acc_norm,none": x, "acc_norm_stderr,none": s}, size=n)
        for name, (x, s, n) in figures.items()
    ]
    group = Task(name="gpqa", printed={"acc_norm,none": 0.3297, "acc_norm_stderr,none": 0.0136})
    write(tmp_path, [*tasks, group], groups={"gpqa": list(figures)})

    found = checked(tmp_path)

    assert [found[name].aggregates[0].because.rpartition(": ")[2] for name in figures] == [
        "66 of 198 is possible",
        "173 of 546 is possible",
        "154 of 448 is possible",
    ]
    assert found["gpqa"].verdict is Verdict.HOLDS
    assert round(found["gpqa"].aggregates[1].computed or 0, 6) == 0.013629


def test_a_rounded_number_that_no_count_gives_is_impossible(tmp_path: Path) -> None:
    # 0.34 of 15 is 5.1: 5 of 15 prints 0.3333, and no number of rows below 15 but for some prints
    # 0.34 at four digits.
    printed = {"acc,none": 0.3401, "acc_stderr,none": 0.1266}
    write(tmp_path, [Task(printed=printed, size=15)])

    assert "no share of 15 rows or fewer" in kinds(checked(tmp_path)["toy"])["grain"]


# lm-evaluation-harness, issue 2583: 6388 of 12032.
def test_a_count_is_told_where_rows_are_missing(tmp_path: Path) -> None:
    write(tmp_path, [Task(printed={"acc,none": 0.5309175531914894}, size=12032)])

    found = checked(tmp_path)["toy"].aggregates[0]

    assert found.because.endswith("6388 of 12032 is possible")


# lm-evaluation-harness, issue 3986.
def test_a_group_without_a_number_is_an_empty_aggregate(tmp_path: Path) -> None:
    one = Task(name="a", printed=RIGHT, rows=ROWS)
    write(tmp_path, [one, Task(name="all", printed={})], groups={"all": ["a"]})

    found = checked(tmp_path)["all"]

    assert kinds(found)["empty aggregate"] == (
        "empty aggregate: all, whose tasks have acc, prints no number: is its metric one of theirs?"
    )
    assert found.verdict is Verdict.UNDECIDED


def test_results_of_before_0_4_have_bare_names(tmp_path: Path) -> None:
    tree = {
        "results": {"toy": {"acc": 0.75, "acc_stderr": 0.25}},
        "versions": {"toy": 0},
        "config": {"model": "invented", "bootstrap_iters": 100},
    }
    path = tmp_path / "old.json"
    path.write_text(json.dumps(tree))

    found = checked(path)["toy"]

    assert list(verdicts(found)) == ["acc", "acc_stderr"]
    assert set(verdicts(found).values()) == {"not recomputable"}


def test_a_custom_aggregation_is_left_open_and_named(tmp_path: Path) -> None:
    metrics = [{"metric": "acc", "aggregation": "<function mine>"}]
    write(tmp_path, [Task(printed={"acc,none": 0.9}, rows=ROWS, metrics=metrics)])

    found = checked(tmp_path)["toy"].aggregates[0]

    assert found.because == "the aggregation '<function mine>' is the task's own"


def test_draws_without_end_are_left_open(tmp_path: Path) -> None:
    rows = [{"f1": [1, 1]}, {"f1": [1, 0]}]
    printed = {"f1,none": 2 / 3, "f1_stderr,none": 0.3}
    write(tmp_path, [Task(printed=printed, rows=rows)], iters=10**15)

    found = checked(tmp_path)["toy"].aggregates

    assert found[0].outcome.value == "reproduced"
    assert "at most" in found[1].because


def test_choices_that_log_likelihoods_do_not_make_are_odd(tmp_path: Path) -> None:
    write(
        tmp_path,
        [Task(printed=RIGHT, rows=ROWS, more={"output_type": "multiple_choice"})],
    )
    path = tmp_path / f"samples_toy_{DATE}.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for row in rows:
        row["filtered_resps"] = [["-1.5", "False"], ["-0.5", "True"]]
        row["arguments"] = [["q", " a"], ["q", " b"]]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))

    # Choice 1 is taken and right in all four rows; one of them says that it is not.
    found = kinds(checked(tmp_path)["toy"])["choices"]

    assert found == "acc of 1 rows is not what their log-likelihoods choose"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"results": {"toy": {"acc_stderr,none": 0.1', "expected"),
        ('{"results": {"toy": {"acc_stderr,none": "high"}}}', "expected a number or N/A"),
        ('{"results": {"toy": {"acc_stderr,none": 1' + "0" * 400 + "}}}", "range of floats"),
    ],
)
def test_what_is_no_result_is_refused_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "results.json"
    path.write_text(text)

    with pytest.raises(FaultError, match=told):
        checked(path)


def test_a_row_that_is_none_is_refused_with_file_and_line(tmp_path: Path) -> None:
    write(tmp_path, [Task(printed=RIGHT, rows=ROWS)])
    with (tmp_path / f"samples_toy_{DATE}.jsonl").open("a") as file:
        file.write('{"filter": "none"}\n')

    with pytest.raises(FaultError, match=r"samples_toy_.*:5: .*doc_id"):
        checked(tmp_path)


def test_a_share_that_is_infinite_is_outside_of_its_range(tmp_path: Path) -> None:
    write(tmp_path, [Task(printed={"acc,none": float("inf"), "acc_stderr,none": 0.1}, size=8)])

    found = checked(tmp_path)["toy"]

    assert kinds(found)["range"] == "acc,none is inf, and counts zeros and ones"
    assert found.verdict is Verdict.REFUTED


@pytest.mark.parametrize("name", ["../toy", "a/b", "x" * 300, "nul\0"])
def test_a_task_is_no_way_to_another_folder(tmp_path: Path, name: str) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    write(tmp_path, [Task(printed=RIGHT, rows=ROWS)])
    path = write(inner, [Task(name=name, printed=RIGHT, size=4)])

    found = checked(path)[name]

    assert found.run.attempts is None
    assert found.verdict is Verdict.UNDECIDED
