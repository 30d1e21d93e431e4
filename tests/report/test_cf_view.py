"""Tables and sentences of a counterfactual study."""

from fractions import Fraction

import pytest

from measurand.edges.cli.profiles import profiles_grid
from measurand.edges.report.document import Section
from measurand.edges.report.inferred import number_text, p_text
from measurand.inference.plan import Plan, Stream, Test
from measurand.inference.pvalue import PValue
from measurand.studies.counterfactual.edge.page.json import study_json
from measurand.studies.counterfactual.edge.page.view import (
    family_grid,
    headline,
    originals_grid,
    study_document,
)
from measurand.studies.counterfactual.edge.page.words import (
    left_out,
    null_lines,
    oddity_lines,
    plan_lines,
)
from measurand.studies.counterfactual.evaluate import ScoreRow, Status
from measurand.studies.counterfactual.options import PROFILES, Options, Pooling
from measurand.studies.counterfactual.study import Study, study
from measurand.values.score import Undefined
from measurand.values.share import Measured, share

EXACT = Plan(test=Test.SIGN_FLIP, stream=Stream.EXACT)


def row(name: str, key: str, value: Measured) -> ScoreRow:
    return ScoreRow(sample=name, key=key, metrics=(("iou_union", value),))


def rows(fall: Fraction, number: int = 8) -> list[ScoreRow]:
    """Make rows of samples that measure 1/2, and so much less without citations."""
    half = Fraction(1, 2)
    return [
        row(str(at), key, share(half - (fall if key == "no_cite" else 0)))
        for at in range(number)
        for key in ("orig", "no_cite")
    ]


def made(given: list[ScoreRow], plan: Plan = EXACT, pooling: Pooling = Pooling.SAMPLES) -> Study:
    return study(given, Options(tested=("iou_union",), plan=plan, pooling=pooling))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0.0000"),
        (-0.0, "0.0000"),
        (Fraction(1, 8), "0.1250"),
        (Fraction(-2, 3), "-0.6667"),
        (0.001, "0.0010"),
        (0.000999, "0.00100"),
        (0.00041, "0.00041"),
        (Fraction(1, 10**5), "0.000010"),
        (-0.0000096838, "-0.0000097"),
        (4.12e-9, "4.1e-09"),
        (Fraction(12), "12.0000"),
    ],
)
def test_small_numbers_keep_two_digits(value: float | Fraction, text: str) -> None:
    assert number_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(1), "1"),
        (Fraction(99_999, 100_000), "<1"),
        (Fraction(1, 10**7), "1.0e-07"),
        (PValue(Fraction(1, 128), "by hand", Fraction(0)), "0.0078"),
        (Undefined("no sample"), "n/a"),
    ],
)
def test_a_p_value_is_0_or_1_only_where_it_is(
    value: PValue | Fraction | Undefined, text: str
) -> None:
    assert p_text(value) == text


def test_a_table_has_a_row_for_each_transform_and_says_what_it_is() -> None:
    found = made(rows(Fraction(1, 4)))

    grid = family_grid(found.families[0], found.options)
    assert grid.title == "iou_union: orig - cf, m = 5"
    assert grid.rows[-1] == (
        "no_cite",
        "8",
        "0.2500",
        "0.2500",
        "0.2500",
        "0.0078",
        "0.0391",
        "expected",
    )
    assert grid.rows[0][2:] == ("n/a", "n/a", "n/a", "n/a", "n/a", "undecided")


def test_a_ratio_of_sums_is_called_so() -> None:
    found = made(rows(Fraction(1, 4)), pooling=Pooling.SUMS)

    assert family_grid(found.families[0], found.options).columns[2] == "diff"
    assert originals_grid(found).columns[3] == "ratio of sums"


def test_the_headline_counts_verdicts_in_their_order() -> None:
    assert headline(made(rows(Fraction(-1, 4)))) == (
        "8 samples, not all with a group; 5 tests in 1 family: 1 opposite, 4 undecided."
    )


def test_reasons_are_counted_by_key() -> None:
    given = [row(str(at), "orig", Undefined("no lesion")) for at in range(3)]
    given += [row("3", "orig", share(1))]
    lost = [
        ScoreRow(
            sample=name,
            key="token_perm",
            status=Status.NOT_EVALUATED,
            note=f"my-model: sample {name!r}, token_perm: expected an answer, got exit code 1",
        )
        for name in ("0", "1")
    ]

    found = left_out(made([*given, *lost]), [*given, *lost])

    assert [(one.key, one.metrics, one.samples, one.why) for one in found] == [
        ("orig", ("iou_union",), 3, "no lesion"),
        ("omega_perm", (), 4, "there is no row"),
        ("token_perm", (), 2, "my-model: expected an answer, got exit code 1"),
        ("token_perm", (), 2, "there is no row"),
        *((key, (), 4, "there is no row") for key in ("cite_swap", "evidence_drop", "no_cite")),
    ]


def test_a_row_without_the_metric_is_counted() -> None:
    bare = [ScoreRow(sample="1")]

    found, *_ = left_out(made(bare), bare)

    assert found.why == "the row has no such metric"


def test_the_plan_is_told_with_the_release_of_what_drew() -> None:
    drawn = plan_lines(made([], Plan(replicates=20, seed=3)))
    raw = plan_lines(made([], Plan(replicates=20, stream=Stream.RAW)))

    assert drawn[0].startswith("Intervals: percentile, 95%; 20 resamples, seed 3, stream numpy of ")
    assert raw[0] == "Intervals: percentile, 95%; 20 resamples, seed 0, stream raw."


def test_the_tests_are_told_with_how_many_were_made_how() -> None:
    assert plan_lines(made(rows(Fraction(1, 4))))[1:] == (
        "Tests: sign_flip, two-sided, of samples: sign-flip, exact (1).",
        "Families: one for each metric, holm, significant below 0.05.",
    )


def test_what_cannot_differ_is_told_with_its_reason() -> None:
    found = study([], Options(tested=("iou_union", "frame_f1")))

    assert null_lines(found) == (
        (
            "Structurally null: frame_f1 reads nothing but frames, "
            "which omega_perm, cite_swap and no_cite leave alone."
        ),
    )


def test_what_is_odd_is_told_once_with_all_its_tests() -> None:
    assert oddity_lines(made(rows(Fraction(1, 4)))) == (
        (
            "No interval and no p-value (no sample was scored): iou_union/omega_perm, "
            "iou_union/token_perm, iou_union/cite_swap, iou_union/evidence_drop."
        ),
        "The interval is a point (all samples are equal): iou_union/no_cite.",
    )


def test_too_few_is_told() -> None:
    assert (
        "Too few (no data of so many units could have been significant): iou_union/no_cite."
        in oddity_lines(made(rows(Fraction(1, 4), number=2)))
    )


def test_sizes_of_effect_are_left_out_where_there_are_none() -> None:
    legacy = Plan(test=Test.BOOTSTRAP_SIGN, stream=Stream.LEGACY, replicates=20)

    titles = [
        [block.title for block in study_document(found, ()) if isinstance(block, Section)]
        for found in (made(rows(Fraction(1, 4))), made(rows(Fraction(1, 4)), legacy))
    ]

    assert titles[0] == ["Rows", "Originals", "Tests", "Sizes of effect", "Notes"]
    assert titles[1] == ["Rows", "Originals", "Tests", "Notes"]


def test_the_tree_has_the_adjusted_p_value() -> None:
    [family] = [study_json(made(rows(Fraction(1, 4))), ())["families"]]

    assert isinstance(family, list)
    assert family[0]["tests"][-1]["adjusted"] == {"value": "5/128", "decimal": "0.0390625"}
    assert family[0]["tests"][0]["p_value"] == {"undefined": "no sample was scored"}


def test_an_option_that_a_profile_lacks_is_marked() -> None:
    grid = profiles_grid(PROFILES, "documented", "full.I1.4.tolerance")

    assert grid.rows == (("full.I1.4.tolerance", "1e-08", "1e-08", "*"),)


def test_a_value_that_is_not_that_of_the_first_profile_has_a_star() -> None:
    grid = profiles_grid(PROFILES, "documented", "plan.test")

    assert grid.rows == (("plan.test", "bootstrap_sign", "bootstrap_sign", "sign_flip *"),)
