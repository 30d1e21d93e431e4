"""What the stages of `measurand cf` share: options, samples, who answers, and rows."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import which

from attrs import define, evolve, field, frozen
from returns.pipeline import is_successful

from measurand.edges.cli.arguments import StopError, stop
from measurand.edges.cli.reads import reading
from measurand.edges.engines.serial import MOST_FAULTS, Run
from measurand.edges.files import Bad, Rest
from measurand.studies.counterfactual.asking import Answers, Asker, Question
from measurand.studies.counterfactual.edge import text_overlap as overlap
from measurand.studies.counterfactual.edge.answers.cache import open_kept
from measurand.studies.counterfactual.edge.answers.called import Called
from measurand.studies.counterfactual.edge.answers.files import read_answers
from measurand.studies.counterfactual.edge.answers.process import Limits
from measurand.studies.counterfactual.edge.answers.program import Program, command
from measurand.studies.counterfactual.edge.files.reader import sample_events
from measurand.studies.counterfactual.evaluate import NoTexts, ScoreRow, Texts, evaluate, questions
from measurand.studies.counterfactual.options import BLEU, LEGACY_SEEDS, ROUGE_L, Options, Unread
from measurand.studies.counterfactual.study import GROUP, Study, StudyError, study
from measurand.studies.counterfactual.toy import Toy
from measurand.studies.counterfactual.transforms import Stream
from measurand.values.fault import Fault, shown
from measurand.values.grounded import Grounded
from measurand.values.option_paths import with_values
from measurand.values.share import Measured

LONGEST_LINE = 2**28
"""Bytes of a line that is read: embeddings may stand in it."""
_SHOWN = 20
_OFFSETS = 3000
"""The transforms add at most so much to the seed of a sample, in the legacy stream."""


@frozen
class Overlap:
    """The metrics of texts, from the packages that define them."""

    def bleu(self, answer: str, truth: str, /) -> Measured:
        """Compare runs of words."""
        return overlap.bleu(answer, truth)

    def rouge_l(self, answer: str, truth: str, /, *, unread: Unread) -> Measured:
        """Compare the longest common subsequence of words."""
        return overlap.rouge_l(answer, truth, unread=unread)


def chosen(arguments: argparse.Namespace, options: Options) -> Options:
    """Set the options that the arguments name.

    Raises StopError for an unknown option or value, and for one that is set twice.
    """
    values: dict[str, str] = {}
    for text in arguments.set or ():
        name, mark, value = (part.strip() for part in text.partition("="))
        if not mark:
            raise stop("--set", text[:60] or "nothing", "OPTION=VALUE")
        if name in values:
            raise stop("--set", f"{name[:60]} twice", "every option once")
        values[name] = value
    only = getattr(arguments, "only_tests", None)
    if only is None:
        return _with("--set", ", ".join(arguments.set or ()), options, values)
    if "tested" in values:
        raise stop("--only-tests", "it and --set tested=", "one of them")
    found = _with("--only-tests", only, options, {"tested": only})
    return _with("--set", ", ".join(arguments.set or ()), found, values)


def _with(where: str, text: str, options: Options, values: dict[str, str]) -> Options:
    try:
        return with_values(options, values)
    except ValueError as error:
        raise stop(where, text[:80], "options and their values", str(error)) from error


@define
class Met:
    """What was met while records were read: lines that were skipped, faults, things to tell."""

    skipped: int = 0
    faults: list[Fault] = field(factory=list)

    def bad(self, event: Bad, how: Run) -> None:
        """Note a line of which no record can be made."""
        self.skipped += 1
        if not (how.skip and event.raw):
            self.faults += event.faults
        how.sink(event)

    def check(self) -> None:
        """Stop where there are faults.

        Raises StopError with all of them, up to a thousand.
        """
        if self.faults:
            raise StopError(tuple(self.faults[:MOST_FAULTS]))

    @property
    def notes(self) -> tuple[str, ...]:
        """Say what was skipped."""
        lines = f"bad line{' was' if self.skipped == 1 else 's were'} skipped"
        return (f"{self.skipped} {lines}",) if self.skipped else ()


def samples_of(arguments: argparse.Namespace, how: Run, met: Met) -> Iterator[Grounded]:
    """Read the samples; what is bad is noted and handed on."""
    for event in sample_events(arguments.samples, options=how.options):
        match event:
            case Grounded():
                yield event
            case Bad():
                met.bad(event, how)
            case Rest():
                how.sink(event)


@contextmanager
def reading_long(arguments: argparse.Namespace) -> Iterator[Run]:
    """Read as the arguments say, lines of any sensible length."""
    with reading(arguments, Path()) as how:
        yield evolve(how, options=evolve(how.options, max_line_bytes=LONGEST_LINE))


@frozen
class Made:
    """The rows of all samples, and what a reader of them should know."""

    rows: tuple[ScoreRow, ...]
    notes: tuple[str, ...]


def make_rows(arguments: argparse.Namespace, options: Options, *, tested: bool) -> Made:
    """Read the samples, ask where it must be asked, and measure.

    The samples are read twice, so that nobody is asked before all of them are known to be good.

    Raises StopError with all faults of samples and of answers, unless they are to be skipped.
    """
    if arguments.keep is not None and not (arguments.program or arguments.generator):
        got = "nobody to ask" if arguments.answers is None else "--answers"
        raise stop("--keep", got, "--program or --generator beside it")
    answers, told = Answers(), Met()
    with reading_long(arguments) as how:
        met = Met()
        if arguments.answers is not None:
            found = read_answers(arguments.answers, how.options)
            answers = found.answers
            told.faults += found.faults
        told.faults += answers.unasked(_asked(arguments, options, how, met, tested=tested))
        if not how.skip:
            met.faults += told.faults
        met.check()
        rows: list[ScoreRow] = []
        texts = _texts(arguments, options, tested=tested)
        with _answering(arguments, answers, told.faults) as asker:
            again = evolve(how, sink=_ignore)
            for number, sample in enumerate(samples_of(arguments, again, Met()), start=1):
                made = evaluate(sample, options, texts, asker)
                rows += made.rows
                told.faults += (fault for reply in made.replies for fault in reply.faults)
                how.tick(number)
        if arguments.answers is not None and not how.skip:
            told.check()
    _tell(told.faults)
    return Made(tuple(rows), met.notes)


def _texts(arguments: argparse.Namespace, options: Options, *, tested: bool) -> Texts:
    """Choose the metrics of texts: none where nobody asks for one, whose packages load slowly."""
    wanted = not tested or arguments.rows is not None or {BLEU, ROUGE_L} & {*options.tested}
    return Overlap() if wanted else NoTexts()


def _ignore(_event: Bad | Rest) -> None:
    """Do nothing with what is bad: it was handed on before."""


def _asked(
    arguments: argparse.Namespace, options: Options, how: Run, met: Met, *, tested: bool
) -> Iterator[Question]:
    """Go through the questions to all samples; find early what would stop the study."""
    for sample in samples_of(arguments, how, met):
        grouped = sample.group is not None and options.plan.cluster == GROUP
        if tested and options.plan.cluster is not None and not grouped:
            studied(arguments.samples, [ScoreRow(sample=sample.id, group=sample.group)], options)
        if too_large(sample, options):
            met.faults.append(seed_fault(arguments.samples, sample))
        elif arguments.answers is not None:
            yield from questions(sample, options)


def too_large(sample: Grounded, options: Options) -> bool:
    """Decide whether numpy's old generator, where it is asked for, has not the seed of a sample."""
    return options.stream is Stream.LEGACY and sample.seed >= LEGACY_SEEDS - _OFFSETS


def seed_fault(file: Path, sample: Grounded) -> Fault:
    """Say that a seed is too large for the legacy stream."""
    return Fault(
        file=str(file),
        path=f"sample {shown(sample.id)}",
        got=f"the seed {sample.seed}",
        expected=f"one below {LEGACY_SEEDS - _OFFSETS}, for stream=legacy",
    )


@contextmanager
def _answering(
    arguments: argparse.Namespace, answers: Answers, told: list[Fault]
) -> Iterator[Asker | None]:
    """Give whoever answers; what is odd about them is told at the end."""
    program: Program | None = None
    with ExitStack() as stack:
        asker, by = None if arguments.answers is None else answers.reply, "toy"
        if arguments.generator is not None:
            asker = Called(Toy()).reply
        if arguments.program is not None:
            program = stack.enter_context(_program(arguments))
            asker, by = program.reply, program.name
        kept = None
        if arguments.keep is not None and asker is not None:
            opened = open_kept(arguments.keep, asker, by=by)
            if not is_successful(opened):
                raise StopError(opened.failure())
            kept = stack.enter_context(opened.unwrap())
            asker = kept.reply
        yield asker
        told += kept.noticed if kept is not None else ()
    told += program.noticed if program is not None else ()


def _program(arguments: argparse.Namespace) -> Program:
    found = command(arguments.program)
    if not is_successful(found):
        raise StopError((evolve(found.failure(), path="--program"),))
    words = found.unwrap()
    if which(words[0]) is None:
        raise stop("--program", words[0][:80], "a program that is there")
    return Program(words, Limits(seconds=arguments.seconds))


def _tell(faults: Iterable[Fault]) -> None:
    """Write what went wrong with answers to standard error; after some lines, how many more."""
    listed = list(dict.fromkeys(f"{fault.text()}\n" for fault in faults))
    more = len(listed) - _SHOWN
    sys.stderr.write("".join(listed[:_SHOWN]))
    if more > 0:
        sys.stderr.write(f"... and {more} more such lines\n")


def studied(file: Path, rows: Iterable[ScoreRow], options: Options) -> Study:
    """Test rows.

    Raises StopError where no study can be made of them.
    """
    try:
        return study(rows, options)
    except StudyError as error:
        wanted, _, got = str(error).partition(": got ")
        raise StopError((Fault(file=str(file), got=got, expected=wanted),)) from error
