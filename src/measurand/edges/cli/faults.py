"""A command ends with faults, as a person reads them: the same one is not told a hundred times."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Self

from attrs import evolve

from measurand.metrics.needs import Reading
from measurand.values.fault import Fault, visible

if TYPE_CHECKING:
    from measurand.auditing.claims.model import Claims
    from measurand.evidence.source import Source

_MOST_ALIKE, _MOST_AKIN = 5, 10
_MOST_TOLD = 20
_MISSING = "nothing of that name"


class StopError(Exception):
    """Ends a command with faults: exit code 2."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults[0].text() if faults else "stopped")
        self.faults = faults

    def reworded(self, word: Callable[[Fault], Fault]) -> Self:
        """Say each fault in other words; the command ends with the same code.

        >>> said = stop("--by", "x", "y").reworded(lambda one: evolve(one, hint="z"))
        >>> said.faults[0].text()
        '--by: expected y, got x: z'
        """
        return type(self)(tuple(map(word, self.faults)))


class NothingKeptError(StopError):
    """Ends a command that has nothing to speak of, as its filter kept nothing: exit code 3."""


def check_kept(readings: Mapping[str, Reading]) -> None:
    """Refuse to go on where a filter kept nothing of some source.

    >>> check_kept({"a.csv": Reading(read=2)})

    Raises NothingKeptError naming what no record has.
    """
    faults = tuple(
        Fault(
            file=name,
            path="--where",
            got=f"none of {one.read} that has {', '.join(one.unmatched)}",
            expected="some records",
        )
        for name, one in readings.items()
        if one.empty
    )
    if faults:
        raise NothingKeptError(faults)


def note_golds(sources: Iterable[tuple[str, "Source"]], root: Path) -> None:
    """Note on standard error where the systems in one file have another gold for one item.

    >>> note_golds([], Path())
    """
    from measurand.edges.files.sources.shared_gold import unlike_gold

    for source in dict(sources).values():
        if said := unlike_gold(source, root):
            sys.stderr.write(f"note: {visible(source.path)}: {said}\n")


def stop(path: str, got: str, expected: str, hint: str = "") -> StopError:
    """Make the error of one argument.

    >>> stop("--by", "x", "y").faults[0].text()
    '--by: expected y, got x'
    """
    return StopError((Fault(path=path, got=got, expected=expected, hint=hint),))


def fault_lines(faults: Iterable[Fault]) -> Iterator[str]:
    """Write faults, a line each; of those that differ by their line alone, the first five.

    Of those that differ by their line and by what was got, such as an id or a grade, the first ten.
    What is left of a kind is one line.

    >>> same = [Fault(file="a.jsonl", line=at, path="$.gold", got="nothing", expected="a list")
    ...         for at in range(1, 181)]
    >>> list(fault_lines(same))[4:]
    ['a.jsonl:5: $.gold: expected a list, got nothing', 'a.jsonl: $.gold: and 175 more of the same']
    >>> apart = [Fault(file="a.jsonl", path="$.id", got=str(at), expected="T") for at in range(12)]
    >>> list(fault_lines(apart))[9:]
    ['a.jsonl: $.id: expected T, got 9', 'a.jsonl: $.id: and 2 more of the kind']
    """
    shown: Counter[Fault] = Counter()
    akin: Counter[Fault] = Counter()
    left: dict[Fault, list[Fault]] = {}
    for fault in faults:
        same = evolve(fault, line=0)
        # A hint may speak of what was got: how to say what a word means.
        kind = evolve(same, got="", hint="")
        if shown[same] < _MOST_ALIKE and akin[kind] < _MOST_AKIN:
            shown[same] += 1
            akin[kind] += 1
            yield fault.text()
        else:
            left.setdefault(kind, []).append(same)
    for kind, more in left.items():
        word = "kind" if len({*more}) > 1 or akin[kind] > shown[more[0]] else "same"
        place = "".join(f"{visible(part)}: " for part in (kind.file, kind.path) if part)
        yield f"{place}and {len(more)} more of the {word}"


def tell(faults: Iterable[Fault]) -> None:
    """Write faults that do not end the command to standard error, after some how many more."""
    lines = list(dict.fromkeys(f"{fault.text()}\n" for fault in faults))
    more = len(lines) - _MOST_TOLD
    sys.stderr.write("".join(lines[:_MOST_TOLD]))
    if more > 0:
        sys.stderr.write(f"... and {more} more such lines\n")


def with_places(faults: Iterable[Fault], claims: "Claims") -> tuple[Fault, ...]:
    """Say of missing files of data which entry of the claims file names them.

    >>> from measurand.auditing.claims.model import Claims
    >>> from measurand.evidence.source import Source
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
        for key, path in (("path", source.path), *source.beside):
            if fault.file == path:
                return evolve(fault, hint=f"data.{name}.{key} names it")
    return fault
