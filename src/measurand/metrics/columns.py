"""The columns that definitions sum: each once, under a name, however many definitions read it."""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

from attrs import evolve, field, frozen

from measurand.algebra.expression import At
from measurand.evidence.evidence import Amount, Evidence, Joint, Observed
from measurand.evidence.observation import Observing, Together
from measurand.metrics.units import exact_sum

R = TypeVar("R")
Vector = tuple[Fraction, ...]
Unit = tuple[tuple[R, int], ...]
"""Rows with their counts that are resampled as one: a sample, or all samples of a cluster."""


@frozen(eq=False)
class Columns(Generic[R]):
    """What units give to sums, in the order in which it was first asked for.

    >>> columns = Columns[int]()
    >>> columns.at("n", lambda row: Fraction(1)), columns.at("row", Fraction)
    (At(index=0), At(index=1))
    >>> columns.vector(((3, 2),))
    (Fraction(2, 1), Fraction(6, 1))
    """

    _found: dict[Hashable, tuple[int, Callable[[Unit[R]], Fraction]]] = field(
        factory=dict, init=False
    )

    def at(self, name: Hashable, value: Callable[[R], Fraction]) -> At:
        """Sum a value over rows; the same name is the same sum."""
        return self.of_unit(name, lambda unit: _added(value, unit))

    def of_unit(self, name: Hashable, value: Callable[[Unit[R]], Fraction]) -> At:
        """Sum a value over units."""
        index, _ = self._found.setdefault(name, (len(self._found), value))
        return At(index)

    def vector(self, unit: Unit[R]) -> Vector:
        """Compute what one unit gives to every sum."""
        return tuple(value(unit) for _, value in self._found.values())


def _added(value: Callable[[R], Fraction], unit: Unit[R]) -> Fraction:
    match unit:
        case ((row, 1),):
            return value(row)
        case _:
            return exact_sum(value(row) * n for row, n in unit)


def every(_row: object) -> bool:
    """Keep every row.

    >>> every(None)
    True
    """
    return True


@frozen(eq=False, kw_only=True)
class Reading(Generic[R]):
    """How a definition finds its evidence in rows: which system, which observations, which labels.

    `tag` names the reading, so that other readings have sums of their own; `pick` takes the
    evidence out of a row, `keep` says which rows take part; `observing` is what the evidence holds,
    None where that is not known; `labels` are the classes of all rows, sorted. `units` are all
    units, and `picks` take the evidence of every system out of a row of them: they are for what is
    not a sum of what single units give.
    """

    columns: Columns[R]
    pick: Callable[[R], Evidence]
    keep: Callable[[R], bool] = every
    observing: Observing | None = None
    labels: tuple[str, ...] = ()
    tag: Hashable = None
    units: Sequence[Unit[R]] = ()
    picks: tuple[Callable[[R], Evidence], ...] = ()

    def at(self, name: Hashable, value: Callable[[Evidence], Fraction]) -> At:
        """Sum a value of the evidence."""
        pick, keep = self.pick, self.keep
        return self.columns.at(
            (self.tag, name), lambda row: value(pick(row)) if keep(row) else Fraction(0)
        )

    def part(self, wanted: Observing) -> "Reading[R]":
        """Read one observation, or several, out of a larger one.

        Raises ValueError where it was not observed.
        """
        if self.observing in {None, wanted}:
            return self
        held = self.observing.parts if isinstance(self.observing, Together) else ()
        asked = wanted.parts if isinstance(wanted, Together) else (wanted,)
        if any(part not in held for part in asked):
            message = "evidence of what the definition observes: got that of another observation"
            raise ValueError(message)
        places = [held.index(part) for part in asked]
        alone = None if isinstance(wanted, Together) else places[0]

        def taking(pick: Callable[[R], Evidence]) -> Callable[[R], Evidence]:
            return lambda row: _taken(pick(row), places, alone)

        return evolve(
            self,
            pick=taking(self.pick),
            picks=tuple(taking(pick) for pick in self.picks),
            observing=wanted,
            tag=(self.tag, wanted),
        )


def _taken(row: Evidence, places: Sequence[int], alone: int | None) -> Evidence:
    if not isinstance(row, Joint):
        return row
    if alone is not None:
        return row.rows[alone]
    return Joint(tuple(row.rows[place] for place in places))


def parts_of(row: Evidence) -> tuple[Evidence, ...]:
    """List what stands side by side in a row.

    >>> parts_of(Amount(Fraction(1)))
    (Amount(value=Fraction(1, 1), weight=Fraction(1, 1)),)
    """
    return tuple(row.rows) if isinstance(row, Joint) else (row,)


def weight_of(row: Evidence) -> Fraction:
    """Weigh a row; what is not scored weighs nothing.

    >>> weight_of(Observed(()))
    Fraction(1, 1)
    """
    return row.weight if isinstance(row, Observed | Amount) else Fraction(0)
