"""What of the law table the formulas prove, for every corpus: lemmas about counts, and why they do.

A lemma is a claim about a metric for all counts (`metrics.proven`); its proof is checked by
multiplying out. From lemmas to corpora it takes what is true of every pool: hits are never more
than what is on either side (`Tally` refuses others), a mean of numbers from 0 to 1 is between 0 and
1, and a unit that lacks one side scores what its rule says, which is a lemma about a number. Which
definitions that is about stands at each law. `lemmas` knows nothing of proofs: a checker asks it
again what is due.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from attrs import evolve, frozen

from measurand.algebra.formula import Number
from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.laws.case import f_at, formula_of, range_of
from measurand.metrics.averaged import Accuracy, Averaged, ExactMatch, F, Measure, Precision, Recall
from measurand.metrics.components import component
from measurand.metrics.definitions import Definition, Numeric
from measurand.metrics.metric import ITSELF, Metric
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.options import CLASS, Aggregate, AverageKind, EmptyValue, Policy, Statistic
from measurand.metrics.proven import (
    AtLeast,
    AtMost,
    Between,
    Claim,
    Mirrors,
    Moves,
    Proof,
    Scaleless,
    Where,
    checks,
    proved,
)
from measurand.metrics.standard import STANDARD
from measurand.metrics.units import Case


@frozen
class Lemma:
    """A claim about a metric for all counts; `other` is the metric that it names."""

    metric: Metric
    claim: Claim
    other: Metric | None = None

    @property
    def known(self) -> Mapping[str, Metric]:
        """Give the metrics that the claim may name."""
        own = {one.name: one for one in (self.metric, self.other) if one is not None}
        return {**STANDARD, **NUMERIC, **own}


@frozen
class Proved:
    """The law holds of every corpus, by a proof of each lemma.

    >>> from measurand.metrics.signature import parse
    >>> found = proof_of(parse("mcc(class=item,only=class[a])"), "signed range")
    >>> [one.claim for one in found.proofs]
    [AtLeast(low=-1), AtMost(high=1)]
    """

    proofs: tuple[Proof, ...]


def proof_of(definition: Definition, law: str) -> Proved | None:
    """Prove a law of a definition; None where no formula decides it, or no proof is found.

    >>> from measurand.metrics.signature import parse
    >>> proof_of(parse("f"), "sample order") is None
    True
    """
    due = lemmas(definition, law)
    found = [proof for proof in map(_proof, due) if proof is not None]
    return Proved(tuple(found)) if due and len(found) == len(due) else None


def verified(definition: Definition, law: str, cell: Proved) -> bool:
    """Check a proof: it is of the lemmas that the law comes down to, and multiplies out.

    >>> from measurand.metrics.signature import parse
    >>> recall, npv = parse("recall"), parse("npv(class=item,only=class[a])")
    >>> found = proof_of(recall, "range")
    >>> verified(recall, "range", found), verified(npv, "range", found)
    (True, False)
    """
    due = lemmas(definition, law)
    return 0 < len(due) == len(cell.proofs) and all(
        proof.claim == lemma.claim and checks(lemma.metric, proof, lemma.known)
        for lemma, proof in zip(due, cell.proofs, strict=True)
    )


def lemmas(definition: Definition, law: str) -> tuple[Lemma, ...]:
    """List what a law of a definition comes down to; nothing where no formula decides it.

    That is so of spreads, of F of means, and of formulas of all classes at once.

    >>> from measurand.metrics.signature import parse
    >>> [one.claim for one in lemmas(parse("recall(average=micro)"), "replication")]
    [Scaleless()]
    """
    if law not in _DUE:
        return ()
    if isinstance(definition, Numeric):
        return _of_numbers(definition, law)
    if not isinstance(definition, Averaged | Measure) or not _is_mean(definition):
        return ()
    return tuple(_DUE[law](definition))


Scored = Averaged | Measure


@lru_cache(maxsize=1024)
def _proof(lemma: Lemma) -> Proof | None:
    try:
        return proved(lemma.metric, lemma.claim, lemma.known)
    except ValueError:
        # A claim that cannot be said in polynomials.
        return None


def _is_mean(definition: Scored) -> bool:
    how, classes = definition.averaging, definition.observation.classes.kind
    of_means = isinstance(definition, F) and definition.aggregate is Aggregate.HARMONIC
    pooled = how.only is None and not how.average.keys and classes is not ClassKind.NONE
    at_once = isinstance(definition, Measure) and pooled
    return how.statistic is Statistic.MEAN and not (of_means or at_once)


def _rules(definition: Scored) -> Mapping[Case, Fraction | None]:
    return component(definition).constants


def _number(value: Fraction) -> Metric:
    return Metric(name=str(value), formula=Number(value), says="what a rule gives")


def _within(metrics: Iterable[Metric], low: int | None, high: int | None) -> Iterator[Lemma]:
    for one in metrics:
        if low is not None:
            yield Lemma(one, AtLeast(low))
        if high is not None:
            yield Lemma(one, AtMost(high))


def _ranged(definition: Scored, low: int | None, high: int | None) -> Iterator[Lemma]:
    """Of every mean: each unit lies in the range, by its formula, its rule or as right or wrong."""
    of, metric = component(definition), formula_of(definition)
    values = {value for _, value in of.cases} | {of.zero}
    if isinstance(definition, Accuracy | ExactMatch):
        values |= {Fraction(0), Fraction(1)}
    if definition.averaging.undefined is Policy.ZERO:
        values.add(Fraction(0))
    numbers = [_number(value) for value in sorted(value for value in values if value is not None)]
    yield from _within([*filter(None, [metric]), *numbers], low, high)


def _between(definition: Scored) -> Iterator[Lemma]:
    """Of all samples as one unit: by the formulas, and by the rules of each empty case."""
    if not isinstance(definition, F) or definition.averaging.average.keys:
        return
    yield Lemma(f_at(definition.beta), Between("precision", "recall"))
    precision, recall = (
        component(one(empty=definition.empty)).constants for one in (Precision, Recall)
    )
    for case, value in component(definition).cases:
        p, r = precision[case], recall[case]
        if value is not None and p is not None and r is not None:
            yield Lemma(_number((value - p) * (r - value)), AtLeast(0))


def _identity(definition: Scored) -> Iterator[Lemma]:
    """Of equal items: a perfect unit has neither fp nor fn; what is left scores by its rule."""
    if _compares_equal_items(definition) and (metric := formula_of(definition)) is not None:
        yield Lemma(metric, Where(("fp", "fn"), 1))
        of = component(definition)
        rule = of.constants.get(Case.BOTH_EMPTY) if of.cases else of.zero
        yield from _within([] if rule is None else [_number(rule)], 0, 1)


def _silence(definition: Scored) -> Iterator[Lemma]:
    """Of every mean but over classes: each unit lacks predictions alone."""
    rule = _rules(definition).get(Case.PRED_EMPTY)
    if _by_class(definition) or isinstance(definition, Accuracy) or rule is None:
        return
    yield from _within([_number(rule)], 0, 0)


def _missing(definition: Scored) -> Iterator[Lemma]:
    """Of equal items without classes: a hit takes the place of what was missed in one unit."""
    metric = formula_of(definition)
    if metric is None or not _steps(definition):
        return
    yield Lemma(metric, Moves("tp", up=True, instead=("fn",)))
    if not isinstance(definition, Measure):
        yield Lemma(metric, AtLeast(0))
        rule = _rules(definition)[Case.PRED_EMPTY]
        yield from _within([] if rule is None else [_number(rule)], None, 0)


def _wrong(definition: Scored) -> Iterator[Lemma]:
    """Of equal items without classes: one more fp, in the place of a tn where there was nothing."""
    metric = formula_of(definition)
    if metric is None or not _steps(definition):
        return
    yield Lemma(metric, Moves("fp", up=False, instead=("tn",)))
    if isinstance(definition, Measure):
        return
    both, gold, predicted = (_rules(definition)[case] for case in _EMPTY)
    yield Lemma(metric, Where(("tp",), 0))
    if both is not None and gold is not None:
        yield Lemma(_number(both - gold), AtLeast(0))
    if predicted is not None:
        yield Lemma(_number(predicted), AtLeast(0))


_EMPTY = Case.BOTH_EMPTY, Case.GOLD_EMPTY, Case.PRED_EMPTY


def _swap(definition: Scored) -> Iterator[Lemma]:
    """Of equal items, weights aside that are of gold: by the normal forms."""
    metric = formula_of(definition)
    weighted = definition.averaging.average.kind is AverageKind.WEIGHTED
    if metric is None or weighted or not _compares_equal_items(definition):
        return
    if isinstance(definition, F):
        other = f_at(1 / definition.beta)
    elif metric.mirror:
        other = metric if metric.mirror == ITSELF else STANDARD[metric.mirror]
    else:
        return
    yield Lemma(metric, Mirrors(other.name), other)


def _replication(definition: Scored) -> Iterator[Lemma]:
    """Of every mean: the counts of each unit, and its weight, are as many times as large."""
    if (metric := formula_of(definition)) is not None:
        yield Lemma(metric, Scaleless())


def _empty_sample(definition: Scored) -> Iterator[Lemma]:
    """Of all samples as one unit: one more tn changes nothing."""
    metric = formula_of(definition)
    if metric is not None and not definition.averaging.average.keys:
        yield from (Lemma(metric, Moves("tn", up)) for up in (True, False))


def _by_class(definition: Scored) -> bool:
    how = definition.averaging
    return how.only is not None or CLASS in how.average.keys


def _compares_equal_items(definition: Scored) -> bool:
    """Tell whether an item is its own class, or has none, and only equal items are hits."""
    how = definition.observation
    own = how.classes.kind in {ClassKind.NONE, ClassKind.ITEM}
    plain = evolve(how, match=SetMatch(), classes=ClassOf()) == Observation()
    return own and plain and isinstance(how.match, SetMatch | MultisetMatch)


def _steps(definition: Scored) -> bool:
    """Tell whether one more prediction changes one unit alone, which is there before and after."""
    how, rules = definition.averaging, _rules(definition).values()
    pooled = not how.average.keys
    if isinstance(definition, Measure):
        there = (
            pooled
            and definition.zero_division is EmptyValue.SKIP
            and how.undefined is not Policy.ZERO
        )
    else:
        there = None not in rules
    classes = definition.observation.classes.kind
    plain = _compares_equal_items(definition) and classes is ClassKind.NONE
    return plain and there and not _by_class(definition)


def _of_numbers(definition: Numeric, law: str) -> tuple[Lemma, ...]:
    metric = definition.metric
    match law:
        case "stated range":
            return tuple(_within([metric], *range_of(definition)))
        case "swap" if metric.mirror == ITSELF:
            return (Lemma(metric, Mirrors(metric.name)),)
        case "replication":
            return (Lemma(metric, Scaleless()),)
        case _:
            return ()


_DUE: Mapping[str, Callable[[Scored], Iterable[Lemma]]] = {
    "range": lambda one: _ranged(one, 0, 1),
    "signed range": lambda one: _ranged(one, -1, 1),
    "stated range": lambda one: _ranged(one, *range_of(one)),
    "between": _between,
    "identity": _identity,
    "silence": _silence,
    "missing prediction": _missing,
    "wrong prediction": _wrong,
    "swap": _swap,
    "replication": _replication,
    "empty sample": _empty_sample,
}
