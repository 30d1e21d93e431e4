# The names of toolz that measurand calls, and only those; stubtest holds them to the real ones.

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Literal, TypeVar, overload

_A = TypeVar("_A")
_B = TypeVar("_B")
_C = TypeVar("_C")
_D = TypeVar("_D")
_E = TypeVar("_E")
_F = TypeVar("_F")
_G = TypeVar("_G")
_H = TypeVar("_H")
_I = TypeVar("_I")
_K = TypeVar("_K")

@overload
def pipe(data: _A) -> _A: ...
@overload
def pipe(data: _A, a: Callable[[_A], _B], /) -> _B: ...
@overload
def pipe(data: _A, a: Callable[[_A], _B], b: Callable[[_B], _C], /) -> _C: ...
@overload
def pipe(
    data: _A, a: Callable[[_A], _B], b: Callable[[_B], _C], c: Callable[[_C], _D], /
) -> _D: ...
@overload
def pipe(
    data: _A,
    a: Callable[[_A], _B],
    b: Callable[[_B], _C],
    c: Callable[[_C], _D],
    d: Callable[[_D], _E],
    /,
) -> _E: ...
@overload
def pipe(
    data: _A,
    a: Callable[[_A], _B],
    b: Callable[[_B], _C],
    c: Callable[[_C], _D],
    d: Callable[[_D], _E],
    e: Callable[[_E], _F],
    /,
) -> _F: ...
@overload
def pipe(
    data: _A,
    a: Callable[[_A], _B],
    b: Callable[[_B], _C],
    c: Callable[[_C], _D],
    d: Callable[[_D], _E],
    e: Callable[[_E], _F],
    f: Callable[[_F], _G],
    /,
) -> _G: ...
@overload
def pipe(
    data: _A,
    a: Callable[[_A], _B],
    b: Callable[[_B], _C],
    c: Callable[[_C], _D],
    d: Callable[[_D], _E],
    e: Callable[[_E], _F],
    f: Callable[[_F], _G],
    g: Callable[[_G], _H],
    /,
) -> _H: ...
@overload
def pipe(
    data: _A,
    a: Callable[[_A], _B],
    b: Callable[[_B], _C],
    c: Callable[[_C], _D],
    d: Callable[[_D], _E],
    e: Callable[[_E], _F],
    f: Callable[[_F], _G],
    g: Callable[[_G], _H],
    h: Callable[[_H], _I],
    /,
) -> _I: ...
def groupby(key: Callable[[_A], _K], seq: Iterable[_A]) -> dict[_K, list[_A]]: ...
@overload
def merge_with(func: Callable[[list[_A]], _B], *dicts: Mapping[_K, _A]) -> dict[_K, _B]: ...
@overload
def merge_with(
    func: Callable[[list[_A]], _B], dicts: Iterable[Mapping[_K, _A]], /
) -> dict[_K, _B]: ...
def unique(seq: Iterable[_A], key: Callable[[_A], Hashable] | None = None) -> Iterator[_A]: ...
def valmap(
    func: Callable[[_A], _B], d: Mapping[_K, _A], factory: Callable[[], dict[_K, _B]] = ...
) -> dict[_K, _B]: ...
@overload
def sliding_window(n: Literal[2], seq: Iterable[_A]) -> Iterator[tuple[_A, _A]]: ...
@overload
def sliding_window(n: Literal[3], seq: Iterable[_A]) -> Iterator[tuple[_A, _A, _A]]: ...
@overload
def sliding_window(n: int, seq: Iterable[_A]) -> Iterator[tuple[_A, ...]]: ...
def partition_all(n: int, seq: Iterable[_A]) -> Iterator[tuple[_A, ...]]: ...
