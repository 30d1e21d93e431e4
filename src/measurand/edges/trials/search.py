"""The search for the smallest case in which a law breaks."""

from collections.abc import Sequence
from random import Random
from typing import Generic, ParamSpec, TypeVar

from attrs import define, evolve, frozen
from hypothesis import Phase, find
from hypothesis import settings as Settings  # noqa: N812  # the name of its values here
from hypothesis.errors import Flaky, NoSuchExample, Unsatisfiable
from hypothesis.strategies import SearchStrategy

from measurand.algebra.law import Broken, Holds, Law, Outcome, Silent
from measurand.edges.trials.load import code_name, put_in_scope
from measurand.laws.kinds.judged import Counterexample, Fate, Judged
from measurand.laws.kinds.subject import Subject

P = ParamSpec("P")
C = TypeVar("C")
S = TypeVar("S")

_LONGEST = 300
FLAKY = "it breaks only now and then: the same case held when it was tried again"


@frozen
class Effort:
    """How hard to search: settings of Hypothesis, and a seed where every run is to be the same.

    Settings that are left out are those of the profile that is loaded. No law is about time: there
    is no deadline in any of them, and nothing is explained but by the counterexample.

    >>> Effort(seed=1).random().random() == Effort(seed=1).random().random()
    True
    """

    settings: Settings | None = None
    seed: int | None = None

    def hard(self) -> Settings:
        """Give the settings of a search.

        >>> Effort(Settings(max_examples=7)).hard().max_examples
        7
        """
        base = self.settings or Settings()
        phases = [phase for phase in base.phases if phase is not Phase.explain]
        return Settings(base, deadline=None, phases=phases)

    def random(self) -> Random | None:
        """Give the source of chance; None leaves it to Hypothesis and its command-line seed."""
        return None if self.seed is None else Random(self.seed)  # noqa: S311  # a search, no secret


def searching(examples: int) -> Settings:
    """Give settings that no profile moves, and that leave nothing behind.

    >>> searching(50).max_examples
    50
    """
    return Settings(Settings.get_profile("default"), max_examples=examples, database=None)


@define
class _Seen:
    """What was seen of a law: cases that spoke until the first that broke it; the last that did."""

    spoke: int = 0
    because: str = "no case was drawn"
    last: Broken | None = None

    def note(self, outcome: Outcome) -> bool:
        """Say whether the outcome is a broken law."""
        if isinstance(outcome, Silent):
            self.because = outcome.because
        elif self.last is None:
            self.spoke += 1
        if isinstance(outcome, Broken):
            self.last = outcome
            return True
        return False


@define
class _Round(Generic[P, C]):
    """Laws that are tried on the same cases; the first that breaks is the one that is cut down."""

    subject: Subject[P]
    laws: Sequence[Law[Subject[P], C]]
    seen: tuple[_Seen, ...]
    fell: int | None = None

    def breaks(self, case: C) -> bool:
        """Try a case: on every law while none is broken, then on the one that was."""
        if self.fell is not None:
            return self.seen[self.fell].note(checked(self.laws[self.fell], self.subject, case))
        for at, (law, seen) in enumerate(zip(self.laws, self.seen, strict=True)):
            if seen.note(checked(law, self.subject, case)) and self.fell is None:
                self.fell = at
        return self.fell is not None


def checked(law: Law[S, C], subject: S, case: C) -> Outcome:
    """Ask a law about a case.

    >>> checked(Law("even", "", lambda f, n: f(n) % 2 == 0), lambda n: n, 3)
    Traceback (most recent call last):
    TypeError: law even: a check gives Holds, Broken or Silent: got False

    Raises TypeError where its check gives anything else.
    """
    found: object = law.check(subject, case)
    if isinstance(found, Holds | Broken | Silent):
        return found
    raise TypeError(f"law {law.id}: a check gives Holds, Broken or Silent: got {found!r:.80}")


def searched(
    subject: Subject[P],
    law: Law[Subject[P], C],
    cases: SearchStrategy[C],
    *,
    effort: Effort | None = None,
    suite: str = "",
) -> Judged:
    """Search a case in which a law breaks, and cut it down.

    >>> from hypothesis import strategies as st
    >>> below = Law("below", "Small.",
    ...             lambda f, n: Holds() if n < 7 else Broken(f"{n}", (f"f({n})",)))
    >>> judged = searched(Subject("f", abs), below, st.integers(0, 100), effort=Effort(seed=1))
    >>> judged.found.calls
    ('f(7)',)
    """
    return searched_all(subject, [law], cases, effort=effort, suite=suite)[law.id]


def searched_all(
    subject: Subject[P],
    laws: Sequence[Law[Subject[P], C]],
    cases: SearchStrategy[C],
    *,
    effort: Effort | None = None,
    suite: str = "",
) -> dict[str, Judged]:
    """Search cases in which laws break, and cut them down; every case is tried on all laws.

    Where a law breaks, the others start again without it: each that holds has seen all cases.

    >>> searched_all(Subject("f", abs), [], None)
    {}
    """
    how, left = effort or Effort(), list(laws)
    asked = subject if subject.write else evolve(subject, name=code_name(subject))
    judged: dict[str, Judged] = {}
    while left:
        one = _Round(asked, tuple(left), tuple(_Seen() for _ in left))
        names = ",".join(law.id for law in laws)
        found = _found(one, cases, how, f"{suite}:{names}:{subject.name}".encode())
        if one.fell is None or found is None:
            pairs = zip(left, one.seen, strict=True)
            return judged | {law.id: _unbroken(law, seen) for law, seen in pairs}
        law = left.pop(one.fell)
        spoke = one.seen[one.fell].spoke
        judged[law.id] = _judged(law, Fate.BROKEN, examples=spoke, found=found)
    return judged


def _found(
    one: _Round[P, C], cases: SearchStrategy[C], how: Effort, key: bytes
) -> Counterexample | None:
    """Give the smallest case that breaks a law, told as code; None where no case breaks any."""
    try:
        smallest = find(
            cases, one.breaks, settings=how.hard(), random=how.random(), database_key=key
        )
    except (NoSuchExample, Unsatisfiable):
        return None
    except Flaky:
        again: Outcome = Holds()
    else:
        again = checked(one.laws[one.fell or 0], one.subject, smallest)
    return told(one.subject, one.seen[one.fell or 0].last, again=again)


def _unbroken(law: Law[Subject[P], C], seen: _Seen) -> Judged:
    if seen.spoke:
        return _judged(law, Fate.HELD, examples=seen.spoke)
    return _judged(law, Fate.UNTESTED, f"no case spoke: {_short(seen.because)}")


def _short(because: str) -> str:
    """Cut what a function may have made as long as it likes."""
    return because if len(because) <= _LONGEST else f"{because[:_LONGEST]}…"


def told(subject: Subject[P], seen: Outcome | None, *, again: Outcome) -> Counterexample:
    """Tell of a broken law as code; the second look at a case may come out otherwise.

    >>> told(Subject("f", abs), Broken("too large", ("f(2)  # 2",)), again=Holds()).because
    'it breaks only now and then: the same case held when it was tried again'
    """
    last = again if isinstance(again, Broken) else seen
    calls = last.calls if isinstance(last, Broken) else ()
    imports = put_in_scope(subject, calls)
    because = _short(again.because) if isinstance(again, Broken) else FLAKY
    return Counterexample(because, calls, imports)


def _judged(
    law: Law[Subject[P], C],
    fate: Fate,
    because: str = "",
    examples: int = 0,
    found: Counterexample | None = None,
) -> Judged:
    return Judged(
        law=law.id,
        says=law.says,
        algebra=law.algebra,
        fate=fate,
        needs=law.needs,
        because=because,
        examples=examples,
        found=found,
    )
