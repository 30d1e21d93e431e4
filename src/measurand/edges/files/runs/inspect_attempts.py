"""The samples of a log of inspect_ai: of each only what numbers are made of.

That is its id, its scores, what went wrong, the metadata that a metric asks for, and a digest of
its input and target. All else is passed over as bytes. Most samples of a log have one of a few
scores, and ids stand in its header too: such values are kept once, so that a sample costs a few
hundred bytes, whatever its texts are.

Values after epochs are read one by one as well, and stand as two lists beside one another.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TypeVar

import msgspec

from measurand.auditing.runs.inspect_reducers import is_nan
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.json.floats import value_of
from measurand.edges.files.json.value import Json, decode, encode, expected
from measurand.edges.files.runs.inspect_header import Header, dict_of, list_of, told_labels
from measurand.edges.files.runs.inspect_pairs import KeptPairs
from measurand.edges.files.samples.tool_logs import reason, scalar_id
from measurand.evidence.runs import NOTHING, Attempt, Pairs, Value

_NULL = b"null"
_MOST_SHARED = 10_000
_DIGEST = 8


class _Parts(msgspec.Struct):
    """What is read of a sample; all else is passed over."""

    id: msgspec.Raw = msgspec.Raw(b"null")
    epoch: msgspec.Raw = msgspec.Raw(b"1")
    input: msgspec.Raw = msgspec.Raw(b"null")
    target: msgspec.Raw = msgspec.Raw(b"null")
    scores: msgspec.Raw = msgspec.Raw(b"null")
    metadata: msgspec.Raw = msgspec.Raw(b"null")
    error: msgspec.Raw = msgspec.Raw(b"null")
    limit: msgspec.Raw = msgspec.Raw(b"null")
    invalidation: msgspec.Raw = msgspec.Raw(b"null")


class _Reduced(msgspec.Struct):
    sample_id: msgspec.Raw = msgspec.Raw(_NULL)
    value: msgspec.Raw = msgspec.Raw(_NULL)


class _Reduction(msgspec.Struct):
    """The values after epochs of a scorer; each stays bytes."""

    scorer: msgspec.Raw = msgspec.Raw(_NULL)
    reducer: msgspec.Raw = msgspec.Raw(_NULL)
    samples: list[msgspec.Raw] | None = None


_SAMPLES = msgspec.json.Decoder(_Parts)
_REDUCTIONS = msgspec.json.Decoder(list[_Reduction] | None)
_EACH = msgspec.json.Decoder(_Reduced)
T = TypeVar("T", str, float, Mapping[str, Value])


class AttemptReader:
    """Reads the samples of one log, and keeps values once that many of them have."""

    def __init__(self, header: Header, options: ReadOptions) -> None:
        """Begin; ids are those of the header, where it has them."""
        self._header, self._depth = header, options.max_depth
        self._ids = {one: one for one in header.items or ()}
        self._shared: dict[tuple[object, ...], Mapping[str, Value]] = {}
        self._pairs = KeptPairs(header)

    def attempt(self, raw: bytes, place: str, epoch: int | None = None) -> Attempt:
        """Read a sample; `epoch` is what the name of its member says.

        Raises FaultError where it is none.
        """
        try:
            parts = _SAMPLES.decode(raw)
        except (ValueError, RecursionError):
            value = decode(raw, max_depth=self._depth)
            raise expected("a sample of inspect_ai", value, path=place) from None
        raw_id, at = self._decoded(parts.id), self._decoded(parts.epoch)
        if not isinstance(at, int) or isinstance(at, bool) or at != (epoch or at):
            told = f"the epoch {epoch}, as its name says" if epoch else "a whole number"
            raise expected(told, at, path=f"{place}: $.epoch" if epoch else f"{place}.epoch")
        scores = dict_of(self._decoded(parts.scores))
        error, limit = dict_of(self._decoded(parts.error)), self._decoded(parts.limit)
        item = scalar_id(raw_id, f"{place}.id")
        values = {key: value_of(dict_of(one).get("value")) for key, one in scores.items()}
        self._pairs.keep(item, scores, lambda: self._decoded(parts.metadata), errored=bool(error))
        return Attempt(
            item=self._ids.get(item, item),
            raw_id=encode(raw_id).decode() if not isinstance(raw_id, str) else "",
            epoch=at,
            scores=self._once(values),
            before=dict(_edits(scores)) or NOTHING,
            error=reason(error.get("message"), "an error") if error else "",
            limit=reason(dict_of(limit).get("type"), "a limit") if limit is not None else "",
            invalid=self._decoded(parts.invalidation) is not None,
            labels=self._once(self._labels(parts, scores)),
            content=self._content(parts),
        )

    def _decoded(self, raw: msgspec.Raw) -> Json:
        content = bytes(raw)
        return None if content == _NULL else decode(content, max_depth=self._depth)

    def _labels(self, parts: _Parts, scores: Mapping[str, Json]) -> dict[str, Value]:
        asked = self._header.grouped
        metadata = dict_of(self._decoded(parts.metadata)) if asked else {}
        labels = {key: value_of(metadata[key]) for key in sorted(asked) if key in metadata}
        return labels | {key: value_of(one) for key, one in told_labels(self._header, scores)}

    def _once(self, values: dict[str, Value]) -> Mapping[str, Value]:
        """Give values that are there already in their place, as long as these are few."""
        if not values:
            return NOTHING
        key = tuple((name, type(one), one) for name, one in values.items())
        if any(is_nan(one) or isinstance(one, list | dict) for one in values.values()):
            return values
        if len(self._shared) < _MOST_SHARED:
            return self._shared.setdefault(key, values)
        return self._shared.get(key, values)

    def _content(self, parts: _Parts) -> bytes:
        """Digest the input and the target, without the ids of messages, which are drawn anew."""
        told = [_texts(self._decoded(one)) for one in (parts.input, parts.target)]
        return sha256(encode(list(told))).digest()[:_DIGEST]

    def paired(self) -> Mapping[str, Sequence[tuple[str, Value]]]:
        """Give what metrics of ours compare in the samples that were read."""
        return self._pairs.by_column()

    def stored(self, raw: bytes) -> Iterator[tuple[str, Sequence[tuple[str, Value]]]]:
        """Give the values after epochs, by scorer and reducer.

        Raises FaultError where they are no such list.
        """
        try:
            found = _REDUCTIONS.decode(raw)
        except (ValueError, RecursionError):
            value = decode(raw, max_depth=self._depth)
            raise expected("values after epochs", value, path="$.reductions") from None
        for one in found or ():
            scorer, reducer = self._decoded(one.scorer), self._decoded(one.reducer) or "mean"
            items, values = [], []
            for each in map(_reduced, one.samples or ()):
                item = str(self._decoded(each.sample_id))
                items.append(self._ids.get(item, item))
                values.append(self._one(value_of(self._decoded(each.value))))
            yield f"{scorer}/{reducer}", Pairs(tuple(items), tuple(values))

    def _one(self, value: Value) -> Value:
        return self._once({"": value})[""]


def _reduced(raw: msgspec.Raw) -> _Reduced:
    try:
        return _EACH.decode(raw)
    except ValueError:
        return _Reduced()


def _edits(scores: Mapping[str, Json]) -> Iterator[tuple[str, Value]]:
    """Give the first value of each score that was edited."""
    for name, score in scores.items():
        history = list_of(dict_of(score).get("history"))
        if history and "value" in dict_of(history[0]):
            first, now = (value_of(dict_of(one).get("value")) for one in (history[0], score))
            if first != now and not (is_nan(first) and is_nan(now)):
                yield name, first


def _texts(value: Json) -> Json:
    """Take messages without what is drawn anew in each run."""
    if isinstance(value, list):
        return [_texts(one) for one in value]
    if isinstance(value, dict):
        return {key: _texts(one) for key, one in value.items() if key != "id"}
    return value
