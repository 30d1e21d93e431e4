"""Intervals of judged evidence, by simulation: how often they hold what is true.

A setting is how many samples there are, which share of them is labelled, how often humans say 1,
and how good the judge is. Samples are independent, or come in clusters that share part of what
makes them so and of what makes the judge err. Of the settings of one row the page shows the worst,
so that no mean hides it. Nothing here is computed by other roads than users have: counts of
verdicts become rows of a pool, and the interval is that of `estimate`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.draws import generator
from measurand.algebra.functional import exact_value
from measurand.evidence.evidence import Amount, Evidence, Facts, Joint
from measurand.evidence.pool import Place, Pool
from measurand.inference.comparison import estimate
from measurand.inference.interval import Ends, Interval
from measurand.inference.jackknife import jackknife_interval
from measurand.inference.plan import Plan
from measurand.inference.rates import wilson
from measurand.inference.resampling_units import units_of
from measurand.inference.sequences import confidence_sequence
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.family import Estimator
from measurand.metrics.signature import parse
from measurand.values.score import Defined, Undefined

LEVEL = Fraction(19, 20)
SIZES, SHARES = (50, 200, 1000, 5000), (Fraction(1, 20), Fraction(1, 5), Fraction(1, 2))
RATES = (0.02, 0.1, 0.5, 0.9, 0.98)
MEMBERS, REPLICATES, FEWER = 5, 499, 8
CHECKED = 100
"""Every so many trials the interval is also that of `estimate`, which must be the same."""
SIGMAS = 3
_NAMES = "judge=judge,human=human"
DEFINITIONS = {
    "ppi": parse(f"ppi({_NAMES})"),
    "ppi, lambda=1": parse(f"ppi({_NAMES},lambda=1)"),
    "humans alone": parse(f"ppi({_NAMES},lambda=0)"),
    "rogan_gladen": parse(f"rogan_gladen({_NAMES})"),
}
Floats = NDArray[np.float64]


class Judge(Enum):
    """A judge by its sensitivity and its specificity."""

    USELESS = (0.5, 0.5)
    LENIENT = (0.95, 0.5)
    FAIR = (0.8, 0.7)
    GOOD = (0.95, 0.9)
    PERFECT = (1.0, 1.0)


class Units(Enum):
    """What is independent: samples, or clusters of them."""

    SAMPLES = "samples"
    CLUSTERS = "clusters"


class Way(Enum):
    """How an interval is made; those of resamples are of `ppi` alone, and for comparison."""

    JACKKNIFE = "jackknife"
    PERCENTILE = "percentile"
    BCA = "bca"


@frozen
class Setting:
    """One setting of a simulation."""

    samples: int
    share: Fraction
    units: Units
    rate: float
    judge: Judge

    @property
    def clustered(self) -> bool:
        """Tell whether samples come in clusters."""
        return self.units is Units.CLUSTERS

    @property
    def labelled(self) -> int:
        """Count the labelled samples: at least two."""
        return max(2, round(self.samples * self.share))


@frozen
class Held:
    """Of some trials, how many intervals there were, how many held the truth, how wide."""

    trials: int
    given: int
    covered: int
    width: float

    @property
    def share(self) -> float:
        """Give the share of the intervals that held what is true; 1 where there was none."""
        return self.covered / self.given if self.given else 1.0

    @property
    def fits(self) -> bool:
        """Tell whether that is the level, or more, within three standard errors."""
        level = float(LEVEL)
        error = sqrt(level * (1 - level) / self.given) if self.given else 1.0
        return self.share >= level - SIGMAS * error


Results = Mapping[tuple[str, Way], Held]


def verdicts(setting: Setting, trial: int) -> tuple[Floats, Floats]:
    """Draw what humans would say of all samples, and what the judge says.

    In clusters a sample is like its cluster in half of the cases, and so is the luck of its judge.
    """
    words = (str(setting.share), str(setting.rate), setting.judge.name, setting.units.value)
    chance = generator(("judged", setting.samples, *words), trial)
    number = setting.samples
    so, luck = chance.random(number), chance.random(number)
    if setting.clustered:
        owner = np.arange(number) // MEMBERS
        alike = chance.random(number) < 0.5
        so = np.where(alike, chance.random(owner[-1] + 1)[owner], so)
        alike = chance.random(number) < 0.5
        luck = np.where(alike, chance.random(owner[-1] + 1)[owner], luck)
    human = so < setting.rate
    sensitivity, specificity = setting.judge.value
    judge = luck < np.where(human, sensitivity, 1 - specificity)
    return human.astype(np.float64), judge.astype(np.float64)


def _row(judge: int, human: int | None) -> Evidence:
    there = Facts(None) if human is None else Amount(Fraction(human))
    return Joint((Amount(Fraction(judge)), there))


ROWS = [_row(judge, human) for judge in (0, 1) for human in (0, 1, None)]


def pooled(setting: Setting, trial: int) -> Pool:
    """Pool the samples of a trial; the labelled ones are drawn at random from all."""
    human, judge = verdicts(setting, trial)
    chance = generator(("labels", setting.samples, str(setting.share)), trial)
    seen = np.zeros(setting.samples, dtype=bool)
    seen[chance.permutation(setting.samples)[: setting.labelled]] = True
    owner = np.arange(setting.samples) // MEMBERS if setting.clustered else np.zeros_like(seen)
    cells = judge.astype(np.int64) * 3 + np.where(seen, human, 2).astype(np.int64)
    names, counts = np.unique(owner.astype(np.int64) * len(ROWS) + cells, return_counts=True)
    bags: dict[Place, dict[Evidence, int]] = {}
    for name, count in zip(names.tolist(), counts.tolist(), strict=True):
        unit, cell = divmod(name, len(ROWS))
        place = (str(unit),) if setting.clustered else ()
        bags.setdefault(place, {})[ROWS[cell]] = count
    keyed = Keyed({place: Bag(rows) for place, rows in bags.items()})
    return Pool(("cluster",) if setting.clustered else (), keyed)


def plan_of(setting: Setting, way: Way, trial: int) -> Plan:
    """Say what is asked in one trial."""
    plan = Plan(ends=Ends(way.value), level=LEVEL, replicates=REPLICATES, seed=trial)
    return evolve(plan, cluster="cluster" if setting.clustered else None)


def interval(definition: Definition, pool: Pool, plan: Plan, trial: int) -> Interval | Undefined:
    """Make an interval as `estimate` does; where nothing is drawn, without what it does besides.

    Raises RuntimeError where `estimate` itself gives another one, which is asked now and then.
    """
    if plan.ends is not Ends.JACKKNIFE or not isinstance(definition, Estimator):
        return estimate(definition, pool, plan).interval
    things = [(row, n) for bag in pool.keyed.bags.values() for row, n in bag.counts.items()]
    score = exact_value(definition, lambda: things)
    found: Interval | Undefined = score if isinstance(score, Undefined) else Undefined("")
    if isinstance(score, Defined):
        units = units_of(definition, pool, plan.cluster)
        found = jackknife_interval(definition, units, float(score.value), LEVEL)
    if trial % CHECKED == 0 and found != estimate(definition, pool, plan).interval:
        message = f"the interval of its parts: got {found} of {definition}"
        raise RuntimeError(message)
    return found


def simulated(task: tuple[Setting, int]) -> Results:
    """Run the trials of one setting: half of them for clusters; an eighth for resamples."""
    setting, trials = task[0], task[1] // (2 if task[0].clustered else 1)
    covered, given, number = (Counter[tuple[str, Way]]() for _ in range(3))
    width: dict[tuple[str, Way], float] = {}
    for trial in range(trials):
        pool = pooled(setting, trial)
        for name, definition in DEFINITIONS.items():
            seen = evolve(pool, observing=observing(definition))
            for way in Way:
                if way is not Way.JACKKNIFE and (name != "ppi" or trial % FEWER or seen.names):
                    continue
                key = name, way
                number[key] += 1
                found = interval(definition, seen, plan_of(setting, way, trial), trial)
                if isinstance(found, Interval):
                    given[key] += 1
                    covered[key] += found.holds(setting.rate)
                    width[key] = width.get(key, 0.0) + found.high - found.low
    return {
        key: Held(number[key], given[key], covered[key], width.get(key, 0.0) / max(1, given[key]))
        for key in number
    }


def settings() -> Iterator[Setting]:
    """List all settings; those of clusters are fewer, since each costs more."""
    for samples, share, rate, judge in product(SIZES, SHARES, RATES, Judge):
        yield Setting(samples, share, Units.SAMPLES, rate, judge)
    few = (Judge.USELESS, Judge.LENIENT, Judge.GOOD)
    for samples, share, rate, judge in product(SIZES[:3], SHARES, (0.02, 0.5, 0.9), few):
        yield Setting(samples, share, Units.CLUSTERS, rate, judge)


INTRODUCTION = """
## Judged evidence

How often a 95 % interval of a rate holds it, in percent, where a judge saw all samples and humans a
part, drawn at random. Each row has {settings} settings without clusters: a rate of 2, 10, 50, 90 or
98 %, and a judge that is useless, lenient, fair, good or perfect (sensitivity and specificity
{judges}); of clusters {clustered}: rates of 2, 50 and 90 %, a useless, a lenient and a good judge.
Shown is the worst of them, and in brackets the mean. A cluster has {members} samples, which are
alike in half of the cases. Each setting has {trials:,} trials, of clusters half as many: a share of
95 % has a standard error of {error:.1f} points in them. A trial without an interval counts in none.

All but the last two are of the jackknife, which `measurand judge` gives. `make calibration` fails
where one holds what is true less often than in 95 % by over {sigmas} standard errors, in any
setting; as there are many, one that seems to is drawn again, with ten times the trials. They are
conservative where labels are few. Percentiles of resamples, and BCa, are shown for `ppi`
({replicates} resamples, an eighth of the trials): they do not hold it where labels are few, or
rates near 0 or 1.
"""


def section(found: Mapping[Setting, Results], trials: int) -> Iterator[str]:
    """Write the part of the page."""
    error = 100 * sqrt(float(LEVEL * (1 - LEVEL)) / trials)
    judges = ", ".join(f"{one.value[0]:g} and {one.value[1]:g}" for one in Judge)
    yield INTRODUCTION.format(
        settings=len(RATES) * len(Judge),
        judges=judges,
        clustered=9,
        members=MEMBERS,
        trials=trials,
        error=error,
        sigmas=SIGMAS,
        replicates=REPLICATES,
    )
    keys = [
        *((name, Way.JACKKNIFE) for name in DEFINITIONS),
        ("ppi", Way.PERCENTILE),
        ("ppi", Way.BCA),
    ]
    heads = [name if way is Way.JACKKNIFE else f"{name}, {way.value}" for name, way in keys]
    yield f"| units | samples | labels | {' | '.join(heads)} | width of ppi, of humans alone |"
    yield f"| --- |{' ---: |' * (len(heads) + 3)}"
    rows = dict.fromkeys((one.units, one.samples, one.share) for one in found)
    for units, samples, share in rows:
        some = [
            results
            for one, results in found.items()
            if (one.units, one.samples, one.share) == (units, samples, share)
        ]
        labels = max(2, round(samples * share))
        cells = [_worst([one[key] for one in some if key in one]) for key in keys]
        widths = [_width(some, name) for name in ("ppi", "humans alone")]
        row = (units.value, f"{samples:,}", f"{labels:,}", *cells, ", ".join(widths))
        yield f"| {' | '.join(row)} |"


def _worst(some: Sequence[Held]) -> str:
    if not some or not any(one.given for one in some):
        return ""
    worst = 100 * min(one.share for one in some)
    mean = 100 * sum(one.covered for one in some) / sum(one.given for one in some)
    return f"{worst:.1f} ({mean:.1f})"


def _width(some: Sequence[Results], name: str) -> str:
    held = [one[name, Way.JACKKNIFE] for one in some]
    return f"{sum(one.width for one in held) / len(held):.3f}"


PATHS = """
### Looked at after every sample

How often, in percent of {trials:,} streams of {length:,} samples, every interval holds the rate: of
a confidence sequence, and of Wilson's interval, made anew after every tenth sample; and how wide
the last one is.

| rate | confidence_sequence | wilson | width of the sequence, of wilson |
| ---: | ---: | ---: | ---: |
"""
LENGTH = 1000


def paths(trials: int) -> Iterator[str]:
    """Write how often whole streams of intervals hold a rate."""
    yield PATHS.format(trials=trials, length=LENGTH).rstrip("\n")
    for rate in RATES:
        held, alone, last = 0, 0, [0.0, 0.0]
        for trial in range(trials):
            drawn = generator(("paths", str(rate)), trial).random(LENGTH) < rate
            values = drawn.astype(np.float64).tolist()
            every = confidence_sequence(values, LEVEL)
            fixed = [wilson(int(sum(values[:at])), at, LEVEL) for at in range(10, LENGTH + 1, 10)]
            held += all(one.holds(rate) for one in every)
            alone += all(isinstance(one, Interval) and one.holds(rate) for one in fixed)
            for at, one in enumerate((every[-1], fixed[-1])):
                last[at] += one.high - one.low if isinstance(one, Interval) else 0.0
        widths = ", ".join(f"{one / trials:.3f}" for one in last)
        shares = f"{100 * held / trials:.1f} | {100 * alone / trials:.1f}"
        yield f"| {rate:.0%} | {shares} | {widths} |"


def again(found: Mapping[Setting, Results], trials: int) -> Sequence[tuple[Setting, int]]:
    """List what is drawn again: of many settings some seem to hold too little by chance alone."""
    return [(setting, trials * 10) for setting in found if broken({setting: found[setting]})]


def broken(found: Mapping[Setting, Results]) -> list[str]:
    """List the settings in which an interval that is offered holds too little."""
    return [
        f"{name} in {setting}: {held.covered} of {held.given}"
        for setting, results in found.items()
        for (name, way), held in results.items()
        if way is Way.JACKKNIFE and not held.fits
    ]
