"""`measurand formats`: every format, or one, in every form of output."""

import json
import tomllib
from pathlib import Path

import pytest

from measurand.edges.files.formats import FORMATS, shipped
from tests.cli.running import Shell


@pytest.mark.parametrize("fmt", ["text", "json", "md", "csv", "latex"])
def test_all_formats_are_listed_in_every_form(shell: Shell, fmt: str) -> None:
    ran = shell("formats", "--format", fmt)

    assert (ran.code, ran.err) == (0, "")
    assert all(kind in ran.out for kind in shipped())


@pytest.mark.parametrize("kind", shipped())
def test_a_format_shows_its_choices(shell: Shell, kind: str) -> None:
    ran = shell("formats", kind)

    assert (ran.code, ran.err) == (0, "")
    assert all(one.name in ran.out for one in FORMATS[kind].choices)
    assert "Shape" in ran.out


def test_a_format_is_data_too(shell: Shell) -> None:
    found = json.loads(shell("formats", "coco", "--format", "json").out)

    assert list(found) == ["coco"]
    assert [one["name"] for one in found["coco"]["choices"]] == [
        one.name for one in FORMATS["coco"].choices
    ]


def test_an_unknown_format_is_refused_with_those_that_are_known(shell: Shell) -> None:
    ran = shell("formats", "jsnol")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("NAME: expected one of jsonl, json, csv")
    assert "did you mean 'jsonl'?" in ran.err


def test_every_extra_is_one_of_ours() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))

    extras = {FORMATS[kind].extra for kind in shipped() if FORMATS[kind].extra}
    assert extras <= set(project["project"]["optional-dependencies"])


@pytest.mark.parametrize("kind", shipped())
def test_a_source_is_toml(kind: str) -> None:
    assert tomllib.loads(FORMATS[kind].source_text)["data"]["runs"]["path"] == "..."
