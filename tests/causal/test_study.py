"""Batches, two systems, and scores against answers: numbers worked out by hand."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.inference.family import Verdict
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.studies.causal.evaluate import evaluate, unread
from measurand.studies.causal.judging import ComponentName, Kind, Undecided, Unscored
from measurand.studies.causal.options import DOCUMENTED, Common, Join, Options, Pooling
from measurand.studies.causal.report import batch_report
from measurand.studies.causal.rows import CausalRow, VerdictCount, row_of, sample_of
from measurand.studies.causal.sampling import Sampling
from measurand.studies.causal.study import StudyError, batch, compare_systems, layers, validity
from measurand.values.reasoning import Problem, ReasoningGraph
from measurand.values.score import Defined, Undefined
from measurand.values.share import Measured, share
from tests.causal.guide_examples import PRINTED, Opinion, newton, opaque

CF = Options(tested=("cf",))
NOTHING = Undefined("no reasoning text")


def row(
    sample: str, cf: Measured | str, group: str | None = None, *, correct: bool | None = None
) -> CausalRow:
    found = share(Fraction(cf)) if isinstance(cf, str) else cf
    return CausalRow(sample=sample, group=group, metrics=(("cf", found),), correct=correct)


def test_the_mean_of_a_batch_is_that_of_the_scores_that_are_defined() -> None:
    rows = [row("1", "1/2"), row("2", "1"), row("3", NOTHING)]

    found = batch(rows, CF)

    [(name, cf)] = found.scores
    assert (name, cf.score, cf.units, cf.left_out) == ("cf", Defined(Fraction(3, 4)), 2, 1)
    assert (found.samples, found.clusters) == (3, 3)
    assert (found.lowest, found.highest) == (share(Fraction(1, 2)), share(1))


def test_the_numbers_of_the_report_are_those_of_the_batch() -> None:
    problems = [newton(), evolve(newton(""), id="2"), evolve(opaque(), id="3")]
    found = [evaluate(one, PRINTED, DOCUMENTED) for one in problems]
    rows = [row_of(one, score) for one, score in zip(problems, found, strict=True)]

    study, report = batch(rows, DOCUMENTED), batch_report(rows, [])

    score = dict(study.scores)["cf"].score
    assert isinstance(score, Defined)
    assert report["average_cf"] == float(score.value)
    assert report["summary"] == {
        "min": float(study.lowest.value) if not isinstance(study.lowest, Undefined) else None,
        "max": float(study.highest.value) if not isinstance(study.highest, Undefined) else None,
        "avg": float(score.value),
    }


def test_graphs_of_one_problem_are_resampled_together() -> None:
    # two problems, all graphs of each alike: a resample has the mean 0, 1/2 or 1
    rows = [row(f"{group}{n}", str(group), str(group)) for group in (0, 1) for n in range(9)]

    clustered = dict(batch(rows, CF).scores)["cf"]
    apart = dict(batch(rows, evolve(CF, plan=Plan())).scores)["cf"]

    assert (clustered.units, apart.units) == (2, 18)
    assert isinstance(clustered.interval, Interval)
    assert isinstance(apart.interval, Interval)
    assert (clustered.interval.low, clustered.interval.high) == (0.0, 1.0)
    assert apart.interval.high - apart.interval.low < 0.6


def test_a_graph_without_a_problem_is_its_own() -> None:
    rows = [row("1", "0", "2"), row("2", "1"), row("3", "1", "2")]

    assert batch(rows, CF).clusters == 2


def test_pooling_sums_weighs_graphs_by_their_subjects() -> None:
    # 1 of 1 node and 1 of 3: means 1 and 1/3, sums 2 of 4
    rows = [
        CausalRow(sample="1", metrics=(("intervention", share(1, 1)),)),
        CausalRow(sample="2", metrics=(("intervention", share(1, 3)),)),
    ]
    means = Options(tested=("intervention",))

    for options, score in (
        (means, Fraction(2, 3)),
        (evolve(means, pooling=Pooling.SUMS), Fraction(1, 2)),
    ):
        assert dict(batch(rows, options).scores)["intervention"].score == Defined(score)


def test_bands_are_counted() -> None:
    rows = [
        CausalRow(sample="1", band="good"),
        CausalRow(sample="2", band="good"),
        CausalRow(sample="3", band="poor"),
        CausalRow(sample="4"),
    ]

    counts = dict(batch(rows, CF).bands)
    assert counts == {"excellent": 0, "good": 2, "fair": 0, "poor": 1, "open": 0}


def test_an_empty_batch_is_undefined() -> None:
    found = batch([], CF)

    assert found.lowest == Undefined("no graph has a score")
    assert isinstance(dict(found.scores)["cf"].score, Undefined)


def test_an_item_that_could_not_be_read_is_a_row_and_spoils_nothing() -> None:
    bad = Problem(id="bad", graph=ReasoningGraph())
    rows = [
        row_of(newton(), evaluate(newton(), PRINTED, DOCUMENTED)),
        row_of(bad, unread("no object", DOCUMENTED)),
    ]

    found = batch(rows, DOCUMENTED)

    cf = dict(found.scores)["cf"]
    assert (cf.score, cf.left_out) == (Defined(Fraction(955, 1000)), 1)
    assert (
        VerdictCount(part="graph_quality", outcome="undecided", reason="no object", count=1)
        in found.layers
    )


def test_layers_say_who_decided_what_and_why_the_rest_is_open() -> None:
    judge = Opinion(
        {
            (Kind.ABDUCTION, "A"): Undecided(reason="prose rule", layer="equations"),
            (Kind.ABDUCTION, "B"): Unscored(reason="timeout"),
        }
    )
    one = row_of(opaque(), evaluate(opaque(), judge, Options()))
    two = row_of(newton(), evaluate(newton(), PRINTED, Options()))

    told = [
        (found.part, found.outcome, found.layer, found.reason, found.count)
        for found in layers([one, two])
    ]

    assert told == [
        ("causal_intervention", "decided", "model", "", 2),
        ("causal_intervention", "decided", "opinion", "", 3),
        ("abductive_reasoning", "decided", "opinion", "", 3),
        ("abductive_reasoning", "undecided", "equations", "prose rule", 1),
        ("abductive_reasoning", "unscored", "", "timeout", 1),
        ("logic_quality", "decided", "model", "", 1),
        ("logic_quality", "undecided", "", "no reasoning text", 1),
        ("graph_quality", "decided", "rules", "", 2),
    ]
    assert (one.unscored, two.unscored) == (1, 0)


def test_reasons_come_by_their_counts() -> None:
    def count(reason: str, count: int) -> VerdictCount:
        return VerdictCount(
            part="abductive_reasoning", outcome="undecided", reason=reason, count=count
        )

    rows = [
        CausalRow(sample="1", verdicts=(count("cyclic", 1), count("prose", 1))),
        CausalRow(sample="2", verdicts=(count("prose", 1), count("budget", 1))),
    ]

    assert [one.reason for one in layers(rows)] == ["prose", "budget", "cyclic"]


def test_a_half_mark_of_a_component_is_undecided_in_the_layers() -> None:
    found = row_of(newton(""), evaluate(newton(""), PRINTED, DOCUMENTED))

    assert found.metric("logic") == share(Fraction(1, 2))
    [logic] = [one for one in found.verdicts if one.part == "logic_quality"]
    assert (logic.outcome, logic.reason) == ("undecided", "no reasoning text")
    assert found.metric("logic_low") == found.metric("logic_high") == share(Fraction(1, 2))


def test_a_graph_that_is_not_there_is_undecided_whatever_it_counts_as() -> None:
    bare = Problem(id="1", graph=ReasoningGraph(targets=("a",)))

    found = row_of(bare, evaluate(bare, PRINTED, DOCUMENTED))

    assert found.metric("graph") == share(Fraction(1, 2))
    assert found.metric("acyclic") == Undefined("no causal graph")
    assert (
        VerdictCount(part="graph_quality", outcome="undecided", reason="no causal graph", count=1)
        in found.verdicts
    )


def test_a_batch_bounds_what_is_open() -> None:
    # of three knowns two hold and one is open, of two knowns both hold: (2/3 + 1)/2 and 1
    judge = Opinion({(Kind.ABDUCTION, "B"): Undecided(reason="prose", layer="equations")})
    bare = Problem(id="3", graph=ReasoningGraph(targets=("a",)))
    rows = [row_of(one, evaluate(one, judge, Options())) for one in (opaque(), newton(), bare)]

    bounds = {name: (low, high) for name, low, high in batch(rows, CF).bounds}

    assert bounds["abductive"] == (Defined(Fraction(5, 6)), Defined(Fraction(1)))
    assert list(bounds) == ["cf", "intervention", "abductive", "logic"]
    assert rows[2].metric("abductive_low") == Undefined("no known")


def test_nodes_that_were_not_drawn_are_counted_as_unasked() -> None:
    options = Options(sampling=Sampling(size=1), parts=(ComponentName.INTERVENTION,))

    found = row_of(opaque(), evaluate(opaque(), Opinion(), options))

    assert [(one.outcome, one.count) for one in found.verdicts] == [("decided", 1), ("unasked", 2)]
    assert found.metric("intervention_sampled_low") == share(Fraction(1, 3))
    assert found.metric("intervention") == share(3, 3)


def test_the_improvement_is_the_first_less_the_second() -> None:
    # seed 001: improvement = our_cf - baseline_cf; all 6 differ by 1/4: p = 2/2**6
    ours = [row(str(n), "3/4") for n in range(6)]
    baseline = [row(str(n), "1/2") for n in range(6)]

    found = compare_systems(ours, baseline, CF)

    [test] = found.tests
    comparison = test.hypothesis.found
    assert comparison.difference == Defined(Fraction(1, 4))
    assert isinstance(comparison.p_value, PValue)
    assert comparison.p_value.value == Fraction(1, 32)
    assert (test.verdict, found.joined, found.clusters) == (Verdict.DIFFERENT, 6, 6)


def test_graphs_are_joined_by_their_ids() -> None:
    ours = [row("1", "1"), row("2", "1"), row("3", NOTHING)]
    baseline = [row("2", "0"), row("3", "0"), row("4", "0")]

    found = compare_systems(ours, baseline, CF)

    comparison = found.tests[0].hypothesis.found
    assert (found.samples, found.joined) == ((3, 3), 2)
    assert (comparison.units, comparison.left_out, comparison.alone) == (1, 1, (1, 1))
    assert comparison.difference == Defined(Fraction(1))


def test_problems_count_once_where_they_are_joined_by_problem() -> None:
    # problem a: (1 + 0)/2 - 0, problem b: 1 - 1/2; the mean of 1/2 and 1/2
    ours = [row("a1", "1", "a"), row("a2", "0", "a"), row("a3", NOTHING, "a"), row("b1", "1", "b")]
    baseline = [row("x", "0", "a"), row("y", "1/2", "b"), row("z", "1", "c")]

    found = compare_systems(ours, baseline, evolve(CF, join=Join.GROUP))

    comparison = found.tests[0].hypothesis.found
    assert comparison.difference == Defined(Fraction(1, 2))
    assert (comparison.units, comparison.alone, found.joined) == (2, (0, 1), 2)


def test_sums_are_pooled_within_a_problem() -> None:
    # a: 1 of 1 and 1 of 3 are 2 of 4; both problems together: 2 of 4 against 1 of 4
    options = Options(tested=("intervention",), join=Join.GROUP, pooling=Pooling.SUMS)
    ours = [
        CausalRow(sample="1", group="a", metrics=(("intervention", share(1, 1)),)),
        CausalRow(sample="2", group="a", metrics=(("intervention", share(1, 3)),)),
    ]
    baseline = [CausalRow(sample="3", group="a", metrics=(("intervention", share(1, 4)),))]

    comparison = compare_systems(ours, baseline, options).tests[0].hypothesis.found

    assert comparison.first == Defined(Fraction(1, 2))
    assert comparison.difference == Defined(Fraction(1, 4))


def test_systems_that_share_no_graph_cannot_be_compared_by_id() -> None:
    with pytest.raises(StudyError, match=r"same id \(join=group joins them by problem\)"):
        compare_systems([row("1", "1", "a")], [row("2", "1", "a")], CF)


def test_a_metric_that_nobody_has_is_not_tested() -> None:
    ours, baseline = ([row(str(n), value) for n in range(6)] for value in ("1", "0"))
    options = Options(tested=("cf", "logic"))

    tests = compare_systems(list(ours), list(baseline), options).tests

    assert [one.tests for one in tests] == [1, 1]
    assert tests[0].adjusted == Fraction(1, 32)
    assert tests[1].adjusted == Undefined("no sample was scored")


def test_metrics_are_adjusted_together() -> None:
    def rows(cf: int, graph: int) -> list[CausalRow]:
        metrics = (("cf", share(cf)), ("graph", share(graph)))
        return [CausalRow(sample=str(n), metrics=metrics) for n in range(6)]

    tests = compare_systems(rows(1, 1), rows(0, 0), Options(tested=("cf", "graph"))).tests

    # Holm (1979): twice the smaller of two p-values of 1/32
    assert [one.adjusted for one in tests] == [Fraction(1, 16), Fraction(1, 16)]


def test_metrics_are_resampled_apart() -> None:
    def rows(step: int) -> list[CausalRow]:
        shares = [share(n * step % 7, 7) for n in range(12)]
        return [
            CausalRow(sample=str(n), metrics=(("cf", one), ("graph", one)))
            for n, one in enumerate(shares)
        ]

    plan = Plan(cluster="group", replicates=99)
    tests = compare_systems(rows(3), rows(5), Options(tested=("cf", "graph"), plan=plan)).tests

    one, other = (test.hypothesis.found for test in tests)
    assert one.difference == other.difference
    assert one.interval != other.interval


def test_scores_against_answers() -> None:
    # pairs of right and wrong: 1 over 1/2, 1 over 1/4, 1/2 over 1/2 (half), 1/2 over 1/4
    rows = [
        row("1", "1", correct=True),
        row("2", "1/2", correct=True),
        row("3", "1/2", correct=False),
        row("4", "1/4", correct=False),
        row("5", "0"),
        row("6", NOTHING, correct=True),
    ]

    found = validity(rows, CF)

    assert dict(found.scores)["cf"].score == Defined(Fraction(7, 8))
    assert dict(found.scores)["cf"].left_out == 2
    assert (found.samples, found.known, found.right, found.clusters) == (6, 5, 3, 5)


def test_scores_against_answers_are_resampled_by_problem() -> None:
    rows = [
        row(f"{group}{n}", str(Fraction(group * 2 + n, 20)), str(group), correct=n == 1)
        for group in range(8)
        for n in range(2)
    ]

    found = dict(validity(rows, CF).scores)["cf"]

    assert found.units == 8
    assert isinstance(found.interval, Interval)


def test_without_wrong_answers_there_is_no_area() -> None:
    found = validity([row("1", "1", correct=True)], CF)

    assert dict(found.scores)["cf"].score == Undefined("no sample with correct=0")


def test_two_rows_of_one_sample_are_refused() -> None:
    with pytest.raises(StudyError, match="one row for each sample: got two of '1'"):
        batch([row("1", "1"), row("1", "0")], CF)


def test_a_row_has_a_sample_of_its_metrics() -> None:
    found = sample_of(row("1", NOTHING, "p", correct=False))

    assert found.amount("correct") == 0
    assert found.reason("cf") == "no reasoning text"
    assert found.group("group") == "problem p"


def test_a_metric_stands_once_in_a_row() -> None:
    with pytest.raises(ValueError, match="metrics have names that differ"):
        CausalRow(sample="1", metrics=(("cf", share(1)), ("cf", share(1))))


def test_the_row_of_a_problem_has_all_metrics_in_their_order() -> None:
    found = row_of(newton(), evaluate(newton(), PRINTED, DOCUMENTED))

    assert [name for name, _ in found.metrics] == [
        "cf",
        "cf_low",
        "cf_high",
        "coverage",
        "intervention",
        "abductive",
        "logic",
        "graph",
        "acyclic",
        "graph_coverage",
        "ruled",
        "connected",
        "intervention_low",
        "intervention_high",
        "abductive_low",
        "abductive_high",
        "logic_low",
        "logic_high",
    ]
    assert found.band == "excellent"


def test_what_was_not_asked_for_says_so() -> None:
    found = row_of(newton(), evaluate(newton(), PRINTED, Options(parts=(ComponentName.LOGIC,))))

    assert found.metric("graph") == Undefined("not asked for")
    assert found.metric("acyclic") == Undefined("not asked for")
    assert found.metric("logic") == share(Fraction(85, 100))


def graphs_of(*scores: tuple[str, Fraction, Fraction | None]) -> list[CausalRow]:
    """Make rows of a score of the graph and, where it is known, of abduction."""
    rows = []
    for name, graph, known in scores:
        both = [graph] if known is None else [graph, known]
        abductive = Undefined("no known") if known is None else share(known)
        cf = share(sum(both, Fraction(0)) / len(both))
        metrics = (("cf", cf), ("abductive", abductive), ("graph", share(graph)))
        rows.append(CausalRow(sample=name, metrics=metrics))
    return rows


def test_staying_undecided_wins_nothing() -> None:
    # twelve graphs: one system shows that no known is recoverable, the other says nothing about it
    decided = graphs_of(*((str(n), Fraction(1), Fraction(0)) for n in range(12)))
    silent = graphs_of(*((str(n), Fraction(1), None) for n in range(12)))

    found = compare_systems(decided, silent, CF)

    assert found.tests[0].hypothesis.found.difference == Defined(Fraction(0))
    assert found.fewer == 12


def test_each_with_its_own_mean_is_an_option() -> None:
    decided = graphs_of(("1", Fraction(1), Fraction(0)))
    silent = graphs_of(("1", Fraction(1), None))

    found = compare_systems(decided, silent, evolve(CF, common=Common.EACH))

    assert found.tests[0].hypothesis.found.difference == Defined(Fraction(-1, 2))
    assert found.fewer == 0


def test_without_a_common_component_there_is_nothing_to_compare() -> None:
    first = [CausalRow(sample="1", metrics=(("cf", share(1)), ("graph", share(1))))]
    second = [CausalRow(sample="1", metrics=(("cf", share(0)), ("logic", share(0))))]

    found = compare_systems(first, second, CF)

    assert found.tests[0].hypothesis.null == "neither system has a score"
    assert found.fewer == 1


def test_by_problem_all_graphs_of_a_problem_have_common_parts() -> None:
    first = graphs_of(("1", Fraction(1), Fraction(0)), ("2", Fraction(1), None))
    second = graphs_of(("3", Fraction(1, 2), Fraction(1)))
    one, other = ([evolve(row, group="p") for row in side] for side in (first, second))

    found = compare_systems(one, other, evolve(CF, join=Join.GROUP))

    # by the graph alone: (1 + 1)/2 less 1/2
    assert found.tests[0].hypothesis.found.difference == Defined(Fraction(1, 2))
    assert (found.joined, found.fewer) == (1, 1)
