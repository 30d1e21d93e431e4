"""A badge: one line of Markdown, or a small picture that fetches nothing."""

from html import escape

from measurand.edges.report.laws_words import brief
from measurand.edges.report.markdown import escaped
from measurand.laws.kinds.judged import Expected, Judgement
from measurand.values.fault import visible
from measurand.values.verdict import Verdict

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
