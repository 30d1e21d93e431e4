"""Signatures: a function that says under which options its score was reckoned."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from measurand.algebra.law import Holds, Outcome
from measurand.laws.kinds.compare import broken, close, silent
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
    found = listing_of(subject).answer
    return {} if isinstance(found, Absent | Raised) else case.options(found, case.picks)


def signature_score(
    subject: SignatureScore, case: SignatureCase, options: Options | str
) -> Call[Signed]:
    """Ask for the signature and the score of the texts of a case under options.

    >>> case = SignatureCase([0], [0], 0, ["a"], ["a"])
    >>> signature_score(Subject("f", lambda *_: ("f/1", 1)), case, {}).answer
    ('f/1', Fraction(1, 1))
    """
    return asked(subject, signed, options, case.references, case.hypotheses)


def score_alike(subject: SignatureScore, one: Number | None, other: Number | None) -> bool:
    """Say whether two scores are the same number, or both absent.

    >>> score_alike(Subject("f", max), 0.1 + 0.2, 0.3), score_alike(Subject("f", max), None, 0.3)
    (True, False)
    """
    if one is None or other is None:
        return one is other
    return one == other or (EXACT not in subject.claims and close(one, other))


def signed_alike(subject: SignatureScore, *calls: Call[Signed]) -> Outcome:
    """Hold where all calls have the same signature and the same score.

    >>> one, two = Call("f", (1,), ("f/1", 0.5)), Call("f", (2,), ("f/2", 0.5))
    >>> signed_alike(Subject("f", max), one, two).because
    "the signatures 'f/1' and 'f/2' differ"
    """
    if raised := silent(*calls):
        return raised
    answers = [call.answer for call in calls]
    found = [answer for answer in answers if not isinstance(answer, Absent | Raised)]
    (text, score), *others = found
    for other, there in others:
        if other != text:
            return broken(f"the signatures {text!r} and {other!r} differ", *calls)
        if not score_alike(subject, score, there):
            scores = f"{answered(score)} and {answered(there)}"
            return broken(f"one signature, and the scores {scores} differ", *calls)
    return Holds()
