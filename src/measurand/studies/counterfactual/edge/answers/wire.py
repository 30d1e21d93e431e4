"""Questions and answers as lines of JSON, `cf-question/1` and `cf-answer/1`, and a server of them.

Run as a module (`python -m`), this is the toy generator as a program of its own.
"""

import sys
from typing import BinaryIO

from attrs import evolve

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import Faults
from measurand.edges.files.json.fields import TEXT, Opened, as_name, as_object, whole
from measurand.edges.files.json.value import FaultError, Json, encode
from measurand.edges.files.lines import Line, read_lines
from measurand.edges.files.samples.sample_of_record import record_of
from measurand.studies.counterfactual.asking import Generator, GivenAnswer, Place, Question
from measurand.studies.counterfactual.edge.files.frames import generation_json, read_generation
from measurand.studies.counterfactual.edge.files.samples import MOST_SEED, read_sample, sample_json
from measurand.studies.counterfactual.toy import Toy
from measurand.values.fault import shown
from measurand.values.frames import Generation

QUESTION, ANSWER = "cf-question/1", "cf-answer/1"
LEAD = f'{{"schema":"{ANSWER}",'.encode()
"""How every line begins that is written here as an answer."""


def question_line(question: Question) -> bytes:
    """Write a question as one line, with its end."""
    record: dict[str, Json] = {
        "schema": QUESTION,
        **_place_json(question.place),
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
        **_place_json(place),
        **({"by": by} if by else {}),
        "gen": generation_json(generation),
    }
    return encode(record) + b"\n"


def _place_json(place: Place) -> dict[str, Json]:
    return {
        "sample_id": place.sample_id,
        "key": place.key,
        "seed": place.seed,
        "digest": place.digest,
    }


def _place(at: Opened) -> Place:
    return Place(
        sample_id=at.need("sample_id", as_name, ""),
        key=at.need("key", TEXT, ""),
        seed=at.need("seed", whole(0, MOST_SEED), 0),
        digest=at.need("digest", TEXT, ""),
    )


def read_answer(line: Line, file: str, options: ReadOptions) -> GivenAnswer | Faults:
    """Read an answer, or say all that is wrong with it. Keys that nobody asks for are passed over.

    >>> line = Line(3, b"", b'{"schema": "cf-answer/1", "sample_id": "1", "seed": 7}')
    >>> [fault.text() for fault in read_answer(line, "a.jsonl", ReadOptions())][0]
    "a.jsonl:3: $: expected the key 'key', got an object with 3 keys"
    """
    try:
        at = Opened(as_object(record_of(line, file, options).value), "$", [])
    except FaultError as error:
        return (error.fault.at(file=file, line=line.number),)
    schema = at.need("schema", TEXT, ANSWER)
    if schema != ANSWER:
        hint = "this is a question: give what answers it" if schema == QUESTION else ""
        at.wrong("schema", shown(schema), shown(ANSWER), hint)
    place = _place(at)
    by = at.maybe("by", TEXT) or ""
    inside = at.required("gen")
    found = () if inside is None else read_generation(inside.value, inside.place)
    wrong = (*at.faults, *(found if isinstance(found, tuple) else ()))
    if wrong or isinstance(found, tuple):
        return tuple(fault.at(file=file, line=line.number) for fault in wrong)
    return GivenAnswer(place=place, generation=found, by=by, file=file, line=line.number)


def read_question(line: Line, file: str, options: ReadOptions) -> Question | Faults:
    """Read a question, or say what is wrong with it; the digest is not looked at.

    >>> line = Line(3, b"", b'{"schema": "cf-answer/1"}')
    >>> read_question(line, "stdin", ReadOptions())[0].text()
    "stdin:3: $.schema: expected 'cf-question/1', got 'cf-answer/1'"
    """
    try:
        at = Opened(as_object(record_of(line, file, options).value), "$", [])
    except FaultError as error:
        return (error.fault.at(file=file, line=line.number),)
    schema = at.need("schema", TEXT, QUESTION)
    if schema != QUESTION:
        at.wrong("schema", shown(schema), shown(QUESTION))
    place, inside = _place(at), at.required("sample")
    sample = () if inside is None or at.faults else read_sample(inside.value)
    if isinstance(sample, tuple):
        below = (evolve(fault, path=f"$.sample{fault.path.removeprefix('$')}") for fault in sample)
        return tuple(fault.at(file=file, line=line.number) for fault in (*at.faults, *below))
    return Question(place=place, sample=sample)


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
