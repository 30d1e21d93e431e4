"""A generator as a program of its own: run as a module (`python -m`), this is the toy."""

import sys
from typing import BinaryIO

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.lines import Line, read_lines
from measurand.studies.counterfactual.asking import Generator, Question
from measurand.studies.counterfactual.edge.answers.wire import answer_line, read_question
from measurand.studies.counterfactual.toy import Toy

BAD_QUESTION = 2
_OPTIONS = ReadOptions(max_line_bytes=2**30)


def serve(generator: Generator, questions: BinaryIO, answers: BinaryIO) -> int:
    """Answer questions until there are no more; give the exit code.

    Ends with 2 at the first line that is no question, which is named on stderr.

    >>> from io import BytesIO
    >>> from measurand.studies.counterfactual.edge.answers.wire import question_line
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
