"""What a judge is worth, and what is said of a system that it judged: all of one pass over samples.

A sample has the judge's verdict and, if it is labelled, a human's; both are columns of it. Each
number here is that of a definition which anybody can score alone: rates and agreement of the judge
are those of its labels against human ones, the corrected scores are `ppi` and `rogan_gladen`.
Slices are the values of a group; whether the judge is off at all is asked of each, and these are
one family of tests (Holm).

Verdicts are 0 and 1, or grades. Grades have no error rates: a judge of grades is worth how near its
grades are to those of humans, and in which order it puts them.

Where the labelled part is not drawn alike from all samples, `drawn` says how; what is said of all
samples knows it then. What the judge is worth is of the labelled samples as they are, and its error
rates are not undone, as they may be others elsewhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from math import inf

from attrs import evolve, frozen

from measurand.evidence.observation import Observing
from measurand.evidence.pool import Pool, place_of, pool
from measurand.inference.adjustment import adjust
from measurand.inference.estimation import estimate, interval_with_unseen
from measurand.inference.interval import Ends, Interval
from measurand.inference.jackknife import errors, p_of_zero
from measurand.inference.judge_bias import BiasEffect, bias_effects
from measurand.inference.labels import LabelPlan, alone
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.resampling_units import units_of
from measurand.metrics.codec import word
from measurand.metrics.definitions import Definition, metric_of, observing
from measurand.metrics.family import Estimator
from measurand.metrics.grammar import Term, write_value
from measurand.metrics.options import Drawn, Scale, Verdicts
from measurand.metrics.signature import parse, signature
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined

Pools = Mapping[Observing, Pool]

JUDGE, HUMAN = "judge", "human"
"""The columns of the verdicts."""

_NAMES = f"judge={JUDGE},human={HUMAN}"
_PAIR = f"gold={HUMAN},predicted={JUDGE}"
_SHARES, _ALIKE = Verdicts(), Drawn()
_POSITIVE = "class=item,only=class[1]"
_SHARE = f"{_POSITIVE},average=micro,both_empty=skip+skip,gold_empty=0+skip,pred_empty=skip+0"


class Named(Enum):
    """The numbers of a judgement; the value is the signature of each, its defaults left out.

    Where they depend on the scale of the verdicts, `{said}` stands for it, and `{apart}` for that
    of their differences.
    """

    SENSITIVITY = f"recall({_SHARE})"
    SPECIFICITY = f"specificity({_POSITIVE})"
    PRECISION = f"precision({_SHARE})"
    AGREEMENT = "percent_agreement(raters=gold+predicted)"
    KAPPA = f"kappa({_POSITIVE})"
    AC1 = "gwet_ac1(raters=gold+predicted,over=declared[0,1])"
    JUDGE_ALONE = f"column(name={JUDGE},reduce=mean)"
    WEIGHTED_KAPPA = "weighted_kappa()"
    RANKS = f"spearman({_PAIR})"
    MEAN_ERROR = f"mae({_PAIR})"
    LOWER_LIMIT = f"limit_of_agreement({_PAIR},side=lower)"
    UPPER_LIMIT = f"limit_of_agreement({_PAIR},side=upper)"
    HUMANS_ALONE = f"ppi({_NAMES}{{said}}{{drawn}},lambda=0)"
    CORRECTED = f"ppi({_NAMES}{{said}}{{drawn}})"
    CORRECTED_FULLY = f"ppi({_NAMES}{{said}}{{drawn}},lambda=1)"
    PAIRED = f"ppi({_NAMES}{{apart}}{{drawn}})"
    RATES_UNDONE = f"rogan_gladen({_NAMES})"
    BIAS = f"judge_bias({_NAMES}{{said}}{{drawn}})"

    def definition(self, verdicts: Verdicts = _SHARES, drawn: Drawn = _ALIKE) -> Definition:
        """Give the definition for verdicts of a scale, of which some were drawn to be labelled.

        >>> signature(Named.BIAS.definition(Verdicts(Scale.FROM, (Fraction(1), Fraction(5)))))
        'judge_bias/1(judge=judge,human=human,verdicts=scale[1,5],drawn=random)'
        """
        ends = verdicts.ends
        apart = Verdicts(Scale.ANY) if ends is None else _difference(ends[1] - ends[0])
        said = "" if verdicts == _SHARES else f",verdicts={verdicts}"
        names = [Term(drawn.name)] if drawn.name else []
        how = f",drawn={write_value(word(drawn.how.value, *names))}"
        return parse(self.value.format(said=said, apart=f",verdicts={apart}", drawn=how))


@frozen
class Labelling:
    """Of which scale verdicts are, and how samples were drawn to be labelled.

    >>> Labelling().drawn.how.value
    'random'
    """

    verdicts: Verdicts = _SHARES
    drawn: Drawn = _ALIKE


def _difference(size: Fraction) -> Verdicts:
    return Verdicts(Scale.DIFFERENCE, (size,))


WORTH = (
    *(Named.SENSITIVITY, Named.SPECIFICITY, Named.PRECISION),
    *(Named.AGREEMENT, Named.KAPPA, Named.AC1),
)
GRADED_WORTH = (
    *(Named.AGREEMENT, Named.WEIGHTED_KAPPA, Named.RANKS),
    *(Named.MEAN_ERROR, Named.LOWER_LIMIT, Named.UPPER_LIMIT),
)
SCORES = (Named.JUDGE_ALONE, Named.HUMANS_ALONE, Named.CORRECTED, Named.RATES_UNDONE)
WIDTHS = tuple(Fraction(one, 100) for one in (10, 5, 3, 2, 1))
"""Halves of widths, as shares of the scale, for which labels are counted."""


@frozen(kw_only=True)
class Estimated:
    """A number of a judgement with its interval."""

    name: Named
    definition: Definition
    score: Score
    interval: Interval | Undefined


@frozen(kw_only=True)
class Part:
    """The samples of one slice (or all: its name is empty), and what is said of them.

    `p_value` is that of a judge which is off nowhere on average; `adjusted` is so by the number of
    slices.
    """

    name: str
    samples: int
    labelled: int
    scores: tuple[Estimated, ...]
    bias: Estimated
    p_value: PValue | Undefined
    adjusted: Fraction | None = None

    def score(self, name: Named) -> Estimated:
        """Find one of the scores."""
        return next(one for one in self.scores if one.name is name)


@frozen(kw_only=True)
class Needed:
    """How many labels an interval needs that goes so far to either side; None: more than there are.

    `alone` is how many it needs without the judge.
    """

    half_width: Fraction
    labels: int | None
    alone: int


@frozen(kw_only=True)
class Judgement:
    """What a judge is worth on the labelled part, and what is said of all samples and of slices.

    `effects` are the biases by covariate. `unjudged` counts the samples without a verdict of the
    judge, which no number is about. `graded` tells that some verdict is neither 0 nor 1: then
    there are no error rates. `drawn` says how samples were drawn to be labelled.
    `labels_unjudged` counts those of the unjudged samples that have a label.
    """

    every: Part
    worth: tuple[Estimated, ...]
    slices: tuple[Part, ...]
    needed: tuple[Needed, ...]
    plan: Plan
    graded: bool = False
    effects: tuple[BiasEffect, ...] | Undefined = ()
    unjudged: int = 0
    drawn: Drawn = _ALIKE
    labels_unjudged: int = 0


def judgement(
    samples: Sequence[Sample],
    plan: Plan,
    by: str | None = None,
    covariates: Sequence[str] = (),
    labelling: Labelling | None = None,
) -> Judgement:
    """Say what a judge is worth, what is said of what it judged, and by what it is biased.

    `by` names a group key for slices, `covariates` the amounts that a bias may go with; `labelling`
    says of which scale verdicts are (shares, `scale[1,5]`, or any), and how samples were drawn to
    be labelled (alike from all, from those of each value of a group, or by chances in an amount).

    >>> said = [(1, 1), (1, 0), (0, 0), (1, 1), (1, None), (0, None)]
    >>> samples = [
    ...     Sample(id=str(at), amounts=tuple(
    ...         (name, Fraction(one)) for name, one in ((HUMAN, h), (JUDGE, j)) if one in {0, 1}
    ...     ))
    ...     for at, (j, h) in enumerate(said)
    ... ]
    >>> found = judgement(samples, Plan(replicates=9))
    >>> [str(one.score.value) for one in found.worth[:2]], found.every.bias.score
    (['1', '1/2'], Defined(value=Fraction(1, 4)))

    Raises UnfitSampleError where a sample has no such group or chance, or a verdict is not of the
    scale.
    """
    how = labelling or Labelling()
    verdicts, drawn = how.verdicts, how.drawn
    judged = [one for one in samples if one.amount(JUDGE) is not None]
    groups: dict[str, list[Sample]] = {}
    if by is not None:
        for one in judged:
            groups.setdefault(place_of(one, (by,))[0], []).append(one)
    graded = verdicts != _SHARES or not are_labels(judged)
    rates = not graded and drawn == _ALIKE
    scores = [one for one in SCORES if rates or one is not Named.RATES_UNDONE]
    asked = [(one, one.definition(verdicts, drawn)) for one in (*scores, Named.BIAS)]
    slices = [_part(name, some, asked, plan) for name, some in sorted(groups.items())]
    return Judgement(
        every=_part("", judged, asked, plan),
        worth=_graded_worth(judged, plan) if graded else _worth(judged, plan),
        slices=_adjusted(slices),
        needed=_needed(judged, verdicts, plan) if drawn == _ALIKE else (),
        plan=plan,
        graded=graded,
        effects=effects_of(judged, plan, covariates),
        unjudged=len(samples) - len(judged),
        drawn=drawn,
        labels_unjudged=sum(
            one.amount(JUDGE) is None and one.amount(HUMAN) is not None for one in samples
        ),
    )


def effects_of(
    samples: Sequence[Sample], plan: Plan, covariates: Sequence[str]
) -> tuple[BiasEffect, ...] | Undefined:
    """Regress what the judge is off on numbers of the labelled samples that have them all.

    Nothing where no covariate is named.

    >>> effects_of((), Plan(), ())
    ()
    """
    if not covariates:
        return ()
    names = (JUDGE, HUMAN, *covariates)
    rows = [(one, [one.amount(name) for name in names]) for one in samples]
    there = [(one, [float(n) for n in some if n is not None]) for one, some in rows]
    kept = [(one, some) for one, some in there if len(some) == len(names)]
    clusters = None if plan.cluster is None else [one.group(plan.cluster) for one, _ in kept]
    return bias_effects(
        [some[0] - some[1] for _, some in kept],
        {name: [some[at] for _, some in kept] for at, name in enumerate(covariates, 2)},
        clusters=clusters,
        level=plan.level,
    )


def _part(
    name: str, samples: Sequence[Sample], asked: Sequence[tuple[Named, Definition]], plan: Plan
) -> Part:
    *scores, bias_of = asked
    bias = bias_of[1]
    pools = _pools([one for _, one in asked], samples, plan)
    p_value: PValue | Undefined = Undefined("no labels")
    if isinstance(bias, Estimator):
        p_value = p_of_zero(bias, units_of(bias, pools[observing(bias)], plan.cluster))
    return Part(
        name=name,
        samples=len(samples),
        labelled=sum(one.amount(HUMAN) is not None for one in samples),
        scores=tuple(_estimated(*one, pools, plan) for one in scores),
        bias=_estimated(*bias_of, pools, plan),
        p_value=p_value,
    )


def are_labels(samples: Sequence[Sample]) -> bool:
    """Tell whether all verdicts are 0 or 1.

    >>> are_labels([Sample(id="1", amounts=((JUDGE, Fraction(1, 2)),))])
    False
    """
    every = (one.amount(name) for one in samples for name in (JUDGE, HUMAN))
    # Not `in {0, 1}`: the hash of a fraction is a power modulo a large prime.
    return all(one is None or (one.denominator == 1 and one.numerator in {0, 1}) for one in every)


def _adjusted(slices: Sequence[Part]) -> tuple[Part, ...]:
    tested = [one.p_value.value for one in slices if isinstance(one.p_value, PValue)]
    found = iter(adjust(tested, m=len(slices)) if tested else ())
    return tuple(
        evolve(one, adjusted=next(found)) if isinstance(one.p_value, PValue) else one
        for one in slices
    )


def _pools(definitions: Iterable[Definition], samples: Sequence[Sample], plan: Plan) -> Pools:
    """Pool once what several definitions observe alike."""
    names = () if plan.cluster is None else (plan.cluster,)
    seen = {observing(one) for one in definitions}
    return {how: pool(how, samples, names=names) for how in seen}


def _estimated(name: Named, definition: Definition, pools: Pools, plan: Plan) -> Estimated:
    seen = pools[observing(definition)]
    found = estimate(definition, seen, plan, key=signature(definition))
    return Estimated(name=name, definition=definition, score=found.score, interval=found.interval)


def _beside(samples: Sequence[Sample]) -> Sequence[Sample]:
    """Put both verdicts of the labelled samples beside each other as items, as all labels are."""
    return [
        evolve(one, gold=(str(human),), predicted=(str(judge),))
        for one in samples
        for judge, human in ((one.amount(JUDGE), one.amount(HUMAN)),)
        if human is not None
    ]


def _graded_worth(samples: Sequence[Sample], plan: Plan) -> tuple[Estimated, ...]:
    """Hold the judge's grades to those of humans: as labels, as ranks, and as numbers."""
    pools = _pools([one.definition() for one in GRADED_WORTH], _beside(samples), plan)
    return tuple(_estimated(one, one.definition(), pools, plan) for one in GRADED_WORTH)


def _worth(samples: Sequence[Sample], plan: Plan) -> tuple[Estimated, ...]:
    """Hold the judge's labels to those of humans."""
    pools = _pools([one.definition() for one in WORTH], _beside(samples), plan)
    return tuple(
        _widened(_estimated(one, one.definition(), pools, plan), pools, plan) for one in WORTH
    )


_EACH_KIND = [Sample(id="", gold=(human,), predicted=(judge,)) for judge in "01" for human in "01"]


def _widened(found: Estimated, pools: Pools, plan: Plan) -> Estimated:
    """Give a number the interval of its samples and one of each kind, as estimates of labels have.

    Without, a judge that erred on none of a few labels could not err at all.
    """
    if plan.ends is not Ends.JACKKNIFE or not isinstance(found.score, Defined):
        return found
    wide = _with_unseen(found.definition, pools, plan)
    if isinstance(wide, Undefined):
        return evolve(found, interval=wide)
    low, high = metric_of(found.definition).low, metric_of(found.definition).high
    value = float(found.score.value)
    others = [wide, found.interval] if found.name is Named.AC1 else [wide]
    ends = [one for one in others if isinstance(one, Interval)]
    lowest = max(min(one.low for one in ends), -inf if low is None else low)
    highest = min(max(one.high for one in ends), inf if high is None else high)
    return evolve(found, interval=Interval(min(lowest, value), max(highest, value), plan.level))


def _with_unseen(definition: Definition, pools: Pools, plan: Plan) -> Interval | Undefined:
    how = observing(definition)
    each = [unit for one in _EACH_KIND for unit, _ in units_of(definition, pool(how, [one]))]
    return interval_with_unseen(
        definition, pools[how], plan, [row for unit in each for row in unit]
    )


def _needed(samples: Sequence[Sample], verdicts: Verdicts, plan: Plan) -> tuple[Needed, ...]:
    """Count labels for some widths, of what the labelled part tells of the judge."""
    if verdicts.ends is None:
        return ()
    low, high = verdicts.ends
    told = _told(samples, (float(low), float(high)), verdicts, plan)
    if told is None:
        return ()
    return tuple(
        Needed(
            half_width=half,
            labels=told.labels_for(float(half), len(samples), plan.level),
            alone=alone(told.variance, float(half), plan.level, told.design),
        )
        for half in ((high - low) * share for share in WIDTHS)
    )


def _told(
    samples: Sequence[Sample], ends: tuple[float, float], verdicts: Verdicts, plan: Plan
) -> LabelPlan | None:
    """Read off the labelled part what the judge tells; with one sample of each kind added."""
    both = [
        (one.amount(JUDGE), one.amount(HUMAN)) for one in samples if one.amount(HUMAN) is not None
    ]
    pairs = [(float(judge or 0), float(human or 0)) for judge, human in both]
    if not pairs:
        return None
    pairs += [(one, two) for one in ends for two in ends]
    f, y = (sum(one[at] for one in pairs) / len(pairs) for at in range(2))
    variance = sum((human - y) ** 2 for _, human in pairs) / len(pairs)
    spread = sum((judge - f) ** 2 for judge, _ in pairs) / len(pairs)
    both_vary = sum((judge - f) * (human - y) for judge, human in pairs) / len(pairs)
    share = max(0.0, both_vary) ** 2 / (variance * spread)
    return LabelPlan(
        variance=variance, share=min(1.0, share), design=_design(samples, verdicts, plan)
    )


def _design(samples: Sequence[Sample], verdicts: Verdicts, plan: Plan) -> float:
    """Say how many times larger the squared error of the human mean is for clusters."""
    if plan.cluster is None:
        return 1.0
    definition = Named.HUMANS_ALONE.definition(verdicts)
    if not isinstance(definition, Estimator):
        return 1.0
    seen = _pools([definition], samples, plan)[observing(definition)]
    each = [errors(definition, units_of(definition, seen, one)) for one in (plan.cluster, None)]
    squares = [0.0 if isinstance(one, Undefined) else one.of_top for one in each]
    return max(1.0, squares[0] / squares[1]) if all(squares) else 1.0
