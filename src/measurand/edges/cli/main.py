"""From words to an exit code: find the command, make its request, run it.

A command of ours is loaded by its name in one table; those of studies and of other packages by the
registry. Only the command that is wanted is loaded, since most of the time of a short run is that
of imports.
"""

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from measurand.edges.cli.exit_codes import BAD_INPUT, INTERRUPTED, OPEN
from measurand.edges.cli.request import Command, Stages, part_of
from measurand.edges.cli.workflow_commands import WorkflowCommands, adapt, doors
from measurand.edges.registry import (
    Entry,
    ExtensionError,
    ExtensionPoint,
    every,
    find,
    left_out,
    raised_by,
)

_MOST_SHOWN = 500
DEFECT = "unforeseen error"
"""How an error that no command foresees begins, after the name of the program."""

_USAGE = "measurand [-h] [--debug] [--version] COMMAND ..."
_ABOUT = """\
Recompute printed numbers from samples, and find the definitions that print them.

exit codes:
  0  all holds             1  a finding: something is not reproduced
  2  bad input or usage    3  nothing refuted, but something could not be decided
"""
_OPTIONS = """\
options:
  -h, --help   show this help and exit; `measurand COMMAND --help` shows that of a command
  --debug      show the traceback of an error that was not foreseen
  --version    show the version and exit
"""
_EXAMPLES = """\
examples:
  measurand check claims.toml                 is every printed cell reproduced?
  measurand audit claims.toml                 which definitions print this table?
  measurand prove table.tex                   can any data print this table?
  measurand init table.tex -o claims.toml     a claims file from a table
  measurand score runs.jsonl -d 'f(average=micro)' -d 'f(average=macro[sample])'
  measurand compare ours.jsonl theirs.jsonl -d exact_match
  measurand judge runs.jsonl --judge passed --human human
  measurand laws my_metrics:f1 --kind set-f1  does my own metric keep the laws?
  measurand metrics mine.toml                 is my own metric what it says it is?
  measurand sniff runs.jsonl                  what is in this file?
  measurand review aggregate scorecards.jsonl metrics of a two-stage review run
  measurand cf run samples.jsonl              do answers follow from what they cite?
  measurand causal run dags.jsonl             how does written reasoning hang together?
"""
_HERE = "measurand.edges.cli"
_OURS = (
    Entry("check", f"{_HERE}.check:COMMAND", "recompute every printed cell of a claims file"),
    Entry(
        "audit",
        f"{_HERE}.audit:COMMAND",
        "find the definitions that print a table, and how far its numbers move",
    ),
    Entry(
        "prove",
        f"{_HERE}.prove:PROVE",
        "decide from printed numbers alone: possible, not reproducible, or undecided",
    ),
    Entry("lint", f"{_HERE}.prove:LINT", "the same by rules that need no search"),
    Entry("verify", f"{_HERE}.verify:COMMAND", "check certificates of refutations again"),
    Entry(
        "init",
        f"{_HERE}.init:COMMAND",
        "write a claims file from a table in CSV, Markdown, LaTeX or HTML",
    ),
    Entry(
        "table",
        f"{_HERE}.table:COMMAND",
        "print the tables of a claims file anew: intervals, tests, a caption of definitions",
    ),
    Entry(
        "lock",
        f"{_HERE}.lock:COMMAND",
        "freeze a claims file, and each number with its data, definition and environment",
    ),
    Entry(
        "cite",
        f"{_HERE}.cite:COMMAND",
        "write the methods sentence and the appendix of definitions",
    ),
    Entry("score", f"{_HERE}.score:COMMAND", "score a file of samples under definitions"),
    Entry(
        "compare",
        f"{_HERE}.compare:COMMAND",
        "compare two systems on the same samples: intervals, tests, sizes of effect",
    ),
    Entry(
        "gate",
        f"{_HERE}.gate:COMMAND",
        "say whether a run is worse than its base, however often somebody looks",
    ),
    Entry(
        "judge",
        f"{_HERE}.judge:COMMAND",
        "say what a judge is worth, and correct what it says by human labels",
    ),
    Entry(
        "labels",
        f"{_HERE}.labels:COMMAND",
        "say what labels tell while they come in, and how many are needed",
    ),
    Entry(
        "arena",
        f"{_HERE}.arena:COMMAND",
        "say who wins against whom: strengths, ranks and win rates from battles of systems",
    ),
    Entry(
        "laws",
        f"{_HERE}.laws:COMMAND",
        "try laws on a function of your own: bounds, symmetry, order, empty rules",
    ),
    Entry(
        "metrics",
        f"{_HERE}.metrics:COMMAND",
        "list metrics as formulas, and ask the laws of those of your own",
    ),
    Entry(
        "sniff",
        f"{_HERE}.sniff:COMMAND",
        "say what a file holds, what was assumed, and which commands can be pasted",
    ),
    Entry(
        "formats",
        f"{_HERE}.formats:COMMAND",
        "list the formats that are read, and what has to be said of each",
    ),
    Entry(
        "schema",
        f"{_HERE}.schema:COMMAND",
        "print the JSON Schema of what a command prints with --format json",
    ),
)
COMMANDS = {entry.name: entry.about for entry in _OURS}
"""Our own commands; studies and packages of others add theirs."""


def command_entry(name: str) -> Entry | None:
    """Find where a command is: ours by its name, or one that a study or another package adds.

    >>> [entry.home for entry in (command_entry("score"), command_entry("lint")) if entry]
    ['measurand.edges.cli.score:COMMAND', 'measurand.edges.cli.prove:LINT']
    """
    own = next((entry for entry in _OURS if entry.name == name), None)
    return own or (find(ExtensionPoint.COMMANDS, name) if name else None)


def load(entry: Entry) -> Command | Stages:
    """Load a command, or what has several in it.

    >>> load(_OURS[-1]).about.splitlines()[0][:35]
    'Print the JSON Schema (draft 2020-1'

    Raises ExtensionError where it cannot be loaded, or is none.
    """
    value = entry.load(object)
    return value if isinstance(value, Command | Stages) else entry.load(Command)


@contextmanager
def _loading() -> Iterator[None]:
    """Collect no garbage while modules are loaded: all that they make is there until the end."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@doors()
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; faults go to standard error.

    An error that nobody foresaw is no finding: Python would end with 1, this ends with 2.
    """
    words = sys.argv[1:] if argv is None else argv
    try:
        _reopen()
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            return _dispatch(words)
        finally:
            _tell_left_out()
    except ExtensionError as error:
        sys.stderr.write(f"{error.fault.text()}\n")
        return BAD_INPUT
    except KeyboardInterrupt:
        sys.stderr.write("measurand: interrupted\n")
        return INTERRUPTED
    except BrokenPipeError:
        from measurand.edges.cli.output import give_up

        # Whoever read our output, or our faults, has enough.
        give_up(sys.stdout, sys.stderr)
        return BAD_INPUT
    except Exception as error:  # noqa: BLE001  (whatever it is, it must not look like a verdict)
        _tell_defect(error, debug="--debug" in words[:1])
        return BAD_INPUT


def _dispatch(words: Sequence[str]) -> int:
    """Find the command that the words name; what comes before it is about the program."""
    from measurand.edges.cli.converters import refuse_choice
    from measurand.edges.cli.parser import refuse

    for at, word in enumerate(words):
        match word:
            case "-h" | "--help":
                sys.stdout.write(_help())
                return 0
            case "--version":
                from importlib.metadata import version

                sys.stdout.write(f"measurand {version('measurand')}\n")
                return 0
            case "--debug":
                continue
            case _ if word.startswith("-"):
                refuse(_USAGE, "measurand", f"unrecognized arguments: {word}")
            case _ if (entry := command_entry(word)) is not None:
                with _loading():
                    command = load(entry)
                return _stage(command, words[at + 1 :], f"measurand {word}")
            case _:
                names = [entry.name for entry in _every_command()]
                refuse(_USAGE, "measurand", f"argument COMMAND: {refuse_choice(word, names)}")
    return refuse(_USAGE, "measurand", "the following arguments are required: COMMAND")


def _stage(command: Command | Stages, words: Sequence[str], name: str) -> int:
    """Run a command; of one that has stages, the stage that the first word names."""
    if isinstance(command, Command):
        return _run(command, words, name)
    from measurand.edges.cli.converters import refuse_choice
    from measurand.edges.cli.parser import refuse

    usage = f"{name} [-h] STAGE ..."
    if not words:
        refuse(usage, name, "the following arguments are required: STAGE")
    word, *rest = words
    if word in {"-h", "--help"}:
        lines = _listing([(stage, about) for stage, about, _ in command.stages])
        sys.stdout.write(f"usage: {usage}\n\n{command.about}\nstages:\n{lines}\n{command.examples}")
        return 0
    stages = {stage: one for stage, _, one in command.stages}
    if word not in stages:
        wrong = f"argument STAGE: {refuse_choice(word, list(stages))}"
        refuse(usage, name, f"unrecognized arguments: {word}" if word.startswith("-") else wrong)
    return _run(stages[word], rest, f"{name} {word}")


def _tell_left_out() -> None:
    """Name on standard error what packages of others add and nobody could use."""
    for fault in left_out():
        sys.stderr.write(f"measurand: left out: {fault.text()}\n")


def _help() -> str:
    lines = _listing([(entry.name, entry.about) for entry in _every_command()])
    return f"usage: {_USAGE}\n\n{_ABOUT}\ncommands:\n{lines}\n{_OPTIONS}\n{_EXAMPLES}"


def _listing(named: Sequence[tuple[str, str]]) -> str:
    width = max(len(name) for name, _ in named)
    return "".join(f"    {name:{width}}  {about}\n" for name, about in named)


def _every_command() -> Iterator[Entry]:
    """List all commands, but those of a package that cannot be loaded."""
    yield from _OURS
    # Of names that are taken the first one counts, as `command_entry` finds it.
    taken = set(COMMANDS)
    for entry in every(ExtensionPoint.COMMANDS):
        if entry.name not in taken:
            taken.add(entry.name)
            yield entry


def _run(command: Command, words: Sequence[str], name: str) -> int:
    """Make the request of a command and run it; faults are told on standard error."""
    from measurand.edges.cli.faults import NothingKeptError, StopError, fault_lines
    from measurand.edges.cli.output import Printed
    from measurand.edges.cli.parser import parsed
    from measurand.edges.files.json.value import FaultError
    from measurand.metrics.family import OutsideRangeError

    request = parsed(
        command.request, words, name=name, about=command.about, examples=command.examples
    )
    printed, asked = part_of(request, Printed), part_of(request, WorkflowCommands)
    style = command.style if printed is None else printed.style
    adapt(style, asked=asked is not None and asked.github == "on")
    try:
        return command.run(request)
    except (StopError, FaultError) as stop:
        # A fault by itself is one of the disk, met when a result was made of what is kept there.
        faults = stop.faults if isinstance(stop, StopError) else (stop.fault,)
        for line in fault_lines(faults):
            sys.stderr.write(f"{line}\n")
        return OPEN if isinstance(stop, NothingKeptError) else BAD_INPUT
    except OutsideRangeError as error:
        sys.stderr.write(f"measurand: {error}\n")
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
    by = raised_by(error)
    if by is not None:
        text = told(f"{by[0].error(shown).fault.text()}: raised at {by[1]}")
        sys.stderr.write(f"measurand: {text}\nThis is no verdict on numbers.{more}\n")
        return
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
