"""Worked examples of win rates: what a tie counts, by hand."""

from fractions import Fraction

import pytest

from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined


def score(won: list[str], ties: str) -> Score:
    corpus = [Sample(id=str(at), amounts=(("won", Fraction(one)),)) for at, one in enumerate(won)]
    return evaluate(parse(f"win_rate(won=won,ties={ties})"), corpus)


# Three wins, two ties, three losses: 4 of 8, 3 of 6, 5 of 8, 3 of 8. Two of three judges: 2/3.
@pytest.mark.parametrize(
    ("won", "ties", "expected"),
    [
        (["1"] * 3 + [".5"] * 2 + ["0"] * 3, "half", Fraction(1, 2)),
        (["1"] * 3 + [".5"] * 2 + ["0"] * 3, "drop", Fraction(1, 2)),
        (["1"] * 3 + [".5"] * 2 + ["0"] * 3, "win", Fraction(5, 8)),
        (["1"] * 3 + [".5"] * 2 + ["0"] * 3, "loss", Fraction(3, 8)),
        (["1", "2/3", ".5"], "drop", Fraction(5, 6)),
    ],
)
def test_win_rates_by_hand(won: list[str], ties: str, expected: Fraction) -> None:
    assert score(won, ties) == Defined(expected)


def test_ties_alone_that_are_left_out_give_no_rate() -> None:
    assert score([".5", ".5"], "drop") == Undefined("no comparison that counts")
