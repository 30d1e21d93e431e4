"""Votes have no order, agreement changes nothing, and no share lies outside of what was voted."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.causal.asking.prompts import SUB_SCORES
from measurand.studies.causal.asking.replies import BANDS, RECOVERABLE, Average, read_reply, verdict
from measurand.studies.causal.judging import Decided, Kind, Undecided, Unscored

Vote = Decided | Unscored
averages = st.sampled_from(Average)
lost = st.sampled_from((Unscored(reason="garbled"), Unscored(reason="call failed")))


@st.composite
def nodes(draw: st.DrawFn) -> Decided:
    level = draw(st.sampled_from(sorted(BANDS)))
    low, high = BANDS[level]
    share = low + (high - low) * Fraction(draw(st.integers(0, 4)), 4)
    return Decided(share=share, layer="model", level=level)


knowns = st.booleans().map(
    lambda one: Decided(share=Fraction(one), layer="model", level=RECOVERABLE[one])
)
texts = st.lists(st.integers(0, 10), min_size=5, max_size=5).map(
    lambda tenths: read_reply(
        Kind.LOGIC, {key: Fraction(one, 10) for key, one in zip(SUB_SCORES, tenths, strict=True)}
    )
)
ONE = {Kind.INTERVENTION: nodes(), Kind.ABDUCTION: knowns, Kind.LOGIC: texts}


@st.composite
def ballots(draw: st.DrawFn) -> tuple[Kind, list[Vote]]:
    """Draw a kind of question and the votes on one."""
    kind = draw(st.sampled_from(Kind))
    return kind, draw(st.lists(ONE[kind] | ONE[kind] | lost, min_size=1, max_size=7))


def scored(votes: Sequence[Vote]) -> list[Decided]:
    return [vote for vote in votes if isinstance(vote, Decided)]


@given(ballots(), averages, st.randoms(use_true_random=False))
def test_votes_have_no_order(
    ballot: tuple[Kind, list[Vote]], average: Average, chance: Random
) -> None:
    kind, votes = ballot
    mixed = list(votes)
    chance.shuffle(mixed)

    found, again = verdict(kind, votes, average), verdict(kind, mixed, average)

    assert type(found) is type(again)
    if isinstance(found, Decided) and isinstance(again, Decided):
        assert (found.share, found.level) == (again.share, again.level)
    if len(votes) > 1 and isinstance(found, Unscored) and isinstance(again, Unscored):
        assert found == again


@given(ballots(), averages)
def test_a_share_lies_among_those_voted(ballot: tuple[Kind, list[Vote]], average: Average) -> None:
    kind, votes = ballot

    found = verdict(kind, votes, average)

    if isinstance(found, Decided):
        shares = [vote.share for vote in scored(votes)]
        assert min(shares) <= found.share <= max(shares)
        assert found.level in {vote.level for vote in scored(votes)}


@given(ballots(), averages)
def test_there_is_no_verdict_exactly_where_fewer_than_half_are_scored(
    ballot: tuple[Kind, list[Vote]], average: Average
) -> None:
    kind, votes = ballot

    found = verdict(kind, votes, average)

    enough = scored(votes) and len(scored(votes)) >= len(votes) - len(scored(votes))
    assert isinstance(found, Unscored) == (not enough)


@given(st.sampled_from(Kind).flatmap(lambda kind: st.tuples(st.just(kind), ONE[kind])), averages)
def test_who_agree_are_one_voice(ballot: tuple[Kind, Decided], average: Average) -> None:
    kind, vote = ballot

    found = verdict(kind, [vote] * 4, average)

    assert isinstance(found, Decided)
    assert (found.share, found.level) == (vote.share, vote.level)
    if kind is not Kind.LOGIC:
        assert dict(found.details)["agreement"] == "4/4"
        assert "tie" not in dict(found.details)


@given(st.lists(knowns, min_size=2, max_size=9))
def test_a_known_goes_with_most_votes(votes: list[Decided]) -> None:
    yes = [vote.share for vote in votes].count(Fraction(1))

    found = verdict(Kind.ABDUCTION, votes)

    if 2 * yes == len(votes):
        assert isinstance(found, Undecided)
    else:
        assert isinstance(found, Decided)
        assert found.share == (2 * yes > len(votes))


@given(ballots(), averages)
def test_one_lost_vote_more_changes_no_share(
    ballot: tuple[Kind, list[Vote]], average: Average
) -> None:
    kind, votes = ballot
    before = verdict(kind, votes, average)

    after = verdict(kind, [*votes, Unscored(reason="garbled")], average)

    if isinstance(before, Decided) and isinstance(after, Decided):
        assert (before.share, before.level) == (after.share, after.level)
