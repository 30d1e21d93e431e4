"""pytest on a folder of a user: in this process, or in one of its own.

In this process it is the same pytest, with the same plugins, found by their entry points; what a
run imports from the folder, and the path that it was imported by, are forgotten after it. Only what
concerns the process itself, such as what it has loaded, needs one of its own.
"""

import subprocess
import sys
from contextlib import chdir
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest

# Garbage that a run leaves is no matter of it in a process that lives on, and costly to look for.
HERE = ("-p", "no:cacheprovider", "-p", "no:unraisableexception")
APART = ("-p", "no:cacheprovider")


def run(folder: Path, *words: str) -> tuple[int, str]:
    """Run pytest there; give its exit code, and both streams in one."""
    told = StringIO()
    with (
        chdir(folder),
        patch.multiple(sys, stdout=told, stderr=told, path=[*sys.path]),
        patch.dict(sys.path_importer_cache),
    ):
        try:
            code = pytest.main([*HERE, *words])
        finally:
            forget(folder)
    return int(code), told.getvalue()


def forget(folder: Path) -> None:
    """Drop the modules of a folder, so that another folder, or another run, has its own."""
    for name, module in [*sys.modules.items()]:
        if str(getattr(module, "__file__", None)).startswith(str(folder)):
            del sys.modules[name]


def run_apart(folder: Path, *words: str) -> tuple[int, str]:
    """Run pytest there, in a process of its own."""
    done = subprocess.run(
        (sys.executable, "-P", "-m", "pytest", *APART, *words),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr
