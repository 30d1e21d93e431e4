"""A lock held against what there is now, as JSON: every number, its causes and their shares."""

from measurand.audit.lock.lock import LockedNumber
from measurand.audit.lock.messages import move_sentence, statements_sentence
from measurand.audit.lock.moves import (
    LockCheck,
    Move,
    OptionEffect,
    Reason,
    SampleEffect,
    Split,
    effect,
)
from measurand.audit.lock.statements import StatementEdit, StatementsCheck
from measurand.edges.files.json.shapes import Shapes, keys, made
from measurand.values.quantity import Quantity


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
