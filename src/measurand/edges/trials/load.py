"""A function of somebody's, found by `module:function`, as `python -m` would find the module."""

import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path

from attrs import frozen
from returns.result import Failure, Result, Success

from measurand.values.fault import Fault, shown
from measurand.values.suggest import did_you_mean

_FORM = "module:function, as in my_metrics:f1"
_LONGEST = 200


@frozen
class Loaded:
    """A function, and how it is imported: `from module import name`, then `path` behind it.

    >>> Loaded("json", "JSONEncoder.encode", len).name
    'encode'
    """

    module: str
    path: str
    function: Callable[..., object]

    @property
    def name(self) -> str:
        """Give the last word of the path."""
        return self.path.rpartition(".")[2]

    @property
    def importing(self) -> str:
        """Give the line that imports it."""
        return f"from {self.module} import {self.path.partition('.')[0]}"


def load(text: str, folder: Path) -> Result[Loaded, Fault]:
    """Import a function; modules of the folder come first. What is printed goes to stderr.

    >>> load("json:dumps", Path()).unwrap().name
    'dumps'
    >>> load("json:dump_s", Path()).failure().text()
    "json:dump_s: expected a name in json, got 'dump_s': did you mean 'dumps'?"
    """
    module, mark, path = text.partition(":")
    words = (*module.split("."), *path.split("."))
    if not mark or module.endswith(".py") or not all(word.isidentifier() for word in words):
        near = module.removesuffix(".py").replace("/", ".")
        hint = (
            f"write {near}:{path or 'function'}" if "/" in module or module.endswith(".py") else ""
        )
        return Failure(Fault(got=shown(text), expected=_FORM, hint=hint))
    return _imported(text, module, folder).bind(lambda found: _within(found, text, module, path))


def _imported(text: str, module: str, folder: Path) -> Result[object, Fault]:
    here = str(folder.resolve())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        with redirect_stdout(sys.stderr):
            found: object = import_module(module)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever the module of the user does
        return Failure(_unimported(text, module, folder, error))
    return Success(found)


def _unimported(text: str, module: str, folder: Path, error: BaseException) -> Fault:
    if isinstance(error, ModuleNotFoundError) and _part(error.name or "", module):
        known = [file.stem for file in sorted(folder.glob("*.py"))]
        hint = did_you_mean(module, known).removeprefix(": ") or "it is looked for from this folder"
        return Fault(
            path=text, got="nothing of that name", expected=f"a module {module}", hint=hint
        )
    told = f"{type(error).__name__}: {error}"[:_LONGEST]
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "importlib" not in frame.filename]
    at = own[-1] if len(own) > 1 else None
    file, line = ("", 0) if at is None else (at.filename, at.lineno or 0)
    if isinstance(error, SyntaxError):
        file, line = error.filename or "", error.lineno or 0
    name = Path(file).name if file else text
    got = f"one that raises {told}"
    return Fault(file=name, line=line, got=got, expected=f"a module {module} that can be imported")


def _part(name: str, module: str) -> bool:
    return module == name or module.startswith(f"{name}.")


def _within(found: object, text: str, module: str, path: str) -> Result[Loaded, Fault]:
    here, so_far = found, module
    for name in path.split("."):
        if not hasattr(here, name):
            known = [one for one in dir(here) if not one.startswith("_")]
            hint = did_you_mean(name, known).removeprefix(": ")
            expected = f"a name in {so_far}"
            return Failure(Fault(path=text, got=repr(name), expected=expected, hint=hint))
        here, so_far = getattr(here, name), f"{so_far}.{name}"
    if not callable(here):
        return Failure(Fault(path=text, got=f"{type(here).__name__}", expected="a function"))
    return Success(Loaded(module, path, here))
