"""The key of an endpoint goes to the endpoint, and to no file, page or stream of the command."""

import base64
import json
import re
from collections.abc import Iterator, Mapping
from urllib.parse import quote

import pytest

from tests.cli.reasoning import FILE, idle, lines, newton, scores
from tests.cli.running import Ran, Shell
from tests.judges.serving import Asked, Said, Server, completion, sensible, serving

KEY = "sk-Zq7+nobody/may=see"
FORMS = (KEY, quote(KEY), quote(KEY, safe=""), base64.b64encode(KEY.encode()).decode().rstrip("="))
FILES = {
    "--keep": "answers.jsonl",
    "--rows": "rows.jsonl",
    "--reports": "reports.json",
    "--records": "records.jsonl",
    "--html": "page.html",
    "--output": "told.json",
}
LOUD = json.dumps({"error": {"message": f"Incorrect API key {KEY}", "code": KEY}}).encode()
ERRORS: Mapping[str, Said] = {
    "in an error that is final": Said(status=403, body=LOUD, headers={"X-Key": KEY}),
    "in an error of the form": Said(status=422, body=LOUD),
    "in an error that may pass": Said(status=429, body=LOUD, headers={"Retry-After": "9999"}),
    "in a reply that is no answer": Said(body=completion(f"your key is {KEY}")),
    "in a refusal": Said(body=completion(None, message={"refusal": KEY})),
    "as a finish": Said(body=completion("{}", finish_reason=KEY)),
}


@pytest.fixture
def asked(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("MEASURAND_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    shell.write(FILE, lines([newton("1", reasoning_trajectory="By a = F/m."), idle("2")]))
    return shell


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(sensible) as found:
        yield found


def run(shell: Shell, server: Server, *words: str) -> Ran:
    files = [word for pair in FILES.items() for word in pair]
    at = ("--judge", "llm", "--model", "small-1", "--base-url", server.url)
    return shell("causal", "run", FILE, *at, *files, "--format", "json", *words)


def free_of_key(text: str) -> bool:
    """Look for the key in whatever form, also where it is escaped."""
    plain = re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text).replace(
        "\\", ""
    )
    return not any(form.lower() in seen.lower() for form in FORMS for seen in (text, plain))


def seen(shell: Shell, ran: Ran) -> dict[str, str]:
    """Give all that the command wrote, by where it did."""
    files = {name: shell.read(name).decode() for name in shell.names()}
    return {"stdout": ran.out, "stderr": ran.err, **files}


@pytest.mark.parametrize("where", ERRORS)
def test_calls_that_fail_with_the_key_in_them_are_unscored_and_show_none(
    asked: Shell, server: Server, where: str
) -> None:
    def saying(one: Asked, number: int) -> Said:
        return ERRORS[where] if "missing" in one.data else sensible(one, number)

    server.saying = saying

    ran = run(asked, server)

    assert ran.code == 3
    assert asked.names() == {FILE, *FILES.values()}
    tree = json.loads(asked.read("told.json"))
    assert tree["exit_code"] == 3
    assert (scores(tree)["intervention"], scores(tree)["abductive"]) == (0.675, None)
    assert [name for name, text in seen(asked, ran).items() if not free_of_key(text)] == []
    assert all(one.headers["authorization"] == f"Bearer {KEY}" for one in server.asked)


def test_an_answer_that_holds_the_key_is_kept_without_it(asked: Shell, server: Server) -> None:
    reply = json.dumps({"because": f"as {KEY} says", "level": "critical", "share": 1.0})

    def saying(one: Asked, number: int) -> Said:
        loud = Said(body=completion(reply, model=KEY))
        return loud if "node" in one.data else sensible(one, number)

    server.saying = saying

    ran = run(asked, server)

    assert ran.code == 0
    assert "as [key] says" in asked.read(FILES["--keep"]).decode()
    assert "as [key] says" in asked.read(FILES["--reports"]).decode()
    assert all(free_of_key(text) for text in seen(asked, ran).values())


def test_a_key_that_is_refused_is_told_of_without_it(asked: Shell, server: Server) -> None:
    server.saying = lambda _asked, _number: Said(status=401, body=LOUD)

    ran = run(asked, server)

    assert (ran.code, ran.out) == (2, "")
    assert "Incorrect API key [key]" in ran.err
    assert all(free_of_key(text) for text in seen(asked, ran).values())


def test_the_search_for_the_key_would_find_it() -> None:
    assert not any(
        free_of_key(text)
        for text in (f"a {KEY}", quote(KEY, safe=""), json.dumps(KEY).replace("/", "\\/"), *FORMS)
    )
    assert not free_of_key("".join(f"\\u{ord(letter):04x}" for letter in KEY))
