"""How far a number moves over the space of its definitions (samples of `small.py`)."""

from fractions import Fraction

from measurand.values.verdict import Verdict
from tests.claims.small import MACRO, MICRO, audited, column, one_row, space, table, texts

ALL = space(["P", "R", "F1"], MICRO, MACRO)
F1 = space(["F1"], MICRO, MACRO)


def test_the_spread_of_a_cell_runs_from_the_lowest_score_to_the_highest() -> None:
    [cell] = audited(one_row({"F1": "66.7"}, F1)).cells

    assert cell.low is not None
    assert cell.high is not None
    assert (cell.low.value, cell.high.value) == (Fraction(5, 12), Fraction(15, 22))
    assert texts(cell.low.candidates) == [
        "average=macro[sample], both_empty=0+0, aggregate=mean",
    ]
    assert texts(cell.high.candidates) == [
        "average=macro[sample], both_empty=1+1, aggregate=harmonic"
    ]


def test_every_definition_at_an_end_of_the_spread_is_named() -> None:
    [cell] = audited(one_row({"P": "75.0"}, ALL)).cells

    assert cell.low is not None
    assert cell.low.value == Fraction(1, 2)
    assert texts(cell.low.candidates) == [
        "average=micro",
        "average=macro[sample], both_empty=0+0, aggregate=mean",
        "average=macro[sample], both_empty=0+0, aggregate=harmonic",
    ]


def test_irrational_scores_have_their_place_in_the_spread() -> None:
    # F of three samples is 2/3, 0, 1 and 1 or 0 for the empty one: deviations of 0.4082 and 0.4330.
    tried = space(["F1"], {"both_empty": ["1+1", "0+0"]})
    made = table([column("F1", "f(statistic=population_stdev)")], one_row({"F1": "40.8"}).rows)

    [cell] = audited(table(made.columns, made.rows, tried)).cells

    assert cell.low is not None
    assert cell.high is not None
    assert 0.408 < float(cell.low.value) < 0.409
    assert 0.433 < float(cell.high.value) < 0.434
    assert cell.reproduced == 1


def test_without_any_score_there_is_no_spread() -> None:
    [cell] = audited(one_row({"F1": "50.0"}, F1), ()).cells

    assert (cell.low, cell.high, cell.nearest) == (None, None, None)
    assert cell.verdict is Verdict.UNDECIDED
