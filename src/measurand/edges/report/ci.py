"""A check for the programs around it: SARIF, JUnit XML, and what GitHub shows of a step.

SARIF 2.1.0 is what code scanning services read: a refuted claim is an error there, an undecided one
a warning. JUnit XML
is what build servers read: undecided claims are skipped there, which is no pass and no failure.
GitHub shows annotations at lines, ten of a kind for a step, and a summary in Markdown. All three
take the same outcomes and words, and each escapes them for its reader.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from urllib.parse import quote
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from toolz import groupby

from measurand.auditing.claims.outcomes import Outcome
from measurand.edges.report.document import Grid, Prose, Section
from measurand.edges.report.markdown import markdown
from measurand.edges.report.outcome_words import WORDS, message_of, title_of
from measurand.values.fault import visible
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
    "aggregate": "A number that a log prints follows from the log's samples",
    "run": "What a log prints of a run is possible, and its samples are what they seem",
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


_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(outcomes: Sequence[Outcome]) -> str:
    r"""Write a test suite for each claims file: refuted claims failed, undecided ones are skipped.

    >>> print(junit([Outcome(id="1/a/F1", kind="cell", verdict=Verdict.HOLDS, file="c.toml")]),
    ...       end="")
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="measurand" tests="1" failures="0" skipped="0" errors="0">
      <testsuite name="c.toml" tests="1" failures="0" skipped="0" errors="0">
        <testcase classname="c.toml.cell" name="1/a/F1" />
      </testsuite>
    </testsuites>
    """
    top = Element("testsuites", {"name": "measurand", **_counts(outcomes)})
    for file, same in groupby(lambda one: one.file, outcomes).items():
        name = _clean(file or "claims")
        suite = SubElement(top, "testsuite", {"name": name, **_counts(same)})
        for one in same:
            _case(suite, one, name)
    indent(top)
    body = tostring(top, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _counts(outcomes: Sequence[Outcome]) -> dict[str, str]:
    verdicts = [one.verdict for one in outcomes]
    return {
        "tests": str(len(verdicts)),
        "failures": str(verdicts.count(Verdict.REFUTED)),
        "skipped": str(verdicts.count(Verdict.UNDECIDED)),
        "errors": "0",
    }


def _case(suite: Element, outcome: Outcome, name: str) -> None:
    given = {"classname": f"{name}.{_clean(outcome.kind)}", "name": _clean(outcome.id)}
    if outcome.file and outcome.line > 0:
        given |= {"file": _clean(outcome.file), "line": str(outcome.line)}
    case = SubElement(suite, "testcase", given)
    if outcome.verdict is Verdict.HOLDS:
        return
    kind = "failure" if outcome.verdict is Verdict.REFUTED else "skipped"
    told = SubElement(case, kind, {"message": _clean(title_of(outcome))})
    told.text = _clean(message_of(outcome))


def _clean(text: str) -> str:
    """Replace what XML 1.0 has no letter for."""
    return _FORBIDDEN.sub("\ufffd", text)


MOST_ANNOTATIONS = 10
"""GitHub shows so many annotations of a kind for one step; the last one says how many more."""
MOST_ROWS = 1000
_MOST_TEXT = 4000

_ANNOTATIONS = {Verdict.REFUTED: "error", Verdict.UNDECIDED: "warning"}


def annotations(outcomes: Sequence[Outcome]) -> str:
    r"""Write a workflow command for every claim that does not hold, ten of a kind at most.

    Errors are refuted claims, warnings undecided ones. Where a claim names its place in the paper,
    it is annotated there too.

    >>> print(annotations([Outcome(id="1/ours/F1", kind="cell", verdict=Verdict.REFUTED,
    ...                            printed="63.3%", file="claims.toml", line=14)]), end="")
    ::error file=claims.toml,line=14,title=1/ours/F1%3A not reproduced::printed: 63.3%25
    """
    lines: list[str] = []
    for verdict, level in _ANNOTATIONS.items():
        found = [one for one in outcomes if one.verdict is verdict]
        told = list(_commands(found, level))
        if len(told) > MOST_ANNOTATIONS:
            left = len(told) - (MOST_ANNOTATIONS - 1)
            more = f"::{level} title=measurand::{left} more are in the summary of this step"
            told = [*told[: MOST_ANNOTATIONS - 1], more]
        lines += told
    return "".join(f"{line}\n" for line in lines)


def _commands(outcomes: Sequence[Outcome], level: str) -> Iterator[str]:
    """Annotate claims where they are written, then where the paper prints them."""
    for one in outcomes:
        yield _command(level, one, one.file, one.line)
    for one in outcomes:
        file, _, line = one.where.rpartition(":")
        if file and line.isascii() and line.isdigit():
            yield _command(level, one, file, int(line))


def _command(level: str, outcome: Outcome, file: str, line: int) -> str:
    place = [f"file={_property(file)}"] if file else []
    place += [f"line={line}"] if file and line > 0 else []
    place.append(f"title={_property(title_of(outcome))}")
    return f"::{level} {','.join(place)}::{_data(message_of(outcome)[:_MOST_TEXT])}"


def annotation(level: str, title: str, text: str) -> str:
    r"""Write a workflow command that is at no line.

    >>> annotation("error", "a, b", "50%\n")
    '::error title=a%2C b::50%25%0A\n'
    """
    return f"::{level} title={_property(title)}::{_data(text[:_MOST_TEXT])}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(visible(text)).replace(":", "%3A").replace(",", "%2C")


def step_summary(outcomes: Sequence[Outcome], *, title: str) -> str:
    r"""Write the summary of a step as Markdown: how many claims hold, and those that do not.

    >>> print(step_summary([Outcome(id="1/a/F1", kind="cell", verdict=Verdict.HOLDS)], title="T"))
    # T
    <BLANKLINE>
    1 claim: 1 holds, 0 not reproduced, 0 undecided
    <BLANKLINE>
    """
    counts = ", ".join(
        f"{sum(one.verdict is verdict for one in outcomes)} {word}"
        for verdict, word in WORDS.items()
    )
    number = f"{len(outcomes)} claim{'' if len(outcomes) == 1 else 's'}"
    open_ones = [one for one in outcomes if one.verdict is not Verdict.HOLDS]
    rows = tuple(
        (one.id, WORDS[one.verdict], one.printed, one.computed, one.because, one.definition)
        for one in open_ones[:MOST_ROWS]
    )
    grid = Grid("", ("claim", "verdict", "printed", "computed", "because", "definition"), rows)
    left = len(open_ones) - len(rows)
    more = (Prose((f"and {left} more",)),) if left else ()
    return markdown(
        (
            Section(
                title or "measurand",
                (Prose((f"{number}: {counts}",)), *([grid] if rows else []), *more),
            ),
        )
    )
