"""Long answers are cut, and no cut leaves a part of the key."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.judges import envelope
from measurand.edges.judges.envelope import (
    LONGEST_REPLY,
    EnvelopeError,
    read_envelope,
    read_refusal,
)
from measurand.edges.judges.secret import Secret
from measurand.studies.causal.edge.judges.model import judge_with_model, replayed
from tests.judges.asked import QUICK, many, question
from tests.judges.serving import Said, always, completion, serving

KEY = "sk-Zebra7Quilt9Vortex3Jumbo"
SECRET = Secret(KEY)


SHORT = 500
"""What is kept of a reply here; from the wire, below, a reply is as long as is kept of it."""


def parts(text: str) -> list[str]:
    """Find what there is of the key: any six of its characters in a row."""
    sixes = {KEY[i : i + 6].lower() for i in range(len(KEY) - 5)}
    return sorted(six for six in sixes if six in text.lower())


def read(raw: bytes, content_type: str = "") -> str:
    """Say all that is taken from a body."""
    try:
        found = read_envelope(raw, content_type, SECRET)
    except EnvelopeError as error:
        return str(error)
    return f"{found.text} {found.finish} {found.answered_by}"


def in_a_list(text: str) -> bytes:
    half = len(text) - len(KEY) // 2
    message = {"content": [{"text": text[:half]}, {"text": text[half:]}]}
    return completion(None, message=message)


CUTS: Mapping[str, tuple[int, Callable[[str], str]]] = {
    "how a web page begins": (60, lambda text: read(text.encode(), "text/html")),
    "the type of a body": (60, lambda text: read(b"?", text)),
    "why it ended": (40, lambda text: read(completion("{}", finish_reason=text))),
    "who answered": (200, lambda text: read(completion("{}", model=text))),
    "a reply": (SHORT, lambda text: read(completion(text))),
    "a reply in parts": (SHORT, lambda text: read(in_a_list(text))),
    "a refusal": (SHORT, lambda text: read(completion("", message={"refusal": text}))),
    "a value at fault": (60, lambda text: read(json.dumps({"choices": text}).encode())),
    "a nested value at fault": (60, lambda text: read(completion("", message=text))),
    "broken JSON": (30, lambda text: read(f'{{"a": {text}'.encode())),
    "broken bytes": (60, lambda text: read(text.encode() + b"\xff{")),
    "broken bytes of JSON": (30, lambda text: read(b'{"a": ' + text.encode() + b"\xff")),
}


@pytest.mark.parametrize("name", CUTS)
def test_no_cut_leaves_a_part_of_the_key(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(envelope, "LONGEST_REPLY", SHORT)
    cut, seen = CUTS[name]

    found = {at: parts(seen("." * at + KEY)) for at in range(cut - len(KEY) - 2, cut + 3)}

    assert {at: part for at, part in found.items() if part} == {}
    assert parts(KEY)


def test_a_reply_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(envelope, "LONGEST_REPLY", SHORT)
    long = "x" * (SHORT + 1)

    for raw in (completion(long), in_a_list(long), completion("", message={"refusal": long})):
        assert read(raw).partition(" ")[0] == "x" * SHORT


@pytest.mark.parametrize("at", range(300 - len(KEY) - 15, 300))
def test_an_error_is_cut_after_the_key_is_out(at: int) -> None:
    body = json.dumps({"error": {"message": "." * at + KEY}}).encode()

    assert parts(read_refusal(body, SECRET)[:300]) == []


WIRED: Mapping[str, Callable[[int], Said]] = {
    "how a web page begins": lambda at: Said(body=b"A" * (60 - at) + KEY.encode()),
    "the type of a body": lambda at: Said(body=b"?", content_type="text/" + "x" * (55 - at) + KEY),
    "why it ended": lambda at: Said(body=completion("{}", finish_reason="x" * (40 - at) + KEY)),
    "who answered": lambda at: Said(body=completion("{}", model="m" * (200 - at) + KEY)),
    "a reply": lambda at: Said(body=completion("x" * (LONGEST_REPLY - at) + KEY)),
    "a refusal, cut again for the verdict": lambda at: Said(
        body=completion("", message={"refusal": "x" * (200 - at) + KEY})
    ),
    "an error": lambda at: Said(body=b"x" * (288 - at) + KEY.encode(), status=500),
    "a redirect": lambda at: Said(body=b"x" * (288 - at) + KEY.encode(), status=302),
    "a header that waits": lambda at: Said(headers={"Retry-After": "9" * at + KEY}, status=429),
}


@pytest.mark.parametrize("at", [6, 13, 25])
@pytest.mark.parametrize("where", WIRED)
def test_no_part_of_the_key_gets_from_the_wire_into_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, at: int
) -> None:
    monkeypatch.setenv("MEASURAND_API_KEY", KEY)
    kept = tmp_path / "kept.jsonl"

    with serving(always(WIRED[where](at))) as server:
        settings = evolve(QUICK, base_url=server.url, tries=1)
        found = judge_with_model(many(1), settings, kept)
    again = replayed(kept)

    verdicts = [repr(one.map(lambda it: it.judge(question()))) for one in (found, again)]
    assert parts("".join([repr(found), repr(again), *verdicts, kept.read_text()])) == []
    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
