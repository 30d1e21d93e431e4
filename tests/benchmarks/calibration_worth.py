"""Intervals of what a judge is worth on its labelled samples, by simulation.

All samples here are labelled, as nothing is said of others. They are independent, or come in
clusters of which half of the samples, or all, are alike. Intervals are made for all trials at once,
by formulas of the four counts of verdicts that are written here a second time, and in every so many
trials held to those of `judgement`, which users have.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
from attrs import frozen

from measurand.algebra.draws import generator
from measurand.inference.interval import Ends
from measurand.inference.judged import HUMAN, JUDGE, WORTH, Named, judgement
from measurand.inference.plan import Plan
from measurand.values.sample import Sample
from tests.benchmarks.calibration_batch import (
    Held,
    Integers,
    Intervals,
    Numbers,
    Units,
    blocks,
    both,
    degrees,
    design_effects,
    held,
    quotient,
    t_of,
    units_of,
)
from tests.benchmarks.calibration_judged import LEVEL, SIGMAS, Judge, listed

RATES = (0.05, 0.5, 0.95)
JUDGES = (Judge.USELESS, Judge.LENIENT, Judge.GOOD, Judge.PERFECT)
UNITS = {1: (10, 50, 250, 1000), 5: (10, 50, 200), 20: (10, 25, 100)}
"""How many units are labelled, by the samples of each."""
ALIKE = {Fraction(1, 2): "half", Fraction(1): "all"}
CHECKED = 250
_KINDS = 4
"""Verdicts as codes: twice that of the judge and that of the human."""


def _agreement(counts: Numbers) -> Numbers:
    return quotient(counts[..., 0] + counts[..., 3], counts.sum(axis=-1))


def _ones(counts: Numbers) -> tuple[Numbers, Numbers]:
    every = counts.sum(axis=-1)
    judge, human = counts[..., 2] + counts[..., 3], counts[..., 1] + counts[..., 3]
    return quotient(judge, every), quotient(human, every)


def _kappa(counts: Numbers) -> Numbers:
    judge, human = _ones(counts)
    by_chance = judge * human + (1 - judge) * (1 - human)
    return quotient(_agreement(counts) - by_chance, 1 - by_chance)


def _ac1(counts: Numbers) -> Numbers:
    judge, human = _ones(counts)
    one = (judge + human) / 2
    by_chance = 2 * one * (1 - one)
    return quotient(_agreement(counts) - by_chance, 1 - by_chance)


def _share(top: int, other: int) -> Callable[[Numbers], Numbers]:
    return lambda counts: quotient(counts[..., top], counts[..., top] + counts[..., other])


FORMULAS: Mapping[Named, Callable[[Numbers], Numbers]] = {
    Named.SENSITIVITY: _share(3, 1),
    Named.SPECIFICITY: _share(0, 2),
    Named.PRECISION: _share(3, 2),
    Named.AGREEMENT: _agreement,
    Named.KAPPA: _kappa,
    Named.AC1: _ac1,
}
LOWEST = {Named.KAPPA: -1.0, Named.AC1: -1.0}


@frozen
class Setting:
    """So many units of so many samples, of which a share is alike, and how often humans say 1."""

    units: int
    members: int
    alike: Fraction
    rate: float
    judge: Judge

    @property
    def kind(self) -> str:
        """Say what the units are."""
        if self.members == 1:
            return "samples"
        return f"clusters of {self.members}, {ALIKE[self.alike]} alike"


@frozen
class Done:
    """What came of the trials of a setting."""

    setting: Setting
    results: Mapping[str, Held]

    @property
    def key(self) -> Hashable:
        """Say what it is of."""
        return self.setting


def settings() -> Iterator[Setting]:
    """List all settings."""
    for members, numbers in UNITS.items():
        shares = tuple(ALIKE) if members > 1 else (Fraction(0),)
        for alike, units, rate, judge in product(shares, numbers, RATES, JUDGES):
            yield Setting(units, members, alike, rate, judge)


def truth(setting: Setting) -> Mapping[Named, float]:
    """Say what is true of a judge; what is of nothing, and so undefined, is left out."""
    (sensitivity, specificity), rate = setting.judge.value, setting.rate
    shares = np.array([(1 - rate) * specificity, rate * (1 - sensitivity)])
    every = np.array([*shares, (1 - rate) * (1 - specificity), rate * sensitivity])
    return {name: float(formula(every)) for name, formula in FORMULAS.items()}


def codes_of(setting: Setting, trial: int) -> Integers:
    """Draw the verdicts of a trial."""
    words = (str(setting.units), str(setting.members), str(setting.alike), str(setting.rate))
    chance = generator(("worth", *words, setting.judge.name), trial)
    number = setting.units * setting.members
    luck = chance.random((2, number))
    if setting.members > 1:
        alike = chance.random((2, number)) < float(setting.alike)
        luck = np.where(alike, chance.random((2, setting.units))[:, owners(setting)], luck)
    human = luck[0] < setting.rate
    sensitivity, specificity = setting.judge.value
    judge = luck[1] < np.where(human, sensitivity, 1 - specificity)
    return np.asarray(2 * judge.astype(np.int64) + human)


def owners(setting: Setting) -> Integers:
    """Say in which unit a sample is."""
    return np.arange(setting.units * setting.members) // setting.members


def intervals(name: Named, units: Units) -> Intervals:
    """Make the intervals of a number, a row a trial."""
    formula, low = FORMULAS[name], LOWEST.get(name, 0.0)

    def pulls(some: Units) -> Numbers:
        without = _left_out(formula, some)
        return np.asarray(without - _mean(without, some.times)[:, None])

    added = range(_KINDS)
    times = design_effects(units, added, np.ones(_KINDS, dtype=bool), pulls, more=1)
    observed = formula(units.all)
    wide = _ends(formula, units.within(added, _KINDS, times), (low, observed))
    return both(wide, _ends(formula, units, (low, observed))) if name is Named.AC1 else wide


def _ends(
    formula: Callable[[Numbers], Numbers], units: Units, known: tuple[float, Numbers]
) -> Intervals:
    """Go t errors to either side, within what can be; where none are known there is no interval."""
    lowest, observed = known
    without, number = _left_out(formula, units), units.times.sum(axis=1)
    pull = without - _mean(without, units.times)[:, None]
    error = np.sqrt((number - 1) / number * (units.times * pull**2).sum(axis=1))
    middle = formula(units.all)
    reach = t_of(LEVEL, degrees(pull, units.times, number)) * error
    low = np.minimum(np.maximum(lowest, middle - reach), observed)
    high = np.maximum(np.minimum(1.0, middle + reach), observed)
    return Intervals(low, high, np.full(len(low), np.nan))


def _left_out(formula: Callable[[Numbers], Numbers], units: Units) -> Numbers:
    without = formula(units.all[:, None, :] - units.held)
    # A unit that is there 0 times is none that could be left out.
    return np.where(units.times == 0, formula(units.all)[:, None], without)


def _mean(values: Numbers, times: Numbers) -> Numbers:
    return np.asarray((times * values).sum(axis=1) / times.sum(axis=1))


def simulated(task: tuple[Setting, int]) -> Done:
    """Run the trials of a setting."""
    setting, trials = task
    owner = None if setting.members == 1 else owners(setting)
    found: dict[Named, list[Intervals]] = {name: [] for name in WORTH}
    for block in blocks(trials, 2 * _KINDS * max(setting.units, _KINDS)):
        codes = np.stack([codes_of(setting, trial) for trial in block])
        units = units_of(codes, owner, _KINDS)
        for name in WORTH:
            found[name].append(intervals(name, units))
        for at, trial in enumerate(block):
            if trial % CHECKED == 0:
                _check(setting, codes[at], {name: some[-1] for name, some in found.items()}, at)
    true = truth(setting)
    return Done(setting, {_word(name): held(some, true[name]) for name, some in found.items()})


def _word(name: Named) -> str:
    return name.name.lower()


def _check(setting: Setting, codes: Integers, found: Mapping[Named, Intervals], at: int) -> None:
    """Raise RuntimeError where users have another interval."""
    samples = [
        Sample(
            id=str(place),
            amounts=((HUMAN, Fraction(code % 2)), (JUDGE, Fraction(code // 2))),
            groups=(("cluster", str(place // setting.members)),),
        )
        for place, code in enumerate(codes.tolist())
    ]
    cluster = "cluster" if setting.members > 1 else None
    plan = Plan(ends=Ends.JACKKNIFE, level=LEVEL, cluster=cluster, replicates=9)
    for one in judgement(samples, plan).worth:
        if not found[one.name].same(at, one.interval):
            some = found[one.name]
            message = f"the same interval: got {some.low[at]}, {some.high[at]} and {one.interval}"
            raise RuntimeError(f"{message} of {one.name} in {setting}")


TITLE = "### What the judge is worth\n"
INTRODUCTION = f"""
{TITLE}
How often a 95 % interval of what the judge is worth holds it, in percent, where all samples are
labelled: they are independent, or come in clusters of 5 or 20, of which half of the samples or all
are alike. Humans say 1 in {{rates}}, and the judge is useless, lenient, good or perfect. Shown is
the worst, and in brackets the mean; trials without a number, as none of the samples tells of it,
count in none.

| units | number | trials | {{names}} | width of sensitivity, of kappa |
| --- | ---: | ---: |{{rule}}
"""


def section(found: Sequence[Done]) -> Iterator[str]:
    """Write the part of the page."""
    names = [_word(name) for name in WORTH]
    rule = " ---: |" * (len(names) + 1)
    yield INTRODUCTION.format(rates=listed(RATES), names=" | ".join(names), rule=rule).rstrip("\n")
    for kind, units in dict.fromkeys((one.setting.kind, one.setting.units) for one in found):
        some = [
            one.results for one in found if (one.setting.kind, one.setting.units) == (kind, units)
        ]
        cells = [_cell([one[name] for one in some]) for name in names]
        widths = (sum(one[name].width for one in some) / len(some) for name in (names[0], names[4]))
        trials = min(one.trials for results in some for one in results.values())
        last = ", ".join(f"{one:.3f}" for one in widths)
        yield f"| {' | '.join((kind, f'{units:,}', f'{trials:,}', *cells, last))} |"


def _cell(some: Sequence[Held]) -> str:
    worst = 100 * min(one.share for one in some)
    mean = 100 * sum(one.covered for one in some) / max(1, sum(one.given for one in some))
    return f"{worst:.1f} ({mean:.1f})"


def again(found: Sequence[Done], trials: int) -> Sequence[tuple[Setting, int]]:
    """List what is drawn again: of many settings some seem to hold too little by chance alone."""
    return [(one.setting, trials * 10) for one in found if broken([one])]


def broken(found: Sequence[Done]) -> list[str]:
    """List the settings in which an interval holds too little."""
    return [
        f"{name} of {one.setting.units:,} {one.setting.kind}, a rate of {one.setting.rate:g}, "
        f"{one.setting.judge.name.lower()}: {some}"
        for one in found
        for name, some in one.results.items()
        if not some.fits(LEVEL, SIGMAS)
    ]
