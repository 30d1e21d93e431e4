r"""A text as it reads: one sign for each thing, whatever font, markup or script it was written in.

Statistics are italics and raised digits in print, and reach us as `*t*(28)`, `$\chi^2$`, `χ²`,
`<i>p</i>` or full-width signs. All of these are the same sentence. Lines stay where they are.
"""

import re
from html import unescape
from unicodedata import normalize

_DASHES = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]")
# Some typesetters' fonts come out of a PDF with other letters for these signs.
_MISCODED = (
    (re.compile(r"(?<=[)\w])\s?\u00bc\s?(?=[-\u2212.0-9])"), " = "),
    (re.compile(r"(?<![^\W\d_])p[ ]?b(?=[ ]?0?\.[0-9])"), "p <"),
    (re.compile(r"(?<![^\W\d_])p[ ]?N(?=[ ]?0?\.[0-9])"), "p >"),
)
_GONE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_SIGNS = str.maketrans(
    {
        "\u3001": ",",
        "\u3002": ".",
        "\u2a7d": "≤",
        "\u2a7e": "≥",
        "\u2266": "≤",
        "\u2267": "≥",
        "\uab53": "χ",
        "\u03a7": "χ",
        "\u2044": "/",
        "\u2215": "/",
        "\t": " ",
        "\f": " ",
        "\v": " ",
    }
)
_SUBSCRIPT = re.compile(r"<(/?)su([bp])(?:\s[^<>\n]{0,200})?>", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:i|em|b|strong|span|p|br|var|mi|mn|mo|mrow|math|u|small|a|div|td|li)(?:\s[^<>\n]{0,400})?/?>",
    re.IGNORECASE,
)
_LATEX_NAMES = (
    (re.compile(r"\\(?:[,;:!> ]|q?quad\b|thinspace\b)"), " "),
    (re.compile(r"\\chi\b"), "χ"),
    (re.compile(r"\\(?:leq?|leqslant)\b"), "≤"),
    (re.compile(r"\\(?:geq?|geqslant)\b"), "≥"),
    (re.compile(r"\\lt\b"), "<"),
    (re.compile(r"\\gt\b"), ">"),
    (re.compile(r"\\times\b"), "×"),
    (re.compile(r"\\pm\b"), "±"),
    (re.compile(r"\\eta\b"), "η"),
    (re.compile(r"\\bar\b"), " "),
    (re.compile(r"\\(?=[%&#$_])"), ""),
)
_LATEX_FONT = re.compile(
    r"\\(?:text(?:it|bf|rm|sf)?|emph|math(?:it|rm|bf|sf)|mbox)[ ]?\{([^{}\\]{0,200})\}"
)
_RAISED = re.compile(r"(?:\^\{?|\{\^|\^\()(-?[0-9]{1,3})(?:\}|\)|\^)?(?=\W|_|$)")
_LOWERED = re.compile(r"(?<=[tFrχ2zM])[ ]?_[{(]([^{}\n]{1,40})[})]")
_STARRED = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})([^\W\d_][^\W_]{0,3})\1(?![^\W\d_])")
_COMMA_TEXT = re.compile(r"[pP]\s?[=<>≤≥]\s?0,[0-9]")
_COMMA = re.compile(r"([=<>≤≥]\s?-?[ ]?[0-9]{1,3}),(?=[0-9]{1,6}(?![0-9]|[.,][0-9]))")
_BARE_DF = re.compile(r"(?<![^\W_])([tF])_([0-9]{1,6}(?:\.[0-9]{1,4})?)(?=[ =<>])")


def plain(text: str) -> str:
    r"""Write a text in one font, with one sign for each thing, on the same lines.

    >>> plain("*t*(28) = −2.20, *p* < .05"), plain(r"$\chi^2(1, N = 90) = 3.84$")
    ('t(28) = -2.20, p < .05', 'χ2(1, N = 90) = 3.84')
    >>> plain("<i>F</i><sub>2, 57</sub>\u2009=\u20093.11"), plain("ｔ（28）＝2.20，ｐ＜.05")
    ('F(2, 57) = 3.11', 't(28)=2.20,p<.05')
    """
    text = unescape(text) if "&" in text else text
    if "<" in text:
        text = _SUBSCRIPT.sub(_script, text)
        text = _TAG.sub("", text)
    for form, sign in _MISCODED:
        text = form.sub(sign, text)
    lines = normalize("NFKC", text).translate(_SIGNS)
    lines = _GONE.sub("", _DASHES.sub("-", lines))
    if "\\" in lines:
        for form, sign in _LATEX_NAMES:
            lines = form.sub(sign, lines)
        for _ in range(2):
            lines = _LATEX_FONT.sub(r"\1", lines)
    lines = lines.replace("$", "").replace("{=}", "=").replace("{<}", "<").replace("{,}", ",")
    lines = _RAISED.sub(r"\1", _STARRED.sub(r"\2", lines))
    lines = _BARE_DF.sub(r"\1(\2)", _LOWERED.sub(r"(\1)", lines))
    return _COMMA.sub(r"\1.", lines) if _COMMA_TEXT.search(lines) else lines


def _script(match: re.Match[str]) -> str:
    """Write what is lowered as `_{...}`, and what is raised as `^{...}`."""
    return "}" if match[1] else ("_{" if match[2].lower() == "b" else "^{")
