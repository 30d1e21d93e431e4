"""Heads come back over their columns, wherever they stand; turned tables say what they said."""

from itertools import groupby

from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.tables.grid import Overrides, RawTable, TextRow
from measurand.edges.tables.heads import table_of
from measurand.edges.tables.markup.reader import Markup, tables_of
from measurand.edges.tables.orientation import systems_in_rows
from measurand.edges.tables.sheet import sheet_of

SPELLED = {
    "P": ("P", "Prec.", "Precision", "Pre", "精确率 (Precision)"),
    "R": ("R", "Rec.", "Recall", "Re.", "召回率"),
    "F": ("F1", "F", "F1-score", "F₁"),
    "A": ("Acc", "Accuracy"),
    "E": ("EM", "Exact match"),
    "X": ("BLEU",),
}
PLACES = ("left", "middle", "right")


@frozen
class Layout:
    """Heads over heads, and the group of each column in truth."""

    above: tuple[str, ...]
    names: tuple[str, ...]
    groups: tuple[str, ...]
    kinds: tuple[str, ...]

    @property
    def read(self) -> RawTable:
        numbers = tuple(str(10 + at) for at in range(len(self.names)))
        labels = len([kind for kind in self.kinds if not kind])
        row = (*("a",) * labels, *numbers[labels:])
        heads = [TextRow(self.above, 1), TextRow(self.names, 2)]
        return table_of(heads, [TextRow(row, 3)]).unwrap()


@st.composite
def layouts(draw: st.DrawFn, *, alike: bool) -> Layout:
    """Draw groups of scores; unlike ones have a head in the middle that is seen to stand there."""
    kinds = st.lists(st.sampled_from(tuple(SPELLED)), min_size=2, max_size=4, unique=True)
    count = draw(st.integers(2, 4))
    one = draw(kinds)
    groups = [one if alike else draw(kinds) for _ in range(count)]
    place, upper = draw(st.sampled_from(PLACES)), draw(st.booleans())
    if not alike and place == "middle" and len(groups[0]) <= 2 - upper:
        groups[0] = ["P", "R", "F"]
    labels = draw(st.integers(1, 2))
    lead = draw(st.booleans()) and alike and place == "left"
    found = [("", f"label {at}", "", "") for at in range(labels)]
    found += [("", "Params", "", "Z")] * lead
    for at, group in enumerate(groups):
        middle = (len(group) - (0 if upper else 1)) // 2
        head = {"left": 0, "middle": middle, "right": len(group) - 1}[place]
        name = chr(ord("A") + at)
        found += [
            (name if n == head else "", draw(st.sampled_from(SPELLED[kind])), name, kind)
            for n, kind in enumerate(group)
        ]
    above, names, true, kind = zip(*found, strict=True)
    return Layout(above, names, true, kind)


@given(layouts(alike=True))
def test_groups_of_the_same_scores_are_found_wherever_their_heads_stand(layout: Layout) -> None:
    read = layout.read

    assert read.groups == layout.groups
    assert read.other_groups == ()


@given(layouts(alike=False))
def test_some_reading_is_true_or_ties_no_scores_of_two_groups(
    layout: Layout,
) -> None:
    read = layout.read

    ways = (read.groups, *read.other_groups)
    assert layout.groups in ways or not all(tied(way, layout) for way in ways)


def tied(way: tuple[str, ...], layout: Layout) -> bool:
    """Tell whether F stands below one head with P and R, not all of which are of its group."""
    below: dict[tuple[str, str], set[str]] = {}
    for head, kind, true in zip(way, layout.kinds, layout.groups, strict=True):
        below.setdefault((head, kind), set()).add(true)
    heads = {head for head, kind in below if kind == "F"}
    return any(
        len(set.union(*(below.get((head, kind), set()) for kind in "PRF"))) > 1
        and all((head, kind) in below for kind in "PRF")
        for head in heads
    )


@given(layouts(alike=False), st.sampled_from(("html", "latex")))
def test_markup_that_spans_columns_says_over_which_a_head_stands(
    layout: Layout, markup: Markup
) -> None:
    numbers = tuple(str(10 + at) for at in range(len(layout.names)))
    blocks = [(head, len(list(some))) for head, some in groupby(layout.groups)]
    text = (page if markup == "html" else tabular)(blocks, layout.names, numbers)

    [found] = tables_of(text.encode(), markup).unwrap()

    assert (found.groups, found.other_groups) == (layout.groups, ())


def page(blocks: list[tuple[str, int]], names: tuple[str, ...], row: tuple[str, ...]) -> str:
    above = "".join(f"<th colspan={size}>{head}" for head, size in blocks)
    heads, cells = "<th>".join(("", *names)), "<td>".join(("", *row))
    return f"<table><thead><tr>{above}<tr>{heads}</thead><tr>{cells}</table>"


def tabular(blocks: list[tuple[str, int]], names: tuple[str, ...], row: tuple[str, ...]) -> str:
    above = " & ".join(rf"\multicolumn{{{size}}}{{c}}{{{head}}}" for head, size in blocks)
    heads, cells = " & ".join(names), " & ".join(row)
    return rf"\begin{{tabular}}{{l}} {above} \\ {heads} \\ \hline {cells} \end{{tabular}}"


SCORES = ("Precision", "Recall", "F1", "Accuracy", "MCC", "Specificity")


@st.composite
def upright_tables(draw: st.DrawFn) -> RawTable:
    names = draw(st.lists(st.sampled_from(SCORES), min_size=2, max_size=5, unique=True))
    labels = draw(
        st.lists(
            st.sampled_from(("ours", "BERT", "CRF", "rules", "GPT-4")),
            min_size=2,
            max_size=5,
            unique=True,
        )
    )
    number = st.decimals("0.01", "0.99", places=2).map(str)
    rows = [(label, *(draw(number) for _ in names)) for label in labels]
    return RawTable(header=("System", *names), rows=tuple(rows))


@given(upright_tables())
def test_a_table_that_lies_says_what_it_says_upright(table: RawTable) -> None:
    lying = zip(table.header, *table.rows, strict=True)
    header, *rows = lying

    turned = systems_in_rows(RawTable(header=header, rows=tuple(rows)))

    assert (turned.header, turned.rows) == (table.header, table.rows)
    assert systems_in_rows(table) == table
    assert sheet_of(table, Overrides(transpose=False)).unwrap().sheet.rows == (
        sheet_of(RawTable(header=header, rows=tuple(rows))).unwrap().sheet.rows
    )


@given(upright_tables(), st.sampled_from(("repeated", "blank")))
def test_a_metric_a_row_says_what_a_column_for_each_says(table: RawTable, blank: str) -> None:
    rows = [
        ("" if blank == "blank" and at else label, "3", name, "↑", text, "±", "0.01")
        for label, *cells in table.rows
        for at, (name, text) in enumerate(zip(table.header[1:], cells, strict=True))
    ]
    header = ("System", "Version", "Metric", "", "Value", "", "Stderr")

    turned = systems_in_rows(RawTable(header=header, rows=tuple(rows)))

    assert turned.header[::2] == ("System", *(f"{name}_stderr" for name in table.header[1:]))
    assert tuple((row[0], *row[1::2]) for row in turned.rows) == table.rows
