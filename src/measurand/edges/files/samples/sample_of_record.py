"""From one record to one sample, by the mapping of its source.

A mapping is paths from a record down. Everything that is wrong with a record is told at once, each
fault with the path of its value, also where a record was made of columns: its `bases` lead from the
names that the mapping uses to where the value stands in the file.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from shlex import quote
from typing import TypeVar

from attrs import evolve, frozen

from measurand.edges.files.events import Filtered
from measurand.edges.files.json.value import (
    FaultError,
    Json,
    Number,
    expected,
    json_text,
    measured,
    ratio,
    wrong,
)
from measurand.edges.files.json.walk import find, holds, keys_of, near_key
from measurand.edges.files.samples.columns import optional
from measurand.edges.files.samples.ids import read_id
from measurand.edges.files.samples.items import PairReader, is_span, read_items, same_length
from measurand.edges.files.samples.labels import Labels
from measurand.edges.files.samples.record import Faults, Record
from measurand.edges.files.samples.span_ends import shown
from measurand.evidence.paths import Key, Path, parse_joined
from measurand.evidence.pattern import Pattern
from measurand.evidence.source import Named, Source
from measurand.values.fault import Fault
from measurand.values.items import Item
from measurand.values.sample import GOLD, PREDICTED, Graded, Sample, Similarity, SpanEnds
from measurand.values.tagging import beyond_iob
from measurand.values.tally import Count, Tally

HAS, LACKS = "+", "-"
"""How it is noted that a record has what is sparse, or lacks it: before the name."""

T = TypeVar("T")
_GROUPS = Path.parse("groups")
_ONE = Fraction(1)
_MOST_WORD = 40
_NO_GRADE = "leave out a name that has none"
_NO_ANSWER = "write null where no answer was given, [] for the empty answer"


@frozen(kw_only=True)
class Mapped:
    """A source and the paths of its mapping, parsed.

    `joined` has, for the first path of a side that stands in several places, all of them. `met`
    notes of what is sparse whether records have it (`HAS` and its name) or not (`LACKS`).
    """

    source: Source
    ids: tuple[Path, ...]
    gold: Path
    pred: Path
    joined: Mapping[Path, tuple[Path, ...]]
    pairs: Path
    weight: Path
    groups: tuple[tuple[str, Path], ...]
    amounts: tuple[tuple[str, Path], ...]
    words: Mapping[str, Fraction | None]
    lists: tuple[tuple[str, Path], ...]
    tallies: tuple[tuple[str, Path], ...]
    rater: Path | None
    reader: PairReader
    optional: frozenset[str]
    end: str
    labels: Labels
    met: set[str]

    @staticmethod
    def of(source: Source, labels: Labels | None = None, met: set[str] | None = None) -> "Mapped":
        """Parse what a source says; `labels` notes of what kinds labels are, `met` what is there.

        >>> Mapped.of(Source(path="a.jsonl")).gold.text
        'gold'
        """
        fields = source.fields
        pattern = Pattern.parse(source.pattern) if source.pattern else None
        sides = [parse_joined(path) for path in (fields.gold, fields.pred)]
        return Mapped(
            source=source,
            ids=parse_joined(fields.id),
            gold=sides[0][0],
            pred=sides[1][0],
            joined={paths[0]: paths for paths in sides if len(paths) > 1},
            pairs=Path.parse(fields.pairs),
            weight=Path.parse(fields.weight),
            groups=_parsed(fields.groups),
            amounts=_parsed(fields.amounts),
            words=fields.meanings,
            lists=() if fields.rater else _parsed(tuple(sorted(fields.lists))),
            tallies=_parsed(fields.tallies) if fields.tallied else (),
            rater=Path.parse(fields.rater) if fields.rater else None,
            reader=PairReader(kind=source.items, pattern=pattern),
            optional=frozenset(name for name in optional(source) if fields.is_default(name)),
            end=source.end,
            labels=labels or Labels(source),
            met=set() if met is None else met,
        )

    def read_id(self, record: Json) -> str:
        """Read the id of a record.

        Raises FaultError where it has none.
        """
        return read_id(record, self.ids)

    def named(self, dropped: Filtered, record: Record) -> Filtered:
        """Say of which id a record is that is dropped, where labels may be about it.

        What is sparse may stand in such records alone, which is no slip of a path: it is noted.

        >>> one = Record(value={"id": 1}, file="a.jsonl")
        >>> Mapped.of(Source(path="a.jsonl")).named(Filtered(line=1), one).id is None
        True
        """
        for name, at in self.amounts:
            if name in self.source.fields.sparse:
                self._sparse(name, at, record.value)
        if self.source.labels is None:
            return dropped
        with suppress(FaultError):
            return evolve(dropped, id=self.read_id(record.value))
        return dropped

    def sample(self, gold: Record, answers: Record) -> Sample | tuple[Fault, ...]:
        """Make the sample of a record, or of two that share an id; else say all that is wrong."""
        faults = Faults()
        sample_id = faults.part(gold, self.read_id, "")
        groups = faults.part(gold, self._groups, ())
        weight = faults.part(gold, self._weight, _ONE)
        amounts = faults.part(answers, self._amounts, ())
        about = partial(Sample, id=sample_id, groups=groups, weight=weight, amounts=amounts)
        if self.rater is not None:
            said = faults.part(gold, partial(self._rating, rater=self.rater), ("", None))
            return tuple(faults.found) or about(predicted=None, lists=(said,))
        if self.tallies:
            tally = faults.part(gold, self._tally, Tally())
            return tuple(faults.found) or about(counts=(("", tally),))
        if self.source.items == "none":
            return tuple(faults.found) or about()
        ends = SpanEnds.STATED if self.end else self._ends(gold.value, answers.value)
        end = self.end or ends.value
        self.labels.begin()
        truth = faults.part(gold, partial(self._gold, end=end), ())
        answer = partial(self._answer, gold=gold.value, end=end)
        given = faults.part(answers, partial(answer, at=self.pred), None)
        more = tuple(
            (name, faults.part(answers, partial(answer, at=at), None)) for name, at in self.lists
        )
        graded = faults.part(gold, partial(self._graded, sides=((GOLD, self.gold),)), ())
        sides = ((PREDICTED, self.pred), *self.lists)
        graded += faults.part(answers, partial(self._graded, sides=sides), ())
        for at, items in zip(self._answers, (given, *dict(more).values()), strict=True):
            self.labels.meet(truth, items, at.text)
        if not faults.found:
            read = partial(self._pairs, gold=truth, given=given or (), end=end)
            pairs = faults.part(answers, read, ())
        if not faults.found:
            self.labels.end()
        return tuple(faults.found) or about(
            gold=truth,
            predicted=given,
            similarities=pairs,
            lists=more,
            graded=tuple(sorted(graded)),
            ends=ends,
            beyond_iob=self._beyond_iob(gold.value, answers.value),
        )

    def _rating(self, record: Json, *, rater: Path) -> tuple[str, tuple[Item, ...] | None]:
        """Read who rated, and the one rating; None where it is missing."""
        name = read_id(record, (rater,))
        if "gold" in self.optional:
            return name, None
        self.labels.begin()
        items = self._items(self.gold, find(record, self.gold), end="exclusive")
        if len(items) > 1:
            raise expected("one rating in a row", find(record, self.gold), path=self.gold.place)
        self.labels.end()
        return name, items or None

    def _written(self, gold: Json, answers: Json) -> list[Json]:
        """List the items of all sides as they are written."""
        places = ((gold, self.gold), (answers, self.pred), *((answers, at) for _, at in self.lists))
        sides = [find(record, at) for record, at in places if holds(record, at)]
        return [item for side in sides if isinstance(side, list) for item in side]

    def _beyond_iob(self, gold: Json, answers: Json) -> str:
        tags = self._written(gold, answers) if self.source.items == "iob2" else []
        return beyond_iob(tag for tag in tags if isinstance(tag, str))

    def _ends(self, gold: Json, answers: Json) -> SpanEnds:
        """Say what a record shows of the ends of its spans; without spans nothing is open."""
        items = self._written(gold, answers)
        spans = items if self.source.items == "spans" else list(filter(is_span, items))
        return shown(gold, spans) if spans else SpanEnds.STATED

    @property
    def _answers(self) -> tuple[Path, ...]:
        return (self.pred, *(at for _, at in self.lists))

    def _gold(self, record: Json, *, end: str) -> tuple[Item, ...]:
        if "gold" in self.optional and not holds(record, self.gold):
            return ()
        if self.gold in self.joined:
            return self._listed(record, self.joined[self.gold], end=end) or ()
        return self._items(self.gold, find(record, self.gold), end=end)

    def _listed(self, record: Json, paths: Sequence[Path], *, end: str) -> tuple[Item, ...] | None:
        """List the items of several places; None where all of them are null."""
        values = [(at, find(record, at)) for at in paths]
        there = [(at, value) for at, value in values if value is not None]
        single = self.source.items != "label"
        lists = (
            self._items(at, [value] if single and not isinstance(value, list) else value, end=end)
            for at, value in there
            if value != []
        )
        return tuple(item for items in lists for item in items) if there else None

    def _graded(
        self, record: Json, *, sides: Sequence[tuple[str, Path]]
    ) -> tuple[tuple[str, Graded], ...]:
        """Read the lists of names with numbers; such a side has no items."""
        found = ((name, at, find(record, at)) for name, at in sides if holds(record, at))
        return tuple(
            (name, _inside(at, _grades, value))
            for name, at, value in found
            if self._is_graded(value)
        )

    def _is_graded(self, value: Json) -> bool:
        return self.source.items == "auto" and is_graded(value)

    def _items(self, at: Path, value: Json, *, end: str) -> tuple[Item, ...]:
        if self._is_graded(value):
            return ()
        compared = self.labels.read(value, at.text)
        read = partial(read_items, kind=self.source.items, end=end)
        return _inside(at, read, compared)

    def _answer(self, record: Json, *, at: Path, gold: Json, end: str) -> tuple[Item, ...] | None:
        if not holds(record, at) and isinstance(record, dict):
            if "pred" in self.optional and at == self.pred:
                return None
            name = at.text
            hint = near_key(name, record) or f"{keys_of(record)}; {_NO_ANSWER}"
            raise expected(f"the key {name!r}", record, hint=hint)
        if at in self.joined:
            return self._listed(record, self.joined[at], end=end)
        value = find(record, at)
        if value is None:
            return None
        given = self._items(at, value, end=end)
        if self.source.items == "iob2":
            _inside(at, partial(same_length, gold=find(gold, self.gold)), value)
        return given

    def _pairs(
        self, record: Json, *, gold: Collection[Item], given: Collection[Item], end: str
    ) -> tuple[Similarity, ...]:
        if "pairs" in self.optional and not holds(record, self.pairs):
            return ()
        reader = evolve(self.reader, end=end) if end == "inclusive" else self.reader
        read = partial(reader.read, gold=gold, predicted=given)
        return _inside(self.pairs, read, find(record, self.pairs))

    def _weight(self, record: Json) -> Fraction:
        if "weight" in self.optional and not holds(record, self.weight):
            return _ONE
        return _inside(self.weight, _not_negative, find(record, self.weight))

    def _groups(self, record: Json) -> Named:
        if self.groups:
            found = ((name, _inside(at, _group, find(record, at))) for name, at in self.groups)
        elif holds(record, _GROUPS):
            own = _inside(_GROUPS, _object, find(record, _GROUPS))
            found = ((name, _inside(_GROUPS, _group, value)) for name, value in own.items())
        else:
            return ()
        return tuple(sorted(found))

    def _amounts(self, record: Json) -> tuple[tuple[str, Fraction], ...]:
        sparse = self.source.fields.sparse
        read = partial(_number, words=self.words)
        values = (
            (name, at, self._sparse(name, at, record) if name in sparse else find(record, at))
            for name, at in self.amounts
        )
        found = ((name, _inside(at, read, value)) for name, at, value in values)
        return tuple(sorted((name, value) for name, value in found if value is not None))

    def _sparse(self, name: str, at: Path, record: Json) -> Json:
        """Follow a path that need not be there, null where it is not; note which it was."""
        try:
            value = find(record, at)
        except FaultError:
            self.met.add(LACKS + name)
            return None
        self.met.add(HAS + name)
        return value

    def _tally(self, record: Json) -> Tally:
        hits, predicted, gold = (_inside(at, _count, find(record, at)) for _, at in self.tallies)
        try:
            return Tally(hits, predicted, gold)
        except ValueError:
            raise wrong(
                f"{hits} hits, {predicted} predicted, {gold} gold",
                "hits between 0 and both counts",
                path=self.tallies[0][1].place,
            ) from None


def _parsed(named: Named) -> tuple[tuple[str, Path], ...]:
    return tuple((name, Path.parse(path)) for name, path in named)


def _number(value: Json, words: Mapping[str, Fraction | None]) -> Fraction | None:
    """Read a number, or one as our JSON writes it: a truth value is 1 or 0, null is none."""
    if isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str):
        if value.strip() in words:
            return words[value.strip()]
        raise expected("a number", value, hint=_quoted(value) or what_means(value))
    if isinstance(value, dict) and isinstance(value.get("value"), str):
        return ratio(value["value"])
    if isinstance(value, dict) and isinstance(value.get("undefined"), str):
        return None
    return None if value is None else measured(value)


def _inside(path: Path, read: Callable[[Json], T], value: Json) -> T:
    """Read the value at a path; what is wrong inside it is told from the root of the record."""
    try:
        return read(value)
    except FaultError as error:
        place = path.place + error.fault.path.removeprefix("$")
        raise FaultError(evolve(error.fault, path=place)) from None


def _quoted(text: str) -> str:
    try:
        float(text)
    except ValueError:
        return ""
    return "a number stands without quotes"


def is_graded(value: Json) -> bool:
    """Tell whether a value is names with a number each.

    A null beside numbers is one that is lacking: where the numbers are read it is a fault.

    >>> is_graded({"d1": 2, "d2": Number("0.5")}), is_graded({"start": True}), is_graded([1])
    (True, False, False)
    >>> is_graded({"d1": 2, "d2": None}), is_graded({"d1": None})
    (True, False)
    """
    if not isinstance(value, dict):
        return False
    there = [one for one in value.values() if one is not None]
    numbers = all(isinstance(one, int | Number) and not isinstance(one, bool) for one in there)
    return numbers and (bool(there) or not value)


def what_means(word: str) -> str:
    """Say how a word is read that stands where a number is expected; nothing of other texts.

    >>> what_means("yes")
    'say what it stands for: --word yes=NUMBER (or none), or words in the fields of a claims file'
    """
    if not any(map(str.isalpha, word)):
        return ""
    short = word.strip() if len(word) <= _MOST_WORD else "TEXT"
    said = quote(f"{short}=NUMBER") if short.isprintable() else "TEXT=NUMBER"
    return (
        f"say what it stands for: --word {said} (or none), or words in the fields of a claims file"
    )


def _grades(value: Json) -> Graded:
    numbers = sorted(_object(value).items())
    for name, one in numbers:
        if one is None:
            raise expected("a number", one, hint=_NO_GRADE, path=f"${Key(name).text}")
    return tuple((name, measured(one)) for name, one in numbers)


def _not_negative(value: Json) -> Fraction:
    number = measured(value)
    if number < 0:
        raise expected("a number that is not negative", value)
    return number


def _count(value: Json) -> Count:
    number = _not_negative(value)
    return number.numerator if number.denominator == 1 else number


def _object(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise expected("an object", value)
    return value


def _group(value: Json) -> str:
    if isinstance(value, str | bool | int | Number):
        return json_text(value)
    raise expected("a string, a number, true or false", value)
