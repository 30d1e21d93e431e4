"""A function of somebody's, found by `module:function`, as `python -m` would find the module.

And how functions are called in code that is shown, and come into its scope.
"""

import builtins
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import partial
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import ParamSpec

from attrs import frozen
from returns.result import Failure, Result, Success

from measurand.laws.kinds.subject import Subject, batched_name
from measurand.values.fault import Fault, shown, visible
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


P = ParamSpec("P")
_NOWHERE = frozenset({"", "__main__", "builtins"})


def code_name(subject: Subject[P]) -> str:
    """Give the name that a function has in code: its subject's, its own, or one that is made.

    >>> code_name(Subject("f", len)), code_name(Subject("my F1", len))
    ('f', 'len')
    >>> code_name(Subject("my F1", lambda: 0))
    'my_F1'
    """
    own = str(getattr(subject.function, "__name__", ""))
    made = re.sub(r"\W+", "_", subject.name).strip("_")
    tries = (subject.name, own, made, f"metric_{made}")
    return next((name for name in tries if _plain(name)), "metric")


def _plain(name: str) -> bool:
    return name.isidentifier() and not iskeyword(name)


def put_in_scope(subject: Subject[P], calls: Sequence[str]) -> tuple[str, ...]:
    """Write lines that bring into scope what calls name; a comment for what cannot be imported.

    >>> put_in_scope(Subject("f", lambda: 0), ("f()",))
    ('# f: a lambda, put it in scope under this name',)
    """
    text, batched = "\n".join(calls), batched_name(subject)
    found = subject.imports
    if not found and subject.write is not None:
        found = imported(subject.name, subject.function)
    elif not found and (subject.batched is None or _asks(subject.name, text)):
        found = _scoped(subject.name, subject.function)
    if subject.batched is None or subject.write_batches is not None or not _asks(batched, text):
        return found
    return (*found, *_scoped(batched, subject.batched))


def _asks(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}\(", text) is not None


def _scoped(name: str, function: Callable[..., object]) -> tuple[str, ...]:
    if getattr(builtins, name, None) is function:
        return ()
    lines = imported(name, function)
    return lines or (f"# {name}: {what(function)}, put it in scope under this name",)


def imported(as_name: str, function: Callable[..., object]) -> tuple[str, ...]:
    """Write how a function is imported under a name; nothing for what cannot be imported.

    >>> imported("imported", imported), imported("it", lambda: 0)
    (('from measurand.edges.trials.load import imported',), ())
    """
    module = str(getattr(function, "__module__", "") or "")
    path = str(getattr(function, "__qualname__", "") or "")
    if module in _NOWHERE or not all(map(_plain, path.split("."))) or not _plain(as_name):
        return ()
    if not _found(module, path, function):
        return ()
    first, dot, _ = path.partition(".")
    if dot:
        return f"from {module} import {first}", f"{as_name} = {path}"
    other = f" as {as_name}" if as_name != first else ""
    return (f"from {module} import {first}{other}",)


def _found(module: str, path: str, function: object) -> bool:
    """Say whether a module has the function at a path."""
    here: object = sys.modules.get(module)
    for name in path.split("."):
        here = getattr(here, name, None)
    return here is function or (isinstance(here, MethodType) and here == function)


def what(function: object) -> str:
    """Say what is called, where no name can be imported.

    >>> what([].append), what(lambda: 0)
    ('a bound method of list', 'a lambda')
    """
    match function:
        case MethodType():
            return f"a bound method of {visible(_of(function.__self__))}"
        case BuiltinFunctionType() if function.__self__ is not None and not isinstance(
            function.__self__, type(sys)
        ):
            return f"a bound method of {visible(_of(function.__self__))}"
        case partial():
            return f"a partial of {visible(_of(function.func))}"
        case FunctionType(__name__="<lambda>"):
            return "a lambda"
        case FunctionType() | BuiltinFunctionType() | type():
            path = visible(function.__qualname__).replace(".<locals>", "()")
            return f"{path} of {visible(str(function.__module__))}"
        case _:
            return f"an object of {visible(type(function).__qualname__)}"


def _of(found: object) -> str:
    name = getattr(found, "__qualname__", None)
    return name if isinstance(name, str) else type(found).__qualname__
