"""One value says the verdict everywhere; joining parts never turns doubt into a pass."""

from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.cli.exit_codes import exit_code
from measurand.values.verdict import Verdict, overall

verdicts = st.sampled_from(Verdict)
parts = st.lists(verdicts, max_size=6)
SERIOUS = [Verdict.HOLDS, Verdict.UNDECIDED, Verdict.REFUTED]


@given(parts, verdicts)
def test_one_part_more_never_makes_a_verdict_less_serious(
    before: list[Verdict], more: Verdict
) -> None:
    verdict = overall([*before, more])

    assert SERIOUS.index(verdict) >= SERIOUS.index(more)
    if before:
        assert SERIOUS.index(verdict) >= SERIOUS.index(overall(before))


@given(parts)
def test_a_verdict_is_that_of_its_most_serious_part(some: list[Verdict]) -> None:
    if some:
        assert overall(some) is max(some, key=SERIOUS.index)


@given(parts)
def test_the_order_of_parts_does_not_matter(some: list[Verdict]) -> None:
    assert overall(reversed(some)) is overall(some)


@given(st.lists(parts.filter(bool), min_size=1, max_size=4))
def test_parts_may_be_joined_in_any_grouping(groups: list[list[Verdict]]) -> None:
    assert overall(map(overall, groups)) is overall(one for group in groups for one in group)


@given(parts)
def test_a_part_of_which_nothing_was_checked_is_never_a_pass(some: list[Verdict]) -> None:
    assert overall([*some, overall([])]) is not Verdict.HOLDS


@given(parts)
def test_the_exit_code_is_that_of_the_verdict(some: list[Verdict]) -> None:
    codes = {Verdict.HOLDS: 0, Verdict.REFUTED: 1, Verdict.UNDECIDED: 3}

    assert exit_code(some) == codes[overall(some)]
