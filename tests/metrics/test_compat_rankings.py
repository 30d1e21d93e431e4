"""Names of pytrec_eval, ir_measures, ranx and scipy: figures that the packages printed, refusals.

The figures are those of pytrec_eval-terrier 0.5.11, ir_measures 0.4.3, ranx 0.3.21 and scipy
1.17.1, of the queries below. tests/peers/like.py draws more inputs where the packages are there.
"""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from attrs import evolve

from measurand.compat import as_ir_measures, as_pytrec_eval, as_ranx, as_scipy, known_as
from measurand.metrics.compat.short_names import named
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.sample import Graded, Sample, of_numbers
from measurand.values.score import Defined

QRELS = {
    "tea": {"t1": 2, "t2": 1, "t3": 0, "t4": -1, "t5": 3},
    "cup": {"c1": 1, "c2": 0},
    "jug": {"j1": 0},
    "pan": {"p1": 1},
}
# t4 and t2 tie in 32 bits, t9 and t1 tie, c2 and c1 tie; nobody ran pan.
TIED = {
    "tea": {"t3": "8.1", "t9": "7.9", "t1": "7.9", "t4": "2.5", "t2": "2.5000001"},
    "cup": {"c2": "0.5", "c1": "0.5", "c3": "0.1"},
    "jug": {"j1": "1.0"},
}
UNTIED = {
    "tea": {"t3": "8.1", "t9": "7.9", "t1": "7.8", "t4": "2.5", "t2": "2.6"},
    "cup": {"c2": "0.4", "c1": "0.5", "c3": "0.1"},
    "jug": {"j1": "1.0"},
}


def graded(numbers: Mapping[str, int | str]) -> Graded:
    return tuple((name, Fraction(number)) for name, number in sorted(numbers.items()))


def samples(run: Mapping[str, Mapping[str, str]]) -> list[Sample]:
    return [
        Sample(id=query, graded=(("gold", graded(gold)), ("predicted", graded(run[query]))))
        if query in run
        else Sample(id=query, predicted=None, graded=(("gold", graded(gold)),))
        for query, gold in QRELS.items()
    ]


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("pytrec_eval:ndcg", 0.30739053696923296),
        ("pytrec_eval:ndcg_cut_3", 0.28031058310847384),
        ("pytrec_eval:map", 0.24814814814814815),
        ("pytrec_eval:map_cut_3", 0.20370370370370372),
        ("pytrec_eval:P_3", 0.2222222222222222),
        ("pytrec_eval:recall_3", 0.4444444444444444),
        ("pytrec_eval:success_1", 0.0),
        ("pytrec_eval:recip_rank", 0.27777777777777773),
        ("pytrec_eval:Rprec", 0.1111111111111111),
        ("pytrec_eval:bpref", 0.0),
        ("ir_measures:nDCG@3", 0.2102329373313554),
        ("ir_measures:nDCG", 0.23054290272692474),
        ("ir_measures:AP", 0.18611111111111112),
        ("ir_measures:AP(rel=2)@3", 0.041666666666666664),
        ("ir_measures:P@3", 0.16666666666666666),
        ("ir_measures:R@3", 0.3333333333333333),
        ("ir_measures:RR", 0.20833333333333331),
        ("ir_measures:Success@1", 0.0),
        ("ir_measures:Rprec", 0.08333333333333333),
        ("ir_measures:Bpref", 0.0),
    ],
)
def test_trec_eval_has_these_bits(name: str, printed: float) -> None:
    assert named(name).number(samples(TIED)) == printed


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("ranx:precision@3", 0.16666666666666666),
        ("ranx:recall@3", 0.3333333333333333),
        ("ranx:hit_rate@1", 0.25),
        ("ranx:mrr", 0.3333333333333333),
    ],
)
def test_ranx_has_these_bits(name: str, printed: float) -> None:
    assert named(name).number(samples(UNTIED)) == printed


def test_the_exact_score_is_the_one_whose_bits_are_printed() -> None:
    number = as_pytrec_eval("map").given(samples(TIED))

    # tea: t1 at 3, t2 at 5 (t4 is above it in 32 bits): (1/3 + 2/5) / 3; cup: 1/2; jug: 0.
    assert number.score == Defined((Fraction(11, 45) + Fraction(1, 2)) / 3)


def test_scores_that_differ_beyond_32_bits_tie_for_trec_eval_alone() -> None:
    [tea, *_] = samples(TIED)

    exact, single = (
        evaluate(parse(f"reciprocal_rank(rounding={one})"), [evolve(tea, graded=close)])
        for one, close in (
            (one, (("gold", graded({"t2": 1})), ("predicted", graded(TIED["tea"]))))
            for one in ("none", "single")
        )
    )

    assert (exact, single) == (Defined(Fraction(1, 4)), Defined(Fraction(1, 5)))


def test_a_grade_below_0_is_judged_or_is_not() -> None:
    # Above b is n, judged not relevant, or not judged.
    sample = Sample(
        id="q",
        graded=(
            ("gold", graded({"b": 1, "m": 0, "n": -1})),
            ("predicted", graded({"n": 3, "b": 2, "m": 1})),
        ),
    )

    one, other = (
        evaluate(parse(f"bpref(negative={how})"), [sample]) for how in ("judged", "unjudged")
    )

    assert (one, other) == (Defined(Fraction(0)), Defined(Fraction(1)))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("pytrec_eval:ndcg@10", "a measure of pytrec_eval, among P_K, recall_K"),
        ("pytrec_eval:P", "a measure of pytrec_eval, among P_K"),
        ("pytrec_eval:map_3", "a measure of pytrec_eval, among"),
        ("pytrec_eval:ndcg:2", "a level from 1 on, of a metric of relevant documents: got 2"),
        ("ir_measures:nDGC@10", "a measure of ir_measures, .*did you mean 'nDCG'"),
        ("ir_measures:RR@10", "RR without a cutoff, which another program computes: got 'RR@10'"),
        ("ir_measures:P", "ir_measures: a cutoff, such as P of the first 10: got none"),
        ("ir_measures:nDCG(dcg='exp-log2')@5", "parameters among rel and judged_only"),
        ("ir_measures:Bpref(judged_only=True)", "judged_only of a measure that sees others"),
        ("ranx:ndgc@10", "a metric of ranx, .*: did you mean 'ndcg'"),
        ("ranx:r-precision@3", "ranx: no cutoff: got 3"),
        ("scipy:pearson:a:b", "one of spearmanr, kendalltau, pearsonr.*did you mean 'pearsonr'"),
    ],
)
def test_what_a_tool_does_not_have_is_refused(name: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        named(name)


@pytest.mark.parametrize(
    ("gold", "run", "name", "told"),
    [
        ({"a": 1}, {"a": "1", "b": "1"}, "ranx:map", "scores that differ, .*tie in 'q'"),
        ({"a": 1}, {}, "ranx:map", "a document in the run of a query"),
        ({}, {"a": "1"}, "pytrec_eval:map", "a document that was judged in every query"),
        ({"a": -1}, {"a": "1"}, "pytrec_eval:map", "a grade of at least 0 in every query"),
        ({"a": "1/2"}, {"a": "1"}, "ir_measures:AP", "whole grades of at most 1048576: got 1/2"),
        (
            {"a": -1, "b": 1},
            {"a": "1"},
            "ir_measures:AP(judged_only=True)",
            "grades of at least 0, as others are left out",
        ),
    ],
)
def test_samples_that_a_tool_does_not_take_are_refused(
    gold: Mapping[str, int | str], run: Mapping[str, str], name: str, told: str
) -> None:
    sample = Sample(id="q", graded=(("gold", graded(gold)), ("predicted", graded(run))))

    with pytest.raises(ValueError, match=told):
        named(name).number([sample])


def test_a_list_without_scores_is_no_run_of_a_tool() -> None:
    with pytest.raises(ValueError, match="a score of each document: got a list of them in 'q'"):
        as_ir_measures("AP").number([Sample(id="q", gold=("a",), predicted=("a",))])


@pytest.mark.parametrize(
    "number",
    [
        as_pytrec_eval("ndcg_cut_10"),
        as_pytrec_eval("map", 2),
        as_ir_measures("P(rel=2,judged_only=True)@5"),
        as_ir_measures("Bpref"),
        as_ranx("ndcg_burges@3"),
        as_ranx("map-l2"),
    ],
    ids=lambda one: one.call,
)
def test_a_number_is_known_as_itself(number: object) -> None:
    assert number in known_as(number.definition)  # type: ignore[attr-defined] # a number of a tool


@pytest.mark.parametrize(
    ("function", "printed"),
    [
        # scipy.stats of [1, 2, 3, 4, 4] and [2, 1, 4, 4, 5].
        ("spearmanr", 0.8157894736842107),
        ("kendalltau", 0.6666666666666666),
    ],
)
def test_scipy_has_these_bits(function: str, printed: float) -> None:
    rows = of_numbers(x=(1, 2, 3, 4, 4), y=(2, 1, 4, 4, 5))

    assert as_scipy(function, "x", "y").number(rows) == printed
