"""What a first look offers is run before it is shown, so that it can be pasted.

A look sees the start of a file. What a command says of the rest (an id that comes again, a record
of another shape, a word among numbers) only reading tells. So each command is run on its file as it
would be pasted, but that few resamples are drawn and nothing is printed. Files that are longer than
a few MiB, and streams, are not read so: of them the start is what is known.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from shlex import join, split

from attrs import evolve

from measurand.edges.cli.faults import StopError
from measurand.edges.cli.output import Kept
from measurand.edges.cli.parser import parsed
from measurand.edges.cli.reading import FIRST, Reading
from measurand.edges.cli.request import Arguments, Command, part_of
from measurand.edges.files.files import first_bytes
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.samples.compression import compression_of
from measurand.edges.files.samples.source_files import places
from measurand.edges.registry import NextStep, Unlock
from measurand.evidence.source import Source
from measurand.values.fault import Fault

_MOST_BYTES = 2**20
_MOST_JOINED = 3
_MAGIC = 8
_TRIED = frozenset({"score", "judge", "compare"})
_FEW = ("--replicates", "20")
AGAIN = "ids that differ"
"""What is expected where an id comes again."""


def next_step(does: str, *words: str) -> NextStep:
    """Write a command of words, quoted for a shell.

    >>> next_step("score", "score", "my runs.jsonl", "-d", "f(average=micro)").command
    "measurand score 'my runs.jsonl' -d 'f(average=micro)'"
    """
    return NextStep(join(("measurand", *words)), does)


class Trial:
    """Runs of commands on one file, each once.

    >>> found = Trial(Path("menus.jsonl")).that_run([Unlock("audit", "a table")])
    >>> [one.what for one in found]
    ['audit']
    """

    def __init__(self, path: Path) -> None:
        """Begin with none."""
        self._small = is_small(path)
        self._known: dict[tuple[str, ...], Fault | None] = {}

    def that_run(self, steps: Iterable[NextStep | Unlock]) -> Iterator[NextStep | Unlock]:
        """Keep the commands that run; say of the others what is in their way, each thing once."""
        told = set[str]()
        for step in steps:
            if isinstance(step, Unlock) or (wrong := self.refusal(step)) is None:
                yield step
            elif wrong.text() not in told:
                told.add(wrong.text())
                yield Unlock(step.does, wrong.text())

    def refusal(self, step: NextStep) -> Fault | None:
        """Say why a command is refused; None where it runs, or cannot be tried.

        Intervals of what was scored are of what was read already.
        """
        _, name, *words = split(step.command)
        if name not in _TRIED or not self._small:
            return None
        alone = (name, *(word for word in words if word != "--interval"))
        if alone not in self._known:
            self._known[alone] = _refusal(*alone)
        return self._known[alone]


def is_small(path: Path) -> bool:
    """Tell whether all that is read of a path can be read at once: no stream, nothing packed.

    >>> is_small(Path("docs/examples/silence/menus.jsonl")), is_small(Path("-"))
    (True, False)
    """
    size = 0
    for place in places(Source(path=str(path)), Path()):
        if isinstance(place, Fault) or place.path is None or not place.path.is_file():
            return False
        packed = first_bytes(place.path, _MAGIC).map(compression_of).value_or("")
        size += _MOST_BYTES if packed else place.path.stat().st_size
    return size < _MOST_BYTES


def _refusal(name: str, *words: str) -> Fault | None:
    command: object = import_module(f"{__package__}.{name}").COMMAND
    if not isinstance(command, Command):
        return None
    few = () if name == "score" else _FEW
    clustered = ("--interval", *_FEW) if name == "score" and "--cluster" in words else ()
    request = parsed(command.request, [*words, *few, *clustered], name=name)
    try:
        command.run(_silent(request))
    except StopError as error:
        return error.faults[0].at(file=words[0])
    except FaultError as error:
        return error.fault
    except ModuleNotFoundError:  # as on the page of the auditor, which has no numpy
        return None
    return None


def _silent(request: Arguments) -> Arguments:
    """Have a request print nothing, and end at the first fault of a record."""
    kept = Kept(keep=lambda _tree, _document: None)
    how = evolve(part_of(request, Reading) or Reading(), on_error=FIRST)
    return evolve(request, output=kept, reading=how)  # type: ignore[call-arg] # each has these two


def joined_ids(key: str, others: Sequence[str], runs: Callable[[str], bool]) -> str:
    """Join an id that comes again with columns, so that it does not; empty where none do.

    >>> joined_ids("id", ["system", "seed"], lambda text: {"id", "seed"} <= {*text.split("+")})
    'seed+id'
    """
    kept = [*others[:_MOST_JOINED]]
    if not runs("+".join((*kept, key))):
        return ""
    for one in others[:_MOST_JOINED]:
        fewer = [other for other in kept if other != one]
        if fewer and runs("+".join((*fewer, key))):
            kept = fewer
    return "+".join((*kept, key))
