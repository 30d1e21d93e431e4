"""N systems: tests against all patterns of signs, ranks that follow, and their certificates."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from random import Random

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.inference.leaderboards import Better, Leaderboard, certified, leaderboard, reordered
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.rank_certificate import RankCertificate, exchanged, faults, taken
from measurand.values.score import Defined, Undefined
from properties.oracles import ranks as oracle
from properties.strategies.effort import half

Systems = dict[str, dict[str, Fraction]]
worth = st.sampled_from((Fraction(0), Fraction(1), Fraction(1, 2)))


@st.composite
def systems(draw: st.DrawFn, fewest: int = 2, missing: bool = True) -> Systems:  # noqa: FBT001, FBT002
    """Draw systems with scores of some of up to nine items."""
    items = [f"i{at}" for at in range(draw(st.integers(1, 9)))]
    made = {}
    for at in range(draw(st.integers(fewest, 4))):
        kept = draw(st.lists(st.sampled_from(items), unique=True)) if missing else items
        made[f"s{at}"] = {item: draw(worth) for item in kept}
    return made


def p_value(found: Leaderboard, one: str, other: str) -> PValue | Undefined:
    for pair in found.differences:
        if {pair.first, pair.second} == {one, other}:
            return pair.judged.hypothesis.found.p_value
    raise AssertionError


@half
@given(systems())
def test_each_p_value_is_of_all_patterns_of_signs(drawn_systems: Systems) -> None:
    found = leaderboard(drawn_systems, Plan())

    for one, other in combinations(drawn_systems, 2):
        first, second = drawn_systems[one], drawn_systems[other]
        apart = [first[item] - second[item] for item in first if item in second]
        p = p_value(found, one, other)
        if apart:
            assert isinstance(p, PValue)
            assert p.value == oracle.sign_flip(apart)
        else:
            assert isinstance(p, Undefined)


@half
@given(systems(missing=False), st.sampled_from(Better))
def test_ranks_follow_from_p_values_that_holm_adjusts(made: Systems, better: Better) -> None:
    found = leaderboard(made, Plan(), better=better)
    pairs = found.differences
    adjusted = oracle.holm(
        [p.value for one in pairs if isinstance(p := one.judged.hypothesis.found.p_value, PValue)]
    )

    assert [one.judged.adjusted for one in pairs] == adjusted
    beats = {}
    for one, adjusted_p in zip(pairs, adjusted, strict=True):
        mean = {name: sum(made[name].values()) for name in (one.first, one.second)}
        if adjusted_p <= Fraction(1, 20):
            higher = mean[one.first] > mean[one.second]
            beats[one.first, one.second] = higher == (better is Better.HIGH)
    ranks = oracle.sets(list(made), beats)
    assert {one.name: (one.ranks.best, one.ranks.worst) for one in found.standings} == ranks


@half
@given(systems(missing=False), st.randoms(use_true_random=False))
def test_names_and_orders_of_systems_and_items_do_not_matter(made: Systems, chance: Random) -> None:
    names, items = list(made), list(next(iter(made.values())))
    chance.shuffle(names)
    chance.shuffle(items)
    shuffled = {name: {item: made[name][item] for item in items} for name in names}

    one, other = leaderboard(made, Plan()), leaderboard(shuffled, Plan())

    assert {s.name: s.ranks for s in one.standings} == {s.name: s.ranks for s in other.standings}
    for pair in one.differences:
        assert p_value(other, pair.first, pair.second) == pair.judged.hypothesis.found.p_value


@half
@given(systems(fewest=3, missing=False))
def test_a_system_twice_is_never_separated_from_itself(made: Systems) -> None:
    twice = {**made, "again": made["s0"]}

    found = leaderboard(twice, Plan())

    assert p_value(found, "s0", "again") == p_value(found, "again", "s0")
    pair = next(p for p in found.differences if {p.first, p.second} == {"s0", "again"})
    assert not pair.separated


@half
@given(systems(missing=False), st.sampled_from(Better))
def test_a_certificate_is_recomputed_by_a_checker_of_its_own(made: Systems, better: Better) -> None:
    certificate = certified(leaderboard(made, Plan(), better=better))

    assert isinstance(certificate, RankCertificate)
    assert faults(certificate) == ()
    assert taken(certificate) == 0


@half
@given(systems(missing=False), st.data())
def test_a_certificate_with_one_other_number_does_not_hold(
    made: Systems, data: st.DataObject
) -> None:
    certificate = certified(leaderboard(made, Plan()))
    assert isinstance(certificate, RankCertificate)
    at = data.draw(st.integers(0, len(certificate.pairs) - 1))
    pair = certificate.pairs[at]
    other = data.draw(
        st.sampled_from(
            (
                evolve(pair, difference=pair.difference + Fraction(1, 7)),
                evolve(pair, p_value=pair.p_value * Fraction(999, 1000)),
                evolve(pair, adjusted=pair.adjusted * Fraction(999, 1000)),
                evolve(pair, separated=not pair.separated),
                evolve(pair, units=(*pair.units, (Fraction(1, 3), 1))),
            )
        )
    )
    pairs = (*certificate.pairs[:at], other, *certificate.pairs[at + 1 :])

    assert faults(evolve(certificate, pairs=pairs))
    (best, worst), *rest = certificate.ranks
    assert faults(evolve(certificate, ranks=((best + 1, worst + 1), *rest)))
    assert faults(evolve(certificate, pairs=certificate.pairs[1:]))


@given(st.lists(st.fractions(-2, 2, max_denominator=4), min_size=1, max_size=9))
def test_exchanges_are_counted_one_by_one(apart: list[Fraction]) -> None:
    counts: dict[Fraction, int] = {}
    for one in apart:
        counts[one] = counts.get(one, 0) + 1

    assert exchanged(list(counts.items())) == oracle.sign_flip(apart)


@given(systems(missing=False), systems(missing=False))
def test_readings_that_swap_are_named_pair_by_pair(one: Systems, two: Systems) -> None:
    def means(made: Mapping[str, Mapping[str, Fraction]]) -> dict[str, Fraction]:
        return {n: sum(s.values(), start=Fraction(0)) / len(s) for n, s in made.items()}

    base, other = means(one), means(two)

    found = {(s.first, s.second) for s in reordered(base, {"other": other})}

    shared = [name for name in base if name in other]
    assert found == {
        (a, b) for a in shared for b in shared if base[a] > base[b] and other[a] < other[b]
    }


@half
@given(systems(missing=False))
def test_clusters_of_one_change_nothing_and_one_cluster_separates_nobody(made: Systems) -> None:
    items = list(next(iter(made.values())))

    plain = leaderboard(made, Plan())
    alone = leaderboard(made, Plan(), clusters={item: item for item in items})
    whole = leaderboard(made, Plan(), clusters=dict.fromkeys(items, "all"))

    assert [one.ranks for one in plain.standings] == [one.ranks for one in alone.standings]
    assert not any(one.separated for one in whole.differences)
    for one, other in zip(plain.differences, alone.differences, strict=True):
        assert one.error == other.error
        assert isinstance(one.value, Defined)
