"""What may differ between gold and answer: their lists, their keys, which of their items count.

A score compares two lists of one sample. Usually both are read alike, and then nothing here is
said; each option breaks the symmetry in one way, by name, so that a definition says how. Filters
come before the alignment, wildcards are part of it.
"""

from enum import Enum

from attrs import field, frozen

from measurand.values.sample import GOLD, PREDICTED


@frozen
class First:
    """The first of several slots that is not empty, as written; the last one where all are.

    >>> First(("ref", "term")).names
    ('ref', 'term')

    Raises ValueError for fewer than two names, or names that repeat.
    """

    names: tuple[str, ...] = field()

    @names.validator
    def _differ(self, _attribute: object, value: tuple[str, ...]) -> None:
        if len(value) <= 1 or "" in value or len(set(value)) < len(value):
            message = f"slots to try in turn are two or more, with names that differ: got {value}"
            raise ValueError(message)


Slot = str | First
"""One part of a key."""


class WildKind(Enum):
    """Whose empty slots match anything: nobody's, those of gold, those of both sides."""

    OFF = "off"
    GOLD = "gold"
    BOTH = "both"


@frozen
class Wildcard:
    """An item whose slot is empty answers any item that agrees on the others.

    Equal items that name something are paired first; then wild gold items take what is left, then
    wild answers do, one to one: no other pairing has more pairs.

    >>> Wildcard(WildKind.GOLD, "term").slot
    'term'

    Raises ValueError where a slot is named for `off`, or none for the rest.
    """

    kind: WildKind = WildKind.OFF
    slot: str = field(default="")

    @slot.validator
    def _named(self, _attribute: object, value: str) -> None:
        if bool(value) != (self.kind is not WildKind.OFF):
            message = f"wildcard=gold[SLOT] or both[SLOT] names a slot, off none: got {value!r}"
            raise ValueError(message)


class Filling(Enum):
    """Whether a slot must hold something."""

    FILLED = "filled"
    EMPTY = "empty"


@frozen
class Holds:
    """Keep the items whose slot is filled, or empty, once normalised.

    >>> Holds(Filling.EMPTY, "term").slot
    'term'
    """

    filling: Filling
    slot: str


@frozen
class Other:
    """Keep the items whose slot holds none of some values, once normalised.

    >>> Other("polarity", ("mixed",)).values
    ('mixed',)

    Raises ValueError unless the values are sorted and differ.
    """

    slot: str
    values: tuple[str, ...] = field()

    @values.validator
    def _sorted(self, _attribute: object, value: tuple[str, ...]) -> None:
        if not value or list(value) != sorted(set(value)):
            message = f"values are sorted and differ, at least one: got {value}"
            raise ValueError(message)


Condition = Holds | Other
Keep = tuple[Condition, ...]
"""Every one of these must hold; none of them keeps all items."""


class DroppedHits(Enum):
    """What becomes of answers to gold items that do not count: misses, or left out too.

    Left out are those that answer nothing that counts (`leave_out`), or all that the other gold is
    paired with where everything is aligned at once (`set_aside`).
    """

    COUNT = "count"
    LEAVE_OUT = "leave_out"
    SET_ASIDE = "set_aside"


@frozen(kw_only=True, cache_hash=True)
class Sides:
    """Which lists of a sample are compared, by what, and which of their items count.

    `answer_unit` is None where the unit of gold serves both sides. Items that do not count are
    taken away before the rest is aligned.

    >>> Sides(answer="stage1").gold
    'gold'

    Raises ValueError for an `answer_unit` without slots, or of just one, `same`: in a signature
    that word is the unit of gold.
    """

    gold: str = GOLD
    answer: str = PREDICTED
    answer_unit: tuple[Slot, ...] | None = field(default=None)
    gold_keep: Keep = ()
    answer_keep: Keep = ()
    dropped_hits: DroppedHits = DroppedHits.COUNT

    @answer_unit.validator
    def _readable(self, _attribute: object, value: tuple[Slot, ...] | None) -> None:
        if value in {(), ("same",)}:
            message = f"an answer_unit has slots, not one alone named 'same': got {value}"
            raise ValueError(message)
