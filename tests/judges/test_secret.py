"""The key goes to the endpoint and nowhere else, whatever the endpoint does with it."""

import base64
import json
import logging
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import pytest
from attrs import evolve

from measurand.edges.judges.endpoint import quiet
from measurand.edges.judges.secret import Secret, access
from measurand.studies.causal.edge.judges.model import judge_with_model, replayed
from measurand.studies.causal.judging import Decided, Kind
from tests.judges.asked import QUICK, asked, many, question
from tests.judges.serving import Asked, Said, Saying, completion, sensible, serving

ROOT = Path(__file__).parents[2]
KEY = "sk-Very/Secret+Quetzal-4711"
FORMS = (
    KEY,
    KEY.upper(),
    quote(KEY, safe=""),
    base64.b64encode(KEY.encode()).decode().rstrip("="),
    KEY[3:],
    KEY[:12],
    KEY[-12:],
)


def reply_text(because: str) -> str:
    return json.dumps({"because": because, "level": "critical", "share": 0.9})


def reply(because: str) -> bytes:
    return completion(reply_text(because))


def escaped(text: str) -> str:
    return "".join(f"\\u{ord(c):04x}" for c in text)


LOUD = json.dumps({"error": {"message": f"Incorrect API key {KEY}", "code": KEY}}).encode()
ECHOES: Mapping[str, Said] = {
    "in the reply": Said(body=reply(f"the key is {KEY}"), headers={"X-Key": KEY}),
    "in the reply, in capitals": Said(body=reply(KEY.upper())),
    "in the reply, quoted": Said(body=reply(quote(KEY, safe=""))),
    "in the reply, in base 64": Said(body=reply(base64.b64encode(f"{KEY}".encode()).decode())),
    "in the reply, escaped": Said(body=completion(reply_text("KEY").replace("KEY", escaped(KEY)))),
    "in the reply, with slashes escaped": Said(
        body=completion(reply_text("KEY").replace("KEY", KEY.replace("/", "\\/")))
    ),
    "in part": Said(body=reply(f"it starts with {KEY[:12]}, and ends with {KEY[-14:]}")),
    "in an error, in part": Said(body=LOUD.replace(KEY.encode(), KEY[:13].encode()), status=500),
    "as the model": Said(body=completion("{}", model=KEY)),
    "as the finish": Said(body=completion("{}", finish_reason=KEY)),
    "as a refusal": Said(body=completion(None, message={"refusal": KEY})),
    "in an error": Said(body=LOUD, status=500),
    "in an error that is final": Said(body=LOUD, status=403),
    "in an error of the form": Said(body=LOUD, status=422),
    "in a web page": Said(body=f"<html>{KEY}".encode(), content_type="text/html"),
    "as its type": Said(body=b"?", content_type=f"text/{KEY}"),
    "as a number": Said(body=completion("{}", usage={"prompt_tokens": KEY})),
    "as a header": Said(status=429, headers={"Retry-After": KEY}),
}


def written(folder: Path) -> str:
    """Read all files."""
    return "".join(path.read_text(errors="replace") for path in folder.rglob("*") if path.is_file())


def free_of_key(text: str) -> bool:
    """Look for the key, in whatever form."""
    plain = text.encode().decode("unicode_escape", errors="replace").replace("\\", "")
    return not any(form.lower() in seen.lower() for form in FORMS for seen in (text, plain))


@pytest.mark.parametrize("where", ECHOES)
def test_an_endpoint_that_echoes_the_key_gets_it_into_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    where: str,
) -> None:
    monkeypatch.setenv("MEASURAND_API_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    saying: Saying = lambda _asked, _number: ECHOES[where]  # noqa: E731 (one line reads better)

    with serving(saying) as server:
        answered = asked(tmp_path, server.url, many(2))

    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    again = replayed(tmp_path / "kept.jsonl").unwrap()
    verdicts = [judge(one) for judge in (answered.judge, again.judge) for one in many(2)]
    out, err = capfd.readouterr()
    seen = [repr(answered), repr(again), repr(verdicts), out, err, caplog.text, written(tmp_path)]
    assert [free_of_key(text) for text in seen] == [True] * 7
    assert written(tmp_path)


def test_a_wrong_key_is_told_of_without_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    with serving(lambda _asked, _number: Said(status=401, body=LOUD)) as server:
        at = evolve(QUICK, base_url=server.url)
        [fault] = judge_with_model(many(3), at, tmp_path / "kept.jsonl").failure()

    assert "Incorrect API key [key]" in fault.text()
    assert free_of_key(fault.text() + repr(fault) + written(tmp_path))


def test_the_clients_log_nothing_even_where_the_environment_asks_for_all(tmp_path: Path) -> None:
    def saying(asked: Asked, number: int) -> Said:
        return [ECHOES["in an error"], ECHOES["in the reply"], sensible(asked)][number % 3]

    with serving(saying) as server:
        words = ("-m", "tests.judges.driver", server.url, str(tmp_path / "kept"), "6")
        ran = subprocess.run(
            (sys.executable, *words),
            cwd=ROOT,
            env=os.environ
            | {"MEASURAND_API_KEY": KEY, "OPENAI_LOG": "debug", "HTTPX_LOG_LEVEL": "trace"},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )

    assert all(one.headers["authorization"] == f"Bearer {KEY}" for one in server.asked)
    assert "Answered(" in ran.stdout
    assert "HTTP" not in ran.stderr
    assert free_of_key(ran.stdout + ran.stderr + written(tmp_path))


def test_a_run_that_breaks_shows_no_key_in_its_trace(tmp_path: Path) -> None:
    with serving(lambda _asked, _number: Said(status=401, body=LOUD)) as server:
        words = ("-m", "tests.judges.driver", server.url, str(tmp_path / "kept"), "6")
        ran = subprocess.run(
            (sys.executable, *words),
            cwd=ROOT,
            env=os.environ | {"MEASURAND_API_KEY": KEY, "OPENAI_LOG": "debug"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    assert ran.returncode == 1
    assert "Traceback" in ran.stderr
    assert free_of_key(ran.stdout + ran.stderr + written(tmp_path))


def test_the_first_of_two_keys_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-the-other-one")
    monkeypatch.setenv("MEASURAND_API_KEY", KEY)

    with serving(sensible) as server:
        asked(tmp_path, server.url, many(1))

    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"


def test_a_repr_shows_no_key() -> None:
    way = access("https://example.org/v1", {"OPENAI_API_KEY": KEY}).unwrap()

    assert way.secret.key == KEY
    assert free_of_key(repr(way) + repr(way.secret) + str(way))


@pytest.mark.parametrize("key", ["with space", "with\ttab", "schlüssel", "line\nbreak"])
def test_a_key_that_cannot_be_one_is_refused_and_not_shown(key: str) -> None:
    fault = access("http://127.0.0.1/v1", {"MEASURAND_API_KEY": key}).failure()

    assert fault.text() == (
        "MEASURAND_API_KEY: expected at least 8 letters, digits and signs of ASCII, without "
        "spaces, got something else (not shown)"
    )


@pytest.mark.parametrize(
    "url",
    [
        "https://user:sk-hidden@example.org/v1",
        "https://example.org/v1?key=sk-hidden",
        "https://example.org/v1#sk-hidden",
        "sk-hidden",
        "ftp://example.org/sk-hidden",
        "http://[sk-hidden",
        "http://example.org:sk-hidden/",
    ],
)
def test_a_url_that_holds_a_key_or_is_none_is_refused_and_not_shown(url: str) -> None:
    fault = access(url, {"MEASURAND_API_KEY": KEY}).failure()

    assert fault.path == "base_url"
    assert "sk-hidden" not in fault.text()


@pytest.mark.parametrize(
    ("url", "near"),
    [
        ("http://localhost:1/v1", True),
        ("http://127.8.9.1/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://localhost.example.org/v1", False),
        ("http://10.0.0.1/v1", False),
        ("https://example.org", False),
    ],
)
def test_only_this_machine_needs_no_key(url: str, near: bool) -> None:  # noqa: FBT001
    found = access(url, {})

    assert (found.value_or(None) is not None) == near


@pytest.mark.parametrize("key", ["x", "true", "EMPTY", "because", "level", "choices", "length"])
def test_a_dummy_key_for_this_machine_damages_no_reply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("MEASURAND_API_KEY", key)
    three = [question("m"), question("m", Kind.ABDUCTION), question("", Kind.LOGIC)]

    with serving(sensible) as server:
        answered = asked(tmp_path, server.url, three)

    assert server.asked[0].headers["authorization"] == f"Bearer {key}"
    assert all(isinstance(answered.judge(one), Decided) for one in three)
    [note] = answered.notes
    assert note.text() == (
        "MEASURAND_API_KEY: expected a key of at least 8 characters, got a shorter one: it is sent "
        "to this machine, but taken for a dummy and not kept out of the records"
    )


def test_a_dummy_key_goes_to_no_other_machine() -> None:
    fault = access("https://example.org/v1", {"MEASURAND_API_KEY": "sk-4711"}).failure()

    assert fault.expected.startswith("at least 8 letters")
    assert "4711" not in fault.text()


@pytest.mark.parametrize("before", ["", "a", "ab", "abc"])
@pytest.mark.parametrize("behind", ["", "a", "ab"])
def test_a_key_is_found_in_base_64_wherever_it_stands(before: str, behind: str) -> None:
    written = base64.b64encode(f"{before}{KEY}{behind}".encode()).decode()

    assert "[key]" in Secret(KEY).scrub(written)


def test_a_key_that_travels_in_the_clear_is_noted() -> None:
    way = access("http://10.0.0.1/v1", {"MEASURAND_API_KEY": KEY}).unwrap()

    assert [note.text() for note in way.notes] == [
        "base_url: expected https, got http, by which the key travels where all can read it"
    ]
    assert access("https://10.0.0.1/v1", {"MEASURAND_API_KEY": KEY}).unwrap().notes == ()


def test_without_a_key_nothing_is_scrubbed() -> None:
    assert Secret("").scrub("a text") == "a text"


def test_loggers_are_given_back_as_they_were() -> None:
    parent, child = logging.getLogger("openai"), logging.getLogger("openai._base_client")
    before = (parent.level, parent.propagate, parent.disabled, child.disabled)

    with quiet(), quiet():
        assert child.disabled

    assert (parent.level, parent.propagate, parent.disabled, child.disabled) == before


def test_a_logger_that_comes_to_be_while_it_is_quiet_is_silent(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with quiet():
        logging.getLogger("httpx.a_new_one").error("a header")

    assert caplog.text == ""
