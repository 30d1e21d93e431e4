"""Laws in test files: one pytest test for every law."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import evolve, frozen
from hypothesis import settings as Settings  # noqa: N812  # the name of its values here

from measurand.edges.report.laws_words import EXPECTED_FAILURES, broken_text
from measurand.edges.testing.broken import LawBrokenError
from measurand.edges.testing.judging import suite_of
from measurand.edges.trials.search import Effort
from measurand.edges.trials.suite import Trying
from measurand.laws.kinds.judged import (
    ExpectationError,
    Fate,
    Judged,
    Judgement,
    checked_expected,
    reasoned,
    surprising,
)
from measurand.laws.kinds.subject import Subject
from measurand.values.suggest import did_you_mean

if TYPE_CHECKING:
    import pytest

ExpectedFailures = Mapping[str, str] | Mapping[tuple[str, str], str]
"""Why a law is expected to break: by its id, or by the subject's name and its id."""


@frozen(kw_only=True)
class LawTest:
    """One law to be tried on one function, as a test that is called.

    `because` says why it cannot be tried, `settings` are those of Hypothesis, and `meant` names
    where it was said that it breaks. A broken law raises LawBrokenError; one that was expected to
    break is an expected failure, and an error where it holds; what cannot be judged is skipped,
    with the reason.
    """

    subject: str
    law: str
    suite: str
    kind: str
    claims: frozenset[str]
    run: Callable[[Effort], Judged] | None
    because: str = ""
    expected: str = ""
    settings: Settings | None = None
    meant: str = EXPECTED_FAILURES

    @property
    def id(self) -> str:
        """Name the test."""
        return f"{self.subject}-{self.law}"

    def __call__(self) -> None:
        """Try the law; pytest is told what came out."""
        __tracebackhide__ = True
        import pytest

        if self.run is None:
            pytest.skip(self.because)
        row = self.run(Effort(self.settings))
        expected = {self.law: self.expected} if self.expected else {}
        if surprising(row, expected):
            raise LawBrokenError(broken_text(self._alone(row), expected, self.meant))
        if row.fate is Fate.BROKEN:
            pytest.xfail(self.expected)
        if row.fate is Fate.UNTESTED:
            pytest.skip(f"untested: {row.because}")

    def _alone(self, row: Judged) -> Judgement:
        return Judgement(
            subject=self.subject,
            suite=self.suite,
            kind=self.kind,
            claims=self.claims,
            laws=(row,),
        )


def law_tests(
    subjects: Iterable[Subject[...]],
    suite: str | Trying,
    expected_failures: ExpectedFailures | None = None,
    settings: Settings | None = None,
) -> tuple[LawTest, ...]:
    """Give a test for every law that applies to each function, and for claims that no law needs.

    `expected_failures` are laws that are known to break, each with the reason; `settings` are those
    of Hypothesis.

    >>> mine = Subject("mine", lambda gold, predicted: 1.0, {"symmetric"})
    >>> [test.id for test in law_tests([mine], "SET_F1_2026_1")][0]
    'mine-defined'

    Raises ValueError where a suite, a claim, a law or a subject is not known, or two subjects have
    one name, and TypeError for one subject alone, or expected failures without reasons.
    """
    if isinstance(subjects, Subject):
        raise TypeError(f"subjects are several: write [{subjects.name[:80]}]")
    reasoned({} if expected_failures is None else expected_failures)
    trying, given = suite_of(suite), tuple(subjects)
    names = [subject.name for subject in given]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"two subjects are called {name[:80]!r}")
    tests = tuple(
        evolve(test, settings=settings) for subject in given for test in _tests(subject, trying)
    )
    expected = _expected(expected_failures or {}, names, tests, trying)
    return tuple(
        evolve(test, expected=expected.get((test.subject, test.law), "")) for test in tests
    )


def _tests(subject: Subject[...], suite: Trying) -> Iterator[LawTest]:
    claims = suite.checked(subject.claims)
    plain = LawTest(
        subject=subject.name,
        law="",
        suite=suite.name,
        kind=suite.kind_name,
        claims=claims,
        run=None,
    )
    for trial in suite.trials(subject):
        yield evolve(plain, law=trial.law, run=trial.run)
    needs = [law.needs for law in suite.listing.laws]
    asked = frozenset[str]().union(*(claimed for claimed in needs if claimed <= claims))
    for claim in sorted(claims & frozenset[str]().union(*needs) - asked):
        because = f"untested: no law of {suite.name} that applies needs the claim {claim}"
        yield evolve(plain, law=f"claim {claim}", because=because)


def _expected(
    given: ExpectedFailures, names: list[str], tests: tuple[LawTest, ...], suite: Trying
) -> dict[tuple[str, str], str]:
    """Say which tests must fail; a law alone speaks of every subject that it applies to."""
    laws = {law.id: law.needs for law in suite.listing.laws}
    applying = {name: [test.law for test in tests if test.subject == name] for name in names}
    found: dict[tuple[str, str], str] = {}
    for key, reason in given.items():
        if isinstance(key, str):
            of, law = [name for name in names if key in applying[name]], key
            judged = [test.law for test in tests]
        else:
            name, law = key
            if name not in names:
                hint = did_you_mean(name, names) or f"; there are {', '.join(names)}"
                raise ExpectationError(f"no subject {name[:80]!r}{hint}")
            of, judged = [name], applying[name]
        checked_expected({law: reason}, suite=suite.name, laws=laws, applying=judged)
        found |= {(name, law): reason for name in of}
    return found


def parametrize_with_laws(
    subjects: Iterable[Subject[...]],
    *,
    suite: str | Trying,
    expected_failures: ExpectedFailures | None = None,
    settings: Settings | None = None,
) -> "pytest.MarkDecorator":
    """Decorate a test of one argument `law`, which calls it: it runs once for every law.

    The tests are called by subject and law, as in `mine-swap`. `expected_failures` says by the
    law, or by subject and law, what must break, and why; `settings` are those of `law_tests`. What
    cannot be judged is skipped.

    >>> mine = Subject("mine", lambda gold, predicted: 1.0, {"symmetric"})
    >>> @parametrize_with_laws([mine], suite="SET_F1_2026_1")
    ... def test_laws(law):
    ...     law()

    Raises ValueError as `law_tests` does.
    """
    import pytest

    tests = law_tests(subjects, suite, expected_failures, settings)
    return pytest.mark.parametrize("law", [pytest.param(test, id=test.id) for test in tests])
