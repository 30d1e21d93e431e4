"""Rule U1.4 of the counterfactual appendix, section 1.5; weaknesses A1, A2, C2 and C7."""

from math import exp

import pytest
from attrs import evolve

from measurand.algebra.attention import attention
from measurand.studies.counterfactual.rules import Duplicates, Numbers, Reading
from measurand.studies.counterfactual.rules_support import Relevance, Ties, Unembedded
from measurand.studies.counterfactual.verifier import AS_RUN_RELEVANCE, RuleSet, rules_of, verify
from measurand.values.grounded import Grounded
from measurand.values.score import Undefined
from tests.counterfactual.judged import ABSENT, PRESENT, answered, broken, token

ONCE = Reading(duplicates=Duplicates.ONCE)
# Attention of tokens 0 to 3 for the query (1,): 8/15, 4/15, 2/15, 1/15.
HALVING = [
    token(embedding=(number,))
    for number in (2.0794415416798357, 1.3862943611198906, 0.6931471805599453, 0.0)
]
EVEN = [token(embedding=(0.0,))] * 12


def cites(*ids: int) -> Grounded:
    return answered(HALVING, evolve(PRESENT, citations=ids), query=(1.0,))


def skipped(rule: Relevance, sample: Grounded) -> tuple[tuple[str, str], ...]:
    verdicts = verify(RuleSet((rule,)), sample)
    assert verdicts.issues == ()
    return verdicts.skipped


def numbers(rule: Relevance, sample: Grounded) -> dict[str, Numbers]:
    [issue] = verify(RuleSet((rule,)), sample).issues
    return dict(issue.evidence)


def test_attention_is_a_softmax() -> None:
    rows = ((1.0, -2.0), (0.5, 0.25), (3.0, 1.0))
    logits = [1.0 * 0.5 - 2.0 * 2.0 + 0.1, 0.5 * 0.5 + 0.25 * 2.0 + 0.7, 3.0 * 0.5 + 2.0 + 0.2]

    found = attention(rows, (0.5, 2.0), (0.1, 0.7, 0.2), 1.0)

    total = sum(map(exp, logits))
    assert found == pytest.approx([exp(one) / total for one in logits], abs=1e-7)


def test_attention_is_given_in_32_bits() -> None:
    assert attention(((0.0,),) * 10, (1.0,), (0.0,) * 10) == (0.10000000149011612,) * 10


def test_attention_of_large_numbers_does_not_overflow() -> None:
    assert attention(((3000.0,), (3000.0,), (-3000.0,)), (1.0,), (0.0,) * 3) == (0.5, 0.5, 0.0)


@pytest.mark.parametrize(
    ("row", "query", "score", "bias"),
    [
        (1e300, 1.0, 0.0, 0.0),
        (1e30, 1e30, 0.0, 0.0),
        (1.0, 1.0, 1e300, 1.0),
        (1.0, 1.0, 1.0, 1e300),
    ],
)
def test_numbers_that_do_not_fit_in_32_bits_give_no_attention(
    row: float, query: float, score: float, bias: float
) -> None:
    why = "embeddings or scores are too large for 32-bit floats"

    assert attention(((row,), (0.0,)), (query,), (score, 0.0), bias) == Undefined(why)
    two = [token(embedding=(row,), score=score), token(embedding=(0.0,))]
    sample = answered(two, PRESENT, query=(query,))
    assert skipped(Relevance(score_bias=bias), sample) == (("U1.4", why),)


def test_attention_among_no_tokens_is_undefined() -> None:
    assert attention((), (1.0,), ()) == Undefined("no token")


def test_a_query_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^embeddings as long as the query: got 1 and 2 numbers$"):
        attention(((1.0,),), (1.0, 2.0), (0.0,))


@pytest.mark.parametrize(
    ("ids", "recall", "mass"),
    [
        ((0,), 1.0, 8 / 15),
        ((1,), 0.0, 4 / 15),
        ((0, 1), 1.0, 12 / 15),
        ((3, 0), 0.5, 9 / 15),
        ((2, 3), 0.0, 3 / 15),
        ((1, 2, 3), 2 / 3, 7 / 15),
        ((0, 9), 1.0, 8 / 15),  # 9 is not there, and is passed over
    ],
)
def test_recall_and_mass_of_citations_are_as_worked_by_hand(
    ids: tuple[int, ...], recall: float, mass: float
) -> None:
    found = numbers(Relevance(recall=1.0, mass=1.0), cites(*ids))

    assert found["recall"] == recall
    assert found["mass"] == pytest.approx(mass, abs=1e-7)
    assert (found["least_recall"], found["least_mass"]) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("recall", "mass", "expected"),
    [(0.5, 0.5, []), (0.51, 0.5, [0]), (0.5, 0.61, [0]), (0.0, 0.59, []), (0.0, 0.0, [])],
)
def test_both_thresholds_must_be_reached(recall: float, mass: float, expected: list[int]) -> None:
    """Citations [3, 0]: recall 1/2, mass 9/15."""
    assert broken(Relevance(recall=recall, mass=mass), cites(3, 0)) == expected


def test_the_threshold_of_the_mass_itself_is_enough() -> None:
    """One of ten even tokens has 0.1 of the attention, in 32 bits a little more."""
    tokens = [token(embedding=(0.0,))] * 10
    sample = answered(tokens, PRESENT, query=(1.0,))

    assert broken(Relevance(recall=1.0, mass=0.1), sample) == []
    assert broken(Relevance(recall=1.0, mass=0.10000000149011612), sample) == []
    assert broken(Relevance(recall=1.0, mass=0.10000001), sample) == [0]


def test_the_two_published_pairs_of_thresholds_differ() -> None:
    """A2: recall 1/2 and mass .2 in the paper, 1 and .1 in the script."""
    half = cites(0, 2)

    assert broken(Relevance(), half) == []
    assert broken(Relevance(recall=1.0, mass=0.1), half) == [0]


def test_only_positive_frames_that_cite_a_token_are_judged() -> None:
    frames = (evolve(PRESENT, citations=()), evolve(PRESENT, citations=(9,)), ABSENT)
    sample = answered(HALVING, *frames)

    verdicts = verify(RuleSet((Relevance(recall=1.0, mass=1.0),)), sample)

    assert verdicts.issues == ()
    assert verdicts.skipped == ()


def test_without_a_query_the_rule_is_skipped_once_with_its_reason() -> None:
    sample = answered(HALVING, PRESENT, evolve(PRESENT, finding="Mass"), PRESENT, query=None)

    assert skipped(Relevance(), sample) == (
        ("U1.4", "no query vector for 'nodule'"),
        ("U1.4", "no query vector for 'Mass'"),
    )


def test_the_query_of_a_finding_is_found_in_any_case() -> None:
    sample = answered(HALVING, evolve(PRESENT, finding="NODULE", citations=(3,)), query=(1.0,))

    assert broken(Relevance(), sample) == [0]


def test_a_query_of_another_length_skips_the_rule() -> None:
    why = "the query vector for 'nodule' has 2 numbers, the embeddings 1"

    assert skipped(Relevance(), answered(HALVING, PRESENT, query=(1.0, 1.0))) == (("U1.4", why),)


def test_one_token_without_embedding_skips_the_rule_or_gets_no_attention() -> None:
    """C7: U1.4 is silently off if any one embedding is not there."""
    tokens = [*HALVING, token()]
    frames = [evolve(PRESENT, citations=ids) for ids in ((0,), (4,), (0, 4))]
    sample = answered(tokens, *frames, query=(1.0,))

    assert skipped(Relevance(), sample) == (("U1.4", "token 4 has no embedding"),)
    left_out = Relevance(recall=1.0, mass=0.5, unembedded=Unembedded.NO_ATTENTION)
    assert broken(left_out, sample) == [1, 2]
    assert broken(evolve(left_out, recall=0.5), sample) == [1]


def test_where_no_token_has_an_embedding_the_rule_is_skipped_in_any_case() -> None:
    sample = answered([token(), token()], PRESENT, query=(1.0,))

    for what in Unembedded:
        found = skipped(Relevance(unembedded=what), sample)
        assert found == (("U1.4", "token 0 has no embedding"),)


def test_of_twelve_even_tokens_one_is_too_little_but_passes_when_cited_three_times() -> None:
    """C2: mass .083 is flagged, the same id three times passes (.25)."""
    once, thrice = (
        answered(EVEN, evolve(PRESENT, citations=(0,) * n), query=(1.0,)) for n in (1, 3)
    )

    assert broken(Relevance(), once) == [0]
    assert broken(Relevance(), thrice) == []
    assert broken(Relevance(), thrice, ONCE) == [0]
    assert numbers(Relevance(), once)["mass"] == pytest.approx(1 / 12, abs=1e-7)


def test_citing_a_token_twice_also_looks_for_it_among_more_tokens() -> None:
    frame = evolve(PRESENT, citations=(1, 1))
    sample = answered(HALVING, frame, query=(1.0,))

    assert broken(Relevance(recall=1.0, mass=0.0), sample) == []
    assert broken(Relevance(recall=1.0, mass=0.0), sample, ONCE) == [0]


def test_of_even_tokens_the_first_are_first_or_none_is() -> None:
    sample = answered(EVEN, evolve(PRESENT, citations=(11,)), query=(1.0,))

    assert broken(Relevance(recall=1.0, mass=0.0), sample) == [0]
    assert broken(Relevance(recall=1.0, mass=0.0, ties=Ties.SHARED), sample) == []


def test_scores_add_to_attention_by_their_bias() -> None:
    tokens = [token(embedding=(0.0,), score=score) for score in (0.0, 1.0)]
    sample = answered(tokens, evolve(PRESENT, citations=(1,)), query=(1.0,))

    strict = Relevance(recall=0.0, mass=1.0)
    assert numbers(strict, sample)["mass"] == 0.5
    biased = numbers(evolve(strict, score_bias=2.0), sample)["mass"]
    assert biased == pytest.approx(exp(2) / (1 + exp(2)), abs=1e-7)


def test_with_relevance_alone_to_cite_nothing_would_be_the_best_answer() -> None:
    """A1: one positive frame without citations is 0 under U1.4 alone, 1 beside U1.0."""
    bare = answered(HALVING, evolve(PRESENT, citations=()), query=(1.0,))

    assert verify(RuleSet(rules_of("U1.4")), bare).issues == ()
    assert [issue.rule for issue in verify(AS_RUN_RELEVANCE, bare).issues] == ["U1.0"]


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan")])
def test_thresholds_of_shares_lie_in_the_unit_interval(value: float) -> None:
    with pytest.raises(ValueError, match="'recall' must be"):
        Relevance(recall=value)
    with pytest.raises(ValueError, match="'mass' must be"):
        Relevance(mass=value)
