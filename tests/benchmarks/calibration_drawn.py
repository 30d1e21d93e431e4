"""Intervals where labels are not drawn alike from all samples, by simulation.

Samples are of four strata, in which humans say 1 more and less often. Labels are drawn within each
stratum, the same number of each; or by chances, which are larger where the judge says 1; or whole
clusters are labelled. Intervals are those of `estimate`, which users have.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import product

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.draws import generator
from measurand.evidence.evidence import Amount, Evidence, Facts, Joint
from measurand.evidence.pool import Place, Pool
from measurand.inference.comparison import estimate
from measurand.inference.interval import Ends
from measurand.inference.plan import Plan
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.family import Estimator
from measurand.metrics.signature import parse
from tests.benchmarks.calibration_batch import (
    Held,
    Intervals,
    Units,
    blocks,
    held,
    jackknifed,
    units_of,
)
from tests.benchmarks.calibration_judged import CHECKED, LEVEL, MEMBERS, SIGMAS, Judge, listed

STRATA = (0.5, 0.3, 0.15, 0.05)
"""How many of the samples each stratum has."""
APART = (0.0, 1.0, -1.0, 2.0)
"""By how much the logarithm of odds that humans say 1 is larger in each."""
FAVOURED = 4
"""How many times larger the chance of a label is where the judge says 1."""
SIZES, SHARES = (200, 1000), (Fraction(1, 5), Fraction(1, 2))
LARGE = 20
"""Members of larger clusters, of which few are labelled."""
RATES = (0.05, 0.5, 0.95)
JUDGES = (Judge.LENIENT, Judge.GOOD)
_NAMES, NAMED = "judge=judge,human=human", ("ppi", "humans alone", "judge_bias")
ALIKE = {Fraction(0): "none", Fraction(1, 2): "half", Fraction(1): "all"}
"""Which share of the samples of a cluster is alike."""
_FEWEST = 2
"""Clusters that are labelled."""
Integers = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Way(Enum):
    """How labels are drawn; the value is the option that says so, where there is one."""

    WITHIN = ",drawn=within[stratum]"
    CHANCE = ",drawn=chance[chance]"
    CLUSTERS = ""

    @property
    def definitions(self) -> Mapping[str, Definition]:
        """Give what is estimated."""
        return {
            name: parse(f"{of}({_NAMES}{more}{self.value})")
            for name, of, more in zip(
                NAMED, ("ppi", "ppi", "judge_bias"), ("", ",lambda=0", ""), strict=True
            )
        }


@frozen
class Setting:
    """How labels are drawn, how many samples there are, and how large a share of them is labelled.

    `rate` is how often humans say 1 in the first stratum; clusters have so many `members`, and such
    a share of them is `alike`.
    """

    way: Way
    samples: int
    share: Fraction
    rate: float
    judge: Judge
    members: int = MEMBERS
    alike: Fraction = Fraction(1, 2)

    @property
    def drawn(self) -> str:
        """Say how labels are drawn."""
        if self.way is not Way.CLUSTERS:
            return self.way.name.lower()
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


def rates_of(setting: Setting) -> NDArray[np.float64]:
    """Say how often humans say 1 in each stratum."""
    odds = setting.rate / (1 - setting.rate) * np.exp(np.array(APART))
    return np.asarray(odds / (1 + odds))


def truth(setting: Setting) -> Mapping[str, float]:
    """Say what is true of all samples."""
    rate = float(np.array(STRATA) @ rates_of(setting))
    sensitivity, specificity = setting.judge.value
    said = rate * sensitivity + (1 - rate) * (1 - specificity)
    return dict(zip(NAMED, (rate, rate, said - rate), strict=True))


def codes_of(setting: Setting, trial: int) -> Integers:
    """Draw the samples of a trial, and which of them are labelled, as codes of the kinds."""
    words = [setting.way.name, str(setting.share), str(setting.rate), setting.judge.name]
    if setting.members != MEMBERS:
        words.append(str(setting.members))
    chance = generator(("drawn", setting.samples, *words), trial)
    number, owner = setting.samples, owners(setting)
    luck = chance.random((3, number))
    if setting.way is Way.CLUSTERS:
        alike = chance.random((3, number)) < float(setting.alike)
        luck = np.where(alike, chance.random((3, owner[-1] + 1))[:, owner], luck)
    stratum = np.searchsorted(np.cumsum(STRATA)[:-1], luck[0], side="right")
    human = luck[1] < rates_of(setting)[stratum]
    sensitivity, specificity = setting.judge.value
    judge = luck[2] < np.where(human, sensitivity, 1 - specificity)
    seen = _seen(setting, chance, stratum, judge)
    third = stratum if setting.way is Way.WITHIN else 0
    codes = (third * 2 + judge) * 3 + np.where(seen, human, 2)
    return np.asarray(codes, dtype=np.int64)


def _seen(setting: Setting, chance: np.random.Generator, stratum: Integers, judge: Bools) -> Bools:
    """Draw labels."""
    number, seen = setting.samples, np.zeros(setting.samples, dtype=bool)
    match setting.way:
        case Way.WITHIN:
            for at in range(len(STRATA)):
                mine = chance.permutation(np.flatnonzero(stratum == at))
                seen[mine[: round(number * setting.share / len(STRATA))]] = True
            return seen
        case Way.CHANCE:
            least, most = (float(one) for one in chances(setting))
            return np.asarray(chance.random(number) < np.where(judge, most, least))
        case Way.CLUSTERS:
            clusters = chance.permutation(number // setting.members)
            some = clusters[: round(len(clusters) * setting.share)]
            return np.isin(owners(setting), some)


def chances(setting: Setting) -> tuple[Fraction, Fraction]:
    """Give the chance of a label where the judge says 0, and where it says 1."""
    least = setting.share / 2
    return least, min(Fraction(1), FAVOURED * least)


def owners(setting: Setting) -> Integers:
    """Say in which cluster a sample is."""
    return np.arange(setting.samples) // setting.members


def kinds_of(setting: Setting) -> Sequence[Evidence]:
    """List the kinds of samples: the judge's verdict, a human's, and what is read beside them."""
    thirds: Sequence[tuple[Facts, ...]] = [()]
    if setting.way is Way.WITHIN:
        thirds = [(Facts(str(at)),) for at in range(len(STRATA))]
    return [
        Joint((Amount(Fraction(judge)), said, *third, *_chance(setting, judge)))
        for third, judge in product(thirds, (0, 1))
        for said in (Amount(Fraction(0)), Amount(Fraction(1)), Facts(None))
    ]


def _chance(setting: Setting, judge: int) -> tuple[Amount, ...]:
    return (Amount(chances(setting)[judge]),) if setting.way is Way.CHANCE else ()


def simulated(task: tuple[Setting, int]) -> Done:
    """Run the trials of one setting."""
    setting, trials = task
    known, kinds = truth(setting), kinds_of(setting)
    owner = owners(setting) if setting.way is Way.CLUSTERS else None
    found: dict[str, list[Intervals]] = {name: [] for name in known}
    cells = max(setting.samples, (owner[-1] + 1 if owner is not None else 1) * len(kinds))
    for block in blocks(trials, 2 * max(cells, len(kinds) ** 2)):
        codes = np.stack([codes_of(setting, trial) for trial in block])
        units = units_of(codes, owner, len(kinds))
        for name, definition in setting.way.definitions.items():
            if not isinstance(definition, Estimator):
                continue
            some = _of_same(setting.way, definition, kinds, units)
            found[name].append(some)
            for at, trial in enumerate(block):
                if trial % CHECKED == 0:
                    _check(definition, setting, codes[at], (some, at))
    return Done(setting, {name: held(some, known[name]) for name, some in found.items()})


def _of_same(way: Way, definition: Estimator, kinds: Sequence[Evidence], units: Units) -> Intervals:
    """Make intervals of the trials, those together to which the same samples are added."""
    there = units.all > 0
    found = np.full((3, len(there)), np.nan)
    groups: dict[object, list[int]] = {}
    for at, has in enumerate(there):
        # Of chances the least of those that are there is added, of strata one each: all are there.
        groups.setdefault(tuple(has.tolist()) if way is Way.CHANCE else (), []).append(at)
    for mine in groups.values():
        has = there[mine].any(axis=0)
        some = [kinds[at] for at in np.flatnonzero(has).tolist()]
        one = jackknifed(
            definition, some, Units(units.held[mine][:, :, has], units.times[mine]), LEVEL
        )
        found[:, mine] = one.low, one.high, one.p
    return Intervals(*found)


def _check(
    definition: Estimator, setting: Setting, codes: Integers, found: tuple[Intervals, int]
) -> None:
    """Raise RuntimeError where the road that users have gives another interval."""
    clustered, kinds = setting.way is Way.CLUSTERS, kinds_of(setting)
    bags: dict[Place, Counter[Evidence]] = {}
    for owner, code in zip(owners(setting).tolist(), codes.tolist(), strict=True):
        bags.setdefault((str(owner),) if clustered else (), Counter())[kinds[code]] += 1
    keyed = Keyed({place: Bag(rows) for place, rows in bags.items()})
    pool = Pool(("cluster",) if clustered else (), keyed, observing(definition))
    cluster = "cluster" if clustered else None
    plan = Plan(ends=Ends.JACKKNIFE, level=LEVEL, cluster=cluster, replicates=9)
    other = estimate(definition, pool, plan).interval
    some, at = found
    if not some.same(at, other):
        message = f"the same interval: got {some.low[at]}, {some.high[at]} and {other}"
        raise RuntimeError(message)


def settings() -> Iterator[Setting]:
    """List all settings."""
    for one in product((Way.WITHIN, Way.CHANCE), SIZES, SHARES, RATES, JUDGES):
        yield Setting(*one)
    for (members, alike), two in product(
        product((MEMBERS, LARGE), ALIKE), product(SIZES, SHARES, RATES, JUDGES)
    ):
        if two[0] * two[1] >= _FEWEST * members:
            yield Setting(Way.CLUSTERS, *two, members, alike)


def again(found: Sequence[Done], trials: int) -> Sequence[tuple[Setting, int]]:
    """List what is drawn again: of many settings some seem to hold too little by chance alone."""
    return [(one.setting, trials * 10) for one in found if broken([one])]


def broken(found: Sequence[Done]) -> list[str]:
    """List the settings in which an interval holds too little."""
    return [
        f"{name} of labels by {one.setting.drawn}, {told(one.setting)}: {held}"
        for one in found
        for name, held in one.results.items()
        if not held.fits(LEVEL, SIGMAS)
    ]


def told(setting: Setting) -> str:
    """Say a setting in words."""
    many = f"{setting.samples:,} samples, {float(setting.share):.0%} labelled"
    return f"{many}, a rate of {setting.rate:g}, {setting.judge.name.lower()}"


TITLE = "### Labels that are not drawn alike\n"


def section(found: Sequence[Done]) -> Iterator[str]:
    """Write the part of the page."""
    sizes = ", ".join(f"{100 * one:g}" for one in STRATA)
    yield f"""
{TITLE}
The same where labels are drawn within four strata, which have {sizes} % of the samples, as many of
each (`drawn=within[stratum]`); by chances that are {FAVOURED} times larger where the judge says 1
(`drawn=chance[chance]`); and where whole clusters of {MEMBERS} or {LARGE} are labelled, of whose
samples none, half or all are alike. Humans say 1 in {listed(RATES)} of the first
stratum, and in others more or less often. The judge is lenient or good. Shown is the worst, and in
brackets the mean.

| drawn | samples | share | trials | {" | ".join(NAMED)} | width of ppi, of humans alone |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""
    rows: dict[tuple[str, int, Fraction], list[Done]] = {}
    for one in found:
        key = one.setting.drawn, one.setting.samples, one.setting.share
        rows.setdefault(key, []).append(one)
    for (how, samples, share), mine in rows.items():
        some = [one.results for one in mine]
        trials = min(held.trials for results in some for held in results.values())
        cells = [_cell([one[name] for one in some]) for name in NAMED]
        widths = [sum(one[name].width for one in some) / len(some) for name in list(some[0])[:2]]
        row = (how, f"{samples:,}", f"{float(share):.0%}", f"{trials:,}", *cells)
        yield f"| {' | '.join(row)} | {', '.join(f'{one:.3f}' for one in widths)} |"


def _cell(some: Sequence[Held]) -> str:
    worst = 100 * min(one.share for one in some)
    mean = 100 * sum(one.covered for one in some) / sum(one.given for one in some)
    return f"{worst:.1f} ({mean:.1f})"
