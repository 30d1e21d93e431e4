"""Whether each number that a log prints follows from the log's own samples.

A printed number is held against its recipes. Those of one column (a scorer's values, say) leave
open the same things, so one way to read it is chosen for the whole column: the one that fits most
of its numbers, the likeliest of these. What does not fit there differs, even where it would fit
another way alone: a log was written in one way.

Where scores were edited and the number is what it was before, it is stale, and both numbers are
told. Rules that need no samples are in `impossible`.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain
from math import isnan

from attrs import evolve, field, frozen
from toolz import groupby

from measurand.auditing.claims.outcomes import Gap, Outcome
from measurand.auditing.runs.impossible import across_reducers, impossible, of_counts
from measurand.auditing.runs.own_definitions import OURS
from measurand.auditing.runs.remarks import remarks_of
from measurand.evidence.runs import (
    Aggregate,
    Attempt,
    Computed,
    Denominators,
    Recipe,
    Remark,
    Run,
    Statistic,
    Total,
    Unknown,
    Weight,
)
from measurand.values.english import counted
from measurand.values.verdict import Verdict, overall


class Reproduction(Enum):
    """What became of a printed number."""

    REPRODUCED = "reproduced"
    DRAWN = "reproduced as far as an unseeded bootstrap can be"
    DIFFERS = "differs"
    NOT_RECOMPUTABLE = "not recomputable"

    @property
    def verdict(self) -> Verdict:
        """Give it as the verdict on a claim.

        >>> Reproduction.DRAWN.verdict
        <Verdict.HOLDS: 'holds'>
        """
        match self:
            case Reproduction.REPRODUCED | Reproduction.DRAWN:
                return Verdict.HOLDS
            case Reproduction.DIFFERS:
                return Verdict.REFUTED
            case Reproduction.NOT_RECOMPUTABLE:
                return Verdict.UNDECIDED


@frozen(kw_only=True)
class AggregateCheck:
    """A printed number, what is computed instead, and by which definition.

    `definition` is the signature of the recipe. `total` has the values and the planned attempts of
    a mean, from which the other readings of it follow.

    >>> made = Aggregate(name="a", metric="accuracy", printed=1.0, place="$")
    >>> AggregateCheck(aggregate=made, outcome=Reproduction.REPRODUCED).because
    ''
    """

    aggregate: Aggregate
    outcome: Reproduction
    computed: float | None = None
    definition: str = ""
    because: str = ""
    denominators: Denominators = field(factory=Denominators)
    total: Total | None = None


@frozen(kw_only=True)
class RunCheck:
    """A run, its printed numbers as they were found, and what else is to be said of it.

    >>> RunCheck(run=Run(file="a", harness="b"), aggregates=(), remarks=()).verdict
    <Verdict.UNDECIDED: 'undecided'>
    """

    run: Run
    aggregates: tuple[AggregateCheck, ...]
    remarks: tuple[Remark, ...]

    @property
    def verdict(self) -> Verdict:
        """Join all verdicts: nothing checked is undecided."""
        return overall(
            chain(
                (one.outcome.verdict for one in self.aggregates),
                (_WEIGHED[one.weight] for one in self.remarks if one.weight in _WEIGHED),
            )
        )


_WEIGHED = {Weight.REFUTES: Verdict.REFUTED, Weight.OPEN: Verdict.UNDECIDED}


def check_run(run: Run) -> RunCheck:
    """Hold every printed number of a run against what its log has.

    >>> check_run(Run(file="a.json", harness="toy")).aggregates
    ()
    """
    earlier = _before_edits(run)
    columns = groupby(_column, run.aggregates)
    checked = {
        one.name: found
        for same in columns.values()
        for one, found in zip(same, _checked(run, earlier, same), strict=True)
    }
    aggregates = tuple(checked[one.name] for one in run.aggregates)
    remarks = (
        *_impossible(run, aggregates),
        *run.remarks,
        *remarks_of(run),
        *_unusual(run),
        *_undefined(aggregates),
    )
    return RunCheck(run=run, aggregates=aggregates, remarks=remarks)


def _impossible(run: Run, checked: Sequence[AggregateCheck]) -> Iterator[Remark]:
    """Hold to rules without samples what could not be recomputed, with all of its column.

    What is recomputed keeps them: they follow from the formulas, if these are known.
    """
    if run.beyond:
        return
    unknown = {
        one.aggregate.column.name
        for one in checked
        if one.outcome is Reproduction.NOT_RECOMPUTABLE and one.aggregate.column is not None
    }
    of_them = [one for one in run.aggregates if one.column and one.column.name in unknown]
    yield from impossible(of_them, decimals=run.decimals)
    yield from across_reducers(of_them, decimals=run.decimals)
    yield from of_counts(run)


def _unusual(run: Run) -> Iterator[Remark]:
    for one in run.aggregates:
        if one.metric == "accuracy" and not (isnan(one.printed) or 0 <= one.printed <= 1):
            says = f"{one.name} {one.printed!r} is no proportion: values are not within 0 and 1"
            yield Remark(kind="no proportion", says=says, place=one.place)
        if one.statistic is Statistic.MEAN and isnan(one.printed):
            says = f"{one.name} has no value: no sample has a score that is a number"
            yield Remark(kind="all unscored", says=says, place=one.place)


def _undefined(checked: Sequence[AggregateCheck]) -> Iterator[Remark]:
    """Say why a definition of ours has no value, for which harnesses have no words."""
    for one in checked:
        made, reproduced = one.aggregate, one.outcome is Reproduction.REPRODUCED
        if reproduced and isnan(made.printed) and one.because and one.definition.startswith(OURS):
            says = f"{made.name} has no value: {one.because}"
            yield Remark(kind="undefined", says=says, place=made.place)


def _column(one: Aggregate) -> str:
    column = one.column
    return one.name if column is None else f"column {column.name} {column.place}"


def _checked(run: Run, earlier: Run | None, same: Sequence[Aggregate]) -> Iterator[AggregateCheck]:
    tried = [[recipe.compute(run) for recipe in one.recipes] for one in same]
    most = max(map(len, tried))
    fits = [
        sum(_fits(one, results, way) for one, results in zip(same, tried, strict=True))
        for way in range(most)
    ]
    way = fits.index(max(fits)) if fits else 0
    for one, results in zip(same, tried, strict=True):
        yield _outcome(run, one, results, min(way, max(0, len(results) - 1)), earlier)


def _fits(one: Aggregate, results: Sequence[Computed | Unknown], way: int) -> bool:
    result = results[min(way, len(results) - 1)] if results else None
    return isinstance(result, Computed) and result.fits(one.printed)


def _outcome(
    run: Run,
    one: Aggregate,
    results: Sequence[Computed | Unknown],
    way: int,
    earlier: Run | None,
) -> AggregateCheck:
    if not results:
        because = one.unknown or "nothing says how it is made"
        return AggregateCheck(aggregate=one, outcome=Reproduction.NOT_RECOMPUTABLE, because=because)
    result, recipe = results[way], one.recipes[way]
    if isinstance(result, Unknown):
        return AggregateCheck(
            aggregate=one,
            outcome=Reproduction.NOT_RECOMPUTABLE,
            definition=recipe.signature,
            because=result.because,
        )
    found = AggregateCheck(
        aggregate=one,
        outcome=_reproduced(result),
        computed=result.value,
        definition=recipe.signature,
        because=result.note,
        denominators=result.denominators,
        total=result.total,
    )
    if result.fits(one.printed):
        return found
    if run.beyond:
        return evolve(found, outcome=Reproduction.NOT_RECOMPUTABLE, because=run.beyond)
    left = next((other for other in results if isinstance(other, Unknown)), None)
    if left is not None:
        # It may be what the log means, and then the number may follow.
        because = f"read in another way it may follow: {left.because}"
        return evolve(found, outcome=Reproduction.NOT_RECOMPUTABLE, because=because)
    because = _followed(run, one, recipe, earlier)
    return evolve(found, outcome=Reproduction.DIFFERS, because=because)


def _followed(run: Run, one: Aggregate, recipe: Recipe, earlier: Run | None) -> str:
    """Say of what a number follows that does not follow from the samples; empty: of nothing."""
    stale = None if earlier is None else recipe.compute(earlier)
    if earlier is not None and isinstance(stale, Computed) and stale.fits(one.printed):
        return f"stale: it is of before the edit of {counted(_edited(earlier), 'score')}"
    if run.attempts is not None and run.values:
        kept = recipe.compute(evolve(run, attempts=None))
        if isinstance(kept, Computed) and kept.fits(one.printed):
            return "it follows from what the log keeps of its samples after epochs"
    return ""


def _reproduced(result: Computed) -> Reproduction:
    return Reproduction.DRAWN if result.draws else Reproduction.REPRODUCED


def _before_edits(run: Run) -> Run | None:
    """Give a run as it was before scores were edited; None where none was."""
    if run.attempts is None or not any(one.before for one in run.attempts):
        return None
    return evolve(run, attempts=tuple(map(_unedited, run.attempts)))


def _unedited(one: Attempt) -> Attempt:
    return evolve(one, scores={**one.scores, **one.before}) if one.before else one


def _edited(run: Run) -> int:
    return sum(len(one.before) for one in run.attempts or ())


def outcomes_of(checked: RunCheck) -> tuple[Outcome, ...]:
    """List what came out of a run as claims do, for all that shows those.

    >>> outcomes_of(check_run(Run(file="a.json", harness="toy")))[0].because
    'the log prints no number'
    """
    return tuple(_listed(checked))


def _listed(checked: RunCheck) -> Iterator[Outcome]:
    run = checked.run
    for one in checked.aggregates:
        yield Outcome(
            id=f"{run.name}: {one.aggregate.name}",
            kind="aggregate",
            verdict=one.outcome.verdict,
            title=f"{run.title}: {one.aggregate.name} at {one.aggregate.place}",
            printed=repr(one.aggregate.printed),
            computed="" if one.computed is None else repr(one.computed),
            definition=one.definition,
            because=because_of(one),
            file=run.file,
        )
    yield from _remarked(run, (one for one in checked.remarks if one.weight in _WEIGHED))
    if not checked.aggregates:
        yield Outcome(
            id=run.name,
            kind="run",
            verdict=Verdict.UNDECIDED,
            title=run.title,
            because="the log prints no number",
            file=run.file,
            gap=Gap.NOTHING,
        )


def _remarked(run: Run, remarks: Iterable[Remark]) -> Iterator[Outcome]:
    for number, one in enumerate(remarks, 1):
        yield Outcome(
            id=f"{run.name}: {one.kind} ({number})",
            kind="run",
            verdict=_WEIGHED[one.weight],
            title=f"{run.title}: {one.kind} at {one.place}",
            because=one.says,
            file=run.file,
        )


def because_of(one: AggregateCheck) -> str:
    """Say why a number does not hold; empty where it does.

    >>> made = Aggregate(name="a", metric="accuracy", printed=1.0, place="$")
    >>> because_of(AggregateCheck(aggregate=made, outcome=Reproduction.DIFFERS, computed=0.5))
    '0.5 is computed'
    """
    if one.outcome.verdict is Verdict.HOLDS:
        return ""
    computed = f"{one.computed!r} is computed" if one.outcome is Reproduction.DIFFERS else ""
    return "; ".join(filter(None, (computed, one.because)))
