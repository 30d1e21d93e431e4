"""Two systems by the same components: a mean over more of them is another number."""

from collections.abc import Sequence

from attrs import evolve

from measurand.studies.causal.choices import Join
from measurand.studies.causal.components import Part
from measurand.studies.causal.names import CF, SHORT
from measurand.studies.causal.options import Options
from measurand.studies.causal.rows import CausalRow, cluster_of
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share

NONE = "no component has a score in both"


def by_common_parts(
    first: Sequence[CausalRow], second: Sequence[CausalRow], options: Options
) -> tuple[tuple[CausalRow, ...], tuple[CausalRow, ...], int]:
    """Take `cf` anew over the components that both systems have scores of, graph by graph.

    Joined by problem, these are the components that all graphs of the problem have scores of. The
    number says in how many graphs, or problems, some mean stood over more. A row without a `cf`, or
    without components, plays no part and stays as it is.

    >>> from measurand.values.share import share
    >>> graph, abductive = ("graph", share(1)), ("abductive", share(0))
    >>> more = CausalRow(sample="1", metrics=(("cf", share(1, 2)), abductive, graph))
    >>> less = CausalRow(sample="1", metrics=(("cf", share(1)), graph))
    >>> [one], [other], fewer = by_common_parts([more], [less], Options())
    >>> one.metric("cf").value, other.metric("cf").value, fewer
    (Fraction(1, 1), Fraction(1, 1), 1)
    """
    common: dict[str, frozenset[Part]] = {}
    most: dict[str, frozenset[Part]] = {}
    for row in (*first, *second):
        if parts := _parts(row, options):
            unit = _unit(row, options)
            common[unit] = common.get(unit, parts) & parts
            most[unit] = most.get(unit, parts) | parts
    both = {_unit(row, options) for row in first} & {_unit(row, options) for row in second}
    sides = [
        tuple(
            _over(common[unit], row, options)
            if (unit := _unit(row, options)) in both and _parts(row, options)
            else row
            for row in side
        )
        for side in (first, second)
    ]
    fewer = sum(1 for unit in both if common.get(unit) != most.get(unit))
    return sides[0], sides[1], fewer


def _unit(row: CausalRow, options: Options) -> str:
    return row.sample if options.join is Join.ID else cluster_of(row)


def _parts(row: CausalRow, options: Options) -> frozenset[Part]:
    """Name what the mean of a row stands over; nothing where the row has none."""
    found = dict(row.metrics)
    if not isinstance(found.get(CF), Share):
        return frozenset()
    return frozenset(
        part
        for part, name in SHORT.items()
        if options.weights.of(part) and isinstance(found.get(name), Share)
    )


def _over(parts: frozenset[Part], row: CausalRow, options: Options) -> CausalRow:
    scores = {
        part: one.value
        for part in parts
        if isinstance(one := dict(row.metrics)[SHORT[part]], Share)
    }
    mean = options.weights.mean(scores)
    cf: Measured = Undefined(NONE) if mean is None else Share(mean)
    metrics = tuple((name, cf if name == CF else one) for name, one in row.metrics)
    return evolve(row, metrics=metrics)
