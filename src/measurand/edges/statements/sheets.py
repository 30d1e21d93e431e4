"""Statements of a text as sheets: one row for each, which the rules of tables are asked about.

Nothing ties two statements of a text to each other: so each is a sheet of its own, and what is said
of columns goes to all. The sheet of the whole text is only what a report shows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from attrs import evolve, frozen
from returns.result import Failure, Result, Success

from measurand.auditing.proofs.premises import Alternative, Premise, Standing
from measurand.auditing.proofs.sheet import Column, Role, Row, Sheet
from measurand.edges.statements.cohorts import reported_groups
from measurand.edges.statements.counts import reported_counts
from measurand.edges.statements.moments import reported_means
from measurand.edges.statements.plain import plain
from measurand.edges.statements.significance import reported_tests
from measurand.edges.statements.statement import Part, Statement
from measurand.edges.statements.words_of_tests import Words
from measurand.edges.tables.grid import ColumnOverride, Faults, Note, Overrides, RawTable
from measurand.values.fault import Fault
from measurand.values.printed import Printed
from measurand.values.suggest import did_you_mean

MOST_STATEMENTS = 2000
MOST_CHARACTERS = 2_000_000
SHORT = 4000
"""Up to how many characters the words of a text are about each of its tables."""
NOTHING = "nothing found here to check"
_TESTS = {
    "tails": ("two-tailed", "one-tailed", "the words around speak of one tail", "tails=one"),
    "adjusted": (
        "p is not adjusted for several tests",
        "p is adjusted for several tests",
        "the words around speak of an adjustment",
        "adjusted=yes",
    ),
    "sphericity": (
        "degrees of freedom are printed as p was computed with",
        "p is corrected for sphericity, and the degrees of freedom are not",
        "the text speaks of sphericity",
        "sphericity=yes",
    ),
    "exact": (
        "p is of the statistic beside it",
        "p is exact, or of resamples, and the statistic is not what gives it",
        "the words around speak of an exact test, ranks or resamples",
        "exact=yes",
    ),
    "df": (
        "degrees of freedom are whole",
        "degrees of freedom were rounded to whole ones (Welch)",
        "the text speaks of unequal variances",
        "df=welch",
    ),
}


@frozen(kw_only=True)
class ReadText:
    """The statements of a text: all as one sheet, and each as a sheet of its own.

    `premises` are what they leave open, `notes` what was found and not read. `held` are cells of
    tables that are held to others here, by line and column.
    """

    sheet: Sheet
    parts: tuple[Sheet, ...]
    premises: tuple[Premise, ...] = ()
    notes: tuple[Note, ...] = ()
    held: frozenset[tuple[int, int]] = frozenset()


_NOTHING_SAID = Overrides()


def statements_of(
    text: str,
    overrides: Overrides = _NOTHING_SAID,
    *,
    source: str = "",
    tables: Sequence[RawTable] = (),
) -> Result[ReadText, Faults]:
    """Read the statements of a text and its tables to sheets, with what was said of their columns.

    >>> read = statements_of("An effect, t(28) = 2.20, p = .036, was found.").unwrap()
    >>> [row.label for row in read.sheet.rows]
    ['line 1: t(28) = 2.20, p = .036']
    >>> [column.role.value for column in read.parts[0].columns]
    ['t', 'df', 'p']

    The faults name what was said of columns that are not there.
    """
    shown = plain(text[:MOST_CHARACTERS])
    every = sorted(_found(shown), key=lambda one: one.start)
    notes = [Note(text=one.left, line=_line(shown, one)) for one in every if one.left]
    if len(text) > MOST_CHARACTERS:
        notes.append(Note(text=f"only the first {MOST_CHARACTERS} characters are looked through"))
    kept = [one for one in every if one.parts]
    kept += [one for table in tables for one in reported_groups(table, text)]
    if len(kept) > MOST_STATEMENTS:
        notes.append(Note(text=f"there are more than {MOST_STATEMENTS}: the rest is not looked at"))
        kept = kept[:MOST_STATEMENTS]
    labels = list(_labels(shown, kept))
    names = dict.fromkeys(part.name for one in kept for part in one.parts)
    faults = tuple(
        unknown_number(one.name, list(names)) for one in overrides.columns if one.name not in names
    )
    if faults and kept:
        return Failure(faults)
    parts = tuple(
        _sheet(one, label, overrides, source) for one, label in zip(kept, labels, strict=True)
    )
    if not parts:
        notes.append(Note(text=NOTHING))
    return Success(
        ReadText(
            sheet=_joined(parts, source),
            parts=parts,
            premises=tuple(_premises(parts)),
            notes=tuple(notes),
            held=frozenset((one.line, at) for one in kept for at in one.at),
        )
    )


def worded(sheet: Sheet, text: str) -> Sheet:
    """Open for the tests of a table what the words of its text open, unless it is said.

    In a long text a word is not of every table: there exact tests are left, and an adjustment for
    several tests is unusual. An exact test of counts is hardly that of a column of t or F. That
    tests are two-tailed closes nothing here.

    >>> column = Column(name="t", role=Role.T)
    >>> worded(Sheet(columns=(column,), rows=()), "All are one-tailed.").columns[0].options
    (('tails', 'open'),)
    """
    if not any(column.role in _KINDS for column in sheet.columns):
        return sheet
    shown = plain(text[:MOST_CHARACTERS])
    words, short = Words.of(shown), len(shown) <= SHORT

    def opened(column: Column) -> Column:
        found = dict(words.options(column.role, 0, len(shown)))
        left = {"exact", "adjusted"} if not short else set()
        known = {key: value for key, value in found.items() if value != "two" and key not in left}
        if known.get("exact") and column.role in _UNCOUNTED and not words.exact:
            known["exact"] = "far"
        if not short and "adjusted" in found:
            known["adjusted"] = "far"
        return evolve(column, options=tuple({**known, **dict(column.options)}.items()))

    columns = (opened(one) if one.role in _KINDS else one for one in sheet.columns)
    return evolve(sheet, columns=tuple(columns))


def _found(text: str) -> Iterator[Statement]:
    for find in (reported_tests, reported_means, reported_counts):
        yield from islice(find(text), MOST_STATEMENTS + 1)


def _line(text: str, one: Statement) -> int:
    return text.count("\n", 0, one.start) + 1


def _labels(text: str, statements: Iterable[Statement]) -> Iterator[str]:
    seen: dict[str, int] = {}
    line, before = 1, 0
    for one in statements:
        line += text.count("\n", before, one.start) if not one.line else 0
        before = one.start
        label = f"line {one.line or line}: {one.text}"
        seen[label] = seen.get(label, 0) + 1
        yield label if seen[label] == 1 else f"{label} ({seen[label]})"


def unknown_number(name: str, known: Sequence[str]) -> Fault:
    """Say that no statement has a number of a name.

    >>> unknown_number("q", ["t", "p"]).text()
    "expected a number of the text, got 'q': known: t, p"
    """
    hint = did_you_mean(name, known).removeprefix(": ") or f"known: {', '.join(known)}"
    return Fault(got=repr(name), expected="a number of the text", hint=hint)


def _sheet(one: Statement, label: str, overrides: Overrides, source: str) -> Sheet:
    said = {column.name: column for column in overrides.columns}
    parts = [part for part in one.parts if part.name not in said or said[part.name].role]
    names = {part.name for part in parts}
    return Sheet(
        columns=tuple(_column(part, said.get(part.name), names) for part in parts),
        rows=(
            Row(
                label=label,
                cells=tuple((part.name, _printed(part, overrides, said)) for part in parts),
            ),
        ),
        source=source,
        facts=tuple({**dict(overrides.facts), **dict(one.facts)}.items()),
    )


def _column(part: Part, said: ColumnOverride | None, names: set[str]) -> Column:
    of = tuple(name for name in part.of if name in names)
    if said is None or said.role is None:
        return Column(name=part.name, role=part.role, of=of, options=part.options)
    options = tuple({**dict(part.options), **dict(said.options)}.items())
    return Column(name=part.name, role=said.role, of=of, options=options, metric=said.metric)


def _printed(part: Part, overrides: Overrides, said: Mapping[str, ColumnOverride]) -> Printed:
    own = said[part.name].rounding if part.name in said else None
    rounding = own or overrides.rounding or part.printed.rounding
    return evolve(part.printed, rounding=rounding)


def _joined(parts: Iterable[Sheet], source: str) -> Sheet:
    """Show all statements as rows of one sheet; what is known of one column alone is left out."""
    columns = {one.name: evolve(one, options=(), of=()) for part in parts for one in part.columns}
    rows = tuple(row for part in parts for row in part.rows)
    return Sheet(columns=tuple(columns.values()), rows=rows, source=source)


def _premises(parts: Iterable[Sheet]) -> Iterator[Premise]:
    """Say what the tests of a text leave open, and what opens or closes it."""
    every = [column for part in parts for column in part.columns]
    yield from _premises_of_groups(every)
    tests = [column for column in every if column.role in _KINDS]
    for name, (plain_one, other, because, option) in _TESTS.items():
        known = {dict(column.options).get(name, "") for column in tests if _bears(name, column)}
        if not known:
            continue
        opened = bool(known & {"open", "far", "ranks"})
        first = next(column for column in tests if _bears(name, column))
        yield Premise(
            id=name,
            alternatives=(Alternative(name=plain_one), Alternative(name=other, usual=opened)),
            standing=Standing.GUESSED if opened else Standing.DEFAULT,
            columns=tuple(dict.fromkeys(column.name for column in tests if _bears(name, column))),
            because=because if opened else "",
            settle=f"--column {first.name}={first.role.value}:{option}",
        )


def _premises_of_groups(columns: Iterable[Column]) -> Iterator[Premise]:
    """Say of how many the percentages of groups in tables are."""
    known = [dict(one.options) for one in columns if dict(one.options).get("of") == "group"]
    opened = any(one.get("fewer") == "open" for one in known)
    if any(one.get("fewer") != "no" for one in known):
        yield Premise(
            id="of-group",
            alternatives=(
                Alternative(name="percentages are of all n of their group"),
                Alternative(name="of fewer, whose value is known", usual=opened),
            ),
            standing=Standing.GUESSED if opened else Standing.DEFAULT,
            columns=("%",),
            because="the words around speak of missing values" if opened else "",
            settle="--column %=rate:fewer=no",
        )


_UNCOUNTED = frozenset({Role.T, Role.F_RATIO})
_KINDS = frozenset({Role.T, Role.F_RATIO, Role.CHI2, Role.Z, Role.CORRELATION})


def _bears(name: str, column: Column) -> bool:
    match name:
        case "sphericity":
            return column.role is Role.F_RATIO
        case "df":
            return column.role is Role.T
        case _:
            return True
