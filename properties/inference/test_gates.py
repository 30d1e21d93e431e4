"""Gates: what cannot matter, what a run is beside itself and turned round, and false alarms."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from random import Random

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.files.gate_histories import History, PastLook, history_text, read_history
from measurand.edges.files.json.value import FaultError
from measurand.inference.gates import Gate, Look, Outcome, Terms, Tolerance, digest, gate
from measurand.inference.leaderboards import Better
from measurand.inference.plan import Plan
from properties.strategies.effort import half

Scores = dict[str, Fraction]
worth = st.sampled_from((Fraction(0), Fraction(1, 2), Fraction(1)))
TURNED = {
    Outcome.WORSE: {Outcome.BETTER},
    Outcome.BETTER: {Outcome.WORSE},
    Outcome.EQUAL: {Outcome.EQUAL},
    Outcome.NOT_WORSE: {Outcome.NOT_WORSE, Outcome.TOO_FEW},
    Outcome.TOO_FEW: {Outcome.NOT_WORSE, Outcome.TOO_FEW},
}


@st.composite
def runs(draw: st.DrawFn, *, whole: bool = False) -> tuple[Scores, Scores]:
    """Draw a run and a base, which differ often one way: of them some lack an item."""
    number = draw(st.integers(1, 60))
    lean = draw(st.sampled_from((Fraction(0), Fraction(1, 2), Fraction(1))))
    often = draw(st.lists(st.booleans(), min_size=number, max_size=number))
    sides: tuple[Scores, Scores] = ({}, {})
    for at, leant in enumerate(often):
        mine, its = (lean, 1 - lean) if leant else (draw(worth), draw(worth))
        sides[0][f"i{at}"], sides[1][f"i{at}"] = mine, its
    if not whole:
        for side in sides:
            for item in draw(st.lists(st.sampled_from(list(side)), unique=True, max_size=2)):
                del side[item]
    return sides


@st.composite
def terms(draw: st.DrawFn) -> Terms:
    amount = draw(st.sampled_from((None, Fraction(1, 100), Fraction(1, 4), Fraction(9, 10))))
    return Terms(
        look=Look(number=draw(st.integers(1, 30)), measures=draw(st.integers(1, 3))),
        tolerance=None if amount is None else Tolerance(amount, "a reason"),
        better=draw(st.sampled_from(Better)),
    )


def pairs_of(items: Mapping[str, Fraction]) -> dict[str, str]:
    """Put two neighbours into a cluster."""
    return {item: f"c{int(item[1:]) // 2}" for item in items}


def look(run: Scores, base: Scores, how: Terms, *, clustered: bool) -> Gate:
    clusters = pairs_of({**run, **base}) if clustered else None
    return gate(run, base, Plan(), how, clusters=clusters)


@half
@given(runs(), terms(), st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_items_does_not_matter(
    both: tuple[Scores, Scores],
    how: Terms,
    clustered: bool,  # noqa: FBT001
    chance: Random,
) -> None:
    turned = []
    for side in both:
        items = list(side.items())
        chance.shuffle(items)
        turned.append(dict(items))

    found = look(*both, how, clustered=clustered)

    assert look(turned[0], turned[1], how, clustered=clustered) == found
    assert [digest(side) for side in turned] == [digest(side) for side in both]


@half
@given(runs(), terms(), st.booleans())
def test_a_run_beside_itself_is_equal_or_too_few(
    both: tuple[Scores, Scores],
    how: Terms,
    clustered: bool,  # noqa: FBT001
) -> None:
    run = both[0]

    found = look(run, run, how, clustered=clustered)

    few = found.units < how.look.fewest
    assert found.outcome is (Outcome.TOO_FEW if few else Outcome.EQUAL)


@half
@given(runs(whole=True), terms(), st.booleans())
def test_better_and_worse_change_places_where_run_and_base_do(
    both: tuple[Scores, Scores],
    how: Terms,
    clustered: bool,  # noqa: FBT001
) -> None:
    run, base = both

    found = look(run, base, how, clustered=clustered).outcome

    assert look(base, run, how, clustered=clustered).outcome in TURNED[found]


@half
@given(runs(), terms(), st.booleans())
def test_a_later_look_calls_nothing_different_that_an_earlier_one_would_not(
    both: tuple[Scores, Scores],
    how: Terms,
    clustered: bool,  # noqa: FBT001
) -> None:
    later = evolve(how, look=evolve(how.look, number=how.look.number + 7), tolerance=None)
    first = evolve(later, look=how.look)

    found = look(*both, later, clustered=clustered).outcome

    if found in {Outcome.WORSE, Outcome.BETTER}:
        assert look(*both, first, clustered=clustered).outcome is found


@half
@given(st.lists(worth.filter(bool), min_size=1, max_size=7), st.integers(1, 2))
def test_of_all_ways_to_exchange_run_and_base_few_raise_an_alarm(
    sizes: list[Fraction], measures: int
) -> None:
    # Where both are alike, each way is as probable; an alpha of 4/5 lets so few items say anything.
    share = Look(alpha=Fraction(4, 5), measures=measures)
    ways = list(product((0, 1), repeat=len(sizes)))
    alarms = 0
    for ups in ways:
        run = {f"i{at}": size * up for at, (size, up) in enumerate(zip(sizes, ups, strict=True))}
        base = {item: sizes[at] - run[item] for at, item in enumerate(run)}
        found = gate(run, base, Plan(), Terms(look=share))
        alarms += found.because == "by the test"

    assert Fraction(alarms, len(ways)) <= share.half


looks = st.lists(
    st.tuples(
        st.text(max_size=4), st.text(max_size=4), st.sampled_from(["equal", "worse"]), st.text()
    ),
    max_size=4,
)


@st.composite
def histories(draw: st.DrawFn) -> History:
    base, alpha = draw(st.text(max_size=8)), Fraction(draw(st.integers(1, 99)), 100)
    past = tuple(
        PastLook(number=at, run=run, file=file, outcomes=(outcome,), because=because)
        for at, (run, file, outcome, because) in enumerate(draw(looks), 1)
    )
    return History(base=base, alpha=alpha, measures=("match",), looks=past)


def refused(raw: bytes) -> bool:
    try:
        read_history(raw)
    except FaultError:
        return True
    return False


@half
@given(histories())
def test_a_history_is_read_as_it_was_written(history: History) -> None:
    assert read_history(history_text(history).encode()) == history


@half
@given(histories(), st.data())
def test_a_history_that_was_cut_is_refused(history: History, data: st.DataObject) -> None:
    raw = history_text(history).encode()
    end = data.draw(st.integers(0, len(raw) - len(b"}\n") - 1))

    assert refused(raw[:end])


@half
@given(histories().filter(lambda one: one.looks), st.data())
def test_a_history_without_one_of_its_looks_is_refused(
    history: History, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(history.looks) - 1))
    left = evolve(history, looks=history.looks[:at] + history.looks[at + 1 :])
    whole, fewer = history_text(history), history_text(left)
    # What a hand would do: take a look out, and leave the seal as it was.
    seal, other = (text.rpartition('"seal": ') for text in (whole, fewer))

    assert refused((other[0] + other[1] + seal[2]).encode())


@given(runs(whole=True), terms())
def test_a_drop_that_is_visible_is_seen_with_80_percent(
    sides: tuple[Scores, Scores], asked: Terms
) -> None:
    seen = gate(*sides, Plan(), asked).visible
    if not isinstance(seen, float) or not 0 < seen < 1:
        return

    [power] = gate(*sides, Plan(), evolve(asked, drops=(Fraction(seen),))).powers

    assert isinstance(power.power, float)
    assert abs(power.power - 0.8) < 1 / 1000
    assert isinstance(power.needed, int)
    assert abs(power.needed - len(sides[0])) <= 1
