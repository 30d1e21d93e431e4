"""`measurand judge`: what a judge is worth, labels in a file of their own, and what is refused."""

import csv
import json
import runpy
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from measurand.edges.files.sources.labels import by_id, tied
from measurand.evidence.source import LabelFile, Raters
from measurand.values.sample import Sample
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
        "labels.csv:12: $.id: expected the id of a sample, got 'r99', which no sample has: "
        "--on-error skip leaves such labels out, and says how many\n"
    )


def test_a_key_that_matches_nothing_is_refused_with_a_way_out(apart: Shell) -> None:
    apart.write("labels.csv", "id,says\nx1,1\n")

    ran = apart(*APART)

    assert ran.code == 2
    assert ran.err.endswith(
        "no id of the labels is one: say which field has the id, --human-id PATH, or id in the "
        "labels of a claims file\n"
    )


def test_two_verdicts_for_one_item_are_refused(apart: Shell) -> None:
    apart.write("labels.csv", f"{LABELS}r0,0\n")

    ran = apart(*APART)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "labels.csv:12: $.id: expected ids that differ, got the id 'r0' again, first in line 2: "
        "several raters are said so: --raters majority or mean, or raters = ... in a claims file\n"
    )


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


@pytest.mark.parametrize(
    ("judge", "more"),
    [("pased", ()), ("passed", ("--cluster", "topc")), ("passed", ("--by", "topc"))],
)
def test_a_path_that_is_mistyped_accuses_no_label(
    apart: Shell, judge: str, more: tuple[str, ...]
) -> None:
    human = APART[-2:]

    ran = apart("judge", "runs.csv", "--judge", judge, *human, *more)

    assert ran.code == 2
    assert "did you mean" in ran.err
    assert "labels.csv" not in ran.err


def test_labels_that_are_left_out_are_counted_and_told(apart: Shell) -> None:
    # Raters of r0 are tied; r1 has no verdict of the judge, and no sample is r99.
    apart.write("labels.csv", f"{LABELS}r0,0\nr99,1\n")
    apart.write("runs.csv", rows(human=False).replace("r1,b,1", "r1,b,"))
    asked = (*APART, "--raters", "majority", "--on-error", "skip")

    found = json.loads(apart(*asked, "--format", "json").out)
    report, sentence = apart(*asked).out, apart(*asked, "--sentence").out

    assert found["labels_left_out"] == {"tied": 1, "unjudged": 1, "unmet": 1}
    assert found["sources"]["runs.csv"]["labels_tied"] == 1
    assert found["every"]["labelled"] == len(LABELLED) - 2
    assert "Labels left out: 1 sample on which raters are tied, 1 label without" in report
    assert "labels on 8 of them, what is left of a draw (1 sample on which" in sentence
    assert "drawn at random" not in sentence


def test_a_sentence_on_two_systems_claims_no_draw_where_raters_are_tied(apart: Shell) -> None:
    apart.write("other.csv", rows(human=False))
    apart.write("labels.csv", f"{LABELS}r0,0\n")
    apart.write("others.csv", LABELS)
    against = ("--against", "other.csv", "--against-human", "others.csv:says")
    asked = (*APART, *against, "--raters", "majority")

    found = json.loads(apart(*asked, "--format", "json").out)

    assert found["labels_left_out"] == {"tied": 1, "unjudged": 0, "unmet": 0}
    assert "(1 sample on which raters are tied is left out)" in apart(*asked, "--sentence").out


VERDICTS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from((0, 1, None))), max_size=9)


@given(VERDICTS)
def test_each_item_that_was_rated_has_a_label_or_is_tied(
    said: list[tuple[str, int | None]],
) -> None:
    file = LabelFile(path="l.csv", amounts=(("human", "says"),), raters=Raters.MAJORITY)
    rows = [
        Sample(id=name, amounts=() if one is None else (("human", Fraction(one)),))
        for name, one in said
    ]

    labelled = {name for name, one in by_id(rows, file).items() if one.amounts}
    even = tied(rows, file)

    assert labelled.isdisjoint(even)
    assert labelled | even == {name for name, one in said if one is not None}
    assert all(said.count((name, 0)) == said.count((name, 1)) for name in even)


WORDS = {"1": "Yes", "0": "no", "": ""}
SAID = ("--word", "Yes=1", "--word", "no=0")


def in_words(text: str) -> str:
    """Write the verdicts of a table, its last two columns or its last, as words."""
    head, *lines = text.splitlines()
    cells = [line.split(",") for line in lines]
    kept = [",".join([*row[:2], *(WORDS[one] for one in row[2:])]) for row in cells]
    return "\n".join([head, *kept, ""])


def test_verdicts_in_words_are_what_is_said_of_them(runs: Shell) -> None:
    found = values(runs, *BESIDE)
    runs.write("runs.csv", in_words(rows()))

    assert values(runs, *BESIDE, *SAID) == found


def test_words_are_said_of_labels_in_a_file_of_their_own_too(apart: Shell) -> None:
    found = values(apart, *APART)
    apart.write("runs.csv", in_words(rows(human=False)))
    apart.write("labels.csv", LABELS.replace(",1", ",Yes").replace(",0", ",no"))

    assert values(apart, *APART, *SAID) == found


def test_truth_values_of_a_table_are_verdicts(runs: Shell) -> None:
    found = values(runs, *BESIDE)
    truths = in_words(rows()).replace("Yes", "True").replace("no", "FALSE")
    runs.write("runs.csv", truths)

    assert values(runs, *BESIDE) == found


def test_a_word_that_nobody_explained_is_refused_at_its_line(runs: Shell) -> None:
    runs.write("runs.csv", in_words(rows()))

    ran = runs(*BESIDE, "--word", "Yes=1")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(
        "runs.csv:6: $.passed: expected a decimal number, got 'no': say what it stands for: "
        "--word no=NUMBER (or none), or words in the fields of a claims file\n"
    )


def test_a_word_means_a_number_or_none(runs: Shell) -> None:
    assert runs(*BESIDE, "--word", "Yes=often").err == (
        "--word: expected Yes: a decimal number, or none, got 'often'\n"
    )


def test_a_word_may_stand_for_no_label(runs: Shell) -> None:
    found = values(runs, *BESIDE)
    runs.write("runs.csv", rows().replace(",\n", ",n/a\n"))

    assert values(runs, *BESIDE, "--word", "n/a=none") == found


def test_a_record_may_lack_the_key_of_the_label(runs: Shell) -> None:
    found = values(runs, *BESIDE)
    samples = [
        {"id": f"r{at}", "passed": judge, **({} if at >= len(LABELLED) else {"human": label})}
        for at, (judge, label) in enumerate([*LABELLED, *((one, None) for one in OTHERS)])
    ]
    runs.write("runs.jsonl", "".join(f"{json.dumps(one)}\n" for one in samples))

    there = ("judge", "runs.jsonl", "--judge", "passed", "--human")
    assert values(runs, *there, "human") == found
    assert runs(*there, "humans").err == (
        "runs.jsonl:1: $: expected the key 'humans' in some record, got an object with 3 keys: "
        "did you mean 'human'?\n"
    )


def test_samples_that_the_judge_did_not_judge_are_counted(runs: Shell) -> None:
    found = values(runs, *BESIDE)
    runs.write("runs.csv", f"{rows()}x1,a,,1\nx2,b,,\n")

    ran = runs(*BESIDE)

    assert values(runs, *BESIDE) == found
    assert (
        "2 samples have no verdict of the judge: no number here counts them, nor a label of theirs."
        in " ".join(ran.out.split())
    )


def test_a_verdict_of_no_such_scale_is_refused_at_its_line(apart: Shell) -> None:
    apart.write("labels.csv", LABELS.replace("r3,1", "r3,4"))

    ran = apart(*APART)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "labels.csv:5: $.says: expected a number from 0 to 1, got 4: grades of another scale: "
        "--scale LOW,HIGH\n"
    )


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


# In a (4 samples) the judge says 1 of 3, and of one of two that are labelled 0; in b all is 1. The
# other system has nothing that is so.
STRATA = """\
id,topic,chance,passed,human,none,never
1,a,0.25,1,0,0,0
2,a,0.25,0,0,0,0
3,a,0.25,1,,0,
4,a,0.25,1,,0,
5,b,1,1,1,0,0
6,b,1,1,1,0,0
"""
# Within: 2/3 of a, 1/3 of b. By chances labels stand for 4, 4, 1 and 1: humans 2/10, f_L = 6/10,
# off by 4/10, and lambda = (2/10 - 12/100) / (5/6 * 1/6) = 72/125: 1/5 + 72/125 * (5/6 - 3/5).
DRAWN = {
    "within[topic]": {"humans alone": "1/3", "corrected (ppi)": "1/3", "judge less humans": "1/3"},
    "chance[chance]": {
        "humans alone": "1/5",
        "corrected (ppi)": "209/625",
        "judge less humans": "2/5",
    },
}


@pytest.mark.parametrize("how", DRAWN)
def test_labels_stand_for_those_they_were_drawn_from(shell: Shell, how: str) -> None:
    shell.write("runs.csv", STRATA)

    found = values(shell, *BESIDE, "--drawn", how)

    assert {name: found[name] for name in DRAWN[how]} == DRAWN[how]
    assert "error rates undone" not in found


@pytest.mark.parametrize("how", DRAWN)
def test_labels_of_two_systems_stand_for_those_they_were_drawn_from(shell: Shell, how: str) -> None:
    shell.write("runs.csv", STRATA)
    other = ("--against", "runs.csv", "--against-judge", "none", "--against-human", "never")

    ran = shell(*BESIDE, *other, "--drawn", how, "--format", "json")

    assert (ran.code, ran.err) == (0, "")
    numbers = {one["name"]: one for one in json.loads(ran.out)["every"]["numbers"]}
    found = {name: numbers[name]["difference"]["value"] for name in DRAWN[how]}
    assert found == DRAWN[how]
    paired = numbers["corrected, paired"]
    assert paired["difference"]["value"] == DRAWN[how]["corrected (ppi)"]


def test_how_labels_were_drawn_is_said(shell: Shell) -> None:
    shell.write("runs.csv", STRATA)

    within = shell(*BESIDE, "--drawn", "within[topic]").out
    sentence = shell(*BESIDE, "--drawn", "chance[chance]", "--sentence").out

    assert "drawn at random from those of each topic" in " ".join(within.split())
    assert "How many labels" not in within
    assert "drawn by the chances that are known of each (chance)" in sentence


@pytest.mark.parametrize("how", ["strata", "within", "within[]", "chance[", "random[topic]"])
def test_what_is_no_way_to_draw_labels_is_refused(shell: Shell, how: str) -> None:
    shell.write("runs.csv", STRATA)

    ran = shell(*BESIDE, "--drawn", how)

    assert ran.code == 2
    assert "--drawn" in ran.err


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


# On the ten labelled the judge says 5 of 10 of either, humans 5 and 4 (the second is wrong in r0,
# where the judge thinks it right). The second has 5 of ten others, the first 7.
def systems(shell: Shell) -> Shell:
    second = [(1, 0), *LABELLED[1:]]
    lines = ["id,topic,passed,human"]
    for at, (judge, label) in enumerate([*second, *((one, "") for one in [1] * 5 + [0] * 5)]):
        lines.append(f"r{at},{'ab'[at % 2]},{judge},{label}")
    shell.write("other.csv", "\n".join([*lines, ""]))
    return shell


AGAINST = (*BESIDE, "--against", "other.csv")


def test_two_systems_are_apart_as_by_hand(runs: Shell) -> None:
    ran = systems(runs)(*AGAINST, "--by", "topic", "--format", "json")
    found = json.loads(ran.out)

    apart = {one["name"]: one["difference"]["value"] for one in found["every"]["numbers"]}
    # In full: 1/2 - 4/10, and 2/20 by which the judge puts the first ahead on all. The differences
    # of the labelled are (0, 1) once and (0, 0): both never vary together, so paired lambda is 0.
    # Rates undone: 2/3 (above); of the second q = 1/2, se = 3/4, sp = 2/3: (1/6) / (5/12) = 2/5.
    assert apart == {
        "judge alone": "1/10",
        "humans alone": "1/10",
        "corrected (ppi)": str(Fraction(9, 16) - Fraction(4, 10)),
        "corrected in full": "1/5",
        "corrected, paired": "1/10",
        "error rates undone": str(Fraction(2, 3) - Fraction(2, 5)),
        "judge less humans": "-1/10",
    }
    assert [(one["name"], one["samples"], one["labelled"]) for one in found["slices"]] == [
        ("a", 10, 5),
        ("b", 10, 5),
    ]


def test_slices_of_two_systems_are_adjusted_number_by_number(runs: Shell) -> None:
    found = json.loads(systems(runs)(*AGAINST, "--by", "topic", "--format", "json").out)

    for at in range(2):
        numbers = [part["numbers"][at] for part in found["slices"]]
        raw = [Fraction(one["p_value"]["value"]) for one in numbers if one["p_value"]]
        adjusted = [Fraction(one["adjusted"]["value"]) for one in numbers if one["p_value"]]
        assert min(adjusted) == min(1, 2 * min(raw))


def test_two_systems_have_a_sentence_and_a_page(runs: Shell) -> None:
    said = systems(runs)(*AGAINST, "--sentence").out
    ran = runs(*AGAINST, "--html", "page.html")
    page = (runs.folder / "page.html").read_text(encoding="utf-8")

    assert said.startswith("The corrected difference is 0.100 (95 % interval ")
    assert "20 samples that both systems answered" in said
    assert (ran.code, page.count("<svg")) == (0, 1)
    assert "first less second, corrected 0.1000" in page


def test_columns_of_one_file_may_be_two_systems(runs: Shell) -> None:
    lines = rows().splitlines()
    other = [line.split(",")[2:] for line in lines[1:]]
    beside = [
        lines[0] + ",b,b_human",
        *(f"{one},{','.join(two)}" for one, two in zip(lines[1:], other, strict=True)),
    ]
    runs.write("runs.csv", "\n".join([*beside, ""]))
    words = (*BESIDE, "--against", "runs.csv", "--against-judge", "b", "--against-human", "b_human")

    found = json.loads(runs(*words, "--format", "json").out)

    assert {one["difference"]["value"] for one in found["every"]["numbers"]} == {"0"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*BESIDE, "--against-judge", "b"), "a second system"),
        ((*BESIDE, "--against", "runs.csv"), "another file, or other columns"),
        ((*BESIDE, "--against", "none.csv"), "none.csv"),
        ((*BESIDE, "--scale", "5,1"), "LOW < HIGH"),
    ],
)
def test_what_two_systems_cannot_be_is_refused(
    runs: Shell, words: tuple[str, ...], said: str
) -> None:
    ran = systems(runs)(*words)

    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_labels_of_one_system_are_not_those_of_another(apart: Shell) -> None:
    ran = systems(apart)(*APART, "--against", "other.csv")

    assert ran.code == 2
    assert "--against-human FILE:PATH" in ran.err
    assert apart(*APART, "--against", "other.csv", "--against-human", "human").code == 0


def test_a_group_that_two_systems_have_apart_is_refused(runs: Shell) -> None:
    systems(runs).write("other.csv", rows().replace("r0,a", "r0,b"))

    ran = runs(*AGAINST, "--by", "topic")

    assert ran.code == 2
    assert "the same group 'topic' in both systems" in ran.err


# Grades of 4 labelled: (5, 4), (3, 3), (2, 1), (4, 4) for judge and human: 2 of 4 alike, the mean
# error is 1/2. Of all 6 the judge's mean is 3; of the labelled it is 7/2, humans' 3.
GRADES = "id,judge,human\n1,5,4\n2,3,3\n3,2,1\n4,4,4\n5,2,\n6,2,\n"


def test_grades_have_what_fits_grades(shell: Shell) -> None:
    shell.write("grades.csv", GRADES)
    words = ("judge", "grades.csv", "--judge", "judge", "--human", "human")

    refused = shell(*words)
    ran = shell(*words, "--scale", "1,5", "--format", "json")
    found = json.loads(ran.out)

    assert (refused.code, "--scale LOW,HIGH" in refused.err) == (2, True)
    worth = {one["name"]: one["score"]["value"] for one in found["worth"]}
    assert [*worth] == [
        *(
            "agreement",
            "weighted kappa",
            "rank correlation",
            "mean error",
            "lower limit",
            "upper limit",
        ),
    ]
    # Kappa: squares apart are 2 in all, and by chance (4 * (54 + 42) - 2 * 14 * 12) / 4 = 12.
    assert (worth["agreement"], worth["mean error"], worth["weighted kappa"]) == (
        "1/2",
        "1/2",
        "5/6",
    )
    scores = {one["name"]: one["score"]["value"] for one in found["every"]["scores"]}
    assert (scores["judge alone"], scores["humans alone"]) == ("3", "3")
    assert found["graded"] is True
    assert "n/a: sensitivity" in shell(*words, "--scale", "1,5").out


def test_grades_of_no_known_scale_are_any_numbers(shell: Shell) -> None:
    shell.write("grades.csv", GRADES)

    ran = shell(
        *("judge", "grades.csv", "--judge", "judge", "--human", "human"),
        *("--scale", "any", "--format", "json"),
    )

    assert json.loads(ran.out)["needed"] == []


def test_the_example_of_grades_is_what_is_written() -> None:
    made = runpy.run_path(str(EXAMPLE / "make_answers.py"))
    books = list(made["summaries"]())

    assert round(sum(one.merit for one in books) / len(books), 2) == 2.94
    text = (EXAMPLE / "summaries.csv").read_text(encoding="utf-8").splitlines()
    assert text[1:] == [
        f"{one.id},{one.words},{one.judge},{one.merit if one.seen else ''}" for one in books
    ]


def test_what_makes_the_judge_favour_a_system_is_regressed_too(shell: Shell) -> None:
    # South talks much, and the judge likes that: off by nearly .4 for each hundred words more.
    folder = Path(__file__).parents[2] / "docs" / "examples" / "judged"
    words = ("--judge", "judge", "--human", "human", "--covariate", "words")

    ran = shell(
        "judge",
        str(folder / "north.csv"),
        *words,
        "--against",
        str(folder / "south.csv"),
        "--format",
        "json",
    )

    both = [
        {
            one["id"]: one
            for one in csv.DictReader((folder / f"{name}.csv").read_text().splitlines())
        }
        for name in ("north", "south")
    ]
    kept = [name for name, one in both[0].items() if one["human"] and both[1][name]["human"]]

    def apart(column: str) -> NDArray[np.float64]:
        return np.array([float(both[0][n][column]) - float(both[1][n][column]) for n in kept])

    [effect] = json.loads(ran.out)["effects"]
    slope = np.polyfit(apart("words"), apart("judge") - apart("human"), 1)[0]
    assert effect["slope"] == pytest.approx(slope, abs=1e-12)
    assert effect["interval"]["low"] > 0


def test_a_share_of_few_labels_has_no_end_outside_0_and_1(shell: Shell) -> None:
    shell.write("runs.csv", "id,passed,human\na,1,1\nb,1,0\n")

    found = json.loads(shell(*BESIDE, "--format", "json").out)

    ends = {one["name"]: one["interval"] for one in found["worth"]}
    shares = [ends[name] for name in ("sensitivity", "specificity", "precision", "agreement")]
    assert [(one["low"], one["high"]) for one in shares] == [(0, 1)] * 4
