"""`measurand gate`: outcomes and exit codes, histories, logs and samples, what is refused."""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files.gate_histories import History, PastLook, read_history, take_look
from tests.cli.comparing import EXACT, lines, refused
from tests.cli.running import Ran, Shell
from tests.formats.lm_eval_files import Task, write

SIXTY = range(60)
MACRO = "f(average=macro[class],class=item)"


@pytest.fixture
def two(shell: Shell) -> Shell:
    """Write a base that is right on 50 of 60 samples, a run that is on 30, and reruns."""
    shell.write("base.jsonl", lines(range(50), ids=SIXTY))
    shell.write("same.jsonl", lines(range(50), ids=SIXTY))
    shell.write("near.jsonl", lines(range(2, 52), ids=SIXTY))
    shell.write("worse.jsonl", lines(range(30), ids=SIXTY))
    return shell


def words(run: str, *more: str, base: str = "base.jsonl") -> Sequence[str]:
    return ("gate", run, "--against", base, "-d", EXACT, *more)


@pytest.mark.parametrize(
    ("run", "base", "outcome", "code"),
    [
        ("worse.jsonl", "base.jsonl", "worse", 1),
        ("base.jsonl", "worse.jsonl", "better", 0),
        ("same.jsonl", "base.jsonl", "equal", 0),
        ("near.jsonl", "base.jsonl", "too few", 3),
    ],
)
def test_the_exit_code_is_the_outcome(
    two: Shell, run: str, base: str, outcome: str, code: int
) -> None:
    ran = two(*words(run, "--format", "json", base=base))

    assert (ran.code, ran.json["exit_code"], ran.json["outcome"]) == (code, code, outcome)


def test_of_errors_less_is_better_unless_something_else_is_said(two: Shell) -> None:
    held = ("gate", "worse.jsonl", "--against", "base.jsonl", "-d", "wer")

    assert two(*held).code == 1
    assert "Lower is better." in two(*held).out
    assert "A true rise of " in two(*held).out
    assert two(*held, "--better", "high").code == 0


def test_each_measure_of_a_look_has_its_direction(two: Shell) -> None:
    ran = two(*words("worse.jsonl", "-d", "wer", "--history", "looks.json"))
    again = two(*words("worse.jsonl", "-d", "wer", "--history", "looks.json", "--better", "low"))

    assert ran.out.startswith("Worse: exact_match/1 is 0.5000")
    assert "Worse: wer/1 is 0.5000" in ran.out
    assert "Lower is better of wer/1." in ran.out
    assert refused(again).startswith("looks.json: $.better: expected low, got 'high, low'")


def test_where_a_measure_may_go_either_way_it_is_asked(two: Shell) -> None:
    measure = "prevalence(class=item,average=macro[class])"
    held = ("gate", "worse.jsonl", "--against", "base.jsonl", "-d", measure)

    assert refused(two(*held)).startswith("--better: expected which scores are better, got prev")
    assert two(*held, "--better", "low").code != 2


def test_what_is_undecided_may_pass(two: Shell) -> None:
    ran = two(*words("near.jsonl", "--undecided", "ok"))

    assert ran.code == 0
    assert ran.out.startswith("Too few items to tell: exact_match/1 is 0.8333 beside 0.8333")


def test_a_tolerance_is_declared_with_its_reason(two: Shell) -> None:
    ran = two(*words("near.jsonl", "--tolerance", ".5", "--because", "reruns differ"))

    assert ran.code == 0
    assert "Tolerated: 0.5, because reruns differ." in ran.out
    assert refused(two(*words("near.jsonl", "--tolerance", ".5"))).startswith(
        "--tolerance: expected the reason why so much is tolerated, got no --because"
    )
    assert refused(two(*words("near.jsonl", "--because", "x"))).startswith("--because: expected")


def test_a_score_that_is_no_mean_is_held_to_the_base_too(two: Shell) -> None:
    ran = two("gate", "worse.jsonl", "--against", "base.jsonl", "-d", MACRO)
    same = two("gate", "same.jsonl", "--against", "base.jsonl", "-d", MACRO)

    assert (ran.code, same.code) == (1, 0)
    assert "is called worse with 80% power" in ran.out
    assert "No bounds: the score is no mean of items." in ran.out
    told = refused(
        two(
            *("gate", "worse.jsonl", "--against", "base.jsonl", "-d", MACRO),
            *("--tolerance", ".1", "--because", "x"),
        )
    )
    assert told.startswith("--tolerance: expected a score that is a mean of items")


def test_looks_are_counted_and_a_run_is_looked_at_once(two: Shell) -> None:
    for run in ("near.jsonl", "worse.jsonl", "near.jsonl"):
        ran = two(*words(run, "--history", "looks.json", "--format", "json"))

    assert number_of(ran) == 1
    history = json.loads((two.folder / "looks.json").read_text())
    assert [(one["look"], one["file"], one["outcomes"]) for one in history["looks"]] == [
        (1, "near.jsonl", ["too few"]),
        (2, "worse.jsonl", ["worse"]),
    ]


def test_the_order_of_records_is_no_other_run(two: Shell) -> None:
    two(*words("near.jsonl", "--history", "looks.json"))
    two.write("turned.jsonl", lines(range(2, 52), ids=reversed(SIXTY)))

    ran = two(*words("turned.jsonl", "--history", "looks.json", "--format", "json"))

    assert number_of(ran) == 1


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--alpha", ".1"), "looks.json: $.alpha: expected 1/10, got '1/20': a history is of one"),
        (("--cluster", "document"), "looks.json: $.cluster: expected document, got 'none'"),
        (("-d", "f(average=micro)"), "looks.json: $.measures: expected exact_match/1, f/1"),
        (("--better", "low"), "looks.json: $.better: expected low, got 'high'"),
    ],
)
def test_a_history_of_something_else_is_refused_by_name(
    two: Shell, more: Sequence[str], told: str
) -> None:
    two(*words("near.jsonl", "--history", "looks.json"))
    before = (two.folder / "looks.json").read_bytes()

    assert refused(two(*words("worse.jsonl", "--history", "looks.json", *more))).startswith(told)
    assert (two.folder / "looks.json").read_bytes() == before


def test_a_history_of_another_base_is_refused_by_name(two: Shell) -> None:
    two(*words("near.jsonl", "--history", "looks.json"))

    told = refused(two(*words("near.jsonl", "--history", "looks.json", base="worse.jsonl")))

    assert told.startswith("looks.json: $.base: expected ")
    assert told.endswith("a history is of one base: begin another file")


def test_a_history_that_was_cut_or_changed_is_refused_by_name(two: Shell) -> None:
    for run in ("near.jsonl", "worse.jsonl"):
        two(*words(run, "--history", "looks.json"))
    raw = (two.folder / "looks.json").read_text()
    tree = json.loads(raw)

    for text, told in (
        ("", "expected"),
        (raw[:-30], "a history that was cut?"),
        (json.dumps({**tree, "looks": tree["looks"][:1]}), "a history that was cut or changed?"),
        (json.dumps({**tree, "looks": tree["looks"][1:]}), "expected look 1, got look 2"),
        (json.dumps({**tree, "alpha": "1/2"}), "a history that was cut or changed?"),
        ("[]", "expected a history of looks (measurand-gate-history/1)"),
    ):
        two.write("looks.json", text)
        assert told in refused(two(*words("same.jsonl", "--history", "looks.json")))
        assert (two.folder / "looks.json").read_text() == text


def test_a_history_that_another_gate_holds_is_refused(two: Shell) -> None:
    fcntl = pytest.importorskip("fcntl")
    two(*words("near.jsonl", "--history", "looks.json"))

    with (two.folder / "looks.json").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        told = refused(two(*words("worse.jsonl", "--history", "looks.json")))

    assert told.startswith("looks.json: expected a file, got one that another gate has open")


def test_no_history_begins_where_nothing_was_looked_at(two: Shell) -> None:
    refused(
        two(
            *("gate", "near.jsonl", "--against", "base.jsonl", "-d", MACRO),
            *("--history", "looks.json", "--tolerance", ".1", "--because", "x"),
        )
    )

    assert not (two.folder / "looks.json").exists()


def test_who_is_stopped_in_the_first_look_leaves_a_history_without_looks(tmp_path: Path) -> None:
    path, left = tmp_path / "looks.json", tmp_path / "left.json"
    begun = History(base="1f", alpha=Fraction(1, 20), measures=("match",))

    def look(number: int) -> PastLook:
        left.write_bytes(path.read_bytes())
        return PastLook(number=number, run="2e", file="run.csv", outcomes=("equal",))

    take_look(path, begun, "2e", look)

    assert read_history(left.read_bytes()) == begun
    # It has spent nothing: whatever comes next begins anew.
    assert take_look(left, evolve(begun, base="3d"), "2e", look).base == "3d"


def test_other_gold_is_another_base(two: Shell) -> None:
    for name, right in (("gold.csv", "aab"), ("other.csv", "aba")):
        rows = "".join(f"{at},{right[at % 3]}\n" for at in SIXTY)
        two.write(name, f"id,gold\n{rows}")
    two.write("pred.csv", "id,pred\n" + "".join(f"{at},a\n" for at in SIXTY))
    held = ("gate", "pred.csv", "--against", "pred.csv", "-d", MACRO, "--history", "looks.json")

    assert two(*held, "--gold", "gold.csv").code == 0
    told = refused(two(*held, "--gold", "other.csv"))
    assert told.startswith("looks.json: $.base: expected ")


def test_no_history_is_written_over_a_run(two: Shell) -> None:
    told = refused(two(*words("near.jsonl", "--history", "base.jsonl")))

    assert told.startswith("--history: expected another file")


def number_of(ran: Ran) -> object:
    tree = json.loads(ran.out)
    return tree["gates"][0]["look"]["number"]


def log(shell: Shell, name: str, right: Sequence[bool], **more: float) -> None:
    folder = shell.folder / name
    folder.mkdir()
    rows = [{"hit": float(one), **more} for one in right]
    write(folder, [Task(printed={"hit,none": 0.5}, rows=rows)], model_name=name)


def test_a_folder_without_logs_is_called_so(shell: Shell) -> None:
    (shell.folder / "none").mkdir()

    assert "got a folder without any" in refused(shell("gate", "none", "--against", "none"))


def test_logs_need_no_definition(shell: Shell) -> None:
    log(shell, "base", [True] * 40)
    log(shell, "worse", [at > 20 for at in range(40)])

    ran = shell("gate", "worse", "--against", "base", "--format", "json")

    assert (ran.code, ran.json["outcome"]) == (1, "worse")
    assert shell("gate", "base", "--against", "base").code == 0


@pytest.mark.parametrize(
    ("metric", "aggregation", "better", "code", "name"),
    [
        ("off", "mean", False, 1, "off,none is"),
        ("hit", "mean", True, 0, "hit,none is"),
        ("off", "median", False, 1, "mean over items of off,none is"),
        # Its rows have log-likelihoods, of which more is better.
        ("perplexity", "perplexity", False, 0, "mean over items of perplexity,none is"),
    ],
)
def test_logs_say_which_scores_are_better(  # noqa: PLR0913  # a case
    shell: Shell, *, metric: str, aggregation: str, better: bool, code: int, name: str
) -> None:
    for side, height in (("base", 0.0), ("run", 1.0)):
        (shell.folder / side).mkdir()
        listed = [{"metric": metric, "aggregation": aggregation, "higher_is_better": better}]
        rows = [{metric: height}] * 40
        task = Task(printed={f"{metric},none": height}, rows=rows, metrics=listed)
        write(shell.folder / side, [task], higher_is_better={"toy": {metric: better}})

    ran = shell("gate", "run", "--against", "base")

    assert ran.code == code
    assert name in " ".join(ran.out.split())


def test_items_of_another_text_are_not_compared(shell: Shell) -> None:
    log(shell, "base", [True] * 40)
    log(shell, "run", [True] * 40)
    for path in (shell.folder / "run").glob("samples*"):
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        for row in rows[:9]:
            row["doc_hash"] = "0" * 64
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))

    ran = shell("gate", "run", "--against", "base")

    assert ran.code == 3
    assert "run lacks 9 of 40 items: another input or target 9." in ran.out


def test_logs_of_other_tasks_are_refused(shell: Shell) -> None:
    log(shell, "base", [True] * 9)
    log(shell, "run", [True] * 9)

    told = refused(shell("gate", "run", "--against", "base", "--task", "other"))

    assert told.startswith("--task: expected 'other' in the run and in its base, got run without")
    assert refused(shell("gate", "run", "--against", "base", "--scorer", "no")).startswith(
        "--scorer: expected a scorer that all logs of toy have"
    )


def test_github_is_told(two: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(two.folder / "summary.md"))

    ran = two(*words("worse.jsonl", "--github", "on"))

    assert ran.err.startswith("::error title=measurand gate::Worse: exact_match/1 is 0.5000")
    assert (two.folder / "summary.md").read_text().startswith("Worse: exact")


def test_a_comment_is_markdown(two: Shell) -> None:
    ran = two(*words("worse.jsonl", "--format", "md"))

    assert "| exact_match/1 | worse | 0.5000 | 0.8333 | -0.3333 |" in ran.out
