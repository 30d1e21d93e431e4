"""Our definitions give the numbers of SQuAD's rules and of torchmetrics, to the last bit."""

import warnings
from struct import pack

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.evidence.normalise import squad_text
from measurand.metrics.compat.squad import as_squad, samples_of_squad
from measurand.metrics.compat.tool import Compatible
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.oracles import squad as oracle
from properties.strategies.effort import third

Given = tuple[dict[str, str], dict[str, list[str]]]

words = st.sampled_from(["a", "The", "an", "cat", "Cat's", "hat", "-", "!", "x-a", "–a–", "７", ""])
texts = st.lists(words, max_size=7).map(" ".join)


@st.composite
def answered(draw: st.DrawFn) -> Given:
    """Draw questions with several gold answers, some of them without a prediction."""
    answers = draw(st.lists(st.lists(texts, min_size=1, max_size=3), min_size=1, max_size=12))
    told = {str(at): draw(texts) for at in range(len(answers)) if draw(st.integers(0, 9))}
    return told, {str(at): some for at, some in enumerate(answers)}


def hold(ours: Compatible, samples: tuple[Sample, ...], expected: float) -> None:
    """Hold our percent to theirs by its bits, and our exact share to both."""
    found, score = ours.number(samples), ours.score(samples)
    assert pack("<d", found) == pack("<d", expected)
    assert isinstance(score, Defined)
    assert abs(float(score.value) * 100 - expected) < 1e-4


@third
@given(given_texts=answered(), version=st.sampled_from(["1.1", "2.0"]))
def test_the_published_rules(given_texts: Given, version: str) -> None:
    predictions, answers = given_texts
    assume(version == "1.1" or predictions)
    f1, exact = oracle.squad(predictions, answers, version=version)

    samples = samples_of_squad(predictions, answers, version)

    hold(as_squad("f1", version), samples, f1)
    hold(as_squad("exact_match", version), samples, exact)


def whole(predictions: dict[str, str], answers: dict[str, list[str]]) -> tuple[Sample, ...]:
    """Make samples of texts as they come."""
    return tuple(
        Sample(id=at, gold=tuple(some), predicted=(predictions[at],) if at in predictions else None)
        for at, some in answers.items()
    )


@third
@given(
    given_texts=answered(),
    version=st.sampled_from(["1.1", "2.0", "torchmetrics"]),
    metric=st.sampled_from(["f1", "exact_match"]),
)
def test_texts_have_the_number_of_their_tokens_or_none(
    given_texts: Given, version: str, metric: str
) -> None:
    predictions, answers = given_texts
    texts, samples = as_squad(metric, version, of="texts"), whole(predictions, answers)
    some_empty = any(not oracle.tokens(one) for every in answers.values() for one in every)

    try:
        found = texts.given(samples)
    except ValueError:  # no definition of texts has the rule of the version, or none is answered
        assert some_empty or not predictions
        return

    prepared = samples_of_squad(predictions, answers, version)
    assert pack("<d", found.number) == pack("<d", as_squad(metric, version).number(prepared))
    assert found.score == as_squad(metric, version).score(prepared)


@pytest.mark.parametrize(
    ("version", "metric", "gold", "said", "told"),
    [
        # The script leaves out `the`, which is empty once normalised; the definition would match.
        ("2.0", "f1", ("the", "cat"), ("A",), "references of which none, or all, are empty"),
        ("2.0", "exact_match", ("the", "cat"), (), "references of which none, or all, are empty"),
        ("1.1", "exact_match", ("the",), None, "an answer, as 1.1 counts a lost one as wrong"),
        ("torchmetrics", "f1", ("",), None, "an answer, as torchmetrics counts a lost one as"),
        ("2.0", "f1", (), ("A",), "a reference to every question"),
    ],
)
def test_texts_without_a_definition_are_refused(
    version: str, metric: str, gold: tuple[str, ...], said: tuple[str, ...] | None, told: str
) -> None:
    sample = Sample(id="q", gold=gold, predicted=said)

    with pytest.raises(ValueError, match=told):
        as_squad(metric, version, of="texts").number([sample])


def test_tokens_are_no_texts_and_texts_no_tokens() -> None:
    samples = samples_of_squad({"q": "the big cat"}, {"q": ["a cat"]})

    with pytest.raises(ValueError, match="whole texts, not the tokens of samples_of_squad"):
        as_squad("f1", of="texts").number(samples)
    with pytest.raises(ValueError, match="texts split into normalised tokens"):
        as_squad("f1").number(whole({"q": "the big cat"}, {"q": ["a cat"]}))


@given(texts)
def test_the_normalised_text_has_the_tokens_of_the_rule(text: str) -> None:
    assert squad_text(text).split() == oracle.tokens(text)


@third
@given(given_texts=answered())
def test_the_port_in_single_precision(given_texts: Given) -> None:
    ported = pytest.importorskip("torchmetrics.functional.text.squad")
    predictions, answers = given_texts
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a question without a prediction
        theirs = ported.squad(
            [{"id": at, "prediction_text": text} for at, text in predictions.items()],
            [{"id": at, "answers": {"text": some}} for at, some in answers.items()],
        )

    try:
        samples = samples_of_squad(predictions, answers, "torchmetrics")
    except ValueError:  # refused: lost predictions where every gold answer is empty
        assert predictions.keys() < answers.keys()
        return

    hold(as_squad("f1", "torchmetrics"), samples, theirs["f1"].item())
    hold(as_squad("exact_match", "torchmetrics"), samples, theirs["exact_match"].item())


@pytest.mark.parametrize(("version", "f1"), [("1.1", 0.0), ("2.0", 100.0), ("torchmetrics", 100.0)])
def test_an_empty_answer_to_an_empty_gold_answer(version: str, f1: float) -> None:
    # D24 of the survey of peers: exact match is 100 in each version, F1 is not.
    samples = samples_of_squad({"q": "the"}, {"q": ["A"]}, version)

    assert as_squad("f1", version).number(samples) == f1
    assert as_squad("exact_match", version).number(samples) == 100.0


def test_the_best_gold_answer_is_taken() -> None:
    samples = samples_of_squad({"q": "big cat"}, {"q": ["cat", "the big cat!", "dog"]})

    assert samples[0].gold == ("big", "cat")
    assert as_squad("f1").number(samples) == 100.0


@pytest.mark.parametrize(("version", "right"), [("1.1", 100.0), ("2.0", 0.0)])
def test_an_empty_gold_answer_beside_others_counts_in_one_version(
    version: str, right: float
) -> None:
    samples = samples_of_squad({"q": ""}, {"q": ["the", "cat"]}, version)

    assert as_squad("exact_match", version).number(samples) == right


def test_no_answers_are_refused_where_no_rule_speaks_of_them() -> None:
    with pytest.raises(ValueError, match=r"at least one answer to a question in 1\.1: got none"):
        samples_of_squad({"q": "x"}, {"q": []}, "1.1")
    assert as_squad("f1").number(samples_of_squad({"q": ""}, {"q": []})) == 100.0


def test_nothing_scored_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one answer that is scored: got none"):
        as_squad("f1").number(samples_of_squad({}, {"q": ["x"]}))


def test_a_lost_prediction_is_refused_where_it_would_be_right() -> None:
    message = "an answer that is not empty to a question in torchmetrics: got none to 'q'"
    with pytest.raises(ValueError, match=message):
        samples_of_squad({}, {"q": ["the"]}, "torchmetrics")
