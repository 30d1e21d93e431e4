"""Human labels in a file of their own, put beside the samples that they are about: by id.

Labels are of a part of the samples, so a sample without one is no fault; but a label whose id no
sample has is one, for then a key does not fit, and so is a second label of an item, unless it is
said what becomes of the verdicts of several raters. Both kinds are listed, none is left out in
silence. Verdicts are a number of each sample, under one name in both.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve
from returns.result import Failure, Result, Success
from toolz import groupby

from measurand.evidence.source import LabelFile, Raters
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample

RATERS = "several raters are said so: --raters majority or mean, or raters = ... in a claims file"


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


def by_id(labels: Iterable[Sample], file: LabelFile) -> Mapping[str, Sample]:
    """Make one record of labels of all that raters said of an item, by its id.

    >>> file = LabelFile(path="labels.jsonl", amounts=(("human", "says"),), raters=Raters.MEAN)
    >>> said = [Sample(id="a", amounts=(("human", Fraction(at)),)) for at in (0, 1)]
    >>> by_id(said, file)["a"].amounts
    (('human', Fraction(1, 2)),)
    """
    if file.raters is Raters.ONE:
        return {one.id: one for one in labels}
    some = groupby(lambda one: one.id, labels).items()
    return {name: _one_rater(said, file) for name, said in some}


def _one_rater(said: Sequence[Sample], file: LabelFile) -> Sample:
    names = [name for name, _ in file.amounts]
    numbers = {name: [one.amount(name) for one in said] for name in names}
    verdicts = {
        name: file.raters.verdict([one for one in some if one is not None])
        for name, some in numbers.items()
    }
    known = ((name, one) for name, one in sorted(verdicts.items()) if one is not None)
    return evolve(said[0], amounts=tuple(known))


def beside(sample: Sample, label: Sample | None, file: LabelFile) -> Sample:
    """Put labels beside what a sample has; it has none where it has no label.

    >>> file = LabelFile(path="labels.jsonl", lists=(("human", "says"),))
    >>> beside(Sample(id="a"), None, file).lists
    (('human', None),)
    """
    amounts = () if label is None else label.amounts
    lists = tuple((name, None) for name, _ in sorted(file.lists)) if label is None else label.lists
    return evolve(
        sample,
        amounts=tuple(sorted((*sample.amounts, *amounts))),
        lists=tuple(sorted((*sample.lists, *lists), key=lambda pair: pair[0])),
    )


def without_sample(ids: Collection[str], met: Collection[str], file: LabelFile) -> Iterator[Fault]:
    """List the ids of labels that no sample has.

    >>> file = LabelFile(path="labels.jsonl", amounts=(("human", "says"),))
    >>> [fault.got for fault in without_sample(["a", "b"], ["a"], file)]
    ['an id that no sample has']
    """
    none = not any(name in met for name in ids)
    hint = (
        "no id of the labels is one: say which field has the id, --human-id PATH, or id in the "
        "labels of a claims file"
    )
    for name in ids:
        if name not in met:
            yield Fault(
                file=file.path,
                path=f"id {shown(name)}",
                got="an id that no sample has",
                expected="ids of samples",
                hint=hint if none else "",
            )


def _with(sample: Sample, name: str, verdict: Fraction | None) -> Sample:
    if verdict is None:
        return sample
    return evolve(sample, amounts=tuple(sorted((*sample.amounts, (name, verdict)))))
