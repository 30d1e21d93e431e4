"""Worked areas under ROC curves, and what has none."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from attrs import evolve

from measurand.evidence.evidence import Evidence
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.pool import Pool, pool
from measurand.metrics.compiler import compiled, is_scored
from measurand.metrics.definitions import Auc, Ratio, group_keys, observing
from measurand.metrics.finalise import Finaliser, evaluate
from measurand.metrics.row_sums import Columns, Reading
from measurand.metrics.signature import parse, signature
from measurand.values.sample import Sample, of_numbers
from measurand.values.score import Defined, Undefined

AREA = Auc(score="cf", label="right")


def rated(*scores_and_labels: tuple[str | int, int]) -> list[Sample]:
    """Make samples of scores and labels."""
    scores, labels = zip(*scores_and_labels, strict=True)
    return of_numbers(cf=scores, right=labels)


def observed(samples: Sequence[Sample]) -> Pool:
    return pool(observing(AREA), samples)


# J. Hanley and B. McNeil (1982), table I: a reader rates 58 normal and 51 abnormal CT images from 1
# to 5. Printed area: 0.893.
NORMAL, ABNORMAL = (33, 6, 6, 11, 2), (3, 2, 2, 11, 33)
READER = rated(
    *((rating, 0) for rating, number in enumerate(NORMAL, 1) for _ in range(number)),
    *((rating, 1) for rating, number in enumerate(ABNORMAL, 1) for _ in range(number)),
)


def test_the_reader_of_hanley_and_mcneil() -> None:
    # By rating, from 5 down: 33 * 57 + 11 * 50.5 + 2 * 42 + 2 * 36 + 3 * 16.5 = 2642 of 51 * 58.
    found = Finaliser(observed(READER)).score(AREA)

    assert found.score == Defined(Fraction(2642, 2958))
    assert round(Fraction(2642, 2958), 3) == Fraction("0.893")
    assert (found.units, found.divisor) == (109, Fraction(2958))


def test_the_four_samples_of_scikit_learn() -> None:
    # The example of sklearn.metrics.roc_auc_score, printed there: 0.75.
    four = rated(("0.1", 0), ("0.4", 0), ("0.35", 1), ("0.8", 1))

    assert evaluate(AREA, four) == Defined(Fraction(3, 4))


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        (rated((2, 1), (1, 0)), Fraction(1)),
        (rated((1, 1), (2, 0)), Fraction(0)),
        (rated((1, 1), (1, 0)), Fraction(1, 2)),
        (rated((3, 1), (1, 1), (2, 0)), Fraction(1, 2)),
        # 3 over 1, 2, 3: two wins and a tie; 0 over none.
        (rated((3, 1), (0, 1), (1, 0), (2, 0), (3, 0)), Fraction(5, 12)),
    ],
)
def test_by_hand(samples: list[Sample], expected: Fraction) -> None:
    assert evaluate(AREA, samples) == Defined(expected)


def test_a_heavy_sample_stands_for_several() -> None:
    # A win of weight 3 * 1 and a loss of weight 3 * 2: 3 of 9.
    high, low, middle = rated((1, 0), (3, 0), (2, 1))
    samples = [high, evolve(low, weight=Fraction(2)), evolve(middle, weight=Fraction(3))]

    assert evaluate(AREA, samples) == Defined(Fraction(1, 3))


@pytest.mark.parametrize(
    ("samples", "reason"),
    [
        ([], "no sample was scored"),
        ([Sample(id="1")], "no sample was scored: no number 'cf'"),
        (rated((1, 1), (2, 1)), "no sample with right=0"),
        (rated((1, 0)), "no sample with right=1"),
        ([evolve(rated((1, 1))[0], weight=Fraction(0)), *rated((1, 0))], "no sample with right=1"),
    ],
)
def test_one_label_alone_has_no_area(samples: list[Sample], reason: str) -> None:
    assert evaluate(AREA, samples) == Undefined(reason)


@pytest.mark.parametrize("label", [2, -1, "1/2"])
def test_another_label_is_refused(label: str | int) -> None:
    strange = Sample(id="1", amounts=(("cf", Fraction(1)), ("right", Fraction(label))))

    with pytest.raises(UnfitSampleError, match=rf"^a number 'right' that is 0 or 1: got {label}$"):
        observed([strange])


def test_a_sample_without_one_of_the_numbers_is_counted() -> None:
    unknown = Sample(id="9", amounts=(("right", Fraction(1)),), reasons=(("cf", "undecided"),))
    evidence = observed([*rated((2, 1), (1, 0)), unknown])

    assert Finaliser(evidence).score(AREA).score == Defined(Fraction(1))
    assert evidence.excluded() == {"undecided": 1}
    rows = [row for row, _ in evidence.keyed.flat()]
    assert sorted(is_scored(AREA, row) for row in rows) == [False, True, True]


def test_the_signature_names_both_columns() -> None:
    assert signature(AREA) == "auc/1(score=cf,label=right)"
    assert parse("auc(label=right,score=cf)") == AREA
    assert group_keys(AREA) == ()


def test_an_area_and_a_ratio_of_the_same_columns_are_not_of_one_pool() -> None:
    ratio = Ratio(top="cf", bottom="right")

    with pytest.raises(ValueError, match="a pool of what ratio"):
        Finaliser(observed(READER)).score(ratio)


def test_ranks_stand_in_the_book_and_not_scores() -> None:
    rows = [row for row, _ in observed(rated(("0.1", 0), ("0.7", 1))).keyed.flat()]
    units = tuple(((row, 1),) for row in rows)
    columns = Columns[Evidence]()
    reading = Reading[Evidence](columns=columns, pick=lambda row: row, units=units)

    found = compiled(AREA, reading).score

    assert "((0, 0, 1),)" in str(found)
    assert "((1, 1, 0),)" in str(found)
