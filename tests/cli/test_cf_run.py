"""`measurand cf run`: its tables, formats, exit codes and files. Numbers are worked in studying."""

import csv
import io
import json
from fractions import Fraction

import pytest

from measurand.studies.counterfactual import text_overlap as overlap
from measurand.values.share import Share, share
from tests.cli.comparing import exactly
from tests.cli.running import Shell
from tests.cli.studying import (
    EXACT,
    FILE,
    answer,
    found_in,
    lines,
    refused,
    sample,
    samples,
    unanswered,
    verdicts,
)

# By hand: 8 equal differences d, exact sign-flip p = 2/2^8 = 0.0078125; Holm over 5: 0.0390625.
TABLE = """\
iou_union: orig - cf, m = 5
key            n  mean_diff  ci_low  ci_high  p_value  p_value_holm  verdict
-------------- -- ---------- ------- -------- -------- ------------- ---------------
omega_perm     8     0.0000  0.0000   0.0000        1             1  not significant
token_perm     8     0.0000  0.0000   0.0000        1             1  not significant
cite_swap      8     0.0000  0.0000   0.0000        1             1  not significant
evidence_drop  8     0.8750  0.8750   0.8750   0.0078        0.0391  expected
no_cite        8     1.0000  1.0000   1.0000   0.0078        0.0391  expected
"""
BETTER = {"gen": answer(1), "regenerated.token_perm": answer(0)}
"""The answer to shuffled evidence is right where the first one was not: 1/8 - 1 = -7/8."""


@pytest.fixture
def eight(shell: Shell) -> Shell:
    shell.write(FILE, samples())
    return shell


def test_the_table_of_a_study_is_printed(eight: Shell) -> None:
    ran = eight("cf", "run", FILE, *EXACT)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(
        "8 samples, 8 groups; 5 tests in 1 family: 2 expected, 3 not significant.\n"
    )
    assert f"\n{TABLE}\n" in ran.out
    assert "\nProfile: documented omega_perm.within=level " in ran.out


def test_as_csv_it_is_one_table_of_plain_numbers(eight: Shell) -> None:
    ran = eight("cf", "run", FILE, *EXACT, "--format", "csv")

    rows = list(csv.DictReader(io.StringIO(ran.out)))
    last = {
        "metric": "iou_union",
        "key": "no_cite",
        "orientation": "orig - cf",
        "n": "8",
        "left_out": "0",
        "mean_diff": "1.0",
        "ci_low": "1.0",
        "ci_high": "1.0",
        "p_value": "0.0078125",
        "p_value_holm": "0.0390625",
        "m": "5",
        "verdict": "expected",
        "d_z": "",
        "dominance": "1.0",
    }
    assert (ran.code, len(rows), rows[-1]) == (0, 5, last)


def test_as_json_every_number_comes_with_what_it_stands_on(eight: Shell) -> None:
    ran = eight("cf", "run", FILE, *EXACT, "--format", "json")

    tree = ran.json
    assert (tree["command"], tree["exit_code"], tree["samples"]) == ("cf run", 0, 8)
    options = tree["options"]
    assert isinstance(options, dict)
    assert options["plan.test"] == "sign_flip"
    no_cite = found_in(ran)[-1]
    assert no_cite["p_value"] == {
        "value": "1/128",
        "decimal": "0.0078125",
        "how": "sign-flip, exact",
        "least": {"value": "1/128", "decimal": "0.0078125"},
    }
    assert isinstance(no_cite["effects"], dict)
    assert no_cite["effects"]["standardised"] == {"undefined": "all differences are equal"}


def test_in_markdown_it_is_a_table(eight: Shell) -> None:
    ran = eight("cf", "run", FILE, *EXACT, "--format", "md")

    wanted = "| evidence_drop | 8 | 0.8750 | 0.8750 | 0.8750 | 0.0078 | 0.0391 | expected |\n"
    assert wanted in ran.out


def test_in_latex_it_is_a_table(eight: Shell) -> None:
    ran = eight("cf", "run", FILE, *EXACT, "--format", "latex")

    wanted = r"no\_cite & 8 & 1.0000 & 1.0000 & 1.0000 & 0.0078 & 0.0391 & expected \\"
    assert wanted in ran.out


def test_the_output_may_go_to_a_file(eight: Shell) -> None:
    printed = eight("cf", "run", FILE, *EXACT).out

    ran = eight("cf", "run", FILE, *EXACT, "--output", "out.txt")

    assert (ran.code, ran.out) == (0, "")
    assert eight.read("out.txt").decode() == printed


def test_metrics_of_no_family_are_in_the_rows_all_the_same(eight: Shell) -> None:
    ran = eight("cf", "run", FILE, *EXACT, "--rows", "rows.jsonl")

    header, first, *rest = map(json.loads, eight.read("rows.jsonl").splitlines())
    assert (ran.code, header["schema"], len(rest)) == (0, "cf-dataset/1", 47)
    assert (first["sample_id"], first["key"]) == ("0", "orig")
    assert first["metrics"]["dice_union"]["value"] == "1"


def test_the_page_is_written_beside(eight: Shell) -> None:
    ran = eight("cf", "run", FILE, *EXACT, "--html", "page.html")

    page = eight.read("page.html").decode()
    assert ran.code == 0
    assert page.startswith("<!doctype html>")
    assert FILE in page
    assert f"\n{TABLE}\n" in ran.out


def test_all_differences_zero_is_not_significant(shell: Shell) -> None:
    frames = {"frames": [], "text": ""}
    same = {"gen": frames, "regenerated": {"token_perm": frames, "evidence_drop": frames}}
    shell.write(FILE, samples(8, same))

    ran = shell("cf", "run", FILE, *EXACT, "--format", "json")

    assert ran.code == 0
    assert {exactly(one["difference"]) for one in found_in(ran)} == {Fraction(0)}
    assert {exactly(one["p_value"]) for one in found_in(ran)} == {Fraction(1)}
    assert set(verdicts(ran).values()) == {"not significant"}


def test_a_difference_that_goes_the_other_way_exits_with_1(shell: Shell) -> None:
    shell.write(FILE, samples(8, BETTER))

    ran = shell("cf", "run", FILE, *EXACT, "--format", "json")

    token_perm = found_in(ran)[1]
    assert (ran.code, ran.json["exit_code"]) == (1, 1)
    assert (token_perm["key"], token_perm["verdict"]) == ("token_perm", "opposite")
    assert exactly(token_perm["difference"]) == Fraction(-7, 8)


def test_a_finding_counts_more_than_what_is_open(shell: Shell) -> None:
    one = sample("none", BETTER)
    del one["regenerated"]
    shell.write(FILE, samples(8, BETTER) + lines([one]))

    ran = shell("cf", "run", FILE, *EXACT)

    assert ran.code == 1
    assert "nobody was asked" in ran.out


def test_rows_that_are_not_evaluated_exit_with_3(shell: Shell) -> None:
    shell.write(FILE, unanswered())

    ran = shell("cf", "run", FILE, *EXACT, "--format", "json")

    assert (ran.code, ran.err) == (3, "")
    assert verdicts(ran) == {
        "omega_perm": "not significant",
        "token_perm": "undecided",
        "cite_swap": "not significant",
        "evidence_drop": "undecided",
        "no_cite": "expected",
    }
    assert ran.json["without_a_number"] == [
        {"key": key, "metrics": [], "samples": 8, "why": "nobody was asked"}
        for key in ("token_perm", "evidence_drop")
    ]


def test_one_row_that_is_not_evaluated_is_enough_for_3(shell: Shell) -> None:
    shell.write(
        FILE, samples(8) + unanswered().splitlines(keepends=True)[0].replace(b'"0"', b'"9"')
    )

    ran = shell("cf", "run", FILE, *EXACT, "--format", "json")

    assert ran.code == 3
    assert verdicts(ran)["evidence_drop"] == "expected"


def test_one_sample_is_too_few(shell: Shell) -> None:
    shell.write(FILE, samples(1))

    ran = shell("cf", "run", FILE, *EXACT, "--format", "json")

    assert ran.code == 3
    assert verdicts(ran)["no_cite"] == "too few"


@pytest.mark.parametrize("content", ["", "\n\n", '{"schema": "cf-dataset/1"}\n'])
def test_no_sample_is_refused(shell: Shell, content: str) -> None:
    shell.write(FILE, content)

    told = refused(shell("cf", "run", FILE))

    assert told == [f"{FILE}: expected records, got a file without records"]


def test_tests_that_cannot_differ_leave_the_family_or_stay(eight: Shell) -> None:
    asked = ("--only-tests", "frame_f1", "--format", "json")

    left = eight("cf", "run", FILE, "--set", "nulls=left_out", *asked)
    kept = eight("cf", "run", FILE, "--set", "nulls=kept", *asked)

    assert [one["tests"] for one in found_in(left, "frame_f1")] == [2] * 5
    assert verdicts(left, "frame_f1")["no_cite"] == "structurally null"
    assert verdicts(kept, "frame_f1")["no_cite"] == "structurally null"
    assert left.json["without_a_number"] != []


def test_a_structurally_null_test_says_why(eight: Shell) -> None:
    ran = eight("cf", "run", FILE, "--only-tests", "bleu")

    wanted = (
        "Structurally null: bleu reads nothing but text, "
        "which omega_perm, cite_swap and no_cite leave alone.\n"
    )
    assert wanted in ran.out


def test_a_p_of_0_is_told(eight: Shell) -> None:
    ran = eight("cf", "run", FILE, "--only-tests", "iou_union", "--set", "omega_perm.within=level")

    wanted = (
        "p is 0 (no resample lies on the other side: the rule of this test can give 0): "
        "iou_union/evidence_drop, iou_union/no_cite.\n"
    )
    assert wanted in ran.out


def test_groups_are_resampled_whole_and_counted(shell: Shell) -> None:
    shell.write(FILE, samples(8, {"group_id": "one patient"}))

    ran = shell("cf", "run", FILE, *EXACT, "--set", "plan.cluster=group", "--format", "json")

    assert (ran.code, ran.json["groups"]) == (3, 1)
    assert [one["units"] for one in found_in(ran)] == [1] * 5


def test_the_same_command_gives_the_same_bytes(eight: Shell) -> None:
    words = ("cf", "run", FILE, "--format", "json", "--html")
    eight("cf", "run", FILE, "--rows", "a.jsonl")

    first, second = eight(*words, "a.html"), eight(*words, "b.html")
    eight("cf", "run", FILE, "--rows", "b.jsonl")

    assert first.out == second.out
    assert eight.read("a.html") == eight.read("b.html")
    assert eight.read("a.jsonl") == eight.read("b.jsonl")


def test_the_order_of_the_samples_moves_no_number(eight: Shell) -> None:
    mixed = [sample(str(at), BETTER if at % 3 else {}) for at in range(8)]
    eight.write(FILE, lines(mixed))
    eight.write("turned.jsonl", lines(reversed(mixed)))

    first = eight("cf", "run", FILE, "--format", "csv")
    second = eight("cf", "run", "turned.jsonl", "--format", "csv")

    assert first.out == second.out


def test_a_metric_of_texts_that_nobody_asks_for_is_not_loaded(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.write(FILE, samples(changes={"gold": {"report_text": "A mass."}}))
    asked: list[str] = []

    def noted(answer: str, _truth: str, **_how: object) -> Share:
        asked.append(answer)
        return share(1)

    monkeypatch.setattr(overlap, "bleu", noted)
    monkeypatch.setattr(overlap, "rouge_l", noted)

    none = shell("cf", "run", FILE, *EXACT)
    assert (none.code, asked) == (0, [])
    shell("cf", "run", FILE, *EXACT, "--rows", "rows.jsonl")
    kept = len(asked)
    shell("cf", "run", FILE, "--only-tests", "rougeL")

    assert 0 < kept < len(asked)
