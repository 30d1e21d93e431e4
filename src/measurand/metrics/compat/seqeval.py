"""The scores of seqeval: precision, recall and F1 of the spans that tags write.

What the tool calls mode and scheme acts where tags are read, and not where spans are scored. So all
of its modes are one definition on other samples, and a sample says in which scheme it was read.
"""

from collections.abc import Sequence

from attrs import evolve, frozen

from measurand.evidence.observation import Charge, ClassKind, ClassOf, Observation
from measurand.evidence.span_matching import SpanMatch
from measurand.metrics.compat.count_arithmetic import Division, Tallied, rate
from measurand.metrics.compat.disjoint_spans import sides_apart
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Averaged, Definition, Recall
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.options import CLASS, Average, AverageKind, EmptyValue, Policy
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean
from measurand.values.tagging import SCHEME, Scheme, tagged_sample

TOOL, VERSIONS = "seqeval", ("1.2.2",)

_CALLS = {"precision": "precision_score", "recall": "recall_score", "f1": "f1_score"}
_AVERAGES = {
    "micro": Average(),
    "macro": Average(AverageKind.MACRO, (CLASS,)),
    "weighted": Average(AverageKind.WEIGHTED, (CLASS,)),
    None: Average(),
}
_ZEROS: dict[int | str, EmptyValue] = {
    "warn": EmptyValue.ZERO,
    0: EmptyValue.ZERO,
    1: EmptyValue.ONE,
}
_SEEN = Observation(match=SpanMatch(), classes=ClassOf(ClassKind.LABEL), charge=Charge.BOTH)
_STRICT = (Scheme.IOB1, Scheme.IOB2, Scheme.IOE2, Scheme.IOBES, Scheme.BILOU)


def samples_of_tags(
    y_true: Sequence[Sequence[str]],
    y_pred: Sequence[Sequence[str]],
    scheme: Scheme | str = Scheme.LENIENT,
) -> tuple[Sample, ...]:
    """Make samples of the tag sequences that seqeval takes; ids count them from 0.

    `lenient` reads as the tool does by default, a scheme as it does with mode='strict'. The samples
    carry their scheme as the group `scheme`, so that a number of another reading is refused.

    >>> [sample.gold for sample in samples_of_tags([["I-PER", "O"]], [["O", "O"]])]
    [(Span(start=0, end=1, label='PER'),)]
    >>> [sample.gold for sample in samples_of_tags([["I-PER", "O"]], [["O", "O"]], Scheme.IOB2)]
    [()]

    Raises ValueError where the lengths differ, for a tag without a prefix of the scheme, and for a
    text that names no scheme.
    """
    read_as = _scheme(scheme)
    if len(y_true) != len(y_pred):
        raise ValueError(f"predicted tags for each of {len(y_true)} sequences: got {len(y_pred)}")
    pairs = zip(y_true, y_pred, strict=True)
    return tuple(
        tagged_sample(str(at), gold, predicted, read_as)
        for at, (gold, predicted) in enumerate(pairs)
    )


def as_seqeval(  # noqa: PLR0913 - the options of the tool, by their names
    metric: str,
    *,
    average: str | None = "micro",
    mode: str | None = None,
    scheme: Scheme | str | None = None,
    zero_division: int | str = "warn",
    label: str | None = None,
) -> Compatible:
    """Say a score of seqeval as a definition of ours.

    `metric` is precision, recall or f1; `average`, `mode` (None, or strict), `scheme` and
    `zero_division` (0, 1 or warn, which is 0) are the tool's. With average=None, `label` is the
    type whose score is meant. The definition is the same in both modes: a scheme acts where tags
    are read, so make the samples with `samples_of_tags(y_true, y_pred, scheme)`; `number` refuses
    samples that were read in another scheme. A scheme may be named: "IOB2".

    >>> as_seqeval("f1").says
    "seqeval's default: f1_score(y_true, y_pred)"
    >>> strict = as_seqeval("f1", average="macro", mode="strict", scheme=Scheme.IOB2)
    >>> strict.call
    "f1_score(y_true, y_pred, average='macro', mode='strict', scheme=IOB2)"
    >>> tags = [["B-PER", "I-PER", "O"]], [["B-PER", "O", "B-LOC"]]
    >>> strict.number(samples_of_tags(*tags, Scheme.IOB2))
    0.0

    Raises ValueError for an option that the tool does not have; for mode='strict' without a scheme
    and a scheme without it, which the tool takes and reads as by default; and for IOE1, which it
    reads in part.
    """
    _known(metric, average, label)
    read_as = None if scheme is None else _scheme(scheme)
    _fit(mode, read_as)
    if zero_division not in _ZEROS:
        raise ValueError(f"zero_division is 0, 1 or 'warn': got {zero_division!r}")
    keywords = [f"average={average!r}"] if average != "micro" else []
    keywords += [f"mode='strict', scheme={read_as.name}"] if read_as else []
    keywords += [f"zero_division={zero_division}"] if zero_division != "warn" else []
    row = f" of {label}" if label is not None else ""
    zero = _ZEROS[zero_division]
    return Compatible(
        tool=TOOL,
        call=f"{_CALLS[metric]}({', '.join(['y_true, y_pred', *keywords])}){row}",
        versions=VERSIONS,
        definition=rate(metric, _SEEN, _averaging(average, label, zero), zero),
        arithmetic=OfTags(
            tallied=Tallied(division=Division.OF_RATES),
            zero=zero,
            scheme=read_as or Scheme.LENIENT,
        ),
        default=average == "micro" and mode is None and zero is EmptyValue.ZERO,
    )


def _known(metric: str, average: str | None, label: str | None) -> None:
    if metric not in _CALLS:
        known = ", ".join(_CALLS)
        raise ValueError(f"a score among {known}: got {metric!r}{did_you_mean(metric, _CALLS)}")
    if average not in _AVERAGES:
        raise ValueError(f"average is micro, macro, weighted or None: got {average!r}")
    if (label is None) != (average is not None):
        raise ValueError(f"a label with average=None, and only there: got {label!r}")


def _scheme(given: Scheme | str) -> Scheme:
    if isinstance(given, Scheme):
        return given
    names = [one.value for one in Scheme]
    if str(given).lower() in names:
        return Scheme(str(given).lower())
    raise ValueError(f"a scheme of measurand.compat.Scheme, or its name: got {given!r}")


def _fit(mode: str | None, scheme: Scheme | None) -> None:
    if mode not in {None, "strict"}:
        raise ValueError(f"mode is None or 'strict': got {mode!r}")
    if (mode is None) != (scheme is None):
        raise ValueError(
            "mode='strict' and a scheme, or neither; with one of them alone the tool reads as by "
            f"default: got mode={mode!r} and {scheme.value if scheme else 'no scheme'}"
        )
    if scheme not in {None, *_STRICT}:
        names = ", ".join(one.value for one in _STRICT)
        raise ValueError(f"a scheme among {names}: got {scheme.value if scheme else ''}")


def _averaging(average: str | None, label: str | None, zero: EmptyValue) -> Averaging:
    # Without any gold span the tool's weighted mean is zero_division, or 0 where spans were found.
    zeroed = average == "weighted" and zero is EmptyValue.ZERO
    policy = Policy.ZERO if zeroed else Policy.PROPAGATE
    return Averaging(average=_AVERAGES[average], only=label, undefined=policy)


@frozen(kw_only=True)
class OfTags:
    """The arithmetic of seqeval: that of tallies, and a rule for weights that are all 0.

    `scheme` is the one in which tags were read; samples that do not say theirs are taken as read.

    >>> OfTags(tallied=Tallied(), zero=EmptyValue.ZERO).says.partition(";")[0]
    'one division of sums'
    """

    tallied: Tallied
    zero: EmptyValue
    scheme: Scheme = Scheme.LENIENT

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return self.tallied.says

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number; NaN for a macro mean over no type at all.

        Raises ValueError without samples, for samples whose tags were read in another scheme, and
        where two spans of a side share a token: no tags write them.
        """
        for sample in samples:
            _read_alike(sample, self.scheme)
        found = [sides_apart(sample, TOOL) for sample in samples]
        weighs = isinstance(definition, Averaged) and (
            definition.averaging.average.kind is AverageKind.WEIGHTED
        )
        if weighs and found and not any(gold for gold, _ in found):
            silent = not any(predicted for _, predicted in found)
            return float(self.zero.value) if silent or isinstance(definition, Recall) else 0.0
        return self.tallied.number(definition, samples)


def _read_alike(sample: Sample, scheme: Scheme) -> None:
    read_as = sample.group(SCHEME)
    if read_as not in {None, scheme.value}:
        raise ValueError(
            f"samples of samples_of_tags(y_true, y_pred, Scheme.{scheme.name}), as the call reads "
            f"tags: got {sample.id!r} read as {read_as}; ask for the call of that scheme, or read "
            f"the tags as {scheme.value}: of a CoNLL file --input scheme={scheme.value} says it, "
            "lists of tags in JSON are read as lenient"
        )


def read_in(sample: Sample, scheme: str) -> Sample:
    """Say of a sample from a file in which scheme its tags were read; nothing where none was.

    >>> read_in(Sample(id="1"), "iob2").groups, read_in(Sample(id="1"), "").groups
    ((('scheme', 'iob2'),), ())
    """
    if not scheme or sample.group(SCHEME) is not None:
        return sample
    return evolve(sample, groups=tuple(sorted((*sample.groups, (SCHEME, scheme)))))


def known_of_seqeval() -> tuple[Compatible, ...]:
    """List the calls that the auditor knows: all averages, without a word about schemes.

    >>> len(known_of_seqeval())
    9
    """
    averages = ("micro", "macro", "weighted")
    return tuple(as_seqeval(metric, average=each) for each in averages for metric in _CALLS)
