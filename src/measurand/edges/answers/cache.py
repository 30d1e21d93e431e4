"""Answers kept in a file as they come: a run that was stopped need not ask for them again."""

from collections.abc import Mapping
from io import SEEK_END, FileIO
from pathlib import Path
from types import TracebackType
from typing import Self

from attrs import evolve, field, frozen
from returns.result import Failure, Result, Success

from measurand.edges.answers.wire import LEAD, answer_line, read_answer
from measurand.edges.formats.events import ReadOptions, Rest
from measurand.edges.formats.files import Faults, check_file, unreadable
from measurand.edges.formats.lines import BUFFER, Line, read_lines
from measurand.pipelines.counterfactual.asking import Asker, Origin, Place, Question, Reply
from measurand.pipelines.counterfactual.joining import Given
from measurand.values.fault import Fault, shown
from measurand.values.frames import Generation

_MOST = 20
_RIGHT_FILE = "is this the file of kept answers? name another one, or delete it"


class Kept:
    """Takes the answer that an earlier run has kept, or asks and keeps what it gets.

    Make it with `open_kept`. Every answer is appended as one whole line of `cf-answer/1` before it
    is given: when the process is killed, at most the line then being written is lost; when the
    power fails, also what the system had not yet put on the disk. Only answers of the generator of
    the same name (`by`) to the same question (sample, transform, seed, tokens) are used again; of
    two, the first. What else goes wrong with the file is a fault in `noticed`; answers are given
    all the same.
    """

    def __init__(self, name: str, file: FileIO, asker: Asker, by: str, found: "Found") -> None:
        """Take an open file and what was read of it."""
        self.noticed = found.noticed
        self._name = name
        self._file = file
        self._asker = asker
        self._by = by
        self._found = dict(found.answers)
        self._broken = False

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._file.close()

    def reply(self, question: Question) -> Reply:
        """Take the kept answer, or ask."""
        kept = self._found.get(question.place)
        if kept is not None:
            return Reply(question=question, generation=kept, origin=Origin.KEPT)
        reply = self._asker(question)
        if reply.generation is not None:
            self._found[question.place] = reply.generation
            self._keep(question.place, reply.generation)
        return reply

    def _keep(self, place: Place, generation: Generation) -> None:
        if self._broken:
            return
        line = answer_line(place, generation, by=self._by)
        end = self._file.seek(0, SEEK_END)
        try:
            written = self._file.write(line)
            why = "" if written == len(line) else "no more room"
        except OSError as error:
            why = error.strerror or str(error)
        if why:
            self._broken = True
            self._file.truncate(end)
            hint = "the answers from here on are used, but not kept"
            fault = Fault(file=self._name, got=why, expected="a file that can grow", hint=hint)
            self.noticed += (evolve(fault, path=place.called),)


@frozen
class Found:
    """What a file of kept answers holds, what is odd in it, and how it is to be mended."""

    answers: Mapping[Place, Generation] = field(factory=dict)
    noticed: Faults = ()
    torn_at: int | None = None
    unended: bool = False


def open_kept(
    path: Path, asker: Asker, *, by: str, options: ReadOptions | None = None, name: str = ""
) -> Result[Kept, Faults]:
    """Open a file of kept answers, or begin one; `by` names the generator, `name` the file.

    A last line that was cut off while it was written is taken away, with a note. A file that holds
    anything else is refused and stays as it is.
    """
    name = name or str(path)
    try:
        found = _read(path, by, options or ReadOptions(), name)
        if isinstance(found, tuple):
            return Failure(found)
        # Unbuffered and appending: a line is one write, which no other run can split.
        file = path.open("ab", buffering=0)
        if found.torn_at is not None:
            file.truncate(found.torn_at)
        if found.unended:
            file.write(b"\n")
    except OSError as error:
        return Failure((unreadable(error, name),))
    return Success(Kept(name, file, asker, by, found))


def _read(path: Path, by: str, options: ReadOptions, name: str) -> Found | Faults:
    if not path.exists():
        return Found()
    if faults := check_file(path, name=name):
        return faults
    answers: dict[Place, Generation] = {}
    wrong: list[Fault] = []
    others = end = 0
    unended = False
    with path.open("rb", buffering=BUFFER) as file:
        for line in read_lines(file, max_bytes=options.max_line_bytes):
            start, end = end, end + len(line.raw)
            if isinstance(line, Rest) or line.blank:
                continue
            unended = not line.ended
            found = read_answer(line, name, options)
            if not isinstance(found, Given):
                if unended and not wrong and _is_torn(line.raw):
                    return Found(answers, (*_by_others(others, by, name), _torn(line, name)), start)
                wrong.extend(found)
            elif found.by != by:
                others += 1
            else:
                answers.setdefault(found.place, found.generation)
    if wrong:
        return tuple(evolve(fault, hint=fault.hint or _RIGHT_FILE) for fault in wrong[:_MOST])
    return Found(answers, _by_others(others, by, name), unended=unended)


def _is_torn(raw: bytes) -> bool:
    """Tell whether bytes begin as the lines do that are written here."""
    return raw[: len(LEAD)] == LEAD[: len(raw)]


def _torn(line: Line, name: str) -> Fault:
    got = f"an end after {shown(line.raw[-30:].decode(errors='replace'))}"
    hint = "the run before was stopped while it wrote this answer: it is asked for again"
    return Fault(file=name, line=line.number, got=got, expected="a whole line", hint=hint)


def _by_others(number: int, by: str, name: str) -> Faults:
    if not number:
        return ()
    hint = "the others stay in the file and are not used"
    return (Fault(file=name, got=f"{number} by others", expected=f"answers by {by}", hint=hint),)
