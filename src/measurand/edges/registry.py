"""What studies and packages of others add, by name: commands, formats, metrics, laws, pages.

A study of ours is found as a stranger's is: nothing imports it, and what it adds stands in one
frozen `Study`, each part by its name and by where it is (`module:name`, as entry points write it).
Ours are in one table here. Others declare entry points: `measurand.studies` for a whole `Study`,
or the group of one part (`measurand.commands`, `measurand.formats`, ...) for that part alone.

Nothing is loaded before it is named, and installed packages are looked through only where a name
is none of ours, or where a list is shown: that scan reads a file of every installed distribution.
A package that cannot be used is an `ExtensionError` that names it, where it is named. What goes
through a list goes on without it, and `left_out` says so: a broken package stops only itself.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache, partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from shlex import quote
from traceback import extract_tb
from typing import TYPE_CHECKING, TypeVar

from attrs import evolve, field, frozen

from measurand.metrics.families import ask_also
from measurand.values.fault import Fault, visible

if TYPE_CHECKING:
    from measurand.metrics.family import Family

T = TypeVar("T")
S = TypeVar("S")
_MOST_SHOWN = 300


class ExtensionPoint(Enum):
    """What can be added; the value is the group of its entry points."""

    COMMANDS = "measurand.commands"
    FORMATS = "measurand.formats"
    KINDS = "measurand.kinds"
    SUITES = "measurand.suites"
    PAGES = "measurand.pages"
    DOCUMENTS = "measurand.documents"
    METRICS = "measurand.metrics"


_STUDIES = "measurand.studies"


class ExtensionError(Exception):
    """What a package of others adds cannot be used; the fault names the package, and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text())
        self.fault = fault


@frozen
class Entry:
    """One thing that is added: its name, where it is, a line for lists, and who brings it.

    Where it is: `module:name` (`name` may have dots), or a module, which then is what is meant.
    `about` is the line of lists, `package` who brings it.

    >>> Entry("digits", "string:digits").load(str)
    '0123456789'
    >>> Entry("digits", "string:digist", package="toy 1.0").load(str)
    Traceback (most recent call last):
    measurand.edges.registry.ExtensionError: digits: expected what string:digist of the package \
toy 1.0 gives, got AttributeError: module 'string' has no attribute 'digist'
    """

    name: str
    home: str
    about: str = ""
    package: str = "measurand"

    def load(self, kind: type[T]) -> T:
        """Load what is meant, which is of a kind.

        Raises ExtensionError where it cannot be loaded, whatever its module raises, or is another.
        """
        module, _, path = self.home.partition(":")
        try:
            value: object = import_module(module)
            for name in path.split(".") if path else ():
                value = getattr(value, name)
        except (Exception, SystemExit) as error:
            # A module of others may raise anything when it is loaded; only the user may interrupt.
            raise self.error(f"{type(error).__name__}: {error}") from error
        if not isinstance(value, kind):
            raise self.error(f"a {type(value).__name__}, which is no {kind.__name__}")
        return value

    def error(self, got: str) -> ExtensionError:
        """Make the error of one that cannot be used, which names it and its package."""
        expected = f"what {self.home} of the package {self.package} gives"
        return ExtensionError(
            Fault(path=self.name, got=visible(got[:_MOST_SHOWN]), expected=expected)
        )


def _unlike(_record: Mapping[str, object]) -> bool:
    return False


@frozen
class NextStep:
    """A command that a file supports, as it is pasted, and what it does."""

    command: str
    does: str

    def on(self, file: str) -> "NextStep":
        """Put the name of a file where the command says FILE.

        >>> NextStep("measurand causal run FILE", "score graphs").on("my dags.jsonl").command
        "measurand causal run 'my dags.jsonl'"
        """
        words = (quote(file) if word == "FILE" else word for word in self.command.split(" "))
        return evolve(self, command=" ".join(words))


@frozen
class Unlock:
    """What a file does not support yet, and what it needs for that."""

    what: str
    needs: str


@frozen(kw_only=True)
class StudyRecords:
    """Records that are no samples: what they are and what reads them, and how they are known.

    They are known by their `schema`, or, where they say none, by what they are `like`. `steps` are
    the commands that a FILE of them supports, `unlocks` what others need.

    >>> StudyRecords(says="games: see `toy play`", schemas=("toy-game/1",)).like({})
    False
    """

    says: str
    schemas: tuple[str, ...] = ()
    like: Callable[[Mapping[str, object]], bool] = _unlike
    steps: tuple[NextStep, ...] = ()
    unlocks: tuple[Unlock, ...] = ()


@frozen(kw_only=True)
class Study:
    """What a study adds, part by part: entries by the point that they are added at.

    `commands`, `formats` of samples, `kinds` and `suites` of laws, HTML `pages`, `documents` of
    JSON and `metrics` are listed beside ours; `records` say which files are its own, for `sniff`.

    >>> toy = Study(name="toy", commands=(Entry("toy", "toy.cli:COMMAND", "play"),))
    >>> toy.adds(ExtensionPoint.COMMANDS)
    (Entry(name='toy', home='toy.cli:COMMAND', about='play', package='measurand'),)
    """

    name: str
    commands: tuple[Entry, ...] = ()
    formats: tuple[Entry, ...] = ()
    kinds: tuple[Entry, ...] = ()
    suites: tuple[Entry, ...] = ()
    pages: tuple[Entry, ...] = ()
    documents: tuple[Entry, ...] = ()
    metrics: tuple[Entry, ...] = ()
    records: tuple[StudyRecords, ...] = ()

    def adds(self, part: ExtensionPoint) -> tuple[Entry, ...]:
        """Give what is added of one part."""
        added: tuple[Entry, ...] = getattr(self, part.name.lower())
        return added


_LEFT: dict[Fault, None] = {}


def leave_out(error: ExtensionError) -> None:
    """Go on without what cannot be used, and note it."""
    _LEFT[error.fault] = None


def left_out() -> tuple[Fault, ...]:
    """List what could not be used since this was last asked, each once.

    >>> left_out()
    ()
    """
    found = tuple(_LEFT)
    _LEFT.clear()
    return found


def usable(part: ExtensionPoint, kind: type[T]) -> Iterator[tuple[Entry, T]]:
    """Load what packages of others add of one part; what cannot be used is left out.

    >>> [*usable(ExtensionPoint.METRICS, type)]
    []
    """
    own = {entry.name for entry in ours(part)}
    for entry in every(part):
        if entry.name not in own:
            try:
                loaded = entry.load(kind)
            except ExtensionError as error:
                leave_out(error)
            else:
                yield entry, loaded


def asked(entry: Entry, ask: Callable[[S], T], about: S, otherwise: T) -> T:
    """Ask a function of a package of others; where it raises, it is left out.

    >>> asked(Entry("toy", "toy:LIKE"), len, "abc", 0)
    3
    """
    try:
        return ask(about)
    except Exception as error:  # noqa: BLE001  (a function of others may raise anything)
        leave_out(entry.error(f"{type(error).__name__}: {error}"))
        return otherwise


@frozen
class Listing:
    """All that is added of one part, in order, and the faults of packages that have to be left out.

    >>> Listing().entries
    ()
    """

    entries: tuple[Entry, ...] = ()
    faults: tuple[Fault, ...] = field(default=())


OURS: tuple[Entry, ...] = (
    Entry("counterfactual", "measurand.studies.counterfactual.edge:STUDY"),
    Entry("causal", "measurand.studies.causal.edge:STUDY"),
    Entry("review", "measurand.studies.review.edge:STUDY"),
)
"""The studies that the library ships."""


@cache
def ours(part: ExtensionPoint) -> tuple[Entry, ...]:
    """List what our own studies add of one part; no installed package is looked at.

    >>> [entry.name for entry in ours(ExtensionPoint.COMMANDS)]
    ['cf', 'causal', 'review']
    """
    return tuple(entry for study in OURS for entry in study.load(Study).adds(part))


@cache
def listed(part: ExtensionPoint) -> Listing:
    """List what our studies and installed packages add of one part.

    >>> listed(ExtensionPoint.COMMANDS).entries[0].name
    'cf'
    """
    found: list[Entry] = [*ours(part), *_declared(part.value)]
    faults: list[Fault] = []
    for study in _declared(_STUDIES):
        try:
            found += _added(study, part)
        except ExtensionError as error:
            faults.append(error.fault)
    return Listing(tuple(found), tuple(faults))


def _added(entry: Entry, part: ExtensionPoint) -> list[Entry]:
    """Load a study of others, and list what it adds of one part.

    Raises ExtensionError where it cannot be loaded, or holds anything else.
    """
    added: object = entry.load(Study).adds(part)
    if not isinstance(added, tuple) or not all(isinstance(one, Entry) for one in added):
        raise entry.error(f"a study whose {part.name.lower()} are no tuple of entries")
    return [evolve(one, package=entry.package) for one in added]


def every(part: ExtensionPoint) -> tuple[Entry, ...]:
    """List what is added of one part, and note the studies that are left out.

    >>> every(ExtensionPoint.COMMANDS)[0].name
    'cf'
    """
    found = listed(part)
    for fault in found.faults:
        leave_out(ExtensionError(fault))
    return found.entries


@cache
def study_records() -> tuple[StudyRecords, ...]:
    """List the records of all studies; a study of others that cannot be loaded has none.

    >>> study_records()[0].schemas[0]
    'cf-score/1'
    """
    own = tuple(one for entry in OURS for one in entry.load(Study).records)
    return (*own, *(one for entry in _declared(_STUDIES) for one in _records(entry)))


def _records(entry: Entry) -> Iterator[StudyRecords]:
    """List the records of a study of others, whose functions may raise."""
    try:
        found: object = entry.load(Study).records
        if not isinstance(found, tuple) or not all(isinstance(one, StudyRecords) for one in found):
            raise entry.error("a study whose records are none")
    except ExtensionError as error:
        leave_out(error)
        return
    for one in found:
        yield evolve(one, like=partial(_like, entry, one.like))


def _like(
    entry: Entry, like: Callable[[Mapping[str, object]], bool], record: Mapping[str, object]
) -> bool:
    return bool(asked(entry, like, record, otherwise=False))


def records_like(record: Mapping[str, object]) -> StudyRecords | None:
    """Find what a record is of; None where no study knows it. What a schema says comes first.

    >>> records_like({"id": 1}) is None
    True
    """
    known = study_records()
    named = (one for one in known if record.get("schema") in one.schemas)
    return next(named, None) or next((one for one in known if one.like(record)), None)


def find(part: ExtensionPoint, name: str) -> Entry | None:
    """Find what is added under a name; ours come first, and of others' only one may have it.

    >>> find(ExtensionPoint.COMMANDS, "no such command") is None
    True

    Raises ExtensionError where two packages of others add the same name.
    """
    for entry in ours(part):
        if entry.name == name:
            return entry
    same = [entry for entry in listed(part).entries if entry.name == name]
    if len(same) > 1:
        packages = " and ".join(sorted(f"{entry.package} ({entry.home})" for entry in same))
        expected = f"one package that adds to {part.value} under this name"
        raise ExtensionError(Fault(path=name, got=packages, expected=expected))
    return same[0] if same else None


class _Metrics(Mapping[str, type["Family"]]):
    """The metrics that our studies and packages of others add, by their names."""

    def __getitem__(self, name: str) -> type["Family"]:
        """Load a metric.

        Raises KeyError where there is none of that name; ExtensionError where it cannot be used.
        """
        entry = find(ExtensionPoint.METRICS, name)
        if entry is None:
            raise KeyError(name)
        return _metric(entry, entry.load(type))

    def __iter__(self) -> Iterator[str]:
        """Name those that can be used."""
        for entry, kind in usable(ExtensionPoint.METRICS, type):
            try:
                _metric(entry, kind)
                find(ExtensionPoint.METRICS, entry.name)
            except ExtensionError as error:
                leave_out(error)
            else:
                yield entry.name

    def __len__(self) -> int:
        """Count them."""
        return sum(1 for _ in self)


def _metric(entry: Entry, kind: type) -> type["Family"]:
    from measurand.metrics.family import Family

    about: object = getattr(kind, "about", None)
    if not issubclass(kind, Family) or getattr(about, "name", None) != entry.name:
        raise entry.error(f"{kind.__name__}, which is no metric of this name")
    return kind


_METRICS = _Metrics()


def metrics() -> Mapping[str, type["Family"]]:
    """Give the metrics that our studies and installed packages add, by their names.

    A look-up loads one, and raises ExtensionError where it cannot be used, is no metric, or has
    another name; a list goes on without it.

    >>> dict(metrics())
    {}
    """
    return _METRICS


ask_also(metrics)


def _declared(group: str) -> Iterator[Entry]:
    """List the entry points of installed packages, by name and package, whatever the path says."""
    from importlib.metadata import entry_points

    # The same distribution may be found twice on the path: the first one is what would be imported.
    seen: set[tuple[str, str]] = set()
    for point in sorted(entry_points(group=group), key=lambda one: one.name):
        owner = point.dist
        package = "that declares it" if owner is None else f"{owner.name} {owner.version}"
        if (point.name, point.value) not in seen:
            seen.add((point.name, point.value))
            home = point.value.partition("[")[0].strip()
            yield Entry(point.name, home, f"of the package {package}", package)


def raised_by(error: BaseException) -> tuple[Entry, str] | None:
    """Say what of a package of others raised an error, and where in its text; None where none did.

    >>> raised_by(ValueError("ours")) is None
    True
    """
    frames = extract_tb(error.__traceback__)[::-1]
    groups = [*(point.value for point in ExtensionPoint), _STUDIES]
    for entry in chain.from_iterable(map(_declared, groups)) if frames else ():
        name = entry.home.partition(":")[0]
        home = getattr(sys.modules.get(name), "__file__", None)
        if home is None:
            continue
        # A module of a package answers for its neighbours too.
        own = Path(home).parent if "." in name else Path(home)
        for frame in frames:
            if own in (Path(frame.filename), *Path(frame.filename).parents):
                return entry, f"{Path(frame.filename).name}:{frame.lineno}"
    return None
