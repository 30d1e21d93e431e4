"""Scores of scorecards under the options of a reading: observed, pooled, finalised by the core."""

from collections.abc import Iterable, Mapping

from measurand.evidence.observation import Observing
from measurand.evidence.pool import Pool, pool
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.finalise import Finaliser, Scored
from measurand.studies.review.metrics import definitions
from measurand.studies.review.options import Options
from measurand.studies.review.quantities import Wanted
from measurand.studies.review.scorecard import Scorecard
from measurand.values.score import Score


def scores(asked: Mapping[str, Definition], pools: Mapping[Observing, Pool]) -> dict[str, Scored]:
    """Score definitions, each from the pool of what it observes.

    >>> scores({}, {})
    {}
    """
    finalisers = {part: Finaliser(pool) for part, pool in pools.items()}
    return {
        name: finalisers[observing(definition)].score(definition)
        for name, definition in asked.items()
    }


def evaluate(cards: Iterable[Scorecard], options: Options) -> Mapping[str, Score]:
    """Score scorecards: every review metric by its name.

    >>> evaluate([Scorecard(id="1")], Options())["n"]
    Defined(value=Fraction(1, 1))

    Raises UnfitSampleError where an option makes a part of a scorecard an error.
    """
    asked = definitions(options)
    parts = {observing(definition) for definition in asked.values()}
    wanted = Wanted.of(parts)
    samples = [wanted.sample(card) for card in cards]
    found = scores(asked, {part: pool(part, samples) for part in parts})
    return {name: scored.score for name, scored in found.items()}
