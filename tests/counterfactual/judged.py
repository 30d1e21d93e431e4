"""Small samples for the rules of the verifier: tokens 0, 1, 2 and so on, and frames that cite."""

from collections.abc import Sequence

from attrs import evolve

from measurand.studies.counterfactual.rules import Reading, Rule
from measurand.studies.counterfactual.verifier import RuleSet, verify
from measurand.values.cells import read_cell
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Token, Vector

PRESENT = Frame(finding="nodule", polarity="present", laterality="left", citations=(0,))
ABSENT = evolve(PRESENT, polarity="absent")


def token(
    cell: str = "L1:0,0,0",
    score: float = 0.9,
    uncertainty: float = 0.1,
    embedding: Vector | None = None,
) -> Token:
    """Make a token that no rule objects to; `answered` numbers them."""
    return Token(
        id=0, cell=read_cell(cell), score=score, uncertainty=uncertainty, embedding=embedding
    )


def answered(
    tokens: Sequence[Token],
    *frames: Frame,
    text: str = "",
    query: Vector | None = None,
    finding: str = "nodule",
) -> Grounded:
    """Make a sample of tokens, numbered from 0, and frames."""
    return Grounded(
        id="one",
        shape=(8, 8, 8),
        tokens=tuple(evolve(one, id=at) for at, one in enumerate(tokens)),
        generation=Generation(frames, text),
        relevance=None if query is None else ((finding, query),),
    )


def broken(rule: Rule, sample: Grounded, reading: Reading | None = None) -> list[int]:
    """List the frames that break one rule."""
    verdicts = verify(RuleSet((rule,), reading or Reading()), sample)
    assert all(issue.rule == rule.id for issue in verdicts.issues)
    return [issue.frame for issue in verdicts.issues]
