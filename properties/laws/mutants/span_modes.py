"""Scores of spans in modes, tables of counts and scores of tags: wrong on purpose, and right."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction

from measurand.laws.kinds.span_scores import Span, Spans, meet
from measurand.laws.kinds.spans import (
    OVERALL,
    SPAN_COUNTS,
    SPAN_MODES,
    CountRow,
    ModeScore,
    SpanCounts,
    Table,
    best_partial,
    best_type,
    boundary_f1,
    count,
    of_label,
    span_labels,
    strict_f1,
    strict_hits,
)
from measurand.laws.kinds.subject import Subject
from measurand.laws.kinds.tags import TAGS_F1, Tagged, TagScore
from properties.laws.adequacy import Mutants, Wrong

Score = Callable[[Spans, Spans], Fraction]
_MODES: Mapping[str, Score] = {
    "strict": strict_f1,
    "exact": boundary_f1,
    "partial": best_partial,
    "type": best_type,
}


def _in_modes(changed: Mapping[str, Score]) -> Callable[[Spans, Spans, str], Fraction]:
    def score(gold: Spans, predicted: Spans, mode: str) -> Fraction:
        if not any((*gold, *predicted)):
            return Fraction(0)
        return {**_MODES, **changed}[mode](gold, predicted)

    return score


def _doubled(gold: Spans, predicted: Spans) -> Fraction:
    return 2 * best_type(gold, predicted)


def _unguarded(gold: Spans, predicted: Spans) -> Fraction:
    return 1 / (1 / best_type(gold, predicted))


def _mode(name: str, says: str, changed: Mapping[str, Score]) -> Wrong[[Spans, Spans, str]]:
    return Wrong(name, says, Subject(name, _in_modes(changed)))


WRONG_MODES = (
    _mode("raises", "divides by zero in the mode type", {"type": _unguarded}),
    _mode("too large", "counts hits of the mode type twice", {"type": _doubled}),
    _mode(
        "exact and type",
        "wants the label in the mode exact, and not in strict",
        {
            "strict": boundary_f1,
            "exact": strict_f1,
            "type": best_partial,
        },
    ),
    _mode("no part", "gives nothing in the mode partial", {"partial": strict_f1}),
    _mode("labels forgotten", "forgets labels in the mode strict", {"strict": boundary_f1}),
)


RIGHT_MODES: tuple[ModeScore, ...] = (
    Subject("F1 in four modes", _in_modes({}), {"overlapping", "multiset", "exact"}),
)


def _table(row: Callable[[Spans, Spans], CountRow]) -> Callable[[Spans, Spans], Table]:
    def counts(gold: Spans, predicted: Spans) -> Table:
        rows = {
            label: row(of_label(gold, label), of_label(predicted, label))
            for label in span_labels(gold, predicted)
        }
        return {**rows, OVERALL: _total(rows)}

    return counts


def _total(rows: Mapping[str, CountRow]) -> CountRow:
    columns = zip(*rows.values(), strict=True) if rows else [[0], [0], [0]]
    correct, predicted, gold = (sum(column) for column in columns)
    return correct, predicted, gold


def _row(gold: Spans, predicted: Spans) -> CountRow:
    return strict_hits(gold, predicted), count(predicted), count(gold)


def _sides_swapped(gold: Spans, predicted: Spans) -> CountRow:
    return strict_hits(gold, predicted), count(gold), count(predicted)


def _any_overlap(gold: Spans, predicted: Spans) -> CountRow:
    pairs = zip(gold, predicted, strict=True)
    found = sum(any(meet(span, one) for one in mine) for mine, yours in pairs for span in yours)
    return found, count(predicted), count(gold)


def _without_sum(gold: Spans, predicted: Spans) -> Table:
    return {**_table(_row)(gold, predicted), OVERALL: (0, 0, 0)}


def _raising(gold: Spans, predicted: Spans) -> Table:
    if not any((*gold, *predicted)):
        raise IndexError("list index out of range")
    return _table(_row)(gold, predicted)


def _first_alone(gold: Spans, predicted: Spans) -> CountRow:
    pairs = zip(gold, predicted, strict=True)
    return sum(yours[:1] == mine[:1] != [] for mine, yours in pairs), *_row(gold, predicted)[1:]


def _consuming(gold: Spans, predicted: Spans) -> Table:
    rows = {}
    for label, (correct, some, wanted) in _table(_row)(gold, predicted).items():
        alone = all(span[2] == label for spans in predicted for span in spans)
        rows[label] = (correct if alone else 0, some, wanted)
    rows.pop(OVERALL)
    return {**rows, OVERALL: _total(rows)}


def _counting(
    name: str, says: str, function: Callable[[Spans, Spans], object], *claims: str
) -> Wrong[[Spans, Spans]]:
    return Wrong(name, says, Subject(name, function, {"overlapping", "multiset", *claims}))


WRONG_COUNTS = (
    _counting("raises", "raises where there is no span", _raising),
    _counting("sides", "takes predicted for gold", _table(_sides_swapped)),
    _counting("any overlap", "calls a span correct that meets one", _table(_any_overlap), "strict"),
    _counting("no sum", "forgets to add up", _without_sum),
    _counting("first alone", "compares first spans alone", _table(_first_alone)),
    _counting("consuming", "finds nothing beside another label", _consuming),
)


RIGHT_COUNTS: tuple[SpanCounts, ...] = (
    Subject("strict counts", _table(_row), {"strict", "overlapping", "multiset"}),
)


def _spans_of(tags: list[str], *, lenient: bool) -> list[Span]:
    found: list[Span] = []
    for place, tag in enumerate(tags):
        if tag[:2] not in {"B-", "I-"}:
            continue
        low, high, label = found[-1] if found else (0, -1, "")
        begins = tag[0] == "B" or high != place or label != tag[2:]
        if not begins:
            found[-1] = (low, place + 1, label)
        elif tag[0] == "B" or lenient:
            found.append((place, place + 1, tag[2:]))
    return found


def _tagged(
    reader: Callable[[list[str]], list[Span]], empty: int = 0, score: Score = strict_f1
) -> Callable[[Tagged, Tagged], Fraction]:
    def tagged(gold: Tagged, predicted: Tagged) -> Fraction:
        pairs = list(zip(gold, predicted, strict=True))
        if any(len(mine) != len(yours) for mine, yours in pairs):
            raise ValueError("as many tags on both sides")
        here = [reader(list(mine)) for mine, _ in pairs]
        there = [reader(list(yours)) for _, yours in pairs]
        return score(here, there) if any((*here, *there)) else Fraction(empty)

    return tagged


def _strictly(tags: list[str]) -> list[Span]:
    return _spans_of(tags, lenient=False)


def _leniently(tags: list[str]) -> list[Span]:
    return _spans_of(tags, lenient=True)


def _careless(tags: list[str]) -> list[Span]:
    return _strictly([tag if tag == "O" or "-" in tag else f"{tag[0]}-{tag[1:]}" for tag in tags])


def _short_names(tags: list[str]) -> list[Span]:
    return [(low, high, label[:1]) for low, high, label in _strictly(tags)]


def _last_lost(tags: list[str]) -> list[Span]:
    return [span for span in _strictly(tags) if span[1] < len(tags) or len(tags) == 1]


def _last_twice(tags: list[str]) -> list[Span]:
    found = _strictly(tags)
    return [*found, *(span for span in found if span[1] == len(tags))]


def _per_sentence(gold: Spans, predicted: Spans) -> Fraction:
    pairs = [(a, b) for a, b in zip(gold, predicted, strict=True) if a or b]
    return sum((strict_f1([a], [b]) for a, b in pairs), Fraction(0)) / len(pairs)


def _union(gold: Spans, predicted: Spans) -> Fraction:
    found = strict_f1(gold, predicted)
    return found / (2 - found)


def _cut_tags(gold: Tagged, predicted: Tagged) -> Fraction:
    here = [_strictly(list(tags)) for tags in gold]
    there = [_strictly(list(tags)) for tags in predicted]
    return strict_f1(here, there) if any((*here, *there)) else Fraction(0)


def _never_full(gold: Spans, predicted: Spans) -> Fraction:
    return strict_f1(gold, predicted) * 99 / 100


def _counted_twice(gold: Spans, predicted: Spans) -> Fraction:
    return min(2 * strict_f1(gold, predicted), Fraction(5, 4))


def _without_entities(gold: Tagged, predicted: Tagged) -> Fraction:
    if not any(tag != "O" for tags in (*gold, *predicted) for tag in tags):
        raise ValueError("max() of nothing")
    return _tagged(_strictly)(gold, predicted)


def _wrong_tags(
    name: str,
    says: str,
    function: Callable[[Tagged, Tagged], object],
    claims: AbstractSet[str] = frozenset(),
) -> Wrong[[Tagged, Tagged]]:
    return Wrong(name, says, Subject(name, function, claims))


WRONG_TAGS = (
    _wrong_tags("raises", "raises where there is no entity", _without_entities),
    _wrong_tags("dusty", "adds a little", lambda g, p: float(_tagged(_strictly)(g, p)) + 1e-12),
    _wrong_tags("never full", "gives 0.99 at most", _tagged(_strictly, score=_never_full)),
    _wrong_tags("short names", "keeps one letter of a type", _tagged(_short_names)),
    _wrong_tags("last lost", "loses the entity at the end", _tagged(_last_lost)),
    _wrong_tags("last twice", "counts the entity at the end twice", _tagged(_last_twice)),
    _wrong_tags("sentences", "averages", _tagged(_strictly, score=_per_sentence), {"pooled"}),
    _wrong_tags("careless", "reads BA as B-A", _tagged(_careless)),
    _wrong_tags("lenient", "takes I- for B-", _tagged(_leniently), {"strict"}),
    _wrong_tags("strict", "does not take I- for B-", _tagged(_strictly), {"lenient"}),
    _wrong_tags("Jaccard", "divides by the union", _tagged(_strictly, score=_union), {"f1"}),
    _wrong_tags("cut", "takes sentences of different lengths", _cut_tags, {"lengths"}),
    _wrong_tags("empty 0", "says 1 and gives 0", _tagged(_strictly), {"empty=1"}),
    _wrong_tags("empty 1", "says 0 and gives 1", _tagged(_strictly, 1), {"empty=0"}),
)


RIGHT_TAGS: tuple[TagScore, ...] = (
    Subject(
        "strict tags", _tagged(_strictly), {"f1", "strict", "pooled", "lengths", "empty=0", "exact"}
    ),
    Subject(
        "lenient tags", _tagged(_leniently, 1), {"f1", "lenient", "pooled", "lengths", "empty=1"}
    ),
    Subject("mean of sentences", _tagged(_strictly, score=_per_sentence), {"strict", "lengths"}),
)

SPAN_MODES_MUTANTS = Mutants(kind=SPAN_MODES.name, right=RIGHT_MODES, wrong=WRONG_MODES)

SPAN_COUNTS_MUTANTS = Mutants(kind=SPAN_COUNTS.name, right=RIGHT_COUNTS, wrong=WRONG_COUNTS)

TAGS_F1_MUTANTS = Mutants(kind=TAGS_F1.name, right=RIGHT_TAGS, wrong=WRONG_TAGS)
