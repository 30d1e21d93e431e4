r"""The text of a cell without its markup: commands of LaTeX, emphasis and links of Markdown.

What is wanted is what a reader of the paper sees. Nothing is defined or expanded here: a command is
known by its name to be a sign, to say how and not what (then so many of its arguments go with it),
or to leave what it is given as it is; one that is not known is left out and its name is told, for
it may have been a number. So one pass from left to right is enough: braces show nothing and are
dropped where they are met, and only what is raised or lowered is looked into again, once and flat.
Every step goes on by at least a sign, and no step calls itself: a cell of a thousand nested groups,
or a macro that calls itself, costs no more than its length.
"""

import re
from collections.abc import Sequence
from html import unescape
from unicodedata import decimal

from attrs import frozen

_NAME = re.compile(r"[A-Za-z@]+\*?")
_SPACE = re.compile(r"[ \t\n]+")
_SYMBOLS = {
    "pm": "±",
    "mp": "∓",
    "times": "×",
    "cdot": "·",
    "sim": "~",
    "approx": "≈",
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
    "lt": "<",
    "gt": ">",
    "infty": "∞",
    "dagger": "†",
    "dag": "†",
    "ddagger": "‡",
    "ddag": "‡",
    "ast": "*",
    "star": "*",
    "S": "§",
    "P": "¶",
    "uparrow": "↑",
    "downarrow": "↓",
    "rightarrow": "→",
    "to": "→",
    "Delta": "Δ",
    "kappa": "κ",
    "alpha": "α",
    "beta": "β",
    "rho": "ρ",
    "tau": "τ",
    "mu": "μ",
    "sigma": "σ",
    "checkmark": "✓",
    "textendash": "–",
    "textemdash": "—",
    "textbackslash": "\\",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textquotedbl": '"',
    "textasciigrave": "`",
    "textquotesingle": "'",
    "textpm": "±",
    "texttimes": "×",
    "euro": "€",
    "pounds": "£",
    "ldots": "…",
    "dots": "…",
    "quad": " ",
    "qquad": " ",
    "newline": " ",
    "tabularnewline": " ",
    "vert": "|",
    "mid": "|",
}
# Commands whose first arguments say how, not what: so many are left out.
_DROPPED = {
    "cite": 1,
    "citep": 1,
    "citealp": 1,
    "footnote": 1,
    "footnotemark": 0,
    "tablefootnote": 1,
    "label": 1,
    "hspace": 1,
    "hspace*": 1,
    "vspace": 1,
    "vspace*": 1,
    "phantom": 1,
    "hphantom": 1,
    "vphantom": 1,
    "color": 1,
    "cellcolor": 1,
    "rowcolor": 1,
    "columncolor": 1,
    "textcolor": 1,
    "colorbox": 1,
    "multirow": 2,
    "multicolumn": 2,
    "rotatebox": 1,
    "resizebox": 2,
    "scalebox": 1,
    "fontsize": 2,
    "raisebox": 1,
    "begin": 1,
    "end": 1,
    "parbox": 1,
    "href": 1,
}
_KEPT = frozenset(
    (
        *("Big", "Huge", "LARGE", "Large", "SI", "addlinespace", "arraybackslash", "bar", "bf"),
        *("bfseries", "big", "bigl", "bigr", "bm", "boldmath", "boldsymbol", "bottomrule"),
        "citet",
        *("centering", "displaystyle", "em", "emph", "ensuremath", "footnotesize", "hat", "hbox"),
        *("hfill", "hline", "huge", "it", "itshape", "large", "left", "makecell", "mathbf"),
        *("mathcal", "mathit", "mathrm", "mathsf", "mathtt", "mbox", "mdseries", "midrule"),
        *("noindent", "normalfont", "normalsize", "null", "num", "operatorname", "overline"),
        *("protect", "raggedleft", "raggedright", "relax", "right", "rm", "rmfamily"),
        *("scriptsize", "scriptstyle", "scshape", "selectfont", "sf", "sffamily", "shortstack"),
        *("si", "small", "strut", "text", "textbf", "textit", "textmd", "textnormal", "textrm"),
        *("textsc", "textsf", "textstyle", "textsubscript", "textsuperscript", "texttt", "thead"),
        *("tiny", "tnote", "toprule", "tt", "ttfamily", "uline", "unboldmath", "underline"),
        *("upshape", "xspace"),
    )
)
_SIGNS = {
    ",": "\u2009",
    ";": "\u2009",
    ":": "\u2009",
    " ": " ",
    "!": "",
    "/": "",
    "-": "",
    "\\": " ",
}
_RAISED = frozenset({"textsuperscript", "tnote"})
_BEFORE = frozenset({"begin", "makecell", "shortstack", "footnotemark", "multirow", "parbox"})


@frozen
class _Arguments:
    """The end of the arguments that a command has, and the text of the last one dropped."""

    end: int
    last: str


def latex_plain(text: str) -> tuple[str, tuple[str, ...]]:
    r"""Take the markup off a text; also gives the commands that are not known, which are left out.

    >>> latex_plain(r"\textbf{63.3}{\scriptsize$\pm$0.4}\,\%"), latex_plain(r"F$_1$~\foo{a}")
    (('63.3±0.4\u2009%', ()), ('F_1 a', ('foo',)))
    """
    pieces: list[str] = []
    unknown: dict[str, None] = {}
    at = 0
    while at < len(text):
        char = text[at]
        if char == "\\":
            piece, at, name = _command(text, at)
            pieces.append(piece)
            if name:
                unknown[name] = None
            continue
        if char in "^_" and text[at + 1 : at + 2] == "{":
            piece, at = _script(text, at)
            pieces.append(piece)
            continue
        dashes = 3 if text.startswith("---", at) else 2 if text.startswith("--", at) else 0
        if dashes:
            pieces.append("—" if dashes == len("---") else "–")
        elif char not in "{}$":
            pieces.append(" " if char == "~" else char)
        at += dashes or 1
    return _SPACE.sub(" ", "".join(pieces)).strip(" "), tuple(unknown)


def _command(text: str, at: int) -> tuple[str, int, str]:
    """Read a command: its text, where it ends, and its name where that is not known."""
    word = _NAME.match(text, at + 1)
    if word is None:
        sign = text[at + 1 : at + 2]
        return _SIGNS.get("\\" if sign == "\n" else sign, sign), at + 2, ""
    name, end = word[0], word.end()
    if name.endswith("*") and name not in _DROPPED:
        name, end = name[:-1], end - 1
    if name in _SYMBOLS:
        return _SYMBOLS[name], _after_name(text, end), ""
    if name in _DROPPED or name in _KEPT:
        taken = skipped(text, end, _DROPPED.get(name, 0), optional=name in _DROPPED | _OPTIONAL)
        if name == "begin" and taken.last.startswith(("tabular", "array")):
            taken = skipped(text, taken.end, 2 if taken.last != "tabular" else 1, optional=True)
        raised = name in _RAISED and text[taken.end : taken.end + 1] == "{"
        if raised:
            piece, after = _script(f"^{text[taken.end : taken.end + 200]}", 0)
            return piece, taken.end + after - 1, ""
        return "", _after_name(text, taken.end), ""
    return "", _after_name(text, end), name


_OPTIONAL = {"makecell": 0, "shortstack": 0, "thead": 0, "num": 0, "SI": 0, "addlinespace": 0}


def _after_name(text: str, end: int) -> int:
    """Leave out the space, or the empty braces, that end a name."""
    if text.startswith("{}", end):
        return end + 2
    space = _SPACE.match(text, end)
    return end if space is None else space.end()


def _script(text: str, at: int) -> tuple[str, int]:
    """Read a raised or lowered group: one sign stands alone, more stay in braces."""
    end = closing(text, at + 1)
    inner = text[at + 2 : end - 1]
    plain = "".join(_flat(inner))
    return (f"{text[at]}{plain}" if len(plain) == 1 else f"{text[at]}{{{plain}}}"), end


def _flat(inner: str) -> Sequence[str]:
    """Take the commands off what is raised; it is short, and is read without going deeper."""
    pieces: list[str] = []
    at = 0
    while at < len(inner):
        name = _NAME.match(inner, at + 1) if inner[at] == "\\" else None
        if name is not None:
            pieces.append(_SYMBOLS.get(name[0], ""))
            at = _after_name(inner, name.end())
            continue
        pieces.append("" if inner[at] in "{}$\\" else inner[at])
        at += 1
    return pieces


def closing(text: str, at: int) -> int:
    r"""Find the end of the group that opens at a place; the end of the text where it is not closed.

    >>> closing("{a{b}}c", 0), closing(r"{\}}", 0), closing("{a", 0)
    (6, 4, 2)
    """
    depth = 0
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            return at
    return len(text)


def skipped(text: str, at: int, arguments: int, *, optional: bool) -> _Arguments:
    r"""Step over arguments of a command: so many in braces, and those in brackets where it has any.

    >>> skipped("[t]{2}{c}{a}", 0, 2, optional=True).end
    9
    """
    last = ""
    while True:
        here = at + len(text[at : at + 20]) - len(text[at : at + 20].lstrip(" \n"))
        if optional and text.startswith("[", here) and "]" in text[here : here + 100]:
            at = text.index("]", here) + 1
        elif arguments and text.startswith("{", here):
            at = closing(text, here)
            last = text[here + 1 : at - 1]
            arguments -= 1
        else:
            return _Arguments(at, last)


_WESTERN = {
    "\u066a": "%",
    "\u066b": ".",
    "\u066c": ",",
    "\uff0e": ".",
    "\uff0c": ",",
    "\uff05": "%",
}


def western(text: str) -> str:
    """Write decimal digits of any script as 0 to 9, one sign for one; a text without any stays.

    >>> western("\u0663\u066b\u0664"), western("\uff13\uff14\uff0e\uff15"), western("F\u2082, 3")
    ('3.4', '34.5', 'F\u2082, 3')
    """
    if text.isascii() or not any(map(str.isdecimal, text)):
        return text
    return "".join(
        char if char.isascii() else str(decimal(char, _WESTERN.get(char, char))) for char in text
    )


_ESCAPABLE = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_LINK = re.compile(r"!?\[([^\[\]\\]{0,500})\]\([^()\s]{0,500}\)")
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,20})(?:\s[^<>]{0,300})?/?>")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_MATH = re.compile(r"\$(?=\S)([^$]{1,500})(?<=\S)\$(?![0-9])")
_FORMULA = re.compile(r"[\\^_|]|[-+\u2212]?[0-9.,]+%?")
_MARK = re.compile(r"\*+|_+|~~|`+")


def markdown_plain(text: str) -> str:
    r"""Take the markup off a text.

    Signs that mark nothing stay: the star of 63.3* is left for whoever reads the number.

    >>> markdown_plain("**63.3** &plusmn; `0.4`"), markdown_plain(r"both_empty \*"), \
    ...     markdown_plain("63.3*"), markdown_plain("$63.3 \\pm 0.4$<sup>a</sup>")
    ('63.3 ± 0.4', 'both_empty *', '63.3*', '63.3 ±0.4^{a}')
    """
    pieces: list[str] = []
    opened: dict[str, int] = {}
    at = 0
    while at < len(text):
        piece, after = _piece(text, at)
        if piece is not None:
            pieces.append(piece)
            at = after
            continue
        run = text[at:after]
        if _closes(text, at, after) and run in opened:
            start = opened.pop(run)
            pieces[start] = ""
            opened = {mark: place for mark, place in opened.items() if place < start}
        else:
            if _opens(text, at, after):
                opened[run] = len(pieces)
            pieces.append(run)
        at = after
    return " ".join("".join(pieces).split(" ")).strip()


def _piece(text: str, at: int) -> tuple[str | None, int]:
    """Read what stands at a place: its text, or None and the end of a run that may be emphasis."""
    char = text[at]
    if char == "\\" and text[at + 1 : at + 2] in _ESCAPABLE and at + 1 < len(text):
        return text[at + 1], at + 2
    if char in "![" and (link := _LINK.match(text, at)):
        return link[1], link.end()
    if char == "<" and (tag := _TAG.match(text, at)):
        return _tag(tag), tag.end()
    if char == "&" and (entity := _ENTITY.match(text, at)):
        return unescape(entity[0]), entity.end()
    if char == "$" and (math := _MATH.match(text, at)) and _FORMULA.search(math[1]):
        return latex_plain(math[1])[0], math.end()
    mark = _MARK.match(text, at)
    if mark is None:
        return char, at + 1
    if char != "`":
        return None, mark.end()
    close = text.find(mark[0], mark.end())
    if close < 0:
        return mark[0], mark.end()
    return text[mark.end() : close].strip(), close + len(mark[0])


def _tag(tag: re.Match[str]) -> str:
    match tag[2].lower(), bool(tag[1]):
        case "br", _:
            return " "
        case "sup", False:
            return "^{"
        case "sup", True:
            return "}"
        case _:
            return ""


def _opens(text: str, start: int, end: int) -> bool:
    """Tell whether a run of marks may open emphasis: it stands at the left of something."""
    right = end < len(text) and not text[end].isspace()
    return right and (text[start] != "_" or start == 0 or not text[start - 1].isalnum())


def _closes(text: str, start: int, end: int) -> bool:
    left = start > 0 and not text[start - 1].isspace()
    return left and (text[start] != "_" or end == len(text) or not text[end].isalnum())
