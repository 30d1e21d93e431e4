"""What a run comes to: its metrics in the order of its tables, their intervals, tests, and seeds.

A change of F1 is tested by exchanging the two stages of samples: if the review did nothing, either
could be called the first. A net gain is McNemar's question (1947), of the samples that were fixed
against those that were broken, and his exact test is the sign test of these. Over seeds a metric
has a mean and a standard deviation, of the runs that have it. The page shows single samples beside
that, read by the same lists and keys as the metrics.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod

from attrs import evolve, frozen

from measurand.algebra.bag import Bag
from measurand.algebra.monoid import add_all
from measurand.evidence.keying import answer_keys, keys
from measurand.evidence.matching import Key
from measurand.evidence.observation import Observing
from measurand.evidence.observe import key_counts
from measurand.evidence.pairs import paired_parts
from measurand.evidence.pool import Pool
from measurand.inference.comparison import compare, estimate
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.ranks import mcnemar
from measurand.metrics.definitions import Definition, Difference, Transition, observing
from measurand.metrics.finalise import score
from measurand.metrics.options import Change
from measurand.studies.review.aspect_filter import Cause, causes
from measurand.studies.review.choices import Counting, Ddof, EmptyGold
from measurand.studies.review.metrics import DefinitionParts
from measurand.studies.review.options import Options
from measurand.studies.review.page import AspectConflicts, Line, Outcome, SampleLine
from measurand.studies.review.reading import item
from measurand.studies.review.scorecard import Listing, Opinion, Opinions, Scorecard
from measurand.studies.review.shapley import (
    Parts,
    decompose,
    edits_between,
    edits_of,
    mean_parts,
)
from measurand.studies.review.stage_transitions import (
    StageTransition,
    stage_delta,
    stage_transition,
)
from measurand.values.score import Defined, Score, Undefined, square_root
from measurand.values.tally import Tally

OUTCOME: tuple[str, ...] = (
    "tuple_f1_s1",
    "tuple_f1_s2",
    "delta_f1",
    "triplet_f1_s1",
    "triplet_f1_s2",
    "tuple_f1_s2_overall",
    "tuple_f1_s2_explicit_only",
    "tuple_f1_s2_implicit_only",
    "tuple_f1_s2_raw",
    "tuple_f1_s2_after_rep",
    "fix_rate",
    "break_rate",
    "net_gain",
    "polarity_conflict_rate_raw",
    "polarity_conflict_rate",
    "polarity_conflict_rate_after_rep",
    "implicit_invalid_pred_rate",
    "aspect_hallucination_rate",
    "hallucination_out_of_text_rate",
    "hallucination_span_misalignment_rate",
    "hallucination_target_filter_rate",
)
"""Metrics of what comes out."""

PROCESS: tuple[str, ...] = (
    "pre_to_post_change_rate",
    "changed_samples_rate",
    "changed_and_improved_rate",
    "changed_and_degraded_rate",
    "review_action_rate",
    "arb_intervention_rate",
    "guided_by_review_rate",
    "validator_clear_rate",
    "risk_resolution_rate",
    "validator_residual_risk_rate",
    "outcome_residual_risk_rate",
    "negation_contrast_failure_rate",
)
"""Metrics of how it came out; the rest are counts."""


def sections(lines: Mapping[str, Line]) -> tuple[tuple[Line, ...], ...]:
    """Part the metrics of a run: what comes out, how it came out, counts.

    >>> sections({})
    ((), (), ())
    """
    outcome = tuple(lines[name] for name in OUTCOME if name in lines)
    process = tuple(lines[name] for name in PROCESS if name in lines)
    rest = tuple(line for name, line in lines.items() if name not in {*OUTCOME, *PROCESS})
    return outcome, process, rest


SHOWN_SAMPLES = 500
"""How many samples a page lists."""

MOST_STEPS = 100_000
"""Steps that sharing out the change of one sample may take: beyond, nothing is shared out."""


@frozen(kw_only=True)
class CardSummary:
    """What one scorecard adds to a page."""

    line: SampleLine
    terms: tuple[str, ...]
    conflicting: tuple[str, ...]
    causes: frozenset[Cause]
    parts: Parts | None


@frozen
class CardSummarizer:
    """Looks into scorecards one by one, by the same lists and keys as the metrics.

    >>> CardSummarizer.of(Options()).summarize(Scorecard(id="1")).line.outcome.value
    'ungraded'
    """

    parts: DefinitionParts
    empty: Fraction

    @staticmethod
    def of(options: Options) -> "CardSummarizer":
        """Prepare to look under some options."""
        one = options.empty_gold is EmptyGold.ONE_IF_PRED_EMPTY
        return CardSummarizer(DefinitionParts.of(options), Fraction(int(one)))

    def summarize(self, card: Scorecard) -> CardSummary:
        """Look into a scorecard.

        Raises UnfitSampleError where an option makes a part of the scorecard an error.
        """
        parts = self.parts
        gold, before, after = (one.of(card) for one in (parts.gold, parts.stage1, parts.final))
        outcome, edits = Outcome.UNGRADED, None
        if not isinstance(gold, str) and not isinstance(before, str) and not isinstance(after, str):
            outcome, edits = self._graded(gold, before, after)
        changed = parts.changed.of(card)
        candidates = parts.representatives.candidates(card)
        return CardSummary(
            line=SampleLine(
                id=card.id,
                gold=_texts(gold),
                stage1=_texts(before),
                final=_texts(after),
                outcome=outcome,
                changed=None if isinstance(changed, str) else bool(changed),
            ),
            terms=()
            if isinstance(candidates, str)
            else tuple(sorted({candidate.term for candidate in candidates})),
            conflicting=parts.conflict.terms(card),
            causes=frozenset(causes(card.text, card.filtered or (), parts.options.negative_span)),
            parts=edits,
        )

    def _graded(
        self, gold: Opinions, before: Opinions, after: Opinions
    ) -> tuple[Outcome, Parts | None]:
        how = self.parts.observation(self.parts.final)
        right_keys = keys(how, map(item, gold))
        first, last = (answer_keys(how, map(item, stage)) for stage in (before, after))
        one, two = (Tally(*key_counts(how, stage, right_keys)) for stage in (first, last))
        change = stage_delta(self._bag(last), self._bag(first))
        plain = edits_of(change, self._bag(right_keys))
        edits = edits_between(
            one,
            two,
            kept=len(change.kept),
            exchanged=min(plain.remove_hit, plain.add_hit),
        )
        transition = stage_transition(
            was_right=one.right, is_right=two.right, changed=not change.is_zero
        )
        if prod(number + 1 for number in edits.numbers) > MOST_STEPS:
            return _OUTCOMES[transition], None
        return _OUTCOMES[transition], decompose(one, edits, empty=self.empty)

    def _bag(self, found: Iterable[Key]) -> Bag[Key]:
        as_set = self.parts.options.counting is Counting.SET
        return Bag.of(set(found) if as_set else found)


_OUTCOMES: Mapping[StageTransition, Outcome] = {
    StageTransition.FIXED: Outcome.FIXED,
    StageTransition.BROKEN: Outcome.BROKEN,
    StageTransition.KEPT: Outcome.KEPT,
    StageTransition.STILL: Outcome.STILL,
    StageTransition.OTHER: Outcome.STILL,
}


def _texts(listing: Listing) -> tuple[str, ...] | None:
    return None if isinstance(listing, str) else tuple(map(opinion_text, listing))


def opinion_text(one: Opinion) -> str:
    """Write a tuple for a person.

    >>> opinion_text(Opinion("taste", "soup", "positive")), opinion_text(Opinion("", "", None))
    ('soup [taste]: positive', '(no term): invalid')
    """
    about = f" [{one.ref}]" if one.ref and one.ref != one.term else ""
    return f"{one.term or '(no term)'}{about}: {one.polarity or 'invalid'}"


@frozen(kw_only=True)
class RunSummary:
    """What all scorecards of a run add to its page."""

    lines: tuple[SampleLine, ...]
    total: int
    conflicts: tuple[AspectConflicts, ...]
    causes: tuple[tuple[str, int], ...]
    edits: Parts | None


def summarize(looks: Iterable[CardSummary], *, most: int = SHOWN_SAMPLES) -> RunSummary:
    """Sum up what scorecards add to a page; the first so many are listed.

    >>> summarize([]).total
    0
    """
    lines: list[SampleLine] = []
    total, samples, conflicting = 0, Counter[str](), Counter[str]()
    cause_counts, shares, not_shared = Counter[Cause](), Counter[Parts](), 0
    for look in looks:
        total += 1
        if len(lines) < most:
            lines.append(look.line)
        samples.update(look.terms)
        conflicting.update(look.conflicting)
        cause_counts.update(look.causes)
        if look.parts is not None:
            shares[look.parts] += 1
        elif look.line.outcome is not Outcome.UNGRADED:
            not_shared += 1
    mean = mean_parts(shares.elements())
    return RunSummary(
        lines=tuple(lines),
        total=total,
        conflicts=tuple(
            AspectConflicts(term, conflicting[term], number)
            for term, number in sorted(samples.items())
        ),
        causes=tuple((cause.value, cause_counts[cause]) for cause in Cause if cause_counts[cause]),
        edits=None if not_shared or isinstance(mean, Undefined) else mean,
    )


@frozen
class SeedStatistics:
    """One metric over seeds: how many have it, of how many; their mean and deviation.

    >>> SeedStatistics("n", 2, 3, Defined(Fraction(50)), Defined(Fraction(0))).seeds
    3
    """

    name: str
    defined: int
    seeds: int
    mean: Score
    deviation: Score


def seed_statistics(runs: Sequence[Mapping[str, Score]], ddof: Ddof) -> tuple[SeedStatistics, ...]:
    """Average every metric over the runs that have it, in the order of the first run.

    The sum of squares is divided by the number of those runs, less `ddof`. The order of the runs
    plays no part.

    >>> runs = [{"f1": Defined(Fraction(1))}, {"f1": Defined(Fraction(0))}, {"f1": Undefined("-")}]
    >>> [found] = seed_statistics(runs, Ddof.NONE)
    >>> found.mean, found.deviation, found.defined
    (Defined(value=Fraction(1, 2)), Defined(value=Fraction(1, 2)), 2)
    """
    names = dict.fromkeys(name for run in runs for name in run)
    return tuple(_over(name, [run[name] for run in runs if name in run], ddof) for name in names)


def _over(name: str, scores: Sequence[Score], ddof: Ddof) -> SeedStatistics:
    values = sorted(
        score.value
        for score in scores
        if isinstance(score, Defined) and isinstance(score.value, Fraction)
    )
    number, seeds = len(values), len(scores)
    if not values:
        reasons = sorted({score.reason for score in scores if isinstance(score, Undefined)})
        nothing = Undefined(f"no seed has it: {reasons[0]}" if reasons else "no seed has it")
        return SeedStatistics(name, 0, seeds, nothing, nothing)
    mean = add_all(values, Fraction(0)) / number
    squares = add_all(((value - mean) ** 2 for value in values), Fraction(0))
    rest = number - int(ddof.value)
    spread: Score = (
        Defined(square_root(squares / rest)) if rest else Undefined("one seed has no deviation")
    )
    return SeedStatistics(name, number, seeds, Defined(mean), spread)


Pools = Mapping[Observing, Pool]
MCNEMAR = "McNemar, exact"
_MOST = 64
PLAN = Plan()
"""How a page makes its intervals: the same numbers on every machine."""


def with_inference(
    lines: Mapping[str, Line], asked: Mapping[str, Definition], pools: Pools, plan: Plan = PLAN
) -> dict[str, Line]:
    """Give the lines of a page their intervals, and p-values where something is tested.

    Every interval has a stream that is named by its metric. The metrics that repeat the definition
    of another have its interval.

    >>> with_inference({}, {}, {})
    {}
    """
    known: dict[Definition, Interval | Undefined] = {}
    with_intervals = dict(lines)
    for name in (*OUTCOME, *PROCESS):
        if name not in lines:
            continue
        definition = asked[name]
        if definition not in known:
            known[definition] = estimate(
                definition, pools[observing(definition)], plan, key=name
            ).interval
        p_value = p_value_of(definition, pools, plan, key=name)
        with_intervals[name] = evolve(lines[name], interval=known[definition], p_value=p_value)
    return with_intervals


def p_value_of(
    definition: Definition, pools: Pools, plan: Plan = PLAN, *, key: str = ""
) -> PValue | Undefined | None:
    """Test that the review changed nothing; None for a metric that has no such test.

    A difference of F1 is tested by exchanging the stages of samples; a net gain by McNemar's exact
    test of the samples that were fixed against those that were broken.

    >>> from measurand.metrics.definitions import Total
    >>> p_value_of(Total(), {}) is None
    True
    """
    match definition:
        case Difference():
            # The parts are the stages: the earlier one first.
            both = paired_parts(pools[observing(definition)], 1, 0)
            return compare(definition.f, both, plan, key=key).p_value
        case Transition(of=Change.NET_GAIN):
            return fixed_against_broken(definition, pools[observing(definition)])
        case _:
            return None


def fixed_against_broken(definition: Transition, pool: Pool) -> PValue | Undefined:
    """Test that as many samples were fixed as were broken, by McNemar's exact test.

    >>> from measurand.evidence.pool import pool
    >>> from measurand.values.sample import Sample
    >>> gain = Transition(of=Change.NET_GAIN, before="first")
    >>> one = Sample(id="1", gold=("a",), predicted=("a",), lists=(("first", ()),))
    >>> fixed_against_broken(gain, pool(observing(gain), [one] * 6)).value
    Fraction(1, 32)

    Raises ValueError where samples have weights that are no whole numbers.
    """
    if not pool.scored():
        return Undefined("no sample was scored")
    fixed, broken = (_number(definition, of, pool) for of in (Change.FIX, Change.BREAK))
    moved = fixed + broken
    least = min(Fraction(1), Fraction(2, 2 ** min(moved, _MOST)))
    return PValue(mcnemar(fixed, broken), MCNEMAR, least)


def _number(definition: Transition, of: Change, pool: Pool) -> int:
    match score(evolve(definition, of=of), pool):
        case Defined(Fraction(denominator=1) as found):
            return int(found)
        case other:
            message = f"samples that are counted: got {other} of them"
            raise ValueError(message)
