"""Questions written to a file, and the answers read that someone gave to them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import field, frozen
from returns.result import Result

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import Faults, atomic_write, check_file, unreadable
from measurand.edges.files.lines import BUFFER, Line, read_lines
from measurand.studies.counterfactual.asking import Answers, GivenAnswer, Question
from measurand.studies.counterfactual.edge.answers.wire import question_line, read_answer


def emit(path: Path, questions: Iterable[Question]) -> Result[int, Faults]:
    """Write questions, one a line, all of them or nothing; give the length of the file in bytes."""
    return atomic_write(path, (question_line(question) for question in questions))


@frozen
class Read:
    """The answers of a file, and what is wrong with its other lines."""

    answers: Answers = field(factory=Answers)
    faults: Faults = ()


def read_answers(path: Path, options: ReadOptions | None = None, *, name: str = "") -> Read:
    """Read all answers of a file of JSON Lines; `name` is how the user calls it.

    >>> read_answers(Path("no/such.jsonl")).faults[0].text()
    'no/such.jsonl: expected a file, got nothing of that name'
    """
    name = name or str(path)
    wrong = list(check_file(path, name=name))
    given: list[GivenAnswer] = []
    try:
        for line in () if wrong else _lines(path, options or ReadOptions()):
            found = read_answer(line, name, options or ReadOptions())
            if isinstance(found, GivenAnswer):
                given.append(found)
            else:
                wrong.extend(found)
    except OSError as error:
        wrong.append(unreadable(error, name))
    return Read(Answers.of(given), tuple(wrong))


def _lines(path: Path, options: ReadOptions) -> Iterator[Line]:
    with path.open("rb", buffering=BUFFER) as file:
        for line in read_lines(file, max_bytes=options.max_line_bytes):
            if isinstance(line, Line) and not line.blank:
                yield line
