"""A generator in another program: it reads questions from stdin and writes answers to stdout.

One line a question, one line an answer, in turn; what else it has to say belongs on stderr.
"""

import shlex
from time import monotonic
from types import TracebackType
from typing import Self

from attrs import evolve
from returns.result import Failure, Result, Success

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import Faults
from measurand.edges.files.lines import Line
from measurand.studies.counterfactual.asking import GivenAnswer, Question, Reply, mismatch
from measurand.studies.counterfactual.edge.answers.process import (
    Ended,
    Limits,
    Process,
    Said,
    Silent,
    TooMuch,
)
from measurand.studies.counterfactual.edge.answers.wire import question_line, read_answer
from measurand.values.fault import Fault, shown
from measurand.values.frames import Generation

_STDERR_SHOWN = 300
_ONLY = "on stdout stand answers alone, one a line: write everything else to stderr"


def command(text: str) -> Result[tuple[str, ...], Fault]:
    r"""Split a command into its words, as a shell would; no shell ever reads it.

    >>> command("python 'my generator.py' --fast").unwrap()
    ('python', 'my generator.py', '--fast')
    >>> command("python 'my").failure().text()
    'expected a command, got "python \'my": No closing quotation'
    """
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        return Failure(Fault(got=shown(text), expected="a command", hint=str(error)))
    if not words:
        return Failure(Fault(got="nothing", expected="a command"))
    return Success(words)


class Program:
    """Asks a program that runs beside this one; it starts with the first question.

    A program that ends, says nothing in time, or says what is no answer to its question is stopped
    and started anew, within bounds; a question that got no answer so has the faults of every try.
    A second answer to the question before, if it differs, is a fault in `noticed`: the first one
    stands. Leave the `with` block and the program is ended.
    """

    def __init__(self, words: tuple[str, ...], limits: Limits | None = None) -> None:
        """Take the words of its command; nothing is started yet."""
        self.words = words
        self.limits = limits or Limits()
        self.noticed: Faults = ()
        self._options = ReadOptions(max_line_bytes=self.limits.line_bytes)
        self._process: Process | None = None
        self._before: GivenAnswer | None = None
        self._lost = 0
        self._over: Fault | None = None

    @property
    def name(self) -> str:
        """Write the command."""
        return shlex.join(self.words)

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """End the program: at once where something was raised, else as it likes, within bounds."""
        if self._process is not None and kind is None:
            self._close(self._process)
        self._stop()

    def reply(self, question: Question) -> Reply:
        """Ask, as often as the limits allow."""
        faults: list[Fault] = []
        for _ in range(self.limits.tries):
            if self._over is not None:
                break
            found = self._tried(question)
            if isinstance(found, Generation):
                self._lost = 0
                return Reply(question=question, generation=found, faults=tuple(faults))
            faults.append(self._named(found, question))
            self._lose()
        if self._over is not None and not faults:
            faults.append(self._named(self._over, question))
        return Reply(question=question, faults=tuple(faults))

    def _lose(self) -> None:
        """Stop the program, and count whether it is started again."""
        self._stop()
        self._lost += 1
        if self._lost > self.limits.restarts and self._over is None:
            got = f"{self._lost} starts in a row without one: nothing is asked any more"
            self._over = Fault(got=got, expected="an answer")

    def _tried(self, question: Question) -> Generation | Fault:
        """Ask once."""
        if self._process is None:
            try:
                self._process = Process(self.words, self.limits)
            except (OSError, ValueError) as error:
                reason = error.strerror if isinstance(error, OSError) else str(error)
                got, wanted = reason or "an error", "a program that can be started"
                self._over = Fault(got=got, expected=wanted)  # nor will it the next time
                return self._over
        until = monotonic() + self.limits.seconds
        self._process.send(question_line(question))
        while True:
            found = self._heard(self._process, until)
            if isinstance(found, Fault):
                return found
            if found.place == question.place:
                self._before = found
                return found.generation
            if not self._is_second(found):
                return mismatch(found.place, question.place)

    def _heard(self, process: Process, until: float) -> GivenAnswer | Fault:
        """Wait for one answer."""
        match process.listen(until):
            case Said(raw):
                found = self._read(raw)
                return self._rubbish(process, raw, found) if isinstance(found, Fault) else found
            case Silent():
                got = f"nothing in {self.limits.seconds:g} s"
                return self._complaint(process, got, "an answer")
            case TooMuch():
                most = self.limits.line_bytes
                return Fault(got="more", expected=f"a line of at most {most} bytes", hint=_ONLY)
            case Ended() as end:
                return self._complaint(process, end.how, "an answer")

    def _read(self, raw: bytes) -> GivenAnswer | Fault:
        found = read_answer(Line(0, raw, raw.rstrip(b"\r\n")), "", self._options)
        return found if isinstance(found, GivenAnswer) else found[0]

    def _rubbish(self, process: Process, raw: bytes, fault: Fault) -> Fault:
        """Say what is wrong with a line, and how the program ended if it broke off there."""
        if raw.endswith(b"\n"):
            return evolve(fault, hint=fault.hint or _ONLY)
        match process.listen(monotonic()):
            case Ended() as end:
                return self._complaint(process, f"{end.how} behind {_shown(raw)}", "a whole line")
            case _:
                return fault

    def _is_second(self, found: GivenAnswer) -> bool:
        """Tell whether this answers the question before again; notice where it differs."""
        before = self._before
        if before is None or before.place != found.place:
            return False
        if before.generation != found.generation:
            fault = Fault(
                got="another one after it",
                expected="one answer",
                path=found.place.called,
                hint="the first one stands",
            )
            self.noticed += (fault.at(file=self.name),)
        return True

    def _close(self, process: Process) -> None:
        """Let the program end, and notice what it still says."""
        process.finish()
        until = monotonic() + self.limits.grace
        while True:
            match process.listen(until):
                case Said(raw):
                    found = self._read(raw)
                    if isinstance(found, GivenAnswer) and self._is_second(found):
                        continue
                    got = _shown(raw)
                    fault = Fault(got=got, expected="nothing after the last answer", hint=_ONLY)
                case Ended(0):
                    return
                case Ended() as end:
                    fault = self._complaint(process, end.how, "exit code 0 at the end")
                case _:
                    got = f"one that still ran {self.limits.grace:g} s later: it was stopped"
                    fault = Fault(got=got, expected="a program that ends when its input does")
            self.noticed += (fault.at(file=self.name),)
            return

    def _complaint(self, process: Process, got: str, wanted: str) -> Fault:
        said = process.stderr[-_STDERR_SHOWN:]
        hint = f"its stderr ends with {shown(said, most=_STDERR_SHOWN)}" if said else ""
        return Fault(got=got, expected=wanted, hint=hint)

    def _named(self, fault: Fault, question: Question) -> Fault:
        place = ": ".join(filter(None, (question.place.called, fault.path)))
        return evolve(fault, file=self.name, path=place)

    def _stop(self) -> None:
        if self._process is not None:
            self._process.stop()
        self._process = self._before = None


def _shown(raw: bytes) -> str:
    return shown(raw.decode(errors="replace").rstrip("\r\n"))
