"""A request: what a command is asked, as a frozen value whose class says how it is written.

A field says in its metadata how the command line writes it: its flags, its help, how a text becomes
its value. Flags and defaults are those of the field itself, so nothing is said twice, and a command
takes a value that the type checker knows. Fields that several commands share stand in a class of
their own, which is a field of each request. Only `parser` knows how words become a request.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import ClassVar, Literal, TypedDict, TypeVar, Unpack, overload

from attrs import NOTHING, field, fields, frozen

T = TypeVar("T")
A = TypeVar("A", bound="Arguments")
_KEY = "measurand"
Count = Literal["one", "optional", "several", "switch", "toggle"]


@frozen
class Arguments:
    """What is written on a command line: a request, or a part that several requests share.

    `TITLE` heads the part in the help of a command.
    """

    TITLE: ClassVar[str] = ""


@frozen(kw_only=True)
class Spelling:
    """How a field is written: without flags by its place, else as an option."""

    flags: tuple[str, ...] = ()
    read: Callable[[str], object]
    says: str
    metavar: str = ""
    count: Count = "one"
    choices: tuple[str, ...] = ()
    rare: bool = False
    required: bool = False
    either: str | None = None
    group: str = ""


@frozen
class Field:
    """A field of a request: its name in its class, how it is written, or the part that it holds."""

    name: str
    default: object
    spelling: Spelling | None
    part: "type[Arguments] | None"


def spelled(kind: type[Arguments]) -> Iterator[Field]:
    """List the fields of a request that are written, or hold a part.

    >>> class Toy(Arguments):
    ...     name: str = option(str, metavar="NAME", says="a name", default="x")
    >>> [(one.name, one.default) for one in spelled(frozen(Toy))]
    [('name', 'x')]
    """
    for one in fields(kind):
        match one.metadata.get(_KEY):
            case Spelling() as spelling:
                yield Field(one.name, one.default, spelling, None)
            case part if isinstance(part, type) and issubclass(part, Arguments):
                yield Field(one.name, one.default, None, part)
            case _:
                pass


def part_of(request: Arguments, kind: type[A]) -> A | None:
    """Find the part of a kind in a request, however deep; None where it has none."""
    if isinstance(request, kind):
        return request
    for one in spelled(type(request)):
        if one.part is not None:
            inner: object = getattr(request, one.name)
            if isinstance(inner, Arguments) and (found := part_of(inner, kind)) is not None:
                return found
    return None


def part(kind: type[A]) -> A:
    """Hold a part that other requests have too."""
    return field(factory=kind, metadata={_KEY: kind})


def argument(read: Callable[[str], T], *, metavar: str, says: str) -> T:
    """Take a value by its place."""
    spelling = Spelling(read=read, metavar=metavar, says=says, required=True)
    value: T = field(metadata={_KEY: spelling})
    return value


def optional_argument(read: Callable[[str], T], *, metavar: str, says: str) -> T | None:
    """Take a value by its place, or None where there is none."""
    spelling = Spelling(read=read, metavar=metavar, says=says, count="optional")
    value: T | None = field(default=None, metadata={_KEY: spelling})
    return value


def arguments(read: Callable[[str], T], *, metavar: str, says: str) -> tuple[T, ...]:
    """Take one or more values by their place."""
    spelling = Spelling(read=read, metavar=metavar, says=says, count="several", required=True)
    value: tuple[T, ...] = field(metadata={_KEY: spelling})
    return value


class _How(TypedDict, total=False):
    """What an option may say besides.

    `either` names a group of which one is written, or some where they may be repeated.
    """

    group: str
    rare: bool
    either: str
    required: bool


@overload
def option(
    read: Callable[[str], T],
    *flags: str,
    metavar: str,
    says: str,
    default: T,
    **how: Unpack[_How],
) -> T: ...


@overload
def option(
    read: Callable[[str], T], *flags: str, metavar: str, says: str, **how: Unpack[_How]
) -> T | None: ...


def option(
    read: Callable[[str], T],
    *flags: str,
    metavar: str,
    says: str,
    default: T | None = None,
    **how: Unpack[_How],
) -> T | None:
    """Take the value of an option; its flag is the name of the field where none is said."""
    spelling = Spelling(flags=flags or _NAMED, read=read, metavar=metavar, says=says, **how)
    return field(default=default, metadata={_KEY: spelling})


def required_option(read: Callable[[str], T], *flags: str, metavar: str, says: str) -> T:
    """Take the value of an option that has to be written."""
    spelling = Spelling(flags=flags or _NAMED, read=read, metavar=metavar, says=says, required=True)
    value: T = field(metadata={_KEY: spelling})
    return value


def repeated(
    read: Callable[[str], T], *flags: str, metavar: str, says: str, **how: Unpack[_How]
) -> tuple[T, ...]:
    """Take the values of an option that may be written again and again."""
    spelling = Spelling(
        flags=flags or _NAMED, read=read, metavar=metavar, says=says, count="several", **how
    )
    return field(default=(), metadata={_KEY: spelling})


def switch(*flags: str, says: str, **how: Unpack[_How]) -> bool:
    """Tell whether an option is written."""
    spelling = Spelling(flags=flags or _NAMED, read=str, says=says, count="switch", **how)
    return field(default=False, metadata={_KEY: spelling})


def toggle(*flags: str, says: str, **how: Unpack[_How]) -> bool | None:
    """Tell whether an option is written, or its opposite; None where neither is."""
    spelling = Spelling(flags=flags or _NAMED, read=str, says=says, count="toggle", **how)
    value: bool | None = field(default=None, metadata={_KEY: spelling})
    return value


@overload
def choice(
    choices: Sequence[T],
    *flags: str,
    says: str,
    default: T,
    metavar: str = ...,
    **how: Unpack[_How],
) -> T: ...


@overload
def choice(
    choices: Sequence[T], *flags: str, says: str, metavar: str = ..., **how: Unpack[_How]
) -> T | None: ...


def choice(
    choices: Sequence[T],
    *flags: str,
    says: str,
    default: T | None = None,
    metavar: str = "",
    **how: Unpack[_How],
) -> T | None:
    """Take one of some values; those of an enumeration are written as their values are."""
    by_name = {text_of(one): one for one in choices}
    spelling = Spelling(
        flags=flags or _NAMED,
        read=by_name.__getitem__,
        says=says,
        metavar=metavar,
        choices=tuple(by_name),
        **how,
    )
    return field(default=default, metadata={_KEY: spelling})


_NAMED = ("",)
"""An option whose flag is the name of its field."""


def flags_of(one: Field) -> tuple[str, ...]:
    """Name the flags of a field: its own name where none are said."""
    flags = () if one.spelling is None else one.spelling.flags
    return (f"--{one.name.replace('_', '-')}",) if flags == _NAMED else flags


def default_text(one: Field) -> str:
    """Write a default as the command line would; nothing where it is none."""
    plain = one.default in (None, NOTHING, (), "") or isinstance(one.default, bool)
    return "" if plain else text_of(one.default)


def text_of(value: object) -> str:
    """Write a value as a word: that of an enumeration by its value."""
    return str(value.value) if isinstance(value, Enum) else str(value)


@frozen(kw_only=True)
class Command:
    """A command: the class of its requests, and what is done with one.

    `style` is how what it prints is written, where no option says it.
    """

    request: type[Arguments]
    run: Callable[[Arguments], int]
    about: str
    examples: str
    style: str = "text"


@frozen(kw_only=True)
class Stages:
    """A command whose first word is one of some commands, each with a line about it."""

    about: str
    examples: str
    stages: tuple[tuple[str, str, Command], ...]


def command(
    request: type[A], run: Callable[[A], int], *, about: str, examples: str, style: str = "text"
) -> Command:
    """Make a command of a function that takes requests of its class.

    `about` and `examples` are what its help says, `style` is how its results are written where
    nothing is asked.

    >>> echo = command(Arguments, lambda _request: 0, about="Do nothing.", examples="")
    >>> echo.run(Arguments())
    0
    """

    def checked(asked: Arguments) -> int:
        if not isinstance(asked, request):
            message = f"a {request.__name__}: got a {type(asked).__name__}"
            raise TypeError(message)
        return run(asked)

    return Command(request=request, run=checked, about=about, examples=examples, style=style)


def stage(  # noqa: PLR0913, PLR0917  (a row of a table)
    name: str,
    what: str,
    request: type[A],
    run: Callable[[A], int],
    examples: str = "",
    style: str = "text",
) -> tuple[str, str, Command]:
    """Make a stage of a command, with a line about it."""
    about = f"{what[0].upper()}{what[1:]}" + ("" if what.endswith("?") else ".")
    return name, what, command(request, run, about=about, examples=examples, style=style)
