"""How one option is written and read: the parts that all codecs are made of.

Numbers are rationals with one spelling each (0.7, 1/3, 2): a decimal where it ends, else a ratio.
Texts come from anybody, so lengths are bounded before anything is computed of them.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any, Generic, NoReturn, TypeVar

from attrs import frozen

from measurand.metrics.grammar import SignatureError, Term, Value, read_value, write_value
from measurand.values.fault import shown
from measurand.values.suggest import did_you_mean

_MOST_PLACES = 30
_LONGEST_NUMBER = 400
_MOST_SHOWN = 1000

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


@frozen
class Codec(Generic[T]):
    """Writing and reading of one type; `form` says to a person what is accepted.

    `values` are all that there are, as texts, where they are counted.
    """

    form: str
    write: Callable[[T], Value]
    read: Callable[[Value], T]
    values: tuple[str, ...] = ()


def word(text: str, *arguments: Term) -> Value:
    """Make a value of one term.

    >>> word("macro", Term("sample"))
    (Term(atom='macro', arguments=(('', (Term(atom='sample', arguments=()),)),)),)
    """
    return (Term(text, tuple(("", (argument,)) for argument in arguments)),)


def number_text(value: Fraction) -> str:
    """Write a rational as a decimal where it ends, else as a ratio.

    >>> number_text(Fraction(7, 10)), number_text(Fraction(1, 3)), number_text(Fraction(2))
    ('0.7', '1/3', '2')
    """
    bottom, places = value.denominator, 0
    while bottom % 10 == 0:
        bottom, places = bottom // 10, places + 1
    twos = fives = 0
    while bottom % 2 == 0:
        bottom, twos = bottom // 2, twos + 1
    while bottom % 5 == 0:
        bottom, fives = bottom // 5, fives + 1
    places += max(twos, fives)
    if bottom != 1 or places > _MOST_PLACES:
        return str(value)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def refuse(value: Value, form: str, known: tuple[str, ...] = ()) -> NoReturn:
    """Say what was expected instead of a value; raises SignatureError."""
    text = shown(write_value(value), most=_MOST_SHOWN)
    hint = did_you_mean(value[0].atom, known) if value and value[0].atom not in known else ""
    message = f"expected {form}, got {text}{hint}"
    raise SignatureError(message)


def single(value: Value, form: str) -> Term:
    """Read one term.

    >>> single(word("a"), "a word").atom
    'a'

    Raises SignatureError for several.
    """
    if len(value) != 1:
        refuse(value, form)
    return value[0]


def plain(value: Value, form: str) -> str:
    """Read one word without arguments.

    >>> plain(word("a"), "a word")
    'a'

    Raises SignatureError for anything else.
    """
    term = single(value, form)
    if term.arguments:
        refuse(value, form)
    return term.atom


@lru_cache(maxsize=256)
def enum_codec(kind: type[E]) -> Codec[E]:
    """Write an option by its name.

    >>> from measurand.evidence.observation import Charge
    >>> enum_codec(Charge).read(word("both"))
    <Charge.BOTH: 'both'>
    """
    names = tuple(str(member.value) for member in kind)
    form = " | ".join(names)

    def read(value: Value) -> E:
        text = plain(value, form)
        return kind(text) if text in names else refuse(value, form, names)

    return Codec(form, lambda member: word(str(member.value)), read, names)


def _read_number(value: Value) -> Fraction:
    form = "a number such as 1, 0.5 or 1/3"
    text = plain(value, form)
    if len(text) > _LONGEST_NUMBER or "e" in text.lower() or "_" in text:
        refuse(value, form)
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        refuse(value, form)


NUMBER = Codec[Fraction]("a number", lambda value: word(number_text(value)), _read_number)


def arguments(term: Term, known: Mapping[str, Codec[Any]], form: str) -> dict[str, Any]:
    """Read the named arguments of a term, each once.

    >>> arguments(Term("greedy", (("threshold", word("0.5")),)), {"threshold": NUMBER}, "")
    {'threshold': Fraction(1, 2)}

    Raises SignatureError for an unknown or repeated one.
    """
    values: dict[str, Any] = {}
    for name, value in term.arguments:
        if name not in known or name in values:
            hint = "" if name in known else did_you_mean(name, known)
            message = f"expected {form}, got {term.atom}[{name or write_value(value)}...]{hint}"
            raise SignatureError(message)
        values[name] = known[name].read(value)
    return values


def words(term: Term, value: Value, form: str) -> tuple[str, ...]:
    """Read the positional arguments of a term as words.

    >>> words(word("macro", Term("sample"))[0], (), "")
    ('sample',)

    Raises SignatureError for named ones.
    """
    if any(name for name, _ in term.arguments):
        refuse(value, form)
    return tuple(plain(argument, form) for _, argument in term.arguments)


def read_name(value: Value) -> str:
    """Read a name; one with arguments is kept as its text.

    >>> read_name(read_value("stage1[empty=answer]")), read_name(read_value('"a b"'))
    ('stage1[empty=answer]', 'a b')
    """
    term = single(value, "a name")
    return write_value(value) if term.arguments else term.atom


def write_name(name: str) -> Value:
    """Write a name as `read_name` reads it.

    >>> write_name("stage1[empty=answer]")[0].atom, write_name("a b")[0].atom
    ('stage1', 'a b')
    """
    try:
        value = read_value(name)
    except SignatureError:
        return word(name)
    return (
        value
        if len(value) == 1 and value[0].arguments and write_value(value) == name
        else (word(name))
    )


NAME = Codec[str]("a name", write_name, read_name)


def _read_whole(value: Value) -> int:
    form = "a whole number such as 0 or 10"
    number = _read_number(value)
    return number.numerator if number.denominator == 1 else refuse(value, form)


WHOLE = Codec[int](
    "a whole number such as 0 or 10", lambda number: NUMBER.write(Fraction(number)), _read_whole
)
"""The codec of whole numbers."""
