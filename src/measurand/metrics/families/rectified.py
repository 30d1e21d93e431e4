"""Scores that are formulas of counts, of a gold that a judge made for all samples, humans for some.

A formula such as F is no mean over samples, but it is a formula of sums, and each sum is a mean
times the number of samples. So each is estimated as `ppi` estimates a mean, from what the judge's
gold gives on all samples and how far it is off on the labelled part; the formula is then that of
the estimates. What is assumed is what `ppi` assumes: the labelled part is drawn at random.

As a formula of estimates it is biased by little that shrinks with the number of labels. For its
interval by the jackknife samples of one item are added, some for each class: what was never seen
may still be. Without them it would hold what is true too seldom where labels, or a class, are few.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import reduce
from operator import mul

from attrs import field, frozen

from measurand.algebra.formula_text import read
from measurand.algebra.functional import Rows
from measurand.algebra.number import Number
from measurand.algebra.quotient import Quotient, normal
from measurand.algebra.terms import Terms
from measurand.evidence.evidence import Evidence, Excluded, Joint, Observed
from measurand.evidence.observation import ClassKind, ClassOf, Observation, Together
from measurand.evidence.sides import Sides
from measurand.metrics.columns import parts_of, tally_of, weight_of
from measurand.metrics.empty_rules import named
from measurand.metrics.family import About, Estimator
from measurand.metrics.options import Tuning
from measurand.metrics.power_tuned import Judged, Spread, powered
from measurand.values.sample import PREDICTED
from measurand.values.score import Undefined
from measurand.values.tally import Tally

_COUNTS: Mapping[str, Callable[[Tally], Fraction]] = {
    "hits": lambda tally: Fraction(tally.hits),
    "predicted": lambda tally: Fraction(tally.predicted),
    "gold": lambda tally: Fraction(tally.gold),
    "judged": lambda _: Fraction(1),
}


class Pooling(Enum):
    """Of what the formula is: of the counts of all classes together, or of each, and their mean."""

    MICRO = "micro"
    MACRO = "macro"


def _formula(_definition: object, _attribute: object, value: str) -> None:
    form = normal(read(value))
    unknown = sorted(form.variables - set(_COUNTS))
    if unknown or form.rooted:
        message = f"a quotient of {', '.join(_COUNTS)}, without a root: got {value!r}"
        raise ValueError(message)


@frozen(kw_only=True, cache_hash=True)
class Rectified(Estimator):
    """A formula of counts against human gold, estimated from a judge's gold and a labelled part.

    `judge` and `human` name the lists of gold items, `answer` that of the predictions; `formula` is
    of hits, predicted, gold and judged (a sample is one judgement), each of which is replaced by
    its estimate: as many samples as there are times `ppi` of what one gives. By items
    (`average=macro`) it is the mean of the formula over classes, those that either gold or an
    answer has.

    Undefined where no sample has human gold, where a bottom is 0, and where a class has a bottom of
    0. With `lambda=1` no number is tuned; a tuned one is so for each sum.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> said = [("a", ("a",)), ("a", ("b",)), ("b", None), ("b", None)]
    >>> corpus = [
    ...     Sample(id=str(at), predicted=("a",), lists=(("human", human), ("judge", (judge,))))
    ...     for at, (judge, human) in enumerate(said)
    ... ]
    >>> evaluate(Rectified(judge="judge", human="human", formula="hits / predicted",
    ...     lambda_=Tuning(Fraction(1))), corpus)
    Defined(value=Fraction(0, 1))

    Raises ValueError without names, and where the formula is of other things, or has a root.
    """

    about = About(
        name="rectified",
        says="a formula of counts against human gold, from a judge's gold and a labelled part",
        formula="formula of N*(h_L + lambda*(j - j_L)) for each count",
        source="Angelopoulos et al. 2023, Science 382, for each sum",
        example='judge=judge,human=human,formula="2*hits / (gold + predicted)"',
        undefined="no sample has human gold, or the bottom of the formula is 0",
        tried=(
            ("lambda", ("1", "0", "tuned")),
            ("average", tuple(one.value for one in Pooling)),
            ("judged", tuple(one.value for one in Judged)),
        ),
    )
    judge: str = field(validator=named)
    human: str = field(validator=named)
    formula: str = field(validator=[named, _formula])
    answer: str = field(default=PREDICTED, validator=named)
    average: Pooling = Pooling.MICRO
    lambda_: Tuning = field(factory=lambda: Tuning(Fraction(1)))
    judged: Judged = Judged.ALL
    spread: Spread = Spread.ALL

    @property
    def reading(self) -> Together:
        """Say what is observed of a sample: its counts against either gold."""
        return Together(
            tuple(
                Observation(
                    sides=Sides(gold=name, answer=self.answer), classes=ClassOf(ClassKind.ITEM)
                )
                for name in (self.judge, self.human)
            )
        )

    def takes(self, row: Evidence) -> bool:
        """Tell whether a sample takes part: the judge made gold for it, and there is an answer."""
        return isinstance(parts_of(row)[0], Observed)

    def weigh(self, row: Evidence) -> Fraction:
        """Weigh a sample."""
        return weight_of(parts_of(row)[0])

    def labelled(self, row: Evidence) -> bool:
        """Tell whether there is human gold."""
        return isinstance(parts_of(row)[1], Observed)

    @property
    def bounds(self) -> None:
        """Leave open what a formula can be."""
        return

    @property
    def holds_both(self) -> bool:
        """Say that added samples move a formula far, where labels or a class are few."""
        return True

    def unseen(self, rows: Iterable[Evidence], labelled: int) -> Undefined | None:
        """Say which class that is averaged no label tells of, or that two units a class are not.

        A label tells of the classes of its human gold and of the answer to it. Of other classes all
        that is known is what the judge says, and no spread of labels can show how wrong that is.
        """
        if self.average is Pooling.MICRO:
            return None
        listed = list(rows)
        averaged = {name for row in listed for name, _ in _classes(row)}
        missing = sorted(averaged - {name for row in listed for name in _told(row)})
        if missing:
            return Undefined(f"no labelled sample has the class {missing[0]!r}")
        if labelled < 2 * len(averaged):
            return Undefined(f"{labelled} labelled units are fewer than 2 a class")
        return None

    def pseudo(self, rows: Iterable[Evidence]) -> Sequence[tuple[Evidence, Evidence]]:
        """List one sample of each kind for each class: predicted so, and of this or the next class.

        There is one without human gold, and one for each of the classes of both golds. Those of one
        class stand for all where classes are pooled: more would move the estimate farther than they
        widen its interval. Where each class counts alike each has its own, as a judge may err in
        one that it never erred in yet.
        """
        classes = sorted({name for row in rows for name, _ in _classes(row)}) or [""]
        ring = list(zip(classes, [*classes[1:], classes[0]], strict=True))
        if self.average is Pooling.MICRO:
            del ring[1:]
        return [
            (_single(here, judge, human), _single(there, judge, human))
            for here, there in ring
            for golds in [(here, there if there != here else None)]
            for judge in golds
            for human in (*map(_gold, golds), None)
        ]

    def value(self, rows: Rows[Evidence]) -> Number:
        """Compute the formula of the estimates."""
        return self.quotient(rows)[0]

    def quotient(self, rows: Rows[Evidence]) -> tuple[Number, Number]:
        """Compute the formula of the estimates; the bottom is 1."""
        form, one = normal(read(self.formula)), rows.zero + 1
        if self.average is Pooling.MICRO:
            return self._of_class(rows, form, None), one
        classes = rows.weights(_classes)
        if not classes:
            return rows.zero.nothing("no item has a class"), one
        scores = (self._of_class(rows, form, name) for name in sorted(classes))
        return sum(scores, rows.zero) * Fraction(1, len(classes)), one

    def _of_class(self, rows: Rows[Evidence], form: Quotient, name: str | None) -> Number:
        def count(of: Callable[[Tally], Fraction]) -> Number:
            return rows.weight * powered(
                rows,
                lambda row: of(tally_of(parts_of(row)[0], name)),
                lambda row: of(tally_of(parts_of(row)[1], name)) if self.labelled(row) else None,
                (self.lambda_, self.judged, self.spread),
            )

        sums = {variable: count(_COUNTS[variable]) for variable in sorted(form.variables)}
        bottom = _polynomial(form.bottom, sums, rows)
        return _polynomial(form.top, sums, rows).over(bottom, "the bottom of the formula is 0")


Gold = tuple[str, ...]
"""The gold items of a sample: one, or none."""


def _gold(item: str | None) -> Gold:
    return () if item is None else (item,)


def _single(predicted: str, judge: str | None, human: Gold | None) -> Evidence:
    """Make a sample of one prediction; None of a human is no gold at all."""
    seen = Excluded("no gold") if human is None else _seen(predicted, human)
    return Joint((_seen(predicted, _gold(judge)), seen))


def _seen(predicted: str, gold: Gold) -> Observed:
    if gold == (predicted,):
        return Observed(((predicted, Tally(1, 1, 1)),))
    tallies = [(predicted, Tally(0, 1, 0)), *((item, Tally(0, 0, 1)) for item in gold)]
    return Observed(tuple(sorted(tallies, key=lambda pair: pair[0])))


def _told(row: Evidence) -> Iterable[str]:
    """List the classes of what a human labelled: of the gold and of the answer."""
    part = parts_of(row)[1]
    return [name for name, _ in part.tallies] if isinstance(part, Observed) else []


def _classes(row: Evidence) -> Iterable[tuple[str, int]]:
    """List the classes of a sample, of either gold and of the answer."""
    parts = (part for part in parts_of(row) if isinstance(part, Observed))
    return [(name, 1) for name in sorted({name for part in parts for name, _ in part.tallies})]


def _polynomial(terms: Terms, sums: Mapping[str, Number], rows: Rows[Evidence]) -> Number:
    """Evaluate a polynomial at estimates."""
    total = rows.zero
    for monomial, factor in terms.terms:
        powers = [sums[name] for name, power in monomial for _ in range(power)]
        total = total + reduce(mul, powers, rows.zero + factor)
    return total
