"""Laws tried on a function, and the laws that there are, as JSON. It has no number: schema 1."""

from collections.abc import Sequence

from attrs import frozen

from measurand.edges.files.json.shapes import Shapes, Tree, Writer, keys, made, or_null
from measurand.laws.kinds.judged import Counterexample, Expected, Judged, Judgement
from measurand.laws.kinds.kind import Described, Listed, claims_listed
from measurand.values.verdict import Verdict

_SCHEMA = 1


@frozen
class _Row:
    """A law, and whether it is expected to break."""

    judged: Judged
    expected: str | None


@frozen
class _Tried:
    judgement: Judgement
    verdict: Verdict
    exit_code: int
    laws: tuple[_Row, ...]


def _claims(kind: Described) -> dict[str, str]:
    return dict(claims_listed(kind))


def _code(counterexample: Counterexample) -> str:
    return counterexample.code()


LAWS: Shapes = {
    _Tried: (
        *made(function="judgement.subject"),
        *keys("kind suite claims", under="judgement"),
        *keys("verdict exit_code"),
        *keys("untested", under="judgement"),
        *keys("laws"),
    ),
    _Row: (
        *keys("law says algebra needs fate", under="judged"),
        *made(expected_to_break="expected", cases="judged.examples"),
        *keys("because", under="judged"),
        *made(counterexample="judged.found"),
    ),
    Counterexample: (*keys("because imports calls"), *made(code=_code)),
}
KINDS: Shapes = {
    Described: (
        *made(kind="name"),
        *keys("takes suites"),
        *or_null(keys("names")),
        *made(claims=_claims),
        *keys("apart laws"),
    ),
    Listed: (*made(law="id"), *keys("says algebra needs")),
}


def judged_json(judgement: Judgement, expected: Expected, verdict: Verdict, code: int) -> Tree:
    """Make a tree of what became of every law.

    >>> judged = Judgement(subject="f", suite="S", kind="k", claims=frozenset())
    >>> judged_json(judged, {}, Verdict.UNDECIDED, 3)["verdict"]
    'undecided'
    """
    rows = tuple(_Row(row, expected.get(row.law)) for row in judgement.laws)
    tried = _Tried(judgement, verdict, code, rows)
    return Writer(LAWS).document(tried, schema=_SCHEMA, command="laws")


def kinds_json(kinds: Sequence[Described]) -> Tree:
    """Make a tree of kinds.

    >>> kinds_json(())["kinds"]
    []
    """
    return Writer(KINDS).document({"kinds": tuple(kinds)}, schema=_SCHEMA, command="laws")
