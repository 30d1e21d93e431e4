"""Logs from anywhere: cut, spoilt or made up, they are refused with a place or judged, and no more.

A cut log is never judged at all: what is missing would make numbers differ, and accuse its author.
"""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from measurand.auditing.runs.check import check_run
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.runs import logs_at, runs_of
from measurand.edges.report import render
from measurand.edges.report.runs_json import RunsReport, runs_json
from measurand.edges.report.runs_page import runs_page
from measurand.edges.report.runs_view import runs_document
from measurand.values.verdict import Verdict
from properties.oracles.inspect_ai import Tried, archive_bytes, document_bytes, log
from properties.strategies.effort import half, twice

TRIED = [
    Tried(
        id=f"b{item}",
        epoch=epoch,
        scores={"match": "C" if item < epoch else "I", "tone": {"warm": 0.5, "kind": True}},
        metadata={"quay": "east" if item else "west"},
    )
    for item in range(3)
    for epoch in (1, 2)
]
GROUPED: dict[str, object] = {"metric": {"name": "accuracy", "params": {}}, "group_key": "quay"}
HONEST = log(
    TRIED,
    {"match": [("accuracy", {}), ("stderr", {"cluster": "quay"}), ("grouped", GROUPED)]},
    ["mean", "pass_at_2"],
)
DOCUMENT, ARCHIVE = document_bytes(HONEST), archive_bytes(HONEST)

anything = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**30), 10**30),
        st.floats(),
        st.text(max_size=5),
        st.sampled_from(
            ["", "C", "mean", "pass_at_99999999999", "{group_name.__class__}", "1" * 500]
        ),
        st.just(10**400),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=4,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


def judged(raw: bytes, path: Path) -> list[Verdict]:
    """Read, check and show a log; none where it is refused."""
    path.write_bytes(raw)
    found = logs_at(str(path))
    checked = []
    for one in found.logs if found is not None else ():
        with suppress(FaultError):
            checked += [check_run(run) for run in runs_of(one, ReadOptions())]
    assert render(runs_document(checked), "text") is not None
    runs_json(RunsReport(exit_code=0, runs=tuple(checked)))
    runs_page(checked)
    return [one.verdict for one in checked]


def test_both_are_read_where_they_are_whole(folder: Path) -> None:
    assert judged(DOCUMENT, folder / "a.json") == [Verdict.HOLDS]
    assert judged(ARCHIVE, folder / "a.eval") == [Verdict.HOLDS]


@twice
@given(share=st.floats(0, 1, exclude_max=True))
@example(share=0.0)
@example(share=0.999)
def test_a_log_that_is_cut_is_not_judged(folder: Path, share: float) -> None:
    for raw, name in ((DOCUMENT, "b.json"), (ARCHIVE, "b.eval")):
        assert judged(raw[: int(share * len(raw))], folder / name) == []


@twice
@given(at=st.integers(0, len(ARCHIVE) - 1), byte=st.integers(0, 255))
@example(at=ARCHIVE.rindex(b"samples/"), byte=ord("z"))
@example(at=ARCHIVE.rindex(b"_epoch_") + 7, byte=ord("x"))
def test_an_archive_with_another_byte_is_not_accused(folder: Path, at: int, byte: int) -> None:
    raw = bytearray(ARCHIVE)
    raw[at] = byte

    assert Verdict.REFUTED not in judged(bytes(raw), folder / "c.eval")


def places(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    inner: list[tuple[object, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [path, *(place for key, one in inner for place in places(one, (*path, key)))]


def replaced(value: object, path: tuple[object, ...], other: object) -> object:
    if not path:
        return other
    key, *rest = path
    if isinstance(value, dict):
        return {
            name: replaced(one, tuple(rest), other) if name == key else one
            for name, one in value.items()
        }
    assert isinstance(value, list)
    return [replaced(one, tuple(rest), other) if at == key else one for at, one in enumerate(value)]


PLACES = places(HONEST)


@twice
@given(path=st.sampled_from(PLACES), other=anything)
@example(path=("samples", 0, "id"), other=None)
@example(path=("samples", 0, "epoch"), other=True)
@example(path=("version",), other=3)
@example(path=("samples", 0, "scores", "match", "value"), other=1e200)
@example(path=("results", "scores", 0, "reducer"), other="pass_at_99999999999")
def test_any_value_in_any_place_is_refused_or_judged(
    folder: Path, path: tuple[object, ...], other: object
) -> None:
    spoilt = replaced(HONEST, path, other)
    assume(isinstance(spoilt, dict))
    assert isinstance(spoilt, dict)

    for raw, name in ((document_bytes(spoilt), "d.json"), (archived(spoilt), "d.eval")):
        judged(raw, folder / name)


def archived(spoilt: dict[str, object]) -> bytes:
    try:
        return archive_bytes(spoilt)
    except (KeyError, TypeError):
        return ARCHIVE


@half
@given(name=st.text(min_size=1, max_size=20))
@example(name="../../etc/passwd")
@example(name='a"b\n\x1b[31m')
@example(name="맛/_epoch_1")
def test_ids_of_any_letters_are_ids(folder: Path, name: str) -> None:
    assume(not any(0xD800 <= ord(letter) < 0xE000 for letter in name))
    one = log(
        [Tried(id=name, scores={"match": "C"}), Tried(id=f"{name}+", scores={"match": "I"})],
        {"match": [("accuracy", {})]},
    )

    assert judged(document_bytes(one), folder / "e.json") == [Verdict.HOLDS]
