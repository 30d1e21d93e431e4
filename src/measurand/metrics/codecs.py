"""How each type of option is written in a signature and read again."""

from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any, Generic, NoReturn, TypeVar

from attrs import frozen

from measurand.evidence.matching import (
    GivenCounts,
    Greedy,
    MultisetMatch,
    Optimal,
    SetMatch,
    SimilarityKind,
)
from measurand.evidence.normalise import Step
from measurand.evidence.observation import Charge, ClassKind, ClassOf, Credit, Match, Missing
from measurand.evidence.spans import Assign, Mode, Scope, SpanMatch
from measurand.metrics.grammar import SignatureError, Term, Value, write_value
from measurand.metrics.options import (
    Aggregate,
    Average,
    AverageKind,
    Drop,
    EmptyRule,
    Of,
    Over,
    OverKind,
    Part,
    Parts,
    Policy,
    Statistic,
    Summing,
)
from measurand.values.suggest import did_you_mean

_MOST_PLACES = 30
_LONGEST_NUMBER = 400

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


@frozen
class Codec(Generic[T]):
    """Writing and reading of one type; `form` says to a person what is accepted."""

    form: str
    write: Callable[[T], Value]
    read: Callable[[Value], T]


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


def _refuse(value: Value, form: str, known: tuple[str, ...] = ()) -> NoReturn:
    text = write_value(value)
    hint = did_you_mean(value[0].atom, known) if value else ""
    message = f"expected {form}, got {text!r}{hint}"
    raise SignatureError(message)


def _single(value: Value, form: str) -> Term:
    if len(value) != 1:
        _refuse(value, form)
    return value[0]


def _plain(value: Value, form: str) -> str:
    term = _single(value, form)
    if term.arguments:
        _refuse(value, form)
    return term.atom


def enum_codec(kind: type[E]) -> Codec[E]:
    """Write an option by its name.

    >>> enum_codec(Charge).read(word("both"))
    <Charge.BOTH: 'both'>
    """
    names = tuple(str(member.value) for member in kind)
    form = " | ".join(names)

    def read(value: Value) -> E:
        text = _plain(value, form)
        return kind(text) if text in names else _refuse(value, form, names)

    return Codec(form, lambda member: word(str(member.value)), read)


def _read_number(value: Value) -> Fraction:
    form = "a number such as 1, 0.5 or 1/3"
    text = _plain(value, form)
    if len(text) > _LONGEST_NUMBER or "e" in text.lower() or "_" in text:
        _refuse(value, form)
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        _refuse(value, form)


def _read_unit(value: Value) -> tuple[str, ...]:
    form = "whole, or slot names joined by +"
    names = tuple(_plain((term,), form) for term in value)
    if len(set(names)) < len(names) or "" in names:
        _refuse(value, form)
    return () if value == word("whole") else names


def _write_unit(value: tuple[str, ...]) -> Value:
    return tuple(Term(name) for name in value) or word("whole")


_STEP = enum_codec(Step)


def _read_steps(value: Value) -> tuple[Step, ...]:
    return () if value == word("none") else tuple(_STEP.read((term,)) for term in value)


def _arguments(term: Term, known: Mapping[str, Codec[Any]], form: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in term.arguments:
        if name not in known or name in found:
            hint = did_you_mean(name, known)
            message = f"expected {form}, got {term.atom}[{name or write_value(value)}...]{hint}"
            raise SignatureError(message)
        found[name] = known[name].read(value)
    return found


NUMBER = Codec[Fraction]("a number", lambda value: word(number_text(value)), _read_number)
_PAIRS: Mapping[str, Codec[Any]] = {"similarity": enum_codec(SimilarityKind), "threshold": NUMBER}
_SPANS: Mapping[str, Codec[Any]] = {
    "mode": enum_codec(Mode),
    "threshold": NUMBER,
    "scope": enum_codec(Scope),
    "assign": enum_codec(Assign),
}
_MATCHERS: Mapping[str, tuple[type[Match], Mapping[str, Codec[Any]]]] = {
    "set": (SetMatch, {}),
    "multiset": (MultisetMatch, {}),
    "greedy": (Greedy, _PAIRS),
    "optimal": (Optimal, _PAIRS),
    "spans": (SpanMatch, _SPANS),
    "given": (GivenCounts, {}),
}
_MATCH_FORM = " | ".join(
    name + (f"[{','.join(known)}]" if known else "") for name, (_, known) in _MATCHERS.items()
)


def _write_match(match: Match) -> Value:
    name = next(name for name, (kind, _) in _MATCHERS.items() if isinstance(match, kind))
    known = _MATCHERS[name][1]
    return (
        Term(name, tuple((key, codec.write(getattr(match, key))) for key, codec in known.items())),
    )


def _read_match(value: Value) -> Match:
    term = _single(value, _MATCH_FORM)
    if term.atom not in _MATCHERS:
        _refuse(value, _MATCH_FORM, tuple(_MATCHERS))
    kind, known = _MATCHERS[term.atom]
    return kind(**_arguments(term, known, _MATCH_FORM))


def _words(term: Term, value: Value, form: str) -> tuple[str, ...]:
    if any(name for name, _ in term.arguments):
        _refuse(value, form)
    return tuple(_plain(argument, form) for _, argument in term.arguments)


def _read_class(value: Value) -> ClassOf:
    form = "none | item | label | field[NAME]"
    term = _single(value, form)
    names = _words(term, value, form)
    known = tuple(kind.value for kind in ClassKind)
    if term.atom not in known or len(names) != (term.atom == "field"):
        _refuse(value, form, known)
    return ClassOf(ClassKind(term.atom), *names)


def _read_average(value: Value) -> Average:
    form = "micro | macro[KEY,...] | weighted[KEY,...]"
    term = _single(value, form)
    known = tuple(kind.value for kind in AverageKind)
    if term.atom not in known:
        _refuse(value, form, known)
    return Average(AverageKind(term.atom), _words(term, value, form))


def _read_over(value: Value) -> Over:
    form = "union | gold | predicted | declared[CLASS,...]"
    term = _single(value, form)
    known = tuple(kind.value for kind in OverKind)
    if term.atom not in known:
        _refuse(value, form, known)
    return Over(OverKind(term.atom), tuple(sorted(_words(term, value, form))))


def _read_only(value: Value) -> str | None:
    form = "all | class[NAME]"
    term = _single(value, form)
    names = _words(term, value, form)
    if term.atom == "all" and not names:
        return None
    return names[0] if term.atom == "class" and len(names) == 1 else _refuse(value, form)


_PART = enum_codec(Part)


def _read_empty(value: Value) -> EmptyRule:
    form = "P+R with each of 0, 1, skip; or drop"
    if value == word("drop"):
        return Drop()
    known = (*(part.value for part in Part), "drop")
    match value:
        case (Term(), Term()) if all(term.atom in known[:3] for term in value):
            return Parts(_PART.read(value[:1]), _PART.read(value[1:]))
        case _:
            _refuse(value, form, known)


def _write_empty(rule: EmptyRule) -> Value:
    match rule:
        case Drop():
            return word("drop")
        case Parts(precision, recall):
            return (Term(precision.value), Term(recall.value))


CODECS: Mapping[object, Codec[Any]] = {
    Fraction: NUMBER,
    str: Codec[str]("a name", word, lambda value: _plain(value, "a name")),
    tuple[str, ...]: Codec[tuple[str, ...]]("whole | SLOT+SLOT...", _write_unit, _read_unit),
    tuple[Step, ...]: Codec[tuple[Step, ...]](
        f"none | steps of {' '.join(step.value for step in Step)} joined by +",
        lambda steps: tuple(Term(step.value) for step in steps) or word("none"),
        _read_steps,
    ),
    Match: Codec[Match](_MATCH_FORM, _write_match, _read_match),
    Credit: enum_codec(Credit),
    Charge: enum_codec(Charge),
    Missing: enum_codec(Missing),
    ClassOf: Codec[ClassOf](
        "none | item | label | field[NAME]",
        lambda value: word(value.kind.value, *([Term(value.name)] if value.name else [])),
        _read_class,
    ),
    Average: Codec[Average](
        "micro | macro[KEY,...] | weighted[KEY,...]",
        lambda value: word(value.kind.value, *(Term(key) for key in value.keys)),
        _read_average,
    ),
    Over: Codec[Over](
        "union | gold | predicted | declared[CLASS,...]",
        lambda value: word(value.kind.value, *(Term(name) for name in value.classes)),
        _read_over,
    ),
    str | None: Codec[str | None](
        "all | class[NAME]",
        lambda value: word("all") if value is None else word("class", Term(value)),
        _read_only,
    ),
    EmptyRule: Codec[EmptyRule]("P+R with each of 0, 1, skip; or drop", _write_empty, _read_empty),
    Part: _PART,
    Policy: enum_codec(Policy),
    Statistic: enum_codec(Statistic),
    Aggregate: enum_codec(Aggregate),
    Of: enum_codec(Of),
    Summing: enum_codec(Summing),
}
"""Codecs by the type of the option."""
