"""Correct tables of correct data fit, and the tool whose number it is is named.

A few kinds run with the suite; MEASURAND_KINDS=200 runs as many.
"""

import json
import os
from pathlib import Path
from random import Random

import pytest

from measurand.edges.cli.main import main
from properties.audits.kinds import Kind, kinds, write

COUNT = int(os.environ.get("MEASURAND_KINDS", "14"))
DRAWN = [(seed, kinds()[seed % len(kinds())]) for seed in range(COUNT)]


@pytest.mark.parametrize(("seed", "kind"), DRAWN, ids=[f"{s}-{k.made}-{k.name}" for s, k in DRAWN])
def test_a_correct_table_of_correct_data_fits_and_its_tool_is_named(
    seed: int, kind: Kind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = write(kind, Random(seed), tmp_path)  # noqa: S311 - no secret

    code = main(["audit", *case.arguments, "--format", "json"])

    [table] = json.loads(capsys.readouterr().out)["tables"]
    assert code == 0, table["said"]
    assert table["verdict"] == "holds"
    scored = [cell for cell in table["cells"] if cell["column"] != "Acc"]
    [first, *_] = table["said"]
    assert first.startswith(f"{len(table['cells'])} of {len(table['cells'])} cells are ")
    if kind.tool:
        named = {
            (one["column"], one["printed"])
            for one in table["numbers_of_other_tools"]
            if one["tool"] == kind.tool
        }
        rows = len(scored) // 3
        assert {("P", rows), ("R", rows), ("F1", rows)} <= named
        assert f"{kind.tool}'s {kind.words}" in first
