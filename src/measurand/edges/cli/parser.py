"""Words of a command line become a request; the only module that knows argparse.

Arguments, help and defaults are read off the class of the request. argparse is told no default:
what was not written is left out, and the class supplies it. An option that is rare is parsed as any
other, and shown by --help-all alone, so that the help of a command fits two screens.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NoReturn, TypeVar

from measurand.edges.cli.converters import refuse_choice
from measurand.edges.cli.request import (
    Arguments,
    Field,
    Spelling,
    default_text,
    flags_of,
    spelled,
)
from measurand.values.suggest import nearest

A = TypeVar("A", bound=Arguments)
_COLUMN = 26
"""Where help starts beside the name of an option: most names then need no line of their own."""
_ALL = "--help-all"


def parsed(
    kind: type[A], words: Sequence[str], *, name: str, about: str = "", examples: str = ""
) -> A:
    """Make a request of the words after the name of a command.

    >>> from measurand.edges.cli.output import Output
    >>> parsed(Output, ["--format", "md"], name="show")
    Output(file=None, format='md', full=False)

    Raises SystemExit as argparse does: 0 where help was asked for, 2 for bad usage, which is told.
    """
    made = _Parser(
        prog=name,
        usage=f"{name} {' '.join(_usage(kind))}",
        description=about,
        epilog=examples,
        formatter_class=_Formatter,
        allow_abbrev=False,
        add_help=False,
    )
    made.words, made.wanted = words, _wanted(kind)
    _add_all(made, kind, every=_ALL in words)
    return _request(kind, vars(made.read()), "")


def refuse(usage: str, name: str, message: str) -> NoReturn:
    """Tell of bad usage.

    Raises SystemExit with 2.
    """
    argparse.ArgumentParser(prog=name, usage=usage, add_help=False).error(message)


class _Parser(argparse.ArgumentParser):
    """A parser with its words: an error suggests an option for the first that is none."""

    words: Sequence[str] = ()
    wanted: Sequence[Mapping[str, str]] = ()

    def read(self) -> argparse.Namespace:
        """Parse the words."""
        namespace, left = self.parse_known_args(self.words)
        for some in self.wanted:
            if not some.keys() & vars(namespace).keys():
                self.error(f"one of the arguments {' '.join(some.values())} is required")
        if left:
            self.error(f"unrecognized arguments: {' '.join(left)}")
        return namespace

    def error(self, message: str) -> NoReturn:
        """Tell of bad usage."""
        known = list(self._option_string_actions)
        names = [word.partition("=")[0] for word in self.words if word.startswith("--")]
        near = (_meant(name, known) for name in names if name not in {*known, "--"})
        hint = next(filter(None, near), "")
        if "--definition" in message and message.endswith("is required"):
            hint = f"{hint}: `measurand sniff FILE` writes those that the file can be scored by"
        super().error(f"{message}{hint}")


def _meant(name: str, known: Sequence[str]) -> str:
    """Suggest an option that begins as was written, or the nearest; dashes are not likeness.

    >>> _meant("--def", ["--ids", "--definition"]), _meant("--null", ["--level"])
    (": did you mean '--definition'?", '')
    """
    word = name.removeprefix("--")
    words = [one.removeprefix("--") for one in known if one.startswith("--")]
    begun = next((one for one in words if word and one.startswith(word)), None)
    near = begun or nearest(word, words)
    return f": did you mean '--{near}'?" if near else ""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=_COLUMN)


def _add_all(to: argparse.ArgumentParser, kind: type[Arguments], *, every: bool) -> None:
    """Add the fields of a request and of its parts, each to its titled group."""
    to.add_argument("-h", "--help", action="help", help="show this help and exit")
    if any(one.rare for _, one in spellings(kind)):
        to.add_argument(_ALL, action="help", help="show the options too that are rarely needed")
    groups: dict[str, argparse._ArgumentGroup] = {}
    for title, fields in groupby(_flat(kind), key=lambda one: one[0]):
        if title and title not in groups:
            groups[title] = to.add_argument_group(title)
        _add(groups[title] if title else to, list(fields), every=every)


_Flat = tuple[str, str, Field, Spelling]
"""The title of a group, the path of a field in the request, the field, how it is written."""


def _flat(kind: type[Arguments], path: str = "", title: str = "") -> Iterator[_Flat]:
    """List the fields of a request and of its parts: those without a group first."""
    own = [one for one in spelled(kind) if one.spelling is not None]
    for one in sorted(own, key=lambda one: bool(one.spelling and one.spelling.group)):
        if one.spelling is not None:
            yield one.spelling.group or title, f"{path}{one.name}", one, one.spelling
    for one in spelled(kind):
        if one.part is not None:
            yield from _flat(one.part, f"{path}{one.name}.", one.part.TITLE or title)


def spellings(kind: type[Arguments]) -> Iterator[tuple[str, Spelling]]:
    """List the paths of all fields of a request, and how they are written."""
    return ((path, spelling) for _, path, _, spelling in _flat(kind))


def _together(spelling: Spelling) -> bool:
    """Tell an option of a group that may be written beside the others: any may be repeated."""
    return spelling.either is not None and spelling.count == "several"


def _wanted(kind: type[Arguments]) -> Sequence[Mapping[str, str]]:
    """List the groups of which some option has to be written: what each is called, by its path."""
    found: dict[str | None, dict[str, str]] = {}
    for _, path, one, spelling in _flat(kind):
        if spelling.required and _together(spelling):
            found.setdefault(spelling.either, {})[path] = "/".join(flags_of(one))
    return [*found.values()]


def _usage(kind: type[Arguments]) -> Iterator[str]:
    """Write what has to be there: values by their places, required options."""
    yield "[options]"
    either: dict[str, list[str]] = {}
    for _, _, one, spelling in _flat(kind):
        flags = flags_of(one)
        if not flags:
            more = {"optional": f"[{spelling.metavar}]", "several": f"{spelling.metavar} ..."}
            yield more.get(spelling.count, spelling.metavar)
        elif spelling.required:
            written = f"{flags[0]} {spelling.metavar}"
            either.setdefault(spelling.either or flags[0], []).append(written)
    for options in either.values():
        yield options[0] if len(options) == 1 else f"({' | '.join(options)})"


def _add(to: argparse._ActionsContainer, fields: Sequence[_Flat], *, every: bool) -> None:
    """Add fields to a group; of those that exclude each other, to one in it."""
    either: dict[str, argparse._ActionsContainer] = {}
    for _, path, one, spelling in fields:
        name, where = spelling.either, to
        if name is not None and not _together(spelling):
            if name not in either:
                either[name] = to.add_mutually_exclusive_group(required=spelling.required)
            where = either[name]
        _add_field(where, path, one, spelling, shown=every or not spelling.rare)


def _add_field(
    to: argparse._ActionsContainer, path: str, one: Field, spelling: Spelling, *, shown: bool
) -> None:
    text = _help(one, spelling) if shown else argparse.SUPPRESS
    metavar = spelling.metavar or f"{{{','.join(spelling.choices)}}}"
    flags = flags_of(one)
    if not flags:
        nargs = {"optional": "?", "several": "+"}.get(spelling.count)
        read = _typed(spelling)
        to.add_argument(path, nargs=nargs, type=read, metavar=metavar, help=text)
    elif spelling.count in {"switch", "toggle"}:
        how = argparse.BooleanOptionalAction if spelling.count == "toggle" else "store_true"
        to.add_argument(*flags, dest=path, action=how, default=argparse.SUPPRESS, help=text)
    else:
        to.add_argument(
            *flags,
            dest=path,
            action=_action(spelling),
            type=_typed(spelling),
            metavar=metavar,
            required=spelling.required and spelling.either is None,
            default=argparse.SUPPRESS,
            help=text,
        )


def _action(spelling: Spelling) -> "str | type[argparse.Action]":
    """Say what is done with an option that is given again: of choices the last one counts."""
    if spelling.count == "several":
        return "append"
    return "store" if spelling.choices else _Once


class _Once(argparse.Action):
    """Take one word: of several files, groups or seeds one would be left out unseen."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002  # the signature is argparse's
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        before: object = getattr(namespace, self.dest, values)
        if before != values:
            one = "one file" if isinstance(values, Path) else "one"
            raise argparse.ArgumentError(self, f"expected {one}, got {before} and {values}")
        setattr(namespace, self.dest, values)


def _help(one: Field, spelling: Spelling) -> str:
    """Say what a field is, and its default where the text does not say it."""
    default = default_text(one)
    told = not default or "default" in spelling.says
    return spelling.says.replace("%", "%%") + ("" if told else f" (default: {default})")


def _typed(spelling: Spelling) -> Callable[[str], object]:
    """Let argparse show why a word is refused."""

    def typed(text: str) -> object:
        if spelling.choices and text not in spelling.choices:
            raise argparse.ArgumentTypeError(refuse_choice(text, spelling.choices))
        try:
            return spelling.read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return typed


def _request(kind: type[A], written: Mapping[str, object], path: str) -> A:
    """Make a request of what was written; the rest are the defaults of its class."""
    values: dict[str, object] = {}
    for one in spelled(kind):
        where = f"{path}{one.name}"
        if one.part is not None:
            values[one.name] = _request(one.part, written, f"{where}.")
        elif (value := written.get(where)) is not None:
            values[one.name] = tuple(value) if isinstance(value, list) else value
    return kind(**values)
