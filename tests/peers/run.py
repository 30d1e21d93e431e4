"""Hold the functions of other libraries to our laws, and write the page of the docs.

`python -m tests.peers.run` tries everything, keeps the results beside this file and writes
docs/reference/peers.md. With `--library`, `--function`, `--law` it tries some and prints them;
with `--library` and `--keep` it puts the new results of these libraries beside the others. It exits
with 1 where a broken law has no note, or a note speaks of a law that is not broken.
"""

import argparse
import logging
import platform
import sys
import warnings
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from hypothesis import settings

from measurand.edges.trials.search import Effort
from measurand.laws.kinds.judged import Fate
from tests.peers.found import (
    Function,
    Results,
    Tried,
    function_of,
    outdated,
    read,
    unexplained,
    version_of,
    write,
)
from tests.peers.page import page
from tests.peers.peer import Library, Peer

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "reference" / "peers.md"
NOT_LIBRARIES = {"__init__", "found", "page", "peer", "run"}
SEED = 1
EXAMPLES = 100


def libraries() -> Iterator[Library]:
    """Give every library of the modules here, in order; some modules have several."""
    for path in sorted(HERE.glob("*.py")):
        if path.stem not in NOT_LIBRARIES and not path.stem.startswith("_"):
            module = import_module(f"tests.peers.{path.stem}")
            here = getattr(module, "LIBRARY", None)
            yield from getattr(module, "LIBRARIES", (here,) if isinstance(here, Library) else ())


def by_name() -> dict[str, list[Library]]:
    """Give libraries by name; some have several modules."""
    named: dict[str, list[Library]] = {}
    for library in libraries():
        named.setdefault(library.name, []).append(library)
    return dict(sorted(named.items(), key=lambda entry: entry[0].lower()))


def tried(peer: Peer, arguments: argparse.Namespace) -> Function:
    """Hold one function to its suite."""
    most = peer.cases or arguments.examples
    effort = Effort(settings(max_examples=most, database=None, deadline=None), arguments.seed)
    return function_of(peer, peer.suite.judge(peer.subject, effort))


def wanted(name: str, pattern: str | None) -> bool:
    """Say whether a name was asked for."""
    return pattern is None or pattern.lower() in name.lower()


def run(arguments: argparse.Namespace) -> int:
    """Try what is asked for."""
    every: dict[str, list[Peer]] = {}
    found: list[Tried] = []
    for name, modules in by_name().items():
        if not wanted(name, arguments.library):
            continue
        package = modules[0].package
        here = version_of(package)
        if here is None:
            found.append(Tried(name=name, package=package, version=None))
            sys.stderr.write(f"{name}: not installed\n")
            continue
        every[name] = [
            peer
            for library in modules
            for peer in library.peers()
            if wanted(peer.subject.name, arguments.function)
        ]
        functions = []
        for peer in every[name]:
            sys.stderr.write(f"{name}: {peer.subject.name}\n")
            functions.append(tried(peer, arguments))
        found.append(Tried(name=name, package=package, version=here, functions=tuple(functions)))
    if (arguments.library and not arguments.keep) or arguments.function or arguments.law:
        show(found, arguments.law)
        return 0
    fresh = {library.name for library in found}
    if arguments.keep:
        found += [library for library in read().libraries if library.name not in fresh]
        found.sort(key=lambda library: library.name.lower())
    results = Results(
        date=datetime.now(tz=UTC).date().isoformat(),
        python=platform.python_version(),
        examples=arguments.examples,
        seed=arguments.seed,
        libraries=tuple(found),
    )
    write(results)
    PAGE.write_text(page(results), encoding="utf-8")
    again = [library for library in found if library.name in fresh]
    open_cells = [f"no note: {line}" for line in unexplained(again)]
    gone = [f"not broken now: {line}" for line in outdated(every, again)]
    sys.stderr.write("".join(f"{line}\n" for line in [*open_cells, *gone]))
    return 1 if open_cells or gone else 0


def show(found: list[Tried], law: str | None) -> None:
    """Print cells, the broken ones with their code."""
    for library in found:
        for function in library.functions:
            for cell in function.cells:
                if wanted(cell.law, law):
                    sys.stdout.write(f"{library.name} {function.name} {cell.law}: {cell.fate}\n")
                    if cell.fate == Fate.BROKEN.value:
                        sys.stdout.write(f"{cell.code}\n[{cell.tone}] {cell.says}\n\n")


def main(argv: list[str] | None = None) -> int:
    """Run as a program."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers.run", description=__doc__)
    parser.add_argument("--library", help="only libraries with this in their name")
    parser.add_argument("--function", help="only functions with this in their name")
    parser.add_argument("--law", help="only laws with this in their id")
    parser.add_argument("--keep", action="store_true", help="keep what --library found")
    parser.add_argument("--examples", type=int, default=EXAMPLES, help="cases a law")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--render", action="store_true", help="write the page from kept results")
    arguments = parser.parse_args(argv)
    if arguments.render:
        PAGE.write_text(page(read()), encoding="utf-8")
        return 0
    logging.disable(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return run(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
