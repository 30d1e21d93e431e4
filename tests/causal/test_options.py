"""The options of causal faithfulness: their values, their texts, and what is refused."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from measurand.inference.plan import Plan, Stream
from measurand.studies.causal import options
from measurand.studies.causal.evaluate import OFFLINE, judge_of
from measurand.studies.causal.judging import ComponentName
from measurand.studies.causal.options import (
    DEFAULT,
    OF_TESTS,
    PROFILES,
    WEIGHTS,
    Bands,
    Missing,
    Options,
    Weights,
    with_tests,
)
from measurand.values.option_paths import listed, with_values


def told(values: dict[str, str]) -> str:
    with pytest.raises(ValueError, match=r".+") as caught:
        with_values(Options(), values)
    return str(caught.value)


@pytest.mark.parametrize("there", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("here", PROFILES.values(), ids=PROFILES)
def test_what_is_listed_makes_the_same_options_of_any_others(here: Options, there: Options) -> None:
    assert with_values(here, dict(listed(there))) == there


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("reading.blank", "dropped"),
        (
            "parts",
            "causal_intervention, abductive_reasoning, logic_quality, graph_quality",
        ),
        ("weights.intervention", "0.25"),
        ("graph.acyclic", "0.3"),
        ("missing", "half"),
        ("knowns.undecided", "zero"),
        ("offline.roots", "given"),
        ("sampling.size", "none"),
        ("tested", "cf, intervention, abductive, logic, graph"),
        ("plan.cluster", "group"),
    ],
)
def test_every_kind_of_option_is_a_text(path: str, text: str) -> None:
    assert dict(listed(PROFILES["documented"]))[path] == text


@pytest.mark.parametrize(
    ("path", "text", "told_of"),
    [
        (
            "parts",
            "graph_quality, causal_intervention",
            (ComponentName.GRAPH, ComponentName.INTERVENTION),
        ),
        ("sampling.size", "3", 3),
        ("sampling.size", "none", None),
        ("weights.logic", "1/3", Fraction(1, 3)),
        ("missing", "half", Missing.HALF),
    ],
)
def test_a_text_is_read_as_its_option(path: str, text: str, told_of: object) -> None:
    found: object = with_values(Options(), {path: text})
    for name in path.split("."):
        found = getattr(found, name)

    assert found == told_of


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"parts": "graph"},
            (
                "parts: one of causal_intervention, abductive_reasoning, logic_quality, "
                "graph_quality: got 'graph'"
            ),
        ),
        (
            {"parts": "graph_quality, graph_quality"},
            "at least one component, each once: got ('graph_quality', 'graph_quality')",
        ),
        ({"parts": "()"}, "at least one component, each once: got ()"),
        ({"sampling.size": "few"}, "sampling.size: a whole number: got 'few'"),
        ({"tested": "cff"}, "unknown metric 'cff': did you mean 'cf'?"),
        ({"mising": "half"}, "unknown option 'mising': did you mean 'missing'?"),
        (
            {"weights": "1"},
            "unknown option 'weights': it is a group of options, such as 'weights.intervention'",
        ),
        (
            {"weights.logic": "-1"},
            "weights: weights of at least 0, not all 0: got 1/4, 1/4, -1, 1/4",
        ),
        ({"bands.good": "0.95"}, "bands: bands from 1 down to 0: got 9/10, 19/20, 1/2"),
        ({"plan.cluster": "run"}, "plan.cluster=group or none: got 'run'"),
        (
            {"plan.stream": "legacy"},
            "the legacy stream is of another study: got plan.stream=legacy",
        ),
    ],
)
def test_what_is_no_value_is_refused(values: dict[str, str], message: str) -> None:
    assert told(values) == message or told(values).startswith(message)


def test_weights_are_shares_of_their_sum() -> None:
    weights = Weights(
        intervention=Fraction(2), abductive=Fraction(1), logic=Fraction(0), graph=Fraction(1)
    )

    assert [weights.of(part) for part in ComponentName] == [
        Fraction(1, 2),
        Fraction(1, 4),
        0,
        Fraction(1, 4),
    ]


def test_three_ways_leave_abduction_out() -> None:
    # seed 001: "(a + b + c) / 3"; spec 1.7
    third = Fraction(1, 3)

    assert [WEIGHTS["three-way"].of(part) for part in ComponentName] == [third, 0, third, third]
    assert [WEIGHTS["four-way"].of(part) for part in ComponentName] == [Fraction(1, 4)] * 4


def test_all_weights_may_not_be_zero() -> None:
    zero = Fraction(0)

    with pytest.raises(ValueError, match="not all 0: got 0, 0, 0, 0"):
        Weights(intervention=zero, abductive=zero, logic=zero, graph=zero)


def test_bands_have_names() -> None:
    assert Bands().names == ("excellent", "good", "fair", "poor", "open")


def test_profiles_differ_where_the_documents_do() -> None:
    documented, as_run = dict(listed(PROFILES["documented"])), dict(listed(PROFILES["as-run"]))
    recommended = dict(listed(PROFILES["recommended"]))

    assert {name for name in documented if documented[name] != recommended[name]} == {
        "missing",
        "knowns.undecided",
    }
    assert {name for name in as_run if as_run[name] != recommended[name]} == {
        "missing",
        "reading.blank",
        "reading.no_target",
        "weights.intervention",
        "weights.abductive",
        "weights.logic",
        "weights.graph",
        "nodes.undecided",
        "nodes.unscored",
        "knowns.undecided",
        "knowns.unscored",
    }
    assert PROFILES[DEFAULT] == Options()


def test_finished_rows_are_tested_as_others_say() -> None:
    measured = Options(missing=Missing.HALF)
    asked = Options(tested=("graph",), plan=Plan(seed=3))

    found = dict(listed(with_tests(measured, asked)))

    assert found["missing"] == "half"
    of_tests = [name for name in found if name.partition(".")[0] in OF_TESTS]
    assert {name: found[name] for name in of_tests} == {
        name: dict(listed(asked))[name] for name in of_tests
    }


@pytest.mark.parametrize("name", OFFLINE)
def test_judges_read_the_graph_as_the_options_do(name: str) -> None:
    signature = judge_of(name, PROFILES["as-run"]).signature

    assert "blank=kept" in signature
    assert "no_target=result" in signature


def test_an_unknown_judge_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown judge 'structurall': did you mean 'structural'"):
        judge_of("structurall", Options())


def test_the_legacy_stream_is_refused() -> None:
    with pytest.raises(ValueError, match="legacy stream"):
        evolve(Options(), plan=Plan(stream=Stream.LEGACY))


def test_no_code_asks_for_a_profile() -> None:
    """A profile is a set of options: pure code reads the options, and `options.py` alone has both.

    The edge may, since a command takes the name of a profile.
    """
    room = Path(options.__file__).parent
    texts = {
        path.relative_to(room).as_posix(): path.read_text(encoding="utf-8")
        for path in room.rglob("*.py")
        if path.relative_to(room).parts[0] != "edge"
    }

    asking = {
        name
        for name, text in texts.items()
        if re.search(r"\b(PROFILES|DOCUMENTED|AS_RUN|RECOMMENDED|profiles?)\b", _code(text))
    }
    assert len(texts) > 40
    assert asking == {"options.py"}


def _code(text: str) -> str:
    """Leave out docstrings and comments."""
    return re.sub(r'"""[\s\S]*?"""|#.*', "", text)
