"""A generator in another program: it reads questions from stdin and writes answers to stdout.

One line a question, one line an answer, in turn; what else it has to say belongs on stderr. The
program is never waited for in vain: its three pipes are watched together, so that neither side can
block the other. POSIX only.
"""

import os
import selectors
import shlex
import signal
import subprocess
from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import Self

from attrs import evolve, field, frozen, validators
from returns.result import Failure, Result, Success

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import Faults
from measurand.edges.files.lines import Line
from measurand.studies.counterfactual.asking import GivenAnswer, Question, Reply, mismatch
from measurand.studies.counterfactual.edge.answers.wire import question_line, read_answer
from measurand.values.fault import Fault, shown
from measurand.values.frames import Generation

_CHUNK = 2**16
_LOOK_AGAIN = 0.2
"""Seconds after which a program that says nothing is looked after: its pipes may outlive it."""
_SHORT = 0.02


@frozen(kw_only=True)
class Limits:
    """How long and how often a program is waited for, and how much of what it says is kept.

    It has `seconds` for each answer; its start counts to the first one. A question is asked up to
    `tries` times, again only of a program newly started; after `restarts` starts in a row without
    an answer nothing is asked any more. A line has at most `line_bytes`, of stderr the last
    `stderr_bytes` are kept. Once its input is closed it has `grace` seconds to end.

    >>> Limits().tries
    2

    Raises ValueError for bounds that leave no time or no try.
    """

    seconds: float = field(default=60.0, validator=validators.gt(0))
    tries: int = field(default=2, validator=validators.ge(1))
    restarts: int = field(default=10, validator=validators.ge(0))
    line_bytes: int = field(default=8 * 2**20, validator=validators.ge(1))
    stderr_bytes: int = field(default=4096, validator=validators.ge(0))
    grace: float = field(default=2.0, validator=validators.ge(0))


@frozen
class Said:
    """A line with its end; what stood last may lack it."""

    line: bytes


@frozen
class Silent:
    """Nothing came in time."""


@frozen
class TooMuch:
    """A line came that is longer than the bound."""


@frozen
class Ended:
    """The program closed its output, most often by ending; `code` is None where it still runs."""

    code: int | None

    @property
    def how(self) -> str:
        """Say how it ended.

        >>> Ended(3).how, Ended(-9).how, Ended(None).how
        ('exit code 3', 'an end by SIGKILL', 'a closed output')
        """
        if self.code is None:
            return "a closed output"
        if self.code >= 0:
            return f"exit code {self.code}"
        with suppress(ValueError):
            return f"an end by {signal.Signals(-self.code).name}"
        return f"an end by signal {-self.code}"


Heard = Said | Silent | TooMuch | Ended


class Process:
    """A program that runs; make it with its command, then send and listen.

    Raises OSError where it cannot be started, ValueError where the command holds a NUL.
    """

    def __init__(self, command: tuple[str, ...], limits: Limits) -> None:
        """Start it, as the head of a group of processes of its own."""
        self._limits = limits
        # The command is the user's own, already split into words: no shell reads it.
        self._child = subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._pipes = [
            pipe for pipe in (self._child.stdin, self._child.stdout, self._child.stderr) if pipe
        ]
        self._in, self._out, self._err = (pipe.fileno() for pipe in self._pipes)
        self._unsent, self._said, self._complained = bytearray(), bytearray(), bytearray()
        self._watch = selectors.DefaultSelector()
        self._watch.register(self._out, selectors.EVENT_READ)
        self._watch.register(self._err, selectors.EVENT_READ)
        os.set_blocking(self._in, False)

    @property
    def stderr(self) -> str:
        """Give the end of what it wrote to stderr."""
        return self._complained.decode(errors="replace").strip()

    def send(self, data: bytes) -> None:
        """Let it have bytes, as it takes them while it is listened to."""
        if not self._unsent:
            self._watch.register(self._in, selectors.EVENT_WRITE)
        self._unsent += data

    def listen(self, until: float) -> Heard:
        """Wait for the next line, at most until a time of the monotonic clock."""
        most = self._limits.line_bytes
        while (end := self._said.find(b"\n")) < 0:
            if len(self._said) > most:
                return TooMuch()
            if not self._watched(self._out):
                return self._last()
            left = until - monotonic()
            if left <= 0:
                return Silent()
            if not self._pass_on(min(left, _LOOK_AGAIN)) and self._child.poll() is not None:
                return self._last()
        return TooMuch() if end > most else Said(self._taken(end + 1))

    def _last(self) -> Heard:
        """Give what stands behind the last end of a line, and then the end of the program."""
        if self._said:
            return Said(self._taken(len(self._said)))
        until = monotonic() + self._limits.grace
        while self._pass_on(_SHORT) or self._child.poll() is None:
            if monotonic() > until:
                break
        return Ended(self._child.poll())

    def _taken(self, length: int) -> bytes:
        taken = bytes(self._said[:length])
        del self._said[:length]
        return taken

    def _watched(self, pipe: int) -> bool:
        return pipe in self._watch.get_map()

    def _pass_on(self, seconds: float) -> bool:
        """Move what can be moved through the pipes, or wait; tell whether anything could."""
        ready = self._watch.select(seconds)
        for key, _ in ready:
            if key.fd == self._in:
                self._write()
            else:
                self._read(key.fd)
        return bool(ready)

    def _write(self) -> None:
        try:
            written = os.write(self._in, self._unsent[:_CHUNK])
        except BlockingIOError:
            return
        except OSError:  # it reads no more: what it says, and how it ends, tells the rest
            written = len(self._unsent)
        del self._unsent[:written]
        if not self._unsent:
            self._watch.unregister(self._in)

    def _read(self, pipe: int) -> None:
        found = os.read(pipe, _CHUNK)
        if not found:
            self._watch.unregister(pipe)
        elif pipe == self._out:
            self._said += found
        else:
            self._complained += found
            del self._complained[: -self._limits.stderr_bytes or None]

    def finish(self) -> None:
        """Tell it that nothing more comes."""
        if self._unsent:
            self._watch.unregister(self._in)
            self._unsent.clear()
        self._pipes[0].close()

    def stop(self) -> None:
        """End it and what it started, where it still runs, and close its pipes."""
        if self._child.poll() is None:
            with suppress(OSError, subprocess.TimeoutExpired):
                os.killpg(self._child.pid, signal.SIGKILL)
                self._child.wait(self._limits.grace + 1)
        self._watch.close()
        for pipe in self._pipes:
            pipe.close()


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
