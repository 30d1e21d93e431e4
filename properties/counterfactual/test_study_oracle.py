"""The study computes what the oracle of inference computes, from differences of samples."""

import math
from collections.abc import Sequence
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.inference.family import Verdict
from measurand.inference.interval import Interval
from measurand.inference.pvalue import PValue
from measurand.studies.counterfactual.evaluate import ORIGINAL, ScoreRow
from measurand.studies.counterfactual.options import PROFILES, RATES, Options, Pooling
from measurand.studies.counterfactual.study import StudyError, study
from measurand.values.score import Defined, Undefined
from measurand.values.share import Share, share
from properties.counterfactual.scored import Rows, differences, metrics, scored
from properties.oracles import stats
from properties.oracles.cf_transforms import KEYS
from properties.strategies.effort import third

DRAWS = 60


def as_run(metric: str) -> Options:
    plan = evolve(PROFILES["as-run"].plan, replicates=DRAWS)
    return evolve(PROFILES["as-run"], plan=plan, tested=(metric,))


def close(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-15)


def floats(rows: Rows, metric: str, key: str) -> list[float]:
    """Take the differences of floats, in the order of the original rows, as the program did."""
    values = {
        (row.sample, row.key): float(found.value)
        for row in rows
        for _, found in row.metrics
        if isinstance(found, Share)
    }
    pairs = [
        (values[row.sample, ORIGINAL], values[row.sample, key])
        for row in rows
        if row.key == ORIGINAL and {(row.sample, ORIGINAL), (row.sample, key)} <= values.keys()
    ]
    return [after - before if metric in RATES else before - after for before, after in pairs]


@third
@given(st.data(), metrics)
def test_as_run_resamples_the_rows_in_their_order_from_the_stream_of_the_program(
    data: st.DataObject, metric: str
) -> None:
    rows = data.draw(scored(metric))
    [family] = study(rows, as_run(metric)).families

    raw: list[Fraction] = []
    for one in family.tests:
        found = one.hypothesis.found
        d = floats(rows, metric, one.hypothesis.name)
        samples = len([row for row in rows if row.key == ORIGINAL])
        there = len([row for row in rows if row.key == one.hypothesis.name])
        lost = samples - there
        assert (found.units, found.left_out) == (len(d), there - len(d))
        assert found.alone == ((0, lost) if metric in RATES else (lost, 0))
        if not d:
            # The program had no such case: it gave 0, [0, 0] and p = 1 to nothing at all.
            assert isinstance(found.p_value, Undefined)
            continue
        wanted = stats.legacy_bootstrap(d, n_boot=DRAWS, seed=42)
        assert isinstance(found.difference, Defined)
        assert isinstance(found.interval, Interval)
        assert isinstance(found.p_value, PValue)
        assert close(float(found.difference.value), wanted.mean)
        assert close(found.interval.low, wanted.low)
        assert close(found.interval.high, wanted.high)
        assert float(found.p_value.value) == wanted.p
        raw.append(found.p_value.value)
    adjusted = [one.adjusted for one in family.tests if isinstance(one.adjusted, Fraction)]
    assert adjusted == stats.holm(raw, 5)
    assert family.size == 5


@third
@given(st.data(), metrics)
def test_as_run_an_original_has_the_mean_and_the_interval_of_its_rows(
    data: st.DataObject, metric: str
) -> None:
    rows = [row for row in data.draw(scored(metric, least=1)) if row.key == ORIGINAL]
    [(_, found)] = study(rows, as_run(metric)).originals

    values = [float(one.value) for row in rows for _, one in row.metrics if isinstance(one, Share)]
    assert (found.units, found.left_out) == (len(values), len(rows) - len(values))
    if values:
        wanted = stats.legacy_bootstrap(values, n_boot=DRAWS, seed=42)
        assert isinstance(found.score, Defined)
        assert isinstance(found.interval, Interval)
        assert close(float(found.score.value), wanted.mean)
        assert close(found.interval.low, wanted.low)
        assert close(found.interval.high, wanted.high)


def clusters(pairs: Sequence[tuple[str, Fraction]]) -> list[list[Fraction]]:
    names = sorted({group for group, _ in pairs})
    return [[value for group, value in pairs if group == name] for name in names]


@third
@given(st.data(), metrics)
def test_recommended_exchanges_whole_groups(data: st.DataObject, metric: str) -> None:
    rows = data.draw(scored(metric, most=8))
    plan = evolve(PROFILES["recommended"].plan, replicates=5)
    options = evolve(PROFILES["recommended"], tested=(metric,), plan=plan)
    [family] = study(rows, options).families

    kept = differences(rows, metric)
    raw: list[Fraction] = []
    asked = sum(1 for one in family.tests if one.hypothesis.null is None)
    for one in family.tests:
        found, pairs = one.hypothesis.found, kept[one.hypothesis.name]
        assert found.units == len(clusters(pairs))
        if not pairs:
            assert isinstance(found.p_value, Undefined)
            continue
        assert isinstance(found.p_value, PValue)
        assert found.p_value.value == stats.cluster_sign_flip(clusters(pairs))
        if one.hypothesis.null is None:
            raw.append(found.p_value.value)
    assert [one.adjusted for one in family.tests if isinstance(one.adjusted, Fraction)] == (
        stats.holm(raw, asked)
    )
    assert family.size == asked


def ratio(shares: Sequence[Share]) -> Fraction:
    return sum((one.top for one in shares), Fraction(0)) / sum(one.bottom for one in shares)


@third
@given(st.data(), metrics)
def test_ratios_of_sums_exchange_tops_and_bottoms_of_whole_groups(
    data: st.DataObject, metric: str
) -> None:
    rows = data.draw(scored(metric, most=5, least=1, whole=True))
    plan = evolve(PROFILES["recommended"].plan, replicates=5)
    options = evolve(PROFILES["recommended"], tested=(metric,), plan=plan, pooling=Pooling.SUMS)
    [family] = study(rows, options).families
    shares: dict[str, list[Share]] = {key: [] for key in (ORIGINAL, *KEYS)}
    for row in rows:
        shares[row.key] += [one for _, one in row.metrics if isinstance(one, Share)]
    groups = ["abc".index(row.group or "") for row in rows if row.key == ORIGINAL]

    for one in family.tests:
        found, sides = one.hypothesis.found, (shares[ORIGINAL], shares[one.hypothesis.name])
        first, second = sides[::-1] if metric in RATES else sides
        assert found.first == Defined(ratio(first))
        assert found.difference == Defined(ratio(first) - ratio(second))
        assert isinstance(found.p_value, PValue)
        assert found.p_value.value == stats.swap_test(first, second, ratio, groups=groups)


def rows_of(*rows: tuple[str, str, str | None, int]) -> Rows:
    return [
        ScoreRow(sample=name, key=key, group=group, metrics=(("iou_union", share(number)),))
        for name, key, group, number in rows
    ]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            rows_of(("1", ORIGINAL, "a", 1), ("1", ORIGINAL, "a", 1)),
            "one row under each key: got two of '1' under orig",
        ),
        (rows_of(("1", "no_cite", "a", 1)), "a row 'orig' of every sample: got '1' under no_cite"),
        (
            rows_of(("1", ORIGINAL, "a", 1), ("1", "no_cite", "b", 1)),
            "one group_id in all rows of a sample: got two of '1'",
        ),
        (
            rows_of(("1", ORIGINAL, "a", 1), ("1", "no_cite", None, 1)),
            "one group_id in all rows of a sample: got two of '1'",
        ),
        (rows_of(("1", ORIGINAL, None, 1)), "a group_id for every sample"),
        (rows_of(("1", "nocite", "a", 1)), "a key of orig, omega_perm, token_perm"),
    ],
)
def test_rows_that_make_no_study(rows: Rows, message: str) -> None:
    with pytest.raises(StudyError) as refused:
        study(rows, evolve(PROFILES["recommended"], tested=("iou_union",)))

    assert str(refused.value).startswith(message)


def test_as_run_the_order_of_rows_moves_the_interval() -> None:
    """The rows are resampled in the order in which they come, from one stream."""
    rows = rows_of(
        *(
            (str(at), key, None, at if key == ORIGINAL else 0)
            for at in (0, 1, 5, 30)
            for key in (ORIGINAL, "no_cite")
        )
    )

    found = [
        study(some, as_run("iou_union")).families[0].tests[-1].hypothesis.found
        for some in (rows, rows[::-1])
    ]

    assert found[0].difference == found[1].difference
    assert found[0].interval != found[1].interval


@pytest.mark.parametrize(
    ("number", "verdict"),
    [(0, Verdict.EXPECTED), (2, Verdict.OPPOSITE), (1, Verdict.NOT_SIGNIFICANT)],
)
@pytest.mark.parametrize("name", PROFILES)
def test_a_difference_has_the_sign_that_is_expected_or_the_other_one(
    name: str, number: int, verdict: Verdict
) -> None:
    """A7: an effect in the wrong direction is significant, and supports nothing."""
    rows = rows_of(
        *(
            (str(at), key, str(at), 1 if key == ORIGINAL else number)
            for at in range(9)
            for key in (ORIGINAL, "no_cite")
        )
    )

    family = study(rows, evolve(PROFILES[name], tested=("iou_union",))).families[0]

    assert family.tests[-1].verdict is verdict
    assert family.size == 5
