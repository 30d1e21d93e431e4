from fractions import Fraction

import pytest
from attrs import evolve

from measurand.algebra.certificate import verify
from measurand.auditing.proofs.feasible.feasibility import MANY, NOT_SEARCHED, feasible
from measurand.auditing.proofs.feasible.identify import identify
from measurand.auditing.proofs.feasible.reading import (
    MICRO,
    Reading,
    allowed,
    default_readings,
    reading_of,
)
from measurand.auditing.proofs.feasible.search import Effort
from measurand.auditing.proofs.finding import Certified, Clash, Exhausted, Finding, Witness
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.metrics.definitions import F
from measurand.metrics.empty_rules import EmptyRules
from measurand.metrics.options import Aggregate, Drop, EmptyValue, Parts
from measurand.metrics.signature import parse
from measurand.values.printed import Printed, Rounding
from measurand.values.tally import Tally
from measurand.values.verdict import Verdict

WHOLE = Reading()
HARMONIC = Reading(aggregate=Aggregate.HARMONIC)
POOLED = Reading(average=MICRO)


def sheet(*rows: dict[Role, str | Printed], facts: tuple[tuple[Fact, int], ...] = ()) -> Sheet:
    roles = dict.fromkeys(role for row in rows for role in row)
    return Sheet(
        columns=tuple(Column(name=role.value, role=role) for role in roles),
        rows=tuple(
            Row(
                label=f"row {at}",
                cells=tuple(
                    (role.value, cell if isinstance(cell, Printed) else Printed.parse(cell))
                    for role, cell in row.items()
                ),
            )
            for at, row in enumerate(rows, 1)
        ),
        facts=facts,
    )


def only(table: Sheet, reading: Reading, effort: Effort | None = None) -> Finding:
    (finding,) = feasible(table, [reading], effort=effort)
    return finding


def tallies(finding: Finding) -> list[Tally]:
    (witness,) = finding.grounds
    assert isinstance(witness, Witness)
    return [tally for _, row in witness.samples for one in row for _, tally in one.counts or ()]


def test_a_third_of_three_samples_has_a_data_set_that_prints_it() -> None:
    table = sheet({Role.RECALL: "33.3%", Role.GOLD: "3"}, facts=((Fact.SAMPLES, 3),))
    found = only(table, WHOLE)
    assert found.verdict is Verdict.HOLDS
    assert sum(one.gold for one in tallies(found)) == 3


def test_a_recall_that_no_two_samples_of_one_item_have_is_refuted_with_a_certificate() -> None:
    table = sheet({Role.RECALL: "33.3%", Role.GOLD: "2"}, facts=((Fact.SAMPLES, 2),))
    found = only(table, WHOLE)
    assert found.verdict is Verdict.REFUTED
    assert found.because == (
        "not reproducible under average=macro[sample],both_empty=1+1,gold_empty=0+0,"
        "pred_empty=0+0,aggregate=mean,credit=binary: no data set prints gold, recall of row 1"
    )
    (proof,) = found.grounds
    assert isinstance(proof, Certified)
    assert [verify(program, certificate) for _, program, certificate in proof.programs] == [""]


def test_soft_hits_can_print_what_whole_hits_cannot() -> None:
    table = sheet({Role.RECALL: "33.3%", Role.GOLD: "2"}, facts=((Fact.SAMPLES, 2),))
    assert only(table, Reading(soft=True)).verdict is Verdict.HOLDS


def test_a_soft_hit_below_the_threshold_is_no_hit() -> None:
    # one item, found with a credit of 0.50
    cells = {Role.HITS: "0.50", Role.PREDICTED: "1", Role.GOLD: "1", Role.RECALL: "50%"}
    strict = Reading(soft=True, least=Fraction(7, 10))
    assert only(sheet(dict(cells)), Reading(soft=True)).verdict is Verdict.HOLDS
    assert only(sheet(dict(cells)), strict).verdict is Verdict.REFUTED


def test_two_matches_above_the_threshold_are_worth_between_it_and_one_each() -> None:
    strict = Reading(soft=True, least=Fraction(7, 10))
    for hits, verdict in (("1.30", Verdict.REFUTED), ("1.50", Verdict.HOLDS)):
        cells: dict[Role, str | Printed] = {
            Role.HITS: hits,
            Role.PREDICTED: "2",
            Role.GOLD: "2",
            Role.F: f"{float(hits) * 50:.1f}%",
        }
        table = sheet(cells, facts=((Fact.SAMPLES, 1),))
        assert only(table, strict).verdict is verdict


def test_totals_that_are_no_whole_number_are_refuted_without_a_search() -> None:
    found = only(sheet({Role.GOLD: "3", Role.HITS: "1.80", Role.RECALL: "60%"}), POOLED)
    assert found.verdict is Verdict.REFUTED
    assert found.grounds == (Exhausted("whole numbers that print as hits of row 1", 0),)


def test_a_rate_above_one_clashes_with_what_rates_are() -> None:
    (clash,) = only(sheet({Role.PRECISION: "1.20"}), WHOLE).grounds
    assert isinstance(clash, Clash)
    assert clash.holds


def test_a_mean_of_f_below_its_bound_is_refuted_whatever_the_sizes_are() -> None:
    # max(0, P + R - 1) = 0.8 <= mean of F
    table = sheet({Role.PRECISION: "90%", Role.RECALL: "90%", Role.F: "50%"})
    assert only(table, Reading(soft=True)).verdict is Verdict.REFUTED


def test_larger_samples_are_never_ruled_out_by_not_looking() -> None:
    # recall of one sample is 50/101, which no sample of up to 8 gold items has
    table = sheet({Role.RECALL: "49.505%"}, facts=((Fact.SAMPLES, 1),))
    assert only(table, WHOLE).verdict is not Verdict.REFUTED


def test_rows_with_one_number_of_gold_items_share_their_test_set() -> None:
    # alone: two samples of one item, or one of two and an empty one; together neither
    first: dict[Role, str | Printed] = {Role.GOLD: "2", Role.RECALL: "50%", Role.HITS: "1"}
    second: dict[Role, str | Printed] = {Role.GOLD: "2", Role.RECALL: "75%", Role.HITS: "1"}
    facts = ((Fact.SAMPLES, 2), (Fact.PREDICTED, 1))
    for row in (first, second):
        assert only(sheet(row, facts=facts), WHOLE).verdict is Verdict.HOLDS
    both, own = feasible(sheet(first, second, facts=facts), [WHOLE])
    assert (own.reading, own.verdict) == ("test sets of their own", Verdict.UNDECIDED)
    assert both.verdict is Verdict.REFUTED
    assert both.rows == ("row 1", "row 2")


def test_rows_of_other_test_sets_are_asked_about_alone() -> None:
    table = sheet({Role.GOLD: "2", Role.RECALL: "50%"}, {Role.GOLD: "4", Role.RECALL: "50%"})
    assert [one.rows for one in feasible(table, [POOLED])] == [("row 1",), ("row 2",)]
    unknown = sheet({Role.RECALL: "50%"}, {Role.RECALL: "50%"})
    assert [one.rows for one in feasible(unknown, [POOLED])] == [("row 1",), ("row 2",)]


def test_averages_of_rows_are_no_systems() -> None:
    table = sheet({Role.RECALL: "50%"})
    average = Row(label="mean", cells=table.rows[0].cells, kind=Kind.AVERAGE)
    assert not list(feasible(Sheet(columns=table.columns, rows=(average,)), [POOLED]))


def test_false_positives_and_false_negatives_count_too() -> None:
    cells: dict[Role, str | Printed] = {
        Role.TP: "3",
        Role.FP: "1",
        Role.FN: "2",
        Role.PRECISION: "75%",
        Role.RECALL: "60%",
    }
    assert only(sheet(cells), POOLED).verdict is Verdict.HOLDS
    assert only(sheet({**cells, Role.RECALL: "75%"}), POOLED).verdict is Verdict.REFUTED


@pytest.mark.parametrize("mode", [Rounding.TRUNCATE, Rounding.HALF_EVEN, Rounding.CEILING])
def test_a_data_set_prints_under_the_rounding_that_is_named(mode: Rounding) -> None:
    cells: dict[Role, str | Printed] = {
        role: Printed.parse(text, rounding=mode)
        for role, text in ((Role.PRECISION, "66.6%"), (Role.RECALL, "66.6%"), (Role.F, "66.6%"))
    }
    found = only(sheet(cells, facts=((Fact.GOLD, 2), (Fact.PREDICTED, 2))), Reading(soft=True))
    assert found.verdict is Verdict.HOLDS


def test_a_budget_of_one_node_decides_nothing() -> None:
    table = sheet({Role.RECALL: "33.3%", Role.GOLD: "2"}, facts=((Fact.SAMPLES, 2),))
    found = only(table, WHOLE, Effort(nodes=1))
    assert found.verdict is Verdict.UNDECIDED
    assert "1 nodes" in found.because


def test_a_budget_of_few_steps_says_so_and_says_the_same_again() -> None:
    table = sheet({Role.RECALL: "33.3%", Role.GOLD: "2"}, facts=((Fact.SAMPLES, 2),))
    (found,) = identify(table, (WHOLE,), effort=Effort(steps=1))
    assert [one.because for one in found.findings] == ["not decided within its share of 1 steps"]
    few = Effort(steps=20_000)
    assert list(identify(table, effort=few)) == list(identify(table, effort=few))


def test_where_steps_are_few_the_usual_readings_are_decided() -> None:
    cells = {Role.PRECISION: "58%", Role.RECALL: "63%", Role.F: "57%"}
    table = sheet({**cells, Role.GOLD: "2", Role.PREDICTED: "3"})
    (found,) = identify(table, effort=Effort(steps=600_000))
    verdicts = [one.verdict for one in found.findings]
    assert verdicts[:6] == [Verdict.REFUTED] * 6
    assert Verdict.UNDECIDED in verdicts[6:]
    assert found.identified == {}


def test_the_most_usual_readings_come_first() -> None:
    texts = [one.text for one in default_readings(soft=False)]
    rest = "gold_empty=0+0,pred_empty=0+0,aggregate"
    assert texts[:5] == [
        "average=micro,credit=binary",
        f"average=macro[sample],both_empty=1+1,{rest}=mean,credit=binary",
        f"average=macro[sample],both_empty=1+1,{rest}=harmonic,credit=binary",
        f"average=macro[sample],both_empty=drop,{rest}=mean,credit=binary",
        f"average=macro[sample],both_empty=drop,{rest}=harmonic,credit=binary",
    ]


def test_what_refutes_soft_hits_names_the_whole_hits_that_were_asked_about() -> None:
    table = sheet({Role.PRECISION: "90%", Role.RECALL: "90%", Role.F: "50%"})
    found = only(table, WHOLE)
    assert found.reading == WHOLE.text
    assert found.because == (
        f"not reproducible under {WHOLE.text}: no data set prints precision, recall, f of row 1 "
        f"(nor under {Reading(soft=True).text}, of which whole hits are a case)"
    )


def test_a_search_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    # HiGHS prints to the file descriptor itself when it repairs a point of rows in large numbers
    cells = {Role.PRECISION: "0.583", Role.RECALL: "0.625", Role.F: "0.571"}
    table = sheet({Role.GOLD: "12", Role.PREDICTED: "15", **cells})
    empty = EmptyRules(both_empty=Parts(EmptyValue.ZERO, EmptyValue.ZERO))
    assert only(table, Reading(empty=empty, soft=True)).verdict is Verdict.HOLDS
    assert capfd.readouterr() == ("", "")


def test_f_of_means_is_refuted_box_by_box() -> None:
    # H(P, R) of P = R = 50% is 50%
    cells = {Role.PRECISION: "50.0%", Role.RECALL: "50.0%", Role.GOLD: "4", Role.PREDICTED: "4"}
    good, bad = ({**cells, Role.F: text} for text in ("50.0%", "50.2%"))
    assert only(sheet(dict(good)), HARMONIC).verdict is Verdict.HOLDS
    assert only(sheet(dict(bad)), HARMONIC).verdict is Verdict.REFUTED


def test_f_of_means_alone_says_nothing_of_precision_until_boxes_do() -> None:
    # hits h of 2 items each: P = R = F = h / 2 for one sample
    cells: dict[Role, str | Printed] = {Role.F: "60%", Role.GOLD: "2", Role.PREDICTED: "2"}
    table = sheet(cells, facts=((Fact.SAMPLES, 1),))
    assert only(table, HARMONIC).verdict is Verdict.REFUTED
    assert only(table, Reading(aggregate=Aggregate.HARMONIC, soft=True)).verdict is Verdict.HOLDS


def test_micro_looks_for_totals_that_are_not_printed() -> None:
    table = sheet({Role.PRECISION: "75%", Role.RECALL: "60%", Role.GOLD: "5"})
    (one,) = tallies(only(table, POOLED))
    assert (one.hits, one.predicted, one.gold) == (3, 4, 5)
    assert only(sheet({Role.RECALL: "55%", Role.GOLD: "5"}), POOLED).verdict is Verdict.REFUTED


def test_hits_and_rates_bound_the_totals_that_are_not_printed() -> None:
    # 1.80 / 0.80 = 2.25 predicted items
    soft = Reading(average=MICRO, soft=True)
    cells = {Role.HITS: "1.80", Role.PRECISION: "80.0%", Role.RECALL: "60.0%"}
    assert only(sheet(dict(cells)), soft).verdict is Verdict.REFUTED
    good: dict[Role, str | Printed] = {**cells, Role.PRECISION: "90.0%"}
    assert [(one.predicted, one.gold) for one in tallies(only(sheet(good), soft))] == [(2, 3)]


def test_skipped_samples_leave_their_mean() -> None:
    # one of two samples has gold items, and is found: recall of all that have one
    skip = EmptyRules(gold_empty=Parts(EmptyValue.ZERO, EmptyValue.SKIP), both_empty=Drop())
    table = sheet(
        {Role.RECALL: "100%", Role.PRECISION: "50%", Role.GOLD: "1", Role.PREDICTED: "2"},
        facts=((Fact.SAMPLES, 2),),
    )
    assert only(table, Reading(empty=skip)).verdict is Verdict.HOLDS
    assert only(table, WHOLE).verdict is Verdict.REFUTED


def test_an_option_is_not_identified_while_a_reading_that_has_another_is_undecided() -> None:
    table = sheet({Role.RECALL: "33.3%", Role.GOLD: "2"}, facts=((Fact.SAMPLES, 2),))
    readings = (Reading(soft=True), WHOLE)
    (decided,) = identify(table, readings)
    assert decided.identified == {"credit": "similarity"}
    (open_,) = identify(table, readings, effort=Effort(nodes=1))
    assert open_.identified == {}


def test_numbers_of_samples_are_listed_with_their_proofs() -> None:
    # k / N = 66.7% with both empty samples right: N = 3 of one gold item, or 1 - 1/3
    table = sheet({Role.RECALL: "66.7%", Role.GOLD: "1", Role.PREDICTED: "0"})
    (found,) = identify(table, (WHOLE,))
    (numbers,) = found.revealed
    samples = numbers.of("samples")
    assert samples is not None
    assert (samples.values, samples.certain) == (("3",), True)
    assert {value for value, _ in samples.refuted} == {"1", "2"}
    assert all(grounds for _, grounds in samples.refuted)


def test_readings_are_read_off_definitions() -> None:
    text = "f(match=greedy[threshold=0.7],both_empty=drop,aggregate=harmonic)"
    definition = parse(text)
    assert isinstance(definition, F)
    assert reading_of(definition) == Reading(
        empty=EmptyRules(both_empty=Drop()),
        aggregate=Aggregate.HARMONIC,
        soft=True,
        least=Fraction(7, 10),
    )
    plain = parse("f(average=micro)")
    assert isinstance(plain, F)
    assert reading_of(plain) == POOLED


def test_other_averages_are_no_readings() -> None:
    nested = parse("f(average=macro[document,sample])")
    assert isinstance(nested, F)
    with pytest.raises(ValueError, match="average=micro or macro"):
        reading_of(nested)
    spread = parse("f(statistic=population_stdev)")
    assert isinstance(spread, F)
    with pytest.raises(ValueError, match="a mean over all samples"):
        reading_of(spread)


def stating(*options: tuple[str, str]) -> Sheet:
    table = sheet({Role.RECALL: "50%", Role.GOLD: "2"})
    recall, gold = table.columns
    return evolve(table, columns=(evolve(recall, options=options), gold))


def test_columns_that_state_options_are_asked_about_nothing_else() -> None:
    found = list(feasible(stating(("average", "micro"), ("match", "set"))))
    assert [one.reading for one in found] == ["average=micro,credit=binary"]
    rule = stating(("average", "macro[sample]"), ("both_empty", "drop"), ("gold_empty", "0+1"))
    (both, gold) = ("both_empty=drop", "gold_empty=0+1")
    assert all(both in one.reading and gold in one.reading for one in feasible(rule))


@pytest.mark.parametrize(
    "options",
    [
        (("average", "micro"), ("average", "macro[sample]")),
        (("average", "macro[class]"),),
        (("statistic", "population_stdev"),),
        (("only", "class[A]"),),
    ],
)
def test_what_no_reading_says_is_not_asked(options: tuple[tuple[str, str], ...]) -> None:
    assert not list(feasible(stating(*options)))


def test_pooled_f_is_held_against_pooled_precision_and_recall() -> None:
    table = sheet({Role.PRECISION: "45.2%", Role.RECALL: "38.9%", Role.F: "40.1%"})
    (clash,) = only(table, Reading(average=MICRO, soft=True)).grounds
    assert isinstance(clash, Clash)
    assert clash.what == "f of row 1"


def test_known_options_leave_their_readings() -> None:
    known = {"average": "macro[sample]", "both_empty": "drop", "credit": "binary"}
    assert len(allowed(default_readings(), known)) == 18


def test_where_many_readings_are_possible_few_searches_are_made_in_vain() -> None:
    table = sheet({Role.PRECISION: "92.33%", Role.RECALL: "82.05%", Role.F: "86.88%"})
    effort = Effort(steps=2_000_000)

    (found,) = identify(table, effort=effort)

    open_ = [one.because for one in found.findings if one.verdict is Verdict.UNDECIDED]
    left = [because for because in open_ if because == NOT_SEARCHED.because]
    assert len(found.feasible) > MANY
    assert left
    assert len(open_) - len(left) < 20


def two_test_sets(*, recall: str) -> Sheet:
    """Make up two rows with three gold items each: gold sizes 1 1 1, and 2 1 0 0 0."""
    roles = {
        "Pred": Role.PREDICTED,
        "Gold": Role.GOLD,
        "P": Role.PRECISION,
        "R": Role.RECALL,
    }
    texts = {"news": ("2", "3", "16.67%", recall), "web": ("1", "3", "60.00%", "60.00%")}
    return Sheet(
        columns=tuple(Column(name=name, role=role) for name, role in roles.items()),
        rows=tuple(
            Row(label=label, cells=tuple(zip(roles, map(Printed.parse, printed), strict=True)))
            for label, printed in texts.items()
        ),
    )


def test_rows_that_cannot_share_a_test_set_may_have_one_each() -> None:
    joint, own = feasible(two_test_sets(recall="33.33%"), [Reading(soft=False)])

    assert joint.verdict is Verdict.REFUTED
    assert (own.question, own.reading) == (joint.question, "test sets of their own")
    assert own.verdict is Verdict.UNDECIDED
    assert "each alone is not refuted" in own.because


def test_a_row_that_cannot_be_printed_alone_is_refuted_with_the_others() -> None:
    # One prediction of two can meet at most one gold item of three: recall of 99% is beyond it.
    joint, own = feasible(two_test_sets(recall="99.00%"), [Reading(soft=False)])

    assert (joint.verdict, own.verdict) == (Verdict.REFUTED, Verdict.REFUTED)
    assert own.because == "not reproducible under any reading that was asked: news alone"
    assert own.grounds
