"""Which test runs which line of the core: one pass with the contexts of coverage."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from tests.mutation.mutants import SOURCE


@frozen
class Test:
    """One test: its id, the seconds it took, and how many lines of the core it ran."""

    name: str
    seconds: float
    lines: int


@frozen
class Reach:
    """The tests that passed, and for each module who ran which lines (as bits of a number)."""

    tests: Mapping[str, Test]
    rows: Mapping[str, Sequence[tuple[str, int]]]

    def of(self, module: str, lines: Iterable[int]) -> list[Test]:
        """List the tests that ran one of these lines of a module."""
        mask = sum(1 << line for line in lines)
        hits = (name for name, bits in self.rows.get(module, ()) if bits & mask)
        return [self.tests[name] for name in hits if name in self.tests]


def read(folder: Path) -> Reach:
    """Read what the passes over the tests wrote: `*.json` (seconds) and `*.sqlite` (lines)."""
    seconds: dict[str, float] = {}
    for path in sorted(folder.glob("*.json")):
        seconds.update(json.loads(path.read_text(encoding="utf-8")))
    rows: dict[str, dict[str, int]] = {}
    for path in sorted(folder.glob("*.sqlite")):
        for module, name, bits in _bits(path):
            rows.setdefault(module, {})[name] = bits
    many: dict[str, int] = dict.fromkeys(seconds, 0)
    for found in rows.values():
        for name, bits in found.items():
            if name in many:
                many[name] += bits.bit_count()
    tests = {name: Test(name, taken, many[name]) for name, taken in seconds.items()}
    return Reach(tests, {module: list(found.items()) for module, found in rows.items()})


def _bits(path: Path) -> Iterator[tuple[str, str, int]]:
    """Read the table of coverage: the bits of the lines by file and context."""
    query = (
        "select file.path, context.context, line_bits.numbits from line_bits "
        "join file on file.id = line_bits.file_id join context on context.id = line_bits.context_id"
    )
    with sqlite3.connect(path) as opened:
        for file, name, bits in opened.execute(query):
            where = Path(file)
            if name and where.is_relative_to(SOURCE):
                module = where.relative_to(SOURCE).as_posix()
                yield module, name, int.from_bytes(bits, "little")


ROOM, PROPERTIES, REST = 0, 1, 2


def in_order(tests: Iterable[Test], module: str, room: str) -> list[tuple[int, Test]]:
    """Order tests: the room's own first, then properties, then the rest, the quick ones first."""
    own = (f"src/measurand/{module}", f"tests/{room}/")

    def stage(test: Test) -> int:
        if test.name.startswith(own):
            return ROOM
        return PROPERTIES if test.name.startswith("properties/") else REST

    staged = [(stage(test), test) for test in tests]
    return sorted(staged, key=lambda one: (one[0], _cost(one), one[1].name))


def _cost(staged: tuple[int, Test]) -> float:
    stage, test = staged
    return test.lines if stage == PROPERTIES else test.seconds
