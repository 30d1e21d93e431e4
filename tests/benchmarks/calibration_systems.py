"""Intervals of two systems under one judge and of formulas of counts, and errors over slices.

As for one system (`calibration_judged`): a setting is how many samples there are, which share is
labelled, how often humans say 1, and how good the judge is, in clusters or not. The judge favours
the second system: of its answers that are not so it takes more for so. Of formulas of counts what
is true is known, since all chances are; of slices there is nothing to find in any.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.draws import generator
from measurand.algebra.functional import exact_value
from measurand.evidence.evidence import Amount, Evidence, Excluded, Facts, Joint, Observed
from measurand.evidence.pairs import Pair, Pairs
from measurand.evidence.pool import Place, Pool
from measurand.inference.adjustment import adjust
from measurand.inference.comparison import compare
from measurand.inference.interval import Ends, Interval
from measurand.inference.jackknife import compared, jackknife_interval, p_of_zero
from measurand.inference.judged import Named
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.resampling_units import paired_units_of, units_of
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.family import Estimator
from measurand.metrics.signature import parse
from measurand.values.score import Defined, Undefined
from measurand.values.tally import Tally
from tests.benchmarks.calibration_judged import (
    CHECKED,
    LEVEL,
    MEMBERS,
    ROWS,
    SHARES,
    SIGMAS,
    SIZES,
    Held,
    Judge,
    Setting,
    Units,
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
Outcome = tuple[Interval | Undefined, PValue | Undefined]
Results = Mapping[str, Held]


class Shown(Enum):
    """Which part of the page a setting is of."""

    SYSTEMS = "systems"
    FORMULAS = "formulas"
    SLICES = "slices"


def held(found: Iterable[tuple[str, Interval | Undefined, float]]) -> Results:
    """Count by name how many intervals hold what is true, and how wide they are."""
    by_name: dict[str, list[tuple[Interval | Undefined, float]]] = {}
    for name, one, truth in found:
        by_name.setdefault(name, []).append((one, truth))
    results = {}
    for name, some in by_name.items():
        there = [(one, truth) for one, truth in some if isinstance(one, Interval)]
        width = sum(one.high - one.low for one, _ in there) / max(1, len(there))
        results[name] = Held(
            len(some), len(there), sum(one.holds(truth) for one, truth in there), width
        )
    return results


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


def owners(setting: Setting) -> Integers | None:
    """Say in which cluster a sample is."""
    return np.arange(setting.samples) // MEMBERS if setting.clustered else None


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


def outcome(kind: Named, pairs: Pairs, cluster: str | None, *, checked: bool) -> Outcome:
    """Give the interval and the p-value of a difference, as `judged_difference` does.

    Raises RuntimeError where `compare` itself gives another interval, which is asked now and then.
    """
    definition = kind.definition()
    if not isinstance(definition, Estimator):
        message = f"an estimate: got {kind}"
        raise TypeError(message)
    if kind is Named.PAIRED:
        pool = apart(pairs, definition)
        score = _value(definition, pool)
        if isinstance(score, Undefined):
            return score, score
        units = units_of(definition, pool, cluster)
        return jackknife_interval(definition, units, score, LEVEL), p_of_zero(definition, units)
    known = Pairs(pairs.names, pairs.keyed, observing(definition))
    sides = [_value(definition, one) for one in (known.first(), known.second())]
    first, second = sides
    if isinstance(first, Undefined) or isinstance(second, Undefined):
        why = Undefined("one side is undefined")
        return why, why
    found = compared(definition, paired_units_of(definition, known, cluster), first - second, LEVEL)
    if checked:
        plan = Plan(ends=Ends.JACKKNIFE, level=LEVEL, cluster=cluster, replicates=9)
        other = compare(definition, known, plan).interval
        if not (isinstance(found[0], Interval) and isinstance(other, Interval)):
            return found
        if abs(found[0].low - other.low) + abs(found[0].high - other.high) > 1e-9:
            message = f"the interval of its parts: got {found[0]} and {other}"
            raise RuntimeError(message)
    return found


def _value(definition: Estimator, pool: Pool) -> float | Undefined:
    things = [(row, n) for bag in pool.keyed.bags.values() for row, n in bag.counts.items()]
    score = exact_value(definition, lambda: things)
    return float(score.value) if isinstance(score, Defined) else score


def systems(setting: Setting, trials: int) -> Results:
    """Compare two systems that humans find alike, again and again."""

    def every() -> Iterator[tuple[str, Interval | Undefined, float]]:
        cluster = "cluster" if setting.clustered else None
        for trial in range(trials):
            chance = generator(("systems", *_words(setting)), trial)
            both = pairs_of(setting, *two_verdicts(setting, chance))
            for name, kind in KINDS.items():
                checked = trial % CHECKED == 0
                yield name, outcome(kind, both, cluster, checked=checked)[0], 0.0

    return held(every())


def slices(setting: Setting, trials: int) -> Results:
    """Count the trials in which some slice of several is significant, by Holm."""
    errors = dict.fromkeys(TESTED, 0)
    cluster = "cluster" if setting.clustered else None
    for trial in range(trials):
        found: dict[str, list[Fraction]] = {name: [] for name in TESTED}
        for at in range(SLICES):
            chance = generator(("slices", at, *_words(setting)), trial)
            both = pairs_of(setting, *two_verdicts(setting, chance))
            for name in TESTED:
                p_value = outcome(KINDS[name], both, cluster, checked=False)[1]
                found[name] += [p_value.value] if isinstance(p_value, PValue) else []
        for name, p_values in found.items():
            adjusted = adjust(p_values, m=SLICES) if p_values else ()
            errors[name] += any(one <= ALPHA for one in adjusted)
    return {name: Held(trials, trials, trials - wrong, 0.0) for name, wrong in errors.items()}


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

    def every() -> Iterator[tuple[str, Interval | Undefined, float]]:
        cluster = "cluster" if setting.clustered else None
        for trial in range(trials):
            keyed = _classified(setting, trial)
            names = ("cluster",) if setting.clustered else ()
            for name, definition in FORMULAS.items():
                pool = Pool(names, keyed, observing(definition))
                found: Interval | Undefined = Undefined("no estimate")
                if isinstance(definition, Estimator):
                    score = _value(definition, pool)
                    if not isinstance(score, Undefined):
                        units = units_of(definition, pool, cluster)
                        found = jackknife_interval(definition, units, score, LEVEL)
                yield name, found, truth[name]

    return held(every())


def _classified(setting: Setting, trial: int) -> Keyed[Place, Evidence]:
    chance = generator(("formulas", *_words(setting)), trial)
    owner, number = owners(setting), setting.samples
    gold = np.searchsorted(np.cumsum(_PRIORS)[:-1], alike(chance, owner, number), side="right")

    def near(share: float) -> Integers:
        other = (gold + chance.integers(1, len(_CLASSES), number)) % len(_CLASSES)
        return np.where(alike(chance, owner, number) < share, gold, other).astype(np.int64)

    said, judged = near(setting.rate), near(_AGREES[setting.judge])
    human = np.where(seen(chance, setting), gold, len(_CLASSES)).astype(np.int64)
    unit = np.zeros(number, dtype=np.int64) if owner is None else owner
    names, counts = np.unique(((unit * 3 + said) * 3 + judged) * 4 + human, return_counts=True)
    bags: dict[Place, dict[Evidence, int]] = {}
    for name, count in zip(names.tolist(), counts.tolist(), strict=True):
        rest, h = divmod(name, 4)
        rest, j = divmod(rest, 3)
        at, s = divmod(rest, 3)
        place = (str(at),) if setting.clustered else ()
        bags.setdefault(place, {})[_sample(s, j, h)] = count
    return Keyed({place: Bag(rows) for place, rows in bags.items()})


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


def simulated(task: Task) -> Done:
    """Run the trials of one setting: half of them for clusters."""
    part, setting, trials = task
    run = {Shown.SYSTEMS: systems, Shown.FORMULAS: formulas, Shown.SLICES: slices}[part]
    return Done(part, setting, run(setting, trials // (2 if setting.clustered else 1)))


def settings() -> Iterator[tuple[Shown, Setting]]:
    """List the settings of each part; those of clusters are fewer, since each costs more."""
    judges = (Judge.USELESS, Judge.LENIENT, Judge.GOOD, Judge.PERFECT)
    for units in Units:
        clustered = units is Units.CLUSTERS
        for samples, share in product(SIZES[:3] if clustered else SIZES, SHARES):
            few = judges[1:3] if clustered else judges
            for rate, judge in product((0.02, 0.5), few):
                yield Shown.SYSTEMS, Setting(samples, share, units, rate, judge)
            for rate, judge in product((0.5, 0.95), few):
                yield Shown.FORMULAS, Setting(samples, share, units, rate, judge)
            for judge in judges[1:3]:
                yield Shown.SLICES, Setting(samples, share, units, 0.5, judge)


TITLE = "### Two systems under one judge\n"
INTRODUCTION = """
### Two systems under one judge

How often a 95 % interval of the difference of two systems holds it, in percent. Humans find both
alike, in rates of 2 and 50 %, and what makes a sample so is the same for both in half of the cases.
The judge is useless, lenient, good or perfect (of clusters lenient or good), and takes {favour:g}
more of what is not so for so, of the second system. Shown is the worst, and in brackets the mean.
Each setting has {trials:,} trials, of clusters half as many. What seems to hold too little is drawn
again, with ten times the trials.

| units | samples | labels | {kinds} | width of paired, of humans alone |
| --- | ---: | ---: |{rule}
"""
OF_FORMULAS = """
### Formulas of counts

The same of F of three classes by `rectified`, where {rates} of the predictions are right, and
the judge's class is that of humans in {agrees} of the samples (of clusters in the
second and the third of these).

| units | samples | labels | micro | macro | width of micro, of macro |
| --- | ---: | ---: | ---: | ---: | ---: |
"""
OF_SLICES = """
### Slices

How often, in percent, some slice of {slices} is significant at 0.05 by Holm, where there is nothing
to find in any: each has as many samples and labels as are said, a rate of 50 %, and a judge that is
lenient or good, and favours the second system. Shown is the worst of both judges.

| units | samples | labels | {kinds} |
| --- | ---: | ---: |{rule}
"""


def section(found: Sequence[Done], trials: int) -> Iterator[str]:
    """Write the part of the page."""
    yield INTRODUCTION.format(
        favour=FAVOUR, trials=trials, kinds=" | ".join(KINDS), rule=" ---: |" * (len(KINDS) + 1)
    ).rstrip("\n")
    widths = ("corrected, paired", "humans alone")
    yield from _rows(found, Shown.SYSTEMS, tuple(KINDS), widths)
    agrees = ", ".join(f"{share:.0%}".replace("%", " %") for share in _AGREES.values())
    yield OF_FORMULAS.format(rates="50 or 95 %", agrees=agrees).rstrip("\n")
    yield from _rows(found, Shown.FORMULAS, tuple(FORMULAS), tuple(FORMULAS))
    yield OF_SLICES.format(
        slices=SLICES, kinds=" | ".join(TESTED), rule=" ---: |" * len(TESTED)
    ).rstrip("\n")
    yield from _rows(found, Shown.SLICES, TESTED, ())


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
        last = [", ".join(f"{one:.3f}" for one in wide)] if wide else []
        labels = max(2, round(samples * share))
        row = (units.value, f"{samples:,}", f"{labels:,}", *cells, *last)
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
        f"{name} in {one.part.value}, {one.setting}: {held.covered} of {held.given}"
        for one in found
        for name, held in one.results.items()
        if held.share < float(LEVEL) - SIGMAS * _error(held)
    ]


def _error(held: Held) -> float:
    level = float(LEVEL)
    return sqrt(level * (1 - level) / held.given) if held.given else 1.0
