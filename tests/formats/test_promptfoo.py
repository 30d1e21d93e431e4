"""Results of promptfoo: one prompt and one provider, gold that is named, errors that are no 0."""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Bad, Filtered, read
from measurand.edges.files.formats.promptfoo import sniff
from measurand.edges.files.samples.opening import Head
from measurand.evidence.source import Fields, Source
from tests.formats.reading import events, faults, samples

EXAMPLE = Path("docs/examples/formats/promptfoo/results.json")
FIELDS = Fields(gold="vars.expected", amounts=(("cost", "cost"), ("ok", "success")))
PLAIN = Source(path="a.json", format="promptfoo", fields=FIELDS)


def said(source: Source = PLAIN, /, **choices: str) -> Source:
    """Say choices of a source."""
    return evolve(source, input=tuple(choices.items()))


def row(
    test: int = 0, prompt: int = 0, provider: str = "p", /, **more: object
) -> dict[str, object]:
    """Write a row."""
    given = {"testIdx": test, "promptIdx": prompt, "provider": {"id": provider, "label": ""}}
    scored = {"success": True, "score": 1, "namedScores": {}, "failureReason": 0, "cost": 0.5}
    rest = {"vars": {"expected": "4"}, "response": {"output": "4"}}
    return {**given, **scored, **rest, **more}


def results(*rows: object, **more: object) -> bytes:
    """Write results of version 3."""
    inside = {"version": 3, "prompts": [], "results": list(rows), "stats": {}, **more}
    return json.dumps({"evalId": "e", "results": inside, "config": {}}).encode()


def fault(folder: Path, raw: bytes, source: Source = PLAIN) -> str:
    """Read results with one fault."""
    [found] = faults(events(folder, raw, source))
    return found


@pytest.mark.parametrize("provider", ["echo:cook", "echo:waiter"])
def test_the_example_gives_what_its_own_rows_say(provider: str) -> None:
    rows = json.loads(EXAMPLE.read_text())["results"]["results"]
    mine = [one for one in rows if one["provider"]["id"] == provider]
    source = said(evolve(PLAIN, path=str(EXAMPLE)), provider=provider)

    found = list(read(source, root=Path()))

    assert [sample.id for sample in samples(found)] == [str(one["testIdx"]) for one in mine]
    assert [sample.gold for sample in samples(found)] == [
        (one["vars"]["expected"],) for one in mine
    ]
    passed = [one["success"] for one in mine if one["failureReason"] < 2 and not broken(one)]
    oks = [ok for sample in samples(found) if (ok := sample.amount("ok")) is not None]
    assert [bool(ok) for ok in oks] == passed
    assert sum(isinstance(event, Filtered) for event in found) == len(rows) - len(mine)


def broken(row: dict[str, dict[str, list[dict[str, object]]]]) -> bool:
    """Tell whether a grader gave no verdict, as an independent reading has it."""
    return "graderError" in json.dumps(row["gradingResult"])


def test_several_providers_are_refused_and_the_flag_is_named(tmp_path: Path) -> None:
    raw = results(row(), row(0, 1, "q"))

    assert fault(tmp_path, raw) == (
        "a.json: expected to be told which provider is read, got 2: 'p', 'q': "
        'say --input provider=..., or input = { provider = "..." } in a claims file'
    )
    assert len(samples(events(tmp_path, raw, said(provider="q")))) == 1
    assert len(samples(events(tmp_path, raw, said(prompt="1")))) == 1


def test_several_prompts_of_one_provider_are_refused(tmp_path: Path) -> None:
    raw = results(row(), row(0, 1), row(0, 2, "q"))

    assert fault(tmp_path, raw, said(provider="p")) == (
        "a.json: expected to be told which prompt is read, by its index, got 2: '0', '1': "
        'say --input prompt=..., or input = { prompt = "..." } in a claims file'
    )
    assert fault(tmp_path, results(row(), row(0, 1))).startswith(
        "a.json: expected to be told which prompt is read"
    )
    found = samples(events(tmp_path, raw, said(provider="p", prompt="1")))
    assert [sample.id for sample in found] == ["0"]


@pytest.mark.parametrize(
    ("choice", "expected"), [("provider", "one of 'p', got 'x'"), ("prompt", "one of '0', got 'x'")]
)
def test_a_prompt_or_provider_that_is_not_there_is_refused(
    tmp_path: Path, choice: str, expected: str
) -> None:
    assert expected in fault(tmp_path, results(row()), said(**{choice: "x"}))


def test_a_provider_may_be_named_by_its_label(tmp_path: Path) -> None:
    raw = results(row(provider={"id": "p", "label": "Cook"}), row(1, 1, "q"))

    assert [one.id for one in samples(events(tmp_path, raw, said(provider="Cook")))] == ["0"]
    assert "2: 'Cook', 'q'" in fault(tmp_path, raw)


def test_gold_has_no_key_of_its_own_and_the_variables_are_listed(tmp_path: Path) -> None:
    raw = results(row(vars={"order": "tea", "expected": "4"}))

    assert fault(tmp_path, raw, evolve(PLAIN, fields=Fields())) == (
        "a.json: expected the path of gold, got nothing said: say --field gold=vars.NAME, "
        'or fields = { gold = "vars.NAME" } in a claims file, or --items none for scores alone: '
        "vars are order, expected"
    )
    alone = evolve(PLAIN, items="none", fields=Fields(amounts=(("score", "score"),)))
    [found] = samples(events(tmp_path, raw, alone))
    assert found.amount("score") == 1


def test_an_error_has_no_answer_and_no_score_but_what_it_cost(tmp_path: Path) -> None:
    failed = {"failureReason": 2, "success": False, "score": 0, "error": "timed out\nat x"}
    fields = evolve(FIELDS, amounts=(*FIELDS.amounts, ("tone", "namedScores.tone")))
    raw = results(row(**failed, response={"output": "4"}))

    [found] = samples(events(tmp_path, raw, evolve(PLAIN, fields=fields)))

    assert (found.predicted, found.amounts) == (None, (("cost", Fraction(1, 2)),))
    why = "error: timed out"
    assert found.reasons == (("ok", why), ("predicted", why), ("tone", why))


GRADED = [
    {"metadata": {"graderError": True}},
    {"componentResults": [{"pass": True}, {"metadata": {"graderError": True}}]},
]


@pytest.mark.parametrize("grading", GRADED)
def test_a_grader_that_failed_gives_no_score_but_the_answer_stays(
    tmp_path: Path, grading: Mapping[str, object]
) -> None:
    raw = results(row(success=False, failureReason=1, gradingResult=grading))

    [found] = samples(events(tmp_path, raw, PLAIN))

    assert (found.predicted, found.amount("ok")) == (("4",), None)
    assert found.reason("ok") == "the grader failed"


def test_an_output_may_be_json_and_a_missing_one_is_no_answer(tmp_path: Path) -> None:
    dish = {"dish": "soup", "table": 4}
    raw = results(
        row(vars={"expected": [dish]}, response={"output": [dish]}),
        row(1, vars={"expected": [dish]}, response={}),
    )

    first, second = samples(events(tmp_path, raw, PLAIN))

    assert first.gold == first.predicted
    assert (second.predicted, second.reason("predicted")) == (None, "no output")


def test_json_lines_hold_the_same_rows(tmp_path: Path) -> None:
    rows = [row(), row(1), row(0)]
    raw = b"".join(json.dumps(one).encode() + b"\n" for one in rows) + b"{\n"

    found = events(tmp_path, raw, PLAIN)

    assert [one.id for one in samples(found)] == ["0", "1"]
    assert [text.partition(", got")[0] for text in faults(found)] == [
        "a.json:3: $.testIdx: expected ids that differ",
        "a.json:4: expected the rest of a JSON value",
    ]
    assert [event.raw for event in found if isinstance(event, Bad)] == [
        json.dumps(rows[2]).encode() + b"\n",
        b"{\n",
    ]


def test_the_summary_may_stand_alone(tmp_path: Path) -> None:
    raw = json.dumps({"version": 3, "results": [row()]}).encode()

    assert len(samples(events(tmp_path, raw, PLAIN))) == 1


FAULTS: Mapping[bytes, str] = {
    b"[]": "a.json: $: expected results of promptfoo, got a list of 0",
    results(table={"head": {}, "body": []}): (
        "a.json: $.results: expected results of version 3, got an object with 5 keys: this is "
        "version 2, with a table: write the results anew with a newer promptfoo"
    ),
    b'{"results": {"version": 3, "outputs": []}}': (
        "a.json: $.results.results: expected a list of rows, got null: its keys are 'version', "
        "'outputs'"
    ),
    results(7): "a.json: $.results.results[0]: expected a row of promptfoo, got 7",
    results({"testIdx": 0}): (
        "a.json: $.results.results[0]: expected a row of promptfoo, with the key 'promptIdx', got "
        "an object with 1 keys: its keys are 'testIdx'"
    ),
    results(row(testIdx=True)): (
        "a.json: $.results.results[0].testIdx: expected an id: a string or an integer, got true"
    ),
    results(row(), row()): (
        "a.json: $.results.results[1].testIdx: expected ids that differ, got the id '0' again, "
        "first in record [0]: if an id may repeat, join it with what tells the records apart: "
        '--field id=run+id ("run+id" in a claims file)'
    ),
    results(row(vars={})): (
        "a.json: $.results.results[0].vars: expected the key 'expected', got an object with 0 keys"
    ),
}


@pytest.mark.parametrize("raw", FAULTS)
def test_faults_name_the_place_in_the_results(tmp_path: Path, raw: bytes) -> None:
    assert fault(tmp_path, raw) == FAULTS[raw]


def test_the_format_is_told_by_its_keys() -> None:
    raw = EXAMPLE.read_bytes()
    guess = sniff(Head(name="a.json", raw=raw, lines=raw.splitlines()[:9], more=True))
    lined = sniff(Head(name="a.jsonl", lines=(json.dumps(row()).encode(),)))

    assert guess is not None
    assert lined is not None
    assert guess.source is not None
    assert (guess.source.format, guess.source.items) == ("promptfoo", "none")
    assert sniff(Head(name="a.json", raw=b'{"results": []}', document={"results": []})) is None
