"""What is true of all samples, of which a judge says something, and a human of some.

A judge's verdict is cheap and may be wrong; a human's is what is meant, and only a part of the
samples has one. The mean of the judge's verdicts is of the judge. What is here corrects it by the
part that both have seen: `ppi` adds what the judge is off on that part (prediction-powered
inference), `rogan_gladen` undoes the judge's two error rates. Both assume that the labelled part is
drawn at random from all samples, and that the judge worked on it as on the others; nothing is
assumed about how good the judge is.

A sample that the judge has not seen takes no part. Verdicts are 0 and 1, or shares between; grades
from one number to another (`verdicts=scale[1,5]`), differences of two verdicts, or numbers of any
scale, of which nothing is known that was not seen.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache, partial

from attrs import field, frozen

from measurand.algebra.functional import Rows
from measurand.algebra.number import Number
from measurand.evidence.evidence import Amount, Evidence, Facts, Joint
from measurand.evidence.facts import Reads
from measurand.evidence.observation import Absent, Between, ColumnOf, Together, Values
from measurand.evidence.pool import place_of
from measurand.metrics.columns import parts_of
from measurand.metrics.empty_rules import named
from measurand.metrics.family import About, Estimator
from measurand.metrics.options import Draw, Drawn, Scale, Tuning, Verdicts
from measurand.metrics.power_tuned import (
    CHANCE,
    NO_LABEL,
    Judged,
    Spread,
    Sums,
    Within,
    for_itself,
    powered,
    sides_of_rate,
    zero_to_one,
)
from measurand.values.sample import Sample

_EXAMPLE = "judge=judge,human=human"
_NEVER = "a sample is labelled that had no chance to be"
Pair = tuple[Evidence, Evidence]
_CORNERS = ((1, 1), (0, 1), (1, 0), (0, 0), (1, None), (0, None))
_OTHERS = ((1, 1), (1, 0), (0, 1), (0, 0), (0, None), (1, None))
"""Verdicts of a judge and a human, and of a second system: its human verdicts stand beside those of
the first in all ways, and exchanging both gives the same. 0 and 1 stand for the ends of a scale."""


class Clip(Enum):
    """Whether a corrected rate below 0 or above 1 is put to that end."""

    NONE = "none"
    UNIT = "unit"


@frozen
class GroupOf(Reads):
    """The value of a group of a sample.

    >>> GroupOf("topic").see(Sample(id="1", groups=(("topic", "fees"),)))
    'fees'
    """

    name: str

    @property
    def items(self) -> str:
        """Say that no items are read."""
        return "none"

    def see(self, sample: Sample) -> str:
        """Name the group of a sample.

        Raises UnfitSampleError where it has none.
        """
        return place_of(sample, (self.name,))[0]


@frozen(kw_only=True, cache_hash=True)
class OfVerdicts(Estimator):
    """An estimate from verdicts of a judge and of humans: a base.

    Raises ValueError without names.
    """

    judge: str = field(validator=named)
    human: str = field(validator=named)

    @property
    def scale(self) -> Verdicts:
        """Say which numbers verdicts may be."""
        return Verdicts()

    @property
    def numbers(self) -> Values | Between:
        """Say which numbers the columns may hold."""
        ends = self.scale.ends
        if self.scale.scale is Scale.SHARE:
            return Values.SHARE
        return Values.ANY if ends is None else Between(*ends)

    @property
    def reading(self) -> Together:
        """Say what is observed of a sample: the judge's verdict, and a human's if there is one."""
        return Together(self.verdict_columns)

    @property
    def verdict_columns(self) -> tuple[ColumnOf, ColumnOf]:
        """Say where the judge's verdict and a human's stand."""
        return (
            ColumnOf(self.judge, self.numbers),
            ColumnOf(self.human, self.numbers, Absent.LACKING),
        )

    @property
    def bounds(self) -> tuple[Fraction, Fraction] | None:
        """Give the ends of what a mean of verdicts can be."""
        return self.scale.ends

    def labelled(self, row: Evidence) -> bool:
        """Tell whether there is a human verdict."""
        return human(row) is not None

    def pseudo(self, rows: Iterable[Evidence]) -> Sequence[Pair]:
        """List one sample of each kind: either end of the judge's, with each of a human's or none.

        So the interval of nothing but agreement is no point (as Agresti and Coull 1998 add hits and
        misses to a rate, and Bonett and Price 2012 to the difference of two). Of differences it is
        one of each kind of two systems, as many as are added where both are compared.
        """
        del rows
        ends = self.scale.ends
        if ends is None:
            return ()
        return _apart(ends[1]) if self.scale.scale is Scale.DIFFERENCE else _pairs(*ends)


@frozen(kw_only=True, cache_hash=True)
class OfNumbers(OfVerdicts):
    """An estimate from verdicts that may be of any scale: a base.

    Raises ValueError without names.
    """

    verdicts: Verdicts = field(factory=Verdicts)

    @property
    def scale(self) -> Verdicts:
        """Say which numbers verdicts may be."""
        return self.verdicts


def judge(row: Evidence) -> Fraction:
    """Give the judge's verdict on a sample.

    >>> judge(row_of(1, None))
    Fraction(1, 1)
    """
    first = parts_of(row)[0]
    return first.value if isinstance(first, Amount) else Fraction(0)


def human(row: Evidence) -> Fraction | None:
    """Give the human verdict on a sample; None where there is none.

    >>> human(row_of(1, 0)), human(row_of(1, None))
    (Fraction(0, 1), None)
    """
    second = parts_of(row)[1]
    return second.value if isinstance(second, Amount) else None


def group(row: Evidence) -> str:
    """Give the group of a sample, where it is read; else nothing."""
    third = parts_of(row)[2]
    return third.value if isinstance(third, Facts) and isinstance(third.value, str) else ""


def _is_of(name: str, row: Evidence) -> bool:
    return group(row) == name


def _chance(row: Evidence) -> Fraction:
    third = parts_of(row)[2]
    return third.value if isinstance(third, Amount) else Fraction(0)


def _stands_for(row: Evidence) -> Fraction:
    """Say for how many samples a labelled one stands."""
    chance = _chance(row)
    return 1 / chance if chance else Fraction(0)


def reading_of(parts: Sequence[ColumnOf], drawn: Drawn) -> Together:
    """Say what is observed of a sample: verdicts, and its group or its chance of a label."""
    match drawn:
        case Drawn(Draw.WITHIN, name):
            return Together((*parts, GroupOf(name)))
        case Drawn(Draw.CHANCE, name):
            return Together((*parts, ColumnOf(name, Values.SHARE)))
        case _:
            return Together(tuple(parts))


def by_drawing(
    rows: Rows[Evidence], drawn: Drawn, of: Callable[[Sums, Callable[[Evidence], Fraction]], Number]
) -> Number:
    """Estimate a mean over all samples from those that were drawn to be labelled.

    `of` estimates it of samples that were drawn alike, each labelled one of which stands for as
    many as the second argument says.
    """
    match drawn.how:
        case Draw.RANDOM:
            return of(rows, for_itself)
        case Draw.CHANCE:
            never = rows.sum(lambda row: int(human(row) is not None and not _chance(row)))
            return never.if_zero(of(rows, _stands_for), rows.zero.nothing(_NEVER))
        case Draw.WITHIN:
            sizes = rows.weights(lambda row: [(group(row), 1)])
            total = rows.zero
            for name, size in sorted(sizes.items()):
                mine = Within(rows, partial(_is_of, name))
                # A resample may have none of a group: then there is nothing to know of it.
                total = total + size.if_zero(0, size * of(mine, for_itself))
            return total.over(rows.weight, NO_LABEL)


def of_each_drawing(
    pairs: Sequence[Pair], drawn: Drawn, rows: Iterable[Evidence]
) -> Sequence[Pair]:
    """Put one sample of each kind in each group; or let it stand for as many as any stands for.

    That is by the least chance: those that were rarely drawn may be unlike all that were seen.
    """
    if drawn.how is Draw.RANDOM or not pairs:
        return pairs
    every = list(rows)
    if drawn.how is Draw.WITHIN:
        thirds: list[Amount | Facts] = [Facts(name) for name in sorted(set(map(group, every)))]
    else:
        thirds = [Amount(min(known))] if (known := {*map(_chance, every)} - {0}) else []
    return [(_beside(one, third), _beside(two, third)) for third in thirds for one, two in pairs]


def _beside(row: Evidence, third: Amount | Facts) -> Evidence:
    return Joint((*row.rows, third)) if isinstance(row, Joint) else row


@cache
def _pairs(low: Fraction, high: Fraction) -> tuple[Pair, ...]:
    """List one sample of each kind, and what stands beside it of a second system."""
    ends = low, high
    both = zip(_CORNERS, _OTHERS, strict=True)
    return tuple((_at(ends, *one), _at(ends, *two)) for one, two in both)


@cache
def _apart(size: Fraction) -> tuple[Pair, ...]:
    """List the differences of both sides of these samples, twice: they are the same exchanged."""
    kinds = [
        (judged - other, None if said is None or same is None else said - same)
        for (judged, said), (other, same) in zip(_CORNERS, _OTHERS, strict=True)
    ]
    return tuple(
        (row_of(size * judged, None if said is None else size * said),) * 2
        for judged, said in kinds
    )


def _at(ends: tuple[Fraction, Fraction], judged: int, said: int | None) -> Joint:
    return row_of(ends[judged], None if said is None else ends[said])


def row_of(judged: Fraction | int, said: Fraction | int | None) -> Joint:
    """Make what is observed of a sample of both verdicts; None where no human gave one.

    >>> human(row_of(1, None)) is None
    True
    """
    there = Facts(None) if said is None else Amount(Fraction(said))
    return Joint((Amount(Fraction(judged)), there))


class OfDrawn(OfNumbers):
    """What is estimated of samples that were drawn to be labelled: `drawn` is a field of each."""

    drawn: Drawn

    @property
    def reading(self) -> Together:
        """Say what is observed of a sample: verdicts, and its group or its chance of a label."""
        return reading_of(self.verdict_columns, self.drawn)

    @property
    def holds_both(self) -> bool:
        """Say that samples which are added to each group move it far, where its labels are few."""
        return self.drawn.how is not Draw.RANDOM

    def pseudo(self, rows: Iterable[Evidence]) -> Sequence[Pair]:
        """List one sample of each kind, as samples are drawn."""
        return of_each_drawing(super().pseudo(()), self.drawn, rows)


@frozen(kw_only=True, cache_hash=True)
class Ppi(OfDrawn):
    """The mean of human verdicts on all samples, estimated from a judge and a labelled part.

    `y + lambda * (f - f_L)`: the mean y of the human verdicts, moved by how far the mean f of the
    judge's verdicts is from their mean f_L on the labelled part. With `lambda=1` that is the
    judge's mean plus what the judge is off (prediction-powered inference), with `lambda=0` the
    human mean alone; `lambda=tuned` takes the share that makes the error least (PPI++), from 0 to
    1: the covariance of both verdicts on the labelled part over the spread of the judge's, and 0
    where the judge says one thing only.

    f is of all samples, or of the unlabelled ones (`judged=unlabelled`, as in the papers; there
    the tuned lambda is their share of it, and the same estimate where nothing is cut off at 1). It
    may lie below 0 or above 1. Where all samples are labelled it is the human mean.

    Assumed, as `drawn` says: the labelled part is drawn at random from all samples (`random`), or
    from those of each value of a group, however many of each (`within[GROUP]`: the estimate is that
    of each group, by their shares of all samples, post-stratified), or each sample by a chance of
    its own that a column holds (`chance[COLUMN]`: a labelled sample stands for 1 / chance of them,
    Horvitz and Thompson 1952). Undefined without a human verdict, or without one in a group.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> said = [(1, 1), (1, 0), (0, 0), (1, None), (1, None), (0, None)]
    >>> corpus = [
    ...     Sample(id=str(at), amounts=tuple(
    ...         (name, Fraction(one)) for name, one in (("human", h), ("judge", j)) if one in {0, 1}
    ...     ))
    ...     for at, (j, h) in enumerate(said)
    ... ]
    >>> half = evaluate(Ppi(judge="judge", human="human", lambda_=Tuning(Fraction(1))), corpus)
    >>> half, evaluate(Ppi(judge="judge", human="human"), corpus)
    (Defined(value=Fraction(1, 3)), Defined(value=Fraction(1, 3)))

    Raises ValueError without names.
    """

    about = About(
        name="ppi",
        says="the mean of human verdicts on all samples, from a judge's and a labelled part",
        formula="y + lambda*(f - f_L)",
        source="Angelopoulos et al. 2023, Science 382; Angelopoulos, Duchi and Zrnic 2023, PPI++, "
        "arXiv:2311.01453",
        words=("ppi++", "prediction_powered_mean"),
        example=_EXAMPLE,
        undefined=NO_LABEL,
        peers=(
            (
                "ppi_py.ppi_mean_pointestimate",
                "equal with judged=unlabelled,spread=unbiased; nan where nothing is unlabelled",
            ),
            (
                "truescore.ppi_estimate",
                "equal with judged=unlabelled,spread=unbiased; refused where nothing is unlabelled",
            ),
        ),
        tried=(
            ("lambda", ("tuned", "1", "0", "0.5")),
            ("judged", tuple(one.value for one in Judged)),
            ("spread", (Spread.ALL.value, Spread.LABELLED.value)),
        ),
    )
    lambda_: Tuning = field(factory=Tuning)
    judged: Judged = Judged.ALL
    spread: Spread = Spread.ALL
    drawn: Drawn = field(factory=Drawn)

    @drawn.validator
    def _goes_with_all(self, _attribute: object, value: Drawn) -> None:
        if value.how is Draw.CHANCE and self.judged is Judged.UNLABELLED:
            message = (
                "with drawn=chance the unlabelled samples are not like all: got judged=unlabelled"
            )
            raise ValueError(message)

    def value(self, rows: Rows[Evidence]) -> Number:
        """Move the mean of the human verdicts."""
        return self.quotient(rows)[0]

    def quotient(self, rows: Rows[Evidence]) -> tuple[Number, Number]:
        """Move the mean of the human verdicts; the bottom is 1."""
        how = self.lambda_, self.judged, self.spread

        def moved(some: Sums, stands: Callable[[Evidence], Fraction]) -> Number:
            return powered(some, judge, human, how, stands)

        return by_drawing(rows, self.drawn, moved), rows.zero + 1


@frozen(kw_only=True, cache_hash=True)
class RoganGladen(OfVerdicts):
    """The rate that a judge's rate shows, once its two error rates are undone.

    `(q + sp - 1) / (se + sp - 1)`: q is how often the judge says 1, se (sensitivity) how often
    where a human does, and 1 - sp (specificity) how often where a human says 0, both of the
    labelled part. Verdicts are 0 or 1. It may lie below 0 or above 1; `clip=unit` takes the nearest
    end then.

    Assumed: the judge errs on all samples as on the labelled part, among those that are so and
    among those that are not; how many of each the labelled part has does not matter. Undefined
    where the labelled part has one human verdict only, and where the judge is no better than chance
    (se + sp <= 1).

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> said = [(1, 1), (1, 1), (1, 0), (0, 0), (1, None), (0, None), (1, None), (0, None)]
    >>> corpus = [
    ...     Sample(id=str(at), amounts=tuple(
    ...         (name, Fraction(one)) for name, one in (("human", h), ("judge", j)) if one in {0, 1}
    ...     ))
    ...     for at, (j, h) in enumerate(said)
    ... ]
    >>> evaluate(RoganGladen(judge="judge", human="human"), corpus)
    Defined(value=Fraction(1, 4))

    Raises ValueError without names.
    """

    about = About(
        name="rogan_gladen",
        says="the rate that a judge's rate shows, once its sensitivity and specificity are undone",
        formula="(q + sp - 1) / (se + sp - 1)",
        source="Rogan and Gladen 1978, American Journal of Epidemiology 107",
        words=("corrected_prevalence", "corrected_rate"),
        example=_EXAMPLE,
        undefined="the labelled part has one human verdict only, or se + sp <= 1",
        peers=(
            ("truescore.rogan_gladen_estimate", "equal with clip=unit; refused where undefined"),
        ),
        tried=(
            ("judged", tuple(one.value for one in Judged)),
            ("clip", tuple(one.value for one in Clip)),
        ),
    )
    judged: Judged = Judged.ALL
    clip: Clip = Clip.NONE

    @property
    def numbers(self) -> Values:
        """Say which numbers the columns may hold."""
        return Values.BINARY

    def value(self, rows: Rows[Evidence]) -> Number:
        """Undo the error rates."""
        top, bottom = self.quotient(rows)
        rate = top.over(bottom.larger(0), CHANCE)
        return zero_to_one(rate) if self.clip is Clip.UNIT else rate

    def quotient(self, rows: Rows[Evidence]) -> tuple[Number, Number]:
        """Give q + sp - 1 and se + sp - 1."""
        return sides_of_rate(rows, judge, human, self.judged)


@frozen(kw_only=True, cache_hash=True)
class JudgeBias(OfDrawn):
    """How far a judge is off on average: its verdicts less those of humans, on the labelled part.

    Above 0 where the judge is too generous. From -1 to 1 for verdicts from 0 to 1. Where the part
    is not drawn alike from all samples `drawn` says how, as for `ppi`, and labelled samples count
    for those they stand for. Undefined without a human verdict, or without one in a group.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> verdicts = (("human", Fraction(0)), ("judge", Fraction(1))), (("judge", Fraction(1)),)
    >>> corpus = [Sample(id=str(at), amounts=some) for at, some in enumerate(verdicts)]
    >>> evaluate(JudgeBias(judge="judge", human="human"), corpus)
    Defined(value=Fraction(1, 1))

    Raises ValueError without names.
    """

    about = About(
        name="judge_bias",
        says="how far a judge is off on average, on the labelled part",
        formula="f_L - y",
        source="Angelopoulos et al. 2023, Science 382 (the rectifier, its sign turned)",
        example=_EXAMPLE,
        undefined=NO_LABEL,
    )
    drawn: Drawn = field(factory=Drawn)

    @property
    def holds_both(self) -> bool:
        """Say that samples which are added move it to 0 by as much as it is far from there."""
        return True

    @property
    def bounds(self) -> tuple[Fraction, Fraction] | None:
        """Give the ends of what a difference of verdicts can be."""
        ends = self.scale.ends
        return None if ends is None else (ends[0] - ends[1], ends[1] - ends[0])

    def value(self, rows: Rows[Evidence]) -> Number:
        """Take the mean difference."""
        return self.quotient(rows)[0]

    def quotient(self, rows: Rows[Evidence]) -> tuple[Number, Number]:
        """Take the mean difference; the bottom is 1."""

        def off(some: Sums, stands: Callable[[Evidence], Fraction]) -> Number:
            n = some.sum(lambda row: Fraction(0) if human(row) is None else stands(row))
            judged = some.sum(lambda row: 0 if human(row) is None else judge(row) * stands(row))
            said = some.sum(lambda row: (human(row) or 0) * stands(row))
            return (judged - said).over(n, NO_LABEL)

        return by_drawing(rows, self.drawn, off), rows.zero + 1
