"""Files of samples of several systems: read whole, joined by id, compared under a definition."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen
from returns.pipeline import is_successful
from toolz import unique

from measurand.edges.cli.definitions import check_single
from measurand.edges.cli.faults import StopError, check_kept
from measurand.edges.cli.interval_plan import unplannable
from measurand.edges.cli.reading import Reading, Running, reading
from measurand.edges.cli.sources import HumanLabels, Samples, described
from measurand.edges.engines.run import Run
from measurand.edges.engines.serial import MOST_FAULTS, collect
from measurand.edges.engines.tallies import unfit
from measurand.edges.files import ReadOptions
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observing
from measurand.evidence.observe import observe
from measurand.evidence.pairs import Pairs, UnpairedError, pairs
from measurand.evidence.pool import place_of
from measurand.evidence.source import Named, Source
from measurand.inference.comparison import Comparison, compare
from measurand.inference.plan import Plan
from measurand.metrics.definitions import Definition, group_keys
from measurand.metrics.needs import Reading as SourceReading
from measurand.values.fault import Fault
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean

Corpus = Sequence[Sample]
_SYSTEM, _MOST_NAMED = "system", 8


@frozen(kw_only=True)
class Files:
    """Files of samples, how they are read, and where gold of all stands, if apart.

    Where the records of all systems stand in one `file`, `systems` are what those of each one have,
    a path and a value, in the order of `names`. `asked` are definitions as they are written.
    `labels` say of each file, in order, where the labels of humans stand; none: of no file.
    """

    names: tuple[str, ...]
    asked: tuple[str, ...]
    samples: Samples
    reading: Reading
    running: Running
    gold: Path | None = None
    labels: tuple[HumanLabels, ...] = ()
    file: str = ""
    systems: Named = ()


def read_all(
    files: Files, definitions: Sequence[Definition]
) -> tuple[list[Corpus], dict[str, SourceReading]]:
    """Read all files.

    Raises StopError with the faults of all of them.
    """
    with reading(files.reading, Path(), files.running) as how:
        labels = files.labels or tuple(HumanLabels() for _ in files.names)
        sources = [
            _described(files, name, definitions, own)
            for name, own in zip(files.names, labels, strict=True)
        ]
        found = [collect(source, how) for source in sources]
        faults = [fault for one in found if not is_successful(one) for fault in one.failure()]
        if faults:
            raise StopError(tuple(unique(faults[:MOST_FAULTS])))
    every = [one.unwrap() for one in found]
    readings = dict(zip(files.names, [mine for _, mine in every], strict=True))
    check_single(files.asked, definitions, readings)
    if files.systems:
        _check_named(files, definitions, readings)
        check_kept(readings)
    return [corpus for corpus, _ in every], readings


def _check_named(
    files: Files, definitions: Sequence[Definition], readings: Mapping[str, SourceReading]
) -> None:
    """Refuse systems that no record is of; one whose records a filter leaves out is there.

    Raises StopError naming them, and what there is.
    """
    faults = []
    for name, (path, value) in zip(files.names, files.systems, strict=True):
        there = _values(files, definitions, path) if readings[name].empty else ()
        if there and value not in there:
            few = ", ".join(there[:_MOST_NAMED])
            more = len(there) - _MOST_NAMED
            fault = Fault(
                file=files.file,
                path="--system",
                got=f"{path}={value}, which no record has",
                expected=f"{path}= one of {few}{f' and {more} more' if more > 0 else ''}",
                hint=did_you_mean(value, there).removeprefix(": "),
            )
            faults.append(fault)
    if faults:
        raise StopError(tuple(faults))


def _values(files: Files, definitions: Sequence[Definition], path: str) -> tuple[str, ...]:
    """List the values at a path of the records of the file, whatever else is filtered by."""
    from measurand.edges.cli.checking import groups_of

    whole = described(evolve(files.samples, where=()), files.file, definitions)
    source = evolve(whole, fields=evolve(whole.fields, groups=((_SYSTEM, path),)))
    run = Run(root=Path(), options=ReadOptions(ids="off"))
    return tuple(groups_of(source, run).get(_SYSTEM, ()))


def _described(
    files: Files, file: str, definitions: Sequence[Definition], labels: HumanLabels
) -> Source:
    """Describe a file of samples, or gold with a file of predictions beside it.

    Of a file of all systems, the records of the one that is named so.
    """
    if files.systems:
        own = dict(zip(files.names, files.systems, strict=True))[file]
        of_one = evolve(files.samples, where=(*files.samples.where, own))
        return described(of_one, files.file, definitions, labels)
    if files.gold is None:
        return described(files.samples, file, definitions, labels)
    beside = evolve(files.samples, predictions=file)
    return described(beside, str(files.gold), definitions, labels)


def group_names(definition: Definition, plan: Plan) -> tuple[str, ...]:
    """Name the groups that a definition and a plan ask for."""
    more = () if plan.cluster is None else (plan.cluster,)
    return tuple(sorted({*group_keys(definition), *more}))


def join(
    files: tuple[str, str],
    first: Corpus,
    second: Corpus,
    how: Observing,
    names: tuple[str, ...],
) -> Pairs:
    """Join two corpora by id.

    Raises StopError where they cannot be joined, or a sample is of another shape.
    """
    try:
        return pairs(how, first, second, names=names)
    except UnpairedError as error:
        expected, _, got = str(error).partition(": got ")
        fault = Fault(file=f"{files[0]}, {files[1]}", got=got, expected=expected)
        raise StopError((fault,)) from error
    except UnfitSampleError as error:
        sides = ((files[0], first), (files[1], second))
        raise StopError(
            tuple(fault for file, samples in sides for fault in _unfit(file, samples, how, names))
        ) from error


def _unfit(file: str, samples: Corpus, how: Observing, names: tuple[str, ...]) -> Iterable[Fault]:
    """Name the first sample of a file that does not have what is asked for."""
    for sample in samples:
        try:
            place_of(sample, names)
            observe(how, sample)
        except UnfitSampleError as error:
            return (unfit(sample, error).at(file=file),)
    return ()


def compare_joined(definition: Definition, joined: Pairs, plan: Plan, key: str) -> Comparison:
    """Compare two systems under a definition.

    Raises StopError where the plan does not go with the definition.
    """
    try:
        return compare(definition, joined, plan, key=key)
    except ValueError as error:
        raise unplannable(definition, plan.cluster, error) from error
