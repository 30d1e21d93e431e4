"""Cases try every law of every definition in earnest: scores differ, changes find their place."""

from functools import cache

import pytest

from measurand.laws.case import Case, comparing
from measurand.laws.steps import Choice, missing_item, repeated_item
from measurand.laws.table import CATALOGUE
from measurand.metrics.finalise import evaluate
from properties.meta.drawing import drawn
from properties.strategies.cases import ALIKE, cases

SOME = 80
PLAIN = [name for name, definition in CATALOGUE.items() if comparing(definition) is not None]


FIRST = {name: names[0] for names in ALIKE for name in names}


@cache
def drawn_for(first: str) -> tuple[Case, ...]:
    return drawn(cases(CATALOGUE[first]), SOME)


def tried(name: str) -> tuple[Case, ...]:
    """Draw cases as the law table does."""
    return drawn_for(FIRST[name])


@pytest.mark.parametrize("name", CATALOGUE)
def test_scores_differ(name: str) -> None:
    definition = CATALOGUE[name]

    found = {evaluate(definition, case.corpus) for case in tried(name)}

    assert len(found) > 1


@pytest.mark.parametrize("choice", [missing_item, repeated_item])
@pytest.mark.parametrize("name", PLAIN)
def test_there_is_an_answer_to_add(name: str, choice: Choice) -> None:
    how = comparing(CATALOGUE[name])
    assert how is not None

    places = [
        (sample, case.item)
        for case in tried(name)
        for sample in case.corpus[case.here : case.here + 1]
        if sample.counts is None
    ]

    found = [choice(how, sample, item) for sample, item in places]
    assert not places or sum(item is not None for item in found) > 1
