"""Run a program under the limits of a browser: no threads, no processes, no C extension."""

import runpy
import sys
import threading
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

FORBIDDEN = {
    "_multiprocessing",
    "_posixsubprocess",
    "_socket",
    "concurrent",
    "ctypes",
    "fcntl",
    "multiprocessing",
    "resource",
    "socket",
    "subprocess",
}
COMPILED = {"numpy"}
"""The packages with C extensions that a page may load."""


class Limits:
    """Refuses to import what a browser does not have."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Say nothing about modules that may be there."""
        del path, target
        top = name.partition(".")[0]
        if top in FORBIDDEN or name in FORBIDDEN:
            message = f"{name} is not there in a browser"
            raise ImportError(message)
        if top in {"msgspec", "scipy"}:
            message = f"{name} is compiled"
            raise ImportError(message)
        return None


class _NoThread(threading.Thread):
    """A thread that cannot be started."""

    def start(self) -> None:
        message = "can't start new thread"
        raise RuntimeError(message)


def compiled() -> list[str]:
    """Name the extension modules that were loaded from site-packages, beside those allowed."""
    return sorted(
        name
        for name, module in sys.modules.items()
        if str(getattr(module, "__file__", "")).endswith((".so", ".pyd"))
        and "site-packages" in str(module.__file__)
        and name.partition(".")[0] not in COMPILED
    )


if __name__ == "__main__":
    sys.meta_path.insert(0, Limits())
    vars(threading)["Thread"] = _NoThread
    runpy.run_path(sys.argv[1], run_name="__main__")
    if found := compiled():
        sys.exit(f"compiled: {found}")
