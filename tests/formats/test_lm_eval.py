"""Samples of lm-evaluation-harness: rows are documents times filters, and targets are texts."""

import ast
import gzip
import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Bad, Filtered, ReadOptions, read
from measurand.edges.files.formats.lm_eval import read_lm_eval, sniff
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part
from measurand.evidence.source import Fields, Source
from measurand.values.items import Slots
from tests.formats.reading import events, faults, samples

EXAMPLE = Path("docs/examples/formats/lm-eval/samples_trays_2026-03-02T10-20-30.456789.jsonl")
PLAIN = Source(path="a.jsonl", format="lm-eval")
NUMBERS = Fields(amounts=(("em", "exact_match"),))


def row(doc_id: float = 0, /, **more: object) -> bytes:
    """Write a row as the harness does: json.dumps, with NaN where there is no number."""
    given = {"doc_id": doc_id, "target": "12", "filtered_resps": ["12"], "filter": "none"}
    return json.dumps({**given, "metrics": ["exact_match"], "exact_match": 1.0, **more}).encode()


def said(source: Source = PLAIN, /, **choices: str) -> Source:
    """Say choices of a source."""
    return evolve(source, input=tuple(choices.items()))


def one(folder: Path, raw: bytes, source: Source = PLAIN) -> str:
    """Read a file with one fault."""
    [fault] = faults(events(folder, raw + b"\n", source))
    return fault


@pytest.mark.parametrize("name", ["strict-match", "flexible-extract"])
def test_the_example_gives_the_mean_that_the_rows_themselves_hold(name: str) -> None:
    source = said(Source(path=str(EXAMPLE), format="lm-eval", fields=NUMBERS), filter=name)
    rows = [json.loads(line) for line in EXAMPLE.read_text().splitlines()]
    own = [one["exact_match"] for one in rows if one["filter"] == name]

    found = list(read(source, root=Path()))

    assert [float(sample.amount("em") or 0) for sample in samples(found)] == own
    assert [float(sample.gold == sample.predicted) for sample in samples(found)] == own
    assert sum(isinstance(event, Filtered) for event in found) == len(rows) - len(own)


def test_several_filters_are_refused_and_the_flag_is_named(tmp_path: Path) -> None:
    raw = b"\n".join([row(0, filter="strict"), row(1, filter="strict"), row(0, filter="last")])

    assert one(tmp_path, raw) == (
        "a.jsonl:3: expected to be told which filter's answers are read, got 2: 'strict', 'last': "
        'say --input filter=..., or input = { filter = "..." } in a claims file'
    )


def test_a_filter_that_no_row_has_is_refused_with_those_that_are_there(tmp_path: Path) -> None:
    assert one(tmp_path, row(), said(filter="nome")) == (
        "a.jsonl: expected which filter's answers are read: one of 'none', got 'nome': "
        "did you mean 'none'?"
    )


def test_the_filter_is_the_same_over_all_files_of_a_source(tmp_path: Path) -> None:
    (tmp_path / "samples_a.jsonl").write_bytes(row(0, filter="strict"))
    (tmp_path / "samples_b.jsonl").write_bytes(row(0, filter="last"))
    source = evolve(PLAIN, path="*.jsonl")

    [fault] = faults(read(source, root=tmp_path))

    assert fault.startswith("samples_b.jsonl:1: expected to be told which filter's answers")


def test_a_range_of_a_file_knows_the_filter_of_its_first_row(tmp_path: Path) -> None:
    first, second = row(0, filter="strict") + b"\n", row(0, filter="last") + b"\n"
    path = tmp_path / "a.jsonl"
    path.write_bytes(first + second)
    part = Part(source=PLAIN, root=tmp_path, name="a.jsonl", path=path, start=len(first), after=1)

    [fault] = faults(read_lm_eval(part))

    assert fault.startswith("a.jsonl:2: expected to be told which filter's answers are read, got 2")


def test_of_several_files_the_task_goes_before_the_number(tmp_path: Path) -> None:
    for task in ("gsm8k", "menus_de"):
        name = f"samples_{task}_2026-01-02T03-04-05.123456.jsonl"
        (tmp_path / name).write_bytes(row())
    groups = Fields(groups=(("task", "task"),))
    source = evolve(PLAIN, path="samples_*.jsonl", fields=groups)

    found = samples(read(source, root=tmp_path))

    assert [(sample.id, sample.group("task")) for sample in found] == [
        ("gsm8k/0", "gsm8k"),
        ("menus_de/0", "menus_de"),
    ]


def test_a_file_alone_keeps_the_number_and_may_be_compressed(tmp_path: Path) -> None:
    source = evolve(PLAIN, path="samples_gsm8k.jsonl.gz")

    [found] = samples(events(tmp_path, gzip.compress(row(7)), source))

    assert found.id == "7"


def test_a_target_that_looks_like_a_list_is_refused_until_it_is_said(tmp_path: Path) -> None:
    raw = row(target="['rye', 'bread']")

    assert one(tmp_path, raw) == (
        "a.jsonl:1: expected to be told how target is read: as the text it is, or as a list written"
        " by Python, got \"['rye', 'bread']\": "
        'say --input target=text|list, or input = { target = "..." } in a claims file'
    )


def test_as_a_text_it_stays_what_it_is(tmp_path: Path) -> None:
    [found] = samples(events(tmp_path, row(target="['rye']"), said(target="text")))

    assert found.gold == ("['rye']",)


def test_as_a_list_it_is_read_as_python_writes_it_and_never_evaluated(tmp_path: Path) -> None:
    items = [{"dish": "soup", "taste": "it's fine"}, {"dish": "tart", "taste": None}]
    raw = row(target=str(items), filtered_resps=[json.dumps(items[:1])])
    source = said(target="list", response="list")

    [found] = samples(events(tmp_path, raw, source))

    gold = [dict(item.entries) for item in found.gold if isinstance(item, Slots)]
    assert gold == ast.literal_eval(str(items))
    assert found.predicted == found.gold[:1]
    assert one(tmp_path, row(target="[__import__('os')]"), source) == (
        "a.jsonl:1: $.target: expected a list, a tuple, a string or a number, "
        "got \"__import__('os')]\""
    )


def test_the_answer_to_a_list_is_refused_until_it_is_said(tmp_path: Path) -> None:
    raw = row(target="['rye']", filtered_resps=["rye"])

    assert one(tmp_path, raw, said(target="list")) == (
        "a.jsonl:1: expected to be told how the answer to a target that is a list is read: as one "
        "text, or as a list, got 'rye': "
        'say --input response=text|list, or input = { response = "..." } in a claims file'
    )


def test_an_answer_that_is_no_list_is_no_answer_and_says_why(tmp_path: Path) -> None:
    source = said(target="list", response="list")
    raw = row(target="['rye']", filtered_resps=["I would say rye"])

    [found] = samples(events(tmp_path, raw, source))

    assert (found.predicted, found.reason("predicted")) == (None, "an answer that is no list")


def test_log_likelihoods_of_choices_have_numbers_alone(tmp_path: Path) -> None:
    # What the writer makes of pairs of a float and a truth value: texts, through str.
    choices = [["-12.5", "False"], ["-3.25", "True"]]
    raw = row(
        target="1", filtered_resps=choices, metrics=["acc", "acc_norm"], acc=1.0, acc_norm=0.0
    )

    assert one(tmp_path, raw) == (
        "a.jsonl:1: $.filtered_resps: expected one answer that is a text, got a list of 2: these "
        "are log-likelihoods of choices: read the numbers of the row alone (acc, acc_norm): say "
        "--items none --number acc=acc, or items = "
        '"none" and amounts = { acc = "acc" } in a claims file'
    )
    amounts = Fields(amounts=(("acc", "acc"),))
    [found] = samples(events(tmp_path, raw, evolve(PLAIN, items="none", fields=amounts)))
    assert found.amount("acc") == Fraction(1)


@pytest.mark.parametrize(
    ("metrics", "say"),
    [
        ({"metrics": [], "bits_per_byte": [-312.5, 40]}, "bits_per_byte=bits_per_byte[0]"),
        ({"metrics": ["loglik"], "loglik": -312.5}, "loglik=loglik"),
        ({"metrics": ["word_perplexity"]}, "NAME=PATH"),
    ],
)
def test_a_hint_names_a_number_that_the_row_has(
    tmp_path: Path, metrics: dict[str, object], say: str
) -> None:
    raw = row(target="", filtered_resps=["-312.5"], **metrics)

    assert f": say --items none --number {say}, or " in one(tmp_path, raw)


ROLLING = {"target": "", "metrics": ["word_perplexity"], "word_perplexity": [-312.5, 40]}
TEXT = {"arguments": [["a long text"]]}
CHOICE = {"arguments": {"gen_args_0": {"arg_0": "a question", "arg_1": " an answer"}}}
PROMPT = {"arguments": [["a question", {"until": ["."]}]]}


@pytest.mark.parametrize(
    ("resps", "more"),
    [
        (["-312.5"], {**ROLLING, **TEXT}),
        (["-312.5"], {**ROLLING, "target": "a long text"}),
        (["-312.5"], TEXT),
        (["-312.5"], {"target": ""}),
        (["-inf"], ROLLING),
        ([-312.5], ROLLING),
        ([["-312.5"]], ROLLING),
        ([["-1.5", "False"]], CHOICE),
        (["(-1.5, False)"], CHOICE),
        (["[-1.5, true]"], {}),
        (["(-1.5, False)", "(-2, True)"], {}),
    ],
)
def test_log_likelihoods_are_no_answers_however_they_are_written(
    tmp_path: Path, resps: list[object], more: dict[str, object]
) -> None:
    raw = row(filtered_resps=resps, **more)

    told = one(tmp_path, raw)

    assert "expected one answer that is a text" in told
    assert "read the numbers of the row alone" in told
    guess = sniff(Head(name="samples_t.jsonl", lines=(raw,)))
    assert guess is not None
    assert guess.source is not None
    assert guess.source.items == "none"


@pytest.mark.parametrize(
    ("answer", "more"),
    [
        ("-312.5", {}),
        ("-312.5", PROMPT),
        ("-312.5", {**PROMPT, "target": ""}),
        ("[1, true]", PROMPT),
    ],
)
def test_a_number_that_was_generated_is_an_answer(
    tmp_path: Path, answer: str, more: dict[str, object]
) -> None:
    [found] = samples(events(tmp_path, row(filtered_resps=[answer], **more), PLAIN))

    assert found.predicted == (answer,)


@pytest.mark.parametrize("resps", [[["a", "b"]], ["a", "b"]])
def test_several_answers_to_one_document_are_refused(tmp_path: Path, resps: list[str]) -> None:
    fault = one(tmp_path, row(filtered_resps=resps))

    assert "expected one answer, got 2 of one document" in fault
    path = "filtered_resps[0][0]" if len(resps) == 1 else "filtered_resps[0]"
    assert f"such as --field pred={path}" in fault
    [found] = samples(
        events(tmp_path, row(filtered_resps=resps), evolve(PLAIN, fields=Fields(pred=path)))
    )
    assert found.predicted == ("a",)


def test_nan_is_no_number_and_an_infinity_is_refused_only_where_it_is_asked_for(
    tmp_path: Path,
) -> None:
    raw = row(exact_match=float("nan"), resps=[[float("-inf")]])
    [found] = samples(events(tmp_path, raw, evolve(PLAIN, fields=NUMBERS)))
    assert found.amount("em") is None

    infinite = evolve(PLAIN, fields=Fields(amounts=(("ll", "resps[0][0]"),)))
    assert one(tmp_path, raw, infinite) == (
        "a.jsonl:1: $.resps[0][0]: expected a number, got '-Infinity': "
        "a number stands without quotes"
    )


def test_a_document_twice_is_a_fault(tmp_path: Path) -> None:
    fault = one(tmp_path, row() + b"\n" + row())

    assert fault.startswith(
        "a.jsonl:2: $.doc_id: expected ids that differ, got the id '0' again, first in line 1"
    )


FAULTS: Mapping[bytes, str] = {
    b'{"id": 1}': (
        "a.jsonl:1: $: expected a row of lm-evaluation-harness, with the key 'doc_id', "
        "got an object with 1 keys: its keys are 'id'"
    ),
    b"[]": "a.jsonl:1: $: expected a row of lm-evaluation-harness, got a list of 0",
    row(doc_id=1.5): "a.jsonl:1: $.doc_id: expected an id: a string or an integer, got 1.5",
    b'{"doc_id": 1}': (
        "a.jsonl:1: $: expected a row of lm-evaluation-harness, with the key 'target', "
        "got an object with 1 keys: its keys are 'doc_id'"
    ),
    row(filter=2): "a.jsonl:1: $.filter: expected the name of a filter, got 2",
    row(filtered_resps=[]): (
        "a.jsonl:1: $.filtered_resps: expected a list of one text, got a list of 0"
    ),
    b'{"doc_id": 1, "target': (
        'a.jsonl:1: expected the rest of a JSON value, got an end after \'{"doc_id": 1, "target\''
    ),
}


@pytest.mark.parametrize("raw", FAULTS)
def test_faults_name_the_line_and_keep_its_bytes(tmp_path: Path, raw: bytes) -> None:
    [bad] = events(tmp_path, raw + b"\n", PLAIN)

    assert faults([bad]) == [FAULTS[raw]]
    assert isinstance(bad, Bad)
    assert bad.raw == raw + b"\n"


def test_a_line_that_is_too_long_is_a_fault_and_the_next_is_read(tmp_path: Path) -> None:
    raw = row(doc={"text": "x" * 500}) + b"\n" + row(1)

    found = events(tmp_path, raw, PLAIN, ReadOptions(max_line_bytes=300))

    assert faults(found) == ["a.jsonl:1: expected a line of at most 300 bytes, got more"]
    assert [sample.id for sample in samples(found)] == ["1"]


def test_the_format_is_told_by_the_keys_of_a_row() -> None:
    lines = EXAMPLE.read_bytes().splitlines()

    guess = sniff(Head(name="a.jsonl", lines=lines))

    assert guess is not None
    assert guess.source is not None
    assert (guess.source.format, guess.source.items) == ("lm-eval", "auto")
    assert guess.source.fields.amounts == (("exact_match", "exact_match"),)
    assert guess.assumptions[1] == "filters seen: flexible-extract, strict-match: say which"
    assert sniff(Head(name="a.jsonl", lines=(b'{"id": 1}',))) is None
