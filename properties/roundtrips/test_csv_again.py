"""A row of a table of text that says what an earlier one did is read as any other.

The other road remembers no row. Tables are of few labels and few ids, with cells that are odd, rows
that do not fit, and mappings that read the id for something else too.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from measurand.edges.cli import main
from measurand.edges.files.formats import csv as csv_rows

NAMES = ("id", "gold", "pred")
MORE = ("sample_weight", "groups", "pairs", "note", "cost")
PLAIN = ("a", "b")
ODD = (
    "",
    " ",
    "1",
    "1.0",
    "true",
    "0.5",
    "0.50",
    '"a"',
    '"a,b"',
    '["a"]',
    "a;b",
    "a\rb",
    "a\0",
    "\udcff",
    "{}",
    '"',
)
LABELS = st.sampled_from(PLAIN) | st.sampled_from(PLAIN) | st.sampled_from(ODD)
CELLS = {
    "id": st.sampled_from(("1", "2", "3", "4", "5", "6", "7", "8", "")),
    "sample_weight": st.sampled_from(("1", "1", "2", "", "-1")),
    "groups": st.sampled_from(("", "{}")),
    "pairs": st.sampled_from(("", "[]")),
    "note": st.text("xy", max_size=1),
    "cost": st.sampled_from(("1", "2", "", "x")),
}
OPTIONS: Sequence[Sequence[str]] = (
    [],
    ["--items", "label"],
    ["--input", "labels=value"],
    ["--input", "labels=text"],
    ["--input", "empty=null"],
    ["--input", "empty=none", "--input", "lists=one"],
    ["--where", "note=x"],
    ["--where", "id=1"],
    ["--field", "gold=id"],
    ["--field", "id=id+note"],
    ["--field", "groups.site=id", "--by", "site"],
    ["--field", "groups.site=note", "--by", "site"],
    ["--ids", "off"],
)
ASKED = (
    ["-d", "f(average=macro[class],class=item)"],
    ["-d", "f", "-d", "accuracy"],
    ["--like", "sklearn:f1:macro"],
    ["--like", "sklearn:cohen_kappa_score"],
    ["-d", "column(name=cost)", "--number", "cost"],
)


SOUND = {"sample_weight": st.sampled_from(("1", "2", "0.5")), "cost": st.sampled_from(("1", "2"))}


def cell(name: str, at: int, *, odd: bool) -> st.SearchStrategy[str]:
    if odd:
        return CELLS.get(name, LABELS)
    if name == "id":
        return st.just(str(at))
    return SOUND.get(name, CELLS.get(name, st.sampled_from(PLAIN)))


@st.composite
def tables(draw: st.DrawFn) -> str:
    odd = draw(st.booleans()) and draw(st.booleans())
    names = draw(st.permutations([*NAMES, *draw(st.sets(st.sampled_from(MORE)))]))
    rows = [
        ",".join(draw(cell(name, at, odd=odd)) for name in names)
        for at in range(draw(st.integers(0, 10)))
    ]
    noise = st.sampled_from(("", ",".join(names), "a,b", "x" * 5))
    rows += draw(st.lists(noise, max_size=2)) if odd else []
    ending = st.sampled_from(("", "\n"))
    return "\n".join([",".join(names), *draw(st.permutations(rows))]) + draw(ending)


@contextmanager
def remembering(rows: int) -> Iterator[None]:
    with patch.object(csv_rows, "MOST_KNOWN", rows):
        yield


def outcome(
    path: Path, said: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str]:
    code = main(["score", str(path), "--format", "json", *said])
    found = capsys.readouterr()
    return code, found.out, found.err


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(table=tables(), options=st.sampled_from(OPTIONS), asked=st.sampled_from(ASKED))
@example(table="id,gold,pred\n1,a,a\n2,a,a\n1,a,a\n", options=[], asked=ASKED[0])
@example(table="id,gold,pred\n1,a,a\n,a,a\n", options=[], asked=ASKED[0])
@example(table="id,gold,pred\n1,1,1\n2,1,1\n3,1.0,1\n", options=[], asked=ASKED[0])
@example(table="id,gold,pred\n1,a,1\n2,a,1\n", options=["--field", "gold=id"], asked=ASKED[0])
def test_rows_that_are_remembered_change_nothing(
    table: str, options: Sequence[str], asked: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        path.write_bytes(table.encode(errors="surrogateescape"))

        found = outcome(path, [*options, *asked], capsys)

        with remembering(0):
            assert found == outcome(path, [*options, *asked], capsys)
