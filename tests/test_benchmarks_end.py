"""A program that is timed is waited for with all that it leaves behind, and nothing else is."""

import subprocess
import sys

import pytest

_TIMES = """
import subprocess, sys, time
from tests.benchmarks.measure import cost
other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
start = time.monotonic()
cost([sys.executable, "-c", '''
import subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(0.5)"])
'''])
took = time.monotonic() - start
other.kill()
print(0.5 < took)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="children are taken over on Linux alone")
def test_another_child_of_ours_is_not_waited_for() -> None:
    found = subprocess.run(
        [sys.executable, "-c", _TIMES], capture_output=True, text=True, check=True, timeout=300
    )

    assert found.stdout == "True\n"
