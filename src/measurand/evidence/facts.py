"""What is observed of a sample that is neither counts nor one number: nested texts and numbers.

The relevance of what was retrieved, rank by rank, or the answers of raters, are such. A fact is
canonical where its reading makes it so: what stands in another order and means the same is put in
one order. It is written as JSON in one way, so that pools are stored, digested and locked like any
other: a text begins with a quote mark, a number is written as a ratio, nothing is null. A number
that is whole may be an int or a fraction, which are equal; what goes by how a fact looks asks for
its `plainest` form.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction

from measurand.evidence.evidence import Excluded, Fact
from measurand.values.sample import Sample

MOST_DEPTH = 8
"""How deep facts are nested at most."""


class Reads(ABC):
    """How a sample becomes a fact: a frozen class, equal where it observes the same."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Name the numbers of a sample that it reads."""
        return ()

    @property
    def items(self) -> str:
        """Say what all that it reads is made of, where files do not tell; `none`: of numbers."""
        return ""

    @property
    def sides(self) -> tuple[str, ...] | None:
        """Name the lists of items that it reads, of which labels are compared; None: it may any."""
        return None

    @abstractmethod
    def see(self, sample: Sample) -> Fact | Excluded:
        """Observe a sample, or say why it is left out.

        Raises UnfitSampleError where it does not have the shape that is asked for.
        """


def whole_or_ratio(number: Fraction) -> int | Fraction:
    """Write a number as an int where it is one.

    >>> whole_or_ratio(Fraction(4, 2)), whole_or_ratio(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return number.numerator if number.denominator == 1 else number


def plainest(fact: Fact) -> Fact:
    """Write all numbers that are whole as ints.

    >>> plainest((Fraction(2), ("a", Fraction(1, 2), None)))
    (2, ('a', Fraction(1, 2), None))
    """
    if isinstance(fact, tuple):
        return fact if _PLAIN.issuperset(map(type, fact)) else tuple(map(plainest, fact))
    return whole_or_ratio(fact) if isinstance(fact, Fraction) else fact


_PLAIN = frozenset((str, int, type(None)))


def fact_text(fact: Fact, told: Callable[[str], str] = str) -> str:
    r"""Write a fact as JSON, in one way; `told` writes its texts.

    >>> print(fact_text(("a", Fraction(1, 2), None, ())))
    ["\"a","1/2",null,[]]
    """
    return json.dumps(_tree(fact, told), separators=(",", ":"), ensure_ascii=True)


def _tree(fact: Fact, told: Callable[[str], str]) -> object:
    match fact:
        case str():
            return '"' + told(fact)
        case int() | Fraction():
            return str(fact)
        case None:
            return None
        case _:
            return [_tree(part, told) for part in fact]


def read_fact(text: str, read: Callable[[str], str] = str) -> Fact:
    """Read a fact as `fact_text` writes it; `read` reads its texts.

    >>> read_fact(fact_text(("a", Fraction(-1, 2), (None,))))
    ('a', Fraction(-1, 2), (None,))
    >>> read_fact(fact_text((Fraction(2), 3))) == (2, 3)
    True

    Raises ValueError for any other text.
    """
    try:
        fact = _fact(json.loads(text), read, MOST_DEPTH)
    except (RecursionError, ZeroDivisionError) as error:
        message = f"a fact: got {text[:100]!r}"
        raise ValueError(message) from error
    return fact


def _fact(tree: object, read: Callable[[str], str], depth: int) -> Fact:
    match tree:
        case str() if tree.startswith('"'):
            return read(tree[1:])
        case str() if tree.isascii() and "e" not in tree.lower() and "_" not in tree:
            return Fraction(tree)
        case None:
            return None
        case list() if depth:
            return tuple(_fact(part, read, depth - 1) for part in tree)
        case _:
            message = f"a text, a number, null or a list at most {MOST_DEPTH} deep: got {tree!r}"
            raise ValueError(message[:300])
