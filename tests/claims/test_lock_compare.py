"""What moved a number, and how far each cause did: worked by hand."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from attrs import evolve

from measurand.auditing.claims.model import Claims
from measurand.auditing.lock.compare import compare
from measurand.auditing.lock.evidence import KeptRow, Texts
from measurand.auditing.lock.lock import Environment, Keeping, Lock, LockedNumber, make_lock
from measurand.auditing.lock.messages import move_sentence
from measurand.auditing.lock.moves import Cause, LockCheck, Move, sample_effects
from measurand.evidence.source import Fields, Source
from measurand.metrics.signature import parse
from measurand.values.quantity import Quantity
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined
from measurand.values.verdict import Verdict
from properties.claims.locking import ENVIRONMENT, claims_of, state_of
from tests.claims.small import FOUR

MICRO = claims_of([parse("f(average=micro)")])
# FOUR has hits, predictions, gold items (1, 1, 2), (0, 0, 0), (0, 2, 1), (1, 1, 1): F1 = 4 / 8.
RIGHT = Sample(id="3", gold=("a",), predicted=("a",))
THREE_RIGHT = (FOUR[0], FOUR[1], RIGHT, FOUR[3])


def lock(claims: Claims = MICRO, samples: Sequence[Sample] = FOUR) -> Lock:
    return make_lock(state_of(tuple(samples), claims), Keeping(most=None))


def against(
    found: Lock,
    claims: Claims = MICRO,
    samples: Sequence[Sample] = FOUR,
    environment: Environment = ENVIRONMENT,
) -> LockCheck:
    state = state_of(tuple(samples), claims, found)
    return compare(found, evolve(state, environment=environment))


def only(compared: LockCheck) -> Move:
    [move] = compared.moves
    return move


def edited(found: Lock, change: Callable[[LockedNumber], LockedNumber]) -> Lock:
    return evolve(found, numbers={name: change(one) for name, one in found.numbers.items()})


def causes(move: Move) -> list[tuple[Cause, Quantity | None]]:
    return [(reason.cause, reason.effect) for reason in move.reasons]


def test_nothing_moved() -> None:
    move = only(against(lock()))

    assert (move.verdict, move.reasons, move_sentence(move)) == (Verdict.HOLDS, (), "")


def test_each_sample_alone_and_what_they_do_together() -> None:
    more = Sample(id="5", gold=("a", "b"), predicted=("a", "b"))

    move = only(against(lock(), samples=(*THREE_RIGHT[1:], more)))

    # Alone: without 1 it is 2 / 5; with 3 right 6 / 7; with 5 beside them 8 / 12.
    assert {one.id: one.effect for one in move.samples} == {
        "1": Fraction(-1, 10),
        "3": Fraction(5, 14),
        "5": Fraction(1, 6),
    }
    assert [one.id for one in move.samples] == ["3", "5", "1"]
    # All together it is 8 / 8.
    assert causes(move) == [(Cause.DATA, Fraction(1, 2))]
    assert move.remainder == Fraction(1, 2) - (Fraction(-1, 10) + Fraction(5, 14) + Fraction(1, 6))


def test_data_that_change_and_leave_the_number_are_a_note() -> None:
    swapped = (*FOUR[:3], evolve(FOUR[3], id="9"))

    move = only(against(lock(samples=FOUR), samples=swapped))
    other = only(against(lock(), samples=(*FOUR, Sample(id="5"))))

    # Another name for the same evidence is not another number, nor another evidence.
    assert (move.verdict, move.notes) == (
        Verdict.HOLDS,
        ("other samples give the same number: 1 sample added: 9; 1 sample removed: 4",),
    )
    assert (other.verdict, other.notes) == (
        Verdict.HOLDS,
        ("the data changed, and the number did not",),
    )
    assert [one.id for one in other.samples] == ["5"]


def test_each_option_alone_and_in_turn() -> None:
    after = claims_of([parse("f(average=macro[sample],both_empty=drop,beta=2)")])

    move = only(against(lock(), after))

    # Under the old definition beta alone: 5*2 / (4*4 + 4) = 1/2. The mean of 2/3, 1, 0, 1 is 2/3.
    # With beta 2 it is the mean of 5/9, 1, 0, 1: 23/36; without the empty one of three: 14/27.
    # Micro pools: an empty sample in it changes nothing.
    found = {one.option: (one.alone, one.then) for one in move.options}
    assert found == {
        "beta": (Fraction(0), Fraction(0)),
        "average": (Fraction(1, 6), Fraction(23, 36) - Fraction(1, 2)),
        "both_empty": (Fraction(0), Fraction(14, 27) - Fraction(23, 36)),
    }
    assert causes(move) == [(Cause.DEFINITION, Fraction(14, 27) - Fraction(1, 2))]
    assert move_sentence(move) == (
        "moved from 0.5 to 0.518519: definition changed: beta 1 -> 2, "
        "average micro -> macro[sample], both_empty 1+1 -> drop (+0.018519)"
    )


def test_a_definition_that_changes_and_leaves_the_number_is_a_finding() -> None:
    move = only(against(lock(), claims_of([parse("f(average=micro,beta=2)")])))

    assert (move.moved, move.verdict) == (False, Verdict.REFUTED)
    assert move_sentence(move) == "still 0.5; definition changed: beta 1 -> 2 (0)"


def test_another_metric_is_one_option() -> None:
    move = only(against(lock(), claims_of([parse("recall(average=micro)")])))

    assert [(one.option, one.before, one.after) for one in move.options] == [
        ("metric", "f", "recall")
    ]


def test_what_the_new_definition_observes_may_not_be_in_the_lock() -> None:
    counted = claims_of([parse("f(average=micro,match=multiset)")])
    pooled = claims_of([parse("f(average=macro[sample])")])

    unknown = only(against(lock(), counted, THREE_RIGHT)).split
    known = only(against(lock(), pooled, THREE_RIGHT)).split

    assert unknown is not None
    assert known is not None
    # The data alone: 6 / 7. The definition alone on the old evidence: 2/3 - 1/2.
    assert (unknown.data, unknown.definition) == (Fraction(5, 14), None)
    assert (known.data, known.definition) == (Fraction(5, 14), Fraction(1, 6))
    # Both: the mean of 2/3, 1, 1, 1.
    assert known.both == Fraction(11, 12) - Fraction(1, 2)
    assert known.interaction == Fraction(11, 12) - Fraction(1, 2) - Fraction(5, 14) - Fraction(1, 6)


NOW = (("measurand", "2"), ("python", "3.11"))


def test_a_library_that_scores_the_same_evidence_otherwise_is_named() -> None:
    moved = edited(lock(), lambda one: evolve(one, score=Defined(Fraction(1, 4))))

    move = only(against(moved, environment=NOW))

    assert causes(move) == [(Cause.LIBRARY, Fraction(1, 4))]
    assert move_sentence(move) == (
        "moved from 0.25 to 0.5: library changed: measurand 1 -> 2: "
        "the same evidence scores differently (+0.25)"
    )


def test_a_revision_of_a_metric_is_named() -> None:
    moved = edited(
        lock(),
        lambda one: evolve(
            one,
            score=Defined(Fraction(1, 4)),
            definition=one.definition.replace("f/1(", "f/0("),
        ),
    )

    move = only(against(moved))

    assert move.options == ()
    assert move_sentence(move) == (
        "moved from 0.25 to 0.5: library changed: f revision 0 -> 1: "
        "the same evidence scores differently (+0.25)"
    )


def test_library_and_data_are_told_apart_by_the_samples_of_the_lock() -> None:
    moved = edited(lock(), lambda one: evolve(one, score=Defined(Fraction(1, 4))))

    move = only(against(moved, samples=THREE_RIGHT, environment=NOW))

    assert causes(move) == [(Cause.LIBRARY, Fraction(1, 4)), (Cause.DATA, Fraction(5, 14))]


def test_the_environment_is_a_cause_only_where_nothing_else_is() -> None:
    new = (("measurand", "1"), ("python", "3.12"))
    moved = edited(lock(), lambda one: evolve(one, score=Defined(Fraction(1, 4))))

    alone = only(against(moved, environment=new))
    nothing = against(lock(), environment=new)

    assert causes(alone) == [(Cause.ENVIRONMENT, Fraction(1, 4))]
    assert nothing.verdict is Verdict.HOLDS
    assert nothing.notes == ("python: locked with 3.11, now 3.12",)


def test_a_lock_that_was_edited_is_not_green() -> None:
    moved = edited(lock(), lambda one: evolve(one, score=Undefined("no sample")))

    move = only(against(moved))

    assert move.verdict is Verdict.REFUTED
    assert "or the lock was edited" in move_sentence(move)


def test_a_definition_that_is_not_known_any_more_is_named() -> None:
    old = edited(lock(), lambda one: evolve(one, definition="g/1(gamma=2)"))

    move = only(against(old))

    assert causes(move) == [(Cause.LIBRARY, Fraction(0))]
    assert move_sentence(move) == (
        "still 0.5; library changed: this library does not know 'g/1(gamma=2)' (0)"
    )


def with_row(claims: Claims, where: tuple[tuple[str, str], ...]) -> Claims:
    [table] = claims.tables
    rows = tuple(evolve(row, where=where) for row in table.rows)
    return evolve(claims, tables=(evolve(table, rows=rows),))


def test_other_samples_that_are_meant_are_named() -> None:
    ours = with_row(MICRO, (("run", "a"), ("lang", "de")))
    theirs = with_row(MICRO, (("lang", "fr"), ("run", "a")))

    move = only(against(lock(ours), theirs))
    same = only(against(lock(ours), with_row(MICRO, (("lang", "de"), ("run", "a")))))

    assert move_sentence(move) == "still 0.5; other samples are meant: lang de -> fr (0)"
    assert move.verdict is Verdict.REFUTED
    assert same.verdict is Verdict.HOLDS


def test_a_source_that_is_read_otherwise_is_named() -> None:
    answer = Source(path="runs.jsonl", fields=Fields(pred="answer"))
    changed = evolve(MICRO, sources=(("runs", answer),))
    found = lock()
    state = state_of(THREE_RIGHT, changed, found)
    same_files = evolve(state, files=state_of(FOUR, MICRO).files)

    move = only(compare(found, same_files))
    both = only(compare(found, state))

    assert causes(move) == [(Cause.READING, Fraction(5, 14))]
    assert "data are read otherwise: fields.pred: not said -> answer; 1 sample changed: 3" in (
        move_sentence(move)
    )
    assert causes(both) == [(Cause.DATA, Fraction(5, 14))]
    assert "1 sample changed: 3; fields.pred: not said -> answer" in move_sentence(both)


def test_the_same_files_that_are_observed_otherwise_are_the_library() -> None:
    found = lock()
    state = evolve(state_of(THREE_RIGHT, MICRO, found), files=state_of(FOUR, MICRO).files)

    move = only(compare(found, evolve(state, environment=NOW)))

    assert causes(move) == [(Cause.LIBRARY, Fraction(5, 14))]


def test_a_source_that_is_gone_is_named() -> None:
    move = only(against(edited(lock(), lambda one: evolve(one, data="others"))))

    assert "the source 'others' is not read any more" in move_sentence(move)
    assert "other samples are meant: data others -> runs" in move_sentence(move)


def test_a_number_that_stops_being_defined_has_no_effects() -> None:
    empty = claims_of([parse("f(average=macro[sample],both_empty=drop)")])

    move = only(against(lock(empty), empty, (FOUR[1],)))

    assert causes(move) == [(Cause.DATA, None)]
    assert [one.effect is None for one in move.samples].count(False) == 3
    assert "undefined" in move_sentence(move)


def test_ids_that_repeat_are_compared_together() -> None:
    twice = (*FOUR, FOUR[3])

    same = only(against(lock(samples=twice), samples=tuple(reversed(twice))))
    fewer = only(against(lock(samples=twice)))

    assert same.samples == ()
    assert [(one.id, one.change.value) for one in fewer.samples] == [("4", "removed")]


def total(texts: Texts) -> Score:
    return Defined(Fraction(sum(int(text[1:]) * count for (_, text), count in texts.items())))


def test_the_work_for_single_samples_is_bounded_and_those_left_out_say_so() -> None:
    before = [KeptRow(str(n), "=1") for n in range(6)]
    # Two change alike, which is scored first and once; the other two would cost as much again.
    after = [KeptRow(str(n), row) for n, row in enumerate(("=2", "=2", "=5", "=7", "=1", "=1"))]

    found = sample_effects(before, after, total, most=2)

    assert [(one.id, one.effect, one.because) for one in found] == [
        ("0", Fraction(1), ""),
        ("1", Fraction(1), ""),
        ("2", None, "not computed: too many different changes"),
        ("3", None, "not computed: too many different changes"),
    ]


@pytest.mark.parametrize("most", [0, 3])
def test_without_samples_the_number_still_moves_and_nobody_is_named(most: int) -> None:
    bare = make_lock(state_of(FOUR, MICRO), Keeping(most=most))

    move = only(against(bare, samples=THREE_RIGHT))

    assert move.samples == ()
    assert causes(move) == [(Cause.DATA, Fraction(5, 14))]
    assert "which samples is not known: the lock holds none of them" in move_sentence(move)


def test_an_option_alone_is_also_told_on_the_data_as_they_were_locked() -> None:
    pooled = claims_of([parse("f(average=macro[sample])")])
    counted = claims_of([parse("f(average=micro,match=multiset)")])

    [average] = only(against(lock(), pooled, THREE_RIGHT)).options
    [match] = only(against(lock(), counted, THREE_RIGHT)).options
    [same] = only(against(lock(), counted)).options

    # On the locked data 2/3 - 1/2; on those of now the mean of 2/3, 1, 1, 1 less 6 / 7.
    assert (average.locked, average.alone) == (Fraction(1, 6), Fraction(11, 12) - Fraction(6, 7))
    # No item repeats, so that match says nothing; the lock does not hold what it observes.
    assert (match.locked, match.alone) == (None, Fraction(0))
    # The data are those that were locked.
    assert same.locked == Fraction(0)


def test_groups_that_the_new_average_forgets_are_pooled_again() -> None:
    def grouped(samples: Sequence[Sample]) -> list[Sample]:
        return [
            evolve(one, groups=(("document", "x" if one.id in "12" else "y"),)) for one in samples
        ]

    before = claims_of([parse("f(average=macro[document])")])

    [average] = only(against(lock(before, grouped(FOUR)), MICRO, grouped(THREE_RIGHT))).options

    # The documents have (1, 1, 2) and (1, 3, 2): 2/3 and 2/5, their mean is 8/15.
    assert average.locked == Fraction(1, 2) - Fraction(8, 15)
