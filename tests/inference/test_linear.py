"""Definitions as expressions of sums by hand, and evidence that they refuse."""

from fractions import Fraction

import pytest

from measurand.algebra.expression import At, Over, exact
from measurand.evidence.evidence import Amount, Evidence, Excluded, Joint, Observed
from measurand.evidence.observation import ClassKind, ClassOf, ColumnOf, Observation, Together
from measurand.evidence.pool import pool
from measurand.inference.resampling_units import rows_of
from measurand.metrics.columns import weight_of
from measurand.metrics.compiler import compiled, is_scored
from measurand.metrics.definitions import Column, Total, observing
from measurand.metrics.options import Summing
from measurand.metrics.row_sums import Columns, Reading
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined
from measurand.values.tally import Tally

MEAN = Column(name="cost", reduce=Summing.MEAN)
HIT, MISS, NONE = Observed((("", Tally(1, 1, 1)),)), Observed((("", Tally(0, 1, 1)),)), Observed(())


def scored(signature: str, *rows: Evidence) -> Score:
    columns = Columns[Evidence]()
    found = compiled(parse(signature), Reading(columns=columns, pick=lambda row: row)).score
    vectors = [columns.vector(((row, 1),)) for row in rows]
    return exact(found, [sum(column, Fraction(0)) for column in zip(*vectors, strict=True)])


@pytest.mark.parametrize(
    ("signature", "rows", "expected"),
    [
        ("f", (HIT, MISS, NONE), Defined(Fraction(2, 3))),
        # 1 hit of 2 gold and 2 predicted.
        ("f(average=micro)", (HIT, MISS, NONE), Defined(Fraction(1, 2))),
        ("f(both_empty=drop)", (HIT, MISS, NONE), Defined(Fraction(1, 2))),
        ("f(both_empty=drop)", (NONE,), Undefined("no unit has a f")),
        ("f(both_empty=drop,undefined=zero)", (NONE,), Defined(Fraction(0))),
        ("f(average=micro)", (Observed((), Fraction(0)),), Undefined("no unit has a f")),
        ("exact_match", (HIT, MISS, NONE), Defined(Fraction(2, 3))),
        ("f(statistic=population_stdev)", (HIT, MISS), Defined(Fraction(1, 2))),
        # Squares of 1 and 0 about 1/2 are 1/2, over n - 1 = 1; its root is none of a fraction.
        ("f(statistic=sample_stdev)", (HIT, HIT, MISS, MISS, MISS), None),
        (
            "f(statistic=sample_stdev)",
            (HIT,),
            Undefined("one unit has no sample standard deviation"),
        ),
        (
            "f(statistic=sample_stdev)",
            (HIT, Observed(HIT.tallies, Fraction(2))),
            Undefined("weighted units have no sample standard deviation"),
        ),
        ("total(of=hits)", (HIT, MISS, HIT), Defined(Fraction(2))),
        ("total(of=samples)", (HIT, Excluded("no answer")), Defined(Fraction(1))),
    ],
)
def test_a_score_of_sums_by_hand(
    signature: str, rows: tuple[Evidence, ...], expected: Score | None
) -> None:
    found = scored(signature, *rows)

    if expected is None:
        # Two hits of five: variance (2 (9/25) + 3 (4/25)) / 4 = 3/10.
        assert isinstance(found, Defined)
        assert float(found.value) ** 2 == pytest.approx(0.3, rel=1e-15)
    else:
        assert found == expected


def test_accuracy_is_of_one_item_a_sample() -> None:
    two = Observed((("", Tally(1, 2, 1)),))

    assert scored("accuracy", HIT, MISS) == Defined(Fraction(1, 2))
    why = "a sample has more than one item: accuracy is of judgements"
    assert scored("accuracy", HIT, two) == Undefined(why)


def test_means_over_groups_are_no_sums_over_samples() -> None:
    reading = Reading(columns=Columns[Evidence](), pick=lambda row: row)

    message = r"by its outermost groups: got groups \('document',\) and cluster=None"
    with pytest.raises(ValueError, match=message):
        compiled(parse("f(average=macro[document])"), reading)


def test_evidence_of_another_observation_is_refused() -> None:
    reading = Reading(
        columns=Columns[Evidence](), pick=lambda row: row, observing=ColumnOf("tokens")
    )
    message = "evidence of what the definition observes: got that of another observation"
    with pytest.raises(ValueError, match=message):
        compiled(MEAN, reading)


def test_one_observation_is_read_out_of_several() -> None:
    seen = Together((Observation(), ColumnOf("cost")))
    columns = Columns[Evidence]()
    reading = Reading(columns=columns, pick=lambda row: row, observing=seen)

    found = compiled(MEAN, reading).score

    row = Joint((HIT, Amount(Fraction(3), Fraction(2))))
    assert isinstance(found, Over)
    assert columns.vector(((row, 1),)) == (Fraction(6), Fraction(2))


def test_the_same_sum_is_computed_once() -> None:
    columns = Columns[Evidence]()
    reading = Reading(columns=columns, pick=lambda row: row)
    compiled(parse("precision(average=micro)"), reading)
    few = len(columns.vector(((HIT, 1),)))
    compiled(parse("recall(average=micro)"), reading)
    compiled(parse("f(average=micro)"), reading)

    assert len(columns.vector(((HIT, 1),))) == few


def test_a_row_that_is_there_twice_counts_twice() -> None:
    columns = Columns[Evidence]()
    assert columns.at("weight", weight_of) == At(0)

    assert columns.vector(((HIT, 2), (MISS, 3))) == (Fraction(5),)


def test_what_is_excluded_is_not_scored() -> None:
    gone = Excluded("no answer")
    assert is_scored(parse("f"), HIT)
    assert not is_scored(parse("f"), gone)
    assert not is_scored(MEAN, HIT)
    assert is_scored(MEAN, Amount(Fraction(1)))
    gain = parse("transition(of=net_gain,before=draft,over=all)")
    assert is_scored(gain, Joint((gone, gone)))
    assert not is_scored(parse("transition(of=fix,before=draft)"), Joint((gone, HIT)))


def test_samples_that_are_not_scored_are_no_units() -> None:
    there = Sample(id="1", amounts=(("cost", Fraction(1)),))
    rows = rows_of([MEAN], pool(observing(MEAN), [there, Sample(id="2")]))

    assert (dict(rows.vectors), rows.left_out) == ({(Fraction(1), Fraction(1)): 1}, 1)


def test_definitions_of_other_samples_have_no_rows_together() -> None:
    seen = Together((ColumnOf("cost"), ColumnOf("tokens")))
    amounts = ((("cost", Fraction(1)),), (("tokens", Fraction(2)),))
    samples = [Sample(id=str(at), amounts=one) for at, one in enumerate(amounts)]
    tokens = Column(name="tokens")

    message = "scores that share their resamples are of the same samples: got a sample that only"
    with pytest.raises(ValueError, match=message):
        rows_of([Column(name="cost"), tokens], pool(seen, samples))
    assert rows_of([tokens], pool(seen, samples)).left_out == 1


def test_totals_of_a_class_are_of_that_class() -> None:
    row = Observed((("a", Tally(1, 1, 2)), ("b", Tally(0, 3, 1))))
    columns = Columns[Evidence]()
    reading = Reading(columns=columns, pick=lambda row: row)
    assert isinstance(compiled(Total(only="b", observation=BY_ITEM), reading).score, At)

    assert columns.vector(((row, 1),)) == (Fraction(0),)


BY_ITEM = Observation(classes=ClassOf(ClassKind.ITEM))
