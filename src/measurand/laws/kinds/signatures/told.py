"""Laws of signatures: what they must tell, and what they must not."""

import re
from collections.abc import Iterator

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import broken, defined
from measurand.laws.kinds.signatures.cases import (
    COMPLETE,
    DATA_FREE,
    EFFECTIVE,
    REFUSING,
    UNDEFINED,
    VERSIONED,
    Lines,
    SignatureCase,
    SignatureScore,
    Signed,
    listing_of,
    options_of,
    score_alike,
    signature_score,
    signed,
    signed_alike,
)
from measurand.laws.kinds.subject import (
    EXACT,
    Absent,
    Call,
    Raised,
    Subject,
    answered,
    asked,
    written,
)

PANEL: tuple[tuple[Lines, Lines], ...] = (
    (["a B c a d", "a"], ["a b c d", "a b"]),
    (["the cat sat on a mat", ""], ["The cat, sat on mat", ""]),
    (["a b c d e f", "x y"], ["a b c d e", ""]),
)
"""Texts on which an option that has any effect mostly shows it."""

_VERSION = re.compile(r"(?:version[^0-9]{0,3}|(?<![a-z])v|/|@)[0-9]", re.IGNORECASE)


def _signature_defined(subject: SignatureScore, case: SignatureCase) -> Outcome:
    listed = listing_of(subject)
    if isinstance(listed.answer, Raised | Absent):
        return defined(listed, absent=False)
    call = signature_score(subject, case, options_of(subject, case))
    if isinstance(call.answer, Raised) and REFUSING in subject.claims:
        return Silent("these options are refused")
    outcome = defined(call, absent=False)
    if isinstance(outcome, Broken) or isinstance(call.answer, Absent | Raised):
        return outcome
    if call.answer[1] is None and UNDEFINED not in subject.claims:
        return broken("there is no score", call)
    return Holds()


def _signature_repeatable(subject: SignatureScore, case: SignatureCase) -> Outcome:
    options = options_of(subject, case)
    calls = [signature_score(subject, case, options) for _ in range(3)]
    if calls[0].changed:
        return broken("it changed its arguments", calls[0])
    exact = Subject(subject.name, subject.function, {EXACT})
    outcome = signed_alike(exact, *calls)
    if isinstance(outcome, Broken):  # the same call again and again is worth showing
        return Broken(outcome.because, tuple(call.line() for call in calls))
    return outcome


def _one_line(subject: SignatureScore, case: SignatureCase) -> Outcome:
    call = signature_score(subject, case, options_of(subject, case))
    if isinstance(call.answer, Absent | Raised):
        return Silent("there is no signature")
    text = call.answer[0]
    if text.strip() and text.isprintable():
        return Holds()
    return broken(f"{text[:80]!r} is not one line of printable text", call)


def other_choices(subject: SignatureScore, case: SignatureCase) -> Iterator[dict[str, object]]:
    """Give other options than those of a case: one in its other values, two exchanged, all other.

    >>> subject = Subject("f", lambda *_: {"beta": [1, 2]})
    >>> list(other_choices(subject, SignatureCase([0], [1], 0, [], [])))
    [{'beta': 2}]
    """
    listing, here = listing_of(subject).answer, options_of(subject, case)
    if not here or isinstance(listing, Absent | Raised):
        return
    name, seen = case.name(here), {written(here)}
    single = [{**here, name: value} for value in listing[name]]
    for choice in (
        *single,
        case.options(listing, case.swapped()),
        case.options(listing, case.others),
    ):
        if written(choice) not in seen:
            seen.add(written(choice))
            yield choice


def _pairs(
    subject: SignatureScore, case: SignatureCase
) -> Iterator[tuple[Call[Signed], Call[Signed], Signed, Signed]]:
    here = signature_score(subject, case, options_of(subject, case))
    for other in other_choices(subject, case):
        there = signature_score(subject, case, other)
        if isinstance(here.answer, tuple) and isinstance(there.answer, tuple):
            yield here, there, here.answer, there.answer


def _injective(subject: SignatureScore, case: SignatureCase) -> Outcome:
    outcome: Outcome = Silent("there is no second choice of options")
    for here, there, (text, score), (other, value) in _pairs(subject, case):
        if text == other and not score_alike(subject, score, value):
            scores = f"{answered(score)} and {answered(value)}"
            return broken(f"{scores} have one signature: {text!r}", here, there)
        outcome = Holds()
    return outcome


def _complete(subject: SignatureScore, case: SignatureCase) -> Outcome:
    outcome: Outcome = Silent("there is no second choice of options")
    for here, there, (text, _), (other, _) in _pairs(subject, case):
        if text == other:
            return broken(f"other options, the same signature {text!r}", here, there)
        outcome = Holds()
    return outcome


def _data_free(subject: SignatureScore, case: SignatureCase) -> Outcome:
    options = options_of(subject, case)
    here = signature_score(subject, case, options)
    there = asked(subject, signed, options, *case.more)
    if isinstance(here.answer, tuple) and isinstance(there.answer, tuple):
        if here.answer[0] == there.answer[0]:
            return Holds()
        texts = f"{here.answer[0]!r} and {there.answer[0]!r}"
        return broken(f"other texts, and the signatures {texts} differ", here, there)
    return Silent("there is no signature")


def _versioned(subject: SignatureScore, case: SignatureCase) -> Outcome:
    call = signature_score(subject, case, options_of(subject, case))
    if not isinstance(call.answer, tuple):
        return Silent("there is no signature")
    if _VERSION.search(call.answer[0]):
        return Holds()
    return broken(f"{call.answer[0]!r} names no version", call)


def _effective(subject: SignatureScore, case: SignatureCase) -> Outcome:
    listing, options = listing_of(subject).answer, options_of(subject, case)
    if not options or isinstance(listing, Absent | Raised):
        return Silent("there are no options")
    name = case.name(options)
    if len(listing[name]) == 1:
        return Silent("the option has one value")
    choices = [{**options, name: value} for value in listing[name]]
    corpora = ((case.references, case.hypotheses), *PANEL)
    for references, hypotheses in corpora:
        calls = [asked(subject, signed, choice, references, hypotheses) for choice in choices]
        if len({written(call.answer) for call in calls}) > 1:
            return Holds()
    because = f"{name} changes neither the score nor the signature of {len(corpora)} corpora"
    return broken(because, *(signature_score(subject, case, choice) for choice in choices))


TOLD_LAWS: tuple[Law[SignatureScore, SignatureCase], ...] = (
    Law("defined", "Listed options give a signature and a score.", _signature_defined),
    Law(
        "repeatable",
        "The same options and texts get the same signature and the same score.",
        _signature_repeatable,
        Algebra.STATISTICS,
    ),
    Law(
        "one-line",
        "A signature is one line of printable text.",
        _one_line,
        Algebra.SIGNATURES,
    ),
    Law(
        "injective",
        "Two scores of the same texts that differ have signatures that differ.",
        _injective,
        Algebra.SIGNATURES,
    ),
    Law(
        "complete",
        "Options that differ have signatures that differ.",
        _complete,
        Algebra.SIGNATURES,
        frozenset({COMPLETE}),
    ),
    Law(
        "data-free",
        "A signature does not depend on the texts.",
        _data_free,
        Algebra.SIGNATURES,
        frozenset({DATA_FREE}),
    ),
    Law(
        "versioned",
        "A signature names a version.",
        _versioned,
        Algebra.SIGNATURES,
        frozenset({VERSIONED}),
    ),
    Law(
        "effective",
        "An option that is accepted changes some score, or stands in the signature.",
        _effective,
        Algebra.SIGNATURES,
        frozenset({EFFECTIVE}),
    ),
)
