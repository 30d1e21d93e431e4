"""Which scores come from a rule, as nothing was there to divide by.

A rule decides a unit where it gives what the formula of the metric does not: 0/0 has no value. How
many units that are is not counted anew: under the same definition with the rule that leaves them
out, as many more are left out.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from attrs import evolve, fields, frozen, has

from measurand.metrics.average_plan import weighted
from measurand.metrics.averaged import F, Jaccard, Measure, Precision, Recall
from measurand.metrics.components import EMPTY_UNITS, Component, by_sides, component
from measurand.metrics.definitions import Definition
from measurand.metrics.empty_rules import Averaging, EmptyRules
from measurand.metrics.finalise import Finaliser, Scored
from measurand.metrics.grammar import write_value
from measurand.metrics.options import CLASS, Aggregate, EmptyValue, OverKind, Policy
from measurand.metrics.signature import amend, option_values
from measurand.metrics.standard import PRECISION, RECALL
from measurand.metrics.units import Case
from measurand.values.quantity import Quantity
from measurand.values.score import Defined
from measurand.values.tally import Tally

SAYS = {
    "both_empty": "nothing on either side",
    "gold_empty": "no gold",
    "pred_empty": "no predictions",
    "zero_division": "0/0",
    "no_tokens": "no tokens",
    "no_relevant": "nothing relevant",
    "undefined": "no score",
}
"""What a rule is of, by its option."""


@frozen
class Ruled:
    """A rule that gave scores: its option, the value of it, and to how many units of a mean.

    There are 0 where units are means themselves, in which a rule stands for some.
    """

    option: str
    value: str
    units: int


def ruled(definition: Definition, finaliser: Finaliser, scored: Scored) -> tuple[Ruled, ...]:
    """List the rules that decided a score, or a part of it; empty where none did.

    >>> from measurand.evidence.observation import Observation
    >>> from measurand.evidence.pool import pool
    >>> from measurand.metrics.signature import parse
    >>> from measurand.values.sample import Sample
    >>> samples = [Sample(gold=(), predicted=()), Sample(gold=("a",), predicted=("a",))]
    >>> found, definition = Finaliser(pool(Observation(), samples)), parse("f")
    >>> ruled(definition, found, found.score(definition))
    (Ruled(option='both_empty', value='1+1', units=1),)
    """
    if not isinstance(scored.score, Defined):
        return ()
    units = {
        option: max(0, without.left_out - scored.left_out)
        for option, other in _every_without(definition)
        for without in (finaliser.score(other),)
        if without.left_out > scored.left_out or without.score != scored.score
    }
    if not units:
        return ()
    values = option_values(definition)
    return tuple(Ruled(option, write_value(values[option]), n) for option, n in units.items())


@lru_cache(maxsize=2**10)
def rules_of(definition: Definition) -> tuple[tuple[str, Definition], ...]:
    """List the rules that may decide a score, in words, each beside definitions that have another.

    The first leaves out what it decides. Where that gives the same score, as the rest may have it
    too, the opposite rule, which is the second, gives another.

    >>> from measurand.metrics.signature import parse
    >>> [by for by, _ in rules_of(parse("f(average=micro)"))]
    ['both_empty=1+1: nothing on either side', 'both_empty=1+1: nothing on either side']
    """
    return tuple(
        (f"{option}={value}: {SAYS.get(option, 'empty')}", one)
        for option, other in _every_without(definition)
        for value in (write_value(option_values(definition)[option]),)
        for one in (other, *_opposite(definition, option, value))
    )


_OPPOSITES = {"0": "1", "1": "0", "0+0": "1+1", "1+1": "0+0", "zero": "one", "one": "zero"}


def _opposite(definition: Definition, option: str, value: str) -> Iterator[Definition]:
    with suppress(ValueError):
        if value in _OPPOSITES:
            yield amend(definition, {option: _OPPOSITES[value]})


@lru_cache(maxsize=2**10)
def _every_without(definition: Definition) -> tuple[tuple[str, Definition], ...]:
    """List them once: to amend a definition costs more than its score."""
    return tuple(_without(definition))


def _without(definition: Definition) -> Iterator[tuple[str, Definition]]:
    """List the rules that may give what a formula does not, and a definition without each."""
    kind: type = type(definition)
    for one in fields(kind) if has(kind) else ():
        match getattr(definition, one.name):
            case EmptyRules():
                for case in _beyond_formula(definition):
                    yield case.value, amend(definition, {case.value: "drop"})
            case EmptyValue.ZERO | EmptyValue.ONE:
                yield one.name, amend(definition, {one.name: EmptyValue.SKIP.value})
            case Averaging(undefined=Policy.ZERO):
                yield "undefined", amend(definition, {"undefined": Policy.PROPAGATE.value})
            case _:
                pass


def _beyond_formula(definition: Definition) -> Iterator[Case]:
    """List the cases to which the empty rules give what the formula of a metric does not."""
    sides = _sides(definition)
    for case, tally in EMPTY_UNITS.items():
        if case is not Case.PRED_EMPTY and _weighs_gold(definition):
            continue  # Without gold items a unit weighs nothing.
        if case is Case.BOTH_EMPTY and _of_classes_there(definition):
            continue  # A class that neither side has is no unit.
        given = [(one.constants[case], _formed(one, tally)) for one in sides]
        if any(value is not None and value != formed for value, formed in given):
            yield case


def _of_classes_there(definition: Definition) -> bool:
    averaging = getattr(definition, "averaging", None)
    return (
        isinstance(averaging, Averaging)
        and averaging.average.keys == (CLASS,)
        and averaging.over.kind is not OverKind.DECLARED
    )


def _weighs_gold(definition: Definition) -> bool:
    averaging = getattr(definition, "averaging", None)
    return isinstance(averaging, Averaging) and weighted(averaging)


def _formed(one: Component, tally: Tally) -> Quantity | None:
    return evolve(one, cases=()).value(tally)


def _sides(definition: Definition) -> tuple[Component, ...]:
    match definition:
        case F(aggregate=Aggregate.HARMONIC, empty=rules):
            return tuple(by_sides(one, rules) for one in (PRECISION, RECALL))
        case Precision() | Recall() | F() | Jaccard() | Measure():
            return (component(definition),)
        case _:
            return ()


def says(rule: Ruled, units: int) -> str:
    """Say what a rule gave to the units of a mean.

    >>> says(Ruled("both_empty", "1+1", 1), 2)
    '1 of 2 units by both_empty=1+1: nothing on either side'
    >>> says(Ruled("both_empty", "1+1", 1), 1)
    'by both_empty=1+1: nothing on either side'
    """
    by = f"by {rule.option}={rule.value}: {SAYS.get(rule.option, 'empty')}"
    if rule.units == units:
        return by
    return f"{rule.units} of {units} units {by}" if rule.units else f"in part {by}"
