"""Rules as equations: total on any text, never run, never looked up anywhere.

A text that people wrote is read only where one reading is plain; each choice that was made on the
way is a flag of the equation, and what is left open is refused with a reason of a short list. So
what a judge derives stands on what the rule says, and the share of rules not read is counted.

A sentence can read as a product of its words, so that what is no formula is told from its words and
signs before anything is parsed. The checks stand in an order: the first reason that holds is the
one that is counted.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice, pairwise

from attrs import evolve

from measurand.studies.causal.rules.names import Vocabulary, is_plain_word, vocabulary
from measurand.studies.causal.rules.parse import Parser, Refused
from measurand.studies.causal.rules.text import (
    CHANGES,
    MOST_DIGITS,
    MOST_LETTERS,
    MOST_NODES,
    MOST_TOKENS,
    PROSE,
    SERIES,
    UNITS,
    is_differential,
    refused,
)
from measurand.studies.causal.rules.tokens import Grammar, Kind, Token, tokens
from measurand.studies.causal.rules.tree import (
    Equation,
    Flag,
    Name,
    Product,
    Reason,
    Rule,
    Tree,
    Unread,
    is_larger,
    names_in,
    replaced,
    sides,
)

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


_WHERE = " where "
_LABEL = ": "
_CONDITIONS = frozenset({"if", "when", "for", "in", "unless", "case", "assuming", "suppose", "let"})
_NO_LABEL = (Kind.EQUAL, Kind.NEARLY, Kind.RELATION, Kind.LATEX, Kind.CALCULUS)


def read_rule(text: str, names: Collection[str] = (), grammar: Grammar = Grammar.LENIENT) -> Rule:
    """Read a rule; `names` are those of the graph, which stand as one word each.

    Strict rules are `name = expression` in plain ASCII. Lenient ones may also be an expression
    alone, speak of names with spaces, Greek and subscripts, leave out signs of products, stand
    after a label (`Ohm's law: V = I R`) and before `where`.

    >>> read_rule("a = F/m").right
    Binary(operator=<Operator.DIVIDE: '/'>, left=Name(text='F'), right=Name(text='m'))
    >>> read_rule("the mass of the atom").reason, read_rule("y = f(x)").reason.value
    (<Reason.PROSE: 'prose'>, 'opaque function')
    """
    body = text.strip(" \t\r\n") if len(text) <= MOST_LETTERS else text
    if not body:
        return Unread(reason=Reason.BLANK)
    if len(body) > MOST_LETTERS:
        return Unread(reason=Reason.LIMIT, because=f"{len(body)} characters")
    refused_letters = [letter for letter in body if refused(letter) and letter != "\t"]
    if refused_letters:
        return Unread(reason=Reason.CHARACTER, because=f"U+{ord(refused_letters[0]):04X}")
    words = vocabulary(names)
    if grammar is Grammar.STRICT:
        return _equation(body, words, grammar)
    return _lenient(body.rstrip(".") if body[-2:] != ".." else body, words)


def _lenient(body: str, words: Vocabulary) -> Rule:
    """Read a rule whole, or without what follows `where`, or without its label."""
    rule = _equation(body, words, Grammar.LENIENT)
    if isinstance(rule, Equation):
        return rule
    inner = (
        _without_tail(body, words) or _without_label(body, words) or _without_remark(body, words)
    )
    return inner or rule


def _without_tail(body: str, words: Vocabulary) -> Equation | None:
    """Read what stands before `where`, and put in what is defined after it."""
    at = body.lower().find(_WHERE)
    head = _equation(body[:at].rstrip(" ,;"), words, Grammar.LENIENT) if at > 0 else None
    if not isinstance(head, Equation):
        return None
    definitions = {
        name: tree
        for part in body[at + len(_WHERE) :].replace(" and ", ",").replace(";", ",").split(",")
        for name, tree in _definition(part.strip(), words)
        if name in names_in(head)
    }
    by = {
        name: tree for name, tree in definitions.items() if not set(names_in(tree)) & {*definitions}
    }
    filled = evolve(
        head,
        right=replaced(head.right, by),
        more=tuple(replaced(one, by) for one in head.more),
        products=tuple(
            Product(one.sign, replaced(one.left, by), replaced(one.right, by))
            for one in head.products
        ),
        flags=_once([*head.flags, Flag.WHERE]),
    )
    return None if any(is_larger(side, MOST_NODES) for side in sides(filled)) else filled


def _definition(part: str, words: Vocabulary) -> Iterator[tuple[str, Tree]]:
    """Read `A = π r²`, where A is no name of the graph."""
    rule = _equation(part, words, Grammar.LENIENT) if part else None
    if not isinstance(rule, Equation) or not isinstance(rule.left, Name) or rule.more:
        return
    if rule.left.text not in words.given:
        yield rule.left.text, rule.right


def _without_label(body: str, words: Vocabulary) -> Equation | None:
    """Read what stands after words and a colon, where it is an equation by itself."""
    label, _, rest = body.rpartition(_LABEL)
    first = label.split(maxsplit=1)[0].lower() if label.strip() else ""
    if not first or first in _CONDITIONS:
        return None
    before = tuple(islice(tokens(label, words, Grammar.LENIENT), MOST_TOKENS))
    if any(token.kind in _NO_LABEL for token in before):
        return None
    rule = _equation(rest.strip(), words, Grammar.LENIENT) if rest.strip() else None
    if not isinstance(rule, Equation) or rule.left is None:
        return None
    return evolve(rule, flags=_once([*rule.flags, Flag.LABEL]))


def _without_remark(body: str, words: Vocabulary) -> Equation | None:
    """Read what stands before words in brackets: `a = F/m (Newton's second law)`."""
    head, _, remark = body.removesuffix(")").rpartition(" (")
    first = remark.split(maxsplit=1)[0].lower() if remark.strip() else ""
    if not body.endswith(")") or not first or first in _CONDITIONS:
        return None
    inside = tuple(islice(tokens(remark, words, Grammar.LENIENT), MOST_TOKENS))
    said = refusal(inside)
    rule = _equation(head.strip(), words, Grammar.LENIENT) if head.strip() else None
    if said is None or said.reason is not Reason.PROSE or not isinstance(rule, Equation):
        return None
    if any(token.kind in _NO_LABEL for token in inside) or rule.left is None:
        return None
    return evolve(rule, flags=_once([*rule.flags, Flag.LABEL]))


def _equation(body: str, words: Vocabulary, grammar: Grammar) -> Rule:
    read = tuple(islice(tokens(body, words, grammar), MOST_TOKENS + 1))
    if len(read) > MOST_TOKENS:
        return Unread(reason=Reason.LIMIT, because=f"more than {MOST_TOKENS} tokens")
    if not read:
        return Unread(reason=Reason.SYNTAX, because="nothing but a full stop")
    strict = grammar is Grammar.STRICT
    no = _no_strict(read) if strict else refusal(read)
    if no is not None:
        return no
    try:
        return _of_sides(body, tuple(_cut(read)), strict=strict)
    except Refused as refused_one:
        return refused_one.unread


def _no_strict(found: Sequence[Token]) -> Unread | None:
    """Say why tokens are no strict rule: `name = expression` of plain signs."""
    for token in found:
        if token.kind is Kind.HUGE:
            return Unread(reason=Reason.LIMIT, because="a number with too many digits")
        if token.kind is Kind.OTHER:
            return Unread(reason=Reason.CHARACTER, because=f"{token.text[:80]!r}")
    named = [token.kind in (Kind.NAME, Kind.WORD) for token in found[:1]]
    if named != [True] or [token.kind for token in found[1:2]] != [Kind.EQUAL]:
        return Unread(reason=Reason.SYNTAX, because="a strict rule is name = expression")
    for because in calculus(found):
        return Unread(reason=Reason.CALCULUS, because=because)
    return None


def _cut(found: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """Cut tokens into the sides of an equation."""
    start = 0
    for at, token in enumerate(found):
        if token.kind in (Kind.EQUAL, Kind.NEARLY):
            yield tuple(found[start:at])
            start = at + 1
    yield tuple(found[start:])


def _of_sides(body: str, cut: Sequence[Sequence[Token]], *, strict: bool) -> Rule:
    most = 2 if strict else MOST_TOKENS
    if not all(cut) or len(cut) > most:
        raise Refused(Reason.SYNTAX, "a side of the equation is empty")
    if len(cut) == 1:
        return _alone(cut[0])
    left, flags, products = _left(body, cut[0], strict=strict)
    readers = [Parser(side, strict) for side in cut[1:]]
    trees = [reader.side() for reader in readers]
    flags += [flag for reader in readers for flag in reader.flags]
    flags += [Flag.CROSS] if any(map(_has_cross, cut)) else []
    flags += [Flag.APPROXIMATE] if _has_nearly(body, cut) else []
    return Equation(
        left=left,
        right=trees[0],
        more=tuple(trees[1:]),
        flags=_once(flags),
        products=(*products, *(one for reader in readers for one in reader.products)),
    )


def _left(
    body: str, side: Sequence[Token], *, strict: bool
) -> tuple[Tree, list[Flag], list[Product]]:
    """Read the left side; a function that nobody knows is a quantity there."""
    reader = Parser(side, strict)
    try:
        return reader.side(), reader.flags, reader.products
    except Refused as no:
        applied = _applied(body, side) if no.unread.reason is Reason.OPAQUE else None
        if applied is None or strict:
            raise
        return applied, [Flag.APPLIED], []


def _has_nearly(body: str, cut: Sequence[Sequence[Token]]) -> bool:
    between = (body[before[-1].end : after[0].start].strip() for before, after in pairwise(cut))
    return any(sign not in ("=", "==") for sign in between)


def _alone(found: Sequence[Token]) -> Rule:
    """Read an expression without a left side: of names of the graph and short symbols."""
    words = [token for token in found if token.kind is Kind.WORD]
    if any(is_plain_word(token.text) for token in words) or len(found) == len(words):
        return Unread(reason=Reason.PROSE, because=f"{words[0].text[:80]!r} by itself")
    reader = Parser(found, strict=False)
    tree = reader.side()
    flags = [*reader.flags, *([Flag.CROSS] if _has_cross(found) else [])]
    return Equation(left=None, right=tree, flags=_once(flags), products=tuple(reader.products))


def _has_cross(side: Sequence[Token]) -> bool:
    around = zip(side, side[1:], side[2:], strict=False)
    return any(
        sign.written == "×" and Kind.NUMBER not in (before.kind, after.kind)
        for before, sign, after in around
    )


def _applied(body: str, side: Sequence[Token]) -> Tree | None:
    """Read `v(t)` on the left as one quantity."""
    kinds = [token.kind for token in side]
    inner = kinds[2:-1]
    named = kinds[:1] in ([Kind.NAME], [Kind.WORD]) and not any(t.spaced for t in side[1:2])
    simple = [*inner, Kind.COMMA]
    listed = all(kind is Kind.COMMA for kind in simple[1::2]) and bool(inner)
    parts = all(kind in (Kind.NAME, Kind.WORD, Kind.NUMBER) for kind in simple[::2])
    brackets = [side[1].text, side[-1].text] == ["(", ")"] if len(side) > len("()") else False
    if not (named and brackets and listed and parts):
        return None
    return Name(body[side[0].start : side[-1].end])


def _once(flags: Sequence[Flag]) -> tuple[Flag, ...]:
    return tuple(dict.fromkeys(flags))
