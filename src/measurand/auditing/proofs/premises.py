"""Premises: what a verdict on a table rests on, and what a careful reader would admit instead.

A table says numbers; what they are of is said by heads, captions and by the user, or is guessed. A
premise names one such reading with all its alternatives. A *world* chooses one alternative of
every premise; a *usual* world only those that are common practice. No verdict is stronger than its
weakest premise: numbers are not reproducible only where every admitted world refutes them, and odd
where every usual one does. So a premise that somebody states closes worlds and frees nothing.

An alternative is a change of the sheet, as data: another role, another group, another kind of row.
What an alternative leaves unsaid (a column that is "something else") becomes a column of values,
of which no rule speaks: that is the freest world, and it refutes nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import product
from math import prod

from attrs import evolve, frozen

from measurand.auditing.proofs.sheet import COUNTS, Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed, Rounding, Unit

ROUNDING, SCORE, UNIT, MEAN_OF_SCORES = "rounding", "score", "unit", "mean-of-scores"
"""Kinds of premises: how numbers were rounded, whether a score is what its head says, its unit.

The last says that a score is a mean of scores, which may lie below the score of the means.
"""

MOST_WORLDS = 256
"""A question on which more worlds bear is left undecided."""


class Standing(Enum):
    """How a premise is known: told by a user, read off the document or the data, or not known.

    A `default` is what holds unless something speaks against it (one run, nearest rounding); a
    `guess` is what seems most likely.
    """

    SAID = "said"
    READ = "read"
    DEFAULT = "default"
    GUESSED = "guessed"


class Cause(Enum):
    """Why a question stays undecided: the one thing that is missing."""

    DEFINITION = "nobody said the definition"
    SAMPLES = "no samples"
    UNDEFINED = "score undefined"
    BUDGET = "beyond the budget"
    PROOF = "cannot be proven"


@frozen(kw_only=True, cache_hash=True)
class Change:
    """What an alternative makes of a sheet; nothing at all is the sheet as it was read.

    `roles` gives columns another role and what they are of; `groups` another group; `kinds` rows
    another kind, or leaves them out (None); `body` is the kind of every row of a system; `without`
    takes facts away; `rounding` is that of numbers of which none is said; `units` are what columns
    are counted in.

    >>> Change(without=frozenset({Fact.SAMPLES})) == Change()
    False
    """

    roles: tuple[tuple[str, Role, tuple[str, ...]], ...] = ()
    groups: tuple[tuple[str, str], ...] = ()
    kinds: tuple[tuple[str, Kind | None], ...] = ()
    body: Kind | None = None
    without: frozenset[Fact] = frozenset()
    rounding: Rounding | None = None
    units: tuple[tuple[str, Unit], ...] = ()


@frozen(kw_only=True)
class Alternative:
    """One way to choose a premise; `usual` is what many do, the rest has to be named to be met.

    >>> Alternative(name="one run").usual
    True
    """

    name: str
    change: Change = Change()
    usual: bool = True


@frozen(kw_only=True)
class Premise:
    """One thing that a table does not say by itself: the first alternative is the chosen one.

    `id` is the kind of premise, `columns` and `rows` are where it lies (none: the whole table),
    and `settle` is what to write on the command line to close it.

    >>> many = Alternative(name="means over runs", change=Change(body=Kind.RUNS))
    >>> runs = Premise(id="one-run", alternatives=(Alternative(name="one run"), many))
    >>> runs.chosen.name, runs.scope, len(runs.admitted)
    ('one run', 'table', 2)
    >>> evolve(runs, standing=Standing.SAID).admitted == (runs.chosen,)
    True

    Raises ValueError where there is no alternative, or the names of two are the same.
    """

    id: str
    alternatives: tuple[Alternative, ...]
    standing: Standing = Standing.GUESSED
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    because: str = ""
    settle: str = ""

    def __attrs_post_init__(self) -> None:
        names = [one.name for one in self.alternatives]
        if not names or len(names) != len(set(names)):
            message = f"alternatives of different names: got {names}"
            raise ValueError(message)

    @property
    def chosen(self) -> Alternative:
        """Give the alternative that is used."""
        return self.alternatives[0]

    @property
    def admitted(self) -> tuple[Alternative, ...]:
        """List the alternatives that are open: only the chosen one where it is said or read."""
        closed = self.standing in {Standing.SAID, Standing.READ}
        return self.alternatives[:1] if closed else self.alternatives

    @property
    def scope(self) -> str:
        """Name where the premise lies."""
        what = [*(f"column {name!r}" for name in self.columns), *(f"row {r!r}" for r in self.rows)]
        return ", ".join(what) or "table"

    def bears_on(self, rows: Iterable[str], columns: Iterable[str]) -> bool:
        """Tell whether it lies in some cells; one of the whole table lies in all."""
        anywhere = not self.columns and not self.rows
        return anywhere or bool({*rows} & {*self.rows}) or bool({*columns} & {*self.columns})


Literal = tuple[str, str]
"""A premise (its id and its scope) and the name of an alternative of it."""


@frozen
class World:
    """A choice of alternatives; `chosen` names those that are not the first.

    >>> World((), ()).usual
    True
    """

    choices: tuple[tuple[Premise, Alternative], ...]
    changes: tuple[Change, ...]

    @property
    def usual(self) -> bool:
        """Tell whether only usual alternatives were chosen."""
        return all(alternative.usual for _, alternative in self.choices)

    @property
    def literals(self) -> tuple[Literal, ...]:
        """Name what was chosen other than what is used."""
        return tuple(
            (f"{premise.id}: {premise.scope}", alternative.name)
            for premise, alternative in self.choices
            if alternative is not premise.chosen
        )


def single_flips(premises: Iterable[Premise]) -> Iterator[World]:
    """List the worlds that differ in one premise from what is used.

    >>> list(single_flips(()))
    []
    """
    for premise in premises:
        for alternative in premise.admitted[1:]:
            yield World(((premise, alternative),), (alternative.change,))


def worlds_of(
    premises: Sequence[Premise], admits: Callable[[Alternative], bool] = lambda one: one.usual
) -> Iterator[World]:
    """List every combination of alternatives; what is used comes first.

    >>> [world.usual for world in worlds_of(())]
    [True]
    """
    for chosen in product(*_choices(premises, admits)):
        choices = tuple(zip(premises, chosen, strict=True))
        yield World(choices, tuple(one.change for one in chosen if one.change != Change()))


def count_worlds(premises: Sequence[Premise], admits: Callable[[Alternative], bool]) -> int:
    """Count the worlds that `worlds_of` would list.

    >>> count_worlds((), lambda one: True)
    1
    """
    return prod(len(some) for some in _choices(premises, admits))


def _choices(
    premises: Sequence[Premise], admits: Callable[[Alternative], bool]
) -> list[tuple[Alternative, ...]]:
    return [
        (premise.chosen, *(one for one in premise.admitted[1:] if admits(one)))
        for premise in premises
    ]


def apply_changes(sheet: Sheet, changes: Iterable[Change]) -> Sheet:
    """Read a sheet as some alternatives have it.

    >>> sheet = Sheet(columns=(Column(name="F1", role=Role.F),), rows=())
    >>> apply_changes(sheet, [Change(roles=(("F1", Role.VALUE, ()),))]).columns[0].role.value
    'value'
    """
    for change in changes:
        sheet = _changed(sheet, change)
    return sheet


def _changed(sheet: Sheet, change: Change) -> Sheet:
    if change == Change():
        return sheet
    roles = {name: (role, of) for name, role, of in change.roles}
    groups = dict(change.groups)
    kinds = dict(change.kinds)
    left = {label for label, kind in change.kinds if kind is None}
    full = COUNTS | {Role.HITS, Role.DF}
    counts = {column.name for column in sheet.columns if column.role in full}
    kept = [row for row in sheet.rows if row.label not in left]
    return evolve(
        sheet,
        columns=tuple(_column(one, roles, groups) for one in sheet.columns),
        rows=tuple(_row(row, kinds, left, counts, change) for row in kept),
        facts=tuple(fact for fact in sheet.facts if fact[0] not in change.without),
    )


def _column(
    column: Column, roles: dict[str, tuple[Role, tuple[str, ...]]], groups: dict[str, str]
) -> Column:
    if column.name not in roles and column.name not in groups:
        return column
    role, of = roles.get(column.name, (column.role, column.of))
    metric = None if column.name in roles else column.metric
    group = groups.get(column.name, column.group)
    return evolve(column, role=role, of=of, group=group, metric=metric)


def _row(
    row: Row, kinds: dict[str, Kind | None], left: set[str], counts: set[str], change: Change
) -> Row:
    kind = kinds.get(row.label) or row.kind
    if kind is Kind.BODY and change.body is not None:
        kind = change.body
    return evolve(
        row,
        kind=kind,
        of=tuple(label for label in row.of if label not in left),
        weights=tuple(one for one in row.weights if one[0] not in left),
        facts=tuple(fact for fact in row.facts if fact[0] not in change.without),
        cells=tuple(
            (name, _rounded(name, _counted(name, cell, change), counts, change))
            for name, cell in row.cells
        ),
    )


def _counted(name: str, cell: Printed, change: Change) -> Printed:
    """Count a number in another unit."""
    unit = dict(change.units).get(name, cell.unit)
    return cell if unit is cell.unit else evolve(cell, unit=unit)


def _rounded(name: str, cell: Printed, counts: set[str], change: Change) -> Printed:
    """Round a number otherwise, where none is said of it; whole counts are printed in full."""
    full = name in counts and not cell.decimals
    if change.rounding is None or cell.rounding is not Rounding.DECIMAL or full:
        return cell
    return evolve(cell, rounding=change.rounding)
