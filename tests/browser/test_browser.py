"""The core runs where there are no threads, no processes and no compiled packages."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def ran(*words: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-P", *words)
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_core_scores_and_audits_under_the_limits_of_a_browser() -> None:
    free = ran(str(HERE / "auditor.py"))
    limited = ran(str(HERE / "limits.py"), str(HERE / "auditor.py"))

    assert (free.returncode, limited.returncode, limited.stderr) == (0, 0, "")
    assert limited.stdout == free.stdout
    found = json.loads(limited.stdout)
    # Worked by hand in tests/claims/small.py: without the empty sample the means are 66.7 and 50.
    assert "f(average=micro): Defined(value=Fraction(1, 2))" in found["scores"]
    assert found["audited"][0] == "holds"
    assert "average=macro[sample], both_empty=1+1, aggregate=mean" in found["audited"]


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("import multiprocessing", "multiprocessing is not there in a browser"),
        ("import concurrent.futures", "concurrent is not there in a browser"),
        ("import msgspec", "msgspec is compiled"),
        ("import threading; threading.Thread(target=print).start()", "can't start new thread"),
        ("import markupsafe", "compiled: ['markupsafe._speedups"),
    ],
)
def test_the_limits_are_real(tmp_path: Path, program: str, told: str) -> None:
    (tmp_path / "program.py").write_text(program)

    tried = ran(str(HERE / "limits.py"), str(tmp_path / "program.py"))

    assert tried.returncode == 1
    assert told in tried.stderr
