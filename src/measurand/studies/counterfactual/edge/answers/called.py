"""A generator in this process: a callable."""

from attrs import frozen
from returns.result import Failure, safe

from measurand.studies.counterfactual.asking import Generator, Question, Reply
from measurand.values.fault import Fault, shown
from measurand.values.frames import Generation


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
