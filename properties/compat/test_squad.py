"""Our definitions give the numbers of SQuAD's rules and of torchmetrics, to the last bit."""

import warnings
from struct import pack

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.evidence.normalise import squad_text
from measurand.metrics.compat.squad import as_squad, samples_of_squad
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
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


@third
@given(
    given_texts=answered(),
    version=st.sampled_from(["1.1", "2.0", "torchmetrics"]),
    metric=st.sampled_from(["f1", "exact_match"]),
)
def test_the_definition_of_whole_texts_has_the_score(
    given_texts: Given, version: str, metric: str
) -> None:
    predictions, answers = given_texts
    lost = len(predictions) < len(answers)
    # A lost answer to an empty reference matches it, but is wrong in 1.1; the port refuses some.
    assume(predictions and not (lost and (version, metric) != ("1.1", "f1") and version != "2.0"))
    ours = as_squad(metric, version)
    whole = [
        Sample(id=at, gold=tuple(some), predicted=(predictions[at],) if at in predictions else None)
        for at, some in answers.items()
    ]

    score = evaluate(parse(ours.of_texts), whole)

    assert score == ours.score(samples_of_squad(predictions, answers, version))


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
