"""Which numbers of a record are the columns of definitions, on the command line."""

import argparse
from collections.abc import Sequence

from measurand.edges.cli.arguments import StopError
from measurand.evidence.observation import ColumnOf, Observing, Together
from measurand.evidence.source import Fields, Named
from measurand.metrics.definitions import Definition, observing
from measurand.values.fault import Fault
from measurand.values.suggest import did_you_mean


def number(text: str) -> tuple[str, str]:
    """Read NAME=PATH; the path is the name where it is not written.

    >>> number("cf=scores.cf"), number("correct")
    (('cf', 'scores.cf'), ('correct', 'correct'))

    Raises ArgumentTypeError where there is no name, or the path is none.
    """
    name, _, path = text.partition("=")
    try:
        Fields(amounts=((name, path or name),))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return name, path or name


def add_numbers(parser: argparse.ArgumentParser) -> None:
    """Add what says where numbers stand."""
    parser.add_argument(
        "--number",
        action="append",
        type=number,
        default=[],
        metavar="NAME=PATH",
        help="where the numbers stand that a definition calls NAME, for example cf=scores.cf; a"
        " PATH that is NAME may be left out; true and false are 1 and 0, null is no number; may be"
        " repeated",
    )


def columns_alone(numbers: Named, definitions: Sequence[Definition]) -> bool:
    """Tell whether definitions read numbers alone, whose places are known.

    >>> columns_alone((), [])
    False

    Raises StopError where a name repeats, or a definition reads a column that has none.
    """
    known = [name for name, _ in numbers]
    if again := next((name for at, name in enumerate(known) if name in known[:at]), None):
        raise StopError((Fault(path="--number", got=f"{again} twice", expected="each name once"),))
    parts = [part for definition in definitions for part in _parts(observing(definition))]
    columns = [part.name for part in parts if isinstance(part, ColumnOf)]
    if lost := next((name for name in columns if name not in known), None):
        hint = f"say --number {lost}=PATH{did_you_mean(lost, known)}"
        expected = "a column that --number says where to find"
        raise StopError((Fault(path="--definition", got=lost, expected=expected, hint=hint),))
    return bool(columns) and len(columns) == len(parts)


def _parts(how: Observing) -> Sequence[Observing]:
    return how.parts if isinstance(how, Together) else (how,)
