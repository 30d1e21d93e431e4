"""The texts of a sample of inspect_ai: attachments in their places, and what the model said."""

import re
from collections.abc import Sequence

from measurand.edges.files.json.value import FaultError, Json, expected
from measurand.values.fault import Fault

MOST_ATTACHED = 2**26
"""The attachments that a sample refers to have at most so many characters, each time counted."""
_ATTACHED = re.compile(r"(?:attachment|tc)://(.+)", re.DOTALL)
_POOLED = frozenset(("attachments", "events", "events_data"))


def attach(value: dict[str, Json]) -> None:
    """Put the texts of attachments where they are referred to, but for the events of the run.

    >>> sample = {"target": "attachment://1f", "attachments": {"1f": "a long text"}}
    >>> attach(sample)
    >>> sample["target"]
    'a long text'

    Raises FaultError where they are too long together.
    """
    pool = value.get("attachments")
    if not isinstance(pool, dict) or not pool:
        return
    kept: dict[str, Json] = {name: held for name, held in value.items() if name not in _POOLED}
    left: list[Json] = [kept]
    room = MOST_ATTACHED

    def resolved(held: Json) -> Json:
        nonlocal room
        found = _ATTACHED.fullmatch(held) if isinstance(held, str) else None
        text = pool.get(found[1]) if found else None
        if not isinstance(text, str):
            return held
        room -= len(text)
        if room < 0:
            got = f"more than {MOST_ATTACHED} characters"
            raise FaultError(Fault(got=got, expected="shorter attachments", path="$.attachments"))
        return text

    while left:
        inside = left.pop()
        if isinstance(inside, dict):
            inside.update([(name, resolved(held)) for name, held in inside.items()])
            left.extend(inside.values())
        elif isinstance(inside, list):
            inside[:] = [resolved(held) for held in inside]
            left.extend(inside)
    value.update(kept)


def attached(texts: Sequence[str], path: str) -> None:
    """Refuse texts that are references to attachments that are not there.

    >>> attached(["a"], "$.gold")

    Raises FaultError at the first.
    """
    for text in texts:
        if _ATTACHED.fullmatch(text):
            raise expected("the text of an attachment", text, path=path)


def completion_of(output: Json) -> str | None:
    """Take the text of a model's output; none where it has no choice.

    >>> completion_of({"choices": [{"message": {"content": [{"type": "text", "text": "4"}]}}]})
    '4'

    Raises FaultError where it is an attachment that is not there.
    """
    if not isinstance(output, dict):
        return None
    said = output.get("completion")
    if isinstance(said, str) and said:
        attached([said], "$.output.completion")
        return said
    match output.get("choices"):
        case [{"message": {"content": str(text)}}, *_]:
            attached([text], "$.output.choices[0].message.content")
            return text
        case [{"message": {"content": list(pieces)}}, *_]:
            texts = [_text(piece) for piece in pieces]
            attached(texts, "$.output.choices[0].message.content")
            return "".join(texts)
        case [_, *_]:
            return ""
        case _:
            return None


def _text(piece: Json) -> str:
    text = piece.get("text") if isinstance(piece, dict) and piece.get("type") == "text" else ""
    return text if isinstance(text, str) else ""
