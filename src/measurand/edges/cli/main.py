"""Parse the arguments, run one command, turn its outcome into an exit code."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version

from measurand.edges.cli.door import adapt, doors
from measurand.edges.cli.exits import BAD_INPUT, INTERRUPTED

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


_CORE = (
    ("check", "check:COMMAND", "recompute every printed cell of a claims file"),
    ("audit", "audit:COMMAND", "find the definitions that print a table, and how far its numbers move"),
    (
        "prove",
        "prove:PROVE",
        "decide from printed numbers alone: possible, not reproducible, or undecided",
    ),
    ("lint", "prove:LINT", "the same by rules that need no search"),
    ("init", "init:COMMAND", "write a claims file from a table in CSV, Markdown, LaTeX or HTML"),
    (
        "table",
        "table:COMMAND",
        "print the tables of a claims file anew: intervals, tests, a caption of definitions",
    ),
    (
        "lock",
        "lock:COMMAND",
        "freeze a claims file, and each number with its data, definition and environment",
    ),
    ("score", "score:COMMAND", "score a file of samples under definitions"),
    (
        "compare",
        "compare:COMMAND",
        "compare two systems on the same samples: intervals, tests, sizes of effect",
    ),
    ("laws", "laws:COMMAND", "try laws on a function of your own: bounds, symmetry, order, empty rules"),
    ("metrics", "metrics:COMMAND", "list metrics as formulas, and ask the laws of those of your own"),
    ("sniff", "formats:SNIFF", "say what a file holds, what was understood and what was assumed"),
    (
        "formats",
        "formats:COMMAND",
        "list the formats that are read, and what has to be said of each",
    ),
)
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
    arguments = parser(wanted).parse_args(words)
    adapt(arguments)
    from measurand.edges.cli.arguments import StopError, give_up_output
    from measurand.edges.cli.faults import told_faults
    from measurand.edges.files.json.value import FaultError

    try:
        code: int = arguments.run(arguments)
    except (StopError, FaultError) as stop:
        # A fault by itself is one of the disk, met when a result was made of what is kept there.
        faults = stop.faults if isinstance(stop, StopError) else (stop.fault,)
        for line in told_faults(faults):
            sys.stderr.write(f"{line}\n")
        return BAD_INPUT
    except BrokenPipeError:
        # Whoever read our output has enough.
        give_up_output()
        return BAD_INPUT
    return code
