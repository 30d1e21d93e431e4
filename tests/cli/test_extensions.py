"""A package outside adds commands and studies by entry points; no line of ours knows of it."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from measurand.edges.registry import ExtensionError, ExtensionPoint, Study, find, listed, ours
from tests.cli.running import Ran, Shell

COMMAND = """\
import sys

from attrs import frozen

from measurand.edges.cli.request import Arguments, argument, command


@frozen(kw_only=True)
class Request(Arguments):
    who: str = argument(str, metavar="WHO", says="somebody")


def run(request):
    sys.stdout.write(f"{says} {{request.who}}\\n")
    return 0


ABOUT = "Greet somebody."
COMMAND = command(Request, run, about=ABOUT, examples="examples:\\n  measurand {name} you\\n")
"""
STUDY = """\
from measurand.edges.registry import Entry, Study

STUDY = Study(name="toys", commands=(Entry("wave", "toy_wave:COMMAND", "wave to somebody"),))
"""
POINTS = """\
[measurand.commands]
greet = toy_greet:COMMAND
[measurand.studies]
toys = toy_study:STUDY
"""


def installed(folder: Path, package: str, points: str) -> None:
    """Install a package as `pip` would: its entry points stand beside its modules."""
    info = folder / f"{package}-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text(points)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a folder that is on the path, with a toy package in it."""
    folder = tmp_path / "site"
    folder.mkdir()
    installed(folder, "toy", POINTS)
    (folder / "toy_greet.py").write_text(COMMAND.format(name="greet", says="hello"))
    (folder / "toy_wave.py").write_text(COMMAND.format(name="wave", says="waving to"))
    (folder / "toy_study.py").write_text(STUDY)
    monkeypatch.syspath_prepend(folder)
    listed.cache_clear()
    yield folder
    listed.cache_clear()


def run(shell: Shell, site: Path, *commands: Sequence[str]) -> list[Ran]:
    """Run commands in a process that finds the package."""
    path = os.pathsep.join((str(site), os.environ.get("PYTHONPATH", "")))
    return shell.several_apart(commands, env={"PYTHONPATH": path.rstrip(os.pathsep)})


def test_a_command_of_a_package_runs(shell: Shell, site: Path) -> None:
    [ran] = run(shell, site, ("greet", "Ada"))

    assert (ran.code, ran.out, ran.err) == (0, "hello Ada\n", "")


def test_a_command_of_a_study_runs_and_helps(shell: Shell, site: Path) -> None:
    ran, helped = shell("wave", "Ada"), shell("wave", "--help")

    assert (ran.code, ran.out, ran.err) == (0, "waving to Ada\n", "")
    assert "examples:\n  measurand wave you" in helped.out
    assert site.is_dir()


def test_help_lists_what_packages_add(shell: Shell, site: Path) -> None:
    [ran] = run(shell, site, ("--help",))

    assert (ran.code, ran.err) == (0, "")
    assert re.search("greet +of the package toy 0.1", ran.out)
    assert re.search("wave +wave to somebody", ran.out)


@pytest.mark.parametrize(
    ("points", "got"),
    [
        ("greet = toy_absent", "got ModuleNotFoundError: No module named 'toy_absent'"),
        ("greet = toy_greet:WHAT", "module 'toy_greet' has no attribute 'WHAT'"),
        ("greet = toy_greet:ABOUT", "got a str, which is no Command"),
        ("greet = toy_rude", "got SystemExit: 0"),
    ],
)
def test_a_faulty_command_is_refused_with_its_package(
    shell: Shell, site: Path, points: str, got: str
) -> None:
    (site / "toy-0.1.dist-info" / "entry_points.txt").write_text(f"[measurand.commands]\n{points}")
    (site / "toy_rude.py").write_text("raise SystemExit(0)")

    ran, other = run(shell, site, ("greet", "Ada"), ("formats", "csv"))

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("greet: expected what toy_")
    assert "of the package toy 0.1 gives" in ran.err
    assert got in ran.err
    assert "Traceback" not in ran.err
    assert (other.code, other.err) == (0, "")


def test_a_faulty_study_is_left_out_of_lists_by_name(shell: Shell, site: Path) -> None:
    (site / "toy_study.py").write_text("1 / 0")

    ran, unknown = run(shell, site, ("--help",), ("wave", "Ada"))

    assert ran.code == 0
    assert "greet" in ran.out
    for err in (ran.err, unknown.err):
        assert "left out: toys: expected what toy_study:STUDY of the package toy 0.1 gives" in err
    assert unknown.code == 2


BROKEN = """\
from measurand.edges.registry import Study, StudyRecords

TEXT = "text"
class Kind: pass
RECORDS = Study(name="records", records=(StudyRecords(says="", like=lambda record: 1 / 0),))
WRONG = Study(name="wrong", **dict.fromkeys(("commands", "formats", "metrics", "records"), 7))
"""
GROUPS = [point.value for point in ExtensionPoint]
FAULTS = ("toy_absent:IT", "toy_raises", "toy_broken:NOTHING", "toy_broken:TEXT", "toy_broken:Kind")
EVERYDAY = (
    ("formats",),
    ("metrics",),
    ("schema",),
    ("--help",),
    ("sniff", "a.csv"),
    ("sniff", "b.txt"),
    ("lint", "a.md"),
    ("score", "a.csv", "-d", "accuracy"),
    ("score", "a.csv", "-d", "no_such_metric"),
)


def test_what_is_broken_in_a_package_stops_nothing_but_itself(shell: Shell, site: Path) -> None:
    shell.write("a.csv", "id,gold,pred\n1,x,x\n2,x,y\n")
    shell.write("a.md", "| system | accuracy |\n|---|---|\n| a | 0.5 |\n")
    shell.write("b.txt", "no format that anybody knows\n")
    before = run(shell, site, *EVERYDAY)
    points = [
        f"[{group}]\n" + "".join(f"b{at} = {home}\n" for at, home in enumerate(FAULTS))
        for group in (*GROUPS, "measurand.studies")
    ]
    more = "".join(f"{name.lower()} = toy_broken:{name}\n" for name in ("WRONG", "RECORDS"))
    installed(site, "broken", "".join(points) + more)
    (site / "toy_raises.py").write_text("1 / 0")
    (site / "toy_broken.py").write_text(BROKEN)

    after = run(shell, site, *EVERYDAY)

    told = [one.out for one in after]
    told[3] = "\n".join(line for line in told[3].split("\n") if "package broken" not in line)
    assert [one.code for one in after] == [one.code for one in before]
    assert told == [one.out for one in before]
    assert all("Traceback" not in one.err and "defect" not in one.err for one in after)
    for ran in (after[0], after[5]):
        for fault in ("No module named 'toy_absent'", "ZeroDivisionError", "no attribute", "a str"):
            assert fault in ran.err
    assert "b0: expected what toy_absent:IT of the package broken 0.1 gives" in after[1].err


def test_a_name_that_two_packages_add_is_refused(site: Path) -> None:
    installed(site, "toytoo", "[measurand.commands]\ngreet = toy_wave")

    with pytest.raises(ExtensionError, match=r"toy_greet:COMMAND\) and toytoo 0\.1 \(toy_wave"):
        find(ExtensionPoint.COMMANDS, "greet")


def test_our_names_are_ours_whatever_is_installed(site: Path) -> None:
    installed(site, "greedy", "[measurand.commands]\ncf = toy_wave")

    found = find(ExtensionPoint.COMMANDS, "cf")

    assert found is not None
    assert found.package == "measurand"


def test_every_part_of_our_studies_can_be_loaded() -> None:
    entries = [entry for part in ExtensionPoint for entry in ours(part)]

    assert entries
    assert all(entry.load(object) is not None for entry in entries)


def test_a_study_adds_nothing_by_itself() -> None:
    assert [Study(name="bare").adds(part) for part in ExtensionPoint] == [()] * len(ExtensionPoint)


def test_a_run_of_ours_looks_at_no_installed_package(shell: Shell) -> None:
    shell.write("runs.jsonl", '{"id": "1", "gold": ["a"], "pred": ["a"]}\n')
    listed.cache_clear()

    ran = shell("score", "runs.jsonl", "-d", "f")

    assert ran.code == 0
    assert listed.cache_info().misses == 0
