"""Two systems that one judge saw: how far they are apart, once the judge is corrected on each.

Samples are joined by id, and each has a verdict of the judge on either answer; of some, humans
judged both answers too. A judge that likes one system's answers is off by more on these, and that
cancels in no difference of its verdicts; so each side is corrected by what the judge is off there.
How much more the judge favours the first system is itself such a difference, of `judge_bias`.

What makes a sample hard is the same for both systems, and cancels. `PAIRED` makes most of it: it is
`ppi` of the differences of verdicts, sample by sample, so its one lambda is that which makes the
error of the difference least, where those of two corrected scores make the error of either least.
It needs human verdicts on both answers to a sample.

Slices are the values of a group; each number asked of them is one family of tests (Holm).
"""

from collections.abc import Collection, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from measurand.evidence.observation import ColumnOf, Observing, Together
from measurand.evidence.pairs import pairs
from measurand.evidence.pool import place_of, pool
from measurand.inference.adjustment import adjust
from measurand.inference.comparison import Comparison, compare, estimate
from measurand.inference.jackknife import p_of_zero
from measurand.inference.judge_bias import BiasEffect
from measurand.inference.judged import HUMAN, JUDGE, Labelling, Named, are_labels, effects_of
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.resampling_units import units_of
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.family import Estimator
from measurand.metrics.options import Drawn, Verdicts
from measurand.metrics.signature import signature
from measurand.values.sample import Sample
from measurand.values.score import Undefined

COMPARED = (
    *(Named.JUDGE_ALONE, Named.HUMANS_ALONE, Named.CORRECTED, Named.CORRECTED_FULLY),
    *(Named.PAIRED, Named.RATES_UNDONE, Named.BIAS),
)
OF_SLICES = (Named.PAIRED, Named.RATES_UNDONE)
_SHARES, _ALIKE = Verdicts(), Drawn()
_OF_BOTH = Undefined("it is a number of differences")
Both = tuple[Sample, Sample]
NamedDefinitions = Sequence[tuple[Named, Definition]]


@frozen(kw_only=True)
class Apart:
    """One number of two systems; `adjusted` is the p-value adjusted by the number of slices."""

    name: Named
    definition: Definition
    found: Comparison
    adjusted: Fraction | None = None


@frozen(kw_only=True)
class SystemsPart:
    """The samples of one slice (or all: its name is empty) that both systems answered.

    `labelled` counts those on which humans judged both answers.
    """

    name: str
    samples: int
    labelled: int
    numbers: tuple[Apart, ...]

    def number(self, name: Named) -> Apart:
        """Find one of the numbers."""
        return next(one for one in self.numbers if one.name is name)


@frozen(kw_only=True)
class JudgedDifference:
    """Two systems under one judge; differences are first less second.

    `alone` counts the judged samples that only the first, or only the second, system has.
    `effects` say by how much more the judge favours the first for one more of what its answer has
    more of, than the second's. `drawn` says how samples were drawn to be labelled.
    """

    every: SystemsPart
    slices: tuple[SystemsPart, ...]
    alone: tuple[int, int]
    plan: Plan
    effects: tuple[BiasEffect, ...] | Undefined = ()
    drawn: Drawn = _ALIKE


def judged_difference(
    first: Sequence[Sample],
    second: Sequence[Sample],
    plan: Plan,
    by: str | None = None,
    labelling: Labelling | None = None,
) -> JudgedDifference:
    """Say how far two systems are apart, by a judge, by humans, and by the judge corrected.

    `by` names a group key for slices; `labelling` says of which scale verdicts are, and how samples
    were drawn to be labelled (a chance of a sample is that which the first has).

    >>> def answers(*said: tuple[int, int | None]) -> list[Sample]:
    ...     return [
    ...         Sample(id=str(at), amounts=tuple(
    ...             (name, Fraction(n)) for name, n in ((HUMAN, h), (JUDGE, j)) if n in {0, 1}
    ...         ))
    ...         for at, (j, h) in enumerate(said)
    ...     ]
    >>> north = answers((1, 1), (1, 1), (0, 0), (1, None), (0, None), (0, None))
    >>> south = answers((1, 0), (1, 1), (1, 0), (1, None), (1, None), (0, None))
    >>> found = judged_difference(north, south, Plan(replicates=9))
    >>> [(one.name.name, str(one.found.difference.value)) for one in found.every.numbers[:2]]
    [('JUDGE_ALONE', '-1/3'), ('HUMANS_ALONE', '1/3')]

    Raises UnpairedError where an id is there twice or a sample is not the same for both systems,
    UnfitSampleError where one has no such group, or a verdict is not of the scale.
    """
    how = labelling or Labelling()
    verdicts, drawn = how.verdicts, how.drawn
    sides = [[one for one in some if one.amount(JUDGE) is not None] for some in (first, second)]
    names = tuple(sorted({one for one in (by, plan.cluster) if one is not None}))
    alone = pairs(observing(Named.BIAS.definition(verdicts)), *sides, names=names).alone
    others = {one.id: one for one in sides[1]}
    both = [(one, others[one.id]) for one in sides[0] if one.id in others]
    groups: dict[str, list[Both]] = {}
    if by is not None:
        for pair in both:
            groups.setdefault(place_of(pair[0], (by,))[0], []).append(pair)
    labels = verdicts == _SHARES and are_labels([one for pair in both for one in pair])
    rates = labels and drawn == _ALIKE
    named = [one for one in COMPARED if rates or one is not Named.RATES_UNDONE]
    kept = [(one, one.definition(verdicts, drawn)) for one in named]
    asked = [(name, one) for name, one in kept if name in OF_SLICES]
    return JudgedDifference(
        every=_part("", both, kept, plan),
        slices=_adjusted([_part(name, some, asked, plan) for name, some in sorted(groups.items())]),
        alone=alone,
        plan=plan,
        drawn=drawn,
    )


def favoured_by(
    first: Sequence[Sample], second: Sequence[Sample], plan: Plan, covariates: Sequence[str]
) -> tuple[BiasEffect, ...] | Undefined:
    """Regress by how much more the judge is off on the first, on how much more its answers have.

    Only samples count that have human verdicts, and the covariates, on both sides.

    >>> favoured_by((), (), Plan(), ())
    ()
    """
    others = {one.id: one for one in second}
    both = [(one, others[one.id]) for one in first if one.id in others]
    return effects_of([_less(*pair, covariates) for pair in both], plan, covariates)


def _part(name: str, both: Sequence[Both], asked: NamedDefinitions, plan: Plan) -> SystemsPart:
    return SystemsPart(
        name=name,
        samples=len(both),
        labelled=sum(all(one.amount(HUMAN) is not None for one in pair) for pair in both),
        numbers=tuple(
            Apart(name=kind, definition=one, found=_compared(kind, one, both, plan))
            for kind, one in asked
        ),
    )


def _compared(kind: Named, definition: Definition, both: Sequence[Both], plan: Plan) -> Comparison:
    names = () if plan.cluster is None else (plan.cluster,)
    key = signature(definition)
    if kind is Named.PAIRED and isinstance(definition, Estimator):
        known = observing(definition)
        chance = _columns(known) - {HUMAN, JUDGE}
        apart = [_less(*pair, same=chance) for pair in both]
        seen = pool(known, apart, names=names)
        found = estimate(definition, seen, plan, key=key)
        return Comparison(
            first=_OF_BOTH,
            second=_OF_BOTH,
            difference=found.score,
            interval=found.interval,
            p_value=p_of_zero(definition, units_of(definition, seen, plan.cluster)),
            effects=_OF_BOTH,
            units=found.units,
            left_out=found.left_out,
        )
    first, second = [one for one, _ in both], [two for _, two in both]
    return compare(
        definition, pairs(observing(definition), first, second, names=names), plan, key=key
    )


def _columns(known: Observing) -> frozenset[str]:
    parts = known.parts if isinstance(known, Together) else ()
    return frozenset(one.name for one in parts if isinstance(one, ColumnOf))


def _less(
    first: Sample, second: Sample, more: Sequence[str] = (), same: Collection[str] = ()
) -> Sample:
    """Take the verdicts on the second system, and more of its numbers, from those on the first.

    Of the first are also the numbers that are the `same`.
    """
    names = sorted({HUMAN, JUDGE, *more})
    sides = [(name, first.amount(name), second.amount(name)) for name in names]
    amounts = [(name, one - two) for name, one, two in sides if one is not None and two is not None]
    kept = [one for one in first.amounts if one[0] in same]
    return evolve(first, amounts=tuple(sorted((*amounts, *kept))))


def _adjusted(parts: Sequence[SystemsPart]) -> tuple[SystemsPart, ...]:
    """Adjust each number over the slices; a slice without a p-value counts as one with p = 1."""
    found = {name: _family(parts, name) for name in OF_SLICES}
    return tuple(
        evolve(
            part,
            numbers=tuple(
                evolve(one, adjusted=found[one.name].get(part.name)) for one in part.numbers
            ),
        )
        for part in parts
    )


def _family(parts: Sequence[SystemsPart], name: Named) -> dict[str, Fraction]:
    tested = [
        (part.name, one.found.p_value.value)
        for part in parts
        for one in part.numbers
        if one.name is name and isinstance(one.found.p_value, PValue)
    ]
    adjusted = adjust([p for _, p in tested], m=len(parts))
    return {part: p for (part, _), p in zip(tested, adjusted, strict=True)}
