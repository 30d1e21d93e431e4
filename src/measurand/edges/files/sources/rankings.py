"""Rankings as dicts of dicts, `{query: {document: number}}`: pooled without a sample for a query.

What a query contributes follows from the ranks of its judged documents. Only these are looked up;
of all others it is counted how many have a higher score, so that a run of a thousand documents is
sorted as plain numbers and never becomes a thousand values. Scores are compared as they are: floats
that differ stand in the order of the decimals that they are written as. Whatever is not as plain as
that is left to the reader of frames, which says what a number is and what is wrong.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from math import hypot
from typing import TypeGuard, TypeVar

from returns.result import Failure, Result, Success

from measurand.algebra.bag import Bag, Keyed
from measurand.edges.files.json.value import FaultError, written, wrong
from measurand.edges.files.sources.frames import samples_of
from measurand.evidence.evidence import Evidence, Excluded, Facts, Joint
from measurand.evidence.facts import whole_or_ratio
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observing, Together
from measurand.evidence.paths import Key
from measurand.evidence.pool import Pool, pool
from measurand.evidence.relevance import Grade, RelevanceByRank
from measurand.values.fault import Fault

Numbers = Mapping[str, object]
_PLACE = "the rankings"
_NAMES = frozenset((str,))
_WHOLE: frozenset[type[int]] = frozenset((int,))
_NUMBERS: frozenset[type[float]] = frozenset((int, float))
_EXACT = 2**53
"""Up to here integers are floats."""


def pool_of_rankings(
    how: Observing, gold: Mapping[str, Numbers], run: Mapping[str, Numbers | None]
) -> Result[Pool, tuple[Fault, ...]]:
    """Pool queries: how relevant documents are, and by which scores a system has ranked them.

    Both are dicts by query of dicts by document, as ranx and ir_measures take them; a query that
    the run lacks, or has None for, has no answer. The pool is that of `samples_of` a record
    `{"id": query, "gold": {...}, "pred": {...}}` for each query of gold. A query of the run that
    nobody judged is a fault.

    >>> from measurand.metrics.definitions import observing
    >>> from measurand.metrics.finalise import score
    >>> from measurand.metrics.signature import parse
    >>> rank = parse("reciprocal_rank")
    >>> gold, run = {"q1": {"a": 1, "b": 0}}, {"q1": {"a": 0.25, "b": 0.5}}
    >>> score(rank, pool_of_rankings(observing(rank), gold, run).unwrap())
    Defined(value=Fraction(1, 2))

    Raises UnfitSampleError where grades do not have the shape that is asked for.
    """
    alone = next((query for query in run if query not in gold), None)
    if alone is not None:
        fault = wrong(
            "a query of the run without them",
            "judgements of every query",
            "leave it out of the run, or give it {}",
            path=f"${Key(alone).text}",
        ).fault
        return Failure((fault.at(file=_PLACE),))
    counted = _counted(how, gold, run)
    if counted is not None:
        return Success(counted)
    records = [
        {"id": query, "gold": grades, "pred": run.get(query)} for query, grades in gold.items()
    ]
    return samples_of(records).map(lambda samples: pool(how, samples))


def _counted(
    how: Observing, gold: Mapping[str, Numbers], run: Mapping[str, Numbers | None]
) -> Pool | None:
    """Observe queries one by one; None where some cell is no plain number, or more is observed."""
    parts = how.parts if isinstance(how, Together) else (how,)
    ways = [part for part in parts if isinstance(part, RelevanceByRank)]
    if len(ways) < len(parts) or not _NAMES.issuperset(map(type, gold)):
        return None
    rows: Counter[Evidence] = Counter()
    try:
        for query, numbers in gold.items():
            given = run.get(query)
            grades, scores = _grades(numbers), None if given is None else _scores(given)
            seen = [way.of_query(grades, scores) for way in ways]
            facts = [one if isinstance(one, Excluded) else Facts(one) for one in seen]
            rows[Joint(tuple(facts)) if isinstance(how, Together) else facts[0]] += 1
    except (FaultError, UnfitSampleError):
        return None
    return Pool((), Keyed({(): Bag(rows)}), how)


def _grades(numbers: Numbers) -> Mapping[str, Grade]:
    if _all_plain(numbers, _WHOLE):
        return numbers
    grades = _scores(numbers).items()
    return {name: one if isinstance(one, int) else _written(one) for name, one in grades}


def _scores(numbers: Numbers) -> Mapping[str, float]:
    """Give numbers that compare as what they are written as.

    Raises FaultError where they may not, and where one is no number.
    """
    if not _all_plain(numbers, _NUMBERS):
        raise wrong("other values", "names with a number each")
    return numbers


N = TypeVar("N", bound=float)


def _all_plain(numbers: object, kinds: frozenset[type[N]]) -> TypeGuard[Mapping[str, N]]:
    """Tell whether something is texts with a number of these types each, none of them large."""
    if not isinstance(numbers, Mapping) or not _NAMES.issuperset(map(type, numbers)):
        return False
    if not kinds.issuperset(map(type, numbers.values())):
        return False
    try:
        # No number is larger than the root of the sum of squares, and nothing is less than NaN.
        return hypot(*numbers.values()) <= _EXACT
    except OverflowError:
        return False


@lru_cache(maxsize=2**12)
def _written(number: float) -> Grade:
    return whole_or_ratio(written(number))
