"""Intervals of judged evidence, by simulation: how often they hold what is true.

A setting is how many samples there are, which share of them is labelled, how often humans say 1,
and how good the judge is. Samples are independent, or come in clusters that share part of what
makes them so and of what makes the judge err. Of the settings of one row the page shows the worst,
so that no mean hides it. Intervals are made for all trials at once (`calibration_batch`), and in
every so many trials held to those of `estimate`, which users have.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import sqrt

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray
from scipy.stats import binom

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.draws import generator
from measurand.evidence.evidence import Amount, Evidence, Facts, Joint
from measurand.evidence.pool import Place, Pool
from measurand.inference.comparison import estimate
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Plan
from measurand.inference.rates import wilson
from measurand.inference.sequences import confidence_sequence
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.family import Estimator
from measurand.metrics.signature import parse
from measurand.values.score import Undefined
from tests.benchmarks.calibration_batch import (
    Held,
    Intervals,
    Units,
    blocks,
    held,
    jackknifed,
    units_of,
)

LEVEL = Fraction(19, 20)
SIZES, SHARES = (50, 200, 1000, 5000), (Fraction(1, 20), Fraction(1, 5), Fraction(1, 2))
RATES = (0.02, 0.1, 0.5, 0.9, 0.98)
MEMBERS, REPLICATES, RESAMPLED = 5, 499, 25
CHECKED = 100
"""Every so many trials the interval is also made by `estimate`, and must be the same."""
SIGMAS = 3
_NAMES = "judge=judge,human=human"
DEFINITIONS = {
    "ppi": parse(f"ppi({_NAMES})"),
    "ppi, lambda=1": parse(f"ppi({_NAMES},lambda=1)"),
    "humans alone": parse(f"ppi({_NAMES},lambda=0)"),
    "rogan_gladen": parse(f"rogan_gladen({_NAMES})"),
    "judge_bias": parse(f"judge_bias({_NAMES})"),
}
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Judge(Enum):
    """A judge by its sensitivity and its specificity."""

    USELESS = (0.5, 0.5)
    LENIENT = (0.95, 0.5)
    FAIR = (0.8, 0.7)
    GOOD = (0.95, 0.9)
    PERFECT = (1.0, 1.0)


class Dependence(Enum):
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
    units: Dependence
    rate: float
    judge: Judge

    @property
    def clustered(self) -> bool:
        """Tell whether samples come in clusters."""
        return self.units is Dependence.CLUSTERS

    @property
    def labelled(self) -> int:
        """Count the labelled samples: at least two."""
        return max(2, round(self.samples * self.share))


Results = Mapping[tuple[str, Way], Held]


@frozen
class Done:
    """What came of the trials of one setting."""

    setting: Setting
    results: Results

    @property
    def key(self) -> Hashable:
        """Say what it is of."""
        return self.setting


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


def codes_of(setting: Setting, trial: int) -> Integers:
    """Draw the samples of a trial, as codes of `ROWS`; labelled ones are at random from all."""
    human, judge = verdicts(setting, trial)
    chance = generator(("labels", setting.samples, str(setting.share)), trial)
    seen = np.zeros(setting.samples, dtype=bool)
    seen[chance.permutation(setting.samples)[: setting.labelled]] = True
    return judge.astype(np.int64) * 3 + np.where(seen, human, 2).astype(np.int64)


def owners(setting: Setting) -> Integers | None:
    """Say in which cluster a sample is."""
    return np.arange(setting.samples) // MEMBERS if setting.clustered else None


def pooled(setting: Setting, codes: Integers) -> Pool:
    """Pool the samples of a trial."""
    owner = owners(setting)
    bags: dict[Place, Counter[Evidence]] = {}
    for at, code in enumerate(codes.tolist()):
        place = () if owner is None else (str(owner[at]),)
        bags.setdefault(place, Counter())[ROWS[code]] += 1
    keyed = Keyed({place: Bag(rows) for place, rows in bags.items()})
    return Pool(("cluster",) if setting.clustered else (), keyed)


def plan_of(setting: Setting, way: Way, trial: int) -> Plan:
    """Say what is asked in one trial."""
    plan = Plan(ends=Ends(way.value), level=LEVEL, replicates=REPLICATES, seed=trial)
    return evolve(plan, cluster="cluster" if setting.clustered else None)


def simulated(task: tuple[Setting, int]) -> Done:
    """Run the trials of one setting; so many of them for resamples."""
    setting, trials = task
    found: dict[str, list[Intervals]] = {name: [] for name in DEFINITIONS}
    cells = setting.samples if setting.clustered else max(setting.samples, len(ROWS) ** 2)
    for block in blocks(trials, 2 * cells):
        codes = np.stack([codes_of(setting, trial) for trial in block])
        units = units_of(codes, owners(setting), len(ROWS))
        for name, definition in DEFINITIONS.items():
            if not isinstance(definition, Estimator):
                continue
            some = jackknifed(definition, ROWS, units, LEVEL)
            found[name].append(some)
            for at, trial in enumerate(block):
                if trial % CHECKED == 0:
                    other = _asked(definition, setting, codes[at], (Way.JACKKNIFE, trial))
                    if not some.same(at, other):
                        message = f"the same interval: got {some.low[at]} and {other} of {name}"
                        raise RuntimeError(message)
    truth = dict.fromkeys(found, setting.rate) | {"judge_bias": off(setting)}
    shares = {(name, Way.JACKKNIFE): held(some, truth[name]) for name, some in found.items()}
    more = {} if setting.clustered else _resampled(setting, trials)
    return Done(setting, {**shares, **more})


def off(setting: Setting, favour: float = 0.0) -> float:
    """Say how far the judge is off in truth, which takes so much more for so of what is not."""
    sensitivity, specificity = setting.judge.value
    wrong = min(sensitivity, 1 - specificity + favour)
    return (1 - setting.rate) * wrong - setting.rate * (1 - sensitivity)


def _asked(
    definition: Definition, setting: Setting, codes: Integers, how: tuple[Way, int]
) -> Interval | Undefined:
    pool = evolve(pooled(setting, codes), observing=observing(definition))
    return estimate(definition, pool, plan_of(setting, *how)).interval


def _resampled(setting: Setting, trials: int) -> Results:
    found: dict[tuple[str, Way], list[Interval]] = {}
    number = min(trials, RESAMPLED)
    for trial in range(number):
        codes = codes_of(setting, trial)
        for way in (Way.PERCENTILE, Way.BCA):
            one = _asked(DEFINITIONS["ppi"], setting, codes, (way, trial))
            found.setdefault(("ppi", way), []).extend([one] if isinstance(one, Interval) else [])
    return {
        key: Held(
            number,
            len(some),
            sum(one.holds(setting.rate) for one in some),
            sum(one.high - one.low for one in some) / max(1, len(some)),
        )
        for key, some in found.items()
    }


def settings() -> Iterator[Setting]:
    """List all settings; those of clusters are fewer, since each costs more."""
    for samples, share, rate, judge in product(SIZES, SHARES, RATES, Judge):
        yield Setting(samples, share, Dependence.SAMPLES, rate, judge)
    few = (Judge.USELESS, Judge.LENIENT, Judge.GOOD)
    for samples, share, rate, judge in product(SIZES[:3], SHARES, RATES, few):
        yield Setting(samples, share, Dependence.CLUSTERS, rate, judge)


def told(setting: Setting) -> str:
    """Say a setting in words."""
    judge, units = setting.judge.name.lower(), setting.units.value
    many = (
        f"{setting.samples:,} samples in {units}"
        if setting.clustered
        else f"{setting.samples:,} samples"
    )
    return f"{many}, {setting.labelled:,} labels, a rate of {setting.rate:g}, {judge}"


def listed(shares: Sequence[float]) -> str:
    """Write shares in percent.

    >>> listed([0.02, 0.5, 1 / 3])
    '2, 50 or 33 %'
    """
    *some, last = (f"{100 * share:.0f}" for share in shares)
    return f"{', '.join(some)} or {last} %"


TITLE = "## Judged evidence\n"
INTRODUCTION = """
## Judged evidence

How often a 95 % interval of a rate holds it (or of how far the judge is off), in percent, where a
judge saw all samples and humans a part, drawn at random. Each row has {settings} settings without
clusters: a rate of {rates}, and a judge that is useless, lenient, fair,
good or perfect (sensitivity and specificity {judges}); of clusters {clustered}: a
useless, a lenient and a good judge. Shown is the worst of them, and in brackets the mean. A cluster
has {members} samples, which are alike in half of the cases. Each setting has {trials:,} trials: a
share of 95 % has a standard error of {error:.1f} points in them. A trial without an interval counts
in none.

All but the last two are of the jackknife, which `measurand judge` gives. `make calibration` fails
where one holds what is true less often than in 95 % by over {sigmas} standard errors, in any
setting; as there are many, one that seems to is drawn again, with ten times the trials. Of humans
alone it is less often than whole counts allow, as below. They are
conservative where labels are few. Percentiles of resamples, and BCa, are shown for `ppi`
({replicates} resamples, {resampled} trials): they do not hold it where labels are few, or rates are
near 0 or 1.
"""


def section(found: Sequence[Done], trials: int) -> Iterator[str]:
    """Write the part of the page."""
    error = 100 * sqrt(float(LEVEL * (1 - LEVEL)) / trials)
    judges = ", ".join(f"{one.value[0]:g} and {one.value[1]:g}" for one in Judge)
    yield INTRODUCTION.format(
        settings=len(RATES) * len(Judge),
        rates=listed(RATES),
        judges=judges,
        clustered=len(RATES) * 3,
        members=MEMBERS,
        trials=trials,
        error=error,
        sigmas=SIGMAS,
        replicates=REPLICATES,
        resampled=RESAMPLED,
    )
    keys = [
        *((name, Way.JACKKNIFE) for name in DEFINITIONS),
        ("ppi", Way.PERCENTILE),
        ("ppi", Way.BCA),
    ]
    heads = [name if way is Way.JACKKNIFE else f"{name}, {way.value}" for name, way in keys]
    yield f"| units | samples | labels | {' | '.join(heads)} | width of ppi, of humans alone |"
    yield f"| --- |{' ---: |' * (len(heads) + 3)}"
    rows = dict.fromkeys(map(_row_of, found))
    for units, samples, share in rows:
        some = [one.results for one in found if _row_of(one) == (units, samples, share)]
        labels = max(2, round(samples * share))
        cells = [_worst([one[key] for one in some if key in one]) for key in keys]
        widths = [_width(some, name) for name in ("ppi", "humans alone")]
        row = (units.value, f"{samples:,}", f"{labels:,}", *cells, ", ".join(widths))
        yield f"| {' | '.join(row)} |"


def _row_of(one: Done) -> tuple[Dependence, int, Fraction]:
    return one.setting.units, one.setting.samples, one.setting.share


def _worst(some: Sequence[Held]) -> str:
    if not some or not any(one.given for one in some):
        return ""
    worst = 100 * min(one.share for one in some)
    mean = 100 * sum(one.covered for one in some) / sum(one.given for one in some)
    return f"{worst:.1f} ({mean:.1f})"


def _width(some: Sequence[Results], name: str) -> str:
    held = [one[name, Way.JACKKNIFE] for one in some]
    return f"{sum(one.width for one in held) / len(held):.3f}"


EXACT_TITLE, PATHS_TITLE = "### Humans alone, exactly\n", "### Looked at after every sample\n"
EXACT = f"""
{EXACT_TITLE}
Labels of humans alone that are independent are a count of ones: how often their interval holds the
rate is the sum of the chances of all counts whose interval does, in percent. Counts are whole, so
it cannot be the same for all rates; where it is less than 95 %, a simulation is held to it.

| samples | labels | {{rates}} |
| ---: | ---: |{{rule}}
"""


@lru_cache(maxsize=2**10)
def known(samples: int, labelled: int, rate: float) -> float:
    """Compute how often an interval of humans alone holds the rate, of independent samples.

    A judge does not matter to it, so it may say one thing of all.
    """
    ones = np.arange(labelled + 1)
    times = np.zeros((labelled + 1, len(ROWS)))
    times[:, 0], times[:, 1], times[:, 2] = labelled - ones, ones, samples - labelled
    units = Units(np.broadcast_to(np.eye(len(ROWS)), (*times.shape, len(ROWS))), times)
    of = DEFINITIONS["humans alone"]
    if not isinstance(of, Estimator):
        message = f"an estimate: got {of}"
        raise TypeError(message)
    found = jackknifed(of, ROWS, units, LEVEL)
    chances = binom.pmf(ones, labelled, rate)
    holds = (found.low <= rate) & (rate <= found.high)
    return float(chances[holds].sum() / chances[found.given].sum())


def exact() -> Iterator[str]:
    """Write how often intervals of humans alone hold a rate, by summing up chances."""
    rates = " | ".join(f"{rate:.0%}" for rate in RATES)
    yield EXACT.format(rates=rates, rule=" ---: |" * len(RATES)).rstrip("\n")
    for samples, share in product(SIZES, SHARES):
        labels = max(2, round(samples * share))
        cells = [f"{100 * known(samples, labels, rate):.2f}" for rate in RATES]
        yield f"| {samples:,} | {labels:,} | {' | '.join(cells)} |"


def expected(name: str, setting: Setting) -> Fraction:
    """Say how often an interval should hold what is true: its level, or what counts allow."""
    if name != "humans alone" or setting.clustered:
        return LEVEL
    return min(LEVEL, Fraction(known(setting.samples, setting.labelled, setting.rate)))


PATHS = f"""
{PATHS_TITLE}
How often, in percent of {{trials:,}} streams of {{length:,}} samples, every interval holds the
rate: of a confidence sequence, and of Wilson's interval, made anew after every tenth sample; and
how wide the last one is.

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


def again(found: Sequence[Done], trials: int) -> Sequence[tuple[Setting, int]]:
    """List what is drawn again: of many settings some seem to hold too little by chance alone."""
    return [(one.setting, trials * 10) for one in found if broken([one])]


def broken(found: Sequence[Done]) -> list[str]:
    """List the settings in which an interval that is offered holds too little."""
    return [
        f"{name}, {told(one.setting)}: {held}"
        for one in found
        for (name, way), held in one.results.items()
        if way is Way.JACKKNIFE and not held.fits(expected(name, one.setting), SIGMAS)
    ]
