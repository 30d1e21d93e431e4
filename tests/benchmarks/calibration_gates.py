"""Gates, by simulation: how often a healthy branch is stopped, and which drops are seen.

A healthy stream is a base and twenty runs of the same system, of which each is looked at once. How
hard an item is is the same for all; what a run says of it is drawn anew. The base is one run, as it
is in practice, or is drawn anew for each look; items are independent, or come in clusters, on each
of which every run has its own luck. Beside the gate are looked at, in the same streams: the p-value
of each look by itself, held to 0.05 (the naive reading); and a confidence sequence over all items
of all looks so far, as if each brought items of its own.

`python -m tests.benchmarks.calibration_gates` writes docs/reference/gate-calibration.md, and ends
with 1 where the gate raises more alarms than it may. MEASURAND_STREAMS is the number of streams.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from math import sqrt
from pathlib import Path
from statistics import median

import numpy as np
from attrs import astuple, frozen
from numpy.typing import NDArray

from measurand.algebra.draws import generator
from measurand.inference.gates import Gate, Look, Outcome, Terms, gate
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.sequences import confidence_sequence

STREAMS = int(os.environ.get("MEASURAND_STREAMS", "300"))
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "gate-calibration.md"
LOOKS, MEMBERS, SIGMAS = 20, 4, 3
ALPHA = Fraction(1, 20)
LATE = (1, 5, 20)
SIZES = (100, 500)
POWERED = (500, 2000, 5000)
DROPS = (0.01, 0.02, 0.05)
ITEMS, TOLD, IGNORED = "items", "clusters, told", "clusters, not told"
Bools = NDArray[np.bool_]


@frozen
class Setting:
    """What streams are like: their units, how many items, whether the base is drawn anew."""

    units: str
    number: int
    anew: bool = False
    drop: float = 0.0


@frozen
class Streams:
    """Of so many streams, in how many each kind of look raised an alarm at some look."""

    streams: int
    gate: int
    bounds: int
    naive: int
    pooled: int


class Runs:
    """The runs of one stream: each is right on some items."""

    def __init__(self, setting: Setting, stream: int) -> None:
        """Draw how hard items are."""
        words = ("calibration gates", *map(str, astuple(setting)))
        self.setting, self.chance = setting, generator(words, stream)
        self.odds = self.chance.normal(1.0, 1.5, setting.number)

    def run(self, drop: float = 0.0) -> Bools:
        """Draw a run that is right less often by `drop`, on average."""
        number, odds = self.setting.number, self.odds
        if self.setting.units != ITEMS:
            shared = self.chance.normal(0.0, 1.0, -(-number // MEMBERS))
            odds = odds + np.repeat(shared, MEMBERS)[:number]
        right = 1 / (1 + np.exp(-odds))
        # Of what a run gets right it loses one in so many that the mean falls by `drop`.
        return np.asarray(self.chance.random(number) < right * (1 - drop / MEAN))


def _mean() -> float:
    """Give how often a run is right on average, by quadrature."""
    points, weights = np.polynomial.hermite_e.hermegauss(99)
    return float((weights / (1 + np.exp(-(1.0 + 1.5 * points)))).sum() / weights.sum())


MEAN = _mean()


def scores(right: Bools) -> dict[str, Fraction]:
    """Give what each item is worth."""
    return {f"i{at}": Fraction(int(one)) for at, one in enumerate(right.tolist())}


def looked(setting: Setting, run: Bools, base: Bools, number: int) -> Gate:
    """Take a look."""
    clusters = None
    if setting.units == TOLD:
        clusters = {f"i{at}": f"c{at // MEMBERS}" for at in range(setting.number)}
    terms = Terms(look=Look(number=number, alpha=ALPHA))
    return gate(scores(run), scores(base), Plan(), terms, clusters=clusters)


def healthy(task: tuple[Setting, int]) -> Streams:
    """Look at streams in which nothing changed."""
    setting, streams = task
    alarms = [0, 0, 0, 0]
    for stream in range(streams):
        for at, one in enumerate(_alarms(setting, stream)):
            alarms[at] += one
    return Streams(streams, *alarms)


def _alarms(setting: Setting, stream: int) -> tuple[bool, bool, bool, bool]:
    runs = Runs(setting, stream)
    base = runs.run()
    by_gate = by_bounds = naive = False
    apart: list[NDArray[np.float64]] = []
    for number in range(1, LOOKS + 1):
        run = runs.run()
        base = runs.run() if setting.anew else base
        found = looked(setting, run, base, number)
        by_gate |= found.outcome in {Outcome.WORSE, Outcome.BETTER}
        by_bounds |= isinstance(found.bounds, Interval) and not found.bounds.holds(0)
        naive |= isinstance(found.p_value, PValue) and found.p_value.value <= ALPHA
        apart.append(_units(setting, run, base))
    every = np.concatenate(apart)
    ends = np.cumsum([len(one) for one in apart])
    sequence = confidence_sequence(((every + 1) / 2).tolist(), 1 - ALPHA)
    pooled = any(not sequence[end - 1].holds(0.5) for end in ends.tolist())
    return by_gate, by_bounds, naive, pooled


def _units(setting: Setting, run: Bools, base: Bools) -> NDArray[np.float64]:
    """Give the differences of items, or the means of clusters that are told."""
    difference = run.astype(float) - base.astype(float)
    if setting.units != TOLD:
        return np.asarray(difference, dtype=np.float64)
    parts = difference.reshape(-1, MEMBERS)
    return np.asarray(np.mean(parts, axis=1), dtype=np.float64)


@frozen
class Seen:
    """How often a drop is called worse at a look of such a number, and what was said of it."""

    look: int
    share: float
    said: float


@frozen
class Powered:
    """What is seen of a true drop: at single looks, and within all of them; and naively at one."""

    streams: int
    looks: tuple[Seen, ...]
    naive: float
    visible: float


def powered(task: tuple[Setting, int]) -> Powered:
    """Look at runs that are worse."""
    setting, streams = task
    found: dict[int, list[Gate]] = {number: [] for number in LATE}
    naive = 0
    for stream in range(streams):
        runs = Runs(setting, stream)
        base, run = runs.run(), runs.run(setting.drop)
        for number in LATE:
            found[number].append(looked(setting, run, base, number))
        first = found[1][-1]
        below = isinstance(first.p_value, PValue) and first.p_value.value <= ALPHA
        naive += below and run.sum() < base.sum()
    return Powered(
        streams,
        tuple(
            Seen(
                number,
                sum(one.outcome is Outcome.WORSE for one in gates) / streams,
                median(_said(one, setting.drop) for one in gates),
            )
            for number, gates in found.items()
        ),
        naive / streams,
        median(one.visible for one in found[1] if isinstance(one.visible, float)),
    )


def _said(one: Gate, drop: float) -> float:
    [power] = [each.power for each in one.powers if float(each.drop) == drop]
    return power if isinstance(power, float) else 0.0


def settings() -> Iterator[Setting]:
    """List the settings of healthy streams."""
    for number in SIZES:
        yield Setting(ITEMS, number)
        yield Setting(ITEMS, number, anew=True)
        yield Setting(TOLD, number)
        yield Setting(TOLD, number, anew=True)
    yield Setting(IGNORED, SIZES[-1])


def drops() -> Iterator[Setting]:
    """List the settings with a drop."""
    yield from (Setting(ITEMS, number, drop=drop) for number in POWERED for drop in DROPS)
    yield from (Setting(TOLD, POWERED[1], drop=drop) for drop in DROPS)


def page(found: Mapping[Setting, Streams], seen: Mapping[Setting, Powered]) -> Iterator[str]:
    """Write the page."""
    yield f"""\
# Gates: false alarms and power

Written by `make calibration` (`python -m tests.benchmarks.calibration_gates`). [Gates](../gates.md)
says what is looked at.

## Healthy streams

A stream is a base and {LOOKS} runs of the same system; every run is looked at. Shown is in how many
percent of the streams some look raised an alarm (better or worse), where nothing changed; 5 % are
allowed. `test`: `measurand gate` with nothing tolerated; `bounds`: its bounds do not hold the
difference of 0; `p < .05`: the p-value of the same exact test, held to 0.05 at each look;
`pooled`: a confidence sequence of 95 % over the items of all looks so far. A cluster has {MEMBERS}
items, and each run has its own luck with it. The base is one run for all looks, or a new one for
each; clusters that are not told show what then fails.

| units | items | base | streams | test | bounds | p < .05 | pooled |
| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |"""
    for setting, one in found.items():
        shares = (one.gate, one.bounds, one.naive, one.pooled)
        cells = " | ".join(f"{100 * share / one.streams:.1f}" for share in shares)
        base = "anew" if setting.anew else "one run"
        yield f"| {setting.units} | {setting.number:,} | {base} | {one.streams:,} | {cells} |"
    yield f"""
## Drops

In how many percent of the branches a run that is worse by so many points is called worse, by its
first look, its 5th and its {LATE[-1]}th; in brackets the power that was said of it, the median.
Beside it `p < .05` at one look, which may be asked once; and the drop of which the first look says
that it sees it with 80 % power, in points.

| units | items | drop | branches | look 1 | look 5 | look {LATE[-1]} | p < .05 | seen |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""
    for setting, power in seen.items():
        cells = " | ".join(f"{100 * one.share:.0f} ({100 * one.said:.0f})" for one in power.looks)
        drop = f"{100 * setting.drop:.0f}"
        visible = f"{100 * power.visible:.1f}"
        naive = f"{100 * power.naive:.0f}"
        lead = f"| {setting.units} | {setting.number:,} | {drop} | {power.streams:,} |"
        yield f"{lead} {cells} | {naive} | {visible} |"
    yield ""


def broken(found: Mapping[Setting, Streams]) -> Sequence[Setting]:
    """List the settings with more alarms than are allowed, by over three standard errors."""
    alpha = float(ALPHA)
    return [
        setting
        for setting, one in found.items()
        if setting.units != IGNORED
        and max(one.gate, one.bounds) / one.streams
        > alpha + SIGMAS * sqrt(alpha * (1 - alpha) / one.streams)
    ]


def main() -> int:
    """Simulate all settings, write the page, and say whether there are too many alarms."""
    with ProcessPoolExecutor() as pool:
        alarms = pool.map(healthy, [(one, STREAMS) for one in settings()])
        powers = pool.map(powered, [(one, STREAMS // 2) for one in drops()])
        found = dict(zip(settings(), alarms, strict=True))
        seen = dict(zip(drops(), powers, strict=True))
    PAGE.write_text("\n".join(page(found, seen)), encoding="utf-8")
    for setting in broken(found):
        sys.stdout.write(f"healthy branches are stopped too often: {setting}\n")
    return 1 if broken(found) else 0


if __name__ == "__main__":
    sys.exit(main())
