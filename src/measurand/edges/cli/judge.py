"""`measurand judge`: what a judge is worth, and what its verdicts say once it is corrected."""

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve, frozen

from measurand.edges.cli.converters import file_named
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.file_conflicts import check_files, check_folders, files_of
from measurand.edges.cli.interval_plan import IntervalPlan, plan_of
from measurand.edges.cli.judged_samples import Corpus, judged_samples
from measurand.edges.cli.output import Answer, Output, answer, page_option
from measurand.edges.cli.reading import Reading
from measurand.edges.cli.request import (
    Arguments,
    argument,
    command,
    option,
    part,
    repeated,
    required_option,
    switch,
)
from measurand.edges.cli.sources import HumanLabels, LabelReading, Samples, described, number
from measurand.edges.files.json.value import FaultError, exact, spelled_number
from measurand.edges.report.judge_systems import Against, systems_document, systems_sentence
from measurand.edges.report.judge_view import Judged, judge_document, judge_sentence
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.pairs import UnpairedError
from measurand.evidence.source import Named, Source
from measurand.inference.interval import Ends
from measurand.inference.judged import JUDGE, Judgement, Labelling, judgement
from measurand.inference.judged import Named as Numbers
from measurand.inference.judged_systems import JudgedDifference, favoured_by, judged_difference
from measurand.inference.plan import Plan
from measurand.metrics.needs import Reading as SourceReading
from measurand.metrics.options import Draw, Drawn, Scale, Verdicts
from measurand.values.fault import Fault
from measurand.values.sample import Sample

ABOUT = """\
Say what a judge is worth, and what is true of what it judged. Every sample has the judge's verdict,
some have a human's too: beside it, or in a file of labels that is joined by id. Verdicts are 1 and
0 (true and false), shares between, or grades (--scale 1,5). Shown are the judge's error rates and
agreement with humans, how far it is off on average, the score that the judge gives, the one that
humans give alone, the corrected one (prediction-powered), each with an interval, and how many
labels give which width.
With --against, two systems that one judge saw are compared: by the judge, by humans, corrected, and
how much more the judge favours one. Assumed is that the labelled samples are drawn at random from
all, unless --drawn says how they were drawn.
"""
EXAMPLES = """\
examples:
  measurand judge docs/examples/judged/north.csv --judge judge --human human
  measurand judge docs/examples/judged/north.csv --judge judge \\
      --human docs/examples/judged/labels.csv:verdict --human-id question --by topic
  measurand judge docs/examples/judged/south.csv --judge judge --human human --covariate words
  measurand judge docs/examples/judged/north.csv --judge judge --human human \\
      --against docs/examples/judged/south.csv --by topic
  measurand judge runs.jsonl --judge passed --human human --cluster conversation --sentence
"""


def _scale(text: str) -> Verdicts:
    """Read a scale of verdicts.

    Raises ValueError where it is none.
    """
    if text == Scale.ANY.value:
        return Verdicts(Scale.ANY)
    try:
        low, high = (exact(spelled_number(one)) for one in text.split(","))
        return Verdicts(Scale.FROM, (low, high)) if low or high != 1 else Verdicts()
    except (ValueError, FaultError):
        message = f"LOW,HIGH with LOW < HIGH, such as 1,5, or any: got {text[:40]!r}"
        raise ValueError(message) from None


def _drawn(text: str) -> Drawn:
    """Read how samples were drawn to be labelled.

    Raises ValueError where it says none of these.
    """
    how, _, name = text.partition("[")
    known = {one.value: one for one in Draw}
    if how not in known or bool(name) != name.endswith("]"):
        message = f"random, within[PATH] or chance[PATH]: got {text[:40]!r}"
        raise ValueError(message)
    return Drawn(known[how], name.removesuffix("]"))


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
        says="where the human verdict stands, null or absent where there is none; or FILE:PATH, in "
        "a file of labels that is joined by id (--human-id, --raters: see --help-all)",
    )
    scale: Verdicts = option(
        _scale,
        metavar="LOW,HIGH",
        default=Verdicts(),
        says="verdicts are grades from LOW to HIGH, such as 1,5; or `any` numbers, of whose ends "
        "nothing is known (default: from 0 to 1)",
    )
    drawn: Drawn = option(
        _drawn,
        metavar="HOW",
        default=Drawn(),
        says="how samples were drawn to be labelled: random (from all), within[PATH] (from those "
        "of each value of a group, however many of each), or chance[PATH] (each by a chance of its "
        "own, a number of the sample); whole groups: --cluster (default: random)",
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
    against: Path | None = option(
        file_named,
        metavar="FILE",
        says="a second system, which answered the same samples: joined by id, and compared",
    )
    against_judge: str | None = option(
        str, metavar="PATH", says="where the judge's verdict on it stands (default: as --judge)"
    )
    against_human: str | None = option(
        str, metavar="PATH", says="where the human one stands, as in --human (default: as there)"
    )
    sentence: bool = switch(says="print the sentence for a paper alone")
    html: Path | None = page_option("the scores, and every slice")
    labels: LabelReading = part(LabelReading)
    intervals: IntervalPlan = part(IntervalPlan)
    samples: Samples = part(Samples)
    reading: Reading = part(Reading)
    output: Output = part(Output)


@frozen
class _System:
    """A file of samples, where its verdicts stand, and the option that says where humans' do."""

    file: str
    judge: str
    labels: HumanLabels
    option: str = "--human"


def run(request: Request) -> int:
    """Judge the judge, print, and return the exit code."""
    systems = _systems(request)
    named = [("FILE", request.file), ("--against", request.against)]
    named += [(one.option, one.labels.file) for one in systems]
    reads = [one for name, path in named if path for one in files_of(name, path)]
    writes = [("--html", request.html)]
    check_files(request, reads, writes)
    check_folders(writes)
    plan = _plan(request.intervals)
    corpora, readings = _read(request, systems)
    if len(corpora) == 1:
        found = _judged(request, corpora[0], plan)
        said = _of_judge(Judged(found, request.by, readings), str(request.file))
    else:
        apart = _difference(request, systems, corpora, plan)
        files = systems[0].file, systems[1].file
        said = _of_systems(Against(apart, files, request.by, readings))
    return answer(request.output, said, html=request.html, sentence=request.sentence)


def _of_judge(found: Judged, file: str) -> Answer:
    def page() -> str:
        from measurand.edges.report.judge_page import judge_page

        return judge_page(found, file)

    def tree() -> object:
        from measurand.edges.report.judge_json import judge_json

        return judge_json(found)

    return Answer(page, lambda: judge_sentence(found), tree, lambda: judge_document(found))


def _of_systems(found: Against) -> Answer:
    def page() -> str:
        from measurand.edges.report.judge_page import systems_page

        return systems_page(found)

    def tree() -> object:
        from measurand.edges.report.judge_json import systems_json

        return systems_json(found)

    return Answer(page, lambda: systems_sentence(found), tree, lambda: systems_document(found))


def _plan(intervals: IntervalPlan) -> Plan:
    """Make the plan; intervals are those of the jackknife where nothing else is said."""
    plan = plan_of(intervals)
    return plan if intervals.ends is not None else evolve(plan, ends=Ends.JACKKNIFE)


def _systems(request: Request) -> tuple[_System, ...]:
    """Say of each system where its verdicts stand; what is said of the first holds of the second.

    Raises StopError where something is said of a second system that there is not, or a file of
    labels would be that of both.
    """
    first = _System(str(request.file), request.judge, request.labels.at(request.human))
    if request.against is None:
        for name, said in (
            ("--against-judge", request.against_judge),
            ("--against-human", request.against_human),
        ):
            if said is not None:
                raise stop(name, said, "a second system, --against FILE")
        return (first,)
    if request.against_human is None and first.labels.file is not None:
        hint = "labels are of one system's answers: --against-human FILE:PATH"
        raise stop("--human", request.human, "labels of the second system too", hint)
    second = _System(
        str(request.against),
        request.against_judge or request.judge,
        request.labels.at(request.against_human or request.human),
        "--human" if request.against_human is None else "--against-human",
    )
    if evolve(second, option=first.option) == first:
        raise stop("--against", second.file, "another file, or other columns, than the first's")
    return first, second


def _read(
    request: Request, systems: Sequence[_System]
) -> tuple[Sequence[Corpus], dict[str, SourceReading]]:
    """Read the samples of every system, and what was read."""
    readings: dict[str, SourceReading] = {}
    corpora = []
    for one in systems:
        samples, read = judged_samples(_source(request, one), request.reading, request.scale)
        corpora.append(samples)
        readings[one.file] = read
    return corpora, readings


def _source(request: Request, system: _System) -> Source:
    """Describe the file of samples: a group stands at its own name, where nothing else is said."""
    said = dict(request.samples.field)
    drawn = request.drawn
    stratum = drawn.name if drawn.how is Draw.WITHIN else None
    groups = [one for one in (request.by, request.intervals.cluster, stratum) if one is not None]
    numbers = [*request.samples.number, (JUDGE, system.judge), *request.covariate]
    if drawn.how is Draw.CHANCE and drawn.name not in dict(numbers):
        numbers.append((drawn.name, drawn.name))
    named = [(f"groups.{one}", one) for one in groups if f"groups.{one}" not in said]
    samples = evolve(
        request.samples,
        number=tuple(numbers),
        field=(*request.samples.field, *dict(named).items()),
    )
    return described(samples, system.file, [Numbers.JUDGE_ALONE.definition()], system.labels)


def _judged(request: Request, samples: Sequence[Sample], plan: Plan) -> Judgement:
    _check_groups(request)
    try:
        names = tuple(name for name, _ in request.covariate)
        return judgement(samples, plan, request.by, names, _labelling(request))
    except UnfitSampleError as error:
        raise _refused(str(request.file), error) from error


def _difference(
    request: Request,
    systems: Sequence[_System],
    corpora: Sequence[Sequence[Sample]],
    plan: Plan,
) -> JudgedDifference:
    _check_groups(request)
    first, second = corpora
    try:
        names = tuple(name for name, _ in request.covariate)
        found = judged_difference(first, second, plan, request.by, _labelling(request))
        return evolve(found, effects=favoured_by(first, second, plan, names))
    except (UnfitSampleError, UnpairedError) as error:
        raise _refused(", ".join(dict.fromkeys(one.file for one in systems)), error) from error


def _labelling(request: Request) -> Labelling:
    return Labelling(request.scale, request.drawn)


def _check_groups(request: Request) -> None:
    cluster = request.intervals.cluster
    if cluster is not None and cluster == request.by:
        expected = "another group than that of --by, which has one group in each score"
        raise stop("--cluster", f"{cluster}, and --by {cluster}", expected)


def _refused(file: str, error: ValueError) -> StopError:
    expected, _, got = str(error).partition(": got ")
    hint = "grades of another scale: --scale LOW,HIGH" if expected.endswith("from 0 to 1") else ""
    return StopError((Fault(file=file, got=got, expected=expected, hint=hint),))


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
