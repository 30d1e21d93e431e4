"""A metric of a family is one class in one module; what names it elsewhere is about several."""

import ast

import pytest

from tests.metric_files import ABOUT_SEVERAL, PACKAGE, Touched, picture, touched, words


@pytest.mark.parametrize("metric", touched(), ids=lambda one: one.name)
def test_a_metric_is_known_in_its_own_module_alone(metric: Touched) -> None:
    assert not metric.faults, "only what is about several metrics may name one"


@pytest.mark.parametrize("room", ABOUT_SEVERAL)
def test_what_may_name_metrics_does_so(room: str) -> None:
    assert (PACKAGE / room).exists()
    assert any(one.startswith(room) for metric in touched() for one in metric.excused)


def test_another_module_that_names_a_metric_is_a_fault() -> None:
    metric = Touched("mae", "a.py", ("edges/cli/score.py", "studies/review/study.py"))

    assert metric.faults == ("edges/cli/score.py",)


def test_a_name_counts_where_code_has_it_and_not_in_prose() -> None:
    code = '"""Of Mae and mae."""\nfrom a import Mae\nbest = "mae"\n"mae of"\n'

    assert list(words(ast.parse(code))).count("mae") == 1
    assert "Mae" in set(words(ast.parse(code)))
    assert not [one for one in words(ast.parse(code)) if one.startswith("Of")]


def test_the_picture_has_a_square_for_each_module() -> None:
    drawn = picture([Touched("mae", "a.py", ()), Touched("ece", "a.py", ("b.py", "c.py"))])

    assert [one.kind for one in drawn.shapes].count("other") == len(("b.py", "c.py"))
    assert drawn.text.startswith("2 metrics, each one class in one module (green); 1 are named")
