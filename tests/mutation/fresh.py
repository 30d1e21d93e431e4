"""A mutant that runs when its module is imported: in a fresh process, on a copy of the source."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.mutation.mutants import ROOT, SOURCE, Mutant

MOST_SECONDS = 600


def killed(mutant: Mutant, room: str) -> bool:
    """Put a mutant into its file, and see whether the tests of its room fail."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "measurand"
        shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / mutant.module).write_text(mutant.whole, encoding="utf-8")
        words = ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"tests/{room}"]
        environment = {**os.environ, "PYTHONPATH": folder, "MEASURAND_PROFILE": "ci"}
        try:
            done = subprocess.run(
                [sys.executable, *words],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                check=False,
                timeout=MOST_SECONDS,
            )
        except subprocess.TimeoutExpired:
            return True
    return done.returncode != 0
