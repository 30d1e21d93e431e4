"""From a sample to its evidence: align, credit, count by class."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from measurand.algebra.order import order_key
from measurand.evidence.evidence import PLAIN, Amount, Evidence, Excluded, Observed
from measurand.evidence.keying import UnfitSampleError, class_of, key
from measurand.evidence.matching import (
    GivenCounts,
    Greedy,
    Key,
    Link,
    MultisetMatch,
    Optimal,
    SetMatch,
    SimilarityKind,
    greedy_links,
    multiset_counts,
    multiset_links,
    optimal_links,
    set_counts,
)
from measurand.evidence.observation import (
    Charge,
    ClassKind,
    ColumnOf,
    Credit,
    Missing,
    Observation,
    Observing,
)
from measurand.evidence.spans import SpanMatch, span_links
from measurand.values.fault import shown
from measurand.values.items import Item, Span, item_text
from measurand.values.sample import Sample
from measurand.values.tally import EMPTY, Count, Tally

Keyed = tuple[Item, Key]


def observe(how: Observing, sample: Sample) -> Evidence:
    """Turn one sample into evidence.

    >>> sample = Sample(id="1", gold=("a", "b"), predicted=("b", "b"))
    >>> observe(Observation(), sample).tallies
    (('', Tally(hits=1, predicted=1, gold=2)),)
    >>> observe(ColumnOf("cost"), sample)
    Excluded(reason="no number 'cost'")

    Raises UnfitSampleError where the items do not have the shape that is asked for.
    """
    if isinstance(how, ColumnOf):
        value = sample.amount(how.name)
        if value is None:
            return Excluded(f"no number {how.name!r}")
        return Amount(value, sample.weight)
    if sample.counts is not None or isinstance(how.match, GivenCounts):
        return _observed(given(how, sample), sample.weight)
    if sample.predicted is None and how.missing is Missing.SKIP:
        return Excluded("no answer")
    return _observed(tallies(how, sample), sample.weight)


def given(how: Observation, sample: Sample) -> dict[str, Tally]:
    """Take the ready-made tallies of a sample; without classes they are pooled.

    >>> counts = (("A", Tally(1, 1, 1)), ("B", Tally(0, 1, 0)))
    >>> given(Observation(match=GivenCounts()), Sample(id="1", counts=counts))
    {'': Tally(hits=1, predicted=2, gold=1)}

    Raises UnfitSampleError where the sample has items instead, or the match is not `given`.
    """
    if sample.counts is None:
        message = "ready-made tallies for match=given: got items"
        raise UnfitSampleError(message)
    if not isinstance(how.match, GivenCounts):
        message = "items, or match=given for ready-made tallies: got ready-made tallies"
        raise UnfitSampleError(message)
    if how.classes.kind is ClassKind.NONE:
        return {PLAIN: sum((tally for _, tally in sample.counts), EMPTY)}
    return dict(sample.counts)


def _observed(by_class: dict[str, Tally], weight: Fraction) -> Observed:
    kept = sorted((label, tally) for label, tally in by_class.items() if tally != EMPTY)
    return Observed(tuple(kept), weight)


def plain_evidence(hits: Count, predicted: int, gold: int) -> Observed:
    """Make evidence of the counts of a sample that has no classes and no weight.

    >>> plain_evidence(0, 0, 0)
    Observed(tallies=(), weight=Fraction(1, 1))
    """
    return _observed({PLAIN: Tally(hits, predicted, gold)}, Fraction(1))


def tallies(how: Observation, sample: Sample) -> dict[str, Tally]:
    """Count one sample, class by class.

    >>> from measurand.evidence.observation import ClassOf
    >>> spans = Observation(match=SpanMatch(), classes=ClassOf(ClassKind.LABEL))
    >>> tallies(spans, Sample(id="1", gold=(Span(0, 2, "A"),), predicted=(Span(0, 2, "B"),)))
    {'A': Tally(hits=0, predicted=1, gold=1)}
    """
    predicted = sample.predicted or ()
    keys = [key(how, item) for item in predicted], [key(how, item) for item in sample.gold]
    if how.classes.kind is ClassKind.NONE and how.credit is not Credit.FUZZY:
        match how.match:
            case SetMatch():
                return {PLAIN: Tally(*set_counts(set(keys[0]), set(keys[1])))}
            case MultisetMatch():
                return {PLAIN: Tally(*multiset_counts(*keys))}
            case _:
                pass
    mine, right = _keyed(how, predicted, keys[0]), _keyed(how, sample.gold, keys[1])
    found = links(how, sample, mine, right)
    return _by_class(
        how,
        found,
        [class_of(how, item, item_key) for item, item_key in mine],
        [class_of(how, item, item_key) for item, item_key in right],
    )


def _keyed(how: Observation, items: Sequence[Item], keys: Sequence[Key]) -> list[Keyed]:
    pairs = list(zip(items, keys, strict=True))
    if isinstance(how.match, Greedy | SpanMatch):
        return pairs
    # Equal keys may hide different classes or similarities: no order given may decide then.
    pairs.sort(key=lambda pair: order_key(pair[0]))
    if not isinstance(how.match, SetMatch):
        return pairs
    first: dict[Key, Item] = {}
    for item, item_key in pairs:
        first.setdefault(item_key, item)
    return [(item, item_key) for item_key, item in first.items()]


def links(
    how: Observation, sample: Sample, predicted: Sequence[Keyed], gold: Sequence[Keyed]
) -> tuple[Link, ...]:
    """Align predictions with gold items: the value from which tallies are taken.

    >>> links(Observation(), Sample(id="1"), [("a", "a")], [("a", "a")])
    (Link(predicted=0, gold=0, similarity=Fraction(1, 1), exact=True),)
    """
    mine, right = [k for _, k in predicted], [k for _, k in gold]
    match how.match:
        case SetMatch() | MultisetMatch() | GivenCounts():
            return multiset_links(mine, right)
        case Greedy(similarity=kind, threshold=threshold):
            return greedy_links(mine, right, _alike(kind, sample, predicted, gold), threshold)
        case Optimal(similarity=kind, threshold=threshold):
            return optimal_links(mine, right, _alike(kind, sample, predicted, gold), threshold)
        case SpanMatch():
            return span_links(how.match, _spans(predicted), _spans(gold))


def _spans(items: Sequence[Keyed]) -> list[Span]:
    spans = [item for item, _ in items if isinstance(item, Span)]
    if len(spans) < len(items):
        strange = next(item for item, _ in items if not isinstance(item, Span))
        wanted = "items with start and end for match=spans"
        message = f"{wanted}: got {shown(item_text(strange))}"
        raise UnfitSampleError(message)
    return spans


def _alike(
    kind: SimilarityKind, sample: Sample, predicted: Sequence[Keyed], gold: Sequence[Keyed]
) -> Callable[[int, int], Fraction]:
    if kind is SimilarityKind.GIVEN:
        given: dict[tuple[Item, Item], Fraction] = {}
        for pair in sample.similarities:
            place = (pair.predicted, pair.gold)
            given[place] = max(pair.value, given.get(place, Fraction(0)))
        return lambda p, g: given.get((predicted[p][0], gold[g][0]), Fraction(0))
    mine = [_parts(kind, item_key) for _, item_key in predicted]
    right = [_parts(kind, item_key) for _, item_key in gold]
    return lambda p, g: jaccard(mine[p], right[g])


def _parts(kind: SimilarityKind, item_key: Key) -> frozenset[str]:
    text = item_key if isinstance(item_key, str) else " ".join(_words(item_key))
    return frozenset(text) if kind is SimilarityKind.CHARACTERS else frozenset(text.split())


def _words(item_key: Key) -> list[str]:
    if not isinstance(item_key, tuple):
        return [str(item_key)]
    # The key of a whole slot tuple holds (name, value) pairs: its text is the values.
    values = [part[1] if isinstance(part, tuple) else part for part in item_key]
    return [str(value) for value in values if value is not None]


def jaccard(a: frozenset[str], b: frozenset[str]) -> Fraction:
    """Divide what two sets share by what they hold; two empty sets are alike.

    >>> jaccard(frozenset("ab"), frozenset("bc"))
    Fraction(1, 3)
    """
    return Fraction(len(a & b), len(a | b)) if a | b else Fraction(1)


def credit(how: Observation, link: Link) -> Count:
    """Say what a link is worth under a definition.

    >>> credit(Observation(credit=Credit.BINARY), Link(0, 0, Fraction(3, 4), exact=False))
    1
    """
    match how.credit:
        case Credit.SIMILARITY:
            return link.similarity
        case Credit.BINARY:
            return 1 if link.similarity else 0
        case Credit.FUZZY:
            return 0 if link.exact else link.similarity
        case Credit.EXACT:
            return 1 if link.exact else 0


def _by_class(
    how: Observation,
    found: Sequence[Link],
    predicted: Sequence[str],
    gold: Sequence[str],
) -> dict[str, Tally]:
    counts: dict[str, tuple[Count, int, int]] = {}

    def add(label: str, hits: Count, mine: int, right: int) -> None:
        before = counts.get(label, (0, 0, 0))
        counts[label] = (before[0] + hits, before[1] + mine, before[2] + right)

    for link in found:
        worth, mine, right = credit(how, link), predicted[link.predicted], gold[link.gold]
        if how.charge is Charge.PREDICTED:
            add(mine, worth, 1, 1)
        elif how.charge is Charge.BOTH and not worth:
            add(mine, 0, 1, 0)
            add(right, 0, 0, 1)
        else:
            add(right, worth, 1, 1)
    paired = {link.predicted for link in found}, {link.gold for link in found}
    for index, label in enumerate(predicted):
        if index not in paired[0]:
            add(label, 0, 1, 0)
    for index, label in enumerate(gold):
        if index not in paired[1]:
            add(label, 0, 0, 1)
    return {label: Tally(whole(hits), *rest) for label, (hits, *rest) in counts.items()}


def whole(count: Count) -> Count:
    """Write a count as an int where it is one.

    >>> whole(Fraction(2)), whole(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return count if isinstance(count, int) or count.denominator != 1 else count.numerator
