"""A table as texts to a sheet of numbers: guesses, what was said instead, and a note of each.

The order is the argument: a column is guessed from heads and numbers, doubted by the words around
the table, and only then does what was said take the guess's place, so that nothing that is said can
be outvoted. Premises are drawn last, of what is still open.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve, frozen
from returns.result import Failure, Result, Success

from measurand.auditing.proofs.closed.ranges import shares_among_percent
from measurand.auditing.proofs.premises import SCORE, UNIT, Change, Premise, apply_changes
from measurand.auditing.proofs.sheet import COUNTS, RATES, Column, Fact, Kind, Role, Row, Sheet
from measurand.auditing.proofs.significance.intervals import ESTIMATES
from measurand.edges.tables.cells import Cell, Companion
from measurand.edges.tables.columns import (
    Columns,
    LeftRow,
    caption_facts,
    columns_of,
    guess_rows,
    unused_name,
)
from measurand.edges.tables.composed import composed_columns, guess_columns
from measurand.edges.tables.grid import (
    ColumnOverride,
    Faults,
    Note,
    Overrides,
    RawTable,
    surrounding_text,
)
from measurand.edges.tables.interval_words import confidence_level, says_confidence, says_range
from measurand.edges.tables.orientation import systems_in_rows
from measurand.edges.tables.premises import (
    CAPTION,
    LETTERS,
    MADE_OF,
    as_class_report,
    premises_of,
)
from measurand.edges.tables.roles import (
    GuessedColumn,
    guess_unit,
    with_doubts,
    with_role_noted,
)
from measurand.edges.tables.row_words import row_word
from measurand.edges.tables.vocabulary import says_deviation
from measurand.edges.tables.word_premises import of_runs
from measurand.metrics.metric import Metric, Named
from measurand.values.fault import Fault
from measurand.values.printed import Printed, Rounding, Unit, as_floats
from measurand.values.suggest import did_you_mean

# Numbers that stand beside others in one cell become columns of their own, which the user may name
# too: 63.3 ± 0.4 under F1 is a column "F1" and a column "F1 ±".

Numbers = tuple[Printed | None, ...]
_SAYS = {
    Companion.SPREAD: "whether it is a deviation, an error or half an interval is not said "
    "(`sd` says a deviation): only a value",
    Companion.BRACKET: "what stands in brackets is not said: only a value",
    Companion.CHANGE: "a change from another row: only a value",
    Companion.LOW: "the lower end of the interval in the cell",
    Companion.HIGH: "the upper end of the interval in the cell",
}
_RANGE = "an end of a range of values, as the words beside it say: no end of an interval"
_DEVIATION = "a standard deviation, as the head says"
_ENDS = frozenset({Role.LOW, Role.HIGH})
_OF_ONE = _ENDS | {Role.SE}
_ROLES = {Companion.LOW: Role.LOW, Companion.HIGH: Role.HIGH}


@frozen(kw_only=True)
class _Words:
    """The words around a table, and the labels of its rows."""

    around: str
    labels: tuple[str, ...]

    def say_range(self, one: GuessedColumn, numbers: Numbers) -> bool:
        """Tell whether numbers beside a column are quartiles or extremes: the nearest words do."""
        head = f"{one.column.above} {one.column.head}"
        beside = (label for label, at in zip(self.labels, numbers, strict=True) if at is not None)
        if says_range(head) or any(map(says_range, beside)):
            return True
        return not says_confidence(head) and says_range(self.around)


@frozen(kw_only=True)
class CompanionColumns:
    """All columns with their numbers by row, their units, and notes on those that were added.

    `added` names those that stand beside others in their cells, unless something was said of them.
    `stand` says in which column of the table each is printed.
    """

    columns: tuple[tuple[Column, Numbers], ...]
    units: tuple[tuple[str, Unit], ...]
    notes: tuple[Note, ...]
    added: frozenset[str] = frozenset()
    stand: tuple[tuple[int, str], ...] = ()

    def unit(self, column: Column) -> Unit:
        """Find the unit of a column."""
        return dict(self.units)[column.name]


def companion_columns(
    guesses: Sequence[GuessedColumn], overrides: Overrides, words: _Words
) -> CompanionColumns:
    """Make columns of guesses; numbers beside others become columns, which can be said of too.

    Quartiles and extremes, of which `words` speak, are no ends of an interval.
    """
    wanted = {one.name: one for one in overrides.columns}
    taken = {one.name for one in guesses}
    columns: list[tuple[Column, Numbers]] = []
    units: dict[str, Unit] = {}
    notes: list[Note] = []
    added: set[str] = set()
    stand: list[tuple[int, str]] = []
    for one in guesses:
        own = wanted.get(one.name)
        if own is not None and own.role is None:
            notes.append(Note(text="left out, as was said", column=one.name))
            continue
        main = tuple(cell.printed for cell in one.column.cells)
        paired = _class_of(one, guesses)
        columns.append((_column(one, () if own is None else own.options, paired), main))
        units[one.name] = one.unit
        stand.append((one.column.at, one.name))
        companions = [_companions(cell, one) for cell in one.column.cells]
        for kind in Companion:
            numbers = tuple(row.get(kind) for row in companions)
            if not any(numbers):
                continue
            name = unused_name(f"{one.name} {kind.value}", taken)
            taken.add(name)
            other = wanted.get(name)
            if other is not None and other.role is None:
                notes.append(Note(text="left out, as was said", column=name))
                continue
            column, text = _companion_column(one, kind, name, other)
            if column.role in _ENDS and other is None and words.say_range(one, numbers):
                column, text = (
                    evolve(column, role=Role.VALUE, of=(), options=()),
                    f"beside {one.name!r}: {_RANGE}",
                )
            notes.append(Note(text=text, column=name))
            if other is None:
                added.add(name)
            columns.append((column, numbers))
            stand.append((one.column.at, name))
            units[name] = one.unit if other is None or other.unit is None else other.unit
    return CompanionColumns(
        columns=tuple(columns),
        units=tuple(units.items()),
        notes=tuple(notes),
        added=frozenset(added),
        stand=tuple(stand),
    )


def _companion_column(
    one: GuessedColumn, kind: Companion, name: str, override: ColumnOverride | None
) -> tuple[Column, str]:
    """Make a column of numbers beside others, and the note that says what they are read as."""
    role = _role(one, kind)
    of: tuple[str, ...] = () if role is Role.VALUE else (one.name,)
    if override is None or override.role is None:
        says = _DEVIATION if role is Role.SD else _SAYS[kind]
        known = _level(evolve(one, role=role))
        column = Column(name=name, role=role, of=of, group=one.group, options=known)
        return column, f"beside {one.name!r}: {says}"
    column = Column(
        name=name,
        role=override.role,
        of=override.of or of,
        group=one.group if override.group is None else override.group,
        options=override.options,
        metric=override.metric,
    )
    return column, f"said to be {column.what}"


def _companions(cell: Cell, one: GuessedColumn) -> dict[Companion, Printed]:
    """List what stands beside a number; in brackets under M (SD) as after ±."""
    brackets = Companion.SPREAD if says_deviation(one.column.head) else Companion.BRACKET
    return {
        brackets if what is Companion.BRACKET else what: number for what, number in cell.companions
    }


def _role(one: GuessedColumn, kind: Companion) -> Role:
    """Say what numbers beside others are: their form says it, or the head does."""
    if kind is Companion.SPREAD and says_deviation(one.column.head):
        return Role.SD
    return _ROLES.get(kind, Role.VALUE)


def _column(
    one: GuessedColumn, options: tuple[tuple[str, str], ...], paired: tuple[tuple[str, str], ...]
) -> Column:
    return Column(
        name=one.name,
        role=one.role,
        of=one.of,
        group=one.group,
        beta=one.head.beta if one.role is Role.F else Column(name="").beta,
        options=_options(one, options) or (*_averaged(one), *paired, *_level(one)),
        metric=one.metric,
    )


def _level(one: GuessedColumn) -> tuple[tuple[str, str], ...]:
    """Take the level of confidence of an interval from its heads."""
    level = confidence_level(f"{one.column.above} {one.column.head}") if one.role in _ENDS else ""
    return (("level", level),) if level else ()


def _options(one: GuessedColumn, said: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Join what is said of a definition with what its head says of it."""
    return tuple({**dict(one.definition), **dict(said)}.items())


def _averaged(one: GuessedColumn) -> tuple[tuple[str, str], ...]:
    """Take `micro` from a head; what the other words average over is not said."""
    rated = one.role in {Role.PRECISION, Role.RECALL, Role.F}
    return (("average", "micro"),) if rated and one.head.averaged == "micro" else ()


def _class_of(one: GuessedColumn, guesses: Sequence[GuessedColumn]) -> tuple[tuple[str, str], ...]:
    """Read sensitivity beside specificity as that of the positive class: the words are a pair."""
    of_class = one.head.role is Role.TPR and one.role in {Role.RECALL, Role.TPR}
    if one.head.averaged:
        return ()
    beside = any(other.group == one.group and other.role is Role.SPECIFICITY for other in guesses)
    return (("class", "positive"),) if of_class and beside else ()


_NOTHING = Overrides()


@frozen(kw_only=True)
class ReadTable:
    """A sheet, how its units were settled, and everything that was guessed or not understood.

    `premises` are what the table leaves open: only what all their alternatives refute is refuted.
    `units` is what the numbers of a column are counted in where they have no sign of their own.
    `places` says where cells stand: line and column of the table, then row and column of the sheet.
    `metrics` are those of one's own that a head names, and those beside them. `left` are rows of
    numbers that seem to be of no system. `lines` has that of each row, `last` the last of all.
    """

    sheet: Sheet
    premises: tuple[Premise, ...]
    notes: tuple[Note, ...]
    units: tuple[tuple[str, Unit], ...] = ()
    line: int = 0
    metrics: tuple[Metric, ...] = ()
    places: tuple[tuple[tuple[int, int], tuple[str, str]], ...] = ()
    left: tuple[LeftRow, ...] = ()
    last: int = 0
    lines: tuple[tuple[str, int], ...] = ()

    @property
    def unstated(self) -> tuple[LeftRow, ...]:
        """List the rows of numbers of which a file states nothing: left out, or only guessed."""
        sure = {row.label for row in self.sure.rows}
        doubtful = (row for row in self.sheet.rows if row.label not in sure)
        return (*self.left, *(LeftRow(row.label, len(row.cells)) for row in doubtful))

    @property
    def sure(self) -> Sheet:
        """Give the sheet without what is doubtful: what a file may state without asking."""
        doubtful = [one for one in self.premises if one.columns or one.id.endswith(CAPTION)]
        rows = tuple((row, None) for one in self.premises for row in one.rows)
        roles = [one for one in doubtful if one.id not in {MADE_OF, LETTERS, SCORE, UNIT}]
        changes = [one.alternatives[-1].change for one in roles]
        return apply_changes(self.sheet, [*changes, Change(kinds=rows)])

    @property
    def cautions(self) -> tuple[str, ...]:
        """List what is told wherever the table is read."""
        return tuple(note.text for note in self.notes if note.caution)

    def about(self, column: str) -> tuple[Note, ...]:
        """List the notes on a column as a whole."""
        return tuple(n for n in self.notes if n.column == column and not n.row)


def sheet_of(
    table: RawTable, overrides: Overrides = _NOTHING, *, name: str = "", source: str = ""
) -> Result[ReadTable, Faults]:
    """Read a table as numbers of known meaning, as far as it can be guessed or is said.

    Faults name what was said of columns and rows that are not there.

    >>> from measurand.edges.tables.grid import column_override
    >>> table = RawTable(header=("", "P", "R", "F1"), rows=(("ours", "39.6", "46.7", "42.8"),))
    >>> read = sheet_of(table, name="2").unwrap()
    >>> [column.role.value for column in read.sheet.columns], read.sheet.rows[0].cells[0][1].text
    (['precision', 'recall', 'f'], '39.6%')
    >>> sheet_of(table, Overrides(columns=(column_override("F2=f"),))).failure()[0].text()
    "expected a column of the table, got 'F2': known: P, R, F1"
    """
    as_it_stands = table
    table = systems_in_rows(table, transpose=overrides.transpose, own=overrides.metrics)
    parts = columns_of(table, overrides)
    guesses = _settled_guesses(parts, table, overrides)
    words = _Words(around=surrounding_text(table), labels=parts.labels)
    beside = companion_columns(guesses, overrides, words)
    columns = [column for column, _ in beside.columns]
    names = [column.name for column in columns]
    guessed_rows, row_notes = guess_rows(parts, columns, overrides)
    faults = tuple(_unknown(name, overrides, [*names, *_left(guesses, overrides)], parts.labels))
    if faults:
        return Failure(faults)
    facts, fact_notes = caption_facts(table, columns, overrides)
    rows, count_notes = _filled_rows(guessed_rows, parts.labels, beside, overrides)
    sheet = Sheet(
        columns=tuple(_known(column, names) for column in columns),
        rows=rows,
        name=name,
        source=source,
        facts=facts,
    )
    premises = premises_of(table, guesses, sheet, overrides)
    if any(fact is Fact.FOLDS for fact, _ in overrides.facts):
        sheet = apply_changes(sheet, (of_runs(sheet),))
    return Success(
        ReadTable(
            sheet=sheet,
            premises=premises,
            notes=(
                *(Note(text=text, line=table.line) for text in table.notes),
                *(Note(text=text, column=one.name) for one in guesses for text in one.notes),
                *(*beside.notes, *parts.notes, *row_notes, *count_notes, *fact_notes),
                *_shares_in_percent(sheet),
            ),
            units=tuple((column.name, beside.unit(column)) for column in columns),
            line=table.line,
            metrics=overrides.metrics if any(column.metric for column in columns) else (),
            places=tuple(_places(parts, beside)) if table is as_it_stands else (),
            last=max((as_it_stands.line, *as_it_stands.lines)),
            lines=tuple(zip(parts.labels, parts.lines, strict=True)),
            left=(*parts.left, *_left_rows(parts, rows, overrides)),
        )
    )


def _left_rows(parts: Columns, rows: Sequence[Row], overrides: Overrides) -> Iterator[LeftRow]:
    """List the rows that are left out although nobody said so."""
    settled = {row.label for row in rows} | {label for label, _ in overrides.rows}
    for at, label in enumerate(parts.labels):
        if label not in settled:
            yield LeftRow(label, sum(one.cells[at].printed is not None for one in parts.numbers))


def _shares_in_percent(sheet: Sheet) -> Iterator[Note]:
    """Caution of shares in columns of percent, as the rule on them finds them."""
    for one in shares_among_percent(sheet):
        yield Note(text=one.because, column=one.columns[0], caution=True)


def _places(
    parts: Columns, beside: CompanionColumns
) -> Iterator[tuple[tuple[int, int], tuple[str, str]]]:
    """Say of each number where it stands; lines of which several rows are say nothing."""
    if len(set(parts.lines)) < len(parts.lines):
        return
    for at, name in beside.stand:
        for line, label in zip(parts.lines, parts.labels, strict=True):
            yield (line, at), (label, name)


def _settled_guesses(
    parts: Columns, table: RawTable, overrides: Overrides
) -> tuple[GuessedColumn, ...]:
    """Guess what columns are, doubt it, and put what was said in the place of it.

    Units come last, in three passes: that of a column whose role is said may follow those of
    others, that of values of which nothing is known follows the ones that they are averaged with,
    and that of ends and errors follows their estimate.
    """
    guesses = guess_columns(parts.numbers, overrides.metrics)
    composed = composed_columns(guesses, surrounding_text(table))
    noted = map(with_role_noted, with_doubts(composed, table))
    overridden = [_overridden(one, overrides) for one in noted]
    united = [_united(one, overridden, overrides) for one in overridden]
    others = [_as_others(one, united, overrides) for one in united]
    last = [_with_estimate(one, overridden, others, overrides) for one in others]
    return as_class_report(last, parts.labels)


def _filled_rows(
    rows: Sequence[Row], labels: Sequence[str], beside: CompanionColumns, overrides: Overrides
) -> tuple[tuple[Row, ...], tuple[Note, ...]]:
    """Put numbers into rows, but what a mean or a sum of rows does not have."""
    columns = [column for column, _ in beside.columns]
    names = [column.name for column in columns]
    cells = {
        column.name: _scaled(column, numbers, beside.unit(column), overrides)
        for column, numbers in beside.columns
    }
    counted = frozenset(column.name for column in columns if column.role in COUNTS | {Role.HITS})
    chosen = {label for label, _ in overrides.rows}
    filled = [
        _as_recall(evolve(row, cells=_cells(labels.index(row.label), names, cells)), columns)
        for row in rows
    ]
    if any(row.weights for row in rows):
        counted -= {column.name for column in columns if column.role is Role.GOLD}
    notes: list[Note] = []
    for row in filled:
        taken = [name for name, _ in row.cells if name in counted]
        if row.kind is Kind.AVERAGE and row.label not in chosen and taken:
            text = f"counts in a row of means may be sums: left out of {', '.join(taken)}"
            notes.append(Note(text=text, row=row.label))
    kept = (
        _without(row, beside.added | (frozenset() if row.label in chosen else counted))
        for row in filled
    )
    return tuple(kept), tuple(notes)


def _as_recall(row: Row, columns: Sequence[Column]) -> Row:
    """Read the accuracy of a report as the recall of all its classes, weighing by support."""
    if not row.weights or row_word(row.label) != "accuracy":
        return row
    rates = {column.name: column.role for column in columns if column.role in RATES}
    printed = [cell for name, cell in row.cells if name in rates]
    recall = next((name for name, role in rates.items() if role is Role.RECALL), None)
    kept = tuple(one for one in row.cells if one[0] not in rates)
    if recall is None or len({(one.value, one.decimals) for one in printed}) != 1:
        return evolve(row, cells=kept)
    return evolve(row, cells=((recall, printed[0]), *kept))


def _without(row: Row, names: AbstractSet[str]) -> Row:
    """Take out of a mean or a sum what is neither averaged nor summed.

    Spreads and ends never are; counts in a row of means may be sums.
    """
    if row.kind is Kind.BODY:
        return row
    return evolve(row, cells=tuple(cell for cell in row.cells if cell[0] not in names))


def _known(column: Column, names: Sequence[str]) -> Column:
    """Keep of what a column is made of only what is there."""
    return evolve(column, of=tuple(name for name in column.of if name in names))


def _left(guesses: Sequence[GuessedColumn], overrides: Overrides) -> Iterator[str]:
    skipped = {one.name for one in overrides.columns if one.role is None}
    return (one.name for one in guesses if one.name in skipped)


def _overridden(one: GuessedColumn, overrides: Overrides) -> GuessedColumn:
    """Put what was said in the place of a guess; its notes go."""
    override = _override_of(one.name, overrides)
    if override is None or override.role is None:
        unit = overrides.unit if overrides.unit is not None and one.unit is Unit.NONE else one.unit
        return evolve(one, unit=unit)
    head = one.head if override.beta is None else evolve(one.head, beta=override.beta)
    if override.metric is not one.metric:
        head = evolve(head, options=())
    # What was guessed of its numbers was of another metric, or of none.
    unit = one.unit if override.metric is None or one.head.unit is not None else Unit.NONE
    same = override.role is one.role and override.role not in {Role.DIFFERENCE, Role.SHARE}
    return evolve(
        one,
        role=override.role,
        metric=_metric(one, override),
        head=head,
        group=one.group if override.group is None else override.group,
        unit=_first_unit(override.unit, overrides.unit, unit),
        of=override.of or (one.of if same else ()),
        notes=(f"said to be {override.metric.name if override.metric else override.role.value}",),
        doubt="",
    )


def _metric(one: GuessedColumn, override: ColumnOverride) -> Named | None:
    """Keep the metric of a column of which its role alone is said again."""
    return override.metric or (one.metric if override.role is one.role else None)


def _united(
    one: GuessedColumn, guesses: Sequence[GuessedColumn], overrides: Overrides
) -> GuessedColumn:
    """Guess the unit of a column of which only the role is said."""
    override = _override_of(one.name, overrides)
    if (
        override is None
        or override.role is None
        or override.unit is not None
        or overrides.unit is not None
    ):
        return one
    return guess_unit(one, guesses, override.options)


def _as_others(
    one: GuessedColumn, guesses: Sequence[GuessedColumn], overrides: Overrides
) -> GuessedColumn:
    """Count values of which nothing is known in the unit of those they are averaged with.

    Ends of an interval are counted in that of their estimate.
    """
    if (
        one.unit is not Unit.NONE
        or overrides.unit is not None
        or _unit_overridden(one.name, overrides)
    ):
        return one
    if one.role in _ENDS:
        tied = one.of and _override_of(one.name, overrides) is None
        tied = tied and not any(_unit_overridden(name, overrides) for name in one.of)
        return one if tied else evolve(one, unit=_unit_of_end(one, guesses))
    for mean in guesses:
        names = {*mean.of, mean.name}
        units = {other.unit for other in guesses if other.name in mean.of} - {Unit.NONE}
        if one.name in names and len(units) == 1 and one.role in {mean.role, Role.VALUE}:
            [unit] = units
            return evolve(one, unit=unit).noted(f"read as {unit.value}, as what it is beside")
    return one


def _with_estimate(
    one: GuessedColumn,
    before: Sequence[GuessedColumn],
    after: Sequence[GuessedColumn],
    overrides: Overrides,
) -> GuessedColumn:
    """Count ends and errors, tied as bare numbers to bare numbers, in the unit these have now."""
    bare = one.unit is Unit.NONE and one.head.unit is None
    if one.role not in _OF_ONE or not bare or _unit_overridden(one.name, overrides):
        return one
    pairs = zip(before, after, strict=True)
    units = [
        now.unit
        for was, now in pairs
        if was.name in one.of and was.unit is Unit.NONE and not _signed(was)
    ]
    return evolve(one, unit=units[0]) if len(units) == len(one.of) == 1 else one


def _signed(one: GuessedColumn) -> bool:
    return any(printed.unit is not Unit.NONE for printed in one.column.printed)


def _unit_of_end(end: GuessedColumn, guesses: Sequence[GuessedColumn]) -> Unit:
    """Give the unit of the estimate, but of ends up to 1 beside percent: they may be shares."""
    own = next((one for one in guesses if _bounds(end, one)), end)
    written = next((one.unit for one in own.column.printed if one.unit is not Unit.NONE), own.unit)
    unit = written if own.unit is Unit.NONE else own.unit
    ends = (one for one in guesses if (one.group, one.of) == (end.group, end.of))
    above = any(abs(size) > 1 for one in ends if one.role in _ENDS for size in one.values)
    return Unit.NONE if unit is Unit.PERCENT and not above else unit


def _bounds(end: GuessedColumn, other: GuessedColumn) -> bool:
    """Tell whether a column may be the estimate of an end: the one it names, or of its group."""
    if end.of:
        return other.name == end.of[0]
    return other.group == end.group and other.role in ESTIMATES


def _unit_overridden(name: str, overrides: Overrides) -> bool:
    override = _override_of(name, overrides)
    return override is not None and override.unit is not None


def _first_unit(*units: Unit | None) -> Unit:
    return next((unit for unit in units if unit is not None), Unit.NONE)


def _override_of(name: str, overrides: Overrides) -> ColumnOverride | None:
    return next((one for one in overrides.columns if one.name == name), None)


def _unknown(
    name: str, overrides: Overrides, names: Sequence[str], labels: Sequence[str]
) -> Iterator[Fault]:
    where = f"table {name}" if name else ""
    for one in overrides.columns:
        for word in (one.name, *one.of):
            if word not in names:
                yield _fault(where, word, names, "a column of the table")
    labelled = (
        *(label for label, _ in overrides.rows),
        *(label for label, _, _ in overrides.row_facts),
    )
    for label in labelled:
        if label not in labels:
            yield _fault(where, label, labels, "the label of a row")


def _fault(where: str, word: str, known: Sequence[str], what: str) -> Fault:
    hint = did_you_mean(word, known).removeprefix(": ")
    if not hint and len(known) <= _FEW:
        hint = f"known: {', '.join(known)}"
    return Fault(path=where, got=repr(word), expected=what, hint=hint)


_FEW = 40


def _scaled(
    column: Column, numbers: Sequence[Printed | None], unit: Unit, overrides: Overrides
) -> tuple[Printed | None, ...]:
    override = _override_of(column.name, overrides)
    own = override.rounding if override is not None else None
    rounding = own or overrides.rounding
    return tuple(
        None if printed is None else _settled(printed, unit, rounding)
        for printed in as_floats(numbers)
    )


def _settled(printed: Printed, unit: Unit, rounding: Rounding | None) -> Printed:
    known = printed.unit if printed.unit is not Unit.NONE else unit
    if printed.unit is Unit.PERCENT and unit is Unit.POINTS:
        known = unit
    return evolve(printed, unit=known, rounding=rounding or printed.rounding)


def _cells(
    at: int, names: Sequence[str], cells: dict[str, tuple[Printed | None, ...]]
) -> tuple[tuple[str, Printed], ...]:
    row = ((name, cells[name][at]) for name in names)
    return tuple((name, printed) for name, printed in row if printed is not None)
