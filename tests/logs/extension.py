"""What we offer harnesses, inside real evaluations: `make logs` runs this, `make test` does not.

`HARNESSES` is the folder of the programs of an environment that has inspect_ai, lm-eval, and this
package. Models are mocks, so nothing is asked of a network. Tasks are those of the page.
"""

import json
import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from measurand.auditing.runs.check import check_run
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.runs import logs_at, runs_of
from measurand.values.verdict import Verdict

PROGRAMS = Path(os.environ.get("HARNESSES", ""))
PAGE = Path(__file__).parents[2] / "docs" / "harnesses.md"
TASK = re.search(r"^```py\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
SAID = {"glassy": "calm", "mirror": "rough", "spray": "rough", "breakers": "rough", "swell": "calm"}
MODEL = f"""
from inspect_ai.model import ModelOutput, ModelUsage, get_model

SAID = {SAID!r}


def said(messages, *_rest):
    output = ModelOutput.from_content("mockllm/model", SAID[messages[-1].text])
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def mocked(task):
    task.model = get_model("mockllm/model", custom_outputs=said)
    return task
"""
NOTHING: Mapping[str, str] = {}


def task_of(page: str) -> str:
    """Have the task of the page answered by a mock model."""
    return f"{MODEL}\n{page.replace('return Task(', 'return mocked(Task(').rstrip()})\n"


def evaluated(
    folder: Path, *words: str, task: str = "", env: Mapping[str, str] = NOTHING
) -> subprocess.CompletedProcess[str]:
    """Run `inspect eval` on the task of the page, or another."""
    assert TASK is not None
    (folder / "seas.py").write_text(task or task_of(TASK[1]))
    return subprocess.run(
        (PROGRAMS / "inspect", "eval", "seas.py", "--display", "plain", *words),
        cwd=folder,
        env={**os.environ, "COLUMNS": "1000", **env},
        capture_output=True,
        text=True,
        check=False,
    )


def log_in(folder: Path) -> Path:
    [found] = folder.glob("logs/2*")
    return found


def test_a_metric_is_our_definition_and_each_number_holds(tmp_path: Path) -> None:
    ran = evaluated(tmp_path, env={"INSPECT_REQUIRED_HOOKS": "measurand/check"})

    log = log_in(tmp_path)
    assert ran.returncode == 0
    assert "WARNING" not in ran.stdout + ran.stderr
    [of_task] = json.loads((log.parent / f"measurand_{log.name}.json").read_text())["runs"]
    assert of_task["verdict"] == "holds"
    printed = {one["name"]: one["printed"] for one in of_task["numbers"]}
    # By hand: calm has 1 hit of 2 said and 2 gold, rough 2 of 3 and 3: F 1/2 and 2/3; 3 of 5 agree,
    # and by chance (2*2 + 3*3)/25.
    assert printed["sea: f/1(class=item,missing=empty,average=macro[class])"] == pytest.approx(
        7 / 12, abs=1e-15
    )
    assert printed["sea: kappa/1(class=item,missing=empty)"] == pytest.approx(
        (3 / 5 - 13 / 25) / (12 / 25)
    )
    assert "sea: accuracy" in (log.parent / f"measurand_{log.name}.md").read_text()


def test_epochs_are_observations_of_ours_beside_reduced_ones_of_theirs(tmp_path: Path) -> None:
    evaluated(tmp_path, "--epochs", "3")

    log = log_in(tmp_path)
    [found] = json.loads((log.parent / f"measurand_{log.name}.json").read_text())["runs"]
    assert found["verdict"] == "holds"
    counts = {one["name"]: one["printed"] for one in found["numbers"]}
    assert (counts["sea: scored"], counts["sea: scored (2)"]) == (5, 15)


def test_inspect_lists_the_log_alone(tmp_path: Path) -> None:
    evaluated(tmp_path, "--log-format", "json")

    listed = subprocess.run(
        (PROGRAMS / "inspect", "list", "logs", "--json"),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )

    assert [one["name"].rpartition("/")[2] for one in json.loads(listed.stdout)] == [
        log_in(tmp_path).name
    ]


def test_it_can_be_switched_off(tmp_path: Path) -> None:
    evaluated(tmp_path, env={"MEASURAND_INSPECT_CHECK": "off"})

    assert [one.name for one in tmp_path.glob("logs/*")] == [log_in(tmp_path).name]


def test_what_cannot_be_checked_is_a_warning_and_the_evaluation_goes_on(tmp_path: Path) -> None:
    ran = evaluated(tmp_path, "--log-dir", "memory://logs")

    assert ran.returncode == 0
    assert "measurand did not check memory://" in ran.stdout + ran.stderr
    assert "Log: memory://" in ran.stdout


def test_a_number_that_does_not_follow_is_a_warning(tmp_path: Path) -> None:
    wrong = """
from inspect_ai.scorer import _metrics
import inspect_ai._eval.task.results as results

made = results.eval_results


def too_many(*given, **named):
    found, reductions = made(*given, **named)
    found.scores[0].metrics["accuracy"].value = 1.0
    return found, reductions


results.eval_results = too_many
import inspect_ai._eval.task.run as run

run.eval_results = too_many
"""
    assert TASK is not None

    ran = evaluated(tmp_path, task=wrong + task_of(TASK[1]))

    assert ran.returncode == 0
    told = "sea: accuracy is printed as 1, and is 0.6"
    assert [
        line for line in (ran.stdout + ran.stderr).splitlines() if told in line and "WARN" in line
    ]


def test_a_scorer_that_keeps_no_target_is_told_how_to(tmp_path: Path) -> None:
    assert TASK is not None

    ran = evaluated(tmp_path, task=task_of(TASK[1]).replace("with_target(match())", "match()"))

    assert "wrap the scorer in with_target(...)" in ran.stdout + ran.stderr


def test_a_wrapped_scorer_that_is_registered_keeps_its_name(tmp_path: Path) -> None:
    assert TASK is not None
    plain = task_of(TASK[1]).replace("scorer=sea()", "scorer=with_target(match())")

    evaluated(tmp_path, task=plain.replace("generate(),", "generate(), metrics=[metric('kappa')],"))

    log = log_in(tmp_path)
    [found] = json.loads((log.parent / f"measurand_{log.name}.json").read_text())["runs"]
    assert "match: kappa/1(class=item,missing=empty)" in [one["name"] for one in found["numbers"]]


def test_a_definition_that_is_none_ends_before_any_sample(tmp_path: Path) -> None:
    assert TASK is not None

    ran = evaluated(tmp_path, task=task_of(TASK[1]).replace('"kappa"', '"kapa"'))

    assert ran.returncode != 0
    assert "did you mean 'kappa'" in ran.stdout + ran.stderr
    assert not list(tmp_path.glob("logs/2*"))


DOCUMENTS = [("glassy", "calm"), ("mirror", "lol"), ("spray", "rough"), ("swell", "lol")]
TASK_OF_LM_EVAL = """\
task: seas
dataset_path: json
dataset_kwargs: {{data_files: {data}}}
test_split: train
output_type: generate_until
doc_to_text: "{{{{text}}}}"
doc_to_target: "{{{{sea}}}}"
"""


@pytest.mark.parametrize("which", [0, 1], ids=["metric and aggregation", "process_results"])
def test_a_task_of_lm_eval_takes_our_definition_and_its_number_holds(
    tmp_path: Path, which: int
) -> None:
    page = PAGE.read_text()
    yaml = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[which]
    [code, *_] = re.findall(r"^```python\n(from measurand.*?)^```$", page, re.MULTILINE | re.DOTALL)
    pairs = "def process_results(doc, results): return {'macro_f1': (doc['sea'], results[0])}\n"
    (tmp_path / "seas.py").write_text(code + pairs)
    data = tmp_path / "seas.jsonl"
    data.write_text("".join(f'{{"text": "{text}", "sea": "{sea}"}}\n' for text, sea in DOCUMENTS))
    (tmp_path / "seas.yaml").write_text(TASK_OF_LM_EVAL.format(data=data) + yaml)

    words = ("--model", "dummy", "--tasks", "seas", "--include_path", tmp_path, "--log_samples")
    subprocess.run(
        (PROGRAMS / "lm_eval", *words, "--output_path", tmp_path / "out"),
        env=os.environ | {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"},
        capture_output=True,
        check=True,
    )

    logs = logs_at(str(tmp_path / "out"))
    assert logs is not None
    [run] = runs_of(logs.logs[0], ReadOptions())
    found = check_run(run)
    assert found.verdict is Verdict.HOLDS
    [macro] = [one for one in found.aggregates if one.aggregate.name == "macro_f1,none"]
    # By hand: lol has 2 hits of 4 said and 2 gold, calm and rough none: F 2/3, 0 and 0.
    assert macro.aggregate.printed == pytest.approx(2 / 9, abs=1e-15)
    assert macro.definition.startswith("measurand:f/1(class=item,")
