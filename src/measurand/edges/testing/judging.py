"""Laws in test files: one line that tries all of them on a function."""

from collections.abc import Callable, Iterable
from typing import Literal

from hypothesis import settings as Settings  # noqa: N812  # the name of its values here

from measurand.edges.report.laws_words import broken_text, nothing_text, untested_text
from measurand.edges.testing.broken import LawBrokenError, NothingJudgedError, UntestedError
from measurand.edges.trials.search import Effort
from measurand.edges.trials.suite import Trying
from measurand.edges.trials.suites import NEWEST, SUITES, suite_named
from measurand.laws.kinds.judged import (
    Expected,
    Fate,
    Judgement,
    checked_expected,
    reasoned,
    surprises,
)
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Batched, Subject
from measurand.values.suggest import did_you_mean


def check_laws(  # noqa: PLR0913  # one function and what is said of it, all by name
    function: Callable[..., object],
    *,
    kind: str | Trying,
    declares: Iterable[str] = (),
    expected_failures: Expected | None = None,
    name: str | None = None,
    batched: Batched | None = None,
    settings: Settings | None = None,
    untested: Literal["ok", "fail"] = "ok",
) -> Judgement:
    """Try every law that applies on a function.

    The kind is a name (then the newest suite of it is tried), the name of a suite, which never
    changes, or a suite of your own. Laws apply by what the function declares; those in
    `expected_failures`, each with its reason, must break. What could not be judged is `untested`
    in the judgement, and passes unless `untested="fail"`. `batched` is the same function for a list
    of batches, each a tuple of what the function takes. How hard is searched is what the profile of
    Hypothesis says, and `--hypothesis-seed` repeats a search; `settings` say otherwise.

    >>> def share(gold, predicted):
    ...     same = [one == other for one, other in zip(gold, predicted)]
    ...     return sum(same) / len(same) if same else 1.0
    >>> "range" in [row.law for row in check_laws(
    ...     share, kind="SET_F1_2026_1", declares={"symmetric"}).laws]
    True

    Raises LawBrokenError where a law comes out otherwise than expected, NothingJudgedError where
    none could be judged, UntestedError where some could not and that is to fail, ValueError where
    the kind, a claim or a law is not known, and TypeError where what is given is no kind at all, or
    a law says neither that it holds nor that it breaks.
    """
    __tracebackhide__ = True  # pytest: the caller's line is what failed
    if untested not in {"ok", "fail"}:
        raise ValueError(f"untested is 'ok' or 'fail': got {untested!r:.80}")
    suite, expected = suite_of(kind), {} if expected_failures is None else expected_failures
    reasoned(expected)
    claims = suite.checked(declares)
    subject = Subject(name or name_of(function), function, claims, batched)
    trials = suite.trials(subject)
    laws = {law.id: law.needs for law in suite.listing.laws}
    applying = [trial.law for trial in trials]
    checked_expected(expected, suite=suite.name, laws=laws, applying=applying)
    judgement = suite.judge(subject, Effort(settings))
    if surprises(judgement, expected):
        raise LawBrokenError(broken_text(judgement, expected))
    if not judgement.of(Fate.HELD) and not judgement.of(Fate.BROKEN):
        raise NothingJudgedError(nothing_text(judgement))
    if judgement.untested and untested == "fail":
        raise UntestedError(untested_text(judgement))
    return judgement


def suite_of(kind: str | Trying) -> Trying:
    """Find a suite: by its own name, or the newest of a kind.

    >>> suite_of("set-f1").name, suite_of("SET_F1_2026_1").name
    ('SET_F1_2026_2', 'SET_F1_2026_1')
    >>> suite_of("sat-f1")
    Traceback (most recent call last):
    ValueError: no kind 'sat-f1': did you mean 'set-f1'?

    Raises ValueError where there is none, and TypeError for what is no suite.
    """
    given: object = kind
    if isinstance(given, Kind):
        raise TypeError(f"kind {given.name}: give a Suite, which says how its cases are drawn")
    if not isinstance(kind, str):
        if not hasattr(given, "trials"):
            raise TypeError(f"give the name of a kind, or a Suite: got {given!r:.80}")
        return kind
    suite = suite_named(kind)
    if suite is None:
        hint = did_you_mean(kind, [*SUITES, *NEWEST]) or f"; there are {', '.join(NEWEST)}"
        raise ValueError(f"no kind {kind[:80]!r}{hint}")
    return suite


def name_of(function: Callable[..., object]) -> str:
    """Name a function as code would; what has no such name is called metric.

    >>> name_of(name_of), name_of(lambda: 0)
    ('name_of', 'metric')
    """
    name = str(getattr(function, "__name__", ""))
    return name if name.isidentifier() else "metric"
