"""A printed table as a grid of texts: what every markup is read to, before anything is understood.

    text of a markup -> grid -> heads -> columns of cells -> roles -> composed -> premises -> sheet

Each step is a module that knows only those before it, and each guess that a step makes leaves a
`Note`. The grid is the noun that they share. How much is read is bounded here, for every markup
alike: a page from the net may be hostile, and no step after this needs a bound of its own.

What a user says of a table (`Overrides`, in the words of the command line) goes along with it
through every step, and wins over every guess.
"""

import csv
import re
from collections.abc import Sequence
from fractions import Fraction
from io import StringIO

from attrs import evolve, field, frozen

from measurand.auditing.proofs.sheet import Fact, Facts, Kind, Role, metric_named, role_of
from measurand.metrics.definitions import kinds
from measurand.metrics.grammar import SignatureError, read, read_value, write_value
from measurand.metrics.metric import Metric, Named
from measurand.metrics.signature import called, options, spelled
from measurand.values.fault import Fault
from measurand.values.printed import Rounding, Unit, rounding_of, unit_of
from measurand.values.suggest import did_you_mean

Faults = tuple[Fault, ...]

MOST_CELLS = 100_000
MOST_COLUMNS = 500
MOST_TABLES = 200
MOST_CHARACTERS = 10_000
MOST_SEARCHED = 4000
"""Characters of the words around a table that are looked at."""


@frozen(kw_only=True)
class RawTable:
    """A table before anything is understood: texts without markup, and where they stand.

    `groups` has the heading that stands above each column, empty where there is none, and
    `other_groups` what else they may be, where the markup does not say over which columns a heading
    stands. `lines` has the line of each row, `notes` what the reader left out or filled in. A table
    that cannot be read has `faults`, and nothing else but its place.

    >>> RawTable(header=("system", "F1"), rows=(("ours", "63.3"),), line=1).groups
    ('', '')

    Raises ValueError where a row, the groups or the lines have another length.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = field()
    title: str = ""
    caption: str = ""
    line: int = 0
    groups: tuple[str, ...] = field()
    lines: tuple[int, ...] = field()
    notes: tuple[str, ...] = ()
    other_groups: tuple[tuple[str, ...], ...] = ()
    faults: Faults = ()

    @groups.default
    def _no_groups(self) -> tuple[str, ...]:
        return ("",) * len(self.header)

    @lines.default
    def _no_lines(self) -> tuple[int, ...]:
        return (self.line,) * len(self.rows)

    @rows.validator
    def _rectangular(self, _attribute: object, value: tuple[tuple[str, ...], ...]) -> None:
        for at, row in enumerate(value):
            if len(row) != len(self.header):
                message = f"a row of {len(self.header)} cells: got {len(row)} in row {at}"
                raise ValueError(message)

    @groups.validator
    def _over_each(self, _attribute: object, value: tuple[str, ...]) -> None:
        if len(value) != len(self.header):
            message = f"groups of {len(self.header)} columns: got {len(value)}"
            raise ValueError(message)

    @lines.validator
    def _of_each(self, _attribute: object, value: tuple[int, ...]) -> None:
        if len(value) != len(self.rows):
            message = f"lines of {len(self.rows)} rows: got {len(value)}"
            raise ValueError(message)


def too_many_tables(*, line: int = 0, got: str = "more") -> Fault:
    """Refuse a text with more tables than are read.

    >>> too_many_tables(line=3).expected
    'at most 200 tables'
    """
    return Fault(line=line, got=got, expected=f"at most {MOST_TABLES} tables")


@frozen
class TextRow:
    """A row of a table as it is read: its texts, its line, and whether its markup spans columns.

    A head that spans columns stands in each of them.
    """

    cells: tuple[str, ...]
    line: int
    spanned: bool = False


@frozen
class SpanningCell:
    """A cell as it shows, and over how many columns and rows it goes."""

    text: str
    columns: int = 1
    rows: int = 1


@frozen(kw_only=True)
class Note:
    """A guess, or something that was not understood: where it is, and a sentence.

    A `caution` is told wherever the table is read: numbers that are likely meant otherwise.
    `unread` counts the cells that it says are not read.

    >>> Note(text="read as %", column="F1").where
    "column 'F1'"
    """

    text: str
    line: int = 0
    column: str = ""
    row: str = ""
    caution: bool = False
    unread: int = 0

    @property
    def where(self) -> str:
        """Name the place in the table."""
        parts = (
            f"line {self.line}" if self.line else "",
            f"row {self.row!r}" if self.row else "",
            f"column {self.column!r}" if self.column else "",
        )
        return ", ".join(filter(None, parts))


def surrounding_text(table: RawTable) -> str:
    """Give what stands around the numbers: title and caption, not more of them than is needed.

    >>> surrounding_text(RawTable(header=("", "P"), rows=(), caption="N = 12"))
    'N = 12'
    """
    return f"{table.title}\n{table.caption}"[:MOST_SEARCHED].strip()


SKIP = "skip"
_MEANING = re.compile(
    r"([a-z][a-z0-9_]{0,40}(?:/[0-9]{1,6})?)(?:\[([^\n]{0,1000}?)\]|\(([^\n]{0,1000}?)\))?(?::([^\n]{0,1000}))?"
)
_FEW = 40
_DIGITS = 12


@frozen(kw_only=True)
class ColumnOverride:
    """What is said of a column: its role (None where it is left out), and options.

    `metric` is what the numbers are of, where that is more than a role.
    """

    name: str
    role: Role | None
    metric: Named | None = None
    of: tuple[str, ...] = ()
    group: str | None = None
    beta: Fraction | None = None
    unit: Unit | None = None
    rounding: Rounding | None = None
    options: tuple[tuple[str, str], ...] = ()


@frozen(kw_only=True)
class Overrides:
    """All that is said of a table.

    `transpose` says whether systems stand in its columns; None where that is not said. `metrics`
    are those of one's own, which heads may name. `systems` are labels of rows that are known to
    name a system of the samples, whatever else they look like.

    >>> Overrides().decimal_comma
    False
    """

    columns: tuple[ColumnOverride, ...] = ()
    rows: tuple[tuple[str, Kind | None], ...] = ()
    facts: Facts = ()
    row_facts: tuple[tuple[str, Fact, int], ...] = ()
    rounding: Rounding | None = None
    unit: Unit | None = None
    decimal_comma: bool = field(default=False)
    transpose: bool | None = None
    metrics: tuple[Metric, ...] = ()
    systems: frozenset[str] = frozenset()


def column_override(text: str) -> ColumnOverride:
    """Read `NAME=ROLE[OF,...]:option=value,...`; the role `skip` leaves the column out.

    A metric may stand in the place of the role, with options as in a definition.

    >>> override = column_override("Avg=average[P,R]:unit=%,average=micro")
    >>> override.role.value, override.of, override.unit.value, override.options
    ('average', ('P', 'R'), '%', (('average', 'micro'),))
    >>> override = column_override("nDCG=ndcg(k=10):unit=%")
    >>> override.metric.name, override.options, override.unit.value
    ('ndcg', (('k', '10'),), '%')
    >>> column_override("F=f2") == column_override("F=f(beta=2)")
    True

    Raises ValueError saying what it should be.
    """
    roles = [role.value for role in Role]
    parts = [at for at, char in enumerate(text) if char == "="]
    tried = [_MEANING.fullmatch(text[at + 1 :]) for at in parts]
    for at, meaning in zip(parts, tried, strict=True):
        if meaning is None or not at:
            continue
        word, of, inside, beside = (part or "" for part in meaning.groups())
        word, inside = _usual(word, inside)
        metric = None if word in roles else metric_named(word)
        if word in {*roles, SKIP}:
            role = None if word == SKIP else Role(word)
            override = ColumnOverride(name=text[:at], role=role, of=_split(of))
            return _with_options(override, ",".join(filter(None, (inside, beside))))
        if metric is not None and not of:
            override = ColumnOverride(name=text[:at], role=role_of(metric), metric=metric)
            override = evolve(override, options=_arguments(word, inside))
            return _defined(_with_options(override, beside))
    word = next((meaning[1] for meaning in tried if meaning is not None), "")
    hint = did_you_mean(word, [*roles, SKIP, *kinds()]) if word else ""
    message = (
        f"NAME=ROLE, as in F1=f: got {text!r}{hint}; roles: {', '.join(roles)}, {SKIP}; or the name"
        " of a metric, as in 'nDCG=ndcg(k=10)'"
    )
    raise ValueError(message)


def _usual(word: str, options: str) -> tuple[str, str]:
    """Write what definitions call so by the name of signatures: `f1` is `f` with that beta.

    Raises SignatureError, which is a ValueError, for a revision that there is not.
    """
    name, revised, _ = word.partition("/")
    if not revised and spelled(read(name)).name == name:
        return word, options
    call = called(f"{word}({options})" if options else word)
    inside = ",".join(f"{option}={write_value(value)}" for option, value in call.options)
    return call.name, inside


def _arguments(metric: str, text: str) -> tuple[tuple[str, str], ...]:
    """Read the options of a metric as a definition writes them."""
    call = read(f"{metric}({text})")
    return tuple((name, write_value(value)) for name, value in call.options)


def _defined(override: ColumnOverride) -> ColumnOverride:
    """Hold the options of a metric to those that it has, and write each as a signature does.

    Raises SignatureError, which is a ValueError, for an option or a value that it does not have.
    """
    name = "" if override.metric is None else override.metric.name
    known = options(name)
    written: list[tuple[str, str]] = []
    for option, text in override.options:
        if option not in known:
            message = f"unknown option {option!r} of {name}{did_you_mean(option, known)}"
            raise SignatureError(message)
        codec = known[option].codec
        written.append((option, write_value(codec.write(codec.read(read_value(text))))))
    return evolve(override, options=tuple(written))


def override_text(name: str, what: str, of: Sequence[str] = (), *options: str) -> str:
    """Write what is said of a column, a role or a metric, as `column_override` reads it.

    >>> override_text("Avg", Role.AVERAGE.value, ("P", "R, all"), "unit=%")
    'Avg=average[P,"R, all"]:unit=%'
    """
    parts = f"[{','.join(map(_quoted, of))}]" if of else ""
    return f"{name}={what}{parts}" + (f":{','.join(options)}" if options else "")


def column_text(one: ColumnOverride) -> str:
    """Write what is said of a column, as `column_override` reads it.

    >>> column_text(column_override("nDCG=ndcg(k=10):unit=%"))
    'nDCG=ndcg(k=10):unit=%'
    >>> column_text(column_override("Year=skip"))
    'Year=skip'
    """
    said = [f"{name}={value}" for name, value in one.options]
    inside = "" if one.metric is None or not said else f"({','.join(said)})"
    word = SKIP if one.role is None else one.role.value
    options = {
        "group": one.group,
        "beta": None if one.beta is None else str(one.beta),
        "unit": None if one.unit is None else one.unit.value,
        "rounding": None if one.rounding is None else one.rounding.value,
    }
    beside = [f"{name}={value}" for name, value in options.items() if value is not None]
    beside += said if one.metric is None else []
    what = word if one.metric is None else f"{one.metric.name}{inside}"
    return override_text(one.name, what, one.of, *map(_quoted, beside))


def row_text(one: tuple[str, Kind | None]) -> str:
    """Write what is said of a row, as `row_override` reads it.

    >>> row_text(row_override("Overall=average"))
    'Overall=average'
    """
    label, kind = one
    return f"{label}={SKIP if kind is None else kind.value}"


def _quoted(name: str) -> str:
    bare = name and not set(name) & set(',"\r\n')
    return name if bare else '"' + name.replace('"', '""') + '"'


def _split(text: str) -> tuple[str, ...]:
    if not text:
        return ()
    return tuple(part.strip() for part in next(csv.reader(StringIO(text), skipinitialspace=True)))


def _with_options(override: ColumnOverride, text: str) -> ColumnOverride:
    said = list(override.options)
    for part in _split(text):
        name, mark, value = part.partition("=")
        if not mark or not name:
            message = f"option=value: got {part!r}"
            raise ValueError(message)
        match name:
            case "beta":
                override = evolve(override, beta=_number(value))
            case "unit":
                override = evolve(override, unit=unit_of(value))
            case "group":
                override = evolve(override, group=value)
            case "rounding":
                override = evolve(override, rounding=rounding_of(value))
            case _:
                said.append((name, value))
    return evolve(override, options=tuple(said))


def _number(text: str) -> Fraction:
    plain = text.replace(".", "", 1).replace("/", "", 1)
    fits = len(text) <= _FEW and plain.isascii() and plain.isdigit()
    top, _, bottom = text.partition("/")
    if not fits or not Fraction(top) or (bottom and not int(bottom)):
        message = f"a number above 0: got {text[:_FEW]!r}"
        raise ValueError(message)
    return Fraction(text)


def fact_override(text: str) -> tuple[str, Fact, int]:
    """Read `FACT=NUMBER`, or `LABEL:FACT=NUMBER` of one row.

    >>> fact_override("samples=124"), fact_override("ours: v2:gold=3")
    (('', <Fact.SAMPLES: 'samples'>, 124), ('ours: v2', <Fact.GOLD: 'gold'>, 3))

    Raises ValueError saying what it should be.
    """
    left, mark, digits = text.rpartition("=")
    label, _, name = left.rpartition(":")
    facts = {fact.value: fact for fact in Fact}
    counted = digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS
    if not mark or name not in facts or not counted:
        hint = did_you_mean(name, facts)
        message = f"FACT=NUMBER, as in samples=124: got {text!r}{hint}; facts: {', '.join(facts)}"
        raise ValueError(message)
    return label, facts[name], int(digits)


def row_override(text: str) -> tuple[str, Kind | None]:
    """Read `LABEL=KIND`; the kind `skip` leaves the row out.

    >>> row_override("Overall=average")
    ('Overall', <Kind.AVERAGE: 'average'>)

    Raises ValueError saying what it should be.
    """
    label, mark, word = text.rpartition("=")
    kinds = {kind.value: kind for kind in Kind}
    if not mark or not label or word not in {*kinds, SKIP}:
        message = f"LABEL=KIND: got {text!r}; kinds: {', '.join(kinds)}, {SKIP}"
        raise ValueError(message)
    return label, None if word == SKIP else kinds[word]
