"""Laws tried on a function: as a document, as a badge, as JSON; and the laws that are.

The badge is one line of Markdown, or a small picture that fetches nothing; its colours have a
contrast of at least 4.5 with white (WCAG 2.2, 1.4.3), and its words say what they say.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape
from textwrap import indent

from attrs import frozen

from measurand.edges.files.json.shapes import JsonDocument, Shapes, Tree, keys, made, or_null
from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.edges.report.laws_words import brief, claims_text
from measurand.edges.report.markdown import escaped
from measurand.edges.report.render import Format, render
from measurand.laws.kinds.judged import (
    Counterexample,
    Expected,
    Fate,
    Judged,
    Judgement,
    surprising,
)
from measurand.laws.kinds.kind import Described, Listed, claims_listed
from measurand.values.fault import visible
from measurand.values.verdict import Verdict

SAID = {
    Verdict.HOLDS: "holds",
    Verdict.REFUTED: "a law came out otherwise than claimed",
    Verdict.UNDECIDED: "undecided, as something is untested",
}


def judged_text(judgement: Judgement, expected: Expected, verdict: Verdict, fmt: Format) -> str:
    """Write what became of every law; counterexamples stand below as code, or in a table.

    >>> judged = Judgement(subject="f", suite="S", kind="k", claims=frozenset())
    >>> print(judged_text(judged, {}, Verdict.UNDECIDED, "md").splitlines()[0])
    # laws: f
    """
    blocks = tuple(_blocks(judgement, expected, verdict))
    found = [(row.law, row.found.code()) for row in judgement.laws if row.found is not None]
    if fmt in {"csv", "latex"} and found:
        rows = tuple((law, " | ".join(code.split("\n"))) for law, code in found)
        blocks = (*blocks, Grid("Counterexamples", ("law", "code"), rows))
        found = []
    head = render((Section(f"laws: {judgement.subject}", blocks),), fmt)
    return "\n".join([head, *(_coded(law, code, fmt) for law, code in found)])


def _coded(law: str, code: str, fmt: Format) -> str:
    if fmt == "text":
        return f"{law} breaks:\n\n{indent(code, '    ')}\n"
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", code)), default=0))
    return f"`{law}` breaks:\n\n{fence}python\n{code}\n{fence}\n"


def _blocks(judgement: Judgement, expected: Expected, verdict: Verdict) -> Iterator[Block]:
    claims = claims_text(judgement.claims)
    yield Prose(
        (
            f"Verdict: {SAID[verdict]}. {brief(judgement, expected)}.",
            f"A function of kind {judgement.kind} that claims {claims}.",
        )
    )
    tried = [row for row in judgement.laws if row.fate is not Fate.NOT_CLAIMED]
    rows = tuple(_row(row, expected) for row in tried)
    yield Grid("", ("law", "algebra", "fate", "cases", "says"), rows)
    left = [f"{row.law} ({claims_text(row.needs)})" for row in judgement.of(Fate.NOT_CLAIMED)]
    if left:
        yield Prose((f"Not asked, for want of a claim: {', '.join(left)}.",))
    idle = [name for name in judgement.untested if name.startswith("claim ")]
    if idle:
        yield Prose((f"Untested: {', '.join(idle)}: no law that was judged needs it.",))


def _row(row: Judged, expected: Expected) -> tuple[str, ...]:
    outcome = law_outcome_text(row, expected)
    return (row.law, row.algebra.value, outcome, str(row.examples), _says(row))


def _says(row: Judged) -> str:
    return f"{row.says} ({row.because})" if row.fate is Fate.UNTESTED else row.says


def law_outcome_text(row: Judged, expected: Expected) -> str:
    """Say what became of a law, beside what was expected.

    >>> from measurand.algebra.law import Algebra
    >>> row = Judged(law="swap", says="", algebra=Algebra.SYMMETRY, fate=Fate.BROKEN)
    >>> law_outcome_text(row, {}), law_outcome_text(row, {"swap": "by design"})
    ('broken', 'broken, as expected: by design')
    """
    if row.law not in expected:
        return row.fate.value
    if surprising(row, expected):
        return f"{row.fate.value}, but expected to break: {expected[row.law]}"
    return f"{row.fate.value}, as expected: {expected[row.law]}"


def kinds_document(kinds: Sequence[Described]) -> Document:
    """Lay out kinds: what their functions take, what they can claim, and their laws.

    >>> [section.title for section in kinds_document((Described(
    ...     name="mine", takes="a number", claims={}, laws=()),))]
    ['kind mine']
    """
    return tuple(Section(f"kind {kind.name}", tuple(_kind(kind))) for kind in kinds)


def _kind(kind: Described) -> Iterator[Block]:
    suites = f"Suites: {', '.join(kind.suites)}." if kind.suites else ""
    yield Prose(tuple(filter(None, (f"A function takes {kind.takes}.", suites, kind.about_name))))
    yield Grid("Claims", ("claim", "says"), tuple(claims_listed(kind).items()))
    laws = tuple((law.id, law.algebra.value, claims_of(law.needs), law.says) for law in kind.laws)
    yield Grid("Laws", ("law", "algebra", "needs", "says"), laws)


def claims_of(needs: frozenset[str]) -> str:
    """Write the claims that a law needs; nothing where it is asked of every function.

    >>> claims_of(frozenset({"macro"})), claims_of(frozenset())
    ('macro', '')
    """
    return claims_text(needs) if needs else ""


_LEFT = "measurand laws"
_COLOURS = {Verdict.HOLDS: "#1a6b2f", Verdict.REFUTED: "#a3201d", Verdict.UNDECIDED: "#5a5a5a"}
_LETTER = 7
_PAD = 8
_HEIGHT = 20


def badge_line(judgement: Judgement, expected: Expected) -> str:
    """Write a line of Markdown.

    >>> judged = Judgement(subject="f", suite="SET_F1_2026_1", kind="k", claims=frozenset())
    >>> print(badge_line(judged, {}), end="")
    **measurand laws** `f` SET_F1_2026_1: 0 hold
    """
    name = visible(judgement.subject).replace("`", "'")
    return f"**{_LEFT}** `{name}` {escaped(brief(judgement, expected))}\n"


def badge_picture(judgement: Judgement, expected: Expected, verdict: Verdict) -> str:
    """Write an SVG of two fields of text; a reader that shows no pictures has its title.

    >>> judged = Judgement(subject="f", suite="S", kind="k", claims=frozenset())
    >>> badge_picture(judged, {}, Verdict.UNDECIDED).splitlines()[1]
    '<title>measurand laws S: 0 hold</title>'
    """
    right = brief(judgement, expected)
    first, second = (_LETTER * len(words) + 2 * _PAD for words in (_LEFT, right))
    attributes = (
        'xmlns="http://www.w3.org/2000/svg" role="img" font-family="monospace" font-size="11" '
        f'fill="#ffffff" width="{first + second}" height="{_HEIGHT}"'
    )
    return "\n".join(
        (
            f"<svg {attributes}>",
            f"<title>{escape(f'{_LEFT} {right}')}</title>",
            f'<rect width="{first}" height="{_HEIGHT}" fill="#333333"/>',
            f'<rect x="{first}" width="{second}" height="{_HEIGHT}" fill="{_COLOURS[verdict]}"/>',
            f'<text x="{_PAD}" y="14">{escape(_LEFT)}</text>',
            f'<text x="{first + _PAD}" y="14">{escape(right)}</text>',
            "</svg>",
            "",
        )
    )


# The JSON of laws has no number: what schema 2 changed is not in it.
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


LAW = JsonDocument("laws", LAWS, body=_Tried, version=_SCHEMA)
LAW_KINDS = JsonDocument("laws", KINDS, version=_SCHEMA, kinds=tuple[Described, ...])


def judged_json(judgement: Judgement, expected: Expected, verdict: Verdict, code: int) -> Tree:
    """Make a tree of what became of every law.

    >>> judged = Judgement(subject="f", suite="S", kind="k", claims=frozenset())
    >>> judged_json(judged, {}, Verdict.UNDECIDED, 3)["verdict"]
    'undecided'
    """
    rows = tuple(_Row(row, expected.get(row.law)) for row in judgement.laws)
    tried = _Tried(judgement, verdict, code, rows)
    return LAW.tree(tried)


def kinds_json(kinds: Sequence[Described]) -> Tree:
    """Make a tree of kinds.

    >>> kinds_json(())["kinds"]
    []
    """
    return LAW_KINDS.tree(kinds=tuple(kinds))
