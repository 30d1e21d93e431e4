"""What an endpoint sends around a reply: read strictly, or refused in one sentence.

What it took is by the endpoint's own count, as far as it gives one.

The key is taken out of all that came before anything is cut, quoted or kept: a cut through the key
would leave a part of it, which nobody would find any more.
"""

from attrs import evolve, field, frozen

from measurand.edges.files.json.fields import TEXT, JsonObject, Opened, as_object
from measurand.edges.files.json.value import FaultError, Json, decode
from measurand.edges.judges.secret import Secret
from measurand.values.fault import Fault, shown

_DEEPEST = 50
_LONGEST_NAME, _LONGEST_FINISH, _LONGEST_START = 200, 40, 60
LONGEST_REPLY = 200_001
"""Longer replies are kept so far; no verdict is read from them."""


_MOST = 10**12


@frozen(kw_only=True)
class Tokens:
    """Tokens of prompts and of replies; `uncounted` answers came with no sound count of both.

    >>> Tokens(prompt=100, completion=10) + Tokens(prompt=90, uncounted=1)
    Tokens(prompt=190, completion=10, uncounted=1)
    """

    prompt: int = 0
    completion: int = 0
    uncounted: int = 0

    def __add__(self, other: "Tokens") -> "Tokens":
        """Add up."""
        return Tokens(
            prompt=self.prompt + other.prompt,
            completion=self.completion + other.completion,
            uncounted=self.uncounted + other.uncounted,
        )


def tokens_of(usage: Json) -> Tokens:
    """Read the counts of one answer; a count that is absent or odd says nothing.

    >>> tokens_of({"prompt_tokens": 100, "completion_tokens": -5})
    Tokens(prompt=100, completion=0, uncounted=1)
    >>> tokens_of(None)
    Tokens(prompt=0, completion=0, uncounted=1)
    """
    found = usage if isinstance(usage, dict) else {}
    prompt, completion = (_count(found.get(key)) for key in ("prompt_tokens", "completion_tokens"))
    return Tokens(
        prompt=prompt or 0,
        completion=completion or 0,
        uncounted=int(prompt is None or completion is None),
    )


def _count(value: Json) -> int | None:
    sound = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST
    return value if sound and isinstance(value, int) else None


class EnvelopeError(Exception):
    """Says why what came is no completion, and what it took all the same."""

    def __init__(self, message: str, tokens: Tokens) -> None:
        super().__init__(message)
        self.tokens = tokens


@frozen(kw_only=True)
class Envelope:
    """One completion: its text, why it ended, who wrote it, and what it took."""

    text: str = field(repr=False)
    finish: str = ""
    answered_by: str = ""
    tokens: Tokens = field(factory=Tokens)


def read_envelope(raw: bytes, content_type: str = "", secret: Secret | None = None) -> Envelope:
    """Read a chat completion, without the key.

    What counts is the body, whatever type the endpoint says that it has. A refusal in its own field
    is the text, with the finish `refusal`. Odd counts of tokens are no fault of the reply.

    >>> read_envelope(b'{"model": "m", "choices": [{"message": {"content": "{}"}}]}').answered_by
    'm'
    >>> read_envelope(b"<html>", "text/html")
    Traceback (most recent call last):
    measurand.edges.judges.envelope.EnvelopeError: no JSON, but 'text/html': '<html>'

    Raises EnvelopeError for anything else, an answer without choices among it.
    """
    secret = secret or Secret()
    try:
        tree = as_object(_decoded(raw, secret))
    except FaultError as error:
        message = _no_json(raw, content_type, secret) or error.fault.text()
        raise EnvelopeError(message, Tokens(uncounted=1)) from None
    tokens = tokens_of(tree.get("usage"))
    try:
        return evolve(_envelope(Opened(tree, "$", []), secret), tokens=tokens)
    except FaultError as error:
        raise EnvelopeError(error.fault.text(), tokens) from None


def read_refusal(raw: bytes, secret: Secret) -> str:
    """Read what an endpoint says that answers nothing, without the key.

    >>> read_refusal(b'{"error": {"message": "slow down"}}', Secret())
    'slow down'
    >>> read_refusal(b"<html>", Secret())
    '<html>'
    """
    text = secret.scrub(raw.decode(errors="replace"))
    try:
        tree = as_object(_decoded(raw, secret))
    except FaultError:
        return text
    error = tree.get("error", tree)
    said = error.get("message") if isinstance(error, dict) else error
    return secret.scrub(said) if isinstance(said, str) else text


def _decoded(raw: bytes, secret: Secret) -> Json:
    """Decode a body; neither what is decoded nor the fault where that fails holds the key."""
    try:
        return _scrubbed(decode(raw, max_depth=_DEEPEST), secret)
    except FaultError:
        decode(secret.scrub(raw.decode(errors="replace")).encode(), max_depth=_DEEPEST)
        raise FaultError(Fault(got="bytes that are no UTF-8", expected="JSON")) from None


def _scrubbed(value: Json, secret: Secret) -> Json:
    """Scrub all texts; the keys of objects are never shown."""
    match value:
        case str():
            return secret.scrub(value)
        case list():
            return [_scrubbed(one, secret) for one in value]
        case dict():
            return {key: _scrubbed(one, secret) for key, one in value.items()}
        case _:
            return value


def _no_json(raw: bytes, content_type: str, secret: Secret) -> str:
    """Show how a body begins that does not even look like JSON."""
    text = secret.scrub(raw.decode(errors="replace"))
    if raw.lstrip()[:1] in {b"{", b"["}:
        return ""
    kind = shown(secret.scrub(content_type))
    return f"no JSON, but {kind}: {shown(text[:_LONGEST_START])}"


def _envelope(at: Opened, secret: Secret) -> Envelope:
    choices = at.values("choices")
    if at.faults:
        raise FaultError(at.faults[0])
    if not choices:
        raise FaultError(Fault(path="$.choices", got="none", expected="a choice"))
    first: JsonObject = as_object(choices[0])
    found = _choice(Opened(first, "$.choices[0]", at.faults), secret)
    if at.faults:
        raise FaultError(at.faults[0])
    model = at.value.get("model")
    return evolve(found, answered_by=model[:_LONGEST_NAME] if isinstance(model, str) else "")


def _choice(at: Opened, secret: Secret) -> Envelope:
    message = at.required("message")
    if message is None:
        raise FaultError(at.faults[0])
    finish = (at.maybe("finish_reason", TEXT) or "")[:_LONGEST_FINISH]
    refusal = message.maybe("refusal", TEXT)
    if refusal:
        return Envelope(text=refusal[:LONGEST_REPLY], finish="refusal")
    # Parts may make up the key together, which none of them holds.
    text = secret.scrub(message.maybe("content", _content) or "")
    return Envelope(text=text[:LONGEST_REPLY], finish=finish)


def _content(value: Json) -> str:
    """Take a text, or the texts of a list of parts."""
    if isinstance(value, list):
        return "".join(TEXT(as_object(part).get("text", "")) for part in value)
    return TEXT(value)
