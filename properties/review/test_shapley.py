"""The change of F1 is shared over edits: exactly, fairly, and backwards with opposite sign."""

from fractions import Fraction

from hypothesis import assume, example, given
from hypothesis import strategies as st

from measurand.studies.review.shapley import (
    Edits,
    Parts,
    decompose,
    edits_between,
    edits_of,
    mean_parts,
)
from measurand.studies.review.stage_transitions import StageDelta, by_edit, stage_delta
from measurand.values.tally import Tally
from properties.oracles.shapley import of_counts, of_sets
from properties.review.strategies import (
    POLARITIES,
    Game,
    Pair,
    Stage,
    deltas,
    games,
    sets,
    stages,
)

KINDS = ("remove_hit", "remove_miss", "add_hit", "add_miss")
empties = st.sampled_from([Fraction(0), Fraction(1)])


def f_measure(tally: Tally, empty: Fraction) -> Fraction:
    if tally.predicted == tally.gold == 0:
        return empty
    return Fraction(2 * tally.hits) / (tally.predicted + tally.gold)


def tally(stage: Stage, gold: Stage) -> Tally:
    hits = sum(min(count, gold.counts.get(pair, 0)) for pair, count in stage)
    return Tally(hits, len(stage), len(gold))


def part(of: Parts | Edits, kind: str) -> Fraction:
    return Fraction(getattr(of, kind))


def wildcard(stage: Stage, gold: Stage) -> Tally:
    """Count exact hits; then gold without a term takes what is left of its polarity."""
    hits = 0
    for polarity in POLARITIES:
        own = [pair for pair in stage.counts if pair[1] == polarity]
        exact = sum(min(stage.counts[p], gold.counts.get(p, 0)) for p in own if p[0])
        said = sum(stage.counts[p] for p in own)
        hits += min(exact + gold.counts.get(("", polarity), 0), said)
    return Tally(hits, len(stage), len(gold))


def exchanged(change: StageDelta[Pair], gold: Stage) -> int:
    exact = edits_of(change, gold)
    return min(exact.remove_hit, exact.add_hit)


@given(game=games(), empty=empties)
def test_the_parts_add_up_to_the_change_of_f1(game: Game, empty: Fraction) -> None:
    after = game.edits.applied(game.before)

    parts = decompose(game.before, game.edits, empty=empty)

    assert parts.total == f_measure(after, empty) - f_measure(game.before, empty)


@given(game=games(most=6), empty=empties)
@example(Game(Tally(1, 1, 1), Edits(remove_hit=1, add_hit=1)), Fraction(1))
@example(Game(Tally(0, 0, 0), Edits(add_miss=2)), Fraction(1))
def test_every_edit_gets_what_it_adds_on_average_over_all_orders(
    game: Game, empty: Fraction
) -> None:
    edits = [
        (what, kind)
        for what in ("remove", "add")
        for kind in ("hit", "miss")
        for _ in range(int(part(game.edits, f"{what}_{kind}")))
    ]
    before = game.before
    counts = (int(before.hits), int(before.predicted), int(before.gold))

    each = decompose(before, game.edits, empty=empty).each(game.edits)

    values = of_counts(*counts, edits, empty)
    assert values == tuple(part(each, f"{what}_{kind}") for what, kind in edits)


@given(gold=sets, before=sets, after=sets, empty=empties)
def test_over_sets_the_parts_are_those_of_the_real_pairs(
    gold: Stage, before: Stage, after: Stage, empty: Fraction
) -> None:
    assume(len(before.counts.keys() ^ after.counts.keys()) <= 6)
    truth, old, new = (frozenset(map("/".join, side.counts)) for side in (gold, before, after))
    change = stage_delta(after, before)
    edits = edits_of(change, gold)

    each = decompose(tally(before, gold), edits, empty=empty).each(edits)

    for pair, value in of_sets(truth, old, new, empty).items():
        what = "remove" if pair in old else "add"
        assert value == part(each, f"{what}_{'hit' if pair in truth else 'miss'}")


@given(game=games(), empty=empties)
def test_an_edit_that_never_moves_f1_gets_nothing(game: Game, empty: Fraction) -> None:
    parts = decompose(game.before, game.edits, empty=empty)

    if game.before.gold == 0 and game.edits.remove_miss < game.before.predicted:
        assert parts == Parts()
    if game.before.hits == game.edits.add_hit == 0 < game.before.gold:
        assert parts == Parts()
    for kind in KINDS:
        assert part(game.edits, kind) or part(parts, kind) == 0


@given(game=games(), empty=empties)
def test_the_inverse_negates_every_part(game: Game, empty: Fraction) -> None:
    back = game.inverse()

    there = decompose(game.before, game.edits, empty=empty)

    assert decompose(back.before, back.edits, empty=empty) == there.inverse()
    assert there.inverse().inverse() == there
    assert back.inverse() == game


@given(game=games(), empty=empties)
def test_good_edits_never_cost_and_bad_edits_never_pay(game: Game, empty: Fraction) -> None:
    parts = decompose(game.before, game.edits, empty=empty)

    assert min(parts.add_hit, parts.remove_miss) >= 0
    assert max(parts.remove_hit, parts.add_miss) <= 0


@given(change=deltas, gold=stages)
def test_the_edits_of_a_delta_lead_from_one_stage_to_the_other(
    change: StageDelta[Pair], gold: Stage
) -> None:
    edits = edits_of(change, gold)
    found = by_edit(change, gold).counts

    assert edits.applied(tally(change.before, gold)) == tally(change.after, gold)
    assert edits.size == change.size
    assert edits.add_hit + edits.remove_miss == found.fixed
    assert edits.remove_hit + edits.add_miss == found.broken


@given(change=deltas, gold=stages)
def test_the_edits_of_the_inverse_delta_are_the_inverse_edits(
    change: StageDelta[Pair], gold: Stage
) -> None:
    assert edits_of(change.inverse(), gold) == edits_of(change, gold).inverse()


@given(change=deltas, gold=stages)
def test_counts_and_exchanged_hits_tell_the_edits_of_equal_pairs(
    change: StageDelta[Pair], gold: Stage
) -> None:
    before, after = tally(change.before, gold), tally(change.after, gold)
    kept = len(change.kept)

    edits = edits_between(before, after, kept=kept, exchanged=exchanged(change, gold))

    assert edits == edits_of(change, gold)


@given(change=deltas, gold=stages, swapped=st.integers(-1, 9), empty=empties)
def test_hits_of_wildcards_keep_the_sum_and_the_sign(
    change: StageDelta[Pair], gold: Stage, swapped: int, empty: Fraction
) -> None:
    before, after = wildcard(change.before, gold), wildcard(change.after, gold)
    kept = len(change.kept)

    there = edits_between(before, after, kept=kept, exchanged=swapped)
    back = edits_between(after, before, kept=kept, exchanged=swapped)

    assert there.applied(before) == after
    assert there.size == change.size
    assert back == there.inverse()
    parts = decompose(before, there, empty=empty)
    assert parts.total == f_measure(after, empty) - f_measure(before, empty)
    assert decompose(after, back, empty=empty) == parts.inverse()


@given(corpus=st.lists(st.tuples(games(), empties), min_size=1, max_size=5))
def test_the_mean_parts_add_up_to_the_mean_change(corpus: list[tuple[Game, Fraction]]) -> None:
    shares = [decompose(game.before, game.edits, empty=empty) for game, empty in corpus]

    mean = mean_parts(shares)

    assert isinstance(mean, Parts)
    assert mean.total == sum(share.total for share in shares) / len(corpus)
    assert mean == mean_parts(reversed(shares))
    assert mean_parts([share.inverse() for share in shares]) == mean.inverse()
