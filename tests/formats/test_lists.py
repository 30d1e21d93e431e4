"""A mapping names more lists of items: answers beside the prediction, such as a second system's."""

from pathlib import Path

from attrs import evolve

from measurand.edges.files import read
from measurand.evidence.evidence import Excluded
from measurand.evidence.observe import observe
from measurand.evidence.source import Fields, Source
from measurand.metrics.definitions import observing
from measurand.metrics.signature import parse
from measurand.values.items import Slots, Span
from measurand.values.sample import Sample
from tests.formats.reading import PLAIN, events, fault, faults, sample

SYSTEMS = evolve(PLAIN, fields=Fields(lists=(("second", "runs.b"), ("first", "runs.a"))))


def test_lists_are_read_as_predictions_are_and_sorted_by_name(tmp_path: Path) -> None:
    record = '{"id": 1, "gold": ["x"], "pred": [], "runs": {"a": [{"k": 3}], "b": "x"}}'

    found = sample(tmp_path, record, SYSTEMS)

    assert found.lists == (("first", (Slots.of({"k": "3"}),)), ("second", ("x",)))


def test_null_is_no_answer_of_a_list(tmp_path: Path) -> None:
    record = '{"id": 1, "gold": ["x"], "pred": ["x"], "runs": {"a": null, "b": []}}'

    found = sample(tmp_path, record, SYSTEMS)

    assert found.lists == (("first", None), ("second", ()))
    how = observing(parse("f(answer=first)"))
    assert observe(how, found) == Excluded("no answer")


def test_a_missing_list_is_a_fault_as_a_missing_prediction_is(tmp_path: Path) -> None:
    mapped = evolve(PLAIN, fields=Fields(lists=(("b", "pred_b"),)))
    other = evolve(PLAIN, fields=Fields(lists=(("b", "baseline"),)))

    found = fault(tmp_path, '{"id": 1, "gold": [], "pred": [], "pred_c": []}', mapped)

    assert found == (
        "a.jsonl:1: $: expected the key 'pred_b', got an object with 4 keys: did you mean 'pred_c'?"
    )
    assert fault(tmp_path, '{"id": 1, "gold": [], "pred": [], "x": 1}', other).endswith(
        "write null where no answer was given, [] for the empty answer"
    )


def test_every_list_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    record = b'{"id": 1, "gold": [], "pred": {"a": "b"}, "runs": {"a": [[]], "b": {"a": "b"}}}\n'

    found = faults(events(tmp_path, record, SYSTEMS))

    assert [text.split(": ")[1] for text in found] == ["$.pred", "$.runs.a[0]", "$.runs.b"]


def test_lists_of_tags_are_as_long_as_gold(tmp_path: Path) -> None:
    tagged = evolve(PLAIN, items="iob2", fields=Fields(lists=(("b", "pred_b"),)))
    record = '{"id": 1, "gold": ["B-X", "O"], "pred": ["O", "O"], "pred_b": ["B-X"%s]}'

    assert sample(tmp_path, record % ', "O"', tagged).items("b") == (Span(0, 1, "X"),)
    assert "a.jsonl:1: $.pred_b: expected 2 tags" in fault(tmp_path, record % "", tagged)


def test_lists_of_two_files_stand_beside_the_predictions(tmp_path: Path) -> None:
    joined = Source(path="a.jsonl", predictions="b.jsonl", fields=Fields(lists=(("b", "pred_b"),)))
    (tmp_path / "b.jsonl").write_text('{"id": 1, "pred": ["x"], "pred_b": ["y"]}\n')
    (tmp_path / "a.jsonl").write_text('{"id": 1, "gold": ["x"]}\n')

    [found] = read(joined, root=tmp_path)

    assert isinstance(found, Sample)
    assert found.items("b") == ("y",)


def test_numbers_alone_leave_lists_unread(tmp_path: Path) -> None:
    source = evolve(SYSTEMS, items="none")

    assert sample(tmp_path, '{"id": 1}', source).lists == ()
