"""Answers kept in a file as they come: a run that was stopped need not ask for them again."""

from pathlib import Path

from attrs import evolve, field, frozen
from returns.result import Result

from measurand.edges.files.append_log import AppendLog, Keeper, Kind, Lines, open_append_log
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import Faults
from measurand.studies.counterfactual.asking import (
    Asker,
    GivenAnswer,
    Origin,
    Place,
    Question,
    Reply,
)
from measurand.studies.counterfactual.edge.answers.wire import LEAD, answer_line, read_answer
from measurand.values.fault import Fault
from measurand.values.frames import Generation

KIND = Kind(
    lead=LEAD,
    torn="the run before was stopped while it wrote this answer: it is asked for again",
    wrong="is this the file of kept answers? name another one, or delete it",
    full="the answers from here on are used, but not kept",
    busy="two runs at once would ask for the same answers twice: wait, or name another file",
)


@frozen
class Found:
    """What a file of kept answers holds: those of one generator, and how many are by others."""

    by: str
    answers: dict[Place, Generation] = field(factory=dict)
    others: list[Place] = field(factory=list)

    def take(self, found: GivenAnswer) -> None:
        """Take an answer in; of two to one question, the first stands."""
        if found.by == self.by:
            self.answers.setdefault(found.place, found.generation)
        else:
            self.others.append(found.place)


class Kept(Keeper):
    """Takes the answer that an earlier run has kept, or asks and keeps what it gets.

    Make it with `open_kept`. Every answer is appended as one whole line of `cf-answer/1` before it
    is given: when the process is killed, at most the line then being written is lost; when the
    power fails, also what the system had not yet put on the disk. Only answers of the generator of
    the same name (`by`) to the same question (sample, transform, seed, tokens) are used again; of
    two, the first. What else goes wrong with the file is a fault in `noticed`; answers are given
    all the same.
    """

    def __init__(self, file: AppendLog, asker: Asker, found: Found, noticed: Faults = ()) -> None:
        """Take an open file and what was read of it."""
        super().__init__(file, noticed)
        self._asker = asker
        self._found = found

    def reply(self, question: Question) -> Reply:
        """Take the kept answer, or ask."""
        answers = self._found.answers
        kept = answers.get(question.place)
        if kept is not None:
            return Reply(question=question, generation=kept, origin=Origin.KEPT)
        reply = self._asker(question)
        if reply.generation is not None:
            answers[question.place] = reply.generation
            line = answer_line(question.place, reply.generation, by=self._found.by)
            faults = self.file.add(line)
            self.noticed += tuple(evolve(one, path=question.place.called) for one in faults)
        return reply


def open_kept(
    path: Path, asker: Asker, *, by: str, options: ReadOptions | None = None, name: str = ""
) -> Result[Kept, Faults]:
    """Open a file of kept answers, or begin one; `by` names the generator, `name` the file.

    A last line that was cut off while it was written is taken away, with a note. A file that holds
    anything else is refused and stays as it is, and so is one that another run has open (where the
    system can tell).
    """
    name = name or str(path)
    how = options or ReadOptions()
    found = Found(by)
    lines = Lines(
        path=path,
        name=name,
        kind=KIND,
        read=lambda line: read_answer(line, name, how),
        take=found.take,
        options=how,
    )
    return open_append_log(lines).map(
        lambda it: Kept(it[0], asker, found, (*_by_others(found, name), *it[1]))
    )


def _by_others(found: Found, name: str) -> Faults:
    if not found.others:
        return ()
    got = f"{len(found.others)} by others"
    hint = "the others stay in the file and are not used"
    return (Fault(file=name, got=got, expected=f"answers by {found.by}", hint=hint),)
