"""A lock held against what there is now, as a document, and as JSON with causes and shares."""

from collections.abc import Iterator, Sequence

from measurand.auditing.lock.lock import LockedNumber
from measurand.auditing.lock.messages import (
    CAUSES,
    MOST_NAMED,
    move_sentence,
    score_figure,
    signed,
    statements_sentence,
)
from measurand.auditing.lock.moves import (
    LockCheck,
    Move,
    OptionEffect,
    Reason,
    SampleEffect,
    Split,
    effect,
)
from measurand.auditing.lock.statements import StatementEdit, StatementsCheck
from measurand.edges.files.json.shapes import Shapes, keys, made
from measurand.edges.report.document import Block, Grid, Prose
from measurand.values.quantity import Quantity
from measurand.values.verdict import Verdict


def move_of(move: Move) -> Quantity | None:
    """Say how far a number moved; None where it is not both locked and claimed."""
    if move.before is None or move.now is None:
        return None
    return effect(move.before.score, move.now.score)


LOCKS: Shapes = {
    LockCheck: (
        *keys("verdict"),
        *made(environment="notes", sources="sources", statements="stated", numbers="moves"),
    ),
    StatementsCheck: (*keys("verdict count"), *made(because=statements_sentence), *keys("edits")),
    StatementEdit: (
        *made(statement="place", edit="edit", finding="edit.finding", locked="before", now="now"),
    ),
    Move: (
        *keys("id verdict"),
        *made(because=move_sentence, locked="before", now="now", by=move_of, causes="reasons"),
        *keys("samples"),
        *made(samples_together="remainder"),
        *keys("options"),
        *made(data_and_definition="split"),
        *keys("notes"),
    ),
    LockedNumber: keys("score printed definition denominators"),
    Reason: (*keys("cause"), *made(what="says", by="effect")),
    SampleEffect: (*keys("id change"), *made(alone="effect"), *keys("because")),
    OptionEffect: (
        *keys("option"),
        *made(locked="before", now="after", alone_on_locked_data="locked", alone="alone"),
        *made(in_turn="then"),
        *keys("because"),
    ),
    Split: (*keys("data definition"), *made(more_by_both="interaction", move="both")),
}

MOST_SAMPLES = 10
"""How many samples of a number are listed."""
MOST_STATEMENTS = 50

_WORDS = {
    Verdict.HOLDS: "as locked",
    Verdict.REFUTED: "not as locked",
    Verdict.UNDECIDED: "undecided",
}


def lock_blocks(compared: LockCheck) -> Iterator[Block]:
    """Lay out the numbers that are not as they were locked, with causes, samples and options.

    >>> [block.lines[0] for block in lock_blocks(LockCheck(moves=()))]
    ['Nothing was held against the lock: undecided.']
    """
    found = compared.findings
    if compared.stated.edits:
        yield _statements(compared.stated)
    if found:
        yield _numbers(found)
        yield _causes(found)
    yield from filter(None, (_samples(found), _options(found), _splits(found)))
    yield Prose((summary(compared), *_notes(compared)))


def summary(compared: LockCheck) -> str:
    """Count the numbers, and what else the file says.

    >>> one = Move(id="a", verdict=Verdict.HOLDS)
    >>> summary(LockCheck(moves=(one,), stated=StatementsCheck(count=7)))
    '1 number held against the lock: 1 as locked, 0 not as locked, 0 undecided. \
7 statements of the claims file: all as locked.'
    """
    moves, stated = compared.moves, compared.stated
    if not moves and not stated.count:
        return "Nothing was held against the lock: undecided."
    if not stated.known:
        return f"{_numbers_counted(moves)} {statements_sentence(stated).capitalize()}."
    what = "statement" if stated.count == 1 else "statements"
    how = f"{len(stated.findings)} not as locked" if stated.findings else "all as locked"
    quiet = len(stated.edits) - len(stated.findings)
    more = f", {quiet} to be noted" if quiet else ""
    told = f"{stated.count} {what} of the claims file: {how}{more}."
    return f"{_numbers_counted(moves)} {told}"


def _numbers_counted(moves: Sequence[Move]) -> str:
    counts = [sum(move.verdict is verdict for move in moves) for verdict in _WORDS]
    told = ", ".join(f"{count} {word}" for count, word in zip(counts, _WORDS.values(), strict=True))
    what = "number" if len(moves) == 1 else "numbers"
    return f"{len(moves)} {what} held against the lock: {told}."


def _notes(compared: LockCheck) -> Iterator[str]:
    """Give each note once, with the numbers that it is about."""
    about: dict[str, list[str]] = {}
    for move in compared.moves:
        if move.verdict is Verdict.HOLDS:
            for note in move.notes:
                told = "; ".join(reason.says for reason in move.reasons)
                about.setdefault(note + (f" ({told})" if told else ""), []).append(move.id)
    for note, ids in about.items():
        more = f" and {len(ids) - MOST_NAMED} more" if len(ids) > MOST_NAMED else ""
        yield f"{', '.join(ids[:MOST_NAMED])}{more}: {note}"
    yield from (f"source {note}" for note in compared.sources)
    yield from (f"environment: {note}" for note in compared.notes)


def _statements(stated: StatementsCheck) -> Grid:
    shown = sorted(stated.edits, key=lambda one: not one.edit.finding)
    rows = [
        (one.place, one.edit.value + ("" if one.edit.finding else ", a note"), one.said)
        for one in shown[:MOST_STATEMENTS]
    ]
    if len(shown) > MOST_STATEMENTS:
        rows.append((f"{len(shown) - MOST_STATEMENTS} more", "", ""))
    head = ("statement", "is", "from what to what")
    return Grid("The claims file against the lock", head, tuple(rows))


def _numbers(found: Sequence[Move]) -> Grid:
    rows = tuple(
        (
            move.id,
            _score(move.before),
            _score(move.now),
            signed(move_of(move)) if move.before and move.now else "",
            _WORDS[move.verdict],
        )
        for move in found
    )
    return Grid("Against the lock", ("number", "locked", "now", "by", "verdict"), rows)


def _score(number: LockedNumber | None) -> str:
    return "" if number is None else score_figure(number.score)


def _causes(found: Sequence[Move]) -> Grid:
    rows = [
        (move.id, CAUSES[reason.cause], reason.says, signed(reason.effect))
        for move in found
        for reason in move.reasons
    ]
    rows += [(move.id, "", note, "") for move in found for note in move.notes]
    return Grid(
        "Causes",
        ("number", "cause", "what", "by"),
        tuple(rows),
        notes=("from the locked number to that of now; all that is known adds up to the move",),
    )


def _samples(found: Sequence[Move]) -> Grid | None:
    rows: list[tuple[str, ...]] = []
    for move in found:
        rows.extend(
            (move.id, one.id, one.change.value, signed(one.effect), one.because)
            for one in move.samples[:MOST_SAMPLES]
        )
        more = len(move.samples) - MOST_SAMPLES
        if more > 0:
            rows.append((move.id, f"{more} more", "", "", ""))
        if move.remainder:
            rows.append((move.id, "what they do together", "", signed(move.remainder), ""))
    if not rows:
        return None
    notes = ("by itself: this sample alone as it is now, all others as they were locked",)
    return Grid("Samples", ("number", "sample", "", "by itself", "why"), tuple(rows), notes=notes)


def _options(found: Sequence[Move]) -> Grid | None:
    rows = tuple(
        (
            move.id,
            one.option,
            one.before,
            one.after,
            *map(signed, (one.locked, one.alone, one.then)),
        )
        for move in found
        for one in move.options
    )
    if not rows:
        return None
    return Grid(
        "Options",
        ("number", "option", "locked", "now", "on locked data", "on data of now", "in turn"),
        rows,
        notes=(
            "this option alone, all others as they were locked, on both data; in turn: one after",
            "the other on the data of now, which adds up to what the definition did; ?: not known,",
            "for instance as the lock does not hold what the option observes",
        ),
    )


def _splits(found: Sequence[Move]) -> Grid | None:
    rows = tuple(
        (move.id, *map(signed, (split.data, split.definition, split.interaction, split.both)))
        for move in found
        if (split := move.split) is not None
    )
    if not rows:
        return None
    return Grid(
        "Data and definition apart",
        ("number", "data alone", "definition alone", "more by both", "move"),
        rows,
        notes=(
            "each alone, from the locked number; ?: the lock does not hold what is observed now",
        ),
    )
