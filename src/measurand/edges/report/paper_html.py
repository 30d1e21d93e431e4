"""Tables to be printed as one HTML page that needs nothing else."""

from collections.abc import Sequence

from measurand.edges.report.page_template import written
from measurand.edges.report.paper_layout import POINT, Layout


def paper_page(tables: Sequence[Layout], *, title: str = "") -> str:
    """Write a page of tables: each with its caption, scoped heads, and notes below.

    >>> text = paper_page((), title="<b>")
    >>> text.startswith("<!doctype html>"), "&lt;b&gt;" in text
    (True, True)

    Raises MissingExtraError where the extra `report` is not installed.
    """
    return written(
        "paper.html.j2",
        styles="paper.css",
        lang="en",
        title=title or "Tables",
        tables=tables,
        point=POINT,
    )
