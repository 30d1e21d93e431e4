"""Scores of a file as a document: each number with its signature and denominators."""

from collections.abc import Sequence

from attrs import frozen

from measurand.claims.needs import Denominators
from measurand.edges.report.check_view import DENOMINATORS, shown_denominators
from measurand.edges.report.document import Document, Grid
from measurand.metrics.definitions import Definition
from measurand.metrics.signature import signature
from measurand.values.score import Defined, Score, Undefined

_DIGITS = 6


@frozen
class ScoreLine:
    """One score, of the group it is about (empty: of all).

    >>> from measurand.metrics.signature import parse
    >>> ScoreLine("", parse("total"), Undefined("no sample"), Denominators()).group
    ''
    """

    group: str
    definition: Definition
    score: Score
    denominators: Denominators


def score_document(lines: Sequence[ScoreLine]) -> Document:
    """Lay out scores.

    >>> score_document(())[0].title
    'scores'
    """
    by = ("group",) if any(line.group for line in lines) else ()
    return (
        Grid(
            "scores",
            (*by, "score", *DENOMINATORS, "signature"),
            tuple(
                (
                    *([line.group] if by else []),
                    _shown(line.score),
                    *shown_denominators(line.denominators),
                    signature(line.definition),
                )
                for line in lines
            ),
        ),
    )


def _shown(score: Score) -> str:
    match score:
        case Defined(value):
            return f"{float(value):.{_DIGITS}g}"
        case Undefined(reason):
            return f"undefined: {reason}"
