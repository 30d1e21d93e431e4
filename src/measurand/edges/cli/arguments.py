"""Arguments that commands share, and what they mean."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

from returns.result import Failure

from measurand.edges.cli.progress import ticking
from measurand.edges.engines.serial import Run
from measurand.edges.formats import Bad, ReadOptions, Rest, atomic_write, quarantined
from measurand.values.fault import Fault

FORMATS = ("text", "json", "md", "csv", "latex")
_QUARANTINE = "quarantine="
_CHUNK = 2**20


class StopError(Exception):
    """Ends a command with faults: exit code 2."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults[0].text() if faults else "stopped")
        self.faults = faults


def on_error(text: str) -> str:
    """Read what a faulty record does.

    >>> on_error("quarantine=bad.jsonl")
    'quarantine=bad.jsonl'

    Raises argparse.ArgumentTypeError for anything else.
    """
    if text in {"stop", "skip"} or (text.startswith(_QUARANTINE) and len(text) > len(_QUARANTINE)):
        return text
    message = f"stop, skip or quarantine=FILE: got {text!r}"
    raise argparse.ArgumentTypeError(message)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add what says how data is read."""
    group = parser.add_argument_group("reading")
    group.add_argument(
        "--on-error",
        type=on_error,
        default="stop",
        metavar="stop|skip|quarantine=FILE",
        help="what a faulty record does: fail the run, all faults listed (default); be skipped and "
        "counted; or be skipped, counted and kept byte for byte in FILE",
    )
    group.add_argument(
        "--ids",
        choices=("exact", "digest", "off"),
        default="exact",
        help="how repeated ids are found: every id kept (default), 8-byte digests, or not at all",
    )
    group.add_argument(
        "--strict", action="store_true", help="refuse duplicate JSON keys too (slower)"
    )


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add what says how the result is written."""
    group = parser.add_argument_group("output")
    group.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    group.add_argument(
        "--output", metavar="FILE", type=Path, help="write to FILE, whole or not at all"
    )


@contextmanager
def reading(arguments: argparse.Namespace, root: Path) -> Iterator[Run]:
    """Give the run that the arguments ask for; a quarantine is written when it ends well.

    Raises StopError where the quarantine cannot be written.
    """
    options = ReadOptions(ids=arguments.ids, strict=arguments.strict)
    skip = arguments.on_error != "stop"
    with TemporaryFile() as kept, ticking(sys.stderr) as tick:

        def keep(event: Bad | Rest) -> None:
            for chunk in quarantined([event]):
                kept.write(chunk)

        yield Run(root=root, options=options, skip=skip, sink=keep if skip else _drop, tick=tick)
        if arguments.on_error.startswith(_QUARANTINE):
            kept.seek(0)
            target = Path(arguments.on_error.removeprefix(_QUARANTINE))
            match atomic_write(target, iter(lambda: kept.read(_CHUNK), b"")):
                case Failure(faults):
                    raise StopError(faults)
                case _:
                    pass


def _drop(_event: Bad | Rest) -> None:
    """Keep nothing."""


def emit(arguments: argparse.Namespace, text: str) -> None:
    """Print a result, or write it to the file that was asked for.

    Raises StopError where the file cannot be written.
    """
    if arguments.output is None:
        sys.stdout.write(text)
        return
    match atomic_write(arguments.output, [text.encode()]):
        case Failure(faults):
            raise StopError(faults)
        case _:
            pass
