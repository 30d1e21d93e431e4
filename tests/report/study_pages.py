"""Pages of studies that the tests share, and readers of their sections and tables."""

from measurand.studies.counterfactual.edge.page.html import page
from tests.report.sample_studies import EMPTY, ROWS, STUDY
from tests.review_html.sample_pages import elements

PAGE = page(STUDY, ROWS, source="rows.jsonl")
BARE = page(EMPTY, (), source="")


def section(html: str, name: str) -> str:
    """Cut out a section by its id."""
    start = html.index(f'<section id="{name}"')
    return html[start : html.index("</section>", start)] + "</section>"


def cells(html: str) -> list[list[str]]:
    """Read the rows of the first table: the texts of their cells."""
    start = html.index('<tbody role="rowgroup">')
    rows = html[start : html.index("</tbody>", start)].split("</tr>")
    return [
        [one.text for one in elements(row[row.index("<tr") :] + "</tr>") if one.tag in {"th", "td"}]
        for row in rows[:-1]
    ]
