"""Matched frames: held against every assignment there is, and what does not change a tally."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.grounded import frames as rich
from measurand.studies.counterfactual.edge.strategies import TRANSFORMS
from measurand.studies.counterfactual.evaluate import render
from measurand.studies.counterfactual.frame_match import (
    READS,
    FrameMatch,
    Gate,
    Pairing,
    PolarityAgreement,
    Weights,
    match_frames,
    similarity,
    tally,
)
from measurand.studies.counterfactual.perturbation import perturb
from measurand.studies.counterfactual.polarity import Polarity
from measurand.studies.counterfactual.transforms import Transform, invariant_parts
from measurand.values.cells import Cell
from measurand.values.frames import UNSPECIFIED, Frame, Generation
from measurand.values.grounded import Grounded, Token
from properties.oracles import cf_frames as oracle
from properties.oracles.cf_sample import frame_row
from properties.strategies.effort import third

FRAMES = st.builds(
    Frame,
    finding=st.sampled_from(("mass", "nodule", "lung_nodule", "Mass", "opacity")),
    polarity=st.sampled_from(("present", "absent", "positive")),
    location=st.sampled_from(("RUL", "LLL", UNSPECIFIED)),
    laterality=st.sampled_from(("left", "right", UNSPECIFIED)),
)
ANSWERS = st.lists(FRAMES, max_size=4)
ORDERLESS = (Pairing.BEFORE, Pairing.MOST)
FREE = st.sampled_from(ORDERLESS)
GATES = {Gate.NONE: "none", Gate.FINDING: "finding", Gate.POLARITY: "polarity", Gate.BOTH: "both"}
TENTHS = st.integers(0, 2).map(lambda n: Fraction(n, 10))
WEIGHTS = st.builds(
    Weights,
    finding=st.integers(0, 3).map(lambda n: Fraction(n, 10)),
    alias=TENTHS,
    location=TENTHS,
    location_open=TENTHS,
    laterality=TENTHS,
    laterality_open=TENTHS,
    polarity=TENTHS,
)
HOWS = st.builds(
    FrameMatch,
    weights=st.just(Weights()) | WEIGHTS,
    gate=st.sampled_from(Gate),
    same=st.sampled_from(PolarityAgreement),
    polarity=st.builds(Polarity, any_case=st.booleans()),
    threshold=st.sampled_from([Fraction(n, 10) for n in (1, 3, 5, 10)]),
    pairing=FREE,
)


def best(table: Sequence[Sequence[Fraction]], how: FrameMatch) -> tuple[Fraction, Fraction]:
    """Try every assignment; say what the best one is worth, in the order that is asked for."""
    found = []
    for chosen in oracle.assignments(len(table), len(table[0]) if table else 0):
        kept = [table[one][other] for one, other in chosen if table[one][other] >= how.threshold]
        worth = (sum(kept, Fraction(0)), Fraction(len(kept)))
        found.append(worth if how.pairing is Pairing.BEFORE else worth[::-1])
    return max(found, default=(Fraction(0), Fraction(0)))


@third
@given(ANSWERS, ANSWERS, HOWS)
def test_no_assignment_is_better(
    predicted: list[Frame], gold: list[Frame], how: FrameMatch
) -> None:
    table = [[similarity(one, other, how) for other in gold] for one in predicted]

    found = match_frames(predicted, gold, how)

    kept = [table[one][other] for one, other in found]
    worth = (sum(kept, Fraction(0)), Fraction(len(kept)))
    assert all(value >= how.threshold for value in kept)
    assert (worth if how.pairing is Pairing.BEFORE else worth[::-1]) == best(table, how)


@third
@given(ANSWERS, ANSWERS, HOWS, st.sampled_from(Pairing))
def test_every_frame_is_paired_at_most_once(
    predicted: list[Frame], gold: list[Frame], how: FrameMatch, pairing: Pairing
) -> None:
    found = match_frames(predicted, gold, evolve(how, pairing=pairing))

    assert len({one for one, _ in found}) == len({other for _, other in found}) == len(found)
    assert list(found) == sorted(found)


@third
@given(FRAMES, FRAMES, st.sampled_from(Gate))
def test_the_oracle_finds_frames_as_alike(one: Frame, other: Frame, gate: Gate) -> None:
    expected = oracle.similarity(frame_row(one), frame_row(other), gate=GATES[gate])

    assert similarity(one, other, FrameMatch(gate=gate)) == expected


def frame(finding: str, polarity: str, location: str, laterality: str) -> Frame:
    return Frame(finding=finding, polarity=polarity, location=location, laterality=laterality)


# Two totals that tie: the rounding of floats, and the order in which they are added, decide.
@example(
    [frame("lung_nodule", "absent", "RUL", "right"), frame("mass", "absent", "RUL", UNSPECIFIED)],
    [frame("mass", "present", UNSPECIFIED, "left"), frame("mass", "present", "RUL", UNSPECIFIED)],
    Gate.NONE,
)
@example(
    [frame("nodule", "absent", UNSPECIFIED, "left"), frame("mass", "absent", UNSPECIFIED, "left")],
    [frame("mass", "absent", "RUL", "left"), frame("mass", "present", "LLL", UNSPECIFIED)],
    Gate.NONE,
)
@third
@given(ANSWERS, ANSWERS, st.sampled_from(Gate))
def test_with_the_threshold_at_the_end_pairs_are_those_of_the_solver(
    predicted: list[Frame], gold: list[Frame], gate: Gate
) -> None:
    theirs = oracle.scipy_hits(
        [frame_row(one) for one in predicted],
        [frame_row(one) for one in gold],
        gate=GATES[gate],
    )

    ours = tally(predicted, gold, FrameMatch(gate=gate, pairing=Pairing.AFTER))

    assert ours.hits == theirs


@third
@given(ANSWERS, ANSWERS)
def test_the_oracle_counts_as_many_pairs(predicted: list[Frame], gold: list[Frame]) -> None:
    table = oracle.table([frame_row(one) for one in predicted], [frame_row(one) for one in gold])

    before = oracle.possible_hits(table, when="before")
    most = oracle.possible_hits(table, when="before", objective="count_then_sum")

    assert tally(predicted, gold).hits == max(before)
    assert {tally(predicted, gold, FrameMatch(pairing=Pairing.MOST)).hits} == most


@third
@given(FRAMES, FRAMES, HOWS)
def test_likeness_is_symmetric_and_at_most_one(one: Frame, other: Frame, how: FrameMatch) -> None:
    assert similarity(one, other, how) == similarity(other, one, how)
    assert 0 <= similarity(one, other, how) <= 1


@third
@given(ANSWERS, ANSWERS, HOWS, st.randoms(use_true_random=False))
def test_the_order_of_frames_does_not_change_the_tally(
    predicted: list[Frame], gold: list[Frame], how: FrameMatch, chance: Random
) -> None:
    found = tally(predicted, gold, how)
    chance.shuffle(predicted)
    chance.shuffle(gold)

    assert tally(predicted, gold, how) == found


@third
@given(ANSWERS, ANSWERS, HOWS, st.randoms(use_true_random=False))
def test_the_order_of_frames_does_not_change_who_is_paired(
    predicted: list[Frame], gold: list[Frame], how: FrameMatch, chance: Random
) -> None:
    def paired() -> list[tuple[str, ...]]:
        found = ((predicted[one], gold[other]) for one, other in match_frames(predicted, gold, how))
        return sorted(
            tuple(
                word
                for frame in both
                for word in (
                    frame.finding.lower(),
                    frame.location,
                    frame.laterality,
                    frame.polarity,
                )
            )
            for both in found
        )

    before = paired()
    chance.shuffle(predicted)
    chance.shuffle(gold)

    assert paired() == before


@third
@given(ANSWERS, ANSWERS, HOWS)
def test_the_threshold_before_never_finds_fewer_pairs(
    predicted: list[Frame], gold: list[Frame], how: FrameMatch
) -> None:
    before = tally(predicted, gold, evolve(how, pairing=Pairing.BEFORE)).hits
    most = tally(predicted, gold, evolve(how, pairing=Pairing.MOST)).hits
    after = tally(predicted, gold, evolve(how, pairing=Pairing.AFTER)).hits

    assert after <= before <= most


@third
@given(ANSWERS, ANSWERS, HOWS)
def test_swapping_gold_and_predicted_swaps_the_tally(
    predicted: list[Frame], gold: list[Frame], how: FrameMatch
) -> None:
    one, other = tally(predicted, gold, how), tally(gold, predicted, how)

    assert (one.hits, one.predicted, one.gold) == (other.hits, other.gold, other.predicted)


@third
@given(ANSWERS, st.sampled_from(Gate), st.sampled_from(Pairing))
def test_an_answer_matches_itself(frames: list[Frame], gate: Gate, pairing: Pairing) -> None:
    assert tally(frames, frames, FrameMatch(gate=gate, pairing=pairing)).right


@third
@given(ANSWERS, ANSWERS, FRAMES, HOWS)
def test_another_frame_never_takes_pairs_away(
    predicted: list[Frame], gold: list[Frame], more: Frame, how: FrameMatch
) -> None:
    how = evolve(how, pairing=Pairing.MOST)
    before, after = tally(predicted, gold, how), tally([*predicted, more], gold, how)

    assert before.hits <= after.hits <= before.hits + 1


@third
@given(ANSWERS, ANSWERS, HOWS)
def test_a_gate_never_adds_pairs_when_the_most_are_taken(
    predicted: list[Frame], gold: list[Frame], how: FrameMatch
) -> None:
    how = evolve(how, pairing=Pairing.MOST)
    hits = {gate: tally(predicted, gold, evolve(how, gate=gate)).hits for gate in Gate}

    assert hits[Gate.BOTH] <= min(hits[Gate.FINDING], hits[Gate.POLARITY])
    assert max(hits[Gate.FINDING], hits[Gate.POLARITY]) <= hits[Gate.NONE]


STILL = [one for one in TRANSFORMS if invariant_parts(one) >= READS]
TOKENS = tuple(
    Token(id=at, cell=Cell(1, at % 2, 0, 0), score=0.5, uncertainty=0.5) for at in range(4)
)


@third
@given(st.lists(rich, max_size=4), ANSWERS, st.sampled_from(STILL))
def test_transforms_that_leave_what_is_read_leave_the_tally(
    frames: list[Frame], gold: list[Frame], transform: Transform
) -> None:
    # B5: omega_perm, cite_swap and no_cite cannot change the F1 of frames.
    sample = Grounded(id="1", shape=(8, 8, 8), tokens=TOKENS, generation=Generation(tuple(frames)))
    changed = perturb(transform, sample).sample.generation.frames

    assert tally(changed, gold) == tally(frames, gold)
    assert render(changed) == render(frames)


@third
@given(st.lists(rich, max_size=4))
def test_the_oracle_words_frames_alike(frames: list[Frame]) -> None:
    expected = oracle.wording([frame_row(frame) for frame in frames])

    assert render(frames) == oracle.one_space(expected)
