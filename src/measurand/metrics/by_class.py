"""Each class by itself: the scores of which a mean over classes is the mean.

A mean over classes hides which class is worst. Here it is taken apart: every class that it runs
over has the same definition, restricted to that class, its score, and the counts from which the
score comes. Nothing is computed anew: the mean of the scores, weighed as the definition says, is
the score of the definition.
"""

from attrs import evolve, frozen

from measurand.evidence.observation import ClassKind
from measurand.metrics.averaged import Averaged, Measure
from measurand.metrics.definitions import Definition, with_average
from measurand.metrics.finalise import Finaliser, Scored
from measurand.metrics.options import CLASS, Average, AverageKind, Over
from measurand.metrics.signature import brief
from measurand.values.tally import Tally


@frozen(kw_only=True)
class OfClass:
    """What one class comes to: its definition, its score, and how often it was hit and occurs.

    >>> from measurand.values.score import Undefined
    >>> from measurand.metrics.definitions import F
    >>> lost = Scored(Undefined("no sample"), 0, 0)
    >>> OfClass(label="a", definition=F(), scored=lost, counts=Tally()).counts.gold
    0
    """

    label: str
    definition: Definition
    scored: Scored
    counts: Tally


def of_class(definition: Definition, label: str) -> Averaged | Measure:
    """Restrict a definition to one class: the mean over classes is undone, all else stays.

    >>> from measurand.metrics.signature import parse
    >>> brief(of_class(parse("f(class=item,average=macro[class])"), "spam"))
    'f/1(class=item,average=micro,only=class[spam])'

    Raises ValueError for a definition that knows no classes, is of one already, or averages over
    something else first: what its classes come to would be another number than is meant.
    """
    known = _over_classes(definition)
    how = known.averaging
    inner = how.average.keys[1:]
    average = Average(how.average.kind if inner else AverageKind.MICRO, inner)
    return evolve(known, averaging=evolve(how, average=average, only=label, over=Over()))


def under_means(definition: Definition) -> tuple[Averaged | Measure, ...]:
    """Give a definition under each usual mean over its classes, and pooled.

    What averages inside of each class stays as it is.

    >>> from measurand.metrics.signature import parse
    >>> [brief(one) for one in under_means(parse("f(class=item,average=micro)"))]
    ['f/1(class=item,average=macro[class])', 'f/1(class=item,average=weighted[class])', \
'f/1(class=item,average=micro)']

    Raises ValueError as `of_class` does.
    """
    known = _over_classes(definition)
    if known.averaging.average.keys[1:]:
        return (known,)
    kinds = AverageKind.MACRO, AverageKind.WEIGHTED
    return (*(with_average(known, Average(kind, (CLASS,))) for kind in kinds), _pooled(known))


def _pooled(definition: Averaged | Measure) -> Averaged | Measure:
    return with_average(definition, Average())


def _over_classes(definition: Definition) -> Averaged | Measure:
    """Give a definition that pools classes, or is a mean over them.

    Raises ValueError for any other.
    """
    if isinstance(definition, Averaged | Measure):
        how = definition.averaging
        classed = definition.observation.classes.kind is not ClassKind.NONE
        if classed and how.only is None and how.average.keys[:1] in {(), (CLASS,)}:
            return definition
    message = (
        "a definition that is a mean over classes, or pools them (average=macro[class], "
        f"weighted[class] or micro, with class=...): got {brief(definition)}"
    )
    raise ValueError(message)


def by_class(definition: Definition, finaliser: Finaliser) -> tuple[OfClass, ...]:
    """Score each class that a mean over classes runs over (`over`), in the order of their names.

    >>> from measurand.evidence.pool import pool
    >>> from measurand.metrics.definitions import observing
    >>> from measurand.metrics.signature import parse
    >>> from measurand.values.sample import Sample
    >>> macro = parse("recall(class=item,average=macro[class])")
    >>> labels = [Sample(gold=("a",), predicted=("a",)), Sample(gold=("b",), predicted=("a",))]
    >>> [(one.label, str(one.scored.score.value), one.counts.gold)
    ...  for one in by_class(macro, Finaliser(pool(observing(macro), labels)))]
    [('a', '1', 1), ('b', '0', 1)]

    Raises ValueError as `of_class` and `Finaliser.score` do.
    """
    ledger = finaliser.ledger
    found = []
    for label in ledger.classes(_over_classes(definition).averaging.over):
        alone = of_class(definition, label)
        scored = finaliser.score(alone)
        counts = ledger.tally(label)
        found.append(OfClass(label=label, definition=alone, scored=scored, counts=counts))
    return tuple(found)
