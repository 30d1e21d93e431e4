"""Ranks of five systems, by simulation: how often systems that are equal are separated.

Three systems are equally good, and two are equally worse. Items are right or wrong; how hard one is
matters to all systems, which is what pairs cancel. Items are independent, or come in clusters, each
of which every system does better or worse at by itself. A separation is wrong where two equal
systems are separated, or a worse one is put ahead; a rank set fails where it does not hold all the
ranks that a system shares with its equals.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from measurand.algebra.draws import generator
from measurand.inference.leaderboards import Leaderboard, leaderboard
from measurand.inference.plan import Plan
from measurand.values.score import Defined

ALPHA = Fraction(1, 20)
SIGMAS = 3
SIZES = (12, 30, 100)
MEMBERS = 4
LEVELS = (0.6, 0.6, 0.6, -0.6, -0.6)
NAMES = ("a", "b", "c", "d", "e")
TRUE = {"a": (1, 3), "b": (1, 3), "c": (1, 3), "d": (4, 5), "e": (4, 5)}
UNITS = ("items", "clusters, told", "clusters, not told")


@frozen
class Setting:
    """What items are like, and how many there are: `number` items, or clusters of them."""

    units: str
    number: int


@frozen
class Ranked:
    """Of so many trials, how many had a wrong separation, a rank set that fails; and separations.

    `found` is the mean share of pairs that differ which were separated.
    """

    trials: int
    wrong: int
    missed: int
    found: float


def answers(setting: Setting, trial: int) -> NDArray[np.bool_]:
    """Draw who is right on which item: a row for each system."""
    chance = generator(("calibration ranks", setting.units, setting.number), trial)
    members = 1 if setting.units == "items" else MEMBERS
    hard = chance.standard_normal((1, setting.number, members))
    each = chance.standard_normal((len(LEVELS), setting.number, 1)) if members > 1 else 0.0
    noise = chance.standard_normal((len(LEVELS), setting.number, members))
    level = np.array(LEVELS)[:, None, None]
    return np.asarray((level + hard + each + noise > 0).reshape(len(LEVELS), -1))


def board(setting: Setting, trial: int) -> Leaderboard:
    """Rank the systems of one trial."""
    right = answers(setting, trial)
    items = [str(at) for at in range(right.shape[1])]
    systems = {
        name: {item: Fraction(int(one)) for item, one in zip(items, row, strict=True)}
        for name, row in zip(NAMES, right.tolist(), strict=True)
    }
    told = setting.units == "clusters, told"
    clusters = {item: str(int(item) // MEMBERS) for item in items} if told else None
    return leaderboard(systems, Plan(seed=trial, replicates=999), clusters=clusters)


def simulated(task: tuple[Setting, int]) -> Ranked:
    """Run the trials of one setting."""
    setting, trials = task
    wrong = missed = 0
    separated, differ = 0, 0
    for trial in range(trials):
        found = board(setting, trial)
        ranks = {one.name: one.ranks for one in found.standings}
        mistakes = 0
        for one in found.differences:
            equal = TRUE[one.first] == TRUE[one.second]
            ahead = isinstance(one.value, Defined) and float(one.value) > 0
            right = ahead == (TRUE[one.first] < TRUE[one.second])
            differ += not equal
            separated += one.separated and not equal and right
            mistakes += one.separated and (equal or not right)
        wrong += mistakes > 0
        missed += any(
            ranks[name].best > low or ranks[name].worst < high for name, (low, high) in TRUE.items()
        )
    return Ranked(trials, wrong, missed, separated / differ)


def settings() -> Iterator[Setting]:
    """List all settings."""
    yield from (Setting(units, number) for units, number in product(UNITS, SIZES))


def trials_of(setting: Setting, trials: int) -> int:
    """Say how often a setting is drawn; what only shows a failure needs fewer."""
    return trials // 8 if setting.units == "clusters, not told" else trials // 2


def section(found: Mapping[Setting, Ranked]) -> Iterator[str]:
    """Write the section of the page."""
    yield f"""
## Ranks of five systems, three equal and two equally worse

In percent of the trials: how often some separation is wrong (two equal systems are separated, or a
worse one is put ahead), and how often some rank set lacks a rank that is true; and the share of the
six pairs that differ which are separated. Pairs are tested by exchange, adjusted by Holm over all
ten, at 0.05. How hard an item is matters to all systems; a cluster has {MEMBERS} items, and every
system has a share of luck with it. `make calibration` fails where separations are wrong in more
than 5 % by over {SIGMAS} standard errors, of items or of clusters that are told.

| units | n | trials | wrong separation | rank set fails | pairs that differ found |
| --- | ---: | ---: | ---: | ---: | ---: |"""
    for setting, one in found.items():
        shares = (one.wrong / one.trials, one.missed / one.trials, one.found)
        cells = " | ".join(f"{100 * share:.1f}" for share in shares)
        yield f"| {setting.units} | {setting.number:,} | {one.trials:,} | {cells} |"


def broken(found: Mapping[Setting, Ranked]) -> Sequence[Setting]:
    """List the settings where separations are wrong too often, though they should not be."""
    alpha = float(ALPHA)
    return [
        setting
        for setting, one in found.items()
        if setting.units != "clusters, not told"
        and one.wrong / one.trials > alpha + SIGMAS * sqrt(alpha * (1 - alpha) / one.trials)
    ]
