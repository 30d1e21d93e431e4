"""The change from earlier answers to later ones: gold, before and after, a set for each sample.

The kind `change` is a score that is told what to find and two answers, and gives how much better
the later is. Where it is a difference of two scores, its steps add up and its way back is negative.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.checks import (
    Ask,
    answered_unless,
    between,
    law,
    needing,
    repeated,
    unchanged,
)
from measurand.laws.kinds.compare import at_most, broken, close, is_number, silent
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import EXACT, Absent, Call, Number, Subject, asked, number

Answers = Sequence[AbstractSet[str]]
ChangeScore = Subject[[Answers, Answers, Answers]]
CHANGE_REVERSIBLE, CHANGE_ADDITIVE = "reversible", "additive"
CHANGE_FULL, CHANGE_MEAN, CHANGE_UNDEFINED = "full", "mean", "undefined"


@frozen
class ChangesCase:
    """Samples with gold and three answers in turn; a place, an order and other names.

    >>> ChangesCase([{"a"}], [set()], [{"a"}], [{"b"}]).here
    0
    """

    gold: Answers
    before: Answers
    after: Answers
    later: Answers
    at: int = 0
    order: Sequence[int] = ()
    names: Mapping[str, str] = {}

    @property
    def here(self) -> int:
        """Say which sample the place is in; 0 where there is none."""
        return self.at % len(self.gold) if self.gold else 0


def change_score(
    subject: ChangeScore, gold: Answers, before: Answers, after: Answers
) -> Call[Number]:
    """Ask for the change.

    >>> change_score(Subject("none", lambda gold, before, after: 0), [], [], []).answer
    Fraction(0, 1)
    """
    return asked(subject, number, gold, before, after)


ChangeAsk = Ask[[Answers, Answers, Answers], ChangesCase]


def _of_all(change: Callable[[ChangesCase, Answers], Answers]) -> ChangeAsk:
    """Ask about gold, before and after, each changed in the same way."""

    def ask(subject: ChangeScore, case: ChangesCase) -> Call[Number]:
        gold, before, after = (change(case, x) for x in (case.gold, case.before, case.after))
        return change_score(subject, gold, before, after)

    return ask


_whole = _of_all(lambda _, side: side)


def _later(subject: ChangeScore, case: ChangesCase) -> Call[Number]:
    return change_score(subject, case.gold, case.after, case.later)


def change_placed(answers: Answers, at: int, answer: AbstractSet[str]) -> Answers:
    """Put another answer in one place.

    >>> change_placed([{"a"}, {"b"}], 1, set())
    [{'a'}, set()]
    """
    return [*answers[:at], answer, *answers[at + 1 :]]


def change_ordered(answers: Answers, order: Sequence[int]) -> Answers:
    """Put answers into another order.

    >>> change_ordered([{"a"}, {"b"}], [1, 0])
    [{'b'}, {'a'}]
    """
    return [answers[at] for at in order]


def change_renamed(answers: Answers, names: Mapping[str, str]) -> Answers:
    """Give every item another name.

    >>> change_renamed([{"a"}, {"b"}], {"a": "b", "b": "a"})
    [{'b'}, {'a'}]
    """
    return [{names.get(item, item) for item in answer} for answer in answers]


@law("no change", "Answers that stay the same change nothing: 0.", Algebra.IDENTITY)
def _change_none(subject: ChangeScore, case: ChangesCase) -> Outcome:
    if not case.gold:
        return Silent("there is no sample")
    call = change_score(subject, case.gold, case.before, case.before)
    return _lacking(subject, call) or is_number(subject, call, Fraction(0))


def _lacking(subject: ChangeScore, call: Call[Number]) -> Silent | None:
    lacks = CHANGE_UNDEFINED in subject.claims and isinstance(call.answer, Absent)
    return Silent("there is no number") if lacks else None


def _numbers(*calls: Call[Number]) -> tuple[Number, ...] | None:
    answers = [call.answer for call in calls]
    numbers = tuple(answer for answer in answers if isinstance(answer, Fraction | float))
    return numbers if len(numbers) == len(answers) else None


def _equal_sums(subject: ChangeScore, one: Number, other: Number) -> bool:
    return one == other or (EXACT not in subject.claims and close(one, other))


@law(
    "reversal",
    "Exchanging earlier and later answers negates the change.",
    Algebra.SYMMETRY,
    CHANGE_REVERSIBLE,
)
def _change_reversal(subject: ChangeScore, case: ChangesCase) -> Outcome:
    calls = (_whole(subject, case), change_score(subject, case.gold, case.after, case.before))
    if raised := silent(*calls):
        return raised
    numbers = _numbers(*calls)
    if numbers is None:
        return Silent("there is no number")
    if _equal_sums(subject, numbers[0], -numbers[1]):
        return Holds()
    return broken("the way back is not the negative", *calls)


@law(
    "chain",
    "The changes of two steps add up to the change of both.",
    Algebra.MERGE,
    CHANGE_ADDITIVE,
)
def _change_chain(subject: ChangeScore, case: ChangesCase) -> Outcome:
    calls = (
        _whole(subject, case),
        _later(subject, case),
        change_score(subject, case.gold, case.before, case.later),
    )
    if raised := silent(*calls):
        return raised
    numbers = _numbers(*calls)
    if numbers is None:
        return Silent("there is no number")
    first, second, both = (Fraction(value) for value in numbers)
    if close(first + second, both) if EXACT not in subject.claims else first + second == both:
        return Holds()
    return broken("two steps do not add up to the whole way", *calls)


@law("mended", "Setting a later answer right never lowers the change.", Algebra.MONOTONE)
def _change_mended(subject: ChangeScore, case: ChangesCase) -> Outcome:
    if not case.gold:
        return Silent("there is no sample")
    after = change_placed(case.after, case.here, case.gold[case.here])
    mended = change_score(subject, case.gold, case.before, after)
    return at_most(subject, _whole(subject, case), mended)


@law("all mended", "From nothing found to everything right is 1.", Algebra.IDENTITY, CHANGE_FULL)
def _change_full(subject: ChangeScore, case: ChangesCase) -> Outcome:
    if not case.gold or not all(case.gold):
        return Silent("some sample has nothing to find")
    wrong: Answers = [set() for _ in case.gold]
    call = change_score(subject, case.gold, wrong, case.gold)
    return _lacking(subject, call) or is_number(subject, call, Fraction(1))


@law(
    "decomposition",
    "The change is the mean of the changes of single samples.",
    Algebra.MERGE,
    CHANGE_MEAN,
)
def _change_mean(subject: ChangeScore, case: ChangesCase) -> Outcome:
    if not case.gold:
        return Silent("there is no sample")
    parts = [
        change_score(subject, [gold], [before], [after])
        for gold, before, after in zip(case.gold, case.before, case.after, strict=True)
    ]
    if raised := silent(*parts):
        return raised
    numbers = _numbers(*parts)
    if numbers is None:
        return Silent("there is no number")
    mean = sum((Fraction(value) for value in numbers), Fraction(0)) / len(numbers)
    outcome = is_number(subject, _whole(subject, case), mean)
    near = Subject(subject.name, subject.function, subject.claims - {EXACT})
    floats = any(isinstance(value, float) for value in numbers)
    return is_number(near, _whole(subject, case), mean) if floats else outcome


CHANGE_LAWS: tuple[Law[ChangeScore, ChangesCase], ...] = (
    law("defined", "Every change gets a number.")(answered_unless(CHANGE_UNDEFINED, _whole)),
    law(
        "repeatable",
        "The same answers get the same number, to the bit, and are left alone.",
        Algebra.ORDER,
    )(repeated(_whole, _later)),
    law("signed range", "A change lies between -1 and 1.")(between(_whole, -1, 1)),
    _change_none,
    _change_reversal,
    _change_chain,
    law("sample order", "The order of the samples plays no part.", Algebra.ORDER)(
        needing(
            lambda case: sorted(case.order) == list(range(len(case.gold))),
            "the order is of other samples",
            unchanged(_whole, _of_all(lambda case, side: change_ordered(side, case.order))),
        )
    ),
    law("renaming", "The names of items play no part.", Algebra.SYMMETRY)(
        needing(
            lambda case: sorted(case.names) == sorted(case.names.values()),
            "the names are not exchanged one to one",
            unchanged(_whole, _of_all(lambda case, side: change_renamed(side, case.names))),
        )
    ),
    _change_mended,
    law("replication", "Listing every sample twice changes nothing.", Algebra.MERGE)(
        unchanged(_whole, _of_all(lambda _, side: [*side, *side]))
    ),
    _change_full,
    _change_mean,
)


CHANGE_KIND: Kind[[Answers, Answers, Answers], ChangesCase] = Kind(
    name="change",
    takes="equally long sequences of sets, gold, before and after; gives a number, a gain above 0",
    claims={
        CHANGE_REVERSIBLE: "exchanging before and after negates it",
        CHANGE_ADDITIVE: "it is the difference of two scores, so that steps add up",
        CHANGE_FULL: "from nothing found to everything right is 1",
        CHANGE_MEAN: "it is the mean over samples",
        CHANGE_UNDEFINED: "some answers may have no number: None or NaN",
    },
    laws=CHANGE_LAWS,
)
