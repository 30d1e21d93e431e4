"""Logs of programs are read as they were written; whatever the bytes are, reading gives events."""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.files import Bad, Event, Filtered, ReadOptions, Rest, read
from measurand.edges.files.formats.coco_boxes import Placed, four_of, ious
from measurand.edges.files.json.value import Json, Number, decode, encode
from measurand.edges.files.samples.python_literals import read_literal
from measurand.edges.files.samples.tool_logs import decode_lenient
from measurand.evidence.source import Fields, Named, Source
from measurand.values.sample import Sample
from properties.strategies.bytes import trees
from properties.strategies.effort import third
from tests.formats.archives import eval_file, example_members, zipped

EXAMPLES = Path("docs/examples/formats")
EVENTS = Sample | Filtered | Bad | Rest
NUMBERS = Fields(amounts=(("m", "numbers.match"),))
LOGS: dict[str, tuple[str, str, str, Named, Fields]] = {
    "lm-eval": (
        "lm-eval",
        "samples_trays_2026-03-02T10-20-30.456789.jsonl",
        "",
        (("filter", "strict-match"),),
        Fields(amounts=(("em", "exact_match"),)),
    ),
    "inspect": ("inspect", "dishes.json", "", (("epoch", "all"), ("answer", "scorer")), NUMBERS),
    "promptfoo": (
        "promptfoo",
        "results.json",
        "",
        (("prompt", "0"),),
        Fields(gold="vars.expected", amounts=(("ok", "success"),)),
    ),
    "squad": ("squad", "kitchen.json", "predictions.json", (), Fields()),
    "coco": ("coco", "instances.json", "results.json", (), Fields()),
}


def events(first: bytes, second: bytes, kind: str) -> list[Event]:
    """Write the files of a format and read them."""
    form, _, beside, said, fields = LOGS[kind]
    source = Source(
        path="a", predictions="b" if beside else "", format=form, input=said, fields=fields
    )
    with TemporaryDirectory() as folder:
        (Path(folder) / "a").write_bytes(first)
        (Path(folder) / "b").write_bytes(second)
        return list(read(source, root=Path(folder), options=ReadOptions(max_depth=60)))


def example_of(kind: str) -> tuple[bytes, bytes]:
    _, first, second, _, _ = LOGS[kind]
    folder = EXAMPLES / kind
    return (folder / first).read_bytes(), (folder / second).read_bytes() if second else b""


def insides(value: Json, most: int = 400) -> list[tuple[list[Json] | dict[str, Json], int | str]]:
    """List the lists and objects of a tree with each of their keys, so many."""
    found: list[tuple[list[Json] | dict[str, Json], int | str]] = []
    left = [value]
    while left and len(found) < most:
        inside = left.pop(0)
        if isinstance(inside, dict):
            found += [(inside, key) for key in inside]
            left += inside.values()
        elif isinstance(inside, list):
            found += [(inside, at) for at in range(len(inside))]
            left += inside
    return found


def as_read(raw: bytes) -> Json:
    return decode(raw, max_depth=99)


drawn = trees.map(lambda tree: as_read(json.dumps(tree).encode()))


@st.composite
def changed(draw: st.DrawFn, raw: bytes) -> bytes:
    """Put other values into some places of a JSON text, or of its lines; or hurt its bytes."""
    if draw(st.integers(0, 3)) == 0:
        at = draw(st.integers(0, len(raw)))
        return raw[:at] + draw(st.binary(max_size=3)) + raw[at + draw(st.integers(0, 3)) :]
    lined = raw.startswith(b'{"doc_id"')
    tree: Json = [as_read(line) for line in raw.splitlines()] if lined else as_read(raw)
    for _ in range(draw(st.integers(1, 3))):
        places = insides(tree)
        if not places:
            break
        inside, key = draw(st.sampled_from(places))
        if isinstance(inside, dict) and isinstance(key, str):
            if draw(st.booleans()):
                del inside[key]
            else:
                inside[key] = draw(drawn)
        elif isinstance(inside, list) and isinstance(key, int):
            inside[key] = draw(drawn)
    parts = tree if lined and isinstance(tree, list) else [tree]
    return b"\n".join(encode(part) for part in parts)


@pytest.mark.parametrize("kind", LOGS)
@third
@given(data=st.data())
def test_whatever_is_changed_reading_gives_events(kind: str, data: st.DataObject) -> None:
    first, second = example_of(kind)
    if second and data.draw(st.booleans()):
        second = data.draw(changed(second))
    else:
        first = data.draw(changed(first))

    found = events(first, second, kind)

    assert found
    assert all(isinstance(event, EVENTS) for event in found)
    assert all(fault.file for event in found if isinstance(event, Bad) for fault in event.faults)


@pytest.mark.parametrize("kind", LOGS)
@third
@given(raw=st.binary(max_size=60) | trees.map(lambda tree: json.dumps(tree).encode()))
def test_whatever_the_bytes_are_reading_gives_events(kind: str, raw: bytes) -> None:
    assert all(isinstance(event, EVENTS) for event in events(raw, raw, kind))


@third
@given(data=st.data())
def test_whatever_an_archive_holds_reading_gives_events(data: st.DataObject) -> None:
    if data.draw(st.booleans()):
        raw = bytearray(eval_file())
        for _ in range(data.draw(st.integers(1, 3))):
            raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
        packed = bytes(raw)
    else:
        members = example_members()
        name = data.draw(st.sampled_from(sorted(members)))
        packed = zipped(members | {name: data.draw(changed(members[name]))})

    found = events(packed, b"", "inspect")

    assert found
    assert all(isinstance(event, EVENTS) for event in found)


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
scores = st.sampled_from(["C", "I", 0.25, 3, True, float("nan")])
WORTH = {"C": 1, "I": 0, "0.25": Fraction(1, 4), "3": 3, "True": 1, "nan": None}


@third
@given(st.lists(st.tuples(texts, texts, st.sampled_from(["a", "b"]), scores), max_size=6))
def test_rows_of_one_filter_are_read_as_they_were_written(
    rows: Sequence[tuple[str, str, str, object]],
) -> None:
    lines: list[dict[str, object]] = [
        {"doc_id": at, "target": f"-{t}", "filtered_resps": [p], "filter": f, "exact_match": 1}
        for at, (t, p, f, _) in enumerate(rows)
    ]
    lines.append({"doc_id": -1, "target": "", "filtered_resps": [""], "filter": "strict-match"})
    lines[-1]["exact_match"] = 0
    for line in lines[::2]:
        line["filter"] = "strict-match"
    raw = b"\n".join(json.dumps(line, ensure_ascii=False).encode() for line in lines)
    answers: dict[object, str] = {at: answer for at, (_, answer, _, _) in enumerate(rows)}
    answers[-1] = ""
    kept = [line for line in lines if line["filter"] == "strict-match"]

    found = events(raw, b"", "lm-eval")

    assert [one.id for one in found if isinstance(one, Sample)] == [
        str(line["doc_id"]) for line in kept
    ]
    assert [(one.gold, one.predicted) for one in found if isinstance(one, Sample)] == [
        ((line["target"],), (answers[line["doc_id"]],)) for line in kept
    ]
    assert len(found) == len(lines)


@third
@given(st.lists(st.tuples(texts, texts, scores, st.booleans()), min_size=1, max_size=5))
def test_an_archive_and_a_document_give_the_same_samples(
    rows: Sequence[tuple[str, str, object, bool]],
) -> None:
    samples = [
        {
            "id": at,
            "epoch": 1,
            "target": target,
            "scores": {"match": {"value": value, "answer": answer}},
            **({"error": {"message": "x"}} if failed else {}),
        }
        for at, (target, answer, value, failed) in enumerate(rows)
    ]
    head = {"version": 2, "status": "success", "eval": {}}
    members = {f"samples/{at}_epoch_1.json": json.dumps(one) for at, one in enumerate(samples)}
    packed = zipped(
        {name: text.encode() for name, text in members.items()}
        | {"header.json": json.dumps(head).encode()}
    )

    plain = events(json.dumps({**head, "samples": samples}).encode(), b"", "inspect")
    found = events(packed, b"", "inspect")

    assert found == plain
    for one, (target, answer, value, failed) in zip(found, rows, strict=True):
        assert isinstance(one, Sample)
        wanted = None if failed else WORTH[str(value)]
        assert one.amount("m") == wanted
        assert one.gold == (target,)
        assert one.predicted == (None if failed else (answer,))
        assert bool(one.reasons) == (wanted is None)


sides = st.decimals(0, 9, places=1, allow_nan=False)
boxes = st.tuples(sides, sides, sides, sides)


@given(st.lists(boxes, max_size=3), st.lists(boxes, max_size=3))
def test_boxes_share_what_counting_tenths_of_pixels_says(
    gold: Sequence[tuple[Fraction, ...]], predicted: Sequence[tuple[Fraction, ...]]
) -> None:
    mine, right = ([tuple(int(n * 10) for n in box) for box in side] for side in (predicted, gold))

    def placed(box: tuple[int, ...]) -> Placed:
        x, y, w, h = (Number(f"{number / 10:.1f}") for number in box)
        left, top, wide, high = four_of([x, y, w, h], "$")
        return Placed(category="c", box=(left, top, left + wide, top + high))

    found = ious([placed(box) for box in right], [placed(box) for box in mine])

    for p, one in enumerate(mine):
        for g, other in enumerate(right):
            common = shared(one, other, 0) * shared(one, other, 1)
            union = one[2] * one[3] + other[2] * other[3] - common
            assert found.get((p, g)) == (Fraction(common, union) if common else None)


def shared(one: tuple[int, ...], other: tuple[int, ...], axis: int) -> int:
    """Count the tenths that two boxes share along an axis."""
    first, second = (set(range(box[axis], box[axis] + box[axis + 2])) for box in (one, other))
    return len(first & second)


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@given(values)
def test_what_python_writes_is_read_as_json_would_have_it(value: object) -> None:
    assert as_numbers(read_literal(repr(value))) == as_numbers(value)


def as_numbers(value: object) -> object:
    if isinstance(value, Number | float):
        return float(str(value))
    if isinstance(value, list | tuple):
        return [as_numbers(one) for one in value]
    if isinstance(value, dict):
        return {key: as_numbers(one) for key, one in value.items()}
    return value


@given(st.text("ab", max_size=5), st.sampled_from([b"NaN", b"Infinity", b"-Infinity"]))
def test_words_of_numbers_that_are_none_are_left_alone_in_texts(text: str, word: bytes) -> None:
    raw = b'{"a": "%s\\"%s", "b": %s}' % (text.encode(), word, word)

    found = decode_lenient(raw, ReadOptions())

    held = f'{text}"{word.decode()}'
    assert found == {"a": held, "b": None if word == b"NaN" else word.decode()}
