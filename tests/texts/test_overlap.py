"""BLEU and ROUGE-L: worked by hand, and by the packages that have them."""

import random
from collections.abc import Callable
from math import exp

import pytest
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics.bleu import BLEU

from measurand.studies.counterfactual.options import Unread
from measurand.studies.counterfactual.text_overlap import UNREAD, bleu, rouge_l
from measurand.values.share import Measured, Share, share


def value(found: Measured) -> float:
    """Take the number of what has one."""
    assert isinstance(found, Share), found
    return float(found.value)


def test_bleu_of_four_words_in_five() -> None:
    # Precisions 4/4, 3/3, 2/2, 1/1, all matched; 4 words against 5: brevity penalty exp(1 - 5/4).
    found = bleu("a small left nodule", "a small left nodule there")

    assert value(found) == pytest.approx(exp(-0.25), abs=1e-12)


def test_bleu_halves_what_has_no_match_once_more_for_each_order() -> None:
    # Precisions 3/4, 1/3 ("c d"), 0/2 and 0/1. With the smoothing `exp` the first order without a
    # match counts 1/2 of a match, the second 1/4: 1/(2*2) and 1/(4*1).
    found = bleu("a b c d", "a x c d")

    assert value(found) == pytest.approx((3 / 4 * 1 / 3 * 1 / 4 * 1 / 4) ** (1 / 4), abs=1e-12)


def test_bleu_of_a_short_text_counts_the_orders_that_it_has() -> None:
    # Two words: orders one and two only, 2/2 and 1/1.
    assert value(bleu("no nodule", "no nodule")) == pytest.approx(1, abs=1e-12)


def test_bleu_parts_words_from_punctuation() -> None:
    # "nodule ." is two tokens (13a): 1/2 matched, then 0/1 smoothed to 1/2; as long as the truth.
    assert value(bleu("nodule.", "nodule !")) == pytest.approx((1 / 2 * 1 / 2) ** 0.5, abs=1e-12)


def test_bleu_counts_case_and_rouge_does_not() -> None:
    assert value(bleu("NO NODULE.", "no nodule.")) == pytest.approx(0.275, abs=0.001)
    assert value(rouge_l("NO NODULE.", "no nodule.")) == 1


def test_bleu_is_at_most_one() -> None:
    # sacrebleu gives 100.00000000000004 here.
    assert bleu("No nodule.", "No nodule.") == share(1)


def test_rouge_of_a_subsequence() -> None:
    # Lin (2004), section 3: the longest common subsequence of "police killed the gunman" and
    # "police kill the gunman" has 3 words without stemming; stemmed it has all 4.
    assert value(rouge_l("police kill the gunman", "police killed the gunman")) == 1


def test_rouge_keeps_the_order_of_words() -> None:
    # Lin (2004), section 3: "the gunman kill police" shares "the gunman" with "police killed the
    # gunman": precision 2/4, recall 2/4.
    assert value(rouge_l("the gunman kill police", "police killed the gunman")) == 0.5


def test_rouge_weighs_precision_and_recall_alike() -> None:
    # 2 of 3 answered, 2 of 5 true words: F = 2 * 2 / (3 + 5).
    found = rouge_l("a mass here", "there is a big mass")

    assert value(found) == pytest.approx(1 / 2, abs=1e-12)


@pytest.mark.parametrize("metric", [bleu, rouge_l])
def test_nothing_against_nothing_is_one_and_against_something_nought(
    metric: Callable[[str, str], Measured],
) -> None:
    assert value(metric("", " \n\t")) == 1
    assert value(metric("No nodule.", "")) == 0
    assert value(metric(" ", "No nodule.")) == 0


@pytest.mark.parametrize("metric", [bleu, rouge_l])
def test_white_space_does_not_count(metric: Callable[[str, str], Measured]) -> None:
    plain = metric("There is a left nodule.", "A left nodule is there.")

    spaced = metric(" There is\na  left nodule.\t", "A left\r\nnodule  is there.")

    assert plain == spaced


def test_rouge_of_another_script_is_nought_or_undefined() -> None:
    text = "未见结节。"

    assert value(rouge_l(text, text)) == 0
    assert rouge_l(text, text, unread=Unread.UNDEFINED) == UNREAD
    assert rouge_l(text, "No nodule.", unread=Unread.UNDEFINED) == UNREAD
    assert rouge_l("No nodule.", text, unread=Unread.UNDEFINED) == UNREAD
    assert value(bleu(text, text)) == 1


def test_rouge_reads_what_has_one_letter_or_no_letters_at_all() -> None:
    assert value(rouge_l("CT 未见", "ct 결절", unread=Unread.UNDEFINED)) == 1
    assert value(rouge_l("...", "...", unread=Unread.UNDEFINED)) == 0


def test_texts_are_compared_as_by_the_packages() -> None:
    draw = random.Random(4)  # noqa: S311 # no secret is made of it
    words = ("no", "nodule", "nodules", "left,", "A", "is", "3.5", "mm.", "(seen)", "未见", "don't")
    theirs = BLEU(effective_order=True), RougeScorer(["rougeL"], use_stemmer=True)
    for _ in range(300):
        answer, truth = (
            " ".join(draw.choice(words) for _ in range(draw.randint(1, 9))) for _ in range(2)
        )

        assert bleu(answer, truth) == share(
            min(theirs[0].sentence_score(answer, [truth]).score / 100, 1.0)
        )
        assert rouge_l(answer, truth) == share(theirs[1].score(truth, answer)["rougeL"].fmeasure)
