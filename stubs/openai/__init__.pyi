from collections.abc import Mapping, Sequence
from functools import cached_property

from httpx2 import AsyncClient, Headers, Response

class OpenAIError(Exception): ...
class APIError(OpenAIError): ...
class APIConnectionError(APIError): ...
class APITimeoutError(APIConnectionError): ...

class APIStatusError(APIError):
    response: Response
    status_code: int

class DefaultAsyncHttpxClient(AsyncClient): ...

class _Answer:
    @property
    def content(self) -> bytes: ...
    @property
    def headers(self) -> Headers: ...

class _RawCompletions:
    async def create(
        self,
        *,
        model: str,
        messages: Sequence[Mapping[str, str]],
        extra_body: Mapping[str, object] | None = None,
    ) -> _Answer: ...

class _Completions:
    @cached_property
    def with_raw_response(self) -> _RawCompletions: ...

class _Chat:
    @cached_property
    def completions(self) -> _Completions: ...

class AsyncOpenAI:
    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout: float,
        max_retries: int,
        default_headers: Mapping[str, str],
        http_client: AsyncClient,
    ) -> None: ...
    @cached_property
    def chat(self) -> _Chat: ...
    async def close(self) -> None: ...
