"""What an undefined score is answered with: advice that gives a number, if it is followed."""

import re
from collections.abc import Sequence
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand import InvalidInputError, UndefinedScoreError, score

ADVICE = re.compile(r"ask for (['\"])(.+)\1\Z")
OF_ITEMS = (
    *(
        f"{name}(average={how})"
        for name in ("f1", "precision")
        for how in ("micro", "macro[class]")
    ),
    "f1(both_empty=drop)",
    "recall(average=macro[class],undefined=propagate,gold_empty=drop)",
    "f1(average=macro[sample],gold_empty=skip+0,pred_empty=drop)",
    "jaccard(average=micro,both_empty=skip)",
    "f1(average=micro,only=class[a],class=item)",
    "specificity(average=macro[class])",
    "mcc(class=item,only=class[a])",
    "f1(average=macro[class],statistic=sample_stdev)",
)
OF_LABELS = (
    "mcc",
    "kappa(class=item)",
    "npv(class=item,only=class[a])",
    "f1(average=macro[class])",
)
OF_SHARES = ("log_loss", "auc", "average_precision", "brier", "pearson")
SETS = st.lists(st.sets(st.sampled_from("ab"), max_size=2), max_size=3)


def followed(
    gold: Sequence[object],
    predicted: Sequence[object],
    asked: str,
    kind: Literal["sets"] | None = None,
) -> None:
    """Follow the advice, if there is any."""
    try:
        found = score(gold, predicted, asked, kind=kind)
    except InvalidInputError:
        return
    if found.defined:
        return
    with pytest.raises(UndefinedScoreError) as refusal:
        float(found)
    advised = ADVICE.search(str(refusal.value))
    if advised is not None:
        again = score(gold, predicted, advised[2], kind=kind)
        assert again.defined
    else:
        assert "=" not in str(refusal.value).rpartition(";")[2]


@given(st.sampled_from(OF_ITEMS), SETS, SETS)
def test_advice_on_sets_gives_a_number(
    asked: str, gold: list[set[str]], predicted: list[set[str]]
) -> None:
    size = min(len(gold), len(predicted))

    followed(gold[:size], predicted[:size], asked, "sets")


@given(st.sampled_from(OF_LABELS), st.lists(st.tuples(*[st.sampled_from("ab")] * 2), max_size=3))
def test_advice_on_labels_gives_a_number(asked: str, rows: list[tuple[str, str]]) -> None:
    followed([one for one, _ in rows], [two for _, two in rows], asked)


@given(
    st.sampled_from(OF_SHARES),
    st.lists(st.tuples(st.sampled_from((0, 1)), st.sampled_from((0.0, 0.5, 1.0))), max_size=3),
)
def test_advice_on_probabilities_gives_a_number(asked: str, rows: list[tuple[int, float]]) -> None:
    followed([one for one, _ in rows], [two for _, two in rows], asked)


@pytest.mark.parametrize(
    ("asked", "option"),
    [
        ("f1(average=macro[class])", "undefined=zero"),
        ("f1(both_empty=drop)", "both_empty=0+0"),
        ("f1(average=micro,class=item,only=class[a])", "undefined=zero"),
    ],
)
def test_the_option_that_decides_is_named(asked: str, option: str) -> None:
    with pytest.raises(UndefinedScoreError, match=re.escape(f"; {option} says what ")):
        float(score([set()], [set()], asked))
