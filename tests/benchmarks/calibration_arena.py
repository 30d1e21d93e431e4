"""Battles, win rates at equal length, what biases a judge, and labels that come in, by simulation.

Each trial asks the function that users have. What is true is known, as all chances are: strengths
are drawn from, a battle that is a tie is so by a chance of its own, and what strengths are then is
the top of the likelihood of the shares that are expected.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import exp, log, sqrt

import numpy as np
from attrs import frozen

from measurand.algebra.draws import generator
from measurand.inference.arena import HALF, board
from measurand.inference.interval import Interval
from measurand.inference.judge_bias import bias_effects
from measurand.inference.length_control import Duel, length_controlled
from measurand.inference.sequences import corrected_sequence
from measurand.inference.strengths import Game, bradley_terry
from measurand.values.score import Undefined
from tests.benchmarks.calibration_batch import Held
from tests.benchmarks.calibration_judged import LEVEL, MEMBERS, RATES, SIGMAS, Judge, listed

NAMES = ("a", "b", "c", "d")
FIELDS: Mapping[str, Sequence[float]] = {
    "equal": (0.0, 0.0, 0.0, 0.0),
    "near": (0.5, 0.5, 0.0, -1.0),
    "far": (2.0, 2.0, 0.0, -4.0),
}
TIED = 0.3
BATTLES, DUELS = (30, 100, 300), (50, 200, 1000)
LENGTH, LABELLED = 1000, 500
Told = Sequence[tuple[str, Interval | Undefined | None, float]]
"""What was found in a trial: of what, an interval, and what is true."""


@frozen
class Setting:
    """A part of the page, how many comparisons or samples there are, in clusters or not, and more.

    What `more` says is of the part: who is strong and how many ties; a rate and what length does.
    """

    part: str
    number: int
    clustered: bool
    more: tuple[str | float, ...]

    def chance(self, trial: int) -> np.random.Generator:
        """Give the numbers of a trial."""
        words = (self.part, str(self.number), str(self.clustered), *map(str, self.more))
        return generator(("calibration arena", *words), trial)

    def owners(self) -> Sequence[int | None]:
        """Say of each comparison in which cluster it is."""
        return [at // MEMBERS if self.clustered else None for at in range(self.number)]


@frozen
class Done:
    """What came of the trials of a setting, by what was asked."""

    setting: Setting
    results: Mapping[str, Held]

    @property
    def key(self) -> Hashable:
        """Say what it is of."""
        return self.setting


def shared(setting: Setting, chance: np.random.Generator, width: int = 1) -> np.ndarray:
    """Draw even numbers, a row for each comparison; of clusters half are those of the cluster."""
    own = chance.random((setting.number, width))
    if not setting.clustered:
        return own
    owner = np.arange(setting.number) // MEMBERS
    alike = chance.random(setting.number) < 1 / 2
    return np.where(alike[:, None], chance.random((owner[-1] + 1, width))[owner], own)


@cache
def true_strengths(field: str, tied: float) -> Mapping[str, float]:
    """Find the strengths of the shares that are expected of all pairs."""
    games = [
        Game(NAMES[i], NAMES[j], Fraction(_share(field, i, j, tied)))
        for i, j in product(range(len(NAMES)), repeat=2)
        if i != j
    ]
    found = bradley_terry(games)
    return {} if isinstance(found, Undefined) else {one.name: one.strength for one in found}


def _share(field: str, i: int, j: int, tied: float) -> float:
    strengths = FIELDS[field]
    return tied / 2 + (1 - tied) / (1 + exp(strengths[j] - strengths[i]))


def true_ranks(field: str) -> Mapping[str, tuple[int, int]]:
    """Give the first and the last rank that each system shares with its equals."""
    strengths = FIELDS[field]
    return {
        name: (
            1 + sum(other > one for other in strengths),
            sum(other >= one for other in strengths),
        )
        for name, one in zip(NAMES, strengths, strict=True)
    }


def battles(setting: Setting, trial: int) -> Told:
    """Let systems meet at random; of a cluster half have the luck of the cluster."""
    field, tied = str(setting.more[0]), float(setting.more[1])
    chance = setting.chance(trial)
    first = chance.integers(0, len(NAMES), setting.number)
    second = (first + chance.integers(1, len(NAMES), setting.number)) % len(NAMES)
    # Of two strengths with noise of Gumbel, the larger is so with the odds of Bradley and Terry.
    noise = -np.log(-np.log(shared(setting, chance, len(NAMES))))
    power = np.array(FIELDS[field]) + noise
    every = np.arange(setting.number)
    won = power[every, first] > power[every, second]
    ties = chance.random(setting.number) < tied
    found = board(
        Game(NAMES[i], NAMES[j], HALF if tie else Fraction(int(one)), owner)
        for i, j, one, tie, owner in zip(
            first, second, won.tolist(), ties.tolist(), setting.owners(), strict=True
        )
    )
    told = [("first place", found.first_place_interval, 0.5)]
    truth, ranks = true_strengths(field, tied), true_ranks(field)
    sets = [(one.ranks, ranks[one.name]) for one in found.standings if one.ranks is not None]
    if sets:
        held = all(mine.best <= low and high <= mine.worst for mine, (low, high) in sets)
        told.append(("ranks", Interval(0.0, 1.0, LEVEL), 0.0 if held else 2.0))
    for one in found.standings:
        at = NAMES.index(one.name)
        others = [_share(field, at, j, tied) for j in range(len(NAMES)) if j != at]
        told.append(("win rate", one.rate_interval, sum(others) / len(others)))
        if one.strength is not None:
            told.append(("strength", one.strength.interval, truth[one.name]))
    return told


def duels(setting: Setting, trial: int) -> Told:
    """Compare two systems, where who talks more is likelier to win."""
    rate, effect = (float(one) for one in setting.more)
    chance = setting.chance(trial)
    longer = chance.standard_normal(setting.number) + 0.5
    odds = log(rate / (1 - rate)) + effect * np.tanh(longer / 1.0)
    won = shared(setting, chance)[:, 0] < 1 / (1 + np.exp(-odds))
    found = length_controlled(
        Duel(won=Fraction(int(one)), longer=far, cluster=owner)
        for one, far, owner in zip(won, longer.tolist(), setting.owners(), strict=True)
    )
    if isinstance(found, Undefined):
        return [("rate at equal length", found, rate), ("effect of length", found, effect)]
    return [
        ("rate at equal length", found.interval, rate),
        ("effect of length", found.effect_interval, effect),
    ]


def off(setting: Setting, trial: int) -> Told:
    """Regress what a judge is off on a covariate of which a few samples have much."""
    rate, slope = (float(one) for one in setting.more)
    chance = setting.chance(trial)
    long = chance.random(setting.number) ** 3
    human = shared(setting, chance)[:, 0] < rate
    judge = shared(setting, chance)[:, 0] < np.where(human, 0.95, 0.1 + slope * long)
    off = (judge.astype(float) - human).tolist()
    owners = setting.owners() if setting.clustered else None
    found = bias_effects(off, {"long": long.tolist()}, clusters=owners)
    interval = found if isinstance(found, Undefined) else found[0].interval
    return [("slope of bias", interval, (1 - rate) * slope)]


def streams(setting: Setting, trial: int) -> Told:
    """Let labels come in, and ask whether every interval holds what humans would say of all."""
    rate, judge = float(setting.more[0]), Judge[str(setting.more[1])]
    chance = setting.chance(trial)
    human = chance.random(setting.number) < rate
    sensitivity, specificity = judge.value
    said = chance.random(setting.number) < np.where(human, sensitivity, 1 - specificity)
    both = list(zip(said.astype(float).tolist(), human.astype(float).tolist(), strict=True))
    every = corrected_sequence(both[:LABELLED], [one for one, _ in both[LABELLED:]], LEVEL)
    truth = float(human.mean())
    # Both ends and what is true are sums of the same numbers, but for rounding.
    held = all(one.interval.low - _DUST <= truth <= one.interval.high + _DUST for one in every)
    last = every[-1].interval
    return [("corrected_sequence", last, truth if held else 2.0)]


_DUST = 1e-12
PARTS: Mapping[str, Callable[[Setting, int], Told]] = {
    "battles": battles,
    "duels": duels,
    "bias": off,
    "streams": streams,
}
ASKED: Mapping[str, Sequence[str]] = {
    "battles": ("strength", "win rate", "ranks", "first place"),
    "duels": ("rate at equal length", "effect of length"),
    "bias": ("slope of bias",),
    "streams": ("corrected_sequence",),
}
FITTED = ("battles", "duels", "bias")


def settings() -> Iterator[Setting]:
    """List all settings."""
    for clustered, number, field, tied in product((False, True), BATTLES, FIELDS, (0.0, TIED)):
        yield Setting("battles", number, clustered, (field, tied))
    for clustered, number, rate in product((False, True), DUELS, RATES):
        yield from (Setting("duels", number, clustered, (rate, effect)) for effect in (0.0, 1.5))
        yield from (Setting("bias", number, clustered, (rate, slope)) for slope in (0.0, 0.6))
    for rate, judge in product(RATES, Judge):
        yield Setting("streams", LENGTH, clustered=False, more=(rate, judge.name))


def simulated(task: tuple[Setting, int]) -> Done:
    """Run the trials of one setting."""
    setting, trials = task
    found: dict[str, list[tuple[Interval | Undefined | None, float]]] = {}
    for trial in range(trials):
        for name, one, truth in PARTS[setting.part](setting, trial):
            found.setdefault(name, []).append((one, truth))
    results = {}
    for name, some in found.items():
        there = [(one, truth) for one, truth in some if isinstance(one, Interval)]
        covered = sum(one.low <= truth <= one.high for one, truth in there)
        width = sum(one.high - one.low for one, _ in there) / max(1, len(there))
        results[name] = Held(len(some), len(there), covered, width)
    return Done(setting, results)


def again(found: Sequence[Done], trials: int) -> Sequence[tuple[Setting, int]]:
    """List what is drawn again: of many settings some seem to hold too little by chance alone."""
    return [(one.setting, trials * 10) for one in found if broken([one])]


def broken(found: Sequence[Done]) -> list[str]:
    """List the settings in which an interval holds too little."""
    return [
        f"{name}, {told(one.setting)}: {held}"
        for one in found
        for name, held in one.results.items()
        if not _fits(name, held)
    ]


def told(setting: Setting) -> str:
    """Say a setting in words."""
    units = "in clusters" if setting.clustered else "single"
    return f"{setting.number:,} {units}, {', '.join(map(str, setting.more))}"


_OF_EACH = frozenset({"strength", "win rate"})


def _fits(name: str, held: Held) -> bool:
    """Tell whether a share fits; of one trial there are several strengths, which are one chance."""
    each = len(NAMES) if name in _OF_EACH else 1
    level = float(LEVEL)
    error = sqrt(level * (1 - level) * each / held.given) if held.given else 1.0
    return held.share >= level - SIGMAS * error


TITLE, NEXT = "### Battles, length, bias\n", "### Labels that come in\n"


def section(found: Sequence[Done]) -> Iterator[str]:
    """Write the part of the page."""
    yield from of_fits(found)
    yield from of_streams(found)


def of_fits(found: Sequence[Done]) -> Iterator[str]:
    """Write what is of battles, lengths and biases."""
    fields = "; ".join(", ".join(f"{one:g}" for one in some) for some in FIELDS.values())
    yield f"""
{TITLE}
How often a 95 % interval of each holds what is true, in percent: the worst setting, and in brackets
the mean of all. Trials are those of each setting; of a cluster of {MEMBERS} half are alike. Four
systems meet at random, of strengths {fields}, in logarithms of odds,
without ties or with {100 * TIED:.0f} % of them; `ranks` says how often all rank sets hold the true
ranks at once. Two systems are compared at equal length where one wins in {listed(RATES)},
and length does nothing or much (an effect of 1.5). A judge is off more by a covariate of
which few samples have much: not at all, or by 0.6 for one of it.

| interval | comparisons | of | trials | worst (mean) | mean width | none |
| --- | ---: | --- | ---: | ---: | ---: | ---: |"""
    for part in FITTED:
        for name in ASKED[part]:
            yield from _rows([one for one in found if one.setting.part == part], name)


def of_streams(found: Sequence[Done]) -> Iterator[str]:
    """Write what is of labels that come in."""
    fewest = min(_trials(one) for one in found if one.setting.part == "streams")
    yield f"""
{NEXT}
How often, in percent of {fewest:,} streams or more, of {LABELLED} labels among {LENGTH:,} judged
samples, every interval of `corrected_sequence` holds what humans would say of all; and how wide
the last is.

| rate | {" | ".join(one.name.lower() for one in Judge)} |
| ---: |{" ---: |" * len(Judge)}"""
    for rate in RATES:
        cells = [
            f"{100 * held.share:.1f}, {held.width:.3f}"
            for one in found
            if one.setting.part == "streams" and one.setting.more[0] == rate
            for held in one.results.values()
        ]
        yield f"| {100 * rate:.0f}% | {' | '.join(cells)} |"


def _place(one: Done) -> tuple[bool, int]:
    return one.setting.clustered, one.setting.number


def _trials(one: Done) -> int:
    """Count the trials of a setting: not all of them have all that is asked."""
    return max(
        held.trials // (len(NAMES) if name in _OF_EACH else 1) for name, held in one.results.items()
    )


def _rows(found: Sequence[Done], name: str) -> Iterator[str]:
    for clustered, number in dict.fromkeys(map(_place, found)):
        drawn = [one for one in found if _place(one) == (clustered, number)]
        some = [one.results[name] for one in drawn if name in one.results]
        each = len(NAMES) if name in _OF_EACH else 1
        given = sum(one.given for one in some)
        worst = min(one.share for one in some if one.given)
        mean = sum(one.covered for one in some) / given
        width = sum(one.width * one.given for one in some) / given
        none = 1 - given / (each * sum(map(_trials, drawn)))
        units = "clusters" if clustered else "single ones"
        share = f"{100 * worst:.1f} ({100 * mean:.1f})"
        shown = "" if name == "ranks" else f"{width:.3f}"
        trials = min(map(_trials, drawn))
        row = (name, f"{number:,}", units, f"{trials:,}", share, shown, f"{100 * none:.1f}")
        yield f"| {' | '.join(row)} |"
