"""brat: folders of texts and of annotations beside them, gold and predicted.

A sample is a document. Offsets count code points of the text beside it, and are checked against
it, for an annotation of another text would still give numbers. Names of annotations (T1, R2)
differ from file to file: a relation is compared by the labels and places of its arguments, not by
their names.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from attrs import evolve, frozen

from measurand.edges.files.events import Bad, Event
from measurand.edges.files.files import check_file, unreadable
from measurand.edges.files.formats.brat_standoff import (
    Annotation,
    Relation,
    Standoff,
    read_standoff,
)
from measurand.edges.files.json.value import FaultError, encode, not_utf8, wrong
from measurand.edges.files.samples.format import Extent, SampleFormat
from measurand.edges.files.samples.guesses import Guess
from measurand.edges.files.samples.joined import joined, without_predictions
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part, telling, undecided
from measurand.evidence.formats import TEXT_LABELS, Choice, Predictions, Stance
from measurand.evidence.source import Source
from measurand.values.fault import shown
from measurand.values.items import Item, Slots, Span
from measurand.values.sample import Sample

_ANN, _TXT = ".ann", ".txt"
_MOST_FILES = 2**20


class _StopError(FaultError):
    """What would be wrong with every document."""


@frozen
class _Document:
    """A document: its name, its annotations, and the text beside them, if any.

    `shown` is how the user calls the file of its annotations.
    """

    name: str
    shown: str
    ann: Path
    txt: Path | None


@telling
def read_brat(part: Part) -> Iterator[Event]:
    """Give an event for every document: those of the second folder are the predictions.

    The id is the path of a document in its folder, without `.ann`. Both folders have the same
    documents; a single file goes with a single file, whatever their names. A predicted document
    that has no text beside it is about that of gold.
    """
    fault = without_predictions(part)
    if fault:
        yield Bad((fault,))
        return
    source = part.source
    first = _documents(part.path, part.name, source.sha256)
    second = _documents(part.beside, source.predictions, source.predictions_sha256)
    if part.path and part.path.is_file() and part.beside and part.beside.is_file():
        second = dict(zip(first, second.values(), strict=True))
    texts = {name: document.txt for name, document in first.items()}
    gold = _Reader(part, first, {})
    yield from joined(gold.events(), _Reader(part, second, texts).events(), part)


@telling
def gold_events(part: Part) -> Iterator[Event]:
    """Give an event for every document of the first folder, without predictions."""
    documents = _documents(part.path, part.name, part.source.sha256)
    yield from _Reader(part, documents, {}).events()


def _documents(path: Path | None, name: str, digest: str = "") -> Mapping[str, _Document]:
    """Find the documents of a folder, and of the folders in it; of a file, that one."""
    if path is None or not path.exists():
        got = "nothing of that name" if path else "standard input"
        raise wrong(got, f"a folder of {_ANN} and {_TXT} files", file=name)
    if path.is_dir() and digest:
        raise wrong("a digest of a folder", "one of a file", file=name)
    if path.is_dir():
        return _inside(path, name)
    if faults := check_file(path, digest, name=name):
        raise FaultError(faults[0])
    if path.suffix != _ANN:
        got = f"a file that does not end with {_ANN}"
        raise wrong(got, f"a folder, or a file {_ANN}", file=name)
    return {path.stem: _Document(path.stem, name, path, _text(path))}


def _inside(path: Path, name: str) -> Mapping[str, _Document]:
    documents: dict[str, _Document] = {}
    texts: set[str] = set()
    for file, inner in _files(path, name):
        title = inner.with_suffix("").as_posix()
        if file.suffix == _ANN:
            documents[title] = _Document(title, f"{name}/{inner.as_posix()}", file, _text(file))
        else:
            texts.add(title)
    if not documents:
        raise wrong("a folder without any", f"files that end with {_ANN}", file=name)
    if bare := sorted(texts - documents.keys())[:1]:
        hint = "an empty file says that nothing is annotated"
        raise wrong(f"no {bare[0]}{_ANN}", f"annotations beside {bare[0]}{_TXT}", hint, file=name)
    return documents


def _files(path: Path, name: str) -> Iterator[tuple[Path, Path]]:
    """Give texts, annotations, and their paths in the folder; links that lead out are refused."""
    files = list(islice(path.rglob("*"), _MOST_FILES + 1))
    if len(files) > _MOST_FILES:
        raise wrong("more", f"at most {_MOST_FILES} files in a folder", file=name)
    top = path.resolve()
    for file in sorted(files):
        inner = file.relative_to(path)
        hidden = any(one[0] == "." for one in inner.parts)
        if hidden or file.suffix not in {_ANN, _TXT} or not file.is_file():
            continue
        if not file.resolve().is_relative_to(top):
            got, expected = "a link that leads out", f"a file in {name}"
            raise wrong(got, expected, file=f"{name}/{inner.as_posix()}")
        yield file, inner


def _text(ann: Path) -> Path | None:
    text = ann.with_suffix(_TXT)
    return text if text.is_file() else None


class _Reader:
    """The documents of a folder; `texts` are those of gold, by document."""

    def __init__(
        self, part: Part, documents: Mapping[str, _Document], texts: Mapping[str, Path | None]
    ) -> None:
        self.part = part
        self.documents = documents
        self.texts = texts

    def events(self) -> Iterator[Event]:
        """Give a sample for every document, its items as gold."""
        for name, document in self.documents.items():
            try:
                standoff = read_standoff(self.part.whole(document.ann), self._about(name, document))
                items = tuple(self._items(standoff))
            except _StopError as error:
                raise FaultError(error.fault.at(file=document.shown)) from None
            except FaultError as error:
                yield Bad((error.fault.at(file=document.shown),), _raw(name))
            except OSError as error:
                yield Bad((unreadable(error, document.shown),), _raw(name))
            else:
                yield Sample(id=name, gold=items, predicted=None, groups=(("document", name),))

    def _about(self, name: str, document: _Document) -> str | None:
        """Give the text that a document annotates."""
        own, golden = document.txt, self.texts.get(name)
        source = own or golden
        if source is None:
            if self.part.source.said("text") == "absent":
                return None
            hint = (
                "say --input text=absent if texts may not be passed on: no offset is checked then"
            )
            raise wrong("none", f"the text beside it, {name}{_TXT}", hint)
        raw = self.part.whole(source)
        if own and golden and raw != self.part.whole(golden):
            raise wrong(f"another {name}{_TXT} than that of gold", "annotations of the same text")
        try:
            return raw.decode()
        except UnicodeDecodeError:
            fault = not_utf8(raw)
            raise FaultError(fault.at(file=f"{name}{_TXT}")) from None

    def _items(self, found: Standoff) -> Iterator[Item]:
        if self.part.source.said("of") == "relations":
            for relation in found.relations:
                yield _related(relation, found)
            return
        for annotation in found.annotations.values():
            yield from self._spans(annotation)

    def _spans(self, annotation: Annotation) -> Iterator[Span]:
        pieces, label = annotation.pieces, annotation.label
        said = self.part.source.said("pieces")
        if len(pieces) > 1 and not said:
            got = f"{annotation.name} in {len(pieces)} pieces"
            fault = undecided(self.part, "pieces", got=got).fault
            raise _StopError(evolve(fault, file="", line=annotation.line))
        if said == "each":
            yield from (Span(start, end, label) for start, end in pieces)
        else:
            yield Span(pieces[0][0], pieces[-1][1], label)


def _raw(name: str) -> bytes:
    return encode({"id": name}) + b"\n"


def _related(relation: Relation, found: Standoff) -> Slots:
    """Write a relation so that it is found in another file, whatever names its arguments have."""
    slots: dict[str, str | None] = {"type": relation.label}
    for role, name in relation.roles:
        annotation = found.annotation(name)
        if annotation is None:
            got = f"{shown(name)}, which is not there"
            raise wrong(got, f"an annotation as {role} of {relation.label}", line=relation.line)
        slots[role] = annotation.text
    return Slots.of(slots)


def left_out(part: Part) -> tuple[str, ...]:
    """Say what a folder has that is not scored, for a first look at it."""
    counts: dict[str, int] = {}
    kind = part.source.said("of")
    try:
        for document in _documents(part.path, part.name).values():
            standoff = read_standoff(part.whole(document.ann), None)
            own = {"relations": len(standoff.relations), "entities": len(standoff.annotations)}
            own["events"] = len(standoff.events)
            for name, count in (*own.items(), *standoff.others.items()):
                counts[name] = counts.get(name, 0) + count
    except (FaultError, OSError):
        return ()
    return tuple(
        f"{name} are not scored: {count} of them"
        for name, count in counts.items()
        if count and name != kind
    )


def sniff(head: Head) -> Guess | None:
    """Say whether a folder holds texts and annotations of brat.

    >>> sniff(Head(name="gold", entries=("a.ann", "a.txt"))).source.format
    'brat'
    """
    if not any(name.endswith(_ANN) for name in head.entries):
        return None
    said = (
        "files that end with .ann are annotations of brat, those with .txt their texts",
        "entities are scored; say --input of=relations for relations",
        "predictions stand in a second folder: say --predictions FOLDER",
    )
    return Guess(source=Source(path=head.name, format="brat"), assumptions=said)


FORMAT = SampleFormat(
    name="brat",
    about="annotations of brat beside their texts",
    files="a folder of .ann and .txt",
    shape=("T1\tDrug 42 53\tparacetamol", "R1\tTreats Arg1:T1 Arg2:T2"),
    gold="entities, or relations, of the documents in a folder",
    pred="those of the documents of the same names in a second folder",
    traps=(
        "Offsets count code points of the text, which is checked against them.",
        "An annotation in several pieces is refused until pieces says how it is read.",
    ),
    predictions=Predictions.SECOND,
    whole_folders=True,
    own_choices=(
        Choice(
            "of",
            "what counts",
            "what is scored",
            among=("entities", "relations"),
            default="entities",
        ),
        Choice(
            "pieces",
            "span ends",
            "how an annotation in several pieces is read: one span over all, or each piece",
            among=("hull", "each"),
        ),
        Choice(
            "text",
            "span ends",
            "whether the texts stand beside the annotations, so that offsets can be checked",
            among=("beside", "absent"),
            default="beside",
        ),
    ),
    stances={
        "ids": (Stance("fixes", "the path of the document in its folder"),),
        "label types": (TEXT_LABELS,),
        "span ends": (Stance("fixes", "exclusive, as brat writes them, over code points"),),
        "missing predictions": (Stance("refuses", "a document that one folder alone has"),),
    },
    read=read_brat,
    sniff=sniff,
    extent=Extent.FILE,
    read_gold=gold_events,
    oddities=left_out,
)
