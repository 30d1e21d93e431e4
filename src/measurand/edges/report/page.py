"""A page before it is HTML: a document with more kinds of blocks, whose texts may have parts.

Every HTML report is such a value; `html.page_text` writes all of them, so that escaping, style and
the roles that screen readers need are decided once. A text that is a plain `str` is one of our own
words; what comes from data is a `Run`, which is set apart from the direction of its surroundings.
Both are escaped and made visible. A `look` is a class of the one style sheet, page.css.
"""

from collections.abc import Sequence
from enum import Enum

from attrs import field, frozen

from measurand.edges.report.document import Grid, Prose, Section
from measurand.edges.report.picture import Picture, Shape


class Look(Enum):
    """How a run of text looks; the value is its element, or a class of a span.

    >>> Look.DATA.value
    'bdi'
    """

    DATA = "bdi"
    CODE = "code"
    STRONG = "strong"
    SMALL = "small"
    RAISED = "sup"
    QUIET = "quiet"
    TIMES = "times"


@frozen
class Run:
    """A run of text in one look; code breaks at its signs, where it is long.

    >>> Run("fix_rate", Look.CODE).text
    'fix_rate'
    """

    text: str
    look: Look = Look.DATA


@frozen
class Link:
    """A link to a place of the page.

    >>> Link("metric-1", Run("iou", Look.CODE)).place
    'metric-1'
    """

    place: str
    label: Run


@frozen
class Marked:
    """A word behind a mark, or behind an empty box without one; `kind` is a class of both.

    >>> Marked((), "expected", "expected").word
    'expected'
    """

    shapes: tuple[Shape, ...]
    word: str
    kind: str


@frozen
class Pill:
    """A state of few words with a sign; `kind` is a class.

    >>> Pill("▲", "fixed", "fixed").sign
    '▲'
    """

    sign: str
    word: str
    kind: str


class Edit(Enum):
    """What was done to an item; the value is its element."""

    ADDED = "ins"
    REMOVED = "del"


@frozen
class Edited:
    """An item that was added or removed: a sign to see, a word to hear.

    >>> Edited(Edit.ADDED, "+", "added", (Run("battery"),)).word
    'added'
    """

    edit: Edit
    sign: str
    word: str
    line: "Line"


@frozen
class Listing:
    """A list inside a cell.

    >>> Listing(("a",)).lines
    ('a',)
    """

    lines: "tuple[Line, ...]"
    look: str = ""


Inline = str | Run | Link | Marked | Pill | Edited | Listing
Line = Inline | tuple[Inline, ...]


@frozen
class Paragraph:
    """A paragraph; its place, inside a fold, opens the fold when it is linked to.

    >>> Paragraph("No metric was tested.").look
    ''
    """

    line: Line
    look: str = ""
    place: str = field(default="", kw_only=True)


@frozen
class Bullets:
    """A list.

    >>> Bullets(("a", "b")).look
    'lines'
    """

    lines: tuple[Line, ...]
    look: str = "lines"


@frozen
class Terms:
    """Names with what they have: facts of a page, counts, options, a glossary.

    >>> Terms("facts", (("N", "8"),)).entries[0]
    ('N', '8')
    """

    look: str
    entries: tuple[tuple[Line, Line], ...]


@frozen
class Head:
    """The head of a column; its look is that of the cells below, too.

    >>> Head("n", "number").look
    'number'
    """

    text: Line
    look: str = ""


@frozen
class Cell:
    """A cell with a look or a width of its own.

    >>> Cell("n/a", "reason", span=2).span
    2
    """

    line: Line
    look: str = ""
    span: int = field(default=1, kw_only=True)


@frozen(kw_only=True)
class Row:
    """Cells, the first of which heads the row; `data` is for the filter of the page.

    >>> Row(cells=("a", "1")).data
    ()
    """

    cells: tuple[Line | Cell, ...]
    data: tuple[tuple[str, str], ...] = ()


@frozen(kw_only=True)
class Table:
    """A table that on a narrow screen becomes one block for each row, its cells labelled.

    `label` is the place whose title names it; without one its caption does.

    >>> Table(heads=(Head("a"),), rows=()).look
    ''
    """

    heads: tuple[Head, ...]
    rows: tuple[Row, ...]
    look: str = ""
    label: str = ""
    caption: str = ""
    place: str = ""


@frozen(kw_only=True)
class Plain:
    """A small table of texts that stays a table on any screen; its caption is heard, not seen.

    >>> Plain(caption="F1", heads=("stage", "F1"), rows=()).heads
    ('stage', 'F1')
    """

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen(kw_only=True)
class Printed:
    """A table as it would stand in a paper: a caption above, lines for heads and foot.

    >>> Printed(title="Table 1", caption="F1.", heads=("", "F1"), rows=()).notes
    ()
    """

    title: str
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Line, ...], ...]
    notes: tuple[str, ...] = ()


@frozen(kw_only=True)
class Figure:
    """A picture, what is said below it, and its data; `name` sets its ids apart.

    One that `scrolls` keeps its size, and is moved on a narrow screen.

    >>> Figure(picture=None, name="flow").text
    ''
    """

    picture: Picture | None
    name: str
    text: str = ""
    data: Plain | None = None
    scrolls: bool = False


@frozen
class Fold:
    """Blocks that are shown on demand, and in print.

    >>> Fold("All options", ()).summary
    'All options'
    """

    summary: Line
    blocks: "tuple[PageBlock, ...]"


@frozen(kw_only=True)
class Card:
    """Blocks in a frame under a small title, with a place of their own where they are linked to.

    >>> Card(title="F1", blocks=()).place
    ''
    """

    title: Line
    blocks: "tuple[PageBlock, ...]"
    place: str = ""


@frozen
class Group:
    """Blocks that a look sets side by side.

    >>> Group("figures", ()).look
    'figures'
    """

    look: str
    blocks: "tuple[PageBlock, ...]"


@frozen(kw_only=True)
class Choice:
    """A choice of a filter: rows whose `data` has the value stay; `texts` are by value.

    >>> Choice(name="outcome", label="Outcome", values=(("fixed", "fixed"),)).name
    'outcome'
    """

    name: str
    label: str
    values: tuple[tuple[str, str], ...]


@frozen(kw_only=True)
class Filter:
    """A search in the rows of a table, hidden where no script runs; `table` is its place.

    >>> Filter(table="samples", search="Search", every="all", showing="Shown:", choices=()).table
    'samples'
    """

    table: str
    search: str
    every: str
    showing: str
    choices: tuple[Choice, ...]


PageBlock = (
    Grid
    | Prose
    | Section
    | Paragraph
    | Bullets
    | Terms
    | Table
    | Plain
    | Printed
    | Figure
    | Fold
    | Card
    | Group
    | Filter
)


@frozen(kw_only=True)
class PageSection:
    """A part of a page: a title, and a place that the contents lead to.

    A part whose title is `unseen`, or empty, is not in the contents.

    >>> PageSection(place="tests", title="Tests", blocks=()).unseen
    False
    """

    place: str
    title: str
    blocks: tuple[PageBlock, ...]
    unseen: bool = False


def sections_of(
    place: str, title: str, blocks: Sequence[PageBlock], grids: Sequence[Grid]
) -> tuple[PageSection, ...]:
    """Put what is said first, with a table of the same title; others have sections of their own.

    >>> grid = Grid("Scores", ("name",), (("a",),))
    >>> [one.title for one in sections_of("scores", "Scores", (), [grid])]
    ['Scores']
    """
    own = (one for one in grids if one.title == title)
    others = [one for one in grids if one.title != title]
    return (
        PageSection(place=place, title=title, blocks=(*blocks, *own)),
        *(
            PageSection(place=f"table-{at}", title=grid.title, blocks=(grid,))
            for at, grid in enumerate(others, 1)
        ),
    )


@frozen(kw_only=True)
class Page:
    """A page: its title and what it is of, sentences below, facts, and parts.

    >>> Page(title="Audit", parts=()).lang
    'en'
    """

    title: str
    parts: tuple[PageSection, ...]
    source: str = ""
    about: str = ""
    facts: tuple[tuple[Line, Line], ...] = ()
    notes: tuple[str, ...] = ()
    lang: str = "en"
    contents: str = "Contents"


def code(text: str) -> Run:
    """Show a text as code.

    >>> code("fix_rate").look
    <Look.CODE: 'code'>
    """
    return Run(text, Look.CODE)


def quiet(text: str) -> Run:
    """Show a text in a quiet colour.

    >>> quiet("none").look
    <Look.QUIET: 'quiet'>
    """
    return Run(text, Look.QUIET)


def small(text: str) -> tuple[Inline, ...]:
    """Put a text below a line, in small letters; nothing where it is empty.

    >>> small("")
    ()
    """
    return (Run(text, Look.SMALL),) if text else ()
