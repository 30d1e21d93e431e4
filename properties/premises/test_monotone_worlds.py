"""LAWS of worlds: one more unusual reading makes odd at most, one more usual reading possible.

And a coincidence refutes nothing, whatever its threshold.
"""

from random import Random

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.auditing.proofs.premises import Alternative, Change, Premise
from measurand.auditing.proofs.sheet import Role
from measurand.edges.tables.sheet import ReadTable
from measurand.values.verdict import TableVerdict
from properties.premises.asking import asked, quickly, read, told
from properties.premises.families import seeded, true_table
from properties.premises.layouts import TrueTable, slip, some_of
from properties.premises.test_truth import SEEDS
from properties.strategies.effort import third

REFUTED, ODD = TableVerdict.NOT_REPRODUCIBLE, TableVerdict.ODD
FREED = {
    True: {
        REFUTED: {ODD, TableVerdict.POSSIBLE, TableVerdict.UNDECIDED},
        ODD: {TableVerdict.POSSIBLE},
    },
    False: {REFUTED: {ODD, TableVerdict.UNDECIDED}},
}
"""What an outcome may become, besides itself, with one more reading that is usual, or not.

What a usual reading makes possible may yet be odd beside its siblings.
"""


def slipped(seed: int) -> TrueTable:
    """Draw a table with one digit changed."""
    return slip(seeded(seed), true_table(seed)) or true_table(seed)


def opened(one: ReadTable, rng: Random, *, usual: bool) -> tuple[Premise, ...]:
    """Add a premise of one column: it may be something else."""
    column = rng.choice([column.name for column in one.sheet.columns])
    change = Change(roles=((column, Role.VALUE, ()),))
    other = Alternative(name="of another kind", change=change, usual=usual)
    premise = Premise(id="drawn", alternatives=(Alternative(name="as read"), other))
    return (*one.premises, evolve(premise, columns=(column,)))


@third
@given(SEEDS, st.randoms(use_true_random=False), st.sampled_from(("usual", "unusual")))
def test_one_more_reading_frees_as_far_as_it_is_usual(seed: int, rng: Random, kind: str) -> None:
    usual = kind == "usual"
    table = slipped(seed)
    one = read(table, some_of(rng, table.said))
    if not one.sheet.columns:
        return

    before = asked(one.sheet, one.premises)
    after = {q.name: q.outcome for q in asked(one.sheet, opened(one, rng, usual=usual)).questions}

    for question in before.questions:
        allowed = {question.outcome, *FREED[usual].get(question.outcome, ())}
        assert after[question.name] in allowed, (question.name, table.text)


@third
@given(SEEDS, st.randoms(use_true_random=False))
def test_the_threshold_of_coincidences_changes_no_refutation(seed: int, rng: Random) -> None:
    table = slipped(seed)
    said = some_of(rng, table.said)

    loose, strict = (quickly(table, said, odd_at=odd_at) for odd_at in (0, 9))

    assert told(loose).refuted == told(strict).refuted, table.text
