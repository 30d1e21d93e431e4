"""A check as JUnit XML, which build servers read."""

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from toolz import groupby

from measurand.audit.claims.outcomes import Outcome
from measurand.edges.report.outcome_words import message_of, title_of
from measurand.values.verdict import Verdict

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
