"""Rules as equations: total on any text, never run, never looked up anywhere.

A text that people wrote is read only where one reading is plain; each choice that was made on the
way is a flag of the equation, and what is left open is refused with a reason of a short list. So
what a judge derives stands on what the rule says, and the share of rules not read is counted.
"""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import islice, pairwise

from attrs import define, evolve

from measurand.studies.causal.rules.functions import FUNCTIONS, INVERSES
from measurand.studies.causal.rules.names import Vocabulary, is_plain_word, vocabulary
from measurand.studies.causal.rules.parse import Parser, Refused
from measurand.studies.causal.rules.prose import calculus, refusal
from measurand.studies.causal.rules.text import (
    MOST_LETTERS,
    MOST_NODES,
    MOST_TOKENS,
    is_letter,
    refused,
)
from measurand.studies.causal.rules.tokens import Grammar, Kind, Token, tokens
from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Equation,
    Flag,
    Name,
    Negative,
    Number,
    Operator,
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

_SIGN = 75
_PARTS = (Kind.NUMBER, Kind.NAME, Kind.WORD, Kind.CONSTANT)
_PAIR = 2


@define
class Reader(Parser):
    """One side of a rule with its names and calls."""

    def named(self, token: Token) -> Tree:
        """Read a name; before brackets it is a product, or a function that nobody knows."""
        following = self.peek()
        if following is not None and following.kind is Kind.OPEN and following.text != "{":
            return self.applied(token, following)
        return self.symbol(token)

    def symbol(self, token: Token) -> Tree:
        """Make a name."""
        if token.kind is Kind.WORD and token.text == "i" and not self.strict:
            self.flags.append(Flag.IMAGINARY)
        if self.is_product(token.text):
            self.flags.append(Flag.LETTERS)
        return self.make(Name(token.text))

    def applied(self, token: Token, opening: Token) -> Tree:
        """Read a name before brackets."""
        if not self.strict:
            inside = self.inside()
            commas = sum(one.kind is Kind.COMMA for one in inside)
            sums = any(one.kind is Kind.OPERATOR for one in inside)
            if token.kind is Kind.WORD and token.text == "C" and commas == 1:
                self.flags.append(Flag.BINOMIAL)
                return self.make(Call("binomial", self.arguments("binomial")))
            if base := self.base(token):
                return self.make(Call("log", (self.argument("log"), base)))
            named = token.kind is Kind.NAME
            product = sums and not is_plain_word(token.text) and (named or opening.spaced)
            product = product or (named and (sums or opening.spaced))
            if product and not commas and (opening.text == "(" or opening.spaced):
                self.flags.append(Flag.PRODUCT_OR_CALL)
                return self.symbol(token)
        raise Refused(Reason.OPAQUE, f"{token.text[:80]!r}")

    def inside(self) -> list[Token]:
        """List the tokens of the brackets that come."""
        depth, inner = 0, []
        for token in self.tokens[self.at :]:
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            inner.append(token)
            if not depth:
                break
        return inner

    def base(self, token: Token) -> Tree | None:
        """Find the base in `log_3(x)` and `log_x(y)`."""
        stem, _, base = token.text.partition("_")
        if token.kind is not Kind.WORD or stem != "log" or not base:
            return None
        if base.isascii() and base.isdigit():
            return self.make(Number(Fraction(int(base))))
        return self.make(Name(base)) if len(base) == 1 and is_letter(base) else None

    def argument(self, function: str) -> Tree:
        """Read the one argument of a function."""
        arguments = self.arguments(function)
        if len(arguments) != 1:
            raise Refused(Reason.ARITY, f"{function} of {len(arguments)} arguments")
        return arguments[0]

    def arguments(self, function: str) -> tuple[Tree, ...]:
        """Read arguments in brackets.

        Raises Refused where they are too few or too many.
        """
        opening = self.take()
        bars, self.bars = self.bars, 0
        arguments: list[Tree] = []
        after = self.peek()
        if after is not None and after.kind is not Kind.CLOSE:
            arguments.append(self.nested(0))
            while (after := self.peek()) is not None and after.kind is Kind.COMMA:
                self.take()
                arguments.append(self.nested(0))
        self.bars = bars
        self.expect("]" if opening.text == "[" else ")")
        known = FUNCTIONS[function]
        if not known.least <= len(arguments) <= known.most:
            raise Refused(Reason.ARITY, f"{function} of {len(arguments)} arguments")
        return tuple(arguments)

    def called(self, token: Token) -> Tree:
        """Read a function: its power (`sin²`), and its arguments with or without brackets."""
        following = self.peek()
        power: Tree | None = None
        if following is not None and not self.strict:
            power = self.raised(following)
            following = self.peek()
        function = token.text
        if power == Negative(Number(Fraction(1))) and function in INVERSES:
            function, power = INVERSES[function], None
        if following is not None and following.kind is Kind.OPEN and following.text != "{":
            arguments = self.arguments(function)
        else:
            arguments = (self.bare(),)
        if function == "log" and len(arguments) < _PAIR:
            self.flags.append(Flag.LOGARITHM)
        call = self.make(Call(function, arguments))
        return call if power is None else self.power(call, power)

    def raised(self, following: Token) -> Tree | None:
        """Read the power between a function and its argument."""
        if following.kind is Kind.SUPERSCRIPT:
            self.take()
            number = self.make(Number(Fraction(following.text.lstrip("+-"))))
            return Negative(number) if following.text[0] == "-" else number
        if following.kind is not Kind.OPERATOR or following.text != "**":
            return None
        self.take()
        tree = self.raising()
        if isinstance(tree, Binary) and tree.operator is not Operator.DIVIDE:
            raise Refused(Reason.SYNTAX, "a function to the power of a sum")
        return tree

    def raising(self) -> Tree:
        """Read one number or brackets as the power of a function."""
        token = self.peek()
        if token is not None and token.kind is Kind.OPEN:
            return self.grouped()
        return self.nested(_SIGN)

    def bare(self) -> Tree:
        """Read an argument without brackets: a product of numbers and names."""
        first = self.peek()
        if self.strict or first is None or first.kind not in _PARTS:
            raise Refused(Reason.SYNTAX, "a function without an argument")
        start = self.at
        tree = self.nested(_SIGN)
        while (token := self.peek()) is not None and token.kind in _PARTS[1:]:
            tree = self.product(tree, self.nested(_SIGN))
        if self.at - start > 1 or (token is not None and token.text in ("/", "**")):
            self.flags.append(Flag.BARE_ARGUMENT)
        return tree


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
