"""Definitions of ours in harnesses: one number there, in their logs, and in other tools."""

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from measurand import lm_eval_metric
from measurand.auditing.runs.own_definitions import PairsRecipe
from measurand.edges.verbs.inspect_metrics import inspect_metric
from measurand.evidence.runs import Computed, Run

LABELS = st.sampled_from(("calm", "rough", "foggy"))
PAIRS = st.lists(st.tuples(LABELS, LABELS | st.just("")), min_size=1, max_size=12)
MACRO = "f1(average=macro[class])"


def answered(pairs: list[tuple[str, str]]) -> tuple[tuple[str, ...], tuple[str, ...], list[str]]:
    """Give both sides, and the labels that a mean over classes is of: no answer is no label."""
    gold, said = zip(*pairs, strict=True)
    return gold, said, sorted({*gold, *said} - {""})


@given(pairs=PAIRS)
def test_macro_f_of_pairs_is_that_of_scikit_learn_over_the_labels(
    pairs: list[tuple[str, str]],
) -> None:
    """Who gave no answer missed the gold label, and said none of the others."""
    gold, said, labels = answered(pairs)

    found = lm_eval_metric(MACRO)(pairs)

    theirs = f1_score(gold, said, labels=labels, average="macro", zero_division=0.0)
    assert abs(found - float(theirs)) < 1e-12


@given(pairs=PAIRS)
def test_what_a_harness_logs_is_computed_anew_of_its_pairs(pairs: list[tuple[str, str]]) -> None:
    """Both harnesses hand over the same samples, and their logs have them."""
    scores = [
        SimpleNamespace(
            score=SimpleNamespace(answer=said, metadata={"target": gold}),
            sample_id="s",
            sample_metadata=None,
        )
        for gold, said in pairs
    ]

    [(text, of_inspect)] = inspect_metric(MACRO)(scores).items()

    rows = {"sea": [("s", list(one)) for one in pairs]}
    found = PairsRecipe(text=text, column="sea").compute(Run(file="a", harness="b", values=rows))
    assert isinstance(found, Computed)
    assert found.value == of_inspect == lm_eval_metric(MACRO)(pairs)
