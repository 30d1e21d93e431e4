"""The answers of a row of lm-evaluation-harness: one text, or what cannot be taken for one."""

from collections.abc import Mapping

from measurand.edges.formats.inputs.literal import read_literal
from measurand.edges.formats.inputs.logged import refused
from measurand.edges.formats.json_value import (
    FaultError,
    Json,
    decode,
    expected,
    is_scalar,
    json_text,
)


def response_of(value: Mapping[str, Json]) -> str:
    """Take the one answer of a row.

    >>> response_of({"filtered_resps": ["12"]})
    '12'

    Raises FaultError where it is no text; RefusedError for log-likelihoods of choices and several
    answers, for then the whole file is of another kind.
    """
    found, path = value["filtered_resps"], "$.filtered_resps"
    if not isinstance(found, list):
        raise expected("a list of responses", found, path=path)
    only = found[0] if len(found) == 1 else found
    if isinstance(only, str):
        return only
    pairs = found if len(found) > 1 or _pair(only) else only
    if isinstance(pairs, list) and pairs and all(map(_pair, pairs)):
        names = value.get("metrics")
        listed = names if isinstance(names, list) else []
        known = ", ".join(name for name in listed[:8] if isinstance(name, str))
        raise refused(
            expected(
                "one answer that is a text",
                found,
                path=path,
                hint="these are log-likelihoods of choices: read the numbers of the row alone"
                f' ({known or "acc"}): say --items none --number acc=acc, or items = "none" and'
                ' amounts = { acc = "acc" } in a claims file',
            )
        )
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


def _pair(value: Json) -> bool:
    """Tell a log-likelihood and whether it was the greediest, as texts or as they are."""
    match value:
        case [first, "True" | "False" | bool()]:
            return is_scalar(first) and _numeral(json_text(first))
        case _:
            return False


def _numeral(text: str) -> bool:
    try:
        float(text)
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
