"""Laws tried on a function, and the laws that there are, as plain trees for JSON."""

from collections.abc import Sequence

from measurand.laws.kinds.judged import Counterexample, Expected, Judged, Judgement
from measurand.laws.kinds.kind import Described, Listed, claims_listed
from measurand.values.verdict import Verdict

SCHEMA = 1
Tree = dict[str, object]


def judged_plain(judgement: Judgement, expected: Expected, verdict: Verdict, code: int) -> Tree:
    """Make a tree of what became of every law.

    >>> judged = Judgement(subject="f", suite="S", kind="k", claims=frozenset())
    >>> judged_plain(judged, {}, Verdict.UNDECIDED, 3)["verdict"]
    'undecided'
    """
    return {
        "schema": SCHEMA,
        "command": "laws",
        "function": judgement.subject,
        "kind": judgement.kind,
        "suite": judgement.suite,
        "claims": sorted(judgement.claims),
        "verdict": verdict.value,
        "exit_code": code,
        "untested": list(judgement.untested),
        "laws": [_judged(row, expected) for row in judgement.laws],
    }


def _judged(row: Judged, expected: Expected) -> Tree:
    return {
        "law": row.law,
        "says": row.says,
        "algebra": row.algebra.value,
        "needs": sorted(row.needs),
        "fate": row.fate.value,
        "expected_to_break": expected.get(row.law),
        "cases": row.examples,
        "because": row.because,
        "counterexample": None if row.found is None else _found(row.found),
    }


def _found(found: Counterexample) -> Tree:
    return {
        "because": found.because,
        "imports": list(found.imports),
        "calls": list(found.calls),
        "code": found.code(),
    }


def kinds_plain(kinds: Sequence[Described]) -> Tree:
    """Make a tree of kinds.

    >>> kinds_plain(())["kinds"]
    []
    """
    return {"schema": SCHEMA, "command": "laws", "kinds": [_kind(kind) for kind in kinds]}


def _kind(kind: Described) -> Tree:
    return {
        "kind": kind.name,
        "takes": kind.takes,
        "suites": list(kind.suites),
        "names": kind.names or None,
        "claims": dict(claims_listed(kind)),
        "apart": [sorted(one_of) for one_of in kind.apart],
        "laws": [_law(law) for law in kind.laws],
    }


def _law(law: Listed) -> Tree:
    return {
        "law": law.id,
        "says": law.says,
        "algebra": law.algebra.value,
        "needs": sorted(law.needs),
    }
