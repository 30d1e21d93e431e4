"""Numbers that stand beside others in one cell, as columns of their own."""

from collections.abc import Sequence
from itertools import count

from attrs import frozen

from measurand.audit.proofs.sheet import Column, Role
from measurand.edges.tables.cells import Cell, Companion
from measurand.edges.tables.cols import Note
from measurand.edges.tables.guess import Guessed
from measurand.edges.tables.said import Said
from measurand.edges.tables.words import says_deviation
from measurand.values.printed import Printed, Unit

Numbers = tuple[Printed | None, ...]
_SAYS = {
    Companion.SPREAD: "whether it is a deviation, an error or half an interval is not said "
    "(`sd` says a deviation): only a value",
    Companion.BRACKET: "what stands in brackets is not said: only a value",
    Companion.CHANGE: "a change from another row: only a value",
    Companion.LOW: "the lower end of the interval in the cell",
    Companion.HIGH: "the upper end of the interval in the cell",
}
_DEVIATION = "a standard deviation, as the head says"
_ROLES = {Companion.LOW: Role.LOW, Companion.HIGH: Role.HIGH}


@frozen(kw_only=True)
class Beside:
    """All columns with their numbers by row, their units, and notes on those that were added.

    `added` names those that stand beside others in their cells, unless something was said of them.
    """

    columns: tuple[tuple[Column, Numbers], ...]
    units: tuple[tuple[str, Unit], ...]
    notes: tuple[Note, ...]
    added: frozenset[str] = frozenset()

    def unit(self, column: Column) -> Unit:
        """Find the unit of a column."""
        return dict(self.units)[column.name]


def beside_columns(guesses: Sequence[Guessed], said: Said) -> Beside:
    """Make columns of guesses; numbers beside others become columns, which can be said of too."""
    wanted = {one.name: one for one in said.columns}
    taken = {one.name for one in guesses}
    columns: list[tuple[Column, Numbers]] = []
    units: dict[str, Unit] = {}
    notes: list[Note] = []
    added: set[str] = set()
    for one in guesses:
        own = wanted.get(one.name)
        if own is not None and own.role is None:
            notes.append(Note(text="left out, as was said", column=one.name))
            continue
        main = tuple(cell.printed for cell in one.column.cells)
        paired = _class_of(one, guesses)
        columns.append((_column(one, () if own is None else own.options, paired), main))
        units[one.name] = one.unit
        found = [_companions(cell, one) for cell in one.column.cells]
        for kind in Companion:
            numbers = tuple(row.get(kind) for row in found)
            if not any(numbers):
                continue
            name = _unused(f"{one.name} {kind.value}", taken)
            taken.add(name)
            other = wanted.get(name)
            if other is not None and other.role is None:
                notes.append(Note(text="left out, as was said", column=name))
                continue
            role = _role(one, kind)
            of: tuple[str, ...] = () if role is Role.VALUE else (one.name,)
            if other is not None and other.role is not None:
                role, of = other.role, other.of or of
                notes.append(Note(text=f"said to be {role.value}", column=name))
            else:
                added.add(name)
                says = _DEVIATION if role is Role.SD else _SAYS[kind]
                notes.append(Note(text=f"beside {one.name!r}: {says}", column=name))
            options = () if other is None else other.options
            group = one.group if other is None or other.group is None else other.group
            column = Column(name=name, role=role, of=of, group=group, options=options)
            columns.append((column, numbers))
            units[name] = one.unit if other is None or other.unit is None else other.unit
    return Beside(
        columns=tuple(columns),
        units=tuple(units.items()),
        notes=tuple(notes),
        added=frozenset(added),
    )


def _companions(cell: Cell, one: Guessed) -> dict[Companion, Printed]:
    """List what stands beside a number; in brackets under M (SD) as after ±."""
    brackets = Companion.SPREAD if says_deviation(one.column.head) else Companion.BRACKET
    return {brackets if what is Companion.BRACKET else what: number for what, number in cell.beside}


def _role(one: Guessed, kind: Companion) -> Role:
    """Say what numbers beside others are: their form says it, or the head does."""
    if kind is Companion.SPREAD and says_deviation(one.column.head):
        return Role.SD
    return _ROLES.get(kind, Role.VALUE)


def _column(
    one: Guessed, options: tuple[tuple[str, str], ...], paired: tuple[tuple[str, str], ...]
) -> Column:
    return Column(
        name=one.name,
        role=one.role,
        of=one.of,
        group=one.group,
        beta=one.head.beta if one.role is Role.F else Column(name="").beta,
        options=options or (*_averaged(one), *paired),
        metric=one.metric,
    )


def _averaged(one: Guessed) -> tuple[tuple[str, str], ...]:
    """Take `micro` from a head; what the other words average over is not said."""
    rated = one.role in {Role.PRECISION, Role.RECALL, Role.F}
    return (("average", "micro"),) if rated and one.head.averaged == "micro" else ()


def _class_of(one: Guessed, guesses: Sequence[Guessed]) -> tuple[tuple[str, str], ...]:
    """Read sensitivity beside specificity as that of the positive class: the words are a pair."""
    of_class = one.head.role is Role.TPR and one.role in {Role.RECALL, Role.TPR}
    if one.head.averaged:
        return ()
    beside = any(other.group == one.group and other.role is Role.SPECIFICITY for other in guesses)
    return (("class", "positive"),) if of_class and beside else ()


def _unused(name: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    return next(f"{name} ({n})" for n in count(2) if f"{name} ({n})" not in taken)
