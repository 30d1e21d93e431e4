"""Several replies come to one verdict; how far they agree is told."""

from fractions import Fraction

import pytest

from measurand.studies.causal.asking.prompts import SUB_SCORES
from measurand.studies.causal.asking.replies import Average, read_reply, verdict
from measurand.studies.causal.judging import Decided, Kind, Undecided, Unscored

YES = Decided(share=Fraction(1), layer="model", level="recoverable", because="yes")
NO = Decided(share=Fraction(0), layer="model", level="not recoverable", because="no")
BAD = Unscored(reason="garbled")
LOST = Unscored(reason="call failed")


def node(level: str, tenths: int) -> Decided:
    return Decided(share=Fraction(tenths, 10), layer="model", level=level, because=f"{tenths}")


def text(*tenths: int) -> Decided | Unscored:
    scores = (Fraction(one, 10) for one in tenths)
    return read_reply(Kind.LOGIC, dict(zip(SUB_SCORES, scores, strict=True)))


def test_no_votes_are_no_answer() -> None:
    assert verdict(Kind.ABDUCTION, []) == Unscored(
        reason="not answered", because="no reply is on record"
    )


@pytest.mark.parametrize("vote", [YES, NO, BAD])
def test_one_vote_stands_as_it_is(vote: Decided | Unscored) -> None:
    assert verdict(Kind.ABDUCTION, [vote]) == vote


def test_the_majority_decides_on_a_known() -> None:
    found = verdict(Kind.ABDUCTION, [NO, YES, NO])

    assert found == Decided(
        share=Fraction(0),
        layer="model",
        level="not recoverable",
        because="no",
        details=(("votes", "3"), ("scored", "3"), ("agreement", "2/3")),
    )


def test_a_tie_on_a_known_is_undecided_and_stated() -> None:
    assert verdict(Kind.ABDUCTION, [YES, NO, BAD, YES, NO]) == Undecided(
        reason="votes tie", layer="model", because="2 of 4 votes say recoverable"
    )


def test_unscored_votes_are_counted_and_have_no_say() -> None:
    found = verdict(Kind.ABDUCTION, [BAD, YES, YES, NO])

    assert isinstance(found, Decided)
    assert found.share == 1
    assert found.details == (("votes", "4"), ("scored", "3"), ("agreement", "2/3"))


def test_half_of_the_votes_are_enough() -> None:
    assert isinstance(verdict(Kind.ABDUCTION, [BAD, YES]), Decided)


def test_fewer_than_half_are_not() -> None:
    assert verdict(Kind.ABDUCTION, [BAD, YES, LOST, BAD, YES]) == Unscored(
        reason="too few votes", because="2 of 5 votes scored: call failed (1), garbled (2)"
    )


def test_where_all_failed_alike_the_reason_is_theirs() -> None:
    assert verdict(Kind.LOGIC, [BAD, BAD]) == Unscored(
        reason="garbled", because="0 of 2 votes scored: garbled (2)"
    )


def test_the_share_of_a_node_is_the_median_and_its_level_the_most_frequent() -> None:
    votes = [node("peripheral", 0), node("critical", 8), node("critical", 10)]

    assert verdict(Kind.INTERVENTION, votes) == Decided(
        share=Fraction(4, 5),
        layer="model",
        level="critical",
        because="8",
        details=(("votes", "3"), ("scored", "3"), ("agreement", "2/3")),
    )


def test_the_mean_is_an_option() -> None:
    votes = [node("peripheral", 0), node("critical", 8), node("critical", 10)]

    found = verdict(Kind.INTERVENTION, votes, Average.MEAN)

    assert isinstance(found, Decided)
    assert found.share == Fraction(3, 5)


def test_two_in_the_middle_are_averaged() -> None:
    votes = [node("critical", 10), node("peripheral", 1), node("critical", 8), node("critical", 7)]

    found = verdict(Kind.INTERVENTION, votes)

    assert isinstance(found, Decided)
    assert found.share == Fraction(3, 4)


@pytest.mark.parametrize(
    ("votes", "level"),
    [
        ([node("critical", 7), node("peripheral", 0)], "peripheral"),
        ([node("critical", 10), node("peripheral", 3)], "critical"),
        ([node("critical", 8), node("peripheral", 2)], "peripheral"),
        ([node("critical", 9), node("meaningful", 7)], "critical"),
    ],
)
def test_of_levels_that_tie_the_one_nearest_to_the_share_is_taken_and_the_tie_stated(
    votes: list[Decided], level: str
) -> None:
    found = verdict(Kind.INTERVENTION, votes)

    assert isinstance(found, Decided)
    assert found.level == level
    assert dict(found.details)["agreement"] == "1/2"
    assert dict(found.details)["tie"] == " = ".join(vote.level for vote in votes)


def test_a_text_gets_the_median_of_the_means_with_their_spread() -> None:
    votes = [text(5, 5, 5, 5, 5), text(10, 10, 10, 10, 5), text(8, 8, 8, 8, 8)]

    found = verdict(Kind.LOGIC, votes)

    assert isinstance(found, Decided)
    assert found.share == Fraction(4, 5)
    details = dict(found.details)
    assert details["spread"] == "0.5 to 0.9"
    assert details["coherence"] == "0.5 1 0.8"
