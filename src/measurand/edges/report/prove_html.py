"""What tables alone prove as one HTML page: verdicts, readings, proofs, pictures of F."""

from collections.abc import Sequence

from measurand.edges.report.curve_page import Figure, Part, parts_of, picture_page
from measurand.edges.report.document import Prose
from measurand.edges.report.extra import MissingExtraError
from measurand.edges.report.prove_view import ProvedTable, headline, prove_document
from measurand.edges.report.region_picture import region_of, region_picture, region_text

__all__ = ["MOST_REGIONS", "MissingExtraError", "prove_page"]

MOST_REGIONS = 24
"""Pictures on a page, of each table."""

_ABOUT = "What follows from the printed numbers alone, and under which assumptions."
_LEGEND = (
    "Square: the dot is the printed P and R; the curve is where they have the printed F "
    "themselves, the shaded region where samples with these means can have it as the mean of their "
    "F. Bars: what F may be, given P and R; dashed line and band: the printed F."
)


def prove_page(
    tables: Sequence[ProvedTable], *, title: str = "", brief: str = "", source: str = ""
) -> str:
    """Write the page of what was proven.

    >>> prove_page((), source="<b>").count("&lt;b&gt;")
    2

    Raises MissingExtraError where the extra `report` is not installed.
    """
    found = parts_of(prove_document(tables, title=title, brief=brief))
    parts = []
    for at, ((name, blocks), table) in enumerate(zip(found, tables, strict=False), 1):
        lead = tuple(headline(table))
        rest = blocks[1:] if blocks and blocks[0] == Prose(lead) else blocks
        figures = _figures(at, table)
        parts.append(
            Part(
                title=name,
                lead=lead,
                figures=figures[:MOST_REGIONS],
                notes=_notes(figures),
                blocks=rest,
            )
        )
    _, end = found[-1]
    return picture_page(
        [*parts, Part(title="", blocks=end)],
        title=title or "Prove",
        about=_ABOUT,
        source=source,
    )


def _figures(at: int, table: ProvedTable) -> tuple[Figure, ...]:
    regions = (region_of(table.proved.sheet, one) for one in table.proved.questions)
    return tuple(
        Figure(
            svg=region_picture(region, name=f"region-{at}-{number}"),
            title=f"{region.row}: {', '.join(region.names)}",
            text=region_text(region),
        )
        for number, region in enumerate((one for one in regions if one is not None), 1)
    )


def _notes(figures: Sequence[Figure]) -> tuple[str, ...]:
    if not figures:
        return ()
    left = len(figures) - MOST_REGIONS
    return (_LEGEND, *([f"Pictures of {left} more rows are not drawn."] if left > 0 else []))
