"""No verb gives, or takes, a `Result` of returns: what is wrong is an exception of ours."""

import inspect
import pydoc
import re
from collections.abc import Callable, Iterator
from typing import get_type_hints

import pytest
from returns.result import Result

import measurand

FUNCTIONAL = {"evaluate", "observing", "pairs", "parse", "pool", "signature"}
"""The doors below the verbs."""


def verbs() -> Iterator[tuple[str, Callable[..., object]]]:
    for name in dir(measurand):
        found = getattr(measurand, name)
        if callable(found) and name[0].islower() and name not in FUNCTIONAL:
            yield name, found


VERBS = dict(verbs())


def test_the_verbs_are_known() -> None:
    assert {"score", "review", "judge", "counterfactual", "faithfulness", "lock"} <= VERBS.keys()


@pytest.mark.parametrize("name", VERBS)
def test_no_verb_says_result(name: str) -> None:
    said = inspect.signature(VERBS[name])

    assert "Result" not in str(said)
    assert not any(kind is Result for kind in get_type_hints(VERBS[name]).values())


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_is_documented_with_an_example_and_what_it_raises(name: str) -> None:
    said = inspect.getdoc(VERBS[name]) or ""

    assert ">>>" in said


def test_the_first_screen_of_help_names_every_verb_and_leads_on() -> None:
    screen = pydoc.plain(pydoc.render_doc(measurand)).splitlines()[:24]

    words = set(re.findall(r"\w+", "\n".join(screen)))
    assert not {*VERBS} - words - {"faithfulness_batch"}
    assert any("help(measurand.score)" in line for line in screen)
