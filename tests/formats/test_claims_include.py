"""Claims files that include others: what is seen, where paths start, and what is refused."""

from pathlib import Path

import pytest
from returns.pipeline import is_successful

from measurand.auditing.claims.model import Claims
from measurand.edges.claims.load import MOST_DEEP, load_claims, load_located
from measurand.edges.claims.shapes import MOST_FILES
from tests.formats.whole_claims import faults

TABLE = """
[[table]]
name = "{name}"
data = "{data}"
columns = {{ n = {{ definition = "total(of=gold)" }} }}
rows = [{{ label = "a", cells = {{ n = 3 }} }}]
"""
DATA = '\n[data.{name}]\npath = "{name}.jsonl"\n'


def table(name: str, data: str) -> str:
    return TABLE.format(name=name, data=data)


def data(name: str) -> str:
    return DATA.format(name=name)


def file(folder: Path, name: str, text: str = "", *, include: str = "") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    included = f"include = [{include}]\n" if include else ""
    path.write_text(f"schema = 1\n{included}{text}", encoding="utf-8")
    return path


def claims(path: Path) -> Claims:
    return load_claims(path).unwrap()


def refused(path: Path) -> list[str]:
    found = load_claims(path)
    assert not is_successful(found)
    root = f"{path.parent}/"
    return [fault.text().replace(root, "") for fault in found.failure()]


def test_own_tables_come_first_then_those_that_are_included(tmp_path: Path) -> None:
    file(tmp_path, "b.toml", data("runs") + table("2", "runs"))
    file(tmp_path, "c.toml", data("more") + table("3", "more"))
    path = file(tmp_path, "a.toml", data("own") + table("1", "own"), include='"b.toml", "c.toml"')

    found = claims(path)

    assert [one.name for one in found.tables] == ["1", "2", "3"]
    assert [name for name, _ in found.sources] == ["own", "runs", "more"]


def test_the_paths_of_an_included_file_start_at_its_folder(tmp_path: Path) -> None:
    deep = data("deep") + '\n[[claim]]\nid = "n"\nvalue = 3\nat = "text.tex:2"\n'
    deep += '\n[data.far]\npath = "/data/far.jsonl"\npredictions = "p.jsonl"\n'
    file(tmp_path, "parts/sub/c.toml", deep)
    file(tmp_path, "parts/b.toml", data("runs"), include='"sub/c.toml"')
    path = file(tmp_path, "a.toml", include='"parts/b.toml"')

    found = claims(path)

    paths = {name: (source.path, source.predictions) for name, source in found.sources}
    assert paths == {
        "runs": ("parts/runs.jsonl", ""),
        "deep": ("parts/sub/deep.jsonl", ""),
        "far": ("/data/far.jsonl", "parts/sub/p.jsonl"),
    }
    assert [claim.at for claim in found.claims] == ["parts/sub/text.tex:2"]


def test_the_places_of_an_included_table_start_at_its_folder(tmp_path: Path) -> None:
    text = data("runs") + table("2", "runs").replace('data = "runs"', 'data = "runs"\nat = "t.md"')
    file(tmp_path, "parts/b.toml", text.replace('label = "a"', 'label = "a", at = "t.md:3"'))
    path = file(tmp_path, "a.toml", include='"parts/b.toml"')

    [made] = claims(path).tables

    assert (made.at, made.rows[0].at) == ("parts/t.md", "parts/t.md:3")


def test_a_file_above_may_be_included(tmp_path: Path) -> None:
    file(tmp_path, "shared.toml", data("runs"))
    path = file(tmp_path, "paper/a.toml", table("1", "runs"), include='"../shared.toml"')

    assert claims(path).source("runs").path == "../runs.jsonl"


def test_a_file_sees_what_it_includes_and_not_the_other_way_round(tmp_path: Path) -> None:
    defined = '\n[definitions]\nn = "total(of=gold)"\n'
    file(tmp_path, "b.toml", defined + data("runs") + table("2", "runs"))
    uses = table("1", "runs").replace("total(of=gold)", "@n")
    claim = '\n[[claim]]\nid = "c"\nleft = "2/a/n"\nright = "1/a/n"\nis = "equal"\n'
    path = file(tmp_path, "a.toml", uses + claim, include='"b.toml"')
    file(tmp_path, "d.toml", table("4", "own"))
    other = file(tmp_path, "e.toml", data("own"), include='"d.toml"')

    assert claims(path).tables[0].columns[0].metric == "total"
    assert refused(other) == [
        "d.toml:5: table[0].data: expected the name of a source, got 'own'",
    ]


def test_lines_are_those_of_the_file_that_something_stands_in(tmp_path: Path) -> None:
    file(tmp_path, "b.toml", data("runs") + table("2", "runs"))
    path = file(tmp_path, "a.toml", data("own") + table("1", "own"), include='"b.toml"')

    found = load_located(path).unwrap()

    inner = found.locate(("table", 1, "rows", 0, "cells", "n"))
    assert inner == (str(tmp_path / "b.toml"), ("table", 0, "rows", 0, "cells", "n"), 10)
    assert found.locate(("table", 0))[::2] == (str(path), 7)
    assert found.files == (str(path), str(tmp_path / "b.toml"))


def test_faults_name_the_file_that_they_are_in(tmp_path: Path) -> None:
    file(tmp_path, "parts/b.toml", '\n[data.runs]\npaht = "x"\n')
    file(tmp_path, "c.toml", "tabel = 1\n")
    path = file(tmp_path, "a.toml", include='"parts/b.toml", "c.toml"')

    assert refused(path) == [
        "parts/b.toml:3: data.runs.path: expected a value, got nothing: this key is required",
        "parts/b.toml:4: data.runs.paht: expected a known key, got 'paht': did you mean 'path'?",
        "c.toml:2: tabel: expected a known key, got 'tabel': did you mean 'table'?",
    ]


def test_a_file_that_is_not_there_is_a_fault_of_the_one_that_names_it(tmp_path: Path) -> None:
    path = file(tmp_path, "a.toml", include='"b.toml"')

    assert refused(path) == [
        "a.toml:2: include[0]: expected a file, got nothing of that name: b.toml",
    ]


@pytest.mark.parametrize("name", ['"."', '""', '"\\u0000"'])
def test_what_is_no_file_is_not_included(tmp_path: Path, name: str) -> None:
    [fault] = refused(file(tmp_path, "a.toml", include=name))

    assert fault.startswith("a.toml:2: include[0]: expected a")


def test_a_circle_is_refused(tmp_path: Path) -> None:
    file(tmp_path, "b.toml", include='"a.toml"')
    path = file(tmp_path, "a.toml", include='"b.toml"')

    assert refused(path) == [
        (
            "b.toml:2: include[0]: expected a file that does not include this one, got 'a.toml': "
            "a.toml does"
        )
    ]


def test_a_circle_by_another_name_is_refused(tmp_path: Path) -> None:
    path = file(tmp_path, "a.toml", include='"link.toml"')
    (tmp_path / "link.toml").symlink_to(path)

    [fault] = refused(path)

    assert "expected a file that does not include this one" in fault


def test_a_file_is_included_once(tmp_path: Path) -> None:
    file(tmp_path, "c.toml")
    file(tmp_path, "b.toml", include='"c.toml"')
    path = file(tmp_path, "a.toml", include='"b.toml", "c.toml"')

    assert refused(path) == [
        "a.toml:2: include[1]: expected each file once, got 'c.toml': c.toml is read already"
    ]


@pytest.mark.parametrize("more", [0, 1])
def test_files_are_included_at_most_so_deep(tmp_path: Path, more: int) -> None:
    last = MOST_DEEP + more
    for level in range(last):
        file(tmp_path, f"{level}.toml", include=f'"{level + 1}.toml"')
    file(tmp_path, f"{last}.toml")

    found = load_claims(tmp_path / "0.toml")

    assert is_successful(found) == (more == 0)
    if more:
        assert refused(tmp_path / "0.toml") == [
            (
                f"{MOST_DEEP}.toml:2: include[0]: expected files included at most {MOST_DEEP} "
                f"deep, got '{last}.toml'"
            )
        ]


@pytest.mark.parametrize("more", [0, 1])
def test_so_many_files_are_included(tmp_path: Path, more: int) -> None:
    names = [f"{number}.toml" for number in range(MOST_FILES + more)]
    for name in names:
        file(tmp_path, name)
    path = file(tmp_path, "a.toml", include=", ".join(f'"{name}"' for name in names))

    found = load_claims(path)

    assert is_successful(found) == (more == 0)
    if more:
        assert refused(path) == [
            "a.toml:2: include[100]: expected at most 100 included files, got '100.toml'"
        ]


NAMES = {
    "sources": (data("runs"), data("runs"), "data.runs: expected another name, got 'runs' again"),
    "tables": (
        data("a") + table("1", "a"),
        data("b") + table("1", "b"),
        "table[0].name: expected another name, got '1' again",
    ),
    "claims": (
        '[[claim]]\nid = "n"\nvalue = 1\n',
        '[[claim]]\nid = "n"\nvalue = 1\n',
        "claim[0].id: expected another id, got 'n' again",
    ),
    "definitions": (
        '[definitions]\nf = "f"\n',
        '[definitions]\nf = "f"\n',
        "definitions.f: expected another name, got 'f' again",
    ),
}


@pytest.mark.parametrize("what", NAMES)
def test_names_differ_over_all_files(tmp_path: Path, what: str) -> None:
    own, other, expected = NAMES[what]
    file(tmp_path, "b.toml", other)
    file(tmp_path, "c.toml", own)
    path = file(tmp_path, "a.toml", own, include='"b.toml"')
    beside = file(tmp_path, "d.toml", include='"b.toml", "c.toml"')

    [fault] = refused(path)
    [between] = refused(beside)

    assert fault.startswith("a.toml:")
    assert expected in fault
    assert between.startswith("d.toml:2: include[1]: expected names that differ, got")
    assert between.endswith("b.toml has it too")


def test_a_pin_holds_for_what_is_included(tmp_path: Path) -> None:
    file(tmp_path, "b.toml", data("runs"))
    path = file(tmp_path, "a.toml", "pin = true\n", include='"b.toml"')

    [fault] = refused(path)

    assert fault.startswith("b.toml:3: data.runs.sha256: expected 64 hexadecimal digits")


def test_bytes_from_nowhere_include_nothing() -> None:
    assert faults('schema = 1\ninclude = ["b.toml"]') == [
        (
            "c.toml:2: include[0]: expected nothing, got 'b.toml': this claims file has no folder "
            "to look in"
        )
    ]
