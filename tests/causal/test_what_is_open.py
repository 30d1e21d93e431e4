"""Bounds of what is open, and what two systems have in common, where weights or pooling matter."""

from fractions import Fraction

from measurand.studies.causal.evaluate import evaluate
from measurand.studies.causal.judging import ComponentName, Decided, Kind, Undecided
from measurand.studies.causal.options import WEIGHTS, Counts, Open, Options, Pooling, Weights
from measurand.studies.causal.rows import CausalRow, row_of
from measurand.studies.causal.study import batch, by_common_parts
from measurand.values.score import Defined, Undefined
from measurand.values.share import share
from tests.causal.guide_examples import Opinion, newton, opaque

NO_MARKS = {Kind.INTERVENTION: Decided(share=Fraction(0), layer="opinion")}


def test_bounds_hold_a_mean_that_a_half_open_component_is_left_out_of() -> None:
    # Nodes have no marks. Of three knowns two hold and one is open: at least 2/3, yet no score.
    open_b = {(Kind.ABDUCTION, "B"): Undecided(reason="prose", layer="equations")}
    two = Weights(
        intervention=Fraction(1), abductive=Fraction(1), logic=Fraction(0), graph=Fraction(0)
    )
    how = Options(knowns=Open(undecided=Counts.UNDECIDED), weights=two)

    found = evaluate(opaque(), Opinion(open_b, NO_MARKS), how)

    assert isinstance(found.component(ComponentName.ABDUCTION).measured, Undefined)
    assert found.cf == share(0)
    # with the open known: from (0 + 2/3)/2 to (0 + 1)/2, and 0 is what was counted
    assert (found.low, found.high) == (Fraction(0), Fraction(1, 2))


def test_pooled_by_sums_the_bounds_are_of_the_same_sums() -> None:
    # three nodes without marks, two with full ones, nothing open: 2 of 5, not the mean of 0 and 1
    rows = [
        row_of(problem, evaluate(problem, judge, Options()))
        for problem, judge in ((opaque(), Opinion({}, NO_MARKS)), (newton(), Opinion()))
    ]

    found = batch(rows, Options(tested=("intervention",), pooling=Pooling.SUMS))

    assert found.scores[0][1].score == Defined(Fraction(2, 5))
    assert found.bounds[1] == ("intervention", Defined(Fraction(2, 5)), Defined(Fraction(2, 5)))


def test_a_component_that_weighs_nothing_makes_no_mean_another_one() -> None:
    graph = ("graph", share(1))
    more = CausalRow(sample="1", metrics=(("cf", share(1)), ("abductive", share(0)), graph))
    less = CausalRow(sample="1", metrics=(("cf", share(1)), graph))

    found = by_common_parts([more], [less], Options(weights=WEIGHTS["three-way"]))

    assert found == ((more,), (less,), 0)
