"""Run the auditor in Pyodide, under Node, and compare: `make browser`.

Needs node and npm, and the registry of npm, from which Pyodide comes; nothing else is loaded.
"""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

HERE = Path(__file__).parent
BUILD = Path("build/browser")
PACKAGES = ("measurand", "attr", "attrs", "toolz")


def packed(target: Path) -> None:
    """Put the pure packages that the core needs into a zip."""
    with ZipFile(target, "w") as archive:
        for name in PACKAGES:
            spec = find_spec(name)
            if spec is None or spec.origin is None:
                sys.exit(f"{name} is not installed")
            folder = Path(spec.origin).parent
            for path in sorted(folder.rglob("*.py")):
                archive.write(path, Path(name) / path.relative_to(folder))


def main() -> int:
    """Say whether both print the same."""
    BUILD.mkdir(parents=True, exist_ok=True)
    install = ("npm", "install", "--silent", "--no-save", "--no-package-lock", "--prefix", BUILD)
    subprocess.run((*install, "pyodide"), check=True)
    packages = BUILD / "packages.zip"
    packed(packages)
    program = HERE / "auditor.py"
    here = subprocess.run(
        (sys.executable, "-P", program), capture_output=True, text=True, check=True
    ).stdout
    folder = (BUILD / "node_modules/pyodide").resolve()
    there = subprocess.run(
        ("node", HERE / "run.mjs", folder, packages, program),
        capture_output=True,
        text=True,
        check=False,
    )
    same = there.returncode == 0 and there.stdout == here
    lines = len(here.splitlines())
    told = f"{lines} lines, the same here and in Pyodide" if same else "not the same"
    sys.stdout.write(f"{told}\n{'' if same else there.stdout + there.stderr}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
