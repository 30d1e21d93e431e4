"""Numbers of other tools among the definitions of an audit: as a grid, and as a tree for JSON."""

from collections.abc import Sequence

from measurand.audit.claims.audit_result import Recognised
from measurand.edges.report.document import Grid

_HERE = (
    "on these data: its rules for empty cases, such as zero_division, are others than those of the "
    "definition, and make no difference here"
)


_TITLE = "Numbers of other tools that print cells"


def recognised_grid(found: Sequence[Recognised], *, beside: bool = False) -> Grid:
    """Lay out which tool's number prints how many cells of a column, and under which definition.

    >>> recognised_grid(()).columns
    ('column', 'what it is', 'cells', 'definition')
    """
    return Grid(
        "Numbers of other tools, tried beside the space" if beside else _TITLE,
        ("column", "what it is", "cells", "definition"),
        tuple(
            (
                one.column,
                f"{one.number.says}{' (on these data)' if one.here else ''}",
                f"{one.printed} of {one.cells}",
                _definition(one, beside=beside),
            )
            for one in found
        ),
        notes=(
            "what the tool does was run on these samples, and gives the number",
            *([_HERE] if any(one.here for one in found) else []),
        ),
    )


def _definition(one: Recognised, *, beside: bool) -> str:
    first = one.candidates[0].text if one.candidates else ""
    more = len(one.candidates) - 1
    if beside:
        return ""
    return (first or "as declared") + (f" (and {more} more)" if more > 0 else "")
