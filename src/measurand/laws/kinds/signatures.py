"""Signatures: a function that says under which options its score was reckoned.

Laws of signatures: what they must tell, and what they must not.

Laws of signatures: how options may be written, left out and read back.

The kind `signature`: a score with options, and the line that says which ones.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent, law
from measurand.laws.kinds.checks import Check, faultless
from measurand.laws.kinds.compare import alike, broken, defined, silent
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import (
    EXACT,
    Absent,
    Call,
    Number,
    Raised,
    Subject,
    answered,
    asked,
    number,
    written,
)

Options = Mapping[str, object]
Listing = Mapping[str, Sequence[object]]
Signed = tuple[str, Number | None]
Lines = Sequence[str]
SignatureScore = Subject[[Options | str | None, Lines, Lines]]
UNDEFINED, REFUSING = "undefined", "refusing"
COMPLETE, DEFAULTS, DATA_FREE, VERSIONED = "complete", "defaults", "data-free", "versioned"
PARSED, STRICT, CANONICAL, EFFECTIVE = "parsed", "strict", "canonical", "effective"


@frozen
class SignatureCase:
    """Options that are picked by number from those that a function lists, and texts to score.

    `picks` and `others` are two choices, `place` is an option that another value is put into;
    `more` are other references and hypotheses.

    >>> SignatureCase([1], [0], 0, ["a"], ["b"]).options({"beta": [1, 2]}, [1])
    {'beta': 2}
    """

    picks: Sequence[int]
    others: Sequence[int]
    place: int
    references: Lines
    hypotheses: Lines
    more: tuple[Lines, Lines] = (["a b"], ["b"])

    def options(self, listing: Listing, picks: Sequence[int]) -> dict[str, object]:
        """Pick a value for every option that is listed."""
        turns = (picks[i % len(picks)] for i in range(len(listing)))
        pairs = zip(listing.items(), turns, strict=True)
        return {name: values[turn % len(values)] for (name, values), turn in pairs if values}

    def swapped(self) -> list[int]:
        """Give the picks with two neighbours exchanged, at the place.

        >>> SignatureCase([1, 0], [], 0, [], []).swapped()
        [0, 1]
        """
        picks = list(self.picks)
        i, j = self.place % len(picks), (self.place + 1) % len(picks)
        picks[i], picks[j] = picks[j], picks[i]
        return picks

    def name(self, options: Options) -> str:
        """Name the option that something is done to."""
        return list(options)[self.place % len(options)]


def options_listed(found: object) -> Listing:
    """Read the options that a function lists: a dict of each to the list of its values.

    >>> options_listed({"beta": (1, 2)})
    {'beta': [1, 2]}
    >>> options_listed(None)
    Traceback (most recent call last):
    TypeError: asked with None for its options it lists none: got None
    """
    if not isinstance(found, Mapping) or not found:
        raise TypeError(f"asked with None for its options it lists none: got {written(found)[:80]}")
    return {str(name): list(values) for name, values in found.items()}


def signed(found: object) -> Signed:
    """Read a signature and a score.

    >>> signed(("f/1(beta=1)", 1)), signed(("f/1(beta=2)", None))
    (('f/1(beta=1)', Fraction(1, 1)), ('f/1(beta=2)', None))
    >>> signed("f/1(beta=1)")
    Traceback (most recent call last):
    TypeError: expected a signature and a score, got 'f/1(beta=1)'
    """
    match found:
        case (str() as text, score):
            answer = number(score)
            return text, None if isinstance(answer, Absent) else answer
        case _:
            raise TypeError(f"expected a signature and a score, got {written(found)[:80]}")


def listing_of(subject: SignatureScore) -> Call[Listing]:
    """Ask a function for its options.

    >>> listing_of(Subject("f", lambda options, references, hypotheses: {"beta": [1]})).answer
    {'beta': [1]}
    """
    return asked(subject, options_listed, None, [], [])


def options_of(subject: SignatureScore, case: SignatureCase) -> dict[str, object]:
    """Give the options of a case; none where the function lists none.

    >>> options_of(Subject("f", lambda *_: None), SignatureCase([0], [0], 0, [], []))
    {}
    """
    listing = listing_of(subject).answer
    return {} if isinstance(listing, Absent | Raised) else case.options(listing, case.picks)


def signature_score(
    subject: SignatureScore, case: SignatureCase, options: Options | str
) -> Call[Signed]:
    """Ask for the signature and the score of the texts of a case under options.

    >>> case = SignatureCase([0], [0], 0, ["a"], ["a"])
    >>> signature_score(Subject("f", lambda *_: ("f/1", 1)), case, {}).answer
    ('f/1', Fraction(1, 1))
    """
    return asked(subject, signed, options, case.references, case.hypotheses)


def signed_alike(subject: SignatureScore, *calls: Call[Signed]) -> Outcome:
    """Hold where all calls have the same signature and the same score.

    >>> one, two = Call("f", (1,), ("f/1", 0.5)), Call("f", (2,), ("f/2", 0.5))
    >>> signed_alike(Subject("f", max), one, two).because
    "the signatures 'f/1' and 'f/2' differ"
    """
    if raised := silent(*calls):
        return raised
    answers = [call.answer for call in calls]
    (text, score), *others = (
        answer for answer in answers if not isinstance(answer, Absent | Raised)
    )
    for other, there in others:
        if other != text:
            return broken(f"the signatures {text!r} and {other!r} differ", *calls)
        if not alike(subject, score, there):
            scores = f"{answered(score)} and {answered(there)}"
            return broken(f"one signature, and the scores {scores} differ", *calls)
    return Holds()


PANEL: tuple[tuple[Lines, Lines], ...] = (
    (["a B c a d", "a"], ["a b c d", "a b"]),
    (["the cat sat on a mat", ""], ["The cat, sat on mat", ""]),
    (["a b c d e f", "x y"], ["a b c d e", ""]),
)
"""Texts on which an option that has any effect mostly shows it."""


_VERSION = re.compile(r"(?:version[^0-9]{0,3}|(?<![a-z])v|/|@)[0-9]", re.IGNORECASE)


@law("defined", "Listed options give a signature and a score.")
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


@law(
    "repeatable",
    "The same options and texts get the same signature and the same score.",
    Algebra.STATISTICS,
)
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


def _here(subject: SignatureScore, case: SignatureCase) -> Call[Signed]:
    return signature_score(subject, case, options_of(subject, case))


def _signed(call: Call[Signed]) -> Signed | Silent:
    told = call.answer
    return told if isinstance(told, tuple) else Silent("there is no signature")


def _not_one_line(_subject: SignatureScore, _case: SignatureCase, found: Signed) -> str:
    text = found[0]
    one_line = text.strip() and text.isprintable()
    return "" if one_line else f"{text[:80]!r} is not one line of printable text"


def _no_version(_subject: SignatureScore, _case: SignatureCase, found: Signed) -> str:
    return "" if _VERSION.search(found[0]) else f"{found[0]!r} names no version"


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


Pairs = Callable[[SignatureScore, Signed, Signed], str]


def _other_options(fault: Pairs) -> Check[..., SignatureCase]:
    """Hold where no other options have such a fault beside those of the case."""

    def check(subject: SignatureScore, case: SignatureCase) -> Outcome:
        outcome: Outcome = Silent("there is no second choice of options")
        here = _here(subject, case)
        for other in other_choices(subject, case):
            there = signature_score(subject, case, other)
            if isinstance(here.answer, tuple) and isinstance(there.answer, tuple):
                if because := fault(subject, here.answer, there.answer):
                    return broken(because, here, there)
                outcome = Holds()
        return outcome

    return check


def _scores_differ(subject: SignatureScore, here: Signed, there: Signed) -> str:
    (text, score), (other, value) = here, there
    if text != other or alike(subject, score, value):
        return ""
    return f"{answered(score)} and {answered(value)} have one signature: {text!r}"


def _signatures_same(_subject: SignatureScore, here: Signed, there: Signed) -> str:
    return f"other options, the same signature {here[0]!r}" if here[0] == there[0] else ""


@law("data-free", "A signature does not depend on the texts.", Algebra.SIGNATURES, DATA_FREE)
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


@law(
    "effective",
    "An option that is accepted changes some score, or stands in the signature.",
    Algebra.SIGNATURES,
    EFFECTIVE,
)
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
    _signature_defined,
    _signature_repeatable,
    law("one-line", "A signature is one line of printable text.", Algebra.SIGNATURES)(
        faultless(_here, _signed, _not_one_line)
    ),
    law(
        "injective",
        "Two scores of the same texts that differ have signatures that differ.",
        Algebra.SIGNATURES,
    )(_other_options(_scores_differ)),
    law(
        "complete", "Options that differ have signatures that differ.", Algebra.SIGNATURES, COMPLETE
    )(_other_options(_signatures_same)),
    _data_free,
    law("versioned", "A signature names a version.", Algebra.SIGNATURES, VERSIONED)(
        faultless(_here, _signed, _no_version)
    ),
    _effective,
)


@law("option-order", "The order in which options are written plays no part.", Algebra.ORDER)
def _option_order(subject: SignatureScore, case: SignatureCase) -> Outcome:
    options = options_of(subject, case)
    turned = dict(list(options.items())[::-1])
    here = signature_score(subject, case, options)
    return signed_alike(subject, here, signature_score(subject, case, turned))


@law(
    "default",
    "An option that is left out is as one with its first listed value.",
    Algebra.SIGNATURES,
    DEFAULTS,
)
def _default(subject: SignatureScore, case: SignatureCase) -> Outcome:
    listing, options = listing_of(subject).answer, options_of(subject, case)
    if not options or isinstance(listing, Absent | Raised):
        return Silent("there are no options")
    name = case.name(options)
    full = {**options, name: listing[name][0]}
    less = {option: value for option, value in full.items() if option != name}
    here = signature_score(subject, case, full)
    return signed_alike(subject, here, signature_score(subject, case, less))


@law(
    "parsed",
    "A signature given for options gives itself again, with the same score.",
    Algebra.SIGNATURES,
    PARSED,
)
def _parsed(subject: SignatureScore, case: SignatureCase) -> Outcome:
    here = _here(subject, case)
    if not isinstance(here.answer, tuple):
        return Silent("there is no signature")
    there = signature_score(subject, case, here.answer[0])
    if isinstance(there.answer, Raised):
        return broken("it does not read its own signature", here, there)
    return signed_alike(subject, here, there)


@law("unknown-option", "An option that is not known is refused.", Algebra.SIGNATURES, STRICT)
def _unknown_option(subject: SignatureScore, case: SignatureCase) -> Outcome:
    options = {**options_of(subject, case), "no_such_option": 1}
    call = signature_score(subject, case, options)
    return Holds() if isinstance(call.answer, Raised) else broken("an unknown option passes", call)


def _as_float(value: object) -> object:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return float(value) if isinstance(value, int) and whole else value


@law("equal-options", "Equal numbers have one signature: 1 and 1.0.", Algebra.SIGNATURES, CANONICAL)
def _equal_options(subject: SignatureScore, case: SignatureCase) -> Outcome:
    options = options_of(subject, case)
    other = {name: _as_float(value) for name, value in options.items()}
    if written(other) == written(options):
        return Silent("no option is a whole number")
    here = signature_score(subject, case, options)
    return signed_alike(subject, here, signature_score(subject, case, other))


OPTION_LAWS: tuple[Law[SignatureScore, SignatureCase], ...] = (
    _option_order,
    _default,
    _parsed,
    _unknown_option,
    _equal_options,
)


SIGNATURE_LAWS = (*TOLD_LAWS, *OPTION_LAWS)
SIGNATURE: Kind[[Options | str | None, Lines, Lines], SignatureCase] = Kind(
    name="signature",
    takes=(
        "options (a dict of option to value), references and hypotheses (equally long lists of "
        "texts), and gives a pair: the signature and the score; asked with None for options it "
        "gives a dict of each option to the list of values to try, its default first"
    ),
    claims={
        UNDEFINED: "some texts may have no score: None or NaN",
        REFUSING: "some choices of listed options are refused: it raises",
        COMPLETE: "every option stands in the signature",
        DEFAULTS: "an option that is left out has its first listed value",
        DATA_FREE: "the signature does not depend on the texts",
        VERSIONED: "the signature names a version: version:2.6.0, v1, /1 or @1",
        PARSED: "the signature can be given for the options",
        STRICT: "an option that is not known is refused",
        CANONICAL: "equal numbers have one signature: 1 and 1.0",
        EFFECTIVE: "every option changes some score, or stands in the signature",
    },
    laws=SIGNATURE_LAWS,
)
