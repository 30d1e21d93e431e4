"""What `import measurand` loads."""

import subprocess
import sys

HEAVY = {"backports.zstd", "cattrs", "msgspec", "numpy", "pandas", "rich", "scipy"}


def test_importing_the_package_loads_nothing_heavy() -> None:
    program = "import sys, measurand; print(*sys.modules)"

    loaded = subprocess.run(
        (sys.executable, "-c", program), capture_output=True, text=True, check=True
    ).stdout.split()

    assert "measurand" in loaded
    assert HEAVY.isdisjoint(loaded)
