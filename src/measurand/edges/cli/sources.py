"""What a file of samples is, as the command line says it: format, mapping, filters."""

import argparse
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import get_args

from attrs import evolve

from measurand.edges.cli.arguments import StopError
from measurand.edges.cli.numbers import add_numbers, columns_alone
from measurand.edges.files.formats import FORMATS
from measurand.edges.files.samples.labels import Kind, numbers_of
from measurand.edges.files.samples.recognition import recognised
from measurand.edges.files.samples.sniff import refused
from measurand.evidence.conll import scheme_of
from measurand.evidence.source import Fields, ItemKind, Named, Source
from measurand.metrics.compat.seqeval import read_in
from measurand.metrics.compat.sklearn_labels import of_file
from measurand.metrics.definitions import Definition
from measurand.values.fault import Fault
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean

_PLAIN = ("id", "gold", "pred", "pairs", "weight", "hits", "predicted", "gold_count")
_NAMED = ("groups", "lists")
AUTO = "auto"
_OF_COLUMNS = ("gold_scheme", "pred_scheme")
"""What is guessed of single columns, and falls where a scheme of both was said."""


def named(text: str) -> tuple[str, str]:
    """Read NAME=VALUE.

    >>> named("filter=strict-match")
    ('filter', 'strict-match')

    Raises argparse.ArgumentTypeError where there is no name or no value.
    """
    name, mark, value = text.partition("=")
    if not (name and mark and value):
        message = f"NAME=VALUE: got {text[:60]!r}"
        raise argparse.ArgumentTypeError(message)
    return name, value


class _FormatNames:
    """What `--input-format` may be: installed packages are looked through for a list alone."""

    def __contains__(self, name: object) -> bool:
        return name == AUTO or name in FORMATS

    def __iter__(self) -> Iterator[str]:
        return iter((AUTO, *FORMATS))


def add_source(parser: argparse.ArgumentParser) -> None:
    """Add what says how the records of a file are read."""
    group = parser.add_argument_group("input")
    group.add_argument(
        "--input-format",
        choices=_FormatNames(),
        default=AUTO,
        metavar="NAME",
        help="the format of the file, as `measurand formats` lists them (default: told from its "
        "content)",
    )
    group.add_argument(
        "--input",
        action="append",
        type=named,
        default=[],
        metavar="NAME=VALUE",
        help="what a file of the format leaves open, for example filter=strict-match; may be "
        "repeated",
    )
    group.add_argument(
        "--predictions",
        default="",
        metavar="FILE",
        help="where the predictions stand, if not beside gold; joined by id",
    )
    group.add_argument(
        "--items", choices=get_args(ItemKind), help="what gold and predictions are made of"
    )
    group.add_argument(
        "--field",
        action="append",
        type=named,
        default=[],
        metavar="NAME=PATH",
        help="where in a record id, gold, pred, pairs or weight stand, or groups.NAME, lists.NAME;"
        " may be repeated",
    )
    group.add_argument(
        "--records", default="", metavar="PATH", help="json: where the list of records stands"
    )
    group.add_argument(
        "--where",
        action="append",
        type=named,
        default=[],
        metavar="PATH=VALUE",
        help="keep the records that have this value there; may be repeated: values of one path are"
        " alternatives",
    )
    add_numbers(parser)


def described(
    arguments: argparse.Namespace, file: str, definitions: Sequence[Definition]
) -> Source:
    """Describe a file as the arguments do; where definitions read numbers alone, gold is not read.

    Raises StopError where they do not fit together, or a definition reads a column that has no
    place.
    """
    alone = columns_alone(arguments.number, definitions)
    found = _format(arguments, file)
    items = arguments.items or ("none" if alone and found.kind.mapped else found.items)
    try:
        return evolve(
            found,
            predictions=arguments.predictions,
            input=_input(found, arguments.input),
            items=items,
            records=arguments.records or found.records,
            where=_where(arguments.where),
            fields=fields_said(found.fields, arguments.field, arguments.number),
        )
    except ValueError as error:
        raise StopError((_unfit(str(error)),)) from error


def as_read(samples: Iterable[Sample], source: Source, kinds: Collection[Kind]) -> Sequence[Sample]:
    """Say of samples what tools presuppose: in which scheme tags were read, what labels are.

    >>> as_read([Sample(id="1")], Source(path="a.jsonl", items="iob2"), ())[0].groups
    (('scheme', 'lenient'),)
    """
    scheme = scheme_of(source)
    tagged = [read_in(sample, scheme) for sample in samples]
    return of_file(tagged, numbers=numbers_of(kinds, source))


def _unfit(message: str) -> Fault:
    """Make a fault of what a source refuses, under the name of the argument that says it.

    >>> _unfit("fields.gold: a path that ends: got 'a['").text()
    "--field: expected gold: a path that ends, got 'a['"
    """
    flags = {"fields.": "--field", "input: ": "--input", "where: ": "--where"}
    lead = next((lead for lead in flags if message.startswith(lead)), "")
    expected, _, got = message.removeprefix(lead).partition(": got ")
    return Fault(path=flags.get(lead, "--input-format"), got=got or "another", expected=expected)


def _format(arguments: argparse.Namespace, file: str) -> Source:
    if arguments.input_format != AUTO:
        return Source(path=file, format=arguments.input_format)
    found = recognised(Path(file), predictions=arguments.predictions)
    if found is None and (fault := refused(Path(file))) is not None:
        raise StopError((fault,))
    return found or Source(path=file)


def _input(found: Source, said: Named) -> Named:
    names = [name for name, _ in said]
    if again := next((name for at, name in enumerate(names) if name in names[:at]), None):
        raise StopError((Fault(path="--input", got=f"{again} twice", expected="each name once"),))
    replaced = {*names, *(_OF_COLUMNS if "scheme" in names else ())}
    return (*(pair for pair in found.input if pair[0] not in replaced), *said)


def _where(said: Iterable[tuple[str, str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[str, list[str]] = {}
    for path, value in said:
        found.setdefault(path, []).append(value)
    return tuple((path, tuple(values)) for path, values in found.items())


def fields_said(before: Fields, said: Named, numbers: Named) -> Fields:
    """Put what was said of fields in the place of what was known.

    >>> fields_said(Fields(), (("gold", "label"),), ()).gold
    'label'

    Raises StopError for a name that is no field.
    """
    plain: dict[str, str] = {}
    grouped: dict[str, dict[str, str]] = {name: {} for name in _NAMED}
    for name, path in said:
        head, dot, rest = name.partition(".")
        if name in _PLAIN:
            plain[name] = path
        elif head in grouped and dot and rest:
            grouped[head][rest] = path
        else:
            raise StopError((_unknown(name),))
    return evolve(
        before,
        amounts=tuple(numbers),
        **plain,
        groups=tuple(grouped["groups"].items()) or before.groups,
        lists=tuple(grouped["lists"].items()) or before.lists,
    )


def _unknown(name: str) -> Fault:
    known = (*_PLAIN, *(f"{one}.NAME" for one in _NAMED))
    return Fault(
        path="--field",
        got=name,
        expected=f"one of {', '.join(known)}",
        hint=did_you_mean(name, known).removeprefix(": "),
    )
