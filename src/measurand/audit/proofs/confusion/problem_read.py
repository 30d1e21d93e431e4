"""Read a tree of plain values that comes from outside, place by place."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from math import isfinite

from attrs import frozen

from measurand.algebra.preimage import Preimage, preimage
from measurand.audit.proofs.confusion.scores import OF_RATES
from measurand.values.fault import Fault, shown
from measurand.values.printed import Printed
from measurand.values.suggest import did_you_mean

LARGEST = 10**12
"""The largest size that is read."""

_WIDEST = 300
_FARTHEST = 40


class BadError(Exception):
    """A place of the tree that cannot be read."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text())
        self.fault = fault


@frozen
class Reader:
    """One object of the tree, and its path.

    >>> Reader({"p": 3}, "$").whole("p")
    3
    """

    tree: Mapping[str, object]
    path: str

    def __contains__(self, name: str) -> bool:
        return name in self.tree

    def names(self) -> tuple[str, ...]:
        """List the names, as text.

        Raises BadError for very many of them.
        """
        if len(self.tree) > _WIDEST:
            raise BadError(_fault(self.path, self.tree, f"at most {_WIDEST} names"))
        return tuple(str(name) for name in self.tree)

    def value(self, name: str) -> object:
        """Find a value.

        Raises BadError where there is none.
        """
        found = {str(key): value for key, value in self.tree.items()}
        if name not in found:
            raise BadError(Fault(got="nothing", expected="a value", path=f"{self.path}.{name}"))
        return found[name]

    def only(self, *known: str) -> None:
        """Refuse other names, pointing at the nearest known one."""
        for name in self.names():
            if name not in known:
                hint = f"known: {', '.join(known)}"
                expected = f"a known name{did_you_mean(name, known)}"
                raise BadError(Fault(got=shown(name), expected=expected, path=self.path, hint=hint))

    def without(self, *others: str) -> None:
        """Refuse names that do not go with the rest."""
        for name in others:
            if name in self.tree:
                path = f"{self.path}.{name}"
                raise BadError(_fault(path, self.tree[name], "nothing here beside the rest"))

    def child(self, name: str) -> "Reader":
        """Read an object.

        Raises BadError for anything else.
        """
        return _object(self.value(name), f"{self.path}.{name}")

    def children(self, name: str, most: int) -> Iterator["Reader"]:
        """Read a list of objects, of at least one.

        Raises BadError for anything else, or more than `most`.
        """
        value, path = self.value(name), f"{self.path}.{name}"
        if not isinstance(value, (list, tuple)) or not 0 < len(value) <= most:
            raise BadError(_fault(path, value, f"a list of 1 to {most} objects"))
        for at, one in enumerate(value):
            yield _object(one, f"{path}[{at}]")

    def whole(self, name: str, least: int = 0, most: int = LARGEST) -> int:
        """Read a whole number.

        Raises BadError for anything else, a float included.
        """
        value, path = self.value(name), f"{self.path}.{name}"
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise BadError(_fault(path, value, f"a whole number from {least} to {most}"))
        return value

    def word(self, name: str, known: tuple[str, ...]) -> str:
        """Read one of some words.

        Raises BadError for anything else.
        """
        value = self.value(name)
        if not isinstance(value, str) or value not in known:
            raise BadError(_fault(f"{self.path}.{name}", value, f"one of {', '.join(known)}"))
        return value

    def positive(self, name: str) -> Fraction:
        """Read a number above 0.

        Raises BadError for anything else.
        """
        path = f"{self.path}.{name}"
        found = number(self.value(name), path)
        if found <= 0:
            raise BadError(_fault(path, self.value(name), "a number above 0"))
        return found


def number(value: object, path: str) -> Fraction:
    """Read a number as it is written: a float is the shortest decimal that it prints as.

    >>> number(0.1, "$")
    Fraction(1, 10)

    Raises BadError for what is no finite number, or needs very many digits.
    """
    found = Decimal(repr(value)) if isinstance(value, float) and isfinite(value) else value
    if isinstance(found, int) and not isinstance(found, bool) and abs(found) <= LARGEST:
        return Fraction(found)
    if isinstance(found, Decimal) and found.is_finite() and _short(found):
        return Fraction(found)
    raise BadError(_fault(path, value, f"a number of at most {_FARTHEST} digits"))


def _short(value: Decimal) -> bool:
    return -_FARTHEST <= value.adjusted() <= _FARTHEST and len(value.as_tuple().digits) <= _FARTHEST


def exactly(text: str, path: str) -> Preimage:
    """Read a printed number: its digits say how exact it is.

    >>> exactly("33%", "$").high
    Fraction(67, 200)

    Raises BadError for what is no number.
    """
    try:
        return preimage(Printed.parse(text), OF_RATES)
    except ValueError as error:
        raise BadError(Fault(got=shown(text), expected="a number", path=path)) from error


def _object(value: object, path: str) -> Reader:
    if not isinstance(value, Mapping):
        raise BadError(_fault(path, value, "an object"))
    return Reader(value, path)


def _fault(path: str, value: object, expected: str) -> Fault:
    return Fault(got=shown(value), expected=expected, path=path)
