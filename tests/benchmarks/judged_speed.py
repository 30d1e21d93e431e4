"""Judged evidence: PPI++ beside ppi-python, and strengths with intervals beside arenakit.

ppi-python takes arrays of floats and gives an interval of the normal law in closed form; ours reads
numbers as exact samples, and leaves out each of them in turn. arenakit draws 2,000 resamples for
the intervals and ranks of a board; ours are in closed form, with tests of all pairs.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from statistics import median

from measurand.evidence.pool import pool
from measurand.inference.arena import board
from measurand.inference.estimation import Estimate, estimate
from measurand.inference.plan import Plan
from measurand.inference.strengths import Game
from measurand.metrics.definitions import observing
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from tests.benchmarks.generated_speed import REPEATED, spent
from tests.benchmarks.measure import ratios

Verdicts = list[tuple[int, int | None]]
Battles = list[tuple[str, str, float]]
SYSTEMS, RESAMPLES = "abcdefghij", 2_000


def verdicts(judged: int, labelled: int, seed: int = 5) -> Verdicts:
    """Draw a judge's verdicts, and a human's on the first of them."""
    draw = random.Random(seed)  # noqa: S311 # no secret is made of it
    made: Verdicts = []
    for at in range(judged):
        human = int(draw.random() < 0.6)
        judge = human if draw.random() < 0.85 else 1 - human
        made.append((judge, human if at < labelled else None))
    return made


def corrected(drawn: Verdicts) -> Estimate:
    """Estimate by ours, from the numbers on."""
    definition = parse("ppi(judge=judge,human=human,judged=unlabelled)")
    samples = [
        Sample(
            id=str(at),
            amounts=(
                *(() if human is None else (("human", Fraction(human)),)),
                ("judge", Fraction(judge)),
            ),
        )
        for at, (judge, human) in enumerate(drawn)
    ]
    return estimate(definition, pool(observing(definition), samples), Plan())


def by_ppi_python(drawn: Verdicts) -> None:
    """Estimate by ppi-python, lambda tuned."""
    import numpy as np
    from ppi_py import ppi_mean_ci, ppi_mean_pointestimate

    labelled = [(judge, human) for judge, human in drawn if human is not None]
    human = np.array([one for _, one in labelled], dtype=float)
    judge = np.array([one for one, _ in labelled], dtype=float)
    rest = np.array([one for one, human in drawn if human is None], dtype=float)
    ppi_mean_pointestimate(human, judge, rest)
    ppi_mean_ci(human, judge, rest, alpha=0.05)


def battles(number: int, seed: int = 7) -> Battles:
    """Draw battles of ten systems, some of them ties."""
    draw = random.Random(seed)  # noqa: S311 # no secret is made of it
    made: Battles = []
    for _ in range(number):
        first, second = draw.sample(range(len(SYSTEMS)), 2)
        odds = 1 / (1 + 1.3 ** (second - first))
        won = 0.5 if draw.random() < 0.2 else float(draw.random() < odds)
        made.append((SYSTEMS[first], SYSTEMS[second], won))
    return made


def ranked(drawn: Battles) -> object:
    """Rank by ours: strengths, intervals, win rates, tests of all pairs."""
    return board(Game(first, second, Fraction(won)) for first, second, won in drawn)


def by_arenakit(drawn: Battles) -> None:
    """Rank by arenakit: strengths, and resampled intervals and ranks."""
    from arenakit.boot import bootstrap
    from arenakit.schema import Arena, Battle

    words = {1.0: "a", 0.0: "b", 0.5: "tie"}
    arena = Arena([Battle(model_a=a, model_b=b, winner=words[won]) for a, b, won in drawn])
    found = bootstrap(arena, n_resamples=RESAMPLES)
    found.score_ci()
    found.rank_ci()


def judged_ratios(judged: int = 10_000, number: int = 20_000) -> list[str]:
    """Say what ours costs beside each of the others, as ratios with their spread."""
    said, fought = verdicts(judged, judged // 10), battles(number)
    runs: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
        (
            f"PPI++ of {judged:,} verdicts, {judged // 10:,} labels / ppi-python",
            lambda: corrected(said),
            lambda: by_ppi_python(said),
        ),
        (
            f"Bradley-Terry of {number:,} battles / arenakit, {RESAMPLES:,} resamples",
            lambda: ranked(fought),
            lambda: by_arenakit(fought),
        ),
    ]
    lines = []
    for what, mine, other in runs:
        mine(), other()  # what is loaded is loaded before
        ours, theirs = [], []
        for _ in range(REPEATED):
            ours.append(spent(mine))
            theirs.append(spent(other))
        spread = f"({median(ours):.3f} s to {median(theirs):.3f} s)"
        lines.append(f"{what}: {ratios(ours, theirs)} {spread}")
    return lines
