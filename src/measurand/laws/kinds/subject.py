"""A function that laws are tried on: what it claims, and what it answers when it is asked."""

import math
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import deepcopy
from fractions import Fraction
from numbers import Rational, Real
from typing import Generic, ParamSpec, TypeVar

from attrs import evolve, frozen

P = ParamSpec("P")
R = TypeVar("R")

OTHER = "other"
"""The claim of a function that is not the metric after which its kind is named."""
IS_OTHER = "it is another score than the kind is named after; no law says which"
EXACT = "exact"
"""The claim of every kind that answers are equal to the last bit, not only nearly."""

Number = Fraction | float
Batched = Callable[..., object]


@frozen
class Absent:
    """There is no answer: the function gave None or NaN.

    >>> Absent("nan").because
    'nan'
    """

    because: str


@frozen
class Raised:
    """The function raised, or gave what is no answer: `given` is that, as code.

    >>> Raised("ZeroDivisionError", "division by zero").text()
    'ZeroDivisionError: division by zero'
    >>> Raised("TypeError", "expected a number, got '1'", "'1'").told()
    "it gives '1', which is no number"
    >>> Raised("TypeError", "not iterable", "7").short()
    '7, which cannot be read: not iterable'
    """

    kind: str
    message: str
    given: str = ""

    def text(self) -> str:
        """Write it as Python does."""
        return f"{self.kind}: {self.message}"

    def short(self) -> str:
        """Write it as the answer of a call, on one line."""
        wanted, mark, _ = self.message.partition(", got ")
        kind = f"not {wanted.removeprefix('expected ')}".replace("not a ", "no ", 1)
        what = f"which is {kind}" if mark else f"which cannot be read: {self.message}"
        text = f"{self.given}, {what}" if self.given else f"raises {self.text()}"
        return text[:200].replace("\n", " ")

    def told(self) -> str:
        """Say what the function did."""
        return f"it gives {self.short()}" if self.given else f"it raises {self.text()}"


@frozen
class Subject(Generic[P]):
    """A function under its name, with what it claims to be.

    `batched` is the same function for data that comes in batches, where there is one: it takes a
    list of batches, each a tuple of what the function takes. `write` writes a call as code and
    `imports` are the lines that it needs; where they are left out, the function is called by name.
    `write_batches` writes a call with batches.

    >>> Subject("half", lambda: 0.5, {"exact"}).claims
    {'exact'}
    """

    name: str
    function: Callable[P, object]
    claims: AbstractSet[str] = frozenset()
    batched: Batched | None = None
    write: Callable[P, str] | None = None
    imports: tuple[str, ...] = ()
    write_batches: Callable[[Sequence[object]], str] | None = None


@frozen
class Call(Generic[R]):
    """What was asked and what came back; `changed` says that the arguments were not left alone.

    `code` is the call as it is written, where that is not its name with its arguments.

    >>> Call("f", ([1, 2],), 0.5).line()
    'f([1, 2])  # 0.5'
    """

    name: str
    arguments: tuple[object, ...]
    answer: R | Absent | Raised
    changed: bool = False
    code: str = ""

    def line(self) -> str:
        """Write the call as a line of code, with the answer as a comment."""
        asked = ", ".join(written(argument) for argument in self.arguments)
        return f"{self.code or f'{self.name}({asked})'}  # {answered(self.answer)}"


def answered(answer: object) -> str:
    """Write an answer on one line.

    >>> answered(Fraction(1, 2)), answered(Absent("nan")), answered(Raised("E", "no"))
    ('1/2', 'nan', 'raises E: no')
    """
    match answer:
        case Absent(because):
            return because
        case Raised():
            return answer.short()
        case Fraction():
            return str(answer)
        case _:
            return written(answer)


def written(value: object) -> str:
    """Write plain data as code; sets in order of their items' texts.

    >>> written([{"b", "a"}, set(), (1, "x")]), written({"k": frozenset("a")})
    ("[{'a', 'b'}, set(), (1, 'x')]", "{'k': frozenset({'a'})}")
    >>> written(float("nan")), written(Fraction(1, 2))
    ("float('nan')", 'Fraction(1, 2)')
    """
    match value:
        case float() if not math.isfinite(value):
            return f"float({str(value)!r})"
        case frozenset():
            return f"frozenset({written(set(value)) if value else ''})"
        case AbstractSet():
            inside = ", ".join(sorted(written(item) for item in value))
            return f"{{{inside}}}" if value else "set()"
        case Mapping():
            pairs = (f"{written(key)}: {written(item)}" for key, item in value.items())
            return f"{{{', '.join(pairs)}}}"
        case tuple() if type(value) is tuple:
            inside = ", ".join(written(item) for item in value)
            return f"({inside},)" if len(value) == 1 else f"({inside})"
        case list():
            return f"[{', '.join(written(item) for item in value)}]"
        case _:
            return repr(value)


def asked(
    subject: Subject[P], read: Callable[[object], R | Absent], *args: P.args, **kwargs: P.kwargs
) -> Call[R]:
    """Ask a function; it gets a copy of the arguments, and may raise.

    `read` turns what it gives into an answer, and raises TypeError for what is none.

    >>> asked(Subject("mean", lambda xs: sum(xs) / len(xs)), number, []).answer.kind
    'ZeroDivisionError'
    """
    call = called(subject.name, subject.function, read, args, kwargs)
    return call if subject.write is None else evolve(call, code=subject.write(*args, **kwargs))


def call_in_batches(
    subject: Subject[P], read: Callable[[object], R | Absent], batches: Sequence[object]
) -> Call[R] | None:
    """Ask the same of data in batches; None where the subject does not take batches.

    >>> call_in_batches(Subject("f", len), number, [([1],)]) is None
    True
    """
    if subject.batched is None:
        return None
    call = called(batched_name(subject), subject.batched, read, (list(batches),), {})
    write = subject.write_batches
    return call if write is None else evolve(call, code=write(batches))


def batched_name(subject: Subject[P]) -> str:
    """Name the function for batches as code does: by its own name, where it has one to itself.

    >>> batched_name(Subject("f", abs, batched=len)), batched_name(Subject("f", abs, batched=abs))
    ('len', 'abs')
    >>> batched_name(Subject("my f", abs, batched=lambda batches: 0))
    'my_f_batched'
    """
    name = str(getattr(subject.batched, "__name__", ""))
    own = name.isidentifier() and name != subject.name
    made = "".join(char if char.isalnum() else "_" for char in subject.name)
    return name if own else f"{made}_batched"


def called(
    name: str,
    function: Callable[..., object],
    read: Callable[[object], R | Absent],
    args: tuple[object, ...],
    kwargs: Mapping[str, object],
) -> Call[R]:
    """Call a function with a copy of the arguments, and read its answer.

    >>> called("len", len, number, ([1, 2],), {}).answer
    Fraction(2, 1)
    """
    given = tuple(_copied(argument) for argument in args)
    answer: R | Absent | Raised
    try:
        found = function(*given, **kwargs)
    except Exception as error:  # noqa: BLE001  # whatever a foreign function raises is its answer
        answer = Raised(type(error).__name__, str(error))
    else:
        answer = _read(read, found)
    return Call(name, args, answer, changed=given != args)


def _read(read: Callable[[object], R | Absent], found: object) -> R | Absent | Raised:
    """Read what a function gave; what cannot be read is no answer."""
    try:
        return read(found)
    except Exception as error:  # noqa: BLE001  # a foreign object may raise as it likes
        given = written(found)[:80] if isinstance(error, TypeError) else ""
        return Raised(type(error).__name__, str(error), given)


def number(found: object) -> Number | Absent:
    """Read a number: whole numbers and fractions exactly, None and NaN as no answer.

    >>> number(1), number(0.5), number(None), number(float("nan"))
    (Fraction(1, 1), 0.5, Absent(because='None'), Absent(because='nan'))
    >>> number("1")
    Traceback (most recent call last):
    TypeError: expected a number, got '1'
    """
    if found is None:
        return Absent("None")
    if isinstance(found, Rational):
        return found if type(found) is Fraction else Fraction(found)
    if isinstance(found, Real):
        value = float(found)
        return Absent("nan") if math.isnan(value) else value
    item = getattr(found, "item", None)  # an array or tensor of one number
    if callable(item):
        return number(item())
    message = f"expected a number, got {written(found)[:80]}"
    raise TypeError(message)


_ATOMS = frozenset({str, int, float, bool, type(None), Fraction})


def _copied(value: object) -> object:
    """Copy plain data, much faster than deepcopy; whatever else there is, by deepcopy."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if isinstance(value, list) and kind is list:
        return [item if type(item) in _ATOMS else _copied(item) for item in value]
    if isinstance(value, tuple) and kind is tuple:
        return value if _hashes(value) else tuple(_copied(item) for item in value)
    if isinstance(value, set) and kind is set:
        return set(value)  # what can be in a set does not change
    if isinstance(value, dict) and kind is dict:
        return {_copied(key): _copied(item) for key, item in value.items()}
    return deepcopy(value)


def _hashes(value: tuple[object, ...]) -> bool:
    """Say whether a tuple has a hash: then nothing in it changes."""
    try:
        hash(value)
    except TypeError:
        return False
    return True
