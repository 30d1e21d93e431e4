"""Scores of scorecards under the options of a reading: observed, pooled, finalised by the core."""

from collections.abc import Iterable, Mapping

from measurand.evidence.pool import pool
from measurand.metrics.definitions import observing
from measurand.metrics.finalise import Finaliser
from measurand.pipelines.review.metrics import definitions
from measurand.pipelines.review.options import Options
from measurand.pipelines.review.quantities import Wanted
from measurand.pipelines.review.scorecard import Scorecard
from measurand.values.score import Score


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
    scores = {part: Finaliser(pool(part, samples)) for part in parts}
    return {
        name: scores[observing(definition)].score(definition).score
        for name, definition in asked.items()
    }
