"""What exchanging the stages may change of the tests, and that McNemar's is one of exchanges."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from measurand.evidence.evidence import Observed
from measurand.evidence.pairs import Pairs, paired_parts
from measurand.evidence.pool import Pool, pool
from measurand.inference.comparison import compare
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.ranks import mcnemar
from measurand.inference.sign_flip import sign_flip_sum
from measurand.metrics.definitions import Difference, Transition, observing
from measurand.metrics.finalise import score
from measurand.studies.review.metrics import definitions
from measurand.studies.review.options import PROFILES, Options
from measurand.studies.review.quantities import Quantities
from measurand.studies.review.scorecard import Scorecard
from measurand.studies.review.study import fixed_against_broken, p_value_of
from measurand.values.score import Defined, Score
from properties.review.cards import cards

PLAN = Plan(replicates=20)
samples = st.lists(cards, max_size=4)
profiles = st.sampled_from(sorted(PROFILES))


def change(options: Options) -> Difference:
    found = definitions(options)["delta_f1"]
    assert isinstance(found, Difference)
    return found


def gain(options: Options) -> Transition:
    found = definitions(options)["net_gain"]
    assert isinstance(found, Transition)
    return found


def pooled(definition: Difference | Transition, some: list[Scorecard]) -> Pool:
    part = observing(definition)
    wanted = Quantities.of({part})
    return pool(part, map(wanted.sample, some))


def stages(definition: Difference, some: list[Scorecard]) -> Pairs:
    return paired_parts(pooled(definition, some), 1, 0)


def minus(value: Score) -> Score:
    match value:
        case Defined(Fraction() as number):
            return Defined(-number)
        case _:
            return value


@given(some=samples, profile=profiles)
def test_exchanging_the_stages_flips_delta_and_keeps_p(some: list[Scorecard], profile: str) -> None:
    definition = change(PROFILES[profile])
    both = stages(definition, some)

    here = compare(definition.f, both, PLAN)
    there = compare(definition.f, both.swapped(), PLAN)

    assert there.difference == minus(here.difference)
    assert there.p_value == here.p_value
    assert both.swapped() == Pairs(
        both.names,
        paired_parts(pooled(definition, some), 0, 1).keyed,
        both.observing,
    )


@given(some=samples, profile=profiles)
def test_the_pairs_have_the_difference_of_the_metric(some: list[Scorecard], profile: str) -> None:
    definition = change(PROFILES[profile])

    found = compare(definition.f, stages(definition, some), PLAN).difference

    expected = score(definition, pooled(definition, some))
    assert isinstance(found, Defined) == isinstance(expected, Defined)
    if isinstance(expected, Defined):
        assert found == expected


@given(some=samples, profile=profiles)
def test_p_is_1_where_both_stages_are_the_same(some: list[Scorecard], profile: str) -> None:
    definition = change(PROFILES[profile])
    same = paired_parts(pooled(definition, some), 1, 1)

    found = compare(definition.f, same, PLAN).p_value

    assert not isinstance(found, PValue) or found.value == 1


@given(fixed=st.integers(0, 40), broken=st.integers(0, 40), same=st.integers(0, 3))
def test_mcnemar_is_the_sign_flip_test_of_ones(fixed: int, broken: int, same: int) -> None:
    ones = [(Fraction(1), fixed), (Fraction(-1), broken), (Fraction(0), same)]

    assert mcnemar(fixed, broken) == sign_flip_sum(ones, Plan(), ()).value == mcnemar(broken, fixed)


@given(some=samples, profile=profiles)
def test_fixed_against_broken_is_the_sign_flip_of_what_became_right(
    some: list[Scorecard], profile: str
) -> None:
    definition = gain(PROFILES[profile])
    found = fixed_against_broken(definition, pooled(definition, some))

    right: list[tuple[Fraction, int]] = []
    for (after, before), count in (
        paired_parts(pooled(definition, some), 1, 0).keyed.flat().counts.items()
    ):
        fates = [
            all(tally.right for _, tally in one.tallies)
            for one in (after, before)
            if isinstance(one, Observed)
        ]
        if fates:
            right.append((Fraction(fates[0]) - Fraction(fates[1]), count))

    assert isinstance(found, PValue) == bool(right)
    if isinstance(found, PValue):
        assert found.value == sign_flip_sum(right, Plan(), ()).value
        assert found.least <= found.value
    assert p_value_of(definition, {observing(definition): pooled(definition, some)}) == found
