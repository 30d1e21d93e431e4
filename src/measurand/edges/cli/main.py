"""Parse the arguments, run one command, turn its outcome into an exit code."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from measurand.edges.cli.exits import BAD_INPUT

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
  measurand score runs.jsonl -d 'f(average=micro)' -d 'f(average=macro[sample])'
  measurand sniff runs.jsonl                  what is in this file?
"""


def parser() -> argparse.ArgumentParser:
    """Build the parser; commands bring their own arguments."""
    from measurand.edges.cli import audit, check, score, sniff

    top = argparse.ArgumentParser(
        prog="measurand",
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"measurand {version('measurand')}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in (check, audit, score, sniff):
        sub = commands.add_parser(
            command.NAME,
            help=command.HELP,
            description=command.ABOUT,
            epilog=command.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add_arguments(sub)
        sub.set_defaults(run=command.run)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; faults go to standard error."""
    from measurand.edges.cli.arguments import StopError

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    arguments = parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except StopError as stop:
        for fault in stop.faults:
            sys.stderr.write(f"{fault.text()}\n")
        return BAD_INPUT
    except BrokenPipeError:
        # Whoever read our output has enough; nothing more may be flushed at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD_INPUT
    return code
