"""What a rule says, as a tree: numbers, names, constants, operations and calls.

How texts become trees, where the reading is a choice:

- pi (`pi`, `π`) is a `Constant`, unless the graph has a node of that name. There is no other
  constant: `e ** x` with an exponent that varies is `Call("exp", (x,))`, any other `e` is a name.
- Numbers are written numbers, never negative: `-3` is `Negative(Number(3))`, `1/3` is a division.
- `|x|` is `abs`, `√x` is `sqrt`, `x²` is a power, `n!` is `factorial`, `sin²(x)` is the power of a
  call, `sin⁻¹(x)` is `asin`. Functions have one name each: see `FUNCTIONS` in rule_functions.
- A product that is not written out (`2 m g`) is a product like any other.
"""

from enum import Enum
from fractions import Fraction

from attrs import field, frozen


@frozen
class Number:
    """A number written in a rule, exactly: 0.1 is 1/10."""

    value: Fraction


@frozen
class Name:
    """A quantity: a node of the graph, in the spelling of the graph, or a symbol."""

    text: str


@frozen
class Constant:
    """A number that has a name and no exact value: only `pi`."""

    text: str


class Operator(Enum):
    """What joins two parts."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    POWER = "**"
    MODULO = "%"
    FLOOR = "//"


@frozen
class Binary:
    """Two parts and what joins them."""

    operator: Operator
    left: "Tree"
    right: "Tree"


@frozen
class Negative:
    """A part with its sign changed."""

    inner: "Tree"


@frozen
class Call:
    """A function of a fixed table (sqrt, sin, abs, min) with its arguments."""

    function: str
    arguments: tuple["Tree", ...]


Tree = Number | Name | Constant | Binary | Negative | Call


class Flag(Enum):
    """A choice that was made in reading: another reader might have chosen otherwise."""

    DIVISION = "a / b c"
    """A quotient and a product that is not written out: see rule_parse for what is chosen."""
    BARE_ARGUMENT = "argument without brackets"
    """`sin 2 x`, `√x²`: how far the argument goes."""
    PRODUCT_OR_CALL = "product or call"
    """`m(g + a)` with a node m: read as a product."""
    SPLIT = "letters read as a product"
    """`mg` with nodes m and g: read as a product."""
    LETTERS = "letters that may be a product"
    """`mg` where the graph has no such names: read as one symbol."""
    IMAGINARY = "i may be the imaginary unit"
    """`exp(i x)` where the graph has no `i`: read as a real quantity."""
    RESPELLED = "spelling of the graph"
    """`λ` where the node is `lambda`, `m1` where it is `m_1`."""
    CROSS = "a cross between quantities"
    """`v × B`: read as a product of numbers."""
    APPROXIMATE = "approximate"
    """The sides are said to be nearly equal (`≈`): read as equal."""
    LOGARITHM = "base of the logarithm"
    """`log(x)`: read as the natural logarithm."""
    BINOMIAL = "C(n, k)"
    """Read as a binomial coefficient."""
    EXPONENTIAL = "e as base"
    """`e ** x`: read as `exp(x)`."""
    LABEL = "words beside the equation"
    """`Ohm's law: V = I R`, `V = I R (Ohm's law)`: read without the words."""
    WHERE = "where"
    """What follows `where` was put in (`where A = π r²`) or left out (words, conditions)."""
    APPLIED = "function on the left"
    """`v(t) = ...`, read as a quantity of the name `v(t)`."""


@frozen(kw_only=True)
class Equation:
    """A rule as read: `left` equals `right`, and each of `more` (a = b = c has one more).

    `left` is None where the rule is a bare expression: then it speaks of the effect of its link.
    `flags` name choices of the reading, `products` those that hang on what their parts are; they
    play no part in whether two equations are equal.
    """

    left: Tree | None
    right: Tree
    more: tuple[Tree, ...] = ()
    flags: tuple[Flag, ...] = field(default=(), eq=False)
    products: tuple["Product", ...] = field(default=(), eq=False)


@frozen
class Product:
    """A product that may be none: without a sign (`sign` is empty), or by a cross or a dot.

    What the two parts are decides: letters that no link declares are no factors, and two vectors
    have no product that is one of numbers.
    """

    sign: str
    left: Tree
    right: Tree


class Reason(Enum):
    """Why a rule was not read: the short list that is counted."""

    BLANK = "blank"
    PROSE = "prose"
    OPAQUE = "opaque function"
    CALCULUS = "calculus or series"
    LATEX = "latex"
    RELATION = "inequality or other relation"
    SEVERAL = "several equations or values"
    UNIT = "numbers with units"
    ARITY = "wrong number of arguments"
    CHARACTER = "characters that are no part of rules"
    LIMIT = "larger than the limits"
    SYNTAX = "syntax"


@frozen(kw_only=True)
class Unread:
    """A rule that is no equation that can be read, and why."""

    reason: Reason
    because: str = ""


Rule = Equation | Unread


class Lack(Enum):
    """Why a tree has no value: the short list that is counted."""

    MISSING = "a quantity without a value"
    ZERO = "division by zero"
    DOMAIN = "outside of the domain of a function"
    IRRATIONAL = "no exact value"
    BUDGET = "larger than the budget"


@frozen(kw_only=True)
class Unvalued:
    """No value, and why."""

    reason: Lack
    because: str = ""
