"""The answers of a row of lm-evaluation-harness: one text, or what cannot be taken for one."""

from collections.abc import Mapping

from measurand.edges.files.json.value import (
    FaultError,
    Json,
    Number,
    decode,
    expected,
)
from measurand.edges.files.samples.literal import read_literal
from measurand.edges.files.samples.logged import refused

_OF_WHOLE, _OF_CHOICES = (
    ("word_perplexity", "byte_perplexity", "bits_per_byte"),
    ("acc", "acc_norm"),
)
_PERPLEXITIES = frozenset(("word_perplexity", "byte_perplexity", "bits_per_byte", "perplexity"))


def response_of(value: Mapping[str, Json]) -> str:
    """Take the one answer of a row.

    >>> response_of({"filtered_resps": ["12"]})
    '12'

    Raises FaultError where it is no text; RefusedError for log-likelihoods, of choices or of whole
    texts, and for several answers: then the whole file is of another kind.
    """
    found, path = value["filtered_resps"], "$.filtered_resps"
    if not isinstance(found, list):
        raise expected("a list of responses", found, path=path)
    only = found[0] if len(found) == 1 else found
    generated = _generated(value)
    if generated is not True and (generated is False or _of_texts(value)) and _numeral(_bare(only)):
        raise refused(_no_answer(value, "log-likelihoods of whole texts", _OF_WHOLE))
    if isinstance(only, str) and (generated is True or not _pair(only)):
        return only
    pairs = found if len(found) > 1 or _pair(only) else only
    if isinstance(pairs, list) and pairs and all(map(_pair, pairs)):
        raise refused(_no_answer(value, "log-likelihoods of choices", _OF_CHOICES))
    if isinstance(only, list) and only and all(isinstance(one, str) for one in only):
        raise refused(
            expected(
                f"one answer, got {len(only)} of one document",
                only,
                path=path,
                hint="the filter keeps repeats: name the one that is read, such as"
                f" --field pred=filtered_resps{'[0]' if len(found) == 1 else ''}[0]",
            )
        )
    raise expected("a list of one text", found, path=path)


def _no_answer(value: Mapping[str, Json], what: str, usual: tuple[str, ...]) -> FaultError:
    """Say that a row holds what nobody answered, and which of its numbers can be read."""
    names = value.get("metrics")
    listed = [one for one in names if isinstance(one, str)] if isinstance(names, list) else []
    numbers = {one: _place(one, value.get(one)) for one in (*listed, *usual)}
    held = [one for one, place in numbers.items() if place]
    shown = f" ({', '.join(held[:8])})" if held else ""
    name, place = (held[0], numbers[held[0]]) if held else ("NAME", "PATH")
    return expected(
        "one answer that is a text",
        value["filtered_resps"],
        path="$.filtered_resps",
        hint=f"these are {what}: read the numbers of the row alone{shown}:"
        f" say --items none --number {name}={place}, or"
        f' items = "none" and amounts = {{ {name} = "{place}" }} in a claims file',
    )


def _place(name: str, value: Json) -> str:
    """Say where in a row a metric has its number; empty where the row has none."""
    inner = value[0] if isinstance(value, list) and value else value
    if not name.isidentifier() or isinstance(inner, bool) or not isinstance(inner, int | Number):
        return ""
    return f"{name}[0]" if isinstance(value, list) else name


def _generated(value: Mapping[str, Json]) -> bool | None:
    """Tell whether a row asked for a text, or how likely one is; None where it has no request.

    A request to generate holds how, as an object beside the prompt, or that as Python writes it.
    """
    requests = value.get("arguments")
    if isinstance(requests, dict):
        requests = list(requests.values())
    if not isinstance(requests, list) or not requests:
        return None
    parts = [list(one.values()) if isinstance(one, dict) else one for one in requests]
    beside = [part for one in parts if isinstance(one, list) for part in one[1:]]
    return any(isinstance(part, dict) or _braced(part) for part in beside)


def _braced(value: Json) -> bool:
    return isinstance(value, str) and value[:1] + value[-1:] == "{}"


def _of_texts(value: Mapping[str, Json]) -> bool:
    """Tell a row about whole texts by its metrics, or by a target that says nothing."""
    named = value.get("metrics")
    listed = named if isinstance(named, list) else []
    names = {*value, *(one for one in listed if isinstance(one, str))}
    return not names.isdisjoint(_PERPLEXITIES) or value.get("target") == ""


def _bare(value: Json) -> Json:
    """Take what stands alone in a list, and in a list of that."""
    while isinstance(value, list) and len(value) == 1:
        [value] = value
    return value


def _pair(value: Json) -> bool:
    """Tell a log-likelihood and whether it was the greediest: as texts, as one, or as they are."""
    match as_list(value) if isinstance(value, str) else value:
        case [first, "True" | "False" | bool()]:
            return _numeral(first)
        case _:
            return False


def _numeral(value: Json) -> bool:
    if isinstance(value, bool) or not isinstance(value, str | int | Number):
        return False
    try:
        float(str(value))
    except ValueError:
        return False
    return True


def as_list(text: str) -> Json:
    """Read an answer that is a list, as JSON or as Python writes it; null where it is none.

    >>> as_list("['rye']"), as_list("rye")
    (['rye'], None)
    """
    for read in (_json, read_literal):
        try:
            found = read(text.strip())
        except FaultError:
            continue
        if isinstance(found, list):
            return found
    return None


def _json(text: str) -> Json:
    return decode(text.encode(), max_depth=100)
