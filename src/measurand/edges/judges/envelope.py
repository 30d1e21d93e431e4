"""What an endpoint sends around a reply: read strictly, or refused in one sentence."""

from attrs import evolve, field, frozen

from measurand.edges.formats.cf_fields import TEXT, Opened, whole
from measurand.edges.formats.json_value import FaultError, Json, decode
from measurand.edges.formats.scorecard_fields import as_object
from measurand.values.fault import Fault, shown

_DEEPEST, _MOST_BYTES, _MOST_TOKENS = 50, 8 * 2**20, 2**53
LONGEST_REPLY = 200_001
"""Longer replies are kept so far; no verdict is read from them."""


class EnvelopeError(Exception):
    """Says why what came is no completion."""


@frozen(kw_only=True)
class Envelope:
    """One completion: its text, why it ended, who wrote it, and what it took."""

    text: str = field(repr=False)
    finish: str = ""
    answered_by: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0


def read_envelope(raw: bytes, content_type: str = "") -> Envelope:
    """Read a chat completion.

    What counts is the body, whatever type the endpoint says that it has. A refusal in its own field
    is the text, with the finish `refusal`. Token counts that are absent are 0.

    >>> read_envelope(b'{"model": "m", "choices": [{"message": {"content": "{}"}}]}').answered_by
    'm'
    >>> read_envelope(b"<html>", "text/html")
    Traceback (most recent call last):
    measurand.edges.judges.envelope.EnvelopeError: no JSON, but 'text/html': '<html>'

    Raises EnvelopeError for anything else, an answer without choices among it.
    """
    if len(raw) > _MOST_BYTES:
        message = f"an answer of more than {_MOST_BYTES} bytes"
        raise EnvelopeError(message)
    try:
        tree = as_object(decode(raw, max_depth=_DEEPEST))
        return _envelope(Opened(tree, "$", []))
    except FaultError as error:
        if raw.lstrip()[:1] not in {b"{", b"["}:
            start = shown(raw[:60].decode(errors="replace"))
            message = f"no JSON, but {shown(content_type)}: {start}"
            raise EnvelopeError(message) from None
        raise EnvelopeError(error.fault.text()) from None


def _envelope(at: Opened) -> Envelope:
    choices = at.values("choices")
    if at.faults:
        raise FaultError(at.faults[0])
    if not choices:
        raise FaultError(Fault(path="$.choices", got="none", expected="a choice"))
    found = _choice(Opened(as_object(choices[0]), "$.choices[0]", at.faults))
    usage = at.under("usage") or Opened({}, "$.usage", at.faults)
    count = whole(0, _MOST_TOKENS)
    envelope = evolve(
        found,
        answered_by=(at.maybe("model", TEXT) or "")[:200],
        prompt_tokens=usage.maybe("prompt_tokens", count) or 0,
        completion_tokens=usage.maybe("completion_tokens", count) or 0,
    )
    if at.faults:
        raise FaultError(at.faults[0])
    return envelope


def _choice(at: Opened) -> Envelope:
    message = at.required("message")
    if message is None:
        raise FaultError(at.faults[0])
    finish = (at.maybe("finish_reason", TEXT) or "")[:40]
    refusal = message.maybe("refusal", TEXT)
    if refusal:
        return Envelope(text=refusal[:LONGEST_REPLY], finish="refusal")
    text = message.maybe("content", _content)
    return Envelope(text=(text or "")[:LONGEST_REPLY], finish=finish)


def _content(value: Json) -> str:
    """Take a text, or the texts of a list of parts."""
    if isinstance(value, list):
        return "".join(TEXT(as_object(part).get("text", "")) for part in value)
    return TEXT(value)
