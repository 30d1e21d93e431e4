"""`measurand judge`: what a judge is worth, labels in a file of their own, and what is refused."""

import json
import runpy
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.running import Shell

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "judged"

# Of ten labelled the judge finds 4 of 5 that are so and takes 1 of 5 that are not; of ten others it
# says 1 of seven: f = 12/20, f_L = 1/2.
LABELLED = [(1, 1)] * 4 + [(0, 1), (1, 0)] + [(0, 0)] * 4
OTHERS = [1] * 7 + [0] * 3


def rows(*, human: bool = True) -> str:
    lines = ["id,topic,passed,human" if human else "id,topic,passed"]
    for at, (judge, label) in enumerate([*LABELLED, *((one, "") for one in OTHERS)]):
        topic = "ab"[at % 2]
        lines.append(f"r{at},{topic},{judge},{label}" if human else f"r{at},{topic},{judge}")
    return "\n".join([*lines, ""])


LABELS = "\n".join(["id,says", *(f"r{at},{label}" for at, (_, label) in enumerate(LABELLED)), ""])
BESIDE = ("judge", "runs.csv", "--judge", "passed", "--human", "human")
APART = ("judge", "runs.csv", "--judge", "passed", "--human", "labels.csv:says")


@pytest.fixture
def runs(shell: Shell) -> Shell:
    shell.write("runs.csv", rows())
    return shell


@pytest.fixture
def apart(shell: Shell) -> Shell:
    shell.write("runs.csv", rows(human=False))
    shell.write("labels.csv", LABELS)
    return shell


def values(shell: Shell, *words: str) -> dict[str, str]:
    """Give the exact value of every number of all samples, by its name."""
    ran = shell(*words, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)
    every = [*found["worth"], *found["every"]["scores"], found["every"]["bias"]]
    return {one["name"]: one["score"]["value"] for one in every}


def test_numbers_are_those_of_hand_work(runs: Shell) -> None:
    # ppi: the slope is (4/10 - 1/4) / (12/20 * 8/20) = 5/8, so 1/2 + 5/8 * 1/10.
    assert values(runs, *BESIDE) == {
        "sensitivity": "4/5",
        "specificity": "4/5",
        "precision": "4/5",
        "agreement": "4/5",
        "kappa": "3/5",
        "AC1": "3/5",
        "judge alone": "3/5",
        "humans alone": "1/2",
        "corrected (ppi)": "9/16",
        "error rates undone": "2/3",
        "judge less humans": "0",
    }


def test_labels_of_a_file_of_their_own_give_the_same(apart: Shell, runs: Shell) -> None:
    apart.write("runs.csv", rows(human=False))
    found = values(apart, *APART)
    runs.write("runs.csv", rows())

    assert found == values(runs, *BESIDE)


def test_a_label_that_no_sample_has_is_refused(apart: Shell) -> None:
    apart.write("labels.csv", f"{LABELS}r99,1\n")

    ran = apart(*APART)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "labels.csv: id 'r99': expected ids of samples, got an id that no sample has\n"
    )


def test_a_key_that_matches_nothing_is_refused_with_a_way_out(apart: Shell) -> None:
    apart.write("labels.csv", "id,says\nx1,1\n")

    ran = apart(*APART)

    assert ran.code == 2
    assert ran.err.endswith(
        "no id of the labels is one: say which field has the id, --human-id PATH\n"
    )


def test_two_verdicts_for_one_item_are_refused(apart: Shell) -> None:
    apart.write("labels.csv", f"{LABELS}r0,0\n")

    ran = apart(*APART)

    assert ran.code == 2
    assert "the id 'r0' again" in ran.err


@pytest.mark.parametrize(("raters", "human"), [("majority", "1/2"), ("mean", "7/15")])
def test_several_raters_are_what_is_said(apart: Shell, raters: str, human: str) -> None:
    # Three raters of r0 say 1, 1, 0: most say 1, their mean is 2/3. r9 is 0 for both.
    apart.write("labels.csv", f"{LABELS}r0,1\nr0,0\nr9,0\n")

    found = values(apart, *APART, "--raters", raters)

    assert found["humans alone"] == human


def test_raters_that_are_even_give_no_label(apart: Shell) -> None:
    apart.write("labels.csv", f"{LABELS}r0,0\n")

    ran = apart(*APART, "--raters", "majority", "--format", "json")

    assert json.loads(ran.out)["every"]["labelled"] == 9


def test_raters_beside_the_judge_are_refused(runs: Shell) -> None:
    assert runs(*BESIDE, "--raters", "mean").code == 2


def test_an_id_that_is_there_twice_is_refused(apart: Shell) -> None:
    apart.write("runs.csv", f"{rows(human=False)}r0,a,1\n")

    ran = apart(*APART)

    assert ran.code == 2
    assert "the id 'r0' again" in ran.err


def test_slices_have_their_own_scores_and_adjusted_p_values(runs: Shell) -> None:
    found = json.loads(runs(*BESIDE, "--by", "topic", "--format", "json").out)

    assert [(one["name"], one["samples"], one["labelled"]) for one in found["slices"]] == [
        ("a", 10, 5),
        ("b", 10, 5),
    ]
    raw = [Fraction(one["p_value"]["value"]) for one in found["slices"]]
    adjusted = [Fraction(one["adjusted"]["value"]) for one in found["slices"]]
    assert min(adjusted) == min(1, 2 * min(raw))


def test_verdicts_that_are_no_share_are_refused(shell: Shell) -> None:
    shell.write("runs.csv", "id,passed,human\n1,3,1\n")

    ran = shell(*BESIDE)

    assert ran.code == 2
    assert "from 0 to 1" in ran.err


def test_no_label_at_all_is_refused(shell: Shell) -> None:
    shell.write("runs.csv", "id,passed,human\n1,1,\n")

    ran = shell(*BESIDE)

    assert ran.code == 2
    assert "expected some labels" in ran.err


def test_a_cluster_that_is_the_slice_is_refused(runs: Shell) -> None:
    assert runs(*BESIDE, "--by", "topic", "--cluster", "topic").code == 2


def test_a_page_is_written_with_the_picture_in_words(runs: Shell) -> None:
    ran = runs(*BESIDE, "--by", "topic", "--html", "page.html")
    page = (runs.folder / "page.html").read_text(encoding="utf-8")

    assert ran.code == 0
    assert "All samples: the judge alone 0.6000, corrected 0.5625" in page
    assert page.count("<svg") == 1


def test_a_sentence_says_what_a_paper_needs(runs: Shell) -> None:
    said = runs(*BESIDE, "--sentence").out

    assert said.startswith("The corrected score is 0.562 (95 % interval ")
    assert "on 20 samples and human labels on 10 of them" in said
    assert "ppi/1(judge=judge,human=human" in said


def test_the_example_holds_what_is_true() -> None:
    made = runpy.run_path(str(EXAMPLE / "make_answers.py"))
    every = list(made["answers"]("north"))

    truth = sum(one.helps for one in every) / len(every)

    assert round(truth, 3) == 0.644
    text = (EXAMPLE / "north.csv").read_text(encoding="utf-8").splitlines()
    assert text[1:] == [
        f"{one.id},{one.topic},{one.session},{one.words},{int(one.judge)},"
        f"{int(one.helps) if one.seen else ''}"
        for one in every
    ]
