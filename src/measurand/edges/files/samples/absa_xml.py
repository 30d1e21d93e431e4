"""XML of the SemEval tasks on aspects (2014, 2015, 2016): gold, and predicted in a second."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager, nullcontext
from io import BytesIO
from pathlib import Path

from attrs import evolve, frozen

from measurand.edges.files.json.value import FaultError, encode
from measurand.edges.files.samples.absa_items import NULL, Rules, items_of
from measurand.edges.files.samples.absa_marked import Kind, Marked, read_marked
from measurand.edges.files.samples.asked import undecided
from measurand.edges.files.samples.beside import alone, joined
from measurand.edges.files.samples.events import Bad, Event, Filtered
from measurand.edges.files.samples.guess import Guess
from measurand.edges.files.samples.head import Head
from measurand.edges.files.samples.markup import Bytes, read_markup
from measurand.edges.files.samples.opened import opened
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.streams import is_stream
from measurand.evidence.source import Source
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample

_KINDS: tuple[Kind, ...] = ("terms", "categories", "opinions", "reviews")


class _File:
    """A file that can be read twice: what is no file on a disk is held in memory for that."""

    def __init__(self, part: Part, path: Path | None, name: str) -> None:
        self.part = part
        self.path = path
        self.name = name
        self.streamed = path is None or is_stream(path)
        self.held = evolve(part, path=path).whole() if self.streamed else b""

    def marked(self) -> Iterator[Marked]:
        """Give all that is marked in the file.

        Raises FaultError naming the file where it cannot be read.
        """
        most = self.part.options.max_line_bytes
        try:
            with self._open() as file:
                yield from read_marked(read_markup(file, most=most), most=most)
        except FaultError as error:
            raise FaultError(error.fault.at(file=self.name)) from None

    def _open(self) -> AbstractContextManager[Bytes]:
        if self.streamed:
            return nullcontext(BytesIO(self.held))
        return opened(self.path, expansion=self.part.options.max_expansion)


@frozen
class _Survey:
    """What is there in all of a file: kinds, and what is done with some of them has to be said."""

    kinds: AbstractSet[Kind] = frozenset()
    conflicts: AbstractSet[Kind] = frozenset()
    out_of_scope: AbstractSet[str | None] = frozenset()
    placed: AbstractSet[tuple[Kind, bool]] = frozenset()


def read_absa_xml(part: Part) -> Iterator[Event]:
    """Give an event for every sentence (or review), joined by its id with the predicted one.

    The file is read twice: first for what it has, so that what it leaves open is refused.
    """
    fault = alone(part)
    if fault:
        yield Bad((fault,))
        return
    first = _File(part, part.path, part.name)
    second = _File(part, part.beside, part.source.predictions)
    try:
        rules, dropped = _decided(part, _survey(first), _survey(second))
    except FaultError as error:
        yield Bad((error.fault.at(file=part.name),))
        return
    answers = (one for one in _events(second, rules, dropped) if not isinstance(one, Filtered))
    yield from joined(_events(first, rules, dropped), answers, part)


def gold_events(part: Part) -> Iterator[Event]:
    """Give an event for every sentence (or review) of the first file, without predictions."""
    first = _File(part, part.path, part.name)
    try:
        rules, dropped = _decided(part, _survey(first), _Survey())
    except FaultError as error:
        yield Bad((error.fault.at(file=part.name),))
        return
    yield from _events(first, rules, dropped)


def _survey(file: _File) -> _Survey:
    kinds: set[Kind] = set()
    conflicts: set[Kind] = set()
    out: set[str | None] = set()
    placed: set[tuple[Kind, bool]] = set()
    for one in file.marked():
        kinds |= one.kinds
        conflicts |= {
            opinion.kind
            for opinion in one.opinions
            if opinion.attributes.get("polarity") == "conflict"
        }
        placed |= {
            (opinion.kind, "from" in opinion.attributes)
            for opinion in one.opinions
            if opinion.attributes.get("target") != NULL
        }
        if one.out_of_scope and not one.whole_review:
            out.add(one.id)
    return _Survey(kinds, conflicts, out, placed)


def _decided(part: Part, gold: _Survey, second: _Survey) -> tuple[Rules, AbstractSet[str | None]]:
    """Join what was said with what is there; give the rules and the ids that are left out.

    Raises FaultError where something is there of which nothing was said.
    """
    said = part.source.said
    kinds = [kind for kind in _KINDS if kind in (gold.kinds or second.kinds)]
    told = next((kind for kind in _KINDS if kind == said("of")), None)
    if told is None and len(kinds) > 1:
        raise undecided(part, "of", kinds)
    kind: Kind = told or (kinds[0] if kinds else "opinions")
    if kind in gold.conflicts | second.conflicts and not said("conflict"):
        raise undecided(part, "conflict", got="opinions of polarity conflict")
    if gold.out_of_scope and kind != "reviews" and not said("out_of_scope"):
        got = f"{len(gold.out_of_scope)} sentences marked OutOfScope"
        raise undecided(part, "out_of_scope", got=got)
    both = {(kind, True), (kind, False)} <= gold.placed | second.placed
    if kind in {"terms", "opinions"} and both and said("offsets") == "check":
        raise FaultError(
            Fault(
                got=f"{kind} with them and without, in {part.name} and {part.source.predictions}",
                expected="from and to at all of them, or at none",
                hint="those are never equal; to compare without places, say --input offsets=trust"
                " and name what is compared, such as unit=term+polarity",
            )
        )
    rules = Rules(
        kind=kind,
        conflict=said("conflict") != "drop",
        null=said("null") != "drop",
        check=said("offsets") != "trust",
    )
    return rules, gold.out_of_scope if said("out_of_scope") == "drop" else frozenset()


def _events(file: _File, rules: Rules, dropped: AbstractSet[str | None]) -> Iterator[Event]:
    """Give the samples of a file, with what is marked as gold."""
    try:
        for one in file.marked():
            if one.whole_review == (rules.kind == "reviews"):
                yield _event(one, file.name, rules, dropped)
    except FaultError as error:
        yield Bad((error.fault,))


def _event(
    one: Marked, file: str, rules: Rules, dropped: AbstractSet[str | None]
) -> Sample | Bad | Filtered:
    if not one.whole_review and one.id in dropped:
        return Filtered(line=one.line, file=file)
    what, key = ("a review", "rid") if one.whole_review else ("a sentence", "id")
    if one.id is None:
        fault = Fault(file=file, line=one.line, got=f"{what} without one", expected=f"an {key}")
        return Bad((fault,), encode({"line": one.line}) + b"\n")
    try:
        items = tuple(items_of(one, rules))
    except FaultError as error:
        path = f"{what.split()[1]} {shown(one.id)}"
        fault = evolve(error.fault, path=path).at(file=file, line=one.line)
        return Bad((fault,), encode({"id": one.id}) + b"\n")
    groups = (("review", one.review),) if one.review is not None else ()
    return Sample(id=one.id, gold=items, predicted=None, groups=groups)


def seems(head: Head) -> Guess | None:
    """Say whether the first bytes are those of a SemEval file on aspects.

    >>> seems(Head(name="a.xml", raw=b"<sentences><sentence id='1'><aspectTerms>")).source.format
    'absa-xml'
    """
    raw = head.raw
    marks = (b"<aspectTerms", b"<aspectCategories", b"<Opinions", b"<Review ")
    if b"<sentence" not in raw or not any(mark in raw for mark in marks):
        return None
    said = (
        "this is XML of the SemEval tasks on aspects; from and to count characters, to is outside",
        "predictions stand in a second file of the same form: say --predictions FILE",
    )
    return Guess(source=Source(path=head.name, format="absa-xml"), assumptions=said)
