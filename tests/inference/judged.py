"""Samples of a few numbers, and two systems on them."""

from collections.abc import Sequence
from fractions import Fraction

from measurand.evidence.observation import ColumnOf
from measurand.evidence.pairs import Pairs, pairs
from measurand.evidence.pool import Pool, pool
from measurand.metrics.definitions import Column, observing
from measurand.metrics.options import Summing
from measurand.metrics.signature import parse
from measurand.values.sample import Sample

MEAN = Column(name="cost", reduce=Summing.MEAN)
SUM = Column(name="cost", reduce=Summing.SUM)


def costs(values: Sequence[Fraction | int | None], *, groups: str = "") -> list[Sample]:
    """Make a sample of each number; the letters of `groups` name their patients."""
    return [
        Sample(
            id=str(at),
            amounts=() if value is None else (("cost", Fraction(value)),),
            groups=(("patient", groups[at]),) if groups else (),
        )
        for at, value in enumerate(values)
    ]


def one(values: Sequence[Fraction | int | None], *, groups: str = "") -> Pool:
    names = ("patient",) if groups else ()
    return pool(ColumnOf("cost"), costs(values, groups=groups), names=names)


def two(
    first: Sequence[Fraction | int | None],
    second: Sequence[Fraction | int | None] | None = None,
    *,
    groups: str = "",
) -> Pairs:
    """Pair two systems; without a second one, its numbers are 0."""
    others = [0] * len(first) if second is None else second
    names = ("patient",) if groups else ()
    both = costs(first, groups=groups), costs(others, groups=groups)
    return pairs(ColumnOf("cost"), *both, names=names)


def answers(right: int, of: int) -> list[Sample]:
    """Answer the first questions right."""
    said = ["a" if at < right else "b" for at in range(of)]
    return [Sample(id=str(at), gold=("a",), predicted=(it,)) for at, it in enumerate(said)]


def answered(first: int, second: int, of: int, how: str = "f") -> Pairs:
    """Pair two systems that answer so many questions right, observed as a definition asks for."""
    return pairs(observing(parse(how)), answers(first, of), answers(second, of))
