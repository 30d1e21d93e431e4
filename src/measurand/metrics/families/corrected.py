"""Corrected scores as papers print them: which correction, and the ends of its interval.

A paper says "corrected" and often no more. What it did is one of a few definitions (`judged`), and
its interval is the estimate, less and plus a normal quantile of errors. So the choices are options
here, which an audit can try; the numbers are those of the definitions themselves.

An error is the root of a sum of squares: of what each sample moves the estimate, or each cluster of
samples, whose moves are added up before they are squared. Parts that a formula takes for
independent, as the labelled and the unlabelled samples, are squared apart. This is what is printed;
the interval that holds what is true (`--ends jackknife`) is wider where labels are few.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from attrs import field, frozen

from measurand.algebra.functional import Rows
from measurand.algebra.number import Number
from measurand.evidence.evidence import Evidence
from measurand.evidence.observation import Together
from measurand.metrics.families.judged import (
    Clip,
    GroupOf,
    OfVerdicts,
    group,
    human,
    judge,
    row_of,
)
from measurand.metrics.family import About
from measurand.metrics.options import SAMPLE, Tuning
from measurand.metrics.power_tuned import (
    CHANCE,
    NO_LABEL,
    Judged,
    Powered,
    Spread,
    Sums,
    mean_judged,
    powered,
    sides_of_rate,
    trust,
    zero_to_one,
)
from measurand.values.quantity import Quantity, rational
from measurand.values.sample import Sample

if TYPE_CHECKING:
    from attrs import Attribute

_EXAMPLE = "judge=judge,human=human"
_GRADED = "error rates are of human verdicts 0 and 1"


class Correction(Enum):
    """What is said for what humans would say of all.

    The judge's mean as it is; the mean of the human verdicts; that moved by all that the judge says
    (PPI), or by as much as makes the error least (PPI++); the judge's error rates undone.
    """

    NONE = "none"
    HUMANS = "humans"
    PPI_FULL = "ppi_full"
    PPI_TUNED = "ppi_tuned"
    ERROR_RATES = "error_rates"


_TRUST: Mapping[Correction, Tuning] = {
    Correction.HUMANS: Tuning(Fraction(0)),
    Correction.PPI_FULL: Tuning(Fraction(1)),
    Correction.PPI_TUNED: Tuning(),
}
_TRIED = (
    ("correction", tuple(one.value for one in Correction)),
    ("judged", tuple(one.value for one in Judged)),
    ("spread", tuple(one.value for one in Spread)),
)


_APART = tuple(
    Sample(id=str(said), amounts=(("human", Fraction(said)), ("judge", Fraction(1))))
    for said in range(2)
)


@frozen(kw_only=True, cache_hash=True)
class _OfCorrections(OfVerdicts):
    """A number of one of the corrections: a base."""

    correction: Correction = Correction.PPI_TUNED
    judged: Judged = Judged.ALL
    spread: Spread = Spread.ALL
    clip: Clip = Clip.NONE

    def labelled(self, row: Evidence) -> bool:
        """Tell whether a sample shows what is said: any does where only the judge is asked."""
        return self.correction is Correction.NONE or super().labelled(row)

    def score(self, rows: Sums) -> Number:
        """Compute the corrected score."""
        if self.correction is Correction.NONE:
            return mean_judged(rows, judge, human, Judged.ALL)
        if self.correction is Correction.ERROR_RATES:
            graded = rows.sum(lambda row: int(human(row) not in {0, 1, None}))
            top, bottom = sides_of_rate(rows, judge, human, self.judged)
            rate = graded.if_zero(top, graded.nothing(_GRADED)).over(bottom.larger(0), CHANCE)
            return zero_to_one(rate) if self.clip is Clip.UNIT else rate
        return powered(rows, judge, human, self.trusted)

    @property
    def trusted(self) -> Powered:
        """Say how far the judge is trusted."""
        return _TRUST[self.correction], self.judged, self.spread


@frozen(kw_only=True, cache_hash=True)
class Corrected(_OfCorrections):
    """What is printed as corrected: the score of one of the corrections, which is an option.

    `correction=none` is the judge's mean, `humans` that of the human verdicts, `ppi_full`
    and `ppi_tuned` move that by the judge's, `error_rates` undoes those of the judge. Undefined as
    these are; error rates are of human verdicts 0 and 1 only.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> said = [(1, 1), (1, 1), (1, 0), (0, 0), (1, None), (0, None), (1, None), (0, None)]
    >>> corpus = [
    ...     Sample(id=str(at), amounts=tuple(
    ...         (name, Fraction(one)) for name, one in (("human", h), ("judge", j)) if one in {0, 1}
    ...     ))
    ...     for at, (j, h) in enumerate(said)
    ... ]
    >>> [
    ...     str(evaluate(Corrected(judge="judge", human="human", correction=one), corpus).value)
    ...     for one in Correction
    ... ]
    ['5/8', '1/2', '3/8', '13/30', '1/4']

    Raises ValueError without names.
    """

    about = About(
        name="corrected_score",
        says="a judge's score, corrected by a labelled part in one of the ways that are in use",
        formula="y + lambda*(f - f_L), or (q + sp - 1) / (se + sp - 1)",
        source="Rogan and Gladen 1978; Angelopoulos et al. 2023, Science 382; Angelopoulos, Duchi "
        "and Zrnic 2023, arXiv:2311.01453",
        words=("corrected", "bias_corrected_score"),
        example=_EXAMPLE,
        undefined="no sample has a human verdict, or no error rates",
        peers=(
            ("ppi_py.ppi_mean_pointestimate", "equal with judged=unlabelled,spread=unbiased"),
            ("truescore.ppi_estimate", "the same"),
            ("truescore.rogan_gladen_estimate", "equal with correction=error_rates,clip=unit"),
        ),
        tried=(*_TRIED, ("clip", tuple(one.value for one in Clip))),
    )

    def value(self, rows: Rows[Evidence]) -> Number:
        """Compute the score."""
        return self.score(rows)

    def quotient(self, rows: Rows[Evidence]) -> tuple[Number, Number]:
        """Compute the score as a quotient: of error rates undone the bottom is not known."""
        if self.correction is Correction.ERROR_RATES:
            return sides_of_rate(rows, judge, human, self.judged)
        return self.score(rows), rows.zero + 1


class Limit(Enum):
    """Which end of an interval."""

    LOW = "low"
    HIGH = "high"


@frozen(kw_only=True, cache_hash=True)
class CorrectedLimit(_OfCorrections):
    """An end of the interval that is printed beside a corrected score: `z` errors below or above.

    The squared error is the sum over parts of U / (U - ddof) times the squares of what each of the
    U units moves the score. Units are samples (`units=sample`), or the values of a group, whose
    samples move it together (`units=GROUP`). Parts are the labelled and the unlabelled samples
    (`judged=unlabelled`), all of them (`judged=all`, and where one mean alone is taken), and for
    `error_rates` those of the judge's rate, of its sensitivity and of its specificity.

    With `judged=unlabelled,spread=unbiased` and ddof=0 it is the interval of ppi-python; with
    ddof=1, that of truescore, which takes t for clusters. Undefined as the score is, and where a
    part has no more units than `ddof`.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [
    ...     Sample(id=str(at), amounts=(("human", Fraction(said)), ("judge", Fraction(1))))
    ...     for at, said in enumerate((1, 1, 1, 0))
    ... ]
    >>> by = Correction.HUMANS
    >>> end = CorrectedLimit(judge="judge", human="human", correction=by, z=Fraction(2))
    >>> round(float(evaluate(end, corpus).value), 4)
    0.317

    Raises ValueError without names, and where z or ddof is below 0.
    """

    about = About(
        name="corrected_limit",
        says="an end of the normal interval of a corrected score",
        formula="score +- z * sqrt(sum of squares of what each unit moves it)",
        source="Angelopoulos et al. 2023, Science 382; Lang and Reiczigel 2014 (rates undone)",
        example=_EXAMPLE,
        undefined="as the score is, or a part has no more units than ddof",
        peers=(
            ("ppi_py.ppi_mean_ci", "equal with judged=unlabelled,spread=unbiased"),
            ("truescore.ppi_estimate", "its error: the same with ddof=1; of clusters it takes t"),
            ("truescore.rogan_gladen_estimate", "equal within 0 and 1 with correction=error_rates"),
        ),
        tried=(*_TRIED, ("ddof", ("0", "1"))),
        breaks=(("replication", _APART),),
    )
    side: Limit = Limit.LOW
    units: str = SAMPLE
    z: Fraction = field(default=Fraction("1.959963984540054"))
    ddof: int = field(default=0)

    @z.validator
    @ddof.validator
    def _positive(self, attribute: "Attribute[Fraction | int]", value: Fraction | int) -> None:
        if value < 0:
            message = f"{attribute.name} is not below 0: got {value}"
            raise ValueError(message)

    @property
    def bounds(self) -> None:
        """Leave open where an end can be."""
        return

    @property
    def reading(self) -> Together:
        """Say what is observed of a sample: verdicts, and the group that moves together."""
        parts = super().reading.parts
        return Together(parts if self.units == SAMPLE else (*parts, GroupOf(self.units)))

    def value(self, rows: Rows[Evidence]) -> Number:
        """Go so many errors from the score."""
        clustered = self.units != SAMPLE
        name = (CorrectedLimit, clustered)
        units = rows.once(_Units, name, lambda: _units(rows, clustered=clustered))
        score = self.score(units)
        squares = sum((self._squared(units, part) for part in self._parts(units, score)), rows.zero)
        far = squares.root() * self.z
        return score + far if self.side is Limit.HIGH else score - far

    def quotient(self, rows: Rows[Evidence]) -> tuple[Number, Number]:
        """Give the end; the bottom is 1."""
        return self.value(rows), rows.zero + 1

    def _squared(self, units: "_Units", part: "_Part") -> Number:
        """Add up the squares of one part."""
        zero = units.zero
        total = sum((weight * _square(part.moves(one)) for weight, one in units.each), zero)
        if not self.ddof:
            return total
        number = sum((weight * one[part.of].if_zero(0, 1) for weight, one in units.each), zero)
        degrees = (number - self.ddof).larger(0)
        return total * number.over(degrees, f"no more units than ddof={self.ddof}")

    def _parts(self, units: "_Units", score: Number) -> Iterable["_Part"]:
        """Say what a unit moves the score, in each part that is taken for independent."""
        sums = {name: units.sum(partial(_given, name)) for name in _GIVEN}
        whole, other = (_ALL, _ALL_SAID)
        if self.judged is Judged.UNLABELLED and self.correction is not Correction.NONE:
            whole, other = (_REST, _REST_SAID)
        mean = sums[other].over(sums[whole], NO_LABEL)
        judged = _Part(whole, lambda one: (one[other] - mean * one[whole]).over(sums[whole], ""))
        if self.correction is Correction.NONE:
            return [judged]
        if self.correction is Correction.ERROR_RATES:
            return self._of_rates(sums, judged, score)
        lambda_ = trust(units, judge, human, self.trusted)
        off = (sums[_HUMAN] - lambda_ * sums[_SAID]).over(sums[_LABELS], NO_LABEL)

        def labelled(one: _Sums) -> Number:
            moved = one[_HUMAN] - lambda_ * one[_SAID] - off * one[_LABELS]
            return moved.over(sums[_LABELS], NO_LABEL)

        if self.correction is Correction.HUMANS:
            return [_Part(_LABELS, labelled)]
        if self.judged is Judged.ALL:
            return [_Part(_ALL, lambda one: labelled(one) + lambda_ * judged.moves(one))]
        return [
            _Part(_LABELS, labelled),
            _Part(whole, lambda one: lambda_ * judged.moves(one)),
        ]

    @staticmethod
    def _of_rates(sums: "_Sums", judged: "_Part", score: Number) -> Iterable["_Part"]:
        """Move each of the three rates: the delta method (Rogan and Gladen 1978)."""
        of_so = sums[_SO_SAID].over(sums[_SO], "no human verdict is 1")
        of_not = sums[_NOT_SAID].over(sums[_NOT], "no human verdict is 0")
        youden = of_so - of_not

        def moved(by: Number, at: str, said: str, rate: Number) -> Callable[["_Sums"], Number]:
            return lambda one: by * (one[said] - rate * one[at]).over(sums[at] * youden, "")

        return [
            _Part(judged.of, lambda one: judged.moves(one).over(youden, "")),
            _Part(_SO, moved(score, _SO, _SO_SAID, of_so)),
            _Part(_NOT, moved(1 - score, _NOT, _NOT_SAID, of_not)),
        ]


_Sums = Mapping[str, Number]
_ALL, _ALL_SAID, _LABELS, _SAID, _HUMAN = "all", "all said", "labels", "said", "human"
_REST, _REST_SAID = "rest", "rest said"
_SO, _SO_SAID, _NOT, _NOT_SAID = "so", "so said", "not", "not said"
_GIVEN: Mapping[str, Callable[[Fraction, Fraction | None], Fraction | int]] = {
    _ALL: lambda _judged, _said: 1,
    _ALL_SAID: lambda judged, _: judged,
    _LABELS: lambda _, said: int(said is not None),
    _SAID: lambda judged, said: 0 if said is None else judged,
    _HUMAN: lambda _, said: said or 0,
    _REST: lambda _, said: int(said is None),
    _REST_SAID: lambda judged, said: judged if said is None else 0,
    _SO: lambda _, said: int(said == 1),
    _SO_SAID: lambda judged, said: judged if said == 1 else 0,
    _NOT: lambda _, said: int(said == 0),
    _NOT_SAID: lambda judged, said: judged if said == 0 else 0,
}
"""What a sample gives to each sum, by the judge's verdict and the human one."""


@frozen(eq=False)
class _Part:
    """A part of the error: which sum counts its samples, and how far a unit moves the score."""

    of: str
    moves: Callable[[_Sums], Number]


@frozen(eq=False)
class _Units:
    """The sums of each unit, with how many such units there are; and samples of each kind."""

    each: Sequence[tuple[Number, _Sums]]
    kinds: Sequence[tuple[Number, Evidence]]
    zero: Number

    @property
    def weight(self) -> Number:
        """Weigh all samples."""
        return self.sum(lambda _: 1)

    def sum(self, what: Callable[[Evidence], Quantity | int]) -> Number:
        """Add up what each sample gives, times its weight."""
        given = ((weight, what(row)) for weight, row in self.kinds)
        return sum(
            (weight * (one if isinstance(one, int) else rational(one)) for weight, one in given),
            self.zero,
        )


def _units(rows: Rows[Evidence], *, clustered: bool) -> _Units:
    """Add up each unit; those that hold the same verdicts are alike, and are added up once.

    A sample is a unit of one verdict of either side, and there are as many as it weighs.
    """

    # Fractions are slow to hash: parts of a sample's verdicts stand for it until all are counted.
    def unit(row: Evidence) -> tuple[str, _Ratios]:
        said = human(row)
        ratio = None if said is None else said.as_integer_ratio()
        return group(row) if clustered else "", (judge(row).as_integer_ratio(), ratio)

    one, held = rows.zero + 1, dict[str, list[tuple[_Ratios, Number]]]()
    for (owner, ratios), weight in rows.weights(lambda row: [(unit(row), 1)]).items():
        held.setdefault(owner, []).append((ratios, weight))
    alike: Mapping[frozenset[tuple[_Ratios, Number]], Number | int]
    if clustered:
        alike = Counter(map(frozenset, held.values()))
    else:
        alike = {frozenset({(kind, one)}): n for some in held.values() for kind, n in some}
    kinds = {kind: _kind(kind) for verdicts in alike for kind, _ in verdicts}
    each = [
        (one * times, _summed(rows, ((kinds[kind], weight) for kind, weight in verdicts)))
        for verdicts, times in alike.items()
    ]
    sums = dict[_Ratios, Number]()
    for verdicts, times in alike.items():
        for kind, weight in verdicts:
            sums[kind] = sums.get(kind, rows.zero) + weight * times
    found = [(weight, row_of(*kinds[kind])) for kind, weight in sums.items()]
    return _Units(each, found, rows.zero)


def _given(name: str, row: Evidence) -> Fraction | int:
    return _GIVEN[name](judge(row), human(row))


_Ratio = tuple[int, int]
_Ratios = tuple[_Ratio, _Ratio | None]
_Kind = tuple[Fraction, Fraction | None]


def _kind(ratios: _Ratios) -> _Kind:
    judged, said = ratios
    return Fraction(*judged), None if said is None else Fraction(*said)


def _summed(rows: Rows[Evidence], verdicts: Iterable[tuple[_Kind, Number]]) -> _Sums:
    some = list(verdicts)
    return {
        name: sum((weight * Fraction(of(*kind)) for kind, weight in some), rows.zero)
        for name, of in _GIVEN.items()
    }


def _square(number: Number) -> Number:
    return number * number
