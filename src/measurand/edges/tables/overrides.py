"""What a user says of a table on the command line, which wins over every guess."""

import csv
import re
from collections.abc import Sequence
from fractions import Fraction
from io import StringIO

from attrs import evolve, field, frozen

from measurand.audit.proofs.sheet import Fact, Facts, Kind, Role
from measurand.metrics.metric import Metric
from measurand.values.printed import Rounding, Unit, rounding_of, unit_of
from measurand.values.suggest import did_you_mean

SKIP = "skip"
_MEANING = re.compile(r"([a-z][a-z0-9_]{0,40})(?:\[([^\n]{0,1000})\])?(?::([^\n]{0,1000}))?")
_FEW = 40
_DIGITS = 12


@frozen(kw_only=True)
class ColumnOverride:
    """What is said of a column: its role (None where it is left out), and options."""

    name: str
    role: Role | None
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
    are those of one's own, which heads may name.

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


def column_override(text: str) -> ColumnOverride:
    """Read `NAME=ROLE[OF,...]:option=value,...`; the role `skip` leaves the column out.

    >>> override = column_override("Avg=average[P,R]:unit=%,average=micro")
    >>> override.role.value, override.of, override.unit.value, override.options
    ('average', ('P', 'R'), '%', (('average', 'micro'),))

    Raises ValueError saying what it should be.
    """
    roles = [role.value for role in Role]
    parts = [at for at, char in enumerate(text) if char == "="]
    tried = [_MEANING.fullmatch(text[at + 1 :]) for at in parts]
    for at, meaning in zip(parts, tried, strict=True):
        if meaning is not None and meaning[1] in {*roles, SKIP} and at:
            role = None if meaning[1] == SKIP else Role(meaning[1])
            override = ColumnOverride(name=text[:at], role=role, of=_split(meaning[2] or ""))
            return _with_options(override, meaning[3] or "")
    word = next((meaning[1] for meaning in tried if meaning is not None), "")
    hint = did_you_mean(word, [*roles, SKIP]) if word else ""
    message = f"NAME=ROLE, as in F1=f: got {text!r}{hint}; roles: {', '.join(roles)}, {SKIP}"
    raise ValueError(message)


def override_text(name: str, role: Role, of: Sequence[str] = (), *options: str) -> str:
    """Write what is said of a column, as `column_override` reads it.

    >>> override_text("Avg", Role.AVERAGE, ("P", "R, all"), "unit=%")
    'Avg=average[P,"R, all"]:unit=%'
    """
    parts = f"[{','.join(map(_quoted, of))}]" if of else ""
    return f"{name}={role.value}{parts}" + (f":{','.join(options)}" if options else "")


def _quoted(name: str) -> str:
    bare = name and not set(name) & set(',"\r\n')
    return name if bare else '"' + name.replace('"', '""') + '"'


def _split(text: str) -> tuple[str, ...]:
    if not text:
        return ()
    return tuple(part.strip() for part in next(csv.reader(StringIO(text), skipinitialspace=True)))


def _with_options(override: ColumnOverride, text: str) -> ColumnOverride:
    options: list[tuple[str, str]] = []
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
                options.append((name, value))
    return evolve(override, options=tuple(options))


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
