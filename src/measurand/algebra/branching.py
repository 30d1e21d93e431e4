"""Branch and bound over exact simplex: a point, a certificate, or neither within a budget.

A node is the program with the halves on the way to it as further limits. Three things can be true
of it. Its limits clash: it is a leaf, and the clash is its Farkas vector. All whole variables stand
at whole values: that is a point. Else some form that takes whole numbers stands at a fraction, and
is split into form <= k and form >= k + 1; no whole point lies between the two. So a search that
ends without a point is itself the proof that there is none: the tree of its halves.

One tableau serves all nodes. It only gets other limits and goes on from where it stands, which is
a few pivots, where a fresh one would start over (A. H. Land and A. G. Doig 1960 for branch and
bound; Dutertre and de Moura 2006 for a simplex whose limits move).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor

from attrs import frozen

from measurand.algebra.program import (
    Certificate,
    Feasible,
    Infeasible,
    Leaf,
    Open,
    Program,
    Solution,
    Split,
)
from measurand.algebra.simplex import SpentPivotsError, Tableau
from measurand.algebra.standard_form import (
    FIRST,
    LAST,
    Frame,
    Limit,
    Limits,
    greatest,
    leaf,
    least,
    terms,
)

# Well below the depth that `certificate.verify` accepts; who goes deeper cuts ever thinner slices.
_DEEP = 200

SPENT = "not decided within the steps"
"""Why a search is open whose budget is used up."""

Step = tuple[int, bool, int]
"""One half on the way down: the variable, whether it is the upper half, and the least or most."""

Finish = Callable[[Limits, Limits], tuple[Fraction, ...] | None]
"""Look for a point within limits, in another way."""


@frozen
class Node:
    """A node to look at: its number, the halves on the way to it, if `finish` was asked."""

    number: int = 0
    path: tuple[Step, ...] = ()
    asked: bool = False


@frozen
class Choice:
    """What to branch on: a variable, and the most of its lower half; whether it leans upwards.

    `last` says that it is an unknown of the last rank, so that nothing better is left.
    """

    variable: int
    at: int
    upwards: bool
    last: bool


@frozen
class _Branch:
    """A node that was split: at which variable and value, and the numbers of its two halves."""

    variable: int
    at: int
    below: int
    above: int


def branch(
    program: Program,
    frame: Frame,
    tableau: Tableau,
    *,
    nodes: int,
    finish: Finish | None = None,
) -> Solution:
    """Search the halves depth first, the half first that the relaxation leans to.

    With `finish` the range of unknowns of the first rank is cut in the middle until they are fixed,
    the lower half first, which keeps the proof shallow and a point small; and `finish` is asked
    for a point once on every way down, where only unknowns of the last rank are left to branch on.

    >>> from measurand.algebra.standard_form import frame
    >>> from measurand.algebra.program import Unknown, equal
    >>> half = Program((Unknown(name="x"),), equal(((0, Fraction(2)),), Fraction(1)))
    >>> sheet = frame(half)
    >>> branch(half, sheet, Tableau(sheet, pivots=9), nodes=3).certificate.at
    0
    >>> branch(half, sheet, Tableau(sheet, pivots=9), nodes=2).because
    'not decided within 2 nodes'
    """
    settled: dict[int, Leaf | _Branch] = {}
    waiting = [Node()]
    while waiting:
        node = waiting.pop()
        if len(settled) >= nodes:
            return Open(because=f"not decided within {nodes} nodes")
        if len(node.path) > _DEEP:
            return Open(because=f"not decided within {_DEEP} halves of one another")
        lows, highs = narrowed(frame, node.path, len(program.bounds))
        try:
            clash = tableau.clash(lows, highs)
        except SpentPivotsError:
            spent = (
                SPENT if tableau.steps.spent else "not decided within the exact simplex's pivots"
            )
            return Open(because=spent)
        if clash is not None:
            settled[node.number] = leaf(clash)
            continue
        choice = choose(frame, tableau.values, (lows, highs) if finish else None)
        if choice is None:
            return Feasible(tuple(tableau.values[: frame.unknowns]))
        ask = finish if choice.last and not node.asked else None
        if ask and (point := ask(lows, highs)) is not None:
            return Feasible(point)
        # Numbers not yet taken: those of nodes settled, of nodes waiting, and of this one are.
        made = len(settled) + len(waiting) + 1
        settled[node.number] = _Branch(choice.variable, choice.at, made, made + 1)
        waiting += _halves(node, choice, made, asked=node.asked or ask is not None)
    return Infeasible(_tree(frame, settled))


def _halves(node: Node, choice: Choice, made: int, *, asked: bool) -> list[Node]:
    """Give both halves of a node, the one to look at first last."""
    below = Node(made, (*node.path, (choice.variable, False, choice.at)), asked)
    above = Node(made + 1, (*node.path, (choice.variable, True, choice.at + 1)), asked)
    return [below, above] if choice.upwards else [above, below]


def narrowed(frame: Frame, path: tuple[Step, ...], bounds: int) -> tuple[Limits, Limits]:
    """Give the limits of every variable after the halves of a path; `bounds` numbers the first."""
    lows, highs = list(frame.lows), list(frame.highs)
    for at, (variable, upper, value) in enumerate(path, start=bounds):
        if upper:
            lows[variable] = greatest(lows[variable], Limit(Fraction(value), at))
        else:
            highs[variable] = least(highs[variable], Limit(Fraction(value), at))
    return lows, highs


def choose(
    frame: Frame, values: Sequence[Fraction], ranges: tuple[Limits, Limits] | None = None
) -> Choice | None:
    """Choose what to branch on: None where every whole variable has a whole value.

    By rank, then the value furthest from whole, then the first. With ranges, an unknown of the
    first rank that is not fixed goes before, cut in the middle.

    >>> sheet = Frame(1, (), (None,), (None,), (True,), (2,))
    >>> choose(sheet, [Fraction(7, 3)])
    Choice(variable=0, at=2, upwards=False, last=True)
    >>> choose(sheet, [Fraction(7)])
    """
    half = Fraction(1, 2)
    fractional = [
        (frame.order[at], abs(value - floor(value) - half), at)
        for at, value in enumerate(values)
        if frame.whole[at] and value.denominator > 1
    ]
    if not fractional:
        return None
    if ranges is not None and (wide := _wide(frame, *ranges)) is not None:
        return wide
    rank, _, best = min(fractional)
    at = floor(values[best])
    return Choice(best, at, upwards=values[best] > at + half, last=rank == LAST)


def _wide(frame: Frame, lows: Limits, highs: Limits) -> Choice | None:
    """Find an unknown of the first rank that is not fixed, and the middle of its range."""
    for at, rank in enumerate(frame.order):
        low, high = lows[at], highs[at]
        if rank == FIRST and low is not None and high is not None and low.value < high.value:
            middle = floor((low.value + high.value) / 2)
            return Choice(at, middle, upwards=False, last=False)
    return None


def _tree(frame: Frame, settled: dict[int, Leaf | _Branch]) -> Certificate:
    """Join the nodes, the latest first: halves are numbered after what they are halves of."""
    proofs: dict[int, Certificate] = {}
    for number in sorted(settled, reverse=True):
        node = settled[number]
        proofs[number] = (
            node
            if isinstance(node, Leaf)
            else Split(
                terms(frame.form(node.variable)), node.at, proofs[node.below], proofs[node.above]
            )
        )
    return proofs[0]
