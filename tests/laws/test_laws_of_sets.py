"""Laws of scores of sets and lists, in worked cases."""

from fractions import Fraction

import pytest

from measurand.algebra.law import Broken, Holds, Law, Outcome, Silent
from measurand.laws.kinds.kind import ClaimError
from measurand.laws.kinds.set_scores import Bags, SetsCase, SetScore
from measurand.laws.kinds.sets import SET_F1, TUPLE_F1
from measurand.laws.kinds.subject import Subject
from properties.laws.mutants.sets import RIGHT, f, macro, micro, micro_of_batches
from properties.laws.mutants.tuples import RIGHT_TUPLES, WRONG_TUPLES

LAWS: dict[str, Law[SetScore, SetsCase]] = {law.id: law for law in TUPLE_F1.laws}
WRONG = {wrong.name: wrong.subject for wrong in WRONG_TUPLES}
F1 = frozenset({"f1", "macro", "symmetric", "empty=1"})


def tried(law: str, subject: SetScore, case: SetsCase) -> Outcome:
    return LAWS[law].check(subject, case)


def because(law: str, subject: SetScore, case: SetsCase) -> str:
    outcome = tried(law, subject, case)
    assert not isinstance(outcome, Holds)
    return outcome.because


def test_the_names_of_the_laws_never_change() -> None:
    sets = [law.id for law in SET_F1.laws]

    assert sets == [
        "defined",
        "repeatable",
        "history",
        "range",
        "identity",
        "empty-is-one",
        "empty-is-zero",
        "empty-is-skipped",
        "disjoint",
        "swap",
        "sample-order",
        "renaming",
        "missing-prediction",
        "wrong-prediction",
        "replication",
        "mean-of-samples",
        "between",
        "pooled",
        "empty-is-inert",
        "mean-of-items",
        "merge",
        "counts-of-f1",
        "counts-of-precision",
        "counts-of-recall",
        "counts-of-jaccard",
        "counts-of-exact-match",
        "wrong-prediction-costs",
    ]
    assert set(LAWS) - set(sets) == {
        "item-order",
        "repeated-prediction",
        "repeats-do-not-count",
        "repeats-count",
    }


def test_every_claim_is_asked_for_by_some_law_or_loosens_one() -> None:
    needed = {claim for law in TUPLE_F1.laws for claim in law.needs}

    assert set(TUPLE_F1.claims) - needed == {"undefined", "other"}
    told = {claim for one in RIGHT_TUPLES for claim in one.claims}
    assert {*told, "other"} == {*TUPLE_F1.claims, "exact"}


@pytest.mark.parametrize(
    "both", [("macro", "micro"), ("empty=0", "empty=1"), ("f1", "jaccard"), ("multiset", "set")]
)
def test_claims_that_exclude_each_other_are_refused(both: tuple[str, str]) -> None:
    with pytest.raises(ClaimError, match=f"claim one of {both[0]} and {both[1]}, not both"):
        TUPLE_F1.checked(both)


# One right of two gold items and one prediction: F1 2/3, precision 1, recall 1/2, Jaccard 1/2.
@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("f1", "2/3"),
        ("precision", "1"),
        ("recall", "1/2"),
        ("jaccard", "1/2"),
        ("exact-match", "0"),
    ],
)
def test_one_sample_scores_by_its_counts(claim: str, expected: str) -> None:
    case = SetsCase([["a", "b"]], [["a"]])
    quarter = Subject("quarter", lambda *_: 0.25, {claim})
    right = next(one for one in RIGHT if claim in one.claims)

    assert because(f"counts-of-{claim}", quarter, case) == f"0.25, expected {expected}"
    assert tried(f"counts-of-{claim}", right, case) == Holds()


def test_a_repeated_prediction_must_not_help() -> None:
    # The shape of finding D3 of the research: two copies of one prediction count as two hits.
    case = SetsCase([[("a", "x")]], [[("a", "x")]], listed=True)

    assert tried("repeated-prediction", WRONG["members"], case) == Broken(
        "4/3 is above 1",
        (
            "members([[('a', 'x')]], [[('a', 'x'), ('a', 'x')]])  # 4/3",
            "members([[('a', 'x')]], [[('a', 'x')]])  # 1",
        ),
    )


def test_a_set_score_leaves_copies_out_and_a_multiset_score_counts_them() -> None:
    case = SetsCase([[("a", "x"), ("a", "x")]], [[("a", "x")]], listed=True)

    assert because("repeats-do-not-count", WRONG["multiset_for_set"], case) == "1/2 and 1 differ"
    assert because("repeats-count", WRONG["set_for_multiset"], case) == "1 and 1/2 differ"


def test_the_score_of_nothing_is_what_the_rule_says() -> None:
    case = SetsCase([[]], [[]])

    assert because("empty-is-one", WRONG["micro_empty_0"], case) == "0, expected 1"
    assert because("empty-is-zero", WRONG["macro_empty_1"], case) == "1, expected 0"
    assert because("empty-is-skipped", WRONG["empty_counted"], case) == (
        "there is nothing in any sample"
    )
    assert because("empty-is-skipped", WRONG["empty_counted"], SetsCase([["a"]], [["b"]])) == (
        "0 and 1/2 differ"
    )


def test_a_macro_score_is_the_mean_of_its_samples_and_a_micro_score_is_pooled() -> None:
    # F1 of the samples 1 and 0; pooled 2 * 1 / (2 + 3).
    case = SetsCase([["a"], ["b"]], [["a"], ["c", "d"]])

    assert because("mean-of-samples", WRONG["micro_for_macro"], case) == (
        "2/5, expected the mean 1/2"
    )
    assert because("pooled", WRONG["macro_for_micro"], case) == "1/2 and 2/5 differ"


def test_a_mean_of_batches_is_not_the_mean_of_samples() -> None:
    case = SetsCase([["a"], ["b"], ["c"]], [["a"], [], []], place=1)

    assert because("merge", WRONG["mean_of_batches"], case) == "1/3 and 1/2 differ"
    assert tried("merge", Subject("f", micro(f), {"mergeable"}, micro_of_batches), case) == Holds()


def test_a_merge_that_cannot_be_asked_for_stays_untested() -> None:
    case = SetsCase([["a"]], [["a"]])

    assert tried("merge", Subject("f", micro(f), {"mergeable"}), case) == Silent(
        "there is no function for batches: give Subject(batched=...)"
    )


def test_a_sum_that_is_not_divided_is_not_between_the_samples() -> None:
    def summed(gold: Bags, predicted: Bags) -> Fraction:
        pairs = zip(gold, predicted, strict=True)
        return sum((macro(f)([one], [other]) or Fraction(0) for one, other in pairs), Fraction(0))

    case = SetsCase([["a"], ["b"]], [["a"], ["b"]])

    assert because("between", Subject("summed", summed, F1), case) == "2 is above 1"


def test_what_was_asked_before_must_not_matter() -> None:
    seen: list[int] = []

    def grows(_gold: Bags, predicted: Bags) -> int:
        seen.append(len(predicted[0]))
        return len(set(seen))

    case = SetsCase([["a"]], [["a"]], [["a"]], [["b", "c"]])

    assert tried("history", Subject("grows", grows), case) == Broken(
        "the first answer is another after the second question",
        (
            "grows([{'a'}], [{'a'}])  # 1",
            "grows([{'a'}], [{'b', 'c'}])  # 2",
            "grows([{'a'}], [{'a'}])  # 2",
        ),
    )


def test_a_law_is_silent_where_it_has_nothing_to_say() -> None:
    nothing = SetsCase([[]], [[]])
    f1 = Subject("f1", macro(f), F1)

    assert {law: because(law, f1, nothing) for law in ("identity", "disjoint", "counts-of-f1")} == {
        "identity": "some sample has nothing to find",
        "disjoint": "no sample has a wrong prediction beside something to find",
        "counts-of-f1": "there is nothing on one side",
    }


def test_a_score_that_may_be_undefined_has_a_number_wherever_no_side_is_empty() -> None:
    never = Subject("never", lambda *_: None, {"undefined"})

    assert tried("defined", never, SetsCase([["a"]], [[]])) == Holds()
    assert because("defined", never, SetsCase([["a"]], [["b"]])) == "the answer is None"
