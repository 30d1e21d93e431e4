"""A small generator of our own, for examples and tests: it reads tokens and claims findings.

Nobody trained it, and it is no model of a radiologist. It looks at what a transform changes: which
embedding lies in which cell, and which tokens are there at all. Its numbers are made of sums,
products, quotients and square roots alone, so that they are the same on every machine.
"""

from collections.abc import Iterable
from hashlib import shake_256
from math import fsum, sqrt

from attrs import field, frozen, validators

from measurand.values.cells import Cell
from measurand.values.frames import UNSPECIFIED, Frame, Generation
from measurand.values.grounded import Grounded, Token, Vector

_BYTE = 255.0


def query_of(finding: str, length: int) -> Vector:
    """Make the query vector of a finding from its name alone; every number lies in [-1, 1].

    >>> query_of("nodule", 2) == query_of("Nodule", 3)[:2]
    True
    """
    return tuple(
        2 * byte / _BYTE - 1 for byte in shake_256(finding.lower().encode()).digest(length)
    )


def relevance(token: Token, query: Vector, *, score_weight: float = 1.0) -> float:
    """Say how much a token speaks for a finding: embedding times query, over its length's root.

    The score is added, as often as it weighs. A token without an embedding has its score alone.

    >>> from measurand.values.cells import Cell
    >>> one = Token(id=0, cell=Cell(0, 0, 0, 0), score=0.5, uncertainty=0.5, embedding=(1.0, 3.0))
    >>> relevance(Token(id=0, cell=Cell(0, 0, 0, 0), score=0.5, uncertainty=0.5), (1.0,))
    0.5
    >>> relevance(one, (1.0, 1.0, 1.0, 1.0), score_weight=0.0)
    Traceback (most recent call last):
    ValueError: a query of 2 numbers: got 4

    Raises ValueError where the query has another length than the embedding.
    """
    weighed = score_weight * token.score
    if token.embedding is None:
        return weighed
    if len(query) != len(token.embedding):
        message = f"a query of {len(token.embedding)} numbers: got {len(query)}"
        raise ValueError(message)
    products = (a * b for a, b in zip(token.embedding, query, strict=True))
    return fsum(products) / sqrt(max(len(query), 1)) + weighed


@frozen(kw_only=True)
class Toy:
    """Answers with one frame for every finding, by the tokens that speak for it most.

    A finding cites its `cites` most relevant tokens (ties: the smaller cell, then the smaller id).
    Their mean relevance is its strength: from `present` on it is there, up to `absent` it is not,
    and between the two it is there, uncertainly. The further from `present`, the surer: with the
    distance d the confidence is (1 + d / (1 + d)) / 2, from one half to 1. The cited
    cells give the side: all of them in the lower half along x are left, all in the upper one right,
    both bilateral. The query vectors are those of the sample; a finding without one gets its own,
    made from its name. Without tokens there is no frame.

    >>> from measurand.values.cells import Cell
    >>> tokens = tuple(Token(id=at, cell=Cell(1, at, 0, 0), score=1.0 - at, uncertainty=0.0)
    ...                for at in range(2))
    >>> one = Grounded(id="1", shape=(8, 8, 8), tokens=tokens)
    >>> answer = Toy(findings=("mass",), cites=1)(one)
    >>> answer.text, answer.frames[0].citations, answer.frames[0].confidence
    ('Left mass.', (0,), 0.5)

    Raises ValueError where nothing is cited, or a finding could be there and not there.
    """

    findings: tuple[str, ...] = ("effusion", "nodule", "opacity", "mass", "atelectasis")
    cites: int = field(default=3, validator=validators.ge(1))
    present: float = 1.0
    absent: float = field(default=0.75)
    score_weight: float = 1.0

    @absent.validator
    def _below(self, _attribute: object, value: float) -> None:
        if not value < self.present:
            message = f"absent lies below present, {self.present}: got {value}"
            raise ValueError(message)

    def __call__(self, sample: Grounded, /) -> Generation:
        """Answer."""
        if not sample.tokens:
            return Generation()
        frames = tuple(self._frame(sample, finding) for finding in self.findings)
        return Generation(frames, " ".join(_sentence(frame) for frame in frames))

    def _frame(self, sample: Grounded, finding: str) -> Frame:
        query = sample.query(finding)
        length = next((len(one.embedding) for one in sample.tokens if one.embedding), 0)
        query = query_of(finding, length) if query is None else query
        ranked = sorted(
            (-relevance(token, query, score_weight=self.score_weight), token.cell, token.id)
            for token in sample.tokens
        )[: self.cites]
        strength = -fsum(least for least, _, _ in ranked) / len(ranked)
        distance = abs(strength - self.present)
        confidence = (1 + distance / (1 + distance)) / 2
        is_absent = strength <= self.absent
        return Frame(
            finding=finding,
            polarity="absent" if is_absent else "present",
            laterality=UNSPECIFIED if is_absent else _side(cell for _, cell, _ in ranked),
            confidence=confidence,
            uncertain=not is_absent and strength < self.present,
            citations=tuple(which for _, _, which in ranked),
            q=confidence,
        )


def _side(cells: Iterable[Cell]) -> str:
    """Name the halves along x in which cells lie; the whole volume lies in neither."""
    found = {"left" if 2 * cell.x < 2**cell.level else "right" for cell in cells if cell.level}
    return "bilateral" if len(found) > 1 else next(iter(found), UNSPECIFIED)


def _sentence(frame: Frame) -> str:
    side = "" if frame.laterality == UNSPECIFIED else f"{frame.laterality} "
    lead = "No " if frame.polarity == "absent" else "Possible " if frame.uncertain else ""
    text = f"{lead}{side}{frame.finding}."
    return text[:1].upper() + text[1:]
