"""Walks through trees of any depth: their names, other names for them, and any other reading."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import TypeVar

from attrs import evolve

from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Constant,
    Equation,
    Name,
    Negative,
    Number,
    Tree,
)

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
