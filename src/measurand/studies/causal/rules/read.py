"""Rules as equations: total on any text, never run, never looked up anywhere."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice, pairwise

from attrs import evolve

from measurand.studies.causal.rules.calls import Reader
from measurand.studies.causal.rules.names import Vocabulary, is_plain_word, vocabulary
from measurand.studies.causal.rules.parse import Refused
from measurand.studies.causal.rules.prose import calculus, refusal
from measurand.studies.causal.rules.text import MOST_LETTERS, MOST_NODES, MOST_TOKENS, refused
from measurand.studies.causal.rules.token import Grammar, Kind, Token
from measurand.studies.causal.rules.tokens import tokens
from measurand.studies.causal.rules.tree import (
    Equation,
    Flag,
    Name,
    Product,
    Reason,
    Rule,
    Tree,
    Unread,
)
from measurand.studies.causal.rules.walk import is_larger, names_in, replaced, sides

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
    odd = [letter for letter in body if refused(letter) and letter != "\t"]
    if odd:
        return Unread(reason=Reason.CHARACTER, because=f"U+{ord(odd[0]):04X}")
    words = vocabulary(names)
    if grammar is Grammar.STRICT:
        return _equation(body, words, grammar)
    return _lenient(body.rstrip(".") if body[-2:] != ".." else body, words)


def _lenient(body: str, words: Vocabulary) -> Rule:
    """Read a rule whole, or without what follows `where`, or without its label."""
    whole = _equation(body, words, Grammar.LENIENT)
    if isinstance(whole, Equation):
        return whole
    found = (
        _without_tail(body, words) or _without_label(body, words) or _without_remark(body, words)
    )
    return found or whole


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
    told = evolve(
        head,
        right=replaced(head.right, by),
        more=tuple(replaced(one, by) for one in head.more),
        products=tuple(
            Product(one.sign, replaced(one.left, by), replaced(one.right, by))
            for one in head.products
        ),
        flags=_once([*head.flags, Flag.WHERE]),
    )
    return None if any(is_larger(side, MOST_NODES) for side in sides(told)) else told


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
    found = tuple(islice(tokens(label, words, Grammar.LENIENT), MOST_TOKENS))
    if any(token.kind in _NO_LABEL for token in found):
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
    found = tuple(islice(tokens(remark, words, Grammar.LENIENT), MOST_TOKENS))
    said = refusal(found)
    rule = _equation(head.strip(), words, Grammar.LENIENT) if head.strip() else None
    if said is None or said.reason is not Reason.PROSE or not isinstance(rule, Equation):
        return None
    if any(token.kind in _NO_LABEL for token in found) or rule.left is None:
        return None
    return evolve(rule, flags=_once([*rule.flags, Flag.LABEL]))


def _equation(body: str, words: Vocabulary, grammar: Grammar) -> Rule:
    found = tuple(islice(tokens(body, words, grammar), MOST_TOKENS + 1))
    if len(found) > MOST_TOKENS:
        return Unread(reason=Reason.LIMIT, because=f"more than {MOST_TOKENS} tokens")
    if not found:
        return Unread(reason=Reason.SYNTAX, because="nothing but a full stop")
    strict = grammar is Grammar.STRICT
    no = _no_strict(found) if strict else refusal(found)
    if no is not None:
        return no
    try:
        return _of_sides(body, tuple(_cut(found)), strict=strict)
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
    readers = [Reader(side, strict) for side in cut[1:]]
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
    reader = Reader(side, strict)
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
    reader = Reader(found, strict=False)
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
