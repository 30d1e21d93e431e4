"""Samples with verdicts of a judge, and labels of humans on a part: read, and held to a scale."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from attrs import evolve
from returns.pipeline import is_successful

from measurand.edges.cli.faults import StopError, check_kept, stop
from measurand.edges.cli.reading import Reading, reading
from measurand.edges.engines.serial import collect
from measurand.edges.files.sources.reading import of_labels
from measurand.evidence.paths import Path as JsonPath
from measurand.evidence.source import Raters, Source
from measurand.inference.judged import HUMAN, JUDGE
from measurand.metrics.needs import Reading as SourceReading
from measurand.metrics.options import Scale, Verdicts
from measurand.values.fault import Fault
from measurand.values.sample import Sample

Corpus = tuple[Sample, ...]


def judged_samples(
    source: Source, how: Reading, scale: Verdicts, *, needed: Sequence[str] = ()
) -> tuple[Corpus, SourceReading]:
    """Read samples, with their labels beside them; `needed` are numbers that all of them have.

    Raises StopError with the faults of the labels, or of the samples: also a verdict that is not of
    the scale; or where no sample has a label.
    """
    if source.labels is not None:
        labels_alone(source, how, scale)
    found, read = _collected(source, how, scale, needed)
    check_kept({source.path: read})
    if not any(one.amount(HUMAN) is not None for one in found):
        raise _no_label(source)
    return found, read


def labels_alone(source: Source, how: Reading, scale: Verdicts) -> Corpus:
    """Read the file of labels of a source, in its order; nothing where it has none.

    Raises StopError with its faults.
    """
    if source.labels is None:
        return ()
    one = source.labels.raters is Raters.ONE
    alone = evolve(how, on_error="stop", ids=how.ids if one else "off")
    try:
        return _collected(source.labels.source, alone, scale, ())[0]
    except StopError as error:
        raise error.reworded(of_labels) from error


def _collected(
    source: Source, how: Reading, scale: Verdicts, needed: Sequence[str]
) -> tuple[Corpus, SourceReading]:
    with reading(how, Path()) as run:
        places = {name: JsonPath.parse(path).place for name, path in source.fields.amounts}
        misfit = partial(_misfit, places=places, scale=scale, needed=needed)
        found = collect(source, evolve(run, options=evolve(run.options, misfit=misfit)))
    if not is_successful(found):
        raise StopError(found.failure())
    return found.unwrap()


def _misfit(
    sample: Sample, places: Mapping[str, str], scale: Verdicts, needed: Sequence[str]
) -> tuple[Fault, ...]:
    """Say which verdict of a sample is not of the scale, and which it lacks."""
    faults = [
        Fault(path=places[name], got="nothing", expected="a verdict of the judge on every sample")
        for name in needed
        if sample.amount(name) is None
    ]
    for name in (JUDGE, HUMAN):
        number = sample.amount(name)
        if number is not None and scale.ends is not None and name in places:
            low, high = scale.ends
            if not low <= number <= high:
                expected = f"a number from {low} to {high}"
                hint = GRADES if scale.scale is Scale.SHARE else ""
                faults.append(
                    Fault(path=places[name], got=str(number), expected=expected, hint=hint)
                )
    return tuple(faults)


GRADES = "grades of another scale: --scale LOW,HIGH"
"""The way out for a command that takes other scales."""


def _no_label(source: Source) -> StopError:
    labels = source.labels
    if labels is not None:
        return StopError((Fault(file=labels.path, got="none", expected="labels"),))
    path = dict(source.fields.amounts)[HUMAN]
    return stop("--human", f"{path}, which no sample has", "some labels")
