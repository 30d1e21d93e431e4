"""What a claims file declares of single numbers: expectations, facts, places in the paper."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from attrs import frozen

from measurand.audit.claims.model import Expectation
from measurand.audit.claims.text_check import Spot
from measurand.audit.proofs.sheet import Fact, Facts
from measurand.edges.files.gathering import Gathering
from measurand.edges.files.json.schema_error import message_fault, near, seen
from measurand.edges.files.toml_tree import Place


@frozen(kw_only=True)
class _ExpectShape:
    mismatch: str
    review: object


def read_expect(tree: object, place: Place, faults: Gathering) -> Expectation | None:
    """Read why a number is expected not to be reproduced, and until when.

    >>> read_expect({"mismatch": "micro in v1", "review": date(2027, 3, 1)}, (), Gathering()).review
    '2027-03-01'
    """
    shape = faults.take(tree, _ExpectShape, place)
    if shape is None:
        return None
    review = shape.review
    if not isinstance(review, date) or isinstance(review, datetime):
        hint = "a date without quotes, as in review = 2027-03-01"
        faults.add((*place, "review"), got=seen(review), expected="a date", hint=hint)
        return None
    try:
        return Expectation(mismatch=shape.mismatch, review=review.isoformat())
    except ValueError:
        expected = "why it is not reproduced"
        faults.add((*place, "mismatch"), got=seen(shape.mismatch), expected=expected)
        return None


def read_facts(written: Iterable[tuple[str, int]], place: Place, faults: Gathering) -> Facts:
    """Read whole numbers that a paper states beside its table.

    >>> read_facts([("samples", 124)], (), Gathering())
    ((<Fact.SAMPLES: 'samples'>, 124),)
    """
    known = {fact.value: fact for fact in Fact}
    found = []
    for name, number in written:
        if name not in known:
            faults.unknown((*place, name), name, known, "the name of a fact")
        elif number < 0:
            faults.add((*place, name), got=seen(number), expected="a whole number from 0")
        else:
            found.append((known[name], number))
    return tuple(found)


def check_at(text: str, place: Place, faults: Gathering) -> None:
    """Note a place of the paper that is none."""
    if not text:
        return
    try:
        Spot.parse(text)
    except ValueError as error:
        fault = message_fault(str(error))
        faults.add((*place, "at"), got=fault.got, expected=fault.expected)


def check_known(
    words: Iterable[str], known: Mapping[str, object], place: Place, what: str, faults: Gathering
) -> None:
    """Note every word that names nothing, where `of` or weights or declarations use it."""
    for word in words:
        if word not in known:
            faults.add(place, got=seen(word), expected=what, hint=near(word, known))
