"""Human labels in a file of their own, put beside the samples that they are about: by id.

Labels are of a part of the samples, so a sample without one is no fault; but a label whose id no
sample has is one, for then a key does not fit, and so is a second label of an item, unless it is
said what becomes of the verdicts of several raters. Both kinds are listed, none is left out in
silence.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import evolve
from toolz import groupby

from measurand.evidence.paths import parse_joined
from measurand.evidence.source import LabelFile, Raters
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample

_NO_KEY = (
    "no id of the labels is one: say which field has the id, --human-id PATH, or id in the labels "
    "of a claims file"
)
_LEAVE_OUT = "--on-error skip leaves such labels out, and says how many"
RATERS = "several raters are said so: --raters majority or mean, or raters = ... in a claims file"


def tied(labels: Iterable[Sample], file: LabelFile) -> frozenset[str]:
    """Name the items that raters gave labels, of which none is that of most of them.

    They are left with no label as if nobody had looked, and are no random part of those that were
    looked at: who reads the rest has to be told how many they are.

    >>> from fractions import Fraction
    >>> named = (("human", "says"),)
    >>> file = LabelFile(path="labels.jsonl", amounts=named, raters=Raters.MAJORITY)
    >>> said = [Sample(id="a", amounts=(("human", Fraction(at)),)) for at in (0, 1)]
    >>> sorted(tied([*said, Sample(id="b")], file))
    ['a']
    """
    if file.raters is not Raters.MAJORITY:
        return frozenset()
    rated = groupby(lambda one: one.id, (one for one in labels if one.amounts)).items()
    return frozenset(
        name
        for name, said in rated
        if {key for one in said for key, _ in one.amounts}
        - {key for key, _ in _one_rater(said, file).amounts}
    )


def by_id(labels: Iterable[Sample], file: LabelFile) -> Mapping[str, Sample]:
    """Make one record of labels of all that raters said of an item, by its id.

    >>> from fractions import Fraction
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


def without_sample(
    label: Sample, lost: Collection[str], file: LabelFile, *, none: bool
) -> tuple[Fault, ...]:
    """Refuse a label whose id is one of those that no sample has; `none`: no label has another.

    >>> file = LabelFile(path="labels.jsonl", amounts=(("human", "says"),))
    >>> without_sample(Sample(id="b"), {"b"}, file, none=False)[0].text()
    "$.id: expected the id of a sample, got 'b', which no sample has: --on-error skip leaves such \
labels out, and says how many"
    """
    if label.id not in lost:
        return ()
    return (
        Fault(
            path=parse_joined(file.id)[0].place,
            got=f"{shown(label.id)}, which no sample has",
            expected="the id of a sample",
            hint=_NO_KEY if none else _LEAVE_OUT,
        ),
    )
