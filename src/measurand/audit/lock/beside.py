"""A lock beside the state of now: what both can be scored by."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import field, frozen

from measurand.audit.claims.judge import Judge
from measurand.audit.lock.codec import digest, row_of
from measurand.audit.lock.lock import Keeping, Lock, LockedEvidence, LockedSource
from measurand.audit.lock.make import State, computed, locked
from measurand.audit.lock.rows import (
    KeptRow,
    Texts,
    class_names,
    evidence_digest,
    kept_rows,
    pool_texts,
    rebuilt,
)
from measurand.audit.lock.statements import Edit, compare_statements, part_place
from measurand.evidence.evidence import Evidence
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.grammar import SignatureError, Value, read
from measurand.metrics.needs import Slice
from measurand.metrics.signature import define, option_values
from measurand.values.score import Score, Undefined

_Kept = tuple[Slice, tuple[str, ...]]


def revived(text: str) -> Definition | None:
    """Read a definition of a lock, whatever its revision; None where it is not known any more.

    >>> revived("total/1(of=gold)").of.value, revived("total/999(of=gold)").of.value
    ('gold', 'gold')
    >>> revived("none_such/1()") is None
    True
    """
    try:
        call = read(text)
        return define(call.name, dict(call.options))
    except SignatureError:
        return None


@frozen(eq=False)
class Beside:
    """A lock, the state of now, and what was scored.

    >>> from measurand.audit.claims.model import Claims
    >>> from measurand.metrics.needs import Gathered
    >>> Beside(Lock(), State(Claims(sources=(), tables=()), Gathered({}, {}))).now.numbers
    {}
    """

    lock: Lock
    state: State
    judge: Judge = field(init=False)
    now: Lock = field(init=False)
    _digests: dict[_Kept, str] = field(factory=dict, init=False)
    _texts: dict[str, Evidence] = field(factory=dict, init=False)
    _rows: dict[_Kept, tuple[KeptRow, ...]] = field(factory=dict, init=False)

    @judge.default
    def _judge(self) -> Judge:
        return Judge(self.state.gathered)

    @now.default
    def _now(self) -> Lock:
        return locked(self.state, Keeping(most=0, hashed=self.lock.hashed))

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """Say which names the digests of classes stand for."""
        definitions = [revived(one.definition) for one in self.lock.numbers.values()]
        definitions += [one.definition for one in computed(self.state.claims)]
        spoken = (name for one in definitions if one is not None for name in _spoken(one))
        return class_names(self.state.gathered.pools.values(), spoken)

    def scored(self, part: Slice, definition: Definition) -> Score | None:
        """Score the data of now; None where they cannot be observed so, or are not there."""
        gathered = self.state.gathered
        if part not in gathered.pools or gathered.misfit(part, group_keys(definition)) is not None:
            return None
        return self.judge.scored(part, definition).score

    def rescored(self, texts: Texts, names: tuple[str, ...], definition: Definition) -> Score:
        """Score what a lock holds, by this library; it may have more groups than play a part.

        Raises ValueError where it holds what is no evidence, or none of this definition.
        """
        pool = rebuilt(texts, names, observing(definition), self._row)
        if not pool.keyed.bags:
            return Undefined("no sample")
        return Finaliser(pool).score(definition).score

    def _row(self, text: str) -> Evidence:
        if text not in self._texts:
            self._texts[text] = row_of(text, self.labels)
        return self._texts[text]

    def digest(self, part: Slice, names: tuple[str, ...]) -> str:
        """Digest what is observed now."""
        place = (part, names)
        if place not in self._digests:
            texts = pool_texts(self.state.pool(part, names), hashed=self.lock.hashed)
            self._digests[place] = evidence_digest(texts)
        return self._digests[place]

    def rows(self, part: Slice, names: tuple[str, ...]) -> tuple[KeptRow, ...] | None:
        """Give what is observed of each sample now; None where samples are not looked at."""
        found = self.state.samples.get(part)
        if found is None:
            return None
        place = (part, names)
        if place not in self._rows:
            self._rows[place] = kept_rows(found, names, hashed=self.lock.hashed)
        return self._rows[place]

    def called(self, part: Slice) -> Mapping[str, str]:
        """Say which samples the digests of ids stand for, where ids are kept so."""
        found = self.state.samples.get(part)
        if found is None or not self.lock.hashed:
            return {}
        return {digest(name): name for name, _, _ in found.rows}

    def source(self, name: str) -> tuple[LockedSource | None, LockedSource | None]:
        """Give a source as it was, and as it is."""
        return self.lock.sources.get(name), self.now.sources.get(name)

    def otherwise(self, name: str) -> str:
        """Say in which settings a source is read otherwise than it was; which file it is, is none.

        Nothing is known of a lock that does not hold what the claims file said.
        """
        lead = part_place("sources", name) + "."
        return ", ".join(
            f"{one.place.removeprefix(lead)}: {one.said}"
            for one in compare_statements(self.lock.statements, self.now.statements or {}).edits
            if one.place.startswith(lead) and one.edit is Edit.CHANGED
        )

    def evidence(self, key: str) -> LockedEvidence:
        """Give what was observed, as the lock holds it."""
        return self.lock.evidence[key]


def _spoken(definition: Definition) -> Iterator[str]:
    options = option_values(definition)
    for name in ("only", "over"):
        yield from _atoms(options.get(name, ()))


def _atoms(value: Value) -> Iterator[str]:
    for term in value:
        for _, argument in term.arguments:
            yield from (inner.atom for inner in argument)
