"""Cases try every law of every definition in earnest: scores differ, changes find their place."""

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import strategies as st

from measurand.laws.case import Case, comparing
from measurand.laws.steps import Choice, missing_item, repeated_item
from measurand.laws.table import CATALOGUE
from measurand.metrics.definitions import Definition
from measurand.metrics.finalise import evaluate
from properties.meta.drawing import drawn
from properties.strategies.cases import ALIKE, cases

SOME = 80
PLAIN = [name for name, definition in CATALOGUE.items() if comparing(definition) is not None]
FIRST = {name: CATALOGUE[names[0]] for names in ALIKE for name in names}


@cache
def drawn_for(first: Definition) -> st.SearchStrategy[Case]:
    return cases(first)


def tried(name: str) -> Iterator[Case]:
    """Draw cases as the law table does."""
    return drawn(drawn_for(FIRST[name]), SOME, batch=SOME // 4)


@pytest.mark.parametrize("name", CATALOGUE)
def test_scores_differ(name: str) -> None:
    scores = (evaluate(CATALOGUE[name], case.corpus) for case in tried(name))
    first = next(scores)

    assert any(score != first for score in scores)


@pytest.mark.parametrize("choice", [missing_item, repeated_item])
@pytest.mark.parametrize("name", PLAIN)
def test_there_is_an_answer_to_add(name: str, choice: Choice) -> None:
    how = comparing(CATALOGUE[name])
    assert how is not None
    asked, added = 0, 0
    for case in tried(name):
        for sample in case.corpus[case.here : case.here + 1]:
            asked += sample.counts is None
            added += sample.counts is None and choice(how, sample, case.item) is not None
        if added > 1:
            return

    assert not asked
