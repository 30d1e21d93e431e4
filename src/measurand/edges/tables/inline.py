r"""The text of a Markdown cell: emphasis, code, links, tags and formulas taken off."""

import re
from html import unescape

from measurand.edges.tables.macros import latex_plain

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
    found = _MARK.match(text, at)
    if found is None:
        return char, at + 1
    if char != "`":
        return None, found.end()
    close = text.find(found[0], found.end())
    if close < 0:
        return found[0], found.end()
    return text[found.end() : close].strip(), close + len(found[0])


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
