"""A document with pictures as one HTML page that needs nothing else: audits and proofs."""

from collections.abc import Iterable, Sequence

from attrs import frozen

from measurand.edges.report.document import Block, Document, Section
from measurand.edges.report.page_template import written


@frozen(kw_only=True)
class Figure:
    """A picture as SVG, and what stands below it; `open` shows it without a click.

    >>> Figure(svg="<svg/>", title="F1", text="").open
    True
    """

    svg: str
    title: str
    text: str
    open: bool = True


@frozen(kw_only=True)
class Part:
    """One part of a page: a title, sentences, pictures (small ones first), and blocks below.

    >>> Part(title="Table 1", blocks=()).figures
    ()
    """

    title: str
    blocks: tuple[Block, ...]
    lead: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    more: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()


def parts_of(document: Document) -> tuple[tuple[str, tuple[Block, ...]], ...]:
    """Take the sections within the one section of a document, and what stands beside them.

    >>> from measurand.edges.report.document import Prose
    >>> found = parts_of((Section("audit", (Section("Table 1", ()), Prose(("end",)))),))
    >>> [(title, len(blocks)) for title, blocks in found]
    [('Table 1', 0), ('', 1)]
    """
    inner = [one for block in document if isinstance(block, Section) for one in block.blocks]
    parts = [(one.title, one.blocks) for one in inner if isinstance(one, Section)]
    rest = tuple(one for one in inner if not isinstance(one, Section))
    return (*parts, ("", rest))


def picture_page(parts: Sequence[Part], *, title: str, about: str, source: str) -> str:
    """Write a page: all that is data is escaped and visible; equal parts give equal bytes.

    >>> text = picture_page((), title="Audit", about="", source="<b>")
    >>> text.startswith("<!doctype html>"), "&lt;b&gt;" in text
    (True, True)

    Raises MissingExtraError where the extra `report` is not installed.
    """
    return written(
        "curve.html.j2",
        styles="curve.css",
        lang="en",
        title=title,
        about=about,
        source=source,
        parts=list(_named(parts)),
    )


def _named(parts: Iterable[Part]) -> Iterable[tuple[str, Part]]:
    for at, part in enumerate(parts, 1):
        yield f"part-{at}", part
