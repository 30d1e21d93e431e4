"""The claims file: TOML to claims, or every fault of it with its place and line."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from attrs import evolve
from returns.result import Failure, Result, Success

from measurand.audit.claims.model import Claims
from measurand.edges.claims.include import (
    MOST_BYTES,
    Faults,
    Inside,
    load,
    located_of,
    opening,
)
from measurand.edges.claims.located import Located
from measurand.edges.files.samples.source_files import fleeting
from measurand.edges.files.toml_tree import place_text
from measurand.metrics.metric import Metric
from measurand.values.fault import Fault, visible

__all__ = ["MOST_BYTES", "claims_of", "load_claims", "load_located"]


_NONE: Mapping[str, Metric] = MappingProxyType({})


def load_claims(path: Path) -> Result[Claims, Faults]:
    """Read a claims file of at most 16 MiB, and what it includes.

    >>> load_claims(Path("no/such.toml")).failure()[0].text()
    'no/such.toml: expected a file, got nothing of that name'
    """
    return load_located(path).map(lambda found: found.claims)


def load_located(
    path: Path, root: Path | None = None, metrics: Mapping[str, Metric] = _NONE
) -> Result[Located, Faults]:
    """Read a claims file, and remember where each of its sources, tables and claims stands.

    With the `root` that paths of data start at, data has to be files: a claims file may come from
    anybody, and a pipe or a device that it names is read by nobody, or without an end. `metrics`
    are those that its definitions may name besides its own.

    >>> load_located(Path("no/such.toml")).failure()[0].got
    'nothing of that name'
    """
    try:
        inside = opening(path, metrics)
    except ValueError:
        inside = Inside(file=str(path), folder=None)
    found = load(path, inside).map(lambda one: evolve(one, metrics={**metrics, **one.metrics}))
    return found if root is None else found.bind(lambda located: _of_files(located, root))


def _of_files(located: Located, root: Path) -> Result[Located, Faults]:
    sources = zip(located.claims.sources, located.sources, strict=True)
    faults = tuple(
        Fault(
            file=origin.file,
            line=origin.line((key,)),
            path=place_text((*origin.place, key)),
            got=f"{visible(name)}, {what}",
            expected="a file, or files, that can be read again",
            hint="write it to a file first, or name it on the command line: measurand score",
        )
        for (_, source), origin in sources
        for key, name in (("path", source.path), ("predictions", source.predictions))
        if name and (what := fleeting(name, root))
    )
    return Failure(faults) if faults else Success(located)


def claims_of(raw: bytes, *, file: str = "") -> Result[Claims, Faults]:
    r"""Read the bytes of a claims file; all faults at once, in the order of their lines.

    >>> claims_of(b"schema = 1").unwrap().tables
    ()
    >>> claims_of(b"schema = 1\ntabel = []", file="c.toml").failure()[0].text()
    "c.toml:2: tabel: expected a known key, got 'tabel': did you mean 'table'?"
    """
    return located_of(raw, Inside(file=file, folder=None)).map(lambda found: found.claims)
