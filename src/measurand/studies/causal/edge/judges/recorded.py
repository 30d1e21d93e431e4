"""A judge who reads its verdicts from records: pure, whoever made the records, and when."""

from attrs import evolve, field, frozen, validators

from measurand.studies.causal.asking.prompts import Limits, prompt
from measurand.studies.causal.asking.replies import NOT_ANSWERED, Average, verdict
from measurand.studies.causal.edge.judges.kept import Answers, Key
from measurand.studies.causal.edge.judges.record import Place
from measurand.studies.causal.edge.judges.settings import MOST_VOTES
from measurand.studies.causal.judging import Decided, Question, Undecided, Unscored, Verdict

OTHER_PROMPT = Unscored(
    reason="answers another prompt",
    because="the problem, the limits or the prompts have changed since the reply was given",
)


@frozen(kw_only=True)
class Recorded:
    """Decides by the replies on record: the same question, the same verdict.

    A reply answers a question if it answers its prompt, to the letter. With several votes, those
    that are missing count as unscored. There are at most MOST_VOTES.
    """

    signature: str
    answers: Answers = field(repr=False)
    votes: int = field(default=1, validator=validators.le(MOST_VOTES))
    average: Average = Average.MEDIAN
    limits: Limits = field(factory=Limits)
    canary: bool = False

    def __call__(self, question: Question, /) -> Verdict:
        """Decide."""
        asked = prompt(question, self.limits)
        if isinstance(asked, Unscored):
            return asked
        keys = [Key(asked.digest, vote, self.canary) for vote in range(self.votes)]
        found = [self.answers.votes.get(key) for key in keys]
        if not any(found):
            return OTHER_PROMPT if Place.of(question) in self.answers.places else NOT_ANSWERED
        votes = [NOT_ANSWERED if vote is None else vote.verdict for vote in found]
        return _with_cuts(verdict(question.kind, votes, self.average), asked.cut)


def _with_cuts(given: Verdict, cut: tuple[str, ...]) -> Verdict:
    match given:
        case Decided() if cut:
            note = f"the model did not see {'; '.join(cut)}"
            return evolve(given, details=(*given.details, ("cut", note)))
        case Decided() | Undecided() | Unscored():
            return given
