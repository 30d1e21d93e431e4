"""Rows of a review as they should not be: computed, or a fault with file, line and place."""

import pytest

from tests.cli.reviewing import (
    RESULT,
    RUN,
    card,
    lines,
    metrics_of,
    said,
)
from tests.cli.running import Ran, Shell

FILE = f"{RUN}.jsonl"
PARSED = "runtime.parsed_output"
COMMANDS = pytest.mark.parametrize("stage", ["aggregate", "report", "seeds"])
# What does not have the shape of a record, and the place that is told.
MISSHAPEN = [
    ("polarity int", {f"{RESULT}.final_tuples": [{"aspect_term": "a", "polarity": 3}]}),
    ("ref int", {f"{RESULT}.stage1_tuples": [{"aspect_ref": 3, "polarity": "pos"}]}),
    ("term list", {f"{RESULT}.final_tuples": [{"aspect_term": ["a"]}]}),
    ("gold string", {"inputs.gold_tuples": ["soup"]}),
    ("confidence high", {f"{RESULT}.final_tuples": [said("a", "pos") | {"confidence": "high"}]}),
    ("output string", {PARSED: "not parsed"}),
    ("output list", {PARSED: []}),
    ("validator of null", {"validator": [None]}),
    ("validator of a third stage", {"validator": [{"stage": "stage3"}]}),
    ("changed as text", {"stage_delta.changed": "false"}),
    ("changed as number", {"stage_delta.changed": 1}),
    ("inputs string", {"inputs": "x"}),
    ("ate debug list", {"inputs.ate_debug": []}),
    ("filtered string", {"inputs.ate_debug": {"filtered": ["a"]}}),
    ("action unknown", {"inputs.ate_debug": {"filtered": [{"term": "a", "action": "x"}]}}),
    ("id true", {"meta.text_id": True}),
    ("id float", {"meta.text_id": 1.5}),
    ("flags list", {"flags": [1]}),
    ("error object", {"runtime.error": {}}),
    ("notes are no list", {f"{PARSED}.process_trace": "x"}),
    ("review actions text", {f"{PARSED}.analysis_flags.review_actions": "KEEP"}),
    ("issues of numbers", {"atsa": {"sentiment_judgements": [{"issues": [3]}]}}),
]
PLACES = {
    "polarity int": f"$.{RESULT}.final_tuples[0].polarity",
    "ref int": f"$.{RESULT}.stage1_tuples[0].aspect_ref",
    "term list": f"$.{RESULT}.final_tuples[0].aspect_term",
    "gold string": "$.inputs.gold_tuples[0]",
    "confidence high": f"$.{RESULT}.final_tuples[0].confidence",
    "output string": f"$.{PARSED}",
    "output list": f"$.{PARSED}",
    "validator of null": "$.validator[0]",
    "validator of a third stage": "$.validator[0].stage",
    "changed as text": "$.stage_delta.changed",
    "changed as number": "$.stage_delta.changed",
    "inputs string": "$.inputs",
    "ate debug list": "$.inputs.ate_debug",
    "filtered string": "$.inputs.ate_debug.filtered[0]",
    "action unknown": "$.inputs.ate_debug.filtered[0].action",
    "id true": "$.meta.text_id",
    "id float": "$.meta.text_id",
    "flags list": "$.flags",
    "error object": "$.runtime.error",
    "notes are no list": f"$.{PARSED}.process_trace",
    "review actions text": f"$.{PARSED}.analysis_flags.review_actions",
    "issues of numbers": "$.atsa.sentiment_judgements[0].issues[0]",
}
# What the original falls over, and what it means here.
COMPUTED = [
    ("ate null", {"ate": None}),
    ("ate debug null", {"inputs.ate_debug": None}),
    ("opinion of final", {f"{RESULT}.final_tuples": [said("soup", "pos") | {"opinion_term": "x"}]}),
    ("opinion of stage 1", {f"{RESULT}.stage1_tuples": [{"opinion_term": "x", "polarity": "neg"}]}),
    ("opinion of gold", {"inputs.gold_tuples": [said("soup", "pos") | {"opinion_term": "x"}]}),
    (
        "term as object",
        {f"{RESULT}.final_tuples": [{"aspect_term": {"term": "soup"}, "label": "pos"}]},
    ),
    (
        "gold as object",
        {"inputs.gold_tuples": [{"aspect_term": {"term": "soup"}, "polarity": "pos"}]},
    ),
    ("everything null", {"validator": None, "flags": None, "atsa": None, "debate": None}),
    ("trace null", {f"{PARSED}.process_trace": None, "process_trace": []}),
    ("unknown keys", {"x": {"y": [1, {"z": None}]}, "meta.memory": {"a": 1}}),
    ("confidence whole", {f"{RESULT}.final_tuples": [said("soup", "pos") | {"confidence": 1}]}),
]


def one_bad(changes: dict[str, object]) -> bytes:
    return lines([card(1), card(2, changes), card(3)])


def refused(ran: Ran) -> list[str]:
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    return ran.err.splitlines()


@pytest.mark.parametrize(("name", "changes"), MISSHAPEN, ids=[name for name, _ in MISSHAPEN])
def test_what_has_another_shape_is_a_fault_with_its_place(
    shell: Shell, name: str, changes: dict[str, object]
) -> None:
    shell.write(FILE, one_bad(changes))

    [fault] = refused(shell("review", "aggregate", FILE))

    assert fault.startswith(f"{FILE}:2: {PLACES[name]}: expected ")
    assert shell.names() == {FILE}


@pytest.mark.parametrize(("name", "changes"), MISSHAPEN, ids=[name for name, _ in MISSHAPEN])
def test_what_has_another_shape_may_be_skipped(
    shell: Shell, name: str, changes: dict[str, object]
) -> None:
    shell.write(FILE, one_bad(changes))

    ran = shell("review", "aggregate", FILE, "--on-error", "skip")

    assert (ran.code, ran.err) == (0, "")
    assert metrics_of(shell.folder)["n"] == "2", name
    assert f"{RUN}: 1 bad line was skipped" in ran.out


@pytest.mark.parametrize(("name", "changes"), COMPUTED, ids=[name for name, _ in COMPUTED])
def test_what_is_absent_or_written_otherwise_is_computed(
    shell: Shell, name: str, changes: dict[str, object]
) -> None:
    shell.write(FILE, one_bad(changes))

    assert shell("review", "aggregate", FILE).code == 0
    row = metrics_of(shell.folder)
    assert (row["n"], row["N_gold"], row["tuple_f1_s2"]) == ("3", "3", "1"), name


def test_all_faults_of_all_lines_are_told(shell: Shell) -> None:
    shell.write(FILE, lines([card(1, {"inputs": "x", "flags": 3}), [], card(2, {"ate": 1})]))

    faults = refused(shell("review", "aggregate", FILE))

    assert [fault.partition(": expected ")[0] for fault in faults] == [
        f"{FILE}:1: $.inputs",
        f"{FILE}:1: $.flags",
        f"{FILE}:2: $",
        f"{FILE}:3: $.ate",
    ]


@pytest.mark.parametrize(
    "raw", [b"{broken\n", b"[]\n", b"3\n", b'"text"\n', b"null\n", b"{}\xff\n", b'{"a": NaN}\n']
)
@COMMANDS
def test_a_line_that_is_no_record_is_a_fault(shell: Shell, stage: str, raw: bytes) -> None:
    shell.write(FILE, lines([card(1)]) + raw)

    [fault] = refused(shell("review", stage, FILE))

    assert fault.startswith(f"{FILE}:2: ")
    assert shell.names() == {FILE}


@pytest.mark.parametrize("field", ["memory", "aux_signals", "x"])
@pytest.mark.parametrize("raw", [rb'"\ud800"', b'"\xff"', b"NaN", b"01", b'"\x01"'])
def test_a_field_that_nothing_reads_must_be_json_too(shell: Shell, field: str, raw: bytes) -> None:
    """The second line says what the first one said; that must not hide what is wrong with it."""
    first = lines([card(1, {field: "HERE"})])
    shell.write(FILE, first + first.replace(b'"HERE"', raw))

    [fault] = refused(shell("review", "aggregate", FILE))

    assert fault.startswith(f"{FILE}:2: expected ")


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85"])
@COMMANDS
def test_line_separators_inside_a_string_lose_no_row(shell: Shell, stage: str, mark: str) -> None:
    raw = lines([card(1), card(2, {"meta.input_text": f"a{mark}b"}), card(3)])
    assert mark.encode() in raw
    shell.write(FILE, raw)

    ran = shell("review", stage, FILE, "--format", "json")

    assert ran.code == 0
    metrics = shell("review", "aggregate", FILE)
    assert (metrics.code, metrics_of(shell.folder)["n"]) == (0, "3")


@pytest.mark.parametrize("ends", [b"\r\n", b"\n\n", b"\n \n"])
def test_blank_lines_and_windows_line_ends_are_no_rows(shell: Shell, ends: bytes) -> None:
    shell.write(FILE, lines([card(1), card(2)]).replace(b"\n", ends))

    assert shell("review", "aggregate", FILE).code == 0
    assert metrics_of(shell.folder)["n"] == "2"


def test_a_byte_order_mark_is_no_fault(shell: Shell) -> None:
    shell.write(FILE, b"\xef\xbb\xbf" + lines([card(1), card(2)]))

    assert shell("review", "aggregate", FILE).code == 0
    assert metrics_of(shell.folder)["n"] == "2"


@pytest.mark.parametrize("stage", ["score", "aggregate", "report", "seeds"])
@pytest.mark.parametrize("raw", [b"", b"\n\n"])
def test_a_file_without_rows_is_refused(shell: Shell, stage: str, raw: bytes) -> None:
    shell.write(FILE, raw)

    [fault] = refused(shell("review", stage, FILE))

    assert fault == f"{FILE}: expected samples, got a file without records"
    assert shell.names() == {FILE}


@pytest.mark.parametrize("stage", ["score", "aggregate", "report", "seeds"])
def test_a_file_that_is_not_there_is_refused(shell: Shell, stage: str) -> None:
    [fault] = refused(shell("review", stage, FILE))

    assert fault == f"{FILE}: expected a file, got nothing of that name"


def test_a_folder_without_scorecards_names_the_file_that_it_lacks(shell: Shell) -> None:
    (shell.folder / RUN).mkdir()

    [fault] = refused(shell("review", "aggregate", RUN))

    assert fault == f"{RUN}/scorecards.jsonl: expected a file, got nothing of that name"
