"""`measurand labels`: what labels say while they come in, and how many are needed."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from pathlib import Path

from attrs import evolve, frozen
from toolz import unique

from measurand.edges.cli.converters import count, file_named, share
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.file_conflicts import check_files, check_folders, files_of
from measurand.edges.cli.judged_samples import GRADES, Corpus, judged_samples, labels_alone
from measurand.edges.cli.output import Answer, Output, answer, page_option
from measurand.edges.cli.reading import Reading
from measurand.edges.cli.request import (
    Arguments,
    command,
    option,
    optional_argument,
    part,
    repeated,
    switch,
)
from measurand.edges.cli.sources import HUMAN, LabelReading, Samples, described
from measurand.edges.files.sources.labels import by_id, tied
from measurand.edges.files.sources.reading import TWICE, of_labels
from measurand.edges.report.labels_view import (
    LabelsShown,
    Moment,
    Planned,
    Reach,
    labels_document,
    labels_json,
    labels_page,
    labels_sentence,
)
from measurand.evidence.source import LabelFile, Raters
from measurand.inference.interval import LEVEL, Interval
from measurand.inference.judged import JUDGE
from measurand.inference.labels import alone, plan_by_rates
from measurand.inference.sequences import (
    CorrectedMean,
    confidence_sequence,
    corrected_sequence,
)
from measurand.metrics.needs import Reading as SourceReading
from measurand.metrics.options import Verdicts
from measurand.metrics.signature import parse
from measurand.values.fault import Fault

ABOUT = """\
Say what labels tell while they come in, or how many will be needed. With FILE, the mean of the
labels in the order of its records, from 0 to 1, with an interval after each that holds at all
moments at once: one may look at any time, and stop for any reason. With --judge, a judge has seen
every sample, and the labels so far correct its mean. With --rate, --sensitivity and --specificity,
what is guessed before there is a label: how many give which width, with a judge that errs so and
without one.
"""
EXAMPLES = """\
examples:
  measurand labels docs/examples/judged/labels.csv --human verdict --field id=question
  measurand labels docs/examples/judged/north.csv --human human --judge judge
  measurand labels --rate .64 --sensitivity .95 --specificity .57 --samples 4000
  measurand labels labels.jsonl --human verdict --within .04 --html labels.html
"""
_WIDTHS = tuple(Fraction(one, 100) for one in (10, 5, 3, 2, 1))


@frozen(kw_only=True)
class Request(Arguments):
    """Labels that came in, or what is guessed of those that will."""

    file: Path | None = optional_argument(
        file_named, metavar="FILE", says="a file of labels, in the order in which they came, or -"
    )
    human: str = option(
        str,
        metavar="PATH",
        default=HUMAN,
        says="where the label stands: from 0 to 1, null or absent where there is none; or "
        "FILE:PATH, in a file of labels that is joined by id, and whose order is that of the labels"
        " (--human-id, --raters: see --help-all)",
    )
    judge: str | None = option(
        str,
        metavar="PATH",
        says="where a judge's verdict stands, from 0 to 1: labels correct its mean, at any moment",
    )
    rate: Fraction | None = option(
        share, metavar="SHARE", says="how often humans will say 1, as is guessed"
    )
    sensitivity: Fraction | None = option(
        share, metavar="SHARE", says="of what humans call 1, how much the judge does"
    )
    specificity: Fraction | None = option(
        share, metavar="SHARE", says="of what humans call 0, how much the judge does"
    )
    samples_judged: int | None = option(
        count, "--samples", metavar="N", says="how many samples the judge judges"
    )
    within: tuple[Fraction, ...] = repeated(
        share,
        metavar="SHARE",
        says="half of a width that is wanted; may be repeated (default: .1, .05, .03, .02, .01)",
    )
    level: Fraction = option(
        share, metavar="SHARE", default=LEVEL, says="confidence of intervals (default: 0.95)"
    )
    sentence: bool = switch(says="print the sentence for a paper alone")
    html: Path | None = page_option("the interval after each label")
    labels: LabelReading = part(LabelReading)
    samples: Samples = part(Samples)
    reading: Reading = part(Reading)
    output: Output = part(Output)

    @property
    def rates(self) -> tuple[Fraction | None, ...]:
        """List what is guessed."""
        return self.rate, self.sensitivity, self.specificity


def run(request: Request) -> int:
    """Say what labels tell, print, and return the exit code."""
    writes = [("--html", request.html)]
    check_files(request, () if request.file is None else files_of("FILE", request.file), writes)
    check_folders(writes)
    shown = _shown(request)
    said = Answer(
        page=lambda: labels_page(shown, str(request.file or "a plan")),
        sentence=lambda: labels_sentence(shown),
        tree=lambda: labels_json(shown),
        document=lambda: labels_document(shown),
    )
    return answer(request.output, said, html=request.html, sentence=request.sentence)


def _shown(request: Request) -> LabelsShown:
    widths = tuple(unique(request.within)) or _WIDTHS
    planned = tuple(_planned(request, widths))
    if request.file is None:
        if not planned:
            expected = "a file of labels, or --rate, --sensitivity and --specificity"
            raise stop("FILE", "nothing", expected)
        return LabelsShown(
            level=request.level, planned=planned, samples=request.samples_judged, readings={}
        )
    moments, read = _moments(request, request.file)
    ends = [one.known[1] for one in moments]
    return LabelsShown(
        level=request.level,
        moments=moments,
        reached=tuple(Reach(half_width=half, labels=_first(ends, float(half))) for half in widths),
        planned=planned,
        samples=request.samples_judged,
        readings={str(request.file): read},
    )


def _planned(request: Request, widths: Sequence[Fraction]) -> Iterator[Planned]:
    match request.rates:
        case (None, None, None):
            if request.samples_judged is not None:
                raise stop("--samples", str(request.samples_judged), "--rate too")
        case (Fraction() as rate, Fraction() as sensitivity, Fraction() as specificity):
            known = plan_by_rates(rate, sensitivity=sensitivity, specificity=specificity)
            samples = request.samples_judged
            of = float("inf") if samples is None else samples
            for half in widths:
                width = float(half)
                yield Planned(
                    half_width=half,
                    labels=known.labels_for(width, of, request.level),
                    alone=alone(known.variance, width, request.level),
                )
        case _:
            expected = "all of --rate, --sensitivity and --specificity, or none"
            raise stop("--rate", "a part of them", expected)


def _moments(request: Request, file: Path) -> tuple[tuple[Moment, ...], SourceReading]:
    """Read labels in their order, and say what was known after each; others are passed over."""
    try:
        samples, told = _in_order(request, file)
    except StopError as error:
        raise error.reworded(_of_shares) from error
    labels = [label for one in samples if (label := one.amount(HUMAN)) is not None]
    intervals = confidence_sequence(labels, request.level)
    judged = [(one.amount(JUDGE), one.amount(HUMAN)) for one in samples]
    every = corrected_sequence(
        [(said, label) for said, label in judged if said is not None and label is not None],
        [said for said, label in judged if said is not None and label is None],
        request.level,
    )
    means = (total / at for at, total in enumerate(accumulate(labels), 1))
    corrected: Sequence[CorrectedMean | None] = every or [None for _ in labels]
    each = zip(means, intervals, corrected, strict=True)
    many = len(samples) if every else None
    moments = [
        Moment(labels=at, mean=mean, interval=interval, corrected=one, judged=many)
        for at, (mean, interval, one) in enumerate(each, 1)
    ]
    return tuple(moments), told


_SHARES = "the sequence is of numbers from 0 to 1: write grades as shares of their scale"


def _of_shares(fault: Fault) -> Fault:
    return evolve(fault, hint=_SHARES) if fault.hint == GRADES else fault


def _in_order(request: Request, file: Path) -> tuple[Corpus, SourceReading]:
    """Read samples, in the order of their labels where these stand in a file of their own.

    Of several raters of an item the last makes its label.
    """
    if request.judge is None and request.labels.at(request.human).file is None:
        return _of_items(request, file)
    judge = () if request.judge is None else ((JUDGE, request.judge),)
    labels = request.labels.at(request.human)
    needed = [name for name, _ in judge]
    asked = [parse(f"column(name={name})") for name in (*needed, HUMAN)]
    samples = evolve(request.samples, number=(*request.samples.number, *judge))
    source = described(samples, str(file), asked, labels)
    found, read = judged_samples(source, request.reading, Verdicts(), needed=needed)
    alone = labels_alone(source, request.reading, Verdicts())
    last = {one.id: at for at, one in enumerate(alone) if one.amount(HUMAN) is not None}
    return tuple(sorted(found, key=lambda one: last.get(one.id, len(alone)))), read


def _of_items(request: Request, file: Path) -> tuple[Corpus, SourceReading]:
    """Read a file of labels; what several raters say of an item is one label, and no sample more.

    Raises StopError where an item stands twice, and nothing says what becomes of its raters.
    """
    raters = request.labels.raters
    how = request.reading if raters is Raters.ONE else evolve(request.reading, ids="off")
    labels = evolve(request.labels, raters=Raters.ONE).at(request.human)
    source = described(request.samples, str(file), [parse(f"column(name={HUMAN})")], labels)
    try:
        found, read = judged_samples(source, how, Verdicts(), needed=())
    except StopError as error:
        raise error.reworded(
            lambda one: of_labels(one) if one.expected == TWICE else one
        ) from error
    if raters is Raters.ONE:
        return found, read
    asked = LabelFile(path=str(file), amounts=((HUMAN, request.human),), raters=raters)
    last = {one.id: at for at, one in enumerate(found) if one.amount(HUMAN) is not None}
    items = sorted(by_id(found, asked).values(), key=lambda one: last.get(one.id, len(found)))
    return tuple(items), evolve(read, ids="exact", labels_tied=len(tied(found, asked)))


def _of_twice(fault: Fault) -> Fault:
    return of_labels(fault) if fault.expected == TWICE else fault


def _first(intervals: Sequence[Interval], half: float) -> int | None:
    """Count the labels after which the interval was no wider for the first time."""
    near = (at for at, one in enumerate(intervals, 1) if one.high - one.low <= 2 * half)
    return next(near, None)


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
