"""Why one number moved: the number as it was locked and as it is, and what each cause did to it.

Between the locked score and the one of now stand scores that change one thing at a time: the old
evidence under the old definition by this library, the data of now under the old definition, the
samples that are meant now, and at last the new definition. Each step is one cause, each effect
starts where the last ended, so the effects add up to the move exactly; a score that cannot be
computed leaves the effects next to it unknown, and never wrong.

Data are the same where the digest of what is observed is the same, not where the file is: a file
may be sorted or rewritten without any number noticing. Only once the digests agree is the version
of a library blamed, for then nothing else is left.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from attrs import evolve, field, frozen

from measurand.auditing.claims.judge import Judge
from measurand.auditing.lock.evidence import (
    KeptRow,
    Texts,
    class_names,
    digest,
    evidence_digest,
    kept_rows,
    pool_from_texts,
    pool_texts,
    read_row,
    row_texts,
)
from measurand.auditing.lock.lock import (
    ComputedNumber,
    Keeping,
    Lock,
    LockedEvidence,
    LockedNumber,
    LockedSource,
    State,
    computed_numbers,
    make_lock,
)
from measurand.auditing.lock.messages import (
    revision_text,
    samples_text,
    skipped_text,
    version_text,
)
from measurand.auditing.lock.moves import (
    MOST_ROWS,
    Cause,
    DefinitionSteps,
    Move,
    OptionEffect,
    Reason,
    SampleEffect,
    Split,
    effect,
    option_effects,
    same_score,
    sample_effects,
    steps_between,
)
from measurand.auditing.lock.statements import Edit, compare_statements, part_place
from measurand.evidence.evidence import Evidence
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.grammar import SignatureError, Value, read
from measurand.metrics.needs import Slice
from measurand.metrics.signature import define, option_values
from measurand.values.quantity import Quantity, added
from measurand.values.score import Score, Undefined
from measurand.values.verdict import Verdict

_Kept = tuple[Slice, tuple[str, ...]]


def read_definition(text: str) -> Definition | None:
    """Read a definition of a lock, whatever its revision; None where it is not known any more.

    >>> read_definition("total/1(of=gold)").of.value, read_definition("total/999(of=gold)").of.value
    ('gold', 'gold')
    >>> read_definition("none_such/1()") is None
    True
    """
    try:
        call = read(text)
        return define(call.name, dict(call.options))
    except SignatureError:
        return None


@frozen(eq=False)
class LockComparison:
    """A lock, the state of now, and what was scored.

    >>> from measurand.auditing.claims.model import Claims
    >>> from measurand.metrics.needs import Gathered
    >>> LockComparison(Lock(), State(Claims(sources=(), tables=()), Gathered({}, {}))).now.numbers
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
        return make_lock(self.state, Keeping(most=0, hashed=self.lock.hashed))

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """Say which names the digests of classes stand for."""
        definitions = [read_definition(one.definition) for one in self.lock.numbers.values()]
        definitions += [one.definition for one in computed_numbers(self.state.claims)]
        named = (name for one in definitions if one is not None for name in _spoken(one))
        return class_names(self.state.gathered.pools.values(), named)

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
        pool = pool_from_texts(texts, names, observing(definition), self._row)
        if not pool.keyed.bags:
            return Undefined("no sample")
        return Finaliser(pool).score(definition).score

    def _row(self, text: str) -> Evidence:
        if text not in self._texts:
            self._texts[text] = read_row(text, self.labels)
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
        samples = self.state.samples.get(part)
        if samples is None:
            return None
        place = (part, names)
        if place not in self._rows:
            self._rows[place] = kept_rows(samples, names, hashed=self.lock.hashed)
        return self._rows[place]

    def called(self, part: Slice) -> Mapping[str, str]:
        """Say which samples the digests of ids stand for, where ids are kept so."""
        samples = self.state.samples.get(part)
        if samples is None or not self.lock.hashed:
            return {}
        return {digest(name): name for name, _, _ in samples.rows}

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


@frozen(eq=False)
class NumberComparison:
    """A number of a lock, and the same of now."""

    beside: LockComparison
    one: ComputedNumber
    old: LockedNumber
    now: LockedNumber

    def move(self) -> Move:
        """Say what moved, why, and how far each cause moved it."""
        verdict, notes = self._verdict()
        move = Move(id=self.one.id, verdict=verdict, before=self.old, now=self.now, notes=notes)
        if not (self.data_moved or self.claimed or move.moved):
            return move
        samples = self._samples()
        reasons = tuple(self._reasons(samples))
        return evolve(
            move,
            reasons=reasons,
            samples=samples,
            remainder=_remainder(reasons, samples),
            options=self._options(),
            split=self._split(),
        )

    def _verdict(self) -> tuple[Verdict, tuple[str, ...]]:
        skipped, lost = self.now.denominators.skipped, self.now.denominators.lost
        moved = not same_score(self.old.score, self.now.score)
        if skipped > self.old.denominators.skipped and not self.claimed:
            return Verdict.UNDECIDED, (skipped_text(skipped),)
        if lost > self.old.denominators.lost:
            return Verdict.UNDECIDED, (f"shards of the data were lost: {lost}",)
        if moved or self.claimed:
            return Verdict.REFUTED, ()
        return Verdict.HOLDS, tuple(self._quiet())

    def _quiet(self) -> Iterator[str]:
        """Say that a number is the same though the data are not."""
        if self.data_moved:
            yield "the data changed, and the number did not"
            return
        was, now = self.beside.source(self.old.data)
        unknown = self.beside.lock.statements is None
        if was != now or unknown or self.beside.otherwise(self.old.data):
            # All that was observed is the same; who it was observed of need not be.
            changed = self._changed_samples(most=0)
            if changed:
                yield f"other samples give the same number: {samples_text(changed)}"

    @cached_property
    def before(self) -> Definition | None:
        """Read the definition that was locked; None where it is not known any more."""
        return read_definition(self.old.definition)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """List the groups that the old evidence is kept under."""
        return () if self.before is None else group_keys(self.before)

    @cached_property
    def part(self) -> Slice | None:
        """Name the old slice, where the data of now can be observed so."""
        if self.before is None:
            return None
        part = Slice(self.old.data, self.old.where, observing(self.before))
        return None if self.beside.scored(part, self.before) is None else part

    @cached_property
    def data_moved(self) -> bool:
        """Tell whether the old definition observes something else than it did, or nothing."""
        if self.part is None:
            return True
        frozen_digest = self.beside.evidence(self.old.evidence).digest
        return self.beside.digest(self.part, self.names) != frozen_digest

    @cached_property
    def redefined(self) -> bool:
        """Tell whether the definition is another one."""
        if self.before is None:
            return self.old.definition != self.now.definition
        return self.before != self.one.definition

    @cached_property
    def elsewhere(self) -> bool:
        """Tell whether other samples are meant."""
        meant = [(one.data, dict(one.where)) for one in (self.old, self.now)]
        return meant[0] != meant[1]

    @cached_property
    def claimed(self) -> bool:
        """Tell whether the claims file says something else of this number."""
        return self.redefined or self.elsewhere or self.old.printed != self.now.printed

    @cached_property
    def again(self) -> Score | None:
        """Score the old evidence under the old definition; None where the lock does not hold it."""
        if self.before is None:
            return None
        if self.part is not None and not self.data_moved:
            return self.beside.scored(self.part, self.before)
        kept = self.beside.evidence(self.old.evidence).samples
        if kept is None:
            return None
        return self.beside.rescored(row_texts(kept), self.names, self.before)

    @cached_property
    def fresh(self) -> Score | None:
        """Score the data of now under the old definition."""
        if self.part is None or self.before is None:
            return None
        return self.beside.scored(self.part, self.before)

    @cached_property
    def moved_on(self) -> Score | None:
        """Score the samples that are meant now under the old definition."""
        if self.before is None or not self.elsewhere:
            return self.fresh
        return self.beside.scored(_at(self.one, self.before), self.before)

    def _reasons(self, samples: Sequence[SampleEffect]) -> Iterator[Reason]:
        """Walk from the locked number to that of now: each effect starts where the last ended."""
        if self.before is None:
            says = f"this library does not know {self.old.definition[:60]!r}"
            yield Reason(Cause.LIBRARY, says, effect(self.old.score, self.now.score))
            return
        yield from self._library()
        if self.data_moved:
            start = self.old.score if self.again is None else self.again
            cause, says = self._changed(samples)
            yield Reason(cause, says, effect(start, self.fresh))
        if self.elsewhere:
            yield Reason(Cause.WHERE, self._meant(), effect(self.fresh, self.moved_on))
        if self.redefined:
            says = ", ".join(f"{name} {a} -> {b}" for name, a, b, *_ in self._between.steps)
            yield Reason(Cause.DEFINITION, says, effect(self.moved_on, self.now.score))
        if self.old.printed != self.now.printed:
            says = f"{self.old.printed} -> {self.now.printed}"
            yield Reason(Cause.PRINTED, says, Fraction(0))

    def _library(self) -> Iterator[Reason]:
        if self.again is not None and not same_score(self.again, self.old.score):
            cause, lead = self._beneath()
            says = f"{lead}: the same evidence scores differently"
            yield Reason(cause, says, effect(self.old.score, self.again))

    def _beneath(self) -> tuple[Cause, str]:
        """Say what moves numbers where data and definition do not: this library, or others."""
        was, now = (dict(lock.environment) for lock in (self.beside.lock, self.beside.now))
        library = version_text(was, now, "measurand")
        changes = [library, "" if self.before is None else revision_text(self.old, self.before)]
        if any(changes):
            return Cause.LIBRARY, ", ".join(filter(None, changes))
        others = [version_text(was, now, name) for name in sorted(was.keys() | now.keys())]
        if any(others):
            return Cause.ENVIRONMENT, ", ".join(filter(None, others))
        return Cause.LIBRARY, "measurand is of the same version, or the lock was edited"

    def _changed(self, samples: Sequence[SampleEffect]) -> tuple[Cause, str]:
        was, now = self.beside.source(self.old.data)
        if was is None or now is None:
            return Cause.DATA, f"the source {self.old.data!r} is not read any more"
        says = samples_text(samples) or "which samples is not known: the lock holds none of them"
        if self.part is None:
            says = "they cannot be observed under the locked definition any more"
        otherwise = self.beside.otherwise(self.old.data)
        if was.files != now.files:
            return Cause.DATA, f"{says}; {otherwise}" if otherwise else says
        if otherwise:
            return Cause.READING, f"{otherwise}; {says}"
        if (was.read, was.dropped, was.skipped) != (now.read, now.dropped, now.skipped):
            return Cause.READING, f"other records of the same file are read; {says}"
        cause, lead = self._beneath()
        return cause, f"{lead}: the same files are observed otherwise; {says}"

    def _meant(self) -> str:
        old, new = ((one.data, dict(one.where)) for one in (self.old, self.now))
        parts = [f"data {old[0]} -> {new[0]}"] if old[0] != new[0] else []
        for key in sorted(old[1].keys() | new[1].keys()):
            was, now = old[1].get(key, "all"), new[1].get(key, "all")
            if was != now:
                parts.append(f"{key} {was} -> {now}")
        return ", ".join(parts)

    def _samples(self) -> tuple[SampleEffect, ...]:
        return self._changed_samples() if self.data_moved else ()

    def _changed_samples(self, *, most: int = MOST_ROWS) -> tuple[SampleEffect, ...]:
        kept = self.beside.evidence(self.old.evidence).samples
        before, part = self.before, self.part
        if kept is None or before is None or part is None:
            return ()
        rows = self.beside.rows(part, self.names)
        if rows is None:
            return ()
        names = self.beside.called(part)
        effects = sample_effects(
            kept, rows, lambda texts: self.beside.rescored(texts, self.names, before), most=most
        )
        return tuple(evolve(one, id=names.get(one.id, one.id)) for one in effects)

    @cached_property
    def _between(self) -> DefinitionSteps:
        return (
            DefinitionSteps(())
            if self.before is None
            else steps_between(self.before, self.one.definition)
        )

    def _options(self) -> tuple[OptionEffect, ...]:
        def scored(definition: Definition) -> Score | None:
            return self.beside.scored(_at(self.one, definition), definition)

        if not self.redefined:
            return ()
        now, locked = (self.moved_on, scored), (self.again, self._on_locked)
        return option_effects(self._between, now, locked)

    def _on_locked(self, definition: Definition) -> Score | None:
        """Score another definition on the data as they were locked, as far as the lock holds it."""
        how, old = observing(definition), self.old
        if not self.data_moved:
            return self.beside.scored(Slice(old.data, old.where, how), definition)
        kept = self.beside.evidence(old.evidence).samples
        if kept is None or self.before is None or how != observing(self.before):
            return None
        if not set(group_keys(definition)) <= set(self.names):
            return None
        return self.beside.rescored(row_texts(kept), self.names, definition)

    def _split(self) -> Split | None:
        if not (self.redefined and self.data_moved) or self.elsewhere:
            return None
        return Split(
            data=effect(self.again, self.fresh),
            definition=effect(self.again, self._on_locked(self.one.definition)),
            both=effect(self.again, self.now.score),
        )


def _at(one: ComputedNumber, definition: Definition) -> Slice:
    return Slice(one.slice.data, one.slice.where, observing(definition))


def _remainder(reasons: Sequence[Reason], samples: Sequence[SampleEffect]) -> Quantity | None:
    of_data = [one.effect for one in reasons if one.cause in {Cause.DATA, Cause.READING}]
    single = [one.effect for one in samples if one.effect is not None]
    if not samples or len(single) < len(samples) or len(of_data) != 1 or of_data[0] is None:
        return None
    return of_data[0] - added(single)
