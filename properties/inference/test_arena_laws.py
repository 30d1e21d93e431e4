"""Boards: names, places and order of battles change nothing that they do not say."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.inference.arena import Board, board
from measurand.inference.strengths import Game
from measurand.metrics.families.preferences import Tie
from measurand.values.score import Defined, Undefined
from properties.strategies.effort import half

SHARES = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)])
PAIRS = st.sampled_from([(one, two) for one in "abcd" for two in "abcd" if one != two])
GAMES = st.lists(
    st.builds(
        lambda pair, won, of: Game(pair[0], pair[1], won, of), PAIRS, SHARES, st.integers(0, 5)
    ),
    min_size=1,
    max_size=30,
)
RULES = st.sampled_from(list(Tie))


def strengths(found: Board) -> dict[str, float]:
    return {one.name: one.strength.strength for one in found.standings if one.strength}


@half
@given(GAMES, RULES)
def test_counts_and_rates_are_those_of_counting(games: Sequence[Game], ties: Tie) -> None:
    """Held to a plain count, system by system."""
    found = board(games, ties=ties)

    for one in found.standings:
        won = [game.won for game in games if game.first == one.name]
        won += [1 - game.won for game in games if game.second == one.name]
        wins, even = won.count(Fraction(1)), won.count(Fraction(1, 2))
        assert (one.battles, one.wins, one.ties) == (len(won), wins, even)
        counted = {Tie.HALF: Fraction(even, 2), Tie.WIN: Fraction(even)}
        top = wins + counted.get(ties, Fraction(0))
        bottom = len(won) - (even if ties is Tie.DROP else 0)
        match one.rate:
            case Defined(value):
                assert value == top / bottom
            case Undefined():
                assert not bottom
    assert sum(one.wins for one in found.standings) == sum(one.losses for one in found.standings)


@half
@given(st.data(), GAMES)
def test_the_order_of_battles_and_of_places_changes_no_strength(
    data: st.DataObject, games: Sequence[Game]
) -> None:
    turned = [
        Game(one.second, one.first, 1 - one.won, one.cluster) if data.draw(st.booleans()) else one
        for one in data.draw(st.permutations(games))
    ]

    found, other = board(games), board(turned)

    assert strengths(found) == pytest.approx(strengths(other), abs=1e-8)
    assert (found.no_strengths is None) == (other.no_strengths is None)


@half
@given(GAMES)
def test_expected_wins_are_wins_where_there_are_strengths(games: Sequence[Game]) -> None:
    """The equation of the likelihood (Ford 1957), by another road than the climb."""
    found = board(games)
    known = {one.name: one.strength for one in found.standings if one.strength}

    for name, own in known.items():
        met = [(one.second, one.won) for one in games if one.first == name]
        met += [(one.first, 1 - one.won) for one in games if one.second == name]
        expected = sum(own.odds_against(known[other]) for other, _ in met)
        assert expected == pytest.approx(float(sum(won for _, won in met)), abs=1e-6)


@half
@given(GAMES)
def test_ranks_hold_the_rank_of_the_strength_and_part_only_what_is_significant(
    games: Sequence[Game],
) -> None:
    found = board(games)

    for at, one in enumerate(found.standings, 1):
        if one.ranks is not None:
            better = [
                pair
                for pair in found.pairs
                if pair.adjusted is not None
                and pair.adjusted <= Fraction(1, 20)
                and pair.difference
                and one.name == (pair.second if pair.difference > 0 else pair.first)
            ]
            assert one.ranks.best <= at <= one.ranks.worst
            assert one.ranks.best == 1 + len(better)
