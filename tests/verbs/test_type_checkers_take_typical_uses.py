"""What people write with the verbs passes pyright in its strict mode, and runs."""

import json
import runpy
import subprocess
import sys
from pathlib import Path

USES = Path(__file__).parent / "typical_uses.py"


def test_typical_uses_pass_pyright_in_its_strict_mode(tmp_path: Path) -> None:
    config = tmp_path / "pyrightconfig.json"
    said = {"include": [str(USES)], "typeCheckingMode": "strict", "pythonVersion": "3.11"}
    config.write_text(json.dumps(said), encoding="utf-8")

    run = subprocess.run(
        (sys.executable, "-m", "basedpyright", "-p", str(config), "--pythonpath", sys.executable),
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert run.returncode == 0, run.stdout


def test_typical_uses_run() -> None:
    left = runpy.run_path(str(USES))

    assert left["macro"] == left["one"]
    assert left["faults"]
