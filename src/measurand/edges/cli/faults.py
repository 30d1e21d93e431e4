"""Faults as a person reads them: the same one is not told a hundred times."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from attrs import evolve

from measurand.values.fault import Fault, visible

if TYPE_CHECKING:
    from measurand.claims.model import Claims

_MOST_ALIKE = 5
_MISSING = "nothing of that name"


def told_faults(faults: Iterable[Fault]) -> Iterator[str]:
    """Write faults, a line each; of those that differ by their line alone, the first five.

    >>> same = [Fault(file="a.jsonl", line=at, path="$.gold", got="nothing", expected="a list")
    ...         for at in range(1, 181)]
    >>> list(told_faults(same))[4:]
    ['a.jsonl:5: $.gold: expected a list, got nothing', 'a.jsonl: $.gold: and 175 more of the same']
    """
    alike: dict[Fault, int] = {}
    for fault in faults:
        kind = evolve(fault, line=0)
        alike[kind] = alike.get(kind, 0) + 1
        if alike[kind] <= _MOST_ALIKE:
            yield fault.text()
    for kind, count in alike.items():
        if count > _MOST_ALIKE:
            place = "".join(f"{visible(part)}: " for part in (kind.file, kind.path) if part)
            yield f"{place}and {count - _MOST_ALIKE} more of the same"


def with_places(faults: Iterable[Fault], claims: "Claims") -> tuple[Fault, ...]:
    """Say of missing files of data which entry of the claims file names them.

    >>> from measurand.claims.model import Claims
    >>> from measurand.claims.source import Source
    >>> claims = Claims(sources=(("runs", Source(path="a.jsonl")),), tables=())
    >>> missing = Fault(file="a.jsonl", got="nothing of that name", expected="a file")
    >>> with_places([missing], claims)[0].hint
    'data.runs.path names it'
    """
    return tuple(_placed(fault, claims) if _missing(fault) else fault for fault in faults)


def _missing(fault: Fault) -> bool:
    return fault.got == _MISSING and not (fault.hint or fault.path)


def _placed(fault: Fault, claims: "Claims") -> Fault:
    for name, source in claims.sources:
        for key, path in (("path", source.path), ("predictions", source.predictions)):
            if path and fault.file == path:
                return evolve(fault, hint=f"data.{name}.{key} names it")
    return fault
