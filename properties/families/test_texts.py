"""Metrics of generated text are what slow and obvious functions of lists say."""

from decimal import Decimal
from fractions import Fraction
from math import nan

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from measurand import InvalidInputError, score
from measurand.algebra.sequences import common_length, common_places, edits
from measurand.evidence.normalise import squad_text
from measurand.metrics.compat.squad import as_squad, samples_of_squad
from measurand.metrics.definitions import Family
from measurand.metrics.families.translation_edits import shifted_edits
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.quantity import Quantity, ends_of
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score
from properties.families import oracle_texts as oracle
from properties.families.samples import corpora
from properties.families.samples_texts import TEXTS

Corpus = tuple[Sample, ...]
FEW = st.lists(st.sampled_from("abc"), max_size=6)
LINES = st.lists(FEW.map(" ".join), max_size=3).map("\n".join)


def of(text: str) -> Family:
    found = parse(text)
    assert isinstance(found, Family)
    return found


def found(text: str, corpus: Corpus) -> Quantity | None:
    score = evaluate(parse(text), corpus)
    return score.value if isinstance(score, Defined) else None


def decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


@given(
    corpora(of("bleu"), size=4),
    st.integers(1, 4),
    st.sampled_from(("exp", "none", "floor", "add_k")),
    st.sampled_from(("all", "effective")),
)
def test_bleu(corpus: Corpus, order: int, smoothing: str, orders: str) -> None:
    name = f"bleu(tokens=words,order={order},smoothing={smoothing},orders={orders})"

    score, expected = found(name, corpus), oracle.bleu(corpus, order, smoothing, orders)

    if score is None or expected is None:
        assert (score, expected) == (None, None)
    else:
        low, high = map(decimal, ends_of(score))
        assert low - Decimal("1e-24") <= expected <= high + Decimal("1e-24")


@given(corpora(of("wer"), size=4), st.integers(1, 6), st.integers(1, 3))
def test_chrf(corpus: Corpus, order: int, beta: int) -> None:
    assert found(f"chrf(order={order},beta={beta})", corpus) == oracle.chrf(corpus, order, beta)


@given(corpora(of("chrf_pp"), size=4), st.integers(1, 6), st.integers(0, 3), st.integers(1, 3))
@example((Sample(id="1", gold=("(a b",), predicted=("a b",)),), 1, 1, 2)
def test_chrf_with_words(corpus: Corpus, order: int, words: int, beta: int) -> None:
    expected = oracle.chrf(corpus, order, beta, words)

    assert found(f"chrf_pp(order={order},words={words},beta={beta})", corpus) == expected


@given(
    corpora(of("rouge_l"), size=4),
    st.sampled_from(("1", "2", "l")),
    st.sampled_from(("f", "precision", "recall")),
)
def test_rouge(corpus: Corpus, kind: str, part: str) -> None:
    name = f"rouge_l(part={part})" if kind == "l" else f"rouge_n(n={kind},part={part})"

    assert found(name, corpus) == oracle.rouge(corpus, kind, part)


@given(
    st.lists(st.tuples(LINES, st.lists(LINES, min_size=1, max_size=2)), max_size=3),
    st.sampled_from(("f", "precision", "recall")),
)
@example([("a b\na", ["a\nb a"])], "f")
def test_rouge_of_lines(pairs: list[tuple[str, list[str]]], part: str) -> None:
    corpus = tuple(
        Sample(id=str(at), gold=tuple(references), predicted=(text,))
        for at, (text, references) in enumerate(pairs)
    )

    assert found(f"rouge_lsum(part={part})", corpus) == oracle.rouge(corpus, "lsum", part)


@given(FEW, FEW)
@example(list("abcab"), list("bcbab"))
def test_edits_are_those_of_a_shortest_way(first: list[str], second: list[str]) -> None:
    hits, substitutions, deletions, insertions = edits(first, second)

    assert (substitutions + deletions + insertions, hits) in oracle.ways(
        tuple(first), tuple(second)
    )
    assert hits + substitutions + deletions == len(first)
    assert hits + substitutions + insertions == len(second)


@given(FEW, FEW)
def test_subsequences_are_longest(first: list[str], second: list[str]) -> None:
    places = common_places(first, second)[::-1]
    left = iter(second)

    assert common_length(first, second) == oracle.common(tuple(first), tuple(second))
    assert len(places) == common_length(first, second)
    assert list(places) == sorted(set(places))
    assert all(first[at] in left for at in places)


@given(corpora(of("wer"), size=4))
def test_error_rates_of_words_count_edits(corpus: Corpus) -> None:
    expected = oracle.error_rates(corpus)

    assert {name: found(name, corpus) for name in ("wer", "mer", "wil")} == expected


@given(st.lists(st.tuples(FEW, FEW), max_size=3))
@example([(list("abcab"), list("bcbab"))])
def test_error_rates_where_several_ways_are_shortest(pairs: list[tuple[list[str], ...]]) -> None:
    corpus = tuple(
        Sample(id=str(at), gold=(" ".join(said),), predicted=(" ".join(written),))
        for at, (said, written) in enumerate(pairs)
    )
    expected = oracle.error_rates(corpus)

    assert {name: found(name, corpus) for name in ("wer", "mer", "wil")} == expected


SEVERAL = st.lists(st.sampled_from("abcd"), max_size=9)


@given(SEVERAL, SEVERAL)
@example(list("bcda"), list("abcd"))
@example(list("abcabc"), list("cababcc"))
def test_moves_are_those_of_the_greedy_search(text: list[str], reference: list[str]) -> None:
    found = shifted_edits(text, reference)

    assert found == (oracle.shifted(text, reference) if reference else len(text))


@given(SEVERAL, SEVERAL)
def test_moves_save_edits_and_make_no_words(text: list[str], reference: list[str]) -> None:
    found = shifted_edits(text, reference)

    strange = max(len(text), len(reference)) - oracle.matched(text, reference)
    assert strange <= found <= oracle.levenshtein(text, reference)
    assert (found == 0) == (text == reference)


@given(corpora(of("ter"), size=4))
def test_the_rate_of_edits_with_moves(corpus: Corpus) -> None:
    assert found("ter", corpus) == oracle.edit_rate(corpus)


@given(corpora(of("cer"), size=2))
def test_the_error_rate_of_characters_counts_edits(corpus: Corpus) -> None:
    rows = list(oracle.answered(corpus))
    top = sum(weight * oracle.distance(said[0], text) for text, said, weight in rows)
    bottom = sum(weight * len(said[0]) for _, said, weight in rows)

    assert found("cer", corpus) == (top / Fraction(bottom) if bottom else None)


@given(corpora(of("token_f1"), size=4))
@example((Sample(id="1", gold=("the", "a cat"), predicted=("Cat!",)),))
@example((Sample(id="1", gold=("cat", "the"), predicted=("",)),))
def test_answers_have_the_scores_of_squad(corpus: Corpus) -> None:
    names = ("token_f1(normalise=squad)", "text_match(normalise=squad)")

    f1, exact = (found(name, corpus) for name in names)

    assert (f1, exact) == (oracle.answers(corpus) or (None, None))


@pytest.mark.parametrize("name", ["pass_at_k", "pass_all_k"])
@given(verdicts=st.lists(st.booleans(), min_size=1, max_size=6), data=st.data())
def test_chances_are_those_of_all_draws(
    name: str, verdicts: list[bool], data: st.DataObject
) -> None:
    k = data.draw(st.integers(1, min(4, len(verdicts))))
    said = tuple("true" if one else "false" for one in verdicts)
    corpus = (Sample(id="1", predicted=said),)

    for drawing in ("unbiased", "replaced"):
        expected = oracle.pass_at(
            verdicts, k, all_of=name == "pass_all_k", replaced=drawing == "replaced"
        )
        assert found(f"{name}(k={k},drawing={drawing})", corpus) == expected


_ANSWERS = st.lists(st.sampled_from(("4", "4.0", "true", "", "a")), min_size=1, max_size=5)


@pytest.mark.parametrize("name", ["pass_at_k(k=1)", "pass_all_k(k=1)"])
@given(verdicts=st.lists(st.sampled_from((True, False, None, nan)), min_size=1, max_size=6))
@example(verdicts=[True, None])
def test_of_one_run_it_is_the_share_of_all_runs_or_a_lost_one_is_named(
    name: str, verdicts: list[bool | float | None]
) -> None:
    lost = [at for at, one in enumerate(verdicts) if not isinstance(one, bool)]
    if not lost:
        right = sum(one is True for one in verdicts)
        assert score(["task"], [verdicts], name) == Fraction(right, len(verdicts))
        return
    place = rf"predicted\[0\]\[{lost[0]}\]"
    with pytest.raises(InvalidInputError, match=f"{place}: expected a verdict"):
        score(["task"], [verdicts], name)


@given(gold=_ANSWERS, said=_ANSWERS, k=st.integers(1, 5))
@example(gold=["4"], said=["4.0", "4"], k=1)
def test_answers_are_right_by_gold_as_verdicts_say(
    gold: list[str], said: list[str], k: int
) -> None:
    verdicts = tuple("true" if one in gold else "false" for one in said)
    name = f"pass_at_k(k={k},few=asked"

    by_gold = found(
        f"{name},right=gold)", (Sample(id="1", gold=tuple(gold), predicted=tuple(said)),)
    )

    assert by_gold == found(f"{name})", (Sample(id="1", predicted=verdicts),))


@given(st.lists(st.tuples(TEXTS, st.lists(TEXTS, min_size=1, max_size=3)), min_size=1, max_size=4))
@example([("a", ["The", "a cat"])])
def test_the_scores_of_squad_are_definitions_of_this_family(
    answers: list[tuple[str, list[str]]],
) -> None:
    said = {str(at): text for at, (text, _) in enumerate(answers)}
    gold = {str(at): references for at, (_, references) in enumerate(answers)}
    for version, both_empty in (("1.1", 0), ("2.0", 1)):
        made = samples_of_squad(said, gold, version)
        # 2.0 sets aside references that are empty once normalised, unless all are.
        kept = {
            name: tuple(one for one in some if version == "1.1" or squad_text(one)) or ("",)
            for name, some in gold.items()
        }
        corpus = tuple(
            Sample(id=name, gold=kept[name], predicted=(text,)) for name, text in said.items()
        )
        f1 = parse(f"token_f1(normalise=squad,both_empty={both_empty})")
        exact = parse("text_match(normalise=squad)")

        assert _value(evaluate(f1, corpus)) == _value(as_squad("f1", version).score(made))
        assert _value(evaluate(exact, corpus)) == _value(
            as_squad("exact_match", version).score(made)
        )


def _value(score: Score) -> Quantity | None:
    return score.value if isinstance(score, Defined) else None
