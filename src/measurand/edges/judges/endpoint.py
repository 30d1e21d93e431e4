"""One endpoint that speaks OpenAI's protocol: a prompt in, a completion or the reason for none out.

The client is the package `openai` (extra `model`), which is loaded when an endpoint is opened. Its
own retries are off: waiting is done here, within bounds, and as the server asks.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from time import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from attrs import field, frozen

from measurand.edges.judges.envelope import Envelope, EnvelopeError, read_envelope, read_refusal
from measurand.edges.judges.quiet import quiet
from measurand.edges.judges.secret import Access
from measurand.edges.judges.settings import EndpointSettings, Prompt, Structured
from measurand.edges.judges.tokens import Tokens
from measurand.edges.judges.waiting import Back, retry_after
from measurand.edges.judges.wire import PLAIN, WireError, plain_client
from measurand.values.fault import Fault

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI

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
