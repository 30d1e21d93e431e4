"""Definitions that differ in options without a say are one: each is reduced to the plainest.

Some options cannot move a number: a rule for a case that cannot arise, a charge where nothing is
confused. Each is put at its default, so that definitions that are known to agree have one form and
can be looked up by it. Sound but not complete: equal forms mean equal numbers on all samples; two
forms may still agree on all samples for a reason that is not looked for.
"""

from functools import lru_cache

from attrs import evolve

from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.normalise import Passes
from measurand.evidence.observation import Charge, ClassKind, ClassOf, Credit, Observation
from measurand.evidence.sides import WildKind
from measurand.evidence.span_matching import Assign, Mode, Scope, SpanMatch
from measurand.metrics.components import component
from measurand.metrics.definitions import (
    Accuracy,
    Averaged,
    Definition,
    ExactMatch,
    F,
    Jaccard,
    Precision,
    Recall,
)
from measurand.metrics.empty_rules import Averaging, EmptyRules
from measurand.metrics.options import (
    CLASS,
    ONES,
    ZEROES,
    Aggregate,
    AverageKind,
    Drop,
    EmptyRule,
    OverKind,
    Policy,
    by_sample,
)
from measurand.metrics.units import Case

_PAIRED = {Credit.BINARY, Credit.EXACT}


@lru_cache(maxsize=2**12)
def reduced(definition: Definition) -> Definition:
    """Put every option that cannot move the number at its default.

    Equal results mean equal numbers on all samples; equal numbers need not mean equal results.

    >>> from measurand.metrics.signature import parse
    >>> reduced(parse("f(credit=binary,gold_empty=0+1)")) == reduced(parse("f"))
    True
    >>> reduced(parse("f(both_empty=0+0)")) == reduced(parse("f"))
    False
    """
    if not isinstance(definition, Averaged):
        return definition
    how = _averaging(definition)
    observation = _observation(definition.observation, how)
    plainer = evolve(definition, observation=observation, averaging=how)
    match plainer:
        case F(aggregate=Aggregate.HARMONIC) if how.average.kind is not AverageKind.MICRO:
            return plainer
        case F():
            return evolve(plainer, aggregate=Aggregate.MEAN, empty=_rules(plainer))
        case Precision() | Recall():
            return evolve(plainer, empty=_rules(plainer))
        case Jaccard() if _each_seen(how):
            return evolve(plainer, both_empty=Jaccard().both_empty)
        case _:
            return plainer


def _averaging(definition: Averaged) -> Averaging:
    how = definition.averaging
    if isinstance(definition, ExactMatch | Accuracy):
        how = evolve(how, average=by_sample(how.average))
    if len(how.average.keys) <= 1 and how.undefined is Policy.SKIP:
        how = evolve(how, undefined=Policy.PROPAGATE)
    return how


def _observation(observation: Observation, how: Averaging) -> Observation:
    plain = (
        isinstance(observation.match, SetMatch | MultisetMatch)
        and observation.wildcard.kind is WildKind.OFF
    )
    spoken = how.only is not None or CLASS in how.average.keys
    kind = observation.classes.kind
    free = {ClassKind.ITEM} if plain else set()
    if isinstance(observation.match, SpanMatch):
        free = {ClassKind.LABEL}
    if not spoken and kind in free:
        observation = evolve(observation, classes=ClassOf())
    if isinstance(observation.match, SpanMatch):
        observation = _spans(observation, observation.match)
    if observation.classes.kind is ClassKind.NONE or (plain and kind is ClassKind.ITEM):
        observation = evolve(observation, charge=Charge.GOLD)
    if plain and observation.credit in _PAIRED:
        observation = evolve(observation, credit=Credit.SIMILARITY)
    if not observation.normalise:
        observation = evolve(observation, passes=Passes.SETTLE)
    return observation


def _spans(observation: Observation, match: SpanMatch) -> Observation:
    """Drop what has no say among spans: most of it where a hit is an identical span."""
    if match.mode is not Mode.IOU:
        match = evolve(match, threshold=SpanMatch().threshold)
    if match.mode is not Mode.STRICT:
        return evolve(observation, match=match)
    match = evolve(match, assign=Assign.GREEDY)
    kind = observation.classes.kind
    if kind is ClassKind.LABEL and match.scope is Scope.BY_TYPE:
        observation = evolve(observation, charge=Charge.BOTH)
    if kind in {ClassKind.LABEL, ClassKind.NONE}:
        match = evolve(match, scope=Scope.JOINT)
    return evolve(observation, match=match)


def _each_seen(how: Averaging) -> bool:
    """Tell whether every unit is a class that some item has: none is empty on both sides."""
    return how.average.keys == (CLASS,) and how.over.kind is not OverKind.DECLARED


def _rules(definition: Precision | Recall | F) -> EmptyRules:
    constants, plain = component(definition).constants, EmptyRules()
    seen = _each_seen(definition.averaging)
    return EmptyRules(
        both_empty=plain.both_empty if seen else _rule(constants[Case.BOTH_EMPTY]),
        gold_empty=_rule(constants[Case.GOLD_EMPTY]),
        pred_empty=_rule(constants[Case.PRED_EMPTY]),
    )


def _rule(value: object) -> EmptyRule:
    match value:
        case None:
            return Drop()
        case 1:
            return ONES
        case _:
            return ZEROES
