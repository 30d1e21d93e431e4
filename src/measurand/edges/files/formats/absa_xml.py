"""XML of the SemEval tasks on aspects (2014, 2015, 2016): gold, and predicted in a second.

What a file leaves open depends on all of it: whether there are opinions of polarity conflict,
marked sentences, terms without offsets. So each file is read twice, first for what it has; a
stream is held in memory for that. Offsets are checked against the sentence, and a wrong one is
explained by the way it seems to have been counted (bytes, UTF-16 units, from 1, an end inside).
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager, nullcontext
from io import BytesIO
from pathlib import Path

from attrs import evolve, frozen

from measurand.edges.files.events import Bad, Event, Filtered
from measurand.edges.files.formats.absa_markup import (
    Bytes,
    Kind,
    Marked,
    Opinion,
    read_marked,
    read_markup,
)
from measurand.edges.files.json.value import FaultError, encode, wrong
from measurand.edges.files.samples.format import Extent, SampleFormat
from measurand.edges.files.samples.guesses import Guess
from measurand.edges.files.samples.joined import joined, without_predictions
from measurand.edges.files.samples.opening import Head, is_stream
from measurand.edges.files.samples.part import Part, telling, undecided
from measurand.edges.files.samples.span_ends import in_units_of
from measurand.evidence.formats import TEXT_LABELS, Choice, Predictions, Stance
from measurand.evidence.source import Source
from measurand.values.fault import Fault, shown
from measurand.values.items import Item, Slots
from measurand.values.sample import Sample

NULL = "NULL"
_CONFLICT = "conflict"
_MOST_DIGITS = 9
_SLOTS: Mapping[Kind, tuple[str, ...]] = {
    "terms": ("term", "polarity", "from", "to"),
    "categories": ("category", "polarity"),
    "opinions": ("target", "category", "polarity", "from", "to"),
    "reviews": ("category", "polarity"),
}
_NEEDED: Mapping[Kind, tuple[str, ...]] = {
    "terms": ("term",),
    "categories": ("category",),
    "opinions": ("target", "category"),
    "reviews": ("category",),
}


@frozen(kw_only=True)
class Rules:
    """What is read of a file: of which kind, and whether some of it is kept or checked."""

    kind: Kind
    conflict: bool = True
    null: bool = True
    check: bool = True


def items_of(one: Marked, rules: Rules) -> Iterator[Item]:
    """Give what is marked of a kind; attributes that are absent are empty slots.

    >>> term = Opinion("terms", {"term": "soup", "polarity": "positive", "from": "4", "to": "8"}, 1)
    >>> marked = Marked(id="1", review=None, line=1, text="The soup", opinions=(term,))
    >>> next(items_of(marked, Rules(kind="terms"))).get("from")
    '4'

    Raises FaultError where an attribute is missing or no number, or the text has another term
    there.
    """
    for opinion in one.opinions:
        attributes = opinion.attributes
        if opinion.kind != rules.kind:
            continue
        if attributes.get("polarity") == _CONFLICT and not rules.conflict:
            continue
        if attributes.get("target") == NULL and not rules.null:
            continue
        yield _item(opinion, one.text, rules)


def _item(opinion: Opinion, text: str, rules: Rules) -> Item:
    found, names = opinion.attributes, _SLOTS[rules.kind]
    if not any(name in found for name in _NEEDED[rules.kind]):
        needed = " or a ".join(_NEEDED[rules.kind])
        raise wrong("none", f"a {needed}", line=opinion.line)
    slots: dict[str, str | None] = {name: found.get(name) for name in names}
    places = [_place(name, found, opinion) for name in ("from", "to") if name in names]
    if places:
        start, end = places
        slots["from"], slots["to"] = (None if at is None else str(at) for at in places)
        term = found.get("term" if rules.kind == "terms" else "target")
        if rules.check and text and term not in {None, NULL}:
            _check(text, term or "", start, end, opinion.line)
    return Slots.of(slots)


def _place(name: str, found: Mapping[str, str], opinion: Opinion) -> int | None:
    text = found.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise wrong(shown(text), f"a whole number as {name}", line=opinion.line)
    return int(text)


def _check(text: str, term: str, start: int | None, end: int | None, line: int) -> None:
    """Refuse offsets at which the text has another term, and guess how they were counted."""
    if start is None or end is None or _fits(text, start, end, term):
        return
    units, octets = in_units_of("utf-16-le", text), in_units_of("utf-8", text)
    guesses = (
        ("offsets seem to count UTF-16 units, and have to count characters", units, start, end),
        ("offsets seem to count bytes, and have to count characters", octets, start, end),
        ("to seems to be the last character of it, and has to be one more", text, start, end + 1),
        ("offsets seem to count from 1, and have to from 0", text, start - 1, end - 1),
        ("offsets seem to count from 1, and have to from 0", text, start - 1, end),
    )
    hints = (why for why, other, first, last in guesses if _fits(other, first, last, term))
    usual = "say --input offsets=trust to read the file as it is"
    raise wrong(
        shown(_cut(text, start, end)),
        f"{shown(term)} from {start} to {end}",
        next(hints, usual),
        line=line,
    )


def _fits(text: str, start: int, end: int, term: str) -> bool:
    inside = 0 <= start <= end <= len(text)
    return inside and _cut(text, start, end).replace("\0", "") == term


def _cut(text: str, start: int, end: int) -> str:
    return text[start:end].replace("\n", " ").replace("\t", " ")


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
        return self.part.opened(self.path)


@frozen
class _Survey:
    """What is there in all of a file: kinds, and what is done with some of them has to be said."""

    kinds: AbstractSet[Kind] = frozenset()
    conflicts: AbstractSet[Kind] = frozenset()
    out_of_scope: AbstractSet[str | None] = frozenset()
    placed: AbstractSet[tuple[Kind, bool]] = frozenset()


@telling
def read_absa_xml(part: Part) -> Iterator[Event]:
    """Give an event for every sentence (or review), joined by its id with the predicted one.

    The file is read twice: first for what it has, so that what it leaves open is refused.
    """
    fault = without_predictions(part)
    if fault:
        yield Bad((fault,))
        return
    first = _File(part, part.path, part.name)
    second = _File(part, part.beside, part.source.predictions)
    rules, dropped = _decided(part, _survey(first), _survey(second))
    answers = (one for one in _events(second, rules, dropped) if not isinstance(one, Filtered))
    yield from joined(_events(first, rules, dropped), answers, part)


@telling
def gold_events(part: Part) -> Iterator[Event]:
    """Give an event for every sentence (or review) of the first file, without predictions."""
    first = _File(part, part.path, part.name)
    rules, dropped = _decided(part, _survey(first), _Survey())
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
    chosen = next((kind for kind in _KINDS if kind == said("of")), None)
    if chosen is None and len(kinds) > 1:
        raise undecided(part, "of", kinds)
    kind: Kind = chosen or (kinds[0] if kinds else "opinions")
    if kind in gold.conflicts | second.conflicts and not said("conflict"):
        raise undecided(part, "conflict", got="opinions of polarity conflict")
    if gold.out_of_scope and kind != "reviews" and not said("out_of_scope"):
        got = f"{len(gold.out_of_scope)} sentences marked OutOfScope"
        raise undecided(part, "out_of_scope", got=got)
    both = {(kind, True), (kind, False)} <= gold.placed | second.placed
    if kind in {"terms", "opinions"} and both and said("offsets") == "check":
        raise wrong(
            f"{kind} with them and without, in {part.name} and {part.source.predictions}",
            "from and to at all of them, or at none",
            "those are never equal; to compare without places, say --input offsets=trust"
            " and name what is compared, such as unit=term+polarity",
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
    for one in file.marked():
        if one.whole_review == (rules.kind == "reviews"):
            yield _event(one, file.name, rules, dropped)


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


def sniff(head: Head) -> Guess | None:
    """Say whether the first bytes are those of a SemEval file on aspects.

    >>> sniff(Head(name="a.xml", raw=b"<sentences><sentence id='1'><aspectTerms>")).source.format
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


FORMAT = SampleFormat(
    name="absa-xml",
    about="XML of SemEval 2014, 2015 and 2016 on aspects",
    files=".xml",
    shape=('<aspectTerm term="screen" polarity="positive" from="4" to="10"/>',),
    gold="terms, categories or opinions of a sentence",
    pred="those of the sentence with the same id in a second file",
    traps=(
        "Opinions of polarity conflict, targets NULL, sentences OutOfScope: kept or dropped.",
        "Entities and external DTDs are refused.",
    ),
    predictions=Predictions.SECOND,
    own_choices=(
        Choice(
            "of",
            "what counts",
            "what is scored, where a file has several",
            among=("terms", "categories", "opinions", "reviews"),
        ),
        Choice(
            "conflict",
            "what counts",
            "what is done with opinions of polarity conflict",
            among=("keep", "drop"),
        ),
        Choice(
            "null",
            "what counts",
            "what is done with opinions whose target is NULL",
            among=("keep", "drop"),
            default="keep",
        ),
        Choice(
            "out_of_scope",
            "what counts",
            "what is done with sentences marked OutOfScope",
            among=("keep", "drop"),
        ),
        Choice(
            "offsets",
            "span ends",
            "whether the text from `from` to `to` has to be the term",
            among=("check", "trust"),
            default="check",
        ),
    ),
    stances={
        "ids": (Stance("fixes", "the id of the sentence, or rid of the review"),),
        "label types": (TEXT_LABELS,),
        "span ends": (Stance("fixes", "exclusive, as SemEval writes `to`; slots, not spans"),),
        "missing predictions": (Stance("refuses", "a sentence that one file alone has"),),
        "texts": (
            Stance(
                "fixes", ("the encoding that the XML says: UTF-8, UTF-16, ISO-8859-1, US-ASCII")
            ),
            Stance("refuses", "other encodings, entities and document types"),
        ),
    },
    read=read_absa_xml,
    sniff=sniff,
    extent=Extent.FILE,
    read_gold=gold_events,
)
