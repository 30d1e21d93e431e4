"""What a definition reads settles the shape of columns: texts, rankings, classes, ratings."""

from fractions import Fraction
from math import log2

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sacrebleu
from sklearn.metrics import log_loss, ndcg_score

from measurand import InvalidInputError, agreement, compare, interval, judge, score
from measurand.inference.interval import Interval

REFS = ["the cat sat on the mat", "a dog barked at the cat"]
HYPS = ["the cat sat on a mat", "a dog barked at the cat"]


def test_texts_are_scored_against_one_reference_or_several() -> None:
    one = score(REFS, HYPS, "sacrebleu:bleu")
    both = score([[ref, ref.upper()] for ref in REFS], HYPS, "sacrebleu:bleu")

    expected = sacrebleu.corpus_bleu(HYPS, [REFS]).score
    assert float(one) == float(both) == expected
    assert f"{one:.2f}" == f"{expected:.2f}" == f"{float(str(one)):.2f}"
    assert one > 1


def test_transcripts_and_summaries_are_scored() -> None:
    found = score(np.array(REFS), pd.Series(HYPS), ["wer", "text_match", "rouge_n(n=1)"])

    # One word of twelve is another; of two texts one is the same; 4 of 6 + 6 of 6 words... by hand:
    # the first shares the, cat, sat, on, mat: 5 of 6 on both sides; the second all.
    assert list(found) == [Fraction(1, 12), Fraction(1, 2), (Fraction(5, 6) + 1) / 2]


def test_texts_have_intervals_and_are_compared_and_explained() -> None:
    found = interval(REFS * 10, HYPS * 10, "rouge_l", seed=1, replicates=200)
    [difference] = compare(REFS, {"ours": HYPS, "theirs": REFS}, "rouge_l")

    assert found.interval is not None
    assert float(difference.difference) < 0
    assert [float(one.score) for one in found.explain()][1] == 1


def test_an_answer_of_two_texts_is_refused_by_its_row() -> None:
    with pytest.raises(InvalidInputError, match=r"row\[1\]: expected one text that was generated"):
        score(REFS, [HYPS[0], HYPS], "bleu")


RELEVANCE = np.array([[1, 0, 2], [0, 1, 0]])
SCORES = np.array([[0.1, 0.5, 0.3], [0.9, 0.1, 0.2]])


def test_a_matrix_of_relevance_meets_a_matrix_of_scores() -> None:
    found = score(RELEVANCE, SCORES, "ndcg(k=2)")

    assert float(found) == pytest.approx(ndcg_score(RELEVANCE, SCORES, k=2))
    by_kind = score(RELEVANCE.tolist(), SCORES.tolist(), "ndcg(k=2)", kind="grades")
    assert by_kind == found


def test_columns_of_a_matrix_tie_in_their_order() -> None:
    # Twelve documents, all alike: by descending name the last column is first.
    relevant = np.zeros((1, 12), dtype=int)
    relevant[0, 11] = 1

    assert score(relevant, np.full((1, 12), 0.5), "reciprocal_rank") == 1


def test_documents_in_order_meet_relevant_ones_or_grades() -> None:
    said = [["b", "x", "a"], ["x", "c"]]

    assert score([["a"], ["c"]], said, "reciprocal_rank") == Fraction(5, 12)
    graded = score([{"a": 1, "b": 2}, {"c": 1}], said, "ndcg")
    first = (2 + 1 / log2(4)) / (2 + 1 / log2(3))
    assert float(graded) == pytest.approx((first + 1 / log2(3)) / 2)
    by_query = score({"q": ["a"], "r": ["c"]}, {"r": said[1], "q": said[0]}, "reciprocal_rank")
    assert by_query == Fraction(5, 12)


def test_rows_of_whole_numbers_are_refused_until_it_is_said_what_they_are() -> None:
    gold, said = [[1, 0, 1]], [[0, 1, 2]]

    with pytest.raises(InvalidInputError, match="kind='grades', documents in order are kind='ids'"):
        score(gold, said, "reciprocal_rank")

    # Columns: the third has the highest score, and is relevant. Ids: 0 and 1 are relevant.
    assert score(gold, said, "reciprocal_rank", kind="grades") == 1
    assert score([[1, 4]], [[0, 1, 2]], "reciprocal_rank", kind="ids") == Fraction(1, 2)


def test_a_document_without_a_score_was_not_retrieved() -> None:
    found = score([[1.0, 0.0]], [[None, 0.5]], "recall_at(k=2)")

    assert found == 0
    mask = np.ma.masked_array(np.array([[0.9, 0.5]]), [[True, False]])
    assert score(np.array([[1, 0]]), mask, "recall_at(k=2)") == 0


def test_rows_of_a_matrix_have_one_width() -> None:
    with pytest.raises(InvalidInputError, match=r"predicted\[1\]: expected 2 numbers, as in"):
        score([[1, 0], [1, 0]], [[0.5, 0.1], [0.5]], "ndcg", kind="grades")


def test_the_number_of_a_tool_of_rankings_is_had_by_its_name() -> None:
    found = score({"q1": {"a": 1}}, {"q1": {"a": 1.5, "b": 2.5}}, "ranx:mrr")

    assert float(found) == 0.5


def test_a_run_may_lack_an_answer() -> None:
    found = score([{"a": 1}, {"b": 1}], [{"a": 0.5}, None], "reciprocal_rank")

    assert found == 1
    assert dict(found.denominators.excluded) == {"no answer": 1}


CHANCES = np.array([[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.3, 0.3, 0.4]])
LETTERS = ["a", "b", "c"]


def test_columns_of_probabilities_are_the_classes_from_0_or_have_names() -> None:
    by_place = score([0, 1, 2], CHANCES, "multiclass_log_loss")
    by_name = score(LETTERS, CHANCES, "multiclass_log_loss", classes=LETTERS)
    by_frame = score(LETTERS, pd.DataFrame(CHANCES, columns=LETTERS), "multiclass_log_loss")
    by_polars = score(LETTERS, pl.DataFrame(CHANCES, schema=LETTERS), "multiclass_log_loss")
    by_record = score(
        LETTERS, [dict(zip(LETTERS, row, strict=True)) for row in CHANCES], "multiclass_log_loss"
    )

    assert by_place == by_name == by_frame == by_polars == by_record
    assert float(by_place) == pytest.approx(log_loss(LETTERS, CHANCES, labels=LETTERS))


def test_classes_in_another_order_are_another_number() -> None:
    found = score(["a", "b", "c"], CHANCES, "top_k_accuracy(k=1)", classes=["b", "a", "c"])

    assert found == Fraction(1, 3)


@pytest.mark.parametrize(
    ("gold", "said", "expected"),
    [
        (LETTERS, {}, r"the names of the 3 columns of predicted, got labels such as 'a'"),
        ([1, 2, 3], {}, r"got labels such as 3: name the columns: classes=\[\.\.\.\]"),
        (LETTERS, {"classes": ["a", "b"]}, r"predicted\[0\]: expected 2 numbers"),
        (LETTERS, {"classes": ["a", "b", "b"]}, "classes: expected names that differ"),
    ],
)
def test_columns_without_names_are_refused(
    gold: list[object], said: dict[str, list[str]], expected: str
) -> None:
    with pytest.raises(InvalidInputError, match=expected):
        score(gold, CHANCES, "multiclass_brier", **said)  # type: ignore[call-overload]


def test_probabilities_of_several_classes_are_explained_and_compared() -> None:
    flat = np.full((3, 3), 0.25) + np.eye(3) / 4
    [one] = compare(LETTERS, {"ours": CHANCES, "flat": flat}, "multiclass_brier", classes=LETTERS)
    rows = score(LETTERS, CHANCES, "multiclass_brier", classes=LETTERS).explain()

    # Off by 0.3, 0.2 and 0.1; by 0.1, 0.2 and 0.1; by 0.3, 0.3 and 0.6.
    assert [float(row.score) for row in rows] == [0.14, 0.06, 0.54]
    assert one.verdict.value == "too few"


RATINGS: dict[str, list[str | None]] = {
    "ann": ["a", "a", "b", None],
    "bob": ["a", "b", "b", "b"],
    "cem": ["a", "b", "b", "a"],
}


def test_raters_are_columns_of_a_dictionary_or_of_a_frame() -> None:
    frames = [RATINGS, pd.DataFrame(RATINGS), pl.DataFrame(RATINGS)]

    found = [agreement(one, "percent_agreement") for one in frames]

    # Units agree by 1, 1/3, 1 and 0.
    assert list(found) == [Fraction(7, 12)] * 3


def test_some_raters_are_named() -> None:
    found = agreement(RATINGS, ["percent_agreement(raters=bob+cem)", "kappa(gold=bob,answer=cem)"])

    # bob and cem agree on 3 of 4; both say b with 3/4 and 1/2: chance is 3/8 + 1/8.
    assert list(found) == [Fraction(3, 4), Fraction(1, 2)]


def test_two_columns_are_two_raters_of_a_definition_of_raters() -> None:
    two = score(RATINGS["bob"], RATINGS["cem"], "percent_agreement")

    assert two == Fraction(3, 4)
    assert "gold+predicted" in two.signature


def test_an_agreement_has_an_interval_of_units_or_of_clusters() -> None:
    many = {name: [*column] * 10 for name, column in RATINGS.items()}

    by_unit = agreement(many, "krippendorff_alpha", seed=1, replicates=200)
    by_cluster = agreement(
        many, "krippendorff_alpha", cluster=[at // 4 for at in range(40)], replicates=200
    )

    assert by_unit.interval is not None
    assert "[" in str(by_unit)
    assert by_cluster == by_unit
    assert by_cluster.interval != by_unit.interval


@pytest.mark.parametrize(
    ("raters", "definition", "expected"),
    [
        ([[1, 2], [1, 2]], "fleiss_kappa", "columns of ratings by name"),
        (np.eye(2), "fleiss_kappa", "columns of ratings by name"),
        ({"ann": ["a"]}, "fleiss_kappa", "at least two columns"),
        ({"ann": ["a"], "bob": []}, "fleiss_kappa", r"raters\['bob'\]: expected 1, as in 'ann'"),
        (RATINGS, "kappa", "two of the raters: gold=ann, answer=bob"),
        (RATINGS, "sklearn:accuracy", "a definition of ours"),
        (RATINGS, "kappaa", "did you mean 'kappa'"),
    ],
)
def test_what_are_no_raters_is_refused(raters: object, definition: str, expected: str) -> None:
    with pytest.raises(InvalidInputError, match=expected):
        agreement(raters, definition)


VERDICTS = [1, 1, 0, 1, 1, 0, 1, 0] * 10
HUMAN = [1, 0, 0, 1, None, None, None, None] * 10


def test_a_judge_is_corrected_by_humans_on_a_part() -> None:
    found = judge(VERDICTS, HUMAN)

    assert found["judge_alone"] == Fraction(5, 8)
    assert found["humans_alone"] == Fraction(1, 2)
    assert found["bias"] == Fraction(1, 4)
    assert found["corrected"].interval is not None
    assert "too generous: 0.2500" in str(found)
    assert "prediction-powered" in found.sentence
    assert "<table" in found._repr_html_()
    assert found.to_dict()["command"] == "judge"


def test_an_estimator_takes_a_human_column_with_gaps() -> None:
    gaps = np.array([np.nan if one is None else one for one in HUMAN])
    corrected = judge(VERDICTS, HUMAN)["corrected"]

    # On the labelled half the judge says 3/4 and humans 1/2: the whole is 5/8 - 1/4 with lambda 1.
    assert score(HUMAN, VERDICTS, "ppi(lambda=1)") == Fraction(3, 8)
    assert score(HUMAN, VERDICTS, "ppi") == corrected
    assert score(gaps, np.array(VERDICTS), "ppi") == corrected


def test_slices_clusters_and_covariates_of_a_judge_are_columns() -> None:
    where = [at % 2 for at in range(80)]

    found = judge(
        [bool(one) for one in VERDICTS], HUMAN, by=where,
        cluster=[at // 2 for at in range(80)], covariates={"words": list(range(80))},
    )  # fmt: skip

    assert len(found.found.slices) == 2


@pytest.mark.parametrize(
    ("verdicts", "human", "expected"),
    [
        ([1], [1, 0], "human: expected 1, as in verdicts, got 2 cells"),
        ([1, 0], [None, None], "the verdicts of humans on some samples"),
        ([1, 2], [1, None], "expected"),
    ],
)
def test_what_is_no_judge_is_refused(
    verdicts: list[object], human: list[object], expected: str
) -> None:
    with pytest.raises(InvalidInputError, match=expected):
        judge(verdicts, human)


def test_what_a_judge_is_worth_holds_one_more_of_each_kind() -> None:
    # Of ten that are so it finds eight, of eight that are not it is right on seven.
    human = [1] * 10 + [0] * 8
    verdicts = [1] * 8 + [0] * 2 + [0] * 7 + [1]

    found = judge([*verdicts, 1, 0, 1], [*human, None, None, None])

    more = [*human, 0, 0, 1, 1], [*verdicts, 0, 1, 0, 1]
    for name, definition in (("sensitivity", "recall"), ("specificity", "specificity")):
        wide = interval(*more, definition, positive=1, ends="jackknife").interval
        assert isinstance(wide, Interval)
        ends = found[name].interval
        assert isinstance(ends, Interval)
        assert (ends.low, ends.high) == pytest.approx((wide.low, min(wide.high, 1)))


GRADES = [5, 3, 4, 1, 2, 4]
HUMANS = [4, 3, None, 2, None, 5]


def test_a_judge_of_columns_knows_scales_as_the_command_does() -> None:
    found = judge(GRADES, HUMANS, scale=(1, 5))

    # The mean of 4, 3, 2 and 5.
    assert found["humans_alone"].value == Fraction(7, 2)
    assert "verdicts=scale[1,5]" in found["corrected"].signature
    assert judge(GRADES, HUMANS, scale="any")["humans_alone"].value == Fraction(7, 2)
    with pytest.raises(InvalidInputError, match=r"scale=\(LOW, HIGH\)"):
        judge(GRADES, HUMANS)
    with pytest.raises(InvalidInputError, match="scale: expected"):
        judge(GRADES, HUMANS, scale=(5, 1))


def test_a_judge_of_columns_knows_how_samples_were_drawn() -> None:
    # Of a, 1 of 4 is labelled (1); of b, both (0, 0): 4/6 * 1 + 2/6 * 0, where the judge says 1.
    strata = list("aaaabb")
    within = judge([1] * 6, [1, None, None, None, 0, 0], drawn={"within": strata})
    chance = judge([1, 0, 1, 0], [1, 0, None, None], drawn={"chance": [0.5] * 4})

    assert within["humans_alone"].value == Fraction(2, 3)
    assert "drawn=within[within]" in within["corrected"].signature
    assert "drawn=chance[chance]" in chance["corrected"].signature
    with pytest.raises(InvalidInputError, match="drawn: expected"):
        judge([1], [1], drawn={"by": ["a"]})  # type: ignore[dict-item]


def test_ties_of_raters_are_no_labels_and_told() -> None:
    rated = {"ann": [1, 1, 0, None], "bob": [1, 0, 0, None]}

    most, mean = (judge([1, 1, 0, 1], rated, raters=way) for way in ("majority", "mean"))

    assert most["humans_alone"].value == mean["humans_alone"].value == Fraction(1, 2)
    assert most.to_dict()["labels_left_out"] == {"tied": 1, "unjudged": 0, "unmet": 0}
    assert "1 sample on which raters are tied is left out" in most.sentence
    assert "left out" not in str(mean)
    with pytest.raises(InvalidInputError, match="human: expected columns by rater"):
        judge([1], [1], raters="mean")


def test_no_covariate_stands_in_for_verdicts() -> None:
    with pytest.raises(InvalidInputError, match="covariates: expected"):
        judge([1, 0], [1, None], covariates={"human": [1, 0]})
