"""The space that nobody declared: what is usual for samples, and what metrics leave open.

Labels are averaged over classes, spans matched as their tools match them, sets scored sample by
sample under every rule for empty ones. A rule is tried only where the samples have such a case.
What is usual is not all that is admissible: nothing is refuted by it (`Author.TOOL`).

A metric of a family lists the values of options that a reader would admit where a paper does not
say them (`About.tried`). Where nobody declared a space, these are tried (`Author.METRICS`): all
options that no column says, in all combinations, as far as they can be counted. A metric of a
package lists its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from itertools import chain
from math import prod

from attrs import NOTHING, define, field, fields, frozen, has
from toolz import unique

from measurand.auditing.claims.model import Author, Choice, Column, Space, Table
from measurand.evidence.observation import ClassKind, ClassOf
from measurand.metrics.families import kind_of
from measurand.metrics.grammar import write_value
from measurand.metrics.options import CLASS, SAMPLE, Chosen, ChosenKind, Over, OverKind
from measurand.metrics.signature import defaults, options
from measurand.values.items import Item, Slots, Span
from measurand.values.sample import Sample

Product = tuple[Choice, ...]

MOST_CLASSES = 12
"""Classes up to which each is tried alone, as the positive one."""

_MEANS = (f"macro[{CLASS}]", f"weighted[{CLASS}]")
_AGGREGATES = ("mean", "harmonic")
_ZEROS = (
    ("0", "0+0", "0+0", "0+0"),
    ("1", "1+1", "0+1", "1+0"),
    ("skip", "drop", "0+skip", "skip+0"),
)
"""What 0 by 0 is, as tools let one say; of precision and recall for both, gold, predictions empty.
"""
_MOST_VALUES = 200
_MOST_SLOTS = 8


class SampleContents(Enum):
    """What samples are made of."""

    NOTHING = "no items"
    LABELS = "labels, one on each side"
    SETS = "lists of texts"
    SPANS = "spans"
    SLOTS = "tuples with named slots"
    COUNTS = "ready-made counts"


@frozen(kw_only=True)
class Traits:
    """What a space depends on: what samples are made of, and which empty cases occur.

    `classes` are the labels or values that may be classes, sorted, at most 200; of tuples those of
    each slot. `repeated` tells whether an item stands twice on one side, `silent` whether a sample
    has no answer.

    >>> Traits().made.value
    'no items'
    """

    made: SampleContents = SampleContents.NOTHING
    classes: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()
    both_empty: bool = False
    gold_empty: bool = False
    pred_empty: bool = False
    repeated: bool = False
    silent: bool = False


@define
class _Seen:
    kinds: set[type] = field(factory=set)
    lone: bool = True
    classes: set[str] = field(factory=set)
    slots: dict[str, set[str | None]] = field(factory=dict)
    cases: set[tuple[bool, bool]] = field(factory=set)
    repeated: bool = False
    silent: bool = False
    counts: bool = False

    def add(self, sample: Sample) -> None:
        """Take a sample in."""
        if sample.counts is not None:
            self.counts = True
            self.classes |= {name for name, _ in sample.counts if name}
            return
        answer = sample.predicted or ()
        self.silent |= sample.predicted is None
        if sample.predicted is not None:
            self.cases.add((bool(sample.gold), bool(answer)))
            self.lone &= len(answer) == 1
        self.lone &= len(sample.gold) == 1
        for items in (sample.gold, answer):
            self.repeated |= len(set(items)) < len(items)
            for item in items:
                self._item(item)

    def _item(self, item: Item) -> None:
        self.kinds.add(type(item))
        match item:
            case str():
                self._class(item)
            case Span(label=label):
                self._class(label)
            case Slots(entries):
                for name, value in entries:
                    values = self.slots.setdefault(name, set())
                    if len(values) <= _MOST_VALUES:
                        values.add(value)

    def _class(self, name: str) -> None:
        if len(self.classes) <= _MOST_VALUES:
            self.classes.add(name)


def traits_of(samples: Iterable[Sample]) -> Traits:
    """Look at samples; of mixed items nothing is known but that they are items.

    >>> one = Sample(id="1", gold=("a",), predicted=("b",))
    >>> traits_of([one]).made.value, traits_of([one]).classes
    ('labels, one on each side', ('a', 'b'))
    >>> traits_of([one, Sample(id="2", gold=("a", "a"), predicted=())]).pred_empty
    True
    """
    seen = _Seen()
    for sample in samples:
        seen.add(sample)
    made = _item_kind(seen)
    few = len(seen.classes) <= _MOST_VALUES
    slots = (name for name, values in sorted(seen.slots.items()) if len(values) <= MOST_CLASSES)
    return Traits(
        made=made,
        classes=tuple(sorted(seen.classes)) if few else (),
        slots=tuple(slots)[:_MOST_SLOTS] if made is SampleContents.SLOTS else (),
        both_empty=(False, False) in seen.cases,
        gold_empty=(False, True) in seen.cases,
        pred_empty=(True, False) in seen.cases,
        repeated=seen.repeated,
        silent=seen.silent,
    )


def _item_kind(seen: _Seen) -> SampleContents:
    if seen.counts:
        return SampleContents.COUNTS
    match sorted(kind.__name__ for kind in seen.kinds):
        case ["str"]:
            return SampleContents.LABELS if seen.lone else SampleContents.SETS
        case ["Span"]:
            return SampleContents.SPANS
        case ["Slots"]:
            return SampleContents.SLOTS
        case []:
            return SampleContents.NOTHING
        case _:
            return SampleContents.SETS


def default_space(traits: Traits, metrics: Sequence[str]) -> tuple[Product, ...]:
    """List the products of choices that are usual for such samples; the plainest first.

    Options that none of the metrics has are left out.

    >>> labels = Traits(made=SampleContents.LABELS, classes=("no", "yes"))
    >>> [product[0].values for product in default_space(labels, ["recall"])][:2]
    [('micro',), ('macro[class]', 'weighted[class]')]
    """
    match traits.made:
        case SampleContents.LABELS:
            products = (
                *(_micro(), *_of_classes("item"), *_binary(traits), *_all_but_one(traits)),
                *_pooled_but_one(traits),
            )
        case SampleContents.SPANS:
            products = (*_of_spans(), *_of_classes("label", _SPANS), *_of_samples(traits, _SPANS))
        case SampleContents.SLOTS:
            fields = (_text("class", ClassOf(ClassKind.FIELD, name)) for name in traits.slots)
            by_slot = (product for one in fields for product in _of_classes(one))
            products = (_micro(), *_of_samples(traits), *by_slot)
        case SampleContents.COUNTS:
            by_class = _of_classes("label") if traits.classes else ()
            products = (_micro(), *_of_samples(traits), *by_class)
        case _:
            matched = _choice("match", "set", "multiset") if traits.repeated else ()
            products = (
                _micro(matched),
                *_of_samples(traits, matched),
                *_of_classes("item", matched),
            )
    missing = _choice("missing", "skip", "empty") if traits.silent else ()
    known = {name for metric in metrics for name in options(metric)}
    kept = (_known((*product, *missing), known) for product in products)
    return tuple(unique(product for product in kept if product)) or (_choice("missing", "skip"),)


def _known(product: Product, known: AbstractSet[str]) -> Product:
    return tuple(choice for choice in product if choice.option in known)


def _choice(option: str, *values: str) -> Product:
    return (Choice(option=option, values=values),)


def _text(option: str, value: object) -> str:
    return write_value(options("f")[option].codec.write(value))


_SPANS = _choice("match", "spans")


def _micro(shared: Product = ()) -> Product:
    return (*_choice("average", "micro"), *shared)


def _zeros(zero: str, both: str, gold: str, predicted: str) -> Product:
    return (*_rules((both,), (gold,), (predicted,)), *_choice("zero_division", zero))


def _rules(both: Sequence[str], gold: Sequence[str], predicted: Sequence[str]) -> Product:
    return (
        *_choice("both_empty", *both),
        *_choice("gold_empty", *gold),
        *_choice("pred_empty", *predicted),
    )


def _of_classes(kind: str, shared: Product = ()) -> tuple[Product, ...]:
    """Average over classes: those that occur, or those of gold alone, under each rule for 0/0."""
    charged = _choice("charge", "both", "gold") if shared == _SPANS else ()
    return tuple(
        (
            *_choice("average", *_MEANS),
            *_choice("class", kind),
            *_choice("over", "union", "gold"),
            *shared,
            *charged,
            *_zeros(*zeros),
            *_choice("aggregate", *_AGGREGATES),
        )
        for zeros in _ZEROS
    )


def _declared(classes: Sequence[Sequence[str]]) -> tuple[Product, ...]:
    return tuple(
        (
            *_choice("average", _MEANS[0]),
            *_choice("class", "item"),
            *_choice(
                "over", *(_text("over", Over(OverKind.DECLARED, tuple(one))) for one in classes)
            ),
            *_zeros(*zeros),
            *_choice("aggregate", *_AGGREGATES),
        )
        for zeros in _ZEROS[:2]
    )


def _binary(traits: Traits) -> tuple[Product, ...]:
    """Score each class alone, as the positive one."""
    classes = traits.classes
    return _declared([(one,) for one in classes]) if 1 < len(classes) <= MOST_CLASSES else ()


def _all_but_one(traits: Traits) -> tuple[Product, ...]:
    """Leave out one class of several, such as the neutral one."""
    classes = traits.classes
    if not _TWO < len(classes) <= MOST_CLASSES:
        return ()
    return _declared([[one for one in classes if one != out] for out in classes])


_TWO = 2
NEGATIVES = (
    *("no_relation", "NO_RELATION", "O", "NA", "N/A", "Other", "other", "OTHER"),
    *("none", "None", "NONE", "negative", "Negative", "0"),
)
"""What a class that says "nothing here" is usually called; scores often leave it out."""


def negatives(traits: Traits) -> tuple[str, ...]:
    """List the classes of several that usually say that nothing is there.

    >>> negatives(Traits(classes=("born_in", "no_relation", "works_for")))
    ('no_relation',)
    """
    several = len(traits.classes) > _TWO
    return tuple(one for one in NEGATIVES if several and one in traits.classes)


def _pooled_but_one(traits: Traits) -> tuple[Product, ...]:
    """Pool all classes but one; of many classes leave out those alone that say "nothing here"."""
    usual, classes = negatives(traits), traits.classes
    few = _TWO < len(classes) <= MOST_CLASSES
    left_out = (*usual, *(one for one in classes if one not in usual)) if few else usual
    if not left_out:
        return ()
    # Of few classes the means over all but one are those over declared classes.
    averages = ("micro",) if few else ("micro", *_MEANS)
    chosen = _choice("only", *map(all_but, left_out))
    return ((*_choice("average", *averages), *_choice("class", "item"), *chosen),)


def all_but(label: str) -> str:
    """Write as a value of `only` that all classes but one are looked at.

    >>> all_but("no_relation"), all_but("no relation")
    ('but[no_relation]', 'but["no relation"]')
    """
    return _text("only", Chosen(ChosenKind.BUT, (label,)))


def _of_samples(traits: Traits, shared: Product = ()) -> tuple[Product, ...]:
    """Average over samples, under every rule for the empty cases that occur."""
    return (
        (
            *_choice("average", f"macro[{SAMPLE}]"),
            *shared,
            *_rules(
                ("1+1", "0+0", "drop") if traits.both_empty else ("1+1",),
                ("0+0", "0+1", "0+skip", "drop") if traits.gold_empty else ("0+0",),
                ("0+0", "1+0", "skip+0", "drop") if traits.pred_empty else ("0+0",),
            ),
            *_choice("aggregate", *_AGGREGATES),
        ),
    )


def _of_spans() -> tuple[Product, ...]:
    """Pool all spans; what makes two of them one is said in four ways."""
    ways = ("spans", "spans[mode=exact]", "spans[mode=partial]", "spans[mode=type,assign=nearest]")
    return (_micro(_choice("match", *ways)),)


MOST_TRIED = 2000
"""Definitions that are tried at most of what metrics leave open."""


def tried_choices(
    metrics: Iterable[tuple[str, AbstractSet[str]]], most: int = MOST_TRIED
) -> Product:
    """Join what metrics of families leave open; beside each the options that are said of it.

    Options of one name are one choice. Where all combinations are more than `most`, later options
    keep their first values, or are left as they are.

    >>> [(one.option, one.values) for one in tried_choices([("krippendorff_alpha", frozenset())])]
    [('level', ('nominal', 'ordinal', 'interval', 'ratio'))]
    >>> tried_choices([("krippendorff_alpha", {"level"}), ("f", frozenset())])
    ()
    """
    values: dict[str, dict[str, None]] = {}
    for metric, said in metrics:
        kind = kind_of(metric)
        for option, texts in () if kind is None else kind.about.tried:
            if option not in said:
                values.setdefault(option, {}).update(dict.fromkeys(texts))
    kept: list[Choice] = []
    for option, listed in values.items():
        room = most // combinations_of(kept)
        if min(room, len(listed)) > 1:
            kept.append(Choice(option=option, values=tuple(listed)[:room]))
    return tuple(kept)


def tried_products(
    metrics: Sequence[tuple[str, AbstractSet[str]]], most: int = MOST_TRIED
) -> tuple[Product, ...]:
    """List what metrics of families leave open: jointly, each as it is by default, each alone.

    Metrics need not be chosen alike: where their defaults of an option differ they are one
    combination more, and a metric of which the joint ones leave something out is tried alone. What
    is not varied is as by default; an option of which the defaults differ is left out there.

    >>> [combinations_of(one) for one in tried_products([("bleu", set()), ("ter", set())])]
    [1536, 1, 72]
    """
    joint = tried_choices(metrics, most)
    kept = {(one.option, value) for one in joint for value in one.values}
    single = (tried_choices([one], most) for one in metrics)
    cut = [
        product
        for product in single
        if not kept.issuperset((one.option, value) for one in product for value in one.values)
    ]
    plain = {one.option: _default(one, [name for name, _ in metrics]) for one in chain(joint, *cut)}
    differ = [()] if any(one is None for one in plain.values()) else []
    return tuple(unique(_filled(one, plain) for one in (joint, *differ, *cut)))


def _default(choice: Choice, metrics: Sequence[str]) -> Choice | None:
    """Say what an option is by default; None where metrics that leave it open disagree."""
    open_to = (kind for kind in map(kind_of, metrics) if kind is not None)
    texts = {
        write_value(value)
        for kind in open_to
        if choice.option in dict(kind.about.tried)
        and (value := defaults(kind.about.name).get(choice.option)) is not None
    } or {choice.values[0]}
    return Choice(option=choice.option, values=tuple(texts)) if len(texts) == 1 else None


def _filled(product: Product, plain: Mapping[str, Choice | None]) -> Product:
    varied = {one.option: one for one in product}
    choices = (varied.get(option, default) for option, default in plain.items())
    return tuple(one for one in choices if one is not None)


def combinations_of(product: Iterable[Choice]) -> int:
    """Count the combinations of some choices.

    >>> combinations_of(())
    1
    """
    return prod(len(one.values) for one in product)


def lacking(metric: str, said: AbstractSet[str]) -> tuple[str, ...]:
    """List the options of a metric of a family that have to be said, and neither are nor are tried.

    >>> lacking("ece", {"score"}), lacking("precision_at", frozenset())
    (('label',), ())
    """
    kind = kind_of(metric)
    if kind is None:
        return ()
    known = said | {name for name, _ in kind.about.tried}
    parts = fields(kind) if has(kind) else ()
    needed = (part.name for part in parts if part.default is NOTHING)
    return tuple(name for name in needed if name not in known)


def tried_space(table: Table) -> Space | None:
    """Make the space of what the metrics of a table leave open; None where that is nothing.

    What the table, a column or all of its rows say is not tried. A column whose definition is not
    known is in the space even if its metric has no options.

    >>> tried_space(Table(name="1", data="d", columns=(Column(name="n", metric="total"),), rows=()))
    """
    of_families = [
        (column, _said(table, column))
        for column in table.columns
        if column.metric and kind_of(column.metric) is not None and _computed(table, column)
    ]
    of_families = [
        (column, said) for column, said in of_families if not lacking(column.metric, said)
    ]
    columns = tuple(
        column.name
        for column, said in of_families
        if not column.known or tried_choices([(column.metric, said)])
    )
    if not columns:
        return None
    products = tried_products([(column.metric, said) for column, said in of_families])
    return Space(columns=columns, products=products, author=Author.METRICS)


def _computed(table: Table, column: Column) -> bool:
    return any(row.cells and table.computes(row, column) for row in table.rows)


def _said(table: Table, column: Column) -> AbstractSet[str]:
    """Name the options that are said of a column, for all of its cells."""
    rows = [row for row in table.rows if any(name == column.name for name, _ in row.cells)]
    by_row = [{name for name, _ in row.options} for row in rows]
    everywhere = set.intersection(*by_row) if by_row else set()
    names = {name for name, _ in (*table.options, *column.options)} | everywhere
    return frozenset(name.partition(".")[0] for name in names)
