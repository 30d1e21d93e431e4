"""How a plain record is counted: by what its items are compared, and which of its answers.

The body of the loop is chosen once for all definitions of a source, and the usual ones are flat:
every call is paid for each line.
"""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from operator import attrgetter
from typing import Protocol

from attrs import frozen

from measurand.edges.files import Event, Part, read_fast
from measurand.edges.files.formats.jsonl import W, Wire
from measurand.evidence.matching import Key, multiset_counts
from measurand.evidence.normalise import Step, normaliser

Row = tuple[int, ...]
"""What is counted of a record: by every look its gold items, then hits and items of each answer.

Both are -1 where a record has no such answer.
"""

Reading = Callable[[Part, dict[Row, int], Callable[[int], None]], Iterator[Event]]
"""Reads a part: counts the rows of the lines that fit, and gives the events of the others."""

_NONE = (-1, -1)


@frozen
class Look:
    """By what items are compared, with or without duplicates; which answers, by their places.

    >>> Look((), (), duplicates=False).direct(())
    True
    """

    unit: tuple[str, ...]
    normalise: tuple[Step, ...]
    duplicates: bool
    answers: tuple[int, ...] = ()

    def direct(self, unit: tuple[str, ...]) -> bool:
        """Tell whether the items of wire shapes of a unit are compared as they are."""
        return not self.normalise and set(self.unit) == set(unit)

    def counts(self, unit: tuple[str, ...]) -> Callable[[Wire], Row]:
        """Give the function from a record of a wire shape of a unit to its part of a row."""
        key = self._key(unit)
        answers_of = [attrgetter(f"answer{at}") for at in self.answers]
        duplicates = self.duplicates

        def counted(record: Wire) -> Row:
            gold = list(map(key, record.gold))
            right = set(gold)
            found = [len(gold) if duplicates else len(right)]
            for answer_of in answers_of:
                answer = answer_of(record)
                if answer is None:
                    found += _NONE
                    continue
                given = list(map(key, answer))
                mine = set(given)
                if not duplicates:
                    found += len(mine & right), len(mine)
                elif len(mine) == len(given) or len(right) == len(gold):
                    # Where one side has no duplicates, each item that both have is one hit.
                    found += len(mine & right), len(given)
                else:
                    found += multiset_counts(given, gold)[:2]
            return tuple(found)

        return counted

    def _key(self, unit: tuple[str, ...]) -> Callable[[object], Key]:
        """Give the function from an item on the wire to what it is compared by."""
        text = normaliser(self.normalise)
        if not self.unit:
            return lambda item: text(str(item))
        places = [unit.index(name) for name in self.unit]
        if not self.normalise:
            return attrgetter(*(f"slot{at}" for at in places))
        slots = [attrgetter(f"slot{at}") for at in places]

        def key(item: object) -> Key:
            values = [slot(item) for slot in slots]
            return tuple([None if value is None else text(value) for value in values])

        return key


def reading(record: type, looks: Sequence[Look], unit: tuple[str, ...], *, direct: bool) -> Reading:
    """Choose the body of the loop; the usual ones are flat: every call is paid for each line.

    `direct` says that items came as sets of what is compared.
    """
    match looks:
        case [Look(answers=(0,))] if direct:
            return _reading(record, _one_set)
        case [Look(answers=(0, 1))] if direct:
            return _reading(record, _two_sets)
        case [look]:
            count = look.counts(unit)
            return _reading(record, lambda rows: _counting(count, rows))
        case _:
            several = [look.counts(unit) for look in looks]

            def joined(one: Wire) -> Row:
                return tuple(chain.from_iterable([count(one) for count in several]))

            return _reading(record, lambda rows: _counting(joined, rows))


def _reading(record: type, taking: Callable[[dict[Row, int]], Callable[[W], None]]) -> Reading:
    return lambda part, rows, tick: read_fast(part, record, taking(rows), tick)


def _counting(count: Callable[[Wire], Row], rows: dict[Row, int]) -> Callable[[Wire], None]:
    def take(record: Wire) -> None:
        row = count(record)
        rows[row] = rows.get(row, 0) + 1

    return take


class _OneSet(Wire, Protocol):
    """A record whose items came as sets."""

    @property
    def gold(self) -> AbstractSet[object]: ...

    @property
    def answer0(self) -> AbstractSet[object] | None: ...


class _TwoSets(_OneSet, Protocol):
    """The same, with two answers."""

    @property
    def answer1(self) -> AbstractSet[object] | None: ...


def _one_set(rows: dict[Row, int]) -> Callable[[_OneSet], None]:
    def take(record: _OneSet) -> None:
        gold, answer = record.gold, record.answer0
        if answer is None:
            row = (len(gold), -1, -1)
        else:
            row = (len(gold), len(gold & answer), len(answer))
        rows[row] = rows.get(row, 0) + 1

    return take


def _two_sets(rows: dict[Row, int]) -> Callable[[_TwoSets], None]:
    def take(record: _TwoSets) -> None:
        gold, first, second = record.gold, record.answer0, record.answer1
        row: Row
        if first is None or second is None:
            row = (len(gold), *_set_counts(first, gold), *_set_counts(second, gold))
        else:
            row = (len(gold), len(gold & first), len(first), len(gold & second), len(second))
        rows[row] = rows.get(row, 0) + 1

    return take


def _set_counts(answer: AbstractSet[object] | None, gold: AbstractSet[object]) -> tuple[int, int]:
    return _NONE if answer is None else (len(answer & gold), len(answer))
