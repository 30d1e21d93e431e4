"""A sample that is said to tell survivors apart does, when it is pooled with the row."""

from attrs import evolve
from hypothesis import event, given

from measurand.auditing.claims.audit import audit_table
from measurand.auditing.claims.cells import cell_definition
from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.model import Column, Row
from measurand.auditing.claims.separating_sample import separate, survivors_of
from measurand.auditing.claims.space import Candidate
from measurand.evidence.pool import pool
from measurand.metrics.definitions import group_keys, observing
from measurand.metrics.finalise import score
from measurand.values.sample import Sample
from measurand.values.score import Score
from properties.audits.tables import Audited, tables, within
from properties.strategies.effort import half


def score_with(made: Audited, row: Row, column: Column, one: Candidate, more: Sample) -> Score:
    """Score a cell with a sample more, in groups of its own."""
    definition = cell_definition(made.table, column, row, one.options)
    names = group_keys(definition)
    corpus = within(made.sources[one.data or row.data or made.table.data], row.where)
    alone = evolve(more, groups=tuple((name, "") for name in names))
    return score(definition, pool(observing(definition), (*corpus, alone), names=names))


@half
@given(tables)
def test_a_separating_sample_gives_survivors_the_different_scores_that_it_shows(
    made: Audited,
) -> None:
    found = made.gathered()
    audited = audit_table(made.table, Judge(found))

    told = separate(survivors_of(made.table, audited, found), made.sources["runs"])

    event("nothing" if told is None else told.origin)
    if told is None:
        return
    row = next(row for row in made.table.rows if row.label == told.row)
    column = made.table.column(told.column)
    assert len({shown for shown, _ in told.scores}) == len(told.scores) > 1
    for shown, members in told.scores:
        assert set(members) <= made.alive()
        for one in members:
            assert score_with(made, row, column, one, told.sample) == shown
