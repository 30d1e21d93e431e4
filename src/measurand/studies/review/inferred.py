"""What the metrics of a run are worth: their intervals, and tests of what the review changed."""

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve

from measurand.evidence.observation import Observing
from measurand.evidence.pairs import paired_parts
from measurand.evidence.pool import Pool
from measurand.inference.compare import compare, estimate
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.ranks import mcnemar
from measurand.metrics.definitions import Definition, Difference, Transition, observing
from measurand.metrics.finalise import score
from measurand.metrics.options import Change
from measurand.studies.review.page import Line
from measurand.studies.review.study import OUTCOME, PROCESS
from measurand.values.score import Defined, Undefined

Pools = Mapping[Observing, Pool]
MCNEMAR = "McNemar, exact"
_MOST = 64
PLAN = Plan()
"""How a page makes its intervals: the same numbers on every machine."""


def inferred(
    lines: Mapping[str, Line], asked: Mapping[str, Definition], pools: Pools, plan: Plan = PLAN
) -> dict[str, Line]:
    """Give the lines of a page their intervals, and p-values where something is tested.

    Every interval has a stream that is named by its metric. The metrics that repeat the definition
    of another have its interval.

    >>> inferred({}, {}, {})
    {}
    """
    known: dict[Definition, Interval | Undefined] = {}
    found = dict(lines)
    for name in (*OUTCOME, *PROCESS):
        if name not in lines:
            continue
        definition = asked[name]
        if definition not in known:
            known[definition] = estimate(
                definition, pools[observing(definition)], plan, key=name
            ).interval
        p_value = p_value_of(definition, pools, plan, key=name)
        found[name] = evolve(lines[name], interval=known[definition], p_value=p_value)
    return found


def p_value_of(
    definition: Definition, pools: Pools, plan: Plan = PLAN, *, key: str = ""
) -> PValue | Undefined | None:
    """Test that the review changed nothing; None for a metric that has no such test.

    A difference of F1 is tested by exchanging the stages of samples; a net gain by McNemar's exact
    test of the samples that were fixed against those that were broken.

    >>> from measurand.metrics.definitions import Total
    >>> p_value_of(Total(), {}) is None
    True
    """
    match definition:
        case Difference():
            # The parts are the stages: the earlier one first.
            both = paired_parts(pools[observing(definition)], 1, 0)
            return compare(definition.f, both, plan, key=key).p_value
        case Transition(of=Change.NET_GAIN):
            return fixed_against_broken(definition, pools[observing(definition)])
        case _:
            return None


def fixed_against_broken(definition: Transition, pool: Pool) -> PValue | Undefined:
    """Test that as many samples were fixed as were broken, by McNemar's exact test.

    >>> from measurand.evidence.pool import pool
    >>> from measurand.values.sample import Sample
    >>> gain = Transition(of=Change.NET_GAIN, before="first")
    >>> one = Sample(id="1", gold=("a",), predicted=("a",), lists=(("first", ()),))
    >>> fixed_against_broken(gain, pool(observing(gain), [one] * 6)).value
    Fraction(1, 32)

    Raises ValueError where samples have weights that are no whole numbers.
    """
    if not pool.scored():
        return Undefined("no sample was scored")
    fixed, broken = (_number(definition, of, pool) for of in (Change.FIX, Change.BREAK))
    moved = fixed + broken
    least = min(Fraction(1), Fraction(2, 2 ** min(moved, _MOST)))
    return PValue(mcnemar(fixed, broken), MCNEMAR, least)


def _number(definition: Transition, of: Change, pool: Pool) -> int:
    match score(evolve(definition, of=of), pool):
        case Defined(Fraction(denominator=1) as found):
            return int(found)
        case other:
            message = f"samples that are counted: got {other} of them"
            raise ValueError(message)
