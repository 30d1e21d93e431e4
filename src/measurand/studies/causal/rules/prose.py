"""What is no formula, told from its words and signs before anything is parsed.

A sentence can read as a product of its words, so that it has to be refused before that. The checks
stand in an order: the first reason that holds is the one that is counted.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from measurand.studies.causal.rules.names import is_plain_word
from measurand.studies.causal.rules.text import (
    CHANGES,
    MOST_DIGITS,
    PROSE,
    SERIES,
    UNITS,
    is_differential,
)
from measurand.studies.causal.rules.tokens import Kind, Token
from measurand.studies.causal.rules.tree import Reason, Unread

_SYMBOLS = (Kind.NAME, Kind.WORD)
_VALUES = (Kind.NUMBER, Kind.CLOSE, *_SYMBOLS)
_ENDS = (Kind.CLOSE, Kind.COMMA, Kind.EQUAL, Kind.NEARLY, Kind.RELATION)
_FEW = 10
_SIDES = (Kind.EQUAL, Kind.NEARLY, Kind.RELATION, Kind.COMMA)
_GOES_ON = (Kind.OPEN, Kind.FUNCTION, *_SYMBOLS)


def refusal(tokens: Sequence[Token]) -> Unread | None:
    """Say why a rule is no equation, as far as its tokens tell; None where it may be one.

    >>> from measurand.studies.causal.rules.names import vocabulary
    >>> from measurand.studies.causal.rules.tokens import Grammar
    >>> from measurand.studies.causal.rules.tokens import tokens
    >>> names = vocabulary({"m"})
    >>> refusal(tuple(tokens("the mass of the atom", names, Grammar.LENIENT))).reason.value
    'prose'
    """
    checks: tuple[tuple[Reason, Callable[[Sequence[Token]], Iterator[str]]], ...] = (
        (Reason.LATEX, _latex),
        (Reason.PROSE, _prose),
        (Reason.CALCULUS, calculus),
        (Reason.RELATION, _relations),
        (Reason.LIMIT, _huge),
        (Reason.CHARACTER, _others),
        (Reason.OPAQUE, _vectors),
        (Reason.UNIT, _units),
        (Reason.SYNTAX, _mixed),
    )
    for reason, check in checks:
        for because in check(tokens):
            return Unread(reason=reason, because=because)
    return None


def _of_kind(tokens: Sequence[Token], *kinds: Kind) -> Iterator[str]:
    return (f"{token.text[:80]!r}" for token in tokens if token.kind in kinds)


def _latex(tokens: Sequence[Token]) -> Iterator[str]:
    return _of_kind(tokens, Kind.LATEX)


def _relations(tokens: Sequence[Token]) -> Iterator[str]:
    return _of_kind(tokens, Kind.RELATION)


def _others(tokens: Sequence[Token]) -> Iterator[str]:
    return _of_kind(tokens, Kind.OTHER, Kind.COLON)


def _vectors(tokens: Sequence[Token]) -> Iterator[str]:
    """Find `a · (b × c)`: products of vectors, told from numbers by having both signs."""
    written = {token.written for token in tokens if token.kind is Kind.OPERATOR}
    return (f"'{sign}' and '×'" for sign in written & {"·", "⋅"} if "×" in written)


def _huge(tokens: Sequence[Token]) -> Iterator[str]:
    return (f"a number of more than {MOST_DIGITS} digits" for t in tokens if t.kind is Kind.HUGE)


def _prose(tokens: Sequence[Token]) -> Iterator[str]:
    """Find words: those that no formula holds, and two that stand side by side."""
    for token in tokens:
        if token.kind is Kind.WORD and (token.text.lower() in PROSE or "'" in token.text[:-3]):
            yield f"{token.text[:80]!r}"
    for one, other in pairwise(tokens):
        if other.spaced and _are_words(one, other):
            yield f"{one.text[:80]!r} and {other.text[:80]!r} side by side"
    for one, sign, other in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if sign.text == "-" and not (sign.spaced or other.spaced):
            hyphened = one.kind is other.kind is Kind.WORD
            if hyphened and is_plain_word(one.text) and is_plain_word(other.text):
                yield f"'{one.text[:80]}-{other.text[:80]}'"


def _are_words(one: Token, other: Token) -> bool:
    """Say whether two neighbours read as language rather than as a product."""
    word, next_word = _is_language(one), _is_language(other)
    if one.kind in _SYMBOLS and other.kind in _SYMBOLS:
        return word or next_word
    if one.kind in _VALUES and other.kind is Kind.WORD:
        return next_word and other.text not in UNITS
    opens = other.kind is Kind.NUMBER or other.text == "("
    return opens and word and one.kind is Kind.WORD


def _is_language(token: Token) -> bool:
    return token.kind in _SYMBOLS and is_plain_word(token.text)


def calculus(tokens: Sequence[Token]) -> Iterator[str]:
    """Find integrals, derivatives, sums and differentials (`dx`) that are no names of the graph.

    A quotient of two parts that each begin with d, δ or Δ and go on without a sign (`d x / d t`,
    `d(mv)/dt`) is a derivative also where a node is called so.

    >>> from measurand.studies.causal.rules.names import vocabulary
    >>> from measurand.studies.causal.rules.tokens import Grammar
    >>> from measurand.studies.causal.rules.tokens import tokens
    >>> list(calculus(tuple(tokens("a = dv/dt", vocabulary({"dt"}), Grammar.STRICT))))
    ["'dv'"]
    """
    yield from _of_kind(tokens, Kind.CALCULUS)
    yield from _derivatives(tokens)
    for token, after in zip(tokens, (*tokens[1:], None), strict=True):
        if token.kind is not Kind.WORD:
            continue
        stem = token.text.partition("_")[0]
        called = after is not None and after.text == "(" and not after.spaced
        primed = token.text.endswith(("'", "′"))
        series = stem.lower() in SERIES and (called or stem != token.text)
        derived = primed and (called or token.text[-2:-1] in "'′")
        over = stem == "d" and after is not None and after.text == "/"
        if series or derived or over or stem in ("Σ", "Π") or is_differential(stem):
            yield f"{token.text[:80]!r}"


def _derivatives(tokens: Sequence[Token]) -> Iterator[str]:
    above = -1
    for at, token in enumerate(tokens):
        if _operates(tokens, at):
            below = at and tokens[at - 1].text == "/"
            nested = at > 1 and tokens[at - 1].text == "(" and tokens[at - 2].text == "/"
            if above >= 0 and (below or nested):
                yield f"'{token.text}' over '{token.text}'"
            above = at
        elif token.kind in _SYMBOLS and is_differential(token.text.partition("_")[0]):
            bare = at > 1 and tokens[at - 1].text == "/" and tokens[at - 2].text == "d"
            after = tokens[at + 1].kind if at + 1 < len(tokens) else None
            if (above >= 0 and tokens[at - 1].text == "/") or (bare and after in _GOES_ON):
                yield f"'d' over {token.text[:80]!r}"
        elif token.kind in _SIDES:
            above = -1


def _operates(tokens: Sequence[Token], at: int) -> bool:
    """Say whether d, or δ, stands before what it may be a change of: `d x`, `d²x`, `d(x)`."""
    if tokens[at].kind not in _SYMBOLS or tokens[at].text not in CHANGES:
        return False
    kinds = [(one.kind, one.text) for one in tokens[at + 1 : at + 4]]
    if kinds and kinds[0][0] is Kind.SUPERSCRIPT:
        kinds = kinds[1:]
    elif kinds and kinds[0][1] == "**":
        kinds = kinds[2:]
    return bool(kinds) and kinds[0][0] in _GOES_ON


def _units(tokens: Sequence[Token]) -> Iterator[str]:
    """Find numbers with units: `5 kg`, `9.8 m/s`; `2 m g` is none, and neither is a name."""
    rest = (*tokens[2:], None)
    for number, unit, after in zip(tokens, tokens[1:], rest, strict=False):
        if number.kind is not Kind.NUMBER or unit.kind is not Kind.WORD:
            continue
        if unit.text in UNITS and _is_unit(number, unit, after):
            yield f"'{number.text} {unit.text}'"


def _is_unit(number: Token, unit: Token, after: Token | None) -> bool:
    if len(unit.text) > 1:
        return True
    if not unit.spaced:
        return "." in number.text or abs(number.value) > _FEW
    ends = after is None or after.kind in _ENDS or after.text in ("+", "-", "/")
    return ends and after != unit


def _mixed(tokens: Sequence[Token]) -> Iterator[str]:
    """Find `2½`, which is no product."""
    for number, opening, top in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if number.kind is Kind.NUMBER and opening.text == "(" and opening.start == top.start:
            yield f"a fraction after {number.text}"
