"""The search for the smallest case in which a law breaks."""

from collections.abc import Callable
from random import Random
from typing import ParamSpec, TypeVar

from attrs import define, frozen
from hypothesis import find
from hypothesis import settings as Settings  # noqa: N812  # the name of its values here
from hypothesis.errors import NoSuchExample, Unsatisfiable
from hypothesis.strategies import SearchStrategy

from measurand.algebra.law import Broken, Law, Outcome, Silent
from measurand.laws.kinds.judged import Counterexample, Fate, Judged
from measurand.laws.kinds.subject import Subject

P = ParamSpec("P")
C = TypeVar("C")


@frozen
class Effort:
    """How hard to search: settings of Hypothesis, and a seed where every run is to be the same.

    >>> Effort(seed=1).random().random() == Effort(seed=1).random().random()
    True
    """

    settings: Settings | None = None
    seed: int | None = None

    def random(self) -> Random | None:
        """Give the source of chance; None leaves it to Hypothesis and its command-line seed."""
        return None if self.seed is None else Random(self.seed)  # noqa: S311  # a search, no secret


@define
class _Seen:
    spoke: int = 0
    because: str = "no case was drawn"


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
    >>> from measurand.algebra.law import Holds
    >>> below = Law("below", "Small.",
    ...             lambda f, n: Holds() if n < 7 else Broken(f"{n}", (f"f({n})",)))
    >>> judged = searched(Subject("f", abs), below, st.integers(0, 100), effort=Effort(seed=1))
    >>> judged.found.calls
    ('f(7)',)
    """
    hard = effort or Effort()
    seen = _Seen()

    def breaks(case: C) -> bool:
        outcome = law.check(subject, case)
        if isinstance(outcome, Silent):
            seen.because = outcome.because
        else:
            seen.spoke += 1
        return isinstance(outcome, Broken)

    key = f"{suite}:{law.id}:{subject.name}".encode()
    try:
        smallest = find(
            cases,
            breaks,
            settings=hard.settings or Settings(),
            random=hard.random(),
            database_key=key,
        )
    except NoSuchExample:
        if seen.spoke:
            return _judged(law, Fate.HELD, examples=seen.spoke)
        return _judged(law, Fate.UNTESTED, f"no case spoke: {seen.because}")
    except Unsatisfiable:
        return _judged(law, Fate.UNTESTED, "no case could be drawn")
    return _judged(
        law, Fate.BROKEN, examples=seen.spoke, found=told(subject, law.check(subject, smallest))
    )


def told(subject: Subject[P], outcome: Outcome) -> Counterexample:
    """Tell of a broken law as code; the second look at a case may come out otherwise.

    >>> from measurand.algebra.law import Holds
    >>> told(Subject("f", abs), Holds()).because
    'it breaks only now and then: the same case held when it was tried again'
    """
    imports = subject.imports or imported(subject.name, subject.function)
    if isinstance(outcome, Broken):
        return Counterexample(outcome.because, outcome.calls, imports)
    because = "it breaks only now and then: the same case held when it was tried again"
    return Counterexample(because, (), imports)


def imported(as_name: str, function: Callable[..., object]) -> tuple[str, ...]:
    """Write how a function is imported under a name; nothing for what cannot be imported.

    >>> imported("imported", imported), imported("it", lambda: 0)
    (('from measurand.edges.trials.search import imported',), ())
    """
    module = str(getattr(function, "__module__", "") or "")
    name = str(getattr(function, "__qualname__", "") or "")
    if not name.isidentifier() or module in {"", "__main__", "builtins"}:
        return ()
    other = f" as {as_name}" if as_name != name and as_name.isidentifier() else ""
    return (f"from {module} import {name}{other}",)


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
