"""Cases of a suite, the same in every run, and what its kind must do on them."""

from typing import ParamSpec, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

from measurand.algebra.law import Broken, Holds, Law, Outcome
from measurand.edges.trials.search import Effort, searched
from measurand.edges.trials.suite import Suite
from measurand.laws.kinds.subject import Subject
from properties.laws.adequacy import Adequacy, adequacy
from properties.laws.mutants.every import MUTANTS

P = ParamSpec("P")
C = TypeVar("C")


def drawn(cases: SearchStrategy[C], most: int = 300) -> tuple[C, ...]:
    """Draw cases, the same in every run."""
    found: list[C] = []

    @seed(0)
    @settings(
        max_examples=most,
        database=None,
        phases=(Phase.generate,),
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def collect(case: C) -> None:
        found.append(case)

    collect()
    return tuple(found)


def judged(suite: Suite[P, C], most: int = 300) -> Adequacy:
    """Try all laws of a suite's kind on its wrong and right functions."""
    assert suite.laws == suite.kind.laws
    return adequacy(suite.kind, MUTANTS[suite.kind.name], drawn(suite.cases, most))


def assert_adequate(found: Adequacy, at_least: int = 19) -> None:
    """Fail unless every wrong one is caught, no right one is accused, every law is justified."""
    assert len(found.caught) >= at_least
    assert found.survivors == ()
    assert found.accused == {}
    assert found.unjustified == ()
    assert found.excused == ()


def overlooked(suite: Suite[..., C], found: Adequacy, examples: int = 100) -> list[str]:
    """Name the wrong functions that the search finds by none of their laws, without shrinking.

    What a search draws depends on its seed alone until a law breaks: one search, which ends when no
    wrong function is left, tries them all on the cases that each would see.
    """
    quick = settings(max_examples=examples, database=None, phases=(Phase.generate,), deadline=None)
    by_name = {law.id: law for law in suite.laws}
    left = {
        wrong.name: (wrong.subject, [by_name[law] for law in sorted(found.caught[wrong.name])])
        for wrong in MUTANTS[suite.kind.name].wrong
    }

    def every_one_broke(_: Subject[...], case: C) -> Outcome:
        for name, (subject, laws) in tuple(left.items()):
            if any(isinstance(law.check(subject, case), Broken) for law in laws):
                del left[name]
        return Holds() if left else Broken("every wrong function broke a law", ())

    law = Law("every-one-broke", "Some wrong function breaks none of its laws.", every_one_broke)
    searched(Subject("all", len), law, suite.cases, effort=Effort(quick, seed=1))
    return list(left)
