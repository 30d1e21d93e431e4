"""Columns of pandas whose rows go by other names are refused, whatever verb they are given to."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature

import pandas as pd
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from returns.pipeline import is_successful
from returns.result import Result

import measurand
from measurand import (
    Accumulator,
    InvalidInputError,
    accuracy,
    agreement,
    balanced_accuracy,
    by_class,
    compare,
    f1,
    interval,
    jaccard,
    judge,
    kappa,
    mcc,
    measure,
    precision,
    recall,
    score,
    score_function,
)
from measurand.evidence.observation import ColumnOf, Observation
from measurand.evidence.pool import Pool
from measurand.frames import pool_of_indicators, pool_of_labels, pool_of_numbers
from measurand.values.fault import Fault

Column = Iterable[object]
Verb = Callable[[Sequence[Column]], object]


def _counted(verb: Callable[..., object]) -> Verb:
    said = {"average": "macro"} if "average" in signature(verb).parameters else {}
    return lambda some: verb(some[0], some[1], weights=some[2], **said)


def _accumulated(some: Sequence[Column]) -> object:
    running = Accumulator("accuracy", weights=some[2])
    running.update(some[1], some[0])
    return running.compute()


VERBS: Mapping[str, Verb] = {
    **{
        verb.__name__: _counted(verb)
        for verb in (accuracy, balanced_accuracy, f1, jaccard, kappa, mcc, precision, recall)
    },
    "score": lambda some: score(some[0], some[1], "accuracy", groups={"at": some[2]}),
    "by_class": lambda some: by_class(some[0], some[1], "f1", weights=some[2]),
    "measure": lambda some: measure(some[0], some[1], "accuracy", weights=some[2]),
    "interval": lambda some: interval(some[0], some[1], "accuracy", cluster=some[2], replicates=9),
    "compare": lambda some: compare(
        some[0], {"a": some[1], "b": some[2]}, "accuracy", replicates=9
    ),
    "compare by clusters": lambda some: compare(
        some[0], {"a": some[1], "b": some[0]}, "accuracy", cluster=some[2], replicates=9
    ),
    "agreement": lambda some: agreement({"a": some[0], "b": some[1], "c": some[2]}, "fleiss_kappa"),
    "agreement by clusters": lambda some: agreement(
        {"a": some[0], "b": some[1]}, "krippendorff_alpha", cluster=some[2], replicates=9
    ),
    "judge": lambda some: judge(some[0], some[1], by=some[2]),
    "judge by clusters": lambda some: judge(some[0], some[1], cluster=some[2]),
    "judge with covariates": lambda some: judge(some[0], some[1], covariates={"words": some[2]}),
    "score_function": lambda some: score_function("accuracy")(
        some[0], some[1], sample_weight=some[2]
    ),
    "Accumulator": _accumulated,
}
POOLS: Mapping[str, Callable[[Sequence[Column]], Result[Pool, tuple[Fault, ...]]]] = {
    "labels": lambda some: pool_of_labels(Observation(), some[0], some[1], weights=some[2]),
    "numbers": lambda some: pool_of_numbers(
        ColumnOf("a"), {"a": some[0], "b": some[1]}, weights=some[2]
    ),
}
CELLS = (1, 0, 1, 1, 0, 1, 1, 0)
_NAMES = "abcdefgh"


def _series(names: Sequence[object]) -> pd.Series:
    return pd.Series(CELLS, index=list(names))


@st.composite
def other_names(draw: st.DrawFn) -> Sequence[object]:
    """Give names in another order, or others."""
    shuffled = draw(st.permutations(_NAMES).filter(lambda some: "".join(some) != _NAMES))
    return draw(st.sampled_from((shuffled, list("stuvwxyz"))))


@pytest.mark.parametrize("verb", VERBS)
@settings(max_examples=15, phases=(Phase.explicit, Phase.generate))
@given(names=other_names(), at=st.integers(0, 2))
def test_rows_of_other_names_are_refused_wherever_they_stand(
    verb: str, names: Sequence[object], at: int
) -> None:
    columns = [_series(names if place == at else _NAMES) for place in range(3)]

    with pytest.raises(InvalidInputError, match="an index of other names, or in another order"):
        VERBS[verb](columns)


@pytest.mark.parametrize("verb", VERBS)
def test_rows_of_the_same_names_and_lists_are_taken(verb: str) -> None:
    named = [_series(_NAMES) for _ in range(3)]
    plain = [list(CELLS) for _ in range(3)]

    anew = [_series(_NAMES), pd.Series(CELLS), list(CELLS)]
    said = {str(VERBS[verb](some)) for some in (named, plain, anew)}

    assert len(said) == 1


@pytest.mark.parametrize("verb", VERBS)
def test_two_that_fit_a_third_are_held_to_each_other(verb: str) -> None:
    for lead in (list(CELLS), pd.Series(CELLS)):
        with pytest.raises(InvalidInputError, match="an index of other names"):
            VERBS[verb]([lead, _series(_NAMES), _series(_NAMES[::-1])])


def test_pools_of_columns_keep_the_rule() -> None:
    columns = [_series(_NAMES), _series(_NAMES), _series(_NAMES[::-1])]
    bits = pd.DataFrame({"x": CELLS}, index=list(_NAMES))

    assert [is_successful(make(columns)) for make in POOLS.values()] == [False, False]
    assert not is_successful(pool_of_indicators(Observation(), bits, bits[::-1], ["x"]))


def test_every_verb_of_several_columns_is_held_to_it() -> None:
    sides = {"gold", "verdicts", "raters"}
    verbs = {
        name
        for name in dir(measurand)
        if callable(one := getattr(measurand, name))
        and not isinstance(one, type)
        and sides & {*signature(one).parameters}
    }

    # These take records of a study, or paths of files, and no columns.
    assert verbs - {"audit", "faithfulness", "faithfulness_batch"} <= VERBS.keys()
