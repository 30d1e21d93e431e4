"""Score slices under definitions, and hold one score against one printed number.

A mean over declared classes hangs on what a class that occurs nowhere counts: 0, 1, or nothing.
That is a choice (`both_empty`), and tools choose differently, so until it was written the verdict
stays open (`leave_absent_open`), even if the number fits under our own default.
"""

from collections.abc import Collection
from fractions import Fraction

from attrs import evolve, field, frozen

from measurand.algebra.rounding import Fit, agreement
from measurand.evidence.pool import Pool
from measurand.metrics.definitions import Averaged, Definition, Measure, group_keys
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.finalise import Denominators, Finaliser, Scored, denominators
from measurand.metrics.needs import Gathered, Reading, Slice, unmet
from measurand.metrics.options import AverageKind, Chosen
from measurand.values.fault import shown
from measurand.values.printed import Added, Printed
from measurand.values.quantity import MOST_DIGITS
from measurand.values.score import Defined, Undefined
from measurand.values.verdict import Verdict

_MOST = 8


@frozen
class Comparison:
    """How a computed score stands to a printed number; `off` is in units of its last digit.

    `added` is what a program adds for the score: what the band of a printed float allows for.

    >>> Comparison(Verdict.UNDECIDED, Scored(Undefined("no sample"), 0, 0)).fit is None
    True
    """

    verdict: Verdict
    scored: Scored
    fit: Fit | None = None
    off: Fraction | None = None
    because: str = ""
    added: Added = field(factory=Added)


def compare_printed(scored: Scored, printed: Printed, *, samples: int = 1) -> Comparison:
    """Compare a score of samples with a printed number; an undefined score decides nothing.

    The samples, and what is added of them, say how far off a printed float may be.

    >>> compare_printed(Scored(Defined(Fraction(19, 30)), 6, 0), Printed.parse("63.3%")).verdict
    <Verdict.HOLDS: 'holds'>
    """
    match scored.score:
        case Undefined(reason):
            return Comparison(Verdict.UNDECIDED, scored, because=f"undefined: {reason}")
        case Defined(value):
            added = evolve(scored.added, number=scored.added.number + samples)
            agreed = agreement(value, printed, added)
            verdict, because = verdict_on(agreed.fit)
            return Comparison(verdict, scored, agreed.fit, agreed.units, because, added)


def verdict_on(fit: Fit) -> tuple[Verdict, str]:
    """Say whether a number that fits so is reproduced, and why that is open, where it is.

    >>> verdict_on(Fit.TIE)
    (<Verdict.HOLDS: 'holds'>, '')
    """
    match fit:
        case Fit.OUTSIDE:
            return Verdict.REFUTED, ""
        case Fit.OPEN:
            return Verdict.UNDECIDED, _NEAR
        case _:
            return Verdict.HOLDS, ""


_NEAR = f"it is so near to where rounding changes that {MOST_DIGITS} digits do not decide"


def leave_absent_open(
    comparison: Comparison, definition: Definition, said: Collection[str]
) -> Comparison:
    """Leave a number open that hangs on declared classes which occur nowhere.

    What such a class scores is for `both_empty` to say: where it was written, nothing is open. In a
    mean that weighs classes by their gold items these weigh nothing. A class by which several are
    chosen (`only`) may be misspelt, so a number is not refuted where one occurs nowhere.

    >>> from measurand.metrics.signature import parse
    >>> macro = parse("f(average=macro[class],class=item,over=declared[a,b])")
    >>> scored = Scored(Defined(Fraction(1)), 2, 0, absent=("b",))
    >>> comparison = compare_printed(scored, Printed.parse("1.0"))
    >>> leave_absent_open(comparison, macro, {"over"}).because
    "'b' is declared and occurs nowhere: write both_empty to decide; without it: holds"
    >>> leave_absent_open(comparison, macro, {"over", "both_empty"}).verdict
    <Verdict.HOLDS: 'holds'>
    """
    how = definition.averaging if isinstance(definition, Averaged | Measure) else Averaging()
    declared, chosen = _absent(how, comparison.scored)
    because = ""
    if chosen and comparison.verdict is Verdict.REFUTED:
        because = f"{_occurring(chosen, 'named')} nowhere: only= chooses the classes by it"
    weighted = how.average.kind is AverageKind.WEIGHTED
    if declared and not weighted and "both_empty" not in said:
        because = f"{_occurring(declared, 'declared')} nowhere: write both_empty to decide"
    if not because or comparison.verdict is Verdict.UNDECIDED:
        return comparison
    because += f"; without it: {comparison.verdict.value}"
    return evolve(comparison, verdict=Verdict.UNDECIDED, because=because)


def _absent(how: Averaging, scored: Scored) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Part the classes that occur nowhere: those of a mean, and those that choose several."""
    named = how.only.classes if isinstance(how.only, Chosen) else ()
    return (
        tuple(one for one in scored.absent if one in how.over.classes),
        tuple(one for one in scored.absent if one in named),
    )


def _occurring(classes: tuple[str, ...], how: str) -> str:
    listed = ", ".join(map(shown, classes[:_MOST])) + (", ..." if len(classes) > _MOST else "")
    return f"{listed} is {how} and occurs" if len(classes) == 1 else f"{listed} are {how} and occur"


@frozen(eq=False)
class Judge:
    """Scores of slices under definitions, each computed once.

    >>> Judge(Gathered({}, {})).pooled
    0
    """

    gathered: Gathered
    _finalisers: dict[Slice, Finaliser] = field(factory=dict, init=False, repr=False)
    _scores: dict[tuple[Slice, Definition], Scored] = field(factory=dict, init=False, repr=False)

    @property
    def pooled(self) -> int:
        """Count the slices for which samples were found."""
        return len(self.gathered.pools)

    def scored(self, part: Slice, definition: Definition) -> Scored:
        """Score a slice; a slice without samples has no score."""
        place = (part, definition)
        if place not in self._scores:
            self._scores[place] = self._score(part, definition)
        return self._scores[place]

    def _score(self, part: Slice, definition: Definition) -> Scored:
        misfit = self.gathered.misfit(part, group_keys(definition))
        if misfit is not None:
            return Scored(Undefined(misfit.text()), 0, 0)
        pool = self.gathered.pools.get(part)
        if pool is None or not pool.keyed.bags:
            where = " and ".join(f"{key}={value}" for key, value in part.where)
            reason = f"no sample of {part.data} has {where}" if where else f"{part.data} is empty"
            missing = unmet(part.where, self.gathered.groups.get(part.data, {}))
            return Scored(Undefined(f"{reason} ({missing})" if missing else reason), 0, 0)
        if part not in self._finalisers:
            self._finalisers[part] = Finaliser(pool)
        return self._finalisers[part].score(definition)

    def compare(self, part: Slice, definition: Definition, printed: Printed) -> Comparison:
        """Compare the score of a slice with what was printed.

        Where records or shards of the source could not be read, nothing is decided: the comparison
        is then of a part of the data, and its verdict says so.
        """
        scored = self.scored(part, definition)
        comparison = compare_printed(scored, printed, samples=self._samples(part))
        reading = self.gathered.readings.get(part.data)
        missing = reading.missing if reading else ""
        if not missing or comparison.verdict is Verdict.UNDECIDED:
            return comparison
        because = f"{missing}; without them: {comparison.verdict.value}"
        return evolve(comparison, verdict=Verdict.UNDECIDED, because=because)

    def _samples(self, part: Slice) -> int:
        pool = self.gathered.pools.get(part)
        return pool.scored() if pool else 0

    def denominators(self, part: Slice, scored: Scored) -> Denominators:
        """Say what a score was computed from."""
        reading = self.gathered.readings.get(part.data, Reading())
        return denominators(reading, self.gathered.pools.get(part, Pool()), scored)
