"""Tables as a claims file: what was printed as it was, what was guessed as comments.

TOML is written by hand and line by line: comments stand between keys, numbers keep their digits.
What is doubtful is a comment that says it when it is uncommented, so that the file states only what
is sure.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction

from attrs import field, frozen
from toolz import unique

from measurand.auditing.claims.default_space import (
    MOST_TRIED,
    Product,
    SampleContents,
    Traits,
    all_but,
    combinations_of,
    default_space,
    lacking,
    negatives,
    tried_products,
)
from measurand.auditing.claims.model import Author
from measurand.auditing.proofs.sheet import Column, Facts, Kind, Role, Row, is_own
from measurand.edges.claims.draft import Draft, draft_lines
from measurand.edges.claims.toml_lines import key, metric_lines, quoted, source_lines
from measurand.edges.files.json.exact import exact_text
from measurand.edges.tables.grid import Note
from measurand.edges.tables.sheet import ReadTable
from measurand.edges.tables.vocabulary import head_of
from measurand.evidence.source import Source
from measurand.metrics.families import kind_of
from measurand.metrics.grammar import SignatureError, read_value, write_value
from measurand.metrics.option_terms import Option
from measurand.metrics.signature import FORMULA, options, parse
from measurand.values.fault import visible
from measurand.values.printed import Printed, Rounding, Unit

_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,16})(?:\.[0-9]{1,30})?")
_METRICS = {Role.PRECISION: "precision", Role.RECALL: "recall", Role.F: "f"}
_EXACT = {
    Role.HITS: "total(of=hits)",
    Role.PREDICTED: "total(of=predicted)",
    Role.GOLD: "total(of=gold)",
    Role.SAMPLES: "total(of=samples)",
    Role.FP: "total(of=fp)",
    Role.FN: "total(of=fn)",
    Role.TP: "total(of=hits)",
}
_BY_SAMPLE = "average=macro[sample]"
_WHOLES = {SampleContents.LABELS, SampleContents.SETS, SampleContents.SPANS, SampleContents.SLOTS}
_WIDE = 98


@frozen(kw_only=True)
class TableSource:
    """A source of samples behind a table: its name, how it is read, and what was assumed of it."""

    name: str
    source: Source
    notes: tuple[str, ...] = ()


@frozen(kw_only=True)
class TableData:
    """The samples behind tables: sources, what they are made of, and which rows are about which.

    Of several sources, `rows` names that of each label. `where` is the group that tells rows apart,
    empty where all rows are about all samples; `path` says where in a record it stands, empty where
    records have `groups`; `groups` gives the value of a label. A label that is in neither has no
    samples: its row is not computed. `classes` names the class that a row is about, where rows are
    classes and not systems. `fitted` gives the definition of a column that was found to fit, by the
    number of its table and its name.
    """

    sources: tuple[TableSource, ...]
    traits: Traits = field(factory=Traits)
    where: str = ""
    path: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    groups: tuple[tuple[str, str], ...] = ()
    classes: tuple[tuple[str, str], ...] = ()
    fitted: tuple[tuple[tuple[int, str], str], ...] = ()

    def of_row(self, label: str) -> tuple[str, str]:
        """Give the source that a row names itself, and the value of its group, if any."""
        return dict(self.rows).get(label, ""), dict(self.groups).get(label, "")

    def names(self, label: str) -> bool:
        """Tell whether a label is the name of a system, or of a class, of the samples.

        >>> TableData(sources=(), where="model", groups=(("Delta v2", "delta-v2"),)).names("Delta")
        False
        """
        return any(self.of_row(label)) or label in dict(self.classes)

    def computes(self, label: str) -> bool:
        """Tell whether there are samples of a row."""
        if self.classes:
            return label in dict(self.classes)
        return any(self.of_row(label)) or not (self.rows or self.where)


def claims_text(
    tables: Sequence[ReadTable],
    *,
    title: str,
    data: TableData | None = None,
    paper: str = "",
    draft: Draft | None = None,
) -> str:
    """Write a claims file; what it says reads back as the sure sheets of the tables.

    Every doubtful guess stands in a comment that says it when it is uncommented. `paper` is the
    path of the file in which the tables stand, for a check to look whether they still do; `draft`
    says where they are printed, as long as nobody has confirmed the guesses.

    >>> print(claims_text((), title="menus.md"), end="")
    # Written by `measurand init` from menus.md.
    # Numbers stand as they are printed there. Comments say what was guessed and left out.
    # Correct it, then run `measurand check` on this file.
    schema = 1
    title = "menus.md"
    """
    lines = [
        f"# Written by `measurand init` from {_comment(title)}.",
        "# Numbers stand as they are printed there. Comments say what was guessed and left out.",
        "# Correct it, then run `measurand check` on this file.",
        "schema = 1",
        f"title = {quoted(title)}",
    ]
    if draft is not None:
        lines += ["", *draft_lines(draft)]
    for metric in unique(metric for table in tables for metric in table.metrics):
        lines += ["", *metric_lines(metric)]
    if data is not None:
        lines += ["", *_source(data)]
    for at, table in enumerate(tables):
        lines += ["", *_table(table, data, {} if data is None else _fitted(data, at), paper)]
    return "\n".join(lines) + "\n"


def _fitted(data: TableData, table: int) -> Mapping[str, str]:
    return {column: found for (at, column), found in data.fitted if at == table}


def proposed(column: Column, data: TableData) -> tuple[str, ...]:
    """List what the head of a column often means for such samples, or the definition it says.

    >>> proposed(Column(name="n", role=Role.SAMPLES), TableData(sources=()))
    ('total(of=samples)',)
    """
    metric = _metric(column)
    if metric is None:
        decided = _decided(column, data.traits)
        return (decided,) if decided else ()
    if _defining(column):
        said = f"{metric}{_arguments(column)}"
        return () if _unsaid(column) or not _is_definition(said) else (said,)
    if metric not in _METRICS.values():
        return ()
    beta = f"beta={exact_text(column.beta)}," if column.beta != 1 else ""
    return tuple(f"{metric}({beta}{how})" for how in _usual(data.traits))


def _is_definition(text: str) -> bool:
    try:
        parse(text)
    except SignatureError:
        return False
    return True


def _comment(text: str) -> str:
    return visible(text)


def _notes(notes: Sequence[Note], *, lead: bool = True) -> Iterator[str]:
    for note in notes:
        where = f"{note.where}: " if lead and note.where else ""
        yield f"# {_comment(f'{where}{note.text}')}"


def _source(data: TableData) -> Iterator[str]:
    for at, one in enumerate(data.sources):
        if at:
            yield ""
        for text in one.notes:
            yield f"# {_comment(text)}"
        yield from source_lines(one.name, one.source, where=data.where, path=data.path)


def _table(
    table: ReadTable, data: TableData | None, fitted: Mapping[str, str], paper: str
) -> Iterator[str]:
    sheet, sure = table.sheet, table.sure
    columns = {column.name for column in sheet.columns}
    labels = {row.label for row in sheet.rows}
    general = [
        note
        for note in table.notes
        if (note.row and (note.column or note.row not in labels))
        or (not note.row and note.column not in columns)
    ]
    yield "[[table]]"
    yield from _notes(general)
    yield f"name = {quoted(sheet.name or '1')}"
    if sheet.source:
        yield f"source = {quoted(sheet.source)}"
    yield from _standing(table, paper)
    if data is not None:
        if not data.rows:
            yield f"data = {quoted(data.sources[0].name)}"
        yield "rules = true"
    elif not sure.columns or any(_optioned(column) for column in sure.columns):
        yield "computed = false"
    yield from _known_facts(table)
    if not sheet.columns:
        yield "columns = {}"
    for column in sheet.columns:
        yield ""
        yield f"[table.columns.{key(column.name)}]"
        yield from _notes(table.about(column.name), lead=False)
        yield from _settled_column(column, table, data, fitted.get(column.name, ""))
    metrics = {} if data is None else _metrics(sure.columns, data.traits)
    if data is not None:
        yield from _space(metrics, _of_families(sure.columns), data.traits)
    yield from _rows(table, data, metrics)


def _standing(table: ReadTable, paper: str) -> Iterator[str]:
    """Say where the table stands, and which of its rows are left out."""
    stands = bool(paper and table.line and any(row.cells for row in table.sure.rows))
    if stands:
        yield f"at = {quoted(f'{paper}:{table.line}-{max(table.line, table.last)}')}"
    left = table.unstated
    if left:
        yield "# These rows are not checked, with so many numbers each:"
    if left or stands:
        said = ", ".join(f"{key(one.label)} = {one.cells}" for one in left)
        yield f"left = {{ {said} }}" if said else "left = {}"


def _rows(table: ReadTable, data: TableData | None, metrics: Mapping[str, str]) -> Iterator[str]:
    """Write the rows; those that are guessed are comments to be uncommented."""
    sheet, sure = table.sheet, table.sure
    said = frozenset(name for metric in metrics.values() for name in options(metric))
    certain = {row.label: row for row in sure.rows}
    for row in sheet.rows:
        yield ""
        own = [n for n in table.notes if n.row == row.label and not n.column]
        kept = certain.get(row.label)
        if kept is None:
            yield from _notes(own, lead=False)
            yield "# If this guess is right, uncomment the row:"
            yield from (
                f"# {line}".rstrip() for line in ("[[table.rows]]", *_row(row, table, data, said))
            )
            continue
        yield "[[table.rows]]"
        yield from _notes(own, lead=False)
        yield from _row(kept, table, data, said)


def _known_facts(table: ReadTable) -> Iterator[str]:
    """Say what is known of all rows, after a comment with what is doubtful."""
    if table.sheet.facts != table.sure.facts:
        yield "# If this guess is right, uncomment it:"
        yield f"# facts = {_facts(table.sheet.facts)}"
    if table.sure.facts:
        yield f"facts = {_facts(table.sure.facts)}"


def _settled_column(
    column: Column, table: ReadTable, data: TableData | None, fitted: str
) -> Iterator[str]:
    """Say what is sure of a column, after a comment with what is doubtful."""
    sure = table.sure.column(column.name)
    lines = tuple(_column(sure, table, data, fitted))
    if (sure.role, sure.metric) == (column.role, column.metric):
        yield from lines
        return
    guessed = [line for line in _column(column, table, data) if line not in lines]
    yield f"# If this guess is right, put it in the place of {lines[0]}:"
    yield from (f"# {line}" for line in guessed)
    yield from lines


_POSITIVE = ("class", "positive")
"""What pairs sensitivity with specificity: a role says it, and no definition."""


def _optioned(column: Column) -> bool:
    return bool(_defining(column)) or column.metric is not None


def _defining(column: Column) -> tuple[tuple[str, str], ...]:
    """Keep the options of a score that define it; others say what the printed number is of."""
    metric = _METRICS.get(column.role) if is_own(column.metric) else _metric(column)
    known = options(metric) if metric else {}
    said = (pair for pair in column.options if pair != _POSITIVE)
    return tuple(pair for pair in said if pair[0] in known and _reads(known, pair))


def _reads(known: Mapping[str, Option], pair: tuple[str, str]) -> bool:
    name, value = pair
    try:
        known[name].codec.read(read_value(value))
    except ValueError:
        return False
    return True


def _open(column: Column, data: TableData | None, decided: str) -> Iterator[str]:
    """Say what a column is about whose definition nobody said: its metric, or its role."""
    metric = _metric(column)
    if metric is not None and (data is not None or _optioned(column)):
        yield from _averages(column, data)
        yield 'definition = "unknown"'
        yield from _open_options(column)
        yield f"metric = {quoted(f'{metric}{_arguments(column)}')}"
    elif decided:
        yield from _meant([decided])
        yield 'definition = "unknown"'
        yield f"metric = {quoted(decided)}"
    else:
        yield f"role = {quoted(column.role.value)}"
        if column.beta != 1:
            yield f"beta = {quoted(exact_text(column.beta))}"
        if column.options:
            pairs = ", ".join(f"{quoted(name)} = {quoted(value)}" for name, value in column.options)
            yield f"options = {{ {pairs} }}"


_SAID = ("# As it is said it prints all the cells that have samples.",)
_FOUND = (
    "# Nobody said what is meant. Of what it often means, this alone prints all the cells",
    "# that have samples: it is found, not known. `measurand audit` says what else fits.",
)


def _column(
    column: Column, table: ReadTable, data: TableData | None, fitted: str = ""
) -> Iterator[str]:
    decided = "" if data is None else _decided(column, data.traits)
    if fitted and data is not None:
        yield from _SAID if _defining(column) else _FOUND
        yield f"definition = {quoted(fitted)}"
    else:
        yield from _open(column, data, decided)
    if column.of:
        yield f"of = {_list(column.of)}"
    if column.group:
        yield f"group = {quoted(column.group)}"
    unit = column_unit(column, table)
    if decided and column.role is Role.VALUE and unit is Unit.NONE and _above_one(column, table):
        unit = Unit.PERCENT
    if unit is not Unit.NONE:
        yield f"unit = {quoted(unit.value)}"
    rounding = _rounding(column, table)
    if rounding is not None:
        yield f"rounding = {quoted(rounding.value)}"


def _meant(definitions: Sequence[str]) -> Iterator[str]:
    """Propose what the head of a column often means: only a person can say that it does."""
    yield "# What is meant is not said, so nothing is held to it or locked. If it is one of these,"
    yield "# write it in the place of the two lines below:"
    for one in definitions:
        yield f"# definition = {quoted(one)}"


def _as_said(definition: str) -> Iterator[str]:
    yield "# Nothing is held to it or locked: what was not said may be otherwise. If it is as"
    yield "# usual, write this in the place of the two lines below:"
    yield f"# definition = {quoted(definition)}"


def _averages(column: Column, data: TableData | None) -> Iterator[str]:
    """Propose the usual averages of a score that samples decide, where nothing is said of it."""
    if data is not None and (usual := proposed(column, data)):
        yield from _as_said(usual[0]) if _defining(column) else _meant(usual)


def _usual(traits: Traits) -> tuple[str, ...]:
    """List how scores are usually averaged over samples of this kind."""
    if traits.made is SampleContents.LABELS:
        means = (f"average={mean}[class],class=item" for mean in ("macro", "weighted"))
        pooled = (f"average=micro,class=item,only={all_but(one)}" for one in negatives(traits))
        return (*means, "average=micro", *pooled)
    return ("average=micro", _BY_SAMPLE)


def _metric(column: Column) -> str | None:
    """Name the metric of a column, where its definition is to be found."""
    return _METRICS.get(column.role) if column.metric is None else column.metric.name


def _arguments(column: Column) -> str:
    beta = [f"beta={exact_text(column.beta)}"] if column.beta != Fraction(1) else []
    # A name alone is a metric whose options are open; a part of what must be said is no definition.
    said = () if _unsaid(column) else _defining(column)
    parts = [*beta, *(f"{name}={value}" for name, value in said)]
    return f"({','.join(parts)})" if parts else ""


def _open_options(column: Column) -> Iterator[str]:
    if unsaid := _unsaid(column):
        said = ", ".join(f"{name}={value}" for name, value in _defining(column))
        yield f"# {said}, once {' and '.join(unsaid)} are said"


def _unsaid(column: Column) -> tuple[str, ...]:
    """Name the options that the metric of a column needs, where some others are said."""
    said = {name for name, _ in _defining(column)}
    metric = column.metric
    return tuple(lacking(metric.name, said)) if metric is not None and said else ()


def _above_one(column: Column, table: ReadTable) -> bool:
    return any(cell.value > 1 for cell in _cells(column, table))


def _cells(column: Column, table: ReadTable) -> list[Printed]:
    cells = (row.cell(column.name) for row in table.sheet.rows)
    return [cell for cell in cells if cell is not None]


def column_unit(column: Column, table: ReadTable) -> Unit:
    """Say what unit a column is given: that of all its cells, else the one they have no sign of."""
    units = {cell.unit for cell in _cells(column, table)}
    return units.pop() if len(units) == 1 else dict(table.units)[column.name]


def _rounding(column: Column, table: ReadTable) -> Rounding | None:
    modes = {cell.rounding for cell in _cells(column, table)} - {Rounding.FLOAT64}
    return modes.pop() if len(modes) == 1 and modes != {Rounding.DECIMAL} else None


def _decided(column: Column, traits: Traits) -> str:
    """Say how a column is defined that samples of this kind decide; empty where they do not."""
    head = head_of(column.name)
    if column.role is Role.VALUE and head.averaged == "weighted" and head.role in _METRICS:
        kind = "label" if traits.made is SampleContents.SPANS else "item"
        return f"{_METRICS[head.role]}(average=weighted[class],class={kind})"
    match column.role:
        case Role.ACCURACY | Role.RATE if traits.made is SampleContents.LABELS:
            return f"accuracy({_BY_SAMPLE})"
        case Role.ACCURACY | Role.RATE if traits.made in _WHOLES:
            return f"exact_match({_BY_SAMPLE},match=set)"
        case Role.EXACT_MATCH:
            return f"exact_match({_BY_SAMPLE},match=set)"
        case Role.BALANCED_ACCURACY if traits.made is SampleContents.LABELS:
            return "recall(average=macro[class],class=item,over=gold)"
        case Role.KAPPA | Role.MCC if traits.made is SampleContents.LABELS:
            # Of all classes at once, as they are understood; no mean over classes.
            return f"{column.role.value}(average=micro,class=item,over=union)"
        case _:
            return _EXACT.get(column.role, "")


def _metrics(columns: Sequence[Column], traits: Traits) -> dict[str, str]:
    """Name the metric of each column that samples decide; those of families say their own options.

    What is usual for samples speaks of other options than theirs.
    """
    metrics = {
        column.name: FORMULA if column.metric else _metric(column) or _decided(column, traits)
        for column in columns
        if column.metric is None or is_own(column.metric)
    }
    return {name: text.partition("(")[0] for name, text in metrics.items() if text}


def _of_families(columns: Sequence[Column]) -> tuple[Column, ...]:
    """List the columns of families whose definition lacks nothing that must be said."""
    return tuple(
        column
        for column in columns
        if column.metric is not None
        and kind_of(column.metric.name) is not None
        and not lacking(column.metric.name, {name for name, _ in _defining(column)})
    )


_USUAL = "what is usual for such samples"
_LEFT_OPEN = "what these metrics leave open"


def _space(metrics: Mapping[str, str], families: Sequence[Column], traits: Traits) -> Iterator[str]:
    """Say what an audit may try: what is usual for samples, and what metrics leave open."""
    if not metrics and not families:
        return
    usual = default_space(traits, list(metrics.values())) if metrics else ()
    most = MOST_TRIED // max(1, sum(map(combinations_of, usual)))
    left = tried_products(
        [
            (column.metric.name, {name for name, _ in _defining(column)})
            for column in families
            if column.metric is not None
        ],
        most,
    )
    products = [(*one, *_others(left[0], one)) for one in usual] or [one for one in left if one]
    if not products:
        return
    what = " and ".join(
        text for text, there in ((_USUAL, metrics), (_LEFT_OPEN, families)) if there
    )
    yield ""
    yield f"# What `measurand audit` may try: {what}, which refutes nothing."
    yield "# Say what is admissible, and take the author away, to hold the table to it."
    yield "[table.space]"
    yield f"columns = {_list([*metrics, *(column.name for column in families)])}"
    yield f"author = {quoted((Author.TOOL if metrics else Author.METRICS).value)}"
    for product in products:
        yield ""
        yield "[[table.space.any]]"
        for choice in product:
            yield f"{choice.option} = {_list(choice.values)}"


def _others(left: Product, product: Product) -> Product:
    """Leave out the choices of options that a product has."""
    taken = {choice.option for choice in product}
    return tuple(choice for choice in left if choice.option not in taken)


def _row(
    row: Row, table: ReadTable, data: TableData | None, known: AbstractSet[str]
) -> Iterator[str]:
    yield f"label = {quoted(row.label)}"
    if row.kind is not Kind.BODY:
        yield f"kind = {quoted(row.kind.value)}"
    elif data is not None:
        yield from _samples(row, data, known)
    if row.of:
        yield f"of = {_list(row.of)}"
    if row.facts:
        yield f"facts = {_facts(row.facts)}"
    units = {column.name: column_unit(column, table) for column in table.sheet.columns}
    cells = [f"{key(name)} = {_number(cell, units[name])}" for name, cell in row.cells]
    line = f"cells = {{ {', '.join(cells)} }}"
    if len(line) <= _WIDE:
        yield line
        return
    yield ""
    yield "[table.rows.cells]"
    yield from cells


def _samples(row: Row, data: TableData, known: AbstractSet[str]) -> Iterator[str]:
    """Say which samples a row is about, in the options that some column has."""
    name, value = data.of_row(row.label)
    if not data.computes(row.label):
        yield "# There are no samples of it:"
        yield "computed = false"
    if name:
        yield f"data = {quoted(name)}"
    if value:
        yield f"where = {{ {key(data.where)} = {quoted(value)} }}"
    if row.label in dict(data.classes):
        spans = {"class": "label", "match": "spans"}
        kind = spans if data.traits.made is SampleContents.SPANS else {"class": "item"}
        label = write_value(options("f")["only"].codec.write(dict(data.classes)[row.label]))
        said = {"average": "micro", **kind, "only": label}
        pairs = [f"{name} = {quoted(text)}" for name, text in said.items() if name in known]
        if pairs:
            yield f"options = {{ {', '.join(pairs)} }}"


def _number(cell: Printed, unit: Unit) -> str:
    """Write a number bare; with its sign where the column has another unit."""
    text = cell.text
    if cell.unit is unit:
        text = text.removesuffix("%").translate(_SIGNS)
    return text if _FLOAT.fullmatch(text) else quoted(text)


_SIGNS = str.maketrans("", "", "$€£¥")


def _facts(facts: Facts) -> str:
    return f"{{ {', '.join(f'{fact.value} = {number}' for fact, number in facts)} }}"


def _list(words: Sequence[str]) -> str:
    return f"[{', '.join(map(quoted, words))}]"
