"""Tables of classes: which right answers and wrong calls one can have, and one that has them."""

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.program import Bound
from measurand.audit.proofs.confusion.fold_join import Numbers

Table = tuple[Numbers, ...]
"""A row for each class, a column for each call."""


def cyclic(sizes: Sequence[int], errors: int) -> Table:
    """Let so many answers go to the class after their own, the first classes first.

    >>> cyclic([2, 3], 3)
    ((0, 2), (1, 2))

    Raises ValueError for more of them than answers, or a single class.
    """
    if not 0 <= errors <= sum(sizes) or len(sizes) == 1:
        message = f"wrong answers of several classes: got {errors} of {list(sizes)}"
        raise ValueError(message)
    table = []
    for at, size in enumerate(sizes):
        wrong = min(size, errors)
        errors -= wrong
        row = [0] * len(sizes)
        row[at], row[(at + 1) % len(sizes)] = size - wrong, wrong
        table.append(tuple(row))
    return tuple(table)


@frozen
class Linked:
    """Whether right answers and right rejections of classes come from one table.

    >>> Linked((2, 2, 2))((1, 2, 2), (4, 3, 4)), Linked((2, 2, 2))((1, 2, 2), (3, 4, 4))
    (True, False)
    """

    sizes: tuple[int, ...]

    def __call__(self, right: Numbers, rejected: Numbers) -> bool:
        """Decide it; `rejected` are the answers of other classes that were not called this one."""
        lost, gained = self.errors(right, rejected)
        errors = sum(lost)
        return sum(gained) == errors and all(
            one + other <= errors for one, other in zip(lost, gained, strict=True)
        )

    def errors(self, right: Numbers, rejected: Numbers) -> tuple[Numbers, Numbers]:
        """Count the wrong answers and the wrong calls of each class."""
        total = sum(self.sizes)
        lost = tuple(size - one for size, one in zip(self.sizes, right, strict=True))
        calls = zip(self.sizes, rejected, strict=True)
        return lost, tuple(total - size - one for size, one in calls)

    def bounds(self) -> tuple[Bound, ...]:
        """Say it as bounds on right answers, then right rejections: sum fn >= fn + fp for each.

        The equation of the sums is left to the lines.
        """
        many = len(self.sizes)
        found = []
        for at in range(many):
            # with r right and s rejected: (c - r) + (N - c - s) <= N - sum r
            terms = [(other, Fraction(1)) for other in range(many) if other != at]
            terms.append((many + at, Fraction(-1)))
            found.append(Bound(tuple(terms), Fraction(0), f"class {at + 1}"))
        return tuple(found)

    def table(self, right: Numbers, rejected: Numbers) -> Table:
        """Make a table that has them.

        The class that takes part in most of the errors that are left goes first, and no other class
        is left with more than there are errors.

        >>> Linked((2, 2, 2)).table((1, 2, 2), (4, 3, 4))
        ((1, 1, 0), (0, 2, 0), (0, 0, 2))

        Raises ValueError where there is none.
        """
        if not self(right, rejected):
            message = f"no table of {self.sizes} has {right} right and {rejected} rejected"
            raise ValueError(message)
        lost, gained = (list(numbers) for numbers in self.errors(right, rejected))
        table = [[0] * len(lost) for _ in lost]
        for at, number in enumerate(right):
            table[at][at] = number
        while errors := sum(lost):
            busy = [one + other for one, other in zip(lost, gained, strict=True)]
            most = max(range(len(busy)), key=busy.__getitem__)
            others = [at for at in range(len(busy)) if at != most]
            if lost[most]:
                source, target = (
                    most,
                    max((at for at in others if gained[at]), key=busy.__getitem__),
                )
            else:
                source, target = max((at for at in others if lost[at]), key=busy.__getitem__), most
            rest = [errors - busy[at] for at in others if at not in {source, target}]
            moved = min(lost[source], gained[target], *rest)
            table[source][target] += moved
            lost[source] -= moved
            gained[target] -= moved
        return tuple(tuple(row) for row in table)
