"""Lines that are no JSON change no number, and how many they are stands in all that is written."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from measurand.edges.cli import main
from measurand.edges.files.json.value import no_json
from tests.cli.reviewing import DETAIL, METRICS, PAGE, RESULTS, RUN, TABLE, Tree, card, output

BROKEN = (b"{broken", b"{} {}", b"not json", b'{"a": 1', b'{"a": "\xff', b"[1,]", b"\xff\xfe")
FAULTY = (b"7", b"[]", b"null", b'{"meta": 3}', b'{"a": NaN}', b'{"a": "\xff"}', b'{"ate": 1}')
FILE = f"{RUN}.jsonl"
AVERAGED = "results/demo_aggregated/aggregated_mean_std"
broken = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(BROKEN)), max_size=4)


def spoiled(records: Sequence[Tree], lines: Sequence[tuple[int, bytes]]) -> bytes:
    """Put other lines between records."""
    made = [json.dumps(one, ensure_ascii=False).encode() for one in records]
    for at, line in lines:
        made.insert(at, line)
    return b"".join(line + b"\n" for line in made)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def review(folder: Path, stage: str, *words: str) -> int:
    how = ("--profile", "as-run", "--out", str(folder), "--output", str(folder / "out"))
    return main(["review", stage, str(folder / FILE), *how, *words])


@given(lines=broken)
@settings(max_examples=6)
def test_the_lines_that_were_skipped_are_counted_everywhere(
    lines: list[tuple[int, bytes]],
) -> None:
    records, number = [card(1), card(2), card(3)], len(lines)
    told = f"{number} bad line{' was' if number == 1 else 's were'} skipped"
    with TemporaryDirectory() as name, TemporaryDirectory() as other:
        folder, plain = Path(name), Path(other)
        (folder / FILE).write_bytes(spoiled(records, lines))
        (plain / FILE).write_bytes(spoiled(records, ()))

        assert [review(folder, one) for one in ("aggregate", "seeds", "report")] == [0, 0, 0]
        assert review(plain, "aggregate") == 0

        [row], [clean] = rows(folder / METRICS), rows(plain / METRICS)
        assert row == {**clean, "skipped": str(number)}
        assert json.loads((folder / DETAIL).read_bytes())["skipped"] == number
        assert json.loads((folder / f"{AVERAGED}.json").read_bytes())["skipped"] == [number]
        averaged = {one["metric"]: one["mean"] for one in rows(folder / f"{AVERAGED}.csv")}
        assert averaged["skipped"] == f"{number}.0000"
        for file in (TABLE, f"{AVERAGED}.md", PAGE, "out"):
            assert (told in (folder / file).read_text(encoding="utf-8")) is bool(number), file


@given(lines=broken)
@settings(max_examples=6)
def test_the_outputs_that_were_skipped_are_counted_too(lines: list[tuple[int, bytes]]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / FILE).write_bytes(spoiled([output(1), output(2), output(3)], lines))

        assert review(folder, "score", "--format", "json") == 0

        [made] = json.loads((folder / "out").read_bytes())["files"]
        assert (made["rows"], made["skipped"]) == ("3", str(len(lines)))
        assert len((folder / RESULTS / "scorecards.jsonl").read_bytes().splitlines()) == 3


@pytest.mark.parametrize("line", FAULTY)
@pytest.mark.parametrize("stage", ["score", "aggregate", "report", "seeds"])
def test_what_is_json_is_never_skipped_unless_it_is_asked_for(
    tmp_path: Path, stage: str, line: bytes
) -> None:
    records = [output(1), output(2)] if stage == "score" else [card(1), card(2)]
    if stage == "score" and b"ate" in line:
        line = b'{"final_result": "x"}'
    (tmp_path / FILE).write_bytes(spoiled(records, [(1, line)]))

    assert not no_json(line)
    assert review(tmp_path, stage) == 2
    assert review(tmp_path, stage, "--on-error", "skip") == 0


@pytest.mark.parametrize("line", BROKEN)
def test_what_no_reader_takes_is_no_json(line: bytes) -> None:
    assert no_json(line)


@given(
    said=st.lists(
        st.tuples(*[st.sampled_from(["p", "q", "", None, "absent"])] * 2), min_size=1, max_size=5
    )
)
@settings(max_examples=12)
def test_a_row_has_the_profile_at_its_top_or_else_in_its_meta(
    said: list[tuple[str | None, str | None]],
) -> None:
    def row(number: int, top: str | None, inner: str | None) -> Tree:
        made = card(number)
        meta = made["meta"]
        assert isinstance(meta, dict)
        for holder, value in ((made, top), (meta, inner)):
            holder["profile"] = value
            if value == "absent":
                del holder["profile"]
        return made

    records = [row(number, *one) for number, one in enumerate([*said, ("p", "q")])]
    known = [[one for one in both if one and one != "absent"] for both in said]
    kept = 1 + sum(bool(one) and one[0] == "p" for one in known)
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / FILE).write_bytes(spoiled(records, ()))

        assert review(folder, "aggregate", "--where", "profile=p") == 0

        [found] = rows(folder / METRICS)
        assert found["n"] == str(kept)
