"""What a file seems to be: its format, and which keys hold what. Every guess is told."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal

from attrs import frozen

from measurand.edges.files.json.floats import AS_NULL, with_constants
from measurand.edges.files.json.value import FaultError, Json, decode
from measurand.edges.files.samples.items import is_tag
from measurand.edges.registry import records_like, study_records
from measurand.evidence.paths import Key, Path
from measurand.evidence.source import Fields, Source
from measurand.values.fault import Fault


def kind_of(record: Mapping[str, Json]) -> str | None:
    """Say what a record of a study is, and which command reads it; None where it is of none.

    >>> kind_of({"schema": "cf-score/2"})
    'scores of a counterfactual study: see `measurand cf stats`'
    >>> kind_of({"id": 1, "dag": {}})
    'graphs of reasoning: see `measurand causal run`'
    """
    known = records_like(record)
    return None if known is None else known.says


def other_kind(record: Json) -> Fault | None:
    """Say that a record is of another command, by its schema.

    >>> other_kind({"schema": "causal-score/1"}).got
    'causal-score/1'
    """
    schema = record.get("schema") if isinstance(record, dict) else None
    for one in study_records() if isinstance(schema, str) else ():
        if schema in one.schemas:
            return Fault(path="$.schema", got=str(schema), expected="a sample", hint=one.says)
    return None


_IDS = ("id", "sample_id", "doc_id", "example_id", "uid", "qid", "idx")
_GOLD = ("gold", "golds", "target", "targets", "reference", "references", "truth", "expected")
_PRED = ("pred", "preds", "prediction", "predictions", "predicted", "output", "answer")
_MOST_KEYS = 100
_MOST_ROWS = 1000
_DEEP = 200
_SHOWN = 8

Rows = Sequence[Mapping[str, Json]]


@frozen(kw_only=True)
class Guess:
    """A source as it seems to be meant, and the sentences that say why."""

    source: Source | None
    assumptions: tuple[str, ...] = ()


def parsed(raw: bytes) -> Json:
    """Decode a text, bare NaN as null; null where it is no JSON even so.

    >>> parsed(b'{"id": 1, "score": NaN}'), parsed(b"{")
    ({'id': 1, 'score': None}, None)
    """
    try:
        return decode(with_constants(raw, AS_NULL), max_depth=_DEEP)
    except FaultError:
        return None


def json_form(lines: Sequence[bytes], document: Json) -> Literal["jsonl", "json"] | None:
    r"""Guess from the first lines, and the document that they are, whether JSON stands by lines.

    >>> json_form([b'{"id": 1}', b'{"id": 2}'], None)
    'jsonl'
    >>> json_form([b"EU\tB-ORG\tO", b"", b"a\tO\tO"], None) is None
    True
    """
    filled = [line for line in lines if line.strip()]
    first = parsed(filled[0]) if filled else None
    if isinstance(first, dict) and (len(filled) > 1 or _is_record(first)):
        return "jsonl"
    if not filled and isinstance(document, dict) and _is_long_line(document):
        return "jsonl"
    if isinstance(document, dict | list):
        return "json"
    return "jsonl" if filled and filled[0].lstrip()[:1] == b"{" else None


def _is_long_line(begun: Mapping[str, Json]) -> bool:
    """Tell the beginning of a line that has not ended yet from that of a document with records."""
    listed = (rows for _, rows in _lists(dict(begun), Path(), levels=2))
    return _is_record(begun) and not any(isinstance(row, dict) for rows in listed for row in rows)


def _is_record(value: Mapping[str, Json]) -> bool:
    """Tell a lone record from a document: it has an id, or its gold is no list of lists."""
    gold = value.get(_first(_GOLD, [value]) or "")
    columns = isinstance(gold, list) and bool(gold) and isinstance(gold[0], list | dict)
    return _first(_IDS, [value]) is not None or (gold is not None and not columns)


def guess_jsonl(rows: Rows, file: str) -> Guess:
    """Guess the fields of records that stand one a line.

    >>> guess_jsonl([{"schema": "causal-score/1", "id": "1"}], "a.jsonl").assumptions
    ('these are rows of causal scores: see `measurand causal compare` and `validity`',)
    """
    fields, said = guess_fields(rows)
    if fields is None:
        return Guess(source=None, assumptions=_of_others(next(iter(rows), None)) or said)
    return Guess(source=Source(path=file, fields=fields), assumptions=said)


def _of_others(first: Mapping[str, Json] | None) -> tuple[str, ...]:
    """Say that records are of another command."""
    kind = None if first is None else kind_of(first)
    return () if kind is None else (f"these are {kind}",)


def guess_json(document: Json, file: str) -> Guess:
    """Guess where a document holds its records: in a list of objects, or in aligned lists.

    >>> guess_json({"data": [{"id": 1, "gold": [], "pred": []}]}, "a.json").source.records
    'data'
    >>> guess_json({"gold": [["O"]], "pred": [["O"]]}, "a.json").source.items
    'iob2'
    """
    if _is_table(document):
        tabled = "a table of columns and rows, as W&B and MLflow write them, which is not read: "
        return Guess(source=None, assumptions=(f"{tabled}write its rows as CSV or JSON Lines",))
    lists = list(_lists(document, Path(), levels=2))
    for path, rows in lists:
        fields, said = guess_fields([row for row in rows[:_MOST_ROWS] if isinstance(row, dict)])
        if fields:
            source = Source(path=file, format="json", records=path.text, fields=fields)
            return Guess(source=source, assumptions=(f"the records are at {path.place}", *said))
    first = document[0] if isinstance(document, list) and document else document
    others = _of_others(first) if isinstance(first, dict) else ()
    return Guess(source=None, assumptions=others) if others else _aligned(lists, file)


def _is_table(document: Json) -> bool:
    """Tell a document of names of columns, and of rows without names."""
    match document:
        case {"columns": [*_], "data": [[*_], *_]}:
            return True
        case _:
            return False


def _lists(value: Json, path: Path, *, levels: int) -> Iterator[tuple[Path, list[Json]]]:
    """Give the lists in a value, so many keys down."""
    if isinstance(value, list):
        yield path, value
    elif isinstance(value, dict) and levels:
        for name, held in islice(value.items(), _MOST_KEYS):
            yield from _lists(held, Path((*path.steps, Key(name))), levels=levels - 1)


def _aligned(lists: Sequence[tuple[Path, list[Json]]], file: str) -> Guess:
    gold = next(((path, rows) for path, rows in lists if path.text in _GOLD and rows), None)
    if gold is None:
        return Guess(source=None, assumptions=("no list of records with gold and predictions",))
    others = [path for path, rows in lists if path != gold[0] and len(rows) == len(gold[1])]
    if not others:
        return Guess(source=None, assumptions=(f"no list is as long as {gold[0].place}",))
    first = gold[1][0]
    tags = isinstance(first, list) and all(isinstance(t, str) and is_tag(t) for t in first)
    columns = (("gold", gold[0].text), ("pred", others[0].text))
    said = (
        f"aligned lists: element i of {gold[0].place} is gold, of {others[0].place} predicted",
        *(f"{path.place} could be the predictions too" for path in others[1:_SHOWN]),
    )
    source = Source(
        path=file, format="json", columns=columns, items="iob2" if tags and first else "auto"
    )
    return Guess(source=source, assumptions=said)


def guess_fields(rows: Rows) -> tuple[Fields | None, tuple[str, ...]]:
    """Guess which keys hold the id, gold and the predictions.

    >>> guess_fields([{"run": r, "n": 1, "id": 7, "target": [], "pred": []} for r in "ab"])[0].id
    'run+id'
    """
    gold, pred = _first(_GOLD, rows), _first(_PRED, rows)
    if gold is None or pred is None:
        what = "gold" if gold is None else "predictions"
        keys = ", ".join(islice((key for row in rows[:1] for key in row), _SHOWN))
        return None, (f"no key is named as {what} are: the keys are {keys or 'none'}",)
    name, said = _id(rows)
    fields = Fields(id=name, gold=Key(gold).text[1:], pred=Key(pred).text[1:])
    return fields, (f"gold is the key {gold!r}, predictions are the key {pred!r}", said)


def guess_sides(
    gold: Rows, answers: Rows, said: Mapping[str, str]
) -> tuple[Fields | None, tuple[str, ...]]:
    """Guess the fields of gold and of answers that stand in two files, joined by an id of both.

    What was said is not guessed. Without names that speak, a key that is left alone is taken.

    >>> gold, answers = [{"ticket": "1", "kind": "bug"}], [{"ticket": "1", "kind": "bill"}]
    >>> found, _ = guess_sides(gold, answers, {})
    >>> found.id, found.gold, found.pred
    ('ticket', 'kind', 'kind')
    >>> guess_sides(gold, [{"n": "1"}], {})[1]
    ('the keys ticket, kind, and n of the answers: none is an id of both',)
    """
    first, second = _keys(gold), _keys(answers)
    told = f"the keys {', '.join(first[:_SHOWN])}, and {', '.join(second[:_SHOWN])} of the answers"
    both = [key for key in first if key in second and _plain(key)]
    ids = [key for key in both if _differ(gold, (key,)) and _differ(answers, (key,))]
    name = said.get("id") or _first(_IDS, [dict.fromkeys(ids)]) or next(iter(ids), None)
    if name is None:
        return None, (f"{told}: none is an id of both",)
    mine = said.get("gold") or _side(_GOLD, [key for key in first if key != name])
    if mine is None:
        return None, (f"{told}: which is gold is not clear",)
    theirs = [key for key in second if key != name]
    other = said.get("pred") or _side((*_PRED, mine), theirs)
    if other is None:
        return None, (f"{told}: which is the answer is not clear",)
    fields = Fields(id=name, gold=guessed_path(mine), pred=guessed_path(other))
    return fields, (f"joined by {name!r}; gold is the key {mine!r}, answers the key {other!r}",)


def guessed_path(key: str) -> str:
    """Write the path of a key of records.

    >>> guessed_path("system")
    'system'
    """
    return Key(key).text.removeprefix(".")


def _keys(rows: Rows) -> list[str]:
    return [key for key in islice(rows[0], _MOST_KEYS) if key] if rows else []


def _side(names: Sequence[str], keys: Sequence[str]) -> str | None:
    """Name the first key that says what it is, or the only one."""
    return _first(names, [dict.fromkeys(keys)]) or (keys[0] if len(keys) == 1 else None)


def _first(names: Sequence[str], rows: Rows) -> str | None:
    """Name the first key that most rows have."""
    return next((name for name in names if 2 * sum(name in row for row in rows) > len(rows)), None)


def _id(rows: Rows) -> tuple[str, str]:
    name = _first(_IDS, rows) or _lone_id(rows)
    if name is None:
        return "id", f"no key is named as ids are ({', '.join(_IDS)}): name it"
    if _differ(rows, (name,)):
        return name, f"the id is the key {name!r}: it differs in all {len(rows)} records looked at"
    others = [key for key in islice(rows[0], _MOST_KEYS) if key != name and _plain(key)]
    for other in others:
        if _differ(rows, (other, name)):
            joined = f"{other}+{name}"
            return (
                joined,
                f"the key {name!r} repeats: together with {other!r} it differs ({joined})",
            )
    return name, f"the id is the key {name!r}, but it repeats"


def _lone_id(rows: Rows) -> str | None:
    """Name the one key that ends as ids do, such as question_id, and differs in all rows.

    >>> _lone_id([{"question_id": 1, "run_id": 7}, {"question_id": 2, "run_id": 7}])
    'question_id'
    """
    named = [key for key in islice(rows[0], _MOST_KEYS) if key.lower().endswith("_id")]
    apart = [key for key in named if _plain(key) and _differ(rows, (key,))]
    return apart[0] if len(apart) == 1 else None


def _plain(key: str) -> bool:
    return Key(key).text == f".{key}"


def _differ(rows: Rows, keys: Sequence[str]) -> bool:
    """Tell whether strings or integers under keys, together, differ in all rows."""
    values = [tuple(_part(row.get(key)) for key in keys) for row in rows]
    return len(set(values)) == len(values) and all(None not in value for value in values)


def _part(value: Json) -> str | None:
    whole = isinstance(value, str | int) and not isinstance(value, bool)
    return str(value) if whole else None
