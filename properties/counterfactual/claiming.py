"""Grounded samples for the whole pipeline: with sums of attention that no rounding moves."""

from attrs import evolve
from hypothesis import strategies as st

from measurand.edges.trials.strategies.grounded import (
    CELLS,
    TEXTS,
    cells,
    grounded_samples,
    lesions,
)
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Token, Vector


def steps(number: float) -> float:
    """Round to halves, so that all sums and ties of attention are exact in 32 bits, too."""
    return round(2 * number) / 2


def coarse(sample: Grounded) -> Grounded:
    def rounded(vector: Vector) -> Vector:
        return tuple(map(steps, vector))

    return evolve(
        sample,
        tokens=tuple(
            evolve(
                one,
                score=steps(4 * one.score) / 4,
                embedding=None if one.embedding is None else rounded(one.embedding),
            )
            for one in sample.tokens
        ),
        relevance=sample.relevance
        and tuple((name, rounded(query)) for name, query in sample.relevance),
    )


def lines(frames: tuple[Frame, ...]) -> str:
    """Write frames as the generator of the program did."""
    return "\n".join(
        f"FRAME {at} finding={one.finding} polarity={one.polarity} laterality={one.laterality} "
        f"location={one.location} size_bin={one.size_bin} severity={one.severity} "
        f"uncertain={int(one.uncertain)} confidence={one.confidence} q={one.q or 0.0} "
        f"refusal={int(one.refused)} cites=[{','.join(map(str, one.cited))}]"
        for at, one in enumerate(frames)
    )


def spoken(sample: Grounded) -> Grounded:
    """Let the text of the answer say its frames."""
    frames = sample.generation.frames
    return evolve(sample, generation=Generation(frames, lines(frames)))


IDS = (5, 0, 7, 2, 3)
halves = st.integers(-2, 2).map(lambda n: n / 2)
evidence = st.builds(
    Token,
    id=st.just(0),
    cell=cells | st.sampled_from(CELLS[:3]),
    score=st.sampled_from((0.25, 0.5, 0.75)),
    uncertainty=st.sampled_from((0.25, 0.75)),
    embedding=st.tuples(halves),
)
claiming = st.builds(
    Frame,
    finding=st.sampled_from(("nodule", "effusion", "Nodule")),
    polarity=st.sampled_from(("present", "present", "positive", "absent", "Present")),
    laterality=st.sampled_from(("left", "right", "bilateral")),
    confidence=st.sampled_from((0.25, 0.85, 0.95)),
    location=st.sampled_from(("RUL", "pleura")),
    citations=st.lists(st.sampled_from((*IDS, 8)), min_size=1, max_size=3).map(tuple) | st.none(),
    refused=st.sampled_from((False, False, True)),
)
answers = st.builds(
    Generation, st.lists(claiming, min_size=1, max_size=3).map(tuple), st.sampled_from(TEXTS)
)


@st.composite
def claims(draw: st.DrawFn) -> Grounded:
    """Draw a sample with evidence, claims and answers, so that most rules have much to judge."""
    shape = draw(st.sampled_from(((4, 4, 4), (5, 3, 8))))
    tokens = draw(st.lists(evidence, min_size=2, max_size=len(IDS)))
    truth = draw(st.none() | st.lists(claiming, max_size=2).map(tuple))
    query = draw(st.sampled_from((1.0, -0.5)))
    return Grounded(
        id="scan-1",
        group="patient-1",
        seed=draw(st.integers(0, 9)),
        shape=shape,
        tokens=tuple(evolve(one, id=which) for which, one in zip(IDS, tokens, strict=False)),
        generation=draw(answers),
        lesions=draw(lesions(shape)),
        gold=truth,
        report=draw(st.none() | st.sampled_from(TEXTS)),
        relevance=(("effusion", (query,)), ("nodule", (1.0,))),
        regenerated=(("evidence_drop", draw(answers)), ("token_perm", draw(answers))),
    )


plain = grounded_samples().map(coarse)
SAMPLES = claims() | claims().map(spoken) | plain | plain.map(spoken)
"""Samples that claim much or nothing at all; the text of some says their frames."""
