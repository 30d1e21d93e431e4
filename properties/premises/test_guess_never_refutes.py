"""LAW: a guess never refutes. What is refuted stays so when unsaid premises are chosen otherwise.

Every admitted alternative of every premise is put into the sheet, and every pair of them, and the
rules are asked of that one world alone: the other road to the same verdicts.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from hypothesis import given

from measurand.auditing.proofs.premises import Change, Premise, apply_changes
from measurand.values.verdict import TableVerdict
from properties.premises.asking import asked, read, told
from properties.premises.families import seeded, true_table
from properties.premises.layouts import slip, some_of
from properties.premises.test_truth import SEEDS
from properties.strategies.effort import third


def worlds(premises: Sequence[Premise]) -> Iterator[tuple[str, tuple[Change, ...]]]:
    """List what was read, and what differs from it in one premise or in two."""
    yield "as read", ()
    open_ones = [
        (premise.id, one.name, one.change) for premise in premises for one in premise.admitted[1:]
    ]
    for kind, name, change in open_ones:
        yield f"{kind}: {name}", (change,)
    for (kind, name, change), (other, word, more) in combinations(open_ones, 2):
        if kind != other:
            yield f"{kind}: {name}; {other}: {word}", (change, more)


@third
@given(SEEDS)
def test_what_is_refuted_stays_so_in_every_world_that_differs_in_two_premises(seed: int) -> None:
    rng = seeded(seed)
    table = slip(rng, true_table(seed)) or true_table(seed)
    one = read(table, some_of(rng, table.said))
    proved = asked(one.sheet, one.premises)
    refuted = told(proved).refuted

    for name, changes in worlds(one.premises) if refuted else ():
        other = asked(apply_changes(one.sheet, changes))

        outcomes = {question.name: question.outcome for question in other.questions}
        for question in refuted:
            found = outcomes.get(question)
            assert found is TableVerdict.NOT_REPRODUCIBLE, (name, question, found, table.text)
