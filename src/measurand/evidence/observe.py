"""From a sample to its evidence: align, credit, count by class.

Observation is a pure function of a definition and one sample, and the only step that looks at
items. What comes out is small: a tally a class, a number, or the reason why there is none. Samples
that give equal evidence are one row from here on, which is why everything after it costs by
distinct rows and not by samples.

Three steps: items get their keys (`keying`), keys are linked (`alignment`), and every link gives
its credit to one class or charges two (`_by_class`). Where nothing but equal keys decides, there
are no links to make: `key_counts` counts them, with the same numbers.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from measurand.evidence.alignment import counted, keyed, links
from measurand.evidence.evidence import (
    PLAIN,
    Amount,
    Evidence,
    Excluded,
    Facts,
    Joint,
    Observed,
    Tallies,
)
from measurand.evidence.facts import Reads
from measurand.evidence.keying import UnfitSampleError, answer_keys, class_of, keys
from measurand.evidence.matching import (
    GivenCounts,
    Key,
    Link,
    MultisetMatch,
    SetMatch,
    multiset_counts,
    set_counts,
)
from measurand.evidence.observation import (
    Absent,
    Between,
    Charge,
    ClassKind,
    ColumnOf,
    Credit,
    Missing,
    Observation,
    Observing,
    Together,
    Values,
)
from measurand.evidence.sides import Filling, Holds, WildKind
from measurand.evidence.wildcards import wildcard_counts
from measurand.values.items import Item
from measurand.values.sample import COUNTS, Sample, SpanEnds, lengthened
from measurand.values.tally import EMPTY, Count, Tally


def observe(how: Observing, sample: Sample) -> Evidence:
    """Turn one sample into evidence.

    >>> sample = Sample(id="1", gold=("a", "b"), predicted=("b", "b"))
    >>> observe(Observation(), sample).tallies
    (('', Tally(hits=1, predicted=1, gold=2)),)
    >>> observe(ColumnOf("cost"), sample)
    Excluded(reason="no number 'cost'")
    >>> observe(Observation(match=GivenCounts()), Sample(id="1", reasons=(("counts", "lost"),)))
    Excluded(reason='lost')

    Raises UnfitSampleError where the items do not have the shape that is asked for, or a column
    that holds 0 and 1 holds another number.
    """
    if isinstance(how, Together):
        return Joint(tuple(_observe(part, sample) for part in how.parts))
    return _observe(how, sample)


def _observe(
    how: Observation | ColumnOf | Reads, sample: Sample
) -> Observed | Amount | Facts | Excluded:
    if isinstance(how, Reads):
        fact = how.see(sample)
        return fact if isinstance(fact, Excluded) else Facts(fact, sample.weight)
    if isinstance(how, ColumnOf):
        return _amount(how, sample)
    if sample.counts is not None or isinstance(how.match, GivenCounts):
        why = sample.reason(COUNTS) if sample.counts is None else None
        if why is not None:
            return Excluded(why)
        return _observed(ready_tallies(how, sample), sample.weight)
    gold, answer = _list(sample, how.sides.gold), _list(sample, how.sides.answer)
    if gold is None:
        return Excluded(sample.reason(how.sides.gold) or "no gold")
    if answer is None and how.missing is Missing.SKIP:
        return Excluded(sample.reason(how.sides.answer) or "no answer")
    by_class = _tallies(how, sample, gold, answer or ())
    # Only counts that would differ are refused: most files are scored without a word about ends.
    if by_place(how) and _uncertain(how, sample, by_class):
        message = "to be told whether the end of a span is inside it: got counts that depend on it"
        raise UnfitSampleError(message, SAY_END)
    return _observed(by_class, sample.weight)


def _amount(how: ColumnOf, sample: Sample) -> Amount | Facts | Excluded:
    value = sample.amount(how.name)
    if value is None and how.absent is Absent.LACKING:
        return Facts(None, sample.weight)
    if value is None:
        return Excluded(sample.reason(how.name) or f"no number {how.name!r}")
    # Not `in {0, 1}`: the hash of a fraction is a power modulo a large prime.
    if how.values is Values.BINARY and not (value.denominator == 1 and value.numerator in {0, 1}):
        message = f"a number {how.name!r} that is 0 or 1: got {value}"
        raise UnfitSampleError(message)
    if how.values is Values.SHARE and not 0 <= value <= 1:
        message = f"a number {how.name!r} from 0 to 1: got {value}"
        raise UnfitSampleError(message)
    if isinstance(how.values, Between) and not how.values.low <= value <= how.values.high:
        ends = f"from {how.values.low} to {how.values.high}"
        message = f"a number {how.name!r} {ends}: got {value}"
        raise UnfitSampleError(message)
    return Amount(value, sample.weight)


def by_place(how: Observing) -> bool:
    """Tell whether it matters what the end of a span means: equal spans are equal either way.

    Where spans overlap, or are as alike as their places, or are called by these, it may matter.

    >>> from measurand.evidence.span_matching import SpanMatch
    >>> by_place(Observation()), by_place(Observation(match=SpanMatch()))
    (False, True)
    """
    if not isinstance(how, Observation):
        return isinstance(how, Together) and any(map(by_place, how.parts))
    equal = isinstance(how.match, SetMatch | MultisetMatch | GivenCounts)
    return not equal or how.classes.kind is ClassKind.ITEM


def _uncertain(how: Observation, sample: Sample, by_class: Mapping[str, Tally]) -> bool:
    """Tell whether counts would be others if ends were inside, where nothing says that."""
    match sample.ends:
        case SpanEnds.STATED | SpanEnds.EXCLUSIVE:
            return False
        case SpanEnds.INCLUSIVE:
            # Other samples of its source stand as if ends were outside, and name their items so.
            return how.classes.kind is ClassKind.ITEM
        case SpanEnds.OPEN:
            return tallies(how, lengthened(sample)) != by_class


SAY_END = 'say --input end=exclusive|inclusive, or input = { end = "..." } in a claims file'
"""How it is said whether the end of a span is inside it."""


def _list(sample: Sample, name: str) -> tuple[Item, ...] | None:
    if sample.grades(name) is not None:
        message = f"a list {name!r} of items: got names with a number each"
        raise UnfitSampleError(message)
    try:
        return sample.items(name)
    except KeyError:
        known = ", ".join(key for key, _ in sample.lists) or "none beside gold and predicted"
        message = f"a list {name!r} of the sample: got lists {known}"
        raise UnfitSampleError(message) from None


def ready_tallies(how: Observation, sample: Sample) -> dict[str, Tally]:
    """Take the ready-made tallies of a sample; without classes they are pooled.

    >>> counts = (("A", Tally(1, 1, 1)), ("B", Tally(0, 1, 0)))
    >>> ready_tallies(Observation(match=GivenCounts()), Sample(id="1", counts=counts))
    {'': Tally(hits=1, predicted=2, gold=1)}

    Raises UnfitSampleError where the sample has items instead, or the match is not `given`. (One
    that says why it has no tallies is excluded before, see `observe`.)
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
    return Observed(_sorted(by_class), weight)


def _sorted(by_class: dict[str, Tally]) -> Tallies:
    return tuple(sorted((label, tally) for label, tally in by_class.items() if tally != EMPTY))


def plain_evidence(hits: Count, predicted: int, gold: int) -> Observed:
    """Make evidence of the counts of a sample that has no classes and no weight.

    >>> plain_evidence(0, 0, 0)
    Observed(tallies=(), weight=Fraction(1, 1))
    """
    return _observed({PLAIN: Tally(hits, predicted, gold)}, Fraction(1))


def tallies(how: Observation, sample: Sample) -> dict[str, Tally]:
    """Count one sample, class by class.

    >>> from measurand.evidence.observation import ClassOf
    >>> from measurand.evidence.span_matching import SpanMatch
    >>> from measurand.values.items import Span
    >>> spans = Observation(match=SpanMatch(), classes=ClassOf(ClassKind.LABEL))
    >>> tallies(spans, Sample(id="1", gold=(Span(0, 2, "A"),), predicted=(Span(0, 2, "B"),)))
    {'A': Tally(hits=0, predicted=1, gold=1)}
    """
    gold, answer = _list(sample, how.sides.gold), _list(sample, how.sides.answer)
    return _tallies(how, sample, gold or (), answer or ())


def _tallies(
    how: Observation, sample: Sample, gold: Sequence[Item], predicted: Sequence[Item]
) -> dict[str, Tally]:
    sides = how.sides
    if sides.gold_keep or sides.answer_keep:
        gold, predicted = counted(how, sample, gold, predicted)
    mine_keys, right_keys = answer_keys(how, predicted), keys(how, gold)
    if counts_alone(how):
        return {PLAIN: Tally(*key_counts(how, mine_keys, right_keys))}
    mine, right = keyed(how, predicted, mine_keys), keyed(how, gold, right_keys)
    aligned = links(how, sample, mine, right)
    return _by_class(
        how,
        aligned,
        [class_of(how, item, item_key) for item, item_key in mine],
        [class_of(how, item, item_key) for item, item_key in right],
    )


_NO_ITEM = Sample()


def item_tallies(how: Observation, gold: Sequence[Item], predicted: Sequence[Item]) -> Tallies:
    """Count items that are linked by their keys alone, both sides whole: without a sample of them.

    >>> item_tallies(Observation(), ("a", "b"), ("b",))
    (('', Tally(hits=1, predicted=1, gold=2)),)

    Raises UnfitSampleError where they do not have the shape that is asked for.
    """
    return _sorted(_tallies(how, _NO_ITEM, gold, predicted))


def counts_alone(how: Observation) -> bool:
    """Tell whether an observation counts equal keys and nothing else: no classes, no weights.

    >>> from measurand.evidence.span_matching import SpanMatch
    >>> counts_alone(Observation()), counts_alone(Observation(match=SpanMatch()))
    (True, False)
    """
    exact = how.classes.kind is ClassKind.NONE and how.credit is not Credit.FUZZY
    return exact and isinstance(how.match, SetMatch | MultisetMatch)


def key_counts(
    how: Observation, predicted: Sequence[Key], gold: Sequence[Key]
) -> tuple[int, int, int]:
    """Count hits, predictions and gold items by their keys alone; see `counts_alone`.

    >>> key_counts(Observation(), "aab", "ac")
    (1, 2, 2)
    """
    wild = how.wildcard.kind is not WildKind.OFF
    if isinstance(how.match, SetMatch):
        mine, right = set(predicted), set(gold)
        return wildcard_counts(how, mine, right) if wild else set_counts(mine, right)
    return wildcard_counts(how, predicted, gold) if wild else multiset_counts(predicted, gold)


def counts_aside(
    how: Observation, predicted: Sequence[Key], gold: Sequence[Key], all_gold: Sequence[Key]
) -> tuple[int, int, int]:
    """Count what answers the gold that counts; answers that other gold then takes are left out.

    No key of the gold that counts is wild, so that equal keys alone answer it.

    >>> how = Observation(unit=("term",))
    >>> counts_aside(how, [("a",), ("b",), ("c",)], [("a",)], [("a",), ("b",)])
    (1, 2, 1)
    """
    if isinstance(how.match, SetMatch):
        predicted, gold, all_gold = (
            list(set(predicted)),
            list(set(gold)),
            list(set(all_gold)),
        )
    answers, counting = Counter(predicted), Counter(gold)
    equal = answers & counting
    rest = list((Counter(all_gold) - counting).elements())
    lost, _, _ = key_counts(how, list((answers - equal).elements()), rest)
    return equal.total(), len(predicted) - lost, len(gold)


def aside_by_keys(how: Observation) -> bool:
    """Tell whether the gold that counts is told by its keys, none of which is wild.

    >>> aside_by_keys(Observation(unit=("term",)))
    False
    """
    if how.wildcard.kind is WildKind.BOTH or not (how.unit and counts_alone(how)):
        return False
    return how.sides.gold_keep == (Holds(Filling.FILLED, how.wildcard.slot or how.unit[0]),)


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
    aligned: Sequence[Link],
    predicted: Sequence[str],
    gold: Sequence[str],
) -> dict[str, Tally]:
    counts: dict[str, tuple[Count, int, int]] = {}

    def add(label: str, hits: Count, mine: int, right: int) -> None:
        before = counts.get(label, (0, 0, 0))
        counts[label] = (before[0] + hits, before[1] + mine, before[2] + right)

    for link in aligned:
        worth, mine, right = credit(how, link), predicted[link.predicted], gold[link.gold]
        if how.charge is Charge.PREDICTED:
            add(mine, worth, 1, 1)
        elif how.charge is Charge.BOTH and not worth:
            # A confusion: the predicted class has a false positive, the gold class a miss.
            add(mine, 0, 1, 0)
            add(right, 0, 0, 1)
        else:
            add(right, worth, 1, 1)
    paired = {link.predicted for link in aligned}, {link.gold for link in aligned}
    for index, label in enumerate(predicted):
        if index not in paired[0]:
            add(label, 0, 1, 0)
    for index, label in enumerate(gold):
        if index not in paired[1]:
            add(label, 0, 0, 1)
    return {label: Tally(plain_count(hits), *rest) for label, (hits, *rest) in counts.items()}


def plain_count(count: Count) -> Count:
    """Write a count as an int where it is one.

    >>> plain_count(Fraction(2)), plain_count(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return count if isinstance(count, int) or count.denominator != 1 else count.numerator
