"""Run lines of commands in one process that cannot import some packages: what a page may lack."""

import json
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType


class Without:
    """Refuses packages, as if they had never been installed."""

    def __init__(self, packages: Sequence[str]) -> None:
        """Take the names of the packages."""
        self.packages = frozenset(packages)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Say nothing about modules that may be there."""
        del path, target
        if name.partition(".")[0] in self.packages:
            message = f"No module named {name!r}"
            raise ModuleNotFoundError(message, name=name)
        return None


if __name__ == "__main__":
    packages, lines = map(json.loads, sys.argv[1:])
    sys.meta_path.insert(0, Without(packages))
    from measurand.edges.cli import main

    for words in lines:
        try:
            code = main(words)
        except SystemExit as stop:
            code = int(stop.code or 0)
        sys.stdout.write(f"\0{code}\0")
        sys.stdout.flush()
