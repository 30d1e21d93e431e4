"""How each type of option is written in a signature and read again.

A codec is a pair of functions between a value and terms of the grammar, with read(write(x)) == x;
and write(read(t)) is the one spelling of what t means, so that signatures can be compared as texts.
There is one codec a type, found by the type of a field (`codec_of`): no class says how it is
written. A value that cannot be read is refused with the forms that can.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

from measurand.algebra.formula_text import read, text
from measurand.evidence.matching import (
    GivenCounts,
    Greedy,
    MultisetMatch,
    Optimal,
    SetMatch,
    SimilarityKind,
)
from measurand.evidence.normalise import Step
from measurand.evidence.observation import ClassKind, ClassOf, Match
from measurand.evidence.sides import (
    Condition,
    Filling,
    First,
    Holds,
    Keep,
    Other,
    Slot,
    Wildcard,
    WildKind,
)
from measurand.evidence.span_matching import Assign, Mode, Scope, SpanMatch
from measurand.metrics.averaged import own
from measurand.metrics.codec import (
    NAME,
    NUMBER,
    WHOLE,
    Codec,
    arguments,
    enum_codec,
    number_text,
    plain,
    refuse,
    single,
    word,
    words,
)
from measurand.metrics.grammar import SignatureError, Term, Value
from measurand.metrics.metric import Metric
from measurand.metrics.options import (
    Average,
    AverageKind,
    Chosen,
    ChosenKind,
    Draw,
    Drawn,
    Drop,
    EmptyRule,
    EmptyValue,
    Only,
    Over,
    OverKind,
    Parts,
    Scale,
    Tuning,
    Verdicts,
    chosen,
)
from measurand.values.fault import shown


def _read_unit(value: Value) -> tuple[str, ...]:
    form = "whole, or slot names joined by +"
    names = tuple(plain((term,), form) for term in value)
    if len(set(names)) < len(names) or "" in names:
        refuse(value, form)
    return () if value == word("whole") else names


def _write_unit(value: tuple[str, ...]) -> Value:
    return tuple(Term(name) for name in value) or word("whole")


_STEP = enum_codec(Step)


def _read_steps(value: Value) -> tuple[Step, ...]:
    return () if value == word("none") else tuple(_STEP.read((term,)) for term in value)


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
    term = single(value, _MATCH_FORM)
    if term.atom not in _MATCHERS:
        refuse(value, _MATCH_FORM, tuple(_MATCHERS))
    kind, known = _MATCHERS[term.atom]
    return kind(**arguments(term, known, _MATCH_FORM))


def _read_class(value: Value) -> ClassOf:
    form = "none | item | label | field[NAME]"
    term = single(value, form)
    names = words(term, value, form)
    known = tuple(kind.value for kind in ClassKind)
    if term.atom not in known or len(names) != (term.atom == "field"):
        refuse(value, form, known)
    return ClassOf(ClassKind(term.atom), *names)


_ANSWER_UNIT = "same | SLOT+SLOT..., each a name or first[SLOT,SLOT...]"


def _read_answer_unit(value: Value) -> tuple[Slot, ...] | None:
    if value == word("same"):
        return None
    return tuple(_read_slot(term, value) for term in value)


def _read_slot(term: Term, value: Value) -> Slot:
    if not term.arguments:
        return term.atom
    if term.atom != "first":
        refuse(value, _ANSWER_UNIT)
    return First(words(term, value, _ANSWER_UNIT))


def _write_answer_unit(unit: tuple[Slot, ...] | None) -> Value:
    if unit is None:
        return word("same")
    return tuple(
        Term("first", tuple(("", word(name)) for name in slot.names))
        if isinstance(slot, First)
        else Term(slot)
        for slot in unit
    )


_WILD = "off | gold[SLOT] | both[SLOT]"


def _read_wildcard(value: Value) -> Wildcard:
    term = single(value, _WILD)
    known = tuple(kind.value for kind in WildKind)
    names = words(term, value, _WILD)
    if term.atom not in known or len(names) != (term.atom != WildKind.OFF.value):
        refuse(value, _WILD, known)
    return Wildcard(WildKind(term.atom), *names)


_KEEP = "all | filled[SLOT] and empty[SLOT] and not[SLOT,VALUE...] joined by +"


def _read_keep(value: Value) -> Keep:
    if value == word("all"):
        return ()
    return tuple(_read_condition(term, value) for term in value)


def _read_condition(term: Term, value: Value) -> Condition:
    names = words(term, value, _KEEP)
    if term.atom == "not" and len(names) > 1:
        return Other(names[0], tuple(sorted(names[1:])))
    if term.atom in {"filled", "empty"} and len(names) == 1:
        return Holds(Filling(term.atom), names[0])
    return refuse(value, _KEEP, ("filled", "empty", "not"))


def _write_keep(keep: Keep) -> Value:
    return tuple(map(_write_condition, keep)) or word("all")


def _write_condition(condition: Condition) -> Term:
    match condition:
        case Holds(filling, slot):
            return Term(filling.value, (("", word(slot)),))
        case Other(slot, values):
            return Term("not", tuple(("", word(name)) for name in (slot, *values)))


OBSERVATION_CODECS: Mapping[object, Codec[Any]] = {
    tuple[str, ...]: Codec[tuple[str, ...]]("whole | SLOT+SLOT...", _write_unit, _read_unit),
    tuple[Slot, ...] | None: Codec[tuple[Slot, ...] | None](
        _ANSWER_UNIT, _write_answer_unit, _read_answer_unit
    ),
    tuple[Step, ...]: Codec[tuple[Step, ...]](
        f"none | steps of {' '.join(step.value for step in Step)} joined by +",
        lambda steps: tuple(Term(step.value) for step in steps) or word("none"),
        _read_steps,
    ),
    Match: Codec[Match](_MATCH_FORM, _write_match, _read_match),
    Wildcard: Codec[Wildcard](
        _WILD,
        lambda value: word(value.kind.value, *([Term(value.slot)] if value.slot else [])),
        _read_wildcard,
    ),
    Keep: Codec[Keep](_KEEP, _write_keep, _read_keep),
    ClassOf: Codec[ClassOf](
        "none | item | label | field[NAME]",
        lambda value: word(value.kind.value, *([Term(value.name)] if value.name else [])),
        _read_class,
    ),
}
"""Codecs by the type of the option."""


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


_ONLY = "all | class[NAME,...] | but[NAME,...]"


def _read_only(value: Value) -> Only:
    term = single(value, _ONLY)
    names = words(term, value, _ONLY)
    match term.atom, names:
        case "all", ():
            return None
        case "class", (_, *_):
            return chosen(names)
        case "but", (_, *_):
            return Chosen(ChosenKind.BUT, tuple(sorted(names)))
        case _:
            return refuse(value, _ONLY, ("all", *(kind.value for kind in ChosenKind)))


def _write_only(only: Only) -> Value:
    match only:
        case None:
            return word("all")
        case str():
            return word(ChosenKind.CLASS.value, Term(only))
        case Chosen(kind, classes):
            return word(kind.value, *map(Term, classes))


_DRAWN = "random | within[GROUP] | chance[COLUMN]"


def _read_drawn(value: Value) -> Drawn:
    term = single(value, _DRAWN)
    known = tuple(how.value for how in Draw)
    names = words(term, value, _DRAWN)
    if term.atom not in known or len(names) != (term.atom != Draw.RANDOM.value):
        refuse(value, _DRAWN, known)
    return Drawn(Draw(term.atom), *names)


_VERDICTS = "share | any | scale[LOW,HIGH] | difference[SIZE]"


def _read_verdicts(value: Value) -> Verdicts:
    term = single(value, _VERDICTS)
    known = tuple(scale.value for scale in Scale)
    if term.atom not in known:
        refuse(value, _VERDICTS, known)
    ends = (NUMBER.read(word(one)) for one in words(term, value, _VERDICTS))
    return Verdicts(Scale(term.atom), tuple(ends))


_PART = enum_codec(EmptyValue)


def _read_empty(value: Value) -> EmptyRule:
    form = "P+R with each of 0, 1, skip; or drop"
    if value == word("drop"):
        return Drop()
    known = (*(part.value for part in EmptyValue), "drop")
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
    int: WHOLE,
    int | None: Codec[int | None](
        "all | a whole number",
        lambda value: word("all") if value is None else WHOLE.write(value),
        lambda value: None if value == word("all") else WHOLE.read(value),
    ),
    Drawn: Codec[Drawn](
        _DRAWN,
        lambda value: word(value.how.value, *([Term(value.name)] if value.name else [])),
        _read_drawn,
    ),
    Verdicts: Codec[Verdicts](
        _VERDICTS,
        lambda value: word(value.scale.value, *(Term(number_text(n)) for n in value.said)),
        _read_verdicts,
    ),
    Tuning: Codec[Tuning](
        "tuned | a number from 0 to 1",
        lambda value: word("tuned") if value.lambda_ is None else NUMBER.write(value.lambda_),
        lambda value: Tuning() if value == word("tuned") else Tuning(NUMBER.read(value)),
    ),
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
    Only: Codec[Only](_ONLY, _write_only, _read_only),
    EmptyRule: Codec[EmptyRule]("P+R with each of 0, 1, skip; or drop", _write_empty, _read_empty),
}
"""Codecs by the type of the option; every other enumeration is written by its names."""


def codec_of(kind: object) -> Codec[Any] | None:
    """Find the codec of a type of option; None where it has parts that are options.

    >>> codec_of(EmptyValue).form
    '0 | 1 | skip'
    """
    if isinstance(kind, type) and issubclass(kind, Enum):
        return enum_codec(kind)
    return CODECS.get(kind)
