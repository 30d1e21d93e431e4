"""What of the law table the formulas prove, for every corpus: lemmas about counts, and why they do.

A lemma is a claim about a metric for all counts (`metrics.proven`); its proof is checked by
multiplying out. From lemmas to corpora it takes what is true of every pool: hits are never more
than what is on either side (`Tally` refuses others), a mean of numbers from 0 to 1 is between 0 and
1, and a unit that lacks one side scores what its rule says, which is a lemma about a number. Which
definitions that is about stands at each law. `lemmas` knows nothing of proofs: a checker asks it
again what is due.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from attrs import evolve, frozen

from measurand.algebra.formula import Number, substituted
from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.laws.claims import formula_of, range_of
from measurand.metrics.averaged import Averaged, F, Measure, Precision, Recall
from measurand.metrics.components import component
from measurand.metrics.definitions import Definition, Numeric
from measurand.metrics.metric import ITSELF, Metric
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.options import Aggregate, AverageKind, Policy, Statistic
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
    """Prove a law of a definition; None where it is not about formulas, or no proof is found.

    >>> from measurand.metrics.signature import parse
    >>> proof_of(parse("f"), "sample order") is None
    True
    """
    found = []
    for lemma in (due := lemmas(definition, law)) or ():
        proof = _proved(lemma)
        if proof is None:
            return None
        found.append(proof)
    return Proved(tuple(found)) if due else None


def verified(definition: Definition, law: str, cell: Proved) -> bool:
    """Check a proof: it is of the lemmas that the law comes down to, and multiplies out.

    >>> from measurand.metrics.signature import parse
    >>> recall, npv = parse("recall"), parse("npv(class=item,only=class[a])")
    >>> found = proof_of(recall, "range")
    >>> verified(recall, "range", found), verified(npv, "range", found)
    (True, False)
    """
    due = lemmas(definition, law)
    return (
        bool(due)
        and due is not None
        and len(due) == len(cell.proofs)
        and all(
            one.claim == lemma.claim and checks(lemma.metric, one, lemma.known)
            for lemma, one in zip(due, cell.proofs, strict=True)
        )
    )


def lemmas(definition: Definition, law: str) -> tuple[Lemma, ...] | None:
    """List what a law of a definition comes down to; None where no formula decides it.

    >>> from measurand.metrics.signature import parse
    >>> [one.claim for one in lemmas(parse("recall(average=micro)"), "replication")]
    [Scaleless()]
    """
    if law not in _DUE or not isinstance(definition, Averaged | Measure | Numeric):
        return None
    if isinstance(definition, Averaged | Measure):
        if definition.averaging.statistic is not Statistic.MEAN:
            return None
        if isinstance(definition, F) and definition.aggregate is Aggregate.HARMONIC:
            return None
        if isinstance(definition, Measure) and _all_classes(definition):
            return None
    found = _DUE[law](definition)
    return None if found is None else tuple(found)


Due = Definition
Lemmas = Iterator[Lemma] | None


def _proved(lemma: Lemma) -> Proof | None:
    try:
        return proved(lemma.metric, lemma.claim, lemma.known)
    except ValueError:
        # A claim that cannot be said in polynomials.
        return None


def _all_classes(definition: Measure) -> bool:
    """Tell whether a definition has another formula, of all classes at once, or may have none."""
    how, classes = definition.averaging, definition.observation.classes.kind
    return how.only is None and not how.average.keys and classes is not ClassKind.NONE


def _numbers(definition: Averaged | Measure) -> set[Fraction]:
    """List what units may score that have no value by the formula."""
    of, how = component(definition), definition.averaging
    rules = {value for _, value in of.cases} | {of.zero}
    if of.form is None:
        rules |= {Fraction(0), Fraction(1)}
    if how.undefined is Policy.ZERO:
        rules.add(Fraction(0))
    return {value for value in rules if value is not None}


def _number(value: Fraction) -> Metric:
    return Metric(name=str(value), formula=Number(value), says="what a rule gives")


def _within(definition: Definition, low: int | None, high: int | None) -> Lemmas:
    """Of every mean of units: each lies in the range, by its formula or by its rule."""
    metric = formula_of(definition)
    every = [] if metric is None else [metric]
    if isinstance(definition, Averaged | Measure):
        every += map(_number, sorted(_numbers(definition)))
    if low is not None:
        yield from (Lemma(one, AtLeast(low)) for one in every)
    if high is not None:
        yield from (Lemma(one, AtMost(high)) for one in every)
