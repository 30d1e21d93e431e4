"""The observation part of a definition: which items, which keys, which matcher, which credit.

A definition has two halves. This one says what one sample becomes (`observe`); the aggregation half
says what becomes of many. They meet in the evidence and know nothing of each other, so that all
scores with one observation share one pool: a file is read and matched once, however many metrics,
averages and empty rules are asked of it.
"""

from enum import Enum
from fractions import Fraction

from attrs import field, frozen

from measurand.evidence.facts import Reads
from measurand.evidence.matching import GivenCounts, Greedy, MultisetMatch, Optimal, SetMatch
from measurand.evidence.normalise import Passes, Step
from measurand.evidence.sides import Sides, Wildcard, WildKind
from measurand.evidence.span_matching import SpanMatch

Match = SetMatch | MultisetMatch | Greedy | Optimal | SpanMatch | GivenCounts


class Credit(Enum):
    """What a pair is worth: its similarity, one, or only the fuzzy or only the exact pairs."""

    SIMILARITY = "similarity"
    BINARY = "binary"
    FUZZY = "fuzzy"
    EXACT = "exact"


class Charge(Enum):
    """Which class a confusion (a pair across classes) is charged to."""

    GOLD = "gold"
    PREDICTED = "predicted"
    BOTH = "both"


class Missing(Enum):
    """What a sample without an answer becomes."""

    SKIP = "skip"
    EMPTY = "empty"


class ClassKind(Enum):
    """What the class of an item is: none, the item itself, a span's label, or a slot."""

    NONE = "none"
    ITEM = "item"
    LABEL = "label"
    FIELD = "field"


@frozen
class ClassOf:
    """The class of an item; `name` is the slot, for the kind `field` only.

    >>> ClassOf(ClassKind.FIELD, "polarity").name
    'polarity'

    Raises ValueError where a slot name stands beside another kind, or is missing.
    """

    kind: ClassKind = ClassKind.NONE
    name: str = field(default="")

    @name.validator
    def _only_for_fields(self, _attribute: object, value: str) -> None:
        if bool(value) != (self.kind is ClassKind.FIELD):
            message = f"class=field[NAME] names a slot, the other kinds do not: got {value!r}"
            raise ValueError(message)


@frozen(kw_only=True, cache_hash=True)
class Observation:
    """How items are keyed, matched, credited and classed.

    `unit` names the slots that make an item; the empty unit is the whole item. `normalise` are
    steps on its texts, made once or until they settle (`passes`). `match` says which items may
    meet, `wildcard` which empty slots meet anything, `credit` what a similar pair is worth.
    `classes` says of which class an item is, `charge` which class a pair across two is charged to.
    `missing` says what a sample without an answer is: left out, or an empty answer. `sides` are the
    lists that are compared.

    >>> Observation(unit=("aspect",), match=MultisetMatch()).credit.value
    'similarity'

    Raises ValueError where the slots of the unit have no name, repeat, or are just one, `whole`:
    in a signature that word is the empty unit; where the two sides have units of different lengths;
    and where a wildcard is no slot of the unit, or does not go with the matcher.
    """

    unit: tuple[str, ...] = field(default=())
    normalise: tuple[Step, ...] = ()
    passes: Passes = Passes.SETTLE
    match: Match = field(factory=SetMatch)
    wildcard: Wildcard = field(factory=Wildcard)
    credit: Credit = Credit.SIMILARITY
    charge: Charge = Charge.GOLD
    classes: ClassOf = ClassOf()
    missing: Missing = Missing.SKIP
    sides: Sides = field(factory=Sides)

    @unit.validator
    def _readable(self, _attribute: object, value: tuple[str, ...]) -> None:
        if "" in value or len(set(value)) < len(value) or value == ("whole",):
            message = f"the slots of a unit have names that differ, none alone 'whole': got {value}"
            raise ValueError(message)

    @wildcard.validator
    def _in_unit(self, _attribute: object, value: Wildcard) -> None:
        if value.kind is WildKind.OFF:
            return
        if value.slot not in self.unit:
            message = (
                f"wildcard={value.kind.value}[SLOT] names a slot of the unit: got {value.slot!r}"
            )
            raise ValueError(message)
        plain = isinstance(self.match, SetMatch | MultisetMatch)
        if not plain:
            message = f"a wildcard goes with match=set or match=multiset: got {self.match}"
            raise ValueError(message)

    @sides.validator
    def _aligned(self, _attribute: object, value: Sides) -> None:
        if value.answer_unit is not None and len(value.answer_unit) != len(self.unit):
            message = (
                f"an answer_unit of {len(self.unit)} slots, as the unit: "
                f"got {len(value.answer_unit)}"
            )
            raise ValueError(message)


class Values(Enum):
    """Which numbers a column may hold: any, 0 and 1 alone, or those from 0 to 1."""

    ANY = "any"
    BINARY = "binary"
    SHARE = "share"


@frozen
class Between:
    """Which numbers a column may hold: those from a low to a high end.

    >>> Between(Fraction(1), Fraction(5)).low
    Fraction(1, 1)
    """

    low: Fraction
    high: Fraction


class Absent(Enum):
    """What a sample without the number of a column is: left out, or one that lacks it."""

    EXCLUDED = "excluded"
    LACKING = "lacking"


@frozen
class ColumnOf:
    """The observation of a numeric column; what holds another number than it may is refused.

    >>> ColumnOf("cost").name
    'cost'
    """

    name: str
    values: Values | Between = Values.ANY
    absent: Absent = field(default=Absent.EXCLUDED, repr=False)


@frozen(cache_hash=True)
class Together:
    """Several observations of the same sample, kept side by side.

    >>> Together((ColumnOf("cost"), ColumnOf("tokens"))).parts[1].name
    'tokens'
    """

    parts: tuple[Observation | ColumnOf | Reads, ...]


Observing = Observation | ColumnOf | Reads | Together
