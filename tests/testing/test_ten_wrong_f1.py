"""Ten F1 scores with one fault each are found within the default budget; the right one is green."""

from collections.abc import Callable
from textwrap import dedent

import pytest
from hypothesis import Phase, settings

from measurand.testing import LawBrokenError, check_laws
from tests.testing import ten_wrong_f1 as f1
from tests.testing.ten_wrong_f1 import Lists

MEANT = frozenset({"f1", "macro", "symmetric", "empty=1"})
BUDGET = settings(settings.get_profile("default"), database=None, derandomize=True)
FOUND = settings(BUDGET, phases=[Phase.generate])
"""As many cases; what is found is not cut down, as that takes no part in finding it."""


def test_the_budget_is_what_hypothesis_gives_by_default() -> None:
    assert BUDGET.max_examples == FOUND.max_examples == 100


def test_the_right_f1_keeps_every_law_and_none_is_left_untested() -> None:
    judgement = check_laws(
        f1.right, kind="tuple-f1", declares=MEANT | {"multiset"}, settings=BUDGET
    )

    assert judgement.untested == ()


@pytest.mark.parametrize(
    ("wrong", "also", "law"),
    [
        (f1.duplicates_twice, "multiset", "repeated-prediction"),
        (f1.one_sided_zero, "set", "swap"),
        (f1.greedy, "multiset", "item-order"),
        (f1.float_dust, "exact", "sample-order"),
        (f1.over_seen_items, "set", "mean-of-samples"),
        (f1.micro_for_macro, "set", "mean-of-samples"),
        (f1.skips_empty, "set", "mean-of-samples"),
        (f1.of_means, "set", "mean-of-samples"),
        (f1.first_only, "set", "sample-order"),
        (f1.eats_its_input, "multiset", "repeatable"),
    ],
)
def test_each_wrong_f1_is_found_within_the_default_budget(
    wrong: Callable[[Lists, Lists], float], also: str, law: str
) -> None:
    with pytest.raises(LawBrokenError, match=rf"(?m)^{law}: "):
        check_laws(wrong, kind="tuple-f1", declares=MEANT | {also}, settings=FOUND)


def test_what_is_found_is_code_that_runs_and_says_what_is_wrong() -> None:
    with pytest.raises(LawBrokenError) as caught:
        check_laws(f1.eats_its_input, kind="tuple-f1", declares=MEANT, settings=BUDGET)

    code = str(caught.value).split("\n\n")[2]
    assert code.startswith("    from tests.testing.ten_wrong_f1 import eats_its_input\n")
    assert code.endswith("    # it changed its arguments")
    compile(dedent(code), "found", "exec")
