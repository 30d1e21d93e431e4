"""Human labels in a file of their own, put beside the samples that they are about: by id.

Labels are of a part of the samples, so a sample without one is no fault; but a label whose id no
sample has is one, for then a key does not fit, and so is a second label of an item, unless it is
said what becomes of the verdicts of several raters. Both kinds are listed, none is left out in
silence. Verdicts are a number of each sample, under one name in both.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction

from attrs import evolve
from returns.result import Failure, Result, Success

from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample


class Raters(Enum):
    """What becomes of the verdicts of several raters on one item.

    They are refused; or what most of them say counts, where a tie is no label; or their mean.
    """

    ONE = "one"
    MAJORITY = "majority"
    MEAN = "mean"

    def verdict(self, verdicts: Sequence[Fraction]) -> Fraction | None:
        """Make one verdict of several; None where most of them say nothing.

        >>> Raters.MAJORITY.verdict([Fraction(1), Fraction(1), Fraction(0)])
        Fraction(1, 1)
        >>> Raters.MAJORITY.verdict([Fraction(1), Fraction(0)]) is None
        True
        """
        if not verdicts:
            return None
        if self is Raters.MEAN:
            return sum(verdicts, Fraction(0)) / len(verdicts)
        counts = {one: verdicts.count(one) for one in verdicts}
        first, *rest = sorted(counts, key=lambda one: -counts[one])
        return None if rest and counts[rest[0]] == counts[first] else first


def labelled(
    samples: Sequence[Sample], labels: Iterable[Sample], name: str, *, raters: Raters
) -> Result[tuple[Sample, ...], tuple[Fault, ...]]:
    """Put the number `name` of labels beside those of the samples with their ids.

    >>> samples = [Sample(id="a", amounts=(("judge", Fraction(1)),)), Sample(id="b")]
    >>> labels = [Sample(id="a", amounts=(("human", Fraction(0)),))]
    >>> found = labelled(samples, labels, "human", raters=Raters.ONE).unwrap()
    >>> found[0].amounts
    (('human', Fraction(0, 1)), ('judge', Fraction(1, 1)))

    Fails with a fault for each label whose id no sample has, for each item with several labels
    where one is expected, for an id that samples share, and where no item has a label.
    """
    verdicts: dict[str, list[Fraction]] = {}
    for one in labels:
        there = verdicts.setdefault(one.id, [])
        number = one.amount(name)
        if number is not None:
            there.append(number)
    faults = (*_unknown(samples, verdicts), *_several(verdicts, raters))
    if faults:
        return Failure(faults)
    if not any(verdicts.values()):
        return Failure((Fault(got="none", expected="labels", path=name),))
    return Success(
        tuple(_with(one, name, raters.verdict(verdicts.get(one.id, []))) for one in samples)
    )


def _unknown(
    samples: Sequence[Sample], verdicts: Mapping[str, Sequence[Fraction]]
) -> Iterator[Fault]:
    ids = {one.id for one in samples}
    lost = [name for name in verdicts if name not in ids]
    none = len(lost) == len(verdicts)
    hint = "no id of the labels is one: say which field has the id, --human-id PATH" if none else ""
    for name in lost:
        yield Fault(
            path=f"id {shown(name)}",
            got="an id that no sample has",
            expected="ids of samples",
            hint=hint,
        )


def _several(verdicts: Mapping[str, Sequence[Fraction]], raters: Raters) -> Iterator[Fault]:
    if raters is not Raters.ONE:
        return
    for name, some in verdicts.items():
        if len(some) > 1:
            yield Fault(
                path=f"id {shown(name)}",
                got=f"{len(some)} verdicts: {', '.join(map(str, some))}",
                expected="one verdict for an item",
                hint="say what becomes of several raters: --raters majority or --raters mean",
            )


def _with(sample: Sample, name: str, verdict: Fraction | None) -> Sample:
    if verdict is None:
        return sample
    return evolve(sample, amounts=tuple(sorted((*sample.amounts, (name, verdict)))))
