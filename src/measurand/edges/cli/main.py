"""Parse the arguments, run one command, turn its outcome into an exit code."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Protocol, runtime_checkable

from measurand.edges.cli.door import adapt, doors
from measurand.edges.cli.exits import BAD_INPUT, INTERRUPTED
from measurand.edges.registry import Entry, ExtensionError, Part, find, listed

_MOST_SHOWN = 500
DEFECT = "unforeseen error"
"""How an error that no command foresees begins, after the name of the program."""

_ABOUT = """\
Recompute printed numbers from samples, and find the definitions that print them.

exit codes:
  0  all holds             1  a finding: something is not reproduced
  2  bad input or usage    3  nothing refuted, but something could not be decided
"""
_EXAMPLES = """\
examples:
  measurand check claims.toml                 is every printed cell reproduced?
  measurand audit claims.toml                 which definitions print this table?
  measurand prove table.tex                   can any data print this table?
  measurand init table.tex -o claims.toml     a claims file from a table
  measurand score runs.jsonl -d 'f(average=micro)' -d 'f(average=macro[sample])'
  measurand compare ours.jsonl theirs.jsonl -d exact_match
  measurand laws my_metrics:f1 --kind set-f1  does my own metric keep the laws?
  measurand metrics mine.toml                 is my own metric what it says it is?
  measurand sniff runs.jsonl                  what is in this file?
  measurand review aggregate scorecards.jsonl metrics of a two-stage review run
  measurand cf run samples.jsonl              do answers follow from what they cite?
  measurand causal run dags.jsonl             how does written reasoning hang together?
"""


COMMANDS = {
    "check": "recompute every printed cell of a claims file",
    "audit": "find the definitions that print a table, and how far its numbers move",
    "prove": "decide from printed numbers alone: possible, not reproducible, or undecided",
    "lint": "the same by rules that need no search",
    "init": "write a claims file from a table in CSV, Markdown, LaTeX or HTML",
    "table": "print the tables of a claims file anew: intervals, tests, a caption of definitions",
    "lock": "freeze a claims file, and each number with its data, definition and environment",
    "score": "score a file of samples under definitions",
    "compare": "compare two systems on the same samples: intervals, tests, sizes of effect",
    "laws": "try laws on a function of your own: bounds, symmetry, order, empty rules",
    "metrics": "list metrics as formulas, and ask the laws of those of your own",
    "sniff": "say what a file holds, what was understood and what was assumed",
    "formats": "list the formats that are read, and what has to be said of each",
}
"""Our own commands, each in the module of its name; studies and packages of others add theirs."""


@runtime_checkable
class Command(Protocol):
    """What a command is: a module, or any value that has these."""

    ABOUT: str
    EXAMPLES: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the command."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the command, and return its exit code."""


def command_entry(name: str) -> Entry | None:
    """Find where a command is: ours by its name, or one that a study or another package adds.

    >>> [entry.home for entry in (command_entry("score"), command_entry("cf")) if entry]
    ['measurand.edges.cli.score', 'measurand.studies.counterfactual.edge.cli.command']
    """
    if name in COMMANDS:
        return Entry(name, f"measurand.edges.cli.{name}", COMMANDS[name])
    return find(Part.COMMANDS, name) if name else None


def parser(wanted: str = "") -> argparse.ArgumentParser:
    """Build the parser; only the wanted command is loaded, and brings its arguments.

    >>> parser().prog
    'measurand'
    """
    top = argparse.ArgumentParser(
        prog="measurand",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument(
        "--debug", action="store_true", help="show the traceback of an error that was not foreseen"
    )
    top.add_argument("--version", action="version", version=f"measurand {version('measurand')}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    chosen = command_entry(wanted)
    for entry in _every_command() if chosen is None else (chosen,):
        sub = commands.add_parser(
            entry.name,
            help=entry.about,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if entry == chosen:
            command = entry.load(Command)  # type: ignore[type-abstract]  # only asked about, never made
            sub.description, sub.epilog = command.ABOUT, command.EXAMPLES
            command.add_arguments(sub)
            sub.set_defaults(run=command.run)
    return top


def _every_command() -> Iterator[Entry]:
    """List all commands; a package that cannot be loaded is named on standard error."""
    for name, about in COMMANDS.items():
        yield Entry(name, f"measurand.edges.cli.{name}", about)
    added = listed(Part.COMMANDS)
    for fault in added.faults:
        sys.stderr.write(f"measurand: left out: {fault.text()}\n")
    # Of names that are taken the first one counts, as `command_entry` finds it.
    taken = set(COMMANDS)
    for entry in added.entries:
        if entry.name not in taken:
            taken.add(entry.name)
            yield entry


@doors()
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; faults go to standard error.

    An error that nobody foresaw is no finding: Python would end with 1, this ends with 2.
    """
    words = sys.argv[1:] if argv is None else argv
    try:
        return _run(words)
    except KeyboardInterrupt:
        sys.stderr.write("measurand: interrupted\n")
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001  (whatever it is, it must not look like a verdict)
        _tell_defect(error, debug="--debug" in words[:1])
        return BAD_INPUT


def _tell_defect(error: Exception, *, debug: bool) -> None:
    """Name an error that nobody foresaw, on one line; with `debug` where it was raised."""
    from measurand.edges.judges.secret import KEYS, Secret
    from measurand.values.fault import visible

    def told(text: str) -> str:
        """Show a text without keys: a package may quote what it was given."""
        for name in KEYS:
            text = Secret(os.environ.get(name, "")).scrub(text)
        return visible(text)

    if debug:
        import traceback

        # Behind a bar, so that no line of it is one that a build server takes for a command.
        text = "".join(traceback.format_exception(error))
        sys.stderr.writelines(f"| {told(line)}\n" for line in text.splitlines())
    what = told(f"{type(error).__name__}: {error}")
    shown = what if len(what) <= _MOST_SHOWN else f"{what[:_MOST_SHOWN]}..."
    more = "" if debug else "\n`measurand --debug COMMAND ...` shows where it was raised."
    sys.stderr.write(
        f"measurand: {DEFECT}: {shown}\n"
        "This is a defect of measurand or of a package that it uses, and no verdict on numbers.\n"
        f"Please report it, with the command, where measurand is developed.{more}\n"
    )


def _reopen() -> None:
    """Stand in for streams that were closed: no result can be printed then, which is a fault."""
    closed: object = None
    if sys.stdout is closed:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    if sys.stderr is closed:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def _run(words: Sequence[str]) -> int:
    _reopen()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    wanted = next((word for word in words if not word.startswith("-")), "")
    try:
        arguments = parser(wanted).parse_args(words)
    except ExtensionError as error:
        sys.stderr.write(f"{error.fault.text()}\n")
        return BAD_INPUT
    adapt(arguments)
    from measurand.edges.cli.arguments import StopError, give_up_output
    from measurand.edges.cli.faults import told_faults
    from measurand.edges.files.json.value import FaultError

    try:
        code: int = arguments.run(arguments)
    except (StopError, FaultError, ExtensionError) as stop:
        # A fault by itself is one of the disk, met when a result was made of what is kept there,
        # or of a package of others.
        faults = stop.faults if isinstance(stop, StopError) else (stop.fault,)
        for line in told_faults(faults):
            sys.stderr.write(f"{line}\n")
        return BAD_INPUT
    except BrokenPipeError:
        # Whoever read our output has enough.
        give_up_output()
        return BAD_INPUT
    return code
