"""A model that does not answer, or not as the protocol has it: tried again, then unscored."""

from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve
from returns.result import Failure

from measurand.edges.judges.envelope import EnvelopeError, read_envelope
from measurand.studies.causal.edge.judges import model
from measurand.studies.causal.edge.judges.model import NOT_INSTALLED, judge_with_model
from measurand.studies.causal.edge.judges.settings import ModelSettings, Usage
from measurand.studies.causal.judging import Decided, Unscored
from tests.judges.asked import QUICK, asked, many, question, verdict
from tests.judges.serving import (
    Asked,
    Said,
    always,
    completion,
    in_turn,
    sensible,
    serving,
)


def test_retry_after_is_waited_for(tmp_path: Path) -> None:
    busy = Said(status=429, headers={"Retry-After": "0.3"}, body=b"{}")

    with serving(in_turn(busy)) as server:
        answered = asked(tmp_path, server.url, [question()])

    assert server.times[1] - server.times[0] >= 0.3
    assert isinstance(answered.judge(question()), Decided)
    assert (answered.usage.calls, answered.usage.retries) == (1, 1)


def test_a_wait_beyond_the_bound_gives_the_call_up(tmp_path: Path) -> None:
    with serving(always(Said(status=429, headers={"Retry-After": "3600"}, body=b"{}"))) as server:
        found = asked(tmp_path, server.url, [question()]).judge(question())

    assert len(server.asked) == 1
    assert isinstance(found, Unscored)
    assert found.because.endswith("it asks to wait 3600 s, which is too long")


def test_two_500s_and_then_a_reply(tmp_path: Path) -> None:
    broken = Said(status=500, body=b"oh no", content_type="text/plain")

    with serving(in_turn(broken, evolve(broken, status=503))) as server:
        answered = asked(tmp_path, server.url, [question()])

    assert len(server.asked) == 3
    assert isinstance(answered.judge(question()), Decided)
    assert answered.usage == Usage(calls=1, retries=2, prompt_tokens=100, completion_tokens=10)


def test_500s_for_ever_are_unscored_after_all_tries(tmp_path: Path) -> None:
    with serving(always(Said(status=500, body=b"oh no"))) as server:
        answered = asked(tmp_path, server.url, [question()])

    assert len(server.asked) == QUICK.tries
    found = answered.judge(question())
    assert isinstance(found, Unscored)
    assert (found.reason, found.because[:10]) == ("call failed", "status 500")
    assert answered.usage == Usage(calls=1, failed=1, retries=2)


def test_after_so_many_failures_in_a_row_no_more_calls_are_made(tmp_path: Path) -> None:
    settings = evolve(QUICK, tries=1, concurrency=1, stop_after=4)

    with serving(always(Said(status=500))) as server:
        answered = asked(tmp_path, server.url, many(50), settings)

    assert len(server.asked) == 4
    [note] = answered.notes
    assert note.text() == (
        "endpoint: expected replies, got 4 calls in a row that failed: no more were made; what is "
        "not answered is unscored, and asked by the next run"
    )
    reasons = [one.reason for one in map(answered.judge, many(50)) if isinstance(one, Unscored)]
    assert reasons == ["call failed"] * 4 + ["not answered"] * 46


def test_failures_that_are_not_in_a_row_stop_nothing(tmp_path: Path) -> None:
    def saying(asked: Asked, number: int) -> Said:
        return sensible(asked) if number % 3 == 0 else Said(status=500)

    with serving(saying) as server:
        settings = evolve(QUICK, tries=1, concurrency=1, stop_after=3)
        answered = asked(tmp_path, server.url, many(30), settings)

    assert answered.usage.calls == 30
    assert answered.usage.failed == 20


def test_a_server_that_is_silent_runs_out_of_time(tmp_path: Path) -> None:
    settings = evolve(QUICK, timeout=Fraction(1, 10), tries=2)

    with serving(always(Said(after=0.6, body=completion("{}")))) as server:
        found = asked(tmp_path, server.url, [question()], settings).judge(question())

    assert len(server.asked) == 2
    assert found == Unscored(reason="call failed", because="no answer within 0.1 s")


def test_a_server_that_answers_drop_by_drop_runs_out_of_time_as_well(tmp_path: Path) -> None:
    settings = evolve(QUICK, timeout=Fraction(1, 5), tries=1)
    drops = Said(body=completion("{}"), drip=0.05)

    found = verdict(tmp_path, always(drops), settings)

    assert found == Unscored(reason="call failed", because="no answer within 0.2 s")


def test_nobody_there_is_a_failed_call(tmp_path: Path) -> None:
    with serving(sensible) as server:
        url = server.url

    found = asked(tmp_path, url, [question()]).judge(question())

    assert isinstance(found, Unscored)
    assert found.because.startswith("no connection, or it broke off")


WHOLE = completion('{"level": "critical", "share": 0.9}')
BAD_BODIES = {
    "malformed JSON": (Said(body=b'{"choices": [}'), "invalid character"),
    "a body cut short": (Said(body=WHOLE[:-30]), "the rest of a JSON value"),
    "a web page": (
        Said(body=b"<html>Sign in</html>", content_type="text/html"),
        "no JSON, but 'text/html': '<html>Sign in</html>'",
    ),
    "a stream of events": (
        Said(body=b"data: {}\n\n", content_type="text/event-stream"),
        "no JSON, but 'text/event-stream'",
    ),
    "nothing": (Said(), "no JSON"),
    "a list": (Said(body=b"[]"), "expected an object"),
    "no choices": (Said(body=b'{"model": "m"}'), "choices"),
    "empty choices": (Said(body=completion("", choices=[])), "$.choices: expected a choice"),
    "a choice that is null": (Said(body=completion("", choices=[None])), "an object"),
    "no message": (Said(body=completion("", choices=[{}])), "message"),
    "a number as content": (
        Said(body=completion("", message={"content": 3})),
        "expected a string, got 3",
    ),
    "NaN as a count": (
        Said(body=completion("{}", usage={"prompt_tokens": float("nan")})),
        "NaN",
    ),
}


@pytest.mark.parametrize("name", BAD_BODIES)
def test_it_is_said_what_is_wrong_with_a_body(name: str) -> None:
    one, why = BAD_BODIES[name]

    with pytest.raises(EnvelopeError) as error:
        read_envelope(one.body, one.content_type)

    assert why in str(error.value)


WIRED = ("malformed JSON", "a body cut short", "a web page", "empty choices")


@pytest.mark.parametrize("name", WIRED)
def test_a_bad_body_is_a_failed_call_and_tried_again(tmp_path: Path, name: str) -> None:
    one, why = BAD_BODIES[name]

    with serving(always(one)) as server:
        found = asked(tmp_path, server.url, [question()]).judge(question())

    assert len(server.asked) == QUICK.tries
    assert isinstance(found, Unscored)
    assert found.reason == "call failed"
    assert why in found.because


def test_fewer_bytes_than_promised_are_a_failed_try(tmp_path: Path) -> None:
    torn = Said(body=WHOLE[:-30], promised=len(WHOLE))

    with serving(in_turn(torn)) as server:
        answered = asked(tmp_path, server.url, [question()])

    assert len(server.asked) == 2
    assert answered.usage.retries == 1
    assert isinstance(answered.judge(question()), Decided)


def test_what_counts_is_the_body_and_not_its_type(tmp_path: Path) -> None:
    found = verdict(tmp_path, always(Said(body=WHOLE, content_type="text/plain")))

    assert isinstance(found, Decided)


@pytest.mark.parametrize(("status", "wanted"), [(401, "a key"), (404, "a model")])
def test_wrong_settings_end_the_run_at_once(tmp_path: Path, status: int, wanted: str) -> None:
    with serving(always(Said(status=status, body=b'{"error": {"message": "no"}}'))) as server:
        settings = evolve(QUICK, base_url=server.url, concurrency=2)
        found = judge_with_model(many(20), settings, tmp_path / "kept.jsonl")

    [fault] = found.failure()
    assert fault.text().startswith(f"endpoint: expected {wanted}")
    assert f"got status {status}" in fault.text()
    assert len(server.asked) <= 2
    assert (tmp_path / "kept.jsonl").read_bytes() == b""


def test_without_a_key_nothing_is_asked(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"

    found = judge_with_model([question()], ModelSettings(model="small-1"), kept)

    assert isinstance(found, Failure)
    [fault] = found.failure()
    assert fault.text() == (
        "MEASURAND_API_KEY: expected a key in the environment, got nothing: set it for this "
        "shell; there is no option for it, so that it stays out of logs and of the shell's history"
    )
    assert not kept.exists()


def test_without_the_package_it_is_said_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "find_spec", lambda _name: None)

    found = judge_with_model([], evolve(QUICK, base_url="http://localhost/v1"), tmp_path / "kept")

    assert found.failure() == (NOT_INSTALLED,)
    assert NOT_INSTALLED.text().endswith("pip install 'measurand[model]'")


def test_a_question_that_is_refused_in_every_form_fails_alone(tmp_path: Path) -> None:
    def saying(asked: Asked, _number: int) -> Said:
        if "5 kg" in asked.user:
            return Said(status=400, body=b'{"error": {"message": "context length"}}')
        return sensible(asked)

    with serving(saying) as server:
        answered = asked(tmp_path, server.url, many(4), evolve(QUICK, concurrency=1))

    found = [answered.judge(one) for one in many(4)]
    assert [isinstance(one, Decided) for one in found] == [True, True, False, True]
    assert isinstance(found[2], Unscored)
    assert found[2].reason == "call failed"
    assert "context length" in found[2].because
    assert server.asked[-1].body["response_format"] == server.asked[0].body["response_format"]
