"""A run: systems x items x scorers, as the log of an evaluation harness tells of it.

A log has two halves that nobody holds together: what came of every attempt at an item, and the
numbers printed of all of them. A `Run` keeps both as they stand. Each printed number is an
`Aggregate` that names its `Recipe`: how the harness, in the version that wrote the log, makes it of
the attempts (how epochs are reduced, which rows drop out, which standard error). A recipe is a
value with a signature, such as `inspect_ai:accuracy/1(scorer=match,reducer=mean)`, and is never a
flag in a reader. Where the log leaves open which of several recipes was used, all of them are
listed, the likeliest first: the one that fits is named.

A harness comes in as one module of `edges/files/runs` with one `RunFormat`, which gives runs; its
recipes are pure and stand in `auditing/runs`. `auditing/runs/check` holds printed numbers to
recipes and knows no harness.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from math import inf, isnan
from types import MappingProxyType
from typing import Protocol, TypeAlias, overload

from attrs import field, frozen

Value: TypeAlias = "float | str | bool | Sequence[Value] | Mapping[str, Value] | None"
"""What a scorer gave, as the log has it: a number (NaN: none), a label, or several by key."""

NOTHING: Mapping[str, Value] = MappingProxyType({})
"""No value by any name: one for all attempts that have none."""


@frozen(kw_only=True)
class Attempt:
    """One item, tried once: what its scorers gave, and why it may lack a score.

    `item` is the id as the harness compares ids, `raw_id` as the log writes it, where that differs.
    `before` holds the first value of each score that was edited later. `error` and `limit` are
    reasons, empty where there is none. `labels` are the values by which items are grouped or
    clustered, as far as a recipe asks for them. `content` is a digest of input and target, empty
    where it is not known.

    >>> Attempt(item="a", scores={"match": 1.0}).epoch
    1
    """

    item: str
    raw_id: str = ""
    epoch: int = 1
    scores: Mapping[str, Value] = field(default=NOTHING)
    before: Mapping[str, Value] = field(default=NOTHING)
    error: str = ""
    limit: str = ""
    invalid: bool = False
    labels: Mapping[str, Value] = field(default=NOTHING)
    content: bytes = b""


@frozen
class Pairs(Sequence[tuple[str, Value]]):
    """Items and their values, one beside the other: a sequence of pairs that takes little room.

    >>> list(Pairs(("a", "b"), (1.0, 0.0)))
    [('a', 1.0), ('b', 0.0)]
    """

    items: tuple[str, ...]
    values: tuple[Value, ...]

    def __len__(self) -> int:
        """Count them."""
        return len(self.items)

    @overload
    def __getitem__(self, at: int) -> tuple[str, Value]: ...
    @overload
    def __getitem__(self, at: slice) -> "Pairs": ...
    def __getitem__(self, at: int | slice) -> "tuple[str, Value] | Pairs":
        """Give the pair at a place, or those of a slice."""
        if isinstance(at, slice):
            return Pairs(self.items[at], self.values[at])
        return self.items[at], self.values[at]

    def __iter__(self) -> Iterator[tuple[str, Value]]:
        """Go through them."""
        return zip(self.items, self.values, strict=True)


@frozen(kw_only=True)
class Denominators:
    """From what was planned to what is in the mean: a chain of counts; None where not known.

    `planned`, `logged`, `completed` and `with_score` count attempts, `reduced` and `scored` what
    was left of them after epochs of an item became one value, and after values that are no number
    were dropped.

    >>> Denominators(planned=20, logged=20, completed=19, with_score=19, reduced=19,
    ...              scored=17).text
    'planned 20 > logged 20 > completed 19 > with score 19 > reduced 19 > scored 17'
    """

    planned: int | None = None
    logged: int | None = None
    completed: int | None = None
    with_score: int | None = None
    reduced: int | None = None
    scored: int | None = None

    @property
    def text(self) -> str:
        """Write the chain, without what is not known."""
        named = (
            ("planned", self.planned),
            ("logged", self.logged),
            ("completed", self.completed),
            ("with score", self.with_score),
            ("reduced", self.reduced),
            ("scored", self.scored),
        )
        return " > ".join(f"{name} {count}" for name, count in named if count is not None)


@frozen(kw_only=True)
class Total:
    """The sum of the values of attempts that have one, and how many attempts were planned.

    From these follow the mean with the missing counted as 0, and its bounds. None of them is there
    for values outside of 0 and 1. What is missing as wrong is the reading that we recommend beside
    that of a harness, for it has the same denominator in every run of the same plan.

    >>> Total(sum=80.0, scored=90, planned=100).as_wrong, Total(sum=80, scored=90, planned=100).most
    (0.8, 0.9)
    """

    sum: float
    scored: int
    planned: int

    @property
    def signature(self) -> str:
        """Name the recommended reading, as recipes are named."""
        return "measurand:mean/1(of=attempts,missing=0)"

    @property
    def left_out(self) -> float:
        """Give the mean of what has a value."""
        return self.sum / self.scored

    @property
    def as_wrong(self) -> float:
        """Give the mean with the missing as 0, which is also the least that it can be."""
        return self.sum / self.planned

    @property
    def most(self) -> float:
        """Give the mean with the missing as 1."""
        return (self.sum + self.planned - self.scored) / self.planned


@frozen(kw_only=True)
class Computed:
    """What a recipe gives: a float, and how far the printed one may lie from it.

    `low` and `high` bound the printed number: by the rounding of floats, or, where the harness
    `draws` at random without a seed, by what so many draws can give. A value of NaN is printed as
    NaN, or as what `low` and `high` say. `note` says what else should be known of the number.

    >>> Computed(value=0.5, low=0.5, high=0.5).fits(0.5)
    True
    """

    value: float
    low: float
    high: float
    draws: int = 0
    denominators: Denominators = field(factory=Denominators)
    total: Total | None = None
    note: str = ""

    def fits(self, printed: float) -> bool:
        """Tell whether a printed number is the one computed."""
        if isnan(printed):
            return isnan(self.value)
        return self.low <= printed <= self.high


@frozen
class Unknown:
    """A number that cannot be computed of what the log has, and why.

    >>> Unknown("the log has no samples").because
    'the log has no samples'
    """

    because: str


class Recipe(Protocol):
    """How a harness makes one printed number of a run: a definition with a signature."""

    @property
    def signature(self) -> str:
        """Name the harness, the metric, its revision and all that decides its value."""

    def compute(self, run: "Run") -> Computed | Unknown:
        """Compute the number of a run, or say why it cannot be."""


class Statistic(Enum):
    """What a printed number says of a list of values; rules between numbers ask for it."""

    MEAN = "mean"
    STDERR = "standard error"
    STD = "standard deviation"
    VAR = "variance"
    LOWER = "lower bound"
    UPPER = "upper bound"
    SHARE = "share of a category"
    GROUP = "value of a group"
    COUNT = "count"
    OTHER = "other"


@frozen(kw_only=True)
class Column:
    """The list of values that several printed numbers are about, as far as it is known.

    `values` names what epochs were reduced of, `reducer` by what. `scored` is the printed number of
    values, `grain` such that each value is a multiple of 1/grain within 0 and 1 (1: values are 0 or
    1); `binary` tells whether the values before reduction were 0 or 1, `premise` why all that is
    believed. `independent` tells whether values are those of single rows, of which the standard
    error is that of the plain formula.

    >>> Column(name="match", scored=12, grain=1).grain
    1
    """

    name: str
    values: str = ""
    reducer: str = ""
    scored: int | None = None
    grain: int | None = None
    binary: bool = False
    premise: str = ""
    independent: bool = True
    place: str = ""


@frozen(kw_only=True)
class Aggregate:
    """A number that the log prints.

    `name` is unique in its run, `metric` what the log calls it, `place` where the log has it.
    `column` is the list of values it is about; `options` are those of the metric, `part` is which
    of its numbers this is, where it has several. `recipes` are the ways to make it, the likeliest
    first; where there is none, `unknown` says why.

    >>> Aggregate(name="match/accuracy", metric="accuracy", printed=0.5, place="$.a").recipes
    ()
    """

    name: str
    metric: str
    printed: float
    place: str
    column: Column | None = None
    statistic: Statistic = Statistic.OTHER
    part: str = ""
    options: Mapping[str, Value] = field(default=NOTHING)
    recipes: tuple[Recipe, ...] = ()
    unknown: str = ""


class Weight(Enum):
    """How much a remark weighs: it refutes, it leaves open, or it only has to be known."""

    REFUTES = "impossible"
    OPEN = "odd"
    NOTE = "note"


@frozen(kw_only=True)
class Remark:
    """Something about a run that no single number says; `kind` is its name, the same in all runs.

    >>> Remark(kind="duplicates", says="a in epoch 1 is there twice").weight
    <Weight.NOTE: 'note'>
    """

    kind: str
    says: str
    weight: Weight = Weight.NOTE
    place: str = "$"


@frozen(kw_only=True, eq=False)
class Run:
    """What a log says: who answered what, what came of it, and what is printed of it.

    `attempts` is None where the log has none; `values` are the values after epochs by the name of
    their column, where the log keeps those apart: one by item. `planned`, `completed` and `logged`
    count attempts as the log prints them, `items` are the ids that were to be tried, each in so
    many `epochs`. Numbers are rounded to so many `decimals`; None: they are floats in full.
    `remarks` are what its reader noticed. `part` tells runs of one file apart. `usage` is what was
    spent, by what it is called, such as input tokens. `less` names the scorers of whose scores the
    log says that less is better, `unlike` those whose printed number is no mean of what items
    have. `beyond` says that the version is newer than those whose formulas are known: then a number
    that is computed otherwise is open.

    >>> Run(file="a.eval", harness="inspect_ai", version="0.3.285").attempts is None
    True
    """

    file: str
    harness: str
    part: str = ""
    version: str = ""
    system: str = ""
    task: str = ""
    status: str = ""
    planned: int | None = None
    completed: int | None = None
    logged: int | None = None
    items: tuple[str, ...] | None = None
    epochs: int = 1
    decimals: int | None = None
    attempts: tuple[Attempt, ...] | None = None
    values: Mapping[str, Sequence[tuple[str, Value]]] = field(factory=dict)
    aggregates: tuple[Aggregate, ...] = ()
    remarks: tuple[Remark, ...] = ()
    beyond: str = ""
    less: frozenset[str] = frozenset()
    unlike: frozenset[str] = frozenset()
    usage: Mapping[str, float] = field(factory=dict)

    @property
    def name(self) -> str:
        """Name the file, and which of its runs this is.

        >>> Run(file="a.json", harness="lm-eval", part="sums").name
        'a.json: sums'
        """
        return f"{self.file}: {self.part}" if self.part else self.file

    @property
    def title(self) -> str:
        """Name the system and the task.

        >>> Run(file="a.eval", harness="inspect_ai", system="north", task="sums").title
        'sums by north'
        """
        return " by ".join(filter(None, (self.task, self.system)))


_RELATIVE = 1e-9
_EPSILON = 2.0**-52


def near(  # noqa: PLR0913  # all that a computed number comes with
    value: float,
    *,
    terms: int = 0,
    size: float = 0.0,
    denominators: Denominators | None = None,
    total: Total | None = None,
    note: str = "",
) -> Computed:
    """Give a number as floats can be compared: to 1e-9 of itself.

    A sum of so many `terms` as large as `size` may be off by that many roundings besides, which is
    all there is where the number itself is about 0.

    >>> near(0.5).fits(0.5 + 1e-12), near(0.5).fits(0.5001)
    (True, False)
    """
    slack = _RELATIVE * abs(value) + 4 * _EPSILON * terms * size
    low, high = (value - slack, value + slack) if abs(value) < inf else (value, value)
    return Computed(
        value=value,
        low=low,
        high=high,
        denominators=denominators or Denominators(),
        total=total,
        note=note,
    )
