"""A mapping reads records as they are: paths, kinds of items, pairs, groups, tallies, filters."""

from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Bad, Filtered
from measurand.evidence.source import Fields, ItemKind, Source
from measurand.values.items import Item, Slots, Span
from measurand.values.sample import Similarity
from measurand.values.tally import Tally
from tests.formats.reading import PLAIN, events, fault, faults, sample, samples

ARROWS = evolve(PLAIN, pattern="{pred} <-> {gold} ({similarity})")
COUNTED = evolve(PLAIN, fields=Fields(hits="m.tp", predicted="m.n", gold_count="m.g"))


def of_kind(kind: ItemKind) -> Source:
    return Source(path="a.jsonl", items=kind)


def test_a_record_as_documented_is_read_without_a_mapping(tmp_path: Path) -> None:
    found = sample(
        tmp_path,
        '{"id": 7, "gold": ["a", {"aspect": "b", "polarity": null}], "pred": [], "x": 1,'
        ' "pairs": [{"pred": "c", "gold": "a", "similarity": 0.85}], "sample_weight": 2,'
        ' "groups": {"run": "r", "fold": 3, "dev": true}}',
    )

    assert found.id == "7"
    assert found.gold == ("a", Slots.of({"aspect": "b", "polarity": None}))
    assert found.predicted == ()
    assert found.similarities == (Similarity("c", "a", Fraction(17, 20)),)
    assert found.weight == 2
    assert found.groups == (("dev", "true"), ("fold", "3"), ("run", "r"))


def test_null_is_no_answer_and_the_empty_list_is_one(tmp_path: Path) -> None:
    silent = sample(tmp_path, '{"id": 1, "gold": ["a"], "pred": null}')
    empty = sample(tmp_path, '{"id": 1, "gold": ["a"], "pred": []}')

    assert silent.predicted is None
    assert empty.predicted == ()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("evals[0].pred", "a"),
        ("evals[-1].pred", "c"),
        ("evals[op=final].pred", "c"),
        ("evals[n=2].pred", "b"),
        ('evals["n"=2].pred', "b"),
        ('["odd.key"]', "d"),
        ("deep.er[1][0]", "e"),
    ],
)
def test_a_path_leads_to_its_value(tmp_path: Path, path: str, value: str) -> None:
    record = (
        '{"id": 1, "gold": [], "odd.key": ["d"], "deep": {"er": [0, [["e"]]]}, "evals": ['
        '{"op": "a", "n": 1, "pred": ["a"]}, {"op": "a", "n": 2, "pred": ["b"]},'
        ' {"op": "final", "n": 3, "pred": ["c"]}]}'
    )

    found = sample(tmp_path, record, evolve(PLAIN, fields=Fields(pred=path)))

    assert found.predicted == (value,)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("evals[2].pred", "$.evals: expected a list with an element [2], got a list of 2"),
        ("evals[-3].pred", "$.evals: expected a list with an element [-3], got a list of 2"),
        (
            "evals[0].pret",
            (
                "$.evals[0]: expected the key 'pret', got an object with 2 keys: "
                "did you mean 'pred'?"
            ),
        ),
        ("evals.pred", "$.evals: expected an object with the key 'pred', got a list of 2"),
        (
            "evals[op=a].pred",
            ("$.evals: expected one element [op=a], got 2 of 2: name the element by its index"),
        ),
        ("evals[op=z].pred", "$.evals: expected one element [op=z], got 0 of 2"),
        ("id[0]", "$.id: expected a list, got 1"),
    ],
)
def test_a_path_that_breaks_off_says_where(tmp_path: Path, path: str, text: str) -> None:
    record = '{"id": 1, "gold": [], "evals": [{"op": "a", "pred": []}, {"op": "a", "pred": []}]}'

    assert fault(tmp_path, record, evolve(PLAIN, fields=Fields(pred=path))) == f"a.jsonl:1: {text}"


def test_an_id_may_be_made_of_several_values(tmp_path: Path) -> None:
    source = evolve(PLAIN, fields=Fields(id="run+sample"))
    one = b'{"run": "a", "sample": "b/c", "gold": [], "pred": []}\n'
    other = b'{"run": "a/b", "sample": "c", "gold": [], "pred": []}\n'

    found = events(tmp_path, one + other, source)

    assert [found.id for found in samples(found)] == ["a/b~1c", "a~1b/c"]


def test_an_integer_and_its_digits_are_the_same_id(tmp_path: Path) -> None:
    found = events(
        tmp_path, b'{"id": 1, "gold": [], "pred": []}\n{"id": "1", "gold": [], "pred": []}\n'
    )

    assert "got the id '1' again, first in line 1" in faults(found)[0]


@pytest.mark.parametrize(
    ("kind", "value", "items"),
    [
        ("auto", "[]", ()),
        ("auto", '["a", "a"]', ("a", "a")),
        ("auto", "true", ("true",)),
        ("auto", "3.50", ("3.5",)),
        ("auto", '"yes"', ("yes",)),
        ("auto", '[{"start": 0, "end": 2, "label": "X"}]', (Span(0, 2, "X"),)),
        ("auto", '[{"start": 0, "end": 2, "type": "X", "text": "ab"}]', (Span(0, 2, "X"),)),
        ("auto", '[{"start": 0, "end": 2}]', (Span(0, 2),)),
        (
            "auto",
            '[{"start": "0", "end": "2"}]',
            (Slots.of({"start": "0", "end": "2"}),),
        ),
        (
            "auto",
            '[{"aspect": "b", "start": 0, "end": 2}]',
            (Slots.of({"aspect": "b", "start": "0", "end": "2"}),),
        ),
        ("slots", '[{"start": 0, "end": 2}]', (Slots.of({"start": "0", "end": "2"}),)),
        ("slots", "[{}]", (Slots(()),)),
        (
            "slots",
            '[{"n": 1, "x": 0.50, "b": false, "o": null}]',
            (Slots.of({"n": "1", "x": "0.5", "b": "false", "o": None}),),
        ),
        ("spans", '[{"start": 0, "end": 2, "aspect": "b"}]', (Span(0, 2),)),
        ("text", '["a"]', ("a",)),
        ("label", "false", ("false",)),
        ("label", '"[]"', ("[]",)),
        (
            "iob2",
            '["B-A", "I-A", "I-B", "O", "I-B", "B-B", "O", "B", "I"]',
            (Span(0, 2, "A"), Span(2, 3, "B"), Span(4, 5, "B"), Span(5, 6, "B"), Span(7, 9)),
        ),
    ],
)
def test_items_are_read_by_their_kind(
    tmp_path: Path, kind: ItemKind, value: str, items: tuple[Item, ...]
) -> None:
    found = sample(tmp_path, f'{{"id": 1, "gold": {value}, "pred": {value}}}', of_kind(kind))

    assert found.gold == found.predicted == items


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("text", '[{"a": "b"}]', "$.pred[0]: expected a string, got an object with 1 keys"),
        (
            "text",
            '"a"',
            ("$.pred: expected a list, got 'a': a single value is read with items = \"label\""),
        ),
        ("slots", '["a"]', "$.pred[0]: expected an object of slots, got 'a'"),
        ("slots", '"a"', "$.pred: expected a list, got 'a'"),
        ("spans", '["a"]', "$.pred[0]: expected an object with start and end, got 'a'"),
        (
            "spans",
            '[{"start": 0}]',
            ("$.pred[0]: expected a span with the key 'end', got an object with 1 keys"),
        ),
        (
            "spans",
            '[{"start": "0", "end": 2}]',
            ("$.pred[0].start: expected an integer, got '0': a position stands without quotes"),
        ),
        ("spans", '[{"start": 0.0, "end": 2}]', "$.pred[0].start: expected an integer, got 0.0"),
        (
            "spans",
            '[{"start": false, "end": 2}]',
            "$.pred[0].start: expected an integer, got false",
        ),
        (
            "spans",
            '[{"start": 0, "end": 2, "label": 3}]',
            "$.pred[0]: expected a label that is a string, got 3",
        ),
        ("iob2", '["S-A", "O"]', "$.pred[0]: expected an IOB2 tag (O, B-X or I-X), got 'S-A'"),
        ("iob2", '[1, "O"]', "$.pred[0]: expected an IOB2 tag (O, B-X or I-X), got 1"),
        ("label", '["a"]', "$.pred: expected a string, a number, true or false, got a list of 1"),
    ],
)
def test_items_of_another_kind_are_faults(
    tmp_path: Path, kind: ItemKind, value: str, text: str
) -> None:
    gold = {"label": '"x"', "iob2": '["O", "O"]'}.get(kind, "[]")

    found = fault(tmp_path, f'{{"id": 1, "gold": {gold}, "pred": {value}}}', of_kind(kind))

    assert found == f"a.jsonl:1: {text}"


def test_predicted_tags_are_one_for_each_gold_tag(tmp_path: Path) -> None:
    text = fault(tmp_path, '{"id": 1, "gold": ["O", "O"], "pred": ["O"]}', of_kind("iob2"))

    assert text == "a.jsonl:1: $.pred: expected 2 tags, one for each tag of gold, got 1"


def test_pairs_are_objects_triples_or_strings(tmp_path: Path) -> None:
    record = (
        '{"id": 1, "gold": ["b", "c"], "pred": ["a"], "pairs": ["a <-> b (0.85)",'
        ' ["a", "c", 1], {"gold": "c", "pred": "x", "similarity": 0, "judge": "m"}]}'
    )

    found = sample(tmp_path, record, ARROWS)

    assert found.similarities == (
        Similarity("a", "b", Fraction(17, 20)),
        Similarity("a", "c", Fraction(1)),
        Similarity("x", "c", Fraction(0)),
    )


def test_pairs_may_be_null(tmp_path: Path) -> None:
    found = sample(tmp_path, '{"id": 1, "gold": [], "pred": [], "pairs": null}')

    assert found.similarities == ()


def test_a_pattern_is_settled_by_the_items_of_the_sample(tmp_path: Path) -> None:
    record = (
        '{"id": 1, "gold": ["b <-> c (0.1)"], "pred": ["a <-> b", "a"],'
        ' "pairs": ["a <-> b <-> c (0.1) (0.9)"]}'
    )

    with pytest.raises(AssertionError, match="got none of"):
        sample(tmp_path, record.replace('"a"]', "]").replace('b", ]', 'b"]'), ARROWS)
    assert sample(tmp_path, record, ARROWS).similarities == (
        Similarity("a", "b <-> c (0.1)", Fraction(9, 10)),
    )


def test_a_pattern_with_two_readings_is_a_fault(tmp_path: Path) -> None:
    record = (
        '{"id": 1, "gold": ["c", "b <-> c"], "pred": ["a <-> b", "a"],'
        ' "pairs": ["a <-> b <-> c (0.9)"]}'
    )

    assert fault(tmp_path, record, ARROWS) == (
        "a.jsonl:1: $.pairs[0]: expected one reading by {pred} <-> {gold} ({similarity}) "
        "as a predicted and a gold item of the sample, got 2 of 'a <-> b <-> c (0.9)'"
    )


@pytest.mark.parametrize("text", ["a <-> z (0.9)", "a <-> b (nan)", "a <-> b (.9)", "a <-> b", "x"])
def test_a_string_that_the_pattern_does_not_read_is_a_fault(tmp_path: Path, text: str) -> None:
    record = f'{{"id": 1, "gold": ["b"], "pred": ["a"], "pairs": ["{text}"]}}'

    assert fault(tmp_path, record, ARROWS).endswith(f"item of the sample, got none of '{text}'")


def test_a_string_with_very_many_arrows_is_read_no_further(tmp_path: Path) -> None:
    many = " <-> ".join("ab" * 50_000)
    record = f'{{"id": 1, "gold": ["b"], "pred": ["a"], "pairs": ["{many} (0.9)"]}}'

    assert "got none of 'a <-> b" in fault(tmp_path, record, ARROWS)


@pytest.mark.parametrize(
    ("pairs", "text"),
    [
        ("3", "$.pairs: expected a list of pairs, got 3"),
        ("[3]", "$.pairs[0]: expected a pair {pred, gold, similarity}, got 3"),
        ('[["a", "b"]]', "$.pairs[0]: expected a pair {pred, gold, similarity}, got a list of 2"),
        (
            '["a <-> b (1)"]',
            (
                "$.pairs[0]: expected a pair {pred, gold, similarity}, "
                "got 'a <-> b (1)': give a pattern, such as \"{pred} <-> {gold} ({similarity})\""
            ),
        ),
        (
            '[{"pred": "a", "gold": "b"}]',
            ("$.pairs[0]: expected a pair with the key 'similarity', got an object with 2 keys"),
        ),
        ('[["a", "b", 1.5]]', "$.pairs[0][2]: expected a similarity in [0, 1], got 1.5"),
        ('[["a", "b", -1e-400]]', "$.pairs[0][2]: expected a similarity in [0, 1], got -1e-400"),
        ('[["a", "b", 1e400]]', "$.pairs[0][2]: expected a similarity in [0, 1], got 1e400"),
        (
            '[["a", "b", "0.5"]]',
            ("$.pairs[0][2]: expected a number, got '0.5': a number stands without quotes"),
        ),
        (
            '[["a", 5, 1]]',
            ("$.pairs[0][1]: expected a string, got 5: an item is a string: put it in quotes"),
        ),
    ],
)
def test_pairs_say_what_is_wrong_with_them(tmp_path: Path, pairs: str, text: str) -> None:
    record = f'{{"id": 1, "gold": ["b"], "pred": ["a"], "pairs": {pairs}}}'

    assert fault(tmp_path, record) == f"a.jsonl:1: {text}"


def test_groups_and_amounts_may_stand_anywhere(tmp_path: Path) -> None:
    fields = Fields(
        groups=(("system", "meta.run"), ("fold", "meta.fold")),
        amounts=(("usd", "cost"), ("tokens", "usage[0]")),
    )
    record = (
        '{"id": 1, "gold": [], "pred": [], "meta": {"run": "r", "fold": 2}, "cost": 0.0015,'
        ' "usage": [120], "groups": {"not": "read"}}'
    )

    found = sample(tmp_path, record, evolve(PLAIN, fields=fields))

    assert found.groups == (("fold", "2"), ("system", "r"))
    assert found.amounts == (("tokens", Fraction(120)), ("usd", Fraction(3, 2000)))


def test_an_amount_is_a_number(tmp_path: Path) -> None:
    source = evolve(PLAIN, fields=Fields(amounts=(("cost", "cost"),)))

    text = fault(tmp_path, '{"id": 1, "gold": [], "pred": [], "cost": "0.1"}', source)

    assert text == (
        "a.jsonl:1: $.cost: expected a number, got '0.1': a number stands without quotes"
    )


def test_tallies_may_come_ready_made(tmp_path: Path) -> None:
    found = sample(tmp_path, '{"id": 1, "m": {"tp": 0.5, "n": 2, "g": 1.0}}', COUNTED)

    assert found.counts == (("", Tally(Fraction(1, 2), 2, 1)),)
    assert found.gold == ()


@pytest.mark.parametrize(
    ("tally", "text"),
    [
        (
            '"tp": 3, "n": 2, "g": 5',
            ("$.m.tp: expected hits between 0 and both counts, got 3 hits, 2 predicted, 5 gold"),
        ),
        ('"tp": -1, "n": 2, "g": 5', "$.m.tp: expected a number that is not negative, got -1"),
        (
            '"tp": 1, "n": 2',
            ("$.m: expected the key 'g', got an object with 2 keys: its keys are tp, n"),
        ),
        ('"tp": 1, "n": 2, "g": null', "$.m.g: expected a number, got null"),
    ],
)
def test_impossible_tallies_are_faults(tmp_path: Path, tally: str, text: str) -> None:
    record = f'{{"id": 1, "m": {{{tally}}}}}'

    assert fault(tmp_path, record, COUNTED) == f"a.jsonl:1: {text}"


def test_where_keeps_some_records_and_tells_of_the_others(tmp_path: Path) -> None:
    source = evolve(PLAIN, where=(("task", ("x", "y")), ("n", ("1", "null", "true"))))
    rows = [("x", "1"), ("y", "null"), ("x", "true"), ("x", "2"), ("z", "1"), ("x", '"1"')]
    lines = [
        f'{{"id": {at}, "gold": [], "pred": [], "task": "{task}", "n": {n}}}\n'
        for at, (task, n) in enumerate(rows)
    ]

    found = events(tmp_path, "".join(lines).encode(), source)

    assert [found.id for found in samples(found)] == ["0", "1", "2", "5"]
    assert [event.line for event in found if isinstance(event, Filtered)] == [4, 5]


def test_where_does_not_look_at_what_it_drops(tmp_path: Path) -> None:
    source = evolve(PLAIN, where=(("task", ("x",)),))

    found = events(
        tmp_path, b'{"spec": 1}\n{"task": "x", "id": 1, "gold": [], "pred": []}\n', source
    )

    assert isinstance(found[0], Filtered)
    assert found[0].absent == "task"
    assert len(samples(found)) == 1


def test_where_no_record_has_the_key_that_is_a_fault(tmp_path: Path) -> None:
    source = evolve(PLAIN, where=(("tusk", ("x",)),))

    found = events(tmp_path, b'{"task": "x", "id": 1, "gold": [], "pred": []}\n', source)

    assert faults(found) == [
        "a.jsonl:1: $: expected the key 'tusk', got an object with 4 keys: did you mean 'task'?"
    ]


def test_where_compares_with_a_scalar(tmp_path: Path) -> None:
    source = evolve(PLAIN, where=(("tags", ("x",)),))

    text = fault(tmp_path, '{"id": 1, "gold": [], "pred": [], "tags": ["x"]}', source)

    assert text == "a.jsonl:1: $.tags: expected a value to compare, got a list of 1"


def test_a_bad_record_keeps_its_bytes(tmp_path: Path) -> None:
    raw = b'\xef\xbb\xbf  {"id": 1,\r\n'

    [found] = events(tmp_path, raw)

    assert isinstance(found, Bad)
    assert found.raw == raw
