"""What `make quick` runs: the tests of what changed since a commit, and a chosen core.

`python -m tests.quick [COMMIT]` prints files and folders for pytest. A test belongs to the modules
that it imports; a module of src is also run for its own examples.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORE = (
    "src/measurand/values",
    "src/measurand/algebra/bag.py",
    "src/measurand/metrics",
    "tests/algebra",
    "tests/claims",
    "tests/evidence",
    "tests/metrics",
    "tests/values",
    "properties/exhaustive",
)
"""What is run whatever changed: the meaning of metrics, and of claims."""


def changed(commit: str) -> list[str]:
    """List the files that differ from a commit, those that nobody added among them."""
    words = (
        ("git", "diff", "--name-only", "--diff-filter=d", commit),
        ("git", "ls-files", "--others", "--exclude-standard"),
    )
    return [
        name
        for one in words
        for name in subprocess.run(
            one, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.splitlines()
    ]


def tests_of(names: list[str]) -> Iterator[str]:
    """Give changed tests and modules, and the tests that import a changed module."""
    python = [name for name in names if name.endswith(".py")]
    yield from (name for name in python if Path(name).name.startswith("test_"))
    yield from (name for name in python if name.startswith("src/"))
    modules = [
        name.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in python
        if not Path(name).name.startswith("test_")
    ]
    if modules:
        for folder in ("tests", "properties"):
            for path in sorted((ROOT / folder).rglob("test_*.py")):
                text = path.read_text(encoding="utf-8")
                if any(f"{module} import" in text for module in modules):
                    yield path.relative_to(ROOT).as_posix()


if __name__ == "__main__":
    since = sys.argv[1] if len(sys.argv) > 1 else "HEAD"
    sys.stdout.write("\n".join(dict.fromkeys((*CORE, *tests_of(changed(since))))) + "\n")
