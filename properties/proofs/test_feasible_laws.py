"""Tables printed of real samples are never refuted, and what is refuted cannot be printed."""

from fractions import Fraction
from itertools import combinations_with_replacement, product

from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.budget import Steps
from measurand.algebra.certificate import verify
from measurand.algebra.rounding import agreement, rounded
from measurand.auditing.proofs.feasible.decision import KnownData, definition_of, fits, misses
from measurand.auditing.proofs.feasible.feasibility import decide_with_effort, findings
from measurand.auditing.proofs.feasible.problem import Problem, System
from measurand.auditing.proofs.feasible.reading import TALLIES, Reading, default_readings
from measurand.auditing.proofs.feasible.sample_bounds import most_that_print
from measurand.auditing.proofs.feasible.search import Effort, Search
from measurand.auditing.proofs.finding import Certified, Clash, Witness
from measurand.auditing.proofs.sheet import Role
from measurand.evidence.pool import pool
from measurand.metrics.finalise import score
from measurand.metrics.options import Aggregate, Drop
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.sample import Sample
from measurand.values.score import Defined
from measurand.values.tally import Tally
from measurand.values.verdict import Verdict
from properties.strategies.effort import part

few = part(20, least=5)
"""Each example is a search."""

EFFORT = Effort(nodes=200, boxes=16, most=20, steps=300_000)
READINGS = default_readings()
RATES = (Role.PRECISION, Role.RECALL, Role.F)
TOTALS = (Role.HITS, Role.PREDICTED, Role.GOLD)
MODES = (Rounding.DECIMAL, Rounding.HALF_UP, Rounding.TRUNCATE)


@frozen
class Case:
    """Systems with their samples, and the table that was printed of them."""

    problem: Problem
    reading: Reading
    data: tuple[tuple[str, tuple[Sample, ...]], ...]


def a_sample(at: int, tally: Tally) -> Sample:
    return Sample(id=str(at), counts=(("", tally),))


def digits(value: Fraction, role: Role, places: int, mode: Rounding) -> Printed:
    if role not in RATES:
        unit, shown = Unit.NONE, 0 if role is not Role.HITS else 2
    else:
        unit, shown = Unit.PERCENT, places
    return Printed(rounded(value / unit.scale, shown, mode), shown, unit, mode)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    reading = draw(st.sampled_from(READINGS))
    if reading.soft and draw(st.booleans()):
        reading = evolve(reading, least=Fraction(1, 2))
    golds = draw(st.lists(st.integers(0, 2), min_size=1, max_size=3))
    places, mode = draw(st.integers(1, 3)), draw(st.sampled_from(MODES))
    roles = (*draw(st.sets(st.sampled_from(RATES), min_size=1)), *TOTALS[draw(st.integers(0, 2)) :])
    systems, data = [], []
    for label in draw(st.sampled_from((("a",), ("a", "b")))):
        tallies = [draw(answers(gold, reading)) for gold in golds]
        samples = tuple(a_sample(at, one) for at, one in enumerate(tallies))
        pooled = pool(TALLIES, samples)
        scores = {
            role: score(definition_of(role, reading, Fraction(1)), pooled)
            for role in sorted(roles, key=lambda role: role.value)
        }
        printed = tuple(
            (role, digits(found.value, role, places, mode))
            for role, found in scores.items()
            if isinstance(found, Defined) and isinstance(found.value, Fraction)
        )
        systems.append(System(label=label, printed=printed))
        data.append((label, samples))
    number = draw(st.sampled_from((None, len(golds))))
    problem = Problem(systems=tuple(systems), columns=(), samples=number)
    return Case(problem, reading, tuple(data))


@st.composite
def answers(draw: st.DrawFn, gold: int, reading: Reading) -> Tally:
    predicted = draw(st.integers(0, 2))
    matches = draw(st.integers(0, min(gold, predicted)))
    worth = draw(st.sampled_from((2, 3, 4))) if reading.soft else 4
    return Tally(Fraction(matches * worth, 4), predicted, gold)


@few
@given(cases())
def test_a_table_printed_of_real_samples_is_never_refuted(case: Case) -> None:
    assert misses(case.problem, case.reading, case.data) == ()
    assert decide_with_effort(case.problem, case.reading, EFFORT).verdict is not Verdict.REFUTED


@given(cases(), st.lists(st.sampled_from(READINGS), min_size=1, max_size=6))
def test_a_data_set_that_is_tried_on_readings_prints_as_when_each_is_scored(
    case: Case, readings: list[Reading]
) -> None:
    seen = KnownData(case.problem, case.data)
    assert [seen.prints(one, Steps()) for one in readings] == [
        fits(one, case.data) and not misses(case.problem, one, case.data) for one in readings
    ]


@few
@given(cases(), st.lists(st.sampled_from(READINGS), max_size=3, unique=True))
def test_readings_that_are_asked_together_are_decided_by_data_sets_of_their_own(
    case: Case, others: list[Reading]
) -> None:
    readings = tuple(dict.fromkeys((*others, case.reading)))
    search = Search(EFFORT)
    for reading, found in zip(readings, findings(case.problem, readings, search), strict=True):
        assert not (reading == case.reading and found.verdict is Verdict.REFUTED)
        for ground in found.grounds:
            if isinstance(ground, Witness):
                assert misses(case.problem, reading, ground.samples) == ()


@few
@given(cases())
def test_a_witness_scores_to_every_printed_cell(case: Case) -> None:
    found = decide_with_effort(case.problem, case.reading, EFFORT)
    for system in case.problem.systems if found.data else ():
        pooled = pool(TALLIES, dict(found.data)[system.label])
        for role, printed in system.printed:
            value = score(definition_of(role, case.reading, system.beta), pooled)
            assert isinstance(value, Defined)
            assert agreement(value.value, printed).fit.value != "outside"
    golds = {
        tuple(sum(t.gold for _, t in one.counts or ()) for one in row) for _, row in found.data
    }
    assert len(golds) <= 1
    if case.problem.samples is not None:
        assert all(len(row) == case.problem.samples for _, row in found.data)


SMALL = tuple(
    Tally(hits, predicted, gold)
    for gold, predicted in product(range(3), repeat=2)
    for hits in range(min(gold, predicted) + 1)
)
SETS = tuple(
    tuple(a_sample(at, one) for at, one in enumerate(tallies))
    for number in (1, 2)
    for tallies in combinations_with_replacement(SMALL, number)
)


@st.composite
def guesses(draw: st.DrawFn) -> Case:
    """Print any numbers: most tables have no data set."""
    reading = draw(st.sampled_from([one for one in READINGS if not one.soft]))
    rate = st.sampled_from((0, 25, 33, 40, 50, 60, 67, 75, 80, 100))
    printed = [(role, Printed(Fraction(draw(rate)), 0, Unit.PERCENT)) for role in RATES]
    kept = printed[draw(st.integers(0, 1)) :]
    totals = [(role, Printed(Fraction(draw(st.integers(1, 3))), 0)) for role in TOTALS[1:]]
    number = draw(st.integers(1, 2))
    system = System(label="a", printed=tuple(kept + totals[draw(st.integers(0, 1)) :]))
    return Case(Problem(systems=(system,), columns=(), samples=number), reading, ())


@few
@given(guesses())
def test_no_small_data_set_prints_what_is_refuted(case: Case) -> None:
    found = decide_with_effort(case.problem, case.reading, EFFORT)
    if found.verdict is Verdict.REFUTED:
        assert not any(
            len(samples) == case.problem.samples
            and not misses(case.problem, case.reading, (("a", samples),))
            for samples in SETS
        )


@few
@given(guesses())
def test_every_proof_is_accepted_by_the_checker(case: Case) -> None:
    found = decide_with_effort(case.problem, case.reading, EFFORT)
    for one in found.grounds:
        match one:
            case Certified(programs):
                assert programs
                assert not any(verify(program, proof) for _, program, proof in programs)
            case Clash():
                assert one.holds
            case _:
                pass


@few
@given(cases(), guesses())
def test_more_cells_never_make_a_refuted_table_possible(case: Case, guess: Case) -> None:
    (system,) = guess.problem.systems
    both = tuple(dict([*case.problem.systems[0].printed, *system.printed]).items())
    more = evolve(guess.problem, systems=(evolve(system, printed=both),))
    fewer = evolve(guess.problem, systems=(evolve(system, printed=both[: len(both) // 2]),))
    if decide_with_effort(fewer, guess.reading, EFFORT).verdict is Verdict.REFUTED:
        assert decide_with_effort(more, guess.reading, EFFORT).verdict is not Verdict.HOLDS


@few
@given(cases())
def test_the_bound_on_samples_holds_for_the_samples_that_were_printed(case: Case) -> None:
    end = most_that_print(case.problem, case.reading)
    assert end is None or len(case.data[0][1]) <= end


@few
@given(cases())
def test_whole_hits_are_a_case_of_soft_ones(case: Case) -> None:
    harmonic = evolve(case.reading, aggregate=Aggregate.HARMONIC, soft=False, least=Fraction(0))
    soft = decide_with_effort(case.problem, evolve(harmonic, soft=True), EFFORT)
    if decide_with_effort(case.problem, harmonic, EFFORT).verdict is Verdict.HOLDS:
        assert soft.verdict is not Verdict.REFUTED


def test_a_reading_that_drops_samples_is_among_those_drawn() -> None:
    assert any(one.empty.both_empty == Drop() for one in READINGS)
