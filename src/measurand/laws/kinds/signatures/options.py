"""Laws of signatures: how options may be written, left out and read back."""

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import broken
from measurand.laws.kinds.signatures.cases import (
    CANONICAL,
    DEFAULTS,
    PARSED,
    STRICT,
    SignatureCase,
    SignatureScore,
    listing_of,
    options_of,
    signature_score,
    signed_alike,
)
from measurand.laws.kinds.subject import Absent, Raised, written


def _option_order(subject: SignatureScore, case: SignatureCase) -> Outcome:
    options = options_of(subject, case)
    turned = dict(list(options.items())[::-1])
    here = signature_score(subject, case, options)
    return signed_alike(subject, here, signature_score(subject, case, turned))


def _default(subject: SignatureScore, case: SignatureCase) -> Outcome:
    listing, options = listing_of(subject).answer, options_of(subject, case)
    if not options or isinstance(listing, Absent | Raised):
        return Silent("there are no options")
    name = case.name(options)
    full = {**options, name: listing[name][0]}
    less = {option: value for option, value in full.items() if option != name}
    here = signature_score(subject, case, full)
    return signed_alike(subject, here, signature_score(subject, case, less))


def _parsed(subject: SignatureScore, case: SignatureCase) -> Outcome:
    here = signature_score(subject, case, options_of(subject, case))
    if not isinstance(here.answer, tuple):
        return Silent("there is no signature")
    there = signature_score(subject, case, here.answer[0])
    if isinstance(there.answer, Raised):
        return broken("it does not read its own signature", here, there)
    return signed_alike(subject, here, there)


def _unknown_option(subject: SignatureScore, case: SignatureCase) -> Outcome:
    options = {**options_of(subject, case), "no_such_option": 1}
    call = signature_score(subject, case, options)
    return Holds() if isinstance(call.answer, Raised) else broken("an unknown option passes", call)


def _as_float(value: object) -> object:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return float(value) if isinstance(value, int) and whole else value


def _equal_options(subject: SignatureScore, case: SignatureCase) -> Outcome:
    options = options_of(subject, case)
    other = {name: _as_float(value) for name, value in options.items()}
    if written(other) == written(options):
        return Silent("no option is a whole number")
    here = signature_score(subject, case, options)
    return signed_alike(subject, here, signature_score(subject, case, other))


OPTION_LAWS: tuple[Law[SignatureScore, SignatureCase], ...] = (
    Law(
        "option-order",
        "The order in which options are written plays no part.",
        _option_order,
        Algebra.ORDER,
    ),
    Law(
        "default",
        "An option that is left out is as one with its first listed value.",
        _default,
        Algebra.SIGNATURES,
        frozenset({DEFAULTS}),
    ),
    Law(
        "parsed",
        "A signature given for options gives itself again, with the same score.",
        _parsed,
        Algebra.SIGNATURES,
        frozenset({PARSED}),
    ),
    Law(
        "unknown-option",
        "An option that is not known is refused.",
        _unknown_option,
        Algebra.SIGNATURES,
        frozenset({STRICT}),
    ),
    Law(
        "equal-options",
        "Equal numbers have one signature: 1 and 1.0.",
        _equal_options,
        Algebra.SIGNATURES,
        frozenset({CANONICAL}),
    ),
)
