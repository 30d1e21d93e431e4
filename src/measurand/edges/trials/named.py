"""What functions are called in code that is shown, and how they come into its scope."""

import builtins
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from keyword import iskeyword
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import ParamSpec

from measurand.laws.kinds.subject import Subject, batched_name
from measurand.values.fault import visible

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
    (('from measurand.edges.trials.named import imported',), ())
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
