"""A mutant put in place: the functions that are there get its code, and nothing is remembered."""

import ast
import gc
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import _lru_cache_wrapper
from types import CodeType, FunctionType
from typing import Protocol

from tests.mutation.mutants import SOURCE, Mutant

STORES = (("measurand.metrics.signature", "_SCHEMAS"),)
"""What keeps the results of functions besides `lru_cache`."""


class Cache(Protocol):
    """What remembers the results of a function."""

    def cache_clear(self) -> None:
        """Forget them."""


def put(mutant: Mutant, places: Mapping[tuple[str, str], Sequence[FunctionType]]) -> None:
    """Give the functions that are there the code of the mutant, and its defaults.

    Raises LookupError where no such function is there.
    """
    file = str(SOURCE / mutant.module)
    code = compile(mutant.text, file, "exec", dont_inherit=True)
    new = [one for one in _codes(code) if one.co_qualname == mutant.function]
    there = places.get((file, mutant.function), ())
    if len(new) != 1 or not there:
        message = f"a function of a module: got {mutant.key}"
        raise LookupError(message)
    for one in there:
        one.__code__ = new[0]
        positional, named = _defaults(mutant, one)
        one.__defaults__, one.__kwdefaults__ = positional, named


def _defaults(
    mutant: Mutant, there: FunctionType
) -> tuple[tuple[object, ...] | None, dict[str, object] | None]:
    """Evaluate the defaults of the mutated function where they are simple; the others stay."""
    first = there.__code__.co_firstlineno
    for node in ast.walk(ast.parse(mutant.text)):
        if isinstance(node, ast.FunctionDef) and node.lineno == first:
            old = there.__defaults__ or ()
            positional = [
                _value(one, there, was) for one, was in zip(node.args.defaults, old, strict=False)
            ]
            kept = there.__kwdefaults__ or {}
            named = {
                arg.arg: _value(one, there, kept.get(arg.arg))
                for arg, one in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
                if one is not None
            }
            return tuple(positional) or None, named or None
    return there.__defaults__, there.__kwdefaults__


def _value(node: ast.expr, there: FunctionType, was: object) -> object:
    if isinstance(node, ast.Constant):
        return node.value
    return there.__globals__.get(node.id, was) if isinstance(node, ast.Name) else was


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


def _alive() -> list[object]:
    """List all objects; those that were frozen, as they are once tests are collected, too."""
    gc.unfreeze()
    return gc.get_objects()


def functions() -> dict[tuple[str, str], list[FunctionType]]:
    """Find every function of the core that is alive, whatever wraps it."""
    found: dict[tuple[str, str], list[FunctionType]] = {}
    for one in _alive():
        if type(one) is FunctionType and one.__code__.co_filename.startswith(f"{SOURCE}/"):
            found.setdefault((one.__code__.co_filename, one.__code__.co_qualname), []).append(one)
    return found


def caches() -> Iterator[Cache]:
    """Find every cache of a function of the core."""
    for one in _alive():
        if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith("measurand"):
            yield one


def forget(caches: Iterable[Cache]) -> None:
    """Empty what is kept of earlier calls."""
    for cache in caches:
        cache.cache_clear()
    for module, name in STORES:
        getattr(sys.modules[module], name).clear()
