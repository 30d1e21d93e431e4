"""Names and functions of a rule, and what they are applied to."""

from fractions import Fraction

from attrs import define

from measurand.studies.causal.rules.functions import FUNCTIONS, INVERSES
from measurand.studies.causal.rules.names import is_plain_word
from measurand.studies.causal.rules.parse import Parser, Refused
from measurand.studies.causal.rules.text import is_letter
from measurand.studies.causal.rules.token import Kind, Token
from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Flag,
    Name,
    Negative,
    Number,
    Operator,
    Reason,
    Tree,
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
        depth, found = 0, []
        for token in self.tokens[self.at :]:
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            found.append(token)
            if not depth:
                break
        return found

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
        found = self.arguments(function)
        if len(found) != 1:
            raise Refused(Reason.ARITY, f"{function} of {len(found)} arguments")
        return found[0]

    def arguments(self, function: str) -> tuple[Tree, ...]:
        """Read arguments in brackets.

        Raises Refused where they are too few or too many.
        """
        opening = self.take()
        bars, self.bars = self.bars, 0
        found: list[Tree] = []
        after = self.peek()
        if after is not None and after.kind is not Kind.CLOSE:
            found.append(self.nested(0))
            while (after := self.peek()) is not None and after.kind is Kind.COMMA:
                self.take()
                found.append(self.nested(0))
        self.bars = bars
        self.expect("]" if opening.text == "[" else ")")
        known = FUNCTIONS[function]
        if not known.least <= len(found) <= known.most:
            raise Refused(Reason.ARITY, f"{function} of {len(found)} arguments")
        return tuple(found)

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
