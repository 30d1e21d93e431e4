"""Arguments that commands share, and what they mean."""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from returns.result import Failure

from measurand.edges.files import ReadOptions, atomic_write
from measurand.values.fault import Fault

FORMATS = ("text", "json", "md", "csv", "latex")
_QUARANTINE = "quarantine="
_CHUNK = 2**20


class StopError(Exception):
    """Ends a command with faults: exit code 2."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults[0].text() if faults else "stopped")
        self.faults = faults


def stop(path: str, got: str, expected: str, hint: str = "") -> StopError:
    """Make the error of one argument."""
    return StopError((Fault(path=path, got=got, expected=expected, hint=hint),))


def file_named(text: str) -> Path:
    """Read the name of a file; an empty one would be the folder that we are in.

    >>> str(file_named("runs.jsonl"))
    'runs.jsonl'

    Raises argparse.ArgumentTypeError where it is empty.
    """
    if not text:
        message = f"the name of a file: got {text!r}"
        raise argparse.ArgumentTypeError(message)
    return Path(text)


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


def quarantine_of(arguments: argparse.Namespace) -> Path | None:
    """Name the file of the quarantine; None where there is none.

    >>> quarantine_of(argparse.Namespace(on_error="skip")) is None
    True
    """
    how = vars(arguments).get("on_error") or ""
    return Path(how.removeprefix(_QUARANTINE)) if how.startswith(_QUARANTINE) else None


def add_reading(
    parser: argparse.ArgumentParser, *, strict: str = "refuse duplicate JSON keys too (slower)"
) -> None:
    """Add what says how data is read; `strict` says what is refused then."""
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
    group.add_argument("--strict", action="store_true", help=strict)


def add_output(parser: argparse.ArgumentParser, formats: tuple[str, ...] = FORMATS) -> None:
    """Add what says how the result is written."""
    group = parser.add_argument_group("output")
    group.add_argument("--format", choices=formats, default="text", help="default: text")
    group.add_argument(
        "--output", metavar="FILE", type=Path, help="write to FILE, whole or not at all"
    )


def read_options(arguments: argparse.Namespace) -> ReadOptions:
    """Say how careful reading is, and how much is read."""
    said = vars(arguments)
    plain = ReadOptions()
    return ReadOptions(
        ids=arguments.ids,
        strict=arguments.strict,
        sample=said.get("share"),
        limit=said.get("limit"),
        max_expansion=said.get("max_expansion") or plain.max_expansion,
    )


def one_of(arguments: argparse.Namespace, name: str, value: object) -> argparse.Namespace:
    """Give the arguments with one of several values.

    >>> one_of(argparse.Namespace(table=["a", "b"]), "table", "a")
    Namespace(table='a')
    """
    return argparse.Namespace(**{**vars(arguments), name: value})


def write(path: Path, content: str | Iterable[bytes]) -> None:
    """Write a file whole or not at all.

    Raises StopError where it cannot be written.
    """
    match atomic_write(path, [content.encode()] if isinstance(content, str) else content):
        case Failure(faults):
            raise StopError(faults)
        case _:
            pass


def emit(arguments: argparse.Namespace, text: str) -> None:
    """Print a result, or write it to the file that was asked for.

    Raises StopError where it cannot be written, but BrokenPipeError where nobody reads it.
    """
    if arguments.output is None:
        _print(text)
        return
    write(arguments.output, text)


def _print(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        give_up_output()
        reason = error.strerror or str(error)
        fault = Fault(file="standard output", got=reason, expected="room for the result")
        raise StopError((fault,)) from error


def give_up_output() -> None:
    """Discard what standard output could not take: nothing more may be flushed at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
