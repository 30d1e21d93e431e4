"""The small generator: every number worked by hand from its rules."""

import pytest
from attrs import evolve

from measurand.studies.counterfactual.toy import Toy, query_of, relevance
from measurand.values.cells import Cell
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Token, Vector

ONE = Toy(findings=("mass",), cites=2, present=0.5, absent=0.25)


def token(which: int, score: float, *, x: int = 0, embedding: Vector | None = None) -> Token:
    """Make a token of level 2; x from 0 to 3 goes from left to right."""
    return Token(id=which, cell=Cell(2, x, 0, 0), score=score, uncertainty=0.0, embedding=embedding)


def answer(*tokens: Token, toy: Toy = ONE) -> Frame:
    """Let the toy answer with its one frame."""
    [frame] = toy(Grounded(id="1", shape=(8, 8, 8), tokens=tokens)).frames
    return frame


def test_the_relevance_is_the_product_over_the_root_of_the_length_and_the_score() -> None:
    # (1 * 0.5 + 2 * 0.25 + 3 * 0 + 4 * 0.25) / sqrt(4) + 2 * 0.1 = 1.2
    one = token(0, 0.1, embedding=(1.0, 2.0, 3.0, 4.0))

    found = relevance(one, (0.5, 0.25, 0.0, 0.25), score_weight=2.0)

    assert found == pytest.approx(1.2, abs=1e-15)


def test_the_most_relevant_tokens_are_cited_the_first_one_first() -> None:
    frame = answer(token(5, 0.2), token(3, 0.9), token(4, 0.4))

    assert frame.citations == (3, 4)


def test_of_equal_tokens_the_smaller_cell_and_then_the_smaller_id_is_cited() -> None:
    frame = answer(token(1, 0.5, x=1), token(7, 0.5, x=0), token(2, 0.5, x=0))

    assert frame.citations == (2, 7)


@pytest.mark.parametrize(
    ("strength", "claim", "confidence"),
    [
        (1.5, ("present", False), 0.75),  # (1 + 1 / 2) / 2
        (0.5, ("present", False), 0.5),
        (0.375, ("present", True), 5 / 9),  # (1 + (1/8) / (9/8)) / 2
        (0.25, ("absent", False), 0.6),  # (1 + (1/4) / (5/4)) / 2
        (-0.5, ("absent", False), 0.75),
    ],
)
def test_the_mean_relevance_of_what_is_cited_decides(
    strength: float,
    claim: tuple[str, bool],
    confidence: float,
) -> None:
    frame = answer(token(0, strength + 0.125), token(1, strength - 0.125), token(2, -9.0))

    assert (frame.polarity, frame.uncertain) == claim
    assert frame.confidence == frame.q == pytest.approx(confidence, abs=1e-15)


@pytest.mark.parametrize(
    ("cells", "side"),
    [((0, 1), "left"), ((2, 3), "right"), ((1, 2), "bilateral")],
)
def test_the_cited_cells_give_the_side(cells: tuple[int, int], side: str) -> None:
    frame = answer(token(0, 1.0, x=cells[0]), token(1, 1.0, x=cells[1]))

    assert frame.laterality == side


def test_the_whole_volume_has_no_side_and_what_is_absent_neither() -> None:
    root = evolve(token(0, 1.0), cell=Cell(0, 0, 0, 0))

    assert answer(root).laterality == "unspecified"
    assert answer(root, token(1, 1.0, x=3)).laterality == "right"
    assert answer(token(1, -1.0, x=3)).laterality == "unspecified"


def test_the_text_says_what_the_frames_claim() -> None:
    tokens = (token(0, 0.5, x=3, embedding=(1.0,)),)
    queries = (("a", (0.0,)), ("b", (-0.125,)), ("c", (-1.0,)))
    sample = Grounded(id="1", shape=(8, 8, 8), tokens=tokens, relevance=queries)

    found = Toy(findings=("a", "B", "c"), present=0.5, absent=0.25)(sample)

    assert found.text == "Right a. Possible right B. No c."


def test_the_query_of_the_sample_comes_before_the_one_made_of_the_name() -> None:
    tokens = (token(0, 0.0, embedding=(1.0,)), token(1, 0.0, embedding=(-1.0,)))
    sample = Grounded(id="1", shape=(8, 8, 8), tokens=tokens)
    own = -query_of("mass", 1)[0]

    made = ONE(sample).frames[0].citations
    given = ONE(evolve(sample, relevance=(("mass", (own,)),))).frames[0].citations

    assert made is not None
    assert given == made[::-1]


def test_no_token_gives_no_frame() -> None:
    assert Toy()(Grounded(id="1", shape=(8, 8, 8))) == Generation()


def test_a_finding_cannot_be_there_and_not_there() -> None:
    with pytest.raises(ValueError, match=r"absent lies below present, 0\.5: got 0\.5"):
        Toy(present=0.5, absent=0.5)
