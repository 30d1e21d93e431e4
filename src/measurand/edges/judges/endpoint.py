"""One endpoint that speaks OpenAI's protocol: a prompt in, a completion or the reason for none out.

The client is the package `openai` (extra `model`), which is loaded when an endpoint is opened. Its
own retries are off: waiting is done here, within bounds, and as the server asks.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    import httpx2
import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from time import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from attrs import field

from measurand.edges.judges.envelope import (
    Envelope,
    EnvelopeError,
    Tokens,
    read_envelope,
    read_refusal,
)
from measurand.edges.judges.secret import Access
from measurand.edges.judges.settings import EndpointSettings, Prompt, Structured
from measurand.values.fault import Fault

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI


# Loggers of these would tell of headers and bodies.
_CLIENTS = ("openai", "httpx", "httpx2", "httpcore", "httpcore2")


@contextmanager
def quiet() -> Iterator[None]:
    """Switch the clients' loggers off, whatever the environment says, and back again after.

    >>> with quiet():
    ...     logging.getLogger("httpx").error("a secret")
    """
    parents = [logging.getLogger(name) for name in _CLIENTS]
    known = [logger for logger in logging.root.manager.loggerDict.values() if _is_theirs(logger)]
    loggers = [logger for logger in known if isinstance(logger, logging.Logger)]
    before = [(logger, logger.disabled) for logger in loggers]
    levels = [(logger, logger.level) for logger in parents]
    for logger in loggers:
        logger.disabled = True
    for logger in parents:  # for children that come to be while it is quiet
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, disabled in before:
            logger.disabled = disabled
        for logger, level in levels:
            logger.setLevel(level)


def _is_theirs(logger: object) -> bool:
    name = logger.name if isinstance(logger, logging.Logger) else ""
    return name.partition(".")[0] in _CLIENTS


@frozen
class Back:
    """When to try again: after `first` seconds, then twice as many each time, at most `most`.

    The wait is shortened by up to a half, by what is asked, so that calls that failed together do
    not come back together; the same call always waits alike. A longer wait that the server asks for
    is kept to; None where it is longer than `most`.

    >>> back = Back(1, 60)
    >>> [0.5 <= back.wait("4f53", tries) / 2**tries <= 1 for tries in range(3)]
    [True, True, True]
    >>> back.wait("4f53", 0, asked=30.0), back.wait("4f53", 0, asked=90.0)
    (30.0, None)
    """

    first: float
    most: float

    def wait(self, salt: str, tries: int, asked: float | None = None) -> float | None:
        """Give the seconds to wait after so many retries."""
        if asked is not None and asked > self.most:
            return None
        number = int.from_bytes(sha256(f"{salt}:{tries}".encode()).digest()[:4], "big")
        usual: float = min(self.first * 2**tries, self.most) * (1 - number / 2**33)
        return max(usual, asked or 0.0)


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Read how many seconds a server asks to wait; None where it does not say.

    RFC 9110, section 10.2.3: a number of seconds, or a date; `now` counts from the epoch.

    >>> retry_after({"retry-after": "3"}, 0.0)
    3.0
    >>> retry_after({"retry-after": "Thu, 01 Jan 1970 00:01:00 GMT"}, 20.0)
    40.0
    >>> retry_after({"retry-after": "soon"}, 0.0)
    """
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.replace(".", "", 1).isdigit():
        return float(text[:20])
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, OverflowError):
        return None


# `openai` by itself follows redirects, unpacks whatever is sent, and holds as much as is sent: here
# answers have a bounded length, are not packed, and come from one host.
MOST_BYTES = 8 * 2**20
"""An answer has at most so many bytes; no more than that is read."""

PLAIN = {"Accept-Encoding": "identity"}
_KEPT = ("content-type", "retry-after")
_AT_ONCE = 2**16


class WireError(Exception):
    """Says why an answer is not read; it would not be the next time either."""


def plain_client() -> "httpx2.AsyncClient":
    """Make the client that goes below the one of `openai`, which closes it.

    Answers are read as they come, up to a bound; packed ones are not, for a short one may hold a
    long one. No redirect is followed: the key is for the host that the user named. Of the headers,
    those are left that are made use of.
    """
    import openai

    class Plain(openai.DefaultAsyncHttpxClient):
        async def send(
            self, request: "httpx2.Request", *, stream: bool = False, **_options: object
        ) -> "httpx2.Response":
            del stream  # whatever was asked for, the answer is read here
            answer = await super().send(request, stream=True, follow_redirects=False)
            try:
                body = await _read(answer)
            finally:
                await answer.aclose()
            headers = {name: answer.headers[name] for name in _KEPT if name in answer.headers}
            again = type(answer)
            return again(answer.status_code, headers=headers, content=body, request=request)

    return Plain(follow_redirects=False)


async def _read(answer: "httpx2.Response") -> bytes:
    """Read a body.

    Raises WireError where it is packed, or too long.
    """
    if answer.headers.get("content-encoding", "identity").strip().lower() not in {"", "identity"}:
        message = "a packed answer, though none was asked for"
        raise WireError(message)
    body = bytearray()
    async for piece in answer.aiter_raw(_AT_ONCE):
        body += piece
        if len(body) > MOST_BYTES:
            message = f"an answer of more than {MOST_BYTES} bytes"
            raise WireError(message)
    return bytes(body)


_NO_KEY = "none"
_REFUSED_FORM = (400, 422)
_PASSING = (408, 409, 425, 429)
_SETTINGS = {
    401: "a key that it takes: see MEASURAND_API_KEY",
    404: "a model and a base URL that are there",
}
_REDIRECTS = range(300, 400)
_MOVED = "a base URL that answers by itself: no redirect is followed"
_SERVER_FAULT = 500
_LONGEST_ERROR = 300
_FORMS = (Structured.SCHEMA, Structured.OBJECT, Structured.PLAIN)


@frozen(kw_only=True)
class Called:
    """A completion, how many tries it took beyond the first, and the tokens of all of them."""

    envelope: Envelope
    form: Structured
    retries: int = 0
    tokens: Tokens = field(factory=Tokens)


@frozen(kw_only=True)
class Failed:
    """No completion, after all tries, and the tokens of all of them; the error holds no key."""

    error: str
    retries: int = 0
    tokens: Tokens = field(factory=Tokens)


class SettingsError(Exception):
    """The endpoint takes no question by these settings: there is no use in asking on."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text())
        self.fault = fault


class _TryError(Exception):
    """One try failed; `wait` is how long the server asks to wait, None where it does not say.

    `moved` says that the server pointed elsewhere.
    """

    def __init__(
        self,
        error: str,
        *,
        again: bool,
        wait: float | None = None,
        tokens: Tokens | None = None,
        moved: bool = False,
    ) -> None:
        super().__init__(error)
        self.moved = moved
        self.error = error
        self.again = again
        self.wait = wait
        self.tokens = tokens or Tokens()


Sleep = Callable[[float], Awaitable[None]]


class Endpoint:
    """Asks a model; leave its `async with` block and its connections are closed.

    The client is loaded with the first question. That raises ModuleNotFoundError without the
    package `openai`.
    """

    def __init__(
        self, settings: EndpointSettings, access: Access, sleep: Sleep = asyncio.sleep
    ) -> None:
        """Take the settings; nothing is opened yet."""
        self._settings = settings
        self._access = access
        self._sleep = sleep
        self._back = Back(float(settings.wait_first), float(settings.wait_most))
        auto = settings.structured is Structured.AUTO
        self._forms: tuple[Structured, ...] = _FORMS if auto else (settings.structured,)
        self._stack = AsyncExitStack()
        self._client: AsyncOpenAI | None = None
        self._has_answered = False

    async def __aenter__(self) -> Self:
        """Begin."""
        self._stack.enter_context(quiet())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self._client = None
        await self._stack.aclose()

    def _opened(self) -> "AsyncOpenAI":
        if self._client is None:
            import openai

            # What came to be with the import is to be silent, too.
            self._stack.enter_context(quiet())
            self._client = openai.AsyncOpenAI(
                base_url=self._access.base_url,
                api_key=self._access.secret.key or _NO_KEY,
                max_retries=0,
                timeout=float(self._settings.timeout),
                default_headers=PLAIN,
                http_client=plain_client(),
            )
            self._stack.push_async_callback(self._client.close)
        return self._client

    async def answer(self, prompt: Prompt, vote: int) -> Called | Failed:
        """Ask, as often as the settings allow.

        Raises SettingsError where no question will ever be answered: no such key, no such model, or
        nothing but redirects. Once one was answered, the settings are right, and such a refusal is
        a call that failed.
        """
        tokens, moved = Tokens(), 0
        for retries in range(self._settings.tries):
            try:
                envelope, form = await self._tried(prompt, vote)
            except _TryError as error:
                tokens += error.tokens
                moved += error.moved
                last = retries + 1 == self._settings.tries
                if moved == self._settings.tries and not self._has_answered:
                    raise _never(error.error, _MOVED) from None
                wait = self._back.wait(f"{prompt.digest}:{vote}", retries, error.wait)
                if wait is None:
                    asked = f"{error.error}; it asks to wait {error.wait:.0f} s, which is too long"
                    return Failed(error=asked, retries=retries, tokens=tokens)
                if last or not error.again:
                    return Failed(error=error.error, retries=retries, tokens=tokens)
                await self._sleep(wait)
            else:
                tokens += envelope.tokens
                self._has_answered = True
                return Called(envelope=envelope, form=form, retries=retries, tokens=tokens)
        raise AssertionError

    async def _tried(self, prompt: Prompt, vote: int) -> tuple[Envelope, Structured]:
        """Ask once, in the first form that the endpoint takes."""
        forms = self._forms
        for form in forms[:-1]:
            try:
                envelope = await self._once(prompt, vote, form)
            except _FormError:
                continue
            self._forms = forms[forms.index(form) :]
            return envelope, form
        try:
            envelope = await self._once(prompt, vote, forms[-1])
        except _FormError as error:
            raise _TryError(error.error, again=False) from None
        self._forms = forms[-1:]
        return envelope, forms[-1]

    async def _once(self, prompt: Prompt, vote: int, form: Structured) -> Envelope:
        import openai

        client = self._opened()
        try:
            async with asyncio.timeout(float(self._settings.timeout)):
                answer = await client.chat.completions.with_raw_response.create(
                    model=self._settings.model,
                    messages=[
                        {"role": "system", "content": prompt.system},
                        {"role": "user", "content": prompt.user},
                    ],
                    extra_body=options(self._settings, prompt.schema, vote, form),
                )
                body, kind = answer.content, answer.headers.get("content-type", "")
            return read_envelope(body, kind, self._access.secret)
        except (TimeoutError, openai.APITimeoutError):
            said = f"no answer within {float(self._settings.timeout):g} s"
            raise _TryError(said, again=True) from None
        except WireError as error:
            raise _TryError(str(error), again=False) from None
        except openai.APIConnectionError as error:
            # Older clients wrap whatever the way below them raises.
            if isinstance(error.__cause__, WireError):
                raise _TryError(str(error.__cause__), again=False) from None
            said = self._scrubbed(str(error.__cause__ or error))
            raise _TryError(f"no connection, or it broke off: {said}", again=True) from None
        except openai.APIStatusError as error:
            raise self._refused(error) from None
        except EnvelopeError as error:
            said = self._scrubbed(str(error))
            raise _TryError(said, again=True, tokens=error.tokens) from None

    def _refused(self, error: "APIStatusError") -> Exception:
        code = error.status_code
        body = read_refusal(error.response.content, self._access.secret)
        said = self._scrubbed(f"status {code}: {body}")
        expected = _SETTINGS.get(code)
        if expected is not None:
            if self._has_answered:
                return _TryError(said, again=False)
            return _never(said, expected)
        if code in _REDIRECTS:
            return _TryError(said, again=True, moved=True)
        if code in _REFUSED_FORM:
            return _FormError(said)
        again = code in _PASSING or code >= _SERVER_FAULT
        return _TryError(said, again=again, wait=retry_after(error.response.headers, time()))

    def _scrubbed(self, text: str) -> str:
        return self._access.secret.scrub(text)[:_LONGEST_ERROR]


def _never(said: str, expected: str) -> SettingsError:
    got = said.replace("\n", " ")
    return SettingsError(
        Fault(path="endpoint", got=got, expected=expected, hint="nothing was judged")
    )


class _FormError(Exception):
    """The endpoint refuses the question as it is put; another form may do."""

    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error


def options(
    settings: EndpointSettings, schema: str, vote: int, form: Structured
) -> dict[str, object]:
    """Write what is sent beside the model and the messages.

    >>> settings = EndpointSettings(model="small-1", seed=7)
    >>> options(settings, "{}", 1, Structured.OBJECT)
    {'max_tokens': 2000, 'temperature': 0.0, 'seed': 8, 'response_format': {'type': 'json_object'}}
    """
    sent: dict[str, object] = {settings.ceiling.value: settings.max_tokens}
    if settings.temperature is not None:
        sent["temperature"] = float(settings.temperature)
    if settings.seed is not None:
        sent["seed"] = settings.seed + vote
    if form is Structured.OBJECT:
        sent["response_format"] = {"type": "json_object"}
    if form is Structured.SCHEMA:
        named = {"name": "verdict", "strict": True, "schema": json.loads(schema)}
        sent["response_format"] = {"type": "json_schema", "json_schema": named}
    return sent
