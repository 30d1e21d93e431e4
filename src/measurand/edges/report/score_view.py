"""Scores of a file as a document: each number with its signature and denominators."""

from collections.abc import Mapping, Sequence

from attrs import frozen
from toolz import unique

from measurand.claims.needs import Denominators, Reading
from measurand.edges.report.check_view import DENOMINATORS, shown_denominators
from measurand.edges.report.document import Document, Grid
from measurand.edges.report.numbers import show_exact
from measurand.edges.report.source_view import sources_grid
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


def score_document(lines: Sequence[ScoreLine], readings: Mapping[str, Reading]) -> Document:
    """Lay out scores.

    >>> score_document((), {})[0].title
    'Scores'
    """
    by = ("group",) if any(line.group for line in lines) else ()
    names = {one: f"d{at}" for at, one in enumerate(unique(line.definition for line in lines), 1)}
    return (
        Grid(
            "Scores",
            ("definition", *by, "score", "exactly", *DENOMINATORS),
            tuple(
                (
                    names[line.definition],
                    *([line.group] if by else []),
                    _shown(line.score),
                    show_exact(line.score) if isinstance(line.score, Defined) else "",
                    *shown_denominators(line.denominators),
                )
                for line in lines
            ),
        ),
        Grid(
            "Definitions",
            ("definition", "signature"),
            tuple((name, signature(one)) for one, name in names.items()),
        ),
        sources_grid(readings),
    )


def _shown(score: Score) -> str:
    match score:
        case Defined(value):
            return f"{float(value):.{_DIGITS}g}"
        case Undefined(reason):
            return f"undefined: {reason}"
