"""Ours on a file of lines with two answers: counting, then scores, empty rules and a comparison."""

import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from attrs import evolve

from measurand.edges.engines.run import Run
from measurand.edges.engines.serial import gather
from measurand.edges.files import ReadOptions
from measurand.evidence.evidence import Joint, Observed
from measurand.evidence.observation import Observation, Together
from measurand.evidence.pairs import paired_parts
from measurand.evidence.pool import Pool
from measurand.evidence.sides import Sides
from measurand.evidence.source import Fields, Source
from measurand.inference.comparison import compares
from measurand.inference.plan import Plan, Test
from measurand.metrics.averaged import F
from measurand.metrics.empty_rules import Averaging, EmptyRules
from measurand.metrics.finalise import Finaliser
from measurand.metrics.needs import Need, Slice
from measurand.metrics.options import Average, Drop, EmptyRule, EmptyValue, Parts
from measurand.values.score import Defined
from measurand.values.tally import EMPTY

PLAN = Plan(test=Test.BOOTSTRAP_PLUS_ONE)
RULES: list[EmptyRule] = [*(Parts(p, r) for p, r in product(EmptyValue, repeat=2)), Drop()]
PLACES = ("both_empty", "gold_empty", "pred_empty")


def how_of(items: str) -> Observation:
    """Observe whole strings, or aspects with their polarities."""
    return Observation(unit=() if items == "text" else ("aspect", "polarity"))


def gathered(path: str, items: str, *, workers: int = 0) -> Pool:
    """Count both answers of every line of a file (- is standard input), without the ids."""
    how = how_of(items)
    both = Together((how, evolve(how, sides=Sides(answer="second"))))
    part = Slice("runs", (), both)
    source = Source(path=path, fields=Fields(lists=(("second", "pred_b"),)))
    run = Run(root=Path(), options=ReadOptions(ids="off"))
    if workers:
        from measurand.edges.engines.processes import processes

        run = evolve(run, engine=processes(workers))
    claims = {"runs": source}
    return gather(claims, [Need(part)], run).unwrap().pools[part]


def rows_of(pool: Pool) -> Iterator[tuple[tuple[int, ...], int]]:
    """Write evidence as counts: gold items, then hits and items of each answer."""
    for row, number in pool.keyed.flat():
        if isinstance(row, Joint) and row.reason is None:
            tallies = [one.tallies for one in row.rows if isinstance(one, Observed)]
            sides = [some[0][1] if some else EMPTY for some in tallies]
            counts = [int(count) for side in sides for count in (side.hits, side.predicted)]
            yield (int(sides[0].gold), *counts), number


def definitions(items: str) -> tuple[F, F]:
    """Give micro F1 and mean F1 of the samples."""
    how = how_of(items)
    return F(observation=how, averaging=Averaging(average=Average())), F(observation=how)


def ruled(items: str) -> Iterator[F]:
    """List mean F1 under every empty rule, in each of its three places."""
    for place, rule in product(PLACES, RULES):
        yield F(observation=how_of(items), empty=evolve(EmptyRules(), **{place: rule}))


def scores(pool: Pool, items: str) -> dict[str, object]:
    """Score both systems, by every rule too, and compare them by a paired bootstrap."""
    asked = definitions(items)
    found = [[_value(system, one) for system in _systems(pool)] for one in asked]
    systems = [Finaliser(system) for system in _systems(pool)]
    by_rule = {one: [system.score(one).score for system in systems] for one in ruled(items)}
    pairs = evolve(paired_parts(pool, 0, 1), observing=how_of(items))
    start = time.process_time()
    compared = compares(asked, pairs, PLAN)
    return {
        "samples": compared[0].units,
        "micro": found[0],
        "macro": found[1],
        "rules": len(by_rule),
        "intervals": [str(one.interval) for one in compared],
        "bootstrap": time.process_time() - start,
    }


def _systems(pool: Pool) -> list[Pool]:
    """Part the systems: what either left unanswered is left out."""
    return [evolve(pool.project(at), observing=pool.project(0).observing) for at in (0, 1)]


def _value(pool: Pool, definition: F) -> float:
    match Finaliser(pool).score(definition).score:
        case Defined(value):
            return float(value)
        case undefined:
            message = f"a score: got {undefined}"
            raise ValueError(message)
