"""The options of a pipeline as texts by their paths, such as `full.U1.3.below`, and back.

Options are frozen classes in frozen classes; a path is the names of the fields that lead to a leaf.
The text of a leaf reads back to the value by the type of its field, so that a listing is a full
record of the options. A field whose members have an `id` (rules, say) is written as their ids, and
the options of each member by its id: the class of the field says so, with `members_by_id`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from math import isfinite
from types import MappingProxyType, NoneType
from typing import Protocol, TypeVar, get_args

from attrs import AttrsInstance, field, fields, fields_dict, has

from measurand.values.suggest import did_you_mean

T = TypeVar("T")
A = TypeVar("A", bound=AttrsInstance)

NONE, NO_WORDS = "none", "()"
_BY_ID = "measurand members by id"
_BY_PROFILE = "measurand values by profile"
_NOT_SET = frozenset({"plan.family"})
"""What the study fills in itself: the name of the metric."""
_LONGEST = 18
_DECIMAL = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?")
_RATIO = re.compile(r"[-+]?[0-9]+/[0-9]+")


class Member(Protocol):
    """What has an id, and options of its own."""

    @property
    def id(self) -> str:
        """Give the id, by which a member is named."""


Reader = Callable[[str], tuple[Member, ...]]


def members_by_id(read: Reader) -> Mapping[str, object]:
    """Say of a field, as its metadata, that its members are written as ids, which `read` reads."""
    return {_BY_ID: read}


def _reader(of: type, name: str) -> Reader | None:
    """Find what reads the members of a field by their ids; None of any other field."""
    reader: Reader | None = fields_dict(of)[name].metadata.get(_BY_ID)
    return reader


def _members(value: object, name: str) -> tuple[Member, ...]:
    members: tuple[Member, ...] = getattr(value, name)
    return members


def by_profile(default: T, **others: T) -> T:
    """Make the field of an option with a value for each profile: `default` where none is said.

    A profile is named as an argument is, `as_run` for as-run.

    >>> from attrs import frozen
    >>> @frozen
    ... class Options:
    ...     seed: int = by_profile(0, as_run=42)
    >>> profile(Options, "as-run"), profile(Options, "recommended")
    (Options(seed=42), Options(seed=0))
    """
    option: T = field(default=default, metadata={_BY_PROFILE: others})
    return option


def profile(kind: type[A], name: str) -> A:
    """Make the options of a profile: of each the value that it has there."""
    key = name.replace("-", "_")
    make: Callable[..., A] = kind
    said = ((one.name, one.metadata.get(_BY_PROFILE, {})) for one in fields_dict(kind).values())
    return make(**{option: values[key] for option, values in said if key in values})


def listed(options: object) -> tuple[tuple[str, str], ...]:
    """List every option with its value, in the order of the fields; the texts read back exactly.

    Options are a frozen class; what is such a class inside them is a group of options. A field of
    members has their ids, and their own options by id.

    >>> from measurand.inference.plan import Plan
    >>> listed(Plan())[:2]
    (('ends', 'percentile'), ('labelled_ends', 'jackknife'))
    """
    return tuple(_leaves(options, ""))


def with_values(options: T, values: Mapping[str, str]) -> T:
    """Set some options by their paths; all are set at once, so that their order plays no part.

    A member that is new in its field has the options that its id stands for, unless they are set.

    >>> from measurand.inference.plan import Plan
    >>> with_values(Plan(), {"seed": "7"}).seed
    7
    >>> with_values(Plan(), {"sead": "7"})
    Traceback (most recent call last):
    ValueError: unknown option 'sead': did you mean 'seed'?

    Raises ValueError for an unknown path, and for a text that is no value of its option.
    """
    chosen = _made(options, _with_members(options, values))
    known = [path for path, _ in _leaves(chosen, "")]
    wrong = next((path for path in values if path not in known), None)
    if wrong is not None:
        message = f"unknown option {wrong[:80]!r}{_near(wrong, known)}"
        raise ValueError(message)
    return _made(chosen, _changes(chosen, "", values))


def _near(wrong: str, known: list[str]) -> str:
    """Name what may be meant: the options of a group, one of the same last name, the nearest."""
    inside = [path for path in known if path.startswith(f"{wrong}.")]
    if inside:
        return f": it is a group of options, such as {inside[0]!r}"
    ends = [path for path in known if path.endswith(f".{wrong}")]
    return f": did you mean {ends[0]!r}?" if ends else did_you_mean(wrong, known)


def _leaves(value: object, prefix: str) -> Iterator[tuple[str, str]]:
    for name, _, inner in _parts(value):
        path = f"{prefix}{name}"
        if _reader(type(value), name) is not None:
            members = _members(value, name)
            yield path, " ".join(member.id for member in members)
            for member in members:
                yield from _leaves(member, f"{prefix}{member.id}.")
        elif has(type(inner)):
            yield from _leaves(inner, f"{path}.")
        elif path not in _NOT_SET:
            yield path, _written(inner)


def _parts(value: object) -> Iterator[tuple[str, object, object]]:
    """Give the fields of a value: name, type and content; nothing of a value without fields."""
    kind = type(value)
    if has(kind):
        for one in fields(kind):
            yield one.name, one.type, getattr(value, one.name)


def _made(value: T, changes: Mapping[str, object]) -> T:
    """Build a value anew with some of its fields changed."""
    make: Callable[..., T] = type(value)
    return make(**{name: changes.get(name, inner) for name, _, inner in _parts(value)})


def _with_members(options: object, values: Mapping[str, str]) -> dict[str, object]:
    """Choose the members of each group: those that are there keep their options."""
    groups: dict[str, object] = {}
    for group, _, value in _parts(options):
        for name, _, _ in _parts(value):
            path, reader = f"{group}.{name}", _reader(type(value), name)
            if reader is None or path not in values:
                continue
            there = {member.id: member for member in _members(value, name)}
            try:
                chosen = tuple(there.get(one.id, one) for one in reader(values[path]))
                groups[group] = _made(value, {name: chosen})
            except ValueError as error:
                message = f"{path}: {error}"
                raise ValueError(message) from error
    return groups


def _changes(value: object, prefix: str, values: Mapping[str, str]) -> dict[str, object]:
    """Read what is set inside a value, by the names of its fields."""
    changes: dict[str, object] = {}
    for name, kind, inner in _parts(value):
        path = f"{prefix}{name}"
        if _reader(type(value), name) is not None:
            members = _members(value, name)
            changes[name] = tuple(_built(one, f"{prefix}{one.id}.", values) for one in members)
        elif has(type(inner)):
            changes[name] = _built(inner, f"{path}.", values)
        elif path in values:
            changes[name] = _read(values[path], kind, path)
    return changes


def _built(value: T, prefix: str, values: Mapping[str, str]) -> T:
    """Build a value anew with what is set inside it."""
    if not any(path.startswith(prefix) for path in values):
        return value
    changes = _changes(value, prefix, values)
    try:
        return _made(value, changes)
    except ValueError as error:
        message = f"{prefix.removesuffix('.')}: {error}"
        raise ValueError(message) from error


def _written(value: object) -> str:
    match value:
        case None:
            return NONE
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case Fraction():
            return _decimal(value)
        case tuple() if not value:
            return NO_WORDS
        case tuple():
            between = "; " if isinstance(value[0], frozenset) else ", "
            return between.join(map(_member, value))
        case _:
            return str(value)


def _member(value: object) -> str:
    match value:
        case frozenset():
            return ", ".join(sorted(value))
        case Enum():
            return str(value.value)
        case (name, number):
            return f"{name}={number}"
        case _:
            return str(value)


def _decimal(value: Fraction) -> str:
    """Write a number as a decimal where it is a short one."""
    for decimals in range(10):
        scaled = value * 10**decimals
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(decimals + 1, "0")
            sign = "-" * (value < 0)
            return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}" if decimals else sign + digits
    return str(value)


def _read(text: str, kind: object, path: str) -> object:
    """Read a text as the type of its option says."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _chosen(text, kind, path)
    inside = get_args(kind)
    if NoneType in inside:
        there = next(one for one in inside if one is not NoneType)
        return None if text == NONE else _read(text, there, path)
    if inside and isinstance(inside[0], type) and issubclass(inside[0], Enum):
        return tuple(_chosen(word, inside[0], path) for word in _words(text))
    what, read = _READERS[kind]
    try:
        return read(text)
    except ValueError as error:
        message = f"{path}: {what}: got {text[:40]!r}"
        raise ValueError(message) from error


def _chosen(text: str, kind: type[Enum], path: str) -> Enum:
    """Find the member that a word stands for."""
    words = {str(member.value): member for member in kind}
    if text not in words:
        near = did_you_mean(text, words)
        message = f"{path}: one of {', '.join(words)}: got {text[:40]!r}{near}"
        raise ValueError(message)
    return words[text]


def _yes(text: str) -> bool:
    if text not in {"yes", "no"}:
        raise ValueError(text)
    return text == "yes"


def _whole(text: str) -> int:
    if len(text) > _LONGEST or not re.fullmatch(r"[-+]?[0-9]+", text):
        raise ValueError(text)
    return int(text)


def _float(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(text)
    return value


def _fraction(text: str) -> Fraction:
    if len(text) > 2 * _LONGEST or not (_DECIMAL.fullmatch(text) or _RATIO.fullmatch(text)):
        raise ValueError(text)
    if not int(text.partition("/")[2] or "1"):
        raise ValueError(text)
    return Fraction(text)


def _words(text: str) -> tuple[str, ...]:
    return () if text == NO_WORDS else tuple(word.strip() for word in text.split(","))


def _groups(text: str) -> tuple[frozenset[str], ...]:
    return () if text == NO_WORDS else tuple(frozenset(_words(part)) for part in text.split(";"))


def _grades(text: str) -> tuple[tuple[str, int], ...]:
    parts = (word.rpartition("=") for word in _words(text))
    return tuple((name.strip(), _whole(number.strip())) for name, _, number in parts)


_READERS: Mapping[object, tuple[str, Callable[[str], object]]] = MappingProxyType(
    {
        str: ("a text", str),
        bool: ("yes or no", _yes),
        int: ("a whole number", _whole),
        float: ("a number", _float),
        Fraction: ("a number such as 0.05 or 1/20", _fraction),
        tuple[str, ...]: ("words with commas between them", _words),
        tuple[frozenset[str], ...]: ("groups such as a, b; c, d", _groups),
        tuple[tuple[str, int], ...]: ("words with numbers, such as mass=3, opacity=1", _grades),
    }
)
"""How a text is read, by the type of the option: what it has to be, and the reader."""


def settings_by(options: Mapping[str, str], part: str) -> Mapping[str, str]:
    """Keep the options of one group; all of them where no group is named.

    >>> settings_by({"plan.seed": "0", "text": "frames"}, "plan")
    {'plan.seed': '0'}
    """
    return {
        path: value
        for path, value in options.items()
        if not part or path == part or path.startswith(f"{part}.")
    }
