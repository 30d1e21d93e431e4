"""Records as they were read, with something added: every other value stays as it is written."""

from collections.abc import Mapping

import msgspec

_DECODER = msgspec.json.Decoder(dict[str, msgspec.Raw])


def with_keys(raw: bytes, more: Mapping[str, object]) -> bytes:
    r"""Set keys of a record that is one JSON object; give it as a line, with its end.

    What has such a key already loses its value. Numbers keep their digits, texts their escapes.

    >>> with_keys(b'{"v": 1.50, "s": "\\u00e9"}', {"cf_score": None})
    b'{"v":1.50,"s":"\\u00e9","cf_score":null}\n'
    """
    record = _DECODER.decode(raw)
    record |= {key: msgspec.Raw(msgspec.json.encode(value)) for key, value in more.items()}
    return msgspec.json.encode(record) + b"\n"
