"""Intervals of review metrics, and tests of what the review changed, on runs worked by hand."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from attrs import evolve

from measurand.evidence.evidence import Excluded
from measurand.evidence.observation import Observing
from measurand.evidence.pairs import paired_parts
from measurand.evidence.pool import Pool, pool
from measurand.inference.comparison import compare, estimate
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Plan, Test
from measurand.inference.pvalue import PValue
from measurand.metrics.definitions import Definition, Difference, observing
from measurand.metrics.signature import parse, signature
from measurand.studies.review.edge.files.scorecards import scorecard
from measurand.studies.review.metrics import definitions, scores
from measurand.studies.review.options import Options
from measurand.studies.review.page import Line
from measurand.studies.review.quantities import Quantities
from measurand.studies.review.study import MCNEMAR, p_value_of, with_inference
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined
from tests.review.worked import Record, record, says

GOOD, BAD = says("맛", "positive"), says("맛", "negative")
ASKED = definitions(Options())
Pools = dict[Observing, Pool]


def pools_of(rows: Sequence[Record]) -> Pools:
    """Pool every observation of every metric, as a run does."""
    parts = {observing(definition) for definition in ASKED.values()}
    wanted = Quantities.of(parts)
    cards = [scorecard(row, name=str(at)) for at, row in enumerate(rows)]
    samples = [wanted.sample(card) for card in cards]
    return {part: pool(part, samples) for part in parts}


def lines_of(pools: Pools, asked: dict[str, Definition] | None = None) -> dict[str, Line]:
    found = scores(ASKED if asked is None else asked, pools)
    return {name: Line(name, one.score, signature(ASKED[name]), "") for name, one in found.items()}


def moved(fixed: int, broken: int, kept: int = 0, still: int = 0) -> Pools:
    """Make a run of which so many samples were fixed, broken, kept right and still wrong."""
    ways = ((BAD, GOOD, fixed), (GOOD, BAD, broken), (GOOD, GOOD, kept), (BAD, BAD, still))
    return pools_of(
        [
            record(gold=[GOOD], stage1=[first], final=[last])
            for first, last, number in ways
            for _ in range(number)
        ]
    )


def p_of(name: str, pools: Pools) -> Fraction:
    found = p_value_of(ASKED[name], pools)
    assert isinstance(found, PValue)
    return found.value


@pytest.mark.parametrize(
    ("fixed", "broken", "p"),
    [
        (5, 0, Fraction(1, 16)),  # 2 / 2**5
        (6, 0, Fraction(1, 32)),
        (8, 1, Fraction(20, 512)),  # 2 * (1 + 9) / 2**9
        (3, 3, Fraction(1)),
        (0, 0, Fraction(1)),
    ],
)
def test_fixed_against_broken_is_mcnemar_exact(fixed: int, broken: int, p: Fraction) -> None:
    pools = moved(fixed, broken, kept=4, still=2)

    found = p_value_of(ASKED["net_gain"], pools)

    assert isinstance(found, PValue)
    assert (found.value, found.how) == (p, MCNEMAR)
    assert found.least == min(Fraction(1), Fraction(2, 2 ** (fixed + broken)))


def test_where_a_sample_has_one_tuple_both_tests_are_one() -> None:
    """F1 is 0 or 1 then: exchanging stages is tossing a coin for each sample that moved."""
    pools = moved(7, 2, kept=3, still=1)

    assert p_of("delta_f1", pools) == p_of("net_gain", pools) == Fraction(92, 512)


def test_delta_f1_is_tested_by_its_size_where_net_gain_counts() -> None:
    """Six samples gain 1/3, one loses 1: in thirds, +-1 six times and +-3 once sum to 3.

    Of 128 patterns 86 are at least as far from 0. Six were fixed, one broken: 2 * (1 + 7) / 128.
    """
    gain = record(gold=[GOOD], stage1=[GOOD, says("값", "positive")], final=[GOOD])
    loss = record(gold=[GOOD], stage1=[GOOD], final=[BAD])
    pools = pools_of([gain] * 6 + [loss])

    assert (p_of("delta_f1", pools), p_of("net_gain", pools)) == (Fraction(43, 64), Fraction(1, 8))


def test_every_rate_and_score_has_an_interval_and_no_count_has() -> None:
    pools = moved(6, 1, kept=4, still=3)

    found = with_inference(lines_of(pools), ASKED, pools)

    for name in ("tuple_f1_s1", "tuple_f1_s2", "delta_f1", "fix_rate", "net_gain"):
        line = found[name]
        assert isinstance(line.interval, Interval), name
        assert isinstance(line.score, Defined), name
        assert line.interval.low < float(line.score.value) < line.interval.high, name
    assert found["n_fix"].interval is None
    assert {name for name, line in found.items() if line.p_value} == {"delta_f1", "net_gain"}
    assert {name: evolve(line, interval=None, p_value=None) for name, line in found.items()} == (
        lines_of(pools)
    )


def test_the_interval_of_a_metric_is_its_estimate_under_its_own_name() -> None:
    pools = moved(6, 1, kept=4, still=3)
    plan = Plan(seed=5, ends=Ends.BASIC, replicates=100)

    found = with_inference(lines_of(pools), ASKED, pools, plan)

    gain = ASKED["net_gain"]
    expected = estimate(gain, pools[observing(gain)], plan, key="net_gain").interval
    assert found["net_gain"].interval == expected
    assert with_inference(lines_of(pools), ASKED, pools, plan) == found


def test_a_metric_has_the_same_interval_whatever_stands_beside_it() -> None:
    pools = moved(6, 1, kept=4, still=3)
    everything = with_inference(lines_of(pools), ASKED, pools)
    few = {name: ASKED[name] for name in ("delta_f1", "fix_rate")}

    found = with_inference(lines_of(pools, few), few, pools)

    assert found == {name: everything[name] for name in few}


def test_metrics_of_one_definition_have_one_interval() -> None:
    pools = moved(6, 1, kept=4, still=3)

    found = with_inference(lines_of(pools), ASKED, pools)

    assert found["tuple_f1_s2"].interval == found["tuple_f1_s2_overall"].interval


def test_a_run_without_gold_has_neither_intervals_nor_p_values() -> None:
    pools = pools_of([record(gold=None, stage1=[GOOD], final=[GOOD])])

    found = with_inference(lines_of(pools), ASKED, pools)

    assert isinstance(found["delta_f1"].interval, Undefined)
    assert isinstance(found["delta_f1"].p_value, Undefined)
    assert found["net_gain"].p_value == Undefined("no sample was scored")


def test_one_sample_gives_a_point_and_p_1() -> None:
    pools = moved(1, 0)

    found = with_inference(lines_of(pools), ASKED, pools)

    assert isinstance(found["delta_f1"].interval, Interval)
    assert found["delta_f1"].interval.degenerate is not None
    assert p_of("delta_f1", pools) == p_of("net_gain", pools) == 1


def test_other_tests_of_a_plan_leave_mcnemar_as_it_is() -> None:
    pools = moved(6, 0)

    ranked = p_value_of(ASKED["delta_f1"], pools, Plan(test=Test.WILCOXON))
    gain = p_value_of(ASKED["net_gain"], pools, Plan(test=Test.WILCOXON))

    assert isinstance(ranked, PValue)
    assert ranked.how.startswith("signed ranks")
    assert isinstance(gain, PValue)
    assert gain.how == MCNEMAR


# The pairs that the stages make.


def test_the_pairs_of_the_stages_have_the_scores_of_the_metrics() -> None:
    pools = moved(6, 1, kept=4, still=3)
    change = ASKED["delta_f1"]
    assert isinstance(change, Difference)

    found = compare(change.f, paired_parts(pools[observing(change)], 1, 0), Plan(replicates=1))

    scored = {name: line.score for name, line in lines_of(pools).items()}
    assert (found.first, found.second) == (scored["tuple_f1_s2"], scored["tuple_f1_s1"])
    assert found.difference == scored["delta_f1"]


def test_a_sample_that_lacks_a_stage_is_in_no_pair() -> None:
    change = parse("difference(before=draft)")
    whole = Sample(id="1", gold=("a",), predicted=("a",), lists=(("draft", ()),))
    part = Sample(id="2", gold=("a",), predicted=None, lists=(("draft", ()),))

    found = paired_parts(pool(observing(change), [whole, part]), 1, 0)

    lacking = [pair for pair in found.keyed.flat().counts if isinstance(pair[0], Excluded)]
    assert [a == b for a, b in lacking] == [True]
    assert (found.first().scored(), found.second().scored()) == (1, 1)


def test_only_stages_of_one_list_of_gold_make_pairs() -> None:
    shift = parse("shift(of=improved,before=draft,where=changed)")
    found = pool(observing(shift), [])

    with pytest.raises(ValueError, match="parts that differ in the list of answers alone"):
        paired_parts(found, 0, 1)
    assert paired_parts(found, 1, 2).names == ()
    with pytest.raises(ValueError, match="two of the parts 0 to 2 of a pool: got 1 and 3"):
        paired_parts(found, 1, 3)
    with pytest.raises(ValueError, match="a pool of several observations: got one of one"):
        paired_parts(pool(observing(parse("f")), []), 0, 1)
