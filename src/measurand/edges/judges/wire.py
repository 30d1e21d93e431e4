"""The client's way to the network: answers of a bounded length, not packed, from one host.

`openai` by itself follows redirects, unpacks whatever is sent, and holds as much as is sent.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx2

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
