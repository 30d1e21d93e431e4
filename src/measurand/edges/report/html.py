"""Pages as HTML: one file that needs nothing else, and the only place where markup is made.

Every text passes `element`, which escapes it and shows what would not be seen; what is markup
already is `Markup`, a type that nothing outside this module makes but `picture.svg`, which does the
same. So data of any origin stays text. The page fetches nothing and says so to the browser in its
policy; the one script it may have, the filter, is allowed by its hash, and all there is to read is
there without it. Equal pages give equal bytes.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files

from attrs import frozen

from measurand.edges.report.document import Grid, Prose, Section
from measurand.edges.report.page import (
    Bullets,
    Card,
    Cell,
    Edited,
    Figure,
    Filter,
    Fold,
    Group,
    Head,
    Line,
    Link,
    Listing,
    Look,
    Marked,
    Page,
    PageBlock,
    PageSection,
    Paragraph,
    Pill,
    Plain,
    Printed,
    Row,
    Run,
    Table,
    Terms,
)
from measurand.edges.report.picture import mark, safe, svg

_SIGNS = re.compile(r"(?<=[_.,=])(?=.)")
"""Where long code may break: behind its signs."""


@frozen
class Markup:
    """A text that is HTML already.

    >>> Markup("<br>").text
    '<br>'
    """

    text: str


Child = str | Markup | None


def element(tag: str, *children: Child, **attributes: str | None) -> Markup:
    """Write an element: texts are escaped; an attribute that is None, or an empty class, is left.

    >>> element("p", "a < b", class_="", id="x").text
    '<p id="x">a &lt; b</p>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{safe(value)}"'
        for name, value in attributes.items()
        if value is not None and (value or name != "class_")
    )
    return Markup(f"<{tag}{written}>{_join(children).text}</{tag}>")


def _join(children: Iterable[Child]) -> Markup:
    texts = (one.text if isinstance(one, Markup) else safe(one) for one in children if one)
    return Markup("".join(texts))


def page_text(page: Page) -> str:
    """Write a page.

    >>> text = page_text(Page(title="<b>", parts=()))
    >>> text.startswith("<!doctype html>"), "&lt;b&gt;" in text, "<b>" in text
    (True, True, False)
    """
    named = f"{page.title}: {page.source}" if page.source else page.title
    main = element("main", *(_lined(map(_part, page.parts))))
    script = _shipped("filter.js") if 'id="filters"' in main.text else ""
    policy = "default-src 'none'; style-src 'unsafe-inline'; "
    if script:
        digest = b64encode(sha256(script.encode()).digest()).decode()
        policy += f"script-src 'sha256-{digest}'; "
    body = _lined((_header(page), _contents(page), main))
    return f"""<!doctype html>
<html lang="{safe(page.lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}img-src data:; base-uri 'none'; \
form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{safe(named)}</title>
<style>
{_shipped("page.css")}</style>
</head>
<body>
{_join(body).text}{f"<script>{script}</script>" if script else ""}
</body>
</html>
"""


@cache
def _shipped(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _lined(parts: Iterable[Markup]) -> Iterator[Markup]:
    """Give each part a line of its own, so that the source can be read and compared."""
    for part in parts:
        if part.text:
            yield Markup(f"{part.text}\n")


def fragment(*blocks: PageBlock) -> str:
    """Write blocks alone, to stand in somebody else's page: without a style or a script.

    >>> fragment(Prose(("a < b",)))
    '<div class="prose"><p>a &lt; b</p></div>'
    """
    return _join(map(_block, blocks)).text


def _header(page: Page) -> Markup:
    return element(
        "header",
        element("h1", page.title),
        element("p", page.about) if page.about else None,
        _terms(Terms("facts", page.facts)) if page.facts else None,
        *(element("p", _inline(Run(note)), class_="note") for note in page.notes),
    )


def _contents(page: Page) -> Markup:
    links = [
        element("li", element("a", part.title, href=f"#{part.place}"))
        for part in page.parts
        if part.title and not part.unseen
    ]
    if not links:
        return Markup("")
    return element("nav", element("ul", *links), aria_label=page.contents)


def _part(part: PageSection) -> Markup:
    name = f"{part.place}-title"
    title = element("h2", part.title, id=name, class_="unseen" if part.unseen else "")
    return element(
        "section",
        *_lined((title if part.title else Markup(""), *(_under(part, one) for one in part.blocks))),
        id=part.place,
        aria_labelledby=name if part.title else None,
    )


def _under(part: PageSection, block: PageBlock) -> Markup:
    """Write a block of a section; a table that is named as the section is needs no name again."""
    same = isinstance(block, Grid) and block.title == part.title != ""
    return _grid(block, part.place) if same and isinstance(block, Grid) else _block(block)


def _block(block: PageBlock) -> Markup:  # noqa: C901, PLR0912 - a match over a union
    match block:
        case Prose(lines, code=True):
            return element("pre", "\n".join(lines))
        case Prose(lines):
            return element("div", *(element("p", one) for one in lines if one), class_="prose")
        case Grid():
            return _grid(block)
        case Section(title, blocks):
            return _join([element("h3", title), *map(_block, blocks)])
        case Paragraph(line, look):
            return element("p", _line(line), class_=look, id=block.place or None)
        case Bullets(lines, look):
            return element("ul", *(element("li", _line(one)) for one in lines), class_=look)
        case Terms():
            return _terms(block)
        case Table():
            return _table(block)
        case Plain():
            return _plain(block)
        case Printed():
            return _printed(block)
        case Figure():
            return _figure(block)
        case Fold(summary, blocks):
            return element("details", element("summary", _line(summary)), *map(_block, blocks))
        case Card():
            return _card(block)
        case Group(look, blocks):
            return element("div", *_lined(map(_block, blocks)), class_=look)
        case Filter():
            return _filter(block)


def _line(line: Line) -> Markup:
    return _join(map(_inline, line)) if isinstance(line, tuple) else _inline(line)


def _inline(part: str | Run | Link | Marked | Pill | Edited | Listing) -> Markup:
    match part:
        case str():
            return Markup(safe(part))
        case Run(text, Look.CODE):
            return element("code", Markup("<wbr>".join(map(safe, _SIGNS.split(text)))))
        case Run(text, Look.QUIET | Look.TIMES as look):
            return element("span", text, class_=look.value)
        case Run(text, look):
            return element(look.value, text)
        case Link(place, label):
            return element("a", _inline(label), href=f"#{place}")
        case Marked(shapes, word, kind):
            shown = Markup(mark(*shapes)) if shapes else element("span", class_=f"box {kind}")
            return element("span", shown, element("span", word), class_=f"verdict {kind}")
        case Pill(sign, word, kind):
            shown = element("span", sign, aria_hidden="true")
            return element("span", shown, f" {word}", class_=f"state {kind}")
        case Edited(edit, sign, word, line):
            shown = element("span", sign, class_="sign", aria_hidden="true")
            heard = element("span", f"{word}: ", class_="unseen")
            return element(edit.value, shown, heard, _line(line))
        case Listing(lines, look):
            return element("ul", *(element("li", _line(one)) for one in lines), class_=look)


def _terms(terms: Terms) -> Markup:
    rows = (
        element("div", element("dt", _line(term)), element("dd", _line(line)))
        for term, line in terms.entries
    )
    return element("dl", *_lined(rows), class_=terms.look)


def _grid(grid: Grid, label: str = "") -> Markup:
    # What heads a row stands at its start, so the head of that column does too.
    heads = tuple(
        Head(name, "number" if at and align == "right" else "")
        for at, (name, align) in enumerate(zip(grid.columns, grid.aligned, strict=True))
    )
    rows = tuple(Row(cells=(_first(row[0]), *map(Run, row[1:]))) for row in grid.rows)
    notes = (element("p", note, class_="foot") for note in grid.notes)
    table = _table(Table(heads=heads, rows=rows, caption="" if label else grid.title, label=label))
    region = {"role": "region", "tabindex": "0", "aria_label": grid.title or "Table"}
    return _join((element("div", table, class_="wide", **region), *notes))


_COUNTED = "counted-by"


def _first(text: str) -> Cell:
    """Make what heads a row; where it is a number, nobody knows of what once rows are blocks."""
    return Cell(Run(text), _COUNTED if text[:1].isdigit() or text.startswith("±") else "")


def _table(table: Table) -> Markup:
    # A table whose rows become blocks is none to a browser: the roles say that it still is.
    heads = (
        element("th", _line(one.text), role="columnheader", scope="col", class_=one.look)
        for one in table.heads
    )
    return element(
        "table",
        element("caption", table.caption) if table.caption else None,
        element("thead", element("tr", *heads, role="row"), role="rowgroup"),
        element("tbody", *_lined(_row(table, row) for row in table.rows), role="rowgroup"),
        id=table.place or None,
        class_=f"{table.look} stacked".strip(),
        role="table",
        aria_labelledby=f"{table.label}-title" if table.label else None,
    )


def _row(table: Table, row: Row) -> Markup:
    first, *others = (one if isinstance(one, Cell) else Cell(one) for one in row.cells)
    counted = _label(table.heads[0].text) if first.look == _COUNTED else ""
    cells = [
        element(
            "th",
            _line(first.line),
            role="rowheader",
            scope="row",
            class_=first.look,
            data_label=counted or None,
        )
    ]
    column = 1
    for cell in others:
        head = table.heads[column]
        cells.append(
            element(
                "td",
                _line(cell.line),
                role="cell",
                class_=cell.look or head.look,
                colspan=str(cell.span) if cell.span > 1 else None,
                data_label=_label(head.text),
            )
        )
        column += cell.span
    data = {f"data_{name}": value for name, value in row.data}
    return element("tr", *cells, role="row", **data)


def _label(line: Line) -> str:
    """Take the words of a head, without what is raised behind them."""
    parts = line if isinstance(line, tuple) else (line,)
    return "".join(part for part in parts if isinstance(part, str))


def _plain(table: Plain) -> Markup:
    heads = (element("th", one, scope="col") for one in table.heads)
    rows = (element("tr", *(element("td", _inline(Run(one))) for one in row)) for row in table.rows)
    return element(
        "table",
        element("caption", table.caption, class_="unseen"),
        element("thead", element("tr", *heads)),
        element("tbody", *_lined(rows)),
    )


def _printed(table: Printed) -> Markup:
    heads = (element("th", one, scope="col", class_="number") for one in table.heads[1:])
    rows = (
        element(
            "tr",
            element("th", _line(first), scope="row"),
            *(element("td", _line(one), class_="number") for one in others),
        )
        for first, *others in table.rows
    )
    caption = element("span", element("strong", f"{table.title}."), f" {table.caption}")
    shown = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", element("td"), *heads)),
        element("tbody", *_lined(rows)),
        class_="paper",
    )
    region = {"role": "region", "aria_label": table.title, "tabindex": "0"}
    notes = _block(Bullets(table.notes, "notes")) if table.notes else None
    return _join((element("div", shown, class_="wide", **region), notes))


def _figure(figure: Figure) -> Markup:
    drawn = None if figure.picture is None else Markup(svg(figure.picture, name=figure.name))
    if drawn is not None and figure.picture is not None and figure.scrolls:
        inner = element("div", drawn, style=f"width: {figure.picture.width:g}px")
        role = {"class_": "drawing", "tabindex": "0", "role": "group", "aria_label": "Drawing"}
        return element("figure", inner, **role)
    caption = element("figcaption", figure.text) if figure.text else None
    data = None if figure.data is None else _plain(figure.data)
    return element("figure", drawn, caption, data)


def _card(card: Card) -> Markup:
    name = f"{card.place}-title" if card.place else None
    return element(
        "article",
        element("h3", _line(card.title), id=name),
        *_lined(map(_block, card.blocks)),
        id=card.place or None,
        aria_labelledby=name,
    )


def _filter(one: Filter) -> Markup:
    search = '<input id="filter-text" type="search" autocomplete="off" spellcheck="false">'
    choices = (
        element(
            "label",
            choice.label,
            element(
                "select",
                element("option", one.every, value=""),
                *(element("option", text, value=value) for value, text in choice.values),
                data_choice=choice.name,
            ),
        )
        for choice in one.choices
    )
    return element(
        "form",
        element("label", one.search, Markup(search), class_="grow"),
        *choices,
        element("p", f"{one.showing} ", element("output", id="filter-count")),
        id="filters",
        hidden="",
        data_table=one.table,
    )
