"""A sample and a definition, put into the oracle's words."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from hypothesis import assume

from measurand.evidence.evidence import Observed
from measurand.evidence.matching import (
    GivenCounts,
    Greedy,
    MultisetMatch,
    Optimal,
    SetMatch,
    SimilarityKind,
)
from measurand.evidence.observation import ClassKind, Missing, Observation
from measurand.evidence.observe import observe
from measurand.evidence.sides import DroppedHits, WildKind
from measurand.evidence.span_matching import Assign, Mode, SpanMatch
from measurand.values.items import Item, Slots, Span, item_text
from measurand.values.sample import GOLD, PREDICTED, Sample
from properties.oracles import matching, sides, spans, text
from properties.oracles.units import Case, Row
from properties.oracles_agree.keying import ANSWER, Entry, entries, parted, settled

Rows = tuple[Row, ...]
Pairing = list[matching.Pair]
Counts = Mapping[str, tuple[Fraction, Fraction, Fraction]]


class UnwrittenError(ValueError):
    """No sentence says what is right, so there is nothing to agree on."""


def alike(how: Greedy | Optimal, sample: Sample) -> matching.Similarity[Entry]:
    """Compare two entries as the matcher says."""

    def compare(predicted: Entry, gold: Entry) -> Fraction:
        if how.similarity is SimilarityKind.GIVEN:
            given = [
                pair.value
                for pair in sample.similarities
                if (pair.predicted, pair.gold) == (predicted.item, gold.item)
            ]
            return max(given, default=Fraction(0))
        by = {
            SimilarityKind.CHARACTERS: text.char_jaccard,
            SimilarityKind.TOKENS: text.token_jaccard,
        }[how.similarity]
        return by(running_text(predicted.key), running_text(gold.key))

    return compare


def running_text(key: object) -> str:
    """Write a key as one text: the values of its slots, a space between."""
    if isinstance(key, tuple):
        return " ".join(str(value) for _, value in key if value is not None)
    return str(key)


def pairings(
    how: Observation, sample: Sample, predicted: list[Entry], gold: list[Entry]
) -> list[Pairing]:
    """List every pairing that the definition allows: one, unless an assignment ties."""
    match how.match:
        case SetMatch() | MultisetMatch() | GivenCounts() if how.wildcard.kind is not WildKind.OFF:
            keys = [[keyed_fields(one) for one in some] for some in (gold, predicted)]
            whose = how.wildcard.kind.value
            return sides.wild_pairings(keys[0], keys[1], how.wildcard.slot, whose)
        case SetMatch() | MultisetMatch() | GivenCounts():
            return [matching.exact_pairs(gold, predicted)]
        case Greedy(threshold=threshold):
            return [matching.greedy_pairs(gold, predicted, alike(how.match, sample), threshold)]
        case Optimal(threshold=threshold):
            similarity = alike(how.match, sample)
            return matching.optimal_alignments(gold, predicted, similarity, threshold)
        case SpanMatch():
            return span_pairings(how.match, predicted, gold)


def keyed_fields(one: Entry) -> sides.Fields:
    """Read the slots of a key."""
    assert isinstance(one.key, tuple)
    return dict(one.key)


def span_pairings(how: SpanMatch, predicted: list[Entry], gold: list[Entry]) -> list[Pairing]:
    """Pair spans and judge the pairs."""
    right, mine = [bare(one.item) for one in gold], [bare(one.item) for one in predicted]
    least = how.threshold if how.mode is Mode.IOU else Fraction(0)
    scope, mode = how.scope.value, how.mode.value
    if how.assign is Assign.OPTIMAL:
        found = spans.optimal_pairings(right, mine, scope, mode, how.threshold)
    elif how.assign is Assign.NEAREST:
        found = [spans.pair_nearest(right, mine, scope, least)]
    else:
        found = [spans.pair_spans(right, mine, scope, least)]
    return [
        [
            (
                g,
                p,
                spans.credit(right[g], mine[p], mode, how.threshold),
                right[g] == mine[p],
            )
            for g, p in pairing
        ]
        for pairing in found
    ]


def bare(item: Item) -> spans.Span:
    """Write a span as the oracle does."""
    assert isinstance(item, Span)
    return (item.start, item.end, item.label)


def label(how: Observation, one: Entry) -> str:
    """Name the class of an item; text is normalised."""
    match how.classes.kind, one.item:
        case ClassKind.NONE, _:
            return ""
        case ClassKind.ITEM, Span():
            return item_text(one.item)
        case ClassKind.LABEL, Span(label=label):
            return label
        case ClassKind.FIELD, Slots():
            value = one.item.get(how.classes.name)
            return "" if value is None else settled(how, value)
        case _:
            return str(one.key)


def rows(how: Observation, sample: Sample) -> list[Rows]:
    """List what one sample may count, class by class, for every pairing that is allowed."""
    if sample.counts is not None:
        whole = how.classes.kind is ClassKind.NONE
        return [
            tuple(("" if whole else name, t.hits, t.predicted, t.gold) for name, t in sample.counts)
        ]
    wanted, beside = parted(how, listed(sample, how.sides.gold) or (), how.sides.gold_keep)
    given, _ = parted(how, listed(sample, how.sides.answer) or (), how.sides.answer_keep)
    predicted, gold = entries(how, given, ANSWER), entries(how, wanted, GOLD)
    return [
        row
        for aside in set_aside(how, sample, predicted, (gold, beside))
        for row in aligned(how, sample, [predicted[p] for p in aside], gold, beside)
    ]


def set_aside(
    how: Observation,
    sample: Sample,
    predicted: list[Entry],
    gold: tuple[list[Entry], Sequence[Item]],
) -> list[list[int]]:
    """List the answers that stay where those to other gold are set aside from the start."""
    kept, beside = gold
    if how.sides.dropped_hits is not DroppedHits.SET_ASIDE:
        return [[*range(len(predicted))]]
    found = pairings(how, sample, predicted, [*kept, *entries(how, beside, GOLD)])
    return [
        unpaired(len(predicted), [p for g, p, _, _ in pairing if g >= len(kept)])
        for pairing in found
    ]


def aligned(
    how: Observation,
    sample: Sample,
    predicted: list[Entry],
    gold: list[Entry],
    beside: Sequence[Item],
) -> list[Rows]:
    """List what may be counted of answers and of the gold that counts."""
    mine, right = [label(how, one) for one in predicted], [label(how, one) for one in gold]
    return [
        tuple(row for pair in pairing for row in charged(how, pair, mine, right))
        + tuple((mine[p], 0, 1, 0) for p in free if p not in lost)
        + tuple((right[g], 0, 0, 1) for g in unpaired(len(right), [g for g, _, _, _ in pairing]))
        for pairing in pairings(how, sample, predicted, gold)
        for free in [unpaired(len(mine), [p for _, p, _, _ in pairing])]
        for lost in left_out(how, sample, [(p, predicted[p]) for p in free], beside)
    ]


def left_out(
    how: Observation, sample: Sample, free: Sequence[tuple[int, Entry]], beside: Sequence[Item]
) -> list[list[int]]:
    """List the answers that may be left out: those to gold items that do not count."""
    if how.sides.dropped_hits is not DroppedHits.LEAVE_OUT:
        return [[]]
    found = pairings(how, sample, [one for _, one in free], entries(how, beside, GOLD))
    return [[free[p][0] for _, p, _, _ in pairing] for pairing in found]


def listed(sample: Sample, name: str) -> tuple[Item, ...] | None:
    """Find a list by its name."""
    known = {GOLD: sample.gold, PREDICTED: sample.predicted, **dict(sample.lists)}
    return known[name]


def unpaired(size: int, taken: Sequence[int]) -> list[int]:
    """List the indices that no pair uses."""
    return [index for index in range(size) if index not in taken]


def charged(
    how: Observation, pair: matching.Pair, mine: Sequence[str], right: Sequence[str]
) -> list[Row]:
    """Say which classes a pair is counted for."""
    g, p, value, _ = pair
    earned = matching.credited([pair], how.credit.value) if value else Fraction(0)
    match how.charge.value:
        case "gold":
            return [(right[g], earned, 1, 1)]
        case "predicted":
            return [(mine[p], earned, 1, 1)]
        case _ if earned and mine[p] != right[g]:
            raise UnwrittenError("charge=both and credit for a pair of two classes")
        case _:
            return [(mine[p], 0, 1, 0), (right[g], earned, 0, 1)]


def added(some: Iterable[Row]) -> Counts:
    """Add up the rows of each class; what counts nothing is left out."""
    found: dict[str, tuple[Fraction, Fraction, Fraction]] = {}
    for name, h, p, g in some:
        old = found.get(name, (Fraction(0),) * 3)
        found[name] = (old[0] + h, old[1] + p, old[2] + g)
    return {name: counts for name, counts in found.items() if any(counts)}


def answered(how: Observation, sample: Sample) -> bool:
    """Say whether a sample is scored at all."""
    gold, answer = listed(sample, how.sides.gold), listed(sample, how.sides.answer)
    return gold is not None and (answer is not None or how.missing is Missing.EMPTY)


def case(how: Observation, sample: Sample) -> Case:
    """Write a sample as a case; of several allowed pairings, the one that measurand took."""
    given = sample.counts is not None
    return Case(
        chosen(how, sample) if given or answered(how, sample) else (),
        sample.weight,
        dict(sample.groups),
        given or listed(sample, how.sides.answer) is not None,
    )


def cases(how: Observation, corpus: Sequence[Sample]) -> list[Case]:
    """Write samples as cases; one without a list of gold is no case."""
    return [
        case(how, sample)
        for sample in corpus
        if sample.counts is not None or listed(sample, how.sides.gold) is not None
    ]


def chosen(how: Observation, sample: Sample) -> Rows:
    """Take the allowed rows that measurand counts; there must be such."""
    possible = allowed(how, sample)
    if len(possible) == 1:
        return possible[0]
    counts = counted(how, sample)
    return next(some for some in possible if named(how, sample, added(some)) == counts)


def allowed(how: Observation, sample: Sample) -> list[Rows]:
    """List what the oracle may count; where no sentence says, ask for another example."""
    try:
        return rows(how, sample)
    except UnwrittenError:
        assume(condition=False)
        raise


def countings(how: Observation, sample: Sample) -> list[Counts | None]:
    """List what the oracle may count, class by class; None where the sample is left out."""
    if sample.counts is None and not answered(how, sample):
        return [None]
    return [named(how, sample, added(some)) for some in allowed(how, sample)]


def named(how: Observation, sample: Sample, counts: Counts) -> Counts:
    """Number the classes that are whole slot tuples: how they are spelt is no part of a score."""
    lists = (sample.gold, sample.predicted, *(items for _, items in sample.lists))
    slots = any(isinstance(item, Slots) for items in lists for item in items or ())
    if not slots or how.classes.kind is not ClassKind.ITEM:
        return counts
    return {str(at): count for at, count in enumerate(sorted(counts.values()))}


def counted(how: Observation, sample: Sample) -> Counts | None:
    """Let measurand count; None where the sample is left out."""
    match observe(how, sample):
        case Observed(tallies):
            counts = {
                name: (Fraction(t.hits), Fraction(t.predicted), Fraction(t.gold))
                for name, t in tallies
            }
            return named(how, sample, counts)
        case _:
            return None
