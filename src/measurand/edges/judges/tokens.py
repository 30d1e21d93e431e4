"""What answers took, by the endpoint's own count, as far as it gives one."""

from attrs import frozen

from measurand.edges.files.json.value import Json

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
