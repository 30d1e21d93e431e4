"""How each type of option is written in a signature and read again."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

from measurand.algebra.written import read, text
from measurand.metrics.averaged import own
from measurand.metrics.codec import (
    NAME,
    NUMBER,
    Codec,
    enum_codec,
    plain,
    refuse,
    single,
    word,
    words,
)
from measurand.metrics.codecs_observation import OBSERVATION_CODECS
from measurand.metrics.grammar import SignatureError, Term, Value
from measurand.metrics.metric import Metric
from measurand.metrics.options import (
    Average,
    AverageKind,
    Drop,
    EmptyRule,
    Over,
    OverKind,
    Part,
    Parts,
)
from measurand.values.fault import shown


def _read_average(value: Value) -> Average:
    form = "micro | macro[KEY,...] | weighted[KEY,...]"
    term = single(value, form)
    known = tuple(kind.value for kind in AverageKind)
    if term.atom not in known:
        refuse(value, form, known)
    return Average(AverageKind(term.atom), words(term, value, form))


def _read_over(value: Value) -> Over:
    form = "union | gold | predicted | declared[CLASS,...]"
    term = single(value, form)
    known = tuple(kind.value for kind in OverKind)
    if term.atom not in known:
        refuse(value, form, known)
    return Over(OverKind(term.atom), tuple(sorted(words(term, value, form))))


def _read_only(value: Value) -> str | None:
    form = "all | class[NAME]"
    term = single(value, form)
    names = words(term, value, form)
    if term.atom == "all" and not names:
        return None
    return names[0] if term.atom == "class" and len(names) == 1 else refuse(value, form)


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
            return refuse(value, form, known)


def _write_empty(rule: EmptyRule) -> Value:
    match rule:
        case Drop():
            return word("drop")
        case Parts(precision, recall):
            return (Term(precision.value), Term(recall.value))


_FORMULA = 'a formula of hits, predicted, gold and judged in quotes, such as "hits / gold"'


def _read_metric(value: Value) -> Metric:
    written = plain(value, _FORMULA)
    try:
        return own(read(written))
    except ValueError as error:
        message = f"expected {_FORMULA}, got {shown(written)}: {error}"
        raise SignatureError(message) from error


CODECS: Mapping[object, Codec[Any]] = {
    **OBSERVATION_CODECS,
    Metric: Codec[Metric](_FORMULA, lambda metric: word(text(metric.formula)), _read_metric),
    Fraction: NUMBER,
    str: NAME,
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
}
"""Codecs by the type of the option; every other enumeration is written by its names."""


def codec_of(kind: object) -> Codec[Any] | None:
    """Find the codec of a type of option; None where it has parts that are options.

    >>> codec_of(Part).form
    '0 | 1 | skip'
    """
    if isinstance(kind, type) and issubclass(kind, Enum):
        return enum_codec(kind)
    return CODECS.get(kind)
