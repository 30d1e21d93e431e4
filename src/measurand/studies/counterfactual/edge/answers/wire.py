"""Questions and answers as lines of JSON, `cf-question/1` and `cf-answer/1`, and a server of them.

Run as a module (`python -m`), this is the toy generator as a program of its own.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, TypeVar

from attrs import field, frozen
from returns.result import Result

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import Faults, atomic_write, check_file, unreadable
from measurand.edges.files.json.described import (
    NAME,
    TEXTUAL,
    Record,
    needed_object,
    rare,
    read_record,
    required,
    whole,
)
from measurand.edges.files.json.fields import TEXT, Opened
from measurand.edges.files.json.value import FaultError, Json, encode
from measurand.edges.files.lines import BUFFER, Line, read_lines
from measurand.edges.files.samples.record import record_of
from measurand.studies.counterfactual.asking import Answers, Generator, GivenAnswer, Place, Question
from measurand.studies.counterfactual.edge.files.samples import (
    GENERATION,
    MOST_SEED,
    read_sample,
    sample_json,
)
from measurand.studies.counterfactual.toy import Toy
from measurand.values.fault import shown
from measurand.values.frames import Generation

T = TypeVar("T", GivenAnswer, Question)
QUESTION, ANSWER = "cf-question/1", "cf-answer/1"
LEAD = f'{{"schema":"{ANSWER}",'.encode()
"""How every line begins that is written here as an answer."""


def question_line(question: Question) -> bytes:
    """Write a question as one line, with its end."""
    record: dict[str, Json] = {
        "schema": QUESTION,
        **PLACE.write(question.place),
        "sample": sample_json(question.sample),
    }
    return encode(record) + b"\n"


def answer_line(place: Place, generation: Generation, *, by: str = "") -> bytes:
    """Write an answer as one line, with its end; `by` names who made it.

    >>> place = Place(sample_id="1", key="token_perm", seed=7, digest="4f53")
    >>> answer_line(place, Generation())[:65]
    b'{"schema":"cf-answer/1","sample_id":"1","key":"token_perm","seed"'
    """
    record: dict[str, Json] = {
        "schema": ANSWER,
        **PLACE.write(place),
        **_BY.written(by),
        **_GEN.written(generation),
    }
    return encode(record) + b"\n"


PLACE = Record(
    Place,
    "place",
    sample_id=required("sample_id", NAME, ""),
    key=required("key", TEXTUAL, ""),
    seed=required("seed", whole(0, MOST_SEED), 0),
    digest=required("digest", TEXTUAL, ""),
)
_BY = rare("by", TEXTUAL, "")
_GEN = needed_object("gen", GENERATION)


def read_answer(line: Line, file: str, options: ReadOptions) -> GivenAnswer | Faults:
    """Read an answer, or say all that is wrong with it. Keys that nobody asks for are passed over.

    >>> line = Line(3, b"", b'{"schema": "cf-answer/1", "sample_id": "1", "seed": 7}')
    >>> [fault.text() for fault in read_answer(line, "a.jsonl", ReadOptions())][0]
    "a.jsonl:3: $: expected the key 'key', got an object with 3 keys"
    """

    def read(at: Opened) -> GivenAnswer | None:
        schema = at.need("schema", TEXT, ANSWER)
        if schema != ANSWER:
            hint = "this is a question: give what answers it" if schema == QUESTION else ""
            at.wrong("schema", shown(schema), shown(ANSWER), hint)
        place, by, generation = PLACE.read(at), _BY.of(at), _GEN.of(at)
        if place is None or generation is None:
            return None
        return GivenAnswer(place=place, generation=generation, by=by, file=file, line=line.number)

    return _read(line, file, options, read)


def read_question(line: Line, file: str, options: ReadOptions) -> Question | Faults:
    """Read a question, or say what is wrong with it; the digest is not looked at.

    >>> line = Line(3, b"", b'{"schema": "cf-answer/1"}')
    >>> read_question(line, "stdin", ReadOptions())[0].text()
    "stdin:3: $.schema: expected 'cf-question/1', got 'cf-answer/1'"
    """

    def read(at: Opened) -> Question | None:
        schema = at.need("schema", TEXT, QUESTION)
        if schema != QUESTION:
            at.wrong("schema", shown(schema), shown(QUESTION))
        place, inside = PLACE.read(at), at.required("sample")
        if place is None or inside is None or at.faults:
            return None
        sample = read_sample(inside.value)
        if isinstance(sample, tuple):
            for fault in sample:
                at.note(fault, inside.place)
            return None
        return Question(place=place, sample=sample)

    return _read(line, file, options, read)


def _read(
    line: Line, file: str, options: ReadOptions, read: Callable[[Opened], T | None]
) -> T | Faults:
    found: T | Faults
    try:
        found = read_record(record_of(line, file, options).value, read)
    except FaultError as error:
        found = (error.fault,)
    if not isinstance(found, tuple):
        return found
    return tuple(fault.at(file=file, line=line.number) for fault in found)


BAD_QUESTION = 2
_OPTIONS = ReadOptions(max_line_bytes=2**30)


def serve(generator: Generator, questions: BinaryIO, answers: BinaryIO) -> int:
    """Answer questions until there are no more; give the exit code.

    Ends with 2 at the first line that is no question, which is named on stderr.

    >>> from io import BytesIO
    >>> from measurand.studies.counterfactual.asking import ask
    >>> from measurand.values.grounded import Grounded
    >>> question = ask(Grounded(id="1", shape=(8, 8, 8)), "token_perm")
    >>> said = BytesIO()
    >>> serve(Toy(), BytesIO(question_line(question)), said), said.getvalue()[:40]
    (0, b'{"schema":"cf-answer/1","sample_id":"1",')
    """
    for line in read_lines(questions, max_bytes=_OPTIONS.max_line_bytes):
        if not isinstance(line, Line) or line.blank:
            continue
        question = read_question(line, "stdin", _OPTIONS)
        if not isinstance(question, Question):
            sys.stderr.write("".join(f"{fault.text()}\n" for fault in question))
            return BAD_QUESTION
        answers.write(answer_line(question.place, generator(question.sample)))
        answers.flush()
    return 0


if __name__ == "__main__":
    sys.exit(serve(Toy(), sys.stdin.buffer, sys.stdout.buffer))


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
