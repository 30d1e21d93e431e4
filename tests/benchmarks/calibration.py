"""`make calibration`: how often each test rejects where there is nothing to find, by simulation.

Writes docs/reference/calibration.md; ends with 1 where the default test rejects too often. The
number of trials a cell is MEASURAND_TRIALS, default 2,000; of a setting of judged evidence it is
half of that. `python -m tests.benchmarks.calibration judged` draws that part of the page alone, and
of it `battles` what is of battles, lengths and biases, `formulas` what is of formulas of counts,
`systems` what is of two systems (formulas too), `drawn` what is of labels that are not drawn alike,
`worth` what the judge is worth, and `humans` what is exact of humans alone.
"""

import os
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from enum import Enum
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.draws import generator
from measurand.algebra.simplify import less_second
from measurand.evidence.evidence import Amount
from measurand.evidence.observation import ColumnOf
from measurand.evidence.pairs import Pair, Pairs
from measurand.evidence.pool import Place
from measurand.inference.bootstrap_intervals import interval_of, sign_p
from measurand.inference.comparison import compare
from measurand.inference.interval import Ends, Interval
from measurand.inference.judged import WORTH
from measurand.inference.plan import Plan, Test
from measurand.inference.pvalue import PValue
from measurand.inference.ranks import wilcoxon
from measurand.inference.resample import resampled, words_of
from measurand.inference.resampling_units import paired_rows
from measurand.inference.sign_flip import sign_flip_sum
from measurand.inference.table import Table, is_sum, table
from measurand.metrics.definitions import Column
from measurand.metrics.row_sums import Vector
from measurand.values.score import Undefined
from tests.benchmarks import (
    calibration_arena,
    calibration_drawn,
    calibration_judged,
    calibration_ranks,
    calibration_systems,
    calibration_worth,
)
from tests.benchmarks.calibration_arena import ASKED

TRIALS = int(os.environ.get("MEASURAND_TRIALS", "2000"))
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "calibration.md"
ALPHA, LEVEL = Fraction(1, 20), Fraction(19, 20)
REPLICATES, PATTERNS = 999, 5_000
SIZES = (5, 10, 30, 100, 1000)
MEMBERS = 4
SIGMAS = 3
CHECKED = 100
"""Every so many trials the p-value is also that of `compare`, which must be the same."""

COLUMN = Column(name="difference")
Integers = NDArray[np.int64]


class Shape(Enum):
    """How differences are spread; each is as likely as its negative."""

    DENSE = "dense"
    SPARSE = "sparse"


class Units(Enum):
    """What is drawn, and whether the tests are told."""

    SAMPLES = "samples"
    CLUSTERS = "clusters, told"
    IGNORED = "clusters, not told"


@frozen
class Cell:
    """One setting: so many units of a kind, of a shape."""

    units: Units
    shape: Shape
    number: int

    @property
    def trials(self) -> int:
        """Say how often this is drawn; what only shows a failure needs fewer."""
        return TRIALS // 4 if self.units is Units.IGNORED else TRIALS


@frozen
class Found:
    """What the trials of one cell gave: rejections by test, and what intervals did, by kind."""

    trials: int
    rejected: Mapping[Test, int]
    covered: Mapping[Ends, int]
    missing: Mapping[Ends, int]


def drawn(cell: Cell, trial: int) -> Integers:
    """Draw whole-numbered differences: one row for each unit, one column for each member.

    Units are independent. Members of a cluster share half of their variance where they are dense;
    where they are sparse, one cluster in ten moves, all one way, by about half of its members.
    """
    chance = generator(("calibration", cell.shape.value, cell.number), trial)
    many = (cell.number, 1 if cell.units is Units.SAMPLES else MEMBERS)
    alone, shared = chance.standard_normal(many), chance.standard_normal((cell.number, 1))
    if cell.shape is Shape.DENSE:
        both = alone if many[1] == 1 else (alone + shared) / sqrt(2)
        return np.rint(3 * both).astype(np.int64)
    sizes = chance.integers(1, 5, many)
    if many[1] == 1:
        moves = chance.random(many) < 0.05
        return np.where(moves, np.sign(alone), 0).astype(np.int64) * sizes
    moves = (chance.random((cell.number, 1)) < 0.1) & (chance.random(many) < 0.5)
    return np.where(moves, np.sign(shared), 0).astype(np.int64) * sizes


def pairs_of(cell: Cell, differences: Integers) -> Pairs:
    """Give the differences to one system, and 0 to the other."""
    bags: dict[Place, Counter[Pair]] = {}
    for at, row in enumerate(differences.tolist()):
        place = (str(at),) if cell.units is Units.CLUSTERS else ()
        counts = bags.setdefault(place, Counter())
        for value in row:
            counts[Amount(Fraction(value)), Amount(Fraction(0))] += 1
    names = ("cluster",) if cell.units is Units.CLUSTERS else ()
    keyed = Keyed({place: Bag(counts) for place, counts in bags.items()})
    return Pairs(names, keyed, ColumnOf("difference"))


def plan_of(cell: Cell, trial: int, test: Test = Test.SIGN_FLIP) -> Plan:
    """Say what is asked in one trial."""
    cluster = "cluster" if cell.units is Units.CLUSTERS else None
    family = f"{cell.units.value}/{cell.shape.value}/{cell.number}"
    return Plan(
        replicates=REPLICATES,
        patterns=PATTERNS,
        cluster=cluster,
        seed=trial,
        family=family,
        test=test,
    )


def p_values(made: Table, scores: NDArray[np.float64], plan: Plan) -> dict[Test, Fraction]:
    """Find the p-value of every test; 1 where a test has none."""
    per_unit = is_sum(made) or ()
    units = list(zip(per_unit, made.counts, strict=True))
    # The lattice of whole numbers keeps the order of the differences, which is all that ranks see.
    scaled = [(value * made.units * MEMBERS, count) for value, count in units]
    listed = [value for value, count in scaled for _ in range(count)]
    ranked = wilcoxon(listed)
    found: dict[Test, PValue | Undefined] = {
        Test.SIGN_FLIP: sign_flip_sum(units, plan, words_of(plan, "exchange", ""))
    }
    for test in (Test.BOOTSTRAP_SIGN, Test.BOOTSTRAP_PLUS_ONE):
        found[test] = sign_p(scores, Plan(test=test))
    values = {test: p.value if isinstance(p, PValue) else Fraction(1) for test, p in found.items()}
    one = Fraction(1) if isinstance(ranked, Undefined) else ranked.p_value
    return {**values, Test.WILCOXON: one}


def simulated(cell: Cell) -> Found:
    """Run the trials of one cell.

    Raises RuntimeError where `compare` gives another p-value than its parts.
    """
    rejected, covered, missing = Counter[Test](), Counter[Ends](), Counter[Ends]()
    for trial in range(cell.trials):
        plan, pairs = plan_of(cell, trial), pairs_of(cell, drawn(cell, trial))
        rows = paired_rows([COLUMN], pairs, plan.cluster)
        joined = Counter[Vector]()
        for (first, second), count in rows.vectors.items():
            joined[first + second] += count
        width = len(next(iter(joined))) // 2
        made = table(joined, [less_second(rows.finish[0], width)])
        scores = resampled(made, plan)[:, 0]
        found = p_values(made, scores, plan)
        if trial % CHECKED == 0:
            whole = compare(COLUMN, pairs, plan).p_value
            if not isinstance(whole, PValue) or whole.value != found[Test.SIGN_FLIP]:
                message = f"the p-value of its parts: got {whole} of compare in {cell}, {trial}"
                raise RuntimeError(message)
        rejected.update(test for test, p in found.items() if p <= ALPHA)
        without = made.left_out()[:, 0], made.counts
        observed = float(made.sums[0]) if made.sums else 0.0
        for ends in (Ends.PERCENTILE, Ends.BCA):
            interval = interval_of(scores, observed, Plan(ends=ends, level=LEVEL), without)
            if not isinstance(interval, Interval):
                missing[ends] += 1
            elif interval.low <= 0 <= interval.high:
                covered[ends] += 1
    return Found(cell.trials, rejected, covered, missing)


def error(share: float, trials: int) -> float:
    """Give the standard error of a share."""
    return sqrt(share * (1 - share) / trials)


def broken(found: Mapping[Cell, Found]) -> list[Cell]:
    """List the cells where the default test should hold its level and does not."""
    most = float(ALPHA) + SIGMAS * error(float(ALPHA), TRIALS)
    return [
        cell
        for cell, one in found.items()
        if cell.units is not Units.IGNORED and one.rejected[Test.SIGN_FLIP] / one.trials > most
    ]


INTRODUCTION = """\
<!-- generated by `make calibration`: do not edit -->

# Calibration

How often a test rejects at alpha = 0.05 where there is nothing to find, in percent, and how often
a 95 % interval holds the true difference, which is 0.

Each row is so many simulated data sets, the same for all tests of the row. A share of 5 % has a
standard error of {error:.1f} points in {trials:,} trials. Differences are whole numbers, each as
likely as its negative: dense ones are rounded normal numbers of standard deviation 3, sparse ones
are 0 for 19 samples in 20. A cluster has {members} samples. Dense ones share half of their
variance; of the sparse ones a tenth moves, about half of its samples, all one way. n counts what
is independent: samples, or clusters. Tests that are not told of clusters take the samples for
independent.

Each test has {replicates} resamples or random patterns of signs; the sign-flip test is exact in up
to {patterns:,} steps. A test rejects where p <= 0.05, exactly.

`sign_flip` is the default, and `make calibration` fails where it rejects more than 5 % by over
{sigmas} standard errors, in a row of samples or of clusters that it is told of. `bootstrap_sign` is
the rule of the seed document; at this alpha and number of resamples `bootstrap_plus_one` decides as
it does, and parts from it where p is near 0.

## Rejected, in percent
"""

INTERVALS = """
## Intervals that hold 0, in percent

Where all differences are 0 the interval is the point 0, and holds it.
"""


def page(found: Mapping[Cell, Found]) -> Iterator[str]:
    """Write the page."""
    yield INTRODUCTION.format(
        error=100 * error(float(ALPHA), TRIALS),
        trials=TRIALS,
        members=MEMBERS,
        replicates=REPLICATES,
        patterns=PATTERNS,
        sigmas=SIGMAS,
    )
    yield from _table(
        [test.value for test in Test],
        {
            cell: [_percent(one.rejected[t], one.trials) for t in Test]
            for cell, one in found.items()
        },
    )
    yield INTERVALS
    kinds = (Ends.PERCENTILE, Ends.BCA)
    yield from _table(
        [ends.value for ends in kinds],
        {cell: [_held(one, ends) for ends in kinds] for cell, one in found.items()},
    )


def _percent(count: int, trials: int) -> str:
    return f"{100 * count / trials:.1f}"


def _held(one: Found, ends: Ends) -> str:
    none = f" ({_percent(one.missing[ends], one.trials)} none)" if one.missing[ends] else ""
    return _percent(one.covered[ends], one.trials) + none


def _table(head: Sequence[str], rows: Mapping[Cell, Sequence[str]]) -> Iterator[str]:
    yield f"| units | differences | n | trials | {' | '.join(head)} |"
    yield f"| --- | --- |{' ---: |' * (len(head) + 2)}"
    for cell, values in rows.items():
        names = (cell.units.value, cell.shape.value, f"{cell.number:,}", f"{cell.trials:,}")
        yield f"| {' | '.join((*names, *values))} |"


def main() -> int:
    """Simulate all cells, write the page, and say whether the default holds its level."""
    cells = [Cell(*one) for one in product(Units, Shape, SIZES)]
    slow_first = sorted(cells, key=lambda cell: (-cell.number, cell.units is Units.SAMPLES))
    with ProcessPoolExecutor() as pool:
        done = dict(zip(slow_first, pool.map(simulated, slow_first), strict=True))
        systems = [
            (one, calibration_ranks.trials_of(one, TRIALS)) for one in calibration_ranks.settings()
        ]
        ranked = pool.map(calibration_ranks.simulated, systems)
        ranks = {setting: one for (setting, _), one in zip(systems, ranked, strict=True)}
    found = {cell: done[cell] for cell in cells}
    PAGE.write_text("\n".join([*page(found), *calibration_ranks.section(ranks)]), encoding="utf-8")
    wrong = of_judged()
    apart = calibration_ranks.broken(ranks)
    for setting in apart:
        sys.stdout.write(f"equal systems are separated too often: {setting}\n")
    report(wrong)
    for cell in broken(found):
        sys.stdout.write(f"the default test rejects too often: {cell}\n")
    return 1 if broken(found) or wrong or apart else 0


class Done(Protocol):
    """What came of the trials of a setting."""

    @property
    def key(self) -> Hashable:
        """Say of which."""
        ...


T = TypeVar("T")
D = TypeVar("D", bound=Done)


def twice(
    run: Callable[[T], D],
    tasks: Iterable[T],
    again: Callable[[Sequence[D], int], Iterable[T]],
    trials: int,
) -> list[D]:
    """Run all settings, and once more, with more trials, those that seem to hold too little."""
    with ProcessPoolExecutor() as pool:
        found = {one.key: one for one in pool.map(run, tasks)}
        more = list(pool.map(run, again(list(found.values()), trials)))
    return list((found | {one.key: one for one in more}).values())


def of_judged() -> list[str]:
    """Simulate judged evidence, write it at the end of the page, and list what holds too little."""
    trials = TRIALS // 2
    of_one, of_two, of_battles = calibration_judged, calibration_systems, calibration_arena
    of_drawn = calibration_drawn
    one_each = [(one, trials) for one in of_one.settings()]
    two_each = [(*one, trials) for one in of_two.settings()]
    battles_each = [(one, trials) for one in of_battles.settings()]
    drawn_each = [(one, trials) for one in of_drawn.settings()]
    write(
        twice(of_one.simulated, one_each, of_one.again, trials),
        twice(of_two.simulated, two_each, of_two.again, trials),
        twice(of_battles.simulated, battles_each, of_battles.again, trials),
        twice(of_drawn.simulated, drawn_each, of_drawn.again, trials),
        trials,
    )
    return of_worth()


def write(
    judged: Sequence[calibration_judged.Done],
    systems: Sequence[calibration_systems.Done],
    battles: Sequence[calibration_arena.Done],
    drawn: Sequence[calibration_drawn.Done],
    trials: int,
) -> list[str]:
    """Write what is of judged evidence at the end of the page, and list what holds too little."""
    before, _, _ = PAGE.read_text(encoding="utf-8").partition(calibration_judged.TITLE)
    wrong = [
        *calibration_judged.broken(judged),
        *calibration_systems.broken(systems),
        *calibration_arena.broken(battles),
        *calibration_drawn.broken(drawn),
    ]
    lines = [
        before.rstrip("\n"),
        *calibration_judged.section(judged, trials),
        *calibration_judged.exact(),
        *calibration_judged.paths(trials),
        *calibration_systems.section(systems, trials),
        *calibration_drawn.section(drawn),
        *calibration_arena.section(battles),
        *named(wrong),
        "",
    ]
    PAGE.write_text("\n".join(lines), encoding="utf-8")
    return wrong


def of_battles() -> list[str]:
    """Simulate battles, lengths and biases, and write that part of the page."""
    drawn = calibration_arena
    each = [(one, TRIALS // 2) for one in drawn.settings() if one.part in drawn.FITTED]
    return write_battles(twice(drawn.simulated, each, drawn.again, TRIALS // 2))


def write_battles(found: Sequence[calibration_arena.Done]) -> list[str]:
    """Write what is of battles, lengths and biases, and list what holds too little on the page."""
    part = calibration_arena
    fitted = tuple(f"{name}, " for one in part.FITTED for name in ASKED[one])
    lines = part.of_fits(found)
    return rewritten(lines, (part.TITLE, part.NEXT), fitted, part.broken(found))


def of_formulas() -> list[str]:
    """Simulate formulas of counts, and write that part of the page."""
    drawn = calibration_systems
    each = [(*one, TRIALS // 2) for one in drawn.settings() if one[0] is drawn.Shown.FORMULAS]
    return write_formulas(twice(drawn.simulated, each, drawn.again, TRIALS // 2))


def write_formulas(found: Sequence[calibration_systems.Done]) -> list[str]:
    """Write what is of formulas of counts, and list what holds too little on the page."""
    part = calibration_systems
    begins = tuple(f"{name} of {part.Shown.FORMULAS.value}, " for name in part.FORMULAS)
    titles = part.FORMULAS_TITLE, part.SLICES_TITLE
    return rewritten(part.of_formulas(found), titles, begins, part.broken(found))


def of_systems() -> list[str]:
    """Simulate two systems, formulas of counts and slices, and write these parts of the page."""
    part = calibration_systems
    each = [(*one, TRIALS // 2) for one in part.settings()]
    return write_systems(twice(part.simulated, each, part.again, TRIALS // 2))


def write_systems(found: Sequence[calibration_systems.Done]) -> list[str]:
    """Write what is of two systems, of formulas and of slices, and list what holds too little."""
    part = calibration_systems
    names = [*part.KINDS, *part.FORMULAS]
    begins = tuple(f"{name} of {shown.value}, " for name, shown in product(names, part.Shown))
    titles = part.TITLE, calibration_worth.TITLE
    return rewritten(part.section(found, TRIALS // 2), titles, begins, part.broken(found))


def of_worth() -> list[str]:
    """Simulate what the judge is worth, and write that part of the page."""
    part = calibration_worth
    each = [(one, TRIALS // 2) for one in part.settings()]
    found = twice(part.simulated, each, part.again, TRIALS // 2)
    begins = tuple(f"{name.name.lower()} of " for name in WORTH)
    titles = part.TITLE, calibration_drawn.TITLE
    return rewritten(part.section(found), titles, begins, part.broken(found))


def of_drawn() -> list[str]:
    """Simulate labels that are not drawn alike, and write that part of the page."""
    part = calibration_drawn
    each = [(one, TRIALS // 2) for one in part.settings()]
    found = twice(part.simulated, each, part.again, TRIALS // 2)
    begins = tuple(f"{name} of labels by " for name in part.NAMED)
    titles = part.TITLE, calibration_arena.TITLE
    return rewritten(part.section(found), titles, begins, part.broken(found))


def of_humans() -> list[str]:
    """Write what is exact of humans alone, and draw again what the page names of them."""
    part, name = calibration_judged, "humans alone"
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    of = [
        one
        for one in part.settings()
        if any(line.startswith(f"- {name}, {part.told(one)}: ") for line in lines)
    ]
    wrong = part.broken([part.simulated((one, 5 * TRIALS)) for one in of])
    return rewritten(part.exact(), (part.EXACT_TITLE, part.PATHS_TITLE), (f"{name}, ",), wrong)


def rewritten(
    lines: Iterable[str], titles: tuple[str, str], of: tuple[str, ...], wrong: Sequence[str]
) -> list[str]:
    """Write a part of the page, from its title to the next, and list what holds too little.

    `of` says how the lines of what holds too little begin that are of this part.
    """
    title, following = titles
    before, _, after = PAGE.read_text(encoding="utf-8").partition(following)
    kept, _, last = after.partition(HELD)
    others = [line.removeprefix("- ") for line in last.splitlines() if line.startswith("- ")]
    every = [*(one for one in others if not one.startswith(of)), *wrong]
    before = before.partition(title)[0].rstrip("\n")
    parts = [before, *lines, f"\n{following}{kept.rstrip()}", *named(every), ""]
    PAGE.write_text("\n".join(parts), encoding="utf-8")
    return every


HELD = "### What holds too little\n"


def named(wrong: Sequence[str]) -> Iterator[str]:
    """List on the page what holds too little."""
    yield f"\n{HELD}"
    if not wrong:
        yield "No interval of judged evidence, in any setting."
    yield from (f"- {line}" for line in wrong)


def report(wrong: Iterable[str]) -> int:
    """Say which intervals hold too little."""
    lines = [f"an interval of judged evidence holds too little: {line}\n" for line in wrong]
    sys.stdout.writelines(lines)
    return 1 if lines else 0


if __name__ == "__main__":
    parts = {
        "judged": of_judged,
        "formulas": of_formulas,
        "humans": of_humans,
        "battles": of_battles,
        "drawn": of_drawn,
        "systems": of_systems,
        "worth": of_worth,
    }
    sys.exit(report(parts[sys.argv[1]]()) if sys.argv[1:] else main())
