"""Where a lock compares: every number, statement and file of now held against what was locked.

`compare` walks the numbers that are locked or claimed and gives each its move (`causes` finds why),
holds what the claims file says against what it said (`statements`), and notes other versions and
other files where no number tells of them. Old definitions are scored on the data of now, so a
comparison needs more evidence than a check: `compare_needs` says which.
"""

from collections.abc import Iterable, Iterator

from measurand.auditing.claims.model import Claims
from measurand.auditing.lock.causes import LockComparison, NumberComparison, read_definition
from measurand.auditing.lock.evidence import evidence_digest, row_texts
from measurand.auditing.lock.lock import (
    ComputedNumber,
    Environment,
    Lock,
    LockedNumber,
    State,
    computed_numbers,
    lock_needs,
)
from measurand.auditing.lock.moves import Cause, LockCheck, Move, Reason, steps_between
from measurand.auditing.lock.statements import compare_statements
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.needs import Need, Slice, joined, merged
from measurand.values.verdict import Verdict


def compare_needs(lock: Lock, claims: Claims) -> tuple[Need, ...]:
    """Say what evidence a comparison needs beside that of a check: it may not fit the samples.

    These are the locked definitions on the data of now, and those between them and the new ones.

    >>> compare_needs(Lock(), Claims(sources=(), tables=()))
    ()
    """
    known = {name for name, _ in claims.sources}
    return joined(
        (part, definition)
        for one in computed_numbers(claims)
        if one.id in lock.numbers
        for part, definition in _definitions_to_score(lock.numbers[one.id], one)
        if part.data in known
    )


def _definitions_to_score(
    old: LockedNumber, one: ComputedNumber
) -> Iterator[tuple[Slice, Definition]]:
    before = read_definition(old.definition)
    if before is None:
        return
    yield Slice(old.data, old.where, observing(before)), before
    for step in (before, *steps_between(before, one.definition).definitions):
        yield Slice(one.slice.data, one.slice.where, observing(step)), step


def all_needs(lock: Lock, claims: Claims) -> tuple[Need, ...]:
    """Join what a check needs with what is only tried.

    >>> all_needs(Lock(), Claims(sources=(), tables=()))
    ()
    """
    return merged((*lock_needs(claims), *compare_needs(lock, claims)))


def compare(lock: Lock, state: State, *, partly: bool = False) -> LockCheck:
    """Hold all against the lock; `partly` says that not all claims were looked at.

    >>> from measurand.metrics.needs import Gathered
    >>> compare(Lock(), State(Claims(sources=(), tables=()), Gathered({}, {}))).moves
    ()

    Raises ValueError where the lock contradicts itself, see `contradictions`.
    """
    beside = LockComparison(lock, state)
    moves = [_move(beside, one) for one in computed_numbers(state.claims)]
    here = {move.id for move in moves}
    gone = () if partly else sorted(lock.numbers.keys() - here)
    moves.extend(
        Move(
            id=name,
            verdict=Verdict.REFUTED,
            before=lock.numbers[name],
            reasons=(Reason(Cause.GONE, "it is locked, and not claimed any more"),),
        )
        for name in gone
    )
    stated = compare_statements(lock.statements, beside.now.statements or {}, partly=partly)
    return LockCheck(
        moves=tuple(moves),
        stated=stated,
        notes=environment_notes(lock.environment, state),
        sources=tuple(_other_files(beside, moves)),
    )


def _other_files(beside: LockComparison, moves: Iterable[Move]) -> Iterator[str]:
    """Say of which sources the files are others, where no number says so."""
    said = {
        move.before.data
        for move in moves
        if move.before is not None and (move.verdict is not Verdict.HOLDS or move.notes)
    }
    for name in sorted(beside.lock.sources.keys() - said):
        was, now = beside.source(name)
        if was is not None and now is not None and was.files != now.files:
            yield f"{name}: its files are not those that were locked; the numbers are"


def _move(beside: LockComparison, one: ComputedNumber) -> Move:
    now = beside.now.numbers[one.id]
    old = beside.lock.numbers.get(one.id)
    if old is None:
        why = Reason(Cause.NEW, "it is claimed, and not locked yet")
        return Move(id=one.id, verdict=Verdict.UNDECIDED, now=now, reasons=(why,))
    return NumberComparison(beside, one, old, now).move()


def environment_notes(before: Environment, state: State) -> tuple[str, ...]:
    """Say what is different in the environment.

    >>> from measurand.metrics.needs import Gathered
    >>> now = State(Claims(sources=(), tables=()), Gathered({}, {}), environment=(("a", "2"),))
    >>> environment_notes((("a", "1"),), now)
    ('a: locked with 1, now 2',)
    """
    old, new = dict(before), dict(state.environment)
    return tuple(
        f"{name}: locked with {old.get(name, 'none')}, now {new.get(name, 'none')}"
        for name in sorted(old.keys() | new.keys())
        if old.get(name) != new.get(name)
    )


def contradictions(lock: Lock) -> tuple[tuple[str, str], ...]:
    """Find where a lock contradicts itself, as one edited by hand does: the place, and what is odd.

    >>> contradictions(Lock())
    ()
    """
    places = [
        (f"numbers.{name}", f"evidence {one.evidence[:60]!r} that the lock does not hold")
        for name, one in sorted(lock.numbers.items())
        if one.evidence not in lock.evidence
    ]
    for key, evidence in sorted(lock.evidence.items()):
        if evidence.samples is None:
            continue
        if evidence_digest(row_texts(evidence.samples)) != evidence.digest:
            places.append((f"evidence.{key}", "samples that have another digest"))
    return tuple(places)
