"""The tables of the page of the study: every case of a test, rows, issues, options, words."""

import pytest
from attrs import evolve

from measurand.inference.family import Verdict
from measurand.inference.plan import Plan
from measurand.studies.counterfactual.edge.page.html import page
from measurand.studies.counterfactual.evaluate import ScoreRow
from measurand.studies.counterfactual.options import PROFILES, Pooling
from measurand.values.score import Undefined
from tests.page_checks import named
from tests.report.sample_studies import EMPTY, KEYS, ROWS, STUDY, TESTS
from tests.report.study_pages import BARE, PAGE, cells, section


def test_every_verdict_is_a_word_and_a_shape_and_a_colour() -> None:
    shapes = set()
    for row, test in zip(cells(section(PAGE, "tests")), TESTS, strict=True):
        assert test.verdict.value in row
    for word in Verdict:
        [one] = [
            one
            for one in named(section(PAGE, "glossary"), "span", "verdict")
            if one.text == word.value
        ]
        start = PAGE.index(f'<span class="{one.attributes["class"]}">')
        shapes.add(PAGE[start:].split("</svg>")[0].split('focusable="false">')[1])

    assert len(shapes) == len(Verdict)


def test_verdicts_are_counted() -> None:
    assert [one.text for one in named(section(PAGE, "found"), "dd")] == ["2"] * len(Verdict)


def test_a_verdict_that_nothing_got_is_not_counted_unless_it_is_a_main_one() -> None:
    words = [one.text for one in named(section(BARE, "found"), "dt")]

    assert words == ["expected", "opposite", "not significant"]


def test_the_table_of_a_metric_has_its_numbers() -> None:
    first, second, third, null, undecided, few, _ = cells(section(PAGE, "tests"))

    assert first == [
        "omega_perm",
        "+0.2500",
        "+0.1250 to +0.3750",
        "0.0100",
        "0.0200",
        "expected",
        "82 left out",
        "4",
        "+0.50−0.25 to +1.25",
        "+0.75",
    ]
    assert second[1:5] == ["−0.2500", "−0.1250 to +0.5000", "0", "0.5000"]
    assert third[1] == "+0.1250"
    assert null[1:3] == ["0.0000", "0.0000 to 0.0000"]
    assert null[8] == "–"
    assert undecided[1:6] == ["–", "–", "–", "–", "undecided"]
    assert undecided[6:] == ["02 left out", "4", "–", "–"]
    assert few[1:3] == ["+0.5000", "–"]


def test_notes_say_why_numbers_are_lacking_or_odd() -> None:
    notes = [one.text for one in named(section(PAGE, "tests"), "li")]

    assert "No interval (not feasible): own_key." in notes
    assert [note for note in notes if note.endswith("(no sample was scored): no_cite.")]
    assert [note for note in notes if note.startswith("p is 0") and note.endswith(": token_perm.")]
    assert [
        note for note in notes if note.startswith("Structurally null") and "evidence_drop" in note
    ]
    assert [note for note in notes if note.startswith("Samples that have a row on one side only")]


def test_which_way_a_difference_is_taken_is_said() -> None:
    ways = [one.text for one in named(section(PAGE, "tests"), "dd") if "expected to be" in one.text]

    assert [way.split(":")[0] for way in ways] == ["original less changed", "changed less original"]


def test_originals_have_their_intervals() -> None:
    assert cells(section(PAGE, "originals")) == [
        [
            "iou_unionhow well all cited cells together fit the lesions",
            "0.3333",
            "−0.1250 to 0.5000",
            "82 left out",
        ],
        ["overclaim_rateclaims that say more than their evidence", "–", "–", "–"],
    ]


def test_rows_are_counted_by_key() -> None:
    assert cells(section(PAGE, "rows")) == [
        *([key, "10", "0"] for key in KEYS[:-1]),
        ["no_cite", "10", "2"],
    ]


def test_issues_are_counted_by_rule_and_key() -> None:
    assert cells(section(PAGE, "issues")) == [
        ["U1.0a claim cites nothing", "1", "0", "0", "0", "0", "2"],
        ["M1.0a claim names no side", "0", "0", "0", "0", "0", "1"],
        ["own.rule", "1", "0", "0", "0", "0", "0"],
    ]


def test_samples_that_are_left_out_are_named_with_their_reasons() -> None:
    table, samples = section(PAGE, "left-out").split("<details>")

    assert cells(table) == [
        ["orig", "1", "iou_union", "no lesion"],
        ["omega_perm", "2", "all", "there is no row"],
        ["token_perm", "1", "all", "nobody answered again"],
        ["token_perm", "1", "all", "there is no row"],
        ["cite_swap", "2", "all", "there is no row"],
        ["evidence_drop", "2", "all", "there is no row"],
        ["no_cite", "1", "iou_union", "no lesion"],
        ["no_cite", "1", "all", "there is no row"],
    ]
    assert cells(samples) == [
        ["a", "–", "no lesion (orig)nobody answered again (token_perm)"],
        ["b", "g", "no lesion (no_cite)"],
    ]


def test_fifty_samples_without_a_number_are_named_and_the_others_counted() -> None:
    rows = [
        ScoreRow(sample=f"{number:04}", metrics=(("iou_union", Undefined("no lesion")),))
        for number in range(1060)
    ]

    html = section(page(STUDY, rows, source=""), "left-out")

    assert [row[0] for row in cells(html.split("<details>")[1])] == [
        f"{number:04}" for number in range(50)
    ]
    assert "1,010 more samples." in html


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_is_named(profile: str) -> None:
    html = page(evolve(EMPTY, options=PROFILES[profile]), (), source="")

    facts = [one.text for one in named(html, "dd")]
    assert profile in facts
    assert "Options that differ" not in html


def test_options_that_differ_from_the_nearest_profile_are_listed() -> None:
    options = evolve(PROFILES["as-run"], seed=7)

    html = page(evolve(EMPTY, options=options), (), source="")

    assert "as-run, 1 changed" in [one.text for one in named(html, "dd")]
    assert cells(section(html, "done")) == [["seed", "7", "0"]]


def test_every_option_is_listed() -> None:
    options = {one.text for one in named(section(PAGE, "done"), "code") if "details" in one.above}

    assert {"seed", "plan.test", "full.U1.3.below", "pooling", "grounding.each"} <= options


def test_the_unit_and_the_level_are_those_of_the_plan() -> None:
    options = evolve(STUDY.options, plan=Plan(cluster="group"), pooling=Pooling.SUMS)

    html = page(evolve(STUDY, options=options), ROWS, source="")

    assert "n (groups)" in html
    assert "n counts groups" in html
    assert "ratios of sums over all samples" in html
    assert "95% interval" in html


def test_samples_without_a_group_are_told_from_no_groups() -> None:
    assert "not all named" in [one.text for one in named(PAGE, "dd")]
    assert "not all named" not in [one.text for one in named(BARE, "dd")]


def test_counts_have_their_thousands_apart() -> None:
    assert "1,200" in [one.text for one in named(PAGE, "dd")]


def test_the_glossary_explains_every_verdict() -> None:
    words = [one.text for one in named(section(BARE, "glossary"), "dt")]

    assert words[: len(Verdict)] == [one.value for one in Verdict]
    assert {"d_z", "dominance", "m", "n", "interval", "difference"} <= set(words)
