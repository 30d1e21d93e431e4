"""An endpoint as a judge of the verbs: a function from a prompt to a reply."""

import asyncio
import json

import pytest

from measurand import InvalidInputError, endpoint, faithfulness
from tests.judges.serving import Said, always, sensible, serving

NEWTON = {
    "target_variable": "acceleration",
    "knowns": {"F": 10, "m": 2},
    "causal_graph": [{"cause": ["F", "m"], "effect": "acceleration", "rule": "a = F/m"}],
}
# The server gives nodes 9/10, knowns 1 and texts 4/5; the graph itself is without a flaw: 37/40.
TEXTS = ("Calculate the acceleration of 2 kg under 10 N.", "By a = F/m it is 5.")


def test_a_model_judges_a_graph() -> None:
    with serving(sensible) as server:
        cf, report = faithfulness(NEWTON, *TEXTS, judge=endpoint("small-1", base_url=server.url))

    assert len(server.asked) == 5
    assert {one.body["model"] for one in server.asked} == {"small-1"}
    assert f"{cf:.4f}" == "0.9250"
    assert json.loads(json.dumps(report))["components"]["logic_quality"]["score"] == 0.8


def test_a_notebook_has_a_loop_that_is_running() -> None:
    async def cell(url: str) -> str:
        cf, _ = faithfulness(NEWTON, *TEXTS, judge=endpoint("small-1", base_url=url))
        return f"{cf:.4f}"

    with serving(sensible) as server:
        assert asyncio.run(cell(server.url)) == "0.9250"


def test_a_question_without_a_reply_has_no_verdict() -> None:
    quick = {"tries": 1, "structured": "plain"}
    with serving(always(Said(status=500))) as server:
        judge = endpoint("small-1", base_url=server.url, settings=quick)
        _, report = faithfulness(NEWTON, *TEXTS, judge=judge)

    components = json.loads(json.dumps(report))["components"]
    assert components["logic_quality"]["score"] is None


def test_what_will_never_answer_ends_at_once() -> None:
    with serving(always(Said(status=404))) as server:
        judge = endpoint("small-1", base_url=server.url)
        with pytest.raises(InvalidInputError, match="a model and a base URL that are there"):
            faithfulness(NEWTON, *TEXTS, judge=judge)

    assert len(server.asked) == 1


def test_what_is_no_endpoint_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="MEASURAND_API_KEY: expected a key"):
        endpoint("small-1")
    with pytest.raises(InvalidInputError, match="did you mean 'tries'"):
        endpoint("small-1", base_url="http://127.0.0.1:1/v1", settings={"trys": 1})
