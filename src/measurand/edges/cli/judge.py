"""`measurand judge`: what a judge is worth, and what its verdicts say once it is corrected."""

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve, frozen
from returns.pipeline import is_successful

from measurand.edges.cli.converters import file_named
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.file_conflicts import check_files, check_folders, files_of
from measurand.edges.cli.interval_plan import IntervalPlan, plan_of
from measurand.edges.cli.output import Output, emit, page_option, show, write
from measurand.edges.cli.reading import Reading, reading
from measurand.edges.cli.request import (
    Arguments,
    argument,
    choice,
    command,
    option,
    part,
    repeated,
    required_option,
    switch,
)
from measurand.edges.cli.sources import Samples, described, number
from measurand.edges.engines.serial import MOST_FAULTS, collect
from measurand.edges.files.events import IdIndex
from measurand.edges.files.sources.labels import labelled
from measurand.edges.report.judge_view import Judged, judge_document, judge_sentence
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.source import Named, Raters, Source
from measurand.inference.interval import Ends
from measurand.inference.judged import HUMAN, JUDGE, Judgement, judgement
from measurand.inference.judged import Named as Numbers
from measurand.inference.plan import Plan
from measurand.metrics.needs import Reading as SourceReading
from measurand.metrics.signature import parse
from measurand.values.fault import Fault
from measurand.values.sample import Sample

ABOUT = """\
Say what a judge is worth, and what is true of what it judged. Every sample has the judge's verdict,
some have a human's too: beside it, or in a file of labels that is joined by id. Verdicts are 1 and
0 (true and false), or shares between. Shown are the judge's error rates and agreement with humans,
how far it is off on average, the score that the judge gives, the one that humans give alone, the
corrected one (prediction-powered), each with an interval, and how many labels give which width.
Assumed is that the labelled samples are drawn at random from all.
"""
EXAMPLES = """\
examples:
  measurand judge docs/examples/judged/north.csv --judge judge --human human
  measurand judge docs/examples/judged/north.csv --judge judge \\
      --human docs/examples/judged/labels.csv:verdict --human-id question --by topic
  measurand judge docs/examples/judged/south.csv --judge judge --human human --covariate words
  measurand judge runs.jsonl --judge passed --human human --cluster conversation --sentence
"""


@frozen(kw_only=True)
class Request(Arguments):
    """The samples, where the verdicts stand, and how they are read."""

    file: Path = argument(
        file_named, metavar="FILE", says="a file, folder or pattern of samples, or -"
    )
    judge: str = required_option(str, metavar="PATH", says="where the judge's verdict stands")
    human: str = required_option(
        str,
        metavar="PATH",
        says="where the human verdict stands, null or empty where there is none; or FILE:PATH, in "
        "a file of labels that is joined by id",
    )
    human_id: str = option(
        str, metavar="PATH", default="id", says="where the id stands in the file of labels"
    )
    raters: Raters = choice(
        tuple(Raters),
        default=Raters.ONE,
        says="what becomes of several labels of one item: they are refused (default); what most "
        "say, a tie being none; or their mean",
    )
    by: str | None = option(
        str, metavar="PATH", says="the same for each value of a group of samples"
    )
    covariate: Named = repeated(
        number,
        metavar="NAME=PATH",
        says="a number of the samples that the judge may be biased by, such as words=length; a PATH"
        " that is NAME may be left out; may be repeated",
    )
    sentence: bool = switch(says="print the sentence for a paper alone")
    html: Path | None = page_option("the scores, and every slice")
    intervals: IntervalPlan = part(IntervalPlan)
    samples: Samples = part(Samples)
    reading: Reading = part(Reading)
    output: Output = part(Output)


def run(request: Request) -> int:
    """Judge the judge, print, and return the exit code."""
    second = _label_file(request.human)
    named = [("FILE", request.file), ("--human", None if second is None else Path(second[0]))]
    reads = [one for name, path in named if path for one in files_of(name, path)]
    writes = [("--html", request.html)]
    check_files(request, reads, writes)
    check_folders(writes)
    plan = _plan(request.intervals)
    samples, readings = _samples(request, second)
    found = Judged(_judged(request, samples, plan), request.by, readings)
    if request.html is not None:
        from measurand.edges.report.judge_page import judge_page

        write(request.html, judge_page(found, str(request.file)))
    if request.sentence:
        emit(request.output, f"{judge_sentence(found)}\n")
        return 0
    show(request.output, tree=lambda: _tree(found), document=lambda: judge_document(found))
    return 0


def _tree(found: Judged) -> object:
    from measurand.edges.report.judge_json import judge_json

    return judge_json(found)


def _plan(intervals: IntervalPlan) -> Plan:
    """Make the plan; intervals are those of the jackknife where nothing else is said."""
    plan = plan_of(intervals)
    return plan if intervals.ends is not None else evolve(plan, ends=Ends.JACKKNIFE)


def _label_file(human: str) -> tuple[str, str] | None:
    """Read FILE:PATH where there is such a file; a path in the record has none."""
    file, mark, path = human.rpartition(":")
    if not (mark and file and path):
        return None
    return file, path


def _samples(
    request: Request, second: tuple[str, str] | None
) -> tuple[Sequence[Sample], dict[str, SourceReading]]:
    """Read the samples, and put the labels of a file of their own beside the judge's verdicts."""
    corpus, read = _collected(request, _source(request, second), ids=request.reading.ids)
    readings = {str(request.file): read}
    if second is None:
        if request.raters is not Raters.ONE:
            expected = "labels in a file of their own, --human FILE:PATH"
            raise stop("--raters", request.raters.value, expected)
        if not any(one.amount(HUMAN) is not None for one in corpus):
            raise stop("--human", f"{request.human}, which no sample has", "some labels")
        return corpus, readings
    file = second[0]
    ids = request.reading.ids if request.raters is Raters.ONE else "off"
    try:
        labels, told = _collected(request, _source_of_labels(request, *second), ids=ids)
    except StopError as error:
        faults = (evolve(one, hint=_of_labels(one.hint)) for one in error.faults)
        raise StopError(tuple(faults)) from error
    joined = labelled(corpus, labels, HUMAN, raters=request.raters)
    if not is_successful(joined):
        raise StopError(tuple(fault.at(file=file) for fault in joined.failure()[:MOST_FAULTS]))
    return joined.unwrap(), {**readings, file: told}


def _of_labels(hint: str) -> str:
    """Name the arguments that speak of labels, where a hint names those of samples."""
    return hint.replace("--field id=", "--human-id ")


def _source(request: Request, second: tuple[str, str] | None) -> Source:
    """Describe the file of samples: a group stands at its own name, where nothing else is said."""
    human = () if second else ((HUMAN, request.human),)
    said = dict(request.samples.field)
    groups = [one for one in (request.by, request.intervals.cluster) if one is not None]
    named = [(f"groups.{one}", one) for one in groups if f"groups.{one}" not in said]
    samples = evolve(
        request.samples,
        number=(*request.samples.number, (JUDGE, request.judge), *human, *request.covariate),
        field=(*request.samples.field, *dict(named).items()),
    )
    return described(samples, str(request.file), [Numbers.JUDGE_ALONE.definition])


def _source_of_labels(request: Request, file: str, path: str) -> Source:
    found = described(
        Samples(number=((HUMAN, path),), field=(("id", request.human_id),)),
        file,
        [parse(f"column(name={HUMAN})")],
    )
    return evolve(found, items="none")


def _collected(
    request: Request, source: Source, *, ids: IdIndex
) -> tuple[Sequence[Sample], SourceReading]:
    with reading(request.reading, Path()) as how:
        found = collect(source, evolve(how, options=evolve(how.options, ids=ids)))
    if not is_successful(found):
        raise StopError(found.failure())
    return found.unwrap()


def _judged(request: Request, samples: Sequence[Sample], plan: Plan) -> Judgement:
    cluster = request.intervals.cluster
    if cluster is not None and cluster == request.by:
        expected = "another group than that of --by, which has one group in each score"
        raise stop("--cluster", f"{cluster}, and --by {cluster}", expected)
    try:
        names = tuple(name for name, _ in request.covariate)
        return judgement(samples, plan, request.by, names)
    except UnfitSampleError as error:
        expected, _, got = str(error).partition(": got ")
        raise StopError((Fault(file=str(request.file), got=got, expected=expected),)) from error


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
