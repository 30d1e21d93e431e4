"""The options of the aggregation part: averages, empty rules, policies.

Every option is an enum or a frozen value with the words of its signature as values: what a user
writes, what a report shows and what the code matches on are one thing. Where programs are known to
differ there is an option; where the default was a choice, it is a choice that signatures show.
"""

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction

from attrs import evolve, field, frozen


class EmptyValue(Enum):
    """What one component of an empty unit becomes; `skip` leaves its mean."""

    ZERO = "0"
    ONE = "1"
    SKIP = "skip"

    @property
    def value_or_none(self) -> Fraction | None:
        """Return the number, or None for `skip`."""
        return None if self is EmptyValue.SKIP else Fraction(int(self.value))


@frozen
class Parts:
    """Precision and recall of an empty unit.

    >>> Parts(EmptyValue.ZERO, EmptyValue.SKIP).recall.value
    'skip'
    """

    precision: EmptyValue
    recall: EmptyValue


@frozen
class Drop:
    """The unit leaves every mean.

    >>> Drop()
    Drop()
    """


EmptyRule = Parts | Drop

ZEROES = Parts(EmptyValue.ZERO, EmptyValue.ZERO)
ONES = Parts(EmptyValue.ONE, EmptyValue.ONE)


class AverageKind(Enum):
    """Pool everything, or take a mean over units, plain or weighted by gold items."""

    MICRO = "micro"
    MACRO = "macro"
    WEIGHTED = "weighted"


@frozen
class Average:
    """How units are formed: by sample, by class, or by a group key; several keys are nested means.

    `weighted` weighs the parts of every level by their gold items.

    >>> Average(AverageKind.MACRO, ("document", "sample")).keys
    ('document', 'sample')

    Raises ValueError where micro has keys, another kind has none, a key repeats, or
    `sample` is not the innermost key.
    """

    kind: AverageKind = AverageKind.MICRO
    keys: tuple[str, ...] = field(default=())

    @keys.validator
    def _fit(self, _attribute: object, value: tuple[str, ...]) -> None:
        if self.kind is AverageKind.MICRO and value:
            message = f"average=micro has no keys: got {value}"
        elif self.kind is not AverageKind.MICRO and not value:
            kind = self.kind.value
            message = f"average={kind}[class] or {kind}[sample], which says of what: got no key"
        elif len(set(value)) < len(value) or SAMPLE in value[:-1] or "" in value:
            message = f"keys differ, and sample is the innermost: got {value}"
        else:
            return
        raise ValueError(message)


SAMPLE = "sample"
CLASS = "class"
BY_SAMPLE = Average(AverageKind.MACRO, (SAMPLE,))


def by_sample(average: Average) -> Average:
    """Return the same average with samples as its innermost units; micro is all samples alike.

    >>> by_sample(Average()).keys, by_sample(Average(AverageKind.MACRO, ("document",))).keys
    (('sample',), ('document', 'sample'))
    """
    if average.kind is AverageKind.MICRO:
        return BY_SAMPLE
    return average if SAMPLE in average.keys else evolve(average, keys=(*average.keys, SAMPLE))


class OverKind(Enum):
    """Which classes a mean over classes runs over."""

    UNION = "union"
    GOLD = "gold"
    PREDICTED = "predicted"
    DECLARED = "declared"


@frozen
class Over:
    """The classes of a mean over classes: those seen (in gold, predicted, either), or declared.

    >>> Over(OverKind.DECLARED, ("LOC", "PER")).classes
    ('LOC', 'PER')

    Raises ValueError where classes are declared for another kind, missing, or not sorted.
    """

    kind: OverKind = OverKind.UNION
    classes: tuple[str, ...] = field(default=())

    @classes.validator
    def _fit(self, _attribute: object, value: tuple[str, ...]) -> None:
        if bool(value) != (self.kind is OverKind.DECLARED) or list(value) != sorted(set(value)):
            message = f"over=declared[A,B] lists sorted classes, the rest none: got {value}"
            raise ValueError(message)


class ChosenKind(Enum):
    """Which classes are looked at: those that are named, or all but these."""

    CLASS = "class"
    BUT = "but"


@frozen(cache_hash=True)
class Chosen:
    """Several classes, or all but some; one class alone is written as its name, without this.

    >>> relations = Chosen(ChosenKind.BUT, ("no_relation",))
    >>> "founded_by" in relations, "no_relation" in relations
    (True, False)

    Raises ValueError where classes are not sorted, or too few: two to be looked at, one to be left
    out.
    """

    kind: ChosenKind
    classes: tuple[str, ...] = field()

    @classes.validator
    def _fit(self, _attribute: object, value: tuple[str, ...]) -> None:
        least = 2 if self.kind is ChosenKind.CLASS else 1
        if len(value) < least or list(value) != sorted(set(value)):
            message = f"only=class[A,B] and only=but[A] list sorted classes, each once: got {value}"
            raise ValueError(message)

    def __contains__(self, label: str) -> bool:
        """Tell whether a class is looked at.

        >>> "b" in Chosen(ChosenKind.CLASS, ("a", "c"))
        False
        """
        return (label in self.classes) is (self.kind is ChosenKind.CLASS)


Only = str | Chosen | None
"""What alone is looked at: one class, several, all but some; None is all."""


def chosen(classes: Iterable[str]) -> str | Chosen:
    """Look at some classes alone, one or several.

    >>> chosen(["a"]), chosen(["b", "a"]).classes
    ('a', ('a', 'b'))

    Raises ValueError for none.
    """
    match sorted(classes):
        case [one]:
            return one
        case several:
            return Chosen(ChosenKind.CLASS, tuple(several))


def within(only: Only, label: str) -> bool:
    """Tell whether a class is looked at.

    >>> within(None, "a"), within("a", "b"), within(Chosen(ChosenKind.BUT, ("b",)), "a")
    (True, False, True)
    """
    return label in only if isinstance(only, Chosen) else only in {None, label}


class Policy(Enum):
    """What an undefined score becomes in an outer mean and in F of means; `zero` at the end too."""

    PROPAGATE = "propagate"
    SKIP = "skip"
    ZERO = "zero"


class Statistic(Enum):
    """What is said of the units: their mean, or their standard deviation."""

    MEAN = "mean"
    POPULATION = "population_stdev"
    SAMPLE = "sample_stdev"


class Aggregate(Enum):
    """F over units: the mean of their F, or F of the averaged precision and recall."""

    MEAN = "mean"
    HARMONIC = "harmonic"


class Of(Enum):
    """What a total counts; hits are the true positives."""

    HITS = "hits"
    PREDICTED = "predicted"
    GOLD = "gold"
    FALSE_POSITIVES = "fp"
    FALSE_NEGATIVES = "fn"
    TRUE_NEGATIVES = "tn"
    SAMPLES = "samples"


class Summing(Enum):
    """What is said of a numeric column."""

    SUM = "sum"
    MEAN = "mean"


@frozen
class Tuning:
    """How far a judge is trusted: a number from 0 to 1, or tuned to the least error (None).

    >>> Tuning(Fraction(1)).lambda_
    Fraction(1, 1)

    Raises ValueError for a number that is not from 0 to 1.
    """

    lambda_: Fraction | None = field(default=None)

    @lambda_.validator
    def _share(self, _attribute: object, value: Fraction | None) -> None:
        if value is not None and not 0 <= value <= 1:
            message = f"a number from 0 to 1, or tuned: got {value}"
            raise ValueError(message)


class Draw(Enum):
    """How samples were drawn to be labelled: alike, alike in each group, or by their chances."""

    RANDOM = "random"
    WITHIN = "within"
    CHANCE = "chance"


@frozen
class Drawn:
    """How samples were drawn to be labelled; `name` is the group key, or the column of chances.

    >>> Drawn(Draw.WITHIN, "topic").name
    'topic'

    Raises ValueError where samples drawn alike have a name, or others none.
    """

    how: Draw = Draw.RANDOM
    name: str = field(default="")

    @name.validator
    def _named(self, _attribute: object, value: str) -> None:
        if bool(value) != (self.how is not Draw.RANDOM):
            message = f"within[GROUP] and chance[COLUMN] name one, random does not: got {value!r}"
            raise ValueError(message)


class Scale(Enum):
    """What verdicts are: shares, numbers of any scale, of one with two ends, or differences."""

    SHARE = "share"
    ANY = "any"
    FROM = "scale"
    DIFFERENCE = "difference"


@frozen
class Verdicts:
    """Which numbers verdicts are, and their ends.

    `share` is from 0 to 1, `scale[LOW,HIGH]` from one number to another, `difference[SIZE]` that of
    two verdicts which are at most so far apart; `any` has no ends.

    >>> Verdicts(Scale.DIFFERENCE, (Fraction(4),)).ends
    (Fraction(-4, 1), Fraction(4, 1))

    Raises ValueError where ends are not in order, or there are more or fewer than the scale has.
    """

    scale: Scale = Scale.SHARE
    said: tuple[Fraction, ...] = field(default=())

    @said.validator
    def _in_order(self, _attribute: object, value: tuple[Fraction, ...]) -> None:
        needed = {Scale.FROM: 2, Scale.DIFFERENCE: 1}.get(self.scale, 0)
        ends = (Fraction(0), *value) if self.scale is Scale.DIFFERENCE else value
        if len(value) != needed or (needed and ends[0] >= ends[1]):
            said = ", ".join(map(str, value)) or "none"
            message = f"scale[LOW,HIGH] with LOW < HIGH, or difference[SIZE] above 0: got {said}"
            raise ValueError(message)

    def __str__(self) -> str:
        """Write it as a signature does.

        >>> str(Verdicts(Scale.FROM, (Fraction(1), Fraction(5))))
        'scale[1,5]'
        """
        return (
            f"{self.scale.value}[{','.join(map(str, self.said))}]"
            if self.said
            else self.scale.value
        )

    @property
    def ends(self) -> tuple[Fraction, Fraction] | None:
        """Give the least and the largest that a verdict can be."""
        match self.scale:
            case Scale.SHARE:
                return Fraction(0), Fraction(1)
            case Scale.ANY:
                return None
            case Scale.FROM:
                return self.said[0], self.said[1]
            case Scale.DIFFERENCE:
                return -self.said[0], self.said[0]


class Zero(Enum):
    """What a ratio is whose bottom is 0."""

    UNDEFINED = "undefined"
    ZERO = "zero"


class Change(Enum):
    """What is said of samples by whether they are right before and after a change.

    A sample is fixed (wrong, then right), broken (right, then wrong), still wrong, or kept right.
    fix_rate = fix / (fix + still); break_rate = break / (break + keep);
    net_gain = (fix - break) / samples.
    """

    FIX = "fix"
    BREAK = "break"
    STILL = "still"
    KEEP = "keep"
    FIX_RATE = "fix_rate"
    BREAK_RATE = "break_rate"
    NET_GAIN = "net_gain"


class Base(Enum):
    """By how many samples something is divided: those that were scored, or all that were read."""

    SCORED = "scored"
    ALL = "all"


class Direction(Enum):
    """Which way the F of a sample moves."""

    IMPROVED = "improved"
    DEGRADED = "degraded"


class Among(Enum):
    """By how many samples a share is divided: all of them, or those of the column."""

    ALL = "all"
    WHERE = "where"
