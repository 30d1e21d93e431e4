r"""The text of a LaTeX cell: commands, braces and formulas taken off, one pass, no recursion."""

import re
from collections.abc import Sequence

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
    found = _NAME.match(text, at + 1)
    if found is None:
        sign = text[at + 1 : at + 2]
        return _SIGNS.get("\\" if sign == "\n" else sign, sign), at + 2, ""
    name, end = found[0], found.end()
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
    found = _SPACE.match(text, end)
    return end if found is None else found.end()


def _script(text: str, at: int) -> tuple[str, int]:
    """Read a raised or lowered group: one sign stands alone, more stay in braces."""
    end = closing(text, at + 1)
    inner = text[at + 2 : end - 1]
    plain = "".join(_flat(inner))
    return (f"{text[at]}{plain}" if len(plain) == 1 else f"{text[at]}{{{plain}}}"), end


def _flat(inner: str) -> Sequence[str]:
    """Take the commands off what is raised; it is short, and is read without going deeper."""
    found: list[str] = []
    at = 0
    while at < len(inner):
        name = _NAME.match(inner, at + 1) if inner[at] == "\\" else None
        if name is not None:
            found.append(_SYMBOLS.get(name[0], ""))
            at = _after_name(inner, name.end())
            continue
        found.append("" if inner[at] in "{}$\\" else inner[at])
        at += 1
    return found


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
