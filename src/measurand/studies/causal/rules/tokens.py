"""The words, numbers and signs of a rule, in their order: total on any text.

The longest name of the graph that starts at a place comes before any other reading of it, so that
`v_0` is one name beside `v`, and `cross-section` no difference. A word that is no name is a
function, a name spelled otherwise, a product of names that can be cut in one way only, or itself,
in this order; where that was a choice the token carries a flag. Strict rules leave no choice.
"""

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction

from attrs import evolve, field, frozen

from measurand.studies.causal.rules.names import Vocabulary
from measurand.studies.causal.rules.text import (
    CALCULUS,
    DIGITS,
    FRACTIONS,
    NEARLY,
    OPERATORS,
    PROSE,
    PYTHON,
    RELATION,
    RELATIONS,
    ROOTS,
    SUPERSCRIPTS,
    continues,
    decimal,
    function_named,
    is_differential,
    is_letter,
)
from measurand.studies.causal.rules.tree import Flag


class Grammar(Enum):
    """How freely rules are written."""

    STRICT = "strict"
    """Plain ASCII as in Python: `name = expression`, and nothing is left to choose."""
    LENIENT = "lenient"
    """As people write: names of the graph, Greek, superscripts, products without a sign."""


class Kind(Enum):
    """What a token is."""

    NUMBER = "number"
    NAME = "name of the graph"
    WORD = "symbol that is no name of the graph"
    CONSTANT = "constant"
    FUNCTION = "function"
    OPERATOR = "operator"
    SUPERSCRIPT = "superscript"
    FACTORIAL = "factorial"
    ROOT = "root"
    OPEN = "opening bracket"
    CLOSE = "closing bracket"
    BAR = "bar"
    COMMA = "comma"
    COLON = "colon"
    EQUAL = "equal"
    NEARLY = "nearly equal"
    RELATION = "other relation"
    CALCULUS = "sign of calculus"
    LATEX = "backslash"
    HUGE = "number with too many digits"
    OTHER = "sign that is no part of rules"


@frozen(kw_only=True)
class Token:
    """One token; `text` is in the spelling of trees, `written` is how an operator was written.

    `start` and `end` are places in the rule, `spaced` says whether a space stands before it,
    `flag` whether reading it was a choice.
    """

    kind: Kind
    text: str
    start: int
    end: int
    spaced: bool = False
    written: str = ""
    value: Fraction = field(default=Fraction(0))
    flag: Flag | None = None


_SIGNS = {
    "(": Kind.OPEN,
    "[": Kind.OPEN,
    "{": Kind.OPEN,
    ")": Kind.CLOSE,
    "]": Kind.CLOSE,
    "}": Kind.CLOSE,
    "|": Kind.BAR,
    ",": Kind.COMMA,
    ":": Kind.COLON,
    ";": Kind.RELATION,
    "!": Kind.FACTORIAL,
    "=": Kind.EQUAL,
    "\\": Kind.LATEX,
}
_PLAIN = frozenset("()+-*/%,=")
_SPACES = frozenset(" \t\u00a0\u2009\u202f")
_WAVES = frozenset({"sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh"})
_BARE = _WAVES | {"ln", "log", "log2", "log10", "arcsin", "arccos", "arctan"}
_GLUED = ("sin", "cos", "tan", "ln")
_PI = frozenset({"pi", "π", "Pi", "PI"})
_DOTS = "..."
_OF = "of "
"""`20 % of tax` is a product, which no remainder is."""
_PRIMES = "'′"


@frozen
class _Text:
    text: str
    names: Vocabulary
    strict: bool

    def at(self, place: int) -> str:
        return self.text[place : place + 1]


def tokens(text: str, names: Vocabulary, grammar: Grammar) -> Iterator[Token]:
    """Cut a rule into tokens; what cannot be part of a rule is a token of its own kind.

    >>> from measurand.studies.causal.rules.names import vocabulary
    >>> [token.text for token in tokens("2πr²", vocabulary({"r"}), Grammar.LENIENT)]
    ['2', 'pi', 'r', '2']
    """
    source = _Text(text, names, grammar is Grammar.STRICT)
    last: Token | None = None
    at, spaced = 0, False
    while at < len(text):
        if text[at] in _SPACES:
            at, spaced = at + 1, True
            continue
        if last is not None and last.written == "%" and spaced and text.startswith(_OF, at):
            last = _token(Kind.OPERATOR, "*", at, len(_OF), spaced=True)
            yield evolve(last, written=_OF)
            at = last.end
            continue
        read = tuple(_next(source, at, spaced=spaced, last=last))
        yield from read
        last = read[-1]
        at = last.end
        spaced = False


def _next(source: _Text, at: int, *, spaced: bool, last: Token | None) -> Iterator[Token]:
    """Read one token, or the few that one character or word stands for."""
    here = source.at(at)
    if here in DIGITS or (here == "." and source.at(at + 1) in DIGITS and source.at(at + 1)):
        yield _number(source, at, spaced=spaced)
    elif source.strict:
        yield _strict(source, at, spaced=spaced)
    elif here == "`":
        yield _quoted(source, at, spaced=spaced)
    elif here == "x" and spaced and _is_times(source, at + 1, last):
        yield _token(Kind.OPERATOR, "*", at, 1, spaced=spaced)
    elif name := source.names.at(source.text, at):
        yield _named(source, at, name, spaced=spaced)
    elif is_letter(here) or here == "_":
        yield from _word(source, at, spaced=spaced, last=last)
    else:
        yield from _sign(source, at, spaced=spaced)


def _token(kind: Kind, text: str, at: int, length: int = 0, *, spaced: bool = False) -> Token:
    return Token(kind=kind, text=text, start=at, end=at + (length or len(text)), spaced=spaced)


def _run(source: _Text, at: int) -> int:
    while source.at(at) in DIGITS and source.at(at):
        at += 1
    return at


def _number(source: _Text, at: int, *, spaced: bool) -> Token:
    end = _run(source, at)
    if source.at(end) == "." and source.text[end : end + 3] != _DOTS:
        end = _run(source, end + 1)
    if source.at(end) in ("e", "E"):
        sign = source.at(end + 1) in ("+", "-")
        power = _run(source, end + 1 + sign)
        end = power if power > end + 1 + sign else end
    text, after = source.text[at:end], source.at(end)
    value = decimal(text)
    if value is None:
        return _token(Kind.HUGE, text, at, spaced=spaced)
    letter = after == "_" or (bool(after) and is_letter(after))
    if (letter and (source.strict or after == "_" or text.startswith("0"))) or _padded(text):
        return _token(Kind.OTHER, text, at, spaced=spaced)
    return Token(kind=Kind.NUMBER, text=text, start=at, end=end, spaced=spaced, value=value)


def _padded(text: str) -> bool:
    """Say whether a whole number starts with 0: `007` is no number in Python."""
    return text.startswith("0") and text.isdigit() and bool(text.strip("0"))


def _strict(source: _Text, at: int, *, spaced: bool) -> Token:
    here, two = source.at(at), source.text[at : at + 2]
    if two in ("**", "//"):
        return _token(Kind.OPERATOR, two, at, spaced=spaced)
    if here in _PLAIN:
        kind = _SIGNS.get(here, Kind.OPERATOR)
        return _token(Kind.OTHER if two == "==" else kind, here, at, spaced=spaced)
    end = at
    while source.at(end).isascii() and (source.at(end).isalnum() or source.at(end) == "_"):
        end += 1
    word = source.text[at:end]
    if not word or word in PYTHON:
        return _token(Kind.OTHER, word or here, at, spaced=spaced)
    known = function_named(word)
    if known and source.text[end:].lstrip(" ").startswith("("):
        return _token(Kind.FUNCTION, known, at, len(word), spaced=spaced)
    named = word in source.names.given
    kind = Kind.NAME if named else Kind.CONSTANT if word == "pi" else Kind.WORD
    return _token(kind, word, at, spaced=spaced)


def _quoted(source: _Text, at: int, *, spaced: bool) -> Token:
    end = source.text.find("`", at + 1)
    name = source.text[at + 1 : max(end, 0)]
    kind = Kind.NAME if end > 0 and name in source.names.given else Kind.OTHER
    return _token(kind, name, at, end + 1 - at if kind is Kind.NAME else 1, spaced=spaced)


def _named(source: _Text, at: int, name: str, *, spaced: bool) -> Token:
    known = function_named(name)
    if known and source.at(at + len(name)) == "(":
        return _token(Kind.FUNCTION, known, at, len(name), spaced=spaced)
    return _token(Kind.NAME, name, at, spaced=spaced)


def _end_of_word(source: _Text, at: int) -> int:
    """Find the end of a symbol with its subscripts (`v_{0,x}`) and primes, or of `Newton's`."""
    while source.at(at) and (continues(source.at(at)) or source.text[at - 1 : at + 1] == "_{"):
        if source.at(at) == "{":
            close = source.text.find("}", at)
            if close < 0 or not all(
                one.isalnum() or one in ",+-" for one in source.text[at + 1 : close]
            ):
                return at
            at = close
        at += 1
    while source.at(at) and source.at(at) in _PRIMES:
        at += 1
        if source.at(at).isalpha():
            return _end_of_word(source, at)
    return at


def _word(source: _Text, at: int, *, spaced: bool, last: Token | None) -> Iterator[Token]:
    end = _end_of_word(source, at)
    word, after = source.text[at:end], source.text[end:].lstrip()[:1]
    known = function_named(word)
    glued = next((one for one in _GLUED if _is_glued(word, one)), "")
    if known and (after == "(" or word in _BARE):
        yield _token(Kind.FUNCTION, known, at, len(word), spaced=spaced)
    elif name := "" if is_differential(word) else source.names.respelled(word):
        token = _token(Kind.NAME, name, at, len(word), spaced=spaced)
        yield evolve(token, flag=Flag.RESPELLED)
    elif word in _PI:
        yield _token(Kind.CONSTANT, "pi", at, len(word), spaced=spaced)
    elif glued:
        yield _token(Kind.FUNCTION, glued, at, spaced=spaced)
    elif word == "mod":
        yield _token(Kind.OPERATOR, "%", at, len(word), spaced=spaced)
    elif parts := _parts(source, word, last):
        yield from _split(parts, at, spaced=spaced)
    elif word[0] == "π" and len(word) > 1:
        yield _token(Kind.CONSTANT, "pi", at, 1, spaced=spaced)
    else:
        yield _token(Kind.WORD, word, at, spaced=spaced)


def _is_glued(word: str, function: str) -> bool:
    after = word[len(function) : len(function) + 1]
    return word.startswith(function) and after.isalpha() and not after.isascii()


def _is_times(source: _Text, end: int, last: Token | None) -> bool:
    rest = source.text[end:]
    return last is not None and last.kind is Kind.NUMBER and rest[:1] == " " and rest[1:2].isdigit()


def _parts(source: _Text, word: str, last: Token | None) -> tuple[str, ...]:
    """Cut a word into names; words of English only where an operand must stand."""
    leading = last is not None and last.kind in (Kind.OPERATOR, Kind.EQUAL)
    if word in PROSE and not (leading and word == "at"):
        return ()
    return source.names.parts(word)


def _split(parts: tuple[str, ...], at: int, *, spaced: bool) -> Iterator[Token]:
    for part in parts:
        kind, text = (Kind.CONSTANT, "pi") if part == "π" else (Kind.NAME, part)
        end = at + len(part)
        yield Token(kind=kind, text=text, start=at, end=end, spaced=spaced, flag=Flag.SPLIT)
        at, spaced = end, False


def _sign(source: _Text, at: int, *, spaced: bool) -> Iterator[Token]:
    here, rest = source.at(at), source.text[at:]
    relation = next((one for one in RELATIONS if rest.startswith(one)), "")
    if here in FRACTIONS:
        yield from _fraction(here, at, spaced=spaced)
    elif here in SUPERSCRIPTS:
        size = next((n for n, one in enumerate(rest) if one not in SUPERSCRIPTS), len(rest))
        power = "".join(SUPERSCRIPTS[one] for one in rest[:size])
        whole = power.lstrip("-+").isdigit() and len(power.lstrip("-+")) >= len(power) - 1
        kind = Kind.SUPERSCRIPT if whole else Kind.OTHER
        yield _token(kind, power, at, size, spaced=spaced)
    elif rest.startswith(_DOTS) or here in CALCULUS:
        yield _token(Kind.CALCULUS, here, at, 3 if here == "." else 1, spaced=spaced)
    elif relation:
        kinds = {"==": Kind.EQUAL, "~=": Kind.NEARLY}
        yield _token(kinds.get(relation, Kind.RELATION), relation, at, spaced=spaced)
    elif here in NEARLY or here in RELATION:
        kind = Kind.NEARLY if here in NEARLY else Kind.RELATION
        yield _token(kind, here, at, spaced=spaced)
    elif rest[:2] in ("**", "//"):
        yield _token(Kind.OPERATOR, rest[:2], at, spaced=spaced)
    elif here in ROOTS:
        yield _token(Kind.ROOT, ROOTS[here], at, 1, spaced=spaced)
    elif here in OPERATORS:
        operator = _token(Kind.OPERATOR, OPERATORS[here], at, 1, spaced=spaced)
        yield evolve(operator, written=here)
    else:
        yield _token(_SIGNS.get(here, Kind.OTHER), here, at, spaced=spaced)


def _fraction(sign: str, at: int, *, spaced: bool) -> Iterator[Token]:
    """Read `½` as `(1/2)`; all its tokens stand at one place."""
    top, bottom = FRACTIONS[sign]
    opening = _token(Kind.OPEN, "(", at, spaced=spaced)
    number = evolve(opening, kind=Kind.NUMBER, spaced=False)
    yield opening
    yield evolve(number, text=str(top), value=Fraction(top))
    yield evolve(number, kind=Kind.OPERATOR, text="/")
    yield evolve(number, text=str(bottom), value=Fraction(bottom))
    yield evolve(number, kind=Kind.CLOSE, text=")")
