"""What the laws of texts, rankings and signatures say of single cases, worked by hand."""

from typing import TypeVar

from measurand.algebra.law import Broken, Holds, Outcome, Silent
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.ranking import RANKING, RankingCase
from measurand.laws.kinds.signatures import SIGNATURE, SignatureCase
from measurand.laws.kinds.texts import TEXT_SCORE, TextsCase
from properties.laws.mutants.every import MUTANTS

C = TypeVar("C")


def _checked(kind: Kind[..., C], law: str, name: str, case: C) -> Outcome:
    mutants = MUTANTS[kind.name]
    [subject] = [
        subject
        for subject in (*mutants.right, *(wrong.subject for wrong in mutants.wrong))
        if subject.name == name
    ]
    [check] = [one.check for one in kind.laws if one.id == law]
    return check(subject, case)


def test_a_text_of_articles_alone_matches_itself_and_scores_0_where_they_are_dropped() -> None:
    # SQuAD's first script: exact match 1 and F1 0 of two texts that normalise to nothing.
    found = _checked(TEXT_SCORE, "short-identity", "articles", TextsCase(["a"], ["a"]))

    assert found == Broken("0, expected 1", ("articles(['a'], ['a'])  # 0",))


def test_a_text_without_words_says_nothing_of_identity() -> None:
    assert _checked(TEXT_SCORE, "short-identity", "articles", TextsCase([""], [""])) == Silent(
        "no text has words"
    )


def test_a_word_of_another_script_scores_0_against_itself_where_ascii_is_read() -> None:
    found = _checked(TEXT_SCORE, "unicode-identity", "ascii", TextsCase(["a"], ["a"]))

    assert isinstance(found, Broken)
    assert found.because == "0, expected 1"


def test_repetition_helps_where_words_are_not_clipped() -> None:
    case = TextsCase(["a"], ["a x"])

    found = _checked(TEXT_SCORE, "clipping", "unclipped", case)

    # 2 * 1 / (1 + 2) before, 2 * 2 / (2 + 3) after
    assert found == Broken(
        "4/5 is above 2/3",
        ("unclipped(['a'], ['a x a'])  # 4/5", "unclipped(['a'], ['a x'])  # 2/3"),
    )


def test_capital_letters_are_one_word_with_small_ones_when_repetitions_are_counted() -> None:
    # The second "The" is found in a reference that says "The the": it may help whoever folds case.
    assert isinstance(
        _checked(TEXT_SCORE, "clipping", "word_f1", TextsCase(["The the"], ["The"])), Silent
    )


def test_tied_documents_stay_as_written_and_the_reciprocal_rank_moves() -> None:
    case = RankingCase({"q": {"a": 1}}, {"q": {"a": 1.0, "b": 1.0}})

    found = _checked(RANKING, "run-order", "as-written", case)

    assert isinstance(found, Broken)
    assert found.because == "1 and 1/2 differ"


def test_a_document_with_two_grades_is_refused_by_the_right_ones() -> None:
    case = RankingCase({"q": {"a": 1}}, {"q": {"a": 1.0}})

    assert _checked(RANKING, "conflict", "precision", case) == Holds()
    assert isinstance(_checked(RANKING, "conflict", "last-grade", case), Broken)


def test_two_orders_of_runs_have_one_signature_where_the_order_is_not_told() -> None:
    case = SignatureCase([0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], 0, ["a b"], ["b a"])

    found = _checked(SIGNATURE, "injective", "no-order", case)

    assert isinstance(found, Broken)
    assert found.because.startswith("1 and 0 have one signature: 'words/1")


def test_a_function_that_lists_no_options_is_told_so() -> None:
    found = _checked(SIGNATURE, "defined", "unlisted", SignatureCase([0], [0], 0, ["a"], ["a"]))

    assert isinstance(found, Broken)
    assert "asked with None for its options it lists none" in found.because
