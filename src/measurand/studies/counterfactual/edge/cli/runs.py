"""What the stages of `measurand cf` share: options, samples, who answers, and rows."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import which

from attrs import define, evolve, field, fields_dict, frozen
from returns.pipeline import is_successful
from returns.result import Failure, safe

from measurand.edges.cli.definitions import set_values
from measurand.edges.cli.faults import StopError, stop, tell
from measurand.edges.cli.reading import Reading, reading
from measurand.edges.engines.serial import MOST_FAULTS, Run
from measurand.edges.files import Bad, Rest
from measurand.studies.counterfactual import text_overlap
from measurand.studies.counterfactual.asking import Answers, Asker, Generator, Question, Reply
from measurand.studies.counterfactual.edge.answers.cache import open_kept
from measurand.studies.counterfactual.edge.answers.program import Limits, Program, command
from measurand.studies.counterfactual.edge.answers.wire import read_answers
from measurand.studies.counterfactual.edge.cli.requests import (
    AnswersBy,
    Measuring,
    RowSettings,
    Settings,
)
from measurand.studies.counterfactual.edge.files.reader import sample_events
from measurand.studies.counterfactual.edge.files.scores import Header
from measurand.studies.counterfactual.evaluate import NoTexts, ScoreRow, Texts, evaluate, questions
from measurand.studies.counterfactual.options import (
    BLEU,
    LEGACY_SEEDS,
    OF_TESTS,
    PROFILES,
    ROUGE_L,
    Options,
    with_tests,
)
from measurand.studies.counterfactual.study import GROUP, Study, StudyError, study
from measurand.studies.counterfactual.toy import Toy
from measurand.studies.counterfactual.transforms import Stream
from measurand.values.fault import Fault, shown
from measurand.values.frames import Generation
from measurand.values.grounded import Grounded
from measurand.values.option_paths import with_values


@frozen
class Called:
    """Asks a callable; what it raises is a fault of that one question.

    >>> from measurand.studies.counterfactual.toy import Toy
    >>> from measurand.studies.counterfactual.asking import ask
    >>> from measurand.values.grounded import Grounded
    >>> Called(Toy()).reply(ask(Grounded(id="1", shape=(8, 8, 8)), "token_perm")).generation
    Generation(frames=(), text='')
    """

    generator: Generator

    def reply(self, question: Question) -> Reply:
        """Call it with the sample of the question."""
        outcome = safe(self.generator)(question.sample)
        if isinstance(outcome, Failure):
            error = outcome.failure()
            got = f"{type(error).__name__}: {shown(str(error), most=200)}"
            return _none(question, got)
        found: object = outcome.unwrap()
        if not isinstance(found, Generation):
            return _none(question, f"{type(found).__name__} {shown(repr(found))}")
        return Reply(question=question, generation=found)


def _none(question: Question, got: str) -> Reply:
    path = question.place.called
    return Reply(question=question, faults=(Fault(path=path, got=got, expected="a Generation"),))


_UNKNOWN = "the rows do not say under which options they were measured"
_MEASURING = frozenset(fields_dict(Options)) - frozenset(OF_TESTS)
LONGEST_LINE = 2**28
"""Bytes of a line that is read: embeddings may stand in it."""
_OFFSETS = 3000
"""The transforms add at most so much to the seed of a sample, in the legacy stream."""


def chosen(settings: Settings, options: Options) -> Options:
    """Set the options that the arguments name.

    Raises StopError for an unknown option or value, and for one that is set twice.
    """
    values, only = set_values(settings.set), settings.only_tests
    said = ", ".join(settings.set)
    if only is None:
        return _with("--set", said, options, values)
    if "tested" in values:
        raise stop("--only-tests", "it and --set tested=", "one of them")
    return _with("--set", said, _with("--only-tests", only, options, {"tested": only}), values)


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


def samples_of(file: Path, how: Run, met: Met) -> Iterator[Grounded]:
    """Read the samples; what is bad is noted and handed on."""
    for event in sample_events(file, options=how.options):
        match event:
            case Grounded():
                yield event
            case Bad():
                met.bad(event, how)
            case Rest():
                how.sink(event)


@contextmanager
def reading_long(careful: Reading) -> Iterator[Run]:
    """Read as the arguments say, lines of any sensible length."""
    with reading(careful, Path()) as how:
        yield evolve(how, options=evolve(how.options, max_line_bytes=LONGEST_LINE))


@frozen
class Made:
    """The rows of all samples, and what a reader of them should know."""

    rows: tuple[ScoreRow, ...]
    notes: tuple[str, ...]


def make_rows(request: Measuring, options: Options, *, tested: bool) -> Made:
    """Read the samples, ask where it must be asked, and measure.

    The samples are read twice, so that nobody is asked before all of them are known to be good.

    Raises StopError with all faults of samples and of answers, unless they are to be skipped.
    """
    by = request.by
    if by.keep is not None and not (by.program or by.generator):
        got = "nobody to ask" if by.answers is None else "--answers"
        raise stop("--keep", got, "--program or --generator beside it")
    answers, told = Answers(), Met()
    with reading_long(request.reading) as how:
        met = Met()
        if by.answers is not None:
            found = read_answers(by.answers, how.options)
            answers = found.answers
            told.faults += found.faults
        told.faults += answers.unasked(_asked(request, options, how, met, tested=tested))
        if not how.skip:
            met.faults += told.faults
        met.check()
        rows: list[ScoreRow] = []
        texts = _texts(request, options, tested=tested)
        with _answering(by, answers, told.faults) as asker:
            again = evolve(how, sink=_ignore)
            for number, sample in enumerate(samples_of(request.samples, again, Met()), start=1):
                made = evaluate(sample, options, texts, asker)
                rows += made.rows
                told.faults += (fault for reply in made.replies for fault in reply.faults)
                how.tick(number)
        if by.answers is not None and not how.skip:
            told.check()
    tell(told.faults)
    return Made(tuple(rows), met.notes)


def _texts(request: Measuring, options: Options, *, tested: bool) -> Texts:
    """Choose the metrics of texts: none where nobody asks for one, whose packages load slowly."""
    wanted = not tested or request.rows is not None or {BLEU, ROUGE_L} & {*options.tested}
    return text_overlap if wanted else NoTexts()


def _ignore(_event: Bad | Rest) -> None:
    """Do nothing with what is bad: it was handed on before."""


def _asked(
    request: Measuring, options: Options, how: Run, met: Met, *, tested: bool
) -> Iterator[Question]:
    """Go through the questions to all samples; find early what would stop the study."""
    for sample in samples_of(request.samples, how, met):
        grouped = sample.group is not None and options.plan.cluster == GROUP
        if tested and options.plan.cluster is not None and not grouped:
            studied(request.samples, [ScoreRow(sample=sample.id, group=sample.group)], options)
        if too_large(sample, options):
            met.faults.append(seed_fault(request.samples, sample))
        elif request.by.answers is not None:
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
def _answering(by: AnswersBy, answers: Answers, told: list[Fault]) -> Iterator[Asker | None]:
    """Give whoever answers; what is odd about them is told at the end."""
    program: Program | None = None
    with ExitStack() as stack:
        asker, name = None if by.answers is None else answers.reply, "toy"
        if by.generator is not None:
            asker = Called(Toy()).reply
        if by.program is not None:
            program = stack.enter_context(_program(by.program, by.seconds))
            asker, name = program.reply, program.name
        kept = None
        if by.keep is not None and asker is not None:
            opened = open_kept(by.keep, asker, by=name)
            if not is_successful(opened):
                raise StopError(opened.failure())
            kept = stack.enter_context(opened.unwrap())
            asker = kept.reply
        yield asker
        told += kept.noticed if kept is not None else ()
    told += program.noticed if program is not None else ()


def _program(text: str, seconds: float) -> Program:
    found = command(text)
    if not is_successful(found):
        raise StopError((evolve(found.failure(), path="--program"),))
    words = found.unwrap()
    if which(words[0]) is None:
        raise stop("--program", words[0][:80], "a program that is there")
    return Program(words, Limits(seconds=seconds))


def studied(file: Path, rows: Iterable[ScoreRow], options: Options) -> Study:
    """Test rows.

    Raises StopError where no study can be made of them.
    """
    try:
        return study(rows, options)
    except StudyError as error:
        wanted, _, got = str(error).partition(": got ")
        raise StopError((Fault(file=str(file), got=got, expected=wanted),)) from error


@frozen(kw_only=True)
class Stated:
    """A reading of rows, before what the arguments set in it; `notes` where it is not theirs."""

    profile: str
    options: Options
    notes: tuple[str, ...] = ()


def stated(settings: RowSettings, header: Header | None) -> Stated:
    """Take how rows were measured from their header, the tests from the profile if one is named.

    >>> stated(RowSettings(), None).notes[0][:50]
    'The rows do not say under which options they were '

    Raises StopError where the arguments set what is settled once rows are measured.
    """
    _check_set(settings, header)
    profile = settings.named
    asked = PROFILES[profile]
    if header is None:
        told = (
            f"{_UNKNOWN.capitalize()}: those of {profile} are assumed "
            "for what is structurally null."
        )
        return Stated(profile=profile, options=asked, notes=(told,))
    if settings.profile is None:
        return Stated(profile=header.profile, options=header.options)
    options = with_tests(header.options, asked)
    if options == asked:
        return Stated(profile=profile, options=options)
    told = f"The rows were measured under {_name(header)}: the tests alone are as asked for."
    return Stated(profile=profile, options=options, notes=(told,))


def _check_set(settings: RowSettings, header: Header | None) -> None:
    names = [text.partition("=")[0].strip() for text in settings.set]
    wrong = next((name for name in names if name.partition(".")[0] in _MEASURING), None)
    if wrong is not None:
        known = _UNKNOWN if header is None else f"rows were measured under {_name(header)}"
        expected = "an option of the tests (plan.*, tested, nulls, pooling)"
        hint = f"{known}; measure them again with cf score"
        raise stop("--set", wrong[:80], expected, hint)


def _name(header: Header) -> str:
    return header.profile or "options without a name"
