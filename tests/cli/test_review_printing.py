"""What the stages of a review print: formats, languages, help, and nothing else."""

from hashlib import sha256

import pytest

from tests.cli.reviewing import PAGE, RESULTS, RUN, card, lines, output
from tests.cli.running import Shell

CARDS = lines([card(1), card(2)])
STAGES = ("score", "aggregate", "report", "seeds")
FORMATS = ("text", "json", "md", "csv", "latex")


@pytest.fixture
def run(shell: Shell) -> Shell:
    """Put a run, its outputs and its scorecards, where document and stages say."""
    folder = shell.folder / RESULTS
    folder.mkdir(parents=True)
    (folder / "outputs.jsonl").write_bytes(lines([output(1), output(2)]))
    (folder / "scorecards.jsonl").write_bytes(CARDS)
    return shell


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("fmt", FORMATS)
def test_every_stage_prints_every_format(run: Shell, stage: str, fmt: str) -> None:
    ran = run("review", stage, RESULTS, "--format", fmt)

    assert (ran.code, ran.err) == (0, "")
    starts = {"json": ("{\n",), "md": ("|", "**", "#"), "latex": ("\\section", "\\begin{table}")}
    assert ran.out.startswith(starts.get(fmt, ("",)))
    assert ran.out.endswith("\n")


@pytest.mark.parametrize("stage", STAGES)
def test_the_json_of_every_stage_names_its_command(run: Shell, stage: str) -> None:
    tree = run("review", stage, RESULTS, "--format", "json").json

    assert (tree["schema"], tree["command"]) == (1 if stage == "score" else 2, f"review {stage}")


def test_the_json_of_aggregate_has_values_reasons_and_signatures(run: Shell) -> None:
    tree = run("review", "aggregate", RESULTS, "--format", "json").json

    runs = tree["runs"]
    assert isinstance(runs, list)
    [one] = runs
    metrics = {metric["metric"]: metric for metric in one["metrics"]}
    assert metrics["delta_f1"]["score"] == {"value": "1", "decimal": "1"}
    assert metrics["override_applied_rate"]["score"] == {"undefined": "no override gate"}
    assert "both_empty=1+1" in metrics["tuple_f1_s2"]["definition"]


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("fmt", FORMATS)
def test_the_result_goes_to_a_file_instead(run: Shell, stage: str, fmt: str) -> None:
    printed = run("review", stage, RESULTS, "--format", fmt).out

    ran = run("review", stage, RESULTS, "--format", fmt, "--output", "result")

    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert run.read("result").decode() == printed


def test_profiles_stand_side_by_side(shell: Shell) -> None:
    ran = shell("review", "profiles")

    [line] = [line.split() for line in ran.out.splitlines() if line.startswith("pred_key")]
    assert ran.code == 0
    assert line == ["pred_key", "term", "ref_or_term", "*", "term"]


@pytest.mark.parametrize("fmt", FORMATS)
def test_profiles_have_every_format(shell: Shell, fmt: str) -> None:
    ran = shell("review", "profiles", "--format", fmt)

    assert (ran.code, ran.err) == (0, "")
    assert "ref" in ran.out


def test_profiles_in_json_have_the_value_of_each(shell: Shell) -> None:
    options = shell("review", "profiles", "--format", "json").json["options"]

    assert isinstance(options, dict)
    assert options["counting"] == {
        "documented": "multiset",
        "as-run": "set",
        "recommended": "multiset",
    }


@pytest.mark.parametrize(("lang", "attribute"), [("en", "en"), ("ko", "ko"), ("zh", "zh")])
def test_the_page_has_the_labels_of_a_language(run: Shell, lang: str, attribute: str) -> None:
    assert run("review", "report", RESULTS, "--lang", lang).code == 0

    assert f'lang="{attribute}"' in run.read(PAGE).decode()


def test_an_unknown_language_is_refused(run: Shell) -> None:
    ran = run("review", "report", RESULTS, "--lang", "fr")

    assert ran.code == 2
    assert "'fr'" in ran.err


def test_the_page_is_of_the_run_and_of_its_bytes(run: Shell) -> None:
    run("review", "report", RESULTS)

    page = run.read(PAGE).decode()
    assert RUN in page
    assert sha256(CARDS).hexdigest() in page


@pytest.mark.parametrize("stage", [*STAGES, "profiles"])
def test_the_help_of_a_stage_is_there(shell: Shell, stage: str) -> None:
    ran = shell("review", stage, "-h")

    assert (ran.code, ran.err) == (0, "")
    assert "--format" in ran.out


def test_the_help_has_examples(shell: Shell) -> None:
    ran = shell("review", "-h")

    assert ran.code == 0
    assert "examples:" in ran.out
    assert all(f"  measurand review {stage} " in ran.out for stage in STAGES)


def test_nothing_but_the_result_is_printed_when_piped(run: Shell) -> None:
    for ran in run.several_apart([("review", stage, RESULTS) for stage in STAGES]):
        assert (ran.code, ran.err) == (0, "")
        assert ran.out
        assert "\x1b" not in ran.out
