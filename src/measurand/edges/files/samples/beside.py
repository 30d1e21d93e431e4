"""Two streams of samples joined by id: what is gold in the second is predicted in the first."""

from collections.abc import Iterable, Iterator

from attrs import evolve

from measurand.edges.files.json.value import encode
from measurand.edges.files.samples.events import Bad, Event
from measurand.edges.files.samples.part import Part
from measurand.values.fault import Fault, shown
from measurand.values.items import Item
from measurand.values.sample import Sample


def numbered(part: Part, number: int) -> str:
    """Make the id of a sample that has only its number: the file's name goes before it, if several.

    >>> from pathlib import Path
    >>> from measurand.evidence.source import Source
    >>> runs = Source(path="runs/*.conll", format="conll")
    >>> numbered(Part(source=runs, root=Path(), name="runs/a.conll", path=None), 3)
    'runs/a.conll:3'
    """
    return str(number) if part.name == part.source.path else f"{part.name}:{number}"


def alone(part: Part) -> Fault | None:
    """Refuse gold without predictions beside it.

    >>> from pathlib import Path
    >>> from measurand.evidence.source import Source
    >>> gold = Source(path="a.xml", format="absa-xml")
    >>> print(alone(Part(source=gold, root=Path(), name="a.xml", path=None)).text())
    a.xml: expected predictions beside gold, got gold alone: say --predictions FILE, \
or predictions = "FILE" in a claims file
    """
    if part.beside:
        return None
    hint = 'say --predictions FILE, or predictions = "FILE" in a claims file'
    return Fault(file=part.name, got="gold alone", expected="predictions beside gold", hint=hint)


def joined(first: Iterable[Event], second: Iterable[Event], part: Part) -> Iterator[Event]:
    """Give what is bad in the second stream, then the samples of the first, then what was left.

    A sample of the first takes its predictions from the gold list of the one with its id in the
    second; an id that is missing, is there twice, or is only in the second is a fault. The lists
    of the second are held in memory. A fault of a whole file ends both.
    """
    join = _Join(part)
    for event in second:
        if isinstance(event, Sample):
            yield from join.hold(event)
            continue
        yield event
        if isinstance(event, Bad):
            if not event.raw:
                return
            join.unread_second += 1
    for event in first:
        if isinstance(event, Sample):
            yield join.meet(event)
            continue
        yield event
        if isinstance(event, Bad):
            if not event.raw:
                return
            join.unread_first += 1
    yield from join.left_over()


class _Join:
    """The answers by id, and the ids that took theirs."""

    def __init__(self, part: Part) -> None:
        self.file = part.name
        self.second = part.source.predictions
        self.answers: dict[str, tuple[Item, ...]] = {}
        self.taken: set[str] = set()
        self.unread_first = self.unread_second = 0

    def hold(self, sample: Sample) -> Iterator[Bad]:
        """Keep the list of a sample of the second stream."""
        if sample.id in self.answers:
            yield _bad(sample.id, self.second, "there twice", "every id once")
        self.answers.setdefault(sample.id, sample.gold)

    def meet(self, sample: Sample) -> Event:
        """Give a sample of the first stream its predictions."""
        if sample.id in self.taken:
            return _bad(sample.id, self.file, "there twice", "every id once")
        self.taken.add(sample.id)
        answer = self.answers.get(sample.id)
        if answer is None:
            got = f"not in {self.second}"
            hint = _hint(self.second, self.unread_second)
            return _bad(sample.id, self.file, got, "predictions for every id", hint)
        return evolve(sample, predicted=answer)

    def left_over(self) -> Iterator[Bad]:
        """Give the ids that only the second stream has."""
        for name in self.answers:
            if name not in self.taken:
                got, hint = f"not in {self.file}", _hint(self.file, self.unread_first)
                yield _bad(name, self.second, got, "only ids of the gold file", hint)


def _hint(file: str, unread: int) -> str:
    return f"{unread} of the records of {file} could not be read" if unread else ""


def _bad(name: str, file: str, got: str, expected: str, hint: str = "") -> Bad:
    fault = Fault(file=file, path=f"id {shown(name)}", got=got, expected=expected, hint=hint)
    return Bad((fault,), encode({"id": name}) + b"\n")
