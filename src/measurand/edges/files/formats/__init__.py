"""The formats of samples by name: the table of modules that read one, and those of other packages.

A format is one frozen value in one module (`FORMAT`), which is loaded when the format is first
named, or when a file begins as its files do. So the table says of each where it is, and in which
order formats are asked about a file; all else that is known of a format stands in its value.

To add one: write its module, and name it here. A package of others needs no line of ours: an entry
point of the group `measurand.formats` names its value. Those are asked last, so that installing a
package never changes how a file is read that could be read before.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import Enum
from functools import cache

from measurand.edges.files.samples.format import SampleFormat
from measurand.edges.registry import Entry, ExtensionError, Part, find, listed, ours

_HERE = "measurand.edges.files.formats"


class Beginning(Enum):
    """What the first bytes of a file can show before any format is asked."""

    FOLDER = "the names of files in a folder or an archive"
    MARKUP = "an angle bracket"
    BINARY = "neither an angle bracket nor JSON"
    DOCUMENT = "one JSON document, or the beginning of one"
    OBJECTS = "a JSON object a line"
    JSON = "JSON of any kind"
    TEXT = "text that is no JSON"


_MODULES: Mapping[str, str] = {
    "jsonl": "jsonl:FORMAT",
    "json": "json_document:FORMAT",
    "csv": "csv:FORMAT",
    "parquet": "arrow:PARQUET_FORMAT",
    "arrow": "arrow:ARROW_FORMAT",
    "dataset": "dataset:FORMAT",
    "conll": "conll:FORMAT",
    "brat": "brat:FORMAT",
    "absa-xml": "absa_xml:FORMAT",
    "quads": "quads:FORMAT",
    "lm-eval": "lm_eval:FORMAT",
    "inspect": "inspect_log:FORMAT",
    "promptfoo": "promptfoo:FORMAT",
    "squad": "squad:FORMAT",
    "coco": "coco:FORMAT",
}

ASKED: Mapping[Beginning, tuple[str, ...]] = {
    Beginning.FOLDER: ("dataset", "brat", "inspect"),
    Beginning.MARKUP: ("absa-xml",),
    Beginning.BINARY: ("parquet", "arrow", "inspect"),
    Beginning.DOCUMENT: ("inspect", "promptfoo", "squad", "coco"),
    Beginning.OBJECTS: ("lm-eval", "promptfoo"),
    Beginning.JSON: ("jsonl", "json"),
    Beginning.TEXT: ("quads", "conll", "csv"),
}
"""Which formats are asked about a file that begins so; first those that take almost nothing.

Of tables of text CSV is the last: one line with a comma in it could be one.
"""


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
        """Give the names."""
        others = (entry.name for entry in listed(Part.FORMATS).entries)
        yield from dict.fromkeys((*shipped(), *others))

    def __len__(self) -> int:
        """Count them."""
        return sum(1 for _ in self)


def _entry(name: str) -> Entry | None:
    home = _MODULES.get(name)
    return Entry(name, f"{_HERE}.{home}") if home else find(Part.FORMATS, name)


@cache
def _loaded(name: str) -> SampleFormat:
    entry = _entry(name)
    if entry is None:
        raise KeyError(name)
    return entry.load(SampleFormat)


FORMATS = Formats()
"""All formats."""


def shipped() -> tuple[str, ...]:
    """Name the formats that the library ships, whatever else is installed.

    >>> shipped()[:3]
    ('jsonl', 'json', 'csv')
    """
    return (*_MODULES, *(entry.name for entry in ours(Part.FORMATS)))


def of_studies() -> Iterator[SampleFormat]:
    """Load the formats that our studies add."""
    return (entry.load(SampleFormat) for entry in ours(Part.FORMATS))


def of_others() -> Iterator[SampleFormat]:
    """Load the formats that packages of others add; one that cannot be loaded is passed over.

    Naming it says what is wrong with it.
    """
    own = frozenset(shipped())
    for entry in listed(Part.FORMATS).entries:
        if entry.name not in own:
            with suppress(ExtensionError):
                yield entry.load(SampleFormat)
