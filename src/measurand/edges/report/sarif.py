"""A check as SARIF 2.1.0, which code scanning services read."""

from collections.abc import Sequence
from pathlib import PurePath
from urllib.parse import quote

from measurand.audit.claims.outcomes import Outcome
from measurand.edges.report.outcome_words import message_of, title_of
from measurand.values.verdict import Verdict

Tree = dict[str, object]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Verdict.REFUTED: "error", Verdict.UNDECIDED: "warning"}
_RULES = {
    "cell": "A printed cell is reproduced from its data under its definition",
    "number": "A printed number is reproduced from its data under its definition",
    "relation": "A relation between numbers holds",
    "prose": "A phrase about numbers holds",
    "rules": "The numbers of a table meet the rules that printed numbers follow",
    "table": "A table has something to be checked",
    "text": "A number stands in the paper where the claims file says",
    "locked": "A number is as it was locked",
}


def sarif(outcomes: Sequence[Outcome], *, version: str) -> Tree:
    """Make a SARIF log of the claims that do not hold: refuted is an error, undecided a warning.

    >>> log = sarif([Outcome(id="1/a/F1", kind="cell", verdict=Verdict.REFUTED, file="c.toml",
    ...                      line=4)], version="1")
    >>> log["runs"][0]["results"][0]["level"]
    'error'
    """
    found = [one for one in outcomes if one.verdict in _LEVELS]
    kinds = list(dict.fromkeys([*_RULES, *(one.kind for one in found)]))
    rules = [
        {"id": kind, "shortDescription": {"text": _RULES.get(kind, "A claim holds")}}
        for kind in kinds
    ]
    driver = {"name": "measurand", "version": version, "rules": rules}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(one, kinds) for one in found],
            }
        ],
    }


def _result(outcome: Outcome, kinds: Sequence[str]) -> Tree:
    return {
        "ruleId": outcome.kind,
        "ruleIndex": kinds.index(outcome.kind),
        "level": _LEVELS[outcome.verdict],
        "message": {"text": _plain(f"{title_of(outcome)}\n{message_of(outcome, whole=True)}")},
        "locations": _locations(outcome),
        "partialFingerprints": {"claim/v1": outcome.id},
    }


def _plain(text: str) -> str:
    """Keep brackets from being read as links (SARIF 2.1.0, 3.11.6)."""
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")


def _locations(outcome: Outcome) -> list[Tree]:
    if not outcome.file:
        return []
    place: Tree = {"artifactLocation": {"uri": quote(PurePath(outcome.file).as_posix())}}
    if outcome.line > 0:
        place["region"] = {"startLine": outcome.line}
    return [{"physicalLocation": place}]
