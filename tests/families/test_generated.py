"""Worked examples of metrics of generated text: by hand, and figures of the papers."""

from fractions import Fraction

import pytest

from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.quantity import Quantity, ends_of
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined


def score(definition: str, *pairs: tuple[str, str | tuple[str, ...]]) -> Quantity | None:
    """Score texts against their references."""
    corpus = tuple(
        Sample(
            id=str(at),
            gold=references if isinstance(references, tuple) else (references,),
            predicted=(text,),
        )
        for at, (text, references) in enumerate(pairs)
    )
    found = evaluate(parse(definition), corpus)
    return found.value if isinstance(found, Defined) else None


# Papineni et al. 2002, section 2.1, example 2: 2 of 7 once clipped, 7 of 7 before.
THES = ("the the the the the the the", ("The cat is on the mat.", "There is a cat on the mat."))


def test_a_word_counts_as_often_as_a_reference_has_it() -> None:
    assert score("bleu(order=1,normalise=lower)", THES) == Fraction(2, 7)


def test_bleu_by_hand() -> None:
    # Of 6 words 5 match, of 5 pairs 4, of 4 triples 3, of 3 runs of four 2: (1/3) ** (1/4).
    pair = ("a b c d e x", "a b c d e f")

    found = score("bleu(tokens=words)", pair)

    assert found is not None
    low, high = ends_of(found)
    assert low**4 <= Fraction(1, 3) <= high**4
    assert high - low < Fraction(1, 10**25)


def test_a_short_corpus_is_penalised_as_a_whole() -> None:
    # 4 words of 8: e ** (1 - 8/4). A text that is long makes up for one that is short.
    found = score("bleu(order=1,tokens=words)", ("a b", "a b c d"), ("e f", "e f g h"))
    made_up = score("bleu(order=1,tokens=words)", ("a b", "a b c"), ("e f g", "e f"))

    assert found is not None
    assert float(found) == pytest.approx(0.36787944117144233, abs=1e-15)
    assert made_up == Fraction(4, 5)


@pytest.mark.parametrize(
    ("length", "expected"), [("closest", 1.0), ("shortest", 1.0), ("longest", 0.1353352832366127)]
)
def test_a_text_is_held_to_the_length_of_one_reference(length: str, expected: float) -> None:
    pair = ("a b", ("a b", "a b c d e f"))

    found = score(f"bleu(order=1,tokens=words,length={length})", pair)

    assert found is not None
    assert float(found) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize(
    ("smoothing", "product"),
    [
        # Matches 2 of 3, 0 of 2, 0 of 1.
        ("exp", Fraction(2, 3) * Fraction(1, 4) * Fraction(1, 4)),
        ("floor", Fraction(2, 3) * Fraction(1, 20) * Fraction(1, 10)),
        ("add_k", Fraction(2, 3) * Fraction(1, 3) * Fraction(1, 2)),
        ("none", Fraction(0)),
    ],
)
def test_what_stands_for_no_match(smoothing: str, product: Fraction) -> None:
    found = score(f"bleu(order=3,tokens=words,smoothing={smoothing})", ("a x b", "a y b"))

    assert found is not None
    low, high = ends_of(found)
    assert low**3 <= product <= high**3
    assert high - low < Fraction(1, 10**25)


def test_texts_that_are_too_short_have_no_bleu_of_all_orders() -> None:
    pair = ("a b", "a b")

    assert score("bleu(tokens=words)", pair) is None
    assert score("bleu(tokens=words,no_ngrams=zero)", pair) == 0
    assert score("bleu(tokens=words,orders=effective)", pair) == 1


def test_the_mean_of_samples_is_not_that_of_the_corpus() -> None:
    pairs = (("a b c d", "a b c d"), ("a", "b"))

    assert score("bleu(order=1,tokens=words)", *pairs) == Fraction(4, 5)
    assert score("bleu(order=1,tokens=words,level=sample)", *pairs) == Fraction(1, 2)


# Characters: 2 of 2 and 2 of 3, 1 of 1 and 1 of 2. Means 1 and 7/12; F2 = 5 * 7/12 / (4 + 7/12).
def test_chrf_by_hand() -> None:
    assert score("chrf(order=2)", ("a b", "abc")) == Fraction(7, 11)
    assert score("chrf(order=2,beta=1)", ("a b", "abc")) == Fraction(14, 19)
    assert (
        score("chrf(order=2,averaging=eps,beta=1)", ("ab", "abc"))
        == (Fraction(4, 5) + Fraction(2, 3)) / 2
    )


def test_chrf_pp_adds_words() -> None:
    # One character of two each way; a word of one, none in common: means 1/4 of both.
    assert score("chrf_pp(order=1,words=1)", ("ab", "ac")) == Fraction(1, 4)
    assert score("chrf(order=1)", ("ab", "ac")) == Fraction(1, 2)


# Popovic 2017: F2 of the means of precision and recall over the lengths of runs, by hand.
@pytest.mark.parametrize(
    ("options", "pair", "expected"),
    [
        # One character of two; a word of two; no pair of words: (1/2 + 1/2 + 0) / 3 both ways.
        ("order=1", ("a b", "a c"), Fraction(1, 3)),
        # Of c a t . three are there, of cat and . one: P = (3/4 + 1/2) / 2, R = 1.
        ("order=1,words=1", ("cat.", "cat"), Fraction(25, 28)),
        ("order=1,words=1,beta=1", ("cat.", "cat"), Fraction(10, 13)),
        # A text of one word has no pair: P = 1; R = (1/2 + 1/2) / 2, and pairs count on no side.
        ("order=1", ("a", "a b"), Fraction(5, 9)),
    ],
)
def test_chrf_pp_by_hand(options: str, pair: tuple[str, str], expected: Fraction) -> None:
    assert score(f"chrf_pp({options})", pair) == expected


def test_of_several_references_the_best_chrf_counts() -> None:
    assert score("chrf(order=1)", ("ab", ("xy", "ab", "a"))) == 1


# Lin 2004, section 3.1: of "police killed the gunman" ROUGE-L tells "police kill the gunman" (3/4)
# from "the gunman kill police" (2/4), and ROUGE-2 does not (1 of 3 both).
GUNMAN = "police killed the gunman"


@pytest.mark.parametrize(
    ("text", "longest", "pairs"),
    [
        ("police kill the gunman", Fraction(3, 4), Fraction(1, 3)),
        ("the gunman kill police", Fraction(1, 2), Fraction(1, 3)),
    ],
)
def test_rouge_tells_the_order_of_words(text: str, longest: Fraction, pairs: Fraction) -> None:
    assert score("rouge_l", (text, GUNMAN)) == longest
    assert score("rouge_n(n=2)", (text, GUNMAN)) == pairs


def test_stems_make_forms_of_a_word_one() -> None:
    assert score("rouge_l(stems=porter)", ("police kill the gunman", GUNMAN)) == 1


# Lin 2004, section 3.2: of w1..w5 with w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5 four are in the union.
def test_a_summary_is_held_line_by_line() -> None:
    text = "w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5"

    assert score("rouge_lsum(part=recall)", (text, "w1 w2 w3 w4 w5")) == Fraction(4, 5)
    assert score("rouge_l(part=recall)", (text, "w1 w2 w3 w4 w5")) == Fraction(4, 5)
    assert score("rouge_lsum", ("a b\nc d", "c d\na b")) == 1
    assert score("rouge_l", ("a b\nc d", "c d\na b")) == Fraction(1, 2)


def test_references_are_the_best_or_all() -> None:
    pair = ("a b", ("a b", "c d", "a"))

    assert score("rouge_n(n=1)", pair) == 1
    assert score("rouge_n(n=1,references=mean)", pair) == (1 + 0 + Fraction(2, 3)) / 3


def test_squad_is_token_f1_and_text_match_of_normalised_answers() -> None:
    pair = ("The Eiffel Tower, in Paris", ("Eiffel Tower", "the tower"))

    # Of eiffel, tower, in, paris two are gold: 1/2 and 1.
    assert score("token_f1(normalise=squad)", pair) == Fraction(2, 3)
    assert score("text_match(normalise=squad)", pair) == 0
    assert score("text_match(normalise=squad)", ("an Eiffel tower!", pair[1])) == 1


@pytest.mark.parametrize(("rule", "expected"), [("0", 0), ("1", 1), ("skip", None)])
def test_what_two_empty_answers_score(rule: str, expected: int | None) -> None:
    assert score(f"token_f1(normalise=squad,both_empty={rule})", ("a.", "The")) == expected


# One word is right of three, one replaced, one deleted, none inserted; then two inserted.
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("wer", Fraction(4, 4)),
        ("mer", Fraction(4, 6)),
        ("wil", 1 - Fraction(2, 4) * Fraction(2, 5)),
        ("wer(level=sample)", (Fraction(2, 3) + 2) / 2),
    ],
)
def test_error_rates_by_hand(name: str, expected: Fraction) -> None:
    assert score(name, ("a x", "a b c"), ("d e f", "d")) == expected


# Snover et al. 2006, section 2: one shift, two words for others, one that is missing; of 13.
SAUDI = "saudi arabia denied this week information published in the american new york times"
THIS_WEEK = "this week the saudis denied information published in the new york times"


@pytest.mark.parametrize(
    ("options", "pair", "expected"),
    [
        # "this week" is moved; "saudi arabia" was "the saudis", and "american" is missing.
        ("", (THIS_WEEK, SAUDI), Fraction(4, 13)),
        # One move of three words, where three deletions and insertions would do it too.
        ("", ("d e a b c", "a b c d e"), Fraction(1, 5)),
        # Two words of it are missing, and one is in excess: of several references the nearest.
        ("", ("a x", ("a b c", "a", "y z")), Fraction(1, 2)),
        # Case counts, and then nothing can be moved.
        ("normalise=none", ("B a", "a b"), Fraction(2, 2)),
        ("", ("B a", "a b"), Fraction(1, 2)),
        ("no_words=one", ("a b", ""), 1),
        ("no_words=one", ("", ""), 0),
        ("", ("a b", ""), None),
    ],
)
def test_ter_by_hand(
    options: str, pair: tuple[str, str | tuple[str, ...]], expected: Fraction | None
) -> None:
    assert score(f"ter({options})" if options else "ter", pair) == expected


def test_characters_have_blanks() -> None:
    assert score("cer", ("ab", "a b")) == Fraction(1, 3)
    assert score("wer(normalise=lower+punctuation)", ("Well, done!", "well done")) == 0


def test_nothing_that_was_said_has_no_error_rate_alone() -> None:
    assert score("wer", ("a", "")) is None
    assert score("wer", ("a", ""), ("b", "b")) == 1


# Chen et al. 2021, section 2.1: 1 - (1 - p) ** k underestimates; here n = 5, c = 2, by counting.
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pass_at_k(k=1", Fraction(2, 5)),
        ("pass_at_k(k=2", Fraction(7, 10)),
        ("pass_at_k(k=3", Fraction(9, 10)),
        ("pass_at_k(k=4", Fraction(1)),
        ("pass_at_k(k=2,drawing=replaced", Fraction(16, 25)),
        ("pass_all_k(k=2", Fraction(1, 10)),
        ("pass_all_k(k=3", Fraction(0)),
        ("pass_all_k(k=2,drawing=replaced", Fraction(4, 25)),
    ],
)
def test_chances_of_several_generations_by_hand(name: str, expected: Fraction) -> None:
    task = Sample(id="1", amounts=(("c", Fraction(2)), ("n", Fraction(5))))

    assert evaluate(parse(f"{name},total=n,correct=c)"), [task]) == Defined(expected)


@pytest.mark.parametrize(
    ("few", "expected"),
    [("left_out", Undefined("no sample has a pass_all_k")), ("asked", Defined(Fraction(1, 4)))],
)
def test_a_task_with_fewer_generations_than_k(few: str, expected: Score) -> None:
    task = Sample(id="1", amounts=(("c", Fraction(1)), ("n", Fraction(2))))
    name = f"pass_all_k(k=5,total=n,correct=c,few={few},drawing=replaced)"

    assert evaluate(parse(name), [task]) == expected


@pytest.mark.parametrize(
    ("right", "verdicts"),
    [("1", ("1.0", "0.0")), ("1", ("true", "false")), ("true", ("0", "1")), ("true", ("True",))],
)
def test_a_right_one_that_is_written_otherwise_is_refused(
    right: str, verdicts: tuple[str, ...]
) -> None:
    task = Sample(id="1", predicted=verdicts)

    with pytest.raises(ValueError, match=f"verdicts that are written as right={right} is: got"):
        evaluate(parse(f"pass_at_k(k=1,right={right})"), [task])


def test_another_answer_than_the_right_one_is_wrong() -> None:
    task = Sample(id="1", predicted=("42", "4", "true", "four"))

    assert evaluate(parse("pass_at_k(k=1,right=4)"), [task]) == Defined(Fraction(1, 4))


@pytest.mark.parametrize("answer", ["42", "Paris", ""])
def test_an_answer_is_no_verdict(answer: str) -> None:
    task = Sample(id="1", gold=("42",), predicted=("true", answer))

    with pytest.raises(ValueError, match="verdicts true and false, as right=true is: got"):
        evaluate(parse("pass_at_k(k=1)"), [task])


def test_generations_that_are_a_gold_item_are_right_by_gold() -> None:
    tasks = [
        Sample(id="1", gold=("4", "four"), predicted=("4", "5", "four", "4.0")),
        Sample(id="2", gold=("7",), predicted=("4", "4", "4", "4")),
        Sample(id="3", gold=(), predicted=("4", "4", "4", "4")),
    ]

    # 2 of 4 are right, and 0 of 4; nothing says what is right of the third.
    assert evaluate(parse("pass_at_k(k=1,right=gold)"), tasks) == Defined(Fraction(1, 4))
    assert evaluate(parse("pass_at_k(k=3,right=gold)"), tasks) == Defined(Fraction(1, 2))


def test_gold_is_not_right_by_itself() -> None:
    with pytest.raises(ValueError, match="generations beside the gold"):
        parse("pass_at_k(k=1,generations=gold,right=gold)")


@pytest.mark.parametrize(("c", "n"), [("3", "2"), ("1/2", "2"), ("-1", "2")])
def test_counts_that_cannot_be_are_refused(c: str, n: str) -> None:
    task = Sample(id="1", amounts=(("c", Fraction(c)), ("n", Fraction(n))))

    with pytest.raises(ValueError, match="whole numbers with 0 <= c <= n"):
        evaluate(parse("pass_at_k(k=1,total=n,correct=c)"), [task])


@pytest.mark.parametrize(
    "definition",
    ["bleu(order=0)", "bleu(floor=0)", "chrf(beta=0)", "rouge_n(n=0)", "pass_at_k(k=1,total=n)"],
)
def test_options_that_cannot_be_are_refused(definition: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 # attrs says which
        parse(definition)
