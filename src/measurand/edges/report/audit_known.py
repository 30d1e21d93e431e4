"""Numbers of other tools among the definitions of an audit: as a grid, and as a tree for JSON."""

from collections.abc import Sequence

from measurand.claims.audited import Recognised
from measurand.edges.report.document import Grid

_HERE = (
    "on these data: its rules for empty cases, such as zero_division, are others than those of the "
    "definition, and make no difference here"
)


def recognised_grid(found: Sequence[Recognised]) -> Grid:
    """Lay out which tool's number prints how many cells of a column, and under which definition.

    >>> recognised_grid(()).columns
    ('column', 'what it is', 'cells', 'definition')
    """
    return Grid(
        "Numbers of other tools that print cells",
        ("column", "what it is", "cells", "definition"),
        tuple(
            (
                one.column,
                f"{one.number.says}{' (on these data)' if one.here else ''}",
                f"{one.printed} of {one.cells}",
                _definition(one),
            )
            for one in found
        ),
        notes=(
            "the number that a call gives, where the samples are those of the call",
            *([_HERE] if any(one.here for one in found) else []),
        ),
    )


def _definition(one: Recognised) -> str:
    first = one.candidates[0].text if one.candidates else ""
    more = len(one.candidates) - 1
    return (first or "as declared") + (f" (and {more} more)" if more > 0 else "")


def recognised_plain(found: Sequence[Recognised]) -> list[dict[str, object]]:
    """Make a tree of the same.

    >>> recognised_plain(())
    []
    """
    return [
        {
            "column": one.column,
            "tool": one.number.tool,
            "call": one.number.call,
            "default": one.number.default,
            "on_these_data": one.here,
            "versions": list(one.number.versions),
            "printed": one.printed,
            "cells": one.cells,
            "definitions": [candidate.texts for candidate in one.candidates],
        }
        for one in found
    ]
