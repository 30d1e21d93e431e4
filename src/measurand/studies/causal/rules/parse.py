"""Tokens of one side of a rule as a tree, by precedence (Pratt 1973).

From loose to tight: `+ -`, then `* / // %`, then products without a sign, then signs, then powers
(from the right), then `!` and superscripts. A quotient that is followed by a product without a
sign (`a / b c`) is flagged: the product goes below the line, unless both parts of the quotient
are numbers (`1/2 m v^2`), or the line stands closer than the product (`G M/R m`).

V. R. Pratt, Top down operator precedence, POPL 1973, https://doi.org/10.1145/512927.512931
"""

from collections.abc import Sequence
from fractions import Fraction

from attrs import define, field

from measurand.studies.causal.rules.names import is_plain_word
from measurand.studies.causal.rules.text import (
    FUNCTIONS,
    GREEK_NAMES,
    INVERSES,
    MOST_DEPTH,
    MOST_NODES,
    MOST_POWER,
    is_letter,
)
from measurand.studies.causal.rules.tokens import Kind, Token
from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Constant,
    Flag,
    Lack,
    Name,
    Negative,
    Number,
    Operator,
    Product,
    Reason,
    Tree,
    Unread,
    Unvalued,
    nodes,
)
from measurand.studies.causal.rules.value import value

_SUM, _PRODUCT, _SILENT, _SIGN, _POWER, _AFTER = 50, 60, 70, 75, 80, 90
_BINDING = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "//": _PRODUCT, "%": _PRODUCT}
VECTOR_SIGNS = frozenset("×·⋅∙")
"""Signs that vectors have, too: a cross, and a dot in any spelling."""
FEW_LETTERS = 4
"""How many letters a symbol has at most that may be a product."""
_PARTS = (Kind.NUMBER, Kind.NAME, Kind.WORD, Kind.CONSTANT)
_PAIR = 2
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_OPERANDS = (Kind.NAME, Kind.WORD, Kind.CONSTANT, Kind.FUNCTION, Kind.OPEN, Kind.ROOT)


def _is_tower(node: Tree) -> bool:
    power = isinstance(node, Binary) and node.operator is Operator.POWER
    return power or (isinstance(node, Call) and node.function == "factorial")


class Refused(Exception):  # noqa: N818  # it carries a result, nobody outside of reading sees it
    """A side of a rule that is not read."""

    def __init__(self, reason: Reason, because: str) -> None:
        super().__init__(because)
        self.unread = Unread(reason=reason, because=because)


@define
class Parser:
    """One side of a rule, read from left to right."""

    tokens: Sequence[Token]
    strict: bool
    at: int = 0
    depth: int = 0
    bars: int = 0
    made: int = 0
    flags: list[Flag] = field(factory=list)
    products: list[Product] = field(factory=list)
    percentages: list[Tree] = field(factory=list)

    def side(self) -> Tree:
        """Read all tokens as one tree.

        Raises Refused where they are none.
        """
        tree = self.expression(0)
        if (token := self.peek()) is not None:
            several = token.kind is Kind.COMMA
            reason = Reason.SEVERAL if several else Reason.SYNTAX
            raise Refused(reason, f"{token.text[:80]!r} after the end")
        return tree

    def peek(self, ahead: int = 0) -> Token | None:
        """Look at a token that is to come."""
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else None

    def take(self) -> Token:
        """Take the next token."""
        token = self.peek()
        if token is None:
            raise Refused(Reason.SYNTAX, "the rule ends too early")
        self.at += 1
        if token.flag is not None:
            self.flags.append(token.flag)
        return token

    def expect(self, text: str) -> None:
        """Take the token that must come."""
        token = self.take()
        if token.text != text or token.kind not in (Kind.CLOSE, Kind.BAR):
            raise Refused(Reason.SYNTAX, f"{token.text[:80]!r} where {text!r} should be")

    def make(self, tree: Tree) -> Tree:
        """Count a node."""
        self.made += 1
        if self.made > MOST_NODES:
            raise Refused(Reason.LIMIT, f"more than {MOST_NODES} nodes")
        return tree

    def nested(self, binding: int) -> Tree:
        """Read an inner expression, so deep at most."""
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise Refused(Reason.LIMIT, f"deeper than {MOST_DEPTH}")
        tree = self.expression(binding)
        self.depth -= 1
        return tree

    def expression(self, binding: int) -> Tree:
        """Read as far as the operators bind tighter than this."""
        tree = self.primary()
        while (token := self.peek()) is not None:
            if token.kind in (Kind.FACTORIAL, Kind.SUPERSCRIPT):
                tree = self.postfix(tree)
            elif token.text == "**" and token.kind is Kind.OPERATOR:
                if binding >= _POWER:
                    break
                self.take()
                tree = self.power(tree, self.exponent())
            elif self.is_percent(token):
                tree = self.percentage(tree)
            elif token.kind is Kind.OPERATOR and token.text in _BINDING:
                if binding >= _BINDING[token.text]:
                    break
                tree = self.joined(tree, token)
            elif self.is_silent():
                if binding >= _SILENT:
                    break
                tree = self.product(tree, self.expression(_SILENT))
            else:
                break
        return tree

    def is_silent(self) -> bool:
        """Say whether a product without a sign goes on here."""
        token = self.peek()
        if token is None or self.strict:
            return False
        opens = token.kind in _OPERANDS and token.text != "{"
        return opens or (token.kind is Kind.BAR and not self.bars)

    def product(self, left: Tree, right: Tree) -> Tree:
        """Make a product without a sign."""
        self.products.append(Product("", left, right))
        return self.make(Binary(Operator.MULTIPLY, left, right))

    def is_percent(self, token: Token) -> bool:
        """Say whether a sign is that of a percentage: after a number, or before no operand.

        Raises Refused where it may as well be that of a remainder: `20 % n`, `a% b`.
        """
        if token.written != "%":
            return False
        number = self.tokens[self.at - 1].kind is Kind.NUMBER
        after, later = self.peek(1), self.peek(2)
        if after is None:
            return True
        if after.kind in (*_OPERANDS, Kind.NUMBER, Kind.BAR):
            percent = number and after.kind is not Kind.NUMBER
            if token.spaced if percent else after.spaced and not token.spaced:
                raise Refused(Reason.UNIT, "a percentage or a remainder")
            return percent
        if after.text not in ("+", "-") or (number and not token.spaced):
            return True
        return after.spaced and (later is None or later.spaced)

    def percentage(self, tree: Tree) -> Tree:
        """Read a part as so many hundredths, of what follows if anything does: `x / 20% y`."""
        self.take()
        made = self.make(Binary(Operator.DIVIDE, tree, self.make(Number(Fraction(100)))))
        after = self.peek()
        if after is not None and after.written.startswith("of"):
            self.take()
            return self.product(made, self.expression(_SILENT))
        if self.is_silent():
            return self.product(made, self.expression(_SILENT))
        self.percentages.append(made)
        return made

    def joined(self, left: Tree, token: Token) -> Tree:
        """Read what follows a sum, difference, product or quotient."""
        first = self.tokens[self.at - 1]
        self.take()
        start = self.tokens[self.at] if self.at < len(self.tokens) else token
        right = self.expression(_SUM if token.text in ("+", "-") else _SILENT)
        if token.text not in ("+", "-", "*") and self.is_silent():
            wide, far = token.spaced or start.spaced, self.tokens[self.at].spaced
            numbers = isinstance(right, Number) and first.kind is Kind.NUMBER and (far or not wide)
            self.flags += [] if numbers and far and not wide else [Flag.DIVISION]
            while self.is_silent() and not (numbers or (far and not wide)):
                right = self.product(right, self.expression(_SILENT))
        if token.text in ("+", "-") and self.is_of_nothing(left, right):
            raise Refused(Reason.UNIT, "a percentage beside a quantity: of what?")
        if token.written in VECTOR_SIGNS:
            self.products.append(Product(token.written, left, right))
        return self.make(Binary(Operator(token.text), left, right))

    def is_of_nothing(self, left: Tree, right: Tree) -> bool:
        """Say whether a percentage stands beside a quantity: `cost + 20%` may be 1.2 cost."""
        return any(
            any(one is part for part in self.percentages)
            and any(isinstance(node, Name) for node in nodes(other))
            for one, other in ((left, right), (right, left))
        )

    def exponent(self) -> Tree:
        """Read an exponent: from the right, with a sign, and in braces where there are some."""
        token = self.peek()
        if token is not None and token.text == "{":
            return self.grouped()
        return self.nested(_POWER - 1)

    def power(self, base: Tree, exponent: Tree) -> Tree:
        """Make a power; an exponent that does not vary is small and simple."""
        if isinstance(base, Name) and self.is_product(base.text):
            raise Refused(Reason.SYNTAX, f"a power of {base.text!r}, which may be a product")
        if any(isinstance(node, Name) for node in nodes(exponent)):
            if base == Name("e") and self.is_euler():
                self.flags.append(Flag.EXPONENTIAL)
                return self.make(Call("exp", (exponent,)))
            return self.make(Binary(Operator.POWER, base, exponent))
        if any(_is_tower(node) for node in nodes(exponent)):
            raise Refused(Reason.LIMIT, "a power in an exponent that does not vary")
        size = value(exponent, {})
        large = isinstance(size, Fraction) and abs(size) > MOST_POWER
        if large or (isinstance(size, Unvalued) and size.reason is not Lack.IRRATIONAL):
            raise Refused(Reason.LIMIT, f"an exponent that is none within {MOST_POWER}")
        return self.make(Binary(Operator.POWER, base, exponent))

    def is_product(self, name: str) -> bool:
        """Say whether a symbol may be a product of letters: `mc`, but not `AB` or a name."""
        symbols = (token for token in self.tokens if token.text == name)
        letters = 1 < len(name) <= FEW_LETTERS and all(map(is_letter, name))
        plain = letters and not name.isupper() and not self.strict and name not in GREEK_NAMES
        return plain and all(token.kind is Kind.WORD for token in symbols)

    def is_euler(self) -> bool:
        """Say whether e is no name of the graph."""
        euler = (token for token in self.tokens if token.text == "e")
        return not self.strict and all(token.kind is Kind.WORD for token in euler)

    def postfix(self, tree: Tree) -> Tree:
        """Read `!` or a superscript."""
        token = self.take()
        after = self.peek()
        if after is not None and after.kind in (Kind.FACTORIAL, Kind.SUPERSCRIPT):
            raise Refused(Reason.SYNTAX, f"{token.text[:80]!r} twice")
        if token.kind is Kind.FACTORIAL:
            return self.make(Call("factorial", (tree,)))
        number: Tree = self.make(Number(Fraction(token.text.lstrip("+-"))))
        return self.power(tree, Negative(number) if token.text[0] == "-" else number)

    def primary(self) -> Tree:
        """Read a number, a name, a call, brackets, bars, a root, or a sign and its part."""
        token = self.take()
        match token.kind:
            case Kind.NUMBER:
                return self.make(Number(token.value))
            case Kind.CONSTANT:
                return self.make(Constant(token.text))
            case Kind.NAME | Kind.WORD:
                return self.named(token)
            case Kind.FUNCTION:
                return self.called(token)
            case Kind.OPEN if token.text != "{":
                self.at -= 1
                return self.grouped()
            case Kind.BAR if not self.strict:
                return self.absolute()
            case Kind.ROOT:
                return self.root(token)
            case Kind.OPERATOR if token.text in ("-", "+"):
                inner = self.nested(_SIGN)
                return self.make(Negative(inner)) if token.text == "-" else inner
        raise Refused(Reason.SYNTAX, f"{token.text[:80]!r} where a part should begin")

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

    def grouped(self) -> Tree:
        """Read brackets and what is in them."""
        opening = self.take()
        bars, self.bars = self.bars, 0
        tree = self.nested(0)
        self.bars = bars
        self.expect(_PAIRS[opening.text])
        return tree

    def absolute(self) -> Tree:
        """Read bars and what is between them."""
        self.bars += 1
        tree = self.nested(0)
        self.expect("|")
        self.bars -= 1
        return self.make(Call("abs", (tree,)))

    def root(self, token: Token) -> Tree:
        """Read a root sign: it goes as far as its brackets, or a part with its power."""
        following = self.peek()
        if following is not None and following.kind is Kind.OPEN and following.text != "{":
            return self.make(Call(token.text, (self.grouped(),)))
        tree = self.nested(_SIGN)
        if isinstance(tree, Binary) or self.is_silent():
            self.flags.append(Flag.BARE_ARGUMENT)
        return self.make(Call(token.text, (tree,)))
