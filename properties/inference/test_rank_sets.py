"""Ranks that systems may have: against counting, and what follows from whom tests separate."""

from fractions import Fraction
from itertools import combinations, permutations
from math import isclose, sqrt
from statistics import stdev

from hypothesis import given
from hypothesis import strategies as st

from measurand.inference.rank_sets import (
    items_needed,
    paired_error,
    rank_sets,
    swaps,
    tie_groups,
)
from measurand.values.score import Undefined
from properties.oracles import ranks as oracle

Beats = dict[tuple[str, str], bool]


@st.composite
def separated(draw: st.DrawFn) -> tuple[list[str], Beats]:
    """Draw systems, and which pairs are separated, the earlier being better or not."""
    names = [f"s{at}" for at in range(draw(st.integers(1, 7)))]
    beats: Beats = {}
    for one, two in combinations(names, 2):
        verdict = draw(st.sampled_from((None, True, False)))
        if verdict is not None:
            beats[one, two] = verdict
    return names, beats


@given(separated())
def test_rank_sets_are_counted(drawn: tuple[list[str], Beats]) -> None:
    names, beats = drawn

    found = rank_sets(names, beats)

    assert {name: (one.best, one.worst) for name, one in found.items()} == oracle.sets(names, beats)


@given(separated())
def test_tie_groups_are_the_longest_runs_without_a_separated_pair(
    drawn: tuple[list[str], Beats],
) -> None:
    names, beats = drawn

    found = tie_groups(names, beats)

    assert set(found) == oracle.groups(names, beats)
    assert len(set(found)) == len(found)
    assert {name for group in found for name in group} == set(names)


@given(st.integers(2, 5).flatmap(lambda n: st.permutations(range(n))), st.data())
def test_true_ranks_are_held_where_no_separation_is_wrong(
    truth: list[int], data: st.DataObject
) -> None:
    names = [f"s{at}" for at in range(len(truth))]
    beats = {
        (names[a], names[b]): truth[a] < truth[b]
        for a, b in combinations(range(len(truth)), 2)
        if data.draw(st.booleans())
    }

    found = rank_sets(names, beats)

    for name, rank in zip(names, truth, strict=True):
        assert found[name].best <= rank + 1 <= found[name].worst


def test_where_all_are_tied_any_rank_is_possible_and_where_none_is_one_alone() -> None:
    for order in permutations("abc"):
        every = dict.fromkeys(combinations(order, 2), True)
        assert [rank_sets(order, every)[name].text for name in order] == ["1", "2", "3"]
    assert {one.text for one in rank_sets("abc", {}).values()} == {"1-3"}


rationals = st.fractions(-2, 2, max_denominator=6)


@given(st.lists(rationals, min_size=2, max_size=12))
def test_the_error_is_that_of_textbooks_and_clusters_of_one_change_nothing(
    drawn: list[Fraction],
) -> None:
    found = paired_error(drawn)

    assert isinstance(found, float)
    assert isclose(found, stdev(map(float, drawn)) / sqrt(len(drawn)), rel_tol=1e-9, abs_tol=1e-12)
    assert paired_error(drawn, [str(at) for at in range(len(drawn))]) == found


@given(st.integers(2, 10**4), st.floats(1e-3, 1), st.floats(1e-3, 1), st.integers(2, 9))
def test_more_spread_asks_for_more_items_and_a_larger_difference_for_fewer(
    items: int, difference: float, error: float, times: int
) -> None:
    alpha = Fraction(1, 20)
    found = items_needed(items, difference, error, alpha=alpha)
    wider = items_needed(items, difference, error * times, alpha=alpha)
    larger = items_needed(items, difference * times, error, alpha=alpha)

    assert isinstance(found, int)
    assert isinstance(wider, int)
    assert isinstance(larger, int)
    assert larger <= found <= wider
    assert items_needed(items, -difference, error, alpha=alpha) == found
    assert isinstance(items_needed(items, 0.0, error, alpha=alpha), Undefined)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=6))
def test_who_changes_places_once_changes_back(drawn: list[tuple[int, int]]) -> None:
    one = {f"s{at}": Fraction(first) for at, (first, _) in enumerate(drawn)}
    two = {f"s{at}": Fraction(second) for at, (_, second) in enumerate(drawn)}

    there, back = swaps(one, two), swaps(two, one)

    assert {frozenset(pair) for pair in there} == {frozenset(pair) for pair in back}
    assert not swaps(one, one)
    assert all(one[a] > one[b] and two[a] < two[b] for a, b in there)
