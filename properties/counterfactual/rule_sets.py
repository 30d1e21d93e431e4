"""Rule sets of every id and option, and samples of which one part is changed."""

from itertools import product

from attrs import evolve
from hypothesis import strategies as st

from measurand.studies.counterfactual.parts import SamplePart
from measurand.studies.counterfactual.polarity import Polarity
from measurand.studies.counterfactual.rules import Citations, Duplicates, Reading, Refused, Rule
from measurand.studies.counterfactual.rules_claims import (
    CoarseSide,
    Conflict,
    Left,
    SharedConflict,
    Sides,
    WrongSide,
)
from measurand.studies.counterfactual.rules_support import (
    LittleVolume,
    LowScore,
    Relevance,
    Ties,
    Unembedded,
)
from measurand.studies.counterfactual.verifier import RULES, RuleSet
from measurand.values.cells import Cell
from measurand.values.frames import Generation
from measurand.values.grounded import Grounded

RULES_DRAWN: tuple[Rule, ...] = (
    *RULES.values(),
    *(WrongSide(sides=sides, left=left) for sides, left in product(Sides, Left)),
    *(SharedConflict(conflict=conflict) for conflict in Conflict),
    *(
        Relevance(recall=recall, mass=mass, score_bias=bias, unembedded=bare, ties=ties)
        for (recall, mass), bias, bare, ties in product(
            ((1.0, 0.1), (0.5, 0.2)), (0.0, 0.5), Unembedded, Ties
        )
    ),
    LowScore(below=0.75),
    LittleVolume(below=0.1),
    CoarseSide(level=1),
)
"""Rules of every id, with every option."""

readings = st.builds(
    Reading,
    polarity=st.sampled_from((Polarity(), Polarity(any_case=True), Polarity(("present",)))),
    duplicates=st.sampled_from(Duplicates),
    citations=st.sampled_from(Citations),
    refused=st.sampled_from(Refused),
)
rule_sets = st.builds(
    RuleSet,
    st.lists(st.sampled_from(RULES_DRAWN), max_size=8, unique_by=lambda rule: rule.id).map(tuple),
    readings,
)
every_rule = readings.map(lambda reading: RuleSet(tuple(RULES.values()), reading))


def _answer(of: Grounded, part: SamplePart, other: Grounded) -> Grounded:
    """Take one part of the answer, or all frames, from another sample."""
    answer, given_ = of.generation, other.generation
    if part is SamplePart.TEXT:
        return evolve(of, generation=evolve(answer, text=given_.text))
    if part is SamplePart.FRAMES:
        # Frames beyond the other's, and citations, stay.
        put = [
            evolve(there, citations=here.citations)
            for here, there in zip(answer.frames, given_.frames, strict=False)
        ]
        return evolve(of, generation=Generation((*put, *answer.frames[len(put) :]), answer.text))
    lists = [frame.citations for frame in given_.frames] or [None]
    swapped = tuple(
        evolve(frame, citations=lists[at % len(lists)]) for at, frame in enumerate(answer.frames)
    )
    return evolve(of, generation=Generation(swapped, answer.text))


def _evidence(of: Grounded, part: SamplePart, other: Grounded) -> Grounded:
    """Take one part of the tokens from another sample, as far as it has tokens."""
    given_ = other.tokens or of.tokens
    pairs = [(token, given_[at % len(given_)]) for at, token in enumerate(of.tokens)]
    match part:
        case SamplePart.CELLS:
            # Where it is; its level stays.
            put = tuple(evolve(one, cell=_moved(one.cell, there.cell)) for one, there in pairs)
        case SamplePart.LEVELS:
            put = tuple(evolve(one, cell=there.cell) for one, there in pairs)
        case SamplePart.EMBEDDINGS:
            flipped = (tuple(-x for x in one.embedding or ()) or None for one in of.tokens)
            put = tuple(
                evolve(one, embedding=row) for one, row in zip(of.tokens, flipped, strict=True)
            )
        case SamplePart.SCORES:
            put = tuple(
                evolve(one, score=there.score, uncertainty=there.uncertainty)
                for one, there in pairs
            )
        case _:
            put = tuple(evolve(one, id=one.id + 1) for one in of.tokens)
    return evolve(of, tokens=put)


def _moved(cell: Cell, to: Cell) -> Cell:
    wide = 2**cell.level
    return Cell(cell.level, to.x % wide, to.y % wide, to.z % wide)


OF_THE_ANSWER = {SamplePart.FRAMES, SamplePart.CITATIONS, SamplePart.TEXT}


def with_part(of: Grounded, part: SamplePart, other: Grounded) -> Grounded:
    """Change one part of a sample; new levels are new cells, too."""
    if part in OF_THE_ANSWER:
        return _answer(of, part, other)
    return _evidence(of, part, other)
