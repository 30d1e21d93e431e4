"""Premises as controls: what each alternative is on the command line, as a change of a request.

A premise is closed by an option (`settle`), and each alternative of it is a change of the sheet. A
page has a control for both: choosing an alternative asks again, with what the command line would
be told. An alternative that no option says is shown without one.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from measurand.auditing.proofs.premises import Alternative, Change, Premise, Standing
from measurand.auditing.proofs.sheet import Sheet
from measurand.edges.tables.grid import column_override, override_text

_NONE: dict[str, str] = {}
_OPEN = "..."
_PLACEHOLDERS = ("ROLE", _OPEN)


@frozen(kw_only=True)
class Patch:
    """What is said besides: of columns and rows by name, of facts, of rounding and unit.

    `number` names a fact whose number has still to be said; `text` is the option of it all.

    >>> Patch().columns
    {}
    """

    columns: Mapping[str, str] = _NONE
    rows: Mapping[str, str] = _NONE
    facts: Mapping[str, str] = _NONE
    rounding: str = ""
    number: str = ""
    text: str = ""


@frozen(kw_only=True)
class Choice:
    """One alternative; `patch` is none where no option says it."""

    name: str
    usual: bool
    patch: Patch | None


@frozen(kw_only=True)
class Control:
    """A premise with its alternatives, the chosen one first."""

    id: str
    standing: Standing
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    because: str
    choices: tuple[Choice, ...]


def controls_of(premises: Sequence[Premise], sheet: Sheet) -> tuple[Control, ...]:
    """Make a control of each premise.

    >>> controls_of((), Sheet(columns=(), rows=()))
    ()
    """
    return tuple(
        Control(
            id=one.id,
            standing=one.standing,
            columns=one.columns,
            rows=one.rows,
            because=one.because,
            choices=tuple(_choices(one, sheet)),
        )
        for one in premises
    )


def _choices(premise: Premise, sheet: Sheet) -> Iterator[Choice]:
    for one in premise.alternatives:
        first = one is premise.chosen
        if premise.id == "one-run" and not first:
            for fact in ("runs", "folds"):
                yield Choice(name=fact, usual=one.usual, patch=Patch(number=fact))
            continue
        patch = _settled(premise) if first else _changed(one, sheet)
        yield Choice(name=one.name, usual=one.usual, patch=patch)


def _settled(premise: Premise) -> Patch | None:
    if not premise.settle or any(word in premise.settle for word in _PLACEHOLDERS):
        return None
    return patch_of(premise.settle)


def patch_of(settle: str) -> Patch:
    """Read options of the command line as a change of a request.

    >>> patch_of("--column 'Avg=average[P,R]' --fact runs=3").columns
    {'Avg': 'average[P,R]'}
    """
    columns: dict[str, str] = {}
    rows: dict[str, str] = {}
    facts: dict[str, str] = {}
    rounding = number = ""
    words = iter(shlex.split(settle))
    for option, value in zip(words, words, strict=False):
        match option:
            case "--column":
                name = _column_name(value)
                columns[name] = value[len(name) + 1 :]
            case "--row":
                label, _, kind = value.rpartition("=")
                rows[label] = kind
            case "--fact":
                fact, _, count = value.rpartition("=")
                if count == _OPEN:
                    number = fact
                else:
                    facts[fact] = count
            case "--rounding":
                rounding = value
            case _:
                pass
    return Patch(
        columns=columns, rows=rows, facts=facts, rounding=rounding, number=number, text=settle
    )


def _column_name(value: str) -> str:
    """Find the name in what is said of a column; where a role is left open, all before it."""
    try:
        return column_override(value).name
    except ValueError:
        return value.partition("=")[0]


def _changed(alternative: Alternative, sheet: Sheet) -> Patch | None:
    """Say an alternative as a request does; None where no option says it, or not all of it."""
    change = alternative.change
    if change.body or change.without or change.groups or change == Change():
        return None
    roles = {column.name: column.what for column in sheet.columns}
    columns = {name: override_text("", role.value, of)[1:] for name, role, of in change.roles}
    for name, unit in change.units:
        columns[name] = f"{roles[name]}:unit={unit.value}"
    rows = {label: kind.value if kind else "skip" for label, kind in change.kinds}
    rounding = change.rounding.value if change.rounding else ""
    return Patch(columns=columns, rows=rows, rounding=rounding)
