"""What a rule says, as a tree: numbers, names, constants, operations and calls.

How texts become trees, where the reading is a choice:

- pi (`pi`, `π`) is a `Constant`, unless the graph has a node of that name. There is no other
  constant: `e ** x` with an exponent that varies is `Call("exp", (x,))`, any other `e` is a name.
- Numbers are written numbers, never negative: `-3` is `Negative(Number(3))`, `1/3` is a division.
- `|x|` is `abs`, `√x` is `sqrt`, `x²` is a power, `n!` is `factorial`, `sin²(x)` is the power of a
  call, `sin⁻¹(x)` is `asin`. Functions have one name each: see `FUNCTIONS`.
- A product that is not written out (`2 m g`) is a product like any other.

Trees are read without recursion, since a tree may be deeper than the interpreter's stack.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from itertools import islice
from typing import TypeVar

from attrs import evolve, field, frozen


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
    """A quotient and a product that is not written out: see `parse` for what is chosen."""
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


Read = TypeVar("Read")


def children(tree: Tree) -> tuple[Tree, ...]:
    """List the parts of a tree, from left to right.

    >>> children(Negative(Name("x")))
    (Name(text='x'),)
    """
    match tree:
        case Binary(_, left, right):
            return (left, right)
        case Negative(inner):
            return (inner,)
        case Call(_, arguments):
            return arguments
        case Number() | Name() | Constant():
            return ()


def nodes(tree: Tree) -> Iterator[Tree]:
    """Walk through all parts of a tree, itself first, from left to right.

    >>> [type(node).__name__ for node in nodes(Negative(Name("x")))]
    ['Negative', 'Name']
    """
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(children(node)))


def folded(tree: Tree, read: Callable[[Tree, tuple[Read, ...]], Read]) -> Read:
    """Read a tree from its leaves up: `read` gets a part and what its parts were read as.

    >>> folded(Negative(Name("x")), lambda part, inner: 1 + sum(inner))
    2
    """
    done: list[Read] = []
    stack: list[tuple[Tree, bool]] = [(tree, False)]
    while stack:
        node, ready = stack.pop()
        parts = children(node)
        if not parts:
            done.append(read(node, ()))
        elif ready:
            inner = tuple(done[-len(parts) :])
            del done[-len(parts) :]
            done.append(read(node, inner))
        else:
            stack.append((node, True))
            stack.extend((part, False) for part in reversed(parts))
    return done[0]


def is_larger(tree: Tree, most: int) -> bool:
    """Say whether a tree has more parts than so many; no more than that are looked at.

    >>> is_larger(Negative(Name("x")), 2), is_larger(Negative(Name("x")), 1)
    (False, True)
    """
    return any(True for _ in islice(nodes(tree), most, None))


def names_in(rule: Tree | Equation) -> tuple[str, ...]:
    """List the names of a tree or an equation in order of first appearance.

    >>> names_in(Call("max", (Name("b"), Name("a"), Name("b"))))
    ('b', 'a')
    """
    return tuple(
        dict.fromkeys(
            node.text for side in sides(rule) for node in nodes(side) if isinstance(node, Name)
        )
    )


def sides(rule: Tree | Equation) -> tuple[Tree, ...]:
    """List the sides of an equation, from left to right; a tree is its own side.

    >>> sides(Equation(left=None, right=Name("x")))
    (Name(text='x'),)
    """
    if not isinstance(rule, Equation):
        return (rule,)
    return (*(() if rule.left is None else (rule.left,)), rule.right, *rule.more)


def replaced(tree: Tree, by: Mapping[str, Tree]) -> Tree:
    """Put trees in the place of names.

    >>> replaced(Negative(Name("x")), {"x": Number(2)})
    Negative(inner=Number(value=2))
    """
    return folded(tree, lambda node, parts: _rebuilt(node, parts, by))


def renamed(tree: Tree, mapping: Mapping[str, str]) -> Tree:
    """Give other names; those that are not in the mapping stay.

    >>> renamed(Negative(Name("x")), {"x": "y"})
    Negative(inner=Name(text='y'))
    """
    return replaced(tree, {old: Name(new) for old, new in mapping.items()})


def _rebuilt(node: Tree, parts: tuple[Tree, ...], by: Mapping[str, Tree]) -> Tree:
    match node:
        case Binary():
            return evolve(node, left=parts[0], right=parts[1])
        case Negative():
            return Negative(parts[0])
        case Call():
            return evolve(node, arguments=parts) if parts else node
        case Name(text):
            return by.get(text, node)
        case Number() | Constant():
            return node


class Occurrences:
    """The names in the parts of one tree; `vague` names are those without a number.

    >>> tree = Negative(Name("x"))
    >>> occurrences = Occurrences(tree, vague=("x",))
    >>> occurrences.holds(tree, "x"), occurrences.holds(tree, "y"), occurrences.is_vague(tree)
    (True, False, True)
    """

    def __init__(self, tree: Tree, vague: Collection[str] = ()) -> None:
        self.tree = tree
        self.names = names_in(tree)
        self._bits = {name: 1 << place for place, name in enumerate(self.names)}
        self._vague = sum(self._bits.get(name, 0) for name in set(vague))
        self._found: dict[int, int] = {}

    def holds(self, part: Tree, name: str) -> bool:
        """Tell whether a part of the tree speaks of a name."""
        return bool(self._mask(part) & self._bits.get(name, 0))

    def is_vague(self, part: Tree) -> bool:
        """Tell whether a part of the tree speaks of a name without a number."""
        return bool(self._mask(part) & self._vague)

    def _mask(self, part: Tree) -> int:
        # By identity: parts live as long as the tree that is kept here.
        known = self._found.get(id(part))
        if known is None:
            known = self._bits[part.text] if isinstance(part, Name) else 0
            for inner in children(part):
                known |= self._mask(inner)
            self._found[id(part)] = known
        return known
