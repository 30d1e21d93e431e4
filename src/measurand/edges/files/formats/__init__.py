"""The formats of samples by name: the table of modules that read one, and those of other packages.

A format is one frozen value in one module (`FORMAT`), which is loaded when the format is first
named, or when a file begins as its files do. So the table says of each where it is, and about which
files it is asked; all else that is known of a format stands in its value.

To add one: write its module, and its line here. A package of others needs no line of ours: an entry
point of the group `measurand.formats` names its value. Those are asked last, so that installing a
package never changes how a file is read that could be read before.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from traceback import extract_tb

from attrs import evolve, frozen

from measurand.edges.files.events import Bad, Event, Filtered, Rest
from measurand.edges.files.samples.format import SampleFormat
from measurand.edges.files.samples.ids import Ids
from measurand.edges.files.samples.part import Part, Reader, telling
from measurand.edges.registry import Entry, ExtensionPoint, find, ours, usable
from measurand.evidence.formats import read_by
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample


class Beginning(Enum):
    """What the first bytes of a file can show before any format is asked."""

    FOLDER = "the names of files in a folder or an archive"
    MARKUP = "an angle bracket"
    BINARY = "neither an angle bracket nor JSON"
    DOCUMENT = "one JSON document, or the beginning of one"
    OBJECTS = "a JSON object a line"
    JSON = "JSON of any kind"
    TEXT = "text that is no JSON"


@frozen
class Shipped:
    """Where a format is, and about which files it is asked.

    `takes` is how much it takes for its own: of several the ones that take less are asked first.
    """

    home: str
    begins: frozenset[Beginning]
    takes: int


def _at(home: str, *begins: Beginning, takes: int = 0) -> Shipped:
    return Shipped(f"measurand.edges.files.formats.{home}", frozenset(begins), takes)


_EVENTS = (Sample, Bad, Rest, Filtered)
_SHIPPED: Mapping[str, Shipped] = {
    "jsonl": _at("jsonl:FORMAT", Beginning.JSON),
    "json": _at("json_document:FORMAT", Beginning.JSON),
    # One line with a comma in it could be a table.
    "csv": _at("csv:FORMAT", Beginning.TEXT, takes=2),
    "parquet": _at("arrow:PARQUET_FORMAT", Beginning.BINARY),
    "arrow": _at("arrow:ARROW_FORMAT", Beginning.BINARY),
    "dataset": _at("dataset:FORMAT", Beginning.FOLDER),
    "conll": _at("conll:FORMAT", Beginning.TEXT, takes=1),
    "brat": _at("brat:FORMAT", Beginning.FOLDER),
    "absa-xml": _at("absa_xml:FORMAT", Beginning.MARKUP),
    "quads": _at("quads:FORMAT", Beginning.TEXT),
    "lm-eval": _at("lm_eval:FORMAT", Beginning.OBJECTS),
    "inspect": _at("inspect_log:FORMAT", Beginning.FOLDER, Beginning.BINARY, Beginning.DOCUMENT),
    "promptfoo": _at("promptfoo:FORMAT", Beginning.DOCUMENT, Beginning.OBJECTS),
    "squad": _at("squad:FORMAT", Beginning.DOCUMENT),
    "coco": _at("coco:FORMAT", Beginning.DOCUMENT),
    "trec": _at("rankings:TREC_FORMAT", Beginning.TEXT),
    "trec-json": _at("rankings:JSON_FORMAT", Beginning.DOCUMENT),
}


def asked(beginning: Beginning) -> Sequence[str]:
    """Name the formats that are asked about a file that begins so, in their order.

    >>> asked(Beginning.TEXT)
    ['quads', 'trec', 'conll', 'csv']
    """
    named = [name for name, one in _SHIPPED.items() if beginning in one.begins]
    return sorted(named, key=lambda name: _SHIPPED[name].takes)


class Formats(Mapping[str, SampleFormat]):
    """The formats by name: ours, those of our studies, then those of packages of others.

    >>> FORMATS["csv"].files, "no such format" in FORMATS
    ('.csv, .tsv', False)
    """

    def __getitem__(self, name: str) -> SampleFormat:
        """Load a format.

        Raises KeyError where there is none of that name; ExtensionError where a package that adds
        it cannot be used.
        """
        return _loaded(name)

    def __contains__(self, name: object) -> bool:
        """Tell whether there is a format of a name, without loading it."""
        return isinstance(name, str) and _entry(name) is not None

    def __iter__(self) -> Iterator[str]:
        """Give the names, without those of packages of others that cannot be used."""
        yield from shipped()
        yield from dict.fromkeys(entry.name for entry, _ in of_others())

    def __len__(self) -> int:
        """Count them."""
        return sum(1 for _ in self)


def _entry(name: str) -> Entry | None:
    own = _SHIPPED.get(name)
    return Entry(name, own.home) if own else find(ExtensionPoint.FORMATS, name)


@cache
def _loaded(name: str) -> SampleFormat:
    entry = _entry(name)
    if entry is None:
        raise KeyError(name)
    loaded = entry.load(SampleFormat)
    return loaded if name in shipped() else _guarded(entry, loaded)


def _guarded(entry: Entry, loaded: SampleFormat) -> SampleFormat:
    """Let what a reader of others raises be a fault of the file that names whose reader it is."""
    gold = loaded.read_gold
    return evolve(
        loaded,
        read=_reading(entry, loaded.read),
        read_gold=None if gold is None else _reading(entry, gold),
    )


def _reading(entry: Entry, read: Reader) -> Reader:
    told: Callable[[Part], Iterator[object]] = telling(read)

    def events(part: Part) -> Iterator[Event]:
        number = 0
        ids = Ids("off" if part.source.fields.rater else part.options.ids)
        try:
            for number, event in enumerate(told(part), 1):
                if not isinstance(event, _EVENTS):
                    wrong = entry.error(f"a {type(event).__name__} as record {number}, no Sample")
                    yield Bad((wrong.fault.at(file=part.name),))
                    return
                if isinstance(event, Sample) and (at := ids.earlier(event.id, number, "record")):
                    yield Bad((_twice(event, at, part.name),))
                else:
                    yield event
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001  (a reader of others may raise anything)
            yield Bad((_raised(entry, error, number).at(file=part.name),))

    return events


def _twice(sample: Sample, before: str, name: str) -> Fault:
    got = f"the id {shown(sample.id)} again, first in {before}"
    return Fault(file=name, got=got, expected="ids that differ")


def _raised(entry: Entry, error: Exception, number: int) -> Fault:
    """Say what a reader of others raised, where in its own text, and behind which record."""
    ours = str(Path(__file__).parents[3])
    frames = [one for one in extract_tb(error.__traceback__) if not one.filename.startswith(ours)]
    at = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    hint = f"raised{at}, behind {f'record {number}' if number else 'no record'}"
    return evolve(entry.error(f"{type(error).__name__}: {error}").fault, hint=hint)


FORMATS = Formats()
"""All formats."""
read_by(FORMATS)


def shipped() -> tuple[str, ...]:
    """Name the formats that the library ships, whatever else is installed.

    >>> shipped()[:3]
    ('jsonl', 'json', 'csv')
    """
    return (*_SHIPPED, *(entry.name for entry in ours(ExtensionPoint.FORMATS)))


def of_studies() -> Iterator[SampleFormat]:
    """Load the formats that our studies add."""
    return (entry.load(SampleFormat) for entry in ours(ExtensionPoint.FORMATS))


def of_others() -> Iterator[tuple[Entry, SampleFormat]]:
    """Load the formats that packages of others add; what cannot be used is left out, with a note.

    Naming it says what is wrong with it.
    """
    for entry, format_ in usable(ExtensionPoint.FORMATS, SampleFormat):
        if entry.name not in _SHIPPED:
            yield entry, _guarded(entry, format_)
