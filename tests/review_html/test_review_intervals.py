"""Intervals and p-values on the report page: what a cell says, and the notes below the tables."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.inference.interval import Interval, point
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.sign_flip import EXACT, MONTE_CARLO
from measurand.studies.review.edge.page.html import review_html
from measurand.studies.review.edge.page.labels import LABELS, Lang
from measurand.studies.review.page import ReviewPage
from measurand.studies.review.study import MCNEMAR
from measurand.values.score import Undefined
from tests.review_html.sample_pages import HOSTILE, PAGE, SHOWN, elements, line

LANGS = pytest.mark.parametrize("lang", list(LABELS))
LEVEL = Fraction(95, 100)
NARROW = Interval(-0.25, 1 / 3, LEVEL)


def page(how: str = EXACT, plan: Plan | None = None) -> ReviewPage:
    """Make a page whose metrics have intervals of every kind."""
    half = Fraction(1, 2)
    return evolve(
        PAGE,
        outcome=(
            evolve(
                line("delta_f1", half),
                interval=NARROW,
                p_value=PValue(Fraction(1, 16), how, Fraction(1, 16)),
            ),
            evolve(line("fix_rate", half), interval=Undefined("3 of 9 resamples have no score")),
            evolve(line("break_rate", None), interval=Undefined("nothing to divide by")),
            evolve(
                line("net_gain", 1),
                interval=point(1.0, LEVEL, "one sample"),
                p_value=PValue(Fraction(1), MCNEMAR, Fraction(1)),
            ),
        ),
        plan=Plan() if plan is None else plan,
    )


def cells(html: str) -> list[str]:
    found = (one for one in elements(html) if one.tag == "td")
    return [one.text for one in found if one.attributes.get("class") == "interval"]


def notes(html: str) -> list[str]:
    found = (one for one in elements(html) if one.tag == "p")
    return [one.text for one in found if one.attributes.get("class") == "foot"]


def test_a_cell_has_the_interval_and_the_p_value() -> None:
    assert cells(review_html(page())) == [
        "[-0.2500, 0.3333]p = 0.0625",
        "n/a: 3 of 9 resamples have no score",
        "",
        "resamples alikep = 1",
        "",
    ]


def test_the_notes_say_how_they_were_made() -> None:
    outcome, process = notes(review_html(page()))

    assert outcome == (
        "* 95% intervals: percentiles of 10,000 resamples of the samples (bootstrap, seed 0). "
        "Where all resamples have one score there is no interval, which says nothing of certainty. "
        "p of delta_f1: the stages of samples exchanged, in every pattern (sign-flip test). "
        "p of net_gain: fixed against broken (McNemar's exact test). Two-sided, not adjusted for "
        "being several."
    )
    assert process == outcome.partition(" p of delta_f1")[0]


def test_the_notes_follow_the_plan_and_the_test() -> None:
    plan = Plan(replicates=2000, seed=7, level=Fraction(999, 1000))

    [outcome, _] = notes(review_html(page(MONTE_CARLO, plan)))

    assert "99.9% intervals: percentiles of 2,000 resamples" in outcome
    assert "seed 7" in outcome
    assert "exchanged, in 2,000 random patterns (sign-flip test)" in outcome


def test_without_a_p_value_nothing_is_said_of_tests() -> None:
    untested = evolve(page(), outcome=(evolve(line("tuple_f1_s1", 1), interval=NARROW),))

    assert [note.endswith("certainty.") for note in notes(review_html(untested))] == [True, True]


def test_without_intervals_there_is_no_note_and_no_star() -> None:
    html = review_html(PAGE)

    assert notes(html) == []
    assert "<sup>*</sup>" not in html


@LANGS
def test_every_language_has_the_notes(lang: Lang) -> None:
    html = review_html(page(), lang=lang)
    words = LABELS[lang]

    [outcome, _] = notes(html)
    assert words.every_pattern in outcome
    assert "{" not in outcome
    assert any(words.interval_none in cell for cell in cells(html))


def test_a_hostile_reason_is_shown_and_does_nothing() -> None:
    hostile = evolve(page(), outcome=(evolve(line("fix_rate", 1), interval=Undefined(HOSTILE)),))

    assert cells(review_html(hostile))[0].startswith(f"n/a: {SHOWN}")
