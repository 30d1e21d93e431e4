"""Intervals of two systems under one judge and of formulas of counts, and errors over slices.

As for one system (`calibration_judged`): a setting is how many samples there are, which share is
labelled, how often humans say 1, and how good the judge is, in clusters or not. The judge favours
the second system: of its answers that are not so it takes more for so. Of formulas of counts what
is true is known, since all chances are; of slices there is nothing to find in any.
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
from measurand.evidence.evidence import Amount, Evidence, Excluded, Facts, Joint, Observed
from measurand.evidence.pairs import Pair, Pairs
from measurand.evidence.pool import Place, Pool
from measurand.inference.comparison import compare, estimate
from measurand.inference.interval import Ends
from measurand.inference.judged import Named
from measurand.inference.plan import Plan
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.family import Estimator
from measurand.metrics.signature import parse
from measurand.values.tally import Tally
from tests.benchmarks.calibration_batch import (
    Held,
    Intervals,
    Units,
    blocks,
    compared,
    held,
    jackknifed,
    units_of,
)
from tests.benchmarks.calibration_judged import (
    CHECKED,
    LEVEL,
    MEMBERS,
    RATES,
    ROWS,
    SHARES,
    SIGMAS,
    SIZES,
    Dependence,
    Judge,
    Setting,
    listed,
    off,
    owners,
    told,
)

FAVOUR = 0.2
"""How much more of what is not so the judge takes for so, of the second system."""
ALPHA = Fraction(1, 20)
SLICES = 5
KINDS = {
    "corrected, paired": Named.PAIRED,
    "corrected in full": Named.CORRECTED_FULLY,
    "error rates undone": Named.RATES_UNDONE,
    "humans alone": Named.HUMANS_ALONE,
    "judge_bias": Named.BIAS,
}
TESTED = ("corrected, paired", "error rates undone")
FORMULAS = {
    average: parse(
        'rectified(judge=judge,human=human,formula="2*hits / (gold + predicted)",'
        f"average={average})"
    )
    for average in ("micro", "macro")
}
Integers = NDArray[np.int64]
Bools = NDArray[np.bool_]
Results = Mapping[str, Held]


class Shown(Enum):
    """Which part of the page a setting is of."""

    SYSTEMS = "systems"
    FORMULAS = "formulas"
    SLICES = "slices"


def alike(chance: np.random.Generator, owner: Integers | None, number: int) -> NDArray[np.float64]:
    """Draw even numbers; of clusters half are that of the cluster."""
    own = chance.random(number)
    if owner is None:
        return own
    return np.where(chance.random(number) < 1 / 2, chance.random(owner[-1] + 1)[owner], own)


def seen(chance: np.random.Generator, setting: Setting) -> Bools:
    """Draw which samples are labelled, at random from all."""
    labelled = np.zeros(setting.samples, dtype=bool)
    labelled[chance.permutation(setting.samples)[: setting.labelled]] = True
    return labelled


def two_verdicts(setting: Setting, chance: np.random.Generator) -> tuple[Integers, Integers]:
    """Draw what humans say of both systems and what the judge does, as codes of `ROWS`.

    What makes a sample so is the same for both systems in half of the cases.
    """
    owner, number = owners(setting), setting.samples
    mood = alike(chance, owner, number)
    codes = []
    labelled = seen(chance, setting)
    for favour in (0.0, FAVOUR):
        own = np.where(chance.random(number) < 1 / 2, mood, alike(chance, owner, number))
        human = own < setting.rate
        sensitivity, specificity = setting.judge.value
        wrong = min(sensitivity, 1 - specificity + favour)
        judge = alike(chance, owner, number) < np.where(human, sensitivity, wrong)
        codes.append(judge.astype(np.int64) * 3 + np.where(labelled, human, 2).astype(np.int64))
    return codes[0], codes[1]


def pairs_of(setting: Setting, first: Integers, second: Integers) -> Pairs:
    """Pair both systems, counted by kind and cluster."""
    owner = owners(setting)
    unit = np.zeros(setting.samples, dtype=np.int64) if owner is None else owner
    size = len(ROWS)
    names, counts = np.unique((unit * size + first) * size + second, return_counts=True)
    bags: dict[Place, dict[Pair, int]] = {}
    for name, count in zip(names.tolist(), counts.tolist(), strict=True):
        rest, two = divmod(name, size)
        at, one = divmod(rest, size)
        place = (str(at),) if setting.clustered else ()
        bags.setdefault(place, {})[ROWS[one], ROWS[two]] = count
    keyed = Keyed({place: Bag(rows) for place, rows in bags.items()})
    return Pairs(("cluster",) if setting.clustered else (), keyed)


def apart(pairs: Pairs, definition: Definition) -> Pool:
    """Take the differences of both sides, sample by sample."""
    bags: dict[Place, dict[Evidence, int]] = {}
    for place, bag in pairs.keyed.bags.items():
        counts = bags.setdefault(place, {})
        for (one, two), count in bag.counts.items():
            row = _less(one, two)
            counts[row] = counts.get(row, 0) + count
    keyed = Keyed({place: Bag(rows) for place, rows in bags.items()})
    return Pool(pairs.names, keyed, observing(definition))


def _less(one: Evidence, two: Evidence) -> Evidence:
    sides = [part.rows if isinstance(part, Joint) else () for part in (one, two)]
    amounts = [
        Amount(a.value - b.value)
        if isinstance(a, Amount) and isinstance(b, Amount)
        else Facts(None)
        for a, b in zip(*sides, strict=True)
    ]
    return Joint(tuple(amounts))


def outcomes(kind: Named, units: Units) -> Intervals:
    """Give the intervals and the p-values of a difference, trial by trial, of pairs of `ROWS`."""
    definition = kind.definition()
    if not isinstance(definition, Estimator):
        message = f"an estimate: got {kind}"
        raise TypeError(message)
    if kind is Named.PAIRED:
        return jackknifed(definition, _DIFFERENCES, units.mapped(_ONTO, len(_DIFFERENCES)), LEVEL)
    return compared(definition, ROWS, units, LEVEL)


_LESS = [_less(one, two) for one, two in product(ROWS, repeat=2)]
_DIFFERENCES = list(dict.fromkeys(_LESS))
_ONTO = np.array([_DIFFERENCES.index(one) for one in _LESS])


def check(kind: Named, pairs: Pairs, cluster: str | None, found: Intervals, at: int) -> None:
    """Raise RuntimeError where the road that users have gives another interval."""
    definition = kind.definition()
    plan = Plan(ends=Ends.JACKKNIFE, level=LEVEL, cluster=cluster, replicates=9)
    if kind is Named.PAIRED:
        other = estimate(definition, apart(pairs, definition), plan).interval
    else:
        known = Pairs(pairs.names, pairs.keyed, observing(definition))
        other = compare(definition, known, plan).interval
    if not found.same(at, other):
        message = f"the same interval: got {found.low[at]}, {found.high[at]} and {other} of {kind}"
        raise RuntimeError(message)


def systems(setting: Setting, trials: int) -> Results:
    """Compare two systems that humans find alike, again and again."""
    found: dict[str, list[Intervals]] = {name: [] for name in KINDS}
    for block in blocks(trials, _cells(setting, len(ROWS) ** 2)):
        both = [two_verdicts(setting, _chance("systems", setting, trial)) for trial in block]
        units = _paired_units(setting, both)
        for name, kind in KINDS.items():
            some = outcomes(kind, units)
            found[name].append(some)
            for at, trial in enumerate(block):
                if trial % CHECKED == 0:
                    check(kind, pairs_of(setting, *both[at]), _cluster(setting), some, at)
    less = off(setting) - off(setting, FAVOUR)
    truth = dict.fromkeys(KINDS, 0.0) | {"judge_bias": less}
    return {name: held(some, truth[name]) for name, some in found.items()}


def _paired_units(setting: Setting, both: Sequence[tuple[Integers, Integers]]) -> Units:
    codes = np.stack([first * len(ROWS) + second for first, second in both])
    return units_of(codes, owners(setting), len(ROWS) ** 2)


def _cells(setting: Setting, kinds: int) -> int:
    """Count the numbers that a trial takes: its samples, and its units by kinds."""
    units = setting.samples // MEMBERS if setting.clustered else kinds
    return max(setting.samples, (units + kinds) * kinds)


def _chance(part: str, setting: Setting, trial: int) -> np.random.Generator:
    return generator((part, *_words(setting)), trial)


def _cluster(setting: Setting) -> str | None:
    return "cluster" if setting.clustered else None


def slices(setting: Setting, trials: int) -> Results:
    """Count the trials in which some slice of several is significant, by Holm."""
    least = {name: np.full((SLICES, trials), np.inf) for name in TESTED}
    for at, block in product(range(SLICES), blocks(trials, _cells(setting, len(ROWS) ** 2))):
        part = f"slices {at}"
        both = [two_verdicts(setting, _chance(part, setting, trial)) for trial in block]
        units = _paired_units(setting, both)
        for name in TESTED:
            p = outcomes(KINDS[name], units).p
            least[name][at, block.start : block.stop] = np.where(np.isnan(p), np.inf, p)
    # The least p-value is the first that Holm adjusts, by the number of all.
    wrong = {name: int((p.min(axis=0) * SLICES <= ALPHA).sum()) for name, p in least.items()}
    return {name: Held(trials, trials, trials - some, 0.0) for name, some in wrong.items()}


_CLASSES = "abc"
_PRIORS = (0.6, 0.3, 0.1)
_AGREES = {Judge.USELESS: 1 / 3, Judge.LENIENT: 0.6, Judge.GOOD: 0.93, Judge.PERFECT: 1.0}
"""How often the judge's class is that of humans; else it is another."""


def true_f(rate: float) -> Mapping[str, float]:
    """Compute F where a share `rate` of predictions is right, and others are any other class."""
    wrong = (1 - rate) / (len(_CLASSES) - 1)
    by_class = [
        2 * prior * rate / (prior + prior * rate + (1 - prior) * wrong) for prior in _PRIORS
    ]
    return {"micro": rate, "macro": sum(by_class) / len(by_class)}


def formulas(setting: Setting, trials: int) -> Results:
    """Estimate F of three classes, again and again."""
    truth = true_f(setting.rate)
    found: dict[str, list[Intervals]] = {name: [] for name in FORMULAS}
    for block in blocks(trials, _cells(setting, 2 * len(_SAMPLES))):
        drawn = np.stack([_classified(setting, trial) for trial in block])
        units = units_of(drawn, owners(setting), len(_SAMPLES))
        for name, definition in FORMULAS.items():
            if not isinstance(definition, Estimator):
                continue
            some = _of_classes(definition, units)
            found[name].append(some)
            for at, trial in enumerate(block):
                if trial % CHECKED == 0:
                    _check_formula(definition, setting, drawn[at], (some, at))
    return {name: held(some, truth[name]) for name, some in found.items()}


def _of_classes(definition: Estimator, units: Units) -> Intervals:
    """Make intervals of the trials, those together that have the same classes."""
    there = units.all > 0
    has = np.stack([there[:, some].any(axis=1) for some in _HAS], axis=1)
    found = np.full((3, len(has)), np.nan)
    for classes in np.unique(has, axis=0):
        mine = np.flatnonzero((has == classes).all(axis=1))
        kept = np.array([not any(_HAS[~classes, at]) for at in range(len(_SAMPLES))])
        kinds = [one for one, keeps in zip(_SAMPLES, kept, strict=True) if keeps]
        some = Units(units.held[mine][:, :, kept], units.times[mine])
        one = jackknifed(definition, kinds, some, LEVEL)
        found[:, mine] = one.low, one.high, one.p
    if definition == FORMULAS["macro"]:
        found[:, _unknown(has, units)] = np.nan
    return Intervals(*found)


def _unknown(has: Bools, units: Units) -> Bools:
    """Say in which trials labels do not tell of each class: two units a class, each in some."""
    there = units.all > 0
    told = np.stack([there[:, some].any(axis=1) for some in _TELLS], axis=1)
    few = units.having(_LABELLED) < 2 * has.sum(axis=1)
    return np.asarray(few | (has & ~told).any(axis=1))


def _check_formula(
    definition: Estimator, setting: Setting, codes: Integers, found: tuple[Intervals, int]
) -> None:
    owner = owners(setting)
    bags: dict[Place, Counter[Evidence]] = {}
    for at, code in enumerate(codes.tolist()):
        place = () if owner is None else (str(owner[at]),)
        bags.setdefault(place, Counter())[_SAMPLES[code]] += 1
    names = ("cluster",) if setting.clustered else ()
    keyed = Keyed({place: Bag(rows) for place, rows in bags.items()})
    plan = Plan(ends=Ends.JACKKNIFE, level=LEVEL, cluster=_cluster(setting), replicates=9)
    other = estimate(definition, Pool(names, keyed, observing(definition)), plan).interval
    some, at = found
    if not some.same(at, other):
        message = f"the same interval: got {some.low[at]}, {some.high[at]} and {other}"
        raise RuntimeError(message)


def _classified(setting: Setting, trial: int) -> Integers:
    """Draw a trial, as codes of `_SAMPLES`."""
    chance = _chance("formulas", setting, trial)
    owner, number = owners(setting), setting.samples
    gold = np.searchsorted(np.cumsum(_PRIORS)[:-1], alike(chance, owner, number), side="right")

    def near(share: float) -> Integers:
        other = (gold + chance.integers(1, len(_CLASSES), number)) % len(_CLASSES)
        return np.where(alike(chance, owner, number) < share, gold, other).astype(np.int64)

    said, judged = near(setting.rate), near(_AGREES[setting.judge])
    human = np.where(seen(chance, setting), gold, len(_CLASSES)).astype(np.int64)
    return np.asarray((said * 3 + judged) * 4 + human)


def _sample(said: int, judged: int, human: int) -> Evidence:
    of_human: Excluded | Observed = (
        Excluded("no gold") if human == len(_CLASSES) else _against(said, human)
    )
    return Joint((_against(said, judged), of_human))


def _against(said: int, gold: int) -> Observed:
    if said == gold:
        return Observed(((_CLASSES[said], Tally(1, 1, 1)),))
    tallies = [(_CLASSES[said], Tally(0, 1, 0)), (_CLASSES[gold], Tally(0, 0, 1))]
    return Observed(tuple(sorted(tallies, key=lambda one: one[0])))


_KINDS = tuple(product(range(3), range(3), range(4)))
_SAMPLES = [_sample(*kind) for kind in _KINDS]
_HAS = np.array([[at in kind for kind in _KINDS] for at in range(len(_CLASSES))])
"""Which samples have which class: 3, of a human, is none."""
_LABELLED = np.array([human < len(_CLASSES) for _, _, human in _KINDS])
_TELLS = np.array([[at in {kind[0], kind[2]} for kind in _KINDS] for at in range(3)]) & _LABELLED
"""Which samples tell of which class: those that a human labelled, of the gold and of the answer."""


def _words(setting: Setting) -> tuple[str, ...]:
    return (
        *(str(setting.samples), str(setting.share), str(setting.rate)),
        *(setting.judge.name, setting.units.value),
    )


Task = tuple[Shown, Setting, int]


@frozen
class Done:
    """What came of the trials of one setting of a part of the page."""

    part: Shown
    setting: Setting
    results: Results

    @property
    def key(self) -> Hashable:
        """Say what it is of."""
        return self.part, self.setting


def simulated(task: Task) -> Done:
    """Run the trials of one setting."""
    part, setting, trials = task
    run = {Shown.SYSTEMS: systems, Shown.FORMULAS: formulas, Shown.SLICES: slices}[part]
    return Done(part, setting, run(setting, trials))


OF_SHOWN = {
    Shown.SYSTEMS: RATES,
    Shown.FORMULAS: (0.05, 0.5, 0.95, 0.99),
    Shown.SLICES: (0.05, 0.5, 0.95),
}


def settings() -> Iterator[tuple[Shown, Setting]]:
    """List the settings of each part; of clusters there are fewer judges, since each costs more."""
    judges = (Judge.USELESS, Judge.LENIENT, Judge.GOOD, Judge.PERFECT)
    for (part, rates), units in product(OF_SHOWN.items(), Dependence):
        clustered = units is Dependence.CLUSTERS
        some = judges[1:3] if clustered or part is Shown.SLICES else judges
        sizes = SIZES[:3] if clustered else SIZES
        for samples, share, rate, judge in product(sizes, SHARES, rates, some):
            yield part, Setting(samples, share, units, rate, judge)


TITLE = "### Two systems under one judge\n"
INTRODUCTION = """
### Two systems under one judge

How often a 95 % interval of the difference of two systems holds it, in percent. Humans find both
alike, in rates of {rates}, and what makes a sample so is the same for both in
half of the cases. The judge is useless, lenient, good or perfect (of clusters lenient or good), and
takes {favour:g} more of what is not so for so, of the second system, as the difference of its
biases tells. Shown is the worst, and in brackets the mean. Trials are those of each setting; what
seems to hold too little is drawn again, with ten times {trials:,}.

| units | samples | labels | trials | {kinds} | width of paired, of humans alone |
| --- | ---: | ---: | ---: |{rule}
"""
FORMULAS_TITLE, SLICES_TITLE = "### Formulas of counts\n", "### Slices\n"
OF_FORMULAS = f"""
{FORMULAS_TITLE}
The same of F of three classes by `rectified`, where {{rates}} of the predictions are
right, and the judge's class is that of humans in {{agrees}} of the samples (of
clusters in the second and the third of these). There is no interval of a macro average where some
class is neither human gold nor an answer of a labelled sample, nor where labelled samples
(clusters) are fewer than two a class.

| units | samples | labels | trials | micro | macro | width of micro, of macro |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
"""
OF_SLICES = f"""
{SLICES_TITLE}
How often, in percent, some slice of {{slices}} is significant at 0.05 by Holm, where there is
nothing to find in any: each has as many samples and labels as are said, a rate of {{rates}}, and
a judge that is lenient or good, and favours the second system. Shown is the worst.

| units | samples | labels | trials | {{kinds}} |
| --- | ---: | ---: | ---: |{{rule}}
"""


def section(found: Sequence[Done], trials: int) -> Iterator[str]:
    """Write the part of the page."""
    yield INTRODUCTION.format(
        rates=listed(RATES),
        favour=FAVOUR,
        trials=trials,
        kinds=" | ".join(KINDS),
        rule=" ---: |" * (len(KINDS) + 1),
    ).rstrip("\n")
    widths = ("corrected, paired", "humans alone")
    yield from _rows(found, Shown.SYSTEMS, tuple(KINDS), widths)
    yield from of_formulas(found)
    yield OF_SLICES.format(
        rates=listed(OF_SHOWN[Shown.SLICES]),
        slices=SLICES,
        kinds=" | ".join(TESTED),
        rule=" ---: |" * len(TESTED),
    ).rstrip("\n")
    yield from _rows(found, Shown.SLICES, TESTED, ())


def of_formulas(found: Sequence[Done]) -> Iterator[str]:
    """Write the part of the page that is of formulas."""
    agrees = listed(list(_AGREES.values()))
    yield OF_FORMULAS.format(rates=listed(OF_SHOWN[Shown.FORMULAS]), agrees=agrees).rstrip("\n")
    yield from _rows(found, Shown.FORMULAS, tuple(FORMULAS), tuple(FORMULAS))


def _rows(
    found: Sequence[Done], part: Shown, names: Sequence[str], widths: Sequence[str]
) -> Iterator[str]:
    mine = [one for one in found if one.part is part]
    keys = dict.fromkeys(
        (one.setting.units, one.setting.samples, one.setting.share) for one in mine
    )
    for units, samples, share in keys:
        some = [
            one.results
            for one in mine
            if (one.setting.units, one.setting.samples, one.setting.share)
            == (units, samples, share)
        ]
        cells = [_cell([one[name] for one in some], part) for name in names]
        wide = [sum(one[name].width for one in some) / len(some) for name in widths]
        last = [", ".join(f"{one:.3f}" if one else "none" for one in wide)] if wide else []
        labels = max(2, round(samples * share))
        trials = min(held.trials for results in some for held in results.values())
        row = (units.value, f"{samples:,}", f"{labels:,}", f"{trials:,}", *cells, *last)
        yield f"| {' | '.join(row)} |"


def _cell(some: Sequence[Held], part: Shown) -> str:
    worst = 100 * min(one.share for one in some)
    if part is Shown.SLICES:
        return f"{100 - worst:.1f}"
    given = sum(one.given for one in some)
    mean = 100 * sum(one.covered for one in some) / max(1, given)
    return f"{worst:.1f} ({mean:.1f})" if given else ""


def again(found: Sequence[Done], trials: int) -> Sequence[Task]:
    """List what is drawn again: of many settings some seem to hold too little by chance alone."""
    return [(one.part, one.setting, trials * 10) for one in found if broken([one])]


def broken(found: Sequence[Done]) -> list[str]:
    """List the settings in which an interval holds too little, or slices err too often."""
    return [
        f"{name} of {one.part.value}, {told(one.setting)}: {held}"
        for one in found
        for name, held in one.results.items()
        if not held.fits(LEVEL, SIGMAS)
    ]
