"""What empty units give, and how units become one score: the parts that averaged metrics share."""

from attrs import Attribute, field, frozen

from measurand.evidence.observation import ClassKind, Observation
from measurand.metrics.options import (
    BY_SAMPLE,
    CLASS,
    ONES,
    ZEROES,
    Average,
    EmptyRule,
    Only,
    Over,
    OverKind,
    Policy,
    Statistic,
)


@frozen(kw_only=True, cache_hash=True)
class Averaging:
    """How the scores of units become one score.

    `only` restricts to some classes before anything else; None takes all.

    >>> Averaging().average.kind.value
    'macro'
    """

    average: Average = BY_SAMPLE
    only: Only = None
    over: Over = field(factory=Over)
    undefined: Policy = Policy.PROPAGATE
    statistic: Statistic = Statistic.MEAN


def classed(definition: object, _attribute: object, value: Averaging) -> None:
    """Refuse to speak of classes where items have none, and of those of a mean that is none."""
    observation = getattr(definition, "observation", Observation())
    speaks = (
        value.only is not None
        or value.over.kind is OverKind.DECLARED
        or CLASS in value.average.keys
    )
    if speaks and observation.classes.kind is ClassKind.NONE:
        message = (
            "means over class, only and over=declared need the class of an item: got class=none, "
            "which says that items have none; write class=item where items are plain labels, each "
            "its own class, class=label for labelled spans and tags, class=field[SLOT] for tuples"
        )
        raise ValueError(message)
    if value.over.kind is not OverKind.UNION and CLASS not in value.average.keys:
        message = (
            "over says which classes a mean over classes runs over (average=macro[class] or "
            f"weighted[class]): got over={value.over.kind.value} with another average, of which it "
            "changes nothing; leave it out, or write only=class[A,B], or only=but[A] for all but "
            "some, to count these classes alone"
        )
        raise ValueError(message)


@frozen(kw_only=True, cache_hash=True)
class EmptyRules:
    """Precision and recall of a unit where gold items, predictions, or both are missing.

    >>> EmptyRules().both_empty == ONES
    True
    """

    both_empty: EmptyRule = ONES
    gold_empty: EmptyRule = ZEROES
    pred_empty: EmptyRule = ZEROES


def named(_definition: object, attribute: "Attribute[str]", value: str) -> None:
    """Refuse an empty name.

    Raises ValueError for one.
    """
    if not value:
        message = f"{attribute.name} names a list or a column: got ''"
        raise ValueError(message)
