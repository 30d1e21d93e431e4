"""Whatever the bytes are, a user is told the place, what was got and expected, and a way out."""

from hashlib import sha256
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Bad, ReadOptions, Rest, check_file, read
from measurand.evidence.source import Fields, Source
from tests.formats.reading import GOOD, PLAIN, events, fault, faults, samples


def test_a_line_that_is_not_utf8_names_its_byte(tmp_path: Path) -> None:
    found = events(tmp_path, GOOD + b'{"id": "caf\xe9"}\n')

    assert len(samples(found)) == 1
    assert faults(found) == [
        "a.jsonl:2: expected UTF-8, got the byte 0xe9 at byte 12: save the file as UTF-8"
    ]


def test_a_key_that_nobody_reads_is_utf8_too(tmp_path: Path) -> None:
    found = events(tmp_path, b'{"id": "1", "gold": [], "pred": [], "text": "\xff"}\n')

    assert faults(found) == [
        "a.jsonl:1: expected UTF-8, got the byte 0xff at byte 46: save the file as UTF-8"
    ]


def test_utf16_is_told_by_name(tmp_path: Path) -> None:
    found = events(tmp_path, GOOD.decode().encode("utf-16"))

    assert faults(found)[0] == (
        "a.jsonl:1: expected UTF-8, got the byte 0xff at byte 1: "
        "this looks like UTF-16: save the file as UTF-8"
    )


def test_a_truncated_last_line_asks_whether_the_file_was_cut_off(tmp_path: Path) -> None:
    found = events(tmp_path, GOOD + b'{"id": "2", "gold": ["a"')

    assert faults(found) == [
        (
            "a.jsonl:2: expected the rest of a JSON value, "
            'got an end after \'{"id": "2", "gold": ["a"\': '
            "the last line has no end of line: was the file cut off?"
        )
    ]


def test_a_line_cut_in_the_middle_of_the_file_has_no_such_question(tmp_path: Path) -> None:
    found = events(tmp_path, b'{"id": "2"\n' + GOOD)

    assert faults(found) == [
        'a.jsonl:1: expected the rest of a JSON value, got an end after \'{"id": "2"\''
    ]


def test_a_last_line_without_its_end_is_read(tmp_path: Path) -> None:
    found = events(tmp_path, GOOD.removesuffix(b"\n"))

    assert len(samples(found)) == 1


def test_duplicate_keys_are_a_fault_when_strict(tmp_path: Path) -> None:
    line = b'{"id": 1, "gold": ["a"], "gold": [], "pred": [{"x": "1", "x": "2"}]}\n'

    lenient = events(tmp_path, line)
    strict = events(tmp_path, line, options=ReadOptions(strict=True))

    assert samples(lenient)[0].gold == ()
    assert faults(strict) == [
        (
            "a.jsonl:1: expected every key once, got twice 'x', 'gold': "
            "readers keep the last and drop the rest: keep one"
        )
    ]


def test_duplicate_ids_name_both_lines(tmp_path: Path) -> None:
    found = events(tmp_path, GOOD + b"\n" + GOOD)

    assert len(samples(found)) == 1
    assert faults(found) == [
        (
            "a.jsonl:3: $.id: expected ids that differ, got the id '1' again, first in line 1: "
            "if an id may repeat, join it with what tells the records apart: "
            '--field id=run+id ("run+id" in a claims file)'
        )
    ]


def test_digests_find_duplicate_ids_without_their_line(tmp_path: Path) -> None:
    found = events(tmp_path, GOOD + GOOD, options=ReadOptions(ids="digest"))

    assert "got the id '1' again, first in an earlier line" in faults(found)[0]


def test_ids_may_repeat_when_nobody_looks(tmp_path: Path) -> None:
    found = events(tmp_path, GOOD + GOOD, options=ReadOptions(ids="off"))

    assert len(samples(found)) == 2


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_in_json_is_named(tmp_path: Path, word: str) -> None:
    text = fault(tmp_path, f'{{"id": 1, "gold": [], "pred": [], "sample_weight": {word}}}')

    assert text == (
        f"a.jsonl:1: expected JSON, got {word}: "
        "JSON has no NaN and no Infinity: write null where there is no number"
    )


def test_a_number_as_a_string_is_no_number(tmp_path: Path) -> None:
    text = fault(tmp_path, '{"id": 1, "gold": [], "pred": [], "sample_weight": "0.5"}')

    assert text == (
        "a.jsonl:1: $.sample_weight: expected a number, got '0.5': a number stands without quotes"
    )


def test_a_number_in_a_list_of_strings_is_no_string(tmp_path: Path) -> None:
    text = fault(tmp_path, '{"id": 1, "gold": ["a", 3], "pred": []}')

    assert text == (
        "a.jsonl:1: $.gold[1]: expected a string, got 3: an item is a string: put it in quotes"
    )


def test_a_line_of_10_megabytes_is_too_long_and_the_next_is_read(tmp_path: Path) -> None:
    long = b'{"id": "2", "text": "' + b"x" * 10**7 + b'"}\n'

    found = events(tmp_path, long + GOOD)

    assert len(samples(found)) == 1
    assert faults(found) == [
        (
            "a.jsonl:1: expected a line of at most 8388608 bytes, got more: "
            "is this JSON Lines, one record a line?"
        )
    ]


def test_a_line_that_is_too_long_keeps_its_bytes_in_bounded_pieces(tmp_path: Path) -> None:
    options = ReadOptions(max_line_bytes=60)
    long = b"[" + b"1," * 500 + b"1]\r\n"

    found = events(tmp_path, long + GOOD, options=options)

    pieces = [event.raw for event in found if isinstance(event, Bad | Rest)]
    assert b"".join(pieces) == long
    assert max(map(len, pieces)) <= 65


def test_a_line_as_long_as_the_bound_is_read(tmp_path: Path) -> None:
    body = GOOD.removesuffix(b"\n")
    options = ReadOptions(max_line_bytes=len(body))

    for raw in (body, body + b"\r\n", b"\xef\xbb\xbf" + body + b"\r\n" + body.replace(b"1", b"2")):
        assert faults(events(tmp_path, raw, options=options)) == []


def test_a_byte_order_mark_does_not_make_a_line_shorter(tmp_path: Path) -> None:
    body = GOOD.removesuffix(b"\n")
    options = ReadOptions(max_line_bytes=len(body) - 1)

    found = events(tmp_path, b"\xef\xbb\xbf" + body, options=options)

    assert "expected a line of at most" in faults(found)[0]


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_nesting_10000_deep_is_a_fault(tmp_path: Path, opening: bytes) -> None:
    closing = {b"[": b"]", b'{"a":': b"}"}[opening]
    nest = opening * 10_000 + b"1" + closing * 10_000

    found = events(tmp_path, b'{"id": 1, "gold": [], "pred": [], "x": ' + nest + b"}\n")

    assert faults(found) == [
        (
            "a.jsonl:1: expected nesting of at most 200 levels, got 10001 levels: "
            "a record of samples is flat: is this the right file?"
        )
    ]


def test_brackets_in_strings_are_no_nesting(tmp_path: Path) -> None:
    text = '"' + r"[\"{\\" * 300 + '"'

    assert fault(tmp_path, f'{{"id": 1, "gold": {text}, "pred": {{"a": "b"}}}}') == (
        "a.jsonl:1: $.pred: expected a list, got an object with 1 keys"
    )


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    found = events(tmp_path, b"\xef\xbb\xbf" + GOOD)

    assert samples(found)[0].id == "1"


def test_a_byte_order_mark_inside_the_file_is_a_fault(tmp_path: Path) -> None:
    found = events(tmp_path, GOOD + b"\xef\xbb\xbf" + GOOD)

    assert faults(found)[0].startswith(
        "a.jsonl:2: expected one JSON value, got invalid character at byte 1: '\\ufeff"
    )


def test_windows_line_ends_are_dropped(tmp_path: Path) -> None:
    found = events(tmp_path, GOOD.replace(b"\n", b"\r\n") + b"\r\n" + GOOD.replace(b"1", b"2"))

    assert [found.id for found in samples(found)] == ["1", "2"]


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\u0085", "\x7f"])
def test_only_the_newline_byte_ends_a_line(tmp_path: Path, mark: str) -> None:
    found = events(tmp_path, f'{{"id": 1, "gold": ["a{mark}b"], "pred": []}}\n'.encode())

    assert samples(found)[0].gold == (f"a{mark}b",)


@pytest.mark.parametrize("raw", [b"", b"\n", b"\xef\xbb\xbf", b" \r\n\t\n"])
def test_an_empty_file_is_a_fault(tmp_path: Path, raw: bytes) -> None:
    assert faults(events(tmp_path, raw)) == [
        "a.jsonl: expected samples, got a file without records"
    ]


def test_a_folder_without_files_has_no_samples(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").mkdir()

    assert faults(read(PLAIN, root=tmp_path)) == [
        "a.jsonl: expected samples, got a folder without files in it"
    ]


def test_a_missing_file_is_named_as_the_user_named_it(tmp_path: Path) -> None:
    assert faults(read(PLAIN, root=tmp_path)) == [
        "a.jsonl: expected a file, got nothing of that name"
    ]


def test_a_wrong_digest_is_told_before_anything_is_read(tmp_path: Path) -> None:
    right = sha256(GOOD).hexdigest()

    found = events(tmp_path, GOOD, evolve(PLAIN, sha256="0" * 64))

    assert faults(found) == [
        (
            f"a.jsonl: expected sha256 {'0' * 64}, got {right}: the file is not the one that was "
            "described: get that one, or correct the digest"
        )
    ]


def test_the_right_digest_may_be_written_in_capitals(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(GOOD)

    assert check_file(tmp_path / "a.jsonl", sha256(GOOD).hexdigest().upper()) == ()


@pytest.mark.parametrize(
    ("record", "text"),
    [
        ("[1]", "$: expected an object, got a list of 1"),
        ("null", "$: expected an object, got null"),
        (
            '{"gold": [], "pred": []}',
            ("$: expected the key 'id', got an object with 2 keys: its keys are gold, pred"),
        ),
        (
            '{"id": 1.5, "gold": [], "pred": []}',
            "$.id: expected an id: a string or an integer, got 1.5",
        ),
        (
            '{"id": true, "gold": [], "pred": []}',
            "$.id: expected an id: a string or an integer, got true",
        ),
        (
            '{"id": 1, "glod": [], "pred": []}',
            "$: expected the key 'gold', got an object with 3 keys: did you mean 'glod'?",
        ),
        (
            '{"id": 1, "gold": null, "pred": []}',
            "$.gold: expected a list, got null: write [] where there is nothing",
        ),
        (
            '{"id": 1, "gold": []}',
            (
                "$: expected the key 'pred', got an object with 2 keys: "
                "its keys are id, gold; write null where no answer was given, "
                "[] for the empty answer"
            ),
        ),
        ('{"id": 1, "gold": [["a"]], "pred": []}', "$.gold[0]: expected a string, got a list of 1"),
        (
            '{"id": 1, "gold": [{"odd key": ["a"]}], "pred": []}',
            "$.gold[0].odd key: expected a string or null, got a list of 1",
        ),
        (
            '{"id": 1, "gold": [{"a.b": ["a"]}], "pred": []}',
            '$.gold[0]["a.b"]: expected a string or null, got a list of 1',
        ),
        (
            '{"id": 1, "gold": [{"start": 5, "end": 3}], "pred": []}',
            "$.gold[0]: expected a span that ends after it starts, got [5, 3)",
        ),
        (
            '{"id": 1, "gold": [{"start": -1, "end": 3}], "pred": []}',
            "$.gold[0]: expected a span that ends after it starts, got [-1, 3)",
        ),
        (
            '{"id": 1, "gold": [], "pred": [], "sample_weight": -1}',
            "$.sample_weight: expected a number that is not negative, got -1",
        ),
        (
            '{"id": 1, "gold": [], "pred": [], "sample_weight": null}',
            "$.sample_weight: expected a number, got null",
        ),
        (
            '{"id": 1, "gold": [], "pred": [], "sample_weight": 1e999999999}',
            (
                "$.sample_weight: expected a number of at most 400 characters, its exponent of 3, "
                "got 1e999999999"
            ),
        ),
        (
            '{"id": 1, "gold": [], "pred": [], "groups": ["a"]}',
            "$.groups: expected an object, got a list of 1",
        ),
        (
            '{"id": 1, "gold": [], "pred": [], "groups": {"run": null}}',
            "$.groups: expected a string, a number, true or false, got null",
        ),
        (
            '{"id": "\\ud83d", "gold": [], "pred": []}',
            (
                r"expected whole characters, got half a surrogate pair (\ud800 to \udfff): "
                "an escaped character was cut in two when the text was shortened"
            ),
        ),
        (
            f'{{"id": {"9" * 5000}, "gold": [], "pred": []}}',
            "expected integers of at most 4300 digits, got a longer one",
        ),
        (
            "{'id': 1}",
            ("expected one JSON value, got object keys must be strings at byte 2: \"'id': 1}\""),
        ),
        ('{"id": 1,}', "expected one JSON value, got trailing comma in object at byte 10: '}'"),
        ('{"id": 1} x', "expected one JSON value, got trailing characters at byte 11: 'x'"),
    ],
)
def test_a_record_says_what_is_wrong_with_it(tmp_path: Path, record: str, text: str) -> None:
    assert fault(tmp_path, record) == f"a.jsonl:1: {text}"


def test_all_that_is_wrong_with_a_record_is_told_at_once(tmp_path: Path) -> None:
    record = b'{"id": null, "gold": 3.5, "pred": [{}, 2], "sample_weight": "1", "groups": 1}\n'

    found = events(tmp_path, record)

    assert [text.split(": ")[1] for text in faults(found)] == [
        "$.id",
        "$.groups",
        "$.sample_weight",
        "$.pred[1]",
    ]
    assert len(found) == 1


def test_hostile_text_is_shown_short_and_without_control_characters(tmp_path: Path) -> None:
    text = fault(tmp_path, '{"id": 1, "gold": "\\u001b[31m' + "x" * 1000 + '", "pred": {"a": "b"}}')

    assert text == "a.jsonl:1: $.pred: expected a list, got an object with 1 keys"
    assert fault(
        tmp_path,
        '{"id": 1, "gold": [], "pred": [], "sample_weight": "\\u001b[31m' + "x" * 1000 + '"}',
    ) == (
        "a.jsonl:1: $.sample_weight: expected a number, got "
        f"'\\x1b[31m{'x' * 51}… (1005 characters): a number stands without quotes"
    )


def test_a_missing_key_among_very_many_is_told_fast(tmp_path: Path) -> None:
    keys = ", ".join(f'"{"k" * 60}{number}": 1' for number in range(50_000))

    text = fault(tmp_path, f'{{"gold": [], "pred": [], {keys}}}', Source(path="a.jsonl"))

    assert text.startswith("a.jsonl:1: $: expected the key 'id', got an object with 50002 keys")


def test_what_is_mapped_on_purpose_must_be_there(tmp_path: Path) -> None:
    fields = Fields(pairs="scores.matches", weight="w")

    found = events(
        tmp_path,
        b'{"id": 1, "gold": [], "pred": [], "scores": null}\n',
        Source(path="a.jsonl", fields=fields),
    )

    assert faults(found) == [
        (
            "a.jsonl:1: $: expected the key 'w', got an object with 4 keys: "
            "its keys are id, gold, pred, scores"
        )
    ]
