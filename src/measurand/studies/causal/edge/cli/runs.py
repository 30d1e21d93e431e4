"""What the stages of `measurand causal` share: options, records as they are read, references."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from attrs import define, evolve, field

from measurand.edges.cli.definitions import set_values
from measurand.edges.cli.faults import StopError, stop, tell
from measurand.edges.cli.reading import Reading, reading
from measurand.edges.engines.serial import MOST_FAULTS, Run
from measurand.edges.files import Bad, Rest
from measurand.studies.causal.edge.cli.requests import COMPONENTS, Settings
from measurand.studies.causal.edge.files.items import Item
from measurand.studies.causal.edge.files.reader import LONGEST_LINE, read_items
from measurand.studies.causal.graphs.reading import Note
from measurand.studies.causal.options import WEIGHTS, Options
from measurand.studies.causal.study import StudyError
from measurand.values.fault import Fault, shown
from measurand.values.option_paths import with_values
from measurand.values.reasoning import Problem

T = TypeVar("T")
_SHOWN = 3


@define
class References:
    """Reference graphs by id and by problem; `met` are the ids of those that stand for a graph.

    A record without an id has its number for one; where it names a problem, only that counts.

    >>> from measurand.values.reasoning import ReasoningGraph
    >>> plain = ReasoningGraph()
    >>> gold = Item(problem=Problem(id="gold", graph=plain, group="p"), number=1)
    >>> held = References.of([gold])
    >>> held.put(Problem(id="try", graph=plain, group="p")).reference == plain
    True
    >>> held.unused
    ''
    """

    file: str = ""
    count: int = 0
    named: dict[str, Problem] = field(factory=dict)
    grouped: dict[str, list[Problem]] = field(factory=dict)
    met: set[str] = field(factory=set)
    asked: dict[str, None] = field(factory=dict)
    own: bool = False

    @classmethod
    def of(cls, items: Iterable[Item], file: str = "") -> "References":
        """Take the graphs of records as references."""
        found = cls(file)
        for item in items:
            one = item.problem
            found.count += 1
            if item.named or one.group is None:
                found.named[one.id] = one
            if one.group is not None:
                found.grouped.setdefault(one.group, []).append(one)
        return found

    def put(self, problem: Problem) -> Problem:
        """Give a problem the reference of its id, else that of its problem; else it keeps its own.

        Raises StopError where references of its problem differ.
        """
        names = [name for name in (problem.id, problem.group) if name is not None]
        name = next((name for name in names if name in self.named), None)
        if name is not None:
            self.met.add(self.named[name].id)
            return evolve(problem, reference=self.named[name].graph)
        of_problem = [] if problem.group is None else self.grouped.get(problem.group, [])
        if not of_problem:
            self.own = self.own or problem.reference is not None
            if len(self.asked) < _SHOWN:
                self.asked |= dict.fromkeys(names)
            return problem
        self._alike(of_problem)
        self.met.update(one.id for one in of_problem)
        del of_problem[1:]
        return evolve(problem, reference=of_problem[0].graph)

    def _alike(self, found: list[Problem]) -> None:
        """Compare the references of a problem, of which one is then kept."""
        first = found[0]
        other = next((one for one in found if one.graph != first.graph), None)
        if other is not None:
            raise StopError(
                (
                    Fault(
                        file=self.file,
                        path=f"the problem {shown(first.group)}",
                        got=f"{shown(first.id)} and {shown(other.id)}, which differ",
                        expected="one reference",
                        hint="a reference with the id of a graph is taken for that graph alone",
                    ),
                )
            )

    @property
    def lost(self) -> Fault | None:
        """Say what was tried where graphs were read, and none of them has a reference."""
        if not self.file or self.met or self.own or not self.asked:
            return None
        there = [*self.named, *self.grouped]
        return Fault(
            file=self.file,
            path="--reference",
            got=f"{self.count} reference{'s' * (self.count != 1)} of {_few(there)}",
            expected="a reference whose id or group is the id or the group of a graph",
            hint=f"the graphs are called {_few(list(self.asked))}",
        )

    @property
    def unused(self) -> str:
        """Say how many references stand for no graph; nothing where all stand for one."""
        there = {one.id for found in self.grouped.values() for one in found}
        lost = len((there | {one.id for one in self.named.values()}) - self.met)
        return f"{lost} reference{' stands' if lost == 1 else 's stand'} for no graph." * bool(lost)


def _few(names: list[str]) -> str:
    """Show the first names."""
    told = list(dict.fromkeys(names))
    more = ["…"] * (len(told) > _SHOWN)
    return ", ".join([*(shown(name, most=40) for name in told[:_SHOWN]), *more]) or "no name"


_KINDS = 40
_LISTED = 1000
_REST = "other things"


def chosen(settings: Settings, options: Options, *, measured: bool = True) -> Options:
    """Set the options that the arguments name; with `measured` a component alone is measured.

    Raises StopError for an unknown option or value, and for one that is set twice.
    """
    values = set_values(settings.set)
    own = _named(settings)
    if not measured:
        own.pop("parts", None)
    preset = settings.weights
    twice = next((name for name in values if name in own or _is_preset(name, preset)), None)
    if twice is not None:
        raise stop("--set", f"{twice}, and an argument for it", "every option once")
    if preset is not None:
        options = evolve(options, weights=WEIGHTS[preset])
    try:
        return with_values(options, values | own)
    except ValueError as error:
        got = ", ".join(settings.set)[:80] or "nothing"
        raise stop("--set", got, "options and their values", str(error)) from error


def _is_preset(name: str, preset: str | None) -> bool:
    return preset is not None and name.startswith("weights.")


def _named(settings: Settings) -> dict[str, str]:
    component = settings.component
    named = {
        "parts": None if component is None else COMPONENTS[component],
        "tested": component,
        "sampling.size": settings.sample,
        "sampling.seed": settings.seed,
    }
    return {name: str(value) for name, value in named.items() if value is not None}


@define
class Met:
    """What was met while records were read: faults, notes on graphs, records without an id.

    `odd` are the first notes of each kind, with the id of their record; `counts` count all notes by
    their kind, which is what was expected; `listed` are the first thousand with file and id.
    """

    items: int = 0
    bad: int = 0
    unnamed: int = 0
    faults: list[Fault] = field(factory=list)
    odd: dict[str, tuple[str, Note]] = field(factory=dict)
    counts: Counter[str] = field(factory=Counter)
    listed: list[tuple[str, str, Note]] = field(factory=list)

    def take(self, item: Item, file: str = "") -> None:
        """Note what is odd in an item of a file."""
        self.items += 1
        self.unnamed += not item.named
        for note in item.notes:
            kind = note.expected if len(self.odd) < _KINDS or note.expected in self.odd else _REST
            self.counts[kind] += 1
            self.odd.setdefault(kind, (item.problem.id, note))
            if len(self.listed) < _LISTED:
                self.listed.append((file, item.problem.id, note))

    @property
    def oddities(self) -> list[dict[str, str]]:
        """List the notes for JSON."""
        return [
            {"file": file, "id": name, "path": one.path, "got": one.got, "expected": one.expected}
            for file, name, one in self.listed
        ]


@define
class Source:
    """A run that reads: how, what was met, what a faulty record does, and reference graphs."""

    how: Run
    on_error: str
    met: Met = field(factory=Met)
    references: References = field(factory=References)

    def refer(self, path: Path | None) -> None:
        """Read a file of reference graphs, which all graphs that are read later are given.

        Raises StopError as `items` does.
        """
        if path is not None:
            self.references = References.of(self.items(path), str(path))

    def check_references(self) -> None:
        """Find at the end that no graph has a reference, where a file of them was read.

        Raises StopError for that, with the faults of records.
        """
        lost = self.references.lost
        if lost is not None:
            raise StopError((*(self.met.faults if self.failed else ()), lost))

    def items(self, path: Path) -> Iterator[Item]:
        """Read a file; what is bad is noted and handed on.

        Raises StopError where a file cannot be read, or records are bad and that stops the run.
        """
        for item in self.sound(read_items(path, options=self.how.options)):
            self.met.take(item, str(path))
            self.how.tick(self.met.items)
            yield self._referred(item)

    def sound(self, events: Iterable[T | Bad | Rest]) -> Iterator[T]:
        """Give what could be read of a file; what is bad is noted and handed on.

        Raises StopError where the file cannot be read, or at its end where bad records stop the
        run: with all their faults, up to a thousand.
        """
        bad: list[Fault] = []
        for event in events:
            match event:
                case Bad(faults, raw):
                    if not raw:
                        raise StopError(faults)
                    self.met.bad += 1
                    self.how.sink(event)
                    bad += faults
                case Rest():
                    self.how.sink(event)
                case _:
                    yield event
        if bad and self.on_error == "stop":
            raise StopError(tuple(bad[:MOST_FAULTS]))
        self.met.faults += bad[:MOST_FAULTS]

    def again(self, path: Path) -> Iterator[Item]:
        """Read a file that was read before: nothing more is noted."""
        found = read_items(path, options=self.how.options)
        return (self._referred(one) for one in found if isinstance(one, Item))

    def _referred(self, item: Item) -> Item:
        return evolve(item, problem=self.references.put(item.problem))

    @property
    def failed(self) -> bool:
        """Tell whether bad records are to be told, with an exit code that says so."""
        return self.on_error == "tell" and bool(self.met.faults)

    def tell(self) -> None:
        """Write what was wrong with records to standard error; after some lines, how many more."""
        if self.failed:
            tell(self.met.faults)

    @property
    def notes(self) -> tuple[str, ...]:
        """Say what was left out, what was odd, and which references stand for no graph."""
        unused = self.references.unused
        return (*([unused] if unused else []), *_notes(self.met, self.on_error))


def _notes(met: Met, on_error: str) -> Iterator[str]:
    if met.bad:
        what = "told on standard error" if on_error == "tell" else "skipped"
        yield f"{met.bad} bad record{' was' if met.bad == 1 else 's were'} left out ({what})."
    if met.unnamed:
        one = met.unnamed == 1
        what = "its number is its id" if one else "their numbers are their ids"
        yield f"{met.unnamed} record{' has' if one else 's have'} no id: {what}."


@contextmanager
def opened(careful: Reading) -> Iterator[Source]:
    """Read as the arguments say, lines of any sensible length."""
    with reading(careful, Path()) as how:
        options = evolve(how.options, max_line_bytes=LONGEST_LINE)
        yield Source(evolve(how, options=options), careful.on_error)


@contextmanager
def study_of(file: str) -> Iterator[None]:
    """Say which file it is whose rows no study can be made of.

    Raises StopError for that.
    """
    try:
        yield
    except StudyError as error:
        wanted, _, got = str(error).partition(": got ")
        raise StopError((Fault(file=file, got=got, expected=wanted),)) from error
