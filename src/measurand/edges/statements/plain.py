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
# In LaTeX two hyphens are the dash of a range, never a hyphen and a minus.
_RANGE = re.compile(r"(?<=[0-9%$])--(?=[ ]?\$?[ ]?-?[ ]?\.?[0-9])")
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
_SMALL = re.compile("[\u2080-\u2089]+(?:[.,][ ]?[\u2080-\u2089]+)?")
_STARRED = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})([^\W\d_][^\W_]{0,3})\1(?![^\W\d_])")
_MIDDLE_POINT = re.compile(
    r"(?<=[0-9])·(?=[0-9])(?!10(?:[ ]?\^|[ ]?-|[ ]?\{))|(?<=[=<>≤≥(\[ ])·(?=[0-9])"
)
# What parts no thousands parts decimals: 2,11 or 0,042, after a sign or before one of percent.
_ONE_COMMA = r"(?:0,[0-9]{1,15}|[0-9]{1,9},(?:[0-9]{1,2}|[0-9]{4,15}))(?![0-9]|[.,][0-9])"
_SIGN = r"[=<>≤≥]\s{0,3}(?:-[ ]?)?"
_COMMA = re.compile(
    rf"(?<![nNkf])(?<![nNkf][ ]){_SIGN}{_ONE_COMMA}|(?<![0-9.,]){_ONE_COMMA}(?=[ ]?%)"
)
_ANY_COMMA = re.compile(r"(?<![0-9.,])([0-9]{1,9}),([0-9]{1,15})(?![0-9]|[.,][0-9])")
_BARE_COMMA = re.compile(rf"({_SIGN}),(?=[0-9]{{1,6}}(?![0-9]|[.,][0-9]))")
_POINT = re.compile(rf"{_SIGN}(?:0?\.[0-9]|[0-9]{{1,3}}\.[0-9]{{1,2}}(?![0-9]))")
_TWO_DF = re.compile(r"F[ ]?[(\[][ ]?\Z")
# Beside decimal commas 2.720 is a number of thousands, or one that another program printed.
_PARTED_DF = re.compile(
    r"((?:[(\[;,]|\bd\.?f\.?[ ]?=|\b[nN][ ]?=)[ ]{0,3}[1-9][0-9]{0,2})((?:\.[0-9]{3}){1,2})"
    r"(?=[ ]{0,3}[)\],;])"
)
_FENCED = re.compile(r"^[ ]{0,3}(```+|~~~+)[^\n`]{0,200}$", re.MULTILINE)
_LISTINGS = (
    (re.compile(r"<pre[\s>]", re.IGNORECASE), "</pre>"),
    (re.compile(r"\\begin\{verbatim\}"), r"\end{verbatim}"),
    (re.compile(r"\\begin\{lstlisting\}"), r"\end{lstlisting}"),
    (re.compile(r"\\begin\{minted\}"), r"\end{minted}"),
)
_BARE_DF = re.compile(r"(?<![^\W_])([tF]|χ2)_([0-9]{1,6}(?:\.[0-9]{1,4})?)(?=[ =<>])")


def plain(text: str) -> str:
    r"""Write a text in one font, with one sign for each thing, on the same lines.

    >>> plain("*t*(28) = −2.20, *p* < .05"), plain(r"$\chi^2(1, N = 90) = 3.84$")
    ('t(28) = -2.20, p < .05', 'χ2(1, N = 90) = 3.84')
    >>> plain("t(38) = 2,11; p = 0,042"), plain("p=0\u00b703"), plain("F(1,38) = 5,81")
    ('t(38) = 2.11; p = 0.042', 'p=0.03', 'F(1,38) = 5.81')
    >>> plain("<i>F</i><sub>2, 57</sub>\u2009=\u20093.11"), plain("ｔ（28）＝2.20，ｐ＜.05")
    ('F(2, 57) = 3.11', 't(28)=2.20,p<.05')
    >>> plain(r"95\% CI $14.9$--$38.8$")
    '95% CI 14.9-38.8'
    """
    text = _without_code(text)
    text = unescape(text) if "&" in text else text
    if "<" in text:
        text = _SUBSCRIPT.sub(_script, text)
        text = _TAG.sub("", text)
    for form, sign in _MISCODED:
        text = form.sub(sign, text)
    text = _SMALL.sub(r"_{\g<0>}", text)
    lines = normalize("NFKC", text).translate(_SIGNS)
    lines = _GONE.sub("", _DASHES.sub("-", _RANGE.sub("\u2013", lines)))
    if "\\" in lines:
        for form, sign in _LATEX_NAMES:
            lines = form.sub(sign, lines)
        for _ in range(2):
            lines = _LATEX_FONT.sub(r"\1", lines)
    lines = lines.replace("$", "").replace("{=}", "=").replace("{<}", "<").replace("{,}", ",")
    lines = _RAISED.sub(r"\1", _STARRED.sub(r"\2", lines))
    lines = _BARE_DF.sub(r"\1(\2)", _LOWERED.sub(r"(\1)", lines))
    return _pointed(_MIDDLE_POINT.sub(".", lines) if "·" in lines else lines)


def _without_code(text: str) -> str:
    """Leave out listings of programs, which hold no sentences; lines stay where they are."""
    if "```" in text or "~~~" in text:
        kept: list[str] = []
        fence = ""
        for line in text.split("\n"):
            mark = _FENCED.match(line)
            inside = bool(fence)
            if mark and not fence:
                fence = mark[1]
            elif mark and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
            kept.append("" if inside or fence else line)
        text = text if fence else "\n".join(kept)
    for opens, closes in _LISTINGS:
        text = _without_listings(text, opens, closes)
    return text


def _without_listings(text: str, opens: re.Pattern[str], closes: str) -> str:
    """Leave out what stands between two marks, as far as both are there."""
    kept: list[str] = []
    at = 0
    while (start := opens.search(text, at)) and (end := text.find(closes, start.end())) >= 0:
        kept += [text[at : start.start()], "\n" * text.count("\n", start.start(), end)]
        at = end + len(closes)
    return "".join((*kept, text[at:]))


def _pointed(text: str) -> str:
    """Write decimal commas as points: all of a text that has no decimal points, else sure ones.

    Of F(1,38) in such a text the comma parts two numbers.
    """
    points, commas = _POINT.search(text), _COMMA.search(text) or _BARE_COMMA.search(text)
    if not commas:
        return text
    text = _BARE_COMMA.sub(r"\1.", text)
    text = _PARTED_DF.sub(lambda found: found[1] + found[2].replace(".", "'"), text)
    if points:
        return _COMMA.sub(lambda found: found[0].replace(",", "."), text)

    def point(found: re.Match[str]) -> str:
        before, after = text[max(0, found.start() - 4) : found.start()], text[found.end() :][:2]
        two = _TWO_DF.search(before) and after.strip()[:1] in {")", "]"}
        return found[0] if two else f"{found[1]}.{found[2]}"

    return _ANY_COMMA.sub(point, text)


def _script(match: re.Match[str]) -> str:
    """Write what is lowered as `_{...}`, and what is raised as `^{...}`."""
    return "}" if match[1] else ("_{" if match[2].lower() == "b" else "^{")
