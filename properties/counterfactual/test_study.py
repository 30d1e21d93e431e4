"""Laws of the study: what its numbers may depend on, and what they are made of."""

from collections.abc import Sequence
from fractions import Fraction
from io import BytesIO
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.grounded import grounded_corpora
from measurand.inference.comparison import Comparison
from measurand.inference.family import Judged, Verdict
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.studies.counterfactual.edge.files.reader import row_reader
from measurand.studies.counterfactual.edge.files.scores import row_text
from measurand.studies.counterfactual.evaluate import (
    ORIGINAL,
    ScoreRow,
    Status,
    evaluate,
    null_reason,
)
from measurand.studies.counterfactual.options import NAMES, PROFILES, RATES, Nulls, Options, Pooling
from measurand.studies.counterfactual.study import Study, study
from measurand.studies.counterfactual.transforms import key_of
from measurand.values.grounded import Grounded
from measurand.values.score import Defined, Undefined
from measurand.values.share import Share
from properties.counterfactual.claiming import SAMPLES
from properties.counterfactual.readings import readings
from properties.counterfactual.scored import Rows, differences, metrics, scored, studied
from properties.counterfactual.test_pipeline_oracle import Overheard
from properties.oracles import stats
from properties.oracles.cf_transforms import KEYS
from properties.strategies.effort import third

FEW = Plan(replicates=20)
chances = st.randoms(use_true_random=False)


def judged(found: Study) -> dict[str, Judged]:
    [family] = found.families
    return {one.hypothesis.name: one for one in family.tests}


def comparisons(found: Study) -> dict[str, Comparison]:
    return {name: one.hypothesis.found for name, one in judged(found).items()}


@st.composite
def cases(draw: st.DrawFn) -> tuple[Rows, Options]:
    options = draw(studied())
    return draw(scored(options.tested[0])), options


@third
@given(cases(), chances)
def test_the_order_of_rows_moves_nothing(case: tuple[Rows, Options], chance: Random) -> None:
    rows, options = case
    found = study(rows, options)
    mixed = list(rows)
    chance.shuffle(mixed)

    assert study(mixed, options) == found


@third
@given(grounded_corpora(2, 2), readings(), st.integers(0, 2), chances)
def test_samples_in_many_shards_are_the_samples_in_one(
    corpus: Sequence[Grounded], options: Options, cut: int, chance: Random
) -> None:
    options = evolve(options, plan=FEW, tested=("overclaim_rate",))
    whole = [row for one in corpus for row in evaluate(one, options).rows]
    shards = [corpus[cut:], corpus[:cut]]

    files = [
        [row_text(row) for one in shard for row in evaluate(one, options).rows] for shard in shards
    ]
    for lines in files:
        chance.shuffle(lines)
    found = [
        row
        for lines in files
        for row in row_reader("rows.jsonl").events(BytesIO(b"".join(lines)))
        if isinstance(row, ScoreRow)
    ]

    assert len(found) == len(whole)
    assert all(row in whole for row in found)
    assert study(found, options) == study(whole, options)


@third
@given(SAMPLES, readings())
def test_what_is_declared_null_never_moves(sample: Grounded, options: Options) -> None:
    rows = {row.key: row for row in evaluate(sample, options, Overheard()).rows}
    for transform in options.transforms:
        row = rows[key_of(transform).value]
        for metric in NAMES:
            if null_reason(transform, metric, options) is not None:
                assert row.status is Status.OK
                # Tops and bottoms too, so that ratios of sums do not move either; and reasons.
                assert row.metric(metric) == rows[ORIGINAL].metric(metric), (row.key, metric)


@third
@given(grounded_corpora(2, 4), readings(), st.sampled_from(Pooling), metrics)
def test_a_test_that_is_declared_null_has_no_difference_at_all(
    corpus: Sequence[Grounded], options: Options, pooling: Pooling, metric: str
) -> None:
    options = evolve(options, plan=FEW, tested=(metric,), pooling=pooling)
    rows = [row for one in corpus for row in evaluate(one, options).rows]

    for one in judged(study(rows, options)).values():
        found = one.hypothesis.found
        assert (one.verdict is Verdict.STRUCTURALLY_NULL) == (one.hypothesis.null is not None)
        if one.hypothesis.null is not None:
            assert found.first == found.second
            assert found.units == 0 or found.difference == Defined(Fraction(0))
            assert found.units == 0 or isinstance(found.p_value, PValue)
            assert not isinstance(found.p_value, PValue) or found.p_value.value == 1


SPOKEN = {"omega_perm", "cite_swap", "no_cite"}
DECLARED: dict[str, dict[str, set[str]]] = {
    # B5; cleared texts are not read, as frames are put into words.
    "as-run": {
        "unsupported_rate": {"omega_perm"},
        "unsupported_rate_full": {"omega_perm"},
        "overclaim_rate": {"omega_perm"},
        "frame_f1": SPOKEN,
        "bleu": SPOKEN,
        "rougeL": SPOKEN,
    },
    # Any two cells change places: levels move, and with them O1.0 and U1.3.
    "documented": {
        "unsupported_rate": {"omega_perm"},
        "frame_f1": SPOKEN,
        "bleu": SPOKEN,
        "rougeL": SPOKEN,
    },
    "recommended": {
        "unsupported_rate": {"omega_perm"},
        "unsupported_rate_full": {"omega_perm"},
        "overclaim_rate": {"omega_perm"},
        "frame_f1": SPOKEN,
        "bleu": SPOKEN,
        "rougeL": SPOKEN,
    },
}


@pytest.mark.parametrize("name", PROFILES)
def test_the_declared_nulls_of_a_profile(name: str) -> None:
    options = PROFILES[name]

    found = {
        metric: {
            key_of(one).value
            for one in options.transforms
            if null_reason(one, metric, options) is not None
        }
        for metric in NAMES
    }

    assert {metric: keys for metric, keys in found.items() if keys} == DECLARED[name]


@third
@given(cases())
def test_what_was_not_evaluated_is_left_out_and_counted_and_never_nought(
    case: tuple[Rows, Options],
) -> None:
    rows, options = case
    [metric] = options.tested
    found = study(rows, options)
    kept = differences(rows, metric)
    originals = [row for row in rows if row.key == ORIGINAL]

    for key, one in comparisons(found).items():
        there = [row for row in rows if row.key == key]
        groups = {group for group, _ in kept[key]}
        assert one.units == (len(kept[key]) if options.plan.cluster is None else len(groups))
        assert one.left_out == len(there) - len(kept[key])
        missing = len(originals) - len(there)
        assert one.alone == ((0, missing) if metric in RATES else (missing, 0))
        values = [value for _, value in kept[key]]
        if not values:
            assert isinstance(one.difference, Undefined)
            assert isinstance(one.p_value, Undefined)
        elif options.pooling is Pooling.SAMPLES:
            assert one.difference == Defined(stats.mean(values))
    numbers = {
        key: sum(
            isinstance(number, Share) for row in rows if row.key == key for _, number in row.metrics
        )
        for key in (ORIGINAL, *KEYS)
    }
    assert found.evaluated == tuple(
        (key, numbers[key], len(originals) - numbers[key]) for key in (ORIGINAL, *KEYS)
    )
    assert found.samples == len(originals)


@third
@given(cases())
def test_rows_without_a_number_are_as_good_as_no_rows(case: tuple[Rows, Options]) -> None:
    rows, options = case
    [metric] = options.tested
    numbered = [
        row
        for row in rows
        if row.key == ORIGINAL or isinstance(dict(row.metrics).get(metric), Share)
    ]

    found, fewer = comparisons(study(rows, options)), comparisons(study(numbered, options))

    for key, one in found.items():
        assert evolve(one, left_out=0, alone=(0, 0)) == evolve(fewer[key], left_out=0, alone=(0, 0))


@third
@given(cases())
def test_a_family_is_adjusted_for_the_tests_that_it_has(case: tuple[Rows, Options]) -> None:
    rows, options = case
    options = evolve(options, plan=evolve(options.plan, correction=Plan().correction))
    keep, leave = (
        judged(study(rows, evolve(options, nulls=nulls))) for nulls in (Nulls.KEPT, Nulls.LEFT_OUT)
    )

    for found in (keep, leave):
        members = [
            (name, p_value.value)
            for name, one in found.items()
            if isinstance(p_value := one.hypothesis.found.p_value, PValue)
            and (found is keep or one.hypothesis.null is None)
        ]
        # What was not evaluated was asked all the same: it counts as a test.
        asked = sum(1 for one in found.values() if found is keep or one.hypothesis.null is None)
        wanted = stats.holm([value for _, value in members], asked)
        adjusted = dict(zip([name for name, _ in members], wanted, strict=True))
        for name, one in found.items():
            assert one.tests == asked
            if name in adjusted:
                assert one.adjusted == adjusted[name]
            else:
                assert isinstance(one.adjusted, Undefined)
    assert [one.hypothesis for one in keep.values()] == [one.hypothesis for one in leave.values()]
    for name, one in keep.items():
        smaller, larger = leave[name].adjusted, one.adjusted
        if isinstance(smaller, Fraction) and isinstance(larger, Fraction):
            assert smaller <= larger


def exchanged(rows: Rows, key: str) -> Rows:
    """Keep the rows of two keys, and exchange what they say."""
    other = {ORIGINAL: key, key: ORIGINAL}
    return [evolve(row, key=other[row.key]) for row in rows if row.key in other]


TURNED = {Verdict.EXPECTED: Verdict.OPPOSITE, Verdict.OPPOSITE: Verdict.EXPECTED}


@third
@given(st.data(), studied(), st.sampled_from(KEYS))
def test_exchanging_the_rows_before_and_after_flips_what_is_found(
    data: st.DataObject, options: Options, key: str
) -> None:
    [metric] = options.tested
    rows = data.draw(scored(metric, whole=True))
    before = [row for row in rows if row.key in {ORIGINAL, key}]

    there = judged(study(before, options))[key]
    back = judged(study(exchanged(rows, key), options))[key]

    one, other = there.hypothesis.found, back.hypothesis.found
    assert (one.first, one.second) == (other.second, other.first)
    assert one.p_value == other.p_value
    assert back.verdict is TURNED.get(there.verdict, there.verdict)
    assert back.adjusted == there.adjusted
    if isinstance(one.difference, Defined) and isinstance(other.difference, Defined):
        assert isinstance(one.difference.value, Fraction)
        assert isinstance(other.difference.value, Fraction)
        assert one.difference.value == -other.difference.value
        assert one.difference.value or there.verdict not in TURNED
        if options.pooling is Pooling.SAMPLES:
            mean = stats.mean([value for _, value in differences(before, metric)[key]])
            assert one.difference.value == mean
        # Rows that are the same either way have the same interval either way.
        if isinstance(one.interval, Interval) and one.difference.value:
            assert isinstance(other.interval, Interval)
            assert (one.interval.low, one.interval.high) == (
                -other.interval.high,
                -other.interval.low,
            )
