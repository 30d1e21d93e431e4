"""What scorecards contribute, in short: small codes that many scorecards share.

A code stands for the evidence of every part of some observations. Scorecards that give the same
evidence have equal codes, so a run is counted by its codes and made into evidence once for each:
pooling adds, and adding n equal values is a multiple. Only observations whose pairs are equal keys
have codes; others need whole samples.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import evolve, field, frozen

from measurand.evidence.alignment import counted
from measurand.evidence.evidence import Amount, Evidence, Excluded, Joint, Observed
from measurand.evidence.facts import Reads
from measurand.evidence.keying import answer_keys, keys
from measurand.evidence.matching import Key
from measurand.evidence.observation import (
    ColumnOf,
    Missing,
    Observation,
    Observing,
    Together,
)
from measurand.evidence.observe import (
    aside_by_keys,
    counts_alone,
    counts_aside,
    key_counts,
    plain_evidence,
)
from measurand.evidence.sides import DroppedHits, Keep
from measurand.evidence.wildcards import counting
from measurand.studies.review.quantities import Quantities
from measurand.studies.review.reading import item
from measurand.studies.review.scorecard import Listing, Opinion, Opinions, Scorecard
from measurand.values.sample import Sample

Counts = tuple[int, int, int]
"""Hits, predictions and gold items."""

Code = tuple[Counts | int | str, ...]
"""For each part: its counts; or a number; or why there is none."""

_NOBODY = Sample(id="")


def parts_of(observing: Observing) -> tuple[Observation | ColumnOf | Reads, ...]:
    """List what an observation puts side by side.

    >>> parts_of(ColumnOf("rows"))
    (ColumnOf(name='rows', values=<Values.ANY: 'any'>),)
    """
    return observing.parts if isinstance(observing, Together) else (observing,)


def has_codes(observing: Observing) -> bool:
    """Tell whether scorecards have codes for an observation: its pairs are equal keys.

    >>> has_codes(ColumnOf("rows"))
    True
    """
    return all(
        isinstance(part, ColumnOf)
        or (isinstance(part, Observation) and counts_alone(part) and part.missing is Missing.SKIP)
        for part in parts_of(observing)
    )


@frozen
class Side:
    """One list as some observations compare it: by the same slots, normalised and filtered alike.

    The key of each tuple is made by the core, once: runs repeat themselves.

    >>> from measurand.evidence.matching import MultisetMatch
    >>> Side.gold(Observation()) == Side.gold(Observation(match=MultisetMatch()))
    True
    """

    name: str
    answers: bool
    by: object
    keep: Keep
    how: Observation = field(eq=False)
    _keys: dict[Opinion, Key] = field(factory=dict, init=False, eq=False, repr=False)

    @staticmethod
    def gold(how: Observation) -> "Side":
        """Take the gold side of an observation."""
        by = (how.unit, how.normalise, how.passes)
        return Side(how.sides.gold, answers=False, by=by, keep=how.sides.gold_keep, how=how)

    @staticmethod
    def all_gold(how: Observation) -> "Side":
        """Take all gold of an observation, what does not count too."""
        return evolve(Side.gold(how), keep=())

    @staticmethod
    def answer(how: Observation) -> "Side":
        """Take the answer side of an observation."""
        by = (how.sides.answer_unit or how.unit, how.normalise, how.passes)
        return Side(how.sides.answer, answers=True, by=by, keep=how.sides.answer_keep, how=how)

    def keys(self, opinions: Opinions) -> list[Key]:
        """Key the tuples of the list that count."""
        known, counted = self._keys, list[Key]()
        for opinion in opinions:
            if opinion not in known:
                if len(known) >= _MOST_KEYS:
                    known.clear()
                known[opinion] = self._key(opinion)
            key = known[opinion]
            if key is not _LEFT_OUT:
                counted.append(key)
        return counted

    def _key(self, opinion: Opinion) -> Key:
        items = counting(self.how, [item(opinion)], self.keep)
        made = answer_keys(self.how, items) if self.answers else keys(self.how, items)
        return made[0] if made else _LEFT_OUT


_MOST_KEYS = 2**15
_LEFT_OUT = "left out"


@frozen
class Comparison:
    """An observation and the places of its sides.

    `whole` is that of all gold, where gold that is left out takes answers and keys alone tell
    which; `items` says that it takes answers, and whole items are needed.
    """

    how: Observation
    gold: int
    answer: int
    whole: int | None
    items: bool


class Lists:
    """The lists of one scorecard, each keyed once for all who compare it alike."""

    def __init__(self, sides: tuple[Side, ...], lists: Mapping[str, Listing]) -> None:
        """Begin with nothing keyed."""
        self._sides = sides
        self._lists = lists
        self._keys: dict[int, list[Key]] = {}

    def counts(self, one: Comparison) -> Counts | str:
        """Count hits, predictions and gold items, or say which list is not there."""
        gold = self._lists[self._sides[one.gold].name]
        answer = self._lists[self._sides[one.answer].name]
        if isinstance(gold, str):
            return gold
        if isinstance(answer, str):
            return answer
        how = one.how
        if one.items:
            right, mine = counted(how, _NOBODY, list(map(item, gold)), list(map(item, answer)))
            return key_counts(how, answer_keys(how, mine), keys(how, right))
        answer_side, gold_side = self._keyed(one.answer, answer), self._keyed(one.gold, gold)
        if one.whole is None:
            return key_counts(how, answer_side, gold_side)
        return counts_aside(how, answer_side, gold_side, self._keyed(one.whole, gold))

    def _keyed(self, at: int, opinions: Opinions) -> list[Key]:
        if at not in self._keys:
            self._keys[at] = self._sides[at].keys(opinions)
        return self._keys[at]


@frozen
class Coder:
    """Codes of scorecards under some observations, and the evidence that a code stands for.

    >>> coder = Coder.of([ColumnOf("rows")])
    >>> coder.code(Scorecard(id="1"))
    (1,)
    >>> coder.evidence(ColumnOf("rows"), (1,))
    Amount(value=Fraction(1, 1), weight=Fraction(1, 1))
    """

    places: Mapping[Observation | ColumnOf | Reads, int]
    wanted: Quantities
    sides: tuple[Side, ...]
    work: tuple[Comparison | str, ...]
    _made: dict[tuple[int, object], Observed | Amount | Excluded] = field(
        factory=dict, init=False, repr=False
    )

    @staticmethod
    def of(observations: Iterable[Observing]) -> "Coder":
        """Prepare for observations that are simple.

        Raises SignatureError for a name that no scorecard has.
        """
        observed = tuple(observations)
        every = dict.fromkeys(part for one in observed for part in parts_of(one))
        parts = tuple(part for part in every if not isinstance(part, Reads))
        hows = [part for part in parts if isinstance(part, Observation)]
        sides = tuple(
            dict.fromkeys(
                side
                for how in hows
                for side in (Side.gold(how), Side.answer(how), Side.all_gold(how))
            )
        )
        return Coder(
            {part: at for at, part in enumerate(parts)},
            Quantities.of(observed),
            sides,
            tuple(
                part.name if isinstance(part, ColumnOf) else _comparison(part, sides)
                for part in parts
            ),
        )

    def code(self, card: Scorecard) -> Code:
        """Give the code of a scorecard.

        Raises UnfitSampleError where an option makes a part of the scorecard an error.
        """
        numbers = {name: number.of(card) for name, number in self.wanted.counts}
        lists = Lists(self.sides, {name: listed.of(card) for name, listed in self.wanted.lists})
        return tuple(
            [numbers[one] if isinstance(one, str) else lists.counts(one) for one in self.work]
        )

    def evidence(self, observing: Observing, code: Code) -> Evidence:
        """Make the evidence that a code stands for, under one of the observations."""
        if isinstance(observing, Together):
            return Joint(tuple(self._part(part, code) for part in observing.parts))
        return self._part(observing, code)

    def _part(
        self, part: Observation | ColumnOf | Reads, code: Code
    ) -> Observed | Amount | Excluded:
        at = self.places[part]
        place = (at, code[at])
        if place not in self._made:
            self._made[place] = _evidence(code[at])
        return self._made[place]


def _comparison(how: Observation, sides: tuple[Side, ...]) -> Comparison:
    takes = how.sides.dropped_hits is not DroppedHits.COUNT and bool(how.sides.gold_keep)
    by_keys = takes and aside_by_keys(how)
    return Comparison(
        how,
        sides.index(Side.gold(how)),
        sides.index(Side.answer(how)),
        sides.index(Side.all_gold(how)) if by_keys else None,
        takes and not by_keys,
    )


def _evidence(code: Counts | int | str) -> Observed | Amount | Excluded:
    match code:
        case str():
            return Excluded(code)
        case int():
            return Amount(Fraction(code))
        case (hits, predicted, gold):
            return plain_evidence(hits, predicted, gold)
