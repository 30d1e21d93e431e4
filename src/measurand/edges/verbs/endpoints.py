"""An endpoint of a language model as a function from a prompt to a reply, as verbs take judges.

It is asked one question at a time. For many questions at once, votes and replies that are kept
there are the commands (`measurand causal --judge llm`).
"""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

from attrs import field, frozen
from returns.pipeline import is_successful

from measurand.edges.judges.endpoint import Called, Endpoint, Failed, SettingsError
from measurand.edges.judges.secret import Access, access
from measurand.edges.judges.settings import EndpointSettings, Prompt
from measurand.edges.verbs.errors import InvalidInputError, MeasurandError, invalid, worded
from measurand.edges.verbs.settings import NO_SETTINGS, Settings, written
from measurand.values.option_paths import with_values


class NoReplyError(MeasurandError):
    """A question has no reply, after all tries; the next one may have one."""


@frozen
class Model:
    """Asks an endpoint; called with a prompt (`system`, `user`, a JSON `schema`), gives the reply.

    Raises NoReplyError where there is none after all tries, InvalidInputError where there never
    will be: no such model, no such key, or the package `openai` (extra `model`) is not there.
    """

    settings: EndpointSettings
    access: Access = field(repr=False)

    def __call__(self, prompt: Prompt, /) -> str:
        """Ask, also where a loop is running already (a notebook)."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._asked(prompt)
        with ThreadPoolExecutor(1) as beside:
            return beside.submit(self._asked, prompt).result()

    def _asked(self, prompt: Prompt) -> str:
        try:
            found = asyncio.run(self._answer(prompt))
        except SettingsError as error:
            raise InvalidInputError((error.fault,)) from error
        except ModuleNotFoundError as error:
            hint = "pip install 'measurand[model]'"
            raise invalid("endpoint", "no package openai", "its client", hint) from error
        if isinstance(found, Failed):
            raise NoReplyError(found.error)
        return found.envelope.text

    async def _answer(self, prompt: Prompt) -> Called | Failed:
        async with Endpoint(self.settings, self.access) as endpoint:
            return await endpoint.answer(prompt, 0)


def endpoint(model: str, *, base_url: str = "", settings: Settings = NO_SETTINGS) -> Model:
    """Give an endpoint that speaks OpenAI's protocol as a judge.

    `base_url` is its address, that of MEASURAND_BASE_URL or of OpenAI where it is empty. The key is
    taken from the environment (MEASURAND_API_KEY, OPENAI_API_KEY); an endpoint on this machine
    needs none. `settings` are those of the call: temperature, seed, max_tokens, timeout, tries.

    >>> endpoint("small-1", base_url="http://127.0.0.1:8000/v1", settings={"tries": 2})
    Model(settings=EndpointSettings(model='small-1', temperature=Fraction(0, 1), seed=0, \
max_tokens=2000, ceiling=<Ceiling.MAX_TOKENS: 'max_tokens'>, structured=<Structured.AUTO: 'auto'>, \
timeout=Fraction(60, 1), tries=2, wait_first=Fraction(1, 1), wait_most=Fraction(60, 1)))

    Raises InvalidInputError for an address or a key that cannot be, and for an unknown setting.
    """
    try:
        how = with_values(EndpointSettings(model=model, base_url=base_url), written(settings))
    except ValueError as error:
        raise worded("settings", error, repr(dict(settings))[:80]) from error
    found = access(base_url, os.environ)
    if not is_successful(found):
        raise InvalidInputError((found.failure(),))
    return Model(how, found.unwrap())
